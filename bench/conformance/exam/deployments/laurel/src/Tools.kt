package laurel

import kotlinx.serialization.json.*
import org.jetbrains.exposed.sql.*
import org.jetbrains.exposed.sql.SqlExpressionBuilder.eq

private val local = listOf(
    Tool("01JLAURELTXX00000000000T01", "stock_lookup", "WAREHOUSE", "Tells how many units of an item are on the shelves", false, sObj("item" to sStr(100, 1), req = listOf("item"))) { _, i ->
        val it = i.str("item")!!; o("item" to it, "units" to (it.length * 7 % 120), "bin" to "BIN-${it.length}") },
    Tool("01JLAURELTXX00000000000T02", "shelf_map", "WAREHOUSE", "Lists the shelves of an aisle", false, sObj("aisle" to sInt(1, 99), req = listOf("aisle"))) { _, i -> val n = i.int("aisle")!!; o("aisle" to n, "shelves" to (1..4).map { "$n-$it" }) },
    Tool("01JLAURELTXX00000000000T03", "count_words", "TEXT", "Counts the words of a text", false, sObj("text" to sStr(100000), req = listOf("text"))) { _, i -> o("words" to i.str("text")!!.trim().split(Regex("\\s+")).count { it.isNotEmpty() }) },
    Tool("01JLAURELTXX00000000000T04", "reverse_text", "TEXT", "Reverses the characters of a text", false, sObj("text" to sStr(100000), req = listOf("text"))) { _, i -> o("text" to StringBuilder(i.str("text")!!).reverse().toString()) },
    Tool("01JLAURELTXX00000000000T05", "add_numbers", "TEXT", "Adds two numbers of a text table", false, sObj("a" to sInt(-1_000_000_000, 1_000_000_000), "b" to sInt(-1_000_000_000, 1_000_000_000), req = listOf("a", "b"))) { _, i -> o("sum" to i.lng("a")!! + i.lng("b")!!) },
    Tool("01JLAURELTXX00000000000T06", "code_interpreter", "SANDBOX", "Evaluates a small program in the Virtual Computer", false, sObj("code" to sStr(100000), "background" to sBool(), req = listOf("code"))) { _, i -> o("stdout" to "", "exitCode" to 0, "codeLength" to i.str("code")!!.length) },
)
val TOOLS: List<Tool> by lazy { local + notifier() }
private val byId by lazy { TOOLS.associateBy { it.toolId } }
private val byName by lazy { TOOLS.associateBy { it.name } }
private val SETS = linkedMapOf("WAREHOUSE" to "Stock and shelves", "TEXT" to "Small work on text", "SANDBOX" to "The Virtual Computer", "NOTIFIER" to "Push notifications to chats and devices")

private fun mcp(t: Tool) = o("name" to t.name, "description" to t.description, "inputSchema" to t.input)
private fun pub(t: Tool) = o("toolId" to t.toolId, "name" to t.name, "description" to t.description, "toolset" to t.toolset, "requiresConnection" to t.connection)
private fun setJson(n: String) = o("toolsetName" to n, "description" to SETS[n], "toolCount" to TOOLS.count { it.toolset == n })
private fun score(t: Tool, words: List<String>): Double {
    val names = t.name.lowercase().split('_'); val desc = t.description.lowercase().split(Regex("[^\\p{L}\\p{N}]+"))
    return words.map { w -> when { w == t.name.lowercase() || w in names -> 1.0; names.any { it.contains(w) } -> 0.8; w in desc -> 0.5; desc.any { it.contains(w) } -> 0.3; else -> 0.0 } }.average()
}

private fun bundleOf(id: Long, uid: String) = Bundles.selectAll().where { Bundles.id eq id }.firstOrNull()?.takeIf { it[Bundles.userId] == uid }
private fun toolsOf(id: Long) = BundleTools.selectAll().where { BundleTools.bundleId eq id }.orderBy(BundleTools.seq).map { o("toolId" to it[BundleTools.toolId]) }
private fun rowJson(r: ResultRow) = o("bundleId" to r[Bundles.id], "name" to r[Bundles.name], "description" to r[Bundles.description], "createdAt" to iso(r[Bundles.createdAt]), "updatedAt" to iso(r[Bundles.updatedAt]))
private fun bundleJson(r: ResultRow) = JsonObject(rowJson(r) + ("tools" to JsonArray(toolsOf(r[Bundles.id]))))
private fun knownTool(id: String): Tool = byId[id] ?: byName[id] ?: notFound("TOOL")
private fun userTool(t: String, at: Long): JsonObject = JsonObject(pub(byId.getValue(t)) + ("installedAt" to j(iso(at))))

fun tools() {
    op("GET", "/me/tools/list", "Tools in MCP format", out = arr("Tool")) { JsonArray(TOOLS.map { mcp(it) }) }
    op("GET", "/me/tools", "Public tools", Auth.NONE, out = arr("PublicTool")) { JsonArray(TOOLS.map { pub(it) }) }
    op("GET", "/me/tools/search", "Search tools", params = listOf(q("q", sStr(min = 1), true), q("toolkit", sStr(nullable = true), emptyIsNull = true),
        q("limit", sInt(1, 200), default = 20), q("min_score", sNum(0.0, 1.0), default = 0.15)), out = arr("Tool")) {
        val words = s("q").lowercase().split(Regex("[\\s]+")).filter { it.isNotEmpty() }; val min = d("min_score"); val kit = sOrNull("toolkit")
        val all = TOOLS.filter { kit == null || it.toolset.equals(kit, ignoreCase = true) }
        if (words.isEmpty()) return@op JsonArray(emptyList())
        val scored = all.map { it to score(it, words) }.filter { it.second >= min && it.second > 0 }
        JsonArray((if (bug("search-takes-before-sorting")) scored.take(i("limit")).sortedByDescending { it.second } else scored.sortedByDescending { it.second }.take(i("limit"))).map { mcp(it.first) }) }
    op("GET", "/me/tools/{tool_id}", "A public tool", Auth.NONE, listOf(pStr("tool_id")), out = rec("PublicTool"), errs = listOf(404)) { data(pub(knownTool(s("tool_id")))) }
    op("POST", "/me/tools/run/{tool_name}", "Run a tool", params = listOf(pStr("tool_name"), q("service_id", sStr(200), default = "default"), q("service_id_namespace", sStr(200), default = "global")), body = "ToolInput", out = rec("ToolResult"), errs = listOf(400, 404)) {
        val t = byName[s("tool_name")] ?: notFound("TOOL"); val issues = mutableListOf<Issue>()
        check(t.input, b, listOf("body"), issues)
        suspend fun log(ok: Boolean, output: String?) = write { Executions.insert { it[userId] = uid; it[tool] = t.name; it[toolId] = t.toolId; it[serviceId] = s("service_id"); it[namespace] = s("service_id_namespace")
            it[status] = if (ok) "SUCCEEDED" else "FAILED"; it[input] = b.toString(); it[Executions.output] = output; it[createdAt] = tick("exec$uid") } }
        try {
            if (issues.isNotEmpty()) { fail(400, "TOOL_INPUT_INVALID", issues.joinToString("; ") { "${it.loc.drop(1).joinToString(".")} ${it.msg}" }) }
            if (t.connection && !me.connected) fail(400, "AUTH_CONNECTION_REQUIRED", "Set up the connection of this tool in the dashboard first")
            val r = t.run(me, b); log(true, r.toString())
            data(o("content" to listOf(o("type" to "text", "text" to r.toString())), "structuredContent" to r, "isError" to false))
        } catch (e: ApiError) { log(false, e.message); throw e } }
    op("GET", "/me/toolsets/list", "Toolsets", out = arr("ToolSet")) { JsonArray(SETS.keys.map { setJson(it) }) }
    op("GET", "/me/toolsets/{toolset_name}", "A toolset with its tools", params = listOf(pStr("toolset_name")), out = rec("ToolSetWithTools"), errs = listOf(404)) {
        val n = SETS.keys.firstOrNull { it == s("toolset_name") } ?: notFound("TOOLSET")
        data(JsonObject(setJson(n) + ("tools" to JsonArray(TOOLS.filter { it.toolset == n }.map { pub(it) })))) }

    op("GET", "/me/user-tools", "Own installed tools", out = arr("UserTool")) { read { JsonArray(UserTools.selectAll().where { UserTools.userId eq uid }.orderBy(UserTools.seq).map { userTool(it[UserTools.toolId], it[UserTools.installedAt]) }) } }
    op("POST", "/me/user-tools", "Install a tool", body = "UserInstallToolRequest", out = rec("UserInstalledTool"), errs = listOf(409)) {
        val t = b.str("toolId")!!.let { byId[it] ?: byName[it] } ?: fail(409, "INSTALLATION_FAILED", "There is no such tool")
        data(write { if (UserTools.selectAll().where { (UserTools.userId eq uid) and (UserTools.toolId eq t.toolId) }.any()) { fail(409, "INSTALLATION_FAILED", "This tool is installed already") }
            else UserTools.insert { it[userId] = uid; it[toolId] = t.toolId; it[installedAt] = now() }
            UserTools.selectAll().where { (UserTools.userId eq uid) and (UserTools.toolId eq t.toolId) }.first().let { o("toolId" to it[UserTools.toolId], "installedAt" to iso(it[UserTools.installedAt])) } }) }
    fun inst(uid: String, id: String) = (byId[id] ?: byName[id])?.let { t -> UserTools.selectAll().where { (UserTools.userId eq uid) and (UserTools.toolId eq t.toolId) }.firstOrNull() } ?: notFound("TOOL")
    op("GET", "/me/user-tools/{tool_id}", "An installed tool", params = listOf(pStr("tool_id")), out = rec("UserTool"), errs = listOf(404)) { data(read { inst(uid, s("tool_id")).let { userTool(it[UserTools.toolId], it[UserTools.installedAt]) } }) }
    op("DELETE", "/me/user-tools/{tool_id}", "Uninstall a tool", params = listOf(pStr("tool_id")), out = rec("UserInstalledTool"), errs = listOf(404)) {
        data(write { val r = inst(uid, s("tool_id")); UserTools.deleteWhere { if (bug("uninstall-for-everybody")) UserTools.toolId eq r[UserTools.toolId] else (UserTools.userId eq uid) and (UserTools.toolId eq r[UserTools.toolId]) }
            o("toolId" to r[UserTools.toolId], "installedAt" to iso(r[UserTools.installedAt])) }) }

    val bid = pInt("bundle_id")
    op("GET", "/me/bundles", "List own bundles", out = arr("UserBundleSimplified")) {
        read { JsonArray(Bundles.selectAll().where { Bundles.userId eq uid }.orderBy(Bundles.id).map { o("bundleId" to it[Bundles.id], "name" to it[Bundles.name], "toolCount" to toolsOf(it[Bundles.id]).size) }) } }
    op("POST", "/me/bundles", "Create a bundle", out = rec("UserBundle"), errs = listOf(409)) {
        data(write { val names = Bundles.selectAll().where { Bundles.userId eq uid }.map { it[Bundles.name] }.toSet(); var n = names.size + 1; while ("Bundle $n" in names) n++
            val t = now(); val id = Bundles.insert { it[userId] = uid; it[name] = "Bundle $n"; it[description] = null; it[createdAt] = t; it[updatedAt] = t }[Bundles.id]; bundleJson(bundleOf(id, uid)!!) }) }
    op("GET", "/me/bundles/{bundle_id}", "A bundle", params = listOf(bid), out = rec("UserBundle"), errs = listOf(404)) { data(read { bundleJson(bundleOf(l("bundle_id"), uid) ?: notFound("BUNDLE")) }) }
    op("PUT", "/me/bundles/{bundle_id}", "Change a bundle", params = listOf(bid), body = "UserBundleRequest", out = rec("UserBundle"), errs = listOf(409)) {
        data(write { val id = l("bundle_id"); bundleOf(id, uid) ?: fail(409, "BUNDLE_UPDATE_FAILED", "There is no such bundle")
            val want = (b["tools"] as? JsonArray)?.map { byId[(it as JsonPrimitive).content]?.toolId ?: byName[it.content]?.toolId ?: fail(409, "BUNDLE_UPDATE_FAILED", "There is no tool ${it.content}") }?.distinct()
            Bundles.update({ Bundles.id eq id }) { if (b.has("name")) it[name] = b.str("name")!!; if (b["description"] != null) it[description] = b.str("description"); it[updatedAt] = now() }
            if (want != null || bug("bundle-put-empties")) { BundleTools.deleteWhere { BundleTools.bundleId eq id }; want?.forEach { t -> BundleTools.insert { it[bundleId] = id; it[toolId] = t; it[addedAt] = now() } } }
            bundleJson(bundleOf(id, uid)!!) }) }
    op("DELETE", "/me/bundles/{bundle_id}", "Remove a bundle", params = listOf(bid), out = rec("UserBundleRow"), errs = listOf(404)) {
        data(write { val r = bundleOf(l("bundle_id"), uid) ?: notFound("BUNDLE"); BundleTools.deleteWhere { BundleTools.bundleId eq r[Bundles.id] }; Bundles.deleteWhere { Bundles.id eq r[Bundles.id] }; rowJson(r) }) }
    op("GET", "/me/bundles/{bundle_id}/tools", "Tools of a bundle", params = listOf(bid), out = arr("UserBundleTool"), errs = listOf(404)) { read { bundleOf(l("bundle_id"), uid) ?: notFound("BUNDLE"); JsonArray(toolsOf(l("bundle_id"))) } }
    op("POST", "/me/bundles/{bundle_id}/tools", "Add a tool", params = listOf(bid), body = "UserBundleTool", out = rec("UserBundleTool"), errs = listOf(404)) {
        data(write { val id = l("bundle_id"); bundleOf(id, uid) ?: notFound("BUNDLE"); val t = knownTool(b.str("toolId")!!)
            if (BundleTools.selectAll().where { (BundleTools.bundleId eq id) and (BundleTools.toolId eq t.toolId) }.empty()) { BundleTools.insert { it[bundleId] = id; it[toolId] = t.toolId; it[addedAt] = now() }; Bundles.update({ Bundles.id eq id }) { it[updatedAt] = now() } }
            o("toolId" to t.toolId) }) }
    op("DELETE", "/me/bundles/{bundle_id}/tools/{tool_id}", "Take a tool out", params = listOf(bid, pStr("tool_id")), out = rec("UserBundleTool"), errs = listOf(404)) {
        data(write { val id = l("bundle_id"); bundleOf(id, uid) ?: notFound("BUNDLE"); val t = knownTool(s("tool_id"))
            val n = BundleTools.deleteWhere { if (bug("bundle-tool-delete-all")) BundleTools.bundleId eq id else (BundleTools.bundleId eq id) and (BundleTools.toolId eq t.toolId) }
            if (n == 0) notFound("TOOL"); o("toolId" to t.toolId) }) }
}
