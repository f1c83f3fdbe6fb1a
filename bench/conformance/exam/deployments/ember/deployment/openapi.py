"""The OpenAPI 3.1 document, made of the routes and models that the deployment really uses."""

from . import models
from .routing import ROUTES

_SCHEMES = {
    "UserJwt": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "User API: a JWT (HS256)."},
    "WorkerApiKey": {"type": "http", "scheme": "bearer", "description": "Workers API: an API key."},
}
_SECURITY = {"jwt": [{"UserJwt": []}], "api_key": [{"WorkerApiKey": []}]}
_ERROR = {"application/json": {"schema": models.ref("ErrorBody")}}
_INVALID = {"application/json": {"schema": models.ref("HTTPValidationError")}}


def _parameters(route):
    found = [{"name": name, "in": "path", "required": True, "schema": route.path_schemas.get(name, models.TEXT)}
             for name in route.names]
    for place, params in (("query", route.query), ("header", route.header_params)):
        for param in params:
            entry = {"name": param.name, "in": place, "required": param.required, "schema": param.schema}
            if param.description:
                entry["description"] = param.description
            found.append(entry)
    return found


def _headers(route):
    return {name: {"required": False, **header} for name, header in route.answer_headers.items()}


def _responses(route):
    good = {"description": "Success"}
    if route.answer is not None:
        good["content"] = {route.answer_type: {"schema": route.answer}}
    if route.answer_headers:
        good["headers"] = _headers(route)
    responses = {route.success: good}
    errors = dict(route.errors)
    if route.auth != "optional":
        errors[401] = "Invalid or missing credentials"
    if route.body is not None:
        errors[413] = "The body is larger than 2 MiB"
    for status, meaning in errors.items():
        responses[status] = {"description": meaning, "content": _ERROR}
    if 401 in errors:
        responses[401]["headers"] = {"WWW-Authenticate": {"schema": models.TEXT}}
    if route.takes_input():
        responses[422] = {"description": "Validation error", "content": _INVALID}
    return {str(status): responses[status] for status in sorted(responses)}


def _operation(route):
    operation = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "tags": ["Workers API" if route.auth == "api_key" else "User API"],
    }
    if route.deprecated:
        operation["deprecated"] = True
    parameters = _parameters(route)
    if parameters:
        operation["parameters"] = parameters
    if route.body is not None:
        operation["requestBody"] = {"required": not route.body_optional,
                                    "content": {"application/json": {"schema": route.body}}}
    operation["responses"] = _responses(route)
    if route.auth in _SECURITY:
        operation["security"] = _SECURITY[route.auth]
    return operation


def document(port):
    paths = {}
    for route in ROUTES:
        paths.setdefault(route.template, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Agent Workers (ember)",
            "version": "0.1.0",
            "description": "The Workers API is below /agents, the User API below /me. Times are UTC, RFC 3339.",
        },
        "servers": [{"url": f"http://127.0.0.1:{port}"}],
        "paths": paths,
        "components": {"schemas": models.COMPONENTS, "securitySchemes": _SCHEMES},
    }
