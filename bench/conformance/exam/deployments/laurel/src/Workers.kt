package laurel

import io.ktor.http.*
import io.ktor.server.application.*
import io.ktor.server.response.*
import io.ktor.utils.io.*
import kotlinx.coroutines.*
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.sync.Mutex
import kotlinx.serialization.json.*
import org.jetbrains.exposed.sql.*
import org.jetbrains.exposed.sql.SqlExpressionBuilder.eq
import org.jetbrains.exposed.sql.SqlExpressionBuilder.plus
import org.jetbrains.exposed.sql.SqlExpressionBuilder.notInList
import java.util.concurrent.ConcurrentHashMap

/** Turns and jobs go on when the call that began them has ended. */
val appScope = CoroutineScope(SupervisorJob() + Dispatchers.Default)
const val JOB_MS = 2500L
private val turns = ConcurrentHashMap<String, Mutex>()
private fun turnOf(run: String) = turns.computeIfAbsent(run) { Mutex() }
private val keyCache = ConcurrentHashMap<String, String>()

suspend fun keyOwner(key: String?): User? {
    if (key == null) return null
    val id = (if (bug("worker-key-cache-stale")) keyCache[key] else null)
        ?: read { ApiKeys.selectAll().where { ApiKeys.key eq key }.firstOrNull()?.get(ApiKeys.userId) } ?: return null
    if (bug("worker-key-cache-stale")) keyCache[key] = id
    return userById(id)
}

/** Whether the user may talk to the agent: throws what to answer if not. */
suspend fun callable(u: User, agentId: String): ResultRow {
    val a = read { Agents.selectAll().where { (Agents.id eq agentId) and Agents.deletedAt.isNull() }.firstOrNull() } ?: notFound("AGENT")
    if (a[Agents.ownerId] != u.id) {
        if (a[Agents.visibility] == "private" && !bug("worker-private-callable")) fail(403, "AGENT_FORBIDDEN", "This agent is private")
        if (a[Agents.price] != null) {
            val sub = read { Subs.selectAll().where { (Subs.userId eq u.id) and (Subs.agentId eq agentId) and (Subs.status eq "ACTIVE") }.any() }
            if (!sub) fail(403, "SUBSCRIPTION_REQUIRED", "Subscribe to this agent first")
        }
    }
    return a
}

class ToolUse(val id: String, val name: String, val input: JsonObject, val output: String)
/** What the worker will do with a message. */
class Plan(val words: List<String>, val gapMs: Long, val tool: ToolUse?, val job: String?)

fun plan(agent: String, message: String, turn: Int): Plan {
    val m = message.trim().lowercase()
    fun split(t: String) = Regex("\\S+\\s*|\\s+").findAll(t).map { it.value }.toList()
    return when {
        m.startsWith("count slowly") -> Plan((1..20).map { "$it${if (it < 20) ", " else "."}" }, 90, null, null)
        m.startsWith("start the nightly inventory") -> Plan(split("I have begun the inventory and will report when it is done."), 0,
            ToolUse(ulid(), "code_interpreter", o("background" to true, "script" to "inventory.py"), "queued-in-sandbox"), "ok")
        m.startsWith("start an inventory of the lost aisle") -> Plan(split("I have begun the inventory of that aisle."), 0,
            ToolUse(ulid(), "code_interpreter", o("background" to true, "script" to "lost_aisle.py"), "queued-in-sandbox"), "error")
        m.startsWith("how many crates") -> Plan(split("There are enough crates for this week."), 0,
            ToolUse(ulid(), "stock_lookup", o("item" to "crates"), "BIN-K42 holds 118 units"), null)
        else -> Plan(split("$agent here, answer number $turn. You wrote: $message"), 0, null, null)
    }
}

/** One turn: the user's message is stored already; writes lines into [out], then stores the answer, then closes. */
private fun startTurn(runId: String, p: Plan, out: Channel<JsonObject>, lock: Mutex, ndjson: Boolean, again: Boolean) = appScope.launch {
    try {
        out.send(o("type" to "RUN_STARTED", "runId" to runId))
        if (p.tool != null) {
            out.send(o("type" to "TOOL_CALL", "toolCallId" to p.tool.id, "name" to p.tool.name, "arguments" to p.tool.input))
            if (!bug("ndjson-no-tool-result")) out.send(o("type" to "TOOL_RESULT", "toolCallId" to p.tool.id, "name" to p.tool.name, "output" to p.tool.output))
        }
        p.words.forEachIndexed { i, w ->
            if (i > 0 && p.gapMs > 0) delay(p.gapMs)
            out.send(o("type" to "TEXT_DELTA", "text" to w))
        }
        if (!(bug("ndjson-put-answer-lost") && ndjson && again)) answer(runId, p)
        out.send(o("type" to "RUN_FINISHED", "runId" to runId))
    } finally { lock.unlock(); out.close() }
}
private suspend fun answer(runId: String, p: Plan) = write {
    val t = now()
    Messages.insert { it[Messages.runId] = runId; it[role] = "assistant"; it[content] = p.words.joinToString(""); it[createdAt] = t }
    Runs.update({ Runs.id eq runId }) { it[count] = count + 1; it[updatedAt] = t }
}

private fun Transaction.logRun(run: String, lv: String, ev: String, tx: String): Long =
    RunLogs.insert { it[runId] = run; it[level] = lv; it[event] = ev; it[text] = tx; it[createdAt] = now() }[RunLogs.id]
private fun Transaction.userMessage(run: String, msg: String, p: Plan, job: String?) {
    val t = now()
    Messages.insert { it[runId] = run; it[role] = "user"; it[content] = msg; it[createdAt] = t }
    logRun(run, "INFO", "USER_MESSAGE", "A message of ${msg.length} characters")
    if (p.tool != null && !bug("mcp-log-missing"))
        McpLogs.insert { it[runId] = run; it[server] = "sandbox"; it[tool] = p.tool.name; it[input] = p.tool.input.toString(); it[output] = p.tool.output; it[createdAt] = t }
    if (p.tool != null) logRun(run, "INFO", "TOOL_CALL", "Called ${p.tool.name}")
    if (job != null) logRun(run, "INFO", "JOB_STARTED", "Job $job")
}
fun Transaction.newRun(u: String, agent: String, msg: String?, p: Plan?, job: String?): String {
    val id = uuid(); val t = tick("run$u")
    Runs.insert { it[Runs.id] = id; it[userId] = u; it[agentId] = agent; it[jobId] = job; it[first] = msg; it[count] = if (msg == null) 0 else 1; it[createdAt] = t; it[updatedAt] = t }
    if (msg != null && p != null) userMessage(id, msg, p, job)
    return id
}

private fun startJob(scope: CoroutineScope, runId: String, job: String, kind: String) = scope.launch {
    delay(JOB_MS)
    turnOf(runId).let { it.lock(); try { write {
        val ok = kind == "ok"; val t = now()
        val said = if (ok) "The inventory is done: every shelf was counted." else "The inventory failed: that aisle could not be found."
        if (ok || !bug("job-error-never-ends")) Runs.update({ Runs.id eq runId }) { u -> u[jobId] = null; u[count] = count + 1; u[updatedAt] = t }
        Messages.insert { m -> m[Messages.runId] = runId; m[role] = "assistant"; m[content] = said; m[createdAt] = t }
        logRun(runId, if (ok) "INFO" else "ERROR", if (ok) "JOB_FINISHED" else "JOB_FAILED", "Job $job")
    } } finally { it.unlock() } }
}

private val lastRun = ConcurrentHashMap<String, Pair<String, Long>>()

private suspend fun Ctx.interact(ndjson: Boolean, existing: Boolean): Nothing {
    val agent = callable(me, id("agent_id")); val msg = b.str("message")!!
    val run: String; val p: Plan; val job: String?; val lock: Mutex
    if (!existing) {
        if (bug("post-blocked-by-job")) read { if (Runs.selectAll().where { (Runs.userId eq uid) and (Runs.agentId eq agent[Agents.id]) and Runs.jobId.isNotNull() }.any()) fail(409, "JOB_RUNNING", "A background job is running") }
        p = plan(agent[Agents.name], msg, 1); job = p.job?.let { "job_" + ulid() }
        val k = "$uid|${agent[Agents.id]}|$msg"; val old = lastRun[k]
        if (bug("run-id-reused") && old != null && now() - old.second < 3000) {
            run = old.first; lock = turnOf(run); lock.lock()
            write { userMessage(run, msg, p, job) }
        } else {
            run = write { newRun(uid, agent[Agents.id], msg, p, job).also { r ->
                if (bug("context-not-clear")) Runs.selectAll().where { (Runs.userId eq uid) and (Runs.agentId eq agent[Agents.id]) and (Runs.id neq r) }.orderBy(Runs.createdAt, SortOrder.DESC).limit(1).firstOrNull()?.let { prev ->
                    val before = Messages.selectAll().where { Messages.runId eq prev[Runs.id] }.orderBy(Messages.id).map { it[Messages.role] to it[Messages.content] }
                    Messages.deleteWhere { Messages.runId eq r }
                    (before + ("user" to msg)).forEach { (ro, co) -> Messages.insert { it[runId] = r; it[role] = ro; it[content] = co; it[createdAt] = now() } }
                }
            } }
            lock = turnOf(run); lock.lock()
            lastRun[k] = run to now(); if (lastRun.size > 2000) lastRun.clear()
        }
    } else {
        run = id("run_id")
        val r0 = read { Runs.selectAll().where { (Runs.id eq run) and (Runs.agentId eq agent[Agents.id]) and (Runs.userId eq uid) }.firstOrNull() } ?: notFound("RUN")
        val turn0 = if (bug("put-lost-update")) read { Messages.selectAll().where { Messages.runId eq run }.map { it[Messages.id] } }.also { delay(60) } else null
        lock = turnOf(run); lock.lock()
        try {
            val (pp, jj) = write {
                val r = Runs.selectAll().where { Runs.id eq run }.first()
                if (r[Runs.jobId] != null && !bug("put-during-job")) {
                    if (bug("put-409-keeps-message")) Messages.insert { it[runId] = run; it[role] = "user"; it[content] = msg; it[createdAt] = now() }
                    null to null
                } else {
                    if (turn0 != null) Messages.deleteWhere { (Messages.runId eq run) and (Messages.id notInList turn0) }
                    val n = Messages.selectAll().where { (Messages.runId eq run) and (Messages.role eq "user") }.count().toInt() + 1
                    val pl = plan(agent[Agents.name], msg, n); val jb = pl.job?.let { "job_" + ulid() }
                    userMessage(run, msg, pl, jb)
                    Runs.update({ Runs.id eq run }) { it[count] = count + 1; it[updatedAt] = now(); if (jb != null) it[jobId] = jb; if (r[first] == null) it[first] = msg }
                    pl to jb
                }
            }
            if (pp == null) fail(409, "JOB_RUNNING", "A background job is running in this run: wait until it has ended")
            p = pp; job = jj
        } catch (e: Throwable) { lock.unlock(); throw e }
        r0[Runs.id]
    }
    val out = Channel<JsonObject>(Channel.UNLIMITED)
    startTurn(run, p, out, lock, ndjson, existing)
    if (job != null && !bug("job-in-call-scope")) startJob(appScope, run, job, p.job!!)
    if (!(bug("put-no-run-header") && existing)) call.response.header("X-Service-Run-ID", run)
    if (job != null) call.response.header("x-service-job-id", job)
    if (bug("answer-lost-on-hangup")) appScope.launch { watchHangup(run, p, out) }
    if (job != null && bug("job-in-call-scope")) write { Runs.update({ Runs.id eq run }) { it[jobId] = null } }
    stream(out, ndjson)
    throw Sent
}
/** Only for a fault: forgets the answer of a slow turn whose reader has gone. */
private val gone = ConcurrentHashMap.newKeySet<Channel<JsonObject>>()
private suspend fun watchHangup(run: String, p: Plan, out: Channel<JsonObject>) {
    turnOf(run).let { it.lock(); it.unlock() }
    delay(60)
    if (gone.remove(out)) write { Messages.deleteWhere { (Messages.runId eq run) and (Messages.role eq "assistant") and (Messages.content eq p.words.joinToString("")) } }
}

private suspend fun Ctx.stream(out: Channel<JsonObject>, ndjson: Boolean) {
    val type = if (ndjson) ContentType.parse("application/x-ndjson") else ContentType.parse("text/plain; charset=utf-8")
    var finished = false
    try {
        call.respondBytesWriter(type, HttpStatusCode.OK) {
            var first = true
            for (e in out) {
                val bytes: ByteArray? = if (ndjson) {
                    if (bug("ndjson-lines-glued") && e.str("type") == "TOOL_RESULT") e.toString().toByteArray() else (e.toString() + "\n").toByteArray()
                } else if (e.str("type") == "TEXT_DELTA") {
                    if (bug("text-utf8-chunks")) e.str("text")!!.toByteArray().toList().chunked(8).joinToString("") { String(it.toByteArray(), Charsets.UTF_8) }.toByteArray()
                    else e.str("text")!!.toByteArray()
                } else if (bug("text-shows-tools") && e.str("type") == "TOOL_RESULT") "[${e.str("name")}: ${e.str("output")}]\n".toByteArray() else null
                if (bytes != null) { writeFully(bytes); first = false }
                if (!bug("text-not-flushed") || ndjson) flush()
            }
            if (!first) flush()
            finished = true
        }
    } finally { if (!finished) gone.add(out) }
}

fun workers() {
    val ag = pUuid("agent_id"); val rn = pUuid("run_id"); val W = "/workers"
    val hs = listOf("X-Service-Run-ID", "x-service-job-id")
    op("POST", "$W/{agent_id}", "Start a run, answer as text", Auth.KEY, listOf(ag), "StartRunRequest", out = sStr(), errs = listOf(403, 404), media = "text/plain", headers = hs) { interact(false, false) }
    op("PUT", "$W/{agent_id}/{run_id}", "Continue a run, answer as text", Auth.KEY, listOf(ag, rn), "ContinueRunRequest", out = sStr(), errs = listOf(403, 404, 409), media = "text/plain", headers = hs) { interact(false, true) }
    op("POST", "$W/ndjson/{agent_id}", "Start a run, answer as NDJSON", Auth.KEY, listOf(ag), "StartRunRequest", out = sStr(), errs = listOf(403, 404), media = "application/x-ndjson", headers = hs) { interact(true, false) }
    op("PUT", "$W/ndjson/{agent_id}/{run_id}", "Continue a run, answer as NDJSON", Auth.KEY, listOf(ag, rn), "ContinueRunRequest", out = sStr(), errs = listOf(403, 404, 409), media = "application/x-ndjson", headers = hs) { interact(true, true) }
    op("GET", "$W/{agent_id}/{run_id}", "Messages of a run", Auth.KEY, listOf(ag, rn), out = arr("Message"), errs = listOf(404), headers = listOf("x-service-job-id")) {
        val r = id("run_id")
        val (job, msgs) = read {
            val row = Runs.selectAll().where {
                var c: org.jetbrains.exposed.sql.Op<Boolean> = Runs.id eq r
                c = c and (Runs.agentId eq id("agent_id"))
                if (!bug("run-of-other-user")) c = c and (Runs.userId eq uid)
                c
            }.firstOrNull() ?: notFound("RUN")
            val q = Messages.selectAll().where { Messages.runId eq r }
            val rows = if (bug("messages-by-role")) q.orderBy(Messages.role to SortOrder.DESC, Messages.id to SortOrder.ASC) else q.orderBy(Messages.id)
            row[Runs.jobId] to rows.map { o("role" to it[Messages.role], "content" to it[Messages.content]) }
        }
        if (job != null) call.response.header("x-service-job-id", job)
        JsonArray(msgs)
    }
}

