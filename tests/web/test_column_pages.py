"""Somebody says what the columns of a table mean, and it is read again."""

import io

import pytest
from django.test import Client

from schedweb.workers.models import Task
from schedweb.workloads.models import Upload
from tests.algorithms.sources.samples import ALIBABA_GPU

NAMES = ("job_name", "task_name", "inst_num", "status", "start_time", "end_time", "plan_cpu")
ODD = b"""ref;len;cores wanted;when;who
a;2;8;01.03.2025 00:00:00;ann
b;3;4;01.03.2025 00:01:00;bob
"""


def send(hers: Client, content: bytes = ODD, name: str = "odd.csv") -> str:
    """Upload a file, and return the page that answers."""
    file = io.BytesIO(content)
    file.name = name
    return hers.post("/workloads/new/", {"file": file}, follow=True).content.decode()


def columns_address() -> str:
    """Return the address of the columns of the file that was read last."""
    return f"/workloads/new/columns/{Task.objects.latest('queued').pk}/"


def told(**given: str) -> dict[str, str]:
    """Return a form that says what the columns of the odd table mean."""
    names = ("ref", "len", "cores wanted", "when", "who")
    roles = ("id", "run", "processors", "submit", "user")
    form = {f"name-{i}": name for i, name in enumerate(names)}
    form |= {f"role-{i}": role for i, role in enumerate(roles)}
    return form | {"unit-1": "min", "zone": "Europe/Berlin", "restarts": "separate"} | given


def test_a_refused_table_offers_its_columns(hers: Client) -> None:
    html = send(hers)
    assert "no column says how many processors" in html
    assert columns_address() in html
    html = hers.get(columns_address()).content.decode()
    assert "Columns of odd.csv" in html
    for text in ("cores wanted", "<code>ann</code>", "has no role"):
        assert text in html


def test_what_is_said_is_read(hers: Client) -> None:
    send(hers)
    html = hers.post(columns_address(), told(), follow=True).content.decode()
    assert "2 jobs kept, 0 left out" in html
    [upload] = Upload.objects.all()
    jobs = upload.load()
    assert jobs.ids.tolist() == ["a", "b"]
    assert jobs.runtime.tolist() == [120, 180]
    assert jobs.width.tolist() == [8, 4]
    assert upload.begin.unix_start == 1_740_787_200 - 3_600
    html = hers.get(columns_address()).content.decode()
    assert 'value="Europe/Berlin"' in html
    assert '<option value="processors" selected>' in html


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"zone": "Nowhere"}, "must be the name of a time zone"),
        ({"restarts": "perhaps"}, "restarts must be separate or joined"),
        ({"role-2": "cabbage"}, "no role is called"),
        ({"role-2": ""}, "no column says how many processors"),
        ({"name-2": "other"}, "which is not among"),
        ({"role-0": "run", "unit-0": "year", "role-1": ""}, "unit must be one of"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(
    hers: Client, given: dict[str, str], rule: str
) -> None:
    send(hers)
    answer = hers.post(columns_address(), told(**given))
    assert answer.status_code == 422
    html = answer.content.decode()
    assert rule in html
    assert "Columns of odd.csv" in html


def test_a_log_that_is_recognised_says_what_its_columns_mean(hers: Client) -> None:
    content = b"JobID|State|Submit|Start|End|Elapsed|NCPUS\n"
    content += (
        b"1|COMPLETED|2025-03-01T00:00:00|2025-03-01T00:00:05|2025-03-01T00:00:15|00:00:10|4\n"
    )
    html = send(hers, content, "sacct.txt")
    assert "Slurm sacct" in html
    assert columns_address() in html
    html = hers.get(columns_address()).content.decode()
    assert "a column of Slurm sacct" in html


def test_a_picture_and_the_archive_format_have_no_columns(hers: Client) -> None:
    assert "columns mean" not in send(hers, b"\x89PNG\r\n\x1a\n", "x.png")
    assert hers.get(columns_address()).status_code == 404
    assert "columns mean" not in send(
        hers, b"1 0 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1\n", "x.swf"
    )


def test_parts_of_processors_stay_parts(hers: Client) -> None:
    send(hers, ALIBABA_GPU, "pai_task_table.csv")
    html = hers.get(columns_address()).content.decode()
    assert 'name="divide-6" value="100.0"' in html
    form = told(**{f"name-{i}": name for i, name in enumerate(NAMES)}, **{"divide-6": "100"})
    form |= {f"role-{i}": "" for i in range(6)} | {"role-4": "start", "role-5": "end"}
    form |= {"role-6": "processors", "unit-1": ""}
    html = hers.post(columns_address(), form, follow=True).content.decode()
    assert "2 jobs kept" in html
    assert Upload.objects.latest("expires").load().width.tolist() == [8, 4]
    assert hers.post(columns_address(), form | {"divide-6": "x"}).status_code == 422


def test_nobody_sees_the_columns_of_others(hers: Client, client: Client) -> None:
    send(hers)
    address = columns_address()
    assert hers.get(address).status_code == 200
    assert client.get(address).status_code in (302, 404)
