"""The notification service: a store of our own behind the 15 NOTIFIER tools."""
import asyncio
import hashlib
import json
import re
import secrets
import time

from .core import F, Oops, dumps, get_db

bg = set()
_last = 0.0


def stamp():
    global _last
    _last = max(time.time(), _last + 0.000002)
    return _last


def iden():
    return "uj" + secrets.token_hex(8)


def bad(reason, where):
    return Oops(400, reason, "body." + where)


def chat(r):
    return {"iden": r["iden"], "email": r["email"], "muted": bool(r["muted"]), "created": r["created"], "modified": r["modified"]}


def device(r):
    return {"iden": r["iden"], "icon": r["icon"], "model": r["model"], "has_sms": None if r["has_sms"] is None else bool(r["has_sms"]),
            "nickname": r["nickname"], "push_token": r["push_token"], "app_version": r["app_version"], "manufacturer": r["manufacturer"],
            "created": r["created"], "modified": r["modified"]}


def push(r):
    if not r["active"]:
        return {"iden": r["iden"], "active": False, "created": r["created"], "modified": r["modified"]}
    out = {"iden": r["iden"], "active": True, "dismissed": bool(r["dismissed"]), **json.loads(r["data"]), "created": r["created"], "modified": r["modified"]}
    if r["guid"]:
        out["guid"] = r["guid"]
    if r["items"]:
        out["items"] = json.loads(r["items"])
    return out


def page(x, table, uid, rest, args, view, default):
    limit = int(x.get("limit") or default)
    before = 2 ** 62
    if x.get("cursor"):
        if not re.fullmatch(r"c[0-9]{1,18}", x["cursor"]):
            raise bad("this cursor is not ours", "cursor")
        before = int(x["cursor"][1:])
    if F("pushes-paged-by-offset") and table == "n_pushes":
        skip = before if x.get("cursor") else 0
        rows = get_db().all(f"SELECT * FROM {table} WHERE user_id=? {rest} ORDER BY id DESC LIMIT ? OFFSET ?", uid, *args, limit + 1, skip)
        return {"rows": [view(r) for r in rows[:limit]], "next": f"c{skip + limit}" if len(rows) > limit else None}
    found = get_db().all(f"SELECT * FROM {table} WHERE user_id=? AND id<? {rest} ORDER BY id DESC LIMIT ?", uid, before, *args, limit + 1)
    rows = found[:limit]
    return {"rows": [view(r) for r in rows], "next": f"c{rows[-1]['id']}" if len(found) > limit else None}


def create_chat(uid, x):
    email = x["email"].strip()
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", email):
        raise bad("is no email address", "email")
    with get_db().tx() as c:
        r = c.execute("SELECT * FROM n_chats WHERE user_id=? AND email=?", (uid, email)).fetchone()
        if r is None:
            t = stamp()
            n = c.execute("INSERT INTO n_chats (iden,user_id,email,created,modified) VALUES (?,?,?,?,?)", (iden(), uid, email, t, t)).lastrowid
            r = c.execute("SELECT * FROM n_chats WHERE id=?", (n,)).fetchone()
        return chat(r)


FIELDS = ("icon", "model", "has_sms", "nickname", "push_token", "app_version", "manufacturer")


def plain(v):
    return int(v) if isinstance(v, (bool, float)) else v


def create_device(uid, x):
    t = stamp()
    with get_db().tx() as c:
        n = c.execute("INSERT INTO n_devices (iden,user_id,icon,model,has_sms,nickname,push_token,app_version,manufacturer,created,modified) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                      (iden(), uid, *(plain(x.get(k)) for k in FIELDS), t, t)).lastrowid
        return device(c.execute("SELECT * FROM n_devices WHERE id=?", (n,)).fetchone())


TARGETS = ("url", "body", "email", "title", "file_url", "file_name", "file_type", "channel_tag", "client_iden", "device_iden", "source_device_iden")


def create_push(uid, x):
    if x["type"] == "link" and not x.get("url"):
        raise bad("a link needs a url", "url")
    if x["type"] == "file":
        for k in ("file_name", "file_type", "file_url"):
            if not x.get(k):
                raise bad("a file needs " + k, k)
    guid = x.get("guid") or None
    data = {"type": x["type"], **{k: x[k] for k in TARGETS if x.get(k) is not None}}
    with get_db().tx() as c:
        for k in ("device_iden", "source_device_iden"):
            if x.get(k) and not c.execute("SELECT 1 FROM n_devices WHERE iden=? AND user_id=?", (x[k], uid)).fetchone():
                raise bad("no such device", k)
        if guid:
            r = c.execute("SELECT * FROM n_pushes WHERE user_id=? AND guid=?", (uid, guid)).fetchone()
            if r and F("push-guid-not-heeded"):
                guid = None
            elif r:
                return push(r)
        t = stamp()
        n = c.execute("INSERT INTO n_pushes (iden,user_id,guid,data,created,modified) VALUES (?,?,?,?,?,?)", (iden(), uid, guid, dumps(data), t, t)).lastrowid
        return push(c.execute("SELECT * FROM n_pushes WHERE id=?", (n,)).fetchone())


async def wipe(uid, top):
    await asyncio.sleep(0.3)
    with get_db().tx() as c:
        if F("delete-all-takes-later-ones"):
            top = 2 ** 62
        if F("delete-all-of-every-user"):
            c.execute("UPDATE n_pushes SET active=0, modified=? WHERE active=1 AND id<=?", (stamp(), top))
        else:
            c.execute("UPDATE n_pushes SET active=0, modified=? WHERE user_id=? AND active=1 AND id<=?", (stamp(), uid, top))


def delete_all(uid, x):
    top = get_db().w.execute("SELECT coalesce(max(id),0) FROM n_pushes").fetchone()[0]
    task = asyncio.ensure_future(wipe(uid, top))
    bg.add(task)
    task.add_done_callback(bg.discard)
    return {"begun": True}


def mine(c, table, uid, value, key):
    alive = "AND active=1" if table == "n_pushes" else ""
    r = c.execute(f"SELECT * FROM {table} WHERE iden=? AND user_id=? {alive}", (value, uid)).fetchone()
    if r is None:
        raise bad("there is none of yours with this iden", key)
    return r


def delete(table, key):
    def go(uid, x):
        with get_db().tx() as c:
            r = mine(c, table, uid, x[key], key)
            if table == "n_pushes":
                c.execute("UPDATE n_pushes SET active=0, modified=? WHERE id=?", (stamp(), r["id"]))
            else:
                c.execute(f"DELETE FROM {table} WHERE id=?", (r["id"],))
        return {"iden": r["iden"], "removed": True}
    return go


def get_user(uid, x):
    u = get_db().one("SELECT * FROM users WHERE user_id=?", uid)
    return {"iden": "uu%08d" % uid, "email": u["mail"], "name": u["label"]}


def list_chats(uid, x):
    return page(x, "n_chats", uid, "", (), chat, 500)


def list_devices(uid, x):
    return {"rows": [device(r) for r in get_db().all("SELECT * FROM n_devices WHERE user_id=? ORDER BY id", uid)], "next": None}


def list_pushes(uid, x):
    rest, args = "", []
    if x.get("active") is True:
        rest += " AND active=1"
    if x.get("modified_after") is not None:
        rest += " AND modified>?"
        args.append(float(x["modified_after"]))
    return page(x, "n_pushes", uid, rest, args, push, 20 if F("pushes-default-twenty") else 500)


def update_chat(uid, x):
    with get_db().tx() as c:
        r = mine(c, "n_chats", uid, x["iden"], "iden")
        c.execute("UPDATE n_chats SET muted=?, modified=? WHERE id=?", (int(x["muted"]), stamp(), r["id"]))
        return chat(c.execute("SELECT * FROM n_chats WHERE id=?", (r["id"],)).fetchone())


def update_device(uid, x):
    d = {k: plain(x[k]) for k in FIELDS if x.get(k) is not None}
    if F("device-update-clears-rest"):
        d = {k: plain(x.get(k)) for k in FIELDS}
    with get_db().tx() as c:
        r = mine(c, "n_devices", uid, x["iden"], "iden")
        d["modified"] = stamp()
        c.execute(f"UPDATE n_devices SET {','.join(k + '=?' for k in d)} WHERE id=?", (*d.values(), r["id"]))
        return device(c.execute("SELECT * FROM n_devices WHERE id=?", (r["id"],)).fetchone())


def update_push(uid, x):
    with get_db().tx() as c:
        r = mine(c, "n_pushes", uid, x["iden"], "iden")
        if x.get("items") is not None:
            items = [{"text": i.get("text") or "", "checked": bool(i.get("checked"))} for i in x["items"]]
            c.execute("UPDATE n_pushes SET items=? WHERE id=?", (dumps(items), r["id"]))
        if x.get("dismissed") is not None:
            c.execute("UPDATE n_pushes SET dismissed=? WHERE id=?", (int(x["dismissed"]), r["id"]))
        c.execute("UPDATE n_pushes SET modified=? WHERE id=?", (stamp(), r["id"]))
        return push(c.execute("SELECT * FROM n_pushes WHERE id=?", (r["id"],)).fetchone())


def upload(uid, x):
    if "/" not in x["file_type"]:
        raise bad("must be a MIME type", "file_type")
    if not x["file_name"]:
        raise bad("must not be empty", "file_name")
    key = secrets.token_hex(12)
    sign = hashlib.sha256((key + x["file_name"] + x["file_type"]).encode()).hexdigest()
    return {"file_name": x["file_name"], "file_type": x["file_type"], "file_url": f"https://files.example/{key}/x",
            "upload_url": "https://upload.example/" + key, "data": {"key": key, "policy": secrets.token_urlsafe(24), "signature": sign, "content-type": x["file_type"]}}


DO = {"CREATE_CHAT": create_chat, "CREATE_DEVICE": create_device, "CREATE_PUSH": create_push, "DELETE_ALL_PUSHES": delete_all,
      "DELETE_CHAT": delete("n_chats", "iden"), "DELETE_DEVICE": delete("n_devices", "device_iden"), "DELETE_PUSH": delete("n_pushes", "iden"),
      "GET_USER": get_user, "LIST_CHATS": list_chats, "LIST_DEVICES": list_devices, "LIST_PUSHES": list_pushes, "UPDATE_CHAT": update_chat,
      "UPDATE_DEVICE": update_device, "UPDATE_PUSH": update_push, "UPLOAD_REQUEST": upload}


def run(name, uid, x):
    return DO[name](uid, x)
