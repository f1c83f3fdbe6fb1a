"""One probe for each fault: returns None when all is as it should be, else what differs."""
import time, json, base64, hmac, hashlib
from concurrent.futures import ThreadPoolExecutor
P = {}
def probe(name):
    def d(f): P[name] = f; return f
    return d
def both(*fs):
    with ThreadPoolExecutor(len(fs)) as ex: return [x.result() for x in [ex.submit(f) for f in fs]]
A = lambda n: "5eed0000-0000-4000-8000-%012d" % n
def must(cond, what): return None if cond else what
def agent(c, u="own", **k): return c(u, "POST", "/me/agents", dict({"chatPrompt": "Be kind"}, **k)).json
def start(c, m="hello", a=1, nd=False, u="own"): return c.w(u, "POST", ("/ndjson" if nd else "") + "/" + A(a), {"message": m})
def put(c, rid, m="more", a=1, nd=False, u="own"): return c.w(u, "PUT", ("/ndjson" if nd else "") + f"/{A(a)}/{rid}", {"message": m})
def hist(c, rid, a=1, u="own"): return c.w(u, "GET", f"/{A(a)}/{rid}")
def rid(r): return r.headers.get("x-service-run-id")
def tool(c, name, u="own", **i): return c(u, "POST", "/me/tools/run/" + name, i)
def note(c, name, u="own", **i): return tool(c, "NOTIFIER_" + name, u, **i).json["structuredContent"]
def job(r): return r.headers.get("x-service-job-id")

@probe("run-id-missing-on-put")
def _(c): r = rid(start(c)); return must(rid(put(c, r)) == r, "no run ID on PUT")
@probe("post-reuses-recent-run")
def _(c): return must(rid(start(c)) != rid(start(c)), "same run ID twice")
@probe("post-keeps-context")
def _(c): start(c); n = len(hist(c, rid(start(c))).json); return must(n == 2, f"{n} messages in a new run")
@probe("ndjson-put-skips-job-check")
def _(c): s = put(c, rid(start(c, "Start the long job")), nd=True).status; return must(s == 409, f"{s}")
@probe("rejected-put-keeps-message")
def _(c):
    r = rid(start(c, "Start the long job")); s = put(c, r, "intruder").status
    return must(s == 409 and "intruder" not in hist(c, r).text, "message added")
@probe("failed-job-never-ends")
def _(c):
    r = rid(start(c, "Start a job that fails")); a = job(hist(c, r)); time.sleep(4)
    return must(a and not job(hist(c, r)) and put(c, r).status == 200, "job still shown")
@probe("job-timer-cancelled-by-next")
def _(c):
    r = rid(start(c, "Start the long job")); q = rid(start(c, "Start the long job")); time.sleep(4)
    return must(not job(hist(c, r)) and not job(hist(c, q)), "first job still shown")
@probe("post-refused-during-job")
def _(c): start(c, "Start the long job"); s = start(c).status; return must(s == 200, f"{s}")
@probe("job-header-on-sibling-runs")
def _(c): start(c, "Start the long job"); return must(not job(hist(c, rid(start(c)))), "job on an idle run")
@probe("history-sorted-as-text")
def _(c):
    r = rid(start(c, "m0"))
    for i in range(1, 7): put(c, r, f"m{i}")
    h = [m["content"] for m in hist(c, r).json if m["role"] == "user"]
    return must(h == [f"m{i}" for i in range(7)], f"{h}")
@probe("text-leaks-tool-calls")
def _(c): t = start(c, "What is the tide in Hull?").text; return must("tool" not in t and "GAUGE" not in t, t[:60])
@probe("text-sent-at-the-end")
def _(c):
    first, last, _ = c.timed("own", "/" + A(1), {"message": "Count slowly to twenty"})
    return must(last - first > 1, f"all within {last - first:.2f}s")
@probe("ndjson-tool-result-lost")
def _(c): return must("GAUGE-4711-HUMBER" in start(c, "What is the tide in Hull?", nd=True).text, "no tool result")
@probe("messages-without-key")
def _(c): s = hist(c, rid(start(c)), u=None).status; return must(s == 401, f"{s}")
@probe("text-splits-characters")
def _(c): t = start(c, "äöü 緑 🌿" * 5).text; return must("\ufffd" not in t, t[:40])
@probe("text-last-chunk-cut")
def _(c): r = start(c); return must(r.text == hist(c, rid(r)).json[-1]["content"], "text differs from history: " + r.text[-20:])
@probe("ndjson-backpressure-drops")
def _(c):
    r = start(c, "abcdefghij" * 100, nd=True)
    t = "".join(e["text"] for e in map(json.loads, r.text.splitlines()) if e["type"] == "text")
    return must(t == hist(c, rid(r)).json[-1]["content"], f"{len(t)} characters streamed")
@probe("answer-stored-late")
def _(c): r = rid(start(c)); time.sleep(1.2); n = len(hist(c, r).json); return must(n == 2, f"{n} messages")
@probe("put-message-delivered-twice")
def _(c): r = rid(start(c)); put(c, r, "once"); n = sum(m["content"] == "once" for m in hist(c, r).json); return must(n == 1, f"{n} times")
@probe("concurrent-puts-lose-turn")
def _(c):
    r = rid(start(c)); both(*[lambda i=i: put(c, r, f"p{i}") for i in range(4)])
    h = hist(c, r).json
    return must(len(h) == 10 and [m["role"] for m in h] == ["user", "assistant"] * 5, f"{len(h)} messages")
@probe("foreign-run-readable")
def _(c): s = hist(c, rid(start(c)), u="other").status; return must(s == 404, f"{s}")
@probe("revoked-key-cached")
def _(c):
    k = c("own", "POST", "/me/api-keys", {"name": "x"}).json; c.keys["tmp"] = k["key"]
    a = [start(c, u="tmp").status for _ in range(4)]
    d = c("own", "DELETE", f"/me/api-keys/{k['apiKeyId']}").status
    b = [start(c, u="tmp").status for _ in range(4)]
    return must(a == [200] * 4 and d == 200 and b == [401] * 4, f"{a} {b}")
@probe("slow-turn-blocks-others")
def _(c):
    def other():
        time.sleep(.3); t = time.time(); start(c, u="other"); return time.time() - t
    _, t = both(lambda: start(c, "Count slowly to twenty"), other)
    return must(t < 1, f"other waited {t:.2f}s")
@probe("runs-default-limit-20")
def _(c):
    for _ in range(31): c("own", "POST", f"/me/chats/{A(1)}/runs")
    n = len(c("own", "GET", "/me/agent-runs").json["result"]); return must(n == 30, f"{n}")
@probe("runs-cursor-without-millis")
def _(c):
    made = [c("other", "POST", f"/me/chats/{A(12)}/runs").json["runId"] for _ in range(7)]
    got, cur = [], None
    for _ in range(60):
        j = c("other", "GET", "/me/agent-runs?limit=3" + (f"&next_cursor={cur}" if cur else "")).json
        got += [x["runId"] for x in j["result"]]; cur = j["page"]["next"]
        if not cur or set(made) <= set(got): break
    return must(got[:7] == made[::-1], f"{len(set(made) & set(got))} of 7")
@probe("foreign-run-view")
def _(c): s = c("other", "GET", "/me/agent-runs/" + rid(start(c))).status; return must(s == 404, f"{s}")
@probe("mcp-logs-joined-by-agent")
def _(c):
    a = rid(start(c, "What is the tide in Hull?")); b = rid(start(c))
    x, y = (c("own", "GET", f"/me/agent-runs/{i}/mcp-server-logs").json for i in (a, b))
    return must(len(x) == 1 and y == [], f"{len(x)} {len(y)}")
@probe("owner-may-subscribe")
def _(c): s = c("own", "POST", f"/me/agents/{A(2)}/subscribe", {}).status; return must(s == 400, f"{s}")
@probe("unsubscribe-again-recovers")
def _(c):
    c("other", "POST", f"/me/agents/{A(2)}/subscribe", {})
    s = [c("other", "POST", f"/me/agents/{A(2)}/unsubscribe").status for _ in (1, 2)]; return must(s == [200, 400], f"{s}")
@probe("subscribed-twice-at-once")
def _(c):
    a = agent(c, "other", priceCents=500)["agentId"]
    s = sorted(x.status for x in both(*[lambda: c("own", "POST", f"/me/agents/{a}/subscribe", {})] * 4)); return must(s == [200, 402, 402, 402], f"{s}")
@probe("studio-patch-clears-absent")
def _(c):
    r = c("own", "POST", "/me/agent-studio-chats", {"title": "T"}).json["runId"]
    j = c("own", "PATCH", "/me/agent-studio-chats/" + r, {"tags": ["x"]}).json; return must(j["title"] == "T", f"{j['title']}")
@probe("studio-sandbox-private-on-patch")
def _(c):
    r = c("box", "POST", "/me/agent-studio-chats", {}).json["runId"]
    s = c("box", "PATCH", "/me/agent-studio-chats/" + r, {"visibility": "private"}).status; return must(s == 400, f"{s}")
@probe("studio-list-shows-deleted")
def _(c):
    r = c("own", "POST", "/me/agent-studio-chats", {}).json["runId"]; c("own", "DELETE", "/me/agent-studio-chats/" + r)
    return must(r not in c("own", "GET", "/me/agent-studio-chats").text, "listed")
@probe("studio-clone-shares-tags")
def _(c):
    r = c("own", "POST", "/me/agent-studio-chats", {"tags": ["a"]}).json["runId"]; k = c("own", "POST", f"/me/agent-studio-chats/{r}/clone")
    c("own", "PATCH", "/me/agent-studio-chats/" + k.json["runId"], {"tags": ["b"]})
    j = c("own", "GET", "/me/agent-studio-chats/" + r).json["tags"]; return must(k.status == 201 and j == ["a"], f"source has {j}")
@probe("theme-color-prefix-only")
def _(c): s = c("own", "PUT", f"/me/agents/{A(1)}/customizations/theme", {"themeColor": "#12345678zz"}).status; return must(s == 400, f"{s}")
@probe("file-limit-off-by-one")
def _(c):
    a = agent(c)["agentId"]; s = [c("own", "POST", f"/me/agents/{a}/files", {"name": "f"}).status for _ in range(11)]
    return must(s == [201] * 10 + [400], f"{s[-1]}")
@probe("files-sorted-as-text")
def _(c):
    a = agent(c)["agentId"]
    for p in (10, 9, 100): c("own", "POST", f"/me/agents/{a}/files", {"name": "f", "position": p})
    l = [f["position"] for f in c("own", "GET", f"/me/agents/{a}/files").json["result"]]; return must(l == [9, 10, 100], f"{l}")
@probe("private-agent-any-user")
def _(c): s = c("own", "GET", "/me/agents/" + A(15)).status; return must(s == 403, f"{s}")
@probe("positions-half-applied")
def _(c):
    a = agent(c)["agentId"]; f = [c("own", "POST", f"/me/agents/{a}/files", {"name": "f"}).json["fileId"] for _ in (1, 2)]
    s = c("own", "PUT", f"/me/agents/{a}/files/positions", {"positions": [{"fileId": f[0], "position": 7}, {"fileId": A(999), "position": 1}]}).status
    l = [x["position"] for x in c("own", "GET", f"/me/agents/{a}/files").json["result"]]; return must(s == 404 and l == [0, 1], f"{s} {l}")
@probe("upsell-not-saved")
def _(c):
    a = agent(c)["agentId"]; t = c("own", "POST", f"/me/agents/{a}/upsell-description").json["upsellDescription"]
    return must(t and c("own", "GET", "/me/agents/" + a).json["upsellDescription"] == t, "not saved")
@probe("file-rename-clears-content")
def _(c):
    a = agent(c)["agentId"]; f = c("own", "POST", f"/me/agents/{a}/files", {"name": "f", "content": "hé"}).json
    j = c("own", "PATCH", f"/me/agents/{a}/files/{f['fileId']}", {"name": "g"}).json; return must(j["content"] == "hé" and j["sizeBytes"] == 3, "content is now " + repr(j["content"]))
@probe("feedback-lost-update")
def _(c):
    a = agent(c)["agentId"]; both(*[lambda: c("other", "POST", f"/me/chats/{a}/feedback", {"rating": 4})] * 5)
    n = c("own", "GET", "/me/chats/" + a).json["feedback"]["count"]; return must(n == 5, f"{n} of 5")
@probe("preview-shows-private-chat")
def _(c): a = agent(c, name="Hush hush", visibility="private")["agentId"]; return must("Hush" not in c(None, "GET", f"/me/chats/{a}/og").text, "title shown")
@probe("patch-resets-visibility")
def _(c):
    a = agent(c, visibility="private")["agentId"]; v = c("own", "PATCH", "/me/chats/" + a, {"name": "N"}).json["visibility"]; return must(v == "private", v)
@probe("key-list-shows-keys")
def _(c): return must("vk_" not in c("own", "GET", "/me/api-keys").text, "keys shown")
@probe("two-default-keys")
def _(c):
    c("other", "POST", "/me/api-keys", {"name": "d", "isDefault": True}); n = sum(k["isDefault"] for k in c("other", "GET", "/me/api-keys").json); return must(n == 1, f"{n} defaults")
@probe("key-of-other-user-deleted")
def _(c): k = c("own", "POST", "/me/api-keys", {}).json["apiKeyId"]; s = c("other", "DELETE", f"/me/api-keys/{k}").status; return must(s == 404, f"{s}")
@probe("credits-double-spend")
def _(c):
    a = c("own", "GET", "/me/credits").json["balance"]; both(*[lambda: c("own", "POST", "/me/credits/use")] * 6)
    b = c("own", "GET", "/me/credits").json["balance"]; return must(a - b == 6, f"{a - b} of 6")
@probe("webhook-unsigned-accepted")
def _(c): s = c(None, "POST", "/me/payments/webhook", {"id": "e0", "type": "x"}).status; return must(s == 400, f"{s}")
@probe("monetization-default-30-days")
def _(c): n = len(c("own", "GET", "/me/monetization/earnings").json["result"]); return must(n == 28, f"{n} days")
@probe("monetization-leaves-out-today")
def _(c):
    a = c("own", "GET", "/me/monetization/summary?period=1").json["totalEarnings"]; x = agent(c, priceCents=333)["agentId"]
    c("other", "POST", f"/me/agents/{x}/subscribe", {}); b = c("own", "GET", "/me/monetization/summary?period=1").json["totalEarnings"]; return must(b - a == 333, f"{b - a}")
@probe("earnings-rounded-in-double")
def _(c): j = c("own", "GET", "/me/monetization/earnings").json; n = sum(x["earnings"] for x in j["result"]); return must(n == j["totalEarnings"], f"{n} / {j['totalEarnings']}")
@probe("bundle-id-compared-boxed")
def _(c):
    s = [c("own", "GET", "/me/bundles/%d" % c("own", "POST", "/me/bundles").json["bundleId"]).status for _ in range(30)]; return must(s == [200] * 30, f"{s[-1]}")
@probe("bundle-removes-wrong-tool")
def _(c):
    b = c("own", "POST", "/me/bundles").json["bundleId"]; t = [x["toolId"] for x in c(None, "GET", "/me/tools").json[:2]]
    for x in t: c("own", "POST", f"/me/bundles/{b}/tools", {"toolId": x})
    c("own", "DELETE", f"/me/bundles/{b}/tools/{t[1]}"); l = [x["toolId"] for x in c("own", "GET", f"/me/bundles/{b}/tools").json]; return must(l == t[:1], f"{l}")
def cli(c):
    i = c(None, "POST", "/me/cli-auth").json["cliAuthId"]; c("own", "PUT", "/me/cli-auth/" + i, {"jwt": c.jwt["own"]}); return i
@probe("cli-jwt-not-consumed")
def _(c): i = cli(c); a, b = (c(None, "GET", "/me/cli-auth/" + i).json for _ in (1, 2)); return must(a == c.jwt["own"] and b is None, "read twice")
@probe("cli-two-readers")
def _(c): i = cli(c); l = both(*[lambda: c(None, "GET", "/me/cli-auth/" + i).json] * 5); return must(sum(x is not None for x in l) == 1, "more than one reader got it")
@probe("schedule-missing-chat-422")
def _(c): s = c("own", "POST", "/me/schedules", {"cron": "0 9 * * 1"}).status; return must(s == 403, f"{s}")
@probe("cron-minute-60-accepted")
def _(c): s = c("own", "GET", "/me/schedules/text-to-cron?cron=60%209%20*%20*%20*").status; return must(s == 400, f"{s}")
@probe("schedule-delete-takes-siblings")
def _(c):
    s = [c("own", "POST", "/me/schedules", {"chatId": A(1), "cron": "0 9 * * 1"}).json["result"]["scheduleId"] for _ in (1, 2)]
    c("own", "DELETE", "/me/schedules/" + s[0]); t = c("own", "GET", "/me/schedules/" + s[1]).status; return must(t == 200, f"{t}")
@probe("tool-run-unsigned-jwt")
def _(c):
    c.jwt["forged"] = c.jwt["own"].rsplit(".", 1)[0] + "." + "A" * 43
    s = tool(c, "list_harbours", "forged").status; return must(s == 401, f"{s}")
@probe("search-limit-before-toolkit")
def _(c): n = len(c("own", "GET", "/me/tools/search?q=text%20list&toolkit=sea&limit=1").json); return must(n == 1, f"{n} found")
@probe("vip-code-redeemed-again")
def _(c): s = [c("other", "POST", "/me/vip", {"code": "VERBENA-SECOND-2026"}).status for _ in (1, 2)]; return must(s == [200, 400], f"{s}")
@probe("vip-count-of-all-users")
def _(c):
    a = c("own", "GET", "/me/vip").json["count"]; c("other", "POST", "/me/vip", {"code": "VERBENA-THIRD-2026"}); b = c("own", "GET", "/me/vip").json["count"]; return must(a == b, f"{a} then {b}")
@probe("installed-tools-of-all")
def _(c): t = "tol_IsEven000000000000001"; c("other", "POST", "/me/user-tools", {"toolId": t}); return must(t not in c("own", "GET", "/me/user-tools").text, "another user's tool listed")
@probe("user-kept-in-verticle")
def _(c):
    for _ in range(6):
        l = both(*[lambda u=u: c(u, "GET", "/me/").json["name"] for u in ("own", "other") * 4])
        if l != ["Olive Own", "Otto Other"] * 4: return f"{l}"
@probe("notifier-guid-ignored")
def _(c):
    g = c.uniq(); a, b = (note(c, "CREATE_PUSH", type="note", guid=g)["iden"] for _ in (1, 2)); return must(a == b, "two pushes")
@probe("notifier-active-ignored")
def _(c):
    p = note(c, "CREATE_PUSH", type="note")["iden"]; note(c, "DELETE_PUSH", iden=p)
    return must(p not in json.dumps(note(c, "LIST_PUSHES", active=True)), "deleted push listed")
@probe("notifier-device-update-clears")
def _(c):
    d = note(c, "CREATE_DEVICE", model="M", app_version=1, manufacturer="X", nickname="N"); e = note(c, "UPDATE_DEVICE", iden=d["iden"], nickname="O")
    return must(e["model"] == "M" and e["nickname"] == "O", f"{e['model']}")
@probe("notifier-delete-all-users")
def _(c):
    p = note(c, "CREATE_PUSH", "other", type="note")["iden"]; note(c, "DELETE_ALL_PUSHES"); time.sleep(.6)
    return must(p in json.dumps(note(c, "LIST_PUSHES", "other", active=True)), "another user's push deleted")
@probe("notifier-modified-after-seconds")
def _(c):
    for _ in range(4):
        a = note(c, "CREATE_PUSH", type="note"); b = note(c, "CREATE_PUSH", type="note")
        if b["iden"] not in json.dumps(note(c, "LIST_PUSHES", modified_after=a["modified"])): return "newer push missing"
