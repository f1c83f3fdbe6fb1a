package damson

import groovy.sql.Sql
import java.nio.charset.StandardCharsets
import java.util.concurrent.*
import java.util.concurrent.locks.ReentrantLock

class Users {
    static final ConcurrentHashMap<String, Map> KEYCACHE = new ConcurrentHashMap<>()
    static final ConcurrentHashMap<String, Map> SUBCACHE = new ConcurrentHashMap<>()
    static Map byJwt(Ctx c) {
        def t = c.bearer()
        if (!t) return null
        def sub = Jwt.subject(t)
        if (sub == null) return null
        SUBCACHE.computeIfAbsent(sub) { Db.tx { Sql s -> s.firstRow('select * from users where sub=?', [sub])?.with { [id: it.id, name: it.name, email: it.email, tier: it.tier, created_at: it.created_at] } } }
    }
    static Map byKey(Ctx c) {
        def t = c.bearer()
        if (!t) return null
        if (F.on('deleted-key-still-works') && KEYCACHE[t]) return KEYCACHE[t]
        def u = Db.tx { Sql s -> s.firstRow('select u.* from api_keys k join users u on u.id=k.user_id where k.secret=?', [t])?.with { [id: it.id, name: it.name, email: it.email, tier: it.tier] } }
        if (u) KEYCACHE[t] = u
        u
    }
}

class Plan { List<String> chunks = []; int delay = 1; List<Map> tools = []; boolean job, jobFails; String jobId
    String getText() { chunks.join('') } }

class Workers {
    static final ConcurrentHashMap<String, ReentrantLock> LOCKS = new ConcurrentHashMap<>()
    static final ConcurrentHashMap<String, String> LASTRUN = new ConcurrentHashMap<>()
    static ReentrantLock lock(String run) { LOCKS.computeIfAbsent(run) { new ReentrantLock(true) } }

    static void routes() {
        Main.add('key', 'POST', '/workers/{agent_id:uuid}') { Ctx c -> start(c, false) }
        Main.add('key', 'POST', '/workers/ndjson/{agent_id:uuid}') { Ctx c -> start(c, true) }
        Main.add('key', 'PUT', '/workers/{agent_id:uuid}/{run_id:uuid}') { Ctx c -> resume(c, false) }
        Main.add('key', 'PUT', '/workers/ndjson/{agent_id:uuid}/{run_id:uuid}') { Ctx c -> resume(c, true) }
        Main.add('key', 'GET', '/workers/{agent_id:uuid}/{run_id:uuid}') { Ctx c -> history(c) }
    }

    static Map agent(Sql s, Ctx c) {
        def a = s.firstRow('select * from agents where id=?', [c.p.agent_id])
        if (a == null) throw new Err(404, 'Agent not found')
        if (a.visibility == 'PRIVATE' && a.owner_id != c.uid) throw new Err(403, 'Agent is private')
        a
    }
    static String message(Ctx c) {
        def b = c.body()
        if (F.on('put-empty-message-refused') && c.method == 'PUT' && !b.message) throw Err.invalid(['body', 'message'], 'Field required', 'missing')
        V.str(b, 'message', true)
    }
    static Map run(Sql s, Ctx c) {
        def r = s.firstRow('select * from runs where id=?', [c.p.run_id])
        if (r == null) throw new Err(404, 'Run not found')
        if (r.user_id != c.uid && !(F.on('run-readable-by-others') && c.method == 'GET') && !(F.on('run-resumable-by-others') && c.method == 'PUT')) throw new Err(404, 'Run not found')
        if (r.agent_id != c.p.agent_id) throw new Err(404, 'Run not found')
        r
    }

    static List<String> cut(String text, int n) {
        def out = []; int i = 0
        while (i < text.length()) {
            int e = Math.min(text.length(), i + n)
            if (e < text.length() && Character.isHighSurrogate(text.charAt(e - 1))) e++
            out << text.substring(i, e); i = e
        }
        out
    }
    static Plan plan(String agentName, String msg, List history, String lastJob) {
        def p = new Plan(); def m = msg.toLowerCase(Locale.ROOT)
        if (m.contains('start the long job')) { p.job = true; p.chunks = ['I start the long job now. ', 'Ask me again ', 'when it is done.'] }
        else if (m.contains('start the failing job')) { p.job = true; p.jobFails = true; p.chunks = ['I start that job now. ', 'It may ', 'not end well.'] }
        else if (m.contains('count slowly')) { p.delay = 170; p.chunks = ['one, ', 'two, ', 'three, ', 'four, ', 'five, ', 'six, ', 'seven, ', 'eight, ', 'nine, ', 'ten, ', 'eleven, ', 'twelve.'] }
        else if (m.contains('what is the tide')) {
            p.tools = [[id: 'call_' + UUID.randomUUID().toString().substring(0, 8), name: 'read_tide_table', arguments: [port: 'Hull'], output: Catalog.tide('Hull')]]
            p.chunks = ['High water ', 'at Hull ', 'is in the early morning.']
        } else {
            def t = "The ${agentName} heard you: ${msg}".toString()
            if (history) t += " (I remember ${history.size()} earlier messages.)"
            if (lastJob) t += " The last job ended as ${lastJob}."
            p.chunks = cut(t, 14)
        }
        p
    }

    static void start(Ctx c, boolean nd) {
        def msg = message(c)
        long t = T.now()
        def id = UUID.randomUUID().toString()
        def ck = c.uid + '|' + c.p.agent_id
        def a = Db.tx { Sql s ->
            def a = agent(s, c)
            if (F.on('post-refused-during-job') && s.firstRow('select 1 as x from runs where user_id=? and agent_id=? and job_id is not null', [c.uid, a.id])) throw new Err(409, 'A job is running')
            if (F.on('post-reuses-run') && LASTRUN[ck]) { id = LASTRUN[ck]; return a }
            s.executeInsert('insert into runs(id,user_id,agent_id,agent_name,source,created_at,updated_at) values(?,?,?,?,?,?,?)', [id, c.uid, a.id, a.name, nd ? 'NDJSON' : 'TEXT', t, t])
            s.executeInsert('insert into run_logs(run_id,agent_id,user_id,level,event,message,created_at) values(?,?,?,?,?,?,?)', [id, a.id, c.uid, 'INFO', 'RUN_STARTED', 'Run started', T.now()])
            if (F.on('context-of-last-run') && LASTRUN[ck]) {
                s.execute('insert into messages(run_id,seq,role,content) select ?, seq, role, content from messages where run_id=? order by id', [id, LASTRUN[ck]])
            }
            a
        }
        LASTRUN[ck] = id
        def l = lock(id); l.lock()
        try { turn(c, id, a.name, msg, nd, null) } finally { l.unlock() }
    }

    static void resume(Ctx c, boolean nd) {
        def msg = message(c)
        def id = (String) c.p.run_id
        def l = lock(id)
        if (!F.on('continue-loses-turns')) l.lock()
        try {
            def name = Db.tx { Sql s ->
                def r = run(s, c)
                if (r.job_id != null && !F.on('put-allowed-during-job')) {
                    if (F.on('refused-put-keeps-message')) {
                        s.execute("insert into messages(run_id,seq,role,content) values(?,99,'user',?)", [id, msg]); s.connection.commit()
                    }
                    throw new Err(409, 'A background job is running')
                }
                [r.agent_name, r.last_job]
            }
            turn(c, id, name[0], msg, nd, name[1])
        } finally { if (l.heldByCurrentThread) l.unlock() }
    }

    static void add(Sql s, String run, String role, String content) {
        if (F.on('message-trimmed')) content = content.trim()
        s.executeInsert('insert into messages(run_id,seq,role,content) select ?, coalesce(max(seq),0)+1, ?, ? from messages where run_id=?', [run, role, content, run])
    }

    static void turn(Ctx c, String run, String agentName, String msg, boolean nd, String lastJob) {
        def aid = c.p.agent_id
        Plan p = Db.tx { Sql s ->
            def hist = s.rows('select role, content, seq from messages where run_id=? order by id', [run])
            def p = plan(agentName, msg, hist, lastJob)
            if (F.on('continue-loses-turns') && c.method == 'PUT') {
                Thread.sleep(25)
                s.execute('delete from messages where run_id=? and seq>?', [run, hist.size()])
            }
            add(s, run, 'user', msg)
            if (p.job) {
                p.jobId = 'job_' + UUID.randomUUID().toString().replace('-', '').substring(0, 16)
                s.executeUpdate('update runs set job_id=?, updated_at=? where id=?', [p.jobId, T.now(), run])
                s.executeInsert('insert into run_logs(run_id,agent_id,user_id,level,event,message,created_at) values(?,?,?,?,?,?,?)', [run, aid, c.uid, 'INFO', 'JOB_STARTED', p.jobId, T.now()])
            } else s.executeUpdate('update runs set updated_at=?, last_job=null where id=?', [T.now(), run])
            p.tools.each { tl ->
                s.executeInsert('insert into mcp_logs(run_id,user_id,server,tool,input,output,created_at) values(?,?,?,?,?,?,?)', [run, c.uid, 'sea', tl.name, Json.str(tl.arguments), Json.str(tl.output), T.now()])
                s.executeInsert('insert into executions(user_id,run_id,tool_id,service_id,namespace,input,output,status,duration_ms,created_at) values(?,?,?,?,?,?,?,?,?,?)',
                    [c.uid, run, tl.name, 'default', 'global', Json.str(tl.arguments), Json.str(tl.output), 'SUCCESS', 3, T.now()])
            }
            s.executeInsert('insert into run_logs(run_id,agent_id,user_id,level,event,message,created_at) values(?,?,?,?,?,?,?)', [run, aid, c.uid, 'INFO', 'MESSAGE_RECEIVED', "User message of ${msg.length()} characters".toString(), T.now()])
            p
        }
        def ex = c.ex
        ex.responseHeaders.set('Content-Type', nd ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8')
        ex.responseHeaders.set('Cache-Control', 'no-store')
        if (!(F.on('put-without-run-header') && c.method == 'PUT')) ex.responseHeaders.set('X-Service-Run-ID', run)
        if (p.jobId) ex.responseHeaders.set('x-service-job-id', p.jobId)
        c.sent = true
        boolean alive = true
        def os = null
        def buffer = new ByteArrayOutputStream()
        def write = { byte[] b ->
            if (!alive) return
            try {
                if (F.on('stream-sent-at-end')) { buffer.write(b); return }
                if (os == null) { ex.sendResponseHeaders(200, 0); os = ex.responseBody }
                os.write(b); os.flush()
            } catch (IOException e) { alive = false }
        }
        def line = { Map m -> write((Json.str(m) + '\n').getBytes(StandardCharsets.UTF_8)) }
        if (nd) {
            line([type: 'run', runId: run])
            p.tools.each { tl ->
                line([type: 'toolCall', callId: tl.id, name: tl.name, arguments: tl.arguments])
                if (!F.on('ndjson-without-tool-answer')) line([type: 'toolResult', callId: tl.id, name: tl.name, output: tl.output])
            }
            if (p.jobId) line([type: 'job', jobId: p.jobId, state: 'RUNNING'])
            p.chunks.eachWithIndex { ch, i -> if (i > 0 && p.delay > 1) Thread.sleep(p.delay); line([type: 'text', text: ch]) }
        } else {
            if (F.on('text-shows-tool-calls')) p.tools.each { write(("[tool ${it.name} -> ${Json.str(it.output)}]\n").toString().getBytes(StandardCharsets.UTF_8)) }
            if (F.on('text-broken-characters')) {
                byte[] all = p.text.getBytes(StandardCharsets.UTF_8)
                for (int i = 0; i < all.length; i += 16) write(new String(all, i, Math.min(16, all.length - i), StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8))
            } else p.chunks.eachWithIndex { ch, i -> if (i > 0 && p.delay > 1) Thread.sleep(p.delay); write(ch.getBytes(StandardCharsets.UTF_8)) }
        }
        Db.tx { Sql s ->
            if (!(F.on('ndjson-answer-not-kept') && nd && c.method == 'PUT')) add(s, run, 'assistant', p.text)
            s.executeUpdate('update runs set updated_at=? where id=?', [T.now(), run])
        }
        if (p.job) Main.TIMER.schedule({ endJob(run, aid, c.uid, p) } as Runnable, 2500, TimeUnit.MILLISECONDS)
        if (nd) line([type: 'done', runId: run])
        try {
            if (os == null && alive) { ex.sendResponseHeaders(200, 0); os = ex.responseBody; if (buffer.size()) os.write(buffer.toByteArray()) }
            os?.close()
        } catch (IOException ignored) { }
        ex.close()
    }

    static void endJob(String run, String aid, long uid, Plan p) {
        if (p.jobFails && F.on('failed-job-never-ends')) throw new IllegalStateException('exit status 1')
        def st = p.jobFails ? 'FAILED' : 'SUCCEEDED'
        Db.tx { Sql s ->
            s.executeUpdate('update runs set job_id=null, last_job=?, updated_at=? where id=?', [st, T.now(), run])
            s.executeInsert('insert into run_logs(run_id,agent_id,user_id,level,event,message,created_at) values(?,?,?,?,?,?,?)',
                [run, aid, uid, p.jobFails ? 'ERROR' : 'INFO', 'JOB_' + st, p.jobFails ? 'exit status 1' : 'exit status 0', T.now()])
        }
    }

    static Object history(Ctx c) {
        def res = Db.tx { Sql s ->
            def r = run(s, c)
            def order = F.on('history-text-order') ? 'cast(seq as varchar)' : 'id'
            def rows = s.rows("select id, role, content, seq from messages where run_id=? order by $order".toString(), [r.id])
            if (F.on('equal-messages-once')) rows = rows.unique(false) { it.role + '|' + it.content }
            [r, rows.collect { [role: it.role, content: it.content] }]
        }
        def r = res[0]
        if (r.job_id != null && !F.on('get-without-job-header')) c.ex.responseHeaders.set('x-service-job-id', r.job_id)
        c.ex.responseHeaders.set('X-Service-Run-ID', r.id)
        res[1]
    }
}

class Runs {
    static Map view(r) {
        [runId: r.id, agentId: r.agent_id, agentName: r.agent_name, source: r.source, status: r.job_id != null ? 'JOB_RUNNING' : 'IDLE', jobId: r.job_id,
         messageCount: r.mc, createdAt: T.iso(r.created_at), updatedAt: T.iso(r.updated_at)]
    }
    static Map log(r) { [logId: r.id, runId: r.run_id, agentId: r.agent_id, level: r.level, event: r.event, message: r.message, createdAt: T.iso(r.created_at)] }
    static Map exec(r) {
        [logId: r.id, toolId: r.tool_id, runId: r.run_id, serviceId: r.service_id, serviceIdNamespace: r.namespace, input: Json.parse(r.input), output: Json.parse(r.output),
         status: r.status, durationMs: r.duration_ms, createdAt: T.iso(r.created_at)]
    }
    static Map page(List rows, int limit, Closure f) {
        def more = rows.size() > limit
        def page = more ? rows.subList(0, limit) : rows
        [content: page.collect(f), cursor: more ? T.cursor(page[-1].created_at) : null, size: page.size()]
    }
    static final String RUNQ = 'select r.*, (select count(*) from messages m where m.run_id=r.id) as mc from runs r '

    static void routes() {
        Main.add('jwt', 'GET', '/api/me/agent-runs') { Ctx c ->
            int limit = c.intQ('limit', F.on('runs-default-20') ? 20 : 30, 1, 200)
            def cur = c.cursorQ()
            def op = F.on('runs-cursor-repeats') ? '<=' : '<'
            def rows = Db.tx { Sql s ->
                s.rows((RUNQ + (F.on('runs-lost-with-agent') ? 'join agents a on a.id=r.agent_id ' : '') + "where r.user_id=? " + (cur != null ? "and r.created_at $op ? " : '') + 'order by r.created_at desc limit ?').toString(),
                    cur != null ? [c.uid, cur, limit + 1] : [c.uid, limit + 1]) }
            page(rows, limit) { view(it) }
        }
        Main.add('jwt', 'GET', '/api/me/agent-runs/{run_id:uuid}') { Ctx c -> [result: view(own(c))] }
        Main.add('jwt', 'GET', '/api/me/agent-runs/{run_id:uuid}/logs') { Ctx c ->
            Db.tx { Sql s -> s.rows('select * from run_logs where run_id=? and user_id=? order by id', [c.p.run_id, c.uid]) }.collect { log(it) }
        }
        Main.add('jwt', 'GET', '/api/me/agent-runs/{run_id:uuid}/mcp-server-logs') { Ctx c ->
            def rows = Db.tx { Sql s -> F.on('mcp-logs-of-all-runs') ? s.rows('select * from mcp_logs where user_id=? order by id', [c.uid]) : s.rows('select * from mcp_logs where run_id=? and user_id=? order by id', [c.p.run_id, c.uid]) }
            rows.collect { [logId: it.id, runId: F.on('mcp-logs-of-all-runs') ? c.p.run_id : it.run_id, server: it.server, tool: it.tool, input: Json.parse(it.input), output: Json.parse(it.output), createdAt: T.iso(it.created_at)] }
        }
        Main.add('jwt', 'GET', '/api/me/executions') { Ctx c ->
            int limit = c.intQ('limit', 30, 1, 200)
            def cur = c.cursorQ()
            def rows = Db.tx { Sql s -> s.rows('select * from executions where user_id=? ' + (cur != null ? 'and created_at < ? ' : '') + 'order by created_at desc limit ?', cur != null ? [c.uid, cur, limit + 1] : [c.uid, limit + 1]) }
            def res = page(rows, limit) { exec(it) }
            if (F.on('executions-cursor-skips') && res.cursor) res.cursor = T.cursor(rows[limit].created_at)
            res
        }
        Main.add('jwt', 'GET', '/api/me/executions/{log_id:int}') { Ctx c ->
            def r = Db.tx { Sql s -> s.firstRow('select * from executions where id=? and user_id=?', [c.p.log_id, c.uid]) }
            if (r == null) throw new Err(404, 'Execution log not found')
            exec(r)
        }
    }
    static own(Ctx c) {
        def r = Db.tx { Sql s -> s.firstRow(RUNQ + 'where r.id=? and r.user_id=?', [c.p.run_id, c.uid]) }
        if (r == null) throw new Err(404, 'Run not found')
        r
    }
}
