"""What Moulaï and Mounié (2007) leave for later: several systems on a processor, jobs that arrive,
realistic workloads, and the average end of jobs."""

from parsched.studies.claims import Claim
from parsched.studies.instances import Generated
from parsched.studies.judges import Better, Level, Trend
from parsched.studies.papers.group_lists.experiments import (
    BLIND,
    DEPLOYMENTS,
    GLS,
    LAWS,
    LISTS,
    PLUS,
    RATIO,
    label,
    method,
)
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

SYSTEMS = (1, 2, 4)
FACTORS = (1.0, 2.0, 4.0)
PARTS = tuple(f"systems-{law}" for law in LAWS)
LEAST = label(GLS, 1.0)
ARRIVING = {"narrow": "narrow", "log-uniform": "log-uniform"}
"""Laws of jobs that arrive: the laws whose jobs partly fit beside each other."""
EASY, BATCHES, BLIND_BATCHES = "EASY", "GLS in batches", "blind lists in batches"
ONLINE = tuple(f"online-{law}" for law in ARRIVING)
LOADS = (0.3, 0.5, 0.7)
REBOOTS, SUM, FLOW = "reboots", "sum_completion/best", "mean_flow"

FROM_RIGHT = "Points of a line are 1, 2 and 4 systems, from the right."
SAME = "Reboots are the same with 1, 2 and 4 systems."


def parts() -> tuple[Part, ...]:
    """Return the parts with several systems, and the parts with jobs that arrive."""
    groups = {GLS: "gls", PLUS: "gls-plus"}
    made = tuple(method(mode, entry, f) for mode, entry in groups.items() for f in FACTORS)
    return (
        *(
            Part(
                key=f"systems-{law}",
                title=title,
                instances=Generated(
                    generator="environments",
                    jobs=(100,),
                    processors=(64,),
                    params={"widths": law, "environments": 5},
                    systems=SYSTEMS,
                ),
                methods=(*made, *LISTS),
                measures=(
                    RATIO,
                    DEPLOYMENTS,
                    REBOOTS,
                    "reboots/deployments",
                    "sum_completion",
                    SUM,
                ),
                repetitions=40,
            )
            for law, title in LAWS.items()
        ),
        *(_online(law, title) for law, title in ARRIVING.items()),
    )


def _online(law: str, title: str) -> Part:
    return Part(
        key=f"online-{law}",
        title=f"{title}, arriving",
        instances=Generated(
            generator="environments",
            jobs=(200,),
            processors=(64,),
            params={"widths": law, "environments": 5, "times": "log-uniform", "max_time": 10_000},
            vary={"load": LOADS},
            deployment={"seconds": 200.0, "extra": 100.0},
        ),
        methods=(
            Method("easy", EASY),
            Method("online-batch:algorithm=gls", BATCHES),
            Method("online-batch:algorithm=env-blind", BLIND_BATCHES),
        ),
        measures=("deployments", FLOW),
        repetitions=20,
    )


def plots() -> tuple[StudyPlot, ...]:
    """Return all pictures."""
    counts = tuple(
        StudyPlot(
            figure="systems",
            key=f"systems-{law}",
            title=f"Deployments by systems at once, {title} widths",
            parts=(f"systems-{law}",),
            measure=DEPLOYMENTS,
            along="systems",
            methods=_SHOWN,
        )
        for law, title in LAWS.items()
    )
    arriving = tuple(
        StudyPlot(
            figure="online",
            key=f"online-{law}-{key}",
            title=f"Jobs that arrive, {title} widths",
            parts=(f"online-{law}",),
            measure=measure,
            along="load",
        )
        for law, title in ARRIVING.items()
        for key, measure in (("deployments", "deployments"), ("flow", FLOW))
    )
    return (
        *_trades("front", "Makespan against deployments", RATIO, DEPLOYMENTS, FROM_RIGHT),
        *counts,
        *_trades("sum", "Σ C against deployments", SUM, DEPLOYMENTS, FROM_RIGHT),
        *_trades("reboots", "Makespan against reboots", RATIO, REBOOTS, SAME),
        *arriving,
    )


def _trades(
    figure: str, words: str, measure: str, against: str, note: str
) -> tuple[StudyPlot, ...]:
    """Return the trade-offs of two measures with 1, 2 and 4 systems, for each law."""
    return tuple(
        StudyPlot(
            figure=figure,
            key=f"{figure}-{law}",
            title=f"{words}, {title} widths",
            parts=(f"systems-{law}",),
            measure=measure,
            against=against,
            along="systems",
            spread="none",
            methods=_SHOWN,
            notes=(note,),
        )
        for law, title in LAWS.items()
    )


_SHOWN = (
    *(label(mode, factor) for mode in (GLS, PLUS) for factor in (1.0, 4.0)),
    *(of.label for of in LISTS[:3]),
)
_ONE, _FOUR = {"systems": (1.0, 1.0)}, {"systems": (4.0, 4.0)}
_OUTLOOK = {"where": "§6", "published": "not measured"}
CLAIMS = (
    Claim(
        key="systems-list",
        text="Several systems at once save deployments of a list that is blind to environments.",
        reading="at least a third fewer with 4 than with 1",
        **_OUTLOOK,
        judges=(
            Trend(
                measure=DEPLOYMENTS,
                parts=PARTS,
                method=BLIND,
                along="systems",
                form="falls",
                factor=1.5,
            ),
        ),
        reason="Narrow jobs of one environment mostly find processors that hold it, so there is "
        "less to save.",
    ),
    Claim(
        key="systems-gls",
        text="Group list scheduling hardly needs them.",
        reading="its deployments with 1, 2 and 4 systems differ by at most a tenth",
        **_OUTLOOK,
        judges=(
            Trend(
                measure=DEPLOYMENTS,
                parts=PARTS,
                method=LEAST,
                along="systems",
                form="stable",
                factor=1.1,
            ),
        ),
        reason="Where jobs are wide, an environment has several groups, between which its "
        "processors hold others: several systems save those deployments, too.",
    ),
    Claim(
        key="systems-still",
        text="With 4 systems GLS at the least λ still needs fewer deployments than that list.",
        **_OUTLOOK,
        judges=(
            Better(measure=DEPLOYMENTS, parts=PARTS, between=_FOUR, method=LEAST, than=(BLIND,)),
        ),
        reason="With nearly as many systems as environments, each is soon installed everywhere.",
    ),
    Claim(
        key="reboots",
        text="Then reboots are the criterion.",
        reading="with 4 systems that list reboots at least 1.5 times as often as it deploys, and "
        "GLS at the least λ reboots less often than it, with any number of systems",
        where="§6",
        published="probably the good criterion",
        judges=(
            Level(measure="reboots/deployments", parts=PARTS, between=_FOUR, method=BLIND, low=1.5),
            Better(measure=REBOOTS, parts=PARTS, method=LEAST, than=(BLIND,)),
        ),
        reason="Narrow jobs of one environment mostly find processors that run it.",
    ),
    Claim(
        key="sum",
        text="Fewer deployments cost average ends.",
        reading="Σ C of GLS at the least λ is more than 5 % above that of the blind list",
        **_OUTLOOK,
        judges=(
            Better(
                measure="sum_completion",
                parts=PARTS,
                between=_ONE,
                method=BLIND,
                than=(LEAST,),
                by=0.05,
            ),
        ),
        reason="Groups may as well shorten the average: jobs of one environment that follow each "
        "other leave the widest ones for later.",
    ),
    Claim(
        key="online-deployments",
        text="In batches of jobs that arrive, GLS needs fewer deployments than EASY, and than "
        "blind lists in batches.",
        **_OUTLOOK,
        judges=(
            Better(measure="deployments", parts=ONLINE, method=BATCHES, than=(EASY, BLIND_BATCHES)),
        ),
    ),
    Claim(
        key="online-flow",
        text="As deployments take 200 to 300 s, it also has a shorter mean flow than EASY.",
        **_OUTLOOK,
        judges=(Better(measure=FLOW, parts=ONLINE, method=BATCHES, than=(EASY,)),),
        reason="A job waits for the batch before it to end.",
    ),
)
