"""The pages of the documentation as they are written, for a clone in which the site is not built.

The site has more: a search, and the reference, whose place the pages of the application take here.
"""

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import normpath

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt

from schedweb.base import config

PAGES = config.FILES / "docs" / "pages"
REFERENCE = {"algorithms": "algorithms", "metrics": "glossary", "bounds": "glossary"}
"""Pages of the reference that the application has itself, with the names of their addresses."""
_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
"""Pages are ours, drawings in them too."""
_HERE = (
    ('<svg class="drawing"', "<svg"),
    ("<table>", '<div class="table-box" tabindex="0" role="region" aria-label="Table"><table>'),
    ("</table>", "</table></div>"),
)
"""What is written otherwise here than in the site: drawings of the application look otherwise, and
its tables are moved by themselves where a window is narrower."""
_MADE = re.compile(r"^\{\{ *(\w+) +([\w-]+) *\}\}$", re.MULTILINE)
"""What the site fills in: a figure, claims or an example."""


@dataclass(frozen=True)
class PlainPage:
    """A page, by its path without an ending; the path of a folder is `index`."""

    path: PurePosixPath

    @classmethod
    def at(cls, address: str) -> "PlainPage | None":
        """Return the page at an address below the documentation, if there is one."""
        asked = normpath(f"/{address}").lstrip("/")
        for path in (asked, f"{asked}/index"):
            page = cls(PurePosixPath(path.lstrip("/")))
            if page in every_page():
                return page
        return None

    @property
    def url(self) -> str:
        """Its address."""
        path = self.path.parent if self.path.name == "index" else self.path
        return reverse("documentation") + ("" if str(path) == "." else f"{path}/")

    @property
    def text(self) -> str:
        """Its Markdown."""
        return (PAGES / f"{self.path}.md").read_text("utf-8")

    @property
    def title(self) -> str:
        """Its first heading."""
        return self.text.lstrip("# ").partition("\n")[0]

    @property
    def html(self) -> SafeString:
        """What a browser shows; headings have the places that links of the site name."""
        text = _MADE.sub(_instead, self.text)
        tokens = _MARKDOWN.parse(text)
        for token, following in zip(tokens, [*tokens[1:], None], strict=True):
            if token.type == "heading_open" and following is not None:
                token.attrs["id"] = slugify(following.content)
            for inner in token.children or ():
                if inner.type == "link_open":
                    inner.attrs["href"] = self._target(str(inner.attrs["href"]))
                if inner.type == "image":
                    place = normpath(str(self.path.parent / str(inner.attrs["src"])))
                    inner.attrs["src"] = f"{reverse('documentation')}{place}"
        html: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
        for there, here in _HERE:
            html = html.replace(there, here)
        return mark_safe(html)

    def _target(self, href: str) -> str:
        """Return where a link leads: to another page, or to what the application has instead."""
        path, _, place = href.partition("#")
        if "://" in path or not path.endswith(".md"):
            return href
        named = normpath(str(self.path.parent / path.removesuffix(".md")))
        found = PlainPage(PurePosixPath(named))
        if found in every_page():
            return f"{found.url}#{place}" if place else found.url
        at = REFERENCE.get(found.path.name, "documentation")
        return reverse(at)


def picture(address: str) -> Path | None:
    """Return the file of a picture that pages show, at an address below the documentation."""
    found = [path for path in Path(PAGES).rglob("*.png") if str(path.relative_to(PAGES)) == address]
    return found[0] if found else None


def _instead(made: re.Match[str]) -> str:
    """Return what stands for something that the site makes."""
    kind, key = made.groups()
    if kind == "example":
        code = (
            config.FILES
            / "algorithms"
            / "parsched"
            / "policies"
            / "external"
            / "examples"
            / f"{key}.py"
        ).read_text()
        return f"```python\n{code}```"
    return f"[{kind.capitalize()} of this study]({reverse('studies')})"


def every_page() -> list[PlainPage]:
    """Return the written pages, pages of a folder after its first page."""
    found = (path.relative_to(PAGES).with_suffix("") for path in Path(PAGES).rglob("*.md"))
    order = sorted(found, key=lambda path: (path.parts[:-1], path.name != "index", path.name))
    return [PlainPage(PurePosixPath(*path.parts)) for path in order]


def chapters() -> list[tuple[PlainPage, list[PlainPage]]]:
    """Return all pages, pages of a folder below its first page."""
    found: list[tuple[PlainPage, list[PlainPage]]] = []
    for page in every_page():
        in_folder = len(page.path.parts) > 1 and page.path.name != "index"
        if in_folder and found and found[-1][0].path.parent == page.path.parent:
            found[-1][1].append(page)
        else:
            found.append((page, []))
    return found
