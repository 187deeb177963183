// Before a page is printed: charts and tables that are wider than paper are made to fit it, whole, by print.css, which
// takes --fit on upright paper and --fit-wide on paper that lies. What canvases drew in the dark is turned round there.

import { isDark } from "./theme.js";

/** Between the margins of print.css, on the narrower of A4 and Letter: CSS pixels. */
const WIDTHS = { "--fit": 700, "--fit-wide": 962 };
const CHARTS = "main :is(.plot-place, .gantt-plot)";
const TABLES = "main table";
const SIDES = ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth", "marginLeft", "marginRight"];

const all = (selector) => [...document.querySelectorAll(selector)];

/** Let the rules for paper hold while something is measured. */
function onPaper(measure) {
  const found = [...document.styleSheets].flatMap(rulesFor);
  for (const { media } of found) media.mediaText = "all";
  try {
    return measure();
  } finally {
    for (const { media } of found) media.mediaText = "print";
  }
}

function rulesFor(sheet) {
  return [...sheet.cssRules].flatMap((rule) => {
    if (rule.styleSheet) return rulesFor(rule.styleSheet);
    return rule.media?.mediaText === "print" ? [rule] : [];
  });
}

/** Space between the sides of an element and the sides of the page. */
function frameOf(element) {
  let sum = 0;
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    const style = getComputedStyle(at);
    for (const side of SIDES) sum += Number.parseFloat(style[side]) || 0;
  }
  return sum;
}

/** The least widths of tables, in the letters of paper. */
function leastWidths(tables) {
  for (const { style } of tables) style.width = "min-content";
  const widths = tables.map((table) => table.offsetWidth);
  for (const { style } of tables) style.width = "";
  return widths;
}

function fit() {
  const charts = all(CHARTS);
  const tables = all(TABLES);
  const elements = [...charts, ...tables];
  for (const { style } of elements) for (const name of Object.keys(WIDTHS)) style.removeProperty(name);
  const drawn = charts.map((chart) => chart.offsetWidth);
  const [least, frames] = onPaper(() => [leastWidths(tables), elements.map(frameOf)]);
  const widths = [...drawn, ...least];
  elements.forEach((element, i) => {
    for (const [name, page] of Object.entries(WIDTHS)) {
      if (widths[i] + frames[i] > page) element.style.setProperty(name, ((page - frames[i]) / widths[i]).toFixed(4));
    }
  });
}

addEventListener("beforeprint", () => {
  document.documentElement.classList.toggle("drawn-dark", isDark());
  // What one has not come to is drawn by the server, and asked for now.
  for (const picture of all(".plot:not([data-drawn]) .server-drawn img")) picture.loading = "eager";
  fit();
});
