// The time range that all charts share, and the part of the page's state that its address carries.

const SMALLEST = 1e-7;
const REVEALED = 0.05;

/** Time range in seconds within `full`; tells its listeners about changes. */
export class View {
  #listeners = [];

  constructor() {
    this.full = [0, 1];
    this.range = [0, 1];
    this.isSet = false;
  }

  /** Widen the full range so that it holds this one; an untouched view shows all. */
  include(begin, end) {
    const last = Math.max(end, begin + 1e-6);
    const [a, b] = this.full;
    const full = this.isSet ? [Math.min(a, begin), Math.max(b, last)] : [begin, last];
    const wasFull = !this.isSet || this.showsAll;
    this.isSet = true;
    this.full = full;
    if (wasFull && !this.wanted) this.set(...full);
    else this.set(...(this.wanted ?? this.range));
  }

  get showsAll() {
    return this.range[0] <= this.full[0] && this.range[1] >= this.full[1];
  }

  get span() {
    return this.range[1] - this.range[0];
  }

  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** Show t0 to t1, moved and shortened to fit the full range. */
  set(t0, t1) {
    const [a, b] = this.full;
    const span = Math.min(Math.max(t1 - t0, (b - a) * SMALLEST), b - a);
    const middle = (t0 + t1) / 2;
    const first = Math.min(Math.max(middle - span / 2, a), b - span);
    const next = [first, first + span];
    if (next[0] === this.range[0] && next[1] === this.range[1]) return;
    this.range = next;
    for (const listener of this.#listeners) listener(this);
  }

  /** Move by a share of what is shown. */
  pan(share) {
    const by = this.span * share;
    const [a, b] = this.full;
    const shift = Math.min(Math.max(by, a - this.range[0]), b - this.range[1]);
    this.set(this.range[0] + shift, this.range[1] + shift);
  }

  /** Shrink (factor < 1) or widen what is shown around a time, by default the middle. */
  zoom(factor, around = (this.range[0] + this.range[1]) / 2) {
    this.set(around - (around - this.range[0]) * factor, around + (this.range[1] - around) * factor);
  }

  /** Move, and widen if need be, so that what goes from one time to another is in view. */
  reveal(start, end) {
    if (start >= this.range[0] && end <= this.range[1]) return;
    const middle = (start + end) / 2;
    const span = Math.max(this.span, (end - start) * (1 + 2 * REVEALED));
    this.set(middle - span / 2, middle + span / 2);
  }

  showAll() {
    this.wanted = null;
    this.set(...this.full);
  }
}

const KEYS = ["from", "to", "colour", "pick", "deployments", "job", "ask", "height", "baseline"];

/** State in the page's address: {from, to, colour, pick, deployments, job, ask, height, baseline}, all text. */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  const state = {};
  for (const key of KEYS) if (query.has(key)) state[key] = query.get(key);
  state.pick = query.getAll("pick");
  return state;
}

/** Write the state into the address, leaving the rest of the query alone. */
export function writeAddress(state) {
  const query = new URLSearchParams(location.search);
  for (const key of KEYS) query.delete(key);
  for (const key of KEYS) {
    for (const value of [state[key] ?? []].flat()) query.append(key, value);
  }
  const text = query.toString();
  history.replaceState(history.state, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`);
}
