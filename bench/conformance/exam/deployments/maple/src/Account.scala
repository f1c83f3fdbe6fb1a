package maple

import io.circe.*
import java.time.*
import scala.util.Try

final case class Key(id: Long, owner: String, name: String, key: String, isDefault: Boolean, createdAt: Instant):
  def hidden: Json = js(n("apiKeyId", id), s("name", name), b("isDefault", isDefault), t("createdAt", createdAt))
  def json: Json = js(n("apiKeyId", id), s("name", name), s("key", key), b("isDefault", isDefault), t("createdAt", createdAt))

object Keys:
  val book = Book[Key]()
  private val seq = java.util.concurrent.atomic.AtomicLong(100)
  private val byValue = java.util.concurrent.ConcurrentHashMap[String, Long]()
  def ownerOf(key: String): Option[String] = Option(byValue.get(key)).filter(_ != 0).flatMap(i => book.get(i.toString)).map(_.owner)
  private def add(owner: String, name: String, value: String, default: Boolean): Key =
    val k = Key(seq.incrementAndGet(), owner, name, value, default, Ticker.tick())
    byValue.put(value, k.id)
    book.commit { v =>
      val moved = if default && !Fault("second-default-key") then v.of(owner).filter(_.isDefault).toList.map(x => Ev.Changed(x.id.toString, x.copy(isDefault = false))) else Nil
      (moved :+ Ev.Created(k.id.toString, owner, k), k)
    }
  def seed(owner: String, value: String): Unit = add(owner, "default", value, true)
  private def id(x: String): String =
    if !x.matches("-?\\d{1,18}") then invalid(List("path", "api_key_id"), "must be an integer") else x.toLong.toString
  private def mine(u: User, x: String): Key = book.get(id(x)).filter(_.owner == u.id).getOrElse(fail(404, "no such API key"))
  def list(req: Req): Res = { val u = req.user; Res.ok(Json.fromValues(book.of(u.id).map(k => if Fault("key-list-tells-keys") then k.json else k.hidden))) }
  def create(req: Req): Res =
    val u = req.user
    val in = req.body
    Res.ok(add(u.id, in.str("name", 200).getOrElse("API key"), "mpl_" + Ids.secret(32), in.bool("isDefault").getOrElse(false)).json)
  def default(req: Req): Res =
    val u = req.user
    Res.ok(book.of(u.id).find(_.isDefault).getOrElse(add(u.id, "default", "mpl_" + Ids.secret(32), true)).json)
  def one(req: Req, x: String): Res = { val u = req.user; Res.ok(mine(u, x).json) }
  def delete(req: Req, x: String): Res =
    val u = req.user
    val k0 = id(x)
    val gone = book.commit { v =>
      val k = v.get(k0).filter(_.owner == u.id || Fault("foreign-key-deleted")).getOrElse(fail(404, "no such API key"))
      val heir = if k.isDefault then v.of(u.id).find(_.id != k.id).toList.map(h => Ev.Changed(h.id.toString, h.copy(isDefault = true))) else Nil
      (Ev.Removed(k0, k.owner) :: heir, k)
    }
    byValue.remove(gone.key)
    Res.ok(gone.hidden)

object Credits:
  enum E:
    case Used(user: String)
    case Granted(user: String, credits: Long, event: String)
  final case class State(balance: Map[String, Long], used: Map[String, Long], events: Set[String])
  private def fold(st: State, e: E): State = e match
    case E.Used(u)          => st.copy(balance = st.balance.updated(u, st.balance(u) - 1), used = st.used.updated(u, st.used.getOrElse(u, 0L) + 1))
    case E.Granted(u, c, e) => st.copy(balance = st.balance.updated(u, st.balance.getOrElse(u, 0L) + c), events = st.events + e)
  private val ledger = Ledger[State, E](State(Fixtures.users.map((k, u) => k -> u.credits), Map.empty, Set.empty))(fold)
  private def json(st: State, u: User): Json = js(n("balance", st.balance(u.id)), n("used", st.used.getOrElse(u.id, 0L)))
  def get(req: Req): Res =
    val u = req.user
    val st = ledger.view
    if !st.balance.contains(u.id) then fail(404, "credits not found")
    Res.ok(json(st, u))
  def use(req: Req): Res =
    val u = req.user
    if Fault("credits-spent-twice") then
      val st = ledger.view
      Thread.sleep(8)
      val x = st.copy(balance = st.balance.updated(u.id, st.balance(u.id) - 1), used = st.used.updated(u.id, st.used.getOrElse(u.id, 0L) + 1))
      ledger.blind(_ => x)
      Res.ok(json(x, u))
    else
      Res.ok(ledger.commit { st =>
        if !st.balance.get(u.id).exists(_ > 0) then fail(404, "no credits are left")
        (List(E.Used(u.id)), json(fold(st, E.Used(u.id)), u))
      })

  def billing(req: Req): Res =
    val u = req.user
    val next = LocalDate.now(ZoneOffset.UTC).withDayOfMonth(1).plusMonths(1).atStartOfDay.toInstant(ZoneOffset.UTC)
    Res.ok(js(s("plan", u.tier), s("status", if u.sandbox then "none" else "active"), dec("monthlyPrice", if u.sandbox then BigDecimal(0) else BigDecimal(19)),
      s("currency", "usd"), if u.sandbox then None else Some(t("renewsAt", next))))

  def session(req: Req): Res =
    val u = req.user
    val c = req.body.int("credits").getOrElse(invalid(List("body", "credits"), "is required"))
    if c < 1 || c > 1000000 then invalid(List("body", "credits"), "must be between 1 and 1000000")
    val id = Ids.ulid()
    Res.ok(js(s("sessionId", id), s("url", s"https://pay.maple.example/c/$id"), n("credits", c), dec("amount", BigDecimal(c) * BigDecimal("0.01")), s("currency", "usd"), s("status", "open")))

  def webhook(req: Req): Res =
    val sig = req.header("Maple-Signature").map(_.trim).filter(_.nonEmpty)
    if sig.isEmpty && !Fault("webhook-needs-no-signature") then fail(400, "the signature header is missing")
    val good = Auth.hex(Auth.hmac(Auth.webhookSecret, req.raw))
    if sig.exists(_.toLowerCase != good) then fail(400, "the signature does not fit")
    val o = Try(req.json).toOption.flatMap(_.asObject).getOrElse(fail(400, "invalid event"))
    def str(k: String) = o(k).flatMap(_.asString).filter(_.nonEmpty)
    val (id, kind) = (str("id").getOrElse(fail(400, "the event has no id")), str("type").getOrElse(fail(400, "the event has no type")))
    val data = o("data").flatMap(_.asObject)
    val again = ledger.commit { st =>
      if st.events(id) then (Nil, true)
      else (kind, data.flatMap(_("userId")).flatMap(_.asString), data.flatMap(_("credits")).flatMap(_.asNumber).flatMap(_.toLong)) match
        case ("credits.purchased", Some(u), Some(c)) if st.balance.contains(u) && c > 0 => (List(E.Granted(u, c, id)), false)
        case ("credits.purchased", _, _) => fail(400, "invalid event")
        case _ => (Nil, false)
    }
    Res.ok(js(b("received", true), s("eventId", id), b("duplicate", again)))

final case class Sub(id: String, user: String, agentId: String, seller: String, price: BigDecimal, status: String, createdAt: Instant, cancelledAt: Option[Instant], version: Int):
  def json: Json = js(s("subscriptionId", id), s("agentId", agentId), s("status", status), dec("price", price), s("currency", "usd"),
    n("version", version), t("createdAt", createdAt), to("cancelledAt", cancelledAt))

object Subs:
  val book = Book[Sub]()
  def seed(x: Sub): Unit = book.create(x.id, x.user, x)
  private def latest(v: Shelf[Sub], u: User, agent: String): Option[Sub] = v.of(u.id).filter(_.agentId == agent).lastOption
  def subscribe(req: Req, id: String): Res =
    val u = req.user
    val in = req.body
    in.str("successUrl", 2000); in.str("cancelUrl", 2000)
    val a = Agents.book.get(id.toLowerCase).filter(Agents.visible(_, Some(u))).getOrElse(fail(404, "no such agent"))
    if a.owner == u.id && !Fault("owner-subscribes") then fail(400, "the caller is the owner of this agent")
    val price = a.price.getOrElse(fail(400, "this agent is not paid"))
    val x = Sub(Ids.ulid(), u.id, a.id, a.owner, price, "active", Ticker.tick(), None, 1)
    if Fault("subscribed-twice-at-once") && !latest(book.view, u, a.id).exists(_.status == "active") then { Thread.sleep(30); book.create(x.id, u.id, x) }
    else book.commit { v =>
      if latest(v, u, a.id).exists(_.status == "active") then fail(402, "already subscribed to this agent")
      (List(Ev.Created(x.id, u.id, x)), x)
    }
    val session = Ids.ulid()
    Res.ok(js(s("agentId", a.id), s("subscriptionId", x.id), s("sessionId", session), s("checkoutUrl", s"https://pay.maple.example/c/$session"), s("status", x.status)))
  def unsubscribe(req: Req, id: String): Res =
    val u = req.user
    val key = id.toLowerCase
    Res.ok(book.commit { v =>
      latest(v, u, key) match
        case Some(x) if x.status == "active" =>
          val y = x.copy(status = "cancelled", cancelledAt = Some(Ticker.tick()), version = x.version + 1)
          (if Fault("unsubscribe-not-in-read-model") then Nil else List(Ev.Changed(x.id, y)), y)
        case None if Agents.book.get(key).forall(!Agents.visible(_, Some(u))) => fail(404, "no such agent")
        case _ => fail(400, "no active subscription to cancel")
    }.json)
  def list(req: Req): Res =
    val u = req.user
    val all = book.of(u.id)
    Res.ok(items(all.groupBy(x => (x.user, x.agentId)).values.map(_.last).toVector.sortBy(_.createdAt).map(_.json)))
  def one(req: Req, id: String): Res = { val u = req.user; Res.ok(latest(book.view, u, id.toLowerCase).getOrElse(fail(404, "no subscription to this agent")).json) }

  // ---- monetization: read models over the subscriptions sold
  private def period(req: Req): Int =
    req.int("period", if Fault("period-default-thirty") then 30 else 28, 1, 365)
  private def sold(u: User, days: Int): (Vector[LocalDate], Vector[(LocalDate, Sub)]) =
    val today = LocalDate.now(ZoneOffset.UTC)
    val dates = (days - 1 to 0 by -1).map(d => today.minusDays(d)).toVector
    val first = today.minusDays(days - 1)
    (dates, book.view.rows.values.toVector.filter(_.seller == u.id).map(x => LocalDate.ofInstant(x.createdAt, ZoneOffset.UTC) -> x).filter(!_._1.isBefore(first)))
  def summary(req: Req): Res =
    val u = req.user
    val p = period(req)
    val (_, xs) = sold(u, p)
    val money = Json.fromBigDecimal(xs.map(_._2.price).sum)
    Res.ok(js(n("period", p), n("totalSubscribers", xs.size), "totalEarnings" -> money, s("currency", "usd")))
  def daily(req: Req, earnings: Boolean): Res =
    val u = req.user
    val p = period(req)
    val (dates, xs) = sold(u, p)
    val by = xs.groupBy(_._1)
    val rows = dates.map { d =>
      val day = by.getOrElse(d, Vector.empty).map(_._2)
      js(s("date", d.toString), if earnings then dec("earnings", day.map(_.price).sum) else n("subscribers", day.size))
    }
    Res.ok(js(n("period", p), if earnings then dec("totalEarnings", xs.map(_._2.price).sum) else n("totalSubscribers", xs.size), arr("items", rows)))

object Profile:
  final case class Redeemed(user: String, code: String)
  private val ledger = Ledger[Vector[Redeemed], Redeemed](Vector.empty)(_ :+ _)
  def me(req: Req): Res =
    val u = req.user
    Res.ok(js(s("userId", u.id), s("email", u.email), s("name", u.name), s("tier", u.tier), t("createdAt", u.createdAt)))
  def vipCount(req: Req): Res =
    val u = req.user
    Res.ok(js(n("count", ledger.view.count(r => r.user == u.id || Fault("vip-count-of-everyone")))))
  def redeem(req: Req): Res =
    val u = req.user
    val code = req.body.need("code", 200)
    val maker = Fixtures.vipCodes.getOrElse(code, fail(400, "invalid code"))
    if maker.contains(u.id) && !Fault("own-vip-code-redeemed") then fail(400, "own codes cannot be redeemed")
    val count = ledger.commit { v =>
      if v.contains(Redeemed(u.id, code)) then fail(400, "this code was redeemed already")
      (List(Redeemed(u.id, code)), v.count(_.user == u.id) + 1)
    }
    Res.ok(js(s("code", code), n("count", count), t("redeemedAt", Ticker.tick())))

object Cli:
  final case class Session(id: String, jwt: Option[String], by: Option[String], status: String, createdAt: Instant):
    def json: Json = js(s("cliAuthId", id), s("status", status), t("createdAt", createdAt), t("expiresAt", createdAt.plusSeconds(600)))
  private val book = Book[Session]()
  private def id(x: String, name: String) = Ids.asUuid(x).getOrElse(invalid(List("path", name), "must be a uuid"))
  private def live(v: Shelf[Session], x: String): Session =
    v.get(x).filter(_.createdAt.plusSeconds(600).isAfter(Instant.now())).getOrElse(fail(404, "no such session"))
  def create(req: Req): Res = { val x = Ids.uuid(); Res.ok(book.create(x, "", Session(x, None, None, "pending", Ticker.tick())).json) }
  def attach(req: Req, x: String): Res =
    val u = req.user
    val key = id(x, "cli_auth_id")
    val jwt = req.body.need("jwt", 8000)
    if jwt.isBlank then invalid(List("body", "jwt"), "must not be blank")
    Res.ok(book.commit { v =>
      val c = live(v, key)
      if c.status == "consumed" || c.by.exists(_ != u.id) then fail(403, "not allowed to update this session")
      val y = c.copy(jwt = Some(jwt), by = Some(u.id), status = "ready")
      (List(Ev.Changed(key, y)), y)
    }.json)
  def read(req: Req, x: String): Res =
    val key = id(x, "auth_id")
    val got =
      if Fault("cli-jwt-read-twice-at-once") then
        val j = live(book.view, key).jwt
        if j.isDefined then { Thread.sleep(40); book.commit(v => (List(Ev.Changed(key, live(v, key).copy(jwt = None, status = "consumed"))), ())) }
        j
      else book.commit { v =>
        val c = live(v, key)
        (if c.jwt.isEmpty || Fault("cli-jwt-not-consumed") then Nil else List(Ev.Changed(key, c.copy(jwt = None, status = "consumed"))), c.jwt)
      }
    Res.ok(got.fold(Json.Null)(Json.fromString))
