// Shift and a click tick a range of boxes, as everywhere.

/** Give all boxes from the one that was clicked last to this one the state of this one. */
export function tickRange(boxes, last, box) {
  if (!boxes.includes(last)) return;
  const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b);
  for (const between of boxes.slice(from, to + 1)) between.checked = box.checked;
}
