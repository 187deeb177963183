"""Dutot, Eyraud, Mounié and Trystram (2004): DEMT on 200 processors, Figures 3 to 7."""

from parsched.studies.papers.demt import ours, text
from parsched.studies.papers.demt.claims import CLAIMS
from parsched.studies.papers.demt.experiments import FORMS, models, plots, times
from parsched.studies.registry import declare
from parsched.studies.study import Study

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

TEXT = declare(
    Study(
        key="demt-text",
        paper="000",
        title="What else is said of DEMT",
        about="Statements of Dutot et al. (2004) beside their figures: batches of jobs that "
        "arrive, where Gang is optimal, the worst case, SAF, Σ w·C that is insensitive to the "
        "jobs, and the complexity.",
        cites=("dutot2004", "shmoys1995"),
        average="ratio_of_sums",
        parts=text.parts(),
        plots=text.plots(),
        claims=text.CLAIMS,
        choices=(
            "Jobs of the figures are the same: the same seeds, sizes and models.",
            "Arrivals are not printed: exponential gaps, at four loads on 32 processors.",
            "Which cases are simple and which complex is not printed: the weakly and highly "
            "parallel jobs, and the Cirne–Berman-like ones.",
            "K is that of the largest λ that is refuted in place of C*, which is up to 1.001 times "
            "as long.",
        ),
    )
)
