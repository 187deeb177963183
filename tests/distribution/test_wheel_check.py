"""`.ci/wheel-check`, with programs that stand in for Python, pip and `schedweb`."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.everywhere import ROOT

PYTHON = """#!/bin/sh
case "$1 $2" in
    "-m venv")
        mkdir -p "$3/bin"
        cp "$0" "$3/bin/python"
        cp "$0" "$3/bin/pip"
        cp "$(dirname "$0")/schedweb" "$3/bin" ;;
    -c*) echo 3.11 ;;
esac
"""
SCHEDWEB = """#!/bin/sh
[ $# = 0 ] || exit 0
if [ -z "$PORT" ]; then # as with the library alone
    echo "uvx --from 'schedweb[web]' schedweb"
    exit 2
fi
echo $$ >"$HOME/../../../pid"
echo "SchedWeb is ready: http://127.0.0.1:1"
exec sleep 300
"""


def test_the_server_that_was_tried_is_ended(tmp_path: Path) -> None:
    for name, script in (("python", PYTHON), ("schedweb", SCHEDWEB)):
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "our.whl").touch()
    command = [ROOT / ".ci" / "wheel-check", tmp_path / "our.whl", tmp_path / "python"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "s of processor time), a first page and a run" in done.stdout
    pid = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert not list(tmp_path.glob("tmp*")), "its folder is deleted"
