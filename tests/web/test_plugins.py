"""A plugin is on every page while it is installed, and what it computed stays when it is gone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from parsched.policies.catalogue import ALGORITHMS
from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from schedweb.runs.services import create_comparison
from schedweb.sharing.services import share
from schedweb.studies.handing import _plan, hand_out
from schedweb.studies.models import Batch, Study, _declared
from schedweb.studies.reading import cells_of
from schedweb.web.views import home
from tests import factories
from tests.api.caller import Caller
from tests.parsched.plugins.installed import install_example, loaded
from tests.studies import declared as studies
from tests.web.conftest import computed
from tests.web.pages import Page, of_comparison

KEYS = {
    "algorithms": "levels",
    "orders": "steep",
    "predictors": "half",
    "metrics": "long_waits",
    "bounds": "wide",
    "generators": "powers",
    "reports": "podium",
}
"""What the example adds, by the address in the API that lists it."""
ENTRIES = (
    RequestEntry("levels"),
    RequestEntry("levels", {"fit": "next"}),
    RequestEntry("queue", {"order": "steep", "predict": "half"}),
    RequestEntry("online-batch", {"algorithm": "levels"}),
    RequestEntry("easy"),
)


@contextmanager
def example(folder: Path) -> Iterator[None]:
    with loaded(folder, "schedweb-example"):
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    install_example(tmp_path)
    return tmp_path


@pytest.fixture
def installed(folder: Path) -> Iterator[None]:
    with example(folder):
        yield


def compared(owner: User) -> Comparison:
    """All that the example adds to a comparison, computed."""
    machine = factories.cluster(owner, 4)
    jobs = factories.workload(owner, factories.OFFLINE_SWF)
    return computed(create_comparison(owner, jobs, machine, ENTRIES))


@pytest.mark.usefixtures("installed")
class TestInstalled:
    def test_the_interface_for_programs_lists_everything(self, alice: User) -> None:
        caller = Caller(alice)
        for address, key in KEYS.items():
            listed = caller.get(f"/{address}?page_size=100").json["results"]
            assert key in [one["key"] for one in listed], address
        [plugin] = caller.get("/plugins").json["results"]
        assert (plugin["name"], plugin["state"]) == ("schedweb-example", "loaded")
        assert plugin["declares"]["bounds"] == ["makespan/wide"]
        about = caller.get("/algorithms/levels").json
        assert about["plugin"] == "schedweb-example 0.1.0"
        assert about["references"][0]["text"].startswith("E. G. Coffman")
        assert caller.get("/algorithms/easy").json["plugin"] == ""

    def test_pages_of_the_catalogue_show_everything(self, hers: Client) -> None:
        page = hers.get("/algorithms/").content.decode()
        assert "Levels" in page
        assert "schedweb-example 0.1.0" in page
        assert "Powers of two" in page
        detail = hers.get("/algorithms/levels/").content.decode()
        assert "schedweb-example 0.1.0" in detail
        assert "Performance Bounds for Level-Oriented" in detail
        assert "jobs that wait longer than they run" in hers.get("/metrics/").content.decode()
        assert "wide jobs" in hers.get("/metrics/").content.decode()
        policies = hers.get("/policies/").content.decode()
        assert "steepest first" in policies
        assert "half the estimate" in policies
        assert hers.get("/workloads/new/powers/").status_code == 200

    def test_forms_offer_everything(self, hers: Client, alice: User) -> None:
        machine = factories.cluster(alice, 4)
        jobs = factories.workload(alice, factories.OFFLINE_SWF)
        page = Page(
            hers.get("/compare/", {"workload": jobs.pk, "cluster": machine.pk}).content.decode()
        )
        assert any(str(a.get("value")).endswith(".levels") for a in page.of("input"))
        values = {a.get("value") for a in page.of("option")}
        assert {"steep", "half"} <= values

    def test_a_run_says_which_plugins_had_a_part_in_it(self, hers: Client, alice: User) -> None:
        place = compared(alice)
        for run in place.runs.all():
            assert run.state == "done", run.error
            assert run.result.plugins == {"schedweb-example": "0.1.0"}
        run = place.runs.all()[0]
        assert "schedweb-example 0.1.0" in hers.get(f"/runs/{run.pk}/").content.decode()
        assert "schedweb-example 0.1.0" in hers.get(f"/comparisons/{place.pk}/").content.decode()
        told = Caller(alice).get(f"/runs/{run.pk}").json
        assert told["plugins"] == {"schedweb-example": "0.1.0"}
        assert "long_waits" in told["metrics"]
        assert "wide" in told["bounds"]["makespan"]
        report = hers.get(f"/comparisons/{place.pk}/reports/podium/?places=2").content.decode()
        assert "is first of 5." in report
        assert hers.get(f"/comparisons/{place.pk}/reports/podium/?places=0").status_code == 400

    def test_its_logs_are_recognised(self, alice: User) -> None:
        log = b"Voucher,Client,Came,Took,Cores\n1,ann,0,60,2\n2,maintenance,5,90,4\n3,bob,9,30,1\n"
        read = factories.upload(alice, log, "june.csv")
        assert read.jobs == 2


def addresses(place: Comparison, token: str, run_token: str) -> Iterator[str]:
    """Every page and file of a comparison and its runs, for the owner and through links."""
    yield from of_comparison(place).values()
    yield from ("/", "/comparisons/", "/algorithms/", "/metrics/", "/policies/", "/studies/new/")
    yield from (f"/compare/?run={key}" for key in ("levels", "queue:order=steep"))
    yield f"/comparisons/{place.pk}/ranking/"
    yield f"/studies/new/?comparison={place.pk}"
    for base in (f"/comparisons/{place.pk}/", f"/s/{token}/"):
        yield base
        for key in ("results", "summary", "distributions", "ranking", "gantt"):
            yield f"{base}reports/{key}/"
            yield from (f"{base}reports/{key}.{end}" for end in ("csv", "tex", "md", "json"))
        yield f"{base}reports/podium/"
        yield f"{base}reports/podium.csv"
    chosen = [
        run
        for run in place.runs.all()
        if run.params.get("fit") == "next" or run.params.get("order") == "steep"
    ]
    assert len(chosen) == 2, "an algorithm and an order of the plugin"
    for run in chosen:
        for base in (f"/runs/{run.pk}/", f"/s/{token}/runs/{run.pk}/"):
            yield from (f"{base}{at}" for at in ("", "state/", "frame/", "search/"))
            yield from (f"{base}{at}" for at in ("schedule.csv", "schedule.swf"))
            yield f"{base}gantt/{run.schedule}/"
            yield f"{base}reports/results.csv"
    yield f"/s/{run_token}/"


def endpoints(place: Comparison) -> Iterator[str]:
    """Every address of the API that tells of a comparison and its runs."""
    yield from ("/algorithms", "/metrics", "/bounds", "/comparisons", "/runs", "/reports")
    yield f"/comparisons/{place.pk}"
    yield f"/comparisons/{place.pk}/reports"
    for key in ("results", "ranking", "distributions", "podium"):
        yield f"/comparisons/{place.pk}/reports/{key}"
    for run in place.runs.all():
        yield from (f"/runs/{run.pk}{at}" for at in ("", "/schedule", "/series", "/trace"))


class TestGone:
    @pytest.fixture
    def place(self, folder: Path, alice: User) -> Comparison:
        """Computed while the plugin was installed; now it is not."""
        with example(folder):
            place = compared(alice)
            Client().get("/")
        assert "levels" not in ALGORITHMS
        return Comparison.objects.get(pk=place.pk)

    def test_no_page_fails(self, hers: Client, place: Comparison) -> None:
        token = share(place.owner, place).token
        run_token = share(place.owner, place.runs.all()[0]).token
        for address in addresses(place, token, run_token):
            answer = hers.get(address)
            assert answer.status_code in (200, 302, 400, 404, 422), address
            is_gone = any(
                part in address for part in ("podium", "/compare/?run=", "reports/gantt.")
            )
            assert answer.status_code in (200, 302) or is_gone or "/search/" in address, address

    def test_no_endpoint_fails(self, place: Comparison) -> None:
        caller = Caller(place.owner)
        for address in endpoints(place):
            expected = 404 if "podium" in address else 200
            assert caller.get(address).status == expected, address

    def test_a_run_stays_as_it_was_and_says_where_its_algorithm_came_from(
        self, hers: Client, place: Comparison
    ) -> None:
        run = place.runs.all()[1]
        page = hers.get(f"/runs/{run.pk}/").content.decode()
        assert "<code>levels</code> is not installed any more" in page
        assert "It came from schedweb-example 0.1.0" in page
        assert "<code>fit</code>" in page
        token = share(place.owner, place).token
        for address in (f"/comparisons/{place.pk}/", f"/s/{token}/"):
            comparison = hers.get(address).content.decode()
            assert run.label in comparison
            assert comparison.count("schedweb-example 0.1.0 is not installed any more") == 1
        type(place.runs.all()[0]).objects.filter(pk=run.pk).update(algorithm="nothing")
        assert "is not installed any more" in hers.get(f"/comparisons/{place.pk}/").content.decode()
        type(run).objects.filter(pk=run.pk).update(algorithm="levels")
        told = Caller(place.owner).get(f"/runs/{run.pk}").json
        assert (told["algorithm"], told["params"]) == ("levels", {"fit": "next"})
        assert told["plugins"] == {"schedweb-example": "0.1.0"}
        assert told["metrics"]["long_waits"] is not None

    def test_it_cannot_be_run_again(self, hers: Client, place: Comparison) -> None:
        run = place.runs.all()[0]
        type(run).objects.filter(pk=run.pk).update(state="failed")
        answer = Caller(place.owner).post(f"/runs/{run.pk}/retry")
        assert answer.status == 409
        assert "levels is not installed any more" in answer.error["message"]
        answered: Any = hers.post(f"/runs/{run.pk}/retry/", follow=True)
        assert "levels is not installed any more" in answered.content.decode()
        assert "Retry" not in hers.get(f"/runs/{run.pk}/").content.decode()

    def test_a_study_stays_readable_and_holds_up_no_other(
        self, folder: Path, hers: Client, alice: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(home, "can_be_made", lambda: False)  # the sample study would wait, too
        with example(folder):
            part = studies.part(methods=("levels", "ltf"), measures=("makespan", "long_waits"))
            study = studies.work(studies.stored(part, owner=alice, claims=()))
            studies.summed_up(study)
            waiting = studies.stored(part, owner=alice)
        _declared.cache_clear()
        token = share(alice, study).token
        for address in (f"/studies/{study.pk}/", f"/s/{token}/"):
            page = hers.get(address).content.decode()
            assert "no algorithm is called &#x27;levels&#x27;" in page
            assert "A tiny study" in page
        others = ("progress/", "study.toml", "bundle.zip", "reports/cells/", "cells/0/0/")
        for at in others:
            assert hers.get(f"/studies/{study.pk}/{at}").status_code in (404, 409), at
        assert hers.get("/studies/").status_code == 200
        assert hers.get("/").status_code == 200
        caller = Caller(alice)
        assert caller.get("/studies").status in (200, 409)
        assert caller.get(f"/studies/{study.pk}").status == 409
        assert not _plan(waiting.pk)
        assert not studies.work(waiting).finished
        assert not Batch.objects.filter(study=waiting).exists()
        other = studies.stored(owner=alice)
        assert Batch.objects.filter(study=other, state="queued").exists()

    def test_a_study_is_stopped_shared_and_deleted_from_its_page(
        self, folder: Path, hers: Client, alice: User
    ) -> None:
        with example(folder):
            study = studies.stored(studies.part(methods=("levels", "ltf")), owner=alice)
        _declared.cache_clear()
        at = f"/studies/{study.pk}/"
        shared: Any = hers.post(f"{at}share/", {"label": "for Bob"}, follow=True)
        page = shared.content.decode()
        [link] = re.findall(r'value="[^"]*(/s/[^"/]+/)"', page)
        for action in ("stop", "share", "delete"):
            assert f'action="{at}{action}/"' in page
            assert f'action="{at}{action}/"' not in hers.get(link).content.decode()
        assert f'action="/links/{study.links.get().pk}/revoke/"' in page
        hers.post(f"{at}stop/")
        assert f'action="{at}stop/"' not in hers.get(at).content.decode()
        study.refresh_from_db()
        assert study.stopped
        assert hers.post(f"{at}delete/", follow=True).status_code == 200
        assert not Study.objects.filter(pk=study.pk).exists()

    def test_a_study_goes_on_once_the_plugin_is_back(self, folder: Path, alice: User) -> None:
        with example(folder):
            part = studies.part(methods=("levels", "ltf"), repetitions=30)
            study = studies.work(studies.stored(part, owner=alice), batches=2)
        _declared.cache_clear()
        before = set(study.batches.filter(state="done").values_list("pk", flat=True))
        assert len(before) == 2
        studies.work(study)
        assert set(study.batches.values_list("pk", flat=True)) == before
        with example(folder):
            hand_out()
            study = studies.work(study)
            assert study.finished
            assert cells_of(study).done == study.runs
        assert before < set(study.batches.filter(state="done").values_list("pk", flat=True))

    def test_it_is_there_again_once_the_plugin_is(
        self, folder: Path, hers: Client, place: Comparison
    ) -> None:
        with example(folder):
            run = place.runs.all()[0]
            assert "not installed any more" not in hers.get(f"/runs/{run.pk}/").content.decode()
