"""How jobs of a log ended: the numbers that SWF and GWF give, and their names."""

STATUS = {
    0: "failed",
    1: "completed",
    2: "partial",
    3: "last part, completed",
    4: "last part, failed",
    5: "cancelled",
}
"""Names by number; 2 to 4 are parts of checkpointed jobs. Logs with other numbers keep them."""

NUMBERS = {name: number for number, name in STATUS.items()}
