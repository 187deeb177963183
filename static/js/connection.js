// What a page that renews its figures says when they cannot be renewed, and of when they are; it takes that back as soon
// as an answer comes. Where the thing itself was deleted, it asks no more and shows what became of it.

import { ago } from "./ago.js";

const ENOUGH = 2; // answers in a row that did not come
const DELETED = [404, 410];
const EXPLAINED = "data-fate"; // on pages that say what became of a thing
const DAY = 86_400_000;
const losses = new Map();
const strip = Object.assign(document.createElement("div"), { className: "connection no-print", hidden: true });
let renewed = Date.now();
let isOver = false;

/** An answer came: the figures are up to date. */
export function heard(element) {
  losses.delete(element);
  renewed = Date.now();
  if (!isOver && !isLost()) strip.hidden = true;
}

/** No answer came (0), or one of a status that is no success; elements that are gone ask no more. */
export function lost(element, status) {
  if (DELETED.includes(status)) {
    end(element);
    return;
  }
  losses.set(element, (losses.get(element) ?? 0) + 1);
  if (isOver || !isLost()) return;
  const what = status ? `The server answers with an error (${status})` : "Not connected";
  write(`${what}; `, " This page goes on trying.");
}

async function end(element) {
  element.removeAttribute("data-poll");
  if (isOver) return;
  isOver = true;
  const page = await fetch(location.href).catch(() => null);
  if (DELETED.includes(page?.status) && (await page.text()).includes(EXPLAINED)) location.reload();
  else write("This was deleted; ", " They are not renewed any more.", document.querySelector(".crumb a"));
}

function isLost() {
  for (const element of losses.keys()) if (!element.isConnected) losses.delete(element);
  return [...losses.values()].some((count) => count >= ENOUGH);
}

function write(before, after, link = null) {
  const time = Object.assign(document.createElement("time"), { dateTime: new Date(renewed).toISOString() });
  time.dataset.ago = "";
  time.textContent = ago(renewed, Date.now());
  const line = document.createElement("p");
  line.append(`${before}these figures are of ${moment(renewed)}, `, time, `.${after} `);
  if (link) line.append(link.cloneNode(true));
  if (!strip.hidden && strip.textContent === line.textContent) return; // said once, not at each attempt
  strip.replaceChildren(line);
  strip.hidden = false;
}

/** "05:33", with the day where it is another one. */
function moment(at) {
  const made = new Date(at);
  const time = made.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const isToday = Date.now() - at < DAY && made.getDate() === new Date().getDate();
  return isToday ? time : `${made.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${time}`;
}

strip.setAttribute("role", "status");
document.body.append(strip);
