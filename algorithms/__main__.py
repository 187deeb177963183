"""`python -m algorithms`."""

import io
import sys

from algorithms.cli import main

for stream in (sys.stdout, sys.stderr):
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")  # a terminal that knows no Σ shows "?"
sys.exit(main())
