"""Which algorithms to compare, with which parameters, as somebody chooses them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Self

from django.http import QueryDict

from algorithms.catalogue import ALGORITHMS, Algorithm
from algorithms.errors import ParameterError
from algorithms.sweeps import Variants
from schedweb.runs.entries import MAX_RUNS, Entry
from schedweb.runs.selectors import Offer
from schedweb.web.forms.params import ParamsForm, params_form
from schedweb.web.palette import style, usual_order

PROPOSED = ("fcfs", "easy", "conservative", "demt", "price", "list-graham", "online-batch")
"""What is chosen at first: the first of these that can run."""
CHOSEN_AT_FIRST = 3
MAX_ROWS = 200


@dataclass(frozen=True)
class Choice:
    """One algorithm that may be run; `number` names its fields."""

    number: int
    algorithm: Algorithm
    chosen: bool
    label: str
    params: ParamsForm
    refusal: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)
    opened: bool = False

    @property
    def color(self) -> str:
        """Colour of the algorithm."""
        return style(self.algorithm.key).color

    @property
    def entry(self) -> Entry:
        """What the service takes."""
        return Entry(self.algorithm.key, self.params.values, self.label, self.params.vary)

    @property
    def runs(self) -> int:
        """How many runs its values make; 0 where some are wrong."""
        try:
            return Variants.of(self.algorithm.params, {}, self.params.vary).count
        except ParameterError:
            return 0

    @property
    def wrong(self) -> str:
        """What is wrong with the values, where there are several."""
        try:
            Variants.of(self.algorithm.params, {}, self.params.vary)
        except ParameterError as error:
            return str(error)
        return ""

    @property
    def is_open(self) -> bool:
        """True where the parameters need to be seen."""
        return self.opened or self.params.is_open or bool(self.label) or bool(self.errors)


@dataclass(frozen=True)
class ChoiceFamily:
    """Choices of one family."""

    title: str
    choices: Sequence[Choice]


@dataclass(frozen=True)
class ChoicesForm:
    """All algorithms of the catalogue, some of them more than once."""

    choices: Sequence[Choice]
    error: str = ""

    @classmethod
    def of(cls, offers: Iterable[Offer], wanted: Sequence[str] | None) -> Self:
        """Show every algorithm once; those wanted, or with None the usual ones, are chosen."""
        known = _by_family(offers)
        fitting = [offer.algorithm.key for offer in known if offer.refusal is None]
        chosen = _proposed(fitting) if wanted is None else set(wanted) & set(fitting)
        return cls([_choice(i, o, o.algorithm.key in chosen) for i, o in enumerate(known)])

    @classmethod
    def posted(cls, offers: Iterable[Offer], data: QueryDict) -> Self:
        """Take what was sent; `again` repeats a row below itself, `omit` takes one out, `switch`
        lets its parameters take several values, or one each, and `sweep` gives them some."""
        offered = {offer.algorithm.key: offer for offer in offers}
        rows = [row for row in map(_row, data.getlist("entry")[:MAX_ROWS]) if row[1] in offered]
        if not rows:
            return cls.of(offered.values(), [])
        chosen = set(data.getlist("on"))
        choices = [_sent(number, offered[key], str(number) in chosen, data) for number, key in rows]
        return cls(_changed(choices, data))

    @property
    def families(self) -> list[ChoiceFamily]:
        """Choices by family."""
        by_family = groupby(self.choices, key=lambda choice: choice.algorithm.family)
        return [ChoiceFamily(title, list(group)) for title, group in by_family]

    @property
    def chosen(self) -> list[Choice]:
        """Choices to run."""
        return [choice for choice in self.choices if choice.chosen and not choice.refusal]

    @property
    def entries(self) -> list[Entry]:
        """What the service takes."""
        return [choice.entry for choice in self.chosen]

    @property
    def runs(self) -> int:
        """How many runs all that is chosen makes."""
        return sum(choice.runs for choice in self.chosen)

    @property
    def wrong(self) -> list[Choice]:
        """What is chosen and makes no run, as its values break a rule."""
        return [choice for choice in self.chosen if choice.wrong]

    @property
    def has_sweeps(self) -> bool:
        """True where something chosen may make several runs."""
        return any(choice.params.takes_several for choice in self.chosen)

    @property
    def most_runs(self) -> int:
        """How many there may be."""
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
        return type(self)(choices, errors.get("entries", ""))


def _by_family(offers: Iterable[Offer]) -> list[Offer]:
    """Sort by family; those for what arrives over time, as traces do, come first, and those of
    which none can run last."""
    known = list(offers)
    fitting = {offer.algorithm.family for offer in known if offer.refusal is None}
    offline = {offer.algorithm.family for offer in known if not offer.algorithm.supports.online}
    order = list(dict.fromkeys(offer.algorithm.family for offer in known))
    order.sort(key=lambda family: (family not in fitting, family in offline))
    return sorted(
        known, key=lambda o: (order.index(o.algorithm.family), usual_order(o.algorithm.key))
    )


def _proposed(fitting: Sequence[str]) -> set[str]:
    """Choose a few of those that fit, the usual ones if there are any."""
    usual = [key for key in PROPOSED if key in fitting]
    return set((usual or fitting)[:CHOSEN_AT_FIRST])


def _row(text: str) -> tuple[int, str]:
    """Read `3.easy`: number and key of a row."""
    number, _, key = text.partition(".")
    return (int(number), key) if number.isdecimal() and len(number) < 6 else (-1, "")


def _choice(number: int, offer: Offer, chosen: bool) -> Choice:
    form = params_form(offer.algorithm.params, f"p{number}-")
    return Choice(number, offer.algorithm, chosen, "", form, offer.refusal or "")


def _sent(number: int, offer: Offer, chosen: bool, data: QueryDict) -> Choice:
    several = str(number) in data.getlist("several")
    form = params_form(offer.algorithm.params, f"p{number}-", data, takes_several=several)
    label = data.get(f"l{number}", "")
    return Choice(number, offer.algorithm, chosen, label, form, offer.refusal or "")


def _changed(choices: list[Choice], data: QueryDict) -> list[Choice]:
    again, omit = data.get("again", ""), data.get("omit", "")
    found: list[Choice] = []
    for choice in choices:
        repeated = str(choice.number) == again
        if str(choice.number) != omit:
            found.append(replace(_varied(choice, data), opened=repeated))
        if repeated:
            number = max(c.number for c in choices) + 1
            params = choice.params.renamed(f"p{number}-")
            more = replace(choice, number=number, params=params, label="")
            found.append(replace(more, chosen=True, opened=True))
    return found


def _varied(choice: Choice, data: QueryDict) -> Choice:
    """Let parameters take several values, or give them those of a ready-made sweep."""
    if data.get("switch") == str(choice.number):
        return replace(choice, params=choice.params.switched(), chosen=True)
    for sweep in choice.algorithm.sweeps:
        if data.get("sweep") == f"{choice.number}.{sweep.key}":
            return replace(choice, params=choice.params.with_values(sweep.vary), chosen=True)
    return choice


def known_algorithms(keys: Iterable[str]) -> list[str]:
    """Keys that the catalogue has."""
    return [key for key in keys if key in ALGORITHMS]
