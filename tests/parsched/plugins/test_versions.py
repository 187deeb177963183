"""A plugin raises the version of what it declares."""

from dataclasses import replace
from pathlib import Path

import pytest

from parsched.measure.metrics import METRICS
from parsched.model.concerns import asked_of
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.plugins.faults import of_metric
from parsched.run.outdated import outdated
from parsched.run.solve import solve
from tests.parsched.factories import rigid
from tests.parsched.plugins.installed import install_example, loaded
from tests.versions import first_versions

TENTHS = Instance(rigid((0, 1, 0.3), (0.05, 2, 100), (0.1, 1, 0.2)), Platform.of(2))
SECONDS = Instance(rigid((0, 1, 3), (1, 2, 100)), Platform.of(2))


@pytest.mark.usefixtures(first_versions.__name__)
@pytest.mark.parametrize(("instance", "is_older"), [(TENTHS, True), (SECONDS, False)])
def test_results_of_its_first_version_are_older_where_that_matters(
    tmp_path: Path, instance: Instance, is_older: bool
) -> None:
    install_example(tmp_path)
    with loaded(tmp_path):
        now = solve(instance, "easy", bounds=()).record()
        assert now.computed_by == {"metrics/long_waits": 2}
        assert not outdated(now, asked_of(instance))
        first = replace(now, computed_by={})
        found = [(one.key, one.was, one.now) for one in outdated(first, asked_of(instance))]
        assert found == ([("long_waits", 1, 2)] if is_older else [])
        wrong = replace(METRICS["long_waits"], version=0)
        assert of_metric(wrong).startswith("must have a version of 1 or more")
    assert not outdated(first, asked_of(instance)), "what is gone is not judged"
