r"""A strict reader of the LaTeX that tables are written in.

It knows what pdfTeX with `booktabs` takes, and nothing else: so what it accepts compiles.
"""

import re
from collections.abc import Iterator

COMMANDS = {
    *("begin", "end", "toprule", "midrule", "bottomrule", "textbf", "textbar", "dots"),
    *("textbackslash", "textasciicircum", "textasciitilde", "surd", "S"),
    *("Sigma", "Delta", "Omega", "Lambda", "alpha", "beta", "gamma", "delta", "varepsilon"),
    *("lambda", "mu", "pi", "rho", "sigma", "tau", "varphi", "omega", "theta", "eta"),
    *("cdot", "geq", "leq", "neq", "approx", "infty", "times", "pm", "in", "to", "mid"),
    *("lceil", "rceil", "lfloor", "rfloor", "uparrow", "downarrow"),
}
SYMBOLS = set("{}%&$#_\\,")
"""Characters that a backslash makes a command of."""
ENVIRONMENTS = {"tabular": "booktabs"}
TOKEN = re.compile(r"\\([a-zA-Z]+|.)(\{\})?|\s+|[^\\\s]", re.DOTALL)


def problems(text: str) -> list[str]:
    """Return what a compiler would complain of, or would print otherwise than written."""
    lines = text.split("\n")
    body = [line for line in lines if not line.startswith("%")]
    return [*_characters(body), *_groups("\n".join(body)), *_rows(body)]


def _characters(lines: list[str]) -> Iterator[str]:
    for line in lines:
        for character in line:
            if ord(character) > 126 and not "À" <= character <= "ž":
                yield f"{character!r} has no glyph in {line!r}"


def _groups(text: str) -> Iterator[str]:
    """Yield what is wrong with commands, braces, mathematics and environments."""
    open_groups: list[str] = []
    is_math = False
    for match in TOKEN.finditer(text):
        token, command = match[0], match[1]
        if command is not None:
            if command not in COMMANDS and command not in SYMBOLS:
                yield f"\\{command} is unknown"
        elif token == "$":
            is_math = not is_math
        elif token == "{":
            open_groups.append(token)
        elif token == "}":
            if not open_groups:
                yield "a brace is closed that was not opened"
            else:
                open_groups.pop()
        elif token in "#~" or (token in "_^" and not is_math):
            yield f"{token} is not escaped"
        elif token in "<>|" and not is_math:
            yield f"{token} is printed as another character"
        elif "\n" in token and is_math:
            yield "mathematics go on after the end of a line"
            is_math = False
    if open_groups or is_math:
        yield "something is not closed"
    begun = re.findall(r"\\begin\{(\w+)\}", text)
    ended = re.findall(r"\\end\{(\w+)\}", text)
    if begun != ended or not set(begun) <= set(ENVIRONMENTS):
        yield f"environments {begun} are ended as {ended}"


def _rows(lines: list[str]) -> Iterator[str]:
    """Yield rows that have more or fewer cells than the table has columns."""
    columns = 0
    for line in lines:
        if begun := re.fullmatch(r"\\begin\{tabular\}\{([lr]+)\}", line):
            columns = len(begun[1])
        elif line.endswith(r"\\"):
            cells = len(re.findall(r"(?<!\\)&", line)) + 1
            if cells != columns:
                yield f"{cells} cells in {columns} columns: {line!r}"
        elif line and line not in (r"\toprule", r"\midrule", r"\bottomrule", r"\end{tabular}"):
            yield f"no row ends with {line!r}"
