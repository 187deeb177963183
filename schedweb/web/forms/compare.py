"""The form of algorithms to compare, with their parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count, groupby
from typing import Self

from django.http import QueryDict

from parsched.base.digits import whole
from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.data.formats import different
from parsched.policies.catalogue import ALGORITHMS, Algorithm
from parsched.report.palette import usual_order
from parsched.run.ready_made import ENVIRONMENTS, POLICIES, READY_MADE, ReadyMade, usual
from parsched.run.request import MAX_RUNS, RequestEntry, expanded
from schedweb.runs.candidates import Candidates
from schedweb.runs.estimates import Total, total
from schedweb.runs.selectors import Offer
from schedweb.web.forms.choices import AlgorithmChoice
from schedweb.workers.presence import free_processes

MAX_ROWS, LAST_ROW = 200, 99_999


@dataclass(frozen=True)
class ChoiceFamily:
    """Choices of one family."""

    title: str
    choices: Sequence[AlgorithmChoice]


@dataclass(frozen=True)
class Refused:
    """Choices that do not fit for the same reason; `outer` can run some of them, so many as
    `within` says, when it is asked for as `entry` does."""

    reason: str
    choices: Sequence[AlgorithmChoice]
    outer: Algorithm | None = None
    entry: str = ""
    within: int = 0


@dataclass(frozen=True)
class ReadyChoice:
    """A ready-made comparison that suits, and whether all its runs are chosen."""

    declared: ReadyMade
    is_chosen: bool

    @property
    def runs(self) -> int:
        """Number of its runs."""
        return len(self.declared.requests)


@dataclass(frozen=True)
class ChoicesForm:
    """Rows for all algorithms of the catalogue; an algorithm may have several rows.

    `find` is what is looked for among them, which filter.js does."""

    candidates: Candidates
    choices: Sequence[AlgorithmChoice]
    error: str = ""
    find: str = ""

    @classmethod
    def of(cls, candidates: Candidates, keys: Sequence[str] | None) -> Self:
        """Show every algorithm once; `keys` are chosen, or the defaults if it is None."""
        offers = _by_family(candidates)
        fitting = [offer.algorithm.key for offer in offers if offer.refusal is None]
        chosen = set(usual(fitting)) if keys is None else set(keys) & set(fitting)
        choices = [
            AlgorithmChoice.of(number, offer, candidates, chosen=offer.algorithm.key in chosen)
            for number, offer in enumerate(offers)
        ]
        form = cls(candidates, choices)
        proposed = next((ready.proposed for ready in candidates.ready if ready.proposed), ())
        if keys is None and proposed:
            return form.running(proposed, alone=True)
        return form

    @classmethod
    def of_query(cls, candidates: Candidates, data: QueryDict) -> Self:
        """Read the query of an address: a ready-made comparison, some algorithms, or some with
        parameters, each as `RequestEntry.parse` takes it."""
        keys = [key for key in data.getlist("algorithm") if key in ALGORITHMS]
        ready = READY_MADE.get(data.get("ready-made", ""))
        form = cls.of(candidates, keys if ready else keys or None)
        if texts := data.getlist("run"):
            return form.asked(texts)
        return form.taking(ready) if ready else form

    @classmethod
    def posted(cls, candidates: Candidates, data: QueryDict) -> Self:
        """Read submitted data; `again` repeats a row below itself, `omit` removes one, `switch`
        changes its parameters between one and several values, `sweep` fills in several values,
        `ready-made` chooses a ready-made comparison, and `take` adds an entry as text."""
        offered = {offer.algorithm.key: offer for offer in candidates.offers}
        rows = [row for row in map(_row, data.getlist("entry")[:MAX_ROWS]) if row[1] in offered]
        choices = [
            AlgorithmChoice.sent(number, offered[key], candidates, data) for number, key in rows
        ]
        form = cls.of(candidates, [])
        changed = _changed(choices, data) if rows else form.choices
        form = replace(form, choices=changed, find=data.get("find", "")[:100])
        if text := data.get("take", ""):
            return form.adding(text)
        ready = READY_MADE.get(data.get("ready-made", ""))
        return form.taking(ready) if ready else form

    def taking(self, ready: ReadyMade) -> Self:
        """Choose a ready-made comparison instead of the proposed rows, or add an error message."""
        if ready not in self.candidates.ready:
            return replace(self, error=f"{ready.title}: {self.candidates.refusal(ready)}.")
        is_proposed = self.entries == type(self).of(self.candidates, None).entries
        return self.running(ready.methods, alone=is_proposed)

    def asked(self, texts: Sequence[str]) -> Self:
        """Choose what texts ask for, or add an error message."""
        try:
            asked = [RequestEntry.parse(text) for text in texts[:MAX_ROWS]]
            expanded(asked)
            methods = [as_row(entry) for entry in asked]
        except (UnknownKeyError, ParameterError) as error:
            return replace(self, error=f"{error}.")
        return self.running(methods, alone=True)

    def adding(self, text: str) -> Self:
        """Choose what a text asks for in a row that is not chosen yet, or in a new one; other rows
        stay as they are."""
        try:
            method = as_row(RequestEntry.parse(text))
        except (UnknownKeyError, ParameterError) as error:
            return replace(self, error=f"{error}.")
        offers = {o.algorithm.key: o for o in self.candidates.offers if o.refusal is None}
        if (offer := offers.get(method.algorithm)) is None:
            return replace(self, error=f"{text} cannot run here.")
        places = [i for i, c in enumerate(self.choices) if c.algorithm.key == method.algorithm]
        free = next((i for i in places if not self.choices[i].chosen), None)
        number = 1 + max((c.number for c in self.choices), default=-1)
        if free is not None:
            number = self.choices[free].number
        new = AlgorithmChoice.of(number, offer, self.candidates, chosen=True).running(method)
        choices, at = [*self.choices], 1 + max(places, default=len(self.choices) - 1)
        choices[at if free is None else free : at if free is None else free + 1] = [
            replace(new, opened=True)
        ]
        return replace(self, choices=choices)

    def running(self, methods: Sequence[RequestEntry], *, alone: bool) -> Self:
        """Choose algorithms with parameters, replacing the rows of these algorithms; if `alone`,
        no other row stays chosen."""
        offered = {offer.algorithm.key: offer for offer in self.candidates.offers}
        left: dict[str, list[RequestEntry]] = {}
        for method in methods:
            left.setdefault(method.algorithm, []).append(method)
        free = count(max((choice.number for choice in self.choices), default=-1) + 1)

        def row(number: int, method: RequestEntry) -> AlgorithmChoice:
            offer = offered[method.algorithm]
            return AlgorithmChoice.of(number, offer, self.candidates, chosen=True).running(method)

        choices, replaced = list[AlgorithmChoice](), set(left)
        for choice in self.choices:
            if choice.algorithm.key not in replaced:
                choices.append(replace(choice, chosen=choice.chosen and not alone))
                continue
            numbers = chain([choice.number], free)
            choices += [row(next(numbers), m) for m in left.pop(choice.algorithm.key, ())]
        choices += [row(next(free), method) for group in left.values() for method in group]
        order = list(dict.fromkeys(choice.algorithm.family for choice in choices))
        choices.sort(key=lambda choice: order.index(choice.algorithm.family))
        return replace(self, choices=choices)

    @cached_property
    def families(self) -> list[ChoiceFamily]:
        """Choices that can run, by family."""
        fitting = [choice for choice in self.choices if not choice.refusal]
        by_family = groupby(fitting, key=lambda choice: choice.algorithm.family)
        return [ChoiceFamily(title, list(group)) for title, group in by_family]

    @cached_property
    def refused(self) -> list[Refused]:
        """Choices that cannot run, by reason: reasons of most algorithms first."""
        by_reason: dict[str, list[AlgorithmChoice]] = {}
        for choice in self.choices:
            if choice.refusal:
                by_reason.setdefault(choice.refusal, []).append(choice)
        groups = sorted(by_reason.items(), key=lambda item: -len(item[1]))
        return [self._refused(reason, choices) for reason, choices in groups]

    def _refused(self, reason: str, choices: Sequence[AlgorithmChoice]) -> Refused:
        within = self.candidates.within
        keys = list(dict.fromkeys(c.algorithm.key for c in choices if c.algorithm.key in within))
        if not keys:
            return Refused(reason, choices)
        outer, name = within[keys[0]]
        same = [key for key in keys if within[key] == (outer, name)]
        entry = f"{outer.key}:{name}={'|'.join(same)}"
        return Refused(reason, choices, outer, entry, len(same))

    @property
    def refusals(self) -> int:
        """Number of algorithms that cannot run."""
        return len({choice.algorithm.key for choice in self.choices if choice.refusal})

    @cached_property
    def total(self) -> Total | None:
        """How long all chosen runs take together; None where nothing can be said."""
        if self.runs > MAX_RUNS:
            return None
        estimates = [one for choice in self.chosen for one in choice.estimates]
        return total(estimates, free_processes()) if estimates else None

    @property
    def chosen(self) -> list[AlgorithmChoice]:
        """Choices to run."""
        return [choice for choice in self.choices if choice.chosen and not choice.refusal]

    @property
    def entries(self) -> list[RequestEntry]:
        """The chosen rows as the service takes them."""
        return [choice.entry for choice in self.chosen]

    @property
    def ready(self) -> list[ReadyChoice]:
        """Ready-made comparisons that suit."""
        requests = {
            (choice.algorithm.key, params) for choice in self.chosen for params in choice.variants
        }
        return [
            ReadyChoice(
                ready, requests.issuperset((r.algorithm.key, r.params) for r in ready.requests)
            )
            for ready in self.candidates.ready
        ]

    @property
    def of_environments(self) -> list[ReadyChoice]:
        """Those for jobs with environments."""
        return [ready for ready in self.ready if ready.declared.topic == ENVIRONMENTS]

    @property
    def of_policies(self) -> list[ReadyChoice]:
        """Those on policies of the queue."""
        return [ready for ready in self.ready if ready.declared.topic == POLICIES]

    @property
    def environments(self) -> int:
        """Number of environments that the jobs need."""
        return different(self.candidates.jobs.environment) if self.candidates.jobs else 0

    @property
    def runs(self) -> int:
        """Number of runs of all chosen rows."""
        return sum(choice.runs for choice in self.chosen)

    @property
    def wrong(self) -> list[AlgorithmChoice]:
        """Chosen rows with invalid values."""
        return [choice for choice in self.chosen if choice.wrong]

    @property
    def has_sweeps(self) -> bool:
        """True if a chosen row takes several values."""
        return any(choice.params.takes_several for choice in self.chosen)

    @property
    def followers(self) -> str:
        """CSS selectors of the page's summaries of all chosen rows."""
        ready = [f"#ready-{ready.key}-chosen" for ready in self.candidates.ready]
        return ", ".join(["#makes-all", *ready])

    @property
    def most_runs(self) -> int:
        """Maximum number of runs."""
        return MAX_RUNS

    def with_errors(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field."""
        numbers = {choice.number: i for i, choice in enumerate(self.chosen)}
        choices = []
        for choice in self.choices:
            prefix = f"entries.{numbers.get(choice.number)}."
            own = {n.removeprefix(prefix): t for n, t in errors.items() if n.startswith(prefix)}
            params = {n.partition(".")[2]: t for n, t in own.items() if "." in n}
            choices.append(replace(choice, errors=own, params=choice.params.with_errors(params)))
        return replace(self, choices=choices, error=errors.get("entries", ""))


def as_row(entry: RequestEntry) -> RequestEntry:
    """Return an entry whose parameters have one value each where it stands for one run."""
    variants = entry.variants()
    if variants.count > 1:
        return replace(entry, params=variants.fixed, vary=variants.values)
    one = {name: values[0] for name, values in variants.values.items()}
    params = variants.declared.applicable({**variants.fixed, **one})
    return replace(entry, params=params, vary={})


def _plans_deployments(algorithm: Algorithm) -> bool:
    """Return whether the algorithm was made for jobs with environments, also within batches."""
    return algorithm.supports.deployments and not algorithm.supports.online


def _by_family(candidates: Candidates) -> list[Offer]:
    """Sort by family: first what was recorded, if it was; if jobs need deployments, families that
    plan these; then families for jobs that arrive over time; families without an algorithm that can
    run last."""
    offers = candidates.offers
    fitting = {offer.algorithm.family for offer in offers if offer.refusal is None}
    offline = {offer.algorithm.family for offer in offers if not offer.algorithm.supports.online}
    planning = {o.algorithm.family for o in offers if _plans_deployments(o.algorithm)}
    ahead = planning if any(ready.proposed for ready in candidates.ready) else set()
    order = list(dict.fromkeys(offer.algorithm.family for offer in offers))
    given = {offer.algorithm.family for offer in offers if offer.algorithm.is_given}
    order.sort(
        key=lambda family: (
            *(family not in fitting, family not in given),
            *(family not in ahead, family in offline),
        )
    )
    return sorted(offers, key=lambda o: (order.index(o.algorithm.family), usual_order(o.algorithm)))


def _row(text: str) -> tuple[int, str]:
    """Read `3.easy`: number and key of a row."""
    number, _, key = text.partition(".")
    place = whole(number, LAST_ROW)
    return (-1, "") if place is None else (place, key)


def _changed(choices: Sequence[AlgorithmChoice], data: QueryDict) -> list[AlgorithmChoice]:
    again, omit = data.get("again", ""), data.get("omit", "")
    first = 1 + max(choice.number for choice in choices)
    rows: list[AlgorithmChoice] = []
    for choice in choices:
        repeated = str(choice.number) == again
        if str(choice.number) != omit:
            rows.append(replace(_varied(choice, data), opened=repeated))
        if repeated:
            params = choice.params.renamed(f"p{first}-")
            more = replace(choice, number=first, params=params, label="")
            rows.append(replace(more, chosen=True, opened=True))
    return rows


def _varied(choice: AlgorithmChoice, data: QueryDict) -> AlgorithmChoice:
    """Switch the row between one and several values, or fill in a ready-made sweep."""
    if data.get("switch") == str(choice.number):
        return replace(choice, params=choice.params.switched(), chosen=True)
    for sweep in choice.algorithm.sweeps:
        if data.get("sweep") == f"{choice.number}.{sweep.key}":
            return replace(choice, params=choice.params.with_values(sweep.vary), chosen=True)
    return choice
