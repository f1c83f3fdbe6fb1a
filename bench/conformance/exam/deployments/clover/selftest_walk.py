"""The walk through every operation without a fault, and the short load."""
import http.client
import json
import random
import re
import threading
import time
import uuid


def walk(s):
    from selftest import A, CR, FX, NOBODY, P, wait_idle
    ok, st = s.ok, s.st

    def eq(got, want, what=""):
        assert got == want, f"{what}: {got!r} for {want!r}"

    seen = set()
    real = s.__class__.__call__
    doc = ok("GET", "/schema/openapi.json", who="")
    paths = [(m.upper(), re.compile("^" + re.sub(r"\{\w+\}", "[^/]+", p) + "$"), p, o) for p, v in doc["paths"].items()
             for m, o in v.items() if m in ("get", "put", "post", "patch", "delete")]
    paths.sort(key=lambda x: x[2].count("{"))

    def noted(self, method, path, *a, **k):
        res = real(self, method, path, *a, **k)
        plain = path.split("?")[0].rstrip("/")
        for m, rx, p, o in paths:
            if m == method and rx.match(plain):
                seen.add((m, p))
                assert str(res[0]) in o["responses"], f"{m} {p}: {res[0]} is not in the OpenAPI document"
                break
        return res
    s.__class__.__call__ = noted
    try:
        _walk(s, ok, st, eq, A, CR, FX, NOBODY, P, wait_idle)
    finally:
        s.__class__.__call__ = real
    missed = {(m, p) for m, _, p, _ in paths} - seen
    assert not missed, missed
    assert len(paths) == 93, len(paths)


def _walk(s, ok, st, eq, A, CR, FX, NOBODY, P, wait_idle):
    # Workers API
    run, text = s.post(FX["message"])
    assert FX["message"] in text and uuid.UUID(run)
    status, more, res = s("PUT", f"/workers/{A}/{run}", {"message": "ünï \"q\" \u0000 \n end"}, "ok")
    eq((status, res.getheader("X-Service-Run-ID")), (200, run))
    eq(s.hist(run)[2], {"role": "user", "content": "ünï \"q\" \u0000 \n end"})
    eq(s.hist(run)[3]["content"], more)
    for body in ("{", {}, {"message": 5}, [1], '{"message": "\\ud800"}'):
        eq(st("POST", f"/workers/{A}", body, "ok"), 422, body)
    for who in ("", "bad", "own"):
        eq(st("POST", f"/workers/{A}", {"message": "x"}, who), 401)
    eq(st("POST", f"/workers/{NOBODY}", {"message": "x"}, "ok"), 404)
    eq(st("POST", "/workers/no-uuid", {"message": "x"}, "ok"), 422)
    eq(st("POST", f"/workers/{P}", {"message": "x"}, "ok"), 403)
    eq(st("POST", f"/workers/{FX['paidAgentId']}", {"message": "x"}, "ok"), 402)
    eq(st("PUT", f"/workers/{A}/{run}", {"message": "x"}, "otk"), 404)
    nd, lines = s.post(FX["toolCallMessage"]["message"], nd=True)
    kinds = [json.loads(x)["type"] for x in lines.splitlines()]
    assert "TOOL_CALL" in kinds and "TOOL_RESULT" in kinds
    eq(st("PUT", f"/workers/ndjson/{A}/{nd}", {"message": "and now?"}, "ok"), 200)
    eq(len(ok("GET", f"/me/agent-runs/{nd}/mcp-server-logs")), 1)
    for message in (FX["backgroundMessage"], FX["backgroundErrorMessage"]):
        r, _ = s.post(message)
        assert s.job(r)
        eq(s.put(r, "x")[0], 409)
        eq(ok("GET", f"/me/agent-runs/{r}")["status"], "JOB_RUNNING")
        assert wait_idle(s, r)
        eq(s.put(r, "")[0], 200)
    # runs
    for who in ("", "ok"):
        eq(st("GET", "/me/agent-runs", who=who), 401)
    eq(ok("GET", f"/me/agent-runs/{run}")["messageCount"], 4)
    eq(st("GET", f"/me/agent-runs/{run}", who="oth"), 404)
    eq(len(ok("GET", f"/me/agent-runs/{run}/logs")), 2)
    for q in ("limit=0", "limit=x", "next_cursor=never"):
        eq(st("GET", f"/me/agent-runs?{q}"), 422)
    eq(st("GET", "/me/agent-runs?next_cursor=2026-01-01T00:00:00Z"), 200)
    # agents
    eq(st("POST", "/me/agents", {"name": "x"}), 400)
    eq(st("POST", "/me/agents", {"chatPrompt": 5}), 422)
    eq(st("POST", "/me/agents", {"chatPrompt": "x", "visibility": "PRIVATE"}, "sbx"), 400)
    eq(st("POST", "/me/agents", {"chatPrompt": "nul \u0000"}), 422)
    a = s.agent(description="d", price="19.9", visibility="private", tags=["t"])
    eq((a["price"], a["visibility"], a["isPaid"], a["tags"]), ("19.90", "PRIVATE", True, ["t"]))
    i = a["agentId"]
    b = ok("POST", "/me/agents", {"agentId": i, "chatPrompt": "New."})
    eq((b["chatPrompt"], b["description"], b["agentId"]), ("New.", "d", i))
    eq(st("POST", "/me/agents", {"agentId": NOBODY, "chatPrompt": "x"}), 404)
    eq(st("POST", "/me/agents", {"agentId": i, "chatPrompt": "x"}, "oth"), 403)
    eq(ok("GET", f"/me/agents/{i}"), b)
    eq([st("GET", f"/me/{f}/{i}", who=w) for f in ("agents", "chats") for w in ("", "oth", "own")], [403, 403, 200] * 2)
    assert i in [x["agentId"] for x in ok("GET", "/me/agents")] and i in [x["agentId"] for x in ok("GET", "/me/chats")]
    assert ok("POST", f"/me/agents/{i}/upsell-description")["upsellDescription"]
    slug = ok("POST", "/me/agents/vanity/slug", {"name": "Clover Worker"}, "")["slug"]
    assert ok("GET", f"/me/agents/vanity/slug?slug={slug}")["available"]
    eq(ok("GET", "/me/agents/vanity/slug?slug=CLOVER-worker")["available"], False)
    eq(st("GET", "/me/agents/vanity/slug"), 422)
    assert ok("GET", f"/me/agents/{i}/vibe?service_name=bolt")["prompt"]
    eq(st("GET", f"/me/agents/{i}/vibe?service_name=other"), 422)
    eq(len(ok("GET", "/me/vibe/services", who="")["items"]), 3)
    t = f"/me/agents/{i}/customizations/theme"
    eq(ok("GET", t), None)
    for c in ("#1a2b3c", "#FFFFFF"):
        eq(ok("PUT", t, {"themeColor": c})["themeColor"], c)
        eq(ok("GET", t)["themeColor"], c)
    eq([st("PUT", t, {"themeColor": c}) for c in ("red", "#12", "#1a2b3c\n", "#12345g")], [400] * 4)
    eq(st("GET", t, who="oth"), 403)
    f = s.file(i)
    fp = f"/me/agents/{i}/files/{f['fileId']}"
    eq(ok("GET", fp), f)
    eq(ok("PATCH", fp, {"content": "né"})["size"], 3)
    eq(s.file(i)["position"], 1)
    eq(st("GET", fp, who="oth"), 403)
    eq(s.file(i, 400, name=" ")["status_code"], 400)
    eq(st("PUT", f"/me/agents/{i}/files/positions", {"positions": [{"fileId": NOBODY, "position": 0}]}), 404)
    eq(s("DELETE", fp)[:2], (204, ""))
    eq(st("GET", fp), 404)
    for _ in range(FX["filesPerAgent"] - 1):
        s.file(i)
    s.file(i, 400)
    got = ok("GET", f"/me/agents/{i}/files")
    eq((got["total"], [x["position"] for x in got["items"]]), (10, sorted(x["position"] for x in got["items"])))
    # chats
    c = ok("POST", "/me/chats", {"chatPrompt": "p", "visibility": "PUBLIC", "description": "dd"})["agentId"]
    eq(ok("PUT", f"/me/chats/{c}", {"chatPrompt": "q", "visibility": "PUBLIC"})["description"], None)
    eq(ok("PATCH", f"/me/chats/{c}", {"description": "e"})["chatPrompt"], "q")
    eq([st("PATCH", f"/me/chats/{x}", {"name": "z"}, w) for x, w in ((c, "oth"), (NOBODY, "own"))], [403, 404])
    assert ok("GET", f"/me/chats/{c}/og", who="")["title"] and ok("GET", f"/me/chats/{i}/og", who="")["title"] != a["name"]
    for body in (None, {}, "null", {"name": "copy"}):
        k = ok("POST", f"/me/chats/{c}/clone", body, "oth")
        assert k["agentId"] != c and k["chatPrompt"] == "q"
    eq(st("POST", f"/me/chats/{i}/clone"), 403)
    eq(st("POST", f"/me/chats/{c}/clone", {"visibility": "PRIVATE"}, "sbx"), 400)
    eq(ok("POST", f"/me/chats/{c}/feedback", {"sentiment": "POSITIVE"}, "oth")["feedbackCount"], 1)
    r = ok("POST", f"/me/chats/{c}/runs", who="oth")["runId"]
    eq(ok("GET", f"/workers/{c}/{r}", who="otk"), [])
    eq(st("POST", f"/me/chats/{i}/runs", who="oth"), 403)
    ok("DELETE", f"/me/chats/{c}")
    eq([st("GET", f"/me/chats/{c}"), st("DELETE", f"/me/chats/{c}")], [404, 404])
    # studio
    one = s.studio(runId="run-one-x", title="t", visibility="PRIVATE", state={"a": 1})
    eq(s.studio(runId="run-one-x", title="other"), one)
    eq(st("POST", "/me/agent-studio-chats", {"runId": "run-one-x"}, "oth"), 409)
    eq(st("POST", "/me/agent-studio-chats", {"visibility": "PRIVATE"}, "sbx"), 400)
    u = "/me/agent-studio-chats/run-one-x"
    eq([st("GET", u, who=w) for w in ("", "oth", "own")], [403, 403, 200])
    eq(st("POST", f"{u}/clone"), 400)
    eq(ok("PATCH", u, {"visibility": "PUBLIC"})["state"], {"a": 1})
    eq(ok("POST", f"{u}/clone", who="oth", want=201)["state"], {"a": 1})
    eq(ok("PUT", u, {"title": "n", "visibility": "PUBLIC"})["state"], {})
    eq([st(m, u, {}, "oth") for m in ("PUT", "PATCH", "DELETE")], [403] * 3)
    assert "run-one-x" in [x["runId"] for x in ok("GET", "/me/agent-studio-chats")]
    ok("DELETE", u)
    eq([st("GET", u), st("DELETE", u)], [404, 404])
    # subscriptions, money
    p = FX["paidAgentId"]
    eq([st("POST", f"/me/agents/{x}/subscribe", {}) for x in (FX["ownPaidAgentId"], FX["unpaidAgentId"], NOBODY, P, p, p)],
       [400, 400, 404, 404, 200, 402])
    eq(ok("GET", f"/me/subscriptions/{p}")["status"], "ACTIVE")
    eq(st("GET", f"/me/subscriptions/{P}"), 404)
    eq([st("POST", f"/me/agents/{x}/unsubscribe") for x in (p, p, NOBODY, FX["unsubscribeAgentId"])], [200, 400, 404, 200])
    assert len(ok("GET", "/me/subscriptions")["items"]) == 3
    before = ok("GET", "/me/monetization/summary")
    eq(st("POST", f"/me/agents/{FX['ownPaidAgentId']}/subscribe", {}, "oth"), 200)
    after = ok("GET", "/me/monetization/summary")
    eq(round(float(after["totalEarnings"]) - float(before["totalEarnings"]), 2), 12.5)
    for n in (1, 7, 365):
        e, d = (ok("GET", f"/me/monetization/{k}?period={n}") for k in ("earnings", "subscribers"))
        eq((len(e["items"]), len(d["items"])), (n, n))
        eq(f"{sum(float(x['earnings']) for x in e['items']):.2f}", e["totalEarnings"])
        eq(d["items"][-1]["subscribers"], d["totalSubscribers"])
    eq([st("GET", f"/me/monetization/{k}?period={n}") for k in ("summary", "earnings", "subscribers") for n in (0, 366)], [422] * 6)
    assert ok("GET", "/me/billing")["plan"] == "PRO"
    n = ok("GET", "/me/credits")["balance"]
    eq(ok("POST", "/me/credits/use")["balance"], n - 1)
    eq([st("GET", "/me/credits", who="sbx"), st("POST", "/me/credits/use", who="sbx")], [404, 404])
    w = FX["webhook"]
    eq([st("POST", "/me/payments/webhook", w["body"], "", h) for h in
        ({w["signatureHeader"]: w["validSignature"]}, {w["signatureHeader"]: "sha256=0"}, None)], [200, 400, 400])
    eq(ok("GET", "/me/credits")["balance"], n + 24)
    eq(ok("POST", "/me/payments/sessions", {"amount": "25.5"})["amount"], "25.50")
    # keys
    k = ok("POST", "/me/api-keys", {"name": "walk"})
    eq(ok("GET", f"/me/api-keys/{k['apiKeyId']}"), k)
    assert "key" not in json.dumps(ok("GET", "/me/api-keys")[0]).replace("apiKeyId", "").replace("Default key", "")
    eq(s("GET", f"/workers/{A}/{run}", None, "", {"Authorization": f"Bearer {k['key']}"})[0], 200)
    eq(st("GET", f"/me/api-keys/{k['apiKeyId']}", who="oth"), 404)
    assert "key" not in ok("DELETE", f"/me/api-keys/{k['apiKeyId']}")
    eq(s("GET", f"/workers/{A}/{run}", None, "", {"Authorization": f"Bearer {k['key']}"})[0], 401)
    eq(st("DELETE", f"/me/api-keys/{k['apiKeyId']}"), 404)
    eq([st("GET", f"/me/api-keys/{x}") for x in (2**70, "x", -1)], [404, 422, 404])
    assert ok("GET", "/me/api-keys/default")["isDefault"] and ok("GET", "/me/api-keys/default", who="sbx")["isDefault"]
    # bundles
    b = ok("POST", "/me/bundles")
    u = f"/me/bundles/{b['bundleId']}"
    eq(ok("POST", f"{u}/tools", {"toolId": "add_numbers"})["toolId"], "add_numbers")
    eq(ok("PUT", u, {"name": "B", "description": "d"})["tools"][0]["toolId"], "add_numbers")
    eq([t["toolId"] for t in ok("PUT", u, {"name": "B", "tools": ["reverse_text"]})["tools"]], ["reverse_text"])
    eq(ok("GET", u)["description"], None)
    eq([st("PUT", "/me/bundles/999999", {"name": "x"}), st("PUT", u, {}), st("GET", u, who="oth")], [409, 422, 404])
    eq([st("POST", "/me/bundles/999999/tools", {"toolId": "add_numbers"}), st("DELETE", f"{u}/tools/none")], [404, 404])
    eq(len(ok("GET", f"{u}/tools")), 1)
    eq(ok("DELETE", f"{u}/tools/reverse_text")["toolId"], "reverse_text")
    assert b["bundleId"] in [x["bundleId"] for x in ok("GET", "/me/bundles")]
    ok("DELETE", u)
    eq([st("GET", u), st("DELETE", u)], [404, 404])
    # CLI
    c = ok("POST", "/me/cli-auth", who="")["cliAuthId"]
    u = f"/me/cli-auth/{c}"
    eq(ok("GET", u, who=""), None)
    eq(st("PUT", u, {"jwt": CR["jwt"]}), 200)
    eq(st("PUT", u, {"jwt": CR["otherJwt"]}, "oth"), 403)
    eq([ok("GET", u, who=""), ok("GET", u, who="")], [CR["jwt"], None])
    eq([st("GET", f"/me/cli-auth/{NOBODY}", who=""), st("PUT", f"/me/cli-auth/{NOBODY}", {"jwt": "x"}),
        st("GET", "/me/cli-auth/x", who=""), st("PUT", u, {"jwt": CR["jwt"]}, "")], [404, 404, 422, 401])
    # schedules
    eq([st("POST", "/me/schedules", x) for x in ({"cron": "* * * * *"}, {"chatId": "x", "cron": "* * * * *"},
        {"chatId": P, "cron": "* * * * *"}, {"chatId": A, "cron": "61 * * * *"}, {"chatId": A})], [403, 403, 403, 422, 422])
    x = ok("POST", "/me/schedules", {"chatId": A, "cron": FX["cron"], "name": "n"})
    u = f"/me/schedules/{x['scheduleId']}"
    eq(ok("GET", u), x)
    y = ok("PUT", u, {"cron": "*/5 * * * *"})
    eq((y["cron"], y["name"]), ("*/5 * * * *", "n"))
    eq(ok("GET", "/me/schedules")["items"], [y])
    eq([st("GET", u, who="oth"), st("PUT", u, {"chatId": P})], [404, 403])
    assert ok("GET", "/me/schedules/onboarding")["hasSchedules"]
    eq(ok("GET", "/me/schedules/text-to-cron?cron=every%20monday%20at%209am")["cron"], "0 9 * * 1")
    eq([st("GET", f"/me/schedules/text-to-cron{q}") for q in ("?cron=nonsense", "?cron=1%202", "")], [400, 400, 422])
    ok("DELETE", u)
    eq(st("GET", u), 404)
    # tools
    eq(len(ok("GET", "/me/tools/list")), len(ok("GET", "/me/tools", who="")))
    eq(st("GET", "/me/tools/none", who=""), 404)
    eq(ok("GET", "/me/tools/add_numbers", who="")["toolId"], "add_numbers")
    found = ok("GET", "/me/tools/search?q=push&toolkit=notifier&limit=4")
    assert len(found) == 4 and found == sorted(found, key=lambda t: -t["score"])
    eq([st("GET", f"/me/tools/search?{q}") for q in ("", "q=", "q=x&limit=0", "q=x&limit=201", "q=x&min_score=1.1",
        "q=x&limit=200&min_score=0")], [422] * 5 + [200])
    tool = FX["tool"]
    eq(s.tool(tool["name"], tool["input"])["celsius"], 11)
    eq([st("POST", f"/me/tools/run/{n}", b, w) for n, b, w in ((tool["name"], tool["invalidInput"], "own"), ("none", {}, "own"),
        (tool["name"], tool["input"], ""), (tool["name"], tool["input"], "bad"), (tool["name"], [], "own"))],
       [400, 404, 401, 401, 422])
    log = ok("GET", "/me/executions?limit=1")["items"][0]
    eq((log["toolName"], log["input"]), (tool["name"], tool["input"]))
    eq(ok("GET", f"/me/executions/{log['logId']}"), log)
    eq([st("GET", f"/me/executions/{log['logId']}", who="oth"), st("GET", "/me/executions/999999")], [404, 404])
    assert FX["toolsetName"] in [x["toolsetName"] for x in ok("GET", "/me/toolsets/list")]
    eq(len(ok("GET", "/me/toolsets/text")["tools"]), 2)
    eq(st("GET", "/me/toolsets/none"), 404)
    eq([st("POST", "/me/user-tools", {"toolId": x}) for x in ("reverse_text", "reverse_text", "none")], [200, 409, 409])
    eq([x["toolId"] for x in ok("GET", "/me/user-tools")], ["reverse_text"])
    eq(st("GET", "/me/user-tools/reverse_text"), 200)
    eq([st("DELETE", "/me/user-tools/reverse_text"), st("DELETE", "/me/user-tools/reverse_text")], [200, 404])
    # user, VIP
    eq((ok("GET", "/me/")["tier"], ok("GET", "/me/", who="sbx")["tier"], st("GET", "/me/", who="")), ("PRO", "SANDBOX", 401))
    eq([st("POST", "/me/vip", {"code": x}) for x in (FX["vipCode"], FX["vipCode"], FX["ownVipCode"], "none")], [200, 400, 400, 400])
    eq(ok("GET", "/me/vip")["count"], 1)
    eq(st("POST", "/me/vip", {}), 422)
    # NOTIFIER
    n = s.n_
    c = n("CREATE_CHAT", email="x@y.example")
    eq(n("CREATE_CHAT", email="x@y.example")["iden"], c["iden"])
    eq(n("UPDATE_CHAT", iden=c["iden"], muted=True)["muted"], True)
    eq(n("UPDATE_CHAT", iden=c["iden"], muted=False)["muted"], False)
    assert c["iden"] in [x["iden"] for x in n("LIST_CHATS")["chats"]]
    n("UPDATE_CHAT", "oth", 400, iden=c["iden"], muted=True)
    n("DELETE_CHAT", iden=c["iden"])
    n("DELETE_CHAT", want=400, iden=c["iden"])
    d = n("CREATE_DEVICE", nickname="n", model="m", app_version=0, manufacturer="x")
    n("CREATE_DEVICE", want=400, nickname="n", model="m", app_version=-1, manufacturer="x")
    eq(n("UPDATE_DEVICE", iden=d["iden"], icon="phone")["nickname"], "n")
    made = [n("CREATE_PUSH", type="note", body=f"b{i}", device_iden=d["iden"])["iden"] for i in range(5)]
    n("CREATE_PUSH", want=400, type="file", file_name="x")
    n("CREATE_PUSH", want=400, type="song")
    got, cur = [], {}
    while True:
        page = n("LIST_PUSHES", limit=2, **cur)
        got += [x["iden"] for x in page["pushes"]]
        if "cursor" not in page:
            break
        cur = {"cursor": page["cursor"]}
    eq(got, made[::-1])
    eq(n("UPDATE_PUSH", iden=made[0], dismissed=True, items=[{"text": "a", "checked": True}])["dismissed"], True)
    n("DELETE_PUSH", iden=made[0])
    n("DELETE_ALL_PUSHES")
    time.sleep(0.5)
    eq(n("LIST_PUSHES", active=True)["pushes"], [])
    n("DELETE_DEVICE", device_iden=d["iden"])
    eq(n("LIST_DEVICES")["devices"], [])
    assert n("GET_USER")["email"] and n("UPLOAD_REQUEST", file_name="a", file_type="b/c")["upload_url"]
    n("GET_USER", "sbx", 400)


def load(s, threads=30, each=100):
    """30 connections at once, kept open, mixed requests; none may fail."""
    from selftest import A, CR
    bad, done = [], []

    def one(n):
        rnd = random.Random(n)
        conn = http.client.HTTPConnection("127.0.0.1", s.port, timeout=30)
        own = {"Authorization": f"Bearer {CR['jwt']}", "Content-Type": "application/json"}
        key = {**own, "Authorization": f"Bearer {CR['apiKey']}"}
        mix = [("GET", "/me/agents", None, own), ("GET", "/me/agent-runs", None, own), ("GET", "/me/credits", None, own),
               ("POST", f"/workers/{A}", '{"message":"load"}', key), ("POST", f"/workers/ndjson/{A}", '{"message":"load"}', key),
               ("POST", "/me/bundles", None, own), ("GET", "/me/tools", None, own), ("GET", "/me/", None, own),
               ("POST", "/me/tools/run/add_numbers", '{"a":1,"b":2}', own), ("POST", "/me/cli-auth", None, own),
               ("POST", "/me/tools/run/NOTIFIER_CREATE_PUSH", '{"type":"note","body":"x"}', own),
               ("PATCH", f"/me/chats/{A}", '{"description":"x"}', own), ("GET", "/me/schedules", None, own),
               ("POST", f"/me/chats/{A}/runs", None, own), ("POST", f"/me/chats/{A}/feedback", "{}", own),
               ("POST", "/me/api-keys", "{}", own), ("POST", f"/me/agents/{A}/upsell-description", None, own),
               ("POST", "/me/schedules", '{"chatId":"%s","cron":"0 9 * * 1"}' % A, own),
               ("PUT", f"/me/agents/{A}/customizations/theme", '{"themeColor":"#123456"}', own),
               ("POST", "/me/agent-studio-chats", '{"runId":"load"}', own), ("POST", f"/me/chats/{A}/clone", None, own)]
        for _ in range(each):
            method, path, body, head = rnd.choice(mix)
            try:
                conn.request(method, path, body, head)
                res = conn.getresponse()
                res.read()
                if res.status != 200:
                    bad.append((method, path, res.status))
            except (OSError, http.client.HTTPException) as e:
                bad.append((method, path, repr(e)))
                conn.close()
            done.append(1)
        conn.close()
    begin = time.time()
    pool = [threading.Thread(target=one, args=(n,)) for n in range(threads)]
    [t.start() for t in pool]
    [t.join() for t in pool]
    took = time.time() - begin
    assert not bad, bad[:5]
    return f"load: {len(done)} requests from {threads} connections, none failed, {len(done) / took:.0f} a second"
