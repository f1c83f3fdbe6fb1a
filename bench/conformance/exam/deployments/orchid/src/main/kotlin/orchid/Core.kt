package orchid

import com.fasterxml.jackson.core.JsonParser
import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.*
import com.fasterxml.jackson.databind.cfg.CoercionAction
import com.fasterxml.jackson.databind.cfg.CoercionInputShape
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.type.LogicalType
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule
import com.fasterxml.jackson.module.kotlin.KotlinFeature
import com.fasterxml.jackson.module.kotlin.kotlinModule
import io.javalin.http.Context
import java.lang.reflect.Type
import java.security.MessageDigest
import java.time.Instant
import java.time.OffsetDateTime
import java.time.temporal.ChronoUnit
import java.util.Base64
import java.util.UUID
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
import kotlin.reflect.KType
import kotlin.reflect.javaType
import kotlin.reflect.typeOf

val FAULT: String = System.getenv("FAULT") ?: ""
fun fault(id: String) = FAULT == id

val json: JsonMapper = JsonMapper.builder()
    .addModule(kotlinModule { enable(KotlinFeature.StrictNullChecks) })
    .addModule(JavaTimeModule())
    .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
    .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
    .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
    .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
    .withCoercionConfig(LogicalType.Textual) {
        it.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        it.setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        it.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
    }
    .withCoercionConfig(LogicalType.Enum) { it.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail) }
    .build()

/** A clock that never gives the same microsecond twice, so that times are usable as cursors. */
object Clock {
    private var last = 0L
    @Synchronized fun now(): Instant {
        val n = Instant.now()
        val micros = maxOf(n.epochSecond * 1_000_000 + n.nano / 1000, last + 1)
        last = micros
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS)
    }
}

fun newId(): String = UUID.randomUUID().toString()
private val UUID_RE = Regex("^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$")
fun isUuid(s: String) = UUID_RE.matches(s)

fun hmac(secret: String, data: ByteArray): ByteArray =
    Mac.getInstance("HmacSHA256").apply { init(SecretKeySpec(secret.toByteArray(), "HmacSHA256")) }.doFinal(data)
fun hex(b: ByteArray) = b.joinToString("") { "%02x".format(it) }
fun constantEquals(a: String, b: String) = MessageDigest.isEqual(a.toByteArray(), b.toByteArray())

object Jwt {
    const val SECRET = "orchid-signing-secret-2026"
    private val enc = Base64.getUrlEncoder().withoutPadding()
    fun sign(sub: String, name: String): String {
        val h = enc.encodeToString("""{"alg":"HS256","typ":"JWT"}""".toByteArray())
        val p = enc.encodeToString("""{"sub":"$sub","name":"$name","iat":1767225600}""".toByteArray())
        return "$h.$p." + enc.encodeToString(hmac(SECRET, "$h.$p".toByteArray()))
    }
    fun subject(token: String): String? {
        val parts = token.split(".")
        if (parts.size != 3) return null
        val sig = enc.encodeToString(hmac(SECRET, "${parts[0]}.${parts[1]}".toByteArray()))
        if (!constantEquals(sig, parts[2])) return null
        return try { json.readTree(Base64.getUrlDecoder().decode(parts[1])).path("sub").asText(null) } catch (e: Exception) { null }
    }
}

// ---- errors
class ApiException(val status: Int, val code: String, message: String) : RuntimeException(message)
class InvalidException(val loc: List<Any>, val msg: String, val type: String) : RuntimeException(msg)

fun badRequest(msg: String): Nothing = throw ApiException(400, "BAD_REQUEST", msg)
fun unauthorized(msg: String = "A valid bearer credential is required"): Nothing = throw ApiException(401, "UNAUTHORIZED", msg)
fun paymentRequired(msg: String): Nothing = throw ApiException(402, "PAYMENT_REQUIRED", msg)
fun forbidden(msg: String = "You have no permission for this"): Nothing = throw ApiException(403, "FORBIDDEN", msg)
fun notFound(what: String): Nothing = throw ApiException(404, "NOT_FOUND", "$what not found")
fun conflict(msg: String): Nothing = throw ApiException(409, "CONFLICT", msg)
fun invalid(where: String, field: String, msg: String, type: String = "value_error"): Nothing =
    throw InvalidException(listOf(where, field), msg, type)

// ---- routes
enum class Auth { NONE, OPTIONAL, JWT, KEY }
class Q(val name: String, val type: String, val required: Boolean = false, val default: Any? = null,
        val min: Number? = null, val max: Number? = null, val nullable: Boolean = false,
        val values: List<String>? = null, val minLength: Int? = null)

class Op(
    val method: String, val path: String, val summary: String, val tag: String, val auth: Auth,
    val status: Int, val result: KType?, val others: Map<Int, String>,
    val pathTypes: Map<String, String>, val query: List<Q>, val body: KType?, val bodyOptional: Boolean,
    val contentType: String, val headers: Map<String, String>, val deprecated: Boolean, val locked: Boolean,
    val rawBody: Boolean, val noValidation: Boolean,
    val handler: Req.() -> Any?
) {
    val pathParams = Regex("\\{(\\w+)}").findAll(path).map { it.groupValues[1] }.toList()
    val has422 get() = !noValidation && (pathParams.any { pathTypes[it] != "string" } || query.isNotEmpty() || body != null)
}

val ops = mutableListOf<Op>()
val db = Any()

class Req(val ctx: Context, val op: Op) {
    var userOrNull: User? = null
    val user get() = userOrNull ?: unauthorized()
    var apiKey: StoredKey? = null
    var payload: Any? = null
    var bodyNode: JsonNode? = null
    fun path(name: String) = ctx.pathParam(name)
    fun uuid(name: String) = ctx.pathParam(name).lowercase()
    fun long(name: String) = ctx.pathParam(name).toLong()
    @Suppress("UNCHECKED_CAST") fun <T> body() = payload as T
    fun has(field: String) = bodyNode?.has(field) == true
    fun text(q: String): String? = ctx.queryParam(q)
    fun int(q: String): Int = ctx.queryParam(q)?.toInt() ?: op.query.first { it.name == q }.default as Int
    fun double(q: String): Double = ctx.queryParam(q)?.toDouble() ?: op.query.first { it.name == q }.default as Double
    fun cursor(): Instant? = parseCursor(ctx.queryParam("next_cursor"))
}

fun parseCursor(s: String?): Instant? {
    if (s == null || s.isEmpty() || s == "null") return null
    return try { OffsetDateTime.parse(s.replace(' ', '+')).toInstant() } catch (e: Exception) {
        try { java.time.LocalDateTime.parse(s).toInstant(java.time.ZoneOffset.UTC) } catch (e: Exception) {
            invalid("query", "next_cursor", "Input should be a valid date-time", "datetime_parsing")
        }
    }
}

fun checkInputs(r: Req) {
    val op = r.op
    for (p in op.pathParams) {
        val v = r.path(p)
        when (op.pathTypes[p] ?: "uuid") {
            "uuid" -> if (!isUuid(v)) invalid("path", p, "Input should be a valid UUID", "uuid_parsing")
            "integer" -> if (!Regex("-?\\d{1,18}").matches(v)) invalid("path", p, "Input should be a valid integer", "int_parsing")
        }
    }
    for (q in op.query) {
        val v = r.text(q.name)
        if (v == null) { if (q.required) invalid("query", q.name, "Field required", "missing"); continue }
        if (q.name == "next_cursor") { parseCursor(v); continue }
        when (q.type) {
            "integer" -> {
                if (!Regex("-?\\d{1,9}").matches(v)) invalid("query", q.name, "Input should be a valid integer", "int_parsing")
                range(q, v.toDouble())
            }
            "number" -> {
                val d = if (Regex("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?").matches(v)) v.toDouble() else invalid("query", q.name, "Input should be a valid number", "float_parsing")
                range(q, d)
            }
            else -> {
                if (q.values != null && v !in q.values) invalid("query", q.name, "Input should be one of ${q.values}", "enum")
                if (q.minLength != null && v.length < q.minLength) invalid("query", q.name, "String should have at least ${q.minLength} character", "string_too_short")
            }
        }
    }
    if (op.body != null && !op.rawBody) {
        val bytes = r.ctx.bodyAsBytes()
        if (bytes.isEmpty()) {
            if (!op.bodyOptional) invalid("body", "", "Field required", "missing")
            return
        }
        val node = try { json.readTree(bytes) } catch (e: JsonProcessingException) { throw InvalidException(listOf("body"), "Body is not valid JSON", "json_invalid") }
        if (node == null || node.isMissingNode) { if (!op.bodyOptional) invalid("body", "", "Field required", "missing"); return }
        if (node.isNull && op.bodyOptional) return
        if (!node.isObject) throw InvalidException(listOf("body"), "Input should be a valid object", "object_type")
        r.bodyNode = node
        r.payload = convert(node, op.body)
    }
}

private fun range(q: Q, v: Double) {
    if (q.min != null && v < q.min.toDouble()) invalid("query", q.name, "Input should be at least ${q.min}", "greater_than_equal")
    if (q.max != null && v > q.max.toDouble()) invalid("query", q.name, "Input should be at most ${q.max}", "less_than_equal")
}

@OptIn(ExperimentalStdlibApi::class)
fun convert(node: JsonNode, type: KType): Any {
    if (type == typeOf<JsonNode>()) return node
    val jt: Type = type.javaType
    try {
        val p: JsonParser = json.treeAsTokens(node)
        return json.readValue(p, json.constructType(jt))
    } catch (e: JsonMappingException) {
        val loc = listOf<Any>("body") + e.path.map { it.fieldName ?: it.index }
        val missing = e.javaClass.simpleName.contains("Missing") && !node.has(e.path.firstOrNull()?.fieldName ?: "")
        throw InvalidException(loc, if (missing) "Field required" else "Input has the wrong type or value", if (missing) "missing" else "type_error")
    }
}
