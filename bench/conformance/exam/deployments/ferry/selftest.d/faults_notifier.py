"""Faults of the 15 NOTIFIER tools, which all run through one operation."""

import time

from harness import *


def email():
    return f"{unique()}@mail.example"


def chats(t):
    return {chat["iden"]: chat for chat in t.alice.notify("LIST_CHATS")["chats"]}


def devices(t):
    return {device["iden"]: device for device in t.alice.notify("LIST_DEVICES")["devices"]}


def pushes(t, user=None, **more):
    return {push["iden"]: push for push in (user or t.alice).notify("LIST_PUSHES", **more)["pushes"]}


def note(t, user=None, **more):
    return (user or t.alice).notify("CREATE_PUSH", type="note", body="Ahoy! " + unique(), **more)


def refused(t, operation, **tool_input):
    reply = t.alice.run("NOTIFIER_" + operation, tool_input)
    failed = reply.status in (400, 422)
    expect(failed, f"{operation} takes {short(tool_input)}: {reply.status} {short(reply.body)}")


def nt(id, basis, needs, words, what, pattern):
    return fault("nt-" + id, RUN_TOOL, basis, needs, words, what, pattern)


CREATE_DEVICE = "icon string; model string Req; has_sms boolean (Android only); nickname string Req; push_token string (platform-specific, blank for custom devices); app_version integer Req, non-negative; manufacturer string Req"
CREATE_PUSH = "type string Req, one of note, link, file; url string (required when type=link)"


# Chats

@nt("chat-without-email", "stated", "request", "email string Req (the person need not be a user of the notification service)",
    "NOTIFIER_CREATE_CHAT makes a chat without an email address.", "required field optional")
def _(t):
    refused(t, "CREATE_CHAT")


@nt("chat-not-listed", "implied", "sequence", "| NOTIFIER_LIST_CHATS | List chats |",
    "A chat that NOTIFIER_CREATE_CHAT has made is missing in NOTIFIER_LIST_CHATS.", "created, but not stored")
def _(t):
    made = t.alice.notify("CREATE_CHAT", email=email())
    expect(made["iden"] in chats(t), "the chat is not listed")


@nt("delete-chat-latest", "implied", "sequence", "| NOTIFIER_DELETE_CHAT | Delete a chat | iden string Req |",
    "NOTIFIER_DELETE_CHAT deletes the newest chat, not the one that is named.", "another record changed")
def _(t):
    first, second = (t.alice.notify("CREATE_CHAT", email=email()) for _ in range(2))
    t.alice.notify("DELETE_CHAT", iden=first["iden"])
    expect(second["iden"] in chats(t) and first["iden"] not in chats(t), "the wrong chat is deleted")


@nt("chats-limit-501", "stated", "request", "limit integer (max 500); cursor string",
    "NOTIFIER_LIST_CHATS takes a limit of 501.", "bound not kept")
def _(t):
    refused(t, "LIST_CHATS", limit=501)


@nt("chats-limit-ignored", "stated", "sequence", "limit integer (max 500); cursor string",
    "NOTIFIER_LIST_CHATS ignores the limit.", "limit ignored")
def _(t):
    for _ in range(3):
        t.alice.notify("CREATE_CHAT", email=email())
    equal(len(t.alice.notify("LIST_CHATS", limit=2)["chats"]), 2, "the number of chats")


@nt("mute-inverted", "implied", "sequence", "| NOTIFIER_UPDATE_CHAT | Mute or unmute a chat | iden string Req; muted boolean Req |",
    "NOTIFIER_UPDATE_CHAT mutes a chat when muted is false, and the other way round.", "value inverted")
def _(t):
    made = t.alice.notify("CREATE_CHAT", email=email())
    t.alice.notify("UPDATE_CHAT", iden=made["iden"], muted=True)
    equal(chats(t)[made["iden"]]["muted"], True, "muted")


@nt("unmute-ignored", "stated", "sequence", "| NOTIFIER_UPDATE_CHAT | Mute or unmute a chat | iden string Req; muted boolean Req |",
    "NOTIFIER_UPDATE_CHAT treats muted false like a missing value: a muted chat cannot be unmuted.", "falsy value ignored")
def _(t):
    made = t.alice.notify("CREATE_CHAT", email=email())
    t.alice.notify("UPDATE_CHAT", iden=made["iden"], muted=True)
    t.alice.notify("UPDATE_CHAT", iden=made["iden"], muted=False)
    equal(chats(t)[made["iden"]]["muted"], False, "muted")


# Devices

DEVICE = {"model": "Compass", "nickname": "Bridge", "app_version": 3, "manufacturer": "Harbour Works"}


@nt("device-negative-version", "stated", "request", CREATE_DEVICE,
    "NOTIFIER_CREATE_DEVICE takes a negative app_version.", "bound not kept")
def _(t):
    refused(t, "CREATE_DEVICE", **{**DEVICE, "app_version": -1})


@nt("device-version-zero-refused", "stated", "request", CREATE_DEVICE,
    "NOTIFIER_CREATE_DEVICE refuses an app_version of 0.", "falsy value ignored")
def _(t):
    t.new_device(app_version=0)


@nt("device-sms-as-text", "stated", "request", "Parameter names and types are exact.",
    "NOTIFIER_CREATE_DEVICE takes a text for has_sms.", "type not checked")
def _(t):
    refused(t, "CREATE_DEVICE", **DEVICE, has_sms="perhaps")


@nt("device-fields-swapped", "implied", "sequence", CREATE_DEVICE,
    "NOTIFIER_CREATE_DEVICE stores the model as manufacturer and the manufacturer as model.", "fields swapped")
def _(t):
    made = t.new_device()
    listed = devices(t)[made["iden"]]
    equal((listed["model"], listed["manufacturer"]), ("Compass", "Harbour Works"), "model and manufacturer")


@nt("devices-hides-custom", "implied", "sequence", "| NOTIFIER_LIST_DEVICES | List devices | none |",
    "NOTIFIER_LIST_DEVICES leaves out devices without a push_token.", "records of one kind hidden")
def _(t):
    expect(t.new_device()["iden"] in devices(t), "the device is not listed")


@nt("device-update-adds", "implied", "sequence", "| NOTIFIER_UPDATE_DEVICE | Update device metadata |",
    "NOTIFIER_UPDATE_DEVICE adds a device with the changes; the one that is named stays as it was.", "new thing instead of a change")
def _(t):
    made = t.new_device()
    t.alice.notify("UPDATE_DEVICE", iden=made["iden"], nickname="Lookout")
    equal([device["nickname"] for device in devices(t).values()], ["Lookout"], "the nicknames")


@nt("delete-device-by-iden", "stated", "sequence", "| NOTIFIER_DELETE_DEVICE | Delete a device | device_iden string Req |",
    "NOTIFIER_DELETE_DEVICE wants the parameter iden and refuses device_iden.", "field misnamed")
def _(t):
    made = t.new_device()
    t.alice.notify("DELETE_DEVICE", device_iden=made["iden"])
    expect(made["iden"] not in devices(t), "the device is still there")


# Pushes

@nt("link-without-url", "stated", "request", CREATE_PUSH,
    "NOTIFIER_CREATE_PUSH takes a link without url.", "conditional field optional")
def _(t):
    refused(t, "CREATE_PUSH", type="link", body="Look at this")


@nt("file-without-type", "stated", "request", "file_url string, file_name string, file_type string (MIME type), each required when type=file",
    "NOTIFIER_CREATE_PUSH takes a file without file_type.", "conditional field optional")
def _(t):
    refused(t, "CREATE_PUSH", type="file", file_url="https://files.example/a.png", file_name="a.png")


@nt("note-needs-url", "stated", "request", CREATE_PUSH,
    "NOTIFIER_CREATE_PUSH refuses a note without url.", "conditional field demanded")
def _(t):
    note(t)


@nt("push-any-type", "stated", "request", CREATE_PUSH,
    "NOTIFIER_CREATE_PUSH takes any text as type.", "enumeration not checked")
def _(t):
    refused(t, "CREATE_PUSH", type="telegram", body="Stop")


@nt("guid-ignored", "stated", "sequence", "guid string (client-generated, for idempotency)",
    "NOTIFIER_CREATE_PUSH sends a push again when it gets the same guid again.", "not idempotent")
def _(t):
    guid = unique()
    for _ in range(2):
        t.alice.notify("CREATE_PUSH", type="note", body="Once", guid=guid)
    equal(len(pushes(t)), 1, "the number of pushes")


@nt("guid-across-users", "implied", "sequence", "guid string (client-generated, for idempotency)",
    "NOTIFIER_CREATE_PUSH takes a guid that another user has used for the same push, and sends nothing.", "user forgotten in a query")
def _(t):
    guid = unique()
    t.bob.notify("CREATE_PUSH", type="note", body="From Bob", guid=guid)
    t.alice.notify("CREATE_PUSH", type="note", body="From Alice", guid=guid)
    equal([push["body"] for push in pushes(t).values()], ["From Alice"], "the pushes")


@nt("push-newlines-lost", "implied", "sequence", CREATE_PUSH,
    "NOTIFIER_CREATE_PUSH replaces the line breaks of a body by spaces.", "text changed")
def _(t):
    body = "Bread\nRope\n\nA new lamp"
    made = t.alice.notify("CREATE_PUSH", type="note", body=body)
    equal(pushes(t)[made["iden"]]["body"], body, "the body")


@nt("push-url-cut", "implied", "sequence", CREATE_PUSH,
    "NOTIFIER_CREATE_PUSH stores the url of a link only up to its first &.", "text changed")
def _(t):
    url = "https://ferry.example/search?from=Hull&to=Rotterdam"
    made = t.alice.notify("CREATE_PUSH", type="link", url=url)
    equal(pushes(t)[made["iden"]]["url"], url, "the url")


@nt("delete-all-first-two", "stated", "timing", "| NOTIFIER_DELETE_ALL_PUSHES | Delete all pushes of the user asynchronously | none |",
    "NOTIFIER_DELETE_ALL_PUSHES deletes the first two pushes only.", "batch done in part")
def _(t):
    for _ in range(4):
        note(t)
    t.alice.notify("DELETE_ALL_PUSHES")
    time.sleep(0.8)
    equal(len(pushes(t, active=True)), 0, "the number of pushes")


@nt("delete-all-for-everyone", "stated", "timing", "| NOTIFIER_DELETE_ALL_PUSHES | Delete all pushes of the user asynchronously | none |",
    "NOTIFIER_DELETE_ALL_PUSHES deletes the pushes of all users.", "user forgotten in a query")
def _(t):
    kept = note(t, t.bob)
    t.alice.notify("DELETE_ALL_PUSHES")
    time.sleep(0.8)
    expect(kept["iden"] in pushes(t, t.bob), "another user's push is gone")


@nt("active-includes-deleted", "stated", "sequence", "active boolean (true returns only active pushes)",
    "NOTIFIER_LIST_PUSHES returns deleted pushes when active is true, too.", "filter ignored")
def _(t):
    made = note(t)
    t.alice.notify("DELETE_PUSH", iden=made["iden"])
    expect(made["iden"] not in pushes(t, active=True), "a deleted push is active")


@nt("modified-after-ignored", "stated", "sequence", "modified_after number (UNIX timestamp, float)",
    "NOTIFIER_LIST_PUSHES ignores modified_after.", "filter ignored")
def _(t):
    old = note(t)
    time.sleep(0.05)
    then = time.time()
    time.sleep(0.05)
    new = note(t)
    equal(set(pushes(t, modified_after=then)) & {old["iden"], new["iden"]}, {new["iden"]}, "the pushes since then")


@nt("modified-after-whole-seconds", "stated", "timing", "modified_after number (UNIX timestamp, float)",
    "NOTIFIER_LIST_PUSHES cuts the fraction off modified_after, so that pushes from the same second come back, too.", "precision lost")
def _(t):
    time.sleep((1.1 - time.time() % 1) % 1)  # to the beginning of a second
    old = note(t)
    time.sleep(0.15)
    then = time.time()
    expect(old["iden"] not in pushes(t, modified_after=then), "a push from before that time is listed")


@nt("pushes-cursor-ignored", "implied", "sequence", "limit integer (max 500, default 500)",
    "NOTIFIER_LIST_PUSHES ignores the cursor: each page is the first one.", "cursor ignored")
def _(t):
    for _ in range(4):
        note(t)
    first = t.alice.notify("LIST_PUSHES", limit=2)
    second = pushes(t, limit=2, cursor=first["cursor"])
    expect(not {push["iden"] for push in first["pushes"]} & set(second), "a push is on two pages")


@nt("items-unchecked", "implied", "sequence", "items array (list-style pushes; each item has text string and checked boolean)",
    "NOTIFIER_UPDATE_PUSH stores all list items as not checked.", "field lost")
def _(t):
    made = note(t)
    items = [{"text": "Rope", "checked": True}, {"text": "Lamp", "checked": False}]
    t.alice.notify("UPDATE_PUSH", iden=made["iden"], items=items)
    equal(pushes(t)[made["iden"]]["items"], items, "the items")


# Profile and uploads

@nt("user-empty", "implied", "request", "| NOTIFIER_GET_USER | Get the profile of the authenticated user | none |",
    "NOTIFIER_GET_USER gives an empty profile.", "empty answer")
def _(t):
    expect(t.alice.notify("GET_USER"), "the profile is empty")


@nt("upload-without-type", "stated", "request", "| NOTIFIER_UPLOAD_REQUEST | Get a signed upload URL (signed form data) before pushing a file | file_name string Req; file_type string Req (MIME type) |",
    "NOTIFIER_UPLOAD_REQUEST takes an input without file_type.", "required field optional")
def _(t):
    refused(t, "UPLOAD_REQUEST", file_name="deck.png")
