package laurel

import kotlinx.serialization.json.*
import org.jetbrains.exposed.sql.*
import org.jetbrains.exposed.sql.SqlExpressionBuilder.eq
import org.jetbrains.exposed.sql.SqlExpressionBuilder.plus

fun agentJson(r: ResultRow): JsonObject = o("agentId" to r[Agents.id], "chatId" to r[Agents.id], "ownerId" to r[Agents.ownerId], "name" to r[Agents.name], "description" to r[Agents.description],
    "chatPrompt" to r[Agents.prompt], "visibility" to r[Agents.visibility], "vanitySlug" to r[Agents.slug], "upsellDescription" to r[Agents.upsell], "priceMicros" to r[Agents.price],
    "currency" to r[Agents.currency], "feedbackCount" to r[Agents.feedback], "createdAt" to iso(r[Agents.createdAt]), "updatedAt" to iso(r[Agents.updatedAt]))
fun agentRow(id: String, evenDeleted: Boolean = false): ResultRow =
    Agents.selectAll().where { (Agents.id eq id) }.firstOrNull()?.takeIf { evenDeleted || it[Agents.deletedAt] == null } ?: notFound("AGENT")
/** The agent, if it is the caller's own. */
fun ownAgent(id: String, uid: String): ResultRow = agentRow(id).also { if (it[Agents.ownerId] != uid) fail(403, "AGENT_FORBIDDEN", "This agent is not yours") }
/** The agent, if the caller may look at it: one's own, or a public one. */
fun seenAgent(id: String, uid: String?): ResultRow = agentRow(id).also {
    if (it[Agents.visibility] == "private" && it[Agents.ownerId] != uid) fail(403, "AGENT_FORBIDDEN", "This agent is private") }

private fun wantedVisibility(me: User, b: JsonObject, default: String?): String? {
    val v = b.str("visibility") ?: default
    if (v == "private" && me.sandbox && b.has("visibility")) fail(400, "SANDBOX_PRIVATE", "The sandbox tier can not make this private")
    return v
}
fun slugTaken(s: String, but: String?): Boolean = Agents.selectAll().where { (Agents.slug eq s) and Agents.deletedAt.isNull() }.any { it[Agents.id] != but }
private val SLUG = Regex("[a-z0-9]+(-[a-z0-9]+)*")
private fun slugOf(b: JsonObject, but: String?): String? = b.str("vanitySlug")?.also {
    if (!SLUG.matches(it)) fail(400, "VANITY_SLUG_INVALID", "A vanity slug has small letters, digits and single hyphens")
    if (slugTaken(it, but)) fail(400, "VANITY_SLUG_TAKEN", "This vanity slug is taken") }
private fun needPrompt(b: JsonObject): String = b.str("chatPrompt")?.takeIf { it.isNotBlank() } ?: if (bug("agent-prompt-422")) invalid("body", "chatPrompt", msg = "is required") else fail(400, "CHAT_PROMPT_MISSING", "A chat prompt is required")

private fun createAgent(me: User, b: JsonObject): JsonObject {
    val pr = needPrompt(b); val vis = wantedVisibility(me, b, if (me.sandbox) "public" else "private")!!; val sl = slugOf(b, null); val nid = uuid(); val t = tick("agent")
    Agents.insert { it[id] = nid; it[ownerId] = me.id; it[name] = b.str("name") ?: "Untitled agent"; it[description] = b.str("description"); it[prompt] = pr; it[visibility] = vis
        it[slug] = sl; it[upsell] = null; it[price] = b.lng("priceMicros"); it[currency] = b.str("currency") ?: "EUR"; it[feedback] = 0; it[createdAt] = t; it[updatedAt] = t; it[deletedAt] = null }
    return agentJson(agentRow(nid))
}
private fun replaceAgent(me: User, id: String, b: JsonObject): JsonObject {
    if (bug("agent-upsert-of-others")) agentRow(id) else ownAgent(id, me.id)
    val pr = needPrompt(b); val vis = wantedVisibility(me, b, if (me.sandbox) "public" else "private")!!; val sl = slugOf(b, id)
    Agents.update({ Agents.id eq id }) { it[name] = b.str("name") ?: "Untitled agent"; it[description] = b.str("description"); it[prompt] = pr; it[visibility] = vis
        it[slug] = sl; it[price] = b.lng("priceMicros"); it[currency] = b.str("currency") ?: "EUR"; it[updatedAt] = now() }
    return agentJson(agentRow(id))
}
private fun patchAgent(me: User, id: String, b: JsonObject): JsonObject {
    if (b.has("visibility") && !bug("sandbox-patch-private")) wantedVisibility(me, b, null)
    if (b["chatPrompt"] != null) needPrompt(b)
    val sl = slugOf(b, id)
    Agents.update({ Agents.id eq id }) {
        if (b.has("name")) it[name] = b.str("name")!!
        if (b["description"] != null || bug("chat-patch-clears-description")) it[description] = b.str("description")
        if (b.has("chatPrompt")) it[prompt] = b.str("chatPrompt")!!
        if (b.has("visibility")) it[visibility] = b.str("visibility")!!
        if (b["vanitySlug"] != null) it[slug] = sl
        if (b["priceMicros"] != null) it[price] = b.lng("priceMicros")
        if (b.has("currency")) it[currency] = b.str("currency")!!
        it[updatedAt] = now() }
    return agentJson(agentRow(id))
}
private fun mine(uid: String): JsonElement {
    val q = Agents.selectAll().where { (Agents.ownerId eq uid) and Agents.deletedAt.isNull() }
    return JsonArray(q.orderBy(Agents.createdAt to SortOrder.DESC, Agents.id to SortOrder.ASC).map { agentJson(it) })
}
fun freeSlug(seed: String): String {
    val base = seed.lowercase(java.util.Locale.ROOT).replace(Regex("[^a-z0-9]+"), "-").trim('-').take(40).trim('-').ifEmpty { "agent" }
    var s = base; var n = 2
    while (slugTaken(s, null)) s = "$base-${n++}"
    return s
}
private val SERVICES = listOf(Triple("lovable", "Lovable", "https://lovable.example/new"), Triple("bolt", "Bolt", "https://bolt.example/start"), Triple("replit", "Replit", "https://replit.example/agent"))
private fun themeJson(r: ResultRow) = o("agentId" to r[Themes.agentId], "themeColor" to r[Themes.color], "createdAt" to iso(r[Themes.createdAt]), "updatedAt" to iso(r[Themes.updatedAt]))
private fun fileJson(r: ResultRow) = o("fileId" to r[Files.id], "agentId" to r[Files.agentId], "fileName" to r[Files.name], "content" to r[Files.content], "mimeType" to r[Files.mime],
    "position" to r[Files.position], "createdAt" to iso(r[Files.createdAt]), "updatedAt" to iso(r[Files.updatedAt]))
const val MAX_FILES = 10
private fun fileList(a: String): JsonElement {
    val q = Files.selectAll().where { Files.agentId eq a }
    return page((if (bug("files-by-creation")) q.orderBy(Files.seq) else q.orderBy(Files.position to SortOrder.ASC, Files.seq to SortOrder.ASC)).map { fileJson(it) }, null, MAX_FILES)
}
private fun fileRow(a: String, f: String) = Files.selectAll().where { (Files.agentId eq a) and (Files.id eq f) }.firstOrNull() ?: notFound("FILE")
private val COLOR = Regex("#[0-9a-fA-F]{6}")

fun agents() {
    val aS = pStr("agent_id"); val aU = pUuid("agent_id"); val fU = pUuid("file_id"); val cS = pStr("chat_id"); val cU = pUuid("chat_id")
    val M = rec("AgentModel")
    op("GET", "/me/agents", "List own agents", out = arr("AgentModel")) { read { mine(uid) } }
    op("POST", "/me/agents", "Create or update an agent", body = "AgentRequest", out = M, errs = listOf(400, 403, 404)) {
        data(write { b.str("agentId")?.let { replaceAgent(me, it.lowercase(), b) } ?: createAgent(me, b) }) }
    op("GET", "/me/agents/vanity/slug", "Whether a slug is free", params = listOf(q("slug", sStr(), true)), out = rec("Slug")) {
        val s = s("slug"); data(read { o("slug" to s, "available" to (SLUG.matches(s) && s.length <= 60 && !slugTaken(s, null))) }) }
    op("POST", "/me/agents/vanity/slug", "Make a slug", Auth.NONE, body = "SlugRequest", out = rec("Slug")) { data(read { o("slug" to freeSlug(b.str("name") ?: "agent"), "available" to true) }) }
    op("GET", "/me/agents/{agent_id}", "An agent", Auth.OPTIONAL, listOf(aS), out = M, errs = listOf(403, 404)) { data(read { agentJson(seenAgent(id("agent_id"), user?.id)) }) }
    op("POST", "/me/agents/{agent_id}/upsell-description", "Write the upsell description", params = listOf(aS), out = M, errs = listOf(404)) {
        data(write { val a = id("agent_id"); val r = agentRow(a); if (r[Agents.ownerId] != uid) notFound("AGENT")
            val text = "Get more out of ${r[Agents.name]}: ${r[Agents.description] ?: r[Agents.prompt].take(80)}"
            if (bug("upsell-not-stored")) return@write JsonObject(agentJson(r) + ("upsellDescription" to j(text)))
            Agents.update({ Agents.id eq a }) { it[upsell] = text; it[updatedAt] = now() }; agentJson(agentRow(a)) }) }
    op("GET", "/me/agents/{agent_id}/vibe", "A prompt for a code generator", params = listOf(aS, q("service_name", sStr(enum = SERVICES.map { it.first }), true)), out = rec("VibeCoderPromptResponse"), errs = listOf(403, 404)) {
        data(read { val r = seenAgent(id("agent_id"), uid); val s = s("service_name")
            o("agentId" to r[Agents.id], "serviceName" to s, "prompt" to "Build with $s a chat page for the agent “${r[Agents.name]}”. It is told: ${r[Agents.prompt]}") }) }
    op("GET", "/me/vibe/services", "Code generators", Auth.NONE, out = sRef("VibeCoderListResponse")) { page(SERVICES.map { o("name" to it.first, "title" to it.second, "url" to it.third) }, null, SERVICES.size) }

    op("GET", "/me/agents/{agent_id}/customizations/theme", "The theme", params = listOf(aU), out = sObj("data" to sRef("AgentThemePreferenceResponse"), req = listOf("data")).let { JsonObject(it + ("nullable" to j(true))) }, errs = listOf(403, 404)) {
        read { val a = id("agent_id"); seenAgent(a, uid); Themes.selectAll().where { Themes.agentId eq a }.firstOrNull()?.let { data(themeJson(it)) } ?: JsonNull } }
    op("PUT", "/me/agents/{agent_id}/customizations/theme", "Set the theme", params = listOf(aU), body = "AgentThemePreferenceUpsertRequest", out = rec("AgentThemePreferenceResponse"), errs = listOf(400, 403, 404)) {
        data(write { val a = id("agent_id"); ownAgent(a, uid); val c = b.str("themeColor")!!; val t = now()
            if (!(if (bug("theme-color-contains")) COLOR.containsMatchIn(c) && c.length <= 20 else COLOR.matches(c))) fail(400, "THEME_COLOR_INVALID", "A theme color is written #RRGGBB")
            if (bug("theme-insert-ignore")) { Themes.insertIgnoreOnce(a, c, t); return@write JsonObject(themeJson(Themes.selectAll().where { Themes.agentId eq a }.first()) + ("themeColor" to j(c))) }
            if (Themes.update({ Themes.agentId eq a }) { it[color] = c; it[updatedAt] = t } == 0) Themes.insert { it[agentId] = a; it[color] = c; it[createdAt] = t; it[updatedAt] = t }
            themeJson(Themes.selectAll().where { Themes.agentId eq a }.first()) }) }

    op("GET", "/me/agents/{agent_id}/files", "Files of an agent", params = listOf(aU), out = sRef("AgentFileListResponse"), errs = listOf(403, 404)) { read { ownAgent(id("agent_id"), uid); fileList(id("agent_id")) } }
    op("POST", "/me/agents/{agent_id}/files", "Add a file", params = listOf(aU), body = "AgentFileCreateRequest", ok = 201, out = rec("AgentFileResponse"), errs = listOf(400, 403, 404)) {
        val a = id("agent_id")
        data(write { ownAgent(a, uid); val n = Files.selectAll().where { Files.agentId eq a }.count()
            if (n >= MAX_FILES + (if (bug("files-one-too-many")) 1 else 0)) fail(400, "FILE_LIMIT_EXCEEDED", "An agent has at most $MAX_FILES files")
            val last: Int = Files.select(Files.position).where { Files.agentId eq a }.maxOfOrNull { it[Files.position] } ?: -1; val t = now(); val nid = uuid()
            Files.insert { it[id] = nid; it[agentId] = a; it[name] = b.str("fileName")!!; it[content] = b.str("content") ?: ""; it[mime] = b.str("mimeType") ?: "text/plain"
                it[position] = b.int("position") ?: last.inc(); it[createdAt] = t; it[updatedAt] = t }
            fileJson(fileRow(a, nid)) }) }
    op("PUT", "/me/agents/{agent_id}/files/positions", "Order the files", params = listOf(aU), body = "AgentFileBatchPositionRequest", out = sRef("AgentFileListResponse"), errs = listOf(403, 404)) {
        val a = id("agent_id"); val want = (b["positions"] as JsonArray).map { (it as JsonObject).str("fileId")!!.lowercase() to it.int("position")!! }
        if (want.map { it.first }.toSet().size != want.size) invalid("body", "positions", msg = "names a file twice")
        if (bug("positions-half-done")) { for ((f, p) in want) write { ownAgent(a, uid); fileRow(a, f); Files.update({ Files.id eq f }) { it[position] = p } } }
        write { ownAgent(a, uid); for ((f, _) in want) fileRow(a, f)
            for ((f, p) in want) Files.update({ Files.id eq f }) { it[position] = p; it[updatedAt] = now() }
            fileList(a) } }
    op("GET", "/me/agents/{agent_id}/files/{file_id}", "A file", params = listOf(aU, fU), out = rec("AgentFileResponse"), errs = listOf(403, 404)) { data(read { ownAgent(id("agent_id"), uid); fileJson(fileRow(id("agent_id"), id("file_id"))) }) }
    op("PATCH", "/me/agents/{agent_id}/files/{file_id}", "Change a file", params = listOf(aU, fU), body = "AgentFileUpdateRequest", out = rec("AgentFileResponse"), errs = listOf(403, 404)) {
        data(write { val a = id("agent_id"); val f = id("file_id"); ownAgent(a, uid); fileRow(a, f)
            Files.update({ Files.id eq f }) { u -> b.str("fileName")?.let { u[name] = it }; b.str("content")?.let { u[content] = it }; b.str("mimeType")?.let { u[mime] = it }; b.int("position")?.let { u[position] = it }; u[updatedAt] = now() }
            fileJson(fileRow(a, f)) }) }
    op("DELETE", "/me/agents/{agent_id}/files/{file_id}", "Remove a file", params = listOf(aU, fU), ok = 204, errs = listOf(403, 404)) {
        write { val a = id("agent_id"); val f = id("file_id"); ownAgent(a, uid); val r = fileRow(a, f)
            Files.deleteWhere { if (bug("file-delete-same-name")) (Files.agentId eq a) and (Files.name eq r[Files.name]) else Files.id eq f }; data(fileJson(r)) } }

    op("GET", "/me/chats", "List own chats", out = arr("AgentModel")) { read { mine(uid) } }
    op("POST", "/me/chats", "Create a chat", body = "AgentRequest", out = M, errs = listOf(400), deprecated = true) { data(write { createAgent(me, b) }) }
    op("GET", "/me/chats/{chat_id}", "A chat", Auth.OPTIONAL, listOf(cS), out = M, errs = listOf(403, 404)) { data(read { agentJson(seenAgent(id("chat_id"), user?.id)) }) }
    op("PUT", "/me/chats/{chat_id}", "Replace a chat", params = listOf(cS), body = "AgentRequest", out = M, errs = listOf(400, 403, 404)) { data(write { replaceAgent(me, id("chat_id"), b) }) }
    op("PATCH", "/me/chats/{chat_id}", "Change a chat", params = listOf(cS), body = "AgentRequestPartial", out = M, errs = listOf(400, 403, 404)) { data(write { ownAgent(id("chat_id"), uid); patchAgent(me, id("chat_id"), b) }) }
    op("DELETE", "/me/chats/{chat_id}", "Remove a chat", params = listOf(cS), out = M, errs = listOf(403, 404)) {
        data(write { val c = id("chat_id"); val r = ownAgent(c, uid); Agents.update({ Agents.id eq c }) { it[deletedAt] = now() }; Schedules.deleteWhere { Schedules.chatId eq c }; agentJson(r) }) }
    op("GET", "/me/chats/{chat_id}/og", "Social preview", Auth.NONE, listOf(cU), out = rec("SocialPreview"), errs = listOf(404)) {
        data(read { val r = agentRow(id("chat_id")); if (r[Agents.visibility] == "private") notFound("CHAT")
            o("title" to r[Agents.name], "description" to (r[Agents.description] ?: r[Agents.prompt].take(120)), "imageUrl" to "https://cdn.laurel.example/og/${r[Agents.id]}.png", "url" to "https://laurel.example/c/${r[Agents.slug] ?: r[Agents.id]}") }) }
    op("POST", "/me/chats/{chat_id}/clone", "Clone a public chat", params = listOf(cU), body = "AgentRequestPartial", bodyOptional = true, out = M, errs = listOf(400, 403, 404)) {
        data(write { val r = agentRow(id("chat_id"))
            if (r[Agents.visibility] != "public" && !(bug("clone-private-chat"))) fail(403, "CHAT_NOT_PUBLIC", "Only public chats can be cloned")
            val bb = (body as? JsonObject) ?: JsonObject(emptyMap()); val nid = uuid(); val t = tick("agent")
            Agents.insert { it[id] = nid; it[ownerId] = uid; it[name] = r[name]; it[description] = r[description]; it[prompt] = r[prompt]; it[visibility] = "public"; it[slug] = null; it[upsell] = r[upsell]
                it[price] = null; it[currency] = r[currency]; it[feedback] = 0; it[createdAt] = t; it[updatedAt] = t; it[deletedAt] = null }
            if (bug("clone-changes-source")) { patchAgent(me, r[Agents.id], bb); patchAgent(me, nid, bb) } else patchAgent(me, nid, bb) }) }
    op("POST", "/me/chats/{chat_id}/feedback", "Give feedback", params = listOf(cS), body = "UserFeedbackRequest", out = M, errs = listOf(404)) {
        data(write { val c = id("chat_id"); val r = agentRow(c); if (r[Agents.visibility] == "private" && r[Agents.ownerId] != uid) notFound("CHAT")
            Feedback.insert { it[id] = uuid(); it[agentId] = c; it[userId] = uid; it[rating] = b.int("rating")!!; it[comment] = b.str("comment"); it[createdAt] = now() }
            Agents.update({ Agents.id eq c }) { it[feedback] = feedback + 1L }; agentJson(agentRow(c)) }) }
    op("POST", "/me/chats/{chat_id}/runs", "Start a run of a chat", params = listOf(cU), out = rec("AgentRunLog"), errs = listOf(403, 404)) {
        val a = callable(me, id("chat_id"))
        data(write { val run = newRun(uid, a[Agents.id], null, null, null)
            val lid = RunLogs.insert { it[runId] = run; it[level] = "INFO"; it[event] = "RUN_CREATED"; it[text] = "Run created for ${a[Agents.name].take(200)}"; it[createdAt] = now() }[RunLogs.id]
            val js = logJson(RunLogs.selectAll().where { RunLogs.id eq lid }.first())
            if (bug("chat-run-log-lost")) rollback()
            js }) }
}
fun logJson(r: ResultRow) = o("logId" to r[RunLogs.id], "runId" to r[RunLogs.runId], "level" to r[RunLogs.level], "event" to r[RunLogs.event], "message" to r[RunLogs.text], "createdAt" to iso(r[RunLogs.createdAt]))
private fun Themes.insertIgnoreOnce(a: String, c: String, t: Long) {
    if (Themes.selectAll().where { Themes.agentId eq a }.empty()) Themes.insert { it[agentId] = a; it[color] = c; it[createdAt] = t; it[updatedAt] = t }
}
