"""Leave out what a style sheet or module tells its readers: browsers need not fetch that."""

import re

BLOCK = r"/\*(?:(?!\*/)[\s\S])*\*/[ \t]*"
LINES = re.compile(rf"^[ \t]*(?://.*|{BLOCK})\n", re.M)
"""Comments that have their lines for themselves."""
BLOCKS = re.compile(rf"^[ \t]*{BLOCK}\n", re.M)
"""The same in the language of style sheets, which has no others."""
OPEN = re.compile(r"/\*(?!.*\*/)")
"""A comment that begins behind something else and goes on in the next line."""
NESTED = re.compile(r"\$\{[^}`]*`")
"""A text that begins within another one."""


def without_comments(module: str) -> str:
    """Return the text of a module without the comments that have lines for themselves.

    One with a text of several lines, with a text in a text, or with a comment that begins behind
    something else stays as it is: what looks like a comment in there may be none.

    Examples
    --------
    >>> without_comments("// Adds.\\nconst a = 1; // one\\n/**\\n * Two.\\n */\\nconst b = 2;\\n")
    'const a = 1; // one\\nconst b = 2;\\n'
    >>> without_comments("const text = `\\n// no comment\\n`;\\n")
    'const text = `\\n// no comment\\n`;\\n'
    """
    found = LINES.sub("", module)
    texts = any(line.count("`") % 2 or NESTED.search(line) for line in module.split("\n"))
    return module if texts or OPEN.search(found) else found


def without_blocks(sheet: str) -> str:
    """Return the text of a style sheet without the comments that have lines for themselves.

    Examples
    --------
    >>> without_blocks("/* Of\\n   all. */\\na { color: red; /* so */ }\\n")
    'a { color: red; /* so */ }\\n'
    """
    return BLOCKS.sub("", sheet)
