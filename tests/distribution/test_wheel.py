"""The wheel and the sdist: what is in them, and that an installed one works, in an empty folder."""

import json
import re
import shutil
import sys
import sysconfig
import tarfile
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from parsched.base.compiled import folder
from parsched.base.version import __version__
from parsched.studies import STUDIES
from schedweb.studies.previews import has_picture
from tests.distribution.installed import Installed, example, run
from tests.everywhere import ROOT
from tests.launch.launched import eventually, launched_as

EXAMPLE = """
import sys, parsched as sched
jobs = sched.generate("uniform", jobs=20, processors=8)
records = sched.compare(sched.Instance(jobs, sched.Platform.of(8)), "ltf", "lptf")
print(sched.report("results", records).tables[0].key, sched.__file__)
"""
MISSING = """
import parsched as sched
jobs = sched.generate("uniform", jobs=4, processors=4)
result = sched.solve(sched.Instance(jobs, sched.Platform.of(4)), "ltf")
sched.plot_gantt(result, "chart.png")
"""
WITHOUT_EXTRAS = """
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
class Others(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        missing = name.partition(".")[0] in {names}
        return None if missing else PathFinder.find_spec(name, path, target)
    def find_distributions(self, *args):
        return PathFinder.find_distributions(*args)
sys.meta_path = [each for each in sys.meta_path if each is not PathFinder] + [Others()]
"""
PLACE = "from schedweb.base.config import PROJECT; print(PROJECT)"
CLONE = """
from parsched.base.compiled.folder import IS_CLONE
from schedweb.base.config import INSTALLED
print(IS_CLONE, INSTALLED)
"""
PICTURES = """
from parsched.studies import STUDIES
from schedweb.studies.previews import has_picture
print(*sorted(key for key, study in STUDIES.items() if has_picture(study)))
"""
EXTRAS = (
    *(
        "PIL",
        "bokeh",
        "celery",
        "django",
        "gymnasium",
        "highspy",
        "ijson",
        "matplotlib",
        "openpyxl",
    ),
    *("ortools", "pulp", "pyarrow", "pydantic", "scipy", "tomli_w", "zmq", "zstandard"),
)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """An environment with the machine code of this clone, so that nothing is compiled again."""
    here = Installed(tmp_path_factory.mktemp("installed"))
    for name in ("empty", "home"):
        (here.place / name).mkdir()
    venv.create(here.place / "venv", symlinks=True)
    run(sys.executable, "-m", "pip", "--python", here.python, "install", "-q", "--no-deps", wheel)
    [packages] = (here.place / "venv" / "lib").glob("python*/site-packages")
    (packages / "shared.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    code = "from parsched.base.compiled import folder; print(folder.writable())"
    place = here.run(here.python, "-c", code).stdout.strip()
    assert place.startswith(str(here.place / "home"))
    own = next(path for path in folder.candidates() if (path / "complete").is_file())
    shutil.copytree(own, place, dirs_exist_ok=True)
    before = sorted(packages.rglob("*"))
    yield here
    written = {path for path in packages.rglob("*") if "__pycache__" not in path.parts}
    assert written <= set(before)


def test_the_wheel_has_all_that_a_server_shows_and_no_tests(wheel: Path) -> None:
    with ZipFile(wheel) as file:
        names = set(file.namelist())
    for package in ("parsched", "schedweb"):
        root = ROOT if (ROOT / package).is_dir() else ROOT / "algorithms"
        modules = {str(path.relative_to(root)) for path in (root / package).rglob("*.py")}
        assert modules <= names
        assert f"{package}/py.typed" in names
    for place, least in (("templates", 150), ("static", 100)):
        shown = {path for path in (ROOT / place).rglob("*") if path.is_file()}
        assert len(shown) >= least
        assert {f"schedweb/{path.relative_to(ROOT)}" for path in shown} <= names
    assert "parsched/declare/references.bib" in names
    assert not [name for name in names if "__compiled__" in name or "__pycache__" in name]
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"parsched", "schedweb", f"schedweb-{__version__}.dist-info"}


def test_the_sdist_has_what_builds_and_tests_it(built: Path) -> None:
    [path] = built.glob("*.tar.gz")
    with tarfile.open(path) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert {"pyproject.toml", "LICENSE", "README.md", "tests/conftest.py", "Makefile"} <= names
    assert {".ci/run", ".zenodo.json", ".dockerignore"} <= names, "what tests read"
    assert not [name for name in names if "__compiled__" in name or name.startswith(".venv")]


def test_indexes_would_take_both_and_the_wheel_has_no_oddities(built: Path, wheel: Path) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", *sorted(built.iterdir()))
    run(sys.executable, "-m", "check_wheel_contents", wheel, cwd=ROOT)


def test_what_indexes_show_needs_no_file_of_the_clone(wheel: Path) -> None:
    with ZipFile(wheel) as file:
        shown = file.read(f"schedweb-{__version__}.dist-info/METADATA").decode()
    assert "\n| change SchedWeb | CONTRIBUTING.md, Architecture |\n" in shown
    assert re.findall(r"\]\((?!https?:|#).*", shown) == []
    assert "![" not in shown, "a picture"


@pytest.fixture
def unpacked(built: Path, tmp_path: Path) -> Path:
    """The folder of an unpacked sdist."""
    [path] = built.glob("*.tar.gz")
    with tarfile.open(path) as file:
        file.extractall(tmp_path, filter="data")
    [folder] = tmp_path.iterdir()
    return folder


def wheel_of(source: Path) -> Path:
    """Build a wheel beside its source."""
    run(
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--outdir",
        source.parent,
        source,
    )
    [path] = source.parent.glob("*.whl")
    return path


def test_a_wheel_built_again_is_the_same(wheel: Path, unpacked: Path) -> None:
    assert wheel_of(unpacked).read_bytes() == wheel.read_bytes()


def test_a_wheel_takes_along_what_was_made_before(unpacked: Path) -> None:
    made = {"docs/site/index.html": "schedweb/docs/site/index.html"}
    made["algorithms/parsched/__shipped__/code"] = "parsched/__shipped__/code"
    for name in made:
        (unpacked / name).parent.mkdir(parents=True)
        (unpacked / name).write_text("made", encoding="utf-8")
    with ZipFile(wheel_of(unpacked)) as file:
        assert set(made.values()) <= set(file.namelist())


def test_the_library_alone_runs_its_example(installed: Installed) -> None:
    without = WITHOUT_EXTRAS.format(names=EXTRAS)
    done = installed.run(installed.python, "-c", without + EXAMPLE)
    key, place = done.stdout.split()
    assert key == "results"
    assert place.startswith(str(installed.place))
    assert done.stderr == ""


def test_the_library_alone_names_the_extra_that_a_bound_needs(installed: Installed) -> None:
    without = WITHOUT_EXTRAS.format(names=EXTRAS)
    asked = "result = sched.solve(records.about.load(), 'ltf', bounds=['lp_infeasibility'])\n"
    done = installed.run(installed.python, "-c", f"{without}{EXAMPLE}{asked}result.bounds\n")
    said = re.findall(r"The bound '(.*)' is left out: \w+ is not installed: (.*)\n", done.stderr)
    assert said == [("LP infeasibility", "pip install 'schedweb[exact]'")]


def test_the_library_alone_runs_the_example_and_writes_reports(
    installed: Installed,
) -> None:
    more = """
print(sched.report("ranking", records, metrics="main").write("tex"))
easy = sched.solve(instance, "easy")
print(sched.select(instance, easy.schedule, "width>8 wait>1h").sum(), "wide jobs wait over 1 h")
"""
    done = installed.run(
        installed.python, "-c", WITHOUT_EXTRAS.format(names=EXTRAS) + example(installed) + more
    )
    assert "conservative" in done.stdout
    assert "\\toprule" in done.stdout
    assert re.search(r"^\d+ wide jobs wait over 1 h$", done.stdout, re.MULTILINE)
    assert done.stderr == ""


def test_the_library_alone_names_the_extra_that_a_picture_needs(installed: Installed) -> None:
    without = WITHOUT_EXTRAS.format(names=EXTRAS)
    code = f"{without}\nfrom parsched.base.extras import MissingPackageError\ntry:\n"
    code += "".join(f"    {line}\n" for line in MISSING.strip().splitlines())
    code += "except MissingPackageError as error:\n    print(error)\n"
    said = installed.run(installed.python, "-c", code).stdout
    assert said == "PIL is not installed: pip install 'schedweb[figures]'\n"


def test_the_program_says_its_version(installed: Installed) -> None:
    assert installed.run(installed.program, "--version").stdout == f"{__version__}\n"
    assert "compile" in installed.run(installed.program, "lib", "--help").stdout


def test_neither_library_nor_application_take_themselves_for_a_clone(installed: Installed) -> None:
    """Not even beside a pyproject.toml that another package has left there."""
    left = installed.run(installed.python, "-c", PLACE).stdout.strip()
    Path(left, "pyproject.toml").touch()
    try:
        said = installed.run(installed.python, "-c", CLONE).stdout
    finally:
        Path(left, "pyproject.toml").unlink()
    assert said == "False True\n"


def test_an_installed_server_finds_the_pictures_of_studies(installed: Installed) -> None:
    shown = installed.run(installed.python, "-c", PICTURES).stdout.split()
    assert shown == sorted(key for key, study in STUDIES.items() if has_picture(study))
    assert len(shown) > 5


def test_a_server_starts_in_an_empty_folder_and_computes_the_samples(installed: Installed) -> None:
    """A folder with the name of our library is none of its business."""
    (installed.empty / "parsched").mkdir(exist_ok=True)
    environment = {**installed.environment, "PORT": "0"}
    with launched_as([str(installed.program)], environment, installed.empty) as server:
        page = server.get("/")
        assert "Compare" in page
        assert "--" in server.get("/static/css/variables.css")
        eventually(lambda: json.loads(server.get("/api/v1/runs?state=done"))["count"])
    data = installed.place / "home" / ".local" / "share" / "schedweb"
    assert sys.platform != "linux" or (data / "db.sqlite3").is_file()
    assert [path.name for path in installed.empty.iterdir()] == ["parsched"]
