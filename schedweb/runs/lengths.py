"""Which runs are estimated to be long, from earlier ones."""

from schedweb.runs.estimates import lately
from schedweb.runs.models import Renewal, Run
from schedweb.workers.lengths import SHORT_SECONDS, estimates
from schedweb.workers.models import State


def _long(model: type[Run | Renewal], prefix: str, state: State) -> frozenset[str]:
    names = ("algorithm", "params", "comparison__workload__jobs")
    rows = model.objects.filter(state=state).order_by()
    found = list(rows.values_list("pk", *(f"{prefix}{name}" for name in names)))
    if not found:
        return frozenset()
    estimator = lately()
    known = {pk: estimator.of_stored_params(*of) for pk, *of in found}
    return frozenset(pk for pk, one in known.items() if one and one.seconds > SHORT_SECONDS)


estimates(Run, lambda state: _long(Run, "", state))
estimates(Renewal, lambda state: _long(Renewal, "run__", state))
