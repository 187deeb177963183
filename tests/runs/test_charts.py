"""Series of stored runs."""

import pytest

from parsched.report.curves import CURVES
from schedweb.runs.charts import series_of
from schedweb.runs.execution import execute
from tests import factories


@pytest.mark.django_db
def test_every_chart_of_a_run_that_is_done() -> None:
    run = factories.queued_run(factories.person("alice"))
    execute(run.pk)
    run.refresh_from_db()
    found = {key: series_of(key, run) for key in CURVES}
    assert found["wait"].as_json() == {"x": [0.0, 5.0], "y": [pytest.approx(2 / 3), 1.0]}
    assert found["flow"].as_json() == {
        "x": [4.0, 10.0, 15.0],
        "y": pytest.approx([1 / 3, 2 / 3, 1]),
    }
    assert found["slowdown"].x[-1] == 1.5
    assert found["utilisation"].as_json() == {
        "x": [0.0, 6.0, 10.0, 20.0],
        "y": [0.5, 1.0, 1.0, 0.0],
    }
    assert found["queue"].as_json() == {
        "x": [0.0, 5.0, 6.0, 10.0, 20.0],
        "y": [0.0, 1.0, 1.0, 0.0, 0.0],
    }
    assert not found["wait"].x.flags.writeable
