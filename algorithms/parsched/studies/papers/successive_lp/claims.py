"""What the papers on successive linear programs say of their experiments."""

from parsched.studies.claims import Claim
from parsched.studies.judges import (
    Alike,
    Better,
    LargestGain,
    Level,
    Lower,
    Peak,
    Share,
    Steadier,
    Trend,
)
from parsched.studies.papers.successive_lp.experiments import (
    ALONE,
    EXACT,
    HYBRID,
    LTF,
    PAPER,
    PRINTED,
    RATIO,
    TIME,
    label,
)

PURE = label(ALONE, PRINTED)
HYBRID_SAME = label(HYBRID, PRINTED)
"""The hybrid form with as many programs as successive LP alone."""
HYBRID_PAPER = label(HYBRID, PRINTED, PAPER)
"""The same with as many as the papers have."""

M32, M64, M128 = (tuple(f"m{m}-{kind}" for kind in ("rigid", "moldable")) for m in (32, 64, 128))
WANDERS = (
    "The printed gradient is 0 where a share is 0, so the program flees its own solution and "
    "wanders; the form that works gives costs to all slots."
)
FEWER = f"{WANDERS} With the 15,000 programs of the paper instead of 20 it may do better."


def at(jobs: int, last: int = 0) -> dict[str, tuple[float, float]]:
    """Return limits of the number of jobs."""
    return {"jobs": (jobs, last or jobs)}


FIRST = (
    Claim(
        key="first-try",
        text="The first form, with 60 jobs on 64 processors, is far from the optimum.",
        reading="on average at least a quarter above the bound",
        left_open="how far, and the widths of the jobs",
        where="§5.2",
        published="far from the optimum",
        judges=(Level(measure=RATIO, parts=("first-try",), method=PURE, low=1.25),),
    ),
    Claim(
        key="first-time",
        text="It is very time consuming, too.",
        reading="LTF takes at most a hundredth of its time",
        left_open="the time",
        where="§5.2",
        published="very time consuming",
        judges=(Better(measure=TIME, parts=("first-try",), method=LTF, than=(PURE,), by=0.99),),
    ),
)
FIGURE_1 = (
    Claim(
        key="better-below-25",
        text="On 32 processors, successive LP is better than LTF with fewer than 25 jobs.",
        reading="from 10 to 20 jobs",
        left_open="whether 5 jobs, where LTF is optimal, count",
        where="Fig 1",
        published="better for fewer than 25 jobs",
        judges=(Better(measure=RATIO, parts=M32, method=PURE, than=(LTF,), between=at(10, 20)),),
        reason=FEWER,
    ),
    Claim(
        key="worse-above-25",
        text="On 32 processors, LTF is better than successive LP with more than 25 jobs.",
        reading="from 30 to 45 jobs",
        where="Fig 1",
        published="LTF is better for more than 25 jobs",
        judges=(Better(measure=RATIO, parts=M32, method=LTF, than=(PURE,), between=at(30, 45)),),
    ),
    Claim(
        key="largest-gain",
        text="On 32 processors, successive LP gains up to about 15 % against LTF, with 16 jobs.",
        reading="10 to 20 %, with 10 to 20 jobs",
        where="Fig 1",
        published="up to about 15 %, at 16 jobs",
        judges=tuple(
            LargestGain(
                measure=RATIO,
                parts=(part,),
                method=PURE,
                than=LTF,
                low=0.10,
                high=0.20,
                along="jobs",
                first=10,
                last=20,
            )
            for part in M32
        ),
        reason=FEWER,
    ),
    Claim(
        key="steadier",
        text="Where successive LP is better, the ratios of LTF scatter more.",
        reading="from 10 to 20 jobs, the standard deviation of LTF is the larger one",
        left_open="the printed sentence on the standard deviation of LTF has no verb",
        where="§5.2",
        published="“the standard deviation of LTF”",
        judges=(Steadier(measure=RATIO, parts=M32, method=PURE, than=LTF, between=at(10, 20)),),
        reason=WANDERS,
    ),
    Claim(
        key="ratio-grows",
        text="With rigid and with moldable jobs, the ratio grows with the number of jobs.",
        reading="from each size to the next",
        left_open="whether that is said of successive LP alone",
        where="§5.2",
        published="the ratio increases",
        judges=(Trend(measure=RATIO, parts=M32, method=PURE, along="jobs", form="rises"),),
    ),
    Claim(
        key="ltf-limit",
        text="On 32 processors, LTF tends to 1.1 times the bound from 40 jobs on.",
        reading="1.05 to 1.15",
        where="Fig 1",
        published="1.1",
        judges=(
            Level(measure=RATIO, parts=M32, method=LTF, low=1.05, high=1.15, between=at(40, 45)),
        ),
    ),
    Claim(
        key="optimal-at-5",
        text="On 32 processors, both are optimal with 5 jobs.",
        reading="their makespan is the bound",
        where="Fig 1",
        published="optimal",
        judges=tuple(
            Share(measure=RATIO, parts=M32, method=method, high=1.0, between=at(5))
            for method in (PURE, LTF)
        ),
        reason="With 5 jobs some workloads are wider than the machine, so the longest job is not "
        "the only limit.",
    ),
    Claim(
        key="peak",
        text="On 32 processors, the ratio of LTF has a peak at 15 jobs.",
        reading="it is largest from 10 to 20 jobs",
        where="Fig 1",
        published="a peak at 15",
        judges=tuple(
            Peak(measure=RATIO, parts=(part,), method=LTF, along="jobs", low=10, high=20)
            for part in M32
        ),
    ),
    Claim(
        key="alike",
        text="Rigid and moldable jobs behave alike.",
        reading="means differ by at most 5 % at each size",
        where="Fig 1",
        published="alike",
        judges=tuple(
            Alike(measure=RATIO, parts=M32, method=method, within=0.05) for method in (LTF, PURE)
        ),
    ),
    Claim(
        key="time-15",
        text="Successive LP takes at most 90 s with 15 jobs, and LTF far less.",
        reading="at most a hundredth of it",
        where="Fig 2",
        published="1.5 minutes",
        judges=(
            Share(measure=TIME, parts=M32, method=PURE, high=90.0, between=at(15)),
            Better(measure=TIME, parts=M32, method=LTF, than=(PURE,), by=0.99, between=at(15)),
        ),
    ),
)
FIGURES_3_TO_5 = (
    Claim(
        key="hybrid-64",
        text="On 64 processors, the hybrid form is better than LTF and than successive LP alone.",
        where="Fig 3",
        published="better than both",
        judges=(
            Better(measure=RATIO, parts=M64, method=HYBRID_PAPER, than=(LTF,)),
            Better(measure=RATIO, parts=M64, method=HYBRID_SAME, than=(PURE,)),
        ),
    ),
    Claim(
        key="hybrid-gain",
        text="In the four cases, rigid and moldable jobs on 64 and 128 processors, the hybrid form "
        "gains up to 20 % against LTF.",
        reading="15 to 25 %",
        where="Figs 3 and 4",
        published="up to 20 % in the four cases",
        judges=tuple(
            LargestGain(
                measure=RATIO, parts=(part,), method=HYBRID_PAPER, than=LTF, low=0.15, high=0.25
            )
            for part in (*M64, *M128)
        ),
    ),
    Claim(
        key="ltf-128",
        text="LTF is better on 128 processors with granularity 10 than on 64 with 25.",
        where="Fig 4",
        published="better than with 64",
        judges=tuple(
            Lower(measure=RATIO, parts=pair, method=LTF, between=at(16, 64))
            for pair in zip(M128, M64, strict=True)
        ),
    ),
    Claim(
        key="hybrid-128",
        text="The hybrid form is about the same on both machines.",
        reading="within 5 % at each size",
        where="Fig 4",
        published="about the same",
        judges=tuple(
            Alike(measure=RATIO, parts=pair, method=HYBRID_PAPER, within=0.05, between=at(16, 64))
            for pair in zip(M64, M128, strict=True)
        ),
    ),
    *(
        Claim(
            key=f"exact-{m}-{jobs}",
            text=f"On {m} processors with {jobs} jobs, linear programs leave {share:.0%} of the "
            "jobs whole.",
            reading=f"from {share - 0.05:.0%} to {share + 0.05:.0%}",
            left_open="whether of rigid or of moldable jobs, and of which programs",
            where="§5.3",
            published=f"{share:.0%}",
            judges=(
                Level(
                    measure=EXACT,
                    parts=(f"m{m}-rigid",),
                    method=HYBRID_PAPER,
                    low=share - 0.05,
                    high=share + 0.05,
                    between=at(jobs),
                ),
            ),
        )
        for m, jobs, share in ((64, 16, 0.75), (64, 64, 0.5), (128, 16, 0.8), (128, 128, 0.6))
    ),
    Claim(
        key="exact-falls",
        text="The share of jobs that linear programs leave whole falls with the number of jobs.",
        reading="from each size to the next",
        where="§5.3",
        published="decreases",
        judges=(
            Trend(
                measure=EXACT,
                parts=("m64-rigid", "m128-rigid"),
                method=HYBRID_PAPER,
                along="jobs",
                form="declines",
            ),
        ),
    ),
    Claim(
        key="time-64",
        text="On 64 processors, the hybrid form is faster than successive LP alone, and slower "
        "than LTF.",
        where="Fig 5",
        published="cheaper than the first form",
        judges=(
            Better(measure=TIME, parts=M64, method=HYBRID_SAME, than=(PURE,)),
            Better(measure=TIME, parts=M64, method=LTF, than=(HYBRID_SAME,)),
        ),
        reason="With 20 linear programs for one makespan instead of 15,000 successive LP alone is "
        "soon at its end.",
    ),
)
UNIFORM = (*FIRST, *FIGURE_1, *FIGURES_3_TO_5)
KINDS = ("rigid", "moldable")
LAWS = (
    Claim(
        key="gaussian",
        text="With widths from Gaussian(4, 8), the hybrid form is much better than LTF at every "
        "size.",
        reading="by more than 5 %",
        where="Fig 1",
        published="much better for every size",
        judges=(
            Better(
                measure=RATIO,
                parts=tuple(f"gaussian-{kind}" for kind in KINDS),
                method=HYBRID_PAPER,
                than=(LTF,),
                by=0.05,
            ),
        ),
    ),
    Claim(
        key="two-gaussian",
        text="With two Gaussians, LTF catches up from 150 jobs on.",
        reading="within 2 % of the hybrid form",
        where="Fig 2",
        published="catches up from 150 jobs",
        judges=tuple(
            LargestGain(
                measure=RATIO,
                parts=(f"two-gaussian-{kind}",),
                method=HYBRID_PAPER,
                than=LTF,
                low=-0.02,
                high=0.02,
                between=at(150, 200),
            )
            for kind in KINDS
        ),
    ),
    Claim(
        key="two-gaussian-constant",
        text="With two Gaussians, LTF is at about 1.05 times the bound from 100 jobs on.",
        reading="1.03 to 1.07",
        where="Fig 2",
        published="nearly constant, about 1.05",
        judges=(
            Level(
                measure=RATIO,
                parts=tuple(f"two-gaussian-{kind}" for kind in KINDS),
                method=LTF,
                low=1.03,
                high=1.07,
                between=at(100, 200),
            ),
        ),
    ),
    Claim(
        key="cauchy",
        text="With widths from Cauchy(4, 8), the hybrid form is better than LTF.",
        where="Fig 3",
        published="better",
        judges=(
            Better(
                measure=RATIO,
                parts=tuple(f"cauchy-{kind}" for kind in KINDS),
                method=HYBRID_PAPER,
                than=(LTF,),
            ),
        ),
    ),
    Claim(
        key="cauchy-join",
        text="With widths from Cauchy(4, 8), both curves join for many jobs.",
        reading="within 2 % with 200",
        where="Fig 3",
        published="the curves join",
        judges=tuple(
            LargestGain(
                measure=RATIO,
                parts=(f"cauchy-{kind}",),
                method=HYBRID_PAPER,
                than=LTF,
                low=-0.02,
                high=0.02,
                between=at(200),
            )
            for kind in KINDS
        ),
    ),
    Claim(
        key="any-law",
        text="Up to 100 jobs the hybrid form does as well with any of the laws.",
        reading="means within 5 % of those of the Gaussian",
        where="§7",
        published="does not depend on the distribution",
        judges=tuple(
            Alike(
                measure=RATIO,
                parts=(f"gaussian-{kind}", f"{law}-{kind}"),
                method=HYBRID_PAPER,
                within=0.05,
                between=at(25, 100),
            )
            for law in ("two-gaussian", "cauchy")
            for kind in KINDS
        ),
    ),
)
