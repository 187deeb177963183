// Dates along the time axis of a Bokeh figure that has a calendar: the server sends an axis and a grid of that name
// without ticks, and here they get ticks for the range in view.

import { Calendar } from "./calendar.js";
import { onClock, showsDates } from "./clock.js";

const NAME = "dates";
const ROOM = 72;
const MILLISECONDS = 1000;

/** Show dates, or the time since the start, until the function that is returned is called. */
export function watchTimes(figure) {
  const axis = figure.below.find(({ name }) => name === NAME);
  if (!axis) return () => {};
  const calendar = new Calendar(JSON.parse(axis.tags[0]));
  let drawn = "";
  let texts = new Map();
  // Bokeh keeps texts that were once given for a tick, so the formatter is asked for them instead.
  axis.formatter.doFormat = (places) => places.map((at) => texts.get(at) ?? "");
  const draw = () => {
    if (!showsDates()) return;
    const { start, end } = figure.x_range;
    const most = Math.max(1, (figure.inner_width || ROOM) / ROOM);
    const ticks = calendar.ticks(start / MILLISECONDS, end / MILLISECONDS, most);
    const now = JSON.stringify(ticks);
    if (now === drawn) return;
    drawn = now;
    texts = new Map(ticks.map(([at, text]) => [at * MILLISECONDS, text]));
    axis.ticker.setv({ ticks: [...texts.keys()] });
  };
  const turn = () => {
    for (const model of [...figure.below, ...figure.center.filter(({ dimension }) => dimension === 0)]) {
      if (model.type.endsWith("Axis") || model.type === "Grid") model.visible = (model.name === NAME) === showsDates();
    }
    draw();
  };
  figure.x_range.change.connect(draw);
  figure.properties.inner_width.change.connect(draw);
  turn();
  return onClock(turn);
}
