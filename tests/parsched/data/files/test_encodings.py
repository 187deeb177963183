"""Files some of whose lines are in UTF-8 and others in Windows-1252 or Latin-1."""

import io
from pathlib import Path

import pytest

from parsched.data.files.encoding import in_utf_8, text_of
from parsched.data.files.findings import Findings
from parsched.data.files.source import lines
from parsched.data.formats import Reading, read
from parsched.data.logs.json_lines import is_json_lines
from tests.parsched.data.logs.samples import SAMPLES

OUTSIDE = Path(__file__).parents[5] / "shared" / "cases" / "outside"

SACCT = """JobID|JobName|User|Submit|Start|End|NCPUS|State
31|für|müller|2026-02-14T08:00:00|2026-02-14T08:05:00|2026-02-14T08:15:00|4|COMPLETED
32|für|müller|2026-02-14T08:00:00|2026-02-14T08:05:00|2026-02-14T08:15:00|4|COMPLETED
33|été|rené|2026-02-14T08:00:00|2026-02-14T08:05:00|2026-02-14T08:15:00|4|COMPLETED
"""
CSV = "id,procs,time,user\n1,4,60,müller\n2,4,60,müller\n3,4,60,rené\n"
TABLE = "id;cores;run_time;user\n1;4;60;müller\n2;4;60;müller\n3;4;60;rené\n"
QUOTED = 'id,cores,run_time,user\n1,4,60,"müller"\n2,4,60,"müller"\n3,4,60,"rené"\n'
JSON_LINES = "".join(
    f'{{"id": {i}, "cores": 4, "run_time": 60, "user": "{user}"}}\n'
    for i, user in enumerate(("müller", "müller", "rené"))
)
GWF = "# time 0\n" + "".join(
    f"{i} 0 0 60 4 -1 -1 4 60 -1 1 {user} g a q p o o j u -1 -1 -1 -1 -1 -1 -1 -1 -1\n"
    for i, user in enumerate(("müller", "müller", "rené"), 1)
)


def mixed(text: str, line: int) -> bytes:
    """Return a text in UTF-8 with one line in Windows-1252."""
    rows = text.splitlines(keepends=True)
    coded = [row.encode("cp1252" if i == line else "utf-8") for i, row in enumerate(rows, 1)]
    return b"".join(coded)


def reading(content: bytes, name: str = "jobs.txt") -> Reading:
    """Read content as a file."""
    return read(io.BytesIO(content), name=name)


def said(found: Reading) -> list[tuple[int, str]]:
    """Return the lines that were of another encoding, and what is shown of them."""
    kinds = {one.kind.key: one for one in found.report.findings}
    assert "other_encoding" in kinds, found.report.findings
    return [(each.line, each.value) for each in kinds["other_encoding"].examples]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (SACCT, 2),
        (SACCT, 3),
        (SACCT, 4),
        (CSV, 3),
        (TABLE, 2),
        (QUOTED, 4),
        (JSON_LINES, 1),
        (GWF, 3),
    ],
)
def test_lines_of_two_encodings_name_the_same_people(text: str, line: int) -> None:
    found = reading(mixed(text, line), "jobs.jsonl" if text is JSON_LINES else "jobs.txt")
    users = found.workload.user
    assert users is not None
    assert [users.name(i) for i in range(3)] == ["müller", "müller", "rené"]
    [(at, word)] = said(found)
    assert at == line
    assert any(name in word for name in ("für", "müller", "été", "rené"))


def has_lines(sample: bytes) -> bool:
    """Tell whether a sample is a text of lines, some with the user ann."""
    is_document = sample.startswith((b"{", b"[")) and not is_json_lines(sample)
    return b"ann" in sample and not sample.startswith(b"PAR1") and not is_document


@pytest.mark.parametrize("key", [key for key, sample in SAMPLES.items() if has_lines(sample)])
def test_each_source_is_read_line_by_line(key: str) -> None:
    found = reading(SAMPLES[key].replace(b"ann", "Ånn€".encode("cp1252")))
    assert said(found)
    users = found.workload.user
    assert users is None or any("Ånn€" in name for name in users.names)
    assert len(found.workload) == len(reading(SAMPLES[key]).workload)


def test_headers_of_swf_are_read_line_by_line() -> None:
    job = b"1 0 0 60 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n"
    head = "; Computer: Zürich\n".encode("latin-1") + "; Queue: 1 schön\n".encode()
    found = reading(head + job, "a.swf")
    assert (found.title, found.workload.queue and found.workload.queue.names) == (
        "Zürich",
        ("schön",),
    )
    assert said(found) == [(1, '"Zürich"')]


def test_what_windows_has_no_character_for_is_latin_1() -> None:
    findings = Findings()
    made = in_utf_8(b"a \x81\n\x80 b\n\xc3\xbc c\n", 7, findings)
    assert made.decode() == "a \x81\n€ b\nü c\n"
    [finding] = findings.report(0).findings
    assert [each.line for each in finding.examples] == [7, 8]


def test_lines_are_counted_over_blocks() -> None:
    blocks = [b"a\nb\n", b"c\n\xe9", b"d\ne\n"]
    findings = Findings()
    assert b"".join(lines(iter(blocks), findings)).decode() == "a\nb\nc\néd\ne\n"
    assert findings.report(0).findings[0].examples[0].line == 4


def test_a_character_that_two_blocks_share_is_one() -> None:
    findings = Findings()
    cut = "für\n".encode()
    assert b"".join(lines(iter((cut[:2], cut[2:])), findings)) == cut
    assert not findings.report(0).findings


def test_a_mark_is_no_part_of_a_text() -> None:
    assert text_of(b"\xef\xbb\xbf" + "für\n".encode() + b"f\xfcr") == "für\nfür"


@pytest.mark.skipif(not OUTSIDE.is_dir(), reason="shared/cases/outside is missing")
def test_the_case_from_outside() -> None:
    found = reading((OUTSIDE / "18-sacct-two-encodings.txt").read_bytes())
    assert found.workload.user is not None
    assert sorted(found.workload.user.names) == ["müller", "rené"]
    assert said(found) == [(3, '"für"')]
