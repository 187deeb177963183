// <figure data-plot> with a <div data-figure="address">: fetches the Bokeh figure when it comes into view, and again
// when another quantity is chosen; the choice lives in the page's address, and what is shown can be saved as a file.

import { askJson } from "./ask.js";
import { labelPoints } from "./labels.js";
import { saveAt } from "./save.js";
import { applyTheme, onTheme } from "./theme.js";
import { watchTimes } from "./time-axis.js";

const EARLY = "300px";
const MILLISECONDS = 1000;
const REST = 250;

/** Every plot of the page by its <figure>. */
export const plots = new Map();

class Plot {
  constructor(element) {
    this.element = element;
    this.place = element.querySelector("[data-figure]");
    this.choice = element.querySelector("select[name]:not(form select)");
    this.view = null;
    this.watched = [];
    this.#restore();
    this.#print();
    this.choice?.addEventListener("change", () => this.#choose());
    saveAt(element, () => this.fileAddress);
    this.place.addEventListener("dblclick", () => this.#showAll());
    this.unstyle = onTheme(() => this.#style());
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        seen.disconnect();
        this.draw();
      },
      { rootMargin: EARLY },
    );
    seen.observe(element);
  }

  get address() {
    return this.choice?.value ?? this.place.dataset.figure;
  }

  /** Where the figure that is shown is saved from, with the range of time in view. */
  get fileAddress() {
    const url = new URL(this.place.dataset.file ?? this.address, location.href);
    if (this.zoom) url.searchParams.set("view", this.zoom);
    return url.pathname + url.search;
  }

  /** Name of the range in the address of the page. */
  get zoomName() {
    return this.element.id.replace(/^plot-/, "view-");
  }

  /** The range of time in view, in seconds, where the user has moved it. */
  get zoom() {
    const range = this.figures[0]?.x_range;
    if (!range || range.reset_start === undefined || range.reset_start === null) return "";
    const { start, end, reset_start: first, reset_end: last } = range;
    if (start === first && end === last) return "";
    return [start, end].map((at) => Math.round(at) / MILLISECONDS).join(":");
  }

  /** Until it is drawn, paper has what the server draws: of the quantity that is chosen. */
  #print() {
    const picture = this.element.querySelector(".server-drawn img");
    if (!picture || !this.choice?.selectedIndex) return;
    const address = new URL(this.fileAddress, location.href);
    address.searchParams.set("file", "svg");
    picture.src = address.href;
  }

  /** What is drawn needs no picture: browsers would load it to print, even where it has left the page. */
  #forgetPrint() {
    const picture = this.element.querySelector(".server-drawn");
    picture?.querySelector("source").remove();
    picture?.querySelector("img").removeAttribute("src");
    picture?.remove();
  }

  async draw() {
    const { address } = this;
    this.#note();
    try {
      const item = await askJson(address);
      if (address === this.address) await this.#replace(item);
    } catch (error) {
      this.#clear();
      this.place.textContent = `This plot could not be drawn. ${error.message}`;
    }
  }

  /**
   * Put newer points and ranges into the figure as it is; where its frame has to change, draw it again. Ranges that the
   * user moved stay as they are.
   */
  async renew({ layout, columns, ranges }) {
    if (!this.view) return;
    if (!this.view.model.tags.includes(layout)) {
      await this.draw();
      return;
    }
    const { document } = this.view.model;
    for (const [name, [start, end]] of Object.entries(ranges)) {
      const range = document.get_model_by_name(name);
      if (!range) continue;
      const moved = range.start !== range.reset_start || range.end !== range.reset_end;
      range.setv({ reset_start: start, reset_end: end, ...(moved ? {} : { start, end }) });
    }
    const numbers = ([name, values]) => [name, values.map((value) => value ?? NaN)];
    document.get_model_by_name("points").data = Object.fromEntries(Object.entries(columns).map(numbers));
  }

  /** What is to be said of the chosen quantity. */
  #note() {
    const note = this.element.querySelector("[data-note]:not(option)");
    if (!note) return;
    note.textContent = this.choice.selectedOptions[0].dataset.note;
    note.hidden = !note.textContent;
  }

  #showAll() {
    for (const { x_range: range } of this.figures) {
      if (range.reset_start !== null) range.setv({ start: range.reset_start, end: range.reset_end });
    }
  }

  /** One figure, or the figures of columns and rows. */
  get figures() {
    const within = (model) => model.children?.flatMap(within) ?? [model];
    return this.view ? within(this.view.model) : [];
  }

  async #replace(item) {
    this.#clear();
    this.views = await Bokeh.embed.embed_item(item, this.place);
    [this.view] = this.views.roots;
    this.#style();
    const font = getComputedStyle(this.place).fontFamily;
    this.watched = this.figures.map((figure) => watchTimes(figure));
    for (const figure of this.figures) labelPoints(figure, font, (missing) => this.#tell(missing));
    this.#restoreZoom();
    this.element.dataset.drawn = "";
    this.#forgetPrint();
  }

  /** Let go of a figure whose element has left the page. */
  drop() {
    this.unstyle();
    this.#forget();
  }

  #forget() {
    for (const unwatch of this.watched.splice(0)) unwatch();
    this.views?.clear();
    this.views = this.view = null;
  }

  #clear() {
    this.#forget();
    this.#tell(0);
    this.place.replaceChildren();
  }

  #style() {
    for (const figure of this.figures) applyTheme(figure, this.place);
  }

  /** Say how many points of a plot have no text. */
  #tell(missing) {
    this.told ??= this.place.insertAdjacentElement("afterend", document.createElement("p"));
    this.told.className = "muted small";
    const texts = missing === 1 ? "one run has" : `${missing} runs have`;
    this.told.textContent = missing ? `For want of room ${texts} no name here: point at the marker.` : "";
    this.told.hidden = !missing;
  }

  #choose() {
    const query = new URLSearchParams(location.search);
    if (this.choice.selectedIndex > 0) query.set(this.choice.name, this.choice.selectedOptions[0].text);
    else query.delete(this.choice.name);
    const text = query.toString();
    history.replaceState(history.state, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`);
    this.draw();
  }

  #restore() {
    if (!this.choice) return;
    const wanted = new URLSearchParams(location.search).get(this.choice.name);
    const index = [...this.choice.options].findIndex((option) => option.text === wanted);
    this.choice.selectedIndex = Math.max(index, 0);
  }

  /** Show the range of the address, and keep what is moved in it. */
  #restoreZoom() {
    const range = this.figures[0]?.x_range;
    if (!range || !this.place.hasAttribute("data-figure")) return;
    const wanted = new URLSearchParams(location.search).get(this.zoomName)?.split(":").map(Number);
    if (wanted?.length === 2 && wanted[0] < wanted[1]) {
      range.setv({ start: wanted[0] * MILLISECONDS, end: wanted[1] * MILLISECONDS });
    }
    let rest;
    range.change.connect(() => {
      clearTimeout(rest);
      rest = setTimeout(() => this.#keepZoom(), REST);
    });
  }

  #keepZoom() {
    const query = new URLSearchParams(location.search);
    const { zoom } = this;
    if (zoom === (query.get(this.zoomName) ?? "")) return;
    if (zoom) query.set(this.zoomName, zoom);
    else query.delete(this.zoomName);
    const text = query.toString();
    history.replaceState(history.state, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`);
  }
}

function find() {
  for (const [element, plot] of plots) {
    if (element.isConnected) continue;
    plot.drop();
    plots.delete(element);
  }
  for (const element of document.querySelectorAll("[data-plot]")) {
    if (!plots.has(element)) plots.set(element, new Plot(element));
  }
}

find();
document.addEventListener("htmx:afterSettle", find);
