"""`python -m tests.store.older`: what a later version says of a restored installation."""

import json
import sys

import django

django.setup()

import pytest  # noqa: E402

from schedweb.runs.models import Comparison  # noqa: E402
from schedweb.runs.records import records_of  # noqa: E402
from tests.versions import raised  # noqa: E402


def main() -> None:
    found = {}
    with pytest.MonkeyPatch.context() as patched:
        for when in ("as it was", "later"):
            rows = Comparison.objects.select_related("known", "workload")
            found[when] = [list(record.outdated) for record in records_of(rows.get())]
            if when == "as it was":
                raised(patched, "algorithms", "easy")
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
