"""Checks what the deployment answers against its own OpenAPI document."""

import json
import re
from datetime import datetime

from harness import UUID


class Document:
    def __init__(self, document):
        self.document = document
        self.problems = []
        self.used = set()
        self.operations = []
        for path, item in document.get("paths", {}).items():
            prefix = item.get("servers", document["servers"])[0]["url"]
            pattern = re.compile("^" + re.sub(r"\{\w+\}", "[^/]+", prefix + path) + "$")
            for method, operation in item.items():
                if method != "servers":
                    self.operations.append((prefix, path, method.upper(), pattern, operation))
        # Paths with fewer parameters come first, as they are meant when both fit.
        self.operations.sort(key=lambda one: one[1].count("{"))

    def watch(self, method, prefix, path, reply):
        """Is called with every answer that a client gets."""
        target = (prefix + path).split("?")[0]
        for own_prefix, template, own_method, pattern, operation in self.operations:
            if own_method == method and pattern.match(target):
                self.used.add((own_prefix, method, template))
                self.check(f"{method} {own_prefix}{template}", operation, reply)
                return

    def check(self, name, operation, reply):
        response = operation["responses"].get(str(reply.status))
        if response is None:
            self.problems.append(f"{name}: {reply.status} is not in the document")
            return
        for header, described in response.get("headers", {}).items():
            if described.get("required") and header.lower() not in reply.headers:
                self.problems.append(f"{name}: the header {header} is missing")
        content = response.get("content")
        if content is None:
            if reply.body:
                self.problems.append(f"{name}: {reply.status} has a body")
            return
        media = reply.headers.get("content-type", "").split(";")[0]
        if media not in content:
            self.problems.append(f"{name}: {reply.status} is {media}")
        elif "json" in media and media != "application/x-ndjson":
            self.fits(reply.json(), content[media]["schema"], f"{name} {reply.status}")
        elif media == "application/x-ndjson":
            for line in reply.lines():
                self.fits(line, {"$ref": "#/components/schemas/NdjsonLine"}, f"{name} line")

    def fits(self, value, schema, place):
        problem = self.mismatch(value, schema)
        if problem:
            self.problems.append(f"{place}: {problem}")

    def mismatch(self, value, schema, at="$"):
        """Why the value does not fit the schema; None when it does."""
        if "$ref" in schema:
            schema = self.target(schema["$ref"])
        if "anyOf" in schema:
            reasons = [self.mismatch(value, one, at) for one in schema["anyOf"]]
            return None if None in reasons else reasons[0]
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(has_type(value, one) for one in types):
            return f"{at} is {value!r}, not of type {types}"
        if "enum" in schema and value not in schema["enum"]:
            return f"{at} is {value!r}, not one of {schema['enum']}"
        if isinstance(value, str):
            return text_mismatch(value, schema, at)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
                return f"{at} is {value}, out of bounds"
        if isinstance(value, list) and "items" in schema:
            for n, item in enumerate(value):
                problem = self.mismatch(item, schema["items"], f"{at}[{n}]")
                if problem:
                    return problem
        if isinstance(value, dict):
            return self.object_mismatch(value, schema, at)
        return None

    def target(self, reference):
        found = self.document
        for part in reference.lstrip("#/").split("/"):
            found = found[part]
        return found

    def object_mismatch(self, value, schema, at):
        for name in schema.get("required", []):
            if name not in value:
                return f"{at}.{name} is missing"
        properties, others = schema.get("properties", {}), schema.get("additionalProperties")
        for name, item in value.items():
            if name not in properties and properties and others is None:
                return f"{at}.{name} is not in the document"
            sub = properties.get(name, others if isinstance(others, dict) else None)
            problem = sub and self.mismatch(item, sub, f"{at}.{name}")
            if problem:
                return problem
        return None


def has_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    kinds = {"string": str, "integer": int, "number": (int, float), "array": list, "object": dict, "null": type(None)}
    return name in kinds and isinstance(value, kinds[name])


def text_mismatch(value, schema, at):
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return f"{at} is {value!r}, not like {schema['pattern']}"
    form = schema.get("format")
    if form == "uuid" and not UUID.match(value):
        return f"{at} is {value!r}, no UUID"
    if form == "date-time":
        try:
            datetime.fromisoformat(re.sub(r"\.(\d{6})\d*", r".\1", value).replace("Z", "+00:00"))
        except ValueError:
            return f"{at} is {value!r}, no date-time"
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        return f"{at} has {len(value)} characters"
    return None
