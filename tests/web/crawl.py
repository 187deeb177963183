"""Reads every page that answers GET, and learns the parameters that it knows."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import islice, product
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode, urljoin, urlsplit

import pytest
from django.db import transaction
from django.http import Http404, QueryDict
from django.test import Client
from django.urls import ResolverMatch, URLPattern, URLResolver, get_resolver

from tests.web.pages import Page

LINKS = ("href", "src", "action", "hx-get", "data-figure")
FIELDS = ("input", "select", "textarea", "button")
ENCODED = "application/x-www-form-urlencoded"
OF_OTHERS = ("admin/", "accounts/", "api/v1/")
"""Pages of Django's own, and the API, whose parameters its document describes."""
MOST_TRIED = 20
"""Addresses of a pattern that are tried until one is there."""
SLOT = re.compile(r"([\w-]+)/<(?:\w+:)?(\w+)>")


@dataclass
class Known:
    """A page: its address, the function that answers, and a value of each parameter it knows."""

    path: str
    view: Any
    status: int = 0
    values: dict[str, str] = field(default_factory=dict)

    def learn(self, values: dict[str, str]) -> None:
        """Keep a value of each parameter that is not empty, if there is any."""
        for name, value in values.items():
            self.values[name] = self.values.get(name) or value


class Crawl:
    """Follows the links of pages, and finds one page of each address of the configuration.

    Parameters of a page come from links to it, from forms that are sent to it, and from what its
    view asked for while it answered.
    """

    def __init__(self, client: Client, patch: pytest.MonkeyPatch) -> None:
        client.raise_request_exception = False
        self.client = client
        self.pages: dict[str, Known] = {}
        self.forms: dict[str, Known] = {}
        self.failed: list[str] = []
        self._asked: set[str] = set()
        for name in ("__getitem__", "__contains__", "getlist"):
            patch.setattr(QueryDict, name, self._noting(getattr(QueryDict, name)), raising=False)

    def _noting(self, method: Any) -> Any:
        def noted(query: QueryDict, name: Any, *rest: Any) -> Any:
            if isinstance(name, str):
                self._asked.add(name)
            return method(query, name, *rest)

        return noted

    def ask(self, page: Known, query: str = "") -> Any:
        """Get a page, note what its view asks for, and whether it is an error of ours."""
        self._asked = set()
        return self._noted(page, query, self.client.get(f"{page.path}?{query}"))

    def send(self, form: Known, body: str) -> None:
        """Send a form, undo what it did, and note the same as of a page."""
        self._asked = set()
        with transaction.atomic():
            answer = self.client.post(form.path, body, content_type=ENCODED)
            transaction.set_rollback(True)
        self._noted(form, body, answer)

    def _noted(self, page: Known, sent: str, answer: Any) -> Any:
        page.learn(dict.fromkeys(self._asked, ""))
        if answer.streaming:
            answer.getvalue()  # read to its end, a file is closed
        if answer.status_code >= 500:
            self.failed.append(f"{page.path}?{sent[:150]}: {answer.exc_info!r:.300}")
        return answer

    def follow(self, *beginnings: str) -> None:
        """Read the pages at some addresses and what they link to, one page of each pattern."""
        waiting = list(beginnings)
        while waiting:
            parts = urlsplit(waiting.pop(0))
            if (match := _match(parts.path)) is None:
                continue
            is_new = match.route not in self.pages
            page = self.pages.setdefault(match.route, Known(parts.path, _function(match.func)))
            page.learn(dict(parse_qsl(parts.query, keep_blank_values=True)))
            if is_new:
                answer = self.ask(page, parts.query)
                page.status = answer.status_code
                waiting += _linked(answer, parts.path)
                self._learn_forms(answer, parts.path)

    def _learn_forms(self, answer: Any, base: str) -> None:
        # Fields come behind the tag of their form, so all of the page is read first.
        for address, values in list(_sent(answer, base)):
            if match := _match(urlsplit(address).path):
                form = Known(urlsplit(address).path, _function(match.func))
                self.forms.setdefault(match.route, form).learn(values)

    def fill(self) -> None:
        """Read pages of patterns that no link leads to, with what stands in the addresses of
        others at the same place."""
        words: dict[tuple[str, str], set[str]] = defaultdict(set)
        for route, page in self.pages.items():
            match = _match(page.path)
            assert match is not None
            for slot in SLOT.finditer(route):
                words[slot[1], slot[2]].add(str(match.kwargs[slot[2]]))
        for route in sorted(set(_routes()) - set(self.pages)):
            choices = [sorted(words[slot[1], slot[2]]) for slot in SLOT.finditer(route)]
            addresses = (_filled(route, chosen) for chosen in islice(product(*choices), MOST_TRIED))
            self.follow(*islice(filter(self._is_there, addresses), 1))

    def _is_there(self, address: str) -> bool:
        answer = self.client.get(address)
        if answer.streaming:
            answer.getvalue()  # read to its end, a file is closed
        return bool(answer.status_code != HTTPStatus.NOT_FOUND)


def _filled(route: str, words: Iterable[str]) -> str:
    """Return an address of a pattern, with words in its slots."""
    left = iter(words)

    def fill(slot: re.Match[str]) -> str:
        return f"{slot[1]}/{quote(next(left))}"

    return "/" + SLOT.sub(fill, route)


def _match(path: str) -> ResolverMatch | None:
    """Return what answers at an address, unless it is a page of others."""
    try:
        found = get_resolver().resolve(unquote(path))
    except Http404:
        return None
    return None if found.route.startswith(OF_OTHERS) else found


def _function(view: Any) -> Any:
    """Return the function within a view: several addresses share it, and what it asks for."""
    while inner := getattr(view, "__wrapped__", None) or getattr(view, "func", None):
        view = inner
    return view


def _linked(answer: Any, base: str) -> Iterator[str]:
    """Yield the addresses that a page links to, and each form's address with each of its fields."""
    if not answer.get("Content-Type", "").startswith("text/html"):
        return
    form = None
    for tag, attributes in Page(answer.content.decode()).tags:
        targets = [attributes.get(name) or "#" for name in LINKS]
        yield from (urljoin(base, to) for to in targets if not re.match(r"#|\w+:|//", to))
        if tag == "form":
            is_get = (attributes.get("method") or "get").lower() == "get"
            form = (
                (attributes.get("hx-get") or attributes.get("action") or base) if is_get else None
            )
        elif form and tag in FIELDS and (name := attributes.get("name")):
            yield f"{urljoin(base, form)}?{urlencode({name: attributes.get('value') or ''})}"


def _sent(answer: Any, base: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield where each form of a page is sent by POST, and its fields with their values."""
    if not answer.get("Content-Type", "").startswith("text/html"):
        return
    values: dict[str, str] = {}
    for tag, attributes in Page(answer.content.decode()).tags:
        if tag == "form":
            values = {}
        if tag == "form" and (attributes.get("method") or "").lower() == "post":
            yield urljoin(base, attributes.get("action") or base), values
        if target := attributes.get("hx-post") or attributes.get("formaction"):
            yield urljoin(base, target), values
        if tag in FIELDS and (name := attributes.get("name")):
            values[name] = attributes.get("value") or ""


def _routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    """Yield the patterns of all our pages."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _routes(each.url_patterns, route)
        elif isinstance(each, URLPattern) and not route.startswith(OF_OTHERS):
            yield route
