"""Settings of a real web server that tests start: of one person, and without a worker."""

from schedweb.server.settings import *  # noqa: F403

TASKS_PERFORMED_AT_ONCE = True
WHITENOISE_AUTOREFRESH = True
SCHEDWEB_PACKED = ()
