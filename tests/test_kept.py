"""What many pages ask for at once is kept for some seconds."""

from schedweb.base.kept import KeptValues


def test_what_is_kept_is_made_again_when_it_is_old_or_does_not_suit() -> None:
    numbers = iter(range(10))
    long, never = KeptValues(lambda: next(numbers), 3_600), KeptValues(lambda: next(numbers), 0)
    assert [long(), long(), long(lambda number: number > 0), long()] == [0, 0, 1, 1]
    assert [never(), never()] == [2, 3]
    long.forget()
    assert long() == 4
