"""Flux and OAR: jobs of several versions and states, and what is cut off."""

import json
from typing import Any

import pytest

from parsched.base.errors import FormatError
from tests.parsched.data.logs.batch_systems import FLUX, OAR, flux_job, owf
from tests.parsched.data.logs.test_expected import Expected, check
from tests.parsched.data.logs.test_known import reading
from tests.parsched.data.logs.written import FIRST


def flux(*jobs: object) -> str:
    """Return what `flux jobs --json` prints of jobs."""
    return json.dumps({"jobs": jobs})


_TASKS: dict[str, Any] = {"ncores": None, "ntasks": 3}
VARIANTS = {
    "flux, states": (
        flux(
            flux_job(result="TIMEOUT"),
            flux_job(2, 1, state="RUN", t_cleanup=None, t_inactive=None, result=None),
            flux_job(3, 2, state="SCHED", t_run=None, t_cleanup=None, t_inactive=None),
            flux_job(4, 3, result="CANCELED", t_run=0.0, t_cleanup=0.0, duration=0),
            flux_job(5, 4, state="DEPEND", t_run=None, t_cleanup=None, t_inactive=None),
        ),
        Expected("flux", [1], [0], [100], [4], [600], {"not_ended": 3, "never_started": 1}),
    ),
    "flux, one job": (
        json.dumps(flux_job("f3Xy", duration=0.0), indent=2),
        Expected("flux", ["f3Xy"], [0], [100], [4], [None]),
    ),
    "flux, an object a line, with bits for words": (
        "".join(
            json.dumps(each) + "\n"
            for each in (
                flux_job(1, state=64, result=1),
                flux_job(2, 1, state=16, result=None, t_cleanup=0),
            )
        ),
        Expected("flux", [1], [0], [100], [4], [600], {"not_ended": 1}),
    ),
    "flux, no cores, no time of cleanup, GPUs": (
        flux(flux_job(**_TASKS, t_cleanup=None, t_inactive=FIRST + 60, ngpus=2)),
        Expected("flux", [1], [0], [50], [3], [600], not_held=("GPUs",)),
    ),
    "flux, dependencies": (
        flux(
            flux_job(7),
            flux_job(8, 1, 200, dependencies=["after-success=7", "begin-time=1740787300"]),
        ),
        Expected("flux", [7, 8], [0, 1], [100] * 2, [4] * 2, [600] * 2, not_held=("begin times",)),
    ),
    "oar, states, extra resources, no limit": (
        owf(
            "1 0 5 105 600 8 0 1 1 1 1 1 1 0 0 0",
            "2 1 5 105 0 4 2 0 1 1 1 1 1 0 0 0",
            f"3 2 -{FIRST} -{FIRST} 600 0 0 0 1 1 1 1 1 0 0 0",
            "4 3 50 50 600 4 0 5 1 1 1 1 1 0 0 0",
        ),
        Expected(
            "oar",
            [1, 2],
            [0, 1],
            [100] * 2,
            [8, 4],
            [600, None],
            {"never_started": 2},
            ("other resources",),
        ),
    ),
    "oar, times from 0, a last line that is cut off": (
        owf("1 0 5 105 600 8 0 1 1 1 1 1 1 0 0 0", "2 10 110 160 12", first=0),
        Expected("oar", [1], [0], [100], [8], [600], {"cut_off": 1}),
    ),
    "oar, other fields in another order": (
        owf(
            "600 1 0 5 105 8 1",
            fields="walltime job_id submission_time start_time stop_time "
            "nb_default_ressources status",
        ),
        Expected("oar", [1], [0], [100], [8], [600]),
    ),
    "oar, more than its resources": (
        owf("1 0 5 105 600 8 0 1 1 1 1 1 1 0 1 0").replace("MaxProcs: 12", "MaxProcs: 99999999999"),
        Expected("oar", [1], [0], [100], [8], [600], not_held=("reservations",)),
    ),
    "oar, a cell that is no number": (
        owf("1 0 5 105 600 8 0 1 1 1 1 1 1 0 0 0", "2 x 5 y 600 8 0 1 1 1 1 1 1 0 0 0"),
        Expected("oar", [1], [0], [100], [8], [600], {"unreadable_time": 1}),
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_gives_its_jobs(name: str) -> None:
    text, expected = VARIANTS[name]
    check(text.encode(), "jobs", expected)


@pytest.mark.parametrize("content", [FLUX, OAR])
def test_starts_are_the_recorded_schedule(content: bytes) -> None:
    jobs = reading(content).workload
    assert jobs.recorded is not None
    assert jobs.recorded.tolist() == [5, 110]


def test_the_header_of_oar_tells_the_machine() -> None:
    assert reading(OAR).processors == 12


@pytest.mark.parametrize(
    "content",
    [
        b'{"jobs": [{"t_submit": 1, "ncores": 1}]}',
        b'{"jobs": {"t_submit": 1, "ncores": 1}}',
        b'{"jobs": [7, {"t_submit": 1, "ncores": 1}]}',
        b"; OWF Format: 1.0\n",
        b"; OWF Format: 1.0\n" + b";0: a " * 20_000 + b"\n1 2 3\n",
    ],
)
def test_what_holds_no_jobs_is_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        reading(content)
    assert 10 < len(str(caught.value)) < 700
