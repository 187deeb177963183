"""What servers and proxies answer instead of a page, and what on a page asks a server."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from playwright.sync_api import Page, Route

from tests.browser.visited import Site, Visit

Answer = Callable[[Route], None]
PROXY = "<html><head><title>{0}</title></head><body><center><h1>{0}</h1></center></body></html>"


def _status(code: int, title: str) -> Answer:
    body = PROXY.format(f"{code} {title}")
    return lambda route: route.fulfill(status=code, body=body, content_type="text/html")


AWAY: Mapping[str, Answer] = {
    "502": _status(502, "Bad Gateway"),
    "504": _status(504, "Gateway Time-out"),
    "connection refused": lambda route: route.abort("connectionrefused"),
}
"""The server is away, whatever is asked."""
FAULTS: Mapping[str, Answer] = {
    **AWAY,
    "403": _status(403, "Forbidden"),
    "413": _status(413, "Request Entity Too Large"),
    "500": _status(500, "Internal Server Error"),
    "no HTML": lambda route: route.fulfill(body="OK", content_type="text/plain"),
    "another page": _status(200, "Hotel"),
}

KINDS = r"""
const HTMX = "[hx-get], [hx-post]";
const plain = (text) => (text ?? "").replace(/[?#].*$/, "").replace(/[\w-]{11}(?=\/)|\d+/g, "…");
const isSent = (form) => form.getAttribute("method")?.toLowerCase() === "post";
const kindOf = (element, at) => {
  const verb = element.hasAttribute("hx-post") ? "post" : "get";
  const trigger = element.getAttribute("hx-trigger") ?? "";
  const url = plain(element.getAttribute(`hx-${verb}`)) || plain(at);
  const name = plain(element.getAttribute("name"));
  return [verb, url, plain(trigger), element.localName, name].join(" ");
};
const formOf = (form, at) => `form ${plain(form.getAttribute("action")) || plain(at)}`;
const kindsOf = (page, at) => [
  ...[...page.querySelectorAll(HTMX)].map((one) => kindOf(one, at)),
  ...[...page.forms].filter(isSent).map((form) => formOf(form, at)),
];
"""
"""Names what asks by htmx and the forms that are sent, each by its kind."""
READ_ALL = f"""
async (paths) => {{
  {KINDS}
  const all = {{}};
  for (const path of paths) {{
    const text = await (await fetch(path)).text();
    all[path] = kindsOf(new DOMParser().parseFromString(text, "text/html"), path);
  }}
  return all;
}}
"""
UNFOLD = "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"
SAID = """[...document.querySelectorAll(".fault, .connection:not([hidden])")]
  .find((one) => one.checkVisibility())"""
SAY = f"""
const said = async (again) => {{
  for (let tries = 0; tries < 120; tries++) {{
    await new Promise((resolve) => setTimeout(resolve, 25));
    const line = {SAID};
    if (line) {{
      const text = line.textContent;
      if (line.matches(".fault")) line.remove();
      else line.hidden = true;
      return text;
    }}
    if (tries % 8 === 7) again();
  }}
  return "";
}};
"""
"""Returns what the page says within three seconds, and takes it off."""
PRESS = f"""
async (kind) => {{
  {KINDS}
  {SAY}
  const all = [...document.querySelectorAll(HTMX)];
  const alike = all.filter((one) => kindOf(one, location.pathname) === kind);
  const element = alike.find((one) => one.checkVisibility());
  if (!element) return null;
  const spec = (element.getAttribute("hx-trigger") ?? "").split(",")[0].trim();
  const [name] = (spec || "click").split(/[\\s\\[]/);
  const [, closest, selector] = /from:(closest )?(\\S+)/.exec(spec) ?? [];
  const found = closest ? element.closest(selector) : document.querySelector(selector ?? "nothing");
  const source = selector ? found : element;
  if (!source) return null;
  const fire = () => {{
    if (/\\bchanged\\b/.test(spec)) source.value += "1";
    source.noValidate = true;
    if (source.matches("form") && !spec) source.requestSubmit();
    else if (name === "click") source.click();
    else source.dispatchEvent(new Event(name, {{ bubbles: name !== "poll" }}));
  }};
  fire();
  return said(() => name === "poll" && fire());
}}
"""
"""Presses or changes what is of a kind, and returns what is said; null for what is not visible."""
SEND = f"""
async (kind) => {{
  {KINDS}
  {SAY}
  const all = [...document.forms].filter(isSent);
  const form = all.find((one) => formOf(one, location.pathname) === kind);
  if (!form?.checkVisibility()) return null;
  form.noValidate = true;
  form.requestSubmit();
  return said(() => {{}});
}}
"""
"""Sends the form of a kind in the same manner."""


@dataclass
class Fault:
    """The fault that a page is answered with now, and what it concerns."""

    answer: Answer | None = None
    concerns: Callable[[Route], bool] = field(default=lambda _: True)

    def on(self, page: Page) -> "Fault":
        """Stand between a page and its server."""
        page.route("**/*", self._meet)
        return self

    def _meet(self, route: Route) -> None:
        if self.answer is not None and self.concerns(route):
            self.answer(route)
        else:
            route.continue_()


def asks_by_htmx(route: Route) -> bool:
    """Tell whether htmx or a script in its stead asks."""
    return "hx-request" in route.request.headers


def is_sent(route: Route) -> bool:
    """Tell whether a form is sent."""
    return route.request.method == "POST"


def declared(site: Site, visits: list[Visit]) -> dict[str, list[str]]:
    """Return the kinds of what asks on each page that its owner sees, by the page's address."""
    paths = list(dict.fromkeys(v.address for v in visits if not (v.is_public or v.template)))
    site.page.goto(site.address)
    found: dict[str, list[str]] = site.page.evaluate(READ_ALL, paths)
    return found
