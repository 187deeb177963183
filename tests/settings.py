"""Settings of the tests: a team's server whose data lie in a temporary folder."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

FOLDER = tempfile.mkdtemp(prefix="schedweb-tests-")
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

# Each process of pytest-xdist takes a Redis database of its own; PostgreSQL's it names itself.
PROCESS = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
REDIS = os.environ.get("SCHEDWEB_TEST_REDIS_URL", "") if os.environ.get("SERVICES") else ""

os.environ |= {
    "SCHEDWEB_MODE": "team",
    "SCHEDWEB_DATA": FOLDER,
    "SCHEDWEB_SECRET_KEY": "only for tests, which sign nothing that anybody would keep",
    "DATABASE_URL": os.environ.get("SCHEDWEB_TEST_DATABASE_URL", "") if REDIS else "",
    "REDIS_URL": f"{REDIS}/{PROCESS + 1}" if REDIS else "",
}

from schedweb.server.settings import *  # noqa: E402, F403
from schedweb.server.settings import DATABASES, STORAGES  # noqa: E402

TASKS_PERFORMED_AT_ONCE = True
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if not REDIS:
    # A file, so that the programs that a test starts see what the test sees.
    DATABASES["default"]["TEST"] = {"NAME": str(Path(FOLDER) / "test.sqlite3")}
# Each test client has a middleware of its own, which would look at all static files for 0.1 s.
WHITENOISE_AUTOREFRESH = True
STATIC_ROOT = Path(FOLDER) / "static"  # empty: files are served as they are
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
