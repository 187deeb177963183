// The drop zone: a file dropped, pasted or picked is sent at once, with progress; where the form has `data-waits`, as
// there is more to fill in, its button sends it.

const form = document.querySelector("form[data-upload]");
const zone = form.querySelector("[data-dropzone]");
const input = form.querySelector("input[type=file]");
const picked = form.querySelector("[data-picked]");
const bar = form.querySelector("[data-progress]");
const limit = Number(form.dataset.maxMegabytes) * 2 ** 20;

function choose(files) {
  if (files.length === 0) return;
  const [file] = files;
  if (file.size > limit) {
    picked.textContent = `${file.name} has ${Math.ceil(file.size / 2 ** 20)} MB; at most ${form.dataset.maxMegabytes} MB are taken.`;
    input.value = "";
    return;
  }
  const waits = "waits" in form.dataset;
  picked.textContent = waits ? file.name : `Reading ${file.name} …`;
  if (!waits) send();
}

function send() {
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.responseType = "document";
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    bar.hidden = false;
    bar.value = total ? loaded / total : 0;
    if (loaded === total) bar.removeAttribute("value");
  });
  request.addEventListener("load", () => show(request));
  request.addEventListener("error", () => fail("The connection was lost; try again."));
  request.send(new FormData(form));
}

function show(request) {
  const moved = new URL(request.responseURL).pathname !== new URL(form.action).pathname;
  if (moved) location.assign(request.responseURL);
  else if (request.response) replace(request.response);
  else fail("The server did not answer; try again.");
}

/** The refusal, without losing what is on the page. */
function replace(page) {
  fail("");
  const main = document.querySelector("main");
  main.querySelector(".message")?.remove();
  const message = page.querySelector("main .message");
  if (message) form.before(document.adoptNode(message));
}

function fail(text) {
  picked.textContent = text;
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
