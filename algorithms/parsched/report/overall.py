"""The rank of a run: by how far it is behind the best on average, over the usual metrics of its
comparison. Whatever is ordered by other metrics, or over other comparisons too, has a place."""

from parsched.measure.metrics import METRICS
from parsched.report.order import standings
from parsched.report.records import Records
from parsched.report.usual_metrics import metrics_for

RANK, PLACE = "rank", "place"
"""What both are called."""


def ranked_over(records: Records) -> tuple[str, ...]:
    """Return the keys of the metrics that the rank is over: the usual ones in which one value is
    better than another and that compare all runs. Every run that is ranked has a value, and the
    best is not 0 where another is worse, as nothing is a percentage of 0."""
    return tuple(_degradations(records))


def behind_the_best(records: Records) -> list[float | None]:
    """Return the mean degradation of each run over these metrics, per cent; None for one that is
    not ranked, and for all where no metric compares them."""
    columns = [*_degradations(records).values()]
    if not columns:
        return [None] * len(records)
    return [
        100 * sum(degradations) / len(columns) if None not in degradations else None
        for degradations in zip(*columns, strict=True)
    ]


def _degradations(records: Records) -> dict[str, list[float | None]]:
    """Return the degradation of each run by metric, a fraction; None for one that is not ranked."""
    found = {}
    for key in metrics_for(records):
        values = [r.metrics.get(key) if r.is_ranked else None for r in records]
        stands = standings(METRICS[key].better, values)
        degradations = [None if one is None else one.degradation for one in stands]
        ranked = [d for d, r in zip(degradations, records, strict=True) if r.is_ranked]
        if ranked and None not in ranked:
            found[key] = degradations
    return found
