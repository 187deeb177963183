"""A copy of the project in which mistakes are made; the project itself is never touched."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from parsched.base.compiled import COMPILED_ONLY
from tests import costs
from tests.costs import Cost
from tests.mutate.mutation import ROOT, Mutation

COMPILED = Path("algorithms") / "parsched" / "__compiled__"
FAILED = 1
"""What pytest returns where tests fail; 2 where they cannot even be imported."""


class Outcome(StrEnum):
    """What became of a mistake."""

    KILLED = "killed"
    UNIMPORTABLE = "killed, as nothing can be imported"
    TOO_SLOW = "killed, as the tests do not end"
    SURVIVED = "SURVIVED"


@dataclass(frozen=True)
class Workshop:
    """A copy of the project in a folder."""

    folder: Path

    def works(self, tests: Sequence[str], seconds: float) -> str:
        """Return what is wrong with tests where there is no mistake; blank if nothing is."""
        done = self._run(tests, seconds)
        return "" if done.returncode == 0 else done.stdout[-4_000:]

    def outcome(self, mutation: Mutation, seconds: float) -> Outcome:
        """Make a mistake, run the tests that have to notice it, and take it back.

        Raises
        ------
        RuntimeError
            When pytest itself fails, or finds no tests.
        """
        try:
            with self._mistaken(mutation):
                done = self._run(mutation.paths, seconds)
        except subprocess.TimeoutExpired:
            return Outcome.TOO_SLOW
        if done.returncode < 0:  # machine code may end the process
            return Outcome.KILLED
        if done.returncode > FAILED and "during collection" not in done.stdout:
            raise RuntimeError(f"{mutation.title}\n{done.stdout[-4_000:]}")
        return (Outcome.SURVIVED, Outcome.KILLED, Outcome.UNIMPORTABLE)[done.returncode]

    def costs(self, mutation: Mutation, seconds: float) -> dict[str, Cost]:
        """Make a mistake, run every test of the files that have to notice it, and take it back.

        Returns what each test cost and whether it failed; nothing where tests cannot be imported,
        do not end within `seconds`, or end their process.
        """
        files = [path.partition("::")[0] for path in mutation.paths]
        with TemporaryDirectory() as folder:
            lines = Path(folder) / "costs.jsonl"
            with self._mistaken(mutation), suppress(subprocess.TimeoutExpired):
                self._run(files, seconds, ["-p", "tests.costs"], {costs.FILE: str(lines)})
            return costs.read(lines)

    @contextmanager
    def _mistaken(self, mutation: Mutation) -> Iterator[None]:
        file = self.folder / mutation.file
        source = file.read_text(encoding="utf-8")
        file.write_text(mutation.applied(source), encoding="utf-8")
        try:
            yield
        finally:
            file.write_text(source, encoding="utf-8")

    def _run(
        self,
        tests: Sequence[str],
        seconds: float,
        options: Sequence[str] = ("-x",),
        variables: Mapping[str, str] = MappingProxyType({}),
    ) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": f"{self.folder}{os.pathsep}{self.folder / 'algorithms'}",
            "PYTHONDONTWRITEBYTECODE": "1",  # a mistake and its source have the same second
            COMPILED_ONLY: "",  # kernels with a mistake are compiled as they are called
            **variables,
        }
        line = [sys.executable, "-m", "pytest", "-q", *options, "-p", "no:cacheprovider"]
        line += ["-p", "no:rerunfailures", "-p", "no:xdist"]
        # In a group of its own, so that whatever the tests have started ends with them.
        with subprocess.Popen(
            [*line, *dict.fromkeys(tests)],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            process_group=0,
        ) as process:
            try:
                said, _ = process.communicate(timeout=seconds)
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        return subprocess.CompletedProcess(line, process.returncode, said)


@contextmanager
def workshop() -> Iterator[Workshop]:
    """Copy the project as it stands, with its machine code, into a folder of its own."""
    with TemporaryDirectory(prefix="schedweb-mutate-", ignore_cleanup_errors=True) as folder:
        for file in _files():
            target = Path(folder) / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, target)
        if (ROOT / COMPILED).is_dir():
            shutil.copytree(ROOT / COMPILED, Path(folder) / COMPILED)
        yield Workshop(Path(folder))


def _files() -> list[str]:
    line = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
