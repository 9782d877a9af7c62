// The lights of the model, where it has some, in the place of the page's own: they go with their bodies, and the one of the
// file's headlight with the eye. A colour of 1 lights a surface that faces it as its own colour is.
import * as THREE from "three";
import type { Light, Looks } from "./looks";

const FACING = Math.PI; // what three.js divides by
const SPREAD = 1.4; // of the room that shadows fall in
const WIDEST = 80; // deg: half a cone that a shadow can be drawn in

const sum = (colours: number[][]) => colours.reduce((a, b) => a.map((x, k) => x + b[k]!), [0, 0, 0]);
const lit = (colour: number[]) => new THREE.Color().setRGB(colour[0]!, colour[1]!, colour[2]!, THREE.SRGBColorSpace);

type Lamp = THREE.DirectionalLight | THREE.SpotLight | THREE.PointLight;

export class ModelLights {
  readonly root = new THREE.Group();
  private lamps: { lamp: Lamp; light: Light | null }[] = [];

  constructor(looks: Looks, private radius: number, shadowSize: number) {
    const ambient = sum([looks.head.ambient, ...looks.lights.map((light) => light.ambient)]);
    this.root.add(new THREE.AmbientLight(lit(ambient), FACING));
    if (Math.max(...looks.head.diffuse) > 0) this.add(new THREE.DirectionalLight(lit(looks.head.diffuse), FACING), null);
    let shadows = 0;
    for (const light of looks.lights) {
      const [half, fall] = light.cone, colour = lit(light.diffuse);
      const lamp: Lamp = light.directional ? new THREE.DirectionalLight(colour, FACING)
        : half <= 90 ? new THREE.SpotLight(colour, FACING, 0, (Math.min(half, 89) * Math.PI) / 180, fall > 0 ? 1 : 0, 0)
        : new THREE.PointLight(colour, FACING, 0, 0);
      if (light.shadow && shadows === 0 && (light.directional || half <= WIDEST)) {
        shadows++;
        this.castShadow(lamp, shadowSize);
      }
      this.add(lamp, light);
    }
  }

  private add(lamp: Lamp, light: Light | null): void {
    this.lamps.push({ lamp, light });
    this.root.add(lamp);
    if (!(lamp instanceof THREE.PointLight)) this.root.add(lamp.target);
  }

  private castShadow(lamp: Lamp, size: number): void {
    lamp.castShadow = true;
    if (!lamp.shadow) return;
    lamp.shadow.mapSize.set(size, size);
    lamp.shadow.bias = -0.0004;
    lamp.shadow.normalBias = 0.004 * this.radius;
    const eye = lamp.shadow.camera as THREE.OrthographicCamera | THREE.PerspectiveCamera, reach = SPREAD * this.radius;
    if (eye instanceof THREE.OrthographicCamera) {
      eye.left = eye.bottom = -reach;
      eye.right = eye.top = reach;
    }
    eye.near = 0.05 * this.radius;
    eye.far = 20 * this.radius;
    eye.updateProjectionMatrix();
  }

  // where the bodies are now; what has no place shines from beyond what is looked at
  place(bodies: THREE.Object3D[], eye: THREE.Camera, centre: THREE.Vector3): void {
    const along = new THREE.Vector3(), turn = new THREE.Quaternion();
    for (const { lamp, light } of this.lamps) {
      const body = light ? bodies[light.body] : undefined;
      if (light && body) along.set(...light.dir).applyQuaternion(body.getWorldQuaternion(turn));
      else eye.getWorldDirection(along);
      if (light && body && !light.directional) lamp.position.set(...light.pos).applyMatrix4(body.matrixWorld);
      else lamp.position.copy(centre).addScaledVector(along, -8 * this.radius);
      if (!(lamp instanceof THREE.PointLight)) lamp.target.position.copy(lamp.position).add(along);
    }
  }
}
