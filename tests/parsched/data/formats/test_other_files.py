"""Files of people who schedule that are no workloads: each is called what it is."""

import io

import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import read
from tests.parsched.data.files.test_refusals import shape_fault

SUMS = "Usage summary for user ann from 2026-02-01 00:00:00 to 2026-03-01 00:00:00:\n----\n"
ALL_SUMS = "User       First window starts  Last window ends     Asked (seconds)  Used (seconds)\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SUMS + "   Asked consumption:   3600 (1:00:00)\n", "a sum of what users of OAR"),
        (
            ALL_SUMS + "ann 2026-02-01 2026-03-01 3600 1800\n",
            "a sum of what users of OAR",
        ),
        ('title="x"\n[[algorithms]]\nentry="fcfs"\n', "a study"),
        ('title = "x"\r\n[[parts]]\r\nkey = "a"\r\n', "a study"),
        ('format = "schedweb-study"\nversion = 1\n', "a study"),
        ('{"format": "schedweb-study", "version": 1}', "a study"),
        ('zone = "UTC"\n[columns]\nrun = "elapsed"\n', "a profile"),
        ("Dear colleague,\nhere is the trace you wanted.\n", "a text without any number"),
        ("TODO\n", "a text without any number"),
    ],
)
@pytest.mark.parametrize("name", ["x", "x.txt", "x.log", "x.json"])
def test_a_file_is_called_what_it_is(text: str, said: str, name: str) -> None:
    with pytest.raises(FormatError) as error:
        read(io.BytesIO(text.encode()), name=name)
    told = str(error.value).removeprefix(f"{name}: ")
    assert told.startswith(f"the file is {said}")
    assert not shape_fault(told)


@pytest.mark.parametrize(
    "text",
    [
        "; [[algorithms]]\n1 0 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1\n",
        "id,submit,run,cores,name\n1,0,10,2,[columns]\n2,0,10,2,000 (012.000.000) 2026\n",
        "procs,time\n1,2\n",
    ],
)
def test_workloads_that_speak_of_such_are_read(text: str) -> None:
    assert len(read(io.BytesIO(text.encode()), name="x").workload) > 0
