// <figure data-plot data-live="address" data-poll="1000">: keeps a plot up to date while what it shows goes on.
// poll.js says when to ask; a request that fails is made up for by the next one.

import { Refusal, askJson } from "./ask.js";
import { heard, lost } from "./connection.js";
import { plots } from "./plots.js";

const PATIENCE = 10_000;

class Live {
  constructor(element) {
    this.element = element;
    this.section = element.closest("section");
    this.stale = element.querySelector("[data-stale]");
    this.asking = false;
    element.addEventListener("poll", () => this.#ask());
  }

  async #ask() {
    if (this.asking) return;
    this.asking = true;
    try {
      await this.#show(await askJson(this.element.dataset.live, { patience: PATIENCE }));
      heard(this.element);
      this.stale.hidden = true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      lost(this.element, error.status);
      this.stale.hidden = false;
    } finally {
      this.asking = false;
    }
  }

  async #show(news) {
    if (news.is_over) delete this.element.dataset.poll;
    if (!news.columns) return;
    this.section.hidden = false;
    this.element.querySelector("[data-figure]").setAttribute("aria-label", news.summary);
    for (const [key, text] of Object.entries(news.numbers)) {
      const place = this.element.querySelector(`[data-number="${key}"]`);
      place.hidden = !text;
      place.querySelector("dd").textContent = text;
    }
    await plots.get(this.element).renew(news);
  }
}

for (const element of document.querySelectorAll("[data-live]")) new Live(element);
