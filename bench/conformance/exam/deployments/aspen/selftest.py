#!/usr/bin/env python3
"""Walks the deployment, shows each fault from outside, and loads it a little."""
import concurrent.futures as cf, http.client, json, os, random, socket, subprocess, sys, time, uuid, urllib.parse
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(os.path.join(HERE, "config.json")))
FX, CR = CFG["fixtures"], CFG["credentials"]
A = FX["agentId"]

class R:
    def __init__(s, st, hd, body): s.s, s.h, s.b = st, {k.lower(): v for k, v in hd}, body
    @property
    def j(s): return json.loads(s.b)
    @property
    def t(s): return s.b.decode()

class Server:
    def __init__(s, fault=""):
        while True:
            s.port = random.randint(20000, 32000)
            with socket.socket() as k:
                if k.connect_ex(("127.0.0.1", s.port)): break
        s.p = subprocess.Popen([os.path.join(HERE, "start.sh"), str(s.port)], stdout=subprocess.PIPE, env=dict(os.environ, FAULT=fault))
        assert s.p.stdout.readline().strip() == b"ready"
    def __enter__(s): return s
    def __exit__(s, *a): s.p.kill(); s.p.wait()
    def raw(s, m, path, body=None, auth=None, headers=None, conn=None):
        c = conn or http.client.HTTPConnection("127.0.0.1", s.port, timeout=20)
        h = dict(headers or {})
        if auth: h["Authorization"] = "Bearer " + auth
        if body is not None and not isinstance(body, (bytes, str)): body = json.dumps(body); h["Content-Type"] = "application/json"
        if isinstance(body, str): body = body.encode()
        c.request(m, path, body, h)
        r = c.getresponse(); out = R(r.status, r.getheaders(), r.read())
        if not conn: c.close()
        return out
    def u(s, m, path, body=None, who="jwt"): return s.raw(m, path if path.startswith("/") else "/me/" + path, body, CR.get(who))
    def w(s, m, path, msg=None, who="apiKey", nd=False):
        return s.raw(m, "/workers/" + ("ndjson/" if nd else "") + path, None if msg is None else {"message": msg}, CR.get(who, who))
    def run(s, msg="hello", nd=False, who="apiKey"):
        r = s.w("POST", A, msg, who, nd); eq(r.s, 200); return r.h["x-service-run-id"], r
    def hist(s, k): return s.w("GET", A + "/" + k).j
    def agent(s, who="jwt", **kw):
        r = s.u("POST", "agents", dict({"chatPrompt": "p", "name": "n"}, **kw), who); eq(r.s, 200); return r.j
    def file(s, g, **kw):
        r = s.u("POST", f"agents/{g}/files", dict({"name": "f"}, **kw)); eq(r.s, 201); return r.j
    def tool(s, n, who="jwt", st=200, **kw):
        r = s.u("POST", "tools/run/" + n, kw, who); eq(r.s, st); return r.j.get("structuredContent")
    def n(s, n, who="jwt", st=200, **kw): return s.tool("NOTIFIER_" + n, who, st, **kw)

class Wrong(Exception): pass
def eq(a, b):
    if a != b: raise Wrong(f"{str(a)[:200]} instead of {str(b)[:200]}")
def yes(a, why="no"):
    if not a: raise Wrong(why)
def both(*fs):
    with cf.ThreadPoolExecutor(len(fs)) as ex: return [x.result() for x in [ex.submit(f) for f in fs]]
def lines(r): return [json.loads(x) for x in r.t.split("\n") if x]

CHECKS = {}
def check(f): CHECKS[f.__name__.replace("_", "-")] = f; return f

# Workers API
@check
def put_without_run_header(s):
    k, _ = s.run(); eq(s.w("PUT", f"{A}/{k}", "more").h.get("x-service-run-id"), k)
@check
def post_keeps_context(s):
    s.run("one"); k, _ = s.run("two"); eq(len(s.hist(k)), 2)
@check
def post_same_run(s): yes(s.run("same")[0] != s.run("same")[0])
@check
def refused_message_kept(s):
    k, r = s.run(FX["backgroundMessage"]); yes(r.h.get("x-service-job-id"))
    b = s.hist(k); eq(s.w("PUT", f"{A}/{k}", "x").s, 409); eq(s.hist(k), b)
@check
def post_refused_during_job(s): s.run(FX["backgroundMessage"]); eq(s.w("POST", A, "x").s, 200)
@check
def failed_job_never_ends(s):
    k, _ = s.run(FX["backgroundErrorMessage"]); yes("x-service-job-id" in s.w("GET", f"{A}/{k}").h)
    end = time.time() + 6
    while "x-service-job-id" in s.w("GET", f"{A}/{k}").h: yes(time.time() < end, "job never ends"); time.sleep(.1)
    eq(s.w("PUT", f"{A}/{k}", "").s, 200)
@check
def idle_job_header(s): k, _ = s.run(); yes("x-service-job-id" not in s.w("GET", f"{A}/{k}").h)
@check
def text_shows_tool_result(s):
    k, r = s.run(FX["toolCallMessage"]["message"]); yes("oracle-7731" not in r.t); eq(s.hist(k)[1], {"role": "assistant", "content": r.t})
@check
def stream_not_flushed(s):
    c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=20)
    c.request("POST", "/workers/" + A, json.dumps({"message": FX["slowMessage"]}), {"Authorization": "Bearer " + CR["apiKey"]})
    r = c.getresponse(); t0 = time.time(); r.read1(3); yes(time.time() - t0 < .8, "first words late"); r.read(); yes(time.time() - t0 > 1)
@check
def ndjson_no_tool_results(s):
    _, r = s.run(FX["toolCallMessage"]["message"], True); tags = [x["tag"] for x in lines(r)]
    yes("ToolCall" in tags and "ToolResult" in tags and "oracle-7731" in r.t and tags[-1] == "Done")
@check
def chunk_cuts_characters(s):
    m = "żółw 🐢 żółw 漢字 ελληνικά"; k, r = s.run(m); yes(m in r.t); eq(s.hist(k)[0]["content"], m)
@check
def message_white_space(s):
    m = "  a\n\n  b\tc "; k, _ = s.run(m); eq(s.hist(k)[0]["content"], m)
@check
def concurrent_put_lost(s):
    k, _ = s.run(); rs = both(*[lambda i=i: s.w("PUT", f"{A}/{k}", f"m{i}") for i in range(6)]); eq([r.s for r in rs], [200] * 6)
    h = s.hist(k); eq(len(h), 14); eq({m["content"] for m in h if m["role"] == "user"}, {"hello"} | {f"m{i}" for i in range(6)}); eq([m["role"] for m in h], ["user", "assistant"] * 7)
@check
def ndjson_glued_lines(s): _, r = s.run(FX["toolCallMessage"]["message"], True); yes(len(lines(r)) > 4); yes(r.h["content-type"].startswith("application/x-ndjson"))
@check
def run_visible_to_others(s):
    k, _ = s.run(); eq(s.w("GET", f"{A}/{k}", who="otherApiKey").s, 404); eq(s.w("PUT", f"{A}/{k}", "x", "otherApiKey").s, 404)
@check
def deleted_key_still_works(s):
    k = s.u("POST", "api-keys", {"name": "x"}).j; eq(s.w("POST", A, "x", k["key"]).s, 200)
    eq(s.u("DELETE", f"api-keys/{k['apiKeyId']}").s, 200); eq(s.w("POST", A, "x", k["key"]).s, 401)
@check
def history_loses_first(s):
    k, _ = s.run("m0"); [s.w("PUT", f"{A}/{k}", f"m{i}") for i in (1, 2, 3)]
    eq([m["content"] for m in s.hist(k) if m["role"] == "user"], ["m0", "m1", "m2", "m3"])
@check
def ndjson_put_new_run(s): k, _ = s.run(); r = s.w("PUT", f"{A}/{k}", "x", nd=True); eq(r.h["x-service-run-id"], k); eq(len(s.hist(k)), 4)
@check
def run_of_any_agent(s):
    k, _ = s.run(); g = s.agent()["agentId"]; eq(s.w("GET", f"{g}/{k}").s, 404)

# runs and logs
def pages(s, path, lim):
    out, cur = [], ""
    while True:
        j = s.u("GET", f"{path}?limit={lim}" + (cur and "&next_cursor=" + urllib.parse.quote(cur))).j; out += j["elements"]
        if not j["next"]: return out
        cur = j["next"]
@check
def runs_default_20(s): [s.run() for _ in range(32)]; eq(len(s.u("GET", "agent-runs").j["elements"]), 30)
@check
def runs_next_skips(s): ks = [s.run()[0] for _ in range(9)]; eq([x["runId"] for x in pages(s, "agent-runs", 4)], ks[::-1])
@check
def runs_cursor_repeats(s): ks = [s.run()[0] for _ in range(6)]; got = [x["runId"] for x in pages(s, "agent-runs", 3)]; eq(sorted(got), sorted(ks))
@check
def run_view_stale_count(s): k, _ = s.run(); s.w("PUT", f"{A}/{k}", "x"); eq(s.u("GET", f"agent-runs/{k}").j["messageCount"], 4)
@check
def execution_of_others(s):
    i = s.u("POST", "tools/run/add_numbers", {"a": 1, "b": 2}).j["logId"]; eq(s.u("GET", f"executions/{i}").j["input"], {"a": 1, "b": 2}); eq(s.u("GET", f"executions/{i}", who="otherJwt").s, 404)
# subscriptions
@check
def owner_subscribes(s): eq(s.u("POST", f"agents/{FX['ownPaidAgentId']}/subscribe", {}).s, 400)
@check
def subscribed_twice(s): p = f"agents/{FX['paidAgentId']}/subscribe"; eq(s.u("POST", p, {}).s, 200); eq(s.u("POST", p, {}).s, 402)
@check
def subscribe_raced(s):
    f = lambda: s.u("POST", f"agents/{FX['paidAgentId']}/subscribe", {}).s; eq(sorted(both(f, f, f)), [200, 402, 402])
@check
def unsubscribe_takes_all(s):
    eq(s.u("POST", f"agents/{FX['unsubscribeAgentId']}/unsubscribe").s, 200); eq([x["agentId"] for x in s.u("GET", "subscriptions").j["elements"]], [FX["subscribedAgentId"]])
    eq(s.u("POST", f"agents/{FX['unsubscribeAgentId']}/unsubscribe").s, 400)
# studio
def studio(s, **kw): r = s.u("POST", "agent-studio-chats", kw); eq(r.s, 200); return r.j["runId"]
@check
def studio_patch_resets(s): k = studio(s, title="T", comment="c"); s.u("PATCH", f"agent-studio-chats/{k}", {"visibility": "Public"}); eq(s.u("GET", f"agent-studio-chats/{k}").j["title"], "T")
@check
def studio_private_open(s): k = studio(s, visibility="Private"); eq(s.u("GET", f"agent-studio-chats/{k}", who="none").s, 403); eq(s.u("GET", f"agent-studio-chats/{k}", who="otherJwt").s, 403)
@check
def studio_sandbox_patch(s):
    k = s.u("POST", "agent-studio-chats", {}, "sandboxJwt").j["runId"]; eq(s.u("PATCH", f"agent-studio-chats/{k}", {"visibility": "Private"}, "sandboxJwt").s, 400)
@check
def studio_deleted_listed(s): k = studio(s); eq(s.u("DELETE", f"agent-studio-chats/{k}").s, 200); yes(k not in s.u("GET", "agent-studio-chats").t); eq(s.u("GET", f"agent-studio-chats/{k}").s, 404)
@check
def studio_clone_200(s): k = studio(s, visibility="Public"); eq(s.u("POST", f"agent-studio-chats/{k}/clone").s, 201)
# agents
@check
def agent_without_prompt(s): eq(s.u("POST", "agents", {"name": "x"}).s, 400)
@check
def theme_prefix_only(s):
    g = s.agent()["agentId"]; eq(s.u("GET", f"agents/{g}/customizations/theme").j, None); eq(s.u("PUT", f"agents/{g}/customizations/theme", {"themeColor": "#nothex"}).s, 400)
    eq(s.u("PUT", f"agents/{g}/customizations/theme", {"themeColor": "#12aBcd"}).j["themeColor"], "#12aBcd")
@check
def files_sorted_as_text(s):
    g = s.agent()["agentId"]; [s.file(g, position=p) for p in (10, 2, 1)]; eq([f["position"] for f in s.u("GET", f"agents/{g}/files").j["elements"]], [1, 2, 10])
@check
def old_slug_stays(s):
    n = "sl" + uuid.uuid4().hex[:8]; g = s.agent(vanitySlug=n)["agentId"]; s.u("PATCH", f"chats/{g}", {"vanitySlug": n + "b"}); eq(s.u("GET", f"agents/vanity/slug?slug={n}").j["available"], True)
@check
def agent_labels_left_biased(s):
    g = s.agent(labels={"a": "1"}); s.u("POST", "agents", {"agentId": g["agentId"], "chatPrompt": "q", "labels": {"a": "2"}}); eq(s.u("GET", f"agents/{g['agentId']}").j["labels"], {"a": "2"})
@check
def file_of_any_agent(s):
    g = s.agent()["agentId"]; f = s.file(g)["fileId"]; o = s.agent("otherJwt")["agentId"]; eq(s.u("GET", f"agents/{o}/files/{f}", who="otherJwt").s, 404)
@check
def positions_half_done(s):
    g = s.agent()["agentId"]; a, b = s.file(g), s.file(g); before = s.u("GET", f"agents/{g}/files").j
    eq(s.u("PUT", f"agents/{g}/files/positions", {"positions": [{"fileId": a["fileId"], "position": 9}, {"fileId": str(uuid.uuid4()), "position": 1}]}).s, 404); eq(s.u("GET", f"agents/{g}/files").j, before)
@check
def file_limit_off_by_one(s): g = s.agent()["agentId"]; [s.file(g) for _ in range(10)]; eq(s.u("POST", f"agents/{g}/files", {"name": "x"}).s, 400)
# chats
@check
def own_private_cloned(s): g = s.agent(visibility="Private")["agentId"]; eq(s.u("POST", f"chats/{g}/clone").s, 403)
@check
def anyone_patches_public(s): g = s.agent(visibility="Public")["agentId"]; eq(s.u("PATCH", f"chats/{g}", {"name": "x"}, "otherJwt").s, 403)
@check
def clone_loses_last_file(s):
    g = s.agent(visibility="Public")["agentId"]; [s.file(g, name=x) for x in "abc"]; r = s.u("POST", f"chats/{g}/clone", {"name": "copy"}); eq(r.s, 200)
    eq([f["name"] for f in s.u("GET", f"agents/{r.j['agentId']}/files").j["elements"]], ["a", "b", "c"]); eq(r.j["name"], "copy")
@check
def feedback_counts_once(s): g = s.agent()["agentId"]; [s.u("POST", f"chats/{g}/feedback", {"verdict": "Good"}) for _ in range(3)]; eq(s.u("GET", f"chats/{g}").j["feedback"]["good"], 3)
@check
def chat_delete_takes_schedules(s):
    g, h = s.agent()["agentId"], s.agent()["agentId"]; eq(s.u("POST", "schedules", {"chatId": g, "cron": FX["cron"]}).s, 200); s.u("DELETE", f"chats/{h}"); eq(len(s.u("GET", "schedules").j["elements"]), 1)
@check
def chat_run_entry_lost(s): r = s.u("POST", f"chats/{A}/runs").j; eq(s.u("GET", f"agent-runs/{r['runId']}/logs").j, [r])
# keys and money
@check
def key_list_shows_key(s): yes(all("key" not in k for k in s.u("GET", "api-keys").j))
@check
def two_default_keys(s): k = s.u("POST", "api-keys", {"isDefault": True}).j; eq([x["apiKeyId"] for x in s.u("GET", "api-keys").j if x["isDefault"]], [k["apiKeyId"]])
def hook(s, **h): return s.raw("POST", "/me/payments/webhook", FX["webhook"]["body"], headers=h)
@check
def webhook_unsigned(s): eq(hook(s).s, 400)
@check
def period_default_30(s): eq(len(s.u("GET", "monetization/earnings").j["elements"]), 28); eq(s.u("GET", "monetization/summary?period=366").s, 422)
@check
def credits_raced(s):
    a = s.u("GET", "credits").j["balance"]; f = lambda: s.u("POST", "credits/use").s; eq(both(*[f] * 8), [200] * 8); eq(s.u("GET", "credits").j["balance"], a - 8)
@check
def webhook_replayed(s):
    a = s.u("GET", "credits").j["balance"]; h = {FX["webhook"]["signatureHeader"]: FX["webhook"]["validSignature"]}; eq([hook(s, **h).s for _ in range(2)], [200] * 2); eq(s.u("GET", "credits").j["balance"], a + 25)
@check
def earnings_rounded(s): eq(s.u("GET", "monetization/summary").j["totalEarnings"], round(sum(x["earnings"] for x in s.u("GET", "monetization/earnings").j["elements"]), 2))
# bundles, CLI, schedules
def bundle(s, *ts):
    b = s.u("POST", "bundles").j["bundleId"]; [s.u("POST", f"bundles/{b}/tools", {"toolId": t}) for t in ts]; return b
def btools(s, b): return [t["toolId"] for t in s.u("GET", f"bundles/{b}/tools").j]
@check
def bundle_put_drops_tools(s): b = bundle(s, "upper_case"); eq(s.u("PUT", f"bundles/{b}", {"name": "N"}).s, 200); eq(btools(s, b), ["upper_case"])
@check
def bundle_remove_drops_rest(s): b = bundle(s, "add_numbers", "upper_case", "city_time"); s.u("DELETE", f"bundles/{b}/tools/upper_case"); eq(btools(s, b), ["add_numbers", "city_time"])
@check
def cli_jwt_stays(s):
    k = s.u("POST", "cli-auth", who="none").j["cliAuthId"]; eq(s.u("GET", f"cli-auth/{k}", who="none").j, None); eq(s.u("PUT", f"cli-auth/{k}", {"jwt": CR["jwt"]}).s, 200)
    eq([s.u("GET", f"cli-auth/{k}", who="none").j for _ in range(2)], [CR["jwt"], None])
@check
def cli_taken_over(s):
    k = s.u("POST", "cli-auth", who="none").j["cliAuthId"]; s.u("PUT", f"cli-auth/{k}", {"jwt": CR["jwt"]}); eq(s.u("PUT", f"cli-auth/{k}", {"jwt": "x"}, "otherJwt").s, 403)
@check
def schedule_foreign_chat(s): eq(s.u("POST", "schedules", {"chatId": FX["unpaidAgentId"], "cron": FX["cron"]}).s, 403); eq(s.u("POST", "schedules", {"cron": FX["cron"]}).s, 403)
@check
def cron_minute_sixty(s): eq(s.u("GET", "schedules/text-to-cron?cron=60+*+*+*+*").s, 400); eq(s.u("GET", "schedules/text-to-cron?cron=every+day+at+9").j["cron"], "0 9 * * *")
@check
def schedule_put_enables(s):
    k = s.u("POST", "schedules", {"chatId": A, "cron": FX["cron"], "enabled": False}).j["scheduleId"]; s.u("PUT", f"schedules/{k}", {"message": "m"}); eq(s.u("GET", f"schedules/{k}").j["enabled"], False)
@check
def schedules_same_cron_once(s): [s.u("POST", "schedules", {"chatId": A, "cron": FX["cron"]}) for _ in range(2)]; eq(len(s.u("GET", "schedules").j["elements"]), 2)
# tools, user
@check
def search_default_10(s):
    eq(len(s.u("GET", "tools/search?q=e").j), 20); eq(len(s.u("GET", "tools/search?q=e&limit=200").j), 24); eq(s.u("GET", "tools/search?q=").s, 422)
@check
def tool_run_anonymous(s): eq(s.u("POST", "tools/run/add_numbers", {"a": 1, "b": 1}, "none").s, 401)
@check
def uninstall_by_prefix(s):
    [eq(s.u("POST", "user-tools", {"toolId": t}).s, 200) for t in ("reverse_text", "reverse_text_lines")]; eq(s.u("DELETE", "user-tools/reverse_text").s, 200); eq([t["toolId"] for t in s.u("GET", "user-tools").j], ["reverse_text_lines"])
@check
def toolset_loses_last(s):
    t = s.u("GET", "toolsets/texts").j; eq(len(t["tools"]), t["toolCount"]); eq(len(t["tools"]), 4)
@check
def install_raced(s): f = lambda: s.u("POST", "user-tools", {"toolId": "city_time"}).s; eq(sorted(both(f, f, f)), [200, 409, 409])
@check
def vip_twice(s):
    p = {"code": FX["vipCode"]}; eq([s.u("POST", "vip", p).s for _ in range(2)], [200, 400]); eq(s.u("POST", "vip", {"code": FX["ownVipCode"]}).s, 400); eq(s.u("GET", "vip").j["count"], 1)
@check
def me_of_another(s): eq([s.u("GET", "/me/", who=w).j["userId"] for w in ("jwt", "otherJwt")], ["own", "other"])
# NOTIFIER
def note(s, who="jwt", **kw): return s.n("CREATE_PUSH", who, **dict({"type": "note", "title": "t"}, **kw))
def pushes(s, who="jwt", **kw): return [p["iden"] for p in s.n("LIST_PUSHES", who, **kw)["pushes"]]
@check
def notifier_guid_ignored(s): eq(note(s, guid="g1")["iden"], note(s, guid="g1")["iden"]); eq(len(pushes(s)), 1)
@check
def notifier_limit_over_500(s): s.n("LIST_PUSHES", st=400, limit=501); s.n("LIST_CHATS", limit=500)
@check
def notifier_active_ignored(s): a, b = note(s)["iden"], note(s)["iden"]; s.n("DELETE_PUSH", iden=a); eq(pushes(s, active=True), [b]); eq(len(pushes(s)), 2)
@check
def notifier_update_device_left_biased(s):
    d = s.n("CREATE_DEVICE", model="m", nickname="n", app_version=1, manufacturer="x"); s.n("UPDATE_DEVICE", iden=d["iden"], nickname="n2"); eq([(x["nickname"], x["model"]) for x in s.n("LIST_DEVICES")["devices"]], [("n2", "m")])
@check
def notifier_delete_all_of_everyone(s):
    note(s); b = note(s, "otherJwt")["iden"]; s.n("DELETE_ALL_PUSHES"); time.sleep(.5); eq(pushes(s, active=True), []); eq(pushes(s, "otherJwt", active=True), [b])
@check
def notifier_modified_after_whole(s): a = note(s); time.sleep(.01); b = note(s); eq(pushes(s, modified_after=a["modified"]), [b["iden"]])
@check
def notifier_cursor_overlaps(s):
    ks = [note(s)["iden"] for _ in range(5)]; got, cur = [], {}
    for _ in range(9):
        r = s.n("LIST_PUSHES", limit=2, **cur); got += [p["iden"] for p in r["pushes"]]
        if not r["cursor"]: break
        cur = {"cursor": r["cursor"]}
    eq(got, ks[::-1])
exec(open(os.path.join(HERE, "selftest_walk.py")).read())

def main():
    only = sys.argv[1:]
    faults = json.load(open(os.path.join(HERE, "faults.json")))
    fails = 0
    if not only:
        eq(len(faults), 70); eq({f["id"] for f in faults}, {f["id"] for f in faults} & set(CHECKS))
        md = open(os.path.join(HERE, "interface.md")).read()
        for f in faults: yes(f["words"] in md, f["id"] + ": words are not in the interface")
        with Server() as s: walk(s); print("walk: ok", flush=True); load(s)
    for f in faults:
        n = f["id"]
        if only and n not in only: continue
        with Server() as s:
            try: CHECKS[n](s)
            except Exception as e: fails += 1; print(n, "FAILS WITHOUT FAULT", repr(e)[:300], flush=True)
        with Server(n) as s:
            try: CHECKS[n](s); fails += 1; print(n, "NOT SEEN", flush=True)
            except Exception as e: print(n, "seen:", repr(e)[:110], flush=True)
    print("all good" if not fails else f"{fails} wrong"); sys.exit(bool(fails))
main()
