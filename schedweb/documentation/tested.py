"""The page "what is tested against what", made from the same file as the application's page."""

from collections.abc import Iterator

from schedweb.base.evidence import Evidence, EvidencePage
from schedweb.documentation.catalogue import escaped, table

HEADS = ("what", "against", "result", "when and how much")
AGAIN = (
    "`make evidence` in a clone runs all of it within minutes and writes these figures; "
    "`make evidence only=bounds` runs one, and `make evidence full=1` does as much as each may do."
)


def pages() -> dict[str, str]:
    """Return the page by its path."""
    return {"science/evidence.md": "\n\n".join(_parts(EvidencePage.of())) + "\n"}


def _parts(page: EvidencePage) -> Iterator[str]:
    yield "# Evidence"
    yield "What is tested against what, how often, and what came of it when it ran last."
    yield escaped(" ".join(page.sentences))
    for about, entries in page.groups:
        yield f"## {about}"
        yield table(HEADS, map(_row, entries))
    yield AGAIN


def _row(one: Evidence) -> list[str]:
    when = f"{one.figures.words}; {one.figures.commit}" if one.figures else "–"
    found = ". ".join([f"{one.state}: {one.result}".removesuffix(": "), *one.remarks])
    return [
        f"**{escaped(one.title)}**: {escaped(one.ours)}",
        f"{escaped(one.against)} (`{one.where}`)",
        escaped(found),
        escaped(when),
    ]
