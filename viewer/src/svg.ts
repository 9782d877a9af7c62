// A plot as an SVG drawing of its own.
import type { Channel, Line } from "./channels";
import { significant } from "./format";

const WIDTH = 640, HEIGHT = 320, LEFT = 72, RIGHT = 16, TITLE = 44, BOTTOM = 44, ROW = 16;

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

// where the names of the lines go: from left to right, as many in a row as fit
export function legend(widths: number[], room: number): { x: number; row: number }[] {
  let x = 0, row = 0;
  return widths.map((width) => {
    if (x > 0 && x + width > room) [x, row] = [0, row + 1];
    x += width;
    return { x: x - width, row };
  });
}

function ticks(low: number, high: number): number[] {
  const raw = (high - low) / 5, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * power).find((candidate) => candidate >= raw) ?? raw;
  const made: number[] = [];
  for (let k = Math.ceil(low / step); k * step <= high * (1 + 1e-12) + 1e-300; k++) made.push(k * step);
  return made;
}

function decades(low: number, high: number): number[] {
  const first = Math.ceil(low), last = Math.floor(high), every = Math.max(1, Math.ceil((last - first) / 6));
  return Array.from({ length: Math.max(0, Math.floor((last - first) / every) + 1) }, (_, k) => first + k * every);
}

export function chartSvg(channel: Channel, lines: Line[], [begin, end]: [number, number], colors: string[]): string {
  const names = lines.length > 1 ? legend(lines.map((line) => 26 + 6.3 * line.label.length), WIDTH - LEFT - RIGHT) : [];
  const top = TITLE + (names.length ? ROW * (names.at(-1)!.row + 1) - 6 : 0);
  const measure = (value: number) => channel.log ? Math.log10(value) : value;
  const values = lines.flatMap((line) => line.y.filter((y, i): y is number => y !== null && Number.isFinite(y)
    && line.x[i]! >= begin && line.x[i]! <= end)).map(measure);
  let low = values.reduce((a, b) => Math.min(a, b), Infinity), high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!(high >= low)) [low, high] = [0, 1];
  if (high === low) [low, high] = [low - (Math.abs(low) || 1) * 0.05, high + (Math.abs(high) || 1) * 0.05];
  const x = (time: number) => LEFT + ((time - begin) / (end - begin || 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - top - BOTTOM);
  const parts: string[] = [];
  const text = (at: [number, number], anchor: string, content: string, extra = "") =>
    parts.push(`<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="${anchor}"${extra}>${escape(content)}</text>`);
  text([LEFT, 24], "start", `${channel.title}${channel.unit ? ` [${channel.unit}]` : ""}`, ' font-weight="600" font-size="14"');
  for (const tick of ticks(begin, end)) {
    parts.push(`<path d="M${x(tick).toFixed(1)} ${top.toFixed(0)}V${HEIGHT - BOTTOM}" class="grid"/>`);
    text([x(tick), HEIGHT - BOTTOM + 18], "middle", String(Number(tick.toPrecision(6))));
  }
  for (const tick of channel.log ? decades(low, high) : ticks(low, high)) {
    parts.push(`<path d="M${LEFT} ${y(tick).toFixed(1)}H${WIDTH - RIGHT}" class="grid"/>`);
    text([LEFT - 8, y(tick) + 4], "end", channel.log ? `1e${tick}` : significant(tick, 4));
  }
  text([(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8], "middle", "time [s]");
  lines.forEach((line, k) => {
    parts.push(`<path d="${path(line, begin, end, x, (value) => y(measure(value)), !!channel.stepped)}" fill="none" stroke="${colors[k]}" stroke-width="1.6" stroke-linejoin="round"${line.dashed ? ' stroke-dasharray="5 4"' : ""}/>`);
    const name = names[k];
    if (!name) return;
    const [nx, ny] = [LEFT + name.x, TITLE - 2 + ROW * name.row];
    parts.push(`<path d="M${nx.toFixed(1)} ${ny - 4}h12" stroke="${colors[k]}" stroke-width="2"${line.dashed ? ' stroke-dasharray="5 2"' : ""}/>`);
    text([nx + 16, ny], "start", line.label);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="11" fill="#24292f">
<title>${escape(channel.title)}</title>
<style>.grid{stroke:#8a94a3;stroke-opacity:.35;stroke-width:1;fill:none}@media(prefers-color-scheme:dark){svg{background:#14181f;fill:#e8ecf3}}</style>
${parts.join("\n")}
</svg>
`;
}

// gaps where there is no number
function path(line: Line, begin: number, end: number, x: (time: number) => number, y: (value: number) => number, stepped: boolean): string {
  let text = "", open = false;
  line.x.forEach((time, i) => {
    const value = line.y[i];
    if (value === null || value === undefined || !Number.isFinite(value) || time < begin || time > end) {
      open = false;
      return;
    }
    const px = x(time).toFixed(1), py = y(value).toFixed(1);
    text += !open ? `M${px} ${py}` : stepped ? `V${y(value).toFixed(1)}H${px}` : `L${px} ${py}`;
    open = true;
  });
  return text;
}
