// Times and numbers as people read them.

const UNITS = [
  [86400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];

/** A duration with three significant digits: "3.5 h", "42 s". */
export function duration(seconds) {
  const size = Math.abs(seconds);
  const [unit, name] = UNITS.find(([unit]) => size >= unit) ?? [1, "s"];
  return `${digits(seconds / unit)} ${name}`;
}

/** A point on the time axis: "78 d 07:12", "07:12:05", "42 s". */
export function moment(seconds) {
  if (seconds < 60) return duration(seconds);
  const whole = Math.round(seconds);
  const days = Math.floor(whole / 86400);
  const parts = [(whole % 86400) / 3600, (whole % 3600) / 60, whole % 60];
  const [h, m, s] = parts.map((part) => String(part | 0).padStart(2, "0"));
  return days ? `${days} d ${h}:${m}` : `${h}:${m}:${s}`;
}

/** A number with three significant digits and no trailing zeros; whole numbers in full. */
export function digits(value) {
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return withCommas(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** "1 processor", "128 processors". */
export function plural(count, noun) {
  return `${withCommas(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A whole number with commas: the browser's own formatting takes long to begin with. */
function withCommas(whole) {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}
