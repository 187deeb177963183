// One Gantt chart: Bokeh draws axes and frame, the raster or quads fill it.

import { applyTheme } from "../theme.js";
import { contrasting } from "./colours.js";
import { plural } from "./format.js";
import { Schedule } from "./model.js";
import { Overlay } from "./overlay.js";
import { fetchPack } from "./pack.js";
import { busyShare, drawStrip, rasterise, separator, visibleRows } from "./raster.js";

const MOST_QUADS = 3000;
const MOST_LABELS = 400;
const LABEL_HEIGHT = 13;
const LABEL_WIDTH = 22;
const MILLISECONDS = 1000;
const UNCOMPARED = { check_eq: false, sync: false };

/** A chart in its <figure>; `spec` is its entry in the page's configuration. */
export class Chart {
  constructor(element, spec) {
    this.element = element;
    this.spec = spec;
    this.host = element.querySelector("[data-gantt-plot]");
    this.schedule = null;
    this.drawn = null;
    this.onScreen = true;
  }

  get ready() {
    return this.schedule !== null;
  }

  /** Fetch schedule and figure together; `workload` is a promise. */
  async load(workload) {
    const pack = fetchPack(this.spec.schedule_url, `The schedule of ${this.spec.title}`);
    const figure = fetchFigure(this.spec.figure, this.spec.title);
    const [content, item, shared] = await Promise.all([pack, figure, workload]);
    if (content.header.jobs === 0) throw new Error("This workload has no jobs, so there is nothing to draw.");
    this.item = item;
    this.schedule = new Schedule(content, shared);
  }

  /** Let Bokeh draw the frame over the poster. */
  async embed(view) {
    const target = document.createElement("div");
    target.className = "gantt-bokeh";
    this.host.append(target);
    const views = await Bokeh.embed.embed_item(this.item, target);
    [this.plot] = views.roots;
    this.range = this.plot.model.x_range;
    this.range.setv({ start: view.range[0] * MILLISECONDS, end: view.range[1] * MILLISECONDS });
    this.image = this.#source("raster");
    this.bars = this.#source("bars");
    this.plot.canvas_view.events_el.style.setProperty("touch-action", "pan-y");
    this.plot.notify_about = () => {};
    this.overlay = new Overlay(this.host);
    this.restyle();
    this.range.change.connect(() => this.#ranged(view));
    const observer = new IntersectionObserver(([entry]) => this.#seen(entry.isIntersecting));
    observer.observe(this.host);
  }

  #source(name) {
    return this.plot.model.renderers.find((renderer) => renderer.name === name).data_source;
  }

  #ranged(view) {
    if (!this.following) view.set(this.range.start / MILLISECONDS, this.range.end / MILLISECONDS);
  }

  #seen(onScreen) {
    this.onScreen = onScreen;
    if (onScreen && this.onReturn) this.onReturn();
  }

  /** Take over a time range set elsewhere. */
  follow(view) {
    this.following = true;
    const [start, end] = view.range.map((time) => time * MILLISECONDS);
    const bounds = view.full.map((time) => time * MILLISECONDS);
    if (this.range.start !== start || this.range.end !== end) this.range.setv({ start, end });
    if (`${this.range.bounds}` !== `${bounds}`) this.range.setv({ bounds });
    this.following = false;
  }

  restyle() {
    applyTheme(this.plot.model, this.element);
  }

  /** The frame within the host, in CSS pixels. */
  get frame() {
    const { left, top, width, height } = this.plot.frame.bbox;
    return { left, top, width, height };
  }

  /** True when the picture shows this range, unstretched. */
  shows(range) {
    const { drawn } = this;
    return drawn !== null && drawn.span === range[1] - range[0] && range[0] >= drawn.t0 && range[1] <= drawn.t1;
  }

  /** Fill the frame; `pad` is the share of the range added on both sides. */
  draw(range, paint, pad = 0) {
    const span = range[1] - range[0];
    const [t0, t1] = [range[0] - pad * span, range[1] + pad * span];
    const rows = visibleRows(this.schedule, t0, t1, MOST_QUADS);
    const { width, height } = this.frame;
    const { top, processors, strip } = this.schedule.header;
    const unit = devicePixelRatio;
    const size = { width: Math.round(width * (1 + 2 * pad) * unit), height: Math.round(height * unit) };
    const view = { t0, t1, top, processors, unit, ...size };
    const scale = size.height / top;
    if (rows === null) {
      const { pixels, share } = rasterise(this.schedule, view, paint.palette);
      drawStrip(pixels, size.width, size.height, share, strip[0] * scale, strip[1] * scale, paint.strip);
      this.#fill(imageColumns(pixels, view, 0), NO_BARS);
    } else {
      const share = busyShare(this.schedule, view);
      const below = Math.floor(strip[0] * scale);
      const pixels = new Uint8ClampedArray(size.width * (size.height - below) * 4);
      const [low, high] = strip.map((y) => y * scale - below);
      drawStrip(pixels, size.width, size.height - below, share, low, high, paint.strip);
      this.#fill(imageColumns(pixels, view, below), this.#barColumns(rows, view, paint.palette));
    }
    this.drawn = { t0, t1, span, rows };
  }

  #fill(image, bars) {
    this.image.setv({ data: image }, UNCOMPARED);
    this.bars.setv({ data: bars }, UNCOMPARED);
  }

  #barColumns(rows, view, palette) {
    const { start, end, bottom, top, kind } = this.schedule;
    const perSecond = view.width / (view.t1 - view.t0);
    const perProcessor = view.height / view.top;
    const columns = { left: [], right: [], bottom: [], top: [], fill: [] };
    for (const name of Object.keys(columns)) columns[name] = new Float64Array(rows.length);
    const fill = new Uint32Array(rows.length);
    rows.forEach((row, i) => {
      columns.left[i] = start[row] * MILLISECONDS;
      columns.right[i] = (end[row] - separator((end[row] - start[row]) * perSecond, view.unit) / perSecond) * MILLISECONDS;
      columns.bottom[i] = bottom[row];
      columns.top[i] = top[row] - separator((top[row] - bottom[row]) * perProcessor, view.unit) / perProcessor;
      const at = kind[row] * 3;
      fill[i] = ((palette[at] << 24) | (palette[at + 1] << 16) | (palette[at + 2] << 8) | 255) >>> 0;
    });
    columns.fill = ndarray(fill, [rows.length]);
    return columns;
  }

  /** Rectangle of a row in CSS pixels of the frame. */
  box(row, range) {
    const { width, height } = this.overlay.frame;
    const perSecond = width / (range[1] - range[0]);
    const perProcessor = height / this.schedule.header.top;
    const { start, end, bottom, top } = this.schedule;
    return {
      x: (start[row] - range[0]) * perSecond,
      y: height - top[row] * perProcessor,
      width: (end[row] - start[row]) * perSecond,
      height: (top[row] - bottom[row]) * perProcessor,
    };
  }

  /** Where a site lies, in CSS pixels of the frame, and what it is called if that is to be said. */
  bandBox({ name, processors, base }, isNamed) {
    const { height } = this.overlay.frame;
    const perProcessor = height / this.schedule.header.top;
    const text = isNamed ? `${name} · ${plural(processors, "processor")}` : "";
    return { y: height - (base + processors) * perProcessor, height: processors * perProcessor, text };
  }

  /** Job ids that may fit into their rectangles, when few are in view: {text, x, y, width, colour}. */
  labels(range, { classes }) {
    const labels = [];
    for (const row of this.drawn?.rows ?? []) {
      const { x, y, width, height } = this.box(row, range);
      const left = Math.max(x, 0);
      const right = Math.min(x + width, this.overlay.frame.width);
      if (height < LABEL_HEIGHT || right - left < LABEL_WIDTH) continue;
      const text = this.schedule.workload.id(this.schedule.job[row]);
      const colour = contrasting(classes[this.schedule.kind[row]].colour);
      labels.push({ text, x: left, y: y + height / 2, width: right - left, colour });
      if (labels.length === MOST_LABELS) break;
    }
    return labels;
  }

  /** Time and processor under the pointer, or null outside the frame. */
  locate(event, range) {
    const host = this.host.getBoundingClientRect();
    const { left, top, width, height } = this.overlay.frame;
    const x = event.clientX - host.left - left;
    const y = event.clientY - host.top - top;
    if (x < 0 || x > width || y < 0 || y > height) return null;
    const second = (range[1] - range[0]) / width;
    return { x, time: range[0] + x * second, level: (1 - y / height) * this.schedule.header.top, slack: 2 * second };
  }

  /** Leave the poster and say why. */
  keepPoster(sentence) {
    this.plot = undefined;
    const note = document.createElement("small");
    note.textContent = sentence;
    this.element.querySelector("figcaption").append(note);
  }

  /** Say in the chart's place why there is none. */
  fail(sentence) {
    const message = document.createElement("p");
    message.className = "gantt-message";
    message.setAttribute("role", "alert");
    message.textContent = sentence;
    this.host.replaceChildren(message);
  }
}

const NO_BARS = { left: [], right: [], bottom: [], top: [], fill: [] };

function ndarray(values, shape) {
  const { ndarray } = Bokeh.require("core/util/ndarray");
  const dtype = values instanceof Uint32Array ? "uint32" : "float64";
  return ndarray(values.buffer, { dtype, shape });
}

/** A picture whose lowest row lies `below` pixels above the bottom of the frame. */
function imageColumns(pixels, { t0, t1, top, width, height }, below) {
  const image = ndarray(new Uint32Array(pixels.buffer), [height - below, width]);
  const y = (below / height) * top;
  return { image: [image], x: [t0 * MILLISECONDS], y: [y], dw: [(t1 - t0) * MILLISECONDS], dh: [top - y] };
}

async function fetchFigure(figure, title) {
  if (typeof figure !== "string") return figure;
  const response = await fetch(figure);
  if (!response.ok) throw new Error(`The chart of ${title} could not be loaded: the server answered ${response.status}.`);
  return response.json();
}

