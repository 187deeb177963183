"""The Chromium that draws pages in tests, in the bench and for photographs."""

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium")
"""Programs of it: the one without windows takes about half of the processor time."""


def program() -> str | None:
    """Return the one that a variable names, or that is installed; None without any."""
    named = os.environ.get("SCHEDWEB_TEST_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)
