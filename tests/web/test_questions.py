"""Questions of the charts: what one means, for whoever may see the run."""

from django.test import Client

from algorithms.questions import FIELDS
from schedweb.accounts.models import User
from schedweb.runs.execution import execute
from tests import factories


def test_a_question_is_answered_with_its_tree_or_one_sentence(client: Client, alice: User) -> None:
    client.force_login(alice)
    run = factories.queued_run(alice)
    execute(run.pk)
    address = f"/runs/{run.pk}/question/"
    assert [row["key"] for row in client.get(address).json()["fields"]] == list(FIELDS)
    tree = client.get(address, {"question": "wait>1h"}).json()["tree"]
    assert tree["field"] == "wait"
    wrong = client.get(address, {"question": "wait>soon"}).json()
    assert wrong["position"] == 6
    assert wrong["error"].startswith("At character 6: wait is compared with a time")


def test_the_charts_know_where_to_ask(client: Client, alice: User) -> None:
    client.force_login(alice)
    run = factories.queued_run(alice)
    execute(run.pk)
    page = client.get(f"/runs/{run.pk}/").content.decode()
    assert f'"question_url": "/runs/{run.pk}/question/"' in page


def test_others_are_told_nothing(client: Client, alice: User) -> None:
    client.force_login(factories.person("bob"))
    run = factories.queued_run(alice)
    assert client.get(f"/runs/{run.pk}/question/").status_code == 404
