// The control row: colour, legend, find, zoom, link; and the keyboard.

import { refuse, unsay } from "../faults.js";
import { ASKED } from "./colouring.js";
import { completedBy, Completion, fillGrammar } from "./completion.js";
import { listenForKeys } from "./keyboard.js";
import { showLegend } from "./legend.js";
import { writeAddress } from "./view.js";
import { Views } from "./views.js";

const STEP = 0.2;
const CLOSER = 0.6;
const SHOWN_FOR = 1600;

/** Connects the elements marked data-gantt-… with the charts. */
export class Controls {
  constructor(gantt) {
    this.gantt = gantt;
    const find = (name) => gantt.section.querySelector(`[data-gantt-${name}]`);
    this.select = find("colour");
    this.baseline = find("baseline");
    this.legend = find("legend");
    this.rangeText = find("range");
    this.help = find("help");
    this.deployments = find("deployments");
    this.deployments?.addEventListener("change", () => gantt.showDeployments(this.deployments.checked));
    this.select?.addEventListener("change", () => this.#colour(this.select.value));
    this.baseline?.addEventListener("change", () => gantt.compareWith(this.baseline.value));
    this.differing = find("differing");
    this.differing?.addEventListener("change", () => this.#differ());
    this.#buttons(find);
    this.#questions(find);
    this.#keys();
  }

  #colour(key) {
    const { gantt } = this;
    if (key === ASKED) gantt.colouring.open();
    else gantt.choose(key);
  }

  #differ() {
    const { asking, highlight } = this.gantt;
    if (this.differing.checked) asking.askDiffering();
    else highlight.clear();
  }

  /** Tick the box where only jobs that differ stand out; it is there with several charts. */
  showDiffering(isAsked) {
    if (!this.differing) return;
    this.differing.checked = isAsked;
    this.differing.closest("label").hidden = this.gantt.ready.length < 2;
  }

  #questions(find) {
    const { gantt } = this;
    const opener = find("grammar-open");
    const [field, dialog] = [find("find"), find("grammar")];
    if (!opener || !field || !gantt.config.question_url) return opener?.remove();
    this.completion = new Completion(field, completedBy(gantt), "gantt-questions");
    opener.addEventListener("click", async () => {
      dialog.showModal();
      const table = find("fields");
      try {
        fillGrammar(table, await gantt.asking.known(), gantt.shared?.labels ?? {});
        unsay(table);
      } catch (error) {
        refuse(table, error.message);
      }
    });
  }

  #buttons(find) {
    const { view } = this.gantt;
    const press = (name, action) => find(name)?.addEventListener("click", action);
    press("out", () => view.zoom(1 / CLOSER));
    press("in", () => view.zoom(CLOSER));
    press("fit", () => view.showAll());
    press("link", (event) => this.#copyLink(event.currentTarget));
    press("keys", () => this.help?.showModal());
    press("fold", ({ currentTarget }) => this.#unfold(currentTarget));
    const [back, forward] = [find("back"), find("forward")];
    this.views = new Views(view, ({ isFirst, isLast }) => {
      if (back) back.disabled = isFirst;
      if (forward) forward.disabled = isLast;
    });
    press("back", () => this.views.go(-1));
    press("forward", () => this.views.go(1));
    for (const mode of ["select", "move"]) press(mode, () => this.#drag(find, mode));
  }

  /** Show or hide what a phone has no room for (`.seldom` in gantt-controls.css). */
  #unfold(button) {
    const isShown = this.gantt.section.classList.toggle("gantt-unfolded");
    button.setAttribute("aria-expanded", String(isShown));
    button.textContent = isShown ? "Less" : "More";
  }

  #drag(find, mode) {
    this.gantt.dragging.setMode(mode);
    for (const other of ["select", "move"]) find(other)?.setAttribute("aria-pressed", String(other === mode));
  }

  #keys() {
    const { view } = this.gantt;
    const zoom = (factor) => () => view.zoom(factor, this.gantt.crosshair ?? undefined);
    listenForKeys({
      ArrowLeft: () => view.pan(-STEP),
      ArrowRight: () => view.pan(STEP),
      "+": zoom(CLOSER),
      "=": zoom(CLOSER),
      "-": zoom(1 / CLOSER),
      "−": zoom(1 / CLOSER),
      0: () => view.showAll(),
      "/": () => this.gantt.finder.focus(),
      "?": () => this.help?.showModal(),
      d: () => this.deployments?.click(),
      n: () => this.gantt.highlight.step(1),
      p: () => this.gantt.highlight.step(-1),
      f: () => this.gantt.sizing.toggle(),
      u: () => this.gantt.linking.toggle(),
      Escape: () => this.#escape(),
    });
  }

  #escape() {
    if (this.gantt.sizing.isFull && !document.fullscreenElement) this.gantt.sizing.toggle();
    if (document.activeElement?.matches("input")) document.activeElement.blur();
    this.gantt.finder.clear();
  }

  async #copyLink(button) {
    writeAddress(this.gantt.address);
    const said = button.textContent;
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy it from the address bar";
    }
    setTimeout(() => (button.textContent = said), SHOWN_FOR);
  }

  /** List the schemes, mark the chosen one and show its legend. */
  showColours(options, key, scheme) {
    const { gantt } = this;
    this.showDiffering(gantt.asking.text === "differs");
    this.select?.replaceChildren(...options.map((o) => new Option(o.label, o.key, false, o.key === key)));
    if (this.legend) showLegend(this.legend, scheme, (names) => gantt.choose(key, names));
    gantt.colouring.show(key === ASKED);
    if (!this.baseline) return;
    this.baseline.closest("label").hidden = key !== "moved";
    const runs = gantt.ready.map(({ spec }) => new Option(spec.title, spec.run));
    this.baseline.replaceChildren(...runs);
    this.baseline.value = String(gantt.baseline.spec.run);
  }

  /** Offer to hide deployments where there are any, and show what they look like. */
  showDeployments(found) {
    if (!this.deployments) return;
    const some = found.filter((deployments) => deployments?.count);
    const entry = this.deployments.closest("label");
    entry.hidden = some.length === 0;
    entry.classList.toggle("timed", some.some(({ takesTime }) => takesTime));
    entry.classList.toggle("instant", some.some(({ takesTime }) => !takesTime));
    this.deployments.checked = this.gantt.showsDeployments;
  }

  /** Say that deployments are too close together to be marked, without moving what stands beside. */
  tellOfMarks(areMissing) {
    this.deployments?.closest("label").classList.toggle("unmarked", areMissing);
  }

  showRange({ range, showsAll }) {
    if (this.rangeText) this.rangeText.textContent = showsAll ? "" : range.map((time) => this.gantt.times.text(time)).join(" – ");
  }
}
