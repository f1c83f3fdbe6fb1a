"""One check per fault: passes without it, fails (AssertionError) with it."""
import time
from selftest_lib import *

F = {}


def fault(name):
    def deco(f):
        F[name] = f
        return f
    return deco


# ---------------------------------------------------------------- Workers API
@fault("run-id-memoized-by-second")
def _(s):
    ids = [s.start("Good morning %d" % i)[0] for i in range(6)]
    assert len(set(ids)) == 6


@fault("ndjson-post-keeps-context")
def _(s):
    s.start("one", ndjson=True)
    r, _ = s.start("two", ndjson=True)
    assert s.contents(r, "user") == ["two"]


@fault("message-added-despite-409")
def _(s):
    r, _ = s.start(FIX["backgroundMessage"])
    s.put(r, "not now", want=409)
    assert "not now" not in s.contents(r)


@fault("ndjson-put-during-job")
def _(s):
    r, _ = s.start(FIX["backgroundMessage"])
    s.put(r, "not now", ndjson=True, want=409)


@fault("post-refused-while-job-runs")
def _(s):
    s.start(FIX["backgroundMessage"])
    s.start("another one")


@fault("failed-job-never-ends")
def _(s):
    r, _ = s.start(FIX["backgroundErrorMessage"])
    assert s.read(r).h("x-service-job-id")
    assert s.idle(r, 5)


@fault("job-header-only-once")
def _(s):
    r, a = s.start(FIX["backgroundMessage"])
    assert [bool(s.read(r).h("x-service-job-id")) for _ in range(3)] == [True] * 3


@fault("job-header-on-idle-runs")
def _(s):
    r0, _ = s.start("plain")
    s.start(FIX["backgroundMessage"])
    assert s.read(r0).h("x-service-job-id") is None


@fault("ndjson-without-tool-response")
def _(s):
    _, a = s.start(FIX["toolCallMessage"]["message"], ndjson=True)
    lines = [json.loads(x) for x in a.text.splitlines()]
    assert FIX["toolCallMessage"]["output"] in a.text
    assert {"tool-call", "tool-response", "text", "run", "done"} <= {x["type"] for x in lines}


@fault("put-refuses-empty-message")
def _(s):
    r, _ = s.start("hello")
    s.put(r, "")
    assert s.contents(r, "user") == ["hello", ""]


@fault("stream-written-in-one-piece")
def _(s):
    t0 = time.time()
    c, r = s.open("POST", "/workers/" + AGENT, KEY, {"message": FIX["slowMessage"]})
    r.read(1)
    first = time.time() - t0
    r.read()
    assert time.time() - t0 > 1.5 and first < 0.8, first
    c.close()


@fault("long-history-out-of-order")
def _(s):
    r, _ = s.start("m0")
    for i in range(1, 5):
        s.put(r, "m%d" % i)
    assert s.contents(r, "user") == ["m%d" % i for i in range(5)]


@fault("puts-at-once-lose-messages")
def _(s):
    r, _ = s.start("first")
    at_once(6, lambda i: s.put(r, "p%d" % i))
    assert sorted(s.contents(r, "user")) == ["first"] + ["p%d" % i for i in range(6)]


@fault("get-run-of-other-user")
def _(s):
    r, _ = s.start("secret")
    assert s.read(r, OKEY, want=None).status in (403, 404)


@fault("stream-splits-surrogate-pairs")
def _(s):
    for lead in ("", "x"):
        m = lead + "\U0001F34B" * 40
        r, a = s.start(m)
        assert m in a.text


@fault("message-whitespace-trimmed")
def _(s):
    m = "  two spaces before\n"
    r, _ = s.start(m)
    assert s.contents(r, "user") == [m]


@fault("abandoned-answer-not-kept")
def _(s):
    c, r = s.open("POST", "/workers/" + AGENT, KEY, {"message": FIX["slowMessage"]})
    run = r.getheader("X-Service-Run-ID")
    r.read(1)
    r.close()
    c.close()
    time.sleep(3)
    assert s.contents(run, "assistant") == ["1 2 3 4 5 6 7 8 9 10"]


@fault("run-under-any-agent")
def _(s):
    r, _ = s.start("hello")
    s.read(r, agent=FIX["ownPaidAgentId"], want=404)


# ---------------------------------------------------------------- runs and logs
@fault("runs-default-limit-off-by-one")
def _(s):
    for i in range(32):
        s.start("r%d" % i)
    assert len(s.get("/me/agent-runs")["items"]) == 30


def walk(s, path, limit):
    out, cur = [], None
    while True:
        p = s.get("%s?limit=%d%s" % (path, limit, "&next_cursor=" + q(cur) if cur else ""))
        out += p["items"]
        cur = p.get("next")
        if not cur:
            return out


@fault("last-incomplete-page-lost")
def _(s):
    want = [s.start("r%d" % i)[0] for i in range(7)][::-1]
    assert [x["run-id"] for x in walk(s, "/me/agent-runs", 3)][:7] == want or \
        set(want) <= {x["run-id"] for x in walk(s, "/me/agent-runs", 3)}


@fault("executions-cursor-inclusive")
def _(s):
    for i in range(7):
        s.tool("word_count", {"text": "a b"})
    ids = [x["log-id"] for x in walk(s, "/me/executions", 3)]
    assert len(ids) == len(set(ids)) and len(ids) >= 7


@fault("run-logs-of-other-users")
def _(s):
    r, _ = s.start("hello")
    assert s.get("/me/agent-runs/%s/logs" % r)
    assert s.get("/me/agent-runs/%s/logs" % r, OTHER) == []


@fault("execution-log-keywordizes-input")
def _(s):
    d = {"data": {"a/b": 1, "c": {"x y/z": [True, None]}}}
    i = s.send("POST", "/me/tools/run/echo_json", d)["log-id"]
    assert s.get("/me/executions/%d" % i)["input"] == d


# ---------------------------------------------------------------- subscriptions
@fault("already-subscribed-compares-keyword")
def _(s):
    p = "/me/agents/%s/subscribe" % FIX["subscribedAgentId"]
    s.send("POST", p, {}, want=402)


@fault("unsubscribe-forgets-the-others")
def _(s):
    s.send("POST", "/me/agents/%s/subscribe" % FIX["paidAgentId"], {})
    s.send("POST", "/me/agents/%s/unsubscribe" % FIX["paidAgentId"])
    assert s.get("/me/subscriptions/" + FIX["subscribedAgentId"])["status"] == "active"


# ---------------------------------------------------------------- studio chats
@fault("studio-post-overwrites-existing")
def _(s):
    r = rid()
    a = s.send("POST", "/me/agent-studio-chats", {"run-id": r, "title": "one", "visibility": "public"})
    b = s.send("POST", "/me/agent-studio-chats", {"run-id": r, "title": "two", "visibility": "private"})
    assert a == b == s.get("/me/agent-studio-chats/" + r)


@fault("studio-put-merges")
def _(s):
    c = s.send("POST", "/me/agent-studio-chats", {"title": "one", "visibility": "public", "pinned": True})
    d = s.send("PUT", "/me/agent-studio-chats/" + c["run-id"], {"visibility": "public"})
    assert d["title"] != "one" and d["pinned"] is False


@fault("studio-patch-resets-visibility")
def _(s):
    c = s.send("POST", "/me/agent-studio-chats", {"title": "one", "visibility": "public"})
    d = s.send("PATCH", "/me/agent-studio-chats/" + c["run-id"], {"title": "two"})
    assert d["visibility"] == "public" and d["title"] == "two"


@fault("soft-deleted-chats-listed")
def _(s):
    c = s.send("POST", "/me/agent-studio-chats", {"title": "one"})
    s.send("DELETE", "/me/agent-studio-chats/" + c["run-id"])
    assert c["run-id"] not in [x["run-id"] for x in s.get("/me/agent-studio-chats")]


# ---------------------------------------------------------------- agents and files
@fault("upsert-takes-agent-of-other")
def _(s):
    a = s.agent(visibility="public")
    s.send("POST", "/me/agents", {"agent-id": a["agent-id"], "chat-prompt": "mine"}, OTHER, 403)


@fault("theme-color-re-find")
def _(s):
    a = s.agent()["agent-id"]
    s.send("PUT", "/me/agents/%s/customizations/theme" % a, {"theme-color": "#aabbccdd; x"}, want=400)


@fault("theme-memoized-with-nil")
def _(s):
    p = "/me/agents/%s/customizations/theme" % s.agent()["agent-id"]
    assert s.get(p) is None
    s.send("PUT", p, {"theme-color": "#aabbcc"})
    assert (s.get(p) or {}).get("theme-color") == "#aabbcc"


@fault("file-limit-off-by-one")
def _(s):
    a = s.agent()["agent-id"]
    for i in range(FIX["filesPerAgent"]):
        s.file(a, "f%d" % i)
    s.file(a, "too many", want=400)


@fault("file-counter-never-falls")
def _(s):
    a = s.agent()["agent-id"]
    fs = [s.file(a, "f%d" % i)["file-id"] for i in range(10)]
    s.send("DELETE", "/me/agents/%s/files/%s" % (a, fs[3]), want=204)
    s.file(a, "fits again")


@fault("file-positions-sorted-as-text")
def _(s):
    a = s.agent()["agent-id"]
    for p in (10, 2, 1):
        s.file(a, "at %d" % p, position=p)
    assert [f["position"] for f in s.get("/me/agents/%s/files" % a)["items"]] == [1, 2, 10]


@fault("batch-positions-drop-unnamed-files")
def _(s):
    a = s.agent()["agent-id"]
    fs = [s.file(a, "f%d" % i)["file-id"] for i in range(3)]
    s.send("PUT", "/me/agents/%s/files/positions" % a, {"positions": [{"file-id": fs[0], "position": 7}]})
    assert [f["file-id"] for f in s.get("/me/agents/%s/files" % a)["items"]] == [fs[1], fs[2], fs[0]]


@fault("file-patch-clears-content")
def _(s):
    a = s.agent()["agent-id"]
    f = s.file(a, "f", content="tides")
    s.send("PATCH", "/me/agents/%s/files/%s" % (a, f["file-id"]), {"name": "g"})
    g = s.get("/me/agents/%s/files/%s" % (a, f["file-id"]))
    assert (g["name"], g["content"]) == ("g", "tides")


# ---------------------------------------------------------------- chats
@fault("tags-through-a-set")
def _(s):
    tags = ["zebra", "apple", "mango", "apple", "kiwi"]
    a = s.agent(tags=tags)
    assert s.get("/me/chats/" + a["chat-id"])["tags"] == tags


@fault("clone-writes-into-original")
def _(s):
    a = s.agent(visibility="public", name="A")
    s.send("POST", "/me/chats/%s/clone" % a["chat-id"], {"chat-prompt": "changed"}, OTHER)
    assert s.get("/me/chats/" + a["chat-id"])["chat-prompt"] == a["chat-prompt"]


@fault("deleted-chat-keeps-slug")
def _(s):
    a = s.agent(vanity_slug="gone-soon")
    assert s.get("/me/agents/vanity/slug?slug=gone-soon")["available"] is False
    s.send("DELETE", "/me/chats/" + a["chat-id"])
    assert s.get("/me/agents/vanity/slug?slug=gone-soon")["available"] is True


@fault("og-of-private-chat-tells-all")
def _(s):
    a = s.agent(chat_prompt="The secret is plum.", visibility="private", name="Hush")
    t = s.call("GET", "/me/chats/%s/og" % a["chat-id"], want=200).text
    assert "plum" not in t and "Hush" not in t


@fault("sandbox-chat-put-private")
def _(s):
    a = s.agent(SAND)
    s.send("PUT", "/me/chats/" + a["chat-id"], {"chat-prompt": "p", "visibility": "private"}, SAND, 400)


# ---------------------------------------------------------------- keys, credits, payments
@fault("two-default-api-keys")
def _(s):
    s.send("POST", "/me/api-keys", {"name": "new", "is-default": True})
    assert len([k for k in s.get("/me/api-keys") if k["is-default"]]) == 1


@fault("deleted-key-shows-its-value")
def _(s):
    k = s.send("POST", "/me/api-keys", {"name": "x"})
    d = s.send("DELETE", "/me/api-keys/%d" % k["api-key-id"])
    assert k["key"] not in json.dumps(d) and "key" not in d


@fault("api-key-of-other-user")
def _(s):
    k = s.send("POST", "/me/api-keys", {"name": "x"})
    s.get("/me/api-keys/%d" % k["api-key-id"], OTHER, 404)


@fault("deleted-api-key-still-cached")
def _(s):
    k = s.send("POST", "/me/api-keys", {"name": "x"})
    s.start("hello", k["key"])
    s.send("DELETE", "/me/api-keys/%d" % k["api-key-id"])
    assert s.call("POST", "/workers/" + AGENT, k["key"], {"message": "hello"}).status == 401


@fault("credits-spent-at-once-lost")
def _(s):
    b = s.get("/me/credits")["balance"]
    at_once(8, lambda i: s.send("POST", "/me/credits/use"))
    assert s.get("/me/credits")["balance"] == b - 8


@fault("credits-below-zero")
def _(s):
    for _ in range(8):
        s.call("POST", "/me/credits/use", SAND)
    assert s.get("/me/credits", SAND)["balance"] >= 0


@fault("webhook-event-counted-again")
def _(s):
    w = FIX["webhook"]
    go = lambda: s.call("POST", "/me/payments/webhook", raw=w["body"].encode(),
                        headers={w["signatureHeader"]: w["validSignature"], "Content-Type": "application/json"}, want=200)
    go()
    b = s.get("/me/credits")["balance"]
    go()
    assert s.get("/me/credits")["balance"] == b


@fault("period-365-refused")
def _(s):
    assert s.get("/me/monetization/summary?period=365")["period"] == 365


@fault("daily-subscribers-lack-a-day")
def _(s):
    assert len(s.get("/me/monetization/subscribers?period=7")["items"]) == 7


@fault("daily-earnings-math-round")
def _(s):
    e = s.get("/me/monetization/earnings")
    assert abs(sum(x["earnings"] for x in e["items"]) - e["total-earnings"]) < 0.005 and e["total-earnings"] > 0


# ---------------------------------------------------------------- bundles
@fault("bundle-holds-tool-twice")
def _(s):
    b = s.send("POST", "/me/bundles")["bundle-id"]
    for _ in range(2):
        s.send("POST", "/me/bundles/%d/tools" % b, {"tool-id": "word_count"})
    assert len(s.get("/me/bundles/%d/tools" % b)) == 1


@fault("bundle-put-clears-tools")
def _(s):
    b = s.send("POST", "/me/bundles")["bundle-id"]
    s.send("POST", "/me/bundles/%d/tools" % b, {"tool-id": "word_count"})
    s.send("PUT", "/me/bundles/%d" % b, {"name": "n"})
    assert len(s.get("/me/bundles/%d" % b)["tools"]) == 1


@fault("absent-bundle-tool-removed")
def _(s):
    b = s.send("POST", "/me/bundles")["bundle-id"]
    s.send("DELETE", "/me/bundles/%d/tools/word_count" % b, want=404)


# ---------------------------------------------------------------- cli, schedules
@fault("cli-jwt-consumed-later")
def _(s):
    c = s.send("POST", "/me/cli-auth", token=None)["cli-auth-id"]
    s.send("PUT", "/me/cli-auth/" + c, {"jwt": OWN})
    got = at_once(6, lambda i: s.get("/me/cli-auth/" + c, None))
    assert sorted(map(str, got)).count(OWN) == 1, got


@fault("cli-session-taken-over")
def _(s):
    c = s.send("POST", "/me/cli-auth", token=None)["cli-auth-id"]
    s.send("PUT", "/me/cli-auth/" + c, {"jwt": OWN})
    s.send("PUT", "/me/cli-auth/" + c, {"jwt": OTHER}, OTHER, 403)


@fault("schedule-for-chat-of-other")
def _(s):
    s.send("POST", "/me/schedules", {"chat-id": FIX["unpaidAgentId"], "cron": FIX["cron"]}, want=403)


@fault("schedule-enabled-or-true")
def _(s):
    c = s.send("POST", "/me/schedules", {"chat-id": AGENT, "cron": FIX["cron"]})["schedule-id"]
    s.send("PUT", "/me/schedules/" + c, {"enabled": False})
    assert s.get("/me/schedules/" + c)["enabled"] is False


@fault("schedule-delete-takes-all-of-chat")
def _(s):
    c, d = [s.send("POST", "/me/schedules", {"chat-id": AGENT, "cron": FIX["cron"]})["schedule-id"] for _ in range(2)]
    s.send("DELETE", "/me/schedules/" + c)
    s.get("/me/schedules/" + d)


# ---------------------------------------------------------------- tools
@fault("search-ignores-toolkit")
def _(s):
    r = s.get("/me/tools/search?q=text&toolkit=sea&min_score=0")
    assert r and {t["_meta"]["toolkit"] for t in r} == {"sea"}


@fault("uninstall-for-every-user")
def _(s):
    for t in (OWN, OTHER):
        s.send("POST", "/me/user-tools", {"tool-id": "slugify"}, t)
    s.send("DELETE", "/me/user-tools/slugify")
    s.get("/me/user-tools/slugify", OTHER)
    s.send("DELETE", "/me/user-tools/slugify", token=OTHER)


@fault("required-false-counts-as-missing")
def _(s):
    c = s.tool("NOTIFIER_CREATE_CHAT", {"email": "ann@example.org"})["iden"]
    for m in (True, False):
        assert s.tool("NOTIFIER_UPDATE_CHAT", {"iden": c, "muted": m})["muted"] is m


@fault("list-pushes-active-ignored")
def _(s):
    a, b = [s.tool("NOTIFIER_CREATE_PUSH", {"type": "note", "body": x})["iden"] for x in "ab"]
    s.tool("NOTIFIER_DELETE_PUSH", {"iden": a})
    ids = [p["iden"] for p in s.tool("NOTIFIER_LIST_PUSHES", {"active": True})["pushes"]]
    assert a not in ids and b in ids


@fault("modified-after-whole-seconds")
def _(s):
    for _ in range(3):
        a, b = [s.tool("NOTIFIER_CREATE_PUSH", {"type": "note", "body": x}) for x in "ab"]
        ids = [p["iden"] for p in s.tool("NOTIFIER_LIST_PUSHES", {"modified_after": a["modified"]})["pushes"]]
        assert ids == [b["iden"]]


@fault("notifier-user-memoized-for-all")
def _(s):
    a, b = s.tool("NOTIFIER_GET_USER", {}), s.tool("NOTIFIER_GET_USER", {}, OTHER)
    assert a["email"] != b["email"]


@fault("delete-all-takes-later-pushes")
def _(s):
    a = s.tool("NOTIFIER_CREATE_PUSH", {"type": "note", "body": "before"})["iden"]
    s.tool("NOTIFIER_DELETE_ALL_PUSHES", {})
    b = s.tool("NOTIFIER_CREATE_PUSH", {"type": "note", "body": "after"})["iden"]
    time.sleep(1)
    ids = [p["iden"] for p in s.tool("NOTIFIER_LIST_PUSHES", {"active": True})["pushes"]]
    assert ids == [b]


@fault("update-device-forgets-the-rest")
def _(s):
    d = s.tool("NOTIFIER_CREATE_DEVICE", {"model": "M", "nickname": "N", "app_version": 0, "manufacturer": "Q"})
    s.tool("NOTIFIER_UPDATE_DEVICE", {"iden": d["iden"], "nickname": "O"})
    e = [x for x in s.tool("NOTIFIER_LIST_DEVICES", {})["devices"] if x["iden"] == d["iden"]][0]
    assert (e["nickname"], e.get("model"), e.get("app_version")) == ("O", "M", 0)


# ---------------------------------------------------------------- vip
@fault("vip-code-once-for-all-users")
def _(s):
    s.send("POST", "/me/vip", {"code": FIX["vipCode"]})
    s.send("POST", "/me/vip", {"code": FIX["vipCode"]}, OTHER)


@fault("vip-code-checked-before-the-swap")
def _(s):
    n = s.get("/me/vip", SAND)["count"]
    got = at_once(6, lambda i: s.call("POST", "/me/vip", SAND, {"code": FIX["vipCode"]}).status)
    assert sorted(got) == [200] + [400] * 5, got
    assert s.get("/me/vip", SAND)["count"] == n + 1
