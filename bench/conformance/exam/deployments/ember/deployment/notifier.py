"""The notification service behind the 15 NOTIFIER tools, in memory: one account per user and connection.

Each operation takes the account and the checked input of the tool and gives the tool's output.
"""

import base64
import json
import threading
import time
import uuid
from urllib.parse import quote

from .faults import fault
from .store import STORE

DELETE_ALL_SECONDS = 0.3
PUSH_LIMIT = 500
_TEXT_FIELDS = ("title", "body", "url", "file_url", "file_name", "file_type", "email", "channel_tag", "client_iden",
                "device_iden", "source_device_iden", "guid")


class Refused(Exception):
    """The service does not take the input."""


class Account:
    def __init__(self, user):
        self.iden = "u" + uuid.uuid5(uuid.NAMESPACE_URL, user.user_id).hex[:12]
        self.email = user.email
        self.name = user.full_name
        self.created = user.created_at.timestamp()
        self.chats = {}
        self.devices = {}
        self.pushes = {}     # deleted ones stay as inactive stubs
        self.guids = {}      # guid -> iden
        self.stale_devices = None


def _new_iden(account):
    return account.iden[:4] + uuid.uuid4().hex[:18]


_last = 0.0


def _moment():
    """UNIX time as a float, each moment once."""
    global _last
    _last = max(round(time.time(), 6), round(_last + 0.000001, 6))
    return _last


def _find(table, iden, kind):
    record = table.get(iden)
    if record is None or not record.get("active"):
        raise Refused(f"There is no {kind} with iden {iden}")
    return record


def _page(records, limit, cursor, name):
    """One page of the records, and the cursor of the next."""
    start = 0
    if cursor:
        try:
            start = json.loads(base64.urlsafe_b64decode(cursor.encode() + b"=="))["after"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Refused("cursor is not one of ours") from None
        if fault("notifier-pushes-cursor-repeats") and name == "pushes":
            start = 0
        start = next((place + 1 for place, record in enumerate(records) if record["iden"] == start), 0)
    page = records[start:start + limit]
    more = start + limit < len(records)
    token = json.dumps({"after": page[-1]["iden"]}).encode() if more else None
    return {name: [dict(record) for record in page],
            "cursor": base64.urlsafe_b64encode(token).decode().rstrip("=") if more else None}


# --- Chats -----------------------------------------------------------------------------------------------------------

def create_chat(account, arguments):
    email = arguments.get("email", "")
    if fault("notifier-chat-known-users-only") and email not in {user.email for user in STORE.users.values()}:
        raise Refused("No user has this email address")
    for chat in account.chats.values():
        if chat["email"] == email:
            return dict(chat)
    moment = _moment()
    chat = {"iden": _new_iden(account), "email": email, "muted": False, "active": True,
            "created": moment, "modified": moment}
    account.chats[chat["iden"]] = chat
    return dict(chat)


def delete_chat(account, arguments):
    chat = _find(account.chats, arguments["iden"], "chat")
    if not fault("notifier-chat-delete-keeps"):
        del account.chats[chat["iden"]]
    return {"deleted": True, "iden": chat["iden"]}


def update_chat(account, arguments):
    chat = _find(account.chats, arguments["iden"], "chat")
    if fault("n-notifier-chat-muted-optional"):
        arguments.setdefault("muted", not chat["muted"])
    if arguments["muted"] or not fault("notifier-chat-unmute-ignored"):
        chat["muted"] = arguments["muted"]
    chat["modified"] = _moment()
    return dict(chat)


def list_chats(account, arguments):
    newest_first = sorted(account.chats.values(), key=lambda chat: -chat["created"])
    return _page(newest_first, arguments.get("limit", PUSH_LIMIT), arguments.get("cursor"), "chats")


# --- Devices ---------------------------------------------------------------------------------------------------------

_DEVICE_FIELDS = ("icon", "model", "has_sms", "nickname", "push_token", "app_version", "manufacturer")


def create_device(account, arguments):
    if fault("notifier-device-blank-token-refused") and arguments.get("push_token") == "":
        raise Refused("push_token must not be blank")
    if fault("notifier-device-zero-version-refused") and not arguments["app_version"]:
        raise Refused("app_version is required")
    moment = _moment()
    device = {"iden": _new_iden(account), "active": True, "created": moment, "modified": moment}
    device.update({name: arguments.get(name) for name in _DEVICE_FIELDS})
    if fault("notifier-device-icon-dropped"):
        device["icon"] = "system"
    if fault("notifier-device-swapped"):
        device["model"], device["manufacturer"] = device["manufacturer"], device["model"]
    account.devices[device["iden"]] = device
    return dict(device)


def update_device(account, arguments):
    device = _find(account.devices, arguments["iden"], "device")
    if fault("notifier-device-update-creates"):
        device = {**device, "iden": _new_iden(account)}
        account.devices[device["iden"]] = device
    for name in _DEVICE_FIELDS:
        if fault("n-notifier-device-update-false-ignored") and not arguments.get(name):
            continue
        if name in arguments or fault("notifier-device-update-blanks"):
            device[name] = arguments.get(name)
    device["modified"] = _moment()
    return dict(device)


def delete_device(account, arguments):
    iden = arguments.get("device_iden") or arguments.get("iden")
    device = _find(account.devices, iden, "device")
    if fault("notifier-device-delete-last"):
        device = list(account.devices.values())[-1]
    del account.devices[device["iden"]]
    return {"deleted": True, "iden": iden}


def list_devices(account, _arguments):
    devices = [dict(device) for device in account.devices.values()]
    if fault("notifier-devices-stale"):
        if account.stale_devices is None:
            account.stale_devices = devices
        devices = account.stale_devices
    return {"devices": devices}


# --- Pushes ----------------------------------------------------------------------------------------------------------

def create_push(account, arguments):
    _check_push(account, arguments)
    guid = arguments.get("guid")
    if guid in account.guids and not fault("notifier-push-guid-ignored"):
        known = account.pushes[account.guids[guid]]
        if known["active"]:
            return dict(known)
    if fault("n-notifier-push-guid-of-all-users"):
        known = STORE.stale.get(("guid", guid)) if guid else None
        if known:
            return dict(known)
    if fault("notifier-push-guid-race"):
        STORE.gap()
    moment = _moment()
    push = {"iden": _new_iden(account), "type": arguments["type"], "active": True, "dismissed": False, "items": [],
            "sender_email": account.email, "created": moment, "modified": moment}
    push.update({name: arguments.get(name) for name in _TEXT_FIELDS})
    if fault("notifier-push-title-body-swapped"):
        push["title"], push["body"] = push["body"], push["title"]
    account.pushes[push["iden"]] = push
    if guid:
        account.guids[guid] = push["iden"]
    if fault("n-notifier-push-guid-of-all-users"):
        STORE.stale["guid", guid] = push
    return dict(push)


def _check_push(account, arguments):
    needed = {"note": (), "link": ("url",), "file": ("file_url", "file_name", "file_type")}.get(arguments["type"], ())
    if fault("notifier-push-link-without-url") and arguments["type"] == "link":
        needed = ()
    if fault("notifier-push-file-without-type") and arguments["type"] == "file":
        needed = ("file_url", "file_name")
    if fault("notifier-push-note-needs-url"):
        needed = needed or ("url",)
    missing = [name for name in needed if not arguments.get(name)]
    if missing:
        raise Refused(f"type {arguments['type']} requires {', '.join(missing)}")
    if arguments.get("device_iden") and arguments["device_iden"] not in account.devices:
        raise Refused("There is no device with this device_iden")


def update_push(account, arguments):
    push = _find(account.pushes, arguments["iden"], "push")
    if fault("notifier-push-update-needs-items") and "items" not in arguments:
        raise Refused("items is required")
    if fault("n-notifier-push-dismiss-drops-items"):
        push["items"] = []
    if "items" in arguments:
        push["items"] = arguments["items"]
        if fault("notifier-push-items-unchecked"):
            push["items"] = [{**item, "checked": False} for item in arguments["items"]]
    if "dismissed" in arguments and not fault("notifier-push-dismiss-ignored"):
        push["dismissed"] = arguments["dismissed"]
    if not fault("notifier-push-update-not-modified"):
        push["modified"] = _moment()
    return dict(push)


def _bury(account, push):
    """A deleted push leaves a stub, by which clients that synchronize learn of it."""
    account.pushes[push["iden"]] = {"iden": push["iden"], "active": False, "created": push["created"],
                                    "modified": _moment()}


def delete_push(account, arguments):
    push = _find(account.pushes, arguments["iden"], "push")
    if fault("notifier-push-delete-takes-all"):
        for other in list(account.pushes.values()):
            if other["active"]:
                _bury(account, other)
    else:
        _bury(account, push)
    return {"deleted": True, "iden": push["iden"]}


def delete_all_pushes(account, _arguments):
    doomed = [push for push in account.pushes.values() if push["active"]]

    def work():
        with STORE.lock:
            for push in doomed:
                if fault("notifier-delete-all-notes-only") and push.get("type") != "note":
                    continue
                if account.pushes[push["iden"]]["active"]:
                    _bury(account, push)

    timer = threading.Timer(DELETE_ALL_SECONDS, work)
    timer.daemon = True
    timer.start()
    return {"accepted": True, "count": len(doomed)}


def list_pushes(account, arguments):
    since = arguments.get("modified_after", 0)
    if fault("notifier-pushes-modified-after-integer") and since != int(since):
        raise Refused("modified_after must be an integer")
    if fault("notifier-pushes-modified-after-ignored"):
        since = 0
    with_stubs = arguments.get("active") is False
    if fault("notifier-pushes-active-inverted") and arguments.get("active"):
        with_stubs = True
    limit = arguments.get("limit", PUSH_LIMIT)
    if fault("notifier-pushes-limit-500-refused") and limit >= PUSH_LIMIT and "limit" in arguments:
        raise Refused("limit must be less than 500")
    matching = [push for push in account.pushes.values()
                if push["modified"] > since and (push["active"] or with_stubs)]
    if fault("n-notifier-pushes-dismissed-left-out") and arguments.get("active"):
        matching = [push for push in matching if not push.get("dismissed")]
    matching.sort(key=lambda push: -push["modified"])
    return _page(matching, limit, arguments.get("cursor"), "pushes")


# --- Account and uploads ---------------------------------------------------------------------------------------------

def get_user(account, _arguments):
    if fault("n-notifier-get-user-of-first"):
        account = next(iter(STORE.notifier_accounts.values()))
    return {"iden": account.iden, "email": account.email, "name": account.name, "active": True,
            "created": account.created, "modified": account.created}


def upload_request(account, arguments):
    token = uuid.uuid4().hex
    file_type = arguments.get("file_type", "application/octet-stream")
    return {
        "file_name": arguments["file_name"],
        "file_type": file_type,
        "file_url": f"https://files.notifier.example/{token}/{quote(arguments['file_name'], safe='')}",
        "upload_url": f"https://upload.notifier.example/{token}",
        "form_data": {"key": f"{token}/{arguments['file_name']}", "content-type": file_type,
                      "policy": base64.b64encode(f"{token}:{time.time():.0f}".encode()).decode(),
                      "signature": uuid.uuid5(uuid.NAMESPACE_URL, token).hex},
    }
