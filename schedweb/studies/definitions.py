"""Definitions of studies that people send: what the library takes, and what a server may."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings

from parsched import studies
from parsched.base.errors import AlgorithmsError, ParameterError
from parsched.studies import STUDIES, Generated, Kept, Traced
from parsched.studies.files import as_json, from_json, from_text
from parsched.studies.kept import LOADERS
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError
from schedweb.studies.models import TRACES
from schedweb.studies.selectors import forbidden_method
from schedweb.workers.services import refuse_unstorable
from schedweb.workloads.models import Workload
from schedweb.workloads.storage import load_workload

SCHEME = "sha256"
"""Word before the digest of jobs that are stored here."""
MOST_TEXT = 256 * 1024
"""Characters of a file of a study."""
LONGEST_NAME = 200
"""Characters of titles and keys within a study."""

LOADERS[SCHEME] = load_workload


def parsed(text: str, *, is_json: bool) -> studies.Study:
    """Return a study from the text of its file; raises `InvalidError` by place in the file."""
    if len(text) > MOST_TEXT:
        raise InvalidError({"file": f"the file must have at most {MOST_TEXT:,} characters"})
    try:
        return from_text(text, is_json=is_json)
    except ParameterError as error:
        raise InvalidError(error.errors) from error
    except AlgorithmsError as error:
        raise InvalidError({"file": f"The file {error}"}) from error


def built(values: Mapping[str, Any]) -> studies.Study:
    """Return a study from plain JSON values; raises `InvalidError` by place in them."""
    try:
        return from_json(values)
    except ParameterError as error:
        raise InvalidError(error.errors) from error
    except AlgorithmsError as error:
        raise InvalidError({"definition": str(error)}) from error
    except RecursionError as error:
        raise InvalidError({"definition": "definition has too many lists in lists"}) from error


def workloads_of(owner: User, study: studies.Study) -> list[Workload]:
    """Return the stored workloads that a study takes its instances from.

    Raises `InvalidError` for what a study may have elsewhere, but not on a server: files of its
    disk, jobs of others, more jobs than it takes, algorithms that the owner may not run, and texts
    that no database holds.
    """
    refuse_unstorable(as_json(study))
    own: dict[str, Workload] = {}
    errors: dict[str, str] = {}
    for place, part in enumerate(study.parts):
        for name, text in _problems(owner, part, own):
            errors[f"parts[{place}].{name}"] = text
    if errors:
        raise InvalidError(errors)
    return list(own.values())


def _problems(
    owner: User, part: studies.Part, own: dict[str, Workload]
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a part, by field; note in `own` the workloads that it names."""
    for name in ("key", "title"):
        if len(getattr(part, name)) > LONGEST_NAME:
            yield name, f"{name} must have at most {LONGEST_NAME} characters"
    if sentence := forbidden_method(owner, part):
        yield "methods", sentence
    match part.instances:
        case Generated(jobs=jobs):
            most = settings.SCHEDWEB_MAX_JOBS
            if max(jobs) > most:
                yield "instances.jobs", f"jobs must be at most {most:,}, got {max(jobs):,}"
        case Kept(workloads=named):
            for name, address in named.items():
                word, _, digest = address.partition(":")
                mine = Workload.objects.filter(owner=owner, digest=digest)
                if word != SCHEME or (workload := mine.first()) is None:
                    rule = f'must be "{SCHEME}:" and the digest of one of your workloads'
                    yield (
                        f"instances.workloads.{name:.40}",
                        f"workloads {rule}, got {address!r:.80}",
                    )
                else:
                    own[workload.pk] = workload
        case Traced() as traced:
            if not _is_of_a_paper(traced):
                rule = "traces of your own are uploaded and merged first: name them as workloads"
                yield "instances.merges", rule
            elif missing := replace(traced, folder=str(TRACES)).missing:
                rule = "the server must have the traces, and lacks"
                yield "instances.merges", f"{rule} {', '.join(missing)}"


def _is_of_a_paper(traced: Traced) -> bool:
    """Tell whether traces are merged as a declared study merges them: no other files are read."""
    declared = (part.instances for study in STUDIES.values() for part in study.parts)
    return any(isinstance(of, Traced) and dict(of.merges) == dict(traced.merges) for of in declared)


def missing_traces(study: studies.Study) -> list[str]:
    """Return the files of traces that a study needs and the server lacks."""
    parts = [part.instances for part in study.with_traces(TRACES).parts]
    return sorted({file for of in parts if isinstance(of, Traced) for file in of.missing})


def address_of(workload: Workload) -> str:
    """Return what names the jobs of a stored workload in a study."""
    return f"{SCHEME}:{workload.digest}"
