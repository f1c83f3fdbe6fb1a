'use strict';
// Agent studio chats, runs and their logs, executions.
const { F, halt, reply, short, now, field, page, drop } = require('./lib');
const { DB } = require('./seed');
const out = (c) => ({ run_id: c.run_id, visibility: c.visibility, data: { Title: c.Title, Notes: c.Notes, Draft: c.Draft }, meta: { Owner: c.owner, Created: c.Created, Updated: c.Updated } });
const find = (id) => DB.studio.find((c) => c.run_id === id && (!c.gone || F('studio-deleted-still-there')));
const need = (id) => find(id) || halt(404, 'no such studio chat');
function owned(id, user) { const c = need(id); if (c.owner !== user.user_id) halt(403, 'not your studio chat'); return c; }
function read(b, user, loose) {
  const r = { Title: field(b, 'Title', 'string'), Notes: field(b, 'Notes', 'string'), Draft: field(b, 'Draft', 'object'), visibility: field(b, 'visibility', 'string', { in: ['private', 'public'] }) };
  if (r.visibility === 'private' && user.Tier === 'sandbox' && !loose) halt(400, 'the sandbox tier has no private chats');
  return r;
}
const put = (c, r) => { for (const [k, v] of Object.entries(r)) if (v !== undefined) c[k] = v; c.Updated = now(); };
const blank = (user) => ({ Title: '', Notes: '', Draft: {}, visibility: user.Tier === 'sandbox' ? 'public' : 'private' });
function make(user, run_id, r) {
  const t = now(), c = { run_id: run_id || short('st_'), owner: user.user_id, ...blank(user), Created: t, Updated: t, gone: false };
  put(c, r); DB.studio.push(c);
  return c;
}

module.exports = (on) => {
  const P = '/me/agent-studio-chats';
  on('GET', P, 'jwt', ({ user }) => DB.studio.filter((c) => (!c.gone || F('studio-deleted-still-listed')) && (c.owner === user.user_id || (F('studio-list-foreign') && c.visibility === 'private'))).map(out));
  on('POST', P, 'jwt', ({ user, body }) => {
    const b = body(), id = field(b, 'run_id', 'string'), r = read(b, user, F('studio-post-sandbox-private'));
    if (id !== undefined && !/^[\w.:-]{1,80}$/.test(id)) halt(400, 'a run_id is made of letters, digits and . : - _');
    const c = id === undefined ? null : DB.studio.find((x) => x.run_id === id);
    if (c && F('studio-post-second-record')) { const n = make(user, id, r); drop(DB.studio, n); DB.studio.unshift(n); return out(n); }
    if (c && (c.owner !== user.user_id || c.gone)) {
      if (F('studio-post-gives-foreign')) return out(c);
      if (F('studio-post-takes-over')) { c.owner = user.user_id; return out(c); }
      halt(409, 'a chat with this run_id exists');
    }
    if (c) { if (F('studio-post-blanks-existing')) put(c, { ...blank(user) }); return out(c); }
    if (F('studio-post-other-run-id') && id) return out(make(user, null, r));
    return out(make(user, id, r));
  });
  on('GET', P + '/{id}', F('studio-get-needs-login') ? 'jwt' : 'open', ({ user, p }) => {
    const c = need(p.id);
    if (c.visibility === 'private' && !(user && c.owner === user.user_id) && !(F('studio-get-private-any-user') && user)) halt(403, 'this chat is private');
    return out(c);
  });
  on('PUT', P + '/{id}', 'jwt', ({ user, p, body }) => {
    const b = body(), c = F('studio-put-foreign') ? need(p.id) : owned(p.id, user), r = read(b, user, F('studio-put-sandbox-private'));
    if (F('studio-put-not-stored')) { const o = { ...c }; put(o, { ...blank(user), visibility: c.visibility, ...tidy(r) }); return out(o); }
    if (F('studio-put-visibility-lost')) delete r.visibility;
    put(c, { ...blank(user), visibility: c.visibility, ...tidy(r) });
    return out(c);
  });
  on('PATCH', P + '/{id}', 'jwt', ({ user, p, body }) => {
    const b = body(), c = owned(p.id, user), r = read(b, user, F('studio-patch-sandbox-private'));
    if (F('studio-patch-resets-rest')) put(c, { Title: '', Notes: '', Draft: {} });
    if (F('studio-patch-ignores-visibility')) delete r.visibility;
    put(c, r);
    return out(c);
  });
  on('DELETE', P + '/{id}', 'jwt', ({ user, p }) => {
    const c = F('studio-delete-foreign') ? need(p.id) : owned(p.id, user);
    if (F('studio-delete-all')) for (const x of DB.studio) if (x.owner === user.user_id) x.gone = true;
    if (!F('studio-delete-nothing')) c.gone = true;
    return out(c);
  });
  on('POST', P + '/{id}/clone', 'jwt', ({ user, p }) => {
    const c = need(p.id);
    if (c.visibility === 'private' && !F('studio-clone-private')) halt(F('studio-clone-private-403') ? 403 : 400, 'private chats cannot be cloned');
    if (F('studio-clone-same-run-id')) return reply(201, out(c));
    const n = make(user, null, F('studio-clone-empty') ? {} : { Title: c.Title, Notes: c.Notes, Draft: c.Draft });
    if (F('studio-clone-not-kept')) drop(DB.studio, n);
    return reply(F('studio-clone-200') ? 200 : 201, out(n));
  });

  // runs and their logs
  const view = (r) => ({ run_id: r.run_id, data: { agent_id: r.agent_id, Status: r.job ? 'working' : r.Status, Turns: r.messages.filter((m) => m.role === 'user').length, Opening: (r.messages[0] || {}).content || null }, meta: { Created: r.Created, Updated: r.Updated } });
  const R = '/me/agent-runs';
  on('GET', R, 'jwt', ({ user, q }) => {
    const rows = F('runs-list-foreign') ? DB.runs : DB.runs.filter((r) => r.owner === user.user_id);
    if (F('runs-null-cursor-422') && q.get('next_cursor') === '') halt(422, 'validation', [{ Field: 'query.next_cursor', Problem: 'bad' }]);
    if (F('runs-limit-ignored')) q.delete('limit');
    const { part, next } = page(rows, q, { def: F('runs-default-20') ? 20 : 30, overlap: F('runs-page-overlap'), gap: F('runs-page-gap'), sticky: F('runs-limit-lost-with-cursor') });
    if (F('runs-limit-off-by-one') && part.length && q.get('limit')) part.pop();
    return { data: part.map(view), meta: { next_cursor: F('runs-cursor-never-ends') && part.length ? part[part.length - 1].Created : F('runs-no-cursor') ? null : next } };
  });
  const run = (p, user, loose) => { const r = DB.runs.find((x) => x.run_id === p.run_id); return r && (r.owner === user.user_id || loose) ? r : halt(404, 'no such run'); };
  on('GET', R + '/{run_id:uuid}', 'jwt', ({ user, p }) => {
    if (F('run-unknown-null') && !DB.runs.some((x) => x.run_id === p.run_id)) return null;
    if (F('run-view-latest')) { const l = DB.runs.filter((x) => x.owner === user.user_id); run(p, user); return view(l[l.length - 1]); }
    return view(run(p, user, F('run-view-foreign')));
  });
  on('GET', R + '/{run_id:uuid}/mcp-server-logs', 'jwt', ({ user, p }) => {
    const r = run(p, user, F('mcp-logs-foreign'));
    if (F('mcp-logs-of-all-runs')) return DB.runs.filter((x) => x.owner === user.user_id).flatMap((x) => x.calls);
    return F('mcp-logs-empty') ? [] : r.calls;
  });
  on('GET', R + '/{run_id:uuid}/logs', 'jwt', ({ user, p }) => {
    const r = run(p, user, F('run-logs-foreign'));
    if (F('run-logs-object')) return { Logs: r.logs };
    if (F('run-logs-wrong-run')) { const o = DB.runs.find((x) => x.owner === user.user_id); return o.logs; }
    return r.logs;
  });

  const exe = (e) => ({ log_id: e.log_id, tool_id: e.tool_id, data: { Input: e.Input, Output: e.Output, Ok: e.Ok }, meta: { Created: e.Created, Service: e.Service } });
  on('GET', '/me/executions', 'jwt', ({ user, q }) => {
    const rows = DB.executions.filter((e) => e.owner === user.user_id || F('executions-list-foreign'));
    const { part, next } = page(rows, q, { def: F('executions-default-25') ? 25 : 30, nolimit: F('executions-limit-ignored'), gap: F('executions-page-gap') });
    if (F('executions-cursor-ignored') && q.get('next_cursor')) { q.delete('next_cursor'); const z = page(rows, q); return { data: z.part.map(exe), meta: { next_cursor: z.next } }; }
    return { data: part.map(exe), meta: { next_cursor: next } };
  });
  on('GET', '/me/executions/{log_id:int}', 'jwt', ({ user, p }) => {
    let e = DB.executions.find((x) => x.log_id === p.log_id);
    if (!e && F('execution-unknown-500')) halt(500, 'TypeError: e is undefined');
    if (!e || (e.owner !== user.user_id && !F('execution-foreign'))) halt(404, 'no such log');
    if (F('execution-latest')) e = DB.executions.filter((x) => x.owner === user.user_id).pop();
    const o = exe(e); if (F('execution-id-text')) o.log_id = String(o.log_id);
    return o;
  });
  const tidy = (r) => Object.fromEntries(Object.entries(r).filter(([, v]) => v !== undefined));
};
