// What can be plotted: numbers of the steps, coordinates, velocities, one contact, differences.
import { positionNames, velocityNames, type Recording, type Run } from "./recording";

export interface Line {
  label: string;
  x: number[];
  y: (number | null)[];
}

export interface Channel {
  id: string;
  group: string;
  title: string;
  unit: string;
  log?: boolean;
  stepped?: boolean;
  lines(): Line[];
}

const LEAST = 1e-17; // what a logarithmic plot shows for 0

export function channels(recording: Recording, pinned: () => string | null): Channel[] {
  const { header, runs } = recording;
  const several = runs.length > 1;
  const label = (run: Run, index: number, own: string) => several ? run.name || `run ${index + 1}` : own;
  const each = (own: string, y: (run: Run) => (number | null)[], x: (run: Run) => number[]) => () =>
    runs.map((run, index) => ({ label: label(run, index, own), x: x(run), y: y(run) }));
  const stepTimes = (run: Run) => run.steps.time;
  // the first entry is the start: there was no step yet
  const solves = (own: string, y: (run: Run) => number[]) => each(own, (run) => y(run).slice(1), (run) => run.steps.time.slice(1));
  const frameTimes = (run: Run) => run.frames.map((frame) => frame.time);
  const worst = "of all steps";
  const list: Channel[] = [
    { id: "energy", group: worst, title: "Energy", unit: "J", lines: each("energy", (run) => run.steps.energy, stepTimes) },
    { id: "certificate", group: worst, title: "Certificate", unit: "of |c|", log: true,
      lines: solves("certificate", (run) => run.steps.certificate.map((v) => Math.max(v, LEAST))) },
    { id: "iterations", group: worst, title: "Iterations", unit: "a step", stepped: true,
      lines: solves("iterations", (run) => run.steps.iterations) },
    { id: "contacts", group: worst, title: "Contacts", unit: "", stepped: true,
      lines: solves("contacts", (run) => run.steps.contacts) },
    { id: "overlap", group: worst, title: "Deepest overlap", unit: "m", lines: solves("overlap", (run) => run.steps.overlap) },
    { id: "contact", group: "of the pinned contact", title: "Contact force", unit: "N", lines: () => history(recording, pinned()) },
    { id: "slip", group: "of the pinned contact", title: "Contact slip", unit: "m/s", lines: () => slipHistory(recording, pinned()) },
  ];
  if (several)
    list.push({ id: "difference", group: "between runs", title: "Difference from the first run", unit: "largest |Δ qpos|", log: true,
      lines: () => differences(recording) });
  positionNames(header).forEach((name, i) => list.push({ id: `qpos${i}`, group: "coordinates", title: name || `qpos ${i}`, unit: `qpos ${i}`,
    lines: each(`qpos ${i}`, (run) => run.frames.map((frame) => frame.qpos(i)), frameTimes) }));
  velocityNames(header).forEach((name, i) => list.push({ id: `qvel${i}`, group: "velocities", title: `${name || "velocity"} (velocity)`, unit: `qvel ${i}`,
    lines: each(`qvel ${i}`, (run) => run.frames.map((frame) => frame.qvel(i)), frameTimes) }));
  return list;
}

function history(recording: Recording, key: string | null): Line[] {
  const run = recording.runs[0]!, x = run.frames.map((frame) => frame.time);
  const normal: (number | null)[] = [], friction: (number | null)[] = [], bound: (number | null)[] = [];
  for (const frame of run.frames) {
    const index = key === null ? -1 : frame.findContact(key);
    const c = index < 0 ? null : frame.contact(index);
    normal.push(c ? c.impulse[0] / run.dt : null);
    friction.push(c ? Math.hypot(c.impulse[1], c.impulse[2]) / run.dt : null);
    bound.push(c ? (c.mu * c.impulse[0]) / run.dt : null);
  }
  return [{ label: "normal", x, y: normal }, { label: "friction", x, y: friction }, { label: "µ · normal", x, y: bound }];
}

function slipHistory(recording: Recording, key: string | null): Line[] {
  const run = recording.runs[0]!;
  const y = run.frames.map((frame) => {
    const index = key === null ? -1 : frame.findContact(key);
    return index < 0 ? null : Math.hypot(...frame.contact(index).slip);
  });
  return [{ label: "slip", x: run.frames.map((frame) => frame.time), y }];
}

// of the other runs, read at the times of their own frames, from the first one between its frames
function differences(recording: Recording): Line[] {
  const first = recording.runs[0]!, { nq } = recording.header;
  return recording.runs.slice(1).map((run, k) => ({
    label: run.name || `run ${k + 2}`,
    x: run.frames.map((frame) => frame.time),
    y: run.frames.map((frame) => {
      const i = first.frameIndex(frame.time), a = first.frames[i]!, b = first.frames[i + 1] ?? a;
      const part = b.time > a.time ? Math.min(1, (frame.time - a.time) / (b.time - a.time)) : 0;
      let most = LEAST;
      for (let q = 0; q < nq; q++) most = Math.max(most, Math.abs(frame.qpos(q) - (a.qpos(q) * (1 - part) + b.qpos(q) * part)));
      return most;
    }),
  }));
}
