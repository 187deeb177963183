"""What is pinned for clones is what pyproject.toml lets others install."""

import ast
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tests.distribution.declared import BASE, GROUPS, name_of, own, pinned, whole
from tests.everywhere import ROOT

PINNED = {name_of(each): each for each in pinned()}
NEEDED = {BASE, "web", "exact", "gym", "logs", "dev"}


def test_every_pinned_package_is_in_one_group() -> None:
    found = {name: [group for group in GROUPS if name in own(group)] for name in PINNED}
    assert {name: groups for name, groups in found.items() if len(groups) != 1} == {}
    assert GROUPS.keys() > NEEDED


@pytest.mark.parametrize("group", GROUPS)
def test_groups_allow_the_pinned_version_and_no_later_change_of_interface(group: str) -> None:
    for name, declared in own(group).items():
        if group == "dev":
            assert name in PINNED
            continue
        [pin] = PINNED[name].specifier
        assert pin.operator == "=="
        assert declared.specifier.contains(pin.version), declared
        assert PINNED[name].extras == declared.extras


def test_a_server_has_all_that_the_library_may_need() -> None:
    assert whole("web") >= whole("exact") | whole("figures") | whole("logs") | whole("studies")
    assert whole("dev") == set(PINNED) - whole(BASE)


def extras_asked_for() -> Iterator[tuple[Path, str, str]]:
    """Yield modules, and each extra and package that they ask for by `extra` or `need`."""
    for path in sorted((ROOT / "algorithms").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Expr(
                    ast.Call(ast.Name("need"), [ast.Constant(str(package)), ast.Constant(str(key))])
                ):
                    yield path, key, package
                case ast.With(
                    [ast.withitem(ast.Call(ast.Name("extra"), [ast.Constant(str(key))]))]
                ):
                    for name in map(_imported, node.body):
                        yield path, key, name


def _imported(statement: ast.stmt) -> str:
    """Return the package that an import loads; blank for one of our own."""
    name = ""
    if isinstance(statement, ast.Import):
        name = statement.names[0].name
    elif isinstance(statement, ast.ImportFrom):
        name = statement.module or ""
    top = name.partition(".")[0]
    return "" if top == "parsched" else top


def test_what_the_library_asks_for_belongs_to_the_extra_that_it_names() -> None:
    packages = packages_distributions()
    asked = list(extras_asked_for())
    assert {key for _, key, _ in asked} == set(GROUPS) - {BASE, "web", "dev", "docs"}
    for path, key, package in asked:
        names = {canonicalize_name(name) for name in packages.get(package, ())}
        assert not package or names & whole(key), f"{path}: {package} is not in [{key}]"
