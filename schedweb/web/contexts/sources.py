"""Where a workload comes from, in words."""

from typing import Any

from parsched.data.formats import AS_GIVEN, LEAVE_DEPENDENCIES_OUT, title_of
from parsched.data.generators import GENERATORS
from parsched.report.phrases import counted, named
from schedweb.web.quantities import size
from schedweb.workloads.models import Workload


def source_rows(workload: Workload) -> list[tuple[str, str]]:
    """Return title and text of each fact about the source."""
    source = workload.source
    rows = _OF_KIND.get(source.get("kind"), _sample)(source)
    rows = [*rows, *_calendar(workload), *_environments(workload), *_without(workload)]
    return [*rows, ("Digest of the jobs", workload.digest)]


def source_line(workload: Workload) -> str:
    """Return the source in a few words."""
    line = _origin(workload.source)
    if left_out := workload.source.get("without_users"):
        count = len(left_out["users"])
        line += f", without {counted(count, 'user')}"
    if workload.environment_from == AS_GIVEN:
        return line
    return f"{line}, environments from {workload.environment_from}"


def _origin(source: dict[str, Any]) -> str:
    if source.get("kind") == "upload":
        return str(source["file"])
    if source.get("kind") == "generator":
        declared = GENERATORS.get(source["generator"])
        return f"{declared.title if declared else source['generator']} model"
    if source.get("kind") == "merge":
        return f"merge of {counted(len(source['sites']), 'site')}"
    if source.get("kind") == "study":
        return "instance of a study"
    return "sample"


def _calendar(workload: Workload) -> list[tuple[str, str]]:
    calendar = workload.calendar
    return [("Time 0", f"{calendar.text(0)} ({calendar.note})")] if calendar else []


def _environments(workload: Workload) -> list[tuple[str, str]]:
    """Return the field used as environments if it is not the file's own environment field."""
    if workload.environment_from == AS_GIVEN:
        return []
    rows = [("Environments", f"of each job its {workload.environment_from}")]
    return [*rows, *_jobs_of(workload)]


def _jobs_of(workload: Workload) -> list[tuple[str, str]]:
    if of := workload.source.get("jobs_of"):
        return [("Jobs of", f"{of['name']} (digest of the jobs {of['digest']})")]
    return []


def _without(workload: Workload) -> list[tuple[str, str]]:
    """Return who was left out of the jobs of another workload."""
    left_out = workload.source.get("without_users")
    if not left_out:
        return []
    users = named(left_out["users"], "users")
    rows = [("Without", f"{left_out['text']}: {users}")]
    return rows if workload.environment_from != AS_GIVEN else [*rows, *_jobs_of(workload)]


def _sample(source: dict[str, Any]) -> list[tuple[str, str]]:
    return [("Sample", str(source.get("sentence", "")))]


def _study(source: dict[str, Any]) -> list[tuple[str, str]]:
    return [("Study", str(source["sentence"]))]


def _upload(source: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [
        ("File", str(source["file"])),
        ("Format", title_of(source["format"])),
        ("Size", size(int(source["size"]))),
        ("SHA-256 of the file", str(source["sha256"])),
    ]
    if source.get("pseudonyms"):
        text = "pseudonyms of users, accounts and job names; the file and the key are not kept"
        rows.append(("Names", text))
    if source.get(LEAVE_DEPENDENCIES_OUT.name):
        rows.append(("Left out", "dependencies of the jobs"))
    if wide := source.get("dropped_wider_than"):
        rows.append(("Left out", f"jobs wider than {counted(wide, 'processor')}"))
    return rows


def _generator(source: dict[str, Any]) -> list[tuple[str, str]]:
    declared = GENERATORS.get(source["generator"])
    params = ", ".join(f"{name} = {value}" for name, value in source["params"].items())
    return [
        ("Model", declared.title if declared else str(source["generator"])),
        ("Jobs", f"{source['jobs']:,}"),
        ("Machine", f"{counted(source['processors'], 'processor')}"),
        ("Parameters", params),
    ]


def _merge(source: dict[str, Any]) -> list[tuple[str, str]]:
    spec = source["spec"]
    sites = ", ".join(f"{site['name']} {site['processors']:,}" for site in source["sites"])
    return [
        ("Merged from", f"{counted(len(source['sites']), 'site')} ({sites})"),
        ("Clock", spec["clock"]),
    ]


_OF_KIND = {"upload": _upload, "generator": _generator, "merge": _merge, "study": _study}
