"""The study that a newcomer finds: a figure of a paper, with few repetitions."""

from parsched.studies import STUDIES
from schedweb.accounts.models import User
from schedweb.runs import samples
from schedweb.studies.models import Study
from schedweb.studies.services import create_study

PRESET, FIGURE, REPETITIONS = "demt", "fig3", 5
TITLE = "Sample: a figure of a paper, and its verdicts"
NOTE = (
    f"Figure 3 of Dutot et al. (2004) with {REPETITIONS} instances of each size; the paper has 40. "
    "It shows the figure beside the printed one, and which claims of the paper hold here; with "
    "“More repetitions” more of them can be judged."
)


def welcome(user: User) -> bool:
    """Give a person all samples, once; returns False where they were given before."""
    return samples.welcome(user, also=_give_study)


def _give_study(user: User) -> None:
    declared = STUDIES[PRESET].changed(only=FIGURE, repetitions=REPETITIONS)
    study = create_study(user, declared, title=TITLE, note=NOTE, preset=PRESET)
    Study.objects.filter(pk=study.pk).update(is_sample=True)
