"""Merging in the browser: a form that needs no scripts, a preview, and the workload that stays."""

import io
import json
from typing import Any

import pytest
from django.test import Client

from parsched.data.merging import ABOUT, PRESETS, Filters, TraceWindow
from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster
from schedweb.workloads.models import Workload
from schedweb.workloads.services import keep_upload
from tests import factories
from tests.web.pages import Page

MERGE = "/workloads/new/merge/"
DATED = b"; UnixStartTime: 1672531200\n; TimeZoneString: Europe/Stockholm\n" + factories.SWF


def stored(owner: User, file: str = "a.swf", content: bytes = DATED) -> Workload:
    """Store a file under its name."""
    return keep_upload(factories.upload(owner, content, file), name=f"Jobs of {file}")


def form(*workloads: Workload, **fields: str) -> dict[str, Any]:
    """The form as a user sends it: sites of 4 processors on the first day."""
    sent: dict[str, Any] = {"row": [str(i) for i in range(len(workloads))]}
    sent |= {"heading-name": "Day", "window-align": "start"}
    sent |= {"window-after_days": "0", "window-days": "1"}
    for i, workload in enumerate(workloads):
        sent |= {f"s{i}-site": f"S{i}", f"s{i}-processors": "4", f"s{i}-workload": workload.pk}
    return sent | fields


def preview(client: Client, *workloads: Workload, status: int = 200, **fields: Any) -> str:
    """Press Preview; return the page."""
    answer = client.post(MERGE, form(*workloads, preview="1", **fields), follow=True)
    assert answer.status_code == status
    return answer.content.decode()


def spec_of(html: str) -> str:
    """The specification that "Use this workload" would send."""
    [value] = [a["value"] for a in Page(html).of("input") if a.get("name") == "spec"]
    assert value is not None
    return value


def kept(client: Client, *workloads: Workload) -> Workload:
    """Preview a merge and use it."""
    client.post(MERGE, {"spec": spec_of(preview(client, *workloads)), "keep": "1"})
    return Workload.objects.get(name="Day")


def test_what_was_previewed_is_what_is_kept(hers: Client, alice: User) -> None:
    workload = stored(alice)
    later: dict[str, Any] = {"s1-shift": "3600"}
    html = preview(hers, workload, workload, **later)
    assert "Sun\xa01\xa0Jan\xa02023, 01:00\xa0UTC+01:00" in html
    assert "S0, S1: no job in the last tenth of the window" in html
    assert Workload.objects.count() == 1, "a preview stores nothing"
    answer = hers.post(MERGE, {"spec": spec_of(html), "keep": "1"}, follow=True)
    made = Workload.objects.get(name="Day")
    assert answer.redirect_chain == [(f"/workloads/{made.pk}/", 302)]
    assert "Day is ready: 6 jobs." in answer.content.decode()


def test_nothing_is_kept_of_sources_that_are_gone(hers: Client, alice: User) -> None:
    workload = stored(alice)
    spec = spec_of(preview(hers, workload))
    workload.delete()
    answer = hers.post(MERGE, {"spec": spec, "keep": "1"})
    assert answer.status_code == 422
    assert "a.swf is not among your workloads" in answer.content.decode()
    assert not Workload.objects.exists()


@pytest.mark.parametrize("spec", ["", "{", "[" * 9999, "null", '{"sources": [{}]}'])
def test_a_broken_specification_keeps_nothing(hers: Client, spec: str) -> None:
    answer = hers.post(MERGE, {"spec": spec, "keep": "1"})
    assert answer.status_code == 422
    assert "Nothing was merged." in answer.content.decode()


def test_rows_come_go_and_get_their_own_rules_without_scripts(hers: Client, alice: User) -> None:
    workload = stored(alice)
    more = Page(hers.post(MERGE, form(workload, add="1")).content.decode())
    assert more.named("s1-processors")["value"] == ""
    own = Page(hers.post(MERGE, form(workload, workload, own="1")).content.decode())
    assert own.named("s1-window-days")["value"] == "1"
    assert {spec.name for spec in (*TraceWindow.specs(), *Filters.specs())} == {
        (a["name"] or "").split("-")[2]
        for tag in ("input", "select")
        for a in own.of(tag)
        if (a.get("name") or "").startswith(("s1-window-", "s1-filters-"))
    }
    sent = form(workload, workload, **{"s1-window-days": "2", "s1-window-align": "start"})
    fewer = Page(hers.post(MERGE, sent | {"omit": "0"}).content.decode())
    assert [a["value"] for a in fewer.of("input") if a.get("name") == "row"] == ["0"]
    assert fewer.named("s0-site")["value"] == "S1"
    assert fewer.named("s0-window-days")["value"] == "2", "what is its own comes along"
    common = hers.post(MERGE, sent | {"common": "1"}).content.decode()
    assert "s1-window-days" not in common
    last = Page(hers.post(MERGE, form(workload, omit="0")).content.decode())
    assert last.named("s0-site")["value"] == "S0", "one site stays"


def test_a_chosen_workload_fills_in_name_and_size(hers: Client, alice: User) -> None:
    workload = stored(alice, "KTH.swf.gz")
    sent = form(workload, **{"s0-site": "", "s0-processors": ""})
    page = Page(hers.post(MERGE, sent).content.decode())
    assert page.named("s0-site")["value"] == "KTH"
    assert page.named("s0-processors")["value"] == "4"
    assert page.named("s0-zone")["placeholder"] == "Europe/Stockholm"


def test_errors_land_on_their_fields_and_on_those_for_all_sites(hers: Client, alice: User) -> None:
    workload = stored(alice)
    wrong: dict[str, Any] = {"window-days": "x", "s1-zone": "Mars", "s0-processors": "0"}
    html = preview(hers, workload, workload, status=422, **wrong)
    page = Page(html)
    for name, value in wrong.items():
        assert page.named(name)["aria-invalid"] == "true", name
        assert page.named(name)["value"] == value
    assert "Site 2: Zone must be a time zone" in html
    assert html.count("<li>Days must be") == 1, "what holds for all sites is said once"
    own: dict[str, Any] = {"s1-window-align": "monday", "s1-window-days": "-1"}
    page = Page(preview(hers, workload, workload, status=422, **own))
    assert page.named("s1-window-days")["aria-invalid"] == "true"
    assert "aria-invalid" not in page.named("window-days")


def test_a_window_that_cannot_be_placed_is_said_with_its_site(hers: Client, alice: User) -> None:
    undated = stored(alice, "b.swf", factories.SWF)
    html = preview(hers, stored(alice), undated, status=422, **{"window-align": "monday"})
    assert "Site 2 (S1): Align must be start where" in html
    assert Page(html).named("window-align")["aria-invalid"] == "true"


def test_an_empty_result_shows_why_and_cannot_be_kept(hers: Client, alice: User) -> None:
    html = preview(hers, stored(alice), status=422, **{"window-after_days": "400"})
    assert "No job is left: see the table." in html
    assert "before the window" in html
    assert "Use this workload" not in html
    assert "S0: every job comes before the window. To take" in html
    assert "Align to start and After days to 0" in html
    assert "too short" not in html


def test_moldable_workloads_cannot_be_chosen_and_are_refused(hers: Client, alice: User) -> None:
    content = b'{"format": "schedweb-workload", "version": 1, "jobs": [{"id": 1, "times": [9, 5]}]}'
    workload = stored(alice, "m.json", content)
    html = preview(hers, workload, status=422)
    assert "the jobs must be rigid, Jobs of m.json has moldable ones" in html
    assert "moldable jobs cannot be merged" in hers.get(MERGE).content.decode()


def test_missing_files_of_a_ready_made_specification_are_named(hers: Client, alice: User) -> None:
    files = [source.site.file for source in PRESETS["grid1"].sources]
    stored(alice, files[0].removesuffix(".gz"))
    page = hers.get(f"{MERGE}?preset=grid1").content.decode()
    said = page.split("Not among your workloads:")[1].split("</p>")[0]
    assert files[0] not in said
    assert all(file in said for file in files[1:])
    assert 'href="/workloads/new/"' in page.split("Not among your workloads:")[1]
    looked = {"s0-workload": "", "s0-wanted": files[0], "preview": ""}
    again = Page(hers.post(MERGE, {"row": "0", **looked}).content.decode())
    chosen = [a for a in again.of("option") if "selected" in a and len(a.get("value") or "") == 11]
    assert len(chosen) == 1, "a file that came meanwhile is found"


def test_ready_made_specifications_say_how_they_differ(hers: Client) -> None:
    html = hers.get(MERGE).content.decode()
    for key, about in ABOUT.items():
        assert f'href="?preset={key}#sites"' in html
        assert about in html


def test_ready_made_specifications_merge_once_their_files_are_there(
    hers: Client, alice: User
) -> None:
    late = DATED.replace(b"1 0 -1", b"1 4000000 -1").replace(b"2 5 -1", b"2 4000000 -1")
    for source in PRESETS["grid1"].sources:
        stored(alice, source.site.file, late.replace(b"3 6 -1", b"3 4000000 -1"))
    assert "All 7 traces are among your workloads." in hers.get(MERGE).content.decode()
    page = Page(hers.get(f"{MERGE}?preset=grid1").content.decode())
    assert page.named("filters-estimate") is not None
    assert page.named("s6-filters-partitions")["value"] == "batch partition"
    chosen = [a["value"] for a in page.of("option") if "selected" in a]
    assert len([value for value in chosen if value and len(value) == 11]) == 7


def read(client: Client, text: str, status: int, *, as_file: bool = False) -> str:
    """Paste or upload a specification; return the page."""
    sent: dict[str, Any] = {"read": "1", "spec": text}
    if as_file:
        sent = {"read": "1", "file": io.BytesIO(text.encode())}
    answer = client.post(MERGE, sent, follow=True)
    assert answer.status_code == status
    return answer.content.decode()


@pytest.mark.parametrize("as_file", [True, False])
def test_a_merge_is_repeated_from_its_downloaded_specification(
    hers: Client, his: Client, alice: User, as_file: bool
) -> None:
    made = kept(hers, stored(alice))
    download = hers.get(f"/workloads/{made.pk}/merge.json")
    assert download["Content-Disposition"] == 'attachment; filename="merge.json"'
    assert json.loads(download.content) == made.source["spec"]
    assert his.get(f"/workloads/{made.pk}/merge.json").status_code == 404
    text = download.content.decode()
    html = read(hers, text, 200, as_file=as_file)
    hers.post(MERGE, {"spec": spec_of(html), "keep": "1"})
    assert Workload.objects.filter(digest=made.digest).count() == 2
    missing = read(his, text, 200, as_file=as_file)
    assert "a.swf is not among your workloads" in missing
    assert "Use this workload" not in missing


def test_another_file_under_the_name_is_refused_with_both_digests(
    hers: Client, alice: User
) -> None:
    made = kept(hers, stored(alice))
    text = json.dumps(made.source["spec"])
    Workload.objects.all().delete()
    other = stored(alice, "a.swf", factories.SWF)
    html = read(hers, text, 200)
    assert made.source["spec"]["sources"][0]["sha256"] in html
    assert other.source["sha256"] in html
    assert "Use this workload" not in html


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Choose a file, or paste a specification."),
        ("sites: 3", "line 1, column 1: a specification must be JSON"),
        ("[" * 5000, "must be JSON"),
        ("[]", "a specification must be an object"),
        ('{"sources": []}', "sources must be a list of 1 to"),
        ('{"sources": [{"site": "a", "file": "b", "zone": "Mars"}]}', "sources[0]: zone must be"),
        ("x" * (2**20 + 1), "must have at most 1,048,576 characters, got 1,048,577"),
        ("\udcff\0", "must be JSON"),
    ],
)
def test_what_is_no_specification_is_said_and_not_lost(
    hers: Client, text: str, sentence: str
) -> None:
    html = read(hers, text.encode(errors="replace").decode(), 422)
    assert "The specification cannot be read." in html or not text
    assert sentence in html
    assert ("sites: 3</textarea>" in html) == (text == "sites: 3")


def test_thirty_sites_with_many_mistakes_are_a_page(hers: Client, alice: User) -> None:
    workload = stored(alice)
    assert "processors of 30 sites" in preview(hers, *[workload] * 30)
    source = {"site": "a", "file": "a.swf", "zone": "Mars"}
    html = read(hers, json.dumps({"sources": [source] * 30}), 422)
    assert "<li>and 10 more</li>" in html
    few = json.dumps({"sources": [{**source, "site": f"s{i}", "zone": ""} for i in range(65)]})
    said = (
        "1 to 64 objects, as a machine has at most 64 sites, got 65; the command line merges more"
    )
    assert said in read(hers, few, 422)


def test_every_site_of_the_largest_grid_may_have_rules_of_its_own(
    hers: Client, alice: User
) -> None:
    workload = stored(alice)
    own: dict[str, Any] = {f"s{i}-window-align": "start" for i in range(64)}
    own |= {f"s{i}-window-after_days": "0" for i in range(64)}
    own |= {f"s{i}-filters-{spec.name}": str(spec.default) for i in range(64)
            for spec in Filters.specs()}  # fmt: skip
    own |= {f"s{i}-{name}": "" for i in range(64) for name in ("wanted", "zone")}
    html = preview(hers, *[workload] * 64, **own)
    assert "processors of 64 sites" in html
    assert "A grid has at most 64 sites." in html


def test_the_page_of_a_merge_has_report_origins_and_ways_on(hers: Client, alice: User) -> None:
    made = kept(hers, stored(alice), stored(alice, "b.swf"))
    html = hers.get(f"/workloads/{made.pk}/").content.decode()
    assert "Merged from" in html
    assert '<th scope="row">S1</th><td class="num">3</td><td class="num">50\xa0%' in html
    assert '<th scope="row">completed</th><td class="num">6</td>' in html
    assert f"/workloads/{made.pk}/merge.json" in html
    assert "merge of 2 sites" in hers.get("/workloads/").content.decode()
    again = Page(hers.get(f"{MERGE}?like={made.pk}").content.decode())
    assert again.named("heading-name")["value"] == "Day"
    assert again.named("s1-site")["value"] == "S1"
    assert again.named("window-days")["value"] == "1"


def test_windows_of_their_own_stay_with_their_sites(hers: Client, alice: User) -> None:
    workload = stored(alice)
    own: dict[str, Any] = {
        "s1-window-align": "start",
        "s1-window-after_days": "0",
        "s1-window-days": "3",
    }
    html = preview(hers, workload, workload, workload, **own)
    hers.post(MERGE, {"spec": spec_of(html), "keep": "1"})
    made = Workload.objects.get(name="Day")
    again = Page(hers.get(f"{MERGE}?like={made.pk}").content.decode())
    assert again.named("window-days")["value"] == "1"
    assert again.named("s1-window-days")["value"] == "3"
    assert not [a for a in again.of("input") if a.get("name") == "s2-window-days"]


def test_a_merge_may_be_renamed_and_merged_again(hers: Client, alice: User) -> None:
    made = kept(hers, stored(alice))
    hers.post(f"/workloads/{made.pk}/rename/", {"name": "two\n lines"})
    made.refresh_from_db()
    assert made.name == "two lines"
    assert 'value="two lines"' in hers.get(f"{MERGE}?like={made.pk}").content.decode()
    Workload.objects.filter(pk=made.pk).update(name="turned \u202e around")
    html = hers.get(f"{MERGE}?like={made.pk}").content.decode()
    assert "name must be" in html, "a name of earlier rules is said, not an error"


def test_a_merge_of_a_merge_says_that_its_origins_are_replaced(hers: Client, alice: User) -> None:
    first = stored(alice)
    made = kept(hers, first)
    html = preview(hers, first, made)
    assert "The site replaces the trace’s own origins: S1 (3 jobs)." in html
    assert "own origins" not in preview(hers, first)
    report = {**made.report, "sites": [dict(site) for site in made.report["sites"]]}
    del report["sites"][0]["origins"]  # as in reports from before these were counted
    Workload.objects.filter(pk=made.pk).update(report=report)
    assert hers.get(f"/workloads/{made.pk}/").status_code == 200


def test_a_colon_comes_into_no_name_of_a_site(hers: Client, alice: User) -> None:
    workload = stored(alice, "a:b .swf")
    filled = Page(hers.post(MERGE, form(workload, **{"s0-site": ""})).content.decode())
    assert filled.named("s0-site")["value"] == "a-b"
    html = preview(hers, workload, status=422, **{"s0-site": "a:b"})
    assert "Site must have no colon, and no blank at either end, got" in html
    made = kept(hers, workload)
    sources = [{**source, "site": "a:b"} for source in made.source["spec"]["sources"]]
    spec = {**made.source["spec"], "sources": sources}
    Workload.objects.filter(pk=made.pk).update(source={**made.source, "spec": spec})
    answer = hers.get(f"{MERGE}?like={made.pk}")
    assert "site must have no colon" in answer.content.decode()
    assert hers.get(f"/workloads/{made.pk}/merge.json").json() == spec


def test_a_source_whose_jobs_are_lost_is_named(hers: Client, alice: User) -> None:
    workload = stored(alice)
    spec = spec_of(preview(hers, workload))
    Workload.objects.filter(pk=workload.pk).update(digest="0" * 64)
    answer = hers.post(MERGE, {"spec": spec, "keep": "1"})
    assert answer.status_code == 422
    assert f"the jobs of {workload.name} are missing" in answer.content.decode()


def test_strangers_merges_are_no_start(his: Client, hers: Client, alice: User) -> None:
    made = kept(hers, stored(alice))
    assert his.get(f"{MERGE}?like={made.pk}").status_code == 404
    plain = stored(alice, "c.swf")
    assert hers.get(f"{MERGE}?like={plain.pk}").status_code == 200
    assert hers.get(f"/workloads/{plain.pk}/merge.json").status_code == 404


def test_a_grid_of_its_sites_is_suggested_to_compare_on(hers: Client, alice: User) -> None:
    made = kept(hers, stored(alice), stored(alice, "b.swf"))
    address = f"/compare/?workload={made.pk}"
    assert (
        "The machine of the workload: 2 sites, 8 processors" in hers.get(address).content.decode()
    )
    sent = {"workload": made.pk, "cluster": "fit", "entry": "0.grid", "on": "0"}
    html = hers.post("/compare/", {**sent, "p0-admissible": "0.5"}).content.decode()
    assert all(site["name"] in html.partition('id="admissible-0"')[2] for site in made.sites)
    hers.post("/compare/", {**sent, "compare": "1"})
    machine = Cluster.objects.get()
    assert machine.name == "2 sites of Day"
    assert machine.sites == made.sites
    options = Page(hers.get(address).content.decode()).of("option")
    assert {"value": machine.pk, "selected": None} in options, "the grid that is there is chosen"


def test_one_site_makes_one_machine(hers: Client, alice: User) -> None:
    made = kept(hers, stored(alice))
    html = hers.get(f"/compare/?workload={made.pk}").content.decode()
    assert "The machine of the workload: 4 processors" in html
