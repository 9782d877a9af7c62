// The timeline: number of contacts as a hill, marks where contacts begin, end, begin and cease to slip
// and where a step was not solved, the moment that is shown. A slider for the keyboard and for screen readers.
import { BEGINS, ENDS, SLIPS, STICKS, UNSOLVED, pairName, type Header, type Mark } from "./recording";
import type { Player } from "./player";
import { seconds } from "./format";

const NAMES: Record<number, string> = { [UNSOLVED]: "step not solved", [BEGINS]: "contact begins", [ENDS]: "contact ends", [SLIPS]: "slip begins", [STICKS]: "slip ends" };
const VARIABLES: Record<number, string> = { [UNSOLVED]: "--bad", [BEGINS]: "--begin", [ENDS]: "--end", [SLIPS]: "--slip", [STICKS]: "--stick" };
const ROWS: Record<number, number> = { [BEGINS]: 0, [SLIPS]: 1, [STICKS]: 2, [ENDS]: 3 };

export class Timeline {
  private paint: CanvasRenderingContext2D;
  private width = 1; // px, as of the last redraw: asking the document for it again and again is slow

  constructor(private canvas: HTMLCanvasElement, private tip: HTMLElement, private header: Header, private player: Player) {
    this.paint = canvas.getContext("2d")!;
    let scrubbing = false;
    const scrub = (event: PointerEvent) => {
      player.playing = false;
      player.seek(this.timeAt(event.offsetX));
    };
    canvas.addEventListener("pointerdown", (event) => {
      scrubbing = true;
      canvas.setPointerCapture(event.pointerId);
      scrub(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (scrubbing) scrub(event);
      this.showTip(event.offsetX);
    });
    canvas.addEventListener("pointerup", () => (scrubbing = false));
    canvas.addEventListener("pointerleave", () => (tip.hidden = true));
  }

  private x(time: number): number {
    const { begin, end } = this.player.run;
    return end > begin ? 6 + ((time - begin) / (end - begin)) * (this.width - 12) : 6;
  }

  private timeAt(x: number): number {
    const { begin, end } = this.player.run;
    return begin + ((x - 6) / Math.max(1, this.width - 12)) * (end - begin);
  }

  private name(mark: Mark): string {
    const text = `${NAMES[mark.kind] ?? "mark"}, ${seconds(mark.time)}`;
    const more = mark.more > 0 ? `, and ${mark.more.toLocaleString("en")} more soon after` : "";
    return mark.kind === UNSOLVED ? text + more
      : `${text}: ${pairName(this.header, mark.geom1, mark.geom2)}${more}`;
  }

  private showTip(x: number): void {
    const near = this.player.run.marks.filter((mark) => Math.abs(this.x(mark.time) - x) < 4);
    const lines = near.slice(0, 5).map((mark) => this.name(mark));
    if (near.length > 5) lines.push(`and ${near.length - 5} more`);
    this.tip.textContent = lines.length ? lines.join("\n") : seconds(this.timeAt(x));
    this.tip.hidden = false;
    const box = this.canvas.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + x - this.tip.offsetWidth / 2), window.innerWidth - this.tip.offsetWidth - 8);
    this.tip.style.left = `${left}px`;
    this.tip.style.top = `${box.top - this.tip.offsetHeight - 6}px`;
  }

  private hill(height: number, style: CSSStyleDeclaration): void {
    const { steps } = this.player.run;
    const most = steps.contacts.reduce((a, b) => Math.max(a, b), 1);
    const columns = new Float32Array(Math.ceil(this.width) + 1);
    // a step reaches from the one before to its own time
    for (let i = 1; i < steps.time.length; i++)
      for (let x = Math.round(this.x(steps.time[i - 1]!)); x <= Math.round(this.x(steps.time[i]!)); x++)
        columns[x] = Math.max(columns[x] ?? 0, steps.contacts[i]!);
    this.paint.fillStyle = style.getPropertyValue("--hill");
    for (let i = 6; i <= this.width - 6; i++) {
      const h = (columns[i]! / most) * (height - 8);
      this.paint.fillRect(i, height - 4 - h, 1, h);
    }
  }

  private drawMarks(height: number, style: CSSStyleDeclaration): void {
    const row = (height - 8) / 4;
    const draw = (mark: Mark) => {
      this.paint.fillStyle = style.getPropertyValue(VARIABLES[mark.kind] ?? "--end");
      const x = Math.round(this.x(mark.time)) - 1;
      if (mark.kind === UNSOLVED) this.paint.fillRect(x, 0, 3, height);
      else this.paint.fillRect(x, 4 + (ROWS[mark.kind] ?? 0) * row + 0.5, 3, row - 1);
    };
    const { marks } = this.player.run;
    marks.filter((mark) => mark.kind !== UNSOLVED).forEach(draw);
    marks.filter((mark) => mark.kind === UNSOLVED).forEach(draw);
  }

  private still: HTMLCanvasElement | null = null;

  // everything but the playhead, again only where size or colours have changed
  redraw(): void {
    const ratio = window.devicePixelRatio, height = this.canvas.clientHeight;
    this.width = this.canvas.clientWidth;
    this.canvas.width = Math.max(1, Math.round(this.width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(document.documentElement);
    this.paint.clearRect(0, 0, this.width, height);
    this.paint.fillStyle = style.getPropertyValue("--track");
    this.paint.beginPath();
    this.paint.roundRect(2, 2, this.width - 4, height - 4, 6);
    this.paint.fill();
    this.hill(height, style);
    this.drawMarks(height, style);
    this.still = document.createElement("canvas");
    this.still.width = this.canvas.width;
    this.still.height = this.canvas.height;
    this.still.getContext("2d")!.drawImage(this.canvas, 0, 0);
    this.update();
  }

  update(): void {
    if (!this.still) return;
    const height = this.canvas.clientHeight, { time, run } = this.player;
    this.paint.save();
    this.paint.setTransform(1, 0, 0, 1, 0, 0);
    this.paint.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.paint.drawImage(this.still, 0, 0);
    this.paint.restore();
    const style = getComputedStyle(document.documentElement), x = this.x(time);
    this.paint.fillStyle = style.getPropertyValue("--ink");
    this.paint.fillRect(x - 1, 0, 2, height);
    this.paint.beginPath();
    this.paint.arc(x, 5, 5, 0, 2 * Math.PI);
    this.paint.fill();
    this.canvas.setAttribute("aria-valuemin", run.begin.toFixed(3));
    this.canvas.setAttribute("aria-valuemax", run.end.toFixed(3));
    this.canvas.setAttribute("aria-valuenow", time.toFixed(3));
    this.canvas.setAttribute("aria-valuetext", `${seconds(time)} of ${seconds(run.end)}`);
  }
}
