// What was refused, why, and what to do: sentences for an answer that is no success, or that never came.

const SHORT = 60;
const MEGABYTE = 2 ** 20;
const AGAIN = "Try again in a few seconds.";
const GONE = "What it is about is not there any more. Reload the page to see what became of it.";

/** Why nothing came. */
export const NO_ANSWER = "The server could not be reached. Check the connection and try again.";
export const TOO_LATE = "The server did not answer in time. Try again.";
/** Of a success that no page of ours gave, such as the log-in page of a network. */
export const STRANGE =
  "The answer did not come from SchedWeb, but from something between this browser and the server. Reload the page.";
export const LOGGED_OUT = "You were logged out. Reload the page to log in.";

const WHY = {
  400: "The server did not understand it. Reload the page and try again.",
  401: LOGGED_OUT,
  403: "The server does not allow it: the page is out of date, or cookies are switched off. Reload the page and try again.",
  404: GONE,
  408: TOO_LATE,
  410: GONE,
  411: "Something between this browser and the server refuses what it does not know the length of. Try another network.",
  413: "It is larger than is taken.",
  414: "The address has become too long. Reload the page and choose less at a time.",
  429: "There were too many requests. Wait a minute and try again.",
  500: "Something went wrong on the server. Try again; if that does not help, tell its administrator.",
  502: `The server does not answer at the moment. ${AGAIN}`,
  503: `The server does not answer at the moment. ${AGAIN}`,
  504: TOO_LATE,
};

/**
 * Why an answer of this status is no success, and what to do. What our own pages and API say of themselves (`own`)
 * counts more; else a file that is too large is told by the bytes that were sent and the megabytes that we take.
 */
export function why(status, { own = "", bytes = 0, megabytes = 0 } = {}) {
  if (own) return own;
  const text = `${WHY[status] ?? WHY[status < 500 ? 400 : 500]} (${status})`;
  return status === 413 ? `${text}${sizes(bytes, megabytes)}` : text;
}

function sizes(bytes, megabytes) {
  const sent = bytes ? ` ${Math.max(1, Math.ceil(bytes / MEGABYTE))} MB were sent.` : "";
  const taken = megabytes ? ` SchedWeb takes at most ${megabytes} MB; a server before it may take less.` : "";
  return `${sent}${taken}`;
}

/** What was refused, by the words on what was pressed or changed, and why. */
export function sentence(label, isSent, reason) {
  const text = label.replace(/\s+/g, " ").trim();
  const short = text.length > SHORT ? `${text.slice(0, SHORT).trim()} …` : text;
  const named = short ? `“${short}”` : "This";
  return `${named} ${isSent ? "was not carried out" : "could not be shown"}. ${reason}`;
}

/** What one of our own pages of errors says; "" for what something else wrote. */
export function wordsOf(page) {
  const lead = page?.querySelector("main#content > .lead");
  if (!lead) return "";
  const text = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";
  return `${text(lead.parentElement.querySelector("h1"))}. ${text(lead)}`;
}

/** What the text of an answer says of itself, be it a page or the API's. */
export function ownWords(type, text) {
  try {
    if (type.includes("json")) return JSON.parse(text).error?.message ?? "";
    if (type.includes("html")) return wordsOf(new DOMParser().parseFromString(text, "text/html"));
  } catch {
    // Cut off on its way: the status says enough.
  }
  return "";
}
