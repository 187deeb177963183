"""Ready-made machines: from the papers and from the archive's traces."""

from collections.abc import Sequence
from dataclasses import dataclass

from schedweb.clusters.wording import sites_in_short


@dataclass(frozen=True)
class KnownMachine:
    """Name, sizes of its sites in ascending order, and where it is from.

    Sites of a grid are called as in `parsched.data.merging`, so that jobs that run where they were
    submitted can be told.
    """

    key: str
    name: str
    sites: Sequence[tuple[str, int]]
    source: str

    @property
    def processors(self) -> int:
        """Processors of all sites together."""
        return sum(size for _, size in self.sites)

    @property
    def in_short(self) -> str:
        """Its sites in a line."""
        return sites_in_short(self.sites)


def _single(key: str, name: str, processors: int, source: str) -> KnownMachine:
    return KnownMachine(key, name, ((name, processors),), source)


_TRACE = "of a trace in the Parallel Workloads Archive"
_GRID = "grid of Quezada-Pina et al. 2012"
_CTC = "CTC with 430 processors as printed, though the machine of its trace had 338"
_DAS2 = tuple((f"DAS2 fs{i}", 64) for i in range(1, 5))

MACHINES: dict[str, KnownMachine] = {
    machine.key: machine
    for machine in (
        _single("chretien2012", "32 processors", 32, "machine of Chrétien et al. 2012"),
        _single("kth-sp2", "KTH SP2", 100, _TRACE),
        _single("sdsc-sp2", "SDSC SP2", 128, _TRACE),
        _single("dutot2004", "200 processors", 200, "machine of Dutot et al. 2004"),
        _single("hpc2n", "HPC2N", 240, _TRACE),
        _single("ctc-sp2", "CTC SP2", 338, f"{_TRACE}; Quezada-Pina et al. 2012 print 430"),
        _single("lanl-cm5", "LANL CM5", 1024, _TRACE),
        _single("sdsc-blue", "SDSC Blue", 1152, _TRACE),
        _single("sdsc-ds", "SDSC DataStar", 1368, "as in Quezada-Pina et al. 2012"),
        KnownMachine(
            "grid1",
            "Grid 1",
            (
                ("KTH", 100),
                ("SDSC-SP2", 128),
                ("HPC2N", 240),
                ("CTC", 430),
                ("LANL", 1024),
                ("SDSC-BLUE", 1152),
                ("SDSC-DS", 1368),
            ),
            f"{_GRID}; {_CTC}",
        ),
        KnownMachine(
            "grid2",
            "Grid 2",
            (
                *_DAS2,
                ("KTH", 100),
                ("DAS2 fs0", 144),
                ("HPC2N", 240),
                ("CTC", 430),
                ("LANL", 1024),
            ),
            f"{_GRID}; {_CTC}",
        ),
        KnownMachine(
            "grid3",
            "Grid 3",
            tuple(
                (f"site {i}", size)
                for i, size in enumerate((4, 4, 4, 4, 8, 8, 8, 16, 16, 32, 32), start=1)
            ),
            _GRID,
        ),
    )
}
