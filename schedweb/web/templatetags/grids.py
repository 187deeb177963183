"""Tables of admissible sites, beside the parameters that determine them."""

from collections.abc import Sequence

from django import template

from parsched.report.admissible import AdmissibleSets, has_sets, sets_for
from schedweb.web.contexts.compare import AddPage, ComparePage
from schedweb.web.forms.choices import AlgorithmChoice

register = template.Library()


@register.simple_tag
def admissible_sets(
    page: ComparePage | AddPage, choice: AlgorithmChoice
) -> Sequence[AdmissibleSets] | None:
    """The sets of a choice on the machine of the page, once for each share and rule; None where
    the algorithm has none."""
    if page.jobs is None or page.platform is None or not has_sets(choice.algorithm):
        return None
    form = choice.params
    return sets_for(choice.algorithm, form.values, form.vary, page.platform, page.jobs)
