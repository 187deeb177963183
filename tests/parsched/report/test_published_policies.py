"""Published results of policies beside ours: on the very jobs, and on no others."""

from dataclasses import replace
from pathlib import Path

import pytest

import parsched as sched
from parsched.data.formats import read
from parsched.declare.sweeps import several
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.policies.online.policy import QueueParams
from parsched.report import suiting
from parsched.report.published import JOBS, KTH, PROCESSORS, RULES, policy_of
from parsched.run.ready_made import POLICIES, on

QUEUES = (
    "easy",
    "queue:predict=exact|double|average-2",
    "queue:predict=average-2,pass_on_arrival=if-fits",
    "easy-sjbf",
    "queue:backfill_order=sjf,predict=exact",
    "easy++",
    "queue:backfill_order=sjf,predict=average-2,correct=estimate|doubling",
    "queue:order=sjf|ljf|saf|laf|narrow|wide|xf|wfp3|unicef|f1|f2|f3|f4",
)


@pytest.fixture(scope="module")
def instance(shared: Path) -> Instance:
    """The trace of published results."""
    jobs = read(str(shared / "cases" / "policies" / "kth.swf.gz")).workload
    return Instance(jobs, Platform.of(PROCESSORS), RULES)


def test_every_published_number_is_ours(instance: Instance) -> None:
    records = sched.compare(instance, *QUEUES, "fcfs")
    found = sched.report("published", records)
    assert found.sentences == (
        f"{len(KTH)} of {len(KTH)} policies agree with published results in all printed digits.",
    )
    table = found.table()
    assert len(table.rows) == len(KTH)
    assert "No published schedule is at hand for fcfs." in found.notes
    first = [cell.text for cell in table.rows[0]]
    assert first == ["easy", "92.6", "92.6", "6,840", "6,840", "3.0", "3.0"]


def test_formulas_of_published_orders_are_compared(instance: Instance) -> None:
    records = sched.compare(instance, "queue:order=formula,formula=p * q")
    table = sched.report("published", records).table()
    assert [cell.text for cell in table.rows[0]][1:3] == ["39.1", "39.1"]


def test_a_number_that_differs_is_named(instance: Instance) -> None:
    records = sched.compare(instance, "easy", "easy-sjbf")
    wrong = replace(records[1], metrics={**records[1].metrics, "mean_wait": 5_907.6})
    found = sched.report("published", replace(records, rows=(records[0], wrong)))
    assert found.sentences[0].startswith("1 of 2 policies agree")
    assert found.sentences[0].endswith("Others: easy-sjbf.")


def test_other_conditions_are_not_compared(instance: Instance) -> None:
    for other in (
        replace(instance, rules=Rules()),
        replace(instance, platform=Platform.of(128)),
    ):
        records = sched.compare(other, "easy")
        assert "published" not in {one.key for one in suiting(records)}
    records = sched.compare(instance, "fcfs", "conservative")
    assert "published" not in {one.key for one in suiting(records)}


def test_other_jobs_are_told_apart(instance: Instance) -> None:
    other = replace(instance.workload, weight=instance.workload.weight)
    profiles = other.profiles
    longer = replace(profiles, times=profiles.times + 1.0)
    records = sched.compare(replace(instance, workload=replace(other, profiles=longer)), "easy")
    assert len(records.about.load().workload) == JOBS
    assert "but others" in sched.report("published", records).sentences[0]


def test_presets_and_the_queue_are_the_same_policy(instance: Instance) -> None:
    easy, queue, ltf = (
        record
        for record in sched.compare(
            Instance(sched.generate("uniform", jobs=5, processors=4), Platform.of(4)),
            "easy++",
            "queue:backfill_order=sjf,predict=average-2",
            "ltf",
        )
    )
    assert (
        policy_of(easy)
        == policy_of(queue)
        == QueueParams(backfill_order="sjf", predict="average-2")
    )
    assert policy_of(ltf) is None


def test_ready_made_experiments_say_what_came_out() -> None:
    for ready in on(POLICIES):
        if ready.key == "what-happened":
            continue  # needs a log
        assert ready.expected.endswith(".")
        assert ready.references
        arriving = Instance(sched.generate("lublin", jobs=20, processors=8), Platform.of(8))
        assert ready.refusal(arriving) is None
        for method in ready.methods:
            specs = {spec.name: spec for spec in QueueParams.specs()}
            assert all(several(specs[name], values) for name, values in method.vary.items())
