// Find a job by its identifier: pin it and bring it into view. Or a date: show that day, hour, … Or ask a question.

const MARGIN = 0.15;
const LEAST_SHARE = 0.02;
const AROUND = 12;
const SAID_FOR = 6000;

/** The "Find job" field. */
export class Finder {
  constructor(gantt) {
    this.gantt = gantt;
    this.input = gantt.section.querySelector("[data-gantt-find]");
    this.answer = gantt.section.querySelector("[data-gantt-answer]");
    this.visits = 0;
    this.input?.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#find(this.input.value.trim());
    });
    this.input?.addEventListener("input", () => (this.input.value === "" ? this.clear() : this.#say("")));
    this.input?.addEventListener("keydown", (event) => this.#back(event));
  }

  /** Shift + Enter: the job before, of those that match. */
  #back(event) {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    this.#say(this.gantt.highlight.step(-1));
  }

  /** Take back what is written below the field. */
  quiet() {
    this.#say("");
  }

  /** Nothing is pinned, and no job stands out. */
  clear() {
    this.gantt.highlight.clear();
    this.show(null);
  }

  focus() {
    this.input?.focus();
    this.input?.select();
  }

  /** Pin the job that the address names. */
  restore() {
    const { state, shared } = this.gantt;
    this.#askAgain(state.ask);
    if (state.job === undefined || this.gantt.pinned !== null) return;
    const job = shared.find(state.job);
    if (job >= 0) this.show(job);
    else this.#say(`This workload has no job ${state.job}.`);
  }

  /** Ask what the address asks, once; charts that are there later are asked, too. */
  #askAgain(text) {
    if (text === undefined) return;
    if (this.gantt.asking.text === text) this.gantt.asking.renew();
    else if (this.gantt.asking.latest !== text) {
      if (this.input && this.gantt.state.job === undefined) this.input.value = text;
      this.#ask(text);
    }
  }

  async #ask(text) {
    const { asking, highlight } = this.gantt;
    if (asking.text === text) this.#say(highlight.step(1));
    else this.#say(await asking.ask(text), true);
  }

  /** Pin a job (null: none) without moving the view. */
  show(job) {
    this.visits = 0;
    this.gantt.pin(job);
    if (this.input) this.input.value = job === null ? "" : this.gantt.shared.id(job);
    this.#say("");
  }

  async #find(text) {
    if (!this.gantt.shared || text === "") return;
    const job = this.gantt.shared.find(text);
    if (job < 0) {
      const span = this.gantt.times.parse(text);
      const hint = span ? "" : this.gantt.times.hint(text, this.gantt.view.full[0]);
      if (span) this.#turnTo(text, span);
      else if (hint) this.#say(`This workload has no job ${text}. ${hint}`, true);
      else if (await this.gantt.asking.takes(text).catch(() => false)) this.#ask(text);
      else this.#say(`This workload has no job ${text}.`);
      return;
    }
    if (job !== this.gantt.pinned) this.show(job);
    this.#visit(job);
  }

  /** Show the month, day, hour, … that the user typed. */
  #turnTo(text, [begin, end]) {
    const { view, times } = this.gantt;
    const [first, last] = view.full;
    if (end <= first || begin >= last) {
      this.#say(`${text} is outside: the charts go from ${times.calendar.text(first)} to ${times.calendar.text(last)}.`);
      return;
    }
    view.set(Math.max(begin, first), Math.min(end, last));
    this.#say("");
  }

  /** First Enter: the job in all charts; each further one: close by in the next chart. */
  #visit(job) {
    const charts = this.gantt.ready.filter((chart) => chart.schedule.startOf(job) !== null);
    const spans = charts.map(({ schedule }) => schedule.firstRow[job]).map((row, i) => spanOf(charts[i].schedule, row));
    if (spans.length === 0) return;
    const turn = this.visits++ % (spans.length + 1);
    if (turn === 0) this.#all(spans);
    else this.#close(spans[turn - 1], charts[turn - 1]);
  }

  #all(spans) {
    const first = Math.min(...spans.map(([start]) => start));
    const last = Math.max(...spans.map(([, end]) => end));
    const { view } = this.gantt;
    const span = Math.max((last - first) * (1 + 2 * MARGIN), (view.full[1] - view.full[0]) * LEAST_SHARE * 0.1);
    const middle = (first + last) / 2;
    view.set(middle - span / 2, middle + span / 2);
    this.#say(spans.length > 1 ? "Enter: zoom to it, chart by chart." : "");
  }

  #close([start, end], chart) {
    const { view } = this.gantt;
    const span = Math.max((end - start) * AROUND, (view.full[1] - view.full[0]) * LEAST_SHARE * 0.01);
    const middle = (start + end) / 2;
    view.set(middle - span / 2, middle + span / 2);
    this.#say(`${chart.spec.title} starts it at ${this.gantt.times.text(start)}.`);
  }

  /** Write below the field for a while, or until something else is typed. */
  #say(sentence, stays = false) {
    if (!this.answer) return;
    clearTimeout(this.saying);
    this.answer.textContent = sentence;
    if (sentence && !stays) this.saying = setTimeout(() => (this.answer.textContent = ""), SAID_FOR);
  }
}

function spanOf(schedule, row) {
  return [schedule.start[row], schedule.end[row]];
}
