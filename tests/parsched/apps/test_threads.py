"""The library computes in the thread that calls it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

THREADS = Path("/proc/self/task")
COUNT = f"""
import sys
from pathlib import Path
import parsched.measure.metrics
import numpy as np
np.ones(1_000_000) @ np.ones(1_000_000)
sys.stdout.write(str(len(list(Path("{THREADS}").iterdir()))))
"""


@pytest.mark.skipif(not THREADS.exists(), reason="the system does not list threads as files")
def test_no_thread_waits_for_products_of_vectors() -> None:
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    command = [sys.executable, "-c", COUNT]
    assert int(subprocess.check_output(command, env=environment, timeout=60)) == 1
