"""The limit of an attempt at a batch or a summary."""

from unittest.mock import Mock

import pytest

from parsched.base.compiled import stopwatch
from schedweb.workers.attempts import Ear, OutOfTimeError
from schedweb.workers.heartbeat import Heart


def test_compile_time_does_not_count_for_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ear = Ear(Mock(spec=Heart), seconds=-1.0)
    with pytest.raises(OutOfTimeError):
        ear()
    monkeypatch.setattr(stopwatch, "seconds", stopwatch.seconds + 3_600)
    ear()
