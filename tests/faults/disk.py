"""A small disk for the data folder, which is filled and freed, and a store that is read-only."""

import os
import subprocess
from pathlib import Path

from tests.faults.services import wait_for

SIZE_MB = 256
BALLAST = "ballast"
MOUNTS = Path("/proc/self/mounts")


class Disk:
    """A folder in memory; where mounting is not allowed, an ordinary folder that cannot fill up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_small = os.geteuid() == 0
        self.folder.mkdir()

    def mount(self) -> None:
        if self.is_small:
            _mount("-t", "tmpfs", "-o", f"size={SIZE_MB}m,mode=700", "tmpfs", str(self.folder))

    def fill(self) -> None:
        """Leave no byte free."""
        with (self.folder / BALLAST).open("wb") as file:
            free = os.fstatvfs(file.fileno())
            os.posix_fallocate(file.fileno(), 0, max(free.f_bavail * free.f_frsize, 1))

    def free(self) -> None:
        (self.folder / BALLAST).unlink(missing_ok=True)

    def protect(self, name: str) -> None:
        """Make a folder of it read-only."""
        path = str(self.folder / name)
        _mount("--bind", path, path)
        _mount("-o", "remount,bind,ro", path)

    def unprotect(self, name: str) -> None:
        wait_for(lambda: _unmounted(self.folder / name), f"{name} is unmounted")

    def unmount(self) -> None:
        if self.is_small:
            wait_for(lambda: _unmounted(self.folder), "the disk is unmounted")


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)


def _unmounted(path: Path) -> bool:
    """Unmount what is there, unless a process has a file of it open."""
    mounted = [line.split()[1] for line in MOUNTS.read_text().splitlines()]
    if str(path) not in mounted:  # Path.is_mount() does not see what one disk has at two places
        return True
    done = subprocess.run(["umount", str(path)], check=False, capture_output=True)
    return done.returncode == 0
