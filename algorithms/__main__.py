"""`python -m algorithms` in a clone: the command line of the library, which stands in this
folder."""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":  # not in a process of `compile`, which loads this under another name
    sys.path.insert(0, str(Path(__file__).parent))
    sys.argv[0] = "-m"
    runpy.run_module("parsched", run_name="__main__", alter_sys=True)
