package orchid

import com.fasterxml.jackson.databind.JsonNode
import java.time.Duration
import java.time.Instant
import java.time.LocalDate
import java.time.ZoneOffset
import java.util.concurrent.ConcurrentHashMap
import kotlin.reflect.KType
import kotlin.reflect.typeOf

fun op(method: String, path: String, summary: String, tag: String, result: KType?, others: Map<Int, String> = mapOf(), auth: Auth = Auth.JWT, status: Int = 200,
       pathTypes: Map<String, String> = mapOf(), query: List<Q> = listOf(), body: KType? = null, bodyOptional: Boolean = false, contentType: String = "application/json",
       headers: Map<String, String> = mapOf(), deprecated: Boolean = false, locked: Boolean = true, rawBody: Boolean = false, noValidation: Boolean = false, handler: Req.() -> Any?) {
    ops.add(Op(method, path, summary, tag, auth, status, result, others, pathTypes, query, body, bodyOptional, contentType, headers, deprecated, locked, rawBody, noValidation, handler))
}
private const val E500 = "Internal error"
private val cursorQ = listOf(Q("next_cursor", "string", nullable = true), Q("limit", "integer", default = 30, min = 1, max = 1000))
private val period = listOf(Q("period", "integer", default = 28, min = 1, max = 365))
private val str = { n: String -> mapOf(n to "string") }
private val int = { n: String -> mapOf(n to "integer") }

fun Req.noSandbox(v: Visibility?) { if (v == Visibility.private && user.tier == Tier.sandbox) badRequest("The sandbox tier cannot set anything private") }
fun defaultVisibility(u: User) = if (u.tier == Tier.sandbox) Visibility.public else Visibility.private
fun findAgent(id: String): Agent? = store.agents[id.lowercase()] ?: store.agents.values.firstOrNull { it.vanitySlug == id.lowercase() }
fun Req.readable(id: String, what: String = "Agent"): Agent {
    val a = findAgent(id) ?: notFound(what)
    if (a.visibility == Visibility.private && a.ownerId != userOrNull?.id) forbidden("This agent is private")
    return a
}
fun Req.owned(id: String, what: String = "Agent"): Agent {
    val a = findAgent(id) ?: notFound(what)
    if (a.ownerId != user.id) forbidden("This agent is not yours")
    return a
}
val SLUG = Regex("^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$")
fun slugify(s: String): String = java.text.Normalizer.normalize(s, java.text.Normalizer.Form.NFKD).replace(Regex("\\p{M}+"), "").lowercase()
    .replace(Regex("[^a-z0-9]+"), "-").trim('-').take(50).trim('-')
fun slugTaken(s: String, except: String? = null) = store.agents.values.any { it.vanitySlug == s && it.id != except }
fun checkSlug(s: String, except: String?): String {
    val v = s.lowercase()
    if (!SLUG.matches(v)) badRequest("The vanity slug may hold letters, digits and hyphens only")
    if (slugTaken(v, except)) badRequest("The vanity slug is taken")
    return v
}
fun checkPrice(p: Int?): Int? { if (p != null && p < 0) badRequest("priceCents must not be negative"); return p }

private val listCache = ConcurrentHashMap<String, List<AgentModel>>()
private fun Req.touched() { listCache.remove(user.id) }

fun Req.myAgents(): List<AgentModel> {
    fun load() = store.agents.values.filter { it.ownerId == user.id }.sortedByDescending { it.createdAt }.map { view(it) }
    if (fault("agents-list-stale-after-patch")) return if (op.path.endsWith("/agents")) listCache.getOrPut(user.id) { load() } else load()
    return load()
}

fun Req.createAgent(b: AgentRequest): Agent {
    if (b.chatPrompt.isNullOrBlank()) badRequest("The chat prompt is missing")
    noSandbox(b.visibility)
    val slug = b.vanitySlug?.let { checkSlug(it, null) }
    val now = Clock.now()
    val a = Agent(newId(), user.id, b.name ?: b.chatPrompt.trim().take(40), b.description, b.chatPrompt, b.visibility ?: defaultVisibility(user), slug, b.upsellDescription,
        b.tags?.toMutableList() ?: mutableListOf(), checkPrice(b.priceCents), false, null, now, now)
    store.agents[a.id] = a
    touched()
    return a
}
fun Req.replaceAgent(a: Agent, b: AgentRequest): Agent {
    if (b.chatPrompt.isNullOrBlank()) badRequest("The chat prompt is missing")
    if (!(op.method == "PUT" && fault("chat-put-sandbox-private"))) noSandbox(b.visibility)
    val slug = b.vanitySlug?.let { checkSlug(it, a.id) }
    val price = checkPrice(b.priceCents)
    if (op.method == "POST") { // create or update: what is not named stays
        b.name?.let { a.name = it }
        if (has("description")) a.description = b.description
        a.chatPrompt = b.chatPrompt
        b.visibility?.let { a.visibility = it }
        if (has("vanitySlug")) a.vanitySlug = slug
        if (has("upsellDescription")) a.upsellDescription = b.upsellDescription
        b.tags?.let { a.tags = it.toMutableList() }
        if (has("priceCents")) a.priceCents = price
        a.updatedAt = Clock.now()
        touched()
        return a
    }
    a.name = b.name ?: b.chatPrompt.trim().take(40); a.description = b.description; a.chatPrompt = b.chatPrompt
    a.visibility = b.visibility ?: defaultVisibility(user); a.vanitySlug = slug; a.upsellDescription = b.upsellDescription
    a.tags = b.tags?.toMutableList() ?: mutableListOf(); a.priceCents = price; a.updatedAt = Clock.now()
    touched()
    return a
}
fun Req.patchAgent(a: Agent, b: AgentRequestPartial) {
    noSandbox(b.visibility)
    if (has("chatPrompt") && b.chatPrompt.isNullOrBlank()) badRequest("The chat prompt must not be empty")
    val slug = b.vanitySlug?.let { checkSlug(it, a.id) }
    val price = checkPrice(b.priceCents)
    b.name?.let { a.name = it }
    if (has("description")) a.description = b.description
    b.chatPrompt?.let { a.chatPrompt = it }
    b.visibility?.let { a.visibility = it }
    if (has("vanitySlug") || (op.method == "PATCH" && fault("chat-patch-drops-slug"))) a.vanitySlug = slug
    if (has("upsellDescription")) a.upsellDescription = b.upsellDescription
    b.tags?.let { a.tags = it.toMutableList() }
    if (has("priceCents")) a.priceCents = price
    a.updatedAt = Clock.now()
}

fun agentRoutes() {
    val forbiddenMissing = mapOf(403 to "No permission", 404 to "Not found")
    op("GET", "/me/agents", "List the caller's agents", "Agents", typeOf<List<AgentModel>>()) { myAgents() }
    op("POST", "/me/agents", "Create or update an agent", "Agents", typeOf<AgentModel>(), mapOf(400 to "Missing chat prompt, bad value, or sandbox tier setting private") + forbiddenMissing, body = typeOf<AgentRequest>()) {
        val b = body<AgentRequest>()
        if (b.agent_id == null) view(createAgent(b))
        else {
            val a = findAgent(b.agent_id) ?: notFound("Agent")
            if (a.ownerId != user.id && !(fault("agent-upsert-foreign") && a.visibility == Visibility.public)) forbidden("This agent is not yours")
            view(replaceAgent(a, b))
        }
    }
    op("POST", "/me/agents/vanity/slug", "Generate a vanity slug", "Agents", typeOf<GeneratedSlug>(), mapOf(500 to "Generation failed"), auth = Auth.NONE, body = typeOf<SlugRequest>()) {
        val base = slugify(body<SlugRequest>().name).ifEmpty { "agent-" + newId().substring(0, 6) }
        var s = base
        var n = 2
        while (slugTaken(s)) s = "$base-${n++}"
        GeneratedSlug(s)
    }
    op("GET", "/me/agents/vanity/slug", "Is a vanity slug available?", "Agents", typeOf<SlugAvailability>(), query = listOf(Q("slug", "string", true))) {
        val s = text("slug")!!.lowercase()
        val taken = if (fault("slug-check-own-agents-only")) store.agents.values.any { it.vanitySlug == s && it.ownerId == user.id } else slugTaken(s)
        if (!SLUG.matches(s)) SlugAvailability(s, false, "invalid") else SlugAvailability(s, !taken, if (taken) "taken" else null)
    }
    op("GET", "/me/agents/{agent_id}", "Get an agent", "Agents", typeOf<AgentModel>(), forbiddenMissing, auth = Auth.OPTIONAL, pathTypes = str("agent_id")) { view(readable(path("agent_id"))) }
    op("POST", "/me/agents/{agent_id}/upsell-description", "Generate the upsell description", "Agents", typeOf<AgentModel>(), mapOf(404 to "Not found", 500 to "Generation failed"), pathTypes = str("agent_id")) {
        val a = findAgent(path("agent_id"))?.takeIf { it.ownerId == user.id } ?: notFound("Agent")
        val first = a.chatPrompt.split(Regex("(?<=[.!?])\\s")).first().take(160)
        val text = "Meet ${a.name}: $first Subscribe to get its help whenever you need it."
        if (fault("upsell-not-saved")) view(a).copy(upsellDescription = text) else { a.upsellDescription = text; a.updatedAt = Clock.now(); touched(); view(a) }
    }
    val services = listOf(VibeService("lovable", "Lovable", "https://lovable.dev"), VibeService("bolt", "Bolt", "https://bolt.new"), VibeService("v0", "v0", "https://v0.dev"))
    val vibeCache = HashMap<String, VibeCoderPromptResponse>()
    op("GET", "/me/agents/{agent_id}/vibe", "Prompt for a code-generation service", "Agents", typeOf<VibeCoderPromptResponse>(), forbiddenMissing, pathTypes = str("agent_id"),
        query = listOf(Q("service_name", "string", true, values = services.map { it.name }))) {
        val a = readable(path("agent_id"))
        val s = services.first { it.name == text("service_name") }
        fun make() = VibeCoderPromptResponse(a.id, s.name, "Build a web app with ${s.title} for the AI agent \"${a.name}\".\nCall POST {agents_url}/${a.id} with a JSON body {\"message\": \"...\"} and show the streamed text; keep X-Service-Run-ID to continue the conversation with PUT.\nWhat the agent does: ${a.description ?: a.name}")
        if (fault("vibe-prompt-cached-per-agent")) vibeCache.getOrPut(a.id) { make() } else make()
    }
    op("GET", "/me/vibe/services", "Code-generation services", "Agents", typeOf<VibeCoderListResponse>(), auth = Auth.NONE) { VibeCoderListResponse(services) }

    op("GET", "/me/agents/{agent_id}/customizations/theme", "Get the theme", "Customization", typeOf<AgentThemePreferenceResponse?>(), forbiddenMissing) { readable(uuid("agent_id")).theme }
    op("PUT", "/me/agents/{agent_id}/customizations/theme", "Set the theme", "Customization", typeOf<AgentThemePreferenceResponse>(), mapOf(400 to "Invalid theme color format") + forbiddenMissing, body = typeOf<AgentThemePreferenceUpsertRequest>()) {
        val a = owned(uuid("agent_id"))
        val c = body<AgentThemePreferenceUpsertRequest>().themeColor
        val re = Regex("#[0-9a-fA-F]{6}")
        if (!(if (fault("theme-color-unanchored")) re.containsMatchIn(c) else re.matches(c))) badRequest("themeColor must have the format #RRGGBB")
        AgentThemePreferenceResponse(a.id, c, Clock.now()).also { a.theme = it; touched() }
    }

    // files
    fun Req.sorted(a: Agent) = if (fault("files-in-order-of-creation") && op.method == "GET") a.files.sortedBy { it.createdAt } else a.files.sortedWith(compareBy({ it.position }, { it.createdAt }))
    /** Gives some files their positions; the others keep theirs, or take the next free one. */
    fun place(a: Agent, fixed: Map<String, Int>) {
        val used = fixed.values.toMutableSet()
        val out = HashMap<String, Int>(fixed)
        for (f in a.files.filter { it.file_id !in fixed }.sortedWith(compareBy({ it.position }, { it.createdAt }))) {
            var p = f.position
            while (p in used) p++
            used.add(p); out[f.file_id] = p
        }
        val now = Clock.now()
        for (i in a.files.indices) { val f = a.files[i]; if (out[f.file_id] != f.position) a.files[i] = f.copy(position = out[f.file_id]!!, updatedAt = now) }
    }
    fun Req.file(a: Agent) = a.files.firstOrNull { it.file_id == uuid("file_id") } ?: notFound("File")
    fun checkFile(name: String?, url: String?, position: Int?) {
        if (name != null && name.isBlank()) badRequest("fileName must not be blank")
        if (url != null && !Regex("https?://\\S+").matches(url)) badRequest("url must be an http address")
        if (position != null && position < 0) badRequest("position must not be negative")
    }
    op("GET", "/me/agents/{agent_id}/files", "List files", "Files", typeOf<AgentFileListResponse>(), forbiddenMissing) { AgentFileListResponse(sorted(owned(uuid("agent_id")))) }
    op("POST", "/me/agents/{agent_id}/files", "Add a file", "Files", typeOf<AgentFileResponse>(), mapOf(400 to "Invalid request or file limit exceeded") + forbiddenMissing, status = 201, body = typeOf<AgentFileCreateRequest>()) {
        val a = owned(uuid("agent_id"))
        val b = body<AgentFileCreateRequest>()
        checkFile(b.fileName, b.url, b.position)
        if (if (fault("file-limit-off-by-one")) a.files.size > FILE_LIMIT else a.files.size >= FILE_LIMIT) badRequest("An agent may have at most $FILE_LIMIT files")
        val now = Clock.now()
        val f = AgentFileResponse(newId(), a.id, b.fileName, b.mimeType ?: "text/plain", b.content, b.url, b.content?.toByteArray()?.size ?: 0,
            b.position ?: ((a.files.maxOfOrNull { it.position } ?: -1) + 1), now, now)
        a.files.add(f)
        if (b.position != null) place(a, mapOf(f.file_id to b.position))
        touched()
        f
    }
    op("PUT", "/me/agents/{agent_id}/files/positions", "Order the files", "Files", typeOf<AgentFileListResponse>(), forbiddenMissing, body = typeOf<AgentFileBatchPositionRequest>()) {
        val a = owned(uuid("agent_id"))
        val b = body<AgentFileBatchPositionRequest>().positions.map { it.copy(file_id = it.file_id.lowercase()) }
        b.forEach { p -> if (p.position < 0) invalid("body", "positions", "position must not be negative"); if (a.files.none { it.file_id == p.file_id }) notFound("File") }
        if (b.map { it.file_id }.toSet().size != b.size || b.map { it.position }.toSet().size != b.size) invalid("body", "positions", "A file and a position may be named once only")
        place(a, b.associate { it.file_id to it.position })
        AgentFileListResponse(sorted(a))
    }
    op("GET", "/me/agents/{agent_id}/files/{file_id}", "Get a file", "Files", typeOf<AgentFileResponse>(), forbiddenMissing) {
        file(owned(uuid("agent_id")))
    }
    op("PATCH", "/me/agents/{agent_id}/files/{file_id}", "Change a file", "Files", typeOf<AgentFileResponse>(), mapOf(400 to "Invalid request") + forbiddenMissing, body = typeOf<AgentFileUpdateRequest>()) {
        val a = owned(uuid("agent_id"))
        val f = file(a)
        val b = body<AgentFileUpdateRequest>()
        checkFile(b.fileName, b.url, b.position)
        val c = f.copy(fileName = b.fileName ?: f.fileName, mimeType = b.mimeType ?: f.mimeType, content = if (has("content")) b.content else f.content,
            url = if (has("url")) b.url else f.url, sizeBytes = if (has("content")) b.content?.toByteArray()?.size ?: 0 else f.sizeBytes, updatedAt = Clock.now())
        a.files[a.files.indexOf(f)] = c
        val position = b.position ?: if (fault("file-patch-moves-to-front")) 0 else null
        if (position != null) place(a, mapOf(f.file_id to position))
        file(a)
    }
    op("DELETE", "/me/agents/{agent_id}/files/{file_id}", "Remove a file", "Files", null, forbiddenMissing, status = 204) { val a = owned(uuid("agent_id")); a.files.remove(file(a)); touched(); Unit }
}

fun chatRoutes() {
    val fm = mapOf(403 to "No permission", 404 to "Not found")
    val bad = mapOf(400 to "Missing chat prompt, bad value, or sandbox tier setting private")
    val id = str("chat_id")
    op("GET", "/me/chats", "List the caller's chats", "Chats", typeOf<List<AgentModel>>()) { myAgents() }
    op("POST", "/me/chats", "Create a chat", "Chats", typeOf<AgentModel>(), bad, body = typeOf<AgentRequest>(), deprecated = true) { view(createAgent(body())) }
    op("GET", "/me/chats/{chat_id}", "Get a chat", "Chats", typeOf<AgentModel>(), fm, auth = Auth.OPTIONAL, pathTypes = id) {
        if (fault("private-chat-open-to-users") && userOrNull != null) view(findAgent(path("chat_id")) ?: notFound("Chat")) else view(readable(path("chat_id"), "Chat"))
    }
    op("PUT", "/me/chats/{chat_id}", "Replace a chat", "Chats", typeOf<AgentModel>(), bad + fm, pathTypes = id, body = typeOf<AgentRequest>()) { view(replaceAgent(owned(path("chat_id"), "Chat"), body())) }
    op("PATCH", "/me/chats/{chat_id}", "Change a chat", "Chats", typeOf<AgentModel>(), bad + fm, pathTypes = id, body = typeOf<AgentRequestPartial>()) {
        val a = owned(path("chat_id"), "Chat")
        patchAgent(a, body())
        if (!fault("agents-list-stale-after-patch")) touched()
        view(a)
    }
    op("DELETE", "/me/chats/{chat_id}", "Delete a chat", "Chats", typeOf<AgentModel>(), fm, pathTypes = id) {
        val a = owned(path("chat_id"), "Chat")
        if (fault("deleted-chat-still-works")) { deleted[a.id] = a }
        store.agents.remove(a.id)
        store.schedules.values.removeIf { it.chatId == a.id }
        touched()
        view(a)
    }
    op("GET", "/me/chats/{chat_id}/og", "Social preview", "Chats", typeOf<SocialPreview>(), auth = Auth.NONE) {
        val a = store.agents[uuid("chat_id")]?.takeIf { it.visibility == Visibility.public || fault("preview-shows-private-prompt") }
        if (a == null) SocialPreview("Agent Workers", "Chat with an AI worker", "https://workers.example/", "Agent Workers", "en_US")
        else SocialPreview(a.name, (a.description ?: a.chatPrompt).take(200), "https://workers.example/" + (a.vanitySlug ?: a.id), "Agent Workers", "en_US")
    }
    op("POST", "/me/chats/{chat_id}/clone", "Clone a chat", "Chats", typeOf<AgentModel>(), bad + mapOf(403 to "The chat is not public", 404 to "Not found"), body = typeOf<AgentRequestPartial>(), bodyOptional = true) {
        val o = store.agents[uuid("chat_id")] ?: notFound("Chat")
        if (o.visibility != Visibility.public) forbidden("This chat is not public")
        val b = payload as AgentRequestPartial?
        noSandbox(b?.visibility)
        b?.vanitySlug?.let { checkSlug(it, null) }
        val now = Clock.now()
        val a = Agent(newId(), user.id, o.name + " (copy)", o.description, o.chatPrompt, defaultVisibility(user), null, null, o.tags.toMutableList(), null, false, o.id, now, now)
        o.theme?.let { a.theme = it.copy(agent_id = a.id) }
        if (o.ownerId == user.id) o.files.forEach { a.files.add(it.copy(file_id = newId(), agent_id = a.id)) }
        if (b != null && fault("clone-override-hits-original") && b.chatPrompt != null) { patchAgent(o, b); b.chatPrompt.let { a.chatPrompt = it } }
        else if (b != null) patchAgent(a, b)
        store.agents[a.id] = a
        touched()
        view(a)
    }
    op("POST", "/me/chats/{chat_id}/feedback", "Rate a chat", "Chats", typeOf<AgentModel>(), mapOf(404 to "Not found"), pathTypes = id, body = typeOf<UserFeedbackRequest>()) {
        val a = findAgent(path("chat_id"))?.takeIf { it.visibility == Visibility.public || it.ownerId == user.id } ?: notFound("Chat")
        a.feedback[user.id] = body<UserFeedbackRequest>()
        view(a)
    }
    op("POST", "/me/chats/{chat_id}/runs", "Start a run", "Chats", typeOf<AgentRunLog>(), fm + mapOf(500 to E500)) {
        val a = if (fault("chat-run-on-foreign-private")) store.agents[uuid("chat_id")] ?: notFound("Chat") else readable(uuid("chat_id"), "Chat")
        startRun(a, user.id, "dashboard", "Hello")
    }
}
val deleted = ConcurrentHashMap<String, Agent>()

fun runRoutes() {
    fun <T> page(all: List<T>, at: (T) -> Instant, cursor: Instant?, limit: Int, inclusive: Boolean = false): Pair<List<T>, Instant?> {
        val rows = all.sortedByDescending(at).filter { cursor == null || at(it) < cursor || (inclusive && at(it) == cursor) }
        val out = rows.take(limit)
        return out to if (rows.size > limit) at(out.last()) else null
    }
    op("GET", "/me/agent-runs", "List runs", "Runs", typeOf<AgentRunViewListResponse>(), mapOf(500 to E500), query = cursorQ) {
        val limit = if (fault("runs-default-limit-20") && text("limit") == null) 20 else int("limit")
        val all = store.runs.values.filter { it.userId == user.id && !(fault("runs-list-misses-ndjson") && it.source == "ndjson") }
        val (rows, next) = page(all, { it.createdAt }, cursor(), limit, fault("runs-page-repeats-last"))
        AgentRunViewListResponse(rows.map { view(it) }, next)
    }
    fun Req.mine() = store.runs[uuid("run_id")]?.takeIf { it.userId == user.id }
    op("GET", "/me/agent-runs/{run_id}", "Get a run", "Runs", typeOf<AgentRunView>(), mapOf(404 to "Run not found", 500 to E500)) {
        view((if (fault("run-view-of-others")) store.runs[uuid("run_id")] else mine()) ?: notFound("Run"))
    }
    op("GET", "/me/agent-runs/{run_id}/mcp-server-logs", "MCP server logs of a run", "Runs", typeOf<List<McpServerLog>>(), mapOf(500 to E500)) { mine()?.mcp ?: listOf<McpServerLog>() }
    op("GET", "/me/agent-runs/{run_id}/logs", "Logs of a run", "Runs", typeOf<List<AgentRunLog>>(), mapOf(500 to E500)) {
        mine()?.logs ?: listOf<AgentRunLog>()
    }
    op("GET", "/me/executions", "List tool executions", "Runs", typeOf<ToolExecutionLogsResponse>(), mapOf(500 to E500), query = cursorQ) {
        val c = if (fault("executions-cursor-lost-with-limit") && text("limit") != null) null else cursor()
        val (rows, next) = page(store.executions[user.id]!!, { it.createdAt }, c, int("limit"))
        ToolExecutionLogsResponse(rows, next)
    }
    op("GET", "/me/executions/{log_id}", "Get a tool execution", "Runs", typeOf<ToolExecutionLog>(), mapOf(404 to "Not found", 500 to E500), pathTypes = int("log_id")) {
        val all = if (fault("execution-of-others")) store.executions.values.flatten() else store.executions[user.id]!!
        all.firstOrNull { it.log_id == long("log_id") } ?: notFound("Execution")
    }
}

fun studioRoutes() {
    val id = str("run_id")
    val fm = mapOf(403 to "No permission", 404 to "Not found")
    val bad = mapOf(400 to "Sandbox tier setting private")
    fun Req.chat() = store.studio[path("run_id")]?.takeIf { it.deletedAt == null } ?: notFound("Studio chat")
    fun Req.mine(): Studio { val c = chat(); if (c.ownerId != user.id) forbidden("This chat is not yours"); return c }
    op("GET", "/me/agent-studio-chats", "List studio chats", "Studio", typeOf<List<AgentStudioChat>>()) {
        store.studio.values.filter { it.ownerId == user.id && (it.deletedAt == null || fault("studio-list-shows-deleted")) }.sortedByDescending { it.createdAt }.map { view(it) }
    }
    op("POST", "/me/agent-studio-chats", "Create a studio chat", "Studio", typeOf<AgentStudioChat>(), mapOf(400 to "Creation failed or sandbox tier creating a private chat", 409 to "A chat with this run_id exists"), body = typeOf<AgentStudioChatCreate>()) {
        val b = body<AgentStudioChatCreate>()
        noSandbox(b.visibility)
        if (b.run_id != null && (b.run_id.isBlank() || b.run_id.contains('/'))) badRequest("run_id must not be blank nor have a slash")
        val old = b.run_id?.let { store.studio[it] }
        if (old != null) {
            if (old.ownerId != user.id || old.deletedAt != null) conflict("A chat with this run_id exists")
            if (fault("studio-existing-overwritten")) { old.title = b.title ?: "New chat"; old.visibility = b.visibility ?: defaultVisibility(user); old.settings = LinkedHashMap(b.settings ?: mapOf()); old.messages = b.messages ?: listOf() }
            view(old)
        } else {
            val now = Clock.now()
            val c = Studio(b.run_id ?: newId(), user.id, b.title ?: "New chat", b.visibility ?: defaultVisibility(user), LinkedHashMap(b.settings ?: mapOf()), b.messages ?: listOf(), null, now, now)
            store.studio[c.runId] = c
            view(c)
        }
    }
    op("GET", "/me/agent-studio-chats/{run_id}", "Get a studio chat", "Studio", typeOf<AgentStudioChat>(), fm, auth = Auth.OPTIONAL, pathTypes = id) {
        val c = chat()
        val stranger = if (fault("studio-private-open-to-anonymous")) userOrNull != null && c.ownerId != userOrNull!!.id else c.ownerId != userOrNull?.id
        if (c.visibility == Visibility.private && stranger) forbidden("This chat is private")
        view(c)
    }
    op("PUT", "/me/agent-studio-chats/{run_id}", "Replace a studio chat", "Studio", typeOf<AgentStudioChat>(), bad + fm, pathTypes = id, body = typeOf<AgentStudioChatCreate>()) {
        val b = body<AgentStudioChatCreate>()
        val c = mine()
        noSandbox(b.visibility)
        c.title = b.title ?: "New chat"; c.visibility = b.visibility ?: defaultVisibility(user); c.settings = LinkedHashMap(b.settings ?: mapOf()); c.messages = b.messages ?: listOf(); c.updatedAt = Clock.now()
        view(c)
    }
    op("PATCH", "/me/agent-studio-chats/{run_id}", "Change a studio chat", "Studio", typeOf<AgentStudioChat>(), bad + fm, pathTypes = id, body = typeOf<AgentStudioChatUpdate>()) {
        val b = body<AgentStudioChatUpdate>()
        val c = mine()
        noSandbox(b.visibility)
        b.title?.let { c.title = it }
        if (b.visibility != null) c.visibility = b.visibility else if (fault("studio-patch-resets-visibility")) c.visibility = defaultVisibility(user)
        b.settings?.let { c.settings.putAll(it) }
        b.messages?.let { c.messages = it }
        c.updatedAt = Clock.now()
        view(c)
    }
    op("DELETE", "/me/agent-studio-chats/{run_id}", "Delete a studio chat", "Studio", typeOf<AgentStudioChat>(), mapOf(400 to "Delete failed") + fm, pathTypes = id) {
        val c = mine()
        c.deletedAt = Clock.now()
        view(c)
    }
    op("POST", "/me/agent-studio-chats/{run_id}/clone", "Clone a studio chat", "Studio", typeOf<AgentStudioChat>(), mapOf(400 to "Private chats cannot be cloned", 404 to "Not found"), status = 201, pathTypes = id) {
        val c = chat()
        if (c.visibility == Visibility.private && !(fault("studio-own-private-cloned") && c.ownerId == user.id)) badRequest("Private chats cannot be cloned")
        val now = Clock.now()
        val n = Studio(newId(), user.id, c.title + " (copy)", c.visibility, LinkedHashMap(c.settings), c.messages.toList(), c.runId, now, now)
        store.studio[n.runId] = n
        view(n)
    }
}

fun accountRoutes() {
    val e500 = mapOf(500 to E500)
    fun Req.keys() = store.keys.values.filter { it.userId == user.id }.sortedBy { it.id }
    fun Req.newKey(name: String, default: Boolean): StoredKey {
        val k = StoredKey(store.nextKeyId.incrementAndGet(), user.id, name, "awk_live_" + newId().replace("-", ""), default || keys().isEmpty(), Clock.now())
        if (k.isDefault && !fault("second-default-key")) keys().forEach { it.isDefault = false }
        store.keys[k.id] = k
        return k
    }
    op("GET", "/me/api-keys", "List API keys", "API keys", typeOf<List<ApiKeyHidden>>(), e500) { keys().map { hidden(it) } }
    op("POST", "/me/api-keys", "Create an API key", "API keys", typeOf<ApiKey>(), e500, body = typeOf<ApiKeyCreate>()) {
        val b = body<ApiKeyCreate>()
        view(newKey(b.name, b.isDefault || fault("second-default-key")))
    }
    op("GET", "/me/api-keys/default", "The default API key", "API keys", typeOf<ApiKey>(), e500) { view(keys().firstOrNull { it.isDefault } ?: newKey("Default key", true)) }
    fun Req.key() = store.keys[long("api_key_id")]?.takeIf { it.userId == user.id || (op.method == "GET" && fault("api-key-of-others")) } ?: notFound("API key")
    op("GET", "/me/api-keys/{api_key_id}", "Get an API key", "API keys", typeOf<ApiKey>(), mapOf(404 to "Not found") + e500, pathTypes = int("api_key_id")) { view(key()) }
    op("DELETE", "/me/api-keys/{api_key_id}", "Delete an API key", "API keys", typeOf<ApiKeyHidden>(), mapOf(404 to "Not found") + e500, pathTypes = int("api_key_id")) {
        val k = key()
        store.keys.remove(k.id)
        if (k.isDefault) keys().firstOrNull()?.isDefault = true
        hidden(k)
    }
    op("GET", "/me/billing", "Billing information", "Billing", typeOf<BillingInformationSubscription>(), e500) {
        val start = user.periodStart.plus(Duration.ofDays(30L * (Duration.between(user.periodStart, Instant.now()).toDays() / 30)))
        BillingInformationSubscription(user.plan, "active", "USD", if (user.plan == "pro") 2900 else 0, start, start.plus(Duration.ofDays(30)), false)
    }
    op("GET", "/me/credits", "Credits", "Billing", typeOf<AgentExecutionCredits>(), mapOf(404 to "Credits not found") + e500) { view(store.credits[user.id] ?: notFound("Credits")) }
    op("POST", "/me/credits/use", "Use a credit", "Billing", typeOf<AgentExecutionCredits>(), mapOf(404 to "Credits not found") + e500, locked = !fault("credits-use-race")) {
        val c = store.credits[user.id]?.takeIf { it.balance > 0 } ?: notFound("Credits")
        val left = c.balance - 1
        if (fault("credits-use-race")) Thread.sleep(60)
        c.balance = left; c.used++; c.updatedAt = Clock.now()
        view(c)
    }
    op("POST", "/me/payments/webhook", "Payment provider events", "Billing", typeOf<PaymentWebhookResponseSuccess>(), mapOf(400 to "Missing signature or invalid event"), auth = Auth.NONE, body = typeOf<PaymentEvent>(), rawBody = true, noValidation = true) {
        val sig = ctx.header("X-Payment-Signature")
        if (sig.isNullOrBlank()) badRequest("The header X-Payment-Signature is missing")
        val bytes = ctx.bodyAsBytes()
        if (!constantEquals(sig, "sha256=" + hex(hmac(WEBHOOK_SECRET, bytes))) && !fault("webhook-any-signature")) badRequest("The signature is not valid")
        val e = try { json.readValue(bytes, PaymentEvent::class.java) } catch (x: Exception) { badRequest("The event is not valid") }
        if (e.id.isBlank() || e.type.isBlank()) badRequest("The event is not valid")
        if (!store.events.add(e.id)) PaymentWebhookResponseSuccess("success", e.id, true)
        else {
            val now = Clock.now()
            when (e.type) {
                "checkout.session.completed" -> {
                    val s = store.checkouts[e.data["sessionId"]?.asText()]
                    if (s == null || s.done) { store.events.remove(e.id); badRequest("The event names no open checkout session") }
                    s.done = true
                    val a = s.agentId?.let { store.agents[it] }
                    if (a != null && store.subscriptions.none { it.userId == s.userId && it.agentId == a.id && it.status == SubscriptionStatus.active }) {
                        store.subscriptions.add(Subscription("sub_" + newId(), s.userId, a.id, "psub_" + newId().substring(0, 13), SubscriptionStatus.active, a.priceCents ?: 0, now, now.plus(Duration.ofDays(30)), null))
                        store.payments.add(Payment(a.id, a.ownerId, a.priceCents ?: 0, now))
                    }
                    if (s.plan != null) store.users[s.userId]?.let { it.plan = s.plan; it.periodStart = now }
                }
                "invoice.paid" -> {
                    val sub = store.subscriptions.firstOrNull { it.id == e.data["subscriptionId"]?.asText() }
                    if (sub != null) { sub.currentPeriodEnd = sub.currentPeriodEnd.plus(Duration.ofDays(30)); store.agents[sub.agentId]?.let { store.payments.add(Payment(it.id, it.ownerId, sub.priceCents, now)) } }
                }
                "customer.subscription.deleted" -> store.subscriptions.firstOrNull { it.id == e.data["subscriptionId"]?.asText() && it.status == SubscriptionStatus.active }?.let { it.status = SubscriptionStatus.canceled; it.canceledAt = now }
            }
            PaymentWebhookResponseSuccess("success", e.id, false)
        }
    }
    op("POST", "/me/payments/sessions", "Start a payment session", "Billing", typeOf<PaymentSessionResponse>(), body = typeOf<PaymentSessionRequest>()) {
        val p = body<PaymentSessionRequest>().plan
        val c = Checkout("cs_" + newId().replace("-", ""), user.id, null, p.name, Clock.now().plus(Duration.ofHours(24)))
        store.checkouts[c.id] = c
        PaymentSessionResponse(c.id, "https://pay.workers.example/c/${c.id}", if (p == Plan.pro) 2900 else 0, "USD", c.expiresAt)
    }

    // monetization
    fun days(n: Int): List<LocalDate> { val t = LocalDate.now(ZoneOffset.UTC); return (n - 1 downTo 0).map { t.minusDays(it.toLong()) } }
    fun day(i: Instant) = i.atZone(ZoneOffset.UTC).toLocalDate()
    fun Req.subs() = store.subscriptions.filter { s -> store.agents[s.agentId]?.ownerId == user.id }
    fun Req.span() = if (fault("monetization-default-30") && text("period") == null) 30 else int("period")
    op("GET", "/me/monetization/summary", "Monetization summary", "Monetization", typeOf<MonetizationSummary>(), query = period) {
        val n = span(); val d = days(n).toSet()
        val earned = store.payments.filter { it.ownerId == user.id && (day(it.at) in d || fault("monetization-summary-ignores-period")) }.sumOf { it.amountCents }
        MonetizationSummary(n, subs().count { day(it.startedAt) in d || fault("monetization-summary-ignores-period") }, earned, "USD")
    }
    op("GET", "/me/monetization/subscribers", "New subscribers by day", "Monetization", typeOf<MonetizationSubscribersResponse>(), query = period) {
        val n = span(); val s = subs()
        val rows = days(n).map { d -> DailySubscribers(d, s.count { day(it.startedAt) == d }) }
        MonetizationSubscribersResponse(n, rows, rows.sumOf { it.count })
    }
    op("GET", "/me/monetization/earnings", "Earnings by day", "Monetization", typeOf<MonetizationEarningsResponse>(), query = period) {
        val n = span()
        val p = store.payments.filter { it.ownerId == user.id }
        val rows = days(if (fault("earnings-one-day-more")) n + 1 else n).map { d -> DailyEarnings(d, p.filter { day(it.at) == d }.sumOf { it.amountCents }) }
        MonetizationEarningsResponse(n, rows, rows.sumOf { it.amount }, "USD")
    }

    // subscriptions
    val subs = str("agent_id")
    fun mine(u: User, agent: String) = store.subscriptions.lastOrNull { it.userId == u.id && it.agentId == agent }
    val subCache = HashMap<String, AgentSubscriptionResponse>()
    op("POST", "/me/agents/{agent_id}/subscribe", "Subscribe to a paid agent", "Subscriptions", typeOf<AgentSubscribeResponse>(), mapOf(400 to "The agent is not paid, or is the caller's own", 402 to "Already subscribed", 404 to "Not found"), pathTypes = subs, body = typeOf<AgentSubscribeRequest>()) {
        val a = findAgent(path("agent_id"))?.takeIf { it.visibility == Visibility.public || it.ownerId == user.id } ?: notFound("Agent")
        if (!a.paid) badRequest("This agent is not paid")
        if (a.ownerId == user.id && !fault("owner-may-subscribe")) badRequest("This agent is your own")
        if (mine(user, a.id)?.status == SubscriptionStatus.active) { if (fault("already-subscribed-400")) badRequest("You are already subscribed"); paymentRequired("You are already subscribed") }
        val c = Checkout("cs_" + newId().replace("-", ""), user.id, a.id, null, Clock.now().plus(Duration.ofHours(24)))
        store.checkouts[c.id] = c
        AgentSubscribeResponse(a.id, c.id, "https://pay.workers.example/c/${c.id}", c.expiresAt)
    }
    op("POST", "/me/agents/{agent_id}/unsubscribe", "End a subscription", "Subscriptions", typeOf<AgentSubscriptionResponse>(), mapOf(400 to "No active subscription, or none at the payment provider", 404 to "Not found"), pathTypes = subs) {
        val a = findAgent(path("agent_id"))?.takeIf { a -> a.visibility == Visibility.public || a.ownerId == user.id || mine(user, a.id) != null } ?: notFound("Agent")
        val s = mine(user, a.id)?.takeIf { it.status == SubscriptionStatus.active } ?: badRequest("There is no active subscription to cancel")
        if (s.providerId == null) badRequest("No subscription at the payment provider was found")
        s.status = SubscriptionStatus.canceled; s.canceledAt = Clock.now()
        view(s)
    }
    op("GET", "/me/subscriptions", "List subscriptions", "Subscriptions", typeOf<AgentSubscriptionListResponse>()) {
        AgentSubscriptionListResponse(store.subscriptions.filter { it.userId == user.id || fault("subscriptions-of-everyone") }.map { view(it) })
    }
    op("GET", "/me/subscriptions/{agent_id}", "Get a subscription", "Subscriptions", typeOf<AgentSubscriptionResponse>(), mapOf(404 to "Not found"), pathTypes = subs) {
        val id = findAgent(path("agent_id"))?.id ?: path("agent_id").lowercase()
        val key = user.id + id
        if (fault("subscription-view-stale")) subCache[key]?.let { return@op it }
        view(mine(user, id) ?: notFound("Subscription")).also { subCache[key] = it }
    }

    op("GET", "/me/", "The current user", "User", typeOf<UserWithTier>()) { UserWithTier(user.id, user.email, user.displayName, user.tier, user.createdAt) }
    fun Req.redeemed() = store.vip.values.count { user.id in it.redeemedBy }
    op("GET", "/me/vip", "Number of VIP codes that the caller redeemed", "User", typeOf<VipCodeRedemptionCount>(), mapOf(400 to "Database error")) { VipCodeRedemptionCount(redeemed()) }
    op("POST", "/me/vip", "Redeem a VIP code", "User", typeOf<VipCodeRedeemed>(), mapOf(400 to "Invalid code, own code, or already redeemed"), body = typeOf<VipCodeRequest>(), locked = !fault("vip-redeem-race")) {
        val c = store.vip[body<VipCodeRequest>().code] ?: badRequest("This code is not valid")
        if (c.ownerId == user.id && !fault("own-vip-code-redeemed")) badRequest("This code is your own")
        if (user.id in c.redeemedBy) badRequest("You have redeemed this code already")
        if (fault("vip-redeem-race")) Thread.sleep(80)
        c.redeemedBy.add(user.id)
        VipCodeRedeemed(c.code, Clock.now(), redeemed())
    }

    // command-line login
    val e503 = mapOf(503 to "CLI authentication service unavailable")
    op("POST", "/me/cli-auth", "Start a login", "CLI auth", typeOf<CliAuthModel>(), e503, auth = Auth.NONE) { val c = Cli(newId(), Clock.now()); store.cli[c.id] = c; view(c) }
    op("PUT", "/me/cli-auth/{cli_auth_id}", "Attach the JWT", "CLI auth", typeOf<CliAuthModel>(), mapOf(403 to "Not allowed to update this session", 404 to "Not found") + e503, body = typeOf<CliAuthInsertModel>()) {
        val c = store.cli[uuid("cli_auth_id")] ?: notFound("Session")
        val b = body<CliAuthInsertModel>()
        if (b.jwt.isBlank()) invalid("body", "jwt", "jwt must not be blank")
        if (c.userId != null && (c.userId != user.id || c.consumed) && !fault("cli-session-taken-over")) forbidden("You may not update this session")
        c.userId = user.id; c.jwt = b.jwt
        view(c)
    }
    op("GET", "/me/cli-auth/{auth_id}", "Take the JWT", "CLI auth", typeOf<String?>(), mapOf(404 to "Not found") + e503, auth = Auth.NONE, locked = !fault("cli-jwt-read-race")) {
        val c = store.cli[uuid("auth_id")] ?: notFound("Session")
        val jwt = c.jwt
        if (jwt != null && fault("cli-jwt-read-race")) Thread.sleep(80)
        if (jwt != null) { c.consumed = true; c.jwt = null }
        jwt
    }
}

fun bundleRoutes() {
    val e500 = mapOf(500 to E500)
    val id = int("bundle_id")
    val shared = mutableListOf<UserBundleTool>()
    fun Req.bundle() = store.bundles[long("bundle_id")]?.takeIf { it.ownerId == user.id }
    fun known(t: String) = tools.containsKey(t)
    op("GET", "/me/bundles", "List bundles", "Bundles", typeOf<List<UserBundleSimplified>>(), e500) { store.bundles.values.filter { it.ownerId == user.id }.sortedBy { it.id }.map { UserBundleSimplified(it.id, it.name, it.tools.size) } }
    op("POST", "/me/bundles", "Create a bundle", "Bundles", typeOf<UserBundle>(), mapOf(409 to "Creation failed") + e500) {
        val now = Clock.now()
        val n = store.nextBundleId.incrementAndGet()
        val b = Bundle(n, user.id, "Bundle $n", if (fault("new-bundles-share-tools")) shared else mutableListOf(), now, now)
        store.bundles[n] = b
        view(b)
    }
    op("GET", "/me/bundles/{bundle_id}", "Get a bundle", "Bundles", typeOf<UserBundle>(), mapOf(404 to "Not found") + e500, pathTypes = id) {
        view((if (fault("bundle-of-others")) store.bundles[long("bundle_id")] else bundle()) ?: notFound("Bundle"))
    }
    op("PUT", "/me/bundles/{bundle_id}", "Change a bundle", "Bundles", typeOf<UserBundle>(), mapOf(409 to "Update failed") + e500, pathTypes = id, body = typeOf<UserBundleRequest>()) {
        val b = bundle() ?: conflict("The bundle does not exist")
        val r = body<UserBundleRequest>()
        r.tools?.firstOrNull { !known(it.tool_id) }?.let { conflict("There is no tool ${it.tool_id}") }
        val now = Clock.now()
        r.name?.let { b.name = it }
        r.tools?.let { t -> b.tools = t.distinctBy { it.tool_id }.map { x -> b.tools.firstOrNull { it.tool_id == x.tool_id } ?: UserBundleTool(x.tool_id, now) }.toMutableList() }
        b.updatedAt = now
        view(b)
    }
    op("DELETE", "/me/bundles/{bundle_id}", "Delete a bundle", "Bundles", typeOf<UserBundleRow>(), mapOf(404 to "Not found") + e500, pathTypes = id) {
        val b = bundle() ?: notFound("Bundle")
        store.bundles.remove(b.id)
        UserBundleRow(b.id, b.name, b.createdAt, b.updatedAt)
    }
    op("GET", "/me/bundles/{bundle_id}/tools", "Tools of a bundle", "Bundles", typeOf<List<UserBundleTool>>(), e500, pathTypes = id) { bundle()?.tools?.toList() ?: listOf<UserBundleTool>() }
    op("POST", "/me/bundles/{bundle_id}/tools", "Add a tool", "Bundles", typeOf<UserBundleTool>(), mapOf(404 to "Bundle or tool not found") + e500, pathTypes = id, body = typeOf<UserBundleTool>()) {
        val b = bundle() ?: notFound("Bundle")
        val t = body<UserBundleTool>()
        if (!known(t.tool_id)) notFound("Tool")
        b.tools.firstOrNull { it.tool_id == t.tool_id } ?: UserBundleTool(t.tool_id, Clock.now()).also { b.tools.add(it); b.updatedAt = Clock.now() }
    }
    op("DELETE", "/me/bundles/{bundle_id}/tools/{tool_id}", "Remove a tool", "Bundles", typeOf<UserBundleTool>(), mapOf(404 to "Bundle or tool not found") + e500, pathTypes = id + str("tool_id")) {
        val b = bundle() ?: notFound("Bundle")
        val t = b.tools.firstOrNull { it.tool_id == path("tool_id") } ?: if (fault("bundle-absent-tool-removed")) UserBundleTool(path("tool_id"), Clock.now()) else notFound("Tool")
        b.tools.remove(t); b.updatedAt = Clock.now()
        t
    }
}

fun scheduleRoutes() {
    val e500 = mapOf(500 to E500)
    val cache = HashMap<String, List<Schedule>>()
    fun Req.load() = store.schedules.values.filter { it.ownerId == user.id }.sortedByDescending { it.createdAt }.map { view(it) }
    fun Req.ownChat(id: String?): String {
        val a = id?.takeIf { isUuid(it) }?.let { store.agents[it.lowercase()] }
        if (a == null || (a.ownerId != user.id && !(fault("schedule-on-foreign-public-chat") && a.visibility == Visibility.public))) forbidden("The chat is missing, not valid or not yours")
        return a.id
    }
    fun cron(s: String) = Cron.parse(s)?.text ?: invalid("body", "cron", "Input should be a valid cron expression")
    fun Req.mine() = store.schedules[uuid("schedule_id")]?.takeIf { it.ownerId == user.id || (op.method == "GET" && fault("schedule-of-others")) } ?: notFound("Schedule")
    op("GET", "/me/schedules", "List schedules", "Schedules", typeOf<ScheduleListResponse>(), e500) {
        ScheduleListResponse(if (fault("schedules-list-stale")) cache.getOrPut(user.id) { load() } else load())
    }
    op("POST", "/me/schedules", "Create a schedule", "Schedules", typeOf<Schedule>(), mapOf(403 to "Chat ID invalid, missing or not owned") + e500, body = typeOf<ScheduleRequest>()) {
        val b = body<ScheduleRequest>()
        val now = Clock.now()
        val s = ScheduleRow(newId(), user.id, ownChat(b.chat_id), cron(b.cron), b.name, b.message, b.enabled, now, now)
        store.schedules[s.id] = s
        cache.remove(user.id)
        view(s)
    }
    op("GET", "/me/schedules/onboarding", "First steps with schedules", "Schedules", typeOf<ScheduleOnboarding>(), e500) {
        val n = store.schedules.values.count { it.ownerId == user.id }
        ScheduleOnboarding(n > 0, n, listOf(OnboardingSuggestion("Morning briefing", "0 8 * * 1-5", "Give me my briefing"), OnboardingSuggestion("Weekly review", "0 16 * * 5", "Review my week"), OnboardingSuggestion("Monthly report", "0 9 1 * *", "Write the monthly report")))
    }
    op("GET", "/me/schedules/text-to-cron", "Convert words to cron", "Schedules", typeOf<ConvertedCron>(), mapOf(400 to "Invalid cron expression") + e500, query = listOf(Q("cron", "string", true))) {
        val c = Cron.fromText(text("cron")!!, fault("cron-ranges-unchecked")) ?: badRequest("This is no valid cron expression")
        ConvertedCron(c.text, c.next(Instant.now()))
    }
    op("GET", "/me/schedules/{schedule_id}", "Get a schedule", "Schedules", typeOf<Schedule>(), mapOf(404 to "Not found") + e500) { view(mine()) }
    op("PUT", "/me/schedules/{schedule_id}", "Change a schedule", "Schedules", typeOf<Schedule>(), mapOf(403 to "Chat ID invalid or not owned", 404 to "Not found") + e500, body = typeOf<ScheduleUpdateRequest>()) {
        val s = mine()
        val b = body<ScheduleUpdateRequest>()
        val chat = b.chat_id?.let { ownChat(it) }
        val cr = b.cron?.let { cron(it) }
        chat?.let { s.chatId = it }
        cr?.let { s.cron = it }
        if (has("name")) s.name = b.name
        if (has("message")) s.message = b.message
        b.enabled?.let { s.enabled = it }
        s.updatedAt = Clock.now()
        view(s)
    }
    op("DELETE", "/me/schedules/{schedule_id}", "Delete a schedule", "Schedules", typeOf<Schedule>(), mapOf(404 to "Not found") + e500) {
        val s = mine()
        store.schedules.remove(s.id)
        cache.remove(user.id)
        view(s)
    }
}

fun toolRoutes() {
    val e500 = mapOf(500 to E500)
    val id = str("tool_id")
    op("GET", "/me/tools/list", "Tools in MCP format", "Tools", typeOf<List<Tool>>(), e500) { tools.values.map { it.tool() } }
    op("GET", "/me/tools", "Public tools", "Tools", typeOf<List<PublicTool>>(), e500, auth = Auth.NONE) { tools.values.map { it.public() } }
    op("GET", "/me/tools/search", "Search tools", "Tools", typeOf<List<Tool>>(), e500, query = listOf(Q("q", "string", true, minLength = 1), Q("toolkit", "string", nullable = true),
        Q("limit", "integer", default = 20, min = 1, max = 200), Q("min_score", "number", default = 0.15, min = 0.0, max = 1.0))) {
        val words = text("q")!!.lowercase().split(Regex("[^\\p{L}\\p{N}]+")).filter { it.isNotEmpty() }
        val kit = text("toolkit")?.takeIf { it.isNotEmpty() && it != "null" && !fault("search-ignores-toolkit") }
        val limit = int("limit")
        tools.values.filter { kit == null || it.toolset == kit }.map { it to score(words, it) }.filter { it.second >= double("min_score") }
            .sortedWith(compareByDescending<Pair<ToolDef, Double>> { it.second }.thenBy { it.first.name }).take(if (fault("search-limit-off-by-one")) limit + 1 else limit).map { it.first.tool() }
    }
    op("GET", "/me/tools/{tool_id}", "Get a tool", "Tools", typeOf<PublicTool>(), mapOf(404 to "Not found") + e500, auth = Auth.NONE, pathTypes = id) { (tools[path("tool_id")] ?: notFound("Tool")).public() }
    op("POST", "/me/tools/run/{tool_name}", "Run a tool", "Tools", typeOf<ToolResult>(), mapOf(400 to "Invalid input", 401 to "Invalid or missing JWT", 404 to "Tool not found") + e500, pathTypes = str("tool_name"),
        query = listOf(Q("service_id", "string", default = "default"), Q("service_id_namespace", "string", default = "global")), body = typeOf<JsonNode>()) {
        val out = runTool(user, path("tool_name"), body(), "api", null, text("service_id") ?: "default", text("service_id_namespace") ?: "global")
        ToolResult(listOf(TextContent("text", json.writeValueAsString(out))), out, false)
    }
    op("GET", "/me/toolsets/list", "List toolsets", "Tools", typeOf<List<ToolSet>>(), e500) { TOOLSET_TITLES.map { (n, t) -> ToolSet(n, t, tools.values.count { it.toolset == n }) } }
    op("GET", "/me/toolsets/{toolset_name}", "Get a toolset", "Tools", typeOf<ToolSetWithTools>(), mapOf(404 to "Not found") + e500, pathTypes = str("toolset_name")) {
        val n = path("toolset_name")
        ToolSetWithTools(n, TOOLSET_TITLES[n] ?: notFound("Toolset"), tools.values.filter { it.toolset == n }.map { it.tool() })
    }
    fun view(t: UserInstalledTool) = tools[t.tool_id]!!.let { UserTool(it.name, it.name, it.description, it.toolset, t.installedAt) }
    op("GET", "/me/user-tools", "Installed tools", "Tools", typeOf<List<UserTool>>(), e500) { store.installed[user.id]!!.values.map { view(it) } }
    op("POST", "/me/user-tools", "Install a tool", "Tools", typeOf<UserInstalledTool>(), mapOf(409 to "Installation failed") + e500, body = typeOf<UserInstallToolRequest>()) {
        val t = body<UserInstallToolRequest>().tool_id
        if (!tools.containsKey(t)) conflict("There is no tool $t")
        store.installed[user.id]!!.getOrPut(t) { UserInstalledTool(t, Clock.now()) }
    }
    op("GET", "/me/user-tools/{tool_id}", "Get an installed tool", "Tools", typeOf<UserTool>(), mapOf(404 to "Not found") + e500, pathTypes = id) { view(store.installed[user.id]!![path("tool_id")] ?: notFound("Installed tool")) }
    op("DELETE", "/me/user-tools/{tool_id}", "Uninstall a tool", "Tools", typeOf<UserInstalledTool>(), mapOf(404 to "Not found") + e500, pathTypes = id) {
        val t = store.installed[user.id]!!.remove(path("tool_id")) ?: notFound("Installed tool")
        if (fault("uninstall-for-everybody")) store.installed.values.forEach { it.remove(path("tool_id")) }
        t
    }
}
