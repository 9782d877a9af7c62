// A body that was clicked at: mass, pose, velocity and what contacts do to it at this moment.
import { bodyName, type Frame, type Recording, type Run, type Vector } from "./recording";
import type { ShownContact } from "./contacts";
import { forceOf } from "./contacts";
import { element, significant } from "./format";

const vector = (v: number[], digits = 4) => v.map((x) => significant(x, digits)).join(", ");

// between the frames before and behind: the mean over that time
function velocity(run: Run, index: number, moving: number): { linear: Vector; angular: Vector } | null {
  const a = run.frames[Math.max(0, index - 1)], b = run.frames[Math.min(run.frames.length - 1, index + 1)];
  if (!a || !b || !(b.time > a.time)) return null;
  const span = b.time - a.time, q = (f: Frame) => [0, 1, 2, 3].map((k) => f.quaternion(moving, k));
  const [w, x, y, z] = q(a) as [number, number, number, number], [W, X, Y, Z] = q(b) as [number, number, number, number];
  // b times the conjugate of a: the turn between them, in the world
  const s = W * w + X * x + Y * y + Z * z, sign = s < 0 ? -1 : 1;
  const turn: Vector = [-W * x + X * w - Y * z + Z * y, -W * y + Y * w - Z * x + X * z, -W * z + Z * w - X * y + Y * x];
  const sine = Math.hypot(...turn), angle = 2 * Math.atan2(sine, Math.abs(s)), scale = sine > 0 ? (sign * angle) / (sine * span) : 0;
  return { linear: [0, 1, 2].map((k) => (b.position(moving, k) - a.position(moving, k)) / span) as Vector,
    angular: turn.map((part) => part * scale) as Vector };
}

export class Selected {
  body = -1;

  constructor(private recording: Recording, private place: HTMLElement, private change: (body: number) => void) {}

  select(body: number): void {
    this.body = body;
    this.place.replaceChildren();
  }

  show(run: Run, time: number, contacts: ShownContact[]): void {
    const { header } = this.recording, moving = header.moving.indexOf(this.body);
    const index = run.frameIndex(time), frame = run.frames[index];
    this.place.hidden = moving < 0 || !frame;
    if (moving < 0 || !frame) return;
    const v = velocity(run, index, moving), list = element("dl");
    const tell = (term: string, text: string) => list.append(element("dt", {}, term), element("dd", {}, text));
    tell("mass", `${significant(header.bodies[this.body]!.mass)} kg`);
    tell("position", `${vector([0, 1, 2].map((k) => frame.position(moving, k)))} m`);
    tell("quaternion", vector([0, 1, 2, 3].map((k) => frame.quaternion(moving, k)), 3));
    if (v) tell("velocity", `${vector(v.linear, 3)} m/s`);
    if (v) tell("turning", `${vector(v.angular, 3)} rad/s`);
    const force = this.contactForce(contacts, run.dt);
    tell("contacts", force.count ? `${vector(force.sum, 3)} N by ${force.count}` : "none");
    if (!this.place.firstChild) {
      const close = element("button", { type: "button", class: "small", "aria-label": "Unselect the body" }, "close");
      close.addEventListener("click", () => this.change(-1));
      this.place.append(element("header", {}, element("h3", {}, bodyName(header, this.body)), close), list);
    } else this.place.lastChild!.replaceWith(list);
  }

  // the sum over the contacts of this body, on it
  private contactForce(contacts: ShownContact[], dt: number): { sum: Vector; count: number } {
    const { header } = this.recording, sum: Vector = [0, 0, 0];
    let count = 0;
    for (const { contact } of contacts) {
      const first = header.geoms[contact.geom1]?.body === this.body, second = header.geoms[contact.geom2]?.body === this.body;
      if (first === second) continue;
      // told on the first body where that moves, else on the second
      const { force, side } = forceOf(this.recording, contact, dt), own = (side === 1) === first ? 1 : -1;
      force.forEach((part, k) => (sum[k]! += own * part));
      count++;
    }
    return { sum, count };
  }
}
