"""`manage.py recompute`: compute again what older versions computed, for all users."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from parsched.report.phrases import counted, listed
from schedweb.accounts.models import User
from schedweb.base.errors import NotInstalledError, RefusedError, UnconfirmedError
from schedweb.runs.models import Comparison
from schedweb.runs.renewing import Older, older_of, recompute
from schedweb.runs.selectors import commands_of
from schedweb.studies.models import Study
from schedweb.studies.selectors import outdated
from schedweb.studies.services import retry_failed


class Command(BaseCommand):
    help = (
        "Queues everything again that an older version computed: runs, lower bounds and studies, "
        "with the same parameters and seeds. Results stay until the new ones are there."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="Only say what would be queued.")
        parser.add_argument("--owner", metavar="NAME", help="Only what this person owns.")

        text = "Let runs and studies run the commands that they name; without it these are left."
        parser.add_argument("--allow-commands", action="store_true", help=text)

    def handle(self, *args: Any, **options: Any) -> None:
        owned = _owned_by(options["owner"])
        is_dry = options["dry_run"]
        allowed = options["allow_commands"]
        lines = [
            *self._comparisons(owned, is_dry, allowed),
            *self._studies(owned, is_dry, allowed),
        ]
        if not lines:
            self.stdout.write("Everything is as this version computes it.")
            return
        for line in lines:
            self.stdout.write(line)
        done = "would be" if is_dry else "is" if len(lines) == 1 else "are"
        self.stdout.write(f"{counted(len(lines), 'item')} {done} computed again.")

    def _comparisons(self, owned: dict[str, Any], is_dry: bool, allowed: bool) -> Iterator[str]:
        rows = Comparison.objects.filter(**owned).select_related("workload", "known", "owner")
        for comparison in rows.order_by("created").iterator():
            try:
                older = older_of(comparison)
                if older and not is_dry:
                    commands = [c for run in older.runs for c in commands_of(run)]
                    older = recompute(comparison, confirmed=commands if allowed else ())
            except (RefusedError, UnconfirmedError) as error:
                self.stderr.write(f"{comparison.title}: {error}")
                continue
            for reason in older.refused:
                self.stderr.write(f"{comparison.title}: {reason}")
            if older.runs or older.bounds:
                yield f"comparison {comparison.title} of {comparison.owner}: {_words(older)}"

    def _studies(self, owned: dict[str, Any], is_dry: bool, allowed: bool) -> Iterator[str]:
        for study in Study.objects.filter(**owned).select_related("owner").order_by("created"):
            try:
                old = list(outdated(study).values_list("first", "end"))
                if old and not (is_dry or study.takes_batches):
                    commands = study.portable.commands if allowed else ()
                    retry_failed(study, confirmed=commands)
            except (NotInstalledError, RefusedError, UnconfirmedError) as error:
                self.stderr.write(f"{study.title}: {error}")
                continue
            if old:
                instances = counted(sum(end - first for first, end in old), "instance")
                yield f"study {study.title} of {study.owner}: {instances}"


def _owned_by(name: str | None) -> dict[str, Any]:
    if name is None:
        return {}
    owner = User.objects.filter(username=name).first()
    if owner is None:
        raise CommandError(f"no account is called {name!r}")
    return {"owner": owner}


def _words(older: Older) -> str:
    runs = [counted(len(older.runs), "run")] if older.runs else []
    return listed([*runs, *(["lower bounds"] if older.bounds else [])])
