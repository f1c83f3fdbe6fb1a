package laurel

import com.zaxxer.hikari.HikariConfig
import com.zaxxer.hikari.HikariDataSource
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import org.jetbrains.exposed.sql.*
import org.jetbrains.exposed.sql.transactions.transaction
import java.security.SecureRandom
import java.util.UUID
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.withLock

const val BIG = 1_000_000

/** The one fault that is switched on, or "". */
var FAULT: String = System.getenv("FAULT") ?: ""
fun bug(id: String) = FAULT == id

object Users : Table("users") {
    val id = varchar("id", 36); val email = varchar("email", 200); val name = varchar("name", 200)
    val tier = varchar("tier", 20); val credits = long("credits"); val connected = bool("connected"); val createdAt = long("created_at")
    override val primaryKey = PrimaryKey(id)
}
object ApiKeys : Table("api_keys") {
    val id = long("id").autoIncrement(); val userId = varchar("user_id", 36).index(); val name = varchar("name", 200)
    val key = varchar("key_value", 80).uniqueIndex(); val isDefault = bool("is_default"); val createdAt = long("created_at")
    override val primaryKey = PrimaryKey(id)
}
object Agents : Table("agents") {
    val id = varchar("id", 36); val ownerId = varchar("owner_id", 36).index(); val name = varchar("name", 400)
    val description = varchar("description", BIG).nullable(); val prompt = varchar("prompt", BIG); val visibility = varchar("visibility", 10)
    val slug = varchar("slug", 100).nullable(); val upsell = varchar("upsell", BIG).nullable()
    val price = long("price").nullable(); val currency = varchar("currency", 3)
    val feedback = long("feedback"); val createdAt = long("created_at"); val updatedAt = long("updated_at"); val deletedAt = long("deleted_at").nullable()
    override val primaryKey = PrimaryKey(id)
    init { index(false, slug) }
}
object Feedback : Table("feedback") {
    val id = varchar("id", 36); val agentId = varchar("agent_id", 36); val userId = varchar("user_id", 36)
    val rating = integer("rating"); val comment = varchar("comment", BIG).nullable(); val createdAt = long("created_at")
    override val primaryKey = PrimaryKey(id)
}
object Themes : Table("themes") {
    val agentId = varchar("agent_id", 36); val color = varchar("color", 20); val createdAt = long("created_at"); val updatedAt = long("updated_at")
    override val primaryKey = PrimaryKey(agentId)
}
object Files : Table("agent_files") {
    val id = varchar("id", 36); val agentId = varchar("agent_id", 36).index(); val name = varchar("name", 400)
    val content = varchar("content", BIG); val mime = varchar("mime", 200); val position = integer("position"); val seq = long("seq").autoIncrement()
    val createdAt = long("created_at"); val updatedAt = long("updated_at")
    override val primaryKey = PrimaryKey(id)
}
object StudioChats : Table("studio_chats") {
    val pk = varchar("pk", 36); val runId = varchar("run_id", 300).index(); val ownerId = varchar("owner_id", 36).index()
    val title = varchar("title", 400).nullable(); val content = varchar("content", BIG).nullable(); val visibility = varchar("visibility", 10)
    val createdAt = long("created_at"); val updatedAt = long("updated_at"); val deletedAt = long("deleted_at").nullable()
    override val primaryKey = PrimaryKey(pk)
}
object Runs : Table("runs") {
    val id = varchar("id", 36); val userId = varchar("user_id", 36); val agentId = varchar("agent_id", 36)
    val jobId = varchar("job_id", 40).nullable(); val first = varchar("first_message", BIG).nullable(); val count = integer("msg_count")
    val createdAt = long("created_at"); val updatedAt = long("updated_at")
    override val primaryKey = PrimaryKey(id)
    init { index(false, userId, createdAt) }
}
object Messages : Table("messages") {
    val id = long("id").autoIncrement(); val runId = varchar("run_id", 36).index(); val role = varchar("role", 20)
    val content = varchar("content", BIG); val createdAt = long("created_at")
    override val primaryKey = PrimaryKey(id)
}
object RunLogs : Table("run_logs") {
    val id = long("id").autoIncrement(); val runId = varchar("run_id", 36).index(); val level = varchar("level", 20)
    val event = varchar("event", 40); val text = varchar("text", 2000); val createdAt = long("created_at")
    override val primaryKey = PrimaryKey(id)
}
object McpLogs : Table("mcp_logs") {
    val id = long("id").autoIncrement(); val runId = varchar("run_id", 36).index(); val server = varchar("server", 60); val tool = varchar("tool", 100)
    val input = varchar("input", BIG); val output = varchar("output", BIG); val createdAt = long("created_at")
    override val primaryKey = PrimaryKey(id)
}
object Executions : Table("executions") {
    val id = long("id").autoIncrement(); val userId = varchar("user_id", 36); val tool = varchar("tool", 100); val toolId = varchar("tool_id", 40)
    val serviceId = varchar("service_id", 400); val namespace = varchar("namespace", 400); val status = varchar("status", 20)
    val input = varchar("input", BIG); val output = varchar("output", BIG).nullable(); val createdAt = long("created_at")
    override val primaryKey = PrimaryKey(id)
    init { index(false, userId, createdAt) }
}
object Subs : Table("subscriptions") {
    val id = varchar("id", 36); val userId = varchar("user_id", 36).index(); val agentId = varchar("agent_id", 36).index(); val status = varchar("status", 20)
    val provider = varchar("provider_id", 60).nullable(); val price = long("price"); val currency = varchar("currency", 3)
    val startedAt = long("started_at"); val canceledAt = long("canceled_at").nullable()
    override val primaryKey = PrimaryKey(id)
}
object Payments : Table("payments") {
    val id = varchar("id", 36); val agentId = varchar("agent_id", 36).index(); val amount = long("amount"); val paidAt = long("paid_at")
    override val primaryKey = PrimaryKey(id)
}
object PaySessions : Table("pay_sessions") {
    val id = varchar("id", 40); val userId = varchar("user_id", 36); val credits = long("credits"); val amount = long("amount")
    val status = varchar("status", 20); val createdAt = long("created_at")
    override val primaryKey = PrimaryKey(id)
}
object PayEvents : Table("pay_events") {
    val id = varchar("id", 300); val at = long("at")
    override val primaryKey = PrimaryKey(id)
}
object Bundles : Table("bundles") {
    val id = long("id").autoIncrement(); val userId = varchar("user_id", 36).index(); val name = varchar("name", 400)
    val description = varchar("description", BIG).nullable(); val createdAt = long("created_at"); val updatedAt = long("updated_at")
    override val primaryKey = PrimaryKey(id)
}
object BundleTools : Table("bundle_tools") {
    val bundleId = long("bundle_id"); val toolId = varchar("tool_id", 40); val addedAt = long("added_at"); val seq = long("seq").autoIncrement()
    override val primaryKey = PrimaryKey(bundleId, toolId)
}
object UserTools : Table("user_tools") {
    val userId = varchar("user_id", 36); val toolId = varchar("tool_id", 40); val installedAt = long("installed_at"); val seq = long("seq").autoIncrement()
    override val primaryKey = PrimaryKey(userId, toolId)
}
object CliSessions : Table("cli_sessions") {
    val id = varchar("id", 36); val userId = varchar("user_id", 36).nullable(); val jwt = varchar("jwt", 10000).nullable()
    val status = varchar("status", 20); val createdAt = long("created_at"); val expiresAt = long("expires_at")
    override val primaryKey = PrimaryKey(id)
}
object Schedules : Table("schedules") {
    val id = varchar("id", 36); val userId = varchar("user_id", 36).index(); val chatId = varchar("chat_id", 36); val cron = varchar("cron", 200)
    val message = varchar("message", BIG).nullable(); val enabled = bool("enabled"); val nextRunAt = long("next_run_at").nullable()
    val createdAt = long("created_at"); val updatedAt = long("updated_at")
    override val primaryKey = PrimaryKey(id)
}
object VipCodes : Table("vip_codes") {
    val code = varchar("code", 60); val ownerId = varchar("owner_id", 36).nullable()
    override val primaryKey = PrimaryKey(code)
}
object Redemptions : Table("vip_redemptions") {
    val code = varchar("code", 60); val userId = varchar("user_id", 36); val at = long("at"); val seq = long("seq").autoIncrement()
    override val primaryKey = PrimaryKey(seq)
}
object NChats : Table("n_chats") {
    val iden = varchar("iden", 40); val userId = varchar("user_id", 36).index(); val email = varchar("email", 320); val muted = bool("muted")
    val created = long("created"); val modified = long("modified"); val seq = long("seq").autoIncrement()
    override val primaryKey = PrimaryKey(iden)
}
object NDevices : Table("n_devices") {
    val iden = varchar("iden", 40); val userId = varchar("user_id", 36).index(); val body = varchar("fields", BIG)
    val created = long("created"); val modified = long("modified"); val seq = long("seq").autoIncrement()
    override val primaryKey = PrimaryKey(iden)
}
object NPushes : Table("n_pushes") {
    val iden = varchar("iden", 40); val userId = varchar("user_id", 36); val guid = varchar("guid", 400).nullable(); val body = varchar("fields", BIG)
    val active = bool("active"); val dismissed = bool("dismissed"); val created = long("created"); val modified = long("modified")
    val seq = long("seq").autoIncrement()
    override val primaryKey = PrimaryKey(iden)
    init { index(false, userId, seq) }
}
val ALL = arrayOf(Users, ApiKeys, Agents, Feedback, Themes, Files, StudioChats, Runs, Messages, RunLogs, McpLogs, Executions, Subs, Payments,
    PaySessions, PayEvents, Bundles, BundleTools, UserTools, CliSessions, Schedules, VipCodes, Redemptions, NChats, NDevices, NPushes)

val writer = ReentrantLock(true)

/** Reads: a transaction on an IO thread. */
suspend fun <T> read(block: Transaction.() -> T): T = withContext(Dispatchers.IO) { transaction { block() } }

/** Writes: one at a time, so that what a block reads is still true when it writes. */
suspend fun <T> write(block: Transaction.() -> T): T = withContext(Dispatchers.IO) { writer.withLock { transaction { block() } } }

fun now() = System.currentTimeMillis()

private val ticks = ConcurrentHashMap<String, Long>()
/** Strictly growing milliseconds for each key: records that are paged by time never share one. */
fun tick(key: String): Long = ticks.compute(key) { _, old -> maxOf(now(), (old ?: 0L) + 1) }!!

fun uuid() = UUID.randomUUID().toString()
private val rnd = SecureRandom()
private const val B32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
fun ulid(): String {
    val sb = StringBuilder(26); val t = now()
    for (i in 9 downTo 0) sb.append(B32[((t shr (i * 5)) and 31).toInt()])
    repeat(16) { sb.append(B32[rnd.nextInt(32)]) }
    return sb.toString()
}
fun newKey() = "lk_live_" + (1..40).map { "abcdefghijkmnpqrstuvwxyz23456789"[rnd.nextInt(32)] }.joinToString("")

const val OWN = "6f0c2a54-1d8e-4f3b-9a67-0b5e1c7d2a11"
const val OTHER = "b3d94e1f-72a0-4c58-8e2d-5f19a6c40b22"
const val SANDBOX = "e81b7d36-09c4-4a7f-b5d3-2c6f8e0a9d33"

fun startDb() {
    val hc = HikariConfig().apply {
        jdbcUrl = "jdbc:h2:mem:laurel;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000"; driverClassName = "org.h2.Driver"
        maximumPoolSize = 12; isAutoCommit = false
    }
    Database.connect(HikariDataSource(hc))
    transaction { SchemaUtils.create(*ALL); seed() }
}

private fun seed() {
    val t = now() - 40L * 86400_000
    fun user(id0: String, mail: String, nm: String, tier0: String, cr: Long, conn: Boolean) = Users.insert {
        it[id] = id0; it[email] = mail; it[name] = nm; it[tier] = tier0; it[credits] = cr; it[connected] = conn; it[createdAt] = t }
    user(OWN, "olive@laurel.example", "Olive Own", "PRO", 5000, true)
    user(OTHER, "otto@laurel.example", "Otto Other", "PRO", 3000, true)
    user(SANDBOX, "sandy@laurel.example", "Sandy Box", "SANDBOX", 25, false)
    fun key(u: String, v: String) = ApiKeys.insert { it[userId] = u; it[name] = "Default key"; it[key] = v; it[isDefault] = true; it[createdAt] = t }
    key(OWN, "lk_live_own_7f3kq9x2m5t8v4w6"); key(OTHER, "lk_live_other_p4r8s2y6z9b3d7h5"); key(SANDBOX, "lk_live_sandbox_c5j9n2g6k8e4a7u3")
    fun agent(id0: String, o: String, nm: String, vis: String, pr: Long?, sl: String? = null) = Agents.insert {
        it[id] = id0; it[ownerId] = o; it[name] = nm; it[description] = "The $nm of the staging deployment"; it[prompt] = "You are the $nm. Be brief."
        it[visibility] = vis; it[slug] = sl; it[upsell] = null; it[price] = pr; it[currency] = "EUR"; it[feedback] = 0
        it[createdAt] = t; it[updatedAt] = t; it[deletedAt] = null }
    agent("0a6d1f5c-3b72-4e98-a1c4-7d2f90b8e601", OWN, "Warehouse clerk", "public", null, "warehouse-clerk")
    agent("0a6d1f5c-3b72-4e98-a1c4-7d2f90b8e602", OWN, "Paid adviser", "public", 4_990_000)
    agent("c7e4b290-5f1d-4a83-9d06-18f3a5b2c701", OTHER, "Premium analyst", "public", 9_990_000)
    agent("c7e4b290-5f1d-4a83-9d06-18f3a5b2c702", OTHER, "Free guide", "public", null)
    agent("c7e4b290-5f1d-4a83-9d06-18f3a5b2c703", OTHER, "Secret keeper", "private", null)
    agent("c7e4b290-5f1d-4a83-9d06-18f3a5b2c704", OTHER, "Monthly digest", "public", 2_500_000)
    agent("c7e4b290-5f1d-4a83-9d06-18f3a5b2c705", OTHER, "Weekly digest", "public", 1_250_000)
    fun sub(u: String, a: String, pr: Long, days: Int) {
        val at = now() - days * 86400_000L
        Subs.insert { it[id] = ulid(); it[userId] = u; it[agentId] = a; it[status] = "ACTIVE"; it[provider] = "psub_" + ulid(); it[price] = pr
            it[currency] = "EUR"; it[startedAt] = at; it[canceledAt] = null }
        Payments.insert { it[id] = ulid(); it[agentId] = a; it[amount] = pr; it[paidAt] = at }
    }
    sub(OWN, "c7e4b290-5f1d-4a83-9d06-18f3a5b2c704", 2_500_000, 12)
    sub(OWN, "c7e4b290-5f1d-4a83-9d06-18f3a5b2c705", 1_250_000, 5)
    sub(OTHER, "0a6d1f5c-3b72-4e98-a1c4-7d2f90b8e602", 4_990_000, 9)
    sub(SANDBOX, "0a6d1f5c-3b72-4e98-a1c4-7d2f90b8e602", 4_990_000, 40)
    VipCodes.insert { it[code] = "LAUREL-WELCOME-01"; it[ownerId] = OTHER }
    VipCodes.insert { it[code] = "LAUREL-WELCOME-02"; it[ownerId] = null }
    VipCodes.insert { it[code] = "OLIVE-FRIENDS"; it[ownerId] = OWN }
    PaySessions.insert { it[id] = "01JLAURELSESSION000000000F"; it[userId] = OWN; it[credits] = 500; it[amount] = 5_000_000; it[status] = "OPEN"; it[createdAt] = t }
}
