"""Probes of the faults: each tells (True) that the fault shows from outside. P(id) marks one."""
import hashlib
import hmac
import json
import socket
import threading
import time
import uuid

PROBES = {}


def P(name):
    def deco(fn):
        PROBES[name] = fn
        return fn
    return deco


def together(*fns):
    out = [None] * len(fns)

    def run(i):
        out[i] = fns[i]()
    ts = [threading.Thread(target=run, args=(i,)) for i in range(len(fns))]
    [t.start() for t in ts]
    [t.join() for t in ts]
    return out


def agent(s, who="own", **kw):
    r = s.u("POST", "/me/agents", {"prompt": "p", "label": "L", **kw}, who)
    assert r.status == 200, r.text
    return r.json["agent_id"]


def start(s, msg="hello", a=None, who="own", nd=False):
    a = a or s.fx["agentId"]
    r = s.w("POST", f"/ndjson/{a}" if nd else f"/{a}", {"message": msg}, who)
    assert r.status == 200, r.text
    return a, r.head["x-service-run-id"], r


def msgs(s, a, run, who="own"):
    return s.w("GET", f"/{a}/{run}", None, who)


def texts(s, a, run, role="user"):
    return [m["content"] for m in msgs(s, a, run).json if m["role"] == role]


def put(s, a, run, msg, nd=False):
    return s.w("PUT", (f"/ndjson/{a}/{run}" if nd else f"/{a}/{run}"), {"message": msg})


def job(s, kind="long"):
    return start(s, f"Run the {kind} job")


def wait_job(s, a, run, most=8):
    end = time.time() + most
    while time.time() < end:
        if "x-service-job-id" not in msgs(s, a, run).head:
            return True
        time.sleep(0.2)
    return False


# ------------------------------------------------------------ Workers API
@P("w-run-id-cached")
def _(s):
    return start(s, "same")[1] == start(s, "same")[1]


@P("w-context-not-clear")
def _(s):
    a = agent(s)
    start(s, "first", a)
    _, run, _ = start(s, "second", a)
    return texts(s, a, run) != ["second"]


@P("w-ndjson-put-no-run-header")
def _(s):
    a, run, _ = start(s)
    return put(s, a, run, "x", True).head.get("x-service-run-id") != run


@P("w-409-keeps-message")
def _(s):
    a, run, _ = job(s)
    assert put(s, a, run, "refused").status == 409
    return "refused" in texts(s, a, run)


@P("w-job-error-never-ends")
def _(s):
    a, run, _ = job(s, "failing")
    return not wait_job(s, a, run)


@P("w-post-refused-during-job")
def _(s):
    a, run, _ = job(s)
    return s.w("POST", f"/{a}", {"message": "x"}).status == 409


@P("w-text-shows-tool-calls")
def _(s):
    return "read_tide_table" in start(s, s.fx["toolCallMessage"]["message"])[2].text


@P("w-stream-held-back")
def _(s):
    first, whole = s.stream_times(f"/{s.fx['agentId']}", {"message": s.fx["slowMessage"]})
    return whole - first < 0.5


@P("w-ndjson-no-tool-result")
def _(s):
    return "LAT-7731" not in start(s, s.fx["toolCallMessage"]["message"], nd=True)[2].text


@P("w-ndjson-raw-newline")
def _(s):
    r = start(s, "one\ntwo\nthree", nd=True)[2]
    try:
        [json.loads(x) for x in r.text.split("\n") if x]
    except ValueError:
        return True


@P("w-history-sorted-by-text")
def _(s):
    a, run, _ = start(s, "m0")
    for i in range(1, 6):
        put(s, a, run, f"m{i}")
    return texts(s, a, run) != [f"m{i}" for i in range(6)]


@P("w-put-at-once-lost")
def _(s):
    a, run, _ = start(s, "m0")
    together(*[lambda i=i: put(s, a, run, f"m{i}") for i in range(1, 5)])
    return sorted(texts(s, a, run)) != [f"m{i}" for i in range(5)]


@P("w-message-cut")
def _(s):
    long = "ä" * 900
    a, run, _ = start(s, long)
    return texts(s, a, run) != [long]


@P("w-message-stripped")
def _(s):
    a, run, _ = start(s, "  spaced \n")
    return texts(s, a, run) != ["  spaced \n"]


@P("w-hangup-keeps-lock")
def _(s):
    run = s.hang_up(f"/{s.fx['agentId']}", {"message": s.fx["slowMessage"]})
    time.sleep(2.5)
    return put(s, s.fx["agentId"], run, "again").status != 200


@P("w-run-of-other-user")
def _(s):
    a, run, _ = start(s)
    return msgs(s, a, run, "other").status == 200


@P("w-revoked-key-works")
def _(s):
    k = s.u("POST", "/me/api-keys", {"label": "x"}).json
    use = lambda: s.http("POST", s.agents + "/" + s.fx["agentId"], {"message": "x"}, k["key"]).status
    assert use() == 200
    s.u("DELETE", f"/me/api-keys/{k['api_key_id']}")
    return use() == 200


@P("w-resume-forgets")
def _(s):
    a, run, _ = job(s)
    assert wait_job(s, a, run)
    put(s, a, run, "")
    return len(texts(s, a, run)) != 2


@P("w-text-latin1")
def _(s):
    return "日本" not in start(s, "日本 ž")[2].text


@P("w-run-of-any-agent")
def _(s):
    _, run, _ = start(s)
    return msgs(s, s.fx["backgroundAgentId"], run).status == 200


@P("w-empty-message-refused")
def _(s):
    a, run, _ = start(s)
    return put(s, a, run, "").status != 200


@P("w-deleted-worker-answers")
def _(s):
    a = agent(s)
    start(s, "x", a)
    s.u("DELETE", f"/me/chats/{a}")
    return s.w("POST", f"/{a}", {"message": "x"}).status == 200


# ------------------------------------------------------------ runs, executions
@P("runs-default-limit")
def _(s):
    for i in range(31):
        s.u("POST", f"/me/chats/{s.fx['agentId']}/runs")
    return len(s.u("GET", "/me/agent-runs").json["results"]) != 30


def pages(s, path, key, limit):
    out, cur = [], ""
    for _ in range(50):
        r = s.u("GET", f"{path}?limit={limit}" + (f"&next_cursor={cur}" if cur else "")).json
        out += [x[key] for x in r["results"]]
        cur = (r["next_page_token"] or "").replace("+", "%2B")
        if not cur:
            return out


@P("runs-page-skips-one")
def _(s):
    made = [s.u("POST", f"/me/chats/{s.fx['agentId']}/runs").json["run_id"] for i in range(5)]
    return not set(made) <= set(pages(s, "/me/agent-runs", "run_id", 2 if len(made) < 9 else 100))


@P("run-view-of-others")
def _(s):
    _, run, _ = start(s)
    return s.u("GET", f"/me/agent-runs/{run}", None, "other").status == 200


@P("executions-page-repeats")
def _(s):
    for i in range(5):
        s.tool("echo_input", {"i": i})
    got = pages(s, "/me/executions", "log_id", 2)
    return got is None or len(got) != len(set(got))


@P("execution-input-loses-falsy")
def _(s):
    i = {"a": 0, "b": False, "c": "", "d": 1}
    r = s.tool("echo_input", i)
    return s.u("GET", f"/me/executions/{r['log_id']}").json["input"] != i


# ------------------------------------------------------------ subscriptions
@P("subscribe-twice-at-once")
def _(s):
    a = agent(s, "other", price="3.10")
    got = together(*[lambda: s.u("POST", f"/me/agents/{a}/subscribe", {}).status] * 4)
    return sorted(got) != [200, 402, 402, 402]


@P("unsubscribe-ends-all")
def _(s):
    a, b = agent(s, "other", price="3.10"), agent(s, "other", price="3.20")
    for x in (a, b):
        s.u("POST", f"/me/agents/{x}/subscribe", {})
    s.u("POST", f"/me/agents/{a}/unsubscribe")
    return s.u("GET", f"/me/subscriptions/{b}").json["state"] != "active"


# ------------------------------------------------------------ studio chats
def studio(s, who="own", **kw):
    return s.u("POST", "/me/agent-studio-chats", {"label": "a", **kw}, who).json["run_id"]


@P("studio-patch-resets")
def _(s):
    r = studio(s, visibility="private", notes="n")
    return s.u("PATCH", f"/me/agent-studio-chats/{r}", {"label": "b"}).json["visibility"] != "private"


@P("studio-clone-own-private")
def _(s):
    return s.u("POST", f"/me/agent-studio-chats/{studio(s, visibility='private')}/clone").status == 201


@P("studio-list-shows-deleted")
def _(s):
    r = studio(s)
    s.u("DELETE", f"/me/agent-studio-chats/{r}")
    return r in [x["run_id"] for x in s.u("GET", "/me/agent-studio-chats").json]


@P("studio-delete-by-other")
def _(s):
    return s.u("DELETE", f"/me/agent-studio-chats/{studio(s)}", None, "other").status == 200


# ------------------------------------------------------------ agents
@P("agent-upsert-sandbox-private")
def _(s):
    a = agent(s, "sandbox")
    return s.u("POST", "/me/agents", {"agent_id": a, "prompt": "p", "visibility": "private"}, "sandbox").status == 200


@P("agent-price-by-float")
def _(s):
    return s.u("GET", f"/me/agents/{agent(s, price='19.99')}").json["price"] != "19.99"


@P("theme-color-match")
def _(s):
    return s.u("PUT", f"/me/agents/{agent(s)}/customizations/theme", {"theme_color": "#aabbcc-not-a-color"}).status == 200


@P("theme-cache-stale")
def _(s):
    p = f"/me/agents/{agent(s)}/customizations/theme"
    for color in ("#112233", "#445566"):
        s.u("PUT", p, {"theme_color": color})
        got = s.u("GET", p).json["theme_color"]
    return got != "#445566"


def add_file(s, a, n, **kw):
    return s.u("POST", f"/me/agents/{a}/files", {"label": f"f{n}", "content": f"c{n}", **kw})


@P("files-limit-one-more")
def _(s):
    a = agent(s)
    got = [add_file(s, a, i).status for i in range(s.fx["filesPerAgent"] + 1)]
    return got[-1] != 400


@P("files-sorted-by-text")
def _(s):
    a = agent(s)
    for i in range(11):
        add_file(s, a, i)
    return [f["label"] for f in s.u("GET", f"/me/agents/{a}/files").json["results"]] != [f"f{i}" for i in range(11)]


@P("file-delete-by-label")
def _(s):
    a = agent(s)
    f = add_file(s, a, 1).json["file_id"]
    add_file(s, a, 1)
    s.u("DELETE", f"/me/agents/{a}/files/{f}")
    return len(s.u("GET", f"/me/agents/{a}/files").json["results"]) != 1


@P("file-through-other-agent")
def _(s):
    a, b = agent(s), agent(s)
    f = add_file(s, a, 1).json["file_id"]
    return s.u("GET", f"/me/agents/{b}/files/{f}").status == 200


@P("slug-looks-at-own")
def _(s):
    slug = "s" + uuid.uuid4().hex[:8]
    agent(s, slug=slug)
    return s.u("GET", f"/me/agents/vanity/slug?slug={slug}", None, "other").json["available"]


# ------------------------------------------------------------ chats
@P("chat-put-falsy-keeps-old")
def _(s):
    a = agent(s, description="old")
    s.u("PUT", f"/me/chats/{a}", {"prompt": "p", "label": "L", "description": ""})
    return s.u("GET", f"/me/chats/{a}").json["description"] != ""


@P("chat-patch-null-lost")
def _(s):
    a = agent(s, description="old")
    s.u("PATCH", f"/me/chats/{a}", {"description": None})
    return s.u("GET", f"/me/chats/{a}").json["description"] is not None


@P("clone-changes-source")
def _(s):
    a = agent(s, label="before")
    s.u("POST", f"/me/chats/{a}/clone", {"label": "after"})
    return s.u("GET", f"/me/chats/{a}").json["label"] != "before"


@P("og-of-private")
def _(s):
    return s.http("GET", s.base + f"/me/chats/{s.fx['privateAgentId']}/og").status == 200


# ------------------------------------------------------------ keys, credits, payments
@P("keys-list-shows-key")
def _(s):
    return "mdl_" in s.u("GET", "/me/api-keys").text


@P("keys-two-defaults")
def _(s):
    s.u("POST", "/me/api-keys", {"label": "d", "is_default": True})
    return sum(k["is_default"] for k in s.u("GET", "/me/api-keys").json) != 1


@P("credits-lost-update")
def _(s):
    before = s.u("GET", "/me/credits").json["balance"]
    together(*[lambda: s.u("POST", "/me/credits/use").status] * 6)
    return s.u("GET", "/me/credits").json["balance"] != before - 6


@P("webhook-signature-prefix")
def _(s):
    body = json.dumps({"id": uuid.uuid4().hex, "type": "ping"}).encode()
    sig = "sha256=" + hmac.new(s.fx["webhook"]["secret"].encode(), body, hashlib.sha256).hexdigest()
    sig = sig[:-1] + ("0" if sig[-1] != "0" else "1")
    return s.http("POST", s.base + "/me/payments/webhook", body, None, {"x-pay-signature": sig}).status == 200


@P("monetization-364-days")
def _(s):
    return s.u("GET", "/me/monetization/summary?period=365").status != 200


@P("monetization-of-all-owners")
def _(s):
    see = lambda: s.u("GET", "/me/monetization/summary").json["total_subscribers"]
    before, a = see(), agent(s, "other", price="1.00")
    s.u("POST", f"/me/agents/{a}/subscribe", {})
    return see() != before


# ------------------------------------------------------------ bundles, CLI, schedules
@P("bundle-starts-with-tools-of-last")
def _(s):
    b = s.u("POST", "/me/bundles").json["bundle_id"]
    s.u("POST", f"/me/bundles/{b}/tools", {"tool_id": s.fx["installableToolId"]})
    return s.u("POST", "/me/bundles").json["tools"] != []


@P("bundle-tool-removed-everywhere")
def _(s):
    t = s.fx["installableToolId"]
    a, b = [s.u("POST", "/me/bundles").json["bundle_id"] for _ in "ab"]
    for x in (a, b):
        s.u("POST", f"/me/bundles/{x}/tools", {"tool_id": t})
    s.u("DELETE", f"/me/bundles/{a}/tools/{t}")
    return len(s.u("GET", f"/me/bundles/{b}/tools").json) != 1


@P("bundle-of-other-user")
def _(s):
    b = s.u("POST", "/me/bundles").json["bundle_id"]
    return s.u("GET", f"/me/bundles/{b}", None, "other").status == 200


@P("cli-not-consumed")
def _(s):
    c = s.http("POST", s.base + "/me/cli-auth").json["cli_auth_id"]
    s.u("PUT", f"/me/cli-auth/{c}", {"jwt": s.jwts["own"]})
    got = [s.http("GET", s.base + f"/me/cli-auth/{c}").json for _ in "ab"]
    assert got[0] == s.jwts["own"]
    return got[1] is not None


@P("cli-session-shared")
def _(s):
    a, b = [s.http("POST", s.base + "/me/cli-auth").json["cli_auth_id"] for _ in "ab"]
    return a == b


@P("schedule-on-foreign-chat")
def _(s):
    return s.u("POST", "/me/schedules", {"chat_id": s.fx["unpaidAgentId"], "cron": s.fx["cron"]}).status == 200


@P("schedule-update-not-saved")
def _(s):
    i = s.u("POST", "/me/schedules", {"chat_id": s.fx["agentId"], "cron": "0 9 * * 1"}).json["schedule_id"]
    s.u("PUT", f"/me/schedules/{i}", {"cron": "5 4 * * *"})
    return s.u("GET", f"/me/schedules/{i}").json["cron"] != "5 4 * * *"


# ------------------------------------------------------------ tools, VIP, user
@P("search-limit-before-toolkit")
def _(s):
    return len(s.u("GET", "/me/tools/search?q=a&min_score=0&limit=3&toolkit=sea").json) != 2


@P("tool-input-coerced")
def _(s):
    return s.u("POST", "/me/tools/run/read_tide_table", {"port": 7}).status == 200


@P("user-tools-of-all")
def _(s):
    s.u("POST", "/me/user-tools", {"tool_id": s.fx["installableToolId"]})
    return s.u("GET", "/me/user-tools", None, "other").json != []


@P("vip-redeemed-twice")
def _(s):
    go = lambda: s.u("POST", "/me/vip", {"code": s.fx["vipCode"]}).status
    go()
    return go() == 200


@P("me-cached-for-all")
def _(s):
    a, b = s.u("GET", "/me/").json, s.u("GET", "/me/", None, "sandbox").json
    return a["user_id"] == b["user_id"]


# ------------------------------------------------------------ NOTIFIER
def push(s, who="own", **kw):
    return s.tool("NOTIFIER_CREATE_PUSH", {"type": "note", "body": "b", **kw}, who)["output"]


def pushes(s, who="own", **kw):
    return [p["iden"] for p in s.tool("NOTIFIER_LIST_PUSHES", kw, who)["output"]["pushes"]]


@P("n-guid-makes-twice")
def _(s):
    g = uuid.uuid4().hex
    return push(s, guid=g)["iden"] != push(s, guid=g)["iden"]


@P("n-push-limit-unbounded")
def _(s):
    return s.u("POST", "/me/tools/run/NOTIFIER_LIST_PUSHES", {"limit": 501}).status == 200


@P("n-active-ignored")
def _(s):
    i = push(s)["iden"]
    s.tool("NOTIFIER_DELETE_PUSH", {"iden": i})
    return i in pushes(s, active=True)


@P("n-modified-after-whole-seconds")
def _(s):
    while time.time() % 1 > 0.4 or time.time() % 1 < 0.01:
        time.sleep(0.01)
    a = push(s)
    b = push(s)
    got = pushes(s, modified_after=a["modified"])
    assert b["iden"] in got
    return a["iden"] in got


@P("n-delete-all-of-everyone")
def _(s):
    i = push(s, "other")["iden"]
    s.tool("NOTIFIER_DELETE_ALL_PUSHES", {})
    time.sleep(0.3)
    return i not in pushes(s, "other", active=True)


@P("n-device-falsy-lost")
def _(s):
    d = s.tool("NOTIFIER_CREATE_DEVICE", {"nickname": "n", "model": "m", "manufacturer": "x", "app_version": 3, "has_sms": True})
    return s.tool("NOTIFIER_UPDATE_DEVICE", {"iden": d["output"]["iden"], "has_sms": False})["output"]["has_sms"] is not False
