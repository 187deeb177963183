"""Group list scheduling of environments, off-line.

Each job needs an environment, which has to be deployed on its processors first: makespan against
the number of deployments. `gls` and `gls-plus` make groups of jobs; the others are what they have
to beat.
"""

from parsched.policies.groups import (
    env_barrier,
    env_blind,
    env_order,
    env_sequential,
    gls,
    gls_plus,
    gls_tri,
)
