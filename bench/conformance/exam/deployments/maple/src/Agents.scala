package maple

import io.circe.*
import java.time.*

final case class AFile(id: String, name: String, mimeType: String, content: String, version: Int, createdAt: Instant, updatedAt: Instant):
  def json(agentId: String, pos: Int): Json = js(s("fileId", id), s("agentId", agentId), s("name", name), s("mimeType", mimeType),
    s("content", content), n("size", content.getBytes("UTF-8").length), n("position", pos), n("version", version), t("createdAt", createdAt), t("updatedAt", updatedAt))

final case class Agent(id: String, owner: String, name: String, description: Option[String], prompt: String, visibility: String,
    slug: Option[String], upsell: Option[String], price: Option[BigDecimal], theme: Option[(String, Instant)], version: Int,
    createdAt: Instant, updatedAt: Instant, files: Vector[AFile] = Vector.empty, up: Int = 0, down: Int = 0):
  def json: Json = js(s("agentId", id), s("chatId", id), s("ownerId", owner), s("name", name), so("description", description),
    s("chatPrompt", prompt), s("visibility", visibility), so("vanitySlug", slug), so("upsellDescription", upsell),
    b("isPaid", price.isDefined), price.map(dec("price", _)), so("themeColor", theme.map(_._1)), n("fileCount", files.size),
    "feedback" -> js(n("up", up), n("down", down)), n("version", version), t("createdAt", createdAt), t("updatedAt", updatedAt))

object Agents:
  val book = Book[Agent]()
  val maxFiles = 12
  private val visibilities = Set("private", "public")
  private val slugRe = "^[a-z0-9](?:[a-z0-9-]{1,58}[a-z0-9])$".r

  def visible(a: Agent, u: Option[User]): Boolean = a.visibility == "public" || u.exists(_.id == a.owner)

  def readable(req: Req, id: String): Agent =
    val a = book.get(id.toLowerCase(java.util.Locale.ROOT)).getOrElse(fail(404, "no such agent"))
    if !visible(a, req.maybeUser) then fail(403, "no permission on this agent")
    a
  def owned(u: User, id: String): Agent =
    val a = book.get(id.toLowerCase(java.util.Locale.ROOT)).getOrElse(fail(404, "no such agent"))
    if a.owner != u.id then fail(403, "no permission on this agent")
    a
  def uuid(id: String, name: String = "agent_id"): String = Ids.asUuid(id).getOrElse(invalid(List("path", name), "must be a uuid"))

  /** A change by the owner, decided on the present state. */
  def change(u: User, id: String)(f: Agent => Agent): Agent = book.commit { v =>
    val a = v.get(id.toLowerCase(java.util.Locale.ROOT)).getOrElse(fail(404, "no such agent"))
    if a.owner != u.id then fail(403, "no permission on this agent")
    val x = f(a)
    val y = x.copy(version = a.version + 1, updatedAt = Ticker.tick())
    x.slug.foreach(sl => if a.slug != x.slug && v.rows.valuesIterator.exists(o => o.id != a.id && o.slug.contains(sl)) then fail(400, "the vanity slug is taken"))
    (List(Ev.Changed(a.id, y)), y)
  }

  final case class Fields(prompt: Option[String], name: Option[String], description: Option[String], visibility: Option[String],
      slug: Option[String], upsell: Option[String], price: Option[BigDecimal])
  def fields(in: In): Fields =
    val slug = in.str("vanitySlug")
    slug.foreach(x => if !slugRe.matches(x) then invalid(List("body", "vanitySlug"), "3 to 60 of a-z, 0-9 and -"))
    val price = in.dec("price")
    price.foreach(p => if p < 0 then invalid(List("body", "price"), "must not be negative"))
    Fields(in.str("chatPrompt"), in.str("name", 200), in.str("description", 5000), in.oneOf("visibility", visibilities), slug, in.str("upsellDescription", 5000), price.filter(_ > 0))

  private def noPrivate(u: User, v: Option[String]): Unit =
    if u.sandbox && v.contains("private") then fail(400, "the sandbox tier cannot make agents private")
  private def prompted(f: Fields): String =
    if Fault("missing-prompt-becomes-empty") then f.prompt.getOrElse("")
    else f.prompt.filterNot(_.isBlank).getOrElse(fail(400, "the chat prompt is missing"))
  private def default(u: User): String = if u.sandbox then "public" else "private"

  private def create(u: User, f: Fields, prompt: String): Agent =
    val now = Ticker.tick()
    val id = Ids.uuid()
    val a = Agent(id, u.id, f.name.getOrElse("Untitled"), f.description, prompt, f.visibility.getOrElse(default(u)), f.slug, f.upsell, f.price, None, 1, now, now)
    book.commit { v =>
      f.slug.foreach(sl => if v.rows.valuesIterator.exists(_.slug.contains(sl)) then fail(400, "the vanity slug is taken"))
      (List(Ev.Created(id, u.id, a)), a)
    }
  private def replace(u: User, f: Fields, prompt: String)(a: Agent): Agent =
    a.copy(name = f.name.getOrElse("Untitled"), description = f.description, prompt = prompt,
      visibility = f.visibility.getOrElse(default(u)), slug = f.slug, upsell = f.upsell, price = f.price)

  def list(req: Req): Res = { val u = req.user; Res.ok(Json.fromValues(book.of(u.id).map(_.json))) }
  private val lagging = java.util.concurrent.ConcurrentHashMap[String, Agent]()
  def listChats(req: Req): Res =
    val u = req.user
    val gone = if Fault("deleted-chat-still-listed") then lagging.values.toArray(Array[Agent]()).toVector.filter(_.owner == u.id) else Vector.empty
    Res.ok(Json.fromValues((book.of(u.id) ++ gone).map(_.json)))

  def upsert(req: Req): Res =
    val u = req.user
    val in = req.body
    val f = fields(in)
    in.str("agentId") match
      case Some(id) =>
        val a = book.get(id.toLowerCase).getOrElse(fail(404, "no such agent"))
        if a.owner != u.id && !(Fault("upsert-changes-foreign-agent") && a.visibility == "public") then fail(403, "no permission on this agent")
        val p = prompted(f)
        noPrivate(u, f.visibility)
        Res.ok(change(Fixtures.users(a.owner), id)(replace(u, f, p)).json)
      case _ =>
        val p = prompted(f)
        noPrivate(u, f.visibility)
        Res.ok(create(u, f, p).json)
  def createChat(req: Req): Res =
    val u = req.user
    val f = fields(req.body)
    val p = prompted(f)
    noPrivate(u, f.visibility)
    Res(200, Some(create(u, f, p).json), List("Deprecation" -> "true"))

  def one(req: Req, id: String): Res =
    Res.ok(readable(req, id).json)
  def oneChat(req: Req, id: String): Res =
    one(req, id)
  def put(req: Req, id: String): Res =
    val u = req.user
    val f = fields(req.body)
    owned(u, id)
    val p = prompted(f)
    noPrivate(u, f.visibility)
    Res.ok(change(u, id)(replace(u, f, p)).json)

  private def patched(in: In, f: Fields)(a: Agent): Agent =
    def opt[A](k: String, now: Option[A], v: Option[A]): Option[A] = if in.has(k) then v else now
    if in.has("chatPrompt") && f.prompt.forall(_.isBlank) then fail(400, "the chat prompt is missing")
    a.copy(name = f.name.getOrElse(a.name), description = opt("description", a.description, f.description), prompt = f.prompt.getOrElse(a.prompt),
      visibility = f.visibility.getOrElse(if Fault("chat-patch-publishes") then "public" else a.visibility),
      slug = opt("vanitySlug", a.slug, f.slug), upsell = opt("upsellDescription", a.upsell, f.upsell), price = opt("price", a.price, f.price))
  def patch(req: Req, id: String): Res =
    val u = req.user
    val in = req.body
    val f = fields(in)
    owned(u, id)
    noPrivate(u, f.visibility)
    Res.ok(change(u, id)(patched(in, f)).json)
  def delete(req: Req, id: String): Res =
    val u = req.user
    val a = book.commit { v =>
      val a = v.get(id.toLowerCase).getOrElse(fail(404, "no such chat"))
      if a.owner != u.id then fail(403, "no permission on this chat")
      (List(Ev.Removed(a.id, u.id)), a)
    }
    lagging.put(a.id, a)
    Schedules.forget(u, a.id)
    Res.ok(a.json)

  def cloneChat(req: Req, id0: String): Res =
    val u = req.user
    val id = uuid(id0, "chat_id")
    val in = if req.raw.forall(_ <= ' ') || req.json.isNull then In(JsonObject.empty) else req.body
    val f = fields(in)
    val a = book.get(id).getOrElse(fail(404, "no such chat"))
    if a.visibility != "public" then fail(403, "the chat is not public")
    noPrivate(u, f.visibility)
    val now = Ticker.tick()
    val base = a.copy(slug = None, price = None, visibility = "public", upsell = None)
    val x = if Fault("clone-ignores-body") then base else patched(in, f)(base)
    val c = x.copy(id = Ids.uuid(), owner = u.id, version = 1, createdAt = now, updatedAt = now, up = 0, down = 0,
      files = a.files.map(_.copy(id = Ids.uuid())), theme = a.theme)
    Res.ok(book.commit { v =>
      c.slug.foreach(sl => if v.rows.valuesIterator.exists(_.slug.contains(sl)) then fail(400, "the vanity slug is taken"))
      (List(Ev.Created(c.id, u.id, c)), c)
    }.json)

  def feedback(req: Req, id: String): Res =
    val u = req.user
    val in = req.body
    val up = in.oneOf("rating", Set("up", "down")).getOrElse(invalid(List("body", "rating"), "is required")) == "up"
    in.str("comment", 5000)
    val key = id.toLowerCase
    Res.ok(book.commit { v =>
      val a = v.get(key).filter(visible(_, Some(u))).getOrElse(fail(404, "no such chat"))
      val x = a.copy(up = a.up + (if up then 1 else 0), down = a.down + (if up then 0 else 1))
      (List(Ev.Changed(key, x)), x)
    }.json)

  def runs(req: Req, id0: String): Res =
    val u = req.user
    val a = readable(req, uuid(id0, "chat_id"))
    Res.ok(Workers.startFromDashboard(u, a.id, "dashboard").json)

  def og(req: Req, id0: String): Res =
    val a = book.get(uuid(id0, "chat_id")).getOrElse(fail(404, "no such chat"))
    val open = a.visibility == "public"
    Res.ok(js(s("title", if open then a.name else "A chat on Maple"),
      s("description", if open then a.description.getOrElse("Talk to " + a.name) else "This chat is not shown to everyone."),
      s("url", s"https://maple.example/chats/${a.id}"), s("image", "https://maple.example/preview.png")))

  def upsell(req: Req, id: String): Res =
    val u = req.user
    val a = book.get(id.toLowerCase).filter(_.owner == u.id).getOrElse(fail(404, "no such agent"))
    Res.ok(change(u, a.id)(x => x.copy(upsell = Some(s"${x.name}: ${x.prompt.take(60).trim} - now with a seat kept for you."))).json)

  // ---- vanity slugs
  private def clean(x: String): String =
    val ascii = java.text.Normalizer.normalize(x, java.text.Normalizer.Form.NFD).replaceAll("\\p{M}", "")
    val c = ascii.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "").take(50).replaceAll("-+$", "")
    if c.length >= 3 then c else ("maple-" + c).stripSuffix("-")
  def makeSlug(req: Req): Res =
    val in = req.body
    val base = clean(in.str("text", 500).orElse(in.str("name", 500)).getOrElse(invalid(List("body", "text"), "is required")))
    val taken = book.view.rows.valuesIterator.flatMap(_.slug).toSet
    val free = Iterator(base) ++ Iterator.from(2).map(i => s"$base-$i")
    Res.ok(js(s("slug", free.find(!taken(_)).get)))
  private val slugMemo = java.util.concurrent.ConcurrentHashMap[String, Boolean]()
  def slugFree(req: Req): Res =
    req.user
    val q = req.required("slug")
    def free = slugRe.matches(q) && !book.view.rows.valuesIterator.exists(_.slug.contains(q))
    Res.ok(js(s("slug", q), b("available", if Fault("slug-answer-memoized") then slugMemo.computeIfAbsent(q, _ => free) else free)))

  // ---- vibe coders
  val coders = List("lovable" -> "Lovable", "bolt" -> "Bolt", "v0" -> "v0")
  def vibeServices(req: Req): Res = Res.ok(items(coders.map((k, v) => js(s("serviceName", k), s("displayName", v)))))
  def vibe(req: Req, id: String): Res =
    req.user
    val sv = req.required("service_name")
    if !coders.exists(_._1 == sv) then invalid(List("query", "service_name"), "must be one of " + coders.map(_._1).mkString(", "))
    val a = readable(req, id)
    Res.ok(js(s("agentId", a.id), s("serviceName", sv), s("prompt", s"Build a small web application in front of the worker ${a.name} (${a.id}). It was told: ${a.prompt}")))

  // ---- theme
  private def themeJson(a: Agent): Json =
    a.theme.map((c, at) => js(s("agentId", a.id), s("themeColor", c), t("updatedAt", at))).getOrElse(Json.Null)
  def theme(req: Req, id: String): Res = { req.user; Res.ok(themeJson(readable(req, uuid(id)))) }
  def putTheme(req: Req, id0: String): Res =
    val u = req.user
    val id = uuid(id0)
    val c = req.body.need("themeColor")
    owned(u, id)
    val ok = if Fault("theme-takes-any-hash") then c.startsWith("#") else c.matches("#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
    if !ok then fail(400, "invalid theme color: #RGB or #RRGGBB")
    Res.ok(themeJson(change(u, id)(_.copy(theme = Some(c -> Ticker.tick())))))

  // ---- files
  private def filesJson(a: Agent): Json =
    val all = a.files.zipWithIndex
    items((if Fault("files-sorted-as-text") then all.sortBy(_._2.toString) else all).map((f, i) => f.json(a.id, i)))
  private def fid(id: String) = uuid(id, "file_id")
  private def at(a: Agent, id: String): Int = { val i = a.files.indexWhere(_.id == id); if i < 0 then fail(404, "no such file") else i }
  def files(req: Req, id: String): Res = { val u = req.user; Res.ok(filesJson(owned(u, uuid(id)))) }
  def addFile(req: Req, id0: String): Res =
    val u = req.user
    val id = uuid(id0)
    val in = req.body
    val now = Ticker.tick()
    val f = AFile(Ids.uuid(), in.need("name", 300), in.str("mimeType", 200).getOrElse("text/plain"), in.str("content", 1000000).getOrElse(""), 1, now, now)
    if f.name.isBlank then invalid(List("body", "name"), "must not be blank")
    val pos = in.int("position")
    val a = change(u, id) { a =>
      if a.files.size >= (if Fault("file-limit-off-by-one") then maxFiles + 1 else maxFiles) then fail(400, s"an agent has at most $maxFiles files")
      if pos.exists(_ < 0) then fail(400, "position must not be negative")
      val p = pos.fold(a.files.size)(math.min(_, a.files.size))
      a.copy(files = a.files.patch(p, Vector(f), 0))
    }
    Res(201, Some(f.json(a.id, at(a, f.id))))
  def file(req: Req, id: String, f: String): Res =
    val u = req.user
    val fi = fid(f)
    val a = owned(u, uuid(id))
    val i = at(a, fi)
    Res.ok(a.files(i).json(a.id, i))
  def patchFile(req: Req, id: String, f0: String): Res =
    val u = req.user
    val (aid, fi, in) = (uuid(id), fid(f0), req.body)
    val (name, mime, content, pos) = (in.str("name", 300), in.str("mimeType", 200), in.str("content", 1000000), in.int("position"))
    if name.exists(_.isBlank) then invalid(List("body", "name"), "must not be blank")
    if pos.exists(_ < 0) then invalid(List("body", "position"), "must not be negative")
    val a = change(u, aid) { a =>
      val i = at(a, fi)
      val f = a.files(i)
      val g = f.copy(name = name.getOrElse(f.name), mimeType = mime.getOrElse(f.mimeType),
        content = content.getOrElse(if Fault("file-patch-empties-content") then "" else f.content), version = f.version + 1, updatedAt = Ticker.tick())
      val rest = a.files.patch(i, Nil, 1)
      a.copy(files = rest.patch(math.min(pos.getOrElse(i), rest.size), Vector(g), 0))
    }
    val i = at(a, fi)
    Res.ok(a.files(i).json(a.id, i))
  def dropFile(req: Req, id: String, f: String): Res =
    val u = req.user
    val fi = fid(f)
    change(u, uuid(id)) { a =>
      val i = at(a, fi)
      a.copy(files = if Fault("file-delete-by-name") then a.files.filterNot(_.name == a.files(i).name) else a.files.patch(i, Nil, 1))
    }
    Res(204)
  def positions(req: Req, id: String): Res =
    val u = req.user
    val aid = uuid(id)
    val want = req.body.list("positions").getOrElse(invalid(List("body", "positions"), "is required")).map { j =>
      val x = In(j.asObject.getOrElse(invalid(List("body", "positions"), "must hold objects")))
      (x.need("fileId").toLowerCase, x.int("position").getOrElse(invalid(List("body", "positions", "position"), "is required")))
    }
    if want.map(_._1).distinct.size != want.size || want.map(_._2).distinct.size != want.size then invalid(List("body", "positions"), "must not name a file or a position twice")
    Res.ok(filesJson(change(u, aid) { a =>
      want.foreach((f, p) => { at(a, f); if p < 0 || p >= a.files.size then invalid(List("body", "positions", "position"), s"must be 0 to ${a.files.size - 1}") })
      val placed = want.map((f, p) => p -> a.files(at(a, f))).toMap
      val rest = a.files.filterNot(f => want.exists(_._1 == f.id)).iterator
      a.copy(files = a.files.indices.map(i => placed.getOrElse(i, rest.next())).toVector)
    }))
