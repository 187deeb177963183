"""What long lines cost is said where jobs are many and end early."""

from dataclasses import replace

import numpy as np
import pytest

from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.online import long_lines

JOBS = generate("lublin", jobs=50, processors=64)


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: one._replace(many=50) for name, one in long_lines.COSTS.items()}
    few["predict"] = few["predict"]._replace(many=40)
    monkeypatch.setattr(long_lines, "COSTS", few)


def noted(jobs: object) -> list[str]:
    """The algorithms and parameters that say what they cost for some jobs."""
    instance = Instance(jobs, Platform.of(64))  # type: ignore[arg-type]
    costs = {one.text for one in long_lines.COSTS.values()}
    return [
        f"{key}.{name}"
        for key, declared in ALGORITHMS.items()
        if not declared.supports.refusal(instance)
        for name, text in declared.params.notes(instance).items()
        if text in costs
    ]


def test_what_costs_more_is_said() -> None:
    of_queue = [f"queue.{name}" for name in ("predict", "compress", "window")]
    of_others = ["conservative.compress", "conservative.window", "grid.information"]
    assert noted(JOBS) == [*of_queue, *of_others]


def test_predictions_cost_more_with_fewer_jobs_and_with_exact_estimates() -> None:
    assert noted(JOBS.take(np.arange(49))) == ["queue.predict"]
    assert noted(replace(JOBS, estimate=JOBS.runtime)) == ["queue.predict"]
    assert noted(replace(JOBS, estimate=np.full(50, np.nan))) == ["queue.predict"]


def test_few_jobs_and_moldable_ones_need_no_word() -> None:
    assert noted(JOBS.take(np.arange(39))) == []
    assert noted(generate("mixed", jobs=50, processors=64)) == []
