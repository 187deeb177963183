"""Repetitions and seeds of studies that people type."""

from parsched.declare.parameters import MAX_SEED
from parsched.studies.part import MAX_REPETITIONS
from schedweb.base.numbers import number_problem


def wrong_numbers(repetitions: str, seed: str) -> dict[str, str]:
    """Return what is wrong with the repetitions and the seed of a study, by name."""
    found = {
        "repetitions": number_problem("repetitions", repetitions, 1, MAX_REPETITIONS),
        "seed": number_problem("seed", seed, 0, MAX_SEED),
    }
    return {name: text for name, text in found.items() if text}
