// How the file of the model means it to look: textures, materials, sky, cameras, lights. Colours are those of the screen, from 0 to 1.
import * as THREE from "three";
import type { Geom, Vector } from "./recording";

export interface Camera {
  name: string;
  body: number;
  pos: Vector;
  quat: [number, number, number, number];
  fovy: [number];
}

export interface Light {
  body: number;
  directional: boolean;
  shadow: boolean;
  pos: Vector;
  dir: Vector;
  ambient: Vector;
  diffuse: Vector;
  cone: [number, number]; // half of it in degrees, 180: all around; how it falls off within
}

export interface Looks {
  textures: { pattern: "flat" | "gradient" | "checker" | "picture"; cube: boolean; rgb1: Vector; rgb2: Vector; mark?: Vector; picture?: string }[];
  materials: { texture: number; uniform: boolean; repeat: [number, number]; shine: [number, number, number, number] }[];
  geoms: number[]; // material, -1: none
  sky: number; // texture
  cameras: Camera[];
  lights: Light[];
  head: Light; // at the eye; dark where there is none
}

const FIELD = 64; // px, of a checker

export function css([r, g, b]: Vector): string {
  return `rgb(${[r, g, b].map((part) => Math.round(255 * Math.min(1, Math.max(0, part)))).join(" ")})`;
}

function drawing(width: number, height: number, draw: (pen: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (pen) draw(pen);
  return canvas;
}

export class Dresser {
  private made = new Map<number, THREE.Texture>();

  // `changed`: pictures come later
  constructor(readonly looks: Looks | undefined, private sharpness: number, private changed: () => void) {}

  private material(geom: number) {
    return this.looks?.materials[this.looks.geoms[geom] ?? -1];
  }

  // the texture of a shape, null where it has none or no place for one
  texture(index: number, geom: Geom, placed: boolean): THREE.Texture | null {
    const material = this.material(index), texture = this.looks?.textures[material?.texture ?? -1];
    if (!material || !texture || texture.pattern === "flat") return null;
    return placed || geom.type !== "mesh" ? this.paint(material.texture) : null;
  }

  // what a flat texture, or one without a place, does to the colour
  tint(index: number, placed: boolean): Vector {
    const texture = this.looks?.textures[this.material(index)?.texture ?? -1];
    if (!texture || texture.pattern === "picture" || (placed && texture.pattern !== "flat")) return [1, 1, 1];
    return texture.pattern === "flat" ? texture.rgb1 : (texture.rgb1.map((x, k) => (x + texture.rgb2[k]!) / 2) as Vector);
  }

  // specular, shininess, reflectance, emission; null: as usual
  shine(index: number): [number, number, number, number] | null {
    const material = this.material(index);
    return material && (material.shine[2] > 0 || material.shine[3] > 0 || Math.abs(material.shine[1] - 0.5) > 0.2) ? material.shine : null;
  }

  private paint(index: number): THREE.Texture {
    const known = this.made.get(index);
    if (known) return known;
    const { pattern, rgb1, rgb2, mark, picture } = this.looks!.textures[index]!;
    let texture: THREE.Texture;
    if (pattern === "picture") {
      const image = new Image();
      texture = new THREE.Texture(image);
      image.onload = () => {
        texture.needsUpdate = true;
        this.changed();
      };
      image.src = `data:image/png;base64,${picture ?? ""}`;
    } else
      texture = new THREE.CanvasTexture(drawing(2 * FIELD, 2 * FIELD, (pen) => {
        const sweep = pen.createLinearGradient(0, 0, 0, 2 * FIELD);
        sweep.addColorStop(0, css(rgb1));
        sweep.addColorStop(1, css(rgb2));
        pen.fillStyle = pattern === "gradient" ? sweep : css(rgb1);
        pen.fillRect(0, 0, 2 * FIELD, 2 * FIELD);
        pen.fillStyle = css(rgb2);
        if (pattern === "checker") for (const at of [0, FIELD]) pen.fillRect(at, FIELD - at, FIELD, FIELD);
        pen.strokeStyle = css(mark ?? rgb1);
        if (mark) pen.strokeRect(0.5, 0.5, 2 * FIELD - 1, 2 * FIELD - 1);
      }));
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
    texture.anisotropy = this.sharpness;
    this.made.set(index, texture);
    return texture;
  }

  // places in the texture: so many times over the shape, or half as often per metre, as MuJoCo draws them
  place(geometry: THREE.BufferGeometry, index: number, geom: Geom, endless: number): THREE.BufferGeometry {
    const material = this.material(index), uv = geometry.getAttribute("uv") as THREE.BufferAttribute | undefined;
    if (!material || !uv || geom.type === "mesh") return geometry;
    const [a, b, c] = geom.size, made = geometry.clone(), to = made.getAttribute("uv") as THREE.BufferAttribute;
    const sides: [number, number][] = [[2 * c, 2 * b], [2 * c, 2 * b], [2 * a, 2 * c], [2 * a, 2 * c], [2 * a, 2 * b], [2 * a, 2 * b]];
    const position = geometry.getAttribute("position");
    for (let i = 0; i < uv.count; i++) {
      let [x, y] = [uv.getX(i), uv.getY(i)];
      if (geom.type === "plane") {
        // one without an end repeats by the metre
        const wide = a > 0 ? 2 * a : endless, high = b > 0 ? 2 * b : endless;
        const uniform = material.uniform || !(a > 0 && b > 0);
        [x, y] = uniform ? [position.getX(i) / 2, position.getY(i) / 2] : [position.getX(i) / wide + 0.5, position.getY(i) / high + 0.5];
      } else if (geom.type === "box" && material.uniform) {
        const [wide, high] = sides[Math.floor(i / 4)]!;
        [x, y] = [(x * wide) / 2, (y * high) / 2];
      }
      to.setXY(i, x * material.repeat[0], y * material.repeat[1]);
    }
    return made;
  }

  // colours of the sky above and at the horizon, half the way down; null: as the page likes it
  sky(): [Vector, Vector] | null {
    const texture = this.looks?.textures[this.looks.sky];
    if (!texture || texture.pattern === "picture") return null;
    const { rgb1, rgb2, pattern } = texture;
    return [rgb1, pattern === "flat" ? rgb1 : (rgb1.map((x, k) => (x + rgb2[k]!) / 2) as Vector)];
  }

  skyTexture([above, below]: [Vector, Vector]): THREE.Texture {
    const texture = new THREE.CanvasTexture(drawing(2, 256, (pen) => {
      const sweep = pen.createLinearGradient(0, 0, 0, 256);
      sweep.addColorStop(0, css(above));
      sweep.addColorStop(1, css(below));
      pen.fillStyle = sweep;
      pen.fillRect(0, 0, 2, 256);
    }));
    texture.colorSpace = THREE.SRGBColorSpace;
    return texture;
  }
}
