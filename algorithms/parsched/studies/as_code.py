"""A study as a program that computes it again with the library."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from parsched.studies.files import as_json
from parsched.studies.registry import STUDIES
from parsched.studies.study import Study

TRACES = Path("traces")
"""Folder that the program takes public traces from."""


def study_as_code(
    study: Study, report: str = "", options: Mapping[str, Any] = MappingProxyType({})
) -> str:
    """Return Python that computes a study: a declared one, with what was changed of it, or one that
    stands in the file `study.toml`; and prints a report with some options, or that which says most.

    Examples
    --------
    >>> from parsched.studies import find_study
    >>> print(study_as_code(find_study("demt").changed(repetitions=2, only="fig3")))
    from parsched.studies import REPORTS, Cells, find_study, run
    <BLANKLINE>
    study = find_study("demt").changed(repetitions=2, only='fig3')
    cells = Cells(study)
    run(cells, lambda unit, row: None)
    report = REPORTS["verdicts"].of(cells)
    print(report.as_text())
    """
    made_by = changes(study)
    if made_by is None:
        imports = ["from parsched.studies import REPORTS, Cells, run"]
        imports += ["from parsched.studies.files import read_study"]
        source = 'read_study(Path("study.toml"))'
    else:
        imports = ["from parsched.studies import REPORTS, Cells, find_study, run"]
        values = ", ".join(f"{name}={value!r}" for name, value in made_by.items())
        source = f'find_study("{study.key}")' + (f".changed({values})" if values else "")
    if study.with_traces(TRACES) != study:
        source += f'.with_traces(Path("{TRACES}"))'
    if "Path(" in source:
        imports = ["from pathlib import Path", "", *imports]
    chosen = f", {dict(options)!r}" if options else ""
    return "\n".join(
        (
            *imports,
            "",
            f"study = {source}",
            "cells = Cells(study)",
            "run(cells, lambda unit, row: None)",
            f'report = REPORTS["{report or _report(study)}"].of(cells{chosen})',
            "print(report.as_text())",
        )
    )


def changes(study: Study) -> dict[str, Any] | None:
    """Return the arguments of `Study.changed` that make a study of the declared one of its key;
    None where nothing does, such as for a study of one's own."""
    declared = STUDIES.get(study.key)
    if declared is None:
        return None
    keys = [part.key for part in study.parts]
    most = max(part.repetitions for part in study.parts)
    figures = ("", *declared.figures, *(table.key for table in declared.tables))
    for only in figures:
        if [part.key for part in (declared.only(only) if only else declared).parts] != keys:
            continue
        for repetitions in (None, most):
            asked: dict[str, Any] = {
                "repetitions": repetitions,
                "only": only or None,
                "seed": study.seed,
            }
            if study.seed == declared.seed:
                asked["seed"] = None
            values = {name: value for name, value in asked.items() if value is not None}
            if as_json(declared.changed(**values)) == as_json(study):
                return values
    return None


def _report(study: Study) -> str:
    """Return the key of the report that says most of a study."""
    if study.claims:
        return "verdicts"
    several = any(len(part.methods) > 1 for part in study.parts)
    return "pairs" if several else "cells"
