"""What is declared, as text and as JSON values."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from parsched.base.origins import PLUGINS, Plugin
from parsched.data.formats import FORMATS
from parsched.data.generators import GENERATORS
from parsched.data.logs import SOURCES
from parsched.declare.parameters import Params
from parsched.declare.references import Reference
from parsched.measure.bounds import BOUNDS
from parsched.measure.metrics import METRICS
from parsched.policies.catalogue import ALGORITHMS, Algorithm
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.predictors import PREDICTORS
from parsched.report import REPORTS
from parsched.run.ready_made import READY_MADE


def catalogue() -> dict[str, Any]:
    """Return every algorithm, order, predictor, ready-made comparison, metric, bound, generator and
    format, and the plugins with what they add, ready for JSON."""
    return {
        "algorithms": [_algorithm(declared) for declared in ALGORITHMS.values()],
        **_declared_of_queues(),
        "ready_made": [ready.as_json() for ready in READY_MADE.values()],
        "reports": [declared.as_json() for declared in REPORTS.values()],
        "metrics": [
            {
                **{name: getattr(m, name) for name in ("key", "title", "unit", "better")},
                **{"formula": m.formula, "help": m.help, "references": _references(m.references)},
            }
            for m in METRICS.values()
        ],
        "bounds": {
            criterion: [
                {
                    **{name: getattr(b, name) for name in ("key", "title", "formula", "help")},
                    **{"certified": b.certified, "limit": b.limit},
                    "references": _references(b.references),
                }
                for b in bounds.values()
            ]
            for criterion, bounds in BOUNDS.items()
        },
        "generators": [
            {
                **{name: getattr(g, name) for name in ("key", "title", "summary", "description")},
                **{"params": g.params.json_schema(), "references": _references(g.references)},
            }
            for g in GENERATORS.values()
        ],
        "formats": [
            {"key": f.key, "title": f.title, "extensions": list(f.extensions)}
            for f in FORMATS.values()
        ],
        "sources": [source.as_json() for source in SOURCES.values()],
        "plugins": [plugin.as_json() for plugin in PLUGINS.values()],
    }


def _declared_of_queues() -> dict[str, Any]:
    """Return the orders of a queue, and the predictions of run times."""
    return {
        "orders": [
            {
                **{name: getattr(o, name) for name in ("key", "title", "formula", "help")},
                **{"fixed": o.is_fixed, "references": _references(o.references)},
            }
            for o in ORDERS.values()
        ],
        "predictors": [
            {
                **{name: getattr(p, name) for name in ("key", "title", "formula", "help")},
                **{"fixed": p.fixed is not None, "references": _references(p.references)},
            }
            for p in PREDICTORS.values()
        ],
    }


def _algorithm(declared: Algorithm) -> dict[str, Any]:
    names = ("key", "title", "version", "plugin", "family", "summary", "description")
    return {
        **{name: getattr(declared, name) for name in names},
        "params": declared.params.json_schema(),
        "supports": asdict(declared.supports),
        "sweeps": [asdict(sweep) for sweep in declared.sweeps],
        "references": _references(declared.references),
    }


def _references(references: Iterable[Reference]) -> list[dict[str, str]]:
    return [{name: getattr(r, name) for name in ("key", "text", "bibtex")} for r in references]


def catalogue_text() -> str:
    """Return what `catalogue` returns in short, for people."""
    parts = ["Algorithms"]
    for declared in ALGORITHMS.values():
        parts += [f"  {declared.key:<16}{declared.summary}", *_params(declared.params)]
        parts += [f"      {declared.key}:{s.key}: {s.title}. {s.help}" for s in declared.sweeps]
    parts += ["", "Orders of a queue (queue:order=…)"]
    parts += [f"  {order.key:<16}{order.formula}: {order.help}" for order in ORDERS.values()]
    parts += ["", "Predictions of run times (queue:predict=…)"]
    parts += [f"  {one.key:<16}{one.formula}: {one.help}" for one in PREDICTORS.values()]
    parts += ["", "Ready-made comparisons"]
    for ready in READY_MADE.values():
        parts.append(f"  {ready.key}: {ready.title}. {ready.help} {len(ready.requests)} runs.")
    parts += ["", "Generators"]
    for generator in GENERATORS.values():
        parts += [f"  {generator.key:<16}{generator.summary}", *_params(generator.params)]
    parts += ["", "Logs (--source)"]
    parts += [f"  {one.key:<16}{one.title}: {one.about}" for one in SOURCES.values()]
    parts += ["", "Reports"]
    for declared_report in REPORTS.values():
        parts.append(f"  {declared_report.key:<16}{declared_report.help}")
        parts += _params(declared_report.options)
    parts += ["", "Metrics"]
    parts += [f"  {m.key:<28}{m.formula}" for m in METRICS.values()]
    parts += ["", "Lower bounds"]
    for criterion, bounds in BOUNDS.items():
        parts += [
            f"  {criterion:<13}{b.key:<18}{b.formula}{'' if b.certified else ' (not certified)'}"
            for b in bounds.values()
        ]
    if PLUGINS:
        parts += ["", "Plugins", *(line for one in PLUGINS.values() for line in _plugin(one))]
    return "\n".join(parts)


def _plugin(plugin: Plugin) -> list[str]:
    """Say what a plugin adds, or why it is left out."""
    if plugin.state != "loaded":
        return [f"  {plugin.title} is left out: {plugin.reason}."]
    added = (f"{group} {', '.join(keys)}" for group, keys in plugin.declares.items())
    return [f"  {plugin.title}: {'; '.join(added)}"]


def _params(params: type[Params]) -> list[str]:
    lines = []
    for spec in params.specs():
        lines.append(f"      {spec.name}={spec.default}: {spec.rule}. {spec.help}")
    return lines
