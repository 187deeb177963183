"""A comparison as a program that makes it anew, through the API."""

from pprint import pformat
from typing import Any

from algorithms.declare.catalogue import ALGORITHMS
from schedweb.runs.models import Comparison

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
