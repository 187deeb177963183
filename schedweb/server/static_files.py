"""Style sheets, scripts and pictures as browsers get them: kept for good, under names with a
digest of their content.

`static/` is served as it is written: native `@import` and `import`, without a build. Django's
manifest storage puts digests into the names of files and wherever a style sheet or module names
another; WhiteNoise adds brotli and gzip forms, and serves them. Where nothing is collected, files
are served under their own names.
"""

import logging
import os
import posixpath
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import brotli
from django.conf import settings
from django.contrib.staticfiles import apps
from django.contrib.staticfiles.management.commands import collectstatic
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.management import call_command
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

KEPT = 3
"""Versions that are kept beside each other: servers of an older one may still run."""
QUALITY = 9
"""Of brotli: 10 and 11 make files a tenth shorter, and take twenty times as long."""
MODULES = ManifestStaticFilesStorage._js_module_import_aggregation_patterns  # type: ignore[attr-defined]  # noqa: SLF001
"""Which files are modules, and what an import looks like, to Django."""
TEXT = "text"
"""What stands for an imported style sheet: its text, since browsers wait for style sheets."""
IMPORT = re.compile(r'"(\.[^"\n]+\.[0-9a-f]{12}\.js)"')
"""A module as another one that is collected names it."""

log = logging.getLogger(__name__)


class StaticFilesConfig(apps.StaticFilesConfig):
    """Leaves out what packages bring along and no page asks for."""

    ignore_patterns = [  # noqa: RUF012 (Django has it so)
        *apps.StaticFilesConfig.ignore_patterns, "*.map", "*.ts", "bokeh-*", "bokeh.js",
        "compiler.js", "ext", "htmax*", "lib", "redoc", "rest_framework",
        "swagger-ui-standalone*",
    ]  # fmt: skip


class QuickCompressor(Compressor):
    """Makes a start with new files wait for half a second, not for ten."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """Return the data in brotli's form."""
        return bytes(brotli.compress(data, quality=QUALITY))


class StaticStorage(CompressedManifestStaticFilesStorage):
    """The folder of collected files, and the manifest of their names."""

    keep_only_hashed_files = True
    support_js_module_import_aggregation = True
    patterns = (
        (
            "*.css",
            (
                (r'@import "(?P<url>[^"\n]+)";\n?', TEXT),
                ManifestStaticFilesStorage.patterns[0][1][0],
            ),
        ),
    )
    """Where style sheets name other files: what they import, and addresses."""
    _js_module_import_aggregation_patterns = ("js/*.js", MODULES[1])
    """Scripts of others are no modules, though some have texts that look like imports."""

    def create_compressor(self, **options: object) -> Compressor:
        """Return what makes the compressed forms."""
        return QuickCompressor(**options)

    def stored_name(self, name: str) -> str:
        """Return the name in the folder; what is not collected keeps its own."""
        return str(self.hashed_files.get(name, name))

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        """Return what replaces a place where a file names another one."""
        if template != TEXT:
            return super().url_converter(name, hashed_files, template)  # type: ignore[no-any-return]

        def text(found: re.Match[str]) -> str:
            with self.open(posixpath.join(posixpath.dirname(name), found["url"])) as file:
                return bytes(file.read()).decode()

        return text

    @cache  # noqa: B019 (one storage for the life of a process)
    def imported(self, name: str) -> list[str]:
        """Return the addresses of all that a collected module imports, and of what that imports."""
        found = [self.hashed_files[name]] if name in self.hashed_files else []
        for stored in found:  # which grows
            folder = posixpath.dirname(stored)
            for url in IMPORT.findall(Path(self.path(stored)).read_text(encoding="utf-8")):
                path = posixpath.normpath(posixpath.join(folder, url))
                found += [path] * (path not in found)
        return [f"{self.base_url}{path}" for path in found[1:]]


def collect() -> None:
    """Collect the static files of this version, unless that is done.

    Where they cannot be collected, a warning says so, and they are served as they are.
    """
    root = settings.STATIC_ROOT
    if root is None:
        return
    try:
        if not root.is_dir():
            collect_into(root)
        with suppress(PermissionError):  # an image's folder is complete and read-only
            os.utime(root)  # its last start
    except (OSError, RuntimeError, ValueError) as error:
        log.warning("Style sheets and scripts are served as they are: %s", error)


def collect_into(root: Path) -> None:
    """Collect into a draft, which gets its name when it is complete; forget the oldest versions."""
    root.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=root.parent, prefix="draft-", ignore_cleanup_errors=True) as draft:
        command = collectstatic.Command()
        command.storage = StaticStorage(location=Path(draft) / root.name)
        call_command(command, interactive=False, verbosity=0)
        try:
            os.rename(command.storage.location, root)
        except OSError:
            if not root.is_dir():  # else another server made the same at the same time
                raise
    with suppress(FileNotFoundError):  # it forgets the same
        versions = sorted(root.parent.glob("[0-9a-f]" * len(root.name)), key=os.path.getmtime)
        for old in versions[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)
