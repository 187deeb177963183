// Charts share one time range, or each has its own: then the page's view follows the chart under the pointer.

/** Which range each chart shows. */
export class Linking {
  constructor(gantt) {
    this.gantt = gantt;
    this.isLinked = true;
    this.active = null;
    this.ranges = new Map();
    this.button = gantt.section.querySelector("[data-gantt-unlink]");
    this.button?.addEventListener("click", () => this.toggle());
  }

  watch(chart) {
    for (const name of ["pointerenter", "pointerdown"]) {
      chart.host.addEventListener(name, () => this.activate(chart), { capture: true });
    }
  }

  /** The range that a chart shows. */
  rangeOf(chart) {
    const { view } = this.gantt;
    return this.isLinked || chart === this.active ? view.range : (this.ranges.get(chart) ?? view.range);
  }

  /** Charts that follow a change of the view. */
  get followers() {
    return this.isLinked ? this.gantt.ready : this.gantt.ready.filter((chart) => chart === this.active);
  }

  /** Let each chart have its own range, or all the active chart's range. */
  toggle() {
    this.isLinked = !this.isLinked;
    this.ranges.clear();
    if (!this.isLinked) {
      for (const chart of this.gantt.ready) this.ranges.set(chart, this.gantt.view.range);
      this.active = this.gantt.ready[0] ?? null;
    }
    this.button?.setAttribute("aria-pressed", String(!this.isLinked));
    this.gantt.section.classList.toggle("gantt-unlinked", !this.isLinked);
    this.#mark();
    this.gantt.moved();
  }

  /** Keys, buttons and the window below are about this chart now. */
  activate(chart) {
    if (this.isLinked || chart === this.active) return;
    this.ranges.set(this.active, this.gantt.view.range);
    const range = this.ranges.get(chart) ?? this.gantt.view.range;
    this.active = chart;
    this.#mark();
    this.gantt.view.set(...range);
  }

  #mark() {
    for (const chart of this.gantt.charts) {
      chart.element.classList.toggle("gantt-active", !this.isLinked && chart === this.active);
    }
  }
}
