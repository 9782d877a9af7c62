// The live view: the same page, fed over a WebSocket by `rigor view` (docs/live.md). What arrives is
// put behind what is there already; what is asked for here happens in the simulation.
import { Player } from "./player";
import type { Frame, Run, Summary, Vector } from "./recording";

export interface LiveFacts {
  id: string; // of the program that runs
  solvers: string[];
  laws: string[];
  actuators: { name: string; low: number | null; high: number | null }[];
  keys: string[];
}

export interface LiveState {
  type: "state";
  id: string;
  epoch: number;
  time: number;
  paused: number;
  speed: number;
  ratio: number | null;
  watchers: number;
  pulls: number;
  notice: string;
  ctrl: number[];
  solver: string;
  law: string;
  friction: number | null;
  restitution: number | null;
  method: string;
  dt: number;
  tol: number;
  summary: Summary;
}

export type LiveCommand =
  | { do: "run" | "pause" | "reset" | "drop" }
  | { do: "step"; count: number }
  | { do: "speed"; value: number }
  | { do: "control"; actuator: number; value: number }
  | { do: "key"; index: number }
  | { do: "again"; time: number } // only where the page itself simulates
  | { do: "solver" | "law"; name: string }
  | { do: "friction" | "restitution"; value: number | null }
  | { do: "drag"; body: number; point: Vector; to: Vector; strength?: number };

// what is kept of the past
const MOST_FRAMES = 3000, MOST_STEPS = 24000, MOST_MARKS = 4000, MOST_BYTES = 64e6;
const HEAD = 16, AGAIN_MS = 1000;

// --- the connection --------------------------------------------------------------------------------

// What a live page hears and says, whoever simulates.
export interface Link {
  onBytes: (bytes: ArrayBuffer) => void;
  onState: (state: LiveState) => void;
  onRefusal: (reason: string) => void;
  onChange: (connected: boolean) => void;
  readonly connected: boolean;
  open(): void; // when somebody listens
  send(command: LiveCommand): void;
}

export class LiveLink implements Link {
  onBytes: (bytes: ArrayBuffer) => void = () => {};
  onState: (state: LiveState) => void = () => {};
  onRefusal: (reason: string) => void = () => {};
  onChange: (connected: boolean) => void = () => {};
  connected = false;
  private socket: WebSocket | null = null;

  constructor(private address: string) {}

  open(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.addEventListener("open", () => this.change(true));
    socket.addEventListener("message", ({ data }) => {
      if (data instanceof ArrayBuffer) this.onBytes(data);
      else this.read(JSON.parse(data as string) as LiveState | { type: "error"; reason: string });
    });
    // the program may come back
    socket.addEventListener("close", () => {
      this.change(false);
      setTimeout(() => this.open(), AGAIN_MS);
    });
  }

  private change(connected: boolean): void {
    this.connected = connected;
    this.onChange(connected);
  }

  private read(message: LiveState | { type: "error"; reason: string }): void {
    if (message.type === "state") this.onState(message);
    else this.onRefusal(message.reason);
  }

  send(command: LiveCommand): void {
    if (this.connected) this.socket!.send(JSON.stringify(command));
  }
}

// --- the past --------------------------------------------------------------------------------------

type Changing<T> = { -readonly [K in keyof T]: T[K] };

// The motion as far as it is known here; never more than a few minutes of it.
export class LiveHistory {
  private epoch = -1;
  private bytes = 0;
  private stale = false;

  constructor(private run: Run) {}

  // the next bytes come from another connection: they begin anew
  interrupt(): void {
    this.stale = true;
  }

  // true where the motion has begun again
  add(message: ArrayBuffer): boolean {
    const head = new DataView(message), epoch = head.getUint32(0, true);
    const anew = this.stale || epoch !== this.epoch;
    if (anew) this.clear();
    this.epoch = epoch;
    this.stale = false;
    let at = HEAD;
    const part = (index: number) => {
      const size = head.getUint32(4 * index, true);
      at += size;
      return new Uint8Array(message, at - size, size);
    };
    this.run.addFrames(part(1));
    this.run.addSteps(part(2));
    this.run.addMarks(part(3));
    this.bytes += message.byteLength;
    this.forget();
    return anew;
  }

  tell(state: LiveState): void {
    const run = this.run as Changing<Run>;
    run.method = state.method;
    run.dt = state.dt;
    run.tol = state.tol;
    Object.assign(run.summary, state.summary);
  }

  private clear(): void {
    const { frames, marks, steps } = this.run;
    frames.length = marks.length = 0;
    for (const list of Object.values(steps) as number[][]) list.length = 0;
    this.bytes = 0;
  }

  // an eighth of the oldest, so that this is not needed again at once
  private forget(): void {
    const { frames, marks, steps } = this.run;
    if (frames.length > MOST_FRAMES || this.bytes > MOST_BYTES) {
      const gone = frames.length >> 3;
      this.bytes -= (this.bytes * gone) / frames.length;
      frames.splice(0, gone);
    }
    const begin = this.run.begin, lists = Object.values(steps) as number[][];
    if (steps.time.length > MOST_STEPS || steps.time[0]! < begin - 1) {
      const first = steps.time.findIndex((time) => time >= begin);
      const gone = Math.max(first, steps.time.length > MOST_STEPS ? MOST_STEPS >> 3 : 0);
      for (const list of lists) list.splice(0, gone);
    }
    if (marks.length > MOST_MARKS || (marks.length > 0 && marks[0]!.time < begin - 1)) {
      const first = marks.findIndex((mark) => mark.time >= begin);
      marks.splice(0, Math.max(first < 0 ? marks.length : first, marks.length > MOST_MARKS ? MOST_MARKS >> 3 : 0));
    }
  }
}

// --- the clock -------------------------------------------------------------------------------------

// Shows the newest moment, or an earlier one while somebody looks back; play, pause, step and speed
// are those of the simulation.
export class LivePlayer extends Player {
  paused = true;
  private shown: Frame | undefined; // the newest frame that was shown
  private back = false;

  constructor(run: Run, private link: Link) {
    super(run);
  }

  get looksBack(): boolean {
    return this.back;
  }

  override seek(time: number): void {
    this.back = time < this.run.end - 1e-12;
    super.seek(time);
  }

  override play(playing: boolean): void {
    this.back = false;
    this.link.send({ do: playing ? "run" : "pause" });
  }

  // as the simulation said last, not as the page shows it: that may be a frame late
  override toggle(): void {
    this.play(this.paused);
  }

  override step(frames: number): void {
    if (frames > 0 && !this.back) this.link.send({ do: "step", count: frames });
    else super.step(frames);
  }

  override setSpeed(speed: number): void {
    super.setSpeed(speed);
    this.link.send({ do: "speed", value: speed });
  }

  override advance(): void {
    const playing = !this.paused && this.link.connected;
    const newest = this.run.frames.at(-1);
    const moved = newest !== this.shown || playing !== this.playing;
    this.playing = playing;
    this.shown = newest;
    if (moved) this.seek(this.back ? this.time : this.run.end);
  }
}

export function liveAddress(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live${location.search}`;
}
