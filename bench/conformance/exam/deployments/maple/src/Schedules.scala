package maple

import io.circe.*
import java.time.*
import java.util.concurrent.*
import scala.util.Try

/** Five fields: minute, hour, day of month, month, day of week. */
final case class Cron(text: String, minutes: Set[Int], hours: Set[Int], days: Set[Int], months: Set[Int], weekdays: Set[Int], anyDay: Boolean, anyWeekday: Boolean):
  def next(from: Instant): Option[Instant] =
    val start = LocalDateTime.ofInstant(from, ZoneOffset.UTC).withSecond(0).withNano(0).plusMinutes(1)
    def fits(d: LocalDate): Boolean =
      val dow = if Fault("next-run-weekday-offset") then d.getDayOfWeek.getValue - 1 else d.getDayOfWeek.getValue % 7
      val (m, w) = (days(d.getDayOfMonth), weekdays(dow))
      months(d.getMonthValue) && (if anyDay || anyWeekday then m && w else m || w)
    Iterator.iterate(start.toLocalDate)(_.plusDays(1)).take(366 * 8).filter(fits).flatMap { d =>
      for h <- hours.toVector.sorted if h < 24; m <- minutes.toVector.sorted if m < 60 yield d.atTime(h, m)
    }.find(!_.isBefore(start)).map(_.toInstant(ZoneOffset.UTC))

object Cron:
  private val monthNames = List("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec").zipWithIndex.map((k, i) => k -> (i + 1)).toMap
  val dayNames = List("sun", "mon", "tue", "wed", "thu", "fri", "sat").zipWithIndex.toMap
  private def field(x: String, lo: Int, hi: Int, names: Map[String, Int]): Option[Set[Int]] =
    def num(v: String): Option[Int] = names.get(v.toLowerCase(java.util.Locale.ROOT)).orElse(if v.matches("\\d{1,2}") then Some(v.toInt) else None)
      .filter(i => (i >= lo && i <= hi) || Fault("cron-values-unchecked"))
    val parts = x.split(",", -1).toList.map { p =>
      val sl = p.split("/", -1)
      val step = sl match { case Array(_) => Some(1); case Array(_, k) if k.matches("\\d{1,2}") && k.toInt > 0 => Some(k.toInt); case _ => None }
      val range = sl(0) match
        case "*" => Some((lo, hi))
        case r if r.contains("-") => r.split("-", -1) match
          case Array(a, c) => for i <- num(a); j <- num(c); if i <= j yield (i, j)
          case _           => None
        case v => num(v).map(i => (i, if sl.length > 1 then hi else i))
      for st <- step; (a, c) <- range yield (a to c by st).toSet
    }
    if parts.forall(_.isDefined) then Some(parts.flatten.flatten.toSet) else None
  def parse(x: String): Option[Cron] = x.trim.split("\\s+") match
    case Array(m, h, d, mo, w) =>
      for a <- field(m, 0, 59, Map.empty); b <- field(h, 0, 23, Map.empty); c <- field(d, 1, 31, Map.empty)
          e <- field(mo, 1, 12, monthNames); f <- field(w, 0, 7, dayNames)
      yield Cron(List(m, h, d, mo, w).mkString(" "), a, b, c, e, f.map(_ % 7), d.startsWith("*"), w.startsWith("*"))
    case _ => None

  private val at = "(?: at)? (\\d{1,2})(?::(\\d{2}))? ?(am|pm)?".r
  private def clock(x: String): Option[(Int, Int)] = x match
    case "" => Some((9, 0))
    case at(h, m, ap) =>
      val hh = (h.toInt, ap) match { case (12, "am") => 0; case (12, "pm") => 12; case (k, "pm") => k + 12; case (k, _) => k }
      val mm = Option(m).fold(0)(_.toInt)
      if hh < 24 && mm < 60 then Some((hh, mm)) else None
    case _ => None
  private val everyN = "every (\\d{1,2}) (minutes|hours)".r
  private val everyDay = "(every day|daily|every weekday|weekdays|every (?:sun|mon|tues|wednes|thurs|fri|satur)day)(.*)".r
  def fromText(x: String): Option[String] = x.trim.toLowerCase(java.util.Locale.ROOT).replaceAll("\\s+", " ") match
    case "every minute"            => Some("* * * * *")
    case "every hour" | "hourly"   => Some("0 * * * *")
    case "every week" | "weekly"   => Some("0 9 * * 1")
    case "every month" | "monthly" => Some("0 9 1 * *")
    case everyN(k, unit) => Option(k.toInt).filter(i => i > 0 && i < (if unit == "hours" then 24 else 60)).map(i => if unit == "hours" then s"0 */$i * * *" else s"*/$i * * * *")
    case everyDay(d, rest) => clock(rest).map { (h, m) =>
      val w = d match
        case "every day" | "daily"           => "*"
        case "every weekday" | "weekdays"    => "1-5"
        case _                               => dayNames(d.stripPrefix("every ").take(3)).toString
      s"$m $h * * $w"
    }
    case _ => parse(x).map(_.text)

final case class Schedule(id: String, owner: String, chatId: String, cron: Cron, message: Option[String], enabled: Boolean, version: Int, createdAt: Instant,
    updatedAt: Instant, nextRunAt: Option[Instant]):
  def json: Json = js(s("scheduleId", id), s("chatId", chatId), s("cron", cron.text), so("message", message), b("enabled", enabled),
    if enabled then to("nextRunAt", nextRunAt) else None, n("version", version), t("createdAt", createdAt), t("updatedAt", updatedAt))

object Schedules:
  val book = Book[Schedule]()
  private def id(x: String) = Ids.asUuid(x).getOrElse(invalid(List("path", "schedule_id"), "must be a uuid"))
  private def mine(v: Shelf[Schedule], u: User, x: String): Schedule = v.get(x).filter(_.owner == u.id).getOrElse(fail(404, "no such schedule"))
  private def chat(u: User, j: Option[Json]): String =
    val c = j.flatMap(_.asString).flatMap(Ids.asUuid).flatMap(Agents.book.get)
    if !c.exists(a => a.owner == u.id || (Fault("schedule-on-foreign-chat") && a.visibility == "public")) then fail(403, "the chat ID is invalid, missing or not owned by the caller")
    c.get.id
  private def cron(x: String): Cron = Cron.parse(x).getOrElse(invalid(List("body", "cron"), "is no cron expression"))
  def list(req: Req): Res = { val u = req.user; Res.ok(items(book.of(u.id).map(_.json))) }
  def create(req: Req): Res =
    val u = req.user
    val in = req.body
    val c = cron(in.need("cron", 200))
    val (m, en) = (in.str("message", 20000), in.bool("enabled").getOrElse(true))
    val a = chat(u, in.o("chatId"))
    val now = Ticker.tick()
    val x = Schedule(Ids.uuid(), u.id, a, c, m, en, 1, now, now, c.next(now))
    Res.ok(book.create(x.id, u.id, x).json)
  def onboarding(req: Req): Res =
    req.user
    Res.ok(items(List(("Morning brief", "0 8 * * 1-5", "What is on today?"), ("Weekly look back", "0 17 * * 5", "Sum up the week.")).map((a, c, m) =>
      js(s("title", a), s("cron", c), s("message", m)))))
  def textToCron(req: Req): Res =
    req.user
    val q = req.required("cron")
    val c = Cron.fromText(q).flatMap(Cron.parse).getOrElse(fail(400, "invalid cron expression"))
    Res.ok(js(s("text", q), s("cron", c.text), to("nextRunAt", c.next(Instant.now()))))
  def one(req: Req, x: String): Res = { val u = req.user; Res.ok(mine(book.view, u, id(x)).json) }
  def put(req: Req, x: String): Res =
    val u = req.user
    val key = id(x)
    val in = req.body
    val (c, m, en) = (in.str("cron", 200).map(cron), in.str("message", 20000), in.bool("enabled"))
    mine(book.view, u, key)
    val a = if in.has("chatId") then Some(chat(u, in.o("chatId"))) else None
    Res.ok(book.commit { v =>
      val sc = mine(v, u, key)
      val kron = c.getOrElse(sc.cron)
      val y = sc.copy(chatId = a.getOrElse(sc.chatId), cron = kron, message = if in.has("message") then m else sc.message,
        enabled = en.getOrElse(sc.enabled), version = sc.version + 1,
        updatedAt = Ticker.tick(), nextRunAt = kron.next(Instant.now()))
      (List(Ev.Changed(key, y)), y)
    }.json)
  def delete(req: Req, x: String): Res =
    val u = req.user
    val key = id(x)
    Res.ok(book.commit { v =>
      val sc = mine(v, u, key)
      val gone = Vector(sc)
      (gone.toList.map(g => Ev.Removed(g.id, u.id)), sc)
    }.json)
  def forget(u: User, chatId: String): Unit =
    book.commit(v => (v.of(u.id).filter(_.chatId == chatId).toList.map(g => Ev.Removed(g.id, u.id)), ()))

  /** Fires what is due. */
  def tick(): Unit =
    val now = Instant.now()
    for sc <- book.view.rows.values if sc.enabled && sc.nextRunAt.exists(!_.isAfter(now)) do
      val due = book.commit { v =>
        v.get(sc.id).filter(x => x.enabled && x.nextRunAt.exists(!_.isAfter(now))) match
          case Some(x) => (List(Ev.Changed(x.id, x.copy(nextRunAt = x.cron.next(now)))), true)
          case None    => (Nil, false)
      }
      if due then Try(Workers.startFromDashboard(Fixtures.users(sc.owner), sc.chatId, "schedule"))
