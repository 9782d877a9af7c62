// The live view in a real browser: what is done in the page arrives in the simulation.
// Usage: node test_live.mjs RIGOR SOURCE [FOLDER]. Exit status 77 where there is no browser or the
// program has no page in it. With FOLDER the screenshots stay there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "./browser.mjs";
import { Server, sleep, watch } from "./live_server.mjs";

const [rigor, source, keep] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "rigor-live-"));

function skip(why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}

const chromium = ["chromium", "chromium-browser", "google-chrome"].find((name) => spawnSync("which", [name]).status === 0);
if (!chromium) skip("no browser is installed (Debian: chromium)");

// the witness sees the simulation without the page
const server = new Server(rigor, join(source, "models/acc_cube.xml"), "--paused");
if (!(await server.begin())) /has no (page|server)/.test(server.err) ? skip(server.err.trim()) : assert.fail(server.err);
const witness = await watch(server.port);
await witness.until(() => witness.state && witness.time >= 0);
const browser = new Browser(chromium);
const page = await browser.open(`${server.address}#light`, { width: 1200, height: 800 });

// on a machine that is busy a frame may take seconds: these are limits, nothing waits for them to pass
const PATIENCE = 120; // s
const shows = (expression) => page.until(expression, PATIENCE);
const text = (id) => page.evaluate(`document.getElementById("${id}").textContent`);
const choose = (id, value) => page.evaluate(`(() => { const s = document.getElementById("${id}"); s.value = "${value}"; s.dispatchEvent(new Event("change")); s.dispatchEvent(new Event("input")); })()`);

// from the newest frame: position of the first body, friction of the first contact
function frame() {
  const data = witness.newest, at = 16;
  const contacts = data.readUInt32LE(at + 20), nq = 7, nv = 6;
  const place = [0, 1, 2].map((k) => data.readFloatLE(at + 24 + 4 * k));
  const first = at + 24 + 4 * (3 + nq + nv);
  return { place, contacts, mu: contacts ? data.readFloatLE(first + 52) : null };
}

async function mouse(type, x, y, modifiers, buttons) {
  await page.send("Input.dispatchMouseEvent", { type, x, y, modifiers, buttons, button: type === "mouseMoved" ? "none" : "left", clickCount: type === "mouseMoved" ? 0 : 1 });
}

async function testClock() {
  assert.equal(witness.state.paused, 1);
  const start = witness.time;
  // one step is one dt
  await page.key("ArrowRight");
  await witness.until(() => witness.time > start);
  assert.ok(Math.abs(witness.time - start - witness.state.dt) < 1e-12, `one step went from ${start} to ${witness.time}`);
  // runs and pauses by the keyboard; the page shows the newest moment
  await page.key(" ");
  await witness.until(() => witness.state.paused === 0 && witness.time > 0.2);
  await shows("rigor.player.time > 0.2");
  await page.key(" ");
  await witness.until(() => witness.state.paused === 1);
  await sleep(0.2);
  const paused = witness.time;
  await shows(`Math.abs(rigor.player.time - ${paused}) < 1e-9`);
  await sleep(0.4);
  assert.equal(witness.time, paused, "it does not pause");
  assert.match(await text("live-state"), /paused/);
  // looks back and comes back
  await page.key("Home");
  await shows("rigor.player.looksBack && /looking back/.test(document.getElementById('live-state').textContent)");
  await page.key("End");
  await shows("!rigor.player.looksBack");
  // in real time: the wall clock is the truth
  await page.key(" ");
  await witness.until(() => witness.state.paused === 0);
  const began = Date.now(), from = witness.time;
  await sleep(1.5);
  const speed = (witness.time - from) / ((Date.now() - began) / 1000);
  assert.ok(speed > 0.25 && speed < 1.2, `${speed} times real time`);
  await choose("speed", "0.1");
  await witness.until(() => witness.state.speed === 0.1);
  const slow = witness.time, then = Date.now();
  await sleep(1);
  assert.ok((witness.time - slow) / ((Date.now() - then) / 1000) < 0.2, "slow motion");
  await choose("speed", "1");
}

async function testMethod() {
  await choose("live-solver", "nsgs");
  await witness.until(() => witness.state.solver === "nsgs" && /solver nsgs/.test(witness.state.method));
  await shows("/solver nsgs/.test(document.querySelector('#proof .method').textContent)");
  // lemke takes no cone: with the law as it is, it takes a pyramid
  await choose("live-solver", "lemke");
  await witness.until(() => /solver lemke, law pyramid/.test(witness.state.method));
  const before = witness.time;
  await witness.until(() => witness.time > before + 0.1);
  // the notice goes away again: it is watched for
  await page.evaluate(`(() => { const notice = document.getElementById("live-notice");
    new MutationObserver(() => (window.noticed ||= !notice.hidden)).observe(notice, { attributes: true }); })()`);
  await choose("live-law", "cone");
  await shows("window.noticed");
  await shows("document.getElementById('live-law').value === 'auto'");
  assert.equal(witness.state.law, "auto", "a law that the solver does not take is refused");
  await choose("live-solver", "auto");
  await choose("live-law", "cone");
  await witness.until(() => witness.state.solver === "auto" && witness.state.law === "cone");
  // friction is that of the contacts
  await choose("live-friction", "0.25");
  await witness.until(() => frame().contacts > 0 && Math.abs(frame().mu - 0.25) < 1e-6);
  // the page hears of it after the witness may have: until then its button is not to be pressed
  await shows("!document.getElementById('live-friction-own').disabled");
  await page.evaluate("document.getElementById('live-friction-own').click()");
  await witness.until(() => witness.state.friction === null && Math.abs(frame().mu - 0.25) > 1e-6);
  await choose("live-restitution", "0.5");
  await witness.until(() => witness.state.restitution === 0.5);
  await choose("live-restitution", "0");
  assert.equal(witness.state.summary.unsolved, 0);
}

// the height of a spring with the load on it: it hangs m g / k lower, k = m w^2 with w = 25 / s
async function testDrag() {
  const before = witness.time;
  await page.key("r");
  await witness.until(() => witness.state.epoch === 2 && witness.time < before);
  await choose("live-friction", "0.5");
  // the page has begun again, too, and its camera stands still
  await shows("rigor.live.history.epoch === 2");
  await page.settle();
  const [x, y] = await page.evaluate(`(() => { const b = rigor.scene.actors[0].bodies[1].position, p = rigor.scene.project([b.x, b.y, b.z]), r = rigor.scene.canvas.getBoundingClientRect(); return [r.x + p[0], r.y + p[1]]; })()`);
  const low = frame().place[2];
  await mouse("mouseMoved", x, y, 2, 0);
  await mouse("mousePressed", x, y, 2, 1);
  for (let k = 1; k <= 10; k++) {
    await mouse("mouseMoved", x, y - 12 * k, 2, 1);
    await sleep(0.02);
  }
  await witness.until(() => witness.state.pulls === 1);
  await witness.until(() => frame().place[2] > low + 0.1);
  // who lifts it does work; with that, and with what contacts took, all of its energy is told
  await shows("rigor.player.run.steps.applied.at(-1) > 0.5");
  const kept = await page.evaluate(`(() => { const s = rigor.player.run.steps;
    return s.time.map((_, i) => s.energy[i] - s.actuators[i] - s.applied[i] - s.drives[i] - s.contactWork[i] - s.friction[i]
      - s.dampers[i] - s.limits[i] - s.dryFriction[i] - s.unexplained[i]); })()`);
  assert.ok(kept.length > 50 && kept.every((sum) => Math.abs(sum - kept[0]) < 1e-9), `from ${Math.min(...kept)} to ${Math.max(...kept)} J`);
  if (keep) writeFileSync(join(keep, "live-drag.png"), await page.picture());
  await mouse("mouseReleased", x, y - 120, 2, 0);
  await witness.until(() => witness.state.pulls === 0);
  await witness.until(() => frame().place[2] < low + 0.05);
  // by the keyboard, at the middle of the body
  await page.key("b");
  await witness.until(() => witness.state.pulls === 1);
  for (let k = 0; k < 8; k++) await page.key("i");
  await witness.until(() => frame().place[2] > low + 0.1);
  const wanted = await page.evaluate("rigor.live.drag.to.z"), sag = 9.81 / 625;
  await witness.until(() => Math.abs(wanted - sag - frame().place[2]) < 2e-3, 20)
    .catch(() => assert.fail(`it hangs at ${frame().place[2]}, the end of the spring is at ${wanted}`));
  await page.key("Escape");
  await witness.until(() => witness.state.pulls === 0);
  assert.equal(witness.state.summary.unsolved, 0, "exact all the time");
}

// from the keyframe that gives the cube 5 m/s along y: within a step it goes there
async function testKey() {
  const epoch = witness.state.epoch;
  await choose("live-key", "0");
  await witness.until(() => witness.state.epoch === epoch + 1 && witness.time > 0.05 && frame().place[1] > 0.1);
  assert.equal(await page.evaluate("document.getElementById('live-key').value"), "", "the picker stands ready again");
}

// a motor that is told 1 N m turns what it drives; what is out of reach is refused
async function testControls() {
  const arm = join(work, "arm.xml");
  writeFileSync(arm, `<mujoco><option timestep="0.002" gravity="0 0 0"/><worldbody><body><joint name="j" type="hinge" axis="0 0 1"/>
    <geom type="sphere" size="0.1" pos="1 0 0" mass="2" contype="0" conaffinity="0"/></body></worldbody>
    <actuator><motor name="turn" joint="j" ctrlrange="-2 2" ctrllimited="true"/></actuator></mujoco>`);
  const other = new Server(rigor, arm);
  assert.ok(await other.begin(), other.err);
  const look = await watch(other.port), tab = await browser.open(`${other.address}#light`, { width: 1200, height: 800 });
  await tab.until("window.rigor && rigor.live && rigor.live.link.connected", PATIENCE);
  assert.deepEqual(await tab.evaluate(`[...document.querySelectorAll("#live-controls input")].map((s) => [s.getAttribute("aria-label"), s.min, s.max])`), [["turn", "-2", "2"]]);
  assert.equal(await tab.evaluate("document.getElementById('live-key').hidden"), true, "a model without keyframes has no picker");
  await look.until(() => look.state && look.state.ctrl[0] === 0);
  await tab.evaluate(`(() => { const s = document.querySelector("#live-controls input"); s.value = "1"; s.dispatchEvent(new Event("input")); })()`);
  await look.until(() => look.state.ctrl[0] === 1);
  const turned = () => look.newest.readFloatLE(16 + 24 + 4 * 3);
  await look.until(() => turned() > 0.05);
  await tab.evaluate("rigor.live.link.send({ do: 'control', actuator: 1, value: 0 })");
  await tab.until("/no actuator 1/.test(document.getElementById('live-notice').textContent)", PATIENCE);
  assert.deepEqual(tab.errors, []);
  await tab.close();
  assert.equal(await other.end(), 0, other.err);
}

// graphics that take 150 ms for all pixels; a page that is not drawn, or stands still, for a while
async function testSlowPage() {
  const part = "(rigor.scene.canvas.width / rigor.scene.canvas.clientWidth)";
  await page.evaluate(`(() => {
    const draw = rigor.scene.render.bind(rigor.scene);
    rigor.scene.render = () => {
      const end = performance.now() + 150 * ${part} ** 2;
      draw();
      while (performance.now() < end);
    };
  })()`);
  await shows(`${part} < 0.75`);
  // what is told does not wait for what is drawn
  await page.evaluate("(() => { window.waiting = []; window.draw = requestAnimationFrame; window.requestAnimationFrame = (act) => waiting.push(act); })()");
  await shows("waiting.length > 1");
  await page.key("b");
  await witness.until(() => witness.state.pulls === 1);
  await page.key("Escape");
  await witness.until(() => witness.state.pulls === 0);
  await page.evaluate("(() => { window.requestAnimationFrame = draw; waiting.forEach((act) => draw(act)); })()");
  // after a rest it is soon where the simulation is
  await page.evaluate("(() => { const end = performance.now() + 3000; while (performance.now() < end); })()");
  await shows(`rigor.player.time >= ${witness.time}`);
  // what stands still is drawn with all pixels
  await page.key(" ");
  await witness.until(() => witness.state.paused === 1);
  await shows(`${part} === 1`);
  await page.evaluate("delete rigor.scene.render");
}

async function testSizes() {
  const shot = async (name, width, height, theme) => {
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await page.evaluate(`rigor.setTheme("${theme}")`);
    await sleep(0.3);
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    assert.ok(wide <= width, `${name}: ${wide} px wide on ${width} px`);
    if (keep) writeFileSync(join(keep, `${name}.png`), await page.picture());
  };
  await shot("live-wide-light", 1400, 900, "light");
  await shot("live-wide-dark", 1400, 900, "dark");
  await shot("live-narrow-light", 420, 900, "light");
  await shot("live-narrow-dark", 420, 900, "dark");
  // every control has a name
  const nameless = await page.evaluate(`[...document.querySelectorAll("#live button, #live select, #live input")].filter((c) => !(c.getAttribute("aria-label") || c.labels?.length || c.textContent.trim())).map((c) => c.id)`);
  assert.deepEqual(nameless, []);
}

try {
  await shows("window.rigor && rigor.live && rigor.live.link.connected");
  for (const test of [testClock, testMethod, testDrag, testKey, testControls, testSlowPage, testSizes]) await test();
  assert.deepEqual(page.errors, [], "errors on the console");
  assert.deepEqual(page.requests.filter((url) => !url.startsWith(server.address)), [], "requests elsewhere");
  await page.close();
  assert.equal(await server.end(), 0, server.err);
  console.log("ok");
} finally {
  await browser.close();
  server.process.kill("SIGKILL");
  rmSync(work, { recursive: true });
}
process.exit(0);
