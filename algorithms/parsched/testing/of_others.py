"""What every order, predictor, metric, bound, generator, source and report has to do."""

import math
from collections.abc import Callable, Iterable

import numpy as np

from parsched.apps.face import compare
from parsched.base.compiled.kernel import plain
from parsched.base.digits import counted
from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.base.origins import PLUGINS
from parsched.data.generators import GENERATORS, generate
from parsched.data.logs import SOURCES
from parsched.declare.parameters import Params
from parsched.measure.bounds import BOUNDS
from parsched.measure.bounds.registry import CRITERIA, no_pause
from parsched.measure.metrics import METRICS
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.policies.online.program import Job, new_program, value_of
from parsched.report import REPORTS
from parsched.report.writers import WRITERS
from parsched.run.solve import solve
from parsched.testing.cases import PROCESSORS, rigid_jobs
from parsched.testing.failing import demand
from parsched.testing.of_algorithms import check_algorithm
from parsched.testing.values import bad_values, params_that_work

JOBS = (
    Job(0.0, 1.0, 1.0, 1.0, 0.0),
    Job(120.0, 60.0, 4.0, 1_000.0, 9.0),
    Job(86_400.0, 3_600.5, 100.0, 844_000_000.0, 1e9),
)
"""Jobs that tell formulas apart."""
MACHINE = Platform.of(PROCESSORS)


def _instance(*, released: bool) -> Instance:
    return Instance(rigid_jobs(60, released=released, narrow=False), MACHINE)


def check_order(key: str) -> None:
    """See that the formula of an order computes what its function does, and that a queue runs by
    it; raises `CheckFailedError`."""
    declared = ORDERS[_known(ORDERS, key, "order")]
    code = new_program(declared.program.ops, declared.program.constants)
    for job in JOBS:
        with plain():
            formula, function = value_of(code, job), declared.value(job)
        same = math.isclose(formula, function, rel_tol=1e-12)
        demand(same, f"{key}: the formula is {formula} for {job}, the function {function}")
    demand(declared.help.endswith("."), f"{key}: its docstring must be a sentence")
    solve(_instance(released=True), "queue", {"order": key})


def check_predictor(key: str) -> None:
    """See that a predictor makes a time above 0 of each job, and that a queue runs by it."""
    declared = PREDICTORS[_known(PREDICTORS, key, "predictor")]
    if declared.fixed is not None:
        run, estimate = np.array([1.0, 60.0, 1e6]), np.array([1.0, 3_600.0, 1e9])
        made = declared.fixed(run, estimate)
        fine = made.shape == run.shape and bool((np.isfinite(made) & (made > 0)).all())
        demand(fine, f"{key}: it must make a time above 0 s of each job, got {made.tolist()}")
    demand(declared.help.endswith("."), f"{key}: its docstring must be a sentence")
    solve(_instance(released=True), "queue", {"predict": key})


def check_metric(key: str) -> None:
    """See that a metric is a number of a schedule, and of the same one again."""
    declared = METRICS[_known(METRICS, key, "metric")]
    demand(declared.help.endswith("."), f"{key}: its docstring must be a sentence")
    values = [solve(_instance(released=True), "easy").metrics[key] for _ in range(2)]
    demand(isinstance(values[0], float), f"{key}: it must be a number, got {values[0]!r}")
    same = values[0] == values[1] or all(map(math.isnan, values))
    demand(same, f"{key}: it must be the same of the same schedule, got {values}")


def check_bound(key: str) -> None:
    """See that a bound, such as `makespan/area`, is above no schedule of what it applies to."""
    criterion, _, name = key.partition("/")
    declared = BOUNDS.get(criterion, {}).get(name)
    if declared is None:
        raise UnknownKeyError(f"no bound is called {key!r}, such as makespan/area")
    demand(declared.help.endswith("."), f"{key}: its docstring must be a sentence")
    for released in (False, True):
        instance = _instance(released=released)
        if not declared.applies(instance.jobs, MACHINE):
            continue
        rest = (no_pause,) if declared.long else ()
        value = float(declared.compute(instance.jobs, MACHINE, *rest))
        demand(math.isfinite(value), f"{key}: it must be finite, got {value}")
        for algorithm in ("easy",) if released else ("lptf", "ltf"):
            found = solve(instance, algorithm).metrics[CRITERIA[criterion]]
            beaten = declared.certified and not math.isnan(found) and found < value * (1 - 1e-9)
            demand(not beaten, f"{key}: {value} is above {found}, the schedule of {algorithm}")


def check_generator(key: str) -> None:
    """See that a generator makes as many jobs as are asked for, that fit the machine, the same by
    the same seed."""
    declared = GENERATORS[_known(GENERATORS, key, "generator")]
    demand(declared.summary.endswith("."), f"{key}: its docstring must begin with a sentence")
    for params in params_that_work(declared.params):
        for jobs, processors in ((0, 1), (1, 1), (50, PROCESSORS)):
            one, two = (
                generate(key, jobs=jobs, processors=processors, params=params) for _ in range(2)
            )
            demand(len(one) == jobs, f"{key}: it must make {counted(jobs, 'job')}, got {len(one)}")
            widest = int(one.profiles.widths.max(initial=0))
            demand(widest <= processors, f"{key}: a job of {widest} is wider than the machine")
            same = one.profiles.times.tolist() == two.profiles.times.tolist()
            demand(same, f"{key}: the same seed must give the same jobs")
    _refuses(key, declared.params)


def check_source(key: str) -> None:
    """See that a source of logs says what it is and reads what a workload needs."""
    declared = SOURCES[_known(SOURCES, key, "source")]
    demand(declared.about.endswith("."), f"{key}: `about` must be a sentence")
    lacks = declared.mapping.lacks()
    demand(not lacks, f"{key}: its columns have no {lacks}")


def check_report(key: str) -> None:
    """See that a report says something of results, in every kind of file."""
    declared = REPORTS[_known(REPORTS, key, "report")]
    demand(declared.help.endswith("."), f"{key}: its docstring must begin with a sentence")
    records = compare(_instance(released=False), "easy", "lptf", "ltf")
    if not declared.suits(records):
        return
    names = {spec.name for spec in declared.options.specs()}
    for options in params_that_work(declared.options):
        try:
            made = declared.of(records, options)
        except ParameterError as error:  # a choice that needs another option, too
            demand(set(error.errors) < names, f"{key}: options that are missing must be named")
            continue
        said = made.sentences or made.tables or made.drawables
        demand(bool(said), f"{key}: it must say or show something")
        for table in made.tables:
            for row in table.rows:
                demand(len(row) == len(table.columns), f"{key}: a row must have all cells")
            for ending in WRITERS:
                made.write(ending, table.key)


def _refuses(key: str, params: type[Params]) -> None:
    for spec in params.specs():
        for value in bad_values(spec):
            try:
                params.from_mapping({spec.name: value})
            except ParameterError as error:
                demand(set(error.errors) == {spec.name}, f"{key}: {spec.name} must be named")
            else:
                demand(False, f"{key}: {spec.name}={value!r:.40} must be refused")


def _known(among: Iterable[str], key: str, noun: str) -> str:
    if key not in among:
        raise UnknownKeyError(f"no {noun} is called {key!r}; there are: {', '.join(among)}")
    return key


OF_GROUPS: dict[str, Callable[[str], None]] = {
    "algorithms": check_algorithm,
    "orders": check_order,
    "predictors": check_predictor,
    "metrics": check_metric,
    "bounds": check_bound,
    "generators": check_generator,
    "sources": check_source,
    "reports": check_report,
}
"""The check of each group of declarations."""


def check_plugin(name: str) -> None:
    """Check everything that an installed plugin declares, by the name of its package.

    Raises
    ------
    UnknownKeyError
        When it is not installed.
    CheckFailedError
        When it is left out, or something that it declares does not do what it has to.
    """
    plugin = PLUGINS.get(name)
    if plugin is None:
        installed = ", ".join(PLUGINS) or "none"
        raise UnknownKeyError(f"no plugin is called {name!r}; installed are: {installed}")
    demand(plugin.state == "loaded", plugin.sentence)
    for group, keys in plugin.declares.items():
        for key in keys:
            OF_GROUPS[group](key)
