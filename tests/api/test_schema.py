"""The OpenAPI document: valid, complete, derived from the declarations."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from parsched.data.generators import GENERATORS
from parsched.model.problem.instance import Rules
from parsched.model.problem.platform import DeployTime
from parsched.model.search_trace import SERIES
from parsched.policies.catalogue import ALGORITHMS
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
        expected = as_openapi(declared.params.json_schema()["properties"])
        assert variant["properties"]["params"]["properties"] == expected
    whole = next(
        s for name, s in schemas.items() if name.startswith(f"{request_name}In") and "oneOf" in s
    )
    assert set(whole["discriminator"]["mapping"]) == set(declarations)


def as_openapi(schema: Any) -> Any:
    """OpenAPI 3.0 writes some things otherwise than JSON schema."""
    if not isinstance(schema, dict):
        return [as_openapi(part) for part in schema] if isinstance(schema, list) else schema
    found = {name: as_openapi(part) for name, part in schema.items() if name != "const"}
    if "exclusiveMinimum" in found:
        found |= {"minimum": found["exclusiveMinimum"], "exclusiveMinimum": True}
    return found | ({"type": "string", "enum": [schema["const"]]} if "const" in schema else {})


def test_an_algorithm_within_another_is_described_with_its_parameters(
    schema: dict[str, Any],
) -> None:
    entry = schema["components"]["schemas"]["EntryIn_online-batch"]["properties"]
    keys, *pairs = entry["params"]["properties"]["algorithm"]["anyOf"]
    assert "demt" in keys["enum"]
    [demt] = [p["properties"] for p in pairs if p["properties"]["key"]["enum"] == ["demt"]]
    assert demt["params"]["properties"]["shuffles"]["maximum"] == 10_000
    assert entry["vary"]["additionalProperties"] is True, "names with a dot"
    text = str(schema)
    assert "patternProperties" not in text
    assert "'const'" not in text


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
        assert "shared" not in described["properties"]
    [new] = [s for name, s in schemas.items() if name.startswith("ComparisonIn")]
    assert new["properties"]["rules"]["properties"] == Rules.json_schema()["properties"]
    [machine] = [s for name, s in schemas.items() if name.startswith("ClusterIn")]
    described = machine["properties"]["deployment"]["properties"]
    assert described == DeployTime.json_schema()["properties"]
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
    for answer in ("RunBrief", "RunOut"):
        error = schemas[answer]["properties"]["error"]
        assert error["allOf"] == [{"$ref": "#/components/schemas/ErrorOut"}]
        assert error["nullable"] is True
        assert error["description"] == "Why it failed; null: it did not."
    assert set(schemas["ErrorOut"]["properties"]) == {"kind", "message"}
