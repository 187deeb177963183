// Texts beside the markers of a plot: each where it hides no marker and no other text, close by or at the end of a line.

const AWAY = 9;
const FAR = [26, 44, 64];
const MARKER = 7;
const LINE = 15;
const ROUNDS = 4;
const SHORT = 16;
/** Lines by their names: pieces of so many pixels stand for those that are neither level nor upright. */
const PATHS = ["bounds", "guarantee", "guarantees"];
const PIECE = 8;
const FONT = "12px";
const SMALL = "11px";

/**
 * Places of texts: [{x, y, leader}] of their left edge and middle in pixels, y upwards; null for one without a place.
 * `lines` are boxes that a text covers only where it must, and `fixed` those that it never covers.
 */
export function placeLabels(points, widths, { width, height }, lines = [], fixed = []) {
  const markers = points.map(([x, y]) => box(x - MARKER, y - MARKER, 2 * MARKER, 2 * MARKER));
  const chosen = points.map(() => null);
  const frame = { left: 0, right: width, bottom: 0, top: height };
  for (let round = 0; round < ROUNDS; round++) {
    points.forEach((point, i) => {
      const others = chosen.filter((spot, j) => spot && j !== i).map((spot) => spot.box);
      const taken = [...others, ...markers.filter((_, j) => j !== i), ...fixed];
      const spots = candidates(point, widths[i]).filter((spot) => inside(spot.box, frame));
      chosen[i] = first(spots, [...taken, ...lines]) ?? first(spots, taken);
    });
  }
  return chosen.map((spot) => spot && { x: spot.box.left, y: (spot.box.bottom + spot.box.top) / 2, leader: spot.leader });
}

function first(spots, taken) {
  return spots.find((spot) => !taken.some((other) => overlap(spot.box, other))) ?? null;
}

/** Boxes around the lines of steps, in pixels. */
export function stepBoxes(xs, ys) {
  const boxes = [];
  for (let i = 1; i < xs.length; i++) {
    boxes.push(between(xs[i - 1], ys[i - 1], xs[i], ys[i - 1]), between(xs[i], ys[i - 1], xs[i], ys[i]));
  }
  return boxes;
}

/** Boxes around a line through points, in pixels. */
export function pathBoxes(xs, ys) {
  const boxes = [];
  for (let i = 1; i < xs.length; i++) {
    const [dx, dy] = [xs[i] - xs[i - 1], ys[i] - ys[i - 1]];
    const count = dx === 0 || dy === 0 ? 1 : Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / PIECE));
    const at = (k) => [xs[i - 1] + (dx * k) / count, ys[i - 1] + (dy * k) / count];
    for (let k = 1; k <= count; k++) boxes.push(between(...at(k - 1), ...at(k)));
  }
  return boxes;
}

function between(x0, y0, x1, y1) {
  const [left, bottom] = [Math.min(x0, x1) - 1, Math.min(y0, y1) - 1];
  return box(left, bottom, Math.abs(x1 - x0) + 2, Math.abs(y1 - y0) + 2);
}

/** Spots around a point, the best first. */
function candidates([x, y], width) {
  const half = LINE / 2;
  const near = [
    [x + AWAY, y - half],
    [x - AWAY - width, y - half],
    [x - width / 2, y + AWAY],
    [x - width / 2, y - AWAY - LINE],
    [x + AWAY - 3, y + AWAY - 5],
    [x + AWAY - 3, y - AWAY - LINE + 5],
    [x - AWAY + 3 - width, y + AWAY - 5],
    [x - AWAY + 3 - width, y - AWAY - LINE + 5],
  ].map(([left, bottom]) => ({ box: box(left, bottom, width, LINE), leader: null }));
  const far = FAR.flatMap((away) =>
    [
      [away, away * 0.7],
      [away, -away * 0.7],
      [-away, away * 0.7],
      [-away, -away * 0.7],
      [away * 0.3, away],
      [away * 0.3, -away],
    ].map(([dx, dy]) => {
      const left = dx > 0 ? x + dx : x + dx - width;
      return { box: box(left, y + dy - half, width, LINE), leader: [x + dx + (dx > 0 ? -2 : 2), y + dy] };
    }),
  );
  return [...near, ...far];
}

function box(left, bottom, width, height) {
  return { left, bottom, right: left + width, top: bottom + height };
}

function inside(inner, outer) {
  return inner.left >= outer.left && inner.right <= outer.right && inner.bottom >= outer.bottom && inner.top <= outer.top;
}

function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

/** Label the points of a figure, now and whenever its size changes; `told` hears how many texts have no place. */
export function labelPoints(figure, font, told) {
  const labels = figure.center.find((model) => model.name === "labels");
  const named = (name) => figure.renderers.find((renderer) => renderer.name === name)?.data_source;
  const [points, leaders, front, others, bands] = ["points", "leaders", "front", "others", "bands"].map(named);
  if (!labels || !points) return;
  const draw = () => {
    const size = { width: figure.inner_width, height: figure.inner_height };
    if (!size.width || !size.height) return;
    const toPixels = [scale(figure.x_range, size.width), scale(figure.y_range, size.height)];
    const texts = figure.center.filter((model) => model.name === "along");
    const paths = figure.renderers.filter(({ name }) => PATHS.includes(name)).map((line) => line.data_source.data);
    const seen = { points: points.data, front: front?.data, others: others?.data, bands: bands?.data, paths, texts };
    told(fill({ ...seen, labels: labels.source, leaders }, toPixels, size, font));
  };
  for (const name of ["inner_width", "inner_height"]) figure.properties[name].change.connect(draw);
  draw();
}

/** The beginning of a long text; the hover has all of it. */
function shortened(text) {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 1).trimEnd()}…`;
}

function scale({ start, end }, pixels) {
  const factor = pixels / (end - start);
  return { to: (value) => (value - start) * factor, from: (pixel) => start + pixel / factor };
}

/** Boxes in pixels that texts should leave free: lines and bands. */
function obstacles({ front, bands, paths = [] }, [across, up]) {
  const boxes = front ? stepBoxes(Array.from(front.x, across.to), Array.from(front.y, up.to)) : [];
  for (const { x, y } of paths) boxes.push(...pathBoxes(Array.from(x, across.to), Array.from(y, up.to)));
  for (const i of Array.from(bands?.left ?? []).keys()) {
    const [left, right] = [bands.left[i], bands.right[i]].map(across.to);
    const [bottom, top] = [bands.bottom[i], bands.top[i]].map(up.to);
    boxes.push(box(left, bottom, right - left, top - bottom));
  }
  return boxes;
}

/** Boxes in pixels of markers without a text. */
function markerBoxes(others, [across, up]) {
  const centres = Array.from(others?.x ?? [], (x, i) => [across.to(x), up.to(others.y[i])]);
  return centres.map(([x, y]) => box(x - MARKER, y - MARKER, 2 * MARKER, 2 * MARKER));
}

/** Boxes in pixels of texts along lines: upright ones are left of their end, others around it, or right of their begin. */
function alongLines(texts, [across, up], pen) {
  return texts.map(({ source, angle, text_align: align }) => {
    const { x, y, text } = source.data;
    const [right, top, width] = [across.to(x[0]), up.to(y[0]), pen.measureText(text[0]).width];
    if (angle.value) return box(right - LINE, top - width, LINE, width);
    return box(align?.value === "left" ? right : right - width, top - LINE, width, 2 * LINE);
  });
}

function fill({ points, labels, leaders, ...around }, [across, up], size, font) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${SMALL} ${font}`;
  const lines = obstacles(around, [across, up]);
  const fixed = [...markerBoxes(around.others, [across, up]), ...alongLines(around.texts, [across, up], pen)];
  pen.font = `${FONT} ${font}`;
  // Labels of points on the front, which are filled, choose first.
  const order = Array.from(points.x, (_, i) => i).sort((a, b) => points.fill[b] - points.fill[a] || a - b);
  const [x, y, names] = ["x", "y", "label"].map((name) => order.map((i) => points[name][i]));
  const places = x.map((value, i) => [across.to(value), up.to(y[i])]);
  const placed = (texts) => {
    const widths = texts.map((text) => pen.measureText(text).width + 2);
    return placeLabels(places, widths, size, lines, fixed);
  };
  let texts = names;
  let spots = placed(texts);
  if (spots.includes(null)) {
    texts = names.map((name, i) => (spots[i] ? name : shortened(name)));
    spots = placed(texts);
  }
  const shown = spots.map((spot, i) => ({ spot, i })).filter(({ spot }) => spot);
  labels.data = {
    x: shown.map(({ spot }) => across.from(spot.x)),
    y: shown.map(({ spot }) => up.from(spot.y)),
    text: shown.map(({ i }) => texts[i]),
  };
  const far = shown.filter(({ spot }) => spot.leader);
  leaders.data = {
    x0: far.map(({ i }) => x[i]),
    y0: far.map(({ i }) => y[i]),
    x1: far.map(({ spot }) => across.from(spot.leader[0])),
    y1: far.map(({ spot }) => up.from(spot.leader[1])),
  };
  return texts.length - shown.length;
}
