"""What Python loads first under faketime: its `clock_nanosleep` refuses moments of the monotonic
clock (0.9.10), in which `time.sleep` counts since Python 3.11."""

import select
import time
from typing import SupportsIndex


def sleep(seconds: float | SupportsIndex, /) -> None:
    """Wait for a duration, which no clock changes."""
    select.select([], [], [], float(seconds))


time.sleep = sleep
