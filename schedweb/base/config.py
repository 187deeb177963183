"""Every environment variable, declared once: its rule, default and meaning.

`settings.py` reads these declarations, the table of the site is made from them, and a wrong
value stops whatever is starting with one sentence.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from platformdirs import user_data_path

T = TypeVar("T")

PACKAGE = Path(__file__).resolve().parents[1]
PROJECT = PACKAGE.parent
INSTALLED = (PACKAGE / "templates").is_dir()
"""Whether this runs from an installed package, which has pages and style sheets within; a clone has
them beside. `IS_CLONE` of the library says the opposite, and cannot be asked: importing the library
loads plugins, which the settings here allow or not."""
FILES = PACKAGE if INSTALLED else PROJECT
"""Folder of `templates` and `static`."""
COMMAND = "schedweb" if INSTALLED else "manage.py"
"""What administrators call."""
SERVE = "schedweb serve" if INSTALLED else "make serve"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class ConfigError(SystemExit):
    """A value that stops the start; the sentence goes to stderr, without a traceback."""


@dataclass(frozen=True, kw_only=True)
class EnvironmentVariable(Generic[T]):
    """One environment variable; an unset or blank one has the value of ``default``."""

    name: str
    default: str
    help: str
    rule: str
    parse: Callable[[str], T]
    shown: str = ""  # the default as documented, where it is computed
    secret: bool = False

    def read(self, environ: Mapping[str, str] = os.environ) -> T:
        raw = environ.get(self.name, "").strip() or self.default
        try:
            return self.parse(raw)
        except ValueError:
            raise self.error(raw) from None

    def error(self, got: str) -> ConfigError:
        shown = "a value not shown here" if self.secret else repr(got)
        return ConfigError(f"{self.name} must be {self.rule}; got {shown}.")


def text(name: str, default: str, help: str) -> EnvironmentVariable[str]:
    return EnvironmentVariable(name=name, default=default, help=help, rule="text", parse=str)


def key(name: str, shortest: int, help: str, *, shown: str) -> EnvironmentVariable[str]:
    def parse(raw: str) -> str:
        if raw and len(raw) < shortest:
            raise ValueError
        return raw

    rule = f"text of {shortest} characters or more"
    return EnvironmentVariable(
        name=name, default="", help=help, rule=rule, parse=parse, shown=shown, secret=True
    )


def integer(
    name: str, default: int, help: str, *, low: int, high: int, shown: str = ""
) -> EnvironmentVariable[int]:
    def parse(raw: str) -> int:
        value = int(raw)
        if not low <= value <= high:
            raise ValueError
        return value

    rule = f"a whole number from {low} to {high}"
    return EnvironmentVariable(
        name=name, default=str(default), help=help, rule=rule, parse=parse, shown=shown
    )


def choice(
    name: str, default: str, options: tuple[str, ...], help: str
) -> EnvironmentVariable[str]:
    def parse(raw: str) -> str:
        return options[options.index(raw.lower())]

    return EnvironmentVariable(
        name=name, default=default, help=help, rule=f"one of {', '.join(options)}", parse=parse
    )


def flag(name: str, help: str) -> EnvironmentVariable[bool]:
    def parse(raw: str) -> bool:
        return bool(("0", "1").index(raw))

    return EnvironmentVariable(name=name, default="0", help=help, rule="0 or 1", parse=parse)


def names(
    name: str, help: str, *, rule: str, shown: str, each: str = r".+"
) -> EnvironmentVariable[list[str]]:
    def parse(raw: str) -> list[str]:
        parts = [part.strip() for part in raw.split(",") if part.strip()]
        if not all(re.fullmatch(each, part) for part in parts):
            raise ValueError
        return parts

    return EnvironmentVariable(
        name=name, default="", help=help, rule=rule, parse=parse, shown=shown
    )


def url(name: str, schemes: tuple[str, ...], help: str, *, shown: str) -> EnvironmentVariable[str]:
    def parse(raw: str) -> str:
        if raw and raw.partition("://")[0] not in schemes:
            raise ValueError
        return raw

    rule = f"a URL that starts with {' or '.join(f'{scheme}://' for scheme in schemes)}"
    return EnvironmentVariable(
        name=name, default="", help=help, rule=rule, parse=parse, shown=shown, secret=True
    )


def folder(name: str, default: Path, help: str, *, shown: str) -> EnvironmentVariable[Path]:
    def parse(raw: str) -> Path:
        return Path(raw).expanduser().resolve()

    return EnvironmentVariable(
        name=name, default=str(default), help=help, rule="a folder", parse=parse, shown=shown
    )


MODE = choice(
    "SCHEDWEB_MODE",
    "local",
    ("local", "team"),
    "`local`: one user without a log-in, reachable from this machine only. `team`: accounts. "
    "`run` and `serve` set it.",
)
HOST = text(
    "HOST",
    "127.0.0.1",
    "Address to listen on. Loopback only in local mode; `0.0.0.0` opens a team's server to the "
    "network.",
)
PORT = integer("PORT", 8000, "Port to listen on; 0 takes a free one.", low=0, high=65535)
DATA = folder(
    "SCHEDWEB_DATA",
    user_data_path("schedweb", appauthor=False) if INSTALLED else PROJECT / "var",
    "Folder of the database, uploaded and computed files, and the queue of runs.",
    shown="`var/` in the clone; once installed, the user's, such as `~/.local/share/schedweb`",
)
STATIC = folder(
    "SCHEDWEB_STATIC",
    DATA.read() / "static",
    "Folder of style sheets and scripts as browsers get them.",
    shown="`static/` in the data folder",
)
DATABASE_URL = url(
    "DATABASE_URL",
    ("postgres", "postgresql", "sqlite"),
    "Database, such as `postgres://user:password@host/name`.",
    shown="SQLite in the data folder",
)
REDIS_URL = url(
    "REDIS_URL",
    ("redis", "rediss"),
    "Queue of runs, such as `redis://host:6379/0`.",
    shown="files in the data folder",
)
WORKERS = integer(
    "SCHEDWEB_WORKERS",
    os.cpu_count() or 1,
    "Runs computed at the same time on this machine; of two or more, one is kept for runs of up to "
    "30 s.",
    low=1,
    high=1024,
    shown="processor cores",
)
WEB_PROCESSES = integer(
    "SCHEDWEB_WEB_PROCESSES", 1, "Processes of the web server.", low=1, high=256
)
WEB_THREADS = integer(
    "SCHEDWEB_WEB_THREADS", 8, "Requests answered at once by each process.", low=1, high=256
)
LOCAL_TOKEN = flag(
    "SCHEDWEB_LOCAL_TOKEN",
    "1 in local mode on a machine of several people, and for *External program*: pages and API "
    "open only to who has the token in the address that the start prints.",
)
SIGNUP = choice(
    "SCHEDWEB_SIGNUP",
    "open",
    ("open", "closed"),
    "Whether visitors of a team's server may create their own account.",
)
SECRET_KEY = key(
    "SCHEDWEB_SECRET_KEY",
    50,
    "Key that signs sessions, 50 characters or more; the same on every machine of one "
    "installation.",
    shown="made once; kept in the data folder (local) or `~/.config/schedweb/` (team), mode 0600",
)
ALLOWED_HOSTS = names(
    "SCHEDWEB_ALLOWED_HOSTS",
    "Names under which a team's server is called, comma separated. In local mode always the "
    "loopback names.",
    rule="names separated by commas",
    shown="this machine's names and addresses",
)
TRUSTED_ORIGINS = names(
    "SCHEDWEB_TRUSTED_ORIGINS",
    "Origins whose forms are accepted, such as `https://sched.example.org`; needed only where a "
    "proxy changes the Host header.",
    rule="origins separated by commas",
    shown="the server's own",
)
HTTPS = flag(
    "SCHEDWEB_HTTPS",
    "1 where a proxy in front speaks TLS, sets `X-Forwarded-Proto` and adds the address of the "
    "client to `X-Forwarded-For`: secure cookies, HSTS, redirect to https.",
)
PLUGINS = names(
    "SCHEDWEB_PLUGINS",
    "Plugins that may be loaded, by the names of their packages, comma separated: their code runs "
    "in the web server and in workers. `*`: all that are installed; `none`: none.",
    rule="`*`, `none`, or names of packages separated by commas",
    shown="`*` in local mode and on the command line; in team mode none",
    each=r"\*|[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?",
)
LOG_LEVEL = choice(
    "SCHEDWEB_LOG_LEVEL",
    "warning",
    ("debug", "info", "warning", "error"),
    "Least severe message that is printed.",
)
MAX_UPLOAD_MB = integer(
    "SCHEDWEB_MAX_UPLOAD_MB", 2048, "Largest uploaded file, MB.", low=1, high=16384
)
MAX_UNPACKED_MB = integer(
    "SCHEDWEB_MAX_UNPACKED_MB", 16_384, "Largest upload after decompression, MB.", low=1, high=65536
)
MAX_JOBS = integer(
    "SCHEDWEB_MAX_JOBS", 20_000_000, "Most jobs in one workload.", low=1, high=100_000_000
)
MAX_COLUMNS = integer(
    "SCHEDWEB_MAX_COLUMNS", 1000, "Most columns of an uploaded table.", low=2, high=100_000
)
MAX_NAMES = integer(
    "SCHEDWEB_MAX_NAMES",
    100_000,
    "Most different users, executables, environments or other names in one column of a workload.",
    low=1,
    high=10_000_000,
)
RUN_SECONDS = integer(
    "SCHEDWEB_RUN_SECONDS", 3600, "Longest time limit of one run, seconds.", low=1, high=604_800
)
RUN_MEMORY_MB = integer(
    "SCHEDWEB_RUN_MEMORY_MB", 4096, "Memory limit of one run, MB.", low=256, high=1_048_576
)
RUN_ATTEMPTS = integer(
    "SCHEDWEB_RUN_ATTEMPTS",
    3,
    "How often a process may die while it computes a run before the run fails; restarts of "
    "services do not count.",
    low=1,
    high=100,
)
TASK_SECONDS = integer(
    "SCHEDWEB_TASK_SECONDS",
    1800,
    "Longest time to read a file, to generate or merge jobs, or to write a file, seconds; also of "
    "processor time.",
    low=1,
    high=86_400,
)
TASK_MEMORY_MB = integer(
    "SCHEDWEB_TASK_MEMORY_MB", 4096, "Memory limit of the same, MB.", low=256, high=1_048_576
)
TASK_WORKERS = integer(
    "SCHEDWEB_TASK_WORKERS",
    2,
    "Files read, workloads generated and the like at the same time on this machine.",
    low=1,
    high=1024,
)
HEARTBEAT_SECONDS = integer(
    "SCHEDWEB_HEARTBEAT_SECONDS",
    15,
    "Silence after which a running run counts as lost, seconds.",
    low=5,
    high=3600,
)
MAX_QUEUED = integer(
    "SCHEDWEB_MAX_QUEUED",
    500,
    "Most runs of one person that wait or compute at a time.",
    low=1,
    high=100_000,
)
API_PER_MINUTE = integer(
    "SCHEDWEB_API_PER_MINUTE",
    600,
    "Requests of one person to the API, per minute and web process.",
    low=1,
    high=1_000_000,
)
UPLOADS_PER_MINUTE = integer(
    "SCHEDWEB_UPLOADS_PER_MINUTE",
    60,
    "Workloads that one person uploads or generates through the API, per minute and web process.",
    low=1,
    high=1_000_000,
)

SETTINGS: tuple[EnvironmentVariable[Any], ...] = tuple(
    value for value in globals().values() if isinstance(value, EnvironmentVariable)
)


LAUNCH_LOCK = "SCHEDWEB_LAUNCH_LOCK"
"""Tells the programs of a launcher which file of the data folder it has locked."""


def data_folder() -> Path:
    """The data folder, made where it is missing; but for programs that start again beside others,
    which would go on with an empty one."""
    path = DATA.read()
    lock = os.environ.get(LAUNCH_LOCK)
    if lock and not Path(lock).exists():
        raise ConfigError(
            f"The data folder {path} is gone: it was moved, deleted, or is no longer mounted. "
            f"Put it back at its place, or restart SchedWeb with {DATA.name} naming where it is."
        )
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        writable = False
    else:
        writable = os.access(path, os.W_OK | os.X_OK)
    if not writable:
        raise ConfigError(
            f"The data folder {path} is not writable: make it so, or name another in {DATA.name}."
        )
    return path


def bind_host() -> str:
    """The address to listen on; anything but loopback is refused in local mode."""
    host = HOST.read()
    if MODE.read() == "local" and host not in LOOPBACK:
        raise ConfigError(
            f"{HOST.name} must be one of {', '.join(LOOPBACK)} where there is no log-in; got "
            f"{host!r}. Use {SERVE} for other addresses."
        )
    return host


def markdown_table() -> str:
    """Return the table of all settings, in Markdown."""
    rows = ["| variable | default | meaning |", "|---|---|---|"]
    rows += [f"| `{s.name}` | {s.shown or f'`{s.default}`'} | {s.help} |" for s in SETTINGS]
    return "\n".join(rows)
