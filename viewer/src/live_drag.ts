// Pulling at a body with a spring: with the mouse or a finger, or by the keyboard. The spring itself
// is in the simulation; here it is drawn, and its end is moved.
import * as THREE from "three";
import type { LiveCommand } from "./live";
import type { Header, Vector } from "./recording";
import type { Scene } from "./scene";

const UP = new THREE.Vector3(0, 1, 0);
const TELL_MS = 16;

export class LiveDrag {
  always = false; // a plain drag pulls, not only one with ctrl or shift
  held = -1; // body
  private point = new THREE.Vector3(); // in its frame
  private to = new THREE.Vector3();
  private strength = 1;
  private plane = new THREE.Plane();
  private pointer = -1;
  private sent = 0; // when the end of the spring was last told
  private later = 0; // timer
  private root = new THREE.Group();
  private rod: THREE.Mesh;
  private ends: THREE.Mesh[];

  constructor(private scene: Scene, private header: Header, private send: (command: LiveCommand) => void,
    private changed: () => void) {
    const material = new THREE.MeshBasicMaterial({ color: 0xd02b7f, depthTest: false, transparent: true, fog: false });
    const ball = new THREE.SphereGeometry(0.02 * scene.radius, 16, 12);
    this.rod = new THREE.Mesh(new THREE.CylinderGeometry(0.005 * scene.radius, 0.005 * scene.radius, 1, 10).translate(0, 0.5, 0), material);
    this.ends = [new THREE.Mesh(ball, material), new THREE.Mesh(ball, material)];
    this.root.add(this.rod, ...this.ends);
    this.root.traverse((part) => (part.renderOrder = 20));
    this.root.visible = false;
    scene.overlay.add(this.root);
    this.listen(scene.canvas);
  }

  // before the camera's own controls see it
  private listen(canvas: HTMLCanvasElement): void {
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !(this.always || event.ctrlKey || event.shiftKey || event.metaKey)) return;
      const hit = this.scene.hit(event.offsetX, event.offsetY);
      if (!hit) return;
      this.scene.controls.enabled = false;
      this.pointer = event.pointerId;
      canvas.setPointerCapture(event.pointerId);
      this.plane.setFromNormalAndCoplanarPoint(this.scene.camera.getWorldDirection(new THREE.Vector3()), hit.place);
      this.grab(hit.body, hit.point, hit.place);
      event.stopImmediatePropagation();
    }, { capture: true });
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerId !== this.pointer || this.held < 0) return;
      const place = this.scene.ray(event.offsetX, event.offsetY).intersectPlane(this.plane, new THREE.Vector3());
      if (place) this.moveTo(place);
    });
    // wherever that is: a capture can be lost on the way
    for (const kind of ["pointerup", "pointercancel"] as const)
      window.addEventListener(kind, (event) => {
        if (event.pointerId === this.pointer) this.release();
      });
  }

  private grab(body: number, point: THREE.Vector3, place: THREE.Vector3): void {
    this.held = body;
    this.scene.keepCamera();
    this.point.copy(point);
    this.moveTo(place);
    this.changed();
  }

  // told at once, then not more often than the simulation publishes; the drawing is not waited for
  private moveTo(place: THREE.Vector3): void {
    this.to.copy(place);
    this.show();
    const wait = this.sent + TELL_MS - performance.now();
    if (wait <= 0) this.tell();
    else if (!this.later) this.later = window.setTimeout(() => this.tell(), wait);
  }

  private tell(): void {
    window.clearTimeout(this.later);
    this.later = 0;
    this.sent = performance.now();
    this.send({ do: "drag", body: this.held, point: this.point.toArray() as Vector, to: this.to.toArray() as Vector,
      ...(this.strength !== 1 ? { strength: this.strength } : {}) });
  }

  setStrength(strength: number): void {
    this.strength = strength;
    if (this.held >= 0) this.moveTo(this.to.clone());
  }

  // --- by the keyboard: at the origin of the body ------------------------------------------------

  hold(body: number): void {
    this.release();
    if (body < 0) return;
    const place = this.scene.actors[0]!.bodies[body]!.getWorldPosition(new THREE.Vector3());
    this.grab(body, new THREE.Vector3(), place);
  }

  holdNext(): void {
    const { moving } = this.header;
    this.hold(moving[moving.indexOf(this.held) + 1] ?? -1);
  }

  move(right: number, up: number, near: number): void {
    if (this.held < 0) return;
    const axis = (index: number) => new THREE.Vector3().setFromMatrixColumn(this.scene.camera.matrixWorld, index);
    const step = 0.05 * this.scene.radius;
    this.moveTo(this.to.clone().addScaledVector(axis(0), step * right).addScaledVector(axis(1), step * up).addScaledVector(axis(2), step * near));
  }

  release(): void {
    this.scene.controls.enabled = true;
    this.pointer = -1;
    window.clearTimeout(this.later);
    this.later = 0;
    if (this.held >= 0) this.send({ do: "drop" });
    this.held = -1;
    this.show();
    this.changed();
  }

  // the spring where body and end are now
  show(): void {
    this.root.visible = this.held >= 0;
    this.scene.invalidate();
    if (this.held < 0) return;
    const from = this.scene.actors[0]!.bodies[this.held]!.localToWorld(this.point.clone());
    const along = this.to.clone().sub(from), length = along.length();
    this.ends[0]!.position.copy(from);
    this.ends[1]!.position.copy(this.to);
    this.rod.visible = length > 1e-9;
    this.rod.position.copy(from);
    this.rod.scale.y = Math.max(length, 1e-9);
    if (length > 1e-9) this.rod.quaternion.setFromUnitVectors(UP, along.divideScalar(length));
  }
}
