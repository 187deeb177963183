"""What a page shows as programs: of the library, and through the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from pprint import pformat
from typing import Any

from parsched.base.errors import ParameterError
from parsched.data.generators import GENERATORS
from parsched.policies.catalogue import ALGORITHMS
from parsched.report import DeclaredReport
from parsched.report.as_code import READ, WIDTH, as_code, jobs_as_code, run_as_code
from parsched.studies.as_code import changes, study_as_code
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import record_of, records_of
from schedweb.studies.models import Study
from schedweb.web.access import Access
from schedweb.web.reported import Reported
from schedweb.workloads.models import Workload

CALLING = """import json
import os
from urllib.request import Request, urlopen

SERVER = "{server}"
HEADERS = {{"Content-Type": "application/json", "X-SchedWeb": "1"}}
if token := os.environ.get("SCHEDWEB_TOKEN"):  # of a team's server
    HEADERS["Authorization"] = f"Bearer {{token}}"


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{{SERVER}}/api/v1/{{path}}", data, HEADERS)) as answer:
        return json.load(answer)


"""
FETCHING = """def fetch(path):
    while True:
        with urlopen(Request(f"{SERVER}/api/v1/{path}", headers=HEADERS)) as answer:
            content = answer.read()
        if answer.status != 202:  # a worker still writes it
            return content
        time.sleep(1)


"""
COMPARISON = """wanted = {wanted}
comparison = call("comparisons", wanted)
print(comparison["page"])"""
RUN = """run = call("runs/{key}")
for metric, value in run["metrics"].items():
    print(f"{{metric:<32}} {{value}}")
Path("schedule.csv").write_bytes(fetch("runs/{key}/schedule"))"""
STUDY = """wanted = {wanted}
study = call("studies", wanted)
print(study["page"])"""
SAME_STUDY = """definition = call("studies/{key}")["definition"]
study = call("studies", {{"title": {title!r}, "definition": definition}})
print(study["page"])"""
WORKLOAD = """workload = call("workloads/{key}")
print(f"{{workload['jobs']:,}} jobs, released over {{workload['span']:,.0f}} s")
Path("jobs.json").write_bytes(fetch("workloads/{key}/file?format=json"))"""


DOWNLOAD = "from its page, Download, JSON"


@dataclass(frozen=True)
class CodePage:
    """Programs for what is called `kind`: `library` and `api`, each blank where there is none.

    `back` is the address of the page that leads here. `file` is what the program of the library
    reads, and where people find it; blank where it reads none. `does` is the beginning of a
    sentence: what the other program does with the server.
    """

    kind: str
    title: str
    access: Access
    back: str
    library: str
    api: str = ""
    file: str = ""
    does: str = "It makes it again on"

    @property
    def generates(self) -> bool:
        """Whether the program of the library generates the jobs."""
        return "sched.generate(" in self.library


def of_comparison(comparison: Comparison, access: Access, server: str) -> CodePage:
    """Return programs that make the runs of a comparison again."""
    jobs = _jobs(comparison.workload)
    return CodePage(
        "comparison",
        comparison.title,
        access,
        access.tab(comparison, "data"),
        as_code(records_of(comparison), jobs),
        "" if access.is_shared else through_api(comparison, server),
        _file(jobs, comparison.workload, "in the zip with everything"),
    )


def of_run(run: Run, access: Access, server: str) -> CodePage:
    """Return a program that computes a run again, and one that fetches its result."""
    jobs = _jobs(run.comparison.workload)
    fetched = _fetching(server, RUN.format(key=run.pk))
    return CodePage(
        "run",
        run.label,
        access,
        access.run("run", run.pk),
        run_as_code(record_of(run), jobs),
        fetched if run.is_done and not access.is_shared else "",
        _file(jobs, run.comparison.workload, DOWNLOAD if not access.is_shared else "of its owner"),
        does="It fetches what is stored on",
    )


def of_study(study: Study, access: Access, server: str) -> CodePage:
    """Return programs that repeat a study."""
    made_by = changes(study.portable)
    if study.preset and made_by is not None:
        wanted = {"title": study.title, "preset": study.preset, **made_by}
        again = STUDY.format(wanted=_shown(wanted))
    else:
        again = SAME_STUDY.format(key=study.pk, title=study.title)
    return CodePage(
        "study",
        study.title,
        access,
        access.tab(study, "files"),
        study_as_code(study.portable),
        "" if access.is_shared else CALLING.format(server=server) + again,
        "" if made_by is not None else "study.toml (in the zip with everything)",
    )


def of_report(reported: Reported, declared: DeclaredReport, options: Mapping[str, str]) -> str:
    """Return a program of the library that prints a report; blank where none can."""
    chosen = declared.options.from_mapping(options).changed()
    if isinstance(reported.thing, Study):
        return study_as_code(reported.thing.portable, declared.key, chosen)
    return as_code(reported.subject, _jobs(reported.thing.workload), declared.key, chosen)


def of_workload(workload: Workload, access: Access, server: str, back: str) -> CodePage:
    """Return a program that has the jobs of a workload, and one that fetches them."""
    jobs = _jobs(workload)
    return CodePage(
        "workload",
        workload.name,
        access,
        back,
        jobs_as_code(workload.platform(), jobs),
        _fetching(server, WORKLOAD.format(key=workload.pk)),
        _file(jobs, workload, DOWNLOAD),
        does="It fetches what is stored on",
    )


def through_api(comparison: Comparison, server: str) -> str:
    """Return Python that makes the comparison again; blank where its machine is gone or nothing of
    it can be run again."""
    runs = [run for run in comparison.runs.all() if run.algorithm in ALGORITHMS]
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
    return CALLING.format(server=server) + COMPARISON.format(wanted=_shown(wanted))


def _fetching(server: str, code: str) -> str:
    """Return a program that also stores files, which workers may take a while to write."""
    calling = CALLING.format(server=server)
    imports = calling.replace(
        "import os\n", "import os\nimport time\nfrom pathlib import Path\n", 1
    )
    return imports + FETCHING + code


def _shown(wanted: dict[str, Any]) -> str:
    return pformat(wanted, width=WIDTH, sort_dicts=False)


def _jobs(workload: Workload) -> str:
    """Return Python for the jobs: a call of their generator, or the reading of a file."""
    source = workload.source
    if source.get("kind") != "generator" or "jobs_of" in source or "environment_from" in source:
        return READ
    declared = GENERATORS.get(source["generator"])
    if declared is None:  # of a plugin that is gone
        return READ
    try:
        changed = declared.params.from_mapping(source["params"]).changed()
    except ParameterError:  # of another version
        return READ
    arguments = [
        f'"{source["generator"]}"',
        f"jobs={source['jobs']!r}",
        f"processors={source['processors']!r}",
        *([f"params={changed!r}"] if changed else []),
    ]
    return f"sched.generate({', '.join(arguments)})"


def _file(jobs: str, workload: Workload, where: str) -> str:
    return f"jobs.json, the jobs of {workload.name} ({where})" if jobs == READ else ""
