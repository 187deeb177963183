"""What is wrong with what was typed: all of it at once, in sentences that name fields as the page
does."""

from collections.abc import Mapping

from schedweb.web.forms.headings import with_title
from schedweb.web.forms.params import ParamsForm


def titles_of(form: ParamsForm, *prefixes: str) -> dict[str, tuple[str, str]]:
    """Return the names of parameters, for programs and as headings, by the keys of their errors."""
    return {
        f"{prefix}{field.spec.name}": (field.spec.name, field.label)
        for prefix in prefixes
        for field in form.fields
    }


def titled(errors: Mapping[str, str], titles: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return sentences that begin with the titles of fields instead of their names for programs.

    Examples
    --------
    >>> titled({"g": "max_width must be less"}, {"g": ("max_width", "Widest job")})
    {'g': 'Widest job must be less'}
    """
    return {
        key: with_title(text, *titles[key]) if key in titles else text
        for key, text in errors.items()
    }
