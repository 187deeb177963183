"""Results as programs: what computes the same runs with the library."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pprint import pformat
from types import MappingProxyType
from typing import Any

from parsched.base.errors import ParameterError
from parsched.base.naming import one_line
from parsched.model.problem.instance import Rules
from parsched.model.problem.platform import Platform
from parsched.policies.catalogue import algorithm
from parsched.report.captions import command_of
from parsched.report.names import named, split
from parsched.report.records import Records, Subject, numbered

READ = 'sched.read("jobs.json").workload'
"""Python for the jobs, where nothing is known of how they were made."""
WIDTH = 84
"""Characters of a line."""


def as_code(
    records: Records,
    jobs: str = READ,
    report: str = "results",
    options: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    """Return Python that takes jobs, such as the jobs of a file, computes the runs again and prints
    a report with some options; blank where no algorithm of this installation made any, and where
    options name what the program does not have: a run that none made, or cases beside these runs.

    Other runs that none made are left out, and named in a comment.

    Examples
    --------
    >>> import parsched as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> print(as_code(sched.compare(instance, "ltf", "lptf")))
    import parsched as sched
    <BLANKLINE>
    jobs = sched.read("jobs.json").workload
    instance = sched.Instance(jobs, sched.Platform.of(8))
    records = sched.compare(instance, "ltf", "lptf")
    report = sched.report("results", records)
    print(report.as_text())
    """
    entries = [_quoted(text) for text in filter(None, map(command_of, records.rows))]
    chosen = _named_again(records, options)
    if not entries or chosen is None:
        return ""
    lines = _instance(records.about, jobs)
    made_elsewhere = (row.label for row in records.rows if not command_of(row))
    lines += [f"# Made elsewhere: {one_line(label)}" for label in made_elsewhere]
    lines.append(f"records = {_call('sched.compare', ['instance', *entries])}")
    arguments = [f'"{report}"', "records"]
    arguments += [f"{name}={value!r}" for name, value in chosen.items()]
    lines.append(f"report = {_call('sched.report', arguments)}")
    lines.append("print(report.as_text())")
    return "\n".join(lines)


def run_as_code(records: Records, jobs: str = READ) -> str:
    """Return Python that computes the only run of some records again and prints its metrics and
    what is proved of it; blank where no algorithm of this installation can.

    Examples
    --------
    >>> import parsched as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> print(run_as_code(sched.compare(instance, "ltf:placement=serial")))
    import parsched as sched
    <BLANKLINE>
    jobs = sched.read("jobs.json").workload
    instance = sched.Instance(jobs, sched.Platform.of(8))
    result = sched.solve(instance, "ltf", {'placement': 'serial'})
    for metric, value in result.metrics.items():
        print(f"{metric:<32} {value:.6g}")
    for certificate in result.certificates.values():
        print(certificate.as_json()["text"])
    """
    [record] = records.rows
    if not command_of(record):
        return ""
    changed = algorithm(record.algorithm).params.from_mapping(record.params).changed()
    return "\n".join((*_instance(records.about, jobs), *_solved(record.algorithm, changed)))


def algorithm_as_code(key: str) -> str:
    """Return Python that reads a file of jobs and runs an algorithm on them, with its parameters at
    their defaults, and prints its metrics and what is proved of it.

    Examples
    --------
    >>> print(algorithm_as_code("ltf"))
    import parsched as sched
    <BLANKLINE>
    jobs = sched.read("jobs.json").workload
    instance = sched.Instance(jobs, sched.Platform.of(jobs.widest))
    result = sched.solve(instance, "ltf", {'placement': 'graham'})
    for metric, value in result.metrics.items():
        print(f"{metric:<32} {value:.6g}")
    for certificate in result.certificates.values():
        print(certificate.as_json()["text"])
    """
    values = algorithm(key).params().flat()
    return "\n".join(
        (
            "import parsched as sched",
            "",
            f"jobs = {READ}",
            "instance = sched.Instance(jobs, sched.Platform.of(jobs.widest))",
            *_solved(key, values),
        )
    )


def jobs_as_code(platform: Platform, jobs: str = READ) -> str:
    """Return Python that has jobs, and an instance of them on their machine.

    Examples
    --------
    >>> import parsched as sched
    >>> print(jobs_as_code(sched.Platform.of(8), 'sched.generate("uniform", jobs=9, processors=8)'))
    import parsched as sched
    <BLANKLINE>
    jobs = sched.generate("uniform", jobs=9, processors=8)
    print(f"{len(jobs):,} jobs, up to {jobs.widest:,} processors wide")
    print(f"released over {jobs.release.max() - jobs.release.min():,.0f} s")
    instance = sched.Instance(jobs, sched.Platform.of(8))
    """
    return "\n".join(
        (
            "import parsched as sched",
            "",
            f"jobs = {jobs}",
            'print(f"{len(jobs):,} jobs, up to {jobs.widest:,} processors wide")',
            'print(f"released over {jobs.release.max() - jobs.release.min():,.0f} s")',
            f"instance = {_call('sched.Instance', ['jobs', _platform(platform)])}",
        )
    )


def _named_again(records: Records, options: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return options with runs named as in the records that the program makes; None where some are
    not among these."""
    if options.get("cases"):
        return None
    rows = [(row.key, command) for row in records.rows if (command := command_of(row))]
    keys = [key for key, _ in rows]
    again = dict(zip(keys, numbered(command for _, command in rows), strict=True))
    runs, chosen = named(records), dict(options)
    for option, value in options.items():
        with suppress(ParameterError):  # It names no runs.
            names = split(value, runs, option, "runs") if isinstance(value, str) else []
            if any(runs[name].key not in again for name in names):
                return None
            if names:
                chosen[option] = ",".join(again[runs[name].key] for name in names)
    return chosen


def _solved(key: str, params: Mapping[str, Any]) -> list[str]:
    arguments = ["instance", f'"{key}"']
    if params:
        shown = pformat(dict(params), width=WIDTH, sort_dicts=False)
        arguments.append(shown.replace("\n", "\n    "))
    return [
        f"result = {_call('sched.solve', arguments)}",
        "for metric, value in result.metrics.items():",
        '    print(f"{metric:<32} {value:.6g}")',
        "for certificate in result.certificates.values():",
        '    print(certificate.as_json()["text"])',
    ]


def _instance(about: Subject, jobs: str) -> list[str]:
    lines = ["import parsched as sched"]
    if not about.deployment.is_instant:
        lines.append("from parsched.model.problem.platform import DeployTime")
    instance = _call("sched.Instance", ["jobs", _platform(about.platform), *_rules(about.rules)])
    return [*lines, "", f"jobs = {jobs}", f"instance = {instance}"]


def _quoted(text: str) -> str:
    """Return a text in double quotes, as Python takes it: whatever it has stays a text."""
    return json.dumps(text, ensure_ascii=False)


def _call(name: str, arguments: Sequence[str]) -> str:
    line = f"{name}({', '.join(arguments)})"
    if len(line) <= WIDTH:
        return line
    inside = "".join(f"    {argument},\n" for argument in arguments)
    return f"{name}(\n{inside})"


def _platform(platform: Platform) -> str:
    arguments = [str(site.processors) for site in platform.sites]
    deployment = platform.deployment
    if not deployment.is_instant:
        arguments.append(f"deployment=DeployTime({deployment.seconds!r}, {deployment.extra!r})")
    if platform.systems != 1:
        arguments.append(f"systems={platform.systems}")
    return f"sched.Platform.of({', '.join(arguments)})"


def _rules(rules: Rules) -> list[str]:
    default = Rules()
    changed = [
        f'{name}="{getattr(rules, name)}"'
        for name in ("estimates", "events")
        if getattr(rules, name) != getattr(default, name)
    ]
    return [f"sched.Rules({', '.join(changed)})"] if changed else []
