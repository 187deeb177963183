"""A caller of the API: a person, or a visitor who is not logged in."""

import json
from typing import TYPE_CHECKING, Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from schedweb.accounts.models import User
from tests.factories import SWF

if TYPE_CHECKING:
    from django.http import HttpResponse

ROOT = "/api/v1"


class Answer:
    """What came back."""

    def __init__(self, response: Any) -> None:
        self.response: HttpResponse = response
        self.status = response.status_code

    @property
    def content(self) -> bytes:
        """The body; files are read from their stream."""
        if self.response.streaming:
            return b"".join(self.response)
        return self.response.content

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.content)

    @property
    def error(self) -> dict[str, Any]:
        """The error, in its one shape."""
        assert self.response["Content-Type"] == "application/json"
        assert set(self.json) == {"error"}
        error: dict[str, Any] = self.json["error"]
        assert set(error) == {"code", "message", "fields"}
        assert isinstance(error["code"], str)
        assert error["message"]
        assert all(isinstance(text, str) for texts in error["fields"].values() for text in texts)
        return error

    @property
    def fields(self) -> dict[str, list[str]]:
        """Sentences by field."""
        fields: dict[str, list[str]] = self.error["fields"]
        return fields


class Caller:
    """Calls in the session of a user, or with headers alone."""

    def __init__(self, user: User | None, **options: Any) -> None:
        self.client = Client(**options)
        self.user = user
        if user:
            self.client.force_login(user)

    def call(self, method: str, path: str, data: Any = None, **options: Any) -> Answer:
        """Send JSON, or bytes as they are."""
        body = data if isinstance(data, bytes) else b"" if data is None else json.dumps(data)
        kind = options.pop("content_type", "application/json")
        return Answer(self.client.generic(method, ROOT + path, body, content_type=kind, **options))

    def get(self, path: str, **options: Any) -> Answer:
        return self.call("GET", path, **options)

    def post(self, path: str, data: Any = None, **options: Any) -> Answer:
        return self.call("POST", path, data, **options)

    def put(self, path: str, data: Any = None) -> Answer:
        return self.call("PUT", path, data)

    def patch(self, path: str, data: Any = None) -> Answer:
        return self.call("PATCH", path, data)

    def delete(self, path: str) -> Answer:
        return self.call("DELETE", path)

    def upload(
        self, path: str = "/workloads", content: bytes = SWF, name: str = "three.swf", **fields: Any
    ) -> Answer:
        """Send a file as a form."""
        form = {"file": SimpleUploadedFile(name, content), **fields}
        return Answer(self.client.post(ROOT + path, form))
