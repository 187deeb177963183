"""What a queue follows: its parameters as people give them, and as kernels take them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from parsched.base.compiled.records import RecordArray
from parsched.declare.parameters import Params, choice, integer, real, text
from parsched.declare.spec import When
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Workload
from parsched.policies.online.fair_share import Factors, new_factors, no_factors
from parsched.policies.online.formula import LONGEST, canonical, fault, parsed
from parsched.policies.online.formula_text import Formula
from parsched.policies.online.formula_trend import falls_with_wait
from parsched.policies.online.long_lines import costs
from parsched.policies.online.multifactor import (
    FORMULA,
    MULTIFACTOR,
    MultifactorParams,
    priority,
    sharing_of,
)
from parsched.policies.online.orders import (
    ARRIVAL,
    ORDERS,
    SAME,
    backfill_order_choices,
    order_choices,
)
from parsched.policies.online.predictors import PREDICTORS, predictor_choices
from parsched.policies.online.program import FUNCTIONS, VARIABLES
from parsched.policies.online.site import (
    ALL,
    ARRIVED,
    CHANGING,
    CLASSED,
    INDEXED,
    PLANNED,
    SORTED,
    VALUED,
    Policy,
)

CORRECTIONS = ("increments", "estimate", "doubling")
COMPRESSIONS = ("reservation", "arrival", "order", "none")
EVERYBODY = "all"
BACKFILLS = When("backfill", ("on",))
RESERVES = When("reservations", (0,), other=True)
KEEPS = When("reservations", (0, 1), other=True)


def compression(*, always: bool = False) -> Any:
    """Declare who moves first when a job ends early; for two reservations or more."""
    return choice(
        "reservation",
        COMPRESSIONS,
        "When a job ends early, reservations move forward one after the other: in order of "
        "reservation, of arrival, or of the queue; or none moves.",
        when=None if always else KEEPS,
    )


def depth_limit(*, always: bool = False) -> Any:
    """Declare how many waiting jobs a pass looks at."""
    return integer(
        0,
        "A pass looks at so many waiting jobs, from the head on; 0: at all.",
        low=0,
        high=10**9,
        unit="jobs",
        when=None if always else BACKFILLS,
    )


def window_length(*, always: bool = False) -> Any:
    """Declare how far ahead is planned."""
    return real(
        0.0,
        "No reservation begins later than so long from now; 0: no limit.",
        low=0.0,
        high=1e12,
        unit="s",
        when=None if always else RESERVES,
    )


def pass_interval(*, always: bool = False) -> Any:
    """Declare how often there is a full pass."""
    return real(
        0.0,
        "A full pass is made so often; in between, only heads start, or jobs whose reservation has "
        "come. 0: every pass is full.",
        low=0.0,
        high=1e12,
        unit="s",
        when=None if always else BACKFILLS,
    )


def formula_text(help: str, when: When) -> Any:
    """Declare a formula."""
    return text("-w", help, longest=LONGEST, when=when, fault=fault, canonical=canonical)


@dataclass(frozen=True, kw_only=True)
class QueueingParams(Params):
    """The parameters of `queue` except the ones of a single order."""

    order: str = choice(
        ARRIVAL,
        order_choices,
        "Which waiting job is the head of the queue: the first to arrive, or that with the least "
        "value of a declared order, with the highest multifactor priority of Slurm by the weights "
        "below, or with the least value of a formula; ties by arrival.",
    )
    formula: str = formula_text(
        "The waiting job with the least value is the head: an expression over "
        + ", ".join(f"{name} ({variable.help})" for name, variable in VARIABLES.items())
        + f" with + - * / ^ and {', '.join(FUNCTIONS)}.",
        When("order", (FORMULA,)),
    )
    reservations: int | str = integer(
        1,
        "So many jobs, from the head on, hold a reservation that no later job may delay. 0: first "
        "fit; 1: EASY, planned afresh in each pass; more are kept; all: conservative backfilling.",
        low=0,
        high=10**9,
        words=(EVERYBODY,),
        when=BACKFILLS,
    )
    backfill: str = choice(
        "on", ("on", "off"), "Whether later jobs may overtake the head of the queue."
    )
    backfill_order: str = choice(
        SAME,
        backfill_order_choices,
        "In which order the jobs behind the reservations are tried.",
        when=BACKFILLS,
    )
    backfill_formula: str = formula_text(
        "Jobs behind the reservations are tried in order of this value, as for `formula`.",
        When("backfill_order", (FORMULA,)),
    )
    predict: str = choice(
        "estimate",
        predictor_choices,
        "The run time that the scheduler believes; it is predicted once, when a job arrives.",
    )
    correct: str = choice(
        "increments",
        CORRECTIONS,
        "What is believed of a job that outlives its prediction: longer by fixed increments, the "
        "estimate, or twice as much each time.",
    )
    compress: str = compression()
    pass_on_arrival: str = choice(
        "always",
        ("always", "if-fits"),
        "Whether a job that arrives and does not fit makes a pass over the queue necessary.",
    )
    depth: int = depth_limit()
    window: float = window_length()
    interval: float = pass_interval()

    def words(self) -> Mapping[str, str]:
        """Let formulas speak for themselves in labels."""
        words: dict[str, str] = {}
        if self.order == FORMULA:
            words |= {"order": self.formula, "formula": self.formula}
        if self.backfill_order == FORMULA:
            words |= dict.fromkeys(
                ("backfill_order", "backfill_formula"), f"backfill {self.backfill_formula}"
            )
        return words


@dataclass(frozen=True, kw_only=True)
class QueueParams(MultifactorParams, QueueingParams):
    """The parameters of `queue`.

    Examples
    --------
    >>> QueueParams(order="sjf", reservations="all").changed()
    {'order': 'sjf', 'reservations': 'all'}
    """

    @classmethod
    def notes(cls, instance: Instance) -> Mapping[str, str]:
        """Return what costs more than the rest with reservations for all of many jobs."""
        return costs(instance, "predict", "compress", "window")


def program_of(order: str, own: str) -> Formula | None:
    """Return the formula of an order, None for the order of arrival."""
    if order in (ARRIVAL, SAME):
        return None
    return parsed(own if order in (MULTIFACTOR, FORMULA) else ORDERS[order].formula)


def kind_of(formula: Formula | None) -> int:
    """Return what a kernel has to know about an order."""
    if formula is None:
        return ARRIVED
    return VALUED if formula.is_fixed else CHANGING


def knows_ranks(formula: Formula | None, params: QueueParams) -> bool:
    """Are the places of all jobs in an order known before any has arrived?"""
    if formula is None:
        return True
    predicted = "p" in formula.variables and PREDICTORS[params.predict].fixed is None
    return not predicted and formula.variables <= {"p", "q", "s"}


def factors_of(workload: Workload, params: QueueParams) -> Factors:
    """Return the factors that orders ask for, if they do."""
    named = [VARIABLES[name] for formula in orders_of(params) for name in formula.variables]
    if not any(variable.is_factor for variable in named):
        return no_factors()
    return new_factors(workload, sharing_of(params, workload.second), params.shares())


def orders_of(params: QueueParams) -> list[Formula]:
    """Return the formulas of both orders, where they have one."""
    both = order_of(params), backfill_order_of(params)
    return [formula for formula in both if formula is not None]


def pass_of(params: QueueParams, *, foreknown: bool = True, alone: bool = True) -> int:
    """Return the kind of pass. Where it is not `foreknown` which jobs come, only the order of
    arrival is indexed. Classes of jobs stand for the line where values fall while jobs wait, on a
    machine `alone`, not on the site of a grid."""
    if params.backfill == "on" and params.reservations not in (0, 1):
        return PLANNED
    order, own = order_of(params), backfill_order_of(params)
    known = all(foreknown and knows_ranks(formula, params) for formula in (order, own) if formula)
    if known and not (params.depth or params.window or params.interval):
        return INDEXED
    changes = order is not None and not order.is_fixed and falls_with_wait(order)
    return CLASSED if alone and changes and own is None and not params.depth else SORTED


def order_of(params: QueueParams) -> Formula | None:
    """Return the formula of the queue, None for order of arrival."""
    own = priority(params) if params.order == MULTIFACTOR else params.formula
    return program_of(params.order, own)


def backfill_order_of(params: QueueParams) -> Formula | None:
    """Return the formula in whose order jobs are tried, None where it is the order of the queue."""
    return program_of(params.backfill_order, params.backfill_formula)


def are_held_by_all(params: QueueParams) -> bool:
    """Does every job get a reservation in its first full pass? Not if the line has to be in
    order."""
    limited = params.depth or params.window or params.compress == "order"
    return params.reservations == EVERYBODY and not limited


def policy_of(
    params: QueueParams,
    processors: int,
    sequential: bool,
    *,
    foreknown: bool = True,
    alone: bool = True,
    second: float = 1.0,
) -> RecordArray[Policy]:
    """Return the policy of a site where a second has `second` units; `foreknown` and `alone` as for
    `pass_of`."""
    policy = Policy.new()
    one = policy[0]
    one.kind = pass_of(params, foreknown=foreknown, alone=alone)
    one.sequential = sequential
    one.order_kind = kind_of(order_of(params))
    one.own_backfill = params.backfill_order != SAME
    one.backfill_kind = kind_of(backfill_order_of(params))
    one.reservations = ALL if params.reservations == EVERYBODY else int(params.reservations)
    one.all_hold = one.kind == PLANNED and are_held_by_all(params)
    one.backfill = params.backfill == "on"
    one.predict = PREDICTORS[params.predict].number
    one.correct = CORRECTIONS.index(params.correct)
    one.compress = COMPRESSIONS.index(params.compress)
    one.if_fits = params.pass_on_arrival == "if-fits"
    one.depth = params.depth or ALL
    one.window = params.window * second or np.inf
    one.interval = params.interval * second
    one.second = second
    one.processors = processors
    return policy


ARRIVALS = ("s", "-w")
"""Formulas of the order of arrival."""


def as_named(params: QueueParams) -> QueueParams:
    """Return the same policy with names of orders instead of their formulas.

    Only a formula with the very program of an order is that order: others may round differently.

    Examples
    --------
    >>> as_named(QueueParams(order="formula", formula="p * q")).changed()
    {'order': 'saf'}
    """
    values = params.flat()
    order, own = order_of(params), backfill_order_of(params)
    if params.order == FORMULA:
        values["order"] = _name(order)
    if own is not None and order is not None and _code(own) == _code(order):
        values["backfill_order"] = SAME
    elif params.backfill_order == FORMULA:
        name = _name(own)
        values["backfill_order"] = SAME if name == values["order"] == ARRIVAL else name
    if values.get("backfill_order") == ARRIVAL:
        values["backfill_order"] = FORMULA
    return QueueParams.from_mapping(QueueParams.applicable(values))


def _code(formula: Formula) -> tuple[tuple[int, ...], tuple[float, ...]]:
    return formula.ops, formula.constants


def _name(formula: Formula | None) -> str:
    """Return the key of the order with the program of a formula."""
    assert formula is not None
    known = {_code(one.program): key for key, one in ORDERS.items()}
    known |= {_code(parsed(text)): ARRIVAL for text in ARRIVALS}
    return known.get(_code(formula), FORMULA)
