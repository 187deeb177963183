"""How long a comparison would take, over the API."""

from datetime import timedelta

from django.utils import timezone

from schedweb.runs.models import Comparison, Run
from tests import factories
from tests.api.caller import Caller


def asked(**more: object) -> dict[str, object]:
    owner = factories.person("alice")
    chosen = {"workload": factories.workload(owner).pk, "cluster": factories.cluster(owner, 4).pk}
    return {**chosen, "algorithms": [{"algorithm": "easy"}, {"algorithm": "fcfs"}], **more}


def test_it_is_said_how_long_runs_would_take_and_none_is_started(alice: Caller) -> None:
    place = factories.comparison(factories.person("alice"), ["easy"])
    now = timezone.now()
    place.runs.update(state="done", record={"cpu_seconds": 2.5}, started=now, finished=now)
    Run.objects.update(started=now - timedelta(seconds=9))
    answer = alice.post("/comparisons/estimate", asked())
    assert answer.status == 200, answer.json
    easy, fcfs = answer.json["runs"]
    assert (easy["algorithm"], easy["label"], easy["seconds"]) == ("easy", "EASY backfilling", 2.5)
    assert easy["basis"] == "from 1 earlier run with 3 jobs and the same parameters"
    assert (fcfs["seconds"], fcfs["basis"]) == (None, "no estimate yet")
    assert (answer.json["seconds"], answer.json["unknown"]) == (2.5, 1)
    assert answer.json["workers"] >= 1
    assert Comparison.objects.count() == 1


def test_what_could_not_be_compared_is_refused(alice: Caller) -> None:
    wrong = asked(algorithms=[{"algorithm": "ltf"}])
    answer = alice.post("/comparisons/estimate", wrong)
    assert answer.status == 400
    assert "schedules off-line" in answer.error["fields"]["algorithms.0.algorithm"][0]
    assert alice.post("/comparisons/estimate", asked(title="x")).status == 400
