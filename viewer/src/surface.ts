// Triangles of a mesh as it was drawn: smooth where it is round, with edges where it has them.
import * as THREE from "three";

const EDGE = Math.cos((35 * Math.PI) / 180); // faces that turn by more do not run into each other
const COARSE = 1 / 48, FEW = 2000; // of the widest side; triangles that slow graphics take as they are

// The triangles with vertices at one place made one: files of triangles alone repeat them. With a `cell` above 0 all that
// are in the same cell of a grid are one, and triangles without an area are gone. `before`: the corners' vertices as they were.
function weld(vertices: Float32Array, faces: Uint32Array, cell: number): { faces: Uint32Array; before: number[] } {
  const places = new Map<string, number>(), same = new Uint32Array(vertices.length / 3), kept: number[] = [], before: number[] = [];
  const round = (x: number) => (cell > 0 ? Math.round(x / cell) : x);
  for (let i = 0; i < same.length; i++) {
    const key = `${round(vertices[3 * i]!)} ${round(vertices[3 * i + 1]!)} ${round(vertices[3 * i + 2]!)}`;
    let first = places.get(key);
    if (first === undefined) places.set(key, (first = i));
    same[i] = first;
  }
  for (let f = 0; f < faces.length; f += 3) {
    const a = same[faces[f]!]!, b = same[faces[f + 1]!]!, c = same[faces[f + 2]!]!;
    if (a === b || b === c || c === a) continue;
    kept.push(a, b, c);
    before.push(faces[f]!, faces[f + 1]!, faces[f + 2]!);
  }
  return { faces: new Uint32Array(kept), before };
}

// normals of the faces, as long as twice their areas
function faceNormals(vertices: Float32Array, faces: Uint32Array): THREE.Vector3[] {
  const normals: THREE.Vector3[] = [], a = new THREE.Vector3(), c = new THREE.Vector3();
  for (let f = 0; f < faces.length; f += 3) {
    a.fromArray(vertices, 3 * faces[f]!);
    c.fromArray(vertices, 3 * faces[f + 2]!).sub(a);
    normals.push(new THREE.Vector3().fromArray(vertices, 3 * faces[f + 1]!).sub(a).cross(c));
  }
  return normals;
}

function widest(vertices: Float32Array): number {
  const box = new THREE.Box3().setFromArray(vertices as unknown as number[]), size = box.getSize(new THREE.Vector3());
  return Math.max(size.x, size.y, size.z);
}

// The normal of a corner is the mean of those of the faces there that hardly turn from its own, by their areas. Corners of
// a vertex with the same normal, and place in the texture, are one. `quick`: fine meshes are drawn coarsely.
export function surface(vertices: Float32Array, all: Uint32Array, quick: boolean, uv?: Float32Array): THREE.BufferGeometry {
  const { faces, before } = weld(vertices, all, quick && all.length > 3 * FEW ? COARSE * widest(vertices) : 0);
  const normals = faceNormals(vertices, faces), lengths = normals.map((n) => n.length());
  const around = new Map<number, number[]>(), made = new Map<number, number[]>();
  faces.forEach((v, k) => (around.get(v) ?? around.set(v, []).get(v)!).push(Math.floor(k / 3)));
  const position: number[] = [], normal: number[] = [], place: number[] = [], corner: number[] = [], sum = new THREE.Vector3();
  faces.forEach((v, k) => {
    const own = Math.floor(k / 3);
    sum.set(0, 0, 0);
    for (const f of around.get(v)!) if (normals[f]!.dot(normals[own]!) >= EDGE * lengths[f]! * lengths[own]!) sum.add(normals[f]!);
    sum.normalize();
    const known = made.get(v) ?? made.set(v, []).get(v)!;
    const s = uv?.[2 * before[k]!] ?? 0, t = uv?.[2 * before[k]! + 1] ?? 0;
    let index = known.find((i) => place[2 * i] === s && place[2 * i + 1] === t && Math.abs(normal[3 * i]! - sum.x) + Math.abs(normal[3 * i + 1]! - sum.y) + Math.abs(normal[3 * i + 2]! - sum.z) < 1e-3);
    if (index === undefined) {
      known.push((index = position.length / 3));
      position.push(vertices[3 * v]!, vertices[3 * v + 1]!, vertices[3 * v + 2]!);
      normal.push(sum.x, sum.y, sum.z);
      place.push(s, t);
    }
    corner.push(index);
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(position, 3));
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normal, 3));
  if (uv) geometry.setAttribute("uv", new THREE.Float32BufferAttribute(place, 2));
  geometry.setIndex(corner);
  return geometry;
}
