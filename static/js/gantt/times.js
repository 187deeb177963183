// Points on the time axis in words: dates where the jobs have a calendar and the reader wants them.

import { Calendar } from "../calendar.js";
import { showsDates } from "../clock.js";
import { moment } from "./format.js";

/** Writes times of a page; `calendar` is what its configuration says, or null. */
export class Times {
  constructor(calendar) {
    this.calendar = calendar ? new Calendar(calendar) : null;
  }

  /** "2026-03-30 05:00:00 CEST", or "2 d 05:00". */
  text(seconds) {
    const date = this.calendar && showsDates() ? this.calendar.text(seconds) : "";
    return date || moment(seconds);
  }

  /** Begin and end of the day, hour, … that the user typed, or null. */
  parse(text) {
    return this.calendar?.parse(text) ?? null;
  }

  /** Which dates are understood, for what looks like another one, by the example of a time; "" without dates. */
  hint(text, seconds) {
    return this.calendar?.hint(text, seconds) ?? "";
  }
}
