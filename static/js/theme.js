// Gives Bokeh figures the page's colours, and tells listeners when the page changes between light and dark.

import { legendLayout } from "./legend.js";
import { keep } from "./store.js";

const listeners = new Set();
const heights = new WeakMap();
const LEGEND_LINE = 17;

/** Call back after every change of colours, until the function that is returned is called. */
export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Show "light" or "dark" whatever the system says, and remember it. */
export function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  keep("theme", theme);
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
  let lines = 1;
  const [text, muted, line, font, panel] = ["--text", "--muted", "--line", "--font", "--panel"].map(read);
  for (const place of ["above", "below", "left", "right", "center"]) {
    for (const model of figure[place]) {
      if (model.type.endsWith("Axis")) styleAxis(model, { text, muted, line, font });
      else if (model.type === "Grid") model.setv({ grid_line_color: line });
      else if (model.type === "LabelSet") styleTexts(model, { text, font, panel });
      else if (model.type === "Legend") lines = styleLegend(model, element.clientWidth, { text, font });
    }
  }
  heights.set(figure, heights.get(figure) ?? figure.height);
  figure.height = heights.get(figure) + LEGEND_LINE * (lines - 1);
}

/** Texts, and what is behind those that ask for it by its opacity. */
function styleTexts(labels, { text, font, panel }) {
  const behind = labels.background_fill_alpha.value < 1 ? { background_fill_color: { value: panel } } : {};
  labels.setv({ text_color: { value: text }, text_font: { value: font }, ...behind });
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

function styleLegend(legend, room, { text, font }) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `12px ${font}`;
  const texts = legend.items.map(({ label }) => (label?.value ?? label ?? "").replaceAll("\n", " "));
  const { labels, columns, lines } = legendLayout(texts, room, (part) => pen.measureText(part).width);
  legend.items.forEach((item, i) => item.setv({ label: { value: labels[i] } }));
  const fits = columns === "auto";
  const orientation = fits ? "horizontal" : "vertical";
  legend.setv({ label_text_color: text, label_text_font: font, orientation, ncols: columns, spacing: fits ? 14 : 3 });
  return lines;
}

function changed() {
  for (const listener of listeners) listener();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ["data-theme"] });
