"""Every page as a browser reads it: no inline code, no doubled ids, no leaked markup."""

import io

import pytest
from django.test import Client

from schedweb.runs.figures import OWN
from schedweb.runs.models import Comparison, Run
from schedweb.sharing.services import share
from schedweb.workers.models import State
from schedweb.workloads.models import Workload
from tests.web import pages
from tests.web.pages import Page

pytestmark = pytest.mark.django_db

HTML = ("comparison", "results", "add", "add a schedule", "run", "state", "workload", "cluster")


def all_pages(client: Client, comparison: Comparison) -> dict[str, Page]:
    """Return every page of Alice's, and what a link of hers shows."""
    token = share(comparison.owner, comparison).token
    run = share(comparison.owner, comparison.runs.all()[0]).token
    found = pages.of_comparison(comparison)
    paths = pages.GENERAL | {name: found[name] for name in HTML} | pages.tabs_of(comparison)
    paths |= {"shared": f"/s/{token}/", "shared run": f"/s/{run}/", "nothing": "/nothing/"}
    return {name: Page(client.get(path).content.decode()) for name, path in paths.items()}


RENDERED: dict[str, Page] = {}


@pytest.fixture
def every_page(request: pytest.FixtureRequest) -> dict[str, Page]:
    """Every page of a comparison that is done, rendered for the first test that reads them."""
    if not RENDERED:
        hers, done = request.getfixturevalue("hers"), request.getfixturevalue("done")
        RENDERED.update(all_pages(hers, done))
    return RENDERED


def test_no_page_has_inline_code(every_page: dict[str, Page]) -> None:
    found = {name: page.inline for name, page in every_page.items() if page.inline}
    assert found == {}


def test_no_page_uses_an_id_twice(every_page: dict[str, Page]) -> None:
    twice = {name: {i for i in p.ids if p.ids.count(i) > 1} for name, p in every_page.items()}
    assert {name: ids for name, ids in twice.items() if ids} == {}


def test_every_plot_is_drawn_without_scripts(every_page: dict[str, Page]) -> None:
    plots = 0
    for name, page in every_page.items():
        figures = [figure for figure in page.of("figure") if "data-plot" in figure]
        drawn = [p for p in page.of("picture") if p.get("class") == "server-drawn"]
        assert len(drawn) == len(figures), name
        plots += len(figures)
    assert plots >= 5


def test_everything_comes_from_this_server(every_page: dict[str, Page]) -> None:
    whole = 0
    for name, page in every_page.items():
        loaded = [a for tag in ("script", "img", "link") for a in page.of(tag)]
        sources = [a.get("src", a.get("href", "/")) or "" for a in loaded]
        assert all(source.startswith("/") for source in sources), name
        whole += bool(sources)  # parts of a page load nothing
    assert whole >= 20


def test_every_field_has_a_name_for_people(every_page: dict[str, Page]) -> None:
    for name, page in every_page.items():
        labelled = {a["for"] for a in page.of("label") if "for" in a}
        fields = [a for tag in ("input", "select", "textarea") for a in page.of(tag)]
        for field in fields:
            wrapped = field.get("type") in ("hidden", "checkbox", "file")
            bare = wrapped or field.get("id") in labelled or "aria-label" in field
            assert bare or _is_wrapped(field), (name, field)


def _is_wrapped(field: dict[str, str | None]) -> bool:
    """Fields inside their label: fields of the chart controls, and of files of figures."""
    is_control = any(key.startswith("data-gantt") for key in field)
    return is_control or field.get("name") in ("quantity", *OWN)


def test_every_page_has_one_heading_and_a_skip_link(every_page: dict[str, Page]) -> None:
    for name, page in every_page.items():
        if name in ("results", "state"):
            continue
        assert len(page.of("h1")) == 1, name
        assert {"class": "skip-link", "href": "#content"} in page.of("a"), name


def test_pages_carry_a_strict_policy(hers: Client, done: Comparison) -> None:
    policy = hers.get(f"/comparisons/{done.pk}/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]


HOSTILE = '<script>alert("x")</script>\'"><img src=x onerror=alert(1)>'


@pytest.fixture
def hostile(done: Comparison) -> Comparison:
    """A comparison in which every text that people choose tries to break out."""
    Workload.objects.update(name=HOSTILE, source={"kind": "sample", "sentence": HOSTILE})
    Comparison.objects.update(title=HOSTILE, note=HOSTILE, cluster_name=HOSTILE)
    assert done.cluster is not None
    type(done.cluster).objects.update(name=HOSTILE, sites=[{"name": HOSTILE, "processors": 4}])
    Run.objects.update(label=HOSTILE, message=HOSTILE, worker=HOSTILE)
    share(done.owner, done, label=HOSTILE[:100])
    return done


def test_texts_of_people_stay_texts(hers: Client, hostile: Comparison) -> None:
    for name, page in all_pages(hers, hostile).items():
        assert page.inline == [], name
        assert {"src": "x", "onerror": "alert(1)"} not in page.of("img"), name


def test_errors_of_runs_stay_texts(hers: Client, hostile: Comparison) -> None:
    Run.objects.update(state=State.FAILED, error=HOSTILE)
    for name, page in all_pages(hers, hostile).items():
        assert page.inline == [], name


def test_ids_of_jobs_stay_texts(hers: Client) -> None:
    job = b'{"id": "<script>alert(1)</script>", "procs": 1, "time": 1, "user": "<b>u</b>"}'
    content = b'{"format": "schedweb-workload", "version": 1, "jobs": [' + job + b"]}"
    file = io.BytesIO(content)
    file.name = "<img src=x onerror=alert(2)>.json"
    answer = hers.post("/workloads/new/", {"file": file}, follow=True)
    page = Page(answer.content.decode())
    assert answer.redirect_chain
    assert page.inline == []
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.content.decode()
    assert page.of("b") == []


def test_the_table_is_there_without_scripts(hers: Client, done: Comparison) -> None:
    html = hers.get(f"/comparisons/{done.pk}/").content.decode()
    assert "EASY backfilling</a>" in html
    assert f"/comparisons/{done.pk}/?sort=mean_wait" in html
    schedules = hers.get(f"/comparisons/{done.pk}/schedules/").content.decode()
    assert 'class="poster-light"' in schedules
