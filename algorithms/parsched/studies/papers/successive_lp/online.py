"""What Toch et al. (2012) plan in §7: windows of jobs that arrive, each scheduled for its
makespan."""

from parsched.studies.claims import Claim
from parsched.studies.instances import Generated
from parsched.studies.judges import Better
from parsched.studies.papers.successive_lp.experiments import KINDS, LTF
from parsched.studies.part import Method, Part
from parsched.studies.plots import StudyPlot

LOADS = (0.3, 0.6, 0.9)
PROGRAMS = 20
WINDOWS, LISTS, EASY = f"Hybrid in windows, N = {PROGRAMS}", f"{LTF} in windows", "EASY"
METHODS = (
    Method("online-batch:algorithm=ltf", LISTS),
    Method(f"online-batch:algorithm=slp-hybrid,algorithm.max_iterations={PROGRAMS}", WINDOWS),
    Method("easy", EASY),
)
WAIT, LENGTH = "mean_wait", "makespan/release_length"
PARTS = tuple(f"windows-{kind}" for kind in KINDS.values())


def parts() -> tuple[Part, ...]:
    """Return the parts of rigid and of moldable jobs; EASY takes rigid ones alone."""
    return tuple(
        Part(
            key=f"windows-{word}",
            title=f"64 processors, {word}, arriving",
            instances=Generated(
                generator="paper-uniform",
                jobs=(100,),
                processors=(64,),
                params={"profile": kind},
                vary={"load": LOADS},
            ),
            methods=METHODS if word == "rigid" else METHODS[:2],
            measures=(WAIT, LENGTH),
            repetitions=20,
        )
        for kind, word in KINDS.items()
    )


def plots() -> tuple[StudyPlot, ...]:
    """Return all pictures."""
    return tuple(
        StudyPlot(
            figure=key,
            key=f"{key}-{word}",
            title=f"{title}, {word} jobs that arrive",
            parts=(f"windows-{word}",),
            measure=measure,
            along="load",
        )
        for key, title, measure in (
            ("wait", "Mean wait", WAIT),
            ("length", "Makespan over its bound", LENGTH),
        )
        for word in KINDS.values()
    )


_PLANNED = {"where": "§7", "published": "planned, not measured"}
CLAIMS = (
    Claim(
        key="windows-length",
        text="In windows, linear programs have shorter makespans than LTF under heavy load.",
        **_PLANNED,
        judges=(
            Better(
                measure=LENGTH,
                parts=PARTS,
                method=WINDOWS,
                than=(LISTS,),
                between={"load": (0.9, 0.9)},
            ),
        ),
        reason="The end of all jobs depends on the last window, and little on those before it.",
    ),
    Claim(
        key="windows-wait",
        text="Jobs wait less in windows of linear programs than in those of LTF.",
        **_PLANNED,
        judges=(Better(measure=WAIT, parts=PARTS, method=WINDOWS, than=(LISTS,)),),
        reason="A program for the makespan alone may start short jobs late in their window.",
    ),
    Claim(
        key="windows-easy",
        text="Jobs wait less in windows of linear programs than under EASY.",
        **_PLANNED,
        judges=(Better(measure=WAIT, parts=PARTS[:1], method=WINDOWS, than=(EASY,)),),
        reason="A window begins when the one before has ended, so processors wait for its last "
        "job.",
    ),
)
