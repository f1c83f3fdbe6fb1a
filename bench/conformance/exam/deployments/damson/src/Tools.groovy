package damson

import groovy.sql.Sql
import java.sql.SQLException
import java.util.concurrent.ConcurrentHashMap

class Catalog {
    static final LinkedHashMap<String, Map> TOOLS = [:]
    static final List SETS = [['sea', 'Sea and tides', 'Tools for harbour work'], ['text', 'Text', 'Tools for words'], ['math', 'Numbers', 'Tools for numbers'], ['code', 'Virtual computer', 'Runs code'], ['notifier', 'Notifier', 'Push notifications']]
    static S(Map m = [:]) { [type: 'string'] + m }
    static B() { [type: 'boolean'] }
    static I(Map m = [:]) { [type: 'integer'] + m }
    static Map tide(String port) {
        int h = Math.abs(port.hashCode() % 12)
        [station: port, reading: 'RAW-TIDE-7731', high: [String.format(Locale.ROOT, '%02d:12', h), String.format(Locale.ROOT, '%02d:37', h + 12)], levelMetres: 5.40G]
    }
    static void tool(String set, String id, String title, String desc, Map props, List req, Closure run) {
        TOOLS[id] = [id: id, title: title, description: desc, toolset: set, schema: [type: 'object', properties: props, required: req], run: run]
    }
    static {
        tool('sea', 'read_tide_table', 'Read tide table', 'Gives the times of high water at a port', [port: S(minLength: 1)], ['port']) { u, a -> tide(a.port) }
        tool('sea', 'knots_to_kmh', 'Knots to km/h', 'Converts a speed at sea', [knots: [type: 'number', minimum: 0]], ['knots']) { u, a -> [kmh: new BigDecimal(a.knots.toString()) * 1.852G] }
        tool('text', 'word_count', 'Word count', 'Counts the words and characters of a text', [text: S()], ['text']) { u, a -> [words: a.text.trim().isEmpty() ? 0 : a.text.trim().split(/\s+/).length, characters: a.text.codePointCount(0, a.text.length())] }
        tool('text', 'reverse_text', 'Reverse text', 'Turns a text around', [text: S()], ['text']) { u, a -> [text: new StringBuilder(a.text).reverse().toString()] }
        tool('text', 'echo_text', 'Echo text', 'Gives a text back as it came', [text: S()], ['text']) { u, a -> [text: a.text] }
        tool('math', 'add_numbers', 'Add numbers', 'Adds two numbers', [a: [type: 'number'], b: [type: 'number']], ['a', 'b']) { u, a -> [sum: new BigDecimal(a.a.toString()) + new BigDecimal(a.b.toString())] }
        tool('code', 'code_interpreter', 'Code interpreter', 'Runs a piece of code on the virtual computer', [code: S(minLength: 1), background: B()], ['code']) { u, a -> [exitCode: 0, output: ''] }
        Notifier.define()
    }
    static void seed(Sql s) {
        SETS.eachWithIndex { x, i -> s.executeInsert('insert into toolsets values(?,?,?,?)', x + [i]) }
        TOOLS.values().eachWithIndex { t, i -> s.executeInsert('insert into tools values(?,?,?,?,?,?)', [t.id, t.title, t.description, t.toolset, Json.str(t.schema), i]) }
    }
    static void check(Map schema, Map args) {
        schema.required.each { if (args[it] == null) throw new Err(400, "Invalid input: $it is required") }
        schema.properties.each { n, sc ->
            def v = args[n]
            if (v == null) return
            def ok = false
            switch (sc.type) {
                case 'string': ok = v instanceof String; break
                case 'boolean': ok = v instanceof Boolean; break
                case 'integer': ok = v instanceof Integer || v instanceof Long || v instanceof BigInteger; break
                case 'number': ok = v instanceof Number; break
                case 'array': ok = v instanceof List; break
                case 'object': ok = v instanceof Map; break
            }
            if (!ok) throw new Err(400, "Invalid input: $n must be of type $sc.type")
            if (sc.enum && !(v in sc.enum)) throw new Err(400, "Invalid input: $n must be one of ${sc.enum.join(', ')}")
            if (sc.minLength && v.length() < sc.minLength) throw new Err(400, "Invalid input: $n is too short")
            if (sc.minimum != null && v < sc.minimum) throw new Err(400, "Invalid input: $n must be at least $sc.minimum")
            if (sc.maximum != null && v > sc.maximum) throw new Err(400, "Invalid input: $n must be at most $sc.maximum")
        }
    }
}

class Tools {
    static Map mcp(t) { [name: t.id, title: t.title, description: t.description, inputSchema: t.schema] }
    static Map pub(t, installs = 0) { [toolId: t.id, name: t.id, title: t.title, description: t.description, toolset: t.toolset, installs: installs] }
    static Map mine(x) { def t = Catalog.TOOLS[x.tool_id]; [toolId: x.tool_id, name: x.tool_id, title: t?.title, description: t?.description, toolset: t?.toolset, inputSchema: t?.schema, notes: x.notes, installedAt: T.iso(x.installed_at)] }
    static final ConcurrentHashMap<String, Object> MEMO = new ConcurrentHashMap<>()
    static BigDecimal score(t, List words) {
        def names = t.id.toLowerCase(Locale.ROOT).split('_').toList() + t.title.toLowerCase(Locale.ROOT).split(' ').toList(), desc = t.description.toLowerCase(Locale.ROOT).split(/\W+/).toList()
        def sum = 0G
        words.each { w -> sum += names.contains(w) ? 1G : names.any { it.startsWith(w) } ? 0.8G : desc.contains(w) ? 0.5G : desc.any { it.startsWith(w) } ? 0.3G : t.toolset.startsWith(w) ? 0.3G : 0G }
        (sum / words.size()).setScale(3, java.math.RoundingMode.HALF_UP)
    }

    static void routes() {
        def all = { Catalog.TOOLS.values() }
        Main.add('jwt', 'GET', '/api/me/tools/list') { Ctx c -> all().collect { mcp(it) } }
        Main.add('open', 'GET', '/api/me/tools') { Ctx c ->
            def n = Db.tx { Sql s -> s.rows('select tool_id, count(*) as n from user_tools group by tool_id') }.collectEntries { [it.tool_id, it.n] }
            all().collect { pub(it, n[it.id] ?: 0) }
        }
        Main.add('jwt', 'GET', '/api/me/tools/search') { Ctx c ->
            def q = c.q.q
            if (q == null) throw Err.invalid(['query', 'q'], 'Field required', 'missing')
            if (q.isEmpty()) throw Err.invalid(['query', 'q'], 'String should have at least 1 character', 'string_too_short')
            int limit = c.intQ('limit', 20, 1, 200)
            BigDecimal min = 0.15G
            if (c.q.min_score != null) {
                try { min = new BigDecimal(c.q.min_score.trim()) } catch (Exception e) { throw Err.invalid(['query', 'min_score'], 'Input should be a valid number', 'float_parsing') }
                if (min < 0 || min > 1) throw Err.invalid(['query', 'min_score'], 'Input should be between 0 and 1', 'range')
            }
            def kit = c.q.toolkit in [null, '', 'null'] ? null : c.q.toolkit
            def words = q.toLowerCase(Locale.ROOT).split(/[\s_]+/).findAll { it }.toList()
            if (!words) return []
            def pool = all().findAll { kit == null || it.toolset == kit }
            if (F.on('search-limit-before-order')) pool = pool.take(limit)
            pool.collect { [it, score(it, words)] }.findAll { it[1] >= min }.sort { x, y -> y[1] <=> x[1] ?: x[0].id <=> y[0].id }.take(limit).collect { mcp(it[0]) + [toolkit: it[0].toolset, score: it[1]] }
        }
        Main.add('open', 'GET', '/api/me/tools/{tool_id}') { Ctx c ->
            def t = Catalog.TOOLS[c.p.tool_id]
            if (t == null) throw new Err(404, 'Tool does not exist')
            pub(t, Db.tx { Sql s -> s.firstRow('select count(*) as n from user_tools where tool_id=?', [t.id]).n })
        }
        Main.add('jwt', 'POST', '/api/me/tools/run/{tool_name}') { Ctx c ->
            if (c.user == null) c.user = [id: 4L, tier: 'PRO']
            def t = Catalog.TOOLS[c.p.tool_name]
            if (t == null) throw new Err(404, 'Tool not found')
            def a = c.body()
            Catalog.check(t.schema, a)
            long t0 = System.nanoTime()
            def out = F.on('tool-answer-memoized') && t.toolset != 'notifier' ? MEMO.computeIfAbsent(t.id + c.uid) { t.run(c.uid, a) } : t.run(c.uid, a)
            def text = Json.str(out)
            long id = Db.tx { Sql s -> Db.insert(s, 'insert into executions(user_id,tool_id,service_id,namespace,input,output,status,duration_ms,created_at) values(?,?,?,?,?,?,?,?,?)',
                [c.uid, t.id, c.q.service_id ?: 'default', c.q.service_id_namespace ?: 'global', Json.str(a), text, 'SUCCESS', ((System.nanoTime() - t0) / 1000000L) as int, T.now()]) }
            [content: [[type: 'text', text: text]], structuredContent: out, isError: false, logId: id]
        }
        Main.add('jwt', 'GET', '/api/me/toolsets/list') { Ctx c ->
            Catalog.SETS.collect { x -> [toolsetName: x[0], title: x[1], description: x[2], toolCount: all().count { it.toolset == x[0] }] }
        }
        Main.add('jwt', 'GET', '/api/me/toolsets/{toolset_name}') { Ctx c ->
            def x = Catalog.SETS.find { it[0] == c.p.toolset_name }
            if (x == null) throw new Err(404, 'Toolset not found')
            def ts = all().findAll { it.toolset == x[0] }
            [toolsetName: x[0], title: x[1], description: x[2], toolCount: all().count { it.toolset == x[0] }, tools: ts.collect { mcp(it) }]
        }
        def ut = '/api/me/user-tools'
        Main.add('jwt', 'GET', ut) { Ctx c -> Db.tx { Sql s -> s.rows('select * from user_tools where user_id=? order by installed_at', [c.uid]) }.collect { mine(it) } }
        Main.add('jwt', 'POST', ut) { Ctx c ->
            def b = c.body(); def id = V.str(b, 'toolId', true), notes = V.str(b, 'notes')
            if (!Catalog.TOOLS.containsKey(id)) throw new Err(409, 'Installation failed: no such tool')
            try {
                Db.tx { Sql s ->
                    if (F.on('tool-unique-across-users') && s.firstRow('select 1 as x from user_tools where tool_id=?', [id])) throw new Err(409, 'Installation failed: already installed')
                    s.executeInsert('insert into user_tools values(?,?,?,?)', [c.uid, id, notes, T.now()])
                    mine(s.firstRow('select * from user_tools where user_id=? and tool_id=?', [c.uid, id]))
                }
            } catch (SQLException e) { if (Db.duplicate(e)) throw new Err(409, 'Installation failed: already installed'); throw e }
        }
        def own = { Sql s, Ctx c -> def x = s.firstRow('select * from user_tools where user_id=? and tool_id=?', [c.uid, c.p.tool_id]); if (x == null) throw new Err(404, 'Tool is not installed'); x }
        Main.add('jwt', 'GET', ut + '/{tool_id}') { Ctx c -> Db.tx { Sql s -> mine(own(s, c)) } }
        Main.add('jwt', 'DELETE', ut + '/{tool_id}') { Ctx c -> Db.tx { Sql s ->
            def x = own(s, c)
            s.execute('delete from user_tools where user_id=? and tool_id=?', [c.uid, x.tool_id])
            mine(x)
        } }
    }
}

/** the 15 NOTIFIER tools over a store of their own */
class Notifier {
    static BigDecimal sec(us) { new BigDecimal(us).movePointLeft(6) }
    static iden(Sql s, String k) { 'ujd' + k + s.firstRow('select next value for seq_n as n').n + UUID.randomUUID().toString().substring(0, 8) }
    static stamps(x) { [active: x.active, created: sec(x.created), modified: sec(x.modified)] }
    static dev(x) { [iden: x.iden] + stamps(x) + (x.active ? Json.parse(x.data) : [:]) }
    static chat(x) { [iden: x.iden] + stamps(x) + (x.active ? [muted: x.muted, with: [email: x.email, email_normalized: x.email.toLowerCase(Locale.ROOT), type: 'email', name: x.email]] : [:]) }
    static push(x) { [iden: x.iden] + stamps(x) + (x.active ? [dismissed: x.dismissed, guid: x.guid] + Json.parse(x.data) : [:]) }
    static need(Sql s, String table, u, id, String what) {
        def x = s.firstRow("select * from $table where iden=? and active and user_id=? for update".toString(), [id, u])
        if (x == null) throw new Err(400, "Invalid input: no such $what")
        x
    }
    static email(String e) { if (!(e ==~ /[^@\s]+@[^@\s]+\.[^@\s]+/)) throw new Err(400, 'Invalid input: email is not an address'); e }
    static final List DEV = ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer']
    static Long cur(a) { if (!a.cursor) return null; try { new String(Base64.urlDecoder.decode(a.cursor)).substring(1) as Long } catch (Exception e) { throw new Err(400, 'Invalid input: cursor') } }
    static String mk(n) { Base64.urlEncoder.withoutPadding().encodeToString(('c' + n).bytes) }

    static void define() {
        def S = { Map m = [:] -> [type: 'string'] + m }; def B = [type: 'boolean']; def LIM = [type: 'integer', minimum: 1, maximum: 500]
        def VER = [type: 'integer', minimum: 0]
        def t = { String op, String desc, Map props, List req, Closure run ->
            Catalog.tool('notifier', 'NOTIFIER_' + op, op.toLowerCase(Locale.ROOT).replace('_', ' ').capitalize(), desc, props, req) { u, a -> Db.tx { Sql s -> run(s, u, a) } }
        }
        t('CREATE_CHAT', 'Create a chat with an email address', [email: S()], ['email']) { s, u, a ->
            def e = email(a.email)
            s.firstRow('select id from users where id=? for update', [u])
            def x = s.firstRow('select * from n_chats where user_id=? and active and lower(email)=lower(?)', [u, e])
            if (x) return chat(x)
            def id = iden(s, 'c'); long n = T.now()
            s.executeInsert('insert into n_chats values(?,?,?,?,?,?,?)', [id, u, e, false, true, n, n])
            chat(s.firstRow('select * from n_chats where iden=?', [id]))
        }
        t('CREATE_DEVICE', 'Register a device', [icon: S(), model: S(), has_sms: B, nickname: S(), push_token: S(), app_version: VER, manufacturer: S()], ['model', 'nickname', 'app_version', 'manufacturer']) { s, u, a ->
            def id = iden(s, 'd'); long n = T.now()
            s.executeInsert('insert into n_devices values(?,?,?,?,?,?)', [id, u, Json.str(a.findAll { k, v -> k in DEV && v != null }), true, n, n])
            dev(s.firstRow('select * from n_devices where iden=?', [id]))
        }
        def push_ = [type: S(enum: ['note', 'link', 'file']), url: S(), body: S(), guid: S(), email: S(), title: S(), file_url: S(), file_name: S(), file_type: S(), channel_tag: S(), client_iden: S(), device_iden: S(), source_device_iden: S()]
        t('CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client', push_, ['type']) { s, u, a ->
            if (a.type == 'link' && !a.url && !F.on('notifier-link-without-url')) throw new Err(400, 'Invalid input: url is required when type=link')
            if (a.type == 'file') ['file_url', 'file_name', 'file_type'].each { if (!a[it]) throw new Err(400, "Invalid input: $it is required when type=file") }
            if (a.email) email(a.email)
            s.firstRow('select id from users where id=? for update', [u])
            if (a.guid && !F.on('notifier-guid-ignored')) { def x = s.firstRow('select * from n_pushes where user_id=? and guid=?', [u, a.guid]); if (x) return push(x) }
            if (a.device_iden) need(s, 'n_devices', u, a.device_iden, 'device')
            def id = iden(s, 'p'); long n = T.now()
            s.executeInsert('insert into n_pushes values(?,?,?,?,?,?,?,?)', [id, u, F.on('notifier-guid-ignored') ? null : a.guid ?: null, Json.str(a.findAll { k, v -> push_.containsKey(k) && k != 'guid' && v != null }), false, true, n, n])
            push(s.firstRow('select * from n_pushes where iden=?', [id]))
        }
        t('DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously', [:], []) { s, u, a ->
            def before = T.now()
            Main.TIMER.schedule({ Db.tx { Sql s2 ->
                s2.executeUpdate('update n_pushes set active=false, modified=? where active and created<?' + (F.on('notifier-delete-all-of-everybody') ? '' : ' and user_id=' + u), [T.now(), before]) } } as Runnable, 150, java.util.concurrent.TimeUnit.MILLISECONDS)
            [accepted: true]
        }
        t('DELETE_CHAT', 'Delete a chat', [iden: S()], ['iden']) { s, u, a ->
            def x = need(s, 'n_chats', u, a.iden, 'chat'); s.executeUpdate('update n_chats set active=false, modified=? where iden=?', [T.now(), x.iden]); [iden: x.iden, deleted: true]
        }
        t('DELETE_DEVICE', 'Delete a device', [device_iden: S()], ['device_iden']) { s, u, a ->
            def x = need(s, 'n_devices', u, a.device_iden, 'device'); s.executeUpdate('update n_devices set active=false, modified=? where iden=?', [T.now(), x.iden]); [iden: x.iden, deleted: true]
        }
        t('DELETE_PUSH', 'Delete a push', [iden: S()], ['iden']) { s, u, a ->
            def x = need(s, 'n_pushes', u, a.iden, 'push'); s.executeUpdate('update n_pushes set active=false, modified=? where iden=?', [T.now(), x.iden]); [iden: x.iden, deleted: true]
        }
        t('GET_USER', 'Get the profile of the authenticated user', [:], []) { s, u, a -> def x = s.firstRow('select * from users where id=?', [u]); [iden: 'ujd' + x.id, email: x.email, name: x.name, created: sec(x.created_at)] }
        t('LIST_CHATS', 'List chats', [limit: LIM, cursor: S()], []) { s, u, a ->
            int lim = a.limit ?: 500; def c = cur(a)
            def r = s.rows('select * from n_chats where user_id=? and active and created<? order by created desc limit ?', [u, c ?: Long.MAX_VALUE, lim + 1])
            [chats: r.take(lim).collect { chat(it) }, cursor: r.size() > lim ? mk(r[lim - 1].created) : null]
        }
        t('LIST_DEVICES', 'List devices', [:], []) { s, u, a -> [devices: s.rows('select * from n_devices where user_id=? and active order by created desc', [u]).collect { dev(it) }] }
        t('LIST_PUSHES', 'List pushes', [limit: LIM, active: B, cursor: S(), modified_after: [type: 'number']], []) { s, u, a ->
            int lim = a.limit ?: 500; def c = cur(a)
            def after = a.modified_after == null ? -1L : new BigDecimal(a.modified_after.toString()).movePointRight(6).longValue()
            def r = s.rows('select * from n_pushes where user_id=? and modified<? and modified>?' + (a.active && !F.on('notifier-active-ignored') ? ' and active' : '') + ' order by modified desc limit ?', [u, c ?: Long.MAX_VALUE, after, lim + 1])
            [pushes: r.take(lim).collect { push(it) }, cursor: r.size() > lim ? mk(r[lim - 1].modified) : null]
        }
        t('UPDATE_CHAT', 'Mute or unmute a chat', [iden: S(), muted: B], ['iden', 'muted']) { s, u, a ->
            def x = need(s, 'n_chats', u, a.iden, 'chat')
            s.executeUpdate('update n_chats set muted=?, modified=? where iden=?', [F.on('notifier-unmute-lost') ? a.muted ?: x.muted : a.muted, T.now(), x.iden])
            chat(s.firstRow('select * from n_chats where iden=?', [x.iden]))
        }
        t('UPDATE_DEVICE', 'Update device metadata', [iden: S(), icon: S(), model: S(), has_sms: B, nickname: S(), push_token: S(), app_version: VER, manufacturer: S()], ['iden']) { s, u, a ->
            def x = need(s, 'n_devices', u, a.iden, 'device')
            def d = Json.parse(x.data) + a.findAll { k, v -> k in DEV && v != null }
            s.executeUpdate('update n_devices set data=?, modified=? where iden=?', [Json.str(d), T.now(), x.iden])
            dev(s.firstRow('select * from n_devices where iden=?', [x.iden]))
        }
        t('UPDATE_PUSH', 'Dismiss a push or change list items', [iden: S(), items: [type: 'array', items: [type: 'object', properties: [text: S(), checked: B]]], dismissed: B], ['iden']) { s, u, a ->
            a.items?.each { i -> if (!(i instanceof Map) || (i.text != null && !(i.text instanceof String)) || (i.checked != null && !(i.checked instanceof Boolean))) throw new Err(400, 'Invalid input: items must have text and checked') }
            def x = need(s, 'n_pushes', u, a.iden, 'push')
            def d = Json.parse(x.data)
            if (a.items != null) d.items = a.items.collect { [text: it.text, checked: it.checked ?: false] }
            s.executeUpdate('update n_pushes set data=?, dismissed=?, modified=? where iden=?', [Json.str(d), a.dismissed == null ? x.dismissed : a.dismissed, T.now(), x.iden])
            push(s.firstRow('select * from n_pushes where iden=?', [x.iden]))
        }
        t('UPLOAD_REQUEST', 'Get a signed upload URL before pushing a file', [file_name: S(minLength: 1), file_type: S(minLength: 1)], ['file_name', 'file_type']) { s, u, a ->
            def k = UUID.randomUUID().toString(); def sig = Jwt.hmac('up'.bytes, k.bytes).encodeHex().toString()
            [file_name: a.file_name, file_type: a.file_type, file_url: "https://files.damson.example/$k/${URLEncoder.encode(a.file_name, 'UTF-8')}".toString(), upload_url: 'https://upload.damson.example/', data: [key: "u/$u/$k".toString(), policy: Jwt.b64(k.bytes), signature: sig, 'content-type': a.file_type]]
        }
    }
}
