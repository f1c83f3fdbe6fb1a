"""Faults of the agent studio chats."""

from harness import *

ALL = "/me/agent-studio-chats"
ONE = "/me/agent-studio-chats/{run_id}"
CLONE = "POST " + ONE + "/clone"


def path(chat):
    return f"{ALL}/{chat['runId']}"


def listed(client):
    return [chat["runId"] for chat in client.get(ALL).ok()]


@fault("studio-post-duplicates", ["POST " + ALL, "GET " + ALL], "stated", "sequence", "creates a chat, or returns the existing one when run_id exists",
       "A POST with the run ID of an existing chat makes a second chat with it.", "new thing instead of a change")
def _(t):
    chat = t.new_chat()
    t.alice.post(ALL, {"runId": chat["runId"]}).must(200, 409)
    equal(listed(t.alice).count(chat["runId"]), 1, "how often the run ID is listed")


@fault("studio-post-overwrites", "POST " + ALL, "stated", "sequence", "creates a chat, or returns the existing one when run_id exists",
       "A POST with the run ID of an existing chat changes the private/public setting of that chat.", "side effect on another record")
def _(t):
    chat = t.new_chat(isPrivate=True)
    t.alice.post(ALL, {"runId": chat["runId"], "isPrivate": False}).must(200, 409)
    equal(t.alice.get(path(chat)).ok()["isPrivate"], True, "the private/public setting")


@fault("studio-post-takes-over", "POST " + ALL, "implied", "sequence", "409 a chat with this run_id exists",
       "A POST with the run ID of another user's chat makes the caller its owner.", "owner wrong")
def _(t):
    chat = t.new_chat()
    t.bob.post(ALL, {"runId": chat["runId"]})
    expect(chat["runId"] in listed(t.alice), "the chat is not its owner's any more")


@fault("studio-clone-200", CLONE, "stated", "sequence", "| POST | /me/agent-studio-chats/{run_id}/clone | none | 201 AgentStudioChat |",
       "A clone is answered with 200.", "another success status")
def _(t):
    t.alice.post(path(t.new_chat(isPrivate=False)) + "/clone").must(201)


@fault("studio-clone-private-ok", CLONE, "stated", "sequence", "400 private chats cannot be cloned",
       "Private chats are cloned.", "private thing cloned")
def _(t):
    t.alice.post(path(t.new_chat(isPrivate=True)) + "/clone").must(400)


@fault("studio-clone-same-run", CLONE, "implied", "sequence", "| Agent studio chat | run_id | string |",
       "The clone has the run ID of the chat that it was made from: there is no second chat.", "new thing is an old one")
def _(t):
    chat = t.new_chat(isPrivate=False)
    clone = t.alice.post(path(chat) + "/clone").must(201).json()
    expect(clone["runId"] != chat["runId"], "the clone has the same run ID")


@fault("studio-clone-foreign-owner", [CLONE, "GET " + ALL], "implied", "sequence", "201 AgentStudioChat",
       "A clone belongs to the owner of the chat that it was made from, not to the caller.", "owner wrong")
def _(t):
    chat = t.new_chat(t.bob, isPrivate=False)
    clone = t.alice.post(path(chat) + "/clone").must(201).json()
    expect(clone["runId"] in listed(t.alice), "the clone is not among the caller's chats")


@fault("studio-clone-shares-state", ["PATCH " + ONE, CLONE], "implied", "sequence", "200 AgentStudioChat",
       "A clone shares its data with the chat that it was made from: a PATCH of one changes both.", "state shared by aliasing")
def _(t):
    chat = t.new_chat(isPrivate=False)
    clone = t.alice.post(path(chat) + "/clone").must(201).json()
    t.alice.patch(path(clone), {"isPrivate": True}).must(200)
    equal(t.alice.get(path(chat)).ok()["isPrivate"], False, "the setting of the first chat")


@fault("studio-private-anonymous", "GET " + ONE, "stated", "sequence", "403 no permission; 404",
       "A private chat is given to callers who are not logged in.", "visibility not checked")
def _(t):
    chat = t.new_chat(isPrivate=True)
    expect(t.anonymous.get(path(chat)).status != 200, "a private chat is given to anybody")


@fault("studio-get-needs-jwt", "GET " + ONE, "stated", "sequence", "/me/agent-studio-chats/{run_id} (no auth declared)",
       "A public chat is answered with 401 when there is no bearer credential.", "login demanded")
def _(t):
    t.anonymous.get(path(t.new_chat(isPrivate=False))).must(200)


@fault("studio-put-by-other", "PUT " + ONE, "stated", "sequence", "400 sandbox tier setting private; 403; 404",
       "A PUT changes the chat of another user.", "ownership not checked on a write")
def _(t):
    chat = t.new_chat(isPrivate=False)
    expect(t.bob.put(path(chat), {"isPrivate": True}).status != 200, "another user's chat is changed")


@fault("studio-put-visibility-kept", "PUT " + ONE, "implied", "sequence", "body AgentStudioChatCreate (full update)",
       "A PUT leaves the private/public setting as it was.", "field not written")
def _(t):
    chat = t.new_chat(isPrivate=False)
    t.alice.put(path(chat), {"isPrivate": True}).must(200)
    equal(t.alice.get(path(chat)).ok()["isPrivate"], True, "the private/public setting")


@fault("studio-put-unknown-creates", "PUT " + ONE, "stated", "request", "| PUT | /me/agent-studio-chats/{run_id} | body AgentStudioChatCreate (full update) | 200 AgentStudioChat | 400 sandbox tier setting private; 403; 404 |",
       "A PUT to a run ID that does not exist creates a chat.", "created instead of 404")
def _(t):
    t.alice.put(f"{ALL}/{unknown_id()}", {"isPrivate": False}).must(404)


@fault("studio-patch-resets-visibility", "PATCH " + ONE, "stated", "sequence", "body AgentStudioChatUpdate (partial update)",
       "A PATCH that does not name the private/public setting makes the chat public.", "partial update wipes the rest")
def _(t):
    chat = t.new_chat(isPrivate=True)
    t.alice.patch(path(chat), {"title": "Another title"}).must(200)
    equal(t.alice.get(path(chat)).ok()["isPrivate"], True, "the private/public setting")


@fault("studio-patch-not-saved", "PATCH " + ONE, "implied", "sequence", "body AgentStudioChatUpdate (partial update)",
       "A PATCH answers with the changed chat, but does not store it.", "write not kept")
def _(t):
    chat = t.new_chat(isPrivate=False)
    t.alice.patch(path(chat), {"isPrivate": True}).must(200)
    equal(t.alice.get(path(chat)).ok()["isPrivate"], True, "the private/public setting")


@fault("studio-sandbox-private-made-public", "POST " + ALL, "stated", "request", "400 creation failed or sandbox tier creating a private chat",
       "A sandbox user who asks for a private chat gets a public one with 200.", "sandbox rule forgotten")
def _(t):
    t.sam.post(ALL, {"runId": unknown_id(), "isPrivate": True}).must(400)


@fault("studio-sandbox-patch-private", "PATCH " + ONE, "stated", "sequence", "cannot set an agent, chat or studio chat private (400)",
       "A sandbox user makes a studio chat private with a PATCH.", "sandbox rule forgotten")
def _(t):
    chat = t.new_chat(t.sam, isPrivate=False)
    t.sam.patch(path(chat), {"isPrivate": True}).must(400)


@fault("studio-sandbox-public-refused", "POST " + ALL, "implied", "request", "400 creation failed or sandbox tier creating a private chat",
       "A sandbox user cannot create a public chat either: 400.", "condition too wide")
def _(t):
    t.sam.post(ALL, {"runId": unknown_id(), "isPrivate": False}).must(200)


@fault("studio-delete-204", "DELETE " + ONE, "stated", "sequence", "200 AgentStudioChat (soft delete)",
       "A DELETE answers 204 without a body.", "another success status")
def _(t):
    equal(t.alice.delete(path(t.new_chat())).must(200).json()["deletedAt"] is None, False, "not being deleted")


@fault("studio-delete-takes-clones", "DELETE " + ONE, "implied", "sequence", "200 AgentStudioChat (soft delete)",
       "Deleting a chat deletes the clones that were made from it, too.", "removes too much")
def _(t):
    chat = t.new_chat(isPrivate=False)
    clone = t.bob.post(path(chat) + "/clone").must(201).json()
    t.alice.delete(path(chat)).must(200)
    t.bob.get(path(clone)).must(200)


@fault("studio-list-all-users", "GET " + ALL, "implied", "sequence", "200 array of AgentStudioChat",
       "The list has the chats of all users, private ones included.", "other users' records listed")
def _(t):
    chat = t.new_chat(t.bob, isPrivate=True)
    expect(chat["runId"] not in listed(t.alice), "another user's private chat is listed")


@fault("studio-list-hides-private", "GET " + ALL, "implied", "sequence", "200 array of AgentStudioChat",
       "The caller's own private chats are missing in the list.", "records of one kind hidden")
def _(t):
    expect(t.new_chat(isPrivate=True)["runId"] in listed(t.alice), "the private chat is not listed")


@fault("studio-list-wrapped", "GET " + ALL, "stated", "request", "200 array of AgentStudioChat",
       "The list comes in an envelope, not as an array.", "array wrapped in an object")
def _(t):
    expect(isinstance(t.alice.get(ALL).ok(), list), "the list is no array")
