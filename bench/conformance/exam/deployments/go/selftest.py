#!/usr/bin/env python3
"""Starts the deployment and walks through all of its operations.

selftest.py            without a fault: every check has to hold
selftest.py FAULT...   with each of these faults: some check has to fail
selftest.py --faults   the same with every fault of faults.json
"""
import base64, http.client, json, os, re, socket, subprocess, sys, threading, time, uuid
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(os.path.join(HERE, "config.json")))
CR, FX = CFG["credentials"], CFG["fixtures"]
J1, J2, J3, K1, K2 = CR["jwt"], CR["otherJwt"], CR["sandboxJwt"], CR["apiKey"], CR["otherApiKey"]
A1, PRIV = FX["agentId"], FX["privateAgentId"]
RUNID, JOB = "x-service-run-id", "x-service-job-id"


class Answer:
    def __init__(self, status, headers, raw):
        self.status, self.raw = status, raw
        self.headers = {k.lower(): v for k, v in headers}
        self.text = raw.decode("utf-8", "replace")
        try:
            self.json = json.loads(raw)
        except ValueError:
            self.json = None

    def __getitem__(self, key):
        try:
            return self.json[key]
        except (TypeError, KeyError, IndexError):
            return None


class Walk:
    def __init__(self, port):
        self.port, self.failed, self.count, self.spec, self.seen = port, [], 0, None, set()
        self.lock = threading.Lock()

    def check(self, label, ok):
        self.count += 1
        if not ok:
            self.failed.append(label)

    def call(self, method, path, token=None, body=None, headers=None, raw=None, api="/api"):
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        h = dict(headers or {})
        if token:
            h["Authorization"] = "Bearer " + token
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        if data is not None:
            h.setdefault("Content-Type", "application/json")
        conn.request(method, api + path, data, h)
        r = conn.getresponse()
        a = Answer(r.status, r.getheaders(), r.read())
        conn.close()
        if self.spec and api != "":
            with self.lock:
                self.conforms(method, path.split("?")[0], a, api)
        return a

    def me(self, method, path, body=None, token=J1, **more):
        return self.call(method, "/me" + path, token, body, **more)

    def say(self, agent, message, run=None, key=K1, form="", raw=None):
        return self.call("PUT" if run else "POST", form + "/" + agent + ("/" + run if run else ""), key,
                         {"message": message}, raw=raw, api="/workers")

    def read(self, agent, run, key=K1):
        return self.call("GET", f"/{agent}/{run}", key, api="/workers")

    def conforms(self, method, path, a, api):
        """Every answer must be one that the OpenAPI document describes."""
        if a.status in (405,):
            return
        best = None
        for template, item in self.spec["paths"].items():
            if (api == "/workers") == template.startswith("/me") or method.lower() not in item:
                continue
            if re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)), path):
                if best is None or template.count("{") < best.count("{"):
                    best = template
        if best is None:
            return self.check(f"openapi knows {method} {path}", a.status == 404)
        self.seen.add(method + " " + best)
        op = self.spec["paths"][best][method.lower()]
        answer = op["responses"].get(str(a.status))
        if answer is None:
            return self.check(f"openapi: {method} {best} answers {a.status}", False)
        for kind, media in answer.get("content", {}).items():
            self.check(f"openapi: {method} {best} {a.status} content type", a.headers.get("content-type", "").startswith(kind))
            if kind == "application/json":
                self.check(f"openapi: {method} {best} {a.status} schema", self.fits(a.json, media["schema"]))

    def fits(self, v, s):
        if "$ref" in s:
            return self.fits(v, self.spec["components"]["schemas"][s["$ref"].split("/")[-1]])
        if "anyOf" in s and not any(self.fits(v, o) for o in s["anyOf"]):
            return False
        kinds = s.get("type")
        if kinds:
            kinds = kinds if isinstance(kinds, list) else [kinds]
            kind = ("null" if v is None else "boolean" if isinstance(v, bool) else "integer" if isinstance(v, int) else "number" if isinstance(v, float)
                    else "string" if isinstance(v, str) else "array" if isinstance(v, list) else "object")
            if kind not in kinds and not (kind == "integer" and "number" in kinds):
                return False
        if "enum" in s and v not in s["enum"]:
            return False
        if isinstance(v, str) and s.get("format") == "uuid" and not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", v):
            return False
        if isinstance(v, str) and s.get("format") == "date-time" and not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", v):
            return False
        if isinstance(v, int) and "minimum" in s and v < s["minimum"]:
            return False
        if isinstance(v, list):
            return all(self.fits(i, s.get("items", {})) for i in v)
        if isinstance(v, dict):
            known = s.get("properties")
            return (all(n in v for n in s.get("required", [])) and (known is None or set(v) <= set(known))
                    and all(self.fits(v[n], p) for n, p in (known or {}).items() if n in v))
        return True

    def together(self, n, work):
        out, threads = [None] * n, []
        gate = threading.Barrier(n)

        def one(i):
            gate.wait()
            out[i] = work(i)
        for i in range(n):
            threads.append(threading.Thread(target=one, args=(i,)))
            threads[-1].start()
        for t in threads:
            t.join()
        return out

    def agent(self, token=J1, **fields):
        fields = {"name": "A", "chatPrompt": "Be brief.", **fields}
        return self.me("POST", "/agents", fields, token)["agentId"]

    # ---- the walk

    def all(self):
        self.spec = self.call("GET", "/openapi.json", api="").json
        ops = sum(len([m for m in i if m != "servers"]) for p, i in self.spec["paths"].items() if p.startswith("/me"))
        self.check("88 operations", ops == 88)
        for part in (self.auth, self.workers, self.jobs, self.runs, self.executions, self.subscriptions, self.studio, self.agents, self.files,
                     self.chats, self.keys, self.money, self.monetization, self.bundles, self.cli, self.schedules, self.tools, self.notifier, self.usertools, self.user, self.odd):
            try:
                part()
            except Exception as e:
                self.check(f"{part.__name__}: {type(e).__name__} {e}", False)
        self.check("all operations were called", len(self.seen) == 93 or self.failed)

    def auth(self):
        c, me = self.check, self.me
        public = {("GET", "/me/tools"), ("GET", "/me/vibe/services"), ("POST", "/me/cli-auth")}
        for path, item in self.spec["paths"].items():
            for method, op in item.items():
                if method == "servers" or not op["security"]:
                    continue
                p = re.sub(r"\{\w*(agent|run|chat|file|auth|schedule)\w*\}", str(uuid.uuid4()), re.sub(r"\{(api_key|bundle|log)_id\}", "1", path)).replace("{", "").replace("}", "")
                api = "/api" if path.startswith("/me") else "/workers"
                for bad in (None, "x", K1 if api == "/api" else J1):
                    if method == "get" or bad is None:
                        c(f"401 {method} {path} {bad and bad[:3]}", self.call(method.upper(), p, bad, api=api).status == 401)
        h, p, s = J1.split(".")
        flipped = s[:-6] + ("AAAAAA" if s[-6:] != "AAAAAA" else "BBBBBB")
        none = base64.urlsafe_b64encode(b'{"alg":"none"}').rstrip(b"=").decode()
        other = J2.split(".")[1]
        for name, t in (("flipped", f"{h}.{p}.{flipped}"), ("none", f"{none}.{p}."), ("swapped", f"{h}.{other}.{s}"), ("cut", f"{h}.{p}."), ("two", f"{h}.{p}")):
            c(f"jwt {name}", me("GET", "/", token=t).status == 401)
            c(f"jwt run {name}", me("POST", "/tools/run/ECHO_TEXT", {"text": "x"}, token=t).status == 401)
        for method, path in public:
            c(f"public {method} {path}", self.call(method, path).status == 200)
        c("404 path", self.call("GET", "/me/nothing", J1).status == 404)

    def workers(self):
        c, say, read = self.check, self.say, self.read
        a = say(A1, FX["message"])
        run = a.headers.get(RUNID)
        c("post", a.status == 200 and run and FX["message"] in a.text and a.text.startswith("Turn 1"))
        b = say(A1, FX["message"])
        c("post new run", b.headers.get(RUNID) not in (None, run))
        c("post clear context", b.text == a.text and len(read(A1, b.headers[RUNID]).json or []) == 2)
        p = say(A1, "And the tide?", run)
        c("put", p.status == 200 and p.headers.get(RUNID) == run and "Before that you said: " + FX["message"] in p.text)
        c("get", read(A1, run).json == [{"role": "user", "content": FX["message"]}, {"role": "assistant", "content": a.text},
                                        {"role": "user", "content": "And the tide?"}, {"role": "assistant", "content": p.text}])
        n = say(A1, FX["message"], form="/ndjson")
        nrun = n.headers.get(RUNID)
        lines = [json.loads(x) for x in n.text.splitlines()]
        c("ndjson", nrun and "".join(x.get("text", "") for x in lines) == a.text and lines[-1]["type"] == "end")
        c("ndjson saved", (read(A1, nrun)[1] or {}).get("content") == a.text)
        n2 = say(A1, "zwei\ndrei", nrun, form="/ndjson")
        c("ndjson put", n2.headers.get(RUNID) == nrun and "".join(json.loads(x).get("text", "") for x in n2.text.splitlines()) == (read(A1, nrun)[3] or {}).get("content"))
        tc = FX["toolCallMessage"]
        t, tn = say(A1, tc["message"]), say(A1, tc["message"], form="/ndjson")
        c("tool text", t.status == 200 and tc["name"] not in t.text and tc["output"] not in t.text)
        lines = [json.loads(x) for x in tn.text.splitlines()]
        c("tool ndjson", [x["type"] for x in lines[:2]] == ["toolCall", "toolResult"] and lines[1]["output"] == tc["output"])
        for x in (t, tn):
            logs = self.me("GET", f"/agent-runs/{x.headers[RUNID]}/mcp-server-logs").json
            c("mcp log", len(logs) == 1 and logs[0]["output"] == tc["output"])
        long = "ä€😀\u0000\n" * 700
        x = say(A1, long)
        c("utf-8", x.text == "Turn 1. You said: " + long and read(A1, x.headers[RUNID])[0] == {"role": "user", "content": long})
        for i in range(12):
            say(A1, str(i), run)
        c("long history", len(read(A1, run).json) == 28 and read(A1, run)[0]["content"] == FX["message"])
        many = self.together(6, lambda i: say(A1, f"m{i}", run))
        texts = [m["content"] for m in read(A1, run).json]
        c("concurrent puts", all(m.status == 200 for m in many) and all(f"m{i}" in texts for i in range(6)) and len(texts) == 40)
        mine = self.agent()
        other = self.agent()
        r = say(mine, "x").headers[RUNID]
        c("run of other agent", read(other, r).status == 404)
        c("foreign run", read(A1, run, K2).status == 404)
        c("foreign put", say(A1, "x", run, K2).status == 404)
        c("private agent", say(PRIV, "x").status == 403)
        c("paid agent", say(FX["paidAgentId"], "x").status == 403 and say(FX["subscribedAgentId"], "x").status == 200)
        c("unknown agent", say(str(uuid.uuid4()), "x").status == 404 and say("nope", "x").status == 422)
        c("no key", say(A1, "x", key=None).status == 401 and read(A1, run, None).status == 401 and say(A1, "x", key="wrong").status == 401)
        c("bad body", say(A1, 5).status == 422 and say(A1, "", raw=b"{").status == 422)

    def jobs(self):
        c, say, read, bg = self.check, self.say, self.read, FX["backgroundAgentId"]
        for message in (FX["backgroundMessage"], FX["backgroundErrorMessage"]):
            idle = say(bg, "idle").headers[RUNID]
            a = say(bg, message)
            run = a.headers[RUNID]
            g1, g2 = read(bg, run), read(bg, run)
            c("job header", g1.headers.get(JOB) and g1.headers.get(JOB) == g2.headers.get(JOB) == a.headers.get(JOB))
            c("job 409", say(bg, "x", run).status == 409)
            c("job 409 ndjson", say(bg, "x", run, form="/ndjson").status == 409)
            c("job 409 leaves no trace", read(bg, run).json == g1.json)
            c("job post allowed", say(bg, "new").status == 200)
            c("job other run", say(bg, "other", idle).status == 200)
            c("job status", self.me("GET", f"/agent-runs/{run}")["status"] == "running")
            end = time.time() + 1
            while JOB in read(bg, run).headers and time.time() < end:
                time.sleep(0.03)
            g = read(bg, run)
            c("job ends", JOB not in g.headers and g.json == g1.json)
            c("job resume", say(bg, "", run).status == 200)
            events = self.me("GET", f"/agent-runs/{run}/logs").json
            c("job log", [e["event"][:4] for e in events if e["detail"] == a.headers.get(JOB)] == ["jobS", "jobF"])
            c("job idle", self.me("GET", f"/agent-runs/{run}")["status"] == "idle")

    def pages(self, path, limit=7, token=J1):
        out, cursor, n = [], "", 0
        while n < 60:
            n += 1
            p = self.me("GET", f"{path}?limit={limit}&next_cursor={quote(cursor)}", token=token)
            self.check("page size " + path, len(p["items"]) <= limit)
            out += p["items"]
            cursor = p["nextCursor"]
            if not cursor:
                break
        return out

    def runs(self):
        c, me = self.check, self.me
        for i in range(16):
            self.together(4, lambda i: self.say(A1, "page"))
        first = me("GET", "/agent-runs")
        c("runs default limit", len(first["items"]) == 30 and first["nextCursor"])
        old = me("GET", "/agent-runs?limit=100")["items"][-1]
        self.say(old["agentId"], "again", old["runId"])
        every = self.pages("/agent-runs")
        ids = [r["runId"] for r in every]
        whole = self.pages("/agent-runs", 100)
        c("runs paging", len(ids) == len(set(ids)) and ids == [r["runId"] for r in whole])
        c("runs order", [r["createdAt"] for r in every] == sorted((r["createdAt"] for r in every), reverse=True))
        moment = whole[5]["createdAt"]
        shifted = "%02d" % ((int(moment[11:13]) + 2) % 24)
        if int(moment[11:13]) < 22:
            z = me("GET", "/agent-runs?limit=3&next_cursor=" + quote(moment[:11] + shifted + moment[13:-1] + "+02:00"))
            c("runs cursor zone", [r["runId"] for r in z["items"]] == ids[6:9])
        c("runs other user", not set(ids) & {r["runId"] for r in self.pages("/agent-runs", token=J2)})
        r = ids[0]
        c("run view", me("GET", "/agent-runs/" + r)["runId"] == r and me("GET", "/agent-runs/" + r)["messageCount"] == 2)
        c("run foreign", me("GET", "/agent-runs/" + r, token=J2).status == 404)
        c("run unknown", me("GET", f"/agent-runs/{uuid.uuid4()}").status == 404 and me("GET", "/agent-runs/x").status == 422)
        logs = me("GET", f"/agent-runs/{r}/logs")
        c("run logs", [x["event"] for x in logs.json] == ["runStarted", "userMessage", "assistantMessage"])
        c("run logs foreign", me("GET", f"/agent-runs/{r}/logs", token=J2).json == [])
        c("mcp logs", me("GET", f"/agent-runs/{r}/mcp-server-logs").json == [])
        for bad in ("limit=0", "limit=101", "limit=x", "next_cursor=soon", "limit=1e2"):
            c("runs 422 " + bad, me("GET", "/agent-runs?" + bad).status == 422)

    def executions(self):
        c, me = self.check, self.me
        for i in range(65):
            me("POST", "/tools/run/ECHO_TEXT" + ("?service_id=mine&service_id_namespace=team" if i % 2 else ""), {"text": str(i)})
        c("exec default", len(me("GET", "/executions")["items"]) == 30)
        every = self.pages("/executions")
        c("exec paging", [e["input"]["text"] for e in every[:65]] == [str(i) for i in range(64, -1, -1)])
        e = every[0]
        c("exec get", me("GET", f"/executions/{e['logId']}").json == e)
        c("exec foreign", me("GET", f"/executions/{e['logId']}", token=J2).status == 404 and me("GET", "/executions/999999999999999999999").status == 404)
        c("exec 422", me("GET", "/executions/x").status == 422)

    def subscriptions(self):
        c, me = self.check, self.me
        paid, gone = FX["paidAgentId"], FX["unsubscribeAgentId"]
        listed = lambda token=J1: {s["agentId"] for s in me("GET", "/subscriptions", token=token)["items"]}
        c("subs seeds", listed() == {FX["subscribedAgentId"], gone})
        c("sub twice", me("POST", f"/agents/{FX['subscribedAgentId']}/subscribe", {}).status == 402)
        c("sub own", me("POST", f"/agents/{FX['ownPaidAgentId']}/subscribe", {}).status == 400)
        c("sub unpaid", me("POST", f"/agents/{FX['unpaidAgentId']}/subscribe", {}).status == 400)
        c("sub unknown", me("POST", f"/agents/{uuid.uuid4()}/subscribe", {}).status == 404)
        c("sub 422", me("POST", f"/agents/{paid}/subscribe").status == 422)
        me("POST", f"/agents/{gone}/subscribe", {}, J3)
        c("sub get", me("GET", "/subscriptions/" + gone)["status"] == "active")
        u = me("POST", f"/agents/{gone}/unsubscribe")
        c("unsub", u.status == 200 and u["status"] == "canceled")
        c("unsub gone", listed() == {FX["subscribedAgentId"]} and me("GET", "/subscriptions/" + gone).status == 404)
        c("unsub others stay", listed(J3) == {gone})
        c("unsub twice", me("POST", f"/agents/{gone}/unsubscribe").status == 400)
        c("unsub unknown", me("POST", f"/agents/{uuid.uuid4()}/unsubscribe").status == 404)
        c("sub again", me("POST", f"/agents/{gone}/subscribe", {}).status == 200)
        both = self.together(4, lambda i: me("POST", f"/agents/{paid}/subscribe", {}).status)
        c("sub race", sorted(both) == [200, 402, 402, 402])

    def studio(self):
        c, me, s = self.check, self.me, "/agent-studio-chats"
        rid = str(uuid.uuid4())
        a = me("POST", s, {"runId": rid, "title": "one", "visibility": "private", "agentId": A1})
        c("studio create", a.status == 200 and a["visibility"] == "private")
        c("studio existing", me("POST", s, {"runId": rid, "title": "two"}).json == a.json)
        c("studio 409", me("POST", s, {"runId": rid}, J2).status == 409)
        c("studio private", self.call("GET", f"/me{s}/{rid}").status == 403 and me("GET", f"{s}/{rid}", token=J2).status == 403 and me("GET", f"{s}/{rid}").status == 200)
        c("studio clone private", me("POST", f"{s}/{rid}/clone").status == 400 and me("POST", f"{s}/{rid}/clone", token=J2).status == 400)
        p = me("PATCH", f"{s}/{rid}", {"visibility": "public"})
        c("studio patch", p["title"] == "one" and p["agentId"] == A1 and p["visibility"] == "public" and self.call("GET", f"/me{s}/{rid}").status == 200)
        k = me("POST", f"{s}/{rid}/clone", token=J2)
        c("studio clone", k.status == 201 and k["runId"] != rid and k["title"] == "one" and k["runId"] in [x["runId"] for x in me("GET", s, token=J2).json])
        me("PATCH", f"{s}/{rid}", {"title": "three"})
        c("studio clone is apart", me("GET", f"{s}/{k['runId']}", token=J2)["title"] == "one")
        u = me("PUT", f"{s}/{rid}", {"title": "four"})
        c("studio put", u["title"] == "four" and u["agentId"] is None)
        for m, b in (("PUT", {"title": "x"}), ("PATCH", {}), ("DELETE", None)):
            c("studio foreign " + m, me(m, f"{s}/{rid}", b, J2).status == 403)
            c("studio unknown " + m, me(m, f"{s}/{uuid.uuid4()}", b).status == 404)
        d = me("DELETE", f"{s}/{rid}")
        c("studio delete", d.status == 200 and d["deletedAt"] and me("GET", f"{s}/{rid}").status == 404 and rid not in [x["runId"] for x in me("GET", s).json])
        c("studio deleted twice", me("DELETE", f"{s}/{rid}").status == 404 and me("POST", f"{s}/{rid}/clone").status == 404)
        c("sandbox studio", me("POST", s, {"visibility": "private"}, J3).status == 400)
        mine = me("POST", s, {"title": "x"}, J3)["runId"]
        c("sandbox studio change", me("PATCH", f"{s}/{mine}", {"visibility": "private"}, J3).status == 400 and me("PUT", f"{s}/{mine}", {"visibility": "private"}, J3).status == 400
          and me("GET", f"{s}/{mine}", token=J3)["visibility"] == "public")
        rid = str(uuid.uuid4())
        self.together(4, lambda i: me("POST", s, {"runId": rid}))
        c("studio race", [x["runId"] for x in me("GET", s).json].count(rid) == 1)
        c("studio 422", me("POST", s, {"visibility": "secret"}).status == 422)

    def agents(self):
        c, me = self.check, self.me
        slug = "tide-" + uuid.uuid4().hex[:8]
        full = {"name": "Wärter", "description": "d", "chatPrompt": "p", "visibility": "private", "vanitySlug": slug}
        a = me("POST", "/agents", full)
        id = a["agentId"]
        c("agent create", a.status == 200 and all(a[k] == v for k, v in full.items()))
        ids = lambda token=J1, path="/agents": [x["agentId"] for x in me("GET", path, token=token).json]
        c("agent listed", ids()[0] == id and ids() == ids(path="/chats") and FX["paidAgentId"] not in ids() and id not in ids(J2))
        n = len(ids())
        u = me("POST", "/agents", {"agentId": id, "chatPrompt": "p2", "vanitySlug": slug, "name": "B"})
        c("agent update", u["agentId"] == id and u["chatPrompt"] == "p2" and u["visibility"] == "private" and len(ids()) == n)
        c("agent update without prompt", me("POST", "/agents", {"agentId": id}).status == 400)
        for bad in ({}, {"chatPrompt": None}, {"chatPrompt": "  "}):
            c("agent prompt", me("POST", "/agents", bad).status == 400 and me("POST", "/chats", bad).status == 400)
        c("agent upsert foreign", me("POST", "/agents", {"agentId": id, "chatPrompt": "x"}, J2).status == 403 and me("GET", "/agents/" + id)["chatPrompt"] == "p2")
        c("agent upsert unknown", me("POST", "/agents", {"agentId": str(uuid.uuid4()), "chatPrompt": "x"}).status == 404)
        c("agent sandbox", me("POST", "/agents", {"chatPrompt": "x", "visibility": "private"}, J3).status == 400)
        c("agent private", self.call("GET", "/me/agents/" + id).status == 403 and me("GET", "/agents/" + id, token=J2).status == 403 and me("GET", "/agents/" + PRIV).status == 403)
        c("agent public", self.call("GET", "/me/agents/" + A1).status == 200 and self.call("GET", "/me/chats/" + A1).status == 200)
        c("agent unknown", me("GET", f"/agents/{uuid.uuid4()}").status == 404 and me("GET", "/agents/x").status == 404)
        p = me("POST", f"/agents/{id}/upsell-description")
        c("upsell", p["upsellDescription"] and me("GET", "/agents/" + id)["upsellDescription"] == p["upsellDescription"])
        c("upsell foreign", me("POST", f"/agents/{A1}/upsell-description", token=J2).status == 404 and me("POST", f"/agents/{uuid.uuid4()}/upsell-description").status == 404)
        free = lambda s: me("GET", "/agents/vanity/slug?slug=" + quote(s))["available"]
        c("slug taken", free(slug) is False and free(slug + "-x") is True and free("No Slug") is False)
        for words in (slug, "Ünïcode Ωmega", "Ωμ", "x y"):
            g = self.call("POST", "/me/agents/vanity/slug", None, {"text": words})
            c("slug generated " + words[:3], g.status == 200 and g["slug"] and free(g["slug"]))
        c("slug conflict", me("POST", "/agents", {"chatPrompt": "x", "vanitySlug": slug}).status == 422)
        me("PATCH", "/chats/" + id, {"name": "C"})
        c("slug kept", free(slug) is False)
        services = self.call("GET", "/me/vibe/services")["items"]
        c("vibe services", len(services) == 3)
        for s in services:
            v = me("GET", f"/agents/{id}/vibe?service_name={s['serviceName']}")
            c("vibe", v.status == 200 and v["serviceName"] == s["serviceName"] and "p2" in v["prompt"])
        c("vibe 422", me("GET", f"/agents/{id}/vibe?service_name=acme").status == 422 and me("GET", f"/agents/{id}/vibe").status == 422)
        c("vibe 404", me("GET", f"/agents/{PRIV}/vibe?service_name=bolt").status == 404)
        t = f"/agents/{id}/customizations/theme"
        c("theme unset", me("GET", t).status == 200 and me("GET", t).json is None)
        for v in ("#1a2B3c", "#000000"):
            c("theme put", me("PUT", t, {"themeColor": v})["themeColor"] == v and me("GET", t)["themeColor"] == v)
        me("PATCH", "/chats/" + id, {"name": "D"})
        c("theme stays", me("GET", t)["themeColor"] == "#000000")
        for v in ("red", "#12345", "#1234567", "x#123456", "#12345g", "", "#123456\n"):
            c("theme 400 " + v, me("PUT", t, {"themeColor": v}).status == 400)
        c("theme foreign", me("PUT", t, {"themeColor": "#ffffff"}, J2).status == 403 and me("GET", t, token=J2).status == 403)
        c("theme unknown", me("GET", f"/agents/{uuid.uuid4()}/customizations/theme").status == 404 and me("PUT", t, {}).status == 422)

    def files(self):
        c, me = self.check, self.me
        a, b = self.agent(), self.agent()
        f = f"/agents/{a}/files"
        new = lambda name, content="c": me("POST", f, {"name": name, "content": content})
        made = [new(n) for n in "pqrs"]
        ids = [m["fileId"] for m in made]
        names = lambda: "".join(x["name"] for x in me("GET", f)["items"])
        c("file create", [m.status for m in made] == [201] * 4 and names() == "pqrs")
        o = me("PUT", f + "/positions", {"positions": [{"fileId": i, "position": 3 - n} for n, i in enumerate(ids)]})
        c("file order", "".join(x["name"] for x in o["items"]) == "srqp" and names() == "srqp")
        o = me("PUT", f + "/positions", {"positions": [{"fileId": ids[0], "position": 0}, {"fileId": ids[3], "position": 3}]})
        c("file order of some", "".join(x["name"] for x in o["items"]) == names() == "prqs")
        p = me("PATCH", f"{f}/{ids[0]}", {"content": "Übermut €"})
        c("file patch", p["content"] == "Übermut €" and p["name"] == "p" and me("GET", f"{f}/{ids[0]}").json == p.json and names() == "prqs")
        c("file of other agent", me("GET", f"/agents/{b}/files/{ids[0]}").status == 404)
        c("file foreign", me("GET", f, token=J2).status == 403 and me("GET", f"{f}/{ids[0]}", token=J2).status == 403
          and me("POST", f, {"name": "n", "content": ""}, J2).status == 403 and me("PATCH", f"{f}/{ids[0]}", {}, J2).status == 403
          and me("DELETE", f"{f}/{ids[0]}", token=J2).status == 403 and me("PUT", f + "/positions", {"positions": []}, J2).status == 403)
        d = me("DELETE", f"{f}/{ids[1]}")
        c("file delete", d.status == 204 and d.raw == b"")
        c("file deleted", names() == "prs" and me("GET", f"{f}/{ids[1]}").status == 404 and me("DELETE", f"{f}/{ids[1]}").status == 404)
        c("file bad", new("").status == 400 and new("a/b").status == 400 and me("POST", f, {}).status == 422)
        c("file order bad", me("PUT", f + "/positions", {"positions": [{"fileId": str(uuid.uuid4()), "position": 0}]}).status == 404)
        c("file limit", [new(str(i)).status for i in range(18)] == [201] * 17 + [400] and len(me("GET", f)["items"]) == 20)
        for i in range(60):
            x = me("POST", f"/agents/{b}/files", {"name": "x", "content": ""})
            me("DELETE", f"/agents/{b}/files/{x['fileId']}")
        c("file limit after deletions", x.status == 201)
        for i in range(19):
            me("POST", f"/agents/{b}/files", {"name": "x", "content": ""})
        many = self.together(5, lambda i: me("POST", f"/agents/{b}/files", {"name": "x", "content": ""}).status)
        c("file limit race", sorted(many) == [201] + [400] * 4 and len(me("GET", f"/agents/{b}/files")["items"]) == 20)
        c("files unknown agent", me("GET", f"/agents/{uuid.uuid4()}/files").status == 404)

    def chats(self):
        c, me = self.check, self.me
        a = me("POST", "/chats", {"chatPrompt": "p", "name": "n", "description": "d"})
        id = a["agentId"]
        get = lambda: me("GET", "/chats/" + id)
        c("chat create", a.status == 200 and get().json == a.json == me("GET", "/agents/" + id).json)
        me("GET", "/chats")
        p = me("PATCH", "/chats/" + id, {"name": "m"})
        c("chat patch", p["name"] == "m" and p["description"] == "d" and get().json == p.json and [x for x in me("GET", "/chats").json if x["agentId"] == id] == [p.json])
        c("chat patch empty", me("PATCH", "/chats/" + id, {"description": ""})["description"] == "" and me("PATCH", "/chats/" + id, {"description": None})["description"] is None)
        u = me("PUT", "/chats/" + id, {"chatPrompt": "q", "visibility": "public"})
        c("chat put", u["chatPrompt"] == "q" and get().json == u.json and me("PUT", "/chats/" + id, {}).status == 422)
        for m, b in (("PUT", {"chatPrompt": "z"}), ("PATCH", {"name": "z"}), ("DELETE", None)):
            c("chat foreign " + m, me(m, "/chats/" + id, b, J2).status == 403 and me(m, f"/chats/{uuid.uuid4()}", b).status == 404)
        c("chat untouched", get().json == u.json)
        s = self.agent(J3)
        c("chat sandbox", me("PATCH", "/chats/" + s, {"visibility": "private"}, J3).status == 400 and me("PUT", "/chats/" + s, {"chatPrompt": "x", "visibility": "private"}, J3).status == 400
          and me("POST", "/chats", {"chatPrompt": "x", "visibility": "private"}, J3).status == 400 and me("GET", "/agents/" + s)["visibility"] == "public")
        og = lambda: self.call("GET", f"/me/chats/{id}/og")
        og()
        me("PATCH", "/chats/" + id, {"name": "Leuchtturm", "vanitySlug": "lt-" + id[:8]})
        c("og", og()["title"] == "Leuchtturm")
        c("og private", self.call("GET", f"/me/chats/{PRIV}/og").status == 404)
        k = me("POST", f"/chats/{id}/clone", token=J2)
        c("clone", k.status == 200 and k["agentId"] != id and k["chatPrompt"] == "q" and k["vanitySlug"] is None and k["agentId"] in [x["agentId"] for x in me("GET", "/agents", token=J2).json])
        c("clone null", me("POST", f"/chats/{id}/clone", raw=b"null").status == 200)
        c("clone changes", me("POST", f"/chats/{id}/clone", {"name": "other", "visibility": "private"})["name"] == "other")
        f = me("POST", f"/chats/{id}/feedback", {"rating": 5}, J2)
        c("feedback", f.status == 200 and get()["feedbackCount"] == 1 and me("POST", f"/chats/{PRIV}/feedback", {"rating": 5}).status == 404 and me("POST", f"/chats/{id}/feedback", {"rating": 6}).status == 422)
        r = [me("POST", f"/chats/{id}/runs") for _ in "ab"]
        c("chat runs", r[0].status == 200 and r[0]["runId"] != r[1]["runId"] and me("GET", f"/agent-runs/{r[0]['runId']}").status == 200)
        c("chat runs refused", me("POST", f"/chats/{PRIV}/runs").status == 403 and me("POST", f"/chats/{uuid.uuid4()}/runs").status == 404)
        me("PATCH", "/chats/" + id, {"visibility": "private"})
        c("clone private", me("POST", f"/chats/{id}/clone").status == 403 and me("POST", f"/chats/{id}/clone", token=J2).status == 403 and me("POST", f"/chats/{uuid.uuid4()}/clone").status == 404)
        c("chat delete", me("DELETE", "/chats/" + id)["agentId"] == id)
        c("chat deleted", get().status == 404 and me("GET", "/agents/" + id).status == 404 and id not in [x["agentId"] for x in me("GET", "/agents").json] and self.say(id, "x").status == 404)

    def keys(self):
        c, me = self.check, self.me
        a = me("POST", "/api-keys", {"name": "ci"})
        c("key create", a.status == 200 and self.say(A1, "x", key=a["key"]).status == 200)
        c("key get", me("GET", f"/api-keys/{a['apiKeyId']}").json == a.json)
        listed = me("GET", "/api-keys").json
        c("key list", len(listed) == 2 and all("key" not in k for k in listed) and [k["isDefault"] for k in listed].count(True) == 1)
        d = me("GET", "/api-keys/default")
        c("key default", d["key"] == K1 and me("GET", "/api-keys/default").json == d.json and len(me("GET", "/api-keys").json) == 2)
        c("key foreign", me("GET", f"/api-keys/{a['apiKeyId']}", token=J2).status == 404 and me("DELETE", f"/api-keys/{a['apiKeyId']}", token=J2).status == 404)
        x = me("DELETE", f"/api-keys/{a['apiKeyId']}")
        c("key delete", x.status == 200 and "key" not in x.json and self.say(A1, "x", key=a["key"]).status == 401 and me("GET", f"/api-keys/{a['apiKeyId']}").status == 404)
        c("key unknown", me("GET", "/api-keys/99999").status == 404 and me("GET", "/api-keys/x").status == 422 and me("GET", "/api-keys/" + "9" * 30).status == 404)

    def money(self):
        c, me = self.check, self.me
        c("billing", me("GET", "/billing")["userId"] != me("GET", "/billing", token=J2)["userId"])
        a, b = me("GET", "/credits"), me("GET", "/credits", token=J2)
        u = me("POST", "/credits/use")
        c("credits use", u["balance"] == a["balance"] - 1 == me("GET", "/credits")["balance"] and me("GET", "/credits", token=J2).json == b.json)
        self.together(8, lambda i: me("POST", "/credits/use"))
        c("credits race", me("GET", "/credits")["balance"] == a["balance"] - 9)
        while me("GET", "/credits", token=J3)["balance"] > 0 and me("POST", "/credits/use", token=J3).status == 200:
            pass
        c("credits none left", me("POST", "/credits/use", token=J3).status == 404 and me("GET", "/credits", token=J3)["balance"] == 0)
        w = FX["webhook"]
        hook = lambda sig, body=w["body"]: self.call("POST", "/me/payments/webhook", raw=body.encode(), headers={w["signatureHeader"]: sig} if sig is not None else {}).status
        sig = w["validSignature"]
        for bad in (None, "", "x", sig[:-4] + "0000", sig[:20]):
            c(f"webhook {bad}", hook(bad) == 400)
        c("webhook changed", hook(sig, w["body"] + " ") == 400)
        c("webhook", hook(sig) == 200 and hook(sig) == 200 and me("GET", "/credits", token=J2)["balance"] == b["balance"] + 25)
        s = [me("POST", "/payments/sessions", {"credits": 50}) for _ in "ab"]
        c("session", s[0].status == 200 and s[0]["sessionId"] != s[1]["sessionId"] and s[0]["credits"] == 50 and me("POST", "/payments/sessions", {"credits": 0}).status == 422)

    def monetization(self):
        c, me, m = self.check, self.me, "/monetization/"
        me("POST", f"/agents/{FX['ownPaidAgentId']}/subscribe", {}, J3)
        for q, n in (("", 28), ("?period=1", 1), ("?period=365", 365)):
            s, u, e = me("GET", m + "summary" + q), me("GET", m + "subscribers" + q), me("GET", m + "earnings" + q)
            c("monet period " + q, s["period"] == n and len(u["items"]) == len(e["items"]) == n)
            c("monet sum " + q, s["totalSubscribers"] == sum(x["subscribers"] for x in u["items"]) and s["totalEarningsCents"] == sum(x["earningsCents"] for x in e["items"]))
            c("monet today " + q, u["items"][-1]["subscribers"] == 1 and e["items"][-1]["earningsCents"] == 900 and e["items"][-1]["date"] == time.strftime("%Y-%m-%d", time.gmtime()))
            c("monet total " + q, s["totalSubscribers"] == {28: 4, 1: 1, 365: 7}[n])
        for bad in ("0", "366", "x", "-1"):
            c("monet 422 " + bad, all(me("GET", f"{m}{x}?period={bad}").status == 422 for x in ("summary", "subscribers", "earnings")))

    def bundles(self):
        c, me = self.check, self.me
        made = [me("POST", "/bundles") for _ in "ab"]
        a, b = (m["bundleId"] for m in made)
        c("bundle create", made[0].status == 200 and a != b and me("GET", f"/bundles/{a}").json == made[0].json)
        me("GET", "/bundles")
        for x in (a, b):
            for t in ("ECHO_TEXT", "ADD_NUMBERS", "ECHO_TEXT"):
                c("bundle add", me("POST", f"/bundles/{x}/tools", {"toolId": t, "serviceId": "s"})["serviceId"] == "s")
        tools = lambda x, token=J1: sorted(t["toolId"] for t in me("GET", f"/bundles/{x}/tools", token=token).json)
        c("bundle tools", tools(a) == ["ADD_NUMBERS", "ECHO_TEXT"] and [x["toolCount"] for x in me("GET", "/bundles").json] == [2, 2])
        p = me("PUT", f"/bundles/{a}", {"name": "Navigation", "description": "x"})
        c("bundle put", p["name"] == "Navigation" and len(p["tools"]) == 2 and me("GET", f"/bundles/{a}").json == p.json and me("GET", "/bundles").json[1]["name"] == "Navigation")
        c("bundle remove", me("DELETE", f"/bundles/{a}/tools/ECHO_TEXT")["toolId"] == "ECHO_TEXT" and tools(a) == ["ADD_NUMBERS"] and tools(b) == ["ADD_NUMBERS", "ECHO_TEXT"])
        c("bundle remove again", me("DELETE", f"/bundles/{a}/tools/ECHO_TEXT").status == 404 and me("DELETE", "/bundles/99999/tools/ECHO_TEXT").status == 404)
        c("bundle foreign", me("GET", f"/bundles/{a}", token=J2).status == 404 and tools(a, J2) == [] and me("PUT", f"/bundles/{a}", {"name": "x"}, J2).status == 409
          and me("DELETE", f"/bundles/{a}", token=J2).status == 404 and me("POST", f"/bundles/{a}/tools", {"toolId": "x"}, J2).status == 404)
        c("bundle unknown", me("GET", "/bundles/99999").status == 404 and me("PUT", "/bundles/99999", {"name": "x"}).status == 409 and me("POST", "/bundles/99999/tools", {"toolId": "x"}).status == 404)
        c("bundle delete", me("DELETE", f"/bundles/{a}").status == 200 and me("GET", f"/bundles/{a}").status == 404 and [x["bundleId"] for x in me("GET", "/bundles").json] == [b])
        ids = [x["bundleId"] for x in self.together(5, lambda i: me("POST", "/bundles"))]
        c("bundle race", len(set(ids)) == 5)

    def cli(self):
        c, me = self.check, self.me
        def session(attach=True):
            a = self.call("POST", "/me/cli-auth")
            if attach:
                c("cli put", me("PUT", f"/cli-auth/{a['cliAuthId']}", {"jwt": J1}).status == 200)
            return a["cliAuthId"]
        read = lambda id: self.call("GET", f"/me/cli-auth/{id}")
        id = session(False)
        c("cli pending", read(id).status == 200 and read(id).json is None)
        c("cli foreign jwt", me("PUT", f"/cli-auth/{id}", {"jwt": J2}).status == 403 and me("PUT", f"/cli-auth/{id}", {"jwt": "x"}).status == 422)
        c("cli attach", me("PUT", f"/cli-auth/{id}", {"jwt": J1})["status"] == "attached" and J1.encode() not in me("PUT", f"/cli-auth/{id}", {"jwt": J1}).raw)
        c("cli takeover", me("PUT", f"/cli-auth/{id}", {"jwt": J2}, J2).status == 403)
        c("cli read", read(id).json == J1)
        c("cli consumed", read(id).json is None and me("PUT", f"/cli-auth/{id}", {"jwt": J1}).status == 403)
        id = session()
        got = self.together(5, lambda i: read(id).json)
        c("cli race", got.count(J1) == 1 and got.count(None) == 4)
        c("cli unknown", read(uuid.uuid4()).status == 404 and read("x").status == 422 and me("PUT", f"/cli-auth/{uuid.uuid4()}", {"jwt": J1}).status == 404)

    def schedules(self):
        c, me, s = self.check, self.me, "/schedules"
        chat = self.agent()
        a = me("POST", s, {"chatId": chat, "cron": FX["cron"], "message": "hi"})
        b = me("POST", s, {"chatId": chat, "cron": "0 9 * * *"})
        id = a["scheduleId"]
        get = lambda token=J1: me("GET", f"{s}/{id}", token=token)
        c("schedule create", a.status == 200 and get().json == a.json and a["nextRunAt"])
        listed = lambda token=J1: [x["scheduleId"] for x in me("GET", s, token=token)["items"]]
        c("schedule list", listed() == [b["scheduleId"], id] and listed(J2) == [] and get(J2).status == 404)
        for bad in (None, "x", str(uuid.uuid4()), FX["unpaidAgentId"], PRIV):
            c(f"schedule chat {bad}", me("POST", s, {"chatId": bad, "cron": FX["cron"]}).status == 403)
        c("schedule no chat", me("POST", s, {"cron": FX["cron"]}).status == 403 and me("POST", s, {"chatId": chat, "cron": "nope"}).status == 422)
        u = me("PUT", f"{s}/{id}", {"cron": "15 7 * * *"})
        c("schedule put", u["cron"] == "15 7 * * *" and u["message"] == "hi" and u["nextRunAt"][11:16] == "07:15" and get().json == u.json)
        u = me("PUT", f"{s}/{id}", {"enabled": False})
        c("schedule off", u["enabled"] is False and u["nextRunAt"] is None and get()["enabled"] is False)
        c("schedule foreign", me("PUT", f"{s}/{id}", {"enabled": True}, J2).status == 404 and me("DELETE", f"{s}/{id}", token=J2).status == 404)
        c("schedule delete", me("DELETE", f"{s}/{id}").status == 200 and get().status == 404 and listed() == [b["scheduleId"]])
        c("onboarding", me("GET", s + "/onboarding").status == 200)
        conv = lambda x: me("GET", f"{s}/text-to-cron?cron=" + quote(x))
        c("cron", conv(FX["cron"])["cron"] == FX["cron"] and conv("every day at 09:05")["cron"] == "5 9 * * *" and conv("*/5 8-18/2 1,15 JAN-MAR MON").status == 200)
        for bad in ("x", "", "61 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", "* * * *", "*/0 * * * *", "5-1 * * * *"):
            c("cron 400 " + bad, conv(bad).status == 400)
        c("cron missing", me("GET", s + "/text-to-cron").status == 422)

    def tools(self):
        c, me = self.check, self.me
        mcp, public = me("GET", "/tools/list").json, self.call("GET", "/me/tools").json
        c("tools lists", [t["name"] for t in mcp] == [t["name"] for t in public] and len(mcp) == 24)
        c("tool get", self.call("GET", "/me/tools/ECHO_TEXT").json == public[0] and self.call("GET", "/me/tools/NOPE").status == 404)
        find = lambda q: [(t["name"], t["score"]) for t in me("GET", "/tools/search?" + q).json]
        c("search default", len(find("q=tool")) == 20 and len(find("q=tool&limit=200")) == 24 and len(find("q=tool&limit=5")) == 5)
        c("search order", find("q=tool+text")[0][0] == "ECHO_TEXT" and find("q=Tool+TEXT") == find("q=tool+text"))
        c("search toolkit", len(find("q=tool&toolkit=math")) == 2 and len(find("q=tool&toolkit=&limit=99")) == 24)
        c("search score", find("q=ext") == [] and find("q=ext&min_score=0") and all(s >= .7 for _, s in find("q=text&min_score=0.7")))
        for bad in ("q=", "", "q=x&limit=0", "q=x&limit=201", "q=x&min_score=1.1", "q=x&min_score=-0.1", "q=x&min_score=NaN"):
            c("search 422 " + bad, me("GET", "/tools/search?" + bad).status == 422)
        t = FX["tool"]
        run = lambda name, body, q="", **k: me("POST", f"/tools/run/{name}{q}", body, **k)
        r = run(t["name"], t["input"])
        c("tool run", r.status == 200 and r["output"]["text"] == t["input"]["text"] and r["serviceId"] == "default" and r["serviceIdNamespace"] == "global")
        c("tool run service", run(t["name"], t["input"], "?service_id_namespace=team")["serviceIdNamespace"] == "team")
        c("tool run invalid", run(t["name"], t["invalidInput"]).status == 400 and run(t["name"], {}).status == 400 and run("NOPE", {}).status == 404)
        c("tool run 401", run(t["name"], t["input"], token=None).status == 401)
        big = run(t["name"], {"text": "x", "payload": {"n": 9007199254740993}})
        c("tool run big number", big["output"]["payload"]["n"] == 9007199254740993)
        many = self.together(6, lambda i: run(t["name"], {"text": f"t{i}"})["output"]["text"])
        c("tool run together", many == [f"t{i}" for i in range(6)])
        c("tool run local", run("REVERSE_TEXT", {"text": "añb"})["output"]["text"] == "bña" and run("ADD_NUMBERS", {"a": 1, "b": 2.5})["output"]["sum"] == 3.5 and run("ADD_NUMBERS", {"a": 1, "b": True}).status == 400)
        for s in me("GET", "/toolsets/list").json:
            full = me("GET", "/toolsets/" + s["name"])
            c("toolset", len(full["tools"]) == s["toolCount"] and [x["name"] for x in full["tools"]] == [x["name"] for x in public if x["toolkit"] == s["name"]])
        c("toolset unknown", me("GET", "/toolsets/nope").status == 404)

    def notifier(self):
        c = self.check
        run = lambda name, body={}, token=J1: self.me("POST", f"/tools/run/NOTIFIER_{name}", body, token)
        schema = {t["name"][9:]: t["inputSchema"] for t in self.me("GET", "/tools/list").json if t["name"].startswith("NOTIFIER_")}
        want = """CREATE_CHAT email! | CREATE_DEVICE icon model! has_sms nickname push_token app_version! manufacturer! |
            CREATE_PUSH type! url body guid email title file_url file_name file_type channel_tag client_iden device_iden source_device_iden |
            DELETE_ALL_PUSHES | DELETE_CHAT iden! | DELETE_DEVICE device_iden! | DELETE_PUSH iden! | GET_USER | LIST_CHATS limit cursor | LIST_DEVICES |
            LIST_PUSHES limit active cursor modified_after | UPDATE_CHAT iden! muted! | UPDATE_DEVICE iden! icon model has_sms nickname push_token app_version manufacturer |
            UPDATE_PUSH iden! items dismissed | UPLOAD_REQUEST file_name! file_type!"""
        kinds = {"has_sms": "boolean", "active": "boolean", "muted": "boolean", "dismissed": "boolean", "app_version": "integer", "limit": "integer", "modified_after": "number", "items": "array"}
        c("n catalogue", len(schema) == 15)
        for row in want.split("|"):
            name, *params = row.split()
            s = schema.get(name, {"properties": None})
            c("n params " + name, s["properties"] is not None and set(s["properties"]) == {p.strip("!") for p in params} and set(s.get("required", [])) == {p[:-1] for p in params if p[-1] == "!"}
              and all(p["type"] == kinds.get(n, "string") for n, p in s["properties"].items()))
        lp, cp = schema["LIST_PUSHES"]["properties"], schema["CREATE_PUSH"]["properties"]
        c("n limits", lp["limit"]["maximum"] == 500 and lp["limit"]["default"] == 500 and cp["type"].get("enum") == ["note", "link", "file"])
        c("n app_version", schema["CREATE_DEVICE"]["properties"]["app_version"].get("minimum") == 0 and run("CREATE_DEVICE", {"model": "m", "app_version": -1, "manufacturer": "f"}).status == 400)
        c("n required", run("CREATE_DEVICE", {"app_version": 1, "manufacturer": "f"}).status == 400 and run("CREATE_PUSH", {"type": "link"}).status == 400
          and run("CREATE_PUSH", {"type": "file", "file_url": "u", "file_name": "n"}).status == 400 and run("CREATE_PUSH", {"type": "address"}).status == 400 and run("LIST_PUSHES", {"limit": 501}).status == 400)
        p = [run("CREATE_PUSH", {"type": "note", "body": "b", "guid": "g1"})["output"]["iden"] for _ in "ab"]
        c("n guid", p[0] == p[1] and len(run("LIST_PUSHES")["output"]["pushes"]) == 1)
        run("CREATE_PUSH", {"type": "note"}, J2)
        q = run("CREATE_PUSH", {"type": "link", "url": "u"})["output"]["iden"]
        c("n update push", run("UPDATE_PUSH", {"iden": q, "dismissed": True, "items": [{"text": "t", "checked": True}]})["output"]["dismissed"] is True)
        run("DELETE_PUSH", {"iden": p[0]})
        c("n active", [x["iden"] for x in run("LIST_PUSHES", {"active": True})["output"]["pushes"]] == [q])
        for i in range(130):
            run("CREATE_PUSH", {"type": "note"})
        page = run("LIST_PUSHES", {"limit": 100})["output"]
        c("n paging", len(page["pushes"]) == 100 and len(run("LIST_PUSHES", {"limit": 100, "cursor": page["cursor"]})["output"]["pushes"]) == 32 and len(run("LIST_PUSHES")["output"]["pushes"]) == 132)
        run("DELETE_ALL_PUSHES")
        c("n delete all", run("LIST_PUSHES")["output"]["pushes"] == [] and len(run("LIST_PUSHES", token=J2)["output"]["pushes"]) == 1)
        d = run("CREATE_DEVICE", {"model": "m", "app_version": 1, "manufacturer": "f"})["output"]["iden"]
        c("n device", run("UPDATE_DEVICE", {"iden": d, "nickname": "k"})["output"]["nickname"] == "k")
        run("DELETE_DEVICE", {"device_iden": d})
        c("n device deleted", run("LIST_DEVICES")["output"]["devices"] == [])
        ch = run("CREATE_CHAT", {"email": "e@x"})["output"]["iden"]
        c("n chat", run("UPDATE_CHAT", {"iden": ch, "muted": True}).status == 200 and run("LIST_CHATS")["output"]["chats"][0]["muted"] is True)
        c("n chat deleted", run("DELETE_CHAT", {"iden": ch}).status == 200 and run("LIST_CHATS")["output"]["chats"] == [] and run("DELETE_CHAT", {"iden": ch}).status == 400)
        c("n rest", run("GET_USER").status == 200 and run("UPLOAD_REQUEST", {"file_name": "f", "file_type": "t"}).status == 200 and run("GET_USER", token=J3).status == 400)

    def usertools(self):
        c, me, t = self.check, self.me, FX["installableToolId"]
        ids = lambda token=J1: [x["toolId"] for x in me("GET", "/user-tools", token=token).json]
        c("user tools", ids() == ["ADD_NUMBERS", "ECHO_TEXT"] and ids(J2) == ["COUNT_WORDS"] and me("GET", "/user-tools/" + t).status == 404)
        c("install", me("POST", "/user-tools", {"toolId": t})["toolId"] == t and ids()[0] == t and me("GET", "/user-tools/" + t)["toolId"] == t)
        c("install twice", me("POST", "/user-tools", {"toolId": t}).status == 409 and me("POST", "/user-tools", {"toolId": "NOPE"}).status == 409 and ids().count(t) == 1)
        c("uninstall", me("DELETE", "/user-tools/" + t)["toolId"] == t and ids() == ["ADD_NUMBERS", "ECHO_TEXT"] and me("GET", "/user-tools/" + t).status == 404 and me("DELETE", "/user-tools/" + t).status == 404)
        many = self.together(4, lambda i: me("POST", "/user-tools", {"toolId": t}).status)
        c("install race", sorted(many) == [200, 409, 409, 409] and ids().count(t) == 1)

    def user(self):
        c, me = self.check, self.me
        c("me", me("GET", "/")["tier"] == "pro" and me("GET", "/", token=J3)["tier"] == "sandbox")
        names = self.together(8, lambda i: me("GET", "/", token=(J1, J2)[i % 2])["name"])
        c("me together", names == ["Ada", "Ben"] * 4)
        count = lambda token=J1: me("GET", "/vip", token=token)["redemptionCount"]
        vip = lambda code, token=J1: me("POST", "/vip", {"code": code}, token).status
        c("vip bad", count() == 0 and vip("NOPE") == 400 and vip(FX["ownVipCode"]) == 400 and count() == 0)
        race = self.together(4, lambda i: vip(FX["vipCode"]))
        c("vip race", sorted(race) == [200, 400, 400, 400])
        c("vip", count() == 1 and vip(FX["vipCode"]) == 400 and vip(FX["vipCode"], J3) == 200 and count() == 1)

    def odd(self):
        c = self.check
        deep = b'{"a":' + b"[" * 30000 + b"]" * 30000 + b"}"
        for raw in (b"", b"{", b"[]", b"1", b"null", b'"x"', deep, b'{"name":"\\ud800"}', b'{"name":"\xff"}', b'{"name":1,"name":null}', b'{} {}', b'{"chatPrompt":5,"message":5,"code":5,"text":5,"jwt":5,"credits":1e999,"rating":[]}'):
            for path, item in self.spec["paths"].items():
                for method, op in item.items():
                    if method == "servers" or "requestBody" not in op or "webhook" in path:
                        continue
                    p = re.sub(r"\{tool_name\}", "ECHO_TEXT", re.sub(r"\{(bundle)_id\}", "1", path))
                    p = re.sub(r"\{\w+\}", A1, p)
                    api = "/api" if path.startswith("/me") else "/workers"
                    a = self.call(method.upper(), p, J1 if api == "/api" else K1, raw=raw, api=api)
                    c(f"odd {method} {path} {raw[:12]}", a.status < 500)
        x = self.me("POST", "/agents", {"chatPrompt": "ä\u0000" * 350000, "unknown": {"x": [1]}, "name": "\u0000"})
        c("odd prompt", x.status == 200 and self.me("GET", "/agents/" + x["agentId"])["chatPrompt"] == "ä\u0000" * 350000)


def walk(fault=""):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    server = subprocess.Popen([os.path.join(HERE, "start.sh"), str(port)], stdout=subprocess.PIPE, env={**os.environ, "FAULT": fault}, text=True)
    try:
        if server.stdout.readline().strip() != "ready":
            sys.exit("did not start")
        w = Walk(port)
        w.all()
    finally:
        server.terminate()
        server.wait()
    return w


if __name__ == "__main__":
    faults = sys.argv[1:]
    if faults == ["--faults"]:
        faults = [f["id"] for f in json.load(open(os.path.join(HERE, "faults.json")))]
    if not faults:
        w = walk()
        print(f"{w.count} checks, {len(w.failed)} failed", *sorted(set(w.failed))[:40], sep="\n  ")
        sys.exit(bool(w.failed))
    unseen = 0
    for fault in faults:
        seen = list(dict.fromkeys(walk(fault).failed))
        unseen += not seen
        print(fault, "UNSEEN" if not seen else "| ".join(seen[:4]), flush=True)
    sys.exit(unseen)
