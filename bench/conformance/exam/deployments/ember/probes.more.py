"""Show each new fault: python3 probes.more.py [id …]. Starts the deployment without and with the fault, one at a time.

Each probe gives "good" or "bad"; it must be good without the fault and bad with it. Anything else is a failure.
"""
import http.client, json, os, subprocess, sys, threading, time, urllib.parse, uuid

HOME = os.path.dirname(os.path.abspath(__file__))
CONFIG = json.load(open(os.path.join(HOME, "config.json")))
C, F = CONFIG["credentials"], CONFIG["fixtures"]
PORT = int(os.environ.get("PROBE_PORT", "9100"))
ME, OTHER, SANDBOX, NONE = C["jwt"], C["otherJwt"], C["sandboxJwt"], None
KEY, OKEY = C["apiKey"], C["otherApiKey"]
PROBES = {}


class R:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        self.text = raw.decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.text)


def call(method, path, body=None, who=ME, raw=None, headers=None):
    conn = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
    head = dict(headers or {})
    if who:
        head["Authorization"] = f"Bearer {who}"
    data = raw.encode() if raw is not None else json.dumps(body).encode() if body is not None else None
    if data is not None:
        head["Content-Type"] = "application/json"
    conn.request(method, path, data, head)
    answer = conn.getresponse()
    found = R(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
    conn.close()
    return found


def agents(method, path, message=None, who=KEY):
    return call(method, "/agents" + path, None if message is None else {"message": message}, who)


def tool(name, who=ME, **arguments):
    return call("POST", f"/me/tools/run/{name}", arguments, who)


def out(name, who=ME, **arguments):
    found = tool(name, who, **arguments)
    assert found.status == 200, found.text
    return found.json["output"]


def probe(fault_id):
    def register(f):
        PROBES[fault_id] = f
        return f
    return register


def verdict(good, bad):
    return "good" if good and not bad else "bad" if bad and not good else f"neither ({good}, {bad})"


AGENT, JOBS = F["agentId"], F["backgroundAgentId"]
UNKNOWN = "00000000-0000-4000-8000-000000000001"


def new_agent(who=ME, **more):
    found = call("POST", "/me/agents", {"system_prompt": "You are a probe.", **more}, who)
    assert found.status == 200, found.text
    return found.json


def start(message="Hello", agent=AGENT, who=KEY, form=""):
    found = agents("POST", f"{form}/{agent}", message, who)
    assert found.status == 200, found.text
    return found, found.headers["x-service-run-id"]


def history(run, agent=AGENT, who=KEY):
    found = agents("GET", f"/{agent}/{run}", who=who)
    assert found.status == 200, found.text
    return found.json


def wait_idle(run, agent=JOBS):
    for _ in range(60):
        if "x-service-job-id" not in agents("GET", f"/{agent}/{run}").headers:
            return
        time.sleep(0.1)
    raise AssertionError("job never ends")


# --- Workers API

@probe("n-ndjson-start-as-json")
def _():
    kind = start(form="/ndjson")[0].headers["content-type"]
    return verdict("ndjson" in kind, kind == "application/json")


@probe("n-continue-empty-refused")
def _():
    _, run = start(F["backgroundMessage"], JOBS)
    wait_idle(run)
    status = agents("PUT", f"/{JOBS}/{run}", "").status
    return verdict(status == 200, status == 422)


@probe("n-ndjson-continue-spaces-collapsed")
def _():
    _, run = start()
    said = "Two  spaces,\n\nand a paragraph\tand a tab"
    agents("PUT", f"/ndjson/{AGENT}/{run}", said)
    content = history(run)[2]["content"]
    return verdict(content == said, content == " ".join(said.split()))


@probe("n-continue-repeat-dropped")
def _():
    _, run = start("Again")
    status = agents("PUT", f"/{AGENT}/{run}", "Again").status
    return verdict(status == 200 and len(history(run)) == 4, status == 200 and len(history(run)) == 2)


@probe("n-ndjson-continue-newest-run-id")
def _():
    _, first = start()
    _, second = start()
    got = agents("PUT", f"/ndjson/{AGENT}/{first}", "More").headers["x-service-run-id"]
    return verdict(got == first, got == second and len(history(first)) == 4)


@probe("n-second-job-does-not-block")
def _():
    _, run = start(F["backgroundMessage"], JOBS)
    one = agents("PUT", f"/{JOBS}/{run}", "x").status
    wait_idle(run)
    agents("PUT", f"/{JOBS}/{run}", F["backgroundMessage"])
    shown = "x-service-job-id" in agents("GET", f"/{JOBS}/{run}").headers
    two = agents("PUT", f"/{JOBS}/{run}", "x").status
    return verdict(shown and (one, two) == (409, 409), shown and (one, two) == (409, 200))


@probe("n-job-header-once")
def _():
    _, run = start(F["backgroundMessage"], JOBS)
    seen = ["x-service-job-id" in agents("GET", f"/{JOBS}/{run}").headers for _ in range(3)]
    busy = agents("PUT", f"/{JOBS}/{run}", "x").status == 409
    return verdict(busy and seen == [True] * 3, busy and seen == [True, False, False])


@probe("n-start-cancels-job")
def _():
    _, run = start(F["backgroundMessage"], JOBS)
    start("Hello", JOBS)
    shown = "x-service-job-id" in agents("GET", f"/{JOBS}/{run}").headers
    status = agents("PUT", f"/{JOBS}/{run}", "x").status
    return verdict(shown and status == 409, not shown and status == 200)


@probe("n-ndjson-start-ascii-only")
def _():
    said = "Grüße an Zoë"
    found, run = start(said, form="/ndjson")
    text = "".join(json.loads(line).get("delta", "") for line in found.text.splitlines())
    stored = history(run)[1]["content"]
    assert said in stored
    return verdict(text == stored, text == stored.encode("ascii", "ignore").decode())


@probe("n-start-reply-escaped")
def _():
    found, run = start("Is 3 < 4 & 5 > 4?")
    stored = history(run)[1]["content"]
    return verdict(found.text == stored, "3 &lt; 4 &amp; 5 &gt; 4" in found.text and "3 < 4 & 5 > 4" in stored)


@probe("n-history-empty-content-null")
def _():
    _, run = start("")
    content = history(run)[0]["content"]
    return verdict(content == "", content is None)


@probe("n-ndjson-start-message-lost")
def _():
    _, run = start("First words", form="/ndjson")
    found = history(run)
    return verdict([m["role"] for m in found] == ["user", "assistant"], [m["role"] for m in found] == ["assistant"])


# --- NOTIFIER tools

@probe("n-notifier-chats-limit-unbounded")
def _():
    status = tool("NOTIFIER_LIST_CHATS", limit=501).status
    return verdict(status == 400, status == 200)


@probe("n-notifier-pushes-default-50")
def _():
    for n in range(60):
        out("NOTIFIER_CREATE_PUSH", type="note", body=str(n))
    found = out("NOTIFIER_LIST_PUSHES")["pushes"]
    return verdict(len(found) == 60, len(found) == 50)


@probe("n-notifier-chat-muted-optional")
def _():
    chat = out("NOTIFIER_CREATE_CHAT", email="a@b.example")
    found = tool("NOTIFIER_UPDATE_CHAT", iden=chat["iden"])
    muted = out("NOTIFIER_LIST_CHATS")["chats"][0]["muted"]
    return verdict(found.status == 400 and not muted, found.status == 200 and muted)


@probe("n-notifier-push-guid-of-all-users")
def _():
    mine = out("NOTIFIER_CREATE_PUSH", type="note", body="mine", guid="g1")
    other = out("NOTIFIER_CREATE_PUSH", OTHER, type="note", body="other", guid="g1")
    listed = out("NOTIFIER_LIST_PUSHES", OTHER)["pushes"]
    return verdict(other["body"] == "other" and len(listed) == 1, other["iden"] == mine["iden"] and not listed)


@probe("n-notifier-pushes-dismissed-left-out")
def _():
    push = out("NOTIFIER_CREATE_PUSH", type="note", body="x")
    out("NOTIFIER_UPDATE_PUSH", iden=push["iden"], dismissed=True)
    found = [p["iden"] for p in out("NOTIFIER_LIST_PUSHES", active=True)["pushes"]]
    every = [p["iden"] for p in out("NOTIFIER_LIST_PUSHES")["pushes"]]
    assert every == [push["iden"]]
    return verdict(found == every, found == [])


@probe("n-notifier-push-dismiss-drops-items")
def _():
    push = out("NOTIFIER_CREATE_PUSH", type="note", body="x")
    items = [{"text": "rope", "checked": True}]
    assert out("NOTIFIER_UPDATE_PUSH", iden=push["iden"], items=items)["items"] == items
    out("NOTIFIER_UPDATE_PUSH", iden=push["iden"], dismissed=True)
    found = out("NOTIFIER_LIST_PUSHES")["pushes"][0]
    assert found["dismissed"] is True
    return verdict(found["items"] == items, found["items"] == [])


@probe("n-notifier-device-update-false-ignored")
def _():
    device = out("NOTIFIER_CREATE_DEVICE", model="M", nickname="N", manufacturer="F", app_version=3, has_sms=True)
    out("NOTIFIER_UPDATE_DEVICE", iden=device["iden"], has_sms=False, app_version=0, nickname="New")
    found = next(d for d in out("NOTIFIER_LIST_DEVICES")["devices"] if d["iden"] == device["iden"])
    assert found["nickname"] == "New"
    return verdict((found["has_sms"], found["app_version"]) == (False, 0),
                   (found["has_sms"], found["app_version"]) == (True, 3))


@probe("n-notifier-get-user-of-first")
def _():
    mine, other = out("NOTIFIER_GET_USER"), out("NOTIFIER_GET_USER", OTHER)
    return verdict(mine["email"] != other["email"], mine == other)


# --- User API

@probe("n-runs-cursor-offset-ignored")
def _():
    first = call("GET", "/me/agent-runs?limit=5").json
    cursor = first["next_cursor"]
    import datetime as dt
    moment = dt.datetime.fromisoformat(cursor.replace("Z", "+00:00"))
    same = moment.astimezone(dt.timezone(dt.timedelta(hours=2))).isoformat()
    a = call("GET", "/me/agent-runs?limit=5&next_cursor=" + urllib.parse.quote(cursor, safe="")).json["runs"]
    b = call("GET", "/me/agent-runs?limit=5&next_cursor=" + urllib.parse.quote(same, safe="")).json["runs"]
    return verdict(a == b, b[0] == first["runs"][0])


@probe("n-mcp-logs-last-call-only")
def _():
    message = F["toolCallMessage"]["message"]
    _, run = start(message)
    agents("PUT", f"/{AGENT}/{run}", message)
    found = call("GET", f"/me/agent-runs/{run}/mcp-server-logs").json
    return verdict(len(found) == 2, len(found) == 1)


@probe("n-run-logs-foreign-readable")
def _():
    _, run = start()
    found = call("GET", f"/me/agent-runs/{run}/logs", who=OTHER)
    return verdict(found.status in (403, 404), found.status == 200 and found.json)


@probe("n-executions-default-limit-50")
def _():
    found = len(call("GET", "/me/executions").json["executions"])
    return verdict(found == 30, found == 37)


@probe("n-unsubscribe-unsaved")
def _():
    path = f"/me/agents/{F['unsubscribeAgentId']}/unsubscribe"
    one, two = call("POST", path), call("POST", path)
    state = call("GET", f"/me/subscriptions/{F['unsubscribeAgentId']}").json["status"]
    assert one.json["status"] == "canceled"
    return verdict(two.status == 400 and state == "canceled", two.status == 200 and state == "active")


@probe("n-subscription-of-any-user")
def _():
    status = call("GET", f"/me/subscriptions/{F['subscribedAgentId']}", who=SANDBOX).status
    return verdict(status == 404, status == 200)


@probe("n-studio-create-shows-foreign")
def _():
    call("POST", "/me/agent-studio-chats", {"run_id": "probe-1", "sharing": "private"})
    found = call("POST", "/me/agent-studio-chats", {"run_id": "probe-1"}, OTHER)
    return verdict(found.status == 409, found.status == 200 and found.json["sharing"] == "private")


@probe("n-studio-get-needs-auth")
def _():
    call("POST", "/me/agent-studio-chats", {"run_id": "probe-1", "sharing": "public"})
    status = call("GET", "/me/agent-studio-chats/probe-1", who=NONE).status
    return verdict(status == 200, status == 401)


@probe("n-studio-put-keeps-sharing")
def _():
    call("POST", "/me/agent-studio-chats", {"run_id": "probe-1", "sharing": "public"})
    assert call("PUT", "/me/agent-studio-chats/probe-1", {"sharing": "private"}).status == 200
    found = call("GET", "/me/agent-studio-chats/probe-1").json["sharing"]
    return verdict(found == "private", found == "public")


@probe("n-studio-foreign-patch")
def _():
    call("POST", "/me/agent-studio-chats", {"run_id": "probe-1", "sharing": "private"})
    status = call("PATCH", "/me/agent-studio-chats/probe-1", {"sharing": "public"}, OTHER).status
    found = call("GET", "/me/agent-studio-chats/probe-1").json["sharing"]
    return verdict(status == 403 and found == "private", status == 200 and found == "public")


@probe("n-studio-clone-private-403")
def _():
    call("POST", "/me/agent-studio-chats", {"run_id": "probe-1", "sharing": "private"})
    status = call("POST", "/me/agent-studio-chats/probe-1/clone").status
    return verdict(status == 400, status == 403)


@probe("n-agent-update-refused-but-partly-done")
def _():
    agent = new_agent(SANDBOX)
    status = call("POST", "/me/agents", {"id": agent["id"], "system_prompt": "New", "visibility": "private"}, SANDBOX).status
    assert status == 400
    found = call("GET", f"/me/agents/{agent['id']}", who=SANDBOX).json
    assert found["visibility"] == "public"
    return verdict(found["system_prompt"] == "You are a probe.", found["system_prompt"] == "New")


@probe("n-agent-own-private-refused")
def _():
    agent = new_agent(visibility="private")
    a, b = call("GET", f"/me/agents/{agent['id']}").status, call("GET", f"/me/chats/{agent['id']}").status
    assert b == 200
    return verdict(a == 200, a == 403)


@probe("n-upsell-overwrites-prompt")
def _():
    agent = new_agent()
    call("POST", f"/me/agents/{agent['id']}/upsell-description")
    found = call("GET", f"/me/agents/{agent['id']}").json
    return verdict(found["system_prompt"] == "You are a probe.", found["system_prompt"] == found["upsell_text"])


@probe("n-slug-generated-taken")
def _():
    slug = call("POST", "/me/agents/vanity/slug", F_SLUG).json["slug"]
    new_agent(slug=slug)
    again = call("POST", "/me/agents/vanity/slug", F_SLUG).json["slug"]
    free = call("GET", f"/me/agents/vanity/slug?slug={again}").json["is_available"]
    return verdict(again != slug and free, again == slug and not free)


F_SLUG = CONFIG["bindings"]["SlugRequest"]["body"]


@probe("n-vibe-of-private")
def _():
    agent = new_agent(visibility="private", system_prompt="Secret words")
    found = call("GET", f"/me/agents/{agent['id']}/vibe?service_name=bolt", who=OTHER)
    return verdict(found.status in (403, 404), found.status == 200 and "Secret words" in found.text)


@probe("n-theme-refused-but-set")
def _():
    path = f"/me/agents/{new_agent()['id']}/customizations/theme"
    assert call("PUT", path, {"accent_color": "#112233"}).status == 200
    assert call("PUT", path, {"accent_color": "no color"}).status == 400
    found = call("GET", path).json["accent_color"]
    return verdict(found == "#112233", found == "no color")


@probe("n-files-limit-race")
def _():
    path = f"/me/agents/{new_agent()['id']}/files"
    for n in range(9):
        assert call("POST", path, {"file_name": f"{n}.txt"}).status == 201
    got = []
    threads = [threading.Thread(target=lambda: got.append(call("POST", path, {"file_name": "x.txt"}).status)) for _ in range(5)]
    [t.start() for t in threads], [t.join() for t in threads]
    count = len(call("GET", path).json["files"])
    late = call("POST", path, {"file_name": "y.txt"}).status
    assert late == 400
    return verdict(count == 10 and got.count(201) == 1, count > 10 and got.count(201) > 1)


@probe("n-files-batch-refused-but-partly-done")
def _():
    path = f"/me/agents/{new_agent()['id']}/files"
    a, b = (call("POST", path, {"file_name": n}).json["file_id"] for n in ("a", "b"))
    status = call("PUT", path + "/positions", {"ordering": [{"file_id": a, "sort_order": 9}, {"file_id": UNKNOWN, "sort_order": 0}]}).status
    assert status == 404
    order = [f["file_id"] for f in call("GET", path).json["files"]]
    return verdict(order == [a, b], order == [b, a])


@probe("n-chat-create-visibility-ignored")
def _():
    made = call("POST", "/me/chats", {"system_prompt": "x", "visibility": "public"}).json
    return verdict(made["visibility"] == "public", made["visibility"] == "private")


@probe("n-chat-patch-private-in-sandbox")
def _():
    agent = new_agent(SANDBOX)
    status = call("PATCH", f"/me/chats/{agent['id']}", {"visibility": "private"}, SANDBOX).status
    return verdict(status == 400, status == 200)


@probe("n-preview-of-private")
def _():
    agent = new_agent(visibility="private", display_name="Secret name")
    found = call("GET", f"/me/chats/{agent['id']}/og", who=NONE)
    return verdict(found.status in (401, 403, 404), found.status == 200 and "Secret name" in found.text)


@probe("n-chat-run-of-chat-owner")
def _():
    run = call("POST", f"/me/chats/{F['unpaidAgentId']}/runs").json["run_id"]
    mine, other = (call("GET", f"/me/agent-runs/{run}", who=who).status for who in (ME, OTHER))
    return verdict((mine, other) == (200, 404), (mine, other) == (404, 200))


@probe("n-api-key-delete-again-200")
def _():
    key = call("POST", "/me/api-keys", {}).json["key_id"]
    one, two = call("DELETE", f"/me/api-keys/{key}").status, call("DELETE", f"/me/api-keys/{key}").status
    return verdict((one, two) == (200, 404), (one, two) == (200, 200))


@probe("n-monetization-summary-without-today")
def _():
    total = call("GET", "/me/monetization/summary").json["earnings_total_cents"]
    daily = [day["earnings_cents"] for day in call("GET", "/me/monetization/earnings").json["daily"]]
    return verdict(total == sum(daily), daily[-1] and total == sum(daily[:-1]))


@probe("n-bundle-put-drops-tools")
def _():
    bundle = call("POST", "/me/bundles").json["bundle_id"]
    call("POST", f"/me/bundles/{bundle}/tools", {"tool_id": "word_count"})
    assert call("PUT", f"/me/bundles/{bundle}", CONFIG["bindings"]["UserBundleRequest"]["body"]).status == 200
    found = call("GET", f"/me/bundles/{bundle}/tools").json
    return verdict([t["tool_id"] for t in found] == ["word_count"], found == [])


@probe("n-bundle-tool-unknown-bundle-200")
def _():
    status = call("POST", "/me/bundles/999999/tools", {"tool_id": "word_count"}).status
    return verdict(status == 404, status == 200)


@probe("n-cli-attach-over-foreign")
def _():
    session = call("POST", "/me/cli-auth", who=NONE).json["session_id"]
    assert call("PUT", f"/me/cli-auth/{session}", {"user_token": ME}).status == 200
    status = call("PUT", f"/me/cli-auth/{session}", {"user_token": OTHER}, OTHER).status
    token = call("GET", f"/me/cli-auth/{session}", who=NONE).json
    return verdict(status == 403 and token == ME, status == 200 and token == OTHER)


@probe("n-cli-read-unknown-null")
def _():
    found = call("GET", f"/me/cli-auth/{UNKNOWN}", who=NONE)
    return verdict(found.status == 404, found.status == 200 and found.json is None)


@probe("n-schedule-of-unknown-chat")
def _():
    status = call("POST", "/me/schedules", {"chat_id": UNKNOWN, "cron_expression": F["cron"]}).status
    return verdict(status == 403, status == 200)


@probe("n-schedule-delete-keeps")
def _():
    made = call("POST", "/me/schedules", {"chat_id": AGENT, "cron_expression": F["cron"]}).json["schedule_id"]
    assert call("DELETE", f"/me/schedules/{made}").status == 200
    status, left = call("GET", f"/me/schedules/{made}").status, len(call("GET", "/me/schedules").json["schedules"])
    return verdict((status, left) == (404, 0), (status, left) == (200, 1))


@probe("n-text-to-cron-steps-refused")
def _():
    status = call("GET", "/me/schedules/text-to-cron?cron=" + urllib.parse.quote("*/15 * * * *", safe="")).status
    plain = call("GET", "/me/schedules/text-to-cron?cron=" + urllib.parse.quote(F["cron"], safe="")).status
    assert plain == 200
    return verdict(status == 200, status == 400)


@probe("n-public-tools-one-missing")
def _():
    names = [t["tool_id"] for t in call("GET", "/me/tools").json if t["tool_id"].startswith("NOTIFIER_")]
    return verdict(len(names) == 15, len(names) == 14 and "NOTIFIER_UPLOAD_REQUEST" not in names)


@probe("n-search-toolkit-after-limit")
def _():
    every = call("GET", "/me/tools/search?q=text&toolkit=codec").json
    few = call("GET", "/me/tools/search?q=text&toolkit=codec&limit=2").json
    return verdict(len(every) >= 2 and len(few) == 2, len(few) == 0)


@probe("n-uninstall-takes-all")
def _():
    for name in ("word_count", "line_count"):
        assert call("POST", "/me/user-tools", {"tool_id": name}).status == 200
    call("DELETE", "/me/user-tools/word_count")
    left = [t["tool_id"] for t in call("GET", "/me/user-tools").json]
    return verdict(left == ["line_count"], left == [])


@probe("n-vip-once-for-all-users")
def _():
    one, two = (call("POST", "/me/vip", {"vip_code": F["vipCode"]}, who).status for who in (ME, OTHER))
    return verdict((one, two) == (200, 200), (one, two) == (200, 400))


# --- Running them

def with_deployment(fault_id, work):
    env = {**os.environ, "FAULT": fault_id, "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen([os.path.join(HOME, "start.sh"), str(PORT)], env=env, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    try:
        if process.stdout.readline().strip() != b"ready":
            return "not started: " + process.stderr.read().decode()
        return work()
    except Exception as error:
        return f"error: {error!r}"
    finally:
        process.terminate()  # by its process id
        process.wait()


def main():
    wanted = sys.argv[1:] or [f["id"] for f in json.load(open(os.path.join(HOME, "faults.more.json")))]
    failed = []
    for fault_id in wanted:
        healthy = with_deployment("", PROBES[fault_id])
        faulty = with_deployment(fault_id, PROBES[fault_id])
        if (healthy, faulty) == ("good", "bad"):
            print("shown ", fault_id, flush=True)
        else:
            failed.append(fault_id)
            print("FAILED", fault_id, "| without:", healthy, "| with:", faulty, flush=True)
    print(len(wanted) - len(failed), "shown,", len(failed), "failed", *failed)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
