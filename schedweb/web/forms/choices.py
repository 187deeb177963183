"""One row of the form on which a comparison is put together: an algorithm with parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from django.http import QueryDict

from parsched.base.errors import ParameterError
from parsched.declare.parameters import Params
from parsched.declare.sweeps import Variants
from parsched.policies.catalogue import Algorithm
from parsched.report.palette import style
from parsched.run.request import MAX_RUNS, RequestEntry
from schedweb.runs.candidates import Candidates
from schedweb.runs.estimates import Estimate
from schedweb.runs.selectors import Offer
from schedweb.web.forms.headings import as_shown
from schedweb.web.forms.params import ParamsForm, params_form


@dataclass(frozen=True)
class AlgorithmChoice:
    """One algorithm that may be run; `number` names its fields."""

    number: int
    algorithm: Algorithm
    chosen: bool
    label: str
    params: ParamsForm
    refusal: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)
    opened: bool = False
    candidates: Candidates | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, number: int, offer: Offer, candidates: Candidates, *, chosen: bool) -> Self:
        """Show an algorithm with the usual parameters."""
        declared = offer.algorithm
        notes = candidates.notes.get(declared.key)
        form = params_form(declared.params, f"p{number}-", notes=notes)
        refusal = offer.refusal or ""
        return cls(number, declared, chosen, "", form, refusal, candidates=candidates)

    @classmethod
    def sent(cls, number: int, offer: Offer, candidates: Candidates, data: QueryDict) -> Self:
        """Read the row from submitted data."""
        form = params_form(
            offer.algorithm.params,
            f"p{number}-",
            data,
            takes_several=str(number) in data.getlist("several"),
            notes=candidates.notes.get(offer.algorithm.key),
        )
        chosen, label = str(number) in data.getlist("on"), data.get(f"l{number}", "")
        refusal = offer.refusal or ""
        return cls(number, offer.algorithm, chosen, label, form, refusal, candidates=candidates)

    @property
    def color(self) -> str:
        """Colour of the algorithm."""
        return style(self.algorithm.key).color

    @property
    def entry(self) -> RequestEntry:
        """The row as the service takes it."""
        return RequestEntry(self.algorithm.key, self.params.values, self.label, self.params.vary)

    @property
    def runs(self) -> int:
        """Number of runs that the row makes; 0 if a value is invalid."""
        fixed = self.params.values if self.params.takes_several else {}
        try:
            return Variants.of(self.algorithm.params, fixed, self.params.vary).count
        except ParameterError:
            return 0

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Hidden fields of a row that cannot run on this machine: they keep its values for when
        another machine is chosen."""
        if not self.refusal:
            return []
        number = str(self.number)
        label = [(f"l{number}", self.label)] if self.label else []
        return [*([("on", number)] if self.chosen else []), *label, *self.params.sent(number)]

    @cached_property
    def variants(self) -> list[Params]:
        """The parameters of its runs; empty if a value is invalid or there are too many."""
        try:
            variants = Variants.of(self.algorithm.params, self.params.values, self.params.vary)
            return list(variants.params()) if variants.count <= MAX_RUNS else []
        except ParameterError:
            return []

    @cached_property
    def estimates(self) -> list[Estimate | None]:
        """How long each of its runs will take; None where that is not known."""
        if self.candidates is None or not self.is_timed:
            return []
        jobs = 0 if self.candidates.jobs is None else len(self.candidates.jobs)
        estimator = self.candidates.estimator
        return [estimator.of(self.algorithm.key, params, jobs) for params in self.variants]

    @property
    def is_timed(self) -> bool:
        """True where a run of it is estimated, as far as earlier ones are known."""
        candidates = self.candidates
        return candidates is not None and candidates.is_timed and candidates.instance is not None

    @property
    def takes_about(self) -> Estimate | None:
        """How long it takes, where it makes one run with a known duration."""
        estimates = self.estimates
        return estimates[0] if len(estimates) == 1 else None

    @property
    def within(self) -> str:
        """The entry that runs it within another algorithm, where that is the way; blank if not."""
        if self.candidates is None or self.algorithm.key not in self.candidates.within:
            return ""
        outer, name = self.candidates.within[self.algorithm.key]
        return f"{outer.key}:{name}={self.algorithm.key}"

    @property
    def wrong(self) -> str:
        """Error message of a row with several values; blank if there is none."""
        try:
            Variants.of(self.algorithm.params, {}, self.params.vary)
        except ParameterError as error:
            specs = {field.spec.name: field.spec for field in self.params.fields}
            return "; ".join(as_shown(specs[n], text) for n, text in error.errors.items())
        return ""

    @property
    def is_open(self) -> bool:
        """True if the parameters are shown unfolded."""
        return (
            self.opened
            or self.params.is_open
            or bool(self.label or self.errors)
            or (self.chosen and bool(self.cautions))
        )

    @property
    def cautions(self) -> Mapping[str, str]:
        """What to know of the algorithm for these jobs before a run starts, by parameter."""
        return {} if self.candidates is None else self.candidates.notes.get(self.algorithm.key, {})

    def running(self, methods: RequestEntry) -> Self:
        """Return the row with the parameters of a ready-made comparison."""
        if not methods.vary:
            params = self.params.having(methods.params)
        else:
            fixed = {name: (value,) for name, value in methods.params.items()}
            params = self.params.with_values({**fixed, **methods.vary})
        return replace(self, chosen=True, label=methods.label, params=params)
