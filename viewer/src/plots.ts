// The plots beside the scene: they share their time axis, its zoom, and the moment that is shown.
import uPlot from "uplot";
import type { Channel, Line } from "./channels";
import { download, element, fileName, significant } from "./format";
import { chartSvg, legend } from "./svg";
import type { Player } from "./player";

const HEIGHT = 148;
export const LINE_COLORS = ["--line0", "--line1", "--line2", "--line3", "--line4", "--line5"];

interface Chart {
  channel: Channel;
  card: HTMLElement;
  room: HTMLElement;
  value: HTMLElement;
  now: HTMLElement;
  lines: Line[];
  plot: uPlot | null;
}

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// the value at or before that time
function valueAt(line: Line, time: number): number | null {
  let low = 0, high = line.x.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (line.x[middle]! <= time + 1e-9) low = middle;
    else high = middle - 1;
  }
  return line.y[low] ?? null;
}

export class Plots {
  private charts: Chart[] = [];
  private range: [number, number];
  private known: [number, number]; // time that there are data of
  private zooming = false;
  private sync = uPlot.sync("rigor");

  constructor(private list: HTMLElement, chooser: HTMLSelectElement, private channels: Channel[],
    private player: Player, private title: string) {
    this.range = this.known = [player.run.begin, player.run.end];
    const groups = new Map<string, HTMLOptGroupElement>();
    for (const channel of channels) {
      if (!groups.has(channel.group)) {
        const group = element("optgroup", { label: channel.group });
        groups.set(channel.group, group);
        chooser.append(group);
      }
      groups.get(channel.group)!.append(element("option", { value: channel.id }, channel.title));
    }
    chooser.addEventListener("change", () => {
      if (chooser.value) this.add(chooser.value);
      chooser.value = "";
    });
    new ResizeObserver(() => this.resize()).observe(list);
  }

  ids(): string[] {
    return this.charts.map((chart) => chart.channel.id);
  }

  has(id: string): boolean {
    return this.charts.some((chart) => chart.channel.id === id);
  }

  add(id: string, first = false): void {
    const channel = this.channels.find((candidate) => candidate.id === id);
    const open = this.charts.find((chart) => chart.channel.id === id);
    if (open) open.card.scrollIntoView({ block: "nearest" });
    if (!channel || open) return;
    const value = element("span", { class: "value" }), now = element("div", { class: "now", "aria-hidden": "true" });
    const room = element("div", { class: "room" });
    const tools = element("span", { class: "tools" });
    const card = element("section", { class: "chart", "aria-label": `Plot: ${channel.title}`, "data-channel": id },
      element("header", {}, element("h3", {}, channel.title), element("span", { class: "unit" }, channel.unit), value, tools), room);
    const chart: Chart = { channel, card, room, value, now, lines: [], plot: null };
    const tool = (text: string, label: string, act: () => void) => {
      const button = element("button", { type: "button", class: "small", title: label, "aria-label": `${label}: ${channel.title}` }, text);
      button.addEventListener("click", act);
      tools.append(button);
    };
    tool("PNG", "Save this plot as PNG", () => this.savePng(chart));
    tool("SVG", "Save this plot as SVG", () => download(this.name(chart, "svg"), this.svg(id), "image/svg+xml"));
    tool("CSV", "Save these numbers as CSV", () => download(this.name(chart, "csv"), this.csv(id), "text/csv"));
    tool("×", "Close this plot", () => this.remove(id));
    if (first) this.list.prepend(card);
    else this.list.append(card);
    this.charts.push(chart);
    this.build(chart);
    this.update();
  }

  remove(id: string): void {
    const chart = this.charts.find((candidate) => candidate.channel.id === id);
    if (!chart) return;
    chart.plot?.destroy();
    chart.card.remove();
    this.charts = this.charts.filter((candidate) => candidate !== chart);
  }

  // after new data, or other colours
  rebuild(id?: string): void {
    for (const chart of this.charts) if (!id || chart.channel.id === id) this.build(chart);
    this.update();
  }

  // new data behind the old; what showed all of the time goes on doing so
  grow(): void {
    const { begin, end } = this.player.run;
    const all = this.range[0] <= this.known[0] && this.range[1] >= this.known[1];
    this.known = [begin, end];
    for (const chart of this.charts) {
      chart.lines = chart.channel.lines();
      chart.plot?.setData(align(chart.lines), false);
    }
    this.zoom(...(all || this.range[0] < begin || this.range[0] >= end ? this.known : this.range));
  }

  private name(chart: Chart, ending: string): string {
    return `${fileName(this.title, chart.channel.title)}.${ending}`;
  }

  private build(chart: Chart): void {
    chart.plot?.destroy();
    chart.lines = chart.channel.lines();
    const axis = { stroke: css("--muted"), grid: { stroke: css("--grid"), width: 1 }, ticks: { stroke: css("--grid"), width: 1 }, font: "11px system-ui, sans-serif" };
    const options: uPlot.Options = {
      width: this.list.clientWidth - 2 || 300,
      height: HEIGHT,
      legend: { show: false },
      padding: [6, 10, 0, 0],
      cursor: { sync: { key: this.sync.key, setSeries: false }, drag: { x: true, y: false }, points: { size: 6 } },
      scales: {
        x: { time: false, range: (_, low, high) => this.zooming ? [low, high] : this.range },
        y: { distr: chart.channel.log ? 3 : 1, range: (u, low, high) => valueRange(u, low, high, !!chart.channel.log) },
      },
      axes: [
        { ...axis, size: 26, values: (_, values) => values.map((value) => `${Number(value.toPrecision(6))}`) },
        { ...axis, size: 62, ...(chart.channel.log ? { filter: decadesOnly, grid: { ...axis.grid, filter: decadesOnly }, ticks: { ...axis.ticks, filter: decadesOnly } } : {}), values: (_, values) => values.map((value) => value === null ? "" : significant(value, 4)) },
      ],
      series: [{}, ...chart.lines.map((line, k) => ({
        label: line.label,
        stroke: css(LINE_COLORS[k % LINE_COLORS.length]!),
        width: 1.6,
        dash: line.dashed ? [5, 4] : [],
        points: { show: (u: uPlot) => (u.data[0]?.length ?? 0) < 3 },
        ...(chart.channel.stepped ? { paths: uPlot.paths.stepped!({ align: -1 }) } : {}),
      }))],
      hooks: {
        setScale: [(u, key) => {
          if (key === "x" && !this.zooming && u.scales["x"]!.min != null) this.zoom(u.scales["x"]!.min!, u.scales["x"]!.max!);
        }],
        drawClear: [],
      },
    };
    chart.plot = new uPlot(options, align(chart.lines), chart.room);
    chart.plot.over.append(chart.now);
    this.listen(chart.plot);
  }

  // a click without a drag goes to that moment; a double click shows all
  private listen(plot: uPlot): void {
    let from = 0;
    plot.over.addEventListener("mousedown", (event) => (from = event.clientX));
    plot.over.addEventListener("click", (event) => {
      if (Math.abs(event.clientX - from) > 3) return;
      this.player.playing = false;
      this.player.seek(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
    });
    plot.over.addEventListener("dblclick", (event) => {
      event.stopImmediatePropagation();
      this.zoomAll();
    }, { capture: true });
  }

  zoom(low: number, high: number): void {
    const { begin, end } = this.player.run;
    low = Math.max(begin, low);
    high = Math.min(end, high);
    if (!(high > low)) return;
    this.range = [low, high];
    this.zooming = true;
    for (const chart of this.charts) chart.plot?.setScale("x", { min: low, max: high });
    this.zooming = false;
    this.update();
  }

  zoomAll(): void {
    this.zoom(this.player.run.begin, this.player.run.end);
  }

  // about the moment that is shown; factor > 1 shows less
  zoomBy(factor: number): void {
    const [low, high] = this.range, middle = Math.min(high, Math.max(low, this.player.time));
    const half = (high - low) / 2 / factor;
    const shift = Math.max(0, this.player.run.begin - (middle - half)) - Math.max(0, middle + half - this.player.run.end);
    this.zoom(middle - half + shift, middle + half + shift);
  }

  get shownRange(): [number, number] {
    return this.range;
  }

  resize(): void {
    const width = this.list.clientWidth - 2;
    if (width > 0) for (const chart of this.charts) if (chart.plot && chart.plot.width !== width) chart.plot.setSize({ width, height: HEIGHT });
    this.update();
  }

  update(): void {
    const { time } = this.player;
    for (const chart of this.charts) {
      const left = chart.plot ? chart.plot.valToPos(time, "x") : 0;
      const inside = time >= this.range[0] && time <= this.range[1];
      chart.now.style.transform = `translateX(${left}px)`;
      chart.now.style.visibility = inside ? "visible" : "hidden";
      chart.value.classList.toggle("several", chart.lines.length > 1);
      chart.value.replaceChildren(...chart.lines.map((line, k) => {
        const value = valueAt(line, time);
        const text = value === null ? "–" : significant(value, 5);
        const part = element("span", { class: "key" }, chart.lines.length > 1 ? `${line.label} ${text}` : text);
        part.style.setProperty("--key", `var(${LINE_COLORS[k % LINE_COLORS.length]})`);
        return part;
      }));
    }
  }

  // --- export --------------------------------------------------------------------------------------

  private find(id: string): Chart {
    const chart = this.charts.find((candidate) => candidate.channel.id === id);
    if (!chart) throw new Error(`there is no plot "${id}"`);
    return chart;
  }

  csv(id: string): string {
    const { lines } = this.find(id), columns = align(lines);
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = [["time", ...lines.map((line) => quote(line.label))].join(",")];
    const times = columns[0] as number[];
    times.forEach((_, i) => rows.push(columns.map((column) => (column as (number | null | undefined)[])[i] ?? "").join(",")));
    return rows.join("\n") + "\n";
  }

  svg(id: string): string {
    const chart = this.find(id);
    return chartSvg(chart.channel, chart.lines, this.range, chart.lines.map((_, k) => css(LINE_COLORS[k % LINE_COLORS.length]!)));
  }

  private savePng(chart: Chart): void {
    this.png(chart.channel.id).then((blob) => blob && download(this.name(chart, "png"), blob));
  }

  png(id: string): Promise<Blob | null> {
    const chart = this.find(id), source = chart.plot!.ctx.canvas;
    const ratio = source.width / chart.plot!.width;
    const canvas = element("canvas", { width: String(source.width) });
    const paint = canvas.getContext("2d")!, font = `${11 * ratio}px system-ui, sans-serif`;
    paint.font = font;
    const widths = chart.lines.map((line) => paint.measureText(line.label).width + 28 * ratio);
    const names = chart.lines.length > 1 ? legend(widths, source.width - 20 * ratio) : [];
    const head = (30 + 16 * (names.length ? names.at(-1)!.row + 1 : 0)) * ratio;
    canvas.height = source.height + head; // and everything is forgotten
    paint.fillStyle = css("--panel");
    paint.fillRect(0, 0, canvas.width, canvas.height);
    paint.fillStyle = css("--ink");
    paint.font = `600 ${14 * ratio}px system-ui, sans-serif`;
    paint.fillText(`${chart.channel.title} [${chart.channel.unit || "1"}]`, 10 * ratio, 20 * ratio);
    paint.font = font;
    names.forEach(({ x, row }, k) => {
      const left = 10 * ratio + x, y = (38 + 16 * row) * ratio;
      paint.fillStyle = css(LINE_COLORS[k % LINE_COLORS.length]!);
      paint.fillRect(left, y - 7 * ratio, 9 * ratio, 9 * ratio);
      paint.fillStyle = css("--ink");
      paint.fillText(chart.lines[k]!.label, left + 14 * ratio, y + ratio);
    });
    paint.drawImage(source, 0, head);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }
}

// one time axis for lines that have their own
function align(lines: Line[]): uPlot.AlignedData {
  const first = lines[0];
  if (!first) return [[]];
  if (lines.every((line) => line.x === first.x || line.x.length === first.x.length && line.x.every((x, i) => x === first.x[i])))
    return [first.x, ...lines.map((line) => line.y)];
  return uPlot.join(lines.map((line) => [line.x, line.y] as uPlot.AlignedData));
}

// a logarithmic axis with lines and numbers at powers of ten, not more than about six
function decadesOnly(_: uPlot, splits: number[]): (number | null)[] {
  const powers = splits.map((value) => Math.log10(value)).filter((power) => Math.abs(power - Math.round(power)) < 1e-6);
  const every = Math.max(1, Math.ceil((powers.at(-1)! - powers[0]!) / 6));
  return splits.map((value) => {
    const power = Math.round(Math.log10(value));
    return Math.abs(Math.log10(value) - power) < 1e-6 && power % every === 0 ? value : null;
  });
}

// a constant gets room around it, a logarithmic axis whole decades
function valueRange(_: uPlot, low: number | null, high: number | null, log: boolean): uPlot.Range.MinMax {
  if (low === null || high === null || !Number.isFinite(low + high)) return log ? [1e-17, 1] : [0, 1];
  if (log) return [10 ** Math.floor(Math.log10(low) - 0.01), 10 ** Math.ceil(Math.log10(high) + 0.01)];
  const room = 0.08 * (high - low) || 0.05 * Math.abs(high) || 1;
  const floor = low >= 0 && low - room < 0 ? 0 : low - room;
  return [floor, high + room];
}
