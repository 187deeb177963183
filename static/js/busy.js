// <button data-busy="Making the jobs …">: says so while its form is on the way; a second click sends nothing.

const busy = new Map();

document.addEventListener("submit", (event) => {
  const button = event.submitter?.dataset.busy ? event.submitter : null;
  if (!button || event.defaultPrevented) return;
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

// The page comes back as it was left when somebody goes back.
addEventListener("pageshow", () => {
  for (const [button, text] of busy) {
    button.textContent = text;
    button.classList.remove("busy");
    for (const other of button.form.querySelectorAll("button")) other.removeAttribute("aria-disabled");
  }
  busy.clear();
});
