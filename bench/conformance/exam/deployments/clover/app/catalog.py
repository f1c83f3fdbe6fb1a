"""The catalog of tools and toolsets, and the check of an input against a tool's schema."""
from __future__ import annotations

import math
from typing import Any

from .core import F


def S(description: str = "", **more: Any) -> dict[str, Any]:
    return {"type": "string", **({"description": description} if description else {}), **more}


B = {"type": "boolean"}
VERSION = {"type": "integer", "minimum": 0}
LIMIT = {"type": "integer", "minimum": 1, "maximum": 501 if F("notifier-limit-501-taken") else 500, "default": 500}
DEVICE = {"icon": S("desktop, laptop, tablet, phone, watch, system, ios"), "model": S(), "has_sms": B, "nickname": S(),
          "push_token": S(), "app_version": VERSION, "manufacturer": S()}
ITEMS = {"type": "array", "items": {"type": "object", "properties": {"text": S(), "checked": B}}}

_spec: list[tuple[str, str, str, dict, list[str]]] = [
    ("lookup_weather", "weather", "Look up the weather at a place", {"place": S("Name of the place", minLength=1)}, ["place"]),
    ("add_numbers", "math", "Add two numbers", {"a": {"type": "number"}, "b": {"type": "number"}}, ["a", "b"]),
    ("reverse_text", "text", "Reverse a text", {"text": S()}, ["text"]),
    ("count_words", "text", "Count the words of a text", {"text": S()}, ["text"]),
    ("code_interpreter", "computer", "Run code on the Virtual Computer", {"code": S(), "background": B}, ["code"]),
    ("NOTIFIER_CREATE_CHAT", "notifier", "Create a chat with an email address", {"email": S()}, ["email"]),
    ("NOTIFIER_CREATE_DEVICE", "notifier", "Register a device", DEVICE,
     ["model", "nickname", "app_version", "manufacturer"]),
    ("NOTIFIER_CREATE_PUSH", "notifier", "Send a push (note, link or file) to a device, user, channel or client",
     {"type": S(enum=["note", "link", "file"]), "url": S("required when type=link"), "body": S(), "guid": S("for idempotency"),
      "email": S(), "title": S(), "file_url": S(), "file_name": S(), "file_type": S(), "channel_tag": S(),
      "client_iden": S(), "device_iden": S(), "source_device_iden": S()}, ["type"]),
    ("NOTIFIER_DELETE_ALL_PUSHES", "notifier", "Delete all pushes of the user asynchronously", {}, []),
    ("NOTIFIER_DELETE_CHAT", "notifier", "Delete a chat", {"iden": S()}, ["iden"]),
    ("NOTIFIER_DELETE_DEVICE", "notifier", "Delete a device", {"device_iden": S()}, ["device_iden"]),
    ("NOTIFIER_DELETE_PUSH", "notifier", "Delete a push", {"iden": S()}, ["iden"]),
    ("NOTIFIER_GET_USER", "notifier", "Get the profile of the authenticated user", {}, []),
    ("NOTIFIER_LIST_CHATS", "notifier", "List chats", {"limit": LIMIT, "cursor": S()}, []),
    ("NOTIFIER_LIST_DEVICES", "notifier", "List devices", {}, []),
    ("NOTIFIER_LIST_PUSHES", "notifier", "List pushes",
     {"limit": LIMIT, "active": B, "cursor": S(), "modified_after": {"type": "number"}}, []),
    ("NOTIFIER_UPDATE_CHAT", "notifier", "Mute or unmute a chat", {"iden": S(), "muted": B}, ["iden", "muted"]),
    ("NOTIFIER_UPDATE_DEVICE", "notifier", "Update device metadata", {"iden": S(), **DEVICE}, ["iden"]),
    ("NOTIFIER_UPDATE_PUSH", "notifier", "Dismiss a push or change list items",
     {"iden": S(), "items": ITEMS, "dismissed": B}, ["iden"]),
    ("NOTIFIER_UPLOAD_REQUEST", "notifier", "Get a signed upload URL before pushing a file",
     {"file_name": S(), "file_type": S("MIME type")}, ["file_name", "file_type"]),
]
TOOLS: dict[str, dict[str, Any]] = {
    name: {"name": name, "description": text, "toolset": toolset,
           "inputSchema": {"type": "object", "properties": props, "required": req, "additionalProperties": False}}
    for name, toolset, text, props, req in _spec}
TOOLSETS = {"computer": "The Virtual Computer", "math": "Sums", "notifier": "Push notifications to phones and desktops",
            "text": "Work on texts", "weather": "Weather reports"}

KINDS = {"string": str, "boolean": bool, "array": list, "object": dict}


def complaint(value: Any, schema: dict[str, Any], path: str = "input") -> str | None:
    """Why a value does not suit a schema, or None."""
    kind = schema.get("type")
    if kind in ("integer", "number"):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return f"{path} must be of type {kind}"
        if not math.isfinite(value) or (kind == "integer" and value != int(value)):
            return f"{path} must be an integer"
        if ("minimum" in schema and value < schema["minimum"]) or ("maximum" in schema and value > schema["maximum"]):
            return f"{path} is out of range"
        return None
    if kind in KINDS and not isinstance(value, KINDS[kind]):
        return f"{path} must be of type {kind}"
    if isinstance(value, str) and ("\0" in value or len(value) < schema.get("minLength", 0)):
        return f"{path} is not allowed"
    if "enum" in schema and value not in schema["enum"]:
        return f"{path} must be one of {', '.join(schema['enum'])}"
    if kind == "array":
        for i, item in enumerate(value):
            if bad := complaint(item, schema["items"], f"{path}[{i}]"):
                return bad
    if kind == "object":
        props = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                return f"{path}.{name} is missing"
        for name, item in value.items():
            if name in props:
                if bad := complaint(item, props[name], f"{path}.{name}"):
                    return bad
            elif schema.get("additionalProperties") is False:
                return f"{path}.{name} is not a parameter"
    return None
