// Fields whose error came or went with the preview are marked, or are not any more.

const form = document.querySelector("form[data-columns]");

function mark() {
  for (const error of form.querySelectorAll(".field > .error")) {
    const field = error.parentElement;
    const isWrong = error.textContent !== "";
    field.classList.toggle("invalid", isWrong);
    const input = field.querySelector("input");
    if (isWrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

form.addEventListener("htmx:afterSettle", mark);
