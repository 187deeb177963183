// Rasterises rows with true coverage: the same arithmetic as algorithms/parsched/report/gantt/raster.py, which the tests compare.

export const BLOCK = 512;
const SEPARATED = 4;
const SEPARATOR_SHARE = 16;

/** Largest end within each block of rows sorted by start, for culling. */
export function blockEnds(end) {
  const ends = new Float64Array(Math.ceil(end.length / BLOCK)).fill(-Infinity);
  for (let i = 0; i < end.length; i++) {
    const block = (i / BLOCK) | 0;
    if (end[i] > ends[block]) ends[block] = end[i];
  }
  return ends;
}

/** Indices of the rows that overlap t0..t1, or null when there are more than `limit`. */
export function visibleRows(rows, t0, t1, limit) {
  const found = [];
  for (let block = 0; block < rows.blockEnd.length; block++) {
    const first = block * BLOCK;
    if (rows.start[first] > t1) break;
    if (rows.blockEnd[block] < t0) continue;
    const last = Math.min(first + BLOCK, rows.start.length);
    for (let i = first; i < last; i++) {
      if (rows.start[i] <= t1 && rows.end[i] >= t0) {
        if (found.length === limit) return null;
        found.push(i);
      }
    }
  }
  return found;
}

/** Hairline at the end of a rectangle of `size` pixels; `unit` is the number of pixels per CSS pixel. */
export function separator(size, unit) {
  return size < SEPARATED * unit ? 0 : Math.min(unit, size / SEPARATOR_SHARE);
}

let edges = new Float32Array(0);

/**
 * Draw rows into straight RGBA, row 0 at the bottom.
 *
 * rows: {start, end, bottom, top, kind, blockEnd}; view: {t0, t1, top, processors, width, height, unit}; palette: r, g,
 * b of each kind; idle: rows like these that make no processor busy, or undefined. Returns {pixels, share}: the picture,
 * and the share of busy processors in each column.
 */
export function rasterise(rows, view, palette, idle) {
  const { width, height } = view;
  const stride = (height + 2) * 4;
  if (edges.length < width * stride) edges = new Float32Array(width * stride);
  else edges.fill(0, 0, width * stride);
  const share = busyShare(rows, view, palette);
  if (idle) addRows(idle, view, palette, new Float64Array(width));
  const pixels = new Uint8ClampedArray(width * height * 4);
  resolve(pixels, width, height, stride);
  return { pixels, share };
}

/** The share of busy processors in each column; with a palette, rows are added to the edges as well. */
export function busyShare(rows, view, palette = null) {
  const busy = new Float64Array(view.width);
  addRows(rows, view, palette, busy);
  const full = (view.processors * view.height) / view.top;
  return busy.map((covered) => covered / full);
}

function addRows(rows, view, palette, busy) {
  const { start, end, blockEnd } = rows;
  for (let block = 0; block < blockEnd.length; block++) {
    const first = block * BLOCK;
    if (start[first] >= view.t1) break;
    if (blockEnd[block] <= view.t0) continue;
    const last = Math.min(first + BLOCK, start.length);
    addBlock(rows, first, last, view, palette, busy);
  }
}

function addBlock(rows, first, last, view, palette, busy) {
  const { start, end, bottom, top, kind } = rows;
  const { t0, t1, width, height, unit } = view;
  const perSecond = width / (t1 - t0);
  const perProcessor = height / view.top;
  const stride = (height + 2) * 4;
  for (let i = first; i < last; i++) {
    const left = (start[i] - t0) * perSecond;
    const right = (end[i] - t0) * perSecond;
    const x0 = left > 0 ? left : 0;
    const x1 = right < width ? right : width;
    if (x1 <= x0) continue;
    const y0 = bottom[i] * perProcessor;
    const y1 = top[i] * perProcessor;
    const c0 = x0 | 0;
    const c1 = Math.min(Math.ceil(x1), width);
    if (c1 - c0 === 1) busy[c0] += (x1 - x0) * (y1 - y0);
    else addBusy(busy, x0, x1, c0, c1, y1 - y0);
    if (palette === null) continue;
    const size = right - left;
    const stop = size < SEPARATED * unit ? x1 : Math.min(x1, right - separator(size, unit));
    addColumns(x0, stop, c0, c1, y0, y1 - separator(y1 - y0, unit), stride, palette, kind[i] * 3);
  }
}

function addBusy(busy, x0, x1, c0, c1, height) {
  busy[c0] += (c0 + 1 - x0) * height;
  for (let c = c0 + 1; c < c1 - 1; c++) busy[c] += height;
  busy[c1 - 1] += (x1 - c1 + 1) * height;
}

function addColumns(x0, x1, c0, c1, y0, y1, stride, palette, colour) {
  const r = palette[colour];
  const g = palette[colour + 1];
  const b = palette[colour + 2];
  const low = y0 | 0;
  const high = y1 | 0;
  const lowUpper = y0 - low;
  const highUpper = y1 - high;
  for (let c = c0; c < c1; c++) {
    const amount = (x1 < c + 1 ? x1 : c + 1) - (x0 > c ? x0 : c);
    if (amount <= 0) continue;
    const base = c * stride;
    addEdge(base + low * 4, lowUpper * amount, amount, r, g, b);
    addEdge(base + high * 4, -highUpper * amount, -amount, r, g, b);
  }
}

function addEdge(at, upper, amount, r, g, b) {
  const lower = amount - upper;
  edges[at] += r * lower;
  edges[at + 1] += g * lower;
  edges[at + 2] += b * lower;
  edges[at + 3] += lower;
  edges[at + 4] += r * upper;
  edges[at + 5] += g * upper;
  edges[at + 6] += b * upper;
  edges[at + 7] += upper;
}

function resolve(pixels, width, height, stride) {
  const words = new Uint32Array(pixels.buffer);
  for (let c = 0; c < width; c++) {
    let r = 0;
    let g = 0;
    let b = 0;
    let covered = 0;
    let at = c * stride;
    for (let row = 0, word = c; row < height; row++, at += 4, word += width) {
      r += edges[at];
      g += edges[at + 1];
      b += edges[at + 2];
      covered += edges[at + 3];
      const alpha = ((covered < 1 ? covered : 1) * 255 + 0.5) | 0;
      if (alpha <= 0) continue;
      const scale = 1 / covered;
      words[word] = ((alpha << 24) | (level(b * scale) << 16) | (level(g * scale) << 8) | level(r * scale)) >>> 0;
    }
  }
}

function level(value) {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}

/** Draw the strip of busy processors: in each column a bar from `low` up; `high` is a full machine. */
export function drawStrip(pixels, width, height, share, low, high, [r, g, b]) {
  for (let c = 0; c < width; c++) {
    const top = low + Math.min(share[c], 1) * (high - low);
    const last = Math.min(Math.ceil(top), height);
    for (let row = low | 0; row < last; row++) {
      const alpha = ((Math.min(top, row + 1) - Math.max(low, row)) * 255 + 0.5) | 0;
      if (alpha <= 0) continue;
      const at = (row * width + c) * 4;
      pixels[at] = r;
      pixels[at + 1] = g;
      pixels[at + 2] = b;
      pixels[at + 3] = alpha;
    }
  }
}
