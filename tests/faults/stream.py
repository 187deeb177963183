"""The work that goes on while faults happen: small runs, some searches, uploads, files."""

import logging
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, connections

from parsched.studies.files import as_json
from schedweb.runs.models import Run
from schedweb.studies.models import Study
from schedweb.workers.database import AWAY, persistently
from schedweb.workers.models import ACTIVE
from tests.factories import SWF
from tests.faults import studied
from tests.faults.person import AwayError, Person, RefusedError, WrongError

PAUSE = 0.2
"""Seconds between two things that the person does."""
PROCESSORS = 64
NO_ROOM = "The result could not be stored: "
"""How a task ends that finds no room for what it made."""
PAUSED = 0.25
"""How often a study is paused when the person looks at it."""
ENOUGH = 8
"""Runs that wait or compute; more are not ordered, so that the end is never far."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recipe:
    """A run that is ordered again and again, and gives the same each time."""

    generator: str
    jobs: int
    load: Mapping[str, float]
    algorithm: str
    params: Mapping[str, Any] = field(default_factory=dict)
    weight: int = 1

    @property
    def source(self) -> str:
        """Name of the workload."""
        return f"{self.generator} {self.jobs}"


BUSY, FULL = {"load": 1.0, "seed": 1.0}, {"load": 1.2, "seed": 1.0}
RECIPES = {
    "moment": Recipe("lublin", 300, BUSY, "easy", weight=4),
    "second": Recipe("lublin", 12_000, FULL, "conservative", weight=3),
    "search": Recipe("uniform", 300, {"seed": 1.0}, "local-search", {"effort": 4}, weight=2),
    "long search": Recipe("uniform", 300, {"seed": 1.0}, "local-search", {"effort": 15}),
}
"""About 0.2, 0.7, 0.7 and 2.5 s of processor time."""


class Stream:
    """Orders work in a thread of its own, and remembers what the server has accepted."""

    def __init__(self, person: Person, seed: int) -> None:
        self.person = person
        self.accepted: dict[str, str] = {}
        self.studies: set[str] = set()
        self.wrong: list[str] = []
        self.counts: Counter[str] = Counter()
        self._random = random.Random(seed)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name="stream", daemon=True)
        self._workloads: dict[str, str] = {}
        self._cluster = ""
        self._made = 0

    def prepare(self) -> None:
        """Make machine and workloads, and let each run be computed once, undisturbed."""
        machine = {"name": "M", "sites": [{"processors": PROCESSORS}]}
        self._cluster = self.person.patiently(lambda: self.person.post("/clusters", machine))["id"]
        for recipe in RECIPES.values():
            if recipe.source not in self._workloads:
                self._workloads[recipe.source] = self._generate(recipe)
        for name in RECIPES:
            self.person.patiently(partial(self._order, name))
        self.person.patiently(self._order_study)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def let_studies_go_on(self) -> None:
        """Let those be computed to their end that are paused now."""
        paused = Study.objects.filter(is_paused=True).values_list("pk", flat=True)
        for pk in persistently(lambda: list(paused), "paused studies"):
            self.person.patiently(partial(self.person.post, f"/studies/{pk}/continue"))

    def _generate(self, recipe: Recipe) -> str:
        params = {key: int(v) if key == "seed" else v for key, v in recipe.load.items()}
        values = {"generator": recipe.generator, "jobs": recipe.jobs, "params": params}
        asked = {**values, "processors": PROCESSORS, "name": recipe.source}
        made = self.person.patiently(lambda: self.person.post("/workloads/generate", asked))
        return str(self.person.made(made)["id"])

    def _order(self, name: str) -> None:
        recipe = RECIPES[name]
        entry = {"algorithm": recipe.algorithm, "params": dict(recipe.params)}
        asked = {"workload": self._workloads[recipe.source], "cluster": self._cluster}
        made = self.person.post("/comparisons", {**asked, "algorithms": [entry]})
        self.accepted |= {run["id"]: name for run in made["runs"]}

    def _work(self) -> None:
        try:
            for act in self._acts():
                if self._ended.wait(PAUSE):
                    return
                self._try(act)
        finally:
            connections.close_all()

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
            self.counts[act.__name__.strip("_")] += 1
        except AwayError:
            self.counts["away"] += 1
        except AWAY:
            connection.close()
        except (RefusedError, WrongError) as error:
            if NO_ROOM in str(error):  # a task says so at once: a user waits for it
                return
            log.error("%s", error)
            self.wrong.append(str(error))

    def _acts(self) -> Iterator[Callable[[], None]]:
        while True:
            yield from (self._order_one, self._order_one, self._study, self._read_file)
            yield from (self._order_one, self._order_one, self._study, self._upload)
            yield from (self._order_one, self._order_one, self._study, self._generate_new)

    def _order_one(self) -> None:
        if Run.objects.filter(state__in=ACTIVE).count() < ENOUGH:
            names = list(RECIPES)
            weights = [RECIPES[name].weight for name in names]
            self._order(self._random.choices(names, weights)[0])

    def _study(self) -> None:
        """Order a study where none goes on; now and then pause it, and let it go on."""
        going_on = Study.objects.filter(finished=None).first()
        if going_on is None:
            self._order_study()
        elif going_on.is_paused:
            self.person.post(f"/studies/{going_on.pk}/continue")
        elif self._random.random() < PAUSED:
            self.person.post(f"/studies/{going_on.pk}/pause")

    def _order_study(self) -> None:
        made = self.person.post("/studies", {"definition": as_json(studied.study())})
        self.studies.add(made["id"])

    def _upload(self) -> None:
        self._made += 1
        file = SimpleUploadedFile("three.swf", b"; Note: %d\n" % self._made + SWF)
        self.person.upload("/workloads", file=file, name=f"uploaded {self._made}")

    def _generate_new(self) -> None:
        self._made += 1
        values = {"generator": "uniform", "jobs": 2_000, "processors": PROCESSORS}
        asked = {**values, "params": {"seed": self._made}, "name": f"generated {self._made}"}
        self.person.post("/workloads/generate", asked)

    def _read_file(self) -> None:
        """Ask for the jobs as a file."""
        jobs = self._workloads[RECIPES["second"].source]
        self.person.read(f"/workloads/{jobs}/file?format=csv")
