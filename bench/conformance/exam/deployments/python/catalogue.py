"""The tools: 15 of the notification service and some of our own, with what these compute."""
from core import fault


def _s(description="", **more):
    return {"type": "string", "description": description, **more}


_INT = {"type": "integer"}
_NAT = {"type": "integer", "minimum": 0}
_BOOL = {"type": "boolean"}
_MIME = _s("MIME type")


def _notifier():
    types = ["note", "link"] if fault("notifier-type-enum") else ["note", "link", "file"]
    chats_limit = {"type": "integer", "maximum": 1000 if fault("notifier-chats-limit") else 500}
    pushes_limit = {"type": "integer", "maximum": 500, "default": 100 if fault("notifier-pushes-default") else 500}
    update_version = _INT if fault("notifier-version-negative") else _NAT
    push_conditions = [
        {"if": {"properties": {"type": {"const": "link"}}, "required": ["type"]}, "then": {"required": ["url"]}},
        {"if": {"properties": {"type": {"const": "file"}}, "required": ["type"]},
         "then": {"required": ["file_url", "file_name", "file_type"]}}]
    item = {"type": "object", "properties": {"text": _s(), "checked": _BOOL}}
    rows = [
        ("CREATE_CHAT", "Create a chat with an email address",
         {"email": _s("the person need not be a user of the notification service")}, ["email"]),
        ("CREATE_DEVICE", "Register a device",
         {"icon": _s(), "model": _s(), "has_sms": {**_BOOL, "description": "Android only"}, "nickname": _s(),
          "push_token": _s("platform-specific, blank for custom devices"), "app_version": _NAT, "manufacturer": _s()},
         ["model", "app_version", "manufacturer"]),
        ("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client",
         {"type": _s(enum=types), "url": _s("required when type=link"), "body": _s(),
          "guid": _s("client-generated, for idempotency"), "email": _s(), "title": _s(),
          "file_url": _s("required when type=file"), "file_name": _s("required when type=file"),
          "file_type": _s("MIME type, required when type=file"), "channel_tag": _s("broadcast to channel subscribers"),
          "client_iden": _s("OAuth client"), "device_iden": _s(), "source_device_iden": _s()}, ["type"]),
        ("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", {}, []),
        ("DELETE_CHAT", "Delete a chat", {"iden": _s()}, ["iden"]),
        ("DELETE_DEVICE", "Delete a device", {"device_iden": _s()}, ["device_iden"]),
        ("DELETE_PUSH", "Delete a push", {"iden": _s()}, ["iden"]),
        ("GET_USER", "Get the profile of the authenticated user", {}, []),
        ("LIST_CHATS", "List chats", {"limit": chats_limit, "cursor": _s()}, []),
        ("LIST_DEVICES", "List devices", {}, []),
        ("LIST_PUSHES", "List pushes",
         {"limit": pushes_limit, "active": {**_BOOL, "description": "true returns only active pushes"}, "cursor": _s(),
          "modified_after": {"type": "number", "description": "UNIX timestamp, float"}}, []),
        ("UPDATE_CHAT", "Mute or unmute a chat", {"iden": _s(), "muted": _BOOL},
         ["iden"] if fault("notifier-muted-optional") else ["iden", "muted"]),
        ("UPDATE_DEVICE", "Update device metadata",
         {"iden": _s(), "icon": _s("common values desktop, laptop, tablet, phone, watch, system, ios"), "model": _s(),
          "has_sms": _BOOL, "nickname": _s(), "push_token": _s(), "app_version": update_version, "manufacturer": _s()},
         ["iden"]),
        ("UPDATE_PUSH", "Dismiss a push or change list items",
         {"iden": _s(), "items": {"type": "array", "items": item, "description": "list-style pushes"},
          "dismissed": {**_BOOL, "description": "true hides notifications"}}, ["iden"]),
        ("UPLOAD_REQUEST", "Get a signed upload URL (signed form data) before pushing a file",
         {"file_name": _s(), "file_type": _MIME}, ["file_name", "file_type"]),
    ]
    if fault("notifier-missing"):
        rows = [row for row in rows if row[0] != "DELETE_ALL_PUSHES"]
    for name, purpose, properties, required in rows:
        extra = {"allOf": push_conditions} if name == "CREATE_PUSH" else {}
        yield make(f"NOTIFIER_{name}", "notifier", purpose, properties, required, auth=True, extra=extra)


def make(name, toolset, description, properties, required, run=None, auth=False, extra=None):
    schema = {"type": "object", "properties": properties, "required": required, **(extra or {})}
    return {"tool_id": name, "name": name, "toolset_name": toolset, "description": description,
            "requires_auth_connection": auth, "input_schema": schema, "_run": run}


def _own():
    text, number = {"text": _s("any text")}, {"type": "number"}
    pair = {"a": number, "b": number}
    yield make("echo_text", "text", "Text tool: gives back the text, once or several times",
               {**text, "times": {"type": "integer", "minimum": 1, "maximum": 10, "default": 1}}, ["text"],
               lambda i: {"text": i["text"], "repeated": [i["text"]] * i.get("times", 1)})
    yield make("uppercase_text", "text", "Text tool: the text in capitals", text, ["text"],
               lambda i: {"text": i["text"].upper()})
    yield make("reverse_text", "text", "Text tool: the text backwards", text, ["text"],
               lambda i: {"text": i["text"][::-1]})
    yield make("count_words", "text", "Text tool: the number of words", text, ["text"],
               lambda i: {"words": len(i["text"].split())})
    yield make("trim_text", "text", "Text tool: the text without blanks around it", text, ["text"],
               lambda i: {"text": i["text"].strip()})
    yield make("add_numbers", "math", "Math tool: the sum of two numbers", pair, ["a", "b"],
               lambda i: {"result": i["a"] + i["b"]})
    yield make("subtract_numbers", "math", "Math tool: the difference of two numbers", pair, ["a", "b"],
               lambda i: {"result": i["a"] - i["b"]})
    yield make("larger_number", "math", "Math tool: the larger of two numbers", pair, ["a", "b"],
               lambda i: {"result": max(i["a"], i["b"])})
    yield make("list_length", "data", "Data tool: the length of a list", {"list": {"type": "array"}}, ["list"],
               lambda i: {"length": len(i["list"])})
    yield make("object_keys", "data", "Data tool: the names of the fields of an object",
               {"object": {"type": "object"}}, ["object"], lambda i: {"keys": list(i["object"])})


TOOLS = {tool["tool_id"]: tool for tool in [*_own(), *_notifier()]}
if not fault("notifier-device-nickname") and "NOTIFIER_CREATE_DEVICE" in TOOLS:
    TOOLS["NOTIFIER_CREATE_DEVICE"]["input_schema"]["required"].append("nickname")
TOOLSETS = {"text": "Tools for text", "math": "Tools for numbers", "data": "Tools for JSON data",
            "notifier": "Push notifications: chats, devices and pushes"}

_TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}


def input_problem(tool, given):
    """What is wrong with the input of a tool, or None."""
    schema = tool["input_schema"]
    for name in schema["required"]:
        if name not in given:
            return f"{name} is required"
    for name, rule in schema["properties"].items():
        if name not in given:
            continue
        value = given[name]
        if not isinstance(value, _TYPES[rule["type"]]) or (isinstance(value, bool) and rule["type"] != "boolean"):
            return f"{name} should be of type {rule['type']}"
        if "minimum" in rule and value < rule["minimum"] or "maximum" in rule and value > rule["maximum"]:
            return f"{name} is out of range"
        if isinstance(value, int) and abs(value) > 2**53:
            return f"{name} is out of range"
        if isinstance(value, float) and abs(value) > 1e300:
            return f"{name} is out of range"
        if "enum" in rule and value not in rule["enum"]:
            return f"{name} should be one of {', '.join(rule['enum'])}"
    if tool["name"] == "NOTIFIER_CREATE_PUSH":
        for name in {"link": ["url"], "file": ["file_url", "file_name", "file_type"]}.get(given["type"], []):
            if name not in given:
                return f"{name} is required when type={given['type']}"
    return None


def mcp(tool):
    schema = "parameters" if fault("tools-mcp-schema-name") else "inputSchema"
    return {"name": tool["name"], "description": tool["description"], schema: tool["input_schema"],
            "tool_id": tool["tool_id"], "toolset_name": tool["toolset_name"]}


def listing(tool):
    return {"tool_id": tool["tool_id"], "name": tool["name"], "description": tool["description"],
            "toolset_name": tool["toolset_name"], "requires_auth_connection": tool["requires_auth_connection"]}


def score(query, tool):
    """1 for the name itself, else the share of the words of the query that the tool contains."""
    words = query.lower().replace("_", " ").split()
    if query.strip().lower() == tool["name"].lower():
        return 1.0
    text = f"{tool['name']} {tool['description']} tool".lower().replace("_", " ")
    have = set(text.replace(":", " ").replace(",", " ").replace("(", " ").replace(")", " ").split())
    total = sum(0.9 if w in have else 0.4 if w in text else 0.0 for w in words)
    return round(total / len(words), 4) if words else 0.0
