"""Random small cases of the queue engine: workloads with users, machines, rules and policies."""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.policies.online import events as engine
from parsched.policies.online.coming import in_jobs_order
from parsched.policies.online.multifactor import SIZES
from parsched.policies.online.orders import backfill_order_choices, order_choices
from parsched.policies.online.policy import COMPRESSIONS, CORRECTIONS, QueueParams
from parsched.policies.online.predictors import predictor_choices
from parsched.policies.online.program import Job
from parsched.policies.online.queue import site_of
from parsched.policies.online.site import SiteSimulation
from tests.parsched.factories import rigid

FORMULAS: dict[str, Callable[[Job], float]] = {
    "q-w": lambda job: job.q - job.w,
    "(w/p)^3*q": lambda job: (job.w / job.p) ** 3.0 * job.q,
    "u/q": lambda job: job.u / job.q,
    "p*max(q,2)": lambda job: job.p * max(job.q, 2.0),
    "-sqrt(s)*q": lambda job: -math.sqrt(job.s) * job.q,
    "1": lambda job: 1.0,
    "fairshare*100-q": lambda job: job.fairshare * 100.0 - job.q,
    "partition-qos*m+nice": lambda job: job.partition - job.qos * job.m + job.nice,
    "log2(w)": lambda job: math.log2(job.w) if job.w else -math.inf,
    "(w-3)/0": lambda job: math.copysign(math.inf, job.w - 3.0) if job.w != 3.0 else math.inf,
}
"""Formulas over all variables, each with a plain function; some are infinite or no number."""


def random_params(chance: Random, second: float = 1.0) -> QueueParams:
    """Draw a policy: all parameters that apply, half of them often at their defaults."""
    values: dict[str, Any] = {
        "order": chance.choice([*order_choices(), *["arrival"] * 6, *["multifactor"] * 3]),
        "backfill": "off" if chance.random() < 0.05 else "on",
        "predict": chance.choice([*predictor_choices(), "estimate", "average-2"]),
        "correct": chance.choice(CORRECTIONS),
        "pass_on_arrival": "if-fits" if chance.random() < 0.2 else "always",
    }
    if values["order"] == "formula":
        values["formula"] = chance.choice(list(FORMULAS))
    values |= random_factors(chance, second, values["order"] == "multifactor")
    if values["backfill"] == "off":
        return QueueParams(**QueueParams.applicable(values))
    values["reservations"] = chance.choice([0, 1, 1, 2, 2, 3, 5, "all", "all", "all"])
    values["backfill_order"] = chance.choice([*backfill_order_choices(), *["same"] * 8])
    if values["backfill_order"] == "formula":
        values["backfill_formula"] = chance.choice(list(FORMULAS))
    if chance.random() < 0.25:
        values["depth"] = chance.randint(1, 5)
    if chance.random() < 0.25 and values["reservations"] != 0:
        values["window"] = second * chance.randint(1, 30)
    if chance.random() < 0.25:
        values["interval"] = second * chance.randint(1, 12)
    if values["reservations"] not in (0, 1):
        values["compress"] = chance.choice(COMPRESSIONS)
    return QueueParams(**QueueParams.applicable(values))


def random_factors(chance: Random, second: float, weighs: bool) -> dict[str, Any]:
    """Draw rules of fair share, shares and factors by name and, if asked for, weights."""
    drawn: dict[str, Any] = {
        "fair_share": chance.choice(["tree", "classic"]),
        "half_life": second * chance.choice([0, 1, 7, 100]),
        "calc_period": second * chance.choice([0, 1, 5]),
        "account_shares": chance.choice(["", "x:3", "x:0.5; y:0"]),
        "user_shares": chance.choice(["", "a:2", "a:0; b:5"]),
        "partition_factors": chance.choice(["", "fast:1", "fast:0.25; slow:1"]),
        "qos_factors": chance.choice(["", "high:1"]),
        "nice": chance.choice(["", "b:300"]),
    }
    if drawn["fair_share"] == "classic":
        drawn["dampening"] = chance.choice([0.5, 1.0, 4.0])
    if weighs:
        drawn |= {
            "max_age": second * chance.choice([5, 50]),
            "size": chance.choice(list(SIZES)),
            "weight_age": float(chance.choice([0, 1000])),
            "weight_size": float(chance.choice([0, 300])),
            "weight_fairshare": float(chance.choice([0, 2000])),
        }
    return drawn


def random_case(chance: Random, jobs: int = 25) -> tuple[Workload, int, Rules, QueueParams]:
    """Draw a workload as the rules make it and engines get it, processors, rules and a policy.

    Short spans make many ties; run times may be 0, estimates wrong, 0, negative or exact; times
    are whole seconds, tenths, or long enough for several corrections, in ticks. Few users have many
    jobs.
    """
    processors = chance.randint(1, 7)
    span, longest = chance.choice([(2, 3), (10, 8), (30, 20), (60, 12)])
    second = chance.choice([1.0, 1.0, 0.1, 100.0])
    drawn = []
    for _ in range(chance.randint(1, jobs)):
        run = chance.randint(0, longest)
        estimate = chance.choice([run, chance.randint(-1, 2 * longest), 3 * run])
        width = chance.randint(1, chance.choice([processors, max(processors // 2, 1)]))
        drawn.append((second * chance.randint(0, span), width, second * run, second * estimate))
    drawn.sort(key=lambda job: job[0])
    rules = Rules(
        estimates=chance.choice(["raise", "kill", "overrun"]),
        events=chance.choice(["batch", "sequential"]),
    )
    users = [chance.choice(["a", "b", "c", None]) for _ in drawn]

    def labels(*names: str | None) -> Labels | None:
        drawn_names = [chance.choice(names) for _ in drawn]
        return Labels.of(drawn_names) if chance.random() < 0.8 else None

    named = replace(
        rigid(*drawn, users=users if chance.random() < 0.8 else []),
        group=labels("x", "y", "z", None),
        partition=labels("fast", "slow", None),
        queue=labels("high", "low"),
    )
    counted = Instance(named, Platform.of(processors), rules).counted.jobs
    return counted, processors, rules, random_params(chance, second)


def crowded_case(chance: Random, jobs: int = 80) -> tuple[Workload, int, Rules, QueueParams]:
    """Draw a workload whose line grows, processors, rules and a policy with reservations or an
    order that changes.

    Some jobs need the whole machine, so that all behind them move when the last job before them
    ends early; few run times and widths make classes and ties; times are whole seconds, tenths or
    drawn real numbers, and in one case of five jobs may have no length.
    """
    processors, longest = chance.randint(1, 100), chance.choice([5, 40, 1000])
    second = chance.choice([1.0, 1.0, 0.1, 1 / 3, chance.random()])
    load, loose, least = chance.uniform(0.8, 3), chance.randint(1, 6), chance.random() < 0.8
    drawn, now = [], 0.0
    for _ in range(chance.randint(jobs // 2, jobs)):
        width = chance.choice([1, 1, 2, chance.randint(1, processors), processors])
        width = min(width, processors)
        run = chance.randint(int(least), longest)
        now += chance.choice([0, 0, 2]) * run * width / processors / load
        estimate = run * chance.randint(1, loose)
        drawn.append((second * int(now), width, second * run, second * estimate))
    rules = Rules(
        estimates=chance.choice(["raise", "raise", "kill", "overrun"]),
        events=chance.choice(["batch", "batch", "sequential"]),
    )
    values: dict[str, Any] = {
        "order": chance.choice(["arrival", "arrival", "sjf", "xf", "wfp3", "unicef"]),
        "reservations": chance.choice([1, 5, "all", "all", "all"]),
        "predict": chance.choice(["estimate", "estimate", "user-mean"]),
    }
    if values["reservations"] != 1:
        values["compress"] = chance.choice(["reservation"] * 5 + ["arrival", "order", "none"])
    if chance.random() < 0.1:
        values["window"] = second * chance.randint(1, 9 * longest)
    named = rigid(*drawn, users=[chance.choice(["a", "b"]) for _ in drawn])
    counted = Instance(named, Platform.of(processors), rules).counted.jobs
    return counted, processors, rules, QueueParams(**values)


def starts(
    workload: Workload, params: QueueParams, processors: int, events: str = "batch"
) -> list[float]:
    """Starts of jobs as the rules have made them already."""
    site = simulated(workload, params, processors, events == "sequential")
    return list(site.start.tolist())


def simulated(
    workload: Workload, params: QueueParams, processors: int, sequential: bool, chunk: int = 10**6
) -> SiteSimulation:
    """Run the engine to its end, in chunks; columns of starts are in order of the jobs.

    Found by its module, it is a plain function where `tests.twins.uncompiled` has put that.
    """
    site = site_of(workload, params, processors, sequential)
    while not engine.advance(site, chunk):
        pass
    start, backfilled = in_jobs_order(site.coming, site.start, site.backfilled)
    return site._replace(start=start, backfilled=backfilled)
