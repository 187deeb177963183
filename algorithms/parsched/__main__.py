"""`python -m parsched`."""

import sys

from parsched.apps.cli import console

if __name__ == "__main__":  # not in a process of `compile`, which loads this under another name
    sys.exit(console())
