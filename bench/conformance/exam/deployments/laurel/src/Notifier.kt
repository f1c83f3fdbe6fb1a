package laurel

import kotlinx.serialization.json.*
import org.jetbrains.exposed.sql.*
import org.jetbrains.exposed.sql.SqlExpressionBuilder.eq
import org.jetbrains.exposed.sql.SqlExpressionBuilder.greater
import org.jetbrains.exposed.sql.SqlExpressionBuilder.less

class Tool(val toolId: String, val name: String, val toolset: String, val description: String, val connection: Boolean, val input: JsonObject, val run: suspend (User, JsonObject) -> JsonObject)

private fun bad(msg: String): Nothing = fail(400, "TOOL_INPUT_INVALID", msg)
private fun sec(ms: Long) = JsonPrimitive(ms / 1000.0)
private fun chatJson(r: ResultRow) = o("iden" to r[NChats.iden], "active" to true, "muted" to r[NChats.muted], "with" to o("email" to r[NChats.email]), "created" to sec(r[NChats.created]), "modified" to sec(r[NChats.modified]))
private fun devJson(r: ResultRow) = JsonObject(o("iden" to r[NDevices.iden], "active" to true) + (Json.parseToJsonElement(r[NDevices.body]) as JsonObject) + o("created" to sec(r[NDevices.created]), "modified" to sec(r[NDevices.modified])))
private fun pushJson(r: ResultRow) = JsonObject(o("iden" to r[NPushes.iden], "active" to r[NPushes.active], "dismissed" to r[NPushes.dismissed], "guid" to r[NPushes.guid]) + (Json.parseToJsonElement(r[NPushes.body]) as JsonObject) +
    o("created" to sec(r[NPushes.created]), "modified" to sec(r[NPushes.modified])))
private fun chatOf(u: User, id: String) = NChats.selectAll().where { (NChats.iden eq id) and (NChats.userId eq u.id) }.firstOrNull() ?: fail(400, "CHAT_NOT_FOUND", "There is no chat $id")
private fun devOf(u: User, id: String) = NDevices.selectAll().where { (NDevices.iden eq id) and (NDevices.userId eq u.id) }.firstOrNull() ?: fail(400, "DEVICE_NOT_FOUND", "There is no device $id")
private fun pushOf(u: User, id: String) = NPushes.selectAll().where { (NPushes.iden eq id) and (NPushes.active eq true) }.firstOrNull()?.takeIf { it[NPushes.userId] == u.id } ?: fail(400, "PUSH_NOT_FOUND", "There is no push $id")
private val EMAIL = Regex("[^@\\s]+@[^@\\s]+")
private fun seqOf(c: String?): Long? = c?.let { it.toLongOrNull()?.takeIf { n -> n > 0 } ?: bad("cursor is not one of ours") }

private val S = sStr(); private val RS = sStr(200, 1)
private val icon = sStr(desc = "Common values: desktop, laptop, tablet, phone, watch, system, ios")
private val lim500 = sInt(1, 500)
private val version = sInt(0, 2147483647)
private val DEV = listOf("icon", "model", "has_sms", "nickname", "push_token", "app_version", "manufacturer")
private val PUSH = listOf("type", "url", "body", "email", "title", "file_url", "file_name", "file_type", "channel_tag", "client_iden", "device_iden", "source_device_iden")

fun notifier(): List<Tool> {
    val out = mutableListOf<Tool>(); var n = 0
    fun tool(name: String, desc: String, input: JsonObject, run: suspend (User, JsonObject) -> JsonObject) {
        n++; out += Tool("01JLAURELTXX00000000000N" + n.toString().padStart(2, '0'), "NOTIFIER_$name", "NOTIFIER", desc, true, input, run) }
    tool("CREATE_CHAT", "Create a chat with an email address", sObj("email" to sStr(320, 1), req = listOf("email"))) { u, i ->
        val e = i.str("email")!!; if (!EMAIL.matches(e)) bad("email is no email address")
        write { val id = ulid(); val t = now()
            NChats.insert { it[iden] = id; it[userId] = u.id; it[email] = e; it[muted] = false; it[created] = t; it[modified] = t }
            chatJson(chatOf(u, id)) } }
    tool("CREATE_DEVICE", "Register a device", sObj("icon" to icon, "model" to RS, "has_sms" to sBool(), "nickname" to RS, "push_token" to S, "app_version" to version, "manufacturer" to RS, req = listOf("model", "nickname", "app_version", "manufacturer"))) { u, i ->
        write { val id = ulid(); val t = now(); val f = JsonObject(DEV.associateWith { i[it] ?: JsonNull })
            NDevices.insert { it[iden] = id; it[userId] = u.id; it[body] = f.toString(); it[created] = t; it[modified] = t }
            devJson(devOf(u, id)) } }
    tool("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", sObj("type" to sStr(enum = listOf("note", "link", "file")), "url" to S, "body" to S, "guid" to sStr(300), "email" to S, "title" to S, "file_url" to S, "file_name" to S, "file_type" to S,
        "channel_tag" to S, "client_iden" to S, "device_iden" to S, "source_device_iden" to S, req = listOf("type"))) { u, i ->
        fun need(k: String) { if (i.str(k).isNullOrEmpty()) bad("$k is required for type=${i.str("type")}") }
        if (i.str("type") == "link") need("url")
        if (i.str("type") == "file") { need("file_name"); if (!bug("ntf-file-without-url")) need("file_url"); need("file_type") }
        write {
            val g = i.str("guid")
            if (g != null && !bug("ntf-guid-ignored")) NPushes.selectAll().where { (NPushes.userId eq u.id) and (NPushes.guid eq g) }.firstOrNull()?.let { return@write pushJson(it) }
            for (k in listOf("device_iden", "source_device_iden")) i.str(k)?.let { devOf(u, it) }
            val id = ulid(); val t = now(); val f = JsonObject(PUSH.associateWith { i[it] ?: JsonNull } + ("items" to JsonNull))
            NPushes.insert { it[iden] = id; it[userId] = u.id; it[guid] = g; it[body] = f.toString(); it[active] = true; it[dismissed] = false; it[created] = t; it[modified] = t }
            pushJson(NPushes.selectAll().where { NPushes.iden eq id }.first()) } }
    tool("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", sObj()) { u, _ ->
        write { NPushes.update({ if (bug("ntf-delete-all-of-everybody")) NPushes.active eq true else (NPushes.userId eq u.id) and (NPushes.active eq true) }) { it[active] = false; it[modified] = now() }; o("accepted" to true) } }
    tool("DELETE_CHAT", "Delete a chat", sObj("iden" to RS, req = listOf("iden"))) { u, i ->
        write { val c = chatOf(u, i.str("iden")!!); NChats.deleteWhere { NChats.iden eq c[NChats.iden] }; o("deleted" to true, "iden" to c[NChats.iden]) } }
    tool("DELETE_DEVICE", "Delete a device", sObj("device_iden" to RS, req = listOf("device_iden"))) { u, i ->
        write { val d = devOf(u, i.str("device_iden")!!); NDevices.deleteWhere { NDevices.iden eq d[NDevices.iden] }; o("deleted" to true, "iden" to d[NDevices.iden]) } }
    tool("DELETE_PUSH", "Delete a push", sObj("iden" to RS, req = listOf("iden"))) { u, i ->
        write { val p = pushOf(u, i.str("iden")!!); NPushes.update({ NPushes.iden eq p[NPushes.iden] }) { it[active] = false; it[modified] = now() }; o("deleted" to true, "iden" to p[NPushes.iden]) } }
    tool("GET_USER", "Get the profile of the authenticated user", sObj()) { u, _ -> o("iden" to u.id, "email" to u.email, "name" to u.name, "created" to sec(u.createdAt)) }
    tool("LIST_CHATS", "List chats", sObj("limit" to lim500, "cursor" to S)) { u, i ->
        val lim = i.int("limit") ?: 500; val cur = seqOf(i.str("cursor"))
        read { val rows = NChats.selectAll().where { var c: org.jetbrains.exposed.sql.Op<Boolean> = NChats.userId eq u.id; if (cur != null) c = c and (NChats.seq less cur); c }.orderBy(NChats.seq, SortOrder.DESC).limit(lim + 1).toList()
            o("chats" to rows.take(lim).map { chatJson(it) }, "cursor" to if (rows.size > lim) rows[lim - 1][NChats.seq].toString() else null) } }
    tool("LIST_DEVICES", "List devices", sObj()) { u, _ -> read { o("devices" to NDevices.selectAll().where { NDevices.userId eq u.id }.orderBy(NDevices.seq, SortOrder.DESC).map { devJson(it) }) } }
    tool("LIST_PUSHES", "List pushes", sObj("limit" to JsonObject(lim500 + ("default" to j(500))), "active" to sBool(), "cursor" to S, "modified_after" to sNum())) { u, i ->
        val lim = i.int("limit") ?: 500; val cur = seqOf(i.str("cursor")); val after = (i["modified_after"] as? JsonPrimitive)?.doubleOrNull
        read { val rows = NPushes.selectAll().where { var c: org.jetbrains.exposed.sql.Op<Boolean> = NPushes.userId eq u.id
                if (cur != null) c = c and (NPushes.seq less cur)
                if (i.bool("active") == true) c = c and (NPushes.active eq true)
                if (after != null) c = c and (NPushes.modified greater Math.floor(after * 1000 + 0.0001).toLong())
                c }.orderBy(NPushes.seq, SortOrder.DESC).limit(lim + 1).toList()
            o("pushes" to rows.take(lim).map { pushJson(it) }, "cursor" to if (rows.size > lim) rows[lim - 1][NPushes.seq].toString() else null) } }
    tool("UPDATE_CHAT", "Mute or unmute a chat", sObj("iden" to RS, "muted" to sBool(), req = listOf("iden", "muted"))) { u, i ->
        write { val c = chatOf(u, i.str("iden")!!); val m = i.bool("muted")!!
            NChats.update({ NChats.iden eq c[NChats.iden] }) { it[muted] = m; it[modified] = now() }; chatJson(chatOf(u, c[NChats.iden])) } }
    tool("UPDATE_DEVICE", "Update device metadata", sObj("iden" to RS, "icon" to icon, "model" to S, "has_sms" to sBool(), "nickname" to S, "push_token" to S, "app_version" to version, "manufacturer" to S, req = listOf("iden"))) { u, i ->
        write { val d = devOf(u, i.str("iden")!!); val old = Json.parseToJsonElement(d[NDevices.body]) as JsonObject
            val f = JsonObject(DEV.associateWith { i[it] ?: (if (bug("ntf-device-update-forgets")) JsonNull else old.getValue(it)) })
            NDevices.update({ NDevices.iden eq d[NDevices.iden] }) { it[body] = f.toString(); it[modified] = now() }; devJson(devOf(u, d[NDevices.iden])) } }
    tool("UPDATE_PUSH", "Dismiss a push or change list items", sObj("iden" to RS, "items" to sArr(sObj("text" to S, "checked" to sBool(), req = listOf("text", "checked"))), "dismissed" to sBool(), req = listOf("iden"))) { u, i ->
        write { val p = pushOf(u, i.str("iden")!!); val f = Json.parseToJsonElement(p[NPushes.body]) as JsonObject
            NPushes.update({ NPushes.iden eq p[NPushes.iden] }) { w -> i["items"]?.let { w[body] = JsonObject(f + ("items" to it)).toString() }; i.bool("dismissed")?.let { w[dismissed] = it }; w[modified] = now() }
            pushJson(pushOf(u, p[NPushes.iden])) } }
    tool("UPLOAD_REQUEST", "Get a signed upload URL (signed form data) before pushing a file", sObj("file_name" to RS, "file_type" to RS, req = listOf("file_name", "file_type"))) { _, i ->
        val k = ulid(); o("file_name" to i.str("file_name"), "file_type" to i.str("file_type"), "file_url" to "https://files.laurel.example/$k/${java.net.URLEncoder.encode(i.str("file_name")!!, "UTF-8")}", "upload_url" to "https://upload.laurel.example/$k",
            "data" to o("key" to k, "policy" to ulid(), "signature" to ulid(), "content-type" to i.str("file_type"))) }
    return out
}
