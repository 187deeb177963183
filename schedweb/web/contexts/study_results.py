"""What came out of a study, in short: its answer card, and the means of its methods."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from parsched.report.answer import WARNING, Answer, Chip
from parsched.report.palette import style
from parsched.report.phrases import counted
from parsched.report.units import percent
from parsched.studies.headline import interval_of
from parsched.studies.means import Means
from parsched.studies.measures import Measure
from schedweb.studies.answers import answered
from schedweb.web.contexts.answer import AnswerCard
from schedweb.web.contexts.method_rail import MethodRail
from schedweb.web.contexts.study_workspace import RailMethod, StudyWorkspace


def card_of(workspace: StudyWorkspace, failed: int = 0) -> AnswerCard:
    """Return the answer card of a study; `failed` is the number of its instances that failed."""
    if workspace.mark:
        chip = Chip("numbers of an older version", WARNING, workspace.mark)
        answer = Answer(workspace.study.title, workspace.mark, measures=(), chips=(chip,))
        return AnswerCard(answer, {}, pictures=(), schedules="")
    answer = answered(workspace.study, workspace.content, workspace.baseline.label)
    if failed:
        text = f"{counted(failed, 'instance')} failed"
        chip = Chip(text, WARNING, "Why is said above the results; they can be computed again.")
        answer = replace(answer, chips=(*answer.chips, chip))
    looks = {
        method.label: workspace.looks[method.key]
        if method.key in workspace.drawn
        else style(method.algorithm)
        for method in workspace.methods
    }
    return AnswerCard(answer, looks, pictures=(), schedules="")


@dataclass(frozen=True)
class MeanCell:
    """A mean as text, how far it is from the baseline's mean, and whether it is the best."""

    text: str
    behind: str
    is_best: bool


@dataclass(frozen=True)
class MethodMeans:
    """The means of one method."""

    method: RailMethod
    color: str
    is_baseline: bool
    cells: Sequence[MeanCell]


@dataclass(frozen=True)
class MeansTable:
    """The means of one part: a column for each measure, a line for each visible method."""

    title: str
    columns: Sequence[tuple[Measure, str]]
    lines: Sequence[MethodMeans]
    note: str


def tables_of(workspace: StudyWorkspace) -> list[MeansTable]:
    """Return the means of every part, methods in the order of the rail."""
    rail = MethodRail("", workspace)
    shown = [item for item in rail.in_order() if item.key not in workspace.view.hide]
    titles = workspace.study.declared.titles
    parts = dict.fromkeys(one.part for one in workspace.means)
    return [
        _table(workspace, titles[part], [m for m in workspace.means if m.part == part], shown)
        for part in parts
    ]


def _table(
    workspace: StudyWorkspace, title: str, means: Sequence[Means], methods: Sequence[RailMethod]
) -> MeansTable:
    lines = [
        MethodMeans(
            method=method,
            color=workspace.looks[method.key].color,
            is_baseline=method == workspace.baseline,
            cells=[
                _cell(one, method.label, workspace.baseline.label, is_ranked=not workspace.mark)
                for one in means
            ],
        )
        for method in methods
        if any(method.label in one.values for one in means)
    ]
    columns = [(one.declared, one.unit.name) for one in means]
    return MeansTable(title, columns, lines, _note(means))


def _cell(means: Means, label: str, baseline: str, *, is_ranked: bool) -> MeanCell:
    if label not in means.values:
        return MeanCell("–", "", is_best=False)
    behind = means.behind(label, baseline) if is_ranked and label != baseline else None
    return MeanCell(
        means.text(label),
        "" if behind is None else percent(100 * behind),
        is_best=is_ranked and means.is_best(label),
    )


def _note(means: Sequence[Means]) -> str:
    """Say over what the means are, and what is left out of them."""
    over = {one.declared.title: (one.instances, one.left_out) for one in means}
    pairs: dict[Any, list[str]] = {}
    for title, pair in over.items():
        pairs.setdefault(pair, []).append(title)
    sentences = []
    for (instances, left_out), titles in pairs.items():
        which = f" of {', '.join(titles)}" if len(pairs) > 1 else ""
        left = f"; {left_out:,} without a value for some method left out" if left_out else ""
        sentences.append(f"Means{which} over {counted(instances, 'instance')} of all values{left}.")
    kinds = dict.fromkeys(map(interval_of, means))
    return " ".join([*sentences, *filter(None, kinds)])
