// <button data-busy="Making the jobs …">: says so while its form is on the way; a second click sends nothing.

const busy = new Map();

document.addEventListener("submit", (event) => {
  if (!event.submitter?.dataset.busy || event.defaultPrevented) return;
  const button = seen(event.submitter);
  if (busy.size > 0) {
    event.preventDefault();
    return;
  }
  busy.set(button, button.textContent);
  button.textContent = button.dataset.busy;
  button.classList.add("busy");
  button.setAttribute("aria-live", "polite");
  for (const other of event.target.querySelectorAll("button")) other.setAttribute("aria-disabled", "true");
});

/** Enter sends by a hidden button: its twin that is seen speaks for it. */
function seen(button) {
  return button.form.querySelector(`.button[name="${button.name}"]`) ?? button;
}

// The page comes back as it was left when the user goes back.
addEventListener("pageshow", () => {
  for (const [button, text] of busy) {
    button.textContent = text;
    button.classList.remove("busy");
    for (const other of button.form.querySelectorAll("button")) other.removeAttribute("aria-disabled");
  }
  busy.clear();
});
