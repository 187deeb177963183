"""Requests that cannot be carried out; the text is one sentence for people."""

from collections.abc import Mapping


class RefusedError(Exception):
    """Something stands in the way: a comparison still uses the workload, a run has ended."""


class InvalidError(RefusedError):
    """Values that break a rule; `errors` maps each field to its sentence.

    A field of a list item is written as a path, such as `sites.0.processors`.
    """

    def __init__(self, errors: Mapping[str, str]) -> None:
        self.errors = dict(errors)
        super().__init__("; ".join(self.errors.values()))
