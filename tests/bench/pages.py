"""`python -m tests.bench.pages`: what pages cost the server, beside comparisons of many runs."""

import json
import sys
from statistics import median
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from parsched.run.request import RequestEntry  # noqa: E402
from schedweb.accounts.models import User  # noqa: E402
from schedweb.runs.execution import execute  # noqa: E402
from schedweb.runs.models import Comparison, Run, Welcome  # noqa: E402
from schedweb.runs.records import records_of  # noqa: E402
from schedweb.runs.services import create_comparison  # noqa: E402
from schedweb.server.static_files import collect  # noqa: E402
from schedweb.web.tabs import TABS  # noqa: E402
from schedweb.workloads.services import generate_workload  # noqa: E402
from tests import factories  # noqa: E402
from tests.bench.cpu import once  # noqa: E402
from tests.bench.wire import travelled  # noqa: E402

JOBS, PROCESSORS = 40, 32
ROUNDS = 7
SWEEPS: dict[int, dict[str, Any]] = {
    3: {"seed": "1:3:1"},
    20: {"seed": "1:20:1"},
    200: {"seed": "1:100:1", "selection": "all"},
}
"""Values of parameters of DEMT by the number of runs that they make."""


def main() -> None:
    """Compute comparisons, the largest last; ask for each page a few times."""
    settings.WHITENOISE_AUTOREFRESH = False
    collect()
    call_command("migrate", verbosity=0)
    alice = factories.person("alice")
    Welcome.objects.create(user=alice)
    made = {count: compared(alice, count) for count in SWEEPS}
    last = made[200]
    run, machine = last.runs.all()[0], last.cluster_id
    addresses = {
        "home beside a comparison of 200": "/",
        **{
            f"{title} of {n} runs": f"/comparisons/{c.pk}/{tab}"
            for n, c in made.items()
            for title, tab in tabs_of(c).items()
        },
        "list of comparisons": "/comparisons/",
        "run of 200": f"/runs/{run.pk}/",
        "workload": f"/workloads/{last.workload.pk}/",
        "compare form": f"/compare/?workload={last.workload.pk}&cluster={machine}",
    }
    client = Client(SERVER_NAME="localhost")
    client.force_login(alice)
    found: dict[str, float] = {}
    for name, address in addresses.items():
        found |= measured(client, name, address)
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    for name, (requests, size) in travelled(addresses, cookies).items():
        found |= {f"{name}: requests": requests, f"{name}: kB on the wire": size}
    found["poster"] = 1000 * once(lambda: client.get(f"/runs/{run.pk}/poster/{run.schedule}.png"))
    sys.stdout.write(json.dumps(found))


def tabs_of(comparison: Comparison) -> dict[str, str]:
    """Return the ends of the addresses of the tabs that suit, by title."""
    suiting = [tab for tab in TABS.values() if tab.suits(records_of(comparison))]
    return {tab.title: "" if tab.is_first else f"{tab.key}/" for tab in suiting}


def compared(owner: User, count: int) -> Comparison:
    """Return a comparison of moldable jobs by two criteria, whose runs are done."""
    workload = generate_workload(owner, "mixed", jobs=JOBS, processors=PROCESSORS, params={})
    entry = RequestEntry("demt", {"shuffles": 3}, vary=SWEEPS[count])
    made = create_comparison(owner, workload, factories.cluster(owner, PROCESSORS), [entry])
    assert made.runs.count() == count
    for key in made.runs.values_list("pk", flat=True):
        execute(key)
    assert not Run.objects.filter(comparison=made).exclude(state="done").exists()
    made.refresh_from_db()  # its bounds came with the runs
    return made


def measured(client: Client, name: str, address: str) -> dict[str, float]:
    """Return queries, milliseconds and kilobytes of a page that was asked for before."""
    for _ in range(2):
        answer = client.get(address)
        assert answer.status_code == 200, address
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    queries = len(captured)  # before the next request forgets them
    took = median(once(lambda: client.get(address)) for _ in range(ROUNDS))
    return {
        f"{name}: queries": queries,
        f"{name}: ms": 1000 * took,
        f"{name}: kB": len(answer.content) / 1000,
    }


if __name__ == "__main__":
    main()
