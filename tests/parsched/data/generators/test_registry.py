"""Generators are declared once and run in one way."""

from dataclasses import dataclass

import pytest

from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.data.generators import GENERATORS, MAX_JOBS, Setting, generate, generator, registry
from parsched.data.generators.lublin import LublinParams
from parsched.data.generators.uniform import UniformParams
from parsched.declare.parameters import Params, integer, seed
from parsched.model.problem.workload import Workload
from tests.parsched.factories import rigid


def test_a_workload_is_named_after_model_size_and_seed() -> None:
    named = generate("lublin", jobs=1_000, processors=64, params={"seed": 7})
    assert named.name == "Lublin–Feitelson, 1,000 jobs, seed 7"
    assert generate("uniform", jobs=1, processors=4).name == "Uniform, 1 job, seed 1"


def test_parameters_may_be_an_instance_a_mapping_or_nothing() -> None:
    one = generate("uniform", jobs=9, processors=8, params=UniformParams(seed=3))
    two = generate("uniform", jobs=9, processors=8, params={"seed": "3"})
    assert one.runtime.tolist() == two.runtime.tolist()
    assert generate("uniform", jobs=9, processors=8).name.endswith("seed 1")


def test_parameters_of_another_generator_are_refused() -> None:
    with pytest.raises(TypeError, match="uniform takes UniformParams, got LublinParams"):
        generate("uniform", jobs=9, processors=8, params=LublinParams())


def test_an_unknown_key_is_answered_with_those_that_exist() -> None:
    with pytest.raises(
        UnknownKeyError, match="no generator is called 'x'; there are: cauchy, cirne, "
    ):
        generate("x", jobs=1, processors=1)


@pytest.mark.parametrize("key", sorted(GENERATORS))
@pytest.mark.parametrize("load", [1e-313, 1e-30, 1e-12])
def test_a_load_that_would_take_for_ever_is_refused(key: str, load: float) -> None:
    with pytest.raises(ParameterError) as caught:
        generate(key, jobs=2, processors=2, params={"load": load})
    assert set(caught.value.errors) == {"load"}


@pytest.mark.parametrize("jobs", [-1, MAX_JOBS + 1])
def test_an_impossible_number_of_jobs_is_refused(jobs: int) -> None:
    with pytest.raises(ParameterError) as caught:
        generate("uniform", jobs=jobs, processors=4)
    assert set(caught.value.errors) == {"jobs"}


def test_all_impossible_sizes_are_told_at_once() -> None:
    with pytest.raises(ParameterError) as caught:
        generate("uniform", jobs=-1, processors=0)
    assert set(caught.value.errors) == {"jobs", "processors"}


@dataclass(frozen=True, kw_only=True)
class DiceParams(Params):
    """A seed and a number."""

    sides: int = integer(6, "Sides.", low=1)
    seed: int = seed()


@dataclass(frozen=True, kw_only=True)
class NoSeed(Params):
    """Nothing random."""


def dice(name: str, jobs: int, processors: int, params: DiceParams) -> Workload:
    """Roll dice."""
    return rigid(name=name)


def coin(name: str, jobs: int, processors: int, params: NoSeed) -> Workload:
    """Always heads."""
    return rigid(name=name)


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry with nothing in it."""
    monkeypatch.setattr(registry, "GENERATORS", {})


@pytest.mark.usefixtures("empty")
def test_a_declared_generator_tells_all_about_itself() -> None:
    generator("dice", title="Dice", params=DiceParams, cites=("lublin2003",))(dice)
    declared = registry.GENERATORS["dice"]
    assert declared.summary == declared.description == "Roll dice."
    assert [r.key for r in declared.references] == ["lublin2003"]
    assert generate("dice", jobs=0, processors=1).name == "Dice, 0 jobs, seed 1"


@pytest.mark.usefixtures("empty")
def test_a_key_is_taken_once_and_references_exist() -> None:
    with pytest.raises(ValueError, match="nobody1900"):
        generator("dice", title="Dice", params=DiceParams, cites=("nobody1900",))(dice)
    generator("dice", title="Dice", params=DiceParams)(dice)
    with pytest.raises(ValueError, match="two generators are registered as 'dice'"):
        generator("dice", title="Dice", params=DiceParams)(dice)


@pytest.mark.usefixtures("empty")
def test_a_published_setting_has_parameters_that_exist() -> None:
    with pytest.raises(ParameterError, match="granularty"):
        generator(
            "published",
            title="Published",
            params=UniformParams,
            settings=(Setting(title="x", jobs=1, processors=1, params={"granularty": 1}),),
        )(GENERATORS["uniform"].make)
    assert "published" not in GENERATORS


def test_a_generator_needs_a_seed() -> None:
    with pytest.raises(ValueError, match="'dice' has no seed"):
        generator("dice", title="Dice", params=NoSeed)(coin)


def test_all_generators_are_there() -> None:
    moldable = {"weak", "high", "mixed", "cirne"}
    published = {"paper-uniform", "gaussian", "two-gaussian", "cauchy"}
    assert (
        set(GENERATORS) == {"lublin", "uniform", "environments", "extremes"} | moldable | published
    )
