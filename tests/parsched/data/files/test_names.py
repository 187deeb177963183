"""Names in files of every format: what turns the text around them, or is not seen, is replaced."""

import io
import json

import pytest

from parsched.base.naming import visible
from parsched.data.files.names import apart, key_of
from parsched.data.formats import Reading, read
from parsched.model.problem.workload import Workload

TURNS = ["\u061c", "\u200e", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"]
TURNS += ["\u2066", "\u2067", "\u2068", "\u2069"]
HIDES = ["\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff", "\U000e0041"]
BREAKS = ["\x07", "\x1b", "\x85", "\u2028", "\u2029"]


def reading(format: str, *names: str) -> Reading:
    """Read jobs with these executables."""
    content = {"csv": as_csv, "gwf": as_gwf, "json": as_json}[format](names)
    return read(io.BytesIO(content.encode()), name=f"jobs.{format}", format=format)


def as_csv(names: tuple[str, ...]) -> str:
    return "procs,time,executable\n" + "".join(f"1,1,{name}\n" for name in names)


def as_gwf(names: tuple[str, ...]) -> str:
    rows = [["-1"] * 29 for _ in names]
    for number, (row, name) in enumerate(zip(rows, names, strict=True)):
        row[0], row[1], row[3], row[4], row[13] = str(number), "0", "1", "1", name
    return "".join("\t".join(row) + "\n" for row in rows)


def as_json(names: tuple[str, ...]) -> str:
    jobs = [{"id": i, "procs": 1, "time": 1, "executable": name} for i, name in enumerate(names, 1)]
    return json.dumps({"format": "schedweb-workload", "version": 1, "jobs": jobs})


def executables(workload: Workload) -> list[str | None]:
    assert workload.executable is not None
    return [workload.executable.name(job) for job in range(len(workload))]


@pytest.mark.parametrize("mark", [*TURNS, *HIDES, *BREAKS])
@pytest.mark.parametrize("format", ["csv", "gwf", "json"])
def test_what_is_not_seen_is_replaced_and_said(format: str, mark: str) -> None:
    found = reading(format, f"a{mark}b", "fine é\u00a0漢字")
    assert executables(found.workload) == ["a?b", "fine é\u00a0漢字"]
    told = {finding.kind.key: finding for finding in found.report.findings}["unfit_name"]
    assert told.count == 1
    assert "control or invisible characters" in told.sentence
    assert told.sentence.isprintable()


@pytest.mark.parametrize("format", ["csv", "gwf", "json"])
def test_names_that_differ_in_what_is_not_seen_are_kept_apart(format: str) -> None:
    found = reading(format, "a\u202eb", "a\u200bb", "a?b", "a\u202eb")
    assert executables(found.workload) == ["a?b#2", "a?b#3", "a?b", "a?b#2"]


def test_every_kind_of_letter_stays() -> None:
    text = "naïve Ünïcode 漢字 عربى עברית हिन्दी 🎉 \ue000"
    assert visible(text) == text


def test_names_that_begin_alike_share_their_numbers_when_cut() -> None:
    long = "u" * 98
    given = [f"{long}{end}{more}" for end in ("aa", "bb") for more in "xyz"]
    found = apart(tuple(key_of(name, name[:100]) for name in [*given, f"{long}#3"]), 100)
    assert found == (
        *(f"{long}aa", f"{long}#2", f"{long}#4"),
        *(f"{long}bb", f"{long}#5", f"{long}#6"),
        f"{long}#3",
    )


def test_numbers_of_cut_names_grow_in_digits() -> None:
    keys = tuple(key_of(f"{'u' * 100}{i}", "u" * 100) for i in range(105))
    found = apart(keys, 100)
    assert len(set(found)) == len(found)
    assert max(map(len, found)) == 100
    assert found[9:11] == ("u" * 97 + "#10", "u" * 97 + "#11")
