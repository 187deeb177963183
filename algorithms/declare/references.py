"""The bibliography: what algorithms, metrics, bounds and generators cite, once.

Each entry is declared by its fields; the line for people and the BibTeX for papers derive from
them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Reference:
    """A publication. `venue` is a journal when there is a volume number, else a conference.

    One that is not `published` says no venue; then `venue` says whose manuscript it is, and `year`
    is that of the latest work that it cites.
    """

    key: str
    authors: tuple[str, ...]
    title: str
    venue: str
    year: int
    volume: str = ""
    number: str = ""
    pages: str = ""
    series: str = ""
    published: bool = True

    @property
    def text(self) -> str:
        """One line for people."""
        names = ", ".join(_short(author) for author in self.authors)
        place = f"{self.venue} {self.volume}({self.number})" if self.number else self.venue
        series = f", {self.series} {self.volume}" if self.series else ""
        pages = f", pp. {self.pages}" if self.pages else ""
        return f"{names}. {self.title}. {place}{series}{pages}, {self.year}."

    @property
    def bibtex(self) -> str:
        """The entry for a BibTeX file (UTF-8)."""
        kind, venue = ("article", "journal") if self.number else ("inproceedings", "booktitle")
        if not self.published:
            kind, venue = "unpublished", "note"
        fields = {
            "author": " and ".join(self.authors),
            "title": f"{{{self.title}}}",
            venue: self.venue,
            "series": self.series,
            "volume": self.volume,
            "number": self.number,
            "pages": self.pages.replace("–", "--"),
            "year": str(self.year),
        }
        lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
        return f"@{kind}{{{self.key},\n{lines}\n}}"


def _short(author: str) -> str:
    *given, family = author.split(" ")
    initials = (
        "-".join(f"{part[0]}." for part in name.split("-")) if name[0].isupper() else name
        for name in given
    )
    return " ".join([*initials, family])


REFERENCES: dict[str, Reference] = {
    reference.key: reference
    for reference in (
        Reference(
            key="dutot2004",
            authors=(
                "Pierre-François Dutot",
                "Lionel Eyraud",
                "Grégory Mounié",
                "Denis Trystram",
            ),
            title="Bi-criteria algorithm for scheduling jobs on cluster platforms",
            venue="ACM Symposium on Parallelism in Algorithms and Architectures (SPAA)",
            pages="125–132",
            year=2004,
        ),
        Reference(
            key="chretien2012",
            authors=(
                "Stéphane Chrétien",
                "Jean-Marc Nicod",
                "Laurent Philippe",
                "Veronika Rehn-Sonigo",
                "Lamiel Toch",
            ),
            title="Job scheduling using successive linear programming approximations of a sparse "
            "model",
            venue="Euro-Par Parallel Processing",
            series="LNCS",
            volume="7484",
            pages="116–127",
            year=2012,
        ),
        Reference(
            key="quezada2012",
            authors=(
                "Ariel Quezada-Pina",
                "Andrei Tchernykh",
                "José Luis González-García",
                "Adán Hirales-Carbajal",
                "Juan Manuel Ramírez-Alcaraz",
                "Uwe Schwiegelshohn",
                "Ramin Yahyapour",
                "Vanessa Miranda-López",
            ),
            title="Adaptive parallel job scheduling with resource admissible allocation on "
            "two-level hierarchical grids",
            venue="Future Generation Computer Systems",
            volume="28",
            number="7",
            pages="965–976",
            year=2012,
        ),
        Reference(
            key="tchernykh2010",
            authors=(
                "Andrei Tchernykh",
                "Uwe Schwiegelshohn",
                "Ramin Yahyapour",
                "Nikolai Kuzjurin",
            ),
            title="On-line hierarchical job scheduling on grids with admissible allocation",
            venue="Journal of Scheduling",
            volume="13",
            number="5",
            pages="545–552",
            year=2010,
        ),
        Reference(
            key="lifka1995",
            authors=("David A. Lifka",),
            title="The ANL/IBM SP scheduling system",
            venue="Job Scheduling Strategies for Parallel Processing (JSSPP)",
            series="LNCS",
            volume="949",
            pages="295–303",
            year=1995,
        ),
        Reference(
            key="feitelson1998",
            authors=("Dror G. Feitelson", "Ahuva Mu'alem Weil"),
            title="Utilization and predictability in scheduling the IBM SP2 with backfilling",
            venue="International Parallel Processing Symposium (IPPS)",
            pages="542–546",
            year=1998,
        ),
        Reference(
            key="schwiegelshohn1998",
            authors=("Uwe Schwiegelshohn", "Ramin Yahyapour"),
            title="Analysis of first-come-first-serve parallel job scheduling",
            venue="ACM-SIAM Symposium on Discrete Algorithms (SODA)",
            pages="629–638",
            year=1998,
        ),
        Reference(
            key="mualem2001",
            authors=("Ahuva W. Mu'alem", "Dror G. Feitelson"),
            title="Utilization, predictability, workloads, and user runtime estimates in "
            "scheduling the IBM SP2 with backfilling",
            venue="IEEE Transactions on Parallel and Distributed Systems",
            volume="12",
            number="6",
            pages="529–543",
            year=2001,
        ),
        Reference(
            key="feitelson2001",
            authors=("Dror G. Feitelson",),
            title="Metrics for parallel job scheduling and their convergence",
            venue="Job Scheduling Strategies for Parallel Processing (JSSPP)",
            series="LNCS",
            volume="2221",
            pages="188–205",
            year=2001,
        ),
        Reference(
            key="lublin2003",
            authors=("Uri Lublin", "Dror G. Feitelson"),
            title="The workload on parallel supercomputers: modeling the characteristics of rigid "
            "jobs",
            venue="Journal of Parallel and Distributed Computing",
            volume="63",
            number="11",
            pages="1105–1122",
            year=2003,
        ),
        Reference(
            key="tsafrir2005",
            authors=("Dan Tsafrir", "Yoav Etsion", "Dror G. Feitelson"),
            title="Modeling user runtime estimates",
            venue="Job Scheduling Strategies for Parallel Processing (JSSPP)",
            series="LNCS",
            volume="3834",
            pages="1–35",
            year=2005,
        ),
        Reference(
            key="tsafrir2007",
            authors=("Dan Tsafrir", "Yoav Etsion", "Dror G. Feitelson"),
            title="Backfilling using system-generated predictions rather than user runtime "
            "estimates",
            venue="IEEE Transactions on Parallel and Distributed Systems",
            volume="18",
            number="6",
            pages="789–803",
            year=2007,
        ),
        Reference(
            key="graham1969",
            authors=("Ronald L. Graham",),
            title="Bounds on multiprocessing timing anomalies",
            venue="SIAM Journal on Applied Mathematics",
            volume="17",
            number="2",
            pages="416–429",
            year=1969,
        ),
        Reference(
            key="garey1975",
            authors=("Michael R. Garey", "Ronald L. Graham"),
            title="Bounds for multiprocessor scheduling with resource constraints",
            venue="SIAM Journal on Computing",
            volume="4",
            number="2",
            pages="187–200",
            year=1975,
        ),
        Reference(
            key="kirkpatrick1983",
            authors=("Scott Kirkpatrick", "C. Daniel Gelatt", "Mario P. Vecchi"),
            title="Optimization by simulated annealing",
            venue="Science",
            volume="220",
            number="4598",
            pages="671–680",
            year=1983,
        ),
        Reference(
            key="aggoun1993",
            authors=("Abderrahmane Aggoun", "Nicolas Beldiceanu"),
            title="Extending CHIP in order to solve complex scheduling and placement problems",
            venue="Mathematical and Computer Modelling",
            volume="17",
            number="7",
            pages="57–73",
            year=1993,
        ),
        Reference(
            key="kolisch1996",
            authors=("Rainer Kolisch",),
            title="Serial and parallel resource-constrained project scheduling methods revisited: "
            "theory and computation",
            venue="European Journal of Operational Research",
            volume="90",
            number="2",
            pages="320–333",
            year=1996,
        ),
        Reference(
            key="perron2023",
            authors=("Laurent Perron", "Frédéric Didier", "Steven Gay"),
            title="The CP-SAT-LP solver",
            venue="Principles and Practice of Constraint Programming (CP)",
            series="LIPIcs",
            volume="280",
            pages="3:1–3:2",
            year=2023,
        ),
        Reference(
            key="turek1994",
            authors=(
                "John Turek",
                "Walter Ludwig",
                "Joel L. Wolf",
                "Lisa Fleischer",
                "Prasoon Tiwari",
                "Jason Glasgow",
                "Uwe Schwiegelshohn",
                "Philip S. Yu",
            ),
            title="Scheduling parallelizable tasks to minimize average response time",
            venue="ACM Symposium on Parallel Algorithms and Architectures (SPAA)",
            pages="200–209",
            year=1994,
        ),
        Reference(
            key="mounie1999",
            authors=("Grégory Mounié", "Christophe Rapine", "Denis Trystram"),
            title="Efficient approximation algorithms for scheduling malleable tasks",
            venue="ACM Symposium on Parallel Algorithms and Architectures (SPAA)",
            pages="23–32",
            year=1999,
        ),
        Reference(
            key="mounie2007",
            authors=("Grégory Mounié", "Christophe Rapine", "Denis Trystram"),
            title="A 3/2-approximation algorithm for scheduling independent monotonic malleable "
            "tasks",
            venue="SIAM Journal on Computing",
            volume="37",
            number="2",
            pages="401–412",
            year=2007,
        ),
        Reference(
            key="smith1956",
            authors=("Wayne E. Smith",),
            title="Various optimizers for single-stage production",
            venue="Naval Research Logistics Quarterly",
            volume="3",
            number="1–2",
            pages="59–66",
            year=1956,
        ),
        Reference(
            key="shmoys1995",
            authors=("David B. Shmoys", "Joel Wein", "David P. Williamson"),
            title="Scheduling parallel machines on-line",
            venue="SIAM Journal on Computing",
            volume="24",
            number="6",
            pages="1313–1331",
            year=1995,
        ),
        Reference(
            key="downey1997",
            authors=("Allen B. Downey",),
            title="A model for speedup of parallel programs",
            venue="Technical Report UCB/CSD-97-933, University of California, Berkeley",
            year=1997,
        ),
        Reference(
            key="cirne2001",
            authors=("Walfredo Cirne", "Francine Berman"),
            title="A model for moldable supercomputer jobs",
            venue="International Parallel and Distributed Processing Symposium (IPDPS)",
            year=2001,
        ),
        Reference(
            key="fisher1981",
            authors=("Marshall L. Fisher",),
            title="The Lagrangian relaxation method for solving integer programming problems",
            venue="Management Science",
            volume="27",
            number="1",
            pages="1–18",
            year=1981,
        ),
        Reference(
            key="polyak1969",
            authors=("Boris T. Polyak",),
            title="Minimization of unsmooth functionals",
            venue="USSR Computational Mathematics and Mathematical Physics",
            volume="9",
            number="3",
            pages="14–29",
            year=1969,
        ),
        Reference(
            key="mohring2003",
            authors=("Rolf H. Möhring", "Andreas S. Schulz", "Frederik Stork", "Marc Uetz"),
            title="Solving project scheduling problems by minimum cut computations",
            venue="Management Science",
            volume="49",
            number="3",
            pages="330–350",
            year=2003,
        ),
        Reference(
            key="toch2012",
            authors=(
                "Lamiel Toch",
                "Stéphane Chrétien",
                "Laurent Philippe",
                "Jean-Marc Nicod",
                "Veronika Rehn-Sonigo",
            ),
            title="Ordonnancement de jobs par approximations linéaires successives d'un modèle "
            "creux",
            venue="Manuscript, Université de Franche-Comté, Institut FEMTO-ST",
            year=2012,
            published=False,
        ),
        Reference(
            key="moulai2007",
            authors=("Feryal-Kamila Moulaï", "Grégory Mounié"),
            title="Bi-criteria scheduling algorithm with deployment in cluster",
            venue="IEEE International Parallel and Distributed Processing Symposium (IPDPS)",
            year=2007,
        ),
    )
}
