package maple

import io.circe.*
import java.time.*
import java.util.UUID
import java.util.concurrent.atomic.*
import scala.util.Try

/** One named fault may be switched on for trials. */
object Fault:
  private val name = sys.env.getOrElse("FAULT", "").trim
  def apply(id: String): Boolean = name == id

/** A refusal, rendered as application/problem+json. */
final case class Problem(status: Int, detail: String, errors: List[Json] = Nil, headers: List[(String, String)] = Nil)
    extends RuntimeException(detail, null, false, false)

object Problem:
  val titles = Map(400 -> "Bad Request", 401 -> "Unauthorized", 402 -> "Payment Required", 403 -> "Forbidden",
    404 -> "Not Found", 405 -> "Method Not Allowed", 409 -> "Conflict", 413 -> "Content Too Large",
    422 -> "Unprocessable Content", 500 -> "Internal Server Error", 503 -> "Service Unavailable")
  def toJson(p: Problem): Json =
    val base = List("type" -> Json.fromString("about:blank"), "title" -> Json.fromString(titles.getOrElse(p.status, "Error")),
      "status" -> Json.fromInt(p.status), "detail" -> Json.fromString(p.detail))
    Json.fromFields(if p.errors.isEmpty then base else base :+ ("errors" -> Json.fromValues(p.errors)))

def fail(status: Int, detail: String): Nothing = throw Problem(status, detail)
def invalid(path: List[String], msg: String): Nothing =
  throw Problem(422, s"${path.mkString(".")}: $msg",
    List(js("path" -> Json.fromValues(path.map(Json.fromString)), "message" -> Json.fromString(msg))))

// ---- JSON helpers: an absent option is left out, never null
type F = (String, Json)
def js(fs: (F | Option[F])*): Json = Json.fromFields(fs.flatMap {
  case o: Option[?] => o.asInstanceOf[Option[F]].toList
  case f            => List(f.asInstanceOf[F])
})
def s(k: String, v: String): F = k -> Json.fromString(v)
def so(k: String, v: Option[String]): Option[F] = v.map(x => k -> Json.fromString(x))
def n(k: String, v: Long): F = k -> Json.fromLong(v)
def b(k: String, v: Boolean): F = k -> Json.fromBoolean(v)
def t(k: String, v: Instant): F = k -> Json.fromString(v.toString)
def to(k: String, v: Option[Instant]): Option[F] = v.map(x => t(k, x))
def dec(k: String, v: BigDecimal): F = k -> Json.fromBigDecimal(v)
def arr(k: String, v: Iterable[Json]): F = k -> Json.fromValues(v)
def items(v: Iterable[Json], next: Option[String] = None): Json = js(arr("items", v), so("nextCursor", next))

// ---- times and identifiers
object Ticker:
  private val last = AtomicLong(0)
  /** Strictly growing microseconds: two records never share a moment. */
  def tick(): Instant =
    val i = Instant.now()
    val now = i.getEpochSecond * 1000000L + i.getNano / 1000
    val v = last.updateAndGet(p => math.max(p + 1, now))
    Instant.ofEpochSecond(v / 1000000, (v % 1000000) * 1000)

object Ids:
  private val alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
  private val rnd = java.security.SecureRandom()
  private val lastUlid = AtomicReference((0L, BigInt(0)))
  def uuid(): String = UUID.randomUUID().toString
  /** Monotonic ULIDs. */
  def ulid(): String =
    val fresh = BigInt(79, java.util.concurrent.ThreadLocalRandom.current())
    val (ms, r) = lastUlid.updateAndGet { (m, p) =>
      val now = System.currentTimeMillis()
      if now > m then (now, fresh) else (m, p + 1)
    }
    val v = (BigInt(ms) << 80) + r
    (25 to 0 by -1).map(i => alphabet(((v >> (5 * i)) & 31).toInt)).mkString
  def secret(len: Int): String =
    val a = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    (1 to len).map(_ => a(rnd.nextInt(a.length))).mkString
  private val uuidRe = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$".r
  def asUuid(x: String): Option[String] = if uuidRe.matches(x) then Some(x.toLowerCase(java.util.Locale.ROOT)) else None

// ---- event log and the view that is folded from it
final class Ledger[S, E](zero: S)(fold: (S, E) => S):
  private final case class Cell(state: S, log: List[E], offset: Long)
  private val cell = AtomicReference(Cell(zero, Nil, 0))
  def view: S = cell.get.state
  /** Decide on the present state; the events are appended and folded in one compare-and-set. */
  @annotation.tailrec
  def commit[A](decide: S => (List[E], A)): A =
    val c = cell.get
    val (events, answer) = decide(c.state)
    if events.isEmpty then answer
    else
      val next = Cell(events.foldLeft(c.state)(fold), events.foldLeft(c.log)((l, e) => e :: l), c.offset + events.size)
      if cell.compareAndSet(c, next) then answer else commit(decide)
  /** For the faults alone: write without looking again. */
  def blind(f: S => S): Unit = { val c = cell.get; cell.set(c.copy(state = f(c.state))) }

/** Records by id, and the read model of ids by owner in order of creation. */
final case class Shelf[V](rows: Map[String, V] = Map.empty[String, V], byOwner: Map[String, Vector[String]] = Map.empty):
  def get(id: String): Option[V] = rows.get(id)
  def of(owner: String): Vector[V] = byOwner.getOrElse(owner, Vector.empty).flatMap(rows.get)
  def ids(owner: String): Vector[String] = byOwner.getOrElse(owner, Vector.empty)

enum Ev[+V]:
  case Created(id: String, owner: String, v: V)
  case Changed(id: String, v: V)
  case Removed(id: String, owner: String)

final class Book[V]:
  val ledger = Ledger[Shelf[V], Ev[V]](Shelf[V]()) { (st, e) =>
    e match
      case Ev.Created(id, o, v) => Shelf(st.rows.updated(id, v), st.byOwner.updated(o, st.ids(o) :+ id))
      case Ev.Changed(id, v)    => st.copy(rows = st.rows.updated(id, v))
      case Ev.Removed(id, o)    => Shelf(st.rows - id, st.byOwner.updated(o, st.ids(o).filterNot(_ == id)))
  }
  def view: Shelf[V] = ledger.view
  def get(id: String): Option[V] = view.get(id)
  def of(owner: String): Vector[V] = view.of(owner)
  def commit[A](f: Shelf[V] => (List[Ev[V]], A)): A = ledger.commit(f)
  def create(id: String, owner: String, v: V): V = commit(_ => (List(Ev.Created(id, owner, v)), v))

// ---- requests and answers
final case class User(id: String, email: String, name: String, tier: String, createdAt: Instant, credits: Long, connected: Boolean):
  def sandbox: Boolean = tier == "sandbox"

final case class Res(status: Int, body: Option[Json] = None, headers: List[(String, String)] = Nil)
object Res:
  def ok(j: Json): Res = Res(200, Some(j))

final class Req(val method: String, val segs: List[String], rawQuery: String, val header: String => Option[String], readBody: () => Array[Byte]):
  lazy val raw: Array[Byte] = readBody()
  lazy val query: Map[String, String] = Option(rawQuery).getOrElse("").split('&').filter(_.nonEmpty).toList.map { p =>
    val i = p.indexOf('=')
    val (k, v) = if i < 0 then (p, "") else (p.take(i), p.drop(i + 1))
    Url.decode(k, true) -> Url.decode(v, true)
  }.reverse.toMap
  def bearer: Option[String] = header("Authorization").flatMap { h =>
    val p = h.trim.split("\\s+", 2)
    if p.length == 2 && p(0).equalsIgnoreCase("bearer") then Some(p(1).trim) else None
  }
  /** The caller, where no credential is asked for. */
  def maybeUser: Option[User] = bearer.flatMap(Auth.jwt)
  def user: User = maybeUser.getOrElse(throw Problem(401, "a valid bearer JWT is required", Nil, List("WWW-Authenticate" -> "Bearer")))
  def json: Json =
    val text = Try(java.nio.charset.StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(raw)).toString)
      .getOrElse(invalid(List("body"), "not UTF-8"))
    if text.isBlank then invalid(List("body"), "a JSON body is required")
    io.circe.parser.parse(text).getOrElse(invalid(List("body"), "not JSON"))
  def body: In = { val j = json; if j.isObject then In(j.asObject.get) else invalid(List("body"), "must be an object") }
  def int(k: String, default: Int, min: Int, max: Int): Int = query.get(k) match
    case None => default
    case Some(v) => if !v.matches("[+-]?\\d{1,9}") then invalid(List("query", k), "must be an integer") else
      val i = v.toInt
      if i < min || i > max then invalid(List("query", k), s"must be between $min and $max") else i
  def instant(k: String): Option[Instant] = query.get(k).filter(v => v.nonEmpty && v != "null").map { v =>
    val v2 = v.replaceFirst(" (\\d\\d:?\\d\\d)$", "+$1")
    Try(OffsetDateTime.parse(v2).toInstant).orElse(Try(LocalDateTime.parse(v2.replace(' ', 'T')).toInstant(ZoneOffset.UTC)))
      .getOrElse(invalid(List("query", k), "must be a date-time"))
  }
  def required(k: String): String = query.getOrElse(k, invalid(List("query", k), "is required"))

/** Fields of a request body. */
final class In(val o: JsonObject):
  def has(k: String): Boolean = o.contains(k)
  def isNull(k: String): Boolean = o(k).exists(_.isNull)
  private def some(k: String): Option[Json] = o(k).filterNot(_.isNull)
  def str(k: String, max: Int = 100000): Option[String] = some(k).map { j =>
    val v = j.asString.getOrElse(invalid(List("body", k), "must be a string"))
    if v.length > max then invalid(List("body", k), s"at most $max characters") else v
  }
  def need(k: String, max: Int = 100000): String = str(k, max).getOrElse(invalid(List("body", k), "is required"))
  def bool(k: String): Option[Boolean] = some(k).map(_.asBoolean.getOrElse(invalid(List("body", k), "must be a boolean")))
  def int(k: String): Option[Int] = some(k).map(_.asNumber.flatMap(_.toInt).getOrElse(invalid(List("body", k), "must be an integer")))
  def dec(k: String): Option[BigDecimal] = some(k).map(_.asNumber.flatMap(_.toBigDecimal).getOrElse(invalid(List("body", k), "must be a number")))
  def list(k: String): Option[Vector[Json]] = some(k).map(_.asArray.getOrElse(invalid(List("body", k), "must be an array")))
  def oneOf(k: String, vs: Set[String]): Option[String] = str(k).map(v => if vs(v) then v else invalid(List("body", k), "must be one of " + vs.mkString(", ")))

object Url:
  def decode(x: String, form: Boolean): String =
    val out = java.io.ByteArrayOutputStream(x.length)
    val bs = x.getBytes("UTF-8")
    var i = 0
    while i < bs.length do
      val c = bs(i)
      if c == '%' && i + 2 < bs.length && Character.digit(bs(i + 1), 16) >= 0 && Character.digit(bs(i + 2), 16) >= 0 then
        out.write(Character.digit(bs(i + 1), 16) * 16 + Character.digit(bs(i + 2), 16)); i += 3
      else { out.write(if form && c == '+' then 32 else c.toInt); i += 1 }
    String(out.toByteArray, "UTF-8")

object Auth:
  import javax.crypto.Mac
  import javax.crypto.spec.SecretKeySpec
  val jwtSecret = "maple-jwt-secret-for-trials"
  val webhookSecret = "maple-webhook-secret"
  def hmac(secret: String, data: Array[Byte]): Array[Byte] =
    val m = Mac.getInstance("HmacSHA256"); m.init(SecretKeySpec(secret.getBytes("UTF-8"), "HmacSHA256")); m.doFinal(data)
  def hex(bs: Array[Byte]): String = bs.map(x => f"${x & 0xff}%02x").mkString
  def jwt(token: String): Option[User] =
    token.split("\\.", -1) match
      case Array(h, p, sig) =>
        val dec = java.util.Base64.getUrlDecoder
        Try {
          if !java.security.MessageDigest.isEqual(hmac(jwtSecret, s"$h.$p".getBytes("UTF-8")), dec.decode(sig)) then None
          else
            val c = io.circe.parser.parse(String(dec.decode(p), "UTF-8")).toOption.get.hcursor
            val live = c.get[Long]("exp").toOption.forall(_ > System.currentTimeMillis() / 1000)
            if live then c.get[String]("sub").toOption.flatMap(Fixtures.users.get) else None
        }.toOption.flatten
      case _ => None
