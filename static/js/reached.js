// A form that cannot be sent would be lost on the way to an error page of the browser: the server is asked first whether
// it is there, and where it does not answer, the form says so and stays as it is.

import { ask } from "./ask.js";
import { refuse, unsay } from "./faults.js";

const LIVE = "/health/live";
const PATIENCE = 10_000; // milliseconds
const AWAY = 502; // and above: what proxies say of a server that does not answer
const reached = new WeakSet();

document.addEventListener("submit", (event) => hold(event), true);

async function hold(event) {
  const { target: form, submitter } = event;
  if (form.getAttribute("method")?.toLowerCase() !== "post" || reached.delete(form)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (form.dataset.asking !== undefined) return; // pressed twice
  form.dataset.asking = "";
  unsay(form);
  const reason = await whyNot();
  delete form.dataset.asking;
  if (reason) refuse(submitter ?? form, reason, true);
  else send(form, submitter);
}

/** Why nothing can be sent now; blank if the server is there. */
async function whyNot() {
  try {
    await ask(LIVE, { patience: PATIENCE, cache: "no-store" });
    return "";
  } catch ({ status, message }) {
    return status === 0 || status >= AWAY ? message : "";
  }
}

/** Send as the button would; where polling has renewed the form meanwhile, that one. */
function send(form, submitter) {
  const now = form.isConnected ? form : document.querySelector(`form[action="${form.getAttribute("action")}"]`);
  if (!now) return;
  reached.add(now);
  now.requestSubmit(now === form ? submitter : null);
}
