"""Join style sheets: what a sheet imports stands in its place."""

import posixpath
import re
from collections.abc import Callable

IMPORT = re.compile(r'^@import "([^"\n]+)";\n?', re.M)


def joined(read: Callable[[str], str], name: str) -> str:
    """Return the text of a style sheet with all that it imports, from the same folder.

    Parameters
    ----------
    read
        Gives the text of a style sheet by its name among the static files, such as `css/site.css`.

    Raises
    ------
    PackError
        From `read`, when a sheet imports what is not there.
    """

    def put(found: re.Match[str]) -> str:
        return joined(read, posixpath.join(posixpath.dirname(name), found[1]))

    return IMPORT.sub(put, read(name))
