"""One probe per fault: true where the deployment does as it should."""
import http.client, json, time
from selftest_lib import at_once, first_byte, start_and_leave

PROBES = {}


def probe(name):
    def keep(fn):
        PROBES[name] = fn
        return fn
    return keep


def job(s, agent=None, message=None):
    return s.start(message or s.f["backgroundMessage"], agent=agent or s.f["backgroundAgentId"])


def wait_job(s, run, agent=None, seconds=6.0):
    end = time.time() + seconds
    while time.time() < end:
        if "x-service-job-id" not in s.read(run, agent or s.f["backgroundAgentId"]).headers:
            return True
        time.sleep(0.2)
    return False


@probe("put-trims-history")
def _(s):
    r = s.start("one")
    s.say("two", r); s.say("three", r)
    h = s.history(r)
    return len(h) == 6 and h[0] == "one"


@probe("ndjson-put-without-run-id")
def _(s):
    r = s.start("one")
    return s.say("two", r, ndjson=True).headers.get("x-service-run-id") == r


@probe("failed-job-never-ends")
def _(s):
    return wait_job(s, job(s, message=s.f["backgroundErrorMessage"]))


@probe("job-put-message-kept")
def _(s):
    r = job(s)
    a = s.say("MARK", r, agent=s.f["backgroundAgentId"])
    return a.status == 409 and "MARK" not in s.history(r, agent=s.f["backgroundAgentId"])


@probe("post-refused-during-job")
def _(s):
    job(s)
    return s.say("hello", agent=s.f["backgroundAgentId"]).status == 200


@probe("ndjson-put-during-job")
def _(s):
    r = job(s)
    return s.say("x", r, agent=s.f["backgroundAgentId"], ndjson=True).status == 409


@probe("ndjson-hides-tool-response")
def _(s):
    t = s.f["toolCallMessage"]
    return t["output"] in s.say(t["message"], ndjson=True).text


@probe("messages-in-text-order")
def _(s):
    r = s.start("m1")
    for i in range(2, 7):
        s.say(f"m{i}", r)
    return s.history(r)[::2] == [f"m{i}" for i in range(1, 7)]


@probe("text-stream-buffered")
def _(s):
    first, last = first_byte(s, s.f["slowMessage"])
    return first < last / 2


@probe("stream-splits-characters")
def _(s):
    m = "Grüße aus Köln, 東京 und 🚢🚢🚢🚢 " * 3
    a = s.say(m)
    return m in a.text and s.history(a.headers["x-service-run-id"])[1] == a.text


@probe("stream-last-chunk-lost")
def _(s):
    a = s.say("word " * 60)
    return s.history(a.headers["x-service-run-id"])[1] == a.text


@probe("concurrent-posts-share-run")
def _(s):
    return len(set(at_once(8, lambda i: s.start(f"p{i}")))) == 8


@probe("foreign-run-readable")
def _(s):
    return s.read(s.start("secret"), key=s.okey).status in (403, 404)


@probe("deleted-key-still-works")
def _(s):
    k = s.post("/me/api-keys", {"name": "short"}).json
    ok = s.say("x", key=k["secret"]).status
    s.delete(f"/me/api-keys/{k['api_key_id']}")
    return ok == 200 and s.say("x", key=k["secret"]).status == 401


@probe("empty-resume-refused")
def _(s):
    r = s.start("one")
    return s.say("", r).status == 200 and s.history(r)[2] == ""


@probe("ndjson-newline-raw")
def _(s):
    try:
        lines = [json.loads(l) for l in s.say("line one\nline \"two\"", ndjson=True).text.split("\n") if l]
    except ValueError:
        return False
    return "line one\nline \"two\"" in "".join(l.get("delta", "") for l in lines)


@probe("job-end-ends-others")
def _(s):
    a = job(s)
    time.sleep(1.5)
    b = job(s)
    wait_job(s, a)
    return "x-service-job-id" in s.read(b, s.f["backgroundAgentId"]).headers


@probe("aborted-turn-forgotten")
def _(s):
    r = start_and_leave(s, s.f["slowMessage"])
    time.sleep(3)
    h = s.history(r)
    return len(h) == 2 and h[0] == s.f["slowMessage"]


@probe("concurrent-puts-lose-message")
def _(s):
    r = s.start("one")
    at_once(6, lambda i: s.say(f"p{i}", r))
    return set(s.history(r)[::2]) == {"one"} | {f"p{i}" for i in range(6)}


@probe("post-remembers-earlier-run")
def _(s):
    s.start("MARK-77")
    return "MARK-77" not in s.say("hello", key=s.okey).text


@probe("runs-cursor-in-seconds")
def _(s):
    made = {s.start(f"r{i}") for i in range(12)}
    seen, cursor = [], None
    for _ in range(20):
        p = s.get("/me/agent-runs?limit=3" + (f"&next_cursor={cursor}" if cursor else "")).json
        seen += [r["run_id"] for r in p["data"]]
        cursor = p["next_cursor"]
        if not cursor or made <= set(seen):
            break
    return made <= set(seen) and len(seen) == len(set(seen))


@probe("runs-limit-parsed-loosely")
def _(s):
    return s.get("/me/agent-runs?limit=5abc").status == 422 and s.get("/me/executions?limit=abc").status == 422


@probe("execution-of-others-readable")
def _(s):
    i = s.tool("add_numbers", {"numbers": [1, 2]}, s.other).json["log_id"]
    return s.get(f"/me/executions/{i}").status == 404 and s.get(f"/me/executions/{i}", s.other).status == 200


@probe("executions-join-multiplies")
def _(s):
    for _ in range(2):
        b = s.post("/me/bundles").json["bundle_id"]
        s.post(f"/me/bundles/{b}/tools", {"tool_id": "reverse_text"})
    i = s.tool("reverse_text", {"text": "abc"}).json["log_id"]
    return [e["log_id"] for e in s.get("/me/executions").json["data"]].count(i) == 1


@probe("double-subscribe-at-once")
def _(s):
    st = sorted(at_once(5, lambda i: s.post(f"/me/agents/{s.f['paidAgentId']}/subscribe", {}).status))
    return st == [200, 402, 402, 402, 402]


@probe("unsubscribe-ends-all")
def _(s):
    s.post(f"/me/agents/{s.f['unsubscribeAgentId']}/unsubscribe")
    return s.get(f"/me/subscriptions/{s.f['subscribedAgentId']}").json["status"] == "active"


@probe("studio-patch-resets-visibility")
def _(s):
    r = s.post("/me/agent-studio-chats", {"title": "a", "visibility": "public"}).json["run_id"]
    s.patch(f"/me/agent-studio-chats/{r}", {"title": "b"})
    a = s.get(f"/me/agent-studio-chats/{r}").json
    return a["visibility"] == "public" and a["title"] == "b"


@probe("studio-deleted-still-read")
def _(s):
    r = s.post("/me/agent-studio-chats", {"visibility": "public"}).json["run_id"]
    p = f"/me/agent-studio-chats/{r}"
    return s.get(p).status == 200 and s.delete(p).status == 200 and s.get(p).status == 404


@probe("studio-existing-overwritten")
def _(s):
    b = {"run_id": "run-ow-1", "title": "first", "visibility": "public"}
    s.post("/me/agent-studio-chats", b)
    again = s.post("/me/agent-studio-chats", {**b, "title": "second"})
    foreign = s.post("/me/agent-studio-chats", {**b, "title": "third"}, s.other)
    return again.json["title"] == "first" and foreign.status == 409


@probe("agent-upsert-inserts")
def _(s):
    a = s.agent(name="before")
    b = s.post("/me/agents", {"agent_id": a["agent_id"], "prompt": "new", "name": "after"}).json
    return b["agent_id"] == a["agent_id"] and s.get(f"/me/agents/{a['agent_id']}").json["name"] == "after"


@probe("agent-list-stale")
def _(s):
    a = s.agent(name="before")
    s.get("/me/agents")
    s.patch(f"/me/chats/{a['agent_id']}", {"name": "after"})
    return "after" in [x["name"] for x in s.get("/me/agents").json if x["agent_id"] == a["agent_id"]]


@probe("private-agent-cached-for-all")
def _(s):
    p = f"/me/agents/{s.agent(visibility='private')['agent_id']}"
    return s.get(p).status == 200 and s.get(p, s.other).status == 403 and s.call("GET", p).status == 403


@probe("slug-like-wildcard")
def _(s):
    s.agent(vanity_slug="probe-slug")
    return s.get("/me/agents/vanity/slug?slug=probe_slug").json["available"] and not s.get("/me/agents/vanity/slug?slug=probe-slug").json["available"]


@probe("theme-regex-global")
def _(s):
    p = f"/me/agents/{s.agent()['agent_id']}/customizations/theme"
    return [s.put(p, {"color": c}).status for c in ("#102030", "#405060", "#708090")] == [200] * 3


@probe("file-limit-race")
def _(s):
    p = f"/me/agents/{s.agent()['agent_id']}/files"
    st = at_once(16, lambda i: s.post(p, {"name": f"f{i}"}).status)
    return st.count(201) == 10 and st.count(400) == 6


@probe("files-in-text-order")
def _(s):
    p = f"/me/agents/{s.agent()['agent_id']}/files"
    for n in (10, 9):
        s.post(p, {"name": f"f{n}", "position": n})
    return [f["position"] for f in s.get(p).json["data"]] == [9, 10]


@probe("positions-half-applied")
def _(s):
    p = f"/me/agents/{s.agent()['agent_id']}/files"
    i = s.post(p, {"name": "f", "position": 1}).json["file_id"]
    a = s.put(p + "/positions", {"positions": [{"file_id": i, "position": 5}, {"file_id": "00000000-0000-4000-8000-000000000000", "position": 1}]})
    return a.status == 404 and s.get(f"{p}/{i}").json["position"] == 1


@probe("file-position-zero-ignored")
def _(s):
    p = f"/me/agents/{s.agent()['agent_id']}/files"
    i = s.post(p, {"name": "f", "position": 3}).json["file_id"]
    s.patch(f"{p}/{i}", {"position": 0})
    return s.get(f"{p}/{i}").json["position"] == 0


@probe("clone-mutates-source")
def _(s):
    a = s.agent(name="source")["agent_id"]
    c = s.post(f"/me/chats/{a}/clone", {"name": "copy"}, s.other).json
    return c["name"] == "copy" and s.get(f"/me/chats/{a}").json["name"] == "source"


@probe("chat-clone-of-private")
def _(s):
    return s.post(f"/me/chats/{s.f['privateAgentId']}/clone").status == 403


@probe("og-leaks-private")
def _(s):
    a = s.agent(visibility="private", name="HUSH-9")["agent_id"]
    g = s.call("GET", f"/me/chats/{a}/og")
    return g.status == 200 and "HUSH-9" not in g.text


@probe("chat-delete-takes-clones")
def _(s):
    a = s.agent()["agent_id"]
    c = s.post(f"/me/chats/{a}/clone", None, s.other).json["agent_id"]
    s.delete(f"/me/chats/{a}")
    return s.get(f"/me/chats/{c}", s.other).status == 200


@probe("key-list-shows-secret")
def _(s):
    k = s.post("/me/api-keys", {"name": "k"}).json["secret"]
    return k not in s.get("/me/api-keys").text


@probe("key-delete-of-others")
def _(s):
    k = s.post("/me/api-keys", {"name": "k"}, s.other).json["api_key_id"]
    return s.delete(f"/me/api-keys/{k}").status == 404 and s.get(f"/me/api-keys/{k}", s.other).status == 200


@probe("credits-use-race")
def _(s):
    before = s.get("/me/credits").json["remaining"]
    at_once(10, lambda i: s.post("/me/credits/use"))
    return s.get("/me/credits").json["remaining"] == before - 10


@probe("webhook-unsigned-taken")
def _(s):
    return s.call("POST", "/me/payments/webhook", raw=s.f["webhook"]["body"]).status == 400


@probe("webhook-replayed")
def _(s):
    w = s.f["webhook"]
    before = s.get("/me/credits").json["remaining"]
    for _ in range(2):
        s.call("POST", "/me/payments/webhook", raw=w["body"], headers={w["signatureHeader"]: w["validSignature"]})
    return s.get("/me/credits").json["remaining"] == before + 250


@probe("monetization-misses-today")
def _(s):
    before = s.get("/me/monetization/summary").json["total_subscribers"]
    s.post(f"/me/agents/{s.f['ownPaidAgentId']}/subscribe", {}, s.other)
    return s.get("/me/monetization/summary").json["total_subscribers"] == before + 1


@probe("monetization-period-zero")
def _(s):
    return all(s.get(f"/me/monetization/{r}?period=0").status == 422 for r in ("summary", "subscribers", "earnings"))


@probe("empty-bundles-not-listed")
def _(s):
    b = s.post("/me/bundles").json["bundle_id"]
    return b in [x["bundle_id"] for x in s.get("/me/bundles").json]


@probe("bundle-tool-leaves-all")
def _(s):
    a, b = (s.post("/me/bundles").json["bundle_id"] for _ in range(2))
    for x in (a, b):
        s.post(f"/me/bundles/{x}/tools", {"tool_id": "count_words"})
    s.delete(f"/me/bundles/{a}/tools/count_words")
    return len(s.get(f"/me/bundles/{b}/tools").json) == 1 and s.get(f"/me/bundles/{a}/tools").json == []


@probe("bundle-tool-into-nowhere")
def _(s):
    return s.post("/me/bundles/99999999/tools", {"tool_id": "count_words"}).status == 404


def session(s):
    i = s.call("POST", "/me/cli-auth").json["cli_auth_id"]
    assert s.put(f"/me/cli-auth/{i}", {"token": s.own}).status == 200
    return f"/me/cli-auth/{i}"


@probe("cli-jwt-not-consumed")
def _(s):
    p = session(s)
    return s.call("GET", p).json == s.own and s.call("GET", p).json is None


@probe("cli-double-read-at-once")
def _(s):
    p = session(s)
    return at_once(6, lambda i: s.call("GET", p).json).count(s.own) == 1


@probe("schedule-foreign-chat")
def _(s):
    return s.post("/me/schedules", {"chat_id": s.f["unpaidAgentId"], "cron": "0 9 * * 1"}).status == 403


@probe("schedule-update-not-kept")
def _(s):
    i = s.post("/me/schedules", {"chat_id": s.f["agentId"], "cron": "0 9 * * 1"}).json["schedule_id"]
    s.put(f"/me/schedules/{i}", {"cron": "30 7 * * *"})
    return s.get(f"/me/schedules/{i}").json["cron"] == "30 7 * * *"


@probe("cron-out-of-range")
def _(s):
    return s.get("/me/schedules/text-to-cron?cron=61%2025%20*%20*%20*").status == 400


@probe("search-limit-unbounded")
def _(s):
    return s.get("/me/tools/search?q=tide&limit=201").status == 422


@probe("search-cache-ignores-toolkit")
def _(s):
    a = s.get("/me/tools/search?q=text%20numbers&toolkit=text").json
    b = s.get("/me/tools/search?q=text%20numbers&toolkit=math").json
    return a != b and all(t["_meta"]["toolkit"] == "math" for t in b)


@probe("tool-input-unchecked")
def _(s):
    t = s.f["tool"]
    return s.tool(t["name"], t["invalidInput"]).status == 400


@probe("jwt-signature-unchecked")
def _(s):
    head, body, sig = s.own.split(".")
    return s.tool("add_numbers", {"numbers": [1]}, f"{head}.{body}.{'A' * len(sig)}").status == 401


@probe("uninstall-for-everyone")
def _(s):
    for u in (s.own, s.other):
        s.post("/me/user-tools", {"tool_id": "days_between"}, u)
    s.delete("/me/user-tools/days_between")
    return s.get("/me/user-tools/days_between", s.other).status == 200


@probe("vip-once-for-all")
def _(s):
    b = {"code": s.f["vipCode"]}
    return s.post("/me/vip", b, s.other).status == 200 and s.post("/me/vip", b).status == 200 and s.post("/me/vip", b).status == 400


@probe("me-cached-for-all")
def _(s):
    return s.get("/me/").json["user_id"] != s.get("/me/", s.other).json["user_id"]


@probe("guid-shared-over-users")
def _(s):
    b = {"type": "note", "title": "x", "guid": "guid-1"}
    a, c = s.notify("CREATE_PUSH", b), s.notify("CREATE_PUSH", b, s.other)
    return a["iden"] != c["iden"] and s.notify("CREATE_PUSH", b)["iden"] == a["iden"]


@probe("device-update-clears")
def _(s):
    d = s.notify("CREATE_DEVICE", {"model": "M", "manufacturer": "ACME", "app_version": 4, "nickname": "n"})
    s.notify("UPDATE_DEVICE", {"iden": d["iden"], "nickname": "o"})
    d = [x for x in s.notify("LIST_DEVICES")["devices"] if x["iden"] == d["iden"]][0]
    return d["nickname"] == "o" and d.get("model") == "M" and d.get("app_version") == 4


@probe("delete-all-takes-later")
def _(s):
    old = s.notify("CREATE_PUSH", {"type": "note", "title": "old"})["iden"]
    s.notify("DELETE_ALL_PUSHES")
    new = s.notify("CREATE_PUSH", {"type": "note", "title": "new"})["iden"]
    time.sleep(0.6)
    active = [p["iden"] for p in s.notify("LIST_PUSHES", {"active": True})["pushes"]]
    return new in active and old not in active


@probe("app-version-zero-refused")
def _(s):
    return s.tool("NOTIFIER_CREATE_DEVICE", {"model": "M", "manufacturer": "A", "app_version": 0}).status == 200


@probe("pushes-active-ignored")
def _(s):
    p = s.notify("CREATE_PUSH", {"type": "note", "title": "x"})["iden"]
    s.notify("DELETE_PUSH", {"iden": p})
    return p not in [x["iden"] for x in s.notify("LIST_PUSHES", {"active": True})["pushes"]]


@probe("unmute-ignored")
def _(s):
    c = s.notify("CREATE_CHAT", {"email": "mute@example.com"})["iden"]
    s.notify("UPDATE_CHAT", {"iden": c, "muted": True})
    s.notify("UPDATE_CHAT", {"iden": c, "muted": False})
    return [x["muted"] for x in s.notify("LIST_CHATS")["chats"] if x["iden"] == c] == [False]
