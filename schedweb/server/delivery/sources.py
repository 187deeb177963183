"""The static files as they are written: of this program and of what it is made with."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage

from schedweb.server.delivery.errors import PackError
from schedweb.server.delivery.modules import bundles, reached
from schedweb.server.delivery.styles import joined

UNUSED = [
    "*.LICENSE.txt", "*.map", "*.ts", "bokeh-*", "bokeh.js", "compiler.js", "ext",
    "htmax*", "htmx-?.js", "htmx-4*", "lib", "redoc", "rest_framework", "swagger-ui-standalone*",
]  # fmt: skip
"""Names of files and folders that no page asks for."""
ENTRY = re.compile(r"""<script type="module" src="\{% static '([^']+)' %\}">""")
MADE_WITH = ("Brotli", "Django", "whitenoise")


@dataclass(frozen=True)
class Sources:
    """Where each static file is, by name, and the names of the modules that templates load."""

    files: dict[str, tuple[Storage, str]]
    entries: frozenset[str]

    @classmethod
    def found(cls) -> "Sources":
        """Return what the finders of Django find; of two files of one name, the first counts."""
        files: dict[str, tuple[Storage, str]] = {}
        for finder in get_finders():
            for path, storage in finder.list(UNUSED):
                prefix = getattr(storage, "prefix", None)
                files.setdefault(f"{prefix}/{path}" if prefix else path, (storage, path))
        return cls(files, frozenset(entries_of_templates()))

    @cached_property
    def digest(self) -> str:
        """What everything that is packed depends on, in 16 characters."""
        hashed = sha256(" ".join([*map(version, MADE_WITH), *sorted(self.entries)]).encode())
        for path in sorted(Path(__file__).parent.glob("*.py")):
            hashed.update(path.read_bytes())
        for name in sorted(self.files):
            hashed.update(f"\0{name}\0".encode() + self.content(name))
        return hashed.hexdigest()[:16]

    def content(self, name: str) -> bytes:
        """Return a file by its name.

        Raises
        ------
        PackError
            When there is no file of this name.
        """
        if name not in self.files:
            raise PackError(f"There is no static file {name}.")
        storage, path = self.files[name]
        with storage.open(path) as file:
            return bytes(file.read())

    def joined(self) -> dict[str, tuple[Storage, str]]:
        """Return where each file is that is to be packed: style sheets with what they import,
        modules joined, and all else as it is.

        Raises
        ------
        PackError
            When a style sheet or module imports what is not there, or cannot be joined.
        """
        memory = InMemoryStorage()
        parts = {name for entry in self.entries for name in reached(self._text, entry)}
        files = {name: place for name, place in self.files.items() if name not in parts}
        sheets = {name: joined(self._text, name) for name in files if _is_own_sheet(name)}
        for name, text in {**sheets, **bundles(self._text, self.entries)}.items():
            memory.save(name, ContentFile(text.encode()))
            files[name] = (memory, name)
        return files

    def _text(self, name: str) -> str:
        return self.content(name).decode()


def _is_own_sheet(name: str) -> bool:
    return name.startswith("css/") and name.endswith(".css")


def entries_of_templates() -> Iterator[str]:
    """Yield the names of the modules that templates load."""
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        yield from ENTRY.findall(path.read_text(encoding="utf-8"))
