package laurel

import com.auth0.jwt.JWT
import com.auth0.jwt.algorithms.Algorithm
import io.ktor.http.*
import io.ktor.server.application.*
import io.ktor.server.request.*
import io.ktor.server.response.*
import io.ktor.server.routing.*
import io.ktor.util.pipeline.*
import io.ktor.util.toByteArray
import kotlinx.datetime.Instant
import kotlinx.serialization.json.*
import org.jetbrains.exposed.sql.selectAll
import java.util.UUID
import java.util.concurrent.ConcurrentHashMap

/* ---------- JSON helpers ---------- */
fun j(v: Any?): JsonElement = when (v) {
    null -> JsonNull
    is JsonElement -> v
    is String -> JsonPrimitive(v)
    is Number -> JsonPrimitive(v)
    is Boolean -> JsonPrimitive(v)
    is List<*> -> JsonArray(v.map { j(it) })
    is Map<*, *> -> JsonObject(v.entries.associate { it.key.toString() to j(it.value) })
    else -> error("no JSON for ${v::class}")
}
fun o(vararg p: Pair<String, Any?>): JsonObject = JsonObject(p.associate { it.first to j(it.second) })
fun data(v: JsonElement): JsonObject = o("data" to v)
fun page(items: List<JsonElement>, next: String?, limit: Int): JsonObject =
    o("data" to items, "pagination" to o("nextCursor" to next, "limit" to limit))
/** ISO 8601 with milliseconds and Z, always three digits. */
fun iso(ms: Long): String {
    val s = Instant.fromEpochMilliseconds(ms - Math.floorMod(ms, 1000L)).toString().removeSuffix("Z")
    return s + "." + Math.floorMod(ms, 1000L).toString().padStart(3, '0') + "Z"
}
fun isoN(ms: Long?): JsonElement = if (ms == null) JsonNull else JsonPrimitive(iso(ms))
fun JsonObject.str(k: String): String? = (this[k] as? JsonPrimitive)?.contentOrNull
fun JsonObject.int(k: String): Int? = (this[k] as? JsonPrimitive)?.intOrNull
fun JsonObject.lng(k: String): Long? = (this[k] as? JsonPrimitive)?.longOrNull
fun JsonObject.bool(k: String): Boolean? = (this[k] as? JsonPrimitive)?.booleanOrNull
fun JsonObject.has(k: String) = this[k] != null && this[k] !is JsonNull

/* ---------- schemas: what the document shows and what bodies are checked with are the same ---------- */
fun sStr(max: Int? = null, min: Int? = null, nullable: Boolean = false, fmt: String? = null, enum: List<String>? = null, pattern: String? = null, desc: String? = null) = sch(
    "type" to "string", "maxLength" to max, "minLength" to min, "nullable" to (if (nullable) true else null), "format" to fmt, "enum" to enum, "pattern" to pattern, "description" to desc)
fun sInt(min: Long? = null, max: Long? = null, nullable: Boolean = false, desc: String? = null) = sch("type" to "integer", "minimum" to min, "maximum" to max, "nullable" to (if (nullable) true else null), "description" to desc)
fun sNum(min: Double? = null, max: Double? = null) = sch("type" to "number", "minimum" to min, "maximum" to max)
fun sBool(nullable: Boolean = false) = sch("type" to "boolean", "nullable" to (if (nullable) true else null))
fun sArr(items: JsonElement) = sch("type" to "array", "items" to items)
fun sRef(n: String) = o("\$ref" to "#/components/schemas/$n")
fun sObj(vararg p: Pair<String, JsonElement>, req: List<String>? = null) = sch("type" to "object", "properties" to JsonObject(p.toMap()), "required" to req)
/** A record that is answered: all its fields are always there. */
fun sRec(vararg p: Pair<String, JsonElement>) = sObj(*p, req = p.map { it.first })
private fun sch(vararg p: Pair<String, Any?>) = JsonObject(p.filter { it.second != null }.associate { it.first to j(it.second) })
val T = sStr(fmt = "date-time"); val TN = sStr(fmt = "date-time", nullable = true); val UU = sStr(fmt = "uuid")
val SN = sStr(nullable = true)

val UUID_RE = Regex("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")
private val INT_RE = Regex("-?(0|[1-9][0-9]{0,18})")
private val NUM_RE = Regex("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")
class Issue(val loc: List<Any>, val type: String, val msg: String)

fun check(s: JsonObject, v: JsonElement, loc: List<Any>, out: MutableList<Issue>) {
    fun bad(type: String, msg: String) { out += Issue(loc, type, msg) }
    if (v is JsonNull) { if (s["nullable"] == null) bad("NULL", "must not be null"); return }
    when (s.str("type")) {
        "string" -> {
            if (v !is JsonPrimitive || !v.isString) return bad("TYPE", "must be a string")
            val t = v.content; val n = t.codePointCount(0, t.length)
            s.int("maxLength")?.let { if (n > it) bad("MAX_LENGTH", "must have at most $it characters") }
            s.int("minLength")?.let { if (n < it) bad("MIN_LENGTH", "must have at least $it characters") }
            (s["enum"] as? JsonArray)?.let { e -> if (e.none { (it as JsonPrimitive).content == t }) bad("ENUM", "must be one of ${e.map { (it as JsonPrimitive).content }}") }
            s.str("pattern")?.let { if (!Regex(it).containsMatchIn(t)) bad("PATTERN", "must match $it") }
            if (s.str("format") == "uuid" && !UUID_RE.matches(t)) bad("UUID", "must be a UUID")
        }
        "integer" -> {
            if (v !is JsonPrimitive || v.isString || !INT_RE.matches(v.content)) return bad("TYPE", "must be an integer")
            val n = v.content.toLongOrNull() ?: return bad("RANGE", "is out of range")
            s.lng("minimum")?.let { if (n < it) bad("MINIMUM", "must be at least $it") }
            s.lng("maximum")?.let { if (n > it) bad("MAXIMUM", "must be at most $it") }
        }
        "number" -> {
            if (v !is JsonPrimitive || v.isString || !NUM_RE.matches(v.content)) return bad("TYPE", "must be a number")
            val n = v.content.toDouble()
            if (!n.isFinite()) return bad("RANGE", "is out of range")
            (s["minimum"] as? JsonPrimitive)?.double?.let { if (!(n >= it)) bad("MINIMUM", "must be at least $it") }
            (s["maximum"] as? JsonPrimitive)?.double?.let { if (!(n <= it)) bad("MAXIMUM", "must be at most $it") }
        }
        "boolean" -> if (v !is JsonPrimitive || v.isString || v.booleanOrNull == null) bad("TYPE", "must be a boolean")
        "array" -> {
            if (v !is JsonArray) return bad("TYPE", "must be an array")
            s.int("maxItems")?.let { if (v.size > it) bad("MAX_ITEMS", "must have at most $it items") }
            v.forEachIndexed { i, e -> check(s["items"] as JsonObject, e, loc + i, out) }
        }
        "object" -> {
            if (v !is JsonObject) return bad("TYPE", "must be an object")
            (s["required"] as? JsonArray)?.forEach { k -> val n = (k as JsonPrimitive).content; if (v[n] == null) out += Issue(loc + n, "MISSING", "is required") }
            (s["properties"] as? JsonObject)?.forEach { (k, ps) -> v[k]?.let { check(ps as JsonObject, it, loc + k, out) } }
        }
    }
}

/* ---------- errors ---------- */
class ApiError(val status: Int, val code: String, message: String, val issues: List<Issue>? = null) : RuntimeException(message, null, false, false)
fun fail(status: Int, code: String, msg: String): Nothing = throw ApiError(status, code, msg)
fun notFound(what: String): Nothing = fail(404, "${what}_NOT_FOUND", "There is no such ${what.lowercase().replace('_', ' ')}")
fun invalid(vararg loc: Any, msg: String): Nothing = throw ApiError(422, "VALIDATION_ERROR", "The request is not valid", listOf(Issue(loc.toList(), "VALUE", msg)))
fun errorJson(code: String, msg: String, issues: List<Issue>? = null): JsonObject {
    val e = mutableMapOf<String, JsonElement>("code" to j(code), "message" to j(msg), "traceId" to j(ulid()))
    if (issues != null) e["details"] = j(issues.map { o("loc" to it.loc, "type" to it.type, "message" to it.msg) })
    return o("error" to JsonObject(e))
}
suspend fun ApplicationCall.sendJson(status: Int, body: JsonElement) = respondText(body.toString(), ContentType.Application.Json, HttpStatusCode.fromValue(status))
/** Set where an error is our own, so that the status pages leave it as it is. */
val ANSWERED = io.ktor.util.AttributeKey<Boolean>("answered")
suspend fun ApplicationCall.sendError(t: Throwable) {
    if (response.isCommitted) return
    attributes.put(ANSWERED, true)
    when (t) {
        is ApiError -> {
            if (t.status == 401) response.header("WWW-Authenticate", "Bearer realm=\"laurel\"")
            sendJson(t.status, errorJson(t.code, t.message!!, t.issues))
        }
        is io.ktor.server.plugins.BadRequestException, is java.io.IOException -> sendJson(422, errorJson("VALIDATION_ERROR", "The request can not be read", listOf(Issue(listOf("body"), "BODY", "can not be read"))))
        else -> { if (System.getenv("DEBUG") != null) t.printStackTrace(); sendJson(500, errorJson("INTERNAL_ERROR", "Something went wrong on our side")) }
    }
}

/* ---------- authentication ---------- */
const val ISSUER = "https://id.laurel.example"
private val ALG = Algorithm.HMAC256("laurel-staging-signing-secret-9e2b7c41")
private val VERIFIER = JWT.require(ALG).withIssuer(ISSUER).withAudience("laurel-api").build()
class User(val id: String, val tier: String, val name: String, val email: String, val createdAt: Long, val connected: Boolean) { val sandbox get() = tier == "SANDBOX" }
private val people = ConcurrentHashMap<String, User>()   // users never change while we run

suspend fun userById(id: String): User? = people[id] ?: read {
    Users.selectAll().where { Users.id eq id }.firstOrNull()?.let { User(id, it[Users.tier], it[Users.name], it[Users.email], it[Users.createdAt], it[Users.connected]) }
}?.also { people[id] = it }
/** The subject of a JWT that is ours and in force, or null. */
fun subject(token: String): String? = try {
    (if (bug("jwt-signature-unchecked")) JWT.decode(token) else VERIFIER.verify(token)).subject
} catch (e: com.auth0.jwt.exceptions.JWTVerificationException) { null }
fun bearer(call: ApplicationCall): String? {
    val h = call.request.headers["Authorization"] ?: return null
    if (!h.startsWith("Bearer ", ignoreCase = true)) return null
    return h.substring(7).trim().ifEmpty { null }
}

/** The whole body as bytes. */
suspend fun ApplicationCall.receiveBytes(): ByteArray = receiveChannel().toByteArray()

/* ---------- operations ---------- */
enum class Auth { JWT, NONE, OPTIONAL, KEY }
class Param(val name: String, val where: String, val schema: JsonObject, val required: Boolean, val default: JsonElement? = null, val emptyIsNull: Boolean = false)
fun pUuid(n: String) = Param(n, "path", UU, true)
fun pStr(n: String) = Param(n, "path", sStr(), true)
fun pInt(n: String) = Param(n, "path", sInt(), true)
fun q(n: String, s: JsonObject, required: Boolean = false, default: Any? = null, emptyIsNull: Boolean = false) = Param(n, "query", s, required, default?.let { j(it) }, emptyIsNull)

class Ctx(val call: ApplicationCall, val user: User?, val args: Map<String, JsonElement>, val body: JsonElement?) {
    val me: User get() = user!!
    val uid: String get() = user!!.id
    fun s(n: String): String = (args[n] as JsonPrimitive).content
    fun sOrNull(n: String): String? = (args[n] as? JsonPrimitive)?.contentOrNull
    fun i(n: String): Int = (args[n] as JsonPrimitive).int
    fun l(n: String): Long = (args[n] as JsonPrimitive).long
    fun d(n: String): Double = (args[n] as JsonPrimitive).double
    /** A UUID in its usual small letters. */
    fun id(n: String): String = s(n).let { if (UUID_RE.matches(it)) it.lowercase() else it }
    val b: JsonObject get() = body as JsonObject
    fun time(n: String): Long? = sOrNull(n)?.let { Instant.parse(it.replace(' ', '+')).toEpochMilliseconds() }
}
class Operation(val method: String, val path: String, val auth: Auth, val params: List<Param>, val bodySchema: String?, val bodyOptional: Boolean,
         val ok: Int, val out: JsonElement?, val errs: List<Int>, val deprecated: Boolean, val summary: String, val media: String, val headers: List<String>,
         val run: suspend Ctx.() -> JsonElement?)
val OPS = mutableListOf<Operation>()
fun op(method: String, path: String, summary: String, auth: Auth = Auth.JWT, params: List<Param> = emptyList(), body: String? = null, bodyOptional: Boolean = false,
       ok: Int = 200, out: JsonElement? = null, errs: List<Int> = emptyList(), deprecated: Boolean = false, media: String = "application/json", headers: List<String> = emptyList(),
       run: suspend Ctx.() -> JsonElement?) { OPS += Operation(method, path, auth, params, body, bodyOptional, ok, out, errs, deprecated, summary, media, headers, run) }
fun rec(n: String) = sRec("data" to sRef(n))
fun arr(n: String) = sArr(sRef(n))

/** Answers that the handler has written itself. */
object Sent : Throwable("sent", null, false, false) { private fun readResolve(): Any = Sent }

private val lenient = Json { isLenient = false }
fun parseJson(t: String): JsonElement? = try { lenient.parseToJsonElement(t).takeIf { strict(it) } } catch (e: Exception) { null } catch (e: StackOverflowError) { null }
/** kotlinx.serialization takes bare words for primitives in a tree: they are no JSON. */
private fun strict(e: JsonElement): Boolean = when (e) {
    is JsonNull -> true
    is JsonPrimitive -> e.isString || e.content == "true" || e.content == "false" || NUM_RE.matches(e.content)
    is JsonArray -> e.all { strict(it) }
    is JsonObject -> e.values.all { strict(it) }
}

fun readArg(p: Param, raw: String, issues: MutableList<Issue>): JsonElement? {
    val loc = listOf<Any>(p.where, p.name)
    if (p.emptyIsNull && (raw == "" || raw == "null")) return null
    val v: JsonElement = when (p.schema.str("type")) {
        "integer" -> if (INT_RE.matches(raw)) JsonUnquotedOrNull(raw) else null
        "number" -> if (NUM_RE.matches(raw)) JsonUnquotedOrNull(raw) else null
        else -> JsonPrimitive(raw)
    } ?: run { issues += Issue(loc, "TYPE", "must be ${p.schema.str("type")}"); return null }
    if (p.schema.str("format") == "date-time") {
        try { Instant.parse(raw.replace(' ', '+')).toEpochMilliseconds() } catch (e: IllegalArgumentException) { issues += Issue(loc, "DATE_TIME", "must be a date-time with an offset"); return null }
    }
    check(p.schema, v, loc, issues)
    return v
}
private fun JsonUnquotedOrNull(raw: String): JsonElement? = try { Json.parseToJsonElement(raw) } catch (e: Exception) { null }

fun Routing.install(op: Operation) {
    val paths = if (op.path == "/me/") listOf("/me/", "/me") else listOf(op.path)
    for (p in paths) route(p, HttpMethod.parse(op.method)) { handle { serve(op) } }
}

private suspend fun PipelineContext<Unit, ApplicationCall>.serve(op: Operation) {
    val call = call
    try {
        val user: User? = when (op.auth) {
            Auth.NONE -> null
            Auth.OPTIONAL -> bearer(call)?.let { subject(it) }?.let { userById(it) }
            Auth.JWT -> bearer(call)?.let { subject(it) }?.let { userById(it) } ?: fail(401, "UNAUTHORIZED", "A valid bearer token is required")
            Auth.KEY -> keyOwner(bearer(call)) ?: fail(401, "INVALID_API_KEY", "A valid API key is required")
        }
        val issues = mutableListOf<Issue>(); val args = HashMap<String, JsonElement>()
        for (p in op.params) {
            val raw = if (p.where == "path") call.parameters[p.name] else call.request.queryParameters[p.name]
            if (raw == null) { if (p.required) issues += Issue(listOf(p.where, p.name), "MISSING", "is required") else p.default?.let { args[p.name] = it }; continue }
            val v = readArg(p, raw, issues)
            if (v != null) args[p.name] = v else p.default?.let { args[p.name] = it }
        }
        var body: JsonElement? = null
        if (op.bodySchema != null) {
            val bytes = call.receiveBytes(); val text = String(bytes, Charsets.UTF_8)
            if (bytes.size > 900_000) issues += Issue(listOf("body"), "SIZE", "must have at most 900000 bytes")
            else if (text.isBlank()) { if (!op.bodyOptional) issues += Issue(listOf("body"), "MISSING", "is required") }
            else {
                body = parseJson(text)
                if (body == null) issues += Issue(listOf("body"), "JSON", "is not valid JSON")
                else if (body is JsonNull && op.bodyOptional) body = null
                else check(SCHEMAS.getValue(op.bodySchema), body, listOf("body"), issues)
            }
        }
        if (issues.isNotEmpty()) throw ApiError(422, "VALIDATION_ERROR", "The request is not valid", issues)
        val answer = Ctx(call, user, args, body).run { op.run(this) }
        if (op.ok == 204) call.respond(HttpStatusCode.NoContent) else call.sendJson(op.ok, answer ?: JsonNull)
    } catch (s: Sent) {
    } catch (e: ApiError) { call.sendError(e) }
}

/* ---------- the document ---------- */
private val REASON = mapOf(200 to "OK", 201 to "Created", 204 to "No content", 400 to "Invalid request", 401 to "Missing or invalid credential", 402 to "Already subscribed", 403 to "No permission",
    404 to "Not found", 409 to "Conflict", 422 to "Validation error", 500 to "Internal error", 503 to "Unavailable")
fun openApi(port: Int): JsonObject {
    val paths = LinkedHashMap<String, MutableMap<String, JsonElement>>()
    for (op in OPS) {
        val r = LinkedHashMap<String, JsonElement>()
        val hs = if (op.headers.isEmpty()) null else JsonObject(op.headers.associateWith { o("schema" to sStr(), "required" to (it == "X-Service-Run-ID")) })
        val okBody = mutableMapOf<String, JsonElement>("description" to j(REASON[op.ok]))
        if (op.ok != 204) okBody["content"] = o(op.media to o("schema" to (op.out ?: JsonObject(emptyMap()))))
        if (hs != null) okBody["headers"] = hs
        r[op.ok.toString()] = JsonObject(okBody)
        val errs = (op.errs + (if (op.auth == Auth.JWT || op.auth == Auth.KEY) listOf(401) else emptyList()) +
            (if (op.params.isNotEmpty() || op.bodySchema != null) listOf(422) else emptyList()) + 500).distinct().sorted()
        for (e in errs) r[e.toString()] = o("description" to REASON[e], "content" to o("application/json" to o("schema" to sRef(if (e == 422) "HTTPValidationError" else "Error"))))
        val m = mutableMapOf<String, Any?>("summary" to op.summary, "operationId" to (op.method.lowercase() + op.path.split('/', '-', '{', '}', '_').joinToString("") { it.replaceFirstChar { c -> c.uppercase() } } + (if (op.path.endsWith("/")) "Root" else "")),
            "responses" to JsonObject(r), "security" to when (op.auth) { Auth.JWT -> listOf(o("jwt" to emptyList<String>())); Auth.KEY -> listOf(o("apiKey" to emptyList<String>())); else -> emptyList<String>() })
        if (op.params.isNotEmpty()) m["parameters"] = op.params.map { p ->
            val s = if (p.default != null) JsonObject(p.schema + ("default" to p.default)) else p.schema
            o("name" to p.name, "in" to p.where, "required" to p.required, "schema" to s) }
        if (op.bodySchema != null) m["requestBody"] = o("required" to !op.bodyOptional, "content" to o("application/json" to o("schema" to sRef(op.bodySchema))))
        if (op.deprecated) m["deprecated"] = true
        paths.getOrPut(op.path) { LinkedHashMap() }[op.method.lowercase()] = j(m)
    }
    return o("openapi" to "3.0.3", "info" to o("title" to "Laurel Agent Workers", "version" to "0.1.0"), "servers" to listOf(o("url" to "http://127.0.0.1:$port")),
        "paths" to paths, "components" to o("schemas" to SCHEMAS, "securitySchemes" to o(
            "jwt" to o("type" to "http", "scheme" to "bearer", "bearerFormat" to "JWT"), "apiKey" to o("type" to "http", "scheme" to "bearer", "bearerFormat" to "lk_live_…"))))
}
