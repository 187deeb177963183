// The rail of runs or methods: ticks are shown by its button, all else at once; Shift and a click tick a range; the search narrows
// the list as one types. What charts put into the address stays. Without scripts it is a form with buttons.

import { folded } from "./folding.js";
import { askPage } from "./ask.js";
import { refuse, unsay } from "./faults.js";
import { tickRange } from "./ranges.js";

const OWN = ["draw", "hide", "find", "group", "order", "every-run", "do", "page"];
const NARROW = "(max-width: 1000px)";
const REST = 350;
const TICKS = "input[type=checkbox][name=draw]";

const rail = document.querySelector("[data-rail]");
const form = rail?.querySelector("form[data-draw]");
const search = form?.elements.find;
/** What was ticked or unticked since the page came, by key: it stays while polling renews the list. */
const changed = new Map();
let last = null;
let waiting;

const boxes = () => [...form.querySelectorAll(TICKS)];
const isSeen = (box) => !box.disabled && box.offsetParent !== null;

/** Ask for the page with what the form says and a button does; all else that stands in the address is kept. */
function go(action = "", keys = null) {
  const query = new URLSearchParams(location.search);
  const wasChosen = query.has("draw");
  for (const name of OWN) query.delete(name);
  const data = new FormData(form);
  for (const name of ["hide", "find", "group", "order"]) {
    for (const value of data.getAll(name).filter(Boolean)) query.append(name, value);
  }
  const drawn = data.getAll("draw");
  const mayDraw = wasChosen || changed.size > 0 || action === "only";
  if (action === "pin") query.set("against", keys[0]);
  else if (action === "hide") hide(query, keys[0]);
  else if (action) query.set("do", action);
  if (mayDraw) for (const key of drawn.length ? drawn : ["none"]) query.append("draw", key);
  const text = query.toString();
  location.assign(`${location.pathname}${text ? `?${text}` : ""}`);
}

/** Hide one more run: where all but some are hidden, it is no exception (`!key`) any more. */
function hide(query, key) {
  const hidden = query.getAll("hide").flatMap((value) => value.split(",")).filter((value) => value !== `!${key}`);
  query.delete("hide");
  for (const value of [...hidden, key]) query.append("hide", value);
}

function note(box) {
  if (box.checked === box.defaultChecked) changed.delete(box.value);
  else changed.set(box.value, box.checked);
  rail.classList.toggle("changed", changed.size > 0);
}

function tick(event) {
  const all = boxes().filter(isSeen);
  if (event.shiftKey) tickRange(all, last, event.target);
  for (const box of all) note(box);
  last = event.target;
}

function narrow() {
  const words = folded(search.value).split(/\s+/).filter(Boolean);
  for (const item of form.querySelectorAll("li")) {
    const label = folded(item.textContent);
    item.hidden = !words.every((word) => label.includes(word));
  }
}

/** Buttons beside the run that is pointed at or has the focus: baseline, hide, open. */
function offer(item) {
  if (!item || item.querySelector(".rail-acts")) return;
  const box = item.querySelector(TICKS);
  const label = item.querySelector(".label").textContent;
  const acts = document.createElement("span");
  acts.className = "rail-acts";
  const act = (text, title, action) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, title });
    button.setAttribute("aria-label", `${title}: ${label}`);
    button.addEventListener("click", () => go(action, [box.value]));
    acts.append(button);
  };
  if (!box.disabled && !item.classList.contains("pinned")) act("⚑", "Baseline", "pin");
  act("×", "Hide", "hide");
  if (rail.dataset.rail) {
    const link = Object.assign(document.createElement("a"), { textContent: "→" });
    link.href = rail.dataset.rail.replace(/[^/]+\/$/, `${box.value}/`);
    link.title = "Open the run";
    link.setAttribute("aria-label", `Open the run: ${label}`);
    acts.append(link);
  }
  item.append(acts);
}

function leave(item) {
  if (item && !item.matches(":hover, :focus-within")) item.querySelector(".rail-acts")?.remove();
}

/** After the list was renewed, tick what was ticked before. */
function restore() {
  for (const box of boxes()) if (changed.has(box.value)) box.checked = changed.get(box.value);
  narrow();
}

/** A link of the rail keeps what charts put into the address. */
function follow(event) {
  const link = event.target.closest("a[data-rail-view]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const query = new URLSearchParams(location.search);
  const wanted = new URL(link.href).searchParams;
  for (const name of OWN) {
    query.delete(name);
    for (const value of wanted.getAll(name)) query.append(name, value);
  }
  const text = query.toString();
  location.assign(`${location.pathname}${text ? `?${text}` : ""}`);
}

function start() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go(event.submitter?.value ?? "");
  });
  form.addEventListener("click", (event) => {
    if (event.target.matches(TICKS)) tick(event);
    else follow(event);
  });
  form.addEventListener("change", ({ target }) => {
    if (target.matches("select")) go();
  });
  search.addEventListener("input", () => {
    narrow();
    clearTimeout(waiting);
    // Of long lists the page has a part: the server looks through all.
    if (form.querySelector("[hx-get]") || search.defaultValue) waiting = setTimeout(() => find(), REST);
  });
  for (const name of ["pointerover", "pointermove", "focusin"]) {
    form.addEventListener(name, ({ target }) => offer(target.closest("li")));
  }
  form.addEventListener("pointerout", ({ target }) => leave(target.closest("li")));
  form.addEventListener("focusout", ({ target }) => setTimeout(() => leave(target.closest("li"))));
  document.addEventListener("htmx:afterSettle", restore);
  if (matchMedia(NARROW).matches) rail.open = false;
}

/** List the runs that have the words of the search, and put these into the address. */
async function find() {
  const query = new URLSearchParams(location.search);
  if (search.value) query.set("find", search.value);
  else query.delete("find");
  const text = query.toString();
  const address = `${location.pathname}${text ? `?${text}` : ""}`;
  let page;
  try {
    unsay(search);
    page = await askPage(address, { headers: { "HX-Request": "true", "HX-Target": "rail-runs" } });
  } catch (error) {
    refuse(search, error.message);
    return;
  }
  const found = page.getElementById("rail-runs");
  if (!found) {
    location.assign(address); // such as to log in
    return;
  }
  document.getElementById("rail-runs").replaceWith(found);
  window.htmx?.process(found);
  history.replaceState(history.state, "", address);
  restore();
}

if (form) start();
