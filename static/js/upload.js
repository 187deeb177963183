// The drop zone: a file dropped, pasted or picked is sent at once, with progress; where the form has `data-waits`, as
// there is more to fill in, its button sends it.

import { keepDraft } from "./drafts.js";
import { say, unsay } from "./faults.js";
import { NO_ANSWER, STRANGE, TOO_LATE, sentence, why, wordsOf } from "./words.js";

const PATIENCE = 600_000; // milliseconds: files are large
const form = document.querySelector("form[data-upload]");
const zone = form.querySelector("[data-dropzone]");
const input = form.querySelector("input[type=file]");
const picked = form.querySelector("[data-picked]");
const bar = form.querySelector("[data-progress]");
const limit = Number(form.dataset.maxMegabytes) * 2 ** 20;
let file;

function choose(files) {
  if (files.length === 0) return;
  [file] = files;
  if (file.size > limit) {
    const size = Math.ceil(file.size / 2 ** 20);
    fail(`It has ${size} MB; at most ${form.dataset.maxMegabytes} MB are taken.`);
    return;
  }
  const waits = "waits" in form.dataset;
  picked.textContent = waits ? file.name : `Reading ${file.name} …`;
  if (!waits) send();
}

function send() {
  unsay(form);
  keepDraft(form);
  const request = new XMLHttpRequest();
  const data = new FormData(form);
  request.open("POST", form.action);
  request.responseType = "document";
  request.timeout = PATIENCE;
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    bar.hidden = false;
    bar.value = total ? loaded / total : 0;
    if (loaded === total) bar.removeAttribute("value");
  });
  request.addEventListener("load", () => show(request));
  request.addEventListener("error", () => fail(NO_ANSWER));
  request.addEventListener("timeout", () => fail(TOO_LATE));
  request.send(data);
}

function show({ status, responseURL, response }) {
  const message = response?.querySelector("main .message");
  if (new URL(responseURL).pathname !== new URL(form.action).pathname) location.assign(responseURL);
  else if (message) replace(message);
  else fail(status < 400 ? STRANGE : why(status, { own: wordsOf(response), bytes: file.size, megabytes: form.dataset.maxMegabytes }));
}

/** The refusal, without losing what is on the page. */
function replace(message) {
  reset();
  document.querySelector("main .message")?.remove();
  form.before(document.adoptNode(message));
}

/** Say why the file was not taken. */
function fail(reason) {
  const { name } = file;
  reset();
  say(zone, sentence(name, true, reason));
}

function reset() {
  picked.textContent = "";
  bar.hidden = true;
  input.value = "";
}

input.addEventListener("change", () => choose(input.files));
choose(input.files); // picked before this script was there

for (const name of ["dragenter", "dragover"]) {
  document.addEventListener(name, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    zone.classList.add("over");
  });
}

document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) zone.classList.remove("over");
});

document.addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  zone.classList.remove("over");
  input.files = event.dataTransfer.files;
  choose(input.files);
});

document.addEventListener("paste", (event) => {
  if (!event.clipboardData?.files.length) return;
  input.files = event.clipboardData.files;
  choose(input.files);
});
