"""All of an installation as one file: rows, stored files and key.

A zip with `rows/<app>.<model>.jsonl` (a header of columns, then a list of values per row),
`blobs/<SHA-256>`, `secret_key`, and `manifest.json`, which is written last and has the SHA-256 of
every member and the migrations that the rows are as of.
"""

from schedweb.base.errors import RefusedError

FORMAT = 1
"""Raised when archives are written in another manner."""
MANIFEST, KEY, ROWS, BLOBS = "manifest.json", "secret_key", "rows/", "blobs/"


class ArchiveError(RefusedError):
    """An archive that cannot be written, read or restored here."""
