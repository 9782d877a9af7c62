// The scene in three dimensions: shapes of the model, floor, light, camera. Lengths in m, z is up.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Geom, Header, Recording, Run, Vector } from "./recording";
import { contactMarks, type ContactMarks } from "./contacts";
import { Crowd, seesUndrawn } from "./crowd";
import { gridTexture } from "./grid";
import { Dresser, type Camera } from "./looks";
import { ModelLights } from "./lights";
import { plain } from "./software";
import { surface } from "./surface";

// colours for shapes that the model leaves grey: calm, easy to tell apart, good on light and dark
const PALETTE = [0x5b8def, 0xe5a54b, 0x5fb98d, 0xc77ddb, 0xe0706f, 0x4fb6c9, 0xb6a24a, 0x8f86e8];
// other runs: the colours of their lines in the plots
const GHOSTS = [0x1f6feb, 0xc2570c, 0x1a7f4b, 0x9333c4, 0xc02547, 0x0e7f95];
const SHADOW_SIZE = 2048, PLAIN_SHADOW_SIZE = 1024;
const FOV = 38; // deg, from above to below
const FRAMED = 0.72; // part of the picture that the motion fills; the rest is for arrows and shadows

export interface Theme {
  background: number;
  floor: number;
  line: string;
  ink: string;
}
export const THEMES: Record<"light" | "dark", Theme> = {
  light: { background: 0xeef1f5, floor: 0xf7f8fa, line: "rgba(70,84,104,0.34)", ink: "#1c2330" },
  dark: { background: 0x14181f, floor: 0x20262f, line: "rgba(150,168,196,0.30)", ink: "#e8ecf3" },
};

export type Shapes = "all" | "visual" | "colliding";

// The bodies of one run.
class Actor {
  readonly root = new THREE.Group();
  readonly bodies: THREE.Group[];

  constructor(private header: Header, readonly run: Run) {
    this.bodies = header.bodies.map(() => new THREE.Group());
    for (const body of this.bodies) this.root.add(body);
    for (const { body, pos, quat } of header.fixed) {
      this.bodies[body]!.position.set(...pos);
      this.bodies[body]!.quaternion.set(quat[1], quat[2], quat[3], quat[0]);
    }
  }

  private from = new THREE.Quaternion();
  private to = new THREE.Quaternion();

  // poses between two frames are mixed, so that slow motion is smooth
  pose(time: number): void {
    const index = this.run.frameIndex(time);
    const a = this.run.frames[index], b = this.run.frames[index + 1] ?? a;
    if (!a || !b) return;
    const part = b.time > a.time ? Math.min(1, Math.max(0, (time - a.time) / (b.time - a.time))) : 0;
    this.header.moving.forEach((body, i) => {
      const group = this.bodies[body]!;
      const mix = (axis: number) => a.position(i, axis) * (1 - part) + (part > 0 ? b.position(i, axis) * part : 0);
      group.position.set(mix(0), mix(1), mix(2));
      this.from.set(a.quaternion(i, 1), a.quaternion(i, 2), a.quaternion(i, 3), a.quaternion(i, 0)).normalize();
      if (part > 0) {
        this.to.set(b.quaternion(i, 1), b.quaternion(i, 2), b.quaternion(i, 3), b.quaternion(i, 0)).normalize();
        this.from.slerp(this.to, part);
      }
      group.quaternion.copy(this.from);
    });
  }
}

// Where a processor computes the graphics smooth edges, soft shadows, gloss and sharp lines far away are left out.
function newRenderer(canvas: HTMLCanvasElement, plain: boolean): THREE.WebGLRenderer | null {
  try {
    const renderer = new THREE.WebGLRenderer({ canvas, antialias: !plain });
    renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = plain ? THREE.BasicShadowMap : THREE.PCFShadowMap;
    return renderer;
  } catch {
    return null;
  }
}

type Paint = THREE.MeshStandardMaterial | THREE.MeshLambertMaterial;

export class Scene {
  readonly plain = plain;
  readonly renderer: THREE.WebGLRenderer | null; // null: no graphics here, everything else goes on
  readonly camera = new THREE.PerspectiveCamera(FOV, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  readonly contacts: ContactMarks;
  readonly actors: Actor[];
  readonly center = new THREE.Vector3();
  radius = 1;
  follow = -1; // body
  readonly overlay = new THREE.Group(); // what others draw into the scene
  private scene = new THREE.Scene();
  private sun = new THREE.DirectionalLight(0xffffff, 2.4);
  private sky = new THREE.HemisphereLight(0xffffff, 0x8890a0, 1.5);
  private floors: Paint[] = [];
  private solids: Paint[] = [];
  private shapes: { mesh: THREE.Mesh; geom: Geom; actor: Actor }[] = [];
  private rods: THREE.Mesh[] = [];
  private crowd = new Crowd(() => this.paint(0xffffff, 0.62));
  private cache = new Map<string, THREE.BufferGeometry>();
  private dresser: Dresser;
  private lights: ModelLights | null = null; // of the model; else the page has its own
  private seat: Camera | null = null; // a camera of the model that is looked through
  private followed = new THREE.Vector3();
  private wanted = true;
  private draws = 0;
  sharp = true; // what is drawn next stays for a while

  constructor(private recording: Recording, readonly canvas: HTMLCanvasElement) {
    this.renderer = newRenderer(canvas, this.plain);
    this.camera.up.set(0, 0, 1);
    // motions over each other are told apart by their colours
    this.dresser = new Dresser(recording.runs.length > 1 ? undefined : recording.header.looks,
      this.plain ? 1 : this.renderer?.capabilities.getMaxAnisotropy() ?? 1, () => this.invalidate());
    this.actors = recording.runs.map((run) => new Actor(recording.header, run));
    this.measure();
    this.firstRadius = this.radius;
    this.actors.forEach((actor, index) => this.furnish(actor, index));
    this.actors.forEach((actor) => this.addRods(actor));
    this.addFloorWhereThereIsNone();
    this.addLights();
    this.contacts = contactMarks(recording, this.radius, this.usualReach(), this.plain);
    this.scene.add(this.contacts.root, this.overlay, this.crowd.root);
    seesUndrawn(this.caster);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", () => this.invalidate());
    this.controls.addEventListener("start", () => (this.touched = true));
    for (const event of ["pointerdown", "wheel"]) canvas.addEventListener(event, () => this.leaveSeat(), { capture: true, passive: true });
    this.setShapes("visual");
    this.look("home");
  }

  invalidate(): void {
    this.wanted = true;
  }

  // --- building ------------------------------------------------------------------------------------

  // the room that the motion takes: centre and radius of what moves, seen over the whole time
  private measure(): void {
    const { header } = this.recording;
    const box = new THREE.Box3(), low = new THREE.Vector3(), high = new THREE.Vector3();
    const all = new THREE.Box3();
    for (const actor of this.actors) {
      const count = actor.run.frames.length;
      for (let k = 0; k < Math.min(count, 40); k++) {
        const frame = actor.run.frames[Math.floor((k * (count - 1)) / Math.max(1, Math.min(count, 40) - 1))]!;
        actor.pose(frame.time);
        actor.root.updateMatrixWorld(true);
        for (const geom of header.geoms) {
          if (geom.type === "plane") continue;
          const body = actor.bodies[geom.body]!;
          const place = new THREE.Vector3(...geom.pos).applyMatrix4(body.matrixWorld);
          const reach = this.reachAlong(geom, body.matrixWorld);
          box.set(low.copy(place).sub(reach), high.copy(place).add(reach));
          if (Number.isFinite(reach.lengthSq() + place.lengthSq()))
            (header.moving.includes(geom.body) ? this.room : all).union(box);
        }
      }
    }
    if (this.room.isEmpty()) this.room.copy(all);
    if (this.room.isEmpty()) this.room.set(new THREE.Vector3(-1, -1, 0), new THREE.Vector3(1, 1, 1));
    this.room.getCenter(this.center);
    this.radius = Math.max(1e-3, this.room.getSize(new THREE.Vector3()).length() / 2);
  }
  private room = new THREE.Box3();

  // a motion that grows may need more room, one that begins anew perhaps less; the camera follows as
  // long as nobody has moved it, but not what falls for ever
  widen(anew: boolean): void {
    const radius = this.radius, center = this.center.clone(), room = this.room.clone();
    if (anew) this.room.makeEmpty();
    this.measure();
    for (const actor of this.actors) actor.pose(this.shownTime);
    const endless = this.radius > (this.recording.header.geoms.some((geom) => geom.type === "plane") ? 30 : 4) * this.firstRadius;
    if (!anew && (endless || this.radius < 1.15 * radius)) {
      this.radius = radius;
      this.center.copy(center);
      if (endless) this.room.copy(room);
      return;
    }
    if (anew) this.firstRadius = this.radius;
    this.haze(this.seat === null);
    if (!this.touched && this.follow < 0) this.look("home");
  }
  keepCamera(): void {
    this.touched = true;
  }
  private touched = false;
  private shownTime = 0;
  private firstRadius = 1;

  private reach(geom: Geom): number {
    const [a, b, c] = geom.size;
    switch (geom.type) {
      case "sphere": return a;
      case "capsule": return a + b;
      case "cylinder": return Math.hypot(a, b);
      case "ellipsoid": return Math.max(a, b, c);
      case "box": return Math.hypot(a, b, c);
      case "mesh": {
        const v = this.recording.meshes[geom.mesh]?.vertices ?? [];
        let most = 0;
        for (let i = 0; i < v.length; i += 3) most = Math.max(most, Math.hypot(v[i]!, v[i + 1]!, v[i + 2]!));
        return most;
      }
      default: return 0;
    }
  }

  // how far a shape reaches from its middle along x, y and z of the world
  private reachAlong(geom: Geom, body: THREE.Matrix4): THREE.Vector3 {
    const [a, b, c] = geom.size, turn = new THREE.Quaternion(geom.quat[1], geom.quat[2], geom.quat[3], geom.quat[0]);
    const m = new THREE.Matrix4().multiplyMatrices(body, new THREE.Matrix4().makeRotationFromQuaternion(turn.normalize())).elements;
    const along = (axis: number) => {
      const [x, y, z] = [m[axis]!, m[4 + axis]!, m[8 + axis]!].map(Math.abs) as Vector;
      switch (geom.type) {
        case "capsule": return a + z * b;
        case "cylinder": return z * b + a * Math.sqrt(Math.max(0, 1 - z * z));
        case "ellipsoid": return Math.hypot(x * a, y * b, z * c);
        case "box": return x * a + y * b + z * c;
        default: return this.reach(geom);
      }
    };
    return new THREE.Vector3(along(0), along(1), along(2));
  }

  private usualReach(): number {
    const { header } = this.recording;
    const reaches = header.geoms.filter((geom) => header.moving.includes(geom.body)).map((geom) => this.reach(geom)).sort((a, b) => a - b);
    return reaches[reaches.length >> 1] ?? this.radius;
  }

  private geometry(geom: Geom, index: number): THREE.BufferGeometry {
    const look = this.dresser.texture(index, geom, true) ? this.recording.header.looks!.geoms[index] : "";
    const key = geom.type === "mesh" ? `mesh ${geom.mesh} ${geom.collides}` : `${geom.type} ${geom.size.join(" ")} ${look}`;
    let made = this.cache.get(key);
    if (!made) {
      made = this.makeGeometry(geom);
      this.cache.set(key, look === "" ? made : (made = this.dresser.place(made, index, geom, 60 * this.radius)));
    }
    return made;
  }

  private makeGeometry(geom: Geom): THREE.BufferGeometry {
    const [a, b, c] = geom.size;
    const few = this.plain || this.recording.header.geoms.length > 300;
    switch (geom.type) {
      case "sphere": return new THREE.SphereGeometry(a, few ? 16 : 32, few ? 10 : 20);
      case "ellipsoid": return new THREE.SphereGeometry(1, few ? 16 : 32, few ? 10 : 20).scale(a, b, c);
      case "capsule": return new THREE.CapsuleGeometry(a, 2 * b, few ? 4 : 8, few ? 12 : 24).rotateX(Math.PI / 2);
      case "cylinder": return new THREE.CylinderGeometry(a, a, 2 * b, few ? 20 : 40).rotateX(Math.PI / 2);
      case "box": return new THREE.BoxGeometry(2 * a, 2 * b, 2 * c);
      case "mesh": return this.mesh(geom);
      default: return this.plane(geom);
    }
  }

  // what collides is a convex hull, and shown as one; what is there to be seen is as the model has it
  private mesh(geom: Geom): THREE.BufferGeometry {
    const mesh = this.recording.meshes[geom.mesh];
    const shared = new THREE.BufferGeometry();
    if (!mesh) return shared;
    if (mesh.seen && !geom.collides) return surface(mesh.seen.vertices, mesh.seen.faces, this.plain, mesh.seen.uv);
    shared.setAttribute("position", new THREE.BufferAttribute(mesh.vertices, 3));
    shared.setIndex(new THREE.BufferAttribute(mesh.faces, 1));
    const flat = shared.toNonIndexed();
    flat.computeVertexNormals();
    return flat;
  }

  private plane(geom: Geom): THREE.BufferGeometry {
    const endless = 60 * this.radius;
    const width = geom.size[0] > 0 ? 2 * geom.size[0] : endless;
    const height = geom.size[1] > 0 ? 2 * geom.size[1] : endless;
    const made = new THREE.PlaneGeometry(width, height);
    // lines of the grid at whole numbers of cells from the middle
    const cell = this.cell(), uv = made.getAttribute("uv") as THREE.BufferAttribute;
    for (let i = 0; i < uv.count; i++)
      uv.setXY(i, ((uv.getX(i) - 0.5) * width) / cell, ((uv.getY(i) - 0.5) * height) / cell);
    return made;
  }

  // 1, 2 or 5 times a power of ten, about a quarter of the radius
  private cell(): number {
    const wanted = this.radius / 2.5, power = 10 ** Math.floor(Math.log10(wanted));
    return (wanted / power >= 5 ? 5 : wanted / power >= 2 ? 2 : 1) * power;
  }

  private color(geom: Geom): THREE.Color {
    const [r, g, b] = geom.rgba;
    const grey = Math.abs(r - 0.5) + Math.abs(g - 0.5) + Math.abs(b - 0.5) < 1e-3;
    if (!grey) return new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace);
    const moving = this.recording.header.moving.indexOf(geom.body);
    return new THREE.Color(moving < 0 ? 0x98a2b1 : PALETTE[moving % PALETTE.length]!);
  }

  private paint(color: THREE.Color | number, roughness: number): Paint {
    return this.plain ? new THREE.MeshLambertMaterial({ color }) : new THREE.MeshStandardMaterial({ color, roughness, metalness: 0.04 });
  }

  private floorMaterial(geom: Geom | null, index = -1): Paint {
    const material = this.paint(0xffffff, 0.95), texture = geom && this.dresser.texture(index, geom, true);
    material.side = THREE.DoubleSide;
    if (geom && texture) {
      material.map = texture;
      material.color.setRGB(geom.rgba[0], geom.rgba[1], geom.rgba[2], THREE.SRGBColorSpace);
      return material;
    }
    material.userData["model"] = geom;
    this.floors.push(material);
    return material;
  }

  private solidMaterial(geom: Geom, run: number, index: number): Paint {
    const material = this.paint(this.color(geom), 0.62);
    material.userData["opacity"] = geom.rgba[3];
    if (run === 0) this.dress(material, geom, index);
    // where bodies of several runs lie in each other, the later ones shine through as wires of their own colour
    if (run > 0) {
      material.color.set(GHOSTS[run % GHOSTS.length]!);
      material.userData["opacity"] = 0.55;
      material.wireframe = true;
    } else if (this.recording.runs.length > 1) material.color.lerp(new THREE.Color(GHOSTS[0]!), 0.6);
    material.transparent = (material.userData["opacity"] as number) < 1;
    material.opacity = material.userData["opacity"] as number;
    material.depthWrite = !material.transparent;
    this.solids.push(material);
    return material;
  }

  // a texture, and a shine of its own: such a shape is drawn by itself
  private dress(material: Paint, geom: Geom, index: number): void {
    const placed = geom.type !== "mesh" || (!geom.collides && !!this.recording.meshes[geom.mesh]?.seen?.uv);
    const texture = this.dresser.texture(index, geom, placed), shine = this.dresser.shine(index), tint = this.dresser.tint(index, placed);
    material.color.multiply(new THREE.Color().setRGB(...tint, THREE.SRGBColorSpace));
    material.map = texture;
    if (shine && shine[3] > 0) material.emissive.copy(material.color).multiplyScalar(Math.min(1, shine[3]));
    if (shine && material instanceof THREE.MeshStandardMaterial) {
      material.roughness = THREE.MathUtils.clamp(0.95 - 0.66 * shine[1], 0.1, 1);
      material.metalness = 0.04 + 0.3 * Math.min(1, shine[2]);
    }
    material.userData["alone"] = texture !== null || (shine !== null && (!this.plain || shine[3] > 0));
  }

  private furnish(actor: Actor, run: number): void {
    const { header } = this.recording;
    for (const [index, geom] of header.geoms.entries()) {
      // other runs add only what moves
      if (run > 0 && !header.moving.includes(geom.body)) continue;
      const floor = geom.type === "plane";
      const mesh = new THREE.Mesh(this.geometry(geom, index), floor ? this.floorMaterial(geom, index) : this.solidMaterial(geom, run, index));
      mesh.position.set(...geom.pos);
      mesh.quaternion.set(geom.quat[1], geom.quat[2], geom.quat[3], geom.quat[0]).normalize();
      mesh.castShadow = !floor && run === 0;
      mesh.receiveShadow = true;
      actor.bodies[geom.body]!.add(mesh);
      this.shapes.push({ mesh, geom, actor });
    }
    this.scene.add(actor.root);
  }

  // thin rods from joint to joint and to the shapes of a body: links that have no shape of their own
  private addRods(actor: Actor): void {
    const { header } = this.recording;
    const thick = 0.006 * this.radius;
    const rod = new THREE.CylinderGeometry(thick, thick, 1, 8).translate(0, 0.5, 0);
    const material = this.paint(0x8c97a8, 0.7);
    const add = (body: number, to: THREE.Vector3) => {
      if (to.length() < 4 * thick) return;
      const mesh = new THREE.Mesh(rod, material);
      mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), to.clone().normalize());
      mesh.scale.y = to.length();
      mesh.castShadow = true;
      actor.bodies[body]!.add(mesh);
      if (actor === this.actors[0]) this.rods.push(mesh);
    };
    // bodies with a shape that reaches from joint to joint need none
    const bare = (body: number) => header.geoms.every((geom) => geom.body !== body || geom.type === "sphere" || geom.type === "ellipsoid");
    const jointed = new Set(header.joints.filter((joint) => joint.type !== "free").map((joint) => joint.body).filter(bare));
    for (const geom of header.geoms) if (jointed.has(geom.body)) add(geom.body, new THREE.Vector3(...geom.pos));
    actor.pose(actor.run.begin);
    actor.root.updateMatrixWorld(true);
    for (const body of jointed) {
      const parent = header.bodies[body]!.parent, slides = header.joints.some((joint) => joint.body === body && joint.type === "slide");
      if (jointed.has(parent) && !slides)
        add(parent, actor.bodies[parent]!.worldToLocal(actor.bodies[body]!.getWorldPosition(new THREE.Vector3())));
    }
  }

  // a faint grid for the eye where the model has no plane; it is not part of the model
  private addFloorWhereThereIsNone(): void {
    if (this.recording.header.geoms.some((geom) => geom.type === "plane")) return;
    const size = 60 * this.radius, cell = this.cell();
    const geometry = this.plane({ type: "plane", size: [size / 2, size / 2, 1] } as Geom);
    const material = this.floorMaterial(null);
    const mesh = new THREE.Mesh(geometry, material);
    mesh.position.z = Math.floor((this.room.min.z - 0.05 * this.radius) / cell) * cell;
    mesh.receiveShadow = true;
    this.scene.add(mesh);
  }

  private addLights(): void {
    const looks = this.dresser.looks;
    if (looks && looks.lights.length > 0) {
      this.lights = new ModelLights(looks, this.radius, this.plain ? PLAIN_SHADOW_SIZE : SHADOW_SIZE);
      this.scene.add(this.lights.root);
      return;
    }
    this.scene.add(this.sky, this.sun, this.sun.target);
    this.sun.castShadow = true;
    const size = this.plain ? PLAIN_SHADOW_SIZE : SHADOW_SIZE;
    this.sun.shadow.mapSize.set(size, size);
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.004 * this.radius;
    this.sun.shadow.intensity = 0.75;
  }

  // light and shadow stay with what is looked at
  private placeSun(): void {
    const target = this.follow >= 0 ? this.controls.target : this.center;
    const reach = 1.8 * this.radius;
    this.sun.target.position.copy(target);
    this.sun.position.copy(target).add(new THREE.Vector3(-0.75, -0.45, 1.3).multiplyScalar(2 * this.radius));
    const shadow = this.sun.shadow.camera;
    shadow.left = shadow.bottom = -reach;
    shadow.right = shadow.top = reach;
    shadow.near = 0.05 * this.radius;
    shadow.far = 8 * this.radius;
    shadow.updateProjectionMatrix();
  }

  // --- what is seen --------------------------------------------------------------------------------

  setTheme(name: "light" | "dark"): void {
    const theme = THEMES[name];
    const sky = this.dresser.sky(), far = new THREE.Color(theme.background);
    if (sky) far.setRGB(...sky[1], THREE.SRGBColorSpace);
    (this.scene.background as THREE.Texture | null)?.dispose?.();
    this.scene.background = sky ? this.dresser.skyTexture(sky) : far;
    this.scene.fog = new THREE.Fog(far, 7 * this.radius, 26 * this.radius);
    this.haze(this.seat === null);
    for (const material of this.floors) {
      material.map?.dispose();
      const geom = material.userData["model"] as Geom | null;
      const tint = geom && geom.rgba[3] > 0 ? this.floorTint(geom, theme) : theme.floor;
      const grid = gridTexture({ fill: tint, line: theme.line }, this.plain ? 1 : this.renderer?.capabilities.getMaxAnisotropy() ?? 1);
      material.map = grid.texture;
      material.color.copy(grid.color);
      material.needsUpdate = true;
    }
    this.sky.intensity = name === "dark" ? 1.1 : 1.7;
    this.sun.intensity = name === "dark" ? 2.0 : 2.3;
    this.contacts.setTheme(name);
    this.invalidate();
  }

  // the model's own colour shines through, half of it
  private floorTint(geom: Geom, theme: Theme): number {
    const grey = geom.rgba.slice(0, 3).every((part) => Math.abs(part - 0.5) < 1e-3);
    if (grey) return theme.floor;
    const own = new THREE.Color().setRGB(geom.rgba[0], geom.rgba[1], geom.rgba[2], THREE.SRGBColorSpace);
    const mix = (part: "r" | "g" | "b", floor: number) => Math.round(0.14 * 255 * THREE.MathUtils.clamp(own[part], 0, 1) + 0.86 * floor);
    own.convertLinearToSRGB();
    return (mix("r", theme.floor >> 16) << 16) | (mix("g", (theme.floor >> 8) & 255) << 8) | mix("b", theme.floor & 255);
  }

  setShapes(shapes: Shapes): void {
    const { geoms } = this.recording.header;
    // "visual" is what the file means to be seen, where it makes that distinction
    const divided = geoms.some((geom) => !geom.collides);
    for (const { mesh, geom } of this.shapes)
      mesh.visible = shapes === "all" || (shapes === "colliding" ? geom.collides
        : !divided || geom.group < 3) || geom.type === "plane";
    this.gather();
  }

  setTransparent(transparent: boolean): void {
    for (const material of this.solids) {
      const own = material.userData["opacity"] as number;
      material.opacity = transparent ? Math.min(own, 0.35) : own;
      material.transparent = material.opacity < 1;
      material.depthWrite = !material.transparent;
      material.needsUpdate = true;
    }
    this.gather();
  }

  // what is opaque and seen of the first run is drawn together, the rest piece by piece
  private gather(): void {
    const together = this.shapes.filter(({ mesh, geom, actor }) =>
      mesh.visible && geom.type !== "plane" && actor === this.actors[0] && actor.root.visible && !(mesh.material as Paint).transparent &&
      !(mesh.material as Paint).userData["alone"]);
    const parts = together.map(({ mesh, geom, actor }) => ({ mesh, body: actor.bodies[geom.body]!, color: (mesh.material as Paint).color }));
    if (this.actors[0]!.root.visible)
      for (const mesh of this.rods) parts.push({ mesh, body: mesh.parent as THREE.Group, color: (mesh.material as Paint).color });
    const drawn = new Set(parts.map(({ mesh }) => mesh));
    this.crowd.build(parts, [...this.shapes.map(({ mesh }) => mesh), ...this.rods].filter((mesh) => !drawn.has(mesh)));
    this.invalidate();
  }

  setGhosts(visible: boolean[]): void {
    this.actors.forEach((actor, index) => (actor.root.visible = visible[index] !== false));
    this.gather();
  }

  show(time: number): void {
    for (const actor of this.actors) actor.pose(time);
    this.shownTime = time;
    const run = this.actors[0]!.run;
    this.contacts.show(run.frames[run.frameIndex(time)], run.dt);
    if (this.follow >= 0) {
      const now = this.actors[0]!.bodies[this.follow]!.position;
      const moved = now.clone().sub(this.followed);
      this.camera.position.add(moved);
      this.controls.target.add(moved);
      this.followed.copy(now);
    }
    this.invalidate();
  }

  setFollow(body: number): void {
    this.follow = body;
    if (body < 0) return;
    this.followed.copy(this.actors[0]!.bodies[body]!.position);
    const moved = this.followed.clone().sub(this.controls.target);
    this.camera.position.add(moved);
    this.controls.target.copy(this.followed);
    this.controls.update();
    this.invalidate();
  }

  // a box of lines around the shapes of a body; -1: none
  outline(body: number): void {
    if (this.frameOf) this.frameOf.parent?.remove(this.frameOf);
    this.frameOf = null;
    if (body >= 0) {
      const group = this.actors[0]!.bodies[body]!, box = new THREE.Box3();
      for (const { mesh, geom, actor } of this.shapes) {
        if (geom.body !== body || actor !== this.actors[0] || !mesh.visible) continue;
        mesh.geometry.computeBoundingBox();
        mesh.updateMatrix();
        box.union(mesh.geometry.boundingBox!.clone().applyMatrix4(mesh.matrix));
      }
      this.frameOf = new THREE.Box3Helper(box.expandByScalar(0.01 * this.radius), new THREE.Color(0xd02b7f));
      group.add(this.frameOf);
    }
    this.invalidate();
  }
  private frameOf: THREE.Box3Helper | null = null;

  // --- cameras of the model ------------------------------------------------------------------------

  // looked through until somebody turns or moves the view; null: back to that
  sit(camera: Camera | null): void {
    if (!camera) return this.leaveSeat();
    this.seat = camera;
    this.touched = true;
    this.camera.fov = camera.fovy[0];
    this.camera.near = this.radius / 500;
    this.camera.far = Math.max(100, this.radius * 200);
    this.camera.updateProjectionMatrix();
    this.haze(false);
    this.invalidate();
  }
  left: () => void = () => {}; // told when nobody sits there any more

  private leaveSeat(): void {
    if (!this.seat) return;
    this.seat = null;
    this.camera.fov = FOV;
    this.camera.updateProjectionMatrix();
    this.haze(true);
    const ahead = new THREE.Vector3(0, 0, -1).applyQuaternion(this.camera.quaternion);
    this.controls.target.copy(this.camera.position).addScaledVector(ahead, Math.max(this.radius / 10, this.camera.position.distanceTo(this.center)));
    this.controls.update();
    this.left();
    this.invalidate();
  }

  // what is far fades, unless it is looked at from where the file says
  private haze(on: boolean): void {
    const fog = this.scene.fog as THREE.Fog | null;
    if (!fog) return;
    fog.near = on ? 7 * this.radius : 1e9;
    fog.far = on ? 26 * this.radius : 2e9;
  }

  private placeInSeat(): void {
    if (!this.seat) return;
    const { body, pos, quat } = this.seat, group = this.actors[0]!.bodies[body]!;
    this.camera.position.set(...pos).applyMatrix4(group.matrixWorld);
    group.getWorldQuaternion(this.camera.quaternion).multiply(new THREE.Quaternion(quat[1], quat[2], quat[3], quat[0]));
    this.camera.updateMatrixWorld();
  }

  // from behind a plane there would be nothing to see: the mirror image of that direction
  private beforeWalls(direction: THREE.Vector3): THREE.Vector3 {
    for (const { mesh, geom } of this.shapes) {
      if (geom.type !== "plane") continue;
      const normal = new THREE.Vector3(0, 0, 1).applyQuaternion(mesh.getWorldQuaternion(new THREE.Quaternion()));
      if (normal.dot(direction) < -0.01) direction.reflect(normal);
    }
    return direction;
  }

  look(from: "home" | "front" | "side" | "top"): void {
    this.leaveSeat();
    this.touched = from !== "home";
    // the plane in which most of the motion is: seen from its thin side
    const size = this.room.getSize(new THREE.Vector3());
    const thinY = size.y <= size.x;
    const home = this.beforeWalls(thinY ? new THREE.Vector3(0.42, -1, 0.36) : new THREE.Vector3(1, -0.42, 0.36));
    const direction = { home, front: new THREE.Vector3(0, -1, 0), side: new THREE.Vector3(1, 0, 0),
      top: new THREE.Vector3(0, -0.0001, 1) }[from].normalize();
    const distance = this.distanceFrom(direction);
    this.controls.target.copy(this.follow >= 0 ? this.followed : this.center);
    this.camera.position.copy(this.controls.target).addScaledVector(direction, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 60;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.invalidate();
  }

  // how far away the camera must be to see all corners of the room
  private distanceFrom(direction: THREE.Vector3): number {
    const right = new THREE.Vector3().crossVectors(this.camera.up, direction).normalize();
    const up = new THREE.Vector3().crossVectors(direction, right), corner = new THREE.Vector3();
    const high = FRAMED * Math.tan((this.camera.fov * Math.PI) / 360), wide = high * this.camera.aspect;
    let distance = 0.2 * this.radius;
    for (let k = 0; k < 8; k++) {
      corner.set(k & 1 ? this.room.max.x : this.room.min.x, k & 2 ? this.room.max.y : this.room.min.y, k & 4 ? this.room.max.z : this.room.min.z);
      corner.sub(this.center);
      distance = Math.max(distance, corner.dot(direction) + Math.max(Math.abs(corner.dot(right)) / wide, Math.abs(corner.dot(up)) / high));
    }
    return distance;
  }

  // angles in rad, `zoom` > 1 goes nearer, pan as a part of the distance
  moveCamera(left: number, up: number, zoom: number, panRight: number, panUp: number): void {
    this.leaveSeat();
    this.touched = true;
    const offset = this.camera.position.clone().sub(this.controls.target);
    const sphere = new THREE.Spherical().setFromVector3(new THREE.Vector3(offset.x, offset.z, -offset.y));
    sphere.theta += left;
    sphere.phi = Math.min(Math.PI - 0.01, Math.max(0.01, sphere.phi - up));
    sphere.radius /= zoom;
    const turned = new THREE.Vector3().setFromSpherical(sphere);
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, 0);
    const above = new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, 1);
    this.controls.target.addScaledVector(right, panRight * sphere.radius).addScaledVector(above, panUp * sphere.radius);
    this.camera.position.copy(this.controls.target).add(new THREE.Vector3(turned.x, -turned.z, turned.y));
    this.controls.update();
    this.invalidate();
  }

  // --- drawing -------------------------------------------------------------------------------------

  resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer?.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  render(): void {
    if (!this.wanted) return;
    this.wanted = false;
    this.placeSun();
    if (!this.renderer) return;
    // where every pixel counts, shadows are as old as the frame before
    this.renderer.shadowMap.autoUpdate = !this.plain;
    if (this.plain && (this.sharp || (this.draws++ & 1) === 0)) this.renderer.shadowMap.needsUpdate = true;
    this.scene.updateMatrixWorld();
    this.placeInSeat();
    this.lights?.place(this.actors[0]!.bodies, this.camera, this.center);
    this.crowd.follow();
    this.renderer.render(this.scene, this.camera);
  }

  // where a point of the world is on the canvas, CSS px; z > 1: behind the camera
  project(point: Vector): Vector {
    const p = new THREE.Vector3(...point);
    this.camera.updateMatrixWorld();
    p.project(this.camera);
    return [((p.x + 1) / 2) * this.canvas.clientWidth, ((1 - p.y) / 2) * this.canvas.clientHeight, p.z];
  }

  // from the eye through a place on the canvas, CSS px
  ray(x: number, y: number): THREE.Ray {
    this.camera.updateMatrixWorld();
    this.caster.setFromCamera(new THREE.Vector2((2 * x) / this.canvas.clientWidth - 1, 1 - (2 * y) / this.canvas.clientHeight), this.camera);
    return this.caster.ray;
  }
  private caster = new THREE.Raycaster();

  // the body that moves and is seen there, and where: in its frame and in the world
  hit(x: number, y: number): { body: number; point: THREE.Vector3; place: THREE.Vector3 } | null {
    const { bodies } = this.actors[0]!, { moving } = this.recording.header;
    this.ray(x, y);
    const meshes = this.shapes.filter(({ mesh, geom }) => mesh.visible && mesh.parent === bodies[geom.body]).map(({ mesh }) => mesh);
    const place = this.caster.intersectObjects(meshes, false)[0];
    const body = place ? bodies.indexOf(place.object.parent as THREE.Group) : -1;
    if (!place || !moving.includes(body)) return null;
    return { body, point: bodies[body]!.worldToLocal(place.point.clone()), place: place.point };
  }

  picture(): Promise<Blob | null> {
    this.wanted = true;
    this.render();
    return new Promise((done) => this.canvas.toBlob(done, "image/png"));
  }
}

