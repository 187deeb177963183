"""Tags for the sources of workloads and for machines."""

from django import template

from parsched.report.conditions import conditions as conditions_of
from parsched.report.phrases import counted
from schedweb.runs.models import Comparison
from schedweb.runs.records import traits_of
from schedweb.web.contexts.sources import source_line as line
from schedweb.workloads.models import Workload

register = template.Library()


@register.filter
def source_line(workload: Workload) -> str:
    """The source in a few words."""
    return line(workload)


@register.filter
def machine(comparison: Comparison) -> str:
    """Size and name of the machine: `100 processors (KTH SP2)`."""
    count, sites = comparison.processors, len(comparison.sites)
    size = counted(count, "processor")
    on_sites = f" on {sites} sites" if sites > 1 else ""
    name = "" if comparison.cluster_name == size else f" ({comparison.cluster_name})"
    return f"{size}{on_sites}{name}"


@register.filter
def conditions(comparison: Comparison) -> list[str]:
    """Effects of rules and deployments on the jobs, in words."""
    traits = traits_of(comparison.workload)
    return conditions_of(comparison.typed_rules, comparison.platform(), traits)
