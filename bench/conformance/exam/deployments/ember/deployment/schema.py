"""A small validator for the JSON Schemas of this deployment.

The same schemas are served in /openapi.json, so what is documented is what is checked. Like a pydantic model it fills
in defaults, drops unknown fields (unless the schema forbids them) and reports every error with its place.
"""

import math
import re
from urllib.parse import urlsplit

from . import clock

_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_INTEGER = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?", re.ASCII)
_KINDS = {"string": str, "boolean": bool, "object": dict, "array": list}


class Invalid(Exception):
    """What the client sent does not fit; `errors` is the `detail` of a 422."""

    def __init__(self, errors):
        super().__init__(str(errors))
        self.errors = errors


def problem(loc, kind, msg):
    return {"type": kind, "loc": list(loc), "msg": msg}


def check(schema, value, loc, components):
    """The cleaned value, or Invalid with all problems."""
    errors = []
    cleaned = _visit(schema, value, loc, components, errors)
    if errors:
        raise Invalid(errors)
    return cleaned


def from_text(schema, text):
    """A query or path parameter as JSON would have it; text that does not fit stays text, and fails the check."""
    kind = schema.get("type")
    if isinstance(kind, list):  # nullable
        if "null" in kind and text in ("", "null"):
            return None
        kind = kind[0]
    if kind == "integer" and _INTEGER.fullmatch(text):
        return int(text)
    if kind == "number" and _NUMBER.fullmatch(text):
        return float(text)
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    return text


def _is(kind, value):
    if kind == "null":
        return value is None
    if kind == "integer":
        whole = isinstance(value, int) or isinstance(value, float) and value.is_integer()
        return whole and not isinstance(value, bool)
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, _KINDS[kind])


def _visit(schema, value, loc, components, errors):
    if "$ref" in schema:
        schema = components[schema["$ref"].rsplit("/", 1)[1]]
    if "anyOf" in schema:
        return _any_of(schema, value, loc, components, errors)
    kinds = schema.get("type")
    if kinds is not None:
        kinds = kinds if isinstance(kinds, list) else [kinds]
        if not any(_is(kind, value) for kind in kinds):
            wanted = " or ".join(kinds)
            errors.append(problem(loc, f"{kinds[0]}_type", f"Input should be a valid {wanted}"))
            return value
        if "integer" in kinds and isinstance(value, float):
            value = int(value)
    if "const" in schema and value != schema["const"]:
        errors.append(problem(loc, "literal_error", f"Input should be {schema['const']!r}"))
    if "enum" in schema and value is not None and value not in schema["enum"]:
        allowed = ", ".join(repr(item) for item in schema["enum"])
        errors.append(problem(loc, "enum", f"Input should be one of {allowed}"))
    if isinstance(value, str):
        return _text(schema, value, loc, errors)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return _number(schema, value, loc, errors)
    if isinstance(value, list):
        return _array(schema, value, loc, components, errors)
    return _object(schema, value, loc, components, errors)


def _any_of(schema, value, loc, components, errors):
    """The first choice that fits; if none does, what is wrong with the first one is told."""
    failures = []
    for choice in schema["anyOf"]:
        found = []
        cleaned = _visit(choice, value, loc, components, found)
        if not found:
            return cleaned
        failures.append(found)
    errors.extend(failures[0])
    return value


def _text(schema, value, loc, errors):
    if len(value) < schema.get("minLength", 0):
        errors.append(problem(loc, "string_too_short", f"String should have at least {schema['minLength']} characters"))
    if len(value) > schema.get("maxLength", math.inf):
        errors.append(problem(loc, "string_too_long", f"String should have at most {schema['maxLength']} characters"))
    if "pattern" in schema and not re.search(schema["pattern"].replace("$", r"\Z"), value):
        errors.append(problem(loc, "string_pattern_mismatch", f"String should match pattern '{schema['pattern']}'"))
    form = schema.get("format")
    if form == "uuid":
        if not _UUID.fullmatch(value):
            errors.append(problem(loc, "uuid_parsing", "Input should be a valid UUID"))
        return value.lower()
    if form == "date-time":
        try:
            clock.parse(value)
        except ValueError:
            errors.append(problem(loc, "datetime_parsing", "Input should be a valid date-time with an offset"))
    if form == "email" and not _EMAIL.fullmatch(value):
        errors.append(problem(loc, "value_error", "Input should be a valid email address"))
    if form == "uri" and not _is_web_address(value):
        errors.append(problem(loc, "url_parsing", "Input should be a valid http or https URL"))
    return value


def _is_web_address(value):
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not re.search(r"\s", value)


def _number(schema, value, loc, errors):
    if isinstance(value, float) and not math.isfinite(value):
        errors.append(problem(loc, "finite_number", "Input should be a finite number"))
    elif value < schema.get("minimum", -math.inf):
        errors.append(problem(loc, "greater_than_equal",
                              f"Input should be greater than or equal to {schema['minimum']}"))
    elif value > schema.get("maximum", math.inf):
        errors.append(problem(loc, "less_than_equal", f"Input should be less than or equal to {schema['maximum']}"))
    return value


def _array(schema, value, loc, components, errors):
    if len(value) < schema.get("minItems", 0):
        errors.append(problem(loc, "too_short", f"List should have at least {schema['minItems']} item(s)"))
    if len(value) > schema.get("maxItems", math.inf):
        errors.append(problem(loc, "too_long", f"List should have at most {schema['maxItems']} items"))
    items = schema.get("items")
    if items is None:
        return value
    return [_visit(items, item, (*loc, place), components, errors) for place, item in enumerate(value)]


def _object(schema, value, loc, components, errors):
    properties = schema.get("properties")
    if properties is None:
        return value
    cleaned = {}
    for name in schema.get("required", ()):
        if name not in value:
            errors.append(problem((*loc, name), "missing", "Field required"))
    for name, sub in properties.items():
        if name in value:
            cleaned[name] = _visit(sub, value[name], (*loc, name), components, errors)
        elif "default" in sub:
            cleaned[name] = sub["default"]
    if schema.get("additionalProperties") is False:
        for name in value:
            if name not in properties:
                errors.append(problem((*loc, name), "extra_forbidden", "Extra inputs are not permitted"))
    return cleaned
