// A cell of the floor as a texture that repeats: its lines at the border, fainter ones at the fifths.
import * as THREE from "three";

const PIXELS = 512;

export function gridTexture(colors: { fill: number; line: string }, anisotropy: number): THREE.Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  const paint = canvas.getContext("2d")!;
  paint.fillStyle = `#${colors.fill.toString(16).padStart(6, "0")}`;
  paint.fillRect(0, 0, PIXELS, PIXELS);
  paint.strokeStyle = colors.line;
  for (let k = 0; k <= 5; k++) {
    paint.globalAlpha = k % 5 === 0 ? 1 : 0.28;
    paint.lineWidth = k % 5 === 0 ? 7 : 3;
    const at = (k * PIXELS) / 5;
    paint.beginPath();
    paint.moveTo(at, 0);
    paint.lineTo(at, PIXELS);
    paint.moveTo(0, at);
    paint.lineTo(PIXELS, at);
    paint.stroke();
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.anisotropy = anisotropy;
  texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}
