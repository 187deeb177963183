// What this browser remembers of choices and drafts. One that blocks its storage remembers choices for this page, and
// drafts in the name of the window, which lasts as long as the tab.

const memory = new Map();
const PREFIX = "schedweb:";

/** The storage of a kind; null where it is blocked: even to look at it throws there. */
function storage(kind) {
  try {
    return window[kind] ?? null;
  } catch {
    return null;
  }
}

function attempt(kind, action) {
  try {
    return action(storage(kind)) ?? null;
  } catch {
    return undefined; // blocked, or full
  }
}

/** What is kept on all pages of this browser, or null. */
export function kept(key) {
  return attempt("localStorage", (place) => place.getItem(key)) ?? memory.get(key) ?? null;
}

/** Keep a text on all pages of this browser. */
export function keep(key, text) {
  const isStored = attempt("localStorage", (place) => (place.setItem(key, text), true));
  if (!isStored) memory.set(key, text);
}

/** What is kept in this tab, or null. */
export function keptInTab(key) {
  const found = attempt("sessionStorage", (place) => place.getItem(key));
  if (found !== undefined) return found;
  return named()[key] ?? null;
}

/** Keep a text in this tab; null forgets it. What is too long for the storage is not kept. */
export function keepInTab(key, text) {
  const isStored = attempt("sessionStorage", (place) => {
    place.removeItem(key); // what was there before must not stand for what is too long
    if (text !== null) place.setItem(key, text);
    return true;
  });
  if (isStored || storage("sessionStorage") !== null) return;
  const { [key]: _, ...others } = named();
  const all = text === null ? others : { ...others, [key]: text };
  window.name = Object.keys(all).length ? PREFIX + JSON.stringify(all) : "";
}

function named() {
  try {
    return window.name.startsWith(PREFIX) ? JSON.parse(window.name.slice(PREFIX.length)) : {};
  } catch {
    return {}; // a name that other code gave
  }
}
