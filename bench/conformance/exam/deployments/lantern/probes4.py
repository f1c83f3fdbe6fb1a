import probes3
from probes3 import *
FAULTS = probes1.FAULTS = []
def r_patch(): 
    a = mk()["agent_id"]; both(lambda i: api("PATCH", "/chats/" + a, [{"title": "T9"}, {"greeting": "G9"}][i])); v = api("GET", "/chats/" + a).j; eq((v["title"], v["greeting"]), ("T9", "G9"))
def r_bundle():
    b = api("POST", "/bundles").j["bundle_id"]; t = ["sky.moon_phase", "sky.star_chart", "quay.rope_splice"]; both(lambda i: api("POST", "/bundles/%d/tools" % b, {"tool_id": t[i]}), 3); eq(sorted(x["tool_id"] for x in api("GET", "/bundles/%d/tools" % b).j), sorted(t))
def r_vip(): eq(sorted(both(lambda i: api("POST", "/vip", {"code": X["vipCode"]}, want=None).status, 3)), [200, 400, 400])
def r_sub(): eq(sorted(both(lambda i: api("POST", "/agents/%s/subscribe" % PA, {}, want=None).status, 3)), [200, 402, 402])
def r_keys():
    k = both(lambda i: api("POST", "/api-keys", {"label": "r%d" % i}).j, 3); eq(len({x["api_key_id"] for x in k}), 3)
    for x in k: w("POST", A, "x", key=x["key"])
def r_me(): eq([r.j["user_id"] for r in both(lambda i: api("GET", "/", who=[ILSE, TEO, NIM][i % 3]), 6)], ["usr_ilse", "usr_teo", "usr_nim"] * 2)
def r_files():
    a = mk()["agent_id"]; both(lambda i: api("POST", "/agents/%s/files" % a, {"filename": "f%d" % i}, want=None), 24); n = len(flist(a)); 
    while api("DELETE", "/agents/%s/files/%s" % (a, flist(a)[0]["file_id"]), want=None) and len(flist(a)): pass
    k = 0
    while api("POST", "/agents/%s/files" % a, {"filename": "g%d" % k}, want=None).status == 201 and k < 50: k += 1
    ok(n <= k, "%d files, limit %d" % (n, k))
def r_job():
    a = w("POST", A, BG); time.sleep(0.2); b = w("POST", A, BG); time.sleep(0.2); ok(w("GET", A + "/" + b.run).job, "the second job is over"); w("PUT", A + "/" + b.run, "x", want=409)
def r_mix():
    r = both(lambda i: w("POST", A, "message %d" % i), 4)
    for i, x in enumerate(r): eq(hist(x.run)[0]["content"], "message %d" % i); ok("message %d" % i in x.text, "reply")
def html():
    a = w("POST", A, "rope < 3 & > 1\n\n  two  spaces"); eq(hist(a.run)[0]["content"], "rope < 3 & > 1\n\n  two  spaces"); p = "Say <b>no</b> & yes"; eq(mk(instructions=p)["instructions"], p); i = mk()["agent_id"]; t = "\n  indented\n\n"; f_ = nfile(i, "n", t); eq(api("GET", "/agents/%s/files/%s" % (i, f_["file_id"])).j["text"], t)
def vis():
    a = mk()["agent_id"]; api("GET", "/agents/" + a, who=None); api("PATCH", "/chats/" + a, {"audience": "private"}); api("GET", "/agents/" + a, who=None, want=403)
def r422():
    for p in ("/agent-runs/no-uuid", "/schedules/no-uuid", "/agents/no-uuid/files"): ok(api("GET", p, want=422).j, "body")
    ok(api("POST", "/agents", "not json", want=422).j, "body"); ok(api("POST", "/agents", "[1]", want=422).j, "body")
def offset():
    m = [w("POST", A, "o%d" % k).run for k in range(3)]; import datetime as d; r, c = rows("/agent-runs?limit=2"); t = d.datetime.fromisoformat(c.replace("Z", "+00:00")).astimezone(d.timezone(d.timedelta(hours=-5))).isoformat(); eq([x["run_id"] for x in rows("/agent-runs?next_cursor=" + urllib.parse.quote(t))[0]], [m[0]])
f("chat-patch-race", CA, "I", "t", "body AgentRequestPartial", "Two PATCHes at the same time of two fields: one is lost.", r_patch)
f("bundle-tool-add-race", BTP, "I", "t", "200 UserBundleTool", "Of tools added at the same time only one stays.", r_bundle)
f("vip-race", VP, "S", "t", "Redeemed once per user; own codes cannot be redeemed", "The same code sent several times at once is redeemed each time.", r_vip)
f("subscribe-race", PS, "S", "t", "402 already subscribed", "Several subscribe requests at once all answer 200.", r_sub)
f("keys-post-race", KP, "I", "t", "200 ApiKey", "Keys made at the same time share an api_key_id; all but one do not work.", r_keys)
f("me-mixed-under-load", "GET /me/", "I", "t", "200 UserWithTier (current user)", "Under requests at the same time one user gets another's record.", r_me)
f("files-limit-race", FP, "S", "t", "number of files per agent is capped; 400 when exceeded", "Files added at the same time exceed the limit.", r_files)
f("job-end-ends-all", [WG, WU], "S", "t", "Header x-service-job-id is present while a background job runs and absent otherwise", "When a job ends, the caller's other jobs are over for the client too.", r_job)
f("worker-concurrent-messages-mixed", WP, "I", "t", "A POST starts a new interaction with a clear context", "Of POSTs at the same time several get the message of one.", r_mix)
f("worker-history-html", [WG, WP], "I", "s", "content (string)", "The characters < and & of a message come back as entities.", html)
f("worker-history-trimmed", [WG, WP], "I", "s", "content (string)", "Line ends and double spaces of a message are gone.", html)
f("agents-post-html", AP, "I", "r", "200 AgentModel", "The characters < and & of a prompt become entities.", html)
f("files-text-stripped", FP, "I", "s", "201 AgentFileResponse", "White space at the ends of a file's text is gone.", html)
f("agent-visibility-cached", [AG, CA], "S", "s", "403 | No permission on the chat, agent, file or schedule chat", "An agent made private stays readable for anyone for half a minute, if it was read before.", vis)
f("path-uuid-500", [GV, HG], "I", "r", "422 | Validation error with body HTTPValidationError", "An ID that is no uuid answers 500.", r422)
f("agents-post-not-json-500", AP, "I", "r", "422 | Validation error with body HTTPValidationError", "A body that is no JSON answers 500.", r422)
f("validation-body-null", [GV, FL], "S", "r", "422 | Validation error with body HTTPValidationError", "422 comes with the body null.", r422)
f("runs-cursor-offset-ignored", GR, "I", "s", "list endpoints with next_cursor take a date-time cursor and a limit", "The offset of a cursor's time is ignored: the page is hours off.", offset)

WIDE = {"text-last-part-missing": [WP, WU], "worker-history-255": [WG, WP, WU], "worker-history-ascii": [WG, WP, WU], "worker-roles-all-user": [WG, WP, WU], "ndjson-as-array": [NP, NU], "ndjson-pretty-printed": [NP, NU], "ndjson-lines-glued": [NP, NU], "ndjson-no-tool-call": [NP, NU], "ndjson-no-tool-response": [NP, NU], "worker-private-agent-open": [WP, NP], "worker-unknown-agent-answers": [WP, NP], "text-leaks-tool-call": [WP, WU], "worker-post-any-key": [WP, NP], "job-header-on-other-runs": [WG], "job-put-refused-after-end": [WU, NU], "worker-post-refused-during-job": [WP, NP], "job-put-answers-400": [WU, NU], "job-put-refused-but-added": [WU, NU, WG], "job-put-cancels-job": [WU, NU, WG], "worker-put-other-run-id": [WU, NU], "worker-put-drops-history": [WU, NU], "worker-foreign-run-writable": [WU, NU], "worker-put-user-message-lost": [WU, NU], "worker-put-message-twice": [WU, NU]}
