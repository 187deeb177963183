"""The command that says why a job started when it did: explain."""

import argparse
from typing import Any

from parsched.apps.cli.arguments import (
    add_commands,
    add_instance,
    add_json,
    add_params,
    instance_of,
    reading_of,
    values_of,
)
from parsched.apps.cli.output import add, show, show_json, subject
from parsched.model.problem.calendar import Calendar
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.report.explain import explain
from parsched.report.explain.tables import tables_of
from parsched.report.writers import text
from parsched.run.solve import solve


def add_to(commands: Any) -> None:
    """Add the command."""
    added = add(commands, "explain", _explain, "Run one algorithm, and say why a job waited.")
    add_instance(added)
    added.add_argument("--algorithm", required=True, metavar="KEY", help="one that `list` shows")
    added.add_argument("--job", required=True, metavar="ID", help="the id of the job")
    add_params(added)
    add_commands(added)
    add_json(added)


def _explain(args: argparse.Namespace) -> None:
    declared = algorithm(args.algorithm)
    params = declared.params.from_mapping(values_of(args, declared.key, declared.params))
    reading = reading_of(args)
    instance = instance_of(args, reading)
    stop = Stop(allow_commands=args.allow_commands)
    result = solve(instance, declared.key, params, stop=stop, bounds=(), metrics=())
    why = explain(result, args.job)
    if args.json:
        show_json({**subject(args, reading), "explanation": why.as_json()})
        return
    tables = tables_of(why, Calendar.of(result.workload))
    show("\n".join([*why.sentences, *(f"\n{text(one)}" for one in tables)]))
