// Draws every <div data-figure="address">: fetches the Bokeh figure when it comes into view, draws again when the
// address changes, and follows the theme. A <select data-figure-for="id"> offers several addresses for one place.

import { applyTheme, onTheme } from "./theme.js";

const EARLY = "300px";
const drawn = new Map();

async function draw(place) {
  const address = place.dataset.figure;
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const item = await response.json();
    if (place.dataset.figure === address) await replace(place, item);
  } catch (error) {
    clear(place);
    place.textContent = `This plot could not be drawn: ${error.message}. Reload the page to try again.`;
  }
}

async function replace(place, item) {
  clear(place);
  const views = await Bokeh.embed.embed_item(item, place);
  drawn.set(place, views);
  applyTheme(views.roots[0].model, place);
  place.dataset.drawn = "";
}

function clear(place) {
  drawn.get(place)?.clear();
  drawn.delete(place);
  place.replaceChildren();
}

const inView = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      draw(target);
      readdressed.observe(target, { attributeFilter: ["data-figure"] });
    }
  },
  { rootMargin: EARLY },
);
const readdressed = new MutationObserver((changes) => changes.forEach(({ target }) => draw(target)));

for (const place of document.querySelectorAll("[data-figure]")) inView.observe(place);
for (const select of document.querySelectorAll("select[data-figure-for]")) {
  select.addEventListener("change", () => {
    document.getElementById(select.dataset.figureFor).dataset.figure = select.value;
  });
}
onTheme(() => {
  for (const [place, views] of drawn) applyTheme(views.roots[0].model, place);
});
