#!/usr/bin/env python3
"""Walks the whole interface, puts load on it, and then shows every fault. Standard library only."""
from selftest_faults import *


def eq(a, b):
    assert a == b, "%r is not %r" % (a, b)


def workers(s):
    r, a = s.start("Good morning")
    assert a.h("x-service-job-id") is None and a.h("Content-Type").startswith("text/plain")
    eq([m["role"] for m in s.read(r).json], ["user", "assistant"])
    eq(s.contents(r), ["Good morning", a.text])
    b = s.put(r, "And then? žluťoučký")
    eq(b.h("X-Service-Run-ID"), r)
    assert "turn 2" in b.text
    eq(len(s.contents(r)), 4)
    r2, n = s.start("Good morning", ndjson=True)
    ls = [json.loads(x) for x in n.text.splitlines()]
    eq("".join(x["text"] for x in ls if x["type"] == "text"), s.contents(r2)[1])
    eq(s.put(r2, "x", ndjson=True).h("X-Service-Run-ID"), r2)
    _, t = s.start(FIX["toolCallMessage"]["message"])
    assert FIX["toolCallMessage"]["output"] not in t.text and "tide_table" not in t.text
    for bad in (None, "nonsense", OWN):
        for m, p in (("POST", AGENT), ("PUT", AGENT + "/" + r), ("GET", AGENT + "/" + r),
                     ("POST", "ndjson/" + AGENT), ("PUT", "ndjson/%s/%s" % (AGENT, r))):
            s.call(m, "/workers/" + p, bad, None if m == "GET" else {"message": "x"}, want=401)
    s.call("POST", "/workers/" + Z, KEY, {"message": "x"}, want=404)
    s.call("POST", "/workers/" + AGENT, KEY, {"message": 7}, want=422)
    s.call("POST", "/workers/" + AGENT, KEY, {}, want=422)
    s.call("POST", "/workers/" + FIX["privateAgentId"], KEY, {"message": "x"}, want=403)
    s.call("POST", "/workers/" + FIX["paidAgentId"], KEY, {"message": "x"}, want=403)
    s.call("POST", "/workers/" + FIX["subscribedAgentId"], KEY, {"message": "x"}, want=200)
    s.read(Z, want=404)
    s.put(Z, "x", want=404)
    s.put(r, "x", OKEY, want=404)
    for m in (FIX["backgroundMessage"], FIX["backgroundErrorMessage"]):
        r, a = s.start(m)
        j = a.h("x-service-job-id")
        assert j and s.read(r).h("x-service-job-id") == j
        s.put(r, "x", want=409)
        n = len(s.contents(r))
        assert s.idle(r)
        eq(len(s.contents(r)), n)
        assert "The job ended with" in s.put(r, "", ndjson=False).text
    r, _ = s.start("hello")
    s.put(r, FIX["backgroundMessage"])
    assert s.read(r).h("x-service-job-id")


def runs(s):
    r, _ = s.start(FIX["toolCallMessage"]["message"])
    v = s.get("/me/agent-runs/" + r)
    eq((v["run-id"], v["agent-id"], v["message-count"]), (r, AGENT, 2))
    eq(s.get("/me/agent-runs?limit=1")["items"][0]["run-id"], r)
    eq(len(s.get("/me/agent-runs/%s/mcp-server-logs" % r)), 1)
    assert [x["event"] for x in s.get("/me/agent-runs/%s/logs" % r)][0] == "run-started"
    s.get("/me/agent-runs/" + r, OTHER, 404)
    s.get("/me/agent-runs/" + Z, want=404)
    s.get("/me/agent-runs/nope", want=422)
    eq(s.get("/me/agent-runs/%s/logs" % Z), [])
    for bad in ("limit=0", "limit=x", "next_cursor=yesterday"):
        s.get("/me/agent-runs?" + bad, want=422)
        s.get("/me/executions?" + bad, want=422)
    s.get("/me/agent-runs?next_cursor=null")
    s.get("/me/agent-runs?next_cursor=2099-01-01T00:00:00%2B02:00")
    i = s.send("POST", "/me/tools/run/word_count", {"text": "a b"})["log-id"]
    eq(s.get("/me/executions")["items"][0]["log-id"], i)
    eq(s.get("/me/executions/%d" % i)["output"], {"words": 2, "characters": 3})
    s.get("/me/executions/%d" % i, OTHER, 404)
    s.get("/me/executions/999999", want=404)
    s.get("/me/executions/abc", want=422)
    log = s.send("POST", "/me/chats/%s/runs" % AGENT)
    s.get("/me/agent-runs/" + log["run-id"])
    s.send("POST", "/me/chats/%s/runs" % FIX["privateAgentId"], want=403)
    s.send("POST", "/me/chats/%s/runs" % Z, want=404)


def subscriptions(s):
    p = "/me/agents/%s/" % FIX["paidAgentId"]
    before = s.get("/me/monetization/summary", OTHER)
    s.get("/me/subscriptions/" + FIX["paidAgentId"], want=404)
    s.send("POST", p + "unsubscribe", want=400)
    assert s.send("POST", p + "subscribe", {})["checkout-session-id"]
    s.send("POST", p + "subscribe", {}, want=402)
    after = s.get("/me/monetization/summary", OTHER)
    eq(after["total-subscribers"], before["total-subscribers"] + 1)
    assert after["total-earnings"] > before["total-earnings"]
    eq(s.get("/me/subscriptions/" + FIX["paidAgentId"])["status"], "active")
    eq(s.send("POST", p + "unsubscribe")["status"], "cancelled")
    s.send("POST", p + "unsubscribe", want=400)
    for a, w in ((FIX["unpaidAgentId"], 400), (FIX["ownPaidAgentId"], 400), (Z, 404)):
        s.send("POST", "/me/agents/%s/subscribe" % a, {}, want=w)
    s.send("POST", "/me/agents/%s/unsubscribe" % Z, want=404)
    assert {FIX["subscribedAgentId"], FIX["unsubscribeAgentId"]} <= {x["agent-id"] for x in s.get("/me/subscriptions")["items"]}
    s.send("POST", "/me/agents/%s/unsubscribe" % FIX["unsubscribeAgentId"])


def studio(s):
    b = "/me/agent-studio-chats"
    c = s.send("POST", b, {"title": "t", "metadata": {"a/b": 1}})
    p = b + "/" + c["run-id"]
    eq(c["visibility"], "private")
    eq(s.get(p), c)
    for t in (None, OTHER):
        s.get(p, t, 403)
    s.send("PUT", p, {}, OTHER, 403)
    s.send("PATCH", p, {}, OTHER, 403)
    s.send("DELETE", p, None, OTHER, 403)
    s.send("POST", p + "/clone", want=400)
    eq(s.send("PATCH", p, {"visibility": "public"})["title"], "t")
    s.get(p, None)
    k = s.call("POST", p + "/clone", OTHER, want=201).json
    assert k["run-id"] != c["run-id"] and k["title"] == "t"
    s.send("POST", b, {"run-id": c["run-id"]}, OTHER, 409)
    eq(s.send("PUT", p, {"visibility": "public"})["metadata"], {})
    assert c["run-id"] in [x["run-id"] for x in s.get(b)]
    s.send("DELETE", p)
    for m in ("GET", "DELETE"):
        s.send(m, p, want=404)
    s.send("PUT", p, {}, want=404)
    s.send("PATCH", p, {}, want=404)
    s.send("POST", p + "/clone", want=404)
    s.send("POST", b, {"visibility": "private"}, SAND, 400)
    k = s.send("POST", b, {}, SAND)
    eq(k["visibility"], "public")
    s.send("PUT", b + "/" + k["run-id"], {"visibility": "private"}, SAND, 400)
    s.send("PATCH", b + "/" + k["run-id"], {"visibility": "private"}, SAND, 400)
    s.send("POST", b, {"visibility": "secret"}, want=422)


def agents(s):
    a = s.agent(name="Ö", vanity_slug="oe-1", tags=["b", "a"], metadata={"k k": {"x": 1.5}}, price=3.10)
    i = a["agent-id"]
    eq(s.get("/me/agents/" + i), a)
    eq(s.get("/me/chats/" + i), a)
    eq((a["paid"], a["price"], a["chat-id"]), (True, 3.1, i))
    assert a in s.get("/me/agents") and a in s.get("/me/chats") and a not in s.get("/me/agents", OTHER)
    s.get("/me/agents/" + i, None, 403)
    s.get("/me/agents/" + Z, want=404)
    s.get("/me/agents/" + FIX["unpaidAgentId"], None)
    s.get("/me/chats/" + FIX["privateAgentId"], want=403)
    for p in ("/me/agents", "/me/chats"):
        s.send("POST", p, {"name": "x"}, want=400)
        s.send("POST", p, {"chat-prompt": "x", "visibility": "private"}, SAND, 400)
        s.send("POST", p, {"chat-prompt": 7}, want=422)
    s.call("POST", "/me/agents", OWN, raw=b"{nope", want=422)
    u = s.send("POST", "/me/agents", {"agent-id": i, "chat-prompt": "new"})
    eq((u["chat-prompt"], u["name"], u["agent-id"]), ("new", "Ö", i))
    s.send("POST", "/me/agents", {"agent-id": i}, want=400)
    s.send("POST", "/me/agents", {"agent-id": Z, "chat-prompt": "x"}, want=404)
    s.send("POST", "/me/agents", {"agent-id": FIX["unpaidAgentId"], "chat-prompt": "x"}, want=403)
    d = s.send("POST", "/me/agents/%s/upsell-description" % i)["upsell-description"]
    eq(s.get("/me/agents/" + i)["upsell-description"], d)
    s.send("POST", "/me/agents/%s/upsell-description" % Z, want=404)
    g = s.send("POST", "/me/agents/vanity/slug", {"title": "Oe 1"}, None)
    eq(g["slug"], "oe-1-2")
    eq(s.get("/me/agents/vanity/slug?slug=oe-1")["available"], False)
    eq(s.get("/me/agents/vanity/slug?slug=oe-3")["available"], True)
    s.get("/me/agents/vanity/slug", want=422)
    s.get("/me/agents/vanity/slug?slug=a", None, 401)
    for v in s.get("/me/vibe/services", None)["items"]:
        assert s.get("/me/agents/%s/vibe?service_name=%s" % (i, v["name"]))["prompt"]
    s.get("/me/agents/%s/vibe?service_name=word" % i, want=422)
    s.get("/me/agents/%s/vibe" % i, want=422)
    t = "/me/agents/%s/customizations/theme"
    assert s.get(t % i) is None
    eq(s.send("PUT", t % i, {"theme-color": "#Aa3"})["theme-color"], "#Aa3")
    eq(s.get(t % i)["theme-color"], "#Aa3")
    for bad in ("red", "#12", "#1234567", ""):
        s.send("PUT", t % i, {"theme-color": bad}, want=400)
    s.get(t % i, OTHER, 403)
    s.get(t % Z, want=404)
    s.send("PUT", t % i, {"theme-color": "#fff"}, OTHER, 403)
    s.send("PUT", t % Z, {"theme-color": "#fff"}, want=404)
    s.get(t % "x", want=422)
    f = "/me/agents/%s/files" % i
    x, y, z = [s.file(i, n, content=n * 2) for n in "xyz"]
    eq([k["position"] for k in (x, y, z)], [0, 1, 2])
    s.send("PUT", f + "/positions", {"positions": [{"file-id": k["file-id"], "position": n} for n, k in enumerate((z, x, y))]})
    eq([k["name"] for k in s.get(f)["items"]], ["z", "x", "y"])
    s.send("PUT", f + "/positions", {"positions": [{"file-id": Z, "position": 0}]}, want=404)
    eq(s.get(f + "/" + x["file-id"])["content"], "xx")
    eq(s.send("PATCH", f + "/" + x["file-id"], {"name": "w"})["content"], "xx")
    eq(s.call("DELETE", f + "/" + x["file-id"], OWN, want=204).raw, b"")
    s.get(f + "/" + x["file-id"], want=404)
    s.send("POST", f, {"name": " "}, want=400)
    for m in ("GET", "DELETE"):
        s.send(m, f + "/" + y["file-id"], None, OTHER, 403)
        s.send(m, f + "/" + Z, want=404)
    s.send("PATCH", f + "/" + y["file-id"], {}, OTHER, 403)
    s.get(f, OTHER, 403)
    s.get("/me/agents/%s/files" % Z, want=404)
    s.send("POST", "/me/agents/%s/files" % Z, {"name": "x"}, want=404)
    many = s.agent()["agent-id"]
    eq(sorted(at_once(14, lambda n: s.call("POST", "/me/agents/%s/files" % many, OWN, {"name": "n"}).status)), [201] * 10 + [400] * 4)


def chats(s):
    a = s.send("POST", "/me/chats", {"chat-prompt": "p", "name": "N", "visibility": "public", "vanity-slug": "c-1"})
    p = "/me/chats/" + a["chat-id"]
    u = s.send("PUT", p, {"chat-prompt": "q", "visibility": "public"})
    assert u["chat-prompt"] == "q" and "vanity-slug" not in u and u["name"] == "Untitled agent"
    eq(s.send("PATCH", p, {"name": "M"})["chat-prompt"], "q")
    s.send("PUT", p, {}, want=400)
    for m in ("PUT", "PATCH"):
        s.send(m, p, {"chat-prompt": "z"}, OTHER, 403)
        s.send(m, "/me/chats/" + Z, {"chat-prompt": "z"}, want=404)
    s.send("DELETE", p, None, OTHER, 403)
    b = s.agent(SAND)
    eq(b["visibility"], "public")
    for m in ("PUT", "PATCH"):
        s.send(m, "/me/chats/" + b["chat-id"], {"chat-prompt": "z", "visibility": "private"}, SAND, 400)
    c = s.send("POST", p + "/clone", None, OTHER)
    eq((c["name"], c["chat-prompt"]), ("M", "q"))
    assert c["agent-id"] != a["agent-id"]
    eq(s.send("POST", p + "/clone", {"name": "K"}, OTHER)["name"], "K")
    s.call("POST", p + "/clone", OTHER, raw=b"null", headers={"Content-Type": "application/json"}, want=200)
    s.send("POST", "/me/chats/%s/clone" % FIX["privateAgentId"], want=403)
    s.send("POST", "/me/chats/%s/clone" % Z, want=404)
    eq(s.send("POST", p + "/feedback", {"rating": "up"}, OTHER)["feedback"], {"up": 1, "down": 0})
    s.send("POST", "/me/chats/%s/feedback" % Z, {"rating": "up"}, want=404)
    assert s.get(p + "/og", None)["title"] == "M"
    s.get("/me/chats/x/og", want=422)
    eq(s.send("DELETE", p)["agent-id"], a["agent-id"])
    s.get(p, want=404)
    s.send("DELETE", p, want=404)
    assert a["agent-id"] not in [x["agent-id"] for x in s.get("/me/chats")]


def account(s):
    k = s.send("POST", "/me/api-keys", {"name": "n"})
    assert isinstance(k["api-key-id"], int) and s.get("/me/api-keys/%d" % k["api-key-id"]) == k
    assert all("key" not in x for x in s.get("/me/api-keys"))
    eq(s.get("/me/api-keys/default")["key"], KEY)
    s.start("hello", k["key"])
    s.send("DELETE", "/me/api-keys/%d" % k["api-key-id"])
    s.send("DELETE", "/me/api-keys/%d" % k["api-key-id"], want=404)
    s.get("/me/api-keys/999999", want=404)
    s.get("/me/api-keys/abc", want=422)
    b = s.get("/me/credits")
    eq(s.send("POST", "/me/credits/use"), {"balance": b["balance"] - 1, "used": b["used"] + 1})
    s.get("/me/billing")
    w = FIX["webhook"]
    hook = lambda sig, body=w["body"]: s.call("POST", "/me/payments/webhook", raw=body.encode(),
                                              headers={w["signatureHeader"]: sig} if sig else {}).status
    eq([hook(w["validSignature"]), hook(None), hook("sha256=00"), hook(w["validSignature"], w["body"] + " ")], [200, 400, 400, 400])
    s.send("POST", "/me/payments/sessions", {"plan": "pro"})
    s.send("POST", "/me/payments/sessions", {"plan": 1}, want=422)
    for p in ("summary", "subscribers", "earnings"):
        eq(s.get("/me/monetization/" + p)["period"], 28)
        for n in (1, 365):
            r = s.get("/me/monetization/%s?period=%d" % (p, n))
            eq(len(r.get("items", range(n))), n)
        for n in ("0", "366", "x", "1.5"):
            s.get("/me/monetization/%s?period=%s" % (p, n), want=422)
    eq(s.get("/me/monetization/subscribers")["items"][-1]["subscribers"], s.get("/me/monetization/summary")["total-subscribers"])
    eq(s.get("/me/")["tier"], "pro")
    eq(s.get("/me/", SAND)["tier"], "sandbox")
    n = s.get("/me/vip")["count"]
    s.send("POST", "/me/vip", {"code": FIX["vipCode"]})
    eq(s.get("/me/vip")["count"], n + 1)
    for c in (FIX["vipCode"], FIX["ownVipCode"], "NOPE", ""):
        s.send("POST", "/me/vip", {"code": c}, want=400)
    s.send("POST", "/me/vip", {}, want=422)
    c = s.send("POST", "/me/cli-auth", token=None)["cli-auth-id"]
    assert s.get("/me/cli-auth/" + c, None) is None
    s.send("PUT", "/me/cli-auth/" + c, {"jwt": OWN})
    eq([s.get("/me/cli-auth/" + c, None) for _ in range(2)], [OWN, None])
    s.get("/me/cli-auth/" + Z, None, 404)
    s.send("PUT", "/me/cli-auth/" + Z, {"jwt": OWN}, want=404)
    s.send("PUT", "/me/cli-auth/" + c, {"jwt": OWN}, None, 401)


def tools(s):
    b = s.send("POST", "/me/bundles")
    p = "/me/bundles/%d" % b["bundle-id"]
    s.send("POST", p + "/tools", {"tool-id": "slugify"})
    s.send("POST", p + "/tools", {"tool-id": "tide_table"})
    eq([t["tool-id"] for t in s.get(p)["tools"]], ["slugify", "tide_table"])
    eq(s.send("PUT", p, {"name": "Bee"})["name"], "Bee")
    assert b["bundle-id"] in [x["bundle-id"] for x in s.get("/me/bundles")]
    s.send("DELETE", p + "/tools/slugify")
    s.send("DELETE", p + "/tools/slugify", want=404)
    eq(len(s.get(p + "/tools")), 1)
    s.get(p, OTHER, 404)
    s.send("PUT", p, {"name": "x"}, OTHER, 409)
    s.send("POST", p + "/tools", {"tool-id": "slugify"}, OTHER, 404)
    s.send("DELETE", p, None, OTHER, 404)
    s.send("DELETE", p)
    s.get(p, want=404)
    s.get("/me/bundles/x", want=422)
    ls, pub = s.get("/me/tools/list"), s.get("/me/tools", None)
    assert len(ls) == len(pub) == 27 and all(t["inputSchema"]["type"] == "object" for t in ls)
    eq(len([t for t in ls if t["name"].startswith("NOTIFIER_")]), 15)
    eq(s.get("/me/tools/slugify", None)["tool-id"], "slugify")
    s.get("/me/tools/nope", None, 404)
    eq(s.get("/me/tools/search?q=tide")[0]["name"], "tide_table")
    eq(len(s.get("/me/tools/search?q=e")), 20)
    eq(len(s.get("/me/tools/search?q=e&limit=3")), 3)
    assert all(t["_meta"]["score"] >= 0.7 for t in s.get("/me/tools/search?q=push&min_score=0.7"))
    for bad in ("", "q=", "q=a&limit=0", "q=a&limit=201", "q=a&min_score=1.1", "q=a&min_score=-0.1", "q=a&min_score=x"):
        s.get("/me/tools/search?" + bad, want=422)
    t = FIX["tool"]
    s.tool(t["name"], t["input"])
    s.tool(t["name"], t["invalidInput"], want=400)
    s.tool(t["name"], {}, want=400)
    s.tool("nope", {}, want=404)
    s.call("POST", "/me/tools/run/" + t["name"], OWN, [], want=422)
    for bad in (None, "x.y.z", KEY):
        s.call("POST", "/me/tools/run/" + t["name"], bad, t["input"], want=401)
    s.tool("NOTIFIER_GET_USER", {}, want=400, query="?service_id=elsewhere")
    s.tool("NOTIFIER_GET_USER", {}, query="?service_id=default&service_id_namespace=global")
    assert FIX["toolsetName"] in [x["toolset-name"] for x in s.get("/me/toolsets/list")]
    assert s.get("/me/toolsets/" + FIX["toolsetName"])["tools"][0]["inputSchema"]
    s.get("/me/toolsets/nope", want=404)
    i = FIX["installableToolId"]
    s.get("/me/user-tools/" + i, want=404)
    s.send("POST", "/me/user-tools", {"tool-id": i})
    s.send("POST", "/me/user-tools", {"tool-id": i}, want=409)
    eq([x["tool-id"] for x in s.get("/me/user-tools")], [i])
    s.get("/me/user-tools/" + i)
    s.send("DELETE", "/me/user-tools/" + i)
    s.send("DELETE", "/me/user-tools/" + i, want=404)


def schedules(s):
    b = "/me/schedules"
    for c in (None, "x", 7, Z, FIX["unpaidAgentId"]):
        s.send("POST", b, {"chat-id": c, "cron": "0 9 * * 1"}, want=403)
    s.send("POST", b, {"cron": "0 9 * * 1"}, want=403)
    s.send("POST", b, {"chat-id": AGENT, "cron": "61 * * * *"}, want=422)
    c = s.send("POST", b, {"chat-id": AGENT, "cron": FIX["cron"], "message": "hi"})
    p = b + "/" + c["schedule-id"]
    eq(s.get(p), c)
    eq(s.send("PUT", p, {"cron": "*/5 * * * *"})["message"], "hi")
    eq(s.get(p)["cron"], "*/5 * * * *")
    assert c["schedule-id"] in [x["schedule-id"] for x in s.get(b)["items"]]
    for m, body in (("GET", None), ("PUT", {}), ("DELETE", None)):
        s.send(m, p, body, OTHER, 404)
        s.send(m, b + "/nope", body, want=422)
    s.send("DELETE", p)
    s.get(p, want=404)
    s.get(b + "/onboarding")
    conv = lambda t: s.get(b + "/text-to-cron?cron=" + q(t))["cron"]
    for t, w in (("every monday at 9:30", "30 9 * * 1"), ("every day at 12 pm", "0 12 * * *"), ("every 5 minutes", "*/5 * * * *"),
                 ("0 9 * * 1", "0 9 * * 1"), ("weekdays at 8am", "0 8 * * 1-5"), ("hourly", "0 * * * *")):
        eq(conv(t), w)
    for t in ("", "sometimes", "60 * * * *", "* * *", "every day at 25", "5-1 * * * *", "*/0 * * * *"):
        s.get(b + "/text-to-cron?cron=" + q(t), want=400)
    s.get(b + "/text-to-cron", want=422)


def notifier(s):
    T = s.tool
    c = T("NOTIFIER_CREATE_CHAT", {"email": "bea@example.org"})["iden"]
    T("NOTIFIER_CREATE_CHAT", {"email": 7}, want=400)
    assert c in [x["iden"] for x in T("NOTIFIER_LIST_CHATS", {"limit": 500})["chats"]]
    T("NOTIFIER_LIST_CHATS", {"limit": 501}, want=400)
    T("NOTIFIER_UPDATE_CHAT", {"iden": c}, want=400)
    T("NOTIFIER_UPDATE_CHAT", {"iden": c, "muted": True})
    T("NOTIFIER_DELETE_CHAT", {"iden": c})
    T("NOTIFIER_DELETE_CHAT", {"iden": c}, want=400)
    dev = {"model": "M", "nickname": "N", "app_version": 3, "manufacturer": "Q", "has_sms": False}
    d = T("NOTIFIER_CREATE_DEVICE", dev)
    eq({k: d[k] for k in dev}, dev)
    for k in ("model", "nickname", "app_version", "manufacturer"):
        T("NOTIFIER_CREATE_DEVICE", {x: dev[x] for x in dev if x != k}, want=400)
    T("NOTIFIER_CREATE_DEVICE", dict(dev, app_version=-1), want=400)
    T("NOTIFIER_UPDATE_DEVICE", {"iden": d["iden"], "app_version": -1}, want=400)
    push = lambda **b: T("NOTIFIER_CREATE_PUSH", b)
    g = push(type="note", body="b", guid="g1", device_iden=d["iden"])
    eq(push(type="note", body="b", guid="g1")["iden"], g["iden"])
    for bad in ({"type": "link"}, {"type": "file", "file_url": "u", "file_name": "n"}, {"type": "list"}, {}):
        T("NOTIFIER_CREATE_PUSH", bad, want=400)
    push(type="link", url="http://x.example")
    f = push(type="file", file_url="u", file_name="n", file_type="text/plain")
    eq(f["file_type"], "text/plain")
    items = [{"text": "milk", "checked": False}]
    u = T("NOTIFIER_UPDATE_PUSH", {"iden": g["iden"], "items": items, "dismissed": True})
    eq((u["items"], u["dismissed"], u["body"]), (items, True, "b"))
    T("NOTIFIER_UPDATE_PUSH", {"iden": g["iden"], "items": [{"text": 1, "checked": True}]}, want=400)
    seen, cur = [], None
    while True:
        r = T("NOTIFIER_LIST_PUSHES", dict({"limit": 2}, **({"cursor": cur} if cur else {})))
        seen += [x["iden"] for x in r["pushes"]]
        cur = r.get("cursor")
        if not cur:
            break
    eq(seen, [x["iden"] for x in T("NOTIFIER_LIST_PUSHES", {})["pushes"]])
    eq(len(set(seen)), 3)
    T("NOTIFIER_LIST_PUSHES", {"limit": 501}, want=400)
    T("NOTIFIER_DELETE_DEVICE", {"device_iden": d["iden"]})
    eq(T("NOTIFIER_LIST_DEVICES", {})["devices"], [])
    assert T("NOTIFIER_UPLOAD_REQUEST", {"file_name": "a b.txt", "file_type": "text/plain"})["upload_url"]
    T("NOTIFIER_UPLOAD_REQUEST", {"file_name": "a"}, want=400)
    T("NOTIFIER_DELETE_ALL_PUSHES", {})
    time.sleep(0.8)
    eq(T("NOTIFIER_LIST_PUSHES", {"active": True})["pushes"], [])
    eq(T("NOTIFIER_LIST_PUSHES", {}, OTHER)["pushes"], [])


def load(s):
    import collections
    seen, t0, b0 = collections.Counter(), time.time(), s.get("/me/credits", OTHER)["balance"]

    def one(i):
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=30)

        def call(m, p, tok, body=None):
            c.request(m, p, json.dumps(body) if body is not None else None, {"Authorization": "Bearer " + tok})
            r = c.getresponse()
            d = r.read()
            seen[r.status] += 1
            assert r.status in (200, 201), (m, p, r.status, d)
            return r, d
        for n in range(17):
            r, _ = call("POST", "/workers/" + AGENT, KEY, {"message": "load %d" % n})
            run = r.getheader("X-Service-Run-ID")
            call("PUT", "/workers/%s/%s" % (AGENT, run), KEY, {"message": "more"})
            _, d = call("GET", "/workers/%s/%s" % (AGENT, run), KEY)
            assert len(json.loads(d)) == 4
            call("GET", "/me/agent-runs?limit=5", OWN)
            call("POST", "/me/tools/run/word_count", OWN, {"text": "a b c"})
            call("POST", "/me/agent-studio-chats", OTHER, {"title": "x"})
            call("GET", "/me/tools/search?q=push", OWN)
            if n < 5:
                call("POST", "/me/credits/use", OTHER)
        c.close()
    out = at_once(30, one)
    assert out == [None] * 30, [x for x in out if x][:3]
    eq(s.get("/me/credits", OTHER)["balance"], b0 - 150)
    n, dt = sum(seen.values()), time.time() - t0
    print("load: %d requests from 30 connections in %.1f s (%.0f/s), none failed" % (n, dt, n / dt))


def main():
    listed = json.load(open(os.path.join(HERE, "faults.json")))
    text = open(os.path.join(HERE, "interface.md")).read()
    eq(len(listed), 70)
    eq({f["id"] for f in listed}, set(F))
    for f in listed:
        assert f["words"] in text, f["id"]
    print("stated %d, implied %d" % tuple(sum(f["basis"] == b for f in listed) for b in ("stated", "implied")))
    with Server() as s:
        for part in (workers, runs, subscriptions, studio, agents, chats, account, tools, schedules, notifier, load):
            part(s)
            print("ok   " + part.__name__)
    bad = 0
    with Server() as s:
        for name, f in F.items():
            f(s)
        print("ok   all %d checks without a fault" % len(F))
    only = sys.argv[1:]
    for name, f in F.items():
        if only and name not in only:
            continue
        with Server(name) as s:
            try:
                f(s)
                bad += 1
                print("NOT SHOWN  " + name)
            except AssertionError as e:
                print("shown      %-36s %s" % (name, str(e).replace("\n", " ")[:90]), flush=True)
    print("all good" if not bad else "%d faults not shown" % bad)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
