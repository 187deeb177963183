"""On-line scheduling.

Rigid jobs arrive over time; decisions are made at each instant from what has arrived by then.
"""

from parsched.policies.online import (  # isort: skip (people read the algorithms in this order)
    fcfs,
    easy,
    conservative,
    easy_sjbf,
    easy_plus_plus,
    first_fit,
    maui,
)
