"""Where workloads come from."""

from django import template

from schedweb.web.contexts.sources import source_line as line
from schedweb.workloads.models import Workload

register = template.Library()


@register.filter
def source_line(workload: Workload) -> str:
    """The source in a few words."""
    return line(workload)
