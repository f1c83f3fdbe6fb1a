"""Faults of the legacy family of chats."""

from harness import *

CHATS = "/me/chats"
CHAT = "/me/chats/{chat_id}"
CLONE = "POST " + CHAT + "/clone"
FEEDBACK = "POST " + CHAT + "/feedback"
RUNS = "POST " + CHAT + "/runs"


def path(agent):
    return f"/me/chats/{agent['id']}"


def listed(client):
    return [chat["id"] for chat in client.get(CHATS).ok()]


@fault("chats-post-gone", "POST " + CHATS, "stated", "request", "POST /me/chats is marked deprecated; POST /me/agents replaces it.",
       "The deprecated POST answers 410.", "endpoint removed too early")
def _(t):
    t.alice.post(CHATS, {"promptText": "Be of help."}).must(200)


@fault("chats-miss-agents", "GET " + CHATS, "stated", "sequence", "#### Chats (legacy family over the same AgentModel record)",
       "Agents that were created with POST /me/agents are missing in the list of chats.", "records of one kind hidden")
def _(t):
    expect(t.new_agent()["id"] in listed(t.alice), "the agent is not among the chats")


@fault("chats-list-first-ten", "GET " + CHATS, "implied", "sequence", "| GET | /me/chats | none | 200 array of AgentModel | none |",
       "The list ends after ten chats, with no way to the others.", "list shortened")
def _(t):
    made = [t.new_agent()["id"] for _ in range(12)]
    expect(set(made) <= set(listed(t.alice)), "a chat is not listed")


@fault("chats-get-cached", "GET " + CHAT, "implied", "sequence", "| GET | /me/chats/{chat_id} (no auth declared) | chat_id string | 200 AgentModel | 403; 404 |",
       "A public chat is cached when it is first read: after it was made private, anybody can still read it.", "stale cache")
def _(t):
    agent = t.new_agent(visibility="PUBLIC")
    t.anonymous.get(path(agent)).must(200)
    t.alice.patch(path(agent), {"visibility": "PRIVATE"}).must(200)
    expect(t.anonymous.get(path(agent)).status != 200, "a private chat is given to anybody")


@fault("chats-put-unknown-creates", "PUT " + CHAT, "stated", "request", "| PUT | /me/chats/{chat_id} | body AgentRequest | 200 AgentModel | 400 sandbox tier setting private; 403; 404 |",
       "A PUT to a chat that does not exist creates one.", "created instead of 404")
def _(t):
    t.alice.put(f"/me/chats/{unknown_id()}", {"promptText": "Be of help."}).must(404)


@fault("chats-put-sandbox-private", "PUT " + CHAT, "stated", "sequence", "400 sandbox tier setting private; 403; 404",
       "A sandbox user makes a chat private with a PUT.", "sandbox rule forgotten")
def _(t):
    agent = t.new_agent(t.sam, visibility="PUBLIC")
    t.sam.put(path(agent), {"promptText": "Hide.", "visibility": "PRIVATE"}).must(400)


@fault("chats-patch-clears-prompt", "PATCH " + CHAT, "implied", "sequence", "body AgentRequestPartial",
       "A PATCH that does not name the chat prompt empties it.", "partial update wipes the rest")
def _(t):
    agent = t.new_agent()
    t.alice.patch(path(agent), {"visibility": "PUBLIC"}).must(200)
    equal(t.alice.get(path(agent)).ok()["promptText"], agent["promptText"], "the prompt")


@fault("chats-patch-escapes-html", "PATCH " + CHAT, "implied", "sequence", "body AgentRequestPartial",
       "A PATCH stores the chat prompt escaped for HTML.", "text escaped")
def _(t):
    prompt = 'Write <b>bold</b> & "quoted".'
    agent = t.new_agent()
    t.alice.patch(path(agent), {"promptText": prompt}).must(200)
    equal(t.alice.get(path(agent)).ok()["promptText"], prompt, "the prompt")


@fault("chats-patch-race", "PATCH " + CHAT, "implied", "timing", "body AgentRequestPartial",
       "Of two PATCHes of different fields at the same time, one is lost.", "lost update")
def _(t):
    agent = t.new_agent(visibility="PRIVATE")
    at_once(lambda: t.alice.patch(path(agent), {"promptText": "Be brief."}).must(200),
            lambda: t.alice.patch(path(agent), {"visibility": "PUBLIC"}).must(200))
    saved = t.alice.get(path(agent)).ok()
    equal((saved["promptText"], saved["visibility"]), ("Be brief.", "PUBLIC"), "the chat")


@fault("chats-delete-kept", ["DELETE " + CHAT, "GET " + CHATS, "GET " + CHAT], "implied", "sequence", "| DELETE | /me/chats/{chat_id} | none | 200 AgentModel | 403; 404 |",
       "A deleted chat is answered with 200, but stays.", "delete without effect")
def _(t):
    agent = t.new_agent()
    t.alice.delete(path(agent)).must(200)
    expect(agent["id"] not in listed(t.alice), "the deleted chat is listed")


@fault("og-shows-private-chat", "GET " + CHAT + "/og", "implied", "sequence", "200 body unspecified (social-preview metadata)",
       "The social preview shows the name and the prompt of a private chat to anybody.", "private data shown")
def _(t):
    agent = t.new_agent(promptText="The vault opens with 4711.", name="Vault", visibility="PRIVATE")
    expect("4711" not in t.anonymous.get(path(agent) + "/og").text, "the preview shows the prompt of a private chat")


@fault("chats-clone-private-ok", CLONE, "stated", "request", "| POST | /me/chats/{chat_id}/clone | chat_id uuid; optional body AgentRequestPartial or null | 200 AgentModel | 403 chat is not public; 404 |",
       "The private chat of another user is cloned.", "private thing cloned")
def _(t):
    t.alice.post(f"/me/chats/{FIXTURES['privateAgentId']}/clone").must(403, 404)


@fault("chats-clone-ignores-body", CLONE, "implied", "request", "optional body AgentRequestPartial or null",
       "What the body of a clone request says is ignored.", "field not written")
def _(t):
    clone = t.alice.post(f"/me/chats/{FIXTURES['unpaidAgentId']}/clone", {"promptText": "Be brief."}).ok()
    equal(clone["promptText"], "Be brief.", "the prompt of the clone")


@fault("chats-clone-null-refused", CLONE, "stated", "request", "optional body AgentRequestPartial or null",
       "The body null is refused with 422.", "null refused")
def _(t):
    t.alice.post(f"/me/chats/{FIXTURES['unpaidAgentId']}/clone", Json(None)).must(200)


@fault("chats-clone-foreign-owner", [CLONE, "GET " + CHATS], "implied", "sequence", "optional body AgentRequestPartial or null",
       "A clone belongs to the owner of the chat that it was made from, not to the caller.", "owner wrong")
def _(t):
    clone = t.alice.post(f"/me/chats/{FIXTURES['unpaidAgentId']}/clone").ok()
    expect(clone["id"] in listed(t.alice), "the clone is not among the caller's chats")


@fault("chats-clone-changes-source", CLONE, "implied", "sequence", "optional body AgentRequestPartial or null",
       "What the body of a clone request says changes the chat that is cloned, too.", "side effect on another record")
def _(t):
    source = t.new_agent(visibility="PUBLIC")
    t.bob.post(path(source) + "/clone", {"promptText": "Be brief."}).must(200)
    equal(t.alice.get(path(source)).ok()["promptText"], source["promptText"], "the prompt of the source")


@fault("chats-feedback-answer", FEEDBACK, "stated", "request", "| POST | /me/chats/{chat_id}/feedback | body UserFeedbackRequest | 200 AgentModel | 404 |",
       "The answer to a feedback is a confirmation, not the AgentModel.", "answer of another type")
def _(t):
    answer = t.alice.post(f"/me/chats/{FIXTURES['unpaidAgentId']}/feedback", {"rating": 5}).ok()
    equal(answer.get("id"), FIXTURES["unpaidAgentId"], "the ID of the chat")


@fault("chats-feedback-reverts", FEEDBACK, "implied", "sequence", "| POST | /me/chats/{chat_id}/feedback | body UserFeedbackRequest | 200 AgentModel | 404 |",
       "A feedback writes back the chat as it was when it was created: later changes are lost.", "side effect on another field")
def _(t):
    agent = t.new_agent(visibility="PUBLIC")
    t.alice.patch(path(agent), {"promptText": "Be brief."}).must(200)
    t.bob.post(path(agent) + "/feedback", {"rating": 5}).must(200)
    equal(t.alice.get(path(agent)).ok()["promptText"], "Be brief.", "the prompt")


@fault("chat-runs-demands-body", RUNS, "stated", "request", "| POST | /me/chats/{chat_id}/runs | chat_id uuid; no body |",
       "Without a body the answer is 422.", "body demanded")
def _(t):
    t.alice.post(f"/me/chats/{FIXTURES['agentId']}/runs").must(200)


@fault("chat-runs-not-kept", [RUNS, "GET /me/agent-runs/{run_id}/logs"], "implied", "sequence", "200 AgentRunLog (new run log entry)",
       "The new log entry is in the answer, but the logs of the run do not have it.", "created, but not stored")
def _(t):
    entry = t.alice.post(f"/me/chats/{FIXTURES['agentId']}/runs").ok()
    logs = t.alice.get(f"/me/agent-runs/{entry['runId']}/logs")
    expect(logs.status == 200 and logs.json(), "the run has no log entry")


@fault("chat-runs-same-id", RUNS, "stated", "sequence", "200 AgentRunLog (new run log entry)",
       "The answer is the log entry of an earlier run; no new one is made.", "new thing is an old one")
def _(t):
    first, second = (t.alice.post(f"/me/chats/{FIXTURES['agentId']}/runs").ok() for _ in range(2))
    expect(first != second, "two runs have the same log entry")
