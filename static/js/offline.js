// A form that is sent while the browser is offline would be lost on the way to a page of the browser: the server is
// asked first, since it may run on this machine, and where it does not answer the form says so.

import { ask } from "./ask.js";
import { refuse, unsay } from "./faults.js";

const SMALL = "/health/live";
const PATIENCE = 5_000; // milliseconds
const asked = new WeakSet();

document.addEventListener(
  "submit",
  async (event) => {
    const { target: form, submitter } = event;
    if (navigator.onLine || asked.delete(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    unsay(form);
    try {
      await ask(SMALL, { patience: PATIENCE });
    } catch (error) {
      refuse(submitter ?? form, error.message, true);
      return;
    }
    asked.add(form);
    form.requestSubmit(submitter);
  },
  true,
);
