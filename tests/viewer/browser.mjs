// A headless Chromium driven over its debugging pipe, without any package: one page at a time.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

const ANSWER_SECONDS = 60;

export class Browser {
  #next = 1;
  #waiting = new Map();
  #listeners = [];
  #rest = "";

  constructor(program) {
    this.folder = mkdtempSync(join(tmpdir(), "rigor-browser-"));
    const options = ["--headless", "--no-sandbox", "--remote-debugging-pipe", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
      "--hide-scrollbars", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
      `--user-data-dir=${join(this.folder, "profile")}`, "about:blank"];
    this.process = spawn(program, options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.process.on("exit", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the browser has ended"));
    });
    this.process.stdio[4].setEncoding("utf8").on("data", (text) => this.#read(text));
  }

  #read(text) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop();
    for (const message of messages.map((part) => JSON.parse(part))) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (!waiting) for (const listener of this.#listeners) listener(message);
      else if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting.resolve(message.result);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer in ${ANSWER_SECONDS} s`)), 1000 * ANSWER_SECONDS);
      const end = (act) => (value) => {
        clearTimeout(timer);
        act(value);
      };
      this.#waiting.set(id, { method, resolve: end(resolve), reject: end(reject) });
    });
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  async open(address, { width = 1200, height = 800 } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, targetId, sessionId);
    await page.begin(address, width, height);
    return page;
  }

  async close() {
    await this.send("Browser.close").catch(() => {});
    await new Promise((done) => (this.process.exitCode === null ? this.process.on("exit", done) : done()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

export class Page {
  errors = []; // of the console, and exceptions
  requests = []; // that left the machine, or tried to

  constructor(browser, target, session) {
    this.browser = browser;
    this.target = target;
    this.session = session;
    browser.listen((message) => {
      if (message.sessionId !== session) return;
      const { method, params } = message;
      if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type))
        this.errors.push(params.args.map((part) => part.value ?? part.description).join(" "));
      if (method === "Log.entryAdded" && params.entry.level === "error") this.errors.push(params.entry.text);
      if (method === "Network.requestWillBeSent" && !/^(file|data|blob):/.test(params.request.url)) this.requests.push(params.request.url);
    });
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  async begin(address, width, height) {
    for (const domain of ["Runtime", "Network", "Log", "Page"]) await this.send(`${domain}.enable`);
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await this.send("Page.navigate", { url: address });
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  async until(expression, seconds = 30) {
    const end = Date.now() + 1000 * seconds;
    while (Date.now() < end) {
      if (await this.evaluate(`!!(${expression})`).catch(() => false)) return;
      await new Promise((done) => setTimeout(done, 30));
    }
    throw new Error(`did not come true in ${seconds} s: ${expression}`);
  }

  // two frames later everything that was asked for is on the screen
  async settle() {
    await this.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
  }

  async mouse(type, x, y, buttons = 0) {
    const button = type === "mouseMoved" ? "none" : "left";
    await this.send("Input.dispatchMouseEvent", { type, x, y, button, buttons, clickCount: type === "mouseMoved" ? 0 : 1 });
  }

  async click(x, y) {
    await this.mouse("mouseMoved", x, y);
    await this.mouse("mousePressed", x, y, 1);
    await this.mouse("mouseReleased", x, y);
  }

  async key(key, text = key.length === 1 ? key : undefined) {
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }

  async picture() {
    await this.settle();
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  }

  async close() {
    await this.browser.send("Target.closeTarget", { targetId: this.target });
  }
}

// --- PNG: 8 bits a channel, not interlaced -------------------------------------------------------

function paeth(a, b, c) {
  const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

export function decodePng(file) {
  const width = file.readUInt32BE(16), height = file.readUInt32BE(20), channels = file[25] === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < file.length;) {
    const size = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(file.subarray(at + 8, at + 8 + size));
    at += 12 + size;
  }
  const raw = inflateSync(Buffer.concat(parts)), row = width * channels, pixels = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)];
    for (let i = 0; i < row; i++) {
      const a = i >= channels ? pixels[y * row + i - channels] : 0, b = y > 0 ? pixels[(y - 1) * row + i] : 0;
      const c = i >= channels && y > 0 ? pixels[(y - 1) * row + i - channels] : 0;
      const add = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
      pixels[y * row + i] = raw[y * (row + 1) + 1 + i] + add;
    }
  }
  return { width, height, at: (x, y) => Array.from(pixels.subarray((Math.round(y) * width + Math.round(x)) * channels, (Math.round(y) * width + Math.round(x)) * channels + 3)) };
}
