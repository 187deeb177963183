// Says beside what was pressed or changed why it was not carried out: one handler for all that htmx sends, and for all
// scripts. What was typed stays. What is asked again and again has connection.js instead.

import { heard, lost } from "./connection.js";
import { dropDraft, keepDraft } from "./drafts.js";
import { NO_ANSWER, STRANGE, TOO_LATE, ownWords, sentence, why } from "./words.js";

const PATIENCE = 60_000; // milliseconds
const PLACES = ".table-box, .form-actions, .form-row, .ticks, .field, .params, figure, nav, form > *, p, td";
const LABEL_OF_FIELD = ".field > label, legend";
const OUR_PAGE = '<main id="content"';
const said = new WeakMap();

/** Say a sentence beside an element, in place of what was said of its form before; keep what was typed there. */
export function say(element, text) {
  const scope = scopeOf(element);
  unsay(scope);
  const line = Object.assign(document.createElement("p"), { className: "fault", textContent: text });
  line.setAttribute("role", "alert");
  const place = element.closest(PLACES) ?? element;
  if (place.matches("main")) place.prepend(line);
  else place.after(line);
  line.scrollIntoView({ block: "nearest" });
  said.set(scope, line);
  if (scope.matches("form")) keepDraft(scope, { isRefused: true });
}

/** Take back what was said of the form or part of an element. */
export function unsay(element) {
  const scope = scopeOf(element);
  if (!said.has(scope)) return;
  said.get(scope).remove();
  said.delete(scope);
  dropDraft();
}

/** Say that something was refused, and why. */
export function refuse(element, reason, isSent = false) {
  say(element, sentence(labelOf(element), isSent, reason));
}

function scopeOf(element) {
  return element.form ?? element.closest("form, dialog, section") ?? document.body;
}

function labelOf(element) {
  if (element.matches("button, a")) return element.getAttribute("aria-label") ?? element.textContent;
  const label = element.labels?.[0] ?? element.closest(".field")?.querySelector(LABEL_OF_FIELD);
  return label?.textContent ?? "";
}

/** The element that the user pressed or changed, from an event of htmx. */
function pressed({ elt, requestConfig }) {
  const cause = requestConfig?.triggeringEvent;
  const found = cause?.submitter ?? cause?.target;
  const element = found instanceof Element && elt.contains(found) ? found : elt;
  return element.isConnected ? element : document.getElementById("content");
}

/** Say what htmx reports: of what asks again and again, all figures of the page are concerned. */
function tell({ detail }, reason) {
  const { elt, xhr, requestConfig } = detail;
  if (elt.matches("[data-poll]")) lost(elt, xhr.status);
  else refuse(pressed(detail), reason, requestConfig?.verb !== "get");
}

/** Is this an answer of ours? htmx would put anything else in the place of the form or the figures, and lose them. */
function isOurs({ xhr, requestConfig, elt }) {
  const { status, response } = xhr;
  if (status === 204 || response === "" || response.includes(OUR_PAGE)) return true;
  if (!xhr.getResponseHeader("Content-Type")?.includes("html")) return false;
  const selected = (requestConfig.elt ?? elt).closest("[hx-select]")?.getAttribute("hx-select") ?? "";
  return selected.startsWith("#") ? response.includes(`id="${selected.slice(1)}"`) : !/<html[\s>]/i.test(response);
}

document.addEventListener("htmx:configRequest", ({ detail }) => (detail.timeout ||= PATIENCE));
document.addEventListener("htmx:beforeRequest", ({ detail: { elt } }) => elt.matches("[data-poll]") || unsay(elt));
document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (detail.isError) return;
  if (isOurs(detail)) {
    if (detail.elt.matches("[data-poll]")) heard(detail.elt);
    return;
  }
  detail.shouldSwap = false;
  tell(event, STRANGE);
});
document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  tell(event, why(xhr.status, { own: ownWords(xhr.getResponseHeader("Content-Type") ?? "", xhr.response) }));
});
document.addEventListener("htmx:sendError", (event) => tell(event, NO_ANSWER));
document.addEventListener("htmx:timeout", (event) => tell(event, TOO_LATE));
