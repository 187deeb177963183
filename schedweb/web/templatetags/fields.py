"""Fields of parameter forms: the markup of those that are as declared is made once, for a form of
all algorithms has a hundred of them."""

from django.template import Context, Library
from django.template.loader import get_template

from schedweb.web.forms.params import ParamField

register = Library()

TEMPLATE = "parts/_field.html"
MOST_KEPT = 2_000
"""Fields whose markup is kept: about a kilobyte each."""
_kept: dict[tuple[str, str], str] = {}
"""Markup of fields as declared, by all that it depends on: the field and the key of its algorithm.
What holds jobs is none of it, so that these can be forgotten."""


@register.simple_tag(takes_context=True)
def param_field(context: Context, field: ParamField) -> str:
    """Return the markup of a field, in a row `choice` of a form `choices` if there are such."""
    around = {"field": field, "choice": context.get("choice"), "choices": context.get("choices")}
    if field.is_changed or field.error or field.takes_several:
        return get_template(TEMPLATE).render(around)
    algorithm = getattr(around["choice"], "algorithm", None)
    key = (repr(field), "" if algorithm is None else str(algorithm.key))
    if key in _kept:
        return _kept[key]
    markup = get_template(TEMPLATE).render(around)
    if len(_kept) < MOST_KEPT:
        _kept[key] = markup
    return markup
