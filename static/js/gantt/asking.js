// Questions in the find box: the server says what one means, the masks are made here, and all other jobs fade.

import { askJson } from "../ask.js";
import { matching } from "./questions.js";

const DIFFERS = { field: "differs", at: 1, names: [], spans: [] };
const PLAIN = /^[\w.-]+$/;

/** The question that is asked of all charts, if any. */
export class Asking {
  constructor(gantt) {
    this.gantt = gantt;
    this.url = gantt.config.question_url;
    this.text = "";
    this.tree = null;
    this.fields = null;
  }

  /** The fields of questions as the library declares them. */
  async known() {
    this.fields ??= (await this.#fetch("")).fields;
    return this.fields;
  }

  /** Is this to be understood as a question? A single word may be an identifier that is not there. */
  async takes(text) {
    if (!this.url) return false;
    return !PLAIN.test(text) || (await this.known()).some(({ key, also }) => [key, ...also].includes(text.replace(/^-/, "")));
  }

  /** Ask, and return a sentence if the question has no answer. */
  async ask(text) {
    this.latest = text;
    const answer = await this.meaning(text);
    if (this.latest !== text) return "";
    return answer.error ?? this.#use(text, answer.tree);
  }

  /** What a question means: {tree}, or {error} with a sentence. */
  async meaning(text) {
    try {
      return await this.#fetch(`?question=${encodeURIComponent(text)}`);
    } catch (error) {
      return { error: `The question could not be asked. ${error.message}` };
    }
  }

  /** Show only the jobs that differ from the baseline; in its own chart those that differ in any other. */
  askDiffering() {
    this.latest = "differs";
    return this.#use("differs", DIFFERS);
  }

  /** After a change of the baseline, or of the charts. */
  renew() {
    return this.tree ? this.#use(this.text, this.tree) : "";
  }

  clear() {
    this.latest = this.text = "";
    this.tree = null;
    this.gantt.state.ask = undefined;
  }

  #fetch(query) {
    return askJson(this.url + query);
  }

  #use(text, tree) {
    const { gantt } = this;
    const baseline = gantt.baseline.schedule;
    const about = { workload: gantt.shared, baseline, calendar: gantt.times.calendar };
    const masks = new Map();
    try {
      for (const { schedule } of gantt.ready) masks.set(schedule, matching(tree, { ...about, schedule }));
    } catch (error) {
      return error.message;
    }
    if (tree.field === "differs") masks.set(baseline, union([...masks.values()]));
    this.text = text;
    this.tree = tree;
    gantt.state.ask = text;
    gantt.highlight.show({ heading: text, masks });
    return "";
  }
}

function union(masks) {
  const found = masks[0].slice();
  for (const mask of masks) for (let job = 0; job < found.length; job++) found[job] |= mask[job];
  return found;
}
