// <a data-dialog="id"> opens <dialog id>, which is fetched from the address of the link where the page does not have it;
// [data-close], Escape and a click beside it close it. <button data-confirm="…"> asks before it sends its form.

import { askPage } from "./ask.js";
import { refuse, unsay } from "./faults.js";

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (dialog === null && !isElsewhere(opener)) return;
    event.preventDefault();
    opener.closest("details.menu")?.removeAttribute("open");
    if (dialog) dialog.showModal();
    else fetched(opener);
  } else if (event.target.closest("[data-close]")) {
    event.target.closest("dialog").close();
  } else if (event.target.matches?.("dialog.sheet") && isOutside(event)) {
    event.target.close();
  }
});

document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm;
  if (question && !confirm(question)) event.preventDefault();
});

function isElsewhere({ href }) {
  return href && new URL(href).pathname !== location.pathname;
}

/** Open what stands at the address of a link under the state of this page; where there is none, go there. */
async function fetched(opener) {
  const address = new URL(opener.href);
  if (address.search) address.search = location.search;
  let page;
  try {
    unsay(opener);
    page = await askPage(address, { headers: { "HX-Request": "true" } });
  } catch (error) {
    refuse(opener, error.message);
    return;
  }
  const found = page.querySelector("dialog");
  if (found === null) {
    location.assign(opener.href); // such as to log in
    return;
  }
  document.getElementById(found.id)?.remove();
  document.body.append(found);
  found.addEventListener("close", () => found.remove());
  found.showModal();
}

function isOutside({ target, clientX, clientY }) {
  const box = target.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

for (const dialog of document.querySelectorAll("dialog[data-open]")) {
  dialog.showModal();
  // The fragment of the address takes the focus away from the field that has it.
  addEventListener("load", () => document.activeElement === dialog && dialog.querySelector("[autofocus]")?.focus());
}
if (location.hash === "#share") document.querySelector("dialog#share:not([open])")?.showModal();
