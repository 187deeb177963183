"""`python -m algorithms`."""

import io
import sys

from algorithms.cli import main

if __name__ == "__main__":  # not in a process of `compile`, which loads this under another name
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no Σ shows "?"
    sys.exit(main())
