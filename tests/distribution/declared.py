"""What pyproject.toml and the pinned requirements say."""

import tomllib
from collections.abc import Iterator
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from schedweb.base.config import PROJECT as ROOT

PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT: dict[str, Any] = PYPROJECT["project"]
BASE = "base"
"""The group of what everybody needs."""
GROUPS: dict[str, list[Requirement]] = {
    name: [Requirement(line) for line in lines]
    for name, lines in {
        BASE: PROJECT["dependencies"],
        **PROJECT["optional-dependencies"],
    }.items()
}


def name_of(requirement: Requirement) -> str:
    """Return the name of a package as indexes spell it."""
    return canonicalize_name(requirement.name)


def own(group: str) -> dict[str, Requirement]:
    """Return the packages of a group by name, without packages of groups that it includes."""
    named = {name_of(each): each for each in GROUPS[group]}
    return {name: each for name, each in named.items() if name != PROJECT["name"]}


def whole(group: str) -> set[str]:
    """Return the names of all packages of a group, also of groups that it includes."""
    names = set(own(group))
    for each in GROUPS[group]:
        if name_of(each) == PROJECT["name"]:
            names.update(*map(whole, each.extras))
    return names


def pinned() -> Iterator[Requirement]:
    """Yield what clones install, and what tests them."""
    for path in (ROOT / "requirements.txt", ROOT / "tests" / "requirements.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith(("#", "-r")):
                yield Requirement(line)
