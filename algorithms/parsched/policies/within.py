"""Which algorithms take what another one refuses, by running it within themselves."""

from collections.abc import Iterable, Iterator

from parsched.base.errors import ParameterError
from parsched.declare.spec import Spec
from parsched.model.problem.instance import Instance
from parsched.policies.registry import ALGORITHMS, Algorithm


def all_within(keys: Iterable[str], instance: Instance) -> dict[str, tuple[Algorithm, str]]:
    """Return for each of some algorithms the first that takes an instance while it runs that one,
    with the name of its parameter that chooses it; those that none runs are left out.

    Complexity: O(n) for each that may run one of them.

    Examples
    --------
    >>> import parsched as sched
    >>> from parsched.data.generators import generate
    >>> jobs = generate("lublin", jobs=9, processors=16)
    >>> instance = sched.Instance(jobs, sched.Platform.of(16))
    >>> found = all_within(["ltf", "easy"], instance)
    >>> {key: (outer.key, name) for key, (outer, name) in found.items()}
    {'ltf': ('online-batch', 'algorithm'), 'easy': ('grid', 'local')}
    """
    nesting, found = list(_nesting()), dict[str, tuple[Algorithm, str]]()
    for key in keys:
        may_run = ((outer, spec.name) for outer, spec in nesting if key in spec.choices)
        first = next((pair for pair in may_run if _takes(*pair, key, instance)), None)
        if first is not None:
            found[key] = first
    return found


def _nesting() -> Iterator[tuple[Algorithm, Spec]]:
    """Yield the algorithms that run others, each with a parameter that chooses one."""
    for outer in ALGORITHMS.values():
        for spec in outer.params.specs():
            if spec.kind == "nested":
                yield outer, spec


def _takes(outer: Algorithm, name: str, key: str, instance: Instance) -> bool:
    try:
        params = outer.params.from_mapping({name: key})
    except ParameterError:  # what it runs needs a value that has no default
        return False
    return outer.refusal(instance, params) is None
