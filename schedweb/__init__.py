"""SchedWeb: upload workloads, run schedulers side by side, look, share."""

import os

# Nothing else is loaded here, as `schedweb lib` has to work where no web stack is installed.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "schedweb.server.settings")
