#!/usr/bin/env python3
"""Walks through all operations without a fault, then shows each fault. Standard library only."""
import base64, hashlib, hmac, http.client, json, os, re, socket, subprocess, sys, threading, time, urllib.parse, uuid
HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = open(os.path.join(HERE, "config.json")).read()
FAULTS = json.load(open(os.path.join(HERE, "faults.json")))
NONE = object()

def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0)); return s.getsockname()[1]

class R:
    def __init__(s, status, headers, raw, times): s.status, s.h, s.raw, s.times = status, headers, raw, times
    @property
    def j(s): return json.loads(s.raw)
    @property
    def text(s): return s.raw.decode()
    def __repr__(s): return "%s %s" % (s.status, s.raw[:300])

class Server:
    def __init__(s, fault=""):
        s.port = free_port()
        s.p = subprocess.Popen([os.path.join(HERE, "start.sh"), str(s.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(os.environ, FAULT=fault))
        line = s.p.stdout.readline()
        assert line == b"ready\n", line
        s.c = json.loads(CONFIG.replace("PORT", str(s.port)))
        s.fx, cr = s.c["fixtures"], s.c["credentials"]
        s.jwt, s.other, s.sand, s.key, s.okey = cr["jwt"], cr["otherJwt"], cr["sandboxJwt"], cr["apiKey"], cr["otherApiKey"]
        s.doc, s.hit = None, set()
    def __enter__(s): return s
    def __exit__(s, *a):
        s.p.terminate()
        try: s.p.wait(5)
        except subprocess.TimeoutExpired: s.p.kill(); s.p.wait()
        s.p.stdout.close()
    def call(s, method, path, body=NONE, auth=None, headers=None, raw=None):
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=20)
        h = dict(headers or {})
        if auth: h["Authorization"] = "Bearer " + auth
        data = raw
        if body is not NONE: data = json.dumps(body).encode(); h["Content-Type"] = "application/json"
        c.request(method, path, data, h)
        r = c.getresponse(); parts, times = [], []
        while True:
            b = r.read1(65536)
            if not b: break
            parts.append(b); times.append(time.time())
        c.close()
        res = R(r.status, {k.lower(): v for k, v in r.getheaders()}, b"".join(parts), times)
        if s.doc: conforms(s, method, path, res)
        return res
    def u(s, method, path, body=NONE, auth=NONE, want=None, **k):
        r = s.call(method, "/me" + path, body, s.jwt if auth is NONE else auth, **k)
        if want is not None: assert r.status == want, "%s %s: %s instead of %s" % (method, path, r, want)
        return r
    def w(s, method, path, message=NONE, key=NONE, want=200, nd=False):
        body = NONE if message is NONE else {"message": message}
        r = s.call(method, "/workers" + ("/ndjson" if nd else "") + path, body, s.key if key is NONE else key)
        if want is not None: assert r.status == want, "%s %s: %s instead of %s" % (method, path, r, want)
        return r
    def start(s, message="hello", nd=False, key=NONE):
        r = s.w("POST", "/" + s.fx["agentId"], message, nd=nd, key=key)
        return r.h["x-service-run-id"]
    def go_on(s, run, message="more", nd=False, want=200, key=NONE): return s.w("PUT", "/%s/%s" % (s.fx["agentId"], run), message, nd=nd, want=want, key=key)
    def hist(s, run, key=NONE, want=200): return s.w("GET", "/%s/%s" % (s.fx["agentId"], run), key=key, want=want)
    def agent(s, auth=NONE, **k):
        return s.u("POST", "/agents", dict(dict(chat_prompt="You prune.", visibility="public"), **k), auth, 200).j
    def tool(s, name, inp, auth=NONE, want=200):
        r = s.u("POST", "/tools/run/" + name, inp, auth, want)
        return r.j["output"] if r.status == 200 else r

# ------------------------------------------------------------ conformance with the OpenAPI document
def fits(doc, s, v, at="$"):
    if "$ref" in s: return fits(doc, doc["components"]["schemas"][s["$ref"].split("/")[-1]], v, at)
    if v is None and s.get("nullable"): return
    for a in s.get("allOf", []): fits(doc, a, v, at)
    t = s.get("type")
    if t is None: return
    ok = {"string": str, "boolean": bool, "array": list, "object": dict, "integer": int, "number": (int, float)}[t]
    assert isinstance(v, ok) and not (t in ("integer", "number") and isinstance(v, bool)), "%s is no %s: %r" % (at, t, v)
    if "enum" in s: assert v in s["enum"], (at, v)
    if s.get("format") == "uuid": uuid.UUID(v)
    if s.get("format") == "date-time": assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z", v), (at, v)
    if t == "array":
        for i, x in enumerate(v): fits(doc, s.get("items", {}), x, "%s[%d]" % (at, i))
    if t == "object" and "properties" in s:
        for k in s.get("required", []): assert k in v, "%s.%s is missing in %r" % (at, k, v)
        for k, x in v.items():
            assert k in s["properties"], "%s.%s is not in the document" % (at, k)
            fits(doc, s["properties"][k], x, at + "." + k)

def conforms(s, method, path, r):
    path = path.split("?")[0]
    best = None
    for p, item in s.doc["paths"].items():
        if re.fullmatch(re.sub(r"\\?\{[^/]*?\\?\}", "[^/]+", p), path) and method.lower() in item:
            if best is None or p.count("{") < best.count("{"): best = p
    if best is None: return
    op = s.doc["paths"][best][method.lower()]
    assert str(r.status) in op["responses"], "%s %s: undeclared %s" % (method, path, r)
    if r.status < 300: s.hit.add((method, best))
    content = op["responses"][str(r.status)].get("content", {})
    if "application/json" in content:
        assert r.h["content-type"].startswith("application/json"), r.h
        fits(s.doc, content["application/json"]["schema"], r.j)

def code(text): assert text, "wrong"
def par(n, f):
    out = [None] * n; bar = threading.Barrier(n)
    def one(i): bar.wait(); out[i] = f(i)
    ts = [threading.Thread(target=one, args=(i,)) for i in range(n)]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out

# ------------------------------------------------------------ the probes, one for each fault
P = {}
def probe(f): P[f.__name__.replace("_", "-")] = f; return f

@probe
def w_run_header_put(s):
    run = s.start()
    for nd in (False, True): assert s.go_on(run, nd=nd).h.get("x-service-run-id") == run
@probe
def w_post_reuses_run(s):
    a, b = s.start("one"), s.start("two"); assert a != b; assert len(s.hist(b).j) == 2
@probe
def w_put_job_accepted(s):
    run = s.start(s.fx["backgroundMessage"]); n = s.hist(run).j
    s.go_on(run, want=409); s.go_on(run, want=409, nd=True); assert s.hist(run).j == n
@probe
def w_409_message_added(s):
    run = s.start(s.fx["backgroundMessage"]); n = s.hist(run).j
    s.go_on(run, want=409); assert s.hist(run).j == n
def until_idle(s, run):
    t = time.time()
    while "x-service-job-id" in s.hist(run).h:
        assert time.time() - t < s.fx["jobSeconds"], "the job does not end"
        time.sleep(.1)
    return time.time() - t
@probe
def w_job_error_never_ends(s):
    run = s.start(s.fx["backgroundErrorMessage"]); assert until_idle(s, run) > .5; s.go_on(run)
@probe
def w_post_blocked_by_job(s):
    run = s.start(s.fx["backgroundMessage"]); assert "x-service-job-id" in s.hist(run).h
    new = s.start("another"); assert "x-service-job-id" not in s.hist(new).h
    until_idle(s, run); assert s.go_on(run, "well?").status == 200
@probe
def w_history_key_order(s):
    run = s.start("m0")
    for i in range(1, 7): s.go_on(run, "m%d" % i)
    h = s.hist(run).j
    assert [m["content"] for m in h if m["role"] == "user"] == ["m%d" % i for i in range(7)]
    assert [m["role"] for m in h] == ["user", "assistant"] * 7
@probe
def w_text_shows_tool(s):
    t = s.fx["toolCallMessage"]; r = s.w("POST", "/" + s.fx["agentId"], t["message"])
    assert t["output"] not in r.text and t["name"] not in r.text
    assert s.hist(r.h["x-service-run-id"]).j[1]["content"] == r.text
def nd_lines(r):
    assert r.raw.endswith(b"\n"); return [json.loads(l) for l in r.text.strip().split("\n")]
@probe
def w_ndjson_multiline(s):
    t = s.fx["toolCallMessage"]; r = s.w("POST", "/" + s.fx["agentId"], t["message"], nd=True)
    ls = nd_lines(r); kinds = [l["type"] for l in ls]
    assert "tool_call" in kinds and "tool_response" in kinds and t["output"] in r.text and t["name"] in r.text
    assert "".join(l["text"] for l in ls if l["type"] == "text") == s.hist(r.h["x-service-run-id"]).j[1]["content"]
@probe
def w_stream_buffered(s):
    r = s.w("POST", "/" + s.fx["agentId"], s.fx["slowMessage"]); assert r.times[-1] - r.times[0] > 1 and len(r.times) > 10
@probe
def w_job_header_ndjson(s):
    r = s.w("POST", "/" + s.fx["agentId"], s.fx["backgroundMessage"], nd=True); assert "x-service-job-id" in s.hist(r.h["x-service-run-id"]).h
@probe
def w_context_bleed(s):
    s.start("first secret"); run = s.start("second"); h = s.hist(run).j
    assert [m["content"] for m in h if m["role"] == "user"] == ["second"]
@probe
def w_ndjson_put_answer_lost(s):
    run = s.start(); s.go_on(run, nd=True); assert [m["role"] for m in s.hist(run).j] == ["user", "assistant"] * 2
@probe
def w_stream_doubled(s):
    r = s.w("POST", "/" + s.fx["agentId"], "hi"); assert s.hist(r.h["x-service-run-id"]).j[1]["content"] == r.text
@probe
def w_foreign_run_read(s):
    run = s.start(); s.hist(run, key=s.okey, want=404); s.go_on(run, key=s.okey, want=404)
@probe
def w_deleted_key_lives(s):
    k = s.u("POST", "/api-keys", {"name": "short"}, want=200).j; s.start(key=k["secret_key"])
    s.u("DELETE", "/api-keys/%d" % k["api_key_id"], want=200)
    s.w("POST", "/" + s.fx["agentId"], "x", key=k["secret_key"], want=401)
@probe
def w_html_escaped(s):
    m = "a <b> & \"c\" 'd' \u2028 \U0001F33F é"; run = s.start(m); assert s.hist(run).j[0] == {"role": "user", "content": m}
@probe
def w_concurrent_put_lost(s):
    run = s.start("zero"); par(3, lambda i: s.go_on(run, "par%d" % i))
    h = s.hist(run).j; assert sorted(m["content"] for m in h if m["role"] == "user") == ["par0", "par1", "par2", "zero"], h
    assert [m["role"] for m in h] == ["user", "assistant"] * 4
@probe
def runs_default_limit(s):
    assert len(s.u("GET", "/agent-runs", want=200).j["items"]) == 30
def pages(s, path, limit, key):
    got, cur = [], None
    while True:
        r = s.u("GET", path + "?limit=%d" % limit + ("&next_cursor=" + urllib.parse.quote(cur) if cur else ""), want=200).j
        assert len(r["items"]) <= limit; got += [x[key] for x in r["items"]]; cur = r["next_cursor"]
        if not cur: return got
@probe
def mcp_logs_null(s):
    run = s.start(); assert s.u("GET", "/agent-runs/%s/mcp-server-logs" % run, want=200).j == []
@probe
def exec_log_id_string(s):
    r = s.u("POST", "/tools/run/" + s.fx["tool"]["name"], s.fx["tool"]["input"], want=200).j
    l = s.u("GET", "/executions?limit=1", want=200).j["items"][0]; assert l["log_id"] == r["log_id"] and type(l["log_id"]) is int
    assert s.u("GET", "/executions/%s" % l["log_id"], want=200).j == l
@probe
def runs_page_overlap(s):
    ids = pages(s, "/agent-runs", 7, "run_id"); assert len(ids) == len(set(ids)) == 36
@probe
def exec_cursor_seconds(s):
    mine = [s.u("POST", "/tools/run/count_words", {"text": "x"}, want=200).j["log_id"] for _ in range(6)]
    assert pages(s, "/executions", 2, "log_id")[:6] == mine[::-1]
@probe
def run_logs_join(s):
    a, b = s.start(), s.start(); ls = s.u("GET", "/agent-runs/%s/logs" % a, want=200).j
    assert ls and all(l["run_id"] == a for l in ls)
@probe
def sub_own_agent(s): s.u("POST", "/agents/%s/subscribe" % s.fx["ownPaidAgentId"], {"plan": "monthly"}, want=400)
@probe
def unsub_cancels_all(s):
    s.u("POST", "/agents/%s/unsubscribe" % s.fx["unsubscribeAgentId"], want=200)
    s.u("GET", "/subscriptions/" + s.fx["subscribedAgentId"], want=200)
    assert [x["agent_id"] for x in s.u("GET", "/subscriptions").j["items"]] == [s.fx["subscribedAgentId"]]
    s.u("POST", "/agents/%s/unsubscribe" % s.fx["unsubscribeAgentId"], want=400)
def studio(s, vis="public", auth=NONE, **k): return s.u("POST", "/agent-studio-chats", dict(dict(title="T", visibility=vis), **k), auth, 200).j
@probe
def studio_private_open(s):
    c = studio(s, "private"); p = "/agent-studio-chats/" + c["run_id"]
    s.u("GET", p, auth=None, want=403); s.u("GET", p, auth=s.other, want=403); s.u("GET", p, want=200)
@probe
def studio_post_overwrites(s):
    c = studio(s, "public", run_id="r-" + uuid.uuid4().hex); d = studio(s, "private", run_id=c["run_id"], title="U"); assert c == d
    s.u("POST", "/agent-studio-chats", {"title": "x", "run_id": c["run_id"]}, s.other, 409)
@probe
def studio_sandbox_private(s):
    c = studio(s, auth=s.sand)
    for m in ("PATCH", "PUT"): s.u(m, "/agent-studio-chats/" + c["run_id"], {"title": "x", "visibility": "private"}, s.sand, 400)
    s.u("POST", "/agent-studio-chats", {"title": "x", "visibility": "private"}, s.sand, 400)
@probe
def studio_list_deleted(s):
    c = studio(s); s.u("DELETE", "/agent-studio-chats/" + c["run_id"], want=200); s.u("GET", "/agent-studio-chats/" + c["run_id"], want=404)
    assert c["run_id"] not in [x["run_id"] for x in s.u("GET", "/agent-studio-chats").j]
@probe
def studio_clone_owner(s):
    c = studio(s); d = s.u("POST", "/agent-studio-chats/%s/clone" % c["run_id"], auth=s.other, want=201).j; assert d["run_id"] != c["run_id"]
    assert d["run_id"] in [x["run_id"] for x in s.u("GET", "/agent-studio-chats", auth=s.other).j]
    assert d["run_id"] not in [x["run_id"] for x in s.u("GET", "/agent-studio-chats").j]
    s.u("PATCH", "/agent-studio-chats/" + d["run_id"], {"title": "mine"}, s.other, 200)
@probe
def agents_list_foreign_private(s):
    ids = [x["agent_id"] for x in s.u("GET", "/agents").j]; assert s.fx["privateAgentId"] not in ids and s.fx["agentId"] in ids
@probe
def agent_private_cached(s):
    a = s.agent(); p = "/agents/" + a["agent_id"]; s.u("GET", p, auth=None, want=200)
    s.u("PATCH", "/chats/" + a["agent_id"], {"visibility": "private"}, want=200); s.u("GET", p, auth=None, want=403); s.u("GET", p, auth=s.other, want=403); s.u("GET", p, want=200)
@probe
def upsell_not_saved(s):
    a = s.agent(); b = s.u("POST", "/agents/%s/upsell-description" % a["agent_id"], want=200).j
    assert b["upsell_description"] and s.u("GET", "/agents/" + a["agent_id"]).j == b
@probe
def theme_per_user(s):
    a, b = s.agent(), s.agent(); t = "/agents/%s/customizations/theme"
    s.u("PUT", t % a["agent_id"], {"color": "#336699"}, want=200)
    assert s.u("GET", t % a["agent_id"], want=200).j["color"] == "#336699"; assert s.u("GET", t % b["agent_id"], want=200).j is None
def mkfile(s, a, want=201, **k): return s.u("POST", "/agents/%s/files" % a["agent_id"], dict(dict(name="n.txt"), **k), want=want).j
def fl(s, a): return s.u("GET", "/agents/%s/files" % a["agent_id"], want=200).j["items"]
@probe
def files_one_more(s):
    a = s.agent(); r = par(12, lambda i: s.u("POST", "/agents/%s/files" % a["agent_id"], {"name": "f"}).status)
    assert sorted(r) == [201] * s.fx["filesPerAgent"] + [400] * (12 - s.fx["filesPerAgent"]), r; assert len(fl(s, a)) == s.fx["filesPerAgent"]
@probe
def file_delete_200(s):
    a = s.agent(); f = mkfile(s, a); r = s.u("DELETE", "/agents/%s/files/%s" % (a["agent_id"], f["file_id"]), want=204); assert r.raw == b"" and fl(s, a) == []
@probe
def files_by_creation(s):
    a = s.agent(); x, y = mkfile(s, a, position=5), mkfile(s, a, position=2); assert [f["file_id"] for f in fl(s, a)] == [y["file_id"], x["file_id"]]
@probe
def file_positions_last_skipped(s):
    a = s.agent(); x, y = mkfile(s, a), mkfile(s, a)
    r = s.u("PUT", "/agents/%s/files/positions" % a["agent_id"], {"order": [{"file_id": x["file_id"], "position": 4}, {"file_id": y["file_id"], "position": 3}]}, want=200).j
    assert [(f["file_id"], f["position"]) for f in r["items"]] == [(y["file_id"], 3), (x["file_id"], 4)]; assert r["items"] == fl(s, a)
@probe
def file_position_omitted(s):
    a = s.agent(); f = mkfile(s, a, position=0); assert f["position"] == 0 and fl(s, a)[0]["position"] == 0
@probe
def chat_clone_null(s):
    a = s.agent(); p = "/chats/%s/clone" % a["agent_id"]
    b = s.u("POST", p, None, s.other, 200).j; s.u("POST", p, auth=s.other, want=200)
    assert b["agent_id"] != a["agent_id"] and b["chat_prompt"] == a["chat_prompt"]
    assert s.u("POST", p, {"name": "N", "visibility": "public"}, s.other, 200).j["name"] == "N"
@probe
def chat_deleted_readable(s):
    a = s.agent(); s.u("DELETE", "/chats/" + a["agent_id"], want=200)
    for f in ("chats", "agents"): s.u("GET", "/%s/%s" % (f, a["agent_id"]), want=404); assert a["agent_id"] not in [x["agent_id"] for x in s.u("GET", "/" + f).j]
@probe
def chat_patch_prompt_lost(s):
    a = s.agent(name="A", vanity_slug="s-" + uuid.uuid4().hex); b = s.u("PATCH", "/chats/" + a["agent_id"], {"visibility": "private"}, want=200).j
    assert dict(b, visibility="public", updated_at=a["updated_at"]) == a; assert s.u("GET", "/chats/" + a["agent_id"]).j == b
@probe
def chats_list_stale(s):
    s.u("GET", "/chats"); a = s.agent(); time.sleep(1.1); assert a["agent_id"] in [x["agent_id"] for x in s.u("GET", "/chats").j]
@probe
def keys_list_secret(s): assert s.key not in s.u("GET", "/api-keys", want=200).text
@probe
def keys_two_defaults(s):
    k = s.u("POST", "/api-keys", {"name": "d", "is_default": True}, want=200).j
    assert [x["api_key_id"] for x in s.u("GET", "/api-keys").j if x["is_default"]] == [k["api_key_id"]]
    assert s.u("GET", "/api-keys/default", want=200).j == k; s.u("DELETE", "/api-keys/%d" % k["api_key_id"], want=200)
    assert len([x for x in s.u("GET", "/api-keys").j if x["is_default"]]) == 1
@probe
def key_foreign_read(s):
    k = s.u("GET", "/api-keys/default", auth=s.other, want=200).j; assert k["secret_key"] == s.okey
    s.u("GET", "/api-keys/%d" % k["api_key_id"], want=404); s.u("DELETE", "/api-keys/%d" % k["api_key_id"], want=404)
@probe
def credits_race(s):
    a = s.u("GET", "/credits", want=200).j["remaining_credits"]; par(6, lambda i: s.u("POST", "/credits/use", want=200)); assert s.u("GET", "/credits").j["remaining_credits"] == a - 6
def sign(s, body, t="1767225601"):
    return "t=%s,v1=%s" % (t, hmac.new(s.fx["webhook"]["secret"].encode(), (t + "." + body).encode(), hashlib.sha256).hexdigest())
def hook(s, body, sig, want): return s.u("POST", "/payments/webhook", auth=None, raw=body.encode(), headers=dict({"Content-Type": "application/json"}, **({s.fx["webhook"]["signatureHeader"]: sig} if sig else {})), want=want)
@probe
def webhook_forged(s):
    w = s.fx["webhook"]; hook(s, w["body"], w["validSignature"], 200); hook(s, w["body"], None, 400); hook(s, w["body"], w["validSignature"][:-1] + "x", 400)
    hook(s, w["body"] + " ", w["validSignature"], 400); hook(s, "[]", sign(s, "[]"), 400); hook(s, "{nope", sign(s, "{nope"), 400)
@probe
def summary_all_time(s):
    for p in (1, 28, 365):
        a = s.u("GET", "/monetization/summary?period=%d" % p, want=200).j; b = s.u("GET", "/monetization/earnings?period=%d" % p, want=200).j; c = s.u("GET", "/monetization/subscribers?period=%d" % p, want=200).j
        assert len(b["items"]) == len(c["items"]) == p; assert a["total_earnings_cents"] == b["total_earnings_cents"] == sum(x["amount_cents"] for x in b["items"])
        assert a["total_subscribers"] == c["total_subscribers"]
@probe
def bundle_post_body(s): assert s.u("POST", "/bundles", want=200).j["tools"] == []
@probe
def bundle_tool_removed_everywhere(s):
    t = s.fx["installableToolId"]; a, b = s.u("POST", "/bundles").j["bundle_id"], s.u("POST", "/bundles").j["bundle_id"]
    for x in (a, b): s.u("POST", "/bundles/%d/tools" % x, {"tool_id": t}, want=200)
    s.u("DELETE", "/bundles/%d/tools/%s" % (a, t), want=200)
    assert s.u("GET", "/bundles/%d/tools" % a).j == [] and [x["tool_id"] for x in s.u("GET", "/bundles/%d/tools" % b).j] == [t]
@probe
def cli_not_consumed(s):
    i = s.u("POST", "/cli-auth", auth=None, want=200).j["cli_auth_id"]; g = lambda: s.u("GET", "/cli-auth/" + i, auth=None, want=200).j
    assert g() is None; s.u("PUT", "/cli-auth/" + i, {"user_jwt": s.jwt}, want=200); assert sorted(map(str, par(4, lambda n: g()))) == sorted([s.jwt] + ["None"] * 3); assert g() is None
@probe
def cli_last_jwt(s):
    a, b = (s.u("POST", "/cli-auth", auth=None).j["cli_auth_id"] for _ in "ab")
    s.u("PUT", "/cli-auth/" + a, {"user_jwt": s.jwt}, want=200); s.u("PUT", "/cli-auth/" + b, {"user_jwt": s.other}, s.other, 200)
    s.u("PUT", "/cli-auth/" + b, {"user_jwt": s.jwt}, want=403)
    assert s.u("GET", "/cli-auth/" + a, auth=None).j == s.jwt and s.u("GET", "/cli-auth/" + b, auth=None).j == s.other
@probe
def sched_missing_chat_422(s):
    c = s.fx["cron"]
    for b in ({}, {"chat_id": None}, {"chat_id": "zzz"}, {"chat_id": 7}, {"chat_id": s.fx["unpaidAgentId"]}, {"chat_id": str(uuid.uuid4())}): s.u("POST", "/schedules", dict(b, cron_expression=c), want=403)
@probe
def schedule_uuid_500(s):
    for m in ("GET", "PUT", "DELETE"): s.u(m, "/schedules/nope", {} if m == "PUT" else NONE, want=422)
def sched(s): return s.u("POST", "/schedules", {"chat_id": s.fx["agentId"], "cron_expression": s.fx["cron"]}, want=200).j
@probe
def sched_put_not_saved(s):
    a = sched(s); b = s.u("PUT", "/schedules/" + a["schedule_id"], {"cron_expression": "0 0 1 1 *"}, want=200).j
    assert b["cron_expression"] == "0 0 1 1 *" and b["chat_id"] == a["chat_id"] and s.u("GET", "/schedules/" + a["schedule_id"]).j == b
@probe
def sched_deleted_listed(s):
    a = sched(s); assert a in s.u("GET", "/schedules").j["items"]; s.u("DELETE", "/schedules/" + a["schedule_id"], want=200); s.u("GET", "/schedules/" + a["schedule_id"], want=404)
    assert a["schedule_id"] not in s.u("GET", "/schedules").text
def b64(b): return base64.urlsafe_b64encode(b).rstrip(b"=").decode()
@probe
def tool_run_jwt_unverified(s):
    h, c, g = s.jwt.split("."); t = s.fx["tool"]; dec = json.loads(base64.urlsafe_b64decode(c + "=="))
    none = b64(b'{"alg":"none"}') + "." + c + "."
    old = c.replace(c, b64(json.dumps(dict(dec, exp=1000)).encode())); oldsig = b64(hmac.new(b"briar-hedgerow-signing-secret-4d1f90", (h + "." + old).encode(), hashlib.sha256).digest())
    for bad in (h + "." + c + "." + g[::-1], none, "x", s.key, h + "." + c, h + "." + old + "." + oldsig, None): s.u("POST", "/tools/run/" + t["name"], t["input"], bad, 401)
@probe
def tools_list_snake(s): assert all(set(t) == {"name", "description", "inputSchema"} for t in s.u("GET", "/tools/list", want=200).j)
@probe
def user_tool_uninstall_all(s):
    t = s.fx["installableToolId"]
    for a in (s.jwt, s.other): s.u("POST", "/user-tools", {"tool_id": t}, a, 200)
    s.u("DELETE", "/user-tools/" + t, want=200); s.u("GET", "/user-tools/" + t, want=404); s.u("GET", "/user-tools/" + t, auth=s.other, want=200)
N = "NOTIFIER_"
def push(s, **k): return s.tool(N + "CREATE_PUSH", dict(dict(type="note", title="t", body="b"), **k))
def pushes(s, **k): return s.tool(N + "LIST_PUSHES", k)["pushes"]
@probe
def n_guid_ignored(s):
    a, b = push(s, guid="g1"), push(s, guid="g1"); assert a["iden"] == b["iden"] and len(pushes(s)) == 1
@probe
def n_active_ignored(s):
    a, b = push(s), push(s); s.tool(N + "DELETE_PUSH", {"iden": a["iden"]}); assert [p["iden"] for p in pushes(s, active=True)] == [b["iden"]]
@probe
def n_unmute(s):
    c = s.tool(N + "CREATE_CHAT", {"email": "a@b.example"})
    for m in (True, False): assert s.tool(N + "UPDATE_CHAT", {"iden": c["iden"], "muted": m})["muted"] is m; assert s.tool(N + "LIST_CHATS", {})["chats"][0]["muted"] is m
DEV = dict(model="M", nickname="N", app_version=3, manufacturer="F", icon="phone", has_sms=True, push_token="p")
@probe
def n_update_device_blank(s):
    d = s.tool(N + "CREATE_DEVICE", DEV); e = s.tool(N + "UPDATE_DEVICE", {"iden": d["iden"], "nickname": "New"})
    assert dict(e, modified=0) == dict(d, nickname="New", modified=0) and s.tool(N + "LIST_DEVICES", {})["devices"] == [e]
@probe
def n_list_items_last(s):
    p = push(s); items = [{"text": "a", "checked": True}, {"text": "b", "checked": False}]
    assert s.tool(N + "UPDATE_PUSH", {"iden": p["iden"], "items": items})["items"] == items; assert pushes(s)[0]["items"] == items
    assert s.tool(N + "UPDATE_PUSH", {"iden": p["iden"], "dismissed": True})["items"] == items; assert pushes(s)[0]["dismissed"] is True
@probe
def n_modified_after_millis(s):
    a, b, c = push(s), push(s), push(s); assert [p["iden"] for p in pushes(s, modified_after=a["modified"])] == [c["iden"], b["iden"]]; assert pushes(s, modified_after=time.time() + 9.5) == []
@probe
def n_chats_cursor_loop(s):
    made = [s.tool(N + "CREATE_CHAT", {"email": "u%d@b.example" % i})["iden"] for i in range(5)]; got, cur = [], {}
    for _ in range(9):
        r = s.tool(N + "LIST_CHATS", dict(limit=2, **cur)); got += [c["iden"] for c in r["chats"]]
        if "cursor" not in r: break
        cur = {"cursor": r["cursor"]}
    assert got == made[::-1]
@probe
def tier_sandbox_omitted(s):
    for a in (s.jwt, s.other, s.sand): assert s.u("GET", "/", auth=a, want=200).j["tier"]
@probe
def vip_race(s):
    c = s.fx["vipCode"]; assert sorted(r.status for r in par(4, lambda i: s.u("POST", "/vip", {"code": c}))) == [200, 400, 400, 400]
    assert s.u("GET", "/vip", want=200).j["count"] == 1; s.u("POST", "/vip", {"code": s.fx["ownVipCode"]}, want=400); s.u("POST", "/vip", {"code": "nope"}, want=400)

# ------------------------------------------------------------ the walk through everything
def walk(s):
    s.doc = s.call("GET", "/openapi.json").j
    F, A = s.fx, s.fx["agentId"]; X = str(uuid.uuid4()); T = F["tool"]
    ops = [(m.upper(), p) for p, i in s.doc["paths"].items() for m in i]; assert len(ops) == 93, len(ops)
    noauth = {"GET /me/agent-studio-chats/{run_id}", "GET /me/agents/{agent_id}", "POST /me/agents/vanity/slug", "GET /me/vibe/services", "GET /me/chats/{chat_id}", "GET /me/chats/{chat_id}/og",
              "POST /me/payments/webhook", "POST /me/cli-auth", "GET /me/cli-auth/{auth_id}", "GET /me/tools", "GET /me/tools/{tool_id}"}
    for m, p in ops:
        path = re.sub(r"\{[^}]*\}", X, p)
        r = s.call(m, path); assert (r.status == 401) == (m + " " + p not in noauth), (m, p, r)
        if m + " " + p not in noauth:
            assert s.call(m, path, auth=s.jwt + "x").status == 401; assert s.call(m, path, auth=s.jwt if p.startswith("/workers") else s.key).status == 401
        op = s.doc["paths"][p][m.lower()]
        auth = s.key if p.startswith("/workers") else s.jwt
        for prm in op.get("parameters", []):       # every typed parameter refuses what it is not
            bad = {"uuid": "not-a-uuid", "date-time": "yesterday"}.get(prm["schema"].get("format")) or {"integer": "1x", "number": "nan"}.get(prm["schema"].get("type"))
            if prm["in"] == "path" and bad: assert s.call(m, re.sub(r"\{[^}]*\}", X, p.replace("{%s}" % prm["name"], bad)), {} if "requestBody" in op else NONE, auth).status == 422, (m, p, prm)
            if prm["in"] == "query":
                for b in [bad] * bool(bad) + [str(prm["schema"].get("minimum", 0) - 1)] * ("minimum" in prm["schema"]) + [str(prm["schema"].get("maximum", 0) + 1)] * ("maximum" in prm["schema"]) + ["zz"] * ("enum" in prm["schema"]):
                    q = {x["name"]: "1" for x in op["parameters"] if x["in"] == "query" and x["required"]}; q[prm["name"]] = b
                    assert s.call(m, path + "?" + urllib.parse.urlencode(q), auth=auth).status == 422, (m, p, prm, b)
                if prm["required"]: assert s.call(m, path, auth=auth).status == 422
        if "requestBody" in op and "webhook" not in p:
            full = re.sub(r"\{[^}]*\}", "1" if "bundle_id" in p else X, p)
            for raw in (b"{", b"[]", b"\"x\"", b"7", b"{} {}") + ((b"", b"null") if op["requestBody"]["required"] else ()):
                assert s.call(m, full, raw=raw, auth=auth).status == 422, (m, p, raw)
            sch = op["requestBody"]["content"]["application/json"]["schema"]; sch = sch.get("allOf", [sch])[0]
            if "$ref" in sch: sch = s.doc["components"]["schemas"][sch["$ref"].split("/")[-1]]
            for k, v in sch.get("properties", {}).items():
                wrong = {"string": 7, "integer": "x", "boolean": "x", "array": {}}.get(v.get("type"))
                if wrong is not None: assert s.call(m, full, {k: wrong}, auth).status == 422, (m, p, k)
    # workers
    r = s.w("POST", "/" + A, F["message"]); run = r.h["x-service-run-id"]; assert r.h["content-type"].startswith("text/plain") and len(r.times) > 4
    assert s.hist(run).j == [{"role": "user", "content": F["message"]}, {"role": "assistant", "content": r.text}]
    s.go_on(run, "again"); r = s.w("POST", "/" + A, "nd", nd=True); assert r.h["content-type"].startswith("application/x-ndjson"); nd_lines(r); s.go_on(run, nd=True); assert len(s.hist(run).j) == 6
    for m, p, k, want in (("POST", "/" + X, s.key, 404), ("POST", "/" + F["privateAgentId"], s.key, 403), ("PUT", "/%s/%s" % (A, X), s.key, 404), ("PUT", "/%s/%s" % (F["unpaidAgentId"], run), s.key, 404)):
        for nd in (False, True): s.w(m, p, "x", k, want, nd)
    s.w("GET", "/%s/%s" % (A, X), want=404); s.w("GET", "/%s/%s" % (A.upper(), run.upper()))
    s.w("POST", "/" + F["privateAgentId"], "x", s.okey)
    r = s.w("POST", "/" + A, F["backgroundMessage"]); assert r.h["x-service-job-id"]; j = r.h["x-service-run-id"]; assert s.u("GET", "/agent-runs/" + j).j["status"] == "running"
    s.go_on(j, want=409); n = len(s.hist(j).j); assert until_idle(s, j) > 1; assert len(s.hist(j).j) == n; s.go_on(j, ""); assert s.u("GET", "/agent-runs/" + j).j["status"] == "idle"
    c = http.client.HTTPConnection("127.0.0.1", s.port); c.request("POST", "/workers/" + A, json.dumps({"message": F["slowMessage"]}), {"Authorization": "Bearer " + s.key}); q = c.getresponse(); gone = q.getheader("X-Service-Run-ID"); q.read1(5); q.close(); c.close()
    # runs
    r = s.w("POST", "/" + A, F["toolCallMessage"]["message"], nd=True); trun = r.h["x-service-run-id"]
    l = s.u("GET", "/agent-runs/%s/mcp-server-logs" % trun, want=200).j; assert len(l) == 1 and l[0]["run_id"] == trun and l[0]["tool_name"] == F["toolCallMessage"]["name"]
    assert F["toolCallMessage"]["output"] not in json.dumps(s.hist(trun).j)
    assert s.u("GET", "/agent-runs?limit=1", want=200).j["items"][0]["run_id"] == trun; s.u("GET", "/agent-runs?next_cursor=&limit=2", want=200); assert len(s.u("GET", "/executions").j["items"]) == 30
    s.u("GET", "/agent-runs/" + run, auth=s.other, want=404); s.u("GET", "/agent-runs/" + X, want=404)
    for x in ("logs", "mcp-server-logs"): assert s.u("GET", "/agent-runs/%s/%s" % (trun, x), auth=s.other, want=200).j == []
    e = s.u("POST", "/tools/run/" + T["name"], T["input"], want=200).j; s.u("GET", "/executions/%d" % e["log_id"], auth=s.other, want=404); s.u("GET", "/executions/%d" % e["log_id"], want=200)
    for x in ("0", "-1", "999999", "9" * 40): s.u("GET", "/executions/" + x, want=404)
    assert s.u("GET", "/executions", auth=s.other, want=200).j == {"items": [], "next_cursor": None}
    # subscriptions
    sub = lambda a, want, auth=NONE: s.u("POST", "/agents/%s/subscribe" % a, {"plan": "monthly"}, auth, want)
    sub(F["unpaidAgentId"], 400); sub(F["subscribedAgentId"], 402); sub(X, 404); sub("zz", 404); sub(F["privateAgentId"], 404)
    assert sorted(r.status for r in par(4, lambda i: s.u("POST", "/agents/%s/subscribe" % F["paidAgentId"], {"plan": "monthly"}))) == [200, 402, 402, 402]
    s.u("GET", "/subscriptions/" + F["paidAgentId"], want=200); assert len(s.u("GET", "/subscriptions", want=200).j["items"]) == 3
    s.u("GET", "/subscriptions/" + F["subscribedAgentId"], auth=s.other, want=404); s.u("GET", "/subscriptions/" + X, want=404)
    uns = lambda a, want: s.u("POST", "/agents/%s/unsubscribe" % a, want=want)
    uns(F["paidAgentId"], 200); uns(F["paidAgentId"], 400); uns(F["unpaidAgentId"], 400); uns(X, 404); sub(F["paidAgentId"], 200)
    # studio
    c = studio(s, "private", run_id="a b/ü?"); p = "/agent-studio-chats/" + urllib.parse.quote(c["run_id"], safe=""); assert s.u("GET", p, want=200).j == c
    s.u("POST", p + "/clone", want=400); s.u("POST", p + "/clone", auth=s.other, want=400)
    for m in ("PUT", "PATCH"): s.u(m, p, {"title": "x"}, s.other, 403); s.u(m, "/agent-studio-chats/none", {"title": "x"}, want=404)
    s.u("DELETE", p, auth=s.other, want=403); d = s.u("PATCH", p, {}, want=200).j; assert dict(d, updated_at=0) == dict(c, updated_at=0)
    d = s.u("PATCH", p, {"visibility": "public"}, want=200).j; assert d["title"] == c["title"]; assert s.u("GET", p, auth=None, want=200).j == d; assert s.u("PUT", p, {"title": "N"}, want=200).j["visibility"] == "private"
    s.u("DELETE", p, want=200)
    for m in ("GET", "PUT", "PATCH", "DELETE"): s.u(m, p, {"title": "x"} if m[0] == "P" else NONE, want=404)
    s.u("POST", p + "/clone", want=404); s.u("POST", "/agent-studio-chats", {"title": "x", "visibility": "secret"}, want=422); assert studio(s, auth=s.sand, visibility="public")["visibility"] == "public"
    assert s.u("POST", "/agent-studio-chats", {"title": "x"}, s.sand, 200).j["visibility"] == "public"
    # agents and chats
    slug = "w-" + uuid.uuid4().hex[:9]; a = s.agent(name="Ä <b>", visibility="private", vanity_slug=slug); i = a["agent_id"]; assert a["visibility"] == "private" and a["vanity_slug"] == slug
    assert s.u("GET", "/agents/" + i.upper()).j == a == s.u("GET", "/chats/" + i).j and a in s.u("GET", "/chats").j and a in s.u("GET", "/agents").j
    for f in ("agents", "chats"):
        s.u("GET", "/%s/%s" % (f, i), auth=None, want=403); s.u("GET", "/%s/%s" % (f, i), auth=s.other, want=403); s.u("GET", "/%s/%s" % (f, i), auth="bad", want=403); s.u("GET", "/%s/zz" % f, want=404); s.u("GET", "/%s/%s" % (f, X), auth=None, want=404)
        for b in ({}, {"chat_prompt": ""}, {"chat_prompt": " "}, {"chat_prompt": None}): s.u("POST", "/" + f, b, want=400)
        s.u("POST", "/" + f, {"chat_prompt": 5}, want=422); s.u("POST", "/" + f, {"chat_prompt": "x", "visibility": "private"}, s.sand, 400); assert s.u("POST", "/" + f, {"chat_prompt": "x"}, s.sand, 200).j["visibility"] == "public"
    b = s.u("POST", "/agents", {"agent_id": i, "chat_prompt": "Second"}, want=200).j; assert b["agent_id"] == i and b["chat_prompt"] == "Second" and b["visibility"] == "private"; assert len([x for x in s.u("GET", "/agents").j if x["agent_id"] == i]) == 1
    s.u("POST", "/agents", {"agent_id": F["unpaidAgentId"], "chat_prompt": "x"}, want=403); s.u("POST", "/agents", {"agent_id": X, "chat_prompt": "x"}, want=404)
    s.u("POST", "/agents", {"chat_prompt": "x", "vanity_slug": slug}, want=400); assert s.u("GET", "/agents/vanity/slug?slug=" + slug).j["available"] is False
    g = s.u("POST", "/agents/vanity/slug", {"name": "Hedge helper"}, None, 200).j["slug"]; assert g == "hedge-helper-2" and s.u("GET", "/agents/vanity/slug?slug=" + g).j["available"] is True
    s.u("POST", "/agents/%s/upsell-description" % i, auth=s.other, want=404); s.u("POST", "/agents/%s/upsell-description" % X, want=404)
    vs = s.u("GET", "/vibe/services", auth=None, want=200).j["items"]; assert len(vs) == 3
    for v in vs: assert "Second" in s.u("GET", "/agents/%s/vibe?service_name=%s" % (i, v["service_name"]), want=200).j["prompt"]
    th = "/agents/%s/customizations/theme"; s.u("GET", th % i, auth=s.other, want=403); s.u("GET", th % X, want=404); s.u("PUT", th % i, {"color": "#12ab34"}, s.other, 403); s.u("PUT", th % X, {"color": "#12ab34"}, want=404)
    for bad in ("red", "#12345", "#12345g", "", "#1234567"): s.u("PUT", th % i, {"color": bad}, want=400)
    f = mkfile(s, a, content="héé"); g = mkfile(s, a); fp = "/agents/%s/files/%s"; assert (f["position"], g["position"]) == (0, 1)
    for m in ("GET", "PATCH", "DELETE"):
        bb = {"name": "z"} if m == "PATCH" else NONE; s.u(m, fp % (i, f["file_id"]), bb, s.other, 403); s.u(m, fp % (i, X), bb, want=404); s.u(m, fp % (X, f["file_id"]), bb, want=404); s.u(m, fp % (A, f["file_id"]), bb, want=404)
    h = s.u("PATCH", fp % (i, f["file_id"]), {"name": "z"}, want=200).j; assert dict(h, name=0, updated_at=0) == dict(f, name=0, updated_at=0) and s.u("GET", fp % (i, f["file_id"])).j == h
    s.u("GET", "/agents/%s/files" % i, auth=s.other, want=403); s.u("GET", "/agents/%s/files" % X, want=404); s.u("POST", "/agents/%s/files" % i, {"name": "x"}, s.other, 403); s.u("POST", "/agents/%s/files" % X, {"name": "x"}, want=404)
    fo = "/agents/%s/files/positions" % i; before = fl(s, a); s.u("PUT", fo, {"order": [{"file_id": f["file_id"], "position": 9}, {"file_id": X, "position": 1}]}, want=404); assert fl(s, a) == before
    s.u("PUT", fo, {"order": []}, s.other, 403); s.u("PUT", fo, {"order": [{"file_id": f["file_id"], "position": -1}]}, want=422); s.u("PUT", fo, {"order": [{"file_id": f["file_id"]}]}, want=422)
    P_ = {"chat_prompt": "P"}; cp = "/chats/" + i
    for m in ("PUT", "PATCH"): s.u(m, cp, P_, s.other, 403); s.u(m, "/chats/" + X, P_, want=404)
    b = s.u("PUT", cp, dict(P_, visibility="public"), want=200).j; assert "vanity_slug" not in b and b["created_at"] == a["created_at"] and s.u("GET", cp, auth=None, want=200).j == b; s.u("PUT", cp, {"name": "x"}, want=400)
    sb = s.agent(s.sand)["agent_id"]
    for m in ("PUT", "PATCH"): s.u(m, "/chats/" + sb, dict(P_, visibility="private"), s.sand, 400)
    s.u("GET", cp + "/og", auth=None, want=200); s.u("GET", "/chats/%s/og" % F["privateAgentId"], auth=None, want=403); s.u("GET", "/chats/%s/og" % X, auth=None, want=404)
    s.u("POST", "/chats/%s/clone" % F["privateAgentId"], want=403); s.u("POST", "/chats/%s/clone" % X, want=404); s.u("POST", cp + "/clone", {"visibility": "private"}, s.sand, 400)
    assert s.u("POST", cp + "/feedback", {"rating": 5}, s.other, 200).j["feedback_count"] == 1; s.u("POST", cp + "/feedback", {"rating": 6}, want=422); s.u("POST", "/chats/%s/feedback" % X, {"rating": 1}, want=404)
    l = s.u("POST", cp + "/runs", want=200).j; assert s.u("GET", "/agent-runs/%s/logs" % l["run_id"], want=200).j == [l]; s.u("GET", "/agent-runs/" + l["run_id"], want=200)
    s.u("POST", "/chats/%s/runs" % F["privateAgentId"], want=403); s.u("POST", "/chats/%s/runs" % X, want=404); s.u("POST", "/chats/%s/runs" % F["unpaidAgentId"], want=200)
    # schedules
    q = s.u("POST", "/schedules", {"chat_id": i, "cron_expression": "*/5 8-18 * jan,mar mon-fri"}, want=200).j; assert q["next_run_at"]
    for bad in ("", "x", "* * * *", "60 * * * *", "* * * * 8", "*/0 * * * *", "5-1 * * * *", "1,,2 * * * *", "+1 * * * *"): s.u("POST", "/schedules", {"chat_id": i, "cron_expression": bad}, want=422); s.u("GET", "/schedules/text-to-cron?" + urllib.parse.urlencode({"cron": bad}), want=400)
    for t, w in ((F["cron"], F["cron"]), ("every day at 9am", "0 9 * * *"), ("every monday at 17:30", "30 17 * * 1"), ("weekdays at 12 pm", "0 12 * * 1-5"), ("every 5 minutes", "*/5 * * * *")): assert s.u("GET", "/schedules/text-to-cron?" + urllib.parse.urlencode({"cron": t}), want=200).j["cron_expression"] == w
    s.u("GET", "/schedules/onboarding", want=200); sp = "/schedules/" + q["schedule_id"]
    for m in ("GET", "PUT", "DELETE"): bb = {} if m == "PUT" else NONE; s.u(m, sp, bb, s.other, 404); s.u(m, "/schedules/" + X, bb, want=404)
    s.u("PUT", sp, {"chat_id": F["unpaidAgentId"]}, want=403); assert s.u("PUT", sp, {"enabled": False}, want=200).j["cron_expression"] == q["cron_expression"]; assert s.u("GET", "/schedules", auth=s.other).j["items"] == []
    s.u("DELETE", cp, auth=s.other, want=403); s.u("DELETE", cp, want=200); s.u("GET", sp, want=404); s.u("DELETE", cp, want=404)
    # keys, credits, payments
    k = s.u("POST", "/api-keys", {"name": "n"}, want=200).j; assert k["is_default"] is False and s.u("GET", "/api-keys/%d" % k["api_key_id"]).j == k; s.start(key=k["secret_key"])
    h = s.u("DELETE", "/api-keys/%d" % k["api_key_id"], want=200); assert k["secret_key"] not in h.text; s.u("GET", "/api-keys/%d" % k["api_key_id"], want=404); s.u("DELETE", "/api-keys/%d" % k["api_key_id"], want=404)
    s.u("GET", "/billing", want=200); s.u("POST", "/payments/sessions", {"product": "credits_100", "quantity": 2}, want=200)
    assert s.u("GET", "/credits", auth=s.sand).j["remaining_credits"] == 25; [s.u("POST", "/credits/use", auth=s.sand, want=200) for _ in range(25)]; s.u("POST", "/credits/use", auth=s.sand, want=404); assert s.u("GET", "/credits", auth=s.sand).j["remaining_credits"] == 0
    ev = json.dumps({"id": "e1", "type": "credits.purchased", "data": {"user_id": s.u("GET", "/", auth=s.sand).j["user_id"], "credits": 7}}); hook(s, ev, sign(s, ev), 200); hook(s, ev, sign(s, ev), 200); assert s.u("GET", "/credits", auth=s.sand).j["remaining_credits"] == 7
    assert s.u("GET", "/monetization/summary").j == s.u("GET", "/monetization/summary?period=28").j; assert s.u("GET", "/monetization/summary", auth=s.sand).j["total_earnings_cents"] == 0
    # bundles
    b = s.u("POST", "/bundles", want=200).j; bp = "/bundles/%d" % b["bundle_id"]; t = F["installableToolId"]; s.u("POST", bp + "/tools", {"tool_id": t}, want=200); s.u("POST", bp + "/tools", {"tool_id": t}, want=200); s.u("POST", bp + "/tools", {"tool_id": "zz"}, want=404)
    r = s.u("PUT", bp, {"name": "G"}, want=200).j; assert [x["tool_id"] for x in r["tools"]] == [t] and s.u("GET", bp).j == r; assert s.u("PUT", bp, {"name": "G", "tools": []}, want=200).j["tools"] == []; s.u("PUT", bp, {"name": "H", "tools": [{"tool_id": "q"}]}, want=409); assert s.u("GET", bp).j["name"] == "G"
    s.u("PUT", "/bundles/99999", {"name": "x"}, want=409); s.u("PUT", bp, {"name": "x"}, s.other, 409); s.u("DELETE", bp + "/tools/" + t, want=404); assert [x["bundle_id"] for x in s.u("GET", "/bundles").j] == [b["bundle_id"]]; assert s.u("GET", "/bundles", auth=s.other).j == []
    for m, x in (("GET", ""), ("DELETE", ""), ("DELETE", "/tools/" + t), ("POST", "/tools")): bb = {"tool_id": t} if m == "POST" else NONE; s.u(m, bp + x, bb, s.other, 404); s.u(m, "/bundles/99999" + x, bb, want=404)
    s.u("DELETE", bp, want=200); s.u("GET", bp, want=404); assert s.u("GET", bp + "/tools", want=200).j == []
    # cli
    s.u("PUT", "/cli-auth/" + X, {"user_jwt": "x"}, want=404); s.u("GET", "/cli-auth/" + X, auth=None, want=404)
    # tools
    pt = s.u("GET", "/tools", auth=None, want=200).j; assert len(pt) == 25 == len(s.u("GET", "/tools/list").j); assert s.u("GET", "/tools/" + pt[0]["tool_id"], auth=None).j == pt[0]; s.u("GET", "/tools/zz", auth=None, want=404)
    q = lambda **k: s.u("GET", "/tools/search?" + urllib.parse.urlencode(k), want=200).j
    assert q(q="convert length")[0]["name"] == "convert_length"; assert len(q(q="x", min_score=0)) == 20; assert len(q(q="x", min_score=0, limit=200)) == 25; assert len(q(q="push", limit=1)) == 1
    assert q(q="weather", toolkit="none") == [] and len(q(q="weather", min_score="0.0", toolkit="weather")) == 3; assert all(x["score"] >= .5 for x in q(q="push device", min_score=.5)); s.u("GET", "/tools/search?q=", want=422)
    s.u("POST", "/tools/run/" + T["name"], T["invalidInput"], want=400); s.u("POST", "/tools/run/" + T["name"], {}, want=400); s.u("POST", "/tools/run/nope", {}, want=404); s.u("POST", "/tools/run/" + T["name"] + "?service_id=default&service_id_namespace=global", T["input"], want=200)
    assert F["toolsetName"] in [x["toolset_name"] for x in s.u("GET", "/toolsets/list").j]; assert len(s.u("GET", "/toolsets/" + F["toolsetName"], want=200).j["tools"]) == 4; s.u("GET", "/toolsets/zz", want=404)
    assert s.u("GET", "/user-tools").j == []; assert sorted(r.status for r in par(3, lambda n: s.u("POST", "/user-tools", {"tool_id": t}))) == [200, 409, 409]; assert [x["tool_id"] for x in s.u("GET", "/user-tools").j] == [t]; s.u("POST", "/user-tools", {"tool_id": "zz"}, want=409); s.u("GET", "/user-tools", auth=s.other)
    s.u("GET", "/user-tools/" + t, want=200); s.u("DELETE", "/user-tools/" + t, auth=s.other, want=404); s.u("DELETE", "/user-tools/" + t, want=200); s.u("DELETE", "/user-tools/" + t, want=404)
    # notifier
    names = {x["name"] for x in pt if x["name"].startswith(N)}; assert len(names) == 15
    bad = lambda n, **k: s.tool(N + n, k, want=400)
    for n, k in (("CREATE_CHAT", {}), ("CREATE_CHAT", {"email": 5}), ("CREATE_CHAT", {"email": "x"}), ("CREATE_DEVICE", {}), ("CREATE_DEVICE", dict(DEV, app_version=-1)), ("CREATE_DEVICE", dict(DEV, app_version=1.5)), ("CREATE_DEVICE", dict(DEV, has_sms="yes")),
                 ("CREATE_PUSH", {}), ("CREATE_PUSH", {"type": "link"}), ("CREATE_PUSH", {"type": "sms"}), ("CREATE_PUSH", {"type": "file", "file_url": "u", "file_name": "n"}), ("DELETE_CHAT", {"iden": "x"}), ("DELETE_CHAT", {}), ("DELETE_DEVICE", {"device_iden": "x"}), ("DELETE_PUSH", {"iden": "x"}),
                 ("LIST_CHATS", {"limit": 501}), ("LIST_PUSHES", {"limit": 501}), ("LIST_PUSHES", {"limit": 0}), ("LIST_PUSHES", {"active": "x"}), ("LIST_PUSHES", {"cursor": "!"}), ("LIST_PUSHES", {"modified_after": "x"}), ("UPDATE_CHAT", {"iden": "x", "muted": True}), ("UPDATE_CHAT", {"iden": "x"}),
                 ("UPDATE_DEVICE", {"iden": "x"}), ("UPDATE_DEVICE", {}), ("UPDATE_PUSH", {"iden": "x"}), ("UPLOAD_REQUEST", {"file_name": "x"})): bad(n, **k)
    c = s.tool(N + "CREATE_CHAT", {"email": "q@b.example"}); s.tool(N + "DELETE_CHAT", {"iden": c["iden"]}, s.other, 400); assert s.tool(N + "LIST_CHATS", {"limit": 500}, s.other)["chats"] == []; s.tool(N + "DELETE_CHAT", {"iden": c["iden"]}); assert s.tool(N + "LIST_CHATS", {})["chats"] == []
    d = s.tool(N + "CREATE_DEVICE", DEV); assert {k: d[k] for k in DEV} == DEV; s.tool(N + "DELETE_DEVICE", {"device_iden": d["iden"]}); assert s.tool(N + "LIST_DEVICES", {})["devices"] == []; bad("UPDATE_DEVICE", iden=d["iden"])
    assert s.tool(N + "GET_USER", {})["email"] != s.tool(N + "GET_USER", {}, s.other)["email"]; assert s.tool(N + "UPLOAD_REQUEST", {"file_name": "a.png", "file_type": "image/png"})["upload_url"]
    mine = [push(s, type="link", url="https://x.example/%d" % n)["iden"] for n in range(5)]; push(s, type="file", file_url="u", file_name="n", file_type="t/x"); o = s.tool(N + "CREATE_PUSH", {"type": "note", "body": "o"}, s.other)
    got, cur = [], {}
    while True:
        r = s.tool(N + "LIST_PUSHES", dict(limit=2, **cur)); got += [x["iden"] for x in r["pushes"]]
        if "cursor" not in r: break
        cur = {"cursor": r["cursor"]}
    assert len(got) == len(set(got)) == 6 and got[1:] == mine[::-1]; bad("UPDATE_PUSH", iden=mine[0], items=[{"text": "x"}]); bad("UPDATE_PUSH", iden=mine[0], items=[{"text": 5, "checked": True}])
    s.tool(N + "DELETE_ALL_PUSHES", {}); late = push(s)["iden"]; time.sleep(.5); assert [x["iden"] for x in pushes(s, active=True)] == [late]; assert [x["iden"] for x in s.tool(N + "LIST_PUSHES", {"active": True}, s.other)["pushes"]] == [o["iden"]]
    # user; what the client left is said to the end
    assert s.u("GET", "/").j["tier"] == "pro" and s.u("GET", "/", auth=s.sand).j["tier"] == "sandbox"; s.u("POST", "/vip", {"code": F["vipCode"]}, want=200); s.u("POST", "/vip", {"code": F["vipCode"]}, s.other, 200); assert s.u("GET", "/vip").j["count"] == 1
    time.sleep(3); h = s.hist(gone).j; assert len(h) == 2 and h[1]["content"].endswith("That was the row."), h
    s.call("GET", "/nope"); assert s.call("GET", "/nope").status == 404 and s.call("PATCH", "/me/credits").status == 405

def run(name, f, fault=""):
    try:
        with Server(fault) as s: f(s)
    except (AssertionError, http.client.HTTPException, OSError, KeyError, ValueError, TypeError, IndexError) as e:
        return "%s: %s" % (type(e).__name__, str(e)[:400])

def main():
    only = sys.argv[1:]
    bad = 0
    assert len(FAULTS) == 70 and {f["id"] for f in FAULTS} == set(P), {f["id"] for f in FAULTS} ^ set(P)
    Server().__exit__()
    if not only:
        with Server() as s:
            walk(s); missed = [(m.upper(), p) for p, i in s.doc["paths"].items() for m in i if (m.upper(), p) not in s.hit]
            for f in P.values():  # the probes hold on the same server where they can, and their answers fit the document
                if f.__name__ in ("cli_not_consumed", "cli_last_jwt", "theme_per_user", "upsell_not_saved", "file_delete_200", "summary_all_time", "files_by_creation", "studio_clone_owner", "file_positions_last_skipped", "bundle_tool_removed_everywhere", "sched_put_not_saved", "chat_clone_null", "chat_patch_prompt_lost", "keys_list_secret", "key_foreign_read", "sched_deleted_listed"): f(s)
            missed = [x for x in missed if x not in s.hit]
            assert not missed, missed
        print("walk: all 93 operations and 15 tools")
    for f in FAULTS:
        if only and f["id"] not in only: continue
        right = run(f["id"], P[f["id"]]); wrong = run(f["id"], P[f["id"]], f["id"])
        ok = right is None and wrong is not None
        bad += not ok
        print("ok  " if ok else "BAD ", f["id"], "" if ok else "| without: %s" % right, "| with: %s" % wrong, flush=True)
    print("faults shown: %d of %d" % (len(FAULTS) - bad, len(FAULTS)) if not only else "")
    left = [d for d in os.listdir(os.path.join(HERE, "tmp")) if d.startswith("run-")]
    print("folders left:", left)
    sys.exit(1 if bad else 0)
main()
