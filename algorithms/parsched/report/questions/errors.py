"""The error of questions."""

from parsched.base.errors import AlgorithmsError


class QuestionError(AlgorithmsError):
    """A text is no question, or no question to these jobs; `position` counts its characters from
    1, up to the mistake."""

    def __init__(self, problem: str, position: int) -> None:
        super().__init__(f"At character {position}: {problem}")
        self.problem = problem
        self.position = position
