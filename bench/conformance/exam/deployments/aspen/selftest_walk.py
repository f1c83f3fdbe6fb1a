# Read by selftest.py: all operations once, and the load.
def walk(s):
    T = lambda m, p, st, body=None, who="jwt": (lambda r: (yes(r.s == st, f"{m} {p}: {r.s} instead of {st}: {r.b[:200]}"), r)[1])(s.u(m, p, body, who))
    Z = str(uuid.uuid4())
    for st, who in ((401, "none"), (200, "apiKey")): eq(s.w("POST", A, "x", who).s, st)
    eq(s.w("POST", A, "x", CR["jwt"]).s, 401); eq(s.w("POST", Z, "x").s, 404); eq(s.w("POST", FX["privateAgentId"], "x").s, 403)
    eq(s.raw("POST", "/workers/" + A, {}, CR["apiKey"]).s, 422); eq(s.raw("POST", "/workers/" + A, "{", CR["apiKey"]).s, 422)
    k, r = s.run("Ask the oracle"); T("GET", f"agent-runs/{k}", 200); eq(len(T("GET", f"agent-runs/{k}/mcp-server-logs", 200).j), 1); yes(len(T("GET", f"agent-runs/{k}/logs", 200).j) >= 2)
    for p in (f"agent-runs/{k}/logs", f"agent-runs/{k}/mcp-server-logs"): eq(T("GET", p, 200, who="otherJwt").j, [])
    T("GET", f"agent-runs/{k}", 404, who="otherJwt"); T("GET", f"agent-runs/{Z}", 404); T("GET", "agent-runs/x", 422); T("GET", "agent-runs?limit=0", 422); T("GET", "agent-runs?next_cursor=x", 422); T("GET", "agent-runs?next_cursor=null", 200)
    T("GET", "agent-runs", 401, who="none")
    k2, _ = s.run(FX["backgroundMessage"]); eq(T("GET", f"agent-runs/{k2}", 200).j["status"], "JobRunning")
    i = T("POST", "tools/run/add_numbers?service_id=s", 200, {"a": 1, "b": 2.5}).j; eq(i["structuredContent"], {"sum": 3.5})
    e = T("GET", f"executions/{i['logId']}", 200).j; eq((e["serviceId"], e["serviceIdNamespace"]), ("s", "global")); eq(T("GET", "executions", 200).j["elements"][0], e); T("GET", "executions/999999", 404); T("GET", "executions/x", 422)
    T("POST", "tools/run/add_numbers", 400, {"a": "x"}); T("POST", "tools/run/nope", 404, {}); T("POST", "tools/run/add_numbers", 400, "[]")
    P, U = FX["paidAgentId"], FX["unpaidAgentId"]
    T("POST", f"agents/{U}/subscribe", 400, {}); T("POST", f"agents/{Z}/subscribe", 404, {}); T("POST", f"agents/{P}/unsubscribe", 400); T("POST", f"agents/{Z}/unsubscribe", 404)
    yes(T("POST", f"agents/{P}/subscribe", 200, {}).j["checkoutUrl"]); T("GET", f"subscriptions/{P}", 200); eq(len(T("GET", "subscriptions", 200).j["elements"]), 3); T("POST", f"agents/{P}/unsubscribe", 200); T("GET", f"subscriptions/{P}", 404)
    C = "agent-studio-chats"; c = T("POST", C, 200, {"runId": "r-1", "title": "t"}).j; eq(T("POST", C, 200, {"runId": "r-1", "title": "u"}).j, c); T("POST", C, 409, {"runId": "r-1"}, "otherJwt"); T("POST", C, 400, {"visibility": "private"}, "sandboxJwt")
    T("POST", f"{C}/r-1/clone", 400); T("PUT", f"{C}/r-1", 403, {}, "otherJwt"); eq(T("PUT", f"{C}/r-1", 200, {"visibility": "public"}).j["title"], None); T("GET", f"{C}/r-1", 200, who="none"); T("PATCH", f"{C}/r-1", 422, {"x": 1}); T("DELETE", f"{C}/r-1", 403, who="otherJwt")
    T("POST", f"{C}/r-1/clone", 201, who="otherJwt"); T("DELETE", f"{C}/r-1", 200); T("PATCH", f"{C}/r-1", 404, {}); T("GET", C, 200)
    g = s.agent(name="Ag", vanitySlug="walk-slug", price=4.5); G = g["agentId"]; eq(g["price"], 4.5); eq(T("GET", "agents/walk-slug", 200).j, g); T("POST", "agents", 422, {"chatPrompt": "x", "vanitySlug": "walk-slug"}); eq(T("GET", "agents", 200).j[0], g); eq(T("GET", "chats", 200).j[0], g)
    T("GET", f"agents/{G}", 403, who="none"); T("GET", f"agents/{Z}", 404); T("POST", "agents", 403, {"agentId": U, "chatPrompt": "x"}); T("POST", "agents", 404, {"agentId": Z, "chatPrompt": "x"}); T("POST", "agents", 400, {"chatPrompt": "x", "visibility": "Private"}, "sandboxJwt"); T("POST", "agents", 422, "{")
    yes(T("POST", f"agents/{G}/upsell-description", 200).j["upsellDescription"]); T("POST", f"agents/{Z}/upsell-description", 404)
    eq(T("GET", "agents/vanity/slug?slug=walk-slug", 200).j["available"], False); eq(T("POST", "agents/vanity/slug", 200, {"name": "Walk Slug"}, "none").j["slug"], "walk-slug-2"); T("GET", "agents/vanity/slug", 422)
    eq(len(T("GET", "vibe/services", 200, who="none").j["elements"]), 3); T("GET", f"agents/{G}/vibe?service_name=bolt", 200); T("GET", f"agents/{G}/vibe?service_name=x", 422); T("GET", f"agents/{G}/vibe", 422)
    th = f"agents/{G}/customizations/theme"; eq(T("GET", th, 200).j, None); T("PUT", th, 200, {"themeColor": "#a0b1c2"}); T("PUT", th, 403, {"themeColor": "#a0b1c2"}, "otherJwt"); T("GET", th, 403, who="otherJwt"); T("GET", f"agents/{Z}/customizations/theme", 404); eq(T("GET", f"agents/{G}", 200).j["themeColor"], "#a0b1c2")
    f = s.file(G, content="c", position=3); F = f"agents/{G}/files/{f['fileId']}"; eq(T("GET", F, 200).j, f); eq(T("PATCH", F, 200, {"name": "q"}).j["content"], "c"); T("GET", F, 403, who="otherJwt"); T("GET", f"agents/{G}/files/{Z}", 404)
    eq(T("PUT", f"agents/{G}/files/positions", 200, {"positions": [{"fileId": f["fileId"], "position": 0}]}).j["elements"][0]["position"], 0); eq(T("DELETE", F, 204).b, b""); T("DELETE", F, 404); T("POST", f"agents/{G}/files", 400, {"name": ""})
    h = T("POST", "chats", 200, {"chatPrompt": "x", "visibility": "Public"}).j["agentId"]; T("POST", "chats", 400, {}); T("GET", f"chats/{h}", 200, who="none"); eq(T("PUT", f"chats/{h}", 200, {"chatPrompt": "y", "visibility": "Public"}).j["chatPrompt"], "y"); T("PUT", f"chats/{h}", 403, {"chatPrompt": "y"}, "otherJwt"); T("PUT", f"chats/{Z}", 404, {"chatPrompt": "y"})
    T("PATCH", f"chats/{h}", 200, {"comment": "c"}); T("GET", f"chats/{h}/og", 200, who="none"); T("POST", f"chats/{h}/clone", 200, who="sandboxJwt"); T("POST", f"chats/{h}/clone", 200, "null"); T("POST", f"chats/{h}/clone", 400, {"visibility": "Private"}, "sandboxJwt"); T("POST", f"chats/{Z}/clone", 404); T("POST", f"chats/{h}/feedback", 200, {"verdict": "Bad"}); T("POST", f"chats/{Z}/feedback", 404, {"verdict": "Bad"}); T("POST", f"chats/{FX['privateAgentId']}/runs", 403); T("POST", f"chats/{h}/runs", 200)
    T("DELETE", f"chats/{h}", 403, who="otherJwt"); T("DELETE", f"chats/{h}", 200); T("GET", f"chats/{h}", 404); T("DELETE", f"chats/{h}", 404)
    a = T("POST", "api-keys", 200, {"name": "n"}).j; yes(isinstance(a["apiKeyId"], int)); eq(T("GET", f"api-keys/{a['apiKeyId']}", 200).j, a); T("GET", f"api-keys/{a['apiKeyId']}", 404, who="otherJwt"); T("GET", "api-keys/x", 422); eq(T("GET", "api-keys/default", 200).j["key"], CR["apiKey"]); yes("key" not in T("DELETE", f"api-keys/{a['apiKeyId']}", 200).j); T("DELETE", f"api-keys/{a['apiKeyId']}", 404)
    T("GET", "billing", 200); T("GET", "credits", 200); [T("POST", "credits/use", 200, who="sandboxJwt") for _ in range(3)]; T("POST", "credits/use", 404, who="sandboxJwt"); T("POST", "payments/sessions", 200, {})
    eq(hook(s, **{"x-aspen-signature": "no"}).s, 400); eq(T("GET", "monetization/summary?period=28", 200).j["totalEarnings"], 29.97); eq(T("GET", "monetization/summary", 200).j["totalSubscribers"], 4); eq(len(T("GET", "monetization/subscribers?period=365", 200).j["elements"]), 365); T("GET", "monetization/earnings?period=0", 422)
    b = T("POST", "bundles", 200).j["bundleId"]; T("GET", f"bundles/{b}", 200); T("GET", f"bundles/{b}", 404, who="otherJwt"); T("PUT", f"bundles/{b}", 409, {"name": "x"}, "otherJwt"); T("POST", f"bundles/{b}/tools", 200, {"toolId": "add_numbers"}); T("POST", "bundles/99999/tools", 404, {"toolId": "add_numbers"}); T("DELETE", f"bundles/{b}/tools/x", 404); T("GET", "bundles", 200); T("DELETE", f"bundles/{b}/tools/add_numbers", 200); T("DELETE", f"bundles/{b}", 200); T("DELETE", f"bundles/{b}", 404); T("GET", f"bundles/{b}/tools", 200)
    T("GET", f"cli-auth/{Z}", 404, who="none"); T("PUT", f"cli-auth/{Z}", 404, {"jwt": "x"}); T("GET", "cli-auth/x", 422, who="none")
    q = T("POST", "schedules", 200, {"chatId": A, "cron": "0 9 * * 1"}).j; eq(q["nextRunAt"][10:], "T09:00:00Z"); T("GET", "schedules", 200); T("GET", f"schedules/{q['scheduleId']}", 200); T("GET", f"schedules/{q['scheduleId']}", 404, who="otherJwt"); T("PUT", f"schedules/{q['scheduleId']}", 200, {"cron": "5 * * * *"}); T("DELETE", f"schedules/{q['scheduleId']}", 200); T("GET", f"schedules/{q['scheduleId']}", 404); T("GET", "schedules/onboarding", 200); T("GET", "schedules/text-to-cron", 422); T("GET", "schedules/text-to-cron?cron=x", 400); T("POST", "schedules", 422, {"chatId": A, "cron": "x"})
    yes(all("inputSchema" in t for t in T("GET", "tools/list", 200).j)); T("GET", "tools", 200, who="none"); T("GET", "tools/add_numbers", 200, who="none"); T("GET", "tools/nope", 404, who="none"); T("GET", "tools/search", 422); T("GET", "tools/search?q=a&min_score=1.1", 422); T("GET", "tools/search?q=a&limit=201", 422); eq(T("GET", "tools/search?q=add_numbers&limit=1", 200).j[0]["name"], "add_numbers")
    T("GET", "toolsets/list", 200); T("GET", "toolsets/nope", 404); T("POST", "user-tools", 200, {"toolId": "prime_test"}); T("POST", "user-tools", 409, {"toolId": "prime_test"}); T("POST", "user-tools", 409, {"toolId": "nope"}); T("GET", "user-tools", 200); T("GET", "user-tools/prime_test", 200); T("DELETE", "user-tools/prime_test", 200); T("GET", "user-tools/prime_test", 404); T("DELETE", "user-tools/prime_test", 404)
    eq(T("GET", "/me/", 200, who="sandboxJwt").j["tier"], "Sandbox"); T("POST", "vip", 400, {"code": "no"}); T("POST", "vip", 422, {}); T("GET", "vip", 200)
    n = s.n
    c = n("CREATE_CHAT", email="a@b.c")["iden"]; eq(n("UPDATE_CHAT", iden=c, muted=True)["muted"], True); eq(len(n("LIST_CHATS")["chats"]), 1); n("DELETE_CHAT", iden=c); eq(n("LIST_CHATS")["chats"], []); n("CREATE_CHAT", st=400)
    d = n("CREATE_DEVICE", model="m", nickname="k", app_version=0, manufacturer="f")["iden"]; n("CREATE_DEVICE", st=400, model="m", nickname="k", app_version=-1, manufacturer="f"); n("CREATE_DEVICE", st=400, model="m", nickname="k", app_version=1.5, manufacturer="f"); p = note(s, device_iden=d); n("CREATE_PUSH", st=400, type="link"); n("CREATE_PUSH", st=400, type="file", file_url="u", file_name="n"); n("CREATE_PUSH", st=400, type="x"); n("CREATE_PUSH", type="link", url="u"); n("DELETE_DEVICE", device_iden=d); eq(n("LIST_DEVICES")["devices"], [])
    eq(n("UPDATE_PUSH", iden=p["iden"], dismissed=True, items=[{"text": "a", "checked": False}])["dismissed"], True); n("UPDATE_PUSH", st=400, iden=p["iden"], items=[{"text": 1}]); yes(n("UPLOAD_REQUEST", file_name="a", file_type="b")["upload_url"]); yes(n("GET_USER")["email"]); n("GET_USER", st=400, x=1)
    for k in sorted(set(CHECKS) - {f["id"] for f in json.load(open(os.path.join(HERE, "faults.json")))}):
        with Server() as s2: CHECKS[k](s2)

def load(s):
    g = s.agent()["agentId"]
    def one(k):
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=30); bad = []; auth = CR["jwt"]
        for i in range(120):
            m, p, b, a = random.choice([("POST", "/workers/" + A, {"message": "x"}, CR["apiKey"]), ("GET", "/me/agent-runs", None, auth), ("POST", "/me/tools/run/add_numbers", {"a": i, "b": k}, auth), ("POST", "/me/credits/use", None, auth), ("GET", "/me/executions?limit=5", None, auth),
              ("PATCH", "/me/chats/" + g, {"name": str(i)}, auth), ("POST", "/me/bundles", None, auth), ("GET", "/me/tools", None, None), ("POST", "/workers/ndjson/" + A, {"message": "ask the oracle"}, CR["apiKey"]), ("POST", "/me/tools/run/NOTIFIER_CREATE_PUSH", {"type": "note", "body": "b"}, auth)])
            r = s.raw(m, p, b, a, conn=c)
            if r.s != 200: bad.append((m, p, r.s))
        return bad
    t = time.time()
    with cf.ThreadPoolExecutor(30) as ex: bad = sum(ex.map(one, range(30)), [])
    eq(bad, []); print(f"load: 3600 requests from 30 connections, {3600 / (time.time() - t):.0f} a second, no errors", flush=True)
