// The strip of tabs of a comparison: tabs keep what charts put into the address, and addresses with the fragment of a
// section, from the time when all sections stood on one page, lead to its tab.

const LINKS = "a[data-tab]";

function keep({ target }) {
  const link = target.closest?.(LINKS);
  if (link) link.search = location.search;
}

function lead() {
  const wanted = location.hash.slice(1);
  if (!wanted || document.getElementById(wanted)?.matches(`:not(${LINKS})`)) return;
  const links = [...document.querySelectorAll(`${LINKS}[data-anchors]`)];
  const link = links.find(({ dataset }) => dataset.anchors.split(" ").includes(wanted));
  if (!link) return;
  const address = new URL(link.href);
  address.search = location.search;
  address.hash = wanted;
  location.replace(address);
}

/** A link to share opens what is shown, which charts may have changed since the page came. */
function remember({ target }) {
  const view = target.querySelector("[data-view]");
  if (view) view.value = location.search;
}

document.addEventListener("submit", remember);
document.addEventListener("click", keep);
document.addEventListener("auxclick", keep);
addEventListener("hashchange", lead);
lead();
