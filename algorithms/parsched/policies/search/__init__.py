"""Search for the makespan.

From the best of many lists on, lists are changed at random and kept where they are better; an exact
solver proves how good the best can be.
"""

from parsched.policies.search import exact, local
