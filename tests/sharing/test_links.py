"""Links that open one thing to everyone who has the link."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from schedweb.base.errors import InvalidError
from schedweb.runs.models import Comparison
from schedweb.sharing.models import ShareLink
from schedweb.sharing.selectors import link_for, links_to
from schedweb.sharing.services import GoneError, resolve, revoke, share
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.smoke]


def alices() -> Comparison:
    return factories.comparison(factories.person("alice"))


def test_a_link_opens_its_target_and_nothing_else() -> None:
    compared = alices()
    run = compared.runs.all()[0]
    whole, single = share(compared.owner, compared), share(compared.owner, run, label="EASY only")
    assert resolve(whole.token) == compared
    assert resolve(single.token) == run
    assert list(links_to(compared)) == [whole.link]
    assert list(links_to(run)) == [single.link]


def test_the_token_is_stored_nowhere() -> None:
    made = share(factories.person("alice"), alices())
    stored = ShareLink.objects.values().get()
    assert made.token not in str(stored)
    assert len(made.token) >= 32
    assert made.link.pk not in made.token


@pytest.mark.parametrize("token", ["", "x" * 32, "x" * 10_000, "ключ"])
def test_unknown_tokens_are_not_found(token: str) -> None:
    share(factories.person("alice"), alices())
    with pytest.raises(Http404):
        resolve(token)


def test_the_key_of_a_link_is_no_token() -> None:
    made = share(factories.person("alice"), alices())
    for guess in (made.link.pk, made.link.token_hash):
        with pytest.raises(Http404):
            resolve(guess)


def test_a_revoked_link_is_gone_for_ever() -> None:
    compared = alices()
    first, second = share(compared.owner, compared), share(compared.owner, compared)
    revoke(first.link)
    revoke(first.link)
    with pytest.raises(GoneError, match="revoked"):
        resolve(first.token)
    assert resolve(second.token) == compared
    assert [link.is_open for link in links_to(compared)] == [True, False]


def test_an_expired_link_is_gone() -> None:
    made = share(factories.person("alice"), alices(), expires=timezone.now() + timedelta(days=1))
    resolve(made.token)
    ShareLink.objects.update(expires=timezone.now() - timedelta(seconds=1))
    with pytest.raises(GoneError, match="expired"):
        resolve(made.token)


def test_use_is_noted_once_a_minute(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    made = share(factories.person("alice"), alices())
    assert made.link.last_used is None
    resolve(made.token)
    used = ShareLink.objects.get().last_used
    assert used is not None
    with django_assert_num_queries(1):
        resolve(made.token)
    ShareLink.objects.update(last_used=used - timedelta(minutes=2))
    resolve(made.token)
    assert ShareLink.objects.get().last_used >= used  # type: ignore[operator]


def test_label_and_expiry_have_rules() -> None:
    with pytest.raises(InvalidError) as caught:
        share(factories.person("alice"), alices(), label="x" * 101, expires=timezone.now())
    assert set(caught.value.errors) == {"label", "expires"}


@pytest.mark.parametrize(
    ("expires", "got"),
    [
        (datetime(2001, 1, 31, 9, 30, 5, tzinfo=UTC), "31 January 2001, 09:30:05 UTC"),
        (datetime.combine(date(2001, 1, 31), time.max, UTC), "31 January 2001"),
    ],
)
def test_an_end_in_the_past_is_said_as_exactly_as_it_was_given(expires: datetime, got: str) -> None:
    with pytest.raises(InvalidError, match=f"^expires must be in the future, got {got}$"):
        share(factories.person("alice"), alices(), expires=expires)


def test_only_its_maker_finds_a_link() -> None:
    alice, bob = factories.person("alice"), factories.person("bob")
    made = share(alice, factories.comparison(alice))
    assert link_for(alice, made.link.pk) == made.link
    with pytest.raises(Http404):
        link_for(bob, made.link.pk)


def test_links_go_with_their_target() -> None:
    compared = alices()
    share(compared.owner, compared)
    share(compared.owner, compared.runs.all()[0])
    compared.delete()
    assert not ShareLink.objects.exists()


def test_a_link_has_exactly_one_target() -> None:
    compared = alices()
    with pytest.raises(IntegrityError), transaction.atomic():
        ShareLink.objects.create(owner=compared.owner, token_hash="0" * 64)
    with pytest.raises(IntegrityError), transaction.atomic():
        ShareLink.objects.create(
            owner=compared.owner,
            token_hash="1" * 64,
            comparison=compared,
            run=compared.runs.all()[0],
        )
