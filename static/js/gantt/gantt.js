// The linked charts of a comparison: one time axis, one job under the pointer, one state in the address.

import { onClock } from "../clock.js";
import { onTheme } from "../theme.js";
import { Asking } from "./asking.js";
import { Chart } from "./chart.js";
import { ASKED, Colouring } from "./colouring.js";
import { available, largest, rgb, scheme, themeColours } from "./colours.js";
import { Controls } from "./controls.js";
import { Dragging } from "./dragging.js";
import { Finder } from "./finder.js";
import { Highlight } from "./highlight.js";
import { Linking } from "./linking.js";
import { Minimap } from "./minimap.js";
import { Workload } from "./model.js";
import { fetchPack } from "./pack.js";
import { Painter } from "./painter.js";
import { Pointer } from "./pointer.js";
import { Sizing } from "./sizing.js";
import { saveView } from "./saving.js";
import { Times } from "./times.js";
import { readAddress, View, writeAddress } from "./view.js";
import { Walk } from "./walk.js";

const FIRST_CHOICES = 3;
const REST = 150;
const ADDRESSED = ["htmx:pushedIntoHistory", "htmx:replacedInHistory"];

/** All charts of one <section data-gantt>. */
export class Gantt {
  constructor(section, config) {
    this.section = section;
    this.config = config;
    this.usual = { colour: config.colour ?? "runtime", pick: config.pick ?? [] };
    this.state = { colour: this.usual.colour, baseline: config.baseline, ...readAddress() };
    this.times = new Times(config.calendar);
    this.view = new View();
    this.charts = this.#charts();
    this.linking = new Linking(this);
    this.painter = new Painter(
      this.view,
      () => this.ready,
      () => this.controls.tellOfMarks(this.ready.some((chart) => chart.drawn?.unmarked)),
      (chart) => this.linking.rangeOf(chart),
    );
    this.hovered = null;
    this.pinned = null;
    this.pointer = new Pointer(this);
    this.walk = new Walk(this);
    this.dragging = new Dragging(this);
    this.asking = new Asking(this);
    this.colouring = new Colouring(this);
    this.highlight = new Highlight(this);
    this.minimap = new Minimap(this);
    this.finder = new Finder(this);
    this.sizing = new Sizing(this, () => this.#resized());
    this.controls = new Controls(this);
    saveView(this);
  }

  get ready() {
    return this.charts.filter((chart) => chart.plot);
  }

  get baseline() {
    return this.ready.find((chart) => String(chart.spec.run) === String(this.state.baseline)) ?? this.ready[0];
  }

  #charts() {
    const specs = new Map(this.config.charts.map((spec) => [String(spec.run), spec]));
    const figures = [...this.section.querySelectorAll("[data-gantt-chart]")];
    for (const figure of figures) {
      const title = figure.querySelector(".gantt-title"); // the page has name and colour once
      const look = { title: title.textContent, color: title.firstElementChild.style.background };
      Object.assign(specs.get(figure.dataset.ganttChart) ?? {}, look);
    }
    const pairs = figures.map((figure) => [figure, specs.get(figure.dataset.ganttChart)]);
    return pairs.filter(([, spec]) => spec?.schedule_url).map(([figure, spec]) => new Chart(figure, spec));
  }

  /** Load and draw what is unfolded; the rest when it is opened. */
  async start() {
    const { from, to } = this.state;
    if (from !== undefined && to !== undefined && Number(to) > Number(from)) this.view.wanted = [Number(from), Number(to)];
    this.view.onChange(() => this.moved());
    onTheme(() => this.#restyle());
    onClock(() => this.controls.showRange(this.view));
    addEventListener("resize", () => this.#resized());
    for (const event of ADDRESSED) document.addEventListener(event, () => this.remember());
    this.workload = fetchPack(this.config.workload_url, "The workload").then((pack) => new Workload(pack));
    const folded = this.section.querySelector("details[data-gantt-more]");
    const inside = (chart) => folded?.contains(chart.element) && !folded.open;
    folded?.addEventListener("toggle", () => this.#show(this.charts.filter((c) => !c.asked)), { once: true });
    await this.#show(this.charts.filter((chart) => !inside(chart)));
    if (this.state.height) this.sizing.apply();
    this.controls.views.keep(); // A user who zooms at once can go back to this.
    this.section.dataset.span = this.view.full.join(" ");
    this.section.dataset.ready = "";
    performance.mark("gantt-ready");
  }

  async #show(charts) {
    for (const chart of charts) chart.asked = true;
    await Promise.all(charts.map((chart) => this.#load(chart)));
    const loaded = charts.filter((chart) => chart.ready);
    for (const { schedule } of loaded) this.view.include(schedule.header.begin, schedule.header.end);
    if (loaded.length === 0) return;
    this.shared = await this.workload;
    await Promise.all(loaded.map((chart) => this.#embed(chart)));
    if (this.ready.length === 0) return;
    const { colour, pick } = this.state;
    const isAsked = colour !== ASKED || this.colouring.asked || (await this.colouring.read(pick[0] ?? ""));
    this.colour(this.state.colour, this.state.pick);
    if (isAsked === false) this.colouring.show(true);
    this.moved();
    this.finder.restore();
    await painted();
    for (const chart of this.ready) chart.element.dataset.drawn = "";
  }

  async #load(chart) {
    try {
      await chart.load(this.workload);
    } catch (error) {
      chart.fail(error.message);
    }
  }

  async #embed(chart) {
    try {
      await chart.embed(this.view, this.sizing.whole);
    } catch (error) {
      chart.keepPoster(`shown as a picture only, because the chart could not start: ${error.message}`);
      return;
    }
    chart.onReturn = () => this.moved();
    chart.overlay.place(chart.frame);
    this.linking.watch(chart);
    this.pointer.watch(chart);
    this.dragging.watch(chart);
    this.walk.watch(chart);
  }

  /** Colour all charts by a quantity or by names. */
  colour(key, pick = []) {
    const schedules = this.ready.map((chart) => chart.schedule);
    const { isOffered: asks, scheme: asked } = this.colouring;
    const options = available(this.shared, schedules, schedules.length > 1, asks);
    const isOffered = (wanted) => options.some((option) => option.key === wanted) && (wanted !== ASKED || asked);
    const known = [key, this.usual.colour].find(isOffered) ?? "runtime";
    if (known !== key) pick = [];
    this.state.colour = known;
    const first = this.baseline.schedule;
    const usual = known === this.usual.colour ? this.usual.pick : [];
    this.state.pick = pick.length ? pick : usual.length ? usual : largest(first, known, FIRST_CHOICES);
    this.colours = themeColours(this.section);
    this.scheme = scheme(known, {
      workload: this.shared,
      schedules,
      colours: this.colours,
      chosen: this.state.pick,
      first: usual,
      baseline: first,
      asked,
    });
    for (const schedule of schedules) this.scheme.assign(schedule);
    if (!this.scheme.choices) this.state.pick = known === ASKED ? [asked.text] : [];
    this.controls.showColours(options, known, this.scheme);
    this.#paint();
  }

  /** Colour all charts as they are, after other jobs stand out. */
  recolour() {
    this.colour(this.state.colour, this.state.pick);
  }

  /** The user chose to colour by something else than a question, or names that have a colour. */
  choose(key, pick = []) {
    this.colouring.cancel();
    this.colour(key, pick);
  }

  /** Show deployments, or only jobs. */
  showDeployments(shown) {
    this.state.deployments = shown ? undefined : "off";
    this.#paint();
  }

  get showsDeployments() {
    return this.state.deployments !== "off";
  }

  /** Draw everything again; after the colours of the scheme come the colours of deployments and broken rules. */
  #paint() {
    const { classes } = this.scheme;
    const { deployment, mark, ground, strip, broken, faded } = this.colours;
    const colours = [...classes.map(({ colour }) => colour), deployment, mark, ground, broken, faded];
    this.kinds = colours;
    for (const { schedule } of this.ready) {
      schedule.markBroken(classes.length + 3);
      const mask = this.highlight.masks?.get(schedule);
      if (mask) schedule.fade(mask, classes.length + 4);
    }
    this.minimap.picture(this.baseline);
    this.minimap.show(this.view);
    this.painter.paint = {
      palette: Float32Array.from(colours.flatMap(rgb)),
      strip: rgb(strip),
      ground: rgb(ground),
      marks: [classes.length + 1, classes.length + 2],
      deployments: this.showsDeployments,
    };
    for (const { schedule } of this.ready) schedule.deployments?.kind.fill(classes.length);
    this.controls.showDeployments(this.ready.map((chart) => chart.schedule.deployments));
    this.painter.redraw();
    this.drawOverlays();
    this.remember();
  }

  /** Compare "moved" with another run. */
  compareWith(run) {
    this.state.baseline = run;
    this.asking.renew();
    this.choose("moved");
  }

  /** Pin a job, or nothing with null. */
  pin(job) {
    this.pinned = job;
    this.state.job = job === null ? undefined : this.shared.id(job);
    const detail = { job: this.state.job ?? null };
    this.section.dispatchEvent(new CustomEvent("gantt:pin", { bubbles: true, detail }));
    this.drawOverlays();
    this.remember();
  }

  /** Put crosshair (a time or null), hovered job and site into every chart; the site is named in `chart`. */
  hover(time, job, band = null, chart = null) {
    this.crosshair = time;
    this.hovered = job;
    this.band = band;
    this.named = chart;
    this.drawOverlays();
  }

  drawOverlays() {
    const { hovered, pinned, colours } = this;
    for (const chart of this.ready) {
      if (!chart.overlay || !colours) continue;
      const rowsOf = (job) => (job === null ? [] : chart.schedule.rowsOf(job));
      const at = this.crosshair ?? null;
      const range = this.linking.rangeOf(chart);
      chart.overlay.draw({
        crosshair: at === null ? null : ((at - range[0]) / (range[1] - range[0])) * chart.overlay.frame.width,
        hovered: rowsOf(hovered),
        pinned: rowsOf(pinned),
        labels: chart.labels(range, this.kinds),
        beyond: chart.beyond,
        shared: chart.shared(range),
        band: this.band ? chart.bandBox(this.band, this.named === chart) : null,
        box: (row) => chart.box(row, range),
        colours,
      });
    }
  }

  /** Show the view in the charts that follow it. */
  moved() {
    if (!this.colours) return;
    for (const chart of this.linking.followers) chart.follow(this.view);
    this.painter.moved();
    this.drawOverlays();
    this.controls.showRange(this.view);
    this.minimap.show(this.view);
    this.remember();
  }

  #restyle() {
    if (!this.colours) return;
    for (const chart of this.ready) chart.restyle();
    this.recolour();
  }

  #resized() {
    clearTimeout(this.resizing);
    this.resizing = setTimeout(() => {
      for (const chart of this.ready) chart.overlay.place(chart.frame);
      this.painter.redraw();
      this.drawOverlays();
    }, REST);
  }

  /** Write the state into the address once the hand rests. */
  remember() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => writeAddress(this.address), REST);
  }

  /** What the address carries; what is as usual is left out. */
  get address() {
    const { view, state, config, usual } = this;
    const [from, to] = view.range.map((time) => Number(time.toPrecision(9)));
    return {
      ...(view.showsAll ? {} : { from, to }),
      colour: state.colour === usual.colour ? undefined : state.colour,
      pick: state.colour === usual.colour && `${state.pick}` === `${usual.pick}` ? [] : state.pick,
      deployments: state.deployments,
      job: state.job,
      ask: state.ask,
      height: state.height,
      baseline: String(state.baseline) === String(config.baseline) ? undefined : state.baseline,
    };
  }
}

/** Resolves when Bokeh has painted what was just set: it does so in the next frame. */
function painted() {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
