// Draws every <div data-figure="address">: fetches the Bokeh figure when it comes into view and follows the theme.

import { applyTheme, onTheme } from "./theme.js";

const EARLY = "300px";
const drawn = new Map();

async function draw(place) {
  try {
    const response = await fetch(place.dataset.figure);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const views = await Bokeh.embed.embed_item(await response.json(), place);
    const [view] = views.roots;
    drawn.set(place, view.model);
    applyTheme(view.model, place);
    place.dataset.drawn = "";
  } catch (error) {
    place.textContent = `This plot could not be drawn: ${error.message}. Reload the page to try again.`;
  }
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      draw(target);
    }
  },
  { rootMargin: EARLY },
);

for (const place of document.querySelectorAll("[data-figure]")) observer.observe(place);
onTheme(() => {
  for (const [place, figure] of drawn) applyTheme(figure, place);
});
