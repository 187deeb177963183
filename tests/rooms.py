"""Which rooms, the folders at the top of the library and of the application, some work enters."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

PROJECT = Path(__file__).parents[1]
PARENTS = (PROJECT / "algorithms" / "parsched", PROJECT / "schedweb")


def entered(work: Callable[[], Any]) -> set[str]:
    """Return the names of rooms whose functions are called, such as `parsched.model`."""
    files = set[str]()

    def called(frame: FrameType, *_: Any) -> None:
        files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return {
        f"{parent.name}.{Path(file).relative_to(parent).parts[0]}"
        for file in files
        for parent in PARENTS
        if Path(file).is_relative_to(parent)
    }
