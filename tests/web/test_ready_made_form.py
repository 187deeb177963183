"""Ready-made comparisons on the compare form, and how long deployments take there."""

import re
from typing import Any

import pytest
from django.test import Client

from parsched.policies.catalogue import ALGORITHMS
from parsched.run.ready_made import READY_MADE
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.workloads.services import keep_upload
from tests import factories
from tests.web.conftest import computed
from tests.web.pages import Page
from tests.web.test_compare_form import form

FAMILY = ALGORITHMS["gls"].family
GROUPS = ("env-barrier", "env-blind", "env-order", "env-sequential", "gls", "gls-plus", "gls-tri")


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
    assert "<strong>52 runs</strong>" in html
    assert "All are chosen." in html
    answer = hers.post("/compare/", {**as_browser(html), "compare": "1"})
    assert answer.status_code == 302
    runs = Comparison.objects.get().runs.all()
    requests = READY_MADE["trade-offs"].requests
    wanted = [(one.algorithm.key, one.params.as_dict()) for one in requests]
    made = [(run.algorithm, run.params) for run in runs]
    assert sorted(made, key=by_name) == sorted(wanted, key=by_name)


def test_it_replaces_what_its_methods_had_and_leaves_the_others(
    hers: Client, keys: dict[str, str]
) -> None:
    sent = form("easy", "gls", "gls", **keys, **{"p1-lam": "7", "l2": "mine"})
    del sent["compare"]
    html = hers.post("/compare/", sent | {"ready-made": "trade-offs"}).content.decode()
    assert sorted(chosen(html)) == sorted(["easy", *GROUPS])
    assert "<strong>53 runs</strong>" in html
    assert html.count(f">{FAMILY}<") == 1, "rows that were not there join their family"
    numbers = [
        str(a["value"]).partition(".")[0]
        for a in Page(html).of("input")
        if a.get("name") == "entry"
    ]
    assert len(set(numbers)) == len(numbers)
    again = pressed(hers, html, **{"ready-made": "trade-offs"})
    assert chosen(again) == chosen(html)
    assert "<strong>53 runs</strong>" in again


def test_arriving_jobs_are_compared_in_batches(hers: Client, late: dict[str, str]) -> None:
    html = hers.get("/compare/", late).content.decode()
    assert chosen(html) == ["easy", "online-batch", "online-batch"]
    fields = as_browser(html)
    rows = [row.partition(".")[0] for row in fields["entry"] if row.endswith(".online-batch")]
    assert [fields[f"p{row}-algorithm"] for row in rows] == [["gls-plus"], ["env-blind"]]
    assert 'value="trade-offs"' not in html
    html = pressed(hers, html, **{"ready-made": "trade-offs-on-line"})
    assert set(chosen(html)) == {"online-batch"}
    assert "<strong>19 runs</strong>" in html
    assert hers.post("/compare/", {**as_browser(html), "compare": "1"}).status_code == 302
    inner = [run.params["algorithm"] for run in Comparison.objects.get().runs.all()]
    targets = [one["params"]["lam"] for one in inner if one["key"] == "gls-plus"]
    assert targets == [1.0, 1.25, 1.5, 2.0, 4.0]
    assert {one["key"] for one in inner} == set(GROUPS)


def test_the_page_of_a_workload_leads_to_the_form_filled_in(
    hers: Client, keys: dict[str, str], late: dict[str, str]
) -> None:
    for given, key, runs in ((keys, "trade-offs", 52), (late, "trade-offs-on-line", 19)):
        html = hers.get(f"/workloads/{given['workload']}/").content.decode()
        (link,) = re.findall(r'href="(/compare/[^"]*ready-made=[^"]*)"', html)
        assert link.endswith(key)
        assert (
            f"<strong>{runs} runs</strong>" in hers.get(link.replace("&amp;", "&")).content.decode()
        )
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
    assert "These jobs need" not in html
    assert "ready-trade-offs" not in html


def deployments(html: str) -> str:
    """What the form says of the time that deployments take, without its markup."""
    [said] = re.findall(r'<p class="deployments">(.*?)</p>', html, re.DOTALL)
    return re.sub(r"<[^>]+>", "", said)


def test_the_form_says_how_long_deployments_take_on_the_machine(
    hers: Client, alice: User, keys: dict[str, str]
) -> None:
    slow = factories.cluster(alice, 4, deployment={"seconds": 200, "extra": 100}).pk
    html = hers.get("/compare/", keys | {"cluster": slow}).content.decode()
    assert deployments(html).startswith("Deployments take 200–300 s on this machine, from one")
    assert f'<a href="/clusters/{slow}/">Change the machine</a>' in html
    assert "(4 processors, deployments of 200–300 s)</option>" in html
    html = pressed(hers, html, cluster=keys["cluster"])
    assert deployments(html).startswith("Deployments take no time on this machine.")
    html = pressed(hers, html, cluster="fit")
    assert "Describe a machine whose deployments take time" in deployments(html)
    assert not [a for _, a in Page(html).tags if "deploy" in (a.get("name") or "")]


def test_every_algorithm_pays_what_the_machine_asks_for(hers: Client, alice: User) -> None:
    jobs = factories.workload(alice, factories.ENVIRONMENTS, "Environments").pk
    slow = factories.cluster(alice, 4, deployment={"seconds": 200}).pk
    sent = form("gls", "ltf", "easy", workload=jobs, cluster=slow)
    assert hers.post("/compare/", sent).status_code == 302
    made = computed(Comparison.objects.get())
    assert made.deployment == {"seconds": 200.0, "extra": 0.0}
    assert all(factories.measured(run, "makespan") > 200 for run in made.runs.all())


def test_several_targets_are_still_a_sweep_of_an_entry(hers: Client, keys: dict[str, str]) -> None:
    several = {"several": "0", "p0-lam": "1, 2"}
    boxes = {"p0-lam_unit": ["minimum"], "p0-merge": ["at-least"], "p0-last_group": ["repaired"]}
    assert hers.post("/compare/", form("gls", **keys, **several) | boxes).status_code == 302
    runs = Comparison.objects.get().runs.all()
    assert [run.label for run in runs] == ["GLS, λ = 1 × min", "GLS, λ = 2 × min"]


@pytest.mark.parametrize("several", [{}, {"several": "0"}])
def test_errors_name_fields_as_the_form_does(
    hers: Client, keys: dict[str, str], several: dict[str, str]
) -> None:
    """Greek letters are no capitals at the beginning: Λ would be another one."""
    own = {"p0-lam": "x", "p0-lam_unit": "hours", "p0-merge": "at-least", **several}
    html = hers.post("/compare/", form("gls", **keys, **own)).content.decode()
    rule = "must be a number of at least 1 × the minimum and at most 1,000,000,000,000,000, got"
    assert f'<p class="error" id="p0-lam-error">λ {rule}' in html
    assert '<p class="error" id="p0-lam_unit-error">Unit of λ must be one of' in html
    above = re.search(rf"λ {rule}[^<]*; Unit of λ must be", html)
    assert bool(above) is bool(several), "what is wrong in all is said above, too"
    assert "lam must" not in html


def test_rows_that_cannot_run_elsewhere_come_back_as_they_were(
    hers: Client, alice: User, keys: dict[str, str]
) -> None:
    other = factories.workload(alice).pk
    one = form("gls", **keys, **{"l0": "mine", "p0-lam": "7", "p0-merge": "more-than"})
    del one["compare"]
    for data in ({**one}, {**one, "ready-made": "trade-offs"}):
        before = as_browser(hers.post("/compare/", data).content.decode())
        there = hers.post("/compare/", {**before, "workload": other}).content.decode()
        assert "<strong>52 runs</strong>" not in there
        back = hers.post("/compare/", {**as_browser(there), **keys}).content.decode()
        assert as_browser(back) == before
    assert "<strong>52 runs</strong>" in back


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


def test_what_is_added_runs_on_the_same_machine_under_the_same_rules(
    hers: Client, alice: User
) -> None:
    jobs = factories.workload(alice, factories.ENVIRONMENTS, "Environments").pk
    slow = factories.cluster(alice, 4, deployment={"seconds": 200})
    rules = {"rules-estimates": "kill"}
    hers.post("/compare/", form("gls", "ltf", workload=jobs, cluster=slow.pk, **rules))
    made = Comparison.objects.get()
    slow.delete()
    path = f"/comparisons/{made.pk}/add/"
    html = hers.get(path).content.decode()
    assert "(jobs killed at their estimates, deployments of 200 s)." in html
    assert deployments(html).strip() == (
        "Deployments take 200 s on this machine; every algorithm waits for them."
    )
    assert "rules-estimates" not in html, "the rules of a comparison do not change"
    sent = {**as_browser(html), "ready-made": "trade-offs"}
    html = hers.post(path, sent).content.decode()
    assert hers.post(path, {**as_browser(html), "add": "1"}).status_code == 302
    labels = made.runs.values_list("label", flat=True)
    assert len(set(labels)) == 2 + 52


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


def test_experiments_on_policies_fill_the_form(hers: Client, alice: User) -> None:
    workload = factories.workload(alice)
    address = {"workload": workload.pk, "ready-made": "sc17-policies"}
    html = hers.get("/compare/", address).content.decode()
    assert "Ready-made sets" in html
    assert "makes 8 runs" in html
    assert chosen(html) == ["queue"]
    assert "ahead of shortest first" in html
