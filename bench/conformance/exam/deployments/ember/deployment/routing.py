"""Routes: what each operation takes and gives, declared once, used for dispatch, validation and /openapi.json."""

import json
import math
import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote

from . import models, schema
from .faults import fault

PREFIXES = {"{base_url}": "", "{agents_url}": "/agents"}
NOTHING = object()  # the body of a 204

# Faults in the declaration of an operation: who may call it …
AUTH_FAULTS = {
    "run-logs-without-auth": ("GET {base_url}/me/agent-runs/{run_id}/logs", "fallback"),
    "billing-without-auth": ("GET {base_url}/me/billing", "fallback"),
    "cli-attach-without-auth": ("PUT {base_url}/me/cli-auth/{cli_auth_id}", "fallback"),
    "public-agent-needs-auth": ("GET {base_url}/me/agents/{agent_id}", "jwt"),
    "slug-generation-needs-auth": ("POST {base_url}/me/agents/vanity/slug", "jwt"),
    "preview-needs-auth": ("GET {base_url}/me/chats/{chat_id}/og", "jwt"),
    "n-studio-get-needs-auth": ("GET {base_url}/me/agent-studio-chats/{run_id}", "jwt"),
    "webhook-needs-auth": ("POST {base_url}/me/payments/webhook", "jwt"),
}
# … which status means success …
STATUS_FAULTS = {
    "studio-clone-200": ("POST {base_url}/me/agent-studio-chats/{run_id}/clone", 200),
    "file-create-200": ("POST {base_url}/me/agents/{agent_id}/files", 200),
    "payment-session-201": ("POST {base_url}/me/payments/sessions", 201),
}
# … and the order of registration, by which a path with a parameter hides a fixed one.
SHADOW_FAULTS = {
    "onboarding-shadowed": "GET {base_url}/me/schedules/onboarding",
    "default-key-shadowed": "GET {base_url}/me/api-keys/default",
    "tools-list-shadowed": "GET {base_url}/me/tools/list",
}

# Required query parameters that someone made optional.
OPTIONAL_FAULTS = {
    "slug-check-without-slug": "GET {base_url}/me/agents/vanity/slug",
    "text-to-cron-without-text": "GET {base_url}/me/schedules/text-to-cron",
}

# Operations in which a validation problem was left to the catch-all for unexpected errors.
CRASH_FAULTS = {
    "runs-bad-cursor-500": "GET {base_url}/me/agent-runs",
    "bundle-bad-json-500": "PUT {base_url}/me/bundles/{bundle_id}",
}


class HttpError(Exception):
    def __init__(self, status, detail, headers=None):
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, headers or {}


@dataclass
class Answer:
    """A JSON answer that needs more than a body."""
    body: object
    status: int | None = None
    headers: dict = field(default_factory=dict)
    # For faults only:
    content_type: str = "application/json"
    encoding: str = "utf-8"
    length_in_characters: bool = False


@dataclass
class Stream:
    """An answer sent piece by piece."""
    chunks: object
    content_type: str
    headers: dict


@dataclass
class Param:
    name: str
    schema: dict
    required: bool = False
    description: str = ""
    mischecked: dict | None = None  # with a fault: the schema that is used instead of the documented one

    @property
    def effective(self):
        return self.mischecked or self.schema


@dataclass
class Request:
    route: object
    headers: dict
    raw_path: dict
    raw_query: str
    raw_body: bytes
    path: dict = field(default_factory=dict)
    query: dict = field(default_factory=dict)
    body: object = None
    user: object = None
    token: str = ""


@dataclass
class Route:
    key: str                   # "GET {base_url}/me/agents"
    handler: object
    auth: str                  # jwt, api_key or optional
    summary: str
    success: int
    answer: dict | None        # schema of the answer; None: no body
    errors: dict               # status -> meaning, besides those that follow from the declaration
    path_schemas: dict
    query: list
    body: dict | None          # schema of the request body
    body_optional: bool
    raw_body: bool             # the handler reads the bytes itself
    header_params: list
    answer_type: str
    answer_headers: dict
    deprecated: bool

    def __post_init__(self):
        self.method, template = self.key.split(" ", 1)
        for placeholder, prefix in PREFIXES.items():
            template = template.replace(placeholder, prefix)
        self.template = template
        self.segments = template.split("/")[1:]
        self.names = re.findall(r"\{(\w+)\}", template)

    def auth_now(self):
        for fault_id, (key, auth) in AUTH_FAULTS.items():
            if fault(fault_id) and key == self.key:
                return auth
        return self.auth

    def success_now(self):
        for fault_id, (key, status) in STATUS_FAULTS.items():
            if fault(fault_id) and key == self.key:
                return status
        return self.success

    def takes_input(self):
        return bool(self.names or self.query or (self.body and not self.raw_body))

    def match(self, segments):
        if len(segments) != len(self.segments):
            return None
        found = {}
        for mine, given in zip(self.segments, segments):
            if mine.startswith("{"):
                if not given:
                    return None
                found[mine[1:-1]] = given
            elif mine != given:
                return None
        return found


ROUTES = []


def route(key, *, auth="jwt", success=200, answer=None, errors=None, path=None, query=(), body=None,
          body_optional=False, raw_body=False, header_params=(), answer_type="application/json",
          answer_headers=None, deprecated=False):
    """Declare the decorated function as the handler of an operation."""
    def register(handler):
        summary = (handler.__doc__ or handler.__name__).strip().split("\n")[0].rstrip(".")
        ROUTES.append(Route(
            key, handler, auth, summary, success, models.ref(answer) if isinstance(answer, str) else answer,
            errors or {}, path or {}, list(query), models.ref(body) if isinstance(body, str) else body, body_optional,
            raw_body, list(header_params), answer_type, answer_headers or {}, deprecated))
        return handler
    return register


def find(method, raw_path):
    """The route and its raw path parameters. Fixed paths win over those with parameters."""
    segments = [unquote(part, errors="replace") for part in raw_path.split("/")[1:]]
    candidates = []
    for candidate in ROUTES:
        if any(fault(fault_id) and key == candidate.key for fault_id, key in SHADOW_FAULTS.items()):
            continue
        found = candidate.match(segments)
        if found is not None:
            candidates.append((len(candidate.names), candidate, found))
    if not candidates:
        raise HttpError(404, "Not Found")
    candidates.sort(key=lambda item: item[0])
    for _, candidate, found in candidates:
        if candidate.method == method:
            return candidate, found
    allowed = ", ".join(sorted({candidate.method for _, candidate, _ in candidates}))
    raise HttpError(405, "Method Not Allowed", {"Allow": allowed})


def read_input(request):
    """Check path, query and body of the request, all problems together; schema.Invalid if there are any."""
    errors = []
    declared = request.route
    for name in declared.names:
        wanted = declared.path_schemas.get(name, models.TEXT)
        request.path[name] = _checked(wanted, schema.from_text(wanted, request.raw_path[name]), ("path", name), errors)
    given = dict(parse_qsl(request.raw_query, keep_blank_values=True, errors="replace"))
    for param in declared.query:
        if param.name in given:
            value = schema.from_text(param.effective, given[param.name])
            request.query[param.name] = _checked(param.effective, value, ("query", param.name), errors)
        elif param.required and not _forgotten_as_required(declared.key):
            errors.append(schema.problem(("query", param.name), "missing", "Field required"))
        else:
            request.query[param.name] = param.effective.get("default", "" if param.required else None)
    if declared.body is not None and not declared.raw_body:
        request.body = _read_body(request, errors)
    if errors and any(fault(fault_id) and key == declared.key for fault_id, key in CRASH_FAULTS.items()):
        raise RuntimeError("validation problems were not handled")
    if errors:
        raise schema.Invalid(errors)


def _forgotten_as_required(key):
    return any(fault(fault_id) and key == of for fault_id, of in OPTIONAL_FAULTS.items())


def _checked(wanted, value, loc, errors):
    try:
        return schema.check(wanted, value, loc, models.COMPONENTS)
    except schema.Invalid as invalid:
        errors.extend(invalid.errors)
        return None


def _read_body(request, errors):
    declared = request.route
    if not request.raw_body.strip():
        if not declared.body_optional:
            errors.append(schema.problem(("body",), "missing", "Field required"))
        return None
    try:
        value = parse_json(request.raw_body)
    except ValueError as error:
        errors.append(schema.problem(("body",), "json_invalid", f"JSON decode error: {error}"))
        return None
    return _checked(declared.body, value, ("body",), errors)


def _no_constant(name):
    raise ValueError(f"{name} is not JSON")


def _finite(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("number out of range")
    return value


def parse_json(raw):
    """Strict JSON in UTF-8: no NaN, no lone surrogates, no absurd nesting. ValueError else."""
    text = raw.decode("utf-8-sig")
    try:
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if _depth_exceeds(value, 60):
        raise ValueError("nested too deeply")
    return value


def _depth_exceeds(value, allowed):
    layer = [value]
    for _ in range(allowed):
        layer = [child for node in layer if isinstance(node, (dict, list))
                 for child in (node.values() if isinstance(node, dict) else node)]
        if not layer:
            return False
    return True
