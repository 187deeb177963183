"""`python -m tests.distribution.notices`: the table of NOTICES.md, from what is installed."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageMetadata, metadata

from tests.distribution.declared import BASE, GROUPS, name_of, own, pinned, whole

NAMED = {"Apache 2.0": "Apache-2.0", "BSD": "BSD-3-Clause"}
"""Licences that packages do not name as SPDX does."""
CLASSIFIED = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
}


def rows() -> Iterator[str]:
    """Yield a line for each package that the library or a server loads."""
    yield "| package | licence | needed by |"
    yield "|---|---|---|"
    for pin in sorted(pinned(), key=name_of):
        name = name_of(pin)
        if name in whole(BASE) | whole("web") | whole("gym"):
            group = next(group for group in GROUPS if name in own(group))
            yield f"| {pin.name} | {licence(metadata(name))} | {group} |"


def licence(about: PackageMetadata) -> str:
    """Return the licence that a package names, as SPDX writes it."""
    if "License-Expression" in about:
        return str(about["License-Expression"])
    text: str = (about.get_all("License") or [""])[0]
    if re.fullmatch(r"[\w.+-]+ ?[\d.]*", text):
        return NAMED.get(text, text)
    return next(CLASSIFIED[line] for line in about.get_all("Classifier", []) if line in CLASSIFIED)


if __name__ == "__main__":
    sys.stdout.write("\n".join(rows()) + "\n")
