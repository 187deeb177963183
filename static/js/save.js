// The forms that save figures: what is saved is what the page shows when the button is pressed.

/** Let a form save what is at an address: its path is where it is sent, its query goes along. */
export function aim(form, address) {
  const url = new URL(address, location.href);
  form.action = url.pathname;
  const inputs = [...url.searchParams].map(([name, value]) => {
    const input = document.createElement("input");
    [input.type, input.name, input.value] = ["hidden", name, value];
    return input;
  });
  form.querySelector("[data-save-query]").replaceChildren(...inputs);
}

/** Before a form within an element is sent, aim it at what `address()` says; then close its menu. */
export function saveAt(element, address) {
  for (const form of element.querySelectorAll("form[data-save-form]")) {
    form.addEventListener("submit", () => {
      aim(form, address());
      form.closest("details").open = false;
    });
  }
  for (const form of element.querySelectorAll("form[data-embed-form]")) {
    form.addEventListener("submit", () => (form.elements.at.value = address()));
  }
}
