"""How a common test fails: also where Python runs without `assert`, and without pytest."""


class CheckFailedError(AssertionError):
    """Something does not do what all of its kind have to do; says what."""


def demand(holds: bool, rule: str) -> None:
    """Raise `CheckFailedError` unless a rule holds."""
    if not holds:
        raise CheckFailedError(rule)
