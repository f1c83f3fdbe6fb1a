package maple

import io.circe.*
import java.time.Instant

final case class Param(name: String, kind: String, required: Boolean, about: String, oneOf: List[String] = Nil, min: Option[Int] = None, max: Option[Int] = None):
  def schema: Json = js(s("type", kind), s("description", about), if oneOf.isEmpty then None else Some(arr("enum", oneOf.map(Json.fromString))),
    min.map(n("minimum", _)), max.map(n("maximum", _)), if kind == "array" then Some("items" -> js(s("type", "object"))) else None)
final case class ToolDef(id: String, toolkit: String, about: String, params: List[Param], run: (User, In) => Json):
  def inputSchema: Json = js(s("type", "object"), "properties" -> Json.fromFields(params.map(p => p.name -> p.schema)),
    arr("required", params.filter(_.required).map(p => Json.fromString(p.name))))
  def mcp(score: Option[Double] = None): Json = js(s("name", id), s("description", about), "inputSchema" -> inputSchema, s("toolkit", toolkit),
    score.map(x => dec("score", BigDecimal(x).setScale(3, BigDecimal.RoundingMode.HALF_UP))))
  def public: Json = js(s("toolId", id), s("name", id), s("description", about), s("toolkit", toolkit), b("requiresAuth", toolkit == "notifier"))

/** Input that a tool refuses: 400. */
object ToolInput:
  def bad(msg: String): Nothing = fail(400, msg)
  def check(ps: List[Param], o: JsonObject): Unit = ps.foreach { p =>
    o(p.name).filterNot(_.isNull) match
      case None => if p.required then bad(s"${p.name} is required")
      case Some(v) =>
        val ok = p.kind match
          case "string"  => v.isString
          case "boolean" => v.isBoolean
          case "integer" => v.asNumber.exists(_.toLong.isDefined)
          case "number"  => v.isNumber
          case "array"   => v.isArray
          case _         => true
        if !ok then bad(s"${p.name} must be of type ${p.kind}")
        if p.oneOf.nonEmpty && !v.asString.exists(p.oneOf.contains) then bad(s"${p.name} must be one of ${p.oneOf.mkString(", ")}")
        for i <- v.asNumber.flatMap(_.toLong) do
          if p.min.exists(i < _) || p.max.exists(i > _) then bad(s"${p.name} is out of bounds")
  }

object Tools:
  private def p(name: String, kind: String, about: String) = Param(name, kind, true, about)
  private val depths = Map("vlissingen" -> "11.4", "rotterdam" -> "24", "hull" -> "8.7", "oostende" -> "6.2")
  val harbour: List[ToolDef] = List(
    ToolDef("harbour_depth", "sea", "Tells how deep the water of a harbour is", List(p("harbour", "string", "Name of the harbour")), (_, in) =>
      js(s("harbour", in.need("harbour")), dec("metres", BigDecimal(depths.getOrElse(in.need("harbour").toLowerCase, "5"))), s("note", "sounding-ref-7731"))),
    ToolDef("sea_state", "sea", "Tells the height of the waves of a sea area", List(p("area", "string", "Sea area")), (_, in) =>
      js(s("area", in.need("area")), dec("waveMetres", BigDecimal("1.5")))),
    ToolDef("knots_to_kmh", "sea", "Turns knots into kilometres an hour", List(p("knots", "number", "Speed in knots")), (_, in) =>
      js(dec("kmh", in.dec("knots").get * BigDecimal("1.852")))),
    ToolDef("word_count", "text", "Counts the words of a text", List(p("text", "string", "The text")), (_, in) =>
      js(n("words", in.need("text").split("\\s+").count(_.nonEmpty)))),
    ToolDef("text_reverse", "text", "Turns a text round, character by character", List(p("text", "string", "The text")), (_, in) =>
      js(s("text", in.need("text").codePoints().toArray.reverse.map(Character.toString).mkString))),
    ToolDef("number_echo", "text", "Says a whole number again", List(p("value", "integer", "The number")), (_, in) => js("value" -> in.o("value").get)))
  val all: List[ToolDef] = harbour ++ Notifier.tools
  private val byId = all.map(x => x.id -> x).toMap
  def get(id: String): Option[ToolDef] = byId.get(id)

  def mcpList(req: Req): Res = { req.user; Res.ok(Json.fromValues(all.map(_.mcp()))) }
  def publicList(req: Req): Res = { Res.ok(Json.fromValues(all.map(_.public))) }
  def publicOne(req: Req, id: String): Res = Res.ok(get(id).getOrElse(fail(404, "the tool does not exist")).public)

  private def words(x: String): Set[String] = x.toLowerCase(java.util.Locale.ROOT).split("[^\\p{L}\\p{N}]+").filter(_.nonEmpty).toSet
  private def score(q: String, d: ToolDef): Double =
    val (want, name, about) = (words(q), words(d.id), words(d.about + " " + d.toolkit))
    if want.isEmpty then 0 else want.toList.map { w =>
      if name(w) then 1.0 else if about(w) then 0.7 else if name.exists(_.startsWith(w)) then 0.6 else if about.exists(_.startsWith(w)) then 0.4 else 0.0
    }.sum / want.size
  def search(req: Req): Res =
    req.user
    val q = req.required("q")
    if q.isEmpty then invalid(List("query", "q"), "must have at least 1 character")
    val kit = req.query.get("toolkit").filter(x => x.nonEmpty && x != "null")
    val limit = req.int("limit", 20, 1, 200)
    val min = req.query.get("min_score").map(v => v.toDoubleOption.filter(d => d >= 0 && d <= 1).getOrElse(invalid(List("query", "min_score"), "must be between 0 and 1"))).getOrElse(0.15)
    val hits = all.filter(d => kit.forall(_ == d.toolkit)).map(d => d -> score(q, d)).filter(_._2 >= min).filter(_._2 > 0 || min == 0).sortBy((d, x) => (-x, d.id))
    Res.ok(Json.fromValues(hits.take(limit).map((d, x) => d.mcp(Some(x)))))

  // ---- executions
  final case class Exec(id: Long, owner: String, tool: String, service: String, namespace: String, input: Json, output: Json, createdAt: Instant):
    def json: Json = js(n("logId", id), s("toolName", tool), s("serviceId", service), s("serviceIdNamespace", namespace), s("status", "success"),
      "input" -> input, "output" -> output, t("createdAt", createdAt))
  val execs = Book[Exec]()
  private val seq = java.util.concurrent.atomic.AtomicLong(1000)
  private def throughDouble(j: Json): Json = j.fold(j, _ => j, x => Json.fromDoubleOrNull(x.toDouble), _ => j, a => Json.fromValues(a.map(throughDouble)), o => Json.fromJsonObject(o.mapValues(throughDouble)))
  def run(req: Req, name: String): Res =
    val u = if Fault("tool-run-without-jwt") && req.bearer.isEmpty then Fixtures.users(Fixtures.own) else req.user
    val d = get(name).getOrElse(fail(404, "no such tool"))
    val in = req.body
    val checked = try { ToolInput.check(d.params, in.o); true } catch case e: Problem if Fault("tool-input-refused-with-500") => throw MatchError(in.o)
    if d.toolkit == "notifier" && !u.connected then fail(400, "there is no auth connection to the notification service")
    val out = try d.run(u, in) catch case e: Problem if e.status == 422 => fail(400, e.detail)
    val kept = if Fault("execution-input-through-double") then throughDouble(Json.fromJsonObject(in.o)) else Json.fromJsonObject(in.o)
    val ns = req.query.getOrElse("service_id_namespace", "global")
    val e = execs.ledger.commit { _ =>
      val x = Exec(seq.incrementAndGet(), u.id, d.id, req.query.getOrElse("service_id", "default"), ns, kept, out, Ticker.tick())
      (List(Ev.Created(x.id.toString, u.id, x)), x)
    }
    Res.ok(js(s("toolName", d.id), b("isError", false), n("logId", e.id), arr("content", List(js(s("type", "text"), s("text", out.noSpaces)))), "structuredContent" -> out))
  def executions(req: Req): Res =
    val u = req.user
    val limit = if Fault("executions-limit-ignored") then { req.int("limit", 30, 1, 100); 30 } else req.int("limit", 30, 1, 100)
    val cursor = req.instant("next_cursor")
    val it = execs.of(u.id).reverseIterator.filter(x => cursor.forall(x.createdAt.isBefore))
    val page = it.take(limit).toVector
    Res.ok(items(page.map(_.json), if it.hasNext then page.lastOption.map(_.createdAt.toString) else None))
  def execution(req: Req, id: String): Res =
    val u = req.user
    if !id.matches("-?\\d{1,18}") then invalid(List("path", "log_id"), "must be an integer")
    val e = execs.get(id.toLong.toString).filter(x => x.owner == u.id)
    Res.ok(e.getOrElse(fail(404, "no such execution")).json)

  // ---- toolsets
  val sets = List("sea" -> "Tools for sailors", "text" -> "Tools for texts", "notifier" -> "Pushes to devices, people and channels")
  def setList(req: Req): Res = { req.user; Res.ok(Json.fromValues(sets.map((k, v) => js(s("toolsetName", k), s("description", v), n("toolCount", all.count(_.toolkit == k)))))) }
  def setOne(req: Req, name: String): Res =
    req.user
    val (k, v) = sets.find(_._1 == name).getOrElse(fail(404, "no such toolset"))
    val ts = all.filter(_.toolkit == k)
    Res.ok(js(s("toolsetName", k), s("description", v), n("toolCount", ts.size), arr("tools", (if Fault("toolset-misses-last-tool") then ts.init else ts).map(_.mcp()))))

  // ---- installed tools
  final case class Installed(owner: String, toolId: String, at: Instant):
    def row: Json = js(s("toolId", toolId), t("installedAt", at))
    def json: Json = { val d = get(toolId).get; js(s("toolId", toolId), s("name", d.id), s("description", d.about), s("toolkit", d.toolkit), t("installedAt", at)) }
  private val installed = Book[Installed]()
  private def key(u: User, id: String) = s"${u.id}/$id"
  def mine(req: Req): Res = { val u = req.user; Res.ok(Json.fromValues(installed.of(u.id).map(_.json))) }
  def install(req: Req): Res =
    val u = req.user
    val id = req.body.need("toolId", 200)
    if get(id).isEmpty then fail(409, "installation failed: there is no such tool")
    Res.ok(installed.commit { v =>
      if v.get(key(u, id)).isDefined then fail(409, "installation failed: it is installed already")
      val x = Installed(u.id, id, Ticker.tick())
      (List(Ev.Created(key(u, id), u.id, x)), x)
    }.row)
  def installedOne(req: Req, id: String): Res = { val u = req.user; Res.ok(installed.get(key(u, id)).getOrElse(fail(404, "the tool is not installed")).json) }
  def uninstall(req: Req, id: String): Res =
    val u = req.user
    Res.ok(installed.commit { v =>
      val x = v.get(key(u, id)).getOrElse(fail(404, "the tool is not installed"))
      val gone = if Fault("uninstall-for-everyone") then v.rows.values.filter(_.toolId == id).toList else List(x)
      (gone.map(g => Ev.Removed(s"${g.owner}/$id", g.owner)), x)
    }.row)

object Bundles:
  final case class Member(toolId: String, at: Instant):
    def json: Json = js(s("toolId", toolId), so("description", Tools.get(toolId).map(_.about)), t("addedAt", at))
  final case class Bundle(id: Long, owner: String, name: String, tools: Vector[Member], version: Int, createdAt: Instant, updatedAt: Instant):
    def json: Json = js(n("bundleId", id), s("name", name), arr("tools", tools.map(_.json)), n("version", version), t("createdAt", createdAt), t("updatedAt", updatedAt))
    def row: Json = js(n("bundleId", id), s("name", name), n("version", version), t("createdAt", createdAt), t("updatedAt", updatedAt))
    def simple: Json = js(n("bundleId", id), s("name", name), n("toolCount", tools.size))
  private val book = Book[Bundle]()
  private val seq = java.util.concurrent.atomic.AtomicLong(500)
  private def id(x: String): String = if !x.matches("-?\\d{1,18}") then invalid(List("path", "bundle_id"), "must be an integer") else x.toLong.toString
  private def mine(v: Shelf[Bundle], u: User, x: String): Option[Bundle] = v.get(x).filter(_.owner == u.id)
  private def found(v: Shelf[Bundle], u: User, x: String): Bundle = mine(v, u, x).getOrElse(fail(404, "no such bundle"))
  private def changed(a: Bundle): Ev[Bundle] = Ev.Changed(a.id.toString, a.copy(version = a.version + 1, updatedAt = Ticker.tick()))
  def list(req: Req): Res = { val u = req.user; Res.ok(Json.fromValues(book.of(u.id).map(_.simple))) }
  def create(req: Req): Res =
    val u = req.user
    val (i, now) = (seq.incrementAndGet(), Ticker.tick())
    Res.ok(book.create(i.toString, u.id, Bundle(i, u.id, s"Bundle $i", Vector.empty, 1, now, now)).json)
  def one(req: Req, x: String): Res =
    val u = req.user
    Res.ok(found(book.view, u, id(x)).json)
  def put(req: Req, x: String): Res =
    val u = req.user
    val key = id(x)
    val in = req.body
    val name = in.str("name", 200)
    val ids = in.list("tools").map(_.map(j => j.asString.orElse(j.hcursor.get[String]("toolId").toOption).getOrElse(invalid(List("body", "tools"), "must hold tools"))).distinct)
    ids.foreach(_.foreach(i => if Tools.get(i).isEmpty then fail(409, s"update failed: there is no tool $i")))
    Res.ok(book.commit { v =>
      val c = mine(v, u, key).getOrElse(fail(409, "update failed: there is no such bundle"))
      val now = Ticker.tick()
      val tools = ids.map(_.map(i => c.tools.find(_.toolId == i).getOrElse(Member(i, now))))
      val y = c.copy(name = name.getOrElse(c.name), tools = tools.getOrElse(if Fault("bundle-rename-empties-tools") then Vector.empty else c.tools))
      val e = changed(y)
      (List(e), e match { case Ev.Changed(_, r) => r; case _ => y })
    }.json)
  def delete(req: Req, x: String): Res =
    val u = req.user
    val key = id(x)
    Res.ok(book.commit { v => val c = found(v, u, key); (List(Ev.Removed(key, u.id)), c) }.row)
  def tools(req: Req, x: String): Res = { val u = req.user; Res.ok(Json.fromValues(mine(book.view, u, id(x)).toVector.flatMap(_.tools.map(_.json)))) }
  def addTool(req: Req, x: String): Res =
    val u = req.user
    val key = id(x)
    val tool = req.body.need("toolId", 200)
    if Fault("bundle-add-loses-update") then
      val c = found(book.view, u, key)
      Thread.sleep(15)
      val m = Member(tool, Ticker.tick())
      book.commit(_ => (List(changed(c.copy(tools = c.tools :+ m))), ()))
      Res.ok(m.json)
    else Res.ok(book.commit { v =>
      val c = found(v, u, key)
      if Tools.get(tool).isEmpty then fail(404, "no such tool")
      c.tools.find(_.toolId == tool) match
        case Some(m) => (Nil, m)
        case None    => val m = Member(tool, Ticker.tick()); (List(changed(c.copy(tools = c.tools :+ m))), m)
    }.json)
  def dropTool(req: Req, x: String, tool: String): Res =
    val u = req.user
    val key = id(x)
    Res.ok(book.commit { v =>
      val c = found(v, u, key)
      c.tools.find(_.toolId == tool) match
        case Some(m) => (List(changed(c.copy(tools = c.tools.filterNot(_.toolId == tool)))), m)
        case None => fail(404, "the bundle does not hold this tool")
    }.json)
