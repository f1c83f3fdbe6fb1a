package orchid

import com.fasterxml.jackson.databind.JsonNode
import java.net.URLEncoder
import java.time.Instant
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit

class P(val name: String, val type: String, val required: Boolean = false, val description: String = "",
        val min: Long? = null, val max: Long? = null, val values: List<String>? = null)

class ToolDef(val name: String, val toolset: String, val description: String, val params: List<P>, val needsConnection: Boolean,
              val run: (User, JsonNode) -> Map<String, Any?>) {
    fun schema(): Map<String, Any?> = mapOf(
        "type" to "object",
        "properties" to params.associate { p ->
            val m = linkedMapOf<String, Any?>("type" to p.type)
            if (fault("create-device-schema-types") && name == "NOTIFIER_CREATE_DEVICE" && p.name == "app_version") m["type"] = "string"
            if (p.description.isNotEmpty()) m["description"] = p.description
            if (p.min != null) m["minimum"] = p.min
            if (p.max != null) m["maximum"] = p.max
            if (p.values != null) m["enum"] = p.values
            if (p.type == "array") m["items"] = mapOf("type" to "object",
                "properties" to mapOf("text" to mapOf("type" to "string"), "checked" to mapOf("type" to "boolean")), "required" to listOf("text", "checked"))
            p.name to m
        },
        "required" to params.filter { it.required }.map { it.name }
    )
    fun tool() = Tool(name, description, schema())
    fun public() = PublicTool(name, name, description, toolset, needsConnection)

    fun check(input: JsonNode) {
        for (p in params) {
            val v = input.get(p.name)
            if (v == null || v.isNull) { if (p.required) badRequest("Parameter ${p.name} is required"); continue }
            val ok = when (p.type) {
                "string" -> v.isTextual
                "integer" -> v.isIntegralNumber && v.canConvertToLong()
                "number" -> v.isNumber
                "boolean" -> v.isBoolean
                "array" -> v.isArray
                else -> true
            }
            if (!ok) badRequest("Parameter ${p.name} must be of type ${p.type}")
            if (p.min != null && v.asLong() < p.min) badRequest("Parameter ${p.name} must be at least ${p.min}")
            if (p.max != null && v.asLong() > p.max) badRequest("Parameter ${p.name} must be at most ${p.max}")
            if (p.values != null && v.asText() !in p.values) badRequest("Parameter ${p.name} must be one of ${p.values}")
            if (p.type == "array") v.forEach { i ->
                if (!i.isObject || i.get("text")?.isTextual != true || i.get("checked")?.isBoolean != true) badRequest("Each item of ${p.name} needs text (string) and checked (boolean)")
            }
        }
    }
}

private fun JsonNode.s(f: String): String? = get(f)?.takeIf { it.isTextual }?.asText()
private fun JsonNode.b(f: String): Boolean? = get(f)?.takeIf { it.isBoolean }?.asBoolean()

val TOOLSET_TITLES = linkedMapOf("garden" to "Garden helpers", "words" to "Words and units", "notifier" to "NOTIFIER push notifications")

val tools: Map<String, ToolDef> = (listOf(
    ToolDef("soil_moisture", "garden", "Read the soil moisture sensor of a garden bed", listOf(
        P("bed", "integer", true, "Number of the bed", 1, 99), P("depth_cm", "integer", false, "Depth in centimetres", 1, 100)), false) { _, i ->
        val bed = i["bed"].asInt()
        mapOf("bed" to bed, "moisturePercent" to 20 + (bed * 17) % 60, "depthCm" to (i["depth_cm"]?.asInt() ?: 10), "probe" to "probe-7f3c-$bed")
    },
    ToolDef("watering_plan", "garden", "Plan how much water a garden bed needs on the next days", listOf(
        P("bed", "integer", true, "Number of the bed", 1, 99), P("days", "integer", false, "Number of days", 1, 14)), false) { _, i ->
        val bed = i["bed"].asInt()
        mapOf("bed" to bed, "plan" to (1..(i["days"]?.asInt() ?: 3)).map { mapOf("day" to it, "litres" to 2 + (bed + it) % 5) })
    },
    ToolDef("bloom_calendar", "garden", "Tell in which months a plant blooms", listOf(P("plant", "string", true, "Name of the plant")), false) { _, i ->
        val plant = i["plant"].asText()
        if (plant.isBlank()) badRequest("Parameter plant must not be blank")
        val start = 3 + Math.floorMod(plant.lowercase().hashCode(), 5)
        mapOf("plant" to plant, "months" to listOf(start, start + 1, start + 2))
    },
    ToolDef("word_count", "words", "Count the words and characters of a text", listOf(P("text", "string", true, "The text")), false) { _, i ->
        val t = i["text"].asText()
        mapOf("words" to t.trim().split(Regex("\\s+")).count { it.isNotEmpty() }, "characters" to t.codePointCount(0, t.length))
    },
    ToolDef("convert_length", "words", "Convert a length from one unit to another", listOf(
        P("value", "number", true), P("from", "string", true, values = listOf("m", "km", "ft", "mi")), P("to", "string", true, values = listOf("m", "km", "ft", "mi"))), false) { _, i ->
        val f = mapOf("m" to 1.0, "km" to 1000.0, "ft" to 0.3048, "mi" to 1609.344)
        mapOf("value" to i["value"].asDouble() * f[i["from"].asText()]!! / f[i["to"].asText()]!!, "unit" to i["to"].asText())
    },
) + notifierTools()).associateBy { it.name }

class Account(val user: User) {
    val created = Clock.now()
    val chats = LinkedHashMap<String, MutableMap<String, Any?>>()
    val devices = LinkedHashMap<String, MutableMap<String, Any?>>()
    val pushes = LinkedHashMap<String, MutableMap<String, Any?>>()
    val guids = HashMap<String, String>()
}
val accounts = ConcurrentHashMap<String, Account>()
val async = Executors.newScheduledThreadPool(2) { r -> Thread(r).apply { isDaemon = true } }
private fun unix(i: Instant = Clock.now()): Double = i.epochSecond + (i.nano / 1000) / 1e6
private fun iden(prefix: String) = prefix + newId().replace("-", "").substring(0, 20)
private val EMAIL = Regex("^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$")
private fun email(s: String): String { if (!EMAIL.matches(s)) badRequest("Parameter email is not an email address"); return s }

/** Rows newest (modified last) first, after the cursor's row. */
private fun page(rows: List<MutableMap<String, Any?>>, i: JsonNode, name: String, key: String): Map<String, Any?> {
    val limit = i["limit"]?.takeIf { it.isNumber }?.asInt() ?: 500
    var list = rows.sortedByDescending { it[key] as Double }
    val c = i.s("cursor")
    if (!c.isNullOrEmpty()) {
        val after = c.toDoubleOrNull() ?: badRequest("Parameter cursor is not a cursor of this list")
        list = list.filter { (it[key] as Double) < after }
    }
    val out = list.take(limit)
    return mapOf(name to out.map { LinkedHashMap(it) }, "cursor" to if (list.size > limit) java.math.BigDecimal.valueOf(out.last()[key] as Double).toPlainString() else null)
}

private fun live(rows: Map<String, MutableMap<String, Any?>>, id: String, what: String): MutableMap<String, Any?> =
    rows[id]?.takeIf { it["active"] == true } ?: badRequest("There is no $what with iden $id")

fun notifierTools(): List<ToolDef> {
    fun acc(u: User) = accounts.getOrPut(u.id) { Account(u) }
    fun t(op: String, d: String, vararg p: P, run: (Account, JsonNode) -> Map<String, Any?>) =
        ToolDef("NOTIFIER_$op", "notifier", d, p.toList(), true) { u, i -> synchronized(db) { run(acc(u), i) } }
    val iden = P("iden", "string", true)
    return listOf(
        t("CREATE_CHAT", "Create a chat with an email address", P("email", "string", true, "The person need not be a user of the notification service")) { a, i ->
            val mail = email(i["email"].asText())
            val old = a.chats.values.firstOrNull { it["email"] == mail }
            if (old != null) return@t LinkedHashMap(old)
            val now = unix()
            val c = linkedMapOf<String, Any?>("iden" to iden("ch"), "email" to mail, "muted" to false, "active" to true, "created" to now, "modified" to now)
            a.chats[c["iden"] as String] = c
            LinkedHashMap(c)
        },
        t("CREATE_DEVICE", "Register a device", P("icon", "string"), P("model", "string", true), P("has_sms", "boolean", false, "Android only"),
            P("nickname", "string", true), P("push_token", "string", false, "Platform-specific, blank for custom devices"),
            P("app_version", "integer", true, min = 0), P("manufacturer", "string", true)) { a, i ->
            val now = unix()
            val d = linkedMapOf<String, Any?>("iden" to iden("dv"), "active" to true, "icon" to (i.s("icon") ?: "system"), "model" to i.s("model"), "has_sms" to (i.b("has_sms") ?: false),
                "nickname" to i.s("nickname"), "push_token" to (i.s("push_token") ?: ""), "app_version" to i["app_version"].asLong(), "manufacturer" to i.s("manufacturer"), "created" to now, "modified" to now)
            a.devices[d["iden"] as String] = d
            LinkedHashMap(d)
        },
        t("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client",
            P("type", "string", true, values = listOf("note", "link", "file")), P("url", "string", false, "Required when type=link"), P("body", "string"),
            P("guid", "string", false, "Client-generated, for idempotency"), P("email", "string"), P("title", "string"),
            P("file_url", "string", false, "Required when type=file"), P("file_name", "string", false, "Required when type=file"), P("file_type", "string", false, "MIME type, required when type=file"),
            P("channel_tag", "string", false, "Broadcast to channel subscribers"), P("client_iden", "string", false, "OAuth client"), P("device_iden", "string"), P("source_device_iden", "string")) { a, i ->
            val type = i["type"].asText()
            if (type == "link" && i.s("url").isNullOrEmpty()) badRequest("Parameter url is required when type=link")
            if (type == "file") listOf("file_url", "file_name", "file_type").forEach { if (i.s(it).isNullOrEmpty()) badRequest("Parameter $it is required when type=file") }
            i.s("email")?.let { email(it) }
            i.s("device_iden")?.let { live(a.devices, it, "device") }
            i.s("source_device_iden")?.let { live(a.devices, it, "device") }
            val guid = i.s("guid")
            if (guid != null && !fault("push-guid-ignored")) a.guids[guid]?.let { old -> a.pushes[old]?.let { return@t LinkedHashMap(it) } }
            val now = unix()
            val p = linkedMapOf<String, Any?>("iden" to iden("ps"), "active" to true, "type" to type, "dismissed" to false, "direction" to if (i.s("email") == null) "self" else "outgoing",
                "sender_email" to a.user.email, "created" to now, "modified" to now)
            listOf("guid", "title", "body", "url", "email", "file_url", "file_name", "file_type", "channel_tag", "client_iden", "device_iden", "source_device_iden").forEach { f -> i.s(f)?.let { p[f] = it } }
            a.pushes[p["iden"] as String] = p
            if (guid != null) a.guids[guid] = p["iden"] as String
            val receiver = i.s("email")?.let { m -> store.users.values.firstOrNull { it.email == m && it.id != a.user.id } }
            if (receiver != null) {
                val copy = LinkedHashMap(p).apply { put("iden", iden("ps")); put("direction", "incoming"); remove("guid"); remove("device_iden"); remove("source_device_iden") }
                acc(receiver).pushes[copy["iden"] as String] = copy
            }
            LinkedHashMap(p)
        },
        t("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously") { a, _ ->
            val ids = a.pushes.values.filter { it["active"] == true }.map { it["iden"] as String }
            async.schedule({
                synchronized(db) {
                    (if (fault("delete-all-takes-later-pushes")) a.pushes.keys.toList() else ids).forEach { id ->
                        a.pushes[id]?.let { it.keys.retainAll(setOf("iden", "created", "guid")); it["active"] = false; it["modified"] = unix() }
                    }
                }
            }, 300, TimeUnit.MILLISECONDS)
            mapOf("accepted" to true, "count" to ids.size)
        },
        t("DELETE_CHAT", "Delete a chat", iden) { a, i -> live(a.chats, i["iden"].asText(), "chat"); a.chats.remove(i["iden"].asText()); mapOf("deleted" to true, "iden" to i["iden"].asText()) },
        t("DELETE_DEVICE", "Delete a device", P("device_iden", "string", true)) { a, i -> live(a.devices, i["device_iden"].asText(), "device"); a.devices.remove(i["device_iden"].asText()); mapOf("deleted" to true, "iden" to i["device_iden"].asText()) },
        t("DELETE_PUSH", "Delete a push", iden) { a, i ->
            val p = live(a.pushes, i["iden"].asText(), "push")
            p.keys.retainAll(setOf("iden", "created", "guid")); p["active"] = false; p["modified"] = unix()
            mapOf("deleted" to true, "iden" to i["iden"].asText())
        },
        t("GET_USER", "Get the profile of the authenticated user") { a, _ -> mapOf("iden" to a.user.id, "email" to a.user.email, "name" to a.user.displayName, "created" to unix(a.created)) },
        t("LIST_CHATS", "List chats", P("limit", "integer", false, "At most 500", 1, 500), P("cursor", "string")) { a, i -> page(a.chats.values.toList(), i, "chats", "created") },
        t("LIST_DEVICES", "List devices") { a, _ -> mapOf("devices" to a.devices.values.map { LinkedHashMap(it) }) },
        t("LIST_PUSHES", "List pushes", P("limit", "integer", false, "At most 500, default 500", 1, 500), P("active", "boolean", false, "true returns only active pushes"),
            P("cursor", "string"), P("modified_after", "number", false, "UNIX timestamp")) { a, i ->
            val after = i["modified_after"]?.takeIf { it.isNumber }?.asDouble()?.let { if (fault("modified-after-in-millis")) it / 1000 else it }
            // tombstones are of use only to clients that synchronize by modified_after
            val rows = a.pushes.values.filter { (it["active"] == true || (after != null && i.b("active") != true)) && (after == null || it["modified"] as Double > after) }
            page(rows, i, "pushes", "modified")
        },
        t("UPDATE_CHAT", "Mute or unmute a chat", iden, P("muted", "boolean", true)) { a, i ->
            val c = live(a.chats, i["iden"].asText(), "chat"); c["muted"] = i["muted"].asBoolean(); c["modified"] = unix(); LinkedHashMap(c)
        },
        t("UPDATE_DEVICE", "Update device metadata", iden, P("icon", "string", false, "Common values desktop, laptop, tablet, phone, watch, system, ios"), P("model", "string"), P("has_sms", "boolean"),
            P("nickname", "string"), P("push_token", "string"), P("app_version", "integer", min = 0), P("manufacturer", "string")) { a, i ->
            val d = live(a.devices, i["iden"].asText(), "device")
            listOf("icon", "model", "nickname", "push_token", "manufacturer").forEach { f -> i.s(f)?.let { d[f] = it } }
            i.b("has_sms")?.let { d["has_sms"] = it }
            i["app_version"]?.takeIf { it.isNumber }?.let { d["app_version"] = it.asLong() }
            d["modified"] = unix(); LinkedHashMap(d)
        },
        t("UPDATE_PUSH", "Dismiss a push or change list items", iden, P("items", "array", false, "Items of a list-style push"), P("dismissed", "boolean", false, "true hides notifications")) { a, i ->
            val p = live(a.pushes, i["iden"].asText(), "push")
            i.b("dismissed")?.let { p["dismissed"] = it }
            i["items"]?.takeIf { it.isArray }?.let { items -> p["items"] = items.map { mapOf("text" to it["text"].asText(), "checked" to it["checked"].asBoolean()) } }
            p["modified"] = unix(); LinkedHashMap(p)
        },
        t("UPLOAD_REQUEST", "Get a signed upload URL before pushing a file", P("file_name", "string", true), P("file_type", "string", true, "MIME type")) { _, i ->
            val key = newId()
            val name = i["file_name"].asText()
            val exp = Clock.now().epochSecond + 3600
            mapOf("file_name" to name, "file_type" to i["file_type"].asText(),
                "file_url" to "https://files.notifier.example/$key/" + URLEncoder.encode(name, Charsets.UTF_8).replace("+", "%20"),
                "upload_url" to "https://uploads.notifier.example/$key",
                "data" to mapOf("key" to key, "content-type" to i["file_type"].asText(), "expires" to exp, "signature" to hex(hmac(Jwt.SECRET, "$key|$name|$exp".toByteArray()))))
        },
    )
}

/** Runs a tool for a user and keeps the execution log. */
fun runTool(user: User, name: String, input: JsonNode, source: String, runId: String?, serviceId: String, namespace: String): Map<String, Any?> {
    val def = tools[name] ?: notFound("Tool")
    val t0 = System.nanoTime()
    fun log(status: String, output: Any?, error: String?) = synchronized(db) {
        store.executions[user.id]!!.add(ToolExecutionLog(store.nextLogId.incrementAndGet(), name, source, runId, serviceId, namespace, status, input, output, error, (System.nanoTime() - t0) / 1_000_000, Clock.now()))
    }
    try {
        if (def.needsConnection && !user.notifierConnected) badRequest("Tool $name needs an auth connection; set it up in the dashboard")
        def.check(input)
        val out = def.run(user, input)
        log("success", out, null)
        return out
    } catch (e: ApiException) {
        log("error", null, e.message)
        throw e
    }
}

fun score(q: List<String>, def: ToolDef): Double {
    if (q.isEmpty()) return 0.0
    val name = (def.name + " " + def.toolset).lowercase().split(Regex("[^a-z0-9]+"))
    val desc = def.description.lowercase().split(Regex("[^a-z0-9]+"))
    return q.sumOf { w ->
        when {
            w == def.name.lowercase() || w in name -> 1.0
            w in desc -> 0.6
            w.length >= 3 && (name + desc).any { it.startsWith(w) || (it.length >= 4 && w.startsWith(it)) } -> 0.4
            else -> 0.0
        }
    } / q.size
}
