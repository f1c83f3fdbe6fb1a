package damson

import groovy.sql.Sql
import java.sql.SQLException

/** API keys and bundles */
class Accounts {
    static Map hidden(k) { [apiKeyId: k.id, name: k.name, isDefault: k.is_default, notes: k.notes, createdAt: T.iso(k.created_at)] }
    static Map full(k) { hidden(k) + [key: k.secret] }
    static key(Sql s, Ctx c) {
        def k = s.firstRow('select * from api_keys where id=? and user_id=?', [c.p.api_key_id, c.uid])
        if (k == null) throw new Err(404, 'API key not found')
        k
    }
    static newKey(Sql s, Ctx c, String name, boolean dflt, notes) {
        long id = Db.insert(s, 'insert into api_keys(user_id,name,secret,is_default,created_at,notes) values(?,?,?,?,?,?)', [c.uid, name, 'dk_' + UUID.randomUUID().toString().replace('-', ''), dflt, T.now(), notes])
        s.firstRow('select * from api_keys where id=?', [id])
    }
    static void lockUser(Sql s, Ctx c) { s.firstRow('select id from users where id=? for update', [c.uid]) }

    static void routes() {
        def base = '/api/me/api-keys'
        Main.add('jwt', 'GET', base) { Ctx c ->
            Db.tx { Sql s -> s.rows('select * from api_keys where user_id=? order by id', [c.uid]) }.collect { F.on('key-list-shows-keys') ? full(it) : hidden(it) }
        }
        Main.add('jwt', 'POST', base) { Ctx c ->
            def b = c.body(); def n = V.str(b, 'name') ?: 'API key'; def d = V.bool(b, 'isDefault') ?: false; def notes = V.str(b, 'notes')
            Db.tx { Sql s ->
                lockUser(s, c)
                if (s.firstRow('select 1 as x from api_keys where user_id=? and is_default', [c.uid]) == null) d = true
                if (d && !F.on('two-default-keys')) s.executeUpdate('update api_keys set is_default=false where user_id=?', [c.uid])
                full(newKey(s, c, n, d, notes))
            }
        }
        Main.add('jwt', 'GET', base + '/default') { Ctx c ->
            Db.tx { Sql s ->
                lockUser(s, c)
                full(s.firstRow('select * from api_keys where user_id=? and is_default order by id', [c.uid]) ?: newKey(s, c, 'Default key', true, null))
            }
        }
        Main.add('jwt', 'GET', base + '/{api_key_id:int}') { Ctx c -> Db.tx { Sql s -> full(key(s, c)) } }
        Main.add('jwt', 'DELETE', base + '/{api_key_id:int}') { Ctx c ->
            Db.tx { Sql s ->
                lockUser(s, c)
                def k = key(s, c)
                s.execute('delete from api_keys where id=?', [k.id])
                if (k.is_default) s.executeUpdate('update api_keys set is_default=true where id=(select min(id) from api_keys where user_id=?)', [c.uid])
                hidden(k)
            }
        }

        def bb = '/api/me/bundles'
        def tools = { Sql s, id -> s.rows('select b.*, t.title as name from bundle_tools b left join tools t on t.id=b.tool_id where b.bundle_id=? order by b.added_at', [id]) }
        def tv = { t -> [toolId: t.tool_id, bundleId: t.bundle_id, name: t.name, notes: t.notes, addedAt: T.iso(t.added_at)] }
        def row = { x -> [bundleId: x.id, name: x.name, description: x.description, notes: x.notes, attributes: Json.parse(x.attributes ?: '{}'), version: x.version, createdAt: T.iso(x.created_at), updatedAt: T.iso(x.updated_at)] }
        def full = { Sql s, x -> row(x) + [tools: tools(s, x.id).collect { tv(it) }] }
        def own = { Sql s, Ctx c, boolean lock -> s.firstRow('select * from bundles where id=? and user_id=?' + (lock ? ' for update' : ''), [c.p.bundle_id, c.uid]) }
        def need = { Sql s, Ctx c, boolean lock -> def x = own(s, c, lock); if (x == null) throw new Err(404, 'Bundle not found'); x }
        Main.add('jwt', 'GET', bb) { Ctx c ->
            def join = F.on('empty-bundles-missing') ? 'join' : 'left join'
            Db.tx { Sql s -> s.rows("select b.id, b.name, b.description, b.created_at, count(t.tool_id) as n from bundles b $join bundle_tools t on t.bundle_id=b.id where b.user_id=? group by b.id, b.name, b.description, b.created_at order by b.id".toString(), [c.uid]) }
                .collect { [bundleId: it.id, name: it.name, description: it.description, toolCount: it.n, createdAt: T.iso(it.created_at)] }
        }
        Main.add('jwt', 'POST', bb) { Ctx c ->
            Db.tx { Sql s ->
                long t = T.now()
                long id = Db.insert(s, 'insert into bundles(user_id,name,attributes,version,created_at,updated_at) values(?,?,?,1,?,?)', [c.uid, 'Untitled bundle', '{}', t, t])
                full(s, s.firstRow('select * from bundles where id=?', [id]))
            }
        }
        Main.add('jwt', 'GET', bb + '/{bundle_id:int}') { Ctx c -> Db.tx { Sql s -> full(s, need(s, c, false)) } }
        Main.add('jwt', 'PUT', bb + '/{bundle_id:int}') { Ctx c ->
            def b = c.body(); def n = V.str(b, 'name', true, 1), d = V.str(b, 'description'), notes = V.str(b, 'notes'); def at = V.map(b, 'attributes') ?: [:]
            def tl = b.tools
            if (tl != null && !(tl instanceof List)) throw Err.invalid(['body', 'tools'], 'Input should be a valid list', 'list_type')
            def ids = tl?.collect { x -> def i = x instanceof Map ? x.toolId : x; if (!(i instanceof String)) throw Err.invalid(['body', 'tools'], 'Input should be a tool id', 'string_type'); i }?.unique()
            Db.tx { Sql s ->
                def x = own(s, c, true)
                if (x == null) throw new Err(409, 'Bundle update failed')
                V.version(b, x.version)
                s.executeUpdate('update bundles set name=?, description=?, notes=?, attributes=?, version=version+1, updated_at=? where id=?', [n, d, notes, Json.str(at), T.now(), x.id])
                if (ids != null) {
                    if (ids.any { i -> s.firstRow('select 1 as x from tools where id=?', [i]) == null }) throw new Err(409, 'Bundle update failed: unknown tool')
                    s.rows('select tool_id from bundle_tools where bundle_id=?', [x.id]).findAll { !ids.contains(it.tool_id) }.each { s.execute('delete from bundle_tools where bundle_id=? and tool_id=?', [x.id, it.tool_id]) }
                    ids.each { i -> if (s.firstRow('select 1 as x from bundle_tools where bundle_id=? and tool_id=?', [x.id, i]) == null) s.executeInsert('insert into bundle_tools values(?,?,?,?)', [x.id, i, null, T.now()]) }
                }
                full(s, own(s, c, false))
            }
        }
        Main.add('jwt', 'DELETE', bb + '/{bundle_id:int}') { Ctx c ->
            Db.tx { Sql s -> def x = need(s, c, true); s.execute('delete from bundle_tools where bundle_id=?', [x.id]); s.execute('delete from bundles where id=?', [x.id]); row(x) }
        }
        Main.add('jwt', 'GET', bb + '/{bundle_id:int}/tools') { Ctx c -> Db.tx { Sql s -> def x = own(s, c, false); x == null ? [] : tools(s, x.id).collect { tv(it) } } }
        Main.add('jwt', 'POST', bb + '/{bundle_id:int}/tools') { Ctx c ->
            def b = c.body(); def id = V.str(b, 'toolId', true), notes = V.str(b, 'notes')
            Db.tx { Sql s ->
                def x = need(s, c, true)
                if (s.firstRow('select 1 as x from tools where id=?', [id]) == null) throw new Err(404, 'Tool not found')
                if (s.firstRow('select 1 as x from bundle_tools where bundle_id=? and tool_id=?', [x.id, id]) == null) s.executeInsert('insert into bundle_tools values(?,?,?,?)', [x.id, id, notes, T.now()])
                tv(tools(s, x.id).find { it.tool_id == id })
            }
        }
        Main.add('jwt', 'DELETE', bb + '/{bundle_id:int}/tools/{tool_id}') { Ctx c ->
            Db.tx { Sql s ->
                def x = need(s, c, true); def t = tools(s, x.id).find { it.tool_id == c.p.tool_id }
                if (t == null) throw new Err(404, 'Tool not found in the bundle')
                if (F.on('bundle-tool-gone-everywhere')) s.execute('delete from bundle_tools where tool_id=?', [t.tool_id])
                else s.execute('delete from bundle_tools where bundle_id=? and tool_id=?', [x.id, t.tool_id])
                tv(t)
            }
        }
    }
}
