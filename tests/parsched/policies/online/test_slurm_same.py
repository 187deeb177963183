"""What is read from a slurm.conf is the same here only where nothing is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.policies.online.slurm_conf import KEPT, ONE_QUEUE, read_slurm_conf
from tests.parsched.policies.online.test_slurm_conf import SITE

FIRST_COME = "PriorityType=priority/basic\nSchedulerType=sched/builtin\n"


@pytest.mark.parametrize(
    "more",
    [
        "",
        "ClusterName=x\nSlurmctldHost=head(10.0.0.1)\nSlurmctldLogFile=/var/log/s\nMailProg=/bin/m",
        "PartitionName=batch Nodes=ALL Default=YES State=UP",
        "PreemptType=preempt/none\nPreemptMode=OFF",
        "SchedulerParameters=bf_interval=60,bf_continue,bf_max_job_user=10",
        "PriorityWeightTRES=\nPriorityWeightAssoc=0\nPriorityUsageResetPeriod=MONTHLY",
        "PriorityWeightAge=5\nPriorityMaxAge=1-0",
        "PriorityType=priority/multifactor",
        "PriorityType=priority/basic",
    ],
)
def test_it_is_the_same_where_nothing_else_is_set(more: str) -> None:
    found = read_slurm_conf(FIRST_COME + more)
    assert (found.missed, found.beware, found.is_same) == ((), "", True)
    assert found.heading == "The same here:"


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ("PreemptType=preempt/partition_prio", "PreemptType"),
        ("SelectTypeParameters=CR_Core_Memory", "SelectTypeParameters"),
        ("NodeName=a[1-5] CPUs=4 RealMemory=9", "NodeName"),
        ("PartitionName=a MaxTime=60", "MaxTime"),
        ("PartitionName=a Nodes=n[1-5]", "Nodes"),
        ("PartitionName=a PriorityTier=5", "PriorityTier"),
        ("EnforcePartLimits=ALL", "EnforcePartLimits"),
        ("OverTimeLimit=5", "OverTimeLimit"),
        ("AccountingStorageEnforce=limits,qos", "AccountingStorageEnforce"),
        ("SomethingOfTomorrow=5", "SomethingOfTomorrow"),
        ("SchedulerParameters=defer", "defer"),
        ("SchedulerParameters=whatever=5", "whatever"),
        ("SchedulerType=sched/wiki2", "SchedulerType"),
        ("PriorityType=priority/ours", "PriorityType"),
        ("Include other.conf", "Include"),
        ("PriorityType=priority/multifactor\nPriorityWeightAge=1", "PriorityWeightAge"),
        ("PriorityType=priority/multifactor\nPriorityWeightFairshare=1", "PriorityWeightFairshare"),
        ("PriorityType=priority/multifactor\nPriorityWeightJobSize=1", "PriorityWeightJobSize"),
        ("PriorityType=priority/multifactor\nPriorityWeightQOS=1", "PriorityWeightQOS"),
        ("PriorityType=priority/multifactor\nPriorityWeightTRES=CPU=1", "PriorityWeightTRES"),
        ("PriorityType=priority/multifactor\nPriorityFlags=FAIR_TREE,MAX_TRES", "PriorityFlags"),
        (
            "PriorityType=priority/multifactor\nPriorityWeightFairshare=1\n"
            "PriorityFlags=DEPTH_OBLIVIOUS",
            "PriorityFlags",
        ),
    ],
)
def test_what_is_not_modelled_is_named_and_nothing_is_the_same(more: str, name: str) -> None:
    found = read_slurm_conf(FIRST_COME + more)
    assert name in found.missed
    assert not found.is_same
    assert found.heading.startswith("The nearest here, not the same: ")
    assert all(one.said for one in found.settings)


def test_several_partitions_and_reservations_are_never_the_same() -> None:
    two = read_slurm_conf(f"{FIRST_COME}PartitionName=a\nPartitionName=b")
    assert two.beware == ONE_QUEUE
    planned = read_slurm_conf("PriorityType=priority/basic")
    assert planned.beware == KEPT
    assert {two.heading, planned.heading} == {"The nearest here, not the same."}


@given(st.from_regex(r"[A-Z][a-z]{2,9}[A-Z][a-z]{2,9}", fullmatch=True))
def test_every_setting_is_named(name: str) -> None:
    found = read_slurm_conf(f"{FIRST_COME}{name}=5")
    assert name in {*found.others, *(one.name for one in found.settings)}


def test_of_a_whole_file_each_setting_is_named_once() -> None:
    """Flags count for nothing without PriorityWeightJobSize, and MAX_TRES is not known."""
    assert read_slurm_conf(SITE).missed == (
        *("PriorityWeightAge", "PriorityWeightFairshare", "PriorityFlags"),
        *("bf_continue", "bf_max_job_user", "PriorityTier", "Nodes"),
    )
