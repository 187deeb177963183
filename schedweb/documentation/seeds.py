"""Tables of what the papers say, section by section, and where each of it stands here."""

from parsched.studies.covered import SEEDS, KeysPlace, Seed, places
from schedweb.documentation.catalogue import escaped, table

HEADS = ("section", "what", "it says", "where it stands")


def seeds(paper: str) -> str:
    """Return the table of a paper, by its number."""
    return table(HEADS, map(_row, SEEDS[paper]))


def _row(one: Seed) -> list[str]:
    where = "; ".join(map(_named, places(one.where))) or "**open**"
    reason = f" {escaped(one.reason)}" if one.reason else ""
    return [escaped(one.section), one.kind, escaped(one.text), f"{where}.{reason}"]


def _named(place: KeysPlace) -> str:
    """Name what stands at a place, with a link to the study or the algorithm that has it."""
    within, is_example = place.within, place.what == "example"
    names = ", ".join(escaped(key) if is_example else f"`{key}`" for key in place.keys)
    if place.is_of_study:
        return f"{place.noun} {names} of [{within}](../reference/studies.md#{within})"
    if is_example:
        return f"{place.noun} of [{within}](../reference/algorithms.md#{within}): {names}"
    return f"{place.noun} {names}{f' on {within}' if within else ''}"
