"""A walk through all operations, with what the interface says of each. Also holds every answer against /openapi.json."""
import json, re, time, uuid
from selftest_lib import at_once
from selftest_probes import wait_job

NIL = "00000000-0000-4000-8000-000000000000"


def walk(s):
    f, seen, wrong, count = s.f, set(), [], [0]
    doc = s.call("GET", "/openapi.json").json
    table = []
    for path, ops in doc["paths"].items():
        for method, op in ops.items():
            table.append((path.count("{"), method.upper(), re.compile("^" + re.sub(r"\{\w+\}", "[^/]+", path) + "$"), path, op))
    table.sort(key=lambda t: (t[0], t[3]))
    assert len(table) == 93, len(table)
    plain = s.call

    def call(method, path, *a, **kw):
        r = plain(method, path, *a, **kw)
        bare = path.split("?")[0]
        for _, m, rx, name, op in table:
            if m == method and rx.match(bare):
                seen.add((m, name))
                if str(r.status) not in op["responses"]:
                    wrong.append((m, bare, r.status))
                break
        return r

    s.call = call

    def ok(condition, *what):
        count[0] += 1
        assert condition, what

    def st(answer, *want):
        ok(answer.status in want, answer.status, want, answer.body[:300])
        return answer

    # --- credentials
    for method, path in (("GET", "/me/"), ("GET", "/me/agent-runs"), ("POST", "/me/tools/run/add_numbers"), ("GET", "/me/credits"), ("POST", f"/agents/{f['agentId']}")):
        st(s.call(method, path), 401)
        st(s.call(method, path, "nonsense"), 401)
    st(s.call("GET", "/me/", s.key), 401)
    st(s.call("POST", f"/agents/{f['agentId']}", s.own, {"message": "x"}), 401)
    # --- workers
    a = st(s.say("Grüße"), 200)
    run = a.headers["x-service-run-id"]
    ok("x-service-job-id" not in a.headers and a.headers["content-type"].startswith("text/plain"))
    ok(s.read(run).json == [{"role": "user", "content": "Grüße"}, {"role": "assistant", "content": a.text}])
    b = st(s.say("zwei", run, ndjson=True), 200)
    ok(b.headers["x-service-run-id"] == run and b.headers["content-type"].startswith("application/x-ndjson"))
    lines = [json.loads(x) for x in b.text.splitlines()]
    ok("".join(x.get("delta", "") for x in lines) == s.history(run)[3] and "Grüße" in s.history(run)[3])
    ok("Grüße" not in s.say("neu").text)
    t = f["toolCallMessage"]
    a = st(s.say(t["message"], ndjson=True), 200)
    kinds = [json.loads(x)["type"] for x in a.text.splitlines()]
    ok("tool.call" in kinds and "tool.response" in kinds and t["output"] in a.text)
    tool_run = a.headers["x-service-run-id"]
    text = s.say(t["message"]).text
    ok(t["output"] not in text and t["name"] not in text)
    for bad in ({}, {"message": 7}, [], "x"):
        st(s.call("POST", f"/agents/{f['agentId']}", s.key, bad), 422)
    st(s.call("POST", f"/agents/{f['agentId']}", s.key, raw="{"), 422)
    st(s.say("x", agent=NIL), 404); st(s.say("x", agent="nope"), 404); st(s.say("x", NIL), 404); st(s.read(NIL), 404)
    st(s.say("x", run, key=s.okey), 404); st(s.say("x", agent=f["privateAgentId"]), 403); st(s.say("x", agent=f["paidAgentId"]), 402)
    st(s.say("x", agent=f["subscribedAgentId"]), 200)
    bg = f["backgroundAgentId"]
    jobs = []
    for message in (f["backgroundMessage"], f["backgroundErrorMessage"]):
        a = st(s.say(message, agent=bg), 200)
        ok(a.headers.get("x-service-job-id"))
        jobs.append(a.headers["x-service-run-id"])
    for r in jobs:
        ok("x-service-job-id" in s.read(r, bg).headers)
        st(s.say("x", r, agent=bg), 409); st(s.say("x", r, agent=bg, ndjson=True), 409)
    st(s.say("x", agent=bg), 200)
    ok(s.get(f"/me/agent-runs/{jobs[0]}").json["status"] == "job_running")
    for r in jobs:
        ok(wait_job(s, r, bg))
        ok(len(s.history(r, agent=bg)) == 2)
        st(s.say("", r, agent=bg), 200)
        ok("background job" in s.history(r, agent=bg)[3])
    # --- runs and logs
    p = st(s.get("/me/agent-runs"), 200).json
    ok(p["object"] == "list" and run in [r["run_id"] for r in p["data"]])
    ok(s.get("/me/agent-runs?next_cursor=2001-01-01T00:00:00Z").json["data"] == [])
    st(s.get("/me/agent-runs?next_cursor="), 200); st(s.get("/me/agent-runs?next_cursor=2099-01-01T00:00:00%2B02:00"), 200)
    for q in ("limit=0", "limit=x", "limit=1.5", "next_cursor=yesterday", "next_cursor=2026-02-30T00:00:00Z"):
        st(s.get("/me/agent-runs?" + q), 422); st(s.get("/me/executions?" + q), 422)
    ok(s.get(f"/me/agent-runs/{run}").json["message_count"] == 4)
    ok(s.get(f"/me/agent-runs/{run.upper()}").status == 200)
    st(s.get(f"/me/agent-runs/{run}", s.other), 404); st(s.get(f"/me/agent-runs/{NIL}"), 404)
    e = st(s.get("/me/agent-runs/nope"), 422).json
    ok(e["detail"][0]["loc"] == ["path", "run_id"])
    m = st(s.get(f"/me/agent-runs/{tool_run}/mcp-server-logs"), 200).json
    ok(len(m) == 1 and m[0]["output"]["source"] == t["output"])
    ok(len(st(s.get(f"/me/agent-runs/{run}/logs"), 200).json) == 4)
    ok(s.get(f"/me/agent-runs/{tool_run}/mcp-server-logs", s.other).json == [] and s.get(f"/me/agent-runs/{NIL}/logs").json == [])
    i = st(s.tool("add_numbers", {"numbers": [1, 2.5]}), 200).json
    ok(i["output"] == {"sum": 3.5})
    ok(s.get(f"/me/executions/{i['log_id']}").json["input"] == {"numbers": [1, 2.5]})
    ok(s.get("/me/executions").json["data"][0]["log_id"] == i["log_id"])
    st(s.get("/me/executions/99999999"), 404); st(s.get("/me/executions/x"), 422); st(s.get(f"/me/executions/{i['log_id']}", s.other), 404)
    # --- subscriptions
    paid, un = f["paidAgentId"], f["unsubscribeAgentId"]
    st(s.get(f"/me/subscriptions/{paid}"), 404)
    ok(s.post(f"/me/agents/{paid}/subscribe", {}).json["price"] == {"amount": "12.50", "currency": "usd"})
    st(s.post(f"/me/agents/{paid}/subscribe", {}), 402)
    st(s.post(f"/me/agents/{f['unpaidAgentId']}/subscribe", {}), 400); st(s.post(f"/me/agents/{f['ownPaidAgentId']}/subscribe", {}), 400); st(s.post(f"/me/agents/{NIL}/subscribe", {}), 404)
    ok(s.get(f"/me/subscriptions/{paid}").json["status"] == "active" and len(s.get("/me/subscriptions").json["data"]) == 3)
    ok(s.post(f"/me/agents/{un}/unsubscribe").json["status"] == "canceled")
    st(s.post(f"/me/agents/{un}/unsubscribe"), 400); st(s.post(f"/me/agents/{NIL}/unsubscribe"), 404); st(s.post(f"/me/agents/{paid}/unsubscribe", None, s.sandbox), 400)
    # --- studio chats
    c = st(s.post("/me/agent-studio-chats", {"run_id": "walk 1/ä", "title": "T"}), 200).json
    from urllib.parse import quote
    p = "/me/agent-studio-chats/" + quote("walk 1/ä", safe="")
    ok(c["visibility"] == "private" and s.get(p).json == c)
    st(s.call("GET", p), 403); st(s.get(p, s.other), 403); st(s.post(p + "/clone"), 400); st(s.post(p + "/clone", None, s.other), 400)
    ok(s.post("/me/agent-studio-chats", {"run_id": "walk 1/ä", "title": "U"}).json["title"] == "T")
    st(s.post("/me/agent-studio-chats", {"run_id": "walk 1/ä"}, s.other), 409)
    for who, want in ((s.other, 403), (s.own, 200)):
        st(s.put(p, {"title": "V", "visibility": "public"}, who), want); st(s.patch(p, {"labels": {"a": "b", "__proto__": "c"}}, who), want)
    v = s.call("GET", p).json
    ok(v["title"] == "V" and v["labels"] == {"a": "b", "__proto__": "c"} and v["revision"] == 3)
    ok(s.put(p, {"visibility": "public"}).json["title"] is None)
    k = st(s.post(p + "/clone", None, s.other), 201).json
    ok(k["run_id"] != "walk 1/ä" and k["owner_id"] != v["owner_id"])
    st(s.delete(p, s.other), 403); st(s.delete(p), 200); st(s.get(p), 404); st(s.delete(p), 404); st(s.patch(p, {}), 404); st(s.put(p, {}), 404); st(s.post(p + "/clone"), 404)
    st(s.post("/me/agent-studio-chats", {"run_id": "walk 1/ä"}), 409)
    ok("walk 1/ä" not in [x["run_id"] for x in s.get("/me/agent-studio-chats").json])
    st(s.post("/me/agent-studio-chats", {"visibility": "private"}, s.sandbox), 400)
    sb = st(s.post("/me/agent-studio-chats", {"title": "s"}, s.sandbox), 200).json
    ok(sb["visibility"] == "public")
    for fn in (s.put, s.patch):
        st(fn(f"/me/agent-studio-chats/{sb['run_id']}", {"visibility": "private"}, s.sandbox), 400)
    st(s.post("/me/agent-studio-chats", {"visibility": "secret"}), 422)
    # --- agents and chats
    st(s.post("/me/agents", {}), 400); st(s.post("/me/chats", {"name": "x"}), 400); st(s.post("/me/agents", {"prompt": 7}), 422)
    for path in ("/me/agents", "/me/chats"):
        st(s.post(path, {"prompt": "p", "visibility": "private"}, s.sandbox), 400)
    ag = s.agent(name="Ünï", vanity_slug="walk-slug", price={"amount": "3.5"}, labels={"10": "a", "9": "b"}, description="d")
    A = ag["agent_id"]
    ok(ag["price"]["amount"] == "3.50" and s.get(f"/me/agents/{A}").json == ag and s.get(f"/me/chats/{A}").json == ag)
    ok(A in [x["agent_id"] for x in s.get("/me/agents").json] and A in [x["agent_id"] for x in s.get("/me/chats").json])
    st(s.post("/me/agents", {"prompt": "p", "agent_id": A}, s.other), 403); st(s.post("/me/agents", {"prompt": "p", "agent_id": NIL}), 404)
    ok(s.post("/me/agents", {"prompt": "q", "agent_id": A}).json["description"] == "d")
    st(s.post("/me/agents", {"prompt": "p", "vanity_slug": "walk-slug"}, s.other), 400)
    n = st(s.post("/me/chats", {"prompt": "legacy"}), 200).json
    ok(n["visibility"] == "private")
    N = n["agent_id"]
    for path in (f"/me/agents/{N}", f"/me/chats/{N}"):
        st(s.get(path, s.other), 403); st(s.call("GET", path), 403); st(s.get(path), 200)
    st(s.get(f"/me/agents/{NIL}"), 404); st(s.get("/me/chats/nope"), 404)
    st(s.post(f"/me/agents/{N}/upsell-description", None, s.other), 404)
    ok(s.post(f"/me/agents/{N}/upsell-description").json["upsell_description"])
    ok(not s.get("/me/agents/vanity/slug?slug=walk-slug").json["available"] and s.get("/me/agents/vanity/slug?slug=free-one").json["available"])
    st(s.get("/me/agents/vanity/slug"), 422)
    g = s.call("POST", "/me/agents/vanity/slug", None, {"name": "Walk Slug"}).json["slug"]
    ok(s.get(f"/me/agents/vanity/slug?slug={g}").json["available"])
    names = [x["service_name"] for x in s.call("GET", "/me/vibe/services").json["data"]]
    ok(len(names) == 3)
    for name in names:
        ok(s.get(f"/me/agents/{A}/vibe?service_name={name}").json["prompt"])
    st(s.get(f"/me/agents/{A}/vibe"), 422); st(s.get(f"/me/agents/{A}/vibe?service_name=BOLT"), 422); st(s.get(f"/me/agents/{NIL}/vibe?service_name=bolt"), 404)
    p = f"/me/agents/{N}/customizations/theme"
    ok(s.get(p).json is None)
    for bad in ("red", "#12345", "#12345g", "#1234567", "x#123456", "#123456\n", ""):
        st(s.put(p, {"color": bad}), 400)
    ok(s.put(p, {"color": "#A1b2C3"}).json["color"] == "#A1b2C3" and s.get(p).json["color"] == "#A1b2C3")
    st(s.put(p, {}), 422); st(s.put(p, {"color": "#000000"}, s.other), 403); st(s.get(p, s.other), 403); st(s.get(f"/me/agents/{NIL}/customizations/theme"), 404); st(s.put(f"/me/agents/{NIL}/customizations/theme", {"color": "#000000"}), 404)
    p = f"/me/agents/{N}/files"
    fs = [st(s.post(p, {"name": f"f{i}", "content": "ä" * i}), 201).json for i in range(10)]
    st(s.post(p, {"name": "one more"}), 400); st(s.post(p, {}), 422)
    ok([x["position"] for x in fs] == list(range(10)) and fs[3]["size"] == 6)
    ok(s.get(f"{p}/{fs[2]['file_id']}").json == fs[2])
    ok(s.patch(f"{p}/{fs[2]['file_id']}", {"content": ""}).json["name"] == "f2" and s.get(f"{p}/{fs[2]['file_id']}").json["content"] == "")
    order = [{"file_id": x["file_id"], "position": 9 - i} for i, x in enumerate(fs)]
    ok([x["name"] for x in s.put(p + "/positions", {"positions": order}).json["data"]] == [f"f{i}" for i in range(9, -1, -1)])
    ok([x["name"] for x in s.get(p).json["data"]] == [f"f{i}" for i in range(9, -1, -1)])
    for fn, path, body, want in ((s.get, p, None, 0), (s.post, p, {"name": "x"}, 0), (s.get, f"{p}/{fs[0]['file_id']}", None, 0), (s.patch, f"{p}/{fs[0]['file_id']}", {"name": "x"}, 0), (s.delete, f"{p}/{fs[0]['file_id']}", None, 0), (s.put, p + "/positions", {"positions": []}, 0)):
        args = (path,) if body is None else (path, body)
        st(fn(*args, as_=s.other), 403)
        st(fn(args[0].replace(N, NIL), *args[1:]), 404)
    st(s.get(f"{p}/{NIL}"), 404); st(s.get(f"{p}/x"), 422); st(s.get(f"/me/agents/{A}/files/{fs[0]['file_id']}"), 404)
    d = st(s.delete(f"{p}/{fs[0]['file_id']}"), 204)
    ok(d.body == b""); st(s.delete(f"{p}/{fs[0]['file_id']}"), 404)
    st(s.post(p, {"name": "again"}), 201)
    ok(s.put(f"/me/chats/{A}", {"prompt": "r", "visibility": "public"}).json["vanity_slug"] is None)
    st(s.put(f"/me/chats/{A}", {}), 422); st(s.put(f"/me/chats/{A}", {"prompt": "x"}, s.other), 403); st(s.put(f"/me/chats/{NIL}", {"prompt": "x"}), 404)
    ok(s.patch(f"/me/chats/{A}", {"vanity_slug": "walk-slug", "name": "patched"}).json["prompt"] == "r")
    ok(s.patch(f"/me/chats/{A}", {"vanity_slug": None}).json["vanity_slug"] is None and s.get(f"/me/chats/{A}").json["name"] == "patched")
    st(s.patch(f"/me/chats/{A}", {}, s.other), 403); st(s.patch(f"/me/chats/{NIL}", {}), 404)
    sb = s.agent(s.sandbox)["agent_id"]
    st(s.put(f"/me/chats/{sb}", {"prompt": "p", "visibility": "private"}, s.sandbox), 400); st(s.patch(f"/me/chats/{sb}", {"visibility": "private"}, s.sandbox), 400)
    st(s.post("/me/agents", {"prompt": "p", "agent_id": sb, "visibility": "private"}, s.sandbox), 400)
    ok(s.call("GET", f"/me/chats/{A}/og").json["title"] == "patched"); st(s.call("GET", f"/me/chats/{NIL}/og"), 200); st(s.call("GET", "/me/chats/x/og"), 422)
    cl = st(s.post(f"/me/chats/{A}/clone", {"name": "c"}, s.other), 200).json
    ok(cl["prompt"] == "r" and cl["name"] == "c" and cl["agent_id"] != A)
    st(s.post(f"/me/chats/{A}/clone", None, s.other), 200); st(s.call("POST", f"/me/chats/{A}/clone", s.other, raw="null"), 200)
    st(s.post(f"/me/chats/{N}/clone", None, s.other), 403); st(s.post(f"/me/chats/{N}/clone"), 403); st(s.post(f"/me/chats/{NIL}/clone"), 404)
    st(s.post(f"/me/chats/{A}/clone", {"visibility": "private"}, s.sandbox), 400)
    ok(s.post(f"/me/chats/{A}/feedback", {"rating": 5}, s.other).json["feedback_count"] == 1); st(s.post(f"/me/chats/{NIL}/feedback", {}), 404)
    r = st(s.post(f"/me/chats/{A}/runs"), 200).json["run_id"]
    st(s.get(f"/me/agent-runs/{r}"), 200); st(s.post(f"/me/chats/{N}/runs", None, s.other), 403); st(s.post(f"/me/chats/{NIL}/runs"), 404)
    st(s.delete(f"/me/chats/{A}", s.other), 403); st(s.delete(f"/me/chats/{A}"), 200); st(s.get(f"/me/agents/{A}"), 404); st(s.delete(f"/me/chats/{A}"), 404)
    ok(A not in [x["agent_id"] for x in s.get("/me/agents").json])
    # --- keys, billing, payments
    k = st(s.post("/me/api-keys", {"name": "walk"}), 200).json
    kid = k["api_key_id"]
    ok(isinstance(kid, int) and s.get(f"/me/api-keys/{kid}").json == k)
    l = s.get("/me/api-keys").json
    ok(sum(x["default"] for x in l) == 1 and all("secret" not in x for x in l) and s.get("/me/api-keys/default").json["secret"] == s.key)
    st(s.say("x", key=k["secret"]), 200); st(s.get(f"/me/api-keys/{kid}", s.other), 404); st(s.delete(f"/me/api-keys/{kid}", s.other), 404)
    ok("secret" not in st(s.delete(f"/me/api-keys/{kid}"), 200).json); st(s.say("x", key=k["secret"]), 401); st(s.get(f"/me/api-keys/{kid}"), 404); st(s.delete(f"/me/api-keys/{kid}"), 404); st(s.get("/me/api-keys/x"), 422)
    st(s.get("/me/billing"), 200)
    b = s.get("/me/credits").json["remaining"]
    ok(s.post("/me/credits/use").json["remaining"] == b - 1 and s.get("/me/credits").json["remaining"] == b - 1)
    res = sorted(at_once(5, lambda _: s.post("/me/credits/use", None, s.sandbox).status))
    ok(res == [200, 200, 200, 404, 404], res); ok(s.get("/me/credits", s.sandbox).json["remaining"] == 0)
    w = f["webhook"]
    hook = lambda body, sig: s.call("POST", "/me/payments/webhook", raw=body, headers={w["signatureHeader"]: sig} if sig else {})
    st(hook(w["body"], None), 400); st(hook(w["body"], "sha256=00"), 400); st(hook(w["body"] + " ", w["validSignature"]), 400)
    ok(st(hook(w["body"], w["validSignature"]), 200).json["handled"] and s.get("/me/credits").json["remaining"] == b + 249)
    ok(hook(w["body"], w["validSignature"]).json["duplicate"] and s.get("/me/credits").json["remaining"] == b + 249)
    ok(s.post("/me/payments/sessions", {}).json["total"]["amount"] == "5.00"); st(s.post("/me/payments/sessions", {"quantity": 0}), 422)
    for report in ("summary", "subscribers", "earnings"):
        for q in ("0", "366", "x", "-1", "1.0"):
            st(s.get(f"/me/monetization/{report}?period={q}"), 422)
        ok(st(s.get(f"/me/monetization/{report}"), 200).json["period"] == 28); st(s.get(f"/me/monetization/{report}?period=365"), 200)
    e = s.get("/me/monetization/earnings").json
    su = s.get("/me/monetization/summary").json
    ok(len(e["data"]) == 28 and sum(round(float(x["earnings"]["amount"]) * 100) for x in e["data"]) == round(float(su["total_earnings"]["amount"]) * 100) > 0)
    ok(sum(x["subscribers"] for x in s.get("/me/monetization/subscribers").json["data"]) == su["total_subscribers"])
    # --- bundles
    B = st(s.post("/me/bundles"), 200).json["bundle_id"]
    p = f"/me/bundles/{B}"
    st(s.post(p + "/tools", {"tool_id": "add_numbers"}), 200); st(s.post(p + "/tools", {"tool_id": "add_numbers"}), 200); st(s.post(p + "/tools", {"tool_id": "nope"}), 404); st(s.post(p + "/tools", {}), 422)
    ok([t["tool_id"] for t in s.get(p).json["tools"]] == ["add_numbers"] and len(s.get(p + "/tools").json) == 1)
    ok(s.put(p, {"name": "Näme"}).json["tools"] and s.get(p).json["name"] == "Näme"); st(s.put("/me/bundles/9999999", {"name": "x"}), 409); st(s.put(p, {"name": "x"}, s.other), 409)
    st(s.get(p, s.other), 404); st(s.delete(p, s.other), 404); st(s.post(p + "/tools", {"tool_id": "add_numbers"}, s.other), 404); ok(s.get(p + "/tools", s.other).json == [])
    ok({"object": "bundle", "bundle_id": B, "name": "Näme", "tool_count": 1} in s.get("/me/bundles").json)
    st(s.delete(p + "/tools/nope"), 404); st(s.delete(p + "/tools/add_numbers"), 200); st(s.delete(p + "/tools/add_numbers"), 404); st(s.delete(p), 200); st(s.get(p), 404); st(s.get("/me/bundles/x"), 422)
    # --- command line login
    i = st(s.call("POST", "/me/cli-auth"), 200).json["cli_auth_id"]
    ok(s.call("GET", f"/me/cli-auth/{i}").json is None)
    st(s.call("PUT", f"/me/cli-auth/{i}", None, {"token": "x"}), 401); st(s.put(f"/me/cli-auth/{i}", {}), 422); st(s.put(f"/me/cli-auth/{NIL}", {"token": "x"}), 404)
    st(s.put(f"/me/cli-auth/{i}", {"token": s.own}), 200); st(s.put(f"/me/cli-auth/{i}", {"token": s.other}, s.other), 403)
    ok(s.call("GET", f"/me/cli-auth/{i}").json == s.own and s.call("GET", f"/me/cli-auth/{i}").json is None); st(s.call("GET", f"/me/cli-auth/{NIL}"), 404); st(s.call("GET", "/me/cli-auth/x"), 422)
    # --- schedules
    sc = st(s.post("/me/schedules", {"chat_id": f["agentId"], "cron": f["cron"]}), 200).json
    I = sc["schedule_id"]
    ok(s.get(f"/me/schedules/{I}").json == sc and sc["next_run"] > time.time() and I in [x["schedule_id"] for x in s.get("/me/schedules").json["data"]])
    for chat in (None, "", 7, "nope", NIL, f["unpaidAgentId"], f["privateAgentId"]):
        st(s.post("/me/schedules", {"chat_id": chat, "cron": "* * * * *"}), 403)
    st(s.post("/me/schedules", {"cron": "* * * * *"}), 403); st(s.post("/me/schedules", {"chat_id": f["agentId"]}), 422); st(s.post("/me/schedules", {"chat_id": f["agentId"], "cron": "x"}), 422)
    ok(s.put(f"/me/schedules/{I}", {"cron": "*/5 1-3 * jan,feb mon-fri"}).json["chat_id"] == f["agentId"]); st(s.put(f"/me/schedules/{I}", {"chat_id": f["unpaidAgentId"]}), 403)
    ok(not s.put(f"/me/schedules/{I}", {"enabled": False}).json["enabled"] and s.get(f"/me/schedules/{I}").json["cron"] == "*/5 1-3 * jan,feb mon-fri")
    st(s.get(f"/me/schedules/{I}", s.other), 404); st(s.put(f"/me/schedules/{I}", {}, s.other), 404); st(s.delete(f"/me/schedules/{I}", s.other), 404); st(s.get("/me/schedules/x"), 422)
    st(s.get("/me/schedules/onboarding"), 200); st(s.get("/me/schedules/text-to-cron"), 422)
    for q, want in (("0 9 * * 1", "0 9 * * 1"), ("every day at 9am", "0 9 * * *"), ("every monday at 9:30", "30 9 * * 1"), ("@daily", "0 0 * * *")):
        ok(s.get("/me/schedules/text-to-cron?cron=" + quote(q)).json["cron"] == want, q)
    for q in ("x", "", "60 * * * *", "* * * *", "* * 0 * *", "* * * 13 *", "*/0 * * * *", "5-1 * * * *", "* * * * * *"):
        st(s.get("/me/schedules/text-to-cron?cron=" + quote(q)), 400)
    st(s.delete(f"/me/schedules/{I}"), 200); st(s.get(f"/me/schedules/{I}"), 404); st(s.delete(f"/me/schedules/{I}"), 404)
    # --- tools
    tl = s.get("/me/tools/list").json
    ok(sum(t["name"].startswith("NOTIFIER_") for t in tl) == 15 and all(t["inputSchema"]["type"] == "object" for t in tl))
    pub = s.call("GET", "/me/tools").json
    ok(len(pub) == len(tl) and s.call("GET", f"/me/tools/{pub[0]['tool_id']}").json == pub[0])
    for bad in ("nope", "constructor", "__proto__"):
        st(s.call("GET", f"/me/tools/{bad}"), 404); st(s.tool(bad, {}), 404)
    ok(s.get("/me/tools/search?q=tide").json[0]["name"] == "read_tide_table" and len(s.get("/me/tools/search?q=push&limit=2").json) == 2)
    ok(len(s.get("/me/tools/search?q=push&limit=200&min_score=0").json) == len(tl) and s.get("/me/tools/search?q=tide&toolkit=math").json == [])
    for q in ("", "q=", "q=x&limit=0", "q=x&limit=201", "q=x&limit=a", "q=x&min_score=1.1", "q=x&min_score=-0.1", "q=x&min_score=NaN"):
        st(s.get("/me/tools/search?" + q), 422)
    t = f["tool"]
    st(s.tool(t["name"], t["input"]), 200); st(s.tool(t["name"], t["invalidInput"]), 400); st(s.tool(t["name"], []), 422); st(s.tool("divide_numbers", {"dividend": 1, "divisor": 0}), 400)
    st(s.post(f"/me/tools/run/{t['name']}?service_id=a&service_id_namespace=b", t["input"]), 200)
    ts = s.get("/me/toolsets/list").json
    for x in ts:
        ok([y["name"] for y in s.get(f"/me/toolsets/{x['toolset_name']}").json["tools"]] == x["tools"])
    ok(f["toolsetName"] in [x["toolset_name"] for x in ts]); st(s.get("/me/toolsets/nope"), 404)
    T = f["installableToolId"]
    st(s.get(f"/me/user-tools/{T}"), 404); st(s.delete(f"/me/user-tools/{T}"), 404); st(s.post("/me/user-tools", {"tool_id": "nope"}), 409); st(s.post("/me/user-tools", {}), 422)
    ok(sorted(at_once(4, lambda _: s.post("/me/user-tools", {"tool_id": T}).status)) == [200, 409, 409, 409])
    ok(s.get(f"/me/user-tools/{T}").json in s.get("/me/user-tools").json and s.get("/me/user-tools", s.other).json == []); st(s.delete(f"/me/user-tools/{T}"), 200); ok(s.get("/me/user-tools").json == [])
    # --- user and VIP codes
    ok(s.get("/me/").json["tier"] == "pro" and s.get("/me/", s.sandbox).json["tier"] == "sandbox")
    ok(s.get("/me/vip").json["count"] == 0)
    st(s.post("/me/vip", {"code": "nope"}), 400); st(s.post("/me/vip", {"code": f["ownVipCode"]}), 400); st(s.post("/me/vip", {}), 422)
    ok(sorted(at_once(4, lambda _: s.post("/me/vip", {"code": f["vipCode"]}).status)) == [200, 400, 400, 400]); ok(s.get("/me/vip").json["count"] == 1)
    st(s.post("/me/vip", {"code": f["vipCode"]}, s.other), 200); st(s.post("/me/vip", {"code": f["ownVipCode"]}, s.other), 200); ok(s.get("/me/vip").json["own_codes_redeemed"] == 1)
    # --- NOTIFIER
    nt = s.notify
    bad = lambda op, body: st(s.tool("NOTIFIER_" + op, body), 400)
    ok(nt("GET_USER")["email"] == "olive@example.com")
    c = nt("CREATE_CHAT", {"email": "a@b.example"}); bad("CREATE_CHAT", {}); bad("CREATE_CHAT", {"email": 1}); ok(nt("CREATE_CHAT", {"email": "a@b.example"})["iden"] == c["iden"])
    ok(nt("UPDATE_CHAT", {"iden": c["iden"], "muted": True})["muted"] and not nt("UPDATE_CHAT", {"iden": c["iden"], "muted": False})["muted"]); bad("UPDATE_CHAT", {"iden": c["iden"]}); bad("UPDATE_CHAT", {"iden": "x", "muted": True})
    ok(c["iden"] in [x["iden"] for x in nt("LIST_CHATS", {"limit": 500})["chats"]]); bad("LIST_CHATS", {"limit": 501}); nt("DELETE_CHAT", {"iden": c["iden"]}); bad("DELETE_CHAT", {"iden": c["iden"]}); ok(nt("LIST_CHATS")["chats"] == [])
    dv = nt("CREATE_DEVICE", {"model": "M", "manufacturer": "A", "app_version": 0, "push_token": "", "has_sms": False})
    for body in ({"model": "M", "manufacturer": "A"}, {"model": "M", "app_version": 1}, {"manufacturer": "A", "app_version": 1}, {"model": "M", "manufacturer": "A", "app_version": -1}, {"model": "M", "manufacturer": "A", "app_version": 1.5}):
        bad("CREATE_DEVICE", body)
    ok(nt("UPDATE_DEVICE", {"iden": dv["iden"], "app_version": 3, "icon": "watch"})["model"] == "M" and nt("LIST_DEVICES")["devices"][0]["app_version"] == 3); bad("UPDATE_DEVICE", {"iden": dv["iden"], "app_version": -1}); bad("UPDATE_DEVICE", {"model": "x"})
    ok(nt("CREATE_PUSH", {"type": "note", "device_iden": dv["iden"]})["device_iden"] == dv["iden"])
    nt("DELETE_DEVICE", {"device_iden": dv["iden"]}); bad("DELETE_DEVICE", {"device_iden": dv["iden"]}); ok(nt("LIST_DEVICES")["devices"] == [])
    for body in ({}, {"type": "x"}, {"type": "link"}, {"type": "file"}, {"type": "file", "file_url": "u", "file_name": "n"}):
        bad("CREATE_PUSH", body)
    ids = [nt("CREATE_PUSH", {"type": "link", "url": "https://x.example", "title": str(i)})["iden"] for i in range(5)]
    mid = [x for x in nt("LIST_PUSHES")["pushes"] if x["iden"] == ids[2]][0]["modified"]
    ok({x["iden"] for x in nt("LIST_PUSHES", {"modified_after": mid})["pushes"]} == set(ids[3:]))
    got, cur = [], None
    while True:
        pg = nt("LIST_PUSHES", {"limit": 2, **({"cursor": cur} if cur else {})})
        got += [x["iden"] for x in pg["pushes"]]
        cur = pg["cursor"]
        if not cur:
            break
    ok(len(got) == len(set(got)) and set(ids) <= set(got)); bad("LIST_PUSHES", {"limit": 501}); bad("LIST_PUSHES", {"cursor": "?"})
    items = [{"text": "a", "checked": True}, {"text": "b", "checked": False}]
    u = nt("UPDATE_PUSH", {"iden": ids[0], "items": items}); ok(u["items"] == items and nt("UPDATE_PUSH", {"iden": ids[0], "dismissed": True})["items"] == items); bad("UPDATE_PUSH", {"iden": ids[0], "items": [{"text": "a"}]}); bad("UPDATE_PUSH", {"dismissed": True})
    nt("DELETE_PUSH", {"iden": ids[0]}); bad("DELETE_PUSH", {"iden": ids[0]}); ok(ids[0] not in [x["iden"] for x in nt("LIST_PUSHES", {"active": True})["pushes"]])
    st(s.tool("NOTIFIER_DELETE_PUSH", {"iden": ids[1]}, s.other), 400); ok(nt("LIST_PUSHES", None, s.other)["pushes"] == [])
    up = nt("UPLOAD_REQUEST", {"file_name": "a.txt", "file_type": "text/plain"}); ok(up["upload_url"] and up["data"]); bad("UPLOAD_REQUEST", {"file_name": "a"})
    nt("DELETE_ALL_PUSHES"); time.sleep(0.5); ok(nt("LIST_PUSHES", {"active": True})["pushes"] == [])
    # --- extras
    e = s.get("/me/").headers["etag"]
    st(s.call("GET", "/me/", s.own, headers={"If-None-Match": e}), 304); ok(plain("DELETE", "/me/", s.own).status == 405 and plain("GET", "/nope").status == 404)
    missing = {(m, n) for _, m, _, n, _ in table} - seen
    ok(not missing, missing); ok(not wrong, "not in openapi", wrong[:10])
    s.call = plain
    return count[0]
