// The proof in words: how many steps, which were not solved, how exact the others are and where the
// worst is.
import type { Run, Worst } from "./recording";
import { element, plural, seconds, significant } from "./format";

export function verdict(runs: Run[]): { solved: boolean; text: string } {
  const steps = runs.reduce((sum, run) => sum + run.summary.steps, 0);
  const unsolved = runs.reduce((sum, run) => sum + run.summary.unsolved, 0);
  if (unsolved > 0) return { solved: false, text: `${plural(unsolved, "step")} not solved` };
  return { solved: true, text: steps === 0 ? "no steps" : steps === 1 ? "the step is solved" : `all ${steps.toLocaleString("en")} steps solved` };
}

// whether the steps make a motion that is proved; null where that is not to be said
function motionVerdict(runs: Run[]): { proved: boolean; text: string; detail: string } | null {
  const missed = runs.filter((run) => run.summary.motion && !run.summary.motion.proved);
  if (runs.some((run) => !run.summary.motion)) return null;
  const detail = runs.map((run) => (runs.length > 1 ? `${run.name}: ` : "") + motionText(run)).join("\n");
  if (missed.length === 0) return { proved: true, text: "motion proved", detail };
  return { proved: false, detail, text: `motion NOT proved: ${runs.length > 1 ? missed.map((run) => run.name).join(", ") : missed[0]!.summary.motion!.text}` };
}

// no line ends inside a number
function words(text: string): Node[] {
  return text.split(/(?<= )/).map((word) => /\d/.test(word) ? element("span", { class: "whole" }, word) : document.createTextNode(word));
}

export function showMotion(place: HTMLElement, runs: Run[]): void {
  const motion = motionVerdict(runs);
  place.hidden = motion === null;
  place.replaceChildren(...(motion ? words(`${motion.proved ? "✓" : "✗"} ${motion.text}`) : []));
  place.title = motion?.detail ?? "";
  place.className = motion?.proved ? "good" : "bad";
}

function motionText({ summary: { motion } }: Run): string {
  return `motion ${motion!.proved ? "proved" : "NOT proved"}: ${motion!.text}`;
}

// numbers with a place to go to
function worst(value: Worst, unit: string, go: (time: number) => void): Node[] {
  if (value.value === 0) return ["0"].map((text) => document.createTextNode(text));
  const place = element("button", { type: "button", class: "link", title: "Show this moment" }, `at ${seconds(value.time)}`);
  place.addEventListener("click", () => go(value.time));
  return [element("span", { class: "whole" }, significant(value.value, 3)), document.createTextNode(`${unit ? ` ${unit}` : ""} `), place];
}

// an approximate law is solved to its own residual and leaves a larger one to exact friction
function isExact({ summary }: Run): boolean {
  return (summary.certificate.value ?? Infinity) <= 10 * (summary.law.value ?? 0) || (summary.certificate.value ?? Infinity) <= 1e-9;
}

function sentence(run: Run, go: (time: number) => void): HTMLElement {
  const { summary } = run, text = element("p");
  const steps = plural(summary.steps, "step");
  if (summary.steps === 0) text.append("No step was made: this is the start.");
  else if (summary.unsolved === 0 && summary.contacts === 0 && !summary.certificate.value)
    text.append(`${steps}, all solved. Nothing touched and no joint needed an impulse, so there was nothing to prove.`);
  else if (summary.unsolved === 0 && isExact(run))
    text.append(`${steps}, all solved. In each of them the ${summary.contacts > 0 ? "contact impulses obey exact Coulomb friction"
      : "impulses of joints, limits and motors obey their laws"}; ` + "the worst residual, recomputed from the raw problem, is ", ...worst(summary.certificate, "of |c|", go), ".");
  else if (summary.unsolved === 0 && /\blaw cone\b/.test(run.method))
    text.append(`${steps}, all solved. The contact impulses obey exact Coulomb friction to `, ...worst(summary.law, "of |c|", go),
      ". In some steps gaps contradict each other in their last digits and count as others, within what they are known to: as they are the residual is ",
      ...worst(summary.certificate, "of |c|", go), ".");
  else if (summary.unsolved === 0)
    text.append(`${steps}, all solved for the law that was chosen, to `, ...worst(summary.law, "", go),
      "; that law is not exact friction: from Coulomb's law the impulses are away by up to ", ...worst(summary.certificate, "of |c|", go), ".");
  else
    text.append(`${steps}, of which ${summary.unsolved === 1 ? "one was" : `${summary.unsolved} were`} not solved. `
      + "What was reached at worst is ", ...worst(summary.certificate, "of |c|", go), ".");
  return text;
}

function unsolvedList(run: Run, go: (time: number) => void): HTMLElement {
  const list = element("ul", { class: "unsolved" });
  for (const entry of run.summary.unsolved_first) {
    const button = element("button", { type: "button", class: "link" }, `step ${entry.step}, ${seconds(entry.time)}`);
    button.addEventListener("click", () => go(entry.time));
    list.append(element("li", {}, button, `: ${entry.status}${entry.reason ? `: ${entry.reason}` : ""}`));
  }
  const more = run.summary.unsolved - run.summary.unsolved_first.length;
  if (more > 0) list.append(element("li", {}, `and ${more} more`));
  return list;
}

function details(run: Run, go: (time: number) => void): HTMLElement {
  const { summary } = run, list = element("dl");
  const row = (term: string, ...what: (Node | string)[]) => list.append(element("dt", {}, term), element("dd", {}, ...what));
  row("outside the friction cone", ...worst(summary.cone, "N s", go));
  row("complementarity", ...worst(summary.complementarity, "J", go));
  row("friction against slip", ...worst(summary.slip_angle, "rad", go));
  row("penetrating velocity", ...worst(summary.penetration, "m/s", go));
  row("joints, limits, motors", ...worst(summary.bilateral, "", go));
  row("deepest overlap", ...worst(summary.overlap, "m", go));
  if (summary.closure.value) row("loops open by", ...worst(summary.closure, "", go));
  row("energy", `${significant(summary.energy[0], 6)} J at the start, ${significant(summary.energy[1], 6)} J at the end`);
  row("largest rise in a step", ...worst(summary.energy_rise, "J", go));
  row("put in, taken out", `${significant(summary.work[0], 6)} J, ${significant(summary.work[1], 6)} J`);
  row("unexplained energy", `${significant(summary.unexplained, 3)} J`);
  row("left over in a step", ...worst(summary.residual, "J", go));
  if (summary.momentum.value) row("unexplained momentum", ...worst(summary.momentum, "N s", go));
  if (summary.angular_momentum.value) row("and angular", ...worst(summary.angular_momentum, "N m s", go));
  if (summary.steps > 0) {
    row("contacts", `${significant(summary.contacts / summary.steps, 3)} on average, ${summary.most_contacts} at most`);
    row("iterations", `${significant(summary.iterations / summary.steps, 3)} a step`);
  }
  return element("details", {}, element("summary", {}, "Every measure at its worst"), list);
}

function decimation(run: Run): string {
  const parts = [];
  if (run.frameStride > 1)
    parts.push(`The page shows ${plural(run.frames.length, "frame")}: every ${run.frameStride}th step, and steps where something happens as far as there was room.`);
  if (run.stepStride > 1)
    parts.push(`Plots join ${run.stepStride} steps into one point, with the worst of them, and their energies at its end.`);
  if (run.marksAll > run.marks.length) parts.push(`The timeline joins marks of one kind that are close together: ${run.marks.length.toLocaleString("en")} stand for ${run.marksAll.toLocaleString("en")}.`);
  return parts.join(" ");
}

export function writeProof(place: HTMLElement, runs: Run[], go: (time: number) => void): void {
  place.replaceChildren();
  for (const run of runs) {
    if (runs.length > 1) place.append(element("h3", {}, run.name));
    place.append(sentence(run, go));
    if (run.summary.unsolved > 0) place.append(unsolvedList(run, go));
    if (run.summary.motion) place.append(element("p", { class: run.summary.motion.proved ? "motion" : "motion bad" }, ...words(`M${motionText(run).slice(1)}.`)));
    if (run.method) place.append(element("p", { class: "method" }, run.method));
    place.append(details(run, go));
    const note = decimation(run);
    if (note) place.append(element("p", { class: "note" }, note));
  }
}
