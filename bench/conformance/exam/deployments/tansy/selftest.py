"""Walks through all 93 operations without a fault. python selftest.py [PORT]"""
import sys, time, uuid, json, re
from client import D

port = int(sys.argv[1]) if len(sys.argv) > 1 else 9501
d = D(port)
seen, bad, checks = set(), [], 0
spec = d.h.get(d.cfg["openapi"]).json()
TEMPLATES = [(m.upper(), p, re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", p) + "$")) for p, v in spec["paths"].items() for m in v]


def hook(response):
    path = response.request.url.path
    fits = [(m, p) for m, p, rx in TEMPLATES if m == response.request.method and rx.match(path)]
    fits.sort(key=lambda x: x[1].count("{"))
    if fits:
        seen.add(fits[0])
        declared = spec["paths"][fits[0][1]][fits[0][0].lower()]["responses"]
        if str(response.status_code) not in declared:
            bad.append(("undeclared status", fits[0], response.status_code))


d.h.event_hooks["response"] = [hook]


def ck(r, status, test=None):
    global checks
    checks += 1
    line = sys._getframe(1).f_lineno
    if r.status_code != status:
        bad.append((line, r.request.method, r.request.url.path, r.status_code, r.text[:200]))
    elif test is not None and not test(r.json()):
        bad.append((line, r.request.method, r.request.url.path, "wrong body", r.text[:300]))
    return r


def is_(x, what=""):
    global checks
    checks += 1
    if not x:
        bad.append((sys._getframe(1).f_lineno, what))


fx, A, nil = d.fx, d.fx["agentId"], str(uuid.uuid4())
me, w = d.me, d.w
try:
    # Workers API
    r = ck(w("POST", "/" + A, "Hallo Straße 🚢"), 200)
    is_(r.headers["content-type"].startswith("text/plain") and "🚢" in r.text)
    run = r.headers["x-service-run-id"]
    r = ck(w("PUT", f"/{A}/{run}", "again"), 200); is_(r.headers["x-service-run-id"] == run)
    r = ck(w("PUT", f"/ndjson/{A}/{run}", fx["toolCallMessage"]["message"]), 200)
    lines = [json.loads(l) for l in r.text.splitlines()]
    is_(r.headers["content-type"].startswith("application/x-ndjson") and "WX-77" in r.text and lines[1]["toolName"] == "weather_lookup")
    r = ck(d.history(run), 200, lambda b: [m["role"] for m in b] == ["user", "assistant"] * 3 and b[0]["content"] == "Hallo Straße 🚢")
    is_("x-service-job-id" not in r.headers)
    r = ck(w("POST", "/" + A, fx["toolCallMessage"]["message"]), 200); is_("WX-77" not in r.text)
    r = ck(w("POST", "/ndjson/" + A, "hi"), 200); is_(r.headers["x-service-run-id"] != run)
    for msg in (fx["backgroundMessage"], fx["backgroundErrorMessage"]):
        r = ck(w("POST", "/" + A, msg), 200); bg = r.headers["x-service-run-id"]; is_("x-service-job-id" in r.headers)
        is_("x-service-job-id" in d.history(bg).headers)
        n = len(d.history(bg).json())
        ck(w("PUT", f"/{A}/{bg}", "x"), 409); ck(w("PUT", f"/ndjson/{A}/{bg}", "x"), 409)
        is_(len(d.history(bg).json()) == n)
        ck(w("POST", "/" + A, "other"), 200)
        end = time.time() + 8
        while "x-service-job-id" in d.history(bg).headers and time.time() < end:
            time.sleep(0.3)
        r = ck(w("PUT", f"/{A}/{bg}", ""), 200); is_(len(d.history(bg).json()) == n + 2)
    for who in (None, "nonsense", "own"):
        ck(w("POST", "/" + A, "x", who), 401); ck(w("GET", f"/{A}/{run}", who=who), 401)
    ck(w("GET", f"/{A}/{run}", who="otherkey"), 404); ck(w("PUT", f"/{A}/{nil}", "x"), 404); ck(w("POST", "/" + nil, "x"), 404)
    ck(w("POST", "/" + fx["privateAgentId"], "x"), 403); ck(w("POST", "/nix", "x"), 422); ck(w("GET", f"/{A}/nix"), 422)
    # runs
    ck(me("GET", "/agent-runs"), 200, lambda b: len(b["items"]) == 7 and b["nextCursor"] is None)
    b = ck(me("GET", "/agent-runs", params={"limit": 2}), 200).json()
    b2 = ck(me("GET", "/agent-runs", params={"limit": 5, "next_cursor": b["nextCursor"]}), 200).json()
    is_(len({x["runId"] for x in b["items"] + b2["items"]}) == 7 and b2["nextCursor"] is None)
    ck(me("GET", "/agent-runs/" + run), 200, lambda x: x["messageCount"] == 6)
    ck(me("GET", "/agent-runs/" + nil), 404); ck(me("GET", "/agent-runs/" + run, who="other"), 404); ck(me("GET", "/agent-runs/x"), 422)
    ck(me("GET", f"/agent-runs/{run}/mcp-server-logs"), 200, lambda x: len(x) == 1)
    ck(me("GET", f"/agent-runs/{run}/logs"), 200, lambda x: len(x) == 4)
    ck(me("GET", f"/agent-runs/{run}/logs", who="other"), 200, lambda x: x == [])
    # subscriptions
    ck(me("POST", f"/agents/{fx['paidAgentId']}/subscribe", {}), 200, lambda b: b["checkoutUrl"])
    ck(me("POST", f"/agents/{fx['unpaidAgentId']}/subscribe", {}), 400); ck(me("POST", f"/agents/{fx['ownPaidAgentId']}/subscribe", {}), 400)
    ck(me("POST", f"/agents/{fx['subscribedAgentId']}/subscribe", {}), 402); ck(me("POST", f"/agents/{nil}/subscribe", {}), 404)
    ck(me("GET", "/subscriptions"), 200, lambda b: b["total"] == 2); ck(me("GET", "/subscriptions/" + fx["subscribedAgentId"]), 200)
    ck(me("GET", "/subscriptions/" + nil), 404)
    ck(me("POST", f"/agents/{fx['unsubscribeAgentId']}/unsubscribe"), 200, lambda b: b["status"] == "canceled")
    ck(me("POST", f"/agents/{fx['unsubscribeAgentId']}/unsubscribe"), 400); ck(me("POST", f"/agents/{nil}/unsubscribe"), 404)
    ck(me("POST", f"/agents/{fx['paidAgentId']}/unsubscribe"), 400)
    # studio chats
    S = "/agent-studio-chats"
    rid = "run-" + uuid.uuid4().hex
    ck(me("POST", S, {"runId": rid, "title": "T", "visibility": "private"}), 200, lambda b: b["runId"] == rid)
    ck(me("POST", S, {"runId": rid, "title": "U"}), 200, lambda b: b["title"] == "T")
    ck(me("POST", S, {"runId": rid}, "other"), 409); ck(me("POST", S, {"visibility": "private"}, "sandbox"), 400)
    ck(me("GET", S), 200, lambda b: len(b) == 1)
    ck(me("GET", f"{S}/{rid}", who=None), 403); ck(me("GET", f"{S}/{rid}"), 200); ck(me("GET", f"{S}/nix"), 404)
    ck(me("POST", f"{S}/{rid}/clone"), 400)
    ck(me("PATCH", f"{S}/{rid}", {"visibility": "public"}), 200, lambda b: b["title"] == "T"); ck(me("GET", f"{S}/{rid}", who=None), 200)
    ck(me("PATCH", f"{S}/{rid}", {"title": "Z"}, "other"), 403); ck(me("PUT", f"{S}/{rid}", {"title": "Z"}, "other"), 403)
    ck(me("PUT", f"{S}/{rid}", {"title": "Q"}), 200, lambda b: b["title"] == "Q"); ck(me("PUT", f"{S}/nix", {}), 404)
    ck(me("POST", f"{S}/{rid}/clone", who="sandbox"), 201, lambda b: b["runId"] != rid and b["title"] == "Q")
    srid = me("GET", S, who="sandbox").json()[0]["runId"]
    for m in ("PUT", "PATCH"):
        ck(me(m, f"{S}/{srid}", {"visibility": "private"}, "sandbox"), 400)
    ck(me("DELETE", f"{S}/{rid}", who="other"), 403); ck(me("DELETE", f"{S}/{rid}"), 200); ck(me("DELETE", f"{S}/{rid}"), 404)
    ck(me("GET", f"{S}/{rid}"), 404); ck(me("POST", f"{S}/{rid}/clone"), 404); ck(me("GET", S), 200, lambda b: b == [])
    # agents
    ck(me("GET", "/agents"), 200, lambda b: len(b) == 2)
    long = "å" * 20000
    a = ck(me("POST", "/agents", {"chatPrompt": long, "visibility": "private", "name": "N"}), 200, lambda b: b["chatPrompt"] == long).json()["agentId"]
    ck(me("POST", "/agents", {"chatPrompt": "P2", "agentId": a}), 200, lambda b: b["agentId"] == a and b["visibility"] == "private" and b["name"] == "N")
    ck(me("POST", "/agents", {"chatPrompt": "P2", "agentId": a}, "other"), 403); ck(me("POST", "/agents", {"chatPrompt": "P2", "agentId": nil}), 404)
    ck(me("POST", "/agents", {}), 400); ck(me("POST", "/agents", {"chatPrompt": " "}), 400); ck(me("POST", "/agents", {"chatPrompt": 5}), 422)
    ck(me("POST", "/agents", {"chatPrompt": "x", "visibility": "private"}, "sandbox"), 400); ck(me("POST", "/agents", {"chatPrompt": "x", "visibility": "odd"}), 422)
    ck(me("GET", "/agents/" + a), 200); ck(me("GET", "/agents/" + a, who=None), 403); ck(me("GET", "/agents/" + nil, who=None), 404); ck(me("GET", "/agents/" + A, who=None), 200)
    ck(me("POST", f"/agents/{a}/upsell-description"), 200, lambda b: b["upsellDescription"]); ck(me("POST", f"/agents/{nil}/upsell-description"), 404)
    slug = ck(me("POST", "/agents/vanity/slug", {"name": "My Agent!"}, None), 200).json()["slug"]
    ck(me("GET", "/agents/vanity/slug", params={"slug": slug}), 200, lambda b: b["available"]); ck(me("GET", "/agents/vanity/slug"), 422)
    ck(me("PATCH", f"/chats/{a}", {"vanitySlug": slug}), 200); ck(me("GET", "/agents/vanity/slug", params={"slug": slug}, who="other"), 200, lambda b: not b["available"])
    names = [s["serviceName"] for s in ck(me("GET", "/vibe/services", who=None), 200).json()["services"]]
    for n in names:
        ck(me("GET", f"/agents/{a}/vibe", params={"service_name": n}), 200)
    ck(me("GET", f"/agents/{a}/vibe", params={"service_name": "x"}), 422, lambda b: b["detail"]); ck(me("GET", f"/agents/{a}/vibe"), 422)
    T = f"/agents/{a}/customizations/theme"
    ck(me("GET", T), 200, lambda b: b is None); ck(me("PUT", T, {"themeColor": "#336699"}), 200); ck(me("GET", T), 200, lambda b: b["themeColor"] == "#336699")
    ck(me("PUT", T, {"themeColor": "blue"}), 400); ck(me("PUT", T, {"themeColor": "#3366990"}), 400); ck(me("PUT", T, {"themeColor": "#000000"}, "other"), 403)
    ck(me("GET", T, who="other"), 403); ck(me("GET", f"/agents/{nil}/customizations/theme"), 404); ck(me("GET", "/agents/x/customizations/theme"), 422); ck(me("PUT", T, {}), 422)
    F = f"/agents/{a}/files"
    ids = [ck(me("POST", F, {"fileName": f"{i}.txt", "content": "ü"}), 201, lambda b: b["position"] == i and b["size"] == 2).json()["fileId"] for i in range(10)]
    ck(me("POST", F, {"fileName": "x", "content": ""}), 400); ck(me("GET", F), 200, lambda b: [f["fileId"] for f in b["files"]] == ids)
    ck(me("GET", F, who="other"), 403); ck(me("POST", F, {"fileName": "x", "content": ""}, "other"), 403)
    ck(me("PUT", F + "/positions", {"positions": [{"fileId": x, "position": 9 - i} for i, x in enumerate(ids)]}), 200, lambda b: [f["fileId"] for f in b["files"]] == ids[::-1])
    ck(me("PUT", F + "/positions", {"positions": [{"fileId": ids[0], "position": 0}, {"fileId": nil, "position": 1}]}), 404)
    ck(me("GET", F + "/" + ids[0]), 200, lambda b: b["position"] == 9); ck(me("PATCH", F + "/" + ids[0], {"content": "abc"}), 200, lambda b: b["size"] == 3 and b["fileName"] == "0.txt")
    ck(me("PATCH", F + "/" + ids[0], {"content": "abc"}, "other"), 403); ck(me("DELETE", F + "/" + ids[0], who="other"), 403)
    r = ck(me("DELETE", F + "/" + ids[0]), 204); is_(r.content == b""); ck(me("DELETE", F + "/" + ids[0]), 404); ck(me("GET", F + "/" + ids[0]), 404)
    # chats
    ck(me("GET", "/chats"), 200, lambda b: len(b) == 3); ck(me("POST", "/chats", {"chatPrompt": "c"}), 200); ck(me("POST", "/chats", {}), 400)
    ck(me("GET", "/chats/" + a), 200, lambda b: len(b["files"]) == 9 and b["theme"]); ck(me("GET", "/chats/" + a, who="other"), 403); ck(me("GET", "/chats/" + nil, who=None), 404)
    ck(me("PUT", "/chats/" + a, {"chatPrompt": "new"}), 200, lambda b: b["chatPrompt"] == "new"); ck(me("PUT", "/chats/" + a, {"chatPrompt": "new"}, "other"), 403); ck(me("PUT", "/chats/" + nil, {"chatPrompt": "n"}), 404)
    ck(me("PATCH", "/chats/" + a, {"description": "D"}), 200, lambda b: b["chatPrompt"] == "new"); ck(me("PATCH", "/chats/" + a, {}, "other"), 403); ck(me("PATCH", "/chats/" + nil, {}), 404)
    sa = d.agent("sandbox")
    for m in ("PUT", "PATCH"):
        ck(me(m, "/chats/" + sa, {"chatPrompt": "n", "visibility": "private"}, "sandbox"), 400)
    ck(me("GET", f"/chats/{A}/og", who=None), 200); ck(me("GET", "/chats/x/og", who=None), 422)
    ck(me("POST", f"/chats/{a}/clone"), 403); ck(me("POST", f"/chats/{nil}/clone"), 404)
    ck(me("POST", f"/chats/{fx['unpaidAgentId']}/clone"), 200, lambda b: b["name"] == "Gull Spotter"); ck(me("POST", f"/chats/{A}/clone", {"name": "C"}, "sandbox"), 200, lambda b: b["name"] == "C")
    r = ck(d.req("POST", d.cfg["baseUrl"] + f"/me/chats/{A}/clone", content=b"null", headers={"content-type": "application/json"}), 200)
    ck(me("POST", f"/chats/{A}/feedback", {"rating": 5}), 200, lambda b: b["feedbackCount"] == 1); ck(me("POST", f"/chats/{nil}/feedback", {"rating": 5}), 404)
    l = ck(me("POST", f"/chats/{a}/runs"), 200).json(); ck(me("GET", f"/agent-runs/{l['runId']}/logs"), 200, lambda b: b == [l])
    ck(me("POST", f"/chats/{a}/runs", who="other"), 403); ck(me("POST", f"/chats/{nil}/runs"), 404)
    ck(me("DELETE", "/chats/" + a, who="other"), 403); ck(me("DELETE", "/chats/" + a), 200, lambda b: b["agentId"] == a); ck(me("DELETE", "/chats/" + a), 404); ck(me("GET", "/agents/" + a), 404)
    # keys, billing
    ck(me("GET", "/api-keys"), 200, lambda b: len(b) == 1 and "key" not in b[0])
    k = ck(me("POST", "/api-keys", {"name": "K"}), 200, lambda b: b["key"] and not b["isDefault"]).json(); kid = k["apiKeyId"]
    ck(w("POST", "/" + A, "x", k["key"]), 200); ck(me("GET", "/api-keys/default"), 200, lambda b: b["key"] == d.tok["key"])
    ck(me("GET", f"/api-keys/{kid}"), 200, lambda b: b["key"] == k["key"]); ck(me("GET", f"/api-keys/{kid}", who="other"), 404); ck(me("GET", "/api-keys/x"), 422)
    ck(me("DELETE", f"/api-keys/{kid}"), 200, lambda b: "key" not in b); ck(me("DELETE", f"/api-keys/{kid}"), 404); ck(w("POST", "/" + A, "x", k["key"]), 401)
    ck(me("GET", "/billing"), 200); ck(me("GET", "/credits"), 200, lambda b: b["balance"] == 1000); ck(me("POST", "/credits/use"), 200, lambda b: b["balance"] == 999); ck(me("GET", "/credits"), 200, lambda b: b["balance"] == 999)
    h = fx["webhook"]
    hk = lambda body, **hd: d.req("POST", d.cfg["baseUrl"] + "/me/payments/webhook", None, content=body, headers={"content-type": "application/json", **hd})
    ck(hk(h["body"], **{h["signatureHeader"]: h["validSignature"]}), 200); ck(hk(h["body"]), 400); ck(hk(h["body"] + " ", **{h["signatureHeader"]: h["validSignature"]}), 400)
    ck(me("POST", "/payments/sessions", {"credits": 5}), 200); ck(me("POST", "/payments/sessions", {}), 422)
    for p in (None, 1, 7, 365):
        q = {"params": {"period": p}} if p else {}
        s, u, e = (ck(me("GET", "/monetization/" + n, **q), 200).json() for n in ("summary", "subscribers", "earnings"))
        is_(len(u["daily"]) == len(e["daily"]) == (p or 28) and s["totalSubscribers"] == u["daily"][-1]["subscribers"] and abs(s["totalEarnings"] - sum(x["earnings"] for x in e["daily"])) < .01)
    for p in (0, 366, "x"):
        for n in ("summary", "subscribers", "earnings"):
            ck(me("GET", "/monetization/" + n, params={"period": p}), 422)
    # bundles
    b = ck(me("POST", "/bundles"), 200).json()["bundleId"]; B = f"/bundles/{b}"
    ck(me("POST", B + "/tools", {"toolId": "slugify"}), 200); ck(me("POST", B + "/tools", {"toolId": "slugify"}), 200); ck(me("GET", B + "/tools"), 200, lambda x: len(x) == 1)
    ck(me("GET", B), 200, lambda x: len(x["tools"]) == 1); ck(me("GET", B, who="other"), 404); ck(me("GET", "/bundles"), 200, lambda x: x[0]["toolCount"] == 1)
    ck(me("PUT", B, {"name": "Nn"}), 200, lambda x: x["name"] == "Nn" and len(x["tools"]) == 1); ck(me("PUT", "/bundles/99999", {"name": "Nn"}), 409); ck(me("PUT", B, {}), 422)
    ck(me("POST", "/bundles/99999/tools", {"toolId": "slugify"}), 404); ck(me("GET", "/bundles/99999/tools"), 200, lambda x: x == [])
    ck(me("DELETE", B + "/tools/slugify"), 200); ck(me("DELETE", B + "/tools/slugify"), 404); ck(me("DELETE", B, who="other"), 404); ck(me("DELETE", B), 200); ck(me("DELETE", B), 404)
    # CLI
    c = ck(me("POST", "/cli-auth", who=None), 200).json()["cliAuthId"]
    ck(me("GET", "/cli-auth/" + c, who=None), 200, lambda x: x is None); ck(me("PUT", "/cli-auth/" + c, {"userJwt": d.tok["own"]}), 200); ck(me("PUT", "/cli-auth/" + c, {"userJwt": d.tok["other"]}, "other"), 403)
    ck(me("GET", "/cli-auth/" + c, who=None), 200, lambda x: x == d.tok["own"]); ck(me("GET", "/cli-auth/" + c, who=None), 200, lambda x: x is None)
    ck(me("GET", "/cli-auth/" + nil, who=None), 404); ck(me("PUT", "/cli-auth/" + nil, {"userJwt": "x"}), 404); ck(me("PUT", "/cli-auth/" + c, {"userJwt": "x"}, None), 401)
    # schedules
    sc = ck(me("POST", "/schedules", {"chatId": A, "cron": fx["cron"]}), 200).json()["scheduleId"]; X = "/schedules/" + sc
    for chat in ({}, {"chatId": nil}, {"chatId": "x"}, {"chatId": fx["unpaidAgentId"]}):
        ck(me("POST", "/schedules", {"cron": fx["cron"], **chat}), 403)
    ck(me("POST", "/schedules", {"chatId": A, "cron": "99 * * * *"}), 400); ck(me("GET", "/schedules"), 200, lambda x: x["total"] == 1); ck(me("GET", "/schedules", who="other"), 200, lambda x: x["total"] == 0)
    ck(me("GET", "/schedules/onboarding"), 200, lambda x: x["hasSchedules"]); ck(me("GET", "/schedules/text-to-cron", params={"cron": "every day at 9am"}), 200, lambda x: x["cron"] == "0 9 * * *")
    ck(me("GET", "/schedules/text-to-cron", params={"cron": fx["cron"]}), 200); ck(me("GET", "/schedules/text-to-cron", params={"cron": "nonsense"}), 400); ck(me("GET", "/schedules/text-to-cron"), 422)
    ck(me("GET", X), 200); ck(me("GET", X, who="other"), 404); ck(me("GET", "/schedules/" + nil), 404); ck(me("GET", "/schedules/x"), 422)
    ck(me("PUT", X, {"cron": "5 5 * * *"}), 200); ck(me("GET", X), 200, lambda x: x["cron"] == "5 5 * * *" and x["chatId"] == A); ck(me("DELETE", X), 200); ck(me("GET", X), 404)
    # tools
    ck(me("GET", "/tools/list"), 200, lambda x: len(x) == 20 and all("inputSchema" in t for t in x)); ck(me("GET", "/tools", who=None), 200, lambda x: len(x) == 20)
    ck(me("GET", "/tools/search", params={"q": "weather_lookup"}), 200, lambda x: x[0]["name"] == "weather_lookup"); ck(me("GET", "/tools/search", params={"q": "push", "limit": 2}), 200, lambda x: len(x) == 2)
    ck(me("GET", "/tools/search", params={"q": "a", "toolkit": "text", "min_score": 0}), 200, lambda x: len(x) == 2)
    for q in ({}, {"q": ""}, {"q": "a", "limit": 0}, {"q": "a", "limit": 201}, {"q": "a", "min_score": 1.1}, {"q": "a", "min_score": -0.1}):
        ck(me("GET", "/tools/search", params=q), 422)
    ck(me("GET", "/tools/slugify", who=None), 200); ck(me("GET", "/tools/nix", who=None), 404)
    t = fx["tool"]
    ck(d.tool(t["name"], t["input"]), 200); ck(d.tool(t["name"], t["invalidInput"]), 400); ck(d.tool("nix"), 404); ck(d.tool(t["name"], t["input"], None), 401); ck(d.tool(t["name"], t["input"], "bad"), 401); ck(me("POST", "/tools/run/slugify", [1]), 422)
    ck(me("GET", "/executions"), 200, lambda x: len(x["items"]) == 1); lid = me("GET", "/executions").json()["items"][0]["logId"]
    ck(me("GET", f"/executions/{lid}"), 200, lambda x: x["input"] == t["input"]); ck(me("GET", f"/executions/{lid}", who="other"), 404); ck(me("GET", "/executions/x"), 422)
    ck(me("GET", "/toolsets/list"), 200); ck(me("GET", "/toolsets/notifier"), 200, lambda x: len(x["tools"]) == 15); ck(me("GET", "/toolsets/nix"), 404)
    U = "/user-tools"; it = fx["installableToolId"]
    ck(me("POST", U, {"toolId": it}), 200); ck(me("POST", U, {"toolId": it}), 409); ck(me("POST", U, {"toolId": "nix"}), 409); ck(me("GET", U), 200, lambda x: len(x) == 1); ck(me("GET", f"{U}/{it}"), 200)
    ck(me("DELETE", f"{U}/{it}"), 200); ck(me("DELETE", f"{U}/{it}"), 404); ck(me("GET", f"{U}/{it}"), 404)
    # NOTIFIER
    n = d.note
    is_(n("GET_USER")["email"]); c = n("CREATE_CHAT", {"email": "p@q.example"}); is_(n("UPDATE_CHAT", {"iden": c["iden"], "muted": True})["muted"]); is_(len(n("LIST_CHATS")["chats"]) == 1)
    n("DELETE_CHAT", {"iden": c["iden"]}); is_(n("LIST_CHATS")["chats"] == []); ck(d.tool("NOTIFIER_DELETE_CHAT", {"iden": c["iden"]}), 400)
    v = n("CREATE_DEVICE", {"model": "M", "nickname": "N", "app_version": 0, "manufacturer": "F"}); is_(n("UPDATE_DEVICE", {"iden": v["iden"], "nickname": "O"})["model"] == "M"); is_(len(n("LIST_DEVICES")["devices"]) == 1)
    p = n("CREATE_PUSH", {"type": "note", "body": "b", "guid": "g", "device_iden": v["iden"]}); is_(n("CREATE_PUSH", {"type": "note", "body": "b", "guid": "g"})["iden"] == p["iden"])
    is_(n("UPDATE_PUSH", {"iden": p["iden"], "items": [{"text": "a", "checked": False}], "dismissed": True})["dismissed"]); is_(len(n("LIST_PUSHES", {"modified_after": p["modified"]})["pushes"]) == 1)
    for bad_in in ({"type": "link"}, {"type": "x"}, {"type": "file", "file_url": "u", "file_name": "n"}, {"type": "note", "device_iden": "nix"}, {}, {"type": "note", "nix": 1}):
        ck(d.tool("NOTIFIER_CREATE_PUSH", bad_in), 400)
    for bad_in in ({"limit": 501}, {"limit": 0}, {"limit": "5"}, {"active": "true"}, {"cursor": "%%"}):
        ck(d.tool("NOTIFIER_LIST_PUSHES", bad_in), 400)
    n("DELETE_DEVICE", {"device_iden": v["iden"]}); n("DELETE_PUSH", {"iden": p["iden"]}); is_(n("LIST_PUSHES", {"active": True})["pushes"] == [])
    for i in range(5): n("CREATE_PUSH", {"type": "note", "title": str(i)})
    p1 = n("LIST_PUSHES", {"limit": 3, "active": True}); p2 = n("LIST_PUSHES", {"limit": 3, "active": True, "cursor": p1["cursor"]}); is_([x["title"] for x in p1["pushes"] + p2["pushes"]] == list("43210") and p2["cursor"] is None)
    n("DELETE_ALL_PUSHES"); time.sleep(.6); is_(n("LIST_PUSHES", {"active": True})["pushes"] == []); is_(n("UPLOAD_REQUEST", {"file_name": "a", "file_type": "image/png"})["upload_url"])
    # user, VIP
    ck(me("GET", "/"), 200, lambda x: x["tier"] == "pro"); ck(me("GET", "/", who="sandbox"), 200, lambda x: x["tier"] == "sandbox")
    ck(me("POST", "/vip", {"code": fx["vipCode"]}), 200); ck(me("POST", "/vip", {"code": fx["vipCode"]}), 400); ck(me("POST", "/vip", {"code": fx["ownVipCode"]}), 400); ck(me("POST", "/vip", {"code": "nix"}), 400)
    ck(me("POST", "/vip", {"code": fx["vipCode"]}, "sandbox"), 200); ck(me("GET", "/vip"), 200, lambda x: x["redemptionCount"] == 1)
    # no credentials anywhere that declares them
    for m, p, _ in TEMPLATES:
        if "security" in spec["paths"][p][m.lower()] and p.startswith("/me"):
            r = d.h.request(m, d.cfg["baseUrl"] + re.sub(r"\{[^}]*\}", "1", p).replace("/1/files", f"/{nil}/files"), json={"code": "x", "cron": "x", "name": "x", "toolId": "x", "userJwt": "x", "themeColor": "x", "credits": 1, "rating": 1, "fileName": "x", "content": "x", "positions": [{"fileId": nil, "position": 1}]} if m in ("POST", "PUT", "PATCH") else None, params={"q": "x", "slug": "x", "cron": "x"})
            is_(r.status_code == 401, (m, p, r.status_code))
    # values that can't be written back
    for raw in (b'{"city": "\\ud800"}', b'{"city": NaN}', b'{"city"'):
        r = d.req("POST", d.cfg["baseUrl"] + "/me/tools/run/weather_lookup", content=raw, headers={"content-type": "application/json"}); is_(r.status_code in (400, 422), r.status_code)
    r = d.req("POST", d.cfg["baseUrl"] + "/me/agents", content=b'{"chatPrompt": "\\ud800"}', headers={"content-type": "application/json"}); is_(r.status_code == 422, r.status_code)
    missing = [(m, p) for m, p, _ in TEMPLATES if (m, p) not in seen and not (m == "GET" and p == "/me/cli-auth/{auth_id}") ]
finally:
    d.stop()
print("operations seen", len(seen), "of", len(TEMPLATES), "missing", missing)
print("checks", checks, "failed", len(bad))
for b in bad:
    print(b)
sys.exit(bool(bad or missing))
