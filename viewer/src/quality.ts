// Keeps the page quick where the graphics are slow: draws fewer pixels as long as frames take too long,
// more again when there is time. What stands still is drawn with all of them.
import type { Scene } from "./scene";

const SLOW_MS = 20, WANTED_MS = 15, QUICK_MS = 17.5; // between two frames: 60 a second are wanted,
const CRAWLING_MS = 36; // 30 if need be
const LOOK_MS = 400, HANG_MS = 1000; // before it decides; a single frame that is reason enough
const STILL_MS = 500; // before a still picture is drawn fully
const LEAST = 0.25, HALF = 0.5, RAISE = 1.4; // of the full number of pixels along one side: fewer than half for 30 only
const PATIENCE_MS = 2000, MOST_PATIENCE_MS = 60000; // before more pixels are tried

export class Quality {
  part = 1; // of the full number of pixels along one side
  private shown = 1; // that the canvas has now: a still picture has all
  private full: number;
  private intervals: number[] = [];
  private total = 0;
  private last = 0; // time of the frame before
  private drawn = 0; // frames until then
  private moved = 0; // time of the last frame that was drawn
  private changed = 0;
  private patience = PATIENCE_MS;
  private raised = false;

  constructor(private scene: Scene) {
    const { renderer } = scene;
    this.full = renderer?.getPixelRatio() ?? 1;
    if (!renderer) return;
    // a hidden page draws nothing: that time says nothing
    document.addEventListener("visibilitychange", () => this.begin());
    const tick = (now: number) => {
      this.look(now, renderer.info.render.frame);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  // everything there is, for a picture that is kept
  sharpen(): void {
    this.apply(1);
  }

  private begin(): void {
    this.intervals = [];
    this.total = this.last = 0;
  }

  private apply(part: number): void {
    this.begin();
    if (part === this.shown) return;
    this.shown = part;
    this.scene.renderer!.setPixelRatio(this.full * part);
    // the canvas is empty now
    this.scene.invalidate();
    this.scene.render();
    this.drawn = this.scene.renderer!.info.render.frame;
  }

  // `frames`: how many were drawn so far
  private look(now: number, frames: number): void {
    const moves = frames > this.drawn;
    // the first frame has shaders to compile
    if (moves && this.last > 0 && this.drawn > 1) {
      this.intervals.push(now - this.last);
      this.total += now - this.last;
    }
    this.last = moves ? now : 0;
    this.drawn = frames;
    if (moves) {
      this.moved = now;
      if (this.shown !== this.part) this.apply(this.part);
      else if (this.total > (this.intervals.length > 1 ? LOOK_MS : HANG_MS)) this.decide(now);
    } else if (this.shown < 1 && now - this.moved > STILL_MS) this.apply(1);
  }

  private decide(now: number): void {
    const usual = this.intervals.sort((a, b) => a - b)[(this.intervals.length - 1) >> 1]!;
    this.begin();
    const least = usual > CRAWLING_MS ? LEAST : HALF;
    if (usual > SLOW_MS && this.part > least) {
      // what was too much once is not tried again so soon
      if (this.raised) this.patience = Math.min(2 * this.patience, MOST_PATIENCE_MS);
      this.change(now, Math.max(least, this.part * Math.max(0.5, Math.sqrt(WANTED_MS / usual))), false);
    } else if (usual < QUICK_MS && this.part < 1 && now - this.changed > this.patience)
      this.change(now, Math.min(1, RAISE * this.part), true);
  }

  private change(now: number, part: number, raised: boolean): void {
    this.changed = now;
    this.raised = raised;
    this.part = part;
    this.apply(part);
  }
}
