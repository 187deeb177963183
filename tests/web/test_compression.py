"""Answers are packed where browsers take that, and files that people save are not."""

import gzip

import pytest
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db
PACKED = {"Accept-Encoding": "gzip, br"}


def test_pages_and_json_are_packed_for_those_who_take_it(hers: Client) -> None:
    for path in ("/algorithms/", "/api/v1/algorithms"):
        plain, packed = hers.get(path), hers.get(path, headers=PACKED)
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert len(packed.content) < len(plain.content) / 3
        assert int(packed.headers["Content-Length"]) == len(packed.content)
        assert len(gzip.decompress(packed.content)) == len(plain.content)


def test_files_and_pictures_are_as_long_as_they_say(hers: Client) -> None:
    workload = factories.workload(factories.person("alice"))
    answer = hers.get(f"/workloads/{workload.pk}/jobs.swf", headers=PACKED)
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
