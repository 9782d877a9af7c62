// The engine of a page beside the program: the same motion, step by step; refusals; moments that are begun from again.
// Usage: node test_engine.mjs RIGOR SOURCE ENGINE.mjs. Exit status 77 where this build has no engine.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openEngine } from "./engine_page.mjs";

const [rigor, source, bundle] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "rigor-engine-")), module = pathToFileURL(bundle).href;
const STEPS = 1000, TOLERANCE = 1e-8; // of a step, the program's own

function run(...options) {
  const done = spawnSync(rigor, ["run", ...options], { encoding: "utf8" });
  if (/no engine for pages|no page in it/.test(done.stderr)) {
    console.log(`SKIPPED: ${done.stderr.trim()}`);
    rmSync(work, { recursive: true });
    process.exit(77);
  }
  return done;
}

// Scenes: the two are the same to the last bit. The operations are the same in the same order, and sines are the library's own
// (src/math/turn.h). Only the order of elimination of large systems is another one (engine/ordering.c), and a pile magnifies what it
// rounds: there a nudge, text of the model in the place of another one, by what a solve to the tolerance leaves open, carries
// the program's own motion, and a thousand times that is the measure; later impacts fall into other steps and nothing is to compare.
const scenes = [
  ["acc_sphere", []], ["acc_cube", []], ["pendulum_3d", []], ["stack10", []], ["four_bar", []],
  ["gripper", ["--key", "hold", "--hold", "hold"]], ["quadruped", ["--key", "stand", "--hold", "stand"]],
  ["conveyor", []], ["incline_26_6", []], ["slider_crank", []], ["gallery/arch", []], ["gallery/dominoes", ["--key", "push"]],
  ["tippe_top", ["--key", "0"]], ["pend12_pin", ["--key", "0"]],
  ["box_pile100", [], { nudge: ["0.500000", "0.5000000001"], exactly: 150, steps: 240 }],
];

function lines(file) {
  const [head, ...rows] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(","));
  const columns = head.map((name, k) => (/^q(pos|vel)\d/.test(name) ? k : -1)).filter((k) => k >= 0);
  return rows.map((row) => columns.map((k) => Number(row[k])));
}

const distance = (have, wanted) => Math.max(...have.map((x, i) => Math.abs(x - wanted[i]) / Math.max(1, Math.abs(wanted[i]))));

// how far the program's motion has been, up to each step, from that of a model with the nudge
function carried(model, options, wanted, [from, to]) {
  const file = join(work, "nudged.xml"), csv = join(work, "nudged.csv"), text = readFileSync(model, "utf8");
  assert.ok(text.includes(from));
  writeFileSync(file, text.replace(from, to));
  assert.equal(run(file, ...options, "--csv", csv, "--quiet").status, 0);
  let most = 0;
  return lines(csv).map((line, k) => (most = Math.max(most, distance(line, wanted[k]))));
}

async function testSameMotion() {
  for (const [name, own, { nudge, exactly = STEPS, steps = STEPS } = {}] of scenes) {
    const file = name.replace("/", "_"), csv = join(work, `${file}.csv`), page = join(work, `${file}.html`);
    const model = join(source, `models/${name}.xml`), options = [...own, "--steps", String(steps)];
    const done = run(model, ...options, "--csv", csv, "--html", page, "--live", "--quiet");
    assert.ok(done.status === 0, `${name}: ${done.stderr}`);
    const engine = await openEngine(module, page), wanted = lines(csv), magnified = nudge && carried(model, options, wanted, nudge);
    const header = JSON.parse(/<script id="rigor-scene"[^>]*>([^]*?)<\/script>/.exec(readFileSync(page, "utf8"))[1]);
    let apart = 0, exact = -1;
    for (let k = 0; k < wanted.length; k++) {
      if (k > 0) assert.equal(engine.step(), 0, `${name}: step ${k} is not solved`);
      const have = [...engine.qpos(header.nq), ...engine.qvel(header.nv)];
      assert.equal(have.length, wanted[0].length);
      const difference = distance(have, wanted[k]);
      if (difference === 0 && apart === 0) exact = k;
      apart = Math.max(apart, difference);
      const bound = k <= exactly ? 0 : 1e-12 + 1000 * magnified[k];
      assert.ok(difference <= bound, `${name}: ${difference} apart at step ${k}, at most ${bound}`);
      assert.ok(engine.residual <= TOLERANCE);
    }
    const beside = magnified ? `; a nudge carries the program's own by ${magnified.at(-1).toExponential(1)}` : "";
    console.log(`${name}: ${wanted.length - 1} steps, ${apart === 0 ? "bit for bit" : `bit for bit until step ${exact}, then within ${apart.toExponential(1)}${beside}`}`);
  }
}

async function testMomentsAgain() {
  const engine = await openEngine(module, join(work, "quadruped.html")), places = [];
  engine.news();
  for (let k = 0; k < 40; k++) {
    engine.step();
    engine.news();
    places.push([engine.time, engine.qpos(19)]);
  }
  const [time, place] = places[19], { epoch } = engine;
  engine.again(time + 1e-4);
  assert.equal(engine.time, time);
  assert.equal(engine.epoch, epoch + 1);
  assert.deepEqual(engine.qpos(19), place);
  engine.reset();
  assert.equal(engine.time, 0);
  engine.key(-1);
  assert.deepEqual([...engine.qpos(3)].slice(0, 2), [0, 0]);
}

async function testRefusals() {
  const engine = await openEngine(module, join(work, "acc_cube.html"));
  assert.throws(() => engine.solver("fastest"), /no such solver/);
  assert.throws(() => engine.law("none"), /law/);
  assert.throws(() => engine.friction(-1), /friction/);
  assert.throws(() => engine.drag(0, [0, 0, 0], [0, 0, 0], 1), /no such body/);
  assert.throws(() => engine.drag(1, [0, 0, 0], [NaN, 0, 0], 1), /far/);
  assert.throws(() => engine.control(0, 1), /actuator/);
  assert.throws(() => engine.key(7), /keyframe/);
  engine.solver("nsgs");
  assert.equal(engine.step(), 0);
  assert.equal(engine.state(false, 1, NaN).solver, "nsgs");
  // a page that was cut in half
  const { Engine } = await import(module), page = readFileSync(join(work, "acc_cube.html"), "utf8");
  const { gunzipSync } = await import("node:zlib"), { element } = await import("./engine_page.mjs");
  const wasm = gunzipSync(Buffer.from(element(page, "rigor-engine"), "base64"));
  const simulation = Buffer.from(element(page, "rigor-simulation"), "base64");
  for (const cut of [0, 7, 100, simulation.length - 8])
    await assert.rejects(Engine.open(wasm, new Uint8Array(simulation.subarray(0, cut))), /cut off|compiled/);
  simulation[60] ^= 1;
  await assert.rejects(Engine.open(wasm, new Uint8Array(simulation)), /damaged/);
}

function testOptions() {
  const page = join(work, "no.html"), model = join(source, "models/acc_cube.xml");
  assert.match(run(model, "--live").stderr, /--live.*needs --html/);
  assert.equal(run(model, "--html", page, "--quiet").status, 0);
  assert.match(readFileSync(page, "utf8"), /rigor-simulation" [^>]*data-begins="0"/);
  assert.ok(existsSync(page));
}

try {
  await testSameMotion();
  await testMomentsAgain();
  await testRefusals();
  testOptions();
} finally {
  rmSync(work, { recursive: true, force: true });
}
