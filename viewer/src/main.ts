// The page: reads the recording out of the document and ties scene, timeline, plots and words
// together. Everything follows the player's clock.
import "./software"; // before anything is drawn
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { bodyName, decodeBase64, readRecording, type Header, type Recording } from "./recording";
import { Scene, type Shapes } from "./scene";
import { Player, SPEEDS } from "./player";
import { Quality } from "./quality";
import { Timeline } from "./timeline";
import { Plots } from "./plots";
import { channels } from "./channels";
import { ContactList, contactNumbers, contactTitle } from "./contact_list";
import { Selected } from "./selected";
import { showMotion, verdict, writeProof } from "./proof";
import { LiveLink, LivePlayer, liveAddress, type LiveFacts } from "./live";
import { LiveControls } from "./live_controls";
import { Joints } from "./joints";
import { Video } from "./video";
import { EngineLink, engineFault, simulationOf } from "./engine_link";
import { download, element, fileName, seconds } from "./format";

const PICK = 16; // px
const WORDS_MS = 100; // while it plays, words, lists and plots follow ten times a second: nobody reads faster

function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found as T;
}

function load(): Recording {
  const header = JSON.parse(byId("rigor-scene").textContent || "null") as Header;
  const data = byId("rigor-data");
  const bytes = decodeBase64((data.textContent || "").trim());
  data.textContent = "";
  return readRecording(header, bytes);
}

function tellFailure(text: string): void {
  byId("failure").hidden = false;
  byId("failure").textContent = text;
}

class Page {
  readonly player: Player;
  readonly scene: Scene;
  readonly plots: Plots;
  readonly quality: Quality;
  live: LiveControls | null = null;
  private timeline: Timeline;
  private list: ContactList;
  readonly selected: Selected;
  readonly joints: Joints;
  readonly video: Video;
  private theme: "light" | "dark" = "light";
  private tip = byId("tip");
  private told = 0;

  constructor(readonly recording: Recording) {
    const { header, runs } = recording;
    document.title = header.title ? `${header.title} · rigor` : "rigor";
    byId("title").textContent = header.title || "rigor";
    // words need no graphics
    this.tellProof();
    const engine = this.engineLink();
    const link = header.live ? new LiveLink(liveAddress()) : engine;
    this.player = link ? new LivePlayer(runs[0]!, link) : new Player(runs[0]!);
    this.scene = new Scene(recording, byId<HTMLCanvasElement>("scene"));
    if (!this.scene.renderer) tellFailure("This browser has no WebGL, so the scene is not drawn. Timeline, contacts and plots work.");
    this.quality = new Quality(this.scene);
    this.timeline = new Timeline(byId<HTMLCanvasElement>("timeline"), this.tip, header, this.player);
    this.plots = new Plots(byId("plots"), byId<HTMLSelectElement>("add-plot"),
      channels(recording, () => this.scene.contacts.pinned), this.player, header.title);
    this.list = new ContactList(recording, byId("contact-rows"), byId("pinned"),
      (key) => this.pin(key), (key) => this.highlight(key));
    this.selected = new Selected(recording, byId("selected"), (body) => this.select(body));
    this.joints = new Joints(header, byId<HTMLDetailsElement>("joints"), byId("joint-rows"));
    byId("joints").addEventListener("toggle", () => this.update());
    this.video = new Video(this.scene.canvas, byId("video"), () => fileName(header.title, "scene"), (reason) => tellFailure(`${reason}.`));
    this.fillChoices();
    this.bindControls();
    this.bindScene();
    this.bindKeys();
    this.player.onChange(() => this.update());
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => this.setTheme(dark.matches ? "dark" : "light"));
    this.setTheme(dark.matches ? "dark" : "light");
    for (const id of runs.length > 1 ? ["difference", "energy", "unexplained", "certificate"] : ["balance", "unexplained", "certificate", "contacts", "iterations"])
      this.plots.add(id);
    new ResizeObserver(() => this.resize()).observe(byId("stage"));
    this.resize();
    this.scene.look("home");
    const { player } = this;
    const control = (facts: LiveFacts) => player instanceof LivePlayer && link && (this.live = new LiveControls({ recording, scene: this.scene,
      plots: this.plots, player, redraw: () => this.timeline.redraw(), tellProof: () => this.tellProof() }, link, facts));
    if (header.live) control(header.live);
    if (engine) {
      engine.onFacts = control;
      engine.onFailure = (reason) => tellFailure(`The page cannot simulate: ${reason}`);
      engine.start();
    }
    this.start();
  }

  private tellProof(): void {
    const { runs } = this.recording, { solved, text } = verdict(runs);
    byId("verdict").textContent = `${solved ? "✓" : "✗"} ${text}`;
    byId("verdict").className = solved ? "good" : "bad";
    showMotion(byId("motion"), runs);
    const open = byId("proof").querySelector("details")?.open ?? false;
    writeProof(byId("proof"), runs, (time) => this.jump(time));
    const details = byId("proof").querySelector("details");
    if (details) details.open = open;
  }

  // What simulates in this page, where it is to: a page that begins so, or whose button was pressed ("#simulate", which begins
  // at "t" of the recording); "#recorded" against it.
  private engineLink(): EngineLink | null {
    const simulation = simulationOf(document), wishes = new URLSearchParams(location.hash.slice(1));
    if (!simulation || this.recording.header.live) return null;
    document.body.classList.add("engine");
    byId("simulate").hidden = false;
    byId("simulate").addEventListener("click", () => this.simulate());
    if (wishes.has("recorded") || !(simulation.begins || wishes.has("simulate"))) return null;
    const fault = engineFault();
    if (fault) {
      tellFailure(`${fault}, so the page cannot simulate. It shows what was recorded.`);
      return null;
    }
    const run = this.recording.runs[0]!, { nq, nv } = this.recording.header, time = Number(wishes.get("t"));
    const frame = wishes.has("t") && time > run.begin ? run.frames[run.frameIndex(time)] : undefined;
    const numbers = frame ? [frame.time, ...Array.from({ length: nq }, (_, k) => frame.qpos(k)), ...Array.from({ length: nv }, (_, k) => frame.qvel(k))] : null;
    return new EngineLink(numbers, window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  // on from the moment that is shown; the recording gives way to what comes
  private simulate(): void {
    if (this.live) return this.live.link.send({ do: "again", time: this.player.time });
    location.hash = `simulate&t=${this.player.time}`;
    location.reload();
  }

  // "#t=0.25" begins paused at that moment; "#dark", "#light" choose the colours
  private start(): void {
    const wishes = new URLSearchParams(location.hash.slice(1));
    if (wishes.has("dark")) this.setTheme("dark");
    if (wishes.has("light")) this.setTheme("light");
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (wishes.has("t") && !(this.player instanceof LivePlayer)) this.player.seek(Number(wishes.get("t")) || 0);
    else if (!still && !(this.player instanceof LivePlayer)) this.player.play(true);
    this.update();
    let last = performance.now();
    const tick = (now: number) => {
      this.player.advance(Math.min(0.25, (now - last) / 1000));
      last = now;
      this.scene.render();
      requestAnimationFrame(tick);
    };
    this.scene.render();
    requestAnimationFrame(tick);
  }

  private jump(time: number): void {
    this.player.playing = false;
    this.player.seek(time);
  }

  // --- everything that depends on the moment ------------------------------------------------------

  private update(): void {
    const { player } = this, run = player.run;
    const index = run.frameIndex(player.time), frame = run.frames[index];
    this.scene.sharp = !player.playing;
    this.scene.show(player.time);
    const now = performance.now();
    if (player.playing && now - this.told < WORDS_MS) return;
    this.told = now;
    this.timeline.update();
    this.plots.update();
    this.list.show(this.scene.contacts.shown, this.scene.contacts.pinned, run.dt);
    this.selected.show(run, player.time, this.scene.contacts.shown);
    this.joints.show(frame);
    byId("time").textContent = seconds(player.time);
    byId("frame").textContent = `of ${seconds(run.end)} · step ${frame?.step ?? 0}`;
    const play = byId("play");
    play.textContent = player.playing ? "❚❚" : "▶";
    play.setAttribute("aria-label", player.playing ? "Pause" : "Play");
    byId("contact-count").textContent = String(frame?.contactCount ?? 0);
    const unsolved = !!frame && (frame.flags & 1) !== 0;
    byId("unsolved-now").hidden = !unsolved;
  }

  private resize(): void {
    this.scene.resize();
    this.timeline.redraw();
    this.plots.resize();
  }

  setTheme(theme: "light" | "dark"): void {
    this.theme = theme;
    document.documentElement.dataset["theme"] = theme;
    this.scene.setTheme(theme);
    this.timeline.redraw();
    this.plots.rebuild();
  }

  pin(key: string | null): void {
    this.scene.contacts.pinned = key;
    this.scene.contacts.again();
    this.scene.invalidate();
    if (key !== null) {
      if (this.plots.has("contact")) this.plots.rebuild("contact");
      else this.plots.add("contact", true);
      if (this.plots.has("slip")) this.plots.rebuild("slip");
    } else this.plots.remove("contact");
    this.update();
  }

  select(body: number): void {
    this.selected.select(body);
    this.scene.outline(body);
    this.update();
  }

  private highlight(key: string | null): void {
    if (this.scene.contacts.highlighted === key) return;
    this.scene.contacts.highlighted = key;
    this.scene.contacts.again();
    this.scene.invalidate();
  }

  // --- controls ----------------------------------------------------------------------------------

  private fillChoices(): void {
    const speed = byId<HTMLSelectElement>("speed");
    for (const value of SPEEDS) speed.append(element("option", { value: String(value) }, `${value}×`));
    speed.value = "1";
    const follow = byId<HTMLSelectElement>("follow"), { header } = this.recording;
    follow.append(element("option", { value: "-1" }, "nothing"));
    for (const body of header.moving) follow.append(element("option", { value: String(body) }, bodyName(header, body)));
    const camera = byId<HTMLSelectElement>("camera"), cameras = header.looks?.cameras ?? [];
    camera.hidden = cameras.length === 0;
    cameras.forEach((one, k) => camera.append(element("option", { value: String(k) }, one.name || `camera ${k}`)));
    camera.addEventListener("change", () => this.scene.sit(cameras[Number(camera.value || -1)] ?? null));
    this.scene.left = () => (camera.value = "");
    const runs = byId("runs");
    runs.hidden = this.recording.runs.length < 2;
    this.recording.runs.forEach((run, k) => {
      const box = element("input", { type: "checkbox", checked: "" });
      box.addEventListener("change", () => this.scene.setGhosts([...runs.querySelectorAll("input")].map((input) => input.checked)));
      const label = element("label", { class: "key" }, box, run.name || `run ${k + 1}`);
      label.style.setProperty("--key", `var(--line${k % 6})`);
      runs.append(label);
    });
  }

  private bindControls(): void {
    const { player, scene, plots } = this;
    const click = (id: string, act: () => void) => byId(id).addEventListener("click", act);
    click("play", () => player.toggle());
    click("back", () => player.step(-1));
    click("forth", () => player.step(1));
    click("first", () => this.jump(player.run.begin));
    click("last", () => this.jump(player.run.end));
    click("mark-before", () => player.toMark(-1));
    click("mark-after", () => player.toMark(1));
    click("theme", () => this.setTheme(this.theme === "dark" ? "light" : "dark"));
    click("help", () => byId<HTMLDialogElement>("keys").showModal());
    click("keys-close", () => byId<HTMLDialogElement>("keys").close());
    byId("picture").addEventListener("click", () => this.quality.sharpen(), { capture: true });
    click("picture", () => void scene.picture().then((blob) => blob && download(`${fileName(this.recording.header.title, "scene")}.png`, blob)));
    click("zoom-in", () => plots.zoomBy(2));
    click("zoom-out", () => plots.zoomBy(0.5));
    click("zoom-all", () => plots.zoomAll());
    for (const view of ["home", "front", "side", "top"] as const) click(`view-${view}`, () => scene.look(view));
    byId<HTMLSelectElement>("speed").addEventListener("change", (event) => player.setSpeed(Number((event.target as HTMLSelectElement).value)));
    byId<HTMLSelectElement>("follow").addEventListener("change", (event) => scene.setFollow(Number((event.target as HTMLSelectElement).value)));
    byId<HTMLSelectElement>("shapes").addEventListener("change", (event) => scene.setShapes((event.target as HTMLSelectElement).value as Shapes));
    byId("loop").addEventListener("change", (event) => (player.loop = (event.target as HTMLInputElement).checked));
    const toggle = (id: string, act: (on: boolean) => void) => byId(id).addEventListener("change", (event) => {
      act((event.target as HTMLInputElement).checked);
      scene.contacts.again();
      scene.invalidate();
    });
    toggle("show-contacts", (on) => (scene.contacts.visible = on));
    toggle("show-cones", (on) => (scene.contacts.cones = on));
    toggle("show-parts", (on) => (scene.contacts.parts = on));
    toggle("see-through", (on) => scene.setTransparent(on));
    byId("force-scale").addEventListener("input", (event) => {
      scene.contacts.scale = 2 ** Number((event.target as HTMLInputElement).value);
      scene.contacts.again();
      scene.invalidate();
    });
  }

  // the contact nearest to the pointer
  private pick(x: number, y: number): string | null {
    let best: string | null = null, least = PICK;
    if (!this.scene.contacts.visible) return null;
    for (const { contact, key } of this.scene.contacts.shown) {
      const [px, py, depth] = this.scene.project(contact.position);
      const distance = Math.hypot(px - x, py - y);
      if (depth < 1 && distance < least) [best, least] = [key, distance];
    }
    return best;
  }

  private bindScene(): void {
    const { canvas } = this.scene;
    let from = [0, 0];
    canvas.addEventListener("pointerdown", (event) => (from = [event.clientX, event.clientY]));
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons) return;
      const key = this.pick(event.offsetX, event.offsetY);
      this.highlight(key);
      canvas.style.cursor = key ? "pointer" : "grab";
      this.tip.hidden = key === null;
      if (key !== null) this.showTip(key, event.clientX, event.clientY);
    });
    canvas.addEventListener("pointerleave", () => {
      this.tip.hidden = true;
      this.highlight(null);
    });
    canvas.addEventListener("click", (event) => {
      if (Math.hypot(event.clientX - from[0]!, event.clientY - from[1]!) > 4) return;
      const key = this.pick(event.offsetX, event.offsetY);
      if (key !== null) this.pin(key);
      else this.select(this.scene.hit(event.offsetX, event.offsetY)?.body ?? -1);
    });
  }

  private showTip(key: string, x: number, y: number): void {
    const shown = this.scene.contacts.shown.find((candidate) => candidate.key === key);
    if (!shown) return;
    const lines = contactNumbers(this.recording, shown.contact, this.player.run.dt).slice(0, 7);
    this.tip.textContent = [contactTitle(this.recording, shown.contact), ...lines.map(([term, text]) => `${term}: ${text}`)].join("\n");
    const { offsetWidth, offsetHeight } = this.tip;
    this.tip.style.left = `${Math.min(x + 14, window.innerWidth - offsetWidth - 8)}px`;
    this.tip.style.top = `${Math.max(8, Math.min(y + 14, window.innerHeight - offsetHeight - 8))}px`;
  }

  // --- keyboard ----------------------------------------------------------------------------------

  private bindKeys(): void {
    window.addEventListener("keydown", (event) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.matches("select, input:not([type=checkbox])") || byId<HTMLDialogElement>("keys").open) return;
      if (target.id === "scene" && this.cameraKey(event)) return event.preventDefault();
      // buttons and boxes keep the keys that press them
      if (target.matches("button, input, summary") && (event.key === " " || event.key === "Enter")) return;
      if (this.live?.key(event) || this.key(event)) event.preventDefault();
    });
  }

  private cameraKey(event: KeyboardEvent): boolean {
    const turn = 0.1, [left, up] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [0, 0];
    if (left || up) {
      if (event.shiftKey) this.scene.moveCamera(0, 0, 1, 0.05 * left!, 0.05 * up!);
      else this.scene.moveCamera(turn * left!, turn * up!, 1, 0, 0);
      return true;
    }
    if (event.key === "+" || event.key === "=") this.scene.moveCamera(0, 0, 1.15, 0, 0);
    else if (event.key === "-") this.scene.moveCamera(0, 0, 1 / 1.15, 0, 0);
    else return false;
    return true;
  }

  private press(id: string): void {
    byId(id).click();
  }

  private changeSpeed(by: 1 | -1): void {
    const select = byId<HTMLSelectElement>("speed");
    select.selectedIndex = Math.min(SPEEDS.length - 1, Math.max(0, select.selectedIndex + by));
    this.player.setSpeed(Number(select.value));
  }

  private followNext(): void {
    const select = byId<HTMLSelectElement>("follow");
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    this.scene.setFollow(Number(select.value));
  }

  private pinNext(): void {
    const { shown, pinned } = this.scene.contacts;
    const index = shown.findIndex((candidate) => candidate.key === pinned);
    this.pin(shown.length ? shown[(index + 1) % shown.length]!.key : null);
  }

  private key(event: KeyboardEvent): boolean {
    const { player } = this, many = event.shiftKey ? 10 : 1;
    const acts: Record<string, () => void> = {
      " ": () => player.toggle(),
      ArrowLeft: () => player.step(-many), ArrowRight: () => player.step(many),
      Home: () => this.jump(player.run.begin), End: () => this.jump(player.run.end),
      "[": () => player.toMark(-1), "]": () => player.toMark(1),
      ",": () => this.changeSpeed(-1), ".": () => this.changeSpeed(1),
      l: () => this.press("loop"), f: () => this.followNext(), p: () => this.pinNext(),
      c: () => this.press("show-contacts"), n: () => this.press("show-cones"), v: () => this.press("show-parts"),
      x: () => this.press("see-through"), t: () => this.press("theme"), s: () => this.press("picture"), w: () => this.press("video"),
      0: () => this.scene.look("home"), 1: () => this.scene.look("front"), 2: () => this.scene.look("side"), 3: () => this.scene.look("top"),
      "+": () => this.plots.zoomBy(2), "=": () => this.plots.zoomBy(2), "-": () => this.plots.zoomBy(0.5), z: () => this.plots.zoomAll(),
      a: () => this.press("simulate"), "?": () => this.press("help"), Escape: () => this.pin(null),
    };
    const act = acts[event.key] ?? acts[event.key.toLowerCase()];
    act?.();
    return act !== undefined;
  }
}

try {
  const page = new Page(load());
  // for tests and for the curious
  (window as unknown as { rigor: Page }).rigor = page;
} catch (error) {
  tellFailure(`The page cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
  throw error;
}
