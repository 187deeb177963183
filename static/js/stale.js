// A choice whose answer did not come leaves rows of the choice before: they are marked, with a sentence, until some come.
// What polls is left alone, as it asks again by itself; a form that was to be renewed keeps what was typed in it.

const FAILED = ["htmx:responseError", "htmx:sendError", "htmx:timeout", "htmx:swapError"];
const SENTENCE = "This is from before your last choice, whose results could not be loaded.";

function mark({ detail }) {
  const { target, elt, requestConfig } = detail;
  if (!target?.isConnected || elt?.matches?.("[data-poll]") || requestConfig?.verb !== "get") return;
  if (target.dataset.outdated !== undefined) return;
  target.dataset.outdated = "";
  const note = document.createElement("p");
  note.className = "stale-note";
  note.setAttribute("role", "status");
  note.textContent = SENTENCE;
  target.prepend(note);
}

/** What was renewed in its place is as it should be. */
function clear({ detail }) {
  const { target } = detail;
  if (target?.dataset?.outdated === undefined) return;
  delete target.dataset.outdated;
  target.querySelector(":scope > .stale-note")?.remove();
}

for (const name of FAILED) document.addEventListener(name, mark);
document.addEventListener("htmx:afterSwap", clear);
