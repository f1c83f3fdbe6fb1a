package laurel

import kotlinx.serialization.json.*
import org.jetbrains.exposed.sql.*
import org.jetbrains.exposed.sql.SqlExpressionBuilder.eq
import org.jetbrains.exposed.sql.SqlExpressionBuilder.less
import org.jetbrains.exposed.sql.SqlExpressionBuilder.lessEq

private fun studioJson(r: ResultRow) = o("runId" to r[StudioChats.runId], "title" to r[StudioChats.title], "content" to r[StudioChats.content], "visibility" to r[StudioChats.visibility],
    "createdAt" to iso(r[StudioChats.createdAt]), "updatedAt" to iso(r[StudioChats.updatedAt]))
private fun live(run: String) = StudioChats.selectAll().where { (StudioChats.runId eq run) and StudioChats.deletedAt.isNull() }.firstOrNull()
private fun mineStudio(run: String, uid: String) = (live(run) ?: notFound("CHAT")).also { if (it[StudioChats.ownerId] != uid) fail(403, "CHAT_FORBIDDEN", "This chat is not yours") }
private fun vis(me: User, b: JsonObject): String {
    val v = b.str("visibility") ?: if (me.sandbox) "public" else "private"
    if (v == "private" && me.sandbox) fail(400, "SANDBOX_PRIVATE", "The sandbox tier can not make this private")
    return v
}
private fun put(run: String, o: String, t: String?, c: String?, v: String): JsonObject {
    val k = uuid(); val at = tick("studio")
    StudioChats.insert { it[pk] = k; it[runId] = run; it[ownerId] = o; it[title] = t; it[content] = c; it[visibility] = v; it[createdAt] = at; it[updatedAt] = at; it[deletedAt] = null }
    return studioJson(StudioChats.selectAll().where { StudioChats.pk eq k }.first())
}
private fun viewJson(r: ResultRow) = o("runId" to r[Runs.id], "agentId" to r[Runs.agentId], "agentName" to r.getOrNull(Agents.name), "status" to (if (r[Runs.jobId] == null) "IDLE" else "JOB_RUNNING"),
    "initialMessage" to r[Runs.first], "messageCount" to r[Runs.count], "createdAt" to iso(r[Runs.createdAt]), "updatedAt" to iso(r[Runs.updatedAt]))
private fun execJson(r: ResultRow) = o("logId" to r[Executions.id], "toolId" to r[Executions.toolId], "toolName" to r[Executions.tool], "serviceId" to r[Executions.serviceId], "serviceIdNamespace" to r[Executions.namespace],
    "status" to r[Executions.status], "input" to Json.parseToJsonElement(r[Executions.input]), "output" to r[Executions.output], "createdAt" to iso(r[Executions.createdAt]))

private fun runOf(id: String, uid: String) = Runs.join(Agents, JoinType.LEFT, Runs.agentId, Agents.id).selectAll().where { Runs.id eq id }.let { q ->
    if (bug("run-missing-500")) q.first() else q.firstOrNull() }?.takeIf { it[Runs.userId] == uid || bug("run-view-of-others") } ?: notFound("RUN")

fun studio() {
    val r = pStr("run_id"); val M = rec("AgentStudioChat")
    op("GET", "/me/agent-studio-chats", "List own studio chats", out = arr("AgentStudioChat")) {
        read { JsonArray(StudioChats.selectAll().where { (StudioChats.ownerId eq uid) and (if (bug("studio-list-deleted")) org.jetbrains.exposed.sql.Op.TRUE else StudioChats.deletedAt.isNull()) }.orderBy(StudioChats.createdAt, SortOrder.DESC).map { studioJson(it) }) } }
    op("POST", "/me/agent-studio-chats", "Create a studio chat, or get it", body = "AgentStudioChatCreate", out = M, errs = listOf(400, 409)) {
        data(write { val v = vis(me, b); val run = b.str("runId")
            val old = run?.let { live(it) }
            if (old != null && old[StudioChats.ownerId] != uid) fail(409, "CHAT_EXISTS", "A chat with this run id exists")
            if (old != null) studioJson(old) else put(run ?: ulid(), uid, b.str("title"), b.str("content"), v) }) }
    op("GET", "/me/agent-studio-chats/{run_id}", "A studio chat", Auth.OPTIONAL, listOf(r), out = M, errs = listOf(403, 404)) {
        data(read { val c = live(s("run_id")) ?: notFound("CHAT")
            if (c[StudioChats.visibility] == "private" && c[StudioChats.ownerId] != user?.id && !(bug("studio-private-without-token") && user == null)) fail(403, "CHAT_FORBIDDEN", "This chat is private"); studioJson(c) }) }
    op("PUT", "/me/agent-studio-chats/{run_id}", "Replace a studio chat", params = listOf(r), body = "AgentStudioChatCreate", out = M, errs = listOf(400, 403, 404)) {
        data(write { val run = s("run_id"); val c = mineStudio(run, uid); val v = vis(me, b)
            StudioChats.update({ StudioChats.pk eq c[pk0] }) { u -> u[title] = b.str("title") ?: (if (bug("studio-put-merges")) c[StudioChats.title] else null); u[content] = b.str("content") ?: (if (bug("studio-put-merges")) c[StudioChats.content] else null); u[visibility] = v; u[updatedAt] = now() }
            studioJson(live(run)!!) }) }
    op("PATCH", "/me/agent-studio-chats/{run_id}", "Change a studio chat", params = listOf(r), body = "AgentStudioChatUpdate", out = M, errs = listOf(400, 403, 404)) {
        data(write { val run = s("run_id"); val c = mineStudio(run, uid); if (b.has("visibility")) vis(me, b)
            StudioChats.update({ StudioChats.pk eq c[pk0] }) { u -> if (b["title"] != null) u[title] = b.str("title")
                if (b["content"] != null || bug("studio-patch-forgets")) u[content] = b.str("content")
                if (b.has("visibility")) u[visibility] = b.str("visibility")!!; u[updatedAt] = now() }
            studioJson(live(run)!!) }) }
    op("DELETE", "/me/agent-studio-chats/{run_id}", "Remove a studio chat", params = listOf(r), out = M, errs = listOf(403, 404)) {
        data(write { val c = mineStudio(s("run_id"), uid); StudioChats.update({ StudioChats.pk eq c[pk0] }) { it[deletedAt] = now() }; studioJson(c) }) }
    op("POST", "/me/agent-studio-chats/{run_id}/clone", "Clone a studio chat", params = listOf(r), ok = 201, out = M, errs = listOf(400, 404)) {
        data(write { val c = live(s("run_id")) ?: notFound("CHAT")
            if (c[StudioChats.visibility] == "private" && !(bug("studio-clone-own-private") && c[StudioChats.ownerId] == uid)) fail(400, "PRIVATE_CHAT_CLONE", "Private chats can not be cloned")
            put(ulid(), uid, c[StudioChats.title], c[StudioChats.content], "public") }) }
}
private val pk0 get() = StudioChats.pk

fun runs() {
    val r = pUuid("run_id"); val lim = q("limit", sInt(1, 100), default = if (bug("runs-default-20")) 20 else 30)
    op("GET", "/me/agent-runs", "List own runs", params = listOf(q("next_cursor", sStr(fmt = "date-time", nullable = true), emptyIsNull = true), lim), out = sRef("AgentRunViewListResponse")) {
        val n = i("limit"); val cur = time("next_cursor")
        read { val rows = Runs.join(Agents, JoinType.LEFT, Runs.agentId, Agents.id)
                .selectAll().where { var c = Runs.userId eq uid; if (cur != null) c = c and (Runs.createdAt less cur); c as org.jetbrains.exposed.sql.Op<Boolean> }
                .orderBy(Runs.createdAt, SortOrder.DESC).limit(n + 1).toList()
            page(rows.take(n).map { viewJson(it) }, if (rows.size > n) iso(rows[if (bug("runs-cursor-skips")) n else n - 1][Runs.createdAt]) else null, n) } }
    op("GET", "/me/agent-runs/{run_id}", "A run", params = listOf(r), out = rec("AgentRunView"), errs = listOf(404)) { data(read { viewJson(runOf(id("run_id"), uid)) }) }
    op("GET", "/me/agent-runs/{run_id}/mcp-server-logs", "MCP calls of a run", params = listOf(r), out = arr("McpServerLog"), errs = listOf(404)) {
        read { runOf(id("run_id"), uid); JsonArray(McpLogs.selectAll().where { McpLogs.runId eq id("run_id") }.orderBy(McpLogs.id).map {
            o("logId" to it[McpLogs.id], "runId" to it[McpLogs.runId], "serverName" to it[McpLogs.server], "toolName" to it[McpLogs.tool], "input" to Json.parseToJsonElement(it[McpLogs.input]), "output" to it[McpLogs.output], "createdAt" to iso(it[McpLogs.createdAt])) }) } }
    op("GET", "/me/agent-runs/{run_id}/logs", "Log of a run", params = listOf(r), out = arr("AgentRunLog"), errs = listOf(404)) {
        read { runOf(id("run_id"), uid); JsonArray(RunLogs.selectAll().where { RunLogs.runId eq id("run_id") }.orderBy(RunLogs.id).map { logJson(it) }) } }
    op("GET", "/me/executions", "List own tool executions", params = listOf(q("next_cursor", sStr(fmt = "date-time")), q("limit", sInt(1, 100), default = 30)), out = sRef("ToolExecutionLogsResponse")) {
        val n = i("limit"); val cur = time("next_cursor")
        read { val rows = Executions.selectAll().where { var c: org.jetbrains.exposed.sql.Op<Boolean> = Executions.userId eq uid; if (cur != null) c = c and (if (bug("executions-cursor-inclusive")) Executions.createdAt lessEq cur else Executions.createdAt less cur); c }
                .orderBy(Executions.createdAt, SortOrder.DESC).limit(n + 1).toList()
            page(rows.take(n).map { execJson(it) }, if (rows.size > n) iso(rows[n - 1][Executions.createdAt]) else null, n) } }
    op("GET", "/me/executions/{log_id}", "A tool execution", params = listOf(pInt("log_id")), out = rec("ToolExecutionLog"), errs = listOf(404)) {
        data(read { execJson(Executions.selectAll().where { (Executions.id eq l("log_id")) }.firstOrNull()?.takeIf { it[Executions.userId] == uid } ?: notFound("EXECUTION")) }) }
}
