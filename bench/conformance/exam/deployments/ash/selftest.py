#!/usr/bin/env python3
"""Starts the deployment without a fault and walks through all operations; then each fault, which its probe must see.
usage: selftest.py [fault ids...]   (with ids: only those faults)"""
import base64, hashlib, hmac, http.client, json, os, re, socket, subprocess, sys, threading, time, urllib.parse, uuid
HERE = os.path.dirname(os.path.abspath(__file__))
A, B = "0196a000-0000-7000-8000-00000000a", "0196a000-0000-7000-8000-00000000b"
UUID = re.compile(r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")

def free():
    s = socket.socket(); s.bind(("127.0.0.1", 0)); p = s.getsockname()[1]; s.close(); return p

class Answer:
    def __init__(self, status, headers, raw, times=()):
        self.status, self.headers, self.raw, self.times = status, headers, raw, times
    @property
    def json(self): return json.loads(self.raw)
    @property
    def text(self): return self.raw.decode()
    def __repr__(self): return f"{self.status} {self.raw[:300]!r}"

class Server:
    def __init__(self, fault=""):
        self.port = free()
        self.proc = subprocess.Popen([os.path.join(HERE, "start.sh"), str(self.port)], env={**os.environ, "FAULT": fault}, stdout=subprocess.PIPE, text=True)
        t = time.time()
        line = self.proc.stdout.readline()
        self.took = time.time() - t
        assert line.strip() == "ready", (fault, line)
        c = json.loads(open(os.path.join(HERE, "config.json")).read().replace("PORT", str(self.port)))
        self.c, self.fx, cr = c, c["fixtures"], c["credentials"]
        self.jwt = {"main": cr["jwt"], "other": cr["otherJwt"], "sand": cr["sandboxJwt"]}
        self.key = {"main": cr["apiKey"], "other": cr["otherApiKey"]}
        self.doc, self.seen, self.broken = None, set(), []
    def stop(self):
        self.proc.terminate()
        self.proc.wait(10)
    def http(self, method, path, token=None, body=None, headers=None, raw=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        h = dict(headers or {})
        if token: h["Authorization"] = "Bearer " + token
        data = raw
        if body is not None: data = json.dumps(body).encode(); h["Content-Type"] = "application/json"
        c.request(method, path, data, h)
        r = c.getresponse()
        out, times, t0 = [], [], time.time()
        while True:
            b = r.read1(65536)
            if not b: break
            out.append(b); times.append(time.time() - t0)
        a = Answer(r.status, {k.lower(): v for k, v in r.getheaders()}, b"".join(out), times)
        a.pieces = out
        c.close()
        if self.doc: self.check(method, path, a)
        return a
    def me(self, method, path, body=None, who="main", **kw):
        return self.http(method, "/me" + path, self.jwt.get(who, None), body, **kw)
    def worker(self, method, path, message=None, who="main", **kw):
        return self.http(method, "/burrow/" + path, self.key.get(who, who if who and who.startswith("ask.") else None), None if message is None else {"message": message}, **kw)
    def start(self, message="hello", agent=A + "001", who="main", nd=False):
        r = self.worker("POST", ("ndjson/" if nd else "") + agent, message, who)
        assert r.status == 201, r
        return r.headers["x-service-run-id"], r
    def history(self, run, agent=A + "001", who="main"): return self.worker("GET", f"{agent}/{run}", who=who)
    def tool(self, name, body, who="main", q=""): return self.me("POST", "/tools/run/" + name + q, body, who)
    def note(self, op, who="main", **body):
        r = self.tool("NOTIFIER_" + op, body, who)
        assert r.status == 200, r
        return r.json["yield"]
    # the answers against the OpenAPI document
    def check(self, method, path, a):
        p = path.split("?")[0]
        best = None
        for t in self.doc["paths"]:
            if method.lower() in self.doc["paths"][t] and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", t), p) and (best is None or t.count("{") < best.count("{")): best = t
        if best is None: return
        self.seen.add(method + " " + best)
        op = self.doc["paths"][best][method.lower()]
        r = op["responses"].get(str(a.status))
        if r is None: self.broken.append(f"{method} {best}: status {a.status} is not documented"); return
        ct = a.headers.get("content-type", "").split(";")[0]
        if "content" not in r:
            if a.raw: self.broken.append(f"{method} {best}: a body for {a.status}")
            return
        if ct not in r["content"]: self.broken.append(f"{method} {best}: {ct} for {a.status}"); return
        if ct == "application/json": self.valid(r["content"][ct]["schema"], a.json, f"{method} {best} {a.status}")
    def valid(self, s, v, at):
        if "$ref" in s: return self.valid(self.doc["components"]["schemas"][s["$ref"].split("/")[-1]], v, at)
        if "anyOf" in s:
            if v is not None: self.valid(s["anyOf"][0], v, at)
            return
        t = s.get("type")
        if t:
            ts = t if isinstance(t, list) else [t]
            kind = "null" if v is None else "boolean" if isinstance(v, bool) else "integer" if isinstance(v, int) else "number" if isinstance(v, float) else "string" if isinstance(v, str) else "array" if isinstance(v, list) else "object"
            if kind not in ts and not (kind == "integer" and "number" in ts): self.broken.append(f"{at}: {kind} is not {ts}"); return
        if isinstance(v, str):
            if "pattern" in s and not re.search(s["pattern"], v): self.broken.append(f"{at}: {v!r} pattern")
            if s.get("format") == "uuid" and not UUID.match(v): self.broken.append(f"{at}: {v!r} uuid")
            if s.get("format") == "date-time" and not re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$", v): self.broken.append(f"{at}: {v!r} date-time")
            if "enum" in s and v not in s["enum"]: self.broken.append(f"{at}: {v!r} enum")
        if isinstance(v, list):
            for x in v: self.valid(s.get("items", {}), x, at + "/")
        if isinstance(v, dict):
            for k in s.get("required", []):
                if k not in v: self.broken.append(f"{at}: no {k}")
            if "properties" in s:
                for k in v:
                    if k in s["properties"]: self.valid(s["properties"][k], v[k], at + "/" + k)
                    else: self.broken.append(f"{at}: {k} is not documented")

def both(f, g):
    out = [None, None]
    def go(n, h): out[n] = h()
    ts = [threading.Thread(target=go, args=(0, f)), threading.Thread(target=go, args=(1, g))]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out
def agent(s, who="main", **kw):
    r = s.me("POST", "/agents", {"openingLines": "Be brief.", "exposure": "public", **kw}, who)
    assert r.status == 200, r
    return r.json
def words(): return "w" + uuid.uuid4().hex[:10]
def idle(s, run, limit=6):
    t = time.time()
    while time.time() - t < limit:
        if "x-service-job-id" not in s.history(run).headers: return True
        time.sleep(0.1)
    return False
def say(r): return "".join(x[2] for x in map(json.loads, r.text.splitlines()) if x[0] == "say")
def forge(tok, alg=False):
    h, p, g = tok.split(".")
    if alg: return base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').rstrip(b"=").decode() + "." + p + "."
    return h + "." + p + "." + ("A" if g[0] != "A" else "B") + g[1:]
def pages(s, path, items, limit, **kw):
    out, cur, n = [], None, 0
    while n < 300:
        q = f"?limit={limit}" + ("&next_cursor=" + urllib.parse.quote(cur) if cur else "")
        r = s.me("GET", path + q, **kw)
        assert r.status == 200, r
        out += r.json[items]; cur = r.json["carryOn"]; n += 1
        if cur is None: return out
    return out
def sandfile(caption="c", **kw): return {"caption": caption, "text": "t", **kw}

# ---- probes: true when all is right ---------------------------------------------------------------------------------
P = {}
def probe(f): P[f.__name__.replace("_", "-")] = f; return f

@probe
def put_without_run_header(s):
    run, _ = s.start()
    return s.worker("PUT", f"{A}001/{run}", "again").headers.get("x-service-run-id") == run
def jobrun(s, what="backgroundMessage"):
    run, r = s.start(s.fx[what])
    assert "x-service-job-id" in r.headers or True
    return run
@probe
def job_put_accepted(s): return s.worker("PUT", f"{A}001/{jobrun(s)}", "x").status == 409
@probe
def job_409_keeps_message(s):
    run = jobrun(s); n = s.history(run).json
    return s.worker("PUT", f"{A}001/{run}", "not now").status == 409 and s.history(run).json == n
@probe
def job_header_missing(s):
    run = jobrun(s)
    return "x-service-job-id" in s.history(run).headers and idle(s, run)
@probe
def job_error_never_ends(s):
    run = jobrun(s, "backgroundErrorMessage")
    return "x-service-job-id" in s.history(run).headers and idle(s, run) and s.worker("PUT", f"{A}001/{run}", "").status == 202
@probe
def job_blocks_post(s): jobrun(s); return s.worker("POST", A + "001", "new").status == 201
@probe
def text_tells_tool_output(s): return s.fx["toolCallMessage"]["output"] not in s.start(s.fx["toolCallMessage"]["message"])[1].text
@probe
def ndjson_without_tool_answers(s):
    t = s.start(s.fx["toolCallMessage"]["message"], nd=True)[1].text
    return s.fx["toolCallMessage"]["output"] in t and s.fx["toolCallMessage"]["name"] in t
@probe
def history_by_role(s):
    run, _ = s.start(); s.worker("PUT", f"{A}001/{run}", "two")
    return [m["role"] for m in s.history(run).json] == ["user", "assistant"] * 2
@probe
def post_carries_history(s): s.start("one"); return len(s.history(s.start("two")[0]).json) == 2
@probe
def history_without_key(s): return s.worker("GET", f"{A}001/{s.start()[0]}", who=None).status == 401
@probe
def runs_default_twenty(s):
    for _ in range(31): assert s.me("POST", f"/chats/{A}001/runs").status == 200
    r = s.me("GET", "/agent-runs").json
    return len(r["walks"]) == 30 and r["carryOn"]
def execs(s, n=3):
    for i in range(n): assert s.tool("add_numbers", {"a": i, "b": 1}).status == 200
@probe
def executions_cursor_ignored(s):
    execs(s); a = s.me("GET", "/executions?limit=1").json
    b = s.me("GET", "/executions?limit=1&next_cursor=" + urllib.parse.quote(a["carryOn"])).json
    return b["entries"][0]["entryNo"] > a["entries"][0]["entryNo"]
@probe
def subscribe_to_own(s): return s.me("POST", f"/agents/{A}002/subscribe", {"returnTo": "x"}).status == 400
@probe
def subscribe_again_409(s): return s.me("POST", f"/agents/{B}004/subscribe", {"returnTo": "x"}).status == 402
def thread(s, who="main", **kw):
    r = s.me("POST", "/agent-studio-chats", {"heading": "H", **kw}, who)
    assert r.status == 200, r
    return r.json
@probe
def studio_patch_sandbox_private(s):
    k = thread(s, "sand")["threadKey"]
    return s.me("PATCH", "/agent-studio-chats/" + k, {"exposure": "private"}, "sand").status == 400 and s.me("GET", "/agent-studio-chats/" + k, who=None).status == 200
@probe
def studio_clone_private(s): return s.me("POST", f"/agent-studio-chats/{thread(s, exposure='private')['threadKey']}/clone").status == 400
@probe
def agent_upsert_without_prompt(s): return s.me("POST", "/agents", {"exposure": "public"}).status == 400 and s.me("POST", "/agents", {"openingLines": " "}).status == 400
@probe
def theme_any_colour(s): return s.me("PUT", f"/agents/{A}001/customizations/theme", {"tint": "mossy"}).status == 400
@probe
def files_cap_plus_one(s):
    a = agent(s)["workerRef"]
    return [s.me("POST", f"/agents/{a}/files", sandfile()).status for _ in range(7)] == [201] * 6 + [400]
@probe
def file_delete_answers_200(s):
    a = agent(s)["workerRef"]; f = s.me("POST", f"/agents/{a}/files", sandfile()).json["leafId"]
    r = s.me("DELETE", f"/agents/{a}/files/{f}")
    return r.status == 204 and r.raw == b"" and s.me("GET", f"/agents/{a}/files/{f}").status == 404
def threefiles(s):
    a = agent(s)["workerRef"]
    return a, [s.me("POST", f"/agents/{a}/files", sandfile(str(i))).json["leafId"] for i in range(3)]
def order(s, a): return [f["leafId"] for f in s.me("GET", f"/agents/{a}/files").json["leaves"]]
@probe
def files_listed_by_age(s):
    a, f = threefiles(s)
    r = s.me("PUT", f"/agents/{a}/files/positions", {"order": [{"leafId": x, "rank": 9 - i} for i, x in enumerate(f)]})
    return r.status == 200 and order(s, a) == f[::-1] == [x["leafId"] for x in r.json["leaves"]]
@probe
def keys_list_tells_secret(s): return all("ask." not in json.dumps(k) for k in s.me("GET", "/api-keys").json)
@probe
def keys_two_defaults(s):
    k = s.me("POST", "/api-keys", {"tag": "t", "crowned": True}).json
    ok = [x["keyNo"] for x in s.me("GET", "/api-keys").json if x["crowned"]] == [k["keyNo"]] and s.me("GET", "/api-keys/default").json["secret"] == k["secret"]
    s.me("DELETE", f"/api-keys/{k['keyNo']}")
    return ok and sum(x["crowned"] for x in s.me("GET", "/api-keys").json) == 1
@probe
def webhook_unsigned(s): return s.http("POST", "/me/payments/webhook", raw=s.fx["webhook"]["body"].encode()).status == 400
@probe
def monetization_period_unbounded(s): return all(s.me("GET", f"/monetization/{k}?period={p}").status == 422 for k in ("summary", "subscribers", "earnings") for p in (0, 366, -1, "x"))
@probe
def bundle_id_as_text(s):
    b = s.me("POST", "/bundles").json["satchelNo"]
    return b in [x["satchelNo"] for x in s.me("GET", "/bundles").json]
@probe
def cli_jwt_not_consumed(s):
    h = s.http("POST", "/me/cli-auth").json["handshake"]
    assert s.http("GET", "/me/cli-auth/" + h).json is None
    assert s.me("PUT", "/cli-auth/" + h, {"passport": s.jwt["main"]}).status == 200
    return s.http("GET", "/me/cli-auth/" + h).json == s.jwt["main"] and s.http("GET", "/me/cli-auth/" + h).json is None and s.me("PUT", "/cli-auth/" + h, {"passport": s.jwt["main"]}).status == 403
@probe
def schedule_foreign_chat(s): return all(s.me("POST", "/schedules", {"rhythm": "0 9 * * *", **x}).status == 403 for x in ({"workerRef": B + "002"}, {"workerRef": B + "003"}, {}, {"workerRef": "x"}, {"workerRef": None}, {"workerRef": str(uuid.uuid4())}))
@probe
def cron_anything_goes(s): return all(s.me("GET", "/schedules/text-to-cron?cron=" + urllib.parse.quote(x)).status == 400 for x in ("not a cron", "61 * * * *", "* * * *", "a b c d e", ""))
@probe
def search_default_score_zero(s):
    names = lambda q: [t["name"] for t in s.me("GET", "/tools/search?" + q).json]
    return names("q=harbour") == names("q=harbour&min_score=0.15") and len(names("q=harbour")) < len(names("q=harbour&min_score=0"))
@probe
def tools_run_forged_jwt(s): return s.http("POST", "/me/tools/run/add_numbers", forge(s.jwt["main"]), {"a": 1, "b": 2}).status == 401
@probe
def tools_run_unchecked_input(s): return s.tool("tide_reader", s.fx["tool"]["invalidInput"]).status == 400 and s.tool("tide_reader", {}).status == 400
@probe
def vip_own_code(s): return s.me("POST", "/vip", {"watchword": "ROWAN-FRIENDS"}).status == 400
@probe
def notifier_link_without_url(s): return s.tool("NOTIFIER_CREATE_PUSH", {"type": "link", "title": "t"}).status == 400
@probe
def notifier_active_ignored(s):
    p = s.note("CREATE_PUSH", type="note", body="b")["iden"]; s.note("DELETE_PUSH", iden=p)
    return p not in [x["iden"] for x in s.note("LIST_PUSHES", active=True)["pushes"]] and s.tool("NOTIFIER_DELETE_PUSH", {"iden": p}).status == 400
@probe
def notifier_guid_forgotten(s):
    g = words(); a = [s.note("CREATE_PUSH", type="note", body="b", guid=g)["iden"] for _ in "ab"]
    return a[0] == a[1] and [x["iden"] for x in s.note("LIST_PUSHES")["pushes"]].count(a[0]) == 1
@probe
def stream_loses_tail(s): run, r = s.start(); return s.history(run).json[-1]["content"] == r.text
@probe
def put_stream_doubles_piece(s): run, _ = s.start(); r = s.worker("PUT", f"{A}001/{run}", "ho"); return s.history(run).json[-1]["content"] == r.text
@probe
def stream_all_at_once(s): r = s.start(s.fx["slowMessage"])[1]; return len(r.times) > 10 and r.times[-1] - r.times[0] > 1
@probe
def message_mojibake(s): run, _ = s.start("Grüße 🌳"); return s.history(run).json[0]["content"] == "Grüße 🌳"
@probe
def foreign_run_readable(s):
    run, _ = s.start()
    return s.history(run, who="other").status == 404 and s.worker("PUT", f"{A}001/{run}", "x", "other").status == 404
@probe
def puts_at_once_lose(s):
    run, _ = s.start()
    both(lambda: s.worker("PUT", f"{A}001/{run}", "p1"), lambda: s.worker("PUT", f"{A}001/{run}", "p2"))
    h = s.history(run).json
    return len(h) == 6 and {m["content"] for m in h if m["role"] == "user"} == {"hello", "p1", "p2"} and [m["role"] for m in h] == ["user", "assistant"] * 3
@probe
def deleted_key_still_works(s):
    k = s.me("POST", "/api-keys", {"tag": "t"}).json
    ok = s.worker("POST", A + "001", "x", k["secret"]).status == 201
    s.me("DELETE", f"/api-keys/{k['keyNo']}")
    return ok and s.worker("POST", A + "001", "x", k["secret"]).status == 401
@probe
def deleted_agent_still_works(s):
    a = agent(s)["workerRef"]; s.me("DELETE", "/chats/" + a)
    return s.worker("POST", a, "x").status == 404
@probe
def runs_list_everyones(s):
    run, _ = s.start(who="other")
    return run not in [x["runRef"] for x in pages(s, "/agent-runs", "walks", 100)] and run in [x["runRef"] for x in pages(s, "/agent-runs", "walks", 100, who="other")]
@probe
def runs_page_skips_one(s):
    for _ in range(5): s.me("POST", f"/chats/{A}001/runs")
    ids = lambda n: [x["runRef"] for x in pages(s, "/agent-runs", "walks", n)]
    return ids(2) == ids(1000) and len(set(ids(3))) == len(ids(3))
@probe
def executions_page_repeats(s):
    execs(s, 5); ids = [x["entryNo"] for x in pages(s, "/executions", "entries", 2)]
    return len(set(ids)) == len(ids) and ids == [x["entryNo"] for x in pages(s, "/executions", "entries", 1000)]
@probe
def studio_list_keeps_deleted(s):
    k = thread(s)["threadKey"]; there = k in [x["threadKey"] for x in s.me("GET", "/agent-studio-chats").json]
    s.me("DELETE", "/agent-studio-chats/" + k)
    return there and k not in [x["threadKey"] for x in s.me("GET", "/agent-studio-chats").json] and s.me("GET", "/agent-studio-chats/" + k).status == 404
@probe
def agents_list_everyones(s): return B + "003" not in [x["workerRef"] for x in s.me("GET", "/agents").json]
@probe
def chat_patch_resets_visibility(s): a = agent(s); return s.me("PATCH", "/chats/" + a["workerRef"], {"label": "L"}).json["exposure"] == "public"
@probe
def agent_cached_after_put(s):
    a = agent(s)["workerRef"]; s.me("GET", "/agents/" + a); s.me("PUT", "/chats/" + a, {"openingLines": "New lines"})
    return s.me("GET", "/agents/" + a).json["openingLines"] == "New lines" == s.me("GET", "/chats/" + a).json["openingLines"]
@probe
def slug_answer_cached(s):
    w = words(); q = "/agents/vanity/slug?slug=" + w
    a = s.me("GET", q).json["verdict"]; agent(s, byname=w)
    return (a, s.me("GET", q).json["verdict"]) == ("free", "taken")
@probe
def upsell_not_stored(s):
    a = agent(s)["workerRef"]; p = s.me("POST", f"/agents/{a}/upsell-description").json["salesPitch"]
    return p and s.me("GET", "/agents/" + a).json["salesPitch"] == p
@probe
def clone_writes_through(s):
    a = agent(s)["workerRef"]; c = s.me("POST", f"/chats/{a}/clone").json["workerRef"]
    s.me("PATCH", "/chats/" + c, {"openingLines": "Other"})
    return s.me("GET", "/chats/" + a).json["openingLines"] == "Be brief." and s.me("GET", "/chats/" + c).json["openingLines"] == "Other"
@probe
def positions_half_applied(s):
    a, f = threefiles(s)
    r = s.me("PUT", f"/agents/{a}/files/positions", {"order": [{"leafId": f[0], "rank": 50}, {"leafId": str(uuid.uuid4()), "rank": 1}]})
    return r.status == 404 and order(s, a) == f
@probe
def og_tells_private(s): w = words(); a = agent(s, exposure="private", openingLines="Secret " + w); return w not in s.http("GET", f"/me/chats/{a['workerRef']}/og").text
@probe
def credits_use_lost_update(s):
    n = lambda: float(s.me("GET", "/credits").json["acorns"])
    a = n(); both(lambda: s.me("POST", "/credits/use"), lambda: s.me("POST", "/credits/use"))
    return a - n() == 2
@probe
def summary_earnings_truncated(s):
    def ok(p):
        q = "" if p is None else f"?period={p}"
        m, e, h = s.me("GET", "/monetization/summary" + q).json, s.me("GET", "/monetization/earnings" + q).json, s.me("GET", "/monetization/subscribers" + q).json
        n = p or 28
        return len(e["days"]) == len(h["days"]) == n and round(sum(float(d["takings"]) for d in e["days"]) * 100) == round(float(m["takings"]) * 100) == round(float(e["takings"]) * 100) and sum(int(d["heads"]) for d in h["days"]) == int(m["heads"])
    return all(ok(p) for p in (None, 1, 2, 7, 28, 29, 365))
def bundle(s, *tools):
    b = s.me("POST", "/bundles").json["satchelNo"]
    for t in tools: assert s.me("POST", f"/bundles/{b}/tools", {"toolRef": t}).status == 200
    return b
def kit(s, b): return [t["toolRef"] for t in s.me("GET", f"/bundles/{b}/tools").json]
@probe
def bundle_put_empties_kit(s): b = bundle(s, "21.adder"); s.me("PUT", f"/bundles/{b}", {"caption": "x"}); return kit(s, b) == ["21.adder"]
@probe
def bundle_tool_leaves_all(s):
    a, b = bundle(s, "21.adder"), bundle(s, "21.adder"); s.me("DELETE", f"/bundles/{a}/tools/21.adder")
    return kit(s, a) == [] and kit(s, b) == ["21.adder"]
def alarm(s, **kw):
    r = s.me("POST", "/schedules", {"workerRef": A + "001", "rhythm": s.fx["cron"], **kw}); assert r.status == 200, r; return r.json["alarmId"]
@probe
def schedule_put_not_stored(s):
    i = alarm(s); s.me("PUT", "/schedules/" + i, {"rhythm": "1 2 3 4 5"}); g = s.me("GET", "/schedules/" + i).json
    return g["rhythm"] == "1 2 3 4 5" and g["workerRef"] == A + "001"
@probe
def schedule_delete_foreign(s): i = alarm(s); s.me("DELETE", "/schedules/" + i, who="other"); return s.me("GET", "/schedules/" + i).status == 200
@probe
def user_tools_uninstall_noop(s):
    t = "22.rounder"; assert s.me("POST", "/user-tools", {"toolRef": t}).status == 200
    there = t in [x["toolRef"] for x in s.me("GET", "/user-tools").json]; s.me("DELETE", "/user-tools/" + t)
    return there and s.me("GET", "/user-tools/" + t).status == 404 and t not in [x["toolRef"] for x in s.me("GET", "/user-tools").json]
@probe
def vip_race_redeems_twice(s):
    r = both(*[lambda: s.me("POST", "/vip", {"watchword": "ELM-DRIFT-2031"}, "other").status] * 2)
    return sorted(r) == [200, 400]
@probe
def me_first_caller(s): return [s.me("GET", "/", who=w).json["handle"] for w in ("main", "other", "sand")] == ["rowan", "hazel", "sprout"]
@probe
def jwt_alg_none(s): return s.http("GET", "/me/agents", forge(s.jwt["main"], True)).status == 401
@probe
def notifier_chats_shared(s):
    c = s.note("CREATE_CHAT", "other", email=words() + "@x.example")["iden"]
    return c not in json.dumps(s.note("LIST_CHATS")) and c in json.dumps(s.note("LIST_CHATS", "other"))
@probe
def notifier_device_update_resets(s):
    d = s.note("CREATE_DEVICE", model="M", nickname="N", app_version=3, manufacturer="F", icon="phone", has_sms=True)
    u = s.note("UPDATE_DEVICE", iden=d["iden"], nickname="N2")
    return u == {**d, "nickname": "N2", "modified": u["modified"]} and u in s.note("LIST_DEVICES")["devices"]
@probe
def notifier_mute_toggles(s):
    c = s.note("CREATE_CHAT", email=words() + "@x.example")["iden"]
    return [s.note("UPDATE_CHAT", iden=c, muted=m)["muted"] for m in (True, True, False, False)] == [True, True, False, False]

# ---- the walk through everything ------------------------------------------------------------------------------------
def walk(s):
    n = [0]
    def eq(got, want, what=""):
        n[0] += 1
        assert got == want, (what, got, want)
    def st(r, code): n[0] += 1; assert r.status == code, (code, r); return r
    NO = str(uuid.uuid4())
    # credentials, for every operation
    for path, ms in s.doc["paths"].items():
        for m, op in ms.items():
            p = re.sub(r"\{(log_id|api_key_id|bundle_id)\}", "1", re.sub(r"\{(?!log_id|api_key_id|bundle_id)\w+\}", NO, path))
            if op["security"]:
                r = s.http(m.upper(), p)
                eq(r.status, 401 if "/tools/run/" in p or p.startswith("/burrow") else 403, m + p)
                eq(s.http(m.upper(), p, forge(s.jwt["main"])).status, 401, p)
                if p.startswith("/me"): eq(s.http(m.upper(), p, s.key["main"]).status, 401, p)
            elif "webhook" not in p: assert s.http(m.upper(), p).status not in (401, 500), p
            # every documented parameter is checked
            for q in op.get("parameters", []):
                if q["in"] == "path" and (q["schema"].get("format") == "uuid" or q["schema"].get("type") == "integer"):
                    bad = p.replace(NO, "zz") if q["schema"].get("format") else p.replace("/1", "/1.5")
                    eq(s.http(m.upper(), bad, s.key["main"] if p.startswith("/burrow") else s.jwt["main"]).status, 422, bad)
                if q["in"] == "query" and q["required"]: eq(s.http(m.upper(), p, s.jwt["main"]).status, 422, p)
            if op.get("requestBody", {}).get("required") and "webhook" not in p:
                tok = s.key["main"] if p.startswith("/burrow") else s.jwt["main"]
                for raw in (None, b"", b"{", b"[]", b"7", b"null", b"{}x"): eq(s.http(m.upper(), p, tok, raw=raw).status, 422, (m, p, raw))
                sch = op["requestBody"]["content"]["application/json"]["schema"]
                if "$ref" in sch:
                    sch = s.doc["components"]["schemas"][sch["$ref"].split("/")[-1]]
                    for f, fs in sch["properties"].items():
                        if fs: eq(s.http(m.upper(), p, tok, {f: {"no": 1}} if fs.get("type") != "object" else {f: 1}).status, 422, (m, p, f))
    # workers
    eq(s.worker("POST", NO, "x").status, 404); eq(s.worker("POST", B + "003", "x").status, 403); eq(s.worker("POST", B + "001", "x").status, 402); st(s.worker("POST", B + "004", "x"), 201); st(s.worker("POST", B + "002", "x"), 201)
    run, r = s.start("Hi"); st(s.worker("GET", f"{B}002/{run}"), 404); st(s.worker("GET", f"{A}001/{NO}"), 404); st(s.worker("PUT", f"{A}001/{NO}", "x"), 404)
    assert UUID.match(run) and len(r.pieces) > 3 and "x-service-job-id" not in r.headers
    st(s.http("PUT", f"/burrow/{A}001/{run}", s.key["main"], {"message": 4}), 422); st(s.http("POST", f"/burrow/{A}001", s.key["main"], {"message": None}), 422); st(s.http("POST", f"/burrow/{A}001", s.key["main"]), 201)
    r2 = st(s.worker("PUT", f"ndjson/{A}001/{run}", "more"), 202); eq(r2.headers["x-service-run-id"], run); eq(say(r2), s.history(run).json[-1]["content"])
    eq([m["content"] for m in s.history(run).json if m["role"] == "user"], ["Hi", "more"])
    run, r = s.start(s.fx["toolCallMessage"]["message"], nd=True); eq(say(r), s.history(run).json[-1]["content"])
    eq(s.me("GET", f"/agent-runs/{run}/mcp-server-logs").json[0]["tool"], "tide_reader"); assert s.me("GET", f"/agent-runs/{run}/logs").json
    eq(s.me("GET", f"/agent-runs/{run}").json["runRef"], run); st(s.me("GET", f"/agent-runs/{run}", who="other"), 404); eq(s.me("GET", f"/agent-runs/{run}/logs", who="other").json, [])
    # a client that goes away loses nothing
    sk = socket.create_connection(("127.0.0.1", s.port)); body = json.dumps({"message": s.fx["slowMessage"]})
    sk.sendall(f"POST /burrow/{A}001 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {s.key['main']}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
    got = sk.recv(2000).decode(); run = re.search(r"(?i)run-id: (\S+)", got).group(1); sk.close(); time.sleep(2.4); eq(len(s.history(run).json), 2)
    run = jobrun(s); eq(s.me("GET", f"/agent-runs/{run}").json["toiling"], True); assert idle(s, run); st(s.worker("PUT", f"{A}001/{run}", "and?"), 202)
    # queries
    for q in ("limit=0", "limit=x", "next_cursor=soon"): st(s.me("GET", "/agent-runs?" + q), 422); st(s.me("GET", "/executions?" + q), 422)
    st(s.me("GET", "/agent-runs?next_cursor="), 200); st(s.me("GET", "/agent-runs?next_cursor=2020-01-01T00:00:00Z&limit=1000"), 200)
    for q in ("q=", "limit=3", "q=a&limit=0", "q=a&limit=201", "q=a&min_score=1.01", "q=a&min_score=-0.1", "q=a&min_score=x"): st(s.me("GET", "/tools/search?" + q), 422)
    eq(len(s.me("GET", "/tools/search?q=tide&min_score=0").json), 20); eq(len(s.me("GET", "/tools/search?q=tide&min_score=0&limit=200").json), 27); eq(s.me("GET", "/tools/search?q=tide_reader").json[0]["name"], "tide_reader")
    assert all(t["_meta"]["ash/box"] == "words" for t in s.me("GET", "/tools/search?q=text&toolkit=words").json); eq(s.me("GET", "/tools/search?q=zzqx").json, []); eq(s.me("GET", "/tools/search?q=tide&toolkit=nope").json, [])
    # executions
    execs(s); e = pages(s, "/executions", "entries", 1000)[-1]; eq(s.me("GET", f"/executions/{e['entryNo']}").json, e); st(s.me("GET", f"/executions/{e['entryNo']}", who="other"), 404); st(s.me("GET", "/executions/1"), 404)
    # subscriptions
    b = {"returnTo": "https://x.example"}
    st(s.me("POST", f"/agents/{B}002/subscribe", b), 400); st(s.me("POST", f"/agents/{NO}/subscribe", b), 404); st(s.me("POST", "/agents/nobody/subscribe", b), 404)
    c = st(s.me("POST", f"/agents/{B}001/subscribe", b), 200).json; st(s.me("GET", f"/subscriptions/{B}001"), 404)
    before = s.me("GET", "/monetization/summary?period=1", who="other").json
    def hook(ev):
        raw = json.dumps(ev).encode() if not isinstance(ev, bytes) else ev
        return s.http("POST", "/me/payments/webhook", raw=raw, headers={"X-Tollgate-Seal": base64.b64encode(hmac.new(s.fx["webhook"]["secret"].encode(), raw, hashlib.sha256).digest()).decode()})
    ev = {"id": words(), "type": "checkout.settled", "data": {"checkoutKey": c["checkoutKey"]}}
    st(hook(ev), 200); st(hook(ev), 200); st(s.me("GET", f"/subscriptions/{B}001"), 200); st(s.me("POST", f"/agents/{B}001/subscribe", b), 402); st(s.worker("POST", B + "001", "x"), 201)
    after = s.me("GET", "/monetization/summary?period=1", who="other").json; eq(float(after["takings"]) - float(before["takings"]), 4.9)
    st(s.me("POST", f"/agents/{B}005/unsubscribe"), 200); st(s.me("POST", f"/agents/{B}005/unsubscribe"), 400); st(s.me("POST", f"/agents/{NO}/unsubscribe"), 404); st(s.me("POST", f"/agents/{B}005/subscribe", b), 200); st(s.me("POST", f"/agents/{B}002/unsubscribe"), 400)
    eq({p["workerRef"] for p in s.me("GET", "/subscriptions").json["pledges"]}, {B + "001", B + "004", B + "005"}); eq(s.me("GET", f"/subscriptions/{B}004").json["standing"], "current"); eq(s.me("GET", "/subscriptions", who="other").json["pledges"], [])
    w = s.fx["webhook"]; st(s.http("POST", "/me/payments/webhook", raw=w["body"].encode(), headers={w["signatureHeader"]: w["validSignature"]}), 200)
    st(s.http("POST", "/me/payments/webhook", raw=w["body"].encode() + b" ", headers={w["signatureHeader"]: w["validSignature"]}), 400)
    for raw in (b"{", b"[]", b'{"id":"x"}', b"", b'"x"'): st(hook(raw), 400)
    p = st(s.me("POST", "/payments/sessions", {"pack": "twig"}), 200).json; a0 = float(s.me("GET", "/credits").json["acorns"]); hook({"id": words(), "type": "checkout.settled", "data": {"checkoutKey": p["sessionKey"]}}); eq(float(s.me("GET", "/credits").json["acorns"]), a0 + 50); st(s.me("POST", "/payments/sessions", {"pack": "log"}), 422)
    st(s.me("GET", "/billing"), 200)
    # studio
    t = thread(s, exposure="public", threadKey=words()); k = "/agent-studio-chats/" + t["threadKey"]
    eq(s.me("GET", k, who=None).json, t); eq(thread(s, heading="Z", threadKey=t["threadKey"]), t); st(s.me("POST", "/agent-studio-chats", {"heading": "Z", "threadKey": t["threadKey"]}, "other"), 409)
    eq(s.me("PATCH", k, {"jotting": "j"}).json, {**t, "jotting": "j"}); st(s.me("PATCH", k, {"jotting": "x"}, "other"), 403); st(s.me("PUT", k, {"heading": "x"}, "other"), 403); st(s.me("DELETE", k, who="other"), 403)
    c = st(s.me("POST", k + "/clone", who="sand"), 201).json; eq((c["keeper"], c["exposure"], c["heading"]), ("sprout", "public", "H"))
    u = s.me("PUT", k, {"heading": "New"}).json; eq((u["heading"], u["exposure"], u["jotting"]), ("New", "private", None)); st(s.me("GET", k, who=None), 403); st(s.me("GET", k, who="other"), 403); st(s.me("GET", k), 200); st(s.me("POST", k + "/clone", who="other"), 400)
    for m in ("PUT", "PATCH"): st(s.me(m, "/agent-studio-chats/" + c["threadKey"], {"heading": "x", "exposure": "private"}, "sand"), 400)
    st(s.me("POST", "/agent-studio-chats", {"heading": "x", "exposure": "private"}, "sand"), 400); eq(thread(s, "sand")["exposure"], "public")
    st(s.me("DELETE", k), 200); st(s.me("DELETE", k), 404); st(s.me("PATCH", k, {}), 404); st(s.me("PUT", k, {"heading": "x"}), 404); st(s.me("POST", k + "/clone"), 404); st(s.me("GET", "/agent-studio-chats/none"), 404)
    # agents and chats
    w = words(); a = agent(s, byname=w, label="L", monthlyFee="1.50", salesPitch="buy"); i = a["workerRef"]
    st(s.me("POST", "/agents", {"openingLines": "x", "byname": w.upper()}), 400); st(s.me("POST", "/agents", {"openingLines": "x", "workerRef": NO}), 404); st(s.me("POST", "/agents", {"openingLines": "x", "workerRef": i}, "other"), 403)
    u = s.me("POST", "/agents", {"openingLines": "y", "workerRef": i}).json; eq((u["workerRef"], u["openingLines"], u["exposure"], u["byname"], u["monthlyFee"], u["plantedAt"]), (i, "y", "private", None, None, a["plantedAt"]))
    for q in ("/agents/", "/chats/"): st(s.me("GET", q + i, who=None), 403); st(s.me("GET", q + i, who="other"), 403); st(s.me("GET", q + i), 200); st(s.me("GET", q + NO, who=None), 404); st(s.me("GET", q + "word", who=None), 404); assert i in [x["workerRef"] for x in s.me("GET", q[:-1]).json]
    st(s.me("PATCH", "/chats/" + i, {"exposure": "public", "byname": w}), 200); st(s.me("GET", "/chats/" + i, who=None), 200); st(s.me("PATCH", "/chats/" + i, {"openingLines": ""}), 400); st(s.me("PATCH", "/chats/" + i, {"exposure": "hidden"}), 422)
    eq(s.me("PATCH", "/chats/" + i, {}).json["byname"], w)
    st(s.me("PATCH", "/chats/" + i, {}, "other"), 403); st(s.me("PUT", "/chats/" + i, {"openingLines": "x"}, "other"), 403); st(s.me("DELETE", "/chats/" + i, who="other"), 403); st(s.me("PATCH", "/chats/" + NO, {}), 404); st(s.me("PUT", "/chats/" + NO, {"openingLines": "x"}), 404); st(s.me("DELETE", "/chats/" + NO), 404)
    sa = agent(s, "sand")["workerRef"]
    eq(st(s.me("POST", "/chats", {"openingLines": "x"}, "sand"), 200).json["exposure"], "public"); eq(st(s.me("POST", "/chats", {"openingLines": "x"}), 200).json["exposure"], "private"); st(s.me("POST", "/chats", {}), 400)
    for m, q, bd in (("POST", "/agents", {"openingLines": "x"}), ("POST", "/chats", {"openingLines": "x"}), ("PUT", "/chats/" + sa, {"openingLines": "x"}), ("PATCH", "/chats/" + sa, {}), ("POST", f"/chats/{i}/clone", {})): st(s.me(m, q, {**bd, "exposure": "private"}, "sand"), 400)
    c = st(s.me("POST", f"/chats/{i}/clone", who="other"), 200).json; eq((c["keeper"], c["openingLines"], c["exposure"], c["byname"]), ("hazel", "y", "private", None)); eq(s.me("POST", f"/chats/{i}/clone", {"openingLines": "mine", "exposure": "public"}, "other").json["openingLines"], "mine"); eq(s.me("POST", f"/chats/{i}/clone", who="sand").json["exposure"], "public"); st(s.me("POST", f"/chats/{i}/clone", raw=b"null"), 200)
    st(s.me("POST", f"/chats/{B}003/clone"), 403); st(s.me("POST", f"/chats/{NO}/clone"), 404); st(s.me("POST", f"/chats/{i}/clone", raw=b"[]"), 422)
    eq(s.me("POST", f"/chats/{i}/feedback", {"verdict": "up"}, "other").json["applause"], "1"); st(s.me("POST", f"/chats/{NO}/feedback", {"verdict": "up"}), 404); st(s.me("POST", f"/chats/{B}003/feedback", {"verdict": "up"}), 404); st(s.me("POST", f"/chats/{i}/feedback", {"verdict": "meh"}), 422)
    l = st(s.me("POST", f"/chats/{i}/runs"), 200).json; eq(s.me("GET", f"/agent-runs/{l['runRef']}/logs").json, [l]); eq(s.history(l["runRef"], i).json, []); st(s.me("POST", f"/chats/{B}003/runs"), 403); st(s.me("POST", f"/chats/{NO}/runs"), 404)
    assert "y" in s.http("GET", f"/me/chats/{i}/og").text; eq(s.http("GET", f"/me/chats/{NO}/og").json, s.http("GET", f"/me/chats/{B}003/og").json)
    g = st(s.http("POST", "/me/agents/vanity/slug", None, {"about": "Über " + w}), 200).json; eq(s.me("GET", "/agents/vanity/slug?slug=" + g).json["verdict"], "free"); agent(s, byname=g); assert s.http("POST", "/me/agents/vanity/slug", None, {"about": "Über " + w}).json != g
    st(s.me("POST", f"/agents/{B}002/upsell-description"), 404); st(s.me("POST", f"/agents/{NO}/upsell-description"), 404)
    sv = [x["service_name"] for x in s.http("GET", "/me/vibe/services").json["workshops"]]; eq(len(sv), 3)
    for x in sv: assert i in st(s.me("GET", f"/agents/{i}/vibe?service_name={x}"), 200).json["brief"]
    st(s.me("GET", f"/agents/{i}/vibe?service_name=ms-word"), 422); st(s.me("GET", f"/agents/{NO}/vibe?service_name=bolt"), 404); st(s.me("GET", f"/agents/{B}003/vibe?service_name=bolt"), 403)
    q = f"/agents/{i}/customizations/theme"; eq(s.me("GET", q).json, None); eq(s.me("PUT", q, {"tint": "#A1b2C3"}).json["tint"], "#A1b2C3"); eq(s.me("GET", q).json["tint"], "#A1b2C3"); st(s.me("PUT", q, {"tint": "#A1b2C"}), 400); st(s.me("PUT", q, {"tint": "#000000"}, "other"), 403); st(s.me("GET", f"/agents/{B}003/customizations/theme"), 403); st(s.me("GET", f"/agents/{NO}/customizations/theme"), 404); st(s.me("PUT", f"/agents/{NO}/customizations/theme", {"tint": "#000000"}), 404); eq(s.me("GET", q).json["tint"], "#A1b2C3")
    # files
    a, f = threefiles(s); q = f"/agents/{a}/files"
    eq(order(s, a), f); x = s.me("PATCH", f"{q}/{f[0]}", {"caption": "né"}).json; eq((x["caption"], x["text"], x["rank"]), ("né", "t", 1)); eq(s.me("GET", f"{q}/{f[0]}").json, x)
    for m, p2, bd in (("GET", q, None), ("POST", q, sandfile()), ("GET", f"{q}/{f[0]}", None), ("PATCH", f"{q}/{f[0]}", {}), ("DELETE", f"{q}/{f[0]}", None), ("PUT", q + "/positions", {"order": []})):
        st(s.me(m, p2, bd, "other"), 403); st(s.me(m, p2.replace(a, NO), bd), 404)
        if f[0] in p2: st(s.me(m, p2.replace(f[0], NO), bd), 404); st(s.me(m, p2.replace(a, i), bd), 404)
    st(s.me("PUT", q + "/positions", {"order": [{"leafId": f[0], "rank": 1}, {"leafId": f[0], "rank": 2}]}), 422); st(s.me("POST", q, {"caption": "", "text": "x"}), 422); st(s.me("POST", q, {"caption": "c", "text": "x", "rank": -1}), 422)
    st(s.me("DELETE", f"{q}/{f[1]}"), 204); eq(order(s, a), [f[0], f[2]]); st(s.me("DELETE", f"{q}/{f[1]}"), 404)
    # deletion takes the schedules with it and frees the name
    h = alarm(s, workerRef=i); st(s.me("DELETE", "/chats/" + i), 200); st(s.me("GET", "/schedules/" + h), 404); st(s.me("GET", "/agents/" + i), 404); eq(s.me("GET", "/agents/vanity/slug?slug=" + w).json["verdict"], "free"); assert i not in s.me("GET", "/agents").text; st(s.me("POST", "/schedules", {"workerRef": i, "rhythm": "* * * * *"}), 403)
    # keys
    k = st(s.me("POST", "/api-keys", {"tag": "new"}), 200).json; kk = f"/api-keys/{k['keyNo']}"; eq(s.me("GET", kk).json, k); st(s.me("GET", kk, who="other"), 404); st(s.me("DELETE", kk, who="other"), 404); r = st(s.me("DELETE", kk), 200); assert k["secret"] not in r.text; st(s.me("GET", kk), 404); st(s.me("DELETE", kk), 404); eq(k["crowned"], False)
    st(s.me("GET", "/credits", who="sand"), 200); c0 = float(s.me("GET", "/credits").json["acorns"]); eq(float(s.me("POST", "/credits/use").json["acorns"]), c0 - 1)
    for _ in range(12): st(s.me("POST", "/credits/use", who="sand"), 200)
    st(s.me("POST", "/credits/use", who="sand"), 404); eq(s.me("GET", "/credits", who="sand").json["acorns"], "0.00")
    # bundles
    b = bundle(s, "21.adder", "21.adder", "07.tide-reader"); q = f"/bundles/{b}"; eq(kit(s, b), ["21.adder", "07.tide-reader"]); eq(s.me("GET", q).json["kit"], [{"toolRef": "21.adder"}, {"toolRef": "07.tide-reader"}])
    st(s.me("GET", q, who="other"), 404); st(s.me("PUT", q, {"caption": "x"}, "other"), 409); st(s.me("DELETE", q, who="other"), 404); eq(s.me("GET", q + "/tools", who="other").json, []); st(s.me("POST", q + "/tools", {"toolRef": "21.adder"}, "other"), 404); st(s.me("DELETE", q + "/tools/21.adder", who="other"), 404)
    eq(s.me("PUT", q, {"caption": "Größe"}).json["caption"], "Größe"); st(s.me("POST", q + "/tools", {"toolRef": "none"}), 404); st(s.me("DELETE", q + "/tools/22.rounder"), 404); st(s.me("DELETE", q), 200); st(s.me("GET", q), 404); st(s.me("PUT", q, {"caption": "x"}), 409); assert b not in [x["satchelNo"] for x in s.me("GET", "/bundles").json]
    # cli
    h = s.http("POST", "/me/cli-auth").json["handshake"]; st(s.me("PUT", "/cli-auth/" + h, {"passport": s.jwt["other"]}), 403); st(s.me("PUT", "/cli-auth/" + h, {"passport": s.jwt["main"]}), 200); st(s.me("PUT", "/cli-auth/" + h, {"passport": s.jwt["other"]}, "other"), 403); st(s.me("PUT", "/cli-auth/" + NO, {"passport": "x"}), 404); st(s.http("GET", "/me/cli-auth/" + NO), 404)
    eq(sorted(str(x) for x in both(*[lambda: s.http("GET", "/me/cli-auth/" + h).json] * 2)), sorted(["None", s.jwt["main"]]))
    # schedules
    h = alarm(s, note="n"); q = "/schedules/" + h; assert h in [x["alarmId"] for x in s.me("GET", "/schedules").json["alarms"]]; assert h not in s.me("GET", "/schedules", who="other").text
    st(s.me("GET", q, who="other"), 404); st(s.me("PUT", q, {"rhythm": "1 1 * * *"}, "other"), 404); st(s.me("PUT", q, {"workerRef": B + "002"}), 403); st(s.me("PUT", q, {"rhythm": "often"}), 400); eq(s.me("PUT", q, {"note": "m"}).json["rhythm"], s.fx["cron"]); st(s.me("POST", "/schedules", {"workerRef": A + "001", "rhythm": "often"}), 400); st(s.me("POST", "/schedules", {"workerRef": A + "001"}), 422)
    st(s.me("DELETE", q), 200); st(s.me("GET", q), 404); st(s.me("DELETE", q), 404); st(s.me("GET", "/schedules/onboarding"), 200)
    for t, c in (("0 9 * * 1", "0 9 * * 1"), ("every day at 9am", "0 9 * * *"), ("every monday at 17:30", "30 17 * * 1"), ("every 5 minutes", "*/5 * * * *"), ("*/10 8-18 * * MON-FRI", "*/10 8-18 * * MON-FRI"), ("@daily", "0 0 * * *")): eq(s.me("GET", "/schedules/text-to-cron?cron=" + urllib.parse.quote(t)).json["rhythm"], c)
    # tools
    ts = s.me("GET", "/tools/list").json; eq(len(ts), 27); assert all({"name", "description", "inputSchema"} <= set(t) for t in ts); eq(sum(t["name"].startswith("NOTIFIER_") for t in ts), 15)
    for t in s.http("GET", "/me/tools").json: eq(s.http("GET", "/me/tools/" + t["toolRef"]).json, t)
    st(s.http("GET", "/me/tools/none"), 404); st(s.tool("none", {}), 404); eq(s.tool("add_numbers", {"a": 0.1, "b": 0.2}).json["yield"]["sum"], "0.3"); st(s.me("POST", "/tools/run/add_numbers", raw=b"[1]"), 422); st(s.tool("tide_reader", s.fx["tool"]["input"], q="?service_id=default&service_id_namespace=global"), 200); st(s.http("POST", "/me/tools/run/add_numbers", None, {"a": 1, "b": 1}), 401)
    for x in s.me("GET", "/toolsets/list").json: eq(len(s.me("GET", "/toolsets/" + x["boxName"]).json["contents"]), int(x["tally"]))
    st(s.me("GET", "/toolsets/none"), 404)
    st(s.me("POST", "/user-tools", {"toolRef": "21.adder"}), 200); st(s.me("POST", "/user-tools", {"toolRef": "21.adder"}), 409); st(s.me("POST", "/user-tools", {"toolRef": "none"}), 409); st(s.me("GET", "/user-tools/21.adder"), 200); st(s.me("GET", "/user-tools/21.adder", who="other"), 404); st(s.me("DELETE", "/user-tools/21.adder", who="other"), 404); st(s.me("DELETE", "/user-tools/21.adder"), 200); st(s.me("DELETE", "/user-tools/21.adder"), 404)
    # VIP, user
    v = int(s.me("GET", "/vip").json["tally"]); st(s.me("POST", "/vip", {"watchword": s.fx["vipCode"]}), 200); st(s.me("POST", "/vip", {"watchword": s.fx["vipCode"]}), 400); st(s.me("POST", "/vip", {"watchword": "none"}), 400); eq(int(s.me("GET", "/vip").json["tally"]), v + 1); st(s.me("POST", "/vip", {"watchword": s.fx["vipCode"]}, "other"), 200)
    eq(s.http("GET", "/me", s.jwt["sand"]).json["standing"], "sandbox")
    # notifier
    dev = s.note("CREATE_DEVICE", model="M", nickname="N", app_version=0, manufacturer="F")["iden"]
    for bad in ({"model": "M"}, {"model": "M", "nickname": "N", "app_version": -1, "manufacturer": "F"}, {"model": "M", "nickname": "N", "app_version": "1", "manufacturer": "F"}, {"model": "M", "nickname": "N", "app_version": 1.5, "manufacturer": "F"}): st(s.tool("NOTIFIER_CREATE_DEVICE", bad), 400)
    p1 = s.note("CREATE_PUSH", type="link", url="https://x.example", device_iden=dev); p2 = s.note("CREATE_PUSH", type="file", file_url="u", file_name="n", file_type="text/plain"); p3 = s.note("CREATE_PUSH", type="note", title="t")
    for bad in ({"type": "file", "file_url": "u", "file_name": "n"}, {"type": "list"}, {}, {"type": "note", "device_iden": "nope"}): st(s.tool("NOTIFIER_CREATE_PUSH", bad), 400)
    for op in ("LIST_PUSHES", "LIST_CHATS"):
        for bad in ({"limit": 501}, {"limit": 0}, {"limit": "5"}, {"cursor": "zz"}, {"cursor": 5}): st(s.tool("NOTIFIER_" + op, bad), 400)
        st(s.tool("NOTIFIER_" + op, {"limit": 500}), 200)
    ids, cur = [], None
    while True:
        l = s.note("LIST_PUSHES", limit=2, **({"cursor": cur} if cur else {})); ids += [x["iden"] for x in l["pushes"]]; cur = l["cursor"]
        if not cur: break
    eq(ids, [x["iden"] for x in s.note("LIST_PUSHES")["pushes"]]); eq([x["iden"] for x in s.note("LIST_PUSHES", modified_after=p2["modified"])["pushes"]], [p3["iden"]])
    u = s.note("UPDATE_PUSH", iden=p3["iden"], items=[{"text": "a", "checked": True}], dismissed=True); eq((u["items"], u["dismissed"], u["title"]), ([{"text": "a", "checked": True}], True, "t")); st(s.tool("NOTIFIER_UPDATE_PUSH", {"iden": p3["iden"], "items": [{"text": "a"}]}), 400); st(s.tool("NOTIFIER_UPDATE_PUSH", {"iden": "no"}), 400)
    s.note("DELETE_ALL_PUSHES"); p4 = s.note("CREATE_PUSH", type="note", body="kept"); time.sleep(0.5); eq([x["iden"] for x in s.note("LIST_PUSHES", active=True)["pushes"]], [p4["iden"]])
    s.note("DELETE_DEVICE", device_iden=dev); st(s.tool("NOTIFIER_DELETE_DEVICE", {"device_iden": dev}), 400); assert dev not in json.dumps(s.note("LIST_DEVICES"))
    c = s.note("CREATE_CHAT", email="Ann@x.example")["iden"]; eq(s.note("CREATE_CHAT", email="ann@x.example")["iden"], c); st(s.tool("NOTIFIER_UPDATE_CHAT", {"iden": c, "muted": "yes"}), 400); st(s.tool("NOTIFIER_UPDATE_CHAT", {"iden": c, "muted": True}, "other"), 400); s.note("DELETE_CHAT", iden=c); st(s.tool("NOTIFIER_DELETE_CHAT", {"iden": c}), 400); st(s.tool("NOTIFIER_CREATE_CHAT", {"email": "no"}), 400)
    assert "upload_url" in s.note("UPLOAD_REQUEST", file_name="a b.txt", file_type="text/plain"); st(s.tool("NOTIFIER_UPLOAD_REQUEST", {"file_name": "a"}), 400); eq(s.note("GET_USER")["name"], "rowan")
    st(s.tool("NOTIFIER_GET_USER", {}, q="?service_id=x"), 400); st(s.http("GET", "/nowhere"), 404)
    # many at once lose nothing
    a = agent(s)["workerRef"]; res = []
    th = [threading.Thread(target=lambda: res.append(s.me("POST", f"/agents/{a}/files", sandfile()).status)) for _ in range(12)]; [t.start() for t in th]; [t.join() for t in th]; eq(sorted(res), [201] * 6 + [400] * 6); eq(len(order(s, a)), 6); eq(len({x["rank"] for x in s.me("GET", f"/agents/{a}/files").json["leaves"]}), 6)
    return n[0]

def main():
    faults = json.load(open(os.path.join(HERE, "faults.json")))
    only = sys.argv[1:]
    assert {f["id"] for f in faults} == set(P), {f["id"] for f in faults} ^ set(P)
    failed = []
    s = Server()
    try:
        print(f"started in {s.took:.2f} s")
        s.doc = s.http("GET", "/docs/openapi.json").json
        if not only:
            t = time.time(); n = walk(s)
            ops = [m.upper() + " " + p for p in s.doc["paths"] for m in s.doc["paths"][p]]
            print(f"walk: {n} checks in {time.time()-t:.1f} s; {len(s.seen)} of {len(ops)} operations", sorted(set(ops) - s.seen))
        for f in faults:
            if only and f["id"] not in only: continue
            try: ok = P[f["id"]](s)
            except Exception as e: ok = False; print(repr(e)[:300])
            if not ok: failed.append(f["id"]); print("WRONG without fault:", f["id"])
        for b in sorted(set(s.broken)): failed.append(b); print("OpenAPI:", b)
        t = time.time(); s.stop()
        if time.time() - t > 3: failed.append("slow end")
    except Exception:
        print(s.broken[:5]); raise
    finally:
        if s.proc.poll() is None: s.proc.kill()
    for f in faults:
        if only and f["id"] not in only: continue
        s = Server(f["id"])
        try:
            try: ok = P[f["id"]](s)
            except Exception as e: ok = None; print("  exception with fault", f["id"], repr(e)[:200])
            if ok: failed.append(f["id"]); print("NOT SEEN:", f["id"])
        finally: s.stop()
    print("all passed" if not failed else f"{len(failed)} failed: {failed}", "-", len([f for f in faults if not only or f["id"] in only]), "faults")
    sys.exit(bool(failed))
if __name__ == "__main__": main()
