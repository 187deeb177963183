"""Packages with entry points, installed into a folder without an installer."""

import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from parsched.base.origins import PLUGINS
from parsched.plugins.allowed import Allowed
from parsched.plugins.groups import Snapshot
from parsched.plugins.loading import load
from tests.everywhere import ROOT

EXAMPLE = ROOT / "tests" / "plugin_example"

HEAD = "from parsched.plugins import *\n"


def install(
    folder: Path,
    name: str,
    modules: Mapping[str, str],
    points: Mapping[str, str],
    version: str = "1.0",
) -> None:
    """Write modules by name, and the metadata of a distribution with one entry point in each of
    some groups, by the module that it names."""
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(HEAD + source, encoding="utf-8")
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: For tests\n"
    (about / "METADATA").write_text(metadata, encoding="utf-8")
    lines = [f"[{group}]\none = {module}\n" for group, module in points.items()]
    (about / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


@contextmanager
def loaded(folder: Path, allowed: str = "*") -> Iterator[None]:
    """Load the plugins in a folder; afterwards nothing is left of them."""
    before, modules, plugins = Snapshot(), set(sys.modules), dict(PLUGINS)
    sys.path.insert(0, str(folder))
    try:
        load([str(folder)], Allowed.parse(allowed))
        yield
    finally:
        sys.path.remove(str(folder))
        before.restore()
        PLUGINS.clear()
        PLUGINS.update(plugins)
        for name in set(sys.modules) - modules:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
                del sys.modules[name]


def install_example(folder: Path) -> None:
    """Install the plugin of `tests/plugin_example` as its `pyproject.toml` says."""
    shutil.copytree(EXAMPLE / "schedweb_example", folder / "schedweb_example")
    declared = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    points = {
        group: module
        for group, named in declared["entry-points"].items()
        for module in named.values()
    }
    install(folder, declared["name"], {}, points, declared["version"])
