#!/usr/bin/env python3
"""Walks the deployment without a fault, then shows every fault. Standard library only."""
import http.client, json, os, random, re, signal, socket, struct, subprocess, sys, threading, time, uuid
sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(HERE + "/config.json"))
C, FX = CFG["credentials"], CFG["fixtures"]
OWN, OTHER, SBX = C["jwt"], C["otherJwt"], C["sandboxJwt"]
KEY, OKEY = C["apiKey"], C["otherApiKey"]
AG = FX["agentId"]

class R:
    def __init__(self, st, hd, raw): self.st, self.h, self.raw = st, hd, raw
    @property
    def text(self): return self.raw.decode("utf-8")
    @property
    def j(self): return json.loads(self.text)

class D:
    """One running deployment."""
    def __init__(self, fault=""):
        env = dict(os.environ, FAULT=fault)
        for _ in range(5):
            self.port = random.randint(20000, 32000)
            self.p = subprocess.Popen([HERE + "/start.sh", str(self.port)], stdout=subprocess.PIPE, stderr=open(HERE + "/tmp/server.log", "ab"), env=env)
            if self.p.stdout.readline().strip() == b"ready": return
            self.p.kill(); self.p.wait()
        raise SystemExit("does not start: tmp/server.log")
    def stop(self):
        self.p.send_signal(signal.SIGTERM); self.p.wait(20)
    def req(self, m, path, body=None, auth=OWN, headers=None, raw=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        h = dict(headers or {})
        if auth: h["Authorization"] = "Bearer " + auth
        data = raw if raw is not None else (json.dumps(body).encode() if body is not None else None)
        if data is not None: h["Content-Type"] = "application/json"
        c.request(m, path, data, h)
        r = c.getresponse(); b = r.read(); c.close()
        return R(r.status, {k.lower(): v for k, v in r.getheaders()}, b)
    def me(self, m, path, body=None, auth=OWN, **k): return self.req(m, "/api/me" + path, body, auth, **k)
    def post(self, msg, agent=AG, key=KEY, nd=False): return self.req("POST", "/agents/" + ("ndjson/" if nd else "") + agent, {"message": msg}, key)
    def put(self, rid, msg, agent=AG, key=KEY, nd=False): return self.req("PUT", "/agents/" + ("ndjson/" if nd else "") + agent + "/" + rid, {"message": msg}, key)
    def get(self, rid, agent=AG, key=KEY): return self.req("GET", "/agents/%s/%s" % (agent, rid), None, key)
    def run(self, msg="Hello", **k): return self.post(msg, **k).h["x-service-run-id"]
    def agent(self, auth=OWN, **k): return self.me("POST", "/agents", dict({"chatPrompt": "Be kind", "name": "T"}, **k), auth).j
    def studio(self, auth=OWN, **k): return self.me("POST", "/agent-studio-chats", dict({"title": "T", "visibility": "private"}, **k), auth).j
    def tool(self, name, auth=OWN, **inp): return self.me("POST", "/tools/run/" + name, inp, auth)
    def nf(self, op, auth=OWN, **inp): return self.tool("NOTIFIER_" + op, auth, **inp).j["structuredContent"]
    def file(self, a, name="a.txt", **k): return self.me("POST", "/agents/%s/files" % a, dict({"name": name, "content": "x"}, **k))

def together(n, f):
    out = [None] * n; gate = threading.Barrier(n)
    def go(i): gate.wait(); out[i] = f(i)
    ts = [threading.Thread(target=go, args=(i,)) for i in range(n)]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out

# ---------------------------------------------------------------- probes: True where the deployment does as it should
P = {}
def probe(f): P[f.__name__.replace("_", "-")] = f; return f

@probe
def put_without_run_id_header(d):
    r = d.run(); return all(d.put(r, "x", nd=n).h.get("x-service-run-id") == r for n in (False, True))
@probe
def ndjson_put_during_job_accepted(d): return d.put(d.run(FX["backgroundMessage"]), "x", nd=True).st == 409
@probe
def refused_message_kept(d):
    r = d.run(FX["backgroundMessage"]); assert d.put(r, "refuse me").st == 409
    return "refuse me" not in d.get(r).text
@probe
def post_refused_during_job(d): d.run(FX["backgroundMessage"]); return d.post("Hi").st == 200
@probe
def failed_job_never_ends(d):
    r = d.run(FX["backgroundErrorMessage"]); assert d.get(r).h.get("x-service-job-id")
    time.sleep(3.2); return "x-service-job-id" not in d.get(r).h and d.put(r, "go on").st == 200
@probe
def job_header_on_every_run_of_worker(d):
    r = d.run(); j = d.run(FX["backgroundMessage"]); assert d.get(j).h.get("x-service-job-id")
    return "x-service-job-id" not in d.get(r).h
@probe
def text_leaks_tool_output(d): return FX["toolCallMessage"]["output"] not in d.post(FX["toolCallMessage"]["message"]).text
@probe
def ndjson_drops_tool_response(d):
    t = d.post(FX["toolCallMessage"]["message"], nd=True).text; assert FX["toolCallMessage"]["name"] in t
    return FX["toolCallMessage"]["output"] in t
@probe
def history_grouped_by_role(d): r = d.run(); d.put(r, "again"); return [m["role"] for m in d.get(r).j] == ["user", "assistant"] * 2
@probe
def new_run_keeps_context(d): d.run("one"); return [m["content"] for m in d.get(d.run("two")).j if m["role"] == "user"] == ["two"]
@probe
def stream_held_until_end(d):
    c = http.client.HTTPConnection("127.0.0.1", d.port); t0 = time.time()
    c.request("POST", "/agents/" + AG, json.dumps({"message": FX["slowMessage"]}), {"Authorization": "Bearer " + KEY})
    r = c.getresponse(); r.read(3); first = time.time() - t0; r.read(); return time.time() - t0 - first > 0.8
@probe
def history_loses_doubles(d):
    r = d.run("same"); d.put(r, "same"); return [m["content"] for m in d.get(r).j].count("same") == 2
@probe
def stream_surrogates_cut(d): return all(d.post("x" * i + "\U0001F6A2\U0001F6A2\U0001F6A2").text.endswith("\U0001F6A2" * 3) for i in range(5))
@probe
def concurrent_turns_lost(d):
    r = d.run(); rs = together(6, lambda i: d.put(r, "turn %d" % i).st); h = d.get(r).j
    return rs == [200] * 6 and len(h) == 14 and [m["role"] for m in h] == ["user", "assistant"] * 7
@probe
def deleted_key_still_works(d):
    k = d.me("POST", "/api-keys", {"name": "k"}).j; assert d.post("x", key=k["key"]).st == 200
    d.me("DELETE", "/api-keys/%d" % k["apiKeyId"]); return d.post("x", key=k["key"]).st == 401
@probe
def ndjson_latin1(d):
    try: t = d.post("h\u00e9 \u20ac", nd=True).text
    except UnicodeDecodeError: return False
    return "".join(json.loads(x).get("text", "") for x in t.splitlines()).endswith("h\u00e9 \u20ac")
@probe
def ndjson_answer_not_kept(d): r = d.run(); d.put(r, "x", nd=True); return len(d.get(r).j) == 4
@probe
def history_readable_by_others(d): return d.get(d.run(), key=OKEY).st in (403, 404)
@probe
def answer_lost_on_hang_up(d):
    b = json.dumps({"message": FX["slowMessage"]}).encode(); s = socket.create_connection(("127.0.0.1", d.port))
    s.sendall(b"POST /agents/%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n" % (AG.encode(), KEY.encode(), len(b)) + b)
    head = s.recv(4096).decode().lower(); s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)); s.close()
    rid = head.split("x-service-run-id: ")[1].split("\r")[0]; time.sleep(3); return len(d.get(rid).j) == 2
@probe
def runs_default_twenty(d): [d.run() for _ in range(32)]; return len(d.me("GET", "/agent-runs").j["items"]) == 30
@probe
def executions_limit_ignored(d): [d.tool("harbour_depth", harbour="Hull") for _ in range(3)]; return len(d.me("GET", "/executions?limit=2").j["items"]) == 2
@probe
def runs_cursor_inclusive(d):
    rs = [d.run() for _ in range(5)][::-1]; a = d.me("GET", "/agent-runs?limit=2").j; b = d.me("GET", "/agent-runs?limit=2&next_cursor=" + a["nextCursor"]).j
    return [x["runId"] for x in a["items"] + b["items"]] == rs[:4]
@probe
def run_view_any_user(d): return d.me("GET", "/agent-runs/" + d.run(), auth=OTHER).st == 404
@probe
def mcp_log_keeps_last_only(d):
    m = FX["toolCallMessage"]["message"]; r = d.run(m); d.put(r, m); return len(d.me("GET", "/agent-runs/%s/mcp-server-logs" % r).j) == 2
@probe
def execution_input_through_double(d):
    i = d.tool("number_echo", value=9007199254740993).j["logId"]; return d.me("GET", "/executions/%d" % i).j["input"] == {"value": 9007199254740993}
@probe
def owner_subscribes(d): return d.me("POST", "/agents/%s/subscribe" % FX["ownPaidAgentId"], {}).st == 400
@probe
def subscribed_twice_at_once(d):
    a = d.agent(price=5, visibility="public")["agentId"]
    return sorted(together(4, lambda i: d.me("POST", "/agents/%s/subscribe" % a, {}, OTHER).st)) == [200, 402, 402, 402]
@probe
def unsubscribe_not_in_read_model(d):
    a = FX["unsubscribeAgentId"]; d.me("POST", "/agents/%s/unsubscribe" % a); return d.me("GET", "/subscriptions/" + a).j["status"] == "cancelled"
@probe
def studio_private_open_to_anonymous(d): return d.me("GET", "/agent-studio-chats/" + d.studio()["runId"], auth=None).st == 403
@probe
def studio_patch_forgets_title(d):
    r = d.studio(title="Keep")["runId"]; d.me("PATCH", "/agent-studio-chats/" + r, {"visibility": "public"}); return d.me("GET", "/agent-studio-chats/" + r).j["title"] == "Keep"
@probe
def studio_post_overwrites(d):
    r = d.studio(title="Old")["runId"]; x = d.studio(title="New", runId=r); return x["title"] == "Old"
@probe
def sandbox_puts_private_studio_chat(d):
    r = d.studio(SBX, visibility="public")["runId"]; return d.me("PUT", "/agent-studio-chats/" + r, {"visibility": "private"}, SBX).st == 400
@probe
def studio_deleted_still_listed(d):
    r = d.studio()["runId"]; d.me("DELETE", "/agent-studio-chats/" + r); return r not in [x["runId"] for x in d.me("GET", "/agent-studio-chats").j]
@probe
def missing_prompt_becomes_empty(d): return d.me("POST", "/agents", {"name": "x"}).st == 400
@probe
def upsert_changes_foreign_agent(d):
    a = d.agent(visibility="public")["agentId"]; return d.me("POST", "/agents", {"agentId": a, "chatPrompt": "mine"}, OTHER).st == 403 and d.me("GET", "/agents/" + a).j["chatPrompt"] == "Be kind"
@probe
def theme_takes_any_hash(d): return d.me("PUT", "/agents/%s/customizations/theme" % AG, {"themeColor": "#zzzzzz"}).st == 400
@probe
def file_limit_off_by_one(d):
    a = d.agent()["agentId"]; rs = [d.file(a).st for _ in range(FX["filesPerAgent"] + 1)]; return rs == [201] * FX["filesPerAgent"] + [400]
@probe
def files_sorted_as_text(d):
    a = d.agent()["agentId"]; [d.file(a, "f%d" % i) for i in range(12)]; l = d.me("GET", "/agents/%s/files" % a).j["items"]
    return [x["position"] for x in l] == list(range(12)) and [x["name"] for x in l] == ["f%d" % i for i in range(12)]
@probe
def file_patch_empties_content(d):
    a = d.agent()["agentId"]; f = d.file(a).j["fileId"]; d.me("PATCH", "/agents/%s/files/%s" % (a, f), {"name": "b"}); return d.me("GET", "/agents/%s/files/%s" % (a, f)).j["content"] == "x"
@probe
def file_delete_by_name(d):
    a = d.agent()["agentId"]; f = d.file(a).j["fileId"]; g = d.file(a).j["fileId"]; d.me("DELETE", "/agents/%s/files/%s" % (a, f))
    return [x["fileId"] for x in d.me("GET", "/agents/%s/files" % a).j["items"]] == [g]
@probe
def slug_answer_memoized(d):
    q = "s-" + uuid.uuid4().hex[:12]; a = d.me("GET", "/agents/vanity/slug?slug=" + q).j["available"]; d.agent(vanitySlug=q)
    return a is True and d.me("GET", "/agents/vanity/slug?slug=" + q).j["available"] is False
@probe
def clone_ignores_body(d): return d.me("POST", "/chats/%s/clone" % FX["unpaidAgentId"], {"chatPrompt": "Mine"}).j["chatPrompt"] == "Mine"
@probe
def chat_run_entry_memoized(d): return d.me("POST", "/chats/%s/runs" % AG).j["runId"] != d.me("POST", "/chats/%s/runs" % AG).j["runId"]
@probe
def chat_patch_publishes(d): return d.me("PATCH", "/chats/" + d.agent(visibility="private")["agentId"], {"name": "n"}).j["visibility"] == "private"
@probe
def deleted_chat_still_listed(d):
    a = d.agent()["agentId"]; d.me("DELETE", "/chats/" + a); return a not in d.me("GET", "/chats").text
@probe
def key_list_tells_keys(d): return KEY not in d.me("GET", "/api-keys").text
@probe
def second_default_key(d):
    k = d.me("POST", "/api-keys", {"isDefault": True}).j; l = d.me("GET", "/api-keys").j
    return [x["apiKeyId"] for x in l if x["isDefault"]] == [k["apiKeyId"]] == [d.me("GET", "/api-keys/default").j["apiKeyId"]]
@probe
def webhook_needs_no_signature(d): return d.req("POST", "/api/me/payments/webhook", auth=None, raw=FX["webhook"]["body"].encode()).st == 400
@probe
def period_default_thirty(d): return d.me("GET", "/monetization/summary").j == d.me("GET", "/monetization/summary?period=28").j and len(d.me("GET", "/monetization/earnings").j["items"]) == 28
@probe
def foreign_key_deleted(d):
    k = d.me("POST", "/api-keys", {}).j["apiKeyId"]; return d.me("DELETE", "/api-keys/%d" % k, auth=OTHER).st == 404 and d.me("GET", "/api-keys/%d" % k).st == 200
@probe
def credits_spent_twice(d):
    b = d.me("GET", "/credits").j["balance"]; together(8, lambda i: d.me("POST", "/credits/use").st); return d.me("GET", "/credits").j["balance"] == b - 8
def bundle(d, *tools):
    i = d.me("POST", "/bundles").j["bundleId"]; [d.me("POST", "/bundles/%d/tools" % i, {"toolId": t}) for t in tools]; return i
@probe
def bundle_rename_empties_tools(d): i = bundle(d, "sea_state"); d.me("PUT", "/bundles/%d" % i, {"name": "N"}); b = d.me("GET", "/bundles/%d" % i).j; return b["name"] == "N" and len(b["tools"]) == 1
@probe
def bundle_add_loses_update(d):
    i = bundle(d); ts = ["sea_state", "word_count", "harbour_depth", "text_reverse"]; together(4, lambda k: d.me("POST", "/bundles/%d/tools" % i, {"toolId": ts[k]}))
    return sorted(x["toolId"] for x in d.me("GET", "/bundles/%d/tools" % i).j) == sorted(ts)
def cli(d): i = d.me("POST", "/cli-auth", auth=None).j["cliAuthId"]; assert d.me("PUT", "/cli-auth/" + i, {"jwt": OWN}).st == 200; return i
@probe
def cli_jwt_not_consumed(d): i = cli(d); a = d.me("GET", "/cli-auth/" + i, auth=None).j; return a == OWN and d.me("GET", "/cli-auth/" + i, auth=None).j is None
@probe
def cli_jwt_read_twice_at_once(d): i = cli(d); return [r for r in together(6, lambda k: d.me("GET", "/cli-auth/" + i, auth=None).j)].count(OWN) == 1
def sched(d, cron=FX["cron"], chat=AG, auth=OWN): return d.me("POST", "/schedules", {"chatId": chat, "cron": cron}, auth)
@probe
def schedule_on_foreign_chat(d): return sched(d, chat=FX["unpaidAgentId"]).st == 403
@probe
def cron_values_unchecked(d): return d.me("GET", "/schedules/text-to-cron?cron=99%2099%20*%20*%20*").st == 400
@probe
def next_run_weekday_offset(d):
    import datetime; return datetime.datetime.fromisoformat(sched(d).j["nextRunAt"].replace("Z", "+00:00")).isoweekday() == 2
@probe
def toolset_misses_last_tool(d): t = d.me("GET", "/toolsets/sea").j; return len(t["tools"]) == t["toolCount"]
@probe
def tool_input_refused_with_500(d): return d.me("POST", "/tools/run/harbour_depth", {"harbour": 7}).st == 400
@probe
def tool_run_without_jwt(d): return d.tool("harbour_depth", None, harbour="Hull").st == 401
@probe
def uninstall_for_everyone(d):
    [d.me("POST", "/user-tools", {"toolId": "sea_state"}, u) for u in (OWN, OTHER)]; d.me("DELETE", "/user-tools/sea_state", auth=OTHER); return d.me("GET", "/user-tools/sea_state").st == 200
@probe
def own_vip_code_redeemed(d): return d.me("POST", "/vip", {"code": FX["ownVipCode"]}).st == 400
@probe
def vip_count_of_everyone(d):
    a = d.me("GET", "/vip").j["count"]; assert d.me("POST", "/vip", {"code": "MAPLE-SUMMER"}, OTHER).st == 200; return d.me("GET", "/vip").j["count"] == a
@probe
def push_guid_ignored(d): return d.nf("CREATE_PUSH", type="note", body="a", guid="g1")["iden"] == d.nf("CREATE_PUSH", type="note", body="a", guid="g1")["iden"]
@probe
def chat_never_unmuted(d):
    i = d.nf("CREATE_CHAT", email="a@b.example")["iden"]; d.nf("UPDATE_CHAT", iden=i, muted=True); return d.nf("UPDATE_CHAT", iden=i, muted=False)["muted"] is False
@probe
def active_filter_ignored(d):
    i = d.nf("CREATE_PUSH", type="note", body="a")["iden"]; d.nf("DELETE_PUSH", iden=i); return i not in json.dumps(d.nf("LIST_PUSHES", active=True))
def device(d): return d.nf("CREATE_DEVICE", model="M", nickname="N", app_version=3, manufacturer="F", has_sms=False)
@probe
def device_update_forgets_the_rest(d): i = device(d)["iden"]; x = d.nf("UPDATE_DEVICE", iden=i, nickname="Z"); return tuple(x.get(k) for k in ("nickname", "model", "app_version", "has_sms")) == ("Z", "M", 3, False)
@probe
def modified_after_cut_to_seconds(d):
    for _ in range(5):
        a = d.nf("CREATE_PUSH", type="note", body="a"); b = d.nf("CREATE_PUSH", type="note", body="b")
        if int(a["modified"]) != int(b["modified"]): continue
        l = [x["iden"] for x in d.nf("LIST_PUSHES", modified_after=a["modified"])["items"]]
        if l != [b["iden"]]: return False
    return True
@probe
def notifier_page_skips_one(d):
    ids = [d.nf("CREATE_PUSH", type="note", body=str(i))["iden"] for i in range(5)][::-1]; a = d.nf("LIST_PUSHES", limit=2); b = d.nf("LIST_PUSHES", limit=2, cursor=a["nextCursor"])
    return [x["iden"] for x in a["items"] + b["items"]] == ids[:4]

# ---------------------------------------------------------------- the walk without a fault
bad = []
def ok(cond, what):
    if not cond: bad.append(what); print("  FAILS:", what)

def walk(d):
    seen = set()
    orig = d.me
    def me(m, path, *a, **k):
        seen.add((m, path.split("?")[0])); return orig(m, path, *a, **k)
    d.me = me
    def st(want, m, path, body=None, auth=OWN, **k):
        r = me(m, path, body, auth, **k); ok(r.st == want, "%s %s: %d, not %d %s" % (m, path, r.st, want, r.raw[:120]))
        if r.st >= 400: ok(r.h["content-type"] == "application/problem+json" and r.j["status"] == r.st, "problem " + path)
        return r
    no, nu = uuid.uuid4().__str__(), "not-a-uuid"
    # Workers API
    r = d.post("Hi"); ok(r.st == 200 and r.h["content-type"].startswith("text/plain"), "post text")
    rid = r.h["x-service-run-id"]; uuid.UUID(rid)
    n = d.post("Hi", nd=True); lines = [json.loads(x) for x in n.text.splitlines()]; ok(n.h["x-service-run-id"] != rid and "".join(x.get("text", "") for x in lines) == r.text, "ndjson equals text")
    ok(d.get(rid).j == [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": r.text}], "history")
    for msg in ("", " a b ", "\u00e9\U0001F6A2\u0000x"): ok(d.put(rid, msg).st == 200 and d.get(rid).j[-2]["content"] == msg, "message kept %r" % msg)
    ok(d.post("x", key=None).st == 401 and d.post("x", key="nope").st == 401 and d.post("x", key=OWN).st == 401, "worker 401")
    ok(d.post("x", agent=no).st == 404 and d.post("x", agent=FX["privateAgentId"]).st == 403, "worker 404, 403")
    ok(d.put(no, "x").st == 404 and d.put(rid, "x", key=OKEY).st == 404 and d.get(rid, agent=FX["unpaidAgentId"]).st == 404, "run 404")
    ok(all(d.req("POST", "/agents/" + AG, b, KEY).st == 422 for b in ({}, {"message": 7}, [1], {"message": None})), "message 422")
    ok(d.req("DELETE", "/agents/" + AG, None, KEY).st == 405, "405")
    j = d.post(FX["backgroundMessage"]); jr = j.h["x-service-run-id"]; t0 = time.time(); ok(d.get(jr).h.get("x-service-job-id") == j.h.get("x-service-job-id"), "job header")
    ok(d.put(jr, "x").st == 409, "409"); 
    while "x-service-job-id" in d.get(jr).h and time.time() - t0 < 6: time.sleep(.1)
    ok(1.5 < time.time() - t0 < 5 and d.put(jr, "go on").st == 200, "job ends")
    tc = FX["toolCallMessage"]; tr = d.post(tc["message"]).h["x-service-run-id"]; ok(tc["output"] not in d.get(tr).text, "history without tools")
    # runs and logs
    ok(st(200, "GET", "/agent-runs?limit=1&next_cursor=").j["nextCursor"].endswith("Z"), "cursor is a time")
    st(422, "GET", "/agent-runs?limit=0"); st(422, "GET", "/agent-runs?limit=x"); st(422, "GET", "/agent-runs?next_cursor=soon"); st(401, "GET", "/agent-runs", auth=None); st(401, "GET", "/agent-runs", auth=KEY)
    ok(st(200, "GET", "/agent-runs/" + tr).j["messageCount"] == 2, "view"); st(404, "GET", "/agent-runs/" + no); st(422, "GET", "/agent-runs/" + nu)
    ok(len(st(200, "GET", "/agent-runs/%s/mcp-server-logs" % tr).j) == 1, "mcp"); ok(len(st(200, "GET", "/agent-runs/%s/logs" % tr).j) >= 3, "logs")
    ok(st(200, "GET", "/agent-runs/%s/logs" % no).j == [], "no logs"); st(422, "GET", "/agent-runs/%s/logs" % nu)
    e = d.tool("harbour_depth", harbour="Hull").j; ok(e["structuredContent"]["metres"] == 8.7, "depth")
    x = st(200, "GET", "/executions/%d" % e["logId"]).j; ok((x["serviceId"], x["serviceIdNamespace"], x["input"]) == ("default", "global", {"harbour": "Hull"}), "execution")
    st(404, "GET", "/executions/%d" % e["logId"], auth=OTHER); st(404, "GET", "/executions/1"); st(422, "GET", "/executions/x"); ok(st(200, "GET", "/executions").j["items"][0]["logId"] == e["logId"], "executions")
    # subscriptions
    p = FX["paidAgentId"]; ok("checkoutUrl" in st(200, "POST", "/agents/%s/subscribe" % p, {}).j, "checkout"); st(402, "POST", "/agents/%s/subscribe" % p, {})
    for a, w in ((FX["unpaidAgentId"], 400), (FX["ownPaidAgentId"], 400), (no, 404), (FX["privateAgentId"], 404)): st(w, "POST", "/agents/%s/subscribe" % a, {})
    st(422, "POST", "/agents/%s/subscribe" % p); ok(st(200, "POST", "/agents/%s/unsubscribe" % p).j["status"] == "cancelled", "cancelled"); st(400, "POST", "/agents/%s/unsubscribe" % p); st(404, "POST", "/agents/%s/unsubscribe" % no)
    ok(len(st(200, "GET", "/subscriptions").j["items"]) == 3, "subscriptions"); ok(st(200, "GET", "/subscriptions/" + FX["subscribedAgentId"]).j["status"] == "active", "active"); st(404, "GET", "/subscriptions/" + no)
    # studio chats
    c = d.studio(); i = c["runId"]; S = "/agent-studio-chats"
    st(200, "GET", S); st(200, "GET", S + "/" + i); st(403, "GET", S + "/" + i, auth=None); st(403, "GET", S + "/" + i, auth=OTHER); st(404, "GET", S + "/" + no)
    st(400, "POST", S, {"visibility": "private"}, SBX); st(422, "POST", S, {"visibility": "secret"}); st(409, "POST", S, {"runId": i}, OTHER); st(400, "POST", S + "/%s/clone" % i)
    for m in ("PUT", "PATCH"): st(403, m, S + "/" + i, {}, OTHER); st(404, m, S + "/" + no, {})
    ok(st(200, "PUT", S + "/" + i, {"title": "Z", "visibility": "public"}).j["title"] == "Z", "put studio"); st(200, "GET", S + "/" + i, auth=None)
    k = st(201, "POST", S + "/%s/clone" % i, auth=SBX).j; ok(k["title"] == "Z" and k["runId"] != i, "clone"); st(400, "PATCH", S + "/" + k["runId"], {"visibility": "private"}, SBX); st(404, "POST", S + "/%s/clone" % no)
    ok(st(200, "PATCH", S + "/" + i, {"description": "D"}).j["visibility"] == "public", "patch studio"); st(403, "DELETE", S + "/" + i, auth=OTHER); st(200, "DELETE", S + "/" + i); st(404, "GET", S + "/" + i); st(404, "DELETE", S + "/" + i); st(409, "POST", S, {"runId": i})
    # agents
    a = d.agent(visibility="public", description="D"); i = a["agentId"]; A = "/agents/" + i
    ok(a in st(200, "GET", "/agents").j, "listed"); st(200, "GET", A, auth=None); st(403, "GET", "/agents/" + FX["privateAgentId"]); st(404, "GET", "/agents/" + no)
    st(400, "POST", "/agents", {"chatPrompt": " "}); st(422, "POST", "/agents", {"chatPrompt": 7}); st(400, "POST", "/agents", {"chatPrompt": "x", "visibility": "private"}, SBX); st(404, "POST", "/agents", {"chatPrompt": "x", "agentId": no}); st(422, "POST", "/agents", raw=b"{")
    u = st(200, "POST", "/agents", {"agentId": i, "chatPrompt": "New", "visibility": "public"}).j; ok(u["chatPrompt"] == "New" and u["version"] == 2 and "description" not in u, "upsert")
    ok(st(200, "POST", A + "/upsell-description").j["upsellDescription"], "upsell"); st(404, "POST", "/agents/%s/upsell-description" % no)
    ok(st(200, "POST", "/agents/vanity/slug", {"text": "\u00c9t\u00e9 au Port!"}, None).j["slug"] == "ete-au-port", "slug"); st(422, "GET", "/agents/vanity/slug"); st(401, "GET", "/agents/vanity/slug?slug=abc", auth=None); st(200, "GET", "/agents/vanity/slug?slug=abc")
    sv = st(200, "GET", "/vibe/services", auth=None).j["items"]; ok(len(sv) == 3, "three coders"); st(200, "GET", A + "/vibe?service_name=" + sv[0]["serviceName"]); st(422, "GET", A + "/vibe?service_name=x"); st(422, "GET", A + "/vibe")
    T = A + "/customizations/theme"; ok(st(200, "GET", T).j is None, "no theme"); st(200, "PUT", T, {"themeColor": "#0aF"}); ok(st(200, "GET", T).j["themeColor"] == "#0aF", "theme"); st(403, "PUT", T, {"themeColor": "#000000"}, OTHER); st(422, "PUT", T, {}); st(422, "GET", "/agents/x/customizations/theme"); st(404, "GET", "/agents/%s/customizations/theme" % no); st(403, "GET", "/agents/%s/customizations/theme" % FX["privateAgentId"])
    fs = [st(201, "POST", A + "/files", {"name": "f%d" % k, "content": "\u20ac"}).j["fileId"] for k in range(3)]; f = A + "/files/" + fs[1]
    ok(st(200, "GET", f).j["size"] == 3, "size"); st(404, "GET", A + "/files/" + no); st(403, "GET", f, auth=OTHER); st(403, "GET", A + "/files", auth=OTHER); st(422, "POST", A + "/files", {}); ok(st(200, "PATCH", f, {"position": 0}).j["position"] == 0, "moved")
    o = st(200, "PUT", A + "/files/positions", {"positions": [{"fileId": fs[2], "position": 0}]}).j["items"]; ok([x["fileId"] for x in o] == [fs[2], fs[1], fs[0]], "positions"); st(404, "PUT", A + "/files/positions", {"positions": [{"fileId": no, "position": 0}]})
    ok(st(204, "DELETE", f).raw == b"", "204"); st(404, "DELETE", f); ok([x["position"] for x in st(200, "GET", A + "/files").j["items"]] == [0, 1], "gaps closed")
    # chats
    st(200, "GET", "/chats"); c = st(200, "POST", "/chats", {"chatPrompt": "x"}).j; st(400, "POST", "/chats", {}); i = c["chatId"]; H = "/chats/" + i; ok(c["visibility"] == "private", "default")
    st(403, "GET", H, auth=None); st(200, "GET", H); st(403, "PUT", H, {"chatPrompt": "y"}, OTHER); st(404, "PUT", "/chats/" + no, {"chatPrompt": "y"}); ok(st(200, "PUT", H, {"chatPrompt": "y", "description": "d"}).j["chatPrompt"] == "y", "put"); ok("description" not in st(200, "PATCH", H, {"description": None}).j, "null clears")
    st(403, "PATCH", H, {}, OTHER); st(403, "POST", H + "/clone"); st(404, "POST", "/chats/%s/clone" % no); st(422, "POST", "/chats/x/clone"); st(200, "PATCH", H, {"visibility": "public"}); k = st(200, "POST", H + "/clone", auth=SBX).j; st(400, "PATCH", "/chats/" + k["chatId"], {"visibility": "private"}, SBX); st(400, "PUT", "/chats/" + k["chatId"], {"chatPrompt": "q", "visibility": "private"}, SBX); st(200, "POST", H + "/clone", raw=b"null")
    st(200, "GET", H + "/og", auth=None); st(422, "GET", "/chats/x/og"); ok(st(200, "POST", H + "/feedback", {"rating": "up"}).j["feedback"] == {"up": 1, "down": 0}, "feedback"); st(404, "POST", "/chats/%s/feedback" % no, {"rating": "up"}); st(422, "POST", H + "/feedback", {})
    l = st(200, "POST", H + "/runs").j; st(200, "GET", "/agent-runs/" + l["runId"]); st(403, "POST", "/chats/%s/runs" % FX["privateAgentId"]); st(404, "POST", "/chats/%s/runs" % no); st(403, "DELETE", H, auth=OTHER); st(200, "DELETE", H); st(404, "GET", H); ok(d.post("x", agent=i).st == 404, "gone worker")
    # keys, credits, payments
    k = st(200, "POST", "/api-keys", {"name": "n"}).j; K = "/api-keys/%d" % k["apiKeyId"]; ok(st(200, "GET", K).j["key"] == k["key"], "key"); st(404, "GET", K, auth=OTHER); ok("key" not in st(200, "DELETE", K).j, "hidden"); st(404, "GET", K); st(422, "GET", "/api-keys/x"); st(200, "GET", "/api-keys"); ok(st(200, "GET", "/api-keys/default").j["key"] == KEY, "default")
    st(200, "GET", "/billing"); b0 = st(200, "GET", "/credits").j["balance"]; ok(st(200, "POST", "/credits/use").j["balance"] == b0 - 1, "use")
    w = FX["webhook"]; W = lambda sig, want, body=w["body"]: st(want, "POST", "/payments/webhook", None, None, headers={w["signatureHeader"]: sig} if sig else {}, raw=body.encode())
    W(None, 400); W("bad", 400); W(w["validSignature"], 400, "{}"); W(w["validSignature"], 200); W(w["validSignature"], 200); ok(st(200, "GET", "/credits").j["balance"] == b0 + 49, "granted once")
    while orig("POST", "/credits/use", auth=SBX).st == 200: pass
    ok(orig("GET", "/credits", auth=SBX).j["balance"] == 0, "never below zero"); st(200, "POST", "/payments/sessions", {"credits": 5}); st(422, "POST", "/payments/sessions", {})
    for q in ("summary", "subscribers", "earnings"):
        for v in ("0", "366", "x"): st(422, "GET", "/monetization/%s?period=%s" % (q, v))
        ok(st(200, "GET", "/monetization/" + q).j["period"] == 28, "28")
    s, e = orig("GET", "/monetization/summary?period=365").j, orig("GET", "/monetization/earnings?period=365").j; ok(abs(sum(x["earnings"] for x in e["items"]) - s["totalEarnings"]) < 1e-6 and len(e["items"]) == 365 and s["totalEarnings"] == 45.45, "earnings")
    # bundles
    i = st(200, "POST", "/bundles").j["bundleId"]; B = "/bundles/%d" % i; st(200, "POST", B + "/tools", {"toolId": "sea_state"}); st(404, "POST", B + "/tools", {"toolId": "x"}); st(404, "POST", "/bundles/1/tools", {"toolId": "sea_state"}); ok(len(st(200, "GET", B + "/tools").j) == 1, "bundle tools"); st(200, "GET", "/bundles"); st(200, "GET", B); st(404, "GET", B, auth=OTHER); st(422, "GET", "/bundles/x")
    ok(st(200, "PUT", B, {"tools": [{"toolId": "word_count"}]}).j["tools"][0]["toolId"] == "word_count", "bundle put"); st(409, "PUT", "/bundles/1", {"name": "x"}); st(409, "PUT", B, {"tools": ["nope"]}); st(404, "DELETE", B + "/tools/sea_state"); st(200, "DELETE", B + "/tools/word_count"); st(200, "DELETE", B); st(404, "DELETE", B)
    # cli, schedules
    i = st(200, "POST", "/cli-auth", auth=None).j["cliAuthId"]; L = "/cli-auth/" + i; ok(st(200, "GET", L, auth=None).j is None, "null"); st(200, "PUT", L, {"jwt": OWN}); st(403, "PUT", L, {"jwt": OTHER}, OTHER); st(401, "PUT", L, {"jwt": OWN}, None); st(422, "PUT", L, {}); st(404, "PUT", "/cli-auth/" + no, {"jwt": OWN}); st(404, "GET", "/cli-auth/" + no, auth=None); st(422, "GET", "/cli-auth/x", auth=None); ok(st(200, "GET", L, auth=None).j == OWN and st(200, "GET", L, auth=None).j is None, "consumed")
    s = sched(d).j; Q = "/schedules/" + s["scheduleId"]; st(200, "POST", "/schedules", {"chatId": AG, "cron": "0 0 1 1 *"}); st(403, "POST", "/schedules", {"cron": "* * * * *"}); st(403, "POST", "/schedules", {"cron": "* * * * *", "chatId": "x"}); st(422, "POST", "/schedules", {"chatId": AG, "cron": "x"}); ok(s in st(200, "GET", "/schedules").j["items"], "listed"); st(200, "GET", Q); st(404, "GET", Q, auth=OTHER); st(422, "GET", "/schedules/x"); st(404, "GET", "/schedules/" + no)
    x = st(200, "PUT", Q, {"enabled": False, "message": "m"}).j; ok(x["enabled"] is False and x["cron"] == s["cron"] and "nextRunAt" not in x, "put schedule"); st(403, "PUT", Q, {"chatId": FX["unpaidAgentId"]}); st(200, "DELETE", Q); st(404, "GET", Q); st(200, "GET", "/schedules/onboarding")
    for t, want in (("every%20day%20at%207:30", "30 7 * * *"), ("every%20friday%20at%205pm", "0 17 * * 5"), ("*/5%201-3%20*%20jan%20MON-FRI", "*/5 1-3 * jan MON-FRI")): ok(st(200, "GET", "/schedules/text-to-cron?cron=" + t).j["cron"] == want, t)
    st(400, "GET", "/schedules/text-to-cron?cron=whenever"); st(422, "GET", "/schedules/text-to-cron"); st(400, "GET", "/schedules/text-to-cron?cron=61%20*%20*%20*%20*")
    # tools
    ok(all("inputSchema" in t for t in st(200, "GET", "/tools/list").j), "mcp"); ok(len(st(200, "GET", "/tools", auth=None).j) == 21, "public"); st(200, "GET", "/tools/sea_state", auth=None); st(404, "GET", "/tools/nope", auth=None)
    r = st(200, "GET", "/tools/search?q=push&min_score=0.3").j; ok(r and r == sorted(r, key=lambda t: (-t["score"], t["name"])), "search"); ok(len(st(200, "GET", "/tools/search?q=notifier&limit=2&toolkit=sea").j) == 0, "toolkit")
    for q in ("", "q=", "q=a&limit=0", "q=a&limit=201", "q=a&min_score=1.1", "q=a&min_score=x"): st(422, "GET", "/tools/search?" + q)
    st(404, "POST", "/tools/run/nope", {}); st(401, "POST", "/tools/run/nope", {}, "bad"); st(400, "POST", "/tools/run/harbour_depth", {}); st(422, "POST", "/tools/run/harbour_depth", [1]); st(400, "POST", "/tools/run/NOTIFIER_GET_USER", {}, SBX); st(200, "POST", "/tools/run/sea_state?service_id=s", {"area": "a"})
    ok(len(st(200, "GET", "/toolsets/list").j) == 3, "sets"); ok(len(st(200, "GET", "/toolsets/notifier").j["tools"]) == 15, "15"); st(404, "GET", "/toolsets/x"); st(200, "POST", "/user-tools", {"toolId": "word_count"}); st(409, "POST", "/user-tools", {"toolId": "word_count"}); st(409, "POST", "/user-tools", {"toolId": "x"}); st(422, "POST", "/user-tools", {}); ok(len(st(200, "GET", "/user-tools").j) == 1, "installed"); st(200, "GET", "/user-tools/word_count"); st(404, "GET", "/user-tools/x"); st(200, "DELETE", "/user-tools/word_count"); st(404, "DELETE", "/user-tools/word_count")
    # user, vip
    ok(st(200, "GET", "/").j["tier"] == "pro" and st(200, "GET", "/", auth=SBX).j["tier"] == "sandbox", "tier"); ok(st(200, "GET", "/vip").j["count"] == 0, "vip"); st(200, "POST", "/vip", {"code": FX["vipCode"]}); st(400, "POST", "/vip", {"code": FX["vipCode"]}); st(200, "POST", "/vip", {"code": FX["vipCode"]}, OTHER); st(400, "POST", "/vip", {"code": "x"}); st(422, "POST", "/vip", {}); ok(orig("GET", "/vip").j["count"] == 1, "vip 1")
    st(404, "GET", "/nothing"); st(405, "PATCH", "/vip", {})
    # NOTIFIER
    N = lambda want, op, **k: st(want, "POST", "/tools/run/NOTIFIER_" + op, k).j.get("structuredContent")
    N(400, "CREATE_CHAT"); N(400, "CREATE_CHAT", email="x"); c = N(200, "CREATE_CHAT", email="z@y.example"); ok(N(200, "LIST_CHATS", limit=500)["items"][0]["iden"] == c["iden"], "chats"); N(400, "LIST_CHATS", limit=501); N(400, "UPDATE_CHAT", iden=c["iden"]); ok(N(200, "UPDATE_CHAT", iden=c["iden"], muted=True)["muted"], "muted"); N(200, "DELETE_CHAT", iden=c["iden"]); N(400, "DELETE_CHAT", iden=c["iden"]); ok(not N(200, "LIST_CHATS")["items"], "no chats")
    N(400, "CREATE_DEVICE", model="m", nickname="n", app_version=-1, manufacturer="f"); N(400, "CREATE_DEVICE", model="m", nickname="n", app_version=1.5, manufacturer="f"); v = device(d); ok(v["has_sms"] is False, "false kept"); ok(len(N(200, "LIST_DEVICES")["items"]) == 1, "devices"); N(400, "UPDATE_DEVICE", iden="x"); N(200, "UPDATE_DEVICE", iden=v["iden"], icon="watch"); N(200, "CREATE_PUSH", type="note", body="b", device_iden=v["iden"]); N(200, "DELETE_DEVICE", device_iden=v["iden"])
    N(400, "CREATE_PUSH", type="list"); N(400, "CREATE_PUSH", type="link"); N(400, "CREATE_PUSH", type="file", file_name="a", file_url="u"); N(200, "CREATE_PUSH", type="file", file_name="a", file_url="u", file_type="t/x"); x = N(200, "CREATE_PUSH", type="link", url="http://a.example")
    y = N(200, "UPDATE_PUSH", iden=x["iden"], items=[{"text": "a", "checked": False}] * 2, dismissed=True); ok(y["dismissed"] and len(y["items"]) == 2 and y["url"] == "http://a.example", "push updated"); N(400, "UPDATE_PUSH", iden=x["iden"], items=[{"text": "a"}]); N(200, "DELETE_PUSH", iden=x["iden"]); N(400, "DELETE_PUSH", iden=x["iden"]); N(400, "LIST_PUSHES", limit=501); N(400, "LIST_PUSHES", cursor="??")
    N(200, "DELETE_ALL_PUSHES"); time.sleep(.6); ok(not N(200, "LIST_PUSHES", active=True)["items"] and N(200, "LIST_PUSHES")["items"], "all pushes gone"); ok(N(200, "GET_USER")["email"], "user"); ok(N(200, "UPLOAD_REQUEST", file_name="a", file_type="b")["upload_url"], "upload"); N(400, "UPLOAD_REQUEST", file_name="a")
    d.me = orig
    rows = re.findall(r"^\| (GET|POST|PUT|PATCH|DELETE) \| /me(/\S*)", open(HERE + "/interface.md").read(), re.M)
    ok(len(rows) == 88, "88 operations in the interface")
    for m, p in rows:
        rx = re.compile(re.sub(r"\{\w+\}", "[^/]+", p) + "$")
        ok(any(sm == m and rx.match(sp) for sm, sp in seen), "walked %s %s" % (m, p))
    return len(rows)

def load(d, n=3000, conns=30):
    left = [n]; lock = threading.Lock(); wrong = []
    a = d.agent(); b = bundle(d)
    def go(_):
        c = http.client.HTTPConnection("127.0.0.1", d.port, timeout=30)
        def q(m, p, body=None, cred=OWN):
            c.request(m, p, json.dumps(body) if body is not None else None, {"Authorization": "Bearer " + cred}); r = c.getresponse(); t = r.read()
            if r.status not in (200, 201): wrong.append((m, p, r.status, t[:80]))
            return r
        while True:
            with lock:
                if left[0] <= 0: return
                left[0] -= 1; k = left[0]
            try:
                if k % 7 == 0: rid = q("POST", "/agents/" + AG, {"message": "m"}, KEY).getheader("x-service-run-id"); q("PUT", "/agents/ndjson/%s/%s" % (AG, rid), {"message": "n"}, KEY); q("GET", "/agents/%s/%s" % (AG, rid), None, KEY)
                elif k % 7 == 1: q("POST", "/api/me/credits/use")
                elif k % 7 == 2: q("GET", "/api/me/agent-runs")
                elif k % 7 == 3: q("POST", "/api/me/tools/run/NOTIFIER_CREATE_PUSH", {"type": "note", "body": "b"})
                elif k % 7 == 4: q("PATCH", "/api/me/chats/" + a["agentId"], {"name": "n%d" % k})
                elif k % 7 == 5: q("GET", "/api/me/bundles/%d" % b)
                else: q("POST", "/api/me/agent-studio-chats", {"title": "t"})
            except Exception as e: wrong.append(repr(e)); c.close()
    t0 = time.time(); together(conns, go); dt = time.time() - t0
    print("load: %d rounds from %d connections in %.1f s (%.0f requests a second), %d failures" % (n, conns, dt, n * 9 / 7 / dt, len(wrong)), wrong[:3], flush=True)
    ok(not wrong, "load")

def main():
    os.makedirs(HERE + "/tmp", exist_ok=True)
    faults = json.load(open(HERE + "/faults.json")); only = sys.argv[1:]
    ok(len(faults) == 70 and {f["id"] for f in faults} == set(P), "70 faults with a probe each")
    d = D()
    try:
        print("walk: %d operations" % walk(d), flush=True); load(d)
        for f in faults:
            if only and f["id"] not in only: continue
            try: good = P[f["id"]](d)
            except Exception as e: good = False; print("   ", repr(e))
            ok(good, "without a fault: " + f["id"])
    finally: d.stop()
    print("without a fault: %d failures" % len(bad), flush=True)
    for f in faults:
        if only and f["id"] not in only: continue
        d = D(f["id"]); t0 = time.time()
        try:
            try: shown = not P[f["id"]](d); why = ""
            except Exception as e: shown, why = False, " " + repr(e)
        finally: d.stop()
        print("%-42s %s (%.1f s)%s" % (f["id"], "shows" if shown else "DOES NOT SHOW", time.time() - t0, why), flush=True)
        if not shown: bad.append(f["id"])
    print("all good" if not bad else "%d problems: %s" % (len(bad), bad))
    sys.exit(bool(bad))
main()
