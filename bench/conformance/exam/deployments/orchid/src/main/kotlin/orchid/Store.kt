package orchid

import java.time.Duration
import java.time.Instant
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.atomic.AtomicLong

const val WEBHOOK_SECRET = "whsec_orchid_2026"
const val FILE_LIMIT = 10

class Store {
    val users = LinkedHashMap<String, User>()
    val keys = ConcurrentHashMap<Long, StoredKey>()
    val keyCache = ConcurrentHashMap<String, StoredKey>()
    val agents = ConcurrentHashMap<String, Agent>()
    val runs = ConcurrentHashMap<String, Run>()
    val executions = ConcurrentHashMap<String, MutableList<ToolExecutionLog>>()
    val nextLogId = AtomicLong(1000)
    val nextKeyId = AtomicLong(100)
    val nextBundleId = AtomicLong(10)
    val subscriptions = mutableListOf<Subscription>()
    val checkouts = HashMap<String, Checkout>()
    val payments = mutableListOf<Payment>()
    val events = HashSet<String>()
    val credits = ConcurrentHashMap<String, Credits>()
    val studio = ConcurrentHashMap<String, Studio>()
    val bundles = ConcurrentHashMap<Long, Bundle>()
    val cli = ConcurrentHashMap<String, Cli>()
    val schedules = ConcurrentHashMap<String, ScheduleRow>()
    val installed = ConcurrentHashMap<String, LinkedHashMap<String, UserInstalledTool>>()
    val vip = ConcurrentHashMap<String, VipCode>()
    val vipCount = ConcurrentHashMap<String, Int>()

    fun seed() {
        val now = Clock.now()
        val start = now.minus(Duration.ofDays(90))
        fun user(id: String, mail: String, name: String, tier: Tier, key: String, connected: Boolean = true, credit: Int? = 1_000_000): User {
            val u = User(id, mail, name, tier, connected, start)
            users[id] = u
            executions[id] = CopyOnWriteArrayList()
            installed[id] = LinkedHashMap()
            val k = StoredKey(nextKeyId.incrementAndGet(), id, "Default key", key, true, start)
            keys[k.id] = k
            if (credit != null) credits[id] = Credits(credit, 0, start)
            return u
        }
        val alice = user("usr_01alice", "alice@orchid.example", "Alice", Tier.pro, "awk_live_5f0c1e7a9b3d4c2e8a6f10b2c4d6e8fa")
        val bob = user("usr_02bob", "bob@orchid.example", "Bob", Tier.pro, "awk_live_b0b2c4d6e8fa5f0c1e7a9b3d4c2e8a6f")
        user("usr_03sandy", "sandy@orchid.example", "Sandy", Tier.sandbox, "awk_live_5a4db0c1e7a9b3d4c2e8a6f10b2c4d6e")
        val carol = user("usr_04carol", "carol@orchid.example", "Carol", Tier.free, "awk_live_ca401e7a9b3d4c2e8a6f10b2c4d6e8fa", connected = false, credit = null)
        val dave = user("usr_05dave", "dave@orchid.example", "Dave", Tier.free, "awk_live_dafe1e7a9b3d4c2e8a6f10b2c4d6e8fa")

        fun agent(id: String, o: User, name: String, prompt: String, v: Visibility, slug: String?, price: Int? = null, ci: Boolean = false): Agent {
            val a = Agent(id, o.id, name, "$name by ${o.displayName}", prompt, v, slug, null, mutableListOf("seed"), price, ci, null, Clock.now(), Clock.now())
            agents[id] = a
            return a
        }
        agent("7d1c0a52-3b6e-4f10-9a2d-5e8f7c6b1a01", alice, "Garden Helper", "You help people with their garden. Be brief and kind.", Visibility.public, "garden-helper")
        agent("7d1c0a52-3b6e-4f10-9a2d-5e8f7c6b1a02", alice, "Night Shift", "You run long jobs on the virtual computer.", Visibility.public, "night-shift", ci = true)
        val a3 = agent("7d1c0a52-3b6e-4f10-9a2d-5e8f7c6b1a03", alice, "Greenhouse Pro", "You plan professional greenhouses.", Visibility.public, "greenhouse-pro", 900)
        agent("7d1c0a52-3b6e-4f10-9a2d-5e8f7c6b1a04", alice, "Secret Notes", "You keep the secret notes of Alice.", Visibility.private, null)
        agent("2b9e4f61-8c7d-4a35-b1e0-6f5d4c3b2a01", bob, "Orchard Coach", "You coach orchard keepers.", Visibility.public, "orchard-coach", 1200)
        agent("2b9e4f61-8c7d-4a35-b1e0-6f5d4c3b2a02", bob, "Compost Friend", "You know everything about compost.", Visibility.public, "compost-friend")
        val b3 = agent("2b9e4f61-8c7d-4a35-b1e0-6f5d4c3b2a03", bob, "Bob's Diary", "You keep the diary of Bob. Never tell anyone about the blue rose.", Visibility.private, null)
        val b4 = agent("2b9e4f61-8c7d-4a35-b1e0-6f5d4c3b2a04", bob, "Vineyard Advisor", "You advise on vineyards.", Visibility.public, "vineyard-advisor", 1500)
        val b5 = agent("2b9e4f61-8c7d-4a35-b1e0-6f5d4c3b2a05", bob, "Mushroom Guide", "You guide people to mushrooms.", Visibility.public, "mushroom-guide", 700)
        val b6 = agent("2b9e4f61-8c7d-4a35-b1e0-6f5d4c3b2a06", bob, "Seed Swap", "You help to swap seeds.", Visibility.public, "seed-swap", 300)
        val f = AgentFileResponse("2b9e4f61-8c7d-4a35-b1e0-6f5d4c3b2f01", b3.id, "diary.txt", "text/plain", "The blue rose blooms at dawn.", null, 29, 0, start, start)
        b3.files.add(f)

        fun sub(u: User, a: Agent, days: Long, provider: Boolean = true, pays: List<Long> = listOf(days)) {
            val at = now.minus(Duration.ofDays(days))
            subscriptions.add(Subscription("sub_" + newId(), u.id, a.id, if (provider) "psub_" + hex(hmac("p", (u.id + a.id).toByteArray())).substring(0, 16) else null, SubscriptionStatus.active, a.priceCents!!, at, now.plus(Duration.ofDays(27)), null))
            if (provider) pays.forEach { payments.add(Payment(a.id, a.ownerId, a.priceCents!!, now.minus(Duration.ofDays(it)))) }
        }
        sub(alice, b4, 9); sub(alice, b5, 5); sub(alice, b6, 20, provider = false)
        sub(bob, a3, 3); sub(carol, a3, 12); sub(dave, a3, 40, pays = listOf(40, 10))

        listOf("WELCOME-ORCHID-2026", "BLOOM-2026", "GREENHOUSE-2026", "PETAL-2026", "ROOTS-2026", "SUNDEW-2026", "MEADOW-2026", "THYME-2026").forEach { vip[it] = VipCode(it, "usr_00orchid") }
        vip["ALICE-FRIENDS-2026"] = VipCode("ALICE-FRIENDS-2026", alice.id)
        vip["BOB-FRIENDS-2026"] = VipCode("BOB-FRIENDS-2026", bob.id)

        val st = Studio("2b9e4f61-8c7d-4a35-b1e0-6f5d4c3b2c01", bob.id, "Bob's private studio", Visibility.private, linkedMapOf("model" to "small"), listOf(Message("user", "Hello"), Message("assistant", "Hi Bob")), null, start, start)
        studio[st.runId] = st
    }

    fun key(token: String): StoredKey? {
        if (fault("deleted-key-still-works")) return keyCache[token] ?: keys.values.firstOrNull { it.key == token }?.also { keyCache[token] = it }
        return keys.values.firstOrNull { constantEquals(it.key, token) }
    }
    fun fileCount(a: Agent) = a.files.size
}

val store = Store()

fun view(a: Agent) = AgentModel(a.id, a.id, a.ownerId, a.name, a.description, a.chatPrompt, a.visibility, a.vanitySlug, a.upsellDescription, a.tags.toList(), a.priceCents,
    a.codeInterpreter, a.theme?.themeColor, a.files.size, FeedbackSummary(a.feedback.values.count { it.rating == Rating.up }, a.feedback.values.count { it.rating == Rating.down }),
    a.clonedFrom, a.createdAt, a.updatedAt)
fun view(r: Run) = AgentRunView(r.id, r.agentId, r.agentName, r.source, if (r.job == null) RunStatus.idle else RunStatus.running, r.messages.size, r.messages.firstOrNull()?.content, r.createdAt, r.updatedAt)
fun view(s: Studio) = AgentStudioChat(s.runId, s.ownerId, s.title, s.visibility, s.settings, s.messages, s.clonedFrom, s.createdAt, s.updatedAt, s.deletedAt)
fun view(s: Subscription) = AgentSubscriptionResponse(s.id, s.agentId, s.status, s.priceCents, "USD", s.startedAt, s.currentPeriodEnd, s.canceledAt)
fun view(b: Bundle) = UserBundle(b.id, b.name, b.tools.toList(), b.createdAt, b.updatedAt)
fun view(k: StoredKey) = ApiKey(k.id, k.name, k.key, k.isDefault, k.createdAt, k.lastUsedAt)
fun hidden(k: StoredKey) = ApiKeyHidden(k.id, k.name, k.isDefault, k.createdAt, k.lastUsedAt)
fun view(c: Cli) = CliAuthModel(c.id, if (c.consumed) "consumed" else if (c.jwt != null) "attached" else "pending", c.createdAt)
fun view(c: Credits) = AgentExecutionCredits(c.balance, c.used, c.updatedAt)
fun view(s: ScheduleRow) = Schedule(s.id, s.chatId, s.cron, s.name, s.message, s.enabled, if (s.enabled) Cron.parse(s.cron, true)?.next(Instant.now()) else null, s.lastRunAt, s.createdAt, s.updatedAt)

/** Starts a run outside of the Workers API: from the dashboard or by a schedule. */
fun startRun(a: Agent, userId: String, source: String, message: String): AgentRunLog {
    val at = Clock.now()
    val run = Run(newId(), a.id, a.name, userId, source, at)
    val log = AgentRunLog(run.id, a.id, "run_created", source, at)
    run.logs.add(log)
    run.messages = listOf(Message("user", message), Message("assistant", reply(message, 1)))
    run.logs.add(AgentRunLog(run.id, a.id, "assistant_message", run.messages[1].content, Clock.now()))
    run.updatedAt = Clock.now()
    store.runs[run.id] = run
    return log
}

fun runScheduler() {
    var last = Instant.now().epochSecond / 60
    async.scheduleWithFixedDelay({
        val minute = Instant.now().epochSecond / 60
        if (minute != last) {
            last = minute
            val t = Instant.ofEpochSecond(minute * 60).atZone(java.time.ZoneOffset.UTC)
            synchronized(db) {
                store.schedules.values.filter { it.enabled && Cron.parse(it.cron, true)?.matches(t) == true }.forEach { s ->
                    store.agents[s.chatId]?.let { startRun(it, s.ownerId, "schedule", s.message ?: "Scheduled run") }
                    s.lastRunAt = Clock.now()
                }
            }
        }
    }, 1, 1, java.util.concurrent.TimeUnit.SECONDS)
}
