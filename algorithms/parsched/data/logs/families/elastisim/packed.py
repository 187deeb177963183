"""A zip with ElastiSim's jobs and the files that they name: models, platform, configuration."""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import basename, normpath
from typing import Any

from parsched.base.errors import FormatError
from parsched.data.files.foreign import several_files
from parsched.data.files.growth import refuse_growth
from parsched.data.files.json_text import parsed
from parsched.data.files.source import FileLimits
from parsched.data.files.unpacking import DAMAGED_ZIP, files_in, stored
from parsched.data.logs.families.elastisim.platform import ElastisimCluster, cluster_of

MOST_BYTES = 1 << 26
"""Bytes that the files of a zip may unpack to."""
MOST_FILES = 1_000


@dataclass
class Packed:
    """The jobs, and the other files by their paths."""

    jobs: bytes
    others: dict[str, bytes]
    limits: FileLimits

    def model(self, path: str) -> Any:
        """Return an application model by the path that a job has for it, None where it is not
        there: folders above the root of the zip are ignored.

        Raises
        ------
        FormatError
            When it is not JSON.
        """
        name = self._named(path)
        if name is None:
            return None
        try:
            return parsed(iter((self.others[name],)), self.limits)
        except FormatError as error:
            raise FormatError(f"{name}: {error}") from error

    def cluster(self) -> ElastisimCluster | None:
        """Return the cluster of the platform file, None where there is none.

        Raises
        ------
        FormatError
            When it cannot be read, or several files may be the platform.
        """
        named = [self._named(path) for path in self._configured()]
        names = [name for name in named if name] or [
            name for name, text in self.others.items() if b"<platform" in text
        ]
        if len(names) > 1:
            raise FormatError(f"the zip has several platforms, {names[0]} and {names[1]}: keep one")
        return cluster_of(self.others[names[0]]) if names else None

    def _configured(self) -> Iterator[str]:
        for name, text in self.others.items():
            if name.endswith(".json") and b'"platform_file"' in text:
                configuration = self.model(name)
                if isinstance(configuration, dict):
                    yield str(configuration.get("platform_file"))

    def _named(self, path: str) -> str | None:
        """Return the file whose path ends like this one; by its name alone where that is one."""
        path = normpath(path)
        same = [name for name in self.others if basename(name) == basename(path)]
        ends = [each for each in same if f"/{each}".endswith(f"/{path}")]
        ends = ends or [each for each in same if f"/{path}".endswith(f"/{each}")]
        return ends[0] if ends else same[0] if len(same) == 1 else None


def unzipped(content: Iterator[bytes], limits: FileLimits) -> Packed:
    """Return what a zip holds.

    Raises
    ------
    FormatError
        When it is damaged, unpacks to too much, or has not exactly one file of ElastiSim's jobs.
    """
    with stored(content) as file:
        try:
            with zipfile.ZipFile(file) as archive:
                texts = _texts(archive)
        except DAMAGED_ZIP as error:
            raise FormatError("the zip archive is damaged, or locked by a password") from error
    jobs = [name for name, text in texts.items() if _is_of_jobs(text)]
    if not jobs:
        raise FormatError(f"the file {several_files(sorted(texts))}")
    if len(jobs) > 1:
        raise FormatError(f"the zip has two files of jobs, {jobs[0]} and {jobs[1]}: keep one")
    return Packed(texts.pop(jobs[0]), texts, limits)


def _is_of_jobs(text: bytes) -> bool:
    return b'"jobs"' in text and b'"application_model"' in text


def _texts(archive: zipfile.ZipFile) -> dict[str, bytes]:
    parts = [part for part in files_in(archive) if part.filename.endswith((".json", ".xml"))]
    size = sum(part.file_size for part in parts)
    if len(parts) > MOST_FILES or size > MOST_BYTES:
        rule = f"{MOST_FILES:,} files and {MOST_BYTES >> 20} MiB"
        raise FormatError(f"the zip must hold at most {rule} of JSON and XML, the limits")
    refuse_growth(sum(part.compress_size for part in parts), size)
    return {part.filename: archive.read(part) for part in parts}
