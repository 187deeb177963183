"""Where things are kept: the database, the filesystem broker, files of installed packages."""

from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import dj_database_url

from schedweb.base.config import EnvironmentVariable

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",  # a writer waits at its start instead of failing in the middle
    "timeout": 30,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


CONNECT_SECONDS = 3
"""How long a connection may take before the database counts as away."""


def database(setting: EnvironmentVariable[str], data: Path) -> dict[str, Any]:
    """Django's connection settings; SQLite in the data folder where the variable is unset."""
    url = setting.read() or f"sqlite:///{data / 'db.sqlite3'}"
    try:
        parsed: dict[str, Any] = dict(
            dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True)
        )
    except (ValueError, dj_database_url.ParseError):
        raise setting.error(url) from None
    if parsed["ENGINE"] == "django.db.backends.sqlite3":
        parsed["OPTIONS"] = SQLITE_OPTIONS
    else:
        parsed.setdefault("OPTIONS", {}).setdefault("connect_timeout", CONNECT_SECONDS)
    return parsed


def filesystem_broker(folder: Path) -> dict[str, Any]:
    """Kombu's options: one folder of messages, one of bindings, looked at ten times a second."""
    messages, control = folder / "messages", folder / "control"
    for path in (messages, control):
        path.mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(messages),
        "data_folder_out": str(messages),
        "control_folder": str(control),
        "polling_interval": 0.1,
    }


def installed(package: str) -> Path:
    """The folder of an installed package, found without importing it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    return Path(spec.origin).parent


def digest_of(folder: Path, maker: Path, packages: Iterable[str]) -> str:
    """Return 16 characters that change with the files of a folder, and with what makes other files
    of them: a module, and packages."""
    hashed = sha256(maker.read_bytes() + " ".join(map(version, packages)).encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        hashed.update(f"\0{path.relative_to(folder)}\0".encode() + path.read_bytes())
    return hashed.hexdigest()[:16]
