"""Layout of a Gantt chart: one band per site, and the strip of busy processors above."""

from dataclasses import dataclass
from typing import Any

from algorithms.problem.platform import Platform

BAND_GAP, ALL_GAPS = 0.03, 0.3
"""Gap between two sites, and most of all gaps together, over the processors of the grid."""
STRIP_GAP = 0.05
STRIP_HEIGHT = 0.2
HEADROOM = 0.02
FRAME, FRAME_PER_SITE, TALLEST_FRAME = 212, 12, 480
"""CSS pixels: the height of one machine's chart, what each further site adds, and the most."""


@dataclass(frozen=True)
class Band:
    """The processors of one site, drawn from `base` upwards."""

    name: str
    processors: int
    base: float


@dataclass(frozen=True)
class Layout:
    """Vertical positions, in units of one processor."""

    bands: tuple[Band, ...]
    processors: int
    strip: tuple[float, float]
    top: float

    @classmethod
    def of(cls, platform: Platform) -> "Layout":
        """Stack the sites with small gaps and put the strip above them."""
        total = platform.processors
        gap = total * min(BAND_GAP, ALL_GAPS / max(1, len(platform.sites) - 1))
        bands, base = [], 0.0
        for site in platform.sites:
            bands.append(Band(site.name, site.processors, base))
            base += site.processors + gap
        height = base - gap
        low = height + total * STRIP_GAP
        high = low + height * STRIP_HEIGHT
        return cls(tuple(bands), total, (low, high), high + total * HEADROOM)

    @property
    def frame(self) -> int:
        """Height of the chart without its axis, CSS pixels: more sites need more room."""
        return min(FRAME + FRAME_PER_SITE * (len(self.bands) - 1), TALLEST_FRAME)

    def as_json(self) -> dict[str, Any]:
        """Return the layout for the header of a schedule pack."""
        return {
            "bands": [
                {"name": b.name, "processors": b.processors, "base": b.base} for b in self.bands
            ],
            "processors": self.processors,
            "strip": list(self.strip),
            "top": self.top,
        }
