// The legend: classes with their limits, or names with their colours.

const MOST_SUGGESTIONS = 500;

/** Show a scheme's classes in an element; `onChoose(names)` is called when the coloured names change. */
export function showLegend(place, scheme, onChoose) {
  const parts = scheme.kind === "ramp" ? ramp(scheme) : names(scheme, onChoose);
  if (scheme.choices) parts.push(chooser(scheme, onChoose));
  place.replaceChildren(...parts);
}

function ramp({ classes, limits, ends }) {
  const list = make("ol", "gantt-ramp");
  classes.forEach(({ colour, label }, i) => {
    const item = make("li");
    item.style.setProperty("--swatch", colour);
    item.title = label;
    item.append(make("span", "visually-hidden", label));
    if (i < limits.length) {
      const limit = make("span", "gantt-limit", limits[i] === "0 s" ? "none" : limits[i]);
      limit.setAttribute("aria-hidden", "true");
      item.append(limit);
    }
    list.append(item);
  });
  if (ends.length === 0) return [list];
  const both = make("span", "gantt-both");
  both.append(make("span", "", ends[0]), list, make("span", "", ends[1]));
  return [both];
}

function names({ isComplete, classes, unknown, choices, chosen }, onChoose) {
  const list = make("ul", "gantt-names");
  const [rest, ...coloured] = classes;
  const shown = choices || unknown ? [...coloured, rest] : isComplete ? coloured : classes;
  for (const { colour, label, note } of shown) {
    const item = make("li", "", note ? `${label}: ${note}` : label);
    item.style.setProperty("--swatch", colour);
    if (choices && chosen.includes(label)) item.append(remover(label, chosen, onChoose));
    list.append(item);
  }
  return [list];
}

function remover(label, chosen, onChoose) {
  const button = make("button", "gantt-remove", "×");
  button.type = "button";
  button.setAttribute("aria-label", `Stop colouring ${label}`);
  button.addEventListener("click", () => onChoose(chosen.filter((name) => name !== label)));
  return button;
}

function chooser({ choices, chosen }, onChoose) {
  const input = make("input", "gantt-choose");
  const list = make("datalist");
  list.id = "gantt-choices";
  list.append(...choices.slice(0, MOST_SUGGESTIONS).map((name) => new Option(name)));
  input.setAttribute("list", list.id);
  input.placeholder = "colour another …";
  input.setAttribute("aria-label", "Colour another name");
  input.addEventListener("change", () => {
    if (choices.includes(input.value)) onChoose([...chosen, input.value]);
  });
  const box = make("span");
  box.append(input, list);
  return box;
}

function make(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
