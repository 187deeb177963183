// How the names in the legend above a plot are laid out: in one line, in columns, or broken between words. None is cut.

const AROUND = 38;
const BESIDE = 75;

/**
 * Labels with line breaks, columns ("auto" where one line has room for all) and lines of text in all. `room` is the
 * plot's width in pixels, and `measure` returns a text's.
 */
export function legendLayout(texts, room, measure) {
  const widths = texts.map((text) => AROUND + measure(text));
  const wide = room - BESIDE;
  if (sum(widths) <= wide) return { labels: texts, columns: "auto", lines: 1 };
  const columns = mostColumns(widths, wide);
  const labels = texts.map((text) => wrapped(text, wide - AROUND, measure));
  return { labels, columns, lines: linesOf(labels, columns) };
}

/** The most columns, filled one after the other, that have room; each is as wide as its longest text. */
function mostColumns(widths, room) {
  for (let columns = widths.length; columns > 1; columns--) {
    const rows = Math.ceil(widths.length / columns);
    const tops = widths.map((_, i) => i).filter((i) => i % rows === 0);
    if (sum(tops.map((i) => Math.max(...widths.slice(i, i + rows)))) <= room) return tops.length;
  }
  return 1;
}

/** Each row is as high as the text with the most lines in it. */
function linesOf(labels, columns) {
  const rows = Math.ceil(labels.length / columns);
  const heights = Array(rows).fill(1);
  labels.forEach((label, i) => {
    heights[i % rows] = Math.max(heights[i % rows], label.split("\n").length);
  });
  return sum(heights);
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Break a text into lines that have room: between words, and within those that are too long. */
function wrapped(text, room, measure) {
  const lines = [];
  for (const word of text.split(" ").flatMap((word) => pieces(word, room, measure))) {
    const line = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && measure(line) <= room) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.join("\n");
}

function pieces(word, room, measure) {
  const found = [""];
  for (const letter of word) {
    if (found.at(-1) && measure(found.at(-1) + letter) > room) found.push(letter);
    else found[found.length - 1] += letter;
  }
  return found;
}
