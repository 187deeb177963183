"""What stands between the cells of a text: guessed, said, and remembered."""

import io

import pytest

from parsched.base.errors import FormatError
from parsched.data.files.layout import StatedCut, TextLayout, separator_of
from parsched.data.files.mapping import Mapping
from parsched.data.formats import sample_of
from tests.parsched.data.logs.test_known import reading

ROLES = {"columns": {"id": "ref", "processors": "wide", "run": "len"}}


@pytest.mark.parametrize("sign", "#^~!")
def test_a_separator_that_is_not_usual_is_guessed(sign: str) -> None:
    content = sign.join(("id", "cores", "run")) + "\n" + sign.join("729") + "\n"
    found = reading(content.encode())
    assert (found.format, found.workload.width.tolist()) == ("table", [2])
    assert found.workload.runtime.tolist() == [9]


def test_a_sign_that_cuts_lines_unequally_is_no_separator() -> None:
    assert TextLayout.of(b"see #1 and #2\nnothing\n") is None


@pytest.mark.parametrize(
    ("said", "row", "names"),
    [
        ("$", b"7$2$9", b"ref$wide$len"),
        ("space", b"7   2 9", b"ref  wide len"),
        ("tab", b"7\t2\t9", b"ref\twide\tlen"),
        (":", b"7:2:9", b"ref:wide:len"),
    ],
)
def test_a_profile_says_what_stands_between_cells(said: str, row: bytes, names: bytes) -> None:
    profile = Mapping.from_toml(Mapping.from_json({**ROLES, "separator": said}).as_toml())
    found = reading(b"# a comment\n" + names + b"\n\n" + row + b"\n", mapping=profile)
    assert found.workload.ids.tolist() == [7]
    assert (found.workload.width.tolist(), found.workload.runtime.tolist()) == ([2], [9])
    assert found.lines is not None
    assert found.lines.tolist() == [4]


@pytest.mark.parametrize("wrong", ["ab", "x", "7", '"', "é", "\n", "\0", "||x", "  ", "|" * 9])
def test_what_cannot_be_a_separator_is_refused(wrong: str) -> None:
    with pytest.raises(FormatError, match="must be one to 8 characters, no letters"):
        separator_of(wrong)
    with pytest.raises(FormatError, match="separator must be one to 8 characters"):
        Mapping.from_json({"separator": wrong})


def test_a_separator_that_is_no_text_is_refused() -> None:
    with pytest.raises(FormatError, match="separator must be a character, got 7"):
        Mapping.from_toml("separator = 7")


def test_a_separator_that_does_not_cut_the_first_line_is_told() -> None:
    profile = Mapping.from_json({**ROLES, "separator": "$"})
    with pytest.raises(FormatError, match=r"must name several columns, with \$ between"):
        reading(b"ref;wide;len\n7;2;9\n", mapping=profile)


def test_a_text_without_a_separator_is_seen_as_whole_lines() -> None:
    content = b"ref$wide$len\n7$2$9\n"
    whole = sample_of(io.BytesIO(content), name="x.txt")
    assert (whole.columns, whole.separator, whole.is_text) == (("ref$wide$len",), "", True)
    cut = sample_of(io.BytesIO(content), name="x.txt", cut=StatedCut("$"))
    assert (cut.columns, cut.separator, cut.said) == (("ref", "wide", "len"), "$", StatedCut("$"))
    assert cut.shape == whole.shape


def test_what_was_said_of_the_first_line_is_remembered_with_the_separator() -> None:
    profile = Mapping.from_json({**ROLES, "separator": "$"})
    shapes = {("ref$wide$len",): profile}
    found = reading(b"ref$wide$len\n7$2$9\n", remembered=lambda names: shapes.get(tuple(names)))
    assert found.is_remembered
    assert found.workload.width.tolist() == [2]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"ref;len;wide\n1;2;3\n",
            "no column says how many processors a job has. Say what its columns mean",
        ),
        (b"ref$len$wide\n1$2$3\n", "If it is a table, say what stands between its cells"),
    ],
)
def test_a_table_that_names_its_columns_is_not_asked_to_name_them(
    content: bytes, said: str
) -> None:
    with pytest.raises(FormatError, match=said) as caught:
        reading(content, "x.txt")
    assert "name its columns" not in str(caught.value)


def test_numbers_without_names_are_asked_for_names() -> None:
    with pytest.raises(FormatError, match="name its columns in the first line"):
        reading(b"1;2;3;4;5;6\n", "x.txt")


NAMES = ("JobIDRaw", "Submit", "Start", "End", "NCPUS", "State", "JobName")
DAY = "2026-02-01T00:0"
SACCT = (
    NAMES,
    ("1", DAY + "0:00", DAY + "0:10", DAY + "1:10", "4", "COMPLETED", "a|b"),
    ("2", DAY + "0:05", DAY + "1:10", DAY + "2:10", "2", "COMPLETED", "c;d:e->f"),
)
SEVERAL = ["||", ";;", "::", ", ", " | ", "; ", "\t\t", "->", "|%|", "~~~", " || "]


@pytest.mark.parametrize("end", [False, True])
@pytest.mark.parametrize("signs", [each for each in SEVERAL if each != "->"])
def test_several_characters_between_cells_are_guessed(signs: str, end: bool) -> None:
    ends = signs * end + "\n"
    found = reading("".join(signs.join(row) + ends for row in SACCT).encode(), "x.txt")
    jobs = found.workload
    assert (found.format, jobs.ids.tolist(), jobs.width.tolist()) == ("sacct", [1, 2], [4, 2])
    assert jobs.runtime.tolist() == [60, 60]


@pytest.mark.parametrize("signs", ["||", ";;", "::", "|%|"])
def test_a_part_of_the_separator_within_a_name_cuts_nothing(signs: str) -> None:
    found = reading("".join(signs.join(row) + "\n" for row in SACCT).encode(), "x.txt")
    named = found.workload.executable
    assert named is not None
    assert [named.name(at) for at in range(2)] == ["a|b", "c;d:e->f"]
    assert not {each.kind.key for each in found.report.findings} & {"separator_in_name"}


def test_a_row_of_other_cells_is_told_by_its_line() -> None:
    # The separator is clear from the first lines; a row far below has too few cells.
    first = ["||".join(row) for row in (SACCT[0], *SACCT[1:] * 20)]
    found = reading("\n".join([*first, f"3||{DAY}0:00"]).encode() + b"\n", "x.txt")
    told = {each.kind.key: each.examples[0].line for each in found.report.findings}
    assert told["wrong_number_of_cells"] == 42


def test_a_name_with_the_whole_separator_is_put_together() -> None:
    names = ("JobIDRaw", "JobName", *NAMES[1:6])
    rows = [(row[0], row[6], *row[1:6]) for row in SACCT[1:] * 20]
    rows.append(("3", "left||right", *SACCT[1][1:6]))
    found = reading("".join("||".join(row) + "\n" for row in (names, *rows)).encode(), "x.txt")
    named = found.workload.executable
    assert named is not None
    assert "left||right" in named.names


@pytest.mark.parametrize("said", SEVERAL)
def test_a_profile_says_which_characters_stand_between_cells(said: str) -> None:
    told = "tabs" if said.isspace() else said
    profile = Mapping.from_toml(Mapping.from_json({**ROLES, "separator": told}).as_toml())
    content = "".join(said.join(row) + "\n" for row in (("ref", "wide", "len"), "729"))
    found = reading(content.encode(), mapping=profile)
    assert (found.workload.width.tolist(), found.workload.runtime.tolist()) == ([2], [9])


def test_columns_may_be_apart_by_any_number_of_tabs() -> None:
    content = b"id\t\tcores\trun\n7\t2\t\t9\n12345678\t3\t8\n"
    found = reading(content, "x.txt")
    assert found.workload.width.tolist() == [2, 3]
    assert found.workload.runtime.tolist() == [9, 8]
    assert sample_of(io.BytesIO(content), name="x.txt").separator == "tabs"


def test_empty_cells_between_single_separators_are_cells() -> None:
    layout = TextLayout.of(b"id||run|cores\n1||5|2\n")
    assert layout is not None
    assert (layout.separator, len(layout.columns)) == ("|", 4)
