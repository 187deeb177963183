"""A comparison as programs that make it anew, with the library and through the API."""

from dataclasses import dataclass
from pprint import pformat
from typing import Any

from algorithms.declare.catalogue import ALGORITHMS
from algorithms.report.as_code import as_code
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.web.access import Access

PROGRAM = """import json
import os
from urllib.request import Request, urlopen

SERVER = "http://127.0.0.1:8000"
HEADERS = {{"Content-Type": "application/json", "X-SchedWeb": "1"}}
if token := os.environ.get("SCHEDWEB_TOKEN"):  # of a team's server
    HEADERS["Authorization"] = f"Bearer {{token}}"

wanted = {wanted}
body = json.dumps(wanted).encode()
with urlopen(Request(f"{{SERVER}}/api/v1/comparisons", body, HEADERS)) as answer:
    comparison = json.load(answer)
print(f"{{SERVER}}/comparisons/{{comparison['id']}}/")"""


@dataclass(frozen=True)
class CodePage:
    """Both programs, the one through the API for whom the comparison belongs to."""

    comparison: Comparison
    access: Access

    @property
    def home(self) -> str:
        """Address of the tab that leads here."""
        return self.access.tab(self.comparison, "data")

    @property
    def library(self) -> str:
        """Python that computes the runs anew with the library."""
        return as_code(records_of(self.comparison))

    @property
    def api(self) -> str:
        """Python that makes the comparison anew through the API."""
        return "" if self.access.is_shared else through_api(self.comparison)


def through_api(comparison: Comparison) -> str:
    """Return Python that makes the comparison anew; blank where its machine is gone or nothing of
    it can be run again."""
    runs = [run for run in comparison.runs.all() if run.algorithm in ALGORITHMS]
    runs = [run for run in runs if not ALGORITHMS[run.algorithm].is_given]
    if comparison.machine is None or not runs:
        return ""
    wanted: dict[str, Any] = {
        "workload": comparison.workload.pk,
        "cluster": comparison.machine.pk,
        "rules": comparison.rules,
        "title": comparison.title,
        "algorithms": [
            {"algorithm": run.algorithm, "label": run.label, "params": run.params} for run in runs
        ],
    }
    return PROGRAM.format(wanted=pformat(wanted, width=84, sort_dicts=False))
