#!/usr/bin/env python3
"""Starts the deployment, walks through every operation, shows each fault from outside, loads it shortly."""
import concurrent.futures as cf
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = json.load(open(f"{HERE}/config.json"))
FX, CR = CONFIG["fixtures"], CONFIG["credentials"]
TOKENS = {"own": CR["jwt"], "oth": CR["otherJwt"], "sbx": CR["sandboxJwt"], "ok": CR["apiKey"], "otk": CR["otherApiKey"],
          "": None, "bad": "nonsense"}
A, P = FX["agentId"], FX["privateAgentId"]
NOBODY = "00000000-0000-7000-8000-000000000000"


class Server:
    def __init__(self, fault=""):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.proc = subprocess.Popen([f"{HERE}/start.sh", str(self.port)], stdout=subprocess.PIPE,
                                     env={**os.environ, "FAULT": fault}, text=True)
        if self.proc.stdout.readline().strip() != "ready":
            raise SystemExit(f"{fault or 'deployment'} did not start")
        self.n = 0

    def stop(self):
        self.proc.send_signal(signal.SIGTERM)
        self.proc.wait(15)
        self.proc.stdout.close()

    def raw(self, method, path, body=None, who="own", headers=None, timeout=20):
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        head = dict(headers or {})
        if TOKENS[who]:
            head["Authorization"] = f"Bearer {TOKENS[who]}"
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if body is not None:
            head.setdefault("Content-Type", "application/json")
        conn.request(method, path, body.encode() if isinstance(body, str) else body, head)
        return conn, conn.getresponse()

    def __call__(self, method, path, body=None, who="own", headers=None):
        conn, res = self.raw(method, path, body, who, headers)
        data = res.read().decode()
        conn.close()
        if "json" in (res.getheader("content-type") or "") and "ndjson" not in res.getheader("content-type"):
            data = json.loads(data)
        return res.status, data, res

    def ok(self, method, path, body=None, who="own", want=200, headers=None):
        status, data, _ = self(method, path, body, who, headers)
        assert status == want, f"{method} {path}: {status} for {want}: {data}"
        return data

    def st(self, *a, **k):
        return self(*a, **k)[0]

    # shorthands
    def post(self, message, who="ok", agent=A, nd=False):
        s, text, res = self("POST", f"/workers/{'ndjson/' if nd else ''}{agent}", {"message": message}, who)
        assert s == 200, (s, text)
        return res.getheader("X-Service-Run-ID"), text

    def put(self, run, message, who="ok", agent=A):
        return self("PUT", f"/workers/{agent}/{run}", {"message": message}, who)

    def hist(self, run, who="ok", agent=A):
        return self.ok("GET", f"/workers/{agent}/{run}", who=who)

    def job(self, run):
        return self("GET", f"/workers/{A}/{run}", who="ok")[2].getheader("x-service-job-id")

    def agent(self, who="own", **more):
        self.n += 1
        return self.ok("POST", "/me/agents", {"name": f"a{self.n}", "chatPrompt": "Help.", **more}, who)

    def tool(self, name, args, who="own", want=200):
        data = self.ok("POST", f"/me/tools/run/{name}", args, who, want)
        return data["structuredContent"] if want == 200 else data

    def n_(self, name, who="own", want=200, **args):
        return self.tool("NOTIFIER_" + name, args, who, want)

    def studio(self, who="own", **more):
        return self.ok("POST", "/me/agent-studio-chats", more, who)

    def file(self, agent, want=201, **more):
        return self.ok("POST", f"/me/agents/{agent}/files", {"name": "f.txt", "content": "x", **more}, want=want)

    def pages(self, path, size):
        ids, cursor = [], None
        while True:
            d = self.ok("GET", f"{path}?limit={size}" + (f"&next_cursor={cursor.replace('+', '%2B')}" if cursor else ""))
            ids += [i.get("runId") or i.get("logId") for i in d["items"]]
            cursor = d["nextCursor"]
            if not cursor:
                return ids

    def at_once(self, n, fn):
        gate = threading.Barrier(n)

        def one(i):
            gate.wait()
            return fn(i)
        with cf.ThreadPoolExecutor(n) as pool:
            return list(pool.map(one, range(n)))


JOB, FAIL = FX["backgroundMessage"], FX["backgroundErrorMessage"]
PROBES = {}


def probe(name):
    def deco(fn):
        PROBES[name] = fn
        return fn
    return deco


def simple(name, fn):
    PROBES[name] = fn


def wait_idle(s, run, seconds=6):
    end = time.time() + seconds
    while s.job(run):
        if time.time() > end:
            return False
        time.sleep(0.1)
    return True


def said(s, run, role="user", who="ok"):
    return [m["content"] for m in s.hist(run, who) if m["role"] == role]


# --- Workers API
simple("workers-put-without-run-id", lambda s: (r := s.post("a")[0]) == s.put(r, "b")[2].getheader("X-Service-Run-ID"))
simple("workers-post-deduplicated", lambda s: s.post("same words")[0] != s.post("same words")[0])
simple("workers-put-message-not-stored", lambda s: (r := s.post("a")[0], s.put(r, "b")) and said(s, r) == ["a", "b"])


@probe("workers-history-window")
def _(s):
    run = s.post("m0")[0]
    for i in range(1, 4):
        s.put(run, f"m{i}")
    return len(s.hist(run)) == 8


simple("workers-put-during-job", lambda s: s.put(s.post(JOB)[0], "x")[0] == 409)
simple("workers-refused-put-leaves-message",
       lambda s: (r := s.post(JOB)[0]) and s.put(r, "x")[0] == 409 and said(s, r) == [JOB])
simple("workers-failed-job-never-ends", lambda s: (r := s.post(FAIL)[0]) and wait_idle(s, r, 4) and s.put(r, "")[0] == 200)
simple("workers-get-without-job-id", lambda s: bool(s.job(s.post(JOB)[0])))
simple("workers-post-refused-during-job", lambda s: s.post(JOB) and s("POST", f"/workers/{A}", {"message": "a"}, "ok")[0] == 200)
simple("workers-text-shows-tool-calls", lambda s: "ST-7741" not in s.post(FX["toolCallMessage"]["message"])[1])
simple("workers-ndjson-no-tool-response", lambda s: "ST-7741" in s.post(FX["toolCallMessage"]["message"], nd=True)[1])
simple("workers-messages-by-role", lambda s: (r := s.post("a")[0], s.put(r, "b")) and
       [m["role"] for m in s.hist(r)] == ["user", "assistant"] * 2)


@probe("workers-stream-buffered")
def _(s):
    begin = time.time()
    conn, res = s.raw("POST", f"/workers/{A}", {"message": FX["slowMessage"]}, "ok")
    res.read1(10)
    first = time.time() - begin
    res.read()
    conn.close()
    return first < 0.7 and time.time() - begin > 1.5


simple("workers-history-needs-no-key", lambda s: s.st("GET", f"/workers/{A}/{s.post('a')[0]}", who="") == 401)
simple("workers-run-of-other-user", lambda s: s.st("GET", f"/workers/{A}/{s.post('a')[0]}", who="otk") in (403, 404))
simple("workers-run-under-any-agent",
       lambda s: s.st("GET", f"/workers/{FX['ownPaidAgentId']}/{s.post('a')[0]}", who="ok") == 404)


@probe("workers-answer-lost-when-client-goes")
def _(s):
    conn, res = s.raw("POST", f"/workers/{A}", {"message": FX["slowMessage"]}, "ok")
    run = res.getheader("X-Service-Run-ID")
    res.read1(5)
    conn.sock and conn.sock.shutdown(socket.SHUT_RDWR)
    res.close()
    conn.close()
    time.sleep(3)
    return [m["role"] for m in s.hist(run)] == ["user", "assistant"]


simple("workers-message-varchar", lambda s: said(s, s.post("long " * 100)[0]) == ["long " * 100])


@probe("workers-puts-at-once-lose-one")
def _(s):
    run = s.post("m")[0]
    res = s.at_once(4, lambda i: s.put(run, f"p{i}")[0])
    h = s.hist(run)
    return res == [200] * 4 and sorted(said(s, run)) == ["m", "p0", "p1", "p2", "p3"] and len(h) == 10 and \
        [m["role"] for m in h] == ["user", "assistant"] * 5


simple("workers-first-chunk-lost", lambda s: (x := s.post("hello")) and said(s, x[0], "assistant") == [x[1]])


# --- runs and executions
@probe("runs-default-limit-twenty")
def _(s):
    for i in range(31):
        s.post(f"r{i}")
    return len(s.ok("GET", "/me/agent-runs")["items"]) == 30


@probe("runs-cursor-skips-one")
def _(s):
    made = [s.post(f"r{i}")[0] for i in range(7)]
    return s.pages("/me/agent-runs", 3)[:7] == made[::-1]


@probe("executions-cursor-inclusive")
def _(s):
    for i in range(5):
        s.tool("add_numbers", {"a": i, "b": 1})
    ids = s.pages("/me/executions", 2) if s("GET", "/me/executions")[1]["total"] < 40 else []
    return len(ids) == len(set(ids)) and ids == sorted(ids, reverse=True)


simple("run-logs-of-other-user", lambda s: s.ok("GET", f"/me/agent-runs/{s.post('a')[0]}/logs", who="oth") == [])


# --- subscriptions
def paid(s, who="oth", price="5.00"):
    return s.agent(who, visibility="PUBLIC", price=price)["agentId"]


def sub(s, a, who="own", verb="subscribe"):
    return s.st("POST", f"/me/agents/{a}/{verb}", {} if verb == "subscribe" else None, who)


simple("unsubscribe-twice", lambda s: (a := paid(s)) and [sub(s, a), sub(s, a, verb="unsubscribe"),
                                                         sub(s, a, verb="unsubscribe")] == [200, 200, 400])
simple("subscribe-check-raced", lambda s: (a := paid(s)) and sorted(s.at_once(3, lambda i: sub(s, a))) == [200, 402, 402])


@probe("subscriptions-distinct-on-status")
def _(s):
    a, b = paid(s), paid(s)
    sub(s, a), sub(s, b)
    return {a, b} <= {i["agentId"] for i in s.ok("GET", "/me/subscriptions")["items"]}


@probe("unsubscribe-ends-all-users")
def _(s):
    a = FX["subscribedAgentId"]
    sub(s, a, "oth"), sub(s, a, "oth", "unsubscribe")
    return s.ok("GET", f"/me/subscriptions/{a}")["status"] == "ACTIVE"


# --- studio
@probe("studio-put-merges-state")
def _(s):
    r = s.studio(title="t", state={"a": 1, "b": 2})["runId"]
    return s.ok("PUT", f"/me/agent-studio-chats/{r}", {"title": "u", "state": {"b": 3}})["state"] == {"b": 3}


simple("studio-patch-resets-state", lambda s: s.ok("PATCH", "/me/agent-studio-chats/" + s.studio(state={"a": 1})["runId"],
                                                   {"title": "u"})["state"] == {"a": 1})
simple("studio-private-read-by-users", lambda s: s.st(
    "GET", "/me/agent-studio-chats/" + s.studio(visibility="PRIVATE")["runId"], who="oth") == 403)


@probe("studio-deleted-still-read")
def _(s):
    r = s.studio(visibility="PUBLIC")["runId"]
    s.ok("DELETE", f"/me/agent-studio-chats/{r}")
    return s.st("GET", f"/me/agent-studio-chats/{r}") == 404


# --- agents, files, chats
simple("sandbox-private-through-patch", lambda s: s.st("PATCH", "/me/chats/" + s.agent("sbx")["agentId"],
                                                       {"visibility": "PRIVATE"}, "sbx") == 400)
simple("agent-patch-unset-is-null", lambda s: s.ok("PATCH", "/me/chats/" + s.agent(description="d", upsellDescription="u")[
    "agentId"], {"name": "n"})["upsellDescription"] == "u")
simple("agent-tags-mutable-default", lambda s: s.agent(tags=["x"])["tags"] == ["x"] and s.agent()["tags"] == [])


@probe("agents-list-keeps-deleted")
def _(s):
    a = s.agent()["agentId"]
    s.ok("DELETE", f"/me/chats/{a}")
    return a not in [i["agentId"] for i in s.ok("GET", "/me/agents")]


@probe("slug-availability-cached")
def _(s):
    slug = f"s-{uuid.uuid4().hex[:8]}"
    before = s.ok("GET", f"/me/agents/vanity/slug?slug={slug}")["available"]
    s.agent(vanitySlug=slug)
    return before and not s.ok("GET", f"/me/agents/vanity/slug?slug={slug}")["available"]


@probe("files-limit-raced")
def _(s):
    for _ in range(3):
        a = s.agent()["agentId"]
        for _ in range(FX["filesPerAgent"] - 1):
            s.file(a)
        got = s.at_once(8, lambda i: s.st("POST", f"/me/agents/{a}/files", {"name": "z"}))
        if sorted(got) != [201] + [400] * 7:
            return False
    return True


simple("theme-color-not-anchored", lambda s: s.st("PUT", f"/me/agents/{A}/customizations/theme",
                                                  {"themeColor": "#12345678xyz"}) == 400)


@probe("file-delete-takes-namesakes")
def _(s):
    a = s.agent()["agentId"]
    one, two = s.file(a)["fileId"], s.file(a)["fileId"]
    s.st("DELETE", f"/me/agents/{a}/files/{one}")
    return [f["fileId"] for f in s.ok("GET", f"/me/agents/{a}/files")["items"]] == [two]


@probe("file-positions-skip-last")
def _(s):
    a = s.agent()["agentId"]
    ids = [s.file(a, name=f"f{i}")["fileId"] for i in range(3)][::-1]
    body = {"positions": [{"fileId": f, "position": i} for i, f in enumerate(ids)]}
    got = s.ok("PUT", f"/me/agents/{a}/files/positions", body)["items"]
    return [(f["fileId"], f["position"]) for f in got] == [(f, i) for i, f in enumerate(ids)]


simple("chat-put-checks-only-private", lambda s: s.st("PUT", "/me/chats/" + s.agent("oth", visibility="PUBLIC")["agentId"],
                                                      {"chatPrompt": "mine now"}) == 403)


@probe("chat-patches-at-once-lost")
def _(s):
    a = s.agent()["agentId"]
    s.at_once(2, lambda i: s.ok("PATCH", f"/me/chats/{a}", [{"description": "d"}, {"upsellDescription": "u"}][i]))
    d = s.ok("GET", f"/me/agents/{a}")
    return (d["description"], d["upsellDescription"]) == ("d", "u")


simple("agent-reader-left-in-context", lambda s: (a := s.agent(visibility="PRIVATE")["agentId"]) and
       s.st("GET", f"/me/agents/{a}") == 200 and s.st("GET", f"/me/agents/{a}", who="") == 403)
simple("chat-run-given-to-owner", lambda s: (r := s.ok("POST", f"/me/chats/{FX['unpaidAgentId']}/runs")["runId"]) and
       s.st("GET", f"/me/agent-runs/{r}") == 200)

# --- keys and money
simple("keys-list-shows-keys", lambda s: all("key" not in k for k in s.ok("GET", "/me/api-keys")))
simple("keys-every-one-default", lambda s: s.ok("POST", "/me/api-keys", {"name": "k"}) and
       sum(k["isDefault"] for k in s.ok("GET", "/me/api-keys")) == 1)


@probe("credits-read-then-written")
def _(s):
    before = s.ok("GET", "/me/credits")["balance"]
    s.at_once(8, lambda i: s.ok("POST", "/me/credits/use"))
    return s.ok("GET", "/me/credits")["balance"] == before - 8


def hook(s, signed=True):
    w = FX["webhook"]
    return s.st("POST", "/me/payments/webhook", w["body"], "", {w["signatureHeader"]: w["validSignature"]} if signed else None)


simple("webhook-unsigned-accepted", lambda s: hook(s, False) == 400)


@probe("webhook-event-counted-twice")
def _(s):
    assert hook(s) == 200
    before = s.ok("GET", "/me/credits")["balance"]
    assert hook(s) == 200
    return s.ok("GET", "/me/credits")["balance"] == before


simple("monetization-join-multiplies", lambda s: s.ok("GET", "/me/monetization/summary?period=365")["totalEarnings"] ==
       s.ok("GET", "/me/monetization/earnings?period=365")["totalEarnings"])


# --- bundles, CLI, schedules
@probe("bundle-tool-delete-takes-all")
def _(s):
    b = s.ok("POST", "/me/bundles")["bundleId"]
    for t in ("add_numbers", "reverse_text"):
        s.ok("POST", f"/me/bundles/{b}/tools", {"toolId": t})
    s.ok("DELETE", f"/me/bundles/{b}/tools/add_numbers")
    return [t["toolId"] for t in s.ok("GET", f"/me/bundles/{b}/tools")] == ["reverse_text"]


simple("bundles-list-inner-join", lambda s: s.ok("POST", "/me/bundles")["bundleId"] in
       [b["bundleId"] for b in s.ok("GET", "/me/bundles")])


def attached(s):
    c = s.ok("POST", "/me/cli-auth", who="")["cliAuthId"]
    s.ok("PUT", f"/me/cli-auth/{c}", {"jwt": CR["jwt"]})
    return f"/me/cli-auth/{c}"


simple("cli-jwt-not-consumed", lambda s: (c := attached(s)) and [s.ok("GET", c, who=""), s.ok("GET", c, who="")] ==
       [CR["jwt"], None])
simple("cli-jwt-read-raced", lambda s: (c := attached(s)) and
       sorted(map(str, s.at_once(3, lambda i: s.ok("GET", c, who="")))) == sorted([CR["jwt"], "None", "None"]))
simple("schedule-for-foreign-chat", lambda s: s.st("POST", "/me/schedules", {"chatId": FX["unpaidAgentId"],
                                                                            "cron": FX["cron"]}) == 403)
simple("cron-minute-sixty", lambda s: s.st("GET", "/me/schedules/text-to-cron?cron=60%20*%20*%20*%20*") == 400)


@probe("schedule-put-false-is-unset")
def _(s):
    i = s.ok("POST", "/me/schedules", {"chatId": A, "cron": FX["cron"]})["scheduleId"]
    s.ok("PUT", f"/me/schedules/{i}", {"enabled": False})
    return s.ok("GET", f"/me/schedules/{i}")["enabled"] is False


# --- tools, VIP, user
simple("tool-run-missing-input-taken", lambda s: s.st("POST", "/me/tools/run/add_numbers", {"a": 1}) == 400)
simple("tools-search-limit-before-filter", lambda s: [t["name"] for t in s.ok(
    "GET", "/me/tools/search?q=upload&limit=3")] == ["NOTIFIER_UPLOAD_REQUEST"])
simple("user-tools-of-everybody", lambda s: s("POST", "/me/user-tools", {"toolId": "count_words"}, "oth") and
       s.st("GET", "/me/user-tools/count_words") == 404 and
       "count_words" not in [t["toolId"] for t in s.ok("GET", "/me/user-tools")])
simple("vip-code-redeemed-twice", lambda s: s.st("POST", "/me/vip", {"code": "SPRING-2026"}) and
       s.st("POST", "/me/vip", {"code": "SPRING-2026"}) == 400)
simple("me-cached-without-user", lambda s: s.ok("GET", "/me/")["userId"] != s.ok("GET", "/me/", who="oth")["userId"])

# --- NOTIFIER
simple("notifier-guid-not-idempotent", lambda s: (g := uuid.uuid4().hex) and len({s.n_(
    "CREATE_PUSH", type="note", body="b", guid=g)["iden"] for _ in range(2)}) == 1)


@probe("notifier-active-ignored")
def _(s):
    i = s.n_("CREATE_PUSH", type="note", body="b")["iden"]
    s.n_("DELETE_PUSH", iden=i)
    return i not in [p["iden"] for p in s.n_("LIST_PUSHES", active=True)["pushes"]]


simple("notifier-limit-501-taken", lambda s: bool(s.n_("LIST_PUSHES", limit=500)) and
       s.st("POST", "/me/tools/run/NOTIFIER_LIST_PUSHES", {"limit": 501}) == 400)
simple("notifier-link-without-url", lambda s: s.st("POST", "/me/tools/run/NOTIFIER_CREATE_PUSH", {"type": "link"}) == 400)


@probe("notifier-modified-after-whole-seconds")
def _(s):
    for _ in range(3):
        a, b = (s.n_("CREATE_PUSH", type="note", body=x) for x in "ab")
        got = [p["iden"] for p in s.n_("LIST_PUSHES", modified_after=a["modified"])["pushes"]]
        if b["iden"] not in got or a["iden"] in got:
            return False
    return True


DEV = {"nickname": "n", "model": "m", "app_version": 1, "manufacturer": "x"}


@probe("notifier-delete-all-takes-devices")
def _(s):
    d = s.n_("CREATE_DEVICE", **DEV)["iden"]
    s.n_("CREATE_PUSH", type="note", body="b")
    s.n_("DELETE_ALL_PUSHES")
    time.sleep(0.6)
    return d in [x["iden"] for x in s.n_("LIST_DEVICES")["devices"]] and s.n_("LIST_PUSHES", active=True)["pushes"] == []


simple("notifier-update-device-replaces", lambda s: (d := s.n_("CREATE_DEVICE", **DEV)["iden"]) and
       s.n_("UPDATE_DEVICE", iden=d, nickname="z").get("model") == "m")

sys.path.insert(0, HERE)
from selftest_walk import load, walk  # noqa: E402


def main():
    faults = json.load(open(f"{HERE}/faults.json"))
    text = open(f"{HERE}/interface.md").read()
    assert len(faults) == 70 and {f["id"] for f in faults} == set(PROBES), {f["id"] for f in faults} ^ set(PROBES)
    assert all(f["words"] in text for f in faults)
    wrong = []
    s = Server()
    try:
        walk(s)
        print("walk through all operations: good", flush=True)
        for name, fn in PROBES.items():
            if not fn(s):
                wrong.append(name)
                print(f"WITHOUT A FAULT, NOT AS IT SHOULD: {name}", flush=True)
    finally:
        s.stop()
    s = Server()
    try:
        print(load(s), flush=True)
    finally:
        s.stop()

    def one(f):
        server = Server(f["id"])
        try:
            try:
                good = PROBES[f["id"]](server)
                how = "shown"
            except (AssertionError, http.client.HTTPException, OSError) as e:
                good, how = False, f"shown ({type(e).__name__}: {str(e)[:80]})"
        finally:
            server.stop()
        return f["id"], good, how

    only = sys.argv[1:]
    with cf.ThreadPoolExecutor(2) as pool:
        for name, good, how in pool.map(one, [f for f in faults if not only or f["id"] in only]):
            print(f"{name}: {'NOT SHOWN' if good else how}", flush=True)
            if good:
                wrong.append(name)
    print("all good" if not wrong else f"wrong: {wrong}")
    return bool(wrong)


if __name__ == "__main__":
    sys.modules["selftest"] = sys.modules["__main__"]
    sys.exit(main())
