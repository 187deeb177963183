"""Every page that people see, declared once: it is read by axe-core, and photographed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from playwright.sync_api import Page

from tests.browser.conftest import PATIENCE
from tests.parsched.data.logs import variants
from tests.web.pages import GENERAL
from tests.web.pages import Page as Parsed

OTHERS = {
    "trash": "/workloads/?show=trash",
    "classroom": "/classroom/",
    "exercise": "/classroom/?sheet=1",
    "policies": "/policies/",
    "left out": "/workloads/left-out/",
    "columns remembered": "/workloads/new/columns/",
    "password": "/accounts/password/",
    "API": "/api/docs/",
}
NOTHING = "/nothing/"
HTML = "text/html; charset=utf-8"
MAIN = re.compile("<main.*</main>", re.DOTALL)
ERRORS: dict[str, dict[str, Any]] = {
    "400.html": {},
    "403.html": {},
    "403_csrf.html": {"back": "/workloads/new/"},
    "405.html": {"page": "/workloads/new/", "method": "GET"},
    "413.html": {"limit": 2_621_440},
    "429.html": {"wait": "3 minutes"},
    "500.html": {},
    "503.html": {"sentence": "Nothing can be stored now: the disk is full."},
    "refused.html": {"sentence": "The option is unknown.", "is_invalid": True},
    "local_token.html": {"file": "local_token"},
    "not_compiled.html": {
        "base": "base.html",
        "target": "main",
        "sentence": "Algorithms are being compiled.",
        "is_passing": True,
    },
}
"""Pages of errors with what they say."""
PUBLIC = {"log in": "/accounts/login/", "sign up": "/accounts/signup/"}
DIALOGS = {
    "share": '[data-dialog="share"]',
    "rename": '[data-dialog="describe"]',
    "menu": ".page-head details.menu:not(.save) > summary",
    "metric": "#results .about",
}
"""What opens a dialog or menu of the first tab of a comparison."""
GANTT_DIALOGS = {
    "keys": "[data-gantt-keys]",
    "questions": "[data-gantt-grammar-open]",
    "save": ".gantt-buttons details.save > summary",
}
"""Views of its schedules."""


@dataclass(frozen=True)
class Visit:
    """A page: its name, its address, and the selector of what opens a dialog of it.

    `is_public` tells that it is opened by a visitor who has not logged in. The page of an error
    that cannot be caused on purpose is its `template`, in the frame of the page that is not there.
    """

    name: str
    address: str
    opens: str = ""
    is_public: bool = False
    template: str = ""


@dataclass(frozen=True)
class Site:
    """A server, and a user who has logged in there, in `page`."""

    address: str
    page: Page

    def every(self, kind: str) -> dict[str, str]:
        """Return the ids of what the API lists, by title or name."""
        found = self.page.request.get(f"{self.address}/api/v1/{kind}").json()["results"]
        return {each.get("title") or each["name"]: each["id"] for each in found}

    def posted(self, path: str, **sent: Any) -> Any:
        """Return what the server answers to what is sent: a `form`, or `data` for the API."""
        answer = self.page.request.post(f"{self.address}{path}", headers=self.headers, **sent)
        assert answer.ok, answer.text()
        return answer

    def parsed(self, path: str) -> Parsed:
        """Return the tags of a page."""
        return Parsed(self.page.request.get(f"{self.address}{path}").text())

    def tabs(self, at: str) -> list[str]:
        """Return the addresses of all tabs of a comparison."""
        found = self.parsed(at).of("a")
        return list(dict.fromkeys(a["href"] or "" for a in found if "data-tab" in a))

    @property
    def headers(self) -> dict[str, str]:
        """What a request needs that changes something."""
        cookies = self.page.context.cookies()
        [token] = [cookie["value"] for cookie in cookies if cookie["name"] == "csrftoken"]
        return {"X-CSRFToken": token, "Referer": self.address}


def visits(site: Site) -> list[Visit]:
    """Return all pages: also pages of an upload, links and an embed, which are made for them."""
    return [
        *(Visit(name, path) for name, path in (GENERAL | OTHERS).items()),
        *(Visit(name, path, is_public=True) for name, path in PUBLIC.items()),
        *_uploads(site),
        *_things(site),
        *_comparisons(site),
        *_studies(site),
        *_shared(site),
        Visit("nothing there", NOTHING),
        *(Visit(f"error: {name}", f"/error/{name}/", template=name) for name in ERRORS),
    ]


def _uploads(site: Site) -> Iterator[Visit]:
    """A log whose columns may be mapped: its preview, and the mapping."""
    page, name = site.page, "sacct.txt"
    page.goto(f"{site.address}/workloads/new/")
    file = {"name": name, "mimeType": "text/plain", "buffer": variants.SACCT.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.wait_for_url(re.compile("/uploads/"), timeout=PATIENCE)
    path = page.url.removeprefix(site.address)
    yield Visit("preview", path)
    for link in site.parsed(path).of("a"):
        if re.fullmatch(r"/workloads/new/columns/[\w-]+/", link.get("href") or ""):
            yield Visit("mapping", link["href"] or "")
            return


def _things(site: Site) -> Iterator[Visit]:
    """A workload, machines of one site and of several, and one in the trash."""
    for title, pk in site.every("workloads").items():
        if title.startswith(("A small cluster", "Eighty jobs")):
            yield Visit(f"workload: {title}", f"/workloads/{pk}/")
    machines = site.every("clusters")
    yield Visit("machine", f"/clusters/{machines['KTH SP2']}/")
    yield Visit("grid", f"/clusters/{machines['Grid 1']}/")
    sites = [{"name": "main", "processors": 8}]
    old = site.posted("/api/v1/clusters", data={"name": "Retired", "sites": sites}).json()["id"]
    site.posted("/lists/clusters/change/", form={"action": "delete", "pick": old})
    yield Visit("in the trash", f"/clusters/{old}/")


def _comparisons(site: Site) -> Iterator[Visit]:
    """Every tab once, of the first comparison that has it, with its dialogs; forms; two runs."""
    seen: set[str] = set()
    for title, pk in site.every("comparisons").items():
        at = f"/comparisons/{pk}/"
        if not seen:
            yield from (Visit(name, at, opens) for name, opens in DIALOGS.items())
            yield from (Visit(name, f"{at}schedules/", o) for name, o in GANTT_DIALOGS.items())
            yield Visit("add algorithms", f"{at}add/")
            yield Visit("add a schedule", f"{at}schedules/add/")
            yield Visit("report", f"{at}reports/results/")
        for tab in site.tabs(at):
            key = tab.removeprefix(at)
            if key not in seen:
                yield Visit(f"{title}, {key.strip('/') or 'results'}", tab)
            seen.add(key)
        yield Visit(f"{title}, run", f"/runs/{_runs(site, pk)[0]}/")


def _runs(site: Site, comparison: str) -> list[str]:
    found = site.page.request.get(f"{site.address}/api/v1/comparisons/{comparison}").json()
    return [run["id"] for run in found["runs"]]


def _studies(site: Site) -> Iterator[Visit]:
    for pk in site.every("studies").values():
        yield Visit("study", f"/studies/{pk}/")
        yield Visit("instances of a study", f"/studies/{pk}/cells/0/0/")
        yield Visit("study as code", f"/studies/{pk}/code/")
        return


def _shared(site: Site) -> Iterator[Visit]:
    """A comparison by link, one whose link was revoked, and an embed of a table and of a figure."""
    pk = next(iter(site.every("comparisons").values()))
    links = f"/api/v1/comparisons/{pk}/links"
    opened, revoked = (site.posted(links, data={}).json() for _ in range(2))
    site.page.request.delete(f"{site.address}/api/v1/links/{revoked['id']}", headers=site.headers)
    yield Visit("shared", opened["url"].removeprefix(site.address), is_public=True)
    yield Visit("revoked", revoked["url"].removeprefix(site.address), is_public=True)
    for name, at in (("table", "reports/results.csv"), ("figure", "plots/wait/")):
        html = site.posted("/links/embeds/new/", form={"at": f"/comparisons/{pk}/{at}"}).text()
        [path] = set(re.findall(r"/embed/[\w-]+/", html))
        yield Visit(f"embed of a {name}", path, is_public=True)


def _error_page(site: Site, template: str) -> str:
    """Return the page of an error, with the style sheets and scripts of the server."""
    frame = site.page.request.get(f"{site.address}{NOTHING}").text()
    [main] = MAIN.findall(render_to_string(template, ERRORS[template]))
    return MAIN.sub(lambda _: main, frame)


def open_visit(page: Page, site: Site, visit: Visit) -> None:
    """Open a page with its charts, and the dialog that is asked for."""
    if visit.template:
        html = _error_page(site, visit.template)
        page.route(f"**{visit.address}", lambda route: route.fulfill(body=html, content_type=HTML))
    page.goto(f"{site.address}{visit.address}")
    if page.locator("section[data-gantt]").count():
        page.locator("section[data-gantt][data-ready]").wait_for()
    if visit.opens:
        page.locator(visit.opens).first.evaluate("(opener) => opener.click()")
