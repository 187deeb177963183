"""Trade-offs between makespan, deployments and Σ C, of jobs with environments."""

from algorithms.report.figure import Axis, Figure, Series, floats
from algorithms.report.records import Records
from algorithms.report.registry import NoOptions, Report, report
from algorithms.report.trade_offs.table import table_of
from algorithms.report.trade_offs.trades import Trades, with_deployments
from algorithms.report.trade_offs.words import notes, sentence, third


@report("trade-offs", title="Trade-offs", suits=lambda records: bool(with_deployments(records)))
def trade_offs(records: Records, _: NoOptions) -> Report:
    """Makespan against deployments of every run, the front, and what no schedule can be below."""
    found = Trades.of(records)
    assert found is not None, "it suits, so some run has deployments"
    sentences = tuple(filter(None, (sentence(found), third(found))))
    return Report(
        sentences=sentences,
        tables=(table_of(found),),
        figures=(_figure(found),),
        notes=tuple(notes(found)),
    )


def _figure(found: Trades) -> Figure:
    points = [
        Series(
            title=trade.record.label,
            record=trade.record.key,
            algorithm=trade.record.algorithm,
            shape="points",
            x=floats([trade.point.makespan]),
            y=floats([trade.point.deployments]),
            texts=(trade.record.label,),
            is_light=not trade.point.on_front,
        )
        for trade in found.trades
    ]
    floor = Series(
        title="no schedule is below",
        shape="limit",
        x=floats([makespan for makespan, _ in found.floor]),
        y=floats([count for _, count in found.floor]),
    )
    return Figure(
        key="deployments",
        title="Makespan against deployments",
        x=Axis(title="makespan", unit="s", scale="span"),
        y=Axis(title="deployments", scale="span"),
        series=(*points, floor),
        kind="points",
    )
