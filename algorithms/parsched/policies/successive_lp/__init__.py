"""Successive linear programs.

A time-indexed linear program is solved again and again, each time with costs that drive the shares
of slots to 0 and 1.
"""

from parsched.policies.successive_lp import bregman, hybrid, pure, two_level
