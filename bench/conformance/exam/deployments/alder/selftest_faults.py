"""For each fault a probe: it passes without the fault and raises AssertionError with it."""
import base64, http.client, json, socket, threading, time, uuid
from selftest import CFG, CR, FX, T, at_once, ok, wait_idle

PROBES = {}
OWN_PAID = FX["ownPaidAgentId"]


def probe(f):
    PROBES[f.__name__.replace("_", "-")] = f
    return f


def contents(r):
    return [m["content"] for m in r.json]


@probe
def post_reuses_run(t):
    ok(t.post("same").run != t.post("same").run, "the same run ID twice")


@probe
def post_keeps_old_context(t):
    t.post("secret of the first run")
    r = t.post("second")
    ok(len(t.hist(r.run).json) == 2, "old messages in a new run")


@probe
def put_run_id_header_missing(t):
    run = t.post("a").run
    ok(t.put(run, "b").headers.get("x-service-run-id") == run, "no X-Service-Run-ID on PUT")


@probe
def ndjson_put_ignores_job(t):
    run = t.post(FX["backgroundMessage"]).run
    ok(t.hist(run).job, "no job")
    ok(t.put(run, "x", nd=True, want=None).status == 409, "NDJSON PUT during a job is not refused")


@probe
def rejected_put_is_kept(t):
    run = t.post(FX["backgroundMessage"]).run
    t.put(run, "refused", want=409)
    ok("refused" not in contents(t.hist(run)), "the refused message is in the history")


@probe
def failed_job_never_ends(t):
    run = t.post(FX["backgroundErrorMessage"]).run
    ok(t.hist(run).job, "no job")
    wait_idle(t, run)


@probe
def job_ends_with_request(t):
    run = t.post(FX["backgroundMessage"]).run
    time.sleep(0.3)
    ok(t.hist(run).job, "no x-service-job-id while the job should run")


@probe
def post_refused_during_job(t):
    t.post(FX["backgroundMessage"])
    time.sleep(0.2)
    ok(t.post("new", want=None).status == 200, "POST refused during a job")


@probe
def history_same_second_order(t):
    run = t.post("a").run
    t.put(run, "b")
    roles = [m["role"] for m in t.hist(run).json]
    ok(roles == ["user", "assistant"] * 2, roles)


@probe
def text_stream_shows_tools(t):
    r = t.post(FX["toolCallMessage"]["message"])
    ok(FX["toolCallMessage"]["output"] not in r.text and "read_tide_table" not in r.text, r.text)


@probe
def ndjson_put_no_tool_result(t):
    run = t.post("a").run
    ls = t.lines(t.put(run, FX["toolCallMessage"]["message"], nd=True))
    ok("tool_result" in [x["type"] for x in ls], "no tool response in the stream")


@probe
def concurrent_put_loses_message(t):
    run = t.post("start").run
    at_once(*[lambda i=i: t.put(run, "msg %d" % i) for i in range(4)])
    c = contents(t.hist(run))
    ok(all("msg %d" % i in c for i in range(4)), "messages were lost")
    ok(len(c) == 10, len(c))


@probe
def run_history_without_key(t):
    run = t.post("a").run
    r = t.raw("GET", "/workers/%s/%s" % (FX["agentId"], run))
    ok(r.status == 401, "history without a key", r)


@probe
def resume_409_after_job(t):
    run = t.post(FX["backgroundErrorMessage"]).run
    wait_idle(t, run)
    ok(t.put(run, "go on", want=None).status == 200, "409 after the job has ended")


@probe
def runs_default_limit_20(t):
    for i in range(31):
        t("POST", "/me/chats/%s/runs" % FX["agentId"], want=200)
    r = t("GET", "/me/agent-runs").json
    ok(len(r["items"]) == 30 and r["page"]["has_next"], len(r["items"]))


@probe
def subscribe_own_agent(t):
    r = t("POST", "/me/agents/%s/subscribe" % OWN_PAID, {})
    ok(r.status == 400, r)


@probe
def subscribe_race(t):
    rs = at_once(*[lambda: t("POST", "/me/agents/%s/subscribe" % FX["paidAgentId"], {}) for _ in range(4)])
    ok(sorted(r.status for r in rs) == [200, 402, 402, 402], [r.status for r in rs])


def studio(t, user="own", **k):
    return t("POST", "/me/agent-studio-chats", k, user, 200).json


@probe
def studio_put_skips_zero(t):
    c = studio(t, title="A", summary="S", pinned=True)
    t("PUT", "/me/agent-studio-chats/" + c["run_id"], {"title": "B", "summary": "", "pinned": False}, want=200)
    g = t("GET", "/me/agent-studio-chats/" + c["run_id"]).json
    ok((g["title"], g["summary"], g["pinned"]) == ("B", "", False), g)


@probe
def studio_private_without_login(t):
    c = studio(t, title="A", visibility="private")
    r = t("GET", "/me/agent-studio-chats/" + c["run_id"], user=None)
    ok(r.status == 403, r)


@probe
def studio_clone_own_private(t):
    c = studio(t, title="A", visibility="private")
    ok(t("POST", "/me/agent-studio-chats/%s/clone" % c["run_id"]).status == 400, "a private chat was cloned")


@probe
def agent_upsert_takes_foreign(t):
    a = t.agent("other")
    r = t("POST", "/me/agents", {"id": a["id"], "chat_prompt": "mine now"})
    ok(r.status == 403, r)


def add_file(t, a, name, user="own", **k):
    return t("POST", "/me/agents/%s/files" % a, dict(name=name, **k), user, 201).json


@probe
def files_unordered(t):
    a = t.agent()["id"]
    fs = [add_file(t, a, "f%d" % i)["id"] for i in range(3)]
    t("PUT", "/me/agents/%s/files/positions" % a, {"positions": [{"file_id": f, "position": 2 - i} for i, f in enumerate(fs)]}, want=200)
    ok([x["id"] for x in t("GET", "/me/agents/%s/files" % a).json["items"]] == fs[::-1], "not by position")


@probe
def theme_color_unanchored(t):
    a = t.agent()["id"]
    r = t("PUT", "/me/agents/%s/customizations/theme" % a, {"theme_color": "#12345g"})
    ok(r.status == 400, r)


@probe
def file_limit_off_by_one(t):
    a = t.agent()["id"]
    for i in range(FX["filesPerAgent"]):
        add_file(t, a, "f%d" % i)
    ok(t("POST", "/me/agents/%s/files" % a, {"name": "more"}).status == 400, "one file too many")


@probe
def sandbox_put_chat_private(t):
    a = t.agent("sandbox")["id"]
    r = t("PUT", "/me/chats/" + a, {"chat_prompt": "x", "visibility": "private"}, "sandbox")
    ok(r.status == 400, r)


@probe
def api_key_list_shows_keys(t):
    ok(CR["apiKey"] not in t("GET", "/me/api-keys").text, "key values in the list")


@probe
def two_default_keys(t):
    t("POST", "/me/api-keys", {"name": "d", "isDefault": True}, want=200)
    n = sum(k["isDefault"] for k in t("GET", "/me/api-keys").json)
    ok(n == 1, n, "default keys")


@probe
def webhook_unsigned_accepted(t):
    r = t.raw("POST", "/me/payments/webhook", FX["webhook"]["body"])
    ok(r.status == 400, r)


@probe
def monetization_summary_all_time(t):
    s = t("GET", "/me/monetization/summary?period=7").json
    e = t("GET", "/me/monetization/earnings?period=7").json
    n = t("GET", "/me/monetization/subscribers?period=7").json
    ok(s["totalEarningsCents"] == sum(d["earningsCents"] for d in e["items"]) and s["totalSubscribers"] == sum(d["subscribers"] for d in n["items"]), s)
    ok(s["totalSubscribers"] >= 3, s)


@probe
def cli_jwt_not_consumed(t):
    i = t("POST", "/me/cli-auth", user=None).json["cli_auth_id"]
    t("PUT", "/me/cli-auth/" + i, {"jwt": CR["jwt"]}, want=200)
    ok(t("GET", "/me/cli-auth/" + i, user=None).json == CR["jwt"], "no JWT")
    ok(t("GET", "/me/cli-auth/" + i, user=None, want=200).json is None, "the JWT can be read twice")


@probe
def schedule_foreign_chat(t):
    a = t.agent("other")["id"]
    r = t("POST", "/me/schedules", {"chat_id": a, "cron": FX["cron"]})
    ok(r.status == 403, r)


@probe
def jwt_signature_unchecked(t):
    h, p, s = CR["jwt"].split(".")
    forged = ".".join([h, p, s[::-1]])
    r = t("POST", "/me/tools/run/echo_text", {"text": "x"}, user=forged)
    ok(r.status == 401, r)


@probe
def vip_own_code_accepted(t):
    r = t("POST", "/me/vip", {"code": FX["ownVipCode"]})
    ok(r.status == 400, r)


@probe
def notifier_guid_ignored(t):
    g = str(uuid.uuid4())
    a, b = [t.nt("CREATE_PUSH", {"type": "note", "body": "x", "guid": g}) for _ in range(2)]
    ok(a["iden"] == b["iden"], "two pushes for one guid")


@probe
def notifier_limit_unchecked(t):
    t.nt("LIST_PUSHES", {"limit": 500})
    r = t.nt("LIST_PUSHES", {"limit": 501}, want=None)
    ok(isinstance(r, object) and getattr(r, "status", 200) == 400, "limit 501 was taken")


@probe
def notifier_unmute_skipped(t):
    c = t.nt("CREATE_CHAT", {"email": "m@alder.example"})
    ok(t.nt("UPDATE_CHAT", {"iden": c["iden"], "muted": True})["muted"] is True)
    t.nt("UPDATE_CHAT", {"iden": c["iden"], "muted": False})
    ok([x["muted"] for x in t.nt("LIST_CHATS")["chats"] if x["iden"] == c["iden"]] == [False], "still muted")


# ---- implied ----

@probe
def stream_buffered_to_end(t):
    c = http.client.HTTPConnection("127.0.0.1", t.port, timeout=10)
    began = time.time()
    c.request("POST", "/workers/" + FX["agentId"], json.dumps({"message": FX["slowMessage"]}), {"Authorization": "Bearer " + CR["apiKey"], "Content-Type": "application/json"})
    r = c.getresponse()
    r.read(4)
    first = time.time() - began
    r.read()
    total = time.time() - began
    ok(total > 1 and first < total / 2, "first words after %.2f of %.2f s" % (first, total))


@probe
def ndjson_utf8_split(t):
    msg = "Grüße aus Łódź — привет, 世界! 🌲🌲🌲 und noch einmal größer: ÄÖÜß"
    ls = t.lines(t.post(msg, nd=True))
    text = "".join(x["text"] for x in ls if x["type"] == "text_delta")
    ok(msg in text, text)


@probe
def history_cut_64k(t):
    msg = "abcdefghij" * 7000
    r = t.post(msg)
    ok(contents(t.hist(r.run))[0] == msg, "a long message was cut")


@probe
def run_readable_by_other_key(t):
    run = t.post("a").run
    r = t.hist(run, key=CR["otherApiKey"], want=None)
    ok(r.status in (403, 404), r)


@probe
def hangup_loses_answer(t):
    run = t.post("a").run
    body = json.dumps({"message": FX["slowMessage"]})
    s = socket.create_connection(("127.0.0.1", t.port))
    s.sendall(("PUT /workers/%s/%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
               % (FX["agentId"], run, CR["apiKey"], len(body), body)).encode())
    s.recv(300)
    s.close()
    time.sleep(3)
    ok(len(t.hist(run).json) == 4, "the answer was lost:", len(t.hist(run).json))


@probe
def answers_cross_runs(t):
    rs = at_once(*[lambda i=i: (i, t.post("number-%d-end" % i)) for i in range(12)])
    ok(all("number-%d-end" % i in r.text for i, r in rs), "answers went to other runs")


@probe
def api_key_prefix(t):
    r = t.post("a", key=CR["apiKey"][:-3] + "xyz", want=None)
    ok(r.status == 401, r)


def all_pages(t, path, user="own"):
    out, cur = [], None
    for _ in range(60):
        r = t("GET", path + ("&next_cursor=" + cur.replace("+", "%2B") if cur else ""), user=user, want=200).json
        out += r["items"]
        if not r["page"]["has_next"]:
            return out
        cur = r["page"]["cursor"]
    return out


@probe
def runs_cursor_inclusive(t):
    made = {t.post("p%d" % i).run for i in range(5)}
    ids = [x["runId"] for x in all_pages(t, "/me/agent-runs?limit=2")]
    ok(len(ids) == len(set(ids)) and made <= set(ids), "doubled on a page border", len(ids), len(set(ids)))


@probe
def runs_cursor_leaks_users(t):
    foreign = t.post("foreign", key=CR["otherApiKey"]).run
    for i in range(3):
        t.post("p%d" % i)
    ids = [x["runId"] for x in all_pages(t, "/me/agent-runs?limit=2")]
    ok(foreign not in ids, "a run of another user")


@probe
def executions_cursor_seconds(t):
    time.sleep(1.05 - time.time() % 1)
    for i in range(5):
        t.tool("echo_text", {"text": str(i)}, "other")
    ids = [x["id"] for x in all_pages(t, "/me/executions?limit=2", "other")]
    ok(len(ids) >= 5, "lost entries:", len(ids))


@probe
def mcp_logs_of_all_runs(t):
    a = t.post(FX["toolCallMessage"]["message"]).run
    b = t.post("plain").run
    ok(len(t("GET", "/me/agent-runs/%s/mcp-server-logs" % a).json) == 1, "no log")
    ok(t("GET", "/me/agent-runs/%s/mcp-server-logs" % b).json == [], "logs of another run")


@probe
def unsubscribe_not_stored(t):
    a = FX["unsubscribeAgentId"]
    r = t("POST", "/me/agents/%s/unsubscribe" % a, want=None)
    if r.status == 400:
        t("POST", "/me/agents/%s/subscribe" % a, {}, want=200)
        r = t("POST", "/me/agents/%s/unsubscribe" % a, want=200)
    ok(t("GET", "/me/subscriptions/" + a).json["status"] == "canceled", "still active")


@probe
def resubscribe_refused(t):
    a = FX["unpaidAgentId"]
    a = FX["unsubscribeAgentId"]
    t("POST", "/me/agents/%s/unsubscribe" % a)
    r = t("POST", "/me/agents/%s/subscribe" % a, {})
    ok(r.status == 200, r)


@probe
def studio_create_overwrites(t):
    c = studio(t, title="first", summary="long")
    r = t("POST", "/me/agent-studio-chats", {"run_id": c["run_id"], "title": "second"}, want=200).json
    g = t("GET", "/me/agent-studio-chats/" + c["run_id"]).json
    ok(g["title"] == "first" and r["title"] == "first", "the existing chat was changed", g["title"])


@probe
def studio_list_shows_deleted(t):
    c = studio(t, title="gone")
    t("DELETE", "/me/agent-studio-chats/" + c["run_id"], want=200)
    ok(c["run_id"] not in [x["run_id"] for x in t("GET", "/me/agent-studio-chats").json], "a deleted chat is listed")


@probe
def slug_check_own_agents_only(t):
    slug = "s-" + uuid.uuid4().hex[:10]
    t.agent("other", vanity_slug=slug)
    ok(t("GET", "/me/agents/vanity/slug?slug=" + slug).json["available"] is False, "a taken slug is called available")


@probe
def positions_not_rolled_back(t):
    a = t.agent()["id"]
    fs = [add_file(t, a, "f%d" % i)["id"] for i in range(2)]
    t("PUT", "/me/agents/%s/files/positions" % a, {"positions": [{"file_id": fs[0], "position": 9}, {"file_id": str(uuid.uuid4()), "position": 1}]}, want=404)
    ok([x["id"] for x in t("GET", "/me/agents/%s/files" % a).json["items"]] == fs, "half of a refused order was kept")


@probe
def file_of_foreign_agent(t):
    f = add_file(t, t.agent("other")["id"], "secret", "other", content="top secret")
    r = t("GET", "/me/agents/%s/files/%s" % (t.agent()["id"], f["id"]))
    ok(r.status == 404, r)


@probe
def theme_upsert_forgets_color(t):
    p = "/me/agents/%s/customizations/theme" % t.agent()["id"]
    t("PUT", p, {"theme_color": "#111111"}, want=200)
    t("PUT", p, {"theme_color": "#222222"}, want=200)
    ok(t("GET", p).json["theme_color"] == "#222222", "the old color")


@probe
def chat_patch_lost_update(t):
    a = t.agent()["id"]
    at_once(lambda: t("PATCH", "/me/chats/" + a, {"name": "N"}, want=200), lambda: t("PATCH", "/me/chats/" + a, {"description": "D"}, want=200))
    g = t("GET", "/me/chats/" + a).json
    ok(g["name"] == "N" and g["description"] == "D", "an update was lost")


@probe
def chat_delete_takes_clones(t):
    a = t.agent()["id"]
    c = t("POST", "/me/chats/%s/clone" % a, user="other", want=200).json["id"]
    t("DELETE", "/me/chats/" + a, want=200)
    ok(t("GET", "/me/chats/" + c, user="other").status == 200, "the clone is gone")


@probe
def chat_patch_skips_empty(t):
    a = t.agent(description="old", price_cents=100)["id"]
    t("PATCH", "/me/chats/" + a, {"description": "", "price_cents": 0}, want=200)
    g = t("GET", "/me/chats/" + a).json
    ok(g["description"] == "" and g["price_cents"] == 0, "not cleared")


@probe
def revoked_key_cached(t):
    k = t("POST", "/me/api-keys", {"name": "k"}, want=200).json
    t.post("a", key=k["key"])
    t("DELETE", "/me/api-keys/%d" % k["apiKeyId"], want=200)
    ok(t.post("a", key=k["key"], want=None).status == 401, "a deleted key still works")


@probe
def credits_lost_update(t):
    b = t("GET", "/me/credits").json["balance"]
    at_once(*[lambda: t("POST", "/me/credits/use", want=200) for _ in range(10)])
    ok(t("GET", "/me/credits").json["balance"] == b - 10, "uses were lost")


@probe
def bundle_put_drops_tools(t):
    b = t("POST", "/me/bundles", want=200).json["bundleId"]
    t("POST", "/me/bundles/%d/tools" % b, {"toolId": "echo_text"}, want=200)
    t("PUT", "/me/bundles/%d" % b, {"name": "N"}, want=200)
    ok(len(t("GET", "/me/bundles/%d/tools" % b).json) == 1, "the tools are gone")


@probe
def bundle_tool_removed_everywhere(t):
    bs = [t("POST", "/me/bundles", want=200).json["bundleId"] for _ in range(2)]
    for b in bs:
        t("POST", "/me/bundles/%d/tools" % b, {"toolId": "echo_text"}, want=200)
    t("DELETE", "/me/bundles/%d/tools/echo_text" % bs[0], want=200)
    ok(len(t("GET", "/me/bundles/%d/tools" % bs[1]).json) == 1, "gone from the other bundle too")


@probe
def cli_session_takeover(t):
    i = t("POST", "/me/cli-auth", user=None).json["cli_auth_id"]
    t("PUT", "/me/cli-auth/" + i, {"jwt": CR["jwt"]}, want=200)
    r = t("PUT", "/me/cli-auth/" + i, {"jwt": CR["otherJwt"]}, "other")
    ok(r.status == 403, r)


@probe
def schedule_put_keeps_cron(t):
    s = t("POST", "/me/schedules", {"chat_id": FX["agentId"], "cron": "0 9 * * 1"}, want=200).json
    t("PUT", "/me/schedules/" + s["id"], {"cron": "30 7 * * *"}, want=200)
    ok(t("GET", "/me/schedules/" + s["id"]).json["cron"] == "30 7 * * *", "the old cron")


@probe
def schedule_delete_takes_all_of_chat(t):
    a, b = [t("POST", "/me/schedules", {"chat_id": FX["agentId"], "cron": FX["cron"]}, want=200).json["id"] for _ in range(2)]
    t("DELETE", "/me/schedules/" + a, want=200)
    ok(t("GET", "/me/schedules/" + b).status == 200, "the other schedule is gone")


@probe
def uninstall_for_everyone(t):
    for u in ("own", "other"):
        t("POST", "/me/user-tools", {"toolId": "convert_knots"}, u)
    t("DELETE", "/me/user-tools/convert_knots", want=200)
    ok(t("GET", "/me/user-tools/convert_knots", user="other").status == 200, "uninstalled for another user")


@probe
def reinstall_refused(t):
    t("POST", "/me/user-tools", {"toolId": "echo_text"}, want=200)
    t("DELETE", "/me/user-tools/echo_text", want=200)
    r = t("POST", "/me/user-tools", {"toolId": "echo_text"})
    ok(r.status == 200, r)


@probe
def vip_count_of_all_users(t):
    t("POST", "/me/vip", {"code": "ALDER-SPRING-2026"}, "other")
    n = t("GET", "/me/vip", user="sandbox").json["count"]
    ok(n == 0, n)


@probe
def notifier_cursor_skips_one(t):
    made = {t.nt("CREATE_PUSH", {"type": "note", "body": str(i)})["iden"] for i in range(5)}
    got, cur = set(), None
    for _ in range(50):
        r = t.nt("LIST_PUSHES", dict({"limit": 2}, **({"cursor": cur} if cur else {})))
        got |= {p["iden"] for p in r["pushes"]}
        cur = r["cursor"]
        if not cur:
            break
    ok(made <= got, "lost between pages:", len(made - got))


@probe
def notifier_device_update_resets(t):
    d = t.nt("CREATE_DEVICE", {"model": "m", "app_version": 1, "manufacturer": "f", "has_sms": True, "nickname": "nick"})
    t.nt("UPDATE_DEVICE", {"iden": d["iden"], "icon": "phone"})
    g = [x for x in t.nt("LIST_DEVICES")["devices"] if x["iden"] == d["iden"]][0]
    ok(g["has_sms"] is True and g["nickname"] == "nick" and g["icon"] == "phone", g)
