"""List scheduling, off-line.

The jobs are all there at time 0; they are sorted once, and the list is placed on the machine.
"""

from parsched.policies.lists import (
    gang,
    list_graham,
    lpt,
    lptf,
    ltf,
    saf,
    sequential,
    smith,
    widest,
)
