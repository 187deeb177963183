// What was typed into a form that is sent is kept until a page shows that it arrived. Where it did not, as the session
// had ended or the server refused it, it stands in the form again when its page is opened again.

import { keepInTab, keptInTab } from "./store.js";

const KEY = "draft";
const KEPT = 3_600_000; // milliseconds
const NEVER = "input[type=password], input[type=file], input[name=csrfmiddlewaretoken]";
const UNCHANGED = "input[type=hidden]";
const INVALID = 422; // the answer has what was typed

/** Keep what a form holds; `isRefused` where it is known that the server did not take it. */
export function keepDraft(form, { isRefused = false } = {}) {
  const isSent = form.getAttribute("method")?.toLowerCase() === "post";
  if (!isSent || "logIn" in form.dataset || !textsOf(form).length) return;
  const draft = { at: Date.now(), user: user(), form: nameOf(form), values: valuesOf(form), isRefused };
  draft.hasFile = [...form.querySelectorAll("input[type=file]")].some(({ files }) => files.length > 0);
  keepInTab(KEY, JSON.stringify(draft));
}

/** Forget what was kept: it arrived. */
export function dropDraft() {
  keepInTab(KEY, null);
}

const user = () => document.querySelector(".site-header .who")?.textContent ?? "";

/** Where a form is sent; a field of it may be called "action". */
const addressOf = (form) => new URL(form.getAttribute("action") || location.href, location.href).pathname;

/** Forms have the same name when their page comes again. */
function nameOf(form) {
  const alike = [...document.forms].filter((other) => addressOf(other) === addressOf(form));
  return `${addressOf(form)} ${form.id} ${alike.indexOf(form)}`;
}

const textsOf = (form) => [...form.elements].filter((field) => field.name && !field.matches(`${NEVER}, ${UNCHANGED}, button`));

function valuesOf(form) {
  const never = new Set([...form.querySelectorAll(NEVER)].map(({ name }) => name));
  return [...new FormData(form)].filter(([name, value]) => !never.has(name) && typeof value === "string");
}

function read() {
  try {
    const draft = JSON.parse(keptInTab(KEY));
    return draft && Date.now() - draft.at < KEPT ? draft : null;
  } catch {
    return null;
  }
}

const formOf = (draft) => (draft.user === user() ? [...document.forms].find((one) => nameOf(one) === draft.form) : undefined);

/** Put a draft into its form as it is on the page now. */
async function restore(form, draft) {
  dropDraft();
  if (!form.matches("[hx-target][hx-select]")) fill(form, draft.values);
  else if (!(await remake(form, draft.values))) return;
  show(form.isConnected ? form : document.getElementById(form.id), draft.hasFile);
}

/** A form whose fields depend on what was chosen is made by the server, of all that was in it. */
async function remake(form, values) {
  const sent = {};
  for (const [name, value] of values) (sent[name] ??= []).push(value);
  const [target, select, swap] = ["hx-target", "hx-select", "hx-swap"].map((name) => form.getAttribute(name));
  try {
    await htmx.ajax("POST", addressOf(form), { values: sent, target, select, swap });
    return !form.isConnected;
  } catch {
    return false; // faults.js has said why
  }
}

function fill(form, values) {
  for (const field of textsOf(form)) {
    const given = values.filter(([name]) => name === field.name).map(([, value]) => value);
    const before = stateOf(field);
    if (field.matches("[type=checkbox], [type=radio]")) field.checked = given.includes(field.value);
    else if (field.matches("select")) for (const option of field.options) option.selected = given.includes(option.value);
    else if (given.length) field.value = given[sameNamed(form, field).indexOf(field)] ?? given[0];
    if (stateOf(field) === before) continue;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  }
}

const sameNamed = (form, { name }) => textsOf(form).filter((field) => field.name === name);

function stateOf(field) {
  return field.matches("select") ? [...field.selectedOptions].map(({ value }) => value).join("\n") : `${field.checked} ${field.value}`;
}

/** Open what hides the form, and say that what was typed is there. */
function show(form, hasFile) {
  for (let at = form.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  const dialog = form.closest("dialog");
  if (dialog && !dialog.open) dialog.showModal();
  const text = `What you typed is in the form again.${hasFile ? " Choose the file again." : ""}`;
  const line = Object.assign(document.createElement("p"), { className: "muted small", textContent: text });
  line.setAttribute("role", "status");
  form.before(line);
}

function arrive() {
  const draft = read();
  if (draft === null) return;
  const { type, responseStatus = 200 } = performance.getEntriesByType("navigation")[0] ?? {};
  const isError = responseStatus >= 400 && responseStatus !== INVALID;
  const isBack = type === "back_forward" || type === "reload";
  const form = formOf(draft);
  if (isError || document.querySelector("form[data-log-in]")) refused(draft);
  else if (responseStatus === INVALID) dropDraft();
  else if (form && (draft.isRefused || isBack)) restore(form, draft);
  else if (isBack) refused(draft); // no page of ours came as the answer, or it would have dropped the draft
  else if (!draft.isRefused) dropDraft();
}

function refused(draft) {
  keepInTab(KEY, JSON.stringify({ ...draft, isRefused: true }));
}

document.addEventListener("submit", ({ target, defaultPrevented }) => defaultPrevented || keepDraft(target));
// A form that logs in elsewhere is about to be left for the log-in.
document.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr, elt, requestConfig } }) => {
  const form = elt.closest("form");
  if (form && requestConfig.verb === "post" && xhr.getResponseHeader("HX-Redirect")) keepDraft(form, { isRefused: true });
});
// The browser has kept the page itself.
addEventListener("pageshow", ({ persisted }) => persisted && dropDraft());
addEventListener("load", arrive);
document.addEventListener("click", ({ target }) => target.closest("[data-back]") && history.back());
