package damson

import groovy.sql.Sql
import java.sql.SQLException

class Studio {
    static Map view(x) {
        [result: bare(x)]
    }
    static Map bare(x) {
        [runId: x.run_id, title: x.title, description: x.description, visibility: x.visibility, notes: x.notes, attributes: x.attributes == null ? [:] : Json.parse(x.attributes),
         clonedFrom: x.cloned_from, version: x.version, createdAt: T.iso(x.created_at), updatedAt: T.iso(x.updated_at), deletedAt: T.iso(x.deleted_at)]
    }
    static get(Sql s, id, boolean lock = false) {
        def x = s.firstRow('select * from studio_chats where run_id=? and deleted_at is null' + (lock ? ' for update' : ''), [id])
        if (x == null) throw new Err(404, 'Studio chat not found')
        x
    }
    static own(Sql s, Ctx c) {
        def x = get(s, c.p.run_id, true)
        if (x.owner_id != c.uid) throw new Err(403, 'No permission on this studio chat')
        x
    }
    static Map fields(Map b) {
        def m = [:]
        if (b.containsKey('title')) m.title = V.str(b, 'title')
        if (b.containsKey('description')) m.description = V.str(b, 'description')
        if (b.containsKey('visibility') && b.visibility != null) m.visibility = V.visibility(b)
        if (b.containsKey('notes')) m.notes = V.str(b, 'notes')
        if (b.containsKey('attributes')) m.attributes = Json.str(V.map(b, 'attributes') ?: [:])
        m
    }
    static Map defaults(Map f) { [title: f.title ?: 'Untitled chat', description: f.description, visibility: f.visibility ?: 'PUBLIC', notes: f.notes, attributes: f.attributes ?: '{}'] }
    static void sandbox(Ctx c, Map f) { if (c.sandbox && f.visibility == 'PRIVATE') throw new Err(400, 'The sandbox tier cannot make studio chats private') }
    static void update(Sql s, id, Map f) {
        s.executeUpdate('update studio_chats set version=version+1, updated_at=?' + f.keySet().collect { ", $it=?" }.join('') + ' where run_id=?', [T.now()] + f.values().toList() + [id])
    }
    static insert(Sql s, id, uid, Map d, from) {
        long t = T.now()
        s.executeInsert('insert into studio_chats(run_id,owner_id,title,description,visibility,notes,attributes,cloned_from,version,created_at,updated_at) values(?,?,?,?,?,?,?,?,1,?,?)', [id, uid, d.title, d.description, d.visibility, d.notes, d.attributes, from, t, t])
        get(s, id)
    }

    static void routes() {
        def base = '/api/me/agent-studio-chats'
        Main.add('jwt', 'GET', base) { Ctx c ->
            Db.tx { Sql s -> s.rows('select * from studio_chats where owner_id=?' + (F.on('studio-list-has-deleted') ? '' : ' and deleted_at is null') + ' order by created_at desc', [c.uid]) }.collect { bare(it) }
        }
        Main.add('jwt', 'POST', base) { Ctx c ->
            def b = c.body(); def f = fields(b); def id = V.str(b, 'runId', false, 1) ?: UUID.randomUUID().toString()
            if (id.length() > 200 || id.contains('/')) throw Err.invalid(['body', 'runId'], 'Not a valid run id')
            sandbox(c, f)
            def existing = { Sql s ->
                def x = s.firstRow('select * from studio_chats where run_id=?', [id])
                if (x != null && (x.owner_id != c.uid || x.deleted_at != null)) throw new Err(409, 'A chat with this run id exists')
                x
            }
            try { view(Db.tx { Sql s -> existing(s) ?: insert(s, id, c.uid, defaults(f), null) }) }
            catch (SQLException e) { if (!Db.duplicate(e)) throw e; view(Db.tx { Sql s -> existing(s) }) }
        }
        Main.add('open', 'GET', base + '/{run_id}') { Ctx c ->
            def x = Db.tx { Sql s -> get(s, c.p.run_id) }
            if (x.visibility != 'PUBLIC' && !(c.user != null && x.owner_id == c.uid) && !F.on('studio-private-open')) throw new Err(403, 'No permission on this studio chat')
            view(x)
        }
        Main.add('jwt', 'PUT', base + '/{run_id}') { Ctx c ->
            def b = c.body(); def f = fields(b)
            view(Db.tx { Sql s ->
                def x = own(s, c); sandbox(c, f); V.version(b, x.version)
                update(s, x.run_id, defaults(f))
                get(s, x.run_id)
            })
        }
        Main.add('jwt', 'PATCH', base + '/{run_id}') { Ctx c ->
            def b = c.body(); def f = fields(b)
            if (F.on('studio-patch-resets-rest')) f = defaults(f)
            view(Db.tx { Sql s ->
                def x = own(s, c)
                if (!F.on('studio-patch-sandbox-private')) sandbox(c, f)
                V.version(b, x.version)
                if (f.containsKey('title') && f.title == null) f.title = 'Untitled chat'
                update(s, x.run_id, f)
                get(s, x.run_id)
            })
        }
        Main.add('jwt', 'DELETE', base + '/{run_id}') { Ctx c ->
            view(Db.tx { Sql s ->
                def x = own(s, c)
                s.executeUpdate('update studio_chats set deleted_at=?, updated_at=?, version=version+1 where run_id=?', [T.now(), T.now(), x.run_id])
                s.firstRow('select * from studio_chats where run_id=?', [x.run_id])
            })
        }
        Main.add('jwt', 'POST', base + '/{run_id}/clone') { Ctx c ->
            def r = Db.tx { Sql s ->
                def x = get(s, c.p.run_id)
                if (x.visibility != 'PUBLIC') throw new Err(400, 'Private chats cannot be cloned')
                def d = [title: x.title, description: x.description, visibility: 'PUBLIC', notes: x.notes, attributes: x.attributes]
                insert(s, UUID.randomUUID().toString(), F.on('studio-clone-to-owner') ? x.owner_id : c.uid, d, x.run_id)
            }
            c.json(201, view(r))
        }
    }
}
