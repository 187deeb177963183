"""*Repeat* of a comparison fills in the form with all of it."""

import re

import pytest
from django.test import Client

from parsched.run.request import expanded, requests
from schedweb.accounts.models import User
from tests import factories


@pytest.mark.parametrize(
    "texts",
    [
        ["fcfs"],
        ["easy++", "queue:order=sjf"],
        ["queue:reservations=2", "queue:reservations=all"],
        ["queue:order=formula,formula=-(w/p)^2*max(q,4)", "conservative", "first-fit"],
        ["grid:strategy=mst,local=fcfs", "online-batch:algorithm=demt,algorithm.shuffles=3"],
    ],
)
def test_repeat_repeats_the_runs_with_their_parameters(
    hers: Client, alice: User, texts: list[str]
) -> None:
    made = factories.comparison(alice, texts, rules={"estimates": "kill"})
    page = hers.get(f"/comparisons/{made.pk}/").content.decode()
    [link] = re.findall(r'href="([^"]*)">Repeat</a>', page)
    form = hers.get(link).context["page"]
    assert (form.workload, form.cluster) == (made.workload, made.cluster_id)
    assert form.rules.values["estimates"] == "kill"
    again = [(one.algorithm, one.params) for one in expanded(form.choices.entries)]
    asked = [(one.algorithm, one.params) for one in requests(texts)]
    assert sorted(again, key=str) == sorted(asked, key=str)


def test_no_user_repeats_what_is_not_theirs(his: Client, alice: User) -> None:
    made = factories.comparison(alice)
    assert his.get("/compare/", {"repeat": made.pk}).status_code == 404
    assert his.get("/compare/", {"repeat": "\0"}).status_code == 404
