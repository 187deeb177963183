"""Where things are in a Gantt chart: one band per site, and the strip of busy processors above."""

from dataclasses import dataclass
from typing import Any

from algorithms.platform import Platform

BAND_GAP = 0.03
STRIP_GAP = 0.05
STRIP_HEIGHT = 0.2
HEADROOM = 0.02


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
        bands, base = [], 0.0
        for site in platform.sites:
            bands.append(Band(site.name, site.processors, base))
            base += site.processors + total * BAND_GAP
        height = base - total * BAND_GAP
        low = height + total * STRIP_GAP
        high = low + height * STRIP_HEIGHT
        return cls(tuple(bands), total, (low, high), high + total * HEADROOM)

    def as_json(self) -> dict[str, Any]:
        """What the header of a schedule pack says."""
        return {
            "bands": [
                {"name": b.name, "processors": b.processors, "base": b.base} for b in self.bands
            ],
            "processors": self.processors,
            "strip": list(self.strip),
            "top": self.top,
        }
