// Makes the page: bundles src/main.ts with its packages, puts script and style into page.html and
// writes the whole as a C file. Usage: node build.mjs WORK OUT.c
// Packages are installed below WORK where they are missing. Where that is not possible the C file
// says why, and the program tells it to whoever asks for a page.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const source = dirname(fileURLToPath(import.meta.url));
const [work, out] = process.argv.slice(2).map((path) => resolve(path));
const MARKER = "<!--rigor-data-->";

function installPackages() {
  const lock = readFileSync(join(source, "package-lock.json"), "utf8");
  const stamp = join(work, "node_modules", ".rigor-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  mkdirSync(work, { recursive: true });
  if (work !== source)
    for (const name of ["package.json", "package-lock.json", ".npmrc"])
      copyFileSync(join(source, name), join(work, name));
  const options = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", options, { cwd: work, stdio: ["ignore", "ignore", "pipe"] });
  writeFileSync(stamp, lock);
}

async function bundle() {
  const esbuild = createRequire(join(work, "package.json"))("esbuild");
  const result = await esbuild.build({
    entryPoints: [join(source, "src/main.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    outdir: work,
    nodePaths: [join(work, "node_modules")],
    legalComments: "eof",
    logLevel: "warning",
  });
  const text = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending)).text;
  // nothing may end the element early
  const script = text(".js").replaceAll("</script", "<\\/script");
  return { script, style: text(".css") };
}

// what is bundled keeps its licence
function licences() {
  const texts = ["three", "uplot"].map((name) =>
    `${name}\n\n${readFileSync(join(work, "node_modules", name, "LICENSE"), "utf8").trim()}`);
  return `<!--\n${texts.join("\n\n").replaceAll("--", "- -")}\n-->\n`;
}

function literal(text) {
  const escaped = Buffer.from(text, "utf8").toString("latin1").replace(/[^ -~]|["\\?]/g, (c) =>
    c === "\n" ? "\\n" : "\\" + c.charCodeAt(0).toString(8).padStart(3, "0"));
  return `"${escaped}"`;
}

// pieces that every compiler takes
function array(name, text) {
  const pieces = [];
  for (let at = 0; at < text.length; at += 4000) pieces.push(literal(text.slice(at, at + 4000)));
  return `const char *const ${name}[] = {\n${pieces.join(",\n")}${pieces.length ? "," : ""}\n0};\n`;
}

function writeSource(head, tail, missing) {
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `/* Made by viewer/build.mjs. */
#include "scene/scene.h"

const char rg_page_missing[] = ${literal(missing)};
${array("rg_page_head", head)}${array("rg_page_tail", tail)}`);
}

try {
  installPackages();
} catch (error) {
  const lines = String(error.stderr || error.message).trim().split("\n");
  const detail = lines.find((line) => line.startsWith("npm error")) ?? lines[0];
  console.error(`viewer: the packages could not be installed (${detail}); --html will be refused`);
  writeSource("", "", "this build of rigor has no page in it: npm could not install the packages of "
    + "viewer/; build it again with a network");
  process.exit(0);
}
const { script, style } = await bundle();
const page = readFileSync(join(source, "src/page.html"), "utf8")
  .replace("<!--rigor-style-->", () => `<style>\n${style}</style>`)
  .replace("<!--rigor-script-->", () => `<script>\n${script}</script>`);
const [head, tail] = page.split(MARKER);
writeSource(head, tail + licences(), "");
writeFileSync(join(work, "page.html"), page);
