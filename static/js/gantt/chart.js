// One Gantt chart: Bokeh draws axes and frame, the raster or quads fill it.

import { askJson } from "../ask.js";
import { applyTheme } from "../theme.js";
import { watchTimes } from "../time-axis.js";
import { Bars, imageColumns, NO_BARS } from "./bars.js";
import { contrasting } from "./colours.js";
import { plural } from "./format.js";
import { Schedule } from "./model.js";
import { Overlay } from "./overlay.js";
import { fetchPack } from "./pack.js";
import { busyShare, drawStrip, rasterise, visibleRows } from "./raster.js";

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

  /** Let Bokeh draw the frame over the poster; `height` includes frame and axis, CSS pixels. */
  async embed(view, height) {
    this.item.doc.roots[0].attributes.height = height;
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
    watchTimes(this.plot.model);
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
    const { width, height } = this.frame;
    const { top, processors } = this.schedule.header;
    const unit = devicePixelRatio;
    const size = { width: Math.round(width * (1 + 2 * pad) * unit), height: Math.round(height * unit) };
    const view = { t0, t1, top, processors, unit, ...size };
    const deployments = paint.deployments ? this.schedule.deployments : undefined;
    const few = deployments?.visible(t0, t1, MOST_QUADS);
    const crowded = few === null && deployments.takesTime;
    const rows = crowded ? null : visibleRows(this.schedule, t0, t1, MOST_QUADS);
    if (rows === null) this.#raster(view, paint, deployments);
    else this.#quads(view, paint, rows, deployments, few ?? []);
    const unmarked = deployments?.count > 0 && !deployments.takesTime && (rows === null || few === null);
    this.drawn = { t0, t1, span, rows, unmarked };
  }

  #raster(view, paint, deployments) {
    const { pixels, share } = rasterise(this.schedule, view, paint.palette, deployments);
    this.#strip(pixels, view, share, 0, paint);
    this.#fill(imageColumns(pixels, view, 0), NO_BARS);
  }

  /** Jobs as quads; behind them a picture has the strip, and deployments where they take time. */
  #quads(view, paint, rows, deployments, few) {
    const bars = new Bars(view, paint.palette);
    bars.add(this.schedule, rows);
    const share = busyShare(this.schedule, view);
    const picture = deployments?.takesTime ? this.#blocks(view, paint, deployments, few) : this.#blank(view);
    if (deployments && !deployments.takesTime) {
      bars.addMarks(deployments, deployments.marks(few, bars.perSecond, view.unit), paint.marks);
    }
    this.#strip(picture.pixels, view, share, picture.below, paint);
    this.#fill(imageColumns(picture.pixels, view, picture.below), bars.data);
  }

  #blocks(view, paint, deployments, few) {
    const { pixels } = rasterise(deployments, view, paint.palette);
    deployments.hatch(pixels, few, view, paint.ground);
    return { pixels, below: 0 };
  }

  #blank(view) {
    const below = Math.floor(this.schedule.header.strip[0] * (view.height / view.top));
    return { pixels: new Uint8ClampedArray(view.width * (view.height - below) * 4), below };
  }

  #strip(pixels, view, share, below, paint) {
    const [low, high] = this.schedule.header.strip.map((y) => y * (view.height / view.top) - below);
    drawStrip(pixels, view.width, view.height - below, share, low, high, paint.strip);
  }

  #fill(image, bars) {
    this.image.setv({ data: image }, UNCOMPARED);
    this.bars.setv({ data: bars }, UNCOMPARED);
  }

  /** Rectangle of a row in CSS pixels of the frame; `rows` has the form of the schedule's rows. */
  box(row, range, rows = this.schedule) {
    const { width, height } = this.overlay.frame;
    const perSecond = width / (range[1] - range[0]);
    const perProcessor = height / this.schedule.header.top;
    const { start, end, bottom, top } = rows;
    return {
      x: (start[row] - range[0]) * perSecond,
      y: height - top[row] * perProcessor,
      width: (end[row] - start[row]) * perSecond,
      height: (top[row] - bottom[row]) * perProcessor,
    };
  }

  /** What two jobs hold at once, in CSS pixels of the frame. */
  shared(range) {
    const { shared } = this.schedule;
    return shared ? visibleRows(shared, ...range, Infinity).map((row) => this.box(row, range, shared)) : [];
  }

  /** Where a site lies, in CSS pixels of the frame, and what it is called if that is to be said. */
  bandBox({ name, processors, base }, isNamed) {
    const { height } = this.overlay.frame;
    const perProcessor = height / this.schedule.header.top;
    const text = isNamed ? `${name} · ${plural(processors, "processor")}` : "";
    return { y: height - (base + processors) * perProcessor, height: processors * perProcessor, text };
  }

  /** Bands of processors that the machine does not have, in CSS pixels of the frame. */
  get beyond() {
    const { height } = this.overlay.frame;
    const perProcessor = height / this.schedule.header.top;
    return this.schedule.beyond.map(([from, to]) => ({ y: height - to * perProcessor, height: (to - from) * perProcessor }));
  }

  /** Job ids that may fit into their rectangles, when few are in view: {text, x, y, width, colour}. */
  labels(range, colours) {
    const labels = [];
    for (const row of this.drawn?.rows ?? []) {
      const { x, y, width, height } = this.box(row, range);
      const left = Math.max(x, 0);
      const right = Math.min(x + width, this.overlay.frame.width);
      if (height < LABEL_HEIGHT || right - left < LABEL_WIDTH) continue;
      const text = this.schedule.workload.id(this.schedule.job[row]);
      const colour = contrasting(colours[this.schedule.kind[row]]);
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

async function fetchFigure(figure, title) {
  if (typeof figure !== "string") return figure;
  try {
    return await askJson(figure);
  } catch (error) {
    throw new Error(`The chart of ${title} could not be loaded. ${error.message}`);
  }
}

