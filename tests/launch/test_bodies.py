"""Requests as programs send them, to the web server that people run: chunks, packed bodies, names
in other letters. One server answers them all."""

import gzip
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import brotli
import pytest

from schedweb.base.config import PROJECT
from tests.factories import SWF

PATIENCE = 60.0
BOUNDARY = "b0und"
CLUSTER = {"name": "sent in chunks", "sites": [{"name": "a", "processors": 4}]}


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class Server:
    """A running web server of one person."""

    port: int

    def send(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        *,
        chunks: int = 0,
        **headers: str,
    ) -> Answer:
        """Send a body whole, or in chunks of so many bytes."""
        told = {"X-SchedWeb": "1", **headers}
        sent: bytes | Iterable[bytes] = body
        if chunks:
            sent = (body[i : i + chunks] for i in range(0, len(body), chunks))
            told["Transfer-Encoding"] = told.get("Transfer-Encoding", "chunked")
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            with suppress(BrokenPipeError, ConnectionResetError):  # it refuses while we send
                connection.request(method, path, sent, told, encode_chunked=bool(chunks))
            return answered(connection.getresponse())

    def raw(self, text: bytes) -> Answer:
        """Send bytes as they are, and no more."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as line:
            line.sendall(text)
            line.shutdown(socket.SHUT_WR)
            with closing(HTTPResponse(line)) as response:
                response.begin()
                return answered(response)


def answered(response: HTTPResponse) -> Answer:
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, response.read())


@pytest.fixture(scope="module")
def server(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = shutil.copytree(migrated, tmp_path_factory.mktemp("bodies") / "data")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.served",
        "SCHEDWEB_MODE": "local",
        "SCHEDWEB_DATA": str(data),
        "SCHEDWEB_MAX_UPLOAD_MB": "1",
        "SCHEDWEB_UPLOADS_PER_MINUTE": "1000",
        "SCHEDWEB_API_PER_MINUTE": "10000",
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "PORT": str(port),
    }
    command = [sys.executable, "-m", "gunicorn", "-c", "python:schedweb.launch.web"]
    process = subprocess.Popen(command, cwd=PROJECT, env=environment)
    try:
        wait_for(port)
        yield Server(port)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError


def form(name: bytes, content: bytes = SWF, **fields: str) -> bytes:
    """A form with a file, whose name is these bytes."""
    head = b'Content-Disposition: form-data; name="'
    parts = [head + f'{key}"\r\n\r\n{value}'.encode() for key, value in fields.items()]
    parts.append(head + b'file"; filename="' + name + b'"\r\n\r\n' + content)
    begin = f"--{BOUNDARY}\r\n".encode()
    return b"".join(begin + part + b"\r\n" for part in parts) + f"--{BOUNDARY}--\r\n".encode()


FORM: dict[str, Any] = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
JSON: dict[str, Any] = {"Content-Type": "application/json"}
ENTRY = "/api/v1/clusters"


def told(**headers: str) -> dict[str, Any]:
    """Return headers by their names."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def forged(server: Server, path: str) -> dict[str, Any]:
    """Return the headers that the form of a page sends along."""
    cookie = server.send("GET", path).headers["set-cookie"].partition(";")[0]
    return {"Cookie": cookie, "X-CSRFToken": cookie.partition("=")[2]}


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_json_in_chunks_is_read(server: Server, size: int) -> None:
    made = server.send("POST", ENTRY, json.dumps(CLUSTER).encode(), chunks=size, **JSON)
    assert made.status == 201, made.text
    assert made.json["name"] == CLUSTER["name"]
    changed = b'{"name": "changed in chunks"}'
    path = f"{ENTRY}/{made.json['id']}"
    assert server.send("PATCH", path, changed, chunks=size, **JSON).status == 200
    assert server.send("GET", path).json["name"] == "changed in chunks"
    assert server.send("DELETE", path, b"{}", chunks=size).status == 204


@pytest.mark.parametrize("size", [1, 50, 100_000])
@pytest.mark.parametrize("path", ["/api/v1/workloads", "/api/v1/uploads"])
def test_a_file_in_chunks_is_read(server: Server, path: str, size: int) -> None:
    made = server.send("POST", path, form(b"three.swf"), chunks=size, **FORM)
    assert made.status == 201, made.text
    assert (made.json["name"], made.json["jobs"]) == ("three", 3)


def test_pages_take_files_and_fields_in_chunks(server: Server) -> None:
    ours = forged(server, "/workloads/new/")
    sent = server.send("POST", "/workloads/new/", form(b"page.swf"), chunks=50, **FORM, **ours)
    assert (sent.status, "/uploads/" in sent.headers.get("location", "")) == (302, True), sent.text
    typed = b"name=From+a+page&sites-0-name=a&sites-0-processors=4"
    kind = told(Content_Type="application/x-www-form-urlencoded")
    ours = forged(server, "/clusters/new/")
    sent = server.send("POST", "/clusters/new/", typed, chunks=9, **kind, **ours)
    assert (sent.status, "From a page" in sent.text) == (200, True)


@pytest.mark.parametrize(("chunks", "coding"), [(50_000, ""), (0, "gzip"), (50_000, "gzip")])
@pytest.mark.parametrize(
    ("path", "kind", "limit"),
    [
        (ENTRY, JSON, "262,144"),
        ("/api/v1/workloads", FORM, "1,114,112"),
        ("/workloads/new/", FORM, "1 MB"),
        ("/clusters/new/", {"Content-Type": "application/x-www-form-urlencoded"}, "16,777,216"),
    ],
)
def test_limits_hold_and_are_said(
    server: Server, path: str, kind: dict[str, Any], limit: str, chunks: int, coding: str
) -> None:
    body = form(b"large.swf", b"#" * 20_000_000) if kind is FORM else b'"' + b"1" * 20_000_000
    headers = {**kind, **(forged(server, path) if "api" not in path else {})}
    if coding:
        body, headers = gzip.compress(body, 1), {**headers, "Content-Encoding": coding}
    answer = server.send("POST", path, body, chunks=chunks, **headers)
    assert answer.status == 413
    assert limit in answer.text


PACKED = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "GZIP": lambda body: gzip.compress(body[:9]) + gzip.compress(body[9:]),
    "deflate": zlib.compress,
    "Deflate": lambda body: zlib.compress(body, wbits=-15),
    "br": brotli.compress,
    "identity": bytes,
    "identity, gzip": gzip.compress,
}


@pytest.mark.parametrize("chunks", [0, 5])
@pytest.mark.parametrize("coding", PACKED)
def test_packed_bodies_are_read(server: Server, coding: str, chunks: int) -> None:
    packed = told(Content_Encoding=coding)
    body = PACKED[coding](json.dumps(CLUSTER).encode())
    assert server.send("POST", ENTRY, body, chunks=chunks, **JSON, **packed).status == 201
    body = PACKED[coding](form(b"a.swf"))
    made = server.send("POST", "/api/v1/workloads", body, chunks=chunks, **FORM, **packed)
    assert (made.status, made.json.get("jobs")) == (201, 3)


def test_a_body_that_was_packed_for_the_way_is_read(server: Server) -> None:
    body = gzip.compress(json.dumps(CLUSTER).encode())
    packed = told(Transfer_Encoding="gzip, chunked")
    assert server.send("POST", ENTRY, body, chunks=9, **JSON, **packed).status == 201


@pytest.mark.parametrize("coding", ["zstd", "compress", "gzip, gzip", "br, gzip", "rot13"])
def test_other_codings_are_415_and_named(server: Server, coding: str) -> None:
    refused = server.send("POST", ENTRY, b"x", **JSON, **told(Content_Encoding=coding))
    assert (refused.status, refused.json["error"]["code"]) == (415, "unsupported_coding")
    assert "gzip" in refused.json["error"]["message"]
    ours = forged(server, "/clusters/new/")
    page = server.send("POST", "/clusters/new/", b"x", **ours, **told(Content_Encoding=coding))
    assert page.status == 415
    assert coding in page.text


BODY = json.dumps(CLUSTER).encode()
DAMAGED = {
    "no gzip": ("gzip", BODY),
    "cut gzip": ("gzip", gzip.compress(BODY)[:-9]),
    "gzip and more": ("gzip", gzip.compress(BODY) + b"more"),
    "wrong sum": ("gzip", gzip.compress(BODY)[:-8] + bytes(8)),
    "no deflate": ("deflate", b"\xff" * 20),
    "cut deflate": ("deflate", zlib.compress(BODY)[:-3]),
    "no brotli": ("br", BODY),
    "cut brotli": ("br", brotli.compress(BODY)[:-3]),
    "nothing": ("gzip", b""),
}


@pytest.mark.parametrize("key", DAMAGED)
def test_damaged_bodies_are_400(server: Server, key: str) -> None:
    coding, body = DAMAGED[key]
    refused = server.send("POST", ENTRY, body, **JSON, **told(Content_Encoding=coding))
    assert refused.status == 400
    if body:
        assert "Content-Encoding" in refused.json["error"]["message"]


@pytest.mark.parametrize(
    "chunk", [b"zz\r\n{}\r\n", b"5\r\n{}", b"2\r\n{}XX0\r\n\r\n", b"2\r\n{}\r\n"]
)
def test_damaged_chunks_are_400(server: Server, chunk: bytes) -> None:
    lines = ["POST /api/v1/clusters HTTP/1.1", "Host: 127.0.0.1", "X-SchedWeb: 1"]
    lines += ["Content-Type: application/json", "Transfer-Encoding: chunked", "", ""]
    refused = server.raw("\r\n".join(lines).encode() + chunk)
    assert refused.status == 400


ENCODED = {
    "a mark of UTF-8": ("application/json", "utf-8-sig"),
    "a mark and its name": ("application/json; charset=utf-8", "utf-8-sig"),
    "capitals": ('application/json; charset="UTF-8"', "utf-8"),
    "Latin-1": ("application/json; charset=iso-8859-1", "latin-1"),
    "Windows": ("application/json; charset=windows-1252", "cp1252"),
    "UTF-16 with a mark": ("application/json; charset=utf-16", "utf-16"),
    "UTF-16 without": ("application/json; charset=utf-16le", "utf-16-le"),
    "UTF-16 unsaid": ("application/json", "utf-16"),
    "UTF-32 unsaid": ("application/json", "utf-32"),
    "ASCII": ("application/json; charset=us-ascii", "ascii"),
}


@pytest.mark.parametrize("key", ENCODED)
def test_json_is_read_in_the_charset_that_it_says(server: Server, key: str) -> None:
    kind, encoding = ENCODED[key]
    name = "plain" if encoding == "ascii" else "naïve"
    body = json.dumps({**CLUSTER, "name": name}, ensure_ascii=False).encode(encoding)
    made = server.send("POST", ENTRY, body, **told(Content_Type=kind))
    assert made.status == 201, made.text
    assert made.json["name"] == name


@pytest.mark.parametrize(
    "charset", ["klingon", "base64", "rot13", "utf-7", "ebcdic-cp-be", "a\x80"]
)
def test_other_charsets_are_415(server: Server, charset: str) -> None:
    kind = told(Content_Type=f"application/json; charset={charset}")
    refused = server.send("POST", ENTRY, BODY, **kind)
    assert refused.status == 415
    assert "UTF-8" in refused.json["error"]["message"]
    kind = told(Content_Type=f"{FORM['Content-Type']}; charset={charset}")
    if charset.isascii():
        refused = server.send("POST", "/api/v1/workloads", form(b"a.swf"), **kind)
        assert (refused.status, refused.json["error"]["code"]) == (415, "unsupported_charset")


@pytest.mark.parametrize("chunks", [0, 9])
def test_what_is_not_in_its_charset_is_400(server: Server, chunks: int) -> None:
    body = '{"name": "é"}'.encode("latin-1")
    refused = server.send("POST", ENTRY, body, chunks=chunks, **JSON)
    assert (refused.status, "UTF-8" in refused.text) == (400, True)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize(
    ("path", "right"),
    [
        ("/api/v1/clusters/", "/api/v1/clusters"),
        ("/api/v1/clusters//", "/api/v1/clusters"),
        ("/api/v1/clusters/?q=a%20b&page=1", "/api/v1/clusters?q=a%20b&page=1"),
        ("/api/v1/clusters/abcdefghijk/", "/api/v1/clusters/abcdefghijk"),
        ("/api/v1/workloads/generate/", "/api/v1/workloads/generate"),
        ("/api/v1/algorithms/easy/", "/api/v1/algorithms/easy"),
        ("/api/schema", "/api/schema/"),
        ("/api/docs", "/api/docs/"),
    ],
)
def test_a_slash_at_the_end_leads_to_the_address(
    server: Server, method: str, path: str, right: str
) -> None:
    answer = server.send(method, path, b"{}" if method != "GET" else b"", **JSON)
    assert (answer.status, answer.headers.get("location")) == (308, right)


@pytest.mark.parametrize("path", ["/api/v1/none/", "/api/v1/none", "/api//v1/clusters", "/api/x/"])
def test_what_is_nowhere_is_404(server: Server, path: str) -> None:
    answer = server.send("GET", path)
    assert (answer.status, answer.json["error"]["code"]) == (404, "not_found")


NAMES = {
    "Latin-1": ("Prüfstände.swf".encode("latin-1"), "Prüfstände"),
    "Windows": ("“trace” – 5 €.swf".encode("cp1252").replace(b'"', b""), "“trace” – 5 €"),
    "UTF-8": ("Prüfstände.swf".encode(), "Prüfstände"),
    "Persian": ("می\u200cشود.swf".encode(), "می\u200cشود"),
    "emoji": ("👩\u200d💻.swf".encode(), "👩\u200d💻"),
    "folders": (rb"C:\data\tr\u00e4ce.swf"[:8] + b"trace.swf", "trace"),
}


@pytest.mark.parametrize("chunks", [0, 1, 13])
@pytest.mark.parametrize("key", NAMES)
def test_names_of_files_are_read_in_whatever_letters(server: Server, key: str, chunks: int) -> None:
    sent, name = NAMES[key]
    made = server.send("POST", "/api/v1/uploads", form(sent), chunks=chunks, **FORM)
    assert made.status == 201, made.text
    assert (made.json["name"], made.json["jobs"]) == (name, 3)


@pytest.mark.parametrize("key", NAMES)
def test_pages_read_the_same_names(server: Server, key: str) -> None:
    sent, name = NAMES[key]
    ours = forged(server, "/workloads/new/")
    answer = server.send("POST", "/workloads/new/", form(sent), **FORM, **ours)
    assert answer.status == 302
    assert name in server.send("GET", answer.headers["location"]).text


def test_a_file_of_megabytes_arrives_byte_for_byte(server: Server) -> None:
    lines = b"".join(
        b"%d 0 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1\n" % i for i in range(1, 20_001)
    )
    made = server.send("POST", "/api/v1/workloads", form(b"many.swf", lines), chunks=8191, **FORM)
    assert (made.status, made.json["jobs"]) == (201, 20_000)
