"""The 15 NOTIFIER tools on a store of their own."""
import asyncio
import json
import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from . import db as d
from .core import F, USERS, bad, dumps, log_event, now_us, short_id


class ToolInput(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


def opt():
    return None


class Nothing(ToolInput):
    pass


class CreateChat(ToolInput):
    email: Annotated[str, Field(min_length=3, max_length=320)]


class CreateDevice(ToolInput):
    nickname: str
    model: str
    manufacturer: str
    app_version: Annotated[int, Field(ge=0, le=2**62)]
    icon: str = None
    push_token: str = None
    has_sms: bool = None


class CreatePush(ToolInput):
    type: Literal["note", "link", "file"]
    url: str = None
    body: str = None
    guid: str = None
    email: str = None
    title: str = None
    file_url: str = None
    file_name: str = None
    file_type: str = None
    channel_tag: str = None
    client_iden: str = None
    device_iden: str = None
    source_device_iden: str = None


class Iden(ToolInput):
    iden: str


class DeviceIden(ToolInput):
    device_iden: str


class ListChats(ToolInput):
    limit: Annotated[int, Field(ge=1, le=500)] = None
    cursor: str = None


class ListPushes(ToolInput):
    limit: Annotated[int, Field(ge=1, le=10**9)] = None
    active: bool = None
    cursor: str = None
    modified_after: Annotated[float, Field(allow_inf_nan=False)] = None


class UpdateChat(ToolInput):
    iden: str
    muted: bool


class UpdateDevice(ToolInput):
    iden: str
    nickname: str = None
    model: str = None
    manufacturer: str = None
    app_version: Annotated[int, Field(ge=0, le=2**62)] = None
    icon: str = None
    push_token: str = None
    has_sms: bool = None


class Item(ToolInput):
    text: str
    checked: bool


class UpdatePush(ToolInput):
    iden: str
    items: list[Item] = None
    dismissed: bool = None


class Upload(ToolInput):
    file_name: Annotated[str, Field(min_length=1)]
    file_type: Annotated[str, Field(min_length=1)]


def secs(us):
    return us / 1000000


def chat_out(r):
    return {"iden": r.iden, "email": r.email, "muted": r.muted, "active": True, "created": secs(r.created), "modified": secs(r.modified)}


def device_out(r):
    return {"iden": r.iden, "active": True, "nickname": r.nickname, "model": r.model, "manufacturer": r.manufacturer,
            "app_version": r.app_version, "icon": r.icon, "push_token": r.push_token, "has_sms": r.has_sms,
            "created": secs(r.created), "modified": secs(r.modified)}


def push_out(r):
    return {"iden": r.iden, "active": r.active, "dismissed": r.dismissed, "guid": r.guid, **json.loads(r.fields),
            "items": json.loads(r.items) if r.items else None, "created": secs(r.created), "modified": secs(r.modified)}


def own(table, uid, iden, live=True):
    r = table.get_or_none((table.iden == iden) & (table.owner == uid))
    if r is None or (table is d.NPush and not r.active):
        raise bad("unknown-iden", "There is nothing with this iden")
    return r


def paged(q, table, a, out):
    """Newest first; the cursor is the iden of the last entry that was shown."""
    limit = a.get("limit", 500)
    if a.get("cursor"):
        last = table.get_or_none(table.iden == a["cursor"])
        if last is None:
            raise bad("invalid-cursor", "There is no such cursor")
        q = q.where(table.created < last.created)
    rows = list(q.order_by(table.created.desc()).limit(limit + 1))
    return [out(r) for r in rows[:limit]], rows[limit - 1].iden if len(rows) > limit else None


def create_chat(uid, a):
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", a["email"]):
        raise bad("invalid-input", "email: not an email address")
    for r in d.NChat.select().where(d.NChat.owner == uid):
        if r.email.casefold() == a["email"].casefold():
            return chat_out(r)
    t, iden = now_us(), short_id()
    d.NChat.insert(iden=iden, owner=uid, email=a["email"], muted=False, created=t, modified=t).execute()
    return chat_out(d.NChat.get_by_id(iden))


def create_device(uid, a):
    t, iden = now_us(), short_id()
    d.NDevice.insert(iden=iden, owner=uid, created=t, modified=t, **{"has_sms": False, **a}).execute()
    return device_out(d.NDevice.get_by_id(iden))


def create_push(uid, a):
    need = {"link": ["url"], "file": ["file_url", "file_name", "file_type"]}.get(a["type"], [])
    for k in need:
        if not a.get(k):
            raise bad("invalid-input", f"{k}: required when type={a['type']}")
    if a.get("device_iden"):
        own(d.NDevice, uid, a["device_iden"])
    guid = a.pop("guid", None)
    if guid and not F("n-guid-makes-twice"):
        old = d.NPush.get_or_none((d.NPush.owner == uid) & (d.NPush.guid == guid))
        if old:
            return push_out(old)
    t, iden = now_us(), short_id()
    shown = {k: None for k in ("type", "title", "body", "url", "email", "file_url", "file_name", "file_type", "channel_tag",
                               "client_iden", "device_iden", "source_device_iden")}
    d.NPush.insert(iden=iden, owner=uid, guid=guid, fields=dumps({**shown, **a}).decode(), created=t, modified=t,
                   active=True, dismissed=False).execute()
    return push_out(d.NPush.get_by_id(iden))


_TASKS = set()


def delete_all(uid, a):
    until = now_us()

    async def later():
        await asyncio.sleep(0.02)
        cond = (d.NPush.active == True) & (d.NPush.created <= until)  # noqa: E712
        if not F("n-delete-all-of-everyone"):
            cond = cond & (d.NPush.owner == uid)
        with d.db.atomic():
            d.NPush.update(active=False, modified=now_us()).where(cond).execute()
            log_event(uid, "pushes-removed")

    task = asyncio.get_running_loop().create_task(later())
    _TASKS.add(task)
    task.add_done_callback(_TASKS.discard)
    return {"accepted": True}


def delete_chat(uid, a):
    r = own(d.NChat, uid, a["iden"])
    d.NChat.delete().where(d.NChat.iden == r.iden).execute()
    return {"iden": r.iden, "deleted": True}


def delete_device(uid, a):
    r = own(d.NDevice, uid, a["device_iden"])
    d.NDevice.delete().where(d.NDevice.iden == r.iden).execute()
    return {"iden": r.iden, "deleted": True}


def delete_push(uid, a):
    r = own(d.NPush, uid, a["iden"])
    d.NPush.update(active=False, modified=now_us()).where(d.NPush.iden == r.iden).execute()
    return {"iden": r.iden, "deleted": True}


def get_user(uid, a):
    u = USERS[uid]
    return {"iden": u["user_id"].replace("-", "")[:8], "email": u["email"], "name": u["label"], "created": secs(u["inserted"]),
            "max_upload_size": 26214400}


def list_chats(uid, a):
    rows, cursor = paged(d.NChat.select().where(d.NChat.owner == uid), d.NChat, a, chat_out)
    return {"chats": rows, "cursor": cursor}


def list_devices(uid, a):
    return {"devices": [device_out(r) for r in d.NDevice.select().where(d.NDevice.owner == uid).order_by(d.NDevice.created.desc())]}


def list_pushes(uid, a):
    if a.get("limit", 1) > 500 and not F("n-push-limit-unbounded"):
        raise bad("invalid-input", "limit: must be at most 500")
    q = d.NPush.select().where(d.NPush.owner == uid)
    if a.get("active") and not F("n-active-ignored"):
        q = q.where(d.NPush.active == True)  # noqa: E712
    if "modified_after" in a:
        after = a["modified_after"]
        if F("n-modified-after-whole-seconds"):
            after = int(after)
        q = q.where(d.NPush.modified > int(after * 1000000 + (0.5 if after > 0 else 0)) if abs(after) < 9e12 else after < 0)
    rows, cursor = paged(q, d.NPush, a, push_out)
    return {"pushes": rows, "cursor": cursor}


def update_chat(uid, a):
    r = own(d.NChat, uid, a["iden"])
    d.NChat.update(muted=a["muted"], modified=now_us()).where(d.NChat.iden == r.iden).execute()
    return chat_out(d.NChat.get_by_id(r.iden))


def update_device(uid, a):
    r = own(d.NDevice, uid, a.pop("iden"))
    if F("n-device-falsy-lost"):
        a = {k: v for k, v in a.items() if v}
    d.NDevice.update(**a, modified=now_us()).where(d.NDevice.iden == r.iden).execute()
    return device_out(d.NDevice.get_by_id(r.iden))


def update_push(uid, a):
    r = own(d.NPush, uid, a["iden"])
    v = {}
    if "items" in a:
        v["items"] = dumps(a["items"]).decode()
    if "dismissed" in a:
        v["dismissed"] = a["dismissed"]
    d.NPush.update(**v, modified=now_us()).where(d.NPush.iden == r.iden).execute()
    return push_out(d.NPush.get_by_id(r.iden))


def upload(uid, a):
    key = short_id()
    from urllib.parse import quote
    return {"file_name": a["file_name"], "file_type": a["file_type"], "upload_url": "https://upload.medlar.example/",
            "file_url": f"https://files.medlar.example/{key}/{quote(a['file_name'], safe='')}",
            "data": {"key": f"{key}/{a['file_name']}", "content-type": a["file_type"], "policy": short_id(), "signature": short_id()}}


NOTIFIER = {
    "NOTIFIER_CREATE_CHAT": ("Create a chat with an email address", CreateChat, create_chat),
    "NOTIFIER_CREATE_DEVICE": ("Register a device", CreateDevice, create_device),
    "NOTIFIER_CREATE_PUSH": ("Send a push (note, link or file) to a device, user, channel or client", CreatePush, create_push),
    "NOTIFIER_DELETE_ALL_PUSHES": ("Delete all pushes of the user asynchronously", Nothing, delete_all),
    "NOTIFIER_DELETE_CHAT": ("Delete a chat", Iden, delete_chat),
    "NOTIFIER_DELETE_DEVICE": ("Delete a device", DeviceIden, delete_device),
    "NOTIFIER_DELETE_PUSH": ("Delete a push", Iden, delete_push),
    "NOTIFIER_GET_USER": ("Get the profile of the authenticated user", Nothing, get_user),
    "NOTIFIER_LIST_CHATS": ("List chats", ListChats, list_chats),
    "NOTIFIER_LIST_DEVICES": ("List devices", Nothing, list_devices),
    "NOTIFIER_LIST_PUSHES": ("List pushes", ListPushes, list_pushes),
    "NOTIFIER_UPDATE_CHAT": ("Mute or unmute a chat", UpdateChat, update_chat),
    "NOTIFIER_UPDATE_DEVICE": ("Update device metadata", UpdateDevice, update_device),
    "NOTIFIER_UPDATE_PUSH": ("Dismiss a push or change list items", UpdatePush, update_push),
    "NOTIFIER_UPLOAD_REQUEST": ("Get a signed upload URL (signed form data) before pushing a file", Upload, upload),
}
