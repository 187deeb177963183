"""What the sites of a grid may follow: any queue that runs on one machine."""

from collections.abc import Mapping

from parsched.declare.parameters import Chosen, Params
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.presets import PRESETS
from parsched.policies.registry import algorithm

QUEUE = "queue"
LIST = "list"
"""First fit, by the name that it has in papers on grids."""

LOCAL: Mapping[str, str] = {**{key: key for key in (*PRESETS, QUEUE)}, LIST: "first-fit"}
"""The algorithm of one machine by the value of `local`."""


def params_of(key: str) -> type[Params]:
    """Return the parameters of a local policy."""
    return algorithm(LOCAL[key]).params


def policy_of_sites(local: Chosen) -> QueueParams:
    """Return the parameters of `queue` that do the same.

    Examples
    --------
    >>> from parsched.policies.grid.grid import GridParams
    >>> policy_of_sites(GridParams.from_mapping({"local": "maui"}).local).changed()
    {'reservations': 4}
    """
    params = local.params
    return params if isinstance(params, QueueParams) else PRESETS[LOCAL[local.key]].policy(params)
