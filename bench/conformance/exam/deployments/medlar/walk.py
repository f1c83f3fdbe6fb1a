"""Walks through all operations without a fault; yields what is wrong."""
import hashlib
import hmac
import json
import time
import uuid

U0 = "00000000-0000-4000-8000-000000000000"


def walk(s):
    wrong, fx, seen = [], s.fx, set()

    def ok(cond, what):
        if not cond:
            wrong.append(what)

    def u(method, path, body=None, want=200, who="own", op=None):
        r = s.u(method, path, body, who)
        seen.add((method, op or path))
        if r.status != want:
            wrong.append(f"{method} {path} {who}: {r.status} not {want}: {r.text[:200]}")
        if want == 422 and r.status == 422:
            ok(isinstance(r.json["detail"], list) and "loc" in r.json["detail"][0], f"{path} 422 body")
        return r.json if r.raw else None

    A, P, X = fx["agentId"], fx["paidAgentId"], fx["privateAgentId"]
    # Workers API
    w = lambda m, p, b=None, who="own": s.w(m, p, b, who)  # noqa: E731
    r = w("POST", f"/{A}", {"message": "Grüße \U0001f600\x00"})
    run = r.head["x-service-run-id"]
    ok(r.status == 200 and "Grüße \U0001f600" in r.text, "post text")
    r = w("PUT", f"/{A}/{run}", {"message": "two"})
    ok(r.status == 200 and r.head["x-service-run-id"] == run, "put text")
    r = w("PUT", f"/ndjson/{A}/{run}", {"message": "line\nbreak \u2028"})
    lines = [json.loads(x) for x in r.raw.decode().split("\n") if x]
    ok(lines[-1]["event"] == "done", "ndjson")
    r = w("GET", f"/{A}/{run}")
    ok([m["role"] for m in r.json] == ["user", "assistant"] * 3 and r.json[4]["content"] == "line\nbreak \u2028", "history")
    ok("".join(x.get("delta", "") for x in lines) == r.json[5]["content"], "stream is the content")
    ok(w("POST", f"/{A}", {}).status == 422 and w("POST", f"/{A}", {"message": 7}).status == 422, "message 422")
    ok(s.http("POST", s.agents + f"/{A}", b'{"message":"\\ud800"}', s.keys["own"]).status == 422, "surrogate")
    ok(s.http("POST", s.agents + f"/{A}", b'{"message":', s.keys["own"]).status == 422, "broken json")
    ok(s.http("POST", s.agents + f"/{A}", {"message": "x"}).status == 401, "no key")
    ok(w("POST", f"/{X}", {"message": "x"}).status == 403 and w("POST", f"/{P}", {"message": "x"}).status == 402, "foreign workers")
    ok(w("POST", f"/{U0}", {"message": "x"}).status == 404 and w("GET", f"/{A}/{U0}").status == 404, "unknown worker")
    ok(w("POST", f"/{fx['subscribedAgentId']}", {"message": "x"}).status == 200, "subscribed worker")
    for msg in (fx["backgroundMessage"], fx["backgroundErrorMessage"]):
        r = w("POST", f"/{fx['backgroundAgentId']}", {"message": msg})
        jr = r.head["x-service-run-id"]
        ok("x-service-job-id" in r.head and w("GET", f"/{fx['backgroundAgentId']}/{jr}").head["x-service-job-id"] == r.head["x-service-job-id"], "job id")
        ok(w("PUT", f"/{fx['backgroundAgentId']}/{jr}", {"message": "x"}).status == 409, "409")
        t = time.time()
        while "x-service-job-id" in w("GET", f"/{fx['backgroundAgentId']}/{jr}").head and time.time() < t + 6:
            time.sleep(0.1)
        ok(1 < time.time() - t < 5, "job time")
        ok(w("PUT", f"/{fx['backgroundAgentId']}/{jr}", {"message": ""}).status == 200, "resume")
        ok([m["content"] for m in w("GET", f"/{fx['backgroundAgentId']}/{jr}").json if m["role"] == "user"] == [msg, ""], "job history")
    r = w("POST", f"/ndjson/{A}", {"message": fx["toolCallMessage"]["message"]})
    ok("tool-call" in r.text and "tool-result" in r.text and "LAT-7731" in r.text, "tool call")
    trun = r.head["x-service-run-id"]
    # runs and logs
    ok(u("GET", "/me/agent-runs")["count"] > 2, "runs")
    u("GET", "/me/agent-runs?limit=0", want=422)
    u("GET", "/me/agent-runs?next_cursor=nope", want=422)
    u("GET", "/me/agent-runs?next_cursor=null")
    ok(u("GET", f"/me/agent-runs/{run}")["message_count"] == 6, "run view")
    u("GET", f"/me/agent-runs/{run}", want=404, who="other")
    u("GET", "/me/agent-runs/nope", want=422)
    ok(len(u("GET", f"/me/agent-runs/{trun}/mcp-server-logs")) == 1, "mcp logs")
    ok(len(u("GET", f"/me/agent-runs/{run}/logs")) == 6, "logs")
    ok(u("GET", f"/me/agent-runs/{run}/logs", who="other") == [], "logs of others")
    # every user operation wants a credential
    n = 0
    for m, p in (("GET", "/me/"), ("GET", "/me/agents"), ("POST", "/me/agents"), ("GET", "/me/credits"), ("POST", "/me/tools/run/echo_input"),
                 ("GET", "/me/agents/vanity/slug?slug=abc"), ("GET", "/me/vip"), ("PUT", f"/me/cli-auth/{U0}")):
        for tok in (None, "nope", s.jwts["own"][:-2], s.keys["own"]):
            ok(s.http(m, s.base + p, {} if m != "GET" else None, tok).status == 401, f"401 {m} {p}")
    # agents
    u("POST", "/me/agents", {}, 400)
    u("POST", "/me/agents", {"prompt": " "}, 400)
    u("POST", "/me/agents", {"prompt": 7}, 422)
    u("POST", "/me/agents", {"prompt": "p", "visibility": "hidden"}, 422)
    u("POST", "/me/agents", {"prompt": "p", "visibility": "private"}, 400, "sandbox")
    u("POST", "/me/agents", {"prompt": "p", "agent_id": U0}, 404)
    u("POST", "/me/agents", {"prompt": "p", "agent_id": X}, 403)
    slug = "w-" + uuid.uuid4().hex[:6]
    a = u("POST", "/me/agents", {"prompt": "p", "label": "Ŀ", "visibility": "private", "slug": slug, "price": "1"})
    aid = a["agent_id"]
    ok(a["price"] == "1.00" and a["is_paid"] and a["visibility"] == "private", "agent fields")
    ok(u("POST", "/me/agents", {"prompt": "q", "agent_id": aid, "slug": slug})["prompt"] == "q", "upsert")
    u("POST", "/me/agents", {"prompt": "p", "slug": slug}, 400)
    ok(aid in [x["agent_id"] for x in u("GET", "/me/agents")] and aid in [x["agent_id"] for x in u("GET", "/me/chats")], "lists")
    u("GET", f"/me/agents/{aid}", who=None)
    u("GET", f"/me/agents/{X}", want=403, who=None)
    u("GET", f"/me/agents/{X}", want=403)
    u("GET", f"/me/agents/{X}", who="other")
    u("GET", "/me/agents/nope", want=404)
    ok(u("POST", f"/me/agents/{aid}/upsell-description")["upsell_description"], "upsell")
    u("POST", f"/me/agents/{P}/upsell-description", want=404)
    got = u("POST", "/me/agents/vanity/slug", {"text": "A quiet harbour!"}, who=None)["slug"]
    ok(u("GET", f"/me/agents/vanity/slug?slug={got}")["available"] and not u("GET", f"/me/agents/vanity/slug?slug={slug}")["available"], "slug")
    u("GET", "/me/agents/vanity/slug", want=422)
    ok(u("GET", "/me/vibe/services", who=None)["count"] == 3, "services")
    ok(u("GET", f"/me/agents/{aid}/vibe?service_name=bolt")["prompt"], "vibe")
    u("GET", f"/me/agents/{aid}/vibe?service_name=Bolt", want=422)
    th = f"/me/agents/{aid}/customizations/theme"
    ok(u("GET", th) is None, "no theme")
    ok(u("PUT", th, {"theme_color": "#aAbb01"})["theme_color"] == "#aAbb01" == u("GET", th)["theme_color"], "theme")
    for v in ("red", "#aabbcc\n", "#aabbc", ""):
        u("PUT", th, {"theme_color": v}, 400)
    u("PUT", th, {}, 422)
    u("PUT", th, {"theme_color": "#aabbcc"}, 403, "other")
    u("GET", f"/me/agents/{U0}/customizations/theme", want=404)
    fp = f"/me/agents/{aid}/files"
    fs = [u("POST", fp, {"label": f"f{i}", "content": "ü"}, 201) for i in range(12)]
    u("POST", fp, {"label": "x"}, 400)
    u("POST", fp, {}, 422)
    u("POST", fp, {"label": "x"}, 403, "other")
    ok([f["position"] for f in u("GET", fp)["results"]] == list(range(12)), "positions")
    u("PUT", fp + "/positions", {"positions": [{"file_id": f["file_id"], "position": 11 - i} for i, f in enumerate(fs)]})
    ok([f["label"] for f in u("GET", fp)["results"]] == [f"f{i}" for i in range(11, -1, -1)], "batch order")
    u("PUT", fp + "/positions", {"positions": [{"file_id": U0, "position": 1}]}, 404)
    f0 = fp + "/" + fs[0]["file_id"]
    ok(u("GET", f0)["size_bytes"] == 2 and u("PATCH", f0, {"label": "neu"})["content"] == "ü", "file")
    u("PATCH", f0, {"position": True}, 422)
    u("GET", f0, want=403, who="other")
    ok(s.u("DELETE", f0).status == 204, "delete file")
    u("GET", f0, want=404)
    u("DELETE", f0, want=404)
    # chats
    c = u("POST", "/me/chats", {"prompt": "c", "description": "d"})["chat_id"]
    u("POST", "/me/chats", {}, 400)
    u("GET", f"/me/chats/{c}", who=None)
    ok(u("PUT", f"/me/chats/{c}", {"prompt": "cc"})["description"] is None, "put is full")
    u("PUT", f"/me/chats/{c}", {"prompt": "cc"}, 403, "other")
    ok(u("PATCH", f"/me/chats/{c}", {"label": "n"})["prompt"] == "cc", "patch")
    u("PATCH", f"/me/chats/{c}", {"visibility": None}, 422)
    u("PATCH", f"/me/chats/{U0}", {"label": "n"}, 404)
    u("GET", f"/me/chats/{c}/og", who=None)
    cl = u("POST", f"/me/chats/{c}/clone", who="sandbox")
    ok(cl["prompt"] == "cc" and cl["chat_id"] != c, "clone")
    ok(u("POST", f"/me/chats/{c}/clone", {"label": "copy"})["label"] == "copy", "clone with body")
    ok(s.http("POST", s.base + f"/me/chats/{c}/clone", b"null", s.jwts["own"]).status == 200, "clone null")
    u("PATCH", f"/me/chats/{cl['chat_id']}", {"visibility": "private"}, 400, "sandbox")
    u("PUT", f"/me/chats/{cl['chat_id']}", {"prompt": "x", "visibility": "private"}, 400, "sandbox")
    u("POST", f"/me/chats/{X}/clone", want=403)
    u("POST", f"/me/chats/{U0}/clone", want=404)
    ok(u("POST", f"/me/chats/{c}/feedback", {"rating": 5})["feedback_count"] == 1, "feedback")
    u("POST", f"/me/chats/{U0}/feedback", {"rating": 5}, 404)
    lr = u("POST", f"/me/chats/{c}/runs")["run_id"]
    ok(w("GET", f"/{c}/{lr}").json == [] and w("PUT", f"/{c}/{lr}", {"message": "x"}).status == 200, "run of chat")
    u("POST", f"/me/chats/{X}/runs", want=403)
    u("DELETE", f"/me/chats/{c}", want=403, who="other")
    u("DELETE", f"/me/chats/{c}")
    u("GET", f"/me/chats/{c}", want=404)
    # studio
    st = "/me/agent-studio-chats"
    rid = str(uuid.uuid4())
    u("POST", st, {"run_id": rid, "label": "s", "visibility": "private"})
    ok(u("POST", st, {"run_id": rid, "label": "z"})["label"] == "s", "existing studio chat")
    u("POST", st, {"run_id": rid}, 409, "other")
    u("POST", st, {"visibility": "private"}, 400, "sandbox")
    u("GET", f"{st}/{rid}", want=403, who=None)
    u("GET", f"{st}/{rid}")
    u("POST", f"{st}/{rid}/clone", want=400)
    ok(u("PATCH", f"{st}/{rid}", {"label": "t"})["visibility"] == "private", "studio patch")
    ok(u("PUT", f"{st}/{rid}", {"notes": "n"})["label"] is None, "studio put")
    ok(u("POST", f"{st}/{rid}/clone", want=201, who="other")["notes"] == "n", "studio clone")
    u("PUT", f"{st}/{rid}", {}, 403, "other")
    ok(rid in [x["run_id"] for x in u("GET", st)], "studio list")
    u("DELETE", f"{st}/{rid}", want=403, who="other")
    u("DELETE", f"{st}/{rid}")
    for m in ("GET", "DELETE"):
        u(m, f"{st}/{rid}", want=404)
    # subscriptions and monetization
    before = u("GET", "/me/monetization/summary", who="other")
    u("POST", f"/me/agents/{P}/subscribe", {})
    u("POST", f"/me/agents/{P}/subscribe", {}, 402)
    u("POST", f"/me/agents/{fx['unpaidAgentId']}/subscribe", {}, 400)
    u("POST", f"/me/agents/{fx['ownPaidAgentId']}/subscribe", {}, 400)
    u("POST", f"/me/agents/{U0}/subscribe", {}, 404)
    after = u("GET", "/me/monetization/summary", who="other")
    ok(after["total_subscribers"] == before["total_subscribers"] + 1, "summary")
    ok(round((float(after["total_earnings"]) - float(before["total_earnings"])) * 100) == 1250, "earnings")
    ok(u("GET", "/me/subscriptions")["count"] == 3 and u("GET", f"/me/subscriptions/{P}")["state"] == "active", "subscriptions")
    u("GET", f"/me/subscriptions/{U0}", want=404)
    u("POST", f"/me/agents/{fx['unsubscribeAgentId']}/unsubscribe")
    u("POST", f"/me/agents/{fx['unsubscribeAgentId']}/unsubscribe", want=400)
    u("POST", f"/me/agents/{U0}/unsubscribe", want=404)
    for per in (1, 28, 365):
        su = u("GET", f"/me/monetization/summary?period={per}")
        sb = u("GET", f"/me/monetization/subscribers?period={per}")
        er = u("GET", f"/me/monetization/earnings?period={per}")
        ok(len(sb["results"]) == per == len(er["results"]), "days")
        ok(sum(x["subscribers"] for x in sb["results"]) == su["total_subscribers"], "sum of days")
        ok(abs(sum(float(x["earnings"]) for x in er["results"]) - float(su["total_earnings"])) < 1e-6, "sum of earnings")
    for per in ("0", "366", "x", "1.0", "%C2%B2", "1_0"):
        u("GET", f"/me/monetization/summary?period={per}", want=422)
    # keys, billing, credits, payments
    k = u("POST", "/me/api-keys", {"label": "ⓚ"})
    ok(u("GET", f"/me/api-keys/{k['api_key_id']}")["key"] == k["key"] and not k["is_default"], "key")
    ok("key" not in u("GET", "/me/api-keys")[0] and u("GET", "/me/api-keys/default")["is_default"], "keys")
    u("GET", f"/me/api-keys/{k['api_key_id']}", want=404, who="other")
    u("GET", "/me/api-keys/x", want=422)
    ok("key" not in u("DELETE", f"/me/api-keys/{k['api_key_id']}"), "hidden")
    u("DELETE", f"/me/api-keys/{k['api_key_id']}", want=404)
    u("GET", "/me/billing")
    b0 = u("GET", "/me/credits")["balance"]
    ok(u("POST", "/me/credits/use")["balance"] == b0 - 1, "credits")
    for i in range(5):
        u("POST", "/me/credits/use", who="sandbox")
    u("POST", "/me/credits/use", want=404, who="sandbox")
    ps = u("POST", "/me/payments/sessions", {"credits": 10})
    ok(ps["amount"] == "0.50", "session")
    wh = fx["webhook"]
    hook = lambda b, h: s.http("POST", s.base + "/me/payments/webhook", b, None, h).status  # noqa: E731
    ok(hook(wh["body"].encode(), {wh["signatureHeader"]: wh["validSignature"]}) == 200, "hook")
    ok(hook(wh["body"].encode(), {}) == 400 and hook(b"{}", {wh["signatureHeader"]: wh["validSignature"]}) == 400, "hook 400")
    body = json.dumps({"id": uuid.uuid4().hex, "type": "checkout.session.completed", "data": {"session_id": ps["session_id"]}}).encode()
    sig = {wh["signatureHeader"]: "sha256=" + hmac.new(wh["secret"].encode(), body, hashlib.sha256).hexdigest()}
    ok([hook(body, sig), hook(body, sig)] == [200, 200] and u("GET", "/me/credits")["balance"] == b0 + 9, "paid once")
    # bundles
    b = u("POST", "/me/bundles")["bundle_id"]
    t1 = fx["installableToolId"]
    t2 = next(t["tool_id"] for t in u("GET", "/me/tools", who=None) if t["tool_id"] != t1)
    u("POST", f"/me/bundles/{b}/tools", {"tool_id": t1})
    u("POST", f"/me/bundles/{b}/tools", {"tool_id": t1})
    u("POST", "/me/bundles/999999/tools", {"tool_id": t1}, 404)
    ok([t["tool_id"] for t in u("GET", f"/me/bundles/{b}/tools")] == [t1], "bundle tools")
    ok([t["tool_id"] for t in u("PUT", f"/me/bundles/{b}", {"label": "B", "tools": [t2, t1]})["tools"]] == [t2, t1], "bundle put")
    ok(u("GET", "/me/bundles")[-1]["tool_count"] == 2, "bundle count")
    u("PUT", "/me/bundles/999999", {}, 409)
    u("GET", f"/me/bundles/{b}", want=404, who="other")
    u("DELETE", f"/me/bundles/{b}/tools/{t1}")
    u("DELETE", f"/me/bundles/{b}/tools/{t1}", want=404)
    ok(u("GET", f"/me/bundles/{b}")["label"] == "B" and "tools" not in u("DELETE", f"/me/bundles/{b}"), "bundle")
    u("GET", f"/me/bundles/{b}", want=404)
    # CLI
    cid = u("POST", "/me/cli-auth", who=None)["cli_auth_id"]
    ok(u("GET", f"/me/cli-auth/{cid}", who=None) is None, "cli null")
    u("PUT", f"/me/cli-auth/{cid}", {"jwt": s.jwts["own"]})
    u("PUT", f"/me/cli-auth/{cid}", {"jwt": "x"}, 403, "other")
    u("PUT", f"/me/cli-auth/{U0}", {"jwt": "x"}, 404)
    ok(u("GET", f"/me/cli-auth/{cid}", who=None) == s.jwts["own"] and u("GET", f"/me/cli-auth/{cid}", who=None) is None, "cli once")
    u("GET", f"/me/cli-auth/{U0}", want=404, who=None)
    # schedules
    sc = u("POST", "/me/schedules", {"chat_id": A, "cron": fx["cron"]})["schedule_id"]
    for bad in (None, "x", U0, P):
        u("POST", "/me/schedules", {"chat_id": bad, "cron": fx["cron"]}, 403)
    u("POST", "/me/schedules", {"cron": fx["cron"]}, 403)
    u("POST", "/me/schedules", {"chat_id": A, "cron": "99 * * * *"}, 422)
    ok(u("GET", "/me/schedules")["count"] == 1 and u("GET", "/me/schedules/onboarding")["count"] == 1, "schedules")
    ok(u("PUT", f"/me/schedules/{sc}", {"is_active": False})["is_active"] is False, "pause")
    ok(u("GET", f"/me/schedules/{sc}")["cron"] == fx["cron"], "schedule")
    ok(u("GET", "/me/schedules/text-to-cron?cron=every%20monday%20at%209")["cron"] == "0 9 * * 1", "cron")
    u("GET", "/me/schedules/text-to-cron?cron=blah", want=400)
    u("GET", "/me/schedules/text-to-cron", want=422)
    u("DELETE", f"/me/schedules/{sc}", want=404, who="other")
    u("DELETE", f"/me/schedules/{sc}")
    u("GET", f"/me/schedules/{sc}", want=404)
    # tools
    ok(all({"name", "description", "inputSchema"} <= set(t) for t in u("GET", "/me/tools/list")), "mcp tools")
    ok(len([t for t in u("GET", "/me/tools/list") if t["name"].startswith("NOTIFIER_")]) == 15, "15 tools")
    ok(u("GET", "/me/tools/search?q=tide")[0]["name"] == "read_tide_table", "search")
    ok(len(u("GET", "/me/tools/search?q=notifier&min_score=0")) == 20, "search default limit")
    for q in ("q=", "limit=3", "q=a&limit=0", "q=a&limit=201", "q=a&min_score=1.1", "q=a&min_score=nan"):
        u("GET", "/me/tools/search?" + q, want=422)
    u("GET", f"/me/tools/{t1}", who=None)
    u("GET", "/me/tools/nope", want=404, who=None)
    r = s.tool("read_tide_table", {"port": "Hull"})
    ok(u("GET", f"/me/executions/{r['log_id']}")["input"] == {"port": "Hull"} and u("GET", "/me/executions?limit=1")["results"][0]["log_id"] == r["log_id"], "log")
    u("GET", f"/me/executions/{r['log_id']}", want=404, who="other")
    u("POST", "/me/tools/run/read_tide_table", {"port": 7}, 400)
    u("POST", "/me/tools/run/nope", {}, 404)
    u("POST", "/me/tools/run/echo_input", [1], 422)
    big = {"n": 10 ** 30, "f": 1.5, "s": "\u0000ü"}
    ok(s.tool("echo_input", big)["output"] == big, "echo")
    ok(len(u("GET", "/me/toolsets/list")) == 3 and len(u("GET", "/me/toolsets/notifier")["tools"]) == 15, "toolsets")
    u("GET", "/me/toolsets/nope", want=404)
    u("POST", "/me/user-tools", {"tool_id": t2})
    u("POST", "/me/user-tools", {"tool_id": t2}, 409)
    ok([t["tool_id"] for t in u("GET", "/me/user-tools")] == [t2], "installed")
    u("GET", f"/me/user-tools/{t2}", want=404, who="other")
    u("GET", f"/me/user-tools/{t2}")
    u("DELETE", f"/me/user-tools/{t2}")
    u("DELETE", f"/me/user-tools/{t2}", want=404)
    # user, VIP
    ok(u("GET", "/me/", who="sandbox")["tier"] == "sandbox", "tier")
    u("POST", "/me/vip", {"code": fx["ownVipCode"]}, 400)
    u("POST", "/me/vip", {"code": fx["vipCode"].lower()}, 400)
    u("POST", "/me/vip", {"code": fx["vipCode"]})
    u("POST", "/me/vip", {"code": fx["vipCode"]}, 400)
    ok(u("GET", "/me/vip")["redeemed"] == 1, "vip count")
    # NOTIFIER
    N = lambda n, **kw: s.tool("NOTIFIER_" + n, kw)["output"]  # noqa: E731
    NB = lambda n, **kw: u("POST", "/me/tools/run/NOTIFIER_" + n, kw, 400)  # noqa: E731
    ch = N("CREATE_CHAT", email="a@b.example")["iden"]
    N("CREATE_CHAT", email="c@b.example")
    ok(N("UPDATE_CHAT", iden=ch, muted=True)["muted"] and len(N("LIST_CHATS", limit=1)["chats"]) == 1, "chats")
    cur = N("LIST_CHATS", limit=1)["cursor"]
    ok(N("LIST_CHATS", limit=1, cursor=cur)["chats"][0]["iden"] == ch and N("LIST_CHATS", limit=1, cursor=cur)["cursor"] is None, "chat pages")
    NB("LIST_CHATS", limit=501), NB("CREATE_CHAT"), NB("UPDATE_CHAT", iden=ch), NB("LIST_CHATS", nope=1)
    N("DELETE_CHAT", iden=ch), NB("DELETE_CHAT", iden=ch)
    dv = N("CREATE_DEVICE", nickname="n", model="m", manufacturer="x", app_version=0)["iden"]
    NB("CREATE_DEVICE", nickname="n", model="m", manufacturer="x", app_version=-1)
    NB("CREATE_DEVICE", nickname="n", model="m", manufacturer="x", app_version=True)
    ok(N("UPDATE_DEVICE", iden=dv, icon="phone")["icon"] == "phone" and N("LIST_DEVICES")["devices"][0]["iden"] == dv, "devices")
    p = N("CREATE_PUSH", type="link", url="http://x.example", device_iden=dv)
    N("CREATE_PUSH", type="file", file_url="u", file_name="n", file_type="t")
    NB("CREATE_PUSH", type="link"), NB("CREATE_PUSH", type="file", file_url="u", file_name="n"), NB("CREATE_PUSH", type="x"), NB("CREATE_PUSH")
    q = N("UPDATE_PUSH", iden=p["iden"], dismissed=True, items=[{"text": "t", "checked": False}])
    ok(q["dismissed"] and q["items"] == [{"text": "t", "checked": False}] and q["url"] == "http://x.example", "push")
    ok([x["iden"] for x in N("LIST_PUSHES", modified_after=p["modified"])["pushes"]].count(p["iden"]) == 1, "modified_after")
    N("DELETE_DEVICE", device_iden=dv), N("DELETE_PUSH", iden=p["iden"])
    N("DELETE_ALL_PUSHES")
    time.sleep(0.3)
    ok(N("LIST_PUSHES", active=True)["pushes"] == [] and len(N("LIST_PUSHES")["pushes"]) == 2, "delete all")
    N("GET_USER"), N("UPLOAD_REQUEST", file_name="a b", file_type="text/plain"), NB("UPLOAD_REQUEST", file_name="a")
    return wrong
