// Keyboard shortcuts of the charts; the dialog in the template lists them.

const TYPING = "input, select, textarea, [contenteditable]";

/** Run actions by key: {ArrowLeft: fn, …}; keys with modifiers and keys typed into a field are left alone. */
export function listenForKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.(TYPING) && event.key !== "Escape") return;
    if (document.querySelector("dialog[open]")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
