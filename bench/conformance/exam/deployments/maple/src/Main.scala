package maple

import io.circe.*
import io.undertow.{Undertow, UndertowOptions}
import io.undertow.server.*
import io.undertow.server.handlers.BlockingHandler
import io.undertow.util.{Headers, HttpString}
import java.util.concurrent.{Executors, TimeUnit}

object Main:
  type Route = PartialFunction[(String, List[String]), Req => Res]
  /** The User API, literals before identifiers. */
  val routes: Route = {
    case ("GET", Nil)                                    => Profile.me
    case ("GET", "agent-runs" :: Nil)                    => Workers.runs
    case ("GET", "agent-runs" :: id :: Nil)              => Workers.view(_, id)
    case ("GET", "agent-runs" :: id :: "mcp-server-logs" :: Nil) => Workers.mcpLogs(_, id)
    case ("GET", "agent-runs" :: id :: "logs" :: Nil)    => Workers.logs(_, id)
    case ("GET", "executions" :: Nil)                    => Tools.executions
    case ("GET", "executions" :: id :: Nil)              => Tools.execution(_, id)
    case ("POST", "agents" :: id :: "subscribe" :: Nil)  => Subs.subscribe(_, id)
    case ("POST", "agents" :: id :: "unsubscribe" :: Nil) => Subs.unsubscribe(_, id)
    case ("GET", "subscriptions" :: Nil)                 => Subs.list
    case ("GET", "subscriptions" :: id :: Nil)           => Subs.one(_, id)
    case ("GET", "agent-studio-chats" :: Nil)            => StudioChats.list
    case ("POST", "agent-studio-chats" :: Nil)           => StudioChats.create
    case ("GET", "agent-studio-chats" :: id :: Nil)      => StudioChats.one(_, id)
    case ("PUT", "agent-studio-chats" :: id :: Nil)      => StudioChats.put(_, id)
    case ("PATCH", "agent-studio-chats" :: id :: Nil)    => StudioChats.patch(_, id)
    case ("DELETE", "agent-studio-chats" :: id :: Nil)   => StudioChats.delete(_, id)
    case ("POST", "agent-studio-chats" :: id :: "clone" :: Nil) => StudioChats.cloneIt(_, id)
    case ("GET", "agents" :: Nil)                        => Agents.list
    case ("POST", "agents" :: Nil)                       => Agents.upsert
    case ("POST", "agents" :: "vanity" :: "slug" :: Nil) => Agents.makeSlug
    case ("GET", "agents" :: "vanity" :: "slug" :: Nil)  => Agents.slugFree
    case ("GET", "agents" :: id :: Nil)                  => Agents.one(_, id)
    case ("POST", "agents" :: id :: "upsell-description" :: Nil) => Agents.upsell(_, id)
    case ("GET", "agents" :: id :: "vibe" :: Nil)        => Agents.vibe(_, id)
    case ("GET", "vibe" :: "services" :: Nil)            => Agents.vibeServices
    case ("GET", "agents" :: id :: "customizations" :: "theme" :: Nil) => Agents.theme(_, id)
    case ("PUT", "agents" :: id :: "customizations" :: "theme" :: Nil) => Agents.putTheme(_, id)
    case ("GET", "agents" :: id :: "files" :: Nil)       => Agents.files(_, id)
    case ("POST", "agents" :: id :: "files" :: Nil)      => Agents.addFile(_, id)
    case ("PUT", "agents" :: id :: "files" :: "positions" :: Nil) => Agents.positions(_, id)
    case ("GET", "agents" :: id :: "files" :: f :: Nil)  => Agents.file(_, id, f)
    case ("PATCH", "agents" :: id :: "files" :: f :: Nil) => Agents.patchFile(_, id, f)
    case ("DELETE", "agents" :: id :: "files" :: f :: Nil) => Agents.dropFile(_, id, f)
    case ("GET", "chats" :: Nil)                         => Agents.listChats
    case ("POST", "chats" :: Nil)                        => Agents.createChat
    case ("GET", "chats" :: id :: Nil)                   => Agents.oneChat(_, id)
    case ("PUT", "chats" :: id :: Nil)                   => Agents.put(_, id)
    case ("PATCH", "chats" :: id :: Nil)                 => Agents.patch(_, id)
    case ("DELETE", "chats" :: id :: Nil)                => Agents.delete(_, id)
    case ("GET", "chats" :: id :: "og" :: Nil)           => Agents.og(_, id)
    case ("POST", "chats" :: id :: "clone" :: Nil)       => Agents.cloneChat(_, id)
    case ("POST", "chats" :: id :: "feedback" :: Nil)    => Agents.feedback(_, id)
    case ("POST", "chats" :: id :: "runs" :: Nil)        => Agents.runs(_, id)
    case ("GET", "api-keys" :: Nil)                      => Keys.list
    case ("POST", "api-keys" :: Nil)                     => Keys.create
    case ("GET", "api-keys" :: "default" :: Nil)         => Keys.default
    case ("GET", "api-keys" :: id :: Nil)                => Keys.one(_, id)
    case ("DELETE", "api-keys" :: id :: Nil)             => Keys.delete(_, id)
    case ("GET", "billing" :: Nil)                       => Credits.billing
    case ("GET", "credits" :: Nil)                       => Credits.get
    case ("POST", "credits" :: "use" :: Nil)             => Credits.use
    case ("POST", "payments" :: "webhook" :: Nil)        => Credits.webhook
    case ("POST", "payments" :: "sessions" :: Nil)       => Credits.session
    case ("GET", "monetization" :: "summary" :: Nil)     => Subs.summary
    case ("GET", "monetization" :: "subscribers" :: Nil) => Subs.daily(_, false)
    case ("GET", "monetization" :: "earnings" :: Nil)    => Subs.daily(_, true)
    case ("GET", "bundles" :: Nil)                       => Bundles.list
    case ("POST", "bundles" :: Nil)                      => Bundles.create
    case ("GET", "bundles" :: id :: Nil)                 => Bundles.one(_, id)
    case ("PUT", "bundles" :: id :: Nil)                 => Bundles.put(_, id)
    case ("DELETE", "bundles" :: id :: Nil)              => Bundles.delete(_, id)
    case ("GET", "bundles" :: id :: "tools" :: Nil)      => Bundles.tools(_, id)
    case ("POST", "bundles" :: id :: "tools" :: Nil)     => Bundles.addTool(_, id)
    case ("DELETE", "bundles" :: id :: "tools" :: x :: Nil) => Bundles.dropTool(_, id, x)
    case ("POST", "cli-auth" :: Nil)                     => Cli.create
    case ("PUT", "cli-auth" :: id :: Nil)                => Cli.attach(_, id)
    case ("GET", "cli-auth" :: id :: Nil)                => Cli.read(_, id)
    case ("GET", "schedules" :: Nil)                     => Schedules.list
    case ("POST", "schedules" :: Nil)                    => Schedules.create
    case ("GET", "schedules" :: "onboarding" :: Nil)     => Schedules.onboarding
    case ("GET", "schedules" :: "text-to-cron" :: Nil)   => Schedules.textToCron
    case ("GET", "schedules" :: id :: Nil)               => Schedules.one(_, id)
    case ("PUT", "schedules" :: id :: Nil)               => Schedules.put(_, id)
    case ("DELETE", "schedules" :: id :: Nil)            => Schedules.delete(_, id)
    case ("GET", "tools" :: "list" :: Nil)               => Tools.mcpList
    case ("GET", "tools" :: Nil)                         => Tools.publicList
    case ("GET", "tools" :: "search" :: Nil)             => Tools.search
    case ("GET", "tools" :: id :: Nil)                   => Tools.publicOne(_, id)
    case ("POST", "tools" :: "run" :: name :: Nil)       => Tools.run(_, name)
    case ("GET", "toolsets" :: "list" :: Nil)            => Tools.setList
    case ("GET", "toolsets" :: name :: Nil)              => Tools.setOne(_, name)
    case ("GET", "user-tools" :: Nil)                    => Tools.mine
    case ("POST", "user-tools" :: Nil)                   => Tools.install
    case ("GET", "user-tools" :: id :: Nil)              => Tools.installedOne(_, id)
    case ("DELETE", "user-tools" :: id :: Nil)           => Tools.uninstall(_, id)
    case ("GET", "vip" :: Nil)                           => Profile.vipCount
    case ("POST", "vip" :: Nil)                          => Profile.redeem
  }
  private val verbs = List("GET", "POST", "PUT", "PATCH", "DELETE")

  def api(req: Req): Res =
    val segs = req.segs
    routes.lift((req.method, segs)) match
      case Some(h) => h(req)
      case None =>
        val allow = verbs.filter(v => routes.isDefinedAt((v, segs)))
        if allow.isEmpty then fail(404, "no such path") else throw Problem(405, "method not allowed", Nil, List("Allow" -> allow.mkString(", ")))

  private def send(ex: HttpServerExchange, r: Res): Unit =
    ex.setStatusCode(r.status)
    r.headers.foreach((k, v) => ex.getResponseHeaders.put(HttpString(k), v))
    r.body match
      case Some(j) =>
        if !ex.getResponseHeaders.contains(Headers.CONTENT_TYPE) then ex.getResponseHeaders.put(Headers.CONTENT_TYPE, "application/json")
        val bs = j.noSpaces.getBytes("UTF-8")
        ex.setResponseContentLength(bs.length)
        ex.getOutputStream.write(bs)
        ex.getOutputStream.close()
      case None => ex.endExchange()

  private def refuse(ex: HttpServerExchange, p: Problem): Unit =
    if !ex.isResponseStarted then send(ex, Res(p.status, Some(Problem.toJson(p)), ("Content-Type" -> "application/problem+json") :: p.headers))

  private def handle(ex: HttpServerExchange): Unit =
    try
      val raw = ex.getRequestURI.replaceFirst("^https?://[^/]*", "")
      val segs = raw.split("/", -1).toList.drop(1).map(Url.decode(_, false)).reverse.dropWhile(_.isEmpty).reverse
      def body(): Array[Byte] =
        try ex.getInputStream.readAllBytes()
        catch case _: RequestTooBigException => fail(413, "the body is too large")
      def req(ss: List[String]) = Req(ex.getRequestMethod.toString, ss, ex.getQueryString, k => Option(ex.getRequestHeaders.getFirst(k)), () => body())
      segs match
        case "agents" :: rest =>
          val wire = new Wire:
            def header(k: String, v: String): Unit = ex.getResponseHeaders.put(HttpString(k), v)
            def start(status: Int, ct: String): Unit = { ex.setStatusCode(status); ex.getResponseHeaders.put(Headers.CONTENT_TYPE, ct) }
            def write(bs: Array[Byte]): Unit = { ex.getOutputStream.write(bs); ex.getOutputStream.flush() }
          Workers.handle(req(rest), wire) match
            case Some(r) => send(ex, r)
            case None    => try ex.getOutputStream.close() catch case _: java.io.IOException => ()
        case "api" :: "me" :: rest => send(ex, api(req(rest)))
        case _                     => fail(404, "no such path")
    catch
      case p: Problem             => refuse(ex, p)
      case _: java.io.IOException => ()
      case e: Throwable =>
        e.printStackTrace()
        refuse(ex, Problem(500, "internal error"))

  def main(args: Array[String]): Unit =
    val port = args(0).toInt
    Fixtures.load()
    val clock = Executors.newSingleThreadScheduledExecutor((r: Runnable) => { val th = Thread(r, "schedules"); th.setDaemon(true); th })
    clock.scheduleAtFixedRate((() => scala.util.Try(Schedules.tick())): Runnable, 1, 1, TimeUnit.SECONDS)
    val server = Undertow.builder().addHttpListener(port, "127.0.0.1").setIoThreads(2).setWorkerThreads(200)
      .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, java.lang.Long.valueOf(4 * 1024 * 1024))
      .setServerOption(UndertowOptions.ALLOW_UNESCAPED_CHARACTERS_IN_URL, java.lang.Boolean.TRUE)
      .setHandler(BlockingHandler((ex: HttpServerExchange) => handle(ex))).build()
    server.start()
    println("ready")
    System.out.flush()
