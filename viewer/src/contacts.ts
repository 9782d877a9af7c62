// Contacts where they act: the impulse as an arrow inside its friction cone, its normal and its
// friction part as thinner arrows, colour by mode. Drawn over the bodies: they would hide them.
// The cone is as high as the normal impulse is long, so that its rim is the bound of friction.
import * as THREE from "three";
import { contactKey, type Contact, type Frame, type Mode, type Recording, type Vector } from "./recording";

export const MODE_COLORS: Record<"light" | "dark", Record<Mode, string>> = {
  light: { break: "#6a7383", stick: "#1f6feb", slip: "#c2570c" },
  dark: { break: "#9aa4b4", stick: "#6cb0ff", slip: "#ff9d4d" },
};
const THICK = 0.0065; // half of an arrow, in radii of the scene
const PART_COLORS = { light: { normal: "#39424f", friction: "#b0208a" }, dark: { normal: "#cfd7e3", friction: "#ff86dc" } };
const MOST_CONES = 80;
const UP = new THREE.Vector3(0, 1, 0);

class Instances {
  mesh: THREE.InstancedMesh;
  count = 0;

  constructor(private parent: THREE.Group, private geometry: THREE.BufferGeometry, private material: THREE.Material,
    private order: number, private capacity = 64) {
    this.mesh = this.make();
  }

  private make(): THREE.InstancedMesh {
    const mesh = new THREE.InstancedMesh(this.geometry, this.material, this.capacity);
    mesh.frustumCulled = false;
    mesh.renderOrder = this.order;
    mesh.setColorAt(0, new THREE.Color());
    this.parent.add(mesh);
    return mesh;
  }

  begin(most: number): void {
    if (most > this.capacity) {
      this.capacity = 2 * most;
      this.parent.remove(this.mesh);
      this.mesh.dispose();
      this.mesh = this.make();
    }
    this.count = 0;
  }

  add(matrix: THREE.Matrix4, color: THREE.Color): void {
    this.mesh.setMatrixAt(this.count, matrix);
    this.mesh.setColorAt(this.count++, color);
  }

  end(): void {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

export interface ShownContact {
  contact: Contact;
  key: string;
  force: Vector; // world frame, on the body that moves, N
}

export interface ContactMarks {
  root: THREE.Group;
  shown: ShownContact[];
  pinned: string | null;
  highlighted: string | null;
  visible: boolean;
  cones: boolean;
  parts: boolean;
  scale: number; // 1: the usual impulse has a length that is seen well
  setTheme(name: "light" | "dark"): void;
  show(frame: Frame | undefined, dt: number): void;
  again(): void;
  measure(): void; // what is usual, from what is known by now
}

// the force on the body that moves: where the first one is fixed that is the second
export function forceOf(recording: Recording, contact: Contact, dt: number): { force: Vector; side: 1 | -1 } {
  const { header } = recording;
  const moves = header.moving.includes(header.geoms[contact.geom1]?.body ?? 0);
  const side = moves ? 1 : -1;
  const [n, s, t] = contact.impulse;
  const part = (axis: number) =>
    (side * (n * contact.normal[axis]! + s * contact.tangent1[axis]! + t * contact.tangent2[axis]!)) / dt;
  return { force: [part(0), part(1), part(2)], side };
}

// the median of the normal impulses of a few frames: what an arrow of usual length stands for
function usualImpulse(recording: Recording): number {
  const values: number[] = [];
  for (const run of recording.runs) {
    const every = Math.max(1, Math.floor(run.frames.length / 200));
    for (let i = 0; i < run.frames.length; i += every)
      for (const contact of run.frames[i]!.contacts()) if (contact.impulse[0] > 0) values.push(contact.impulse[0]);
  }
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 1;
}

// `radius` of the scene and of a usual body: arrows are seen well and do not bury their body
export function contactMarks(recording: Recording, radius: number, bodyRadius: number, plain: boolean): ContactMarks {
  const root = new THREE.Group();
  const over = { depthTest: false, depthWrite: false, transparent: true, fog: false };
  const solid = new THREE.MeshBasicMaterial({ ...over, opacity: 0.95 });
  const glass = new THREE.MeshBasicMaterial({ ...over, opacity: 0.2, side: THREE.DoubleSide });
  const shaft = new THREE.CylinderGeometry(1, 1, 1, plain ? 5 : 10).translate(0, 0.5, 0);
  const head = new THREE.ConeGeometry(1, 1, plain ? 7 : 14).translate(0, -0.5, 0);
  const funnel = new THREE.ConeGeometry(1, 1, plain ? 18 : 36, 1, true).rotateX(Math.PI).translate(0, 0.5, 0);
  const rim = new THREE.TorusGeometry(1, 0.012, plain ? 3 : 6, plain ? 18 : 48).rotateX(Math.PI / 2).translate(0, 1, 0);
  const cones = new Instances(root, funnel, glass, 10), rims = new Instances(root, rim, solid, 11);
  const shafts = new Instances(root, shaft, solid, 12), heads = new Instances(root, head, solid, 13);
  const points = new Instances(root, new THREE.SphereGeometry(1, plain ? 7 : 14, plain ? 5 : 10), solid, 14);
  const all = [cones, rims, shafts, heads, points];

  let usual = usualImpulse(recording);
  const usualLength = Math.min(0.24 * radius, Math.max(0.02 * radius, 0.9 * bodyRadius)), longest = 3.5 * usualLength;
  let thick = THICK * radius, crowd = false;
  let theme: "light" | "dark" = "light";
  let last: Frame | undefined, lastDt = 1;
  const color = new THREE.Color(), matrix = new THREE.Matrix4(), turn = new THREE.Quaternion();
  const place = new THREE.Vector3(), size = new THREE.Vector3(), direction = new THREE.Vector3();

  function arrow(from: Vector, vector: Vector, length: number, thickness: number, tint: string): void {
    direction.set(...vector);
    const norm = direction.length();
    if (!(norm > 0) || !(length > 1e-4 * radius)) return;
    direction.divideScalar(norm);
    turn.setFromUnitVectors(UP, direction);
    const tip = Math.min(0.45 * length, 4 * thickness);
    color.set(tint);
    place.set(...from);
    shafts.add(matrix.compose(place, turn, size.set(thickness, length - tip, thickness)), color);
    place.addScaledVector(direction, length);
    heads.add(matrix.compose(place, turn, size.set(2.4 * thickness, tip, 2.4 * thickness)), color);
  }

  function cone(c: Contact, side: number, height: number, tint: string): void {
    direction.set(...c.normal).multiplyScalar(side).normalize();
    turn.setFromUnitVectors(UP, direction);
    place.set(...c.position);
    color.set(tint);
    matrix.compose(place, turn, size.set(c.mu * height, height, c.mu * height));
    cones.add(matrix, color);
    rims.add(matrix, color);
  }

  function draw(shown: ShownContact, side: number, withCone: boolean): void {
    const c = shown.contact;
    const active = shown.key === marks.pinned || shown.key === marks.highlighted;
    const tint = MODE_COLORS[theme][c.mode];
    // in a crowd only what presses is drawn
    if (crowd && !active && c.mode === "break") return;
    color.set(tint);
    place.set(...c.position);
    const dot = (active ? 2.6 : 1.5) * thick;
    points.add(matrix.compose(place, turn.identity(), size.set(dot, dot, dot)), color);
    const [n, s, t] = c.impulse, total = Math.hypot(n, s, t);
    if (!(total > 0)) return;
    // metres a newton second; long arrows are shortened with their cone
    const perImpulse = Math.min((marks.scale * usualLength) / usual, longest / Math.max(total, n * Math.hypot(1, c.mu)));
    if (withCone && n > 0 && c.mu > 0) cone(c, side, n * perImpulse, tint);
    if (marks.parts && (!crowd || active)) {
      const normal = c.normal.map((x) => side * n * x) as Vector;
      const friction = c.tangent1.map((x, k) => side * (s * x + t * c.tangent2[k]!)) as Vector;
      arrow(c.position, normal, n * perImpulse, 0.55 * thick, PART_COLORS[theme].normal);
      arrow(c.position, friction, Math.hypot(s, t) * perImpulse, 0.55 * thick, PART_COLORS[theme].friction);
    }
    arrow(c.position, shown.force, total * perImpulse, active ? 1.7 * thick : thick, tint);
  }

  const marks: ContactMarks = {
    root, shown: [], pinned: null, highlighted: null, visible: true, cones: true, parts: true, scale: 1,
    setTheme(name) {
      theme = name;
      this.again();
    },
    show(frame, dt) {
      last = frame;
      lastDt = dt;
      const contacts = frame ? frame.contacts() : [];
      this.shown = contacts.map((contact) => ({ contact, key: contactKey(contact), force: forceOf(recording, contact, dt).force }));
      crowd = contacts.length > MOST_CONES;
      thick = THICK * radius * Math.max(0.35, Math.min(1, Math.sqrt(40 / Math.max(1, contacts.length))));
      for (const instances of all) instances.begin(3 * contacts.length + 1);
      if (this.visible)
        for (const shown of this.shown) {
          const { side } = forceOf(recording, shown.contact, dt);
          const few = !crowd || shown.key === this.pinned || shown.key === this.highlighted;
          draw(shown, side, this.cones && few);
        }
      for (const instances of all) instances.end();
    },
    again() {
      this.show(last, lastDt);
    },
    measure() {
      usual = usualImpulse(recording);
    },
  };
  return marks;
}
