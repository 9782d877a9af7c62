// A cell of the floor as a texture that repeats: its lines at the border, fainter ones at the fifths.
import * as THREE from "three";

const PIXELS = 512;

// Both colours, the line "rgba(r,g,b,a)" over the fill, as parts of the brighter one in each channel, which is returned: the numbers of a texture that nobody has to
// decode. Decoding sRGB is a third of what a floor takes where a processor computes the graphics.
function relative(colors: { fill: number; line: string }): { fill: string; line: string; brightest: THREE.Color } {
  const fill = new THREE.Color(colors.fill), [r, g, b, alpha] = colors.line.match(/[\d.]+/g)!.map(Number) as [number, number, number, number];
  // as a canvas would lay one over the other; linear from here on
  const over = (part: number, below: number) => (alpha * part) / 255 + (1 - alpha) * below;
  const below = new THREE.Color(colors.fill).convertLinearToSRGB();
  const line = new THREE.Color().setRGB(over(r, below.r), over(g, below.g), over(b, below.b), THREE.SRGBColorSpace);
  const brightest = new THREE.Color(Math.max(fill.r, line.r, 1e-4), Math.max(fill.g, line.g, 1e-4), Math.max(fill.b, line.b, 1e-4));
  const part = (color: THREE.Color) =>
    `rgb(${[color.r / brightest.r, color.g / brightest.g, color.b / brightest.b].map((x) => Math.round(255 * x)).join()})`;
  return { fill: part(fill), line: part(line), brightest };
}

// the texture, and the colour that it is to be multiplied by
export function gridTexture(colors: { fill: number; line: string }, anisotropy: number): { texture: THREE.Texture; color: THREE.Color } {
  const { fill, line, brightest } = relative(colors);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  const paint = canvas.getContext("2d")!;
  paint.fillStyle = fill;
  paint.fillRect(0, 0, PIXELS, PIXELS);
  paint.strokeStyle = line;
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
  return { texture, color: brightest };
}
