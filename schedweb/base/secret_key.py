"""The key that signs sessions: generated once, readable by its owner only."""

import os
import secrets
import sys
from pathlib import Path

LOCAL_TOKEN = "local_token"
"""File in the data folder that holds the token of local mode, as the key is held; it stays, so that
cookies outlive a restart."""


def new() -> str:
    return secrets.token_urlsafe(50)


def kept_in(path: Path) -> str:
    """The key in the file, which is made where it is missing."""
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return _create(path)


def team_file() -> Path:
    """Outside of the clone, so that no copy of the clone carries the key along."""
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "schedweb" / "base" / "secret_key"


def replace(path: Path, key: str) -> None:
    """Keep another key from now on, and the one before it in a file beside."""
    if kept_in(path) == key:
        return
    path.replace(path.with_name(f"{path.name}.before-restore"))
    path.touch(mode=0o600)
    path.write_text(key, encoding="ascii")


def _create(path: Path) -> str:
    """Write under another name first: of two processes that start at once, one wins whole."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(new(), encoding="ascii")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii").strip()


if __name__ == "__main__":
    sys.stdout.write(f"{new()}\n")
