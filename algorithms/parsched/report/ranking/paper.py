"""The ten metrics and nine strategies of Quezada-Pina et al. 2012, as the product declares them."""

from collections.abc import Mapping

PAPER_METRICS: Mapping[str, str] = {
    "ρ": "competitive_factor",
    "SD": "mean_slowdown_paper",
    "SD_b": "mean_bounded_slowdown_paper",
    "Th": "throughput",
    "TA": "mean_flow",
    "U": "utilisation_from_zero",
    "t_w": "mean_wait",
    "WTA": "mean_width_flow",
    "WTA_w": "mean_work_flow",
    "WWT_s": "mean_width_wait",
}
"""Keys of `parsched.measure.metrics.METRICS` by symbol, in the order of the paper's tables."""
MAIN_METRICS = ("ρ", "SD_b", "t_w")
"""Symbols of the three metrics that the paper ranks by."""
PAPER_STRATEGIES = ("mct", "mlb", "lbal-s", "mlp", "mpl", "random", "mst", "mwwt-s", "mwt")
"""Keys of `parsched.policies.grid.strategies.STRATEGIES`, in the order of the paper's tables."""
