"""config.json against its schema, the contract's names, and the deployment's own OpenAPI document."""

import json

from .harness import INTERFACE

GIVEN = INTERFACE.parent


def problems(config, openapi):
    schema = json.loads((GIVEN / "config.schema.json").read_text("utf-8"))
    contract = json.loads((GIVEN / "contract-fields.json").read_text("utf-8"))
    return [*_against_schema(schema, config, "config"), *_complete(schema, config),
            *_bindings(config["bindings"], contract, openapi["components"]["schemas"])]


def _against_schema(schema, value, place):
    """As much of JSON Schema as the config schema uses."""
    if "$ref" in schema:
        return
    if "anyOf" in schema:
        if all(list(_against_schema(choice, value, place)) for choice in schema["anyOf"]):
            yield f"{place}: fits no choice"
        return
    kinds = {"object": dict, "string": str, "number": (int, float), "boolean": bool}
    if "type" in schema and not isinstance(value, kinds[schema["type"]]):
        yield f"{place}: not of type {schema['type']}"
        return
    if "enum" in schema and value not in schema["enum"] or "const" in schema and value != schema["const"]:
        yield f"{place}: {value!r} is not allowed"
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{place}: {name} is missing"
        for name, item in value.items():
            rest = schema.get("additionalProperties", True)
            if name in properties:
                yield from _against_schema(properties[name], item, f"{place}.{name}")
            elif rest is False:
                yield f"{place}: unknown key {name}"
            elif isinstance(rest, dict):
                yield from _against_schema(rest, item, f"{place}.{name}")


def _complete(schema, config):
    for part in ("credentials", "fixtures"):
        for name in schema["properties"][part]["properties"]:
            if name not in config[part]:
                yield f"{part}.{name} is not filled in"
    if config["profile"] != "full" or "openapi" not in config:
        yield "profile or openapi"


def _bindings(bindings, contract, components):
    """Every name of the contract leads to a field of ours, and only those that differ are bound."""
    for schema, binding in bindings.items():
        fields = binding.get("fields", {})
        if schema not in contract:
            yield f"binding of {schema}, which the contract does not list"
            continue
        for name, own in fields.items():
            if name not in contract[schema]:
                yield f"binding of {schema}.{name}, which the contract does not list"
            if name == own:
                yield f"needless binding of {schema}.{name}"
        for name in binding.get("body", {}):
            if name not in components[schema].get("required", ()):
                yield f"{schema}: {name} is not required"
    for schema, names in contract.items():
        fields = bindings.get(schema, {}).get("fields", {})
        body = bindings.get(schema, {}).get("body", {})
        if schema not in components:
            yield f"{schema} is not in the OpenAPI document"
            continue
        known = components[schema].get("properties", {})
        for name in names:
            if fields.get(name, name) not in known:
                yield f"{schema}.{name} leads to no field"
        if schema.endswith(("Request", "Create", "Update", "InsertModel")):
            reached = {fields.get(name, name) for name in names} | set(body)
            for name in components[schema].get("required", ()):
                if name not in reached:
                    yield f"{schema}: required {name} is not given by the bindings"
