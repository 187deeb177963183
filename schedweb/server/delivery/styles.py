"""Join style sheets: what a sheet imports stands in its place."""

import posixpath
import re
from collections.abc import Callable

from schedweb.server.delivery.comments import without_blocks
from schedweb.server.delivery.errors import PackError

IMPORT = re.compile(r'^@import "([^"\n]+)";\n?', re.M)


def joined(read: Callable[[str], str], name: str, above: tuple[str, ...] = ()) -> str:
    """Return the text of a style sheet with all that it imports, from the same folder, without
    comments.

    Parameters
    ----------
    read
        Gives the text of a style sheet by its name among the static files, such as `css/site.css`.

    Raises
    ------
    PackError
        From `read`, when a sheet imports what is not there; when it imports itself, or in another
        manner.
    """
    if name in above:
        raise PackError(f"{name} imports itself.")

    def put(found: re.Match[str]) -> str:
        return joined(read, posixpath.join(posixpath.dirname(name), found[1]), (*above, name))

    text = IMPORT.sub(put, read(name))
    if "@import" in text:
        line = text[text.index("@import") :].partition("\n")[0]
        raise PackError(
            f'{name} has {line!r}, which cannot be joined: write `@import "file.css";`.'
        )
    return without_blocks(text)
