#!/usr/bin/env python3
"""selftest.py [fault ...]: walks the deployment without a fault, then shows every fault (and that it is not there without it)."""
import http.client, json, os, re, socket, subprocess, sys, threading, time, uuid, hmac, hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from urllib.parse import quote, urlencode

HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(HERE + "/config.json")); FIX = CFG["fixtures"]; CR = CFG["credentials"]
FAULTS = [x["id"] for x in json.load(open(HERE + "/faults.json"))]
NOBODY = str(uuid.UUID(int=5))


class R:
    def __init__(s, status, headers, body): s.status, s.headers, s.body = status, headers, body
    @property
    def json(s): return json.loads(s.body)
    @property
    def text(s): return s.body.decode()
    def __repr__(s): return "%s %s" % (s.status, s.body[:300])


class Client:
    def __init__(self, port): self.port = port

    def req(self, method, path, tok=None, data=None, raw=None, headers=None, pieces=False):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        h = dict(headers or {})
        if tok: h["Authorization"] = "Bearer " + tok
        if data is not None: raw = json.dumps(data).encode()
        if raw is not None: h.setdefault("Content-Type", "application/json")
        c.request(method, path, raw, h)
        r = c.getresponse()
        if pieces:
            got = []
            while True:
                b = r.read1(65536)
                if not b: break
                got.append((time.time(), b))
            c.close()
            return R(r.status, r.headers, b"".join(x[1] for x in got)), got
        b = r.read(); c.close()
        return R(r.status, r.headers, b)

    def u(self, method, path, data=None, who="ann", **k):
        tok = {"ann": CR["jwt"], "bob": CR["otherJwt"], "cleo": CR["sandboxJwt"], None: None}.get(who, who)
        return self.req(method, "/api/me" + path, tok, data, **k)

    def ok(self, method, path, data=None, who="ann", status=200, **k):
        r = self.u(method, path, data, who, **k)
        assert r.status == status, (method, path, data, who, r)
        return r.json if r.body else None

    def w(self, method, agent, run=None, msg=None, nd=False, key="ann", **k):
        tok = {"ann": CR["apiKey"], "bob": CR["otherApiKey"]}.get(key, key)
        p = "/workers/" + ("ndjson/" if nd else "") + agent + ("/" + run if run else "")
        return self.req(method, p, tok, None if msg is None else {"message": msg}, **k)

    def start(self, agent=None, msg="Hello", nd=False, key="ann"):
        r = self.w("POST", agent or FIX["agentId"], None, msg, nd, key)
        assert r.status == 200, r
        return r.headers["X-Service-Run-ID"], r

    def hist(self, run, agent=None, key="ann"):
        r = self.w("GET", agent or FIX["agentId"], run, key=key)
        assert r.status == 200, r
        return r.json

    def agent(self, who="ann", **k):
        return self.ok("POST", "/agents", dict({"prompt": "You help.", "visibility": "public"}, **k), who)

    def tool(self, name, status=200, who="ann", **k):
        r = self.u("POST", "/tools/run/" + name, k, who)
        assert r.status == status, (name, k, r)
        return r.json.get("structuredContent")


def several(n, f):
    with ThreadPoolExecutor(n) as p:
        return list(p.map(lambda _: f(), range(n)))


class Server:
    def __init__(self, fault=""): self.fault = fault
    def __enter__(self):
        s = socket.socket(); s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]; s.close()
        self.p = subprocess.Popen([HERE + "/start.sh", str(self.port)], stdout=subprocess.PIPE, text=True, env=dict(os.environ, FAULT=self.fault))
        assert self.p.stdout.readline() == "ready\n"
        return Client(self.port)
    def __exit__(self, *a):
        self.p.terminate(); self.p.wait(10); self.p.stdout.close()


def nd_lines(r):
    return [json.loads(x) for x in r.body.split(b"\n") if x]


# ============================ the walk =======================================
def walk(c):
    A, J = FIX["agentId"], FIX["backgroundAgentId"]
    is422 = lambda r: (r.status == 422 and "detail" in r.json) or (_ for _ in ()).throw(AssertionError(r))
    st = lambda r, *s: r if r.status in s else (_ for _ in ()).throw(AssertionError((s, r)))
    # --- Workers
    rid, r = c.start(msg=FIX["message"]); r2, _ = c.start(msg=FIX["message"])
    assert rid != r2 and uuid.UUID(rid)
    h = c.hist(rid); assert [m["role"] for m in h] == ["user", "assistant"] and h[0]["content"] == FIX["message"] and h[1]["content"] == r.text
    p = st(c.w("PUT", A, rid, "naïve ☕ 𝄞 \n two"), 200); assert p.headers["X-Service-Run-ID"] == rid
    h = c.hist(rid); assert len(h) == 4 and h[2]["content"] == "naïve ☕ 𝄞 \n two" and h[3]["content"] == p.text
    p = st(c.w("PUT", A, rid, "again", nd=True), 200); assert p.headers["X-Service-Run-ID"] == rid and "ndjson" in p.headers["content-type"]
    ls = nd_lines(p); assert "".join(x.get("text", "") for x in ls) == c.hist(rid)[-1]["content"] and len(c.hist(rid)) == 6
    T = FIX["toolCallMessage"]
    t, r = c.start(msg=T["message"], nd=True); ls = nd_lines(r)
    assert [x for x in ls if x["type"] == "tool_call" and x["name"] == T["name"]] and [x for x in ls if x["type"] == "tool_result" and T["output"] in x["output"]]
    for r in (c.start(msg=T["message"])[1], c.w("PUT", A, t, T["message"])): assert T["output"] not in r.text and T["name"] not in r.text
    assert all(T["output"] not in m["content"] for m in c.hist(t))
    for meth, nd, run in (("POST", False, None), ("POST", True, None), ("PUT", False, rid), ("PUT", True, rid)):
        r, got = c.w(meth, A, run, FIX["slowMessage"], nd, pieces=True)
        assert r.status == 200 and len(got) > 5 and got[-1][0] - got[0][0] > 1, (meth, nd, len(got))
    for k in (None, "awk_wrong", CR["jwt"]): st(c.w("POST", A, None, "x", key=k), 401); st(c.w("GET", A, rid, key=k), 401)
    st(c.w("GET", A, rid, key="bob"), 404); st(c.w("PUT", A, rid, "x", key="bob"), 404); st(c.w("GET", A, NOBODY), 404)
    st(c.w("POST", FIX["privateAgentId"], None, "x"), 403); st(c.w("POST", NOBODY, None, "x"), 404); st(c.w("POST", FIX["paidAgentId"], None, "x"), 402)
    st(c.w("POST", FIX["subscribedAgentId"], None, "x"), 200)
    for raw in (b"", b"[]", b'{"message": 4}', b'{}', b'{"message": "\\ud800"}', b"\xff"): is422(c.req("POST", "/workers/" + A, CR["apiKey"], raw=raw))
    # --- jobs
    t0 = time.time()
    jr, r = c.start(J, FIX["backgroundMessage"]); assert r.headers["x-service-job-id"]
    er, r = c.start(J, FIX["backgroundErrorMessage"], True); assert r.headers["x-service-job-id"]
    for run in (jr, er):
        n = len(c.hist(run, J)); assert c.w("GET", J, run).headers["x-service-job-id"]
        for nd in (False, True): assert c.w("PUT", J, run, "go on", nd).status == 409
        assert len(c.hist(run, J)) == n
        assert c.ok("GET", "/agent-runs/" + run)["status"] == "running"
    x, _ = c.start(J, "hello there"); assert c.w("GET", J, x).headers["x-service-job-id"] is None

    def jobs_end():
        for run in (jr, er):
            while c.w("GET", J, run).headers["x-service-job-id"]:
                assert time.time() - t0 < FIX["jobSeconds"]; time.sleep(0.2)
        assert time.time() - t0 > 4
        for run in (jr, er): assert c.w("PUT", J, run, "go on").status == 200
    # --- runs, logs
    a = c.ok("GET", "/agent-runs?limit=2"); assert len(a["items"]) == 2 and a["next_cursor"]
    ids, cur = [], None
    while True:
        p = c.ok("GET", "/agent-runs?limit=3" + ("&next_cursor=" + quote(cur) if cur else ""))
        ids += [x["run_id"] for x in p["items"]]; cur = p["next_cursor"]
        if not cur: break
    assert len(ids) == len(set(ids)) and rid in ids and jr in ids
    assert c.ok("GET", "/agent-runs?next_cursor=null")["items"]; assert c.ok("GET", "/agent-runs?next_cursor=2001-01-01T00:00:00Z")["items"] == []
    for q in ("limit=0", "limit=x", "next_cursor=soon"): is422(c.u("GET", "/agent-runs?" + q)); is422(c.u("GET", "/executions?" + q))
    v = c.ok("GET", "/agent-runs/" + rid); assert v["run_id"] == rid
    for p in ("/agent-runs/", ): st(c.u("GET", p + NOBODY), 404); st(c.u("GET", p + rid, who="bob"), 404); is422(c.u("GET", p + "zz"))
    m = c.ok("GET", "/agent-runs/%s/mcp-server-logs" % t); assert len(m) == 2 and all(x["run_id"] == t for x in m)
    assert c.ok("GET", "/agent-runs/%s/logs" % t) and c.ok("GET", "/agent-runs/%s/logs" % t, who="bob") == [] and c.ok("GET", "/agent-runs/%s/mcp-server-logs" % NOBODY) == []
    # --- tools, executions
    tl = FIX["tool"]
    r = c.ok("POST", "/tools/run/%s?service_id=a&service_id_namespace=b" % tl["name"], tl["input"]); assert not r["isError"]
    e = c.ok("GET", "/executions?limit=1")["logs"][0]; assert e["toolName"] == tl["name"] and e["service"] == {"id": "a", "namespace": "b"}
    assert c.ok("GET", "/executions/%d" % e["logId"]) == e; st(c.u("GET", "/executions/%d" % e["logId"], who="bob"), 404); is422(c.u("GET", "/executions/x"))
    st(c.u("GET", "/executions/99999999999999999999999"), 404)
    st(c.u("POST", "/tools/run/" + tl["name"], tl["invalidInput"]), 400); st(c.u("POST", "/tools/run/" + tl["name"], {}), 400); st(c.u("POST", "/tools/run/" + tl["name"], [1]), 400)
    st(c.u("POST", "/tools/run/" + tl["name"], raw=b"{"), 400); st(c.u("POST", "/tools/run/none_such", {}), 404)
    for who in (None, "x.y.z", CR["apiKey"]): st(c.u("POST", "/tools/run/" + tl["name"], tl["input"], who=who), 401)
    st(c.u("POST", "/tools/run/add_numbers", raw=b'{"numbers":[1e308,1e308]}'), 400)
    p = c.ok("GET", "/executions?limit=2"); q = c.ok("GET", "/executions?limit=2&next_cursor=" + quote(p["nextCursor"])); assert not {x["logId"] for x in p["logs"]} & {x["logId"] for x in q["logs"]}
    tools = c.ok("GET", "/tools/list"); assert all({"name", "description", "inputSchema"} <= set(x) for x in tools) and len([x for x in tools if x["name"].startswith("NOTIFIER_")]) == 15
    pub = c.ok("GET", "/tools", who=None); assert {x["tool_id"] for x in pub} == {x["name"] for x in tools}
    for x in pub: assert c.ok("GET", "/tools/" + x["tool_id"], who=None) == x
    st(c.u("GET", "/tools/none_such", who=None), 404)
    s = c.ok("GET", "/tools/search?q=harbour&limit=2"); assert len(s) == 2
    assert len(c.ok("GET", "/tools/search?q=a&min_score=0")) == 20 and len(c.ok("GET", "/tools/search?q=a&min_score=0&limit=200")) == len(tools)
    assert c.ok("GET", "/tools/search?q=tide")[0]["name"] == "read_tide_table" and c.ok("GET", "/tools/search?q=tide&toolkit=notifier") == []
    for q in ("", "q=", "q=a&limit=0", "q=a&limit=201", "q=a&min_score=1.1", "q=a&min_score=-0.1", "q=a&min_score=nan"): is422(c.u("GET", "/tools/search?" + q))
    ts = c.ok("GET", "/toolsets/list"); assert FIX["toolsetName"] in [x["name"] for x in ts]
    for x in ts: y = c.ok("GET", "/toolsets/" + x["name"]); assert len(y["tools"]) == x["toolCount"]
    st(c.u("GET", "/toolsets/none"), 404)
    iid = FIX["installableToolId"]
    c.ok("POST", "/user-tools", {"toolId": iid}); st(c.u("POST", "/user-tools", {"toolId": iid}), 409); st(c.u("POST", "/user-tools", {"toolId": "none"}), 409); is422(c.u("POST", "/user-tools", {}))
    assert iid in [x["toolId"] for x in c.ok("GET", "/user-tools")] and c.ok("GET", "/user-tools", who="bob") == []
    c.ok("GET", "/user-tools/" + iid); c.ok("DELETE", "/user-tools/" + iid); st(c.u("GET", "/user-tools/" + iid), 404); st(c.u("DELETE", "/user-tools/" + iid), 404)
    # --- subscriptions
    ret = {"returnUrl": "https://x.example"}
    sub = lambda a, **k: c.u("POST", "/agents/%s/subscribe" % a, ret, **k).status
    assert sub(FIX["paidAgentId"]) == 200 and sub(FIX["paidAgentId"]) == 200 and sub(FIX["unpaidAgentId"]) == 400 and sub(FIX["ownPaidAgentId"]) == 400
    assert sub(FIX["subscribedAgentId"]) == 402 and sub(NOBODY) == 404 and sub("zz") == 404; is422(c.u("POST", "/agents/%s/subscribe" % FIX["paidAgentId"], {}))
    st(c.u("GET", "/subscriptions/" + FIX["paidAgentId"]), 404)
    uns = FIX["unsubscribeAgentId"]
    assert c.ok("POST", "/agents/%s/unsubscribe" % uns)["status"] == "canceled"; st(c.u("POST", "/agents/%s/unsubscribe" % uns), 400)
    st(c.u("POST", "/agents/%s/unsubscribe" % NOBODY), 404); st(c.u("POST", "/agents/%s/unsubscribe" % FIX["paidAgentId"]), 400)
    st(c.u("POST", "/agents/5e0c1a00-7b1d-4a52-9c3e-000000000009/unsubscribe"), 400)
    assert c.ok("GET", "/subscriptions/" + FIX["subscribedAgentId"])["status"] == "active" and c.ok("GET", "/subscriptions/" + uns)["status"] == "canceled"
    assert c.ok("GET", "/subscriptions")["total"] == 3 and c.ok("GET", "/subscriptions", who="bob")["data"] == []
    # a checkout that is paid makes the subscription
    cs = c.ok("POST", "/agents/%s/subscribe" % FIX["paidAgentId"], ret, "bob")["checkout"]["sessionId"]
    hook(c, {"id": "evt_w1", "type": "checkout.completed", "data": {"sessionId": cs}}); assert c.ok("GET", "/subscriptions/" + FIX["paidAgentId"], who="bob")["status"] == "active"
    assert sub(FIX["paidAgentId"], who="bob") == 402
    # --- studio chats
    S = "/agent-studio-chats"
    x = c.ok("POST", S, {"runId": "walk-1", "title": "One", "visibility": "private", "messages": [{"a": 1}]}); assert x["visibility"] == "private"
    assert c.ok("POST", S, {"runId": "walk-1"}) == x; st(c.u("POST", S, {"runId": "walk-1"}, "bob"), 409)
    for who in (None, "bob"): st(c.u("GET", S + "/walk-1", who=who), 403)
    c.ok("GET", S + "/walk-1"); st(c.u("GET", S + "/none", who=None), 404); st(c.u("POST", S + "/walk-1/clone"), 400); st(c.u("POST", S + "/none/clone"), 404)
    for m in ("PUT", "PATCH"): st(c.u(m, S + "/walk-1", {"title": "x"}, "bob"), 403); st(c.u(m, S + "/none", {"title": "x"}), 404); is422(c.u(m, S + "/walk-1", {"title": 4}))
    assert c.ok("PATCH", S + "/walk-1", {"visibility": "public"})["title"] == "One"
    c.ok("GET", S + "/walk-1", who=None); k = c.ok("POST", S + "/walk-1/clone", who="bob", status=201); assert k["runId"] != "walk-1" and k["messages"] == [{"a": 1}]
    assert c.ok("PUT", S + "/walk-1", {"title": "Two", "visibility": "public"})["messages"] == []
    assert c.ok("GET", S + "/" + k["runId"], who="bob")["title"] == "One"
    assert [y["runId"] for y in c.ok("GET", S)] == ["walk-1"]
    st(c.u("DELETE", S + "/walk-1", who="bob"), 403); c.ok("DELETE", S + "/walk-1"); st(c.u("GET", S + "/walk-1"), 404); st(c.u("DELETE", S + "/walk-1"), 404); assert c.ok("GET", S) == []
    y = c.ok("POST", S, {}, "cleo"); assert y["visibility"] == "public"
    st(c.u("POST", S, {"visibility": "private"}, "cleo"), 400)
    for m in ("PUT", "PATCH"): st(c.u(m, S + "/" + y["runId"], {"visibility": "private"}, "cleo"), 400)
    # --- agents and chats
    a = c.agent(slug="walk-slug", name="Ägent"); aid = a["id"]; assert a["visibility"] == "public" and a["prompt"] == "You help."
    assert c.ok("POST", "/agents", {"id": aid, "prompt": "New", "visibility": "private"})["id"] == aid
    for p in ("/agents/", "/chats/"):
        g = c.ok("GET", p + aid); assert g["prompt"] == "New" and g["slug"] == "walk-slug"
        for who in (None, "bob"): st(c.u("GET", p + aid, who=who), 403)
        st(c.u("GET", p + NOBODY, who=None), 404); st(c.u("GET", p + FIX["privateAgentId"]), 403)
    for b in ({}, {"prompt": ""}, {"prompt": None}, {"id": aid}): st(c.u("POST", "/agents", b), 400); st(c.u("POST", "/chats", b), 400)
    is422(c.u("POST", "/agents", {"prompt": 4})); is422(c.u("POST", "/agents", {"prompt": "x", "visibility": "secret"}))
    st(c.u("POST", "/agents", {"id": aid, "prompt": "x"}, "bob"), 403); st(c.u("POST", "/agents", {"id": NOBODY, "prompt": "x"}), 404)
    for p in ("/agents", "/chats"): st(c.u("POST", p, {"prompt": "x", "visibility": "private"}, "cleo"), 400); assert aid in [x["id"] for x in c.ok("GET", p)]
    ca = c.agent("cleo"); st(c.u("PATCH", "/chats/" + ca["id"], {"visibility": "private"}, "cleo"), 400); st(c.u("PUT", "/chats/" + ca["id"], {"prompt": "x", "visibility": "private"}, "cleo"), 400)
    st(c.u("POST", "/agents", {"id": ca["id"], "prompt": "x", "visibility": "private"}, "cleo"), 400)
    assert c.ok("POST", "/chats", {"prompt": "legacy"})["prompt"] == "legacy"
    assert c.ok("GET", "/agents/vanity/slug?slug=Walk-Slug")["available"] is False and c.ok("GET", "/agents/vanity/slug?slug=free-one")["available"]; is422(c.u("GET", "/agents/vanity/slug"))
    assert c.ok("POST", "/agents/vanity/slug", {"text": "Walk slug"}, None)["slug"].startswith("walk-slug-"); is422(c.u("POST", "/agents/vanity/slug", {}, None)); is422(c.u("POST", "/agents", {"prompt": "x", "slug": "walk-slug"}))
    assert c.ok("POST", "/agents/%s/upsell-description" % aid)["upsell_description"] and c.ok("GET", "/agents/" + aid)["upsell_description"]; st(c.u("POST", "/agents/%s/upsell-description" % NOBODY), 404)
    sv = c.ok("GET", "/vibe/services", who=None)["services"]; assert len(sv) == 3
    for s in sv: assert aid in c.ok("GET", "/agents/%s/vibe?service_name=%s" % (aid, s))["prompt"]
    is422(c.u("GET", "/agents/%s/vibe" % aid)); is422(c.u("GET", "/agents/%s/vibe?service_name=none" % aid))
    th = "/agents/%s/customizations/theme"
    assert c.ok("GET", th % aid) is None; assert c.ok("PUT", th % aid, {"themeColor": "#1a2B3c"})["themeColor"] == "#1a2B3c" == c.ok("GET", th % aid)["themeColor"]
    for x in ("red", "#12345g", "", "#12345678"): st(c.u("PUT", th % aid, {"themeColor": x}), 400)
    st(c.u("PUT", th % aid, {"themeColor": "#000000"}, "bob"), 403); st(c.u("GET", th % aid, who="bob"), 403); st(c.u("GET", th % NOBODY), 404); st(c.u("PUT", th % NOBODY, {"themeColor": "#000000"}), 404); is422(c.u("PUT", th % aid, {})); is422(c.u("GET", th % "x"))
    fs = "/agents/%s/files" % aid; f = []
    for i in range(FIX["filesPerAgent"]): f.append(c.ok("POST", fs, {"fileName": "n%d" % i, "content": "é"}, status=201)["fileId"])
    st(c.u("POST", fs, {"fileName": "n", "content": ""}), 400); is422(c.u("POST", fs, {})); st(c.u("POST", fs, {"fileName": "n", "content": ""}, "bob"), 403)
    l = c.ok("GET", fs); assert [x["fileId"] for x in l["files"]] == f
    l = c.ok("PUT", fs + "/positions", {"positions": [{"fileId": x, "position": len(f) - i} for i, x in enumerate(f)]}); assert [x["fileId"] for x in l["files"]] == f[::-1] and c.ok("GET", fs) == l
    st(c.u("PUT", fs + "/positions", {"positions": [{"fileId": f[0], "position": 77}, {"fileId": NOBODY, "position": 1}]}), 404); assert c.ok("GET", fs) == l
    assert c.ok("PATCH", fs + "/" + f[0], {"position": 0})["position"] == 0 and c.ok("GET", fs)["files"][0]["fileId"] == f[0] and c.ok("GET", fs + "/" + f[0])["content"] == "é"
    for m in ("GET", "PATCH", "DELETE"):
        b = {} if m == "PATCH" else None
        st(c.u(m, fs + "/" + f[0], b, "bob"), 403); st(c.u(m, fs + "/" + NOBODY, b), 404); st(c.u(m, "/agents/%s/files/%s" % (A, f[0]), b), 404); is422(c.u(m, fs + "/x", b))
    c.ok("DELETE", fs + "/" + f[0], status=204); st(c.u("GET", fs + "/" + f[0]), 404); c.ok("POST", fs, {"fileName": "n", "content": ""}, status=201)
    assert c.ok("PATCH", "/chats/" + aid, {"name": "Nn"})["prompt"] == "New"; is422(c.u("PATCH", "/chats/" + aid, {"prompt": " "})); st(c.u("PATCH", "/chats/" + aid, {"name": "x"}, "bob"), 403); st(c.u("PATCH", "/chats/" + NOBODY, {}), 404)
    st(c.u("PUT", "/chats/" + aid, {"prompt": "x"}, "bob"), 403); st(c.u("PUT", "/chats/" + NOBODY, {"prompt": "x"}), 404)
    assert "New" not in c.u("GET", "/chats/%s/og" % aid, who=None).text; st(c.u("POST", "/chats/%s/clone" % aid, who="bob"), 403); st(c.u("POST", "/chats/%s/runs" % aid, who="bob"), 403)
    assert c.ok("PUT", "/chats/" + aid, {"prompt": "Pub", "visibility": "public", "name": "Og!"})["slug"] is None
    assert c.ok("GET", "/chats/%s/og" % aid, who=None)["title"] == "Og!"; is422(c.u("GET", "/chats/x/og", who=None))
    k = c.ok("POST", "/chats/%s/clone" % aid, {"prompt": "Other"}, "bob"); assert k["id"] != aid and k["prompt"] == "Other" and k["owner"]["id"] == "usr_bob"
    assert c.ok("POST", "/chats/%s/clone" % aid, who="bob")["prompt"] == "Pub"; c.ok("POST", "/chats/%s/clone" % aid, raw=b"null"); st(c.u("POST", "/chats/%s/clone" % NOBODY), 404); is422(c.u("POST", "/chats/x/clone"))
    assert c.ok("POST", "/chats/%s/feedback" % aid, {"rating": "up"}, "bob")["feedback"]["up"] == 1; st(c.u("POST", "/chats/%s/feedback" % NOBODY, {"rating": "up"}), 404); is422(c.u("POST", "/chats/%s/feedback" % aid, {}))
    rl = c.ok("POST", "/chats/%s/runs" % aid); c.ok("GET", "/agent-runs/" + rl["run_id"]); st(c.u("POST", "/chats/%s/runs" % NOBODY), 404); is422(c.u("POST", "/chats/x/runs"))
    assert c.w("PUT", aid, rl["run_id"], "hi").status == 200
    # --- schedules
    z = c.ok("POST", "/schedules", {"chatId": aid, "cronExpression": FIX["cron"]})["schedule"]; sid = z["scheduleId"]
    for b in ({}, {"chatId": "x"}, {"chatId": NOBODY}, {"chatId": FIX["privateAgentId"]}, {"chatId": k["id"]}): st(c.u("POST", "/schedules", dict(b, cronExpression="* * * * *")), 403)
    is422(c.u("POST", "/schedules", {"chatId": aid})); is422(c.u("POST", "/schedules", {"chatId": aid, "cronExpression": "61 * * * *"}))
    assert c.ok("GET", "/schedules")["schedules"] == [z] and c.ok("GET", "/schedules/" + sid)["schedule"] == z; st(c.u("GET", "/schedules/" + sid, who="bob"), 404); st(c.u("GET", "/schedules/" + NOBODY), 404); is422(c.u("GET", "/schedules/x"))
    c.ok("PUT", "/schedules/" + sid, {"cronExpression": "5 4 * * *"}); assert c.ok("GET", "/schedules/" + sid)["schedule"]["cronExpression"] == "5 4 * * *"
    st(c.u("PUT", "/schedules/" + sid, {"chatId": FIX["privateAgentId"]}), 403)
    c.ok("GET", "/schedules/onboarding"); tc = lambda s: c.u("GET", "/schedules/text-to-cron?cron=" + quote(s))
    for s, w in (("0 9 * * 1", "0 9 * * 1"), ("every monday at 9am", "0 9 * * 1"), ("daily at 17:30", "30 17 * * *"), ("every 5 minutes", "*/5 * * * *"), ("weekdays at noon", "0 12 * * 1-5")): assert tc(s).json["cronExpression"] == w
    for s in ("", "bogus", "75 * * * *", "* * *", "*/0 * * * *", "5-1 * * * *"): st(tc(s), 400)
    is422(c.u("GET", "/schedules/text-to-cron")); c.ok("DELETE", "/schedules/" + sid); assert c.ok("GET", "/schedules")["schedules"] == []
    st(c.u("DELETE", "/chats/" + aid, who="bob"), 403); c.ok("DELETE", "/chats/" + aid)
    for p in ("/agents/", "/chats/"): st(c.u("GET", p + aid), 404)
    st(c.u("DELETE", "/chats/" + aid), 404); assert aid not in [x["id"] for x in c.ok("GET", "/agents")]; st(c.w("POST", aid, None, "x"), 404)
    # --- keys, credits, billing, payments, money
    n = c.ok("POST", "/api-keys", {"name": "k"}); assert isinstance(n["id"], int) and n["key_value"]; c.start(key=n["key_value"])
    l = c.ok("GET", "/api-keys"); assert all("key_value" not in x for x in l) and sum(x["is_default"] for x in l) == 1 and n["key_value"] not in json.dumps(l)
    assert c.ok("GET", "/api-keys/%d" % n["id"]) == n and c.ok("GET", "/api-keys/default")["key_value"] == CR["apiKey"]
    st(c.u("GET", "/api-keys/%d" % n["id"], who="bob"), 404); st(c.u("DELETE", "/api-keys/%d" % n["id"], who="bob"), 404); is422(c.u("GET", "/api-keys/x")); is422(c.u("POST", "/api-keys", {}))
    assert "key_value" not in c.ok("DELETE", "/api-keys/%d" % n["id"]); st(c.u("GET", "/api-keys/%d" % n["id"]), 404); st(c.w("POST", A, None, "x", key=n["key_value"]), 401)
    c.ok("GET", "/billing"); x = c.ok("GET", "/credits")["remaining_credits"]; assert c.ok("POST", "/credits/use")["remaining_credits"] == x - 1 == c.ok("GET", "/credits")["remaining_credits"]
    W = FIX["webhook"]; hk = lambda b, s: c.req("POST", "/api/me/payments/webhook", raw=b.encode(), headers={W["signatureHeader"]: s} if s else {})
    st(hk(W["body"], W["validSignature"]), 200); st(hk(W["body"], None), 400); st(hk(W["body"], "sha256=00"), 400); st(hk(W["body"] + " ", W["validSignature"]), 400); st(hk("{", None), 400)
    assert c.ok("POST", "/payments/sessions", {"product": "credits-500"})["sessionId"]; is422(c.u("POST", "/payments/sessions", {}))
    for q in ("", "?period=1", "?period=28", "?period=365"):
        m, s, e = (c.ok("GET", "/monetization/" + p + q) for p in ("summary", "subscribers", "earnings"))
        assert m["totalSubscribers"] == s["total"] == sum(x["subscribers"] for x in s["data"]) and abs(m["totalEarnings"] - sum(x["amount"] for x in e["data"])) < .005 and len(s["data"]) == (int(q[8:]) if q else 28)
    for p in ("summary", "subscribers", "earnings"):
        for q in (0, 366, "x"): is422(c.u("GET", "/monetization/%s?period=%s" % (p, q)))
    # --- bundles
    b = c.ok("POST", "/bundles"); i = "/bundles/%d" % b["bundleId"]; assert b["tools"] == []
    assert c.ok("PUT", i, {"name": "B", "tools": ["is_even"]})["tools"][0]["toolId"] == "is_even"; st(c.u("PUT", "/bundles/99999", {"name": "x"}), 409); st(c.u("PUT", i, {"tools": ["none"]}), 409)
    c.ok("POST", i + "/tools", {"toolId": "mean_of"}); st(c.u("POST", "/bundles/99999/tools", {"toolId": "mean_of"}), 404)
    assert [x["toolId"] for x in c.ok("GET", i + "/tools")] == ["is_even", "mean_of"] == [x["toolId"] for x in c.ok("GET", i)["tools"]] and c.ok("GET", "/bundles/99999/tools") == []
    assert c.ok("DELETE", i + "/tools/is_even")["toolId"] == "is_even"; st(c.u("DELETE", i + "/tools/is_even"), 404); st(c.u("GET", i, who="bob"), 404); st(c.u("DELETE", i, who="bob"), 404)
    assert b["bundleId"] in [x["bundleId"] for x in c.ok("GET", "/bundles")] and c.ok("GET", "/bundles", who="bob") == []
    assert c.ok("DELETE", i)["bundleId"] == b["bundleId"]; st(c.u("GET", i), 404); is422(c.u("GET", "/bundles/x"))
    # --- CLI
    s = c.ok("POST", "/cli-auth", who=None)["cliAuthId"]; assert c.ok("GET", "/cli-auth/" + s, who=None) is None
    c.ok("PUT", "/cli-auth/" + s, {"jwt": CR["jwt"]}); st(c.u("PUT", "/cli-auth/" + s, {"jwt": CR["otherJwt"]}, "bob"), 403)
    assert c.ok("GET", "/cli-auth/" + s, who=None) == CR["jwt"] and c.ok("GET", "/cli-auth/" + s, who=None) is None
    st(c.u("GET", "/cli-auth/" + NOBODY, who=None), 404); st(c.u("PUT", "/cli-auth/" + NOBODY, {"jwt": CR["jwt"]}), 404); is422(c.u("GET", "/cli-auth/x", who=None)); is422(c.u("PUT", "/cli-auth/" + s, {}))
    # --- user, VIP
    assert c.ok("GET", "/mcp-registry/servers?q=tides")["count"] == 1
    assert c.ok("GET", "/")["tier"] == "pro" and c.ok("GET", "/", who="cleo")["tier"] == "sandbox"
    n = c.ok("GET", "/vip")["redemptionCount"]; v = lambda x: c.u("POST", "/vip", {"code": x}).status
    assert v(FIX["vipCode"]) == 200 and v(FIX["vipCode"]) == 400 and v(FIX["ownVipCode"]) == 400 and v("NOPE") == 400 and c.ok("GET", "/vip")["redemptionCount"] == n + 1; is422(c.u("POST", "/vip", {}))
    # --- auth everywhere
    for m, p in (("GET", "/"), ("GET", "/agents"), ("GET", "/chats"), ("GET", "/agent-runs"), ("GET", "/executions"), ("GET", "/api-keys"), ("GET", "/bundles"), ("GET", "/schedules"), ("GET", "/tools/list"),
                 ("GET", "/vip"), ("GET", "/credits"), ("GET", "/subscriptions"), ("GET", "/user-tools"), ("GET", "/agent-studio-chats"), ("GET", "/monetization/summary"), ("GET", "/agents/vanity/slug?slug=x")):
        for who in (None, "bad", CR["apiKey"]): st(c.u(m, p, who=who), 401)
    # --- NOTIFIER
    N = lambda n, s=200, who="ann", **k: c.tool("NOTIFIER_" + n, s, who, **k)
    ch = N("CREATE_CHAT", email="z@x.example"); N("CREATE_CHAT", 400); N("CREATE_CHAT", 400, email=4); N("CREATE_CHAT", 400, mail="z")
    assert N("UPDATE_CHAT", iden=ch["iden"], muted=True)["muted"] and not N("UPDATE_CHAT", iden=ch["iden"], muted=False)["muted"]; N("UPDATE_CHAT", 400, iden=ch["iden"]); N("UPDATE_CHAT", 400, iden="x", muted=True)
    assert ch["iden"] in [x["iden"] for x in N("LIST_CHATS", limit=500)["chats"]]; N("LIST_CHATS", 400, limit=501); N("LIST_CHATS", 400, limit=True); N("DELETE_CHAT", 400, who="bob", iden=ch["iden"]); N("DELETE_CHAT", iden=ch["iden"]); assert N("LIST_CHATS")["chats"] == []
    dv = dict(model="m", nickname="n", app_version=3, manufacturer="f"); d = N("CREATE_DEVICE", **dv)
    for k in dv: N("CREATE_DEVICE", 400, **{x: y for x, y in dv.items() if x != k})
    N("CREATE_DEVICE", 400, **dict(dv, app_version=-1)); x = N("UPDATE_DEVICE", iden=d["iden"], nickname="nn"); assert x["nickname"] == "nn" and x["model"] == "m"; N("UPDATE_DEVICE", 400, iden=d["iden"], app_version=-1)
    assert N("LIST_DEVICES")["devices"] == [x]; N("DELETE_DEVICE", device_iden=d["iden"]); assert N("LIST_DEVICES")["devices"] == []; N("DELETE_DEVICE", 400)
    ps = [N("CREATE_PUSH", type="note", title=str(i), body="b")["iden"] for i in range(5)]
    N("CREATE_PUSH", 400, type="list"); N("CREATE_PUSH", 400, type="link"); N("CREATE_PUSH", 400); N("CREATE_PUSH", 400, type="file", file_url="u", file_name="n")
    N("CREATE_PUSH", type="file", file_url="u", file_name="n", file_type="text/plain"); g = N("CREATE_PUSH", type="link", url="https://x", guid="g1"); assert N("CREATE_PUSH", type="link", url="https://x", guid="g1")["iden"] == g["iden"]
    assert N("UPDATE_PUSH", iden=ps[0], dismissed=True)["dismissed"]; assert N("UPDATE_PUSH", iden=ps[0], items=[{"text": "t", "checked": True}])["items"]; N("UPDATE_PUSH", 400, iden=ps[0], items=[{"text": 3}])
    got, cur = [], None
    while True:
        p = N("LIST_PUSHES", limit=2, **({"cursor": cur} if cur else {})); got += [x["iden"] for x in p["pushes"]]; cur = p["cursor"]
        if not cur: break
    assert len(got) == 7 == len(set(got)); N("LIST_PUSHES", 400, limit=501); N("LIST_PUSHES", 400, limit=0); N("LIST_PUSHES", 400, modified_after="x")
    N("DELETE_PUSH", iden=ps[1]); N("DELETE_PUSH", 400, iden=ps[1]); assert ps[1] not in [x["iden"] for x in N("LIST_PUSHES", active=True)["pushes"]]
    assert N("LIST_PUSHES", modified_after=time.time() + 5)["pushes"] == []
    N("DELETE_ALL_PUSHES"); time.sleep(.9); assert N("LIST_PUSHES", active=True)["pushes"] == []; assert N("GET_USER")["email"]
    assert N("UPLOAD_REQUEST", file_name="a", file_type="b")["upload_url"]; N("UPLOAD_REQUEST", 400, file_name="a")
    # --- at once
    rs = several(30, lambda: c.start()[0]); assert len(set(rs)) == 30
    x = c.ok("GET", "/credits")["remaining_credits"]; several(20, lambda: c.ok("POST", "/credits/use")); assert c.ok("GET", "/credits")["remaining_credits"] == x - 20
    several(6, lambda: c.w("PUT", A, rid, "at once")); h = c.hist(rid); assert len([m for m in h if m["content"] == "at once"]) == 6 and all(m["role"] == ("user", "assistant")[i % 2] for i, m in enumerate(h))
    jobs_end()
    q = several(40, lambda: c.w("POST", A, None, FIX["slowMessage"]).status); assert set(q) == {200}


def hook(c, ev):
    raw = json.dumps(ev).encode()
    sig = "sha256=" + hmac.new(b"whsec_poplar_51d0", raw, hashlib.sha256).hexdigest()
    r = c.req("POST", "/api/me/payments/webhook", raw=raw, headers={FIX["webhook"]["signatureHeader"]: sig})
    assert r.status == 200, r


# ============================ the faults: True when the bug is seen ============
D = {}


def demo(f):
    D[f.__name__.replace("_", "-")] = f
    return f


A, J = FIX["agentId"], FIX["backgroundAgentId"]
rnd = lambda p="x": p + "-" + uuid.uuid4().hex[:10]
TC = FIX["toolCallMessage"]


@demo
def post_same_message_same_run(c): return c.start(msg="same words")[0] == c.start(msg="same words")[0]
@demo
def text_post_buffered(c):
    r, got = c.w("POST", A, None, FIX["slowMessage"], pieces=True); return got[-1][0] - got[0][0] < 0.5
@demo
def failed_job_never_ends(c):
    r, _ = c.start(J, FIX["backgroundErrorMessage"]); time.sleep(FIX["jobSeconds"]); return c.w("GET", J, r).headers["x-service-job-id"] is not None and c.w("PUT", J, r, "on").status == 409
@demo
def put_during_job_stored(c):
    r, _ = c.start(J, FIX["backgroundMessage"]); assert c.w("PUT", J, r, "early").status == 409; return any(m["content"] == "early" for m in c.hist(r, J))
@demo
def text_put_shows_tool_call(c):
    r, _ = c.start(); return TC["output"] in c.w("PUT", A, r, TC["message"]).text
@demo
def ndjson_post_inherits_context(c):
    c.start(msg="older words"); r, _ = c.start(msg="newer", nd=True); return c.hist(r)[0]["content"] != "newer"
@demo
def ndjson_tool_reply_not_stored(c): return len(c.hist(c.start(msg=TC["message"], nd=True)[0])) == 1
@demo
def ndjson_tool_result_raw_newlines(c):
    try: nd_lines(c.start(msg=TC["message"], nd=True)[1]); return False
    except ValueError: return True
@demo
def ndjson_put_without_run_header(c): return c.w("PUT", A, c.start()[0], "x", nd=True).headers["X-Service-Run-ID"] is None
@demo
def ndjson_put_ignores_job(c): return c.w("PUT", J, c.start(J, FIX["backgroundMessage"])[0], "x", nd=True).status == 200
@demo
def ndjson_put_concurrent_message_lost(c):
    r, _ = c.start(); n = iter(["aa", "bb", "cc"]); lk = threading.Lock()
    def go():
        with lk: m = next(n)
        return c.w("PUT", A, r, m, nd=True).status
    several(3, go); return len([m for m in c.hist(r) if m["content"] in ("aa", "bb", "cc")]) < 3
@demo
def run_history_ordered_by_second(c): return any(c.hist(c.start()[0])[0]["role"] == "assistant" for _ in range(4))
@demo
def run_history_any_key(c): return c.w("GET", A, c.start()[0], key="bob").status == 200
@demo
def job_header_of_sibling_run(c):
    c.start(J, FIX["backgroundMessage"]); return c.w("GET", J, c.start(J, "plain")[0]).headers["x-service-job-id"] is not None
@demo
def api_key_deleted_still_cached(c):
    k = c.ok("POST", "/api-keys", {"name": "k"}); c.start(key=k["key_value"]); c.ok("DELETE", "/api-keys/%d" % k["id"]); return c.w("POST", A, None, "x", key=k["key_value"]).status == 200
@demo
def agent_runs_cursor_inclusive(c):
    for _ in range(3): c.start()
    p = c.ok("GET", "/agent-runs?limit=1"); q = c.ok("GET", "/agent-runs?limit=1&next_cursor=" + quote(p["next_cursor"])); return p["items"] == q["items"]
@demo
def agent_runs_cursor_forgets_user(c):
    b = c.start(key="bob")[0]; c.start(); p = c.ok("GET", "/agent-runs?limit=1"); q = "&next_cursor=" + quote(p["next_cursor"] or p["items"][0]["created_at"])
    return b in [x["run_id"] for x in c.ok("GET", "/agent-runs?limit=200" + q)["items"]]
@demo
def agent_runs_default_50(c):
    for _ in range(32): c.ok("POST", "/chats/%s/runs" % A)
    return len(c.ok("GET", "/agent-runs")["items"]) > 30
@demo
def mcp_logs_foreign_run(c): return len(c.ok("GET", "/agent-runs/%s/mcp-server-logs" % c.start(msg=TC["message"])[0], who="bob")) > 0
@demo
def executions_cursor_lost_with_limit(c):
    for _ in range(3): c.tool("is_even", number=2)
    p = c.ok("GET", "/executions?limit=1"); return c.ok("GET", "/executions?limit=1&next_cursor=" + quote(p["nextCursor"]))["logs"] == p["logs"]
@demo
def executions_limit_before_user(c):
    c.tool("is_even", number=2)
    for _ in range(3): c.tool("is_even", who="bob", number=4)
    return len(c.ok("GET", "/executions?limit=1")["logs"]) == 0
@demo
def subscribe_twice_checkout(c): return c.u("POST", "/agents/%s/subscribe" % FIX["subscribedAgentId"], {"returnUrl": "x"}).status == 200
@demo
def unsubscribe_not_stored(c):
    p = "/agents/%s/unsubscribe" % FIX["unsubscribeAgentId"]; c.u("POST", p); return c.u("POST", p).status == 200
@demo
def subscription_of_anybody(c): return c.u("GET", "/subscriptions/" + FIX["subscribedAgentId"], who="bob").status == 200
S = "/agent-studio-chats"
def studio(c, who="ann", **k): return c.ok("POST", S, k, who)["runId"]
@demo
def studio_patch_resets_visibility(c): return c.ok("PATCH", S + "/" + studio(c, visibility="public"), {"title": "t"})["visibility"] == "private"
@demo
def studio_patch_sandbox_private(c): return c.u("PATCH", S + "/" + studio(c, "cleo"), {"visibility": "private"}, "cleo").status == 200
@demo
def studio_list_shows_public_of_all(c): r = studio(c, "bob", visibility="public"); return r in [x["runId"] for x in c.ok("GET", S)]
@demo
def studio_clone_shares_content(c):
    r = studio(c, title="Old", visibility="public"); k = c.ok("POST", S + "/%s/clone" % r, who="bob", status=201)["runId"]; c.ok("PATCH", S + "/" + k, {"title": "New"}, "bob"); return c.ok("GET", S + "/" + r)["title"] == "New"
@demo
def studio_private_open_to_anonymous(c): return c.u("GET", S + "/" + studio(c, visibility="private"), who=None).status == 200
@demo
def studio_create_returns_foreign(c): return c.u("POST", S, {"runId": studio(c, "bob", visibility="private")}).status == 200
@demo
def agent_upsert_foreign_public(c): return c.u("POST", "/agents", {"id": c.agent("bob")["id"], "prompt": "mine"}).status == 200
@demo
def agent_private_open_to_logged_in(c): return c.u("GET", "/agents/" + FIX["privateAgentId"]).status == 200
@demo
def agents_list_cache_stale(c):
    a = c.agent()["id"]; c.ok("GET", "/agents"); c.ok("DELETE", "/chats/" + a); time.sleep(1.2); return a in [x["id"] for x in c.ok("GET", "/agents")]
@demo
def slug_check_own_agents_only(c): s = rnd("slug"); c.agent("bob", slug=s); return c.ok("GET", "/agents/vanity/slug?slug=" + s)["available"]
@demo
def theme_checks_only_hash_colors(c): return c.u("PUT", "/agents/%s/customizations/theme" % c.agent()["id"], {"themeColor": "not a color"}).status == 200
@demo
def upsell_not_stored(c): a = c.agent()["id"]; c.ok("POST", "/agents/%s/upsell-description" % a); return not c.ok("GET", "/agents/" + a)["upsell_description"]
@demo
def vibe_cached_by_service(c):
    s = c.ok("GET", "/vibe/services")["services"][0]; p = [c.ok("GET", "/agents/%s/vibe?service_name=%s" % (c.agent(prompt=rnd())["id"], s))["prompt"] for _ in (1, 2)]; return p[0] == p[1]
def newfile(c, a, who="ann", **k): return c.u("POST", "/agents/%s/files" % a, dict({"fileName": "f", "content": "c"}, **k), who)
@demo
def file_limit_off_by_one(c):
    a = c.agent()["id"]; return [newfile(c, a).status for _ in range(FIX["filesPerAgent"] + 1)][-1] == 201
@demo
def file_limit_counts_deleted(c):
    a = c.agent()["id"]; f = [newfile(c, a).json["fileId"] for _ in range(FIX["filesPerAgent"])]; c.u("DELETE", "/agents/%s/files/%s" % (a, f[3])); return newfile(c, a).status == 400
@demo
def file_positions_sorted_as_text(c):
    a = c.agent()["id"]; [newfile(c, a, position=p) for p in (2, 10)]; return [x["position"] for x in c.ok("GET", "/agents/%s/files" % a)["files"]] == [10, 2]
@demo
def file_positions_last_lost(c):
    a = c.agent()["id"]; f = [newfile(c, a).json["fileId"] for _ in (1, 2)]; l = c.ok("PUT", "/agents/%s/files/positions" % a, {"positions": [{"fileId": f[0], "position": 8}, {"fileId": f[1], "position": 9}]}); return [x["position"] for x in l["files"]] != [8, 9]
@demo
def file_patch_any_agents_file(c):
    f = newfile(c, c.agent("bob")["id"], "bob").json["fileId"]; return c.u("PATCH", "/agents/%s/files/%s" % (c.agent()["id"], f), {"position": 4}).status == 200
@demo
def chat_put_sandbox_private(c): return c.u("PUT", "/chats/" + c.agent("cleo")["id"], {"prompt": "p", "visibility": "private"}, "cleo").status == 200
@demo
def chat_patch_clears_slug(c): return c.ok("PATCH", "/chats/" + c.agent(slug=rnd("slug"))["id"], {"prompt": "p"})["slug"] is None
@demo
def chat_clone_checks_override(c): return c.u("POST", "/chats/%s/clone" % FIX["privateAgentId"], {"visibility": "public"}).status == 200
@demo
def chat_runs_no_visibility_check(c): return c.u("POST", "/chats/%s/runs" % FIX["privateAgentId"]).status == 200
@demo
def api_keys_list_shows_default_key(c): return CR["apiKey"] in c.u("GET", "/api-keys").text
@demo
def api_key_second_default(c): c.ok("POST", "/api-keys", {"name": "d", "is_default": True}, "bob"); return sum(k["is_default"] for k in c.ok("GET", "/api-keys", who="bob")) == 2
@demo
def credits_use_race(c): x = c.ok("GET", "/credits")["remaining_credits"]; several(6, lambda: c.ok("POST", "/credits/use")); return c.ok("GET", "/credits")["remaining_credits"] > x - 6
@demo
def monetization_summary_default_30(c): return c.ok("GET", "/monetization/summary")["totalEarnings"] != c.ok("GET", "/monetization/summary?period=28")["totalEarnings"]
@demo
def monetization_earnings_days_in_cents(c): e = c.ok("GET", "/monetization/earnings"); return abs(sum(x["amount"] for x in e["data"]) - e["total"]) > 1
@demo
def webhook_without_signature(c): return c.u("POST", "/payments/webhook", raw=FIX["webhook"]["body"].encode(), who=None).status == 200
@demo
def webhook_replay_applied_again(c):
    W = FIX["webhook"]; b = []
    for _ in (1, 2): c.ok("POST", "/payments/webhook", who=None, raw=W["body"].encode(), headers={W["signatureHeader"]: W["validSignature"]}); b.append(c.ok("GET", "/credits", who="bob")["remaining_credits"])
    return b[0] != b[1]
@demo
def bundle_new_shares_tools(c):
    a, b = (c.ok("POST", "/bundles")["bundleId"] for _ in (1, 2)); c.ok("POST", "/bundles/%d/tools" % a, {"toolId": "is_even"}); return len(c.ok("GET", "/bundles/%d/tools" % b)) > 0
@demo
def bundle_tool_removed_everywhere(c):
    a, b = (c.ok("POST", "/bundles")["bundleId"] for _ in (1, 2))
    for x in (a, b): c.ok("POST", "/bundles/%d/tools" % x, {"toolId": "is_even"})
    c.ok("DELETE", "/bundles/%d/tools/is_even" % a); return c.ok("GET", "/bundles/%d/tools" % b) == []
def session(c): s = c.ok("POST", "/cli-auth", who=None)["cliAuthId"]; c.ok("PUT", "/cli-auth/" + s, {"jwt": CR["jwt"]}); return s
@demo
def cli_jwt_kept_for_logged_in_reader(c): s = session(c); return [c.ok("GET", "/cli-auth/" + s) for _ in (1, 2)][1] is not None
@demo
def cli_consume_race(c): s = session(c); return sum(x is not None for x in several(4, lambda: c.ok("GET", "/cli-auth/" + s, who=None))) > 1
@demo
def schedule_for_any_public_chat(c): return c.u("POST", "/schedules", {"chatId": FIX["unpaidAgentId"], "cronExpression": FIX["cron"]}).status == 200
@demo
def schedule_put_cron_not_stored(c):
    s = c.ok("POST", "/schedules", {"chatId": A, "cronExpression": FIX["cron"]})["schedule"]["scheduleId"]; c.ok("PUT", "/schedules/" + s, {"cronExpression": "1 2 3 4 5"}); return c.ok("GET", "/schedules/" + s)["schedule"]["cronExpression"] == FIX["cron"]
@demo
def search_limit_lost_with_toolkit(c): return len(c.ok("GET", "/tools/search?q=harbour&toolkit=harbour&limit=1")) > 1
@demo
def tool_run_without_jwt(c): return c.u("POST", "/tools/run/" + FIX["tool"]["name"], FIX["tool"]["input"], None).status == 200
@demo
def user_tools_list_of_all_users(c): c.u("POST", "/user-tools", {"toolId": "hash_text"}); return "hash_text" in [x["toolId"] for x in c.ok("GET", "/user-tools", who="bob")]
@demo
def vip_own_code_accepted(c): return c.u("POST", "/vip", {"code": FIX["ownVipCode"]}).status == 200
@demo
def vip_redeem_race(c): return several(4, lambda: c.u("POST", "/vip", {"code": "DECKHAND-50"}).status).count(200) > 1
@demo
def notifier_guid_only_for_notes(c): g = rnd(); return len({c.tool("NOTIFIER_CREATE_PUSH", type="link", url="u", guid=g)["iden"] for _ in (1, 2)}) == 2
@demo
def notifier_active_lost_with_limit(c):
    i = c.tool("NOTIFIER_CREATE_PUSH", type="note")["iden"]; c.tool("NOTIFIER_DELETE_PUSH", iden=i); return i in [x["iden"] for x in c.tool("NOTIFIER_LIST_PUSHES", active=True, limit=50)["pushes"]]
@demo
def notifier_modified_after_ms(c): i = c.tool("NOTIFIER_CREATE_PUSH", type="note"); return i["iden"] in [x["iden"] for x in c.tool("NOTIFIER_LIST_PUSHES", modified_after=i["modified"] + 1)["pushes"]]
def nchat(c): return c.tool("NOTIFIER_CREATE_CHAT", email=rnd() + "@x.example")["iden"]
@demo
def notifier_unmute_ignored(c): i = nchat(c); c.tool("NOTIFIER_UPDATE_CHAT", iden=i, muted=True); return c.tool("NOTIFIER_UPDATE_CHAT", iden=i, muted=False)["muted"]
@demo
def notifier_delete_chat_foreign(c): return c.u("POST", "/tools/run/NOTIFIER_DELETE_CHAT", {"iden": nchat(c)}, "bob").status == 200
@demo
def notifier_update_device_blanks(c):
    d = c.tool("NOTIFIER_CREATE_DEVICE", model="m", nickname="n", app_version=1, manufacturer="f"); return c.tool("NOTIFIER_UPDATE_DEVICE", iden=d["iden"], nickname="z")["model"] is None


def show(f):
    with Server(f) as c:
        assert D[f](c) is True, "the fault does not show: " + f


def main():
    assert len(FAULTS) == 70 and set(FAULTS) == set(D), set(FAULTS) ^ set(D)
    want = sys.argv[1:] or FAULTS
    t0 = time.time()
    if not sys.argv[1:]:
        with Server() as c: walk(c)
        print("walk passed", round(time.time() - t0, 1), flush=True)
    bad = []
    with Server() as c:
        for f in want:
            try: assert D[f](c) is False, "seen without the fault"
            except Exception as e: bad.append((f, "clean", repr(e)[:600]))
    print("clean run of the %d demonstrations: %d wrong" % (len(want), len(bad)), flush=True)
    with ThreadPoolExecutor(2) as p:
        for f, x in [(f, p.submit(show, f)) for f in want]:
            try: x.result()
            except Exception as e: bad.append((f, "fault", repr(e)[:600]))
    for b in bad: print("FAIL", *b)
    print("%d faults, %d failures, %.0f s" % (len(want), len(bad), time.time() - t0))
    sys.exit(bool(bad))


main()
