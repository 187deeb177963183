// Reads the binary packs of algorithms/parsched/report/gantt/planes.py: a header and columns of integers as byte planes.

import { ask } from "../ask.js";

const MAGIC = "SWP1";

/** Fetch and read a pack; a failed answer becomes a sentence. */
export async function fetchPack(url, what) {
  try {
    const response = await ask(url);
    return parsePack(await response.arrayBuffer());
  } catch (error) {
    throw new Error(`${what} could not be loaded. ${error.message}`);
  }
}

/** Read header and columns: {header, columns: {name: typed array}}. */
export function parsePack(buffer) {
  const bytes = new Uint8Array(buffer);
  if (bytes.length < 8 || String.fromCharCode(...bytes.subarray(0, 4)) !== MAGIC) {
    throw new Error("This file is not a schedule pack. Reload the page to try again.");
  }
  const length = new DataView(buffer).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  const columns = {};
  let at = 8 + length;
  for (const [name, about] of Object.entries(header.columns)) {
    const part = bytes.subarray(at, at + about.bytes);
    columns[name] = about.text ? part : integers(part, about);
    at += about.bytes;
  }
  return { header, columns };
}

/** Put the planes of a column together. */
export function integers(part, { planes, delta, signed }) {
  const n = part.length / planes;
  if (planes === 1 && !delta && !signed) return part;
  const values = planes <= SMALL && !delta && !signed ? new Int32Array(n) : new Float64Array(n);
  const join = planes <= SMALL ? joinSmall : joinLarge;
  join(values, part, planes, signed);
  if (delta) {
    let sum = 0;
    for (let i = 0; i < n; i++) values[i] = sum += values[i];
  }
  return values;
}

/** Planes of numbers that bit operations take as they are: nearly all columns have no more. */
const SMALL = 3;

function joinSmall(values, part, planes, signed) {
  const n = values.length;
  const [second, third] = [n, 2 * n];
  for (let i = 0; i < n; i++) {
    let v = part[i];
    if (planes > 1) v |= part[second + i] << 8;
    if (planes > 2) v |= part[third + i] << 16;
    values[i] = signed ? (v >>> 1) ^ -(v & 1) : v;
  }
}

function joinLarge(values, part, planes, signed) {
  const n = values.length;
  for (let i = 0; i < n; i++) {
    let v = 0;
    for (let at = (planes - 1) * n + i; at >= 0; at -= n) v = 256 * v + part[at];
    values[i] = signed ? (v % 2 === 0 ? v / 2 : -(v + 1) / 2) : v;
  }
}
