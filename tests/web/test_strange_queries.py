"""No value of a parameter of the form's address is an error of ours."""

import pytest
from django.test import Client

from schedweb.accounts.models import User
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "run",
    [
        "queue:reservations=2|all",
        "queue:reservations=all|2",
        "queue:reservations=all",
        "queue:reservations=1:3|all",
        "queue:depth=all|3",
        "grid:strategy=mpl|mst",
        "online-batch:algorithm=mrt|demt",
        "grid:local=easy|fcfs,local.x=1",
    ],
)
def test_a_link_with_several_values_fills_in_the_form(hers: Client, alice: User, run: str) -> None:
    factories.workload(alice)
    answer = hers.get("/compare/", {"run": run})
    assert answer.status_code == 200
