"""`python -m tests.evidence.one KEY SIZE`: run one entry, and print what came of it as JSON."""

import json
import sys
from dataclasses import asdict

from tests.evidence.declared import entries


def main() -> None:
    """Run it in this process, which may end whatever else happens."""
    key, size = sys.argv[1:]
    sys.stdout.write(f"{json.dumps(asdict(entries()[key].run(int(size))))}\n")


if __name__ == "__main__":
    main()
