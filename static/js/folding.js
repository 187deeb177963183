// The text by which words are looked for, as in schedweb/base/folding.py: capitals, the forms of Unicode and the letters i
// of Turkish meet, and invisible characters are left out.

const IGNORED =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu;

export function folded(text) {
  const capitals = text.normalize("NFKC").replace(IGNORED, "").toLowerCase().toUpperCase();
  return capitals.toLowerCase().normalize("NFKC").replace(/i\u0307|\u0131/gu, "i").replaceAll("ς", "σ");
}
