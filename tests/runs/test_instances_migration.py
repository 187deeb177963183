"""Stored comparisons become instances: rules, deployment times and bounds, split where they
differ.

Each case stores rows of its own, and looks at them after a `yield`: between the two, all migrations
run, once for all cases.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from pytest_django import DjangoDbBlocker

from schedweb.runs.models import Comparison, KnownBounds
from schedweb.sharing.models import ShareLink
from tests import factories
from tests.web.conftest import computed

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.night,  # versions before 0.1.0: nothing changes these migrations
]

BEFORE, LINKS = ("runs", "0006_work"), ("sharing", "0001_initial")
WORKLOADS = ("workloads", "0001_initial")
NOW = datetime(2026, 1, 2, tzinfo=UTC)
BOUNDS = {"makespan": {"area": 17.0}, "minsum": {"squashed_area": 29.5}, "deployments": {}}
RAISE: dict[str, Any] = {"estimates": "raise", "events": "batch"}
KILL = RAISE | {"estimates": "kill"}
ONE_BY_ONE = RAISE | {"events": "sequential"}
SLOW: dict[str, Any] = {"deploy_seconds": 200.0, "deploy_extra": 100.0}
GLS: dict[str, Any] = {"lam": 1.5, "lam_unit": "minimum", "merge": "at-least"}

Stored = tuple[str, dict[str, Any], dict[str, Any]]
"""Algorithm, parameters, and other fields of a run."""
LTF: Stored = ("ltf", {"placement": "serial"}, {})


class Earlier:
    """The database as the version before had it, for a user with a given name."""

    def __init__(self, model: Callable[[str, str], Any], name: str) -> None:
        self.model = model
        self.owner = model("accounts", "User").objects.create(username=name)

    def comparison(self, *runs: Stored, environments: int | None = 0, **fields: Any) -> str:
        """Store a comparison with runs that are done unless they say otherwise."""
        features = {} if environments is None else {"environments": environments}
        jobs = self.model("workloads", "Workload").objects.create(
            owner=self.owner,
            name="Jobs",
            digest="0" * 64,
            jobs=3,
            span=6.0,
            widest=4,
            processors=4,
            kind="rigid",
            features=features,
            source={},
        )
        values = {"title": "Old", "cluster_name": "Machine"} | fields
        sites = [{"name": "Machine", "processors": 4}]
        made = self.model("runs", "Comparison").objects.create(
            owner=self.owner, workload=jobs, sites=sites, **values
        )
        for position, (algorithm, params, more) in enumerate(runs):
            self.model("runs", "Run").objects.create(
                comparison=made,
                position=2 * position,
                algorithm=algorithm,
                version=1,
                params=params,
                label=f"{algorithm} {position}",
                queued=NOW,
                **({"state": "done", "bounds": BOUNDS} | more),
            )
        return str(made.pk)

    def link(self, **target: str) -> None:
        """Share something."""
        token = str(sorted(target.items()))
        self.model("sharing", "ShareLink").objects.create(
            owner=self.owner, token_hash=token, **target
        )


Case = Callable[[Earlier], Iterator[None]]
CASES: dict[str, Case] = {}


@pytest.fixture(scope="module")
def stored(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[dict[str, Iterator[None]]]:
    """What all cases have stored, migrated; the other part of each is still to be run."""
    with django_db_blocker.unblock():
        executor = MigrationExecutor(connection)
        executor.migrate([BEFORE, WORKLOADS])
        try:
            apps = executor.loader.project_state([BEFORE, LINKS, WORKLOADS]).apps
            cases = {name: case(Earlier(apps.get_model, name)) for name, case in CASES.items()}
            for case in cases.values():
                next(case)
        finally:
            executor = MigrationExecutor(connection)
            executor.migrate(executor.loader.graph.leaf_nodes())
    yield cases
    with django_db_blocker.unblock():
        call_command("flush", interactive=False, verbosity=0)


def migrated(case: Case) -> Callable[[dict[str, Iterator[None]]], None]:
    """Make a test of a case."""
    name = case.__name__
    CASES[name] = case

    def test(stored: dict[str, Iterator[None]]) -> None:
        assert next(stored.pop(name), "ended") == "ended"

    test.__doc__ = case.__doc__
    return test


def parts(*pks: str) -> list[Comparison]:
    """The given comparisons, then those that came of them."""
    hers = Comparison.objects.filter(owner=Comparison.objects.get(pk=pks[0]).owner_id)
    known = {made.pk: made for made in hers.order_by("-created", "pk")}
    return [known.pop(pk) for pk in pks] + list(known.values())


def described(made: Comparison) -> tuple[str, str, tuple[float, float], list[tuple[int, str]]]:
    """Rules, deployment time, and positions with labels of runs."""
    runs = [(run.position, run.label) for run in made.runs.all()]
    return made.rules["estimates"], made.rules["events"], made.deploy_time.values, runs


@migrated
def test_rules_move_from_runs_to_their_comparison(earlier: Earlier) -> Iterator[None]:
    overrun = {"estimates": "overrun", "events": "sequential"}
    pk = earlier.comparison(
        ("easy", overrun, {}), ("fcfs", overrun, {"state": "queued", "bounds": {}})
    )
    yield
    (made,) = parts(pk)
    assert described(made)[:3] == ("overrun", "sequential", (0.0, 0.0))
    assert (made.title, made.note) == ("Old", "")
    assert [run.params for run in made.runs.all()] == [{}, {}]
    assert {run.state for run in made.runs.all()} == {"done", "queued"}


@migrated
def test_a_comparison_without_runs_has_the_usual_rules(earlier: Earlier) -> Iterator[None]:
    pk = earlier.comparison()
    yield
    (made,) = parts(pk)
    assert described(made) == ("raise", "batch", (0.0, 0.0), [])
    assert made.known is None


@migrated
def test_other_parameters_of_grids_stay(earlier: Earlier) -> Iterator[None]:
    own = {"strategy": "mst", "admissible": 0.5, "seed": 3}
    pk = earlier.comparison(("grid", own | {"estimates": "overrun"}, {}))
    yield
    (made,) = parts(pk)
    assert described(made)[:2] == ("overrun", "batch")
    assert made.runs.get().params == own


@migrated
def test_runs_under_different_rules_are_split_and_the_notes_say_so(
    earlier: Earlier,
) -> Iterator[None]:
    runs: list[Stored] = [
        ("easy", RAISE, {}),
        ("easy", KILL, {"is_cut": True}),
        ("fcfs", RAISE, {}),
    ]
    pk = earlier.comparison(*runs, ("easy", ONE_BY_ONE, {}), note="Mine.", title="x" * 200)
    yield
    first, *others = parts(pk)
    assert described(first) == ("raise", "batch", (0.0, 0.0), [(0, "easy 0"), (1, "fcfs 2")])
    assert [described(other) for other in others] == [
        ("kill", "batch", (0.0, 0.0), [(0, "easy 1")]),
        ("raise", "sequential", (0.0, 0.0), [(0, "easy 3")]),
    ]
    suffix = "… (jobs killed at their estimates, events of an instant together)"
    assert others[0].title.endswith(suffix)
    assert {len(made.title) for made in (first, *others)} == {200}
    assert first.note == (
        "Mine.\n\nThis comparison was split: its runs were under different rules; "
        f"“{others[0].title}” and “{others[1].title}” are the other parts."
    )
    assert {other.owner_id for other in others} == {first.owner_id}
    assert {other.workload_id for other in others} == {first.workload_id}
    assert [other.sites for other in others] == [first.sites] * 2
    assert first.created > others[0].created > others[1].created


@migrated
def test_the_largest_part_keeps_the_links_and_runs_keep_theirs(earlier: Earlier) -> Iterator[None]:
    pk = earlier.comparison(("easy", KILL, {}), ("easy", RAISE, {}), ("fcfs", RAISE, {}))
    alone = earlier.model("runs", "Run").objects.get(comparison=pk, label="easy 0").pk
    earlier.link(comparison_id=pk)
    earlier.link(run_id=alone)
    yield
    first, other = parts(pk)
    assert first.rules["estimates"] == "raise"
    assert [link.comparison_id for link in ShareLink.objects.exclude(comparison=None)] == [pk]
    assert ShareLink.objects.get(comparison=None).run_id == alone == other.runs.get().pk
    assert other.note == (
        "This comparison was split: its runs were under different rules; "
        "“Old (estimates raised to run times)” is the other part."
    )


@migrated
def test_off_line_algorithms_stay_where_killing_cut_no_job(earlier: Earlier) -> Iterator[None]:
    """Where no job outlived its estimate, killing makes no other problem."""
    pk = earlier.comparison(("easy", KILL, {"is_cut": False}), LTF)
    yield
    (made,) = parts(pk)
    assert made.rules["estimates"] == "kill"
    assert made.runs.get(algorithm="ltf").params == LTF[1]


@migrated
def test_off_line_algorithms_go_where_jobs_are_not_cut(earlier: Earlier) -> Iterator[None]:
    pk = earlier.comparison(("easy", KILL, {"is_cut": True}), LTF)
    yield
    first, other = parts(pk)
    assert first.rules["estimates"] == "kill"
    assert described(other) == ("raise", "batch", (0.0, 0.0), [(0, "ltf 1")])
    assert other.runs.get().params == LTF[1]


@migrated
def test_off_line_algorithms_go_with_the_most(earlier: Earlier) -> Iterator[None]:
    runs: list[Stored] = [("easy", RAISE, {}), ("easy", ONE_BY_ONE, {}), ("fcfs", ONE_BY_ONE, {})]
    pk = earlier.comparison(*runs, ("lpt", {}, {"state": "failed"}))
    yield
    first, other = parts(pk)
    assert [label for *_, label in described(first)[3]] == ["easy 1", "fcfs 2", "lpt 3"]
    assert other.runs.get().label == "easy 0"


@migrated
def test_deployment_times_are_split_where_jobs_need_environments(
    earlier: Earlier,
) -> Iterator[None]:
    runs: list[Stored] = [
        ("gls", GLS | SLOW, {}),
        ("env-order", {"order": "largest"} | SLOW, {}),
        ("gls", GLS | dict.fromkeys(SLOW, 0.0), {}),
        ("easy", RAISE, {}),
        ("ltf", {}, {}),
    ]
    pk = earlier.comparison(*runs, environments=2)
    yield
    first, other = parts(pk)
    assert described(first) == (
        "raise",
        "batch",
        (0.0, 0.0),
        [(0, "gls 2"), (1, "easy 3"), (2, "ltf 4")],
    )
    assert described(other)[2:] == ((200.0, 100.0), [(0, "gls 0"), (1, "env-order 1")])
    assert first.title == "Old (deployments that take no time)"
    assert other.title == "Old (deployments of 200–300 s)"
    assert "its runs were with different deployment times; “Old (" in first.note
    assert [run.params for run in other.runs.all()] == [GLS, {"order": "largest"}]


@migrated
def test_metrics_tell_of_environments_where_workloads_do_not(earlier: Earlier) -> Iterator[None]:
    deployed = {"metrics": {"deployments": 3.0}}
    pk = earlier.comparison(("gls", GLS | SLOW, deployed), ("ltf", {}, {}), environments=None)
    yield
    assert [described(made)[2] for made in parts(pk)] == [(200.0, 100.0), (0.0, 0.0)]


@migrated
def test_deployment_times_mean_nothing_without_environments(earlier: Earlier) -> Iterator[None]:
    pk = earlier.comparison(("gls", GLS | SLOW, {}), ("easy", RAISE, {}), ("ltf", {}, {}))
    yield
    (made,) = parts(pk)
    assert described(made)[2] == (200.0, 100.0)
    assert made.runs.count() == 3


@migrated
def test_settings_of_batches_become_nested_parameters(earlier: Earlier) -> Iterator[None]:
    demt = {"algorithm": "demt", "settings": "shuffles=3", "seed": 7}
    price = {"algorithm": "slp-pure", "settings": " p=1  epsilon=1e-1", "seed": 2}
    plain = {"algorithm": "saf", "settings": "", "seed": 1}
    gls = {"algorithm": "gls", "settings": "lam=2 deploy_seconds=200 deploy_extra=1e2", "seed": 1}
    batches: list[Stored] = [("online-batch", params, {}) for params in (demt, price, plain, gls)]
    pk = earlier.comparison(*batches, environments=2)
    yield
    first, other = parts(pk)
    params = {run.label: run.params["algorithm"] for run in first.runs.all()}
    assert params["online-batch 0"] == {
        "key": "demt",
        "params": {"compaction": "best", "selection": "knapsack", "shuffles": 3, "seed": 7},
    }
    own = params["online-batch 1"]["params"]
    assert (own["p"], own["epsilon"], own["restarts"], own["seed"]) == (1.0, 0.1, 500, 2)
    assert isinstance(own["p"], float)
    assert params["online-batch 2"] == {"key": "saf", "params": {}}
    assert described(other)[2] == (200.0, 100.0)
    assert other.runs.get().params == {
        "algorithm": {
            "key": "gls",
            "params": {"lam": 2.0, "lam_unit": "minimum", "merge": "at-least"},
        }
    }


@migrated
def test_what_runs_knew_and_proved_is_known_of_the_instance(earlier: Earlier) -> Iterator[None]:
    better = {"makespan": {"area": 17.0, "dual": 19.5}}
    pk = earlier.comparison(
        ("ltf", {}, {"proved": 18.0}),
        ("exact", {"seconds": 1.0, "workers": 1, "seed": 1}, {"proved": 20.0, "bounds": better}),
        ("lpt", {}, {"state": "queued", "bounds": {}}),
    )
    bare = earlier.comparison(("lpt", {}, {"state": "queued", "bounds": {}}))
    yield
    first, second = parts(pk, bare)
    assert first.known is not None
    assert first.known.digest == f"migrated-{pk}"
    assert first.known.values == BOUNDS | {"makespan": {"area": 17.0, "dual": 19.5}}
    assert first.known.proved == 20.0
    # These jobs cannot be read, so bounds of an older version may be wrong, and are not used.
    assert [run.bounds["makespan"] for run in first.runs.all()] == [{}] * 3
    assert second.known is None


@migrated
def test_each_part_knows_what_its_own_runs_proved(earlier: Earlier) -> Iterator[None]:
    cut = {"is_cut": True, "bounds": {"makespan": {"area": 9.0}}}
    pk = earlier.comparison(("easy", KILL, cut), ("easy", RAISE, {}), ("fcfs", RAISE, {}))
    yield
    first, other = parts(pk)
    assert first.known is not None
    assert other.known is not None
    assert first.known.values["makespan"] == {"area": 17.0}
    assert other.known.values == {"makespan": {"area": 9.0}}


@migrated
def test_the_true_digest_is_known_once_a_run_computes_again(earlier: Earlier) -> Iterator[None]:
    pk = earlier.comparison(("fcfs", RAISE, {"proved": 19.0}), ("easy", RAISE, {"state": "queued"}))
    yield
    place = Comparison.objects.get(pk=pk)
    place.workload = factories.workload(place.owner)
    place.save()
    done = computed(place)
    assert done.known is not None
    assert done.known.digest == done.instance().digest
    assert done.known.proved == 19.0
    assert done.known.values["makespan"]["release_area"] > 0
    assert not KnownBounds.objects.filter(digest=f"{KnownBounds.MIGRATED}{pk}").exists()
    assert {run.state for run in done.runs.all()} == {"done"}
