"""Instants in sentences about broken rules are said as dates, and durations are not."""

import re

import numpy as np
import pytest

from parsched.model.problem.calendar import Calendar
from parsched.model.problem.platform import Platform
from parsched.model.schedules.examination import examine
from parsched.model.schedules.schedule import Schedule
from parsched.report.instants import dated
from tests.parsched.model.schedules.test_checker import JOBS, MACHINE, MUTILATED

SPRING = Calendar(1_774_742_400, "Europe/Berlin")


@pytest.mark.parametrize(
    "kind", sorted(set(MUTILATED) - {"missing row", "short column", "short processors"})
)
def test_all_that_follows_at_is_an_instant(kind: str) -> None:
    schedule = MUTILATED[kind][0]()
    sentences = examine(JOBS, MACHINE, schedule).sentences
    assert sentences
    for sentence in sentences:
        parts = dated(sentence, SPRING)
        assert "".join(part.text for part in parts) == sentence
        rest = "".join(part.text for part in parts if not part.date)
        assert not re.search(r"\bat -?[0-9]", rest), sentence
        for part in parts:
            assert not part.date or part.date == SPRING.text(float(part.text.removesuffix(" s")))
        assert all("runs" not in part.text for part in parts if part.date)


def test_durations_stay_seconds() -> None:
    sentence = "job 1 starts at 60 s and runs 5 s; job 2 starts at 7 s, before 3600 s, when job 1"
    assert [part.text for part in dated(sentence, SPRING) if part.date] == ["60 s", "7 s", "3600 s"]


def test_without_a_calendar_a_sentence_is_whole() -> None:
    [part] = dated("job 1 starts at 60 s and runs 5 s", None)
    assert (part.text, part.date) == ("job 1 starts at 60 s and runs 5 s", "")


def test_an_instant_without_a_date_stays_as_it_is() -> None:
    assert not any(part.date for part in dated("job 1 starts at 9e+15 s and runs 1 s", SPRING))
    jobs, machine = JOBS, Platform.of(1_000)
    odd = Schedule.of(jobs, np.full(len(jobs), np.nan))
    assert not any(p.date for s in examine(jobs, machine, odd).sentences for p in dated(s, SPRING))
