"""A user with a keyboard and no mouse."""

from playwright.sync_api import Locator, Page

MOST = 250  # presses of Tab from one end of a page to the other
HIDDEN = """
() => {
  const element = document.activeElement;
  if (element === document.body) return "";
  const name = element.outerHTML.slice(0, 120);
  const ringed = (found) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(found);
    return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  };
  const around = element.closest(".dropzone") ?? element;
  if (!ringed(around)) return `no ring: ${name}`;
  const { left, right, top, bottom } = around.getBoundingClientRect();
  if (right - left < 1 || bottom - top < 1) return `no size: ${name}`;
  const box = [Math.max(left, 0), Math.min(right, innerWidth), Math.max(top, 0), Math.min(bottom, innerHeight)];
  if (box[0] >= box[1] || box[2] >= box[3]) return `out of the window: ${name}`;
  const over = document.elementFromPoint((box[0] + box[1]) / 2, (box[2] + box[3]) / 2);
  const isSeen = over === null || around.contains(over) || over.contains(around) || over.closest("label")?.contains(around);
  return isSeen ? "" : `${name} is behind ${over.outerHTML.slice(0, 120)}`;
}
"""  # noqa: E501 (a program)


class Keyboard:
    """Presses keys, and sees that what has the focus is to be seen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.unseen: list[str] = []

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def reach(self, target: Locator, key: str = "Tab") -> None:
        """Press Tab until something has the focus."""
        for _ in range(MOST):
            if target.count() and target.evaluate("(found) => found === document.activeElement"):
                return
            self.press(key)
            if said := self.page.evaluate(HIDDEN):
                self.unseen.append(said)
        raise AssertionError(f"Tab does not lead to {target}")

    def open(self, target: Locator) -> None:
        """Go there and press Enter."""
        self.reach(target)
        self.press("Enter")
