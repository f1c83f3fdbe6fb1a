package orchid

import com.fasterxml.jackson.databind.JsonNode
import java.io.IOException
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit
import kotlin.reflect.typeOf

const val JOB_MILLIS = 6000L
const val FAILING_JOB_MILLIS = 5000L

fun reply(message: String, turn: Int): String =
    if (message.isBlank()) "I am here. This is turn $turn of our conversation." else "You said: $message\n\nThis is turn $turn of our conversation."

sealed interface Ev
class Say(val text: String, val waitMillis: Long = 0) : Ev
class Call(val id: String, val name: String, val args: Any?) : Ev
class Result(val id: String, val name: String, val output: Any?, val isError: Boolean = false) : Ev
class JobStarted(val jobId: String) : Ev

private val recent = ConcurrentHashMap<String, Run>()
private val lastRun = ConcurrentHashMap<String, Run>()

fun startJob(run: Run, fails: Boolean, callId: String): Job {
    val job = Job("job_" + newId().replace("-", ""), Clock.now(), fails)
    run.job = job
    run.logs.add(AgentRunLog(run.id, run.agentId, "job_started", job.id, Clock.now()))
    async.schedule({
        synchronized(db) {
            if (fails && fault("failed-job-never-ends")) return@synchronized
            job.finishedAt = Clock.now()
            run.lastJob = job
            run.job = null
            run.updatedAt = Clock.now()
            run.logs.add(AgentRunLog(run.id, run.agentId, if (fails) "job_failed" else "job_finished", job.id, Clock.now()))
            val i = run.mcp.indexOfFirst { it.callId == callId }
            if (i >= 0) run.mcp[i] = run.mcp[i].copy(status = if (fails) "failed" else "finished", finishedAt = job.finishedAt,
                output = if (fails) mapOf("error" to "Process exited with code 1") else mapOf("exitCode" to 0, "rows" to 128))
        }
    }, if (fails) FAILING_JOB_MILLIS else JOB_MILLIS, TimeUnit.MILLISECONDS)
    return job
}

/** What the worker does with a message. Starts a job if it needs one. */
fun think(run: Run, agent: Agent, user: User, message: String, turn: Int): List<Ev> {
    val m = message.lowercase()
    val out = mutableListOf<Ev>()
    val finished = run.lastJob
    if (finished != null) {
        run.lastJob = null
        out.add(Say(if (finished.fails) "The background job ended with an error. " else "The background job has finished; the report has 128 rows. "))
    }
    when {
        agent.codeInterpreter && ("start the nightly report" in m || "start a job that fails" in m) -> {
            val fails = "fails" in m
            val id = "call_" + newId().substring(0, 8)
            val args = mapOf("code" to if (fails) "raise SystemExit(1)" else "build_report()", "background" to true)
            synchronized(db) {
                run.mcp.add(McpServerLog(run.id, id, "virtual-computer", "code_interpreter", args, null, "running", Clock.now(), null))
                val job = startJob(run, fails, id)
                out.add(Say("I start it on my virtual computer. "))
                out.add(Call(id, "code_interpreter", args)); out.add(JobStarted(job.id)); out.add(Result(id, "code_interpreter", mapOf("status" to "running in the background")))
                out.add(Say("It runs in the background; ask me again when it has ended."))
            }
        }
        "how wet is the soil" in m -> {
            val bed = Regex("\\d{1,2}").find(m)?.value?.toInt()?.coerceIn(1, 99) ?: 1
            val id = "call_" + newId().substring(0, 8)
            val args = mapOf("bed" to bed)
            val t0 = Clock.now()
            val output = runTool(user, "soil_moisture", json.valueToTree<JsonNode>(args), "worker", run.id, "default", "global")
            synchronized(db) {
                if (fault("mcp-logs-last-turn-only")) run.mcp.clear()
                run.mcp.add(McpServerLog(run.id, id, "garden", "soil_moisture", args, output, "finished", t0, Clock.now()))
                run.logs.add(AgentRunLog(run.id, run.agentId, "tool_call", "soil_moisture", Clock.now()))
            }
            out.add(Say("Let me look at the sensor. "))
            out.add(Call(id, "soil_moisture", args)); out.add(Result(id, "soil_moisture", output))
            out.add(Say("Bed $bed is damp enough for today."))
        }
        "count slowly to twenty" in m ->
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(" ")
                .forEachIndexed { i, w -> out.add(Say(if (i == 0) w else " $w", if (i == 0) 0 else 120)) }
        else -> {
            val r = reply(message, turn)
            val cut = r.indexOf(' ').let { if (it < 0) r.length else it + 1 }
            out.add(Say(r.substring(0, cut))); out.add(Say(r.substring(cut)))
        }
    }
    return out
}

fun Req.worker(): Agent {
    val a = store.agents[uuid("agent_id")] ?: deleted[uuid("agent_id")] ?: notFound("Agent")
    if (a.visibility == Visibility.private && a.ownerId != user.id) forbidden("This agent is private")
    if (a.paid && a.ownerId != user.id && store.subscriptions.none { it.userId == user.id && it.agentId == a.id && it.status == SubscriptionStatus.active })
        paymentRequired("This agent needs a subscription")
    return a
}
fun Req.ownRun(): Run {
    val run = store.runs[uuid("run_id")]?.takeIf { it.agentId == uuid("agent_id") } ?: notFound("Run")
    if (run.userId != user.id && !(op.method == "GET" && fault("run-readable-by-other-key"))) notFound("Run")
    return run
}

fun Req.post(ndjson: Boolean): Any? {
    val message = body<StartRunRequest>().message
    val (agent, run) = synchronized(db) {
        val agent = worker()
        if (!ndjson && fault("post-blocked-by-running-job") && store.runs.values.any { it.userId == user.id && it.agentId == agent.id && it.job != null }) conflict("A background job is running")
        val dedupe = user.id + agent.id + message
        val again = recent[dedupe]
        if (!ndjson && fault("post-reuses-run") && again != null && Duration.between(again.createdAt, Clock.now()).seconds < 3) return@synchronized agent to again
        val run = Run(newId(), agent.id, agent.name, user.id, if (ndjson) "ndjson" else "text", Clock.now())
        if (ndjson && fault("ndjson-post-keeps-context")) lastRun[user.id + agent.id]?.let { run.messages = it.messages.toList() }
        store.runs[run.id] = run
        recent[dedupe] = run
        lastRun[user.id + agent.id] = run
        run.logs.add(AgentRunLog(run.id, agent.id, "run_created", run.source, run.createdAt))
        agent to run
    }
    stream(agent, run, message, ndjson)
    return Unit
}

fun Req.put(ndjson: Boolean): Any? {
    val message = body<ContinueRunRequest>().message
    val (agent, run) = synchronized(db) { val r = ownRun(); (store.agents[r.agentId] ?: notFound("Agent")) to r }
    stream(agent, run, message, ndjson)
    return Unit
}

fun Req.stream(agent: Agent, run: Run, message: String, ndjson: Boolean) {
    val me = user
    val unsafe = ndjson && op.method == "PUT" && fault("ndjson-concurrent-puts-lose-message")
    if (!unsafe) run.turn.lock()
    try {
        val before: List<Message>
        val turn: Int
        val events: List<Ev>
        synchronized(db) {
            if (run.job != null && !(ndjson && fault("ndjson-put-ignores-running-job"))) {
                if (fault("rejected-put-appends-message") && !ndjson) run.messages = run.messages + Message("user", message)
                conflict("A background job is running in this run; wait until it has ended")
            }
            before = run.messages
            turn = before.count { it.role == "user" } + 1
            run.messages = before + Message("user", message)
            if (op.method == "PUT" && !ndjson && fault("put-trims-history") && run.messages.size > 6) run.messages = run.messages.takeLast(5)
            run.updatedAt = Clock.now()
            run.logs.add(AgentRunLog(run.id, agent.id, "user_message", message, Clock.now()))
            events = think(run, agent, me, message, turn)
        }
        val res = ctx.res()
        res.status = 200
        res.setHeader("X-Service-Run-ID", run.id)
        res.setHeader("Cache-Control", "no-store")
        run.job?.let { res.setHeader("x-service-job-id", it.id) }
        res.contentType = if (ndjson) "application/x-ndjson" else "text/plain; charset=utf-8"
        val out = res.outputStream
        var alive = true
        fun write(s: String) {
            if (!alive) return
            try {
                out.write(s.toByteArray(if (ndjson && fault("ndjson-latin1")) Charsets.ISO_8859_1 else Charsets.UTF_8))
                if (!(fault("slow-answer-buffered") && !ndjson)) out.flush()
            } catch (e: IOException) { alive = false }
        }
        fun line(o: Any) = write(json.writeValueAsString(o) + "\n")
        val said = StringBuilder()
        val lastSay = events.indexOfLast { it is Say }
        if (ndjson) line(mapOf("type" to "run", "run_id" to run.id))
        events.forEachIndexed { i, e ->
            if (e is Say) {
                if (e.waitMillis > 0 && alive) Thread.sleep(e.waitMillis)
                said.append(e.text)
                if (i == lastSay) {
                    if (unsafe) Thread.sleep(150)
                    synchronized(db) {
                        run.messages = (if (unsafe) before + Message("user", message) else run.messages) + Message("assistant", said.toString())
                        run.updatedAt = Clock.now()
                        run.logs.add(AgentRunLog(run.id, agent.id, "assistant_message", said.toString(), Clock.now()))
                    }
                }
            }
            if (ndjson) line(when (e) {
                is Say -> mapOf("type" to "text", "text" to e.text)
                is Call -> mapOf("type" to "tool_call", "id" to e.id, "name" to e.name, "arguments" to e.args)
                is Result -> mapOf("type" to "tool_result", "id" to e.id, "name" to e.name, "output" to e.output, "isError" to e.isError)
                is JobStarted -> mapOf("type" to "background_job", "jobId" to e.jobId)
            })
            else if (e is Say) write(e.text)
            else if (e is Result && op.method == "PUT" && fault("put-text-leaks-tool-output")) write("[" + e.name + "] " + json.writeValueAsString(e.output) + "\n")
        }
        if (ndjson) line(mapOf("type" to "done", "run_id" to run.id))
        try { out.flush() } catch (e: IOException) { }
    } finally { if (!unsafe) run.turn.unlock() }
}

fun workerRoutes() {
    val others = mapOf(402 to "The agent needs a subscription", 403 to "The agent is private", 404 to "Agent not found")
    val runHeaders = mapOf("X-Service-Run-ID" to "The run ID", "x-service-job-id" to "ID of the background job that this message started; absent otherwise")
    fun stream(method: String, path: String, summary: String, ndjson: Boolean, others: Map<Int, String>) =
        op(method, "/agents$path", summary, "Workers API", null, others, auth = Auth.KEY, body = if (method == "POST") typeOf<StartRunRequest>() else typeOf<ContinueRunRequest>(),
            contentType = if (ndjson) "application/x-ndjson" else "text/plain", headers = runHeaders, locked = false) { if (op.method == "POST") post(ndjson) else put(ndjson) }
    val put = mapOf(404 to "Run not found", 409 to "A background job is running")
    stream("POST", "/{agent_id}", "Start a run, text", false, others)
    stream("PUT", "/{agent_id}/{run_id}", "Continue a run, text", false, put)
    stream("POST", "/ndjson/{agent_id}", "Start a run, NDJSON", true, others)
    stream("PUT", "/ndjson/{agent_id}/{run_id}", "Continue a run, NDJSON", true, put)
    op("GET", "/agents/{agent_id}/{run_id}", "Messages of a run", "Workers API", typeOf<List<Message>>(), mapOf(404 to "Run not found"), auth = Auth.KEY,
        headers = mapOf("x-service-job-id" to "ID of the running background job; absent when none runs")) {
        val run = ownRun()
        val job = run.job
        if (job != null) ctx.header("x-service-job-id", job.id)
        run.messages
    }
}
