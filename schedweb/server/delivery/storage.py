"""Packed static files: a name with the hash of the content, and a brotli and a gzip form each."""

import brotli
from django.core.files.storage import Storage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from schedweb.server.delivery.errors import PackError

QUALITY = 9
"""Of brotli: 10 and 11 make files a tenth shorter, and take twenty times as long."""


class QuickCompressor(Compressor):
    """Makes a start with new files wait for half a second, not for ten."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """Return the data in brotli's form."""
        return bytes(brotli.compress(data, quality=QUALITY))


class PackedStorage(CompressedManifestStaticFilesStorage):
    """A folder of packed files and the list of their names."""

    keep_only_hashed_files = True
    patterns = (
        ("*.css", (r"""(?P<matched>url\(['"]?(?P<url>.*?)['"]?\))""",)),
        (
            "js/*.js",
            (
                (
                    r'^(?P<matched>import \{ add, load \} from "(?P<url>[^"]+)";)',
                    'import { add, load } from "%(url)s";',
                ),
            ),
        ),
    )
    """Where files name others: addresses in style sheets, and the first line of joined modules.
    Scripts of others import nothing, and name source maps that are left out."""

    def create_compressor(self, **options: object) -> Compressor:
        """Return what makes the compressed forms."""
        return QuickCompressor(**options)

    def fill(self, files: dict[str, tuple[Storage, str]]) -> None:
        """Pack files, each in a storage under a path, into the folder, which is empty.

        Raises
        ------
        PackError
            When a style sheet names a file that is not there.
        """
        for name, (storage, path) in files.items():
            with storage.open(path) as file:
                self.save(name, file)
        packed = {name: (self, name) for name in files}
        for name, _, result in self.post_process(packed):
            if isinstance(result, Exception):
                raise PackError(f"{name}: {' '.join(str(result).split())}") from result

    def stored_name(self, name: str) -> str:
        """Return the name in the folder; what is not packed keeps its own."""
        return str(self.hashed_files.get(name, name))
