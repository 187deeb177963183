// Ticks of the runs to draw: they stay while polling renews the table, and drawing them keeps the rest of the address
// and the place on the page. Without scripts the form asks for the page anew.

const TICKS = "input[name=draw]";
let ticked = null;

function boxes() {
  return [...document.querySelectorAll(TICKS)];
}

function go(keys) {
  const query = new URLSearchParams(location.search);
  query.delete("draw");
  for (const key of keys) query.append("draw", key);
  const text = query.toString();
  history.replaceState(history.state, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`);
  location.reload();
}

document.addEventListener("change", ({ target }) => {
  if (target.matches(TICKS)) ticked = new Set(boxes().filter((box) => box.checked).map((box) => box.value));
});

document.addEventListener("htmx:afterSettle", () => {
  if (ticked) for (const box of boxes()) box.checked = ticked.has(box.value);
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-draw]")) return;
  event.preventDefault();
  go(boxes().filter((box) => box.checked).map((box) => box.value));
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-draw-best]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go([]);
});
