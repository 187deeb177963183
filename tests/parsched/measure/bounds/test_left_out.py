"""Without a solver only who asks for a bound that needs it is told that it is left out."""

import re
import subprocess
import sys
import warnings
from pathlib import Path

import pulp  # before any solver is hidden: it looks for them once
import pytest

import parsched as sched
from parsched.base.extras import MissingPackageWarning
from parsched.measure.bounds import BOUNDS, bounds_of

pytestmark = pytest.mark.usefixtures("nothing_known")

PROJECT = Path(sched.__file__).parents[2]
WITHOUT = "import sys\nsys.modules['highspy'] = None\n"
PAGES = ["README.md", *(f"docs/pages/{name}.md" for name in ("start", "guides/compare-policies"))]


@pytest.fixture
def instance(monkeypatch: pytest.MonkeyPatch) -> sched.Instance:
    """An instance where the solver of programs is not installed."""
    assert pulp.HiGHS(msg=False).available()
    monkeypatch.setitem(sys.modules, "highspy", None)
    jobs = sched.generate("uniform", jobs=20, processors=8)
    return sched.Instance(jobs, sched.Platform.of(8))


def computed(instance: sched.Instance, *keys: str) -> list[str]:
    """Return what is said when bounds are computed."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        bounds_of(instance, keys or None)
    assert all(one.category is MissingPackageWarning for one in said)
    return [str(one.message) for one in said]


def needing(instance: sched.Instance) -> list[str]:
    """Return the keys of the bounds on the makespan that are left out, though they apply."""
    found = bounds_of(instance)["makespan"]
    return [
        key
        for key, one in BOUNDS["makespan"].items()
        if key not in found and one.applies(instance.jobs, instance.platform)
    ]


def test_who_wants_all_bounds_is_told_nothing(instance: sched.Instance) -> None:
    assert computed(instance) == []
    assert needing(instance), "some are left out"


@pytest.mark.parametrize("before", [False, True], ids=["first", "after all"])
def test_who_names_a_bound_is_told_that_it_is_left_out(
    instance: sched.Instance, before: bool
) -> None:
    if before:
        bounds_of(instance)
    [said] = computed(instance, "lp_infeasibility")
    assert said == (
        "The bound 'LP infeasibility' is left out: "
        "highspy is not installed: pip install 'schedweb[exact]'"
    )


def test_who_names_others_is_told_nothing(instance: sched.Instance) -> None:
    assert computed(instance, "area", "longest") == []


def test_a_result_and_a_record_say_nothing(instance: sched.Instance) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = sched.solve(instance, "ltf")
        assert result.certificates
        assert result.ratios
        assert sched.compare(instance, "ltf", "lptf").about.bounds
    wanted = sched.solve(instance, "ltf", bounds=["lp_infeasibility"])
    with pytest.warns(MissingPackageWarning, match="LP infeasibility"):
        assert wanted.bounds["makespan"] == {}


@pytest.mark.parametrize("page", PAGES)
def test_the_first_example_of_a_page_prints_no_warning(page: str, tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", (PROJECT / page).read_text(encoding="utf-8"), re.S)
    assert found is not None
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT + found[1]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
