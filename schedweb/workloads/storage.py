"""Workloads as blobs: their columns, without the name that people give them and without what is
stated of the machine, which changes no job."""

import tempfile
from collections import OrderedDict
from dataclasses import replace
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from django.core.files.base import File
from numpy.typing import NDArray

from parsched.model.problem.arrays import sealed
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.machine import NOT_STATED, StatedMachine
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import LABELS, Labels, Workload
from schedweb.store import blobs
from schedweb.store.arrays import pack, pack_into, unpack_from

CACHED = 4
"""Workloads that a process keeps in memory: the runs of a comparison follow each other."""
CACHED_BYTES = 1 << 30
"""Bytes that they may take; the last one is kept whatever it takes."""


def save_workload(workload: Workload) -> str:
    """Store the jobs and return the digest; not all of the file is in memory at a time."""
    with tempfile.TemporaryFile() as file:
        pack_into(file, _arrays(workload))
        return blobs.put_file(File(file))


def content_of(workload: Workload) -> bytes:
    """Return the jobs as they are stored; equal jobs give equal bytes, whatever their name."""
    return pack(_arrays(workload))


def _arrays(workload: Workload) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {
        "ids": workload.ids,
        "release": workload.release,
        "estimate": workload.estimate,
        "weight": workload.weight,
        "offsets": workload.profiles.offsets,
        "widths": workload.profiles.widths,
        "times": workload.profiles.times,
    }
    arrays |= _more(workload)
    if workload.unmodelled:
        arrays["unmodelled"] = np.array(workload.unmodelled, np.str_)
    for name, labels in workload.labels.items():
        arrays[f"{name}_codes"] = labels.codes
        arrays[f"{name}_names"] = np.array(labels.names, np.str_)
    return arrays


def _more(workload: Workload) -> dict[str, NDArray[Any]]:
    """Return what only some workloads have, so that the others keep their digests."""
    arrays: dict[str, NDArray[Any]] = {}
    if (after := workload.after) is not None:
        arrays |= {"after_job": after.job, "after_before": after.before, "after_delay": after.delay}
    for name in ("recorded", "submitted", "allocated"):
        if (column := getattr(workload, name)) is not None:
            arrays[name] = column
    if workload.unix_start is not None:
        arrays["unix_start"] = np.array([workload.unix_start])
    if workload.zone:
        arrays["zone"] = np.array([workload.zone], np.str_)
    return arrays


def load_workload(digest: str, name: str = "", machine: StatedMachine = NOT_STATED) -> Workload:
    """Return the jobs stored under a digest, under a name and of a machine, as far as it is stated;
    again the same object, which knows its bounds."""
    return shelf.get(digest, name, machine)


_Named = dict[tuple[str, StatedMachine], Workload]
_BARE = ("", NOT_STATED)
"""Key of the jobs as they are stored."""


class RecentWorkloads:
    """The workloads that a process used last, each under the names that were asked for. Threads
    that ask for the same one at once load it once: a large one takes gigabytes each time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _Named] = OrderedDict()
        self._gates: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._lock = Lock()

    def get(self, digest: str, name: str, machine: StatedMachine) -> Workload:
        """Return the jobs of a digest under a name and of a machine."""
        with self._lock:
            gate = self._gates.setdefault(digest, Lock())
        with gate:
            named = self._named(digest)
            key = name, machine
            if key not in named:
                named[key] = replace(named[_BARE], name=name, machine=machine)
            return named[key]

    def cache_clear(self) -> None:
        """Keep none."""
        with self._lock:
            self._kept.clear()

    def _named(self, digest: str) -> _Named:
        with self._lock:
            if digest in self._kept:
                self._kept.move_to_end(digest)
                return self._kept[digest]
        named = {_BARE: _load(digest)}
        with self._lock:
            self._kept[digest] = named
            while len(self._kept) > 1 and (len(self._kept) > CACHED or self._bytes > CACHED_BYTES):
                self._kept.popitem(last=False)
        return named

    @property
    def _bytes(self) -> int:
        return sum(_bytes_of(named[_BARE]) for named in self._kept.values())


shelf = RecentWorkloads()


def _bytes_of(jobs: Workload) -> int:
    of = jobs.profiles
    columns = [jobs.ids, jobs.release, jobs.estimate, jobs.weight, of.offsets, of.widths, of.times]
    columns += [labels.codes for labels in jobs.labels.values()]
    return sum(int(column.nbytes) for column in columns)


def _load(digest: str) -> Workload:
    with blobs.opened(digest) as file:
        arrays = {name: sealed(array) for name, array in unpack_from(file).items()}
    labels: dict[str, Any] = {label: _labels(arrays, label) for label in LABELS}
    return Workload(
        name="",
        ids=arrays["ids"],
        release=arrays["release"],
        profiles=Profiles(arrays["offsets"], arrays["widths"], arrays["times"]),
        estimate=arrays["estimate"],
        weight=arrays["weight"],
        after=_after(arrays),
        recorded=arrays.get("recorded"),
        submitted=arrays.get("submitted"),
        allocated=arrays.get("allocated"),
        unix_start=float(arrays["unix_start"][0]) if "unix_start" in arrays else None,
        zone=str(arrays["zone"][0]) if "zone" in arrays else "",
        unmodelled=tuple(map(str, arrays.get("unmodelled", ()))),
        **labels,
    )


def _after(arrays: dict[str, NDArray[Any]]) -> Dependencies | None:
    if "after_job" not in arrays:
        return None
    columns = arrays["after_job"], arrays["after_before"], arrays["after_delay"]
    return Dependencies(len(arrays["ids"]), *columns)


def _labels(arrays: dict[str, NDArray[Any]], label: str) -> Labels | None:
    if f"{label}_codes" not in arrays:
        return None
    return Labels(arrays[f"{label}_codes"], tuple(str(name) for name in arrays[f"{label}_names"]))
