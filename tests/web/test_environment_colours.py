"""The colours of environments: the same in tables and in the key of the charts."""

import json
import re

import pytest
from django.test import Client

from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.runs.services import create_comparison
from schedweb.workloads.services import keep_upload
from tests import factories
from tests.web.conftest import computed
from tests.web.test_site_pages import section


@pytest.mark.parametrize(
    ("algorithm", "change", "wider_than", "rules"),
    [
        ("easy", {}, None, {}),
        ("easy", {}, 3, {}),
        ("easy", {"estimate": 1}, None, {"estimates": "kill"}),
        ("demt", {"moldable": "ceil"}, None, {}),
    ],
    ids=["plain", "wide jobs left out", "cut at estimates", "moldable"],
)
@pytest.mark.parametrize("count", [3, 10, 12])
def test_tables_and_charts_agree_on_colours(
    hers: Client,
    alice: User,
    count: int,
    algorithm: str,
    change: dict[str, object],
    wider_than: int | None,
    rules: dict[str, str],
) -> None:
    """Names come in another order than their work, and some only wide jobs have."""
    jobs = [
        {
            "id": i,
            "procs": 1 + 3 * (i % 5 == 0),
            "time": 3 + 50 // i,
            "environment": f"e{i % count}",
        }
        | (change if i % 3 else {})
        for i in range(1, 31)
    ]
    content = json.dumps({"format": "schedweb-workload", "version": 1, "jobs": jobs}).encode()
    upload = factories.upload(alice, content, "jobs.json")
    kept = keep_upload(upload, name="Jobs", drop_wider_than=wider_than)
    machine, entries = factories.cluster(alice, 4), [RequestEntry(algorithm)]
    made = computed(create_comparison(alice, kept, machine, entries, rules=rules))
    tab, page = f"/comparisons/{made.pk}/", f"/runs/{made.runs.get().pk}/"
    for chart, listing in (
        (f"{tab}schedules/", f"{tab}environments/?environments=jobs"),
        (page, page),
    ):
        html = hers.get(listing).content.decode()
        charts = key(hers.get(chart).content.decode())
        table = dict(zip(*listed(section(html, "environments")), strict=True))
        assert len(table) == kept.features["environments"]
        assert len(charts) == min(len(table), 8 if len(table) <= 8 else 7)
        assert table == dict.fromkeys(table, "gantt-grey") | charts


def key(html: str) -> dict[str, str]:
    """The colours of environments as the key of the charts tells them."""
    found = re.findall(r'--swatch: var\(--(category-[0-9]+)\)">([^<]*)<', html)
    return {name: color for color, name in found}


def listed(html: str) -> tuple[list[str], list[str]]:
    """Names of environments and their colours in a table."""
    return re.findall(r"</span><span>(e[0-9]+)</span>", html), colours(html)


def colours(html: str) -> list[str]:
    return re.findall(r"background: var\(--([a-z0-9-]+)\)", html)
