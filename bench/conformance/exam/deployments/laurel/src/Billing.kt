package laurel

import kotlinx.datetime.LocalDate
import kotlinx.serialization.json.*
import org.jetbrains.exposed.sql.*
import org.jetbrains.exposed.sql.SqlExpressionBuilder.eq
import org.jetbrains.exposed.sql.SqlExpressionBuilder.greater
import org.jetbrains.exposed.sql.SqlExpressionBuilder.plus
import org.jetbrains.exposed.sql.SqlExpressionBuilder.minus
import java.security.MessageDigest
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

private const val WEBHOOK_SECRET = "whsec_laurel_3c8f1e7a9b42"
private const val SIG = "X-Payment-Signature"
private const val DAY = 86400_000L

private fun keyJson(r: ResultRow, hidden: Boolean) = o("apiKeyId" to r[ApiKeys.id], "name" to r[ApiKeys.name], "key" to r[ApiKeys.key], "isDefault" to r[ApiKeys.isDefault], "createdAt" to iso(r[ApiKeys.createdAt]))
    .let { if (hidden) JsonObject(it - "key") else it }
private fun myKey(id: Long, uid: String) = ApiKeys.selectAll().where { (ApiKeys.id eq id) }.firstOrNull()?.takeIf { it[ApiKeys.userId] == uid } ?: notFound("API_KEY")
private fun addKey(uid: String, nm: String, def: Boolean): ResultRow {
    val first = ApiKeys.selectAll().where { ApiKeys.userId eq uid }.empty()
    if (def && !bug("key-two-defaults")) ApiKeys.update({ ApiKeys.userId eq uid }) { it[isDefault] = false }
    val kid = ApiKeys.insert { it[userId] = uid; it[name] = nm; it[key] = newKey(); it[isDefault] = def || first; it[createdAt] = now() }[ApiKeys.id]
    return ApiKeys.selectAll().where { ApiKeys.id eq kid }.first()
}
private fun subJson(r: ResultRow) = o("subscriptionId" to r[Subs.id], "agentId" to r[Subs.agentId], "agentName" to r.getOrNull(Agents.name), "status" to r[Subs.status], "priceMicros" to r[Subs.price],
    "currency" to r[Subs.currency], "startedAt" to iso(r[Subs.startedAt]), "canceledAt" to isoN(r[Subs.canceledAt]))
private fun active(uid: String, a: String?) = Subs.join(Agents, JoinType.LEFT, Subs.agentId, Agents.id).selectAll().where {
    val c = (Subs.userId eq uid) and (Subs.status eq "ACTIVE"); if (a != null) c and (Subs.agentId eq a) else c }.orderBy(Subs.startedAt, SortOrder.DESC)
private fun sessionJson(r: ResultRow) = o("sessionId" to r[PaySessions.id], "url" to "https://pay.laurel.example/c/${r[PaySessions.id]}", "credits" to r[PaySessions.credits], "amountMicros" to r[PaySessions.amount],
    "currency" to "EUR", "status" to r[PaySessions.status], "createdAt" to iso(r[PaySessions.createdAt]))
private fun hmac(b: ByteArray): ByteArray = Mac.getInstance("HmacSHA256").apply { init(SecretKeySpec(WEBHOOK_SECRET.toByteArray(), "HmacSHA256")) }.doFinal(b)
private fun signed(header: String, body: ByteArray): Boolean {
    val parts = header.split(',').map { it.trim().substringBefore('=') to it.trim().substringAfter('=', "") }
    val t = parts.firstOrNull { it.first == "t" }?.second?.takeIf { Regex("[0-9]{1,12}").matches(it) } ?: return false
    val want = hmac("$t.".toByteArray() + body).joinToString("") { "%02x".format(it) }
    return parts.any { it.first == "v1" && MessageDigest.isEqual(it.second.lowercase().toByteArray(), want.toByteArray()) }
}
private fun balance(uid: String) = Users.select(Users.credits).where { Users.id eq uid }.first()[Users.credits]
@Volatile private var shared: Pair<Long, Long>? = null

private class Day(val from: Long, val to: Long) { val name = LocalDate.fromEpochDays((from / DAY).toInt()).toString() }
private fun days(period: Int): List<Day> { val today = Math.floorDiv(now(), DAY); return (0 until period).map { val d = today - period + 1 + it; Day(d * DAY, (d + 1) * DAY) } }
private fun myAgents(uid: String) = Agents.select(Agents.id).where { Agents.ownerId eq uid }.map { it[Agents.id] }
private fun mySubs(uid: String) = Subs.selectAll().where { Subs.agentId inList myAgents(uid) }.map { Triple(it[Subs.userId] + it[Subs.agentId], it[Subs.startedAt], it[Subs.canceledAt]) }
private fun subscribersAt(all: List<Triple<String, Long, Long?>>, end: Long) = all.count { it.second < end && (it.third == null || it.third!! >= end) }
private fun subscribersNow(all: List<Triple<String, Long, Long?>>) = all.count { it.third == null }
private fun payments(uid: String, from: Long) = Payments.selectAll().where { (Payments.agentId inList myAgents(uid)) and (Payments.paidAt greater from - 1) }.map { it[Payments.paidAt] to it[Payments.amount] }

fun billing() {
    val a = pStr("agent_id"); val kid = pInt("api_key_id")
    op("POST", "/me/agents/{agent_id}/subscribe", "Subscribe to a paid agent", params = listOf(a), body = "AgentSubscribeRequest", bodyOptional = true, out = rec("AgentSubscribeResponse"), errs = listOf(400, 402, 404)) {
        val ag = id("agent_id")
        val early = if (bug("subscribe-race")) read { active(uid, ag).any() }.also { kotlinx.coroutines.delay(80) } else null
        data(write { val r = agentRow(ag)
            if (r[Agents.ownerId] == uid && !bug("subscribe-own-agent")) fail(400, "OWN_AGENT", "You own this agent")
            if (r[Agents.visibility] == "private" && r[Agents.ownerId] != uid) notFound("AGENT")
            val pr = r[Agents.price] ?: fail(400, "AGENT_NOT_PAID", "This agent is not paid")
            if (early ?: active(uid, ag).any()) fail(402, "ALREADY_SUBSCRIBED", "You are subscribed to this agent already")
            val sid = ulid(); val cs = "cs_" + ulid(); val t = now()
            Subs.insert { it[id] = sid; it[userId] = uid; it[agentId] = ag; it[status] = "ACTIVE"; it[provider] = "psub_$sid"; it[price] = pr; it[currency] = r[Agents.currency]; it[startedAt] = t; it[canceledAt] = null }
            Payments.insert { it[id] = ulid(); it[agentId] = ag; it[amount] = pr; it[paidAt] = t }
            o("agentId" to ag, "subscriptionId" to sid, "checkoutSessionId" to cs, "checkoutUrl" to "https://pay.laurel.example/c/$cs", "status" to "ACTIVE", "priceMicros" to pr, "currency" to r[Agents.currency]) }) }
    op("POST", "/me/agents/{agent_id}/unsubscribe", "End a subscription", params = listOf(a), out = rec("AgentSubscriptionResponse"), errs = listOf(400, 404)) {
        data(write { val ag = id("agent_id"); agentRow(ag, evenDeleted = true)
            val s = active(uid, ag).firstOrNull() ?: fail(400, "NO_ACTIVE_SUBSCRIPTION", "There is no active subscription to cancel")
            if (s[Subs.provider] == null) fail(400, "NO_PROVIDER_SUBSCRIPTION", "The payment provider knows no such subscription")
            val t = now()
            if (bug("unsubscribe-all")) Subs.update({ (Subs.userId eq uid) and (Subs.status eq "ACTIVE") }) { it[status] = "CANCELED"; it[canceledAt] = t }
            else Subs.update({ Subs.id eq s[Subs.id] }) { it[status] = "CANCELED"; it[canceledAt] = t }
            JsonObject(subJson(s) + mapOf("status" to j("CANCELED"), "canceledAt" to j(iso(t)))) }) }
    op("GET", "/me/subscriptions", "List own subscriptions", out = sRef("AgentSubscriptionListResponse")) { read { val l = active(uid, null).map { subJson(it) }; page(l, null, l.size) } }
    op("GET", "/me/subscriptions/{agent_id}", "Own subscription to an agent", params = listOf(a), out = rec("AgentSubscriptionResponse"), errs = listOf(404)) { data(read { subJson(active(uid, id("agent_id")).firstOrNull() ?: notFound("SUBSCRIPTION")) }) }

    op("GET", "/me/api-keys", "List own keys", out = arr("ApiKeyHidden")) { read { JsonArray(ApiKeys.selectAll().where { ApiKeys.userId eq uid }.orderBy(ApiKeys.id).map { keyJson(it, !bug("key-list-shows-values")) }) } }
    op("POST", "/me/api-keys", "Create a key", body = "ApiKeyCreate", bodyOptional = true, out = rec("ApiKey")) {
        data(write { val bb = (body as? JsonObject) ?: JsonObject(emptyMap()); keyJson(addKey(uid, bb.str("name") ?: "API key", bb.bool("isDefault") ?: false), false) }) }
    op("GET", "/me/api-keys/default", "The default key", out = rec("ApiKey")) {
        data(write { keyJson(ApiKeys.selectAll().where { (ApiKeys.userId eq uid) and (ApiKeys.isDefault eq true) }.orderBy(ApiKeys.id).firstOrNull() ?: addKey(uid, "Default key", true), false) }) }
    op("GET", "/me/api-keys/{api_key_id}", "A key", params = listOf(kid), out = rec("ApiKey"), errs = listOf(404)) { data(read { keyJson(myKey(l("api_key_id"), uid), false) }) }
    op("DELETE", "/me/api-keys/{api_key_id}", "Remove a key", params = listOf(kid), out = rec("ApiKeyHidden"), errs = listOf(404)) {
        data(write { val r = myKey(l("api_key_id"), uid); ApiKeys.deleteWhere { ApiKeys.id eq r[ApiKeys.id] }
            if (r[ApiKeys.isDefault]) ApiKeys.selectAll().where { ApiKeys.userId eq uid }.orderBy(ApiKeys.id).firstOrNull()?.let { f -> ApiKeys.update({ ApiKeys.id eq f[ApiKeys.id] }) { it[isDefault] = true } }
            keyJson(r, true) }) }

    op("GET", "/me/billing", "Own plan", out = rec("BillingInformationSubscription")) {
        data(if (me.sandbox) o("plan" to "SANDBOX", "status" to "ACTIVE", "priceMicros" to 0, "currency" to "EUR", "currentPeriodEnd" to null)
            else o("plan" to "PRO", "status" to "ACTIVE", "priceMicros" to 19_000_000, "currency" to "EUR", "currentPeriodEnd" to iso((Math.floorDiv(now(), DAY) + 20) * DAY))) }
    op("GET", "/me/credits", "Balance of credits", out = rec("AgentExecutionCredits"), errs = listOf(404)) {
        if (bug("credits-cache-without-user")) shared?.let { (t, v) -> if (now() - t < 2000) return@op data(o("balance" to v)) }
        data(read { o("balance" to balance(uid).also { shared = now() to it }) }) }
    op("POST", "/me/credits/use", "Use a credit", out = rec("AgentExecutionCredits"), errs = listOf(404)) {
        val old = if (bug("credits-lost-update")) read { balance(uid) }.also { kotlinx.coroutines.delay(30) } else null
        data(write { val n = old ?: balance(uid)
            if (n <= 0) fail(404, "CREDITS_NOT_FOUND", "There are no credits left")
            Users.update({ Users.id eq uid }) { it[credits] = n - 1 }; o("balance" to balance(uid)) }) }

    op("POST", "/me/payments/webhook", "Events of the payment provider", Auth.NONE, out = rec("PaymentWebhookResponseSuccess"), errs = listOf(400)) {
        val raw = call.receiveBytes()
        val h = call.request.headers[SIG]
        if (h == null) fail(400, "SIGNATURE_MISSING", "The header $SIG is missing")
        if (h != null && !signed(h, raw)) fail(400, "SIGNATURE_INVALID", "The signature does not fit")
        val e = parseJson(String(raw, Charsets.UTF_8)) as? JsonObject ?: fail(400, "EVENT_INVALID", "The event is no JSON object")
        fun field(k: String) = (e[k] as? JsonPrimitive)?.takeIf { it.isString && it.content.isNotEmpty() && it.content.length <= 200 }?.content ?: fail(400, "EVENT_INVALID", "The event has no $k")
        val eid = field("id"); val type = field("type")
        val done = write {
            if (!PayEvents.selectAll().where { PayEvents.id eq eid }.empty() && !bug("webhook-replayed")) return@write false
            if (PayEvents.selectAll().where { PayEvents.id eq eid }.empty()) PayEvents.insert { it[id] = eid; it[at] = now() }
            val sid = ((e["data"] as? JsonObject)?.get("sessionId") as? JsonPrimitive)?.contentOrNull
            if (type != "checkout.session.completed" || sid == null) return@write false
            val s = PaySessions.selectAll().where { PaySessions.id eq sid }.firstOrNull() ?: return@write false
            if (s[PaySessions.status] != "OPEN" && !bug("webhook-replayed")) return@write false
            PaySessions.update({ PaySessions.id eq sid }) { it[status] = "PAID" }
            Users.update({ Users.id eq s[PaySessions.userId] }) { it[credits] = credits + s[PaySessions.credits] }; true }
        data(o("received" to true, "eventId" to eid, "processed" to done)) }
    op("POST", "/me/payments/sessions", "Buy credits", body = "PaymentSessionRequest", bodyOptional = true, out = rec("PaymentSessionResponse")) {
        data(write { val n = (body as? JsonObject)?.lng("credits") ?: 100L; val sid = ulid()
            PaySessions.insert { it[id] = sid; it[userId] = uid; it[credits] = n; it[amount] = n * 10_000; it[status] = "OPEN"; it[createdAt] = now() }
            sessionJson(PaySessions.selectAll().where { PaySessions.id eq sid }.first()) }) }

    val per = q("period", sInt(1, 365), default = if (bug("period-default-30")) 30 else 28)
    op("GET", "/me/monetization/summary", "Subscribers and earnings", params = listOf(per), out = rec("MonetizationSummary")) {
        data(read { val p = i("period"); o("periodDays" to p, "totalSubscribers" to subscribersNow(mySubs(uid)), "totalEarningsMicros" to payments(uid, days(p).first().from).sumOf { it.second }, "currency" to "EUR") }) }
    op("GET", "/me/monetization/subscribers", "Subscribers by day", params = listOf(per), out = rec("MonetizationSubscribersResponse")) {
        data(read { val p = i("period"); val all = mySubs(uid); val ds = days(p)
            o("periodDays" to p, "totalSubscribers" to subscribersNow(all), "items" to ds.map { o("date" to it.name, "subscribers" to if (it.to > now()) subscribersNow(all) else subscribersAt(all, it.to)) }) }) }
    op("GET", "/me/monetization/earnings", "Earnings by day", params = listOf(per), out = rec("MonetizationEarningsResponse")) {
        data(read { val p = i("period"); val ds = days(p); val pay = payments(uid, ds.first().from)
            val items = ds.map { d -> o("date" to d.name, "earningsMicros" to pay.filter { it.first >= d.from && it.first < d.to }.sumOf { it.second }) }
            o("periodDays" to p, "totalEarningsMicros" to pay.sumOf { it.second }, "currency" to "EUR", "items" to if (bug("earnings-days-without-left-out")) items.filter { it.lng("earningsMicros") != 0L } else items) }) }
}
