// What can be plotted: numbers of the steps, coordinates, velocities, one contact, differences.
import { positionNames, velocityNames, type Recording, type Run } from "./recording";

export interface Line {
  label: string;
  x: number[];
  y: (number | null)[];
  dashed?: boolean;
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
    ...balances(runs),
    ...parts("put-in", "Energy put in", runs, (run) => [["actuators", run.steps.actuators], ["applied forces", run.steps.applied], ["drives", run.steps.drives]]),
    ...parts("taken-out", "Energy taken out", runs, (run) => ([["friction", run.steps.friction], ["contacts", run.steps.contactWork],
      ["dampers", run.steps.dampers], ["limits", run.steps.limits], ["dry friction", run.steps.dryFriction]] as Part[]).map(([name, y]) => [name, y.map((v) => -v)])),
    { id: "unexplained", group: worst, title: "Unexplained energy", unit: "|J|", log: true, lines: () => unexplained(runs, label) },
    { id: "momentum", group: worst, title: "Unexplained momentum", unit: "a step", log: true,
      lines: () => runs.flatMap((run, index) => ([["momentum [N s]", run.steps.momentum], ["angular [N m s]", run.steps.angularMomentum]] as Part[])
        .map(([name, y]) => line(several ? `${label(run, index, "")}, ${name}` : name, run, y.map((v) => Math.max(v, LEAST)), 1))) },
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
  // a line a number; the start has measured nothing yet
  header.sensors.forEach(({ name, start, size }, i) => list.push({ id: `sensor${i}`, group: "sensors", title: name || `sensor ${i}`, unit: "",
    lines: () => runs.flatMap((run, k) => Array.from({ length: size }, (_, at) => ({
      label: label(run, k, size > 1 ? "xyzw"[at] ?? String(at) : "measured"), x: frameTimes(run).slice(1),
      y: run.frames.slice(1).map((frame) => frame.sensor(start + at)) }))) }));
  return list;
}

// --- where the energy went -----------------------------------------------------------------------

type Part = [name: string, y: number[]];

function line(label: string, run: Run, y: number[], first = 0): Line {
  return { label, x: first ? run.steps.time.slice(first) : run.steps.time, y: first ? y.slice(first) : y };
}

// five lines a run: each has a plot of its own
function ofRuns(id: string, title: string, unit: string, runs: Run[], lines: (run: Run) => Line[]): Channel[] {
  return runs.map((run, k) => ({ id: k ? `${id}-${k + 1}` : id, group: "of all steps",
    title: runs.length > 1 ? `${title}, ${run.name || `run ${k + 1}`}` : title, unit, lines: () => lines(run) }));
}

// the zero of the potential energy is a choice: the start, so that all lines have one scale
function balances(runs: Run[]): Channel[] {
  return ofRuns("balance", "Energy balance", "J, potential from 0", runs, (run) => {
    const s = run.steps, potential = s.energy.map((e, i) => e - s.kinetic[i]! - run.potentialStart);
    const sum = (...works: number[][]) => s.time.map((_, i) => works.reduce((total, work) => total + work[i]!, 0));
    return [line("kinetic", run, s.kinetic), line("potential", run, potential),
      { ...line("total", run, sum(s.kinetic, potential)), dashed: true }, line("put in", run, sum(s.actuators, s.applied, s.drives)),
      line("taken out", run, sum(s.contactWork, s.friction, s.dampers, s.limits, s.dryFriction).map((v) => -v))];
  });
}

// what is 0 all the time is left out, but for the first
function parts(id: string, title: string, runs: Run[], of: (run: Run) => Part[]): Channel[] {
  return ofRuns(id, title, "J", runs, (run) =>
    of(run).filter(([, y], k) => k === 0 || y.some((v) => v !== 0)).map(([name, y]) => line(name, run, y)));
}

// with what the proof allows, where there is one motion, and the part of loops, where there is one
function unexplained(runs: Run[], label: (run: Run, index: number, own: string) => string): Line[] {
  const size = (y: number[]) => y.map((v) => Math.max(Math.abs(v), LEAST));
  const lines = runs.map((run, index) => line(label(run, index, "unexplained"), run, size(run.steps.unexplained), 1));
  const [run] = runs, bound = run!.summary.bounds[2];
  if (runs.length > 1) return lines;
  if (bound) lines.push({ ...line("bound", run!, run!.steps.time.map(() => bound), 1), dashed: true });
  if (run!.steps.loops.some((v) => v !== 0)) lines.push(line("of loops", run!, size(run!.steps.loops), 1));
  return lines;
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
  return [{ label: "normal", x, y: normal }, { label: "friction", x, y: friction }, { label: "µ · normal", x, y: bound, dashed: true }];
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
