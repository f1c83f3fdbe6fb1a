"""One probe per fault: True when the deployment behaves, False when the fault shows."""
import http.client, json, time, uuid
from harness import at_once
P = {}
def probe(name):
    def deco(f): P[name] = f; return f
    return deco
def agent(d, cred="own", **k): return d.req("POST", "/me/agents", {"chat_prompt": "Be kind.", "visibility": "public", **k}, cred).json
def tool(d, name, inp=None, cred="own", q=""): return d.req("POST", "/me/tools/run/" + name + q, inp or {}, cred)
def N(d, name, inp=None, cred="own"):
    r = tool(d, "NOTIFIER_" + name, inp, cred); return r.json["structured_content"] if r.status == 200 else r.status
def start(d, msg="Hello there", a=None, nd=False): 
    r = d.w("POST", ("/ndjson/" if nd else "/") + (a or d.fx["agentId"]), msg); r.run = r.headers["X-Service-Run-ID"]; return r
def hist(d, run, a=None, key=None): return d.w("GET", "/%s/%s" % (a or d.fx["agentId"], run), None, key)
def bg(d, secs=2, more=""): return start(d, "run a background job for %s seconds%s" % (secs, more), d.fx["backgroundAgentId"])

@probe("w-run-id-cached")
def _(d): return start(d).run != start(d).run
@probe("w-put-no-run-header")
def _(d): r = start(d); return d.w("PUT", "/%s/%s" % (d.fx["agentId"], r.run), "more").headers["X-Service-Run-ID"] == r.run
@probe("w-put-during-job")
def _(d): r = bg(d); return d.w("PUT", "/%s/%s" % (d.fx["backgroundAgentId"], r.run), "x").status == 409
@probe("w-409-but-appended")
def _(d):
    r = bg(d); b = d.fx["backgroundAgentId"]; n = len(hist(d, r.run, b).json); d.w("PUT", "/%s/%s" % (b, r.run), "x"); return len(hist(d, r.run, b).json) == n
@probe("w-post-blocked-by-job")
def _(d): bg(d); return d.w("POST", "/" + d.fx["backgroundAgentId"], "hi").status == 200
@probe("w-job-never-ends")
def _(d):
    r = bg(d, 1); b = d.fx["backgroundAgentId"]; h = hist(d, r.run, b); assert h.headers["x-service-job-id"], "no job"
    time.sleep(1.3); ok = hist(d, r.run, b).headers["x-service-job-id"] is None
    return ok and d.w("PUT", "/%s/%s" % (b, r.run), "").status == 200
@probe("w-history-lexical")
def _(d):
    r = start(d, "m0")
    for i in range(1, 6): d.w("PUT", "/%s/%s" % (d.fx["agentId"], r.run), "m%d" % i)
    return [m["content"] for m in hist(d, r.run).json if m["role"] == "user"] == ["m%d" % i for i in range(6)]
@probe("w-concurrent-put-lost")
def _(d):
    r = start(d, "m0"); at_once([lambda i=i: d.w("PUT", "/%s/%s" % (d.fx["agentId"], r.run), "c%d" % i) for i in range(6)])
    h = hist(d, r.run).json
    return len(h) == 14 and [m["role"] for m in h] == ["user", "assistant"] * 7
@probe("w-text-leaks-tool")
def _(d):
    t = start(d, d.fx["toolCallMessage"]["message"]); return "gauge-raw" not in t.text and t.text == hist(d, t.run).json[1]["content"]
@probe("w-ndjson-no-tool-result")
def _(d):
    l = [json.loads(x) for x in start(d, d.fx["toolCallMessage"]["message"], nd=True).text.splitlines()]
    return any(x["type"] == "tool_call" and x["name"] == "river_gauge" for x in l) and any(x["type"] == "tool_result" and "gauge-raw-7731" in json.dumps(x) for x in l)
@probe("w-ndjson-hand-json")
def _(d):
    r = start(d, "two\nlines \"quoted\" and a \\ slash", nd=True)
    try: l = [json.loads(x) for x in r.text.splitlines()]
    except ValueError: return False
    return "".join(x["text"] for x in l if x["type"] == "text") == hist(d, r.run).json[1]["content"]
@probe("w-stream-unflushed")
def _(d):
    c = http.client.HTTPConnection("127.0.0.1", d.port); t = time.time()
    c.request("POST", "/workers/" + d.fx["agentId"], json.dumps({"message": "Count slowly to 8"}), {"Authorization": "Bearer " + d.key})
    r = c.getresponse(); r.read(1); first = time.time() - t; r.read(); last = time.time() - t; c.close()
    return last - first > 0.5
@probe("w-history-byte-cut")
def _(d): m = "ü" * 300 + " end"; r = start(d, m); return hist(d, r.run).json[0]["content"] == m
@probe("w-foreign-key-reads-run")
def _(d): r = start(d); return hist(d, r.run, key=d.okey).status == 404
@probe("w-get-without-key")
def _(d): r = start(d); return hist(d, r.run, key="").status == 401
@probe("w-key-cache-stale")
def _(d):
    k = d.req("POST", "/me/api-keys", {"name": "short"}).json; u = "/" + d.fx["agentId"]
    assert d.w("POST", u, "a", k["key"]).status == 200; d.req("DELETE", "/me/api-keys/%d" % k["api_key_id"]); return d.w("POST", u, "a", k["key"]).status == 401
@probe("w-post-keeps-context")
def _(d): start(d, "first"); r = start(d, "second"); return len(hist(d, r.run).json) == 2
@probe("w-job-keyed-by-agent")
def _(d): b = d.fx["backgroundAgentId"]; q = start(d, "quiet", b); bg(d); return hist(d, q.run, b).headers["x-service-job-id"] is None
# runs
def pages(d, path, key, cred="own"):
    out, cur = [], ""
    for _ in range(50):
        j = d.req("GET", path + cur, None, cred).json; out += [x[key] for x in j["data"]]
        if not j["next"]: break
        cur = "&next_cursor=" + j["next"].replace("+", "%2B")
    return out
@probe("runs-default-limit")
def _(d):
    for i in range(31): d.req("POST", "/me/chats/%s/runs" % d.fx["agentId"])
    return len(d.req("GET", "/me/agent-runs").json["data"]) == 30
@probe("runs-cursor-inclusive")
def _(d):
    ids = [d.req("POST", "/me/chats/%s/runs" % d.fx["agentId"]).json["run_id"] for i in range(7)][::-1]; got = pages(d, "/me/agent-runs?limit=3", "run_id"); return got[:7] == ids and len(set(got)) == len(got)
@probe("runs-all-users")
def _(d): r = start(d).run; return r not in pages(d, "/me/agent-runs?limit=100", "run_id", "other")
@probe("run-logs-foreign")
def _(d): r = start(d).run; return d.req("GET", "/me/agent-runs/%s/logs" % r, None, "other").status == 404
@probe("executions-cursor-skips")
def _(d):
    ids = [tool(d, "word_count", {"text": "a b"}).json["log_id"] for i in range(7)][::-1]; return pages(d, "/me/executions?limit=3", "log_id")[:7] == ids
# subscriptions
@probe("subscribe-twice")
def _(d): a = agent(d, "other", price_cents=100)["agent_id"]; u = "/me/agents/%s/subscribe" % a; return sorted(r.status for r in at_once([lambda: d.req("POST", u, {})] * 3)) == [200, 402, 402]
@probe("subscribe-owner")
def _(d): return d.req("POST", "/me/agents/%s/subscribe" % d.fx["ownPaidAgentId"], {}).status == 400
@probe("unsubscribe-cancels-all")
def _(d):
    a = agent(d, "other", price_cents=100)["agent_id"]; d.req("POST", "/me/agents/%s/subscribe" % a, {}); d.req("POST", "/me/agents/%s/unsubscribe" % a)
    return d.req("GET", "/me/subscriptions/" + d.fx["subscribedAgentId"]).json["data"]["status"] == "active"
# studio
@probe("studio-patch-clears")
def _(d):
    s = d.req("POST", "/me/agent-studio-chats", {"title": "T", "notes": "n"}).json; p = d.req("PATCH", "/me/agent-studio-chats/" + s["run_id"], {"title": "U"}).json; return p["title"] == "U" and p["notes"] == "n"
@probe("studio-private-readable")
def _(d): s = d.req("POST", "/me/agent-studio-chats", {"visibility": "private"}).json; return d.req("GET", "/me/agent-studio-chats/" + s["run_id"], None, None).status == 403
@probe("studio-sandbox-patch")
def _(d): s = d.req("POST", "/me/agent-studio-chats", {}, "sand").json; return d.req("PATCH", "/me/agent-studio-chats/" + s["run_id"], {"visibility": "private"}, "sand").status == 400
# agents, files
@probe("agent-upsert-foreign")
def _(d): a = agent(d, "other"); return d.req("POST", "/me/agents", {"agent_id": a["agent_id"], "chat_prompt": "x"}).status == 403
@probe("agent-enabled-false")
def _(d): a = agent(d, enabled=False); return d.req("GET", "/me/agents/" + a["agent_id"]).json["enabled"] is False
@probe("slug-pattern")
def _(d): s = "a-" + uuid.uuid4().hex[:8]; agent(d, vanity_slug=s); return d.req("GET", "/me/agents/vanity/slug?slug=" + s).json["available"] is False
@probe("theme-unanchored")
def _(d): return d.req("PUT", "/me/agents/%s/customizations/theme" % d.fx["agentId"], {"theme_color": "#123456789"}).status == 400
def files(d, n=0, **k):
    a = agent(d)["agent_id"]; u = "/me/agents/%s/files" % a
    return u, [d.req("POST", u, {"name": "f%d" % i, "content": "c%d" % i, **k}).json["data"] for i in range(n)]
@probe("file-cap-plus-one")
def _(d): u, f = files(d, 8); return sorted(r.status for r in at_once([lambda: d.req("POST", u, {"name": "z"})] * 4)) == [201, 201, 400, 400]
@probe("file-order-as-text")
def _(d):
    u, f = files(d, 3); d.req("PUT", u + "/positions", {"positions": [{"file_id": f[0]["file_id"], "position": 10}, {"file_id": f[1]["file_id"], "position": 9}, {"file_id": f[2]["file_id"], "position": 1}]})
    return [x["name"] for x in d.req("GET", u).json["data"]] == ["f2", "f1", "f0"]
@probe("file-patch-loses-content")
def _(d): u, f = files(d, 1); d.req("PATCH", u + "/" + f[0]["file_id"], {"name": "new"}); return d.req("GET", u + "/" + f[0]["file_id"]).json["data"]["content"] == "c0"
# chats
@probe("chat-clone-private")
def _(d): return d.req("POST", "/me/chats/%s/clone" % d.fx["privateAgentId"]).status == 403
@probe("chat-clone-shared")
def _(d): a = agent(d, name="A"); c = d.req("POST", "/me/chats/%s/clone" % a["chat_id"], {"name": "B"}).json; return c["name"] == "B" and d.req("GET", "/me/chats/" + a["chat_id"]).json["name"] == "A"
@probe("chat-patch-foreign")
def _(d): a = agent(d, "other"); return d.req("PATCH", "/me/chats/" + a["chat_id"], {"name": "mine"}).status == 403
@probe("chat-unescape-twice")
def _(d): p = "100%25 of a+b costs %41"; return agent(d, chat_prompt=p)["chat_prompt"] == p
@probe("og-leak")
def _(d): return "heron" not in d.req("GET", "/me/chats/%s/og" % d.fx["privateAgentId"], None, None).text
@probe("chat-delete-all-schedules")
def _(d):
    a, b = agent(d), agent(d); s = d.req("POST", "/me/schedules", {"chat_id": a["chat_id"], "cron": "0 9 * * 1"}).json["data"]; d.req("DELETE", "/me/chats/" + b["chat_id"]); return d.req("GET", "/me/schedules/" + s["schedule_id"]).status == 200
# keys, money
@probe("key-list-value")
def _(d): return all("key" not in k for k in d.req("GET", "/me/api-keys").json)
@probe("key-two-defaults")
def _(d):
    k = d.req("POST", "/me/api-keys", {"is_default": True}).json; ok = [x["api_key_id"] for x in d.req("GET", "/me/api-keys").json if x["is_default"]] == [k["api_key_id"]]
    ok = ok and d.req("GET", "/me/api-keys/default").json["api_key_id"] == k["api_key_id"]; d.req("DELETE", "/me/api-keys/%d" % k["api_key_id"]); return ok
@probe("credits-race")
def _(d): b = d.req("GET", "/me/credits").json["balance"]; at_once([lambda: d.req("POST", "/me/credits/use")] * 10); return d.req("GET", "/me/credits").json["balance"] == b - 10
def hook(d, sig=True): w = d.fx["webhook"]; return d.req("POST", "/me/payments/webhook", w["body"], None, {w["signatureHeader"]: w["validSignature"]} if sig else {})
@probe("webhook-replay")
def _(d): hook(d); b = d.req("GET", "/me/credits").json["balance"]; ok = hook(d).status == 200; return ok and d.req("GET", "/me/credits").json["balance"] == b
@probe("webhook-no-signature")
def _(d): return hook(d, False).status == 400
@probe("monet-day-short")
def _(d):
    e = d.req("GET", "/me/monetization/earnings?period=30").json["data"]; s = d.req("GET", "/me/monetization/summary?period=30").json["data"]
    return len(e) == 30 and abs(sum(x["earnings"] for x in e) - s["total_earnings"]) < 1e-6
# bundles
@probe("bundle-empty-object")
def _(d): b = d.req("POST", "/me/bundles").json; return d.req("GET", "/me/bundles/%d/tools" % b["bundle_id"]).json == []
@probe("bundle-removes-neighbour")
def _(d):
    u = "/me/bundles/%d/tools" % d.req("POST", "/me/bundles").json["bundle_id"]
    for t in ("word_count", "river_gauge", "add_numbers"): d.req("POST", u, {"tool_id": t})
    d.req("DELETE", u + "/river_gauge"); return [t["tool_id"] for t in d.req("GET", u).json] == ["word_count", "add_numbers"]
@probe("bundle-foreign")
def _(d): b = d.req("POST", "/me/bundles").json; return d.req("GET", "/me/bundles/%d" % b["bundle_id"], None, "other").status == 404
# cli
def cli(d): return "/me/cli-auth/" + d.req("POST", "/me/cli-auth", None, None).json["cli_auth_id"]
@probe("cli-not-consumed")
def _(d): u = cli(d); d.req("PUT", u, {"jwt": d.own}); l = at_once([lambda: d.req("GET", u, None, None).json] * 4); return sorted(x is None for x in l) == [False, True, True, True] and d.own in l
@probe("cli-second-user")
def _(d): u = cli(d); d.req("PUT", u, {"jwt": d.own}); return d.req("PUT", u, {"jwt": d.other}, "other").status == 403 and d.req("GET", u, None, None).json == d.own
# schedules
@probe("schedule-foreign-chat")
def _(d): return d.req("POST", "/me/schedules", {"chat_id": d.fx["unpaidAgentId"], "cron": "0 9 * * 1"}).status == 403
@probe("cron-minute-60")
def _(d): return d.req("GET", "/me/schedules/text-to-cron?cron=60%209%20*%20*%20*").status == 400 and d.req("GET", "/me/schedules/text-to-cron?cron=0%209%20*%20*%20*").status == 200
@probe("schedule-enabled-false")
def _(d): s = d.req("POST", "/me/schedules", {"chat_id": d.fx["agentId"], "cron": "0 9 * * 1", "enabled": False}).json["data"]; return d.req("GET", "/me/schedules/" + s["schedule_id"]).json["data"]["enabled"] is False
# tools
@probe("search-limit-201")
def _(d): return d.req("GET", "/me/tools/search?q=a&limit=201").status == 422 and d.req("GET", "/me/tools/search?q=a&limit=200").status == 200
@probe("tool-run-no-jwt")
def _(d): return tool(d, "word_count", {"text": "a"}, None).status == 401
@probe("toolset-last-tool")
def _(d): n = [t["tool_count"] for t in d.req("GET", "/me/toolsets/list").json if t["toolset_name"] == "rivers"][0]; return len(d.req("GET", "/me/toolsets/rivers").json["tools"]) == n
@probe("install-twice")
def _(d): return sorted(r.status for r in at_once([lambda: d.req("POST", "/me/user-tools", {"tool_id": "flood_alerts"}, "sand")] * 3)) == [200, 409, 409]
@probe("uninstall-first-too")
def _(d):
    for t in ("text_reverse", "add_numbers", "unit_convert"): d.req("POST", "/me/user-tools", {"tool_id": t}, "other")
    d.req("DELETE", "/me/user-tools/add_numbers", None, "other"); return [t["tool_id"] for t in d.req("GET", "/me/user-tools", None, "other").json] == ["text_reverse", "unit_convert"]
# user, vip
@probe("me-tier-fixed")
def _(d): return d.req("GET", "/me/", None, "sand").json["tier"] == "sandbox"
@probe("vip-own-code")
def _(d): return d.req("POST", "/me/vip", {"code": d.fx["ownVipCode"]}).status == 400
@probe("vip-count-refused")
def _(d):
    n = d.req("GET", "/me/vip").json["count"]; st = [d.req("POST", "/me/vip", {"code": c}).status for c in (d.fx["vipCode"], d.fx["vipCode"], "NO-SUCH")]; return st == [200, 400, 400] and d.req("GET", "/me/vip").json["count"] == n + 1
# notifier
@probe("n-link-without-url")
def _(d): return N(d, "CREATE_PUSH", {"type": "link", "title": "t"}) == 400
@probe("n-guid-ignored")
def _(d): g = uuid.uuid4().hex; return N(d, "CREATE_PUSH", {"type": "note", "guid": g})["iden"] == N(d, "CREATE_PUSH", {"type": "note", "guid": g})["iden"]
@probe("n-active-ignored")
def _(d):
    i = N(d, "CREATE_PUSH", {"type": "note", "body": "b"})["iden"]; N(d, "DELETE_PUSH", {"iden": i}); return all(p["active"] and p["iden"] != i for p in N(d, "LIST_PUSHES", {"active": True})["pushes"])
@probe("n-unmute-swallowed")
def _(d): i = N(d, "CREATE_CHAT", {"email": uuid.uuid4().hex[:6] + "@x.example"})["iden"]; N(d, "UPDATE_CHAT", {"iden": i, "muted": True}); return N(d, "UPDATE_CHAT", {"iden": i, "muted": False})["muted"] is False
@probe("n-delete-all-everyone")
def _(d):
    i = N(d, "CREATE_PUSH", {"type": "note"}, "other")["iden"]; N(d, "CREATE_PUSH", {"type": "note"}); N(d, "DELETE_ALL_PUSHES"); time.sleep(0.4)
    return N(d, "LIST_PUSHES", {"active": True})["pushes"] == [] and i in [p["iden"] for p in N(d, "LIST_PUSHES", {"active": True}, "other")["pushes"]]
@probe("n-device-update-clears")
def _(d):
    i = N(d, "CREATE_DEVICE", {"model": "m", "app_version": 0, "manufacturer": "x", "nickname": "nick"})["iden"]; r = N(d, "UPDATE_DEVICE", {"iden": i, "model": "m2"}); return r.get("nickname") == "nick" and r["model"] == "m2"
