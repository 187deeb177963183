"""The form of a new share link."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

NAMES = {"label": "Label", "expires": "Expiry"}
"""Labels of the fields."""


@dataclass(frozen=True)
class ShareForm:
    """Label and last day; `errors` holds a sentence for each field that was refused."""

    label: str = ""
    expires: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)

    def refused(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error under the name that the form shows."""
        named_errors = {n: NAMES[n] + text.removeprefix(n) for n, text in errors.items()}
        return type(self)(self.label, self.expires, named_errors)


EMPTY = ShareForm()
