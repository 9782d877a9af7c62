// The worker of a page that simulates: real time, as cli/view.c has it, with the engine in the place of the server's
// simulation. What it says to the page are the messages of docs/live.md.
import { Engine } from "./engine";
import type { LiveCommand } from "./live";

export interface EngineStart {
  wasm: Uint8Array; // compressed
  simulation: Uint8Array;
  from: number[] | null; // time, qpos, qvel: where to begin; null: where the page says
  paused: boolean;
}

const FRAME = 1 / 60, TELL = 0.2, WINDOW = 0.5; // s
const port = self as unknown as { postMessage(message: unknown, transfer?: Transferable[]): void; onmessage: unknown };
const wall = () => performance.now() / 1000;

async function unpacked(bytes: Uint8Array): Promise<ArrayBuffer> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

class World {
  private single = 0;
  private speed = 1;
  private ratio = NaN;
  private due = 0;
  private looked = 0;
  private published = 0;
  private told = 0;
  private window = 0;
  private windowTime = 0;
  private fresh = true;
  private changed = true;
  private timer = 0;

  constructor(private engine: Engine, private paused: boolean) {
    this.restartPace();
    this.loop();
  }

  private restartPace(): void {
    this.looked = this.window = wall();
    this.due = this.windowTime = this.engine.time;
    this.ratio = NaN;
  }

  private step(): void {
    this.engine.step();
    this.fresh = true;
    if (this.single > 0) this.single--;
    if (!this.engine.stopped()) return;
    this.paused = this.changed = true;
    this.single = 0;
  }

  // until the simulation is where it should be, or the time of a frame is used up; lost time is not made up for
  private catchUp(): void {
    const now = wall(), { dt } = this.engine;
    this.due += (now - this.looked) * this.speed;
    this.looked = now;
    while (!this.paused && this.engine.time + 0.5 * dt < this.due) {
      this.step();
      if (wall() - now > FRAME) break;
    }
    if (this.due - this.engine.time > 2 * FRAME * this.speed + dt) this.due = this.engine.time;
  }

  private singleSteps(): void {
    const begin = wall();
    while (this.single > 0 && wall() - begin < FRAME) this.step();
    this.restartPace();
  }

  private publish(): void {
    const now = wall();
    if (this.fresh && (now - this.published >= 0.9 * FRAME || this.paused)) {
      const news = this.engine.news();
      if (news) port.postMessage(news, [news]);
      this.fresh = !news;
      this.published = now;
      if (this.paused) this.changed = true;
    }
    if (!this.paused && now - this.window >= WINDOW) {
      this.ratio = (this.engine.time - this.windowTime) / (now - this.window);
      this.window = now;
      this.windowTime = this.engine.time;
    }
    if (!this.changed && (this.paused || now - this.told <= TELL)) return;
    const state = this.engine.state(this.paused, this.speed, this.paused ? NaN : this.ratio);
    if (!state) return;
    port.postMessage(state);
    this.told = now;
    this.changed = false;
  }

  // what was asked for comes between two rounds; paused there is none until then
  private loop = (): void => {
    clearTimeout(this.timer);
    if (this.paused) this.singleSteps();
    else this.catchUp();
    this.publish();
    if (this.paused && this.single === 0 && !this.fresh && !this.changed) return;
    this.timer = setTimeout(this.loop, Math.max(0, 1000 * (this.looked + FRAME - wall()))) as unknown as number;
  };

  private go(paused: boolean, single: number): void {
    this.paused = paused;
    this.single = single;
    this.engine.forgetNotice();
  }

  private act(command: LiveCommand): void {
    const { engine } = this;
    switch (command.do) {
      case "run": return this.go(false, 0);
      case "pause": return this.go(true, 0);
      case "step": return this.go(true, command.count);
      case "speed": this.speed = Math.min(1e4, Math.max(1e-4, command.value)); return;
      case "reset": return engine.reset();
      case "key": return engine.key(command.index);
      case "again": return engine.again(command.time);
      case "solver": return engine.solver(command.name);
      case "law": return engine.law(command.name);
      case "friction": return engine.friction(command.value);
      case "restitution": return engine.restitution(command.value);
      case "control": return engine.control(command.actuator, command.value);
      case "drag": return engine.drag(command.body, command.point, command.to, command.strength ?? 1);
      case "drop": return engine.drop();
    }
  }

  obey(command: LiveCommand): void {
    const { epoch } = this.engine, { paused } = this;
    try {
      this.act(command);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      port.postMessage({ type: "error", reason: error instanceof Error ? error.message : String(error) });
    }
    this.changed = true;
    if (epoch !== this.engine.epoch) {
      this.fresh = true;
      this.published = 0;
      this.single = 0;
    }
    if (epoch !== this.engine.epoch || paused !== this.paused || command.do === "speed") this.restartPace();
    this.loop();
  }
}

let world: World | null = null;

async function begin(start: EngineStart): Promise<void> {
  const engine = await Engine.open(await unpacked(start.wasm), start.simulation);
  if (start.from) engine.from(start.from);
  port.postMessage({ type: "facts", facts: engine.facts() });
  world = new World(engine, start.paused);
}

port.onmessage = ({ data }: MessageEvent<EngineStart | LiveCommand>) => {
  if ("do" in data) world?.obey(data);
  else begin(data).catch((error) => port.postMessage({ type: "failure", reason: error instanceof Error ? error.message : String(error) }));
};
