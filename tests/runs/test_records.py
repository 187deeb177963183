"""Records of stored runs say what the results said that they were made of."""

import pytest

from parsched.report.records import Records
from parsched.report.trade_offs.trades import Trades
from parsched.run.request import RequestEntry, requests, run_all
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.runs.services import create_comparison
from tests import factories
from tests.web.conftest import computed

pytestmark = pytest.mark.django_db

METHODS = ("env-blind", "env-order", "gls", "gls-plus:lam=1.5", "gls:lam=2", "ltf")
SLOW = {"seconds": 2.0, "extra": 1.0}


def environed(*methods: str, deployment: dict[str, float] | None = None) -> Comparison:
    """Compute methods as the command line names them on three jobs with environments."""
    alice = factories.person("alice")
    jobs = factories.workload(alice, factories.ENVIRONED, "Environments")
    machine = factories.cluster(alice, 3, deployment=deployment)
    return computed(create_comparison(alice, jobs, machine, [*map(RequestEntry.parse, methods)]))


def trades_of(records: Records) -> Trades:
    found = Trades.of(records)
    assert found is not None
    return found


@pytest.mark.parametrize("slow", [None, SLOW])
def test_trade_offs_of_stored_runs_equal_those_from_results(slow: dict[str, float] | None) -> None:
    place = environed(*METHODS, deployment=slow)
    ran = run_all(place.instance(), requests(METHODS))
    results = [result for _, result in ran]
    keys = [run.pk for run in place.runs.all()]
    stored = trades_of(records_of(place))
    expected = trades_of(Records.of(zip(keys, results, strict=True)))
    assert stored.trade_offs == expected.trade_offs
    told, said = stored.as_json(), expected.as_json()
    assert [*map(without_label, told.pop("points"))] == [*map(without_label, said.pop("points"))]
    assert told == said


def without_label(point: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in point.items() if name != "label"}


def test_what_a_run_of_another_comparison_proved_bounds_makespans() -> None:
    place = factories.comparison(factories.person("alice"), ["fcfs"], factories.ENVIRONED)
    place.runs.all().delete()
    factories.done_run(place, 0, "A", makespan=10.0, deployments=4, sum_completion=20.0)
    factories.know(place, proved=9.5, makespan={"area": 8.0})
    found = trades_of(records_of(Comparison.objects.get(pk=place.pk)))
    assert found.trade_offs.least_makespan == 9.5
