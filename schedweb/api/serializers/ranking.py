"""Rankings in answers."""

from rest_framework import serializers

from algorithms.grid.tables import SHAPES
from algorithms.ranking import SETS
from schedweb.api.serializers.base import Input, Output
from schedweb.api.serializers.fields import Choice, Keys, Text, Whole
from schedweb.runs.cases import MAX_CASES
from schedweb.runs.chosen import BEST, RANKING
from schedweb.runs.entries import MAX_RUNS
from schedweb.runs.grid_sweeps import BESIDE
from schedweb.runs.ranking import RANKED

CHARACTERS = 4_000
"""Of ids of cases: more than as many cases as there may be."""


class MethodOut(Output):
    """A run; a method of several runs has none, and the parameters that these share."""

    name = serializers.CharField()
    run = serializers.CharField(allow_null=True)
    algorithm = serializers.CharField(allow_null=True)
    params = serializers.DictField(allow_null=True)


class LineOut(Output):
    """One number for each method, about a metric and a case, or over all of them (null)."""

    kind = serializers.CharField(help_text="degradation, improvement, factor, mean or rank.")
    title = serializers.CharField()
    metric = serializers.CharField(allow_null=True, help_text="Key of /metrics.")
    case = serializers.CharField(allow_null=True)
    unit = serializers.CharField(help_text="% or nothing.")
    values = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        help_text="By method; null where there is none, or an infinite one.",
    )
    infinite = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Places of methods that are infinitely worse than a best of 0.",
    )


class RankingOut(Output):
    """A table of degradations, means and ranks, with the numbers of the page."""

    title = serializers.CharField()
    methods = MethodOut(many=True)
    lines = LineOut(many=True)
    notes = serializers.ListField(child=serializers.CharField(), help_text="Sentences about gaps.")


class RankingQuery(Input):
    format = Choice(choices=["json", "csv", "markdown", "latex"], default="json")
    set = Choice(
        choices=[*SETS], required=False, help_text="The three or the ten metrics of the grid paper."
    )
    metrics = Keys(RANKED, required=False, help_text="Keys of /metrics, instead of a set.")
    cases = Text(
        max_length=CHARACTERS,
        required=False,
        help_text=f"Ids of up to {MAX_CASES} comparisons of yours with the same methods, separated "
        "by commas.",
    )
    each = Text(
        max_length=60,
        required=False,
        help_text="A parameter that runs differ in: each value of it is a case.",
    )
    across = Choice(
        choices=["methods", "lines"], required=False, help_text="What stands side by side in text."
    )
    table = Choice(
        choices=[RANKING, *SHAPES, BESIDE],
        default=RANKING,
        help_text="The ranking; or, of a sweep of grid, a table of Quezada-Pina et al. 2012.",
    )
    share = Text(
        max_length=24,
        required=False,
        help_text=f"Admissible share of such a table, or {BEST} of Tables 3 and A.2; usually 0.5, "
        f"or what is closest, and {BEST} of Table A.2.",
    )
    sweep = Whole(
        min_value=0, max_value=MAX_RUNS, required=False, help_text="Which sweep, from 0, the usual."
    )
