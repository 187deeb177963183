// The whole schedule below the charts, as its poster, with a window that shows and moves what is in view.

const HANDLE = 8;

/** The minimap of a view over the poster of one chart. */
export class Minimap {
  constructor(gantt) {
    this.gantt = gantt;
    this.place = gantt.section.querySelector("[data-gantt-minimap]");
    if (!this.place) return;
    this.window = document.createElement("div");
    this.window.className = "gantt-window";
    this.place.addEventListener("pointerdown", (event) => this.#down(event));
  }

  /** Take the picture of a chart; it keeps its place on the time axis of all charts. */
  picture(chart) {
    const poster = chart.element.querySelector(".gantt-poster");
    if (!this.place || !poster || this.run === chart.spec.run) return;
    this.run = chart.spec.run;
    this.header = chart.schedule.header;
    this.place.replaceChildren(poster.cloneNode(true), this.window);
    this.place.hidden = false;
    for (const image of this.place.querySelectorAll("img")) {
      if (getComputedStyle(image).display !== "none") image.loading = "eager"; // the other theme's stays away
    }
  }

  /** Move the window to where the view is. */
  show({ full, range, showsAll }) {
    if (!this.place) return;
    const share = (time) => (time - full[0]) / (full[1] - full[0]);
    if (this.header) {
      const { begin, end } = this.header;
      this.place.style.setProperty("--poster-share", share(end) - share(begin));
      this.place.style.setProperty("--poster-offset", share(begin));
    }
    this.window.style.left = `${100 * share(range[0])}%`;
    this.window.style.width = `${100 * (share(range[1]) - share(range[0]))}%`;
    this.place.classList.toggle("whole", showsAll);
  }

  #down(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    const { view } = this.gantt;
    const [a, b] = view.full;
    const { left, width } = this.place.getBoundingClientRect();
    const second = (b - a) / width;
    const time = a + (event.clientX - left) * second;
    const [t0, t1] = view.range;
    const reach = HANDLE * second;
    const [toBegin, toEnd] = [Math.abs(time - t0), Math.abs(time - t1)];
    const isBegin = toBegin < reach && toBegin <= toEnd;
    const isEnd = !isBegin && toEnd < reach;
    const isInside = time > t0 && time < t1 && !view.showsAll;
    let start = [t0, t1];
    if (!isBegin && !isEnd && !isInside) {
      const half = view.showsAll ? (b - a) / 20 : view.span / 2;
      start = [time - half, time + half];
      view.set(...start);
      start = view.range;
    }
    const moved = ({ clientX }) => {
      const by = (clientX - event.clientX) * second;
      const [from, to] = [isEnd ? start[0] : start[0] + by, isBegin ? start[1] : start[1] + by];
      if (to > from) view.set(from, to);
    };
    const stop = new AbortController();
    this.place.setPointerCapture(event.pointerId);
    this.place.addEventListener("pointermove", moved, { signal: stop.signal });
    for (const name of ["pointerup", "pointercancel"]) {
      this.place.addEventListener(name, () => stop.abort(), { signal: stop.signal });
    }
  }
}
