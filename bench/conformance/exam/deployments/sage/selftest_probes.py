"""One probe for each fault: True when the bug shows from outside."""
import base64
import http.client
import json
import os
import socket
import threading
import time
import urllib.parse

CONF = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "config.json"), encoding="utf-8"))
FX, CR = CONF["fixtures"], CONF["credentials"]
AGENT, BG = FX["agentId"], FX["backgroundAgentId"]
WHO = {"own": CR["jwt"], "other": CR["otherJwt"], "box": CR["sandboxJwt"]}


class Answer:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw

    @property
    def json(self):
        return json.loads(self.raw)

    @property
    def text(self):
        return self.raw.decode()


class T:
    def __init__(self, port):
        self.port = port

    def raw(self, method, path, body=None, headers=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            data = body if isinstance(body, (bytes, type(None))) else json.dumps(body, ensure_ascii=False).encode()
            c.request(method, path, data, headers or {})
            r = c.getresponse()
            return Answer(r.status, r.headers, r.read())
        finally:
            c.close()

    def me(self, method, path, body=None, who="own", **query):
        h = {"Authorization": "Bearer " + WHO.get(who, who)} if who else {}
        if query:
            path += "?" + urllib.parse.urlencode(query)
        return self.raw(method, "/api/me" + path, body, h)

    def w(self, method, path, message=None, key=CR["apiKey"], body=None):
        h = {"Authorization": "Bearer " + key} if key else {}
        return self.raw(method, "/workers/" + path, body if body is not None else None if method == "GET" else {"message": message}, h)

    def run(self, message="Servus", agent=AGENT, key=CR["apiKey"]):
        return self.w("POST", agent, message, key).headers["X-Service-Run-ID"]

    def talk(self, run, agent=AGENT, key=CR["apiKey"]):
        return self.w("GET", f"{agent}/{run}", key=key)

    def tool(self, name, who="own", **x):
        a = self.me("POST", "/tools/run/" + name, x, who)
        return a.json["outcome"] if a.status == 200 else a.status

    def n(self, name, who="own", **x):
        return self.tool("NOTIFIER_" + name, who, **x)

    def agent(self, who="own", **more):
        return self.me("POST", "/agents", {"instruction": "Be kind", **more}, who).json

    def at_once(self, n, fn):
        out = [None] * n
        gate = threading.Barrier(n)

        def go(i):
            gate.wait()
            out[i] = fn(i)
        ts = [threading.Thread(target=go, args=(i,)) for i in range(n)]
        [t.start() for t in ts]
        [t.join() for t in ts]
        return out


PROBES = {}


def probe(name):
    def deco(fn):
        PROBES[name] = fn
        return fn
    return deco


# ---------------------------------------------------------------- Workers API
@probe("same-post-same-run")
def _(t): return t.run("hello") == t.run("hello")


@probe("put-replaces-run")
def _(t):
    r = t.run("first words")
    t.w("PUT", f"{AGENT}/{r}", "second words")
    return t.talk(r).json[0]["content"] != "first words" or len(t.talk(r).json) != 4


@probe("put-allowed-while-job")
def _(t):
    r = t.run(FX["backgroundMessage"], BG)
    return t.w("PUT", f"{BG}/{r}", "now?").status != 409


@probe("refused-put-still-written")
def _(t):
    r = t.run(FX["backgroundMessage"], BG)
    s = t.w("PUT", f"{BG}/{r}", "too early").status
    return s == 409 and len(t.talk(r, BG).json) != 2


def job_ends(t, r, seconds=5.5):
    end = time.time() + seconds
    while time.time() < end:
        if not t.talk(r, BG).headers.get("x-service-job-id"):
            return True
        time.sleep(0.1)
    return False


@probe("failed-job-never-ends")
def _(t): return not job_ends(t, t.run(FX["backgroundErrorMessage"], BG))


@probe("resume-refused-after-job")
def _(t):
    r = t.run(FX["backgroundMessage"], BG)
    return job_ends(t, r) and t.w("PUT", f"{BG}/{r}", "").status != 200


@probe("post-refused-while-job")
def _(t):
    t.run(FX["backgroundMessage"], BG)
    return t.w("POST", BG, "another").status != 200


@probe("ndjson-put-without-run-id")
def _(t):
    r = t.run()
    return t.w("PUT", f"ndjson/{AGENT}/{r}", "x").headers.get("X-Service-Run-ID") != r


@probe("tool-debug-in-text")
def _(t): return FX["toolCallMessage"]["output"] in t.w("POST", AGENT, FX["toolCallMessage"]["message"]).text


@probe("messages-ordered-as-text")
def _(t):
    r = t.run("w1")
    for i in range(2, 8):
        t.w("PUT", f"{AGENT}/{r}", f"w{i}")
    return [m["content"] for m in t.talk(r).json if m["role"] == "user"] != [f"w{i}" for i in range(1, 8)]


@probe("parallel-puts-lose-words")
def _(t):
    r = t.run("w0")
    t.at_once(4, lambda i: t.w("PUT", f"{AGENT}/{r}", f"p{i}"))
    return sorted(m["content"] for m in t.talk(r).json if m["role"] == "user") != ["p0", "p1", "p2", "p3", "w0"]


@probe("slow-answer-sent-in-one-go")
def _(t):
    c = http.client.HTTPConnection("127.0.0.1", t.port, timeout=30)
    c.request("POST", "/workers/" + AGENT, json.dumps({"message": FX["slowMessage"]}), {"Authorization": "Bearer " + CR["apiKey"]})
    r = c.getresponse()
    r.read(1)
    first = time.time()
    r.read()
    c.close()
    return time.time() - first < 0.5


@probe("job-locks-whole-worker")
def _(t):
    idle = t.run("quiet", BG)
    t.run(FX["backgroundMessage"], BG)
    return t.w("PUT", f"{BG}/{idle}", "go on").status != 200


@probe("ndjson-raw-newlines")
def _(t):
    try:
        [json.loads(x) for x in t.w("POST", "ndjson/" + AGENT, "one\ntwo").text.split("\n") if x]
        return False
    except ValueError:
        return True


@probe("key-compared-with-like")
def _(t): return t.w("POST", AGENT, "x", key="%").status != 401


@probe("umlauts-cut-in-stream")
def _(t): return "äöüß€äöüß€" not in t.w("POST", AGENT, "äöüß€äöüß€").text


@probe("answer-lost-on-hang-up")
def _(t):
    r = t.run()
    s = socket.create_connection(("127.0.0.1", t.port))
    b = json.dumps({"message": FX["slowMessage"]})
    s.sendall(f"PUT /workers/{AGENT}/{r} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {CR['apiKey']}\r\nContent-Length: {len(b)}\r\n\r\n{b}".encode())
    s.recv(1000)
    s.close()
    time.sleep(3.5)
    return len(t.talk(r).json) != 4


@probe("run-history-open-to-others")
def _(t): return t.talk(t.run("my words", BG), BG, CR["otherApiKey"]).status == 200


@probe("revoked-key-still-works")
def _(t):
    k = t.me("POST", "/api-keys", {}).json
    t.run(key=k["key"])
    t.me("DELETE", f"/api-keys/{k['api_key_id']}")
    return t.w("POST", AGENT, "x", key=k["key"]).status != 401


@probe("message-affinity")
def _(t): return t.talk(t.run("007")).json[0]["content"] != "007"


@probe("private-worker-open-to-all")
def _(t): return t.w("POST", FX["privateAgentId"], "hello").status == 200


# ---------------------------------------------------------------- runs, executions, subscriptions
def pages(t, path, key, limit):
    seen, cur = [], None
    for _ in range(40):
        a = t.me("GET", path, limit=limit, **({"next_cursor": cur} if cur else {})).json
        seen += [x[key] for x in a["rows"]]
        cur = a["next"]
        if not cur:
            break
    return seen


@probe("runs-default-twenty")
def _(t):
    [t.me("POST", f"/chats/{AGENT}/runs") for _ in range(32)]
    return len(t.me("GET", "/agent-runs").json["rows"]) != 30


@probe("runs-cursor-by-second")
def _(t):
    made = [t.me("POST", f"/chats/{AGENT}/runs").json["run_id"] for _ in range(9)]
    return pages(t, "/agent-runs", "run_id", 4) != made[::-1]


@probe("executions-cursor-as-text")
def _(t):
    made = [t.me("POST", "/tools/run/count_words", {"text": "a"}).json["log_id"] for _ in range(9)]
    return pages(t, "/executions", "log_id", 4) != made[::-1]


@probe("mcp-logs-of-every-run")
def _(t):
    t.run(FX["toolCallMessage"]["message"])
    return t.me("GET", f"/agent-runs/{t.run()}/mcp-server-logs").json != []


@probe("owner-may-subscribe")
def _(t): return t.me("POST", f"/agents/{FX['ownPaidAgentId']}/subscribe", {}).status != 400


@probe("subscribe-twice-at-once")
def _(t):
    got = t.at_once(4, lambda i: t.me("POST", f"/agents/{FX['paidAgentId']}/subscribe", {}).status)
    return sorted(got) != [200, 402, 402, 402]


@probe("unsubscribe-ends-all")
def _(t):
    t.me("POST", f"/agents/{FX['unsubscribeAgentId']}/unsubscribe")
    return not t.me("GET", "/subscriptions/" + FX["subscribedAgentId"]).json["isActive"]


# ---------------------------------------------------------------- agents, chats, files
@probe("agent-upsert-of-others")
def _(t): return t.me("POST", "/agents", {"agent_id": FX["unpaidAgentId"], "instruction": "mine now"}).status != 403


@probe("nick-of-private-is-free")
def _(t):
    t.agent(nick="gut-versteckt", audience="private")
    return t.me("GET", "/agents/vanity/slug", slug="gut-versteckt").json["isFree"]


@probe("pitch-is-not-kept")
def _(t):
    a = t.agent()["agent_id"]
    p = t.me("POST", f"/agents/{a}/upsell-description").json["pitch"]
    return not p or t.me("GET", f"/agents/{a}").json["pitch"] != p


@probe("private-chat-open-to-all")
def _(t): return t.me("GET", "/chats/" + FX["privateAgentId"], who=None).status != 403


@probe("clone-belongs-to-author")
def _(t):
    c = t.me("POST", f"/chats/{FX['unpaidAgentId']}/clone").json["agent_id"]
    return c not in [a["agent_id"] for a in t.me("GET", "/chats").json]


@probe("chat-delete-keeps-schedules")
def _(t):
    a = t.agent()["agent_id"]
    s = t.me("POST", "/schedules", {"chat_id": a, "cron": FX["cron"]}).json["schedule_id"]
    t.me("DELETE", "/chats/" + a)
    return t.me("GET", "/schedules/" + s).status != 404


@probe("slug-asked-with-not-in")
def _(t): return not t.me("GET", "/agents/vanity/slug", slug="so-ein-freier-nick").json["isFree"]


@probe("theme-color-with-tail")
def _(t): return t.me("PUT", f"/agents/{AGENT}/customizations/theme", {"color": "#12abEFzz"}).status != 400


def files(t, a, n, who="own"):
    return [t.me("POST", f"/agents/{a}/files", {"label": f"f{i}", "content": f"c{i}"}, who).json["file_id"] for i in range(n)]


@probe("files-ordered-as-text")
def _(t):
    a = t.agent()["agent_id"]
    f = files(t, a, 3)
    t.me("PUT", f"/agents/{a}/files/positions", {"order": [{"file_id": x, "position": p} for x, p in zip(f, (9, 10, 11))]})
    return [x["file_id"] for x in t.me("GET", f"/agents/{a}/files").json["rows"]] != f


@probe("one-file-too-many")
def _(t):
    a = t.agent()["agent_id"]
    files(t, a, FX["filesPerAgent"])
    return t.me("POST", f"/agents/{a}/files", {"label": "more"}).status != 400


@probe("file-of-any-agent")
def _(t):
    f = files(t, t.agent("other")["agent_id"], 1, "other")[0]
    return t.me("GET", f"/agents/{AGENT}/files/{f}").status == 200


@probe("files-order-half-done")
def _(t):
    a = t.agent()["agent_id"]
    f = files(t, a, 2)
    bad = {"file_id": "00000000-0000-4000-8000-000000000000", "position": 5}
    s = t.me("PUT", f"/agents/{a}/files/positions", {"order": [{"file_id": f[0], "position": 7}, bad]}).status
    return s == 404 and [x["file_id"] for x in t.me("GET", f"/agents/{a}/files").json["rows"]] != f


@probe("file-patch-empties-content")
def _(t):
    a = t.agent()["agent_id"]
    f = files(t, a, 1)[0]
    t.me("PATCH", f"/agents/{a}/files/{f}", {"label": "new"})
    return t.me("GET", f"/agents/{a}/files/{f}").json["content"] != "c0"


# ---------------------------------------------------------------- studio
def studio(t, who="own", **x):
    return t.me("POST", "/agent-studio-chats", x, who).json["run_id"]


@probe("sandbox-patches-studio-private")
def _(t): return t.me("PATCH", "/agent-studio-chats/" + studio(t, "box"), {"audience": "private"}, "box").status != 400


@probe("studio-patch-clears-rest")
def _(t):
    r = studio(t, label="L", notes="N")
    t.me("PATCH", "/agent-studio-chats/" + r, {"audience": "public"})
    return t.me("GET", "/agent-studio-chats/" + r).json["notes"] != "N"


@probe("gone-studio-chats-listed")
def _(t):
    r = studio(t)
    t.me("DELETE", "/agent-studio-chats/" + r)
    return r in [x["run_id"] for x in t.me("GET", "/agent-studio-chats").json]


@probe("studio-create-overwrites")
def _(t):
    r = studio(t, run_id="r1", label="first")
    studio(t, run_id="r1", label="second")
    return t.me("GET", "/agent-studio-chats/" + r).json["label"] != "first"


@probe("studio-run-id-number")
def _(t): return studio(t, run_id="007") != "007"


# ---------------------------------------------------------------- money
@probe("daily-earnings-whole-euros")
def _(t):
    days = t.me("GET", "/monetization/earnings").json["rows"]
    return abs(sum(d["earned"] for d in days) - t.me("GET", "/monetization/summary").json["earnings"]) > 0.001


@probe("key-shown-in-list")
def _(t): return any(CR["apiKey"] in str(v) for k in t.me("GET", "/api-keys").json for v in k.values())


@probe("every-new-key-is-default")
def _(t):
    t.me("POST", "/api-keys", {})
    return sum(k["isDefault"] for k in t.me("GET", "/api-keys").json) != 1


@probe("credits-read-then-write")
def _(t):
    old = t.me("GET", "/credits").json["balance"]
    t.at_once(6, lambda i: t.me("POST", "/credits/use"))
    return t.me("GET", "/credits").json["balance"] != old - 6


@probe("webhook-unsigned-taken")
def _(t): return t.raw("POST", "/api/me/payments/webhook", FX["webhook"]["body"].encode()).status != 400


@probe("subscribers-counted-by-charges")
def _(t):
    days = t.me("GET", "/monetization/subscribers", period=365).json["rows"]
    return t.me("GET", "/monetization/summary", period=365).json["subscribers"] > 4 or max(d["heads"] for d in days) > 4


# ---------------------------------------------------------------- bundles, cli, schedules
def bundle(t, *tools):
    b = t.me("POST", "/bundles").json["bundle_id"]
    [t.me("POST", f"/bundles/{b}/tools", {"tool_id": x}) for x in tools]
    return b


@probe("bundle-tools-left-over")
def _(t):
    t.me("DELETE", f"/bundles/{bundle(t, 'count_words')}")
    return t.me("POST", "/bundles").json["tools"] != []


@probe("bundle-rename-drops-tools")
def _(t):
    b = bundle(t, "count_words", "007")
    t.me("PUT", f"/bundles/{b}", {"label": "new"})
    return [x["tool_id"] for x in t.me("GET", f"/bundles/{b}/tools").json] != ["count_words", "007"]


def cli(t):
    c = t.me("POST", "/cli-auth", who=None).json["cli_auth_id"]
    t.me("PUT", "/cli-auth/" + c, {"jwt": CR["jwt"]})
    return c


@probe("cli-session-taken-over")
def _(t): return t.me("PUT", "/cli-auth/" + cli(t), {"jwt": CR["otherJwt"]}, "other").status != 403


@probe("cli-jwt-read-twice-at-once")
def _(t):
    c = cli(t)
    return sum(CR["jwt"] in a.text for a in t.at_once(4, lambda i: t.me("GET", "/cli-auth/" + c, who=None))) != 1


@probe("schedule-for-foreign-chat")
def _(t): return t.me("POST", "/schedules", {"chat_id": FX["unpaidAgentId"], "cron": FX["cron"]}).status != 403


@probe("schedule-put-changes-all")
def _(t):
    a, b = (t.me("POST", "/schedules", {"chat_id": AGENT, "cron": "0 9 * * 1"}).json["schedule_id"] for _ in range(2))
    t.me("PUT", "/schedules/" + a, {"cron": "5 5 * * *"})
    return t.me("GET", "/schedules/" + b).json["cron"] != "0 9 * * 1"


# ---------------------------------------------------------------- tools, VIP
@probe("tool-run-forged-jwt")
def _(t):
    h, p, s = CR["jwt"].split(".")
    return t.me("POST", "/tools/run/count_words", {"text": "a"}, who=f"{h}.{p}." + base64.urlsafe_b64encode(b"x" * 32).decode().rstrip("=")).status != 401


@probe("search-percent-finds-all")
def _(t): return len(t.me("GET", "/tools/search", q="%").json) > 0


@probe("uninstall-for-all-users")
def _(t):
    [t.me("POST", "/user-tools", {"tool_id": "wave_height"}, w) for w in ("own", "other")]
    t.me("DELETE", "/user-tools/wave_height")
    return t.me("GET", "/user-tools/wave_height", who="other").status != 200


@probe("vip-once-for-all")
def _(t): return [t.me("POST", "/vip", {"code": FX["vipCode"]}, w).status for w in ("other", "own")] != [200, 200]


@probe("vip-count-of-all")
def _(t):
    t.me("POST", "/vip", {"code": FX["vipCode"]})
    return t.me("GET", "/vip", who="other").json["count"] != 0


# ---------------------------------------------------------------- NOTIFIER
@probe("push-guid-not-heeded")
def _(t): return t.n("CREATE_PUSH", type="note", guid="g1")["iden"] != t.n("CREATE_PUSH", type="note", guid="g1")["iden"]


@probe("pushes-paged-by-offset")
def _(t):
    made = [t.n("CREATE_PUSH", type="note", body=str(i))["iden"] for i in range(4)]
    one = t.n("LIST_PUSHES", limit=2)
    t.n("CREATE_PUSH", type="note", body="between")
    return [x["iden"] for x in one["rows"] + t.n("LIST_PUSHES", limit=2, cursor=one["next"])["rows"]] != made[::-1]


@probe("pushes-default-twenty")
def _(t):
    [t.n("CREATE_PUSH", type="note", body=str(i)) for i in range(23)]
    return len(t.n("LIST_PUSHES")["rows"]) != 23


@probe("delete-all-of-every-user")
def _(t):
    p = t.n("CREATE_PUSH", "other", type="note", body="Otto's")["iden"]
    t.n("DELETE_ALL_PUSHES")
    time.sleep(1)
    return p not in [x["iden"] for x in t.n("LIST_PUSHES", "other", active=True)["rows"]]


@probe("delete-all-takes-later-ones")
def _(t):
    t.n("DELETE_ALL_PUSHES")
    p = t.n("CREATE_PUSH", type="note", body="later")["iden"]
    time.sleep(1)
    return p not in [x["iden"] for x in t.n("LIST_PUSHES", active=True)["rows"]]


@probe("device-update-clears-rest")
def _(t):
    d = t.n("CREATE_DEVICE", model="M", nickname="N", app_version=3, manufacturer="F")["iden"]
    t.n("UPDATE_DEVICE", iden=d, nickname="P")
    return [x["model"] for x in t.n("LIST_DEVICES")["rows"]] != ["M"]


@probe("reader-keeps-old-snapshot")
def _(t):
    a = t.agent()["agent_id"]
    return any(t.me("GET", "/agents/" + a).status != 200 for _ in range(8))
