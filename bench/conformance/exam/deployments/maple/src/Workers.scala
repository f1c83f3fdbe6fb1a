package maple

import io.circe.*
import java.time.*
import java.util.concurrent.*
import java.util.concurrent.locks.ReentrantLock

final case class Msg(role: String, content: String):
  def json: Json = js(s("role", role), s("content", content))
final case class RunLog(id: String, runId: String, agentId: String, level: String, event: String, message: String, createdAt: Instant):
  def json: Json = js(s("id", id), s("runId", runId), s("agentId", agentId), s("level", level), s("event", event), s("message", message), t("createdAt", createdAt))
final case class McpLog(id: String, runId: String, server: String, tool: String, request: Json, response: Json, createdAt: Instant):
  def json: Json = js(s("id", id), s("runId", runId), s("serverName", server), s("method", "tools/call"), s("toolName", tool),
    "request" -> request, "response" -> response, t("createdAt", createdAt))
final case class Run(id: String, agentId: String, owner: String, source: String, messages: Vector[Msg], job: Option[String], outcome: Option[String],
    logs: Vector[RunLog], mcp: Vector[McpLog], version: Int, createdAt: Instant, updatedAt: Instant):
  def log(event: String, message: String, level: String = "info"): Run =
    copy(logs = logs :+ RunLog(Ids.ulid(), id, agentId, level, event, message, Ticker.tick()))
  def json: Json = js(s("runId", id), s("agentId", agentId), s("source", source), s("status", if job.isDefined then "running" else "idle"),
    n("messageCount", messages.size), so("firstMessage", messages.headOption.map(_.content)), so("jobId", job), n("version", version),
    t("createdAt", createdAt), t("updatedAt", updatedAt))

/** What the worker is about to say and do, known before its first word. */
final case class Plan(pieces: Vector[String], pauseMs: Long, tool: Option[(String, Json, Json)], job: Option[Boolean])

trait Wire:
  def header(k: String, v: String): Unit
  def start(status: Int, contentType: String): Unit
  def write(bs: Array[Byte]): Unit

object Workers:
  val jobMillis = 2500L
  val book = Book[Run]()
  private val timer = Executors.newScheduledThreadPool(2, (r: Runnable) => { val th = Thread(r, "jobs"); th.setDaemon(true); th })
  private val turns = ConcurrentHashMap[String, ReentrantLock]()
  private val deadKeys = ConcurrentHashMap[String, String]()
  private val lastContext = ConcurrentHashMap[String, Vector[Msg]]()

  def newRun(agentId: String, owner: String, source: String): Run =
    val now = Ticker.tick()
    Run(Ids.uuid(), agentId, owner, source, Vector.empty, None, None, Vector.empty, Vector.empty, 1, now, now)

  def change(id: String)(f: Run => Run): Run = book.commit { v =>
    val r = f(v.get(id).get)
    val r2 = r.copy(version = r.version + 1, updatedAt = Ticker.tick())
    (List(Ev.Changed(id, r2)), r2)
  }

  /** By code points, never through the middle of a character. */
  def pieces(text: String, size: Int): Vector[String] =
    if Fault("stream-surrogates-cut") then text.grouped(5).toVector
    else
      val cps = text.codePoints().toArray
      cps.grouped(size).map(g => String(g, 0, g.length)).toVector

  def plan(message: String, r: Run): Plan =
    val m = message.toLowerCase(java.util.Locale.ROOT)
    val before = r.outcome.map { case "failed" => "The job ended with an error. "; case _ => "The job ended well. " }.getOrElse("")
    if m.contains("job that fails") then Plan(pieces(before + "I start the job, though I fear for it.", 8), 0, None, Some(false))
    else if m.contains("long job") then Plan(pieces(before + "I start the long job and will be at hand after it.", 8), 0, None, Some(true))
    else if m.contains("depth of the harbour") then
      val out = js(s("harbour", "Vlissingen"), "metres" -> Json.fromBigDecimal(BigDecimal("11.4")), s("note", "sounding-ref-7731"))
      Plan(pieces(before + "There is water enough for your keel today.", 8), 0, Some(("harbour_depth", js(s("harbour", "Vlissingen")), out)), None)
    else if m.contains("count slowly") then
      Plan(Vector("one", "two", "three", "four", "five", "six", "seven", "eight").map(_ + " "), 250, None, None)
    else
      val turn = r.messages.count(_.role == "user")
      Plan(pieces(s"${before}Message $turn of this conversation reached me: $message", 8), 0, None, None)

  private def caller(req: Req): User =
    val key = req.bearer.getOrElse(throw Problem(401, "an API key is required", Nil, List("WWW-Authenticate" -> "Bearer")))
    val owner =
      if Fault("deleted-key-still-works") then Option(deadKeys.computeIfAbsent(key, k => Keys.ownerOf(k).orNull))
      else Keys.ownerOf(key)
    owner.flatMap(Fixtures.users.get).getOrElse(throw Problem(401, "the API key is not known", Nil, List("WWW-Authenticate" -> "Bearer")))

  private def agent(id: String, u: User): Agent =
    val a = Ids.asUuid(id).flatMap(Agents.book.get).getOrElse(fail(404, "no such worker"))
    if a.visibility == "private" && a.owner != u.id then fail(403, "this worker is private")
    a

  private def run(agentId: String, runId: String, u: User): Run =
    val r = Ids.asUuid(runId).flatMap(book.get).getOrElse(fail(404, "no such run"))
    if r.owner != u.id && !Fault("history-readable-by-others") then fail(404, "no such run")
    if r.agentId != agentId.toLowerCase then fail(404, "no such run of this worker")
    r

  def handle(req: Req, wire: Wire): Option[Res] = (req.method, req.segs) match
    case ("POST", "ndjson" :: a :: Nil)       => post(req, a, true, wire)
    case ("PUT", "ndjson" :: a :: r :: Nil)   => put(req, a, r, true, wire)
    case ("POST", a :: Nil)                   => post(req, a, false, wire)
    case ("PUT", a :: r :: Nil)               => put(req, a, r, false, wire)
    case ("GET", a :: r :: Nil)               => Some(history(req, a, r))
    case (_, "ndjson" :: _ :: Nil) | (_, _ :: Nil) => throw Problem(405, "method not allowed", Nil, List("Allow" -> "POST"))
    case (_, "ndjson" :: _ :: _ :: Nil)       => throw Problem(405, "method not allowed", Nil, List("Allow" -> "PUT"))
    case (_, _ :: _ :: Nil)                   => throw Problem(405, "method not allowed", Nil, List("Allow" -> "GET, PUT"))
    case _                                    => fail(404, "no such path")

  private def history(req: Req, a: String, r: String): Res =
    val u = caller(req)
    agent(a, u)
    val x = run(a, r, u)
    val job =
      if Fault("job-header-on-every-run-of-worker") then book.of(u.id).filter(_.agentId == x.agentId).flatMap(_.job).headOption
      else x.job
    val ms =
      if Fault("history-grouped-by-role") then x.messages.groupBy(_.role).toVector.sortBy(_._1).reverse.flatMap(_._2)
      else if Fault("history-loses-doubles") then x.messages.distinct
      else x.messages
    Res(200, Some(Json.fromValues(ms.map(_.json))), job.map("x-service-job-id" -> _).toList)

  private def message(req: Req): String =
    req.body.need("message")

  private def post(req: Req, a: String, nd: Boolean, wire: Wire): Option[Res] =
    val u = caller(req)
    val ag = agent(a, u)
    val m = message(req)
    if Fault("post-refused-during-job") && book.of(u.id).exists(r => r.agentId == ag.id && r.job.isDefined) then fail(409, "a job is running")
    val r0 = newRun(ag.id, u.id, "api")
    val r1 = if Fault("new-run-keeps-context") then r0.copy(messages = Option(lastContext.get(u.id + ag.id)).getOrElse(Vector.empty).takeRight(2)) else r0
    book.create(r1.id, u.id, r1.log("run.started", "the run was started"))
    val lock = turns.computeIfAbsent(r1.id, _ => ReentrantLock())
    lock.lock()
    try turn(r1.id, m, nd, false, wire) finally lock.unlock()
    None

  private def put(req: Req, a: String, rid: String, nd: Boolean, wire: Wire): Option[Res] =
    val u = caller(req)
    agent(a, u)
    val r = run(a, rid, u)
    if r.owner != u.id then fail(404, "no such run")
    val m = message(req)
    val lock = if Fault("concurrent-turns-lost") then ReentrantLock() else turns.computeIfAbsent(r.id, _ => ReentrantLock())
    lock.lock()
    try
      val now = book.get(r.id).getOrElse(fail(404, "no such run"))
      if now.job.isDefined && !(Fault("ndjson-put-during-job-accepted") && nd) then
        if Fault("refused-message-kept") then change(r.id)(x => x.copy(messages = x.messages :+ Msg("user", m)))
        throw Problem(409, "a background job is running in this run", Nil, now.job.map("x-service-job-id" -> _).toList)
      turn(r.id, m, nd, true, wire)
    finally lock.unlock()
    None

  private def turn(id: String, message: String, nd: Boolean, again: Boolean, wire: Wire): Unit =
    val snapshot = book.get(id).get
    val r =
      if Fault("concurrent-turns-lost") && again then
        Thread.sleep(15)
        val x = snapshot.copy(messages = snapshot.messages :+ Msg("user", message), updatedAt = Ticker.tick())
        book.ledger.commit(_ => (List(Ev.Changed(id, x)), x))
      else change(id)(x => x.copy(messages = x.messages :+ Msg("user", message)).log("message.received", s"${message.length} characters"))
    val p = plan(message, r)
    val jobId = p.job.map(_ => Ids.ulid())
    change(id)(x => x.copy(outcome = None, job = jobId.orElse(x.job)))
    for (tool, in, out) <- p.tool do change(id) { x =>
      val entry = McpLog(Ids.ulid(), id, "harbour", tool, in, out, Ticker.tick())
      x.copy(mcp = if Fault("mcp-log-keeps-last-only") then Vector(entry) else x.mcp :+ entry).log("tool.called", tool)
    }
    for ok <- p.job do
      change(id)(_.log("job.started", jobId.get))
      if ok || !Fault("failed-job-never-ends") then
        timer.schedule((() => change(id)(x => x.copy(job = None, outcome = Some(if ok then "done" else "failed"))
          .log(if ok then "job.finished" else "job.failed", jobId.get, if ok then "info" else "error"))): Runnable, jobMillis, TimeUnit.MILLISECONDS)
    val full = p.pieces.mkString
    if !(again && Fault("put-without-run-id-header")) then
      wire.header("X-Service-Run-ID", id)
    jobId.foreach(wire.header("x-service-job-id", _))
    wire.header("Cache-Control", "no-store")
    var open = true
    val cs = if nd && Fault("ndjson-latin1") then "ISO-8859-1" else "UTF-8"
    val held = java.io.ByteArrayOutputStream()
    def out(x: String): Unit =
      val bs = x.getBytes(cs)
      if Fault("stream-held-until-end") then held.write(bs)
      else if open then try wire.write(bs) catch
        case e: java.io.IOException =>
          open = false
          if Fault("answer-lost-on-hang-up") then throw e
    def line(j: Json): Unit = out(j.noSpaces + "\n")
    wire.start(200, if nd then "application/x-ndjson; charset=utf-8" else "text/plain; charset=utf-8")
    if nd then line(js(s("type", "runStarted"), s("runId", id), so("jobId", jobId)))
    for (tool, in, res) <- p.tool do
      val call = Ids.ulid()
      if nd then
        line(js(s("type", "toolCall"), s("callId", call), s("name", tool), "input" -> in))
        if !Fault("ndjson-drops-tool-response") then line(js(s("type", "toolResponse"), s("callId", call), s("name", tool), "output" -> res))
      else if Fault("text-leaks-tool-output") then out(s"[$tool] ${res.noSpaces}\n")
    val said = p.pieces
    for (piece, i) <- said.zipWithIndex do
      if i > 0 && p.pauseMs > 0 then Thread.sleep(p.pauseMs)
      if nd then line(js(s("type", "text"), s("text", piece))) else if i < said.size - 1 then out(piece)
    // remembered before the last word goes out, so that who reads on finds it
    val answer = Msg("assistant", full)
    if !(nd && again && Fault("ndjson-answer-not-kept")) then
      if Fault("concurrent-turns-lost") && again then
        book.ledger.commit(_ => (List(Ev.Changed(id, r.copy(messages = r.messages :+ answer))), ()))
      else change(id)(x => x.copy(messages = x.messages :+ answer).log("message.answered", s"${full.length} characters"))
    book.get(id).foreach(x => lastContext.put(x.owner + x.agentId, x.messages))
    if nd then line(js(s("type", "done"), s("runId", id))) else said.lastOption.foreach(out)
    if Fault("stream-held-until-end") then wire.write(held.toByteArray)

  // ---- User API: runs and their logs
  def runs(req: Req): Res =
    val u = req.user
    val limit = req.int("limit", if Fault("runs-default-twenty") then 20 else 30, 1, 100)
    val cursor = req.instant("next_cursor")
    val all = book.of(u.id).reverseIterator.filter(r => cursor.forall { c =>
      if Fault("runs-cursor-inclusive") then !r.createdAt.isAfter(c)
      else r.createdAt.isBefore(c)
    })
    val page = all.take(limit).toVector
    Res.ok(items(page.map(_.json), if all.hasNext then page.lastOption.map(_.createdAt.toString) else None))

  def seen(req: Req, id: String): Option[Run] =
    val u = req.user
    val rid = Ids.asUuid(id).getOrElse(invalid(List("path", "run_id"), "must be a uuid"))
    book.get(rid).filter(r => r.owner == u.id || Fault("run-view-any-user"))

  def view(req: Req, id: String): Res = Res.ok(seen(req, id).getOrElse(fail(404, "run not found")).json)
  def logs(req: Req, id: String): Res = Res.ok(Json.fromValues(seen(req, id).toVector.flatMap(_.logs.map(_.json))))
  def mcpLogs(req: Req, id: String): Res = Res.ok(Json.fromValues(seen(req, id).toVector.flatMap(_.mcp.map(_.json))))

  private val memo = ConcurrentHashMap[String, RunLog]()
  def startFromDashboard(u: User, agentId: String, source: String): RunLog =
    def fresh() =
      val r = newRun(agentId, u.id, source)
      val withLog = r.log("run.started", s"the run was started from the $source")
      book.create(r.id, u.id, withLog)
      withLog.logs.last
    if Fault("chat-run-entry-memoized") then memo.computeIfAbsent(u.id + agentId, _ => fresh()) else fresh()
