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
    monkeypatch.setattr(long_lines, "MANY", 50)


def noted(jobs: object) -> list[str]:
    """The algorithms and parameters that say what they cost for some jobs."""
    instance = Instance(jobs, Platform.of(64))  # type: ignore[arg-type]
    costs = {text.format(jobs=50) for text in long_lines.COSTS.values()}
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


def test_fewer_jobs_and_exact_estimates_need_no_word() -> None:
    assert noted(JOBS.take(np.arange(49))) == []
    assert noted(replace(JOBS, estimate=JOBS.runtime)) == []
    assert noted(replace(JOBS, estimate=np.full(50, np.nan))) == []
    assert noted(generate("mixed", jobs=50, processors=64)) == []
