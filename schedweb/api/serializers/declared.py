"""Requests that name a declaration and give its parameters: described by those declarations."""

from collections.abc import Mapping
from typing import Any, ClassVar

from schedweb.api.serializers.base import Input
from schedweb.api.serializers.fields import StatedObject


class DeclaredInput(Input):
    """`key_field` names a key of `declarations`, and `params` must fit what is declared there.

    The services check the parameters; `schema.py` describes one variant for each declaration.
    """

    declarations: ClassVar[Mapping[str, Any]]
    key_field: ClassVar[str]

    params = StatedObject(default=dict)

    @classmethod
    def own_properties(cls, declared: Any) -> dict[str, Any]:
        """Return the schemas of the properties that depend on what is declared."""
        return {"params": {**declared.params.json_schema(), "default": {}}}

    @classmethod
    def examples(cls, key: str, declared: Any) -> dict[str, Any]:
        """Return `example` where the schema alone is hard to read."""
        return {}
