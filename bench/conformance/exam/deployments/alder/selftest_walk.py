"""Walks through all operations without a fault and checks what the interface says."""
import hashlib, hmac, json, time, uuid
from selftest import CFG, CR, FX, at_once, ok, wait_idle

NOBODY = str(uuid.uuid4())


def walk(t, st):
    workers(t)
    runs(t)
    subs(t)
    studio(t)
    agents(t)
    chats(t)
    keys(t)
    bundles(t)
    cli(t)
    schedules(t)
    tools(t)
    notifier(t)


def workers(t):
    a = FX["agentId"]
    r = t.post(FX["message"])
    ok(r.run and r.headers["content-type"].startswith("text/plain") and "x-service-job-id" not in r.headers, r.headers)
    h = t.hist(r.run)
    ok(h.json == [{"role": "user", "content": FX["message"]}, {"role": "assistant", "content": r.text}], h)
    p = t.put(r.run, "and then?")
    ok(p.headers["x-service-run-id"] == r.run and FX["message"][:20] in p.text, p)
    ok([m["role"] for m in t.hist(r.run).json] == ["user", "assistant"] * 2)
    n = t.post("Grüße 🌲 " * 2000, nd=True)
    ls = t.lines(n)
    text = "".join(x["text"] for x in ls if x["type"] == "text_delta")
    ok(t.hist(n.run).json[1]["content"] == text and "\ufffd" not in text and ls[-1]["type"] == "done")
    ok(t.put(n.run, "", nd=True).status == 200)
    tc = t.lines(t.post(FX["toolCallMessage"]["message"], nd=True))
    ok([x["type"] for x in tc if "delta" not in x["type"]] == ["tool_call", "tool_result", "done"], tc)
    w = "/workers/" + a
    k = CR["apiKey"]
    ok(t.raw("POST", w, {"message": "x"}).status == 401)
    ok(t.raw("POST", w, {"message": "x"}, CR["jwt"]).status == 401)
    ok(t.raw("POST", w, {}, k).status == 422)
    ok(t.raw("POST", w, "{", k).status == 422)
    ok(t.raw("POST", w, {"message": 5}, k).status == 422)
    ok(t.raw("POST", "/workers/nope", {"message": "x"}, k).status == 422)
    ok(t.raw("POST", "/workers/" + NOBODY, {"message": "x"}, k).status == 404)
    ok(t.raw("POST", "/workers/" + FX["privateAgentId"], {"message": "x"}, k).status == 403)
    ok(t.hist(r.run, key=CR["otherApiKey"], want=None).status == 404)
    ok(t.put(r.run, "x", key=CR["otherApiKey"], want=None).status == 404)
    ok(t.hist(r.run, agent=FX["backgroundAgentId"], want=None).status == 404)
    ok(t.hist(NOBODY, want=None).status == 404)
    for msg, secs in ((FX["backgroundMessage"], 3), (FX["backgroundErrorMessage"], 2)):
        b = t.post(msg, FX["backgroundAgentId"])
        job = b.headers.get("x-service-job-id")
        g = t.hist(b.run, FX["backgroundAgentId"])
        ok(job and g.job == job, g.headers)
        ok(t.put(b.run, "no", FX["backgroundAgentId"], want=None).status == 409)
        ok(t.put(b.run, "no", FX["backgroundAgentId"], nd=True, want=None).status == 409)
        ok(t.post("other", FX["backgroundAgentId"]).run != b.run)
        g = wait_idle(t, b.run, FX["backgroundAgentId"])
        ok(len(g.json) == 2)
        t.put(b.run, "", FX["backgroundAgentId"])
        ok(len(t.hist(b.run, FX["backgroundAgentId"]).json) == 4)
        ok(t("GET", "/me/agent-runs/" + b.run, want=200).json["status"] == "idle")


def runs(t):
    for i in range(32):
        t("POST", "/me/chats/%s/runs" % FX["agentId"], want=200)
    r = t("GET", "/me/agent-runs", want=200).json
    ok(len(r["items"]) == 30 and r["page"]["has_next"])
    run = r["items"][0]["runId"]
    ok(len(t("GET", "/me/agent-runs/%s/logs" % run, want=200).json) == 1)
    ok(t("GET", "/me/agent-runs/%s/logs" % run, user="other", want=200).json == [])
    ok(t("GET", "/me/agent-runs/%s/mcp-server-logs" % run, want=200).json == [])
    t("GET", "/me/agent-runs/" + run, user="other", want=404)
    t("GET", "/me/agent-runs/" + NOBODY, want=404)
    t("GET", "/me/agent-runs/x", want=422)
    t("GET", "/me/agent-runs", user=None, want=401)
    for q in ("limit=0", "limit=x", "next_cursor=yesterday"):
        t("GET", "/me/agent-runs?" + q, want=422)
    ok(len(t("GET", "/me/agent-runs?limit=3&next_cursor=null", want=200).json["items"]) == 3)
    cur = t("GET", "/me/agent-runs?limit=3").json["page"]["cursor"]
    ok(len(t("GET", "/me/agent-runs?limit=3&next_cursor=" + cur, want=200).json["items"]) == 3, "a plus that is not escaped")
    t.tool("echo_text", {"text": "x"})
    e = t("GET", "/me/executions", want=200).json["items"][0]
    ok(e["input"] == {"text": "x"} and e["serviceId"] == "default" and e["serviceIdNamespace"] == "global", e)
    t("GET", "/me/executions/%d" % e["id"], want=200)
    t("GET", "/me/executions/%d" % e["id"], user="other", want=404)
    t("GET", "/me/executions/x", want=422)


def subs(t):
    p = "/me/agents/%s/subscribe"
    t("POST", p % FX["unpaidAgentId"], {}, want=400)
    t("POST", p % FX["ownPaidAgentId"], {}, want=400)
    t("POST", p % NOBODY, {}, want=404)
    t("POST", p % FX["subscribedAgentId"], {}, want=402)
    t("POST", p % FX["paidAgentId"], want=422)
    ok(t("POST", p % FX["paidAgentId"], {}, want=200).json["checkoutUrl"])
    t("POST", p % FX["paidAgentId"], {}, want=402)
    ok(len(t("GET", "/me/subscriptions", want=200).json["items"]) == 3)
    ok(t("GET", "/me/subscriptions/" + FX["paidAgentId"], want=200).json["status"] == "active")
    t("GET", "/me/subscriptions/" + NOBODY, want=404)
    un = "/me/agents/%s/unsubscribe"
    ok(t("POST", un % FX["unsubscribeAgentId"], want=200).json["status"] == "canceled")
    t("POST", un % FX["unsubscribeAgentId"], want=400)
    t("POST", un % NOBODY, want=404)
    t("POST", un % "nope", want=404)
    t("POST", p % "nope", {}, want=404)
    ok(t("GET", "/me/subscriptions/" + FX["unsubscribeAgentId"]).json["active"] is False)
    before = t("GET", "/me/monetization/summary?period=1", want=200).json
    t("POST", p % FX["ownPaidAgentId"], {}, "other", 200)
    after = t("GET", "/me/monetization/summary?period=1").json
    ok(after["totalSubscribers"] == before["totalSubscribers"] + 1 and after["totalEarningsCents"] == before["totalEarningsCents"] + 1250)


def studio(t):
    p = "/me/agent-studio-chats"
    c = t("POST", p, {"title": "A", "summary": "S", "visibility": "private"}, want=200).json
    one = p + "/" + c["run_id"]
    ok(t("POST", p, {"run_id": c["run_id"], "title": "Z"}, want=200).json == c)
    t("POST", p, {"run_id": c["run_id"]}, "other", 409)
    t("POST", p, {"visibility": "private"}, "sandbox", 400)
    t("POST", p, {"visibility": "purple"}, want=422)
    ok(t("GET", one, want=200).json == c)
    t("GET", one, user="other", want=403)
    t("GET", one, user=None, want=403)
    t("GET", p + "/nope", want=404)
    t("POST", one + "/clone", want=400)
    for m in ("PUT", "PATCH"):
        t(m, one, {"title": "x"}, "other", 403)
        t(m, p + "/nope", {"title": "x"}, want=404)
    ok(t("PATCH", one, {"title": ""}, want=200).json["summary"] == "S")
    g = t("PUT", one, {"title": "B"}, want=200).json
    ok(g["summary"] == "" and g["visibility"] == "public")
    t("GET", one, user=None, want=200)
    k = t("POST", one + "/clone", user="other", want=201).json
    ok(k["title"] == "B" and k["run_id"] != c["run_id"])
    s = t("POST", p, {"title": "s"}, "sandbox", 200).json["run_id"]
    t("PUT", p + "/" + s, {"visibility": "private"}, "sandbox", 400)
    t("PATCH", p + "/" + s, {"visibility": "private"}, "sandbox", 400)
    t("DELETE", one, user="other", want=403)
    t("DELETE", one, want=200)
    t("DELETE", one, want=404)
    t("GET", one, want=404)
    t("POST", p + "/nope/clone", want=404)
    ok(c["run_id"] not in t("GET", p, want=200).text)


def agents(t):
    t("POST", "/me/agents", {}, want=400)
    t("POST", "/me/agents", {"chat_prompt": "  "}, want=400)
    t("POST", "/me/agents", {"chat_prompt": "x", "visibility": "private"}, "sandbox", 400)
    t("POST", "/me/agents", {"chat_prompt": 5}, want=422)
    t("POST", "/me/agents", {"chat_prompt": "x", "id": NOBODY}, want=404)
    a = t.agent(visibility="private", vanity_slug="walk-slug", description="D")
    i = a["id"]
    ok(t("POST", "/me/agents", {"chat_prompt": "new", "id": i}, want=200).json["description"] == "D")
    t("POST", "/me/agents", {"chat_prompt": "x", "id": i}, "other", 403)
    t("POST", "/me/agents", {"chat_prompt": "x", "vanity_slug": "walk-slug"}, want=400)
    ok(t("GET", "/me/agents/" + i, want=200).json["chat_prompt"] == "new")
    for u in ("other", None):
        t("GET", "/me/agents/" + i, user=u, want=403)
    t("GET", "/me/agents/" + NOBODY, want=404)
    ok(i in t("GET", "/me/agents", want=200).text and i in t("GET", "/me/chats", want=200).text)
    ok(i not in t("GET", "/me/agents", user="other").text)
    ok(t("POST", "/me/agents/%s/upsell-description" % i, want=200).json["upsell_description"])
    ok(t("GET", "/me/agents/" + i).json["upsell_description"])
    t("POST", "/me/agents/%s/upsell-description" % i, user="other", want=404)
    s = t("POST", "/me/agents/vanity/slug", {"name": "Walk Slug"}, None, 200).json["slug"]
    ok(s.startswith("walk-slug-"))
    ok(t("GET", "/me/agents/vanity/slug?slug=" + s, want=200).json["available"])
    ok(not t("GET", "/me/agents/vanity/slug?slug=walk-slug").json["available"])
    t("GET", "/me/agents/vanity/slug", want=422)
    for v in t("GET", "/me/vibe/services", user=None, want=200).json["items"]:
        ok(t("GET", "/me/agents/%s/vibe?service_name=%s" % (i, v["name"]), want=200).json["prompt"])
    t("GET", "/me/agents/%s/vibe?service_name=x" % i, want=422)
    t("GET", "/me/agents/%s/vibe" % i, want=422)
    th = "/me/agents/%s/customizations/theme"
    ok(t("GET", th % i, want=200).json is None)
    t("PUT", th % i, {"theme_color": "red"}, want=400)
    t("PUT", th % i, {}, want=422)
    ok(t("PUT", th % i, {"theme_color": "#1A2b3c", "dark_mode": True}, want=200).json["dark_mode"])
    ok(t("PUT", th % i, {"theme_color": "#1A2b3c"}, want=200).json["dark_mode"] is False)
    ok(t("GET", th % i).json["theme_color"] == "#1A2b3c")
    for m in ("GET", "PUT"):
        t(m, th % i, {"theme_color": "#000000"} if m == "PUT" else None, "other", 403)
        t(m, th % NOBODY, {"theme_color": "#000000"} if m == "PUT" else None, want=404)
        t(m, th % "x", {"theme_color": "#000000"} if m == "PUT" else None, want=422)
    f = "/me/agents/%s/files" % i
    t("POST", f, {}, want=422)
    t("POST", f, {"name": "a/b"}, want=400)
    fs = [t("POST", f, {"name": "f%d" % k, "content": "c"}, want=201).json for k in range(3)]
    ok([x["position"] for x in fs] == [0, 1, 2])
    x = f + "/" + fs[2]["id"]
    ok(t("GET", x, want=200).json == fs[2])
    ok(t("PATCH", x, {"position": 0, "content": ""}, want=200).json["size"] == 0)
    ok(t("GET", x).json["position"] == 0 and t("GET", x).json["name"] == "f2")
    o = [{"file_id": y["id"], "position": 30 - 10 * k} for k, y in enumerate(fs)]
    r = t("PUT", f + "/positions", {"positions": o}, want=200).json
    ok([y["id"] for y in r["items"]] == [y["id"] for y in fs][::-1] and [y["position"] for y in r["items"]] == [10, 20, 30])
    t("PUT", f + "/positions", {"positions": [{"file_id": NOBODY, "position": 1}]}, want=404)
    t("PUT", f + "/positions", {"positions": o}, "other", 403)
    t("PUT", f + "/positions", {"positions": [{"file_id": "x"}]}, want=422)
    for m in ("GET", "PATCH", "DELETE"):
        t(m, x, {} if m == "PATCH" else None, "other", 403)
        t(m, f + "/" + NOBODY, {} if m == "PATCH" else None, want=404)
    ok(t("DELETE", x, want=204).body == b"")
    t("GET", x, want=404)
    t("GET", f, user="other", want=403)
    got = at_once(*[lambda: t("POST", f, {"name": "n"}) for _ in range(12)])
    ok(sorted(r.status for r in got) == [201] * 8 + [400] * 4, [r.status for r in got])
    ok(len(t("GET", f).json["items"]) == 10)


def chats(t):
    c = t("POST", "/me/chats", {"chat_prompt": "p", "visibility": "private", "name": "N"}, want=200).json
    i = "/me/chats/" + c["id"]
    ok(c["visibility"] == "private")
    t("POST", "/me/chats", {}, want=400)
    t("POST", "/me/chats", {"chat_prompt": "x", "visibility": "private"}, "sandbox", 400)
    for u in ("other", None):
        t("GET", i, user=u, want=403)
    t("GET", "/me/chats/nope", want=404)
    t("GET", i + "/og", user=None, want=404)
    t("GET", "/me/chats/x/og", user=None, want=422)
    t("POST", i + "/clone", want=403)
    t("POST", i + "/clone", user="other", want=403)
    t("POST", i + "/runs", user="other", want=403)
    t("POST", i + "/feedback", {"comment": "x"}, "other", 404)
    ok(t("PATCH", i, {"visibility": "public"}, want=200).json["name"] == "N")
    ok(t("GET", i + "/og", user=None, want=200).json["title"] == "N")
    k = t("POST", i + "/clone", {"name": "K"}, "other", 200).json
    ok(k["name"] == "K" and k["chat_prompt"] == "p" and k["id"] != c["id"])
    t("POST", i + "/clone", "null", "other", 200)
    t("POST", i + "/clone", user="other", want=200)
    t("POST", i + "/clone", {"visibility": "private"}, "sandbox", 400)
    t("POST", "/me/chats/%s/clone" % NOBODY, want=404)
    ok(t("POST", i + "/feedback", {"rating": 5, "comment": "good"}, "other", 200).json["feedback_count"] == 1)
    l = t("POST", i + "/runs", want=200).json
    t("GET", "/me/agent-runs/" + l["runId"], want=200)
    t("POST", "/me/chats/%s/runs" % NOBODY, want=404)
    ok(t("PUT", i, {"chat_prompt": "q"}, want=200).json["description"] == "")
    t("PUT", i, {"chat_prompt": "q"}, "other", 403)
    t("PATCH", i, {"name": "q"}, "other", 403)
    t("PUT", "/me/chats/nope", {"chat_prompt": "q"}, want=404)
    t("PATCH", "/me/chats/nope", {}, want=404)
    s = t.agent("sandbox")["id"]
    for m in ("PUT", "PATCH"):
        t(m, "/me/chats/" + s, {"chat_prompt": "q", "visibility": "private"}, "sandbox", 400)
    t("PATCH", i, {"vanity_slug": "gone-slug"}, want=200)
    t("DELETE", i, user="other", want=403)
    t("DELETE", i, want=200)
    t("DELETE", i, want=404)
    t("GET", i, want=404)
    t.agent(vanity_slug="gone-slug")
    t("GET", "/me/chats/" + k["id"], user="other", want=200)


def keys(t):
    k = t("POST", "/me/api-keys", {"name": "k"}, want=200).json
    i = "/me/api-keys/%d" % k["apiKeyId"]
    ok(t("GET", i, want=200).json == k and k["isDefault"] is False)
    t("GET", i, user="other", want=404)
    t("GET", "/me/api-keys/x", want=422)
    l = t("GET", "/me/api-keys", want=200)
    ok(k["key"] not in l.text and len(l.json) == 2)
    ok(t("GET", "/me/api-keys/default", want=200).json["key"] == CR["apiKey"])
    t.post("x", key=k["key"])
    t("DELETE", i, user="other", want=404)
    ok("key" not in t("DELETE", i, want=200).json)
    t("DELETE", i, want=404)
    ok(t.post("x", key=k["key"], want=None).status == 401)
    d = t("POST", "/me/api-keys", {"name": "d", "isDefault": True}, want=200).json
    ok(t("GET", "/me/api-keys/default").json["apiKeyId"] == d["apiKeyId"])
    t("DELETE", "/me/api-keys/%d" % d["apiKeyId"], want=200)
    ok(t("GET", "/me/api-keys/default").json["key"] == CR["apiKey"])
    t("GET", "/me/billing", want=200)
    b = t("GET", "/me/credits", want=200).json["balance"]
    at_once(*[lambda: t("POST", "/me/credits/use", want=200) for _ in range(10)])
    ok(t("GET", "/me/credits").json["balance"] == b - 10)
    got = at_once(*[lambda: t("POST", "/me/credits/use", user="sandbox") for _ in range(30)])
    ok(sum(r.status == 200 for r in got) == 25 and sum(r.status == 404 for r in got) == 5)
    w, h = FX["webhook"], FX["webhook"]["signatureHeader"]
    p = "/me/payments/webhook"
    ok(t.raw("POST", p, w["body"], headers={h: w["validSignature"]}).json == {"received": True, "duplicate": False})
    ok(t.raw("POST", p, w["body"], headers={h: w["validSignature"]}).json["duplicate"])
    ok(t.raw("POST", p, w["body"]).status == 400)
    ok(t.raw("POST", p, w["body"] + " ", headers={h: w["validSignature"]}).status == 400)

    def sign(b):
        return {h: "sha256=" + hmac.new(w["secret"].encode(), b.encode(), hashlib.sha256).hexdigest()}
    for bad in ("nonsense", "{}", "[]"):
        ok(t.raw("POST", p, bad, headers=sign(bad)).status == 400)
    s = t("POST", "/me/payments/sessions", {"credits": 100}, want=200).json
    t("POST", "/me/payments/sessions", {}, want=422)
    for n in range(2):
        ev = json.dumps({"id": "evt_w%d" % n, "type": "checkout.session.completed", "data": {"sessionId": s["sessionId"]}})
        ok(t.raw("POST", p, ev, headers=sign(ev)).status == 200)
    ok(t("GET", "/me/credits").json["balance"] == b - 10 + 100)
    for q in ("summary", "subscribers", "earnings"):
        m = "/me/monetization/" + q
        ok(t("GET", m, want=200).json["period"] == 28)
        ok(t("GET", m + "?period=365", want=200).json["period"] == 365)
        for bad in ("0", "366", "x"):
            t("GET", m + "?period=" + bad, want=422)
    e = t("GET", "/me/monetization/earnings?period=3").json
    ok(len(e["items"]) == 3 and sum(x["earningsCents"] for x in e["items"]) == e["totalEarningsCents"])
    ok(t("GET", "/me/", want=200).json["tier"] == "pro" and t("GET", "/me/", user="sandbox").json["tier"] == "sandbox")
    t("GET", "/me/", user=None, want=401)
    n = t("GET", "/me/vip", want=200).json["count"]
    b = t("GET", "/me/credits").json["balance"]
    got = at_once(*[lambda: t("POST", "/me/vip", {"code": FX["vipCode"]}) for _ in range(5)])
    ok(sorted(r.status for r in got) == [200, 400, 400, 400, 400])
    ok(t("GET", "/me/vip").json["count"] == n + 1 and t("GET", "/me/credits").json["balance"] == b + 50)
    for bad in (FX["ownVipCode"], "NO-SUCH"):
        t("POST", "/me/vip", {"code": bad}, want=400)
    t("POST", "/me/vip", {}, want=422)
    t("POST", "/me/vip", {"code": FX["vipCode"]}, "other", 200)


def bundles(t):
    b = t("POST", "/me/bundles", want=200).json
    i = "/me/bundles/%d" % b["bundleId"]
    ok(b["tools"] == [])
    t("POST", i + "/tools", {"toolId": "echo_text"}, want=200)
    t("POST", i + "/tools", {"toolId": "echo_text"}, want=200)
    t("POST", i + "/tools", {"toolId": "nope"}, want=404)
    t("POST", i + "/tools", {"toolId": "echo_text"}, "other", 404)
    t("POST", i + "/tools", {}, want=422)
    g = t("PUT", i, {"name": "N"}, want=200).json
    ok(g["name"] == "N" and [x["toolId"] for x in g["tools"]] == ["echo_text"])
    g = t("PUT", i, {"tools": ["read_tide_table", "convert_knots"]}, want=200).json
    ok([x["toolId"] for x in g["tools"]] == ["read_tide_table", "convert_knots"] and g["name"] == "N")
    t("PUT", i, {"tools": ["nope"]}, want=409)
    ok(t("GET", i, want=200).json == g)
    ok(t("GET", i + "/tools", want=200).json == g["tools"])
    ok(t("GET", i + "/tools", user="other", want=200).json == [])
    t("PUT", i, {"name": "x"}, "other", 409)
    t("GET", i, user="other", want=404)
    t("GET", "/me/bundles/x", want=422)
    t("DELETE", i + "/tools/convert_knots", want=200)
    t("DELETE", i + "/tools/convert_knots", want=404)
    ok([x["toolCount"] for x in t("GET", "/me/bundles", want=200).json if x["bundleId"] == b["bundleId"]] == [1])
    t("DELETE", i, user="other", want=404)
    t("DELETE", i, want=200)
    t("GET", i, want=404)
    t("DELETE", i, want=404)
    t("DELETE", i + "/tools/echo_text", want=404)


def cli(t):
    i = "/me/cli-auth/" + t("POST", "/me/cli-auth", user=None, want=200).json["cli_auth_id"]
    ok(t("GET", i, user=None, want=200).json is None)
    t("PUT", i, {"jwt": CR["jwt"]}, None, 401)
    t("PUT", i, {"jwt": CR["otherJwt"]}, want=403)
    t("PUT", i, {}, want=422)
    t("PUT", i, {"jwt": CR["jwt"]}, want=200)
    t("PUT", i, {"jwt": CR["otherJwt"]}, "other", 403)
    got = at_once(*[lambda: t("GET", i, user=None, want=200).json for _ in range(6)])
    ok(sum(g == CR["jwt"] for g in got) == 1 and got.count(None) == 5, got)
    t("GET", "/me/cli-auth/" + NOBODY, user=None, want=404)
    t("PUT", "/me/cli-auth/" + NOBODY, {"jwt": "x"}, want=404)
    t("GET", "/me/cli-auth/x", user=None, want=422)


def schedules(t):
    p = "/me/schedules"
    ok(t("GET", p + "/onboarding", want=200).json["completed"] is False)
    c = t.agent()["id"]
    for bad in (None, 5, "x", NOBODY, FX["unpaidAgentId"]):
        t("POST", p, {"chat_id": bad, "cron": FX["cron"]}, want=403)
    t("POST", p, {"cron": FX["cron"]}, want=403)
    t("POST", p, {"chat_id": c, "cron": "nonsense"}, want=422)
    t("POST", p, {"chat_id": c}, want=422)
    s = t("POST", p, {"chat_id": c, "cron": FX["cron"], "message": "go"}, want=200).json
    i = p + "/" + s["id"]
    ok(t("GET", i, want=200).json == s and s["enabled"] is True)
    g = t("PUT", i, {"enabled": False}, want=200).json
    ok(g["enabled"] is False and g["message"] == "go" and g["cron"] == FX["cron"])
    t("PUT", i, {"chat_id": FX["unpaidAgentId"]}, want=403)
    t("PUT", i, {"cron": "61 * * * *"}, want=422)
    for m in ("GET", "PUT", "DELETE"):
        t(m, i, {} if m == "PUT" else None, "other", 404)
        t(m, p + "/x", {} if m == "PUT" else None, want=422)
    ok([x["id"] for x in t("GET", p, want=200).json["items"]] == [s["id"]])
    ok(t("GET", p, user="other").json["items"] == [])
    ok(t("GET", p + "/text-to-cron?cron=every%20monday", want=200).json["cron"] == "0 0 * * 1")
    ok(t("GET", p + "/text-to-cron?cron=0%209%20*%20*%201", want=200).json["cron"] == "0 9 * * 1")
    for bad in ("61%20*%20*%20*%20*", "", "nonsense"):
        t("GET", p + "/text-to-cron?cron=" + bad, want=400)
    t("GET", p + "/text-to-cron", want=422)
    t("DELETE", i, want=200)
    t("DELETE", i, want=404)
    s = t("POST", p, {"chat_id": c, "cron": FX["cron"]}, want=200).json
    t("DELETE", "/me/chats/" + c, want=200)
    t("GET", p + "/" + s["id"], want=404)


def tools(t):
    ok(len(t("GET", "/me/tools/list", want=200).json) == 19)
    ok(len(t("GET", "/me/tools", user=None, want=200).json) == 19)
    ok(t("GET", "/me/tools/echo_text", user=None, want=200).json["toolId"] == "echo_text")
    t("GET", "/me/tools/nope", user=None, want=404)
    s = t("GET", "/me/tools/search?q=push", want=200).json
    ok(s and all(x["score"] >= 0.15 for x in s) and [x["score"] for x in s] == sorted((x["score"] for x in s), reverse=True))
    ok(len(t("GET", "/me/tools/search?q=push&limit=2", want=200).json) == 2)
    ok(t("GET", "/me/tools/search?q=push&toolkit=sea", want=200).json == [])
    ok(t("GET", "/me/tools/search?q=push&toolkit=null", want=200).json == s)
    for q in ("", "?q=", "?q=x&limit=0", "?q=x&limit=201", "?q=x&min_score=1.1", "?q=x&min_score=-0.1"):
        t("GET", "/me/tools/search" + q, want=422)
    r = t("POST", "/me/tools/run/" + FX["tool"]["name"], FX["tool"]["input"], want=200).json
    ok(r["isError"] is False and r["structuredContent"]["port"] == "Hull")
    t("POST", "/me/tools/run/" + FX["tool"]["name"], FX["tool"]["invalidInput"], want=400)
    t("POST", "/me/tools/run/echo_text", {}, want=400)
    t("POST", "/me/tools/run/echo_text", "[1]", want=422)
    t("POST", "/me/tools/run/nope", {}, want=404)
    t("POST", "/me/tools/run/echo_text", {"text": "x"}, None, 401)
    t("POST", "/me/tools/run/echo_text", {"text": "x"}, CR["jwt"][:-4] + "AAAA", 401)
    ls = t("GET", "/me/toolsets/list", want=200).json
    for x in ls:
        g = t("GET", "/me/toolsets/" + x["toolsetName"], want=200).json
        ok(len(g["tools"]) == g["toolCount"] == x["toolCount"] > 0)
    t("GET", "/me/toolsets/nope", want=404)
    i = "/me/user-tools/" + FX["installableToolId"]
    t("GET", i, want=404)
    t("POST", "/me/user-tools", {"toolId": FX["installableToolId"]}, want=200)
    t("POST", "/me/user-tools", {"toolId": FX["installableToolId"]}, want=409)
    t("POST", "/me/user-tools", {"toolId": "nope"}, want=409)
    t("POST", "/me/user-tools", {}, want=422)
    t("GET", i, want=200)
    t("GET", i, user="other", want=404)
    ok([x["toolId"] for x in t("GET", "/me/user-tools", want=200).json] == [FX["installableToolId"]])
    t("DELETE", i, want=200)
    t("DELETE", i, want=404)
    t("POST", "/me/user-tools", {"toolId": FX["installableToolId"]}, want=200)


def notifier(t):
    n = t.nt
    n("GET_USER", user="sandbox", want=400)
    ok(n("GET_USER")["email"] == "olive@alder.example")
    c = n("CREATE_CHAT", {"email": "w@alder.example"})
    n("CREATE_CHAT", {}, want=400)
    ok(n("UPDATE_CHAT", {"iden": c["iden"], "muted": True})["muted"] is True)
    ok([x["muted"] for x in n("LIST_CHATS", {"limit": 500})["chats"]] == [True])
    n("LIST_CHATS", {"limit": 501}, want=400)
    ok(n("LIST_CHATS", user="other")["chats"] == [])
    n("DELETE_CHAT", {"iden": c["iden"]}, "other", 400)
    n("DELETE_CHAT", {"iden": c["iden"]})
    ok(n("LIST_CHATS")["chats"] == [])
    dev = {"model": "m", "app_version": 0, "manufacturer": "f"}
    d = n("CREATE_DEVICE", dev)
    for bad in ({"app_version": -1}, {"app_version": 1.5}, {"app_version": "1"}, {"model": None}, {"colour": "x"}):
        n("CREATE_DEVICE", dict(dev, **bad), want=400)
    ok(n("UPDATE_DEVICE", {"iden": d["iden"], "nickname": "N"})["model"] == "m")
    ok([x["nickname"] for x in n("LIST_DEVICES")["devices"]] == ["N"])
    for bad in ({"type": "note2"}, {"type": "link"}, {"type": "file", "file_url": "u", "file_type": "t"}, {}):
        n("CREATE_PUSH", bad, want=400)
    g = {"type": "note", "body": "b", "guid": "g-1", "device_iden": d["iden"]}
    p = n("CREATE_PUSH", g)
    ok(n("CREATE_PUSH", g)["iden"] == p["iden"])
    q = n("CREATE_PUSH", {"type": "link", "url": "http://x"})
    f = n("CREATE_PUSH", {"type": "file", "file_url": "u", "file_name": "n", "file_type": "t"})
    ok([x["iden"] for x in n("LIST_PUSHES")["pushes"]] == [f["iden"], q["iden"], p["iden"]])
    ok([x["iden"] for x in n("LIST_PUSHES", {"modified_after": p["modified"]})["pushes"]] == [f["iden"], q["iden"]])
    one = n("LIST_PUSHES", {"limit": 1})
    ok([x["iden"] for x in n("LIST_PUSHES", {"limit": 1, "cursor": one["cursor"]})["pushes"]] == [q["iden"]])
    ok(n("UPDATE_PUSH", {"iden": p["iden"], "dismissed": True, "items": [{"text": "a", "checked": False}]})["dismissed"] is True)
    n("UPDATE_PUSH", {"iden": p["iden"], "items": [{"text": 1}]}, want=400)
    n("DELETE_PUSH", {"iden": p["iden"]})
    ok(len(n("LIST_PUSHES", {"active": True})["pushes"]) == 2 and len(n("LIST_PUSHES")["pushes"]) == 3)
    ok(n("UPLOAD_REQUEST", {"file_name": "n", "file_type": "t"})["upload_url"])
    n("DELETE_ALL_PUSHES")
    time.sleep(0.5)
    ok(n("LIST_PUSHES", {"active": True})["pushes"] == [])
    n("DELETE_DEVICE", {"device_iden": d["iden"]})
    ok(n("LIST_DEVICES")["devices"] == [])
