// Gives Bokeh figures the page's colours, and tells listeners when the page changes between light and dark.

const listeners = new Set();
const heights = new WeakMap();
const LEGEND_ROW = 17;

/** Call back after every change of colours. */
export function onTheme(listener) {
  listeners.add(listener);
}

/** Show "light" or "dark" whatever the system says, and remember it. */
export function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // A browser that stores nothing still shows the theme on this page.
  }
}

/** True while the page is dark. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Set the colours of a figure (axes, grid, legend, text) from the CSS variables of an element. */
export function applyTheme(figure, element) {
  const style = getComputedStyle(element);
  const read = (name) => style.getPropertyValue(name).trim();
  let rows = 1;
  const [text, muted, line, font] = ["--text", "--muted", "--line", "--font"].map(read);
  for (const place of ["above", "below", "left", "right", "center"]) {
    for (const model of figure[place]) {
      if (model.type.endsWith("Axis")) styleAxis(model, { text, muted, line, font });
      else if (model.type === "Grid") model.setv({ grid_line_color: line });
      else if (model.type === "LabelSet") model.setv({ text_color: { value: text }, text_font: { value: font } });
      else if (model.type === "Legend") rows = styleLegend(model, element.clientWidth, { text, font });
    }
  }
  heights.set(figure, heights.get(figure) ?? figure.height);
  figure.height = heights.get(figure) + LEGEND_ROW * (rows - 1);
}

function styleAxis(axis, { text, muted, line, font }) {
  axis.setv({
    axis_line_color: line,
    major_tick_line_color: line,
    minor_tick_line_color: null,
    major_label_text_color: text,
    major_label_text_font: font,
    axis_label_text_color: muted,
    axis_label_text_font: font,
  });
}

const CHARACTER = 6;
const AROUND_LABEL = 38;
const BESIDE_LEGEND = 75;

function styleLegend(legend, room, { text, font }) {
  const texts = legend.items.map(({ label }) => (label?.value ?? label ?? "").replaceAll("\n", " "));
  const widths = texts.map(({ length }) => AROUND_LABEL + CHARACTER * length);
  const fits = sum(widths) + BESIDE_LEGEND <= room;
  const ncols = fits ? "auto" : mostColumns(widths, room - BESIDE_LEGEND);
  const longest = Math.floor((room - BESIDE_LEGEND - AROUND_LABEL) / CHARACTER);
  legend.items.forEach((item, i) => item.setv({ label: { value: wrapped(texts[i], longest) } }));
  const orientation = fits ? "horizontal" : "vertical";
  legend.setv({ label_text_color: text, label_text_font: font, orientation, ncols, spacing: fits ? 14 : 3 });
  return fits ? 1 : Math.ceil(texts.length / ncols);
}

/** The most columns, filled one after the other, that have room; each is as wide as its longest text. */
function mostColumns(widths, room) {
  for (let columns = widths.length; columns > 1; columns--) {
    const rows = Math.ceil(widths.length / columns);
    const tops = widths.map((_, i) => i).filter((i) => i % rows === 0);
    if (sum(tops.map((i) => Math.max(...widths.slice(i, i + rows)))) <= room) return columns;
  }
  return 1;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Break a text between words into lines of so many characters. */
function wrapped(text, longest) {
  const lines = [];
  for (const word of text.split(" ")) {
    const line = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && line.length <= longest) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.join("\n");
}

function changed() {
  for (const listener of listeners) listener();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ["data-theme"] });
