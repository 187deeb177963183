"""Join ES modules: one file for what every page needs, and one for each other entry.

A module becomes a function that returns what it exports, and runs when it is first asked for, once,
as a browser would run it. This works for a part of the language, which `imports` and `exports`
below are; anything else is refused, so that a page never differs from its source.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from schedweb.server.delivery.comments import without_comments
from schedweb.server.delivery.errors import PackError

MAIN = "js/main.js"
"""The entry of every page; it has all modules that several entries need."""
IMPORT = re.compile(r'^import (?:\{([^{}]*)\} from )?"(\.[^"\n]*)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
OTHER = re.compile(
    r"^\s*(?:import|export)\b|\bimport(?:\s*\(|\.meta\b)"
    r"|^(?!.*\basync\b)(?=\S.*\bawait\b|await\b).+"  # outside of any function
    r"|^(?:const|let|var|function\*?|class) load\b",  # which asks for a module here
    re.M,
)
REGISTRY = """\
const modules = {}, made = {};
export const add = (more) => Object.assign(modules, more);
export const load = (name) => (made[name] ??= modules[name](load));
"""


@dataclass(frozen=True)
class Module:
    """A module: the names of those it imports, in order, with what it takes from each; what it
    exports; and its text as the body of a function."""

    imports: tuple[tuple[str, frozenset[str]], ...]
    exports: frozenset[str]
    body: str


def bundles(read: Callable[[str], str], entries: Iterable[str]) -> dict[str, str]:
    """Return the text of a file for each entry, by name.

    Parameters
    ----------
    read
        Gives the text of a module by its name among the static files, such as `js/main.js`.
    entries
        Names of the modules that pages load. Each page loads `MAIN`.

    Raises
    ------
    PackError
        When a module imports what is not there or itself, or is written in another manner.
    """
    needed = {entry: reached(read, entry) for entry in sorted({MAIN, *entries})}
    uses = Counter(name for modules in needed.values() for name in modules)
    shared = {**needed[MAIN]}
    for modules in needed.values():
        shared |= {name: module for name, module in modules.items() if uses[name] > 1}
    return {
        entry: _main(shared)
        if entry == MAIN
        else _entry(entry, {name: each for name, each in modules.items() if name not in shared})
        for entry, modules in needed.items()
    }


def reached(read: Callable[[str], str], entry: str) -> dict[str, Module]:
    """Return an entry and all modules that it needs by name, each after those it imports."""
    found: dict[str, Module] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            between = above[above.index(name) + 1 :]
            way = f" by way of {' and '.join(between)}" if between else ""
            raise PackError(f"{name} imports itself{way}.")
        if name not in found:
            module = parse(name, read(name))
            for needed, taken in module.imports:
                visit(needed, (*above, name))
                if missing := taken - found[needed].exports:
                    raise PackError(
                        f"{name} imports {min(missing)}, which {needed} does not export."
                    )
            found[name] = module

    visit(entry, ())
    return found


def parse(name: str, text: str) -> Module:
    """Return a module as the body of a function.

    >>> parse("js/a.js", 'import { b } from "./b.js";\\nexport const a = b;\\n').body
    'const { b } = load("js/b.js");\\nconst a = b;\\nreturn { a };'
    """
    imports: list[tuple[str, frozenset[str]]] = []

    def asked(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[2]))
        taken = (each.split(" as ")[0].strip() for each in (found[1] or "").split(","))
        imports.append((path, frozenset(filter(None, taken))))
        names = f"const {{{found[1].replace(' as ', ': ')}}} = " if found[1] else ""
        return f'{names}load("{path}");'

    exports = EXPORT.findall(text)
    body = EXPORT.sub("", IMPORT.sub(asked, text))
    if other := OTHER.search(body):
        line = body[other.end() - len(other[0].lstrip()) :].partition("\n")[0]
        raise PackError(
            f"{name} has {line!r}, which cannot be joined: write "
            '`import { name } from "./file.js";` on a line of its own, and `export` before a '
            "function, class or const."
        )
    body = without_comments(body)
    return Module(tuple(imports), frozenset(exports), f"{body}return {{ {', '.join(exports)} }};")


def _main(modules: dict[str, Module]) -> str:
    return f'{REGISTRY}add({_joined(modules)});\nload("{MAIN}");\n'


def _entry(entry: str, modules: dict[str, Module]) -> str:
    main = posixpath.relpath(MAIN, posixpath.dirname(entry))
    path = main if main.startswith(".") else f"./{main}"
    added = f"add({_joined(modules)});\n" if modules else ""
    return f'import {{ add, load }} from "{path}";\n{added}load("{entry}");\n'


def _joined(modules: dict[str, Module]) -> str:
    functions = (f'"{name}": (load) => {{\n{each.body}\n}},\n' for name, each in modules.items())
    return f"{{\n{''.join(functions)}}}"
