// A table that is wider than its box says how many columns are beyond the edge, by a button that scrolls there.

const BOXES = ".table-box";
const SLACK = 4; // pixels: a border beyond the edge is no column

const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => tell(target)));

/** The columns that the right edge cuts or hides. */
function beyond(box) {
  const cells = [...(box.querySelector("tbody tr")?.cells ?? [])];
  const edge = box.getBoundingClientRect().right + SLACK;
  const cut = cells.filter((cell) => cell.getBoundingClientRect().right > edge);
  return cut.reduce((count, cell) => count + cell.colSpan, 0);
}

/** The line above a box, which is made once. */
function lineOf(box) {
  const above = box.previousElementSibling;
  if (above?.matches(".wider")) return above;
  const line = Object.assign(document.createElement("p"), { className: "wider no-print" });
  // The box itself takes the focus and the arrow keys, so the button is for pointers.
  line.append(Object.assign(document.createElement("button"), { type: "button", className: "link", tabIndex: -1 }));
  line.firstChild.addEventListener("click", () => scroll(line.nextElementSibling));
  box.before(line);
  return line;
}

function scroll(box) {
  const isEnd = beyond(box) === 0;
  const first = box.querySelector("tbody th:first-child")?.offsetWidth ?? 0;
  box.scrollTo({ left: isEnd ? 0 : box.scrollLeft + box.clientWidth - first });
}

function tell(box) {
  const isWider = box.scrollWidth > box.clientWidth + SLACK;
  if (!isWider && !box.previousElementSibling?.matches(".wider")) return;
  const line = lineOf(box);
  line.hidden = !isWider;
  const count = beyond(box);
  line.firstChild.textContent = count ? `${count} more column${count > 1 ? "s" : ""} →` : "← Back to the first columns";
}

function watch() {
  for (const box of document.querySelectorAll(BOXES)) sizes.observe(box);
}

document.addEventListener("scroll", ({ target }) => target.matches?.(BOXES) && tell(target), true);
document.addEventListener("htmx:afterSettle", watch);
watch();
