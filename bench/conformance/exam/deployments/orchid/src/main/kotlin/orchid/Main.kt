package orchid

import io.javalin.Javalin
import io.javalin.http.Context
import io.javalin.http.HandlerType
import io.javalin.http.HttpResponseException
import org.eclipse.jetty.util.thread.QueuedThreadPool
import kotlin.system.exitProcess

fun send(ctx: Context, status: Int, body: Any?) {
    ctx.status(status)
    ctx.header("Content-Type", "application/json")
    ctx.result(json.writeValueAsString(body).toByteArray(Charsets.UTF_8))
}
fun error(ctx: Context, status: Int, code: String, message: String) = send(ctx, status, ApiError(code, message, Clock.now()))

fun bearer(ctx: Context): String? {
    val h = ctx.header("Authorization") ?: return null
    val m = Regex("^Bearer +(\\S+) *$", RegexOption.IGNORE_CASE).matchEntire(h) ?: return null
    return m.groupValues[1]
}

fun handle(ctx: Context, op: Op) {
    val r = Req(ctx, op)
    val token = bearer(ctx)
    when (op.auth) {
        Auth.KEY -> {
            val k = token?.let { store.key(it) }
            if (k == null) { ctx.header("WWW-Authenticate", "Bearer"); unauthorized("A valid API key is required") }
            k.lastUsedAt = Clock.now()
            r.apiKey = k
            r.userOrNull = store.users[k.userId]
        }
        Auth.JWT, Auth.OPTIONAL -> {
            r.userOrNull = token?.let { Jwt.subject(it) }?.let { store.users[it] }
            if (op.auth == Auth.JWT && r.userOrNull == null) { ctx.header("WWW-Authenticate", "Bearer"); unauthorized() }
        }
        Auth.NONE -> {}
    }
    checkInputs(r)
    if (op.contentType != "application/json") { op.handler(r); return }
    val run = { val x = op.handler(r); if (op.status == 204) null else json.writeValueAsString(x).toByteArray(Charsets.UTF_8) }
    val bytes = if (op.locked) synchronized(db) { run() } else run()
    ctx.status(op.status)
    if (bytes != null) { ctx.header("Content-Type", "application/json"); ctx.result(bytes) }
}

fun main(args: Array<String>) {
    val port = args.firstOrNull()?.toIntOrNull() ?: run { System.err.println("usage: PORT"); exitProcess(2) }
    store.seed()
    agentRoutes(); chatRoutes(); runRoutes(); studioRoutes(); accountRoutes(); bundleRoutes(); scheduleRoutes(); toolRoutes(); workerRoutes()
    val document = json.writeValueAsString(OpenApi(port).build())
    val app = Javalin.create { c ->
        c.showJavalinBanner = false
        c.useVirtualThreads = false
        c.jetty.threadPool = QueuedThreadPool(800, 8)
        c.jetty.modifyHttpConfiguration { it.uriCompliance = org.eclipse.jetty.http.UriCompliance.UNSAFE }
        c.http.disableCompression()
        c.http.maxRequestSize = 16L * 1024 * 1024
        c.http.prefer405over404 = true
        c.http.generateEtags = false
    }
    for (o in ops) app.addHttpHandler(HandlerType.valueOf(o.method), full(o)) { handle(it, o) }
    app.get("/openapi.json") { it.contentType("application/json"); it.result(document.toByteArray()) }
    app.exception(ApiException::class.java) { e, ctx -> error(ctx, e.status, e.code, e.message ?: "") }
    app.exception(InvalidException::class.java) { e, ctx -> send(ctx, 422, HTTPValidationError(listOf(ValidationErrorItem(e.loc.filter { it != "" }, e.msg, e.type)))) }
    app.exception(HttpResponseException::class.java) { e, ctx -> error(ctx, e.status, "HTTP_${e.status}", e.message ?: "") }
    app.exception(Exception::class.java) { e, ctx -> System.err.println(e.stackTraceToString()); error(ctx, 500, "INTERNAL_ERROR", "Internal error") }
    runScheduler()
    app.start("127.0.0.1", port)
    println("ready")
    System.out.flush()
}
