"""The command that says why a job waited."""

from tests.parsched.apps.test_cli import EIGHT, Output, fail, run, run_json


def test_explain_says_in_sentences_and_tables_why_a_job_waited(capsys: Output) -> None:
    given = ("explain", "--workload", EIGHT, "--procs", "6", "--algorithm", "fcfs", "--job")
    out = run(capsys, *given, "4")
    assert out.startswith("Job 4 on ")
    why = run_json(capsys, *given, "4")["explanation"]
    assert why["sentences"] == out.splitlines()[:3]
    assert why["wait"] > 0
    assert fail(capsys, *given, "40") == "job must be the id of a job, and none is called '40'"
