"""The order in which people expect names."""

from itertools import permutations

import pytest

from parsched.model.problem.natural_order import natural


@pytest.mark.parametrize(
    "names",
    [
        ("env2", "env10"),
        ("10", "a"),
        ("", "0", "a"),
        ("Alpine 3.9", "alpine 3.18", "Debian", "debian", "Ubuntu"),
        ("env01", "env1", "env1a", "env02"),
        ("a2b9", "a2b10", "a10b1"),
        ("1", "9" * 5000, "1" + "0" * 5000),
    ],
)
def test_numbers_in_names_count_as_numbers(names: tuple[str, ...]) -> None:
    for given in permutations(names):
        assert tuple(sorted(given, key=natural)) == names
