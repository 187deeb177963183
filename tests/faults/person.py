"""A person who works with the installation over the API, whatever happens to it."""

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, TypeVar

from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.faults.services import PATIENCE

T = TypeVar("T")

DONE = "done"

SECONDS, AGAIN = 8.0, 0.5
"""How long a person waits for an answer, and before asking again."""


class AwayError(Exception):
    """No answer, or one that says to come back later."""


class WrongError(Exception):
    """An answer that no user should get, whatever the fault: a mistake of the server's."""


class RefusedError(Exception):
    """An answer that says what is wrong with a request, or with what it is about."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(f"{status} {code}: {sentence}")
        self.code = code


class Person:
    """Asks the API with a token."""

    def __init__(self, address: str, secret: str) -> None:
        self._root = f"{address}/api/v1"
        self._secret = secret

    def get(self, path: str) -> Any:
        return json.loads(self.read(path))

    def read(self, path: str) -> bytes:
        """Return a file as it is."""
        return self._send("GET", path, None, "application/json")

    def post(self, path: str, data: Any = None) -> Any:
        return json.loads(self._send("POST", path, json.dumps(data).encode(), "application/json"))

    def upload(self, path: str, **fields: Any) -> Any:
        """Send a form with files."""
        content = encode_multipart(BOUNDARY, fields)
        return json.loads(self._send("POST", path, content, MULTIPART_CONTENT))

    def patiently(self, ask: Callable[[], T]) -> T:
        """Ask until there is an answer; raises `AwayError` when there is none for too long."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return ask()
            except AwayError:
                if time.monotonic() > until:
                    raise
            time.sleep(AGAIN)

    def made(self, answer: Any) -> Any:
        """Return the workload that was made; what takes longer than a request is answered with a
        task."""
        return answer if "jobs" in answer else self.patiently(lambda: self._outcome(answer["id"]))

    def _outcome(self, task: str) -> Any:
        found = self.get(f"/tasks/{task}")
        if found["state"] != DONE:
            raise AwayError(f"task {task} is {found['state']}: {found['error']}")
        return self.get(f"/workloads/{found['result']['workload']}")

    def _send(self, method: str, path: str, content: bytes | None, kind: str) -> bytes:
        headers = {"Authorization": f"Bearer {self._secret}", "Content-Type": kind}
        request = urllib.request.Request(self._root + path, content, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as response:
                answer: bytes = response.read()
                return answer
        except urllib.error.HTTPError as error:
            raise _meaning(error, f"{method} {path}") from error
        except (OSError, http.client.HTTPException) as error:
            raise AwayError(str(error)) from error


def _meaning(error: urllib.error.HTTPError, what: str) -> Exception:
    """Return what an answer means to the person who asked."""
    try:
        body = error.read()
    except (OSError, http.client.HTTPException):
        return AwayError("the answer broke off")
    if error.code == 503 and error.headers["Retry-After"]:
        return AwayError(body.decode())
    if error.code >= 500:
        return WrongError(f"{what}: {error.code} {body[:300]!r}")
    found = json.loads(body)["error"]
    return RefusedError(error.code, found["code"], found["message"])
