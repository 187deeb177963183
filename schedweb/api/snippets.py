"""Calls to copy: the way from a file to a table, as curl and as Python.

The tests run every one of them against a server.
"""

from dataclasses import dataclass

from schedweb.api.authentication import HEADER

SECRET = "$SCHEDWEB_TOKEN"


@dataclass(frozen=True)
class Snippet:
    """One call in both languages; `key` is its anchor on the page."""

    key: str
    title: str
    curl: str
    python: str


def snippets(base: str, *, local: bool) -> tuple[Snippet, ...]:
    """Return the main calls for the server at `base` (`http://127.0.0.1:8000`).

    In local mode, a header takes the place of the token.
    """
    root = f"{base}/api/v1"
    header = f"{HEADER}: 1" if local else f"Authorization: Bearer {SECRET}"
    return (
        _start(root, local=local),
        _upload(root, header),
        _cluster(root, header),
        _compare(root, header),
        _wait(root, header),
        _schedule(root, header),
    )


def _start(root: str, *, local: bool) -> Snippet:
    name, _, value = (f"{HEADER}: 1" if local else "Authorization: Bearer {token}").partition(": ")
    secret = "" if local else '    token = os.environ["SCHEDWEB_TOKEN"]\n'
    expression = f'f"{value}"' if not local else f'"{value}"'
    curl = f"curl {root}/" if local else f'curl -H "Authorization: Bearer {SECRET}" {root}/'
    python = f'''import json
import os
import time
import uuid
from urllib.request import Request, urlopen

ROOT = "{root}"


def call(method, path, data=None, body=None, kind="application/json"):
    """Send JSON (data) or bytes (body); return what was read: JSON as objects, files as bytes."""
{secret}    headers = {{"{name}": {expression}, "Content-Type": kind}}
    body = json.dumps(data).encode() if data is not None else body
    with urlopen(Request(ROOT + path, body, headers, method=method)) as answer:
        content = answer.read()
        is_json = answer.headers.get_content_type() == "application/json"
        return json.loads(content) if is_json else content


print(call("GET", "/"))'''
    return Snippet("start", "See who you are", curl, python)


def _upload(root: str, header: str) -> Snippet:
    curl = f'curl -H "{header}" -F file=@trace.swf.gz -F name="My trace" \\\n  {root}/workloads'
    python = '''def upload(path, **fields):
    """Send a workload file as a form."""
    border = uuid.uuid4().hex
    part = f'--{border}\\r\\nContent-Disposition: form-data; name="{{}}"{{}}\\r\\n\\r\\n'.format
    with open(path, "rb") as file:
        content = file.read()
    texts = "".join(f"{part(name, '')}{value}\\r\\n" for name, value in fields.items())
    head = texts + part("file", f'; filename="{os.path.basename(path)}"')
    body = head.encode() + content + f"\\r\\n--{border}--\\r\\n".encode()
    return call("POST", "/workloads", body=body, kind=f"multipart/form-data; boundary={border}")


workload = upload("trace.swf.gz", name="My trace")
print(workload["id"], workload["jobs"], workload["report"]["findings"])'''
    return Snippet("upload", "Upload a workload", curl, python)


def _json(root: str, header: str, path: str, data: str) -> str:
    kind = "Content-Type: application/json"
    return f'curl -H "{header}" -H "{kind}" \\\n  -d \'{data}\' \\\n  {root}{path}'


def _cluster(root: str, header: str) -> Snippet:
    data = '{"name": "My cluster", "sites": [{"processors": 128}]}'
    python = f"""cluster = call("POST", "/clusters", {data})
print(cluster["id"])"""
    return Snippet("cluster", "Make a cluster", _json(root, header, "/clusters", data), python)


def _compare(root: str, header: str) -> Snippet:
    algorithms = '[{"algorithm": "fcfs"}, {"algorithm": "easy"}]'
    rules = '{"estimates": "kill"}'
    data = (
        f'{{"workload": "WORKLOAD", "cluster": "CLUSTER", "rules": {rules}, '
        f'"algorithms": {algorithms}}}'
    )
    python = f"""algorithms = {algorithms}
wanted = {{"workload": workload["id"], "cluster": cluster["id"], "rules": {rules}}}
comparison = call("POST", "/comparisons", {{**wanted, "algorithms": algorithms}})
print(comparison["id"])"""
    curl = _json(root, header, "/comparisons", data)
    return Snippet("compare", "Compare algorithms", curl, python)


def _wait(root: str, header: str) -> Snippet:
    address = f"{root}/comparisons/COMPARISON"
    curl = (
        f'curl -H "{header}" {address}\ncurl -H "{header}" "{address}/reports/results?format=csv"'
    )
    python = """while any(run["state"] in ("queued", "running") for run in comparison["runs"]):
    time.sleep(1)
    comparison = call("GET", f"/comparisons/{comparison['id']}")
print(comparison["summary"])
for row in comparison["table"]["rows"]:
    print(row["label"], {key: cell["value"] for key, cell in row["values"].items()})"""
    return Snippet("wait", "Wait, and read the table", curl, python)


def _schedule(root: str, header: str) -> Snippet:
    curl = f'curl -H "{header}" -o schedule.csv \\\n  "{root}/runs/RUN/schedule?format=csv"'
    python = """for run in comparison["runs"]:
    with open(f"{run['label']}.csv", "wb") as file:
        file.write(call("GET", f"/runs/{run['id']}/schedule?format=csv"))"""
    return Snippet("schedule", "Download the schedules", curl, python)
