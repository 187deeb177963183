"""Ready-made comparisons on the compare form, and times of deployments that are given once."""

import re
from typing import Any

import pytest
from django.test import Client

from algorithms.catalogue import ALGORITHMS
from algorithms.ready_made import READY_MADE
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.workloads.services import keep_upload
from tests import factories
from tests.web.pages import Page
from tests.web.test_compare_form import form

FAMILY = ALGORITHMS["gls"].family
SHARED = {"shared-deploy_seconds": "200", "shared-deploy_extra": "0"}
GROUPS = ("env-barrier", "env-blind", "env-order", "env-sequential", "gls", "gls-plus")


@pytest.fixture
def keys(alice: User) -> dict[str, str]:
    """Jobs with environments, all there at time 0, and a machine."""
    workload = factories.workload(alice, factories.ENVIRONMENTS, "Environments")
    return {"workload": workload.pk, "cluster": factories.cluster(alice, 4).pk}


@pytest.fixture
def late(alice: User) -> dict[str, str]:
    """Jobs with environments that arrive, and a machine."""
    workload = factories.workload(alice, factories.ARRIVING, "Arriving")
    return {"workload": workload.pk, "cluster": factories.cluster(alice, 4).pk}


def chosen(html: str) -> list[str]:
    """Return the keys of the rows that are ticked."""
    page = Page(html)
    rows = [str(a["value"]).split(".") for a in page.of("input") if a.get("name") == "entry"]
    ticks = [a for a in page.of("input") if a.get("name") == "on" and "checked" in a]
    on = {a["value"] for a in ticks}
    return [key for number, key in rows if number in on]


def as_browser(html: str) -> dict[str, list[str]]:
    """Return what a browser without scripts would send of a form, but for its buttons."""
    page = Page(html)
    sent: dict[str, list[str]] = {}
    for field in page.of("input"):
        is_box = field.get("type") in ("checkbox", "radio")
        is_sent = "disabled" not in field and (not is_box or "checked" in field)
        if is_sent and (name := field.get("name")) and name != "csrfmiddlewaretoken":
            sent.setdefault(name, []).append(field.get("value") or "")
    for select in re.findall(r"<select.*?</select>", html, re.DOTALL):
        name = re.findall(r'name="([^"]+)"', select)[0]
        sent[name] = re.findall(r'<option value="([^"]*)" selected', select)[:1]
    return sent


def pressed(client: Client, html: str, **button: str) -> str:
    """Return the form after a button."""
    return client.post("/compare/", {**as_browser(html), **button}).content.decode()


def by_name(run: tuple[str, dict[str, Any]]) -> str:
    """Databases keep no order of parameters."""
    return f"{run[0]} {sorted(run[1].items())}"


def test_one_button_makes_all_runs_of_the_trade_offs(hers: Client, keys: dict[str, str]) -> None:
    first = hers.get("/compare/", keys).content.decode()
    assert sorted(chosen(first)) == ["env-blind", "env-order", "gls", "gls-plus"]
    assert "All are chosen." not in first
    html = pressed(hers, first, **{"ready-made": "trade-offs"})
    assert sorted(chosen(html)) == sorted(GROUPS), "what was only proposed is gone"
    assert "40 runs in all" in html
    assert "All are chosen." in html
    answer = hers.post("/compare/", {**as_browser(html), "compare": "1"})
    assert answer.status_code == 302
    runs = Comparison.objects.get().runs.all()
    entries = READY_MADE["trade-offs"].entries
    wanted = [(entry.key, entry.params.as_dict()) for entry in entries]
    made = [(run.algorithm, run.params) for run in runs]
    assert sorted(made, key=by_name) == sorted(wanted, key=by_name)


def test_it_replaces_what_its_methods_had_and_leaves_the_others(
    hers: Client, keys: dict[str, str]
) -> None:
    sent = form("easy", "gls", "gls", **keys, **{"p1-lam": "7", "l2": "mine"})
    del sent["compare"]
    html = hers.post("/compare/", sent | {"ready-made": "trade-offs"}).content.decode()
    assert sorted(chosen(html)) == sorted(["easy", *GROUPS])
    assert "41 runs in all" in html
    assert html.count(f">{FAMILY}<") == 1, "rows that were not there join their family"
    numbers = [
        str(a["value"]).partition(".")[0]
        for a in Page(html).of("input")
        if a.get("name") == "entry"
    ]
    assert len(set(numbers)) == len(numbers)
    again = pressed(hers, html, **{"ready-made": "trade-offs"})
    assert chosen(again) == chosen(html)
    assert "41 runs in all" in again


def test_arriving_jobs_are_compared_in_batches(hers: Client, late: dict[str, str]) -> None:
    html = hers.get("/compare/", late).content.decode()
    assert chosen(html) == ["easy", "online-batch", "online-batch"]
    fields = as_browser(html)
    rows = [row.partition(".")[0] for row in fields["entry"] if row.endswith(".online-batch")]
    assert [fields[f"p{row}-algorithm"] for row in rows] == [["gls-plus"], ["env-blind"]]
    assert 'value="trade-offs"' not in html
    html = pressed(hers, html, **{"ready-made": "trade-offs-on-line"})
    assert set(chosen(html)) == {"online-batch"}
    assert "14 runs in all" in html
    sent = {**as_browser(html), "compare": "1", **SHARED}
    assert hers.post("/compare/", sent).status_code == 302
    settings = {run.params["settings"] for run in Comparison.objects.get().runs.all()}
    assert {"deploy_seconds=200", "lam=4 deploy_seconds=200"} < settings


def test_the_page_of_a_workload_leads_to_the_form_filled_in(
    hers: Client, keys: dict[str, str], late: dict[str, str]
) -> None:
    for given, key, runs in ((keys, "trade-offs", 40), (late, "trade-offs-on-line", 14)):
        html = hers.get(f"/workloads/{given['workload']}/").content.decode()
        (link,) = re.findall(r'href="(/compare/[^"]*ready-made=[^"]*)"', html)
        assert link.endswith(key)
        assert f"{runs} runs in all" in hers.get(link.replace("&amp;", "&")).content.decode()
    plain = factories.workload(factories.person("alice"))
    assert "ready-made" not in hers.get(f"/workloads/{plain.pk}/").content.decode()


@pytest.mark.parametrize("key", ["trade-offs-on-line", "nothing"])
def test_an_address_that_asks_for_what_does_not_suit_says_so(
    hers: Client, keys: dict[str, str], key: str
) -> None:
    html = hers.get("/compare/", keys | {"ready-made": key}).content.decode()
    assert ("needs jobs that arrive over time" in html) == (key in READY_MADE)


def test_jobs_without_environments_show_nothing_of_it(hers: Client, alice: User) -> None:
    html = hers.get("/compare/", {"workload": factories.workload(alice).pk}).content.decode()
    assert "shared-deploy_seconds" not in html
    assert "ready-made" not in html


def test_a_time_that_is_given_once_holds_unless_an_entry_has_its_own(
    hers: Client, keys: dict[str, str]
) -> None:
    own = {"p1-deploy_seconds": "0", "p2-deploy_extra": "5", "p3-settings": "lam=2"}
    own |= {"p3-algorithm": "gls"}
    sent = form("gls", "gls", "gls-plus", "online-batch", "ltf", **keys, **SHARED, **own)
    assert hers.post("/compare/", sent).status_code == 302
    params = [run.params for run in Comparison.objects.get().runs.all()]
    assert [p.get("deploy_seconds") for p in params] == [200, 0, 200, None, None]
    assert params[2]["deploy_extra"] == 5
    assert params[3]["settings"] == "lam=2 deploy_seconds=200"


def test_several_times_are_still_a_sweep_of_an_entry(hers: Client, keys: dict[str, str]) -> None:
    several = {"several": "0", "p0-deploy_seconds": "0, 100", "p0-lam": "1", "p0-deploy_extra": ""}
    boxes = {"p0-lam_unit": ["minimum"], "p0-merge": ["at-least"]}
    assert (
        hers.post("/compare/", form("gls", **keys, **several, **SHARED) | boxes).status_code == 302
    )
    runs = Comparison.objects.get().runs.all()
    assert [run.params["deploy_seconds"] for run in runs] == [0, 100]
    assert [run.label for run in runs] == ["GLS, deployments of 0 s", "GLS, deployments of 100 s"]


def test_presets_fill_the_fields(hers: Client, keys: dict[str, str]) -> None:
    html = pressed(hers, hers.get("/compare/", keys).content.decode(), preset="measured")
    page = Page(html)
    values = [page.named(f"shared-{name}")["value"] for name in ("deploy_seconds", "deploy_extra")]
    assert values == ["200", "100"]
    assert page.named("p0-deploy_seconds")["placeholder"] == "as for all"
    assert sorted(chosen(html)) == ["env-blind", "env-order", "gls", "gls-plus"]


def test_a_wrong_time_is_marked_with_what_was_typed(hers: Client, keys: dict[str, str]) -> None:
    sent = form("gls", **keys, **{"shared-deploy_seconds": "much", "shared-deploy_extra": "0"})
    answer = hers.post("/compare/", sent)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert Page(html).named("shared-deploy_seconds")["value"] == "much"
    sentence = "Time of a deployment must be a number from 0 to 1,000,000, got"
    assert sentence in re.findall(r'id="shared-deploy_seconds-error">([^<]+)', html)[0]
    assert not Comparison.objects.exists()


@pytest.mark.parametrize("several", [{}, {"several": "0"}])
def test_errors_name_fields_as_the_form_does(
    hers: Client, keys: dict[str, str], several: dict[str, str]
) -> None:
    """Greek letters are no capitals at the beginning: Λ would be another one."""
    own = {"p0-lam": "x", "p0-lam_unit": "minimum", "p0-merge": "at-least", **several}
    sent = form("gls", **keys, **own, **{"p0-deploy_extra": "-1"})
    html = hers.post("/compare/", sent).content.decode()
    rule = "must be a number of at least 1 × the minimum and at most 1,000,000,000,000,000, got"
    assert f'<p class="error" id="p0-lam-error">λ {rule}' in html
    assert '<p class="error" id="p0-deploy_extra-error">More on 100 processors must be' in html
    assert (f"; λ {rule}" in html) is bool(several), "what is wrong in all is said above, too"
    assert "lam must" not in html
    assert "deploy_extra must" not in html


def test_times_do_not_matter_where_no_algorithm_takes_them(
    hers: Client, keys: dict[str, str]
) -> None:
    html = pressed(hers, hers.get("/compare/", keys).content.decode(), preset="measured")
    sent = {**as_browser(html), **form("easy", "ltf", **keys)}
    assert hers.post("/compare/", sent).status_code == 302
    assert all("deploy_seconds" not in run.params for run in Comparison.objects.get().runs.all())


def test_a_time_left_blank_is_as_usual(hers: Client, keys: dict[str, str]) -> None:
    sent = form("gls", **keys, **{"shared-deploy_seconds": " ", "shared-deploy_extra": "7"})
    assert hers.post("/compare/", sent).status_code == 302
    [run] = Comparison.objects.get().runs.all()
    assert (run.params["deploy_seconds"], run.params["deploy_extra"]) == (0, 7)


def test_an_entry_that_is_wrong_hides_no_wrong_time(hers: Client, keys: dict[str, str]) -> None:
    several = {"several": "0", "p0-lam": "many", "shared-deploy_seconds": "much"}
    html = hers.post("/compare/", form("gls", **keys, **several)).content.decode()
    assert 'id="shared-deploy_seconds-error"' in html
    assert 'id="p0-lam-error"' in html


def test_a_time_is_kept_while_jobs_without_environments_are_chosen(
    hers: Client, alice: User, keys: dict[str, str]
) -> None:
    html = pressed(hers, hers.get("/compare/", keys).content.decode(), preset="constant")
    other = factories.workload(alice).pk
    html = pressed(hers, html, workload=other)
    hidden = [a for a in Page(html).of("input") if a.get("name") == "shared-deploy_seconds"]
    assert [(a["type"], a["value"]) for a in hidden] == [("hidden", "200")]
    sent = {**as_browser(html), **form("easy", workload=other, cluster=keys["cluster"])}
    assert hers.post("/compare/", sent).status_code == 302, "nothing there takes it"


def test_rows_that_cannot_run_elsewhere_come_back_as_they_were(
    hers: Client, alice: User, keys: dict[str, str]
) -> None:
    other = factories.workload(alice).pk
    one = form("gls", **keys, **{"l0": "mine", "p0-lam": "7", "p0-merge": "more-than"})
    del one["compare"]
    for data in ({**one}, {**one, "ready-made": "trade-offs"}):
        before = as_browser(hers.post("/compare/", data).content.decode())
        there = hers.post("/compare/", {**before, "workload": other}).content.decode()
        assert "runs in all" not in there
        back = hers.post("/compare/", {**as_browser(there), **keys}).content.decode()
        assert as_browser(back) == before
    assert "40 runs in all" in back


def test_a_target_below_the_minimum_is_refused_and_the_minimum_told(
    hers: Client, keys: dict[str, str]
) -> None:
    first = hers.get("/compare/", keys).content.decode()
    assert "The minimum is 10 s for these jobs on this machine." in first
    answer = hers.post("/compare/", form("ltf", "gls", **keys, **{"p1-lam": "0.5"}))
    assert answer.status_code == 422
    told = "needs λ (lam) of at least the minimum, 10 s for these jobs here, got 0.5 × the minimum"
    assert told in answer.content.decode()
    assert 'for="p0-lam">λ<' in first, "the capital letter is another symbol"


def test_what_is_added_starts_with_the_times_of_the_others(
    hers: Client, keys: dict[str, str]
) -> None:
    hers.post("/compare/", form("gls", "ltf", **keys, **SHARED))
    made = Comparison.objects.get()
    path = f"/comparisons/{made.pk}/add/"
    html = hers.get(path).content.decode()
    assert Page(html).named("shared-deploy_seconds")["value"] == "200"
    sent = {**as_browser(html), "ready-made": "trade-offs"}
    html = hers.post(path, sent).content.decode()
    assert hers.post(path, {**as_browser(html), "add": "1"}).status_code == 302
    labels = made.runs.values_list("label", flat=True)
    assert len(set(labels)) == 2 + 40


@pytest.mark.parametrize(
    ("wider_than", "said"), [(2, "These jobs need 1 environment<"), (4, "need 2 environments<")]
)
def test_environments_of_jobs_that_were_left_out_are_not_counted(
    hers: Client, alice: User, wider_than: int, said: str
) -> None:
    content = factories.ENVIRONMENTS.replace(b'"procs": 1', b'"procs": 3')
    upload = factories.upload(alice, content, "environments.json")
    workload = keep_upload(upload, name="Jobs", drop_wider_than=wider_than)
    cluster = factories.cluster(alice, 4)
    html = hers.get("/compare/", {"workload": workload.pk, "cluster": cluster.pk}).content.decode()
    assert said in html


def test_jobs_with_environments_that_were_all_left_out_suit_no_trade_offs(
    hers: Client, alice: User
) -> None:
    content = re.sub(rb'"procs": \d+(?=.*"environment")', b'"procs": 9', factories.ENVIRONED)
    upload = factories.upload(alice, content, "environments.json")
    workload = keep_upload(upload, name="Jobs", drop_wider_than=4)
    cluster = factories.cluster(alice, 4)
    html = hers.get("/compare/", {"workload": workload.pk, "cluster": cluster.pk}).content.decode()
    assert workload.features["environments"] == 0
    assert "These jobs need" not in html


def test_a_baseline_is_added_beside_runs_whose_deployments_take_time(
    hers: Client, keys: dict[str, str]
) -> None:
    hers.post("/compare/", form("gls", **keys, **SHARED))
    path = f"/comparisons/{Comparison.objects.get().pk}/add/"
    filled = as_browser(hers.get(path).content.decode())
    [row] = [row for row in filled["entry"] if row.endswith(".easy")]
    sent = {**filled, "on": row.partition(".")[0], "add": "1"}
    answer = hers.post(path, sent)
    assert answer.status_code == 302, re.findall(r'class="error[^>]*>([^<]+)', str(answer.content))
