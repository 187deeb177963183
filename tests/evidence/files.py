"""Files: damaged ones, and what comes back of those that are written."""

from typing import Any

from hypothesis import HealthCheck, given, settings

from parsched.model.problem.workload import Workload
from tests.evidence.entry import Tally, entry
from tests.fuzz.campaign import MOST_SECONDS, run
from tests.fuzz.targets import TARGETS
from tests.parsched.data.formats import test_round_trips as trips

FILES = "Files"


@entry(
    "damaged",
    title="Damaged files",
    about=FILES,
    ours="what all readers do with them: read, or refuse with a sentence",
    against=f"the rules: no other error, at most {MOST_SECONDS:g} s and 1 GB each",
    where="tests/fuzz",
    unit="files",
    size=5_000,
    full=200_000,
)
def damaged(size: int) -> Tally:
    """Damage good files at random, and read them in processes with limits."""
    account = run(size, seed=1)
    tally = Tally(f"{size:,} files of {len(TARGETS)} readers")
    tally.take(len(account.faults), "; ".join(account.faults[:1]), size)
    tally.worst = (
        f"{account.read:,} read, {account.refused:,} refused; the slowest took "
        f"{account.slowest:.2g} s"
    )
    return tally


@entry(
    "round-trips",
    title="Written and read again",
    about=FILES,
    ours="every column of random workloads, read from the file that was written",
    against="the workload itself; the file must say what it does not hold",
    where="tests/parsched/data/formats/test_round_trips.py",
    unit="workloads",
    size=100,
    full=1_000,
)
def round_trips(size: int) -> Tally:
    """Write and read in each format: times of whole seconds, of thousandths and any."""
    kinds = {"seconds": trips._SECONDS, "decimals": trips._DECIMALS, "any": trips._REAL}  # noqa: SLF001
    tally = Tally(f"{size} of each of {len(kinds)} kinds in {len(trips.FILES)} formats")
    for kind, times in kinds.items():
        for format in trips.FILES:
            _tried(tally, f"{format}, {kind}", format, times, size)
    tally.worst = "every column is there, or said to be left out"
    return tally


def _tried(tally: Tally, what: str, format: str, times: Any, size: int) -> None:
    """Look at the same random workloads each time; what differs is counted, not raised."""
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]

    @settings(
        max_examples=size,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=checks,
    )
    @given(jobs=trips._workloads(times))  # noqa: SLF001
    def each(jobs: Workload) -> None:
        columns = trips.lost(jobs, format)
        tally.take(bool(columns), f"{what}: {', '.join(columns)}")

    made: Any = each
    made()
