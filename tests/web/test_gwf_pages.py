"""Traces of grids come in as GWF, and their origins stay with the jobs."""

import io

from django.test import Client
from django.utils.html import escape

from parsched.data.formats import FORMATS
from parsched.data.logs import SOURCES
from schedweb.workloads.models import Upload
from tests.parsched.data.formats.test_gwf import gwf, job


def test_the_upload_page_takes_and_names_every_format(hers: Client) -> None:
    html = hers.get("/workloads/new/").content.decode()
    for declared in FORMATS.values():
        assert f"<dt>{declared.title}</dt>" in html
    for source in SOURCES.values():
        assert escape(source.title) in html
    assert "accept=" not in html  # logs have any name


def test_a_gwf_upload_keeps_its_origins_and_comes_back_as_gwf(hers: Client) -> None:
    file = io.BytesIO(gwf(job(OrigSiteID="fs0"), job(JobID=2, OrigSiteID="fs1")))
    file.name = "das2.gwf"
    assert "Use this workload" in hers.post(
        "/workloads/new/", {"file": file}, follow=True
    ).content.decode()  # fmt: skip
    [found] = Upload.objects.all()
    assert (found.format, found.features["labels"]) == ("gwf", ["origin"])
    kept = hers.post(f"/uploads/{found.pk}/keep/", {"name": "DAS"}, follow=True)
    address = kept.redirect_chain[-1][0]
    lines = hers.get(f"{address}jobs.gwf").content.decode().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    assert [row[16] for row in rows] == ["fs0", "fs1"]
