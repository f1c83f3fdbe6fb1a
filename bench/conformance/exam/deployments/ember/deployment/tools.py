"""The catalog of tools: what they take, what they do, how they are found and run."""

import base64
import datetime as dt
import difflib
import hashlib
import json
import re
import statistics
import time
from dataclasses import dataclass
from urllib.parse import quote, unquote

from . import clock, notifier, schema
from .faults import fault
from .notifier import Refused
from .store import STORE, Execution

_S = {"type": "string"}
_N = {"type": "number"}
_I = {"type": "integer"}
_B = {"type": "boolean"}
_LIMIT = {"type": "integer", "minimum": 1, "maximum": 500}
_VERSION = {"type": "integer", "minimum": 0}
_EMAIL = {"type": "string", "format": "email"}
_MIME = {"type": "string", "minLength": 1, "description": "MIME type"}
_ITEM = {"type": "object", "properties": {"text": _S, "checked": _B}, "required": ["text", "checked"],
         "additionalProperties": False}


@dataclass
class Tool:
    name: str
    title: str
    description: str
    toolkit: str
    input_schema: dict
    operation: object
    needs_connection: bool = False

    def mcp(self, relevance=None):
        """The tool in MCP format."""
        view = {"name": self.name, "description": self.description, "inputSchema": self.input_schema,
                "toolkit": self.toolkit, "relevance": relevance}
        if fault("tools-list-schema-renamed"):
            view["input_schema"] = view.pop("inputSchema")
        if fault("tools-list-version-as-string") and self.name == "NOTIFIER_CREATE_DEVICE":
            properties = {**self.input_schema["properties"], "app_version": _S}
            view["inputSchema"] = {**self.input_schema, "properties": properties}
        return view

    def public(self):
        return {"tool_id": self.name, "title": self.title, "description": self.description, "toolkit": self.toolkit,
                "needs_connection": self.needs_connection}


TOOLKITS = {
    "notifier": "Push notifications to the devices of the user",
    "sea": "Tides, distances and depths for people at sea",
    "text": "Counting, changing and comparing text",
    "numbers": "Arithmetic, statistics and units",
    "codec": "Encodings and checksums",
    "calendar": "Dates and spans of time",
}
TOOLS = {}


def _takes(required, **optional):
    return {"type": "object", "properties": {**required, **optional}, "required": list(required),
            "additionalProperties": False}


def _add(toolkit, name, description, input_schema, operation, needs_connection=False):
    title = name.replace("_", " ").capitalize()
    TOOLS[name] = Tool(name, title, description, toolkit, input_schema, operation, needs_connection)


def _notifier(name, description, required, operation, **optional):
    _add("notifier", f"NOTIFIER_{name}", description, _takes(required, **optional), operation, True)


# --- The integration tools -------------------------------------------------------------------------------------------

_notifier("CREATE_CHAT", "Create a chat with an email address", {"email": _EMAIL}, notifier.create_chat)
_notifier("CREATE_DEVICE", "Register a device",
          {"model": _S, "nickname": _S, "app_version": _VERSION, "manufacturer": _S}, notifier.create_device,
          icon=_S, has_sms=_B, push_token=_S)
_notifier("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client",
          {"type": {"type": "string", "enum": ["note", "link", "file"]}}, notifier.create_push,
          url=_S, body=_S, guid=_S, email=_EMAIL, title=_S, file_url=_S, file_name=_S, file_type=_S, channel_tag=_S,
          client_iden=_S, device_iden=_S, source_device_iden=_S)
_notifier("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", {}, notifier.delete_all_pushes)
_notifier("DELETE_CHAT", "Delete a chat", {"iden": _S}, notifier.delete_chat)
_notifier("DELETE_DEVICE", "Delete a device", {"device_iden": _S}, notifier.delete_device)
_notifier("DELETE_PUSH", "Delete a push", {"iden": _S}, notifier.delete_push)
_notifier("GET_USER", "Get the profile of the authenticated user", {}, notifier.get_user)
_notifier("LIST_CHATS", "List chats", {}, notifier.list_chats, limit=_LIMIT, cursor=_S)
_notifier("LIST_DEVICES", "List devices", {}, notifier.list_devices)
_notifier("LIST_PUSHES", "List pushes", {}, notifier.list_pushes,
          limit={**_LIMIT, "default": 500}, active=_B, cursor=_S, modified_after=_N)
_notifier("UPDATE_CHAT", "Mute or unmute a chat", {"iden": _S, "muted": _B}, notifier.update_chat)
_notifier("UPDATE_DEVICE", "Update device metadata", {"iden": _S}, notifier.update_device,
          icon=_S, model=_S, has_sms=_B, nickname=_S, push_token=_S, app_version=_VERSION, manufacturer=_S)
_notifier("UPDATE_PUSH", "Dismiss a push or change list items", {"iden": _S}, notifier.update_push,
          items={"type": "array", "items": _ITEM}, dismissed=_B)
_notifier("UPLOAD_REQUEST", "Get a signed upload URL before pushing a file",
          {"file_name": {"type": "string", "minLength": 1}, "file_type": _MIME}, notifier.upload_request)


# --- Our own tools ---------------------------------------------------------------------------------------------------

_TIDES = {"Hull": ("04:12", 7.3), "Dover": ("10:47", 6.6), "Brest": ("03:58", 7.0), "Cuxhaven": ("00:31", 3.4)}


def _tide_table(arguments):
    port = arguments["port"]
    if port not in _TIDES:
        raise Refused(f"No tide gauge at {port}")
    time_of_high, metres = _TIDES[port]
    return {"port": port, "high_water": time_of_high, "metres": metres,
            "gauge": f"gauge-{port[:3].upper()}-{time_of_high.replace(':', '')}"}


def _sea_distance(arguments):
    return {"hours": round(arguments["miles"] / max(arguments["knots"], 0.1), 3)}


def _date_span(arguments):
    try:
        first, last = (dt.date.fromisoformat(arguments[name]) for name in ("first", "last"))
    except ValueError:
        raise Refused("first and last must be dates such as 2024-02-29") from None
    return {"days": (last - first).days}


def _weekday(arguments):
    try:
        return {"weekday": dt.date.fromisoformat(arguments["date"]).strftime("%A")}
    except ValueError:
        raise Refused("date must be a date such as 2024-02-29") from None


def _from_base64(arguments):
    try:
        return {"text": base64.b64decode(arguments["text"], validate=True).decode("utf-8")}
    except ValueError:
        raise Refused("text is not Base64 of UTF-8 text") from None


def _divide(arguments):
    if arguments["divisor"] == 0:
        raise Refused("divisor must not be zero")
    return {"result": arguments["dividend"] / arguments["divisor"]}


_T = {"text": _S}
_PHRASE = {**_S, "minLength": 1}
_VALUES = {"values": {"type": "array", "items": _N, "minItems": 1, "maxItems": 1000}}

_add("sea", "tide_table", "Read the time and height of high water at a port", _takes({"port": _S}), _tide_table)
_add("sea", "sea_passage", "Tell how long a passage takes at a speed", _takes({"miles": _N, "knots": _N}),
     _sea_distance)
_add("sea", "fathoms_to_metres", "Convert a depth in fathoms to metres", _takes({"fathoms": _N}),
     lambda a: {"metres": a["fathoms"] * 1.8288})
_add("sea", "knots_to_kmh", "Convert a speed in knots to kilometres per hour", _takes({"knots": _N}),
     lambda a: {"kmh": a["knots"] * 1.852})
_add("text", "word_count", "Count the words of a text", _takes(_T), lambda a: {"words": len(a["text"].split())})
_add("text", "line_count", "Count the lines of a text", _takes(_T), lambda a: {"lines": len(a["text"].splitlines())})
_add("text", "reverse_text", "Write a text backwards", _takes(_T), lambda a: {"text": a["text"][::-1]})
_add("text", "upper_case", "Write a text in capital letters", _takes(_T), lambda a: {"text": a["text"].upper()})
_add("text", "lower_case", "Write a text in small letters", _takes(_T), lambda a: {"text": a["text"].lower()})
_add("text", "title_case", "Begin each word of a text with a capital", _takes(_T),
     lambda a: {"text": a["text"].title()})
_add("text", "strip_spaces", "Remove needless spaces from a text", _takes(_T),
     lambda a: {"text": " ".join(a["text"].split())})
_add("text", "find_in_text", "Find the places of a phrase in a text", _takes({"text": _S, "phrase": _PHRASE}),
     lambda a: {"places": [match.start() for match in re.finditer(re.escape(a["phrase"]), a["text"])]})
_add("text", "replace_in_text", "Replace a phrase in a text",
     _takes({"text": _S, "phrase": _PHRASE, "replacement": _S}),
     lambda a: {"text": a["text"].replace(a["phrase"], a["replacement"])[:1000000]})
_add("text", "compare_texts", "Tell how alike two texts are",
     _takes({"first": {**_S, "maxLength": 2000}, "second": {**_S, "maxLength": 2000}}),
     lambda a: {"likeness": round(difflib.SequenceMatcher(None, a["first"], a["second"]).ratio(), 3)})
_add("numbers", "add_numbers", "Add numbers to a sum", _takes(_VALUES), lambda a: {"sum": sum(a["values"])})
_add("numbers", "mean_of_numbers", "Compute the mean of numbers", _takes(_VALUES),
     lambda a: {"mean": statistics.fmean(a["values"])})
_add("numbers", "median_of_numbers", "Compute the median of numbers", _takes(_VALUES),
     lambda a: {"median": statistics.median(a["values"])})
_add("numbers", "divide_numbers", "Divide one number by another", _takes({"dividend": _N, "divisor": _N}), _divide)
_add("numbers", "round_number", "Round a number to decimal places",
     _takes({"value": _N}, places={"type": "integer", "minimum": 0, "maximum": 12, "default": 0}),
     lambda a: {"value": round(a["value"], a["places"])})
_add("codec", "to_base64", "Encode a text with Base64", _takes(_T),
     lambda a: {"text": base64.b64encode(a["text"].encode()).decode()})
_add("codec", "from_base64", "Decode a text from Base64", _takes(_T), _from_base64)
_add("codec", "percent_encode", "Encode a text for use in an address", _takes(_T),
     lambda a: {"text": quote(a["text"], safe="")})
_add("codec", "percent_decode", "Decode a text from an address", _takes(_T), lambda a: {"text": unquote(a["text"])})
_add("codec", "sha256_digest", "Compute the SHA-256 checksum of a text", _takes(_T),
     lambda a: {"digest": hashlib.sha256(a["text"].encode()).hexdigest()})
_add("calendar", "date_span", "Count the days between two dates", _takes({"first": _S, "last": _S}), _date_span)
_add("calendar", "weekday_of_date", "Tell the weekday of a date", _takes({"date": _S}), _weekday)
_add("calendar", "current_time", "Tell the present time in UTC", _takes({}), lambda a: {"time": clock.iso(clock.now())})


# --- Finding ---------------------------------------------------------------------------------------------------------

def search(query, toolkit, limit, min_score):
    """The tools that match, best first. The score is the mean over the words of the query."""
    words = re.findall(r"\w+", query.lower()) or [query.lower()]
    found = []
    for tool in TOOLS.values():
        ignored = fault("search-toolkit-ignored") or fault("n-search-toolkit-after-limit")
        if toolkit is not None and tool.toolkit != toolkit and not ignored:
            continue
        score = round(sum(_score(word, tool) for word in words) / len(words), 4)
        if score > 0 and score >= min_score:
            found.append((score, tool))
    found.sort(key=lambda pair: (-pair[0], pair[1].name))
    if fault("n-search-toolkit-after-limit"):
        found = [pair for pair in found[:limit] if toolkit in (None, pair[1].toolkit)]
    return [tool.mcp(relevance=score) for score, tool in found[:limit]]


def _score(word, tool):
    name, description = tool.name.lower(), tool.description.lower()
    if word == name or word in re.split(r"_", name) or word == tool.toolkit:
        return 1.0
    if word in re.findall(r"\w+", description):
        return 0.7
    if word in name:
        return 0.5
    if word in description:
        return 0.3
    return 0.0


# --- Running ---------------------------------------------------------------------------------------------------------

# Required parameters that someone forgot to require.
_NOT_REQUIRED_FAULTS = {
    "notifier-chat-without-email": ("NOTIFIER_CREATE_CHAT", "email"),
    "n-notifier-chat-muted-optional": ("NOTIFIER_UPDATE_CHAT", "muted"),
    "notifier-upload-without-type": ("NOTIFIER_UPLOAD_REQUEST", "file_type"),
}


def _effective_schema(tool):
    """The schema that input is checked with: that of the tool, unless a fault is on."""
    wanted = tool.input_schema
    properties = dict(wanted["properties"])
    required = list(wanted["required"])
    for fault_id, (name, parameter) in _NOT_REQUIRED_FAULTS.items():
        if fault(fault_id) and name == tool.name:
            required.remove(parameter)
    if fault("notifier-device-negative-version") and tool.name == "NOTIFIER_CREATE_DEVICE":
        properties["app_version"] = _I
    if fault("notifier-push-unknown-type") and tool.name == "NOTIFIER_CREATE_PUSH":
        properties["type"] = _S
    if fault("notifier-device-delete-param") and tool.name == "NOTIFIER_DELETE_DEVICE":
        properties, required = {"iden": _S}, ["iden"]
    if fault("n-notifier-chats-limit-unbounded") and tool.name == "NOTIFIER_LIST_CHATS":
        properties["limit"] = {"type": "integer", "minimum": 1}
    if fault("n-notifier-pushes-default-50") and tool.name == "NOTIFIER_LIST_PUSHES":
        properties["limit"] = {**_LIMIT, "default": 50}
    return {**wanted, "properties": properties, "required": required}


def check_input(tool, arguments):
    if fault("notifier-get-user-empty-input-refused") and tool.name == "NOTIFIER_GET_USER" and not arguments:
        raise Refused("Invalid input: body is empty")
    if fault("tool-input-unchecked") and not tool.needs_connection:
        return {name: "Hull" if name == "port" and not isinstance(value, str) else value
                for name, value in arguments.items()}
    try:
        return schema.check(_effective_schema(tool), arguments, (), {})
    except schema.Invalid as invalid:
        first = invalid.errors[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Refused(f"Invalid input: {place}: {first['msg']}") from None


def account_of(user, namespace, service_id):
    if (namespace, service_id) not in user.connections:
        raise Refused(f"No auth connection {namespace}/{service_id} for this tool")
    key = (user.user_id, namespace, service_id)
    if key not in STORE.notifier_accounts:
        STORE.notifier_accounts[key] = notifier.Account(user)
    return STORE.notifier_accounts[key]


def run(user, tool, arguments, service_id, namespace):
    """Run the tool and log the execution. Refused if the input does not fit or the service says no."""
    account = account_of(user, namespace, service_id) if tool.needs_connection else None
    arguments = check_input(tool, arguments)
    started = time.perf_counter()
    output, error = None, None
    try:
        output = tool.operation(account, arguments) if tool.needs_connection else tool.operation(arguments)
        json.dumps(output, allow_nan=False)
    except Refused as refused:
        error = str(refused)
    except (OverflowError, ValueError):
        output, error = None, "The result is out of range"
    duration = round((time.perf_counter() - started) * 1000, 3)
    execution = Execution(next(STORE.next_execution_id), user.user_id, tool.name, arguments, output, error, duration,
                          clock.now())
    if not fault("executions-not-recorded"):
        STORE.executions[execution.execution_id] = execution
    if error:
        raise Refused(error)
    return execution
