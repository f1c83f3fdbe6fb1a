package maple

import io.circe.*
import java.time.*
import java.time.temporal.ChronoUnit

/** The state every start begins with. */
object Fixtures:
  private val born = Instant.parse("2025-01-06T08:00:00Z")
  val own = "01JGXMAPLE0000000000000001"
  val other = "01JGXMAPLE0000000000000002"
  val sandbox = "01JGXMAPLE0000000000000003"
  val users: Map[String, User] = List(
    User(own, "ilse@maple.example", "Ilse", "pro", born, 1000000, true),
    User(other, "bram@maple.example", "Bram", "pro", born, 5000, true),
    User(sandbox, "sam@maple.example", "Sam", "sandbox", born, 40, false)).map(u => u.id -> u).toMap

  /** code -> who made it; None is the house itself */
  val vipCodes: Map[String, Option[String]] = Map("MAPLE-WELCOME" -> None, "MAPLE-SPRING" -> None, "MAPLE-SUMMER" -> None,
    "ILSE-FRIENDS" -> Some(own), "BRAM-FRIENDS" -> Some(other))

  val plain = "3b1f8a52-0c5e-4c7d-9a10-5f0a7c2e1d01"
  val worker2 = "3b1f8a52-0c5e-4c7d-9a10-5f0a7c2e1d02"
  val ownPaid = "3b1f8a52-0c5e-4c7d-9a10-5f0a7c2e1d03"
  val paid = "3b1f8a52-0c5e-4c7d-9a10-5f0a7c2e1d04"
  val unpaid = "3b1f8a52-0c5e-4c7d-9a10-5f0a7c2e1d05"
  val subscribed = "3b1f8a52-0c5e-4c7d-9a10-5f0a7c2e1d06"
  val toLeave = "3b1f8a52-0c5e-4c7d-9a10-5f0a7c2e1d07"
  val privateOther = "3b1f8a52-0c5e-4c7d-9a10-5f0a7c2e1d08"

  def load(): Unit =
    def agent(id: String, o: String, name: String, prompt: String, vis: String, price: Option[BigDecimal] = None): Unit =
      Agents.book.create(id, o, Agent(id, o, name, None, prompt, vis, None, None, price, None, 1, born, born))
    agent(plain, own, "Harbour pilot", "Answer what the guest says.", "public")
    agent(worker2, own, "Lighthouse keeper", "Keep the light.", "private")
    agent(ownPaid, own, "Chart seller", "Sell charts.", "public", Some(BigDecimal("4.99")))
    agent(paid, other, "Storm glass", "Tell the weather.", "public", Some(BigDecimal("9.99")))
    agent(unpaid, other, "Dock hand", "Lend a hand.", "public")
    agent(subscribed, other, "Tide herald", "Call the tides.", "public", Some(BigDecimal("2.5")))
    agent(toLeave, other, "Fog horn", "Blow.", "public", Some(BigDecimal("3.1")))
    agent(privateOther, other, "Captain's log", "Write the log.", "private")
    Keys.seed(own, "mpl_own_5vQ2mB8xTz1LrN7c")
    Keys.seed(other, "mpl_other_9kD4wJ6yHs3GfP0a")
    Keys.seed(sandbox, "mpl_sandbox_2eR8uC5oVi7XbM1q")
    for a <- List(subscribed, toLeave) do
      Subs.seed(Sub(Ids.ulid(), own, a, other, Agents.book.get(a).get.price.get, "active", Instant.now().minus(40, ChronoUnit.DAYS), None, 1))
    // earlier guests of the own paid agent, gone again
    for (d, i) <- List(0, 3, 9, 9, 20, 27, 28, 29, 60, 200).zipWithIndex do
      val at = LocalDate.now(ZoneOffset.UTC).minusDays(d).atStartOfDay.toInstant(ZoneOffset.UTC)
      Subs.seed(Sub(Ids.ulid(), s"guest-$i", ownPaid, own, BigDecimal(if i % 2 == 0 then "4.99" else "4.1"), "cancelled", at, Some(at), 2))
