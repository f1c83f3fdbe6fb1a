"""Walks through all operations; every answer is checked against /openapi.json."""
import json, time, uuid
from probes import N, agent, start, bg, hist, tool, cli, hook, files
def walk(d):
    d.load_doc(); fx = d.fx; nil = str(uuid.uuid4())
    def is_(status, method, path, body=None, cred="own", h=None):
        r = d.req(method, path, body, cred, h); assert r.status == status, (method, path, body, r.status, r.body[:300]); return r.json if r.body else None
    # user, credentials
    assert is_(200, "GET", "/me/")["tier"] == "pro"; is_(401, "GET", "/me/", None, None); is_(401, "GET", "/me/", None, d.key); is_(401, "GET", "/me/", None, d.own[:-2] + "xx")
    # workers
    r = start(d); A = "/%s/%s" % (fx["agentId"], r.run); assert r.status == 200 and r.headers["x-service-job-id"] is None
    assert [m["role"] for m in hist(d, r.run).json] == ["user", "assistant"] and hist(d, r.run).json[1]["content"] == r.text
    p = d.w("PUT", A, "again"); assert p.status == 200 and p.headers["X-Service-Run-ID"] == r.run and len(hist(d, r.run).json) == 4
    p = d.w("PUT", "/ndjson" + A, "again"); assert p.status == 200 and [json.loads(x) for x in p.text.splitlines()][-1]["type"] == "done"
    s = start(d, nd=True); assert s.headers["Content-Type"].startswith("application/x-ndjson")
    assert d.w("POST", "/" + nil, "x").status == 404 and d.w("PUT", "/%s/%s" % (fx["agentId"], nil), "x").status == 404 and d.w("POST", "/" + fx["privateAgentId"], "x").status == 403
    assert d.w("POST", "/" + fx["agentId"], "x", "").status == 401 and d.raw("POST", "/workers/" + fx["agentId"], {}, d.key).status == 422
    assert d.w("POST", "/" + fx["paidAgentId"], "x").status == 402 and d.w("PUT", A, "x", d.okey).status == 404
    b = fx["backgroundAgentId"]; j = bg(d, 1, " that fails"); assert j.headers["x-service-job-id"] and hist(d, j.run, b).headers["x-service-job-id"] == j.headers["x-service-job-id"]
    assert d.w("PUT", "/ndjson/%s/%s" % (b, j.run), "x").status == 409; time.sleep(1.2); p = d.w("PUT", "/%s/%s" % (b, j.run), ""); assert p.status == 200 and "error" in p.text
    # runs
    t = start(d, fx["toolCallMessage"]["message"]); assert is_(200, "GET", "/me/agent-runs/" + t.run)["message_count"] == 2
    assert is_(200, "GET", "/me/agent-runs/%s/mcp-server-logs" % t.run)[0]["tool_name"] == "river_gauge" and len(is_(200, "GET", "/me/agent-runs/%s/logs" % t.run)) >= 3
    is_(404, "GET", "/me/agent-runs/" + nil); is_(422, "GET", "/me/agent-runs/nope"); is_(404, "GET", "/me/agent-runs/" + t.run, None, "other"); is_(422, "GET", "/me/agent-runs?limit=x"); is_(422, "GET", "/me/agent-runs?next_cursor=yesterday")
    assert is_(200, "GET", "/me/agent-runs?next_cursor=2020-01-01T00:00:00%2B01:00")["data"] == [] and is_(200, "GET", "/me/agent-runs?limit=1")["data"][0]["run_id"] == t.run
    # agents
    is_(400, "POST", "/me/agents", {"name": "x"}); is_(422, "POST", "/me/agents", {"chat_prompt": 5}); is_(422, "POST", "/me/agents", "{bad"); is_(404, "POST", "/me/agents", {"agent_id": nil, "chat_prompt": "x"})
    is_(400, "POST", "/me/agents", {"chat_prompt": "x", "visibility": "private"}, "sand"); assert agent(d, "sand")["visibility"] == "public"
    a = agent(d, name="Ünïcode ☂", metadata={"a": [], "b": {}, "c": 12345678901}, notes="n", visibility="private"); i = a["agent_id"]
    assert is_(200, "GET", "/me/agents/" + i) == a and is_(200, "GET", "/me/chats/" + i) == a and a["metadata"] == {"a": [], "b": {}, "c": 12345678901}
    for f in ("agents", "chats"): is_(403, "GET", "/me/%s/%s" % (f, i), None, "other"); is_(403, "GET", "/me/%s/%s" % (f, i), None, None); is_(404, "GET", "/me/%s/%s" % (f, nil)); assert a in is_(200, "GET", "/me/" + f)
    assert is_(200, "POST", "/me/agents", {"agent_id": i, "chat_prompt": "new"})["chat_prompt"] == "new" and is_(200, "POST", "/me/agents/%s/upsell-description" % i)["upsell_description"]; is_(404, "POST", "/me/agents/%s/upsell-description" % nil)
    s = is_(200, "POST", "/me/agents/vanity/slug", {"name": "River Desk!"}, None)["slug"]; assert is_(200, "GET", "/me/agents/vanity/slug?slug=" + s)["available"]; is_(422, "GET", "/me/agents/vanity/slug"); is_(422, "POST", "/me/agents/vanity/slug", {})
    sv = is_(200, "GET", "/me/vibe/services", None, None)["data"]; assert len(sv) == 3; is_(200, "GET", "/me/agents/%s/vibe?service_name=%s" % (i, sv[0]["service_name"])); is_(422, "GET", "/me/agents/%s/vibe?service_name=no" % i); is_(422, "GET", "/me/agents/%s/vibe" % i)
    T = "/me/agents/%s/customizations/theme"; assert is_(200, "GET", T % i) is None; assert is_(200, "PUT", T % i, {"theme_color": "#A1b2C3"})["data"]["theme_color"] == "#A1b2C3" and is_(200, "GET", T % i)["data"]["agent_id"] == i
    is_(400, "PUT", T % i, {"theme_color": "red"}); is_(403, "GET", T % fx["privateAgentId"]); is_(403, "PUT", T % fx["unpaidAgentId"], {"theme_color": "#000000"}); is_(404, "GET", T % nil); is_(422, "GET", T % "x")
    u, f = files(d, 10); is_(400, "POST", u, {"name": "one more"}); assert [x["name"] for x in is_(200, "GET", u)["data"]] == ["f%d" % k for k in range(10)]
    is_(200, "PUT", u + "/positions", {"positions": [{"file_id": x["file_id"], "position": 9 - k} for k, x in enumerate(f)]}); assert [x["name"] for x in is_(200, "GET", u)["data"]] == ["f%d" % k for k in range(9, -1, -1)]
    F = u + "/" + f[0]["file_id"]; is_(200, "GET", F); assert is_(200, "PATCH", F, {"name": "n"})["data"]["name"] == "n"; is_(204, "DELETE", F); is_(404, "GET", F); is_(404, "DELETE", F); is_(403, "GET", u, None, "other"); is_(403, "POST", u, {"name": "x"}, "other"); is_(403, "GET", u + "/" + f[1]["file_id"], None, "other"); is_(404, "PUT", u + "/positions", {"positions": [{"file_id": nil, "position": 1}]})
    # chats
    c = is_(200, "POST", "/me/chats", {"chat_prompt": "p", "visibility": "public", "name": "n"})["chat_id"]; C = "/me/chats/" + c; is_(400, "POST", "/me/chats", {}); is_(400, "POST", "/me/chats", {"chat_prompt": "x", "visibility": "private"}, "sand")
    assert is_(200, "PUT", C, {"chat_prompt": "q", "visibility": "public"})["name"] is None and is_(200, "PATCH", C, {"name": "z"})["chat_prompt"] == "q"; is_(403, "PUT", C, {"chat_prompt": "q"}, "other"); is_(404, "PATCH", "/me/chats/" + nil, {}); is_(403, "DELETE", C, None, "other")
    sc = agent(d, "sand")["chat_id"]; is_(400, "PATCH", "/me/chats/" + sc, {"visibility": "private"}, "sand"); is_(400, "PUT", "/me/chats/" + sc, {"chat_prompt": "x", "visibility": "private"}, "sand")
    assert is_(200, "GET", C + "/og", None, None)["title"] == "z"; assert is_(200, "POST", C + "/clone", None, "other")["chat_prompt"] == "q"; assert is_(200, "POST", C + "/clone", "null")["chat_id"] != c; is_(404, "POST", "/me/chats/%s/clone" % nil)
    assert is_(200, "POST", C + "/feedback", {"rating": "up"}, "other")["feedback"]["up"] == 1; is_(404, "POST", "/me/chats/%s/feedback" % nil, {"rating": "up"}); is_(422, "POST", C + "/feedback", {})
    assert is_(200, "GET", "/me/agent-runs/" + is_(200, "POST", C + "/runs")["run_id"])["agent_id"] == c; is_(403, "POST", "/me/chats/%s/runs" % fx["privateAgentId"]); is_(404, "POST", "/me/chats/%s/runs" % nil); is_(200, "DELETE", C); is_(404, "GET", C); is_(404, "GET", "/me/agents/" + c)
    # studio
    S = "/me/agent-studio-chats"; x = is_(200, "POST", S, {"run_id": "my run/1", "title": "t", "visibility": "public"}); X = S + "/my%20run%2F1"; assert is_(200, "POST", S, {"run_id": "my run/1"}) == x; is_(409, "POST", S, {"run_id": "my run/1"}, "other"); assert is_(200, "GET", X, None, None) == x and x in is_(200, "GET", S)
    is_(400, "POST", S, {"visibility": "private"}, "sand"); assert is_(200, "PUT", X, {"visibility": "public", "enabled": False})["title"] is None; is_(200, "PATCH", X, {"title": "u"}); is_(403, "PATCH", X, {"title": "v"}, "other"); is_(403, "PUT", X, {}, "other"); is_(403, "DELETE", X, None, "other"); assert is_(201, "POST", X + "/clone", None, "other")["title"] == "u"
    is_(200, "PATCH", X, {"visibility": "private"}); is_(400, "POST", X + "/clone"); is_(403, "GET", X, None, "other"); is_(200, "DELETE", X); is_(404, "GET", X); is_(404, "DELETE", X); is_(404, "POST", X + "/clone"); assert all(y["run_id"] != "my run/1" for y in is_(200, "GET", S))
    ss = is_(200, "POST", S, {}, "sand")["run_id"]; is_(400, "PUT", S + "/" + ss, {"visibility": "private"}, "sand")
    # subscriptions
    B = "/me/agents/%s/"; is_(400, "POST", B % fx["unpaidAgentId"] + "subscribe", {}); is_(404, "POST", B % nil + "subscribe", {}); is_(400, "POST", B % fx["paidAgentId"] + "unsubscribe"); is_(404, "POST", B % nil + "unsubscribe"); is_(402, "POST", B % fx["subscribedAgentId"] + "subscribe", {})
    pa = agent(d, "other", price_cents=250)["agent_id"]; assert is_(200, "POST", B % pa + "subscribe", {})["data"]["checkout_session_id"]; assert is_(200, "POST", B % pa + "unsubscribe")["data"]["status"] == "canceled"; is_(400, "POST", B % pa + "unsubscribe"); is_(200, "POST", B % pa + "subscribe", {}); assert pa in [y["agent_id"] for y in is_(200, "GET", "/me/subscriptions")["data"]]; is_(200, "GET", "/me/subscriptions/" + pa); is_(404, "GET", "/me/subscriptions/" + nil)
    # keys, money
    K = "/me/api-keys"; k = is_(200, "POST", K, {"name": "k"}); assert is_(200, "GET", K + "/%d" % k["api_key_id"]) == k; is_(404, "GET", K + "/%d" % k["api_key_id"], None, "other"); is_(422, "GET", K + "/x"); assert is_(200, "GET", K + "/default")["key"] == d.key; assert "key" not in is_(200, "DELETE", K + "/%d" % k["api_key_id"]); is_(404, "DELETE", K + "/%d" % k["api_key_id"]); is_(200, "GET", K)
    is_(200, "GET", "/me/billing"); n = is_(200, "GET", "/me/credits")["balance"]; assert is_(200, "POST", "/me/credits/use")["balance"] == n - 1; assert hook(d).status == 200; is_(200, "POST", "/me/payments/sessions", {}); is_(400, "POST", "/me/payments/webhook", "{}", None, {"X-Payment-Signature": "00"})
    for m in ("summary", "subscribers", "earnings"):
        y = is_(200, "GET", "/me/monetization/" + m); assert y.get("period", y["data"]["period"] if m == "summary" else 0) == 28
        for q in ("0", "366", "x", "1.5"): is_(422, "GET", "/me/monetization/%s?period=%s" % (m, q))
        is_(200, "GET", "/me/monetization/%s?period=365" % m)
    # bundles
    b = is_(200, "POST", "/me/bundles"); U = "/me/bundles/%d" % b["bundle_id"]; assert is_(200, "GET", U) == b; assert is_(200, "PUT", U, {"name": "new"})["name"] == "new"; is_(409, "PUT", "/me/bundles/99999", {"name": "x"}); is_(200, "POST", U + "/tools", {"tool_id": "word_count"}); assert [y["tool_id"] for y in is_(200, "GET", U + "/tools")] == ["word_count"]; is_(200, "DELETE", U + "/tools/word_count"); is_(404, "DELETE", U + "/tools/word_count"); is_(404, "POST", "/me/bundles/99999/tools", {"tool_id": "word_count"})
    assert [y for y in is_(200, "GET", "/me/bundles") if y["bundle_id"] == b["bundle_id"]][0]["tool_count"] == 0; is_(200, "DELETE", U); is_(404, "GET", U); is_(404, "DELETE", U)
    # cli
    c = cli(d); assert is_(200, "GET", c, None, None) is None; is_(401, "PUT", c, {"jwt": "x"}, None); is_(200, "PUT", c, {"jwt": d.own}); assert is_(200, "GET", c, None, None) == d.own and is_(200, "GET", c, None, None) is None; is_(404, "GET", "/me/cli-auth/" + nil, None, None); is_(404, "PUT", "/me/cli-auth/" + nil, {"jwt": "x"}); is_(422, "GET", "/me/cli-auth/x", None, None)
    # schedules
    S = "/me/schedules"; s = is_(200, "POST", S, {"chat_id": fx["agentId"], "cron": fx["cron"]})["data"]; Q = S + "/" + s["schedule_id"]; assert is_(200, "GET", Q)["data"]["cron"] == fx["cron"] and s["next_run_at"][10:] == "T09:00:00.000Z"
    for bad in (nil, "zz", None): is_(403, "POST", S, {"chat_id": bad, "cron": "* * * * *"})
    is_(403, "POST", S, {"cron": "* * * * *"}); is_(422, "POST", S, {"chat_id": fx["agentId"], "cron": "x"}); assert is_(200, "PUT", Q, {"cron": "*/5 * * * *"})["data"]["cron"] == "*/5 * * * *"; is_(404, "GET", Q, None, "other"); is_(404, "DELETE", Q, None, "other"); assert s["schedule_id"] in [y["schedule_id"] for y in is_(200, "GET", S)["data"]]; is_(200, "GET", S + "/onboarding"); assert is_(200, "GET", S + "/text-to-cron?cron=every%20day%20at%209")["cron"] == "0 9 * * *"; is_(400, "GET", S + "/text-to-cron?cron=nonsense"); is_(422, "GET", S + "/text-to-cron"); is_(200, "DELETE", Q); is_(404, "GET", Q)
    # tools
    names = {y["name"] for y in is_(200, "GET", "/me/tools/list")}; assert len([y for y in names if y.startswith("NOTIFIER_")]) == 15 and {y["name"] for y in is_(200, "GET", "/me/tools", None, None)} == names
    assert is_(200, "GET", "/me/tools/search?q=river_gauge&limit=1")[0]["name"] == "river_gauge"; assert len(is_(200, "GET", "/me/tools/search?q=zzz")) == 0 and len(is_(200, "GET", "/me/tools/search?q=zzz&min_score=0")) == 20
    for q in ("", "?q=", "?q=a&limit=0", "?q=a&min_score=1.1", "?q=a&min_score=-0.1", "?q=a&limit=0x10"): is_(422, "GET", "/me/tools/search" + q)
    assert all(y["toolkit"] == "rivers" for y in is_(200, "GET", "/me/tools/search?q=a&toolkit=rivers")); is_(200, "GET", "/me/tools/word_count", None, None); is_(404, "GET", "/me/tools/nope", None, None)
    t = fx["tool"]; o = is_(200, "POST", "/me/tools/run/" + t["name"], t["input"]); is_(400, "POST", "/me/tools/run/" + t["name"], t["invalidInput"]); is_(404, "POST", "/me/tools/run/nope", {}); is_(422, "POST", "/me/tools/run/" + t["name"], "[]"); is_(401, "POST", "/me/tools/run/" + t["name"], {}, "junk")
    l = is_(200, "GET", "/me/executions/%d" % o["log_id"]); assert l["input"] == t["input"] and l["service_id"] == "default" and l["service_id_namespace"] == "global"; is_(404, "GET", "/me/executions/%d" % o["log_id"], None, "other"); is_(404, "GET", "/me/executions/1"); is_(200, "GET", "/me/executions")
    is_(200, "GET", "/me/toolsets/list"); is_(200, "GET", "/me/toolsets/" + fx["toolsetName"]); is_(404, "GET", "/me/toolsets/nope")
    w = fx["installableToolId"]; is_(200, "POST", "/me/user-tools", {"tool_id": w}); is_(409, "POST", "/me/user-tools", {"tool_id": w}); is_(409, "POST", "/me/user-tools", {"tool_id": "nope"}); is_(200, "GET", "/me/user-tools/" + w); assert [y["tool_id"] for y in is_(200, "GET", "/me/user-tools")] == [w]; is_(404, "GET", "/me/user-tools/" + w, None, "other"); is_(200, "DELETE", "/me/user-tools/" + w); is_(404, "DELETE", "/me/user-tools/" + w)
    is_(200, "GET", "/me/vip"); is_(200, "POST", "/me/vip", {"code": "LINDEN-SUMMER"}); is_(400, "POST", "/me/vip", {"code": "LINDEN-SUMMER"}); is_(422, "POST", "/me/vip", {})
    # notifier
    assert N(d, "GET_USER")["email"]; ch = N(d, "CREATE_CHAT", {"email": "ann@x.example"})["iden"]; assert ch in [y["iden"] for y in N(d, "LIST_CHATS", {"limit": 500})["chats"]] and N(d, "LIST_CHATS", {"limit": 501}) == 400 and N(d, "CREATE_CHAT") == 400
    assert N(d, "UPDATE_CHAT", {"iden": ch, "muted": True})["muted"] and N(d, "UPDATE_CHAT", {"iden": ch}) == 400; N(d, "DELETE_CHAT", {"iden": ch}); assert N(d, "LIST_CHATS")["chats"] == [] and N(d, "DELETE_CHAT", {"iden": ch}) == 400
    dv = N(d, "CREATE_DEVICE", {"model": "m", "app_version": 3, "manufacturer": "f", "has_sms": False, "nickname": "n"}); assert dv["has_sms"] is False and N(d, "CREATE_DEVICE", {"model": "m", "app_version": -1, "manufacturer": "f"}) == 400 and N(d, "LIST_DEVICES")["devices"] == [dv]; assert N(d, "UPDATE_DEVICE", {"iden": dv["iden"], "app_version": 4})["app_version"] == 4
    ps = [N(d, "CREATE_PUSH", {"type": "note", "title": "t%d" % k, "device_iden": dv["iden"]})["iden"] for k in range(5)][::-1]; g = N(d, "LIST_PUSHES", {"limit": 2}); got = g["pushes"]
    while g["cursor"]: g = N(d, "LIST_PUSHES", {"limit": 2, "cursor": g["cursor"]}); got += g["pushes"]
    assert [y["iden"] for y in got] == ps and N(d, "LIST_PUSHES", {"limit": 501}) == 400 and N(d, "CREATE_PUSH", {"type": "file", "file_url": "u", "file_name": "n"}) == 400 and N(d, "CREATE_PUSH", {"type": "list"}) == 400 and N(d, "CREATE_PUSH", {}) == 400
    assert len(N(d, "LIST_PUSHES", {"modified_after": got[2]["modified"]})["pushes"]) == 2; it = [{"text": "a", "checked": False}]; assert N(d, "UPDATE_PUSH", {"iden": ps[0], "items": it, "dismissed": True})["items"] == it and N(d, "UPDATE_PUSH", {"iden": ps[0], "items": [{"text": 1}]}) == 400
    N(d, "DELETE_PUSH", {"iden": ps[0]}); assert len(N(d, "LIST_PUSHES", {"active": True})["pushes"]) == 4; N(d, "DELETE_DEVICE", {"device_iden": dv["iden"]}); assert N(d, "LIST_DEVICES")["devices"] == []; assert N(d, "UPLOAD_REQUEST", {"file_name": "a b.txt", "file_type": "text/plain"})["upload_url"] and N(d, "UPLOAD_REQUEST", {"file_name": "a"}) == 400
    assert N(d, "DELETE_ALL_PUSHES"); assert tool(d, "NOTIFIER_GET_USER", {}, "own", "?service_id=none").status == 400
    assert not d.todo, ("never answered well", d.todo)
