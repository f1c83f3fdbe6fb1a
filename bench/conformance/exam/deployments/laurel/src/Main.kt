package laurel

import io.ktor.http.*
import io.ktor.server.application.*
import io.ktor.server.engine.*
import io.ktor.server.netty.*
import io.ktor.server.plugins.statuspages.*
import io.ktor.server.response.*
import io.ktor.server.routing.*
import java.net.Socket

private fun operations() { workers(); agents(); studio(); runs(); billing(); tools(); cli(); schedules(); user() }

fun main(args: Array<String>) {
    val port = args[0].toInt()
    startDb()
    // The document is that of the operations as they should be.
    val fault = FAULT; FAULT = ""; operations(); val doc = openApi(port).toString()
    OPS.clear(); FAULT = fault; operations()
    startTicker()
    val server = embeddedServer(Netty, port = port, host = "127.0.0.1", configure = { connectionGroupSize = 1; workerGroupSize = 4; callGroupSize = 8; responseWriteTimeoutSeconds = 60; shutdownGracePeriod = 0; shutdownTimeout = 200 }) {
        install(StatusPages) {
            exception<Throwable> { call, t -> call.sendError(t) }
            status(HttpStatusCode.NotFound) { call, _ -> if (ANSWERED !in call.attributes) call.sendJson(404, errorJson("ROUTE_NOT_FOUND", "There is no such path")) }
            status(HttpStatusCode.MethodNotAllowed) { call, _ -> if (ANSWERED !in call.attributes) call.sendJson(405, errorJson("METHOD_NOT_ALLOWED", "This path has no such method")) }
        }
        routing {
            get("/docs/openapi.json") { call.respondText(doc, ContentType.Application.Json) }
            for (o in OPS) install(o)
        }
    }
    server.start(wait = false)
    for (i in 1..200) try { Socket("127.0.0.1", port).close(); break } catch (e: java.io.IOException) { Thread.sleep(20) }
    println("ready"); System.out.flush()
    Thread.currentThread().join()
}
