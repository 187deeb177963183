"""Pages of what the library declares: one for each kind of declaration, with a heading for each."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from myst_parser.slugs import github_slugify

from parsched.data.formats import FORMATS
from parsched.data.formats.schedules.sources import SCHEDULES
from parsched.data.generators import GENERATORS
from parsched.data.logs import SOURCES
from parsched.declare.parameters import Params
from parsched.declare.references import Reference
from parsched.measure.bounds import BOUNDS
from parsched.measure.metrics import METRICS
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.policies.online.presets import PRESETS
from parsched.report import REPORTS
from parsched.report.questions import FIELDS
from parsched.studies import STUDIES, Study
from parsched.studies.kept_claims import KeptClaim, kept_claims, summed_up

_UNDERLINED = re.compile(r"^(.+)\n-{3,}$", re.MULTILINE)
PRESET_NOTE = "A preset: its parameters stand for parameters of `queue`."


def escaped(text: str) -> str:
    """Write plain text so that Markdown does not read markup into it."""
    for character in "\\`*_[]<>|":
        text = text.replace(character, "\\" + character)
    return text


def cell(text: str) -> str:
    """Write text into a cell of a table, with its code as it is."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table of cells."""
    titles = list(heads)
    lines = [titles, ["---"] * len(titles), *(list(map(cell, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def heading(key: str, title: str) -> str:
    """Return the heading of a declaration: its key, which is the anchor, too, and its title."""
    return f"## `{key}`\n\n**{escaped(title)}**"


def anchor(title: str) -> str:
    """Return the anchor of a heading: of a key such as `easy++` itself, of others as on GitHub."""
    return github_slugify(title) if " " in title else title.lower()


def _parameters(params: type[Params]) -> Iterator[str]:
    specs = params.specs()
    if specs:
        rows = ([f"`{s.name}`", f"`{s.default}`", s.rule, s.help] for s in specs)
        yield table(("parameter", "default", "rule", "meaning"), rows)


def _sources(references: Iterable[Reference]) -> Iterator[str]:
    if texts := [escaped(one.text) for one in references]:
        yield "Sources: " + "; ".join(texts)


def _prose(text: str) -> str:
    """Return the text of a docstring, in which only code in backticks is markup."""
    plain = "\n".join(line.strip() for line in text.strip().splitlines())
    parts = _UNDERLINED.sub(r"### \1", plain).split("`")
    return "`".join(part if i % 2 else _plain(part) for i, part in enumerate(parts))


def _plain(text: str) -> str:
    for character in "*_<[":
        text = text.replace(character, "\\" + character)
    return text


def _algorithms() -> Iterator[str]:
    for one in ALGORITHMS.values():
        yield heading(one.key, one.title)
        if one.key in PRESETS:
            yield PRESET_NOTE
        yield _prose(one.description or one.summary)
        yield from _parameters(one.params)
        if one.sweeps:
            rows = ([f"`{one.key}:{s.key}`", s.title, s.help] for s in one.sweeps)
            yield table(("ready-made sweep", "title", "meaning"), rows)
        yield from _sources(one.references)


def _formulas(declared: Mapping[str, Any]) -> Iterator[str]:
    for one in declared.values():
        yield heading(one.key, one.title)
        yield f"{_formula(one)}{_prose(one.help)}"
        yield from _sources(one.references)


def _formula(one: Any) -> str:
    return f"`{one.formula}`\n\n" if one.formula else ""


def _metrics() -> Iterator[str]:
    for one in METRICS.values():
        yield heading(one.key, one.title)
        unit = f"Unit: {one.unit}. " if one.unit else ""
        better = "" if one.better == "neither" else f"The {one.better}, the better."
        yield f"`{one.formula}`\n\n{_prose(one.help)} {unit}{better}"
        yield from _sources(one.references)


def _bounds() -> Iterator[str]:
    for criterion, bounds in BOUNDS.items():
        for one in bounds.values():
            yield heading(f"{criterion}-{one.key}", one.title)
            certified = "" if one.certified else " Not certified: some schedule may be below it."
            yield f"Of `{criterion}`, called `{one.key}`: `{one.formula}`"
            yield f"{_prose(one.help)}{certified}"
            yield from _sources(one.references)


def _generators() -> Iterator[str]:
    for one in GENERATORS.values():
        yield heading(one.key, one.title)
        yield _prose(one.description or one.summary)
        yield from _parameters(one.params)
        yield from _sources(one.references)


def _reports() -> Iterator[str]:
    for one in REPORTS.values():
        yield heading(one.key, one.title)
        yield one.help
        yield from _parameters(one.options)


def _formats() -> Iterator[str]:
    for one in FORMATS.values():
        yield heading(one.key, one.title)
        yield "Endings: " + ", ".join(f"`{ending}`" for ending in one.extensions)
    yield "## Schedules made elsewhere"
    rows = ([f"`{key}`", one.title, one.about] for key, one in SCHEDULES.items())
    yield table(("format", "title", "what it holds"), rows)


def _logs() -> Iterator[str]:
    for one in SOURCES.values():
        yield heading(one.key, one.title)
        yield _prose(one.about)


def _fields() -> Iterator[str]:
    rows = (
        [
            ", ".join(f"`{word}`" for word in (key, *one.also)),
            one.title,
            one.formula,
            f"`{one.example}`",
        ]
        for key, one in FIELDS.items()
    )
    yield table(("field", "title", "what it is", "example"), rows)


def _studies() -> Iterator[str]:
    for one in STUDIES.values():
        yield heading(one.key, one.title)
        yield claims(one)


def claims(study: Study) -> str:
    """Return what is claimed and tested in a study, as a table, with the verdicts that are kept."""
    found = kept_claims(study)
    if not any(one.kept for one in found):
        rows = ([one.where, one.text, one.published, one.reason] for one in study.claims)
        return table(("where", "claim", "published", "where it errs"), rows)
    judged = table(("claim", "ours", "verdict"), map(_judged, found))
    return f"{judged}\n\n{escaped(' '.join(summed_up(found)))}"


def _judged(one: KeptClaim) -> list[str]:
    """Return a claim with the verdict that is kept of it; none of fewer instances, and none that is
    older, is told as the present one of full size."""
    claim, kept = one.claim, one.kept
    when = f" ({'; '.join(filter(None, (one.size, one.older)))})" if kept else ""
    why = kept.reason if kept and not one.older else claim.reason
    return [
        f"{escaped(claim.whole)} **{escaped(claim.where)}**: {escaped(claim.published)}",
        escaped(kept.ours) if kept else "–",
        f"**{one.verdict}**{when}. {escaped(why)}",
    ]


PAGES: Mapping[str, tuple[str, str, Callable[[], Iterator[str]]]] = {
    "algorithms": (
        "Algorithms",
        "What `sched.compare`, the command line, forms and the API take, by key.",
        _algorithms,
    ),
    "orders": (
        "Orders of a queue",
        "`queue:order=KEY`: the waiting job with the least value comes first.",
        lambda: _formulas(ORDERS),
    ),
    "predictors": (
        "Predictions of run times",
        "`queue:predict=KEY`: what is believed of the run times of jobs.",
        lambda: _formulas(PREDICTORS),
    ),
    "metrics": ("Metrics", "What is measured of every schedule.", _metrics),
    "bounds": ("Lower bounds", "What no schedule of an instance can be below.", _bounds),
    "generators": ("Generators", "What `sched.generate` makes, by key.", _generators),
    "reports": ("Reports", "What `sched.report` says, by key.", _reports),
    "formats": ("Workload files", "What `sched.read` reads, and `write` writes.", _formats),
    "sources": (
        "Logs of machines",
        "What is recognised by what it holds, or named with `--source`.",
        _logs,
    ),
    "fields": ("Fields of questions", "What `sched.select` and the find box know.", _fields),
    "studies": ("Studies", "Experiments with repetitions, and what they test.", _studies),
}
"""Title, sentence and content of each page of `reference/`, by its name."""


def pages() -> dict[str, str]:
    """Return the pages by path."""
    return {
        f"reference/{name}.md": "\n\n".join([f"# {title}", sentence, *parts()]) + "\n"
        for name, (title, sentence, parts) in PAGES.items()
    }
