"""One check for each fault: True where the deployment is right, False where the fault shows."""
import http.client, json, socket, threading, time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote
CHECKS = {}
class R:
    def __init__(s, r, data): s.status = r.status; s.h = {k.lower(): v for k, v in r.getheaders()}; s.raw = data; s.text = data.decode("utf-8", "replace")
    @property
    def j(s): return json.loads(s.raw)
    @property
    def run(s): return s.h.get("x-service-run-id")
    @property
    def job(s): return s.h.get("x-service-job-id")
    def lines(s): return [json.loads(l) for l in s.text.split("\n") if l]
class Api:
    def __init__(s, port, cfg):
        s.port = port; s.c = cfg; s.f = cfg["fixtures"]; c = cfg["credentials"]
        s.jwt = {"own": c["jwt"], "other": c["otherJwt"], "sandbox": c["sandboxJwt"], None: None}; s.key = {"own": c["apiKey"], "other": c["otherApiKey"], "sandbox": "hbk_sandbox_2c9e7f4a6b1d", None: None}
    def raw(s, m, path, cred=None, body=None, headers=None, conn=None):
        c = conn or http.client.HTTPConnection("127.0.0.1", s.port, timeout=20); h = dict(headers or {})
        if cred: h["Authorization"] = "Bearer " + cred
        if body is not None and not isinstance(body, (bytes, str)): body = json.dumps(body); h["Content-Type"] = "application/json"
        c.request(m, path, body, h); r = c.getresponse(); out = R(r, r.read())
        if not conn: c.close()
        return out
    def u(s, m, path, body=None, user="own", **k): return s.raw(m, "/me" + path, s.jwt[user], body, **k)
    def w(s, m, path, message=None, user="own", agent=None, **k): return s.raw(m, "/agents" + path.replace("A", agent or s.f["agentId"], 1), k.pop("key", s.key[user]), None if message is None else {"message": message}, **k)
    def hist(s, run, **k): return s.w("GET", "/A/" + run, **k)
    def contents(s, run): return [m["content"] for m in s.hist(run).j]
    def agent(s, user="own", **k): r = s.u("POST", "/agents", {"chat_prompt": "Be short", **k}, user); assert r.status == 200, r.text; return r.j
    def tool(s, name, user="own", **k): return s.u("POST", "/tools/run/" + name, k, user)
    def n(s, name, **k): r = s.tool("NOTIFIER_" + name, **k); assert r.status == 200, r.text; return r.j["output"]
    def file(s, a, **k): r = s.u("POST", "/agents/%s/files" % a, {"name": "f", "content": "x", **k}); return r
    def files(s, a): return s.u("GET", "/agents/%s/files" % a).j["items"]
def both(n, f):
    with ThreadPoolExecutor(n) as ex: return list(ex.map(f, range(n)))
def check(name):
    def d(f): CHECKS[name] = f; return f
    return d
def c(name, f): CHECKS[name] = f

@check("context-not-clear")
def _(a): a.w("POST", "/A", "alpha"); r = a.w("POST", "/A", "beta"); return len(a.contents(r.run)) == 2
@check("history-of-ten")
def _(a):
    r = a.w("POST", "/A", "m0").run
    for i in range(1, 7): a.w("PUT", "/A/" + r, "m%d" % i)
    return a.contents(r)[::2] == ["m%d" % i for i in range(7)]
@check("history-sorted-by-second")
def _(a): r = a.w("POST", "/A", "hello").run; a.w("PUT", "/A/" + r, "again"); return [m["role"] for m in a.hist(r).j] == ["user", "assistant"] * 2
def gone(a, run, secs=5):
    t = time.time()
    while time.time() - t < secs:
        if not a.hist(run).job: return True
        time.sleep(.1)
    return False
@check("job-error-never-ends")
def _(a): r = a.w("POST", "/A", a.f["backgroundErrorMessage"]); assert a.hist(r.run).job; return gone(a, r.run)
@check("ndjson-no-tool-results")
def _(a): return a.f["toolCallMessage"]["output"] in a.w("POST", "/ndjson/A", a.f["toolCallMessage"]["message"]).text
@check("ndjson-pretty-lines")
def _(a):
    try: a.w("POST", "/ndjson/A", a.f["toolCallMessage"]["message"]).lines(); return True
    except ValueError: return False
def job(a): r = a.w("POST", "/A", a.f["backgroundMessage"]); assert r.job; return r.run
c("ndjson-put-during-job", lambda a: a.w("PUT", "/ndjson/A/" + job(a), "x").status == 409)
c("ndjson-put-no-run-header", lambda a: a.w("PUT", "/ndjson/A/" + a.w("POST", "/A", "x").run, "y").run is not None)
@check("post-ends-old-job")
def _(a): r = job(a); a.w("POST", "/A", "x"); return a.hist(r).job is not None
@check("post-refused-while-job")
def _(a): job(a); return a.w("POST", "/A", "x").status == 200
@check("rejected-message-kept")
def _(a): r = job(a); assert a.w("PUT", "/A/" + r, "nope").status == 409; return "nope" not in a.contents(r)
@check("run-id-per-connection")
def _(a): k = http.client.HTTPConnection("127.0.0.1", a.port); return a.w("POST", "/A", "x", conn=k).run != a.w("POST", "/A", "y", conn=k).run
@check("stream-held-back")
def _(a):
    k = http.client.HTTPConnection("127.0.0.1", a.port); t = time.time(); k.request("POST", "/agents/" + a.f["agentId"], json.dumps({"message": a.f["slowMessage"]}), {"Authorization": "Bearer " + a.key["own"]})
    r = k.getresponse(); r.read(1); first = time.time() - t; r.read(); return time.time() - t - first > 1
c("text-shows-tools", lambda a: "read_tide_table" not in a.w("POST", "/A", a.f["toolCallMessage"]["message"]).text)
@check("runs-default-25")
def _(a):
    for i in range(32): a.w("POST", "/A", "x")
    return len(a.u("GET", "/agent-runs").j["items"]) == 30
c("owner-may-subscribe", lambda a: a.u("POST", "/agents/%s/subscribe" % a.f["ownPaidAgentId"], {}).status == 400)
c("subscribe-check-then-act", lambda a: sorted(r.status for r in both(4, lambda i: a.u("POST", "/agents/%s/subscribe" % a.f["paidAgentId"], {}))) == [200, 402, 402, 402])
def studio(a, rid="chat-1", user="own", **k): r = a.u("POST", "/agent-studio-chats", {"run_id": rid, **k}, user); assert r.status == 200, r.text; return rid
c("studio-clone-own-private", lambda a: a.u("POST", "/agent-studio-chats/%s/clone" % studio(a, visibility="private")).status == 400)
c("studio-private-readable", lambda a: a.u("GET", "/agent-studio-chats/%s" % studio(a, visibility="private"), user="other").status == 403)
c("studio-put-sandbox-private", lambda a: a.u("PUT", "/agent-studio-chats/%s" % studio(a, user="sandbox"), {"visibility": "private"}, user="sandbox").status == 400)
c("upsert-of-others", lambda a: a.u("POST", "/agents", {"agent_id": a.f["unpaidAgentId"], "chat_prompt": "mine"}).status == 403)
c("theme-regex-search", lambda a: a.u("PUT", "/agents/%s/customizations/theme" % a.f["agentId"], {"theme_color": "x#aabbcc9"}).status == 400)
@check("files-in-id-order")
def _(a):
    g = a.agent()["agent_id"]; ids = [a.file(g).j["file_id"] for i in range(8)]; return [f["file_id"] for f in a.files(g)] == ids
@check("files-one-too-many")
def _(a): g = a.agent()["agent_id"]; return [a.file(g).status for i in range(21)] == [201] * 20 + [400]
c("clone-own-private", lambda a: a.u("POST", "/chats/%s/clone" % a.agent()["agent_id"]).status == 403)
@check("two-default-keys")
def _(a): a.u("POST", "/api-keys", {"name": "n", "is_default": True}); return sum(k["is_default"] for k in a.u("GET", "/api-keys").j) == 1
c("webhook-unsigned", lambda a: a.raw("POST", "/me/payments/webhook", None, a.f["webhook"]["body"]).status == 400)
c("period-zero-taken", lambda a: a.u("GET", "/monetization/summary?period=0").status == 422)
@check("cli-session-overwritten")
def _(a): i = a.u("POST", "/cli-auth", user=None).j["cli_auth_id"]; a.u("PUT", "/cli-auth/" + i, {"jwt": a.jwt["own"]}); return a.u("PUT", "/cli-auth/" + i, {"jwt": a.jwt["other"]}, "other").status == 403
@check("cli-read-twice-at-once")
def _(a): i = a.u("POST", "/cli-auth", user=None).j["cli_auth_id"]; a.u("PUT", "/cli-auth/" + i, {"jwt": a.jwt["own"]}); return sum(r.j is not None for r in both(4, lambda _: a.u("GET", "/cli-auth/" + i, user=None))) == 1
c("cron-atoi", lambda a: a.u("GET", "/schedules/text-to-cron?cron=" + quote("5abc 9 * * *")).status == 400)
c("schedule-for-public-chats", lambda a: a.u("POST", "/schedules", {"chat_id": a.f["unpaidAgentId"], "cron_expression": "0 9 * * 1"}).status == 403)
c("search-limit-201", lambda a: a.u("GET", "/tools/search?q=push&limit=201").status == 422)
c("tool-number-from-text", lambda a: a.u("POST", "/tools/run/add_numbers", a.f["tool"]["invalidInput"]).status == 400)
@check("vip-once-for-all")
def _(a): return [a.u("POST", "/vip", {"code": "HARBOUR-2026"}, u).status for u in ("own", "other")] == [200, 200]
c("guid-ignored", lambda a: a.n("CREATE_PUSH", type="note", guid="g1")["iden"] == a.n("CREATE_PUSH", type="note", guid="g1")["iden"])
c("notifier-limit-unchecked", lambda a: a.tool("NOTIFIER_LIST_PUSHES", limit=501).status == 400)
@check("answer-lost-on-hangup")
def _(a):
    s = socket.create_connection(("127.0.0.1", a.port)); b = json.dumps({"message": a.f["slowMessage"]})
    s.sendall(("POST /agents/%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s" % (a.f["agentId"], a.key["own"], len(b), b)).encode()); d = s.recv(4000).decode(); s.close()
    run = [l.split(": ")[1] for l in d.split("\r\n") if l.lower().startswith("x-service-run-id")][0]; time.sleep(3); return len(a.contents(run)) == 2
@check("chunks-cut-characters")
def _(a): return "\ufffd" not in a.w("POST", "/A", "Grüße, 世界世界世界 🚢🚢🚢").text
@check("foreign-run-read")
def _(a): r = a.w("POST", "/A", "secret").run; return a.hist(r, user="other").status == 404
c("message-cut-at-nul", lambda a: a.contents(a.w("POST", "/A", "a\0b").run)[0] == "a\0b")
@check("puts-at-once-lose-one")
def _(a): r = a.w("POST", "/A", "first").run; both(2, lambda i: a.w("PUT", "/A/" + r, "put %d" % i)); return sorted(x for x in a.contents(r) if x.startswith("put")) == ["put 0", "put 1"]
@check("deleted-key-works")
def _(a): k = a.u("POST", "/api-keys", {"name": "t"}).j; assert a.w("POST", "/A", "x", key=k["api_key"]).status == 200; a.u("DELETE", "/api-keys/%d" % k["api_key_id"]); return a.w("POST", "/A", "x", key=k["api_key"]).status == 401
def pages(a, path, key, n):
    out = []; cur = ""
    for _ in range(20):
        j = a.u("GET", "%s?limit=%d%s" % (path, n, cur)).j; out += [x[key] for x in j["items"]]
        if "next_cursor" not in j: break
        cur = "&next_cursor=" + quote(j["next_cursor"])
    return out
@check("runs-cursor-inclusive")
def _(a): ids = [a.w("POST", "/A", "x").run for i in range(7)]; return pages(a, "/agent-runs", "run_id", 3) == ids[::-1]
@check("executions-cursor-in-seconds")
def _(a): ids = [a.tool("add_numbers", a=1, b=i).j["log_id"] for i in range(7)]; return pages(a, "/executions", "log_id", 3) == ids[::-1]
@check("mcp-logs-by-agent")
def _(a): x, y = [a.w("POST", "/A", a.f["toolCallMessage"]["message"]).run for _ in "ab"]; return {l["run_id"] for l in a.u("GET", "/agent-runs/%s/mcp-server-logs" % y).j} == {y}
@check("execution-log-numbers-double")
def _(a): i = a.tool("add_numbers", a=9007199254740993, b=1).j["log_id"]; return a.u("GET", "/executions/%d" % i).j["input"]["a"] == 9007199254740993
c("subscriptions-of-all", lambda a: a.u("GET", "/subscriptions", user="other").j["items"] == [])
@check("studio-clone-shallow")
def _(a): studio(a, visibility="public", title="one"); k = a.u("POST", "/agent-studio-chats/chat-1/clone").j["run_id"]; a.u("PATCH", "/agent-studio-chats/" + k, {"title": "two"}); return a.u("GET", "/agent-studio-chats/chat-1").j["title"] == "one"
@check("studio-lists-deleted")
def _(a): studio(a); a.u("DELETE", "/agent-studio-chats/chat-1"); return a.u("GET", "/agent-studio-chats").j == []
@check("studio-patch-resets-visibility")
def _(a): studio(a, visibility="public"); return a.u("PATCH", "/agent-studio-chats/chat-1", {"title": "t"}).j["visibility"] == "public"
@check("upsell-set-on-a-copy")
def _(a): g = a.agent()["agent_id"]; d = a.u("POST", "/agents/%s/upsell-description" % g).j["upsell_description"]; return a.u("GET", "/agents/" + g).j.get("upsell_description") == d
@check("file-delete-takes-next")
def _(a): g = a.agent()["agent_id"]; f = [a.file(g).j["file_id"] for _ in range(3)]; a.u("DELETE", "/agents/%s/files/%s" % (g, f[0])); return len(a.files(g)) == 2
@check("positions-half-applied")
def _(a):
    g = a.agent()["agent_id"]; f = [a.file(g).j["file_id"] for _ in range(3)]
    r = a.u("PUT", "/agents/%s/files/positions" % g, {"positions": [{"file_id": f[0], "position": 9}, {"file_id": "00000000-0000-4000-8000-000000000000", "position": 1}]}); assert r.status == 404; return [x["file_id"] for x in a.files(g)] == f
@check("slug-taken-by-prefix")
def _(a): a.agent(vanity_slug="tide-master"); return a.u("GET", "/agents/vanity/slug?slug=tide").j["available"] is True and a.u("GET", "/agents/vanity/slug?slug=tide-master").j["available"] is False
@check("chat-patch-drops-prompt")
def _(a): g = a.agent()["agent_id"]; a.u("PATCH", "/chats/" + g, {"name": "n"}); return a.u("GET", "/chats/" + g).j["chat_prompt"] == "Be short"
@check("delete-keeps-slug")
def _(a): g = a.agent(vanity_slug="gone-soon")["agent_id"]; a.u("DELETE", "/chats/" + g); return a.u("GET", "/agents/vanity/slug?slug=gone-soon").j["available"] is True
c("og-shows-private", lambda a: "Sealed" not in a.u("GET", "/chats/%s/og" % a.f["privateAgentId"], user=None).text)
@check("credits-lost-update")
def _(a): b = a.u("GET", "/credits").j["balance"]; both(6, lambda i: a.u("POST", "/credits/use")); return a.u("GET", "/credits").j["balance"] == b - 6
@check("webhook-replayed")
def _(a):
    h = a.f["webhook"]; b = a.u("GET", "/credits").j["balance"]
    for _ in "ab": assert a.raw("POST", "/me/payments/webhook", None, h["body"], {h["signatureHeader"]: h["validSignature"]}).status == 200
    return a.u("GET", "/credits").j["balance"] == b + 25
c("earnings-in-whole-units", lambda a: a.u("GET", "/monetization/summary").j["total_earnings"] == sum(x["earnings"] for x in a.u("GET", "/monetization/earnings").j["items"]))
@check("bundle-list-loses-ties")
def _(a): ids = [a.u("POST", "/bundles").j["bundle_id"] for _ in range(3)]; return [b["bundle_id"] for b in a.u("GET", "/bundles").j] == ids
@check("bundle-tool-erases-rest")
def _(a):
    i = a.u("POST", "/bundles").j["bundle_id"]
    for t in ("add_numbers", "list_ports", "reverse_text"): a.u("POST", "/bundles/%d/tools" % i, {"tool_id": t})
    a.u("DELETE", "/bundles/%d/tools/list_ports" % i); return [t["tool_id"] for t in a.u("GET", "/bundles/%d/tools" % i).j] == ["add_numbers", "reverse_text"]
c("bundle-put-of-others", lambda a: a.u("PUT", "/bundles/%d" % a.u("POST", "/bundles").j["bundle_id"], {"name": "x"}, "other").status == 409)
@check("schedule-cron-emplaced")
def _(a): i = a.u("POST", "/schedules", {"chat_id": a.f["agentId"], "cron_expression": "0 9 * * 1"}).j["schedule_id"]; a.u("PUT", "/schedules/" + i, {"cron_expression": "5 10 * * 2"}); return a.u("GET", "/schedules/" + i).j["cron_expression"] == "5 10 * * 2"
@check("installed-shared")
def _(a): a.u("POST", "/user-tools", {"tool_id": "read_tide_table"}); return a.u("GET", "/user-tools", user="other").j == []
c("user-static-first", lambda a: a.u("GET", "/").j["user_id"] != a.u("GET", "/", user="other").j["user_id"])
@check("delete-all-takes-later")
def _(a): x = a.n("CREATE_PUSH", type="note"); a.n("DELETE_ALL_PUSHES"); y = a.n("CREATE_PUSH", type="note"); time.sleep(.8); return [p["iden"] for p in a.n("LIST_PUSHES", active=True)["items"]] == [y["iden"]]
@check("modified-after-whole-seconds")
def _(a):
    while time.time() % 1 > .5 or time.time() % 1 < .1: time.sleep(.02)
    x = a.n("CREATE_PUSH", type="note"); y = a.n("CREATE_PUSH", type="note"); return [p["iden"] for p in a.n("LIST_PUSHES", modified_after=x["modified"])["items"]] == [y["iden"]]
@check("device-update-drops-fields")
def _(a): d = a.n("CREATE_DEVICE", model="m", nickname="n", app_version=1, manufacturer="x", icon="phone"); a.n("UPDATE_DEVICE", iden=d["iden"], model="m2"); e = a.n("LIST_DEVICES")["items"][0]; return (e.get("icon"), e.get("nickname"), e["model"]) == ("phone", "n", "m2")
