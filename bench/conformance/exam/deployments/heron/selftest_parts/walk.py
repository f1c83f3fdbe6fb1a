"""The walk through all operations of a deployment without a fault.

Each step asserts what the interface says. Besides, every response on the way is compared with the OpenAPI document.
"""

import base64
import hashlib
import hmac
import json
import random
import re
import statistics
import time
import urllib.parse
from decimal import Decimal

from .client import Deployment, Misbehaves, expect, expect_status, parallel
from .documents import operations_of_interface, unbound_fields
from .schema import Judge

UNKNOWN = "00000000-0000-4000-8000-000000000000"
UUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
SECRET = b"a heron stands on one leg and keeps the other one for signing"
STEPS = []


def step(function):
    STEPS.append(function)
    return function


def ok(response, status=200):
    return expect_status(response, status).json()


def jwt_of(d, **changes):
    """A JWT like the caller's, with other claims, properly signed: only the selftest can do this."""
    head, body, _ = d.credentials["jwt"].split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    claims.update(changes)
    body = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    seal = hmac.new(SECRET, f"{head}.{body}".encode(), hashlib.sha256).digest()
    return f"{head}.{body}." + base64.urlsafe_b64encode(seal).decode().rstrip("=")


# ------------------------------------------------------------------ Workers API

@step
def conversation(d):
    for ndjson in (False, True):
        first = expect_status(d.talk("the owl is grey", ndjson=ndjson), 201)
        run = first.header("x-service-run-id")
        expect(UUID.fullmatch(run), "the run ID is no uuid")
        expect(first.header("x-service-job-id") is None, "a job header without a job")
        again = expect_status(d.say(run, "what was first?", ndjson=ndjson), 202)
        expect(again.header("x-service-run-id") == run, "another run ID")
        words = "".join(line[1] for line in again.lines() if line[0] == "utter") if ndjson else again.text
        expect("the owl is grey" in words, "the worker has forgotten")
        messages = d.history(run)
        expect([m["role"] for m in messages] == ["user", "assistant"] * 2, "other roles")
        expect([m["content"] for m in messages][::2] == ["the owl is grey", "what was first?"], "other messages")
        expect(d.started("something else", ndjson=ndjson) != run, "the same run ID")
    expect("not heard" in d.talk("what was first?").text, "the context is not clear")
    expect(d.history(d.started("grød 🐦 <&> " + "x" * 5000))[0]["content"] == "grød 🐦 <&> " + "x" * 5000, "another text")
    lowercase = d.agents("GET", f"/{d.talker.lower()}/{run.lower()}")
    expect(ok(lowercase) == messages, "GUIDs in small letters are not known")
    # message is not required on POST (our choice), a string on PUT
    silent = expect_status(d.agents("POST", "/" + d.talker, body={}), 201).header("x-service-run-id")
    expect([m["role"] for m in d.history(silent)] == ["assistant"], "other messages")
    expect_status(d.agents("POST", "/" + d.talker), 201)
    expect_status(d.agents("PUT", f"/{d.talker}/{run}", body={}), 422)
    for body in ({"message": 7}, ["message"], "message"):
        expect_status(d.agents("POST", "/" + d.talker, body=body), 422)
        expect_status(d.agents("PUT", f"/ndjson/{d.talker}/{run}", body=body), 422)
    for raw in ("{", "", b"\xff\xfe", "[" * 5000):
        expect(d.agents("PUT", f"/{d.talker}/{run}", raw=raw).status == 422, f"{raw[:5]!r} was taken")
    expect_status(d.agents("POST", "/ndjson/" + d.talker, raw="nonsense"), 422)
    expect(len(d.history(run)) == 4, "refused messages were kept")


@step
def streams(d):
    fixture = d.fixtures["toolCallMessage"]
    text = expect_status(d.talk(fixture["message"]), 201)
    expect(fixture["output"] not in text.text and fixture["name"] not in text.text, "the tool shows in the text")
    lines = expect_status(d.talk(fixture["message"], ndjson=True), 201)
    expect([line[0] for line in lines.lines() if line[0] != "utter"] == ["reach", "grasp", "rest"], "other signals")
    expect("".join(line[1] for line in lines.lines() if line[0] == "utter") == text.text, "other words")
    run = text.header("x-service-run-id")
    expect(fixture["output"] in d.said(run, "tool")[0], "the call is not in the history")
    logs = ok(d.user("GET", f"/me/agent-runs/{run}/mcp-server-logs"))
    expect([(log["run-ref"], log["tool-name"]) for log in logs] == [(run, fixture["name"])], "other MCP logs")
    # several chunks: read the socket raw
    import socket
    with socket.create_connection(("127.0.0.1", d.port)) as s:
        body = json.dumps({"message": "hello"})
        s.sendall((f"POST /reeds/{d.talker} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {d.credentials['apiKey']}\r\n"
                   f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}").encode())
        raw = b""
        while chunk := s.recv(4096):
            raw += chunk
    sizes = re.findall(rb"\r\n([0-9a-f]+)\r\n", raw)
    expect(len(sizes) > 4, "not several chunks")


@step
def background_job(d):
    for failing in (False, True):
        for ndjson in (False, True):
            run = d.dive(failing, ndjson)
            busy = d.look(run, d.diver)
            expect(busy.header("x-service-job-id"), "no job header")
            before = busy.json()
            expect_status(d.say(run, "already?", d.diver), 409)
            expect_status(d.say(run, "already?", d.diver, ndjson=True), 409)
            expect(ok(d.look(run, d.diver)) == before, "a refused message was kept")
            expect(ok(d.user("GET", "/me/agent-runs/" + run))["diving"] is True, "the run view does not show the job")
            other = expect_status(d.talk("hello", d.diver, not ndjson), 201)
            expect(d.look(other.header("x-service-run-id"), d.diver).header("x-service-job-id") is None, "the new run has a job")
            expect_status(d.say(other.header("x-service-run-id"), "and?", d.diver), 202)
            started = time.time()
            d.wait_for_job(run)
            expect(time.time() - started < 2, "the job is long")
            expect(("failed" in d.said(run, "assistant", d.diver)[-1]) == failing, "another end of the job")
            expect_status(d.say(run, "" if failing else "and?", d.diver, ndjson), 202)


@step
def workers_credentials(d):
    run = d.started("hello")
    calls = [("POST", "/" + d.talker), ("POST", "/ndjson/" + d.talker), ("PUT", f"/{d.talker}/{run}"),
             ("PUT", f"/ndjson/{d.talker}/{run}"), ("GET", f"/{d.talker}/{run}")]
    for method, path in calls:
        body = None if method == "GET" else {"message": "x"}
        expect_status(d.agents(method, path, None, body), 401)
        expect_status(d.agents(method, path, None, body, token="nonsense"), 401)
        expect_status(d.agents(method, path, None, body, token=d.credentials["jwt"]), 401)
        expect_status(d.agents(method, path, None, body, headers={"Authorization": d.credentials["apiKey"]}), 401)
        if path.endswith(run):
            expect_status(d.agents(method, path, "otherApiKey", body), 404)
            expect_status(d.agents(method, path.replace(run, UNKNOWN), "apiKey", body), 404)
            expect_status(d.agents(method, path.replace(d.talker, d.diver), "apiKey", body), 404)
        expect_status(d.agents(method, path.replace(d.talker, "not-a-guid"), "apiKey", body), 404)
        expect_status(d.agents(method, path.replace(d.talker, d.fixtures["privateAgentId"]), "apiKey", body), 404)
    expect_status(d.talk("hello", d.fixtures["privateAgentId"], who="otherApiKey"), 201)
    expect(len(d.history(run)) == 2, "something was kept")


# ------------------------------------------------------------------ runs and logs

def all_pages(d, path, name, **query):
    out, cursor, pages = [], None, 0
    while True:
        page = ok(d.user("GET", path, query={**query, **({"next_cursor": cursor} if cursor else {})}))
        out += page["flock"]
        pages += 1
        cursor = page.get("onward-from")
        if not cursor:
            return [r[name] for r in out], pages


@step
def runs_and_executions(d):
    for path, name in (("/me/agent-runs", "run-ref"), ("/me/executions", "entry-no")):
        default = ok(d.user("GET", path))
        expect(len(default["flock"]) == 30 and default == ok(d.user("GET", path, query={"limit": 30})), "the default is not 30")
        whole, _ = all_pages(d, path, name)
        pieces, pages = all_pages(d, path, name, limit=7)
        expect(whole == pieces and len(set(whole)) == len(whole) and pages > 4, "the pages do not make the whole")
        expect(ok(d.user("GET", path + "?next_cursor=&limit=7")) == ok(d.user("GET", path, query={"limit": 7})), "an empty cursor")
        expect(ok(d.user("GET", path + "?next_cursor=null&limit=7")) == ok(d.user("GET", path, query={"limit": 7})), "the cursor null")
        expect(ok(d.user("GET", path, query={"limit": 0}))["flock"] == [] == ok(d.user("GET", path, query={"limit": -3}))["flock"], "limit 0")
        expect(len(ok(d.user("GET", path, query={"limit": 10 ** 15}))["flock"]) == 40, "not the largest page")
        for query in ({"limit": "x"}, {"limit": "1.5"}, {"limit": "9" * 25}, {"next_cursor": "yesterday"}, {"next_cursor": "2025-01-01"}):
            expect_status(d.user("GET", path, query=query), 422)
        others = ok(d.user("GET", path, "otherJwt"))["flock"]
        expect(others and not {r[name] for r in others} & set(whole), "records of another user")
        for record in whole[0], others[0][name]:
            status = 200 if record in whole else 404
            answer = expect_status(d.user("GET", f"{path}/{record}"), status)
            expect(status == 404 or answer.json()[name] == record, "another record")
    run = d.started("hello")
    expect(run in all_pages(d, "/me/agent-runs", "run-ref")[0], "the new run is not listed")
    expect([log["run-ref"] for log in ok(d.user("GET", f"/me/agent-runs/{run}/logs"))] == [run] * 2, "another log")
    for part in ("", "/logs", "/mcp-server-logs"):
        unknown = d.user("GET", f"/me/agent-runs/{UNKNOWN}{part}")
        expect(unknown.status == 404 if not part else ok(unknown) == [], "an unknown run")
        foreign = d.user("GET", f"/me/agent-runs/{run}{part}", "otherJwt")
        expect(foreign.status == 404 if not part else ok(foreign) == [], "another user's run")
        expect_status(d.user("GET", f"/me/agent-runs/nonsense{part}"), 422)
    expect_status(d.user("GET", "/me/executions/abc"), 422)
    expect_status(d.user("GET", "/me/executions/999999"), 404)


# ------------------------------------------------------------------ subscriptions

@step
def subscriptions(d):
    f = d.fixtures
    body = {"return-to": "https://heronry.example/back"}

    def subscribe(agent, body=body):
        return d.user("POST", f"/me/agents/{agent}/subscribe", body=body)

    def unsubscribe(agent):
        return d.user("POST", f"/me/agents/{agent}/unsubscribe")

    expect(ok(subscribe(f["paidAgentId"]))["checkout-page"].startswith("https://"), "no checkout session")
    expect_status(subscribe(f["unpaidAgentId"]), 400)
    expect_status(subscribe(f["ownPaidAgentId"]), 400)
    expect_status(subscribe(f["subscribedAgentId"]), 402)
    for unknown in (UNKNOWN, "nonsense", f["privateAgentId"]):
        expect_status(subscribe(unknown), 404)
        expect_status(unsubscribe(unknown), 404)
    for wrong in ({}, {"return-to": "no uri"}, {"return-to": 7}, [], {**body, "more": 1}):
        expect_status(subscribe(f["paidAgentId"], wrong), 422)
    listed = {s["worker-ref"]: s["condition"] for s in ok(d.user("GET", "/me/subscriptions"))["patronage"]}
    expect(listed[f["subscribedAgentId"]] == listed[f["unsubscribeAgentId"]] == "nesting" and f["paidAgentId"] not in listed, "another list")
    expect(f["ownPaidAgentId"] in [s["worker-ref"] for s in ok(d.user("GET", "/me/subscriptions", "otherJwt"))["patronage"]], "another list")
    expect(ok(d.user("GET", "/me/subscriptions/" + f["subscribedAgentId"]))["worker-ref"] == f["subscribedAgentId"], "another one")
    expect_status(d.user("GET", "/me/subscriptions/" + f["paidAgentId"]), 404)
    expect_status(unsubscribe(f["paidAgentId"]), 400)
    expect(ok(unsubscribe(f["unsubscribeAgentId"]))["condition"] == "flown", "another condition")
    expect_status(unsubscribe(f["unsubscribeAgentId"]), 400)
    expect_status(subscribe(f["unsubscribeAgentId"]), 200)
    expect_status(subscribe(f["subscribedAgentId"]), 402)
    given = [ref for ref in listed if ref not in (f["subscribedAgentId"], f["unsubscribeAgentId"])][0]
    expect_status(unsubscribe(given), 400)


# ------------------------------------------------------------------ studio chats

@step
def studio_chats(d):
    base = "/me/agent-studio-chats"
    chat = ok(d.user("POST", base, body={"run-ref": "a b/%é", "shown-to": "private", "caption": "nest"}))
    path = base + "/" + urllib.parse.quote("a b/%é", safe="")
    expect(chat["run-ref"] == "a b/%é" and chat["shown-to"] == "private", "another chat")
    expect(ok(d.user("POST", base, body={"run-ref": "a b/%é"})) == chat, "not the existing one")
    expect(chat in ok(d.user("GET", base)) and chat not in ok(d.user("GET", base, "otherJwt")), "another list")
    expect_status(d.user("POST", base, "otherJwt", {"run-ref": "a b/%é"}), 409)
    expect(ok(d.user("GET", path)) == chat, "another chat")
    expect_status(d.user("GET", path, None), 403)
    expect_status(d.user("GET", path, "otherJwt"), 403)
    expect_status(d.user("POST", path + "/clone"), 400)
    for method in ("PUT", "PATCH"):
        expect_status(d.user(method, path, "otherJwt", {"shown-to": "public"}), 403)
        expect_status(d.user(method, base + "/unknown", body={"shown-to": "public"}), 404)
        for wrong in ({"shown-to": "nobody"}, {"shown-to": 1}, [], {"more": 1}, {"caption": 7}):
            expect_status(d.user(method, path, body=wrong), 422)
    expect(ok(d.user("PATCH", path, body={"caption": "reed"})) == {**chat, "caption": "reed"}, "PATCH is not partial")
    expect(ok(d.user("PATCH", path, body={"shown-to": "public"}))["caption"] == "reed", "PATCH is not partial")
    expect(ok(d.user("GET", path, None))["shown-to"] == "public", "PATCH was not kept")
    expect(ok(d.user("PUT", path, body={"shown-to": "public"}))["caption"] is None, "PUT is not full")
    copy = ok(d.user("POST", path + "/clone", "otherJwt"), 201)
    expect(copy["run-ref"] != chat["run-ref"] and copy in ok(d.user("GET", base, "otherJwt")), "another clone")
    expect_status(d.user("POST", base + "/unknown/clone"), 404)
    expect_status(d.user("POST", path + "/clone", None), 403)
    expect_status(d.user("DELETE", path, "otherJwt"), 403)
    expect_status(d.user("DELETE", base + "/unknown"), 404)
    expect(ok(d.user("DELETE", path))["moulted"] is True, "it is not deleted")
    expect(ok(d.user("GET", path))["moulted"] is True, "it is not deleted")
    expect_status(d.user("GET", path, None), 404)
    expect_status(d.user("DELETE", path), 400)
    expect_status(d.user("POST", base, body={"run-ref": "a b/%é"}), 409)
    expect("a b/%é" not in [c["run-ref"] for c in ok(d.user("GET", base))], "it is listed")
    for wrong in ({"run-ref": ""}, {"run-ref": 7}, {"shown-to": "all"}, "chat"):
        expect_status(d.user("POST", base, body=wrong), 422)
    # sandbox
    expect_status(d.user("POST", base, "sandboxJwt", {"shown-to": "private"}), 400)
    sand = base + "/" + d.new_chat("sandboxJwt")["run-ref"]
    expect_status(d.user("PUT", sand, "sandboxJwt", {"shown-to": "private"}), 400)
    expect_status(d.user("PATCH", sand, "sandboxJwt", {"shown-to": "private"}), 400)
    expect(ok(d.user("PATCH", sand, "sandboxJwt", {"shown-to": "public"}))["shown-to"] == "public", "public was refused")


# ------------------------------------------------------------------ agents

@step
def agents(d):
    made = ok(d.user("POST", "/me/agents", body={"opening-brief": "Grød ⚘", "seen-by": "private", "nice-name": "grod-1"}))
    ref, chat = made["worker-ref"], made["chat-ref"]
    expect(ref == ref.upper() and chat == ref.lower(), "other GUIDs")
    expect((made["opening-brief"], made["seen-by"], made["nice-name"]) == ("Grød ⚘", "private", "grod-1"), "another agent")
    for family in ("/me/agents", "/me/chats"):
        expect(made in ok(d.user("GET", family)) and made not in ok(d.user("GET", family, "otherJwt")), "another list")
        for name in (ref, chat):
            expect(ok(d.user("GET", f"{family}/{name}")) == made, "another agent")
            expect_status(d.user("GET", f"{family}/{name}", None), 403)
            expect_status(d.user("GET", f"{family}/{name}", "otherJwt"), 403)
        for unknown in (UNKNOWN, "nonsense"):
            expect_status(d.user("GET", f"{family}/{unknown}"), 404)
        expect_status(d.user("GET", f"{family}/{d.talker}", None), 200)
        for missing in ({}, {"opening-brief": None}, {"opening-brief": ""}, {"seen-by": "public"}):
            expect_status(d.user("POST", family, body=missing), 400)
        for wrong in ({"opening-brief": 7}, {"opening-brief": "x", "seen-by": "all"}, {"opening-brief": "x", "nice-name": "a b"}, [], None):
            expect_status(d.user("POST", family, body=wrong, raw="null" if wrong is None else None), 422)
        expect_status(d.user("POST", family, "sandboxJwt", {"opening-brief": "x", "seen-by": "private"}), 400)
        expect_status(d.user("POST", family, body={"opening-brief": "x", "nice-name": "grod-1"}), 400)
    # update
    expect_status(d.user("POST", "/me/agents", body={"worker-ref": ref, "seen-by": "public"}), 400)
    changed = ok(d.user("POST", "/me/agents", body={"worker-ref": ref, "opening-brief": "You fly."}))
    expect(changed == {**made, "opening-brief": "You fly."} == ok(d.user("GET", "/me/agents/" + ref)), "another update")
    expect_status(d.user("POST", "/me/agents", "otherJwt", {"worker-ref": ref, "opening-brief": "x"}), 403)
    expect_status(d.user("POST", "/me/agents", body={"worker-ref": UNKNOWN, "opening-brief": "x"}), 404)
    sand = d.new_agent("sandboxJwt")
    expect(sand["seen-by"] == "public", "a private agent in the sandbox")
    body = {"worker-ref": sand["worker-ref"], "opening-brief": "x", "seen-by": "private"}
    expect_status(d.user("POST", "/me/agents", "sandboxJwt", body), 400)
    # upsell description
    pitched = ok(d.user("POST", f"/me/agents/{ref}/upsell-description"))
    expect(pitched["sales-pitch"] and pitched == ok(d.user("GET", "/me/agents/" + ref)), "no upsell description")
    for nobody in (UNKNOWN, "nonsense", d.fixtures["unpaidAgentId"], d.fixtures["privateAgentId"]):
        expect_status(d.user("POST", f"/me/agents/{nobody}/upsell-description"), 404)
    # slugs
    slug = ok(d.user("POST", "/me/agents/vanity/slug", None, {"from-words": "Grod 1"}))
    expect(slug != "grod-1" and re.fullmatch(r"[a-z0-9-]+", slug), "another slug")
    expect(ok(d.user("GET", "/me/agents/vanity/slug", query={"slug": slug})) == {"perch": "free"}, "not free")
    expect(ok(d.user("GET", "/me/agents/vanity/slug", query={"slug": "grod-1"})) == {"perch": "occupied"}, "not occupied")
    expect_status(d.user("GET", "/me/agents/vanity/slug"), 422)
    for wrong in ({}, {"from-words": ""}, {"from-words": 7}, []):
        expect_status(d.user("POST", "/me/agents/vanity/slug", None, wrong), 422)
    # vibe
    services = [s["moniker"] for s in ok(d.user("GET", "/me/vibe/services", None))["ateliers"]]
    expect(len(services) == 3 and all(s == s.lower() for s in services), "other services")
    for service in services:
        expect("You fly." in ok(d.user("GET", f"/me/agents/{ref}/vibe", query={"service_name": service}))["incantation"], "another prompt")
    for wrong in ({}, {"service_name": "nobody"}, {"service_name": services[0].upper()}):
        expect_status(d.user("GET", f"/me/agents/{ref}/vibe", query=wrong), 422)
    expect_status(d.user("GET", f"/me/agents/{d.fixtures['privateAgentId']}/vibe", query={"service_name": services[0]}), 404)
    # theme
    path = f"/me/agents/{ref}/customizations/theme"
    expect(ok(d.user("GET", path)) is None, "not null")
    expect(ok(d.user("PUT", path, body={"plumage": "#a1b"}))["plumage"] == "#AA11BB", "another color")
    expect(ok(d.user("GET", path)) == {"worker-ref": ref, "plumage": "#AA11BB"}, "another color")
    for bad in ("red", "#12", "336699", "#33669", "#3366990", "#gggggg", ""):
        expect_status(d.user("PUT", path, body={"plumage": bad}), 400)
    for wrong in ({}, {"plumage": 7}, [], {"plumage": None}):
        expect_status(d.user("PUT", path, body=wrong), 422)
    expect_status(d.user("GET", path, "otherJwt"), 403)
    expect_status(d.user("PUT", path, "otherJwt", {"plumage": "#123456"}), 403)
    for method in ("GET", "PUT"):
        body = {"plumage": "#123456"} if method == "PUT" else None
        expect_status(d.user(method, path.replace(ref, UNKNOWN), body=body), 404)
        expect_status(d.user(method, path.replace(ref, "nonsense"), body=body), 422)


@step
def files(d):
    ref = d.new_agent(**{"seen-by": "private"})["worker-ref"]
    base = f"/me/agents/{ref}/files"
    expect(d.files(ref) == [], "not empty")
    first, second, third = (d.new_file(ref, title=t, **r) for t, r in (("one", {}), ("two", {}), ("three", {"rank": -5})))
    ids = [f["leaf-ref"] for f in (first, second, third)]
    expect([f["leaf-ref"] for f in d.files(ref)] == [ids[2], ids[0], ids[1]], "another order")
    path = f"{base}/{ids[0]}"
    expect(ok(d.user("GET", path)) == first, "another file")
    expect(ok(d.user("PATCH", path, body={"text": "new"})) == {**first, "text": "new"} == ok(d.user("GET", path)), "another file")
    expect(ok(d.user("PATCH", path, body={"rank": 99}))["text"] == "new", "PATCH is not partial")
    ranked = ok(d.user("PUT", base + "/positions", body={"ranking": [{"leaf-ref": i, "rank": r} for r, i in enumerate(ids)]}))
    expect([f["leaf-ref"] for f in ranked["sheaf"]] == ids and ranked["sheaf"] == d.files(ref), "another order")
    for method, where, body in (("GET", base, None), ("POST", base, {"title": "t", "text": "t"}), ("GET", path, None),
                                ("PATCH", path, {"rank": 1}), ("DELETE", path, None), ("PUT", base + "/positions", {"ranking": []})):
        expect_status(d.user(method, where, "otherJwt", body), 403)
        expect_status(d.user(method, where.replace(ref, UNKNOWN), body=body), 404)
        expect_status(d.user(method, where.replace(ref, "nonsense"), body=body), 422)
        if where == path:
            expect_status(d.user(method, where.replace(ids[0], UNKNOWN), body=body), 404)
            expect_status(d.user(method, where.replace(ids[0], "nonsense"), body=body), 422)
    for wrong in ({}, {"title": "t"}, {"title": "", "text": "t"}, {"title": "t", "text": "t", "rank": "1"}, {"title": "t", "text": "t", "rank": 1.5}):
        expect_status(d.user("POST", base, body=wrong), 422)
    expect_status(d.user("PATCH", path, body={"rank": "high"}), 422)
    expect_status(d.user("PUT", base + "/positions", body={"ranking": [{"leaf-ref": UNKNOWN, "rank": 1}]}), 404)
    for wrong in ({}, {"ranking": {}}, {"ranking": [{"leaf-ref": ids[0]}]}, {"ranking": [{"leaf-ref": "x", "rank": 1}]}):
        expect_status(d.user("PUT", base + "/positions", body=wrong), 422)
    for i in range(4):
        d.new_file(ref, title=f"more {i}")
    expect_status(d.user("POST", base, body={"title": "too many", "text": ""}), 400)
    gone = expect_status(d.user("DELETE", path), 204)
    expect(gone.body == b"", "a body")
    expect_status(d.user("GET", path), 404)
    expect_status(d.user("DELETE", path), 404)
    expect(len(d.files(ref)) == 6, "another number of files")
    d.new_file(ref)


# ------------------------------------------------------------------ chats

@step
def chats(d):
    made = ok(d.user("POST", "/me/chats", body={"opening-brief": 'Say "kraak".', "seen-by": "private"}))
    ref = made["chat-ref"]
    path = "/me/chats/" + ref
    put = ok(d.user("PUT", path, body={"opening-brief": "You fly.", "nice-name": "flies", "seen-by": "public"}))
    expect((put["opening-brief"], put["nice-name"], put["chat-ref"]) == ("You fly.", "flies", ref), "another chat")
    expect(ok(d.user("PATCH", path, body={"seen-by": "private"})) == {**put, "seen-by": "private"}, "PATCH is not partial")
    expect(ok(d.user("PATCH", path, body={"opening-brief": "You sit."}))["seen-by"] == "private", "PATCH is not partial")
    for method, body in (("PUT", {"opening-brief": "x"}), ("PATCH", {"opening-brief": "x"}), ("DELETE", None)):
        expect_status(d.user(method, path, "otherJwt", body), 403)
        expect_status(d.user(method, "/me/chats/" + UNKNOWN, body=body), 404)
        expect_status(d.user(method, "/me/chats/nonsense", body=body), 404)
        if body:
            expect_status(d.user(method, path, body={"seen-by": "everyone"}), 422)
            expect_status(d.user(method, path, body={"more": 1}), 422)
            sand = d.new_agent("sandboxJwt")["chat-ref"]
            expect_status(d.user(method, "/me/chats/" + sand, "sandboxJwt", {"opening-brief": "x", "seen-by": "private"}), 400)
            expect_status(d.user(method, "/me/chats/" + sand, "sandboxJwt", {"opening-brief": "x", "seen-by": "public"}), 200)
            taken = d.new_agent(**{"nice-name": f"taken-by-{method}"})["nice-name"]
            expect_status(d.user(method, path, body={"opening-brief": "x", "nice-name": taken}), 400)
    # preview
    expect("You sit." not in d.user("GET", path + "/og", None).text, "a private prompt shows")
    expect(ok(d.user("GET", path + "/og", None)) == ok(d.user("GET", f"/me/chats/{UNKNOWN}/og", None)), "not the preview of the house")
    expect("heron" in ok(d.user("GET", f"/me/chats/{d.talker}/og", None))["og:description"], "another preview")
    expect_status(d.user("GET", "/me/chats/nonsense/og", None), 422)
    # clone
    for raw in (None, "null", "{}"):
        copy = ok(d.user("POST", f"/me/chats/{d.talker}/clone", "otherJwt", raw=raw))
        expect(copy["worker-ref"] != d.talker and "heron" in copy["opening-brief"], "another clone")
        expect(copy in ok(d.user("GET", "/me/agents", "otherJwt")), "the clone is not listed")
    copy = ok(d.user("POST", f"/me/chats/{d.talker}/clone", body={"opening-brief": "Other.", "seen-by": "private"}))
    expect((copy["opening-brief"], copy["seen-by"]) == ("Other.", "private"), "another clone")
    expect_status(d.user("POST", path + "/clone", "otherJwt"), 403)
    expect_status(d.user("POST", path + "/clone"), 403)
    expect_status(d.user("POST", f"/me/chats/{UNKNOWN}/clone"), 404)
    expect_status(d.user("POST", "/me/chats/nonsense/clone"), 422)
    expect_status(d.user("POST", f"/me/chats/{d.talker}/clone", body=[1]), 422)
    expect_status(d.user("POST", f"/me/chats/{d.talker}/clone", body={"seen-by": 7}), 422)
    expect_status(d.user("POST", f"/me/chats/{d.talker}/clone", "sandboxJwt", {"seen-by": "private"}), 400)
    expect_status(d.user("POST", f"/me/chats/{d.talker}/clone", "sandboxJwt"), 200)
    # feedback, runs
    expect(ok(d.user("POST", f"/me/chats/{d.talker}/feedback", body={"feathers": 5}))["worker-ref"] == d.talker, "another chat")
    for wrong in ({}, {"feathers": 0}, {"feathers": 6}, {"feathers": "5"}):
        expect_status(d.user("POST", f"/me/chats/{d.talker}/feedback", body=wrong), 422)
    expect_status(d.user("POST", f"/me/chats/{UNKNOWN}/feedback", body={"feathers": 5}), 404)
    log = ok(d.user("POST", f"/me/chats/{d.talker}/runs"))
    expect(ok(d.user("GET", "/me/agent-runs/" + log["run-ref"]))["worker-ref"] == d.talker, "another run")
    expect(log in ok(d.user("GET", f"/me/agent-runs/{log['run-ref']}/logs")), "another log")
    expect_status(d.user("POST", path + "/runs", "otherJwt"), 403)
    expect_status(d.user("POST", f"/me/chats/{UNKNOWN}/runs"), 404)
    expect_status(d.user("POST", "/me/chats/nonsense/runs"), 422)
    # delete
    expect(ok(d.user("DELETE", path))["chat-ref"] == ref, "another chat")
    expect_status(d.user("GET", path), 404)
    expect_status(d.user("DELETE", path), 404)
    expect(ref not in [c["chat-ref"] for c in ok(d.user("GET", "/me/chats"))], "it is listed")


# ------------------------------------------------------------------ keys and money

@step
def api_keys(d):
    listed = ok(d.user("GET", "/me/api-keys"))
    expect(len([k for k in listed if k["is-main"]]) == 1 and all("bearer-word" not in k for k in listed), "other keys")
    key = ok(d.user("POST", "/me/api-keys", body={"label": "new"}))
    path = f"/me/api-keys/{key['key-no']}"
    expect(key["is-main"] is False and ok(d.user("GET", path)) == key, "another key")
    run = expect_status(d.agents("POST", "/" + d.talker, None, {"message": "x"}, token=key["bearer-word"]), 201).header("x-service-run-id")
    expect_status(d.user("GET", "/me/agent-runs/" + run), 200)
    expect_status(d.user("GET", path, "otherJwt"), 404)
    expect_status(d.user("DELETE", path, "otherJwt"), 404)
    expect("bearer-word" not in ok(d.user("DELETE", path)), "the key shows")
    expect_status(d.user("GET", path), 404)
    expect_status(d.user("DELETE", path), 404)
    expect_status(d.agents("POST", "/" + d.talker, None, {"message": "x"}, token=key["bearer-word"]), 401)
    for wrong in ("nonsense", "1.5", "9" * 25):
        expect_status(d.user("GET", "/me/api-keys/" + wrong), 422)
        expect_status(d.user("DELETE", "/me/api-keys/" + wrong), 422)
    for wrong in ({}, {"label": ""}, {"label": 7}, {"label": "x" * 65}, []):
        expect_status(d.user("POST", "/me/api-keys", body=wrong), 422)
    default = ok(d.user("GET", "/me/api-keys/default", "sandboxJwt"))
    expect(default["is-main"] and default["bearer-word"], "another default key")
    heir = ok(d.user("POST", "/me/api-keys", "sandboxJwt", {"label": "heir"}))
    ok(d.user("DELETE", f"/me/api-keys/{default['key-no']}", "sandboxJwt"))
    expect(ok(d.user("GET", "/me/api-keys/default", "sandboxJwt"))["key-no"] == heir["key-no"], "another heir")
    ok(d.user("DELETE", f"/me/api-keys/{heir['key-no']}", "sandboxJwt"))
    expect(ok(d.user("GET", "/me/api-keys", "sandboxJwt")) == [], "keys are left")
    expect(ok(d.user("GET", "/me/api-keys/default", "sandboxJwt"))["is-main"], "no default key")


@step
def money(d):
    for who in ("jwt", "otherJwt", "sandboxJwt"):
        ok(d.user("GET", "/me/billing", who))
    before = Decimal(ok(d.user("GET", "/me/credits"))["left-over"])
    others = ok(d.user("GET", "/me/credits", "otherJwt"))
    after = Decimal(ok(d.user("POST", "/me/credits/use"))["left-over"])
    expect(after < before and Decimal(ok(d.user("GET", "/me/credits"))["left-over"]) == after, "another balance")
    parallel(*[lambda: ok(d.user("POST", "/me/credits/use")) for _ in range(12)])
    expect(Decimal(ok(d.user("GET", "/me/credits"))["left-over"]) == after - 12 * (before - after), "uses were lost")
    expect(ok(d.user("GET", "/me/credits", "otherJwt")) == others, "another user paid")
    expect_status(d.user("GET", "/me/credits", "sandboxJwt"), 404)
    expect_status(d.user("POST", "/me/credits/use", "sandboxJwt"), 404)
    # webhook
    hook = d.fixtures["webhook"]

    def send(body, seal):
        return d.user("POST", "/me/payments/webhook", None, raw=body, headers={hook["signatureHeader"]: seal} if seal else {})

    for _ in range(2):
        ok(send(hook["body"], hook["validSignature"]))
    expect(ok(d.user("GET", "/me/billing"))["paid-through"], "the event was not processed")
    for body, seal in ((hook["body"], None), (hook["body"], hook["validSignature"][:-1] + "x"), (hook["body"] + " ", hook["validSignature"]), ("", None)):
        expect_status(send(body, seal), 400)
    for body in ("nonsense", "[]", "{}", '{"kind":1,"event-ref":2}'):
        seal = "sha256:" + base64.urlsafe_b64encode(hmac.new(b"the otter signs for the fish", body.encode(), hashlib.sha256).digest()).decode().rstrip("=")
        expect_status(send(body, seal), 400)
    paid = ok(d.user("POST", f"/me/agents/{d.fixtures['paidAgentId']}/subscribe", "sandboxJwt", {"return-to": "https://x.example"}))
    body = json.dumps({"kind": "checkout.paid", "event-ref": "evt-9", "about": paid["checkout-ref"]})
    seal = "sha256:" + base64.urlsafe_b64encode(hmac.new(b"the otter signs for the fish", body.encode(), hashlib.sha256).digest()).decode().rstrip("=")
    ok(send(body, seal))
    expect(ok(d.user("GET", "/me/subscriptions/" + d.fixtures["paidAgentId"], "sandboxJwt"))["condition"] == "nesting", "no subscription")
    # payment sessions
    ok(d.user("POST", "/me/payments/sessions", body={"plan": "fledgling"}))
    for wrong in ({}, {"plan": "gold"}, [], {"plan": 7}):
        expect_status(d.user("POST", "/me/payments/sessions", body=wrong), 422)
    # monetization
    base = "/me/monetization/"
    for what in ("summary", "subscribers", "earnings"):
        expect(ok(d.user("GET", base + what)) == ok(d.user("GET", base + what, query={"period": 28})), "the default is not 28")
        for period in (1, 365):
            ok(d.user("GET", base + what, query={"period": period}))
        for period in (0, 366, -1, "x", "1.5", ""):
            expect_status(d.user("GET", base + what, query={"period": period}), 422)
    for period in (1, 28, 365):
        total = ok(d.user("GET", base + "summary", query={"period": period}))
        patrons = ok(d.user("GET", base + "subscribers", query={"period": period}))["by-day"]
        takings = ok(d.user("GET", base + "earnings", query={"period": period}))["by-day"]
        expect(len(patrons) == len(takings) == period, "other days")
        expect(sum(x["patrons"] for x in patrons) == total["patrons"], "another sum")
        expect(sum(Decimal(x["takings"]) for x in takings) == Decimal(total["takings"]), "another sum")
    expect(ok(d.user("GET", base + "summary", "sandboxJwt")) == {"patrons": 0, "takings": "0.00"}, "somebody else's money")


# ------------------------------------------------------------------ bundles

@step
def bundles(d):
    bundle = ok(d.user("POST", "/me/bundles"))
    path = f"/me/bundles/{bundle['basket-no']}"
    tool = {"tool-ref": d.fixtures["installableToolId"]}
    expect(bundle["contents"] == [] and ok(d.user("GET", path)) == bundle, "another bundle")
    expect(ok(d.user("POST", path + "/tools", body=tool)) == tool, "another tool")
    ok(d.user("POST", path + "/tools", body=tool))
    expect(ok(d.user("GET", path + "/tools")) == [tool] == ok(d.user("GET", path))["contents"], "other tools")
    expect(ok(d.user("PUT", path, body={"title": "rushes"})) == {**bundle, "title": "rushes", "contents": [tool]}, "another bundle")
    expect({"basket-no": bundle["basket-no"], "title": "rushes"} in ok(d.user("GET", "/me/bundles")), "another list")
    expect(bundle["basket-no"] not in [b["basket-no"] for b in ok(d.user("GET", "/me/bundles", "otherJwt"))], "another list")
    for where, who in ((path, "otherJwt"), ("/me/bundles/4711", "jwt")):
        expect_status(d.user("GET", where, who), 404)
        expect_status(d.user("DELETE", where, who), 404)
        expect_status(d.user("PUT", where, who, {"title": "x"}), 409)
        expect(ok(d.user("GET", where + "/tools", who)) == [], "tools of nobody")
        expect_status(d.user("POST", where + "/tools", who, tool), 404)
        expect_status(d.user("DELETE", f"{where}/tools/{tool['tool-ref']}", who), 404)
    for method, where, body in (("GET", "", None), ("PUT", "", {"title": "x"}), ("DELETE", "", None), ("GET", "/tools", None), ("POST", "/tools", tool), ("DELETE", "/tools/x", None)):
        expect_status(d.user(method, "/me/bundles/nonsense" + where, body=body), 422)
    expect_status(d.user("POST", path + "/tools", body={"tool-ref": "unknown"}), 404)
    expect_status(d.user("POST", path + "/tools", body={}), 422)
    expect_status(d.user("PUT", path, body={"title": ""}), 422)
    encoded = urllib.parse.quote(tool["tool-ref"], safe="")
    expect(ok(d.user("DELETE", f"{path}/tools/{encoded}")) == tool, "another tool")
    expect_status(d.user("DELETE", f"{path}/tools/{encoded}"), 404)
    expect(ok(d.user("DELETE", path))["basket-no"] == bundle["basket-no"], "another bundle")
    expect_status(d.user("GET", path), 404)


# ------------------------------------------------------------------ CLI login

@step
def cli_login(d):
    def session():
        return ok(d.user("POST", "/me/cli-auth", None))["login-ref"]

    one, two = session(), session()
    expect(one != two, "the same session")
    expect(ok(d.user("GET", "/me/cli-auth/" + one, None)) is None, "a JWT of nobody")
    jwt = d.credentials["jwt"]
    expect_status(d.user("PUT", "/me/cli-auth/" + one, None, {"passport": jwt}), 403)
    expect_status(d.user("PUT", "/me/cli-auth/" + one, "otherJwt", {"passport": jwt}), 403)
    ok(d.user("PUT", "/me/cli-auth/" + one, body={"passport": jwt}))
    expect_status(d.user("PUT", "/me/cli-auth/" + one, "otherJwt", {"passport": d.credentials["otherJwt"]}), 403)
    expect(ok(d.user("GET", "/me/cli-auth/" + two, None)) is None, "a JWT of another session")
    expect(ok(d.user("GET", "/me/cli-auth/" + one, None)) == jwt, "another JWT")
    expect_status(d.user("GET", "/me/cli-auth/" + one, None), 404)
    expect_status(d.user("PUT", "/me/cli-auth/" + one, body={"passport": jwt}), 404)
    ok(d.user("PUT", "/me/cli-auth/" + two, body={"passport": jwt}))
    got = parallel(*[lambda: d.user("GET", "/me/cli-auth/" + two, None) for _ in range(6)])
    expect(sorted(r.status for r in got) == [200] + [404] * 5, "not once")
    for method, body in (("GET", None), ("PUT", {"passport": jwt})):
        expect_status(d.user(method, "/me/cli-auth/" + UNKNOWN, body=body), 404)
        expect_status(d.user(method, "/me/cli-auth/nonsense", body=body), 422)
    for wrong in ({}, {"passport": ""}, {"passport": 7}, {"passport": "no.j.wt"}, []):
        expect_status(d.user("PUT", "/me/cli-auth/" + session(), body=wrong), 422)


# ------------------------------------------------------------------ schedules

@step
def schedules(d):
    cron = d.fixtures["cron"]
    chat = d.talker.lower()
    made = ok(d.user("POST", "/me/schedules", body={"chat-ref": chat, "beat": cron}))[0]
    path = "/me/schedules/" + made["rota-ref"]
    expect((made["chat-ref"], made["beat"]) == (chat, cron) and made["next-at"], "another schedule")
    expect(made == ok(d.user("GET", path)) and made in ok(d.user("GET", "/me/schedules"))["rota"], "another schedule")
    expect(made not in ok(d.user("GET", "/me/schedules", "otherJwt"))["rota"], "somebody else's schedule")
    for nobody in (None, "", "nonsense", 7, UNKNOWN, d.fixtures["unpaidAgentId"], d.fixtures["privateAgentId"]):
        expect_status(d.user("POST", "/me/schedules", body={"chat-ref": nobody, "beat": cron}), 403)
    expect_status(d.user("POST", "/me/schedules", body={"beat": cron}), 403)
    for wrong in ({"chat-ref": chat}, {"chat-ref": chat, "beat": "nonsense"}, {"chat-ref": chat, "beat": 7}, [], {"chat-ref": chat, "beat": "60 0 * * *"}):
        expect_status(d.user("POST", "/me/schedules", body=wrong), 422)
    changed = ok(d.user("PUT", path, body={"beat": "1 2 3 4 *"}))
    expect([(s["rota-ref"], s["beat"], s["chat-ref"]) for s in changed] == [(made["rota-ref"], "1 2 3 4 *", chat)], "another schedule")
    expect(ok(d.user("GET", path)) == changed[0], "it was not kept")
    expect_status(d.user("PUT", path, body={"chat-ref": d.fixtures["unpaidAgentId"]}), 403)
    expect_status(d.user("PUT", path, body={"beat": "99 * * * *"}), 422)
    expect_status(d.user("GET", path, "otherJwt"), 404)
    expect_status(d.user("GET", "/me/schedules/" + UNKNOWN), 404)
    for method, body in (("PUT", {"beat": cron}), ("DELETE", None)):
        expect(ok(d.user(method, path, "otherJwt", body)) == [] == ok(d.user(method, "/me/schedules/" + UNKNOWN, body=body)), "touched")
        expect_status(d.user(method, "/me/schedules/nonsense", body=body), 422)
    expect_status(d.user("GET", "/me/schedules/nonsense"), 422)
    expect(ok(d.user("GET", path)) == changed[0], "somebody else has changed it")
    expect(ok(d.user("DELETE", path)) == changed, "another schedule")
    expect_status(d.user("GET", path), 404)
    ok(d.user("GET", "/me/schedules/onboarding"))

    def convert(text):
        return d.user("GET", "/me/schedules/text-to-cron", query={"cron": text})

    for text, out in (("15 6 * * 1-5", "15 6 * * MON-FRI"), ("every monday at 7:30", "30 7 * * MON"), ("*/5 0 1,15 2 7", "*/5 0 1,15 FEB SUN"),
                      ("every 10 minutes", "*/10 * * * *"), ("@daily", "0 0 * * *"), ("every weekday at 6 pm", "0 18 * * MON-FRI")):
        expect(ok(convert(text)) == out, f"another cron expression of {text}: {convert(text).text}")
        ok(convert(out))
    for text in ("", "nonsense", "* * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", "5-1 * * * *", "*/0 * * * *", "1,,2 * * * *", "every day at 25"):
        expect_status(convert(text), 400)
    expect_status(d.user("GET", "/me/schedules/text-to-cron"), 422)


# ------------------------------------------------------------------ tools

@step
def tools(d):
    listed = ok(d.user("GET", "/me/tools/list"))
    names = [t["name"] for t in listed]
    expect(len([n for n in names if n.startswith("NOTIFIER_")]) == 15, "not 15 tools")
    public = ok(d.user("GET", "/me/tools", None))
    expect({t["called"] for t in public} == set(names), "other tools")
    for tool in public:
        quoted = urllib.parse.quote(tool["tool-ref"], safe="")
        expect(ok(d.user("GET", "/me/tools/" + quoted, None)) == tool, "another tool")
    expect_status(d.user("GET", "/me/tools/unknown", None), 404)

    def search(**query):
        return d.user("GET", "/me/tools/search", query=query)

    expect(ok(search(q="create a chat")) == ok(search(q="create a chat", limit=20, min_score=0.15)), "other defaults")
    expect(len(ok(search(q="marsh"))) == 20 and len(ok(search(q="marsh", limit=200))) > 20, "other limits")
    expect(ok(search(q="create a chat", limit=1))[0]["name"] == "NOTIFIER_CREATE_CHAT", "another tool")
    expect(len(ok(search(q="marsh", limit=3))) == 3 and len(ok(search(q="marsh", limit=1))) == 1, "other limits")
    for query in ("toolkit=", "toolkit=null"):
        expect(ok(d.user("GET", "/me/tools/search?q=chat&" + query)) == ok(search(q="chat")), "another toolkit")
    expect(ok(search(q="marsh", toolkit="notifier rack", min_score="0.9")) == [], "another toolkit")
    expect(len(ok(search(q="chat", min_score="0", limit=200))) > len(ok(search(q="chat", min_score="1.0", limit=200))) > 0, "another score")
    for q in ("(", "*", "%", "\\", "ø +&?", "'; drop", " "):
        ok(search(q=q))
    for query in ({}, {"q": ""}, {"q": "x", "limit": 0}, {"q": "x", "limit": 201}, {"q": "x", "limit": "a"}, {"q": "x", "min_score": -0.1},
                  {"q": "x", "min_score": 1.01}, {"q": "x", "min_score": "high"}, {"q": "x", "min_score": "nan"}):
        expect_status(search(**query), 422)
    # toolsets
    sets = ok(d.user("GET", "/me/toolsets/list"))
    for one in sets:
        whole = ok(d.user("GET", "/me/toolsets/" + urllib.parse.quote(one["rack"])))
        expect(whole["rack"] == one["rack"] and whole["contents"], "another toolset")
    expect(d.fixtures["toolsetName"] in [s["rack"] for s in sets], "the fixture is missing")
    expect_status(d.user("GET", "/me/toolsets/unknown"), 404)
    # installed tools
    tool = d.fixtures["installableToolId"]
    path = "/me/user-tools/" + urllib.parse.quote(tool, safe="")
    expect_status(d.user("GET", path), 404)
    expect_status(d.user("DELETE", path), 404)
    first = ok(d.user("POST", "/me/user-tools", body={"tool-ref": tool}))
    expect(ok(d.user("POST", "/me/user-tools", body={"tool-ref": tool})) == first, "installed anew")
    expect(ok(d.user("GET", path)) == ok(d.user("GET", "/me/user-tools"))[0], "another tool")
    expect(ok(d.user("GET", "/me/user-tools", "otherJwt")) == [], "installed for another user")
    expect_status(d.user("DELETE", path, "otherJwt"), 404)
    expect(ok(d.user("DELETE", path))["tool-ref"] == tool, "another tool")
    expect_status(d.user("GET", path), 404)
    expect_status(d.user("POST", "/me/user-tools", body={"tool-ref": "unknown"}), 409)
    for wrong in ({}, {"tool-ref": ""}, {"tool-ref": 7}, []):
        expect_status(d.user("POST", "/me/user-tools", body=wrong), 422)


@step
def tool_runs(d):
    fixture = d.fixtures["tool"]
    before = all_pages(d, "/me/executions", "entry-no")[0]
    ok(d.run_tool(fixture["name"], fixture["input"]))
    expect_status(d.run_tool(fixture["name"], fixture["invalidInput"]), 400)
    new = [n for n in all_pages(d, "/me/executions", "entry-no")[0] if n not in before]
    logs = [ok(d.user("GET", f"/me/executions/{n}")) for n in new]
    expect([(log["tool-name"], log["went-well"]) for log in logs] == [(fixture["name"], True), (fixture["name"], False)], "other logs")
    expect_status(d.run_tool("UNKNOWN"), 404)
    for body in ([], "x", 7):
        expect_status(d.run_tool(fixture["name"], body), 422)
    for raw in ("", "null", "{"):
        expect_status(d.run_tool(fixture["name"], raw=raw), 422)
    # the JWT
    head, body, seal = d.credentials["jwt"].split(".")
    none = base64.urlsafe_b64encode(b'{"typ":"JWT","alg":"none"}').decode().rstrip("=")
    forged = [None, "", "nonsense", "a.b.c", d.credentials["apiKey"], f"{head}.{body}.", f"{head}.{body}.{seal[::-1]}", f"{head}.{body}.{seal[:-1]}",
              f"{none}.{body}.", f"{none}.{body}.{seal}", jwt_of(d, exp=int(time.time()) - 1), jwt_of(d, exp=None), jwt_of(d, exp="9999999999"),
              jwt_of(d, sub=UNKNOWN), jwt_of(d, iss="somebody"), jwt_of(d, nbf=int(time.time()) + 100)]
    for token in forged:
        for path in ("/me/tools/run/" + fixture["name"], "/me/tools/run/UNKNOWN"):
            expect_status(d.user("POST", path, None, fixture["input"], token=token), 401)
        expect(d.user("GET", "/me/", None, token=token).status in (401, 403), "a forged JWT")
    expect_status(d.user("POST", "/me/tools/run/" + fixture["name"], None, fixture["input"], headers={"Authorization": d.credentials["jwt"]}), 401)
    expect_status(d.user("GET", "/me/", None, token=jwt_of(d, exp=int(time.time()) + 100)), 200)
    # services
    everywhere = {"service_id": "default", "service_id_namespace": "global"}
    expect(ok(d.run_tool("NOTIFIER_GET_USER", query=everywhere)) == ok(d.run_tool("NOTIFIER_GET_USER")), "other defaults")
    for query in ({"service_id": "nowhere"}, {"service_id_namespace": "nowhere"}):
        expect_status(d.run_tool("NOTIFIER_GET_USER", query=query), 400)
    expect_status(d.run_tool("NOTIFIER_GET_USER", who="sandboxJwt"), 400)


@step
def notifier(d):
    def refused(operation, *inputs):
        for input in inputs:
            expect_status(d.run_tool("NOTIFIER_" + operation, input), 400)

    def idens(operation, input=None, **more):
        return [x["iden"] for x in d.notify(operation, input, **more)]

    # chats
    chats = [d.notify("CREATE_CHAT", {"email": f"nobody{i}@pond.example"})[0]["iden"] for i in range(3)]
    refused("CREATE_CHAT", {}, {"email": 7}, {"email": "nobody"}, {"email": "a@b", "more": 1})
    expect(idens("LIST_CHATS") == chats, "other chats")
    first = ok(d.run_tool("NOTIFIER_LIST_CHATS", {"limit": 2}))
    expect([c["iden"] for c in first["yield"]] == chats[:2], "other chats")
    expect(idens("LIST_CHATS", {"cursor": first["more"]}) == chats[2:], "other chats")
    refused("LIST_CHATS", {"limit": 501}, {"limit": "2"}, {"limit": 1.5}, {"cursor": "nowhere"})
    expect(idens("LIST_CHATS", {"limit": 500}) == chats, "other chats")
    for muted in (True, False):
        expect(d.notify("UPDATE_CHAT", {"iden": chats[0], "muted": muted})[0]["muted"] is muted, "not muted")
        expect(d.notify("LIST_CHATS")[0]["muted"] is muted, "not muted")
    refused("UPDATE_CHAT", {}, {"iden": chats[0]}, {"muted": True}, {"iden": chats[0], "muted": "yes"}, {"iden": "unknown", "muted": True})
    d.notify("DELETE_CHAT", {"iden": chats[0]})
    expect(idens("LIST_CHATS") == chats[1:], "other chats")
    refused("DELETE_CHAT", {}, {"iden": chats[0]})
    # devices
    whole = {"icon": "toaster", "model": "m", "has_sms": False, "nickname": "n", "push_token": "", "app_version": 0, "manufacturer": "f"}
    device = d.notify("CREATE_DEVICE", whole)[0]["iden"]
    for name in ("model", "nickname", "app_version", "manufacturer"):
        refused("CREATE_DEVICE", {k: v for k, v in whole.items() if k != name})
    refused("CREATE_DEVICE", {**whole, "app_version": -1}, {**whole, "app_version": "1"}, {**whole, "has_sms": "no"}, {**whole, "icon": 7})
    expect({k: v for k, v in d.notify("LIST_DEVICES")[0].items() if k in whole} == whole, "another device")
    d.notify("UPDATE_DEVICE", {"iden": device, "nickname": "mink", "app_version": 9})
    shown = d.notify("LIST_DEVICES")[0]
    expect((shown["iden"], shown["nickname"], shown["app_version"], shown["model"]) == (device, "mink", 9, "m"), "another device")
    refused("UPDATE_DEVICE", {}, {"nickname": "x"}, {"iden": device, "app_version": -1}, {"iden": "unknown"})
    # pushes
    def push(**more):
        return d.notify("CREATE_PUSH", {"type": "note", **more})[0]["iden"]

    file = {"type": "file", "file_url": "https://x.example/a", "file_name": "a", "file_type": "text/plain"}
    pushes = [push(body="one", guid="g"), push(type="link", url="https://x.example"), push(**file, device_iden=device)]
    expect(push(body="one", guid="g") == pushes[0], "the guid is ignored")
    expect(idens("LIST_PUSHES") == pushes == idens("LIST_PUSHES", {"limit": 500, "active": True}), "other pushes")
    expect(idens("LIST_PUSHES", who="otherJwt") == [], "other pushes")
    refused("CREATE_PUSH", {}, {"type": "image"}, {"type": "link"}, {"type": "note", "body": 7}, {"type": "note", "device_iden": "unknown"},
            *[{k: v for k, v in file.items() if k != name} for name in ("file_url", "file_name", "file_type")])
    refused("LIST_PUSHES", {"limit": 501}, {"active": "yes"}, {"modified_after": "now"})
    items = [{"text": "reeds", "checked": True}]
    d.notify("UPDATE_PUSH", {"iden": pushes[0], "items": items, "dismissed": True})
    shown = d.notify("LIST_PUSHES")[0]
    expect((shown["items"], shown["dismissed"], shown["body"]) == (items, True, "one"), "another push")
    refused("UPDATE_PUSH", {}, {"iden": pushes[0], "items": [{"text": "x"}]}, {"iden": pushes[0], "dismissed": 1}, {"iden": "unknown"})
    expect(idens("LIST_PUSHES", {"modified_after": shown["modified"] - 0.0001}) == pushes[:1], "another time")
    expect(idens("LIST_PUSHES", {"modified_after": time.time() + 60}) == [], "another time")
    d.notify("DELETE_PUSH", {"iden": pushes[1]})
    expect(idens("LIST_PUSHES") == [pushes[0], pushes[2]] == idens("LIST_PUSHES", {"active": True, "modified_after": 0}), "other pushes")
    expect(idens("LIST_PUSHES", {"modified_after": 0}) == pushes, "no trace is left")
    refused("DELETE_PUSH", {}, {"iden": pushes[1]})
    other = d.notify("CREATE_PUSH", {"type": "note"}, "otherJwt")[0]["iden"]
    d.notify("DELETE_ALL_PUSHES")
    time.sleep(0.5)
    expect(idens("LIST_PUSHES") == [] and idens("LIST_PUSHES", who="otherJwt") == [other], "other pushes")
    d.notify("DELETE_DEVICE", {"device_iden": device})
    expect(d.notify("LIST_DEVICES") == [], "the device is there")
    refused("DELETE_DEVICE", {}, {"device_iden": device})
    # the rest
    expect(d.notify("GET_USER") != d.notify("GET_USER", who="otherJwt"), "the same user")
    upload = d.notify("UPLOAD_REQUEST", {"file_name": "a b?.txt", "file_type": "text/plain"})[0]
    expect(upload["upload_url"].startswith("https://") and upload["file_url"].endswith("/a%20b%3F.txt"), "other URLs")
    refused("UPLOAD_REQUEST", {}, {"file_name": "a"}, {"file_type": "text/plain"})


# ------------------------------------------------------------------ the user, and everything together

@step
def user_and_vip(d):
    expect(ok(d.user("GET", "/me/", "sandboxJwt"))["standing"] == "sandpiper" != ok(d.user("GET", "/me/"))["standing"], "another tier")
    before = ok(d.user("GET", "/me/vip", "otherJwt"))["times-used"]
    code = d.fixtures["vipCode"]

    def redeem(text, who="jwt"):
        return d.user("POST", "/me/vip", who, {"pass-phrase": text})

    expect_status(redeem(d.fixtures["ownVipCode"]), 400)
    expect_status(redeem("unknown"), 400)
    expect_status(redeem(""), 400)
    answers = parallel(*[lambda: redeem(code) for _ in range(6)])
    expect(sorted(a.status for a in answers) == [200] + [400] * 5, "not once")
    expect_status(redeem(code), 400)
    expect_status(redeem(code + " "), 400)
    expect_status(redeem(code, "otherJwt"), 400)
    expect_status(redeem(code, "sandboxJwt"), 200)
    expect(ok(d.user("GET", "/me/vip", "otherJwt"))["times-used"] == before + 2, "another count")
    for wrong in ({}, {"pass-phrase": 7}, []):
        expect_status(d.user("POST", "/me/vip", body=wrong), 422)


@step
def credentials_everywhere(d):
    """Every operation that declares a bearer credential refuses without one; every other one does not."""
    openapi = d.openapi
    for template, item in openapi["paths"].items():
        if "servers" in item:
            continue
        for method, operation in item.items():
            path = re.sub(r"\{\w+\}", UNKNOWN, template)
            status = d.user(method.upper(), path, None).status
            if operation["security"]:
                expect(status == (401 if "/tools/run/" in path else 403), f"{method} {template} without a JWT: {status}")
                expect(d.user(method.upper(), path, None, token="a.b.c").status == 401, f"{method} {template} with a wrong JWT")
            else:
                expect(status not in (401, 405), f"{method} {template} without a JWT: {status}")


@step
def odd_requests(d):
    expect_status(d.user("GET", "/me/nothing"), 404)
    expect_status(d.request("GET", f"http://127.0.0.1:{d.port}/elsewhere"), 404)
    expect_status(d.user("DELETE", "/me/agents"), 405)
    expect_status(d.user("POST", "/me/agents", body={"opening-brief": "x" * 2_000_000}), 413)
    expect_status(d.user("POST", "/me/agents", raw='{"opening-brief":"\\ud83d"}'), 200)
    expect_status(d.user("POST", "/me/agents", raw='{"opening-brief":"a","opening-brief":"b"}'), 200)
    expect_status(d.user("POST", "/me/agents", raw='{"opening-brief":"a"}', headers={"Content-Type": "application/json; charset=utf-8"}), 200)
    for raw in ("{'a':1}", '{"a":01}', '{"a":1,}', '{"a":"\t"}', "[1 2]", '{"a":1e99999}', '{"a":' + "9" * 2000 + "}", "\ufeff{}"):
        expect_status(d.user("POST", "/me/agents", raw=raw), 422)
    random.seed(7)
    values = [None, True, 0, -1, 1.5, 10 ** 30, "", "x", "\x00", "🐦", [], [[]], {}, {"x": 1}]
    for template, item in d.openapi["paths"].items():
        for method in [m for m in item if m != "servers"]:
            for _ in range(4):
                names = [UNKNOWN, "x", "-1", "0", "9" * 30, "ø", "%", UNKNOWN if method == "delete" else d.diver]
                path = re.sub(r"\{\w+\}", lambda _: urllib.parse.quote(random.choice(names), safe=""), template)
                body = random.choice(values)
                names = re.findall(r'"([a-z-]+)": ', json.dumps(item[method].get("requestBody", {})))
                if random.random() < 0.6 and names:
                    body = {random.choice(names): random.choice(values) for _ in range(3)}
                    schema = item[method]["requestBody"]["content"]["application/json"]["schema"]
                    ref = (schema.get("anyOf", [schema])[0]).get("$ref", "").split("/")[-1]
                    for name in d.openapi["components"]["schemas"].get(ref, {}).get("properties", {}):
                        body[name] = random.choice(values)
                call = d.agents if "servers" in item else d.user
                query = "?" + urllib.parse.urlencode({p["name"]: random.choice(["", "x", "-1", "1e3", "ø", "\x00"])
                                                      for p in item[method].get("parameters", []) if p["in"] == "query"})
                answer = call(method.upper(), path + query, raw=json.dumps(body))
                expect(answer.status < 500, f"{answer.what} with {body} answered {answer.status}")


@step
def at_the_same_time(d):
    words = [f"word {i}" for i in range(12)]
    runs = parallel(*[lambda w=w: d.started(w) for w in words])
    expect(len(set(runs)) == 12 and all(d.said(r) == [w] for r, w in zip(runs, words)), "runs are mixed")
    parallel(*[lambda i=i: d.say(runs[0], f"more {i}", ndjson=bool(i % 2)) for i in range(8)])
    expect(sorted(d.said(runs[0])) == sorted(["word 0"] + [f"more {i}" for i in range(8)]), "messages are lost")
    expect([m["role"] for m in d.history(runs[0])] == ["user", "assistant"] * 9, "turns are mixed")
    ref = d.new_agent()["worker-ref"]
    parallel(*[lambda: d.user("POST", f"/me/agents/{ref}/files", body={"title": "t", "text": ""}) for _ in range(12)])
    expect(len(d.files(ref)) == 7, "another number of files")
    whos = ("jwt", "otherJwt", "sandboxJwt") * 4
    answers = parallel(*[lambda w=w: ok(d.user("GET", "/me/", w)) for w in whos])
    expect(len({(w, a["bird-ref"]) for w, a in zip(whos, answers)}) == 3, "users are mixed")


@step
def speed(d):
    import http.client
    connection = http.client.HTTPConnection("127.0.0.1", d.port)
    headers = {"Authorization": "Bearer " + d.credentials["jwt"]}
    times = []
    for _ in range(200):
        started = time.perf_counter()
        connection.request("GET", "/marsh/me/billing", headers=headers)
        connection.getresponse().read()
        times.append(time.perf_counter() - started)
    connection.close()
    median = statistics.median(times) * 1000
    expect(median < 5, f"a plain request takes {median:.1f} ms")


def walk():
    wrong = []
    with Deployment() as d:
        if d.seconds_to_start > 3:
            wrong.append(f"it starts in {d.seconds_to_start:.1f} s")
        d.openapi = ok(d.request("GET", d.config["openapi"]))
        expect(d.openapi["info"]["version"] == "0.1.0", "another version")
        wrong += unbound_fields(d.openapi)
        judge = Judge(d.openapi, "/reeds", "/marsh")
        d.observers.append(judge.observe)
        for function in STEPS:
            try:
                function(d)
            except Misbehaves as e:
                import traceback
                line = traceback.extract_tb(e.__traceback__)[1]
                wrong.append(f"{function.__name__}, line {line.lineno} ({line.line}): {e}")
        wrong += sorted(set(judge.wrong))
        described = {f"{m.upper()} {'{agents_url}' if 'servers' in item else '{base_url}'}{path}": operation
                     for path, item in d.openapi["paths"].items() for m, operation in item.items() if m != "servers"}
        wrong += [f"the OpenAPI document has not: {o}" for o in sorted(operations_of_interface() - set(described))]
        wrong += [f"the OpenAPI document has besides: {o}" for o in sorted(set(described) - operations_of_interface())]
        for name, operation in described.items():
            method, path = name.split(" ", 1)
            seen = judge.seen.get(f"{method} {re.sub('^{(agents|base)_url}', '', path)}", set())
            never = {int(s) for s in operation["responses"]} - seen - {413}
            if never:
                wrong.append(f"{name}: described but never seen: {sorted(never)}")
    return wrong
