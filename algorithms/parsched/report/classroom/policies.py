"""Policies that can be stepped through: those with names, and EASY in each declared order."""

from parsched.base.errors import AlgorithmsError, ParameterError
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.online.orders import ORDERS
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.presets import PRESETS
from parsched.report.explain.claims import policy_of_run
from parsched.run.request import RequestEntry, expanded

ORDERED = "queue:order="


def policies() -> list[str]:
    """Return what can be chosen, as requests say it, such as `easy` or `queue:order=sjf`."""
    return [*PRESETS, *(f"{ORDERED}{key}" for key in ORDERS)]


def policy_named(text: str) -> QueueParams:
    """Return the policy that a request asks for.

    Raises
    ------
    ParameterError
        For what is no request, or asks for no policy of one queue, or for several.

    Examples
    --------
    >>> policy_named("queue:order=sjf").changed()
    {'order': 'sjf'}
    """
    try:
        asked = expanded([RequestEntry.parse(text)])
    except AlgorithmsError as error:
        raise ParameterError({"policy": f"“{text[:60]}” is no policy: {error}"}) from error
    one = asked[0]
    policy = policy_of_run(one.algorithm.key, one.params.flat()) if len(asked) == 1 else None
    if policy is None:
        raise ParameterError({"policy": f"“{text[:60]}” is no policy of one queue."})
    return policy


def title_of(text: str) -> str:
    """Name a policy."""
    if text in PRESETS:
        return ALGORITHMS[text].title
    order = ORDERS.get(text.removeprefix(ORDERED))
    return f"EASY, {order.title}" if order else text
