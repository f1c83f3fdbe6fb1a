package orchid

import com.fasterxml.jackson.databind.JsonNode
import java.time.Instant
import java.time.LocalDate
import kotlin.reflect.KClass
import kotlin.reflect.KType
import kotlin.reflect.full.isSubclassOf
import kotlin.reflect.full.primaryConstructor
import kotlin.reflect.typeOf

class OpenApi(private val port: Int) {
    private val schemas = sortedMapOf<String, Any?>()
    private val uuids = setOf("agent_id", "chat_id", "file_id", "schedule_id", "cli_auth_id")

    private fun ref(t: KType): Map<String, Any?> {
        val c = t.classifier as KClass<*>
        val nullable = t.isMarkedNullable
        fun simple(type: String, vararg more: Pair<String, Any?>) = linkedMapOf<String, Any?>("type" to if (nullable) listOf(type, "null") else type).apply { putAll(more) }
        return when {
            c == String::class -> simple("string")
            c == Int::class || c == Long::class -> simple("integer")
            c == Double::class -> simple("number")
            c == Boolean::class -> simple("boolean")
            c == Instant::class -> simple("string", "format" to "date-time")
            c == LocalDate::class -> simple("string", "format" to "date")
            c == Any::class || c == JsonNode::class -> mapOf()
            c.isSubclassOf(Map::class) -> simple("object")
            c.isSubclassOf(List::class) -> simple("array", "items" to ref(t.arguments[0].type!!))
            c.java.isEnum -> {
                val v = c.java.enumConstants.map { it.toString() }
                simple("string", "enum" to if (nullable) v + listOf<String?>(null) else v)
            }
            else -> {
                define(c)
                val r = mapOf("\$ref" to "#/components/schemas/${c.simpleName}")
                if (nullable) mapOf("anyOf" to listOf(r, mapOf("type" to "null"))) else r
            }
        }
    }

    private fun define(c: KClass<*>) {
        val name = c.simpleName!!
        if (name in schemas) return
        schemas[name] = null
        val ps = c.primaryConstructor!!.parameters
        val request = name.endsWith("Request") || name.endsWith("RequestPartial") || name.endsWith("Create") || name.endsWith("Update") || name.endsWith("InsertModel")
        val props = linkedMapOf<String, Any?>()
        for (p in ps) props[p.name!!] = ref(p.type).let { r -> if (!request && p.name in uuids && r["type"] == "string" && !name.startsWith("UserBundle")) r + mapOf("format" to "uuid") else r }
        schemas[name] = linkedMapOf<String, Any?>("type" to "object", "title" to name, "properties" to props).apply {
            val req = ps.filter { !it.isOptional }.map { it.name }
            if (req.isNotEmpty()) put("required", req)
        }
    }

    private fun content(t: KType) = mapOf("application/json" to mapOf("schema" to ref(t)))

    fun build(): Map<String, Any?> {
        val paths = linkedMapOf<String, LinkedHashMap<String, Any?>>()
        for (o in ops) {
            val params = mutableListOf<Any?>()
            for (p in o.pathParams) params.add(mapOf("name" to p, "in" to "path", "required" to true, "schema" to when (o.pathTypes[p] ?: "uuid") {
                "uuid" -> mapOf("type" to "string", "format" to "uuid"); "integer" -> mapOf("type" to "integer"); else -> mapOf("type" to "string") }))
            for (q in o.query) {
                val s = linkedMapOf<String, Any?>("type" to if (q.nullable) listOf(q.type, "null") else q.type)
                if (q.name == "next_cursor") s["format"] = "date-time"
                if (q.default != null) s["default"] = q.default
                if (q.min != null) s["minimum"] = q.min
                if (q.max != null) s["maximum"] = q.max
                if (q.values != null) s["enum"] = q.values
                if (q.minLength != null) s["minLength"] = q.minLength
                params.add(mapOf("name" to q.name, "in" to "query", "required" to q.required, "schema" to s))
            }
            val headers = o.headers.mapValues { (k, v) -> mapOf("description" to v, "required" to (k == "X-Service-Run-ID"), "schema" to if (k == "X-Service-Run-ID") mapOf("type" to "string", "format" to "uuid") else mapOf("type" to "string")) }
            val ok = linkedMapOf<String, Any?>("description" to o.summary)
            if (headers.isNotEmpty()) ok["headers"] = headers
            if (o.contentType != "application/json") ok["content"] = mapOf(o.contentType to mapOf("schema" to mapOf("type" to "string")))
            else if (o.result != null) ok["content"] = content(o.result)
            val responses = linkedMapOf<String, Any?>(o.status.toString() to ok)
            val others = java.util.TreeMap(o.others)
            if (o.auth == Auth.JWT || o.auth == Auth.KEY) others.putIfAbsent(401, "Missing or invalid credential")
            for ((s, d) in others) responses[s.toString()] = mapOf("description" to d, "content" to content(typeOf<ApiError>()))
            if (o.has422) responses["422"] = mapOf("description" to "Validation error", "content" to content(typeOf<HTTPValidationError>()))
            val x = linkedMapOf<String, Any?>("operationId" to o.method.lowercase() + o.path.split("/", "{", "}", "-", "_").filter { it.isNotEmpty() }.joinToString("") { it.replaceFirstChar { c -> c.uppercase() } }, "summary" to o.summary, "tags" to listOf(o.tag))
            if (o.deprecated) x["deprecated"] = true
            if (params.isNotEmpty()) x["parameters"] = params
            if (o.path.endsWith("/webhook")) params.add(mapOf("name" to "X-Payment-Signature", "in" to "header", "required" to true, "schema" to mapOf("type" to "string"))).also { x["parameters"] = params }
            if (o.body != null) x["requestBody"] = mapOf("required" to !o.bodyOptional, "content" to mapOf("application/json" to mapOf("schema" to
                if (o.body == typeOf<JsonNode>()) mapOf("type" to "object") else if (o.bodyOptional) mapOf("anyOf" to listOf(ref(o.body), mapOf("type" to "null"))) else ref(o.body))))
            if (o.auth == Auth.OPTIONAL) x["description"] = "Open to everybody for public records; the owner of a private one sends a bearer JWT."
            when (o.auth) { Auth.JWT -> x["security"] = listOf(mapOf("jwt" to listOf<String>())); Auth.KEY -> x["security"] = listOf(mapOf("apiKey" to listOf<String>())); else -> {} }
            x["responses"] = responses
            paths.getOrPut(full(o)) { linkedMapOf() }[o.method.lowercase()] = x
        }
        return linkedMapOf(
            "openapi" to "3.1.0",
            "info" to mapOf("title" to "Orchid Agent Workers", "version" to "0.1.0", "description" to "Workers API below /agents, User API below /api/me."),
            "servers" to listOf(mapOf("url" to "http://127.0.0.1:$port")),
            "paths" to paths,
            "components" to mapOf("schemas" to schemas, "securitySchemes" to mapOf(
                "jwt" to mapOf("type" to "http", "scheme" to "bearer", "bearerFormat" to "JWT"),
                "apiKey" to mapOf("type" to "http", "scheme" to "bearer", "description" to "An API key, awk_live_..."))))
    }
}
fun full(o: Op) = if (o.path.startsWith("/agents")) o.path else "/api" + o.path
