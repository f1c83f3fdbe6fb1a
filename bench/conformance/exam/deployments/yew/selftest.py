#!/usr/bin/env python3
"""Walks through the deployment without a fault, then shows each fault, then a short load."""
import http.client, json, os, random, subprocess, sys, threading, time, uuid, hashlib, hmac, base64
from concurrent.futures import ThreadPoolExecutor
HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
CFG = json.load(open(os.path.join(HERE, "config.json")))
CR, FX = CFG["credentials"], CFG["fixtures"]
OWN, OTHER, SAND = CR["jwt"], CR["otherJwt"], CR["sandboxJwt"]
KEY, OKEY = CR["apiKey"], CR["otherApiKey"]
AG = FX["agentId"]


class R:
    def __init__(s, code, head, raw): s.code, s.head, s.raw = code, head, raw
    @property
    def j(s): return json.loads(s.raw)
    @property
    def text(s): return s.raw.decode()
    @property
    def run(s): return s.head.get("x-service-run-id")
    @property
    def job(s): return s.head.get("x-service-job-id")


class Api:
    def __init__(s, port): s.port = port
    def call(s, m, p, body=None, tok=OWN, raw=None, head=None):
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=20)
        h = dict(head or {})
        if tok: h["authorization"] = "Bearer " + tok
        data = raw
        if raw is None and body is not None: data = json.dumps(body).encode(); h["content-type"] = "application/json"
        c.request(m, p, data, h)
        r = c.getresponse()
        out = R(r.status, {k.lower(): v for k, v in r.getheaders()}, r.read())
        c.close()
        return out
    def get(s, p, tok=OWN): return s.call("GET", p, tok=tok)
    def post(s, p, body=None, tok=OWN, **k): return s.call("POST", p, body, tok, **k)
    def put(s, p, body=None, tok=OWN): return s.call("PUT", p, body, tok)
    def patch(s, p, body=None, tok=OWN): return s.call("PATCH", p, body, tok)
    def delete(s, p, tok=OWN): return s.call("DELETE", p, tok=tok)
    def w(s, msg, run=None, tok=KEY, agent=AG, nd=False):
        p = "/workers/" + ("ndjson/" if nd else "") + agent + ("/" + run if run else "")
        return s.call("PUT" if run else "POST", p, {"message": msg}, tok)
    def hist(s, run, tok=KEY, agent=AG): return s.get(f"/workers/{agent}/{run}", tok)
    def users(s, run): return [m["content"] for m in s.hist(run).j if m["role"] == "user"]
    def tool(s, n, body, tok=OWN): return s.post("/me/tools/run/" + n, body, tok)
    def agent(s, tok=OWN, **k): return s.post("/me/agents", dict({"prompt": "p"}, **k), tok).j["id"]
    def at_once(s, n, g):
        with ThreadPoolExecutor(n) as ex: return list(ex.map(g, range(n)))
    def wait_idle(s, run, secs=6):
        end = time.time() + secs
        while time.time() < end:
            if not s.hist(run).job: return True
            time.sleep(0.1)
        return False
    def connect_stream(s, msg):
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=20)
        c.request("POST", "/workers/" + AG, json.dumps({"message": msg}), {"authorization": "Bearer " + KEY})
        return c, c.getresponse()


def start(fault=""):
    for _ in range(20):
        port = random.randint(20000, 40000)
        p = subprocess.Popen([os.path.join(HERE, "start.sh"), str(port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(os.environ, FAULT=fault))
        if p.stdout.readline().strip() == b"ready": return p, Api(port)
        p.wait()
    raise SystemExit("does not start")


def stop(p): p.terminate(); p.wait(10); p.stdout.close()


def eq(a, b, what):
    if a != b: raise AssertionError(f"{what}: {a!r} is not {b!r}")


def seen(*rs): return [r.code for r in rs]

# ---- each probe tells whether the bug is to be seen ----
P = {}
def probe(name):
    def deco(g): P[name] = g; return g
    return deco

@probe("w-history-backwards")
def _(a): r = a.w("one").run; a.w("two", r); return [m["content"] for m in a.hist(r).j if m["role"] == "user"] != ["one", "two"] or a.hist(r).j[0]["role"] != "user"
@probe("w-put-during-failing-job")
def _(a): r = a.w(FX["backgroundErrorMessage"]).run; return a.w("x", r).code != 409
@probe("w-refused-put-kept")
def _(a): r = a.w(FX["backgroundMessage"]).run; assert a.w("refused", r).code == 409; return "refused" in a.users(r)
@probe("w-failed-job-never-ends")
def _(a): r = a.w(FX["backgroundErrorMessage"]).run; return not a.wait_idle(r)
@probe("w-post-refused-during-job")
def _(a): a.w(FX["backgroundMessage"]); return a.w("hello").code != 200
@probe("w-slow-answer-lost")
def _(a):
    c, r = a.connect_stream(FX["slowMessage"]); run = r.getheader("x-service-run-id"); r.read(2)
    import socket, struct
    r.close(); c.close(); time.sleep(3)
    return [m["role"] for m in a.hist(run).j] != ["user", "assistant"]
@probe("w-ndjson-put-no-run-id")
def _(a): r = a.w("x").run; return a.w("y", r, nd=True).run != r
@probe("w-text-shows-tool")
def _(a): return FX["toolCallMessage"]["output"] in a.w(FX["toolCallMessage"]["message"]).text
@probe("w-ndjson-no-tool-output")
def _(a): return FX["toolCallMessage"]["output"] not in a.w(FX["toolCallMessage"]["message"], nd=True).text
@probe("w-ndjson-ocaml-quotes")
def _(a):
    t = a.w("Käse für Zoë", nd=True).text
    try: return "Käse für Zoë" not in "".join(json.loads(x).get("body", "") for x in t.splitlines())
    except ValueError: return True
@probe("w-text-cut-in-bytes")
def _(a): t = "ä€𝄞" * 9; return t not in a.w(t).text
@probe("w-stream-not-flushed")
def _(a):
    c, r = a.connect_stream(FX["slowMessage"]); t = time.time(); r.read(1); first = time.time() - t; r.read(); end = time.time() - t; c.close()
    return end - first < 0.5
@probe("w-message-trimmed")
def _(a): m = "  two blanks \n"; return a.users(a.w(m).run) != [m]
@probe("w-same-message-same-run")
def _(a): return a.w("same").run == a.w("same").run
@probe("w-context-not-clear")
def _(a): a.w("first run"); return a.users(a.w("second run").run) != ["second run"]
@probe("w-run-of-another-user")
def _(a): r = a.w("mine").run; return a.hist(r, OKEY).code == 200
@probe("w-run-under-any-worker")
def _(a): r = a.w("mine").run; return a.w("x", r, agent=FX["unpaidAgentId"]).code == 200
@probe("w-put-lost-update")
def _(a): r = a.w("0").run; a.at_once(6, lambda i: a.w(f"m{i}", r)); return len(a.users(r)) != 7
@probe("w-revoked-key-cached")
def _(a): k = a.post("/me/api-keys", {"title": "t"}).j; assert a.w("x", tok=k["key"]).code == 200; a.delete(f"/me/api-keys/{k['id']}"); return a.w("x", tok=k["key"]).code != 401
@probe("w-history-window")
def _(a):
    r = a.w("0").run
    for i in range(1, 7): a.w(str(i), r)
    return len(a.hist(r).j) != 14
@probe("w-streams-share-words")
def _(a): ts = a.at_once(3, lambda i: (i > 0 and time.sleep(0.05 * i), a.w(FX["slowMessage"] if i == 0 else f"quick {i}").text)[1]); return not ts[0].startswith("1 2 3")
@probe("runs-default-twenty")
def _(a): a.at_once(8, lambda i: [a.w("x") for _ in range(4)]); return len(a.get("/me/agent-runs").j["list"]) != 30
def pages(a, path, key, tok=OWN):
    out, cur = [], None
    for _ in range(40):
        b = a.get(path + (f"&next_cursor={cur}" if cur else ""), tok).j
        out += [x[key] for x in b["list"]]; cur = b.get("more")
        if not cur: break
    return out
@probe("cursor-repeats-last")
def _(a): rs = [a.w("x").run for _ in range(5)]; l = pages(a, "/me/agent-runs?limit=2", "run"); return l[:5] != rs[::-1] or len(l) != len(set(l))
@probe("runs-limit-before-filter")
def _(a): a.w("x"); a.w("x"); [a.w("o", tok=OKEY, agent=FX["unpaidAgentId"]) for _ in range(4)]; return len(a.get("/me/agent-runs?limit=2").j["list"]) != 2
@probe("run-view-of-another")
def _(a): return a.get("/me/agent-runs/" + a.w("x").run, OTHER).code != 404
@probe("mcp-logs-of-whole-agent")
def _(a): m = FX["toolCallMessage"]["message"]; a.w(m); r = a.w(m).run; return len(a.get(f"/me/agent-runs/{r}/mcp-server-logs").j) != 1
@probe("executions-sorted-as-text")
def _(a): ns = [a.tool("word_count", {"text": f"a {i}"}).j["log"] for i in range(12)]; l = pages(a, "/me/executions?limit=5", "id"); return l[:12] != ns[::-1]
@probe("subscribe-own-agent")
def _(a): return a.post(f"/me/agents/{FX['ownPaidAgentId']}/subscribe", {}).code != 400
@probe("subscribe-twice-at-once")
def _(a): g = a.agent(OTHER, price=1.5); return sorted(a.at_once(4, lambda i: a.post(f"/me/agents/{g}/subscribe", {}).code)) != [200, 402, 402, 402]
@probe("unsubscribe-ends-all")
def _(a): a.post(f"/me/agents/{FX['unsubscribeAgentId']}/subscribe", {}); a.post(f"/me/agents/{FX['unsubscribeAgentId']}/unsubscribe"); return a.get("/me/subscriptions/" + FX["subscribedAgentId"]).j["state"] != "active"
@probe("studio-patch-sandbox")
def _(a): r = a.post("/me/agent-studio-chats", {"title": "t"}, SAND).j["run"]; return a.patch("/me/agent-studio-chats/" + r, {"visibility": "private"}, SAND).code != 400
@probe("studio-own-private-cloned")
def _(a): r = a.post("/me/agent-studio-chats", {"visibility": "private"}).j["run"]; return a.post(f"/me/agent-studio-chats/{r}/clone").code != 400
@probe("studio-deleted-listed")
def _(a): r = a.post("/me/agent-studio-chats", {}).j["run"]; a.delete("/me/agent-studio-chats/" + r); return r in [x["run"] for x in a.get("/me/agent-studio-chats").j]
@probe("studio-patch-drops-title")
def _(a): r = a.post("/me/agent-studio-chats", {"title": "t"}).j["run"]; a.patch("/me/agent-studio-chats/" + r, {"visibility": "public"}); return a.get("/me/agent-studio-chats/" + r).j.get("title") != "t"
@probe("studio-run-id-lowered")
def _(a): x = uuid.uuid4().hex; a.post("/me/agent-studio-chats", {"run": "a" + x}); return a.post("/me/agent-studio-chats", {"run": "A" + x}).j["run"] != "A" + x
@probe("agent-upsert-without-prompt")
def _(a): return a.post("/me/agents", {"id": a.agent(), "title": "x"}).code != 400
@probe("clone-null-refused")
def _(a): return a.post(f"/me/chats/{a.agent()}/clone", raw=b"null").code != 200
@probe("chat-put-any-public")
def _(a): return a.put("/me/chats/" + a.agent(OTHER), {"prompt": "taken"}).code != 403
@probe("chat-patch-stale-copy")
def _(a): g = a.agent(); b = [{"title": "T"}, {"about": "A"}, {"upsell": "U"}]; a.at_once(3, lambda i: a.patch("/me/chats/" + g, b[i])); x = a.get("/me/chats/" + g).j; return (x.get("title"), x.get("about"), x.get("upsell")) != ("T", "A", "U")
@probe("chat-delete-same-title")
def _(a): g, h = a.agent(title="same"), a.agent(title="same"); a.delete("/me/chats/" + g); return a.get("/me/chats/" + h).code != 200
@probe("theme-any-letters")
def _(a): return a.put(f"/me/agents/{a.agent()}/customizations/theme", {"color": "#zzzzzz"}).code != 400
def files(a, n, g=None): g = g or a.agent(); return g, [a.post(f"/me/agents/{g}/files", {"title": f"f{i}", "body": f"b{i}"}).j["id"] for i in range(n)]
def listed(a, g): return [x["id"] for x in a.get(f"/me/agents/{g}/files").j["list"]]
@probe("files-limit-off-by-one")
def _(a): g, _f = files(a, FX["filesPerAgent"]); return a.post(f"/me/agents/{g}/files", {"body": "x"}).code != 400
@probe("file-delete-next")
def _(a): g, f = files(a, 3); a.delete(f"/me/agents/{g}/files/{f[0]}"); return listed(a, g) != f[1:]
@probe("file-patch-clears-body")
def _(a): g, f = files(a, 1); a.patch(f"/me/agents/{g}/files/{f[0]}", {"title": "n"}); return a.get(f"/me/agents/{g}/files/{f[0]}").j["body"] != "b0"
@probe("files-sorted-as-text")
def _(a): g, f = files(a, 12); return listed(a, g) != f
@probe("slug-check-once")
def _(a): s = "s" + uuid.uuid4().hex[:8]; assert a.get("/me/agents/vanity/slug?slug=" + s).j["free"]; a.agent(slug=s); return a.get("/me/agents/vanity/slug?slug=" + s).j["free"]
@probe("keys-list-shows-key")
def _(a): return KEY in a.get("/me/api-keys").text
@probe("keys-two-defaults")
def _(a): k = a.post("/me/api-keys", {"main": True}, SAND).j; n = sum(x["main"] for x in a.get("/me/api-keys", SAND).j); return n != 1
@probe("credits-lost-update")
def _(a): b = a.get("/me/credits").j["left"]; a.at_once(6, lambda i: a.post("/me/credits/use")); return abs(b - a.get("/me/credits").j["left"] - 6 * 0.0125) > 1e-6
@probe("credits-two-places")
def _(a): x = [a.post("/me/credits/use").j["left"] for _ in range(5)]; d = {round(p - q, 6) for p, q in zip(x, x[1:])}; return len(d) != 1
W = FX["webhook"]
@probe("webhook-prefix-compared")
def _(a): return a.post("/me/payments/webhook", tok=None, raw=W["body"].encode(), head={W["signatureHeader"]: W["validSignature"][:20]}).code != 400
@probe("period-default-thirty")
def _(a): return len(a.get("/me/monetization/earnings").j["list"]) != 28
@probe("earnings-whole-dollars")
def _(a): e = a.get("/me/monetization/earnings?period=60").j; s = a.get("/me/monetization/summary?period=60").j; return abs(sum(x["amount"] for x in e["list"]) - s["earnings"]) > 1e-6
@probe("bundle-drop-empties")
def _(a):
    b = a.post("/me/bundles").j["id"]
    for t in ("moon_phase", "word_count"): a.post(f"/me/bundles/{b}/tools", {"tool": t})
    a.delete(f"/me/bundles/{b}/tools/moon_phase"); return [x["tool"] for x in a.get(f"/me/bundles/{b}/tools").j] != ["word_count"]
@probe("bundle-put-unknown-taken")
def _(a): return a.put("/me/bundles/987654", {"title": "x"}).code != 409
def cli(a): i = a.post("/me/cli-auth", tok=None).j["id"]; assert a.put("/me/cli-auth/" + i, {"jwt": OWN}).code == 200; return i
@probe("cli-attach-by-another")
def _(a): return a.put("/me/cli-auth/" + cli(a), {"jwt": OTHER}, OTHER).code != 403
@probe("cli-read-not-one-step")
def _(a): i = cli(a); return [x for x in a.at_once(4, lambda _: a.get("/me/cli-auth/" + i, None).j) if x] != [OWN]
@probe("schedule-foreign-chat")
def _(a): return a.post("/me/schedules", {"chat": FX["unpaidAgentId"], "cron": FX["cron"]}).code != 403
@probe("cron-range-unchecked")
def _(a): return a.get("/me/schedules/text-to-cron?cron=75%20*%20*%20*%20*").code != 400
@probe("schedule-delete-by-chat")
def _(a): g = a.agent(); x, y = [a.post("/me/schedules", {"chat": g, "cron": FX["cron"]}).j["id"] for _ in "ab"]; a.delete("/me/schedules/" + x); return a.get("/me/schedules/" + y).code != 200
@probe("search-limit-before-filter")
def _(a): return len(a.get("/me/tools/search?q=text%20chat&toolkit=notifier&limit=3").j) != 3
@probe("tool-required-unchecked")
def _(a): return a.tool("read_tide_table", {}).code != 400
@probe("install-shadows")
def _(a): a.delete("/me/user-tools/moon_phase"); a.post("/me/user-tools", {"id": "moon_phase"}); c = a.post("/me/user-tools", {"id": "moon_phase"}).code; a.delete("/me/user-tools/moon_phase"); return c != 409 or a.get("/me/user-tools/moon_phase").code != 404
def n(a, name, body, tok=OWN): r = a.tool("NOTIFIER_" + name, body, tok); assert r.code == 200, r.raw; return r.j["output"]
@probe("notifier-guid-without-user")
def _(a): g = uuid.uuid4().hex; x = n(a, "CREATE_PUSH", {"type": "note", "body": "a", "guid": g}); y = n(a, "CREATE_PUSH", {"type": "note", "body": "b", "guid": g}, OTHER); return y["body"] != "b"
@probe("notifier-delete-all-late")
def _(a): n(a, "CREATE_PUSH", {"type": "note"}); n(a, "DELETE_ALL_PUSHES", {}); i = n(a, "CREATE_PUSH", {"type": "note"})["iden"]; time.sleep(0.6); return [x["iden"] for x in n(a, "LIST_PUSHES", {"active": True})["list"]] != [i]
DEV = {"model": "m", "nickname": "n", "app_version": 3, "manufacturer": "f", "has_sms": False, "icon": "phone"}
def device(a, i): return next(x for x in n(a, "LIST_DEVICES", {})["list"] if x["iden"] == i)
@probe("notifier-update-device-replaces")
def _(a): i = n(a, "CREATE_DEVICE", DEV)["iden"]; n(a, "UPDATE_DEVICE", {"iden": i, "nickname": "z"}); return device(a, i).get("model") != "m"
@probe("notifier-limit-unbounded")
def _(a): return a.tool("NOTIFIER_LIST_PUSHES", {"limit": 501}).code != 400
@probe("notifier-false-is-absent")
def _(a): return device(a, n(a, "CREATE_DEVICE", DEV)["iden"]).get("has_sms") is not False
@probe("vip-once-for-all")
def _(a): a.post("/me/vip", {"code": "YEW-SECOND-2026"}, SAND); return a.post("/me/vip", {"code": "YEW-SECOND-2026"}).code != 200
@probe("user-remembered-once")
def _(a): x = a.get("/me/").j; y = a.get("/me/", OTHER).j; return x["id"] == y["id"]

# ---- the walk ----
class Counting(Api):
    def __init__(s, port): super().__init__(port); s.seen = set(); s.codes = {}
    def call(s, m, p, *a, **k):
        r = super().call(m, p, *a, **k)
        if r.code == 500: raise AssertionError(f"500 at {m} {p}: {r.raw}")
        return r


def walk(a):
    # workers
    m = FX["message"]
    for nd in (False, True):
        r = a.w(m, nd=nd); eq(r.code, 200, "post"); run = r.run
        eq(str(uuid.UUID(run)), run, "uuid"); eq(r.job, None, "no job")
        r2 = a.w("", run, nd=nd); eq((r2.code, r2.run), (200, run), "put")
        h = a.hist(run); eq([x["role"] for x in h.j], ["user", "assistant"] * 2, "roles"); eq(set(h.j[0]), {"role", "content"}, "fields")
    t = a.w(FX["toolCallMessage"]["message"]); assert "gauge" not in t.text and "read_tide" not in t.text
    r = a.w(FX["toolCallMessage"]["message"], nd=True); ls = [json.loads(x) for x in r.text.splitlines()]
    eq([x["type"] for x in ls if x["type"] != "text"], ["tool_call", "tool_result", "end"], "ndjson"); eq("".join(x.get("body", "") for x in ls), t.text, "same text")
    eq(seen(a.w(m, tok=None), a.w(m, tok="nope"), a.w(m, agent=str(uuid.uuid4())), a.w(m, str(uuid.uuid4())), a.w(m, agent=FX["privateAgentId"]), a.w(m, agent=FX["paidAgentId"])), [401, 401, 404, 404, 403, 402], "refusals")
    eq(seen(a.post("/workers/" + AG, {}, KEY), a.post("/workers/" + AG, {"message": 3}, KEY), a.post("/workers/" + AG, tok=KEY, raw=b"{")), [422] * 3, "bad bodies")
    jobs = [a.w(FX[k]) for k in ("backgroundMessage", "backgroundErrorMessage")]
    for r in jobs:
        assert r.job; eq(a.hist(r.run).job, r.job, "job"); eq(a.w("x", r.run).code, 409, "409"); eq(a.w("x", r.run, nd=True).code, 409, "409")
        eq(a.get("/me/agent-runs/" + r.run).j["state"], "working", "state")
    for r in jobs: assert a.wait_idle(r.run); eq(a.w("go on", r.run).code, 200, "resumes"); eq([x["role"] for x in a.hist(r.run).j], ["user", "assistant", "assistant", "user", "assistant"], "job history")
    # runs
    eq(a.get("/me/agent-runs?limit=0").code, 422, "limit"); eq(a.get("/me/agent-runs?limit=x").code, 422, "limit"); eq(a.get("/me/agent-runs?next_cursor=x").code, 422, "cursor")
    eq(a.get("/me/agent-runs/" + run).j["run"], run, "run"); eq(seen(a.get("/me/agent-runs/" + str(uuid.uuid4())), a.get("/me/agent-runs/7")), [404, 422], "run")
    eq(a.get(f"/me/agent-runs/{run}/mcp-server-logs").j, [], "mcp"); eq([x["kind"] for x in a.get(f"/me/agent-runs/{run}/logs").j], ["message", "answer"] * 2, "logs")
    # agents and chats
    g = a.post("/me/agents", {"prompt": "p", "title": "T", "slug": "walk-slug", "price": 4.9975, "visibility": "private"}).j
    eq(a.get("/me/agents/" + g["id"]).j, g, "reads back"); eq(a.get("/me/chats/" + g["id"]).j, g, "chat"); assert g in a.get("/me/agents").j and g in a.get("/me/chats").j
    i = g["id"]
    for p in ("/me/agents/", "/me/chats/"): eq(seen(a.get(p + i, OTHER), a.get(p + i, None), a.get(p + "none")), [403, 403, 404], "private")
    eq(seen(a.post("/me/agents", {"title": "x"}), a.post("/me/chats", {}), a.post("/me/agents", {"prompt": "x", "id": i}, OTHER), a.post("/me/agents", {"prompt": "x", "id": str(uuid.uuid4())}), a.post("/me/agents", {"prompt": 3}), a.post("/me/agents", {"prompt": "x"}, None)), [400, 400, 403, 404, 422, 401], "agents")
    s = a.agent(SAND)
    eq(seen(a.post("/me/agents", {"prompt": "x", "visibility": "private"}, SAND), a.post("/me/chats", {"prompt": "x", "visibility": "private"}, SAND), a.put("/me/chats/" + s, {"prompt": "x", "visibility": "private"}, SAND), a.patch("/me/chats/" + s, {"visibility": "private"}, SAND)), [400] * 4, "sandbox")
    eq(seen(a.patch("/me/chats/" + i, {}, OTHER), a.delete("/me/chats/" + i, OTHER), a.put("/me/chats/no", {"prompt": "p"}), a.patch("/me/chats/no", {}), a.delete("/me/chats/no")), [403, 403, 404, 404, 404], "chats")
    eq(a.patch("/me/chats/" + i, {"visibility": "public", "about": "ü"}).j["title"], "T", "patch keeps"); u = a.put("/me/chats/" + i, {"prompt": "q"}).j; eq(("title" in u, u["prompt"], u["visibility"]), (False, "q", "public"), "put")
    eq(a.post("/me/chats", {"prompt": "legacy"}).code, 200, "legacy"); assert a.post(f"/me/agents/{i}/upsell-description").j["upsell"]; assert a.get("/me/agents/" + i).j["upsell"]; eq(a.post("/me/agents/no/upsell-description").code, 404, "upsell")
    sl = a.post("/me/agents/vanity/slug", {"title": "Ein Name"}, None).j["slug"]; assert a.get("/me/agents/vanity/slug?slug=" + sl).j["free"]; eq(seen(a.get("/me/agents/vanity/slug"), a.post("/me/agents/vanity/slug", {}, None)), [422, 422], "slug")
    vs = a.get("/me/vibe/services", None).j["list"]; eq(len(vs), 3, "three"); eq(seen(a.get(f"/me/agents/{i}/vibe?service_name=" + vs[0]["name"]), a.get(f"/me/agents/{i}/vibe?service_name=x"), a.get(f"/me/agents/{i}/vibe")), [200, 422, 422], "vibe")
    th = f"/me/agents/{i}/customizations/theme"; eq(a.get(th).j, None, "no theme"); eq(a.put(th, {"color": "#12aBef"}).j["color"], "#12aBef", "theme"); eq(a.get(th, OTHER).j["color"], "#12aBef", "public theme")
    eq(seen(a.put(th, {"color": "red"}), a.put(th, {}), a.put(th, {"color": "#000000"}, OTHER), a.get("/me/agents/7/customizations/theme"), a.get(f"/me/agents/{uuid.uuid4()}/customizations/theme")), [400, 422, 403, 422, 404], "theme")
    _, f = files(a, 4, i); fp = f"/me/agents/{i}/files"
    eq([x["id"] for x in a.put(fp + "/positions", {"order": [{"id": x, "position": k} for k, x in enumerate(reversed(f))]}).j["list"]], f[::-1], "order"); eq([x["position"] for x in a.get(fp).j["list"]], [0, 1, 2, 3], "positions")
    eq(a.patch(f"{fp}/{f[0]}", {"position": 0, "title": "new"}).j["position"], 0, "move"); eq(a.get(f"{fp}/{f[0]}").j["body"], "b0", "body"); d = a.delete(f"{fp}/{f[0]}"); eq((d.code, d.raw), (204, b""), "204"); eq(listed(a, i), f[:0:-1], "rest")
    eq(seen(a.get(f"{fp}/{f[0]}"), a.get(fp, OTHER), a.get(fp + "/x"), a.post(fp, {"position": -1}), a.put(fp + "/positions", {"order": [{"id": f[0], "position": 0}]}), a.post(fp, {}, OTHER)), [404, 403, 422, 422, 404, 403], "files")
    eq(seen(a.get(f"/me/chats/{i}/og", None), a.get("/me/chats/x/og", None)), [200, 422], "og")
    c = a.post(f"/me/chats/{i}/clone", {"title": "C"}, OTHER).j; eq((c["title"], c["prompt"], c["owner"] != g["owner"]), ("C", "q", True), "clone"); eq(len(listed_as(a, c["id"], OTHER)), 3, "files cloned"); eq(a.post(f"/me/chats/{i}/clone").code, 200, "no body")
    eq(seen(a.post(f"/me/chats/{FX['privateAgentId']}/clone"), a.post(f"/me/chats/{uuid.uuid4()}/clone")), [403, 404], "clone")
    eq(a.post(f"/me/chats/{i}/feedback", {"score": 4}, OTHER).j["marks"], 1, "feedback"); eq(seen(a.post("/me/chats/no/feedback", {"score": 4}), a.post(f"/me/chats/{i}/feedback", {"score": 9})), [404, 422], "feedback")
    rl = a.post(f"/me/chats/{i}/runs").j; eq(a.hist(rl["run"], agent=i).j, [], "empty run"); eq(seen(a.post(f"/me/chats/{FX['privateAgentId']}/runs"), a.post(f"/me/chats/{uuid.uuid4()}/runs")), [403, 404], "runs")
    eq(a.get("/me/agent-runs?limit=1").j["list"][0]["run"], rl["run"], "newest first")
    eq(a.delete("/me/chats/" + i).code, 200, "delete"); eq(a.get("/me/chats/" + i).code, 404, "gone")
    # subscriptions
    p = f"/me/agents/{FX['paidAgentId']}/"; eq(seen(a.post(p + "unsubscribe"), a.get("/me/subscriptions/" + FX["paidAgentId"]), a.post(p + "subscribe", {}), a.post(p + "subscribe", {}), a.w("x", agent=FX["paidAgentId"]), a.get("/me/subscriptions/" + FX["paidAgentId"]), a.post(p + "unsubscribe"), a.post(p + "unsubscribe")), [400, 404, 200, 402, 200, 200, 200, 400], "subscription")
    eq(seen(a.post(f"/me/agents/{FX['unpaidAgentId']}/subscribe", {}), a.post("/me/agents/no/subscribe", {}), a.post("/me/agents/no/unsubscribe")), [400, 404, 404], "subscribe"); assert len(a.get("/me/subscriptions").j["list"]) >= 3
    # studio
    b = {"run": "walk-" + uuid.uuid4().hex, "title": "S", "visibility": "private"}; x = a.post("/me/agent-studio-chats", b).j; q = "/me/agent-studio-chats/" + b["run"]
    eq(a.post("/me/agent-studio-chats", dict(b, title="Z")).j, x, "existing"); eq(a.get(q).j, x, "reads back"); assert x in a.get("/me/agent-studio-chats").j
    eq(seen(a.post("/me/agent-studio-chats", b, OTHER), a.get(q, OTHER), a.get(q, None), a.put(q, {}, OTHER), a.patch(q, {}, OTHER), a.delete(q, OTHER), a.post(q + "/clone"), a.post("/me/agent-studio-chats", {"visibility": "private"}, SAND)), [409, 403, 403, 403, 403, 403, 400, 400], "studio")
    eq(a.patch(q, {"visibility": "public"}).j["title"], "S", "patch"); eq("title" in a.put(q, {}).j, False, "put"); c = a.post(q + "/clone", tok=OTHER); eq((c.code, c.j["run"] != b["run"]), (201, True), "clone"); eq(a.get(q, None).code, 200, "public")
    sr = "/me/agent-studio-chats/" + a.post("/me/agent-studio-chats", {}, SAND).j["run"]; eq(a.put(sr, {"visibility": "private"}, SAND).code, 400, "sandbox put")
    eq(a.delete(q).code, 200, "delete"); eq(seen(a.get(q), a.delete(q), a.put(q, {}), a.patch(q, {}), a.post(q + "/clone")), [404] * 5, "gone")
    # keys, money
    k = a.post("/me/api-keys", {"title": "k"}).j; eq(a.get(f"/me/api-keys/{k['id']}").j, k, "key"); eq(a.w("x", tok=k["key"]).code, 200, "works"); eq("key" in a.delete(f"/me/api-keys/{k['id']}").j, False, "hidden"); eq(a.w("x", tok=k["key"]).code, 401, "revoked")
    eq(seen(a.get("/me/api-keys/999999"), a.get("/me/api-keys/0x1"), a.delete("/me/api-keys/1", OTHER), a.delete("/me/api-keys/999999")), [404, 422, 404, 404], "keys"); eq(a.get("/me/api-keys/default").j["main"], True, "default")
    eq(a.get("/me/billing").code, 200, "billing"); l = a.get("/me/credits").j["left"]; eq(round(l - a.post("/me/credits/use").j["left"], 6), 0.0125, "use")
    wh = lambda raw, s: a.post("/me/payments/webhook", tok=None, raw=raw, head={W["signatureHeader"]: s} if s else {}).code
    sign = lambda raw: "sha256=" + hmac.new(W["secret"].encode(), raw, hashlib.sha256).hexdigest()
    eq([wh(W["body"].encode(), W["validSignature"]), wh(W["body"].encode(), None), wh(b"{}", W["validSignature"]), wh(b"{}", sign(b"{}")), wh(b"x", sign(b"x"))], [200, 400, 400, 400, 400], "webhook")
    ps = a.post("/me/payments/sessions", {"amount": 5}).j; ev = json.dumps({"id": "e" + ps["id"], "type": "payment.done", "session": ps["id"]}).encode(); l = a.get("/me/credits").j["left"]; wh(ev, sign(ev)); wh(ev, sign(ev)); eq(round(a.get("/me/credits").j["left"] - l, 6), 5.0, "paid once"); eq(a.post("/me/payments/sessions", {}).code, 422, "sessions")
    for w in ("summary", "subscribers", "earnings"): eq([a.get(f"/me/monetization/{w}?period={x}").code for x in (1, 365, 0, 366, "1.5", "x")], [200, 200, 422, 422, 422, 422], w)
    e = a.get("/me/monetization/earnings").j; sm = a.get("/me/monetization/summary").j; eq((len(e["list"]), round(sum(x["amount"] for x in e["list"]), 4), sm["period"]), (28, sm["earnings"], 28), "earnings"); eq(len(a.get("/me/monetization/subscribers?period=7").j["list"]), 7, "days")
    # bundles
    b = a.post("/me/bundles").j["id"]; p = f"/me/bundles/{b}"; eq(a.put(p, {"title": "B", "tools": ["word_count", "moon_phase"]}).j["title"], "B", "bundle"); eq([t["tool"] for t in a.get(p).j["tools"]], ["word_count", "moon_phase"], "tools"); assert b in [x["id"] for x in a.get("/me/bundles").j]
    eq(seen(a.get(p, OTHER), a.get("/me/bundles/x"), a.put(p, {"tools": ["none"]}), a.put("/me/bundles/999", {}), a.post(p + "/tools", {"tool": "add_numbers"}), a.post("/me/bundles/999/tools", {"tool": "add_numbers"}), a.delete(p + "/tools/none"), a.delete(p + "/tools/moon_phase"), a.delete(p + "/tools/moon_phase"), a.get(p + "/tools"), a.delete(p), a.get(p), a.delete(p)), [404, 422, 409, 409, 200, 404, 404, 200, 404, 200, 200, 404, 404], "bundles")
    # cli
    i = cli(a); eq([a.get("/me/cli-auth/" + i, None).j for _ in "ab"], [OWN, None], "consumed"); eq(seen(a.put("/me/cli-auth/" + i, {"jwt": OWN}), a.put(f"/me/cli-auth/{uuid.uuid4()}", {"jwt": OWN}), a.get(f"/me/cli-auth/{uuid.uuid4()}", None), a.get("/me/cli-auth/x", None), a.put("/me/cli-auth/" + i, {})), [403, 404, 404, 422, 422], "cli")
    # schedules
    s = a.post("/me/schedules", {"chat": AG, "cron": "0 9 * * 1", "title": "S"}).j; p = "/me/schedules/" + s["id"]; eq(a.get(p).j, s, "reads back"); assert s in a.get("/me/schedules").j["list"]; u = a.put(p, {"cron": "*/5 * * * *"}).j; eq((u["cron"], u["title"], u["chat"]), ("*/5 * * * *", "S", AG), "update")
    eq(seen(a.post("/me/schedules", {"cron": "0 9 * * 1"}), a.post("/me/schedules", {"chat": "x", "cron": "0 9 * * 1"}), a.post("/me/schedules", {"chat": AG, "cron": "x"}), a.put(p, {"chat": FX["unpaidAgentId"]}), a.get(p, OTHER), a.get("/me/schedules/x"), a.get("/me/schedules/onboarding"), a.get("/me/schedules/text-to-cron?cron=every%20day"), a.get("/me/schedules/text-to-cron?cron=nonsense"), a.get("/me/schedules/text-to-cron"), a.delete(p), a.get(p)), [403, 403, 422, 403, 404, 422, 200, 200, 400, 422, 200, 404], "schedules")
    # tools
    ts = a.get("/me/tools/list").j; eq(set(ts[0]), {"name", "description", "inputSchema"}, "mcp"); eq(len([t for t in ts if t["name"].startswith("NOTIFIER_")]), 15, "15")
    eq(seen(a.get("/me/tools", None), a.get("/me/tools/moon_phase", None), a.get("/me/tools/none", None), a.get("/me/toolsets/list"), a.get("/me/toolsets/sea"), a.get("/me/toolsets/none"), a.get("/me/tools/search"), a.get("/me/tools/search?q="), a.get("/me/tools/search?q=a&limit=200"), a.get("/me/tools/search?q=a&limit=201"), a.get("/me/tools/search?q=a&limit=0"), a.get("/me/tools/search?q=a&min_score=1.0"), a.get("/me/tools/search?q=a&min_score=1.1"), a.get("/me/tools/search?q=a&min_score=-0.1")), [200, 200, 404, 200, 200, 404, 422, 422, 200, 422, 422, 200, 422, 422], "tools")
    eq(len(a.get("/me/tools/search?q=a").j), 20, "default 20"); assert "text" in str(a.get("/me/tools/search?q=text").j[0]["name"])
    T = FX["tool"]; r = a.tool(T["name"], T["input"]).j; eq(a.get(f"/me/executions/{r['log']}").j["output"], r["output"], "log"); eq(seen(a.tool(T["name"], T["invalidInput"]), a.tool("none", {}), a.tool(T["name"], T["input"], None), a.tool(T["name"], [1]), a.get("/me/executions/999999"), a.get("/me/executions/x"), a.get(f"/me/executions/{r['log']}", OTHER)), [400, 404, 401, 422, 404, 422, 404], "runs")
    eq(seen(a.post("/me/user-tools", {"id": "word_count"}), a.post("/me/user-tools", {"id": "word_count"}), a.post("/me/user-tools", {"id": "none"}), a.post("/me/user-tools", {}), a.get("/me/user-tools/word_count"), a.get("/me/user-tools"), a.delete("/me/user-tools/word_count"), a.delete("/me/user-tools/word_count"), a.get("/me/user-tools/word_count")), [200, 409, 409, 422, 200, 200, 200, 404, 404], "user tools")
    # notifier
    bads = [("CREATE_CHAT", {}), ("CREATE_CHAT", {"email": 3}), ("CREATE_DEVICE", {"model": "m"}), ("CREATE_DEVICE", dict(DEV, app_version=-1)), ("CREATE_DEVICE", dict(DEV, app_version="1")), ("CREATE_PUSH", {}), ("CREATE_PUSH", {"type": "x"}), ("CREATE_PUSH", {"type": "link"}), ("CREATE_PUSH", {"type": "file", "file_url": "u", "file_name": "n"}), ("LIST_CHATS", {"limit": 501}), ("LIST_PUSHES", {"limit": 0}), ("UPDATE_CHAT", {"iden": "h1"}), ("UPDATE_PUSH", {"iden": "n0"}), ("UPLOAD_REQUEST", {"file_name": "x"}), ("DELETE_PUSH", {"iden": "n0"}), ("DELETE_CHAT", {"iden": "h0"}), ("DELETE_DEVICE", {"device_iden": "d0"})]
    for nm, b in bads: eq(a.tool("NOTIFIER_" + nm, b).code, 400, nm + str(b))
    ch = n(a, "CREATE_CHAT", {"email": "x@y.example"})["iden"]; eq(n(a, "UPDATE_CHAT", {"iden": ch, "muted": True})["muted"], True, "muted"); assert ch in [x["iden"] for x in n(a, "LIST_CHATS", {"limit": 500})["list"]]; n(a, "DELETE_CHAT", {"iden": ch}); eq(n(a, "LIST_CHATS", {})["list"], [], "chats")
    d = n(a, "CREATE_DEVICE", DEV)["iden"]; n(a, "UPDATE_DEVICE", {"iden": d, "app_version": 0}); eq((device(a, d)["app_version"], device(a, d)["model"]), (0, "m"), "device"); n(a, "DELETE_DEVICE", {"device_iden": d})
    p1 = n(a, "CREATE_PUSH", {"type": "note", "guid": "g1"}); eq(n(a, "CREATE_PUSH", {"type": "note", "guid": "g1"})["iden"], p1["iden"], "guid"); p2 = n(a, "CREATE_PUSH", {"type": "link", "url": "u"}); n(a, "CREATE_PUSH", {"type": "file", "file_url": "u", "file_name": "n", "file_type": "t"})
    eq([x["iden"] for x in n(a, "LIST_PUSHES", {"modified_after": p1["modified"]})["list"]][-1], p2["iden"], "after"); it = [{"text": "t", "checked": False}]; eq(n(a, "UPDATE_PUSH", {"iden": p1["iden"], "items": it, "dismissed": True})["items"], it, "items"); n(a, "DELETE_PUSH", {"iden": p2["iden"]}); assert p2["iden"] not in [x["iden"] for x in n(a, "LIST_PUSHES", {"active": True})["list"]]
    pg = n(a, "LIST_PUSHES", {"limit": 2}); pg2 = n(a, "LIST_PUSHES", {"limit": 500, "cursor": pg["more"]}); al = n(a, "LIST_PUSHES", {}); eq(pg["list"] + pg2["list"], al["list"], "pages")
    n(a, "DELETE_ALL_PUSHES", {}); time.sleep(0.5); eq(n(a, "LIST_PUSHES", {"active": True})["list"], [], "all gone"); eq((n(a, "GET_USER", {})["email"], n(a, "UPLOAD_REQUEST", {"file_name": "f", "file_type": "t"})["file_type"]), ("olive@yew.example", "t"), "user")
    eq(a.tool("NOTIFIER_GET_USER", {}, SAND).code, 400, "no auth connection")
    # user and codes
    eq([a.get("/me/", t).j["tier"] for t in (OWN, SAND)], ["pro", "sandbox"], "tier"); eq(a.get("/me/", None).code, 401, "401")
    c = a.get("/me/vip").j["count"]; v = {"code": FX["vipCode"]}; eq(sorted(a.at_once(4, lambda _: a.post("/me/vip", v).code)), [200, 400, 400, 400], "vip"); eq(a.get("/me/vip").j["count"], c + 1, "count")
    eq(seen(a.post("/me/vip", v, OTHER), a.post("/me/vip", {"code": FX["ownVipCode"]}), a.post("/me/vip", {"code": "no"}), a.post("/me/vip", {}), a.get("/no"), a.call("DELETE", "/me/vip")), [200, 400, 400, 422, 404, 405], "codes")


def listed_as(a, g, tok): return a.get(f"/me/agents/{g}/files", tok).j["list"]


def load(a, total=6000, conns=30):
    ops = [("GET", "/me/", None, OWN), ("POST", "/me/agents", {"prompt": "p"}, OTHER), ("GET", "/me/agent-runs?limit=5", None, OWN), ("POST", "/workers/" + AG, {"message": "hello"}, KEY), ("POST", "/me/credits/use", None, OWN), ("GET", "/me/tools/search?q=text", None, OWN), ("POST", "/me/tools/run/word_count", {"text": "a b"}, OWN), ("POST", "/me/bundles", None, OWN), ("GET", "/me/api-keys", None, OTHER), ("POST", "/workers/ndjson/" + AG, {"message": "hi"}, KEY)]
    bad, before = [], a.get("/me/credits").j["left"]
    def one(w):
        c = http.client.HTTPConnection("127.0.0.1", a.port, timeout=20); uses = 0
        for k in range(total // conns):
            m, p, b, t = ops[(k + w) % len(ops)]
            try:
                c.request(m, p, json.dumps(b) if b else None, {"authorization": "Bearer " + t}); r = c.getresponse(); r.read()
                if r.status != 200: bad.append((m, p, r.status))
                elif p.endswith("use"): uses += 1
            except Exception as e: bad.append((m, p, repr(e))); c.close()
        c.close(); return uses
    t = time.time(); uses = sum(a.at_once(conns, one)); t = time.time() - t
    eq(bad, [], "load"); eq(round(before - a.get("/me/credits").j["left"], 4), round(uses * 0.0125, 4), "credits under load")
    print(f"load: {total} requests from {conns} connections in {t:.1f} s, {total / t:.0f}/s, none failed")


def main():
    faults = [x["id"] for x in json.load(open(os.path.join(HERE, "faults.json")))]
    eq(len(faults), 70, "faults"); eq(set(faults), set(P), "probes")
    p, a = start()
    try: walk(Counting(a.port)); print("walk: fine"); load(a)
    finally: stop(p)
    p, a = start()
    try: wrong = [k for k in faults if P[k](a)]
    finally: stop(p)
    for k in faults:
        p, a = start(k)
        try: ok = P[k](a)
        except Exception as e: ok = False; print(repr(e))
        finally: stop(p)
        print(("seen      " if ok else "NOT SEEN  ") + k, flush=True)
        if not ok: wrong.append(k)
    print("all good" if not wrong else "wrong: " + " ".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__": sys.exit(main())
