"""Which algorithms take what another one refuses, by running it within themselves."""

from collections.abc import Iterator

from algorithms.declare.registry import ALGORITHMS, Algorithm
from algorithms.errors import ParameterError
from algorithms.problem.instance import Instance


def runs_within(key: str, instance: Instance) -> Iterator[tuple[Algorithm, str]]:
    """Yield the algorithms that take an instance while they run another algorithm, each with the
    name of its parameter that chooses that one.

    Complexity: O(n) for each that may run it.

    Examples
    --------
    >>> import algorithms as sched
    >>> from algorithms.generators import generate
    >>> jobs = generate("lublin", jobs=9, processors=16)
    >>> instance = sched.Instance(jobs, sched.Platform.of(16))
    >>> [(outer.key, name) for outer, name in runs_within("ltf", instance)]
    [('online-batch', 'algorithm')]
    """
    for outer in ALGORITHMS.values():
        for spec in outer.params.specs():
            if (
                spec.kind == "nested"
                and key in spec.choices
                and _takes(outer, spec.name, key, instance)
            ):
                yield outer, spec.name


def _takes(outer: Algorithm, name: str, key: str, instance: Instance) -> bool:
    try:
        params = outer.params.from_mapping({name: key})
    except ParameterError:  # what it runs needs a value that has no default
        return False
    return outer.refusal(instance, params) is None
