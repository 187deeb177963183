// Colour by a question: a field beside the colours, there while jobs that match one have a colour of their own.

import { completedBy, Completion } from "./completion.js";
import { matching } from "./questions.js";

export const ASKED = "question";

/** The question that colours all charts, if any: {text, tree} in `asked`. */
export class Colouring {
  constructor(gantt) {
    this.gantt = gantt;
    this.asked = null;
    this.requests = 0;
    const find = (name) => gantt.section.querySelector(`[data-gantt-${name}]`);
    this.form = find("colouring");
    this.field = find("colouring-question");
    this.answer = find("colouring-answer");
    if (!this.isOffered) return;
    new Completion(this.field, completedBy(gantt), "gantt-colouring-questions");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.colour(this.field.value.trim());
    });
    this.field.addEventListener("input", () => (this.answer.textContent = ""));
  }

  /** Does anybody answer questions here? */
  get isOffered() {
    return Boolean(this.form && this.gantt.config.question_url);
  }

  /** The user chose to colour by a question: the one in the find box, or one to be typed. */
  open() {
    this.show(true);
    const text = this.field.value.trim() || this.gantt.asking.text;
    this.field.value = text;
    if (text) this.colour(text);
    else this.field.focus();
  }

  /** Colour by a question; what is wrong with one is said below the field, and the colours stay. */
  async colour(text) {
    if (await this.read(text)) this.gantt.colour(ASKED, [text]);
  }

  /**
   * Find out what a question means; false, and a sentence below the field, where it means nothing. Null, and nothing
   * changes, where another colour was chosen before the answer came.
   */
  async read(text) {
    if (!this.isOffered) return false;
    this.field.value = text;
    const request = ++this.requests;
    const { tree, error } = text ? await this.gantt.asking.meaning(text) : { error: "Write a question, such as wait>1h." };
    if (request !== this.requests) return null;
    const problem = error ?? this.#problem(tree);
    this.show(true);
    this.answer.textContent = problem;
    if (!problem) this.asked = { text, tree };
    return !problem;
  }

  /** Another colour was chosen: an answer that comes now is of no question any more. */
  cancel() {
    this.requests++;
  }

  /** What is wrong with a question that is one, but none to these jobs; blank if nothing. */
  #problem(tree) {
    try {
      for (const { schedule } of this.gantt.ready) this.#mask(tree, schedule);
    } catch (error) {
      return error.message;
    }
    return "";
  }

  #mask(tree, schedule) {
    const { shared, baseline, times } = this.gantt;
    return matching(tree, { workload: shared, schedule, baseline: baseline.schedule, calendar: times.calendar });
  }

  /** What the scheme needs: {text, match(schedule)}; null without a question. */
  get scheme() {
    if (!this.asked) return null;
    const { text, tree } = this.asked;
    return { text, match: (schedule) => this.#mask(tree, schedule) };
  }

  /** Show the field, or hide it. */
  show(isShown) {
    if (this.form) this.form.hidden = !isShown;
  }
}
