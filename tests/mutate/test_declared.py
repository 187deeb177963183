"""The mistakes of `make mutate` keep up with the source; the mistakes themselves are made there."""

import ast
from collections import Counter

import pytest

from tests.mutate.declared import MUTATIONS
from tests.mutate.mutation import ROOT, Mutation

LEAST = 60
"""Minimum number of mistakes: a mistake that is taken out needs a reason, and a replacement."""

every = pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.title)


def test_there_are_enough_and_each_is_made_once() -> None:
    made = Counter((mutation.module, mutation.before, mutation.after) for mutation in MUTATIONS)
    assert len(made) == len(MUTATIONS) >= LEAST
    assert len({mutation.module for mutation in MUTATIONS}) >= LEAST // 2


@every
def test_its_text_occurs_once_and_the_mistake_is_python(mutation: Mutation) -> None:
    source = (ROOT / mutation.file).read_text(encoding="utf-8")
    changed = mutation.applied(source)
    assert changed != source
    ast.parse(changed)
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source)), "only a comment changes"


@every
def test_its_tests_are_there(mutation: Mutation) -> None:
    assert mutation.paths
    for path in mutation.paths:
        file, _, name = path.partition("::")
        assert (ROOT / file).exists()
        assert not name or name in (ROOT / file).read_text(encoding="utf-8")


def test_a_text_that_occurs_twice_or_not_at_all_is_refused() -> None:
    mutation = Mutation(
        "parsched.model.schedules.checker",
        "a + b",
        "a - b",
        "parsched/model/schedules/test_checker.py",
    )
    assert mutation.applied("x = a + b") == "x = a - b"
    for source, count in (("x = a", 0), ("x = a + b\ny = a + b", 2)):
        with pytest.raises(ValueError, match=f"occurs {count} times, not 1"):
            mutation.applied(source)
