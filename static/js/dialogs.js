// <a data-dialog="id"> opens <dialog id>; [data-close], Escape and a click beside it close it.
// <button data-confirm="…"> asks before it sends its form.

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  const dialog = opener && document.getElementById(opener.dataset.dialog);
  if (dialog) {
    event.preventDefault();
    opener.closest("details.menu")?.removeAttribute("open");
    dialog.showModal();
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

function isOutside({ target, clientX, clientY }) {
  const box = target.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

for (const dialog of document.querySelectorAll("dialog[data-open]")) dialog.showModal();
if (location.hash === "#share") document.querySelector("dialog#share:not([open])")?.showModal();
