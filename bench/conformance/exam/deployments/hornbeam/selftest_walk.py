"""A walk through all operations and documented rules, and a load."""
import http.client, json, threading, time, uuid
from urllib.parse import quote
NOWHERE = "00000000-0000-4000-8000-000000000000"
def walk(a):
    n = [0]; f = a.f; u = a.u; w = a.w
    def ok(r, st, what=""): n[0] += 1; assert r.status == st, ("expected %d" % st, r.status, r.text, what); return r
    def eq(x, y): n[0] += 1; assert x == y, (x, y)
    # Workers
    r = ok(w("POST", "/A", "hi 世界 🚢"), 200); run = r.run; uuid.UUID(run); eq(r.job, None)
    eq([(m["role"], m["content"]) for m in a.hist(run).j], [("user", "hi 世界 🚢"), ("assistant", r.text)])
    r2 = ok(w("PUT", "/A/" + run, ""), 200); eq(r2.run, run); eq(a.contents(run)[2:], ["", r2.text])
    r3 = ok(w("POST", "/ndjson/A", f["toolCallMessage"]["message"]), 200); kinds = [l["type"] for l in r3.lines()]; assert "tool_call" in kinds and "tool_result" in kinds
    eq("".join(l["content"] for l in r3.lines() if l["type"] == "text"), a.contents(r3.run)[1])
    ok(w("PUT", "/ndjson/A/" + run, "more"), 200); eq(len(a.hist(run).j), 6)
    for k in (None, "other"): ok(w("GET", "/A/" + run, user=k), 401 if k is None else 404)
    ok(w("PUT", "/A/" + run, "x", user="other"), 404); ok(w("POST", "/A", "x", user=None), 401); ok(w("POST", "/A", "x", agent=NOWHERE), 404); ok(w("POST", "/A", "x", agent=f["privateAgentId"]), 403)
    ok(a.raw("POST", "/agents/" + f["agentId"], a.key["own"], "{"), 422); ok(a.raw("POST", "/agents/" + f["agentId"], a.key["own"], {}), 422); ok(w("POST", "/A", "x", agent="nope"), 422)
    for msg in ("backgroundMessage", "backgroundErrorMessage"):
        j = ok(w("POST", "/A", f[msg]), 200); assert j.job; eq(a.hist(j.run).job, j.job); before = a.contents(j.run)
        p = ok(w("PUT", "/A/" + j.run, "no"), 409); eq(a.contents(j.run), before); ok(w("PUT", "/ndjson/A/" + j.run, "no"), 409); ok(w("POST", "/A", "other"), 200)
        eq(a.hist(j.run).job, j.job); time.sleep(2.3); eq(a.hist(j.run).job, None); ok(w("PUT", "/A/" + j.run, "go on"), 200)
    # runs
    eq(u("GET", "/agent-runs?limit=2").j["count"], 2); ok(u("GET", "/agent-runs?next_cursor="), 200); ok(u("GET", "/agent-runs?next_cursor=x"), 422); ok(u("GET", "/agent-runs?limit=a"), 422); ok(u("GET", "/agent-runs", user=None), 401)
    eq(ok(u("GET", "/agent-runs/" + run), 200).j["run_id"], run); ok(u("GET", "/agent-runs/" + run, user="other"), 404); ok(u("GET", "/agent-runs/x"), 422)
    eq(len(u("GET", "/agent-runs/%s/mcp-server-logs" % r3.run).j), 1); assert u("GET", "/agent-runs/%s/logs" % run).j; eq(u("GET", "/agent-runs/%s/logs" % run, user="other").j, [])
    x = ok(u("POST", "/tools/run/add_numbers", f["tool"]["input"]), 200).j; eq(x["output"]["sum"], 42); eq(x["service_id"], "default"); eq(x["service_id_namespace"], "global")
    eq(u("GET", "/executions").j["items"][0]["log_id"], x["log_id"]); ok(u("GET", "/executions/%d" % x["log_id"]), 200); ok(u("GET", "/executions/%d" % x["log_id"], user="other"), 404); ok(u("GET", "/executions/12abc"), 422)
    # subscriptions
    S = lambda g, user="own": u("POST", "/agents/%s/subscribe" % g, {}, user)
    ok(S(f["paidAgentId"]), 200); ok(S(f["paidAgentId"]), 402); ok(S(f["unpaidAgentId"]), 400); ok(S(f["ownPaidAgentId"]), 400); ok(S(NOWHERE), 404)
    eq(u("GET", "/subscriptions").j["count"], 3); eq(ok(u("GET", "/subscriptions/" + f["paidAgentId"]), 200).j["status"], "active"); ok(u("GET", "/subscriptions/" + NOWHERE), 404)
    X = lambda g: u("POST", "/agents/%s/unsubscribe" % g); ok(X(f["unsubscribeAgentId"]), 200); ok(X(f["unsubscribeAgentId"]), 400); ok(X(f["unpaidAgentId"]), 400); ok(X(NOWHERE), 404)
    # studio
    P = "/agent-studio-chats"; ok(u("POST", P, {"run_id": "w1", "title": "t", "tags": ["a"]}), 200); eq(ok(u("POST", P, {"run_id": "w1"}), 200).j["title"], "t"); ok(u("POST", P, {"run_id": "w1"}, "other"), 409); ok(u("POST", P, {"visibility": "private"}, "sandbox"), 400); ok(u("POST", P, {"visibility": 5}), 422)
    ok(u("GET", P + "/w1", user=None), 403); ok(u("GET", P + "/w1"), 200); ok(u("GET", P + "/none"), 404); ok(u("POST", P + "/w1/clone"), 400); ok(u("PATCH", P + "/w1", {"visibility": "public"}), 200); eq(u("GET", P + "/w1", user=None).j["tags"], ["a"])
    ok(u("PATCH", P + "/w1", {"title": "x"}, "other"), 403); ok(u("PUT", P + "/none", {}), 404); cl = ok(u("POST", P + "/w1/clone", user="other"), 201).j; eq(cl["title"], "t"); ok(u("PUT", P + "/w1", {"title": "new"}), 200); assert "tags" not in u("GET", P + "/w1").j
    sb = ok(u("POST", P, {"run_id": "sb"}, "sandbox"), 200).j; eq(sb["visibility"], "public"); ok(u("PUT", P + "/sb", {"visibility": "private"}, "sandbox"), 400); ok(u("PATCH", P + "/sb", {"visibility": "private"}, "sandbox"), 400)
    ok(u("DELETE", P + "/w1", user="other"), 403); ok(u("DELETE", P + "/w1"), 200); ok(u("GET", P + "/w1"), 404); ok(u("DELETE", P + "/w1"), 404); eq(u("GET", P).j, [])
    # agents
    ok(u("POST", "/agents", {}), 400); ok(u("POST", "/agents", {"chat_prompt": ""}), 400); ok(u("POST", "/agents", {"chat_prompt": 5}), 422); ok(u("POST", "/agents", {"chat_prompt": "x", "visibility": "private"}, "sandbox"), 400); ok(u("POST", "/agents", {"chat_prompt": "x", "agent_id": NOWHERE}), 404); ok(u("POST", "/agents", {"chat_prompt": "x", "agent_id": f["unpaidAgentId"]}), 403)
    g = a.agent(name="N", tags=["q"], vanity_slug="walk-slug")["agent_id"]; eq(ok(u("POST", "/agents", {"agent_id": g, "chat_prompt": "two"}), 200).j["chat_prompt"], "two"); assert g in [x["agent_id"] for x in u("GET", "/agents").j]; eq(u("GET", "/agents").j, u("GET", "/chats").j)
    ok(u("GET", "/agents/" + g, user=None), 403); ok(u("GET", "/agents/" + NOWHERE), 404); ok(u("GET", "/agents/" + f["unpaidAgentId"], user=None), 200); assert ok(u("POST", "/agents/%s/upsell-description" % g), 200).j["upsell_description"]; ok(u("POST", "/agents/%s/upsell-description" % NOWHERE), 404)
    assert ok(u("POST", "/agents/vanity/slug", {"name": "My Worker"}, None), 200).j["slug"]; eq(u("GET", "/agents/vanity/slug?slug=walk-slug").j["available"], False); eq(u("GET", "/agents/vanity/slug?slug=walk").j["available"], True); ok(u("GET", "/agents/vanity/slug"), 422)
    names = [x["service_name"] for x in ok(u("GET", "/vibe/services", user=None), 200).j["items"]]; eq(len(names), 3); assert ok(u("GET", "/agents/%s/vibe?service_name=%s" % (g, names[0])), 200).j["prompt"]; ok(u("GET", "/agents/%s/vibe?service_name=zz" % g), 422); ok(u("GET", "/agents/%s/vibe" % g), 422)
    T = "/agents/%s/customizations/theme"; eq(ok(u("GET", T % g), 200).j, None); ok(u("PUT", T % g, {"theme_color": "#12ABef"}), 200); eq(u("GET", T % g).j["theme_color"], "#12ABef"); ok(u("PUT", T % g, {"theme_color": "red"}), 400); ok(u("PUT", T % f["unpaidAgentId"], {"theme_color": "#123456"}), 403); ok(u("GET", T % NOWHERE), 404); ok(u("PUT", T % g, {"theme_color": "#654321"}), 200); eq(u("GET", T % g).j["theme_color"], "#654321")
    Fp = "/agents/%s/files" % g; x = ok(a.file(g), 201).j; y = ok(a.file(g), 201).j; ok(u("POST", Fp, {}), 422); ok(u("POST", Fp, {"name": ""}), 400); ok(u("GET", Fp, user="other"), 403); eq(u("GET", Fp + "/" + x["file_id"]).j, x); ok(u("GET", Fp + "/" + NOWHERE), 404)
    ok(u("PATCH", Fp + "/" + x["file_id"], {"content": "é"}), 200); eq(u("GET", Fp + "/" + x["file_id"]).j["size"], 2); eq([q["file_id"] for q in ok(u("PUT", Fp + "/positions", {"positions": [{"file_id": x["file_id"], "position": 1}, {"file_id": y["file_id"], "position": 0}]}), 200).j["items"]], [y["file_id"], x["file_id"]])
    d = ok(u("DELETE", Fp + "/" + x["file_id"]), 204); eq(d.raw, b""); ok(u("DELETE", Fp + "/" + x["file_id"]), 404); eq([q["file_id"] for q in a.files(g)], [y["file_id"]])
    # chats
    ok(u("POST", "/chats", {}), 400); h = ok(u("POST", "/chats", {"chat_prompt": "c"}), 200).j["chat_id"]; ok(u("PUT", "/chats/" + h, {"chat_prompt": "d", "visibility": "public"}), 200); ok(u("PATCH", "/chats/" + h, {"name": "nn"}), 200); eq(u("GET", "/chats/" + h, user=None).j["visibility"], "public"); ok(u("PATCH", "/chats/" + h, {}, "other"), 403); ok(u("PUT", "/chats/" + NOWHERE, {"chat_prompt": "d"}), 404)
    sx = ok(u("POST", "/chats", {"chat_prompt": "c"}, "sandbox"), 200).j; eq(sx["visibility"], "public"); ok(u("PATCH", "/chats/" + sx["chat_id"], {"visibility": "private"}, "sandbox"), 400); ok(u("PUT", "/chats/" + sx["chat_id"], {"chat_prompt": "z", "visibility": "private"}, "sandbox"), 400)
    ok(u("GET", "/chats/%s/og" % h, user=None), 200); k = ok(u("POST", "/chats/%s/clone" % h, user="other"), 200).j; eq(k["name"], "nn"); ok(u("POST", "/chats/%s/clone" % g), 403); ok(u("POST", "/chats/%s/clone" % NOWHERE), 404); eq(ok(u("POST", "/chats/%s/clone" % h, {"name": "mine"}), 200).j["name"], "mine")
    eq(ok(u("POST", "/chats/%s/feedback" % h, {"rating": 5}, "other"), 200).j["feedback_count"], 1); ok(u("POST", "/chats/%s/feedback" % NOWHERE, {}), 404); lr = ok(u("POST", "/chats/%s/runs" % h), 200).j["run_id"]; ok(w("PUT", "/A/" + lr, "x", agent=h), 200); ok(u("POST", "/chats/%s/runs" % f["privateAgentId"]), 403); ok(u("POST", "/chats/%s/runs" % NOWHERE), 404)
    ok(u("DELETE", "/chats/" + h, user="other"), 403); ok(u("DELETE", "/chats/" + h), 200); ok(u("GET", "/chats/" + h), 404)
    # keys, billing, credits
    k = ok(u("POST", "/api-keys", {"name": "k"}), 200).j; assert "api_key" in k and all("api_key" not in q for q in u("GET", "/api-keys").j); eq(u("GET", "/api-keys/%d" % k["api_key_id"]).j, k); eq(u("GET", "/api-keys/default").j["api_key"], a.key["own"]); ok(u("GET", "/api-keys/%d" % k["api_key_id"], user="other"), 404); ok(u("DELETE", "/api-keys/%d" % k["api_key_id"]), 200); ok(u("GET", "/api-keys/%d" % k["api_key_id"]), 404); ok(u("GET", "/api-keys/1x"), 422)
    ok(u("GET", "/billing"), 200); b = u("GET", "/credits").j["balance"]; eq(ok(u("POST", "/credits/use"), 200).j["balance"], b - 1); ok(u("POST", "/payments/sessions", {}), 200)
    hk = f["webhook"]; W = lambda h, b=hk["body"]: a.raw("POST", "/me/payments/webhook", None, b, h); ok(W({}), 400); ok(W({hk["signatureHeader"]: "bad"}), 400); ok(W({hk["signatureHeader"]: hk["validSignature"]}), 200)
    for q in ("summary", "subscribers", "earnings"):
        for p, st in ((0, 422), (366, 422), (1, 200), (365, 200), ("1x", 422)): ok(u("GET", "/monetization/%s?period=%s" % (q, p)), st)
    eq(u("GET", "/monetization/summary").j["period"], 28); eq(len(u("GET", "/monetization/subscribers").j["items"]), 28); eq(u("GET", "/monetization/summary").j["total_subscribers"], 4); eq(u("GET", "/monetization/earnings?period=365").j["total_earnings"], 7 * 999)
    # bundles
    i = ok(u("POST", "/bundles"), 200).j["bundle_id"]; B = "/bundles/%d" % i; ok(u("PUT", B, {"name": "b", "tools": ["add_numbers"]}), 200); ok(u("PUT", "/bundles/9999999", {}), 409); ok(u("PUT", B, {"tools": ["zz"]}), 409); ok(u("POST", B + "/tools", {"tool_id": "list_ports"}), 200); eq(len(u("GET", B + "/tools").j), 2); eq(len(u("GET", B).j["tools"]), 2); eq(u("GET", "/bundles").j[0]["tool_count"], 2); ok(u("POST", "/bundles/9999999/tools", {"tool_id": "list_ports"}), 404); ok(u("DELETE", B + "/tools/list_ports"), 200); ok(u("DELETE", B + "/tools/list_ports"), 404); ok(u("GET", B, user="other"), 404); ok(u("DELETE", B), 200); ok(u("DELETE", B), 404)
    # cli
    i = ok(u("POST", "/cli-auth", user=None), 200).j["cli_auth_id"]; eq(u("GET", "/cli-auth/" + i, user=None).j, None); ok(u("PUT", "/cli-auth/" + i, {"jwt": a.jwt["own"]}), 200); ok(u("PUT", "/cli-auth/" + i, {"jwt": a.jwt["other"]}, "other"), 403); eq(u("GET", "/cli-auth/" + i, user=None).j, a.jwt["own"]); eq(u("GET", "/cli-auth/" + i, user=None).j, None); ok(u("PUT", "/cli-auth/" + NOWHERE, {"jwt": "x"}), 404); ok(u("GET", "/cli-auth/" + NOWHERE, user=None), 404); ok(u("GET", "/cli-auth/x", user=None), 422)
    # schedules
    Z = lambda b: u("POST", "/schedules", b); i = ok(Z({"chat_id": f["agentId"], "cron_expression": f["cron"]}), 200).j["schedule_id"]; ok(Z({}), 403); ok(Z({"chat_id": "x", "cron_expression": "* * * * *"}), 403); ok(Z({"chat_id": f["unpaidAgentId"], "cron_expression": "* * * * *"}), 403); ok(Z({"chat_id": f["agentId"], "cron_expression": "61 * * * *"}), 422); eq(u("GET", "/schedules").j["count"], 1); ok(u("GET", "/schedules/onboarding"), 200); ok(u("GET", "/schedules/" + i, user="other"), 404); ok(u("GET", "/schedules/zz"), 422); eq(ok(u("PUT", "/schedules/" + i, {"enabled": False}), 200).j["cron_expression"], f["cron"]); eq(u("GET", "/schedules/" + i).j["enabled"], False)
    for q, e in (("every day at 9am", "0 9 * * *"), ("*/15 0-6 * jan,mar mon-fri", "*/15 0-6 * jan,mar mon-fri")): eq(u("GET", "/schedules/text-to-cron?cron=" + quote(q)).j["cron_expression"], e)
    for q in ("60 * * * *", "* * * *", "0 9 * * 8", "nonsense", "* * 0 * *", "5- * * * *", "*/0 * * * *"): ok(u("GET", "/schedules/text-to-cron?cron=" + quote(q)), 400)
    ok(u("GET", "/schedules/text-to-cron"), 422); ok(u("DELETE", "/schedules/" + i), 200); ok(u("GET", "/schedules/" + i), 404)
    # tools
    assert all("inputSchema" in t for t in ok(u("GET", "/tools/list"), 200).j); ids = [t["tool_id"] for t in ok(u("GET", "/tools", user=None), 200).j]; eq(len([t for t in ids if t.startswith("NOTIFIER_")]), 15); ok(u("GET", "/tools/add_numbers", user=None), 200); ok(u("GET", "/tools/zz", user=None), 404); eq(u("GET", "/tools/search?q=tide").j[0]["name"], "read_tide_table"); eq(len(u("GET", "/tools/search?q=push&limit=2").j), 2); eq(len(u("GET", "/tools/search?q=zzz&min_score=0").j), 20); eq({t["name"] for t in u("GET", "/tools/search?q=text&toolkit=text").j}, {"reverse_text", "count_words"})
    for q in ("", "?q=", "?q=a&limit=0", "?q=a&limit=201", "?q=a&min_score=1.1", "?q=a&min_score=x", "?q=a&min_score=-0.1"): ok(u("GET", "/tools/search" + q), 422)
    ok(u("POST", "/tools/run/add_numbers", f["tool"]["invalidInput"]), 400); ok(u("POST", "/tools/run/zz", {}), 404); ok(u("POST", "/tools/run/add_numbers", {}, None), 401); ok(u("POST", "/tools/run/add_numbers", {}), 400); ok(u("GET", "/toolsets/list"), 200); eq(len(ok(u("GET", "/toolsets/sea"), 200).j["tools"]), 2); ok(u("GET", "/toolsets/zz"), 404)
    I = f["installableToolId"]; ok(u("POST", "/user-tools", {"tool_id": I}), 200); ok(u("POST", "/user-tools", {"tool_id": I}), 409); ok(u("POST", "/user-tools", {"tool_id": "zz"}), 409); eq(len(u("GET", "/user-tools").j), 1); ok(u("GET", "/user-tools/" + I), 200); ok(u("GET", "/user-tools/" + I, user="other"), 404); ok(u("DELETE", "/user-tools/" + I), 200); ok(u("DELETE", "/user-tools/" + I), 404)
    # user, vip
    eq(ok(u("GET", "/", user="sandbox"), 200).j["tier"], "sandbox"); eq(u("GET", "/vip").j["count"], 0); V = lambda c, user="own": u("POST", "/vip", {"code": c}, user); ok(V(f["vipCode"]), 200); ok(V(f["vipCode"]), 400); ok(V(f["ownVipCode"]), 400); ok(V("zz"), 400); eq(u("GET", "/vip").j["count"], 1)
    # notifier
    N = a.n; t = a.tool; bad = lambda name, **k: ok(t("NOTIFIER_" + name, **k), 400, name)
    ch = N("CREATE_CHAT", email="x@example.com"); eq(N("UPDATE_CHAT", iden=ch["iden"], muted=True)["muted"], True); eq(N("UPDATE_CHAT", iden=ch["iden"], muted=False)["muted"], False); bad("UPDATE_CHAT", iden=ch["iden"]); bad("CREATE_CHAT"); N("CREATE_CHAT", email="y@example.com"); l = N("LIST_CHATS", limit=1); eq(N("LIST_CHATS", limit=1, cursor=l["next_cursor"])["count"], 1); N("DELETE_CHAT", iden=ch["iden"]); eq(N("LIST_CHATS")["count"], 1); bad("DELETE_CHAT", iden=ch["iden"]); bad("LIST_CHATS", limit=501)
    dv = N("CREATE_DEVICE", model="m", nickname="n", app_version=0, manufacturer="x", has_sms=True); bad("CREATE_DEVICE", model="m", nickname="n", app_version=-1, manufacturer="x"); bad("CREATE_DEVICE", model="m", nickname="n", app_version="1", manufacturer="x"); eq(N("UPDATE_DEVICE", iden=dv["iden"], nickname="q")["model"], "m"); bad("UPDATE_DEVICE", iden="zz"); eq(N("LIST_DEVICES")["count"], 1)
    bad("CREATE_PUSH", type="link"); bad("CREATE_PUSH", type="file", file_name="x"); bad("CREATE_PUSH", type="zz"); bad("CREATE_PUSH"); p1 = N("CREATE_PUSH", type="note", body="é\0b", device_iden=dv["iden"]); eq(p1["body"], "é\0b"); p2 = N("CREATE_PUSH", type="link", url="http://x"); eq([p["iden"] for p in N("LIST_PUSHES")["items"]], [p2["iden"], p1["iden"]]); eq(N("UPDATE_PUSH", iden=p1["iden"], dismissed=True, items=[{"text": "a", "checked": True}])["items"], [{"text": "a", "checked": True}]); bad("UPDATE_PUSH", iden=p1["iden"], items=[{"text": 1}]); N("DELETE_PUSH", iden=p2["iden"]); eq(N("LIST_PUSHES", active=True)["count"], 1); bad("LIST_PUSHES", limit=501)
    N("DELETE_ALL_PUSHES"); time.sleep(.6); eq(N("LIST_PUSHES", active=True)["count"], 0); N("DELETE_DEVICE", device_iden=dv["iden"]); eq(N("LIST_DEVICES")["count"], 0); eq(N("GET_USER")["email"], "own@example.com"); assert N("UPLOAD_REQUEST", file_name="a", file_type="b")["upload_url"]; bad("UPLOAD_REQUEST", file_name="a"); ok(t("NOTIFIER_GET_USER", user="sandbox"), 400)
    k = http.client.HTTPConnection("127.0.0.1", a.port)   # many on one connection, without a body
    for _ in range(3): ok(a.u("POST", "/bundles", conn=k), 200)
    return n[0]

def load(a):
    errs = []; done = [0]; t0 = time.time(); lock = threading.Lock()
    def client(i):
        k = http.client.HTTPConnection("127.0.0.1", a.port, timeout=20); run = None
        for j in range(100):
            try:
                m = (i + j) % 6
                if m == 0 or run is None: r = a.w("POST", "/A", "load %d" % j, conn=k); run = r.run
                elif m == 1: r = a.w("PUT", "/A/" + run, "again", conn=k)
                elif m == 2: r = a.u("GET", "/agent-runs", conn=k)
                elif m == 3: r = a.u("POST", "/tools/run/add_numbers", {"a": 1, "b": j}, conn=k)
                elif m == 4: r = a.u("POST", "/bundles", conn=k)
                else: r = a.u("GET", "/tools/search?q=push", conn=k)
                if r.status != 200: errs.append((r.status, r.text[:100]))
            except Exception as e: errs.append(repr(e)); k.close()
            with lock: done[0] += 1
    ts = [threading.Thread(target=client, args=(i,)) for i in range(30)]; [t.start() for t in ts]; [t.join() for t in ts]
    assert not errs, errs[:5]
    return "%d requests from 30 connections, %d a second, none failed" % (done[0], done[0] / (time.time() - t0))
