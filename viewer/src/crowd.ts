// All opaque shapes in a few draws: many of one shape as instances, all others as one mesh whose vertices follow their bodies. A draw costs
// more than what it draws. The shapes themselves stay in the scene, on a layer that is not drawn: the pointer finds them there.
import * as THREE from "three";

const UNDRAWN = 1; // layer
const MANY = 8; // of one shape: as instances

export interface Part {
  mesh: THREE.Mesh;
  body: THREE.Object3D;
  color: THREE.Color;
}

interface Herd {
  drawn: THREE.InstancedMesh;
  parts: Part[];
}

export class Crowd {
  readonly root = new THREE.Group();
  private herds: Herd[] = [];
  private merged: THREE.SkinnedMesh | null = null;

  constructor(private paint: () => THREE.Material) {}

  // anew: of the shapes that are seen now
  build(parts: Part[], others: THREE.Mesh[]): void {
    this.clear();
    for (const mesh of others) mesh.layers.set(0);
    const kinds = new Map<THREE.BufferGeometry, Part[]>();
    for (const part of parts) {
      part.mesh.layers.set(UNDRAWN);
      const kind = kinds.get(part.mesh.geometry);
      if (kind) kind.push(part);
      else kinds.set(part.mesh.geometry, [part]);
    }
    const single: Part[] = [];
    for (const kind of kinds.values())
      if (kind.length >= MANY) this.addHerd(kind);
      else single.push(...kind);
    if (single.length > 0) this.merge(single);
  }

  private clear(): void {
    for (const { drawn } of this.herds) drawn.dispose();
    this.merged?.geometry.dispose();
    this.merged?.skeleton.dispose();
    this.root.clear();
    this.herds = [];
    this.merged = null;
  }

  private add(mesh: THREE.Mesh): void {
    mesh.frustumCulled = false;
    mesh.castShadow = mesh.receiveShadow = true;
    this.root.add(mesh);
  }

  private addHerd(parts: Part[]): void {
    const drawn = new THREE.InstancedMesh(parts[0]!.mesh.geometry, this.paint(), parts.length);
    parts.forEach((part, i) => drawn.setColorAt(i, part.color));
    this.add(drawn);
    this.herds.push({ drawn, parts });
  }

  private merge(parts: Part[]): void {
    const count = parts.reduce((sum, { mesh }) => sum + mesh.geometry.getAttribute("position").count, 0), corners: number[] = [];
    const position = new Float32Array(3 * count), normal = new Float32Array(3 * count), color = new Float32Array(3 * count);
    const bone = new Uint16Array(4 * count), weight = new Float32Array(4 * count);
    const bodies = [...new Set(parts.map((part) => part.body))], place = new THREE.Vector3(), turn = new THREE.Matrix3();
    let at = 0;
    for (const part of parts) {
      const { geometry } = part.mesh, first = at;
      part.mesh.updateMatrix();
      turn.getNormalMatrix(part.mesh.matrix);
      const p = geometry.getAttribute("position"), n = geometry.getAttribute("normal"), index = bodies.indexOf(part.body);
      const most = geometry.index ? geometry.index.count : p.count;
      for (let i = 0; i < most; i++) corners.push(first + (geometry.index ? geometry.index.getX(i) : i));
      for (let i = 0; i < p.count; i++, at++) {
        place.fromBufferAttribute(p, i).applyMatrix4(part.mesh.matrix).toArray(position, 3 * at);
        place.fromBufferAttribute(n, i).applyMatrix3(turn).normalize().toArray(normal, 3 * at);
        part.color.toArray(color, 3 * at);
        bone[4 * at] = index;
        weight[4 * at] = 1;
      }
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setIndex(corners);
    geometry.setAttribute("position", new THREE.BufferAttribute(position, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(normal, 3));
    geometry.setAttribute("color", new THREE.BufferAttribute(color, 3));
    geometry.setAttribute("skinIndex", new THREE.BufferAttribute(bone, 4));
    geometry.setAttribute("skinWeight", new THREE.BufferAttribute(weight, 4));
    const material = this.paint();
    material.vertexColors = true;
    this.merged = new THREE.SkinnedMesh(geometry, material);
    // bodies are bones: all that is asked of one is where it is
    const skeleton = new THREE.Skeleton(bodies as THREE.Bone[], bodies.map(() => new THREE.Matrix4()));
    this.merged.bind(skeleton, new THREE.Matrix4());
    this.add(this.merged);
  }

  // after the bodies have been placed
  follow(): void {
    for (const { drawn, parts } of this.herds) {
      parts.forEach((part, i) => drawn.setMatrixAt(i, part.mesh.matrixWorld));
      drawn.instanceMatrix.needsUpdate = true;
    }
  }
}

export function seesUndrawn(caster: THREE.Raycaster): void {
  caster.layers.enable(UNDRAWN);
}
