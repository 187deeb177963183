"""Settings of a real web server that tests start: of one person, and without a worker."""

from schedweb.server.settings import *  # noqa: F403
from schedweb.server.settings import STORAGES

TASKS_PERFORMED_AT_ONCE = True
WHITENOISE_AUTOREFRESH = True
STATIC_ROOT = None  # files are served as they are
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
