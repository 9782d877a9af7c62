// What a page that simulates has in it, taken out of the file as the page itself does.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export function element(page, id) {
  const found = new RegExp(`<script id="${id}"[^>]*>([^]*?)</script>`).exec(page);
  if (!found) throw new Error(`the page has no ${id}`);
  return found[1];
}

// the engine of the page with what it simulates; `module`: engine.mjs of the build
export async function openEngine(module, file) {
  const { Engine } = await import(module), page = readFileSync(file, "utf8");
  const wasm = gunzipSync(Buffer.from(element(page, "rigor-engine"), "base64"));
  return Engine.open(wasm, new Uint8Array(Buffer.from(element(page, "rigor-simulation"), "base64")));
}
