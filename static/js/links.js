// <a data-own="every" href="…">: a link that shows a section of the page in another manner. Of the address it changes its
// own names only; what charts and other sections put there since the page came stays. Without scripts that is lost.

function renew({ target }) {
  const link = target.closest("a[data-own]");
  if (!link) return;
  const wanted = new URL(link.href).searchParams;
  const query = new URLSearchParams(location.search);
  for (const name of link.dataset.own.split(" ")) {
    query.delete(name);
    for (const value of wanted.getAll(name)) query.append(name, value);
  }
  link.search = query.toString();
}

document.addEventListener("click", renew);
document.addEventListener("auxclick", renew);

// <tbody data-rows>: each number leads where the name of its row leads, too, unless text is being marked.

function follow(event) {
  const cell = event.target.closest("tbody[data-rows] td");
  if (!cell || event.target.closest("a") || String(getSelection())) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  cell.parentElement.querySelector("th a")?.dispatchEvent(click);
}

document.addEventListener("click", follow);
