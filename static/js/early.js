// What the user chose before the page's scripts were loaded counts, too: htmx learns of it late.

addEventListener("DOMContentLoaded", () => {
  for (const select of document.querySelectorAll("select[hx-get]")) {
    const isChosen = [...select.options].some((option) => option.selected !== option.defaultSelected);
    if (isChosen) select.dispatchEvent(new Event("change", { bubbles: true }));
  }
});
