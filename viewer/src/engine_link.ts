// The page's side of the engine in it: a link like the one to `rigor view`, with a worker at the other end.
import type { EngineStart } from "./engine_worker";
import type { Link, LiveCommand, LiveFacts, LiveState } from "./live";
import { decodeBase64 } from "./recording";

type Message = LiveState | { type: "error" | "failure"; reason: string } | { type: "facts"; facts: LiveFacts };

// What the page has to simulate, and whether it begins at once; null: nothing.
export function simulationOf(page: Document): { begins: boolean } | null {
  const element = page.getElementById("rigor-simulation");
  return element ? { begins: element.dataset["begins"] === "1" } : null;
}

// Why this browser cannot do it; "": it can.
export function engineFault(): string {
  if (typeof WebAssembly !== "object") return "This browser has no WebAssembly";
  if (typeof Worker !== "function") return "This browser has no workers";
  if (typeof DecompressionStream !== "function") return "This browser is older than 2023 and cannot unpack the engine";
  return "";
}

function bytesOf(id: string): Uint8Array {
  return decodeBase64((document.getElementById(id)?.textContent ?? "").trim());
}

export class EngineLink implements Link {
  onBytes: (bytes: ArrayBuffer) => void = () => {};
  onState: (state: LiveState) => void = () => {};
  onRefusal: (reason: string) => void = () => {};
  onChange: (connected: boolean) => void = () => {};
  onFacts: (facts: LiveFacts) => void = () => {};
  onFailure: (reason: string) => void = () => {};
  connected = false;
  private worker: Worker | null = null;
  private waiting: (() => void)[] = []; // what came before anybody listened
  private opened = false;

  // `from`: time, qpos, qvel; null: where the page says
  constructor(private from: number[] | null, private paused: boolean) {}

  start(): void {
    try {
      const script = document.getElementById("rigor-worker")?.textContent ?? "";
      if (!script) throw new Error("the page is cut off: its worker is missing");
      const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
      this.worker = new Worker(address);
      this.worker.onmessage = ({ data }) => this.take(data as ArrayBuffer | Message);
      this.worker.onerror = (event) => this.fail(event.message || "its worker ended");
      const start: EngineStart = { wasm: bytesOf("rigor-engine"), simulation: bytesOf("rigor-simulation"), from: this.from, paused: this.paused };
      this.worker.postMessage(start, [start.wasm.buffer, start.simulation.buffer]);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  private fail(reason: string): void {
    this.connected = false;
    this.worker?.terminate();
    this.onChange(false);
    this.onFailure(reason);
  }

  private take(message: ArrayBuffer | Message): void {
    if (!(message instanceof ArrayBuffer) && message.type === "facts") this.onFacts(message.facts);
    else if (!(message instanceof ArrayBuffer) && message.type === "failure") this.fail(message.reason);
    else if (this.opened) this.deliver(message);
    else this.waiting.push(() => this.deliver(message));
  }

  private deliver(message: ArrayBuffer | Message): void {
    if (message instanceof ArrayBuffer) this.onBytes(message);
    else if (message.type === "state") this.onState(message);
    else if (message.type === "error") this.onRefusal(message.reason);
  }

  open(): void {
    this.opened = this.connected = true;
    this.onChange(true);
    for (const late of this.waiting.splice(0)) late();
  }

  send(command: LiveCommand): void {
    if (this.connected) this.worker?.postMessage(command);
  }
}
