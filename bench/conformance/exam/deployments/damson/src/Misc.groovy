package damson

import groovy.sql.Sql
import java.sql.SQLException
import java.time.*
import java.util.concurrent.TimeUnit

class Cron {
    static final List<int[]> R = [[0, 59] as int[], [0, 23] as int[], [1, 31] as int[], [1, 12] as int[], [0, 7] as int[]]
    static final List NAMES = [[:], [:], [:], ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].withIndex().collectEntries { n, i -> [n, i + 1] }, ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].withIndex().collectEntries { n, i -> [n, i] }]
    /** five sets of numbers, or null when it is no cron expression */
    static List<Set<Integer>> parse(String e) {
        def f = e.trim().split(/\s+/)
        if (f.length != 5) return null
        def out = []
        for (int i = 0; i < 5; i++) {
            def set = new TreeSet<Integer>()
            for (part in f[i].toLowerCase(Locale.ROOT).split(',', -1)) {
                def m = part =~ /^(\*|\w+)(?:-(\w+))?(?:\/(\d{1,3}))?$/
                if (!m.find()) return null
                Integer a = m.group(1) == '*' ? R[i][0] : num(m.group(1), i), z = m.group(2) != null ? num(m.group(2), i) : (m.group(1) == '*' ? R[i][1] : (m.group(3) != null ? R[i][1] : a))
                if (m.group(1) == '*' && m.group(2) != null) return null
                Integer step = m.group(3) == null ? 1 : m.group(3).toInteger()
                if (a == null || z == null || step < 1) return null
                if (a < R[i][0] || z > R[i][1] || a > z) return null
                for (int v = a; v <= z; v += step) set << (i == 4 && v == 7 ? 0 : v)
            }
            out << set
        }
        out
    }
    static Integer num(String s, int i) { s ==~ /\d{1,3}/ ? s.toInteger() : NAMES[i][s] }
    static Long next(String e, long fromUs) {
        def c = parse(e); def f = e.trim().split(/\s+/)
        def t = T.at(fromUs).withSecond(0).withNano(0).plusMinutes(1)
        for (int d = 0; d < 1500; d++) {
            def dom = t.dayOfMonth in c[2], dow = (t.dayOfWeek.value % 7) in c[4]
            def day = (f[2].startsWith('*') || f[4].startsWith('*')) ? dom && dow : dom || dow
            if ((t.monthValue in c[3]) && day)
                for (h in c[1]) if (h >= t.hour) for (m in c[0]) if (h > t.hour || m >= t.minute) { if (h < 24 && m < 60) return t.withHour(h).withMinute(m).toEpochSecond() * 1000000L }
            t = t.plusDays(1).withHour(0).withMinute(0)
        }
        null
    }
    static final Map DAYS = [sunday: 0, monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6]
    /** words or a cron expression */
    static String convert(String text) {
        def t = text.trim().toLowerCase(Locale.ROOT).replaceAll(/\s+/, ' ')
        if (parse(t)) return t
        if (t == 'hourly' || t == 'every hour') return '0 * * * *'
        if (t == 'every minute') return '* * * * *'
        def m = t =~ /^every (\d{1,2}) (minutes|hours)$/
        if (m.find()) { int n = m.group(1).toInteger(); return n < 1 || n > (m.group(2) == 'minutes' ? 59 : 23) ? null : m.group(2) == 'minutes' ? "*/$n * * * *" : "0 */$n * * *" }
        m = t =~ /^(daily|weekdays|every (?:day|weekday|monday|tuesday|wednesday|thursday|friday|saturday|sunday))(?: at (\d{1,2})(?::(\d{2}))?(?: ?(am|pm))?)?$/
        if (m.find()) {
            int h = (m.group(2) ?: '0').toInteger(), mi = (m.group(3) ?: '0').toInteger()
            if (m.group(4) == 'pm' && h < 12) h += 12
            if (m.group(4) == 'am' && h == 12) h = 0
            if (h > 23 || mi > 59) return null
            def d = m.group(1).replace('every ', '')
            return "$mi $h * * ${d in ['daily', 'day'] ? '*' : d.startsWith('weekday') ? '1-5' : DAYS[d]}"
        }
        null
    }
}

/** CLI auth, schedules, user, VIP codes */
class Misc {
    static void routes() {
        def cv = { x -> [cliAuthId: x.id, status: x.status, createdAt: T.iso(x.created_at), expiresAt: T.iso(x.created_at + 600_000_000L)] }
        Main.add('open', 'POST', '/api/me/cli-auth') { Ctx c ->
            def id = UUID.randomUUID().toString()
            Db.tx { Sql s -> s.executeInsert('insert into cli_auth(id,status,created_at) values(?,?,?)', [id, 'PENDING', T.now()]); cv(s.firstRow('select * from cli_auth where id=?', [id])) }
        }
        Main.add('jwt', 'PUT', '/api/me/cli-auth/{cli_auth_id:uuid}') { Ctx c ->
            def jwt = V.str(c.body(), 'jwt', true, 1)
            Db.tx { Sql s ->
                def x = s.firstRow('select * from cli_auth where id=? for update', [c.p.cli_auth_id])
                if (x == null) throw new Err(404, 'CLI auth session not found')
                if (x.user_id != null && x.user_id != c.uid && !F.on('cli-session-taken-over')) throw new Err(403, 'Not allowed to update this session')
                if (x.status == 'CONSUMED') throw new Err(403, 'This session is used up')
                s.executeUpdate("update cli_auth set user_id=?, jwt=?, status='ATTACHED' where id=?", [c.uid, jwt, x.id])
                cv(s.firstRow('select * from cli_auth where id=?', [x.id]))
            }
        }
        Main.add('open', 'GET', '/api/me/cli-auth/{auth_id:uuid}') { Ctx c ->
            Db.tx { Sql s ->
                def x = s.firstRow('select * from cli_auth where id=? for update', [c.p.auth_id])
                if (x == null) throw new Err(404, 'CLI auth session not found')
                if (x.jwt == null) return null
                if (!F.on('cli-jwt-not-consumed')) s.executeUpdate("update cli_auth set jwt=null, status='CONSUMED' where id=?", [x.id])
                x.jwt
            }
        }

        def sb = '/api/me/schedules'
        def sv = { x -> [scheduleId: x.id, chatId: x.chat_id, cron: x.cron, name: x.name, enabled: x.enabled, notes: x.notes, attributes: Json.parse(x.attributes ?: '{}'), nextRunAt: x.enabled ? T.iso(x.next_run_at) : null, lastRunAt: T.iso(x.last_run_at), version: x.version, createdAt: T.iso(x.created_at), updatedAt: T.iso(x.updated_at)] }
        def cronOf = { Map b, boolean req ->
            def v = V.str(b, 'cron', req)
            if (v != null && Cron.parse(v) == null) throw Err.invalid(['body', 'cron'], 'Not a cron expression of five fields', 'cron_format')
            v
        }
        def chat = { Sql s, Ctx c, id ->
            def a = id instanceof String ? s.firstRow('select * from agents where id=?', [id.toLowerCase(Locale.ROOT)]) : null
            if (a == null || (a.owner_id != c.uid && !F.on('schedule-for-foreign-chat'))) throw new Err(403, 'Chat ID invalid, missing or not owned by the caller')
            a.id
        }
        def sched = { Sql s, Ctx c, boolean lock ->
            def x = s.firstRow('select * from schedules where id=? and user_id=?' + (lock ? ' for update' : ''), [c.p.schedule_id, c.uid])
            if (x == null) throw new Err(404, 'Schedule not found')
            x
        }
        Main.add('jwt', 'GET', sb) { Ctx c ->
            def r = Db.tx { Sql s -> s.rows('select * from schedules where user_id=? order by created_at desc', [c.uid]) }.collect { sv(it) }
            [content: r, cursor: null, size: r.size()]
        }
        Main.add('jwt', 'POST', sb) { Ctx c ->
            def b = c.body()
            def aid = Db.tx { Sql s -> chat(s, c, b.chatId) }
            def cron = cronOf(b, true); def n = V.str(b, 'name'), notes = V.str(b, 'notes'); def en = V.bool(b, 'enabled'); def at = V.map(b, 'attributes') ?: [:]
            def id = UUID.randomUUID().toString(); long t = T.now()
            [result: Db.tx { Sql s ->
                s.executeInsert('insert into schedules(id,user_id,chat_id,cron,name,enabled,notes,attributes,next_run_at,version,created_at,updated_at) values(?,?,?,?,?,?,?,?,?,1,?,?)', [id, c.uid, aid, cron, n, F.on('schedule-disabled-ignored') ? (en ?: true) : en == null ? true : en, notes, Json.str(at), Cron.next(cron, t), t, t])
                sv(s.firstRow('select * from schedules where id=?', [id]))
            }]
        }
        Main.add('jwt', 'GET', sb + '/onboarding') { Ctx c ->
            def n = Db.tx { Sql s -> s.firstRow('select count(*) as n from schedules where user_id=?', [c.uid]).n }
            [completed: n > 0, scheduleCount: n, suggestions: [[name: 'Morning brief', cron: '0 8 * * 1-5'], [name: 'Weekly report', cron: '0 9 * * 1']]]
        }
        Main.add('jwt', 'GET', sb + '/text-to-cron') { Ctx c ->
            if (c.q.cron == null) throw Err.invalid(['query', 'cron'], 'Field required', 'missing')
            def v = Cron.convert(c.q.cron)
            if (v == null) throw new Err(400, 'Invalid cron expression')
            [cron: v, input: c.q.cron, nextRunAt: T.iso(Cron.next(v, T.now()))]
        }
        Main.add('jwt', 'GET', sb + '/{schedule_id:uuid}') { Ctx c -> [result: sv(Db.tx { Sql s -> sched(s, c, false) })] }
        Main.add('jwt', 'PUT', sb + '/{schedule_id:uuid}') { Ctx c ->
            def b = c.body(); def cron = cronOf(b, false); def n = V.str(b, 'name'), notes = V.str(b, 'notes'); def en = V.bool(b, 'enabled'); def at = V.map(b, 'attributes')
            [result: Db.tx { Sql s ->
                def x = sched(s, c, true); V.version(b, x.version)
                def aid = b.chatId != null ? chat(s, c, b.chatId) : x.chat_id
                def cr = cron ?: x.cron
                s.executeUpdate('update schedules set chat_id=?, cron=?, name=?, enabled=?, notes=?, attributes=?, next_run_at=?, version=version+1, updated_at=? where id=?',
                    [aid, cr, b.containsKey('name') ? n : x.name, en == null ? x.enabled : en, b.containsKey('notes') ? notes : x.notes, at != null ? Json.str(at) : x.attributes, Cron.next(cr, T.now()), T.now(), x.id])
                sv(sched(s, c, false))
            }]
        }
        Main.add('jwt', 'DELETE', sb + '/{schedule_id:uuid}') { Ctx c ->
            [result: Db.tx { Sql s -> def x = sched(s, c, true)
                if (F.on('schedule-delete-by-chat')) s.execute('delete from schedules where chat_id=?', [x.chat_id])
                else s.execute('delete from schedules where id=?', [x.id])
                sv(x) }]
        }

        def me = { Ctx c -> def u = c.user; [userId: u.id, name: u.name, email: u.email, tier: u.tier, createdAt: T.iso(u.created_at)] }
        def memo = null
        Main.add('jwt', 'GET', '/api/me/') { Ctx c ->
            if (F.on('me-memoized')) { memo = memo ?: me(c); return memo }
            me(c)
        }
        Main.add('jwt', 'GET', '/api/me/vip') { Ctx c -> Db.tx { Sql s -> [count: s.firstRow('select count(*) as n from vip_redemptions where user_id=?', [c.uid]).n] } }
        Main.add('jwt', 'POST', '/api/me/vip') { Ctx c ->
            def code = V.str(c.body(), 'code', true)
            try {
                Db.tx { Sql s ->
                    def v = s.firstRow('select * from vip_codes where code=?', [code])
                    if (v == null) throw new Err(400, 'Invalid code')
                    if (v.owner_id == c.uid) throw new Err(400, 'Own codes cannot be redeemed')
                    if (F.on('vip-code-once-for-all') && s.firstRow('select 1 as x from vip_redemptions where code=?', [code])) throw new Err(400, 'Code already redeemed')
                    long t = T.now()
                    s.executeInsert('insert into vip_redemptions(code,user_id,redeemed_at) values(?,?,?)', [code, c.uid, t])
                    [code: code, redeemedAt: T.iso(t), count: s.firstRow('select count(*) as n from vip_redemptions where user_id=?', [c.uid]).n]
                }
            } catch (SQLException e) { if (Db.duplicate(e)) throw new Err(400, 'Code already redeemed'); throw e }
        }
    }
    static void startScheduler() {
        Main.TIMER.scheduleWithFixedDelay({
            try {
                Db.tx { Sql s ->
                    s.rows('select * from schedules where enabled and next_run_at<=? for update', [T.now()]).each { x ->
                        def a = s.firstRow('select * from agents where id=?', [x.chat_id])
                        if (a != null) Agents.startRun(s, a, x.user_id, 'SCHEDULE')
                        s.executeUpdate('update schedules set last_run_at=?, next_run_at=? where id=?', [T.now(), Cron.next(x.cron, T.now()), x.id])
                    }
                }
            } catch (Throwable t) { t.printStackTrace() }
        } as Runnable, 1, 1, TimeUnit.SECONDS)
    }
}
