"""Ways from a workload to the comparisons that are ready-made for its jobs."""

from typing import Any

from django import template

from algorithms.platform import Platform
from schedweb.runs.offering import suiting
from schedweb.workloads.models import Workload

register = template.Library()


@register.inclusion_tag("compare/_ready_links.html")
def ready_made(workload: Workload) -> dict[str, Any]:
    """Links to those that suit the jobs on the machine that the workload states."""
    sizes = [site["processors"] for site in workload.sites] or [workload.processors]
    return {"workload": workload, "ready": suiting(workload.load(), Platform.of(*sizes))}
