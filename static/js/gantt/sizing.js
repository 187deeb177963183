// How much room the charts take: their height by a handle, and the whole window by a button or a key.

const AXIS = 44;
const LEAST = 70;
const MOST = 1600;
const STEP = 20;
const MARGIN = 24;

/** Height of the frames of all charts of a section, and whether they fill the window. */
export class Sizing {
  constructor(gantt, onChange) {
    this.gantt = gantt;
    this.onChange = onChange;
    this.section = gantt.section;
    this.usual = Number.parseFloat(getComputedStyle(this.section).getPropertyValue("--frame-height"));
    this.height = Number(gantt.state.height) || this.usual;
    this.handle = this.section.querySelector("[data-gantt-height]");
    this.button = this.section.querySelector("[data-gantt-full]");
    this.button?.addEventListener("click", () => this.toggle());
    this.handle?.addEventListener("pointerdown", (event) => this.#drag(event));
    this.handle?.addEventListener("keydown", (event) => this.#key(event));
    this.handle?.addEventListener("dblclick", () => this.choose(this.usual));
    document.addEventListener("fullscreenchange", () => !document.fullscreenElement && this.isFull && this.#fill(false));
    addEventListener("resize", () => this.isFull && this.#fit());
    if (this.handle) this.handle.hidden = false;
  }

  /** Height of a frame with its axis, CSS pixels. */
  get whole() {
    return this.height + AXIS;
  }

  get isFull() {
    return this.section.classList.contains("gantt-full");
  }

  /** Set the height that the user wants, in CSS pixels. */
  choose(height) {
    this.height = Math.round(Math.min(Math.max(height, LEAST), MOST));
    this.gantt.state.height = this.height === this.usual ? undefined : String(this.height);
    this.apply();
    this.gantt.remember();
  }

  /** Let all charts have the height. */
  apply(height = this.height) {
    this.section.style.setProperty("--frame-height", `${height}px`);
    this.handle?.setAttribute("aria-valuenow", String(height));
    for (const { plot } of this.gantt.ready) plot.model.height = height + AXIS;
    this.onChange();
  }

  /** Fill the window, or leave it. */
  toggle() {
    const wanted = !this.isFull;
    this.#fill(wanted);
    // Where the browser does not give the screen, the charts have the window alone.
    if (wanted) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  }

  #fill(isFull) {
    this.section.classList.toggle("gantt-full", isFull);
    document.documentElement.classList.toggle("gantt-fills", isFull);
    this.button?.setAttribute("aria-pressed", String(isFull));
    if (isFull) this.#fit();
    else this.apply();
  }

  /** Share the window among the charts. */
  #fit() {
    const charts = this.gantt.ready.filter((chart) => chart.element.offsetParent !== null).length || 1;
    const taken = [...this.section.children].reduce((sum, child) => sum + child.offsetHeight, MARGIN);
    const frame = this.gantt.ready[0]?.overlay.frame.height ?? 0;
    const room = innerHeight - (taken - charts * frame);
    this.apply(Math.max(LEAST, Math.floor(room / charts)));
  }

  #drag(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    const charts = this.gantt.ready.length || 1;
    const from = this.height;
    const stop = new AbortController();
    const listen = (name, action) => this.handle.addEventListener(name, action, { signal: stop.signal });
    this.handle.setPointerCapture(event.pointerId);
    listen("pointermove", ({ clientY }) => this.choose(from + (clientY - event.clientY) / charts));
    for (const name of ["pointerup", "pointercancel"]) listen(name, () => stop.abort());
  }

  #key(event) {
    const by = { ArrowDown: STEP, ArrowUp: -STEP }[event.key];
    if (!by) return;
    event.preventDefault();
    this.choose(this.height + by);
  }
}
