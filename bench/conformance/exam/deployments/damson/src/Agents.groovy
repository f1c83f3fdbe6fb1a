package damson

import groovy.sql.Sql
import java.sql.SQLException
import java.text.Normalizer

class Agents {
    static Map view(a) {
        [agentId: a.id, name: a.name, chatPrompt: a.chat_prompt, description: a.description, visibility: a.visibility, vanitySlug: a.vanity_slug, upsellDescription: a.upsell,
         price: a.price, paid: a.price != null && a.price > 0, notes: a.notes, attributes: a.attributes == null ? [:] : Json.parse(a.attributes),
         feedback: [up: a.ups, down: a.downs], version: a.version, createdAt: T.iso(a.created_at), updatedAt: T.iso(a.updated_at)]
    }
    static get(Sql s, id, boolean lock = false) {
        if (lock && s.firstRow('select id from agents where id=? for update', [id]) == null) throw new Err(404, 'Agent not found')
        def a = s.firstRow('select * from agents_v where id=?', [id])
        if (a == null) throw new Err(404, 'Agent not found')
        a
    }
    static canSee(a, Ctx c) { a.visibility == 'PUBLIC' || (c.user != null && a.owner_id == c.uid) }
    static readable(Sql s, id, Ctx c) { def a = get(s, id); if (!canSee(a, c)) throw new Err(403, 'No permission on this agent'); a }
    static owned(Sql s, id, Ctx c) { def a = get(s, id, true); if (a.owner_id != c.uid) throw new Err(403, 'No permission on this agent'); a }

    static final List COLS = ['name', 'chat_prompt', 'description', 'visibility', 'vanity_slug', 'price', 'notes', 'attributes', 'upsell']
    static String slug(Map b) {
        def v = V.str(b, 'vanitySlug')
        if (v != null && !(v ==~ /[a-z0-9]([a-z0-9-]{1,62})[a-z0-9]/)) throw Err.invalid(['body', 'vanitySlug'], 'Slug must be 3 to 64 lower-case letters, digits and hyphens', 'slug_format')
        v
    }
    /** checked fields, only those that the body has */
    static Map fields(Map b) {
        def m = [:]
        if (b.containsKey('name')) m.name = V.str(b, 'name')
        if (b.containsKey('chatPrompt')) m.chat_prompt = V.str(b, 'chatPrompt')
        if (b.containsKey('description')) m.description = V.str(b, 'description')
        if (b.containsKey('visibility') && b.visibility != null) m.visibility = V.visibility(b)
        if (b.containsKey('vanitySlug')) m.vanity_slug = slug(b)
        if (b.containsKey('price')) m.price = V.money(b, 'price')
        if (b.containsKey('notes')) m.notes = V.str(b, 'notes')
        if (b.containsKey('upsellDescription')) m.upsell = V.str(b, 'upsellDescription')
        if (b.containsKey('attributes')) m.attributes = Json.str(V.map(b, 'attributes') ?: [:])
        m
    }
    static void sandbox(Ctx c, Map f) { if (c.sandbox && f.visibility == 'PRIVATE') throw new Err(400, 'The sandbox tier cannot make agents private') }
    static void prompt(Map f) { if (f.chat_prompt == null || f.chat_prompt.trim().isEmpty()) throw new Err(400, 'Missing chat prompt') }
    static slugGuard(Closure w) {
        try { w() } catch (SQLException e) { if (Db.duplicate(e)) throw Err.invalid(['body', 'vanitySlug'], 'This slug is taken', 'slug_taken'); throw e }
    }
    static Map defaults(Map f) {
        [name: f.name ?: 'Untitled agent', chat_prompt: f.chat_prompt, description: f.description, visibility: f.visibility ?: 'PUBLIC', vanity_slug: f.vanity_slug, price: f.price, notes: f.notes, attributes: f.attributes ?: '{}', upsell: f.upsell]
    }
    static create(Ctx c, Map f) {
        def id = UUID.randomUUID().toString(); long t = T.now(); def d = defaults(f)
        slugGuard { Db.tx { Sql s ->
            s.executeInsert('insert into agents(id,owner_id,version,created_at,updated_at,' + COLS.join(',') + ') values(?,?,1,?,?,?,?,?,?,?,?,?,?,?)', [id, c.uid, t, t] + COLS.collect { d[it] })
            get(s, id)
        } }
    }
    static write(Sql s, a, Map f) {
        def cols = COLS.findAll { f.containsKey(it) }
        s.executeUpdate('update agents set version=version+1, updated_at=?' + cols.collect { ", $it=?" }.join('') + ' where id=?', [T.now()] + cols.collect { f[it] } + [a.id])
        get(s, a.id)
    }

    static void routes() {
        for (fam in ['agents', 'chats']) {
            Main.add('jwt', 'GET', "/api/me/$fam".toString()) { Ctx c -> Db.tx { Sql s -> s.rows('select * from agents_v where owner_id=? order by created_at desc, id', [c.uid]) }.collect { view(it) } }
        }
        Main.add('jwt', 'POST', '/api/me/agents') { Ctx c ->
            def b = c.body(); def f = fields(b); def id = V.str(b, 'agentId')
            if (id == null) { prompt(f); sandbox(c, f); return view(create(c, f)) }
            view(slugGuard { Db.tx { Sql s ->
                def a = owned(s, id.toLowerCase(Locale.ROOT), c)
                if (!F.on('upsert-without-prompt')) prompt(f)
                sandbox(c, f)
                V.version(b, a.version)
                if (F.on('upsert-without-prompt') && !f.chat_prompt) f.chat_prompt = ''
                write(s, a, defaults(f))
            } })
        }
        Main.add('jwt', 'POST', '/api/me/chats') { Ctx c -> def f = fields(c.body()); prompt(f); sandbox(c, f); view(create(c, f)) }
        Main.add('open', 'GET', '/api/me/agents/{agent_id}') { Ctx c -> view(Db.tx { Sql s -> readable(s, c.p.agent_id, c) }) }
        Main.add('open', 'GET', '/api/me/chats/{chat_id}') { Ctx c -> view(Db.tx { Sql s -> readable(s, c.p.chat_id, c) }) }
        Main.add('jwt', 'POST', '/api/me/agents/{agent_id}/upsell-description') { Ctx c ->
            view(Db.tx { Sql s ->
                def a = get(s, c.p.agent_id, true)
                if (a.owner_id != c.uid) throw new Err(404, 'Agent not found')
                write(s, a, [upsell: "Work with ${a.name ?: 'this agent'}: subscribe for answers at any hour.".toString()])
            })
        }
        Main.add('open', 'POST', '/api/me/agents/vanity/slug') { Ctx c ->
            def text = V.str(c.body(), 'text', true, 1)
            def base = Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll(/\p{M}/, '').toLowerCase(Locale.ROOT).replaceAll(/[^a-z0-9]+/, '-').replaceAll(/^-+|-+$/, '')
            if (base.length() > 40) base = base.substring(0, 40).replaceAll(/-+$/, '')
            if (base.length() < 3) base = ('agent-' + base).replaceAll(/-+$/, '')
            Db.tx { Sql s ->
                def sl = base; int n = 2
                while (s.firstRow('select 1 as x from agents where vanity_slug=?', [sl]) != null) sl = base + '-' + n++
                [slug: sl]
            }
        }
        Main.add('jwt', 'GET', '/api/me/agents/vanity/slug') { Ctx c ->
            def sl = c.q.slug
            if (sl == null) throw Err.invalid(['query', 'slug'], 'Field required', 'missing')
            def valid = sl.toLowerCase(Locale.ROOT) ==~ /[a-z0-9]([a-z0-9-]{1,62})[a-z0-9]/
            def taken = Db.tx { Sql s -> s.firstRow('select 1 as x from agents where vanity_slug=?', [sl.toLowerCase(Locale.ROOT)]) } != null
            [slug: sl, available: valid && !taken, reason: !valid ? 'FORMAT' : taken ? 'TAKEN' : null]
        }
        Main.add('jwt', 'GET', '/api/me/agents/{agent_id}/vibe') { Ctx c ->
            def n = c.q.service_name
            if (n == null) throw Err.invalid(['query', 'service_name'], 'Field required', 'missing')
            def sv = VIBES.find { it.name == n }
            if (sv == null) throw Err.invalid(['query', 'service_name'], "Input should be 'lovable', 'bolt' or 'v0'", 'enum')
            def a = Db.tx { Sql s -> readable(s, c.p.agent_id, c) }
            [agentId: a.id, serviceName: sv.name, prompt: "Build with ${sv.title} a web page for the agent ${a.name} (id ${a.id}): ${a.description ?: 'no description'}".toString()]
        }
        Main.add('open', 'GET', '/api/me/vibe/services') { Ctx c -> [content: VIBES, cursor: null, size: VIBES.size()] }

        Main.add('jwt', 'PUT', '/api/me/chats/{chat_id}') { Ctx c ->
            def b = c.body(); def f = fields(b)
            view(slugGuard { Db.tx { Sql s ->
                def a = owned(s, c.p.chat_id, c); prompt(f); sandbox(c, f); V.version(b, a.version)
                write(s, a, defaults(f))
            } })
        }
        Main.add('jwt', 'PATCH', '/api/me/chats/{chat_id}') { Ctx c ->
            def b = c.body(); def f = fields(b)
            view(slugGuard { Db.tx { Sql s ->
                def a = owned(s, c.p.chat_id, c)
                if (f.containsKey('chat_prompt')) prompt(f)
                sandbox(c, f)
                V.version(b, a.version)
                if (f.containsKey('name') && f.name == null) f.name = 'Untitled agent'
                if (F.on('chat-patch-clears-rest')) ['notes', 'description'].each { if (!f.containsKey(it)) f[it] = null }
                write(s, a, f)
            } })
        }
        Main.add('jwt', 'DELETE', '/api/me/chats/{chat_id}') { Ctx c ->
            view(Db.tx { Sql s ->
                def a = F.on('chat-delete-others') ? get(s, c.p.chat_id, true) : owned(s, c.p.chat_id, c)
                ['files', 'themes', 'feedback', 'subscriptions'].each { s.execute("delete from $it where agent_id=?".toString(), [a.id]) }
                s.execute('delete from schedules where chat_id=?', [a.id])
                s.execute('delete from agents where id=?', [a.id])
                a
            })
        }
        Main.add('open', 'GET', '/api/me/chats/{chat_id:uuid}/og') { Ctx c ->
            def a = Db.tx { Sql s -> readable(s, c.p.chat_id, c) }
            [title: a.name, description: a.description ?: a.upsell ?: 'An agent', url: "https://damson.example/agents/${a.vanity_slug ?: a.id}".toString(), image: "https://damson.example/og/${a.id}.png".toString(), type: 'website']
        }
        Main.add('jwt', 'POST', '/api/me/chats/{chat_id:uuid}/clone') { Ctx c ->
            def b = c.body(true); def f = b == null ? [:] : fields(b)
            def id = UUID.randomUUID().toString()
            view(slugGuard { Db.tx { Sql s ->
                def a = get(s, c.p.chat_id)
                if (a.visibility != 'PUBLIC' && !(F.on('chat-clone-private'))) throw new Err(403, 'Chat is not public')
                sandbox(c, f)
                if (f.containsKey('chat_prompt')) prompt(f)
                def d = [name: a.name, chat_prompt: a.chat_prompt, description: a.description, visibility: a.visibility, attributes: a.attributes, notes: a.notes, upsell: a.upsell, price: null, vanity_slug: null] + f.findAll { k, v -> !(k == 'name' && v == null) }
                long t = T.now()
                if (F.on('clone-changes-source')) { write(s, a, f); d = [name: a.name, chat_prompt: a.chat_prompt, visibility: a.visibility, attributes: a.attributes] + f }
                s.executeInsert('insert into agents(id,owner_id,version,created_at,updated_at,' + COLS.join(',') + ') values(?,?,1,?,?,?,?,?,?,?,?,?,?,?)', [id, c.uid, t, t] + COLS.collect { d[it] })
                s.rows('select * from files where agent_id=? order by position', [a.id]).each { x ->
                    s.executeInsert('insert into files(id,agent_id,name,content_type,content,description,attributes,position,version,created_at,updated_at) values(?,?,?,?,?,?,?,?,1,?,?)',
                        [UUID.randomUUID().toString(), id, x.name, x.content_type, x.content, x.description, x.attributes, x.position, t, t]) }
                s.execute('insert into themes select ?, ?, theme_color, 1, ? from themes where agent_id=?', [id, c.uid, t, a.id])
                get(s, id)
            } })
        }
        Main.add('jwt', 'POST', '/api/me/chats/{chat_id}/feedback') { Ctx c ->
            def b = c.body()
            def r = V.str(b, 'rating', true).toUpperCase(Locale.ROOT)
            if (!(r in ['UP', 'DOWN'])) throw Err.invalid(['body', 'rating'], "Input should be 'UP' or 'DOWN'", 'enum')
            def comment = V.str(b, 'comment')
            view(Db.tx { Sql s ->
                def a = get(s, c.p.chat_id)
                if (!canSee(a, c)) throw new Err(404, 'Chat not found')
                s.executeInsert('insert into feedback(agent_id,user_id,rating,comment,created_at) values(?,?,?,?,?)', [a.id, c.uid, r, comment, T.now()])
                get(s, a.id)
            })
        }
        Main.add('jwt', 'POST', '/api/me/chats/{chat_id:uuid}/runs') { Ctx c ->
            Db.tx { Sql s ->
                def a = readable(s, c.p.chat_id, c)
                Runs.log(startRun(s, a, c.uid, 'MANUAL'))
            }
        }
    }
    static startRun(Sql s, a, uid, String source) {
        def id = UUID.randomUUID().toString(); long t = T.now()
        if (!F.on('chat-run-without-run')) s.executeInsert('insert into runs(id,user_id,agent_id,agent_name,source,created_at,updated_at) values(?,?,?,?,?,?,?)', [id, uid, a.id, a.name, source, t, t])
        long l = Db.insert(s, 'insert into run_logs(run_id,agent_id,user_id,level,event,message,created_at) values(?,?,?,?,?,?,?)', [id, a.id, uid, 'INFO', 'RUN_STARTED', "Run started ($source)".toString(), T.now()])
        s.firstRow('select * from run_logs where id=?', [l])
    }
    static final List VIBES = [[name: 'lovable', title: 'Lovable', url: 'https://lovable.dev'], [name: 'bolt', title: 'Bolt', url: 'https://bolt.new'], [name: 'v0', title: 'v0', url: 'https://v0.dev']]
}

class Files {
    static final int MAX = 8
    static Map view(f) {
        [fileId: f.id, agentId: f.agent_id, name: f.name, contentType: f.content_type, content: f.content, description: f.description, attributes: f.attributes == null ? [:] : Json.parse(f.attributes),
         sizeBytes: (f.content ?: '').getBytes('UTF-8').length, position: f.position, version: f.version, createdAt: T.iso(f.created_at), updatedAt: T.iso(f.updated_at)]
    }
    static list(Sql s, aid) {
        def rows = s.rows('select * from files where agent_id=? order by position, created_at', [aid])
        [content: rows.collect { view(it) }, cursor: null, size: rows.size()]
    }
    static ids(Sql s, aid) { s.rows('select id from files where agent_id=? order by position, created_at', [aid]).collect { it.id } }
    static void renumber(Sql s, List ids) { ids.eachWithIndex { id, i -> s.executeUpdate('update files set position=? where id=? and position<>?', [i, id, i]) } }
    static file(Sql s, Ctx c) {
        def f = s.firstRow('select * from files where id=? and agent_id=?', [c.p.file_id, c.p.agent_id])
        if (f == null) throw new Err(404, 'File not found')
        f
    }
    static Integer pos(Map b) { V.integer(b, 'position', 0, 10000) as Integer }
    static void routes() {
        def base = '/api/me/agents/{agent_id:uuid}/files'
        Main.add('jwt', 'GET', base) { Ctx c -> Db.tx { Sql s -> Agents.readable(s, c.p.agent_id, c); list(s, c.p.agent_id) } }
        Main.add('jwt', 'POST', base) { Ctx c ->
            def b = c.body()
            def name = V.str(b, 'name', true); def ct = V.str(b, 'contentType') ?: 'text/plain'; def content = V.str(b, 'content') ?: ''
            def desc = V.str(b, 'description'); def at = V.map(b, 'attributes') ?: [:]; def p = pos(b)
            def r = Db.tx { Sql s ->
                Agents.owned(s, c.p.agent_id, c)
                if (name.trim().isEmpty()) throw new Err(400, 'Invalid request: the file needs a name')
                def cur = ids(s, c.p.agent_id)
                if (F.on('file-limit-off-by-one') ? cur.size() > MAX : cur.size() >= MAX) throw new Err(400, "File limit of $MAX exceeded")
                def id = UUID.randomUUID().toString(); long t = T.now()
                s.executeInsert('insert into files(id,agent_id,name,content_type,content,description,attributes,position,version,created_at,updated_at) values(?,?,?,?,?,?,?,?,1,?,?)', [id, c.p.agent_id, name, ct, content, desc, Json.str(at), cur.size(), t, t])
                if (p != null && p < cur.size()) { cur.add(p, id); renumber(s, cur) }
                view(s.firstRow('select * from files where id=?', [id]))
            }
            c.json(201, [result: r])
        }
        Main.add('jwt', 'GET', base + '/{file_id:uuid}') { Ctx c -> Db.tx { Sql s -> Agents.readable(s, c.p.agent_id, c); [result: view(file(s, c))] } }
        Main.add('jwt', 'PATCH', base + '/{file_id:uuid}') { Ctx c ->
            def b = c.body()
            def name = V.str(b, 'name'), ct = V.str(b, 'contentType'), content = V.str(b, 'content'), desc = V.str(b, 'description'); def at = V.map(b, 'attributes'); def p = pos(b)
            if (name != null && name.trim().isEmpty()) throw Err.invalid(['body', 'name'], 'The file needs a name')
            Db.tx { Sql s ->
                Agents.owned(s, c.p.agent_id, c); def f = file(s, c); V.version(b, f.version)
                s.executeUpdate('update files set name=?, content_type=?, content=?, description=?, attributes=?, version=version+1, updated_at=? where id=?',
                    [name ?: f.name, ct ?: f.content_type, b.containsKey('content') ? (content ?: '') : f.content, b.containsKey('description') ? desc : f.description, at != null ? Json.str(at) : f.attributes, T.now(), f.id])
                if (p != null) { def cur = ids(s, c.p.agent_id); cur.remove(f.id); cur.add(Math.min(p, cur.size()), f.id); renumber(s, cur) }
                [result: view(file(s, c))]
            }
        }
        Main.add('jwt', 'DELETE', base + '/{file_id:uuid}') { Ctx c ->
            Db.tx { Sql s ->
                Agents.owned(s, c.p.agent_id, c); def f = file(s, c)
                if (F.on('file-delete-by-name')) s.execute('delete from files where agent_id=? and name=?', [f.agent_id, f.name])
                else s.execute('delete from files where id=?', [f.id])
                renumber(s, ids(s, c.p.agent_id))
            }
            c.json(204, null)
        }
        Main.add('jwt', 'PUT', base + '/positions') { Ctx c ->
            def b = c.body(); def l = b.positions
            if (l == null) throw Err.invalid(['body', 'positions'], 'Field required', 'missing')
            if (!(l instanceof List)) throw Err.invalid(['body', 'positions'], 'Input should be a valid list', 'list_type')
            def want = new LinkedHashMap<String, Integer>()
            l.each { x ->
                if (!(x instanceof Map)) throw Err.invalid(['body', 'positions'], 'Input should be a valid object', 'model_type')
                def id = V.str(x, 'fileId', true); def p = V.integer(x, 'position', 0, 10000, true) as int
                if (!V.uuid(id)) throw Err.invalid(['body', 'positions', 'fileId'], 'Input should be a valid UUID', 'uuid_parsing')
                if (want.containsKey(id.toLowerCase()) || want.containsValue(p)) throw Err.invalid(['body', 'positions'], 'A file or position is named twice')
                want[id.toLowerCase()] = p
            }
            Db.tx { Sql s ->
                Agents.owned(s, c.p.agent_id, c)
                def cur = ids(s, c.p.agent_id)
                if (want.keySet().any { !cur.contains(it) }) throw new Err(404, 'File not found')
                def rest = cur.findAll { !want.containsKey(it) }
                def res = rest.collect { it }
                want.entrySet().sort { it.value }.each { res.add(Math.min(it.value, res.size()), it.key) }
                if (F.on('positions-first-only')) { def only = want.entrySet().first(); res = cur.findAll { it != only.key }; res.add(Math.min(only.value, res.size()), only.key) }
                renumber(s, res)
                list(s, c.p.agent_id)
            }
        }
        def th = '/api/me/agents/{agent_id:uuid}/customizations/theme'
        def tv = { t -> [agentId: t.agent_id, themeColor: t.theme_color, version: t.version, updatedAt: T.iso(t.updated_at)] }
        Main.add('jwt', 'GET', th) { Ctx c ->
            Db.tx { Sql s -> Agents.readable(s, c.p.agent_id, c); def t = s.firstRow('select * from themes where agent_id=?', [c.p.agent_id]); t == null ? null : [result: tv(t)] }
        }
        Main.add('jwt', 'PUT', th) { Ctx c ->
            def col = V.str(c.body(), 'themeColor', true)
            Db.tx { Sql s ->
                Agents.owned(s, c.p.agent_id, c)
                def ok = F.on('theme-regex-find') ? (col =~ /#[0-9a-fA-F]{6}/).find() : (col ==~ /#[0-9a-fA-F]{6}/)
                if (!ok) throw new Err(400, 'Invalid theme color format, use #RRGGBB')
                def old = s.firstRow('select version from themes where agent_id=?', [c.p.agent_id])
                if (F.on('theme-merge-by-owner') && s.executeUpdate('update themes set theme_color=?, version=version+1, updated_at=? where owner_id=?', [col, T.now(), c.uid])) { }
                s.execute('merge into themes key(agent_id) values(?,?,?,?,?)', [c.p.agent_id, c.uid, col, (old?.version ?: 0) + 1, T.now()])
                [result: tv(s.firstRow('select * from themes where agent_id=?', [c.p.agent_id]))]
            }
        }
    }
}
