"""Django's command line for this project."""

import os
import sys

from schedweb.base.program import as_program


def main() -> int:
    """Run the command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schedweb.server.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 (slow to load)

    execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    sys.exit(as_program(main))
