#!/usr/bin/env python3
"""Starts the deployment, walks through the interface, then shows each fault from outside."""
import http.client, json, os, random, socket, subprocess, sys, threading, time, urllib.parse
HERE = os.path.dirname(os.path.abspath(__file__))
CFG = json.load(open(os.path.join(HERE, "config.json")))
CR, FX = CFG["credentials"], CFG["fixtures"]
OWN, OTHER, SAND = CR["jwt"], CR["otherJwt"], CR["sandboxJwt"]
KEY, OKEY = CR["apiKey"], CR["otherApiKey"]
NONE = "00000000-0000-4000-8000-000000000000"
A1 = FX["agentId"]
BAD = []


class Server:
    def __init__(self, fault=""):
        for _ in range(5):  # a port may be taken by another in between
            self.port = random.randint(20000, 32000)
            with socket.socket() as k:
                if not k.connect_ex(("127.0.0.1", self.port)):
                    continue
            self.p = subprocess.Popen([os.path.join(HERE, "start.sh"), str(self.port)], env=dict(os.environ, FAULT=fault), stdout=subprocess.PIPE)
            if self.p.stdout.readline().strip() == b"ready":
                return
            self.stop()
        raise SystemExit("does not start")

    def stop(self):
        self.p.kill()
        self.p.wait()


class R:
    def __init__(self, st, h, b):
        self.st, self.h, self.b = st, {k.lower(): v for k, v in h}, b

    @property
    def j(self):
        return json.loads(self.b)


class C:
    """requests; with keep a connection of its own is kept"""
    def __init__(self, port, keep=False):
        self.port, self.keep, self.con = port, keep, None

    def req(self, m, path, body=None, tok=None, heads=None):
        con = self.con or http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        if self.keep:
            self.con = con
        h = dict(heads or {})
        if tok:
            h["Authorization"] = "Bearer " + tok
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if body is not None:
            h["Content-Type"] = "application/json"
        con.request(m, path, body.encode() if isinstance(body, str) else body, h)
        r = con.getresponse()
        out = R(r.status, r.getheaders(), r.read())
        if not self.keep:
            con.close()
        return out

    def u(self, m, path, body=None, tok=OWN, heads=None):
        return self.req(m, "/api/me" + path, body, tok, heads)

    def w(self, m, path, msg=None, key=KEY):
        return self.req(m, "/w/" + path, None if msg is None else {"message": msg}, key)

    def say(self, msg, agent=A1, key=KEY):
        r = self.w("POST", agent, msg, key)
        return r.h.get("x-service-run-id"), r

    def hist(self, run, agent=A1, key=KEY):
        return [(x["role"], x["content"]) for x in self.w("GET", agent + "/" + run, key=key).j]

    def tool(self, name, tok=OWN, **a):
        r = self.u("POST", "/tools/run/" + name, a, tok)
        return r.j["result"] if r.st == 200 else r.st

    def agent(self, tok=OWN, **k):
        return self.u("POST", "/agents", dict({"prompt": "p"}, **k), tok).j


def both(*fs):
    out = [None] * len(fs)
    def go(i): out[i] = fs[i]()
    ts = [threading.Thread(target=go, args=(i,)) for i in range(len(fs))]
    [t.start() for t in ts]
    [t.join() for t in ts]
    return out


T = {}
def check(f):
    T[f.__name__.replace("_", "-")] = f
    return f


# each gives True where the deployment is right
@check
def w_run_id_leaks_on_kept_connection(c):
    k = C(c.port, True)
    return k.say("a")[0] != k.say("b")[0]
@check
def w_context_not_clear(c):
    c.say("first words")
    return [x for _, x in c.hist(c.say("new words")[0]) if "first words" in x] == []
@check
def w_put_without_run_header(c):
    i, _ = c.say("a")
    return c.w("PUT", A1 + "/" + i, "b").h.get("x-service-run-id") == i
def job(c, msg="run the long job"):
    i, r = c.say(msg)
    assert r.h.get("x-service-job-id")
    return i
@check
def w_refused_message_kept(c):
    i = job(c)
    return c.w("PUT", A1 + "/" + i, "nope").st == 409 and "nope" not in [x for _, x in c.hist(i)]
@check
def w_put_accepted_during_job(c):
    return c.w("PUT", A1 + "/" + job(c), "nope").st == 409
def ends(c, i):
    for _ in range(40):
        if "x-service-job-id" not in c.w("GET", A1 + "/" + i).h:
            return c.w("PUT", A1 + "/" + i, "").st == 200
        time.sleep(0.1)
    return False
@check
def w_job_header_stays(c):
    return ends(c, job(c))
@check
def w_failed_job_never_ends(c):
    return ends(c, job(c, "run the failing job"))
@check
def w_post_blocked_by_job(c):
    job(c)
    return c.say("hello")[1].st == 200
@check
def w_get_without_job_header(c):
    return bool(c.w("GET", A1 + "/" + job(c)).h.get("x-service-job-id"))
@check
def w_text_shows_tool_calls(c):
    return b"tide_read" not in c.say("ask the tide")[1].b
def lines(c, msg):
    return [json.loads(x) for x in c.w("POST", "ndjson/" + A1, msg).b.decode().splitlines()]
@check
def w_ndjson_without_tool_answer(c):
    return [x["ev"] for x in lines(c, "ask the tide")] == ["text", "call", "answer", "text", "end"] and "TG-7731" in json.dumps(lines(c, "ask the tide"))
@check
def w_answer_buffered(c):
    con = http.client.HTTPConnection("127.0.0.1", c.port, timeout=30)
    t = time.time()
    con.request("POST", "/w/" + A1, json.dumps({"message": "count slowly"}), {"Authorization": "Bearer " + KEY})
    r = con.getresponse()
    r.read(2)
    first = time.time() - t
    r.read()
    return first < 0.8 < 1.5 < time.time() - t
@check
def w_history_newest_first(c):
    i, r = c.say("one")
    r2 = c.w("PUT", A1 + "/" + i, "two")
    return c.hist(i) == [("user", "one"), ("assistant", r.b.decode()), ("user", "two"), ("assistant", r2.b.decode())]
@check
def w_equal_messages_dropped(c):
    i, _ = c.say("same")
    c.w("PUT", A1 + "/" + i, "same")
    return [x for r, x in c.hist(i) if r == "user"] == ["same", "same"]
@check
def w_history_latin1(c):
    i, _ = c.say("Grüße 你好 🙂")
    return c.hist(i)[0][1] == "Grüße 你好 🙂"
@check
def w_only_first_words_kept(c):
    i, r = c.say("hello")
    return c.hist(i)[1][1] == r.b.decode()
@check
def w_second_put_lost(c):
    i, _ = c.say("hello")
    def later():
        time.sleep(0.3)
        return c.w("PUT", A1 + "/" + i, "me too")
    a, b = both(lambda: c.w("PUT", A1 + "/" + i, "count slowly"), later)
    return a.st == b.st == 200 and [x for r, x in c.hist(i) if r == "user"] == ["hello", "count slowly", "me too"]
@check
def w_private_agent_callable(c):
    return c.say("a", FX["privateAgentId"])[1].st == 403
@check
def w_run_of_other_user(c):
    return c.w("GET", A1 + "/" + c.say("a")[0], key=OKEY).st == 404
@check
def w_run_under_any_agent(c):
    return c.w("GET", FX["unpaidAgentId"] + "/" + c.say("a")[0]).st == 404
@check
def w_last_chunk_missing(c):
    try:
        return c.say("a")[1].st == 200
    except http.client.IncompleteRead:
        return False
@check
def deleted_key_still_works(c):
    k = c.u("POST", "/api-keys", {"name": "x"}).j
    assert c.say("a", key=k["key"])[1].st == 200
    assert "key" not in c.u("DELETE", "/api-keys/%d" % k["id"]).j
    return c.say("a", key=k["key"])[1].st == 401
def runs(c, n):
    return [c.say("m%d" % i)[0] for i in range(n)]
@check
def runs_default_limit_20(c):
    runs(c, 35)
    return len(c.u("GET", "/agent-runs").j["list"]) == 30
@check
def cursor_repeats_last(c):
    ids = runs(c, 5)
    p = c.u("GET", "/agent-runs?limit=2").j
    p2 = c.u("GET", "/agent-runs?limit=2&next_cursor=" + urllib.parse.quote(p["more"])).j
    return [x["run"] for x in p["list"] + p2["list"]] == ids[:0:-1]
@check
def run_view_of_other_user(c):
    return c.u("GET", "/agent-runs/" + c.say("a")[0], tok=OTHER).st == 404
@check
def mcp_logs_of_all_runs(c):
    a, b = c.say("ask the tide")[0], c.say("ask the tide")[0]
    return [x["run"] for x in c.u("GET", "/agent-runs/%s/mcp-server-logs" % b).j] == [b] and a != b
@check
def equal_executions_dropped(c):
    [c.tool("tide_read", port="Hull") for _ in range(2)]
    return len(c.u("GET", "/executions").j["list"]) >= 2
def sub(c, x, op="subscribe"):
    return c.u("POST", "/agents/%s/%s" % (x, op), {}).st
@check
def owner_may_subscribe(c): return sub(c, FX["ownPaidAgentId"]) == 400
@check
def subscribe_twice(c): return sub(c, FX["subscribedAgentId"]) == 402
@check
def unsubscribe_ends_all(c):
    assert sub(c, FX["unsubscribeAgentId"], "unsubscribe") == 200
    return c.u("GET", "/subscriptions/" + FX["subscribedAgentId"]).j["status"] == "active"
def studio(c, **k): return c.u("POST", "/agent-studio-chats", k).j
@check
def studio_private_open(c): return c.u("GET", "/agent-studio-chats/" + studio(c, vis="private")["run"], tok=None).st == 403
@check
def studio_sandbox_may_hide(c):
    s = c.u("POST", "/agent-studio-chats", {}, SAND).j
    return c.u("PATCH", "/agent-studio-chats/" + s["run"], {"vis": "private"}, SAND).st == 400
@check
def studio_patch_resets(c):
    s = studio(c, vis="private", title="t")
    s2 = c.u("PATCH", "/agent-studio-chats/" + s["run"], {"title": "u"}).j
    return (s2["vis"], s2["title"]) == ("private", "u")
@check
def deleted_studio_chat_listed(c):
    s = studio(c, title="t")["run"]
    assert c.u("DELETE", "/agent-studio-chats/" + s).j["deleted_at"]
    return s not in [x["run"] for x in c.u("GET", "/agent-studio-chats").j]
@check
def agent_upsert_makes_another(c):
    a = c.agent()["agent"]
    return c.agent(agent=a, name="n")["agent"] == a
@check
def agent_without_prompt(c): return c.u("POST", "/agents", {"name": "n"}).st == 400
@check
def agents_list_of_everybody(c): return {x["owner"] for x in c.u("GET", "/agents").j} == {"u1own"}
@check
def private_agent_open(c): return c.u("GET", "/agents/" + FX["privateAgentId"], tok=None).st == 403
@check
def upsell_not_kept(c):
    a = c.agent()["agent"]
    t = c.u("POST", "/agents/%s/upsell-description" % a).j["upsell"]
    return t and c.u("GET", "/agents/" + a).j["upsell"] == t
@check
def slug_free_though_taken(c): return c.u("GET", "/agents/vanity/slug?slug=free-one").j["free"] is False
@check
def theme_color_half_checked(c): return c.u("PUT", "/agents/%s/customizations/theme" % A1, {"color": "#zzz"}).st == 400
def file(c, a, **k): return c.u("POST", "/agents/%s/files" % a, dict({"name": "n"}, **k))
@check
def files_one_too_many(c):
    a = c.agent()["agent"]
    return [file(c, a).st for _ in range(11)] == [201] * 10 + [400]
@check
def files_not_by_position(c):
    a = c.agent()["agent"]
    f = [file(c, a, pos=p).j["file"] for p in (5, 2)]
    return [x["file"] for x in c.u("GET", "/agents/%s/files" % a).j["list"]] == f[::-1]
@check
def file_delete_takes_namesakes(c):
    a = c.agent()["agent"]
    f = [file(c, a).j["file"] for _ in range(2)]
    r = c.u("DELETE", "/agents/%s/files/%s" % (a, f[0]))
    return r.st == 204 and r.b == b"" and c.u("GET", "/agents/%s/files/%s" % (a, f[1])).st == 200
@check
def chat_put_by_anyone(c): return c.u("PUT", "/chats/" + FX["unpaidAgentId"], {"prompt": "mine"}).st == 403
@check
def private_chat_cloned(c): return c.u("POST", "/chats/%s/clone" % c.agent(vis="private")["agent"]).st == 403
@check
def clone_writes_to_source(c):
    a = c.agent(name="old")["agent"]
    n = c.u("POST", "/chats/%s/clone" % a, {"name": "new"}).j
    return n["name"] == "new" and n["agent"] != a and c.u("GET", "/chats/" + a).j["name"] == "old"
@check
def deleted_chat_still_listed(c):
    a = c.agent()["agent"]
    assert c.u("DELETE", "/chats/" + a).st == 200 and c.u("GET", "/chats/" + a).st == 404
    return a not in [x["agent"] for x in c.u("GET", "/chats").j]
@check
def chat_run_under_wrong_user(c):
    return c.u("GET", "/agent-runs/" + c.u("POST", "/chats/%s/runs" % FX["unpaidAgentId"]).j["run"]).st == 200
@check
def key_list_shows_values(c): return KEY.encode() not in c.u("GET", "/api-keys").b
@check
def key_of_other_user(c): return c.u("GET", "/api-keys/%d" % c.u("GET", "/api-keys").j[0]["id"], tok=OTHER).st == 404
@check
def credits_spent_twice_at_once(c):
    b = c.u("GET", "/credits").j["balance"]
    both(*[lambda: c.u("POST", "/credits/use")] * 5)
    return c.u("GET", "/credits").j["balance"] == b - 5
def hook(c, sig=True):
    w = FX["webhook"]
    return c.u("POST", "/payments/webhook", w["body"], None, {w["signatureHeader"]: w["validSignature"]} if sig else {}).st
@check
def webhook_replay_counts(c):
    b = c.u("GET", "/credits").j["balance"]
    return (hook(c), hook(c)) == (200, 200) and c.u("GET", "/credits").j["balance"] == b + 25
@check
def webhook_without_signature(c): return hook(c, False) == 400
@check
def period_366(c): return c.u("GET", "/monetization/summary?period=366").st == 422
@check
def summary_earnings_of_equal_sums(c):
    e = c.u("GET", "/monetization/earnings").j
    return c.u("GET", "/monetization/summary").j["earnings"] == e["total"] == sum(x["cents"] for x in e["list"]) > 0
@check
def bundle_tools_lost_update(c):
    b = "/bundles/%d" % c.u("POST", "/bundles").j["bundle"]
    ts = ["tide_read", "wave_height", "word_count", "word_flip"]
    both(*[lambda t=t: c.u("POST", b + "/tools", {"tool": t}) for t in ts])
    return sorted(c.u("GET", b).j["tools"]) == ts
@check
def unknown_bundle_is_null(c): return c.u("GET", "/bundles/999999").st == 404
def cli(c, jwt=OWN):
    i = c.u("POST", "/cli-auth", tok=None).j["auth"]
    return "/cli-auth/" + i, c.u("PUT", "/cli-auth/" + i, {"jwt": jwt}).st
@check
def cli_jwt_read_twice(c):
    p, s = cli(c)
    return s == 200 and [c.u("GET", p, tok=None).j for _ in range(2)] == [OWN, None]
@check
def cli_session_taken_over(c): return c.u("PUT", cli(c)[0], {"jwt": OTHER}, OTHER).st == 403
def sched(c, chat=A1, cron="0 9 * * 1"): return c.u("POST", "/schedules", {"chat": chat, "cron": cron})
@check
def schedule_on_foreign_chat(c): return sched(c, FX["unpaidAgentId"]).st == 403
@check
def schedule_put_not_kept(c):
    p = "/schedules/" + sched(c).j["schedule"]
    return c.u("PUT", p, {"cron": "5 4 * * *"}).j["cron"] == c.u("GET", p).j["cron"] == "5 4 * * *"
@check
def search_limit_1000(c): return c.u("GET", "/tools/search?q=push&limit=201").st == 422
@check
def installed_tools_shared(c):
    assert c.u("POST", "/user-tools", {"tool": "wave_height"}).st == 200
    return c.u("GET", "/user-tools", tok=OTHER).j == [] and len(c.u("GET", "/user-tools").j) == 1
def vip(c, code, tok=OWN): return c.u("POST", "/vip", {"code": code}, tok).st
@check
def vip_code_twice(c): return [vip(c, FX["vipCode"]) for _ in range(2)] == [200, 400]
@check
def vip_count_of_everybody(c): return vip(c, "SUMMER-26") == 200 and c.u("GET", "/vip", tok=SAND).j == {"count": 0}
N = "NOTIFIER_"
def push(c, **k): return c.tool(N + "CREATE_PUSH", **dict({"type": "note"}, **k))
@check
def notifier_guid_ignored(c): return push(c, guid="g1")["iden"] == push(c, guid="g1")["iden"]
@check
def notifier_active_shows_deleted(c):
    i = push(c)["iden"]
    c.tool(N + "DELETE_PUSH", iden=i)
    return i not in [x["iden"] for x in c.tool(N + "LIST_PUSHES", active=True)["pushes"]]
@check
def notifier_link_without_url(c): return push(c, type="link") == 400
@check
def notifier_device_update_resets(c):
    d = c.tool(N + "CREATE_DEVICE", model="m", manufacturer="f", app_version=1, nickname="nick")
    return c.tool(N + "UPDATE_DEVICE", iden=d["iden"], model="n")["nickname"] == "nick"


def want(what, got, exp):
    if got != exp:
        BAD.append(what)
        print("FAIL", what, "got", got, "expected", exp)


def walk(c):
    st = lambda m, p, e, b=None, tok=OWN: want("%s %s %s" % (m, p, b), c.u(m, p, b, tok).st, e)
    opened = [("POST", "/agents/vanity/slug"), ("GET", "/vibe/services"), ("GET", "/tools"), ("POST", "/cli-auth")]
    for m, p in [("GET", x) for x in "/ /agent-runs /executions /subscriptions /agent-studio-chats /agents /chats /api-keys /api-keys/default /billing /credits /monetization/summary /monetization/subscribers /monetization/earnings /bundles /schedules /schedules/onboarding /tools/list /toolsets/list /user-tools /vip".split()]:
        st(m, p, 200)
        st(m, p, 401, tok=None)
        st(m, p, 401, tok="x.y.z")
    for m, p in opened:
        st(m, p, 200, {} if "slug" in p else None, tok=None)
    for p, e in [("/agent-runs?limit=0", 422), ("/agent-runs?limit=x", 422), ("/agent-runs?next_cursor=x", 422), ("/agent-runs?next_cursor=2026-01-01T00:00:00Z", 200),
                 ("/agent-runs?next_cursor=2026-01-01T00:00:00%2B02:00", 200), ("/agent-runs/x", 422), ("/agent-runs/" + NONE, 404), ("/executions/x", 422), ("/executions/9", 404),
                 ("/executions?limit=1", 200), ("/subscriptions/" + NONE, 404), ("/agents/" + NONE, 404), ("/agents/" + A1, 200), ("/agents/vanity/slug", 422),
                 ("/agents/vanity/slug?slug=zzz9", 200), ("/agents/%s/vibe" % A1, 422), ("/agents/%s/vibe?service_name=bolt" % A1, 200), ("/agents/%s/vibe?service_name=x" % A1, 422),
                 ("/agents/x/customizations/theme", 422), ("/agents/%s/customizations/theme" % NONE, 404), ("/agents/%s/customizations/theme" % FX["privateAgentId"], 403),
                 ("/agents/%s/files" % NONE, 404), ("/agents/%s/files" % FX["unpaidAgentId"], 403), ("/agents/%s/files/%s" % (A1, NONE), 404), ("/chats/%s/og" % A1, 200), ("/chats/x/og", 422),
                 ("/api-keys/x", 422), ("/api-keys/1", 404), ("/monetization/summary?period=0", 422), ("/monetization/earnings?period=365", 200), ("/monetization/subscribers?period=1", 200),
                 ("/bundles/x", 422), ("/cli-auth/x", 422), ("/cli-auth/" + NONE, 404), ("/schedules/x", 422), ("/schedules/" + NONE, 404), ("/schedules/text-to-cron", 422),
                 ("/schedules/text-to-cron?cron=every%20day%20at%209", 200), ("/schedules/text-to-cron?cron=61%20*%20*%20*%20*", 400), ("/schedules/text-to-cron?cron=0%209%20*%20*%20MON", 200),
                 ("/schedules/text-to-cron?cron=0%200%2030%202%20*", 400), ("/tools/nope", 404), ("/tools/tide_read", 200), ("/tools/search", 422), ("/tools/search?q=", 422),
                 ("/tools/search?q=push&min_score=1.1", 422), ("/tools/search?q=push&min_score=0&limit=200&toolkit=notifier", 200), ("/toolsets/nope", 404), ("/toolsets/sea", 200), ("/user-tools/nope", 404)]:
        st("GET", p, e)
    want("theme null", c.u("GET", "/agents/%s/customizations/theme" % A1).j, None)
    want("theme set", c.u("PUT", "/agents/%s/customizations/theme" % A1, {"color": "#12abEF"}).j["color"], "#12abEF")
    want("theme get", c.u("GET", "/agents/%s/customizations/theme" % A1).j["color"], "#12abEF")
    want("28 days", len(c.u("GET", "/monetization/subscribers").j["list"]), 28)
    for x, e in [(FX["unpaidAgentId"], 400), (NONE, 404), (FX["paidAgentId"], 200), (FX["paidAgentId"], 402)]:
        want("sub " + x, sub(c, x), e)
    for x, e in [(FX["unpaidAgentId"], 400), (NONE, 404), (FX["paidAgentId"], 200), (FX["paidAgentId"], 400), ("c0000000-0000-4000-8000-000000000008", 400)]:
        want("unsub " + x, sub(c, x, "unsubscribe"), e)
    s = studio(c, run="r1", title="t")
    want("studio again", studio(c, run="r1", title="z")["title"], "t")
    for m, p, e, b, t in [("POST", "", 409, {"run": "r1"}, OTHER), ("POST", "", 400, {"vis": "private"}, SAND), ("POST", "", 422, {"vis": "open"}, OWN), ("GET", "/r1", 200, None, None), ("GET", "/no", 404, None, None),
                       ("PUT", "/r1", 403, {}, OTHER), ("PUT", "/no", 404, {}, OWN), ("PUT", "/r1", 200, {"vis": "private"}, OWN), ("PATCH", "/r1", 403, {}, OTHER), ("POST", "/r1/clone", 400, None, OWN),
                       ("PATCH", "/r1", 200, {"vis": "public"}, OWN), ("POST", "/r1/clone", 201, None, OTHER), ("DELETE", "/r1", 403, None, OTHER), ("DELETE", "/r1", 200, None, OWN), ("GET", "/r1", 404, None, OWN),
                       ("DELETE", "/r1", 404, None, OWN), ("POST", "/no/clone", 404, None, OWN)]:
        st(m, "/agent-studio-chats" + p, e, b, t)
    want("studio put resets", s["title"], "t")
    a = c.u("POST", "/agents", {"prompt": "x", "vis": "private", "slug": "my-slug", "price": 5}).j
    i = a["agent"]
    for m, p, e, b, t in [("POST", "/agents", 400, {"prompt": "x", "vis": "private"}, SAND), ("POST", "/agents", 404, {"prompt": "x", "agent": NONE}, OWN), ("POST", "/agents", 403, {"prompt": "x", "agent": i}, OTHER),
                       ("POST", "/agents", 422, {"prompt": 5}, OWN), ("POST", "/agents", 422, "[", OWN), ("GET", "/agents/" + i, 403, None, None), ("GET", "/chats/" + i, 403, None, OTHER), ("GET", "/agents/" + i, 200, None, OWN),
                       ("POST", "/agents/%s/upsell-description" % i, 404, None, OTHER), ("POST", "/agents/%s/upsell-description" % i, 200, None, OWN), ("POST", "/chats", 400, {}, OWN), ("POST", "/chats", 200, {"prompt": "q"}, OWN),
                       ("PUT", "/chats/" + i, 403, {"prompt": "q"}, OTHER), ("PATCH", "/chats/" + i, 403, {}, OTHER), ("PATCH", "/chats/" + i, 200, {"name": "N"}, OWN), ("PATCH", "/chats/" + NONE, 404, {}, OWN),
                       ("POST", "/chats/%s/clone" % i, 403, None, OTHER), ("POST", "/chats/%s/runs" % i, 403, None, OTHER), ("POST", "/chats/%s/feedback" % A1, 200, {"score": 4}, OTHER), ("POST", "/chats/%s/feedback" % NONE, 404, {}, OTHER),
                       ("POST", "/chats/%s/runs" % NONE, 404, None, OWN), ("POST", "/chats/x/runs", 422, None, OWN), ("DELETE", "/chats/" + i, 403, None, OTHER)]:
        st(m, p, e, b, t)
    want("patch keeps", [c.u("GET", "/chats/" + i).j[k] for k in ("prompt", "vis", "slug", "price", "name")], ["x", "private", "my-slug", 5, "N"])
    want("put resets", [c.u("PUT", "/chats/" + i, {"prompt": "y"}).j[k] for k in ("prompt", "vis", "slug")], ["y", "public", None])
    f = [file(c, i, name="n%d" % k, text="é").j["file"] for k in range(3)]
    want("bytes", c.u("GET", "/agents/%s/files/%s" % (i, f[0])).j["bytes"], 2)
    r = c.u("PUT", "/agents/%s/files/positions" % i, {"order": [{"file": x, "pos": 2 - k} for k, x in enumerate(f)]})
    want("positions", [x["file"] for x in r.j["list"]], f[::-1])
    st("PUT", "/agents/%s/files/positions" % i, 404, {"order": [{"file": NONE, "pos": 1}]})
    st("POST", "/agents/%s/files" % i, 400, {"name": " "})
    want("file patch", c.u("PATCH", "/agents/%s/files/%s" % (i, f[0]), {"name": "z"}).j["text"], "é")
    st("DELETE", "/chats/" + i, 200)
    st("GET", "/agents/%s/files" % i, 404)
    k = c.u("POST", "/api-keys", {"name": "d", "default": True}).j
    want("default", c.u("GET", "/api-keys/default").j["id"], k["id"])
    want("one default", sum(x["default"] for x in c.u("GET", "/api-keys").j), 1)
    st("DELETE", "/api-keys/%d" % k["id"], 404, tok=OTHER)
    st("DELETE", "/api-keys/%d" % k["id"], 200)
    want("default left", c.u("GET", "/api-keys/default").j["key"], KEY)
    want("sandbox credits", [c.u("POST", "/credits/use", tok=SAND).st for _ in range(4)], [200] * 3 + [404])
    want("webhook bad", c.u("POST", "/payments/webhook", "{}", None, {"x-pay-signature": "1"}).st, 400)
    st("POST", "/payments/sessions", 200, {})
    b = "/bundles/%d" % c.u("POST", "/bundles").j["bundle"]
    for m, p, e, x in [("PUT", b, 200, {"name": "B", "tools": ["tide_read"]}), ("PUT", b, 409, {"tools": ["no"]}), ("PUT", "/bundles/9", 409, {}), ("GET", b + "/tools", 200, None), ("POST", "/bundles/9/tools", 404, {"tool": "tide_read"}),
                       ("DELETE", b + "/tools/word_flip", 404, None), ("DELETE", b + "/tools/tide_read", 200, None), ("DELETE", b, 200, None), ("GET", b, 404, None), ("DELETE", b, 404, None)]:
        st(m, p, e, x)
    s = "/schedules/" + sched(c).j["schedule"]
    want("bad cron", sched(c, cron="99 * * * *").st, 422)
    want("no chat", sched(c, chat=None).st, 403)
    st("GET", s, 404, tok=OTHER)
    st("DELETE", s, 200)
    st("GET", s, 404)
    st("POST", "/user-tools", 409, {"tool": "nope"})
    st("POST", "/user-tools", 200, {"tool": "word_flip"})
    st("POST", "/user-tools", 409, {"tool": "word_flip"})
    st("GET", "/user-tools/word_flip", 200)
    st("DELETE", "/user-tools/word_flip", 200)
    st("DELETE", "/user-tools/word_flip", 404)
    for t, e, b, k in [("tide_read", 200, {"port": "H"}, OWN), ("tide_read", 400, {"port": 7}, OWN), ("nope", 404, {}, OWN), ("tide_read", 401, {"port": "H"}, None), ("tide_read", 422, "[]", OWN)]:
        st("POST", "/tools/run/" + t, e, b, k)
    want("vip", [vip(c, x) for x in ("NO", FX["ownVipCode"], "AUTUMN-26")], [400, 400, 200])
    want("vip count", c.u("GET", "/vip").j, {"count": 1})
    # notifier
    ch = c.tool(N + "CREATE_CHAT", email="a@b.c")["iden"]
    want("mute", [c.tool(N + "UPDATE_CHAT", iden=ch, muted=m)["muted"] for m in (True, False)], [True, False])
    want("limit 501", [c.tool(N + x, limit=501) for x in ("LIST_CHATS", "LIST_PUSHES")], [400, 400])
    want("chats", len(c.tool(N + "LIST_CHATS", limit=500)["chats"]), 1)
    c.tool(N + "DELETE_CHAT", iden=ch)
    want("no chats", c.tool(N + "LIST_CHATS")["chats"], [])
    d = c.tool(N + "CREATE_DEVICE", model="m", manufacturer="f", app_version=0)["iden"]
    want("negative", c.tool(N + "CREATE_DEVICE", model="m", manufacturer="f", app_version=-1), 400)
    want("devices", [x["iden"] for x in c.tool(N + "LIST_DEVICES")["devices"]], [d])
    want("profile", c.tool(N + "GET_USER")["name"], "ann")
    ps = [push(c, device_iden=d, body=str(k)) for k in range(5)]
    p1 = c.tool(N + "LIST_PUSHES", limit=3)
    p2 = c.tool(N + "LIST_PUSHES", limit=3, cursor=p1["cursor"])
    want("push pages", [x["iden"] for x in p1["pushes"] + p2["pushes"]], [x["iden"] for x in ps[::-1]])
    want("after", [x["body"] for x in c.tool(N + "LIST_PUSHES", modified_after=ps[2]["modified"])["pushes"]], ["4", "3"])
    its = [{"text": "z", "checked": True}, {"text": "a", "checked": False}]
    want("items", c.tool(N + "UPDATE_PUSH", iden=ps[0]["iden"], items=its, dismissed=True)["items"], its)
    want("bad items", c.tool(N + "UPDATE_PUSH", iden=ps[0]["iden"], items=[{"text": 1}]), 400)
    c.tool(N + "DELETE_DEVICE", device_iden=d)
    want("file push", push(c, type="file", file_url="u", file_name="n"), 400)
    want("upload", sorted(c.tool(N + "UPLOAD_REQUEST", file_name="a b.txt", file_type="text/plain")), ["data", "file_name", "file_type", "file_url", "upload_url"])
    push(c, **{}); c.tool(N + "DELETE_ALL_PUSHES"); late = push(c)["iden"]; time.sleep(0.4)
    want("after delete all", [x["iden"] for x in c.tool(N + "LIST_PUSHES", active=True)["pushes"]], [late])
    want("not connected", c.tool(N + "GET_USER", tok=SAND), 400)
    # workers
    want("no key", c.w("POST", A1, "x", None).st, 401)
    want("no worker", c.w("POST", NONE, "x").st, 404)
    want("no message", c.req("POST", "/w/" + A1, {}, KEY).st, 422)
    i, _ = c.say("hi")
    want("ndjson put", c.w("PUT", "ndjson/%s/%s" % (A1, i), "x").h["x-service-run-id"], i)
    want("no run", c.w("PUT", A1 + "/" + NONE, "x").st, 404)
    want("logs", [x["kind"] for x in c.u("GET", "/agent-runs/%s/logs" % i).j], ["start", "heard", "said", "heard", "said"])


def load(port):
    bad, n = [], [0]
    def one(t):
        c = C(port, True)
        try:
            a = c.agent()["agent"]
            for k in range(30):
                run, r = c.say("load %d" % k)
                todo = [r, c.w("PUT", A1 + "/" + run, "more"), c.w("GET", A1 + "/" + run), c.u("GET", "/agent-runs?limit=5"), c.u("POST", "/credits/use", tok=OTHER),
                        c.u("PATCH", "/chats/" + a, {"name": str(k)}), c.u("GET", "/agents/" + a), c.u("GET", "/tools/search?q=push"), c.u("POST", "/tools/run/word_count", {"text": "a b"})]
                bad.extend(x.st for x in todo if x.st >= 400)
                n[0] += len(todo)
        except Exception as e:
            bad.append(repr(e))
    t = time.time()
    both(*[lambda t=t: one(t) for t in range(30)])
    left = C(port).u("GET", "/credits", tok=OTHER).j
    want("credits after load", left["balance"] + left["used"], 3000)
    want("credits used", left["used"], 900)
    want("load", bad, [])
    print("load: %d requests in %.1f s" % (n[0], time.time() - t))


def main():
    faults = json.load(open(os.path.join(HERE, "faults.json")))
    assert len(faults) == 70 and {f["id"] for f in faults} == set(T), {f["id"] for f in faults} ^ set(T)
    only = sys.argv[1:]
    s = Server()
    try:
        walk(C(s.port))
        load(s.port)
    finally:
        s.stop()
    s = Server()
    try:
        for n, f in T.items():
            want(n, bool(f(C(s.port))), True)
    finally:
        s.stop()
    print("without a fault:", "good" if not BAD else BAD)
    for f in faults:
        if only and f["id"] not in only:
            continue
        s = Server(f["id"])
        try:
            try:
                good = bool(T[f["id"]](C(s.port)))
                seen = "shows"
            except Exception as e:
                good, seen = False, "shows (" + repr(e)[:60] + ")"
            print(f["id"], "HIDDEN" if good else seen, flush=True)
            if good:
                BAD.append(f["id"])
        finally:
            s.stop()
    print("all good" if not BAD else "NOT GOOD: %s" % BAD)
    sys.exit(bool(BAD))


main()
