"""Where a workload comes from, in words."""

from typing import Any

from algorithms.formats import FORMATS
from algorithms.generators import GENERATORS
from schedweb.web.quantities import size
from schedweb.workloads.models import Workload


def source_rows(workload: Workload) -> list[tuple[str, str]]:
    """Return title and text of everything that is known about the source."""
    source = workload.source
    kind = source.get("kind")
    if kind == "upload":
        return [*_upload(source), ("Digest of the jobs", workload.digest)]
    if kind == "generator":
        return [*_generator(source), ("Digest of the jobs", workload.digest)]
    sentence = source.get("sentence", "")
    return [("Sample", sentence), ("Digest of the jobs", workload.digest)]


def source_line(workload: Workload) -> str:
    """Say it in a few words."""
    source = workload.source
    if source.get("kind") == "upload":
        return str(source["file"])
    if source.get("kind") == "generator":
        declared = GENERATORS.get(source["generator"])
        return f"{declared.title if declared else source['generator']} model"
    return "sample"


def _upload(source: dict[str, Any]) -> list[tuple[str, str]]:
    declared = FORMATS.get(source["format"])
    rows = [
        ("File", str(source["file"])),
        ("Format", declared.title if declared else str(source["format"])),
        ("Size", size(int(source["size"]))),
        ("SHA-256 of the file", str(source["sha256"])),
    ]
    if wide := source.get("dropped_wider_than"):
        rows.append(("Left out", f"jobs wider than {wide:,} processors"))
    return rows


def _generator(source: dict[str, Any]) -> list[tuple[str, str]]:
    declared = GENERATORS.get(source["generator"])
    params = ", ".join(f"{name} = {value}" for name, value in source["params"].items())
    return [
        ("Model", declared.title if declared else str(source["generator"])),
        ("Jobs", f"{source['jobs']:,}"),
        ("Machine", f"{source['processors']:,} processors"),
        ("Parameters", params),
    ]
