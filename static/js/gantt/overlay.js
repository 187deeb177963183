// Draws over a chart what moves with the pointer: crosshair, outline of the hovered job, the pinned job.

const SMALLEST_PIN = 7;
const SMALLEST_SHARED = 2;
const PERIOD = 6;
const LABEL_MARGIN = 4;
const EDGE = 3;
const TAG = 16;

/** A transparent canvas over the frame of one chart. */
export class Overlay {
  constructor(host) {
    this.canvas = document.createElement("canvas");
    this.canvas.className = "gantt-overlay";
    this.canvas.setAttribute("aria-hidden", "true");
    host.append(this.canvas);
  }

  /** Lay the canvas over a frame: {left, top, width, height} in CSS pixels of the host. */
  place(frame) {
    const ratio = devicePixelRatio;
    Object.assign(this.canvas.style, {
      left: `${frame.left}px`,
      top: `${frame.top}px`,
      width: `${frame.width}px`,
      height: `${frame.height}px`,
    });
    this.canvas.width = Math.round(frame.width * ratio);
    this.canvas.height = Math.round(frame.height * ratio);
    this.frame = frame;
  }

  /** Draw again. `box(row)` gives {x, y, width, height} of a row in CSS pixels of the frame. */
  draw({ crosshair, hovered, pinned, labels, beyond, shared, band, box, colours }) {
    const pen = this.canvas.getContext("2d");
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen.clearRect(0, 0, this.frame.width, this.frame.height);
    this.#tint(pen, beyond, colours.broken);
    this.#hatch(pen, shared, colours.shared);
    this.#write(pen, labels);
    pen.fillStyle = colours.pin;
    for (const row of pinned) this.#fill(pen, box(row));
    pen.strokeStyle = colours.outline;
    pen.lineWidth = 2;
    for (const row of hovered) this.#outline(pen, box(row));
    if (pinned.length) this.#pointTo(pen, box(pinned[0]));
    if (crosshair === null) return;
    pen.fillStyle = colours.crosshair;
    pen.fillRect(Math.round(crosshair), 0, 1, this.frame.height);
    if (band) this.#mark(pen, band, crosshair, colours);
  }

  /** A tint over processors that the machine does not have, and a line where it ends. */
  #tint(pen, bands, colour) {
    pen.fillStyle = colour;
    for (const { y, height } of bands) {
      pen.globalAlpha = 0.07;
      pen.fillRect(0, y, this.frame.width, height);
      pen.globalAlpha = 1;
      pen.fillRect(0, Math.round(y + height), this.frame.width, 1);
    }
  }

  /** Lines over what two jobs hold at once, and a frame around it, however small it is. */
  #hatch(pen, boxes, colour) {
    if (boxes.length === 0) return;
    pen.fillStyle = hatching(pen, colour);
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    for (const { x, y, width, height } of boxes) {
      const left = Math.max(x, -LABEL_MARGIN);
      const w = Math.max(Math.min(x + width, this.frame.width + LABEL_MARGIN) - left, SMALLEST_SHARED);
      const h = Math.max(height, SMALLEST_SHARED);
      pen.fillRect(left, y, w, h);
      pen.strokeRect(left + 0.5, y + 0.5, w - 1, h - 1);
    }
  }

  /** A bar at the edge beside a site, and its name at the crosshair, on the side away from the tooltip. */
  #mark(pen, { y, height, text }, crosshair, { crosshair: edge, tag, tagText }) {
    pen.fillStyle = edge;
    pen.fillRect(0, y, EDGE, Math.max(height, 1));
    if (!text) return;
    pen.font = `11px ${getComputedStyle(this.canvas).fontFamily}`;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    const width = pen.measureText(text).width + 2 * LABEL_MARGIN;
    const left = crosshair - width - LABEL_MARGIN < 0 ? crosshair + LABEL_MARGIN : crosshair - width - LABEL_MARGIN;
    const top = Math.min(Math.max(y + height / 2 - TAG / 2, 0), this.frame.height - TAG);
    pen.fillStyle = tag;
    pen.fillRect(left, top, width, TAG);
    pen.fillStyle = tagText;
    pen.fillText(text, left + LABEL_MARGIN, top + TAG / 2 + 0.5);
  }

  #fill(pen, { x, y, width, height }) {
    const w = Math.max(width, SMALLEST_PIN);
    const h = Math.max(height, SMALLEST_PIN);
    pen.fillRect(x + (width - w) / 2, y + (height - h) / 2, w, h);
  }

  #write(pen, labels) {
    pen.font = `11px ${getComputedStyle(this.canvas).fontFamily}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const { text, x, y, width, colour } of labels) {
      if (pen.measureText(text).width > width - 2 * LABEL_MARGIN) continue;
      pen.fillStyle = colour;
      pen.fillText(text, x + width / 2, y);
    }
  }

  #outline(pen, { x, y, width, height }) {
    const left = Math.max(x, -4);
    const right = Math.min(x + width, this.frame.width + 4);
    if (right < left) return;
    pen.strokeRect(left - 1, y - 1, Math.max(right - left, 1) + 2, Math.max(height, 1) + 2);
  }

  #pointTo(pen, { x, y, width, height }) {
    const before = x + width < 0;
    if (!before && x < this.frame.width) return;
    const edge = before ? 2 : this.frame.width - 2;
    const way = before ? 9 : -9;
    const middle = Math.min(Math.max(y + height / 2, 8), this.frame.height - 8);
    pen.beginPath();
    pen.moveTo(edge, middle);
    pen.lineTo(edge + way, middle - 7);
    pen.lineTo(edge + way, middle + 7);
    pen.fill();
  }
}

/** Slanting lines of a colour. */
function hatching(pen, colour) {
  const tile = document.createElement("canvas");
  const size = PERIOD * devicePixelRatio;
  tile.width = tile.height = size;
  const on = tile.getContext("2d");
  on.strokeStyle = colour;
  on.lineWidth = size / 4;
  for (const shift of [-size, 0, size]) {
    on.beginPath();
    on.moveTo(shift - 1, size + 1);
    on.lineTo(shift + size + 1, -1);
    on.stroke();
  }
  const pattern = pen.createPattern(tile, "repeat");
  pattern.setTransform(new DOMMatrix().scale(1 / devicePixelRatio));
  return pattern;
}
