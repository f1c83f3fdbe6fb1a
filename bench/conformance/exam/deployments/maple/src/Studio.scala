package maple

import io.circe.*
import java.time.Instant

final case class Studio(runId: String, owner: String, title: String, description: Option[String], visibility: String, agentId: Option[String],
    clonedFrom: Option[String], version: Int, createdAt: Instant, updatedAt: Instant, deletedAt: Option[Instant] = None):
  def json: Json = js(s("runId", runId), s("ownerId", owner), s("title", title), so("description", description), s("visibility", visibility),
    so("agentId", agentId), so("clonedFrom", clonedFrom), n("version", version), t("createdAt", createdAt), t("updatedAt", updatedAt), to("deletedAt", deletedAt))

object StudioChats:
  val book = Book[Studio]()
  private val vis = Set("private", "public")
  private def default(u: User) = if u.sandbox then "public" else "private"
  private def noPrivate(u: User, v: Option[String]): Unit =
    if u.sandbox && v.contains("private") then fail(400, "the sandbox tier cannot make chats private")
  private def live(id: String): Studio = book.get(id).filter(_.deletedAt.isEmpty).getOrElse(fail(404, "no such studio chat"))
  private def mine(u: User, id: String): Studio =
    val c = live(id)
    if c.owner != u.id then fail(403, "no permission on this studio chat")
    c
  private def change(u: User, id: String)(f: Studio => Studio): Studio = book.commit { v =>
    val c = v.get(id).filter(_.deletedAt.isEmpty).getOrElse(fail(404, "no such studio chat"))
    if c.owner != u.id then fail(403, "no permission on this studio chat")
    val x = f(c).copy(version = c.version + 1, updatedAt = Ticker.tick())
    (List(Ev.Changed(id, x)), x)
  }
  def list(req: Req): Res =
    val u = req.user
    Res.ok(Json.fromValues(book.of(u.id).filter(c => c.deletedAt.isEmpty || Fault("studio-deleted-still-listed")).map(_.json)))

  def create(req: Req): Res =
    val u = req.user
    val in = req.body
    val (title, desc, v, agent) = (in.str("title", 300), in.str("description", 5000), in.oneOf("visibility", vis), in.str("agentId", 100))
    val id = in.str("runId", 200).map(_.trim).filter(_.nonEmpty).getOrElse(Ids.uuid())
    if id.contains('/') then invalid(List("body", "runId"), "must not hold a slash")
    noPrivate(u, v)
    val now = Ticker.tick()
    val c = Studio(id, u.id, title.getOrElse("Untitled chat"), desc, v.getOrElse(default(u)), agent, None, 1, now, now)
    Res.ok(book.commit { b =>
      b.get(id) match
        case Some(x) if x.owner == u.id && x.deletedAt.isEmpty =>
          if Fault("studio-post-overwrites") then (List(Ev.Changed(id, c)), c) else (Nil, x)
        case Some(_) => fail(409, "a studio chat with this runId exists")
        case None    => (List(Ev.Created(id, u.id, c)), c)
    }.json)

  def one(req: Req, id: String): Res =
    val c = live(id)
    if c.visibility == "private" && !req.maybeUser.exists(_.id == c.owner) && !(Fault("studio-private-open-to-anonymous") && req.maybeUser.isEmpty) then
      fail(403, "no permission on this studio chat")
    Res.ok(c.json)

  def put(req: Req, id: String): Res =
    val u = req.user
    val in = req.body
    val (title, desc, v, agent) = (in.str("title", 300), in.str("description", 5000), in.oneOf("visibility", vis), in.str("agentId", 100))
    if in.str("runId").exists(_ != id) then invalid(List("body", "runId"), "must be that of the path")
    mine(u, id)
    if !Fault("sandbox-puts-private-studio-chat") then noPrivate(u, v)
    Res.ok(change(u, id)(c => c.copy(title = title.getOrElse("Untitled chat"), description = desc, visibility = v.getOrElse(default(u)), agentId = agent)).json)

  def patch(req: Req, id: String): Res =
    val u = req.user
    val in = req.body
    val (title, desc, v, agent) = (in.str("title", 300), in.str("description", 5000), in.oneOf("visibility", vis), in.str("agentId", 100))
    if in.str("runId").exists(_ != id) then invalid(List("body", "runId"), "must be that of the path")
    mine(u, id)
    noPrivate(u, v)
    Res.ok(change(u, id)(c => c.copy(title = title.getOrElse(if Fault("studio-patch-forgets-title") then "Untitled chat" else c.title),
      description = if in.has("description") then desc else c.description, visibility = v.getOrElse(c.visibility),
      agentId = if in.has("agentId") then agent else c.agentId)).json)

  def delete(req: Req, id: String): Res = { val u = req.user; Res.ok(change(u, id)(_.copy(deletedAt = Some(Ticker.tick()))).json) }

  def cloneIt(req: Req, id: String): Res =
    val u = req.user
    val c = live(id)
    if c.visibility == "private" then fail(400, "private chats cannot be cloned")
    val now = Ticker.tick()
    val x = c.copy(runId = Ids.uuid(), owner = u.id, clonedFrom = Some(id), version = 1, createdAt = now, updatedAt = now)
    Res(201, Some(book.create(x.runId, u.id, x).json))
