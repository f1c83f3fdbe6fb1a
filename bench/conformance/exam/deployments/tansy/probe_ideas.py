"""Shows each fault of faults.ideas.json: python3 probe_ideas.py [ID...]. A probe is true without a fault, false with it."""
import http.client, json, os, pathlib, signal, socket, subprocess, sys, time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from urllib.parse import quote, urlencode

HERE = pathlib.Path(__file__).resolve().parent
ALL = {}


def fault(id):
    def keep(f):
        ALL[id] = f
        return f
    return keep


def free_port():
    with socket.socket() as s:
        while True:
            port = 20001 + int.from_bytes(os.urandom(2), "big") % 12000
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


class Answer:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        self.text = raw.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.raw)


class D:
    def __init__(self, id=""):
        self.port = free_port()
        cfg = json.loads((HERE / "config.json").read_text())
        self.fx, c = cfg["fixtures"], cfg["credentials"]
        self.tok = {"own": c["jwt"], "other": c["otherJwt"], "sandbox": c["sandboxJwt"], "key": c["apiKey"], "otherkey": c["otherApiKey"]}
        self.a, self.t = self.fx["agentId"], self.fx["toolCallMessage"]["message"]
        self.p = subprocess.Popen([str(HERE / "start.sh"), str(self.port)], env={**os.environ, "FAULT": id}, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.p.stdout.readline().strip() == "ready"

    def stop(self):
        self.p.send_signal(signal.SIGTERM)
        try:
            self.p.wait(5)
        except subprocess.TimeoutExpired:
            self.p.kill()
            self.p.wait()

    def conn(self, timeout=15):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, path, who="own", body=None, headers=None, conn=None, timeout=15, chunked=False, name="Authorization"):
        h = dict(headers or {})
        if who:
            h[name] = "Bearer " + self.tok.get(who, who)
        if body is not None and not isinstance(body, (bytes, list)):
            body = json.dumps(body).encode()
        if body is not None:
            h.setdefault("Content-Type", "application/json")
        c = conn or self.conn(timeout)
        try:
            c.request(method, path, body, h, encode_chunked=chunked)
            r = c.getresponse()
            return Answer(r.status, r.headers, r.read())
        finally:
            if not conn:
                c.close()

    def me(self, method, path, body=None, who="own", **kw):
        return self.ask(method, "/me" + path, who, body, **kw)

    def w(self, method, path, message=None, who="key", **kw):
        return self.ask(method, "/agents" + path, who, None if message is None else {"message": message}, **kw)

    def post(self, message="Hello", who="key", nd=False, **kw):
        return self.w("POST", ("/ndjson/" if nd else "/") + self.a, message, who, **kw)

    def start(self, message="Hello", who="key", nd=False):
        return self.post(message, who, nd).headers["x-service-run-id"]

    def put(self, run, message="more", who="key", nd=False, **kw):
        return self.w("PUT", f"{'/ndjson' if nd else ''}/{self.a}/{run}", message, who, **kw)

    def get(self, run, who="key", **kw):
        return self.w("GET", f"/{self.a}/{run}", who=who, **kw)

    def said(self, run, role="user", who="key"):
        return [m["content"] for m in self.get(run, who).json() if m["role"] == role]

    def tool(self, name, args=None, who="own", query=""):
        return self.me("POST", f"/tools/run/{name}{query}", args or {}, who)

    def note(self, op, args=None, who="own"):
        r = self.tool("NOTIFIER_" + op, args, who)
        return r.json()["structuredContent"] if r.status == 200 else {}

    def pushes(self, args=None, who="own"):
        return self.note("LIST_PUSHES", args, who)["pushes"]

    def agent(self, **kw):
        return self.me("POST", "/agents", {"chatPrompt": "Be brief.", **kw}).json()["agentId"]

    def schedule(self, cron="0 9 * * 1", chat=None, **kw):
        return self.me("POST", "/schedules", {"chatId": chat or self.a, "cron": cron}, **kw)

    def schedules(self, **kw):
        return self.me("GET", "/schedules", **kw).json()["schedules"]

    def both(self, *calls):
        with ThreadPoolExecutor(len(calls)) as ex:
            return [f.result() for f in [ex.submit(c) for c in calls]]

    def abort(self, method, path, message):
        """Sends a message, reads the headers and a first chunk, and hangs up."""
        c = self.conn()
        c.request(method, path, json.dumps({"message": message}), {"Authorization": "Bearer " + self.tok["key"], "Content-Type": "application/json"})
        r = c.getresponse()
        r.read(5)
        run = r.headers["x-service-run-id"]
        r.close(), c.close()
        time.sleep(0.5)
        return run


def same_as_stored(d, message):
    r = d.post(message)
    return r.text == d.said(r.headers["x-service-run-id"], "assistant")[-1]


# ---------------------------------------------------------------- streams
@fault("text-stream-strips-whitespace-of-deltas")
def _(d):
    return same_as_stored(d, "one two\n\n    three four five six seven eight nine ten " * 5)


@fault("text-stream-keepalive-becomes-answer")
def _(d):
    return same_as_stored(d, d.t)


@fault("text-stream-closes-at-first-tool-call")
def _(d):
    return same_as_stored(d, d.t)


@fault("text-stream-chunked-body-never-terminated")
def _(d):
    try:
        return d.put(d.start()).status == 200
    except http.client.IncompleteRead:
        return False


@fault("text-stream-charset-header-contradicts-bytes")
def _(d):
    r = d.post("say café")
    return "café" in r.raw.decode(r.headers.get_content_charset())


@fault("streams-of-two-users-interleave")
def _(d):
    ok = []
    for nd in (False, True):
        a, b = d.both(*[lambda m=m, w=w: d.post((m + " ") * 400, w, nd) for m, w in (("alpha", "key"), ("bravo", "otherkey"))])
        ok.append("bravo" not in a.text and "alpha" not in b.text and a.text.count("alpha") >= 380)
    return all(ok)


@fault("ndjson-tool-response-pretty-printed-over-lines")
def _(d):
    try:
        return all(isinstance(json.loads(l), dict) for l in d.post(d.t, nd=True).text.splitlines())
    except ValueError:
        return False


@fault("ndjson-signal-shows-connection-token")
def _(d):
    call = [l for l in map(json.loads, d.post(d.t, nd=True).text.splitlines()) if l["type"] == "tool_call"][0]
    return call["arguments"] == {"city": "Oslo"}


@fault("ndjson-run-cannot-continue-in-text-form")
def _(d):
    return d.put(d.start(nd=True)).status == 200 == d.put(d.start(), nd=True).status


@fault("ndjson-raw-events-kept-as-assistant-content")
def _(d):
    return d.said(d.start("hi", nd=True), "assistant") == d.said(d.start("hi"), "assistant")


@fault("history-content-length-counts-characters")
def _(d):
    assert d.said(d.start("plain")) == ["plain"]
    try:
        return d.said(d.start("ß" * 20)) == ["ß" * 20]
    except ValueError:
        return False


@fault("gzip-announced-but-body-plain")
def _(d):
    run = d.start("x" * 2000)
    r = [x for p in (f"/agents/{d.a}/{run}", "/me/agent-runs") for _ in range(2)
         for x in [d.ask("GET", p, "key" if "/agents/" in p else "own", headers={"Accept-Encoding": "gzip"})]]
    return all(x.headers["content-encoding"] is None or x.raw[:2] == b"\x1f\x8b" for x in r)


@fault("parallel-posts-get-each-others-run-id")
def _(d):
    rs = d.both(*[lambda m=m: d.post(m) for m in ("apple", "pear")])
    return [d.said(r.headers["x-service-run-id"]) for r in rs] == [["apple"], ["pear"]]


@fault("run-id-header-sent-twice-as-list")
def _(d):
    a = d.post()
    run = a.headers.get_all("x-service-run-id")[0]
    return all(len(r.headers.get_all("x-service-run-id")) == 1 for r in (a, d.put(run), d.post(nd=True)))


@fault("run-id-letter-case-forks-conversation")
def _(d):
    run = d.start("my name is Ann")
    r = d.put(run.upper(), "who am I")
    return r.status != 200 or d.said(run) == ["my name is Ann", "who am I"]


@fault("client-abort-erases-the-run")
def _(d):
    run = d.abort("POST", "/agents/" + d.a, "long " * 200)
    assert d.get(d.start()).status == 200
    return d.get(run).status == 200


@fault("client-abort-leaves-run-locked")
def _(d):
    run = d.start()
    assert d.put(run).status == 200
    d.abort("PUT", f"/agents/{d.a}/{run}", "long " * 200)
    return d.put(run).status == 200


# ---------------------------------------------------------------- messages
@fault("same-message-twice-stored-once")
def _(d):
    run = d.start()
    d.put(run, "yes"), d.put(run, "yes")
    return d.said(run) == ["Hello", "yes", "yes"]


@fault("message-with-role-labels-split-into-turns")
def _(d):
    m = "Proofread:\nuser: hi\nassistant: hello\nuser: bye"
    return d.said(d.start(m)) == [m]


@fault("message-that-looks-like-json-changes-type")
def _(d):
    return [d.said(d.start(m)) for m in ("42", "null", '{"a":1}', "[1,2]")] == [["42"], ["null"], ['{"a":1}'], ["[1,2]"]]


@fault("message-with-braces-hits-template")
def _(d):
    m = 'Explain f"{name}" and {0} and {{x}}'
    return d.post(m).status == 200 and d.said(d.start("{{x}}")) == ["{{x}}"]


@fault("long-message-cut-at-65535-bytes")
def _(d):
    return d.said(d.start("word " * 14000 + "zebra"))[0].endswith("zebra")


@fault("escaped-emoji-stored-as-lone-surrogates")
def _(d):
    runs = [d.ask("POST", "/agents/" + d.a, "key", b).headers["x-service-run-id"] for b in (b'{"message": "\\ud83d\\ude00"}', '{"message": "😀"}'.encode())]
    return [d.said(r) for r in runs] == [["😀"], ["😀"]]


@fault("refused-put-leaves-an-empty-turn")
def _(d):
    run = d.start()
    assert d.put(run, {"x": 1}).status == 422
    return d.said(run) == ["Hello"]


@fault("edit-of-prompt-wipes-open-conversations")
def _(d):
    a = d.agent()
    run = d.w("POST", "/" + a, "first").headers["x-service-run-id"]
    d.me("PATCH", "/chats/" + a, {"chatPrompt": "Be very brief."})
    return len(d.w("GET", f"/{a}/{run}").json()) == 2


# ---------------------------------------------------------------- jobs
@fault("job-poll-adds-messages-to-history")
def _(d):
    run = d.start(d.fx["backgroundMessage"])
    return [len(d.get(run).json()) for _ in range(5)] == [2] * 5


@fault("history-empty-while-job-runs")
def _(d):
    run = d.start()
    d.put(run, d.fx["backgroundMessage"])
    r = d.get(run)
    return "x-service-job-id" in r.headers and len(r.json()) == 4


@fault("job-result-lands-in-newest-run")
def _(d):
    d.start(d.fx["backgroundMessage"])
    run = d.start("second")
    assert len(d.get(run).json()) == 2
    time.sleep(4.5)
    return len(d.get(run).json()) == 2


@fault("rejected-put-kills-the-job")
def _(d):
    run = d.start(d.fx["backgroundMessage"])
    return d.put(run).status == 409 and "x-service-job-id" in d.get(run).headers


@fault("job-of-one-user-blocks-other-users")
def _(d):
    run = d.start(who="otherkey")
    d.start(d.fx["backgroundMessage"])
    return d.put(run, who="otherkey").status == 200


# ---------------------------------------------------------------- HTTP
@fault("lower-case-authorization-header-ignored")
def _(d):
    assert d.me("GET", "/").status == 200 == d.post().status
    return d.me("GET", "/", name="authorization").status == 200 == d.post(name="authorization").status


@fault("json-with-charset-parameter-refused")
def _(d):
    h = {"Content-Type": "application/json; charset=utf-8"}
    assert d.post().status == 200
    return d.post(headers=h).status == 200 == d.me("POST", "/agents", {"chatPrompt": "x"}, headers=h).status


@fault("chunked-request-body-read-as-empty")
def _(d):
    def call(path, who, body):
        return d.ask("POST", path, who, [body], {"Transfer-Encoding": "chunked"}, chunked=True).status
    assert d.post().status == 200
    return call("/agents/" + d.a, "key", b'{"message": "x"}') == 200 == call("/me/tools/run/weather_lookup", "own", b'{"city": "Oslo"}')


@fault("refused-request-poisons-kept-alive-connection")
def _(d):
    c, ok = d.conn(), []
    for path, who in ((f"/me/agents/{d.a}/customizations/theme", "wrong"), ("/me/agents/no-uuid/customizations/theme", "own")):
        assert d.ask("PUT", path, who, {"themeColor": "#123456"}, conn=c).status in (401, 422)
        ok.append(d.me("GET", "/", conn=c).status == 200)
        assert d.me("GET", "/", conn=c).status == 200
    c.close()
    return all(ok)


@fault("identity-sticks-to-the-connection")
def _(d):
    c = d.conn()
    a, b = [d.me("GET", "/", who=w, conn=c).json()["userId"] for w in ("own", "other")]
    c.close()
    assert d.me("GET", "/", who="other").json()["userId"] != a
    return a != b


@fault("etag-does-not-follow-content")
def _(d):
    e = d.me("GET", "/agent-runs").headers["etag"]
    d.start()
    return d.me("GET", "/agent-runs", headers={"If-None-Match": e or '"none"'}).status == 200


@fault("accept-language-localizes-dates")
def _(d):
    for _ in range(3):
        d.start(), d.tool("weather_lookup", {"city": "Oslo"})
    ok = []
    for p in ("/agent-runs", "/executions"):
        for lang in ("en-US", "de-DE"):
            c = d.me("GET", p + "?limit=1", headers={"Accept-Language": lang}).json()["nextCursor"]
            ok.append(d.me("GET", p + "?limit=1&next_cursor=" + quote(c)).status == 200)
    assert ok[0] and ok[2]
    return all(ok)


@fault("code-in-message-blocked-by-web-firewall")
def _(d):
    assert d.post().status == 200
    return all(d.post(m).status == 200 for m in ("Why is SELECT * FROM users WHERE id=1 OR 1=1 bad?", "<script>alert(1)</script>", "../../etc/passwd"))


@fault("rejected-calls-cost-credits")
def _(d):
    before = d.me("GET", "/credits").json()["balance"]
    run = d.start(d.fx["backgroundMessage"])
    for _ in range(3):
        assert d.put(run).status == 409
    middle = d.me("GET", "/credits").json()["balance"]
    assert d.tool("weather_lookup", {"city": 7}).status == 400
    return before == middle == d.me("GET", "/credits").json()["balance"]


# ---------------------------------------------------------------- CLI sessions
def cli(d):
    return d.me("POST", "/cli-auth", who=None).json()["cliAuthId"]


@fault("cli-poll-before-login-burns-session")
def _(d):
    c = cli(d)
    assert d.me("GET", "/cli-auth/" + c, who=None).json() is None
    assert d.me("PUT", "/cli-auth/" + c, {"userJwt": d.tok["own"]}).status == 200
    return d.me("GET", "/cli-auth/" + c, who=None).json() == d.tok["own"]


@fault("cli-jwt-truncated-to-255-characters")
def _(d):
    c, token = cli(d), d.tok["own"] + "x" * 300
    assert d.me("PUT", "/cli-auth/" + c, {"userJwt": token}).status == 200
    return d.me("GET", "/cli-auth/" + c, who=None).json() == token


@fault("two-cli-clients-share-one-session")
def _(d):
    return cli(d) != cli(d)


# ---------------------------------------------------------------- lists and logs
@fault("cursor-skips-records-of-same-second")
def _(d):
    time.sleep(1 - time.time() % 1)
    for _ in range(5):
        d.tool("weather_lookup", {"city": "Oslo"})
    got, c = [], None
    while True:
        r = d.me("GET", "/executions?limit=2" + ("&next_cursor=" + quote(c) if c else "")).json()
        got += [i["logId"] for i in r["items"]]
        c = r["nextCursor"]
        if not c:
            return len(got) == len(set(got)) == 5


@fault("cursor-offset-of-time-zone-ignored")
def _(d):
    for _ in range(3):
        d.start()
    c = d.me("GET", "/agent-runs?limit=1").json()["nextCursor"]
    t = datetime.fromisoformat(c.replace("Z", "+00:00"))
    other = (t + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%S.%f+02:00")
    a, b = [d.me("GET", "/agent-runs?" + urlencode({"next_cursor": x})).json()["items"] for x in (c, other)]
    return a == b and len(a) == 2


@fault("mcp-logs-show-all-runs-of-the-agent")
def _(d):
    runs = [d.start(d.t), d.start(d.fx["backgroundMessage"])]
    return all({l["runId"] for l in d.me("GET", f"/agent-runs/{r}/mcp-server-logs").json()} == {r} for r in runs)


# ---------------------------------------------------------------- tools
DEVICE = {"nickname": "n", "model": "m", "manufacturer": "f", "app_version": 1}


@fault("tool-input-big-integers-rounded")
def _(d):
    big = 9007199254740993
    return d.note("CREATE_DEVICE", {**DEVICE, "app_version": big})["app_version"] == big == d.me("GET", "/executions").json()["items"][0]["input"]["app_version"]


@fault("tool-input-false-dropped-as-missing")
def _(d):
    c = d.note("CREATE_CHAT", {"email": "a@example.com"})["iden"]
    assert d.tool("NOTIFIER_UPDATE_CHAT", {"iden": c, "muted": True}).status == 200
    return d.tool("NOTIFIER_UPDATE_CHAT", {"iden": c, "muted": False}).status == 200


@fault("service-id-sticks-to-later-runs")
def _(d):
    for q in ("", "?service_id=second", ""):
        d.tool("weather_lookup", {"city": "Oslo"}, query=q)
    return [i["serviceId"] for i in d.me("GET", "/executions").json()["items"]] == ["default", "second", "default"]


@fault("tool-input-key-overrides-the-tool")
def _(d):
    d.tool("word_count", {"text": "a b", "tool_name": "slugify"})
    return all(i["toolName"] == "word_count" for i in d.me("GET", "/executions").json()["items"])


@fault("slow-push-sent-twice-by-gateway")
def _(d):
    d.note("CREATE_PUSH", {"type": "note", "body": "x" * 10000})
    return len(d.pushes()) == 1


@fault("push-guid-shared-across-users")
def _(d):
    a, b = [d.note("CREATE_PUSH", {"type": "note", "guid": "build-1", "body": w}, w) for w in ("own", "other")]
    return b["body"] == "other" and len(d.pushes(who="other")) == 1


@fault("push-guid-burned-by-refused-attempt")
def _(d):
    assert d.tool("NOTIFIER_CREATE_PUSH", {"type": "link", "guid": "g"}).status == 400
    return d.tool("NOTIFIER_CREATE_PUSH", {"type": "link", "guid": "g", "url": "https://e.example"}).status == 200 and len(d.pushes()) == 1


@fault("delete-all-removes-later-pushes")
def _(d):
    for b in "ab":
        d.note("CREATE_PUSH", {"type": "note", "body": b})
    d.note("DELETE_ALL_PUSHES")
    d.note("CREATE_PUSH", {"type": "note", "body": "new"})
    time.sleep(1)
    return [p["body"] for p in d.pushes({"active": True})] == ["new"]


@fault("mute-toggles-instead-of-sets")
def _(d):
    c = d.note("CREATE_CHAT", {"email": "a@example.com"})["iden"]
    d.note("UPDATE_CHAT", {"iden": c, "muted": True}), d.note("UPDATE_CHAT", {"iden": c, "muted": True})
    return d.note("LIST_CHATS")["chats"][0]["muted"] is True


@fault("push-to-unknown-device-goes-to-all")
def _(d):
    a, b = [d.note("CREATE_DEVICE", DEVICE)["iden"] for _ in range(2)]
    d.note("DELETE_DEVICE", {"device_iden": b})
    assert d.note("CREATE_PUSH", {"type": "note", "device_iden": a})["device_iden"] == a
    return d.tool("NOTIFIER_CREATE_PUSH", {"type": "note", "device_iden": b}).status == 400 and len(d.pushes()) == 1


@fault("modified-after-whole-number-refused")
def _(d):
    assert d.tool("NOTIFIER_LIST_PUSHES", {"modified_after": 1764500000.5}).status == 200
    return d.tool("NOTIFIER_LIST_PUSHES", {"modified_after": 1764500000}).status == 200


@fault("plus-in-email-turned-into-space")
def _(d):
    d.note("CREATE_CHAT", {"email": "ann+ci@example.com"})
    return d.note("LIST_CHATS")["chats"][0]["email"] == "ann+ci@example.com"


@fault("list-push-items-with-equal-text-merged")
def _(d):
    p = d.note("CREATE_PUSH", {"type": "note"})["iden"]
    items = [{"text": t, "checked": c} for t, c in (("milk", False), ("bread", False), ("milk", True))]
    d.note("UPDATE_PUSH", {"iden": p, "items": items})
    return d.pushes()[0]["items"] == items


@fault("second-page-of-pushes-forgets-filter")
def _(d):
    def push(b):
        return d.note("CREATE_PUSH", {"type": "note", "body": b})
    push("old")
    t = push("older")["modified"]
    push("one"), d.note("DELETE_PUSH", {"iden": push("gone")["iden"]}), push("two")
    f = {"limit": 1, "active": True, "modified_after": t}
    r = d.note("LIST_PUSHES", f)
    assert [p["body"] for p in r["pushes"]] == ["two"]
    return [p["body"] for p in d.pushes({**f, "cursor": r["cursor"]})] == ["one"]


# ---------------------------------------------------------------- schedules
@fault("cron-weekday-names-shifted-by-one")
def _(d):
    s = d.schedule("0 9 * * MON-FRI").json()["scheduleId"]
    c = d.me("GET", "/schedules/text-to-cron?cron=every%20monday%20at%209").json()["cron"]
    return d.me("GET", "/schedules/" + s).json()["cron"].upper() in ("0 9 * * MON-FRI", "0 9 * * 1-5") and c == "0 9 * * 1"


@fault("schedule-update-changes-its-id")
def _(d):
    s = d.schedule().json()["scheduleId"]
    assert d.me("PUT", "/schedules/" + s, {"cron": "0 8 * * 1"}).status == 200
    return d.me("GET", "/schedules/" + s).status == 200 and [x["scheduleId"] for x in d.schedules()] == [s]


@fault("schedule-of-deleted-chat-breaks-list")
def _(d):
    a = d.agent()
    good = d.schedule().json()["scheduleId"]
    d.schedule(chat=a), d.schedules()
    d.me("DELETE", "/chats/" + a)
    r = d.me("GET", "/schedules")
    return r.status == 200 and good in r.text


@fault("cron-that-never-fires-hangs-the-user")
def _(d):
    assert d.schedule(timeout=3).status == 200 and len(d.schedules(timeout=3)) == 1
    for call in (lambda: d.schedule("0 0 30 2 *", timeout=3), lambda: d.schedules(timeout=3)):
        try:
            call()
        except TimeoutError:
            return False
    return True


@fault("schedule-500-although-created")
def _(d):
    assert d.schedule().status == 200
    r = d.schedule("*/15 9 * * 1")
    return r.status == 200 or len(d.schedules()) == 1


@fault("text-to-cron-takes-midnight-for-noon")
def _(d):
    return [d.me("GET", f"/schedules/text-to-cron?cron=every%20day%20at%2012%20{h}").json()["cron"] for h in ("am", "pm")] == ["0 0 * * *", "0 12 * * *"]


# ---------------------------------------------------------------- others
@fault("tool-search-filters-toolkit-after-limit")
def _(d):
    few, many = [d.me("GET", f"/tools/search?q=weather%20lookup%20chat&toolkit=notifier&limit={n}").json() for n in (1, 200)]
    return len(many) > 1 and few == many[:1]


@fault("clone-and-original-share-one-history")
def _(d):
    run = d.me("POST", "/agent-studio-chats", {"title": "t", "data": {"messages": ["a"]}}).json()["runId"]
    c = d.me("POST", f"/agent-studio-chats/{run}/clone", who="other").json()
    assert c["data"] == {"messages": ["a"]}
    d.me("PUT", "/agent-studio-chats/" + c["runId"], {"title": "u", "data": {"messages": ["a", "b"]}}, "other")
    return d.me("GET", "/agent-studio-chats/" + run).json()["data"] == {"messages": ["a"]}


@fault("reading-default-key-makes-new-keys")
def _(d):
    n = len(d.me("GET", "/api-keys").json())
    ids = {d.me("GET", "/api-keys/default").json()["apiKeyId"] for _ in range(3)}
    return len(ids) == 1 and len(d.me("GET", "/api-keys").json()) == n


if __name__ == "__main__":
    source = "".join((HERE / f).read_text() for f in ("core.py", "tools.py", "main.py"))
    listed, good = {f["id"] for f in json.loads((HERE / "faults.ideas.json").read_text())}, 0
    for id in sys.argv[1:] or ALL:
        out = []
        for fault_id in ("", id):
            d = D(fault_id)
            try:
                out.append(bool(ALL[id](d)))
            except Exception as e:
                out.append(repr(e)[:200])
            finally:
                d.stop()
        fine = out == [True, False] and source.count(f'on("{id}")') == 1 and id in listed
        good += fine
        print("ok " if fine else "BAD", id, "" if fine else out, flush=True)
    print(good, "of", len(sys.argv[1:] or ALL), "hold;", "listed without a probe:", sorted(listed - set(ALL)))
