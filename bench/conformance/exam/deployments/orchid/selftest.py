#!/usr/bin/env python3
"""Starts the deployment, walks through all its operations, then shows every fault. Usage: selftest.py [walk|FAULT-ID ...]"""
import hashlib, hmac, http.client, json, os, re, signal, socket, subprocess, sys, threading, time, uuid
from urllib.parse import quote, urlencode

HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(os.path.join(HERE, "config.json")))
FIX, CRED = CFG["fixtures"], CFG["credentials"]
FAULTS = json.load(open(os.path.join(HERE, "faults.json")))
NIL = "00000000-0000-4000-8000-000000000000"
SANDBOX_KEY = CFG["traffic"]["users"]["sandbox"][0]
CAROL = CFG["traffic"]["users"]["carol"]


class Resp:
    def __init__(self, status, headers, raw, times):
        self.status, self.headers, self.raw, self.times = status, headers, raw, times
        self.text = raw.decode("utf-8", "replace")
    @property
    def json(self): return json.loads(self.raw.decode("utf-8"))
    @property
    def run(self): return self.headers.get("x-service-run-id")
    @property
    def job(self): return self.headers.get("x-service-job-id")
    @property
    def lines(self): return [json.loads(l) for l in self.raw.decode("utf-8").splitlines() if l.strip()]


class Server:
    def __init__(self, fault=""):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]
        self.p = subprocess.Popen([os.path.join(HERE, "start.sh"), str(self.port)], env=dict(os.environ, FAULT=fault), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.p.stdout.readline()
        assert line == "ready\n", ("not ready", line, self.p.stderr.read())
        self.spec = None
        self.seen = set()
    def stop(self):
        self.p.send_signal(signal.SIGKILL); self.p.wait(); self.p.stdout.close(); self.p.stderr.close()
    def __enter__(self): return self
    def __exit__(self, *a): self.stop()

    def raw(self, method, path, body=None, token=None, headers=None):
        h = dict(headers or {})
        if token: h["Authorization"] = "Bearer " + token
        if body is not None and not isinstance(body, (bytes, str)): body = json.dumps(body)
        if isinstance(body, str): body = body.encode()
        if body is not None: h.setdefault("Content-Type", "application/json")
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            c.request(method, path, body, h)
            r = c.getresponse(); chunks, times = [], []
            while True:
                b = r.read1(65536)
                if not b: break
                chunks.append(b); times.append(time.monotonic())
            res = Resp(r.status, {k.lower(): v for k, v in r.getheaders()}, b"".join(chunks), times)
        finally: c.close()
        if self.spec: self.conform(method, path, res)
        return res
    TOK = {"own": CRED["jwt"], "other": CRED["otherJwt"], "sandbox": CRED["sandboxJwt"], "carol": CAROL[0], "": None}
    KEY = {"own": CRED["apiKey"], "other": CRED["otherApiKey"], "sandbox": SANDBOX_KEY, "": None}
    def me(self, method, path, body=None, who="own", headers=None, token=None): return self.raw(method, "/api/me" + path, body, token or self.TOK[who], headers)
    def w(self, method, path, message=None, who="own", key=None): return self.raw(method, "/agents/" + path, None if message is None else {"message": message}, key or self.KEY[who])
    def tool(self, name, who="own", **args): return self.me("POST", "/tools/run/" + name, args, who)
    def n(self, name, who="own", **args):
        r = self.tool("NOTIFIER_" + name, who, **args); assert r.status == 200, (name, r.status, r.text)
        return r.json["structuredContent"]

    # ---- conformance of every answer with the served OpenAPI document
    def load_spec(self):
        self.spec = self.raw("GET", "/openapi.json").json
        self.ops = []
        for p, item in self.spec["paths"].items():
            rx = re.compile("^" + re.sub(r"\{\w+\}", "([^/]+)", p) + "$")
            for m, o in item.items(): self.ops.append((p.count("{"), m.upper(), rx, p, o))
        self.ops.sort(key=lambda x: x[0])
    def conform(self, method, path, res):
        path = path.split("?")[0]
        for _, m, rx, p, o in self.ops:
            if m == method and rx.match(path):
                if res.status < 300: self.seen.add((m, p))
                doc = o["responses"].get(str(res.status))
                assert doc is not None, ("status not in OpenAPI", method, path, res.status, res.text[:300])
                ct = res.headers.get("content-type", "").split(";")[0]
                if "content" not in doc: assert res.raw == b"", (path, res.raw); return
                assert ct in doc["content"], (method, path, res.status, ct)
                if ct == "application/json": self.check(doc["content"][ct]["schema"], res.json, method + " " + path)
                for h, d in doc.get("headers", {}).items(): assert not d.get("required") or h.lower() in res.headers, (h, path)
                return
    def check(self, s, v, at):
        if "$ref" in s: return self.check(self.spec["components"]["schemas"][s["$ref"].split("/")[-1]], v, at)
        if "anyOf" in s:
            for x in s["anyOf"]:
                try: return self.check(x, v, at)
                except AssertionError as e: err = e
            raise err
        t = s.get("type")
        if t is not None:
            ts = t if isinstance(t, list) else [t]
            ok = {"string": isinstance(v, str), "integer": isinstance(v, int) and not isinstance(v, bool), "number": isinstance(v, (int, float)) and not isinstance(v, bool), "boolean": isinstance(v, bool), "null": v is None, "object": isinstance(v, dict), "array": isinstance(v, list)}
            assert any(ok[x] for x in ts), ("type", at, t, v)
        if "enum" in s: assert v in s["enum"], (at, v)
        if isinstance(v, dict):
            for r in s.get("required", []): assert r in v, ("missing", at, r)
            if "properties" in s:
                for k, x in v.items(): assert k in s["properties"], ("unknown field", at, k); self.check(s["properties"][k], x, at + "." + k)
        if isinstance(v, list) and "items" in s:
            for x in v: self.check(s["items"], x, at + "[]")


def sign(body): return "sha256=" + hmac.new(b"whsec_orchid_2026", body.encode(), hashlib.sha256).hexdigest()
def uid(): return str(uuid.uuid4())
def word(): return "w" + uuid.uuid4().hex[:10]
def parallel(n, f):
    out = [None] * n; bar = threading.Barrier(n)
    def go(i): bar.wait(); out[i] = f(i)
    ts = [threading.Thread(target=go, args=(i,)) for i in range(n)]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out
def eq(a, b, why=""):
    assert a == b, (why, a, b)
def st(r, *codes):
    assert r.status in codes, (codes, r.status, r.text[:400]); return r
def agent(s, who="own", **f):
    return st(s.me("POST", "/agents", dict({"chatPrompt": "You are a test agent " + word()}, **f), who), 200).json
A, BG = FIX["agentId"], FIX["backgroundAgentId"]
def wait_idle(s, ag, run, limit=None):
    t = time.monotonic()
    while s.w("GET", f"{ag}/{run}").job is not None:
        if time.monotonic() - t > (limit or FIX["jobSeconds"]): return False
        time.sleep(0.3)
    return True
def roles(ms): return [m["role"] for m in ms]


# ------------------------------------------------------------------ the walk
def walk(s):
    s.load_spec()
    eq(s.spec["openapi"], "3.1.0"); eq(s.spec["info"]["version"], "0.1.0")
    eq(len(s.ops), 93)

    # every JWT operation asks for a credential; the others do not
    for _, m, rx, p, o in s.ops:
        path = re.sub(r"\{\w+\}", NIL, p)
        if o.get("security"): eq(s.raw(m, path, {} if m in ("POST", "PUT", "PATCH") else None).status, 401, p); eq(s.raw(m, path, None, "nonsense").status, 401, p)
    noauth = {(m, p) for _, m, rx, p, o in s.ops if not o.get("security")}
    iface = {(m, "/api" + p) for m, p in re.findall(r"^\| (\w+) \| (/me\S*)(?: \(deprecated\))? \(no auth declared\)", open(os.path.join(HERE, "interface.md")).read(), re.M)}
    eq(noauth, iface)

    workers(s); jobs(s); runs_logs(s); agents(s); files(s); chats(s); studio(s); keys(s); money(s); bundles(s); cli(s); schedules(s); tools(s); notifier(s); vip(s)
    missing = {(m, p) for _, m, rx, p, o in s.ops} - s.seen
    assert not missing, ("operations without a success", missing)
    eq(s.raw("GET", "/api/me/nothing", None, CRED["jwt"]).status, 404)
    print("walk: all", len(s.ops), "operations kept")


def workers(s):
    msg = "Zażółć 日本 😀 \"q\"\nnext"
    r = st(s.w("POST", A, msg), 200)
    assert r.headers["content-type"].startswith("text/plain"); assert uuid.UUID(r.run); assert r.job is None
    g = st(s.w("GET", f"{A}/{r.run}"), 200)
    eq(g.json, [{"role": "user", "content": msg}, {"role": "assistant", "content": r.text}]); assert g.job is None
    r2 = st(s.w("PUT", f"{A}/{r.run}", "again"), 200); eq(r2.run, r.run)
    g = s.w("GET", f"{A}/{r.run}").json
    eq(g[0]["content"], msg); eq(g[2], {"role": "user", "content": "again"}); eq(g[3]["content"], r2.text); eq(len(g), 4)
    for i in range(4): s.w("PUT", f"{A}/{r.run}", f"turn {i}")
    g = s.w("GET", f"{A}/{r.run}").json; eq(len(g), 12); eq(roles(g), ["user", "assistant"] * 6)
    p = st(s.w("POST", A, msg), 200); assert p.run != r.run; eq(len(s.w("GET", f"{A}/{p.run}").json), 2)
    st(s.w("PUT", f"{A}/{p.run}", ""), 200)
    # errors
    st(s.w("POST", A, "x", ""), 401); st(s.raw("POST", f"/agents/{A}", {"message": "x"}, CRED["jwt"]), 401)
    for b in ({}, {"message": None}, {"message": 5}, [], "{", {"msg": "x"}): assert st(s.raw("POST", f"/agents/{A}", b, CRED["apiKey"]), 422).json["detail"]
    st(s.raw("POST", f"/agents/{A}", None, CRED["apiKey"]), 422)
    st(s.w("POST", NIL, "x"), 404); st(s.w("POST", "nonsense", "x"), 422); st(s.w("PUT", f"{A}/{NIL}", "x"), 404); st(s.w("GET", f"{A}/{NIL}"), 404)
    st(s.w("GET", f"{BG}/{r.run}"), 404); st(s.w("GET", f"{A}/{r.run}", who="other"), 404); st(s.w("PUT", f"{A}/{r.run}", "x", "other"), 404)
    st(s.w("POST", FIX["privateAgentId"], "x"), 403); st(s.w("POST", FIX["privateAgentId"], "x", "other"), 200); st(s.w("POST", FIX["paidAgentId"], "x"), 402); st(s.w("POST", FIX["subscribedAgentId"], "x"), 200)
    # NDJSON
    n = st(s.w("POST", "ndjson/" + A, msg), 200); assert n.headers["content-type"].startswith("application/x-ndjson"); ls = n.lines
    said = "".join(l["text"] for l in ls if l["type"] == "text"); g = s.w("GET", f"{A}/{n.run}").json; eq(g, [{"role": "user", "content": msg}, {"role": "assistant", "content": said}])
    n2 = st(s.w("PUT", f"ndjson/{A}/{n.run}", "more"), 200); eq(n2.run, n.run); eq(len(s.w("GET", f"{A}/{n.run}").json), 4)
    n3 = s.w("POST", "ndjson/" + A, "fresh"); eq(len(s.w("GET", f"{A}/{n3.run}").json), 2)
    # tools
    t = FIX["toolCallMessage"]
    for r in (st(s.w("POST", "ndjson/" + A, t["message"]), 200), st(s.w("PUT", f"ndjson/{A}/{n.run}", t["message"]), 200)):
        ls = r.lines; k = [l["type"] for l in ls]
        assert any(l["type"] == "tool_call" and l["name"] == t["name"] for l in ls) and any(l["type"] == "tool_result" and t["output"] in json.dumps(l) for l in ls)
        assert k.index("tool_call") < k.index("tool_result")
    for r in (st(s.w("POST", A, t["message"]), 200), st(s.w("PUT", f"{A}/{n.run}", t["message"]), 200)):
        assert t["output"] not in r.text and t["name"] not in r.text; eq(s.w("GET", f"{A}/{r.run}").json[-1]["content"], r.text)
    # streaming
    for path in (A, "ndjson/" + A):
        t0 = time.monotonic(); r = st(s.w("POST", path, FIX["slowMessage"]), 200)
        assert r.times[0] - t0 < 0.7 and r.times[-1] - r.times[0] > 1, (r.times[0] - t0, r.times[-1] - r.times[0])
    # many at once
    base = s.w("POST", A, "base").run
    parallel(8, lambda i: st(s.w("PUT", f"{A}/{base}", f"p{i}"), 200))
    g = s.w("GET", f"{A}/{base}").json; eq(len(g), 18); eq(roles(g), ["user", "assistant"] * 9); eq({m["content"] for m in g[2::2]}, {f"p{i}" for i in range(8)})
    eq(len({r.run for r in parallel(30, lambda i: st(s.w("POST", A, "same"), 200))}), 30)


def jobs(s):
    for message in (FIX["backgroundMessage"], FIX["backgroundErrorMessage"]):
        t0 = time.monotonic()
        r = st(s.w("POST", BG, message), 200); run = r.run; assert r.job
        g = s.w("GET", f"{BG}/{run}"); eq(g.job, r.job); before = g.json
        eq(st(s.me("GET", f"/agent-runs/{run}"), 200).json["status"], "running")
        st(s.w("PUT", f"{BG}/{run}", "now?"), 409); st(s.w("PUT", f"ndjson/{BG}/{run}", "now?"), 409)
        eq(s.w("GET", f"{BG}/{run}").json, before)
        p = st(s.w("POST", BG, "hello"), 200); assert p.run != run and p.job is None; st(s.w("PUT", f"{BG}/{p.run}", "hello"), 200); st(s.w("POST", "ndjson/" + BG, "x"), 200)
        eq(s.w("GET", f"{BG}/{run}").job, r.job); assert time.monotonic() - t0 < 4
        assert wait_idle(s, BG, run); took = time.monotonic() - t0; assert 4.5 < took <= FIX["jobSeconds"], took
        eq(s.w("GET", f"{BG}/{run}").json, before)
        st(s.w("PUT", f"{BG}/{run}", "any value"), 200); eq(len(s.w("GET", f"{BG}/{run}").json), 4)
        log = st(s.me("GET", f"/agent-runs/{run}/mcp-server-logs"), 200).json; eq(log[0]["toolName"], "code_interpreter"); assert log[0]["finishedAt"]
    run = s.w("POST", "ndjson/" + BG, FIX["backgroundMessage"]); assert run.job; st(s.w("PUT", f"{BG}/{run.run}", "x"), 409)
    r = s.w("POST", BG, "plain").run; q = s.w("PUT", f"{BG}/{r}", FIX["backgroundMessage"]); assert q.job; eq(s.w("GET", f"{BG}/{r}").job, q.job)


def pages(s, path, size, who="own"):
    out, cur = [], None
    while True:
        r = st(s.me("GET", f"{path}?" + urlencode({"limit": size, **({"next_cursor": cur} if cur else {})}), who=who), 200).json
        assert len(r["data"]) <= size; out += r["data"]; cur = r["nextCursor"]
        if not cur: return out


def runs_logs(s):
    for i in range(34): s.w("POST", A if i % 2 else "ndjson/" + A, f"r{i}", "sandbox")
    l = st(s.me("GET", "/agent-runs", who="sandbox"), 200).json; eq(len(l["data"]), 30); assert l["nextCursor"]
    all_ = pages(s, "/agent-runs", 7, "sandbox"); eq(len(all_), 34); eq(len({x["run_id"] for x in all_}), 34); eq([x["firstMessage"] for x in all_], [f"r{i}" for i in range(33, -1, -1)])
    for q in ("next_cursor=null", "next_cursor="): eq(len(st(s.me("GET", "/agent-runs?" + q, who="sandbox"), 200).json["data"]), 30)
    for q in ("limit=0", "limit=x", "next_cursor=x", "limit=-1"): st(s.me("GET", "/agent-runs?" + q), 422); st(s.me("GET", "/executions?" + q), 422)
    run = all_[0]["run_id"]
    eq(st(s.me("GET", f"/agent-runs/{run}", who="sandbox"), 200).json["run_id"], run); st(s.me("GET", f"/agent-runs/{run}"), 404); st(s.me("GET", f"/agent-runs/{NIL}"), 404); st(s.me("GET", "/agent-runs/x"), 422)
    eq([x["event"] for x in s.me("GET", f"/agent-runs/{run}/logs", who="sandbox").json], ["run_created", "user_message", "assistant_message"]); eq(s.me("GET", f"/agent-runs/{run}/logs").json, [])
    m = FIX["toolCallMessage"]["message"]; run = s.w("POST", A, m, "sandbox").run; s.w("PUT", f"{A}/{run}", m, "sandbox")
    g = s.me("GET", f"/agent-runs/{run}/mcp-server-logs", who="sandbox").json; eq(len(g), 2); eq(g[0]["run_id"], run); eq(s.me("GET", f"/agent-runs/{run}/mcp-server-logs").json, [])
    for i in range(33): st(s.tool("word_count", "sandbox", text=f"t {i}"), 200)
    l = st(s.me("GET", "/executions", who="sandbox"), 200).json; eq(len(l["data"]), 30)
    all_ = pages(s, "/executions", 10, "sandbox"); eq(len(all_), 35); eq(all_[0]["input"], {"text": "t 32"}); eq(all_[0]["output"], {"words": 2, "characters": 4})
    i = all_[0]["log_id"]; eq(st(s.me("GET", f"/executions/{i}", who="sandbox"), 200).json, all_[0]); st(s.me("GET", f"/executions/{i}"), 404); st(s.me("GET", "/executions/999999"), 404); st(s.me("GET", "/executions/x"), 422); st(s.me("GET", "/executions/99999999999999999999999"), 422)


def agents(s):
    slug = "slug-" + word()
    a = agent(s, name="N", description="D é", visibility="public", vanitySlug=slug.upper(), tags=["x"]); i = a["agent_id"]; eq(a["chat_id"], i); eq(a["vanitySlug"], slug)
    eq(agent(s)["visibility"], "private"); eq(agent(s, "sandbox")["visibility"], "public")
    for b in ({}, {"chatPrompt": None}, {"chatPrompt": " "}, {"name": "x"}): st(s.me("POST", "/agents", b), 400); st(s.me("POST", "/chats", b), 400)
    for b in ({"chatPrompt": 5}, {"chatPrompt": "x", "visibility": "secret"}, {"chatPrompt": "x", "visibility": ""}, {"chatPrompt": "x", "tags": "y"}, {"chatPrompt": "x", "tags": [None]}, {"chatPrompt": True}): st(s.me("POST", "/agents", b), 422)
    st(s.me("POST", "/agents", {"chatPrompt": "x", "visibility": "private"}, "sandbox"), 400); st(s.me("POST", "/agents", {"chatPrompt": "x", "visibility": "public"}, "sandbox"), 200)
    u = st(s.me("POST", "/agents", {"agent_id": i, "chatPrompt": "new", "visibility": "public", "vanitySlug": slug, "unknown": 1}), 200).json; eq(u["agent_id"], i); eq(u["chatPrompt"], "new"); eq((u["description"], u["tags"]), ("D é", ["x"]))
    st(s.me("POST", "/agents", {"agent_id": i, "chatPrompt": "new"}, "other"), 403); st(s.me("POST", "/agents", {"agent_id": NIL, "chatPrompt": "new"}), 404); st(s.me("POST", "/agents", {"agent_id": i}), 400)
    for who in ("own", "other", ""): eq(st(s.me("GET", f"/agents/{i}", who=who), 200).json["chatPrompt"], "new"); st(s.me("GET", f"/chats/{i}", who=who), 200)
    eq(st(s.me("GET", f"/agents/{slug}"), 200).json["agent_id"], i)
    p = FIX["privateAgentId"]
    for f in ("agents", "chats"): st(s.me("GET", f"/{f}/{p}"), 403); st(s.me("GET", f"/{f}/{p}", who=""), 403); st(s.me("GET", f"/{f}/{p}", who="other"), 200); st(s.me("GET", f"/{f}/{NIL}", who=""), 404)
    l = st(s.me("GET", "/agents"), 200).json; eq(l, s.me("GET", "/chats").json); assert i in [x["agent_id"] for x in l] and p not in [x["agent_id"] for x in l]; eq({x["ownerId"] for x in l}, {"usr_01alice"})
    d = st(s.me("POST", f"/agents/{i}/upsell-description"), 200).json["upsellDescription"]; assert d; eq(s.me("GET", f"/agents/{i}").json["upsellDescription"], d); st(s.me("POST", f"/agents/{NIL}/upsell-description"), 404); st(s.me("POST", f"/agents/{i}/upsell-description", who="other"), 404)
    for who in ("own", "other"): eq(s.me("GET", "/agents/vanity/slug?slug=" + slug, who=who).json["available"], False)
    eq(s.me("GET", "/agents/vanity/slug?slug=free-" + word()).json["available"], True); st(s.me("GET", "/agents/vanity/slug"), 422); st(s.me("POST", "/agents", {"chatPrompt": "x", "vanitySlug": slug}), 400)
    g = st(s.me("POST", "/agents/vanity/slug", {"name": slug}, ""), 200).json["slug"]; assert g != slug; eq(s.me("GET", "/agents/vanity/slug?slug=" + g).json["available"], True); st(s.me("POST", "/agents/vanity/slug", {}, ""), 422); assert st(s.me("POST", "/agents/vanity/slug", {"name": "日本"}, ""), 200).json["slug"]
    vs = st(s.me("GET", "/vibe/services", who=""), 200).json["services"]; eq(len(vs), 3); prompts = set()
    for v in vs: r = st(s.me("GET", f"/agents/{i}/vibe?service_name={v['name']}"), 200).json; eq(r["serviceName"], v["name"]); prompts.add(r["prompt"]); eq(v["name"], v["name"].lower())
    eq(len(prompts), 3); st(s.me("GET", f"/agents/{i}/vibe"), 422); st(s.me("GET", f"/agents/{i}/vibe?service_name=x"), 422); st(s.me("GET", f"/agents/{p}/vibe?service_name={vs[0]['name']}"), 403)
    t = f"/agents/{i}/customizations/theme"; eq(st(s.me("GET", t), 200).json, None)
    for c in ("#12AbEf", "#000000"): eq(st(s.me("PUT", t, {"themeColor": c}), 200).json["themeColor"], c); eq(s.me("GET", t).json["themeColor"], c)
    for c in ("red", "#12345", "#1234567", "123456", "#GGGGGG", "", "#123456\n", " #123456"): st(s.me("PUT", t, {"themeColor": c}), 400)
    eq(s.me("GET", t).json["themeColor"], "#000000"); st(s.me("PUT", t, {}), 422); st(s.me("PUT", t, {"themeColor": "#123456"}, "other"), 403); st(s.me("PUT", f"/agents/{NIL}/customizations/theme", {"themeColor": "#123456"}), 404); st(s.me("GET", f"/agents/{p}/customizations/theme"), 403); st(s.me("GET", "/agents/x/customizations/theme"), 422)


def files(s):
    i = agent(s)["agent_id"]; f = f"/agents/{i}/files"; lim = FIX["filesPerAgent"]
    eq(st(s.me("GET", f), 200).json["data"], [])
    ids = [st(s.me("POST", f, {"fileName": f"ż{n}.txt", "content": "日本"}), 201).json for n in range(3)]
    eq([x["position"] for x in ids], [0, 1, 2]); eq(ids[0]["sizeBytes"], 6); ids = [x["file_id"] for x in ids]
    def order(): return [x["file_id"] for x in s.me("GET", f).json["data"]]
    eq(order(), ids)
    r = st(s.me("PUT", f + "/positions", {"positions": [{"file_id": ids[2], "position": 0}, {"file_id": ids[0], "position": 1}, {"file_id": ids[1], "position": 2}]}), 200).json["data"]
    eq([x["file_id"] for x in r], [ids[2], ids[0], ids[1]]); eq([x["position"] for x in r], [0, 1, 2]); eq(order(), [ids[2], ids[0], ids[1]])
    st(s.me("PUT", f + "/positions", {"positions": [{"file_id": NIL, "position": 0}]}), 404); st(s.me("PUT", f + "/positions", {"positions": [{"file_id": ids[0]}]}), 422); st(s.me("PUT", f + "/positions", {}), 422); eq(order(), [ids[2], ids[0], ids[1]])
    x = st(s.me("PATCH", f"{f}/{ids[0]}", {"fileName": "ren.txt"}), 200).json; eq((x["fileName"], x["position"], x["content"]), ("ren.txt", 1, "日本")); eq(s.me("GET", f"{f}/{ids[0]}").json, x)
    st(s.me("PATCH", f"{f}/{ids[1]}", {"position": 0}), 200); eq(order(), [ids[1], ids[2], ids[0]])
    n = st(s.me("POST", f, {"fileName": "first", "position": 0}), 201).json; eq(order()[0], n["file_id"])
    for b in ({"fileName": " "}, {"fileName": "x", "position": -1}, {"fileName": "x", "url": "nope"}): st(s.me("POST", f, b), 400)
    for b in ({}, {"fileName": 3}, {"fileName": "x", "position": "1"}, {"fileName": "x", "position": 1.5}): st(s.me("POST", f, b), 422)
    d = s.me("DELETE", f"{f}/{n['file_id']}"); st(d, 204); eq(d.raw, b""); st(s.me("DELETE", f"{f}/{n['file_id']}"), 404); st(s.me("GET", f"{f}/{n['file_id']}"), 404); eq(order(), [ids[1], ids[2], ids[0]])
    sts = sorted(r.status for r in parallel(12, lambda k: s.me("POST", f, {"fileName": f"k{k}"}))); eq(sts, [201] * (lim - 3) + [400] * (15 - lim)); eq(len(order()), lim)
    for m, p, b in (("GET", f, None), ("POST", f, {"fileName": "x"}), ("GET", f"{f}/{ids[0]}", None), ("PATCH", f"{f}/{ids[0]}", {}), ("DELETE", f"{f}/{ids[0]}", None), ("PUT", f + "/positions", {"positions": []})):
        st(s.me(m, p, b, "other"), 403); st(s.me(m, p.replace(i, NIL), b), 404); st(s.me(m, p.replace(i, "x"), b), 422)
    j = agent(s)["agent_id"]; st(s.me("GET", f"/agents/{j}/files/{ids[0]}"), 404); st(s.me("DELETE", f"/agents/{j}/files/{ids[0]}"), 404); eq(len(order()), lim)


def chats(s):
    c = st(s.me("POST", "/chats", {"chatPrompt": "p", "visibility": "public", "vanitySlug": word(), "tags": ["a"]}), 200).json; i = c["chat_id"]; f = f"/chats/{i}"
    x = st(s.me("PATCH", f, {"description": "d"}), 200).json; eq((x["chatPrompt"], x["visibility"], x["vanitySlug"], x["description"]), ("p", "public", c["vanitySlug"], "d")); eq(s.me("GET", f).json, x); eq([y for y in s.me("GET", "/agents").json if y["agent_id"] == i], [x])
    x = st(s.me("PUT", f, {"chatPrompt": "q", "visibility": "public"}), 200).json; eq((x["chatPrompt"], x["description"], x["vanitySlug"]), ("q", None, None)); st(s.me("PUT", f, {}), 400)
    for m, b in (("PUT", {"chatPrompt": "z"}), ("PATCH", {"name": "z"}), ("DELETE", None)): st(s.me(m, f, b, "other"), 403); st(s.me(m, f"/chats/{NIL}", b), 404)
    sb = agent(s, "sandbox")["agent_id"]
    st(s.me("PUT", f"/chats/{sb}", {"chatPrompt": "x", "visibility": "private"}, "sandbox"), 400); st(s.me("PATCH", f"/chats/{sb}", {"visibility": "private"}, "sandbox"), 400); st(s.me("POST", "/chats", {"chatPrompt": "x", "visibility": "private"}, "sandbox"), 400); eq(s.me("GET", f"/agents/{sb}", who="sandbox").json["visibility"], "public"); st(s.me("PATCH", f"/chats/{sb}", {"name": "y"}, "sandbox"), 200)
    eq(st(s.me("GET", f + "/og", who=""), 200).json["title"], "q"); o = st(s.me("GET", f"/chats/{FIX['privateAgentId']}/og", who=""), 200).text; assert "Bob" not in o and "rose" not in o; st(s.me("GET", f"/chats/{NIL}/og", who=""), 200); st(s.me("GET", "/chats/x/og", who=""), 422)
    k = st(s.me("POST", f + "/clone", None, "other"), 200).json; assert k["agent_id"] != i; eq((k["chatPrompt"], k["ownerId"], k["clonedFrom"]), ("q", "usr_02bob", i)); k2 = st(s.me("POST", f + "/clone", {"chatPrompt": "mine", "visibility": "public"}, "other"), 200).json; eq((k2["chatPrompt"], k2["visibility"]), ("mine", "public")); eq(s.me("GET", f).json["chatPrompt"], "q"); st(s.me("POST", f + "/clone", "null", "sandbox"), 200); st(s.me("POST", f + "/clone", {"visibility": "private"}, "sandbox"), 400)
    st(s.me("POST", f"/chats/{FIX['privateAgentId']}/clone"), 403); st(s.me("POST", f"/chats/{agent(s)['agent_id']}/clone"), 403); st(s.me("POST", f"/chats/{NIL}/clone"), 404)
    for who, r in (("own", "up"), ("other", "down"), ("other", "up")): x = st(s.me("POST", f + "/feedback", {"rating": r}, who), 200).json
    eq(x["feedback"], {"up": 2, "down": 0}); st(s.me("POST", f"/chats/{NIL}/feedback", {"rating": "up"}), 404); st(s.me("POST", f + "/feedback", {"rating": "meh"}), 422); st(s.me("POST", f"/chats/{FIX['privateAgentId']}/feedback", {"rating": "up"}), 404)
    r = st(s.me("POST", f + "/runs", who="other"), 200).json; st(s.me("GET", f"/agent-runs/{r['run_id']}", who="other"), 200); assert r in s.me("GET", f"/agent-runs/{r['run_id']}/logs", who="other").json; st(s.me("POST", f"/chats/{FIX['privateAgentId']}/runs"), 403); st(s.me("POST", f"/chats/{NIL}/runs"), 404)
    run = s.w("POST", i, "x").run; eq(st(s.me("DELETE", f), 200).json["agent_id"], i); st(s.me("GET", f), 404); st(s.me("GET", f"/agents/{i}"), 404); st(s.me("DELETE", f), 404); st(s.w("POST", i, "x"), 404); assert i not in s.me("GET", "/chats").text.split('"agent_id":"')[0]; assert all(y["agent_id"] != i for y in s.me("GET", "/agents").json); st(s.w("PUT", f"{i}/{run}", "x"), 404)


def studio(s):
    f = "/agent-studio-chats"; i = uid()
    c = st(s.me("POST", f, {"run_id": i, "title": "T", "visibility": "public", "settings": {"a": 1}, "messages": [{"role": "user", "content": "é"}]}), 200).json; eq(c["run_id"], i)
    eq(st(s.me("POST", f, {"run_id": i, "title": "U"}), 200).json, c); st(s.me("POST", f, {"run_id": i}, "other"), 409); n = st(s.me("POST", f, {}), 200).json; eq(n["visibility"], "private"); st(s.me("POST", f, {"visibility": "private"}, "sandbox"), 400); sb = st(s.me("POST", f, {}, "sandbox"), 200).json; eq(sb["visibility"], "public"); st(s.me("POST", f, {"visibility": "x"}), 422)
    eq(len({r.json["createdAt"] for r in parallel(6, lambda k, u=uid(): st(s.me("POST", f, {"run_id": u}), 200))}), 1)
    st(s.me("GET", f"{f}/{i}", who=""), 200); st(s.me("GET", f"{f}/{n['run_id']}", who=""), 403); st(s.me("GET", f"{f}/{n['run_id']}", who="other"), 403); eq(st(s.me("GET", f"{f}/{n['run_id']}"), 200).json, n); st(s.me("GET", f"{f}/nothing", who=""), 404)
    x = st(s.me("PATCH", f"{f}/{i}", {"title": "V"}), 200).json; eq((x["title"], x["visibility"], x["settings"], x["messages"]), ("V", "public", {"a": 1}, c["messages"])); x = st(s.me("PUT", f"{f}/{i}", {"title": "W", "visibility": "public"}), 200).json; eq((x["title"], x["settings"], x["messages"]), ("W", {}, []))
    for m, b in (("PUT", {"title": "z"}), ("PATCH", {"title": "z"}), ("DELETE", None)): st(s.me(m, f"{f}/{i}", b, "other"), 403); st(s.me(m, f"{f}/nothing", b), 404)
    for m in ("PUT", "PATCH"): st(s.me(m, f"{f}/{sb['run_id']}", {"visibility": "private"}, "sandbox"), 400)
    k = st(s.me("POST", f"{f}/{i}/clone", who="other"), 201).json; assert k["run_id"] != i; st(s.me("PATCH", f"{f}/{k['run_id']}", {"settings": {"b": 2}}, "other"), 200); eq(s.me("GET", f"{f}/{i}").json["settings"], {})
    st(s.me("POST", f"{f}/{n['run_id']}/clone"), 400); st(s.me("POST", f"{f}/{n['run_id']}/clone", who="other"), 400); st(s.me("POST", f"{f}/nothing/clone"), 404)
    assert {i, n["run_id"]} <= {y["run_id"] for y in s.me("GET", f).json}; assert i not in [y["run_id"] for y in s.me("GET", f, who="other").json]
    st(s.me("DELETE", f"{f}/{i}"), 200); st(s.me("GET", f"{f}/{i}"), 404); st(s.me("DELETE", f"{f}/{i}"), 404); assert i not in [y["run_id"] for y in s.me("GET", f).json]; st(s.me("POST", f"{f}/{i}/clone"), 404); st(s.me("PATCH", f"{f}/{i}", {}), 404); st(s.me("POST", f, {"run_id": i}), 409)


def keys(s):
    d = st(s.me("GET", "/api-keys/default"), 200).json; eq(d["key"], CRED["apiKey"])
    k = st(s.me("POST", "/api-keys", {"name": "k é"}), 200).json; assert k["key"] and not k["isDefault"]; st(s.me("POST", "/api-keys", {}), 422); st(s.me("POST", "/api-keys", {"name": "x", "isDefault": "yes"}), 422); st(s.me("POST", "/api-keys", {"name": "x", "isDefault": None}), 422)
    i = k["api_key_id"]; r = st(s.w("POST", A, "x", key=k["key"]), 200); st(s.w("GET", f"{A}/{r.run}"), 200); eq(st(s.me("GET", f"/api-keys/{i}"), 200).json["key"], k["key"]); st(s.me("GET", f"/api-keys/{i}", who="other"), 404); st(s.me("DELETE", f"/api-keys/{i}", who="other"), 404); st(s.me("GET", "/api-keys/0"), 404); st(s.me("GET", "/api-keys/x"), 422)
    l = st(s.me("GET", "/api-keys"), 200); assert "awk_live" not in l.text; eq(sum(x["isDefault"] for x in l.json), 1); assert i in [x["api_key_id"] for x in l.json]
    n = st(s.me("POST", "/api-keys", {"name": "d", "isDefault": True}), 200).json; eq([x["api_key_id"] for x in s.me("GET", "/api-keys").json if x["isDefault"]], [n["api_key_id"]]); eq(s.me("GET", "/api-keys/default").json["api_key_id"], n["api_key_id"]); st(s.me("DELETE", f"/api-keys/{n['api_key_id']}"), 200); eq(s.me("GET", "/api-keys/default").json["key"], CRED["apiKey"])
    h = st(s.me("DELETE", f"/api-keys/{i}"), 200); assert "key" not in h.json and k["key"] not in h.text; st(s.me("GET", f"/api-keys/{i}"), 404); st(s.w("POST", A, "x", key=k["key"]), 401)
    for who in ("carol",):
        st(s.me("DELETE", f"/api-keys/{s.me('GET', '/api-keys/default', who=who).json['api_key_id']}", who=who), 200); eq(s.me("GET", "/api-keys", who=who).json, []); assert st(s.me("GET", "/api-keys/default", who=who), 200).json["isDefault"]


def money(s):
    c = st(s.me("GET", "/credits"), 200).json["balance"]; rs = parallel(10, lambda i: st(s.me("POST", "/credits/use"), 200).json["balance"]); eq(sorted(rs), list(range(c - 10, c))); eq(s.me("GET", "/credits").json["balance"], c - 10); st(s.me("GET", "/credits", who="carol"), 404); st(s.me("POST", "/credits/use", who="carol"), 404)
    eq(st(s.me("GET", "/billing"), 200).json["plan"], "pro"); p = st(s.me("POST", "/payments/sessions", {"plan": "pro"}, "carol"), 200).json; assert p["url"].startswith("https://"); st(s.me("POST", "/payments/sessions", {"plan": "x"}), 422); st(s.me("POST", "/payments/sessions", {}), 422)
    wh = FIX["webhook"]; H = wh["signatureHeader"]; hook = lambda b, g: s.raw("POST", "/api/me/payments/webhook", b, None, {H: g} if g is not None else None)
    for _ in range(2): st(hook(wh["body"], wh["validSignature"]), 200)
    st(hook(wh["body"], None), 400); st(hook(wh["body"], ""), 400); st(hook(wh["body"], wh["validSignature"][:-1] + "x"), 400); st(hook(wh["body"] + " ", wh["validSignature"]), 400)
    for b in ("{", "[]", "{}", '{"id":"e"}', '{"id":1,"type":"x"}', '{"id":"' + uid() + '","type":"checkout.session.completed","data":{"sessionId":"cs_none"}}'): st(hook(b, sign(b)), 400)
    def done(sess, ev=None): b = json.dumps({"id": ev or uid(), "type": "checkout.session.completed", "data": {"sessionId": sess}}); return hook(b, sign(b))
    eq(s.me("GET", "/billing", who="carol").json["plan"], "free"); st(done(p["sessionId"]), 200); eq(s.me("GET", "/billing", who="carol").json["plan"], "pro")
    # monetization
    q = lambda k, n, who="own": st(s.me("GET", f"/monetization/{k}" + (f"?period={n}" if n else ""), who=who), 200).json
    for n in (None, 1, 7, 28, 365):
        a, b, e = q("summary", n), q("subscribers", n), q("earnings", n); eq((a["period"], len(b["data"]), len(e["data"])), (n or 28,) * 3); eq(a["totalSubscribers"], sum(x["count"] for x in b["data"])); eq(a["totalEarnings"], sum(x["amount"] for x in e["data"])); eq((b["totalSubscribers"], e["totalEarnings"]), (a["totalSubscribers"], a["totalEarnings"])); eq([x["date"] for x in e["data"]], sorted({x["date"] for x in e["data"]}))
    eq((q("summary", 28)["totalSubscribers"], q("summary", 28)["totalEarnings"]), (2, 2700)); eq((q("summary", 365)["totalSubscribers"], q("summary", 365)["totalEarnings"]), (3, 3600)); eq(q("summary", 365, "sandbox")["totalEarnings"], 0)
    for n in (0, 366, -1, "x", "1.5"): [st(s.me("GET", f"/monetization/{k}?period={n}"), 422) for k in ("summary", "subscribers", "earnings")]
    # subscriptions
    own, paid, free, sub, un = (FIX[k] for k in ("ownPaidAgentId", "paidAgentId", "unpaidAgentId", "subscribedAgentId", "unsubscribeAgentId"))
    S = lambda a, who="own": s.me("POST", f"/agents/{a}/subscribe", {}, who); U = lambda a, who="own": s.me("POST", f"/agents/{a}/unsubscribe", None, who)
    st(S(free), 400); st(S(own), 400); st(S(NIL), 404); st(S(sub), 402); st(s.me("POST", f"/agents/{paid}/subscribe"), 422); r = st(S(paid), 200).json; assert r["checkoutUrl"]; st(S(paid), 200); st(s.me("GET", f"/subscriptions/{paid}"), 404); st(U(paid), 400); st(U(NIL), 404); st(U("2b9e4f61-8c7d-4a35-b1e0-6f5d4c3b2a06"), 400)
    eq(st(s.me("GET", f"/subscriptions/{sub}"), 200).json["status"], "active"); l = st(s.me("GET", "/subscriptions"), 200).json["data"]; eq({x["agent_id"] for x in l} >= {sub, un}, True); eq([x["agent_id"] for x in s.me("GET", "/subscriptions", who="other").json["data"]], [own]); st(s.me("GET", f"/subscriptions/{sub}", who="sandbox"), 404)
    eq(st(U(un), 200).json["status"], "canceled"); st(U(un), 400); eq(s.me("GET", f"/subscriptions/{un}").json["status"], "canceled"); st(s.w("POST", un, "x"), 402)
    # a purchase by the sandbox user is paid for and shows in the owner's reports
    before = q("summary", 28, "other"); c = st(S(paid, "sandbox"), 200).json["checkoutSessionId"]; ev = uid(); st(done(c, ev), 200); st(done(c, ev), 200); st(done(c), 400); eq(st(s.me("GET", f"/subscriptions/{paid}", who="sandbox"), 200).json["status"], "active"); st(S(paid, "sandbox"), 402); st(s.w("POST", paid, "x", "sandbox"), 200)
    after = q("summary", 28, "other"); eq((after["totalSubscribers"] - before["totalSubscribers"], after["totalEarnings"] - before["totalEarnings"]), (1, 1200)); st(U(paid, "sandbox"), 200); st(S(paid, "sandbox"), 200)


def bundles(s):
    b = st(s.me("POST", "/bundles"), 200).json; i = b["bundle_id"]; c = st(s.me("POST", "/bundles"), 200).json; f = f"/bundles/{i}"; eq(b["tools"], [])
    for t in ("soil_moisture", "word_count", "soil_moisture"): eq(st(s.me("POST", f + "/tools", {"tool_id": t}), 200).json["tool_id"], t)
    eq([t["tool_id"] for t in st(s.me("GET", f + "/tools"), 200).json], ["soil_moisture", "word_count"]); eq(s.me("GET", f).json["tools"], s.me("GET", f + "/tools").json); eq(s.me("GET", f"/bundles/{c['bundle_id']}").json["tools"], [])
    eq([x["toolCount"] for x in st(s.me("GET", "/bundles"), 200).json if x["bundle_id"] == i], [2]); assert i not in [x["bundle_id"] for x in s.me("GET", "/bundles", who="other").json]
    st(s.me("POST", f + "/tools", {"tool_id": "nope"}), 404); st(s.me("POST", f + "/tools", {}), 422); st(s.me("POST", "/bundles/0/tools", {"tool_id": "word_count"}), 404); st(s.me("POST", f + "/tools", {"tool_id": "word_count"}, "other"), 404)
    st(s.me("DELETE", f + "/tools/word_count"), 200); st(s.me("DELETE", f + "/tools/word_count"), 404); st(s.me("DELETE", "/bundles/0/tools/word_count"), 404); eq(len(s.me("GET", f + "/tools").json), 1)
    u = st(s.me("PUT", f, {"name": "ü", "tools": [{"tool_id": "NOTIFIER_GET_USER"}]}), 200).json; eq((u["name"], [t["tool_id"] for t in u["tools"]]), ("ü", ["NOTIFIER_GET_USER"])); eq(s.me("GET", f).json, u); st(s.me("PUT", f, {"tools": [{"tool_id": "nope"}]}), 409); st(s.me("PUT", "/bundles/0", {}), 409); st(s.me("PUT", f, {}, "other"), 409)
    for w in ("GET", "DELETE"): st(s.me(w, f, who="other"), 404); st(s.me(w, "/bundles/x"), 422); st(s.me(w, "/bundles/0"), 404)
    eq(s.me("GET", f + "/tools", who="other").json, []); st(s.me("DELETE", f), 200); st(s.me("GET", f), 404); st(s.me("DELETE", f), 404); assert i not in [x["bundle_id"] for x in s.me("GET", "/bundles").json]


def cli(s):
    i = st(s.me("POST", "/cli-auth", who=""), 200).json["cli_auth_id"]; f = f"/cli-auth/{i}"; eq(st(s.me("GET", f, who=""), 200).json, None); st(s.me("PUT", f, {}), 422)
    r = st(s.me("PUT", f, {"jwt": CRED["jwt"]}), 200); assert CRED["jwt"] not in r.text; st(s.me("PUT", f, {"jwt": CRED["otherJwt"]}, "other"), 403); got = parallel(6, lambda k: st(s.me("GET", f, who=""), 200).json); eq(sorted(got, key=str), [None] * 5 + [CRED["jwt"]] if "None" < CRED["jwt"] else [CRED["jwt"]] + [None] * 5); eq(s.me("GET", f, who="").json, None); st(s.me("PUT", f, {"jwt": "x"}, "other"), 403)
    st(s.me("GET", f"/cli-auth/{NIL}", who=""), 404); st(s.me("GET", "/cli-auth/x", who=""), 422); st(s.me("PUT", f"/cli-auth/{NIL}", {"jwt": "x"}), 404)


def schedules(s):
    c = agent(s)["chat_id"]; cr = FIX["cron"]
    x = st(s.me("POST", "/schedules", {"chat_id": c, "cron": cr, "name": "é"}), 200).json; i = x["schedule_id"]; f = f"/schedules/{i}"; eq((x["chat_id"], x["cron"]), (c, cr)); eq(x["nextRunAt"][11:16], "09:00")
    for b in ({}, {"chat_id": None}, {"chat_id": "x"}, {"chat_id": NIL}, {"chat_id": FIX["unpaidAgentId"]}, {"chat_id": FIX["privateAgentId"]}): st(s.me("POST", "/schedules", dict(b, cron=cr)), 403)
    for bad in ("nope", "61 * * * *", "* * * *", "* 24 * * *", "*/0 * * * *", "5-1 * * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", ""): st(s.me("POST", "/schedules", {"chat_id": c, "cron": bad}), 422); st(s.me("GET", "/schedules/text-to-cron?" + urlencode({"cron": bad})), 400)
    st(s.me("POST", "/schedules", {"chat_id": c}), 422); eq(st(s.me("GET", f), 200).json, x); st(s.me("GET", f, who="other"), 404); st(s.me("GET", f"/schedules/{NIL}"), 404); st(s.me("GET", "/schedules/x"), 422); assert i in [y["schedule_id"] for y in s.me("GET", "/schedules").json["data"]]; assert i not in s.me("GET", "/schedules", who="other").text
    u = st(s.me("PUT", f, {"cron": "*/5 1,2 1-7 JAN-MAR MON"}), 200).json; eq((u["cron"], u["chat_id"], u["name"]), ("*/5 1,2 1-7 JAN-MAR MON", c, "é")); eq([y for y in s.me("GET", "/schedules").json["data"] if y["schedule_id"] == i], [u]); st(s.me("PUT", f, {"chat_id": FIX["unpaidAgentId"]}), 403); st(s.me("PUT", f, {"cron": "x"}), 422); st(s.me("PUT", f, {}, "other"), 404)
    eq(s.me("GET", "/schedules/onboarding").json["completed"], True); eq(s.me("GET", "/schedules/onboarding", who="carol").json["completed"], False)
    for t, want in (("every day at 9am", "0 9 * * *"), ("every monday at 14:30", "30 14 * * 1"), (cr, cr), ("@hourly", "0 * * * *"), ("every 5 minutes", "*/5 * * * *"), ("weekdays at noon", "0 12 * * 1-5")): eq(st(s.me("GET", "/schedules/text-to-cron?" + urlencode({"cron": t})), 200).json["cron"], want)
    st(s.me("GET", "/schedules/text-to-cron"), 422); st(s.me("DELETE", f, who="other"), 404); st(s.me("DELETE", f), 200); st(s.me("GET", f), 404); assert i not in s.me("GET", "/schedules").text
    i = s.me("POST", "/schedules", {"chat_id": c, "cron": cr}).json["schedule_id"]; s.me("DELETE", f"/chats/{c}"); st(s.me("GET", f"/schedules/{i}"), 404)


def tools(s):
    l = st(s.me("GET", "/tools/list"), 200).json; names = {t["name"] for t in l}; pub = st(s.me("GET", "/tools", who=""), 200).json; eq(names, {t["tool_id"] for t in pub})
    spec = {}
    for row in re.findall(r"^\| (NOTIFIER_\w+) \| [^|]* \| (.*) \|$", open(os.path.join(HERE, "interface.md")).read(), re.M): spec[row[0]] = row[1]
    eq(len(spec), 15)
    for n, text in spec.items():
        sch = next(t for t in l if t["name"] == n)["inputSchema"]; flat = re.sub(r"\([^()]*\)", "", text)
        want = {}
        for part in flat.split(";"):
            for m in re.finditer(r"\b([a-z_]+) (string|integer|boolean|number|array)\b( Req)?", part):
                if n == "NOTIFIER_UPDATE_PUSH" and m[1] in ("text", "checked"): continue
                want[m[1]] = (m[2], bool(m[3]))
        eq({k: (v["type"], k in sch["required"]) for k, v in sch["properties"].items()}, want, n)
    q = lambda **k: st(s.me("GET", "/tools/search?" + urlencode(k)), 200).json
    eq(q(q="soil moisture")[0]["name"], "soil_moisture"); eq(q(q="zzzz"), []); eq(len(q(q="push", limit=3)), 3); eq(len(q(q="x", min_score=0)), 20 if len(l) >= 20 else len(l)); eq(len(q(q="push", limit=200, min_score=0)), len(l)); assert q(q="push") and all(t["name"].startswith("NOTIFIER") for t in q(q="push")); eq(q(q="push", toolkit="garden"), []); eq(len(q(q="push", toolkit="")), len(q(q="push"))); eq(len(q(q="garden bed", toolkit="garden", min_score=0)), 3); assert len(q(q="push chat", min_score=1)) < len(q(q="push chat", min_score=0.15))
    for b in ("", "q=", "q=x&limit=0", "q=x&limit=201", "q=x&min_score=1.1", "q=x&min_score=-0.1", "q=x&min_score=nan"): st(s.me("GET", "/tools/search?" + b), 422)
    eq(st(s.me("GET", "/tools/soil_moisture", who=""), 200).json["tool_id"], "soil_moisture"); st(s.me("GET", "/tools/nope", who=""), 404)
    t = FIX["tool"]; r = st(s.me("POST", "/tools/run/" + t["name"] + "?service_id=default&service_id_namespace=global", t["input"]), 200).json; eq(json.loads(r["content"][0]["text"]), r["structuredContent"]); eq(r["isError"], False); st(s.me("POST", "/tools/run/" + t["name"], t["invalidInput"]), 400); st(s.me("POST", "/tools/run/" + t["name"], {}), 400); st(s.me("POST", "/tools/run/nope", {}), 404); st(s.me("POST", "/tools/run/" + t["name"], t["input"], ""), 401); st(s.me("POST", "/tools/run/" + t["name"], t["input"], token=CRED["jwt"][:-2] + "xx"), 401); st(s.me("POST", "/tools/run/" + t["name"], [1]), 422); st(s.me("POST", "/tools/run/NOTIFIER_GET_USER", {}, "carol"), 400)
    eq(s.tool("convert_length", value=1, **{"from": "km", "to": "m"}).json["structuredContent"]["value"], 1000.0); assert s.tool("watering_plan", bed=2).json["structuredContent"]["plan"]; assert s.tool("bloom_calendar", plant="rose").json["structuredContent"]["months"]
    ts = st(s.me("GET", "/toolsets/list"), 200).json; assert FIX["toolsetName"] in [x["toolset_name"] for x in ts]
    for x in ts: eq(len(st(s.me("GET", "/toolsets/" + x["toolset_name"]), 200).json["tools"]), x["toolCount"])
    eq(len(s.me("GET", "/toolsets/notifier").json["tools"]), 15); st(s.me("GET", "/toolsets/nope"), 404)
    i = FIX["installableToolId"]; st(s.me("GET", f"/user-tools/{i}"), 404)
    for who in ("own", "own", "other"): eq(st(s.me("POST", "/user-tools", {"tool_id": i}, who), 200).json["tool_id"], i)
    eq([x["tool_id"] for x in st(s.me("GET", "/user-tools"), 200).json], [i]); st(s.me("GET", f"/user-tools/{i}"), 200); st(s.me("POST", "/user-tools", {"tool_id": "nope"}), 409); st(s.me("POST", "/user-tools", {}), 422); st(s.me("DELETE", f"/user-tools/{i}"), 200); st(s.me("DELETE", f"/user-tools/{i}"), 404); st(s.me("GET", f"/user-tools/{i}"), 404); eq(s.me("GET", "/user-tools").json, []); st(s.me("GET", f"/user-tools/{i}", who="other"), 200)


def notifier(s):
    bad = lambda n, **k: st(s.tool("NOTIFIER_" + n, **k), 400)
    u = s.n("GET_USER"); eq(u["email"], "alice@orchid.example"); mail = word() + "@x.example"
    c = s.n("CREATE_CHAT", email=mail); eq((c["email"], c["muted"]), (mail, False)); eq(s.n("UPDATE_CHAT", iden=c["iden"], muted=True)["muted"], True); eq(s.n("UPDATE_CHAT", iden=c["iden"], muted=False)["muted"], False); s.n("CREATE_CHAT", email=word() + "@x.example"); l = s.n("LIST_CHATS", limit=1); eq(len(l["chats"]), 1); l2 = s.n("LIST_CHATS", limit=1, cursor=l["cursor"]); eq(l2["chats"][0]["iden"], c["iden"]); eq(s.n("LIST_CHATS", "other")["chats"], [])
    s.n("DELETE_CHAT", iden=c["iden"]); bad("DELETE_CHAT", iden=c["iden"]); assert c["iden"] not in json.dumps(s.n("LIST_CHATS")); bad("UPDATE_CHAT", iden=c["iden"], muted=True); bad("UPDATE_CHAT", iden=c["iden"]); bad("CREATE_CHAT"); bad("CREATE_CHAT", email=3); bad("CREATE_CHAT", email="x"); bad("LIST_CHATS", limit=501); s.n("LIST_CHATS", limit=500)
    dev = dict(model="m", nickname="n é", app_version=3, manufacturer="f"); d = s.n("CREATE_DEVICE", **dev); assert d["nickname"] == "n é"
    for k in dev: bad("CREATE_DEVICE", **{a: b for a, b in dev.items() if a != k})
    bad("CREATE_DEVICE", **dict(dev, app_version=-1)); bad("CREATE_DEVICE", **dict(dev, app_version="3")); bad("CREATE_DEVICE", **dict(dev, has_sms="x")); x = s.n("UPDATE_DEVICE", iden=d["iden"], nickname="z"); eq((x["nickname"], x["model"], x["app_version"]), ("z", "m", 3)); bad("UPDATE_DEVICE", iden=d["iden"], app_version=-1); bad("UPDATE_DEVICE", nickname="q"); eq([y["nickname"] for y in s.n("LIST_DEVICES")["devices"]], ["z"]); eq(s.n("LIST_DEVICES", "other")["devices"], [])
    p = s.n("CREATE_PUSH", type="note", title="t", body="é", device_iden=d["iden"]); eq(p["body"], "é"); s.n("CREATE_PUSH", type="link", url="https://x.example"); fl = dict(file_url="https://x.example/a", file_name="a", file_type="text/plain"); s.n("CREATE_PUSH", type="file", **fl); bad("CREATE_PUSH", type="link"); bad("CREATE_PUSH", type="list"); bad("CREATE_PUSH"); bad("CREATE_PUSH", type="note", device_iden="nope")
    for k in fl: bad("CREATE_PUSH", type="file", **{a: b for a, b in fl.items() if a != k})
    g = uid(); a = s.n("CREATE_PUSH", type="note", guid=g); eq(s.n("CREATE_PUSH", type="note", guid=g)["iden"], a["iden"]); b = s.n("CREATE_PUSH", "other", type="note", guid=g); assert b["iden"] != a["iden"]
    l = s.n("LIST_PUSHES")["pushes"]; eq(len(l), 4); eq(l[0]["iden"], a["iden"]); eq([y["iden"] for y in s.n("LIST_PUSHES", modified_after=l[1]["modified"])["pushes"]], [a["iden"]]); l1 = s.n("LIST_PUSHES", limit=3); l2 = s.n("LIST_PUSHES", limit=3, cursor=l1["cursor"]); eq([y["iden"] for y in l1["pushes"] + l2["pushes"]], [y["iden"] for y in l]); bad("LIST_PUSHES", limit=501); bad("LIST_PUSHES", limit="3"); bad("LIST_PUSHES", active="yes")
    x = s.n("UPDATE_PUSH", iden=a["iden"], dismissed=True, items=[{"text": "i", "checked": True}]); eq((x["dismissed"], x["items"]), (True, [{"text": "i", "checked": True}])); bad("UPDATE_PUSH", iden=a["iden"], items=[{"text": "i"}]); bad("UPDATE_PUSH", iden="nope"); bad("UPDATE_PUSH", dismissed=True)
    s.n("DELETE_PUSH", iden=a["iden"]); assert a["iden"] not in json.dumps(s.n("LIST_PUSHES", active=True)) + json.dumps(s.n("LIST_PUSHES")); bad("DELETE_PUSH", iden=a["iden"]); bad("DELETE_PUSH")
    s.n("DELETE_ALL_PUSHES"); k = s.n("CREATE_PUSH", type="note", title="later"); time.sleep(1); eq([y["iden"] for y in s.n("LIST_PUSHES", active=True)["pushes"]], [k["iden"]]); eq(len(s.n("LIST_PUSHES", "other")["pushes"]), 1)
    s.n("CREATE_PUSH", type="note", email="bob@orchid.example", title="for bob"); assert "for bob" in json.dumps(s.n("LIST_PUSHES", "other")); r = s.n("UPLOAD_REQUEST", file_name="ä b.txt", file_type="text/plain"); assert r["upload_url"] and r["data"]["signature"]; bad("UPLOAD_REQUEST", file_name="x"); bad("UPLOAD_REQUEST", file_type="x"); s.n("DELETE_DEVICE", device_iden=d["iden"]); eq(s.n("LIST_DEVICES")["devices"], []); bad("DELETE_DEVICE", device_iden=d["iden"]); bad("DELETE_DEVICE")


def vip(s):
    eq(st(s.me("GET", "/me"[3:] + "/"), 200).json["tier"], "pro"); eq(s.me("GET", "/", who="sandbox").json["tier"], "sandbox"); n = st(s.me("GET", "/vip"), 200).json["count"]
    eq(sorted(r.status for r in parallel(6, lambda i: s.me("POST", "/vip", {"code": FIX["vipCode"]}))), [200] + [400] * 5); eq(s.me("GET", "/vip").json["count"], n + 1); eq(s.me("GET", "/vip", who="other").json["count"], 0); st(s.me("POST", "/vip", {"code": FIX["vipCode"]}, "other"), 200); st(s.me("POST", "/vip", {"code": FIX["ownVipCode"]}), 400); st(s.me("POST", "/vip", {"code": FIX["ownVipCode"]}, "other"), 200); st(s.me("POST", "/vip", {"code": "nope"}), 400); st(s.me("POST", "/vip", {}), 422); st(s.me("POST", "/vip", {"code": 5}), 422); eq(s.me("GET", "/vip").json["count"], n + 1)


# ------------------------------------------------------------------ the faults: each returns whether the bug is seen
CHECKS = {}
def check(f): CHECKS[f.__name__.replace("_", "-")] = f; return f

@check
def post_reuses_run(s): m = word(); return s.w("POST", A, m).run == s.w("POST", A, m).run
@check
def post_blocked_by_running_job(s): st(s.w("POST", BG, FIX["backgroundMessage"]), 200); return s.w("POST", BG, "hello").status == 409
@check
def slow_answer_buffered(s): r = s.w("POST", A, FIX["slowMessage"]); return r.times[-1] - r.times[0] < 0.5
@check
def rejected_put_appends_message(s): r = s.w("POST", BG, FIX["backgroundMessage"]).run; st(s.w("PUT", f"{BG}/{r}", "refused"), 409); return "refused" in s.w("GET", f"{BG}/{r}").text
@check
def put_trims_history(s):
    r = s.w("POST", A, "first").run
    for i in range(4): s.w("PUT", f"{A}/{r}", str(i))
    g = s.w("GET", f"{A}/{r}").json; return g[0]["content"] != "first" and len(g) < 10
@check
def put_text_leaks_tool_output(s):
    t = FIX["toolCallMessage"]; r = s.w("POST", A, t["message"]); assert t["output"] not in r.text
    return t["output"] in s.w("PUT", f"{A}/{r.run}", t["message"]).text
@check
def ndjson_put_ignores_running_job(s): r = s.w("POST", BG, FIX["backgroundMessage"]).run; return s.w("PUT", f"ndjson/{BG}/{r}", "x").status == 200
@check
def ndjson_concurrent_puts_lose_message(s):
    r = s.w("POST", A, "x").run; parallel(3, lambda i: st(s.w("PUT", f"ndjson/{A}/{r}", f"p{i}"), 200)); return len(s.w("GET", f"{A}/{r}").json) < 8
@check
def ndjson_post_keeps_context(s): s.w("POST", A, "old"); r = s.w("POST", "ndjson/" + A, "new").run; return s.w("GET", f"{A}/{r}").json[0]["content"] != "new"
@check
def ndjson_latin1(s): r = s.w("POST", "ndjson/" + A, "Zażółć Ελλάδα"); return "Ελλάδα" not in r.text
@check
def failed_job_never_ends(s): r = s.w("POST", BG, FIX["backgroundErrorMessage"]).run; return not wait_idle(s, BG, r, FIX["jobSeconds"] + 2) and s.w("PUT", f"{BG}/{r}", "x").status == 409
@check
def run_readable_by_other_key(s): r = s.w("POST", A, "secret").run; return s.w("GET", f"{A}/{r}", who="other").status == 200
@check
def runs_page_repeats_last(s):
    for i in range(5): s.w("POST", A, str(i))
    a = s.me("GET", "/agent-runs?limit=2").json; b = s.me("GET", "/agent-runs?" + urlencode({"limit": 2, "next_cursor": a["nextCursor"]})).json
    return a["data"][-1]["run_id"] == b["data"][0]["run_id"]
@check
def runs_default_limit_20(s): parallel(8, lambda k: [s.w("POST", A, "x") for _ in range(4)]); return len(s.me("GET", "/agent-runs").json["data"]) == 20
@check
def runs_list_misses_ndjson(s): r = s.w("POST", "ndjson/" + A, "x").run; st(s.me("GET", f"/agent-runs/{r}"), 200); return r not in s.me("GET", "/agent-runs").text
@check
def run_view_of_others(s): r = s.w("POST", A, "x").run; return s.me("GET", f"/agent-runs/{r}", who="other").status == 200
@check
def mcp_logs_last_turn_only(s): m = FIX["toolCallMessage"]["message"]; r = s.w("POST", A, m).run; s.w("PUT", f"{A}/{r}", m); return len(s.me("GET", f"/agent-runs/{r}/mcp-server-logs").json) == 1
@check
def executions_cursor_lost_with_limit(s):
    for i in range(5): s.tool("word_count", text=str(i))
    a = s.me("GET", "/executions?limit=2").json; return s.me("GET", "/executions?" + urlencode({"limit": 2, "next_cursor": a["nextCursor"]})).json["data"] == a["data"]
@check
def execution_of_others(s): s.tool("word_count", text="secret"); i = s.me("GET", "/executions?limit=1").json["data"][0]["log_id"]; return s.me("GET", f"/executions/{i}", who="other").status == 200
@check
def owner_may_subscribe(s): return s.me("POST", f"/agents/{FIX['ownPaidAgentId']}/subscribe", {}).status == 200
@check
def already_subscribed_400(s): return s.me("POST", f"/agents/{FIX['subscribedAgentId']}/subscribe", {}).status == 400
@check
def subscription_view_stale(s):
    u = FIX["unsubscribeAgentId"]; s.me("GET", f"/subscriptions/{u}"); st(s.me("POST", f"/agents/{u}/unsubscribe"), 200); return s.me("GET", f"/subscriptions/{u}").json["status"] == "active"
@check
def subscriptions_of_everyone(s): return len(s.me("GET", "/subscriptions", who="sandbox").json["data"]) > 0
@check
def studio_existing_overwritten(s): i = uid(); s.me("POST", "/agent-studio-chats", {"run_id": i, "title": "A"}); s.me("POST", "/agent-studio-chats", {"run_id": i, "title": "B"}); return s.me("GET", f"/agent-studio-chats/{i}").json["title"] == "B"
@check
def studio_list_shows_deleted(s): i = s.me("POST", "/agent-studio-chats", {}).json["run_id"]; st(s.me("DELETE", f"/agent-studio-chats/{i}"), 200); return i in s.me("GET", "/agent-studio-chats").text
@check
def studio_private_open_to_anonymous(s): i = s.me("POST", "/agent-studio-chats", {"visibility": "private"}).json["run_id"]; st(s.me("GET", f"/agent-studio-chats/{i}", who="other"), 403); return s.me("GET", f"/agent-studio-chats/{i}", who="").status == 200
@check
def studio_patch_resets_visibility(s): i = s.me("POST", "/agent-studio-chats", {"visibility": "public"}).json["run_id"]; return s.me("PATCH", f"/agent-studio-chats/{i}", {"title": "x"}).json["visibility"] == "private"
@check
def studio_own_private_cloned(s): i = s.me("POST", "/agent-studio-chats", {"visibility": "private"}).json["run_id"]; return s.me("POST", f"/agent-studio-chats/{i}/clone").status == 201
@check
def agent_upsert_foreign(s): a = agent(s, visibility="public"); return s.me("POST", "/agents", {"agent_id": a["agent_id"], "chatPrompt": "taken"}, "other").status == 200
@check
def agents_list_stale_after_patch(s):
    i = agent(s)["agent_id"]; s.me("GET", "/agents"); st(s.me("PATCH", f"/chats/{i}", {"chatPrompt": "fresh prompt"}), 200); return "fresh prompt" not in s.me("GET", "/agents").text
@check
def upsell_not_saved(s): i = agent(s)["agent_id"]; assert s.me("POST", f"/agents/{i}/upsell-description").json["upsellDescription"]; return s.me("GET", f"/agents/{i}").json["upsellDescription"] is None
@check
def slug_check_own_agents_only(s): w = "s-" + word(); agent(s, vanitySlug=w); return s.me("GET", f"/agents/vanity/slug?slug={w}", who="other").json["available"]
@check
def vibe_prompt_cached_per_agent(s): a, b = [s.me("GET", f"/agents/{A}/vibe?service_name={v['name']}").json["prompt"] for v in s.me("GET", "/vibe/services").json["services"][:2]]; return a == b
@check
def theme_color_unanchored(s): i = agent(s)["agent_id"]; return s.me("PUT", f"/agents/{i}/customizations/theme", {"themeColor": "#12345678"}).status == 200
@check
def chat_put_sandbox_private(s): i = agent(s, "sandbox")["agent_id"]; return s.me("PUT", f"/chats/{i}", {"chatPrompt": "x", "visibility": "private"}, "sandbox").status == 200
@check
def chat_patch_drops_slug(s): i = agent(s, vanitySlug=word())["agent_id"]; s.me("PATCH", f"/chats/{i}", {"chatPrompt": "y"}); return s.me("GET", f"/chats/{i}").json["vanitySlug"] is None
@check
def private_chat_open_to_users(s): st(s.me("GET", f"/chats/{FIX['privateAgentId']}", who=""), 403); return s.me("GET", f"/chats/{FIX['privateAgentId']}").status == 200
@check
def clone_override_hits_original(s): i = agent(s, visibility="public")["agent_id"]; st(s.me("POST", f"/chats/{i}/clone", {"chatPrompt": "hijacked"}, "other"), 200); return s.me("GET", f"/chats/{i}").json["chatPrompt"] == "hijacked"
@check
def deleted_chat_still_works(s): i = agent(s)["agent_id"]; st(s.me("DELETE", f"/chats/{i}"), 200); return s.w("POST", i, "x").status == 200
@check
def preview_shows_private_prompt(s): i = agent(s, chatPrompt="secretword in here")["agent_id"]; return "secretword" in s.me("GET", f"/chats/{i}/og", who="").text
@check
def chat_run_on_foreign_private(s): return s.me("POST", f"/chats/{FIX['privateAgentId']}/runs").status == 200
@check
def file_limit_off_by_one(s):
    i = agent(s)["agent_id"]
    for k in range(FIX["filesPerAgent"]): st(s.me("POST", f"/agents/{i}/files", {"fileName": str(k)}), 201)
    return s.me("POST", f"/agents/{i}/files", {"fileName": "more"}).status == 201
@check
def files_in_order_of_creation(s):
    f = f"/agents/{agent(s)['agent_id']}/files"; a, b = [s.me("POST", f, {"fileName": k}).json["file_id"] for k in "ab"]
    st(s.me("PUT", f + "/positions", {"positions": [{"file_id": a, "position": 1}, {"file_id": b, "position": 0}]}), 200); return s.me("GET", f).json["data"][0]["file_id"] == a
@check
def file_patch_moves_to_front(s):
    f = f"/agents/{agent(s)['agent_id']}/files"; a, b = [s.me("POST", f, {"fileName": k}).json["file_id"] for k in "ab"]; s.me("PATCH", f"{f}/{b}", {"fileName": "c"}); return s.me("GET", f).json["data"][0]["file_id"] == b
@check
def second_default_key(s):
    k = s.me("POST", "/api-keys", {"name": "x"}, "sandbox").json; n = sum(x["isDefault"] for x in s.me("GET", "/api-keys", who="sandbox").json); s.me("DELETE", f"/api-keys/{k['api_key_id']}", who="sandbox"); return n == 2
@check
def api_key_of_others(s): i = s.me("GET", "/api-keys").json[0]["api_key_id"]; return s.me("GET", f"/api-keys/{i}", who="other").status == 200
@check
def deleted_key_still_works(s): k = s.me("POST", "/api-keys", {"name": "x"}).json; st(s.w("POST", A, "x", key=k["key"]), 200); s.me("DELETE", f"/api-keys/{k['api_key_id']}"); return s.w("POST", A, "x", key=k["key"]).status == 200
@check
def credits_use_race(s): c = s.me("GET", "/credits").json["balance"]; parallel(6, lambda i: st(s.me("POST", "/credits/use"), 200)); return s.me("GET", "/credits").json["balance"] > c - 6
@check
def webhook_any_signature(s): w = FIX["webhook"]; return s.raw("POST", "/api/me/payments/webhook", w["body"], None, {w["signatureHeader"]: "forged"}).status == 200
@check
def monetization_default_30(s): return len(s.me("GET", "/monetization/earnings").json["data"]) == 30
@check
def monetization_summary_ignores_period(s): return s.me("GET", "/monetization/summary?period=1").json["totalEarnings"] != sum(x["amount"] for x in s.me("GET", "/monetization/earnings?period=1").json["data"])
@check
def earnings_one_day_more(s): return len(s.me("GET", "/monetization/earnings?period=1").json["data"]) == 2
@check
def new_bundles_share_tools(s): a, b = [s.me("POST", "/bundles").json["bundle_id"] for _ in "ab"]; s.me("POST", f"/bundles/{a}/tools", {"tool_id": "word_count"}); return len(s.me("GET", f"/bundles/{b}").json["tools"]) == 1
@check
def bundle_of_others(s): i = s.me("POST", "/bundles").json["bundle_id"]; return s.me("GET", f"/bundles/{i}", who="other").status == 200
@check
def bundle_absent_tool_removed(s): i = s.me("POST", "/bundles").json["bundle_id"]; return s.me("DELETE", f"/bundles/{i}/tools/word_count").status == 200
@check
def cli_session_taken_over(s): i = s.me("POST", "/cli-auth", who="").json["cli_auth_id"]; st(s.me("PUT", f"/cli-auth/{i}", {"jwt": CRED["jwt"]}), 200); return s.me("PUT", f"/cli-auth/{i}", {"jwt": CRED["otherJwt"]}, "other").status == 200
@check
def cli_jwt_read_race(s): i = s.me("POST", "/cli-auth", who="").json["cli_auth_id"]; s.me("PUT", f"/cli-auth/{i}", {"jwt": CRED["jwt"]}); return sum(x is not None for x in parallel(6, lambda k: s.me("GET", f"/cli-auth/{i}", who="").json)) > 1
@check
def schedule_on_foreign_public_chat(s): return s.me("POST", "/schedules", {"chat_id": FIX["unpaidAgentId"], "cron": FIX["cron"]}).status == 200
@check
def cron_ranges_unchecked(s): return s.me("GET", "/schedules/text-to-cron?" + urlencode({"cron": "61 25 * * *"})).status == 200
def sched(s): return st(s.me("POST", "/schedules", {"chat_id": A, "cron": FIX["cron"]}), 200).json["schedule_id"]
@check
def schedules_list_stale(s): i = sched(s); s.me("GET", "/schedules"); st(s.me("PUT", f"/schedules/{i}", {"cron": "7 7 7 7 *"}), 200); return "7 7 7 7" not in s.me("GET", "/schedules").text
@check
def schedule_of_others(s): i = sched(s); return s.me("GET", f"/schedules/{i}", who="other").status == 200
@check
def search_limit_off_by_one(s): return len(s.me("GET", "/tools/search?q=push&limit=2").json) == 3
@check
def search_ignores_toolkit(s): return any(t["name"].startswith("NOTIFIER") for t in s.me("GET", "/tools/search?q=push&toolkit=garden").json)
@check
def uninstall_for_everybody(s):
    i = FIX["installableToolId"]; [s.me("POST", "/user-tools", {"tool_id": i}, w) for w in ("own", "other")]; st(s.me("DELETE", f"/user-tools/{i}"), 200); return s.me("GET", f"/user-tools/{i}", who="other").status == 404
@check
def create_device_schema_types(s): return next(t for t in s.me("GET", "/tools/list").json if t["name"] == "NOTIFIER_CREATE_DEVICE")["inputSchema"]["properties"]["app_version"]["type"] == "string"
@check
def push_guid_ignored(s): g = uid(); a, b = [s.n("CREATE_PUSH", type="note", guid=g)["iden"] for _ in "ab"]; return a != b
@check
def modified_after_in_millis(s): a = s.n("CREATE_PUSH", type="note", title="old"); time.sleep(0.02); return a["iden"] in json.dumps(s.n("LIST_PUSHES", modified_after=time.time() + 5))
@check
def delete_all_takes_later_pushes(s): s.n("CREATE_PUSH", type="note"); s.n("DELETE_ALL_PUSHES"); a = s.n("CREATE_PUSH", type="note", title="later")["iden"]; time.sleep(0.8); return a not in json.dumps(s.n("LIST_PUSHES", active=True))
@check
def vip_redeem_race(s): return sum(r.status == 200 for r in parallel(5, lambda i: s.me("POST", "/vip", {"code": "BLOOM-2026"}))) > 1
@check
def own_vip_code_redeemed(s): return s.me("POST", "/vip", {"code": FIX["ownVipCode"]}).status == 200


def main():
    text = re.sub(r"\s+", " ", open(os.path.join(HERE, "interface.md")).read())
    ids = [f["id"] for f in FAULTS]
    eq(len(ids), 70); eq(set(ids), set(CHECKS)); assert all(f["words"] in text for f in FAULTS)
    want = sys.argv[1:]
    t0 = time.time(); failed = []
    if not want or "walk" in want:
        with Server() as s: walk(s)
    todo = [i for i in ids if not want or i in want]
    with Server() as clean:
        for n, i in enumerate(todo):
            try:
                assert not CHECKS[i](clean), "seen without the fault"
                with Server(i) as s: assert CHECKS[i](s), "not seen with the fault"
                print(f"{n + 1:2}/{len(todo)} {i}: seen with the fault only")
            except Exception as e: failed.append(i); print(f"{n + 1:2}/{len(todo)} {i}: FAILED {e!r}")
            sys.stdout.flush()
    print(f"{len(todo) - len(failed)} of {len(todo)} faults shown, {int(time.time() - t0)} s", "FAILED: " + ", ".join(failed) if failed else "")
    sys.exit(1 if failed else 0)

if __name__ == "__main__": main()
