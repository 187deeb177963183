"""On-line scheduling.

Rigid jobs arrive over time; decisions are made at each instant from what has arrived by then.
"""

from parsched.policies.online import presets
