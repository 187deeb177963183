"""`new-plugin`: a package that works at once, to begin a plugin with."""

import keyword
import re
from importlib.resources import files
from pathlib import Path

from parsched.base.errors import FormatError, ParameterError
from parsched.base.whole_files import whole_folder
from parsched.plugins.allowed import normalised
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.online.orders import ORDERS

LONGEST_NAME = 40
_RULE = (
    f"up to {LONGEST_NAME} of a–z, 0–9 and single hyphens, a letter first and no hyphen last, such "
    "as shelf-packing"
)
FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "__init__.py": "{module}/__init__.py",
    "algorithm.py": "{module}/algorithm.py",
    "order.py": "{module}/order.py",
    "references.bib": "{module}/references.bib",
    "test_plugin.py": "tests/test_plugin.py",
}
"""Templates, and where what is made of them goes."""


def write_plugin(name: str, folder: Path) -> Path:
    """Write a package into a folder of its own, and return that.

    Parameters
    ----------
    name
        What it is called: the package, its module, its algorithm and its order.
    folder
        Where the folder of the package is made.

    Raises
    ------
    ParameterError
        For a name that cannot be.
    FormatError
        When the folder is there, or cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> written = write_plugin("shelf-packing", Path(tempfile.mkdtemp()))
    >>> sorted(path.name for path in written.iterdir())
    ['README.md', 'pyproject.toml', 'schedweb_shelf_packing', 'tests']
    """
    if problem := _problem(name):
        raise ParameterError({"name": f"name must be {problem}, got {name!r:.60}"})
    package = f"schedweb-{name}"
    words = {
        "name": name,
        "package": package,
        "module": package.replace("-", "_"),
        "function": name.replace("-", "_"),
        "title": name.replace("-", " ").capitalize(),
        "class": "".join(part.capitalize() for part in name.split("-")),
    }
    target = folder / package
    if target.exists():
        raise FormatError(f"{target} is there already: choose another name, or another --out")
    with whole_folder(target) as draft:
        for template, path in FILES.items():
            draft.add(path.format_map(words), _filled(template, words))
    return target


def _problem(name: str) -> str:
    """Say what a name must be; blank where it is so."""
    if len(name) > LONGEST_NAME or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        return _RULE
    if keyword.iskeyword(name) or name != normalised(name):
        return "no word of Python"
    if name in ALGORITHMS or f"{name}-order" in ORDERS:
        return "none that an algorithm has already"
    return ""


def _filled(template: str, words: dict[str, str]) -> str:
    """Return a template with its words, which stand between two @."""
    text = (files("parsched.plugins") / "template" / f"{template}.txt").read_text("utf-8")
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text
