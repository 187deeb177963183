// Decides when to draw: at once while that is quick, otherwise a padded picture that panning moves.

const BUDGET = 40;
const REST = 90;
const PADDING = 0.5;

/** Draws the charts of a view with one paint: {palette, strip, marks, deployments}; calls back when it has drawn. Where
 * charts are not linked, `rangeOf` tells what each shows. */
export class Painter {
  constructor(view, charts, onDrawn = () => {}, rangeOf = () => view.range) {
    this.rangeOf = rangeOf;
    this.charts = charts;
    this.onDrawn = onDrawn;
    this.cost = 0;
    this.timer = 0;
  }

  /** After a change of the range. */
  moved() {
    clearTimeout(this.timer);
    if (this.cost <= BUDGET) {
      this.#draw(this.#due(), 0);
      if (this.cost <= BUDGET) return;
    }
    this.timer = setTimeout(() => this.rest(), REST);
  }

  /** The hand rests: draw what is stretched or runs out at the sides. */
  rest() {
    this.#draw(this.#due(), this.cost > BUDGET ? PADDING : 0);
  }

  /** Draw these charts, or all, whatever they show. */
  redraw(charts = this.charts()) {
    for (const chart of this.charts()) if (charts.includes(chart)) chart.drawn = null;
    this.#draw(this.#due(), this.cost > BUDGET ? PADDING : 0);
  }

  #due() {
    return this.charts().filter((chart) => chart.onScreen && !chart.shows(this.rangeOf(chart)));
  }

  #draw(charts, pad) {
    if (charts.length === 0) return;
    const before = performance.now();
    for (const chart of charts) chart.draw(this.rangeOf(chart), this.paint, pad);
    const share = charts.length / this.charts().filter((chart) => chart.onScreen).length;
    this.cost = (performance.now() - before) / share / (1 + 2 * pad);
    this.onDrawn();
  }
}
