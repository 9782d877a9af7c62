// Starts `rigor view` and speaks to it: a WebSocket client of its own, so that it can also misbehave.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";

export const KEY = "dGhlIHNhbXBsZSBub25jZQ==", ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="; // RFC 6455, 1.3

export const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

export class Server {
  // an option that is an object is for the environment
  constructor(rigor, model, ...options) {
    // what a sanitizer keeps of memory that was given back is not the program's
    const env = { ...process.env, ASAN_OPTIONS: "quarantine_size_mb=4" };
    if (typeof options[0] === "object") Object.assign(env, options.shift());
    this.process = spawn(rigor, ["view", model, "--no-browser", "--port", "0", ...options], { stdio: ["ignore", "pipe", "pipe"], env });
    this.out = this.err = "";
    this.process.stdout.setEncoding("utf8").on("data", (text) => (this.out += text));
    this.process.stderr.setEncoding("utf8").on("data", (text) => (this.err += text));
    // a test that fails leaves none behind
    process.once("exit", () => this.process.kill("SIGKILL"));
    this.ended = new Promise((done) => this.process.on("exit", (code) => done(code)));
  }

  // its address; null where it has ended
  async begin() {
    const ended = this.ended.then(() => true);
    while (!/^http.*\n/.test(this.out)) if (await Promise.race([ended, sleep(0.02)])) return null;
    this.address = this.out.split("\n")[0];
    this.port = Number(new URL(this.address).port);
    return this.address;
  }

  // resident memory, MB
  memory() {
    return Number(readFileSync(`/proc/${this.process.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) / 1024;
  }

  async end(signal = "SIGINT") {
    this.process.kill(signal);
    return this.ended;
  }
}

// One connection. `messages` are { opcode, data }, text as text.
export class Client {
  messages = []; // the newest
  received = 0;
  head = "";
  closed = false;
  #rest = Buffer.alloc(0);
  #pieces = [];
  #kind = 0;
  #stateText = undefined;
  #state = null;

  constructor(port) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.on("data", (bytes) => this.#read(bytes));
    this.socket.on("error", () => {});
    this.socket.on("close", () => (this.closed = true));
  }

  #read(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    if (!this.done) {
      const end = this.#rest.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.head = this.#rest.toString("latin1", 0, end);
      this.done = true;
      this.#rest = this.#rest.subarray(end + 4);
    }
    if (this.head.startsWith("HTTP/1.1 101")) this.#frames();
    else this.body = this.#rest;
  }

  #frames() {
    for (;;) {
      const b = this.#rest;
      if (b.length < 2) return;
      const short = b[1] & 127, size = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (b.length < size) return;
      const length = short === 127 ? Number(b.readBigUInt64BE(2)) : short === 126 ? b.readUInt16BE(2) : short;
      if (b.length < size + length) return;
      const data = Buffer.from(b.subarray(size, size + length)), opcode = b[0] & 15;
      this.#rest = b.subarray(size + length);
      // a ping wants its answer (RFC 6455, 5.5.2): who is silent for a minute is let go
      if (opcode === 9) this.frame(10, data);
      if (opcode === 8) this.frame(8, data); // and so does a goodbye
      if (opcode >= 8) this.#keep(opcode, data);
      else this.#piece(opcode, data, b[0] >> 7);
    }
  }

  // a large message comes in pieces
  #piece(opcode, data, final) {
    if ((opcode === 0) !== this.#pieces.length > 0) throw new Error("a piece without its beginning, or a beginning too many");
    if (opcode) this.#kind = opcode;
    this.#pieces.push(data);
    if (!final) return;
    this.#keep(this.#kind, Buffer.concat(this.#pieces));
    this.#pieces = [];
  }

  #keep(opcode, data) {
    this.received++;
    this.messages.push({ opcode, data: opcode === 1 ? data.toString("utf8") : data });
    if (this.messages.length > 5000) this.messages.splice(0, 2500);
  }

  // a request as it is; the status of the answer, 0 where there was none
  async request(text, seconds = 10) {
    this.socket.write(text);
    await this.until(() => this.done || this.closed, seconds).catch(() => {});
    return Number(this.head.split(" ")[1] ?? 0);
  }

  open({ host, origin, key = KEY, path = "/live", version = 13 } = {}) {
    const port = this.socket.remotePort ?? this.port;
    const fields = [`Host: ${host ?? `127.0.0.1:${port}`}`, "Upgrade: websocket", "Connection: keep-alive, Upgrade",
      `Sec-WebSocket-Key: ${key}`, `Sec-WebSocket-Version: ${version}`];
    if (origin !== null) fields.push(`Origin: ${origin ?? `http://127.0.0.1:${port}`}`);
    return this.request(`GET ${path} HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`);
  }

  frame(opcode, data, { final = true, mask = true } = {}) {
    const bytes = Buffer.from(data), size = bytes.length > 65535 ? 10 : bytes.length > 125 ? 4 : 2;
    const head = Buffer.alloc(size + (mask ? 4 : 0));
    head[0] = (final ? 128 : 0) | opcode;
    head[1] = (mask ? 128 : 0) | (size === 10 ? 127 : size === 4 ? 126 : bytes.length);
    if (size === 10) head.writeBigUInt64BE(BigInt(bytes.length), 2);
    if (size === 4) head.writeUInt16BE(bytes.length, 2);
    const key = [1, 2, 3, 4];
    if (mask) key.forEach((value, k) => (head[size + k] = value));
    this.socket.write(Buffer.concat([head, mask ? bytes.map((value, k) => value ^ key[k % 4]) : bytes]));
  }

  send(command) {
    this.frame(1, typeof command === "string" ? command : JSON.stringify(command));
  }

  texts(type) {
    return this.messages.filter(({ opcode, data }) => opcode === 1 && data.includes(`"type": "${type}"`) || data.includes?.(`"type":"${type}"`)).map(({ data }) => JSON.parse(data));
  }

  // the newest message, read once: tests ask for it a hundred times a second
  get state() {
    const text = this.messages.findLast(({ opcode, data }) => opcode === 1 && /"type": ?"state"/.test(data))?.data;
    if (text !== this.#stateText) [this.#stateText, this.#state] = [text, text ? JSON.parse(text) : null];
    return this.#state;
  }

  get newest() {
    return this.messages.findLast(({ opcode }) => opcode === 2)?.data ?? null;
  }

  // time of the newest frame
  get time() {
    return this.newest?.readDoubleLE(16 + 8) ?? -1;
  }

  get closeCode() {
    const close = this.messages.find(({ opcode }) => opcode === 8);
    return close ? (close.data.length >= 2 ? close.data.readUInt16BE(0) : 1005) : 0;
  }

  async until(test, seconds = 120) {
    const end = Date.now() + 1000 * seconds;
    while (Date.now() < end) {
      if (test()) return;
      if (this.closed && this.received > 0) throw new Error(`the connection has ended before this came true: ${test}`);
      await sleep(0.01);
    }
    throw new Error(`did not come true in ${seconds} s: ${test}`);
  }

  end() {
    this.socket.destroy();
  }
}

export async function watch(port, fields) {
  const client = new Client(port);
  client.port = port;
  const status = await client.open(fields);
  if (status !== 101) throw new Error(`status ${status}`);
  return client;
}
