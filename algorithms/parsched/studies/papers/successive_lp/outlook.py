"""What Chrétien et al. (2012) leave for later: Split Bregman iterations, and two levels of jobs."""

from parsched.studies.claims import Claim
from parsched.studies.instances import Generated
from parsched.studies.judges import Better, Gain, Trend
from parsched.studies.papers.successive_lp.experiments import (
    EXACT,
    HYBRID,
    KINDS,
    LTF_METHOD,
    MIDDLE,
    RATIO,
    TIME,
)
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

BREGMAN, TWO_LEVEL = "Split Bregman", "Two levels"
_OPTIONS = "placement=serial,lower_bound=printed"
METHODS = (
    LTF_METHOD,
    Method(f"slp-hybrid:{_OPTIONS}", HYBRID),
    Method(f"slp-bregman:{_OPTIONS}", BREGMAN),
    Method(f"slp-two-level:{_OPTIONS}", TWO_LEVEL),
)
PROGRAMS = "lps"
PARTS = tuple(f"outlook-{kind}" for kind in KINDS.values())
WORSE = 0.01
"""By how much a makespan may be longer and still count as as good."""


def parts() -> tuple[Part, ...]:
    """Return the parts of rigid and of moldable jobs, on the instances of Figures 3 and 5."""
    return tuple(
        Part(
            key=f"outlook-{word}",
            title=f"64 processors, {word}",
            instances=Generated(
                generator="paper-uniform",
                jobs=MIDDLE,
                processors=(64,),
                params={"profile": kind},
            ),
            methods=METHODS,
            measures=(RATIO, TIME, PROGRAMS, EXACT),
            repetitions=10,
        )
        for kind, word in KINDS.items()
    )


def plots() -> tuple[StudyPlot, ...]:
    """Return all pictures."""
    return tuple(
        StudyPlot(
            figure=key,
            key=f"{key}-{word}",
            title=f"{title}, {word} jobs",
            parts=(f"outlook-{word}",),
            measure=measure,
            methods=() if key in ("quality", "time") else (HYBRID, BREGMAN, TWO_LEVEL),
            logarithmic=key in ("time", "programs"),
        )
        for key, title, measure in (
            ("quality", "Makespan over its bound", RATIO),
            ("time", "Computing time", TIME),
            ("programs", "Linear programs", PROGRAMS),
            ("exact", "Jobs that linear programs do not split", EXACT),
        )
        for word in KINDS.values()
    )


def _as_good(method: str) -> Gain:
    return Gain(measure=RATIO, parts=PARTS, method=method, than=HYBRID, low=-WORSE, high=1.0)


CLAIMS = (
    Claim(
        key="bregman-time",
        text="Split Bregman iterations take less computing time than the hybrid form.",
        where="§6",
        published="“to speed up the solving time”, not measured",
        judges=(
            Better(
                measure=TIME,
                parts=PARTS,
                method=BREGMAN,
                than=(HYBRID,),
                between={"jobs": (32, 64)},
            ),
        ),
        reason="A step of it is a linear program as well, and it splits more jobs, so that more "
        "programs are needed until a schedule is found.",
    ),
    Claim(
        key="bregman-quality",
        text="Its schedules are as good as those of the hybrid form.",
        reading="at most 1 % longer, on average at each size",
        where="§6",
        published="not measured",
        judges=(_as_good(BREGMAN),),
    ),
    Claim(
        key="bregman-exact",
        text="It leaves more jobs whole than the gradient of the hybrid form.",
        where="§6",
        published="not measured",
        judges=(
            Better(
                measure=EXACT,
                parts=PARTS,
                method=BREGMAN,
                than=(HYBRID,),
                between={"jobs": (32, 64)},
            ),
        ),
        reason="On this polytope the sum of all shares is constant, so shrinking has nothing to "
        "choose.",
    ),
    Claim(
        key="two-level-time",
        text="Two levels take less computing time than the hybrid form.",
        reading="at most half of it, from 32 jobs on",
        where="§6",
        published="not measured",
        judges=(
            Better(
                measure=TIME,
                parts=PARTS,
                method=TWO_LEVEL,
                than=(HYBRID,),
                by=0.5,
                between={"jobs": (32, 64)},
            ),
        ),
    ),
    Claim(
        key="two-level-quality",
        text="Their schedules are as good as those of the hybrid form.",
        reading="at most 1 % longer, on average at each size",
        where="§6",
        published="not measured",
        judges=(_as_good(TWO_LEVEL),),
    ),
    Claim(
        key="two-level-growth",
        text="The computing time of two levels still grows fast with the number of jobs.",
        reading="at least tenfold from 16 to 64 jobs",
        where="§6",
        published="not measured",
        judges=(
            Trend(
                measure=TIME,
                parts=PARTS,
                method=TWO_LEVEL,
                along="jobs",
                form="grows",
                factor=10.0,
            ),
        ),
    ),
)
