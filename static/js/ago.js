// <time data-ago datetime="…">2 min ago</time>: moves on while the page is open, in the words of quantities.ago.

const SPANS = [
  [86_400, "day"],
  [3_600, "h"],
  [60, "min"],
];
const EVERY = 10_000;

/** How long ago a moment was, or how far ahead it is; both in milliseconds. */
export function ago(then, now) {
  const seconds = (now - then) / 1000;
  for (const [unit, name] of SPANS) {
    if (Math.abs(seconds) < unit) continue;
    const whole = Math.floor(Math.abs(seconds) / unit);
    const text = `${whole} ${name}${name === "day" && whole !== 1 ? "s" : ""}`;
    return seconds > 0 ? `${text} ago` : `in ${text}`;
  }
  return seconds >= 0 ? "just now" : "in a moment";
}

function refresh() {
  for (const time of document.querySelectorAll("time[data-ago]")) {
    const text = ago(Date.parse(time.dateTime), Date.now());
    if (time.textContent !== text) time.textContent = text;
  }
}

setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
