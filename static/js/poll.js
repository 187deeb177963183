// <div data-poll="1000" hx-get="…" hx-trigger="poll">: asks again while the element is on the page. Slower while the
// tab is hidden; not at all while a dialog is open, a form is about to be sent or the user types (ticks are no typing),
// nor once an answer leads to another page: if that takes long, each further answer would ask for it again.

const HIDDEN_FACTOR = 15;
const TICK = 250;
const TYPED = "main input:not([type=checkbox], [type=radio]), main textarea";
const asked = new WeakMap();
let isLeaving = false;

function isBusy() {
  return document.querySelector("dialog[open], form[data-asking]") || document.activeElement?.matches(TYPED);
}

function tick(now) {
  if (isLeaving) return;
  for (const element of document.querySelectorAll("[data-poll]")) {
    const wait = Number(element.dataset.poll) * (document.hidden ? HIDDEN_FACTOR : 1);
    const last = asked.get(element) ?? asked.set(element, now).get(element);
    if (now - last < wait || isBusy()) continue;
    asked.set(element, now);
    element.dispatchEvent(new CustomEvent("poll"));
  }
}

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  const address = xhr.getResponseHeader("HX-Redirect");
  if (!address && !xhr.getResponseHeader("HX-Refresh")) return;
  const isWaiting = address && event.target.matches("[data-poll]");
  if (isLeaving || isWaiting) event.preventDefault();
  // A page that waits for a result gives way to it: Back from the result would lead to the result again.
  if (isWaiting && !isLeaving) location.replace(address);
  isLeaving = true;
});
addEventListener("pageshow", () => (isLeaving = false)); // the user came back
setInterval(() => tick(performance.now()), TICK);
