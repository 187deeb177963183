"""gunicorn's settings: `python -m gunicorn -c python:schedweb.launch.web`."""

from threading import Thread
from typing import Any

import django
from django.core.management import call_command
from django.db import connections
from django.urls import get_resolver

from schedweb.base import config as declared
from schedweb.server.startup import say_what_is_missing
from schedweb.server.static_files import collect

wsgi_app = "schedweb.server.wsgi"
_host = declared.bind_host()
bind = f"{f'[{_host}]' if ':' in _host else _host}:{declared.PORT.read()}"
worker_class = "gthread"
workers = declared.WEB_PROCESSES.read()
threads = declared.WEB_THREADS.read()
graceful_timeout = 5
limit_request_line = 8190  # the view of a page is in its address
loglevel = declared.LOG_LEVEL.read()
accesslog = "-" if loglevel in ("debug", "info") else None
control_socket_disable = True


def on_starting(server: Any) -> None:
    """Refuse to show the files of another installation, and collect style sheets and scripts."""
    django.setup()
    call_command("adopt_store", check=True)
    collect()
    connections.close_all()  # the workers are forked next


def post_worker_init(worker: Any) -> None:
    """Load the pages before the first request."""
    Thread(target=load_pages, name="load-pages", daemon=True).start()


def load_pages() -> None:
    get_resolver().url_patterns  # noqa: B018 (a cached property)
    say_what_is_missing("; the web server answers 503 where it needs more.")
