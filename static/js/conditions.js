// <div data-when="p3-order" data-values="formula multifactor">: a field that applies where the field of that name has
// one of these values, or with data-other none of them. What is invalid stays in sight.

function chosen(form, name) {
  const controls = form.elements.namedItem(name);
  if (!controls) return null;
  const all = controls instanceof RadioNodeList ? [...controls] : [controls];
  return all.filter((control) => control.type !== "checkbox" || control.checked);
}

function applies(field) {
  const controls = chosen(field.closest("form"), field.dataset.when);
  if (!controls) return true;
  const values = field.dataset.values.split(" ");
  const holds = (control) => values.includes(control.value) !== "other" in field.dataset;
  const outer = controls[0]?.closest("[data-when]");
  return controls.some(holds) && (!outer || applies(outer));
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
