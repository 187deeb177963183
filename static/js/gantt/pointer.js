// Pointer over the charts: hover in all at once, click pins, sideways wheel pans.

import { Tooltip } from "./tooltip.js";

const CLICK_SLACK = 4;

/** Turns pointer events of all charts into hovering and pinning. */
export class Pointer {
  constructor(gantt) {
    this.gantt = gantt;
    this.tooltip = new Tooltip(gantt.section, gantt.times);
    this.last = null;
  }

  watch(chart) {
    const { host } = chart;
    host.addEventListener("pointermove", (event) => this.#later(event, chart));
    host.addEventListener("pointerleave", () => this.#leave());
    host.addEventListener("pointerdown", (event) => (this.down = [event.clientX, event.clientY]));
    host.addEventListener("click", (event) => this.#click(event, chart));
    host.addEventListener("wheel", (event) => this.#wheel(event, chart), { passive: false });
  }

  #later(event, chart) {
    const waiting = this.last !== null;
    this.last = { event, chart };
    if (!waiting) requestAnimationFrame(() => this.#move());
  }

  #move() {
    if (this.last === null) return;
    const { event, chart } = this.last;
    this.last = null;
    const at = chart.locate(event, this.gantt.view.range);
    const band = at && chart.schedule.bandAt(at.level);
    if (at === null || event.buttons) {
      this.tooltip.hide();
      this.gantt.hover(at?.time ?? null, null, band, chart);
      return;
    }
    const job = this.#jobAt(at, chart);
    this.gantt.hover(at.time, job, band, chart);
    if (job === null) this.tooltip.hide();
    else this.tooltip.show(event, job, chart, this.gantt.ready);
  }

  #jobAt({ time, level, slack }, { schedule }) {
    return schedule.jobAt(time, level, slack, this.gantt.showsDeployments);
  }

  #leave() {
    this.last = null;
    this.tooltip.hide();
    this.gantt.hover(null, null);
  }

  #click(event, chart) {
    const [x, y] = this.down ?? [event.clientX, event.clientY];
    if (Math.hypot(event.clientX - x, event.clientY - y) > CLICK_SLACK) return;
    const at = chart.locate(event, this.gantt.view.range);
    if (at === null) return;
    const job = this.#jobAt(at, chart);
    this.gantt.finder.show(job === this.gantt.pinned ? null : job);
  }

  #wheel(event, chart) {
    if (event.ctrlKey || Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    this.gantt.view.pan(event.deltaX / chart.overlay.frame.width);
  }
}
