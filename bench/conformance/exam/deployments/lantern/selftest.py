#!/usr/bin/env python3
"""selftest.py            all operations without a fault, then each fault of faults.json and faults-extra.json with its probe
   selftest.py --choose   the same, and writes both lists anew (only faults whose probe shows them)
   selftest.py --plain    only the walk without a fault"""
import collections, json, os, random, re, sys, time
import lib, probes1
ALL = list(probes1.FAULTS)
for m in ("probes2", "probes3", "probes4"): __import__(m); ALL += probes1.FAULTS
for _m, _ in ALL: _m["operation"] = __import__("probes4").WIDE.get(_m["id"], _m["operation"])
OPS = open(lib.HERE + "/ops.txt").read().split("\n")[:-1]
IFACE = lib.HERE + "/../given/interface.md"
RX = [(o, o.split()[0], re.compile("^" + re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(o.split()[1].replace("{agents_url}", "/w").replace("{base_url}", "/u"))) + "$")) for o in OPS]
RX.sort(key=lambda x: x[0].count("{"))
seen = collections.defaultdict(set); real = lib.http_
def spy(method, path, *a, **k):
    r = real(method, path, *a, **k)
    o = next((o for o, m, rx in RX if m == method and rx.match(path.split("?")[0])), None)
    if o: seen[o].add(r.status)
    return r
lib.http_ = spy
def plain():
    bad = 0; probes = list(dict.fromkeys(p for _, p in ALL))
    for p in probes:
        s = lib.serve()
        try: p()
        except Exception as e: bad += 1; print("FAILS WITHOUT A FAULT", p.__name__, repr(e))
        finally: lib.stop(s)
    lost = [o for o in OPS if not any(200 <= s < 300 for s in seen[o])]
    print("without a fault: %d probes, %d fail; operations answered with success: %d of %d %s" % (len(probes), bad, len(OPS) - len(lost), len(OPS), lost)); return not bad and not lost
def faults(which):
    shown = []
    for m, p in ALL:
        if m["id"] not in which: continue
        s = lib.serve(m["id"])
        try: p(); print("NOT SHOWN", m["id"])
        except Exception: shown.append(m["id"])
        finally: lib.stop(s)
    print("%d faults, %d shown" % (len(which), len(shown))); return shown
PIN = set("""worker-put-drops-history worker-put-user-message-lost worker-post-keeps-context worker-foreign-run-readable worker-revoked-key-works worker-history-255 history-newest-first text-leaks-tool-call
ndjson-lines-glued ndjson-put-no-signals worker-put-other-run-id run-bad-jwt run-result-cached run-refusal-as-200 run-logged-for-other nt-link-without-url nt-guid-not-idempotent nt-app-version-negative nt-active-ignored
vip-own-code vip-once-in-all agent-visibility-cached me-other-user validation-body-null webhook-replay-counts clone-private runs-default-20 files-no-limit studio-clone-private agents-upsert-foreign runs-page-skips-one
search-default-10 run-view-last-message-missing theme-any-color""".split())
DROP = set("""slug-post-needs-auth vibe-services-needs-auth schedules-onboarding-inverted payment-session-no-url theme-on-all-agents og-needs-auth tools-public-needs-auth tool-get-needs-auth billing-sandbox-500 cli-get-needs-auth
chat-get-needs-auth subscribers-default-30 key-delete-unknown-200 user-tool-delete-unknown-200 install-unknown-500 bundle-tool-add-unknown-bundle-200 feedback-answers-other-chat webhook-needs-auth theme-get-private-foreign
file-delete-all user-tools-whole-catalogue subscription-none-200 unsubscribe-unknown-400 execution-unknown-200 job-put-answers-400 keys-default-hidden mcp-logs-foreign schedules-list-one-per-chat bundle-tools-first-missing
key-get-cut studio-create-existing-500 upsell-replaces-prompt vibe-wrong-agent bundles-list-hides-empty nt-upload-name-lost""".split())
def choose(ids):
    rnd = random.Random(6); left = [m for m, _ in ALL if m["id"] in ids]; by = collections.defaultdict(list)
    for m in left: by[m["operation"][0]].append(m)
    for o in by: rnd.shuffle(by[o]); by[o].sort(key=lambda m: m["needs"] != "timing")
    main = []; bal = collections.Counter()
    extra_turns = {o: 5 if "agents_url}/{" in o else 4 if "ndjson" in o else 8 if "tools/run" in o else 2 for o in OPS}
    def take(o):
        want = "stated" if bal["stated"] <= bal["implied"] else "implied"
        m = next((m for m in by[o] if m["basis"] == want), by[o][0]) if by[o] else None
        if m: by[o].remove(m); main.append(m); bal[m["basis"]] += 1
    for o in OPS: take(o)
    for m in [m for m in left if m["needs"] == "timing" and m not in main]: by[m["operation"][0]].remove(m); main.append(m); bal[m["basis"]] += 1
    for turn in range(1, 9):
        for o in OPS:
            if turn < extra_turns[o] and len(main) < 200: take(o)
    main = [m for m in main if m["id"] not in DROP] + [m for m in left if m["id"] in PIN and m not in main]
    assert {m["operation"][0] for m in main} == set(OPS), set(OPS) - {m["operation"][0] for m in main}
    print("chosen", len(main))
    main.sort(key=lambda m: [x["id"] for x, _ in ALL].index(m["id"]))
    return main, [m for m in left if m not in main]
if __name__ == "__main__":
    t = time.time(); okay = plain()
    if "--plain" in sys.argv: sys.exit(not okay)
    assert len({m["id"] for m, _ in ALL}) == len(ALL), "two faults of one name"
    for m, _ in ALL:
        for o in m["operation"]: assert o in OPS, (m["id"], o)
        if os.path.exists(IFACE):
            txt = re.sub(r"\s+", " ", open(IFACE).read()); 
            if m["words"] not in txt: print("words not in the interface:", m["id"], "|", m["words"])
    if "--choose" in sys.argv:
        shown = faults([m["id"] for m, _ in ALL]); main, extra = choose(shown)
        json.dump(main, open(lib.HERE + "/faults.json", "w"), indent=1, ensure_ascii=False); json.dump(extra, open(lib.HERE + "/faults-extra.json", "w"), indent=1, ensure_ascii=False)
    else:
        main, extra = [json.load(open(lib.HERE + f)) for f in ("/faults.json", "/faults-extra.json")]; faults([m["id"] for m in main + extra])
    C = collections.Counter
    print("main", len(main), C(m["basis"] for m in main), C(m["needs"] for m in main), "operations", len({o for m in main for o in m["operation"]})); print("extra", len(extra), C(m["basis"] for m in extra), "%.0f s" % (time.time() - t)); sys.exit(not okay)
