"""Trade-offs between makespan, deployments and Σ C, of jobs with environments."""

from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.records import Records
from parsched.report.registry import NoOptions, Report, report
from parsched.report.trade_offs.table import table_of
from parsched.report.trade_offs.trades import Trades, with_deployments
from parsched.report.trade_offs.words import notes, sentence, third

NOTE = "Filled markers are on the front; no schedule is below the dashed line."


@report("trade-offs", title="Trade-offs", suits=lambda records: bool(with_deployments(records)))
def trade_offs(records: Records, _: NoOptions) -> Report:
    """Makespan against deployments of every run, the front, and what no schedule can be below."""
    trades = Trades.of(records)
    assert trades is not None, "it suits, so some run has deployments"
    sentences = tuple(filter(None, (sentence(trades), third(trades))))
    return Report(
        sentences=sentences,
        tables=(table_of(trades),),
        figures=(_figure(trades),),
        notes=tuple(notes(trades)),
    )


def _figure(trades: Trades) -> Figure:
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
        for trade in trades.trades
    ]
    floor = Series(
        title="no schedule is below",
        shape="limit",
        x=floats([makespan for makespan, _ in trades.floor]),
        y=floats([count for _, count in trades.floor]),
    )
    return Figure(
        key="deployments",
        title="Makespan against deployments",
        x=Axis(title="makespan", unit="s", scale="span"),
        y=Axis(title="deployments", scale="span"),
        series=(*points, floor) if trades.floor else tuple(points),
        kind="points",
        notes=(NOTE,),
    )
