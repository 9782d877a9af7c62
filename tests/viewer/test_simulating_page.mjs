// A page that simulates, in a real browser, from a file and without a server: it runs, is pulled at, changed, begun again; a
// step that is not solved is shown; how many frames a second it draws. Usage: node test_simulating_page.mjs RIGOR SOURCE
// [FOLDER]. Exit status 77 where there is no browser or no engine. With FOLDER pages and screenshots stay there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "./browser.mjs";

const [rigor, source, keep] = process.argv.slice(2);
const work = keep ?? mkdtempSync(join(tmpdir(), "rigor-simulating-"));
const PATIENCE = 120; // s: a limit, nothing waits for it to pass

function skip(why) {
  console.log(`SKIPPED: ${why}`);
  if (!keep) rmSync(work, { recursive: true, force: true });
  process.exit(77);
}

const chromium = ["chromium", "chromium-browser", "google-chrome"].find((name) => spawnSync("which", [name]).status === 0);
if (!chromium) skip("no browser is installed (Debian: chromium)");

function make(name, model, ...options) {
  const file = join(work, `${name}.html`);
  const done = spawnSync(rigor, ["run", join(source, "models", model), "--html", file, "--quiet", ...options], { encoding: "utf8" });
  if (/no engine for pages|no page in it/.test(done.stderr)) skip(done.stderr.trim());
  assert.ok(done.status === 0 || done.status === 1, done.stderr);
  return `file://${file}`;
}

const quadruped = make("quadruped", "quadruped.xml", "--key", "stand", "--hold", "stand", "--time", "0.2", "--live");
const browser = new Browser(chromium);
const text = (page, id) => page.evaluate(`document.getElementById("${id}").textContent`);
const choose = (page, id, value) => page.evaluate(`(() => { const s = document.getElementById("${id}"); s.value = "${value}";
  s.dispatchEvent(new Event("change")); s.dispatchEvent(new Event("input")); })()`);
const newest = "rigor.player.run.frames.at(-1)";

// the page is gone where it was: nothing leaves it
function clean(page) {
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.requests.filter((url) => !/^(file|data|blob|about):/.test(url)), []);
}

async function testRuns(page) {
  await page.until("rigor.live && rigor.player.run.end > 0.5", PATIENCE);
  await page.until(`/all .* steps solved/.test(document.getElementById("verdict").textContent)`, PATIENCE);
  await page.until(`/running/.test(document.getElementById("live-state").textContent)`, PATIENCE);
  assert.ok((await page.evaluate(`${newest}.contactCount`)) >= 4, "the feet stand on the floor");
  // paused it stands; one step is one dt
  await page.key(" ");
  await page.until("rigor.player.paused", PATIENCE);
  const before = await page.evaluate("rigor.player.run.end");
  await page.key("ArrowRight");
  await page.until(`rigor.player.run.end > ${before}`, PATIENCE);
  const after = await page.evaluate("[rigor.player.run.end, rigor.player.run.dt]");
  assert.ok(Math.abs(after[0] - before - after[1]) < 1e-9, `one step went from ${before} to ${after[0]}`);
  await page.key(" ");
}

// the trunk is pulled up and follows
async function testDragging(page) {
  const trunk = await page.evaluate("rigor.recording.header.moving[0]"), height = `${newest}.position(0, 2)`;
  const before = await page.evaluate(height);
  await page.evaluate(`rigor.live.link.send({ do: "drag", body: ${trunk}, point: [0, 0, 0], to: [0, 0, ${before + 0.4}], strength: 3 })`);
  await page.until(`${height} > ${before + 0.1}`, PATIENCE);
  await page.evaluate(`rigor.live.link.send({ do: "drop" })`);
  // and comes to rest, where the next test takes hold of it
  await page.until(`${height} < ${before + 0.02} && Math.abs(${newest}.qvel(2)) < 0.01`, PATIENCE);
}

// by the mouse: what is under the pointer moves where the pointer goes
async function testMouse(page) {
  const place = await page.evaluate(`(() => { const canvas = document.getElementById("scene"), box = canvas.getBoundingClientRect();
    const [x, y] = rigor.scene.project([${newest}.position(0, 0), ${newest}.position(0, 1), ${newest}.position(0, 2)]);
    return [box.left + x, box.top + y]; })()`);
  const mouse = (type, x, y, buttons) => page.send("Input.dispatchMouseEvent", { type, x, y, modifiers: 2, buttons,
    button: type === "mouseMoved" ? "none" : "left", clickCount: type === "mouseMoved" ? 0 : 1 });
  await mouse("mousePressed", ...place, 1);
  await page.until("rigor.live.drag.held >= 0", PATIENCE);
  const held = await page.evaluate("rigor.live.drag.held"), at = await page.evaluate(`rigor.recording.header.moving.indexOf(${held})`);
  const height = `${newest}.position(${at}, 2)`, before = await page.evaluate(height);
  await mouse("mouseMoved", place[0], place[1] - 120, 1);
  await page.until(`${height} > ${before + 0.02}`, PATIENCE);
  await mouse("mouseReleased", place[0], place[1] - 120, 0);
  await page.until("rigor.live.drag.held < 0", PATIENCE);
}

async function testMethods(page) {
  await choose(page, "live-solver", "nsgs");
  await page.until(`/solver nsgs/.test(rigor.player.run.method)`, PATIENCE);
  await choose(page, "live-solver", "auto");
  await choose(page, "live-law", "pyramid");
  await page.until(`/law pyramid/.test(rigor.player.run.method)`, PATIENCE);
  await choose(page, "live-law", "cone");
  await choose(page, "live-friction", "0.05");
  await page.until(`document.getElementById("live-friction-value").textContent === "0.05"`, PATIENCE);
  await page.evaluate(`document.getElementById("live-friction-own").click()`);
  // a slider of an actuator: the leg goes where its servo is told
  assert.equal(await page.evaluate(`document.querySelectorAll("#live-controls input").length`), 12);
  const before = await page.evaluate(`${newest}.qpos(9)`);
  await page.evaluate(`(() => { const s = document.querySelectorAll("#live-controls input")[2]; s.value = Number(s.value) + 0.4; s.dispatchEvent(new Event("input")); })()`);
  await page.until(`Math.abs(${newest}.qpos(9) - (${before})) > 0.1`, PATIENCE);
}

// back in time, and on from there
async function testAgain(page) {
  const time = await page.evaluate("(rigor.player.run.begin + rigor.player.run.end) / 2");
  await page.evaluate(`rigor.player.seek(${time})`);
  const shown = await page.evaluate("rigor.player.run.frames[rigor.player.run.frameIndex(rigor.player.time)].time");
  await page.key("a");
  await page.until(`Math.abs(rigor.player.run.begin - ${shown}) < 1e-9`, PATIENCE);
  await page.key("r");
  await page.until("rigor.player.run.begin === 0 && rigor.player.run.end > 0.1", PATIENCE);
}

// values of joints; a video of what is shown
async function testJointsAndVideo(page) {
  await page.evaluate(`document.getElementById("joints").open = true`);
  await page.until(`document.querySelectorAll("#joint-rows tr").length === 22`, PATIENCE);
  await page.until(`Math.abs(Number(document.querySelector("#joint-rows td").textContent) - ${newest}.qpos(0)) < 1e-2`, PATIENCE);
  await page.key("w");
  await page.until("rigor.video.recording", PATIENCE);
  await new Promise((done) => setTimeout(done, 2500));
  await page.key("w");
  await page.until("!rigor.video.recording && rigor.video.bytes > 1000", PATIENCE);
}

async function testFrames(page) {
  await page.until("rigor.player.run.end > 0.5", PATIENCE);
  const drawn = await page.evaluate(`new Promise((done) => { let frames = 0; const begin = performance.now(), from = rigor.player.run.end;
    const tick = () => { frames++; const seconds = (performance.now() - begin) / 1000;
      seconds < 3 ? requestAnimationFrame(tick) : done([frames / seconds, (rigor.player.run.end - from) / seconds]); };
    requestAnimationFrame(tick); })`);
  // plots and timeline are none of the graphics' business where a processor computes them: they took most of its time
  assert.equal(await page.evaluate(`[...document.querySelectorAll("canvas")].filter((c) => c.id !== "scene").every((c) => c.getContext("2d").getContextAttributes().willReadFrequently)`), true);
  console.log(`quadruped: ${drawn[0].toFixed(0)} frames a second with software graphics, ${drawn[1].toFixed(2)} s simulated a second`);
  assert.ok(drawn[0] > 3 && drawn[1] > 0.05, `${drawn}`);
}

// a rod that jams and slides: there is no solution at that step, or the solver is given no chance
async function testUnsolved() {
  const page = await browser.open(make("unsolved", "quadruped.xml", "--key", "stand", "--hold", "stand", "--max-iterations", "1", "--solver", "psor", "--time", "0.01", "--live"));
  await page.until(`rigor.live && /step not solved/.test(document.getElementById("live-notice").textContent)`, PATIENCE);
  await page.until(`/not solved/.test(document.getElementById("verdict").textContent)`, PATIENCE);
  assert.match(await text(page, "live-state"), /paused/);
  assert.equal(await page.evaluate(`document.getElementById("unsolved-now").hidden`), false);
  clean(page);
}

// a page that was recorded goes on where its button is pressed, at the moment that it shows
async function testButton() {
  const page = await browser.open(`${make("recorded", "acc_cube.xml", "--time", "0.5")}#t=0.25`);
  await page.until("window.rigor && Math.abs(rigor.player.time - 0.25) < 0.003", PATIENCE);
  assert.equal(await page.evaluate("rigor.live"), null);
  assert.equal(await page.evaluate(`document.getElementById("simulate").hidden`), false);
  await page.evaluate("window.before = true");
  await page.evaluate(`document.getElementById("simulate").click()`);
  await page.until("!window.before && window.rigor && rigor.live && rigor.player.run.end > 0.6", PATIENCE);
  const begin = await page.evaluate("rigor.player.run.begin");
  assert.ok(Math.abs(begin - 0.25) < 0.003, `it goes on at ${begin}`);
  clean(page);
}

// what a browser lacks, or a page that was cut, is said; what was recorded is shown
async function testFaults() {
  const cut = readFileSync(join(work, "recorded.html"), "utf8");
  const broken = join(work, "broken.html");
  writeFileSync(broken, cut.replace(/(<script id="rigor-engine"[^>]*>.{1000})[^<]*/, "$1"));
  let page = await browser.open(`file://${broken}#simulate`);
  await page.until(`!document.getElementById("failure").hidden`, PATIENCE);
  assert.match(await text(page, "failure"), /cannot simulate/);
  page = await browser.open("about:blank");
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: "delete window.WebAssembly" });
  await page.send("Page.navigate", { url: `file://${join(work, "recorded.html")}#simulate` });
  await page.until(`window.rigor && !document.getElementById("failure").hidden`, PATIENCE);
  assert.match(await text(page, "failure"), /no WebAssembly.*shows what was recorded/);
  assert.ok((await page.evaluate("rigor.player.run.frames.length")) > 100);
}

try {
  const page = await browser.open(quadruped);
  for (const test of [testRuns, testDragging, testMouse, testMethods, testAgain, testJointsAndVideo, testFrames]) {
    await test(page);
    console.log(`${test.name}: done`);
  }
  if (keep) writeFileSync(join(keep, "simulating.png"), await page.picture());
  clean(page);
  for (const test of [testUnsolved, testButton, testFaults]) {
    await test();
    console.log(`${test.name}: done`);
  }
} finally {
  await browser.close();
  if (!keep) rmSync(work, { recursive: true, force: true });
}
