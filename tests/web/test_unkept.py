"""Before a download of jobs the page says what a file of each format does not hold."""

import html
import json
import re

import pytest
from django.test import Client

from parsched.data.formats import FORMATS
from schedweb.accounts.models import User
from schedweb.workloads.files import unkept_of
from tests import factories

pytestmark = pytest.mark.django_db

PLAIN = b"id,release,procs,time\n1,0,2,10\n2,5,1,20\n"
WEIGHTS = b"id,release,procs,time,weight\n1,0,2,10,3\n2,5,1,20,1\n"
DIGITS = b"id,release,procs,time\n1,0,2,10.12345678901234567\n2,0.1234567890123456,1,20\n"
NAMES = b"id,release,procs,time\na,0,2,10\nb,5,1,20\n"
MOLDABLE = b'{"format": "schedweb-workload", "version": 1, "jobs": [{"id": 1, "times": [10, 6]}]}'
SAMPLES = [PLAIN, WEIGHTS, DIGITS, NAMES]
IDS = ["plain", "weights", "digits", "names"]


def shown(page: str) -> dict[str, str]:
    """Return what the page says beside the files, by extension."""
    found = re.findall(r'/jobs\.([\w.]+)">(.*?)</a>', page)
    return {
        extension: html.unescape("".join(re.findall(r'<span class="muted small">(.*?)</span>', of)))
        for extension, of in found
    }


@pytest.mark.parametrize("content", SAMPLES, ids=IDS)
def test_the_page_says_it_beside_each_file(hers: Client, alice: User, content: bytes) -> None:
    kept = factories.workload(alice, content)
    said = shown(hers.get(f"/workloads/{kept.pk}/").content.decode())
    jobs = kept.load()
    expected = {key: "; ".join(one.unkept(jobs)) for key, one in FORMATS.items()}
    assert said == expected | {f"{key}.gz": text for key, text in expected.items()}


def test_samples_differ_in_what_is_lost(alice: User) -> None:
    lost = [unkept_of(factories.workload(alice, content).load()) for content in SAMPLES]
    plain, weights, digits, names = (" ".join(one["swf"]) for one in lost)
    assert plain == ""
    assert "weights" in weights
    assert "rounded" in digits
    assert "ids" in names


def test_moldable_jobs_have_one_file_that_holds_all(hers: Client, alice: User) -> None:
    kept = factories.workload(alice, MOLDABLE)
    said = shown(hers.get(f"/workloads/{kept.pk}/").content.decode())
    assert said == {"json": "", "json.gz": ""}


@pytest.mark.parametrize("content", SAMPLES, ids=IDS)
@pytest.mark.parametrize("format", FORMATS)
def test_the_api_says_it_in_a_header(
    hers: Client, alice: User, content: bytes, format: str
) -> None:
    kept = factories.workload(alice, content)
    answer = hers.get(f"/api/v1/workloads/{kept.pk}/file?format={format}")
    assert answer.status_code == 200
    assert json.loads(answer.headers.get("X-Not-Kept", "[]")) == unkept_of(kept.load())[format]
