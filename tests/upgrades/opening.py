"""`python -m tests.upgrades.opening TOKEN`: find again what a version has stored, as its owner."""

import json
import sys

import django

django.setup()

from schedweb.accounts.models import User  # noqa: E402
from schedweb.store import installation  # noqa: E402
from tests.upgrades.expected import PASSWORD, found  # noqa: E402


def main() -> None:
    """Print what is found, and whether the owner may still enter."""
    installation.ensure()
    alice = User.objects.get(username="alice")
    told = found(alice, sys.argv[1]) | {"password": alice.check_password(PASSWORD)}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
