"""Pages of the settings, of both command lines and of the API."""

import argparse
from collections.abc import Iterator
from typing import Any

from django.core.management import get_commands, load_command_class
from drf_spectacular.generators import SchemaGenerator

from parsched.apps import cli
from schedweb.base import config
from schedweb.documentation.catalogue import table

METHODS = ("get", "post", "put", "patch", "delete")


def pages() -> dict[str, str]:
    """Return the pages by path."""
    return {
        "reference/settings.md": _page(
            "Settings",
            "Environment variables; a wrong value stops the start with a sentence that names it.",
            config.markdown_table(),
        ),
        "reference/cli.md": _page("Command line", *_commands()),
        "reference/manage.md": _page("Management commands", *_management()),
        "reference/api.md": _page("REST API", *_endpoints()),
    }


def _page(title: str, *parts: str) -> str:
    return "\n\n".join([f"# {title}", *parts]) + "\n"


def _commands() -> Iterator[str]:
    yield "`python -m parsched COMMAND`. `--json` prints for programs; errors are one sentence."
    yield from _parsers(cli.parser())


def _parsers(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:  # noqa: SLF001 (argparse lists them nowhere else)
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            helps = {one.dest: one.help for one in action._choices_actions}  # noqa: SLF001
            for command, child in action.choices.items():
                yield f"## `{command}`"
                yield str(helps.get(command) or child.description or "")
                yield f"```text\n{child.format_help().strip()}\n```"


def _management() -> Iterator[str]:
    yield (
        "`python manage.py COMMAND` in a clone, in the environment of the server. Without a clone, "
        "`schedweb --help` lists those that there are."
    )
    rows = []
    for name, application in sorted(get_commands().items()):
        if str(application).startswith("schedweb"):
            rows.append((f"`{name}`", load_command_class(str(application), name).help))
    yield table(("command", "what it does"), rows)


def schema() -> dict[str, Any]:
    """Return the OpenAPI schema."""
    described: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return described


def _endpoints() -> Iterator[str]:
    described = schema()
    yield (
        "The schema stands at `/api/schema/`, a page that tries calls at `/api/docs/`, and "
        "`make client` generates a Python client of it."
    )
    rows = []
    for path, methods in described["paths"].items():
        for method in METHODS:
            if operation := methods.get(method):
                text = operation.get("summary") or operation.get("description", "")
                rows.append((f"`{method.upper()} {path}`", text.split("\n\n")[0]))
    yield table(("call", "what it does"), rows)
