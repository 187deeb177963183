// Completion of questions: names of fields, and behind a colon the names that jobs have; and the list of all fields.

import { holds } from "./questions.js";

const MOST = 60;
const LAST = /^(.*?)([^\s()]*)$/s;
const NAMED = /^(-?)(\w+)([:=])(.*?)([^,]*)$/s;
const PLAIN = /^[^\s(),"]+$/;

/** What completes the fields of charts. */
export function completedBy(gantt) {
  return { known: () => gantt.asking.known(), labels: () => gantt.shared?.labels, mayAsk: ofCharts };
}

/**
 * Fills the datalist of an input while the user types; `known()` promises the fields, `labels()` has the names of jobs,
 * null where they are unknown and undefined while they are loaded, and `mayAsk(field)` says which fields may be asked;
 * `id` is the list's.
 */
export class Completion {
  constructor(input, { known, labels, mayAsk }, id) {
    this.input = input;
    Object.assign(this, { known, labels, mayAsk });
    this.list = document.createElement("datalist");
    this.list.id = id;
    input.after(this.list);
    input.setAttribute("list", this.list.id);
    input.addEventListener("input", () => this.#offer());
  }

  async #offer() {
    const typed = this.input.value;
    let fields;
    try {
      fields = await this.known();
    } catch {
      return; // the question itself will say that the server does not answer
    }
    const labels = this.labels();
    if (typed !== this.input.value || labels === undefined) return;
    const options = offers(typed, fields, labels, this.mayAsk);
    this.list.replaceChildren(...options.map(({ value, label }) => new Option(label, value)));
  }
}

/** What may stand where a text ends: [{value, label}], the value with all that was typed before. */
export function offers(typed, fields, labels, mayAsk = ofCharts) {
  const [, before, word] = LAST.exec(typed);
  const found = NAMED.exec(word);
  if (found && labels?.[found[2]]) {
    const [, minus, key, sign, others, begun] = found;
    const names = labels[key].filter((name) => name.startsWith(begun.replace(/^"/, "")));
    const quoted = names.slice(0, MOST).map((name) => (PLAIN.test(name) ? name : JSON.stringify(name)));
    return quoted.map((name) => ({ value: `${before}${minus}${key}${sign}${others}${name}`, label: key }));
  }
  const minus = word.startsWith("-") ? "-" : "";
  const begun = word.slice(minus.length);
  if (begun === "" && before === "" && minus === "") return [];
  const words = offered(fields, labels, mayAsk).flatMap((field) => [field.key, ...field.also].map((word) => [word, field]));
  const matching = words.filter(([word]) => word.startsWith(begun));
  return matching.map(([word, { kind, formula }]) => ({ value: `${before}${minus}${word}${signOf(kind)}`, label: formula }));
}

function ofCharts({ key }) {
  return holds(key);
}

/** The fields that these jobs have. */
function offered(fields, labels, mayAsk) {
  const isKnown = ({ key, kind }) => kind !== "name" || labels === null || labels[key] || key === "site";
  return fields.filter((field) => mayAsk(field) && isKnown(field));
}

function signOf(kind) {
  return kind === "flag" ? "" : kind === "name" || kind === "id" ? ":" : ">";
}

/** Write the fields that these jobs have into the table of the dialog. */
export function fillGrammar(table, fields, labels) {
  const rows = offered(fields, labels, ofCharts).map(({ key, also, formula, example }) => {
    const row = document.createElement("tr");
    const [name, meaning, sample] = ["th", "td", "td"].map((tag) => document.createElement(tag));
    name.textContent = [key, ...also].join(", ");
    meaning.textContent = formula;
    sample.append(Object.assign(document.createElement("code"), { textContent: example }));
    row.append(name, meaning, sample);
    return row;
  });
  table.replaceChildren(...rows);
}
