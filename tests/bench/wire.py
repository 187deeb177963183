"""What travels to a browser that opens a page for the first time, but for BokehJS."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.core.handlers.wsgi import WSGIHandler
from playwright.sync_api import Browser, CDPSession

from tests.bench.bench_gantt_browser import WINDOW, browser

KEPT = "/static/bokeh/"
"""What a browser has kept from an earlier visit."""


class Server(ThreadingMixIn, WSGIServer):
    """Answers several requests at once."""

    daemon_threads = True


class Silent(WSGIRequestHandler):
    """Prints no requests."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def travelled(paths: Mapping[str, str], cookies: Mapping[str, str]) -> dict[str, tuple[int, float]]:
    """Return how many requests each page takes and how many kilobytes come, headers and all.

    Parameters
    ----------
    paths
        Of the pages, by name.
    cookies
        Cookies of a user who may see them.
    """
    with served() as address, browser() as chromium:
        sent = [{"name": n, "value": v, "url": address} for n, v in cookies.items()]
        return {name: opened(chromium, f"{address}{path}", sent) for name, path in paths.items()}


@contextmanager
def served() -> Iterator[str]:
    """Serve the pages of this process, and give their address."""
    with make_server(
        "localhost", 0, WSGIHandler(), server_class=Server, handler_class=Silent
    ) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def opened(chromium: Browser, address: str, cookies: Iterable[Any]) -> tuple[int, float]:
    """Open a page with nothing kept, and count until nothing comes any more."""
    context = chromium.new_context(viewport=WINDOW)
    context.add_cookies(list(cookies))
    page = context.new_page()
    counted = Counted(context.new_cdp_session(page))
    page.goto(address, wait_until="networkidle")
    context.close()
    return counted.requests, counted.size / 1000


class Counted:
    """Requests, and bytes of what came, of a page."""

    def __init__(self, session: CDPSession) -> None:
        self.size = 0.0
        self._session = session
        self._of: dict[str, str] = {}
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.loadingFinished", self._came)
        session.send("Network.enable")

    def stop(self) -> None:
        """Count nothing more."""
        self._session.remove_listener("Network.requestWillBeSent", self._sent)
        self._session.remove_listener("Network.loadingFinished", self._came)

    @property
    def requests(self) -> int:
        """Requests that are made although browsers keep what they can."""
        return len(self._of)

    def _sent(self, event: dict[str, Any]) -> None:
        address = event["request"]["url"]
        if KEPT not in address and not address.startswith(("data:", "blob:")):
            self._of[event["requestId"]] = address

    def _came(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._of:
            self.size += event["encodedDataLength"]
