"""Studies: experiments with repetitions."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from parsched import studies
from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.studies import STUDIES
from parsched.studies.files import schema
from schedweb.api.serializers.base import ListQuery
from schedweb.api.serializers.comparisons import ComparisonOut
from schedweb.api.serializers.studies import (
    CellIn,
    PresetOut,
    PresetWholeOut,
    RepetitionsIn,
    StudiesQuery,
    StudyBrief,
    StudyIn,
    StudyOut,
    StudyPatch,
)
from schedweb.api.serializers.tasks import TaskOut
from schedweb.api.views.base import View, asks
from schedweb.api.views.catalogue import declared
from schedweb.api.views.tasks import WaitingView
from schedweb.base.errors import InvalidError
from schedweb.runs.selectors import comparison_for
from schedweb.studies import services
from schedweb.studies.definitions import built
from schedweb.studies.files import task_of_bundle
from schedweb.studies.lists import STUDIES as STUDY_LIST
from schedweb.studies.models import Study
from schedweb.studies.opening import task_of_cell
from schedweb.studies.selectors import studies_of, study_for


@extend_schema(tags=["catalogue"])
class Presets(View):
    """Studies that are declared."""

    @asks(ListQuery)
    @extend_schema(responses=PresetOut(many=True))
    def list(self, request: Request) -> Response:
        """List the experiments of papers, and other declared studies."""
        return self.listed(PresetOut, list(STUDIES.values()))

    @extend_schema(responses=PresetWholeOut)
    def retrieve(self, request: Request, key: str) -> Response:
        """Show a declared study as its file has it."""
        return self.answer(PresetWholeOut, declared(STUDIES, key))


@extend_schema(tags=["studies"])
class Schema(View):
    """What files of studies are."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def retrieve(self, request: Request) -> Response:
        """Show the JSON schema of a study."""
        return Response(schema())


@extend_schema(tags=["studies"])
class Studies(View):
    """Your studies."""

    kept = Study

    @asks(StudiesQuery)
    @extend_schema(responses=StudyBrief(many=True))
    def list(self, request: Request) -> Response:
        """List your studies."""
        return self.listed(StudyBrief, self.narrowed(STUDY_LIST, studies_of(self.user)))

    @extend_schema(request=StudyIn, responses={201: StudyOut})
    def create(self, request: Request) -> Response:
        """Start a study: a declared one, or one of your own as its file has it."""
        values = self.validated(StudyIn)
        texts = {name: values.pop(name) for name in ("title", "note")}
        preset = values.get("preset", "")
        study = services.create_study(self.user, _declared(**values), preset=preset, **texts)
        return self._again(study.pk, status=201)

    @extend_schema(responses=StudyOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a study: how far it is, its verdicts, and what it computes."""
        return self._again(pk)

    @extend_schema(request=StudyPatch, responses=StudyOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change title and note."""
        services.describe_study(study_for(self.user, pk), **self.validated(StudyPatch))
        return self._again(pk)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Put a study into the trash for 30 days; its share links open
        nothing meanwhile."""
        services.delete_study(study_for(self.user, pk))
        return Response(status=204)

    @extend_schema(request=None, responses=StudyOut)
    def pause(self, request: Request, pk: str) -> Response:
        """Begin no more instances; those that are being computed are finished."""
        return self._changed(pk, services.pause_study)

    @extend_schema(request=None, responses=StudyOut)
    def go_on(self, request: Request, pk: str) -> Response:
        """Continue a study that was paused or stopped, where it was."""
        return self._changed(pk, services.continue_study)

    @extend_schema(request=None, responses=StudyOut)
    def stop(self, request: Request, pk: str) -> Response:
        """End what is being computed, too; the study keeps its numbers and can go on later."""
        return self._changed(pk, services.stop_study)

    @extend_schema(request=None, responses=StudyOut)
    def retry(self, request: Request, pk: str) -> Response:
        """Compute again what failed, or what is stored and cannot be read."""
        return self._changed(pk, services.retry_failed)

    @extend_schema(request=RepetitionsIn, responses=StudyOut)
    def repeat(self, request: Request, pk: str) -> Response:
        """Raise the number of repetitions, and go on; what is computed stays as it is."""
        study = study_for(self.user, pk)
        services.repeat_more(study, **self.validated(RepetitionsIn))
        return self._again(pk)

    def _changed(self, pk: str, change: Callable[[Study], None]) -> Response:
        change(study_for(self.user, pk))
        return self._again(pk)

    def _again(self, pk: str, status: int = 200) -> Response:
        return self.answer(StudyOut, study_for(self.user, pk), status)


@extend_schema(tags=["studies"])
class StudyBundle(WaitingView):
    """Everything of a study."""

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY, 202: TaskOut})
    def retrieve(self, request: Request, pk: str) -> HttpResponseBase:
        """Download figures, tables, verdicts, the study as TOML and BibTeX as one zip."""
        study = study_for(self.user, pk)
        return self.file(task_of_bundle(study), f"{study.title}.zip", "application/zip")


@extend_schema(tags=["studies"])
class StudyCells(WaitingView):
    """Single instances of a study."""

    @extend_schema(request=CellIn, responses={201: ComparisonOut, 202: TaskOut})
    def create(self, request: Request, pk: str) -> Response:
        """Compute the schedules of one instance, with the same seeds, as a comparison."""
        study, values = study_for(self.user, pk), self.validated(CellIn)
        place = _place(study.declared, values)
        task = task_of_cell(study, place, values["value"], values["repetition"])
        return self.created(
            task, ComparisonOut, lambda key: comparison_for(self.user, key), field="part"
        )


def _place(study: studies.Study, values: dict[str, Any]) -> int:
    """Return the place of a part; raises `InvalidError` for an instance that there is not."""
    keys = [part.key for part in study.parts]
    if values["part"] not in keys:
        raise InvalidError({"part": f"part must be one of {', '.join(keys)}"})
    place = keys.index(values["part"])
    part = study.parts[place]
    for name, count in (
        ("value", len(part.instances.values)),
        ("repetition", part.repetitions),
    ):
        if values[name] >= count:
            rule = f"{name} must be a whole number from 0 to {count - 1:,}"
            raise InvalidError({name: f"{rule}, got {values[name]:,}"})
    return place


def _declared(
    definition: dict[str, Any] | None = None, preset: str = "", **changes: Any
) -> studies.Study:
    """Return the study that was sent, or a declared one; raises `InvalidError`."""
    if definition is not None and preset:
        raise InvalidError({"preset": "preset and definition exclude each other"})
    if definition is None and preset not in STUDIES:
        keys = ", ".join(STUDIES)
        raise InvalidError({"preset": f"preset must be one of {keys}, got {preset!r:.60}"})
    study = STUDIES[preset] if definition is None else built(definition)
    try:
        return study.changed(**changes)
    except UnknownKeyError as error:
        raise InvalidError({"only": str(error)}) from error
    except ParameterError as error:
        raise InvalidError(error.errors) from error
