"""What a reader with a link sees, without an account."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from schedweb.runs.models import Comparison
from schedweb.sharing.models import ShareLink
from schedweb.sharing.services import revoke, share
from tests import factories
from tests.web import pages
from tests.web.conftest import computed
from tests.web.pages import Page


def through(token: str, path: str, comparison: Comparison) -> str:
    """Return an owner's address as it is called behind a link."""
    path = path.replace(f"/comparisons/{comparison.pk}/", f"/s/{token}/")
    return re.sub(r"^/runs/", f"/s/{token}/runs/", path)


PRIVATE = ("add", "add a schedule", "workload", "workload as SWF", "workload as JSON", "cluster")


def test_a_link_shows_everything_of_a_comparison(client: Client, done: Comparison) -> None:
    token = share(done.owner, done).token
    for name, path in pages.of_comparison(done).items():
        if name not in PRIVATE:
            answer = client.get(through(token, path, done))
            assert answer.status_code == 200, name
            assert answer["X-Robots-Tag"] == "noindex, nofollow"
            assert answer["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("whole", [True, False])
def test_all_addresses_of_a_shared_page_open(client: Client, done: Comparison, whole: bool) -> None:
    target = done if whole else done.runs.all()[0]
    path = f"/s/{share(done.owner, target).token}/"
    html = client.get(path).content.decode()
    found = Page(html).addresses + re.findall(r'"(/[a-z][^"]*)"', html)
    own = {at for at in found if not at.startswith(("/static/", "#"))}
    assert len(own) >= (7 if not whole else 20)
    for address in sorted(own):
        assert address.startswith(path), address
        assert client.get(address).status_code == 200, address


def test_a_link_only_looks(client: Client, done: Comparison) -> None:
    token = share(done.owner, done).token
    html = client.get(f"/s/{token}/").content.decode()
    for word in ("Add algorithms", "Delete", "Revoke", "Cancel all", "csrfmiddlewaretoken"):
        assert word not in html
    for path in ("", "results/", "comparison.json"):
        assert client.post(f"/s/{token}/{path}").status_code in (403, 405)
    assert "sessionid" not in client.cookies


def test_a_link_to_a_run_shows_that_run_only(client: Client, done: Comparison) -> None:
    first, second = done.runs.all()
    token = share(done.owner, first).token
    assert client.get(f"/s/{token}/runs/{first.pk}/schedule.csv").status_code == 200
    assert client.get(f"/s/{token}/runs/{second.pk}/schedule.csv").status_code == 404
    assert client.get(f"/s/{token}/comparison.json").status_code == 404
    assert client.get(f"/s/{token}/results/").status_code == 404


def test_a_link_does_not_reach_other_comparisons(client: Client, done: Comparison) -> None:
    other = computed(factories.comparison(done.owner))
    token = share(done.owner, done).token
    assert client.get(f"/s/{token}/runs/{other.runs.all()[0].pk}/").status_code == 404


def test_a_revoked_link_is_gone_with_all_its_files(client: Client, done: Comparison) -> None:
    made = share(done.owner, done)
    revoke(made.link)
    for name, path in pages.of_comparison(done).items():
        if name not in PRIVATE:
            answer = client.get(through(made.token, path, done))
            assert answer.status_code == 410, name
    assert "This link was revoked" in client.get(f"/s/{made.token}/").content.decode()


def test_an_expired_link_is_gone(client: Client, done: Comparison) -> None:
    made = share(done.owner, done)
    ShareLink.objects.update(expires=timezone.now() - timedelta(days=1))
    answer = client.get(f"/s/{made.token}/")
    assert answer.status_code == 410
    assert "This link expired" in answer.content.decode()


def test_an_unknown_link_is_not_found(client: Client, db: None) -> None:
    assert client.get("/s/this-link-was-never-made/").status_code == 404


def test_an_owner_makes_a_link_sees_it_once_and_revokes_it(
    hers: Client, client: Client, done: Comparison
) -> None:
    at = f"/comparisons/{done.pk}/"
    answer = hers.post(f"{at}share/", {"label": "reviewers", "expires": "2999-01-31"}, follow=True)
    [address] = re.findall(r"http://testserver(/s/[\w-]+/)", answer.content.decode())
    assert client.get(address).status_code == 200
    again = hers.get(at).content.decode()
    assert address not in again
    assert "reviewers" in again
    hers.post(f"/links/{ShareLink.objects.get().pk}/revoke/")
    assert client.get(address).status_code == 410


@pytest.mark.parametrize("day", ["2001-01-01", "soon", "2027-02-31"])
def test_a_link_with_an_impossible_end_is_refused(hers: Client, done: Comparison, day: str) -> None:
    form = {"label": "reviewers", "expires": day}
    for at in (f"/comparisons/{done.pk}/", f"/runs/{done.runs.all()[0].pk}/"):
        html = hers.post(f"{at}share/", form, follow=True).content.decode()
        dialog = html[html.index('<dialog class="sheet" id="share"') :]
        assert "Expiry must be" in dialog
        assert "Expiry must be" not in html[: html.index("<dialog")]
        page = Page(html)
        assert (page.named("label")["value"], page.named("expires")["value"]) == ("reviewers", day)
        assert page.named("expires")["aria-invalid"] == "true"
        assert "Expiry must be" not in hers.get(at).content.decode()
    assert not ShareLink.objects.exists()


def test_links_of_others_cannot_be_revoked(his: Client, done: Comparison) -> None:
    made = share(done.owner, done)
    assert his.post(f"/links/{made.link.pk}/revoke/").status_code == 404


def test_what_a_digest_names_is_stored_nowhere_behind_a_link(
    client: Client, done: Comparison
) -> None:
    """Its owner's browser keeps it for ever; a link may be revoked."""
    token, run = share(done.owner, done).token, done.runs.all()[0]
    for path in (f"gantt/{run.schedule}/", f"poster/{run.schedule}.png"):
        answer = client.get(f"/s/{token}/runs/{run.pk}/{path}")
        assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")


def test_nothing_behind_a_link_is_stored_when_it_is_closed_or_wrong(
    client: Client, done: Comparison
) -> None:
    new = share(done.owner, done)
    revoke(new.link)
    run = done.runs.all()[0]
    for path, status in (
        (f"/s/{new.token}/", 410),
        (f"/s/{new.token}/runs/{run.pk}/gantt/{run.schedule}/", 410),
        ("/s/nothing/", 404),
        ("/s/nothing/at/all", 404),
    ):
        answer = client.get(path)
        assert (answer.status_code, answer["Cache-Control"]) == (status, "private, no-store")


def test_a_session_of_an_earlier_version_opens_the_page(hers: Client, done: Comparison) -> None:
    session = hers.session
    session["refused_link"] = {"target": done.pk, "label": "reviewers"}
    session.save()
    assert hers.get(f"/comparisons/{done.pk}/").status_code == 200
    assert "refused_link" not in hers.session
