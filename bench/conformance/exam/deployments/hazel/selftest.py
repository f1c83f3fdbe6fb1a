"walks through all 93 operations without a fault: selftest.py [PORT]"
import sys; sys.dont_write_bytecode = True
from lib import *
n = 0; ops = set(); fails = []
def ok(cond, what):
    if not cond: fails.append(what); print("FAIL", what)
def st(r, want, what=""):
    global n; n += 1
    ok(r.status == want, f"{what} {r.status} != {want}: {r.text[:200]}")
    return r
sv = Server(int(sys.argv[1]) if len(sys.argv) > 1 else 9701); a = sv.api
def U(m, tpl, want, body=None, tok=JWT, q="", headers=None, **p):
    ops.add(m + " " + tpl)
    return st(a.u(m, tpl.format(**p) + q, body, tok, headers=headers), want, f"{m} {tpl}{q}")
def W(m, tpl, want, body=None, tok=KEY, **p):
    ops.add("W " + m + " " + tpl)
    return st(a.w(m, tpl.format(**p), body, tok), want, f"W {m} {tpl}")
try:
    M = F["agentId"]; ghost = str(uuid.uuid4())
    # workers
    r = W("POST", "/{a}", 200, {"message": " Grüße \n☃ "}, a=M); run = r.h["x-service-run-id"]; ok("☃" in r.text, "echo")
    r2 = W("PUT", "/{a}/{r}", 200, {"message": ""}, a=M, r=run); ok(r2.h["x-service-run-id"] == run, "same run")
    g = W("GET", "/{a}/{r}", 200, a=M, r=run); ok([m["role"] for m in g.j] == ["user", "assistant"] * 2 and g.j[0]["content"] == " Grüße \n☃ " and set(g.j[0]) == {"role", "content"}, "history")
    r = W("POST", "/ndjson/{a}", 200, {"message": F["toolCallMessage"]["message"]}, a=M); ev = [json.loads(x) for x in r.text.splitlines()]
    ok([e["event"] for e in ev][1:3] == ["tool.call", "tool.result"] and r.h["x-service-run-id"] != run, "ndjson"); trun = r.h["x-service-run-id"]
    W("PUT", "/ndjson/{a}/{r}", 200, {"message": "x"}, a=M, r=trun)
    t = a.say(M, F["toolCallMessage"]["message"]).text; ok("raw-tide" not in t and "read_tide" not in t, "text clean")
    for msg in (F["backgroundMessage"], F["backgroundErrorMessage"]):
        jr = a.say(M, msg).h["x-service-run-id"]
        ok("x-service-job-id" in a.w("GET", f"/{M}/{jr}").h, "job header")
        st(a.say(M, "no", jr), 409); st(a.say(M, "no", jr, "/ndjson"), 409); st(a.say(M, "new"), 200)
        ok(len(a.w("GET", f"/{M}/{jr}").j) == 2, "409 adds nothing"); ok(a.wait(M, jr), "job ends"); st(a.say(M, "", jr), 200)
    st(a.say(M, "x", tok="nope"), 401); st(a.say(ghost, "x"), 404); st(a.say(M, "x", ghost), 404); st(a.w("GET", f"/{M}/{run}", tok=OKEY), 404); st(a.w("POST", f"/{M}", {}), 422)
    st(a.say(F["privateAgentId"], "x"), 403); st(a.say(F["paidAgentId"], "x"), 402)
    # runs
    p1 = U("GET", "/me/agent-runs", 200, q="?limit=2").j; p2 = U("GET", "/me/agent-runs", 200, q=f"?limit=200&next_cursor={p1['next_cursor']}").j
    ok(p1["has_more"] and len(p1["data"]) == 2 and not {x["run_id"] for x in p1["data"]} & {x["run_id"] for x in p2["data"]} and p2["next_cursor"] is None, "pages")
    U("GET", "/me/agent-runs", 422, q="?limit=0"); U("GET", "/me/agent-runs", 422, q="?next_cursor=soon")
    U("GET", "/me/agent-runs/{r}", 200, r=run); U("GET", "/me/agent-runs/{r}", 404, r=ghost); U("GET", "/me/agent-runs/{r}", 404, tok=OTHER, r=run); U("GET", "/me/agent-runs/{r}", 422, r="x")
    ok(len(U("GET", "/me/agent-runs/{r}/mcp-server-logs", 200, r=trun).j) == 1, "mcp"); U("GET", "/me/agent-runs/{r}/logs", 200, r=run)
    # tools
    T = F["tool"]; x = U("POST", "/me/tools/run/{t}", 200, T["input"], t=T["name"]).j["execution"]
    U("POST", "/me/tools/run/{t}", 400, T["invalidInput"], t=T["name"]); U("POST", "/me/tools/run/{t}", 404, {}, t="nope"); U("POST", "/me/tools/run/{t}", 401, {}, tok=None, t=T["name"]); U("POST", "/me/tools/run/{t}", 422, [], t=T["name"])
    U("GET", "/me/executions", 200, q="?limit=1"); U("GET", "/me/executions/{i}", 200, i=x); U("GET", "/me/executions/{i}", 404, tok=OTHER, i=x); U("GET", "/me/executions/{i}", 422, i="x")
    ok(all(set(t) >= {"name", "description", "inputSchema"} for t in U("GET", "/me/tools/list", 200).j), "mcp form"); ok(len(U("GET", "/me/tools", 200, tok=None).j) == 19, "tools")
    ok(U("GET", "/me/tools/search", 200, q="?q=tide").j[0]["name"] == "read_tide_table", "search"); ok(len(U("GET", "/me/tools/search", 200, q="?q=push&limit=2&toolkit=notifier").j) == 2, "limit")
    for q in ("", "?q=", "?q=a&limit=0", "?q=a&limit=201", "?q=a&min_score=1.1"): U("GET", "/me/tools/search", 422, q=q)
    I = F["installableToolId"]; U("GET", "/me/tools/{t}", 200, tok=None, t=I); U("GET", "/me/tools/{t}", 404, tok=None, t="x")
    U("GET", "/me/toolsets/list", 200); ok(U("GET", "/me/toolsets/{t}", 200, t=F["toolsetName"]).j["tools"], "toolset"); U("GET", "/me/toolsets/{t}", 404, t="x")
    U("POST", "/me/user-tools", 200, {"tool": I}); U("POST", "/me/user-tools", 409, {"tool": I}); ok([t["tool"] for t in U("GET", "/me/user-tools", 200).j] == [I], "installed")
    U("GET", "/me/user-tools/{t}", 200, t=I); U("DELETE", "/me/user-tools/{t}", 200, t=I); U("GET", "/me/user-tools/{t}", 404, t=I); U("DELETE", "/me/user-tools/{t}", 404, t=I)
    # subscriptions
    S = "/me/agents/{a}/subscribe"; U("POST", S, 200, {"interval": "month"}, a=F["paidAgentId"]); U("POST", S, 400, {}, a=F["unpaidAgentId"]); U("POST", S, 400, {}, a=F["ownPaidAgentId"]); U("POST", S, 402, {}, a=F["subscribedAgentId"]); U("POST", S, 404, {}, a=ghost)
    N = "/me/agents/{a}/unsubscribe"; U("POST", N, 200, a=F["unsubscribeAgentId"]); U("POST", N, 400, a=F["unsubscribeAgentId"]); U("POST", N, 400, a=F["paidAgentId"]); U("POST", N, 404, a=ghost)
    ok(len(U("GET", "/me/subscriptions", 200).j["data"]) == 2, "subs"); U("GET", "/me/subscriptions/{a}", 200, a=F["subscribedAgentId"]); U("GET", "/me/subscriptions/{a}", 404, a=ghost)
    # studio
    L = "/me/agent-studio-chats"; I1 = L + "/{r}"; s = U("POST", L, 200, {"run_id": "one", "title": "T", "sharing": "private"}).j; ok(U("POST", L, 200, {"run_id": "one", "title": "Z"}).j == s, "existing"); U("POST", L, 409, {"run_id": "one"}, tok=OTHER)
    U("POST", L, 400, {"sharing": "private"}, tok=SAND); U("GET", I1, 403, tok=None, r="one"); U("GET", I1, 200, r="one"); U("GET", I1, 404, r="zz"); ok(len(U("GET", L, 200).j) == 1, "list")
    U("POST", I1 + "/clone", 400, r="one"); ok(U("PATCH", I1, 200, {"sharing": "public"}, r="one").j["title"] == "T", "patch"); U("GET", I1, 200, tok=None, r="one"); U("PATCH", I1, 403, {}, tok=OTHER, r="one"); U("PUT", I1, 403, {}, tok=OTHER, r="one")
    ok(U("POST", I1 + "/clone", 201, tok=OTHER, r="one").j["run_id"] != "one", "clone"); ok(U("PUT", I1, 200, {"title": "N", "sharing": "public"}, r="one").j["title"] == "N", "put"); U("DELETE", I1, 403, tok=OTHER, r="one"); U("DELETE", I1, 200, r="one"); U("GET", I1, 404, r="one"); U("DELETE", I1, 404, r="one")
    # agents
    b = {"name": "A", "system_prompt": "P", "visibility": "private"}; ag = U("POST", "/me/agents", 200, b).j; i = ag["id"]; ok(U("POST", "/me/agents", 200, {**b, "id": i, "name": "B"}).j["name"] == "B", "upsert")
    U("POST", "/me/agents", 400, {"name": "A"}); U("POST", "/me/agents", 400, b, tok=SAND); U("POST", "/me/agents", 403, {**b, "id": i}, tok=OTHER); U("POST", "/me/agents", 404, {**b, "id": ghost}); ok(i in [x["id"] for x in U("GET", "/me/agents", 200).j], "listed")
    G = "/me/agents/{a}"; U("GET", G, 403, tok=None, a=i); U("GET", G, 200, a=i); U("GET", G, 404, a=ghost); U("POST", G + "/upsell-description", 200, a=i); U("POST", G + "/upsell-description", 404, a=ghost)
    sl = U("POST", "/me/agents/vanity/slug", 200, {"phrase": "Big Boat"}, tok=None).j["slug"]; ok(U("GET", "/me/agents/vanity/slug", 200, q="?slug=" + sl).j["available"], "free"); ok(not U("GET", "/me/agents/vanity/slug", 200, q="?slug=harbour-guide").j["available"], "taken"); U("GET", "/me/agents/vanity/slug", 422)
    sv_ = U("GET", "/me/vibe/services", 200, tok=None).j["data"]; ok(len(sv_) == 3, "3"); U("GET", G + "/vibe", 200, q="?service_name=" + sv_[0]["name"], a=i); U("GET", G + "/vibe", 422, q="?service_name=x", a=i)
    T_ = G + "/customizations/theme"; ok(U("GET", T_, 200, a=i).j is None, "null theme"); U("PUT", T_, 200, {"accent": "#12abEF"}, a=i); U("PUT", T_, 400, {"accent": "red"}, a=i); U("PUT", T_, 403, {"accent": "#000000"}, tok=OTHER, a=i); ok(U("GET", T_, 200, a=i).j["accent"] == "#12abEF", "theme"); U("GET", T_, 404, a=ghost)
    P = G + "/files"; fs = [U("POST", P, 201, {"filename": f"f{k}"}, a=i).j["id"] for k in range(12)]; U("POST", P, 400, {"filename": "x"}, a=i); U("POST", P, 403, {"filename": "x"}, tok=OTHER, a=i)
    ok([x["id"] for x in U("PUT", P + "/positions", 200, {"order": [{"id": fs[0], "rank": 1}, {"id": fs[1], "rank": 0}]}, a=i).j["data"]][:2] == [fs[1], fs[0]], "order"); U("PUT", P + "/positions", 404, {"order": [{"id": ghost, "rank": 1}]}, a=i)
    U("GET", P + "/{f}", 200, a=i, f=fs[3]); U("PATCH", P + "/{f}", 200, {"filename": "z"}, a=i, f=fs[3]); r = U("DELETE", P + "/{f}", 204, a=i, f=fs[3]); ok(r.raw == b"", "no body"); U("GET", P + "/{f}", 404, a=i, f=fs[3]); ok(len(U("GET", P, 200, a=i).j["data"]) == 11, "files")
    # chats
    H = "/me/chats/{a}"; ch = U("POST", "/me/chats", 200, b).j["id"]; U("POST", "/me/chats", 400, {"name": "x"}); ok(ch in [x["id"] for x in U("GET", "/me/chats", 200).j], "chats"); U("GET", H, 200, a=ch); U("GET", H, 403, tok=OTHER, a=ch); U("PUT", H, 200, {**b, "name": "Q"}, a=ch); U("PUT", H, 403, b, tok=OTHER, a=ch); U("PUT", H, 404, b, a=ghost)
    U("POST", H + "/clone", 403, a=ch); U("GET", H + "/og", 403, tok=None, a=ch); ok(U("PATCH", H, 200, {"visibility": "public"}, a=ch).j["name"] == "Q", "patch"); cl = U("POST", H + "/clone", 200, {"name": "C"}, tok=OTHER, a=ch).j; ok(cl["name"] == "C" and cl["id"] != ch and cl["owner"] == "usr_other", "clone"); U("POST", H + "/clone", 200, tok=SAND, a=ch); U("GET", H + "/og", 200, tok=None, a=ch)
    U("POST", H + "/feedback", 200, {"rating": "up"}, a=ch); U("POST", H + "/feedback", 404, {"rating": "up"}, a=ghost); ok(U("POST", H + "/runs", 200, a=ch).j["run_id"] != U("POST", H + "/runs", 200, a=ch).j["run_id"], "runs"); U("POST", H + "/runs", 404, a=ghost)
    # schedules
    D = "/me/schedules"; sc = U("POST", D, 200, {"target_chat": ch, "cron_expression": F["cron"]}).j["id"]
    for t in (None, "x", ghost, F["unpaidAgentId"]): U("POST", D, 403, {"target_chat": t, "cron_expression": F["cron"]})
    U("POST", D, 422, {"target_chat": ch, "cron_expression": "61 * * * *"}); ok(U("PUT", D + "/{s}", 200, {"cron_expression": "5 4 * * *"}, s=sc).j["target_chat"] == ch, "put"); ok(U("GET", D + "/{s}", 200, s=sc).j["cron_expression"] == "5 4 * * *", "kept"); U("GET", D + "/{s}", 404, tok=OTHER, s=sc)
    ok(len(U("GET", D, 200).j["data"]) == 1, "list"); U("GET", D + "/onboarding", 200); ok(U("GET", D + "/text-to-cron", 200, q="?cron=every%20monday%20at%209").j["cron_expression"] == "0 9 * * 1", "cron"); U("GET", D + "/text-to-cron", 400, q="?cron=never"); U("DELETE", D + "/{s}", 200, s=sc); U("GET", D + "/{s}", 404, s=sc)
    U("DELETE", H, 403, tok=OTHER, a=ch); U("DELETE", H, 200, a=ch); U("GET", H, 404, a=ch); st(a.u("GET", "/me/agents/" + ch), 404)
    # keys and money
    k = U("POST", "/me/api-keys", 200, {"label": "l"}).j; st(a.say(M, "x", tok=k["secret"]), 200); ok(all("secret" not in x for x in U("GET", "/me/api-keys", 200).j), "hidden"); ok(U("GET", "/me/api-keys/default", 200).j["secret"] == KEY, "default")
    U("GET", "/me/api-keys/{i}", 200, i=k["id"]); U("GET", "/me/api-keys/{i}", 404, tok=OTHER, i=k["id"]); ok("secret" not in U("DELETE", "/me/api-keys/{i}", 200, i=k["id"]).j, "hidden"); U("DELETE", "/me/api-keys/{i}", 404, i=k["id"]); st(a.say(M, "x", tok=k["secret"]), 401)
    U("GET", "/me/billing", 200); c0 = U("GET", "/me/credits", 200).j["available"]; ok(U("POST", "/me/credits/use", 200).j["available"] == c0 - 1, "use")
    wh = F["webhook"]; sg = lambda s: {wh["signatureHeader"]: s}; B = wh["body"].encode(); H_ = "/me/payments/webhook"; U("POST", H_, 400, B, tok=None); U("POST", H_, 400, B, tok=None, headers=sg("v1=0")); U("POST", H_, 200, B, tok=None, headers=sg(wh["validSignature"])); U("POST", H_, 200, B, tok=None, headers=sg(wh["validSignature"])); ok(a.u("GET", "/me/credits").j["available"] == c0 + 249, "once")
    U("POST", "/me/payments/sessions", 200, {"pack": "credits_500"}); U("POST", "/me/payments/sessions", 422, {})
    m = U("GET", "/me/monetization/summary", 200).j; e = U("GET", "/me/monetization/earnings", 200).j; ok(m["period"] == 28 == len(e["data"]) and m["earnings_total"] == sum(x["amount"] for x in e["data"]) > 0, "sum"); ok(len(U("GET", "/me/monetization/subscribers", 200, q="?period=7").j["data"]) == 7, "7")
    for q in ("0", "366", "x"): U("GET", "/me/monetization/summary", 422, q="?period=" + q)
    # bundles
    bu = U("POST", "/me/bundles", 200).j["id"]; Z = "/me/bundles/{b}"; U("POST", Z + "/tools", 200, {"tool": I}, b=bu); U("POST", Z + "/tools", 404, {"tool": I}, b=1); ok(U("PUT", Z, 200, {"title": "T"}, b=bu).j["members"] == [{"tool": I}], "put"); U("PUT", Z, 409, {"title": "T"}, b=1); ok(U("GET", Z + "/tools", 200, b=bu).j == [{"tool": I}], "tools")
    U("GET", Z, 200, b=bu); U("GET", Z, 404, tok=OTHER, b=bu); U("DELETE", Z + "/tools/{t}", 200, b=bu, t=I); U("DELETE", Z + "/tools/{t}", 404, b=bu, t=I); ok(len(U("GET", "/me/bundles", 200).j) == 1, "list"); U("DELETE", Z, 200, b=bu); U("GET", Z, 404, b=bu)
    # cli
    c = U("POST", "/me/cli-auth", 200, tok=None).j["id"]; ok(U("GET", "/me/cli-auth/{c}", 200, tok=None, c=c).j is None, "null"); U("PUT", "/me/cli-auth/{c}", 200, {"token": JWT}, c=c); U("PUT", "/me/cli-auth/{c}", 403, {"token": OTHER}, tok=OTHER, c=c); ok(U("GET", "/me/cli-auth/{c}", 200, tok=None, c=c).j == JWT, "jwt"); ok(U("GET", "/me/cli-auth/{c}", 200, tok=None, c=c).j is None, "consumed"); U("GET", "/me/cli-auth/{c}", 404, tok=None, c=ghost); U("PUT", "/me/cli-auth/{c}", 404, {"token": JWT}, c=ghost)
    # user
    ok(U("GET", "/me/", 200, tok=SAND).j["tier"] == "sandbox", "tier"); U("GET", "/me/", 401, tok=None); U("GET", "/me/", 401, tok=JWT + "x"); U("POST", "/me/vip", 200, {"code": F["vipCode"]}); U("POST", "/me/vip", 400, {"code": F["vipCode"]}); U("POST", "/me/vip", 400, {"code": F["ownVipCode"]}); U("POST", "/me/vip", 400, {"code": "x"}); ok(U("GET", "/me/vip", 200).j["redeemed_total"] == 1, "count")
    # notifier
    nt = a.n; cset = nt("CREATE_CHAT", email="a@b.example"); ok(nt("CREATE_CHAT", email="nope") == 400, "email"); ok(nt("UPDATE_CHAT", iden=cset["iden"], muted=True)["muted"] and not nt("UPDATE_CHAT", iden=cset["iden"], muted=False)["muted"], "mute")
    ok(len(nt("LIST_CHATS", limit=500)["chats"]) == 1 and nt("LIST_CHATS", limit=501) == 400, "chats"); nt("DELETE_CHAT", iden=cset["iden"]); ok(nt("LIST_CHATS")["chats"] == [] and nt("DELETE_CHAT", iden=cset["iden"]) == 400, "gone")
    d = nt("CREATE_DEVICE", model="m", nickname="n", app_version=1, manufacturer="x", icon="phone"); ok(nt("CREATE_DEVICE", model="m", nickname="n", app_version=-1, manufacturer="x") == 400, "neg"); ok(nt("UPDATE_DEVICE", iden=d["iden"], nickname="k")["icon"] == "phone" and nt("LIST_DEVICES")["devices"][0]["nickname"] == "k", "device")
    p = nt("CREATE_PUSH", type="note", body="b", guid="g", device_iden=d["iden"]); ok(nt("CREATE_PUSH", type="note", body="b", guid="g")["iden"] == p["iden"], "guid"); ok(nt("CREATE_PUSH", type="link") == 400 and nt("CREATE_PUSH", type="file", file_url="u", file_name="f") == 400 and nt("CREATE_PUSH", type="list") == 400, "push")
    ok(nt("UPDATE_PUSH", iden=p["iden"], items=[{"text": "t", "checked": True}], dismissed=True)["items"][0]["checked"], "items"); ok(len(nt("LIST_PUSHES", active=True, modified_after=p["modified"])["pushes"]) == 1, "list"); nt("DELETE_PUSH", iden=p["iden"]); ok(nt("LIST_PUSHES", active=True)["pushes"] == [] and not nt("LIST_PUSHES")["pushes"][0]["active"], "deleted")
    nt("CREATE_PUSH", type="link", url="http://x"); nt("CREATE_PUSH", tok=OTHER, type="note"); nt("DELETE_ALL_PUSHES"); time.sleep(0.5); ok(nt("LIST_PUSHES", active=True)["pushes"] == [] and len(nt("LIST_PUSHES", tok=OTHER, active=True)["pushes"]) == 1, "all"); nt("DELETE_DEVICE", device_iden=d["iden"]); ok(nt("LIST_DEVICES")["devices"] == [], "dev"); ok("iden" in nt("GET_USER") and nt("UPLOAD_REQUEST", file_name="f.png", file_type="image/png")["file_name"] == "f.png" and nt("UPLOAD_REQUEST", file_name="f") == 400, "user, upload")
finally:
    sv.stop()
print(len(ops), "operations,", n, "answers,", len(fails), "failures"); sys.exit(bool(fails))
