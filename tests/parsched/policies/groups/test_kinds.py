"""Four kinds of workloads on 100 processors: who wins."""

from typing import Any

import pytest

from tests.parsched.policies.groups.loads import (
    KINDS,
    MEASURED,
    deployments_by_hand,
    front_of,
    machine,
    of_kind,
)
from tests.parsched.policies.groups.test_gls import made

AWARE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("gls-plus", {"choose": "fewest"}),
    ("gls-plus", {"choose": "shortest"}),
    ("env-barrier", {}),
    ("env-sequential", {}),
)
BLIND: tuple[tuple[str, dict[str, Any]], ...] = (("env-blind", {}), ("env-order", {}))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_group_list_scheduling_is_dominated_or_tied(kind: str, seed: int) -> None:
    workload = of_kind(kind, seed)
    for lam in (1.0, 1.5, 3.0):
        simple = made("gls", workload, 100, lam=lam)
        plus = made("gls-plus", workload, 100, lam=lam, choose="shortest")
        assert plus.end.max() <= simple.end.max()
        assert deployments_by_hand(workload, plus) <= deployments_by_hand(workload, simple)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_with_long_deployments_and_short_jobs_it_pays_to_know_of_them(kind: str, seed: int) -> None:
    workload = of_kind(kind, seed)
    aware = min(made(key, workload, 100, **v, time=MEASURED).end.max() for key, v in AWARE)
    blind = min(made(key, workload, 100, **v, time=MEASURED).end.max() for key, v in BLIND)
    assert aware < blind


@pytest.mark.parametrize("kind", KINDS)
def test_the_front_needs_no_plain_group_list_scheduling(kind: str) -> None:
    """Each of its points is dominated, or tied, by the best groups or by a baseline."""
    found = front_of(of_kind(kind), machine(100))
    plain = [p for p in found.points if p.label.partition(":")[0] == "gls"]
    others = [p for p in found.points if p not in plain]
    for point in plain:
        assert any(
            p.makespan <= point.makespan and p.deployments <= point.deployments for p in others
        )
    assert found.front[-1].deployments == found.least_deployments


def test_the_front_has_both_ends_and_a_middle() -> None:
    found = front_of(of_kind("narrow"), machine(100))
    labels = [point.label.partition(":")[0] for point in found.front]
    assert labels[0] in ("env-blind", "env-order")
    assert "gls-plus" in labels
    assert len(found.front) >= 5
