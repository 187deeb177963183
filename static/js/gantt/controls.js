// The control row: colour, legend, find, zoom, link; and the keyboard.

import { listenForKeys } from "./keyboard.js";
import { showLegend } from "./legend.js";
import { writeAddress } from "./view.js";

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
    this.select?.addEventListener("change", () => gantt.colour(this.select.value));
    this.baseline?.addEventListener("change", () => gantt.compareWith(this.baseline.value));
    this.#buttons(find);
    this.#keys();
  }

  #buttons(find) {
    const { view } = this.gantt;
    const press = (name, action) => find(name)?.addEventListener("click", action);
    press("out", () => view.zoom(1 / CLOSER));
    press("in", () => view.zoom(CLOSER));
    press("fit", () => view.showAll());
    press("link", (event) => this.#copyLink(event.currentTarget));
    press("keys", () => this.help?.showModal());
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
      Escape: () => this.#escape(),
    });
  }

  #escape() {
    if (document.activeElement?.matches("input")) document.activeElement.blur();
    this.gantt.finder.show(null);
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
    this.select?.replaceChildren(...options.map((o) => new Option(o.label, o.key, false, o.key === key)));
    if (this.legend) showLegend(this.legend, scheme, (names) => gantt.colour(key, names));
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
