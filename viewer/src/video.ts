// A video of the scene as it is shown, by the browser's own recorder: WebM, from one press of the button to the next.
import { download } from "./format";

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

export class Video {
  private recorder: MediaRecorder | null = null;
  private pieces: Blob[] = [];
  bytes = 0; // of the last one

  constructor(private canvas: HTMLCanvasElement, private button: HTMLElement, private name: () => string, private fail: (reason: string) => void) {
    button.addEventListener("click", () => this.toggle());
  }

  get recording(): boolean {
    return this.recorder !== null;
  }

  private toggle(): void {
    if (this.recorder) return this.recorder.stop();
    const type = typeof MediaRecorder === "function" ? TYPES.find((one) => MediaRecorder.isTypeSupported(one)) : undefined;
    if (!type || !this.canvas.captureStream) return this.fail("This browser cannot record a video");
    this.pieces = [];
    this.recorder = new MediaRecorder(this.canvas.captureStream(60), { mimeType: type, videoBitsPerSecond: 8e6 });
    this.recorder.addEventListener("dataavailable", ({ data }) => data.size > 0 && this.pieces.push(data));
    this.recorder.addEventListener("stop", () => this.end());
    this.recorder.start(1000);
    this.show();
  }

  private end(): void {
    const film = new Blob(this.pieces, { type: "video/webm" });
    this.recorder = null;
    this.bytes = film.size;
    this.show();
    if (film.size > 0) download(`${this.name()}.webm`, film);
    else this.fail("The browser has recorded nothing");
  }

  private show(): void {
    this.button.textContent = this.recording ? "Stop video" : "Record video";
    this.button.setAttribute("aria-pressed", String(this.recording));
  }
}
