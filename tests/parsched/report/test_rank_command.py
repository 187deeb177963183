"""`compare --rank` prints the mean degradations and ranks of `parsched.report.ranking`."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from parsched.apps import cli
from parsched.base.errors import ParameterError
from parsched.measure.metrics import METRICS
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.report.ranking.methods import SETS, Ranking, chosen_metrics
from parsched.report.records import Records
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.parsched.factories import rigid

EIGHT = str(Path(__file__).parents[2] / "data" / "eight-jobs.swf")
COMPARE = ("compare", "--workload", EIGHT, "--procs", "6,3", "grid:strategy=mst|mct|mpl")
Output = pytest.CaptureFixture[str]


def test_the_table_ends_with_means_and_ranks(capsys: Output) -> None:
    assert cli.main([*COMPARE, "--rank", "mean_wait,makespan"]) == 0
    text = capsys.readouterr().out
    assert "place by the mean degradation of mean wait; makespan\n" in text
    (mean,) = (row.split()[-3:] for row in text.splitlines() if row.startswith("mean degradation"))
    (ranks,) = (row.split()[-3:] for row in text.splitlines() if row.startswith("place  "))
    # waits 1.25, 2 and 2.625 s, makespans 21, 21 and 23 s
    expected = [0, (60 + 0) / 2, (110 + 100 * 2 / 21) / 2]
    assert [float(cell) for cell in mean] == pytest.approx(expected, rel=1e-3)
    assert ranks == ["1", "2", "3"]
    assert cli.main(COMPARE) == 0
    assert "degradation" not in capsys.readouterr().out


def test_as_json_every_result_has_its_degradations(capsys: Output) -> None:
    assert cli.main([*COMPARE, "--rank", "main", "--json"]) == 0
    first, second, _ = json.loads(capsys.readouterr().out)["results"]
    assert list(second["degradation"]) == list(SETS["main"])
    assert second["mean_degradation"] == pytest.approx(sum(second["degradation"].values()) / 3)
    assert (first["place"], first["mean_degradation"], second["place"]) == (1, 0, 2)
    assert cli.main([*COMPARE, "--json"]) == 0
    assert "place" not in json.loads(capsys.readouterr().out)["results"][0]


def test_metrics_are_a_set_or_keys() -> None:
    assert chosen_metrics("paper") == SETS["paper"]
    assert chosen_metrics(" makespan, ,mean_wait,makespan") == ("makespan", "mean_wait")
    assert all(METRICS[key].better != "neither" for keys in SETS.values() for key in keys)
    for text, got in (("", "''"), (",", "','"), ("backfilled", "'backfilled'"), ("x", "'x'")):
        with pytest.raises(ParameterError) as caught:
            chosen_metrics(text)
        assert "must be main, paper, or of makespan, " in caught.value.errors["rank"]
        assert caught.value.errors["rank"].endswith(f"; got {got}")


def ranked(results: list[Result], *metrics: str) -> Ranking:
    return Ranking.of(Records.of((result.algorithm, result) for result in results), metrics)


def test_a_metric_without_values_is_left_out_and_named() -> None:
    results = [
        solve(Instance(rigid((0, 1, 5), (0, 2, 3)), Platform.of(2)), key)
        for key in ("fcfs", "easy")
    ]
    blank = [replace(r, metrics={**r.metrics, "mean_wait": math.nan}) for r in results]
    found = ranked(blank, "makespan", "mean_wait")
    assert found.unranked == (METRICS["mean_wait"],)
    assert found.ranked_by.endswith("of makespan; left out, as no run has a value: mean wait")
    assert found.ranks == [1, 1]
    assert ranked(blank, "mean_wait").ranks == [None, None]
    one = [results[0], blank[1]]
    lacking = ranked(one, "mean_wait").as_json()[1]
    assert lacking == {"degradation": {"mean_wait": None}, "mean_degradation": None, "place": None}
