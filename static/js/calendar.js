// Dates and hours of seconds after time 0 of a workload, and the ticks of their axes. The offsets from UTC come with
// the page, so that no time zones of the browser are needed; algorithms/parsched/report/dates.py does the same for files.

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];
const PARTS = [1, 2, 5, 10, 20, 50, 100, 200, 500].map((part) => part / 1000);
const SECONDS = [
  ...PARTS,
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
];
const DAYS = [1, 2, 7, 14];
const MONTHS = [1, 2, 3, 6, ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((n) => 12 * n)];
const MONTH = 30 * DAY;
const MONDAY = 3;
const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LAST = 253402214400;
const TYPED = /^(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:[T ]+(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?)?)?$/;

const LIKE_DATE =
  /^(?:\d{1,4}[\s./:,-]+\d{1,4}(?:[\s./:,T-]+\d+)*|(?=.*\d)[\d\s.,/-]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\d\s.,/:-]*)\s*(?:[ap]m)?$/i;

/** The calendar of a workload: {unix_start, note, offsets: [[begin, seconds, name], …]}. */
export class Calendar {
  constructor({ unix_start, note, offsets }) {
    this.note = note;
    this.pieces = offsets.map(([begin, seconds, name], i) => ({
      low: i ? begin : -Infinity,
      high: offsets[i + 1]?.[0] ?? Infinity,
      ahead: unix_start + seconds,
      name,
    }));
  }

  #piece(at) {
    return this.pieces.find(({ high }) => at < high);
  }

  /** What clocks on the wall show: seconds since 1970. */
  local(at) {
    return at + this.#piece(at).ahead;
  }

  /** The first second after time 0 at which clocks show this or more: where they jump over it, the jump. */
  first(local) {
    const { low, ahead } = this.pieces.find(({ high, ahead }) => local - ahead < high);
    return Math.max(local - ahead, low);
  }

  /** "2026-03-30 05:00:00 CEST" of seconds after time 0; "" for what has no date. */
  text(at) {
    const whole = Math.floor(at);
    if (!(whole + this.#piece(whole).ahead <= LAST)) return "";
    const { year, number, day, hour, minute, second } = fields(this.local(whole));
    return `${year}-${two(number)}-${two(day)} ${hour}:${minute}:${second} ${this.#piece(whole).name}`;
  }

  /** The seconds from the beginning to the end of the month, day, hour, minute or second that the user typed, or null. */
  parse(text) {
    const match = TYPED.exec(text.trim());
    if (match === null) return null;
    const [year, month, day, hour, minute, second] = match.slice(1).map((part) => (part === undefined ? null : Number(part)));
    const given = [year, month - 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0];
    const made = new Date(Date.UTC(...given));
    const isThere =
      made.getUTCMonth() === given[1] && made.getUTCDate() === given[2] && made.getUTCHours() === given[3] &&
      made.getUTCMinutes() === given[4] && made.getUTCSeconds() === given[5];
    if (!isThere) return null;
    const known = [month, day, hour, minute, second].filter((part) => part !== null).length;
    const end = given.slice();
    end[known] += 1;
    return [given, end].map((parts) => this.first(Date.UTC(...parts) / 1000));
  }

  /** Say which dates `parse` takes, by the example of seconds after time 0; "" for what looks like no date. */
  hint(text, at) {
    if (!LIKE_DATE.test(text.trim())) return "";
    const [day, hour] = this.text(at).split(" ");
    return day ? `Dates are written ${day}, ${day.slice(0, 7)} or ${day} ${hour.slice(0, 5)}.` : "";
  }

  /** About `most` ticks from begin to end: [[seconds after time 0, text], …]. */
  ticks(begin, end, most) {
    const span = Math.max(end - begin, 1e-9);
    const step = SECONDS.find((seconds) => span / seconds <= most);
    if (step !== undefined) return this.#said(this.#within(begin, end, step), hour(step));
    const days = DAYS.find((n) => span / (n * DAY) <= most);
    if (days !== undefined) return this.#said(this.#midnights(begin, end, days), ["day", "year"]);
    const months = MONTHS.find((n) => span / (n * MONTH) <= most) ?? MONTHS.at(-1);
    return this.#said(this.#firsts(begin, end, months), months < 12 ? ["month", "year"] : ["year", ""]);
  }

  /** Multiples of a step that divides days; hours that come twice come twice. */
  #within(begin, end, step) {
    const ticks = [];
    for (const { low, high, ahead } of this.pieces) {
      const last = Math.min(end, high);
      let number = Math.ceil((Math.max(begin, low) + ahead) / step - 1e-6);
      for (let at = number * step - ahead; at <= last && at < high; at = ++number * step - ahead) ticks.push(at);
    }
    return ticks;
  }

  /** The beginnings of each such day, of 7 days on Mondays. */
  #midnights(begin, end, days) {
    const shift = days % 7 === 0 ? MONDAY : 0;
    const ticks = [];
    let day = Math.floor((Math.floor(this.local(begin) / DAY) + shift) / days) * days;
    for (let at = this.first((day - shift) * DAY); at <= end; at = this.first((day - shift) * DAY)) {
      if (at >= begin) ticks.push(at);
      day += days;
    }
    return ticks;
  }

  /** The beginnings of each such month. */
  #firsts(begin, end, months) {
    const ticks = [];
    const { year, number } = fields(this.local(begin));
    for (let i = Math.floor((year * 12 + number - 1) / months) * months; i < 120000; i += months) {
      const at = this.first(Date.UTC(Math.max(Math.floor(i / 12), 1), i % 12, 1) / 1000);
      if (at > end) break;
      if (at >= begin) ticks.push(at);
    }
    return ticks;
  }

  /** Each tick with its text, and below what is another one than at the tick before. */
  #said(ticks, [upper, lower]) {
    let before = "";
    return ticks.map((at) => {
      const parts = fields(this.local(at));
      const below = lower && WORDS[lower](parts);
      const text = WORDS[upper](parts);
      const said = below && below !== before ? `${text}\n${below}` : text;
      before = below;
      return [at, said];
    });
  }
}

const WORDS = {
  part: ({ hour, minute, second, part }) => `${hour}:${minute}:${second}.${part}`,
  second: ({ hour, minute, second }) => `${hour}:${minute}:${second}`,
  minute: ({ hour, minute }) => `${hour}:${minute}`,
  date: ({ day, month, year }) => `${day} ${month} ${year}`,
  day: ({ day, month }) => `${day} ${month}`,
  month: ({ month }) => month,
  year: ({ year }) => `${year}`,
};

function hour(step) {
  return [step < 1 ? "part" : step < MINUTE ? "second" : "minute", "date"];
}

function two(number) {
  return String(number).padStart(2, "0");
}

function fields(local) {
  const made = new Date(Math.round(Math.min(Math.max(local, 0), LAST) * 1000));
  return {
    year: made.getUTCFullYear(),
    number: made.getUTCMonth() + 1,
    month: NAMES[made.getUTCMonth()],
    day: made.getUTCDate(),
    hour: two(made.getUTCHours()),
    minute: two(made.getUTCMinutes()),
    second: two(made.getUTCSeconds()),
    part: String(made.getUTCMilliseconds()).padStart(3, "0"),
  };
}
