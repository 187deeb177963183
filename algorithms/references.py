"""The bibliography: what algorithms, metrics, bounds and generators cite, once."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Reference:
    """A publication: one line for people, BibTeX for papers."""

    key: str
    text: str
    bibtex: str


def _entry(key: str, kind: str, text: str, **fields: str) -> Reference:
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return Reference(key, text, f"@{kind}{{{key},\n{lines}\n}}")


REFERENCES: dict[str, Reference] = {
    reference.key: reference
    for reference in (
        _entry(
            "dutot2004",
            "inproceedings",
            "P.-F. Dutot, L. Eyraud, G. Mounié, D. Trystram. Bi-criteria algorithm for scheduling jobs on cluster "
            "platforms. SPAA 2004.",
            author="Pierre-Fran{\\c c}ois Dutot and Lionel Eyraud and Gr{\\'e}gory Mouni{\\'e} and Denis Trystram",
            title="Bi-criteria algorithm for scheduling jobs on cluster platforms",
            booktitle="Proceedings of the 16th Annual ACM Symposium on Parallelism in Algorithms and Architectures",
            pages="125--132",
            year="2004",
        ),
        _entry(
            "chretien2012",
            "inproceedings",
            "S. Chrétien, J.-M. Nicod, L. Philippe, V. Rehn-Sonigo, L. Toch. Job scheduling using successive linear "
            "programming approximations of a sparse model. Euro-Par 2012, LNCS 7484.",
            author="St{\\'e}phane Chr{\\'e}tien and Jean-Marc Nicod and Laurent Philippe and Veronika Rehn-Sonigo and "
            "Lamiel Toch",
            title="Job scheduling using successive linear programming approximations of a sparse model",
            booktitle="Euro-Par 2012 Parallel Processing",
            series="LNCS",
            volume="7484",
            pages="116--127",
            year="2012",
        ),
        _entry(
            "quezada2012",
            "article",
            "A. Quezada-Pina, A. Tchernykh, J. González-García, A. Hirales-Carbajal, J. Ramírez-Alcaraz, "
            "U. Schwiegelshohn, R. Yahyapour, V. Miranda-López. Adaptive parallel job scheduling with resource "
            "admissible allocation on two-level hierarchical grids. FGCS 28(7), 2012.",
            author="Ariel Quezada-Pina and Andrei Tchernykh and Jos{\\'e} Luis Gonz{\\'a}lez-Garc{\\'i}a and Ad{\\'a}n "
            "Hirales-Carbajal and Juan Manuel Ram{\\'i}rez-Alcaraz and Uwe Schwiegelshohn and Ramin Yahyapour and "
            "Vanessa Miranda-L{\\'o}pez",
            title="Adaptive parallel job scheduling with resource admissible allocation on two-level hierarchical "
            "grids",
            journal="Future Generation Computer Systems",
            volume="28",
            number="7",
            pages="965--976",
            year="2012",
        ),
        _entry(
            "lifka1995",
            "inproceedings",
            "D. Lifka. The ANL/IBM SP scheduling system. JSSPP 1995, LNCS 949.",
            author="David A. Lifka",
            title="The {ANL/IBM} {SP} scheduling system",
            booktitle="Job Scheduling Strategies for Parallel Processing",
            series="LNCS",
            volume="949",
            pages="295--303",
            year="1995",
        ),
        _entry(
            "mualem2001",
            "article",
            "A. Mu'alem, D. Feitelson. Utilization, predictability, workloads, and user runtime estimates in "
            "scheduling the IBM SP2 with backfilling. IEEE TPDS 12(6), 2001.",
            author="Ahuva W. Mu'alem and Dror G. Feitelson",
            title="Utilization, predictability, workloads, and user runtime estimates in scheduling the {IBM} {SP2} "
            "with backfilling",
            journal="IEEE Transactions on Parallel and Distributed Systems",
            volume="12",
            number="6",
            pages="529--543",
            year="2001",
        ),
        _entry(
            "feitelson2001",
            "inproceedings",
            "D. Feitelson. Metrics for parallel job scheduling and their convergence. JSSPP 2001, LNCS 2221.",
            author="Dror G. Feitelson",
            title="Metrics for parallel job scheduling and their convergence",
            booktitle="Job Scheduling Strategies for Parallel Processing",
            series="LNCS",
            volume="2221",
            pages="188--205",
            year="2001",
        ),
        _entry(
            "feitelson2014",
            "article",
            "D. Feitelson, D. Tsafrir, D. Krakov. Experience with using the Parallel Workloads Archive. JPDC 74(10), "
            "2014.",
            author="Dror G. Feitelson and Dan Tsafrir and David Krakov",
            title="Experience with using the {Parallel Workloads Archive}",
            journal="Journal of Parallel and Distributed Computing",
            volume="74",
            number="10",
            pages="2967--2982",
            year="2014",
        ),
        _entry(
            "lublin2003",
            "article",
            "U. Lublin, D. Feitelson. The workload on parallel supercomputers: modeling the characteristics of rigid "
            "jobs. JPDC 63(11), 2003.",
            author="Uri Lublin and Dror G. Feitelson",
            title="The workload on parallel supercomputers: modeling the characteristics of rigid jobs",
            journal="Journal of Parallel and Distributed Computing",
            volume="63",
            number="11",
            pages="1105--1122",
            year="2003",
        ),
        _entry(
            "graham1969",
            "article",
            "R. Graham. Bounds on multiprocessing timing anomalies. SIAM J. Appl. Math. 17(2), 1969.",
            author="Ronald L. Graham",
            title="Bounds on multiprocessing timing anomalies",
            journal="SIAM Journal on Applied Mathematics",
            volume="17",
            number="2",
            pages="416--429",
            year="1969",
        ),
        _entry(
            "garey1975",
            "article",
            "M. Garey, R. Graham. Bounds for multiprocessor scheduling with resource constraints. SIAM J. Comput. "
            "4(2), 1975.",
            author="Michael R. Garey and Ronald L. Graham",
            title="Bounds for multiprocessor scheduling with resource constraints",
            journal="SIAM Journal on Computing",
            volume="4",
            number="2",
            pages="187--200",
            year="1975",
        ),
        _entry(
            "turek1994",
            "inproceedings",
            "J. Turek, W. Ludwig, J. Wolf, L. Fleischer, P. Tiwari, J. Glasgow, U. Schwiegelshohn, P. Yu. Scheduling "
            "parallelizable tasks to minimize average response time. SPAA 1994.",
            author="John Turek and Walter Ludwig and Joel L. Wolf and Lisa Fleischer and Prasoon Tiwari and Jason "
            "Glasgow and Uwe Schwiegelshohn and Philip S. Yu",
            title="Scheduling parallelizable tasks to minimize average response time",
            booktitle="Proceedings of the 6th Annual ACM Symposium on Parallel Algorithms and Architectures",
            pages="200--209",
            year="1994",
        ),
    )
}
