"""One deliberate mistake, and the tests that have to notice it."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Mutation:
    """A mistake in one place of a module.

    Parameters
    ----------
    module
        Dotted name of the module.
    before
        Text of the module that occurs once. Not a line number: those move with every commit.
    after
        What stands there instead.
    tests
        Files or tests, below `tests/`, with blanks between; at least one must fail.
    """

    module: str
    before: str
    after: str
    tests: str

    @property
    def file(self) -> Path:
        """File of the module, below the root of the project."""
        file = Path(f"{self.module.replace('.', '/')}.py")
        return "algorithms" / file if self.module.startswith("parsched.") else file

    @property
    def title(self) -> str:
        """What people read: the module and both texts."""
        return f"{self.module}: {one_line(self.before)} → {one_line(self.after) or 'nothing'}"

    @property
    def paths(self) -> list[str]:
        """Tests as pytest takes them."""
        return [f"tests/{test}" for test in self.tests.split()]

    def applied(self, source: str) -> str:
        """Return the source of the module with the mistake.

        Raises
        ------
        ValueError
            When the text does not occur exactly once.
        """
        count = source.count(self.before)
        if count != 1:
            raise ValueError(f"{self.file}: {one_line(self.before)!r} occurs {count} times, not 1")
        return source.replace(self.before, self.after)


def one_line(text: str) -> str:
    """Return text without line ends and repeated blanks."""
    return " ".join(text.split())
