"""Digests of what machine code is made from: files, their code, and the kernels themselves.

A comment changes the first alone, code that only calls kernels the first two. So programs go by the
third, and set-up, which has to hear new calls, by the second.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
_DECLARES = re.compile(rb"^@(kernel|allocating|inlined)\b", re.MULTILINE)
"""Finds the modules that declare kernels without loading the others: kernels stand in the first
column, by the plain names of their decorators."""


@cache
def of_files() -> str:
    """Return the digest of all bytes: where it is the same, nothing changed at all."""
    return _digest(f"{name} ".encode() + file.read_bytes() for name, file in _files())


@cache
def of_code() -> str:
    """Return the digest of all code, without comments and docstrings."""
    return _digest(f"{name} {code_of(file)}".encode() for name, file in _files())


@cache
def of_kernels() -> str:
    """Return the digest of all kernels that are declared in the library, with all that they read
    (`Kernel.digest`). This loads the modules that declare them."""
    kernels = {
        f"{module}.{name}": value
        for module in _modules_of_kernels()
        for name, value in vars(import_module(module)).items()
        if hasattr(value, "py_func") and value.__module__ == module
    }
    return _digest(f"{name} {kernels[name].digest}".encode() for name in sorted(kernels))


def code_of(file: Path) -> str:
    """Return the code of a file, without comments and docstrings; all of a file that does not
    parse, such as a template of code in the package of a plugin."""
    content = file.read_bytes()
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):  # a ValueError for NUL
        return content.hex()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [part for part in node.body if not _is_text(part)]
    return ast.dump(tree)


def _is_text(node: ast.stmt) -> bool:
    """Tell whether a statement is a text that nothing reads, such as a docstring."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _modules_of_kernels() -> Iterator[str]:
    for name, file in _files():
        if _DECLARES.search(file.read_bytes()):
            parts = [PACKAGE.name, *Path(name).with_suffix("").parts]
            yield ".".join(part for part in parts if part != "__init__")


def _files() -> list[tuple[str, Path]]:
    """Return the sources of the library by their names within it."""
    return [(file.relative_to(PACKAGE).as_posix(), file) for file in within(PACKAGE)]


def within(folder: Path) -> list[Path]:
    """Return the sources in a folder, at any depth; a link of an editor to no file is none."""
    return sorted(file for file in folder.rglob("*.py") if file.is_file())


def _digest(parts: Iterable[bytes]) -> str:
    digest = sha256()
    for part in parts:
        digest.update(b"%d\n" % len(part) + part)
    return digest.hexdigest()
