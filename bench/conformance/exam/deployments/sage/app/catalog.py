"""The tools this house offers, in MCP form, and the toolsets they stand in."""


def obj(required=(), **props):
    return {"type": "object", "properties": props, "required": list(required)}


S, B, I, N = {"type": "string"}, {"type": "boolean"}, {"type": "integer"}, {"type": "number"}
NONNEG = {"type": "integer", "minimum": 0}
LIMIT = {"type": "integer", "minimum": 1, "maximum": 500}
ITEMS = {"type": "array", "items": obj(text=S, checked=B)}

HOUSE = [
    ("read_tide_table", "sea", "Read the tide table of a port", obj(["port"], port=S)),
    ("wave_height", "sea", "Tell the height of the waves at a buoy", obj(["buoy"], buoy=I)),
    ("count_words", "text", "Count the words of a text", obj(["text"], text=S)),
    ("reverse_text", "text", "Turn a text round", obj(["text"], text=S)),
    ("add_numbers", "sums", "Add a list of numbers", obj(["numbers"], numbers={"type": "array", "items": N})),
    ("percent_of", "sums", "Tell how many percent one number is of another", obj(["part", "whole"], part=N, whole=N)),
]
NOTIFIER = [
    ("CREATE_CHAT", "Create a chat with an email address", obj(["email"], email=S)),
    ("CREATE_DEVICE", "Register a device", obj(["model", "nickname", "app_version", "manufacturer"], icon=S, model=S, has_sms=B, nickname=S, push_token=S, app_version=NONNEG, manufacturer=S)),
    ("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", obj(
        ["type"], type={"type": "string", "enum": ["note", "link", "file"]}, url=S, body=S, guid=S, email=S, title=S, file_url=S, file_name=S,
        file_type=S, channel_tag=S, client_iden=S, device_iden=S, source_device_iden=S)),
    ("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", obj()),
    ("DELETE_CHAT", "Delete a chat", obj(["iden"], iden=S)),
    ("DELETE_DEVICE", "Delete a device", obj(["device_iden"], device_iden=S)),
    ("DELETE_PUSH", "Delete a push", obj(["iden"], iden=S)),
    ("GET_USER", "Get the profile of the authenticated user", obj()),
    ("LIST_CHATS", "List chats", obj(limit=LIMIT, cursor=S)),
    ("LIST_DEVICES", "List devices", obj()),
    ("LIST_PUSHES", "List pushes", obj(limit=LIMIT, active=B, cursor=S, modified_after=N)),
    ("UPDATE_CHAT", "Mute or unmute a chat", obj(["iden", "muted"], iden=S, muted=B)),
    ("UPDATE_DEVICE", "Update device metadata", obj(["iden"], iden=S, icon=S, model=S, has_sms=B, nickname=S, push_token=S, app_version=NONNEG, manufacturer=S)),
    ("UPDATE_PUSH", "Dismiss a push or change list items", obj(["iden"], iden=S, items=ITEMS, dismissed=B)),
    ("UPLOAD_REQUEST", "Get a signed upload URL before pushing a file", obj(["file_name", "file_type"], file_name=S, file_type=S)),
]
TOOLS = {n: {"tool_id": n, "toolset": k, "about": d, "schema": s} for n, k, d, s in HOUSE}
TOOLS.update({"NOTIFIER_" + n: {"tool_id": "NOTIFIER_" + n, "toolset": "notifier", "about": d, "schema": s} for n, d, s in NOTIFIER})
SETS = {"sea": "Sea and tides", "text": "Words", "sums": "Numbers", "notifier": "Notification pushes"}


def mismatch(schema, x, where="body"):
    """The first thing in x that the schema does not allow, or None."""
    t = schema["type"]
    ok = {"object": lambda: isinstance(x, dict), "array": lambda: isinstance(x, list), "string": lambda: isinstance(x, str),
          "boolean": lambda: isinstance(x, bool), "number": lambda: isinstance(x, (int, float)) and not isinstance(x, bool),
          "integer": lambda: isinstance(x, (int, float)) and not isinstance(x, bool) and x == x // 1}[t]()
    if not ok:
        return where, f"must be of type {t}"
    if "enum" in schema and x not in schema["enum"]:
        return where, "must be one of " + ", ".join(schema["enum"])
    if "minimum" in schema and x < schema["minimum"] or "maximum" in schema and x > schema["maximum"]:
        return where, f"must lie between {schema.get('minimum')} and {schema.get('maximum', 'any')}"
    if t in ("integer", "number") and abs(x) > 2 ** 53:
        return where, "is too large"
    if t == "object":
        for k in schema["required"]:
            if x.get(k) is None:
                return f"{where}.{k}", "is needed"
        for k, sub in schema["properties"].items():
            if x.get(k) is not None:
                bad = mismatch(sub, x[k], f"{where}.{k}")
                if bad:
                    return bad
    if t == "array":
        for i, e in enumerate(x):
            bad = mismatch(schema["items"], e, f"{where}.{i}")
            if bad:
                return bad
    return None
