// Keys and playing in the classroom; each step is a link, which htmx opens in place.

const PACE = 1500; // ms from one event to the next
let playing = 0;

const link = (name) => document.querySelector(`#stage a[data-step="${name}"]`);

function stop() {
  clearInterval(playing);
  playing = 0;
}

function advance() {
  const next = link("after");
  if (next) next.click();
  else stop();
  show();
}

function show() {
  const button = document.querySelector("#stage [data-play]");
  if (button) button.textContent = playing ? "Pause" : "Play";
}

function toggle() {
  if (playing) {
    stop();
  } else {
    playing = setInterval(advance, PACE);
    advance();
  }
  show();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-play]")) toggle();
  if (target.closest("[data-print]")) print();
});

document.addEventListener("htmx:afterSettle", show);

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const name = { ArrowLeft: "before", ArrowRight: "after" }[event.key];
  if (name) {
    event.preventDefault();
    link(name)?.click();
  } else if (event.key === " " && document.getElementById("stage") && !event.target.closest("button, a, summary")) {
    event.preventDefault();
    toggle();
  }
});

// What is changed is shown at once, but a job only when it has its processors and its time.
const isWhole = (row) => {
  const [, width, time] = [...row.querySelectorAll("input")].map((input) => input.value.trim());
  const isEmpty = [...row.querySelectorAll("input")].every((input) => !input.value.trim());
  return isEmpty || Boolean(width && time);
};

document.addEventListener("change", ({ target }) => {
  const form = target.closest("form.classroom");
  if (!form?.checkValidity()) return;
  if ([...form.querySelectorAll("tbody tr")].every(isWhole)) form.requestSubmit();
});
