// Values of all joints at the moment that is shown: positions and velocities, by name.
import { positionNames, velocityNames, type Frame, type Header } from "./recording";
import { element, significant } from "./format";

const WIDTHS = { free: [7, 6], ball: [4, 3], slide: [1, 1], hinge: [1, 1] } as const;

export class Joints {
  private cells: { cell: HTMLElement; at: (frame: Frame) => number; text: string }[] = [];

  // `place`: a <details>; what is closed is not written
  constructor(header: Header, private place: HTMLDetailsElement, rows: HTMLElement) {
    const positions = positionNames(header), velocities = velocityNames(header);
    place.hidden = header.joints.length === 0;
    for (const joint of header.joints) {
      const [nq, nv] = WIDTHS[joint.type];
      for (let k = 0; k < nq; k++) {
        const row = element("tr", {}, element("th", { scope: "row" }, positions[joint.qpos + k]!));
        row.append(this.cell((frame) => frame.qpos(joint.qpos + k)));
        // a free joint has a position more than velocities; its quaternion has no rates of its own
        const has = joint.type === "free" ? k < 3 : joint.type === "ball" ? false : k < nv;
        row.append(has ? this.cell((frame) => frame.qvel(joint.dof + k)) : element("td"));
        rows.append(row);
      }
      for (let k = joint.type === "free" ? 3 : 0; k < nv && nv > 1; k++)
        rows.append(element("tr", {}, element("th", { scope: "row" }, velocities[joint.dof + k]!), element("td"), this.cell((frame) => frame.qvel(joint.dof + k))));
    }
  }

  private cell(at: (frame: Frame) => number): HTMLElement {
    const cell = element("td");
    this.cells.push({ cell, at, text: "" });
    return cell;
  }

  show(frame: Frame | undefined): void {
    if (!frame || !this.place.open) return;
    for (const entry of this.cells) {
      const text = significant(entry.at(frame));
      if (text !== entry.text) entry.cell.textContent = entry.text = text;
    }
  }
}
