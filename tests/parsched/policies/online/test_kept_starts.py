"""Every start is as it was when each job was tried at each early end, and each line sorted.

The digests are of starts that the kernels before the rules of long lines gave: on generated jobs,
and on the first jobs of real logs, as they were submitted and, overloaded, faster than that.
"""

from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from parsched.data.formats import read
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.policies.online.policy import QueueParams
from tests.everywhere import SHARED
from tests.parsched.policies.online.queues import simulated

LINE = 512
FIRST = 10_000
LOGS = {
    "KTH": ("KTH-SP2-1996-2.1-cln", 100, 0.6),
    "SDSC-SP2": ("SDSC-SP2-1998-4.2-cln", 128, 0.8),
    "HPC2N": ("HPC2N-2002-2.2-cln", 240, 0.6),
    "CTC": ("CTC-SP2-1996-3.1-cln", 338, 0.7),
    "CM5": ("LANL-CM5-1994-4.1-cln", 1024, 0.7),
    "SDSC-BLUE": ("SDSC-BLUE-2000-4.2-cln", 1152, 0.6),
    "SDSC-DS": ("SDSC-DS-2004-2.1-cln", 1664, 0.5),
}
"""Files, processors, and by what submit times are multiplied so that lines grow."""
ALL: dict[str, Any] = {"reservations": "all"}
POLICIES: dict[str, dict[str, Any]] = {
    "conservative": ALL,
    "all, order=wfp3": ALL | {"order": "wfp3"},
    "all, order=sjf": ALL | {"order": "sjf"},
    "all, compress=arrival": ALL | {"compress": "arrival"},
    "all, window=1d": ALL | {"window": 86_400.0},
    "all, predict=average-2": ALL | {"predict": "average-2"},
    "reservations=20": {"reservations": 20},
    "xf": {"order": "xf"},
    "wfp3": {"order": "wfp3"},
    "unicef": {"order": "unicef"},
}
KEPT = {
    "KTH": "7346b0 7f7f16 e0b396 ed6e80 0ef239 5e0f18 5885d3 d3c5ad 171013 6ca68a",
    "KTH squeezed": "0d9646 389230 3f9343 401d00 787680 9c6fb0 52cc2e 2139ba 2913df d033f7",
    "SDSC-SP2": "da2fc7 a54b6d 2a5439 01d696 52ad13 47f556 ba7cd7 6bc14c 67458f 4c3eac",
    "SDSC-SP2 squeezed": "93a6db 0e7700 562853 581c3e 923168 43ad98 195fb9 2e4b40 e1c612 783bff",
    "HPC2N": "e8e549 cb7617 11f760 6dbaf3 a89bc5 0fa0ed b39782 ac96f0 4b6805 23135d",
    "HPC2N squeezed": "781d28 2368ee 0e5f52 faf3bc 93b517 cf5939 83b493 2ad201 da91f2 11944a",
    "CTC": "2f2330 29075c bd9db7 419972 1ecc4d 7ada7f 204d1f da62cf 4b5e44 5b7195",
    "CTC squeezed": "91ab59 77a0c7 bbd194 1a575f eb65e3 de8b4e dd5e63 8c6733 52d14e 7a14de",
    "CM5": "8324db 06105f 9d9456 5a71bd 69fa7a bde358 63d4a5 9e30a5 17d121 afad0b",
    "CM5 squeezed": "1d9733 b3d237 f8eabc 812ecb 502beb fe8d0a 229a4d 062010 f50e09 cb0400",
    "SDSC-BLUE": "889be3 1094c8 236541 7c8897 117b9e 44f908 6549c8 3c1888 b22fa0 34d0f2",
    "SDSC-BLUE squeezed": "93325e b548bc 0afa78 6afc6d c4d885 f6ff87 04a9a1 1ef745 718b95 9d0eb4",
    "SDSC-DS": "2a3202 0c54ae 66ac5b 38e6c6 c2d2db 0c7af5 a73630 b7e413 856089 f20eac",
    "SDSC-DS squeezed": "fc0837 cf0e76 ffd4cf 7d0351 a40b5f fbf054 ba16db 709352 ed3f53 1d4551",
    "lublin 12500": "f01dd7 3cc55e 4c4504 3003d0 e19788 f01dd7 5a7a9a 900133 6c7855 d3699e",
    "lublin 25000": "f9db67 a6f4d0",
    "lublin 50000": "7031e3 0f0c28",
    "lublin 100000": "3c1e39 f69aba",
}
"""By jobs: the first digits of the digests, in order of the policies."""


@cache
def generated(jobs: int) -> Workload:
    """Jobs at a load of 0.965, with estimates of 3.3 times the run times."""
    return Instance(generate("lublin", jobs=jobs, processors=LINE), Platform.of(LINE)).counted.jobs


@cache
def logged(name: str, *, squeezed: bool) -> Workload:
    """The first jobs of a log."""
    file, processors, factor = LOGS[name]
    workload = read(str(SHARED / "traces" / f"{file}.swf.gz")).workload.take(np.arange(FIRST))
    if squeezed:
        workload = replace(workload, release=np.floor(workload.release * factor))
    return Instance(workload, Platform.of(processors)).counted.jobs


def digest(workload: Workload, policy: str, processors: int) -> str:
    """The first digits of what identifies the starts, and who is backfilled."""
    done = simulated(workload, QueueParams(**POLICIES[policy]), processors, False)
    return sha256(done.start.tobytes() + done.backfilled.tobytes()).hexdigest()[:6]


@pytest.mark.parametrize("jobs", [12_500, 25_000, 50_000, 100_000])
def test_starts_of_generated_jobs_are_kept(jobs: int) -> None:
    policies = [key for key in POLICIES if jobs == 12_500 or key in ("conservative", "xf")]
    found = [digest(generated(jobs), policy, LINE) for policy in policies]
    assert found == KEPT[f"lublin {jobs}"].split()


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("squeezed", [False, True])
def test_starts_of_logged_jobs_are_kept(name: str, squeezed: bool) -> None:
    workload, processors = logged(name, squeezed=squeezed), LOGS[name][1]
    found = [digest(workload, policy, processors) for policy in POLICIES]
    assert found == KEPT[name + squeezed * " squeezed"].split()
