"""The walk through all operations of a deployment without a fault."""

import base64
import hashlib
import hmac
import json
import re
import time

from harness import *
from openapi import Document

F = FIXTURES
DESK, ENGINE = F["agentId"], F["backgroundAgentId"]
BACK = "https://ferry.example/back"
STEPS = []


def step(function):
    STEPS.append(function)
    return function


def run():
    """Takes all steps, each with a deployment of its own; gives what fails."""
    failures, used, document = [], set(), None
    for function in STEPS:
        with Deployment() as plain:
            described = Client(plain.port, "").get("/openapi.json").ok()
        document = Document(described)
        with Deployment(watch=document.watch) as t:
            try:
                function(t)
            except Wrong as wrong:
                failures.append(f"{function.__name__}: {wrong}")
        failures += [f"{function.__name__}: {problem}" for problem in document.problems]
        used |= document.used
    for prefix, path, method, _, _ in document.operations:
        if (prefix, method, path) not in used:
            failures.append(f"the walk leaves out {method} {prefix}{path}")
    return failures + compare_with_interface(document)


def compare_with_interface(document):
    """Each operation and each status of the interface is in the document."""
    failures = []
    known = {(method, path): operation for _, path, method, _, operation in document.operations}
    for line in INTERFACE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] not in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            continue
        path = cells[1].split(" ")[0].replace("{agents_url}", "")
        operation = known.get((cells[0], path))
        if operation is None:
            failures.append(f"the document leaves out {cells[0]} {path}")
            continue
        if not cells[1].startswith("{agents_url}"):
            statuses = re.findall(r"\b[2-5]\d\d\b", cells[3] + " " + cells[4])
            failures += [f"the document has no {status} at {cells[0]} {path}" for status in statuses if status not in operation["responses"]]
            open_to_all = "no auth declared" in cells[1]
            if open_to_all != (operation["security"] == []):
                failures.append(f"the document is wrong about the credential of {cells[0]} {path}")
        if "deprecated" in cells[1] and not operation.get("deprecated"):
            failures.append(f"{cells[0]} {path} is not marked deprecated")
    return failures


def ids(items, name):
    return [item[name] for item in items]


# Workers API

@step
def conversations(t):
    for ndjson in (False, True):
        start = t.worker.say(DESK, "First, please <b>& ünïcode ⚓", ndjson=ndjson).must(200)
        run_id = start.run_id
        expect(UUID.match(run_id), "the run ID is no UUID")
        expect(start.job_id is None, "a plain message has a job")
        again = t.worker.say(DESK, "Second", run_id, ndjson=ndjson).must(200)
        equal(again.run_id, run_id, "the run ID of the PUT")
        history = t.worker.history(DESK, run_id)
        equal(ids(history, "role"), ["user", "assistant"] * 2, "the roles")
        equal(t.worker.said(DESK, run_id), ["First, please <b>& ünïcode ⚓", "Second"], "what the user has said")
        expect(t.worker.start(DESK, "First", ndjson=ndjson) != run_id, "a second POST has the same run ID")
        if ndjson:
            spoken = "".join(line.get("text", "") for line in again.lines())
        else:
            spoken = again.text
        equal(spoken, history[3]["content"], "what was streamed")
        expect("Second" in spoken, "the worker does not answer to what was said")
    recalled = t.worker.say(DESK, "What did I say?", run_id).must(200).text
    expect("First" in recalled and "Second" in recalled, "the worker has forgotten")
    fresh = t.worker.say(DESK, "What did I say?").must(200).text
    expect("Second" not in fresh, "the context is not clear")
    empty = t.worker.say(DESK, "", run_id).must(200)
    equal(t.worker.said(DESK, run_id)[-1], "", "the empty message")
    expect(empty.text, "there is no answer")


@step
def long_messages(t):
    message = "Length matters ⚓ " * 5000
    run_id = t.worker.start(DESK, message)
    equal(t.worker.said(DESK, run_id), [message], "the long message")


@step
def streaming_in_chunks(t):
    connection = http.client.HTTPConnection("127.0.0.1", t.port)
    connection.request("POST", f"/agents/{DESK}", json.dumps({"message": "Ahoy!"}), {"Authorization": "Bearer " + t.worker.token})
    response = connection.getresponse()
    times = []
    while response.read1(4096):
        times.append(time.time())
    connection.close()
    expect(len(times) >= 3 and times[-1] - times[0] > 0.01, "the answer comes at once")


@step
def tool_calls(t):
    tool = F["toolCallMessage"]
    plain = t.worker.say(DESK, tool["message"]).must(200)
    expect(tool["name"] not in plain.text and tool["output"] not in plain.text, "the text shows the tool")
    stream = t.worker.say(DESK, tool["message"], ndjson=True).must(200)
    equal([line["type"] for line in stream.lines()][:2], ["toolCall", "toolResult"], "the signals")
    expect(tool["name"] in stream.text and tool["output"] in stream.text, "the stream does not show the tool")
    logs = t.alice.get(f"/me/agent-runs/{stream.run_id}/mcp-server-logs").ok()
    equal(ids(logs, "toolName"), [tool["name"]], "the MCP server logs")


@step
def background_jobs(t):
    for message in (F["backgroundMessage"], F["backgroundErrorMessage"]):
        other = t.worker.start(ENGINE)
        begun = time.time()
        start = t.worker.say(ENGINE, message).must(200)
        run_id = start.run_id
        expect(start.job_id, "the POST does not tell about the job")
        look = t.worker.look(ENGINE, run_id).must(200)
        equal(look.job_id, start.job_id, "the job ID")
        before = look.json()
        for ndjson in (False, True):
            t.worker.say(ENGINE, "Ready?", run_id, ndjson=ndjson).must(409)
            t.worker.say(ENGINE, "Another one", ndjson=ndjson).must(200)
        t.worker.say(ENGINE, "And here?", other).must(200)
        expect(t.worker.look(ENGINE, other).must(200).job_id is None, "an idle run has a job")
        equal(t.worker.history(ENGINE, run_id), before, "the history after the refused messages")
        equal(t.alice.get(f"/me/agent-runs/{run_id}").ok()["status"], "JOB_RUNNING", "the status of the run")
        t.worker.until_idle(ENGINE, run_id)
        expect(0.3 <= time.time() - begun <= 1.5, "the job has a strange duration")
        history = t.worker.history(ENGINE, run_id)
        equal(history[:2], before, "the beginning of the history")
        expect(len(history) == 3, "the worker does not report the end of the job")
        t.worker.say(ENGINE, "", run_id).must(200)


@step
def worker_refusals(t):
    run_id = t.worker.start(DESK)
    for worker in (t.keyless_worker, t.worker_with("nonsense"), t.worker_with(t.alice.token), t.worker_with(t.worker.token + "x")):
        for reply in (worker.say(DESK, "Ahoy!"), worker.say(DESK, "Ahoy!", ndjson=True), worker.say(DESK, "Ahoy!", run_id),
                      worker.say(DESK, "Ahoy!", run_id, ndjson=True), worker.look(DESK, run_id)):
            reply.must(401)
            expect(reply.headers.get("www-authenticate"), "WWW-Authenticate is missing")
    for worker, agent, run_ in ((t.bobs_worker, DESK, run_id), (t.worker, DESK, unknown_id()), (t.worker, ENGINE, run_id), (t.worker, unknown_id(), run_id)):
        worker.say(agent, "Ahoy!", run_).must(404)
        worker.say(agent, "Ahoy!", run_, ndjson=True).must(404)
        worker.look(agent, run_).must(404)
    t.worker.say(unknown_id(), "Ahoy!").must(404)
    t.worker.say("no-guid", "Ahoy!").must(422)
    t.worker.say(F["privateAgentId"], "Ahoy!").must(403)
    t.worker.say(F["paidAgentId"], "Ahoy!").must(403)
    t.worker.say(F["subscribedAgentId"], "Ahoy!").must(200)
    for raw in (b"", b"{", b"[]", b"null", b'"Ahoy!"', b"{}", b'{"message": 7}', b'{"message": null}', b'{"message": "a"} x', b'{"message": "\xff"}'):
        for method, path in (("POST", f"/{DESK}"), ("PUT", f"/{DESK}/{run_id}"), ("POST", f"/ndjson/{DESK}"), ("PUT", f"/ndjson/{DESK}/{run_id}")):
            t.worker.send(method, path, raw=raw).must(422)
    equal(t.worker.said(DESK, run_id), ["Ahoy!"], "the history after the refused messages")


@step
def turns_at_the_same_time(t):
    run_id = t.worker.start(DESK, "0")
    messages = [str(n) for n in range(1, 7)]
    for reply in at_once(*[lambda m=m: t.worker.say(DESK, m, run_id) for m in messages]):
        reply.must(200)
    equal(ids(t.worker.history(DESK, run_id), "role"), ["user", "assistant"] * 7, "the roles")
    equal(sorted(t.worker.said(DESK, run_id)), ["0"] + messages, "what the user has said")
    equal(len(set(at_once(*[lambda: t.worker.start(DESK)] * 6))), 6, "the number of runs")


# Agent runs and logs

@step
def agent_runs(t):
    for path, name in (("/me/agent-runs", "runId"), ("/me/executions", "logId")):
        page = t.alice.get(path).ok()
        equal(len(page["content"]), 30, "the length of a page")
        everything, query = [], {"limit": 7}
        while len(everything) < 100:
            page = t.alice.get(path, query).ok()
            everything += ids(page["content"], name)
            if page["nextCursor"] is None:
                break
            equal(len(page["content"]), 7, "the length of a page")
            query["next_cursor"] = page["nextCursor"]
        equal(len(everything), 45, "the number of records")
        equal(len(set(everything)), 45, "the number of different records")
        equal(everything, ids(t.alice.get(path, {"limit": 200}).ok()["content"], name), "all pages")
        for query in ({"next_cursor": "null"}, {"next_cursor": ""}):
            equal(ids(t.alice.get(path, query).ok()["content"], name), everything[:30], "the first page")
        for query in ({"limit": 0}, {"limit": -1}, {"limit": 201}, {"limit": "x"}, {"limit": "1.5"}, {"next_cursor": "x"}, {"next_cursor": "2026-01-01"}):
            t.alice.get(path, query).must(422)
    run_id = t.worker.start(DESK, "Ahoy!")
    view = t.alice.get(f"/me/agent-runs/{run_id}").ok()
    equal((view["runId"], view["agentId"], view["initialMessage"], view["messageCount"]), (run_id, DESK, "Ahoy!", 2), "the view")
    equal(t.alice.get("/me/agent-runs", {"limit": 1}).ok()["content"], [view], "the newest run")
    equal(ids(t.alice.get(f"/me/agent-runs/{run_id}/logs").ok(), "event"), ["RUN_CREATED", "USER_MESSAGE", "ANSWER"], "the logs")
    equal(t.alice.get(f"/me/agent-runs/{run_id}/mcp-server-logs").ok(), [], "the MCP server logs")
    for rest in ("", "/logs", "/mcp-server-logs"):
        t.bob.get(f"/me/agent-runs/{run_id}{rest}").must(404)
        t.alice.get(f"/me/agent-runs/{unknown_id()}{rest}").must(404)
        t.alice.get(f"/me/agent-runs/nonsense{rest}").must(422)
    result = t.alice.run(F["tool"]["name"], F["tool"]["input"]).ok()
    log = t.alice.get(f"/me/executions/{result['logId']}").ok()
    equal((log["toolName"], log["input"], log["output"]), (F["tool"]["name"], F["tool"]["input"], result["output"]), "the execution")
    equal(t.alice.get("/me/executions", {"limit": 1}).ok()["content"], [log], "the newest execution")
    t.bob.get(f"/me/executions/{result['logId']}").must(404)
    t.alice.get("/me/executions/1").must(404)
    t.alice.get("/me/executions/x").must(422)


# Subscriptions, payments, monetization

@step
def subscriptions(t):
    subscribe = lambda user, agent, body={"returnUrl": BACK}: user.post(f"/me/agents/{agent}/subscribe", body)
    unsubscribe = lambda user, agent: user.post(f"/me/agents/{agent}/unsubscribe")
    session = subscribe(t.alice, F["paidAgentId"]).ok()
    expect(session["checkoutUrl"].startswith("https://"), "there is no checkout")
    subscribe(t.alice, F["paidAgentId"]).must(200)
    equal(t.alice.get(f"/me/subscriptions/{F['paidAgentId']}").ok()["status"], "PENDING", "the state")
    unsubscribe(t.alice, F["paidAgentId"]).must(400)
    subscribe(t.alice, F["unpaidAgentId"]).must(400)
    subscribe(t.alice, F["ownPaidAgentId"]).must(400)
    subscribe(t.alice, F["subscribedAgentId"]).must(402)
    subscribe(t.alice, unknown_id()).must(404)
    subscribe(t.alice, F["privateAgentId"]).must(404)
    subscribe(t.alice, F["paidAgentId"], {}).must(422)
    subscribe(t.alice, F["paidAgentId"], {"returnUrl": "nowhere"}).must(422)
    unsubscribe(t.alice, F["unpaidAgentId"]).must(400)
    unsubscribe(t.alice, "1a3bd0c6-92db-42e1-a84a-d2053fc6b1a9").must(400)  # given away, not at the payment provider
    unsubscribe(t.alice, unknown_id()).must(404)
    listed = ids(t.alice.get("/me/subscriptions").ok()["content"], "agentId")
    expect({F["subscribedAgentId"], F["unsubscribeAgentId"], F["paidAgentId"]} <= set(listed), "a subscription is not listed")
    equal(unsubscribe(t.alice, F["unsubscribeAgentId"]).ok()["status"], "CANCELED", "the state")
    unsubscribe(t.alice, F["unsubscribeAgentId"]).must(400)
    equal(t.alice.get(f"/me/subscriptions/{F['subscribedAgentId']}").ok()["status"], "ACTIVE", "the state of the other")
    t.alice.get(f"/me/subscriptions/{F['unpaidAgentId']}").must(404)
    equal(t.bob.get("/me/subscriptions").ok()["content"], [], "the subscriptions of Bob")
    # The provider reports the checkout as paid: the subscription is active.
    deliver(t, {"id": "evt_1", "type": "checkout.completed", "data": {"checkoutSessionId": t.alice.post(
        f"/me/agents/{F['unsubscribeAgentId']}/subscribe", {"returnUrl": BACK}).ok()["checkoutSessionId"]}}).must(200)
    equal(t.alice.get(f"/me/subscriptions/{F['unsubscribeAgentId']}").ok()["status"], "ACTIVE", "the state")


def secret_of(name):
    """A secret of the deployment, which only this test knows."""
    source = "".join(path.read_text() for path in (ROOT / "src").glob("*.go"))
    return re.search(rf'{name}\s*= "([^"]+)"', source).group(1).encode()


def deliver(t, event, signature=None, raw=None):
    body = raw if raw is not None else json.dumps(event).encode()
    signature = signature or "sha256=" + hmac.new(secret_of("webhookSecret"), body, hashlib.sha256).hexdigest()
    return t.anonymous.post("/me/payments/webhook", raw=body, headers={F["webhook"]["signatureHeader"]: signature})


@step
def payments(t):
    hook = F["webhook"]
    before = t.alice.get("/me/credits").ok()["remainingCredits"]
    for _ in range(2):
        deliver(t, None, hook["validSignature"], hook["body"].encode()).must(200)
        equal(t.alice.get("/me/credits").ok()["remainingCredits"], before + 25, "the balance")
    t.anonymous.post("/me/payments/webhook", raw=hook["body"].encode()).must(400)
    deliver(t, None, "sha256=" + "0" * 64, hook["body"].encode()).must(400)
    deliver(t, None, "nonsense", hook["body"].encode()).must(400)
    deliver(t, None, hook["validSignature"], hook["body"].replace("25", "26").encode()).must(400)
    for raw in (b"", b"{", b"[]", b"{}", b'{"id": "evt_x", "type": 7, "data": {}}'):
        deliver(t, None, None, raw).must(400)
    deliver(t, {"id": "evt_2", "type": "invoice.created", "data": {}}).must(200)
    session = t.alice.post("/me/payments/sessions", {"creditPack": "SMALL", "returnUrl": BACK}).ok()
    deliver(t, {"id": "evt_3", "type": "checkout.completed", "data": {"checkoutSessionId": session["checkoutSessionId"]}}).must(200)
    equal(t.alice.get("/me/credits").ok()["remainingCredits"], before + 125, "the balance after the purchase")
    for body in ({}, {"creditPack": "HUGE", "returnUrl": BACK}, {"creditPack": "SMALL"}):
        t.alice.post("/me/payments/sessions", body).must(422)


@step
def billing_and_credits(t):
    equal(t.alice.get("/me/billing").ok()["planName"], "PRO", "the plan")
    equal(t.sam.get("/me/billing").ok()["priceMinor"], 0, "the price of the sandbox")
    before = t.alice.get("/me/credits").ok()["remainingCredits"]
    equal(t.alice.post("/me/credits/use").ok()["remainingCredits"], before - 1, "the balance")
    at_once(*[lambda: t.alice.post("/me/credits/use").must(200)] * 8)
    equal(t.alice.get("/me/credits").ok()["remainingCredits"], before - 9, "the balance")
    t.sam.get("/me/credits").must(404)
    t.sam.post("/me/credits/use").must(404)


@step
def monetization(t):
    base = "/me/monetization/"
    for name in ("summary", "subscribers", "earnings"):
        equal(t.alice.get(base + name).ok(), t.alice.get(base + name, {"period": 28}).ok(), "the default period")
        for period in (1, 365):
            t.alice.get(base + name, {"period": period}).must(200)
        for period in (0, 366, -1, "x", "1.5"):
            t.alice.get(base + name, {"period": period}).must(422)
    for period in (1, 28, 365):
        summary = t.alice.get(base + "summary", {"period": period}).ok()
        earnings = t.alice.get(base + "earnings", {"period": period}).ok()["content"]
        subscribers = t.alice.get(base + "subscribers", {"period": period}).ok()["content"]
        equal((len(earnings), len(subscribers)), (period, period), "the number of days")
        equal(sum(ids(earnings, "earningsMinor")), summary["totalEarningsMinor"], "the total earnings")
        equal(subscribers[-1]["subscribers"], summary["totalSubscribers"], "the total subscribers")
    equal(t.sam.get(base + "summary").ok()["totalSubscribers"], 0, "the subscribers of Sam")


# Studio chats

@step
def studio_chats(t):
    base = "/me/agent-studio-chats"
    private, public = t.new_chat(isPrivate=True, title="Küche"), t.new_chat(isPrivate=False)
    equal(t.new_chat()["isPrivate"], True, "the default setting")
    equal(t.new_chat(t.sam)["isPrivate"], False, "the default setting of the sandbox")
    path = lambda chat: f"{base}/{chat['runId']}"
    equal(t.alice.get(path(private)).ok(), private, "the chat")
    equal(t.alice.post(base, {"runId": private["runId"], "isPrivate": False, "title": "Other"}).ok(), private, "the existing chat")
    t.bob.post(base, {"runId": private["runId"]}).must(409)
    expect({private["runId"], public["runId"]} <= set(ids(t.alice.get(base).ok(), "runId")), "a chat is not listed")
    expect(public["runId"] not in ids(t.bob.get(base).ok(), "runId"), "another user's chat is listed")
    t.anonymous.get(path(public)).must(200)
    t.user("nonsense").get(path(public)).must(200)
    for user in (t.anonymous, t.bob):
        user.get(path(private)).must(403)
    for chat in (private, public):
        t.bob.put(path(chat), {}).must(403)
        t.bob.patch(path(chat), {}).must(403)
        t.bob.delete(path(chat)).must(403)
    for method in ("GET", "PUT", "PATCH", "DELETE"):
        t.alice.send(method, f"{base}/{unknown_id()}", {} if method in ("PUT", "PATCH") else None).must(404)
    equal(t.alice.patch(path(private), {}).ok()["isPrivate"], True, "the setting after an empty PATCH")
    equal(t.alice.patch(path(private), {"isPrivate": False}).ok()["title"], "Küche", "the title after a PATCH")
    equal(t.anonymous.get(path(private)).ok()["isPrivate"], False, "the stored setting")
    full = t.alice.put(path(private), {"isPrivate": True}).ok()
    equal((full["isPrivate"], full["title"]), (True, "Untitled chat"), "the full update")
    t.alice.put(path(private), {"runId": unknown_id()}).must(422)
    for body in ({"isPrivate": "yes"}, {"title": 7}, {"runId": "a/b"}):
        t.alice.post(base, body).must(422)
    t.alice.patch(path(private), raw=b"[]").must(422)
    # The sandbox
    t.sam.post(base, {"runId": unknown_id(), "isPrivate": True}).must(400)
    own = t.new_chat(t.sam, isPrivate=False)
    t.sam.put(path(own), {"isPrivate": True}).must(400)
    t.sam.patch(path(own), {"isPrivate": True}).must(400)
    equal(t.sam.get(path(own)).ok()["isPrivate"], False, "the setting")
    # Clones
    clone = t.bob.post(path(public) + "/clone").must(201).json()
    expect(clone["runId"] != public["runId"] and clone["runId"] in ids(t.bob.get(base).ok(), "runId"), "the clone is not there")
    t.alice.post(path(private) + "/clone").must(400)
    t.bob.post(path(private) + "/clone").must(400)
    t.alice.post(f"{base}/{unknown_id()}/clone").must(404)
    # The soft delete
    expect(t.alice.delete(path(public)).ok()["deletedAt"], "the chat is not deleted")
    t.alice.get(path(public)).must(404)
    t.alice.delete(path(public)).must(404)
    expect(public["runId"] not in ids(t.alice.get(base).ok(), "runId"), "the deleted chat is listed")
    t.bob.get(path(clone)).must(200)
    t.alice.post(base, {"runId": public["runId"]}).must(409)
    odd = t.new_chat(runId="a-run:of.mine_1", isPrivate=False)
    t.anonymous.get(f"{base}/a-run%3Aof.mine_1").must(200)
    equal(odd["runId"], "a-run:of.mine_1", "the run ID")


# Agents and chats

@step
def agents(t):
    agent = t.new_agent(promptText="Grüße 🚢 <b>\n", name="Möwe", visibility="PRIVATE", vanitySlug="moewe-1", monthlyPriceMinor=100)
    path = f"/me/agents/{agent['id']}"
    equal((agent["promptText"], agent["visibility"], agent["vanitySlug"]), ("Grüße 🚢 <b>\n", "PRIVATE", "moewe-1"), "the agent")
    for family in ("agents", "chats"):
        expect(agent in t.alice.get(f"/me/{family}").ok(), "the agent is not listed")
        expect(agent["id"] not in ids(t.bob.get(f"/me/{family}").ok(), "id"), "another user's agent is listed")
        equal(t.alice.get(f"/me/{family}/{agent['id']}").ok(), agent, "the agent")
        for user in (t.anonymous, t.bob):
            user.get(f"/me/{family}/{agent['id']}").must(403)
            user.get(f"/me/{family}/{DESK}").must(200)
            user.get(f"/me/{family}/{unknown_id()}").must(404)
            user.get(f"/me/{family}/nonsense").must(404)
        equal(t.new_agent(t.sam)["visibility"], "PUBLIC", "the default of the sandbox")
        post = lambda body, user=t.alice: user.post(f"/me/{family}", body)
        for body in ({}, {"promptText": None}, {"promptText": " "}, {"id": agent["id"]}):
            post(body).must(400)
        for body in ({"promptText": 7}, {"promptText": "x", "visibility": "private"}, {"promptText": "x", "id": "x"}, {"promptText": "x", "vanitySlug": "moewe-1"},
                     {"promptText": "x", "vanitySlug": "No slug"}, {"promptText": "x", "monthlyPriceMinor": 0}):
            post(body).must(422)
        post({"promptText": "x", "visibility": "PRIVATE"}, t.sam).must(400)
        post({"promptText": "x", "id": F["unpaidAgentId"]}).must(403)
        post({"promptText": "x", "id": unknown_id()}).must(404)
        for raw in (b"", b"{", b"[]", b"null"):
            t.alice.post(f"/me/{family}", raw=raw).must(422)
        changed = post({"id": agent["id"], "promptText": "Changed by " + family}).ok()
        equal((changed["id"], changed["promptText"], changed["name"]), (agent["id"], "Changed by " + family, "Möwe"), "the changed agent")
        agent = t.alice.get(path).ok()
        equal(agent["promptText"], "Changed by " + family, "the stored prompt")
    expect(t.alice.post("/me/chats", {"promptText": "Old ways"}).ok()["id"] in ids(t.alice.get("/me/agents").ok(), "id"), "the chat is no agent")
    # The upsell description
    told = t.alice.post(path + "/upsell-description").ok()
    expect(told["upsellText"], "there is no upsell description")
    equal(t.alice.get(path).ok()["upsellText"], told["upsellText"], "the upsell description")
    t.alice.post(f"/me/agents/{unknown_id()}/upsell-description").must(404)
    t.bob.post(path + "/upsell-description").must(404)
    # Slugs
    slug = t.anonymous.post("/me/agents/vanity/slug", {"title": "Möwe & Co. 1"}).ok()["vanitySlug"]
    expect(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug), "the slug is " + slug)
    t.anonymous.post("/me/agents/vanity/slug", {}).must(422)
    equal(t.anonymous.post("/me/agents/vanity/slug", {"title": "MOEWE 1"}).ok()["vanitySlug"], "moewe-1-2", "the slug next to a taken one")
    for value, available in (("moewe-1", False), ("moewe-2", True), ("No slug", False)):
        equal(t.alice.get("/me/agents/vanity/slug", {"slug": value}).ok()["isAvailable"], available, "being available")
    t.alice.get("/me/agents/vanity/slug").must(422)
    # Vibe coding
    services = ids(t.anonymous.get("/me/vibe/services").ok()["content"], "serviceName")
    equal(len(services), 3, "the number of services")
    for service in services:
        answer = t.alice.get(path + "/vibe", {"service_name": service}).ok()
        expect(agent["id"] in answer["promptText"], "the prompt does not name the agent")
    t.alice.get(path + "/vibe").must(422)
    t.alice.get(path + "/vibe", {"service_name": services[0].upper()}).must(422)
    t.bob.get(path + "/vibe", {"service_name": services[0]}).must(403)
    t.alice.get(f"/me/agents/{unknown_id()}/vibe", {"service_name": services[0]}).must(404)


@step
def themes(t):
    path = f"/me/agents/{t.new_agent()['id']}/customizations/theme"
    equal(t.alice.get(path).ok(), None, "the theme")
    for color in ("#1a2B3c", "#FFFFFF"):
        equal(t.alice.put(path, {"accentColor": color}).ok()["accentColor"], color, "the color")
        equal(t.alice.get(path).ok()["accentColor"], color, "the color")
    for color in ("red", "#12345", "#1234567", "#12345g", "123456", "", " #123456", "#123456\n"):
        t.alice.put(path, {"accentColor": color}).must(400)
    for body in ({}, {"accentColor": 7}, {"accentColor": None}):
        t.alice.put(path, body).must(422)
    t.bob.get(path).must(403)
    t.bob.put(path, {"accentColor": "#123456"}).must(403)
    t.alice.put(f"/me/agents/{F['unpaidAgentId']}/customizations/theme", {"accentColor": "#123456"}).must(403)
    for method in ("GET", "PUT"):
        body = {"accentColor": "#123456"} if method == "PUT" else None
        t.alice.send(method, f"/me/agents/{unknown_id()}/customizations/theme", body).must(404)
        t.alice.send(method, "/me/agents/nonsense/customizations/theme", body).must(422)


@step
def files(t):
    agent, other = t.new_agent(), t.new_agent()
    base = f"/me/agents/{agent['id']}/files"
    made = [t.new_file(agent, fileName=f"{n}.txt", text="Ü" * n) for n in range(4)]
    equal(ids(made, "sortIndex"), [0, 1, 2, 3], "the positions")
    names = lambda: ids(t.alice.get(base).ok()["content"], "fileName")
    path = f"{base}/{made[0]['fileId']}"
    equal(t.alice.get(path).ok(), made[0], "the file")
    changed = t.alice.patch(path, {"sortIndex": 9}).ok()
    equal((changed["fileName"], changed["sortIndex"]), ("0.txt", 9), "the changed file")
    equal(names(), ["1.txt", "2.txt", "3.txt", "0.txt"], "the order")
    order = [{"fileId": made[n]["fileId"], "sortIndex": i} for i, n in enumerate((3, 0, 2, 1))]
    equal(ids(t.alice.put(base + "/positions", {"order": order}).ok()["content"], "fileName"), ["3.txt", "0.txt", "2.txt", "1.txt"], "the order")
    equal(names(), ["3.txt", "0.txt", "2.txt", "1.txt"], "the stored order")
    t.alice.put(base + "/positions", {"order": order[:1] + [{"fileId": unknown_id(), "sortIndex": 0}]}).must(404)
    for body in ({}, {"order": {}}, {"order": [{"fileId": "x", "sortIndex": 1}]}, {"order": [{"fileId": unknown_id()}]}, {"order": order[:1] * 2}):
        t.alice.put(base + "/positions", body).must(422)
    equal(names(), ["3.txt", "0.txt", "2.txt", "1.txt"], "the order after refused batches")
    for body in ({}, {"fileName": ""}, {"fileName": 7}, {"fileName": "a", "sortIndex": -1}, {"fileName": "a", "sortIndex": 1.5}):
        t.alice.post(base, body).must(422)
    t.alice.patch(path, {"sortIndex": "1"}).must(422)
    # Access
    for method, place, body in (("GET", base, None), ("POST", base, {"fileName": "a"}), ("PUT", base + "/positions", {"order": []}),
                                ("GET", path, None), ("PATCH", path, {}), ("DELETE", path, None)):
        t.bob.send(method, place, body).must(403)
        t.alice.send(method, place.replace(agent["id"], unknown_id()), body).must(404)
        t.alice.send(method, place.replace(agent["id"], "nonsense"), body).must(422)
        if "fileName" not in (body or {}) and method != "PUT" and place == path:
            t.alice.send(method, place.replace(made[0]["fileId"], unknown_id()), body).must(404)
            t.alice.send(method, place.replace(made[0]["fileId"], "nonsense"), body).must(422)
            t.alice.send(method, place.replace(agent["id"], other["id"]), body).must(404)
    t.bob.get(f"/me/agents/{DESK}/files").must(200)
    t.alice.post(f"/me/agents/{F['unpaidAgentId']}/files", {"fileName": "a"}).must(403)
    # Deleting and the limit
    deleted = t.alice.delete(path).must(204)
    equal(deleted.body, b"", "the body of the answer")
    t.alice.delete(path).must(404)
    for n in range(7):
        t.new_file(agent, fileName=f"more {n}")
    t.alice.post(base, {"fileName": "one too many"}).must(400)
    t.new_file(other)
    t.alice.delete(f"{base}/{made[1]['fileId']}").must(204)
    t.new_file(agent)


@step
def chats(t):
    agent = t.new_agent(visibility="PRIVATE", name="Bosun")
    path = f"/me/chats/{agent['id']}"
    equal(t.alice.put(path, {"promptText": "Pipe down."}).ok()["promptText"], "Pipe down.", "the prompt")
    for body in ({}, {"promptText": ""}):
        t.alice.put(path, body).must(400)
    equal(t.alice.patch(path, {"visibility": "PUBLIC"}).ok()["promptText"], "Pipe down.", "the prompt after a PATCH")
    t.anonymous.get(path).must(200)
    equal(t.anonymous.get(path + "/og").ok()["title"], "Bosun", "the title of the preview")
    t.alice.patch(path, {"visibility": "PRIVATE"}).must(200)
    t.anonymous.get(path).must(403)
    t.anonymous.get(path + "/og").must(403)
    t.alice.get(path + "/og").must(200)
    for body in ({"promptText": ""}, {"promptText": None}, {"visibility": 7}):
        t.alice.patch(path, body).must(422)
    t.alice.patch(path, {"promptText": " "}).must(400)
    for method, body in (("PUT", {"promptText": "x"}), ("PATCH", {}), ("DELETE", None)):
        t.bob.send(method, path, body).must(403)
        t.alice.send(method, f"/me/chats/{unknown_id()}", body).must(404)
    own = f"/me/chats/{t.new_agent(t.sam)['id']}"
    t.sam.put(own, {"promptText": "x", "visibility": "PRIVATE"}).must(400)
    t.sam.patch(own, {"visibility": "PRIVATE"}).must(400)
    # Clones
    t.bob.post(path + "/clone").must(403)
    t.alice.post(path + "/clone").must(403)
    public = f"/me/chats/{DESK}"
    for body in (None, Json(None), {"promptText": "Mine"}):
        clone = t.bob.post(public + "/clone", body).ok()
        expect(clone["id"] != DESK and clone["id"] in ids(t.bob.get("/me/chats").ok(), "id"), "the clone is not there")
        equal(clone["promptText"], "Mine" if isinstance(body, dict) else t.alice.get(public).ok()["promptText"], "the prompt of the clone")
        equal(len(t.bob.get(f"/me/agents/{clone['id']}/files").ok()["content"]), 2, "the files of the clone")
    t.sam.post(public + "/clone", {"visibility": "PRIVATE"}).must(400)
    t.bob.post(public + "/clone", raw=b"[]").must(422)
    t.bob.post(f"/me/chats/{unknown_id()}/clone").must(404)
    t.bob.post("/me/chats/nonsense/clone").must(422)
    # Feedback
    equal(t.bob.post(public + "/feedback", {"rating": 5, "comment": "Ahoy!"}).ok()["averageRating"], 5, "the rating")
    equal(t.alice.post(public + "/feedback", {"rating": 2}).ok()["averageRating"], 3.5, "the rating")
    for body in ({}, {"rating": 0}, {"rating": 6}, {"rating": 2.5}):
        t.bob.post(public + "/feedback", body).must(422)
    t.bob.post(f"/me/chats/{unknown_id()}/feedback", {"rating": 5}).must(404)
    t.bob.post(path + "/feedback", {"rating": 5}).must(404)
    # Runs
    entry = t.bob.post(public + "/runs").ok()
    equal(t.bob.get(f"/me/agent-runs/{entry['runId']}/logs").ok(), [entry], "the logs")
    expect(entry["runId"] in ids(t.bob.get("/me/agent-runs").ok()["content"], "runId"), "the run is not listed")
    t.bob.post(path + "/runs").must(403)
    t.bob.post(f"/me/chats/{unknown_id()}/runs").must(404)
    t.bob.post("/me/chats/nonsense/runs").must(422)
    t.anonymous.get("/me/chats/nonsense/og").must(422)
    t.anonymous.get(f"/me/chats/{unknown_id()}/og").must(404)
    # Deleting
    equal(t.alice.delete(path).ok()["id"], agent["id"], "the deleted chat")
    t.alice.get(path).must(404)
    t.alice.delete(path).must(404)
    for family in ("agents", "chats"):
        expect(agent["id"] not in ids(t.alice.get(f"/me/{family}").ok(), "id"), "the deleted chat is listed")


# API keys, bundles, CLI auth

@step
def api_keys(t):
    made = t.alice.post("/me/api-keys", {"label": "Ship"}).ok()
    path = f"/me/api-keys/{made['apiKeyId']}"
    hidden = {name: value for name, value in made.items() if name != "secret"}
    expect(hidden in t.alice.get("/me/api-keys").ok(), "the key is not listed")
    equal(t.alice.get(path).ok(), made, "the key")
    t.worker_with(made["secret"]).say(DESK, "Ahoy!").must(200)
    t.bob.get(path).must(404)
    t.bob.delete(path).must(404)
    equal(t.alice.delete(path).ok(), hidden, "the deleted key")
    t.worker_with(made["secret"]).say(DESK, "Ahoy!").must(401)
    t.alice.get(path).must(404)
    t.alice.delete(path).must(404)
    default = t.alice.get("/me/api-keys/default").ok()
    equal((default["isDefault"], default["secret"]), (True, t.worker.token), "the default key")
    equal(t.alice.get("/me/api-keys/default").ok(), default, "the default key")
    t.bob.delete(f"/me/api-keys/{t.bob.get('/me/api-keys/default').ok()['apiKeyId']}").must(200)
    equal(t.bob.get("/me/api-keys").ok(), [], "the keys of Bob")
    expect(t.bob.get("/me/api-keys/default").ok()["isDefault"], "there is no new default key")
    for body in ({}, {"label": ""}, {"label": 7}):
        t.alice.post("/me/api-keys", body).must(422)
    for method in ("GET", "DELETE"):
        t.alice.send(method, "/me/api-keys/nonsense").must(422)
        t.alice.send(method, "/me/api-keys/99999999999999999999").must(422)
        t.alice.send(method, "/me/api-keys/-1").must(404)


@step
def bundles(t):
    bundle = t.alice.post("/me/bundles").ok()
    path = f"/me/bundles/{bundle['bundleId']}"
    equal(t.alice.get(path).ok(), bundle, "the bundle")
    equal(t.alice.put(path, {"name": "Bridge", "description": "At night"}).ok()["name"], "Bridge", "the name")
    t.alice.put(path, {"name": "Bridge"}).must(200)
    t.alice.put("/me/bundles/1", {"name": "Nobody's"}).must(409)
    equal(t.alice.post(path + "/tools", {"toolId": "find_sailings", "note": "daily"}).ok()["note"], "daily", "the note")
    t.alice.post(path + "/tools", {"toolId": "find_sailings"}).must(200)
    t.alice.post(path + "/tools", {"toolId": "NOTIFIER_GET_USER"}).must(200)
    equal(ids(t.alice.get(path + "/tools").ok(), "toolId"), ["find_sailings", "NOTIFIER_GET_USER"], "the tools")
    equal(t.alice.get(path).ok()["tools"], t.alice.get(path + "/tools").ok(), "the tools")
    listed = [b for b in t.alice.get("/me/bundles").ok() if b["bundleId"] == bundle["bundleId"]]
    equal(listed, [{"bundleId": bundle["bundleId"], "name": "Bridge", "toolCount": 2}], "the bundle of the list")
    equal(t.bob.get("/me/bundles").ok(), [], "the bundles of Bob")
    equal(t.alice.delete(path + "/tools/find_sailings").ok()["toolId"], "find_sailings", "the removed tool")
    t.alice.delete(path + "/tools/find_sailings").must(404)
    t.alice.post(path + "/tools", {"toolId": "no_such_tool"}).must(404)
    for method, place, body in (("GET", "", None), ("DELETE", "", None), ("GET", "/tools", None), ("POST", "/tools", {"toolId": "find_sailings"}), ("DELETE", "/tools/find_sailings", None)):
        t.bob.send(method, path + place, body).must(404)
        t.alice.send(method, "/me/bundles/1" + place, body).must(404)
        t.alice.send(method, "/me/bundles/x" + place, body).must(422)
    t.alice.put(path, {}).must(422)
    t.alice.put("/me/bundles/x", {"name": "x"}).must(422)
    t.alice.post(path + "/tools", {}).must(422)
    equal(t.alice.delete(path).ok()["bundleId"], bundle["bundleId"], "the deleted bundle")
    t.alice.get(path).must(404)
    expect(bundle["bundleId"] not in ids(t.alice.get("/me/bundles").ok(), "bundleId"), "the deleted bundle is listed")
    made = at_once(*[lambda: t.alice.post("/me/bundles").ok()] * 6)
    equal(len(set(ids(made, "bundleId"))), 6, "the number of bundles")


@step
def cli_auth(t):
    new = lambda: f"/me/cli-auth/{t.anonymous.post('/me/cli-auth').ok()['sessionId']}"
    session, body = new(), {"accessToken": t.alice.token}
    equal(t.anonymous.get(session).ok(), None, "the JWT")
    t.anonymous.put(session, body).must(401)
    t.bob.put(session, body).must(403)
    equal(t.alice.put(session, body).ok()["status"], "ATTACHED", "the state")
    t.alice.put(session, body).must(200)
    t.bob.put(session, {"accessToken": t.bob.token}).must(403)
    equal(t.anonymous.get(session).ok(), t.alice.token, "the JWT")
    equal(t.anonymous.get(session).ok(), None, "the JWT after it was read")
    t.alice.put(session, body).must(403)
    for wrong in ({}, {"accessToken": 7}, {"accessToken": "nonsense"}):
        t.alice.put(new(), wrong).must(422)
    t.alice.put(f"/me/cli-auth/{unknown_id()}", body).must(404)
    t.anonymous.get(f"/me/cli-auth/{unknown_id()}").must(404)
    t.alice.put("/me/cli-auth/nonsense", body).must(422)
    t.anonymous.get("/me/cli-auth/nonsense").must(422)
    session = new()
    t.alice.put(session, body).must(200)
    got = [reply.json() for reply in at_once(*[lambda: t.anonymous.get(session).must(200)] * 6)]
    equal(got.count(t.alice.token), 1, "how many got the JWT")


# Schedules

@step
def schedules(t):
    base = "/me/schedules"
    made = t.new_schedule(cronExpression=F["cron"])
    path = f"{base}/{made['scheduleId']}"
    equal(t.alice.get(path).ok(), made, "the schedule")
    expect(made in t.alice.get(base).ok()["content"], "the schedule is not listed")
    equal(t.bob.get(base).ok()["content"], [], "the schedules of Bob")
    for chat in (None, "nonsense", unknown_id(), F["unpaidAgentId"], F["privateAgentId"]):
        t.alice.post(base, {"chatId": chat, "cronExpression": "* * * * *"}).must(403)
        if chat:
            t.alice.put(path, {"chatId": chat}).must(403)
    t.alice.post(base, {"cronExpression": "* * * * *"}).must(403)
    for cron in ("", "nonsense", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", "* * * *", "* * * * * *", "*/0 * * * *", "5-1 * * * *"):
        t.alice.post(base, {"chatId": DESK, "cronExpression": cron}).must(422)
    for body in ({"chatId": DESK}, {"chatId": DESK, "cronExpression": 7}, {"chatId": 7, "cronExpression": "* * * * *"}):
        t.alice.post(base, body).must(422)
    changed = t.alice.put(path, {"cronExpression": "*/5 8-18 * * MON-FRI", "isEnabled": False}).ok()
    equal((changed["chatId"], changed["cronExpression"], changed["nextRunAt"]), (DESK, "*/5 8-18 * * MON-FRI", None), "the schedule")
    equal(t.alice.get(path).ok(), changed, "the stored schedule")
    for method, body in (("GET", None), ("PUT", {}), ("DELETE", None)):
        t.bob.send(method, path, body).must(404)
        t.alice.send(method, f"{base}/{unknown_id()}", body).must(404)
        t.alice.send(method, f"{base}/nonsense", body).must(422)
    t.alice.put(path, {"cronExpression": "nonsense"}).must(422)
    expect(t.alice.get(base + "/onboarding").ok()["hasSchedules"], "the onboarding does not see the schedule")
    for text, cron in (("0 9 * * 1", "0 9 * * 1"), (" 0  9 * * 1 ", "0 9 * * 1"), ("every monday at 9", "0 9 * * MON"), ("every 15 minutes", "*/15 * * * *"),
                       ("every day at 5:30pm", "30 17 * * *"), ("@daily", "0 0 * * *"), ("weekdays at 8:15", "15 8 * * 1-5")):
        equal(t.alice.get(base + "/text-to-cron", {"cron": text}).ok()["cronExpression"], cron, "the cron expression")
    for text in ("", "nonsense", "61 * * * *", "every day at 25"):
        t.alice.get(base + "/text-to-cron", {"cron": text}).must(400)
    t.alice.get(base + "/text-to-cron").must(422)
    equal(t.alice.delete(path).ok()["scheduleId"], made["scheduleId"], "the deleted schedule")
    t.alice.get(path).must(404)
    own = t.new_agent()
    t.new_schedule(chatId=own["id"])
    t.alice.delete(f"/me/chats/{own['id']}").must(200)
    equal(t.alice.get(base).ok()["content"], [], "the schedules of a deleted chat")


# Tools

@step
def tools(t):
    names = ids(t.alice.get("/me/tools/list").ok(), "name")
    equal(len([name for name in names if name.startswith("NOTIFIER_")]), 15, "the number of integration tools")
    equal(ids(t.anonymous.get("/me/tools").ok(), "toolId"), names, "the public tools")
    for name in names:
        t.anonymous.get(f"/me/tools/{name}").must(200)
    t.anonymous.get("/me/tools/no_such_tool").must(404)
    search = lambda **query: t.alice.get("/me/tools/search", query)
    found = lambda **query: ids(search(**query).ok(), "name")
    equal(found(q="NOTIFIER_CREATE_PUSH")[0], "NOTIFIER_CREATE_PUSH", "the best tool")
    equal(found(q="NOTIFIER_CREATE_PUSH", min_score=1), ["NOTIFIER_CREATE_PUSH"], "the perfect tool")
    equal(len(found(q="e")), 20, "the default limit")
    equal(found(q="e"), found(q="e", limit=20, min_score=0.15, toolkit=""), "the defaults")
    equal(len(found(q="e", limit=200, min_score=0)), len(names), "all tools")
    equal(found(q="e", toolkit="null"), found(q="e"), "toolkit null")
    expect(set(found(q="e", toolkit="harbour", limit=200)) < set(names), "the toolkit is ignored")
    for name, value in (("limit", 0), ("limit", 201), ("limit", "x"), ("min_score", -0.1), ("min_score", 1.1), ("min_score", "x"), ("min_score", "nan"), ("q", "")):
        search(**{"q": "push", name: value}).must(422)
    t.alice.get("/me/tools/search").must(422)
    for q in ("(", "[a-", "*", "日本", "%", "'", "a" * 5000):
        search(q=q).must(200)
    # Running
    tool = F["tool"]
    expect(t.alice.run(tool["name"], tool["input"]).ok()["output"], "the tool gives nothing")
    for wrong in (tool["invalidInput"], {}, {"port": None}, {**tool["input"], "more": 1}):
        t.alice.run(tool["name"], wrong).must(400)
    for raw in (b"", b"{", b"[]", b"null", b'"x"'):
        t.alice.post(f"/me/tools/run/{tool['name']}", raw=raw).must(422)
    t.alice.run("no_such_tool").must(404)
    t.alice.run("NOTIFIER_GET_USER", {}, service_id="default", service_id_namespace="global").must(200)
    t.alice.run("NOTIFIER_GET_USER", {}, service_id="other").must(400)
    t.sam.run("NOTIFIER_GET_USER").must(400)
    samples = {"convert_currency": {"amount": 5.5, "to": "SEK"}, "find_sailings": {"from": "Hull", "to": "Dover"}}
    for described in t.alice.get("/me/tools/list").ok():
        if not described["name"].startswith("NOTIFIER_"):
            given = samples.get(described["name"]) or {name: "Ü" for name in described["inputSchema"]["required"]}
            t.alice.run(described["name"], given).must(200)
    # Toolsets
    for toolset in t.alice.get("/me/toolsets/list").ok():
        full = t.alice.get(f"/me/toolsets/{toolset['toolsetName']}").ok()
        equal(len(full["tools"]), toolset["toolCount"], "the number of tools")
    expect(F["toolsetName"] in ids(t.alice.get("/me/toolsets/list").ok(), "toolsetName"), "the toolset is not listed")
    t.alice.get("/me/toolsets/no-such-toolset").must(404)
    # Installed tools
    install = lambda id: t.alice.post("/me/user-tools", {"toolId": id})
    for _ in range(2):
        equal(install(F["installableToolId"]).ok()["toolId"], F["installableToolId"], "the installed tool")
        install(F["installableToolId"]).must(409)
        path = f"/me/user-tools/{F['installableToolId']}"
        expect(t.alice.get(path).ok() in t.alice.get("/me/user-tools").ok(), "the tool is not listed")
        t.bob.get(path).must(404)
        expect(t.alice.delete(path).ok()["removedAt"], "the tool is not removed")
        t.alice.get(path).must(404)
        t.alice.delete(path).must(404)
        expect(F["installableToolId"] not in ids(t.alice.get("/me/user-tools").ok(), "toolId"), "the removed tool is listed")
    install("no_such_tool").must(409)
    t.alice.post("/me/user-tools", {}).must(422)
    equal(len(t.alice.get("/me/mcp-registry/servers", {"q": "tides"}).ok()["content"]), 1, "the MCP servers found")


@step
def notifier_chats_and_devices(t):
    chat = t.alice.notify("CREATE_CHAT", email="eve@mail.example")
    others = [t.alice.notify("CREATE_CHAT", email=f"{n}@mail.example")["iden"] for n in range(4)]
    chats = lambda user=t.alice, **more: user.notify("LIST_CHATS", **more)["chats"]
    equal(ids(chats(), "iden"), [chat["iden"]] + others, "the chats")
    equal(chats(t.bob), [], "the chats of Bob")
    page = t.alice.notify("LIST_CHATS", limit=3)
    equal(ids(page["chats"] + chats(limit=3, cursor=page["cursor"]), "iden"), [chat["iden"]] + others, "the pages")
    for muted in (True, False):
        equal(t.alice.notify("UPDATE_CHAT", iden=chat["iden"], muted=muted)["muted"], muted, "muted")
        equal(chats()[0]["muted"], muted, "muted")
    t.alice.notify("DELETE_CHAT", iden=chat["iden"])
    equal(ids(chats(), "iden"), others, "the chats")
    device = t.new_device(app_version=0, has_sms=True, icon="phone")
    listed = t.alice.notify("LIST_DEVICES")["devices"]
    equal(listed, [device], "the devices")
    changed = t.alice.notify("UPDATE_DEVICE", iden=device["iden"], nickname="Mast", app_version=9)
    equal((changed["nickname"], changed["app_version"], changed["model"], changed["has_sms"]), ("Mast", 9, "Compass", True), "the device")
    equal(t.alice.notify("LIST_DEVICES")["devices"], [changed], "the devices")
    t.alice.notify("DELETE_DEVICE", device_iden=device["iden"])
    equal(t.alice.notify("LIST_DEVICES")["devices"], [], "the devices")
    whole = {"model": "a", "nickname": "b", "app_version": 1, "manufacturer": "c"}
    for operation, wrong in [("CREATE_CHAT", {}), ("CREATE_CHAT", {"email": 7}), ("CREATE_CHAT", {"email": "nobody"}), ("DELETE_CHAT", {}), ("DELETE_CHAT", {"iden": "x"}),
                             ("UPDATE_CHAT", {"iden": others[0]}), ("UPDATE_CHAT", {"iden": others[0], "muted": "yes"}), ("UPDATE_CHAT", {"muted": True}),
                             ("UPDATE_CHAT", {"iden": "x", "muted": True}), ("LIST_CHATS", {"limit": 501}), ("LIST_CHATS", {"limit": 0}), ("LIST_CHATS", {"limit": "5"}),
                             ("LIST_CHATS", {"cursor": "?"}), ("CREATE_DEVICE", {**whole, "app_version": -1}), ("CREATE_DEVICE", {**whole, "app_version": 1.5}),
                             ("CREATE_DEVICE", {**whole, "has_sms": "yes"}), ("UPDATE_DEVICE", {}), ("UPDATE_DEVICE", {"iden": "x"}), ("DELETE_DEVICE", {}),
                             ("DELETE_DEVICE", {"device_iden": "x"}), ("LIST_DEVICES", {"limit": 5})] + [
                             ("CREATE_DEVICE", {k: v for k, v in whole.items() if k != name}) for name in whole]:
        t.alice.run("NOTIFIER_" + operation, wrong).must(400)
    t.alice.run("NOTIFIER_LIST_CHATS", {"limit": 500}).must(200)


@step
def notifier_pushes(t):
    device = t.new_device()["iden"]
    note = t.alice.notify("CREATE_PUSH", type="note", title="Tide", body="High\n& low 🌊", device_iden=device, guid="g-1")
    equal(t.alice.notify("CREATE_PUSH", type="note", body="Again", guid="g-1"), note, "the push of the same guid")
    expect(t.bob.notify("CREATE_PUSH", type="note", body="Bob's", guid="g-1")["iden"] != note["iden"], "guids of two users meet")
    link = t.alice.notify("CREATE_PUSH", type="link", url="https://ferry.example/?a=1&b=2", email="eve@mail.example")
    file = t.alice.notify("CREATE_PUSH", type="file", file_url="https://files.example/a.png", file_name="a.png", file_type="image/png", channel_tag="crew")
    pushes = lambda **more: t.alice.notify("LIST_PUSHES", **more)["pushes"]
    equal(pushes(), [file, link, note], "the pushes")
    equal((note["body"], note["device_iden"], link["url"]), ("High\n& low 🌊", device, "https://ferry.example/?a=1&b=2"), "what was pushed")
    page = t.alice.notify("LIST_PUSHES", limit=2)
    equal(page["pushes"] + pushes(limit=2, cursor=page["cursor"]), [file, link, note], "the pages")
    equal(pushes(modified_after=link["modified"]), [file], "the pushes after a time")
    items = [{"text": "Rope", "checked": True}]
    t.alice.notify("UPDATE_PUSH", iden=note["iden"], items=items, dismissed=True)
    changed = [push for push in pushes() if push["iden"] == note["iden"]][0]
    equal((changed["items"], changed["dismissed"], changed["body"]), (items, True, note["body"]), "the changed push")
    t.alice.notify("DELETE_PUSH", iden=link["iden"])
    for more in ({}, {"active": True}):
        equal(set(ids(pushes(**more), "iden")), {file["iden"], note["iden"]}, "the pushes that are left")
    equal(len(pushes(active=False)), 3, "the pushes with the deleted one")
    for operation, wrong in (("CREATE_PUSH", {}), ("CREATE_PUSH", {"type": "list"}), ("CREATE_PUSH", {"type": "link"}), ("CREATE_PUSH", {"type": "file", "file_url": "x", "file_name": "x"}),
                             ("CREATE_PUSH", {"type": "file", "file_url": "x", "file_type": "x"}), ("CREATE_PUSH", {"type": "file", "file_name": "x", "file_type": "x"}),
                             ("CREATE_PUSH", {"type": "note", "device_iden": "x"}), ("DELETE_PUSH", {"iden": link["iden"]}), ("DELETE_PUSH", {}), ("UPDATE_PUSH", {}),
                             ("UPDATE_PUSH", {"iden": "x"}), ("UPDATE_PUSH", {"iden": note["iden"], "items": [{"text": "x"}]}), ("UPDATE_PUSH", {"iden": note["iden"], "dismissed": 1}),
                             ("LIST_PUSHES", {"limit": 501}), ("LIST_PUSHES", {"active": "true"}), ("LIST_PUSHES", {"modified_after": "1"}),
                             ("UPLOAD_REQUEST", {"file_name": "x"}), ("UPLOAD_REQUEST", {"file_type": "x"}), ("GET_USER", {"more": 1})):
        t.alice.run("NOTIFIER_" + operation, wrong).must(400)
    t.alice.run("NOTIFIER_LIST_PUSHES", {"limit": 500}).must(200)
    t.alice.notify("DELETE_ALL_PUSHES")
    kept = t.alice.notify("CREATE_PUSH", type="note", body="After the broom")
    time.sleep(0.5)
    equal(ids(pushes(), "iden"), [kept["iden"]], "the pushes that are left")
    equal(len(t.bob.notify("LIST_PUSHES")["pushes"]), 1, "the pushes of Bob")
    equal(t.alice.notify("GET_USER")["email"], t.alice.get("/me/").ok()["email"], "the profile")
    upload = t.alice.notify("UPLOAD_REQUEST", file_name="a b.png", file_type="image/png")
    equal((upload["file_name"], upload["file_type"]), ("a b.png", "image/png"), "the upload")
    expect(upload["upload_url"] and upload["data"]["signature"], "the upload is not signed")


# User, credentials, errors

@step
def users_and_vip_codes(t):
    for path in ("/me/", "/me"):
        equal(t.alice.get(path).ok()["accountTier"], "PRO", "the tier")
    equal(t.sam.get("/me/").ok()["accountTier"], "SANDBOX", "the tier")
    equal(t.alice.get("/me/vip").ok()["redeemedCodes"], 0, "the count")
    redeem = lambda user, body: user.post("/me/vip", body)
    replies = at_once(*[lambda: redeem(t.alice, {"vipCode": F["vipCode"]})] * 4)
    equal(sorted(reply.status for reply in replies), [200, 400, 400, 400], "the statuses")
    equal(t.alice.get("/me/vip").ok()["redeemedCodes"], 1, "the count")
    redeem(t.bob, {"vipCode": F["vipCode"]}).must(200)
    redeem(t.alice, {"vipCode": F["ownVipCode"]}).must(400)
    redeem(t.bob, {"vipCode": F["ownVipCode"]}).must(200)
    redeem(t.alice, {"vipCode": "NONSENSE"}).must(400)
    for body in ({}, {"vipCode": 7}, {"vipCode": ""}):
        redeem(t.alice, body).must(422)


def forge(claims, algorithm="HS256", secret=None):
    """A JWT that is signed as ours are, unless said otherwise."""
    segment = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
    signed = segment(json.dumps({"alg": algorithm, "typ": "JWT"}).encode()) + "." + segment(json.dumps(claims).encode())
    signature = hmac.new(secret or secret_of("jwtSecret"), signed.encode(), hashlib.sha256).digest()
    return signed + "." + ("" if algorithm == "none" else segment(signature))


@step
def credentials(t):
    part = t.alice.token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(part[1] + "=="))
    equal(t.user(forge(claims)).get("/me/").ok(), t.alice.get("/me/").ok(), "the user")
    wrong = [None, "nonsense", "a.b.c", t.worker.token, forge({**claims, "exp": int(time.time()) - 1}), forge({**claims, "exp": None}),
             forge(claims, "none"), forge(claims, "HS512"), forge(claims, secret=b"other"), forge({**claims, "sub": unknown_id()}),
             forge({**claims, "iss": "other"}), ".".join([part[0], part[1], part[2][::-1]]), t.alice.token + "x", t.alice.token[:-1]]
    document = Client(t.port, "").get("/openapi.json").ok()
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method == "servers" or not path.startswith("/me/") or not operation["security"]:
                continue
            concrete = re.sub(r"\{\w+\}", unknown_id(), path)
            t.anonymous.send(method.upper(), concrete).must(401)
    for token in wrong:
        for reply in (t.user(token).get("/me/"), t.user(token).run(F["tool"]["name"], F["tool"]["input"])):
            reply.must(401)
            expect(reply.headers.get("www-authenticate"), "WWW-Authenticate is missing")
    t.anonymous.get("/me/", headers={"Authorization": "Basic " + t.alice.token}).must(401)
    expect(t.alice.get("/me/", headers={"Authorization": "bearer " + t.alice.token}).status == 200, "the scheme is compared with its case")
    for _ in range(4):
        replies = at_once(*[lambda: t.alice.get("/me/").ok()["displayName"], lambda: t.bob.get("/me/").ok()["displayName"]] * 3)
        equal(replies, ["Alice Mariner", "Bob Purser"] * 3, "who is who")


@step
def errors(t):
    problem = t.alice.get("/me/nothing").must(404).json()
    equal((problem["status"], problem["instance"]), (404, "/api/me/nothing"), "the problem")
    equal(sorted(t.alice.put("/me/agents", {}).must(405).headers["allow"].split(", ")), ["GET", "POST"], "the methods")
    error = t.alice.post("/me/api-keys", {"label": 7}).must(422).json()
    equal(error["errors"], {"label": ["must be of type string"]}, "the errors")
    t.alice.post("/me/agents", raw=b'{"promptText": "' + b"x" * (9 << 20) + b'"}').must(413)
    for path in ("/me/agents/%00", "/me/agents/..", "/me/tools/%F0%9F%9A%A2", "/me/agents/" + "x" * 3000):
        expect(t.alice.get(path).status in (400, 404), "an odd path is found")
    started = time.time()
    for _ in range(50):
        t.alice.get("/me/agent-runs").must(200)
    expect((time.time() - started) / 50 < 0.02, "a plain request is slow")


@step
def configuration(t):
    """config.json is right: its names lead to the fields."""
    bindings = {name: binding.get("fields", {}) for name, binding in CONFIG["bindings"].items()}
    contract = json.loads((INTERFACE.parent / "contract-fields.json").read_text())
    schemas = Client(t.port, "").get("/openapi.json").ok()["components"]["schemas"]
    for schema, fields in contract.items():
        for name in fields:
            own = bindings.get(schema, {}).get(name, name)
            expect(own in schemas[schema]["properties"], f"{schema} has no field {own}")
    for schema, binding in CONFIG["bindings"].items():
        expect(schema in contract, f"the contract has no schema {schema}")
        expect(set(binding.get("fields", {})) <= set(contract[schema]), f"the contract has other fields in {schema}")
        for name in binding.get("body", {}):
            expect(name in schemas[schema]["properties"], f"{schema} has no field {name}")
        bound = set(binding.get("body", {})) | {binding.get("fields", {}).get(name, name) for name in contract[schema]}
        if schema.endswith(("Request", "Create", "Update", "InsertModel")):
            expect(set(schemas[schema].get("required", [])) <= bound, f"{schema} needs more fields than the configuration tells")
    for schema, fields in schemas.items():
        if schema in contract and schema.endswith(("Request", "Create", "Update", "InsertModel")):
            known = set(CONFIG["bindings"].get(schema, {}).get("body", {})) | {bindings.get(schema, {}).get(n, n) for n in contract[schema]}
            expect(set(fields.get("required", [])) <= known, f"{schema} needs {fields.get('required')}")
    described = json.loads((INTERFACE.parent / "config.schema.json").read_text())
    fixtures = described["properties"]["fixtures"]["properties"]
    equal(set(fixtures), set(FIXTURES), "the fixtures")
    equal(set(described["properties"]["credentials"]["properties"]), set(CONFIG["credentials"]), "the credentials")
    expect(set(CONFIG) <= set(described["properties"]), "config.json has unknown keys")
    equal(Document(described).mismatch(CONFIG, described), None, "what is wrong with config.json")
