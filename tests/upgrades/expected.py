"""What is to be found again of an installation."""

from typing import Any

from django.test import Client

from schedweb.accounts.models import User
from schedweb.runs.models import Comparison
from tests.web.pages import of_comparison

PASSWORD = "a password of Alice's"


def found(owner: User, token: str) -> dict[str, Any]:
    """Return what runs measured, and which pages answer, the link's among them.

    Returns
    -------
    dict
        `token` of a link; `comparisons` in the order in which they were made, each with `metrics`
        by the labels of its runs and the names of its `pages` that answer; `link`, its status.
    """
    client = Client(SERVER_NAME="localhost")
    client.force_login(owner)
    return {
        "token": token,
        "link": client.get(f"/s/{token}/").status_code,
        "comparisons": [
            {
                "metrics": {
                    run.label: dict(run.result.metrics)
                    for run in comparison.runs.order_by("position")
                },
                "pages": [
                    name
                    for name, at in of_comparison(comparison).items()
                    if client.get(at).status_code == 200
                ],
            }
            for comparison in Comparison.objects.order_by("created", "pk")
        ],
    }
