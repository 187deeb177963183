"""Every order of the queue, declared once: formula, source, and a plain function saying the same.

The job with the smallest value comes first; among equal ones, the one that arrived first. The
choices of the parameters `order` and `backfill_order`, their help, pages and tests derive from
these declarations.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from parsched.declare.references import REFERENCES, Reference
from parsched.model.versions import NO_CHANGES, Changes, refuse_versions
from parsched.policies.online.formula import parsed
from parsched.policies.online.formula_text import Formula
from parsched.policies.online.multifactor import FORMULA, MULTIFACTOR
from parsched.policies.online.program import Job

Value = Callable[[Job], float]
ARRIVAL, SAME = "arrival", "same"
"""Choices beside the declared orders: as jobs arrive; as the queue stands."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """A declared order. `value` is the plain function of the formula; its docstring is the `help`.
    `version` rises when the order of jobs changes, and `changes` say for which instances."""

    key: str
    title: str
    formula: str
    cites: tuple[str, ...]
    value: Value
    version: int = 1
    changes: Changes = field(default_factory=lambda: NO_CHANGES, hash=False)

    @property
    def help(self) -> str:
        """What the order does."""
        return " ".join((self.value.__doc__ or "").split())

    @property
    def program(self) -> Formula:
        """The parsed formula."""
        return parsed(self.formula)

    @property
    def is_fixed(self) -> bool:
        """True where the value depends on nothing that changes while a job waits."""
        return self.program.is_fixed

    @property
    def references(self) -> tuple[Reference, ...]:
        """Publications that define it."""
        return tuple(REFERENCES[key] for key in self.cites)


ORDERS: dict[str, Order] = {}


def order(
    key: str,
    *,
    title: str,
    formula: str,
    cites: tuple[str, ...] = (),
    version: int = 1,
    changes: Changes = NO_CHANGES,
) -> Callable[[Value], Value]:
    """Declare an order under a stable key; the function computes what the formula says.

    Raises
    ------
    ValueError
        For a key, reference or version that cannot be.

    Examples
    --------
    >>> ORDERS["saf"].formula  # what `@order` declared
    'p*q'
    """
    if key in (*ORDERS, ARRIVAL, SAME, MULTIFACTOR, FORMULA):
        raise ValueError(f"two orders are declared as {key!r}")
    if missing := [cite for cite in cites if cite not in REFERENCES]:
        raise ValueError(f"order {key!r} cites unknown references: {missing}")
    refuse_versions(f"order {key!r}", version, changes)
    parsed(formula)

    def add(value: Value) -> Value:
        ORDERS[key] = Order(
            key=key,
            title=title,
            formula=formula,
            cites=cites,
            value=value,
            version=version,
            changes=changes,
        )
        return value

    return add


def order_choices() -> tuple[str, ...]:
    """Return the values of the parameter `order`."""
    return (ARRIVAL, *ORDERS, MULTIFACTOR, FORMULA)


def backfill_order_choices() -> tuple[str, ...]:
    """Return the values of the parameter `backfill_order`."""
    return (SAME, *ORDERS, FORMULA)


@order("sjf", title="shortest first", formula="p", cites=("lelong2017",))
def sjf(job: Job) -> float:
    """Shortest believed run time first."""
    return job.p


@order("ljf", title="longest first", formula="-p", cites=("lelong2017",))
def ljf(job: Job) -> float:
    """Longest believed run time first."""
    return -job.p


@order("saf", title="smallest area first", formula="p*q", cites=("lelong2017",))
def saf(job: Job) -> float:
    """Least area first: believed run time times processors."""
    return job.p * job.q


@order("laf", title="largest area first", formula="-p*q", cites=("lelong2017",))
def laf(job: Job) -> float:
    """Largest area first: believed run time times processors."""
    return -job.p * job.q


@order("narrow", title="narrowest first", formula="q", cites=("lelong2017",))
def narrow(job: Job) -> float:
    """Fewest processors first."""
    return job.q


@order("wide", title="widest first", formula="-q", cites=("lelong2017",))
def wide(job: Job) -> float:
    """Most processors first."""
    return -job.q


@order("lcfs", title="last come, first served", formula="-s", cites=("lelong2017",))
def lcfs(job: Job) -> float:
    """The job that arrived last first."""
    return -job.s


@order("xf", title="expansion factor", formula="-(w+p)/p", cites=("lelong2017",))
def xf(job: Job) -> float:
    """Largest expansion factor first: how many times its run time a job will have been there."""
    return -(job.w + job.p) / job.p


@order("wfp3", title="WFP3", formula="-(w/p)^3*q", cites=("tang2009",))
def wfp3(job: Job) -> float:
    """Favours jobs that have waited long for their length, and wide ones."""
    return -float((job.w / job.p) ** 3.0) * job.q


@order("unicef", title="UNICEF", formula="-w/(log2(max(q,2))*p)", cites=("tang2009",))
def unicef(job: Job) -> float:
    """Favours small jobs: quick turnaround for whatever is short and narrow."""
    return -job.w / (math.log2(max(job.q, 2.0)) * job.p)


@order("f1", title="F1", formula="log10(p)*q + 870*log10(s)", cites=("carastan2017",))
def f1(job: Job) -> float:
    """First of the functions found by regression over simulated schedules, as simplified there.

    Of submit times the ratio counts: early in a log this is nearly the order of arrival, while late
    in a long one hours hardly matter beside the size of a job.
    """
    return math.log10(job.p) * job.q + 870.0 * math.log10(job.s)


@order("f2", title="F2", formula="sqrt(p)*q + 25600*log10(s)", cites=("carastan2017",))
def f2(job: Job) -> float:
    """Second of the functions found by regression, as simplified there.

    Of submit times the ratio counts: early in a log this is nearly the order of arrival, while late
    in a long one hours hardly matter beside the size of a job.
    """
    return math.sqrt(job.p) * job.q + 25_600.0 * math.log10(job.s)


@order("f3", title="F3", formula="p*q + 6860000*log10(s)", cites=("carastan2017",))
def f3(job: Job) -> float:
    """Third of the functions found by regression, as simplified there.

    Of submit times the ratio counts: early in a log this is nearly the order of arrival, while late
    in a long one hours hardly matter beside the size of a job.
    """
    return job.p * job.q + 6_860_000.0 * math.log10(job.s)


@order("f4", title="F4", formula="p*sqrt(q) + 530000*log10(s)", cites=("carastan2017",))
def f4(job: Job) -> float:
    """Fourth of the functions found by regression, as simplified there.

    Of submit times the ratio counts: early in a log this is nearly the order of arrival, while late
    in a long one hours hardly matter beside the size of a job.
    """
    return job.p * math.sqrt(job.q) + 530_000.0 * math.log10(job.s)
