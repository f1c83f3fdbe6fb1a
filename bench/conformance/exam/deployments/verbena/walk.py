"""Walks through all operations of the interface and through the NOTIFIER tools; returns what is wrong."""
import json, time, hmac, hashlib
from pathlib import Path
from probes import A, start, put, hist, rid, tool, note, job, agent
CFG = json.loads((Path(__file__).parent / "config.json").read_text())
UNK = A(424242)

def run(c):
    wrong, seen = [], set()
    spec = c.raw("GET", "/openapi.json").json
    schemas = spec["components"]["schemas"]
    def fits(v, s, at):
        if "$ref" in s: s = schemas[s["$ref"].split("/")[-1]]
        if "anyOf" in s:
            if v is None: return
            return fits(v, s["anyOf"][0], at)
        t = s.get("type")
        names = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
        if t:
            ts = [t] if isinstance(t, str) else t
            n = names[type(v)]
            if n not in ts and not (n == "integer" and "number" in ts): wrong.append(f"{at}: {n} is not {ts}"); return
        if "enum" in s and v not in s["enum"]: wrong.append(f"{at}: {v} not in enum")
        if isinstance(v, dict):
            for r in s.get("required", []):
                if r not in v: wrong.append(f"{at}: no {r}")
            for k, x in v.items():
                if k in s.get("properties", {}): fits(x, s["properties"][k], f"{at}.{k}")
        if isinstance(v, list) and v: fits(v[0], s.get("items", {}), at + "[]")
    ops = [(m.upper(), p.split("/"), p, o) for p, x in spec["paths"].items() for m, o in x.items()]
    def find(m, path):
        s = path.split("?")[0].split("/")
        best = [x for x in ops if x[0] == m and len(x[1]) == len(s) and all(a == b or a.startswith("{") for a, b in zip(x[1], s))]
        return min(best, key=lambda x: x[2].count("{")) if best else None
    def t(want, user, m, path, body=None, headers=None):
        r = c(user, m, path, body, headers)
        if r.status != want: wrong.append(f"{m} {path} as {user}: {r.status}, not {want}: {r.text[:150]}")
        o = find(m, path)
        if not o: wrong.append(f"no operation {m} {path}"); return r
        seen.add((m, o[2]))
        rs = o[3]["responses"].get(str(r.status))
        if rs is None: wrong.append(f"{m} {o[2]}: {r.status} is not in the OpenAPI document")
        elif rs.get("content") and "json" in r.headers.get("content-type", ""): fits(r.json, rs["content"]["application/json"]["schema"], f"{m} {o[2]} {r.status}")
        return r
    def ok(cond, what):
        if not cond: wrong.append(what)

    # Workers API
    r = start(c, "Grüß dich"); i = rid(r)
    ok(r.status == 200 and r.text.startswith("Turn 1. You said: “Grüß dich”"), "plain turn " + r.text)
    ok(rid(put(c, i, "")) == i and len(hist(c, i).json) == 4 and list(hist(c, i).json[0]) == ["role", "content"], "PUT")
    ok(not job(hist(c, i)), "job on idle run")
    for u, m, p, b, s in ((None, "POST", "/" + A(1), {"message": "x"}, 401), ("own", "POST", "/" + UNK, {"message": "x"}, 404), ("own", "POST", "/" + A(15), {"message": "x"}, 403),
                          ("own", "POST", "/" + A(1), {"message": 5}, 422), ("own", "POST", "/" + A(1), {}, 422), ("own", "POST", "/nope", {"message": "x"}, 422), ("own", "PUT", f"/{A(1)}/{UNK}", {"message": "x"}, 404),
                          ("own", "GET", f"/{A(1)}/{UNK}", None, 404), ("other", "PUT", f"/{A(1)}/{i}", {"message": "x"}, 404), ("own", "GET", f"/{A(12)}/{i}", None, 404), ("own", "PUT", f"/ndjson/{A(1)}/{i}", {"message": "x"}, 200)):
        r = c.w(u, m, p, b); ok(r.status == s, f"worker {m} {p} {u}: {r.status} not {s}")
    r = start(c, "What is the tide in Hull?", nd=True); e = [json.loads(x) for x in r.text.splitlines()]
    ok([x["type"] for x in e][:3] == ["run-started", "tool-call", "tool-result"] and e[-1]["type"] == "done", "ndjson")
    tide = rid(r)
    r = start(c, "Start the long job"); jr = rid(r)
    ok(job(r) and job(hist(c, jr)) == job(r) and put(c, jr).status == 409 and put(c, jr, nd=True).status == 409 and start(c).status == 200, "job")
    v = t(200, "own", "GET", "/me/agent-runs/" + jr).json; ok(v["status"] == "job-running" and v["jobId"] == job(r), "run view of job")
    time.sleep(3.4); ok(not job(hist(c, jr)) and put(c, jr, "go on").status == 200 and len(hist(c, jr).json) == 5, "job end")
    # runs and logs
    j = t(200, "own", "GET", "/me/agent-runs?limit=2").json; ok(len(j["result"]) == 2 and j["page"]["next"] == j["result"][1]["createdAt"], "page")
    k = t(200, "own", "GET", "/me/agent-runs?limit=2&next_cursor=" + j["page"]["next"]).json; ok(not {x["runId"] for x in j["result"]} & {x["runId"] for x in k["result"]}, "pages")
    for q in ("limit=0", "limit=x", "next_cursor=yesterday"): t(422, "own", "GET", "/me/agent-runs?" + q)
    t(401, None, "GET", "/me/agent-runs"); t(404, "own", "GET", "/me/agent-runs/" + UNK); t(422, "own", "GET", "/me/agent-runs/x")
    ok(len(t(200, "own", "GET", f"/me/agent-runs/{tide}/mcp-server-logs").json) == 1, "mcp logs"); ok(len(t(200, "own", "GET", f"/me/agent-runs/{tide}/logs").json) == 3, "logs")
    # agents
    t(400, "own", "POST", "/me/agents", {"name": "x"}); t(422, "own", "POST", "/me/agents", {"chatPrompt": 5}); t(400, "box", "POST", "/me/agents", {"chatPrompt": "x", "visibility": "private"})
    a = t(200, "own", "POST", "/me/agents", {"chatPrompt": "P ü", "name": "N", "visibility": "private", "vanitySlug": "walk-slug", "priceCents": None, "tags": ["a"]}).json; i = a["agentId"]
    ok(t(200, "own", "GET", "/me/agents/" + i).json == a and a in t(200, "own", "GET", "/me/agents").json and a in t(200, "own", "GET", "/me/chats").json, "agent reads back")
    t(403, None, "GET", "/me/agents/" + i); t(403, "other", "GET", "/me/chats/" + i); t(200, "own", "GET", "/me/chats/" + i); t(404, None, "GET", "/me/chats/" + UNK); t(404, "own", "GET", "/me/agents/what"); t(200, None, "GET", "/me/agents/" + A(12))
    ok(t(200, "own", "POST", "/me/agents", {"agentId": i, "chatPrompt": "Q", "visibility": "private", "vanitySlug": "walk-slug"}).json["chatPrompt"] == "Q", "upsert")
    t(403, "other", "POST", "/me/agents", {"agentId": i, "chatPrompt": "Q"}); t(404, "own", "POST", "/me/agents", {"agentId": UNK, "chatPrompt": "Q"})
    ok(t(200, None, "POST", "/me/agents/vanity/slug", {"name": "Ä Rose!"}).json["result"]["slug"] == "a-rose", "slug"); t(422, None, "POST", "/me/agents/vanity/slug", {})
    ok(t(200, "own", "GET", "/me/agents/vanity/slug?slug=walk-slug").json["result"]["available"] is False, "slug taken"); t(422, "own", "GET", "/me/agents/vanity/slug")
    t(200, "own", "POST", f"/me/agents/{i}/upsell-description"); t(404, "other", "POST", f"/me/agents/{i}/upsell-description")
    sv = t(200, None, "GET", "/me/vibe/services").json["result"]; ok(len(sv) == 3, "three services")
    t(200, "own", "GET", f"/me/agents/{i}/vibe?service_name=" + sv[0]["serviceName"]); t(422, "own", "GET", f"/me/agents/{i}/vibe?service_name=nope"); t(422, "own", "GET", f"/me/agents/{i}/vibe")
    th = f"/me/agents/{i}/customizations/theme"
    ok(t(200, "own", "GET", th).json is None, "no theme"); t(400, "own", "PUT", th, {"themeColor": "red"}); t(422, "own", "PUT", th, {}); t(200, "own", "PUT", th, {"themeColor": "#aBcdef"})
    ok(t(200, "own", "GET", th).json["themeColor"] == "#aBcdef", "theme"); t(403, "other", "GET", th); t(403, "other", "PUT", th, {"themeColor": "#abcdef"}); t(404, "own", "GET", f"/me/agents/{UNK}/customizations/theme")
    fp = f"/me/agents/{i}/files"
    f = [t(201, "own", "POST", fp, {"name": f"f{n}", "content": "é"}).json for n in range(3)]; ok([x["position"] for x in f] == [0, 1, 2], "positions")
    t(422, "own", "POST", fp, {}); t(403, "other", "POST", fp, {"name": "x"}); t(403, "other", "GET", fp); t(404, "own", "GET", f"{fp}/{UNK}"); ok(t(200, "own", "GET", f"{fp}/{f[0]['fileId']}").json == f[0], "file")
    l = t(200, "own", "PUT", fp + "/positions", {"positions": [{"fileId": f[n]["fileId"], "position": 2 - n} for n in range(3)]}).json["result"]; ok([x["fileId"] for x in l] == [x["fileId"] for x in f[::-1]], "order")
    t(200, "own", "PATCH", f"{fp}/{f[0]['fileId']}", {"name": "g"}); t(204, "own", "DELETE", f"{fp}/{f[1]['fileId']}"); ok(len(t(200, "own", "GET", fp).json["result"]) == 2, "deleted file")
    # chats
    t(200, "own", "POST", "/me/chats", {"chatPrompt": "x"}); ok(t(200, "own", "PATCH", "/me/chats/" + i, {"description": "D"}).json["chatPrompt"] == "Q", "patch")
    ok(t(200, "own", "PUT", "/me/chats/" + i, {"chatPrompt": "R", "visibility": "private"}).json["description"] is None, "put"); t(403, "other", "PUT", "/me/chats/" + i, {"chatPrompt": "R"}); t(403, "other", "PATCH", "/me/chats/" + i, {}); t(404, "own", "PATCH", "/me/chats/" + UNK, {})
    t(200, None, "GET", f"/me/chats/{i}/og"); t(403, "own", "POST", f"/me/chats/{i}/clone"); t(404, "own", "POST", f"/me/chats/{UNK}/clone")
    k = t(200, "box", "POST", f"/me/chats/{A(12)}/clone", {"name": "C"}).json; ok(k["name"] == "C" and k["agentId"] != A(12), "clone"); t(400, "box", "PATCH", "/me/chats/" + k["agentId"], {"visibility": "private"}); t(400, "box", "PUT", "/me/chats/" + k["agentId"], {"chatPrompt": "x", "visibility": "private"})
    t(200, "own", "POST", f"/me/chats/{A(12)}/clone", "null"); t(200, "own", "POST", f"/me/chats/{A(12)}/feedback", {"rating": 5}); t(404, "own", "POST", f"/me/chats/{UNK}/feedback", {"rating": 5}); t(422, "own", "POST", f"/me/chats/{A(12)}/feedback", {"rating": 9})
    x = t(200, "own", "POST", f"/me/chats/{A(12)}/runs").json; ok(x in t(200, "own", "GET", f"/me/agent-runs/{x['runId']}/logs").json, "run log"); t(403, "own", "POST", f"/me/chats/{A(15)}/runs"); t(404, "own", "POST", f"/me/chats/{UNK}/runs")
    # schedules
    t(403, "own", "POST", "/me/schedules", {"chatId": A(12), "cron": "0 9 * * 1"}); t(422, "own", "POST", "/me/schedules", {"chatId": i, "cron": "nope"})
    s = t(200, "own", "POST", "/me/schedules", {"chatId": i, "cron": "0 9 * * 1", "timezone": "Europe/Berlin"}).json["result"]; sp = "/me/schedules/" + s["scheduleId"]
    ok(t(200, "own", "GET", sp).json["result"] == s and s in t(200, "own", "GET", "/me/schedules").json["result"], "schedule"); t(404, "other", "GET", sp); t(200, "own", "GET", "/me/schedules/onboarding")
    x = t(200, "own", "PUT", sp, {"enabled": False}).json["result"]; ok(x["cron"] == "0 9 * * 1" and x["nextRunAt"] is None and x["timezone"] == "Europe/Berlin", "schedule update")
    ok(t(200, "own", "GET", "/me/schedules/text-to-cron?cron=every%20monday%20at%209:30").json["result"]["cron"] == "30 9 * * 1", "words"); t(400, "own", "GET", "/me/schedules/text-to-cron?cron=soon"); t(422, "own", "GET", "/me/schedules/text-to-cron")
    t(200, "own", "DELETE", sp); t(404, "own", "GET", sp)
    t(403, "other", "DELETE", "/me/chats/" + i); t(200, "own", "DELETE", "/me/chats/" + i); t(404, "own", "GET", "/me/chats/" + i); t(404, "own", "DELETE", "/me/chats/" + i)
    # studio
    st = "/me/agent-studio-chats"
    x = t(200, "own", "POST", st, {"runId": "walk-1", "title": "T", "visibility": "private"}).json; p = st + "/walk-1"; ok(t(200, "own", "POST", st, {"runId": "walk-1"}).json == x, "existing"); t(409, "other", "POST", st, {"runId": "walk-1"})
    t(403, None, "GET", p); t(200, "own", "GET", p); t(403, "other", "PUT", p, {}); t(403, "other", "PATCH", p, {}); t(403, "other", "DELETE", p); t(400, "own", "POST", p + "/clone"); t(400, "box", "POST", st, {"visibility": "private"})
    ok(t(200, "own", "PATCH", p, {"visibility": "public"}).json["title"] == "T", "studio patch"); t(200, None, "GET", p); t(201, "other", "POST", p + "/clone"); t(404, "own", "POST", st + "/none/clone")
    ok(t(200, "own", "PUT", p, {}).json["title"] is None, "studio put"); ok(len(t(200, "own", "GET", st).json) == 1, "studio list"); t(200, "own", "DELETE", p); t(404, "own", "GET", p); ok(t(200, "own", "GET", st).json == [], "studio deleted")
    # money
    k = t(200, "own", "POST", "/me/api-keys", {"name": "walk"}).json; kp = f"/me/api-keys/{k['apiKeyId']}"; ok(t(200, "own", "GET", kp).json == k, "key"); ok("key" not in t(200, "own", "GET", "/me/api-keys").json[0], "hidden"); ok(t(200, "own", "GET", "/me/api-keys/default").json["isDefault"], "default")
    t(404, "other", "GET", kp); t(422, "own", "GET", "/me/api-keys/x"); t(200, "own", "DELETE", kp); t(404, "own", "DELETE", kp)
    b = t(200, "own", "GET", "/me/credits").json["balance"]; ok(t(200, "own", "POST", "/me/credits/use").json["balance"] == b - 1, "credits")
    w = CFG["fixtures"]["webhook"]; h = {w["signatureHeader"]: w["validSignature"]}
    n = t(200, "own", "GET", "/me/billing").json["invoicesPaid"]; t(200, None, "POST", "/me/payments/webhook", w["body"], h); t(200, None, "POST", "/me/payments/webhook", w["body"], h); ok(t(200, "own", "GET", "/me/billing").json["invoicesPaid"] == n + 1, "event once")
    t(400, None, "POST", "/me/payments/webhook", w["body"]); t(400, None, "POST", "/me/payments/webhook", w["body"] + " ", h); t(200, "own", "POST", "/me/payments/sessions", {}); t(422, "own", "POST", "/me/payments/sessions", {"credits": 0})
    for m in ("summary", "subscribers", "earnings"):
        j = t(200, "own", "GET", f"/me/monetization/{m}").json; ok(j["period"] == 28, m); t(200, "own", "GET", f"/me/monetization/{m}?period=365"); t(422, "own", "GET", f"/me/monetization/{m}?period=0"); t(422, "own", "GET", f"/me/monetization/{m}?period=366")
    S = lambda n, x: f"/me/agents/{A(n)}/{x}"
    t(400, "own", "POST", S(12, "subscribe"), {}); t(400, "own", "POST", S(2, "subscribe"), {}); t(404, "own", "POST", f"/me/agents/{UNK}/subscribe", {}); t(402, "own", "POST", S(13, "subscribe"), {}); t(400, "own", "POST", S(11, "unsubscribe")); t(404, "own", "GET", "/me/subscriptions/" + A(11))
    ok(c.w("own", "POST", "/" + A(11), {"message": "x"}).status == 403, "paid agent"); t(200, "own", "POST", S(11, "subscribe"), {}); t(402, "own", "POST", S(11, "subscribe"), {}); ok(c.w("own", "POST", "/" + A(11), {"message": "x"}).status == 200, "paid agent")
    ok(t(200, "own", "GET", "/me/subscriptions/" + A(11)).json["status"] == "active", "sub"); t(200, "own", "POST", S(11, "unsubscribe")); t(400, "own", "POST", S(11, "unsubscribe")); ok(len(t(200, "own", "GET", "/me/subscriptions").json["result"]) == 3, "subs"); t(404, "own", "POST", f"/me/agents/{UNK}/unsubscribe")
    t(200, "own", "GET", "/me/vip"); t(200, "own", "POST", "/me/vip", {"code": "VERBENA-WELCOME-2026"}); t(400, "own", "POST", "/me/vip", {"code": "VERBENA-WELCOME-2026"}); t(400, "own", "POST", "/me/vip", {"code": "VERBENA-MINE-2026"}); t(400, "own", "POST", "/me/vip", {"code": "?"}); t(422, "own", "POST", "/me/vip", {})
    # bundles and tools
    b = t(200, "own", "POST", "/me/bundles").json["bundleId"]; bp = f"/me/bundles/{b}"; T = "tol_ReverseText0000000001"
    t(200, "own", "POST", bp + "/tools", {"toolId": T}); t(200, "own", "POST", bp + "/tools", {"toolId": T}); t(404, "own", "POST", bp + "/tools", {"toolId": "?"}); t(404, "other", "POST", bp + "/tools", {"toolId": T}); ok(len(t(200, "own", "GET", bp + "/tools").json) == 1, "bundle tools")
    ok(t(200, "own", "PUT", bp, {"name": "B"}).json["tools"][0]["toolId"] == T, "bundle"); t(409, "other", "PUT", bp, {"name": "B"}); ok(t(200, "own", "GET", "/me/bundles").json[0]["toolCount"] == 1, "count"); t(200, "own", "GET", bp); t(404, "other", "GET", bp)
    t(200, "own", "DELETE", f"{bp}/tools/{T}"); t(404, "own", "DELETE", f"{bp}/tools/{T}"); t(200, "own", "DELETE", bp); t(404, "own", "GET", bp)
    ok(len(t(200, "own", "GET", "/me/tools/list").json) == 27 == len(t(200, None, "GET", "/me/tools").json), "catalog"); t(200, None, "GET", "/me/tools/" + T); t(404, None, "GET", "/me/tools/x")
    ok(len(t(200, "own", "GET", "/me/tools/search?q=e").json) == 20, "search default"); ok(t(200, "own", "GET", "/me/tools/search?q=reverse_text").json[0]["name"] == "reverse_text", "search")
    for q in ("", "q=", "q=a&limit=0", "q=a&limit=201", "q=a&min_score=1.1"): t(422, "own", "GET", "/me/tools/search?" + q)
    x = t(200, "own", "POST", "/me/tools/run/reverse_text", {"text": "abc"}).json; ok(x["structuredContent"] == {"text": "cba"}, "run"); ok(t(200, "own", "GET", f"/me/executions/{x['logId']}").json["input"] == {"text": "abc"}, "execution"); t(404, "other", "GET", f"/me/executions/{x['logId']}"); t(200, "own", "GET", "/me/executions"); t(404, "own", "GET", "/me/executions/1")
    t(400, "own", "POST", "/me/tools/run/reverse_text", {"text": 1}); t(404, "own", "POST", "/me/tools/run/none", {}); t(401, None, "POST", "/me/tools/run/reverse_text", {"text": "a"})
    t(200, "own", "GET", "/me/toolsets/list"); ok(len(t(200, "own", "GET", "/me/toolsets/notifier").json["tools"]) == 15, "toolset"); t(404, "own", "GET", "/me/toolsets/none")
    t(200, "own", "POST", "/me/user-tools", {"toolId": T}); t(409, "own", "POST", "/me/user-tools", {"toolId": T}); t(409, "own", "POST", "/me/user-tools", {"toolId": "?"}); t(200, "own", "GET", "/me/user-tools/" + T); ok(len(t(200, "own", "GET", "/me/user-tools").json) == 1, "installed"); t(200, "own", "DELETE", "/me/user-tools/" + T); t(404, "own", "GET", "/me/user-tools/" + T)
    # account
    ok(t(200, "box", "GET", "/me/").json["tier"] == "sandbox" and c("own", "GET", "/me").status == 200, "me"); t(401, None, "GET", "/me/")
    i = t(200, None, "POST", "/me/cli-auth").json["cliAuthId"]; p = "/me/cli-auth/" + i
    ok(t(200, None, "GET", p).json is None, "pending"); t(401, None, "PUT", p, {"jwt": "x"}); t(403, "other", "PUT", p, {"jwt": c.jwt["own"]}); t(200, "own", "PUT", p, {"jwt": c.jwt["own"]}); t(403, "other", "PUT", p, {"jwt": c.jwt["other"]}); ok(t(200, None, "GET", p).json == c.jwt["own"], "jwt"); ok(t(200, None, "GET", p).json is None, "consumed"); t(404, None, "GET", "/me/cli-auth/" + UNK); t(404, "own", "PUT", "/me/cli-auth/" + UNK, {"jwt": "x"})
    # NOTIFIER tools
    N = lambda s, name, **i: ok(tool(c, "NOTIFIER_" + name, **i).status == s, f"{name} {i} is not {s}")
    ok(note(c, "GET_USER")["email"] == "own@verbena.example", "user"); x = note(c, "CREATE_CHAT", email="a@b.c"); ok(note(c, "UPDATE_CHAT", iden=x["iden"], muted=True)["muted"], "mute"); ok(len(note(c, "LIST_CHATS", limit=500)["chats"]) == 1, "chats"); N(400, "LIST_CHATS", limit=501); N(200, "DELETE_CHAT", iden=x["iden"]); N(400, "DELETE_CHAT", iden=x["iden"]); N(400, "CREATE_CHAT")
    d = note(c, "CREATE_DEVICE", model="M", manufacturer="X", app_version=0); N(400, "CREATE_DEVICE", model="M", manufacturer="X", app_version=-1); ok(note(c, "UPDATE_DEVICE", iden=d["iden"], icon="phone")["model"] == "M", "device"); ok(note(c, "CREATE_PUSH", type="note", body="b", device_iden=d["iden"])["body"] == "b", "push"); ok(len(note(c, "LIST_DEVICES")["devices"]) == 1, "devices"); N(200, "DELETE_DEVICE", device_iden=d["iden"])
    N(400, "CREATE_PUSH", type="link"); N(400, "CREATE_PUSH", type="file", file_url="u", file_name="n"); N(400, "CREATE_PUSH", type="list"); p = note(c, "CREATE_PUSH", type="link", url="https://x.example"); q = note(c, "UPDATE_PUSH", iden=p["iden"], dismissed=True, items=[{"text": "a", "checked": True}]); ok(q["dismissed"] and q["items"] == [{"text": "a", "checked": True}], "items")
    j = note(c, "LIST_PUSHES", limit=1); ok(j["pushes"][0]["iden"] == p["iden"] and len(note(c, "LIST_PUSHES", limit=1, cursor=j["cursor"])["pushes"]) == 1, "push pages"); N(400, "LIST_PUSHES", limit=501); N(200, "DELETE_PUSH", iden=p["iden"]); N(200, "DELETE_ALL_PUSHES"); time.sleep(.4); ok(note(c, "LIST_PUSHES", active=True)["pushes"] == [], "all deleted"); ok("upload_url" in note(c, "UPLOAD_REQUEST", file_name="ä b.txt", file_type="text/plain"), "upload")
    ok(tool(c, "NOTIFIER_GET_USER", "box").status == 400, "no connection")
    missed = [(m, o) for m, _, o, _ in ops if o.startswith("/me") and (m, o) not in seen]
    if missed: wrong.append(f"not walked: {missed}")
    ok(sum(o.startswith("/me") for _, _, o, _ in ops) == 88, "88 operations")
    return wrong
