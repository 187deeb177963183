"""Machines and grids."""

from dataclasses import replace

import pytest

from parsched.base.errors import WorkloadError
from parsched.model.problem.platform import MAX_PROCESSORS, Cluster, DeployTime, Platform


def test_one_size_is_a_cluster() -> None:
    platform = Platform.of(128)
    assert not platform.is_grid
    assert (platform.processors, platform.largest) == (128, 128)


def test_several_sizes_are_the_sites_of_a_grid() -> None:
    platform = Platform.of(4, 16, 8)
    assert platform.is_grid
    assert (platform.processors, platform.largest) == (28, 16)
    assert [site.name for site in platform.sites] == ["site 1", "site 2", "site 3"]


@pytest.mark.parametrize("processors", [0, -1, MAX_PROCESSORS + 1])
def test_a_cluster_of_an_impossible_size_is_refused_by_name(processors: int) -> None:
    with pytest.raises(WorkloadError, match=f"'big'.*got {processors}"):
        Cluster("big", processors)


def test_what_is_installed_is_said_of_all_processors_or_of_none() -> None:
    assert Platform.of(2).installed == ()
    assert replace(Platform.of(1, 1), installed=(("a", 1), (None, 2))).processors == 2
    for wrong in ([1], [3], [2, 1], [0, 2]):
        with pytest.raises(WorkloadError, match="processors that rise to 2, got "):
            replace(Platform.of(2), installed=tuple(("a", end) for end in wrong))


def test_deployment_times_are_floats_however_they_are_given() -> None:
    time = DeployTime(seconds=200, extra=100)
    assert [type(value) for value in time.values] == [float, float]
    assert time == DeployTime(seconds=200.0, extra=100.0)


def test_a_platform_needs_a_cluster() -> None:
    with pytest.raises(WorkloadError):
        Platform(())
