"""Tables of jobs come in as CSV and go out again."""

import io

import pytest
from django.test import Client

from parsched.data.formats import FORMATS
from schedweb.accounts.models import User
from schedweb.workloads.models import Upload, Workload
from tests import factories

TABLE = b"procs;time;release;environment\r\n8;25;0;debian\r\n2;9.5;3;\r\n0;1;4;x\r\n"
MOLDABLE = b'{"format": "schedweb-workload", "version": 1, "jobs": [{"id": "1", "times": [9, 5]}]}'


def test_a_table_is_previewed_kept_and_given_back(hers: Client) -> None:
    file = io.BytesIO(TABLE)
    file.name = "jobs.csv"
    html = hers.post("/workloads/new/", {"file": file}, follow=True).content.decode()
    assert '<p class="provenance">CSV · ' in html
    assert "line 4: <code>0</code>" in html
    assert "1 environment<" in html
    hers.post(f"/uploads/{Upload.objects.get().pk}/keep/", {"name": "Table"})
    kept = Workload.objects.get()
    assert "<dt>Format</dt><dd>CSV</dd>" in hers.get(f"/workloads/{kept.pk}/").content.decode()
    text = hers.get(f"/workloads/{kept.pk}/jobs.csv").content.decode()
    assert text == "id,release,procs,time,environment\n1,0,8,25,debian\n2,3,2,9.5,\n"


def test_a_pasted_table_is_told_from_other_formats(hers: Client) -> None:
    html = hers.post("/workloads/new/", {"text": TABLE.decode()}, follow=True).content.decode()
    assert "2 jobs kept, 1 left out" in html


def test_what_is_missing_is_said_and_the_text_is_not_lost(hers: Client) -> None:
    answer = hers.post("/workloads/new/", {"text": "procs,colour,user\n1,2,x\n"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "columns &quot;procs&quot;, &quot;colour&quot;, &quot;user&quot;" in html
    assert "line 1 must name procs and time, and has no time" in html
    assert "1,2,x" in html


@pytest.mark.parametrize(
    ("content", "keys"),
    [(factories.SWF, {"json", "gwf", "csv", "swf"}), (MOLDABLE, {"json"})],
)
def test_only_formats_that_hold_the_jobs_are_offered(
    hers: Client, alice: User, content: bytes, keys: set[str]
) -> None:
    kept = factories.workload(alice, content)
    html = hers.get(f"/workloads/{kept.pk}/").content.decode()
    offered = {key for key in FORMATS if f"/workloads/{kept.pk}/jobs.{key}" in html}
    assert offered == keys
    for key in offered:
        assert f"jobs.{key}.gz" in html
        assert hers.get(f"/workloads/{kept.pk}/jobs.{key}").status_code == 200
