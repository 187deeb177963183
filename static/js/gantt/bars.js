// Rectangles as the columns of Bokeh's quads, when there are few enough to be drawn one by one.

import { separator } from "./raster.js";

const MILLISECONDS = 1000;
const EDGES = ["left", "right", "bottom", "top"];

export const NO_BARS = { left: [], right: [], bottom: [], top: [], fill: [] };

/** Collects rectangles; `view` is the raster's view, `palette` has r, g, b of each kind. */
export class Bars {
  constructor(view, palette) {
    this.view = view;
    this.palette = palette;
    this.perSecond = view.width / (view.t1 - view.t0);
    this.perProcessor = view.height / view.top;
    this.columns = Object.fromEntries(EDGES.map((name) => [name, []]));
    this.fill = [];
  }

  /** Add chosen rows, each with a hairline at its end as in the raster. */
  add({ start, end, bottom, top, kind }, chosen) {
    for (const row of chosen) {
      const right = this.#before(start[row], end[row], this.perSecond);
      this.#push(start[row], right, bottom[row], this.#before(bottom[row], top[row], this.perProcessor), kind[row]);
    }
  }

  /** Add lines as wide as told, over what is there; `kinds` are the kind of a line and the kind of the ground. */
  addMarks({ bottom, top }, marks, kinds) {
    for (const { row, left, right, isGround } of marks) {
      this.#push(left, right, bottom[row], this.#before(bottom[row], top[row], this.perProcessor), kinds[+isGround]);
    }
  }

  /** Where something ends so that a hairline is left. */
  #before(from, to, scale) {
    return to - separator((to - from) * scale, this.view.unit) / scale;
  }

  #push(left, right, bottom, top, kind) {
    const { columns, palette } = this;
    columns.left.push(left * MILLISECONDS);
    columns.right.push(right * MILLISECONDS);
    columns.bottom.push(bottom);
    columns.top.push(top);
    const at = kind * 3;
    this.fill.push(((palette[at] << 24) | (palette[at + 1] << 16) | (palette[at + 2] << 8) | 255) >>> 0);
  }

  /** What the glyph takes. */
  get data() {
    const edges = EDGES.map((name) => [name, Float64Array.from(this.columns[name])]);
    return { ...Object.fromEntries(edges), fill: ndarray(Uint32Array.from(this.fill), [this.fill.length]) };
  }
}

/** A picture whose lowest row lies `below` pixels above the bottom of the frame. */
export function imageColumns(pixels, { t0, t1, top, width, height }, below) {
  const image = ndarray(new Uint32Array(pixels.buffer), [height - below, width]);
  const y = (below / height) * top;
  return { image: [image], x: [t0 * MILLISECONDS], y: [y], dw: [(t1 - t0) * MILLISECONDS], dh: [top - y] };
}

function ndarray(values, shape) {
  const { ndarray } = Bokeh.require("core/util/ndarray");
  const dtype = values instanceof Uint32Array ? "uint32" : "float64";
  return ndarray(values.buffer, { dtype, shape });
}
