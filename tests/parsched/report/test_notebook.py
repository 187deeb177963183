"""What notebooks show of results, and figures of matplotlib."""

import sys
from typing import Any

import pytest
from matplotlib.figure import Figure as Page

import parsched as sched
from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.base.extras import MissingPackageError
from parsched.report.notebook import drawable
from parsched.report.notebook import html as shown
from parsched.report.printing.files import DRAWERS

INSTANCE = sched.Instance(sched.generate("uniform", jobs=12, processors=8), sched.Platform.of(8))
PICTURE = 'src="data:image/png;base64,iVBORw0KGgo'


@pytest.fixture(scope="module")
def records() -> Any:
    return sched.compare(INSTANCE, "ltf", "lptf")


def test_each_kind_is_html(records: Any) -> None:
    two = sched.report("two-criteria", records)
    result = sched.solve(INSTANCE, "ltf")
    assert "<table>" in records._repr_html_()
    assert PICTURE not in records._repr_html_()
    assert two.table()._repr_html_().startswith("<table>")
    assert PICTURE in two._repr_html_()
    assert PICTURE in two.figures[0]._repr_html_()
    assert PICTURE in sched.report("gantt", records).gantts[0]._repr_html_()
    assert PICTURE in result._repr_html_()
    assert "<table>" in result._repr_html_()


def test_tables_are_shown_where_matplotlib_is_not_installed(
    records: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, two = sched.solve(INSTANCE, "ltf"), sched.report("two-criteria", records)
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, DRAWERS, raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for one in (result, two, two.figures[0]):
        page = one._repr_html_()
        assert "matplotlib is not installed: pip install &#x27;schedweb[figures]&#x27;" in page
        assert ("<table>" in page) == (one is not two.figures[0])
        assert PICTURE not in page
        with pytest.raises(MissingPackageError, match=r"pip install 'schedweb\[figures\]'"):
            one.plot()


def test_text_of_results_is_no_markup() -> None:
    records = sched.compare(INSTANCE, "ltf", title="<b>x</b>")
    assert "<b>x</b>" not in records._repr_html_()
    assert shown("<b>") == "<pre>&#x27;&lt;b&gt;&#x27;</pre>"


def test_everything_plots_as_a_figure_of_matplotlib(records: Any) -> None:
    two = sched.report("two-criteria", records)
    result = sched.solve(INSTANCE, "ltf")
    pages: tuple[Any, ...] = (
        records.plot(),
        records.plot("two-criteria"),
        records.plot(f"two-criteria/{two.figures[0].key}", width="slide", theme="dark"),
        result.plot(),
        two.plot(two.figures[0].key),
        two.figures[0].plot(),
    )
    for page in pages:
        assert isinstance(page, Page)
        shown: Any = page
        assert shown._repr_png_().startswith(b"\x89PNG")
    assert records.plot(width="column").get_size_inches()[0] == 3.5


def test_a_figure_that_is_not_there_is_named(records: Any) -> None:
    two = sched.report("two-criteria", records)
    with pytest.raises(UnknownKeyError, match="no report is called 'x'"):
        records.plot("x")
    with pytest.raises(UnknownKeyError, match="has no figure 'x'; there are"):
        records.plot("two-criteria/x")
    with pytest.raises(UnknownKeyError, match="has no figure 'x'; there is"):
        two.figures[0].plot("x")
    with pytest.raises(UnknownKeyError, match="nothing to draw"):
        drawable(two.table())
    assert not hasattr(two.table(), "plot")
    with pytest.raises(ParameterError, match="width"):
        records.plot(width="wide")
