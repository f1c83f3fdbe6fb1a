package laurel

import kotlinx.coroutines.*
import kotlinx.datetime.*
import kotlinx.serialization.json.*
import org.jetbrains.exposed.sql.*
import org.jetbrains.exposed.sql.SqlExpressionBuilder.eq
import org.jetbrains.exposed.sql.SqlExpressionBuilder.lessEq

/* ---------- cron ---------- */
class Cron(val minutes: Set<Int>, val hours: Set<Int>, val days: Set<Int>, val months: Set<Int>, val week: Set<Int>, val anyDay: Boolean, val anyWeek: Boolean) {
    fun next(from: Long): Long? {
        val z = TimeZone.UTC; val start = Instant.fromEpochMilliseconds((from / 60000 + 1) * 60000).toLocalDateTime(z)
        var d = start.date
        repeat(366 * 8) { i ->
            val dom = d.dayOfMonth in days; val dow = (d.dayOfWeek.isoDayNumber % 7) in week
            val fits = if (anyDay || anyWeek) dom && dow else dom || dow
            if (fits && d.monthNumber in months)
                for (h in hours.sorted()) for (m in minutes.sorted())
                    if (i > 0 || h * 60 + m >= start.hour * 60 + start.minute) return LocalDateTime(d, LocalTime(h, m)).toInstant(z).toEpochMilliseconds()
            d = d.plus(1, DateTimeUnit.DAY)
        }
        return null
    }
}
private val MON = listOf("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
private val DOW = listOf("sun", "mon", "tue", "wed", "thu", "fri", "sat")
private fun part(t: String, lo: Int, hi: Int, names: List<String>?): Set<Int>? {
    fun num(s: String): Int? = (names?.indexOf(s.lowercase())?.takeIf { it >= 0 }?.let { it + if (lo == 1) 1 else 0 }) ?: s.takeIf { Regex("[0-9]{1,4}").matches(it) }?.toInt()?.takeIf { it in lo..hi }
    val out = sortedSetOf<Int>()
    for (p in t.split(',')) {
        val bits = p.split('/'); if (bits.size > 2 || bits[0].isEmpty()) return null
        val step = if (bits.size == 2) bits[1].takeIf { Regex("[0-9]{1,4}").matches(it) }?.toInt()?.takeIf { it > 0 } ?: return null else 1
        val r = if (bits[0] == "*") lo to hi else bits[0].split('-').let { when (it.size) { 1 -> num(it[0])?.let { n -> n to if (bits.size == 2) hi else n }; 2 -> num(it[0])?.let { a -> num(it[1])?.let { b -> a to b } }; else -> null } } ?: return null
        if (r.first > r.second) return null
        for (v in r.first..r.second step step) out += if (names === DOW) v % 7 else v
    }
    return out.ifEmpty { null }
}
fun cronOf(t: String): Cron? {
    val f = t.trim().split(Regex("\\s+")); if (f.size != 5) return null
    return Cron(part(f[0], 0, 59, null)?.filter { it < 60 }?.map { it % 60 }?.toSet() ?: return null, part(f[1], 0, 23, null) ?: return null, part(f[2], 1, 31, null) ?: return null,
        part(f[3], 1, 12, MON) ?: return null, part(f[4], 0, 7, DOW) ?: return null, f[2].startsWith("*"), f[4].startsWith("*"))
}
private val DAYNAME = mapOf("sunday" to 0, "monday" to 1, "tuesday" to 2, "wednesday" to 3, "thursday" to 4, "friday" to 5, "saturday" to 6)
fun textToCron(raw: String): String? {
    val t = raw.trim().lowercase().replace(Regex("\\s+"), " ")
    if (cronOf(t) != null) return t
    when (t) { "every minute" -> return "* * * * *"; "hourly", "every hour" -> return "0 * * * *"; "daily", "every day" -> return "0 0 * * *"; "weekly", "every week" -> return "0 0 * * 0"; "monthly", "every month" -> return "0 0 1 * *" }
    Regex("every ([0-9]{1,2}) minutes").matchEntire(t)?.let { m -> return m.groupValues[1].toInt().takeIf { it in 1..59 }?.let { "*/$it * * * *" } }
    Regex("every ([0-9]{1,2}) hours").matchEntire(t)?.let { m -> return m.groupValues[1].toInt().takeIf { it in 1..23 }?.let { "0 */$it * * *" } }
    Regex("(?:every |on )?(day|daily|weekday|sunday|monday|tuesday|wednesday|thursday|friday|saturday)s? at ([0-9]{1,2})(?::([0-9]{2}))? ?(am|pm)?").matchEntire(t)?.let { m ->
        var h = m.groupValues[2].toInt(); val min = m.groupValues[3].ifEmpty { "0" }.toInt(); val ap = m.groupValues[4]
        if (ap.isNotEmpty()) { if (h !in 1..12) return null; h = h % 12 + if (ap == "pm") 12 else 0 }
        if (h > 23 || min > 59) return null
        val d = when (val x = m.groupValues[1]) { "day", "daily" -> "*"; "weekday" -> "1-5"; else -> DAYNAME.getValue(x).toString() }
        return "$min $h * * $d"
    }
    return null
}

/* ---------- schedules ---------- */
private fun schedJson(r: ResultRow) = o("scheduleId" to r[Schedules.id], "chatId" to r[Schedules.chatId], "cron" to r[Schedules.cron], "message" to r[Schedules.message], "enabled" to r[Schedules.enabled],
    "nextRunAt" to isoN(r[Schedules.nextRunAt]), "createdAt" to iso(r[Schedules.createdAt]), "updatedAt" to iso(r[Schedules.updatedAt]))
private fun schedOf(id: String, uid: String) = Schedules.selectAll().where { Schedules.id eq id }.firstOrNull()?.takeIf { it[Schedules.userId] == uid } ?: notFound("SCHEDULE")
private fun ownChat(id: String?, uid: String): String {
    val a = id?.takeIf { UUID_RE.matches(it) }?.let { x -> Agents.selectAll().where { (Agents.id eq x.lowercase()) and Agents.deletedAt.isNull() }.firstOrNull() }
    if (a == null || (a[Agents.ownerId] != uid && !bug("schedule-foreign-chat"))) fail(403, "CHAT_FORBIDDEN", "The chat is missing or not yours")
    return a[Agents.id]
}
private fun goodCron(t: String): Cron = cronOf(t) ?: invalid("body", "cron", msg = "is no cron expression of five fields")

fun schedules() {
    val id = pUuid("schedule_id"); val M = rec("Schedule")
    op("GET", "/me/schedules", "List own schedules", out = sRef("ScheduleListResponse")) { read { val l = Schedules.selectAll().where { Schedules.userId eq uid }.orderBy(Schedules.createdAt to SortOrder.DESC, Schedules.id to SortOrder.ASC).map { schedJson(it) }; page(l, null, l.size) } }
    op("POST", "/me/schedules", "Create a schedule", body = "ScheduleRequest", out = M, errs = listOf(403)) {
        data(write { val c = ownChat(b.str("chatId"), uid); val cr = goodCron(b.str("cron")!!); val nid = uuid(); val t = tick("sched"); val on = b.bool("enabled") ?: true
            Schedules.insert { it[Schedules.id] = nid; it[userId] = uid; it[chatId] = c; it[cron] = b.str("cron")!!.trim(); it[message] = b.str("message"); it[enabled] = on; it[nextRunAt] = if (on) cr.next(t) else null; it[createdAt] = t; it[updatedAt] = t }
            schedJson(schedOf(nid, uid)) }) }
    op("GET", "/me/schedules/onboarding", "First steps with schedules", out = rec("ScheduleOnboarding")) {
        data(read { o("hasSchedules" to Schedules.selectAll().where { Schedules.userId eq uid }.any(), "examples" to listOf("every day at 9am", "every monday at 8:30", "every 15 minutes").map { o("text" to it, "cron" to textToCron(it)) }) }) }
    op("GET", "/me/schedules/text-to-cron", "Text to cron", params = listOf(q("cron", sStr(), true)), out = rec("CronText"), errs = listOf(400)) {
        val c = textToCron(s("cron")) ?: fail(400, "CRON_INVALID", "This is no cron expression, nor words for one"); data(o("cron" to c, "input" to s("cron"), "nextRunAt" to isoN(cronOf(c)!!.next(now())))) }
    op("GET", "/me/schedules/{schedule_id}", "A schedule", params = listOf(id), out = M, errs = listOf(404)) { data(read { schedJson(schedOf(id("schedule_id"), uid)) }) }
    op("PUT", "/me/schedules/{schedule_id}", "Change a schedule", params = listOf(id), body = "ScheduleUpdateRequest", out = M, errs = listOf(403, 404)) {
        data(write { val r = schedOf(id("schedule_id"), uid); val c = if (b["chatId"] != null) ownChat(b.str("chatId"), uid) else r[Schedules.chatId]
            val text = b.str("cron")?.trim() ?: r[Schedules.cron]; val cr = goodCron(text); val on = b.bool("enabled") ?: r[Schedules.enabled]
            Schedules.update({ Schedules.id eq r[Schedules.id] }) { it[chatId] = c; it[cron] = text; if (b["message"] != null) it[message] = b.str("message"); it[enabled] = on; it[nextRunAt] = if (on) cr.next(now()) else null; it[updatedAt] = now() }
            schedJson(schedOf(r[Schedules.id], uid)) }) }
    op("DELETE", "/me/schedules/{schedule_id}", "Remove a schedule", params = listOf(id), out = M, errs = listOf(404)) {
        data(write { val r = schedOf(id("schedule_id"), uid); Schedules.deleteWhere { if (bug("schedule-delete-whole-chat")) Schedules.chatId eq r[Schedules.chatId] else Schedules.id eq r[Schedules.id] }; schedJson(r) }) }
}
/** Runs what is due, for as long as we live. */
fun startTicker() {
    appScope.launch { while (isActive) { delay(1000); runCatching { due() }.onFailure { if (it is CancellationException) throw it } } }
}
private suspend fun due() {
    val t = now()
    val rows = read { Schedules.selectAll().where { (Schedules.enabled eq true) and (Schedules.nextRunAt lessEq t) }.toList() }
    for (r in rows) write {
        val cur = Schedules.selectAll().where { Schedules.id eq r[Schedules.id] }.firstOrNull() ?: return@write
        if (cur[Schedules.nextRunAt] != r[Schedules.nextRunAt]) return@write
        val a = Agents.selectAll().where { (Agents.id eq cur[Schedules.chatId]) and Agents.deletedAt.isNull() }.firstOrNull()
        Schedules.update({ Schedules.id eq cur[Schedules.id] }) { it[nextRunAt] = cronOf(cur[Schedules.cron])?.next(t) }
        if (a != null) { val msg = cur[Schedules.message] ?: "Scheduled run"; val p = plan(a[Agents.name], "Scheduled: $msg", 1)
            val run = newRun(cur[Schedules.userId], a[Agents.id], msg, p, null)
            Messages.insert { it[runId] = run; it[role] = "assistant"; it[content] = p.words.joinToString(""); it[createdAt] = t }; Runs.update({ Runs.id eq run }) { it[count] = 2 } }
    }
}

/* ---------- CLI auth ---------- */
private const val CLI_LIFE = 10 * 60_000L
private fun cliJson(r: ResultRow) = o("cliAuthId" to r[CliSessions.id], "status" to (if (r[CliSessions.status] == "PENDING") "PENDING" else "ATTACHED"), "createdAt" to iso(r[CliSessions.createdAt]), "expiresAt" to iso(r[CliSessions.expiresAt]))
private fun cliOf(id: String) = CliSessions.selectAll().where { CliSessions.id eq id }.firstOrNull()?.takeIf { it[CliSessions.expiresAt] > now() } ?: notFound("CLI_AUTH")
fun cli() {
    op("POST", "/me/cli-auth", "Begin a login", Auth.NONE, out = rec("CliAuthModel"), errs = listOf(503)) {
        data(write { val nid = uuid(); val t = now(); CliSessions.insert { it[id] = nid; it[userId] = null; it[jwt] = null; it[status] = "PENDING"; it[createdAt] = t; it[expiresAt] = t + CLI_LIFE }; cliJson(cliOf(nid)) }) }
    op("PUT", "/me/cli-auth/{cli_auth_id}", "Attach a JWT", params = listOf(pUuid("cli_auth_id")), body = "CliAuthInsertModel", out = rec("CliAuthModel"), errs = listOf(403, 404, 503)) {
        val tk = b.str("jwt")!!; val sub = subject(tk)
        data(write { val r = cliOf(id("cli_auth_id"))
            if (r[CliSessions.userId] != null && r[CliSessions.userId] != uid) fail(403, "CLI_AUTH_FORBIDDEN", "This session is another user's")
            if (r[CliSessions.status] == "CONSUMED") fail(403, "CLI_AUTH_CONSUMED", "This session is over")
            if (sub == null) invalid("body", "jwt", msg = "is no valid JWT")
            if (sub != uid) fail(403, "CLI_AUTH_FORBIDDEN", "This JWT is another user's")
            CliSessions.update({ CliSessions.id eq r[CliSessions.id] }) { it[userId] = uid; it[jwt] = tk; it[status] = "ATTACHED" }; cliJson(cliOf(r[CliSessions.id])) }) }
    op("GET", "/me/cli-auth/{auth_id}", "Fetch the JWT, once", Auth.NONE, listOf(pUuid("auth_id")), out = sStr(nullable = true), errs = listOf(404, 503)) {
        val early = if (bug("cli-read-race")) read { cliOf(id("auth_id"))[CliSessions.jwt] }.also { delay(60) } else null
        write { val r = cliOf(id("auth_id")); val tk = early ?: r[CliSessions.jwt]
            if (tk != null && !bug("cli-jwt-not-consumed")) CliSessions.update({ CliSessions.id eq r[CliSessions.id] }) { it[jwt] = null; it[status] = "CONSUMED" }
            j(tk) } }
}

/* ---------- user and VIP codes ---------- */
private var cachedMe: JsonObject? = null
private fun redeemed(uid: String) = Redemptions.selectAll().where { Redemptions.userId eq uid }.count()
fun user() {
    op("GET", "/me/", "The current user", out = rec("UserWithTier")) {
        val v = o("userId" to uid, "email" to me.email, "name" to me.name, "tier" to me.tier, "createdAt" to iso(me.createdAt))
        data(if (bug("me-cached-for-all")) cachedMe ?: v.also { cachedMe = it } else v) }
    op("GET", "/me/vip", "How many codes the caller redeemed", out = rec("VipCodeRedemptionCount"), errs = listOf(400)) { data(read { o("count" to redeemed(uid)) }) }
    op("POST", "/me/vip", "Redeem a code", body = "VipCodeRequest", out = rec("VipCodeRedeemed"), errs = listOf(400)) {
        val c = b.str("code")!!
        val early = if (bug("vip-race")) read { Redemptions.selectAll().where { (Redemptions.code eq c) and (Redemptions.userId eq uid) }.any() }.also { delay(60) } else null
        data(write { val r = VipCodes.selectAll().where { VipCodes.code eq c }.firstOrNull() ?: fail(400, "VIP_CODE_INVALID", "This code is not valid")
            if (r[VipCodes.ownerId] == uid) fail(400, "VIP_CODE_OWN", "This is a code of your own")
            val again = early ?: Redemptions.selectAll().where { (Redemptions.code eq c) and (Redemptions.userId eq uid) }.any()
            if (again) fail(400, "VIP_CODE_REDEEMED", "You have redeemed this code already")
            val t = now(); Redemptions.insert { it[code] = c; it[userId] = uid; it[at] = t }
            o("code" to c, "redeemedAt" to iso(t), "count" to redeemed(uid)) }) }
}
