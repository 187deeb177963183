"""Backfilling with several reservations, as the Maui scheduler has it."""

from dataclasses import dataclass

from parsched.declare.parameters import Params
from parsched.policies.online.policy import compression
from parsched.policies.online.presets import preset
from parsched.policies.registry import Display


@dataclass(frozen=True, kw_only=True)
class MauiParams(Params):
    """What Maui's backfilling leaves open."""

    compress: str = compression(always=True)


@preset(
    "maui",
    title="Backfilling with four reservations",
    params=MauiParams,
    cites=("jackson2001",),
    display=Display(order=31, color=6, marker=6),
    reservations=4,
)
def maui() -> None:
    """Reservations for the first four waiting jobs, as Maui's reservation depth has them.

    Each of the first four jobs in order of arrival holds a reservation that no later job may delay.
    Reservations are kept: a job that comes to be among the first four gets the earliest one that
    moves no other. Later jobs start if they move none.

    Complexity: O(q) per pass for q waiting jobs.
    """
