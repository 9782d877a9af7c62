// src/engine.ts
var Engine = class _Engine {
  exports;
  complaint = "";
  // what an assertion said
  // `wasm`: the module; `simulation`: what the page simulates. Throws with a reason
  static async open(wasm, simulation) {
    const engine = new _Engine();
    const { instance } = await WebAssembly.instantiate(wasm, engine.system());
    engine.exports = instance.exports;
    engine.exports._initialize?.();
    engine.refuse(engine.withBytes(simulation, (at) => engine.exports.engine_open(at, simulation.byteLength)));
    return engine;
  }
  // a clock; nothing else of a system is there
  system() {
    const view = () => new DataView(this.exports.memory.buffer);
    const write = (_file, list, count, written) => {
      let bytes = 0;
      for (let k = 0; k < count; k++) {
        const at = view().getUint32(list + 8 * k, true), size = view().getUint32(list + 8 * k + 4, true);
        this.complaint = (this.complaint + new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, size))).slice(-500);
        bytes += size;
      }
      view().setUint32(written, bytes, true);
      return 0;
    };
    const known = {
      clock_time_get: ((_clock, _precision, at) => {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      }),
      fd_write: write,
      proc_exit: (() => {
        throw new Error(this.complaint || "the library ended");
      })
    };
    const nothing = () => 8;
    const all = new Proxy({}, { get: (_, name) => known[name] ?? nothing });
    return { env: all, wasi_snapshot_preview1: all };
  }
  // --- memory ---------------------------------------------------------------------------------------------
  withBytes(bytes, use) {
    const at = this.exports.engine_room(bytes.byteLength);
    if (at === 0) throw new Error("no memory is left");
    new Uint8Array(this.exports.memory.buffer, at, bytes.byteLength).set(bytes);
    try {
      return use(at);
    } finally {
      this.exports.engine_give_back(at);
    }
  }
  withNumbers(numbers, use) {
    return this.withBytes(new Uint8Array(new Float64Array(numbers).buffer), use);
  }
  withText(text, use) {
    return this.withBytes(new TextEncoder().encode(`${text}\0`), use);
  }
  text(at) {
    const bytes = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }
  // a reason at that address is an error
  refuse(reason) {
    if (reason !== 0) throw new Error(this.text(reason));
  }
  numbers(at, count) {
    return new Float64Array(this.exports.memory.buffer, at, count).slice();
  }
  // --- what it does -----------------------------------------------------------------------------------------
  step() {
    return this.exports.engine_step();
  }
  // whether the last step ended the motion; asked once
  stopped() {
    return this.exports.engine_stopped() !== 0;
  }
  get time() {
    return this.exports.engine_time();
  }
  get dt() {
    return this.exports.engine_dt();
  }
  get epoch() {
    return this.exports.engine_epoch();
  }
  get residual() {
    return this.exports.engine_residual();
  }
  qpos(count) {
    return this.numbers(this.exports.engine_qpos(), count);
  }
  qvel(count) {
    return this.numbers(this.exports.engine_qvel(), count);
  }
  // as of `rigor view` (docs/live.md); null: no memory now
  news() {
    const at = this.exports.engine_news();
    if (at === 0) return null;
    const six = new Uint32Array(this.exports.memory.buffer, at, 6).slice();
    const sizes = [six[1], six[3], six[5]], message = new Uint8Array(16 + sizes[0] + sizes[1] + sizes[2]);
    const head = new DataView(message.buffer);
    head.setUint32(0, this.epoch, true);
    let place = 16;
    sizes.forEach((size, k) => {
      head.setUint32(4 + 4 * k, size, true);
      message.set(new Uint8Array(this.exports.memory.buffer, six[2 * k], size), place);
      place += size;
    });
    return message.buffer;
  }
  state(paused, speed, ratio) {
    const at = this.exports.engine_state(paused ? 1 : 0, speed, ratio);
    return at === 0 ? null : JSON.parse(this.text(at));
  }
  facts() {
    return JSON.parse(this.text(this.exports.engine_facts()));
  }
  reset() {
    this.refuse(this.exports.engine_reset());
  }
  key(index) {
    this.refuse(this.exports.engine_key(index));
  }
  again(time) {
    this.refuse(this.exports.engine_again(time));
  }
  // time, qpos, qvel
  from(numbers) {
    this.refuse(this.withNumbers(numbers, (at) => this.exports.engine_from(at)));
  }
  solver(name) {
    this.refuse(this.withText(name, (at) => this.exports.engine_solver(at)));
  }
  law(name) {
    this.refuse(this.withText(name, (at) => this.exports.engine_law(at)));
  }
  friction(value) {
    this.refuse(this.exports.engine_friction(value ?? NaN));
  }
  restitution(value) {
    this.refuse(this.exports.engine_restitution(value ?? NaN));
  }
  control(actuator, value) {
    this.refuse(this.exports.engine_control(actuator, value));
  }
  drag(body, point, to, strength) {
    this.refuse(this.withNumbers([...point, ...to], (at) => this.exports.engine_drag(body, at, strength)));
  }
  drop() {
    this.exports.engine_drop();
  }
  forgetNotice() {
    this.exports.engine_forget_notice();
  }
};
export {
  Engine
};
