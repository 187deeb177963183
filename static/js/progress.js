// <div data-progress="3/8">: what goes on, which the title of the tab says too. <button data-notify>: who wants it is
// notified by the browser when that has ended while another tab is looked at.

import { keep, keepInTab, kept, keptInTab } from "./store.js";

const title = document.title;
const ACTIVE = "active", NOTIFY = "notify";

const isWanted = () => Notification.permission === "granted" && kept(NOTIFY) === "on";

function showButtons() {
  for (const button of document.querySelectorAll("[data-notify]")) {
    button.hidden = !("Notification" in window) || Notification.permission === "denied" || isWanted();
  }
}

function show() {
  const now = document.querySelector("[data-progress]");
  document.title = now ? `(${now.dataset.progress}) ${title}` : title;
  if (now) keepInTab(ACTIVE, location.pathname);
  showButtons();
}

// The page reloads when all has ended.
function notifyOfEnd() {
  const wasActive = keptInTab(ACTIVE) === location.pathname;
  if (!wasActive || document.querySelector("[data-progress]")) return;
  keepInTab(ACTIVE, null);
  if (!document.hidden || !("Notification" in window) || !isWanted()) return;
  const body = document.querySelector(".lead")?.textContent.trim() ?? "";
  const notification = new Notification(title, { body, tag: location.pathname });
  notification.addEventListener("click", () => window.focus());
}

document.addEventListener("click", async ({ target }) => {
  if (!target.matches("[data-notify]")) return;
  if ((await Notification.requestPermission()) === "granted") keep(NOTIFY, "on");
  showButtons();
});
document.addEventListener("htmx:afterSettle", show);
notifyOfEnd();
show();
