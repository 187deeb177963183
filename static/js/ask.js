// Asks the server for what scripts need: an answer that is no success, or none, becomes an error with a sentence.

import { LOGGED_OUT, NO_ANSWER, STRANGE, TOO_LATE, ownWords, why } from "./words.js";

const PATIENCE = 60_000; // milliseconds
const LOG_IN = "/accounts/login/";

/** Why something was refused; its message is a sentence, `status` is 0 where no answer came. */
export class Refusal extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

/** Fetch an answer of some type: json, html, or anything else. */
export async function ask(address, { type = "", patience = PATIENCE, ...options } = {}) {
  let response;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(patience), ...options });
  } catch (error) {
    throw new Refusal(error.name === "TimeoutError" ? TOO_LATE : NO_ANSWER);
  }
  const given = response.headers.get("Content-Type") ?? "";
  if (!response.ok) {
    const own = ownWords(given, await response.text().catch(() => ""));
    throw new Refusal(why(response.status, { own }), response.status);
  }
  if (response.redirected && new URL(response.url).pathname === LOG_IN) throw new Refusal(LOGGED_OUT, 401);
  if (!given.includes(type)) throw new Refusal(STRANGE, response.status);
  return response;
}

/** Fetch JSON; what is cut off or none is refused, too. */
export async function askJson(address, options = {}) {
  return read(await ask(address, { ...options, type: "json" }), (response) => response.json());
}

/** Fetch a page of ours, or the part of one that is an element of its own, such as a dialog. */
export async function askPage(address, options = {}) {
  const text = await read(await ask(address, { ...options, type: "html" }), (response) => response.text());
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!page.querySelector("main#content, body > [id]")) throw new Refusal(STRANGE);
  return page;
}

async function read(response, how) {
  try {
    return await how(response);
  } catch (error) {
    throw new Refusal(error instanceof SyntaxError ? STRANGE : NO_ANSWER, response.status);
  }
}
