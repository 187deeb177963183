"""`python -m algorithms`."""

import sys

from algorithms.cli import main

sys.exit(main())
