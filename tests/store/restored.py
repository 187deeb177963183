"""`python -m tests.store.restored`: open the pages of a restored installation, as its owner."""

import json
import sys

import django

django.setup()

from django.test import Client  # noqa: E402

from schedweb.accounts.models import User  # noqa: E402
from schedweb.runs.models import Comparison  # noqa: E402
from schedweb.sharing.models import ShareLink  # noqa: E402
from schedweb.store import installation  # noqa: E402
from tests.web.pages import of_comparison  # noqa: E402


def main() -> None:
    installation.ensure()
    alice = User.objects.get(username="alice")
    client = Client(SERVER_NAME="localhost")
    client.force_login(alice)
    addresses = of_comparison(Comparison.objects.get()) | {"home": "/", "link": sys.argv[1]}
    found = {name: client.get(at).status_code for name, at in addresses.items()}
    made = User.objects.create_user("charlie")  # its key follows those that were restored
    told = {
        "pages": {name: status for name, status in found.items() if status != 200},
        "asked": len(found),
        "password": alice.check_password("a password of Alice's"),
        "labels": [link.label for link in ShareLink.objects.all()],
        "next": made.pk > alice.pk,
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
