"""Dutot, Eyraud, Mounié and Trystram (2004): DEMT on 200 processors, Figures 3 to 7."""

from algorithms.studies.papers.demt import ours
from algorithms.studies.papers.demt.claims import CLAIMS
from algorithms.studies.papers.demt.experiments import FORMS, models, plots, times
from algorithms.studies.registry import declare
from algorithms.studies.study import Study

STUDY = declare(
    Study(
        key="demt",
        paper="000",
        title="DEMT against lists, Gang and Sequential",
        about="Batches of doubling length for makespan and Σ w·C together, on four models of "
        "moldable jobs: Figures 3 to 7 of Dutot et al. (2004), and every statement of their text.",
        cites=("dutot2004",),
        parts=(*models(), *times()),
        plots=plots(),
        claims=CLAIMS,
        average="ratio_of_sums",
        forms=FORMS,
        choices=(
            "Sizes are “from 25 to 400”; which ones is not printed: 25, 50, 100, 200, 300, 400.",
            "“Highly parallel” jobs have X around 0.1 and “weakly parallel” ones around 0.9: the "
            "paper's labels contradict its formula.",
            "As printed: the K + 1 batches of the paper, compacted by a list. Repaired: batches go "
            "on until no job is left. Ours: the compaction with the lowest Σ w·C of those that end "
            "by 2λ.",
            "How small jobs are merged, the order within a batch and the shuffles are not printed.",
            "The bound on Σ w·C is the linear program as printed, which is no lower bound.",
        ),
    )
)
BESIDE = declare(
    Study(
        key="demt-ours",
        paper="000",
        title="DEMT beside what is possible today",
        about="The instances of Dutot et al. (2004) again: DEMT as printed and with our "
        "compaction, Smith's rule, price-guided lists and the three shelves, with Σ w·C over the "
        "price bound instead of the paper's linear program.",
        cites=("dutot2004",),
        parts=ours.parts(),
        plots=ours.plots(),
        claims=ours.CLAIMS,
        average="ratio_of_sums",
        choices=(
            "Instances are those of the study of the paper: the same seeds, sizes and models.",
            "The price bound takes most of the computing time, so this is a study of its own.",
        ),
    )
)
