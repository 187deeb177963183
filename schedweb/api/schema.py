"""How the OpenAPI document is made, where the code alone does not say it."""

from typing import TYPE_CHECKING, Any

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import Direction

from schedweb.api.idempotency import PARAMETER
from schedweb.api.serializers.base import Some
from schedweb.api.serializers.fields import KEY

if TYPE_CHECKING:
    from schedweb.api.serializers.declared import DeclaredInput
    from schedweb.api.serializers.workloads import MergeIn

ERROR = {
    "type": "object",
    "description": "The one shape of all errors.",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "fields"],
            "properties": {
                "code": {"type": "string", "description": "For programs.", "example": "invalid"},
                "message": {"type": "string", "description": "One sentence for people."},
                "fields": {
                    "type": "object",
                    "description": "Sentences by field, such as `algorithms.0.params.seed`.",
                    "additionalProperties": {"type": "array", "items": {"type": "string"}},
                },
            },
        }
    },
}


CHANGES = {"put", "patch", "delete"}
ETAG = "Tag of what was read: for `If-Match` of a change, `If-None-Match` of the next reading."
IF_MATCH = ("If-Match", "The `ETag` of what was read: 412 if people have changed it since.")
IF_NONE_MATCH = ("If-None-Match", "The `ETag` of the last answer: 304 if this one is the same.")
NEEDED = ("required", "oneOf", "anyOf")
"""Marks of a request that cannot be empty."""


class TokenScheme(OpenApiAuthenticationExtension):
    """API tokens."""

    target_class = "schedweb.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "An API token."}


class SessionScheme(OpenApiAuthenticationExtension):
    """Sessions of browsers."""

    target_class = "schedweb.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        text = "A logged-in browser; what changes something needs X-CSRFToken besides."
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": text}


class StrictInput(OpenApiSerializerExtension):
    """Unknown names are refused, and lists are neither empty nor endless."""

    target_class = "schedweb.api.serializers.base.Input"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(  # noqa: SLF001
            self.target, direction, bypass_extensions=True
        )
        for name, field in self.target.fields.items():
            if isinstance(field, Some):
                schema["properties"][name] |= {"minItems": 1, "maxItems": field.most}
        some = [{"required": [name]} for name in self.target.one_of]
        return {**schema, **({"anyOf": some} if some else {}), "additionalProperties": False}


class KeyFieldExtension(OpenApiSerializerFieldExtension):
    """The id of a stored thing."""

    target_class = "schedweb.api.serializers.fields.StatedKey"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{KEY}$"}


class KeysField(OpenApiSerializerFieldExtension):
    """Some of a set of keys, separated by commas."""

    target_class = "schedweb.api.serializers.fields.StatedKeys"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        key = f"({'|'.join(self.target.allowed)})"
        return {"type": "string", "pattern": f"^{key}(,{key})*$"}


class DeclaredVariants(StrictInput):
    """One variant per declaration, so that the parameters of each are described."""

    target_class = "schedweb.api.serializers.declared.DeclaredInput"
    match_subclasses = True
    priority = 1

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        serializer: DeclaredInput = self.target
        general = super().map_serializer(auto_schema, direction)
        refs = {
            key: self._variant(auto_schema, general, key, declared).ref
            for key, declared in sorted(serializer.declarations.items())
        }
        mapping = {key: ref["$ref"] for key, ref in refs.items()}
        discriminator = {"propertyName": serializer.key_field, "mapping": mapping}
        return {"oneOf": list(refs.values()), "discriminator": discriminator}

    def _variant(
        self, auto_schema: AutoSchema, general: dict[str, Any], key: str, declared: Any
    ) -> ResolvedComponent:
        own = {
            self.target.key_field: {"type": "string", "enum": [key]},
            **self.target.own_properties(declared),
        }
        component = ResolvedComponent(
            name=f"{type(self.target).__name__}_{key}",
            type=ResolvedComponent.SCHEMA,
            schema={
                **general,
                "description": declared.summary,
                "properties": general["properties"] | own,
                **self.target.examples(key, declared),
            },
            object=f"{type(self.target).__name__} {key}",
        )
        auto_schema.registry.register_on_missing(component)
        return component


class MergeSchema(OpenApiSerializerExtension):
    """Specifications of merges, by the declarations of the library."""

    target_class = "schedweb.api.serializers.workloads.MergeIn"
    priority = 1

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        serializer: MergeIn = self.target
        return serializer.json_schema()


def finish(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say of each operation in a line what it does, and that all errors have the one shape."""
    components = result["components"]["schemas"]
    components["Error"] = ERROR
    _as_openapi(components)
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    for operations in result["paths"].values():
        _say_of_tags(operations)
        for method, operation in operations.items():
            if method == "post":
                operation["parameters"] = [*operation.get("parameters", ()), PARAMETER]
            summary, _, description = operation.pop("description").partition("\n")
            operation |= {"summary": summary.rstrip("."), "description": description.strip()}
            for sent in operation.get("requestBody", {}).get("content", {}).values():
                component = components[sent["schema"]["$ref"].rpartition("/")[2]]
                operation["requestBody"]["required"] = not component.keys().isdisjoint(NEEDED)
            operation["responses"]["default"] = {"description": "An error", "content": content}
    return result


def _say_of_tags(operations: dict[str, Any]) -> None:
    """Say where things are read what their tags are, and where they are changed what takes one."""
    read = operations.get("get")
    if read is None or not operations.keys() & CHANGES:
        return
    for method, (name, text) in {"get": IF_NONE_MATCH, **dict.fromkeys(CHANGES, IF_MATCH)}.items():
        if method in operations:
            header = {"in": "header", "name": name, "schema": {"type": "string"}}
            operations[method].setdefault("parameters", []).append({**header, "description": text})
    for code, response in read["responses"].items():
        if code == "200":
            response["headers"] = {"ETag": {"schema": {"type": "string"}, "description": ETAG}}
    for method in operations.keys() & CHANGES:
        failed = {"$ref": "#/components/schemas/Error"}
        operations[method]["responses"]["412"] = {
            "description": "It is not as it was when its client read it; nothing was changed.",
            "content": {"application/json": {"schema": failed}},
        }


def _as_openapi(schema: Any) -> None:
    """Rewrite what the JSON schemas of the library have and OpenAPI 3.0 writes otherwise: limits
    that do not count themselves stand beside `minimum`, a constant is a list of one, and names that
    follow a pattern are any names."""
    if isinstance(schema, list):
        for part in schema:
            _as_openapi(part)
    elif isinstance(schema, dict):
        if not isinstance(schema.get("exclusiveMinimum", True), bool | dict):
            schema |= {"minimum": schema["exclusiveMinimum"], "exclusiveMinimum": True}
        if isinstance(schema.get("const"), str):
            schema |= {"type": "string", "enum": [schema.pop("const")]}
        if "patternProperties" in schema:
            del schema["patternProperties"]
            schema["additionalProperties"] = True
        for part in schema.values():
            _as_openapi(part)
