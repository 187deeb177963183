"""Layout of a Gantt chart: one band per site, and the strip of busy processors above."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parsched.model.problem.platform import Platform

BAND_GAP, ALL_GAPS = 0.03, 0.3
"""Gap between two sites, and most of all gaps together, over the processors of the grid."""
STRIP_GAP = 0.05
STRIP_HEIGHT = 0.2
HEADROOM = 0.02
FRAME, FRAME_PER_SITE, TALLEST_FRAME = 212, 12, 480
"""CSS pixels: the height of one machine's chart, what each further site adds, and the most."""


@dataclass(frozen=True)
class Band:
    """The processors of one site, drawn from `base` upwards.

    `rows` are drawn: more than there are `processors` where a schedule needs more.
    """

    name: str
    processors: int
    base: float
    rows: int


@dataclass(frozen=True)
class GanttLayout:
    """Vertical positions, in units of one processor."""

    bands: tuple[Band, ...]
    processors: int
    strip: tuple[float, float]
    top: float

    @classmethod
    def of(cls, platform: Platform, rows: Sequence[int] = ()) -> "GanttLayout":
        """Stack the sites with small gaps and put the strip above them.

        `rows` says for each site how many processors a schedule needs there, where it needs more
        than there are: see `parsched.model.schedules.overfull`.
        """
        sizes = [site.processors for site in platform.sites]
        drawn = [*map(max, sizes, rows)] if rows else sizes
        total = sum(drawn)
        gap = total * min(BAND_GAP, ALL_GAPS / max(1, len(platform.sites) - 1))
        bands, base = [], 0.0
        for site, count in zip(platform.sites, drawn, strict=True):
            bands.append(Band(site.name, site.processors, base, count))
            base += count + gap
        height = base - gap
        low = height + total * STRIP_GAP
        high = low + height * STRIP_HEIGHT
        return cls(tuple(bands), sum(sizes), (low, high), high + total * HEADROOM)

    @classmethod
    def read(cls, header: Mapping[str, Any]) -> "GanttLayout":
        """Return the layout in the header of a schedule pack."""
        bands = tuple(
            Band(b["name"], b["processors"], b["base"], b.get("rows", b["processors"]))
            for b in header["bands"]
        )
        low, high = header["strip"]
        return cls(bands, header["processors"], (low, high), header["top"])

    @property
    def beyond(self) -> list[tuple[float, float]]:
        """Where processors are drawn that the machine does not have: from, and up to."""
        return [
            (band.base + band.processors, band.base + band.rows)
            for band in self.bands
            if band.rows > band.processors
        ]

    @property
    def frame(self) -> int:
        """Height of the chart without its axis, CSS pixels: more sites need more room."""
        return min(FRAME + FRAME_PER_SITE * (len(self.bands) - 1), TALLEST_FRAME)

    def as_json(self) -> dict[str, Any]:
        """Return the layout for the header of a schedule pack."""
        return {
            "bands": [
                {"name": b.name, "processors": b.processors, "base": b.base}
                | ({"rows": b.rows} if b.rows > b.processors else {})
                for b in self.bands
            ],
            "processors": self.processors,
            "strip": list(self.strip),
            "top": self.top,
        }
