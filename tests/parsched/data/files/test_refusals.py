"""What is said of a file that cannot be read, whatever is wrong with it: two sentences at most, the
failing cell first."""

import io
import re
from collections.abc import Iterator
from random import Random

import pytest

from parsched.base.errors import AlgorithmsError, FormatError
from parsched.data.formats import FORMATS, ReadOptions, read
from parsched.data.logs import SOURCES
from tests.amount import amount
from tests.fuzz.mutation import mutated
from tests.fuzz.targets import TARGETS
from tests.parsched.data.logs.samples import SAMPLES

LONGEST = 400
"""Characters of two sentences, with two cells and the names of some columns."""
_END = re.compile(r'[.!?] (?=[A-Z0-9"])')
_QUOTED = re.compile(r'"[^"]*"')
_PLACE = re.compile(r"\b(line|job number|byte) [0-9]|\bcolumns? \"")
_FAULTS_OF_FILES = ("the file ", "arrays ", "column ", "gzip data", "the table ")


def refused(content: bytes, **options: object) -> str:
    """Return what is said of a file, blank where it is read."""
    try:
        read(io.BytesIO(content), name="x", **options)  # type: ignore[arg-type]
    except FormatError as error:
        return str(error).removeprefix("x: ")
    except AlgorithmsError:
        pass
    return ""


def shape_fault(text: str) -> str:
    """Say what is wrong with the shape of a refusal; blank where nothing is."""
    plain = _QUOTED.sub('""', text)
    if len(text) > LONGEST or "\n" in text:
        return "too long"
    if len(_END.findall(plain)) > 1 or ";" in plain.replace("begin with ;", ""):
        return "more than two sentences"
    place = _PLACE.search(text)
    if place and place.start() > 0 and not text.startswith(_FAULTS_OF_FILES):
        return "the place is not first"
    return "a format is first" if text.startswith(("SWF", "tried", "read as")) else ""


def broken() -> Iterator[tuple[str, bytes, dict[str, object]]]:
    """Yield broken files of every reader, and how they are read."""
    random = Random(45)
    for key in SOURCES:
        for _ in range(amount(12, least=4)):
            yield key, mutated((SAMPLES[key],), random), {"options": ReadOptions(source=key)}
            yield key, mutated((SAMPLES[key],), random), {}
    for target in TARGETS:
        for _ in range(amount(15, least=4)):
            yield target.name, mutated(target.seeds, random), {}
    for key in FORMATS:
        for content in SAMPLES.values():
            yield key, content, {"format": key}


def test_refusals_are_two_sentences_with_the_failing_cell_first() -> None:
    told = [(name, refused(content, **how)) for name, content, how in broken()]
    faults = {(shape_fault(text), text) for _, text in told if text}
    assert sum(1 for _, text in told if text) > 150
    assert {fault for fault in faults if fault[0]} == set()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"job_id,colour,run\n1,2,3\n",
            'columns "job_id", "colour", "run": no column says how many processors a job has',
        ),
        (b"1 0 -1 x -1 -1 -1 2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n", 'line 1, "x" (field 4): submit'),
        (b"JobID|Submit|Start|End|NCPUS|State\n1|x|y|z|4|OK\n", 'line 2, "x": submit time'),
        (b'{"errors": [], "stuff": []}', 'key "format", missing, among the keys "errors", "stuff"'),
        (b"procs,time\n0,5\n2,\n", "line 2, 0: procs must be a whole number"),
        (b"5;6\n", 'line 1, 1 field, "5;6": a line must have 18 fields'),
        (
            b"id,cores,run\n1,2,soon\n2,2,later\n",
            'line 2, "soon": run time in column "run" must be',
        ),
        (b"[1, 2]", "a list: the file must be an object"),
        (
            b"job_id,submit_time,run_time,procs\n1,-5,10,2\n2,0,-10,2\n3,2,1e400,2\n",
            "line 2, -5: submit time",
        ),
        (b"id,submit,run,cores\n1,0,5,0\n2,0,soon,2\n", "line 2, 0: processors"),
        (b"id,submit,run,cores\n1,0,-5,1\n2,0,soon,2\n3,-1,5,2\n", "line 2, -5: run time"),
        (b"id,submit,run,cores\n1,0,1,0.5\n2,x,1,2\n", "line 2, 0.5: processors"),
        (b"id,submit,run,cores,state\n1,0,,1,running\n2,0,1,0,done\n", "line 3, 0: processors"),
    ],
)
def test_the_likeliest_format_is_spoken_of(content: bytes, said: str) -> None:
    text = refused(content)
    assert text.startswith(said)
    assert not shape_fault(text)


def test_the_first_of_several_lines_is_named_where_none_may_be_left_out() -> None:
    rows = b"id,submit,run,cores\n1,0,5,1\n2,0,5,0\n3,0,soon,2\n4,-5,1,2\n"
    text = refused(rows, options=ReadOptions(bad_lines="error"))
    assert text.startswith("line 3, 0: processors")
    assert text.endswith("3 lines cannot be used")


def test_long_lines_of_names_are_cut() -> None:
    names = ",".join(f"a quite long name of a column, number {i}" for i in range(200))
    text = refused(f"{names}\n{names}\n".encode(), options=ReadOptions(source="sacct"))
    assert not shape_fault(text)
    assert "more" in text


def test_names_of_people_are_not_in_refusals_of_pseudonymous_reading() -> None:
    content = b"JobID|User|Submit|Start|End|NCPUS|State\nalice|x\n"
    assert "alice" in refused(content)
    assert "alice" not in refused(content, options=ReadOptions(pseudonyms="key"))
