"""One file and one import add an algorithm, or a report: all else follows from its declaration."""

import csv
import importlib
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from parsched.apps import cli
from parsched.policies.catalogue import ALGORITHMS
from parsched.report import REPORTS, declared_report
from schedweb.runs.models import Comparison
from schedweb.sharing.services import share
from tests import factories
from tests.api.caller import Caller
from tests.everywhere import ROOT
from tests.web.conftest import computed
from tests.web.pages import Page

GIVEN = ("--workload", str(ROOT / "tests" / "data" / "eight-jobs.swf"), "--procs", "6")
RIGID = b"procs,time\n2,10\n4,20\n1,5\n"
Output = pytest.CaptureFixture[str]


def added(name: str) -> None:
    """Import it again, as if for the first time."""
    sys.modules.pop(f"tests.additions.{name}", None)
    importlib.import_module(f"tests.additions.{name}")


@pytest.fixture
def alice(db: None) -> Caller:
    return Caller(factories.person("alice"))


@pytest.fixture
def backwards() -> Iterator[None]:
    added("backwards")
    yield
    del ALGORITHMS["backwards"]


@pytest.fixture
def longest() -> Iterator[None]:
    added("longest")
    yield
    del REPORTS["longest"]


def common_tests_of(addition: str, *files: str) -> int:
    """Return how many of the tests of all algorithms, or of all reports, hold of one more."""
    command = ("pytest", "-p", f"tests.additions.{addition}", "-k", addition, *files)
    quiet = ("-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:randomly")
    found = subprocess.run(
        (sys.executable, "-m", *command, *quiet), cwd=ROOT, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout + found.stderr
    [passed] = [line for line in found.stdout.splitlines() if " passed" in line]
    return int(passed.split()[0])


@pytest.mark.usefixtures("backwards")
class TestAnAlgorithm:
    @pytest.fixture
    def place(self, alice: Caller) -> Comparison:
        """A comparison of it with another one."""
        assert alice.user
        return computed(factories.comparison(alice.user, ["ltf", "backwards"], RIGID))

    def test_the_command_line_has_it(self, capsys: Output, tmp_path: Path) -> None:
        assert cli.main(["list"]) == 0
        assert "  backwards       Place the last job first" in capsys.readouterr().out
        jobs = tmp_path / "jobs.csv"
        jobs.write_bytes(RIGID)
        given = ("--workload", str(jobs), "--procs", "4", "backwards:hop=2", "--json")
        assert cli.main(["compare", *given]) == 0
        assert "backwards" in capsys.readouterr().out

    def test_the_form_offers_it_with_its_parameters(self, alice: Caller) -> None:
        assert alice.user
        machine, jobs = factories.cluster(alice.user, 4), factories.workload(alice.user, RIGID)
        keys = {"workload": jobs.pk, "cluster": machine.pk}
        page = Page(alice.client.get("/compare/", keys).content.decode())
        [row] = [a for a in page.of("input") if str(a.get("value")).endswith(".backwards")]
        number = str(row["value"]).partition(".")[0]
        assert page.named(f"p{number}-hop")["value"] == "1"
        sent = {"entry": ["0.backwards"], "on": ["0"], "compare": "1", "p0-hop": "3", **keys}
        alice.client.post("/compare/", sent)
        [run] = Comparison.objects.get().runs.all()
        assert (run.algorithm, run.params["hop"]) == ("backwards", 3)

    def test_pages_and_files_have_it(self, alice: Caller, place: Comparison) -> None:
        html = alice.client.get("/algorithms/backwards/").content.decode()
        assert "Place the last job first" in html
        assert "Every so many jobs" in html
        assert "Backwards" in alice.client.get("/algorithms/").content.decode()
        assert "Backwards" in alice.client.get(f"/comparisons/{place.pk}/").content.decode()
        text = alice.client.get(f"/comparisons/{place.pk}/reports/results.csv").content.decode()
        rows = list(csv.DictReader(io.StringIO(text)))
        assert {row["algorithm"] for row in rows} == {"ltf", "backwards"}

    def test_the_interface_for_programs_has_it(self, alice: Caller, place: Comparison) -> None:
        assert "backwards" in [one["key"] for one in alice.get("/algorithms").json["results"]]
        described = alice.get("/algorithms/backwards").json["params"]["properties"]
        assert list(described) == ["placement", "hop"]
        sent = {
            "workload": place.workload.pk,
            "cluster": factories.cluster(place.owner, 4, name="Other").pk,
            "algorithms": [{"algorithm": "backwards", "vary": {"hop": [1, 2]}}],
        }
        answer = alice.post("/comparisons", sent)
        assert [run["algorithm"] for run in answer.json["runs"]] == ["backwards"] * 2

    def test_the_tests_of_all_algorithms_hold_of_it(self) -> None:
        files = ("parsched/test_common.py", "web/test_pieces.py", "web/test_drawings.py")
        assert common_tests_of("backwards", *(f"tests/{file}" for file in files)) > 10


@pytest.mark.usefixtures("longest")
class TestAReport:
    @pytest.fixture
    def place(self, alice: Caller) -> Comparison:
        """Two runs of 30 s or more."""
        assert alice.user
        return computed(factories.comparison(alice.user))

    def test_there_is_one_of_each_key(self) -> None:
        with pytest.raises(ValueError, match="two reports are declared as 'longest'"):
            added("longest")
        assert declared_report("longest").help == "Which runs take how long."

    def test_the_command_line_has_it(self, capsys: Output) -> None:
        assert cli.main(["report", "longest", *GIVEN, "fcfs", "easy"]) == 0
        assert capsys.readouterr().out.startswith("2 runs are long.\n\nrun   end\nfcfs")
        assert cli.main(["report", "longest:least=1000", *GIVEN, "fcfs", "--as", "csv"]) == 0
        assert capsys.readouterr().out == "run,end\n"
        assert cli.main(["report", "longest:least=0", *GIVEN, "fcfs"]) == 2
        assert "least must be" in capsys.readouterr().err
        assert cli.main(["report", "longest:most=3", *GIVEN, "fcfs"]) == 2
        assert "most" in capsys.readouterr().err
        assert cli.main(["report", "longest", *GIVEN, "fcfs", "easy", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert [row["run"] for row in told["tables"][0]["rows"]] == ["fcfs", "easy"]
        assert cli.main(["list"]) == 0
        assert "  longest         Which runs take how long.\n" in capsys.readouterr().out

    def test_its_page_has_a_form_of_its_options(self, alice: Caller, place: Comparison) -> None:
        at = f"/comparisons/{place.pk}/reports/longest/"
        html = alice.client.get(at).content.decode()
        assert "2 runs are long." in html
        assert Page(html).named("least")["value"] == "1"
        assert "0 runs are long." in alice.client.get(f"{at}?least=1000").content.decode()
        assert at in alice.client.get(f"/comparisons/{place.pk}/reports/results/").content.decode()
        refused = alice.client.get(f"{at}?least=0")
        assert refused.status_code == 400
        assert "Least must be an integer of at least 1, got 0" in refused.content.decode()

    def test_it_is_there_as_files_and_for_programs(self, alice: Caller, place: Comparison) -> None:
        at = f"/comparisons/{place.pk}/reports"
        for ending, start in (("csv", "run,end"), ("md", "|"), ("tex", "%"), ("json", "{")):
            text = alice.client.get(f"{at}/longest.{ending}").content.decode()
            assert text.startswith(start)
            assert "EASY" in text
        assert "longest" in [one["key"] for one in alice.get(at).json["results"]]
        assert alice.get(f"{at}/longest?least=1000").json["sentences"] == ["0 runs are long."]

    def test_who_is_not_logged_in_sees_it_through_a_link(self, place: Comparison) -> None:
        token = share(place.owner, place).token
        assert b"2 runs are long." in Client().get(f"/s/{token}/reports/longest/").content

    def test_the_tests_of_all_reports_hold_of_it(self) -> None:
        assert common_tests_of("longest", "tests/parsched/report/test_registry.py") > 5
