// <button data-copy="#id">: copies the text or the value of an element. <button data-copy-text="…">: copies that.

const SHOWN_FOR = 1600;

function textOf(button) {
  if (button.dataset.copyText !== undefined) return button.dataset.copyText;
  const source = document.querySelector(button.dataset.copy);
  return source.value ?? source.textContent;
}

async function copy(button) {
  const said = button.textContent;
  try {
    await navigator.clipboard.writeText(textOf(button));
    button.textContent = "Copied";
  } catch {
    const source = button.dataset.copy && document.querySelector(button.dataset.copy);
    if (source?.select) source.select();
    else if (source) getSelection().selectAllChildren(source);
    button.textContent = "Press Ctrl+C";
  }
  setTimeout(() => (button.textContent = said), SHOWN_FOR);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-copy-text]");
  if (button) copy(button);
});
