"""Numbers with a decimal comma, in tables whose cells are apart by something else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.base.errors import FormatError
from parsched.data.files.mapping import Mapping
from parsched.data.files.signs import Signs
from tests.parsched.data.logs.test_known import findings, reading

NAMES = (b"id;procs;time;user", b"id;cores;elapsed;user")
"""Of our CSV, and of any other table."""


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("sign", [b";", b"\t"])
def test_decimal_commas_are_read_and_told(names: bytes, sign: bytes) -> None:
    content = (names + b'\n1;2;1,5;a,5\n2;4;1.234,25;b\n3;1;7;"1,5"\n').replace(b";", sign)
    found = reading(content, "jobs.csv")
    assert found.workload.runtime.tolist() == [1.5, 1234.25, 7]
    assert found.workload.user is not None
    assert [found.workload.user.name(i) for i in range(3)] == ["a,5", "b", "1,5"]
    [comma] = [each for each in found.report.findings if each.kind.key == "decimal_comma"]
    assert (comma.count, [str(each) for each in comma.examples]) == (
        2,
        ['line 2: "1,5"', 'line 3: "1.234,25"'],
    )
    assert "A number has a decimal comma; 2 × read as one with a decimal point" in comma.sentence


@pytest.mark.parametrize("names", NAMES)
def test_a_comma_that_may_stand_between_thousands_is_not_guessed(names: bytes) -> None:
    with pytest.raises(FormatError, match='"1,234"'):
        reading(names + b"\n1;2;1,234;a\n", "jobs.csv")
    found = reading(names + b"\n1;2;1,234;a\n2;2;0,5;a\n", "jobs.csv")
    assert found.workload.runtime.tolist() == [1.234, 0.5]


@pytest.mark.parametrize("names", NAMES)
def test_processors_stay_whole(names: bytes) -> None:
    found = reading(names + b"\n1;2,5;3;a\n2;2,0;3;a\n", "jobs.csv")
    assert found.workload.width.tolist() == [2]
    assert found.report.dropped == 1


def test_commas_between_cells_are_no_decimal_ones() -> None:
    found = reading(b'id,cores,elapsed\n1,2,"1,5"\n2,2,3\n')
    assert found.workload.runtime.tolist() == [3]
    assert "decimal_comma" not in findings(found)


def test_amounts_of_resources_keep_their_commas() -> None:
    profile = Mapping.from_json(
        {"columns": {"processors": {"column": "tres", "unit": "cpu"}, "run": "run"}}
    )
    found = reading(b"run|tres\n1,5|cpu=4,mem=2\n2|7,5\n", mapping=profile)
    assert (found.workload.width.tolist(), found.workload.runtime.tolist()) == ([4], [1.5])


NUMBERS = st.decimals(-9_999_999, 9_999_999, places=4)


@given(st.lists(NUMBERS, min_size=1))
def test_what_is_written_with_commas_is_read_as_it_was(numbers: list[object]) -> None:
    texts = [f"{number:,}".translate(str.maketrans(",.", ".,")) for number in numbers]
    signs = Signs(is_count=False, may_have_commas=True)
    signs.look_at(texts)
    made = [signs.plain(text) for text in texts]
    assert [float(each[0]) for each in made if each] == [float(str(number)) for number in numbers]


@given(st.lists(st.text(alphabet="0123456789,.-+ ex"), max_size=5), st.booleans(), st.booleans())
def test_other_cells_stay_as_they_are(cells: list[str], is_count: bool, has_commas: bool) -> None:
    signs = Signs(is_count=is_count, may_have_commas=has_commas)
    signs.look_at(cells)
    for cell in cells:
        if (made := signs.plain(cell)) is not None:
            assert re.fullmatch(r"\s*[+-]?[0-9., ]+[ex]*\s*", cell)
            assert re.sub(r"\D", "", made[0]) == re.sub(r"\D", "", cell)
