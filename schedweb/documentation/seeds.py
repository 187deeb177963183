"""Tables of what the papers say, section by section, and where each of it stands here."""

from collections.abc import Sequence

from algorithms.studies.covered import SEEDS, Reference, Seed
from schedweb.documentation.catalogue import escaped, table

HEADS = ("section", "what", "it says", "where it stands")


def seeds(paper: str) -> str:
    """Return the table of a paper, by its number."""
    return table(HEADS, map(_row, SEEDS[paper]))


def _row(one: Seed) -> list[str]:
    where = "; ".join(grouped(one.where)) or "**open**"
    reason = f" {escaped(one.reason)}" if one.reason else ""
    return [escaped(one.section), one.kind, escaped(one.text), f"{where}.{reason}"]


def grouped(where: Sequence[Reference]) -> list[str]:
    """Name references, those of one kind and place together, with links to studies."""
    together: dict[tuple[str, str], list[str]] = {}
    for one in where:
        together.setdefault((one.what, one.within), []).append(one.key)
    return [_named(what, within, keys) for (what, within), keys in together.items()]


def _named(what: str, within: str, keys: Sequence[str]) -> str:
    is_example = what == "example"
    names = ", ".join(escaped(key) if is_example else f"`{key}`" for key in keys)
    noun = f"{what}s" if len(keys) > 1 else what
    if what in ("claim", "figure", "table", "part"):
        return f"{noun} {names} of [{within}](../reference/studies.md#{within})"
    if is_example:
        return f"{noun} of [{within}](../reference/algorithms.md#{within}): {names}"
    return f"{noun} {names}{f' on {within}' if within else ''}"
