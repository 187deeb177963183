"""What a newcomer finds: machines, sample workloads, and a comparison that is already finished."""

from django.db import IntegrityError, transaction

from algorithms.generators import SAMPLES, Sample
from schedweb.accounts.models import User
from schedweb.clusters.machines import MACHINES
from schedweb.clusters.models import Cluster
from schedweb.clusters.services import create_cluster
from schedweb.runs.entries import Entry
from schedweb.runs.execution import execute
from schedweb.runs.models import Comparison, Welcome
from schedweb.runs.services import create_comparison
from schedweb.workloads.services import keep_sample

SHOWN = "season"
"""Key of the sample that is compared."""
ALGORITHMS = ("fcfs", "easy", "conservative")
TITLE = "Sample: what backfilling brings"
NOTE = (
    "The same 10,000 jobs on the same machine, first come first served and with two kinds of "
    "backfilling. Delete it when you no longer need it."
)


def welcome(user: User, *, compute_here: bool = False) -> bool:
    """Give a person the samples, once; what they delete later stays deleted.

    The sample comparison is computed by the workers, or here and now.
    """
    try:
        with transaction.atomic():
            Welcome.objects.create(user=user)
            _give_clusters(user)
            comparison = _give_comparison(user)
    except IntegrityError:
        return False
    if compute_here:
        for pk in comparison.runs.values_list("pk", flat=True):
            execute(pk)
    return True


def needs_welcome(user: User) -> bool:
    """Tell whether a person has not been given the samples yet."""
    return not Welcome.objects.filter(user=user).exists()


def _give_clusters(user: User) -> None:
    for machine in MACHINES.values():
        sites = [{"name": name, "processors": size} for name, size in machine.sites]
        create_cluster(user, name=machine.name, sites=sites)


def _give_comparison(user: User) -> Comparison:
    """Store each sample with its machine, and compare three algorithms on one of them."""
    given = {sample.key: (keep_sample(user, sample), _machine(user, sample)) for sample in SAMPLES}
    workload, cluster = given[SHOWN]
    entries = [Entry(key) for key in ALGORITHMS]
    comparison = create_comparison(user, workload, cluster, entries, title=TITLE, note=NOTE)
    Comparison.objects.filter(pk=comparison.pk).update(is_sample=True)
    return comparison


def _machine(user: User, sample: Sample) -> Cluster:
    """Return the user's machine of that size; make one where there is none."""
    for cluster in Cluster.objects.filter(owner=user):
        if [site["processors"] for site in cluster.sites] == [sample.processors]:
            return cluster
    name = f"{sample.processors} processors"
    return create_cluster(user, name=name, sites=[{"processors": sample.processors}])
