"""Programs of your own.

A scheduler in any language is a program that is told events and answers with decisions, as Batsim
and its schedulers do; everything else is ours: clock, processors, limits and checker.
"""

from parsched.policies.external import external
