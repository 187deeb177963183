"""Everything of a study as a zip: its files open elsewhere, and it is repeated from its TOML."""

import io
from pathlib import Path
from zipfile import ZipFile

import pytest

from parsched.apps import cli
from parsched.studies import Generated, Kept, Method, StudyPlot
from schedweb.studies.definitions import address_of
from schedweb.studies.files import bundle
from schedweb.studies.models import Study
from tests import factories
from tests.latex import problems
from tests.pdf import fonts
from tests.studies import declared as made

pytestmark = pytest.mark.django_db

NASTY = "LTF_1 & 50 % #2 {x} | <b> “q”"
"""What a user calls a method."""


def study() -> Study:
    """Lists on generated jobs and on a stored workload, drawn, with a verdict; computed."""
    alice = factories.person("alice")
    workload = factories.workload(alice, factories.OFFLINE_SWF)
    kept = Kept(workloads={"mine": address_of(workload)}, processors=(4,))
    parts = (
        made.part(
            instances=Generated(generator="uniform", jobs=(5, 10), processors=(8,)),
            methods=("local-search:effort=1", "ltf", "lptf", "easy"),
        ),
        made.part("kept", instances=kept, repetitions=1),
    )
    plot = StudyPlot(
        figure="one", key="one", title="Makespan", parts=("small",), measure="makespan"
    )
    return made.work(made.stored(*parts, owner=alice, claims=(made.BETTER,), plots=(plot,)))


def unpacked(study: Study) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(bundle(study))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("processes", [1, pytest.param(2, marks=pytest.mark.night)])
def test_a_study_is_repeated_from_its_file_alone(tmp_path: Path, processes: int) -> None:
    files = unpacked(study())
    folder = tmp_path / "elsewhere"
    for name in ("study.toml", "workloads/1.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(files[name])
    out = tmp_path / "out"
    line = ["study", "run", str(folder / "study.toml"), "--out", str(out)]
    assert cli.main([*line, "--jobs", str(processes)]) == 0
    own = {name for name in files if not name.startswith("workloads/")} - {"study.toml"}
    assert {"cells.csv", "summary.csv", "claims.json", "one.svg", "tables/one.tex"} <= own
    again = tmp_path / "further" / "again"
    assert cli.main(["study", "run", str(out / "study.toml"), "--out", str(again)]) == 0
    for name in own:
        assert (out / name).read_bytes() == (again / name).read_bytes() == files[name], name


def test_pdfs_hold_their_fonts() -> None:
    pdfs = {name: content for name, content in unpacked(study()).items() if name.endswith(".pdf")}
    assert set(pdfs) == {"one.pdf"}
    for content in pdfs.values():
        assert fonts(content)
        assert all(fonts(content).values())


def test_latex_compiles_whatever_methods_are_called() -> None:
    part = made.part(methods=(Method("ltf", NASTY), Method("lptf", f"{NASTY} again")))
    plot = StudyPlot(figure="one", key="one", title=NASTY, parts=("small",), measure="makespan")
    files = unpacked(made.work(made.stored(part, plots=(plot,))))
    tables = {name: text.decode() for name, text in files.items() if name.endswith(".tex")}
    assert set(tables) == {"tables/one.tex", "tables/pairs.tex"}
    for name, text in tables.items():
        assert problems(text) == [], name
        assert r"\_1 \& 50 \%" in text
