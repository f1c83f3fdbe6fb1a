"""Walks through all 93 operations without a fault; each answer is held against openapi.json too. selftest.py [PORT]"""
import json, re, sys, time, uuid, jsonschema
from client import Box
port = int(sys.argv[1]) if len(sys.argv) > 1 else 9900
seen, bad, checks = set(), [], 0
def check(ok, what):
    global checks
    checks += 1
    if not ok:
        bad.append(what); print("FAILED", what)
with Box(port) as b:
    doc = b.s.get(b.root + "/openapi.json").json()
    def route(method, path, worker):
        for lit in (True, False):
            best = None
            for t, item in doc["paths"].items():
                if t.startswith("/me") == worker or method.lower() not in item: continue
                if re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(t)), path):
                    if best is None or t.count("{") < best.count("{"): best = t
            return best
    def hold(method, path, r, worker, want):
        t = route(method, path.split("?")[0], worker)
        check(r.status_code == want, f"{method} {path}: {r.status_code}, not {want}: {r.text[:200]}")
        if t is None: return check(want in (404, 405), f"{method} {path} is not in the document")
        if want < 300: seen.add((method, t))
        o = doc["paths"][t][method.lower()]["responses"].get(str(r.status_code))
        if o is None: return check(False, f"{method} {t}: {r.status_code} is not in the document")
        for kind, m in o.get("content", {}).items():
            check(r.headers["content-type"].startswith(kind), f"{method} {t}: type {r.headers['content-type']}")
            if "json" in kind and "nd" not in kind:
                try: jsonschema.validate(r.json(), {**m["schema"], "components": doc["components"]})
                except Exception as e: check(False, f"{method} {t}: {str(e)[:300]}")
    def go(method, path, body=None, who="own", want=200, **kw):
        r = b.api(method, path, body, who, **kw); hold(method, path, r, False, want)
        return r.json() if r.content else None
    def work(method, path, msg=None, want=200, key="key"):
        r = b.worker(method, path, msg, key); hold(method, path, r, True, want); return r
    fx = b.fx; A = fx["agentId"]
    # Workers API
    r = work("POST", f"/{A}", "hällo"); run = r.headers["x-service-run-id"]; uuid.UUID(run)
    r2 = work("POST", f"/ndjson/{A}", fx["toolCallMessage"]["message"]); run2 = r2.headers["x-service-run-id"]
    check(run != run2, "run ids differ")
    lines = [json.loads(l) for l in r2.text.splitlines()]
    for l in lines: jsonschema.validate(l, {"$ref": "#/components/schemas/StreamLine", "components": doc["components"]})
    check({"tool_call", "tool_result", "text", "end"} == {l["type"] for l in lines}, "ndjson lines")
    check("HRW-3-RAW" in r2.text and "HRW-3-RAW" not in work("PUT", f"/{A}/{run}", fx["toolCallMessage"]["message"]).text, "raw output")
    work("PUT", f"/ndjson/{A}/{run}", "more")
    m = work("GET", f"/{A}/{run}").json()
    check([x["role"] for x in m] == ["user", "assistant"] * 3 and m[0]["content"] == "hällo" and m[1]["content"] == r.text, "history")
    for k in ("backgroundMessage", "backgroundErrorMessage"):
        j = work("POST", f"/{A}", fx[k]); jr = j.headers["x-service-run-id"]; check("x-service-job-id" in j.headers, "job header on POST")
        check("x-service-job-id" in work("GET", f"/{A}/{jr}").headers, "job header")
        n = len(work("GET", f"/{A}/{jr}").json())
        work("PUT", f"/{A}/{jr}", "x", 409); work("PUT", f"/ndjson/{A}/{jr}", "x", 409); work("POST", f"/{A}", "y")
        check(len(work("GET", f"/{A}/{jr}").json()) == n, "refused message")
        t0 = time.time()
        while "x-service-job-id" in work("GET", f"/{A}/{jr}").headers: time.sleep(.2); assert time.time() - t0 < 9
        work("PUT", f"/{A}/{jr}", "")
    work("GET", f"/{A}/{run}", want=401, key=None) if False else check(b.worker("GET", f"/{A}/{run}", key=None).status_code == 401, "no key")
    check(b.worker("GET", f"/{A}/{run}", key="own").status_code == 401, "jwt is no key")
    work("GET", f"/{A}/{run}", want=404, key="otherkey"); work("POST", f"/{fx['privateAgentId']}", "x", 403)
    work("POST", f"/{A}", want=422); work("PUT", f"/{A}/{uuid.uuid4()}", "x", 404)
    # runs, executions
    l = go("GET", "/me/agent-runs?limit=2"); check(len(l["results"]) == 2 and l["next"], "page")
    l2 = go("GET", "/me/agent-runs?limit=100&next_cursor=" + l["next"]); check(len(l["results"]) + len(l2["results"]) == len(go("GET", "/me/agent-runs")["results"]), "pages")
    go("GET", f"/me/agent-runs/{run}"); go("GET", f"/me/agent-runs/{run}", who="other", want=404); go("GET", "/me/agent-runs/x", want=422)
    check(len(go("GET", f"/me/agent-runs/{run}/mcp-server-logs")) == 1 and len(go("GET", f"/me/agent-runs/{run}/logs")) == 4, "logs")
    go("GET", "/me/agent-runs?limit=0", want=422); go("GET", "/me/agent-runs?next_cursor=x", want=422)
    t = go("POST", "/me/tools/run/tide_table", fx["tool"]["input"]); go("POST", "/me/tools/run/tide_table", fx["tool"]["invalidInput"], want=400)
    go("POST", "/me/tools/run/nope", {}, want=404); go("POST", "/me/tools/run/tide_table", fx["tool"]["input"], who=None, want=401); go("POST", "/me/tools/run/tide_table", [], want=422)
    e = go("GET", "/me/executions")["results"]; check(len(e) == 1 and e[0]["input"] == fx["tool"]["input"], "execution")
    go("GET", f"/me/executions/{e[0]['log_id']}"); go("GET", f"/me/executions/{e[0]['log_id']}", who="other", want=404)
    # subscriptions
    p = fx["paidAgentId"]
    go("POST", f"/me/agents/{p}/subscribe", {}); go("POST", f"/me/agents/{p}/subscribe", {}, want=402); go("POST", f"/me/agents/{fx['unpaidAgentId']}/subscribe", {}, want=400)
    go("POST", f"/me/agents/{fx['ownPaidAgentId']}/subscribe", {}, want=400); go("POST", "/me/agents/nope/subscribe", {}, want=404)
    check(len(go("GET", "/me/subscriptions")["results"]) == 3, "subscriptions"); go("GET", f"/me/subscriptions/{p}")
    go("POST", f"/me/agents/{p}/unsubscribe"); go("POST", f"/me/agents/{p}/unsubscribe", want=400); go("GET", f"/me/subscriptions/{p}", want=404); go("POST", "/me/agents/nope/unsubscribe", want=404)
    # studio
    s = "/me/agent-studio-chats"
    c = go("POST", s, {"run_id": "r1", "title": "T", "visibility": "public", "notes": "n"}); check(go("POST", s, {"run_id": "r1", "title": "U"}) == c, "existing one")
    go("POST", s, {"run_id": "r1"}, "other", 409); go("POST", s, {"visibility": "private"}, "boxed", 400); pr = go("POST", s, {"visibility": "private"})["run_id"]
    go("GET", s + "/r1", who=None); go("GET", f"{s}/{pr}", who=None, want=403); go("GET", f"{s}/{pr}"); go("GET", s + "/zz", want=404)
    check(go("PATCH", s + "/r1", {"title": "V"})["notes"] == "n" and go("PUT", s + "/r1", {"title": "W"})["notes"] is None, "put and patch")
    go("PUT", s + "/r1", {}, "other", 403); go("PATCH", s + "/r1", {}, "other", 403); go("DELETE", s + "/r1", who="other", want=403)
    k = go("POST", s + "/r1/clone", who="other", want=201); check(k["run_id"] != "r1" and k["title"] == "W", "clone"); go("POST", f"{s}/{pr}/clone", want=400); go("POST", f"{s}/zz/clone", want=404)
    bx = go("POST", s, {}, "boxed")["run_id"]; go("PUT", f"{s}/{bx}", {"visibility": "private"}, "boxed", 400); go("PATCH", f"{s}/{bx}", {"visibility": "private"}, "boxed", 400)
    go("DELETE", s + "/r1"); go("GET", s + "/r1", want=404); check([x["run_id"] for x in go("GET", s)] == [pr], "studio list")
    # agents
    a = go("POST", "/me/agents", {"name": "N", "prompt": "P", "visibility": "public", "vanity_slug": "n-one"}); i = a["agent_id"]
    go("POST", "/me/agents", {"name": "N"}, want=400); go("POST", "/me/agents", {"name": "N", "agent_id": i}, want=400); go("POST", "/me/agents", {"name": "N", "prompt": "P", "visibility": "private"}, "boxed", 400)
    check(go("POST", "/me/agents", {"name": "M", "prompt": "Q", "agent_id": i})["vanity_slug"] == "n-one", "update keeps"); go("POST", "/me/agents", {"name": "M", "prompt": "Q", "agent_id": i}, "other", 403); go("POST", "/me/agents", {"name": "M", "prompt": "Q", "agent_id": "zz"}, want=404)
    check(go("GET", f"/me/agents/{i}", who=None)["prompt"] == "Q", "update"); go("GET", f"/me/agents/{fx['privateAgentId']}", want=403); go("GET", "/me/agents/zz", want=404)
    check({x["agent_id"] for x in go("GET", "/me/agents")} == {A, fx["ownPaidAgentId"], i} == {x["agent_id"] for x in go("GET", "/me/chats")}, "agents list")
    check(go("POST", f"/me/agents/{i}/upsell-description")["upsell_description"] == go("GET", f"/me/agents/{i}")["upsell_description"], "upsell")
    check(go("POST", "/me/agents/vanity/slug", {"name": "N One!"}, who=None)["slug"] == "n-one-2", "slug"); check(go("GET", "/me/agents/vanity/slug?slug=n-one")["available"] is False and go("GET", "/me/agents/vanity/slug?slug=n-1")["available"], "slug")
    go("GET", "/me/agents/vanity/slug", want=422)
    for v in go("GET", "/me/vibe/services", who=None)["services"]: go("GET", f"/me/agents/{i}/vibe?service_name={v}")
    go("GET", f"/me/agents/{i}/vibe?service_name=zz", want=422)
    t = f"/me/agents/{i}/customizations/theme"
    check(go("GET", t) is None, "no theme"); go("PUT", t, {"accent_color": "#1a2B3c"}); check(go("GET", t)["accent_color"] == "#1a2B3c", "theme"); go("PUT", t, {"accent_color": "red"}, want=400); go("PUT", t, {"accent_color": "#111111"}, "other", 403); go("PUT", t, {"accent_color": 5}, want=422)
    f = f"/me/agents/{i}/files"; ids = [go("POST", f, {"file_name": f"f{n}", "content": "c"}, want=201)["file_id"] for n in range(10)]
    go("POST", f, {"file_name": "x"}, want=400); go("GET", f, who="other", want=403); go("GET", f"{f}/{ids[0]}"); go("GET", f"/me/agents/{A}/files/{ids[0]}", want=404)
    order = ids[::-1]; l = go("PUT", f + "/positions", {"positions": [{"file_id": x, "position": n} for n, x in enumerate(order)]}); check([x["file_id"] for x in l["results"]] == order, "order")
    go("PUT", f + "/positions", {"positions": [{"file_id": str(uuid.uuid4()), "position": 0}]}, want=404)
    check(go("PATCH", f"{f}/{ids[0]}", {"file_name": "g"})["content"] == "c", "file patch"); go("DELETE", f"{f}/{ids[3]}", want=204); go("GET", f"{f}/{ids[3]}", want=404)
    check([x["position"] for x in go("GET", f)["results"]] == list(range(9)), "positions")
    # chats
    c = go("POST", "/me/chats", {"name": "C", "prompt": "P", "visibility": "private"})["agent_id"]; go("GET", f"/me/chats/{c}"); go("GET", f"/me/chats/{c}", who=None, want=403); go("POST", f"/me/chats/{c}/clone", want=403); go("POST", f"/me/chats/{c}/runs", who="other", want=403)
    go("PUT", f"/me/chats/{c}", {"name": "D", "prompt": "P2", "visibility": "public", "vanity_slug": "dd"}); check(go("PATCH", f"/me/chats/{c}", {"name": "E"})["vanity_slug"] == "dd", "patch"); go("PUT", f"/me/chats/{c}", {"name": "D", "prompt": "P2"}, "other", 403); go("PATCH", f"/me/chats/{c}", {}, "other", 403)
    go("GET", f"/me/chats/{c}/og", who=None); k = go("POST", f"/me/chats/{c}/clone", {"name": "K"}, "other"); check(k["name"] == "K" and k["prompt"] == "P2" and k["agent_id"] != c, "clone"); go("POST", f"/me/chats/{c}/clone"); go("POST", f"/me/chats/{c}/clone", headers={"content-type": "application/json"}, data="null")
    check(go("POST", f"/me/chats/{c}/feedback", {"rating": "up"}, "other")["feedback"]["up"] == 1, "feedback"); go("POST", "/me/chats/zz/feedback", {"rating": "up"}, want=404)
    rl = go("POST", f"/me/chats/{c}/runs"); check(go("GET", f"/me/agent-runs/{rl['run_id']}/logs") == [rl], "run log")
    bc = go("POST", "/me/chats", {"name": "C", "prompt": "P"}, "boxed")["agent_id"]; go("PATCH", f"/me/chats/{bc}", {"visibility": "private"}, "boxed", 400); go("PUT", f"/me/chats/{bc}", {"name": "C", "prompt": "P", "visibility": "private"}, "boxed", 400); check(go("GET", f"/me/chats/{bc}", who="boxed")["visibility"] == "public", "boxed")
    # schedules
    g = "/me/schedules"
    sc = go("POST", g, {"chat_id": c, "cron_expression": fx["cron"], "message": "m"})["schedule_id"]; go("POST", g, {"cron_expression": fx["cron"]}, want=403); go("POST", g, {"chat_id": fx["unpaidAgentId"], "cron_expression": fx["cron"]}, want=403); go("POST", g, {"chat_id": c, "cron_expression": "x"}, want=400)
    go("GET", g + "/onboarding"); check(go("GET", g + "/text-to-cron?cron=every monday at 9")["cron_expression"] == "0 9 * * 1", "text to cron"); go("GET", g + "/text-to-cron?cron=99 9 * * 1", want=400)
    check(go("PUT", f"{g}/{sc}", {"cron_expression": "1 2 3 4 5"})["message"] == "m" and go("GET", f"{g}/{sc}")["cron_expression"] == "1 2 3 4 5", "schedule"); go("PUT", f"{g}/{sc}", {"chat_id": fx["unpaidAgentId"]}, want=403); go("GET", f"{g}/{sc}", who="other", want=404)
    check(len(go("GET", g)["results"]) == 1, "schedules"); go("DELETE", f"{g}/{sc}"); go("GET", f"{g}/{sc}", want=404)
    go("DELETE", f"/me/chats/{c}", who="other", want=403); go("DELETE", f"/me/chats/{c}"); go("GET", f"/me/chats/{c}", want=404); go("GET", f"/me/agents/{c}", want=404)
    # keys, money
    k = go("POST", "/me/api-keys", {"name": "k"}); check(b.worker("POST", f"/{A}", "x", k["secret"]).status_code == 200, "new key")
    check(all("secret" not in x for x in go("GET", "/me/api-keys")), "hidden"); check(go("GET", "/me/api-keys/default")["secret"] == b.key, "default"); check(go("GET", f"/me/api-keys/{k['api_key_id']}") == k, "key")
    go("GET", f"/me/api-keys/{k['api_key_id']}", who="other", want=404); check("secret" not in go("DELETE", f"/me/api-keys/{k['api_key_id']}"), "hidden"); check(b.worker("POST", f"/{A}", "x", k["secret"]).status_code == 401, "dead key"); go("GET", f"/me/api-keys/{k['api_key_id']}", want=404)
    go("GET", "/me/billing"); x = go("GET", "/me/credits")["remaining"]; check(go("POST", "/me/credits/use")["remaining"] == x - 1 == go("GET", "/me/credits")["remaining"], "credits")
    w = fx["webhook"]; sig = {w["signatureHeader"]: w["validSignature"], "content-type": "application/json"}
    go("POST", "/me/payments/webhook", who=None, data=w["body"], headers=sig); go("POST", "/me/payments/webhook", who=None, data=w["body"], want=400); go("POST", "/me/payments/webhook", who=None, data=w["body"] + " ", headers=sig, want=400)
    go("POST", "/me/payments/sessions", {"credits": 5})
    for q, n in (("", 28), ("?period=365", 365), ("?period=1", 1)):
        m, u, e = (go("GET", "/me/monetization/" + x + q) for x in ("summary", "subscribers", "earnings"))
        check(len(u["results"]) == len(e["results"]) == n and sum(x["amount_cents"] for x in e["results"]) == m["earnings_cents"] and u["total_subscribers"] == m["total_subscribers"] == 6, "money")
    for q in ("0", "366", "x"): go("GET", "/me/monetization/summary?period=" + q, want=422)
    # bundles
    u = "/me/bundles"; i = go("POST", u)["bundle_id"]; go("POST", f"{u}/{i}/tools", {"tool_id": "tide_table"}); go("POST", f"{u}/{i}/tools", {"tool_id": "tide_table"}); go("POST", f"{u}/999/tools", {"tool_id": "tide_table"}, want=404)
    check(len(go("GET", f"{u}/{i}/tools")) == 1, "bundle tools"); check(go("PUT", f"{u}/{i}", {"name": "B", "tools": ["tide_table", "text_stats"]}) == go("GET", f"{u}/{i}"), "bundle"); go("PUT", f"{u}/{i}", {"name": "B", "tools": ["zz"]}, want=409)
    go("DELETE", f"{u}/{i}/tools/tide_table"); go("DELETE", f"{u}/{i}/tools/tide_table", want=404); check(go("GET", u) == [{"bundle_id": i, "name": "B", "tool_count": 1}], "bundles"); go("GET", f"{u}/{i}", who="other", want=404); go("DELETE", f"{u}/{i}"); go("DELETE", f"{u}/{i}", want=404)
    # command line
    c = go("POST", "/me/cli-auth", who=None)["cli_auth_id"]; check(go("GET", f"/me/cli-auth/{c}", who=None) is None, "nothing yet"); go("PUT", f"/me/cli-auth/{c}", {"jwt": b.own}); go("PUT", f"/me/cli-auth/{c}", {"jwt": b.other}, "other", 403)
    check(go("GET", f"/me/cli-auth/{c}", who=None) == b.own and go("GET", f"/me/cli-auth/{c}", who=None) is None, "read once"); go("GET", f"/me/cli-auth/{uuid.uuid4()}", who=None, want=404); go("PUT", f"/me/cli-auth/{uuid.uuid4()}", {"jwt": "x"}, want=404)
    # tools
    check(len(go("GET", "/me/tools/list")) == len(go("GET", "/me/tools", who=None)) == 20, "tools"); go("GET", "/me/tools/tide_table", who=None); go("GET", "/me/tools/zz", who=None, want=404)
    check(go("GET", "/me/tools/search?q=tide")[0]["name"] == "tide_table" and len(go("GET", "/me/tools/search?q=notifier&limit=3")) == 3 and len(go("GET", "/me/tools/search?q=push&toolkit=sea")) == 0, "search")
    for q in ("", "?q=", "?q=a&limit=0", "?q=a&limit=201", "?q=a&min_score=1.1"): go("GET", "/me/tools/search" + q, want=422)
    for x in go("GET", "/me/toolsets/list"): check([t["name"] for t in go("GET", "/me/toolsets/" + x["toolset_name"])["tools"]] == x["tools"], "toolset")
    go("GET", "/me/toolsets/zz", want=404); go("POST", "/me/user-tools", {"tool_id": "wind_forecast"}); go("POST", "/me/user-tools", {"tool_id": "zz"}, want=409); check(len(go("GET", "/me/user-tools")) == 1 and go("GET", "/me/user-tools", who="other") == [], "mine")
    go("GET", "/me/user-tools/wind_forecast"); go("DELETE", "/me/user-tools/wind_forecast"); go("GET", "/me/user-tools/wind_forecast", want=404); go("DELETE", "/me/user-tools/wind_forecast", want=404)
    # notifier
    c1, c2 = b.nt("CREATE_CHAT", email="a@x.example"), b.nt("CREATE_CHAT", email="b@x.example"); check(b.nt("CREATE_CHAT", email="nope") == 400 and b.nt("CREATE_CHAT") == 400, "email")
    l = b.nt("LIST_CHATS", limit=1); l2 = b.nt("LIST_CHATS", limit=1, cursor=l["cursor"]); check([l["chats"][0]["iden"], l2["chats"][0]["iden"]] == [c2["iden"], c1["iden"]] and l2["cursor"] is None, "chat pages")
    b.nt("UPDATE_CHAT", iden=c1["iden"], muted=True); check(b.nt("LIST_CHATS")["chats"][1]["muted"], "mute"); b.nt("DELETE_CHAT", iden=c1["iden"]); check(len(b.nt("LIST_CHATS")["chats"]) == 1 and b.nt("LIST_CHATS", limit=501) == 400, "chats")
    d = b.nt("CREATE_DEVICE", model="m", nickname="n", app_version=1, manufacturer="x", has_sms=True); check(b.nt("UPDATE_DEVICE", iden=d["iden"], nickname="q")["model"] == "m" and b.nt("UPDATE_DEVICE", iden=d["iden"], app_version=-1) == 400, "device")
    p = b.nt("CREATE_PUSH", type="note", body="b", guid="g", device_iden=d["iden"]); check(b.nt("CREATE_PUSH", type="note", body="b", guid="g")["iden"] == p["iden"], "guid"); check(b.nt("CREATE_PUSH", type="link") == b.nt("CREATE_PUSH", type="file", file_url="u", file_name="n") == b.nt("CREATE_PUSH", type="zz") == 400, "push")
    q = b.nt("CREATE_PUSH", type="link", url="https://x.example", title="t"); check([x["iden"] for x in b.nt("LIST_PUSHES", modified_after=p["modified"])["pushes"]] == [q["iden"]], "after")
    check(b.nt("UPDATE_PUSH", iden=p["iden"], dismissed=True, items=[{"text": "i", "checked": True}])["items"][0]["checked"], "items"); b.nt("DELETE_PUSH", iden=p["iden"]); check(len(b.nt("LIST_PUSHES", active=True)["pushes"]) == 1 and len(b.nt("LIST_PUSHES")["pushes"]) == 2, "active")
    b.nt("DELETE_ALL_PUSHES"); check(b.nt("LIST_PUSHES", active=True)["pushes"] == [], "all"); b.nt("DELETE_DEVICE", device_iden=d["iden"]); check(b.nt("LIST_DEVICES")["devices"] == [] and b.nt("GET_USER")["email"], "devices"); check("upload_url" in b.nt("UPLOAD_REQUEST", file_name="n", file_type="t") and b.nt("UPLOAD_REQUEST", file_name="n") == 400, "upload")
    # user
    check(go("GET", "/me/")["tier"] == "pro" and go("GET", "/me/", who="boxed")["tier"] == "sandbox", "tier"); go("GET", "/me/", who=None, want=401); go("GET", "/me/", who="key", want=401)
    go("POST", "/me/vip", {"code": fx["vipCode"]}); check(go("GET", "/me/vip")["redeemed"] == 1, "vip"); go("POST", "/me/vip", {"code": fx["vipCode"]}, want=400); go("POST", "/me/vip", {"code": fx["ownVipCode"]}, want=400); go("POST", "/me/vip", {"code": "zz"}, want=400); go("POST", "/me/vip", {"code": fx["vipCode"]}, "other")
    for t, item in doc["paths"].items():
        for m in item:
            if m != "servers": check((m.upper(), t) in seen, f"never called: {m} {t}")
print(f"{len(seen)} operations, {checks - len(bad)} passed, {len(bad)} failed")
sys.exit(bool(bad))
