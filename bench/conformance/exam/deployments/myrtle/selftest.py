#!/usr/bin/env python3
"""Starts myrtle without a fault and walks through everything; then each fault must make its probe fail.
   selftest.py [walk | probes | FAULT-ID ...]"""
import hashlib
import hmac
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from urllib.parse import quote, urlencode

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = json.load(open(os.path.join(HERE, "config.json")))
FAULTS = json.load(open(os.path.join(HERE, "faults.json")))
FX, CR = CONFIG["fixtures"], CONFIG["credentials"]
A = FX["agentId"]


class Answer:
    def __init__(self, status, headers, raw, chunks=()):
        self.status, self.headers, self.raw, self.chunks = status, headers, raw, chunks

    @property
    def json(self):
        return json.loads(self.raw)

    @property
    def text(self):
        return self.raw.decode("utf-8")


class Server:
    def __init__(self, fault=""):
        s = socket.socket()
        s.bind(("127.0.0.1", 0))
        self.port = s.getsockname()[1]
        s.close()
        began = time.time()
        self.p = subprocess.Popen([os.path.join(HERE, "start.sh"), str(self.port)], stdout=subprocess.PIPE,
                                  env={**os.environ, "FAULT": fault})
        line = self.p.stdout.readline()
        assert line == b"ready\n", line
        self.started_in = time.time() - began

    def stop(self):
        self.p.terminate()
        self.p.wait(5)

    def call(self, method, path, body=None, token=CR["jwt"], headers=None, raw=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        h = dict(headers or {})
        if token:
            h["Authorization"] = "Bearer " + token
        data = raw if raw is not None else (None if body is None else json.dumps(body).encode())
        if data is not None:
            h.setdefault("Content-Type", "application/json")
        c.request(method, path, data, h)
        r = c.getresponse()
        chunks = []
        got = b""
        while True:
            part = r.read1(65536)
            if not part:
                break
            chunks.append((time.time(), part))
            got += part
        c.close()
        return Answer(r.status, {k.lower(): v for k, v in r.getheaders()}, got, chunks)

    # shortcuts
    def me(self, method, path, body=None, who="jwt", **kw):
        return self.call(method, "/me" + path, body, CR[who] if who else None, **kw)

    def w(self, method, path, message=None, who="apiKey", token=None, **kw):
        body = None if message is None else {"message": message}
        return self.call(method, "/agents/" + path, body, token or CR[who], **kw)

    def run_tool(self, name, given=None, who="jwt"):
        return self.me("POST", "/tools/run/NOTIFIER_" + name, given or {}, who)


def eq(got, want, what=""):
    assert got == want, f"{what}: got {got!r}, want {want!r}"


def ok(answer, status=200, what=""):
    assert answer.status == status, f"{what}: status {answer.status}, want {status}: {answer.raw[:300]!r}"
    return answer.json if answer.raw and "json" in answer.headers.get("content-type", "") and "ndjson" not in \
        answer.headers.get("content-type", "") else answer


def history(s, run, agent=A, **kw):
    return ok(s.w("GET", f"{agent}/{run}", **kw))


def new_agent(s, who="jwt", **members):
    return ok(s.me("POST", "/agents", {"instructions": "Answer <briefly> & well " + uuid.uuid4().hex, **members}, who))


def new_file(s, agent, **members):
    return ok(s.me("POST", f"/agents/{agent}/files", {"doc_name": "n.txt", **members}), 201)


def wait_job(s, run, limit=None):
    end = time.time() + (limit or FX["jobSeconds"])
    while time.time() < end:
        if "x-service-job-id" not in s.w("GET", f"{A}/{run}").headers:
            return
        time.sleep(0.15)
    raise AssertionError("the job did not end")


def run_id(answer):
    return answer.headers["x-service-run-id"]


def ndjson(answer):
    return [json.loads(x) for x in answer.text.split("\n")[:-1]]


def at_once(*calls):
    with ThreadPoolExecutor(len(calls)) as pool:
        return [f.result() for f in [pool.submit(c) for c in calls]]


def sign(body, stamp="1767225600", secret=None):
    mac = hmac.new((secret or FX["webhook"]["secret"]).encode(), f"{stamp}.{body}".encode(), hashlib.sha256).hexdigest()
    return {FX["webhook"]["signatureHeader"]: f"t={stamp},v1={mac}"}


UNKNOWN = "00000000-0000-4000-8000-00000000dead"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00")


# ================================================================ walk

def walk(s):
    walk_auth(s)
    walk_workers(s)
    walk_runs(s)
    walk_subs(s)
    walk_studio(s)
    walk_agents(s)
    walk_files(s)
    walk_chats(s)
    walk_money(s)
    walk_bundles(s)
    walk_cli(s)
    walk_schedules(s)
    walk_tools(s)
    walk_notifier(s)
    walk_vip(s)


def walk_auth(s):
    rows = re.findall(r"^\| (GET|POST|PUT|PATCH|DELETE) \| (/me\S*)([^|]*)\| ([^|]*)\|", open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../../spec/interface.md")).read(), re.M)
    eq(len(rows), 88)
    for method, path, marks, line in rows:
        if "no auth declared" in marks:
            continue
        filled = re.sub(r"\{(\w+)\}", lambda m: "1" if m[1] in ("bundle_id", "log_id", "api_key_id") else UNKNOWN, path)
        if "service_name" in line:
            filled += "?service_name=lovable"
        eq(s.call(method, filled, None, None).status, 401, method + path)
        eq(s.call(method, filled, None, CR["jwt"][:-4] + "AAAA").status, 401, method + path)
        eq(s.call(method, filled, None, CR["apiKey"]).status, 401, method + path)
    eq(s.w("POST", A, "x", token="nope").status, 401)
    eq(s.call("POST", f"/agents/{A}", {"message": "x"}, None).status, 401)
    eq(s.call("POST", f"/agents/{A}", {"message": "x"}, CR["jwt"]).status, 401)
    eq(ok(s.me("GET", "/"))["plan"], "studio")
    eq(ok(s.me("GET", "/", who="sandboxJwt"))["plan"], "sandbox")
    eq(s.me("GET", "/nothing").status, 404)
    eq(s.me("DELETE", "/agents").status, 405)


def walk_workers(s):
    a = s.w("POST", A, FX["message"])
    ok(a)
    run = run_id(a)
    uuid.UUID(run)
    assert len(a.chunks) > 3, "not streamed"
    eq(history(s, run), [{"role": "user", "content": FX["message"]}, {"role": "assistant", "content": a.text}])
    assert "—" in a.text
    b = s.w("PUT", f"{A}/{run}", "")
    eq(run_id(b), run)
    eq([m["role"] for m in history(s, run)], ["user", "assistant"] * 2)
    assert run_id(s.w("POST", A, "again")) != run
    n = s.w("POST", "ndjson/" + A, FX["toolCallMessage"]["message"])
    lines = ndjson(n)
    eq(n.headers["content-type"], "application/x-ndjson")
    eq([x["kind"] for x in lines if x["kind"] != "text"], ["tool_call", "tool_result", "done"])
    eq("".join(x["text"] for x in lines if x["kind"] == "text"), history(s, run_id(n))[1]["content"])
    assert FX["toolCallMessage"]["output"] in n.text
    t = s.w("POST", A, FX["toolCallMessage"]["message"])
    assert FX["toolCallMessage"]["output"] not in t.text and "{" not in t.text
    n2 = s.w("PUT", f"ndjson/{A}/{run_id(n)}", "more ☂")
    eq(run_id(n2), run_id(n))
    eq(history(s, run_id(n))[2], {"role": "user", "content": "more ☂"})
    slow = s.w("POST", A, FX["slowMessage"])
    assert slow.chunks[-1][0] - slow.chunks[0][0] > 1.5
    # somebody who leaves does not hurt the run
    c = http.client.HTTPConnection("127.0.0.1", s.port)
    c.request("POST", f"/agents/{A}", json.dumps({"message": FX["slowMessage"]}), {"Authorization": "Bearer " + CR["apiKey"]})
    r = c.getresponse()
    left = r.getheader("x-service-run-id")
    c.close()
    r.close()
    # jobs
    for message in (FX["backgroundMessage"], FX["backgroundErrorMessage"]):
        j = s.w("POST", A, message)
        job = run_id(j)
        assert j.headers["x-service-job-id"]
        g = s.w("GET", f"{A}/{job}")
        assert g.headers["x-service-job-id"]
        before = g.json
        eq(len(before), 2)
        eq(s.w("PUT", f"{A}/{job}", "now?").status, 409)
        eq(s.w("PUT", f"ndjson/{A}/{job}", "now?").status, 409)
        eq(history(s, job), before)
        eq(s.w("POST", A, "meanwhile").status, 200)
        wait_job(s, job)
        ok(s.w("PUT", f"{A}/{job}", "and now?"))
        eq([m["role"] for m in history(s, job)], ["user", "assistant", "assistant", "user", "assistant"])
    eq(len(history(s, left)), 2, "left run")
    # who and what
    eq(s.w("GET", f"{A}/{run}", who="otherApiKey").status, 404)
    eq(s.w("PUT", f"{A}/{run}", "x", who="otherApiKey").status, 404)
    eq(s.w("POST", A, "hello", who="otherApiKey").status, 200)
    eq(s.w("POST", FX["privateAgentId"], "hello").status, 403)
    eq(s.w("POST", FX["paidAgentId"], "hello").status, 403)
    eq(s.w("POST", FX["subscribedAgentId"], "hello").status, 200)
    eq(s.w("POST", UNKNOWN, "hello").status, 404)
    eq(s.w("POST", "no-guid", "hello").status, 422)
    eq(s.w("GET", f"{A}/{UNKNOWN}").status, 404)
    eq(s.w("GET", f"{FX['ownPaidAgentId']}/{run}").status, 404)
    for raw in (b"", b"{", b"[]", b'{"message":7}', b'{"message":null}', b"{}", b'{"message":"\\ud800"}', b"\xff", b'{"message":NaN}'):
        eq(s.w("POST", A, raw=raw).status, 422, raw)
        eq(s.w("PUT", f"{A}/{run}", raw=raw).status, 422, raw)
    # two and more at once: nothing lost, in order
    at_once(*[lambda i=i: s.w("PUT", f"{A}/{run}", f"at once {i}") for i in range(6)])
    h = history(s, run)
    eq([m["role"] for m in h], ["user", "assistant"] * 8)
    eq({m["content"] for m in h if m["content"].startswith("at once")}, {f"at once {i}" for i in range(6)})
    ids = at_once(*[lambda: run_id(s.w("POST", A, "p")) for _ in range(6)])
    eq(len(set(ids)), 6)
    long = "ä" * 50_000
    eq(history(s, run_id(s.w("POST", A, long)))[0]["content"], long)


def pages(s, path, limit, key):
    seen, cursor, n = [], None, 0
    while True:
        p = ok(s.me("GET", path + "?" + urlencode({"limit": limit, **({"next_cursor": cursor} if cursor else {})})))
        assert len(p["data"]) <= limit
        seen += [x[key] for x in p["data"]]
        cursor = p["cursor"]
        if cursor is None:
            return seen
        assert TIME.fullmatch(cursor)
        n += 1
        assert n < 100 and len(p["data"]) == limit


def walk_runs(s):
    eq(len(ok(s.me("GET", "/agent-runs"))["data"]), 30)
    everything = [r["run_id"] for r in ok(s.me("GET", "/agent-runs?limit=400"))["data"]]
    assert len(everything) > 40
    eq(pages(s, "/agent-runs", 7, "run_id"), everything)
    eq(pages(s, "/agent-runs", 1, "run_id"), everything)
    first = ok(s.me("GET", "/agent-runs?limit=2"))
    eq([r["run_id"] for r in ok(s.me("GET", "/agent-runs?limit=2&next_cursor=" + first["cursor"]))["data"]], everything[2:4])
    z = first["cursor"].replace("+00:00", "Z")
    eq([r["run_id"] for r in ok(s.me("GET", "/agent-runs?limit=2&next_cursor=" + z))["data"]], everything[2:4])
    for path in ("/agent-runs", "/executions"):
        for q in ("limit=x", "limit=0", "limit=-1", "limit=", "limit=1.5", "next_cursor=yesterday", "next_cursor=12"):
            a = s.me("GET", f"{path}?{q}")
            eq(a.status, 422, path + q)
            assert a.json["detail"][0]["loc"]
    one = ok(s.me("GET", "/agent-runs/" + everything[0]))
    eq(one["run_id"], everything[0])
    eq(ok(s.me("GET", "/agent-runs/" + everything[0].upper()))["run_id"], everything[0])
    eq(s.me("GET", "/agent-runs/" + everything[0], who="otherJwt").status, 404)
    eq(s.me("GET", "/agent-runs/" + UNKNOWN).status, 404)
    eq(s.me("GET", "/agent-runs/xyz").status, 422)
    eq(s.me("GET", "/agent-runs/xyz/logs").status, 422)
    eq(s.me("GET", "/agent-runs/xyz/mcp-server-logs").status, 422)
    run = run_id(s.w("POST", A, FX["toolCallMessage"]["message"]))
    logs = ok(s.me("GET", f"/agent-runs/{run}/mcp-server-logs"))
    eq([(x["run_id"], x["tool"]) for x in logs], [(run, "look_up_ferry")])
    eq(ok(s.me("GET", f"/agent-runs/{run}/mcp-server-logs", who="otherJwt")), [])
    eq([x["run_id"] for x in ok(s.me("GET", f"/agent-runs/{run}/logs"))], [run])
    eq(ok(s.me("GET", f"/agent-runs/{run}/logs", who="otherJwt")), [])
    eq(ok(s.me("GET", f"/agent-runs/{UNKNOWN}/logs")), [])
    r = ok(s.me("POST", "/tools/run/look_up_ferry", FX["tool"]["input"]))
    top = ok(s.me("GET", "/executions"))
    eq(len(top["data"]), 30)
    eq(top["data"][0]["log_no"], r["log_no"])
    eq(pages(s, "/executions", 9, "log_no"), [x["log_no"] for x in ok(s.me("GET", "/executions?limit=300"))["data"]])
    eq(ok(s.me("GET", f"/executions/{r['log_no']}"))["input"], FX["tool"]["input"])
    eq(s.me("GET", f"/executions/{r['log_no']}", who="otherJwt").status, 404)
    eq(s.me("GET", "/executions/999999").status, 404)
    eq(s.me("GET", "/executions/one").status, 422)


def walk_subs(s):
    sub = lambda a, who="jwt": s.me("POST", f"/agents/{a}/subscribe", {}, who)
    eq(ok(sub(FX["paidAgentId"]))["agent_id"], FX["paidAgentId"])
    eq(s.me("GET", "/subscriptions/" + FX["paidAgentId"]).status, 404)
    eq(sub(FX["unpaidAgentId"]).status, 400)
    eq(sub(FX["ownPaidAgentId"]).status, 400)
    eq(sub(FX["subscribedAgentId"]).status, 402)
    eq(sub(FX["privateAgentId"]).status, 404)
    eq(sub(UNKNOWN).status, 404)
    eq(s.me("POST", f"/agents/{FX['paidAgentId']}/subscribe").status, 422)
    eq(s.me("POST", f"/agents/{FX['paidAgentId']}/subscribe", {"coupon": 4}).status, 422)
    eq({x["agent_id"] for x in ok(s.me("GET", "/subscriptions"))["data"]}, {FX["subscribedAgentId"], FX["unsubscribeAgentId"]})
    eq(ok(s.me("GET", "/subscriptions/" + FX["subscribedAgentId"]))["status"], "active")
    un = lambda a: s.me("POST", f"/agents/{a}/unsubscribe")
    both = at_once(lambda: un(FX["unsubscribeAgentId"]), lambda: un(FX["unsubscribeAgentId"]))
    eq(sorted(x.status for x in both), [200, 400])
    eq(ok(s.me("GET", "/subscriptions/" + FX["unsubscribeAgentId"]))["status"], "cancelled")
    eq(un(FX["paidAgentId"]).status, 400)
    eq(un(UNKNOWN).status, 404)
    # the whole way: session, webhook, active
    session = ok(sub(FX["unsubscribeAgentId"]))
    body = json.dumps({"id": "evt_" + uuid.uuid4().hex, "type": "checkout.completed", "data": {"session_id": session["session_id"]}})
    eq(ok(s.me("POST", "/payments/webhook", who=None, raw=body.encode(), headers=sign(body)))["settled"], True)
    eq(ok(s.me("POST", "/payments/webhook", who=None, raw=body.encode(), headers=sign(body)))["duplicate"], True)
    eq(sub(FX["unsubscribeAgentId"]).status, 402)


def walk_studio(s):
    P = "/agent-studio-chats"
    run = "studio run/" + uuid.uuid4().hex
    at = P + "/" + quote(run, safe="")
    c = ok(s.me("POST", P, {"run_id": run, "visibility": "private", "title": "Ünï"}))
    eq((c["run_id"], c["visibility"], c["title"]), (run, "private", "Ünï"))
    eq(ok(s.me("POST", P, {"run_id": run, "visibility": "public"})), c)
    eq(s.me("POST", P, {"run_id": run}, "otherJwt").status, 409)
    eq(ok(s.me("GET", at)), c)
    eq(s.me("GET", at, who=None).status, 403)
    eq(s.me("GET", at, who="otherJwt").status, 403)
    eq(s.me("POST", at + "/clone").status, 400)
    eq(ok(s.me("PATCH", at, {}))["visibility"], "private")
    p = ok(s.me("PATCH", at, {"visibility": "public"}))
    eq((p["visibility"], p["title"]), ("public", "Ünï"))
    eq(ok(s.me("GET", at, who=None))["run_id"], run)
    cl = ok(s.me("POST", at + "/clone", who="otherJwt"), 201)
    assert cl["run_id"] != run and cl["run_id"] in [x["run_id"] for x in ok(s.me("GET", P, who="otherJwt"))]
    for m, b in (("PUT", {"visibility": "public"}), ("PATCH", {"title": "x"}), ("DELETE", None)):
        eq(s.me(m, at, b, "otherJwt").status, 403)
        eq(s.me(m, P + "/unknown-one", b).status, 404)
    u = ok(s.me("PUT", at, {"visibility": "public"}))
    assert "title" not in u
    ok(s.me("DELETE", at))
    eq(s.me("GET", at).status, 404)
    eq(s.me("DELETE", at).status, 404)
    eq(s.me("POST", at + "/clone").status, 404)
    assert run not in [x["run_id"] for x in ok(s.me("GET", P))]
    eq(ok(s.me("GET", P + "/" + cl["run_id"], who=None))["run_id"], cl["run_id"])
    sb = ok(s.me("POST", P, {"title": "sb"}, "sandboxJwt"))
    eq(sb["visibility"], "public")
    eq(s.me("POST", P, {"visibility": "private"}, "sandboxJwt").status, 400)
    for m in ("PUT", "PATCH"):
        eq(s.me(m, P + "/" + sb["run_id"], {"visibility": "private"}, "sandboxJwt").status, 400)
    for bad in ({"visibility": "secret"}, {"visibility": 1}, {"run_id": 5}, {"run_id": ""}, {"title": []}):
        eq(s.me("POST", P, bad).status, 422, bad)


def walk_agents(s):
    a = new_agent(s, name="Nåme", audience="private", handle="h-" + uuid.uuid4().hex[:8])
    ident = a["agent_uid"]
    eq(ok(s.me("GET", "/agents/" + ident)), a)
    eq(ok(s.me("GET", "/chats/" + ident)), a)
    for who in (None, "otherJwt"):
        eq(s.me("GET", "/agents/" + ident, who=who).status, 403)
    eq(s.me("GET", "/agents/" + UNKNOWN, who=None).status, 404)
    eq(s.me("GET", "/agents/anything", who=None).status, 404)
    assert a in ok(s.me("GET", "/agents")) and a in ok(s.me("GET", "/chats"))
    assert ident not in [x["agent_uid"] for x in ok(s.me("GET", "/agents", who="otherJwt"))]
    up = ok(s.me("POST", "/agents", {"agent_uid": ident, "instructions": "new words"}))
    eq((up["agent_uid"], up["instructions"], up["name"], up["seq"]), (ident, "new words", "Nåme", a["seq"]))
    eq(s.me("POST", "/agents", {"agent_uid": ident, "instructions": "x"}, "otherJwt").status, 403)
    eq(s.me("POST", "/agents", {"agent_uid": UNKNOWN, "instructions": "x"}).status, 404)
    for body in ({}, {"name": "x"}, {"instructions": None}, {"instructions": " "}, {"agent_uid": ident}):
        eq(s.me("POST", "/agents", body).status, 400, body)
        eq(s.me("POST", "/chats", body).status, 400, body)
    for body in ({"instructions": 7}, {"instructions": "x", "audience": "all"}, {"instructions": "x", "handle": "a b"},
                 {"instructions": "x", "price_cents": -1}, {"instructions": "x", "price_cents": 1.5}, {"instructions": "x", "price_cents": True},
                 {"instructions": "x", "handle": a["handle"].upper()}, {"instructions": "x", "agent_uid": "q"}):
        eq(s.me("POST", "/agents", body).status, 422, body)
    eq(s.me("POST", "/agents", {"instructions": "x", "audience": "private"}, "sandboxJwt").status, 400)
    sb = ok(s.me("POST", "/agents", {"instructions": "x"}, "sandboxJwt"))
    eq(sb["audience"], "public")
    eq(s.me("POST", "/agents", {"agent_uid": sb["agent_uid"], "instructions": "x", "audience": "private"}, "sandboxJwt").status, 400)
    for m in ("PUT", "PATCH"):
        eq(s.me(m, "/chats/" + sb["agent_uid"], {"instructions": "x", "audience": "private"}, "sandboxJwt").status, 400)
    eq(s.me("POST", f"/chats/{FX['unpaidAgentId']}/clone", {"audience": "private"}, "sandboxJwt").status, 400)
    # slug
    eq(ok(s.me("GET", "/agents/vanity/slug?slug=" + a["handle"]))["available"], False)
    eq(s.me("GET", "/agents/vanity/slug").status, 422)
    g = ok(s.me("POST", "/agents/vanity/slug", CONFIG["bindings"]["SlugRequest"]["body"], None))
    eq(ok(s.me("GET", "/agents/vanity/slug?slug=" + g["slug"]))["available"], True)
    ok(s.me("PATCH", "/chats/" + ident, {"handle": g["slug"]}))
    eq(ok(s.me("GET", "/agents/vanity/slug?slug=" + g["slug"]))["available"], False)
    assert ok(s.me("POST", "/agents/vanity/slug", CONFIG["bindings"]["SlugRequest"]["body"], None))["slug"] != g["slug"]
    eq(s.me("POST", "/agents/vanity/slug", {}, None).status, 422)
    # upsell
    u = ok(s.me("POST", f"/agents/{ident}/upsell-description"))
    assert u["pitch"]
    eq(ok(s.me("GET", "/agents/" + ident))["pitch"], u["pitch"])
    eq(s.me("POST", f"/agents/{ident}/upsell-description", who="otherJwt").status, 404)
    eq(s.me("POST", f"/agents/{UNKNOWN}/upsell-description").status, 404)
    # vibe
    names = [x["service_name"] for x in ok(s.me("GET", "/vibe/services", who=None))["data"]]
    eq(len(names), 3)
    for n in names:
        assert ident in ok(s.me("GET", f"/agents/{ident}/vibe?service_name={n}"))["brief"]
    eq(s.me("GET", f"/agents/{ident}/vibe?service_name=other").status, 422)
    eq(s.me("GET", f"/agents/{ident}/vibe").status, 422)
    # theme
    T = f"/agents/{ident}/customizations/theme"
    eq(s.me("GET", T).raw, b"null")
    eq(ok(s.me("PUT", T, {"tint": "#a1B2c3"}))["tint"], "#a1B2c3")
    eq(ok(s.me("GET", T))["tint"], "#a1B2c3")
    for t in ("red", "#12345", "#1234567", "a1b2c3", "", "#12345g", "#a1B2c3\n"):
        eq(s.me("PUT", T, {"tint": t}).status, 400, t)
    eq(ok(s.me("GET", T))["tint"], "#a1B2c3")
    eq(s.me("PUT", T, {}).status, 422)
    eq(s.me("PUT", T, {"tint": 5}).status, 422)
    for m, b in (("GET", None), ("PUT", {"tint": "#000000"})):
        eq(s.me(m, T, b, "otherJwt").status, 403)
        eq(s.me(m, f"/agents/{UNKNOWN}/customizations/theme", b).status, 404)
        eq(s.me(m, "/agents/x/customizations/theme", b).status, 422)


def walk_files(s):
    a = new_agent(s, audience="public")["agent_uid"]
    F = f"/agents/{a}/files"
    eq(ok(s.me("GET", F)), {"data": [], "cursor": None})
    files = [new_file(s, a, body=f"text {i}") for i in range(3)]
    eq([f["place"] for f in files], [0, 1, 2])
    eq([f["doc_id"] for f in ok(s.me("GET", F))["data"]], [f["doc_id"] for f in files])
    order = [files[2], files[0], files[1]]
    r = ok(s.me("PUT", F + "/positions", {"places": [{"doc_id": f["doc_id"], "place": i} for i, f in enumerate(order)]}))
    eq([(f["doc_id"], f["place"]) for f in r["data"]], [(f["doc_id"], i) for i, f in enumerate(order)])
    eq(ok(s.me("GET", F)), r)
    one = f"{F}/{files[0]['doc_id']}"
    p = ok(s.me("PATCH", one, {"doc_name": "ñ.txt"}))
    eq((p["doc_name"], p["place"], p["body"]), ("ñ.txt", 1, "text 0"))
    eq(ok(s.me("GET", one)), p)
    eq(ok(s.me("PATCH", one, {"place": 9}))["place"], 9)
    eq(ok(s.me("GET", F))["data"][-1]["doc_id"], files[0]["doc_id"])
    other = new_agent(s)["agent_uid"]
    for m, b in (("GET", None), ("PATCH", {"doc_name": "x"}), ("DELETE", None)):
        eq(s.me(m, one, b, "otherJwt").status, 403)
        eq(s.me(m, f"/agents/{other}/files/{files[0]['doc_id']}", b).status, 404)
        eq(s.me(m, f"{F}/{UNKNOWN}", b).status, 404)
        eq(s.me(m, f"/agents/{UNKNOWN}/files/{UNKNOWN}", b).status, 404)
        eq(s.me(m, f"{F}/x", b).status, 422)
    for who, path, want in (("otherJwt", F, 403), ("jwt", f"/agents/{UNKNOWN}/files", 404), ("jwt", "/agents/x/files", 422)):
        eq(s.me("GET", path, who=who).status, want)
        eq(s.me("POST", path, {"doc_name": "x"}, who).status, want)
        eq(s.me("PUT", path + "/positions", {"places": []}, who).status, want)
    for b in ({}, {"doc_name": ""}, {"doc_name": 1}, {"doc_name": "x", "place": -1}, {"doc_name": "x", "place": "1"}, {"doc_name": "x", "media_type": "q"}):
        eq(s.me("POST", F, b).status, 422, b)
    for b in ({}, {"places": 1}, {"places": [1]}, {"places": [{"doc_id": "x", "place": 1}]}, {"places": [{"doc_id": files[0]["doc_id"]}]},
              {"places": [{"doc_id": files[0]["doc_id"], "place": 1}] * 2}):
        eq(s.me("PUT", F + "/positions", b).status, 422, b)
    before = ok(s.me("GET", F))
    eq(s.me("PUT", F + "/positions", {"places": [{"doc_id": files[1]["doc_id"], "place": 77}, {"doc_id": UNKNOWN, "place": 3}]}).status, 404)
    eq(ok(s.me("GET", F)), before)
    got = at_once(*[lambda: s.me("POST", F, {"doc_name": "c"}).status for _ in range(8)])
    eq((got.count(201), got.count(400)), (5, 3))
    d = s.me("DELETE", one)
    eq((d.status, d.raw), (204, b""))
    eq(s.me("GET", one).status, 404)
    eq(s.me("DELETE", one).status, 404)
    eq(len(ok(s.me("GET", F))["data"]), FX["filesPerAgent"] - 1)
    new_file(s, a)
    eq(s.me("POST", F, {"doc_name": "x"}).status, 400)


def walk_chats(s):
    c = ok(s.me("POST", "/chats", {"instructions": "legacy", "audience": "public", "name": "L", "handle": "l" + uuid.uuid4().hex[:6]}))
    ident = c["agent_uid"]
    P = "/chats/" + ident
    eq(ok(s.me("GET", P, who=None)), c)
    u = ok(s.me("PUT", P, {"instructions": "two", "audience": "public"}))
    eq((u["instructions"], u["name"], u["handle"], u["audience"]), ("two", None, None, "public"))
    p = ok(s.me("PATCH", P, {"name": "three"}))
    eq((p["instructions"], p["name"], p["audience"]), ("two", "three", "public"))
    for m, b in (("PUT", {"instructions": "x"}), ("PATCH", {"name": "x"}), ("DELETE", None)):
        eq(s.me(m, P, b, "otherJwt").status, 403)
        eq(s.me(m, "/chats/" + UNKNOWN, b).status, 404)
    eq(s.me("PATCH", P, {"audience": None}).status, 422)
    eq(s.me("PUT", P, {}).status, 400)
    new_file(s, ident, body="b")
    ok(s.me("PUT", f"/agents/{ident}/customizations/theme", {"tint": "#010203"}))
    for body in (None, {"name": "mine"}):
        k = ok(s.me("POST", P + "/clone", body, "otherJwt"))
        assert k["agent_uid"] != ident
        eq((k["instructions"], k["name"]), ("two", "mine" if body else "three"))
        assert k in ok(s.me("GET", "/agents", who="otherJwt"))
        eq([f["body"] for f in ok(s.me("GET", f"/agents/{k['agent_uid']}/files", who="otherJwt"))["data"]], ["b"])
    eq(ok(s.me("POST", P + "/clone", raw=b"null"))["instructions"], "two")
    ok(s.me("PATCH", "/chats/" + k["agent_uid"], {"instructions": "changed"}, "otherJwt"))
    eq(ok(s.me("GET", P))["instructions"], "two")
    for b, want in ((FX["privateAgentId"], 403), (UNKNOWN, 404), ("x", 422)):
        eq(s.me("POST", f"/chats/{b}/clone").status, want)
        eq(s.me("POST", f"/chats/{b}/runs").status, want)
    f = ok(s.me("POST", P + "/feedback", {"stars": 4}))
    eq(f["feedback"], {"count": 1, "mean": 4.0})
    ok(s.me("POST", P + "/feedback", {"stars": 2}))
    eq(ok(s.me("POST", P + "/feedback", {"stars": 5}, "otherJwt"))["feedback"], {"count": 2, "mean": 3.5})
    eq(s.me("POST", f"/chats/{UNKNOWN}/feedback", {"stars": 4}).status, 404)
    eq(s.me("POST", f"/chats/{FX['privateAgentId']}/feedback", {"stars": 4}).status, 404)
    eq(s.me("POST", P + "/feedback", {"stars": 6}).status, 422)
    log = ok(s.me("POST", P + "/runs", who="otherJwt"))
    eq(ok(s.me("GET", f"/agent-runs/{log['run_id']}/logs", who="otherJwt")), [log])
    eq(ok(s.me("GET", "/agent-runs?limit=1", who="otherJwt"))["data"][0]["run_id"], log["run_id"])
    eq(history(s, log["run_id"], ident, who="otherApiKey"), [])
    og = ok(s.me("GET", P + "/og", who=None))
    eq(og["og:title"], "three")
    assert "Bram" not in s.me("GET", f"/chats/{FX['privateAgentId']}/og", who=None).text
    eq(s.me("GET", f"/chats/{UNKNOWN}/og", who=None).status, 200)
    eq(s.me("GET", "/chats/x/og", who=None).status, 422)
    sched = ok(s.me("POST", "/schedules", {"chat_uid": ident, "expression": FX["cron"]}))
    ok(s.me("DELETE", P))
    for path in (P, "/agents/" + ident, f"/agents/{ident}/files", "/schedules/" + sched["schedule_id"]):
        eq(s.me("GET", path).status, 404, path)
    eq(s.me("DELETE", P).status, 404)
    assert ident not in [x["agent_uid"] for x in ok(s.me("GET", "/agents"))]
    eq(s.w("POST", ident, "x").status, 404)


def walk_money(s):
    keys = ok(s.me("GET", "/api-keys"))
    assert all("secret" not in k for k in keys)
    k = ok(s.me("POST", "/api-keys", {}))
    assert isinstance(k["number"], int) and not k["primary"]
    eq(s.w("POST", A, "x", token=k["secret"]).status, 200)
    eq(ok(s.me("GET", f"/api-keys/{k['number']}"))["secret"], k["secret"])
    eq(s.me("GET", f"/api-keys/{k['number']}", who="otherJwt").status, 404)
    eq(s.me("DELETE", f"/api-keys/{k['number']}", who="otherJwt").status, 404)
    eq(ok(s.me("GET", "/api-keys/default"))["secret"], CR["apiKey"])
    d = ok(s.me("POST", "/api-keys", {"primary": True, "label": "x"}))
    eq(ok(s.me("GET", "/api-keys/default"))["number"], d["number"])
    eq([x["number"] for x in ok(s.me("GET", "/api-keys")) if x["primary"]], [d["number"]])
    assert "secret" not in ok(s.me("DELETE", f"/api-keys/{d['number']}"))
    eq(s.me("DELETE", f"/api-keys/{d['number']}").status, 404)
    eq(len([x for x in ok(s.me("GET", "/api-keys")) if x["primary"]]), 1)
    ok(s.me("DELETE", f"/api-keys/{k['number']}"))
    eq(s.w("POST", A, "x", token=k["secret"]).status, 401)
    two = at_once(*[lambda: s.me("GET", "/api-keys/default", who="sandboxJwt").json["number"] for _ in range(4)])
    eq(len(set(two)), 1)
    eq(s.me("GET", "/api-keys/x").status, 422)
    eq(s.me("GET", "/api-keys/99999").status, 404)
    eq(s.me("POST", "/api-keys", {"primary": "yes"}).status, 422)
    # credits
    before = ok(s.me("GET", "/credits"))["remaining"]
    other = ok(s.me("GET", "/credits", who="otherJwt"))["remaining"]
    at_once(*[lambda: ok(s.me("POST", "/credits/use")) for _ in range(6)])
    eq(ok(s.me("GET", "/credits"))["remaining"], before - 6)
    eq(ok(s.me("GET", "/credits", who="otherJwt"))["remaining"], other)
    ok(s.me("GET", "/billing"))
    # payments
    p = ok(s.me("POST", "/payments/sessions", CONFIG["bindings"]["PaymentSessionRequest"]["body"]))
    for b in ({}, {"pack": "x"}, {"pack": 1}):
        eq(s.me("POST", "/payments/sessions", b).status, 422)
    body = json.dumps({"id": "evt_" + uuid.uuid4().hex, "type": "checkout.completed", "data": {"session_id": p["session_id"]}})
    hook = lambda raw, h: s.me("POST", "/payments/webhook", who=None, raw=raw.encode(), headers=h)
    at_once(*[lambda: ok(hook(body, sign(body))) for _ in range(3)])
    eq(ok(s.me("GET", "/credits"))["remaining"], before - 6 + 100)
    fx = FX["webhook"]
    ok(hook(fx["body"], {fx["signatureHeader"]: fx["validSignature"]}))
    eq(hook(fx["body"], {}).status, 400)
    for h in ("", "x", "t=1,v1=00", fx["validSignature"][:-1] + "x", "t=1767225601," + fx["validSignature"].split(",")[1]):
        eq(hook(fx["body"], {fx["signatureHeader"]: h}).status, 400, h)
    eq(hook(fx["body"] + " ", {fx["signatureHeader"]: fx["validSignature"]}).status, 400)
    for raw in ("", "{}", "[]", "x", '{"id":1,"type":"x"}', '{"id":"a"}', '{"id":"a","type":"b","data":[]}'):
        eq(hook(raw, sign(raw)).status, 400, raw)
    # monetization
    for path in ("summary", "subscribers", "earnings"):
        for q in ("period=0", "period=366", "period=x", "period=", "period=1.0"):
            eq(s.me("GET", f"/monetization/{path}?{q}").status, 422)
        eq(ok(s.me("GET", f"/monetization/{path}")), ok(s.me("GET", f"/monetization/{path}?period=28")))
    for period in (1, 28, 45, 365):
        total = ok(s.me("GET", f"/monetization/summary?period={period}"))
        days = ok(s.me("GET", f"/monetization/earnings?period={period}"))["data"]
        subs = ok(s.me("GET", f"/monetization/subscribers?period={period}"))["data"]
        eq((len(days), len(subs)), (period, period))
        eq(sum(d["earnings_cents"] for d in days), total["earnings_cents_total"])
        eq(subs[-1]["subscribers"], total["subscribers_total"])
        eq(days[-1]["day"], datetime.now(timezone.utc).date().isoformat())
    eq(ok(s.me("GET", "/monetization/summary?period=365"))["earnings_cents_total"], 900 * 5)


def walk_bundles(s):
    b = ok(s.me("POST", "/bundles"))
    n = b["bundle_no"]
    assert ok(s.me("POST", "/bundles"))["bundle_no"] != n
    P = f"/bundles/{n}"
    eq(b["tools"], [])
    u = ok(s.me("PUT", P, {"title": "T"}))
    eq(ok(s.me("GET", P)), u)
    eq(u["title"], "T")
    for t in ("look_up_ferry", "NOTIFIER_GET_USER", "look_up_ferry"):
        eq(ok(s.me("POST", P + "/tools", {"tool_id": t}))["tool_id"], t)
    eq([t["tool_id"] for t in ok(s.me("GET", P + "/tools"))], ["look_up_ferry", "NOTIFIER_GET_USER"])
    eq([t["tool_id"] for t in ok(s.me("GET", P))["tools"]], ["look_up_ferry", "NOTIFIER_GET_USER"])
    eq([x["tool_count"] for x in ok(s.me("GET", "/bundles")) if x["bundle_no"] == n], [2])
    eq(ok(s.me("DELETE", P + "/tools/look_up_ferry"))["tool_id"], "look_up_ferry")
    eq([t["tool_id"] for t in ok(s.me("GET", P + "/tools"))], ["NOTIFIER_GET_USER"])
    eq(s.me("DELETE", P + "/tools/look_up_ferry").status, 404)
    eq(s.me("POST", P + "/tools", {"tool_id": "nothing"}).status, 404)
    eq(s.me("POST", P + "/tools", {}).status, 422)
    eq(s.me("PUT", P, {}).status, 422)
    for who, q in (("otherJwt", P), ("jwt", "/bundles/99999")):
        eq(s.me("GET", q, who=who).status, 404)
        eq(s.me("PUT", q, {"title": "x"}, who).status, 409)
        eq(s.me("DELETE", q, who=who).status, 404)
        eq(ok(s.me("GET", q + "/tools", who=who)), [])
        eq(s.me("POST", q + "/tools", {"tool_id": "look_up_ferry"}, who).status, 404)
        eq(s.me("DELETE", q + "/tools/NOTIFIER_GET_USER", who=who).status, 404)
    eq(s.me("GET", "/bundles/x").status, 422)
    eq(s.me("GET", "/bundles/x/tools").status, 422)
    eq(ok(s.me("DELETE", P))["bundle_no"], n)
    eq(s.me("GET", P).status, 404)


def cli(s):
    return ok(s.me("POST", "/cli-auth", who=None))["cli_auth_id"]


def walk_cli(s):
    c = cli(s)
    P = "/cli-auth/" + c
    eq(s.me("GET", P, who=None).raw, b"null")
    ok(s.me("PUT", P, {"jwt": CR["jwt"]}))
    eq(s.me("PUT", P, {"jwt": CR["otherJwt"]}, "otherJwt").status, 403)
    got = at_once(*[lambda: ok(s.me("GET", P, who=None)) if False else s.me("GET", P, who=None).json for _ in range(4)])
    eq(sorted(map(str, got)), sorted([CR["jwt"], "None", "None", "None"]))
    eq(s.me("GET", P, who=None).raw, b"null")
    eq(s.me("PUT", P, {"jwt": CR["jwt"]}).status, 403)
    eq(s.me("PUT", "/cli-auth/" + cli(s), {"jwt": CR["otherJwt"]}).status, 403)
    eq(s.me("PUT", "/cli-auth/" + cli(s), {}).status, 422)
    for m, b, who in (("GET", None, None), ("PUT", {"jwt": "x"}, "jwt")):
        eq(s.me(m, "/cli-auth/" + UNKNOWN, b, who).status, 404)
        eq(s.me(m, "/cli-auth/x", b, who).status, 422)


def walk_schedules(s):
    a = new_agent(s)["agent_uid"]
    x = ok(s.me("POST", "/schedules", {"chat_uid": a, "expression": FX["cron"]}))
    P = "/schedules/" + x["schedule_id"]
    assert "note" not in x
    assert datetime.fromisoformat(x["next_run_at"]).strftime("%H:%M %w") == "09:00 1"
    eq(ok(s.me("GET", P)), x)
    assert x in ok(s.me("GET", "/schedules"))["data"]
    u = ok(s.me("PUT", P, {"expression": "*/5 0-6,22 1 jan,JUL mon-fri/2"}))
    eq((u["expression"], u["chat_uid"]), ("*/5 0-6,22 1 jan,JUL mon-fri/2", a))
    eq(ok(s.me("GET", P)), u)
    for chat in (FX["privateAgentId"], FX["unpaidAgentId"], UNKNOWN, "x", 7, None):
        eq(s.me("POST", "/schedules", {"chat_uid": chat, "expression": FX["cron"]}).status, 403, chat)
        eq(s.me("PUT", P, {"chat_uid": chat}).status, 403, chat)
    eq(s.me("POST", "/schedules", {"expression": FX["cron"]}).status, 403)
    for cron in ("", "x", "* * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", "*/0 * * * *", "5-1 * * * *", 5, None):
        eq(s.me("POST", "/schedules", {"chat_uid": a, "expression": cron}).status, 422, cron)
        eq(s.me("PUT", P, {"expression": cron}).status, 422, cron)
    eq(s.me("POST", "/schedules", {"chat_uid": a}).status, 422)
    eq(ok(s.me("GET", P)), u)
    for m, b in (("GET", None), ("PUT", {"expression": "* * * * *"}), ("DELETE", None)):
        eq(s.me(m, P, b, "otherJwt").status, 404)
        eq(s.me(m, "/schedules/" + UNKNOWN, b).status, 404)
        eq(s.me(m, "/schedules/x", b).status, 422)
    assert x["schedule_id"] not in [y["schedule_id"] for y in ok(s.me("GET", "/schedules", who="otherJwt"))["data"]]
    ok(s.me("GET", "/schedules/onboarding"))
    for text, want in (("every day at 9", "0 9 * * *"), (FX["cron"], FX["cron"]), ("every monday at 9:30 pm", "30 21 * * 1"),
                       ("every 15 minutes", "*/15 * * * *"), ("@daily", "0 0 * * *")):
        eq(ok(s.me("GET", "/schedules/text-to-cron?" + urlencode({"cron": text})))["expression"], want)
    for text in ("", "nonsense", "99 * * * *", "every blueday"):
        eq(s.me("GET", "/schedules/text-to-cron?" + urlencode({"cron": text})).status, 400, text)
    eq(s.me("GET", "/schedules/text-to-cron").status, 422)
    ok(s.me("DELETE", P))
    eq(s.me("GET", P).status, 404)
    eq(s.me("DELETE", P).status, 404)


def walk_tools(s):
    tools = ok(s.me("GET", "/tools/list"))
    eq(len(tools), 23)
    assert all(t["inputSchema"]["type"] == "object" for t in tools)
    eq(sum(t["name"].startswith("NOTIFIER_") for t in tools), 15)
    public = ok(s.me("GET", "/tools", who=None))
    eq(len(public), 23)
    for t in public:
        eq(ok(s.me("GET", "/tools/" + t["tool_id"], who=None)), t)
    eq(s.me("GET", "/tools/nothing", who=None).status, 404)
    find = lambda **q: s.me("GET", "/tools/search?" + urlencode(q))
    eq(ok(find(q="ferry"))[0]["name"], "look_up_ferry")
    eq(len(ok(find(q="a", min_score=0))), 20)
    eq(len(ok(find(q="a", min_score=0, limit=200))), 23)
    eq(len(ok(find(q="notifier", limit=3))), 3)
    eq(ok(find(q="zzzzqq")), [])
    eq({t["_meta"]["toolkit"] for t in ok(find(q="text", toolkit="desk"))}, {"desk"})
    eq(ok(find(q="push")), ok(find(q="push", min_score=0.15)))
    assert all(t["_meta"]["score"] >= 0.6 for t in ok(find(q="push", min_score=0.6)))
    for q in ({"q": ""}, {}, {"q": "a", "limit": 0}, {"q": "a", "limit": 201}, {"q": "a", "limit": "x"}, {"q": "a", "min_score": 1.1},
              {"q": "a", "min_score": -0.1}, {"q": "a", "min_score": "nan"}, {"q": "a", "min_score": "x"}):
        eq(find(**q).status, 422, q)
    run = lambda name, given, q="", **kw: s.me("POST", f"/tools/run/{name}{q}", given, **kw)
    t = FX["tool"]
    r = ok(run(t["name"], t["input"]))
    eq(ok(run(t["name"], t["input"], "?service_id=default&service_id_namespace=global"))["output"], r["output"])
    eq(run(t["name"], t["invalidInput"]).status, 400)
    eq(run(t["name"], {}).status, 400)
    eq(run(t["name"], {**t["input"], "more": 1}).status, 400)
    eq(run("nothing", {}).status, 404)
    eq(run(t["name"], [1]).status, 422)
    eq(run(t["name"], None).status, 422)
    eq(run("NOTIFIER_GET_USER", {}, "?service_id=unknown").status, 400)
    eq(run(t["name"], t["input"], who=None).status, 401)
    for name, given, want in (("parcel_price", {"grams": 100, "zone": "home"}, 200), ("parcel_price", {"grams": 1.5, "zone": "home"}, 400),
                              ("parcel_price", {"grams": 5, "zone": "moon"}, 400), ("wind_force", {"speed": 9}, 200), ("wind_force", {"speed": True}, 400),
                              ("count_words", {"text": "a b"}, 200), ("sum_numbers", {"first": 1, "second": 2}, 200), ("reverse_text", {"text": "ab"}, 200),
                              ("code_interpreter", {"code": "1"}, 200), ("knot_advice", {"purpose": "x"}, 200)):
        eq(run(name, given).status, want, name)
    sets = ok(s.me("GET", "/toolsets/list"))
    for x in sets:
        eq(len(ok(s.me("GET", "/toolsets/" + x["toolset_name"]))["tools"]), x["tool_count"])
    eq(s.me("GET", "/toolsets/nothing").status, 404)
    i = FX["installableToolId"]
    eq(ok(s.me("POST", "/user-tools", {"tool_id": i}))["tool_id"], i)
    eq(s.me("POST", "/user-tools", {"tool_id": i}).status, 409)
    eq(s.me("POST", "/user-tools", {"tool_id": "nothing"}).status, 409)
    eq(s.me("POST", "/user-tools", {}).status, 422)
    eq([x["tool_id"] for x in ok(s.me("GET", "/user-tools"))], [i])
    eq(ok(s.me("GET", "/user-tools", who="otherJwt")), [])
    eq(ok(s.me("GET", "/user-tools/" + i))["tool_id"], i)
    eq(s.me("GET", "/user-tools/" + i, who="otherJwt").status, 404)
    eq(s.me("DELETE", "/user-tools/" + i, who="otherJwt").status, 404)
    eq(ok(s.me("DELETE", "/user-tools/" + i))["tool_id"], i)
    eq(s.me("DELETE", "/user-tools/" + i).status, 404)
    eq(s.me("GET", "/user-tools/" + i).status, 404)
    eq(at_once(*[lambda: s.me("POST", "/user-tools", {"tool_id": i}).status for _ in range(4)]).count(200), 1)


def out(answer):
    return ok(answer)["output"]


DEVICE = {"model": "M1", "nickname": "nick", "app_version": 0, "manufacturer": "Acme"}


def walk_notifier(s):
    t = s.run_tool
    eq(out(t("GET_USER"))["email"], "anna@myrtle.example")
    chats = [out(t("CREATE_CHAT", {"email": f"p{i}@x.org"})) for i in range(3)]
    eq(out(t("CREATE_CHAT", {"email": "p0@x.org"}))["iden"], chats[0]["iden"])
    eq([c["iden"] for c in out(t("LIST_CHATS"))["data"]], [c["iden"] for c in chats[::-1]])
    p1 = out(t("LIST_CHATS", {"limit": 2}))
    p2 = out(t("LIST_CHATS", {"limit": 2, "cursor": p1["cursor"]}))
    eq([c["iden"] for c in p1["data"] + p2["data"]], [c["iden"] for c in chats[::-1]])
    eq(p2["cursor"], None)
    for m in (True, False):
        eq(out(t("UPDATE_CHAT", {"iden": chats[0]["iden"], "muted": m}))["muted"], m)
        eq([c["muted"] for c in out(t("LIST_CHATS"))["data"] if c["iden"] == chats[0]["iden"]], [m])
    out(t("DELETE_CHAT", {"iden": chats[0]["iden"]}))
    eq(t("DELETE_CHAT", {"iden": chats[0]["iden"]}).status, 400)
    eq(t("DELETE_CHAT", {"iden": chats[1]["iden"]}, "otherJwt").status, 400)
    d = out(t("CREATE_DEVICE", {**DEVICE, "has_sms": True, "icon": "phone", "push_token": ""}))
    eq(out(t("LIST_DEVICES"))["data"], [d])
    u = out(t("UPDATE_DEVICE", {"iden": d["iden"], "nickname": "new"}))
    eq((u["nickname"], u["model"], u["icon"]), ("new", "M1", "phone"))
    push = out(t("CREATE_PUSH", {"type": "note", "title": "☂", "body": "b", "guid": "g1", "device_iden": d["iden"]}))
    eq(out(t("CREATE_PUSH", {"type": "note", "guid": "g1"}))["iden"], push["iden"])
    link = out(t("CREATE_PUSH", {"type": "link", "url": "http://x.org"}))
    f = out(t("CREATE_PUSH", {"type": "file", "file_url": "http://x.org/a", "file_name": "a", "file_type": "text/plain"}))
    eq([p["iden"] for p in out(t("LIST_PUSHES"))["data"]], [f["iden"], link["iden"], push["iden"]])
    eq([p["iden"] for p in out(t("LIST_PUSHES", {"modified_after": push["modified"]}))["data"]], [f["iden"], link["iden"]])
    eq(len(out(t("LIST_PUSHES", {"active": True, "limit": 500}))["data"]), 3)
    items = [{"text": "milk", "checked": True}]
    eq(out(t("UPDATE_PUSH", {"iden": push["iden"], "items": items, "dismissed": True}))["items"], items)
    got = [p for p in out(t("LIST_PUSHES"))["data"] if p["iden"] == push["iden"]][0]
    eq((got["items"], got["dismissed"], got["title"]), (items, True, "☂"))
    eq(out(t("LIST_PUSHES", who="otherJwt"))["data"], [])
    out(t("DELETE_PUSH", {"iden": link["iden"]}))
    eq(len(out(t("LIST_PUSHES"))["data"]), 2)
    up = out(t("UPLOAD_REQUEST", {"file_name": "ä b.txt", "file_type": "text/plain"}))
    assert up["upload_url"].startswith("https://")
    for name, given in (("CREATE_CHAT", {}), ("CREATE_CHAT", {"email": "no"}), ("CREATE_CHAT", {"email": 5}), ("CREATE_CHAT", {"email": None}),
                        ("CREATE_DEVICE", {**DEVICE, "app_version": -1}), ("CREATE_DEVICE", {**DEVICE, "app_version": "1"}),
                        ("CREATE_DEVICE", {**DEVICE, "app_version": 1.5}), ("CREATE_DEVICE", {**DEVICE, "has_sms": "yes"}),
                        *[("CREATE_DEVICE", {k: v for k, v in DEVICE.items() if k != n}) for n in DEVICE],
                        ("CREATE_PUSH", {}), ("CREATE_PUSH", {"type": "x"}), ("CREATE_PUSH", {"type": "link"}),
                        ("CREATE_PUSH", {"type": "file", "file_url": "u", "file_name": "n"}), ("CREATE_PUSH", {"type": "file", "file_url": "u", "file_type": "a/b"}),
                        ("CREATE_PUSH", {"type": "file", "file_name": "u", "file_type": "a/b"}), ("CREATE_PUSH", {"type": "note", "title": 5}),
                        ("LIST_CHATS", {"limit": 501}), ("LIST_PUSHES", {"limit": 501}), ("LIST_PUSHES", {"limit": 0}), ("LIST_PUSHES", {"active": "yes"}),
                        ("LIST_PUSHES", {"modified_after": "1"}), ("LIST_PUSHES", {"cursor": "§"}), ("UPDATE_CHAT", {"iden": chats[1]["iden"]}),
                        ("UPDATE_CHAT", {"iden": chats[1]["iden"], "muted": "true"}), ("UPDATE_CHAT", {"iden": "x", "muted": True}),
                        ("UPDATE_DEVICE", {}), ("UPDATE_DEVICE", {"iden": "x"}), ("UPDATE_DEVICE", {"iden": d["iden"], "app_version": -1}),
                        ("UPDATE_PUSH", {"iden": push["iden"], "items": [{"text": "x"}]}), ("UPDATE_PUSH", {"iden": push["iden"], "items": [{"text": "x", "checked": 1}]}),
                        ("UPDATE_PUSH", {"iden": "x"}), ("DELETE_PUSH", {}), ("DELETE_DEVICE", {"iden": "x"}), ("DELETE_DEVICE", {"device_iden": "x"}),
                        ("UPLOAD_REQUEST", {"file_name": "x"}), ("UPLOAD_REQUEST", {"file_name": "x", "file_type": "x"})):
        eq(t(name, given).status, 400, (name, given))
    out(t("DELETE_DEVICE", {"device_iden": d["iden"]}))
    eq(out(t("LIST_DEVICES"))["data"], [])
    keep = out(t("CREATE_PUSH", {"type": "note"}, "otherJwt"))
    out(t("DELETE_ALL_PUSHES"))
    time.sleep(0.6)
    eq(out(t("LIST_PUSHES"))["data"], [])
    eq([p["iden"] for p in out(t("LIST_PUSHES", who="otherJwt"))["data"]], [keep["iden"]])


def walk_vip(s):
    n = ok(s.me("GET", "/vip"))["redeemed"]
    eq(ok(s.me("POST", "/vip", {"phrase": FX["vipCode"]}))["redeemed"], n + 1)
    eq(ok(s.me("GET", "/vip"))["redeemed"], n + 1)
    for code in (FX["vipCode"], FX["ownVipCode"], "nothing", ""):
        eq(s.me("POST", "/vip", {"phrase": code}).status, 400, code)
    eq(s.me("POST", "/vip", {}).status, 422)
    ok(s.me("POST", "/vip", {"phrase": FX["vipCode"]}, "otherJwt"))
    eq(sorted(at_once(*[lambda: s.me("POST", "/vip", {"phrase": "MYRTLE-GUEST"}).status for _ in range(4)])), [200, 400, 400, 400])


# ================================================================ probes: each passes without its fault

PROBES = {}


def probe(name):
    def deco(fn):
        PROBES[name] = fn
        return fn
    return deco


@probe("run-id-reused")
def _(s):
    assert run_id(s.w("POST", A, "a")) != run_id(s.w("POST", A, "b"))


@probe("ndjson-put-drops-message")
def _(s):
    r = run_id(s.w("POST", "ndjson/" + A, "a"))
    s.w("PUT", f"ndjson/{A}/{r}", "bee")
    eq(history(s, r)[2], {"role": "user", "content": "bee"})


@probe("refused-put-still-added")
def _(s):
    r = run_id(s.w("POST", A, FX["backgroundMessage"]))
    eq(s.w("PUT", f"{A}/{r}", "early").status, 409)
    assert "early" not in [m["content"] for m in history(s, r)]


@probe("post-refused-during-job")
def _(s):
    s.w("POST", A, FX["backgroundMessage"])
    ok(s.w("POST", A, "new"))


@probe("failed-job-never-ends")
def _(s):
    wait_job(s, run_id(s.w("POST", A, FX["backgroundErrorMessage"])))


@probe("job-header-stays")
def _(s):
    wait_job(s, run_id(s.w("POST", A, FX["backgroundMessage"])))


@probe("text-stream-tool-leak")
def _(s):
    a = s.w("POST", A, FX["toolCallMessage"]["message"])
    assert FX["toolCallMessage"]["output"] not in a.text


@probe("ndjson-no-tool-response")
def _(s):
    assert FX["toolCallMessage"]["output"] in s.w("POST", "ndjson/" + A, FX["toolCallMessage"]["message"]).text


@probe("text-stream-buffered")
def _(s):
    a = s.w("POST", A, FX["slowMessage"])
    assert a.chunks[-1][0] - a.chunks[0][0] > 1


@probe("history-newest-first")
def _(s):
    eq([m["role"] for m in history(s, run_id(s.w("POST", A, "a")))], ["user", "assistant"])


@probe("ndjson-post-keeps-context")
def _(s):
    s.w("POST", A, "first")
    eq(len(history(s, run_id(s.w("POST", "ndjson/" + A, "second")))), 2)


@probe("text-stream-last-piece-twice")
def _(s):
    a = s.w("POST", A, FX["message"])
    eq(a.text, history(s, run_id(a))[1]["content"])


@probe("text-stream-ascii")
def _(s):
    a = s.w("POST", A, FX["message"])
    eq(a.text, history(s, run_id(a))[1]["content"])


@probe("run-read-by-other")
def _(s):
    assert s.w("GET", f"{A}/{run_id(s.w('POST', A, 'a'))}", who="otherApiKey").status in (401, 403, 404)


@probe("concurrent-put-lost")
def _(s):
    r = run_id(s.w("POST", A, "a"))
    at_once(lambda: s.w("PUT", f"{A}/{r}", "one"), lambda: s.w("PUT", f"{A}/{r}", "two"))
    assert {"one", "two"} <= {m["content"] for m in history(s, r)}


@probe("deleted-key-still-works")
def _(s):
    k = ok(s.me("POST", "/api-keys", {}))
    ok(s.w("POST", A, "a", token=k["secret"]))
    ok(s.me("DELETE", f"/api-keys/{k['number']}"))
    assert s.w("POST", A, "a", token=k["secret"]).status in (401, 403)


@probe("history-html-escaped")
def _(s):
    eq(history(s, run_id(s.w("POST", A, FX["message"])))[0]["content"], FX["message"])


@probe("runs-default-limit-20")
def _(s):
    eq(len(ok(s.me("GET", "/agent-runs"))["data"]), 30)


@probe("runs-cursor-skips")
def _(s):
    eq(pages(s, "/agent-runs", 10, "run_id"), [x["run_id"] for x in ok(s.me("GET", "/agent-runs?limit=400"))["data"]])


@probe("mcp-logs-of-others")
def _(s):
    r = run_id(s.w("POST", A, FX["toolCallMessage"]["message"]))
    a = s.me("GET", f"/agent-runs/{r}/mcp-server-logs", who="otherJwt")
    assert a.status != 200 or a.json == []


@probe("executions-cursor-zone")
def _(s):
    eq(pages(s, "/executions", 10, "log_no"), [x["log_no"] for x in ok(s.me("GET", "/executions?limit=300"))["data"]])


@probe("execution-id-text")
def _(s):
    assert isinstance(ok(s.me("GET", "/executions"))["data"][0]["log_no"], int)


@probe("executions-limit-before-owner")
def _(s):
    mine = []
    for _ in range(4):
        mine.append(ok(s.me("POST", "/tools/run/look_up_ferry", FX["tool"]["input"]))["log_no"])
        s.me("POST", "/tools/run/look_up_ferry", FX["tool"]["input"], "otherJwt")
    assert set(mine) <= set(pages(s, "/executions", 3, "log_no"))


@probe("already-subscribed-409")
def _(s):
    eq(s.me("POST", f"/agents/{FX['subscribedAgentId']}/subscribe", {}).status, 402)


@probe("unsubscribe-not-kept")
def _(s):
    P = f"/agents/{FX['unsubscribeAgentId']}/unsubscribe"
    ok(s.me("POST", P))
    eq(s.me("POST", P).status, 400)


@probe("subscriptions-wrong-join")
def _(s):
    assert FX["subscribedAgentId"] in [x["agent_id"] for x in ok(s.me("GET", "/subscriptions"))["data"]]


def studio(s, visibility="private", who="jwt"):
    return ok(s.me("POST", "/agent-studio-chats", {"run_id": str(uuid.uuid4()), "visibility": visibility}, who))["run_id"]


@probe("studio-post-overwrites")
def _(s):
    r = studio(s, "private")
    ok(s.me("POST", "/agent-studio-chats", {"run_id": r, "visibility": "public"}))
    eq(ok(s.me("GET", "/agent-studio-chats/" + r))["visibility"], "private")


@probe("studio-patch-resets")
def _(s):
    r = studio(s)
    eq(ok(s.me("PATCH", "/agent-studio-chats/" + r, {}))["visibility"], "private")


@probe("studio-private-cloned")
def _(s):
    eq(s.me("POST", f"/agent-studio-chats/{studio(s)}/clone").status, 400)


@probe("studio-private-read")
def _(s):
    eq(s.me("GET", "/agent-studio-chats/" + studio(s), who=None).status, 403)


@probe("studio-delete-takes-clones")
def _(s):
    r = studio(s, "public")
    c = ok(s.me("POST", f"/agent-studio-chats/{r}/clone", who="otherJwt"), 201)["run_id"]
    ok(s.me("DELETE", "/agent-studio-chats/" + r))
    ok(s.me("GET", "/agent-studio-chats/" + c, who="otherJwt"))


@probe("studio-clone-owner")
def _(s):
    c = ok(s.me("POST", f"/agent-studio-chats/{studio(s, 'public')}/clone", who="otherJwt"), 201)["run_id"]
    ok(s.me("PATCH", "/agent-studio-chats/" + c, {}, "otherJwt"))


@probe("upsert-makes-new")
def _(s):
    a = new_agent(s)
    eq(ok(s.me("POST", "/agents", {"agent_uid": a["agent_uid"], "instructions": "x"}))["agent_uid"], a["agent_uid"])


@probe("upsert-of-others")
def _(s):
    a = new_agent(s)
    eq(s.me("POST", "/agents", {"agent_uid": a["agent_uid"], "instructions": "x"}, "otherJwt").status, 403)


@probe("sandbox-agent-private")
def _(s):
    eq(s.me("POST", "/agents", {"instructions": "x", "audience": "private"}, "sandboxJwt").status, 400)


@probe("slug-answer-cached")
def _(s):
    h = "p-" + uuid.uuid4().hex[:8]
    free = lambda: ok(s.me("GET", "/agents/vanity/slug?slug=" + h))["available"]
    assert free()
    new_agent(s, handle=h)
    assert not free()


@probe("upsell-not-stored")
def _(s):
    a = new_agent(s)["agent_uid"]
    eq(ok(s.me("POST", f"/agents/{a}/upsell-description"))["pitch"], ok(s.me("GET", "/agents/" + a))["pitch"])


@probe("theme-any-color")
def _(s):
    eq(s.me("PUT", f"/agents/{A}/customizations/theme", {"tint": "reddish"}).status, 400)


@probe("theme-by-user")
def _(s):
    a, b = new_agent(s)["agent_uid"], new_agent(s)["agent_uid"]
    ok(s.me("PUT", f"/agents/{a}/customizations/theme", {"tint": "#123456"}))
    eq(s.me("GET", f"/agents/{b}/customizations/theme").raw, b"null")


@probe("file-limit-plus-one")
def _(s):
    a = new_agent(s)["agent_uid"]
    for _ in range(FX["filesPerAgent"]):
        new_file(s, a)
    eq(s.me("POST", f"/agents/{a}/files", {"doc_name": "x"}).status, 400)


def place(s, a, ids):
    return ok(s.me("PUT", f"/agents/{a}/files/positions", {"places": [{"doc_id": x, "place": i} for i, x in enumerate(ids)]}))


@probe("files-by-creation")
def _(s):
    a = new_agent(s)["agent_uid"]
    ids = [new_file(s, a)["doc_id"] for _ in range(2)]
    place(s, a, ids[::-1])
    eq([f["doc_id"] for f in ok(s.me("GET", f"/agents/{a}/files"))["data"]], ids[::-1])


@probe("batch-skips-last")
def _(s):
    a = new_agent(s)["agent_uid"]
    ids = [new_file(s, a)["doc_id"] for _ in range(3)]
    eq([f["doc_id"] for f in place(s, a, ids[::-1])["data"]], ids[::-1])


@probe("file-through-other-agent")
def _(s):
    a, b = new_agent(s)["agent_uid"], new_agent(s)["agent_uid"]
    eq(s.me("GET", f"/agents/{b}/files/{new_file(s, a)['doc_id']}").status, 404)


@probe("deleted-agent-still-read")
def _(s):
    a = new_agent(s)["agent_uid"]
    ok(s.me("DELETE", "/chats/" + a))
    eq(s.me("GET", "/agents/" + a).status, 404)


@probe("og-shows-private")
def _(s):
    a = new_agent(s, audience="private")
    assert a["instructions"][-20:] not in s.me("GET", f"/chats/{a['agent_uid']}/og", who=None).text


@probe("clone-shares-record")
def _(s):
    a = new_agent(s, audience="public")
    c = ok(s.me("POST", f"/chats/{a['agent_uid']}/clone"))
    ok(s.me("PATCH", "/chats/" + c["agent_uid"], {"instructions": "changed"}))
    eq(ok(s.me("GET", "/agents/" + a["agent_uid"]))["instructions"], a["instructions"])


@probe("hidden-key-shown")
def _(s):
    assert CR["apiKey"] not in s.me("GET", "/api-keys").text


@probe("two-default-keys")
def _(s):
    ok(s.me("POST", "/api-keys", {"primary": True}))
    eq(sum(k["primary"] for k in ok(s.me("GET", "/api-keys"))), 1)


@probe("default-key-cached")
def _(s):
    ok(s.me("GET", "/api-keys/default"))
    k = ok(s.me("POST", "/api-keys", {"primary": True}))
    eq(ok(s.me("GET", "/api-keys/default"))["number"], k["number"])


@probe("credits-lost-update")
def _(s):
    n = ok(s.me("GET", "/credits"))["remaining"]
    at_once(lambda: s.me("POST", "/credits/use"), lambda: s.me("POST", "/credits/use"))
    eq(ok(s.me("GET", "/credits"))["remaining"], n - 2)


@probe("webhook-unsigned")
def _(s):
    eq(s.me("POST", "/payments/webhook", who=None, raw=FX["webhook"]["body"].encode()).status, 400)


@probe("period-default-30")
def _(s):
    eq(len(ok(s.me("GET", "/monetization/earnings"))["data"]), 28)


@probe("summary-ignores-period")
def _(s):
    eq(ok(s.me("GET", "/monetization/summary?period=7"))["earnings_cents_total"],
       sum(d["earnings_cents"] for d in ok(s.me("GET", "/monetization/earnings?period=7"))["data"]))


@probe("bundle-remove-clears")
def _(s):
    b = ok(s.me("POST", "/bundles"))["bundle_no"]
    for t in ("look_up_ferry", "knot_advice"):
        ok(s.me("POST", f"/bundles/{b}/tools", {"tool_id": t}))
    ok(s.me("DELETE", f"/bundles/{b}/tools/knot_advice"))
    eq([t["tool_id"] for t in ok(s.me("GET", f"/bundles/{b}/tools"))], ["look_up_ferry"])


@probe("bundle-get-or-create")
def _(s):
    assert ok(s.me("POST", "/bundles"))["bundle_no"] != ok(s.me("POST", "/bundles"))["bundle_no"]


@probe("cli-not-consumed")
def _(s):
    c = cli(s)
    ok(s.me("PUT", "/cli-auth/" + c, {"jwt": CR["jwt"]}))
    eq(s.me("GET", "/cli-auth/" + c, who=None).json, CR["jwt"])
    assert CR["jwt"] not in s.me("GET", "/cli-auth/" + c, who=None).text


@probe("cli-read-race")
def _(s):
    c = cli(s)
    ok(s.me("PUT", "/cli-auth/" + c, {"jwt": CR["jwt"]}))
    got = at_once(*[lambda: s.me("GET", "/cli-auth/" + c, who=None).json for _ in range(2)])
    eq(got.count(CR["jwt"]), 1)


@probe("schedule-any-chat")
def _(s):
    eq(s.me("POST", "/schedules", {"chat_uid": FX["unpaidAgentId"], "expression": FX["cron"]}).status, 403)


@probe("schedule-put-not-stored")
def _(s):
    x = ok(s.me("POST", "/schedules", {"chat_uid": A, "expression": FX["cron"]}))["schedule_id"]
    eq(ok(s.me("PUT", "/schedules/" + x, {"expression": "1 2 3 4 5"}))["expression"], "1 2 3 4 5")
    eq(ok(s.me("GET", "/schedules/" + x))["expression"], "1 2 3 4 5")


@probe("schedules-of-all")
def _(s):
    x = ok(s.me("POST", "/schedules", {"chat_uid": A, "expression": FX["cron"]}))["schedule_id"]
    assert x not in s.me("GET", "/schedules", who="otherJwt").text


@probe("tool-schema-snake")
def _(s):
    assert all("inputSchema" in t for t in ok(s.me("GET", "/tools/list")))


@probe("tool-run-unsigned-jwt")
def _(s):
    head, claims, _ = CR["jwt"].split(".")
    eq(s.call("POST", "/me/tools/run/look_up_ferry", FX["tool"]["input"], f"{head}.{claims}.AAAA").status, 401)


@probe("install-for-everybody")
def _(s):
    ok(s.me("POST", "/user-tools", {"tool_id": FX["installableToolId"]}))
    eq(s.me("GET", "/user-tools/" + FX["installableToolId"], who="otherJwt").status, 404)


@probe("push-guid-ignored")
def _(s):
    g = {"type": "note", "body": "x", "guid": uuid.uuid4().hex}
    eq(out(s.run_tool("CREATE_PUSH", g))["iden"], out(s.run_tool("CREATE_PUSH", g))["iden"])


@probe("push-link-without-url")
def _(s):
    eq(s.run_tool("CREATE_PUSH", {"type": "link", "title": "x"}).status, 400)


@probe("modified-after-ignored")
def _(s):
    p = out(s.run_tool("CREATE_PUSH", {"type": "note"}))
    eq(out(s.run_tool("LIST_PUSHES", {"modified_after": p["modified"] + 0.5}))["data"], [])


@probe("delete-all-of-everybody")
def _(s):
    p = out(s.run_tool("CREATE_PUSH", {"type": "note"}, "otherJwt"))
    out(s.run_tool("DELETE_ALL_PUSHES"))
    time.sleep(0.6)
    assert p["iden"] in [x["iden"] for x in out(s.run_tool("LIST_PUSHES", {}, "otherJwt"))["data"]]


@probe("unmute-does-nothing")
def _(s):
    c = out(s.run_tool("CREATE_CHAT", {"email": "q@x.org"}))["iden"]
    for m in (True, False):
        eq(out(s.run_tool("UPDATE_CHAT", {"iden": c, "muted": m}))["muted"], m)


@probe("vip-twice")
def _(s):
    ok(s.me("POST", "/vip", {"phrase": FX["vipCode"]}))
    eq(s.me("POST", "/vip", {"phrase": FX["vipCode"]}).status, 400)


@probe("vip-once-for-all")
def _(s):
    for who in ("jwt", "otherJwt"):
        ok(s.me("POST", "/vip", {"phrase": "MYRTLE-AUTUMN-26"}, who))


# ================================================================ main

def main():
    wanted = sys.argv[1:]
    ids = [f["id"] for f in FAULTS]
    assert set(ids) == set(PROBES), set(ids) ^ set(PROBES)
    bad = []

    def attempt(label, fn, s, should_fail=False):
        try:
            fn(s)
            failed = None
        except AssertionError as e:
            failed = str(e) or "assertion"
            if not should_fail:
                import traceback
                traceback.print_exc()
        except Exception as e:
            failed = f"{type(e).__name__}: {e}"
            if not should_fail:
                import traceback
                traceback.print_exc()
            elif not isinstance(e, (json.JSONDecodeError, KeyError, IndexError)):
                failed = None
                print("   strange:", e)
        if (failed is not None) != should_fail:
            bad.append(label)
            print("NOT", label, failed)
        return failed

    if not wanted or "walk" in wanted:
        s = Server()
        print(f"started in {s.started_in:.2f} s")
        attempt("walk", walk, s)
        s.stop()
        print("walk done")
    if not wanted or "probes" in wanted:
        s = Server()
        for i in ids:
            attempt("clean " + i, PROBES[i], s)
        s.stop()
        print("clean probes done")
    for i in ids:
        if not wanted or i in wanted or "faults" in wanted:
            s = Server(i)
            why = attempt("fault " + i, PROBES[i], s, True)
            s.stop()
            print(f"{i}: {'seen: ' + why[:110] if why else 'NOT SEEN'}")
    print(f"{len(bad)} failures", bad)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
