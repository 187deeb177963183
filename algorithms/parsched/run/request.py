"""Requests: "these algorithms with these values of parameters" becomes runs with labels.

Command line, form and API all ask this way. An entry whose parameters take several values (see
`parsched.declare.sweeps`) stands for one run for each combination of them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from parsched.base import naming
from parsched.base.errors import ParameterError, UnknownKeyError, UnsupportedError
from parsched.declare.parameters import Params
from parsched.declare.spec import assignments, between_commas
from parsched.declare.sweeps import Variants
from parsched.model.problem.instance import Instance
from parsched.model.stop import Stop
from parsched.policies.catalogue import Algorithm, algorithm
from parsched.run.result import Result
from parsched.run.solve import solve

MAX_LABEL = 100
NOTHING = "choose at least one algorithm"
"""What is said where nothing is to be run."""
MAX_RUNS = 200
"""Runs of one comparison that is stored."""
MOST_RUNS = 10_000
"""Runs that one text stands for."""


@dataclass(frozen=True)
class RequestEntry:
    """An algorithm to run: its key, parameter values as text or JSON, and an optional label.

    Parameters in `vary` take several values.

    Examples
    --------
    >>> RequestEntry.parse("grid:strategy=mpl|mst,local=fcfs").vary
    {'strategy': 'mpl|mst', 'local': 'fcfs'}
    """

    algorithm: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
    label: str = ""
    vary: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Build from text such as "ltf", "ltf:placement=serial", with several values
        "grid:strategy=mpl|mst,admissible=0.1:1:0.1", or with the key of a ready-made sweep
        "grid:paper".

        Raises
        ------
        UnknownKeyError, ParameterError
            When there is no such algorithm or sweep, and for text of another shape.
        """
        key, _, rest = text.partition(":")
        declared = algorithm(key)
        words = between_commas(rest) if rest else []
        vary = _ready_made(declared, words[0]) if words and "=" not in words[0] else {}
        values = assignments(words[1:] if vary else words)
        specs = declared.params.specs_for(values)
        one = {s.name for s in specs if s.kind == "text" or s.name in vary}
        one |= set(declared.params.unknown(values))
        fixed = {name: value for name, value in values.items() if name in one}
        vary |= {name: value for name, value in values.items() if name not in one}
        entry = cls(key, fixed, vary=vary)
        if (count := entry.variants().count) > MOST_RUNS:
            rule = f"may stand for {MOST_RUNS:,} runs, {text!r:.80} for {count:,}"
            raise ParameterError({"": f"an entry {rule}"})
        return entry

    def variants(self) -> Variants:
        """Return the values of its parameters; raises as `Variants.of` does."""
        return Variants.of(algorithm(self.algorithm).params, self.params, self.vary)

    def as_json(self) -> dict[str, Any]:
        """Return what is asked for, without a label."""
        return {name: value for name, value in asdict(self).items() if name != "label"}


def _ready_made(declared: Algorithm, key: str) -> dict[str, Any]:
    sweeps = {sweep.key: sweep for sweep in declared.sweeps}
    if key in sweeps:
        return dict(sweeps[key].vary)
    allowed = f"name=value or one of its sweeps, {', '.join(sweeps)}" if sweeps else "name=value"
    raise ParameterError(
        {key: f"a parameter of {declared.key} must be given as {allowed}, got {key!r}"}
    )


@dataclass(frozen=True)
class Request:
    """One run that can be computed, with every parameter set.

    `label` tells it from others for people; `stated` names the parameters that were given or
    varied, which `text` says even if they have their defaults.
    """

    algorithm: Algorithm
    params: Params
    label: str = field(default="", compare=False)
    stated: tuple[str, ...] = field(default=(), compare=False)

    @property
    def text(self) -> str:
        """The text that `RequestEntry.parse` takes for this run alone."""
        named = {*self.params.changed(), *self.stated}
        said = self.params.flat().items()
        values = ",".join(f"{name}={value}" for name, value in said if name in named)
        return f"{self.algorithm.key}:{values}" if values else self.algorithm.key


def requests(texts: Iterable[str]) -> list[Request]:
    """Return the runs that texts stand for, labelled by their texts; raises as `RequestEntry.parse`
    does, and ParameterError for values that break a declaration."""
    return [request for text in texts for request in _expanded(RequestEntry.parse(text))]


def expanded(entries: Iterable[RequestEntry]) -> list[Request]:
    """Return the runs that entries stand for, labelled by their texts; raises the same."""
    return [request for entry in entries for request in _expanded(entry)]


def _expanded(entry: RequestEntry) -> Iterator[Request]:
    declared, variants = algorithm(entry.algorithm), entry.variants()
    stated = (*(spec.name for spec in variants.varied), *variants.own)
    for params in variants.params():
        unlabelled = Request(declared, params, stated=stated)
        yield Request(declared, params, unlabelled.text, stated)


def run_all(
    instance: Instance,
    runs: Sequence[Request],
    bounds: Collection[str] | None = None,
    *,
    allow_commands: bool = False,
) -> Iterator[tuple[Request, Result]]:
    """Run each request on the same instance and yield its result as soon as it is there.

    Raises
    ------
    UnsupportedError
        When an algorithm cannot take the instance, before any runs.
    CommandError
        When one names a program and commands are not allowed, before any runs.
    """

    def solved(one: Request) -> Result:
        stop = Stop(allow_commands=allow_commands)
        return solve(instance, one.algorithm.key, one.params, stop=stop, bounds=bounds)

    for one in runs:
        Stop(allow_commands=allow_commands).refuse_commands(one.params.commands)
        if refusal := one.algorithm.refusal(instance, one.params):
            raise UnsupportedError(refusal)
    return ((one, solved(one)) for one in runs)


def check(
    entries: Sequence[RequestEntry], instance: Instance, taken: Sequence[str] = ()
) -> list[Request]:
    """Return the runs that entries stand for; labels for people differ from each other and from
    those taken.

    Raises
    ------
    ParameterError
        With errors under `entries`, `entries.0.algorithm`, `entries.0.label`, `entries.0.vary`,
        `entries.0.params.<name>` and `entries.0.vary.<name>`, for all entries at once; too many
        runs are refused before any of them is looked at.
    """
    if not entries:
        raise ParameterError({"entries": NOTHING})
    errors: dict[str, str] = {}
    resolved: dict[int, _Resolved] = {}
    for index, entry in enumerate(entries):
        try:
            resolved[index] = _resolved(entry)
        except ParameterError as error:
            errors |= _placed(index, error)
    errors |= _too_many(resolved, len(taken))
    if "entries" in errors:
        raise ParameterError(errors)
    runs: list[tuple[_Resolved, Params]] = []
    for index, one in resolved.items():
        try:
            runs += [(one, params) for params in one.runs(instance)]
        except ParameterError as error:
            errors |= _placed(index, error)
    if errors:
        raise ParameterError(errors)
    return _labelled(runs, taken)


@dataclass(frozen=True)
class _Resolved:
    """An entry whose names and values follow declarations."""

    entry: RequestEntry
    algorithm: Algorithm
    variants: Variants

    def runs(self, instance: Instance) -> list[Params]:
        """Return the parameters of each run; raises ParameterError."""
        try:
            combinations = list(self.variants.params())
        except ParameterError as error:
            raise _invalid(error, self.entry) from error
        # What an algorithm supports does not depend on parameters, and may take a look at all jobs.
        reason = self.algorithm.supports.refusal(instance)
        for params in combinations:
            if reason := reason or params.refusal(instance):
                raise ParameterError({"algorithm": f"{self.algorithm.title} {reason}"})
        return combinations

    def labels(self, params: Params) -> list[str]:
        """Return what the run may be called, the shortest first: with what varies, and with all
        that is not as by default.

        What is stated of an algorithm within another is always said: the next entry may state
        something else of it."""
        own = naming.one_line(self.entry.label)
        stated = [name for name in self.variants.own if "." in name]
        inner = [part for name in stated for part in (name.partition(".")[0], name)]
        if self.variants.count == 1:
            return [own or default_label(self.algorithm, params, inner)]
        title = own or ("" if self.variants.is_named else self.algorithm.short)
        varied = [*inner, *(spec.name for spec in self.variants.varied)]
        wordings = [params.wording(varied), params.wording([*varied, *params.changed()])]
        labels = [_cut(", ".join(filter(None, [title, words]))) for words in wordings]
        return labels[:1] if own else labels


def _labelled(runs: Sequence[tuple[_Resolved, Params]], taken: Sequence[str]) -> list[Request]:
    labels, checked = set(taken), []
    for resolved, params in runs:
        label = free_label(resolved.labels(params), labels)
        labels.add(label)
        checked.append(Request(resolved.algorithm, params, label, resolved.variants.own))
    return checked


def _placed(index: int, error: ParameterError) -> dict[str, str]:
    return {f"entries.{index}.{name}": text for name, text in error.errors.items()}


def _resolved(entry: RequestEntry) -> _Resolved:
    if problem := naming.problem("label", naming.one_line(entry.label), MAX_LABEL, least=0):
        raise ParameterError({"label": problem})
    try:
        return _Resolved(entry, algorithm(entry.algorithm), entry.variants())
    except UnknownKeyError as error:
        raise ParameterError({"algorithm": str(error)}) from error
    except ParameterError as error:
        raise _invalid(error, entry) from error


def _invalid(error: ParameterError, entry: RequestEntry) -> ParameterError:
    return ParameterError(
        {
            f"{'vary' if name in entry.vary else 'params'}.{name}": text
            for name, text in error.errors.items()
        }
    )


def _too_many(resolved: Mapping[int, _Resolved], existing: int) -> dict[str, str]:
    """Say what is wrong with the number of runs, also at entries that make too many alone."""
    counts = {index: one.variants.count for index, one in resolved.items()}
    total = existing + sum(counts.values())
    if total <= MAX_RUNS:
        return {}
    errors = {
        f"entries.{index}.vary": f"these values make {count:,} runs"
        for index, count in counts.items()
        if count > MAX_RUNS
    }
    text = f"a comparison has at most {MAX_RUNS} runs, this one would have {total:,}"
    return {"entries": text, **errors}


def default_label(declared: Algorithm, params: Params, stated: Collection[str] = ()) -> str:
    """Return the title with the parameters that are stated, or differ from their defaults."""
    values, words = params.flat(), params.words()
    names = {*params.changed(), *stated}
    phrases = [
        words.get(spec.name, f"{spec.label} {values[spec.name]}")
        for spec in params.flat_specs()
        if spec.name in names
    ]
    texts = ", ".join(dict.fromkeys(phrases))
    return _cut(f"{declared.title} ({texts})" if texts else declared.title)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_LABEL else text[: MAX_LABEL - 1] + "…"


def free_label(candidates: Sequence[str], used: Collection[str]) -> str:
    """Return the first label that is not taken; where all are, number the last one."""
    for label in candidates:
        if label not in used:
            return label
    number, free = 1, candidates[-1]
    while free in used:
        number += 1
        tail = f" #{number}"
        free = candidates[-1][: MAX_LABEL - len(tail)] + tail
    return free
