"""As much of JSON Schema as config.schema.json and the OpenAPI document use; and a judge of responses."""

import re
import urllib.parse
from datetime import datetime

TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool) or isinstance(v, float) and v.is_integer(),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
}


def has_format(name, text):
    if name == "uuid":
        return re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", text) is not None
    if name == "date-time":
        try:
            return "T" in text and datetime.fromisoformat(text).tzinfo is not None
        except ValueError:
            return False
    if name == "uri":
        return bool(urllib.parse.urlsplit(text).scheme)
    return True


def complaints(schema, value, root, at="$"):
    """What is wrong with a value, by a schema."""
    if "$ref" in schema:
        target = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return complaints(target, value, root, at)
    out = []
    if "anyOf" in schema and not any(not complaints(s, value, root, at) for s in schema["anyOf"]):
        out.append(f"{at} fits none of the alternatives")
    kinds = schema.get("type")
    if kinds is not None:
        kinds = kinds if isinstance(kinds, list) else [kinds]
        if not any(TYPES[k](value) for k in kinds):
            return out + [f"{at} is no {kinds}: {str(value)[:60]}"]
    if "enum" in schema and value not in schema["enum"]:
        out.append(f"{at} is none of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        out.append(f"{at} is not {schema['const']}")
    if isinstance(value, str):
        if len(value) < schema.get("minLength", 0) or len(value) > schema.get("maxLength", len(value)):
            out.append(f"{at} has a wrong length")
        if "pattern" in schema and not re.search(schema["pattern"], value):
            out.append(f"{at} does not match {schema['pattern']}")
        if "format" in schema and not has_format(schema["format"], value):
            out.append(f"{at} is no {schema['format']}: {value}")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            out.append(f"{at} is out of bounds")
    if isinstance(value, list) and "items" in schema:
        for i, element in enumerate(value):
            out += complaints(schema["items"], element, root, f"{at}[{i}]")
    if isinstance(value, dict):
        out += [f"{at}.{name} is missing" for name in schema.get("required", []) if name not in value]
        for name, element in value.items():
            if name in schema.get("properties", {}):
                out += complaints(schema["properties"][name], element, root, f"{at}.{name}")
            else:
                more = schema.get("additionalProperties", True)
                if more is False:
                    out.append(f"{at}.{name} is not known")
                elif isinstance(more, dict):
                    out += complaints(more, element, root, f"{at}.{name}")
    return out


class Judge:
    """Compares every response with the OpenAPI document, and remembers which operations and statuses were seen."""

    def __init__(self, openapi, agents_prefix, base_prefix):
        self.openapi = openapi
        self.prefixes = {"Workers": agents_prefix, "User": base_prefix}
        self.wrong = []
        self.seen = {}

    def find(self, method, path):
        best = None
        for template, item in self.openapi["paths"].items():
            prefix = self.prefixes["Workers" if "servers" in item else "User"]
            pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(prefix + template))
            if re.fullmatch(pattern, path) and method.lower() in item:
                if best is None or template.count("{") < best[0].count("{"):
                    best = template, item[method.lower()]
        return best

    def observe(self, method, path, response):
        found = self.find(method, path)
        if not found:
            return
        template, operation = found
        self.seen.setdefault(f"{method} {template}", set()).add(response.status)
        described = operation["responses"].get(str(response.status))
        if described is None:
            self.wrong.append(f"{response.what}: the status {response.status} is not described")
            return
        content = described.get("content")
        if content is None:
            if response.body:
                self.wrong.append(f"{response.what}: a body that is not described")
            return
        kind = response.header("content-type").split(";")[0]
        if kind not in content:
            self.wrong.append(f"{response.what}: the type {kind} is not described")
            return
        schema = content[kind]["schema"]
        if kind == "text/markdown":
            values = [response.text]
        elif kind == "application/jsonl":
            values = response.lines()
        else:
            values = [response.json()]
        for value in values:
            self.wrong += [f"{response.what}: {c}" for c in complaints(schema, value, self.openapi)]
