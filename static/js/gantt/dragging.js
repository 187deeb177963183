// Dragging with a mouse: a box around jobs, or the view in time. Touch stays with Bokeh, which pans.

import { visibleRows } from "./raster.js";
import { plural } from "./format.js";

const SMALLEST = 4;

/** Turns drags over the charts into boxes and moves; `mode` says what the left button does: "select" or "move". */
export class Dragging {
  constructor(gantt) {
    this.gantt = gantt;
    this.mode = "select";
    this.isSpaceDown = false;
    addEventListener("keydown", (event) => this.#space(event, true));
    addEventListener("keyup", (event) => this.#space(event, false));
    this.setMode("select");
  }

  setMode(mode) {
    this.mode = mode;
    this.gantt.section.dataset.ganttDrag = mode;
  }

  watch(chart) {
    const { host } = chart;
    host.addEventListener("pointerdown", (event) => this.#down(event, chart), { capture: true });
    host.addEventListener("mousedown", (event) => {
      if (chart.locate(event, this.gantt.view.range)) event.preventDefault(); // no text is selected, nothing scrolls
    });
  }

  #space(event, isDown) {
    if (event.key !== " ") return;
    const isOver = (this.gantt.crosshair ?? null) !== null && !event.target.closest?.("input, select, textarea, button, a");
    if (isDown && isOver) event.preventDefault();
    this.isSpaceDown = isDown && isOver;
  }

  #down(event, chart) {
    if (event.pointerType !== "mouse" || event.button > 1) return;
    const from = chart.locate(event, this.gantt.view.range);
    if (from === null) return;
    event.stopPropagation(); // Bokeh would pan
    document.activeElement?.blur?.();
    this.gantt.pointer.down = [event.clientX, event.clientY];
    const moves = this.mode === "move" || event.button === 1 || event.shiftKey || this.isSpaceDown;
    const drag = moves ? new Move(this.gantt, chart, event) : new Box(this.gantt, chart, event);
    const { host } = chart;
    host.setPointerCapture(event.pointerId);
    const stop = new AbortController();
    const listen = (name, action) => host.addEventListener(name, action, { signal: stop.signal });
    listen("pointermove", (moved) => drag.to(moved));
    listen("pointerup", (up) => (stop.abort(), drag.end(up)));
    listen("pointercancel", () => (stop.abort(), drag.cancel()));
  }
}

/** The view follows the hand. */
class Move {
  constructor(gantt, chart, { clientX }) {
    this.view = gantt.view;
    this.range = gantt.view.range;
    this.second = gantt.view.span / chart.overlay.frame.width;
    this.x = clientX;
  }

  to({ clientX }) {
    const by = (this.x - clientX) * this.second;
    this.view.set(this.range[0] + by, this.range[1] + by);
  }

  end() {}

  cancel() {
    this.view.set(...this.range);
  }
}

/** A box that is drawn; the jobs that it touches stand out. */
class Box {
  constructor(gantt, chart, { clientX, clientY }) {
    this.gantt = gantt;
    this.chart = chart;
    this.from = [clientX, clientY];
    this.element = document.createElement("div");
    this.element.className = "gantt-box";
    chart.host.append(this.element);
  }

  /** Edges within the frame: {left, right, top, bottom} in CSS pixels. */
  #edges({ clientX, clientY }) {
    const host = this.chart.host.getBoundingClientRect();
    const { left, top, width, height } = this.chart.overlay.frame;
    const xs = [this.from[0], clientX].map((x) => Math.min(Math.max(x - host.left - left, 0), width));
    const ys = [this.from[1], clientY].map((y) => Math.min(Math.max(y - host.top - top, 0), height));
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }

  to(event) {
    const { left, right, top, bottom } = this.#edges(event);
    const { frame } = this.chart.overlay;
    Object.assign(this.element.style, {
      left: `${frame.left + left}px`,
      top: `${frame.top + top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    });
  }

  cancel() {
    this.element.remove();
  }

  end(event) {
    this.element.remove();
    const { left, right, top, bottom } = this.#edges(event);
    if (right - left < SMALLEST && bottom - top < SMALLEST) return;
    const { view } = this.gantt;
    const { width, height } = this.chart.overlay.frame;
    const perProcessor = this.chart.schedule.header.top / height;
    const times = [left, right].map((x) => view.range[0] + (x / width) * view.span);
    const levels = [bottom, top].map((y) => (height - y) * perProcessor);
    const mask = touched(this.chart.schedule, times, levels);
    const count = mask.reduce((sum, one) => sum + one, 0);
    if (count === 0) return this.gantt.finder.clear();
    this.gantt.asking.clear();
    const masks = new Map(this.gantt.ready.map(({ schedule }) => [schedule, mask]));
    this.gantt.highlight.show({ heading: `${plural(count, "job")} in a box of ${this.chart.spec.title}`, masks, range: times });
    this.gantt.remember();
  }
}

/** 1 for every job of a schedule that a box of times and heights touches. */
export function touched(schedule, [begin, end], [low, high]) {
  const mask = new Uint8Array(schedule.firstRow.length);
  for (const row of visibleRows(schedule, begin, end, Infinity)) {
    const isInside = schedule.start[row] < end && schedule.end[row] > begin;
    if (isInside && schedule.bottom[row] < high && schedule.top[row] > low) mask[schedule.job[row]] = 1;
  }
  return mask;
}
