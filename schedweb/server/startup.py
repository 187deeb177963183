"""What web servers and workers say as they start: what is missing or left out."""

import logging
from typing import Any

from parsched.base.compiled.folder import HOW, complaint
from parsched.base.origins import left_out

log = logging.getLogger(__name__)


def say_what_is_missing(consequence: str) -> None:
    """Warn of missing machine code, with what comes of it, and of each plugin that is left out."""
    if text := complaint():
        log.warning("%s%s %s", text, consequence, HOW)
    for plugin in left_out():
        log.warning("%s", plugin.sentence)


def worker_says(**_: Any) -> None:
    """Say it for a worker: runs that compile for themselves are slow."""
    say_what_is_missing(", so this worker compiles what it needs;")
