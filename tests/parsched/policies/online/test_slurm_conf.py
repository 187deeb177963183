"""What is read from a slurm.conf, and what is said of each setting."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.apps.cli import main
from parsched.base.errors import ParameterError
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.slurm_conf import LONGEST, read_slurm_conf
from parsched.policies.online.slurm_settings import OPTIONS, SETTINGS, IgnoredError, seconds

SITE = """# a site
PriorityType=priority/multifactor
PriorityDecayHalfLife=14-0
PriorityMaxAge=3-12:30   # three days and a half
PriorityWeightAge=1000 PriorityWeightFairshare=100000
PriorityWeightPartition=500
PriorityFavorSmall=YES
PriorityFlags=SMALL_RELATIVE_TO_TIME,MAX_TRES
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=60,bf_continue,\\
bf_window=2880,bf_max_job_user=10
PartitionName=batch Nodes=a[1-5] PriorityJobFactor=5 Default=YES PriorityTier=2
PartitionName=debug Nodes=a[1-5] PriorityJobFactor=50
ClusterName=x
"""


def test_a_whole_file() -> None:
    found = read_slurm_conf(SITE)
    assert QueueParams.from_mapping(found.params).changed() == found.params
    assert found.params == {
        "order": "multifactor",
        "reservations": "all",
        "compress": "order",
        "depth": 500,
        "window": 172_800.0,
        "interval": 60.0,
        "weight_fairshare": 100_000.0,
        "weight_partition": 500.0,
        "weight_size": 0.0,
        "weight_qos": 0.0,
        "max_age": 304_200.0,
        "half_life": 1_209_600.0,
        "partition_factors": "batch:0.1; debug:1",
    }
    places = {one.name: one.line for one in found.settings if one.line}
    assert places["PriorityMaxAge"] == 4
    assert places["bf_window"] == 10  # where its line begins
    ignored = {one.name for one in found.settings if not one.is_understood}
    idle = {"PriorityFavorSmall", "PriorityFlags"}
    assert ignored == {"bf_continue", "bf_max_job_user", "PriorityTier", "Nodes"} | idle
    said = {one.name: one.said for one in found.settings}
    assert said["PriorityFavorSmall"] == "has no effect here: PriorityWeightJobSize is 0"
    assert said["PriorityFlags"] == (
        "SMALL_RELATIVE_TO_TIME has no effect here: PriorityWeightJobSize is 0; left out: MAX_TRES"
    )
    sized = read_slurm_conf(f"{SITE}PriorityWeightJobSize=5")
    assert sized.params["size"] == "narrow-per-minute"
    said = {one.name: one.said for one in sized.settings if one.is_understood}
    assert said["PriorityFlags"] == "size per minute of the time limit; left out: MAX_TRES"
    assert found.others == ("Default", "ClusterName")
    unread = {one.name: one.said for one in found.settings}
    assert unread["Nodes"] == "partitions share one machine here; set 2 times"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PriorityType=priority/basic\nSchedulerType=sched/builtin", {"backfill": "off"}),
        ("PriorityType=priority/basic\nSchedulerParameters=bf_interval=-1", {"backfill": "off"}),
        (
            "PriorityType=priority/basic",
            {
                "reservations": "all",
                "compress": "order",
                "depth": 500,
                "window": 86_400.0,
                "interval": 30.0,
            },
        ),
    ],
)
def test_what_is_not_by_priority(text: str, expected: dict[str, object]) -> None:
    assert read_slurm_conf(text).params == expected


def test_the_classic_fair_share_and_its_dampening() -> None:
    text = "PriorityFlags=NO_FAIR_TREE\nFairShareDampeningFactor=3\nPriorityCalcPeriod=1\n"
    assert "dampening" not in read_slurm_conf(text).params
    text += "PriorityWeightFairshare=9"
    params = read_slurm_conf(text).params
    assert (params["fair_share"], params["dampening"], params["calc_period"]) == (
        "classic",
        3.0,
        60.0,
    )
    assert "dampening" not in read_slurm_conf("FairShareDampeningFactor=3").params


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90", 5_400.0),
        ("1:30", 90.0),
        ("2:00:30", 7_230.0),
        ("7-0", 604_800.0),
        ("1-12:30", 131_400.0),
        ("1-0:0:5", 86_405.0),
        ("UNLIMITED", float("inf")),
    ],
)
def test_times_as_slurm_writes_them(text: str, expected: float) -> None:
    assert seconds(text) == expected


def test_times_that_are_none() -> None:
    with pytest.raises(IgnoredError, match="is no time"):
        seconds("soon")


@pytest.mark.parametrize(
    "setting",
    [
        "PriorityWeightAge=-5",
        "PriorityWeightAge=many",
        "PriorityMaxAge=0",
        "PriorityMaxAge=soon",
        "FairShareDampeningFactor=0",
        "SchedulerParameters=bf_window=x",
        "PriorityType=priority/ours",
        "PriorityUsageResetPeriod=MONTHLY",
        "PriorityWeightTRES=GRES/gpu=5",
        "PriorityParameters=x",
        "SchedulerParameters=bf_window=0",
        "SchedulerParameters=bf_max_job_test=0",
        "SchedulerParameters=bf_interval=0",
        "PriorityFlags=MAX_TRES",
        'PartitionName="" PriorityJobFactor=5',
        "PartitionName=\x07 PriorityJobFactor=5",
        "PartitionName=a,b PriorityJobFactor=5",
    ],
)
def test_what_is_left_out_is_said(setting: str) -> None:
    found = read_slurm_conf(setting)
    first = found.settings[0]
    assert first.line == 1
    assert not first.is_understood
    assert first.said


def factors(lines: str, flags: str = "") -> object:
    text = f"PriorityWeightPartition=1\nPriorityFlags={flags}\n{lines}"
    return read_slurm_conf(text).params.get("partition_factors")


def test_partitions_that_say_no_factor_have_slurms() -> None:
    assert factors("PartitionName=a\nPartitionName=b PriorityJobFactor=4") == "a:0.25; b:1"
    assert factors("PartitionName=a State=UP\nPartitionName=b") is None
    lines = "PartitionName=a\nPartitionName=DEFAULT PriorityJobFactor=2\nPartitionName=b\n"
    assert factors(f"{lines}PartitionName=c Priority=4") == "a:0.25; b:0.5; c:1"
    assert factors(f"{lines}PartitionName=c Priority=4", "NO_NORMAL_PART") == "a:1; b:2; c:4"


def test_more_partitions_than_a_parameter_can_name_are_left_out() -> None:
    lines = (f"PartitionName=partition-{k} PriorityJobFactor={k}" for k in range(200))
    found = read_slurm_conf("PriorityWeightPartition=1\n" + "\n".join(lines))
    assert "partition_factors" not in found.params
    assert any("200 partitions are more than 2,000" in one.said for one in found.settings)


def test_the_last_of_repeated_settings_counts() -> None:
    first = "PriorityFlags=NO_FAIR_TREE\nSchedulerParameters=bf_window=2,bf_interval=-1\n"
    found = read_slurm_conf(f"{first}SchedulerParameters=bf_interval=60\nPriorityFlags=MAX_TRES")
    assert found.params["interval"] == 60.0
    assert "fair_share" not in found.params
    assert found.params["window"] == 86_400.0
    said = {(one.line, one.name): one.said for one in found.settings}
    assert said[2, "bf_window"].startswith("is set again")


def test_files_from_elsewhere() -> None:
    text = "\ufeffinclude /etc/parts.conf\r\nprioritytype='PRIORITY/MULTIFACTOR'\r\n"
    text += "PriorityFlags=DEPTH_OBLIVIOUS\r\nPriorityMaxAge=-1\r\n"
    found = read_slurm_conf(f"{text}PriorityWeightAge=1\r\nPriorityWeightFairshare=1")
    assert found.params["fair_share"] == "classic"
    assert found.params["max_age"] == 1e12
    assert not found.settings[0].is_understood
    assert "other files are not read" in found.settings[0].said


@pytest.mark.parametrize(
    "text", ["", "# nothing", "NodeName=a CPUs=4", "PriorityWeightAge", "Include x"]
)
def test_a_text_about_something_else_is_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="sets nothing about priorities"):
        read_slurm_conf(text)


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ParameterError, match="up to 250,000 characters, this has 250,001"):
        read_slurm_conf("#" * (LONGEST + 1))


@pytest.mark.parametrize("piece", ["a", " ", "a ", "a\\\n", "=", '"', "a=,", " ,", 'a="', ", a"])
def test_reading_takes_no_longer_than_the_text(piece: str) -> None:
    """A search that began again at each character would not come to an end."""
    text = piece * (LONGEST // len(piece))
    assert len(read_slurm_conf(f"PriorityWeightAge=5\n{text[:-30]}").params) > 1


WEIGHED = "PriorityWeightAge=5\nPriorityWeightFairshare=5\nPriorityWeightJobSize=5\n"


def heard(text: str) -> dict[str, tuple[bool, str]]:
    """What becomes of each setting, by its name."""
    return {one.name: (one.is_understood, one.said) for one in read_slurm_conf(text).settings}


@pytest.mark.parametrize(
    "options",
    [
        "bf_interval=60, bf_window=2880",
        "bf_interval=60 ,bf_window=2880",
        "bf_interval=60 , bf_window=2880",
        '"bf_interval=60, bf_window=2880"',
        "bf_continue, bf_interval=60,\\\n   bf_window=2880",
        "bf_interval=60,bf_window=2880, ",
    ],
)
def test_options_may_have_blanks_between_them(options: str) -> None:
    found = read_slurm_conf(f"SchedulerParameters={options} PriorityFlags=FAIR_TREE,\n{WEIGHED}")
    assert (found.params["interval"], found.params["window"]) == (60.0, 172_800.0)
    assert {one.name for one in found.settings} >= {"bf_interval", "bf_window", "PriorityFlags"}
    assert found.others == ()


def test_a_list_ends_where_another_setting_begins() -> None:
    found = read_slurm_conf("PriorityFlags=FAIR_TREE, PriorityWeightFairshare=7")
    assert found.params["weight_fairshare"] == 7.0
    assert [one.name for one in found.settings if one.line] == [
        "PriorityFlags",
        "PriorityWeightFairshare",
    ]


def test_without_an_age_at_which_priority_is_full_age_orders_none() -> None:
    text = f"{WEIGHED}PriorityMaxAge=0"
    params = read_slurm_conf(text).params
    assert params["weight_age"] == 0.0
    assert "max_age" not in params
    assert heard(text)["PriorityMaxAge"] == (
        True,
        "every job is of full age at once, so age orders none",
    )
    understood, said = heard(text)["PriorityWeightAge"]
    assert not understood
    assert said == "has no effect here: with PriorityMaxAge=0 every job is of full age at once"


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ("YES", "narrow"),
        ("up", "narrow"),
        ("1", "narrow"),
        ("No", None),
        ("down", None),
        ("0", None),
    ],
)
def test_words_of_slurm_for_yes_and_no(value: str, size: str | None) -> None:
    text = f"{WEIGHED}PriorityFavorSmall={value}"
    assert read_slurm_conf(text).params.get("size") == size
    assert heard(text)["PriorityFavorSmall"][0]


def test_other_words_are_neither() -> None:
    text = f"{WEIGHED}PriorityFavorSmall=maybe"
    understood, said = heard(text)["PriorityFavorSmall"]
    assert not understood
    assert said == "is neither YES nor NO, so the default is taken: wide jobs are favoured"
    assert "size" not in read_slurm_conf(text).params


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        ("PriorityMaxAge=1-0", "PriorityMaxAge", "PriorityWeightAge is 0"),
        ("PriorityFavorSmall=YES", "PriorityFavorSmall", "PriorityWeightJobSize is 0"),
        ("PriorityDecayHalfLife=1-0", "PriorityDecayHalfLife", "PriorityWeightFairshare is 0"),
        ("PriorityCalcPeriod=5", "PriorityCalcPeriod", "PriorityWeightFairshare is 0"),
        (f"{WEIGHED}FairShareDampeningFactor=3", "FairShareDampeningFactor", "only the classic"),
        (
            "PartitionName=a PriorityJobFactor=5",
            "PriorityJobFactor",
            "PriorityWeightPartition is 0",
        ),
        ("PriorityWeightPartition=5", "PriorityWeightPartition", "no partition states a factor"),
        ("PriorityWeightQOS=5", "PriorityWeightQOS", "once qos_factors are given"),
        (f"PriorityType=priority/basic\n{WEIGHED}", "PriorityWeightAge", "in order of arrival"),
        ("PriorityType=priority/basic\nPriorityFlags=FAIR_TREE", "PriorityFlags", "of arrival"),
        (
            "SchedulerType=sched/builtin\nSchedulerParameters=bf_window=9",
            "bf_window",
            "is switched",
        ),
        ("SchedulerParameters=bf_interval=-1,bf_window=9", "bf_window", "is switched off"),
    ],
)
def test_settings_without_effect_are_said_to_have_none(text: str, name: str, why: str) -> None:
    understood, said = heard(text)[name]
    assert not understood
    assert "has no effect here: " in said
    assert why in said


def test_settings_without_effect_change_nothing() -> None:
    idle = "PriorityMaxAge=1-0\nPriorityFavorSmall=YES\nPriorityDecayHalfLife=1\n"
    idle += "PartitionName=a PriorityJobFactor=5\nPriorityFlags=NO_FAIR_TREE"
    weightless = "PriorityWeightAge=0\n"
    assert read_slurm_conf(weightless + idle).params == read_slurm_conf(weightless).params
    assert heard("SchedulerParameters=bf_interval=-1")["bf_interval"][0]


NAMES = st.sampled_from([*SETTINGS, "partitionname", "schedulerparameters", "x"])
VALUES = st.one_of(
    st.text(max_size=20),
    st.from_regex(r"[0-9:-]{1,12}", fullmatch=True),
    st.lists(
        st.tuples(st.sampled_from(list(OPTIONS)), st.integers(-5, 10**12)).map(
            lambda pair: f"{pair[0]}={pair[1]}"
        ),
        max_size=4,
    ).map(",".join),
)


@given(st.text(max_size=9))
def test_whatever_partitions_are_called(name: str) -> None:
    text = f'PriorityWeightPartition=5\nPartitionName="{name}" PriorityJobFactor=5'
    QueueParams.from_mapping(read_slurm_conf(text).params)


@given(st.lists(st.tuples(NAMES, VALUES), max_size=8))
def test_whatever_is_pasted_is_a_policy_or_a_clear_error(lines: list[tuple[str, str]]) -> None:
    text = "\n".join(f"{name}={value}" for name, value in lines)
    try:
        found = read_slurm_conf(text)
    except ParameterError:
        return
    QueueParams.from_mapping(found.params)
    assert all(one.said and one.line <= text.count("\n") + 1 for one in found.settings)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "slurm.conf"
    file.write_text(SITE)
    assert main(["slurm-conf", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["run"].startswith("queue:order=multifactor,")
    assert answer["others"] == ["Default", "ClusterName"]
    assert not answer["same"]
    assert main(["slurm-conf", str(file)]) == 0
    said = capsys.readouterr().out
    assert "line 10  bf_continue: left out: nothing changes during a pass here" in said
    assert "\nThese change no start: Default, ClusterName.\n" in said
    assert "\nThe nearest here, not the same: 7 settings may start jobs otherwise.\n" in said
    assert "default  PriorityWeightQOS=0: its factor counts for nothing" in said
    assert main(["slurm-conf", str(tmp_path / "none")]) == 2
    assert "cannot be read" in capsys.readouterr().err
