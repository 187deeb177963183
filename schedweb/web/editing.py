"""Forms that change stored things: what they were rendered with travels along, and what cannot be
stored comes back on a page of its own with both versions, so that nothing typed is lost."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from schedweb.base.editing import Edit, StaleError, editable, fingerprint
from schedweb.base.errors import InvalidError, RefusedError

SEEN = "seen-"
"""How the names of hidden fields begin that have fingerprints."""
TITLES = {
    "title": "Title",
    "note": "Note",
    "name": "Name",
    "repetitions": "Repetitions",
}
"""Fields as pages call them."""
LONG = {"note"}
"""Fields of several lines."""


def seen_in(request: HttpRequest) -> dict[str, str]:
    """Return the fingerprints of what the sender of a form had seen."""
    return {
        name.removeprefix(SEEN): value
        for name, value in request.POST.dict().items()
        if name.startswith(SEEN)
    }


@dataclass(frozen=True)
class EditedField:
    """A field of the page: `value` is offered, `stored` stands beside it if another user changed
    it."""

    name: str
    value: str
    seen: str
    stored: str | None = None
    error: str = ""

    @property
    def title(self) -> str:
        """What the field is called."""
        return TITLES[self.name]

    @property
    def is_long(self) -> bool:
        """True for a text of several lines."""
        return self.name in LONG


@dataclass(frozen=True)
class EditPage:
    """What could not be stored of the thing at `back`."""

    back: str
    fields: Sequence[EditedField]

    @classmethod
    def of(cls, back: str, edit: Edit, errors: Mapping[str, str]) -> "EditPage":
        """Offer what was typed, and where nothing was, what is stored now."""
        fields = [
            EditedField(
                name,
                str(edit.merged[name]),
                fingerprint(edit.stored[name]),
                str(edit.stored[name]) if name in edit.stale else None,
                errors.get(name, ""),
            )
            for name in edit.sent
        ]
        return cls(back, fields)

    @property
    def stale(self) -> list[EditedField]:
        """Fields that another user changed."""
        return [one for one in self.fields if one.stored is not None]


def texts_of(thing: Any) -> dict[str, Any]:
    """Return the title and the note of a thing."""
    return editable(thing, ("title", "note"))


@dataclass(frozen=True)
class EditForm:
    """The form of what `find` finds at `back`: `stored` reads its fields, `change` stores what is
    sent of them."""

    back: str
    find: Callable[[], Any]
    change: Callable[..., object]
    stored: Callable[[Any], Mapping[str, Any]] = texts_of

    def answer(self, request: HttpRequest) -> HttpResponse:
        """Store what was changed and go back, or show what was typed beside what is stored."""
        thing = self.find()
        sent = {name: request.POST[name] for name in self.stored(thing) if name in request.POST}
        seen, errors, status = seen_in(request), {}, 409
        try:
            self.change(thing, **sent, seen=seen)
            return redirect(self.back)
        except StaleError:
            pass
        except InvalidError as error:
            status, errors = 422, error.errors
        except RefusedError as error:
            messages.error(request, str(error))
            return redirect(self.back)
        page = EditPage.of(self.back, Edit(self.stored(self.find()), sent, seen), errors)
        return render(request, "edit.html", {"page": page}, status=status)
