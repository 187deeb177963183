"""Lists guided by prices, off-line.

The relaxation behind the price bound on Σ w·C tells each job when and how wide it would run; lists
in that order make schedules of it.
"""

from parsched.policies.price import guided
