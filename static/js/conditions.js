// <div data-when='[{"name": "p3-order", "values": ["formula"], "other": false, "mentions": false}]'>: a field that
// applies where one of these conditions holds: the field of that name has one of the values, or with `other` a value
// outside them, or its text `mentions` one as a word. Of several values ("0, 2" or "0:3") one is enough. What
// is invalid stays in sight.

const MOST_STEPS = 1000;

function range(text) {
  const [low, high, step = 1] = text.split(":").map(Number);
  const steps = Math.min(Math.floor((high - low) / step + 1e-9), MOST_STEPS);
  return steps >= 0 && step > 0 ? Array.from({ length: steps + 1 }, (_, k) => String(low + k * step)) : [text];
}

// "0, 2 | 4:6" gives 0, 2, 4, 5 and 6.
export function separated(text) {
  const parts = text.split(/[,|]/).map((part) => part.trim());
  const given = parts.filter((part) => part !== "").flatMap((part) => (part.includes(":") ? range(part) : [part]));
  return given.length ? given : [""];
}

function same(a, b) {
  return a === b || (a !== "" && b !== "" && Number(a) === Number(b));
}

export function holds(condition, text) {
  if (condition.mentions) {
    const words = text.match(/[A-Za-z_][A-Za-z_0-9]*/g) ?? [];
    return condition.values.some((value) => words.includes(value));
  }
  const listed = (value) => condition.values.some((one) => same(one, value));
  return separated(text).some((value) => listed(value) !== condition.other);
}

function chosen(form, name) {
  const controls = form.elements.namedItem(name);
  if (!controls) return null;
  const all = controls instanceof RadioNodeList ? [...controls] : [controls];
  return { first: all[0], controls: all.filter((control) => control.type !== "checkbox" || control.checked) };
}

function applies(field) {
  const form = field.closest("form");
  return JSON.parse(field.dataset.when).some((condition) => {
    const found = chosen(form, condition.name);
    if (!found) return true;
    const outer = found.first?.closest("[data-when]");
    return found.controls.some((control) => holds(condition, control.value)) && (!outer || applies(outer));
  });
}

function refresh() {
  for (const field of document.querySelectorAll("form [data-when]")) {
    field.hidden = !applies(field) && !field.classList.contains("invalid");
  }
}

document.addEventListener("input", refresh);
document.addEventListener("change", refresh);
document.addEventListener("htmx:afterSettle", refresh);
refresh();
