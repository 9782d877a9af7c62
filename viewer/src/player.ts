// The clock of the page: which moment is shown, and how fast it goes on.
import type { Run } from "./recording";

export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4];

export class Player {
  time: number;
  playing = false;
  speed = 1;
  loop = false;
  private listeners: (() => void)[] = [];

  constructor(readonly run: Run) {
    this.time = run.begin;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  seek(time: number): void {
    this.time = Math.min(this.run.end, Math.max(this.run.begin, time));
    this.tell();
  }

  play(playing: boolean): void {
    // at the end it begins again
    if (playing && this.time >= this.run.end) this.time = this.run.begin;
    this.playing = playing && this.run.end > this.run.begin;
    this.tell();
  }

  toggle(): void {
    this.play(!this.playing);
  }

  step(frames: number): void {
    this.playing = false;
    const { run } = this, index = run.frameIndex(this.time);
    // between two frames one step back is the earlier one
    const between = frames < 0 && this.time > run.frames[index]!.time + 1e-9 ? 1 : 0;
    this.seek(run.frames[Math.min(run.frames.length - 1, Math.max(0, index + frames + between))]!.time);
  }

  toMark(direction: 1 | -1): void {
    this.playing = false;
    const times = this.run.marks.map((mark) => mark.time);
    const next = direction > 0 ? times.find((time) => time > this.time + 1e-9)
      : times.reverse().find((time) => time < this.time - 1e-9);
    this.seek(next ?? (direction > 0 ? this.run.end : this.run.begin));
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.tell();
  }

  // `elapsed`: wall time since the last call
  advance(elapsed: number): void {
    if (!this.playing) return;
    const next = this.time + elapsed * this.speed;
    if (next < this.run.end) this.seek(next);
    else if (this.loop) this.seek(this.run.begin);
    else {
      this.playing = false;
      this.seek(this.run.end);
    }
  }
}
