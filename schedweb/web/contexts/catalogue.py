"""Pages of the catalogue."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Self

import numpy as np

from parsched.base.origins import Plugin
from parsched.data.generators import Generator
from parsched.declare.references import Reference
from parsched.declare.spec import Spec
from parsched.measure.bounds import BOUNDS, Bound
from parsched.measure.bounds.registry import CRITERIA
from parsched.measure.metrics import METRICS, Metric
from parsched.policies.registry import Algorithm
from parsched.policies.theory import Theory
from parsched.report.as_code import algorithm_as_code
from parsched.report.examples import WorkedExample, counterexamples, example, further
from parsched.report.glossary import WORDS
from parsched.report.palette import style, usual_order
from schedweb.base import outages
from schedweb.web.docstrings import Background, DocstringBlock, background, blocks
from schedweb.web.drawings import ScheduleDrawing, drawings
from schedweb.web.job_table import JobTable, job_table

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class CatalogueEntry:
    """An algorithm in the catalogue."""

    algorithm: Algorithm
    color: str
    takes: tuple[str, ...]


@dataclass(frozen=True)
class Family:
    """Algorithms of one package."""

    title: str
    entries: Sequence[CatalogueEntry]


@dataclass(frozen=True)
class CataloguePage:
    """All algorithms by family, the generators, and the plugins that add to them."""

    families: Sequence[Family]
    generators: Sequence[Generator]
    plugins: Sequence[Plugin] = ()

    @classmethod
    def of(
        cls,
        algorithms: Iterable[Algorithm],
        generators: Iterable[Generator],
        plugins: Sequence[Plugin] = (),
    ) -> Self:
        """Group algorithms by family, both in order of registration."""
        ordered = list(algorithms)
        order = list(dict.fromkeys(a.family for a in ordered))
        ordered.sort(key=lambda a: (order.index(a.family), usual_order(a)))
        families = [
            Family(title, [entry(a) for a in group])
            for title, group in groupby(ordered, key=lambda a: a.family)
        ]
        return cls(families, list(generators), plugins)


@dataclass(frozen=True)
class DrawnExample:
    """An example with its pictures; `title` and `text` are blank for the first one of a page."""

    title: str
    text: str
    drawings: Sequence[ScheduleDrawing]
    job_table: JobTable

    @classmethod
    def of(cls, example: WorkedExample) -> Self:
        """Draw it."""
        return cls(example.title, example.text, drawings(example), job_table(example))


@dataclass(frozen=True)
class AlgorithmPage:
    """One algorithm."""

    algorithm: Algorithm
    color: str
    takes: tuple[str, ...]
    principle: Sequence[DocstringBlock]
    background: Sequence[Background]
    specs: Sequence[Spec]
    references: Sequence[Reference]
    examples: Sequence[DrawnExample]
    counterexamples: Sequence[DrawnExample]
    theory: Theory | None

    @classmethod
    def of(cls, algorithm: Algorithm) -> Self:
        """Build the page from the declaration of the algorithm."""
        return cls(
            algorithm=algorithm,
            color=style(algorithm.key).color,
            takes=takes(algorithm),
            principle=blocks(algorithm.description)[1:],
            background=background(algorithm.description),
            specs=algorithm.params.specs(),
            references=algorithm.references,
            examples=_examples(algorithm),
            counterexamples=[DrawnExample.of(each) for each in counterexamples(algorithm)],
            theory=algorithm.theory() if algorithm.theory else None,
        )

    @property
    def code(self) -> str:
        """Python that runs it with its parameters at their defaults."""
        return algorithm_as_code(self.algorithm.key)

    @property
    def bounds(self) -> Sequence[tuple[float, Sequence[str]]]:
        """Table of the curves: values of x with the value of each curve."""
        if self.theory is None:
            return []
        rows = []
        for tenth in range(1, 11):
            values = [np.interp(tenth / 10, curve.x, curve.y) for curve in self.theory.curves]
            rows.append((tenth / 10, ["none" if np.isinf(y) else f"{y:.4g}" for y in values]))
        return rows


@cache
def _examples(algorithm: Algorithm) -> Sequence[DrawnExample]:
    """Draw what an algorithm makes of its examples, once per process.

    None where it runs a program, which readers of a page may not start, and where one of a plugin
    fails, as its page has more to say.
    """
    if algorithm.runs_commands:
        return []
    try:
        return [DrawnExample.of(each) for each in (example(algorithm), *further(algorithm))]
    except Exception as error:  # an algorithm of a plugin may raise whatever it likes
        if not algorithm.plugin or outages.sentence(error):  # such as missing machine code
            raise
        log.exception("the example of %s, which %s brings, fails", algorithm.key, algorithm.plugin)
        return []


@dataclass(frozen=True)
class FaultPart:
    """What is wrong with a value as it is typed, blank if nothing; the wrong character stands
    between what is `before` and `after` it."""

    said: str
    before: str = ""
    wrong: str = ""
    after: str = ""

    @classmethod
    def of(cls, spec: Spec, value: str) -> Self:
        """Check a value."""
        fault = spec.fault(value) if spec.fault else None
        if fault is None:
            return cls(spec.problem(spec.parse(value)) or "")
        if not fault.position:
            return cls(fault.said)
        place = fault.position - 1
        wrong = value[place : place + 1] or " "
        return cls(fault.said, value[:place], wrong, value[place + 1 :])


@dataclass(frozen=True)
class CatalogueBounds:
    """Lower bounds on one metric."""

    metric: Metric
    bounds: Sequence[Bound]


@dataclass(frozen=True)
class CatalogueWord:
    """A glossary entry, and the metrics that use the word."""

    title: str
    blocks: Sequence[DocstringBlock]
    metrics: Sequence[Metric]


@dataclass(frozen=True)
class GlossaryPage:
    """All metrics and bounds, and the terms that their texts use."""

    metrics: Sequence[Metric]
    groups: Sequence[CatalogueBounds]
    words: Sequence[CatalogueWord]

    @classmethod
    def all(cls) -> Self:
        """Return the page with all declared metrics and bounds."""
        groups = [
            CatalogueBounds(METRICS[metric], list(BOUNDS[criterion].values()))
            for criterion, metric in CRITERIA.items()
        ]
        words = [
            CatalogueWord(word.title, blocks(word.text), [METRICS[key] for key in word.metrics])
            for word in WORDS
        ]
        return cls(list(METRICS.values()), groups, words)

    @property
    def references(self) -> Sequence[Reference]:
        """References of metrics and bounds, without duplicates."""
        cited = [metric.references for metric in self.metrics]
        cited += [bound.references for group in self.groups for bound in group.bounds]
        return list({r.key: r for references in cited for r in references}.values())


def entry(algorithm: Algorithm) -> CatalogueEntry:
    """Return an algorithm as the catalogue lists it."""
    return CatalogueEntry(algorithm, style(algorithm.key).color, takes(algorithm))


def takes(algorithm: Algorithm) -> tuple[str, ...]:
    """Say in a few words which jobs and machines an algorithm takes."""
    supports = algorithm.supports
    jobs = "rigid and moldable jobs" if supports.moldable else "rigid jobs"
    if supports.one_processor:
        jobs += " that can run on one processor"
    if supports.whole_times:
        jobs += ", in whole units of time or rounded"
    return (
        jobs,
        "release times" if supports.release_times else "all jobs at time 0",
        "clusters and grids" if supports.grid else "one cluster",
        "on-line" if supports.online else "off-line",
        "randomised" if algorithm.is_stochastic else "deterministic",
    )
