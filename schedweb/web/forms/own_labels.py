"""Labels that people type for the methods of a study: each is for one method."""

from collections.abc import Sequence
from dataclasses import replace

from parsched import Instance
from parsched.base import naming
from parsched.run.request import RequestEntry, check
from schedweb.web.forms.choices import AlgorithmChoice


def same_labels(chosen: Sequence[AlgorithmChoice], instance: Instance) -> dict[str, str]:
    """Return what is wrong with the labels of chosen rows: each typed label that is also another
    row's typed label or name. Default labels are numbered elsewhere.

    Raises
    ------
    ParameterError
        As `check` does for any of the rows.
    """
    typed = {i: own for i, row in enumerate(chosen) if (own := naming.one_line(row.label))}
    if not typed:
        return {}
    labels = [_labels(row.entry, instance) for row in chosen]
    errors = {}
    for i, own in typed.items():
        same = [row for j, row in enumerate(chosen) if j != i and labels[i] & labels[j]]
        if same:
            both = " and ".join(_called(row, instance) for row in (chosen[i], same[0]))
            rule = "label must belong to one method"
            errors[f"entries.{i}.label"] = f"{rule}, got {naming.quoted(own)} for {both}"
    return errors


def _labels(entry: RequestEntry, instance: Instance) -> set[str]:
    return {request.label for request in check([entry], instance)}


def _called(row: AlgorithmChoice, instance: Instance) -> str:
    """Return what a row is called without its own label."""
    labels = _labels(replace(row.entry, label=""), instance)
    return labels.pop() if len(labels) == 1 else row.algorithm.title
