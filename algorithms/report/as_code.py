"""A comparison as a program: what computes the same runs with the library."""

from collections.abc import Sequence

from algorithms.problem.instance import Rules
from algorithms.problem.platform import Platform
from algorithms.report.captions import command_of
from algorithms.report.records import Records


def as_code(records: Records, file: str = "jobs.json") -> str:
    """Return Python that reads the jobs from a file and computes the runs anew.

    Runs that no algorithm of this installation made are left out, and named in a comment.

    Examples
    --------
    >>> import algorithms as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> print(as_code(sched.compare(instance, "ltf", "lptf")))
    import algorithms as sched
    <BLANKLINE>
    jobs = sched.read("jobs.json").workload
    instance = sched.Instance(jobs, sched.Platform.of(8))
    records = sched.compare(instance, "ltf", "lptf")
    print(sched.report("results", records).as_text())
    """
    about = records.about
    entries = [f'"{text}"' for text in filter(None, map(command_of, records.rows))]
    others = [record.label for record in records.rows if not command_of(record)]
    lines = ["import algorithms as sched"]
    if not about.deployment.is_instant:
        lines.append("from algorithms.problem.platform import DeployTime")
    instance = _call("sched.Instance", ["jobs", _platform(about.platform), *_rules(about.rules)])
    lines += ["", f'jobs = sched.read("{file}").workload', f"instance = {instance}"]
    lines += [f"# Made elsewhere: {label}" for label in others]
    lines.append(f"records = {_call('sched.compare', ['instance', *entries])}")
    lines.append('print(sched.report("results", records).as_text())')
    return "\n".join(lines)


def _call(name: str, arguments: Sequence[str]) -> str:
    line = f"{name}({', '.join(arguments)})"
    if len(line) <= 84:
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
