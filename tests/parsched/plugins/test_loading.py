"""Each plugin is loaded wholly or not at all, and says why not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parsched.base.origins import PLUGINS, plugin_of, versions_of
from parsched.declare.references import REFERENCES
from parsched.measure.metrics import METRICS
from parsched.plugins.groups import GROUPS
from parsched.policies.catalogue import ALGORITHMS
from tests.everywhere import ROOT
from tests.parsched.plugins.installed import install, loaded

ALGORITHM = '''
@register("KEY", title="T", version=1, params=ListParams, supports=Supports(), cites=())
def solve(instance, params, stop):
    """Do as Graham does."""
'''
METRIC = '''
@metric("KEY", title="T", unit="s", formula="f")
def measure(outcome):
    """Measure."""
    return 0.0
'''


def one(folder: Path, source: str, group: str = "metrics", name: str = "one") -> None:
    install(folder, name, {f"module_{name}": source}, {f"schedweb.{group}": f"module_{name}"})


def test_what_a_plugin_declares_is_there_and_known_as_its_own(tmp_path: Path) -> None:
    one(tmp_path, METRIC.replace("KEY", "own"), name="Good_One")
    with loaded(tmp_path):
        assert METRICS["own"].title == "T"
        plugin = plugin_of("metrics", "own")
        assert plugin
        assert (plugin.name, plugin.version, plugin.state) == ("good-one", "1.0", "loaded")
        assert plugin.declares == {"metrics": ("own",)}
        assert versions_of([("metrics", "own"), ("metrics", "makespan")]) == {"good-one": "1.0"}
    assert "own" not in METRICS
    assert plugin_of("metrics", "own") is None


BROKEN = {
    "nothing to import": ("import no_such_module_at_all", "metrics", "ModuleNotFoundError"),
    "an exception": ("1 / 0", "metrics", "ZeroDivisionError: division by zero"),
    "an end of the process": ("import sys; sys.exit('bye')", "metrics", "SystemExit: bye"),
    "no syntax": ("def", "metrics", "SyntaxError"),
    "a built-in key": (METRIC.replace("KEY", "makespan"), "metrics", "two metrics are declared"),
    "a built-in algorithm": (ALGORITHM.replace("KEY", "easy"), "algorithms", "two algorithms"),
    "an override": (
        "from parsched.measure.metrics import METRICS\nMETRICS['makespan'] = METRICS['mean_wait']",
        "metrics",
        "it replaces the metric 'makespan'",
    ),
    "a removal": (
        "from parsched.measure.metrics import METRICS\ndel METRICS['makespan']",
        "metrics",
        "it replaces the metric 'makespan'",
    ),
    "an unknown reference": (
        METRIC.replace("KEY", "own").replace('"f"', '"f", cites=("nobody1900",)'),
        "metrics",
        "cites unknown references: ['nobody1900']",
    ),
    "no declaration": ("x = 1", "metrics", "schedweb.metrics declares no metric"),
    "another kind": (
        METRIC.replace("KEY", "own"),
        "bounds",
        "schedweb.bounds declares no bound",
    ),
    "no such group": (METRIC.replace("KEY", "own"), "metric", "no group schedweb.metric of"),
    "a key for no address": (METRIC.replace("KEY", "a b/c"), "metrics", "must have a key of"),
    "no help": (
        METRIC.replace("KEY", "own").replace('    """Measure."""\n', ""),
        "metrics",
        "its metric 'own' must have a docstring",
    ),
    "too few arguments": (
        ALGORITHM.replace("KEY", "own").replace(", stop)", ")"),
        "algorithms",
        "its algorithm 'own' must be a function of (instance, params, stop)",
    ),
    "no parameters": (
        ALGORITHM.replace("KEY", "own").replace("ListParams", "dict"),
        "algorithms",
        "must have a class of Params as its parameters",
    ),
    "parameters that raise": (
        "from dataclasses import dataclass\n"
        "@dataclass(frozen=True, kw_only=True)\nclass Odd(ListParams):\n"
        '    def __post_init__(self):\n        raise KeyError("odd")\n\n'
        + ALGORITHM.replace("KEY", "own").replace("ListParams", "Odd"),
        "algorithms",
        "its algorithm 'own' cannot be looked at: KeyError: 'odd'",
    ),
    "no version": (
        ALGORITHM.replace("KEY", "own").replace("version=1", "version=0"),
        "algorithms",
        "must have a version of 1 or more",
    ),
    "a number of a learned predictor": (
        '@predictor("own", title="T", formula="f", number=7)\n'
        'def guess(run, estimate):\n    """Guess."""\n',
        "predictors",
        "must be one that depends on the job alone",
    ),
    "a predictor that fails": (
        '@predictor("own", title="T", formula="f")\n'
        'def guess(run, estimate):\n    """Guess."""\n    return run[5]\n',
        "predictors",
        "its predictor 'own' fails on two jobs, IndexError",
    ),
    "a predictor of nothing": (
        '@predictor("own", title="T", formula="f")\n'
        'def guess(run, estimate):\n    """Guess."""\n    return 0 * run\n',
        "predictors",
        "must make of two jobs two times above 0 s, got [0.0, 0.0]",
    ),
    "no formula": (
        '@order("own", title="T", formula="p*")\ndef value(job):\n    """Order."""\n',
        "orders",
        "FormulaError",
    ),
}


@pytest.mark.parametrize("case", sorted(BROKEN))
def test_a_broken_plugin_is_named_and_left_out_wholly(tmp_path: Path, case: str) -> None:
    source, group, said = BROKEN[case]
    also = '@order("beside", title="T", formula="p")\ndef beside(job):\n    """Beside."""\n'
    also += 'add_references("""@article{own1,\n author = {A B},\n'
    also += ' title = {T},\n journal = {J},\n year = {2000},\n}\n""")\n'
    one(tmp_path, also + source, group=group)
    one(tmp_path, METRIC.replace("KEY", "innocent"), name="other")
    before = {name: dict(group.items()) for name, group in GROUPS.items()}
    with loaded(tmp_path):
        plugin = PLUGINS["one"]
        assert plugin.state == "broken"
        assert plugin.version == "1.0"
        assert said in plugin.reason
        assert "\n" not in plugin.sentence
        assert plugin.sentence.startswith("Plugin one 1.0 is left out: ")
        assert plugin.sentence.endswith(".")
        assert "own1" not in REFERENCES
        assert METRICS.pop("innocent")
        assert {name: dict(group.items()) for name, group in GROUPS.items()} == before


@pytest.mark.parametrize(
    "line",
    ["from algorithms.plugins import metric", "import algorithms.metrics"],
)
def test_who_imports_the_library_by_its_former_name_is_told_the_new_one(
    tmp_path: Path, line: str
) -> None:
    one(tmp_path, line)
    with loaded(tmp_path):
        assert PLUGINS["one"].reason == (
            "module_one cannot be imported, algorithms is called parsched now: import that"
        )


def test_one_entry_point_that_fails_takes_the_others_of_its_plugin_along(tmp_path: Path) -> None:
    modules = {"fine": METRIC.replace("KEY", "fine"), "poor": "1 / 0"}
    points = {"schedweb.metrics": "fine", "schedweb.reports": "poor"}
    install(tmp_path, "half", modules, points)
    with loaded(tmp_path):
        assert "poor cannot be imported" in PLUGINS["half"].reason
        assert "fine" not in METRICS


def test_of_two_plugins_that_declare_one_key_the_first_by_name_stays(tmp_path: Path) -> None:
    for name in ("b", "a"):
        one(tmp_path, METRIC.replace("KEY", "same"), name=name)
    with loaded(tmp_path):
        assert [PLUGINS[name].state for name in ("a", "b")] == ["loaded", "broken"]
        assert METRICS["same"].measure.__module__ == "module_a"


def test_only_plugins_that_are_allowed_are_imported(tmp_path: Path) -> None:
    one(tmp_path, METRIC.replace("KEY", "wanted"), name="wanted")
    one(tmp_path, "raise SystemExit", name="other")
    with loaded(tmp_path, "Wanted, missing-one"):
        states = {plugin.name: plugin.state for plugin in PLUGINS.values()}
        assert states == {
            "missing-one": "not installed",
            "other": "not allowed",
            "wanted": "loaded",
        }
        assert "SCHEDWEB_PLUGINS does not name it" in PLUGINS["other"].reason
        assert "module_other" not in sys.modules


def listed(folder: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """What another process says of the plugins in a folder."""
    path = {key: value for key, value in os.environ.items() if not key.startswith("SCHEDWEB_")}
    return subprocess.run(
        (sys.executable, "-m", "parsched", "list"),
        env={**path, "PYTHONPATH": str(folder), **environ},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


def test_the_command_line_names_a_broken_plugin_and_goes_on(tmp_path: Path) -> None:
    one(tmp_path, "1 / 0")
    done = listed(tmp_path)
    said = "Plugin one 1.0 is left out: module_one cannot be imported, ZeroDivisionError: division"
    assert done.returncode == 0
    assert done.stderr.startswith(said)
    assert said.removeprefix("Plugin ") in done.stdout


def test_the_environment_says_which_plugins_are_loaded(tmp_path: Path) -> None:
    one(tmp_path, METRIC.replace("KEY", "own"))
    assert "  one 1.0: metrics own" in listed(tmp_path).stdout
    assert "  one 1.0 is left out: it" in listed(tmp_path, SCHEDWEB_MODE="team").stdout
    assert "  one 1.0 is left out: it" in listed(tmp_path, SCHEDWEB_PLUGINS="none").stdout
    team = {"SCHEDWEB_MODE": "team", "SCHEDWEB_PLUGINS": "one"}
    assert "  one 1.0: metrics own" in listed(tmp_path, **team).stdout
    wrong = listed(tmp_path, SCHEDWEB_PLUGINS="one;two")
    assert wrong.returncode == 2
    assert "SCHEDWEB_PLUGINS must be `*`, `none`, or names of packages" in wrong.stderr


def test_nothing_is_added_where_no_plugin_is_installed(tmp_path: Path) -> None:
    keys = set(ALGORITHMS)
    with loaded(tmp_path):
        assert PLUGINS == {}
        assert set(ALGORITHMS) == keys
