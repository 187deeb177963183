"""`python -m schedweb.documentation [FOLDER]`: build the site, or the one of `/docs/`."""

import argparse
import os
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schedweb.server.settings")
django.setup()

from django.conf import settings  # noqa: E402 (after Django is set up)

from schedweb.documentation import building, client, programs  # noqa: E402
from schedweb.launch.supervisor import say  # noqa: E402

DOCS = settings.SCHEDWEB_DOCS

parser = argparse.ArgumentParser(prog="python -m schedweb.documentation")
parser.add_argument("folder", nargs="?", type=Path, default=DOCS)
parser.add_argument("--client", action="store_true", help="make the client of the API instead")
arguments = parser.parse_args()
if arguments.client:
    client.generate(programs.schema(), arguments.folder)
    say(f"The client of the API is the package schedweb_client in {arguments.folder}.")
else:
    building.build(arguments.folder)
    at = " A server of this clone shows it at /docs/." if arguments.folder == DOCS else ""
    say(f"The documentation is in {arguments.folder}.{at}")
