// The engine as WebAssembly, from JavaScript: the functions of engine/engine.c, and the few that it wants of a system. Used by
// the worker of a page, and by tests outside of browsers.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  engine_room(bytes: number): number;
  engine_give_back(room: number): void;
  engine_open(at: number, size: number): number;
  engine_reset(): number;
  engine_key(index: number): number;
  engine_again(time: number): number;
  engine_from(at: number): number;
  engine_step(): number;
  engine_stopped(): number;
  engine_time(): number;
  engine_dt(): number;
  engine_qpos(): number;
  engine_qvel(): number;
  engine_residual(): number;
  engine_news(): number;
  engine_epoch(): number;
  engine_state(paused: number, speed: number, ratio: number): number;
  engine_facts(): number;
  engine_solver(name: number): number;
  engine_law(name: number): number;
  engine_friction(value: number): number;
  engine_restitution(value: number): number;
  engine_control(actuator: number, value: number): number;
  engine_drag(body: number, where: number, strength: number): number;
  engine_drop(): void;
  engine_forget_notice(): void;
}

export class Engine {
  private exports!: Exports;
  private complaint = ""; // what an assertion said

  // `wasm`: the module; `simulation`: what the page simulates. Throws with a reason
  static async open(wasm: BufferSource, simulation: Uint8Array): Promise<Engine> {
    const engine = new Engine();
    const { instance } = await WebAssembly.instantiate(wasm, engine.system());
    engine.exports = instance.exports as unknown as Exports;
    engine.exports._initialize?.();
    engine.refuse(engine.withBytes(simulation, (at) => engine.exports.engine_open(at, simulation.byteLength)));
    return engine;
  }

  // a clock; nothing else of a system is there
  private system(): WebAssembly.Imports {
    const view = () => new DataView(this.exports.memory.buffer);
    const write = (_file: number, list: number, count: number, written: number): number => {
      let bytes = 0;
      for (let k = 0; k < count; k++) {
        const at = view().getUint32(list + 8 * k, true), size = view().getUint32(list + 8 * k + 4, true);
        this.complaint = (this.complaint + new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, size))).slice(-500);
        bytes += size;
      }
      view().setUint32(written, bytes, true);
      return 0;
    };
    const known: Record<string, (...values: never[]) => unknown> = {
      clock_time_get: ((_clock: number, _precision: bigint, at: number) => {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      }) as never,
      fd_write: write as never,
      proc_exit: (() => {
        throw new Error(this.complaint || "the library ended");
      }) as never,
    };
    const nothing = () => 8; // "bad file"
    const all = new Proxy({}, { get: (_, name) => known[name as string] ?? nothing });
    return { env: all, wasi_snapshot_preview1: all } as WebAssembly.Imports;
  }

  // --- memory ---------------------------------------------------------------------------------------------

  private withBytes<T>(bytes: Uint8Array, use: (at: number) => T): T {
    const at = this.exports.engine_room(bytes.byteLength);
    if (at === 0) throw new Error("no memory is left");
    new Uint8Array(this.exports.memory.buffer, at, bytes.byteLength).set(bytes);
    try {
      return use(at);
    } finally {
      this.exports.engine_give_back(at);
    }
  }

  private withNumbers<T>(numbers: number[], use: (at: number) => T): T {
    return this.withBytes(new Uint8Array(new Float64Array(numbers).buffer), use);
  }

  private withText<T>(text: string, use: (at: number) => T): T {
    return this.withBytes(new TextEncoder().encode(`${text}\0`), use);
  }

  private text(at: number): string {
    const bytes = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  // a reason at that address is an error
  private refuse(reason: number): void {
    if (reason !== 0) throw new Error(this.text(reason));
  }

  private numbers(at: number, count: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, at, count).slice();
  }

  // --- what it does -----------------------------------------------------------------------------------------

  step(): number {
    return this.exports.engine_step();
  }

  // whether the last step ended the motion; asked once
  stopped(): boolean {
    return this.exports.engine_stopped() !== 0;
  }

  get time(): number {
    return this.exports.engine_time();
  }

  get dt(): number {
    return this.exports.engine_dt();
  }

  get epoch(): number {
    return this.exports.engine_epoch();
  }

  get residual(): number {
    return this.exports.engine_residual();
  }

  qpos(count: number): Float64Array {
    return this.numbers(this.exports.engine_qpos(), count);
  }

  qvel(count: number): Float64Array {
    return this.numbers(this.exports.engine_qvel(), count);
  }

  // as of `rigor view` (docs/live.md); null: no memory now
  news(): ArrayBuffer | null {
    const at = this.exports.engine_news();
    if (at === 0) return null;
    const six = new Uint32Array(this.exports.memory.buffer, at, 6).slice();
    const sizes = [six[1]!, six[3]!, six[5]!], message = new Uint8Array(16 + sizes[0]! + sizes[1]! + sizes[2]!);
    const head = new DataView(message.buffer);
    head.setUint32(0, this.epoch, true);
    let place = 16;
    sizes.forEach((size, k) => {
      head.setUint32(4 + 4 * k, size, true);
      message.set(new Uint8Array(this.exports.memory.buffer, six[2 * k]!, size), place);
      place += size;
    });
    return message.buffer;
  }

  state(paused: boolean, speed: number, ratio: number): unknown {
    const at = this.exports.engine_state(paused ? 1 : 0, speed, ratio);
    return at === 0 ? null : JSON.parse(this.text(at));
  }

  facts(): unknown {
    return JSON.parse(this.text(this.exports.engine_facts()));
  }

  reset(): void {
    this.refuse(this.exports.engine_reset());
  }

  key(index: number): void {
    this.refuse(this.exports.engine_key(index));
  }

  again(time: number): void {
    this.refuse(this.exports.engine_again(time));
  }

  // time, qpos, qvel
  from(numbers: number[]): void {
    this.refuse(this.withNumbers(numbers, (at) => this.exports.engine_from(at)));
  }

  solver(name: string): void {
    this.refuse(this.withText(name, (at) => this.exports.engine_solver(at)));
  }

  law(name: string): void {
    this.refuse(this.withText(name, (at) => this.exports.engine_law(at)));
  }

  friction(value: number | null): void {
    this.refuse(this.exports.engine_friction(value ?? NaN));
  }

  restitution(value: number | null): void {
    this.refuse(this.exports.engine_restitution(value ?? NaN));
  }

  control(actuator: number, value: number): void {
    this.refuse(this.exports.engine_control(actuator, value));
  }

  drag(body: number, point: number[], to: number[], strength: number): void {
    this.refuse(this.withNumbers([...point, ...to], (at) => this.exports.engine_drag(body, at, strength)));
  }

  drop(): void {
    this.exports.engine_drop();
  }

  forgetNotice(): void {
    this.exports.engine_forget_notice();
  }
}
