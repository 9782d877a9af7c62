// The page and the engine of viewer/dist: made of the sources beside them, byte for byte where npm and emscripten are there; the
// engine moves as the program does. Usage: node test_dist.mjs RIGOR SOURCE WORK. RIGOR_FULL=1 compiles the engine, too, and asks
// that it is of these very sources; else it may be somewhat older than src/, as long as it reads the models of the program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { element } from "./engine_page.mjs";

const [rigor, source, build] = process.argv.slice(2);
const full = process.env.RIGOR_FULL === "1", dist = join(source, "viewer/dist");
const renew = "run viewer/renew and commit viewer/dist";

function ask(check) {
  const done = spawnSync("cmake", [`-DSOURCE=${join(source, "viewer")}`, `-DWORK=${build}`, `-DCHECK=${check}`, `-DPART=${full ? "" : "page"}`, "-P", join(source, "viewer/dist.cmake")], { encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  return done.stderr.trim();
}

function testSources() {
  const said = ask("sources");
  assert.ok(!/^page:/m.test(said), `viewer/src is newer than the page of viewer/dist: ${renew}`);
  assert.ok(!/^shared:/m.test(said), `the engine of viewer/dist writes other frames than the page reads: ${renew}`);
  if (!said) return;
  assert.ok(!full, `src/ is newer than the engine of viewer/dist: ${renew}`);
  console.log(`the engine of viewer/dist is older than src/; before a release ${renew}`);
}

function testBytes() {
  const said = ask("bytes");
  if (/^cannot: /m.test(said)) console.log(`NOT COMPARED: ${said}`);
  else assert.match(said, /^same$/m, `${said}: ${renew}`);
}

// three.js, uPlot and the C library of emscripten are named with their licences in every page
function testLicences(page) {
  for (const word of ["Permission is hereby granted", "three.js", "Leon Sorokin", "musl", "WITHOUT WARRANTY OF ANY KIND"]) assert.ok(page.includes(word), word);
}

async function testMotion() {
  const work = mkdtempSync(join(tmpdir(), "rigor-dist-")), { Engine } = await import(pathToFileURL(join(dist, "engine.mjs")).href);
  const wasm = gunzipSync(readFileSync(join(dist, "engine.wasm.gz")));
  for (const [model, ...options] of [["acc_cube"], ["four_bar"], ["quadruped", "--key", "stand", "--hold", "stand"]]) {
    const file = join(work, `${model}.html`), csv = join(work, `${model}.csv`);
    const done = spawnSync(rigor, ["run", join(source, `models/${model}.xml`), ...options, "--steps", "100", "--html", file, "--csv", csv, "--live", "--quiet"], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    const page = readFileSync(file, "utf8"), [head, ...rows] = readFileSync(csv, "utf8").trim().split("\n").map((line) => line.split(","));
    testLicences(page);
    const engine = await Engine.open(wasm, new Uint8Array(Buffer.from(element(page, "rigor-simulation"), "base64")));
    const columns = head.map((name, k) => (/^qpos\d/.test(name) ? k : -1)).filter((k) => k >= 0);
    for (let k = 0; k < 100; k++) assert.equal(engine.step(), 0);
    const wanted = columns.map((k) => Number(rows[100][k])), have = engine.qpos(columns.length);
    const apart = Math.max(...wanted.map((x, k) => Math.abs(x - have[k])));
    console.log(`${model}: ${apart.toExponential(1)} apart after 100 steps`);
    assert.ok(apart < 1e-6 && engine.residual <= 1e-10);
  }
  rmSync(work, { recursive: true });
}

testSources();
testBytes();
await testMotion();
