"""What follows from what is stored, what was sent, and what its sender had seen."""

from typing import Any

import pytest

from schedweb.base.editing import Edit, StaleError, fingerprint, fingerprints

OLD = {"title": "A", "note": "first\nsecond"}


@pytest.mark.parametrize(
    ("stored", "sent", "changed", "stale"),
    [
        (OLD, OLD, [], []),
        (OLD, {"title": "B", "note": "first\nsecond"}, ["title"], []),
        ({"title": "A", "note": "new"}, {**OLD, "title": "B"}, ["title"], []),
        ({"title": "C", "note": "new"}, {**OLD, "title": "B"}, ["title"], ["title"]),
        ({"title": "B", "note": "new"}, {**OLD, "title": "B"}, ["title"], []),
        (
            {"title": "C", "note": "new"},
            {"title": "B", "note": "x"},
            ["title", "note"],
            ["title", "note"],
        ),
        ({"title": "C", "note": "new"}, OLD, [], []),
        ({"title": "C", "note": "new"}, {}, [], []),
        ({"title": "A", "note": ""}, {"title": "A", "note": "x"}, ["note"], ["note"]),
        ({"title": "A", "note": "x"}, {"title": "A", "note": ""}, ["note"], ["note"]),
    ],
)
def test_what_is_stored_and_what_is_refused(
    stored: dict[str, str], sent: dict[str, str], changed: list[str], stale: list[str]
) -> None:
    edit = Edit(stored, sent, fingerprints(OLD))
    assert list(edit.changed) == changed
    assert edit.stale == stale
    assert edit.merged == {**stored, **{name: sent[name] for name in changed}}
    if stale:
        with pytest.raises(StaleError, match=" and ".join(stale)):
            edit.refuse_stale()
    else:
        edit.refuse_stale()


def test_what_was_never_looked_at_is_stored() -> None:
    edit = Edit({"title": "C"}, {"title": "B"})
    assert (edit.changed, edit.stale) == ({"title": "B"}, [])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a\r\nb", "a\nb"),
        ("a\rb", "a\nb"),
        (" a ", "a"),
        (15, "15"),
        ({"x": 1, "y": 2}, {"y": 2, "x": 1}),
    ],
)
def test_typed_and_stored_values_are_alike(one: Any, other: Any) -> None:
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"), [("a", "b"), ("", "0"), ("a\nb", "a b"), ([{"p": 1}], [{"p": 2}]), ("é", "e")]
)
def test_different_values_differ(one: Any, other: Any) -> None:
    assert fingerprint(one) != fingerprint(other)
