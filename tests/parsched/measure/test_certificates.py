"""What the bounds prove about a schedule."""

import numpy as np
import pytest

from parsched.measure.bounds import bounds_of
from parsched.measure.certificates import LAST_ARRIVALS, Certificate, certificates
from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.bounds import bound_groups
from parsched.report.proofs import certificates_of
from parsched.report.records import Records
from parsched.run.solve import solve
from tests.parsched.factories import offline, rigid, waiting


def of(makespan: float | None, unit: float | None = None, **bounds: float) -> Certificate:
    return certificates({"makespan": makespan}, {"makespan": bounds}, unit=unit)["makespan"]


def test_a_makespan_that_meets_its_bound_is_proved_optimal() -> None:
    assert of(12.0, area=9.5, longest=12.0).text == "proved optimal"
    assert of(12.0, area=12.0 - 1e-13).gap == 0


def test_with_whole_times_the_bound_is_rounded_up() -> None:
    assert of(12.0, area=11.2).text == "within 7.2 % of the optimum"
    assert of(12.0, area=11.2, unit=1.0).text == "proved optimal"
    assert of(12.0, area=10.2, unit=2.0).text == "proved optimal"
    assert of(12.0, area=10.2, unit=1.0).gap == pytest.approx(1 / 11)


def test_the_distance_is_never_understated() -> None:
    assert of(10.001, area=10.0).text == "within 0.1 % of the optimum"
    assert of(11.0, area=10.0).text == "within 10 % of the optimum"
    assert of(10.45, area=10.0).text == "within 4.5 % of the optimum"


def test_no_positive_bound_proves_nothing() -> None:
    assert of(12.0).text == "no certificate"
    assert of(12.0, area=0.0).gap is None
    assert of(None, area=1.0).gap is None
    assert of(float("nan"), area=1.0).gap is None


def test_nothing_to_do_is_done_optimally() -> None:
    assert of(0.0, area=0.0).text == "proved optimal"


def test_a_bound_that_may_exceed_the_optimum_proves_nothing() -> None:
    assert of(12.0, undeclared=12.0).gap is None


def test_the_run_may_prove_more_than_the_bounds() -> None:
    bounds = {"makespan": {"area": 6.0}}
    found = certificates({"makespan": 9.0}, bounds, proved=9.0)
    assert found["makespan"].text == "proved optimal"


def test_what_the_last_arrivals_settle_is_not_called_optimal() -> None:
    bounds = {"makespan": {"area": 9.0, "release_length": 10.0}}
    for makespan, said in ((10.0, LAST_ARRIVALS), (11.0, "within 10 % of the optimum")):
        found = certificates({"makespan": makespan}, bounds, is_settled=True)
        assert found["makespan"].text == said
    waits = certificates({"mean_wait": 1.0}, {"wait": {"wait_price": 1.0}}, is_settled=True)
    assert waits["wait"].text == "proved optimal"


@pytest.mark.parametrize(
    ("jobs", "said"),
    [
        # Two jobs of 50 s fill one processor: the last one came 99 s before the end.
        (rigid((0, 1, 50), (1, 1, 50)), "no schedule ends earlier, by the bound “area”"),
        (rigid((0, 1, 50), (1, 1, 1)), "no schedule ends earlier, by the bound “area”"),
        (rigid((0, 1, 5), (50, 1, 5)), LAST_ARRIVALS),
        (rigid((0, 1, 5), (5, 1, 5)), LAST_ARRIVALS),
        (waiting(rigid((0, 1, 5), (1, 1, 5)), (1, 0, 9)), "no schedule ends earlier, by the bound"),
    ],
)
def test_what_settles_a_makespan_is_named(jobs: Workload, said: str) -> None:
    result = solve(Instance(jobs, Platform.of(1)), "fcfs")
    assert result.certificates["makespan"].text.startswith(said)


def test_what_a_search_proves_is_said() -> None:
    bounds = {"makespan": {"area": 9.0, "release_length": 10.0}}
    found = certificates({"makespan": 12.0}, bounds, proved=12.0, is_settled=True)
    assert found["makespan"].text == "no schedule ends earlier, as a search has proved"


def test_far_bounds_are_told_as_a_multiple() -> None:
    found = certificates({"mean_wait": 9.95}, {"wait": {"wait_price": 1.0}})
    assert found["wait"].text == "at most 9.950 times the optimum"
    assert of(99.5, area=10.0).text == "at most 9.950 times the optimum"


def test_programs_and_pages_say_the_same() -> None:
    arriving = Instance(rigid((0, 2, 10), (50, 4, 10)), Platform.of(4))
    at_once = Instance(offline((2, 10), (4, 10)), Platform.of(4))
    for instance, words in ((arriving, LAST_ARRIVALS), (at_once, "proved optimal")):
        result = solve(instance, "fcfs" if instance is arriving else "ltf")
        records = Records.of([("run", result)])
        [record] = records.done
        ours = {key: one.text for key, one in result.certificates.items()}
        assert ours == {key: one.text for key, one in certificates_of(record, records).items()}
        assert ours["makespan"] == words
        groups = {
            group.metric.key: group.certificate.text for group in bound_groups(record, records)
        }
        assert groups["makespan"] == words


def test_each_criterion_has_its_own() -> None:
    result = solve(Instance(offline((1, 1), (2, 2)), Platform.of(2)), "ltf")
    assert result.certificates["makespan"].gap == 0
    assert result.certificates["minsum"].gap is not None
    assert result.as_json()["certificates"]["makespan"] == {"gap": 0, "text": "proved optimal"}


def test_one_second_above_the_bound_is_not_optimal_however_long_jobs_are() -> None:
    """On two processors the longest job needs one of them, and the others fit the other one."""
    jobs, machine = offline((1, 1), (1, 2), (1, 2e12)), Platform.of(2)
    late = Schedule.of(jobs, np.array([0.0, 0.0, 1.0]))
    late.check(jobs, machine)
    measured = measure(Outcome(jobs, machine, late))
    found = certificates(measured, bounds_of(Instance(jobs, machine)), unit=1.0)
    assert measured["makespan"] == 2e12 + 1
    assert found["makespan"].gap == pytest.approx(5e-13)
    assert found["makespan"].text == "within 1e-12 of the optimum"
    assert found["minsum"].gap
    best = solve(Instance(jobs, machine), "lpt")
    assert best.metrics["makespan"] == 2e12
    assert best.certificates["makespan"].text == "proved optimal"


@pytest.mark.parametrize("key", ["ltf", "lpt", "widest", "list-graham", "demt"])
def test_tenths_are_rounded_up_to_a_tenth(key: str) -> None:
    """The area of 0.1, 0.2, 0.3, 0.1 and 0.7 s on both of two processors says 1.05 s."""
    jobs = offline((1, 0.1), (1, 0.2), (1, 0.3), (1, 0.1), (2, 0.7))
    result = solve(Instance(jobs, Platform.of(2)), key)
    assert result.unit == 0.1
    assert result.bounds["makespan"]["area"] == pytest.approx(1.05)
    assert result.metrics["makespan"] == pytest.approx(1.1)
    assert result.certificates["makespan"].text == "proved optimal"


def test_completions_are_optimal_only_if_they_are_no_larger_than_their_bound() -> None:
    """Weights are real numbers, so nothing says how near two sums of Σ w·C can be."""
    bounds = {"minsum": {"release_length": 4e12}}
    texts = [
        certificates({"sum_weighted_completion": 4e12 + more}, bounds, unit=1.0)["minsum"].text
        for more in (0, 1, 5e9)
    ]
    assert texts == [
        "proved optimal",
        "within 1e-12 of the optimum",
        "within 0.2 % of the optimum",
    ]


def test_deployments_are_counted_in_ones() -> None:
    bounds = {"deployments": {"widest": 1e13}}
    found = [
        certificates({"deployments": count}, bounds)["deployments"] for count in (1e13, 1e13 + 1)
    ]
    assert [c.is_proof for c in found] == [True, False]


def test_without_a_unit_nothing_within_rounding_is_called_optimal() -> None:
    found = of(12.0, area=12.0 - 1e-13)
    assert not found.is_proof
    assert found.text == "within 1e-12 of the optimum"


def test_half_seconds_are_a_unit_too() -> None:
    """Three jobs of 1.5 s on two processors: the area says 2.25 s, multiples of 1.5 s say 3 s."""
    result = solve(Instance(offline((1, 1.5), (1, 1.5), (1, 1.5)), Platform.of(2)), "ltf")
    assert result.certificates["makespan"].text == "proved optimal"
