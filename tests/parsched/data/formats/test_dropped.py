"""Whatever a reader drops of what jobs ask for marks the workload: each kind, in all readers."""

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

from parsched.base.errors import WorkloadError
from parsched.data.files.vocabulary import ALIASES, lost_by
from parsched.data.formats import Reading, ReadOptions, read
from parsched.data.logs import ROLES, SOURCES, reading
from parsched.data.logs.lost import lost_in
from parsched.data.logs.tables.table import Batch
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.unmodelled import (
    BEGINS,
    CONSTRAINTS,
    DEADLINES,
    DEPENDENCIES,
    GPUS,
    LICENCES,
    LIMITS,
    MEMORY,
    NODES,
    PARTITIONS,
    RESERVATIONS,
    RESOURCES,
    SHARING,
    TOGETHER,
    UNMODELLED,
)
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve
from tests.parsched.data.formats.lines import line, swf
from tests.parsched.data.logs.batch_systems import oar_job, sge
from tests.parsched.data.logs.samples import FIRST, SAMPLES, at, table
from tests.parsched.data.logs.variants import pbs

CASES = Path(__file__).parents[5] / "shared" / "cases" / "outside"
NAMED = {
    DEPENDENCIES if role == "after" else ROLES[role].lost: [
        name for name in names.split() if lost_by(name)
    ]
    for role, names in ALIASES.items()
    if role == "after" or ROLES[role].lost
}
"""Usual names of columns by what is lost where they are not read."""
TASKS = "WorkflowID,JobID,SubmitTime,RunTime,NProcs"


def given(content: bytes | str, name: str = "file.log", **options: Any) -> Reading:
    """Read content as a file."""
    content = content.encode() if isinstance(content, str) else content
    return read(io.BytesIO(content), name=name, options=ReadOptions(**options))


def lost(content: bytes | str, name: str = "file.log") -> tuple[str, ...]:
    """Return what is lost of a file."""
    return given(content, name).workload.unmodelled


def gwf(**fields: str) -> str:
    """A job of GWF with some of its 29 fields, by number."""
    cells = ["-1"] * 29
    cells[:8] = ["1", "0", "0", "10", "2", "-1", "-1", "2"]
    for field, value in fields.items():
        cells[int(field.removeprefix("f")) - 1] = value
    return "# JobID SubmitTime\n" + "\t".join(cells) + "\n"


class TestFormats:
    """Own formats: what a column, field or key says that is not read."""

    @pytest.mark.parametrize(
        ("lines", "expected"),
        [
            ((line(), line(id=2, preceding="1&9")), (DEPENDENCIES,)),
            ((line(), line(id=2, preceding="afterok:1")), (DEPENDENCIES,)),
            ((line(), line(id=2, preceding="1.5")), (DEPENDENCIES,)),
            ((line(), line(id=2, preceding="9" * 30)), (DEPENDENCIES,)),
            ((line(), line(id=2, preceding=1, think="soon")), (DEPENDENCIES,)),
            ((line(), line(id=2), line(id=3, preceding="1&2", think="1&2&3")), (DEPENDENCIES,)),
            ((line(), line(id=2, preceding="?")), ()),
            ((line(), line(id=2, think="soon")), ()),
            ((line(partition=1), line(id=2, partition=2)), (PARTITIONS,)),
            ((line(partition="a"), line(id=2, partition="b")), (PARTITIONS,)),
            ((line(partition="a"), line(id=2, partition="a")), ()),
            (
                (" ".join(["1", "0", "0", "9", "1", "-1", "-1", "1", "-1", "512", *["-1"] * 8]),),
                (MEMORY,),
            ),
            (
                (" ".join(["1", "0", "0", "9", "1", "-1", "-1", "1", "-1", "4G", *["-1"] * 8]),),
                (MEMORY,),
            ),
        ],
    )
    def test_swf(self, lines: tuple[str, ...], expected: tuple[str, ...]) -> None:
        assert lost(swf(*lines), "x.swf") == expected

    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({"f10": "2048"}, (MEMORY,)),
            ({"f24": "x86,Linux"}, (CONSTRAINTS,)),
            ({"f25": "100"}, (RESOURCES,)),
            ({"f26": "50"}, (RESOURCES,)),
            ({"f27": "tape:2"}, (RESOURCES,)),
            ({"f19": "WORKFLOW", "f20": "7"}, (DEPENDENCIES,)),
            ({"f19": "DAG", "f20": "7"}, (DEPENDENCIES,)),
            ({"f19": "BoT", "f20": "7"}, ()),
            ({"f19": "UNITARY"}, ()),
            ({"f10": "0", "f25": "none"}, ()),
        ],
    )
    def test_gwf(self, fields: dict[str, str], expected: tuple[str, ...]) -> None:
        assert lost(gwf(**fields), "x.gwf") == expected

    def test_partitions_of_gwf(self) -> None:
        two = gwf(f16="a") + gwf(f1="2", f16="b").partition("\n")[2]
        assert lost(two, "x.gwf") == (PARTITIONS,)

    @pytest.mark.parametrize("what", NAMED)
    def test_columns_of_tables_of_all_sorts(self, what: str) -> None:
        for name in NAMED[what]:
            value = "9" if what == DEPENDENCIES else "4"
            for title, column in (("x.csv", "procs,time"), ("x.csv", "cores,runtime,end")):
                rows = f"{column},{name}\n1,2{',9' * column.count('end')},{value}\n"
                assert what in lost(rows, title), (name, column)
            assert what in lost(f"{TASKS},{name}\n0,1,0,9,1,{value}\n", "x.gwf"), name

    @pytest.mark.parametrize("what", NAMED)
    def test_keys_of_json(self, what: str) -> None:
        for name in NAMED[what]:
            job = {"id": 1, "procs": 1, "time": 2, name: "9"}
            content = {"format": "schedweb-workload", "version": 1, "jobs": [job]}
            assert what in lost(json.dumps(content), "x.json"), name

    def test_partitions_that_are_kept_as_names(self) -> None:
        assert lost("procs,time,partition\n1,2,a\n1,2,b\n", "x.csv") == (PARTITIONS,)
        jobs = [{"id": i, "procs": 1, "time": 2, "partition": f"p{i}"} for i in range(2)]
        content = {"format": "schedweb-workload", "version": 1, "jobs": jobs}
        assert lost(json.dumps(content), "x.json") == (PARTITIONS,)
        frame = pd.DataFrame({"procs": [1, 1], "time": [2, 2], "partition": ["a", "b"]})
        assert Workload.from_frame(frame).unmodelled == (PARTITIONS,)

    @pytest.mark.parametrize("what", NAMED)
    def test_frames_refuse_what_they_do_not_read(self, what: str) -> None:
        for name in set(NAMED[what]) - {"after"}:
            with pytest.raises(WorkloadError, match=name):
                Workload.from_frame(pd.DataFrame({"procs": [1], "time": [2], name: ["9"]}))


def telling(key: str, told: Mapping[str, str]) -> tuple[str, ...]:
    """Return what is lost of the sample of a source whose jobs all have some cells, by column."""
    head, options = SAMPLES[key], ReadOptions()
    file = reading.opened(head, iter((head,)), options.limits, SOURCES[key])
    table = file.table

    def batches(wanted: Sequence[str]) -> Iterator[Batch]:
        for rows, lines in table.batches([name for name in wanted if name in table.columns]):
            cells = {name: rows.column(name) for name in rows.schema.names}
            cells |= {
                name: pa.array([cell] * len(rows), pa.string()) for name, cell in told.items()
            }
            yield pa.RecordBatch.from_pydict({name: cells[name] for name in wanted}), lines

    columns = tuple(dict.fromkeys((*table.columns, *told)))
    file.table = replace(table, columns=columns, batches=batches)
    try:
        return reading.read_opened(file, "x", options, None).workload.unmodelled
    finally:
        table.close()


def unread(key: str) -> dict[str, str]:
    """Return a column for each kind, by what it loses, that has no role in a source."""
    roles = {name.lower() for name in SOURCES[key].mapping.roles}
    return {
        what: next(name for name in names if name not in roles) for what, names in NAMED.items()
    }


VALUES = {RESOURCES: "nvme:1", DEPENDENCIES: "99999"}


@pytest.mark.parametrize("key", SOURCES)
def test_roles_of_sources_mark_what_they_cannot_keep(key: str) -> None:
    for role, columns in SOURCES[key].mapping.columns.items():
        what = DEPENDENCIES if role == "after" else ROLES[role].lost
        for column in columns if what else ():
            cell = f"{column.unit}=4" if column.unit else VALUES.get(what, "4")
            assert what in telling(key, {column.name: cell}), (role, column)


@pytest.mark.parametrize("key", SOURCES)
def test_columns_without_a_role_are_known_by_their_names(key: str) -> None:
    cells = {name: VALUES.get(what, "4") for what, name in unread(key).items()}
    assert {*unread(key)} <= {*telling(key, cells)}


@pytest.mark.parametrize("key", SOURCES)
@pytest.mark.parametrize("value", ["", "0", "-1", "None", "(null)", "no"])
def test_nothing_is_lost_where_nothing_is_said(key: str, value: str) -> None:
    cells = dict.fromkeys(unread(key).values(), value)
    assert telling(key, cells) == telling(key, {"colour": "red"})


LISTS = [
    ("gpu:4", {GPUS}),
    ("gpu:a100:4(IDX:0-3)", {GPUS}),
    ("gpu:v100:2(S:0-1),nvme:1", {GPUS, RESOURCES}),
    ("gres:gpu:2", {GPUS}),
    ("gpu", {GPUS}),
    ("gpu:1g.5gb:1", {GPUS}),
    ("7696487:4", {GPUS}),
    ("gpu:0", set()),
    ("gpu:a100:0(IDX:N/A)", set()),
    ("craynetwork:1", {RESOURCES}),
    ("craynetwork:0", set()),
    ("billing=4,cpu=4,node=1", set()),
    ("billing=4,cpu=4,gres/gpu=2,mem=16G,node=1", {GPUS, MEMORY}),
    ("cpu=4,gres/gpu:a100=2", {GPUS}),
    ("cpu=4,gres/gpu=0,mem=0", set()),
    ("cpu=4,license/matlab=2", {LICENCES}),
    ("cpu=4,bb/datawarp=10G", {RESOURCES}),
    ("1=4,4=1,5=4", set()),
    ("1=4,2=8192,4=1", {MEMORY}),
    ("10G", {RESOURCES}),
]


@pytest.mark.parametrize(("cell", "expected"), LISTS)
def test_lists_of_resources(cell: str, expected: set[str]) -> None:
    found = lost_in(pa.array([cell, None]), RESOURCES)
    assert {what for what, mask in found.items() if mask[0]} == expected
    assert not any(mask[1] for mask in found.values())


PBS = "exec_vnode=(n1:ncpus=2) Resource_List.ncpus=2 "
LSF = (
    '"JOB_FINISH" "10.1" {end} 7 500 33554435 2 {came} {begin} {due} {came} "ann" "normal" "{ask}" '
)
LSF += '"{after}" "" "host" "/home" "" "o" "" "1.x" 0 1 "2*n1" 64 60.0 "name" "sleep 1" 0.1 0.2\n'


def lsf(begin: int = 0, ask: str = "", after: str = "", due: int = 0) -> str:
    """A job of LSF with a begin time, a requirement of resources, a dependency, and a deadline."""
    return LSF.format(end=FIRST + 10, came=FIRST, begin=begin, ask=ask, after=after, due=due)


def sacct(**columns: str) -> bytes:
    """Two jobs of sacct with some more columns."""
    jobs = ({"JobID": i, "State": "COMPLETED", "Start": at(i), "Elapsed": "10"} for i in (1, 2))
    return table([{**job, "Submit": at(0), "NCPUS": 4, **columns} for job in jobs], "|")


def condor(**attributes: str) -> bytes:
    """The sample of HTCondor with some more attributes."""
    told = "".join(f"{name} = {value}\n" for name, value in attributes.items())
    return told.encode() + SAMPLES["htcondor"]


def scontrol(deadline: str) -> bytes:
    """The sample of scontrol, whose jobs have as many processors on different nodes."""
    return SAMPLES["scontrol"].replace(b"Deadline=N/A", f"Deadline={deadline}".encode())


def batsim(**keys: object) -> str:
    """One job of Batsim with some more keys."""
    job = {"id": "1", "subtime": 0, "res": 2, "profile": "d", **keys}
    return json.dumps(
        {"nb_res": 4, "jobs": [job], "profiles": {"d": {"type": "delay", "delay": 9}}}
    )


ASKED = [
    (sacct(ReqGRES="gpu:v100:4"), {GPUS}),
    (sacct(AllocGRES="gpu:4(IDX:0-3)"), {GPUS}),
    (sacct(ReqGRES="gpu:0", AllocGRES="craynetwork:1"), {RESOURCES}),
    (sacct(Licenses="matlab@db:2"), {LICENCES}),
    (sacct(Constraints="bigmem"), {CONSTRAINTS}),
    (sacct(Reservation="maint"), {RESERVATIONS}),
    (sacct(ReqMem="4Gn"), {MEMORY}),
    (sacct(Dependency="after:1"), {DEPENDENCIES}),
    (sacct().replace(b"1|COMPLETED", b"9+1|COMPLETED"), {TOGETHER}),
    (sacct(NNodes="2").replace(b"4|2\n2", b"8|2\n2"), {NODES}),
    (sacct(NNodes="2"), set()),
    ("job_id,cores,runtime\n7_[1-3%2],2,10\n", {LIMITS}),
    ("job_id,cores,runtime\n7_[1-3],2,10\n", set()),
    (pbs("1.s", PBS), set()),
    (pbs("1.s", PBS + "Resource_List.pmem=4gb"), {MEMORY}),
    (pbs("1.s", PBS + "Resource_List.select=1:ncpus=2:mem=4gb"), {MEMORY}),
    (pbs("1.s", PBS + "Resource_List.select=1:ncpus=2:ngpus=1"), {GPUS}),
    (pbs("1.s", PBS + "Resource_List.select=1:ncpus=2:bigmem=True"), {CONSTRAINTS}),
    (pbs("1.s", PBS + "Resource_List.nodes=1:ppn=2:fast"), {CONSTRAINTS}),
    (pbs("1.s", PBS + "Resource_List.nodes=1:ppn=2#excl"), {SHARING}),
    (pbs("1.s", PBS + "Resource_List.matlab=2"), {RESOURCES}),
    (pbs("1.s", PBS + "resvname=r1"), {RESERVATIONS}),
    (pbs("1.s", PBS + "depend=afterok:99.s"), {DEPENDENCIES}),
    (lsf(), set()),
    (lsf(begin=FIRST + 5), {BEGINS}),
    (lsf(due=FIRST + 900), {DEADLINES}),
    (scontrol("2025-03-02T00:00:00"), {DEADLINES, NODES}),
    (scontrol("N/A"), {NODES}),
    (json.dumps({"7": oar_job(7, types=["deadline=2025-03-02 00:00:00"])}), {DEADLINES}),
    (sge(options="-q all.q -dl 202503020000"), {DEADLINES}),
    ("id,cores,runtime,due_date\n1,2,10,2025-03-02\n", {DEADLINES}),
    (lsf(ask="rusage[mem=4]"), {MEMORY}),
    (lsf(ask="rusage[ngpus_physical=2]"), {GPUS}),
    (lsf(ask="rusage[matlab=1]"), {RESOURCES}),
    (lsf(ask="select[type == any]"), set()),
    (lsf(ask="select[bigmem && type == any]"), {CONSTRAINTS}),
    (lsf(after="started(5)"), {DEPENDENCIES}),
    (condor(ConcurrencyLimits='"matlab"'), {LICENCES}),
    (condor(DeferralTime="1740787300"), {BEGINS}),
    (condor(DAGParentNodeNames='"A,B"'), {DEPENDENCIES}),
    (condor(RequestGPUs="2"), {GPUS}),
    (batsim(gpus=2), {GPUS}),
    (batsim(memory=2), {MEMORY}),
    (batsim(dependencies=["9"]), {DEPENDENCIES}),
    (batsim(), set()),
]


@pytest.mark.parametrize(("content", "expected"), ASKED)
def test_what_logs_say_in_their_own_ways(content: bytes | str, expected: set[str]) -> None:
    assert set(lost(content)) == expected


@pytest.mark.parametrize("name", ["memused", "resources_used.mem", "MaxRSS", "UsedMemory"])
def test_what_was_used_is_no_request(name: str) -> None:
    assert lost_by(name) == ""


class TestCases:
    """Inputs that public files led to."""

    @pytest.fixture(autouse=True)
    def _there(self) -> None:
        if not CASES.is_dir():
            pytest.skip("../shared is not there")

    def test_two_predecessors(self) -> None:
        jobs = read(CASES / "02-swf-two-predecessors.swf").workload
        assert solve(Instance(jobs, Platform.of(12)), "fcfs").metrics["makespan"] == 15

    def test_names(self) -> None:
        jobs = read(CASES / "03-swf-names.swf").workload
        assert [column and column.names[0] for column in jobs.labels.values()][:5] == [
            *("ann", "physics", "cfd", "batch", "main")
        ]

    def test_gres(self) -> None:
        assert read(CASES / "43-sacct-gres.txt").workload.unmodelled == (GPUS,)


def test_each_kind_is_dropped_somewhere() -> None:
    """Nothing is declared that no reader here loses."""
    seen = {what for _, lost in (*ASKED, *LISTS) for what in lost} | {PARTITIONS}
    assert seen | {SHARING} == set(UNMODELLED)
