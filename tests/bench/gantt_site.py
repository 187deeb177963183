"""A stand-alone page with linked Gantt charts of synthetic schedules, served on loopback.

python -m tests.bench.gantt_site 100000 [port]
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from urllib.parse import parse_qs

import bokeh
from django.template import Context, Engine

from parsched.data.generators import generate
from parsched.model.problem.calendar import Calendar
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import GanttLayout, header_of, in_dark, schedule_pack, workload_pack
from parsched.report.palette import style
from parsched.report.questions import answer, grammar
from parsched.report.scales import label
from parsched.report.schedules import gantt_png
from parsched.run.solve import solve
from schedweb.web.gantt import Dates, EnvironmentKey, GanttSection, PageGantt
from schedweb.web.plots.gantt import gantt, left_border
from tests.bench import synthetic_schedules

ROOT = Path(__file__).resolve().parents[2]
BOKEH = Path(bokeh.__file__).parent / "server" / "static" / "js" / "bokeh.min.js"
KEYS = ("fcfs", "easy", "conservative", "saf", "mrt")
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'"
)
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Linked Gantt charts</title><link rel="icon" href="data:,">
<script src="/static/js/first.js"></script>
<link rel="stylesheet" href="/static/css/site.css">
<link rel="stylesheet" href="/static/css/run.css">
<script src="/bokeh.min.js" defer></script>
<script type="module" src="/static/js/gantt/main.js"></script></head>
<body><main><h1>Linked Gantt charts of {{ name }}</h1>
<p>{{ jobs }} jobs · {{ processors }} processors</p>
{% include "comparisons/_gantt.html" %}</main></body></html>
"""


def write_site(folder: Path, jobs: int) -> None:
    """Write a page of synthetic schedules."""
    work = synthetic_schedules.workload(jobs)
    write_page(folder, work, synthetic_schedules.platform(), synthetic_schedules.schedules(work))


def write_dated(folder: Path, jobs: int, unix_start: float, zone: str) -> None:
    """Write a page of synthetic schedules of jobs with a calendar."""
    work = replace(synthetic_schedules.workload(jobs), unix_start=unix_start, zone=zone)
    write_page(folder, work, synthetic_schedules.platform(), synthetic_schedules.schedules(work))


def write_environments(folder: Path, jobs: int) -> None:
    """Write a page of schedules with deployments of 200 to 300 s on 100 processors."""
    params = {"environments": 50, "seed": 1}
    work = generate("environments", jobs=jobs, processors=1_000, params=params)
    machine = Platform.of(1_000, deployment=DeployTime(200.0, 100.0))
    problem, keys = Instance(work, machine), ("gls", "env-order", "env-blind")
    write_page(folder, work, machine, {key: solve(problem, key).schedule for key in keys})


def write_page(folder: Path, work: Workload, machine: Platform, found: dict[str, Schedule]) -> None:
    """Write the page with all its files."""
    layout = GanttLayout.of(machine)
    (folder / "workload.pack").write_bytes(workload_pack(work))
    for i, schedule in enumerate(found.values()):
        write_files(folder, i, work, machine, schedule)
    section = GanttSection(
        charts(work, found),
        "/workload.pack",
        "0",
        left_border(layout),
        layout.frame,
        len(layout.bands),
        EnvironmentKey.of(work, machine),
        dates=Dates.of(Calendar.of(work), max(float(each.end.max()) for each in found.values())),
        question_url="/question/",
    )
    libraries = {"figures": "schedweb.web.templatetags.figures"}
    page = Engine(dirs=[str(ROOT / "templates")], libraries=libraries).from_string(PAGE)
    context = Context(
        {
            "gantt": section,
            "name": work.name,
            "jobs": f"{len(work):,}",
            "processors": machine.processors,
        }
    )
    (folder / "index.html").write_text(page.render(context))


def write_files(
    folder: Path, i: int, work: Workload, machine: Platform, schedule: Schedule
) -> None:
    """Write the pack, the posters and the frame of a chart."""
    layout = GanttLayout.of(machine)
    pack = schedule_pack(work, machine, schedule)
    (folder / f"{i}.pack").write_bytes(pack)
    picture = gantt_png(work, machine, schedule)
    (folder / f"{i}.png").write_bytes(picture)
    (folder / f"{i}-dark.png").write_bytes(in_dark(picture))
    header = header_of(pack)
    times = (header["begin"], header["end"])
    frame = gantt(layout, times, left_border(layout), Calendar.of(work))
    (folder / f"{i}.json").write_text(json.dumps(frame))


def charts(work: Workload, found: dict[str, Schedule]) -> list[PageGantt]:
    """Tell where the files of each chart are."""
    calendar = Calendar.of(work)
    ends = [float(schedule.end.max()) for schedule in found.values()]
    return [
        PageGantt(
            run=str(i),
            title=name,
            color=style(KEYS[i % len(KEYS)]).color,
            schedule_url=f"/{i}.pack",
            figure_url=f"/{i}.json",
            poster_url=f"/{i}.png",
            poster_dark_url=f"/{i}-dark.png",
            begin_date=calendar.text(0) if calendar else "",
            end_date=calendar.text(end) if calendar else "",
            description=f"Schedule of {name}: {len(work):,} jobs in {label(end)}.",
            end_label=label(end),
            share=end / max(ends),
        )
        for i, (name, end) in enumerate(zip(found, ends, strict=True))
    ]


class Handler(SimpleHTTPRequestHandler):
    """Serves the folder, the static files and BokehJS, with a strict content security policy."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer questions as the product does, and serve files."""
        path, _, query = self.path.partition("?")
        if path != "/question/":
            super().do_GET()
            return
        asked = parse_qs(query).get("question")
        content = json.dumps(answer(asked[0]) if asked else grammar()).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def translate_path(self, path: str) -> str:
        """Map addresses to files."""
        path = path.split("?")[0]
        if path.startswith("/static/"):
            return str(ROOT / path.lstrip("/"))
        return str(BOKEH) if path == "/bokeh.min.js" else super().translate_path(path)

    def end_headers(self) -> None:
        """Add what the product sends."""
        if self.path.endswith(".pack"):
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Security-Policy", CSP)
        super().end_headers()

    def log_message(self, *args: object) -> None:
        """Stay silent."""


def serve(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server for the folder; the caller runs and closes it."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder beside what goes on, and give its address."""
    with serve(folder) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def main() -> None:
    """Serve a page until interrupted."""
    jobs, port = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 8123
    with TemporaryDirectory() as name:
        write_site(Path(name), jobs)
        with serve(Path(name), port) as server:
            sys.stdout.write(f"http://127.0.0.1:{server.server_port}/\n")
            sys.stdout.flush()
            server.serve_forever()


if __name__ == "__main__":
    main()
