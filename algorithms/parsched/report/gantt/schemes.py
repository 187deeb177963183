"""What colours the jobs of Gantt charts: classes of a quantity, or names.

`static/js/gantt/colours.js` does the same in the browser, on the columns of packs.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.base.errors import ParameterError
from parsched.model.problem.instance import Instance
from parsched.model.problem.labels import Labels
from parsched.model.problem.ticks import apart
from parsched.model.problem.workload import Floats
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt.categories import MOST, categories
from parsched.report.gantt.classes import DAY, HOUR, MINUTE, classify, limits
from parsched.report.gantt.tones import CATEGORIES, GREY, MOVED, ramp
from parsched.report.names import split
from parsched.report.questions import AskedJobs, QuestionError, Tree, matching, parsed
from parsched.report.scales import label

AUTOMATIC, MOVES, ASKED = "", "moved", "question"
QUANTITIES = ("runtime", "width", "wait", "slowdown")
NAMES = ("user", "group", "queue", "partition", "executable", "environment", "origin", "status")
COLOURS = (AUTOMATIC, *QUANTITIES, *NAMES, "site", "backfilled", MOVES, ASKED)
"""What jobs may be coloured by; blank is by environment where they have any, else by run time."""
TITLES = {"runtime": "run time", MOVES: "start moved"}
"""What people call those whose key is another word."""
LARGEST = 3
"""Names that have a colour unless some were chosen."""
READABLE = (
    *(1, 2, 5, 10, 20, 30),
    *(m * MINUTE for m in (1, 2, 5, 10, 20, 30)),
    *(h * HOUR for h in (1, 2, 3, 5, 10)),
    *(d * DAY for d in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)),
)
"""Limits of how far starts have moved, seconds."""
MOST_SAMPLED = 200_000
SAME = 1e-9
"""Starts that are less apart, in seconds, are the same."""

Kinds = NDArray[np.uint8]


@dataclass(frozen=True)
class Class:
    """A class of jobs: what the legend calls it, its colours on light and on dark grounds, and what
    the legend adds, such as how many jobs there are."""

    label: str
    light: str
    dark: str
    note: str = ""

    @property
    def title(self) -> str:
        """What the legend says."""
        return f"{self.label}: {self.note}" if self.note else self.label

    def colour(self, *, dark: bool) -> str:
        """Return its colour, "#rrggbb"."""
        return self.dark if dark else self.light


@dataclass(frozen=True, eq=False)
class Scheme:
    """Classes that jobs are in under a schedule: `kinds` returns the number of each job's class,
    uint8, shape (n_jobs,)."""

    key: str
    classes: tuple[Class, ...]
    kinds: Callable[[AskedJobs], Kinds]

    @property
    def title(self) -> str:
        """What people call it."""
        return TITLES.get(self.key, self.key)


@dataclass(frozen=True, eq=False)
class Drawn:
    """What is coloured: the schedules of some runs of an instance, and one that they are compared
    with."""

    instance: Instance
    schedules: Sequence[Schedule]
    baseline: Schedule

    def jobs(self, schedule: Schedule) -> AskedJobs:
        """Return the jobs under a schedule."""
        return AskedJobs(self.instance, schedule, self.baseline)

    def names_of(self, key: str) -> Labels | None:
        """Return the names of jobs by the key of a column, in their natural order."""
        column = self.instance.workload.labels.get(key)
        return column.in_order() if column is not None else None

    def has(self, key: str) -> bool:
        """Tell whether there is anything that tells jobs apart by this."""
        if key in NAMES:
            names = self.names_of(key)
            return names is not None and bool(names.names)
        if key == "site":
            return self.instance.platform.is_grid
        if key == "backfilled":
            return any(bool(schedule.backfilled.any()) for schedule in self.schedules)
        return key != MOVES or any(one is not self.baseline for one in self.schedules)


def names_of(key: str, instance: Instance) -> tuple[str, ...]:
    """Return the names that jobs are told apart by, none where a colour has no names."""
    if key == "site":
        return tuple(site.name for site in instance.platform.sites)
    column = instance.workload.labels.get(key or "environment")
    return () if column is None else column.in_order().names


def usual(drawn: Drawn) -> str:
    """Return what colours the jobs by default."""
    return "environment" if drawn.has("environment") else "runtime"


def scheme_of(asked: str, pick: str, drawn: Drawn) -> Scheme:
    """Return the classes of a colour; `pick` has the names that are coloured where there are too
    many, with commas between, or the question that jobs are coloured by.

    Raises
    ------
    ParameterError
        For a colour that does not tell these jobs apart, for names that they do not have, and for
        what is no question to them.
    """
    key = asked or usual(drawn)
    if not drawn.has(key):
        known = ", ".join(filter(drawn.has, COLOURS[1:]))
        raise ParameterError({"colour": f"colour must be one of {known} here, got {key}"})
    if key in QUANTITIES:
        return _quantity(key, drawn)
    if key == MOVES:
        return _moved(drawn)
    if key == ASKED:
        return _asked(pick, drawn)
    if key == "backfilled":
        words = ("in queue order", GREY), ("backfilled", _named(1))
        classes = tuple(Class(text, tone[False], tone[True]) for text, tone in words)
        return Scheme(key, classes, lambda jobs: jobs.placed.backfilled.astype(np.uint8))
    return _category(key, pick, drawn)


def _named(place: int) -> Mapping[bool, str]:
    return {dark: CATEGORIES[dark][place] for dark in (False, True)}


def _values(key: str, jobs: AskedJobs) -> Floats:
    """Return a quantity of each job; 0 for those that the schedule does not have."""
    if key == "runtime":
        values = jobs.runtime
    elif key == "width":
        values = jobs.width
    elif key == "wait":
        values = jobs.wait
    else:
        with np.errstate(invalid="ignore", divide="ignore"):
            values = np.where(jobs.wait > 0, (jobs.wait + jobs.runtime) / jobs.runtime, 1.0)
    return np.nan_to_num(values, nan=0.0, posinf=np.inf)


def _quantity(key: str, drawn: Drawn) -> Scheme:
    upper = limits(drawn.instance.workload)[key]
    write = _number if key in ("width", "slowdown") else _duration
    texts = _between([write(limit) for limit in upper], has_none=upper[0] == 0)
    colours = zip(texts, ramp(len(texts)), ramp(len(texts), dark=True), strict=True)
    classes = tuple(Class(*one) for one in colours)
    return Scheme(key, classes, lambda jobs: classify(_values(key, jobs), upper))


def _number(value: float) -> str:
    return f"{value:,.0f}" if value.is_integer() else f"{value:.3g}"


def _duration(seconds: float) -> str:
    return label(seconds) if seconds else "0 s"


def _between(upper: Sequence[str], *, has_none: bool) -> list[str]:
    """Name the classes up to each limit, and the one above them."""
    first = "none" if has_none else f"≤ {upper[0]}"
    middle = [f"{low} to {high}" for low, high in pairwise(upper)]
    return [first, *middle, f"> {upper[-1]}"]


def moved_limits(drawn: Drawn) -> tuple[float, float]:
    """Return readable times near two quantiles of the distance (seconds) of starts from the
    baseline's, over jobs that moved; of many jobs, every n-th counts."""
    apart = []
    for schedule in drawn.schedules:
        step = -(-len(schedule) * len(drawn.schedules) // MOST_SAMPLED) or 1
        by = np.abs(schedule.start[::step] - drawn.baseline.start[::step])
        apart.append(by[by > SAME])
    far = np.sort(np.concatenate(apart)) if apart else np.empty(0)
    times = np.array(READABLE, np.float64)

    def nearest(share: float) -> int:
        value = far[int(share * (len(far) - 1))] if len(far) else 1.0
        return int(np.abs(np.log(times / value)).argmin())

    small = min(nearest(1 / 3), len(READABLE) - 2)
    return READABLE[small], READABLE[max(nearest(2 / 3), small + 1)]


def _moved(drawn: Drawn) -> Scheme:
    small, large = moved_limits(drawn)
    a, b = label(small), label(large)
    earlier = [f"> {b} earlier", f"{a} to {b} earlier", f"≤ {a} earlier"]
    later = [f"≤ {a} later", f"{a} to {b} later", f"> {b} later"]
    texts = [*earlier, "same start", *later]
    classes = tuple(Class(*one) for one in zip(texts, MOVED[False], MOVED[True], strict=True))
    upper = [-large, -small, -SAME, SAME, small, large]

    def kinds(jobs: AskedJobs) -> Kinds:
        by = apart(jobs.placed.start, jobs.before.start)
        return classify(np.nan_to_num(by, nan=0.0), upper)

    return Scheme(MOVES, classes, kinds)


def asked_by(pick: str) -> Tree:
    """Return the question that jobs are coloured by; raises ParameterError for what is none, and
    for a blank one, which tells no jobs apart."""
    if not pick.strip():
        rule = "pick must be the question that jobs are coloured by, such as wait>1h"
        raise ParameterError({"pick": f"{rule}, got nothing"})
    try:
        return parsed(pick)
    except QuestionError as error:
        raise ParameterError({"pick": f"pick: {error}"}) from error


def _asked(question: str, drawn: Drawn) -> Scheme:
    """Colour the jobs that match a question against all others; the legend says how many match,
    under the schedules with fewest and with most."""
    tree = asked_by(question)

    def matches(jobs: AskedJobs) -> Kinds:
        return matching(tree, jobs).astype(np.uint8)

    try:
        counts = [int(matches(drawn.jobs(one)).sum()) for one in drawn.schedules]
    except QuestionError as error:
        raise ParameterError({"pick": f"pick: {error}"}) from error
    fewest, most = min(counts, default=0), max(counts, default=0)
    found = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    note = f"{found} of {counted(len(drawn.instance.jobs), 'job')}"
    rest, colours = Class("all others", GREY[False], GREY[True]), _named(1)
    asked = Class(question, colours[False], colours[True], note)
    return Scheme(ASKED, (rest, asked), matches)


def _category(key: str, pick: str, drawn: Drawn) -> Scheme:
    labels = drawn.jobs(drawn.baseline).sites if key == "site" else drawn.names_of(key)
    assert labels is not None
    names = list(labels.names)
    chosen = _chosen(key, labels, pick, drawn)
    place = {name: i + 1 for i, name in enumerate(chosen)}
    table = np.array([0, *(place.get(name, 0) for name in names)], np.uint8)
    rest = Class(_rest(key, labels, len(names) - len(chosen)), GREY[False], GREY[True])
    coloured = (Class(name, *_named(i).values()) for i, name in enumerate(chosen))

    def kinds(jobs: AskedJobs) -> Kinds:
        codes = jobs.sites.codes if key == "site" else labels.codes
        return table[codes + 1]

    return Scheme(key, (rest, *coloured), kinds)


def _chosen(key: str, labels: Labels, pick: str, drawn: Drawn) -> list[str]:
    """Return the names with a colour: all of few, else those that were picked, or need most
    work."""
    names = list(labels.names)
    if len(names) <= MOST:
        return names
    if pick:
        wanted = split(pick, names, "pick", "names that jobs have")
        return list(dict.fromkeys(wanted))[: MOST - 1]
    if key == "environment" and (found := categories(drawn.instance.workload)):
        return list(found.names)
    work = np.nan_to_num(drawn.jobs(drawn.baseline).work, nan=0.0)
    held = np.bincount(labels.codes + 1, weights=work, minlength=len(names) + 1)[1:]
    return [names[code] for code in np.argsort(-held, kind="stable")[:LARGEST]]


def _rest(key: str, labels: Labels, others: int) -> str:
    """Describe the jobs that are grey."""
    if key != "environment":
        return f"{others:,} others" if others else "unknown"
    has_none = bool((labels.codes < 0).any())
    if others:
        return f"{others:,} others" + (", or none" if has_none else "")
    return "no environment"
