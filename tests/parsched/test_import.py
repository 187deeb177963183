"""`import parsched`: public names are loaded when they are first used."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import parsched
from parsched.base.origins import VARIABLE, may_have_plugins

PACKAGE = Path(parsched.__file__).parent


def loaded_by(statement: str) -> set[str]:
    """Modules that a fresh interpreter holds after a statement."""
    program = f"import sys\n{statement}\nprint(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(ran.stdout.split())


def test_the_library_alone_loads_no_numpy_and_none_of_its_floors() -> None:
    loaded = loaded_by("import parsched")
    assert not loaded & {"numpy", "numba", "importlib.metadata", "parsched.model", "parsched.apps"}


def test_solve_loads_no_compiler_and_no_report() -> None:
    loaded = loaded_by("from parsched import solve")
    assert "parsched.policies.online" in loaded
    assert not loaded & {"numba", "pyarrow", "parsched.report", "parsched.data.formats"}


def test_a_public_name_is_what_type_checkers_see() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    (declared,) = (node for node in tree.body if isinstance(node, ast.If) and "TYPE" in _text(node))
    modules = {
        alias.name: statement.module
        for statement in declared.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    assert sorted(modules) == sorted(parsched.__all__)
    for name, module in modules.items():
        assert getattr(parsched, name) is getattr(import_module(str(module)), name)
    assert set(parsched.__all__) <= set(dir(parsched))


def _text(node: ast.If) -> str:
    return ast.unparse(node.test)


def test_report_stays_the_function_when_its_floor_is_loaded() -> None:
    loaded_by(
        "import parsched.report.records, parsched\nassert parsched.report.__name__ == 'report'"
    )
    loaded_by(
        "from parsched.report.records import Records\nimport parsched\nparsched.report.__call__"
    )


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="'parsched' has no attribute 'nothing'"):
        parsched.nothing  # noqa: B018


def test_every_package_can_be_the_first_that_is_imported() -> None:
    names = [
        ".".join(("parsched", *file.parent.relative_to(PACKAGE).parts))
        for file in sorted(PACKAGE.rglob("__init__.py"))
    ]
    assert len(names) > 30
    loaded_by(FIRST.format(names=names))


FIRST = """
import importlib, os, numpy
for name in {names}:
    if (child := os.fork()) == 0:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            os._exit("parsched" in error.name)  # a package of an extra may be missing
        except BaseException:
            os._exit(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, name
"""


@pytest.mark.parametrize("folder", ["one-1.0.dist-info", "one.egg-info"])
def test_a_distribution_that_mentions_our_groups(tmp_path: Path, folder: str) -> None:
    assert not may_have_plugins([str(tmp_path)])
    entry_points = tmp_path / folder / "entry_points.txt"
    entry_points.parent.mkdir()
    entry_points.write_text("[console_scripts]\nschedule = one:main\n", encoding="utf-8")
    assert not may_have_plugins([str(tmp_path)])
    entry_points.write_text("[schedweb.algorithms]\none = one\n", encoding="utf-8")
    assert may_have_plugins([str(tmp_path)])


def test_plugins_may_be_named_and_lie_in_archives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "packed.zip").touch()
    assert may_have_plugins([str(tmp_path / "packed.zip")])
    assert not may_have_plugins([str(tmp_path), str(tmp_path / "missing")])
    monkeypatch.setenv(VARIABLE, "one")
    assert may_have_plugins([str(tmp_path)])
