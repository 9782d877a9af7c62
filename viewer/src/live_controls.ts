// Controls of the live view: what runs, how fast, by which method; bodies that are held.
import type { Link, LiveCommand, LiveFacts, LiveState } from "./live";
import { LiveHistory, LivePlayer } from "./live";
import { LiveDrag } from "./live_drag";
import { bodyName, type Recording } from "./recording";
import type { Scene } from "./scene";
import type { Plots } from "./plots";
import { element, seconds, significant } from "./format";

const REFRESH_MS = 250, PROOF_MS = 1000, REFUSAL_MS = 8000;

// what the page does when there is news
export interface LivePage {
  recording: Recording;
  scene: Scene;
  plots: Plots;
  player: LivePlayer;
  redraw(): void; // the timeline
  tellProof(): void;
}

function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export class LiveControls {
  readonly drag: LiveDrag;
  private history: LiveHistory;
  private state: LiveState | null = null;
  private refreshed = 0;
  private proved = 0;
  private measured = 0;
  private refused = 0;

  constructor(private page: LivePage, readonly link: Link, private facts: LiveFacts) {
    const { recording, player, scene } = page;
    this.history = new LiveHistory(player.run);
    this.drag = new LiveDrag(scene, recording.header, (command) => link.send(command), () => this.showHeld());
    document.body.classList.add("live");
    for (const id of ["live", "live-reset", "live-ratio"]) byId(id).hidden = false;
    byId("loop").parentElement!.hidden = true;
    byId("last").title = "To now (End)";
    byId("last").setAttribute("aria-label", "To now");
    byId("forth").title = "One step, where it is paused (→)";
    byId("back").title = "One frame back (←)";
    this.fill();
    this.bind();
    link.onBytes = (bytes) => this.takeBytes(bytes);
    link.onState = (state) => this.takeState(state);
    link.onRefusal = (reason) => this.refuse(reason);
    link.onChange = (connected) => {
      if (connected) this.history.interrupt();
      this.drag.release();
      this.showState();
    };
    setInterval(() => this.showState(), REFRESH_MS);
    link.open();
  }

  // --- what arrives ------------------------------------------------------------------------------

  private takeBytes(bytes: ArrayBuffer): void {
    const anew = this.history.add(bytes), now = performance.now();
    const { scene, plots, player } = this.page;
    if (anew) {
      player.seek(player.run.end);
      this.measured = 0;
      this.drag.release();
    }
    this.drag.show();
    // arrows get a usual length from the contacts so far, more rarely as more are known
    const { frames } = player.run;
    if (frames.length >= 2 * this.measured + 2) {
      this.measured = frames.length;
      scene.contacts.measure();
    }
    if (now - this.refreshed < REFRESH_MS && !anew) return;
    this.refreshed = now;
    plots.grow();
    scene.widen(anew);
    this.page.redraw();
  }

  private takeState(state: LiveState): void {
    // another program, or another model: this page does not fit
    if (state.id !== this.facts.id) return location.reload();
    this.state = state;
    const { player } = this.page, now = performance.now();
    this.history.tell(state);
    player.paused = state.paused !== 0;
    this.showState();
    this.showMethod(state);
    this.showControls(state);
    const proof = byId("proof"), busy = proof.matches(":hover, :focus-within");
    if (now - this.proved > PROOF_MS && !busy || player.paused && !busy) {
      this.proved = now;
      this.page.tellProof();
    }
    // the last moments before a pause
    if (player.paused) {
      this.page.plots.grow();
      this.page.redraw();
    }
  }

  private refuse(reason: string): void {
    this.refused = performance.now();
    byId("live-notice").textContent = reason;
    byId("live-notice").hidden = false;
  }

  // --- what is shown -----------------------------------------------------------------------------

  private showState(): void {
    const { state, link } = this, { player } = this.page, ratio = byId("live-ratio");
    const words = !link.connected ? "no connection" : !state ? "connecting" : player.looksBack
      ? `looking back ${seconds(player.run.end - player.time)}` : state.paused ? "paused" : "running";
    const others = link.connected && state && state.watchers > 1 ? ` · ${state.watchers} watch` : "";
    byId("live-state").textContent = words + others;
    byId("live-state").className = `count ${link.connected ? "" : "bad"}`;
    byId("live-now").hidden = !player.looksBack;
    const known = state && state.ratio !== null && !state.paused && link.connected;
    const behind = known && state.ratio! < 0.9 * state.speed;
    ratio.textContent = known ? `${significant(state.ratio!, 2)}× real time` : "";
    ratio.className = behind ? "bad" : "";
    ratio.title = behind ? `The simulation cannot keep up: ${significant(state.speed, 3)}× was asked for` : "Speed that is reached";
    const notice = byId("live-notice"), reason = state?.notice ?? "";
    if (performance.now() - this.refused > REFUSAL_MS) {
      if (notice.textContent !== reason) notice.textContent = reason;
      notice.hidden = reason === "";
    }
  }

  private showMethod(state: LiveState): void {
    const choose = (id: string, value: string) => {
      const select = byId<HTMLSelectElement>(id);
      if (![...select.options].some((option) => option.value === value)) select.append(element("option", { value }, value));
      if (select.value !== value) select.value = value;
    };
    choose("live-solver", state.solver);
    choose("live-law", state.law);
    const speed = byId<HTMLSelectElement>("speed");
    if (![...speed.options].some((option) => Number(option.value) === state.speed))
      speed.append(element("option", { value: String(state.speed) }, `${state.speed}×`));
    if (Number(speed.value) !== state.speed) speed.value = String(state.speed);
    for (const what of ["friction", "restitution"] as const) {
      const slider = byId<HTMLInputElement>(`live-${what}`), value = state[what];
      if (!slider.matches(":active") && value !== null) slider.value = String(value);
      byId(`live-${what}-value`).textContent = value === null ? "the model's" : significant(value, 3);
      byId<HTMLButtonElement>(`live-${what}-own`).disabled = value === null;
    }
  }

  // sliders follow what others do, but not under the hand of whoever moves one
  private showControls(state: LiveState): void {
    this.sliders.forEach(({ slider, value }, k) => {
      const now = state.ctrl[k] ?? 0;
      if (!slider.matches(":active, :focus")) slider.value = String(now);
      value.textContent = significant(now, 3);
    });
  }

  private showHeld(): void {
    const { held } = this.drag;
    byId<HTMLSelectElement>("live-hold").value = String(held);
    byId("live-move").hidden = held < 0;
  }

  // --- what is asked for -------------------------------------------------------------------------

  private fill(): void {
    const { header } = this.page.recording;
    for (const name of this.facts.solvers) byId("live-solver").append(element("option", { value: name }, name));
    for (const name of this.facts.laws) byId("live-law").append(element("option", { value: name }, name));
    this.fillKeys();
    this.fillSliders();
    const hold = byId("live-hold");
    hold.append(element("option", { value: "-1" }, "nothing"));
    for (const body of header.moving) hold.append(element("option", { value: String(body) }, bodyName(header, body)));
  }

  private fillKeys(): void {
    const { keys } = this.facts, select = byId<HTMLSelectElement>("live-key");
    if (keys.length === 0) return;
    for (const id of ["live-key", "live-key-label"]) byId(id).hidden = false;
    select.append(element("option", { value: "" }, "begin again from…"), element("option", { value: "-1" }, "reference position"));
    keys.forEach((name, k) => select.append(element("option", { value: String(k) }, name || `keyframe ${k}`)));
    select.addEventListener("change", () => {
      if (select.value !== "") this.link.send({ do: "key", index: Number(select.value) });
      select.value = "";
    });
  }

  // one a actuator; where the model has no limits, 1 either way
  private fillSliders(): void {
    const place = byId("live-controls");
    place.hidden = this.facts.actuators.length === 0;
    this.facts.actuators.forEach(({ name, low, high }, actuator) => {
      const title = name || `actuator ${actuator}`, [least, most] = [low ?? -1, high ?? 1];
      const slider = element("input", { type: "range", min: String(least), max: String(most), step: String((most - least) / 200 || 0.01),
        "aria-label": title }) as HTMLInputElement;
      const value = element("output");
      slider.addEventListener("input", () => this.link.send({ do: "control", actuator, value: Number(slider.value) }));
      place.append(element("span", { class: "name", title }, title), element("span", { class: "row" }, slider, value));
      this.sliders.push({ slider, value });
    });
  }
  private sliders: { slider: HTMLInputElement; value: HTMLElement }[] = [];

  private bind(): void {
    const send = (command: LiveCommand) => this.link.send(command);
    const value = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;
    byId("live-solver").addEventListener("change", (event) => send({ do: "solver", name: value(event) }));
    byId("live-law").addEventListener("change", (event) => send({ do: "law", name: value(event) }));
    for (const what of ["friction", "restitution"] as const) {
      byId(`live-${what}`).addEventListener("input", (event) => send({ do: what, value: Number(value(event)) }));
      byId(`live-${what}-own`).addEventListener("click", () => send({ do: what, value: null }));
    }
    byId("live-reset").addEventListener("click", () => send({ do: "reset" }));
    byId("live-now").addEventListener("click", () => this.page.player.seek(this.page.player.run.end));
    byId("live-drag").addEventListener("change", (event) => (this.drag.always = (event.target as HTMLInputElement).checked));
    byId("live-strength").addEventListener("input", (event) => this.drag.setStrength(10 ** Number(value(event))));
    byId("live-hold").addEventListener("change", (event) => this.drag.hold(Number(value(event))));
    for (const [id, move] of Object.entries(MOVES)) byId(`live-${id}`).addEventListener("click", () => this.drag.move(...move));
  }

  // true where the key was one of ours
  key(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    const move = this.drag.held >= 0 ? Object.entries(MOVES).find(([id]) => KEYS[id] === key) : undefined;
    if (move) this.drag.move(...move[1]);
    else if (key === "r") this.link.send({ do: "reset" });
    else if (key === "g") byId("live-drag").click();
    else if (key === "b") this.drag.holdNext();
    else if (key === "escape" && this.drag.held >= 0) this.drag.release();
    else return false;
    return true;
  }
}

// to the right, up and towards the viewer, in steps
const MOVES: Record<string, [number, number, number]> = {
  left: [-1, 0, 0], right: [1, 0, 0], up: [0, 1, 0], down: [0, -1, 0], nearer: [0, 0, 1], farther: [0, 0, -1],
};
const KEYS: Record<string, string> = { left: "j", right: "l", up: "i", down: "k", nearer: "o", farther: "u" };
