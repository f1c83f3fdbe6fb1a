package damson

import groovy.sql.Sql
import java.sql.SQLException
import java.nio.charset.StandardCharsets
import java.time.LocalDate
import java.time.ZoneOffset

/** subscriptions, monetization, credits, billing, payments */
class Money {
    static Map sub(x) {
        [agentId: x.agent_id, agentName: x.agent_name, status: x.status, active: x.status == 'ACTIVE', price: x.price, currency: 'USD', subscriptionId: x.id, startedAt: T.iso(x.started_at), canceledAt: T.iso(x.canceled_at)]
    }
    static final String SUBQ = 'select s.*, a.name as agent_name from subscriptions s left join agents a on a.id=s.agent_id '
    static today() { java.sql.Date.valueOf(LocalDate.now(ZoneOffset.UTC)) }

    static void routes() {
        Main.add('jwt', 'POST', '/api/me/agents/{agent_id}/subscribe') { Ctx c ->
            def b = c.body(); V.str(b, 'successUrl'); V.str(b, 'cancelUrl')
            def sid = 'cs_' + UUID.randomUUID().toString().replace('-', '')
            def done = { Db.tx { Sql s ->
                def a = Agents.get(s, c.p.agent_id, !F.on('subscribe-twice-at-once'))
                if (a.owner_id == c.uid && !F.on('owner-may-subscribe')) throw new Err(400, 'The owner cannot subscribe')
                if (!Agents.canSee(a, c)) throw new Err(404, 'Agent not found')
                if (a.price == null || a.price <= 0) throw new Err(400, 'The agent is not paid')
                def old = s.firstRow('select * from subscriptions where user_id=? and agent_id=?', [c.uid, a.id])
                if (old?.status == 'ACTIVE') throw new Err(402, 'Already subscribed')
                if (F.on('subscribe-twice-at-once')) { s.connection.commit(); Thread.sleep(120) }
                long t = T.now(); def ps = 'psub_' + UUID.randomUUID().toString().substring(0, 13)
                s.execute('merge into subscriptions(user_id,agent_id,status,price,provider_id,started_at,canceled_at) key(user_id,agent_id) values(?,?,?,?,?,?,null)', [c.uid, a.id, 'ACTIVE', a.price, ps, t])
                s.executeInsert('insert into sub_days values(?,?,?,?,null)', [a.owner_id, a.id, c.uid, today()])
                s.executeInsert('insert into earnings(owner_id,agent_id,subscriber_id,amount,paid_on,created_at) values(?,?,?,?,?,?)', [a.owner_id, a.id, c.uid, a.price, today(), t])
                [agentId: a.id, sessionId: sid, checkoutUrl: "https://pay.damson.example/c/$sid".toString(), status: 'COMPLETE', amount: a.price, currency: 'USD']
            } }
            [result: done()]
        }
        Main.add('jwt', 'POST', '/api/me/agents/{agent_id}/unsubscribe') { Ctx c ->
            [result: Db.tx { Sql s ->
                def a = Agents.get(s, c.p.agent_id, true)
                def x = s.firstRow('select * from subscriptions where user_id=? and agent_id=?', [c.uid, a.id])
                if (x?.status != 'ACTIVE') throw new Err(400, 'No active subscription to cancel')
                if (!x.provider_id) throw new Err(400, 'No payment-provider subscription found')
                if (F.on('unsubscribe-everything')) s.executeUpdate("update subscriptions set status='CANCELED', canceled_at=? where user_id=? and status='ACTIVE'", [T.now(), c.uid])
                s.executeUpdate("update subscriptions set status='CANCELED', canceled_at=? where id=?", [T.now(), x.id])
                s.executeUpdate('update sub_days set to_day=? where agent_id=? and subscriber_id=? and to_day is null', [today(), a.id, c.uid])
                sub(s.firstRow(SUBQ + 'where s.id=?', [x.id]))
            }]
        }
        Main.add('jwt', 'GET', '/api/me/subscriptions') { Ctx c ->
            def r = Db.tx { Sql s -> s.rows(SUBQ + 'where s.user_id=? order by s.started_at desc', [c.uid]) }.collect { sub(it) }
            [content: r, cursor: null, size: r.size()]
        }
        Main.add('jwt', 'GET', '/api/me/subscriptions/{agent_id}') { Ctx c ->
            def x = Db.tx { Sql s -> s.firstRow(SUBQ + 'where s.user_id=? and s.agent_id=?', [c.uid, c.p.agent_id]) }
            if (x == null) throw new Err(404, 'Subscription not found')
            [result: sub(x)]
        }

        def period = { Ctx c -> c.intQ('period', 28, 1, 365) }
        def days = { int n -> def t = LocalDate.now(ZoneOffset.UTC); (0..<n).collect { t.minusDays(n - 1 - it) } }
        Main.add('jwt', 'GET', '/api/me/monetization/summary') { Ctx c ->
            int p = period(c); def from = java.sql.Date.valueOf(days(p)[0])
            Db.tx { Sql s ->
                def n = s.firstRow('select count(distinct subscriber_id) as n from sub_days where owner_id=? and (to_day is null or to_day>=?)', [c.uid, from]).n
                def e = F.on('earnings-multiplied-by-join') ?
                    s.firstRow('select coalesce(sum(e.amount),0) as e from earnings e join agents a on a.owner_id=e.owner_id where e.owner_id=? and e.paid_on>=?', [c.uid, from]).e :
                    s.firstRow('select coalesce(sum(amount),0) as e from earnings where owner_id=? and paid_on>=?', [c.uid, from]).e
                [period: p, totalSubscribers: n, totalEarnings: (e as BigDecimal).setScale(2), currency: 'USD']
            }
        }
        Main.add('jwt', 'GET', '/api/me/monetization/subscribers') { Ctx c ->
            int p = period(c); def ds = days(p)
            def rows = Db.tx { Sql s -> s.rows('select subscriber_id, from_day, to_day from sub_days where owner_id=? and (to_day is null or to_day>=?)', [c.uid, java.sql.Date.valueOf(ds[0])]) }
            def iv = rows.collect { [it.subscriber_id, it.from_day.toLocalDate(), it.to_day?.toLocalDate()] }
            def l = ds.collect { d -> [date: d.toString(), subscribers: iv.findAll { !it[1].isAfter(d) && (it[2] == null || !it[2].isBefore(d)) }.collect { it[0] }.unique().size()] }
            [period: p, content: l, cursor: null, size: l.size(), totalSubscribers: iv.collect { it[0] }.unique().size()]
        }
        Main.add('jwt', 'GET', '/api/me/monetization/earnings') { Ctx c ->
            int p = period(c); def ds = days(p); def from = java.sql.Date.valueOf(ds[0])
            def m = Db.tx { Sql s -> s.rows('select paid_on, sum(amount) as e from earnings where owner_id=? and paid_on>=? group by paid_on', [c.uid, from]) }.collectEntries { [(it.paid_on.toLocalDate()): it.e] }
            if (F.on('earning-days-left-out')) ds = ds.findAll { m[it] != null }
            def l = ds.collect { [date: it.toString(), earnings: ((m[it] ?: 0) as BigDecimal).setScale(2)] }
            [period: p, content: l, cursor: null, size: l.size(), totalEarnings: ((l*.earnings.sum() ?: 0) as BigDecimal).setScale(2), currency: 'USD']
        }

        def cv = { x -> [balance: x.balance, used: x.used, updatedAt: T.iso(x.updated_at)] }
        Main.add('jwt', 'GET', '/api/me/credits') { Ctx c ->
            def x = Db.tx { Sql s -> s.firstRow('select * from credits where user_id=?', [c.uid]) }
            if (x == null) throw new Err(404, 'Credits not found')
            cv(x)
        }
        Main.add('jwt', 'POST', '/api/me/credits/use') { Ctx c ->
            Db.tx { Sql s ->
                if (F.on('credits-double-spend')) {
                    def x = s.firstRow('select * from credits where user_id=?', [c.uid])
                    if (x == null || x.balance <= 0) throw new Err(404, 'No credits left')
                    s.connection.commit(); Thread.sleep(40)
                    s.executeUpdate('update credits set balance=?, used=?, updated_at=? where user_id=?', [x.balance - 1, x.used + 1, T.now(), c.uid])
                } else if (s.executeUpdate('update credits set balance=balance-1, used=used+1, updated_at=? where user_id=? and balance>0', [T.now(), c.uid]) == 0) throw new Err(404, 'No credits left')
                cv(s.firstRow('select * from credits where user_id=?', [c.uid]))
            }
        }
        Main.add('jwt', 'GET', '/api/me/billing') { Ctx c ->
            [plan: c.sandbox ? 'SANDBOX' : 'PRO', status: 'ACTIVE', amount: c.sandbox ? 0.00G : 20.00G, currency: 'USD', interval: 'MONTH', customerId: "cus_${100 + c.uid}".toString(), renewsOn: LocalDate.now(ZoneOffset.UTC).withDayOfMonth(1).plusMonths(1).toString()]
        }
        Main.add('jwt', 'POST', '/api/me/payments/sessions') { Ctx c ->
            def b = c.body(); def n = V.integer(b, 'credits', 1, 100000, true)
            def id = 'ps_' + UUID.randomUUID().toString().replace('-', ''); def amt = (n * 0.05G).setScale(2)
            Db.tx { Sql s -> s.executeInsert('insert into payment_sessions values(?,?,?,?,?)', [id, c.uid, n, amt, T.now()]) }
            [sessionId: id, url: "https://pay.damson.example/s/$id".toString(), credits: n, amount: amt, currency: 'USD', status: 'OPEN']
        }
        Main.add('open', 'POST', '/api/me/payments/webhook') { Ctx c ->
            def sig = c.header('X-Payment-Signature')
            if (!sig && !F.on('webhook-without-signature')) throw new Err(400, 'Missing signature')
            def want = 'sha256=' + Jwt.hmac('damson-webhook-secret'.bytes, c.bytes()).encodeHex().toString()
            if (sig && !java.security.MessageDigest.isEqual(want.bytes, sig.trim().getBytes(StandardCharsets.UTF_8))) throw new Err(400, 'Invalid signature')
            def e
            try { e = Json.parse(new String(c.bytes(), StandardCharsets.UTF_8)) } catch (Exception x) { throw new Err(400, 'Invalid event') }
            if (!(e instanceof Map) || !(e.id instanceof String) || !(e.type instanceof String) || !e.id || !e.type) throw new Err(400, 'Invalid event')
            try {
                Db.tx { Sql s ->
                    if (!F.on('webhook-replay-counts')) s.executeInsert('insert into payment_events values(?,?,?)', [e.id, e.type, T.now()])
                    if (e.type == 'credits.purchased' && e.data instanceof Map && e.data.userId instanceof Number && e.data.credits instanceof Integer)
                        s.executeUpdate('update credits set balance=balance+?, updated_at=? where user_id=?', [e.data.credits, T.now(), e.data.userId])
                }
                [received: true, eventId: e.id, duplicate: false]
            } catch (SQLException x) { if (!Db.duplicate(x)) throw x; [received: true, eventId: e.id, duplicate: true] }
        }
    }
}
