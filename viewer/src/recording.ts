// What was recorded: the model, and per run frames, steps, marks. The layout of the bytes is told in
// report/scene/scene.h. Everything can be appended to while it is shown.

import type { LiveFacts } from "./live";
import type { Looks } from "./looks";

export type Vector = [number, number, number];
export type Mode = "break" | "stick" | "slip";
export const MODES: Mode[] = ["break", "stick", "slip"];
export const UNSOLVED = 1, BEGINS = 2, ENDS = 4, SLIPS = 8, STICKS = 16;
export const STATUS = ["solved", "no solution", "stalled", "limit reached", "bad input", "out of memory", "file error", "diverged"];

export interface Geom {
  name: string;
  type: "plane" | "sphere" | "capsule" | "ellipsoid" | "cylinder" | "box" | "mesh";
  body: number;
  mesh: number;
  group: number;
  collides: boolean;
  pos: Vector;
  quat: [number, number, number, number];
  size: Vector;
  rgba: [number, number, number, number];
}

export interface Joint {
  name: string;
  type: "free" | "ball" | "slide" | "hinge";
  body: number;
  qpos: number;
  dof: number;
}

export interface Worst {
  value: number | null;
  time: number;
  step: number;
}

export interface Summary {
  steps: number;
  contacts: number;
  most_contacts: number;
  iterations: number;
  unsolved: number;
  unsolved_first: { step: number; time: number; status: string; reason: string }[];
  time: [number, number];
  energy: [number | null, number | null];
  certificate: Worst;
  law: Worst; // of the law that was chosen, exact or not
  penetration: Worst;
  cone: Worst;
  complementarity: Worst;
  slip_angle: Worst;
  bilateral: Worst;
  overlap: Worst;
  closure: Worst;
  energy_rise: Worst;
  residual: Worst; // energy that a step left over, before any of it was taken out again
  momentum: Worst; // that nothing explains, of what floats
  angular_momentum: Worst;
  work: [number | null, number | null]; // put in, taken out since the start
  bounds: [number, number, number | null]; // of overlap, loops, unexplained energy: what the proof allows
  unexplained: number | null;
  motion: { proved: boolean; text: string } | null; // null: there is nothing to prove, or a step was not solved
}

interface RunHeader {
  name: string;
  method: string;
  dt: number;
  tol: number;
  frame_bytes: number;
  frame_stride: number;
  steps: number;
  step_stride: number;
  marks: number;
  marks_all: number;
  summary: Summary;
}

export interface Header {
  format: string;
  version: string;
  title: string;
  model: string;
  nq: number;
  nv: number;
  gravity: Vector;
  bodies: { name: string; parent: number; mass: number }[];
  fixed: { body: number; pos: Vector; quat: [number, number, number, number] }[];
  moving: number[];
  geoms: Geom[];
  meshes: { name: string; vertices: number; faces: number; seen?: { vertices: number; faces: number; uv: boolean } }[];
  looks?: Looks; // as the file of the model means it
  joints: Joint[];
  measured: number; // numbers of sensors in a frame
  sensors: { name: string; start: number; size: number }[];
  live?: LiveFacts; // the page is fed while it runs
  runs: RunHeader[];
}

export interface Mesh {
  vertices: Float32Array;
  faces: Uint32Array;
  seen?: { vertices: Float32Array; faces: Uint32Array; uv?: Float32Array }; // as the model has it; `vertices` are those of its hull
}

export interface Contact {
  geom1: number;
  geom2: number;
  position: Vector;
  normal: Vector;
  tangent1: Vector;
  tangent2: Vector;
  gap: number;
  impulse: Vector;
  slip: [number, number];
  mu: number;
  feature: number;
  mode: Mode;
}

export interface Mark {
  time: number;
  geom1: number;
  geom2: number;
  kind: number;
  more: number; // later ones of its kind that it stands for as well
}

const FRAME_HEAD = 24, CONTACT = 64, STEP = 128, MARK = 16;

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

// A state with the contacts of the step that led to it; a view on bytes.
export class Frame {
  readonly step: number;
  readonly time: number;
  readonly flags: number;
  readonly contactCount: number;

  constructor(private view: DataView, private at: number, private header: Header) {
    this.step = view.getUint32(at + 4, true);
    this.time = view.getFloat64(at + 8, true);
    this.flags = view.getUint32(at + 16, true);
    this.contactCount = view.getUint32(at + 20, true);
  }

  position(moving: number, axis: number): number {
    return this.view.getFloat32(this.at + FRAME_HEAD + 4 * (3 * moving + axis), true);
  }

  private contactsAt(): number {
    const { moving, nq, nv, measured } = this.header;
    return this.at + FRAME_HEAD + 4 * (3 * moving.length + nq + nv + measured);
  }

  // (w x y z)
  quaternion(moving: number, part: number): number {
    const at = this.contactsAt() + CONTACT * this.contactCount;
    return this.view.getInt16(at + 2 * (4 * moving + part), true) / 32767;
  }

  qpos(index: number): number {
    return this.view.getFloat32(this.at + FRAME_HEAD + 4 * (3 * this.header.moving.length + index), true);
  }

  qvel(index: number): number {
    return this.qpos(this.header.nq + index);
  }

  sensor(index: number): number {
    return this.qvel(this.header.nv + index);
  }

  contact(index: number): Contact {
    const v = this.view, at = this.contactsAt() + CONTACT * index;
    const real = (offset: number) => v.getFloat32(at + offset, true);
    const unit = (offset: number) => v.getInt16(at + offset, true) / 32767;
    const normal: Vector = [unit(16), unit(18), unit(20)];
    const tangent1: Vector = [unit(22), unit(24), unit(26)];
    return {
      geom1: v.getUint16(at, true),
      geom2: v.getUint16(at + 2, true),
      position: [real(4), real(8), real(12)],
      normal,
      tangent1,
      tangent2: cross(normal, tangent1),
      gap: real(28),
      impulse: [real(32), real(36), real(40)],
      slip: [real(44), real(48)],
      mu: real(52),
      feature: v.getInt32(at + 56, true),
      mode: MODES[v.getUint8(at + 60)] ?? "break",
    };
  }

  contacts(): Contact[] {
    return Array.from({ length: this.contactCount }, (_, i) => this.contact(i));
  }

  // the contact of that pair and feature, -1 where there is none
  findContact(key: string): number {
    const [geom1, geom2, feature] = key.split(":").map(Number);
    let at = this.contactsAt();
    for (let i = 0; i < this.contactCount; i++, at += CONTACT)
      if (this.view.getInt32(at + 56, true) === feature && this.view.getUint16(at, true) === geom1
        && this.view.getUint16(at + 2, true) === geom2) return i;
    return -1;
  }
}

export function contactKey(c: Contact): string {
  return `${c.geom1}:${c.geom2}:${c.feature}`;
}

// Numbers of every step, or of a few together: energies and works at their end, the others at their worst.
export interface Steps {
  time: number[];
  energy: number[];
  kinetic: number[];
  // done to the bodies since the start, J
  actuators: number[];
  applied: number[];
  drives: number[];
  contactWork: number[];
  friction: number[];
  dampers: number[];
  limits: number[];
  dryFriction: number[];
  loops: number[]; // a part of what is unexplained
  unexplained: number[];
  certificate: number[];
  overlap: number[];
  momentum: number[];
  angularMomentum: number[];
  iterations: number[];
  contacts: number[];
  flags: number[];
  status: number[];
}

export class Run {
  readonly frames: Frame[] = [];
  readonly marks: Mark[] = [];
  readonly steps: Steps = {
    time: [], energy: [], kinetic: [], actuators: [], applied: [], drives: [], contactWork: [], friction: [], dampers: [], limits: [],
    dryFriction: [], loops: [], unexplained: [], certificate: [], overlap: [], momentum: [], angularMomentum: [], iterations: [],
    contacts: [], flags: [], status: [],
  };
  potentialStart = 0; // of the first step there ever was
  readonly name: string;
  readonly method: string;
  readonly dt: number;
  readonly tol: number;
  readonly frameStride: number;
  readonly stepStride: number;
  readonly marksAll: number;
  readonly summary: Summary;

  constructor(private header: Header, run: RunHeader) {
    this.name = run.name;
    this.method = run.method;
    this.dt = run.dt;
    this.tol = run.tol;
    this.frameStride = run.frame_stride;
    this.stepStride = run.step_stride;
    this.marksAll = run.marks_all;
    this.summary = run.summary;
  }

  addFrames(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + FRAME_HEAD <= bytes.byteLength;) {
      const size = view.getUint32(at, true);
      if (size < FRAME_HEAD || at + size > bytes.byteLength) throw new Error("a frame is cut off");
      this.frames.push(new Frame(view, at, this.header));
      at += size;
    }
  }

  addSteps(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), s = this.steps;
    const reals = [s.time, s.energy, s.kinetic, s.actuators, s.applied, s.drives, s.contactWork, s.friction, s.dampers, s.limits, s.dryFriction,
      s.loops, s.unexplained];
    const singles = [s.certificate, s.overlap, s.momentum, s.angularMomentum];
    for (let at = 0; at + STEP <= bytes.byteLength; at += STEP) {
      if (s.time.length === 0) this.potentialStart = view.getFloat64(at + 8, true) - view.getFloat64(at + 16, true);
      reals.forEach((list, k) => list.push(view.getFloat64(at + 8 * k, true)));
      singles.forEach((list, k) => list.push(view.getFloat32(at + 104 + 4 * k, true)));
      s.iterations.push(view.getUint32(at + 120, true));
      s.contacts.push(view.getUint16(at + 124, true));
      s.flags.push(view.getUint8(at + 126));
      s.status.push(view.getUint8(at + 127));
    }
  }

  addMarks(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + MARK <= bytes.byteLength; at += MARK)
      this.marks.push({
        time: view.getFloat64(at, true),
        geom1: view.getUint16(at + 8, true),
        geom2: view.getUint16(at + 10, true),
        kind: view.getUint8(at + 12),
        more: view.getUint32(at + 12, true) >>> 8,
      });
  }

  get begin(): number {
    return this.frames[0]?.time ?? 0;
  }

  get end(): number {
    return this.frames[this.frames.length - 1]?.time ?? 0;
  }

  // the last frame at or before that time, 0 where there is none
  frameIndex(time: number): number {
    let low = 0, high = this.frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames[middle]!.time <= time + 1e-12 * Math.abs(time)) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

export interface Recording {
  header: Header;
  meshes: Mesh[];
  runs: Run[];
}

export function readRecording(header: Header, bytes: Uint8Array): Recording {
  if (header.format !== "rigor scene 2") throw new Error(`this page does not know "${header.format}"`);
  let at = 0;
  const take = (size: number) => {
    if (at + size > bytes.byteLength) throw new Error("the data are cut off");
    at += size;
    return bytes.subarray(at - size, at);
  };
  const words = (count: number) => take(4 * count).slice().buffer;
  const vertices = header.meshes.map((mesh) => new Float32Array(words(3 * mesh.vertices)));
  const faces = header.meshes.map((mesh) => new Uint32Array(words(3 * mesh.faces)));
  const seen = header.meshes.map((mesh) => mesh.seen && { vertices: new Float32Array(words(3 * mesh.seen.vertices)),
    faces: new Uint32Array(words(3 * mesh.seen.faces)), uv: mesh.seen.uv ? new Float32Array(words(2 * mesh.seen.vertices)) : undefined });
  if (at % 8 !== 0) take(4);
  const runs = header.runs.map((entry) => {
    const run = new Run(header, entry);
    run.addFrames(take(entry.frame_bytes));
    run.addSteps(take(STEP * entry.steps));
    run.addMarks(take(MARK * entry.marks));
    return run;
  });
  return { header, meshes: vertices.map((v, i) => ({ vertices: v, faces: faces[i]!, seen: seen[i] })), runs };
}

export function decodeBase64(text: string): Uint8Array {
  const native = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  if (native) return native.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

// --- names ---------------------------------------------------------------------------------------

export function bodyName(header: Header, body: number): string {
  return header.bodies[body]?.name || (body === 0 ? "world" : `body ${body}`);
}

export function geomName(header: Header, geom: number): string {
  const g = header.geoms[geom];
  if (!g) return `geom ${geom}`;
  return g.name || (g.body === 0 ? `${g.type} ${geom}` : `${bodyName(header, g.body)} ${g.type}`);
}

// what moves comes first: "box on floor"
export function pairName(header: Header, geom1: number, geom2: number): string {
  const moves = header.moving.includes(header.geoms[geom1]?.body ?? 0);
  const [first, second] = moves ? [geom1, geom2] : [geom2, geom1];
  return `${geomName(header, first)} on ${geomName(header, second)}`;
}

const FREE_POSITION = ["x", "y", "z", "qw", "qx", "qy", "qz"];
const FREE_VELOCITY = ["vx", "vy", "vz", "wx", "wy", "wz"];
const BALL_POSITION = ["qw", "qx", "qy", "qz"], BALL_VELOCITY = ["wx", "wy", "wz"];

function partNames(header: Header, parts: (joint: Joint) => string[], start: (joint: Joint) => number): string[] {
  const names: string[] = [];
  header.joints.forEach((joint, index) => {
    const name = joint.name || `${bodyName(header, joint.body)} ${joint.type}${joint.body ? "" : ` ${index}`}`;
    const list = parts(joint);
    list.forEach((part, k) => (names[start(joint) + k] = part ? `${name} ${part}` : name));
  });
  return names;
}

export function positionNames(header: Header): string[] {
  return partNames(header, (joint) => joint.type === "free" ? FREE_POSITION : joint.type === "ball" ? BALL_POSITION : [""],
    (joint) => joint.qpos);
}

export function velocityNames(header: Header): string[] {
  return partNames(header, (joint) => joint.type === "free" ? FREE_VELOCITY : joint.type === "ball" ? BALL_VELOCITY : [""],
    (joint) => joint.dof);
}
