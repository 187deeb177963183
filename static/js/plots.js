// Around the plots of figures.js: the chosen quantity lives in the address, and a plot can be saved as a picture.

/** The Bokeh view that is drawn in an element. */
function viewIn(place) {
  return [...Bokeh.index.roots].find((view) => place.contains(view.el));
}

function save(place) {
  const view = viewIn(place);
  if (!view) return;
  const picture = view.export("png", true).canvas;
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [picture.width, picture.height];
  const context = copy.getContext("2d");
  context.fillStyle = getComputedStyle(place.closest("figure")).backgroundColor;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(picture, 0, 0);
  const link = document.createElement("a");
  link.download = `${place.id}.png`;
  link.href = copy.toDataURL("image/png");
  link.click();
}

function remember(select) {
  const query = new URLSearchParams(location.search);
  if (select.selectedIndex > 0) query.set(select.dataset.remember, select.selectedOptions[0].text);
  else query.delete(select.dataset.remember);
  const text = query.toString();
  history.replaceState(history.state, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`);
}

for (const button of document.querySelectorAll("[data-save-figure]")) {
  button.addEventListener("click", () => save(document.getElementById(button.dataset.saveFigure)));
}

for (const select of document.querySelectorAll("select[data-remember]")) {
  const wanted = new URLSearchParams(location.search).get(select.dataset.remember);
  const index = [...select.options].findIndex((option) => option.text === wanted);
  select.addEventListener("change", () => remember(select));
  if (index > 0) {
    select.selectedIndex = index;
    select.dispatchEvent(new Event("change"));
  }
}
