"""Of the two runs of `make test`, the second leaves out only what the first one ran."""

from typing import Any, Literal, cast

import pytest

from tests.conftest import services_only, was_run


class Item:
    """A test with marks, as far as it is asked for them."""

    def __init__(self, nodeid: str, *marks: str) -> None:
        self.nodeid = nodeid
        self._marks = marks

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self._marks else None


def left_out(*items: Item, tested: tuple[str, ...]) -> list[str]:
    return list(services_only(cast("Any", items), tested))


def test_what_ran_on_services_is_left_out_unless_it_is_a_smoke_test() -> None:
    page, claim, sums = Item("page", "services"), Item("claim", "services", "smoke"), Item("sums")
    assert left_out(page, claim, sums, tested=("page", "claim", "sums")) == ["page"]


def test_nothing_is_left_out_that_did_not_run() -> None:
    assert left_out(Item("page", "services"), tested=()) == []


@pytest.mark.parametrize(
    ("when", "outcome", "ran"),
    [
        ("call", "passed", True),
        ("call", "failed", True),
        ("call", "skipped", False),
        ("call", "rerun", False),
        ("setup", "passed", False),
        ("setup", "skipped", False),
        ("setup", "failed", False),
        ("teardown", "passed", False),
    ],
)
def test_only_what_was_called_is_listed(
    when: Literal["setup", "call", "teardown"], outcome: Any, ran: bool
) -> None:
    assert was_run(pytest.TestReport("page", ("", 0, ""), {}, outcome, None, when)) is ran
