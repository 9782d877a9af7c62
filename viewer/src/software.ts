// Graphics that a processor computes (SwiftShader, llvmpipe): every pixel counts, and every path that is filled there.
function isSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const more = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl ? String(gl.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : gl.RENDERER)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

// "#plain" and "#fine" in the address decide for themselves
export const plain = /[#&]plain\b/.test(location.hash) || (!/[#&]fine\b/.test(location.hash) && isSoftware());

// Plots and timeline are drawn by the processor then, as what is read back often always is: their lines as triangles of such
// graphics take three times as long as the scene.
if (plain) {
  const before = HTMLCanvasElement.prototype.getContext as (this: HTMLCanvasElement, kind: string, more?: object) => RenderingContext | null;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, more?: object) {
    return before.call(this, kind, kind === "2d" ? { ...more, willReadFrequently: true } : more);
  } as typeof HTMLCanvasElement.prototype.getContext;
}
