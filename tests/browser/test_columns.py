"""A log of Slurm: what its columns mean is changed, the jobs follow, and it is used."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.parsched.data.logs import variants

pytestmark = pytest.mark.browser


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """What `sacct --parsable2` has printed."""
    path = tmp_path / "sacct.txt"
    path.write_text(variants.SACCT)
    return path


def test_the_jobs_follow_what_one_says_of_columns(alice: Page, log: Path) -> None:
    alice.get_by_role("link", name="Workloads", exact=True).first.click()
    alice.get_by_role("link", name="Upload", exact=True).first.click()
    alice.locator("input[type=file]").set_input_files(log)
    alice.wait_for_url(re.compile(r"/uploads/"))
    expect(alice.get_by_text("9 jobs kept, 8 left out")).to_be_visible()

    alice.get_by_role("link", name="Say what its columns mean").click()
    summary = alice.locator("#mapped-summary")
    expect(summary).to_contain_text("9 jobs kept, 8 left out")
    alice.get_by_label("Steps of a job").select_option("kept")
    expect(summary).to_contain_text("11 jobs kept, 6 left out")
    alice.get_by_label("Steps of a job").select_option("left out")
    expect(summary).to_contain_text("9 jobs kept, 8 left out")
    alice.get_by_label("Meaning of Elapsed").select_option("wait")
    expect(alice.locator("#mapped")).not_to_contain_text("is not the time from start to end")
    alice.get_by_label("Meaning of Elapsed").select_option("run")
    expect(alice.locator("#mapped")).to_contain_text("is not the time from start to end")
    alice.get_by_label("Time zone of times").fill("Nowhere")
    expect(summary).to_contain_text("must be the name of a time zone")
    alice.get_by_label("Time zone of times").fill("Europe/Berlin")
    expect(summary).to_contain_text("9 jobs kept")
    expect(alice.locator("#mapped")).to_contain_text("2025-02-28 23:00:00 UTC")

    alice.get_by_role("button", name="Read the whole file so").click()
    alice.wait_for_url(re.compile(r"/uploads/"))
    expect(alice.get_by_text("9 jobs kept, 8 left out")).to_be_visible()
    alice.get_by_role("button", name=re.compile("Use this workload")).last.click()
    alice.wait_for_url(re.compile(r"/workloads/[^/]+/$"))
    expect(alice.get_by_text("sacct is ready: 9 jobs")).to_be_visible()
    expect(alice.get_by_text("partitions of jobs", exact=False).first).to_be_visible()
