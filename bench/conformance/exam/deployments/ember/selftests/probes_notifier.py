"""Probes for the faults of the 15 NOTIFIER tools; all are run through POST /me/tools/run/{tool_name}."""

import time
from functools import partial

from .harness import expect, probe as _probe

RUN = "POST {base_url}/me/tools/run/{tool_name}"


def probe(fault_id, **about):
    return _probe(f"notifier-{fault_id}", RUN, **about)


stated = partial(probe, basis="stated")
implied = partial(probe, basis="implied")


# --- Chats -----------------------------------------------------------------------------------------------------------

@stated("chat-without-email", needs="request", like="required input not required",
        words="email string Req (the person need not be a user of the notification service)",
        what="NOTIFIER_CREATE_CHAT makes a chat without an email address.")
def _(c):
    c.tool("NOTIFIER_CREATE_CHAT").has(400, 422)


@stated("chat-known-users-only", needs="request", like="condition that the interface excludes",
        words="email string Req (the person need not be a user of the notification service)",
        what="NOTIFIER_CREATE_CHAT refuses email addresses of people who are no users.")
def _(c):
    c.notifier("CREATE_CHAT", email="stranger@elsewhere.example")


@implied("chat-delete-keeps", needs="sequence", like="deleted but still there", words="Delete a chat",
         what="A chat that was deleted by NOTIFIER_DELETE_CHAT is still listed.")
def _(c):
    chat = c.notifier("CREATE_CHAT", email="stranger@elsewhere.example")["iden"]
    c.notifier("DELETE_CHAT", iden=chat)
    expect(chat not in c.chats())


@stated("chat-unmute-ignored", needs="sequence", like="zero or false taken for missing", words="Mute or unmute a chat",
        what="NOTIFIER_UPDATE_CHAT with muted false changes nothing: a muted chat cannot be unmuted.")
def _(c):
    chat = c.notifier("CREATE_CHAT", email="stranger@elsewhere.example")["iden"]
    for muted in (True, False):
        c.notifier("UPDATE_CHAT", iden=chat, muted=muted)
        expect(c.chats()[chat]["muted"] is muted)


# --- Devices ---------------------------------------------------------------------------------------------------------

@stated("device-negative-version", needs="request", like="range not checked",
        words="app_version integer Req, non-negative",
        what="NOTIFIER_CREATE_DEVICE takes a negative app_version.")
def _(c):
    c.tool("NOTIFIER_CREATE_DEVICE", nickname="x", model="x", manufacturer="x", app_version=-1).has(400, 422)


@stated("device-zero-version-refused", needs="request", like="zero or false taken for missing",
        words="app_version integer Req, non-negative",
        what="NOTIFIER_CREATE_DEVICE refuses app_version 0 as missing.")
def _(c):
    c.device(app_version=0)


@stated("device-blank-token-refused", needs="request", like="condition that the interface excludes",
        words="push_token string (platform-specific, blank for custom devices)",
        what="NOTIFIER_CREATE_DEVICE refuses a blank push_token.")
def _(c):
    c.device(push_token="")


@implied("device-icon-dropped", needs="sequence", like="field not stored", words="Register a device",
         what="The icon given to NOTIFIER_CREATE_DEVICE is not stored; every device gets the icon system.")
def _(c):
    device = c.device(icon="laptop")
    expect(c.devices()[device]["icon"] == "laptop")


@implied("device-swapped", needs="sequence", like="fields swapped", words="Register a device",
         what="NOTIFIER_CREATE_DEVICE stores the model as manufacturer and the manufacturer as model.")
def _(c):
    made = c.device(model="M9", manufacturer="Fjord")
    device = c.devices()[made]
    expect(device["model"] == "M9" and device["manufacturer"] == "Fjord")


@stated("device-delete-param", needs="sequence", like="parameter misnamed",
        words="Parameter names and types are exact.",
        what="NOTIFIER_DELETE_DEVICE wants the parameter iden and refuses device_iden.")
def _(c):
    c.notifier("DELETE_DEVICE", device_iden=c.device())


@implied("device-delete-last", needs="sequence", like="deletes another record", words="Delete a device",
         what="NOTIFIER_DELETE_DEVICE deletes the device that was registered last, whichever is named.")
def _(c):
    first, second = c.device(), c.device()
    c.notifier("DELETE_DEVICE", device_iden=first)
    devices = c.devices()
    expect(first not in devices and second in devices)


@implied("device-update-blanks", needs="sequence", like="partial update resets the rest",
         words="Update device metadata",
         what="NOTIFIER_UPDATE_DEVICE sets all fields that are not given to null.")
def _(c):
    device = c.device(model="M9", icon="phone")
    c.notifier("UPDATE_DEVICE", iden=device, nickname="Renamed")
    now = c.devices()[device]
    expect(now["nickname"] == "Renamed" and now["model"] == "M9" and now["icon"] == "phone")


@implied("device-update-creates", needs="sequence", like="update makes a new record", words="Update device metadata",
         what="NOTIFIER_UPDATE_DEVICE registers another device and leaves the named one as it was.")
def _(c):
    device = c.device()
    before = len(c.devices())
    c.notifier("UPDATE_DEVICE", iden=device, nickname="Renamed")
    devices = c.devices()
    expect(len(devices) == before and devices[device]["nickname"] == "Renamed")


@implied("devices-stale", needs="sequence", like="cache not refreshed", words="List devices",
         what="The first list of NOTIFIER_LIST_DEVICES is cached for ever: devices registered later are missing.")
def _(c):
    c.devices()
    expect(c.device() in c.devices())


# --- Pushes ----------------------------------------------------------------------------------------------------------

@stated("push-link-without-url", needs="request", like="required input not required",
        words="url string (required when type=link)", what="NOTIFIER_CREATE_PUSH takes a link without a url.")
def _(c):
    c.tool("NOTIFIER_CREATE_PUSH", type="link", title="Nowhere").has(400, 422)


@stated("push-file-without-type", needs="request", like="required input not required",
        words="file_url string, file_name string, file_type string (MIME type), each required when type=file",
        what="NOTIFIER_CREATE_PUSH takes a file without a file_type.")
def _(c):
    c.tool("NOTIFIER_CREATE_PUSH", type="file", file_url="https://a.example/f", file_name="f").has(400, 422)


@stated("push-note-needs-url", needs="request", like="optional demanded", words="url string (required when type=link)",
        what="NOTIFIER_CREATE_PUSH refuses a note without a url.")
def _(c):
    c.note()


@stated("push-unknown-type", needs="request", like="enumeration not checked",
        words="type string Req, one of note, link, file", what="NOTIFIER_CREATE_PUSH takes any type.")
def _(c):
    c.tool("NOTIFIER_CREATE_PUSH", type="carrier-pigeon", body="x").has(400, 422)


@stated("push-guid-ignored", needs="sequence", like="not idempotent",
        words="guid string (client-generated, for idempotency)",
        what="NOTIFIER_CREATE_PUSH with the guid of an earlier push sends a second one.")
def _(c):
    for _ in range(2):
        c.note("Only once", guid="probe-guid-1")
    found = [push for push in c.notifier("LIST_PUSHES")["pushes"] if push["guid"] == "probe-guid-1"]
    expect(len(found) == 1)


@stated("push-guid-race", needs="timing", like="check and act not atomic",
        words="guid string (client-generated, for idempotency)",
        what="The same push sent twice with one guid at the same time is sent twice.")
def _(c):
    c.together(*[lambda: c.note("Only once", guid="probe-guid-2")] * 3)
    found = [push for push in c.notifier("LIST_PUSHES")["pushes"] if push["guid"] == "probe-guid-2"]
    expect(len(found) == 1)


@implied("push-title-body-swapped", needs="sequence", like="fields swapped",
         words="Send a push (note, link or file) to a device, user, channel or client",
         what="NOTIFIER_CREATE_PUSH stores the title as body and the body as title.")
def _(c):
    push = c.note("The body", title="The title")
    stored = next(item for item in c.notifier("LIST_PUSHES")["pushes"] if item["iden"] == push)
    expect(stored["title"] == "The title" and stored["body"] == "The body")


@implied("push-delete-takes-all", needs="sequence", like="deletes too much", words="Delete a push",
         what="NOTIFIER_DELETE_PUSH deletes all pushes of the user.")
def _(c):
    first, second = c.note("One"), c.note("Two")
    c.notifier("DELETE_PUSH", iden=first)
    expect(c.pushes() == [second])


@stated("delete-all-notes-only", needs="sequence", like="only a part deleted",
        words="Delete all pushes of the user asynchronously",
        what="NOTIFIER_DELETE_ALL_PUSHES deletes only notes; links and files stay.")
def _(c):
    c.note()
    c.notifier("CREATE_PUSH", type="link", url="https://a.example")
    c.notifier("DELETE_ALL_PUSHES")
    end = time.monotonic() + 3
    while c.pushes():
        expect(time.monotonic() < end, "pushes are left")
        time.sleep(0.3)


@stated("push-update-needs-items", needs="sequence", like="optional demanded",
        words="iden string Req; items array (list-style pushes; each item has text string and checked boolean); "
              "dismissed boolean (true hides notifications)",
        what="NOTIFIER_UPDATE_PUSH refuses to dismiss a push unless items are given.")
def _(c):
    c.notifier("UPDATE_PUSH", iden=c.note(), dismissed=True)


@implied("push-dismiss-ignored", needs="sequence", like="field not stored",
         words="dismissed boolean (true hides notifications)",
         what="NOTIFIER_UPDATE_PUSH answers, but does not store dismissed.")
def _(c):
    push = c.note()
    c.notifier("UPDATE_PUSH", iden=push, dismissed=True)
    expect(next(item for item in c.notifier("LIST_PUSHES")["pushes"] if item["iden"] == push)["dismissed"] is True)


@stated("push-items-unchecked", needs="sequence", like="field not stored",
        words="items array (list-style pushes; each item has text string and checked boolean)",
        what="NOTIFIER_UPDATE_PUSH stores all items as unchecked.")
def _(c):
    items = [{"text": "rope", "checked": True}, {"text": "paint", "checked": False}]
    push = c.note()
    c.notifier("UPDATE_PUSH", iden=push, items=items)
    expect(next(item for item in c.notifier("LIST_PUSHES")["pushes"] if item["iden"] == push)["items"] == items)


@implied("push-update-not-modified", needs="sequence", like="change not dated",
         words="modified_after number (UNIX timestamp, float)",
         what="NOTIFIER_UPDATE_PUSH does not date the change: LIST_PUSHES with modified_after misses pushes that were "
              "changed since.")
def _(c):
    push = c.note()
    since = max(item["modified"] for item in c.notifier("LIST_PUSHES")["pushes"])
    c.notifier("UPDATE_PUSH", iden=push, dismissed=True)
    expect(c.pushes(modified_after=since) == [push])


# --- Listing pushes --------------------------------------------------------------------------------------------------

@stated("pushes-active-inverted", needs="sequence", like="condition inverted",
        words="active boolean (true returns only active pushes)",
        what="NOTIFIER_LIST_PUSHES with active true also returns the stubs of deleted pushes.")
def _(c):
    kept, gone = c.note("Kept"), c.note("Gone")
    c.notifier("DELETE_PUSH", iden=gone)
    expect(c.pushes(active=True) == [kept])


@implied("pushes-modified-after-ignored", needs="sequence", like="parameter ignored",
        words="modified_after number (UNIX timestamp, float)",
        what="NOTIFIER_LIST_PUSHES ignores modified_after.")
def _(c):
    old = c.note("Old")
    since = c.notifier("LIST_PUSHES")["pushes"][0]["modified"]
    new = c.note("New")
    found = c.pushes(modified_after=since)
    expect(new in found and old not in found)


@stated("pushes-modified-after-integer", needs="request", like="wrong type demanded",
        words="modified_after number (UNIX timestamp, float)",
        what="NOTIFIER_LIST_PUSHES refuses a modified_after with a fraction.")
def _(c):
    c.notifier("LIST_PUSHES", modified_after=1700000000.25)


@stated("pushes-limit-500-refused", needs="request", like="bound taken as exclusive",
        words="limit integer (max 500, default 500)", what="NOTIFIER_LIST_PUSHES refuses limit 500.")
def _(c):
    c.notifier("LIST_PUSHES", limit=500)


@implied("pushes-cursor-repeats", needs="sequence", like="page begins at the wrong place",
         words="limit integer (max 500, default 500); active boolean (true returns only active pushes); cursor string",
         what="NOTIFIER_LIST_PUSHES starts from the beginning whatever the cursor is: each page is the first one.")
def _(c):
    made = [c.note(f"Note {number}") for number in range(4)]
    first = c.notifier("LIST_PUSHES", limit=2)
    second = c.notifier("LIST_PUSHES", limit=2, cursor=first["cursor"])
    expect({push["iden"] for push in first["pushes"] + second["pushes"]} == set(made))


# --- Account and uploads ---------------------------------------------------------------------------------------------

@stated("get-user-empty-input-refused", needs="request", like="zero or false taken for missing",
        words="Get the profile of the authenticated user | none",
        what="NOTIFIER_GET_USER refuses the empty object as missing input, although it has no parameters.")
def _(c):
    c.notifier("GET_USER")


@stated("upload-without-type", needs="request", like="required input not required",
        words="file_name string Req; file_type string Req (MIME type)",
        what="NOTIFIER_UPLOAD_REQUEST takes a file without a file_type.")
def _(c):
    c.tool("NOTIFIER_UPLOAD_REQUEST", file_name="a.bin").has(400, 422)
