"""Names of methods in sentences."""

from parsched.report.phrases import named


def test_names_with_commas_are_told_apart() -> None:
    assert named(["easy", "fcfs", "gls"]) == "easy, fcfs and gls"
    assert named(["gls, λ = 1", "easy", "fcfs"]) == "gls, λ = 1; easy and fcfs"
    many = named(["gls, λ = 1", *map(str, range(20))], "runs")
    assert many.startswith("gls, λ = 1; 0; 1")
    assert many.endswith(" more runs")
