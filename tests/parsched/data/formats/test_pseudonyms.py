"""Names at the door: what becomes of users, accounts and job names."""

import io
import json
import re

import pytest

from parsched.base.errors import FormatError
from parsched.data.formats import FORMATS, Reading, ReadOptions, read, write
from parsched.data.formats.pseudonyms import new_key, pseudonym
from parsched.model.problem.workload import Labels
from tests.parsched.data.formats.workloads import names

NAMES = ("alice", "bob", "physics", "chemistry", "rocket", "planet", "secret.sh")
CSV = """id,procs,time,user,group,executable,queue
1,2,5,alice,physics,rocket,short
2,2,oops,bob,chemistry,planet,long
3,1,7,bob,chemistry,planet,long
alice-4,1,7,alice,physics,secret.sh,long
"""
SWF = """; Computer: a machine
; UnixStartTime: 1774746000
; Note: alice runs most of it
; Information: ask bob
; Executable: 1 rocket
; Executable: 2 planet
; MaxProcs: 4
1 0 -1 10 2 -1 -1 2 20 -1 1 7301 7302 1 1 -1 -1 -1
2 5 -1 10 2 -1 -1 2 20 -1 1 7303 7302 2 1 -1 -1 -1
"""


def reading(content: str, name: str, key: str = "a key", **options: str) -> Reading:
    made = ReadOptions(pseudonyms=key, **options)  # type: ignore[arg-type]
    return read(io.BytesIO(content.encode()), name=name, options=made)


def json_of(*jobs: dict[str, object], **top: str) -> str:
    """A workload as JSON."""
    return json.dumps({"format": "schedweb-workload", "version": 1, **top, "jobs": jobs})


def everything(found: Reading) -> str:
    """All that is said and written of what was read."""
    texts = [json.dumps(found.report.as_json()), repr(found.header), found.title]
    for key in FORMATS:
        stream = io.BytesIO()
        write(found.workload, stream, format=key)
        texts.append(stream.getvalue().decode())
    return "\n".join(texts)


def test_no_name_of_a_table_is_left() -> None:
    said = everything(reading(CSV, "jobs.csv"))
    assert not [name for name in NAMES if name in said]
    assert "short" in said, "queues are no people"


def test_no_name_of_swf_is_left_in_header_or_columns() -> None:
    found = reading(SWF, "a.swf")
    said = everything(found)
    assert not [name for name in (*NAMES, "7301", "7302", "7303") if name in said]
    assert dict(found.header) == {"UnixStartTime": "1774746000", "MaxProcs": "4"}
    assert found.workload.unix_start == 1_774_746_000


def test_the_same_key_gives_the_same_names_and_another_one_others() -> None:
    one, again, other = (reading(CSV, "a.csv", key) for key in ("a key", "a key", "another"))
    assert names(one.workload, "user") == names(again.workload, "user")
    assert not {*names(one.workload, "user")} & {*names(other.workload, "user")}
    assert one.workload.ids.tolist() == again.workload.ids.tolist()
    assert new_key() != new_key()


def test_a_person_is_one_pseudonym_throughout() -> None:
    users = names(reading(CSV, "a.csv").workload, "user")
    assert users[0] == users[2] != users[1]
    assert all(re.fullmatch(r"user-[0-9a-f]{16}", str(user)) for user in users)
    assert users[0] == pseudonym("alice", "user", "a key")


def test_names_are_in_an_order_that_tells_nothing() -> None:
    user = reading(SWF, "a.swf").workload.user
    assert user is not None
    assert list(user.names) == sorted(user.names)


def test_many_names_have_as_many_pseudonyms() -> None:
    """Names whose first 8 digits would not tell all apart."""
    made = {pseudonym(str(number), "user", "a key") for number in range(120_000)}
    assert len(made) == 120_000
    assert len({name[:13] for name in made}) < 120_000


def test_environments_that_are_users_are_pseudonyms_too() -> None:
    found = reading(CSV, "a.csv", environment_from="user")
    assert names(found.workload, "environment") == names(found.workload, "user")
    own = CSV.replace("queue", "environment")
    assert names(reading(own, "a.csv").workload, "environment") == ["short", "long", "long"]


def test_ids_with_letters_are_pseudonyms_and_others_stay() -> None:
    ids = reading(CSV, "a.csv").workload.ids.tolist()
    assert ids[:2] == ["1", "3"]
    assert re.fullmatch(r"job-[0-9a-f]{16}", ids[2])


def test_the_report_tells_it_and_shows_no_value_that_may_be_a_name() -> None:
    report = reading(CSV.replace("oops", "of-alice"), "a.csv").report
    sentences = {finding.kind.key: finding.sentence for finding in report.findings}
    assert sentences["pseudonyms"] == (
        "Users, accounts and job names are not kept; 3 × replaced by pseudonyms made with a key "
        "(2 users, 2 groups, 3 executables)"
    )
    assert sentences["wrong_time"].endswith("left out (line 3: …)")


def test_a_file_without_names_says_so() -> None:
    found = reading("procs,time\n1,5\n", "a.csv")
    [finding] = found.report.findings
    assert finding.sentence.endswith("(the file names none)")


def test_errors_quote_nothing_of_the_file() -> None:
    with pytest.raises(FormatError) as caught:
        reading("id,procs,time\n1,alice,5\n2,bob,5\n", "a.csv")
    said = f"{caught.value} {caught.value.problems}"
    assert "line 2" in said
    assert "alice" not in said
    assert "bob" not in said


SACCT = "JobID|User|Submit|Start|End|NCPUS\n"
WHOLE_JOB = {"id": "alice1", "procs": 1, "time": 5}


@pytest.mark.parametrize(
    ("content", "name", "place"),
    [
        (f"{SACCT}1|alice|x\n", "sacct.txt", "line 2"),
        (json_of({**WHOLE_JOB, "procs": 0}), "a.json", "job …: procs must be"),
        (json_of(WHOLE_JOB, WHOLE_JOB), "a.json", "job …: id must be unique"),
    ],
)
def test_errors_name_places_and_no_person(content: str, name: str, place: str) -> None:
    with pytest.raises(FormatError) as caught:
        reading(content, name)
    said = f"{caught.value} {caught.value.problems}"
    assert place in said
    assert "alice" not in said


def test_what_a_file_calls_itself_and_its_values_is_withheld() -> None:
    content = json_of({**WHOLE_JOB, "alice": 3}, name="jobs of alice", title="alice's machine")
    found = reading(content, "mine.json")
    assert "alice" not in everything(found)
    assert found.workload.name == "mine"


def test_without_a_key_names_stay() -> None:
    user = read(io.BytesIO(CSV.encode()), name="a.csv").workload.user
    assert isinstance(user, Labels)
    assert user.names == ("alice", "bob")
