"""Seeds: a number for each instance and run, from what it is and from nothing else."""

import hashlib
import json
from typing import Any


def derived_seed(*origin: Any) -> int:
    """Return a seed from 0 to 2^63 − 1 that every part of its origin changes.

    A seed does not depend on who asks or in which order: so neither more repetitions, nor further
    values, nor the number of workers change what was computed before.

    Parameters
    ----------
    origin
        Plain JSON values, such as the seed of the study, a size and the number of a repetition.

    Examples
    --------
    >>> derived_seed(1, "weak", {"jobs": 25}, 0) == derived_seed(1, "weak", {"jobs": 25}, 0)
    True
    >>> derived_seed(1, "weak", {"jobs": 25}, 0) == derived_seed(1, "weak", {"jobs": 25}, 1)
    False
    """
    text = json.dumps(origin, sort_keys=True, allow_nan=False)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
