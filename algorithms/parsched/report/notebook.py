"""Results as notebooks show them: each kind as HTML, and as a figure of matplotlib."""

from base64 import b64encode
from functools import singledispatch
from html import escape
from typing import Any

from parsched.base.errors import UnknownKeyError
from parsched.base.extras import MissingPackageError
from parsched.report.figure import Figure, GanttFigure
from parsched.report.printing import Sheet
from parsched.report.printing.files import drawers
from parsched.report.records import Records
from parsched.report.registry import Drawable, Report, declared_report
from parsched.report.table import Table
from parsched.report.writers import html as written
from parsched.run.result import Result


@singledispatch
def html(shown: object) -> str:
    """Return what a notebook shows."""
    return f"<pre>{escape(repr(shown))}</pre>"


@html.register
def _table(shown: Table) -> str:
    return written(shown)


@html.register(Figure)
@html.register(GanttFigure)
def _figure(shown: Drawable) -> str:
    title = escape(shown.title)
    try:
        picture = b64encode(shown.printed("png", Sheet(width="text"))).decode("ascii")
    except MissingPackageError as error:  # tables can be shown without a package that draws
        return f"<p><small>{title}: {escape(str(error))}</small></p>"
    return f'<img alt="{title}" src="data:image/png;base64,{picture}">'


@html.register
def _report(shown: Report) -> str:
    tables = (table for table in shown.tables if not table.is_for_programs)
    parts = [
        *(f"<p>{escape(sentence)}</p>" for sentence in shown.sentences),
        *map(written, tables),
        *map(html, shown.drawables),
        *(f"<p><small>{escape(note)}</small></p>" for note in shown.notes),
    ]
    return "\n".join(parts)


@html.register
def _records(shown: Records) -> str:
    return html(declared_report("results").of(shown, {}))


@html.register
def _result(shown: Result) -> str:
    records = _alone(shown)
    return f"{html(records)}\n{html(drawable(records))}"


def _alone(result: Result) -> Records:
    return Records.of([(result.label, result)])


@singledispatch
def drawable(plotted: object, key: str = "") -> Drawable:
    """Return the figure of that key, or the first."""
    raise UnknownKeyError(f"there is nothing to draw of {plotted!r}")


@drawable.register(Figure)
@drawable.register(GanttFigure)
def _itself(plotted: Drawable, key: str = "") -> Drawable:
    if key not in ("", plotted.key):
        raise UnknownKeyError(f"{plotted!r} has no figure {key!r}; there is: {plotted.key}")
    return plotted


@drawable.register
def _of_report(plotted: Report, key: str = "") -> Drawable:
    return plotted.figure(key)


@drawable.register
def _of_records(plotted: Records, key: str = "") -> Drawable:
    report, _, figure = key.partition("/")
    return declared_report(report or "gantt").of(plotted, {}).figure(figure)


@drawable.register
def _of_result(plotted: Result, key: str = "") -> Drawable:
    return drawable(_alone(plotted), key)


def plotted(shown: object, key: str, width: Any, theme: Any) -> Any:
    """Return a figure as one of matplotlib; see `Plotted.plot`."""
    sheet = Sheet(width=width, theme=theme)
    return drawers().page_of(drawable(shown, key), sheet)
