"""The Workers API: runs, streams, background jobs."""
import re, secrets, threading, time
import cron as C
import tools as T
from api import add_run
from core import *
from models import *

RUN_LOCKS, _rl = {}, threading.Lock()
KEY_CACHE, LAST_POST = {}, {}
JOB, JOB_FAILS = 6.0, 5.0
CODE = ("code_interpreter", {"code": "survey.run()", "background": True}, '{"accepted": true}')


def run_lock(rid):
    with _rl:
        return RUN_LOCKS.setdefault(rid, threading.Lock())


def key_user(db):
    tok = bearer()
    if not tok: raise Err(401, "an API key is needed")
    k = db.query(ApiKey).filter_by(key=tok).first()
    if k:
        KEY_CACHE[tok] = k.user
        return user_by_id(db, k.user)
    if fault("api-key-deleted-still-cached") and tok in KEY_CACHE:
        return user_by_id(db, KEY_CACHE[tok])
    raise Err(401, "the API key is not valid")


def callable_agent(db, u, aid):
    a = db.get(Agent, puuid(aid, "agent_id"))
    if a is None or a.deleted: raise Err(404, "no such worker")
    if a.visibility != "public" and a.owner != u.id: raise Err(403, "this worker is private")
    if a.price and a.owner != u.id and not db.query(Sub).filter_by(user=u.id, agent=a.id, status="active").first():
        raise Err(402, "a subscription is needed")
    return a


def plan(a, message, turn):
    """What the worker will do: words by pieces, a pause between them, a tool call, a job."""
    m = message.lower()
    p = {"pause": 0.002, "tool": None, "job": None}
    if "count slowly" in m:
        words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()
        p["pieces"] = [w + (", " if w != "twenty" else ".") for w in words]; p["pause"] = 0.11
    elif "what is the tide" in m:
        p["tool"] = ("read_tide_table", {"port": "Hull"}, dumps(T.tide("Hull")).replace("\\n", "\n"))
        p["pieces"] = ["High water ", "at the pier ", "comes a little ", "after six."]
    elif a.behavior == "jobs" and "survey" in m and ("fail" in m or "break" in m):
        p["job"] = (JOB_FAILS, True); p["tool"] = CODE; p["pieces"] = ["I have begun ", "a survey ", "in the background."]
    elif a.behavior == "jobs" and "survey" in m:
        p["job"] = (JOB, False); p["tool"] = CODE; p["pieces"] = ["I have begun ", "a survey ", "in the background."]
    else:
        text = '%s, answer %d. You wrote: %s' % (a.name, turn, message[:2000])
        p["pieces"] = re.findall(r"\S+\s*|\s+", text)
        if len(p["pieces"]) > 60: p["pieces"] = ["".join(p["pieces"][i:i + 40]) for i in range(0, len(p["pieces"]), 40)]
    return p


def add_message(db, r, role, content, racy=False):
    seq = db.query(Message).filter_by(run=r.id).count()
    if racy:
        race_gap(0.15)
        db.query(Message).filter_by(run=r.id, seq=seq).delete()
    t = now_us()
    db.add(Message(run=r.id, seq=seq, role=role, content=content, created=t))
    r.updated = t
    db.flush()


def log(db, rid, event, detail=""):
    db.add(RunLog(run=rid, event=event, detail=detail, created=now_us()))


def job_ends(rid, job, failed):
    with LOCK:
        db = Session()
        try:
            r = db.get(Run, rid)
            if r.job != job: return
            log(db, rid, "job.failed" if failed else "job.finished", job)
            add_message(db, r, "assistant", "The survey ended with an error." if failed else "The survey is finished.")
            if not (failed and fault("failed-job-never-ends")): r.job = None
            db.commit()
        finally:
            db.close()


def start_job(db, r, seconds, failed):
    r.job = "job_" + secrets.token_hex(8)
    log(db, r.id, "job.started", r.job)
    t = threading.Timer(seconds, job_ends, (r.id, r.job, failed)); t.daemon = True; t.start()


class Stream:
    """Pieces for the client; what was said is stored at the end, also when the client is gone."""
    def __init__(self, gen, finish):
        self.gen, self.finish, self.done = gen, finish, False

    def __iter__(self): return self

    def __next__(self):
        try:
            return next(self.gen)
        except BaseException:
            self.close(); raise

    def close(self):
        if not self.done:
            self.done = True
            self.finish()


def talk(agent_id, run_id, nd):
    put = run_id is not None
    held = None
    try:
        with LOCK:
            db = g.db = Session()
            try:
                u = key_user(db)
                if put: run_id = puuid(run_id, "run_id")
                puuid(agent_id, "agent_id")
                msg = field(body(), "message", required=True)
                a = callable_agent(db, u, agent_id)
                if put:
                    r = db.query(Run).filter_by(id=run_id, agent=a.id, user=u.id).first()
                    if not r: raise Err(404, "no such run")
                else:
                    again = LAST_POST.get((u.id, a.id, msg)) if fault("post-same-message-same-run") and not nd else None
                    if again and time.time() - again[1] < 30:
                        r = db.get(Run, again[0])
                    else:
                        r, _ = add_run(db, a.id, u.id, "ndjson" if nd else "text")
                    LAST_POST[(u.id, a.id, msg)] = (r.id, time.time())
                    if fault("ndjson-post-inherits-context") and nd:
                        old = db.query(Run).filter(Run.agent == a.id, Run.user == u.id, Run.id != r.id).order_by(Run.created.desc()).first()
                        for x in (db.query(Message).filter_by(run=old.id).order_by(Message.seq).all()[-4:] if old else []):
                            add_message(db, r, x.role, x.content)
                db.commit()
            finally:
                db.rollback(); db.close()
        racy = fault("ndjson-put-concurrent-message-lost") and put and nd
        if not racy:
            lk = run_lock(r.id)
            lk.acquire()
            held = lk
        with LOCK:
            db = g.db = Session()
            try:
                r = db.get(Run, r.id)
                if put and r.job and not (nd and fault("ndjson-put-ignores-job")):
                    if not nd and fault("put-during-job-stored"):
                        add_message(db, r, "user", msg); db.commit()
                    raise Err(409, "a background job is running")
                p = plan(a, msg, db.query(Message).filter_by(run=r.id, role="user").count() + 1)
                add_message(db, r, "user", msg, racy)
                log(db, r.id, "message.received", "text" if not nd else "ndjson")
                if p["tool"]:
                    db.add(McpLog(run=r.id, tool=p["tool"][0], args=p["tool"][1], output=p["tool"][2], created=now_us()))
                    log(db, r.id, "tool.called", p["tool"][0])
                if p["job"]: start_job(db, r, *p["job"])
                job = r.job
                db.commit()
            finally:
                db.rollback(); db.close()
    except BaseException as e:
        if held: held.release()
        if isinstance(e, Invalid): return out({"detail": e.detail}, 422)
        if isinstance(e, Err): return out(errbody("workers", e.status, e.msg, e.code), e.status, {"WWW-Authenticate": "Bearer"} if e.status == 401 else None)
        app.logger.exception("internal error")
        return out(errbody("workers", 500, "internal error", ""), 500)

    rid, text = r.id, "".join(p["pieces"])

    def finish():
        try:
            with LOCK:
                s = Session()
                x = s.get(Run, rid)
                if not (fault("ndjson-tool-reply-not-stored") and nd and not put and p["tool"]):
                    add_message(s, x, "assistant", text)
                log(s, rid, "message.sent")
                s.commit(); s.close()
        finally:
            if held: held.release()

    def words():
        if fault("text-post-buffered") and not nd and not put:
            time.sleep(p["pause"] * len(p["pieces"]))
            yield text.encode(); return
        if p["tool"] and put and fault("text-put-shows-tool-call"):
            yield ("[%s %s -> %s]\n" % p["tool"]).encode()
        for i, w in enumerate(p["pieces"]):
            if i: time.sleep(p["pause"])
            yield w.encode()

    def lines():
        def line(**k): return (dumps(k) + "\n").encode()
        yield line(type="run", run_id=rid)
        if p["tool"]:
            n, args, res = p["tool"]
            cid = "call_" + secrets.token_hex(4)
            yield line(type="tool_call", call_id=cid, name=n, arguments=args)
            time.sleep(0.05)
            if fault("ndjson-tool-result-raw-newlines"):
                yield line(type="tool_result", call_id=cid, name=n, output="%OUT%").replace(b"%OUT%", res.replace('"', '\\"').encode())
            else:
                yield line(type="tool_result", call_id=cid, name=n, output=res)
        if job: yield line(type="job", job_id=job)
        for i, w in enumerate(p["pieces"]):
            if i: time.sleep(p["pause"])
            yield line(type="text", text=w)
        yield line(type="done")

    h = {"X-Service-Run-ID": rid, "Cache-Control": "no-store"}
    if put and nd and fault("ndjson-put-without-run-header"): del h["X-Service-Run-ID"]
    if job: h["x-service-job-id"] = job
    return Response(Stream(lines() if nd else words(), finish), 200, h,
                    content_type="application/x-ndjson; charset=utf-8" if nd else "text/plain; charset=utf-8")


def history(agent_id, run_id):
    try:
        with LOCK:
            db = Session()
            try:
                u = key_user(db)
                aid, rid = puuid(agent_id, "agent_id"), puuid(run_id, "run_id")
                q = db.query(Run).filter_by(id=rid, agent=aid)
                r = (q if fault("run-history-any-key") else q.filter_by(user=u.id)).first()
                if not r: raise Err(404, "no such run")
                ms = db.query(Message).filter_by(run=rid).order_by(Message.seq, Message.id).all()
                if fault("run-history-ordered-by-second"): ms.sort(key=lambda m: (m.created // 10**6, m.role))
                job = r.job
                if fault("job-header-of-sibling-run"):
                    x = db.query(Run).filter(Run.user == u.id, Run.agent == aid, Run.job != None).first()
                    job = x.job if x else None
                return out([{"role": m.role, "content": m.content} for m in ms], 200, {"x-service-job-id": job} if job else None)
            finally:
                db.rollback(); db.close()
    except Invalid as e:
        return out({"detail": e.detail}, 422)
    except Err as e:
        return out(errbody("workers", e.status, e.msg, e.code), e.status, {"WWW-Authenticate": "Bearer"} if e.status == 401 else None)


def add(rule, method, fn):
    app.add_url_rule("/workers" + rule, "w_%s_%s" % (method, rule), fn, methods=[method])


add("/<agent_id>", "POST", lambda agent_id: talk(agent_id, None, False))
add("/<agent_id>/<run_id>", "PUT", lambda agent_id, run_id: talk(agent_id, run_id, False))
add("/ndjson/<agent_id>", "POST", lambda agent_id: talk(agent_id, None, True))
add("/ndjson/<agent_id>/<run_id>", "PUT", lambda agent_id, run_id: talk(agent_id, run_id, True))
add("/<agent_id>/<run_id>", "GET", history)


def scheduler():
    last = None
    while True:
        time.sleep(0.5)
        d = datetime.now(timezone.utc)
        m = d.strftime("%Y%m%d%H%M")
        if last is None: last = m
        if m == last: continue
        last = m
        try:
            with LOCK:
                db = Session()
                for s in db.query(Schedule).filter_by(enabled=True):
                    a = db.get(Agent, s.chat)
                    if a and not a.deleted and C.matches(s.cron, d):
                        r, _ = add_run(db, a.id, s.user, "schedule")
                        add_message(db, r, "user", "Scheduled run of %s" % a.name)
                        add_message(db, r, "assistant", "%s, answer 1. The scheduled run is done." % a.name)
                        s.last_run = now_us()
                db.commit(); db.close()
        except Exception:
            app.logger.exception("scheduler")
