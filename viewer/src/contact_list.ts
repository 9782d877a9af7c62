// The contacts of the moment as a table, and the pinned one with all its numbers.
import { bodyName, pairName, type Contact, type Recording } from "./recording";
import type { ShownContact } from "./contacts";
import { element, significant } from "./format";

const MOST_ROWS = 60;

export function contactNumbers(recording: Recording, c: Contact, dt: number): [string, string][] {
  const friction = Math.hypot(c.impulse[1], c.impulse[2]), bound = c.mu * c.impulse[0];
  return [
    ["mode", c.mode],
    ["normal force", `${significant(c.impulse[0] / dt)} N`],
    ["friction force", `${significant(friction / dt)} N`],
    ["share of the cone", bound > 0 ? `${(100 * friction / bound).toFixed(friction / bound > 0.9995 ? 2 : 1)} %` : "–"],
    ["friction coefficient", significant(c.mu)],
    ["slip", `${significant(Math.hypot(...c.slip), 3)} m/s`],
    ["gap", `${significant(c.gap, 3)} m`],
    ["place", c.position.map((x) => significant(x, 4)).join(", ") + " m"],
    ["bodies", `${bodyName(recording.header, recording.header.geoms[c.geom1]?.body ?? 0)}, ${bodyName(recording.header, recording.header.geoms[c.geom2]?.body ?? 0)}`],
  ];
}

export function contactTitle(recording: Recording, c: Contact): string {
  return pairName(recording.header, c.geom1, c.geom2);
}

export class ContactList {
  private keys = "";

  constructor(private recording: Recording, private body: HTMLElement, private pinnedPlace: HTMLElement,
    private pin: (key: string | null) => void, private hover: (key: string | null) => void) {}

  // rows stay while the same contacts are there, so that the keyboard focus does
  show(shown: ShownContact[], pinned: string | null, dt: number): void {
    const rows = shown.slice(0, MOST_ROWS), keys = rows.map((row) => row.key).join(" ") + `|${shown.length}`;
    if (keys !== this.keys) this.build(rows, shown.length);
    this.keys = keys;
    rows.forEach((row, i) => this.fill(this.body.children[i] as HTMLTableRowElement, row, row.key === pinned, dt));
    this.showPinned(shown.find((row) => row.key === pinned) ?? null, pinned, dt);
  }

  private focusRow(key: string): void {
    for (const line of this.body.querySelectorAll<HTMLElement>("tr[data-key]"))
      if (line.dataset["key"] === key) line.querySelector("button")!.focus({ preventScroll: true });
  }

  private build(rows: ShownContact[], all: number): void {
    const focused = document.activeElement?.closest<HTMLElement>("#contact-rows tr[data-key]")?.dataset["key"];
    this.body.replaceChildren(...rows.map((row) => {
      const title = contactTitle(this.recording, row.contact);
      const button = element("button", { type: "button", class: "link", title }, title);
      button.addEventListener("click", () => this.pin(button.getAttribute("aria-pressed") === "true" ? null : row.key));
      const line = element("tr", { "data-key": row.key }, element("td", {}, element("i", { class: "chip" }), button),
        element("td"), element("td"), element("td"));
      line.addEventListener("pointerenter", () => this.hover(row.key));
      line.addEventListener("pointerleave", () => this.hover(null));
      return line;
    }));
    if (all > rows.length) this.body.append(element("tr", {}, element("td", { colspan: "4" }, `and ${all - rows.length} more`)));
    if (all === 0) this.body.append(element("tr", {}, element("td", { colspan: "4", class: "muted" }, "none at this moment")));
    if (focused) this.focusRow(focused);
  }

  private fill(line: HTMLTableRowElement, { contact: c }: ShownContact, pinned: boolean, dt: number): void {
    const friction = Math.hypot(c.impulse[1], c.impulse[2]);
    line.className = pinned ? "pinned" : "";
    line.querySelector("button")!.setAttribute("aria-pressed", String(pinned));
    line.querySelector("i")!.className = `chip ${c.mode}`;
    line.cells[1]!.textContent = c.mode;
    line.cells[2]!.textContent = significant(c.impulse[0] / dt, 3);
    line.cells[3]!.textContent = significant(friction / dt, 3);
  }

  private showPinned(row: ShownContact | null, pinned: string | null, dt: number): void {
    this.pinnedPlace.hidden = pinned === null;
    if (pinned === null) return;
    const unpin = element("button", { type: "button", class: "small", "aria-label": "Unpin the contact" }, "unpin");
    unpin.addEventListener("click", () => {
      this.pin(null);
      this.focusRow(pinned); // the button is gone; whoever used the keyboard goes on where they were
    });
    const [a, b] = pinned.split(":").map(Number);
    const title = pairName(this.recording.header, a!, b!);
    const list = element("dl");
    if (row) for (const [term, text] of contactNumbers(this.recording, row.contact, dt)) list.append(element("dt", {}, term), element("dd", {}, text));
    else list.append(element("dt", {}, "now"), element("dd", {}, "not in contact"));
    // the button keeps the focus while the numbers change
    const old = this.pinnedPlace.querySelector("dl");
    if (old && this.pinnedPlace.dataset["key"] === pinned) old.replaceWith(list);
    else this.pinnedPlace.replaceChildren(element("header", {}, element("h3", {}, `Pinned: ${title}`), unpin), list);
    this.pinnedPlace.dataset["key"] = pinned;
  }
}
