"""Small studies that tests run in a moment."""

from dataclasses import replace
from typing import Any

from parsched.studies import Cells, Generated, Method, Part, Study, StudyPlot, run
from parsched.studies.claims import Claim
from parsched.studies.judges import Better, Level
from parsched.studies.printed import PrintedColumn, PrintedLine, PrintedTable

INSTANCES = Generated(generator="paper-uniform", jobs=(5, 10), processors=(16,))
LISTS = Part(
    key="lists",
    title="lists",
    instances=INSTANCES,
    methods=("ltf:placement=serial", Method("ltf", "LTF")),
    measures=("makespan/simple", "mean_flow"),
    repetitions=3,
)
DRAWN = Part(
    key="drawn",
    title="drawn",
    instances=Generated(generator="weak", jobs=(6,), processors=(8,)),
    methods=("demt:shuffles=3", "gang"),
    measures=("makespan/dual", "sum_weighted_completion/paper_lp"),
    repetitions=2,
)
TABLE = PrintedTable(
    key="table-1",
    number="Table 1",
    title="Lists",
    columns=tuple(
        PrintedColumn(title=label, methods=(label,)) for label in ("ltf:placement=serial", "LTF")
    ),
    lines=(
        PrintedLine(
            title="flow",
            form="degradation",
            published=(12, 0),
            measures=("mean_flow",),
            parts=("lists",),
        ),
        PrintedLine(title="elsewhere", form="value", published=("–", 1.5), measures=("mean_flow",)),
    ),
)
STUDY = Study(
    key="small",
    title="Small",
    parts=(LISTS, DRAWN),
    plots=(
        StudyPlot(
            figure="fig1",
            key="fig1-makespan",
            title="Makespan",
            parts=("lists",),
            measure="makespan/simple",
        ),
        StudyPlot(
            figure="fig2",
            key="fig2-makespan",
            title="Makespan",
            parts=("drawn",),
            measure="makespan/dual",
        ),
    ),
    tables=(TABLE,),
    claims=(
        Claim(
            key="better",
            text="Graham is better than serial.",
            where="here",
            published="better",
            judges=(
                Better(
                    measure="makespan/simple",
                    parts=("lists",),
                    method="LTF",
                    than=("ltf:placement=serial",),
                ),
            ),
        ),
        Claim(
            key="level",
            text="DEMT is below 3.",
            where="there",
            published="3",
            judges=(
                Level(measure="makespan/dual", parts=("drawn",), method="demt:shuffles=3", high=3),
            ),
        ),
    ),
)


def computed(study: Study = STUDY, processes: int = 1, **changes: Any) -> Cells:
    """Return the cells of a study, all computed."""
    cells = Cells(replace(study, **changes) if changes else study)
    run(cells, lambda unit, row: None, processes=processes)
    return cells
