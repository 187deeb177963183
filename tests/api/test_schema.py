"""The OpenAPI document: valid, complete, derived from the declarations."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from algorithms.catalogue import ALGORITHMS
from algorithms.generators import GENERATORS
from algorithms.ready_made import SHARED
from algorithms.trace import SERIES
from schedweb.api.urls import v1


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    document: dict[str, Any] = Client().get("/api/schema/").json()
    return document


def test_the_document_is_valid_and_made_without_a_warning(tmp_path: Path) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "api.yaml"))


def test_every_address_is_described(schema: dict[str, Any]) -> None:
    assert len(schema["paths"]) == len(v1)
    assert all(path.startswith("/api/v1/") for path in schema["paths"])
    operations = [operation for path in schema["paths"].values() for operation in path.values()]
    assert all(operation["summary"] for operation in operations)
    assert all("default" in operation["responses"] for operation in operations)
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("request_name", "declarations"),
    [("Entry", ALGORITHMS), ("Generate", GENERATORS)],
)
def test_parameters_are_described_by_their_declarations(
    schema: dict[str, Any], request_name: str, declarations: dict[str, Any]
) -> None:
    schemas = schema["components"]["schemas"]
    for key, declared in declarations.items():
        variant = schemas[f"{request_name}In_{key}"]
        expected = declared.params.json_schema()["properties"]
        for limited in expected.values():
            if "exclusiveMinimum" in limited:  # OpenAPI 3.0 writes it otherwise than JSON schema
                limited |= {"minimum": limited["exclusiveMinimum"], "exclusiveMinimum": True}
        assert variant["properties"]["params"]["properties"] == expected
    whole = next(
        s for name, s in schemas.items() if name.startswith(f"{request_name}In") and "oneOf" in s
    )
    assert set(whole["discriminator"]["mapping"]) == set(declarations)


def test_a_share_may_have_any_value_above_0(schema: dict[str, Any]) -> None:
    grid = schema["components"]["schemas"]["EntryIn_grid"]["properties"]
    one = grid["params"]["properties"]["admissible"]
    several = grid["vary"]["properties"]["admissible"]["anyOf"][0]["items"]
    for found in (one, several):
        assert (found["minimum"], found["exclusiveMinimum"], found["maximum"]) == (0, True, 1)


def test_a_comparison_needs_algorithms_or_a_ready_made_one(schema: dict[str, Any]) -> None:
    schemas = schema["components"]["schemas"]
    found = [s for name, s in schemas.items() if name.startswith(("ComparisonIn", "EntriesIn"))]
    assert len(found) == 2
    for described in found:
        assert described["anyOf"] == [{"required": ["algorithms"]}, {"required": ["ready_made"]}]
        shared = described["properties"]["shared"]["properties"]
        assert shared == SHARED.json_schema()["properties"]
    (extend,) = (p["post"] for path, p in schema["paths"].items() if path.endswith("}/runs"))
    assert extend["requestBody"]["required"]


def test_answers_are_described_by_their_declarations(schema: dict[str, Any]) -> None:
    schemas = schema["components"]["schemas"]
    assert set(schemas["TraceOut"]["properties"]) == {"seconds", *SERIES}
    assert schemas["TraceOut"]["required"] == ["seconds"]
    run = schemas["RunOut"]["properties"]
    for name, described in (("ratios", "RatioOut"), ("certificates", "CertificateOut")):
        reference = {"$ref": f"#/components/schemas/{described}"}
        assert run[name]["additionalProperties"] == reference
