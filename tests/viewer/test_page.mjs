// The page of a run in a real browser. Usage: node test_page.mjs RIGOR SOURCE [FOLDER]
// Exit status 77 where there is no browser or the program has no page in it. With FOLDER the
// screenshots stay there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { Browser, decodePng } from "./browser.mjs";

const [rigor, source, keep] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "rigor-viewer-"));

function skip(why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}

const chromium = ["chromium", "chromium-browser", "google-chrome"].find((name) => spawnSync("which", [name]).status === 0);
if (!chromium) skip("no browser is installed (Debian: chromium)");

function run(model, name, ...options) {
  const page = join(work, `${name}.html`);
  const { status, stderr } = spawnSync(rigor, ["run", join(source, "models", model), "--html", page, "--quiet", ...options], { encoding: "utf8" });
  if (/has no page/.test(stderr)) skip(stderr.trim());
  assert.equal(status, 0, stderr);
  return page;
}

function readCsv(path) {
  const [head, ...lines] = readFileSync(path, "utf8").trim().split("\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((value, i) => [names[i], Number(value)])));
}

async function snapshot(page, name) {
  const picture = await page.picture();
  if (keep) writeFileSync(join(keep, `${name}.png`), picture);
  return decodePng(picture);
}

function hue([r, g, b]) {
  const high = Math.max(r, g, b), low = Math.min(r, g, b);
  if (high - low < 40) return null;
  const turn = high === r ? (g - b) / (high - low) : high === g ? 2 + (b - r) / (high - low) : 4 + (r - g) / (high - low);
  return (60 * turn + 360) % 360;
}

function hueDistance(a, b) {
  return a === null || b === null ? 180 : Math.min(Math.abs(a - b), 360 - Math.abs(a - b));
}

// the middle of the pixels of that hue around a place; null where there are none
function blob(picture, x, y, reach, wanted) {
  let count = 0, sum = [0, 0];
  for (let py = Math.floor(y - reach); py <= y + reach; py++)
    for (let px = Math.floor(x - reach); px <= x + reach; px++) {
      if (px < 0 || py < 0 || px >= picture.width || py >= picture.height || Math.hypot(px - x, py - y) > reach) continue;
      if (hueDistance(wanted, hue(picture.at(px, py))) > 14) continue;
      count++;
      sum = [sum[0] + px + 0.5, sum[1] + py + 0.5];
    }
  return count > 20 ? sum.map((value) => value / count) : null;
}

function clean(page, name) {
  assert.deepEqual(page.errors, [], `${name}: errors on the console`);
  assert.deepEqual(page.requests, [], `${name}: requests to a network`);
}

// --- where the pendulum must be, from the CSV alone ----------------------------------------------

// the ends of the links from the joint angles: a chain of hinges about y, spheres below the joints
function pendulumFromAngles(angles) {
  const text = readFileSync(join(source, "models/pend12_pin.xml"), "utf8");
  const bodies = [...text.matchAll(/<body name="b\d+" pos="([^"]+)"(?: quat="([^"]+)")?>/g)];
  const spheres = [...text.matchAll(/type="sphere" size="[^"]+" pos="([^"]+)"/g)].map((m) => m[1].split(" ").map(Number));
  let angle = 0, place = [0, 0, 0];
  const turn = ([x, y, z]) => [Math.cos(angle) * x + Math.sin(angle) * z, y, -Math.sin(angle) * x + Math.cos(angle) * z];
  const add = (a, b) => a.map((x, i) => x + b[i]);
  return bodies.map((body, i) => {
    place = add(place, turn(body[1].split(" ").map(Number)));
    const quat = (body[2] ?? "1 0 0 0").split(" ").map(Number);
    angle += 2 * Math.atan2(quat[2], quat[0]) + angles[i];
    return add(place, turn(spheres[i]));
  });
}

// pinhole camera from its matrices (column-major)
function projector({ view, projection, box }) {
  const apply = (m, [x, y, z, w]) => [0, 1, 2, 3].map((r) => m[r] * x + m[4 + r] * y + m[8 + r] * z + m[12 + r] * w);
  return ([x, y, z]) => {
    const clip = apply(projection, apply(view, [x, y, z, 1]));
    return [box.x + ((clip[0] / clip[3] + 1) / 2) * box.width, box.y + ((1 - clip[1] / clip[3]) / 2) * box.height];
  };
}

const CAMERA = `(() => {
  const { camera, canvas } = rigor.scene, box = canvas.getBoundingClientRect();
  camera.updateMatrixWorld();
  return { view: camera.matrixWorldInverse.elements.slice(), projection: camera.projectionMatrix.elements.slice(),
    box: { x: box.x, y: box.y, width: box.width, height: box.height } };
})()`;
const PALETTE = ["5b8def", "e5a54b", "5fb98d", "c77ddb", "e0706f", "4fb6c9", "b6a24a", "8f86e8"]
  .map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));

async function testPendulum(browser) {
  const csv = join(work, "pendulum.csv");
  const html = run("pend12_pin.xml", "pendulum", "--time", "1", "--csv", csv);
  const rows = readCsv(csv);
  const page = await browser.open(`file://${html}#t=0&light`);
  await page.until("window.rigor");
  await page.evaluate("rigor.scene.contacts.visible = false");
  for (const step of [0, 300, 700, 1000]) {
    const row = rows[step];
    await page.evaluate(`rigor.player.seek(${row.time})`);
    const picture = await snapshot(page, `pendulum-${step}`);
    const project = projector(await page.evaluate(CAMERA));
    const ends = pendulumFromAngles(Array.from({ length: 12 }, (_, i) => row[`qpos${i}`]));
    ends.forEach((end, i) => {
      const [x, y] = project(end), wanted = hue(PALETTE[i % 8]);
      const reach = Math.hypot(...project([end[0] + 0.25, end[1], end[2]]).map((value, k) => value - [x, y][k]));
      const middle = blob(picture, x, y, 2 * reach, wanted);
      assert.ok(middle, `step ${step}, link ${i + 1}: nothing of its colour near ${x}, ${y}`);
      const distance = Math.hypot(middle[0] - x, middle[1] - y);
      assert.ok(distance < 0.12 * reach + 1, `step ${step}, link ${i + 1}: ${distance} px from where the CSV says, its radius is ${reach} px`);
    });
  }
  await testClock(page);
  await testExport(browser, page, rows);
  await testNames(page);
  await testContrast(page);
  clean(page, "pendulum");
  await page.close();
}

async function testClock(page) {
  // plays and pauses by the keyboard
  await page.evaluate("rigor.player.seek(0.1)");
  await page.key(" ");
  await page.until("rigor.player.time > 0.15", 10);
  await page.key(" ");
  const paused = await page.evaluate("rigor.player.time");
  await new Promise((done) => setTimeout(done, 200));
  assert.equal(await page.evaluate("rigor.player.time"), paused, "it does not pause");
  // frame by frame
  await page.evaluate("rigor.player.seek(0.25)");
  await page.key("ArrowRight");
  assert.ok(Math.abs((await page.evaluate("rigor.player.time")) - 0.251) < 1e-9, "one frame forth");
  await page.key("ArrowLeft");
  assert.ok(Math.abs((await page.evaluate("rigor.player.time")) - 0.25) < 1e-9, "one frame back");
  // to the next mark: the last sphere meets the wall
  await page.key("]");
  const mark = await page.evaluate("rigor.player.time");
  assert.ok(mark > 0.7 && mark < 0.9, `the mark is at ${mark}`);
  // scrubs: the middle of the timeline is the middle of the time
  const box = await page.evaluate("(({ x, y, width, height }) => ({ x, y, width, height }))(document.getElementById('timeline').getBoundingClientRect())");
  await page.click(box.x + box.width / 2, box.y + box.height / 2);
  const middle = await page.evaluate("rigor.player.time");
  assert.ok(Math.abs(middle - 0.5) < 0.005, `the middle is ${middle}`);
  assert.match(await page.evaluate("document.getElementById('time').textContent"), /^0\.(49|50)\d s$/);
}

async function testExport(browser, page, rows) {
  const folder = join(work, "downloads");
  mkdirSync(folder);
  await page.evaluate("rigor.plots.add('energy')");
  await browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  for (const kind of ["CSV", "SVG", "PNG"])
    await page.evaluate(`[...document.querySelectorAll('[data-channel=energy] button')].find((b) => b.textContent === '${kind}').click()`);
  await page.evaluate("document.getElementById('picture').click()");
  const wanted = ["pendulum-energy.csv", "pendulum-energy.svg", "pendulum-energy.png", "pendulum-scene.png"].map((name) => name.replace("pendulum", "pend12-pin"));
  for (let tries = 0; tries < 200 && !wanted.every((name) => readdirSync(folder).includes(name)); tries++) await new Promise((done) => setTimeout(done, 50));
  assert.deepEqual(readdirSync(folder).sort(), wanted.sort());
  await new Promise((done) => setTimeout(done, 300));
  const saved = readCsv(join(folder, "pend12-pin-energy.csv").toString());
  assert.equal(saved.length, rows.length);
  saved.forEach((row, i) => assert.ok(Math.abs(row['"energy"'] - rows[i].energy) <= 1e-12 * Math.abs(rows[i].energy), `energy of line ${i}`));
  assert.match(readFileSync(join(folder, "pend12-pin-energy.svg"), "utf8"), /^<svg [\s\S]*<path d="M[\s\S]*<\/svg>\s*$/);
  const scene = decodePng(readFileSync(join(folder, "pend12-pin-scene.png")));
  const colors = new Set();
  for (let k = 0; k < 400; k++) colors.add(String(scene.at((k % 20) * (scene.width / 20), Math.floor(k / 20) * (scene.height / 20))));
  assert.ok(colors.size > 10, "the saved picture is blank");
}

// every control has a name for those who do not see it
async function testNames(page) {
  await page.send("Accessibility.enable");
  const { nodes } = await page.send("Accessibility.getFullAXTree");
  const controls = nodes.filter((node) => ["button", "slider", "combobox", "checkbox", "link"].includes(node.role?.value) && !node.ignored);
  assert.ok(controls.length > 25, `only ${controls.length} controls`);
  for (const node of controls) assert.ok(node.name?.value, `a ${node.role.value} without a name`);
}

// text against its ground, at least 4.5 to 1, in both themes
async function testContrast(page) {
  const worst = `(() => {
    const part = (c) => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
    const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    const read = (text) => text.match(/[\\d.]+/g).map(Number);
    const ground = (e) => { for (; e; e = e.parentElement) { const c = read(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0.5) return c; } return [255, 255, 255]; };
    let least = { ratio: 99 };
    for (const e of document.querySelectorAll('h1,h2,h3,p,button,label,dt,dd,th,td,summary,#verdict,.unit,.value,output')) {
      if (!e.textContent.trim() || !e.offsetParent) continue;
      const a = light(read(getComputedStyle(e).color)), b = light(ground(e));
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < least.ratio) least = { ratio, text: e.textContent.trim().slice(0, 40) };
    }
    return least;
  })()`;
  for (const theme of ["light", "dark"]) {
    await page.evaluate(`rigor.setTheme('${theme}')`);
    const { ratio, text } = await page.evaluate(worst);
    assert.ok(ratio >= 4.5, `${theme}: contrast ${ratio} of "${text}"`);
  }
}

async function testContacts(browser) {
  const html = run("acc_cube.xml", "cube", "--time", "0.5");
  const page = await browser.open(`file://${html}#t=0.3`);
  await page.until("window.rigor");
  await page.settle();
  // four corners carry a quarter of the weight each
  const model = readFileSync(join(source, "models/acc_cube.xml"), "utf8");
  const mass = Number(/mass="([\d.]+)"/.exec(model)?.[1] ?? 1);
  const shown = await page.evaluate("rigor.scene.contacts.shown.map((s) => ({ key: s.key, place: rigor.scene.project(s.contact.position), force: s.force, position: s.contact.position }))");
  assert.equal(shown.length, 4);
  const up = shown.reduce((sum, contact) => sum + contact.force[2], 0);
  assert.ok(Math.abs(up - mass * 9.81) < 1e-3 * mass * 9.81, `the floor carries ${up} N`);
  // hover gives the numbers, a click pins
  const box = await page.evaluate("(({ x, y }) => ({ x, y }))(rigor.scene.canvas.getBoundingClientRect())");
  const [x, y] = [box.x + shown[0].place[0], box.y + shown[0].place[1]];
  await page.mouse("mouseMoved", x, y);
  await page.settle();
  assert.match(await page.evaluate("document.getElementById('tip').hidden ? '' : document.getElementById('tip').textContent"), /mode: stick\nnormal force: 2\.45/);
  await page.click(x, y);
  assert.equal(await page.evaluate("rigor.scene.contacts.pinned"), shown[0].key);
  assert.match(await page.evaluate("document.getElementById('pinned').textContent"), /Pinned: .*stick.*2\.45/);
  // its history
  const history = (await page.evaluate("rigor.plots.csv('contact')")).trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
  const late = history.filter(([time]) => time > 0.1);
  assert.ok(late.length > 300 && late.every(([, normal]) => Math.abs(normal - mass * 9.81 / 4) < 0.01 * mass * 9.81), "the history of the contact");
  await snapshot(page, "cube-pinned");
  await page.key("Escape");
  assert.equal(await page.evaluate("rigor.scene.contacts.pinned"), null);
  // the keyboard alone
  await page.key("p");
  assert.equal(await page.evaluate("rigor.scene.contacts.pinned"), shown[0].key);
  clean(page, "cube");
  await page.close();
}

async function press(page, key) {
  const code = { Tab: 9, Enter: 13, " ": 32, ArrowRight: 39, ArrowDown: 40 }[key], text = { Enter: "\r", " ": " " }[key];
  await page.send("Input.dispatchKeyEvent", { type: "keyDown", key, windowsVirtualKeyCode: code, text });
  await page.send("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode: code });
}

// Tab comes to every control, in the order of the page; each shows a ring and is inside the window
async function testFocus(page) {
  const controls = await page.evaluate(`(() => {
    const all = [...document.querySelectorAll("a[href], button, select, input, summary, [tabindex='0']")]
      .filter((e) => e.checkVisibility() && !e.closest("dialog"));
    all.forEach((e, i) => e.dataset.order = i);
    document.activeElement?.blur();
    return all.length;
  })()`);
  assert.ok(controls > 30, `only ${controls} controls`);
  for (let i = 0; i < controls; i++) {
    await press(page, "Tab");
    const seen = await page.evaluate(`(() => {
      const e = document.activeElement, box = e.getBoundingClientRect(), style = getComputedStyle(e);
      return { order: Number(e.dataset.order), what: e.id || e.textContent.trim().slice(0, 30), ring: style.outlineStyle !== "none" ? parseFloat(style.outlineWidth) : 0,
        inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth };
    })()`);
    assert.equal(seen.order, i, `Tab number ${i + 1} comes to ${seen.what}`);
    assert.ok(seen.ring >= 2, `${seen.what} shows no focus`);
    assert.ok(seen.inside, `${seen.what} has the focus outside of the window`);
  }
}

// everything by the keyboard: play, scrub, choose, pin, unpin, and the focus is never lost
async function testKeyboard(browser) {
  const page = await browser.open(`file://${run("acc_cube.xml", "keys", "--time", "0.5")}#t=0.3`);
  await page.until("window.rigor");
  await testFocus(page);
  const focus = (selector) => page.evaluate(`document.querySelector("${selector}").focus()`);
  const focused = () => page.evaluate("document.activeElement.id || document.activeElement.textContent");
  // a button takes the space once, not twice
  await focus("#play");
  await press(page, " ");
  assert.equal(await page.evaluate("rigor.player.playing"), true, "space on the button plays");
  await press(page, " ");
  assert.equal(await page.evaluate("rigor.player.playing"), false, "space on the button pauses");
  assert.equal(await focused(), "play");
  // the timeline is a slider, a list keeps its arrow keys
  await focus("#timeline");
  const before = await page.evaluate("rigor.player.time");
  await press(page, "ArrowRight");
  const { now, told } = await page.evaluate("({ now: rigor.player.time, told: Number(document.getElementById('timeline').getAttribute('aria-valuenow')) })");
  assert.ok(now > before && now < before + 0.0021, `from ${before} to ${now}`);
  assert.ok(Math.abs(told - now) < 0.001, "the slider tells another time");
  await focus("#speed");
  await press(page, "ArrowRight");
  assert.equal(await page.evaluate("rigor.player.time"), now);
  // a row pins its contact and unpins it; from the button that vanishes the focus goes back to the row
  await focus("#contact-rows button");
  const row = await focused();
  await press(page, "Enter");
  assert.ok(await page.evaluate("rigor.scene.contacts.pinned"), "a row pins");
  assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-pressed')"), "true");
  await focus("#pinned button");
  await press(page, "Enter");
  assert.equal(await page.evaluate("rigor.scene.contacts.pinned"), null);
  assert.equal(await focused(), row);
  clean(page, "keyboard");
  await page.close();
}

// who wants no motion gets none unasked
async function testReducedMotion(browser) {
  const html = run("acc_cube.xml", "motion", "--time", "5");
  for (const reduce of [true, false]) {
    const page = await browser.open("about:blank");
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: reduce ? "reduce" : "no-preference" }] });
    await page.send("Page.navigate", { url: `file://${html}` });
    await page.until("window.rigor");
    await page.settle();
    assert.equal(await page.evaluate("rigor.player.playing"), !reduce, reduce ? "it plays unasked" : "it does not play");
    await page.close();
  }
}

// a browser without WebGL says so, and everything but the scene is there
async function testNoGraphics(browser) {
  const html = run("acc_cube.xml", "plain", "--key", "0", "--time", "0.2");
  const page = await browser.open("about:blank");
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: `{
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return /webgl/.test(kind) ? null : get.call(this, kind, ...rest); };
  }` });
  await page.send("Page.navigate", { url: `file://${html}` });
  await page.until("window.rigor");
  await page.settle();
  assert.match(await page.evaluate("document.getElementById('failure').textContent"), /no WebGL/);
  await page.evaluate("rigor.player.playing = false, rigor.player.seek(0.1)");
  await page.settle();
  assert.equal(await page.evaluate("document.querySelectorAll('#contact-rows tr').length"), 4);
  assert.ok(await page.evaluate("document.querySelectorAll('#plots canvas').length") >= 4);
  await page.close();
}

// marks against the track and the hill, lines of plots against the panel: at least 3 to 1
async function testGraphics(page) {
  for (const theme of ["light", "dark"]) {
    await page.evaluate(`rigor.setTheme('${theme}')`);
    const low = await page.evaluate(`(() => {
      const style = getComputedStyle(document.documentElement);
      const part = (c) => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
      const light = (name) => { const hex = style.getPropertyValue("--" + name).trim(); const [r, g, b] = [1, 3, 5].map((k) => part(parseInt(hex.slice(k, k + 2), 16))); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
      const pairs = ["begin", "end", "slip", "stick", "bad", "ink"].flatMap((a) => [[a, "track"], [a, "hill"]])
        .concat([0, 1, 2, 3, 4, 5].map((k) => ["line" + k, "panel"]), [["rim", "panel"], ["accent", "panel"], ["accent", "ground"]]);
      return pairs.filter(([a, b]) => !(ratio(a, b) >= 3)).map(([a, b]) => a + " on " + b + ": " + ratio(a, b).toFixed(2));
    })()`);
    assert.deepEqual(low, [], `${theme}: too little contrast`);
  }
}

// a block that is thrown slips, sticks, and is marked for both: its pixels are on the timeline
async function testMarks(browser) {
  const csv = join(work, "thrown-contacts.csv");
  const html = run("thrown_block.xml", "thrown", "--key", "0", "--time", "1.3", "--contacts", csv);
  const page = await browser.open(`file://${html}#t=0&light`);
  await page.until("window.rigor");
  const lines = readFileSync(csv, "utf8").trim().split("\n"), names = lines[0].split(",");
  const at = (name) => names.findIndex((candidate) => candidate === name);
  const slipping = lines.slice(1).map((line) => line.split(",")).filter((line) => line[at("mode")] === "slip").map((line) => Number(line[at("time")]));
  const last = Math.max(...slipping), marks = await page.evaluate("rigor.player.run.marks.map(({ time, kind, more }) => ({ time, kind, more }))");
  const sticks = marks.filter((mark) => mark.kind === 16);
  assert.ok(sticks.length > 0 && sticks.every((mark) => mark.more === 0), "no mark where the slip ends");
  assert.ok(Math.abs(sticks.at(-1).time - last) < 0.0021, `the slip ends at ${last}, its mark is at ${sticks.at(-1).time}`);
  const box = await page.evaluate("(({ x, y, width, height }) => ({ x, y, width, height }))(document.getElementById('timeline').getBoundingClientRect())");
  const picture = await snapshot(page, "marks"), end = await page.evaluate("rigor.player.run.end");
  const x = Math.round(box.x + 6 + (sticks.at(-1).time / end) * (box.width - 12)) - 1, y = box.y + 4 + 2.5 * ((box.height - 8) / 4);
  assert.ok(hueDistance(hue(picture.at(x, y)), hue([0x1f, 0x6f, 0xeb])) < 15, `no blue at ${x}, ${y}: ${picture.at(x, y)}`);
  await page.mouse("mouseMoved", x, y);
  await page.settle();
  assert.match(await page.evaluate("document.getElementById('tip').textContent"), /slip ends, /);
  await testGraphics(page);
  clean(page, "marks");
  await page.close();
}

async function testUnsolved(browser) {
  const html = join(work, "unsolved.html");
  spawnSync(rigor, ["run", join(source, "models/acc_cube.xml"), "--html", html, "--quiet", "--steps", "5", "--tol", "1e-300", "--gap-accuracy", "0", "--solver", "nsgs", "--on-failure", "continue"]);
  assert.ok(existsSync(html), "a run that is not solved has a page too");
  const page = await browser.open(`file://${html}#t=0`);
  await page.until("window.rigor");
  assert.match(await page.evaluate("document.getElementById('verdict').textContent"), /not solved/);
  assert.equal(await page.evaluate("document.getElementById('motion').hidden"), true, "it is not proved where a step is not solved");
  await page.evaluate("document.querySelector('.unsolved button').click()");
  assert.equal(await page.evaluate("document.getElementById('unsolved-now').hidden"), false);
  clean(page, "unsolved");
  await page.close();
}

// narrow and wide, nothing sticks out
async function testWidths(browser) {
  const html = run("quadruped.xml", "quadruped", "--time", "0.2");
  for (const [width, height] of [[360, 740], [800, 600], [1920, 1080]]) {
    const page = await browser.open(`file://${html}#t=0.1`, { width, height });
    await page.until("window.rigor");
    await snapshot(page, `quadruped-${width}`);
    assert.ok((await page.evaluate("document.documentElement.scrollWidth")) <= width, `${width}: sticks out`);
    clean(page, `quadruped ${width}`);
    await page.close();
  }
}

// rows of a plot by the names of its lines
async function plotted(page, id) {
  const [head, ...lines] = (await page.evaluate(`rigor.plots.csv('${id}')`)).trim().split("\n");
  const names = head.split(",").map((name) => name.replaceAll('"', ""));
  return lines.map((line) => Object.fromEntries(line.split(",").map((value, i) => [names[i], Number(value)])));
}

const near = (value, wanted, room, what) => assert.ok(Math.abs(value - wanted) <= room, `${what}: ${value}, not ${wanted}`);

// a block of 1 kg with 5 m/s brakes by mu g: friction has taken m (v^2 - (v - mu g t)^2) / 2, and in the end all of the 12.5 J
async function testBalance(browser) {
  const csv = join(work, "balance.csv");
  const html = run("thrown_block.xml", "balance", "--key", "0", "--time", "1.3", "--csv", csv);
  const page = await browser.open(`file://${html}#t=0.5&light`);
  await page.until("window.rigor");
  const rows = await plotted(page, "balance"), written = readCsv(csv);
  assert.deepEqual(Object.keys(rows[0]), ["time", "kinetic", "potential", "total", "put in", "taken out"]);
  assert.equal(rows.length, written.length);
  let friction = 0;
  rows.forEach((row, i) => {
    const speed = Math.max(0, 5 - 0.5 * 9.81 * row.time);
    friction += written[i].friction_work;
    near(row["taken out"], (25 - speed ** 2) / 2, 1e-10, `taken out at ${row.time}`);
    near(row["taken out"], -friction, 1e-10, `taken out at ${row.time}, from the CSV`);
    near(row.kinetic, speed ** 2 / 2, 1e-10, `kinetic at ${row.time}`);
    near(row.kinetic + row.potential + row["taken out"] - row["put in"], 12.5, 1e-10, `the sum at ${row.time}`);
    assert.equal(row["put in"], 0);
  });
  near(rows.at(-1)["taken out"], 12.5, 1e-10, "taken out in the end");
  // the headline, and the numbers at the moment that is shown, none of them outside of its card
  assert.match(await page.evaluate("document.getElementById('motion').textContent"), /^✓ motion proved$/);
  assert.match(await page.evaluate("document.getElementById('proof').textContent"), /Motion proved: overlap, loops and unexplained energy below 3.0e-04 m, 1e-06, 1.3e-02 J\./);
  assert.match(await page.evaluate("document.querySelector('[data-channel=balance] .value').textContent"), /^kinetic 3.2449potential .*total 3.2449put in 0taken out 9.2551$/);
  const outside = await page.evaluate(`[...document.querySelectorAll('.chart')].filter((card) => [...card.querySelectorAll('header *')].some((part) => {
    const a = card.getBoundingClientRect(), b = part.getBoundingClientRect();
    return b.left < a.left || b.right > a.right;
  })).map((card) => card.dataset.channel)`);
  assert.deepEqual(outside, []);
  // far below what the proof allows: 1e-3 of 12.5 J
  const unexplained = await plotted(page, "unexplained");
  assert.ok(unexplained.every((row) => row.unexplained < 1e-11 && Math.abs(row.bound - 0.0125) < 1e-7));
  assert.match(await page.evaluate("rigor.plots.svg('balance')"), />kinetic<[\s\S]*>taken out</);
  await page.evaluate("rigor.plots.add('taken-out')");
  assert.deepEqual(Object.keys((await plotted(page, "taken-out"))[0]), ["time", "friction", "contacts"]);
  await snapshot(page, "balance");
  clean(page, "balance");
  await page.close();
}

// a chain of which the rule's own error is taken out again, and one where it is not: told in the headline as on the terminal
async function testUnexplained(browser) {
  for (const integrator of ["midpoint", "euler"]) {
    const csv = join(work, `${integrator}.csv`), html = join(work, `${integrator}.html`);
    const { stdout } = spawnSync(rigor, ["run", join(source, "models/pend12_pin.xml"), "--time", "4", "--dt", "0.005", "--integrator", integrator, "--html", html, "--csv", csv], { encoding: "utf8" });
    const page = await browser.open(`file://${html}#t=1`);
    await page.until("window.rigor");
    const steps = await page.evaluate("rigor.player.run.steps"), written = readCsv(csv);
    const proved = /^motion proved: /m.test(stdout), told = /^motion (?:NOT )?proved: (.*)$/m.exec(stdout)[1];
    assert.equal(proved, integrator === "midpoint", stdout);
    assert.equal(await page.evaluate("document.getElementById('motion').textContent"), proved ? "✓ motion proved" : `✗ motion NOT proved: ${told}`);
    assert.equal(await page.evaluate("document.getElementById('motion').className"), proved ? "good" : "bad");
    assert.ok((await page.evaluate("document.getElementById('motion').title")).endsWith(told));
    let left = 0, works = 0;
    steps.time.forEach((time, i) => {
      const w = written[i];
      left += w.residual - w.corrected;
      works += w.dampers + w.actuators + w.applied + w.drives + w.contact_work + w.friction_work + w.limits + w.dry_friction;
      near(steps.unexplained[i], left, 1e-12, `${integrator}: unexplained at ${time}`);
      near(steps.energy[i], steps.energy[0] + works + left, 1e-9, `${integrator}: energy at ${time}`);
    });
    assert.ok(proved ? Math.abs(left) < 1e-6 : Math.abs(left) > 0.1, `${integrator}: ${left} J`);
    assert.ok(works < -10, `${works} J`);
    clean(page, integrator);
    await page.close();
  }
}

async function openComparison(browser, name, key, ...options) {
  const html = join(work, `${name}.html`);
  const { status, stderr } = spawnSync(rigor, ["compare", join(source, "models/thrown_block.xml"), "--key", key, "--time", "0.3", "--quiet",
    "--html", html, ...options], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const page = await browser.open(`file://${html}#t=0.3`);
  await page.until("window.rigor");
  await snapshot(page, name);
  return page;
}

// models without a shape, and runs without a step
async function testNothing(browser) {
  const models = { bare: "<mujoco><worldbody><body><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody></mujoco>",
    still: "<mujoco><worldbody><body><freejoint/><geom type='box' size='1 1 1'/></body></worldbody></mujoco>" };
  for (const [name, xml] of Object.entries(models)) {
    const model = join(work, `${name}.xml`), html = join(work, `${name}.html`);
    writeFileSync(model, xml);
    const { stderr } = spawnSync(rigor, ["run", model, "--html", html, "--quiet", "--steps", name === "still" ? "0" : "3"], { encoding: "utf8" });
    assert.ok(existsSync(html), stderr);
    const page = await browser.open(`file://${html}`);
    await page.until("window.rigor");
    await page.key(" ");
    await page.key("ArrowRight");
    await page.key("]");
    await snapshot(page, name);
    assert.match(await page.evaluate("document.getElementById('proof').textContent"), /nothing to prove|No step was made/);
    assert.equal(await page.evaluate("document.getElementById('motion').hidden"), name === "still");
    clean(page, name);
    await page.close();
  }
}

// several runs over each other: names, differences, and an inexact law is called what it is
// a file that was not copied to its end says so, wherever it ends
async function testCut(browser) {
  const whole = readFileSync(run("acc_cube.xml", "cut", "--time", "0.3"));
  for (const part of [0.25, 0.5, 0.75, 0.95]) {
    const file = join(work, `cut${100 * part}.html`);
    writeFileSync(file, whole.subarray(0, Math.floor(part * whole.length)));
    const page = await browser.open(`file://${file}`);
    await page.until(`document.readyState === "complete"`);
    assert.match(await page.evaluate(`document.getElementById("failure").innerText`), /cut off/, `cut at ${part}`);
    assert.equal(await page.evaluate("typeof rigor"), "undefined");
    if (part === 0.5) {
      const box = await page.evaluate(`(() => { const box = document.getElementById("failure").getBoundingClientRect(); return [box.left, box.right, box.top, box.bottom]; })()`);
      assert.ok(box[0] >= 0 && box[1] <= 1200 && box[2] >= 0 && box[3] <= 800 && box[3] > box[2], `${box}`);
    }
    await page.close();
  }
}

async function testCompare(browser) {
  let page = await openComparison(browser, "frictions", "0", "--friction", "0.5,0.25");
  assert.match(await page.evaluate("document.getElementById('runs').textContent"), /^friction 0.5friction 0.25$/);
  assert.match(await page.evaluate("document.getElementById('motion').textContent"), /^✓ motion proved$/);
  // each run has a balance of its own: mu m g (v t - mu g t^2 / 2)
  await page.evaluate("rigor.plots.add('balance'), rigor.plots.add('balance-2')");
  for (const [id, mu] of [["balance", 0.5], ["balance-2", 0.25]])
    near((await plotted(page, id)).at(-1)["taken out"], mu * 9.81 * (5 * 0.3 - (mu * 9.81 * 0.3 ** 2) / 2), 1e-10, `${id}: taken out`);
  // braked by mu g each
  const rows = (await page.evaluate("rigor.plots.csv('difference')")).trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
  const [time, difference] = rows.at(-1);
  const wanted = (0.25 * 9.81 * time ** 2) / 2;
  assert.ok(Math.abs(difference - wanted) < 0.01 * wanted, `${difference} m apart after ${time} s, not ${wanted}`);
  // at the start both lie in the same place, and both are seen, each in the colour of its lines
  await page.evaluate("rigor.scene.contacts.visible = false, rigor.player.seek(0)");
  const both = await snapshot(page, "compare-start"), middle = projector(await page.evaluate(CAMERA))(await page.evaluate("rigor.scene.actors[1].bodies[1].position.toArray()"));
  for (const [who, color] of [["first", [0x1f, 0x6f, 0xeb]], ["second", [0xc2, 0x57, 0x0c]]])
    assert.ok(blob(both, ...middle, 120, hue(color)), `nothing of the ${who} run is seen`);
  clean(page, "frictions");
  await page.close();
  // between the axes of a box that does not turn with the slip
  page = await openComparison(browser, "laws", "22.5", "--law", "cone,box", "--unaligned");
  const proof = await page.evaluate("document.getElementById('proof').textContent");
  assert.match(proof, /cone300 steps, all solved. In each of them the contact impulses obey exact Coulomb friction/);
  assert.match(proof, /box300 steps, all solved for the law that was chosen/);
  clean(page, "laws");
  await page.close();
}

// where gaps contradict each other in their last digits the law is exact all the same, as the terminal has it
async function testWithin(browser) {
  const html = join(work, "within.html");
  const { stdout } = spawnSync(rigor, ["run", join(source, "models/acc_cube.xml"), "--key", "spin", "--time", "0.7", "--html", html], { encoding: "utf8" });
  assert.match(stdout, /all 700 steps solved, \d+ within .* the impulses obey the laws to/);
  const page = await browser.open(`file://${html}`);
  await page.until("window.rigor");
  const proof = await page.evaluate("document.getElementById('proof').textContent");
  const told = /obey the laws to (\S+) of/.exec(stdout)[1], shown = /obey exact Coulomb friction to (\S+) of/.exec(proof)[1];
  assert.ok(Math.abs(Number(shown) - Number(told)) < 0.06 * Number(told), `${shown} and ${told}`);
  assert.doesNotMatch(proof, /not exact friction/);
  clean(page, "within");
  await page.close();
}

// a click at a body tells its mass, where it is and how fast, as the CSV has it; a click beside it lets go
async function testSelected(browser) {
  const csv = join(work, "selected.csv"), html = run("acc_cube.xml", "selected", "--key", "spin", "--time", "0.4", "--csv", csv);
  const row = readCsv(csv)[300], page = await browser.open(`file://${html}#t=0.3&light`);
  await page.until("window.rigor");
  await page.evaluate(`rigor.scene.contacts.visible = false, rigor.scene.contacts.again(), rigor.player.seek(${row.time})`);
  await page.settle();
  const [x, y] = projector(await page.evaluate(CAMERA))([row.qpos0, row.qpos1, row.qpos2]);
  await page.click(x, y);
  await page.until("!document.getElementById('selected').hidden");
  const told = await page.evaluate(`Object.fromEntries([...document.querySelectorAll("#selected dt")].map((term) => [term.textContent, term.nextSibling.textContent]))`);
  const numbers = (term) => told[term].match(/[-−]?[\d.]+(e[-−]?\d+)?/g).map((text) => Number(text.replace(/−/g, "-")));
  near(numbers("mass")[0], 1, 1e-9, "mass");
  [row.qpos0, row.qpos1, row.qpos2].forEach((value, k) => near(numbers("position")[k], value, 1e-3, `position ${k}`));
  [row.qvel0, row.qvel1].forEach((value, k) => near(numbers("velocity")[k], value, 2e-2, `velocity ${k}`));
  near(numbers("turning")[2], row.qvel5, 2e-2, "turning");
  // it rests on the floor: 1 kg bears 9.81 N
  near(numbers("contacts")[2], 9.81, 0.05, "weight");
  await snapshot(page, "selected");
  await page.evaluate("document.querySelector('#selected button').click()");
  await page.until("document.getElementById('selected').hidden");
  clean(page, "selected");
  await page.close();
}

// A bracket: a square of side 2 less the square of side 1 in its corner, 1 thick. It encloses 3, its hull 3.5. What is only
// seen is drawn as it is, what collides as its hull; both weigh what the triangles enclose.
async function testSeenMesh(browser) {
  const outline = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]], inside = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
  const vertices = [0, 1].flatMap((z) => outline.map(([x, y]) => `v ${x} ${y} ${z}`));
  const faces = [...inside.map(([a, b, c]) => [a, c, b]), ...inside.map((f) => f.map((k) => k + 6)),
    ...outline.flatMap((_, k) => { const n = (k + 1) % 6; return [[k, n, n + 6], [k, n + 6, k + 6]]; })];
  writeFileSync(join(work, "bracket.obj"), [...vertices, ...faces.map((f) => `f ${f.map((k) => k + 1).join(" ")}`)].join("\n"));
  const model = join(work, "bracket.xml");
  writeFileSync(model, `<mujoco><asset><mesh name="bracket" file="bracket.obj"/></asset><worldbody><body><freejoint/>
    <geom name="seen" type="mesh" mesh="bracket" contype="0" conaffinity="0" rgba="0.9 0.1 0.1 1"/>
    <geom name="hull" type="mesh" mesh="bracket" group="3"/></body></worldbody></mujoco>`);
  const html = join(work, "bracket.html");
  const { status, stderr } = spawnSync(rigor, ["run", model, "--html", html, "--quiet", "--steps", "10"], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const page = await browser.open(`file://${html}`);
  await page.until("window.rigor");
  // by the tetrahedra that the drawn triangles span with the origin
  const drawn = await page.evaluate(`rigor.scene.shapes.filter(({ geom }) => geom.type === "mesh").map(({ mesh, geom }) => {
    const g = mesh.geometry, p = g.getAttribute("position"), n = g.getAttribute("normal"), count = g.index ? g.index.count : p.count;
    const corner = (k) => { const i = g.index ? g.index.getX(k) : k; return [p.getX(i), p.getY(i), p.getZ(i), n.getX(i), n.getY(i), n.getZ(i)]; };
    let volume = 0, outward = 1;
    for (let k = 0; k < count; k += 3) {
      const [a, b, c] = [corner(k), corner(k + 1), corner(k + 2)];
      const cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
      volume += (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6;
      const e = [0, 1, 2].map((i) => b[i] - a[i]), f = [0, 1, 2].map((i) => c[i] - a[i]);
      const face = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]], length = Math.hypot(...face);
      for (const v of [a, b, c]) outward = Math.min(outward, (v[3] * face[0] + v[4] * face[1] + v[5] * face[2]) / length);
    }
    return { name: geom.name, triangles: count / 3, volume, outward };
  })`);
  const seen = drawn.find(({ name }) => name === "seen"), hull = drawn.find(({ name }) => name === "hull");
  assert.equal(seen.triangles, 20);
  assert.ok(Math.abs(seen.volume - 3) < 1e-5, `the bracket encloses ${seen.volume}`);
  assert.ok(Math.abs(hull.volume - 3.5) < 1e-5, `its hull encloses ${hull.volume}`);
  // all of its edges are sharp: no normal leans over one
  assert.ok(seen.outward > 0.999 && hull.outward > 0.999, `normals lean by ${seen.outward}, ${hull.outward}`);
  clean(page, "seen mesh");
  await page.close();
}

// a minute at 1 kHz: decimated, small, quick to open, and nothing of the proof is lost
// --- PNG, uncompressed filters: a picture of our own --------------------------------------------------

function encodePng(width, height, at) {
  const raw = Buffer.alloc((3 * width + 1) * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) raw.set(at(x, y), (3 * width + 1) * y + 1 + 3 * x);
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]), out = Buffer.alloc(8 + body.length);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), 4 + body.length);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", deflateSync(raw)), chunk("IEND", Buffer.alloc(0))]);
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// textures of rules and of a file lie where the file says, seen through a camera of the model; back by a drag
async function testLooks(browser) {
  // quarters: red and green above, blue and yellow below
  const colours = { red: [220, 20, 20], green: [20, 200, 20], blue: [20, 20, 220], yellow: [220, 220, 20] };
  writeFileSync(join(work, "quarters.png"), encodePng(64, 64, (x, y) => Object.values(colours)[(y >= 32) * 2 + (x >= 32)]));
  // a square of 2 m in the plane z = 0 that shows the whole picture, upright as seen from above
  writeFileSync(join(work, "square.obj"), "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 -0.2\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
    + "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\nf 2 1 5\nf 3 2 5\nf 4 3 5\nf 1 4 5\n");
  const model = join(work, "looks.xml");
  writeFileSync(model, `<mujoco><asset><texture name="p" type="2d" file="quarters.png"/><material name="p" texture="p"/>
    <texture name="c" type="2d" builtin="checker" rgb1="0.9 0.1 0.1" rgb2="0.1 0.1 0.9" width="64" height="64"/>
    <material name="c" texture="c"/><mesh name="s" file="square.obj"/></asset><worldbody>
    <geom type="mesh" mesh="s" material="p" contype="0" conaffinity="0"/>
    <geom type="plane" size="1 1 1" pos="3 0 0" material="c"/>
    <camera name="above" pos="0 0 6"/><camera name="beside" pos="3 0 6"/>
    <body pos="9 0 1"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>`);
  const html = join(work, "looks.html");
  const done = spawnSync(rigor, ["run", model, "--html", html, "--quiet", "--steps", "2"], { encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  const page = await browser.open(`file://${html}#light`);
  await page.until("window.rigor");
  assert.deepEqual(await page.evaluate(`[...document.getElementById("camera").options].map((o) => o.textContent)`), ["camera", "above", "beside"]);
  const sit = (name) => page.evaluate(`(() => { const s = document.getElementById("camera"); s.value = [...s.options].find((o) => o.textContent === "${name}").value;
    s.dispatchEvent(new Event("change")); })()`);
  // which of the colours is nearest in hue at a point of the world
  const seen = async (point, known) => {
    await page.evaluate("rigor.scene.render()");
    const picture = decodePng(await page.picture());
    const box = await page.evaluate(`(() => { const b = document.getElementById("scene").getBoundingClientRect(); return [b.left, b.top]; })()`);
    const [x, y] = await page.evaluate(`rigor.scene.project(${JSON.stringify(point)})`);
    const at = picture.at(box[0] + x, box[1] + y), far = (rgb) => hueDistance(hue(rgb), hue(at));
    return Object.keys(known).sort((a, b) => far(known[a]) - far(known[b]))[0];
  };
  await sit("above");
  await page.settle();
  for (const [name, x, y] of [["red", -0.5, 0.5], ["green", 0.5, 0.5], ["blue", -0.5, -0.5], ["yellow", 0.5, -0.5]])
    assert.equal(await seen([x, y, 0], colours), name);
  // the middle of the picture is what is right below the camera
  const middle = await page.evaluate("rigor.scene.project([0, 0, 0])"), size = await page.evaluate(`[document.getElementById("scene").clientWidth, document.getElementById("scene").clientHeight]`);
  assert.ok(Math.abs(middle[0] - size[0] / 2) < 1 && Math.abs(middle[1] - size[1] / 2) < 1, `${middle} of ${size}`);
  // 45 degrees from above to below: 6 tan 22.5 m are half the height
  const edge = await page.evaluate(`rigor.scene.project([0, ${6 * Math.tan(Math.PI / 8)}, 0])`);
  assert.ok(Math.abs(edge[1]) < 1, `${edge}`);
  await sit("beside");
  const fields = { one: [230, 26, 26], two: [26, 26, 230] };
  const quarter = async (x, y) => seen([3 + x, y, 0], fields);
  assert.equal(await quarter(-0.5, 0.5), await quarter(0.5, -0.5));
  assert.notEqual(await quarter(-0.5, 0.5), await quarter(0.5, 0.5));
  assert.notEqual(await quarter(-0.5, 0.5), await quarter(-0.5, -0.5));
  await page.click(400, 300);
  assert.equal(await page.evaluate(`document.getElementById("camera").value`), "");
  clean(page, "looks");
  await page.close();
}

// Lights of the model light what they should: a floor below a lamp that shines straight down is as bright as its cosine and
// its cone say, beside the light at the eye; without any of the model's own the page has its usual ones.
async function testLights(browser) {
  const model = join(work, "lights.xml"), html = join(work, "lights.html");
  const floor = async (lights) => {
    writeFileSync(model, `<mujoco><visual><headlight ambient="0.4 0.4 0.4" diffuse="0 0 0" specular="0 0 0"/></visual>
      <asset><material name="m" rgba="0.8 0.8 0.8 1" specular="0" shininess="0"/></asset><worldbody>${lights}
      <camera name="above" pos="0 0 6.5"/><geom type="box" size="2 2 0.1" pos="0 0 0.4" material="m"/>
      <geom type="plane" size="9 9 1" pos="0 0 -3"/>
      <body pos="9 0 1"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>`);
    const done = spawnSync(rigor, ["run", model, "--html", html, "--quiet", "--steps", "2"], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    const page = await browser.open(`file://${html}#light`);
    await page.until("window.rigor");
    await page.evaluate(`(() => { const s = document.getElementById("camera"); s.value = "0"; s.dispatchEvent(new Event("change")); })()`);
    await page.settle();
    const picture = decodePng(await page.picture());
    const [left, top] = await page.evaluate(`(() => { const b = document.getElementById("scene").getBoundingClientRect(); return [b.left, b.top]; })()`);
    const level = async (x, y) => {
      const [a, b] = await page.evaluate(`rigor.scene.project([${x}, ${y}, 0.5])`);
      return picture.at(left + a, top + b)[0];
    };
    const levels = [await level(0.3, 0.3), await level(1.6, 1.6)];
    clean(page, "lights");
    await page.close();
    return levels;
  };
  const lamp = (more) => `<light pos="0 0 4" dir="0 0 -1" castshadow="false" specular="0 0 0" ${more}/>`;
  const dark = await floor(lamp('directional="true" diffuse="0 0 0"')), half = await floor(lamp('directional="true" diffuse="0.5 0.5 0.5"'));
  const spot = await floor(lamp('cutoff="20" exponent="0" diffuse="1 1 1"')), usual = await floor("");
  // colours multiply as they are on the screen, to the few levels that sRGB is no power; light adds as light does
  const screen = (light) => 255 * 0.8 * light ** (1 / 2.2);
  for (const level of dark) near(level, screen(0.4 ** 2.2), 6, "only the light at the eye");
  for (const level of half) near(level, screen(0.4 ** 2.2 + 0.5 ** 2.2), 8, "half a sun");
  assert.ok(spot[0] > 195, `below the lamp: ${spot}`);
  near(spot[1], screen(0.4 ** 2.2), 6, "outside of its cone");
  assert.ok(usual[0] > dark[0] + 40, `the page's own: ${usual}`);
}

// sensors are plotted: numbers of the table that the program writes
async function testSensors(browser) {
  const model = join(work, "sensors.xml"), table = join(work, "sensors.csv"), html = join(work, "sensors.html");
  writeFileSync(model, `<mujoco><worldbody><geom type="plane" size="1 1 1"/><body name="b" pos="0 0 0.4"><freejoint/><geom size="0.1"/>
    <site name="s"/></body></worldbody><sensor><accelerometer name="acc" site="s"/><touch name="touch" site="s"/><framepos name="place"
    objtype="body" objname="b"/></sensor></mujoco>`);
  assert.equal(spawnSync(rigor, ["run", model, "--html", html, "--sensors", table, "--quiet", "--time", "0.4"]).status, 0);
  const [head, ...rows] = readFileSync(table, "utf8").trim().split("\n").map((line) => line.split(","));
  const column = head.findIndex((name) => /^place.*2$|^place.*z$/.test(name)), page = await browser.open(`file://${html}`);
  assert.ok(column > 0, head.join());
  await page.until("window.rigor");
  const { value } = { value: await page.evaluate(`(() => { const f = rigor.player.run.frames, s = rigor.recording.header.sensors[2];
    return [rigor.recording.header.sensors.map((x) => x.name), f.slice(1).map((x) => [x.time, x.sensor(s.start + 2), x.contactCount])]; })()`) };
  assert.deepEqual(value[0], ["acc", "touch", "place"]);
  const wanted = new Map(rows.map((row) => [Number(row[0]).toFixed(6), Number(row[column])]));
  for (const [time, z] of value[1]) assert.ok(Math.abs(z - wanted.get(time.toFixed(6))) < 1e-6, `${time}: ${z}`);
  assert.ok(value[1].some(([, , contacts]) => contacts > 0), "it lands");
  await page.evaluate(`(() => { const s = document.getElementById("add-plot"); s.value = "sensor2"; s.dispatchEvent(new Event("change")); })()`);
  await page.until(`[...document.querySelectorAll("#plots h3, #plots .title, #plots *")].some((e) => e.textContent === "place")`);
  clean(page, "sensors");
  await page.close();
}

async function testLong(browser) {
  const html = run("quadruped.xml", "long", "--time", "60");
  assert.ok(statSync(html).size < 20e6, `${statSync(html).size} bytes`);
  // how long it takes is told, not judged: others may need the machine as well
  const begin = Date.now();
  const page = await browser.open(`file://${html}#t=30`);
  await page.until("window.rigor");
  await page.settle();
  console.log(`a page of ${statSync(html).size} bytes opened in ${(Date.now() - begin) / 1000} s`);
  const { steps, frames, end, joined } = await page.evaluate(`({ steps: rigor.player.run.summary.steps, frames: rigor.player.run.frames.length,
    end: rigor.player.run.end, joined: rigor.player.run.steps.time.length })`);
  assert.equal(steps, 60000);
  assert.ok(frames > 3000 && frames < 60001 && joined > 15000 && joined < 16386, `${frames} frames, ${joined} points`);
  assert.ok(Math.abs(end - 60) < 1e-6, `ends at ${end}`);
  assert.match(await page.evaluate("document.getElementById('proof').textContent"), /60,000 steps, all solved/);
  // every mark is there or in another one, and they reach as far as the motion does
  const marks = await page.evaluate("({ all: rigor.player.run.marksAll, shown: rigor.player.run.marks.map(({ time, more }) => [time, more]) })");
  assert.equal(marks.shown.reduce((sum, [, more]) => sum + 1 + more, 0), marks.all);
  assert.ok(marks.shown.length <= 8192);
  clean(page, "long");
  await page.close();
}

const browser = new Browser(chromium);
let failure = null;
try {
  for (const test of [testPendulum, testContacts, testKeyboard, testReducedMotion, testNoGraphics, testMarks, testBalance, testUnexplained, testUnsolved, testWidths, testNothing, testCut, testCompare, testWithin, testSelected, testSeenMesh, testLooks, testLights, testSensors, testLong]) {
    const begin = Date.now();
    await test(browser);
    console.log(`ok ${test.name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  }
} catch (error) {
  failure = error;
}
await browser.close();
rmSync(work, { recursive: true, force: true });
if (failure) throw failure;
