// The views of the charts that the user looked at, to go back to and forward again.

const REST = 500;
const MOST = 100;

/** Remembers where the view rested; `onChange({isFirst, isLast})` is told. */
export class Views {
  constructor(view, onChange) {
    this.view = view;
    this.onChange = onChange;
    this.ranges = [];
    this.place = -1;
    view.onChange(() => this.#later());
    addEventListener("keydown", (event) => this.#key(event));
  }

  #later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), REST);
  }

  /** Remember the range that is shown, if it is another one. */
  keep() {
    clearTimeout(this.timer);
    const { range } = this.view;
    if (`${range}` === `${this.ranges[this.place]}`) return;
    this.ranges = [...this.ranges.slice(0, this.place + 1), range].slice(-MOST);
    this.place = this.ranges.length - 1;
    this.#tell();
  }

  /** Show the range before (-1) or after (1) the one that is shown. */
  go(by) {
    this.keep();
    const next = this.place + by;
    if (next < 0 || next >= this.ranges.length) return;
    this.place = next;
    this.view.set(...this.ranges[next]);
    clearTimeout(this.timer);
    this.#tell();
  }

  #tell() {
    this.onChange({ isFirst: this.place <= 0, isLast: this.place === this.ranges.length - 1 });
  }

  #key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, select, textarea") || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    this.go(by);
  }
}
