"""Walks through every operation of a deployment without a fault."""
import json
import re
import time
import uuid

from selftest_probes import AGENT, BG, CR, FX, cli, files, job_ends

NOBODY = "00000000-0000-4000-8000-000000000000"


def walk(t):
    seen, bad = set(), []

    def ok(cond, what):
        if not cond:
            bad.append(what)
            print("  WRONG:", what)

    def me(want, method, path, body=None, who="own", shape=None, **q):
        a = t.me(method, path, body, who, **q)
        seen.add((method, shape or path))
        ok(a.status == want, f"{method} {path} {body if body is None else json.dumps(body)[:80]} as {who}: {a.status} in place of {want} {a.raw[:120]}")
        return a.json if a.raw else None

    # --- Workers API
    a = t.w("POST", AGENT, "Grüß dich")
    r = a.headers["X-Service-Run-ID"]
    ok(a.status == 200 and uuid.UUID(r), "run id")
    talk = t.talk(r)
    ok(talk.json == [{"role": "user", "content": "Grüß dich"}, {"role": "assistant", "content": a.text}], "history")
    ok("x-service-job-id" not in talk.headers, "no job")
    b = t.w("PUT", f"{AGENT}/{r}", "weiter")
    ok(b.headers["X-Service-Run-ID"] == r and len(t.talk(r).json) == 4, "put")
    nd = t.w("POST", "ndjson/" + AGENT, FX["toolCallMessage"]["message"])
    lines = [json.loads(x) for x in nd.text.splitlines()]
    ok([x["sort"] for x in lines][:2] == ["toolCall", "toolAnswer"] and FX["toolCallMessage"]["output"] in nd.text, "ndjson tools")
    nr = nd.headers["X-Service-Run-ID"]
    ok("".join(x.get("piece", "") for x in lines) == t.talk(nr).json[-1]["content"], "ndjson words")
    nb = t.w("PUT", f"ndjson/{AGENT}/{nr}", "x")
    ok(nb.status == 200 and nb.headers["X-Service-Run-ID"] == nr, "ndjson put")
    for bad_call, want in (((("POST", AGENT, "x", None)), 401), (("POST", AGENT, "x", "nope"), 401), (("POST", NOBODY, "x"), 404), (("PUT", f"{AGENT}/{NOBODY}", "x"), 404),
                           (("GET", f"{AGENT}/{NOBODY}"), 404), (("POST", FX["privateAgentId"], "x"), 403), (("PUT", f"{AGENT}/{r}", None), 422), (("POST", AGENT, 7), 422)):
        s = t.w(*bad_call).status
        ok(s == want, f"{bad_call}: {s} in place of {want}")
    ok(t.talk(r, BG).status == 404, "run of another worker")
    ok(t.w("POST", AGENT, body={}).status == 200, "message may be left out")
    for words in (FX["backgroundMessage"], FX["backgroundErrorMessage"]):
        j = t.w("POST", BG, words)
        jr = j.headers["X-Service-Run-ID"]
        ok(j.headers.get("x-service-job-id") and t.talk(jr, BG).headers.get("x-service-job-id") == j.headers["x-service-job-id"], "job header")
        ok(t.w("PUT", f"{BG}/{jr}", "now").status == 409 and len(t.talk(jr, BG).json) == 2, "409 while a job runs")
        other = t.w("POST", BG, "another")
        ok(other.status == 200 and not other.headers.get("x-service-job-id"), "POST while a job runs")
        ok(me(200, "GET", f"/agent-runs/{jr}", shape="/agent-runs/{}")["state"] == "working", "run works")
        ok(job_ends(t, jr), "job ends")
        ok(t.w("PUT", f"{BG}/{jr}", "").status == 200 and len(t.talk(jr, BG).json) == 4, "resume")
    start = time.time()
    t.w("POST", AGENT, FX["slowMessage"])
    ok(time.time() - start > 1, "slow")

    # --- runs
    runs = me(200, "GET", "/agent-runs")
    ok(r in [x["run_id"] for x in runs["rows"]], "run listed")
    p = me(200, "GET", "/agent-runs", limit=2)
    q = me(200, "GET", "/agent-runs", limit=2, next_cursor=p["next"])
    ok([x["run_id"] for x in p["rows"] + q["rows"]] == [x["run_id"] for x in runs["rows"]][:4], "pages")
    for k in ({"limit": "x"}, {"limit": 0}, {"next_cursor": "yesterday"}):
        me(422, "GET", "/agent-runs", **k)
    me(404, "GET", "/agent-runs/" + r, who="other")
    me(404, "GET", "/agent-runs/" + NOBODY)
    me(422, "GET", "/agent-runs/7")
    ok(len(me(200, "GET", f"/agent-runs/{nr}/mcp-server-logs", shape="/agent-runs/{}/mcp-server-logs")) == 1, "mcp log")
    ok(len(me(200, "GET", f"/agent-runs/{r}/logs", shape="/agent-runs/{}/logs")) == 4, "run log")
    ok(me(200, "GET", f"/agent-runs/{r}/logs", who="other") == [], "no logs of others")
    run = me(200, "POST", f"/tools/run/{FX['tool']['name']}", FX["tool"]["input"], shape="/tools/run/{}")
    e = me(200, "GET", f"/executions/{run['log_id']}", shape="/executions/{}")
    ok(e["service"] == "default" and e["realm"] == "global" and e["given"] == FX["tool"]["input"], "execution")
    me(404, "GET", "/executions/99999999999999999999")
    me(422, "GET", "/executions/x")
    ok(me(200, "GET", "/executions")["rows"][0] == e, "executions")

    # --- subscriptions
    me(200, "GET", "/subscriptions")
    me(404, "GET", "/subscriptions/" + FX["paidAgentId"], shape="/subscriptions/{}")
    me(400, "POST", f"/agents/{FX['paidAgentId']}/unsubscribe")
    ok(me(200, "POST", f"/agents/{FX['paidAgentId']}/subscribe", {}, shape="/agents/{}/subscribe")["checkout"]["url"], "checkout")
    me(402, "POST", f"/agents/{FX['paidAgentId']}/subscribe", {})
    me(400, "POST", f"/agents/{FX['unpaidAgentId']}/subscribe", {})
    me(400, "POST", f"/agents/{FX['ownPaidAgentId']}/subscribe", {})
    me(404, "POST", f"/agents/{NOBODY}/subscribe", {})
    me(404, "POST", f"/agents/{NOBODY}/unsubscribe")
    ok(not me(200, "POST", f"/agents/{FX['paidAgentId']}/unsubscribe", shape="/agents/{}/unsubscribe")["isActive"], "ended")
    me(400, "POST", f"/agents/{FX['paidAgentId']}/unsubscribe")
    ok(me(200, "GET", "/subscriptions/" + FX["subscribedAgentId"])["isActive"], "subscribed")

    # --- studio
    s = me(200, "POST", "/agent-studio-chats", {"run_id": "007", "label": "A", "notes": "n"})
    ok(s["run_id"] == "007" and me(200, "POST", "/agent-studio-chats", {"run_id": "007", "label": "B"}) == s, "existing returned")
    me(409, "POST", "/agent-studio-chats", {"run_id": "007"}, "other")
    me(400, "POST", "/agent-studio-chats", {"audience": "private"}, "box")
    me(422, "POST", "/agent-studio-chats", {"audience": "secret"})
    me(403, "GET", "/agent-studio-chats/007", who=None)
    me(404, "GET", "/agent-studio-chats/7")
    me(400, "POST", "/agent-studio-chats/007/clone")
    ok(me(200, "PATCH", "/agent-studio-chats/007", {"audience": "public"}, shape="/agent-studio-chats/{}")["notes"] == "n", "patch keeps")
    me(200, "GET", "/agent-studio-chats/007", who=None, shape="/agent-studio-chats/{}")
    me(403, "PATCH", "/agent-studio-chats/007", {}, "other")
    ok(me(201, "POST", "/agent-studio-chats/007/clone", who="other", shape="/agent-studio-chats/{}/clone")["owner"] == 2, "clone")
    ok(me(200, "PUT", "/agent-studio-chats/007", {"label": "C"}, shape="/agent-studio-chats/{}")["notes"] is None, "put replaces")
    me(403, "DELETE", "/agent-studio-chats/007", who="other")
    me(200, "DELETE", "/agent-studio-chats/007", shape="/agent-studio-chats/{}")
    for m in ("GET", "DELETE"):
        me(404, m, "/agent-studio-chats/007")
    ok("007" not in [x["run_id"] for x in me(200, "GET", "/agent-studio-chats")], "gone")

    # --- agents and chats
    me(400, "POST", "/agents", {})
    me(400, "POST", "/chats", {"instruction": ""})
    me(400, "POST", "/agents", {"instruction": "x", "audience": "private"}, "box")
    ag = me(200, "POST", "/agents", {"instruction": "007", "label": "L", "nick": "mein-nick", "audience": "public"})
    aid = ag["agent_id"]
    ok(ag["instruction"] == "007", "instruction")
    ok(me(200, "POST", "/agents", {"agent_id": aid, "instruction": "new"})["nick"] == "mein-nick", "upsert keeps")
    me(403, "POST", "/agents", {"agent_id": aid, "instruction": "new"}, "other")
    me(404, "POST", "/agents", {"agent_id": NOBODY, "instruction": "new"})
    me(400, "POST", "/agents", {"instruction": "x", "nick": "mein-nick"}, "other")
    ok(aid in [x["agent_id"] for x in me(200, "GET", "/agents")], "listed")
    me(200, "GET", "/agents/" + aid, who=None, shape="/agents/{}")
    me(403, "GET", "/agents/" + FX["privateAgentId"])
    me(404, "GET", "/agents/nope")
    ok(me(200, "POST", f"/agents/{aid}/upsell-description", shape="/agents/{}/upsell-description")["pitch"], "pitch")
    me(404, "POST", f"/agents/{NOBODY}/upsell-description")
    ok(me(200, "POST", "/agents/vanity/slug", {"label": "Mein Nick"}, None)["slug"] == "mein-nick-2", "slug")
    ok(me(200, "GET", "/agents/vanity/slug", slug="mein-nick")["isFree"] is False, "slug taken")
    me(422, "GET", "/agents/vanity/slug")
    v = me(200, "GET", "/vibe/services", who=None)["rows"]
    ok(len(v) == 3, "three services")
    me(200, "GET", f"/agents/{aid}/vibe", shape="/agents/{}/vibe", service_name=v[0]["service_name"])
    me(422, "GET", f"/agents/{aid}/vibe", service_name="x")
    th = f"/agents/{aid}/customizations/theme"
    ok(me(200, "GET", th, shape="/agents/{}/customizations/theme") is None, "no theme")
    me(400, "PUT", th, {"color": "red"})
    me(422, "PUT", th, {})
    me(403, "PUT", th, {"color": "#aabbcc"}, "other")
    me(404, "PUT", f"/agents/{NOBODY}/customizations/theme", {"color": "#aabbcc"})
    ok(me(200, "PUT", th, {"color": "#AAbb01"}, shape="/agents/{}/customizations/theme") == me(200, "GET", th), "theme")
    f = files(t, aid, FX["filesPerAgent"])
    fp = f"/agents/{aid}/files"
    me(400, "POST", fp, {"label": "x"})
    me(403, "POST", fp, {"label": "x"}, "other")
    me(403, "GET", fp, who="other")
    me(204, "DELETE", f"{fp}/{f[7]}", shape="/agents/{}/files/{}")
    me(404, "GET", f"{fp}/{f[7]}")
    me(201, "POST", fp, {"label": "again"}, shape="/agents/{}/files")
    ok(me(200, "PUT", fp + "/positions", {"order": [{"file_id": f[0], "position": 99}]}, shape="/agents/{}/files/positions")["rows"][-1]["file_id"] == f[0], "order")
    me(404, "PUT", fp + "/positions", {"order": [{"file_id": NOBODY, "position": 1}]})
    me(200, "PATCH", f"{fp}/{f[1]}", {"content": "neu"}, shape="/agents/{}/files/{}")
    ok(me(200, "GET", f"{fp}/{f[1]}", shape="/agents/{}/files/{}")["content"] == "neu", "file")
    ok(len(me(200, "GET", fp, shape="/agents/{}/files")["rows"]) == 8, "files")
    ch = me(200, "POST", "/chats", {"instruction": "c"})
    cp = "/chats/" + ch["agent_id"]
    ok(ch["audience"] == "private" and me(200, "GET", cp, shape="/chats/{}") == ch, "chat")
    me(403, "GET", cp, who=None)
    me(400, "PUT", cp, {"label": "x"})
    ok(me(200, "PUT", cp, {"instruction": "d", "label": "l"}, shape="/chats/{}")["label"] == "l", "put")
    ok(me(200, "PATCH", cp, {"audience": "public"}, shape="/chats/{}")["label"] == "l", "patch")
    me(403, "PATCH", cp, {}, "other")
    me(404, "PATCH", "/chats/" + NOBODY, {})
    ok(cp[7:] in [x["agent_id"] for x in me(200, "GET", "/chats")], "chats")
    ok(me(200, "GET", cp + "/og", who=None, shape="/chats/{}/og")["headline"] == "l", "og")
    me(422, "GET", "/chats/x/og")
    cl = me(200, "POST", cp + "/clone", who="other", shape="/chats/{}/clone")
    ok(cl["owner"] == 2 and cl["agent_id"] != cp[7:], "clone")
    me(200, "POST", cp + "/clone", {"label": "mine"})
    me(400, "POST", cp + "/clone", {"audience": "private"}, "box")
    me(403, "POST", f"/chats/{AGENT}/clone", who="other")
    me(404, "POST", f"/chats/{NOBODY}/clone")
    ok(me(200, "POST", cp + "/feedback", {"mark": 5}, "other", shape="/chats/{}/feedback")["applause"] == 1, "feedback")
    me(404, "POST", f"/chats/{NOBODY}/feedback", {})
    lg = me(200, "POST", cp + "/runs", shape="/chats/{}/runs")
    ok(me(200, "GET", "/agent-runs/" + lg["run_id"])["agent_id"] == cp[7:], "run of chat")
    me(403, "POST", f"/chats/{AGENT}/runs", who="other")
    me(404, "POST", f"/chats/{NOBODY}/runs")
    me(403, "DELETE", cp, who="other")
    box = t.agent("box")["agent_id"]
    me(400, "PUT", "/chats/" + box, {"instruction": "x", "audience": "private"}, "box")
    me(400, "PATCH", "/chats/" + box, {"audience": "private"}, "box")

    # --- schedules
    me(403, "POST", "/schedules", {"cron": FX["cron"]})
    me(403, "POST", "/schedules", {"cron": FX["cron"], "chat_id": FX["unpaidAgentId"]})
    me(422, "POST", "/schedules", {"cron": "61 * * * *", "chat_id": cp[7:]})
    sc = me(200, "POST", "/schedules", {"cron": FX["cron"], "chat_id": cp[7:], "label": "s"})
    sp = "/schedules/" + sc["schedule_id"]
    d = time.gmtime(sc["nextAt"] / 1000)
    ok((d.tm_wday, d.tm_hour, d.tm_min) == (0, 9, 0), "next time")
    ok(me(200, "GET", sp, shape="/schedules/{}") == sc and sc in me(200, "GET", "/schedules")["rows"], "schedule")
    me(404, "GET", sp, who="other")
    ok(me(200, "PUT", sp, {"cron": "*/5 * * * *"}, shape="/schedules/{}")["label"] == "s", "schedule put")
    me(200, "GET", "/schedules/onboarding")
    ok(me(200, "GET", "/schedules/text-to-cron", cron="every monday at 9")["cron"] == "0 9 * * 1", "text")
    for x in ("nonsense", "60 * * * *", "* * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", "5-1 * * * *", "*/0 * * * *"):
        me(400, "GET", "/schedules/text-to-cron", cron=x)
    me(422, "GET", "/schedules/text-to-cron")
    me(200, "DELETE", sp, shape="/schedules/{}")
    me(404, "GET", sp)
    me(200, "DELETE", cp, shape="/chats/{}")
    me(404, "GET", cp)

    # --- money
    k = me(200, "POST", "/api-keys", {"label": "k"})
    kp = f"/api-keys/{k['api_key_id']}"
    ok(me(200, "GET", kp, shape="/api-keys/{}") == k, "key")
    ok(all("key" not in x for x in me(200, "GET", "/api-keys")), "hidden")
    ok(me(200, "GET", "/api-keys/default")["key"] == CR["apiKey"], "default")
    me(404, "GET", kp, who="other")
    me(404, "DELETE", kp, who="other")
    ok("key" not in me(200, "DELETE", kp, shape="/api-keys/{}"), "hidden")
    me(404, "DELETE", kp)
    me(422, "GET", "/api-keys/x")
    me(200, "GET", "/billing")
    n = me(200, "GET", "/credits")["balance"]
    t.at_once(10, lambda i: t.me("POST", "/credits/use"))
    ok(me(200, "POST", "/credits/use")["balance"] == n - 11, "credits")
    got = t.at_once(6, lambda i: t.me("POST", "/credits/use", who="box").status)
    ok(sorted(got) == [200] * 3 + [404] * 3, "no double spending")
    wh = FX["webhook"]
    for h, want in ((wh["validSignature"], 200), (wh["validSignature"], 200), ("00", 400), (None, 400)):
        x = t.raw("POST", "/api/me/payments/webhook", wh["body"].encode(), {wh["signatureHeader"]: h} if h else {})
        ok(x.status == want, f"webhook {h} {x.status}")
    seen.add(("POST", "/payments/webhook"))
    ok(me(200, "GET", "/billing")["invoices"] == 1, "webhook once")
    me(200, "POST", "/payments/sessions", {})
    su, sb, ea = (me(200, "GET", "/monetization/" + x) for x in ("summary", "subscribers", "earnings"))
    ok(len(sb["rows"]) == len(ea["rows"]) == 28 and su["subscribers"] == 3, "period")
    ok(abs(sum(x["earned"] for x in ea["rows"]) - su["earnings"]) < 1e-6, "earnings agree")
    for x in (0, 366, "x"):
        me(422, "GET", "/monetization/earnings", period=x)
    ok(len(me(200, "GET", "/monetization/subscribers", period=365)["rows"]) == 365, "365 days")

    # --- bundles, command line
    b = me(200, "POST", "/bundles")
    bp = f"/bundles/{b['bundle_id']}"
    me(200, "POST", bp + "/tools", {"tool_id": "count_words"}, shape="/bundles/{}/tools")
    me(404, "POST", "/bundles/99999/tools", {"tool_id": "x"})
    me(404, "POST", bp + "/tools", {"tool_id": "x"}, "other")
    ok(me(200, "PUT", bp, {"label": "B"}, shape="/bundles/{}")["tools"][0]["tool_id"] == "count_words", "bundle")
    me(409, "PUT", "/bundles/99999", {"label": "B"})
    ok(me(200, "GET", bp, shape="/bundles/{}")["label"] == "B" and me(200, "GET", "/bundles")[-1]["toolCount"] == 1, "bundles")
    me(404, "GET", bp, who="other")
    ok(len(me(200, "GET", bp + "/tools", shape="/bundles/{}/tools")) == 1, "tools")
    me(200, "DELETE", bp + "/tools/count_words", shape="/bundles/{}/tools/{}")
    me(404, "DELETE", bp + "/tools/count_words")
    me(404, "DELETE", bp, who="other")
    me(200, "DELETE", bp, shape="/bundles/{}")
    me(404, "GET", bp)
    c = me(200, "POST", "/cli-auth", who=None)["cli_auth_id"]
    ok(me(200, "GET", "/cli-auth/" + c, who=None, shape="/cli-auth/{}") is None, "null")
    me(403, "PUT", "/cli-auth/" + c, {"jwt": "x"}, None)
    c = cli(t)
    me(200, "PUT", "/cli-auth/" + c, {"jwt": CR["jwt"]}, shape="/cli-auth/{}")
    me(403, "PUT", "/cli-auth/" + c, {"jwt": CR["otherJwt"]}, "other")
    ok(me(200, "GET", "/cli-auth/" + c, who=None) == CR["jwt"], "jwt")
    me(404, "GET", "/cli-auth/" + c, who=None)
    me(404, "PUT", "/cli-auth/" + NOBODY, {"jwt": "x"})

    # --- tools
    ok(all(set(x) == {"name", "description", "inputSchema"} for x in me(200, "GET", "/tools/list")), "mcp")
    ok(sum(x["tool_id"].startswith("NOTIFIER_") for x in me(200, "GET", "/tools", who=None)) == 15, "15 tools")
    me(200, "GET", "/tools/count_words", who=None, shape="/tools/{}")
    me(404, "GET", "/tools/COUNT_WORDS", who=None)
    ok(me(200, "GET", "/tools/search", q="tide")[0]["name"] == "read_tide_table", "search")
    ok(len(me(200, "GET", "/tools/search", q="push", limit=3)) == 3 and me(200, "GET", "/tools/search", q="tide", toolkit="text") == [], "search")
    ok(len(me(200, "GET", "/tools/search", q="x", min_score=0)) == 20, "limit 20")
    for x in ({}, {"q": ""}, {"q": "a", "limit": 201}, {"q": "a", "limit": 0}, {"q": "a", "min_score": 1.1}, {"q": "a", "min_score": "nan"}):
        me(422, "GET", "/tools/search", **x)
    me(400, "POST", "/tools/run/" + FX["tool"]["name"], FX["tool"]["invalidInput"])
    me(404, "POST", "/tools/run/nothing", {})
    me(401, "POST", "/tools/run/count_words", {"text": "a"}, None)
    me(401, "POST", "/tools/run/count_words", {"text": "a"}, CR["jwt"][:-4] + "AAAA")
    me(200, "GET", "/toolsets/list")
    me(200, "GET", "/toolsets/sea", shape="/toolsets/{}")
    me(404, "GET", "/toolsets/nothing")
    me(200, "POST", "/user-tools", {"tool_id": FX["installableToolId"]})
    me(409, "POST", "/user-tools", {"tool_id": FX["installableToolId"]})
    me(409, "POST", "/user-tools", {"tool_id": "nothing"})
    up = "/user-tools/" + FX["installableToolId"]
    ok(me(200, "GET", up, shape="/user-tools/{}") in me(200, "GET", "/user-tools"), "installed")
    me(200, "DELETE", up, shape="/user-tools/{}")
    me(404, "DELETE", up)

    # --- user, VIP
    ok([me(200, "GET", "/", who=x)["tier"] for x in ("own", "box")] == ["studio", "sandbox"], "tier")
    me(403, "GET", "/", who=None)
    me(401, "GET", "/", who="nonsense")
    n = me(200, "GET", "/vip")["count"]
    for code, want in (("nothing", 400), (FX["ownVipCode"], 400), (FX["vipCode"], 200), (FX["vipCode"], 400), (FX["vipCode"].upper(), 400)):
        me(want, "POST", "/vip", {"code": code})
    me(422, "POST", "/vip", {})
    ok(me(200, "GET", "/vip")["count"] == n + 1, "count")
    me(200, "POST", "/vip", {"code": FX["vipCode"]}, "other")

    # --- NOTIFIER
    c1 = t.n("CREATE_CHAT", email="a@b.example")
    t.n("CREATE_CHAT", email="c@d.example")
    ok(t.n("UPDATE_CHAT", iden=c1["iden"], muted=True)["muted"] is True, "mute")
    ok([x["muted"] for x in t.n("LIST_CHATS")["rows"]] == [False, True], "chats")
    pg = t.n("LIST_CHATS", limit=1)
    ok(t.n("LIST_CHATS", limit=1, cursor=pg["next"])["rows"][0]["iden"] == c1["iden"], "cursor")
    ok(t.n("LIST_CHATS", limit=501) == 400 and t.n("LIST_PUSHES", limit=501) == 400 and t.n("CREATE_CHAT", email="x") == 400, "limits")
    ok(t.n("DELETE_CHAT", iden=c1["iden"])["removed"] and t.n("DELETE_CHAT", iden=c1["iden"]) == 400, "delete chat")
    dv = t.n("CREATE_DEVICE", model="M", nickname="N", app_version=0, manufacturer="F", has_sms=True)
    ok(t.n("CREATE_DEVICE", model="M", nickname="N", app_version=-1, manufacturer="F") == 400, "app_version")
    ok(t.n("UPDATE_DEVICE", iden=dv["iden"], icon="watch") | {"modified": 0} == {**dv, "icon": "watch", "modified": 0}, "device")
    ok(len(t.n("LIST_DEVICES")["rows"]) == 1 and t.n("LIST_DEVICES", "other")["rows"] == [], "devices")
    for x in ({}, {"type": "list"}, {"type": "link"}, {"type": "file", "file_url": "u", "file_name": "n"}):
        ok(t.n("CREATE_PUSH", **x) == 400, f"push {x}")
    p1 = t.n("CREATE_PUSH", type="link", url="https://x", guid="g", device_iden=dv["iden"])
    ok(t.n("CREATE_PUSH", type="note", guid="g") == p1, "guid")
    p2 = t.n("CREATE_PUSH", type="file", file_url="u", file_name="n", file_type="text/plain")
    up = t.n("UPDATE_PUSH", iden=p1["iden"], dismissed=True, items=[{"text": "a", "checked": True}])
    ok(up["dismissed"] is True and up["items"] == [{"text": "a", "checked": True}], "push update")
    ok([x["iden"] for x in t.n("LIST_PUSHES", modified_after=p2["modified"])["rows"]] == [p1["iden"]], "modified after")
    t.n("DELETE_PUSH", iden=p2["iden"])
    ok([x["active"] for x in t.n("LIST_PUSHES")["rows"]] == [False, True] and len(t.n("LIST_PUSHES", active=True)["rows"]) == 1, "active")
    t.n("DELETE_ALL_PUSHES")
    time.sleep(0.6)
    ok(t.n("LIST_PUSHES", active=True)["rows"] == [], "all gone")
    ok(t.n("DELETE_DEVICE", device_iden=dv["iden"])["removed"] and t.n("GET_USER")["email"] and t.n("UPLOAD_REQUEST", file_name="a", file_type="b/c")["upload_url"], "rest")
    return seen, bad


def operations():
    """All operations of the User API, read out of interface.md."""
    import os
    text = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "interface.md"), encoding="utf-8").read()
    return {(m, re.sub(r"\{\w+\}", "{}", p)) for m, p in re.findall(r"^\| (GET|POST|PUT|PATCH|DELETE) \| /me(/[^ |]*)", text, re.M)}
