"""The NOTIFIER tools over a store of their own; names of fields as at the notification service."""
from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
import time
from typing import Any

from .core import F, db, fail, spawn, uuid7

_clock = 0.0


def stamp() -> float:
    global _clock
    _clock = max(_clock + 0.00001, round(time.time(), 5))
    return round(_clock, 5)


def show(row: Any) -> dict[str, Any]:
    base = {"iden": row["iden"], "active": row["active"], "created": row["created"], "modified": row["modified"]}
    return {**base, **row["data"]} if row["active"] else base


async def add(user: dict, kind: str, data: dict[str, Any], ukey: str | None = None) -> dict[str, Any]:
    at = stamp()
    row = await db.row(
        "INSERT INTO notifier_objects (user_id, kind, iden, ukey, data, created, modified) VALUES ($1, $2, $3, $4, $5, $6, $6) "
        "ON CONFLICT (user_id, kind, ukey) WHERE active DO NOTHING RETURNING *", user["id"], kind,
        f"{kind[0]}{uuid7().hex}", ukey, data, at)
    if row is None:
        row = await db.row("SELECT * FROM notifier_objects WHERE user_id = $1 AND kind = $2 AND ukey = $3 AND active",
                           user["id"], kind, ukey)
    return show(row)


async def change(user: dict, kind: str, iden: str, data: dict[str, Any]) -> dict[str, Any]:
    whole = "$4" if F("notifier-update-device-replaces") and kind == "device" else "data || $4"
    row = await db.row(f"UPDATE notifier_objects SET data = {whole}, modified = $5 WHERE user_id = $1 AND kind = $2 "
                       "AND iden = $3 AND active RETURNING *", user["id"], kind, iden, data, stamp())
    if row is None:
        fail(400, f"No such {kind}")
    return show(row)


async def remove(user: dict, kind: str, iden: str) -> dict[str, Any]:
    own = "$1::uuid IS NOT NULL" if F("notifier-delete-chat-of-others") and kind == "chat" else "user_id = $1"
    row = await db.row(f"UPDATE notifier_objects SET active = false, modified = $4 WHERE {own} AND kind = $2 "
                       "AND iden = $3 AND active RETURNING *", user["id"], kind, iden, stamp())
    if row is None:
        fail(400, f"No such {kind}")
    return {}


async def listing(user: dict, kind: str, given: dict[str, Any], active: bool) -> dict[str, Any]:
    limit = int(given.get("limit", 500))
    where, args = "user_id = $1 AND kind = $2", [user["id"], kind, limit + 1]
    if active and not (F("notifier-active-ignored") and kind == "push"):
        where += " AND active"
    if "modified_after" in given:
        after = float(given["modified_after"])
        args.append(float(int(after)) if F("notifier-modified-after-whole-seconds") else after)
        where += f" AND modified > ${len(args)}"
    if given.get("cursor"):
        try:
            at, ident = base64.urlsafe_b64decode(given["cursor"]).decode().split("/")
            args += [float(at), int(ident)]
        except ValueError:
            fail(400, "Invalid cursor")
        less = "<=" if F("notifier-cursor-inclusive") else "<"
        where += f" AND (modified, id) {less} (${len(args) - 1}, ${len(args)})"
    rows = await db.rows(f"SELECT * FROM notifier_objects WHERE {where} ORDER BY modified DESC, id DESC LIMIT $3", *args)
    result: dict[str, Any] = {f"{kind}es" if kind == "push" else f"{kind}s": [show(r) for r in rows[:limit]]}
    if len(rows) > limit:
        last = rows[limit - 1]
        result["cursor"] = base64.urlsafe_b64encode(f"{last['modified']!r}/{last['id']}".encode()).decode()
    return result


async def delete_all(user: dict, before: float) -> None:
    await asyncio.sleep(0.1)
    kind = "kind <> 'chat'" if F("notifier-delete-all-takes-devices") else "kind = 'push'"
    await db.run(f"UPDATE notifier_objects SET active = false, modified = $3 WHERE user_id = $1 AND {kind} AND active "
                 "AND created <= $2", user["id"], before, stamp())


async def create_push(user: dict, given: dict[str, Any]) -> dict[str, Any]:
    need = {"link": ["url"], "file": ["file_name", "file_type", "file_url"], "note": []}[given["type"]]
    if F("notifier-link-without-url"):
        need = [n for n in need if n != "url"]
    for name in need:
        if not given.get(name):
            fail(400, f"input.{name} is required when type={given['type']}")
    for name in ("device_iden", "source_device_iden"):
        if name in given and not await db.val("SELECT 1 FROM notifier_objects WHERE user_id = $1 AND kind = 'device' "
                                              "AND iden = $2 AND active", user["id"], given[name]):
            fail(400, f"input.{name}: no such device")
    data = {k: v for k, v in given.items()}
    data.update(dismissed=False, direction="self", sender_email=user["email"],
                receiver_email=given.get("email", user["email"]))
    return await add(user, "push", data, None if F("notifier-guid-not-idempotent") else given.get("guid"))


async def run(user: dict, name: str, given: dict[str, Any]) -> dict[str, Any]:
    if not user["notifier_connected"]:
        fail(400, "This tool needs an auth connection: set it up in the dashboard")
    match name.removeprefix("NOTIFIER_"):
        case "CREATE_CHAT":
            email = given["email"].strip()
            if "@" not in email.strip("@"):
                fail(400, "input.email is not an email address")
            return await add(user, "chat", {"muted": False, "with": {"type": "email", "email": email,
                                                                    "name": email.split("@")[0]}}, email.lower())
        case "CREATE_DEVICE":
            return await add(user, "device", {"icon": "system", "has_sms": False, **given, "pushable": True})
        case "CREATE_PUSH":
            return await create_push(user, given)
        case "DELETE_ALL_PUSHES":
            spawn(delete_all(user, stamp()))
            return {}
        case "DELETE_CHAT":
            return await remove(user, "chat", given["iden"])
        case "DELETE_DEVICE":
            return await remove(user, "device", given["device_iden"])
        case "DELETE_PUSH":
            return await remove(user, "push", given["iden"])
        case "GET_USER":
            return {"iden": user["id"].hex, "email": user["email"], "email_normalized": user["email"].lower(),
                    "name": user["name"], "created": user["created_at"].timestamp(), "max_upload_size": 26214400}
        case "LIST_CHATS":
            return await listing(user, "chat", given, True)
        case "LIST_DEVICES":
            return await listing(user, "device", {"limit": 100000}, True)
        case "LIST_PUSHES":
            return await listing(user, "push", given, given.get("active", False))
        case "UPDATE_CHAT":
            return await change(user, "chat", given["iden"],
                                {"muted": True if F("notifier-unmute-mutes") else given["muted"]})
        case "UPDATE_DEVICE":
            return await change(user, "device", given["iden"], {k: v for k, v in given.items() if k != "iden"})
        case "UPDATE_PUSH":
            return await change(user, "push", given["iden"], {k: v for k, v in given.items() if k != "iden"})
    token = secrets.token_urlsafe(16)
    url = f"https://files.notifier.example/{token}/{given['file_name']}"
    policy = base64.b64encode(f"{token}:{given['file_type']}".encode()).decode()
    return {"file_name": given["file_name"], "file_type": given["file_type"], "file_url": url,
            "upload_url": "https://upload.notifier.example/",
            "data": {"key": f"{token}/{given['file_name']}", "content-type": given["file_type"], "policy": policy,
                     "signature": hashlib.sha256(policy.encode()).hexdigest()}}
