'use strict';
// Agents, the legacy chats over the same record, theme, files, slug, vibe.
const { F, halt, bad, reply, uuid, UUID, now, field, drop } = require('./lib');
const { DB } = require('./seed');
const SERVICES = ['zimmerer', 'maurer', 'glaser'];
const MAXFILES = 8;

const out = (a) => ({
  agent_id: a.agent_id, chat_id: a.agent_id, Name: a.Name, ChatPrompt: a.ChatPrompt, Description: a.Description, visibility: a.visibility,
  VanitySlug: a.VanitySlug, UpsellDescription: a.UpsellDescription, Price: a.Price ? { Cents: a.Price, Currency: 'EUR' } : null,
  meta: { Created: a.Created, Updated: a.Updated, Votes: a.Votes },
});
const find = (id) => DB.agents.find((a) => a.agent_id === String(id).toLowerCase());
const need = (id) => find(id) || halt(404, 'no such agent');
function owned(id, user) { const a = need(id); if (a.owner !== user.user_id) halt(403, 'not your agent'); return a; }
function readable(id, user) { const a = need(id); if (a.visibility === 'private' && !(user && a.owner === user.user_id)) halt(403, 'this agent is private'); return a; }

function slugOf(text) {
  return String(text).normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'helfer';
}
const taken = (slug, but) => DB.agents.some((a) => a !== but && a.VanitySlug === slug);

function read(b, user, self, skipSandbox) {
  const r = {
    ChatPrompt: field(b, 'ChatPrompt', 'string'), Name: field(b, 'Name', 'string'), Description: field(b, 'Description', 'string'),
    visibility: field(b, 'visibility', 'string', { in: ['private', 'public'] }), VanitySlug: field(b, 'VanitySlug', 'string'), Price: field(b, 'Price', 'integer', { min: 0, max: 100000 }),
  };
  if (r.VanitySlug !== undefined && r.VanitySlug !== '') {
    if (!/^[a-z0-9][a-z0-9-]{1,59}$/.test(r.VanitySlug)) bad('body.VanitySlug', 'small letters, digits and hyphens only');
    if (taken(r.VanitySlug, self)) bad('body.VanitySlug', 'taken');
  }
  if (r.visibility === 'private' && user.Tier === 'sandbox' && !skipSandbox) halt(400, 'the sandbox tier has no private agents');
  return r;
}
function apply(a, r) {
  for (const [k, v] of Object.entries(r)) if (v !== undefined) a[k] = k === 'VanitySlug' && v === '' ? null : v;
  a.Updated = now();
}
function make(user, r) {
  const t = now();
  const a = { agent_id: uuid(), owner: user.user_id, Name: '', ChatPrompt: '', Description: '', visibility: user.Tier === 'sandbox' ? 'public' : 'private', VanitySlug: null, UpsellDescription: null, Price: null, Created: t, Updated: t, Votes: 0, VoteSum: 0 };
  apply(a, r); DB.agents.push(a);
  return a;
}
function remove(a) {
  drop(DB.agents, a);
  if (F('delete-takes-all-files')) DB.files = DB.files.filter((f) => find(f.agent_id) && find(f.agent_id).owner !== a.owner);
  DB.files = DB.files.filter((f) => f.agent_id !== a.agent_id);
  DB.schedules = DB.schedules.filter((s) => s.chat_id !== a.agent_id);
  DB.themes.delete(a.agent_id);
}
const mine = (user) => DB.agents.filter((a) => a.owner === user.user_id);
const fileOut = (f) => ({ file_id: f.file_id, agent_id: f.agent_id, position: f.position, data: { Name: f.Name, Text: f.Text, Bytes: Buffer.byteLength(f.Text) }, meta: { Created: f.Created, Updated: f.Updated } });
const filesOf = (id) => DB.files.filter((f) => f.agent_id === id).sort((a, b) => a.position - b.position);
const fileList = (id) => { let l = filesOf(id); if (F('files-not-by-position')) l.sort((a, b) => (a.Created < b.Created ? -1 : 1)); if (F('files-list-max-five')) l = l.slice(0, 5); return { Files: l.map(fileOut), Room: MAXFILES - l.length }; };
const renumber = (id) => filesOf(id).forEach((f, i) => { f.position = i + 1; });
function file(p) {
  const f = DB.files.find((x) => x.file_id === p.file_id);
  if (!f || (f.agent_id !== p.agent_id && !F('file-of-other-agent'))) halt(404, 'no such file');
  return f;
}
const chatCache = new Map(), vibeCache = new Map(), themeOfUser = new Map(); let ogCache = null;

module.exports = (on) => {
  on('GET', '/me/agents', 'jwt', ({ user }) => (F('agents-list-foreign-private') ? DB.agents : mine(user)).map(out));
  on('POST', '/me/agents', 'jwt', ({ user, body }) => {
    const b = body(), id = field(b, 'agent_id', 'string');
    let a = null;
    if (id !== undefined) { a = need(id); if (a.owner !== user.user_id && !F('agents-post-updates-foreign')) halt(403, 'not your agent'); }
    const r = read(b, user, a, F('agents-post-sandbox-private'));
    if (!r.ChatPrompt || !r.ChatPrompt.trim()) { if (!F('agents-post-no-prompt')) halt(400, 'the chat prompt is missing'); r.ChatPrompt = r.ChatPrompt || ''; }
    if (F('agents-post-visibility-ignored') && !a) delete r.visibility;
    if (F('agents-post-always-new')) a = null;
    if (a) apply(a, r); else a = make(user, r);
    if (F('agents-post-update-not-stored') && id !== undefined) { const o = out(a); a.ChatPrompt = a.old || 'You are a worker.'; return o; }
    return out(a);
  });
  on('GET', '/me/agents/{id}', 'open', ({ user, p }) => out(F('agent-get-private-open') ? need(p.id) : readable(p.id, user)));
  on('POST', '/me/agents/{id}/upsell-description', 'jwt', ({ user, p }) => {
    let a = find(p.id);
    if (!a && F('upsell-unknown-500')) halt(500, 'generation failed');
    if (!a || a.owner !== user.user_id) { if (!(a && F('upsell-foreign'))) halt(404, 'no such agent'); }
    const text = `${a.Name || 'This worker'} for everyone who needs it: ${a.ChatPrompt.slice(0, 80)}`;
    if (F('upsell-overwrites-prompt')) a.ChatPrompt = text;
    const shown = { ...a, UpsellDescription: text };
    if (!F('upsell-not-stored')) apply(a, { UpsellDescription: text });
    return out(shown);
  });
  on('POST', '/me/agents/vanity/slug', F('slug-make-needs-login') ? 'jwt' : 'open', ({ body }) => {
    const b = body(false), base = slugOf(field(b, 'Source', 'string') || '');
    let s = base;
    if (F('slug-make-constant')) s = 'helfer';
    if (!F('slug-make-taken')) for (let i = 2; taken(s); i++) s = base + '-' + i;
    if (F('slug-make-raw')) s = field(b, 'Source', 'string') || s;
    return { Slug: s };
  });
  on('GET', '/me/agents/vanity/slug', 'jwt', ({ user, q }) => {
    const s = q.get('slug');
    if (s === null && F('slug-query-optional')) return { slug: null, Free: true };
    if (s === null) bad('query.slug', 'missing');
    let t = taken(s);
    if (F('slug-taken-called-free')) t = DB.agents.some((a) => a.VanitySlug === s && a.owner === user.user_id && a.visibility === 'public');
    if (F('slug-free-called-taken')) t = t || DB.agents.some((a) => a.VanitySlug && s.startsWith(a.VanitySlug[0]));
    return { slug: s, Free: !t };
  });
  on('GET', '/me/agents/{id}/vibe', 'jwt', ({ user, p, q }) => {
    const s = q.get('service_name');
    if (s === null) bad('query.service_name', 'missing');
    if (!SERVICES.includes(s) && !F('vibe-any-service')) bad('query.service_name', 'must be one of ' + SERVICES.join(', '));
    const a = readable(p.id, user);
    const r = { service_name: s, Prompt: `Build a page with ${s} for the worker "${a.Name}" at /call/${a.agent_id}. It says of itself: ${a.ChatPrompt}` };
    if (F('vibe-cached-by-service')) { if (!vibeCache.has(s)) vibeCache.set(s, r); return vibeCache.get(s); }
    if (F('vibe-ignores-service')) return { service_name: SERVICES[0], Prompt: r.Prompt.replace(s, SERVICES[0]) };
    return r;
  });
  on('GET', '/me/vibe/services', F('vibe-services-needs-login') ? 'jwt' : 'open', () => ({ data: F('vibe-services-stale') ? ['zimmerer', 'maurer', 'klempner'] : SERVICES, meta: { Count: 3 } }));

  const T = '/me/agents/{agent_id:uuid}/customizations/theme';
  on('GET', T, 'jwt', ({ user, p }) => {
    if (F('theme-get-private-open')) need(p.agent_id); else readable(p.agent_id, user);
    const t = F('theme-shared') ? themeOfUser.get(need(p.agent_id).owner) : DB.themes.get(p.agent_id);
    if (!t && F('theme-none-404')) halt(404, 'no theme');
    return t || null;
  });
  on('PUT', T, 'jwt', ({ user, p, body }) => {
    const b = body(), a = F('theme-put-foreign') ? need(p.agent_id) : owned(p.agent_id, user);
    const c = field(b, 'ThemeColor', 'string', { need: true });
    if (!(F('theme-any-color') ? /^.+$/ : F('theme-regex-unanchored') ? /#[0-9a-f]{6}/i : /^#[0-9a-f]{6}$/i).test(c)) halt(F('theme-bad-422') ? 422 : 400, 'a theme color is # and six hexadecimal digits');
    const t = { agent_id: a.agent_id, ThemeColor: c, meta: { Updated: now() } };
    if (!(F('theme-second-put-lost') && DB.themes.has(a.agent_id))) DB.themes.set(a.agent_id, t);
    themeOfUser.set(a.owner, t);
    return t;
  });

  const FP = '/me/agents/{agent_id:uuid}/files';
  on('GET', FP, 'jwt', ({ user, p }) => { if (F('files-list-foreign')) need(p.agent_id); else owned(p.agent_id, user); return fileList(p.agent_id); });
  on('POST', FP, 'jwt', ({ user, p, body }) => {
    const b = body(), a = owned(p.agent_id, user), n = filesOf(a.agent_id).length;
    const Name = field(b, 'Name', 'string', { need: true }), Text = field(b, 'Text', 'string') || '', at = field(b, 'position', 'integer', { min: 1 });
    if (Name.trim() === '') halt(400, 'a file needs a name');
    if (n >= MAXFILES && !F('files-no-limit')) halt(F('files-limit-500') ? 500 : 400, `an agent has at most ${MAXFILES} files`);
    const t = now(), f = { file_id: uuid(), agent_id: a.agent_id, Name, Text, position: F('file-position-same') ? 1 : n + 1, Created: t, Updated: t };
    if (at !== undefined && at <= n) f.position = at - 0.5;
    DB.files.push(f); if (!F('file-position-same')) renumber(a.agent_id);
    if (F('file-create-text-lost')) f.Text = '';
    return reply(F('file-create-200') ? 200 : 201, fileOut(f));
  });
  const FI = FP + '/{file_id:uuid}';
  on('GET', FI, 'jwt', ({ user, p }) => { if (F('file-get-foreign')) need(p.agent_id); else owned(p.agent_id, user); return fileOut(file(p)); });
  on('PATCH', FI, 'jwt', ({ user, p, body }) => {
    const b = body(); if (F('file-patch-foreign')) need(p.agent_id); else owned(p.agent_id, user);
    const f = file(p), Name = field(b, 'Name', 'string'), Text = field(b, 'Text', 'string'), at = field(b, 'position', 'integer', { min: 1 });
    if (F('file-patch-blanks-rest')) { f.Name = Name || ''; f.Text = Text || ''; }
    const was = { ...f };
    if (Name !== undefined) f.Name = Name;
    if (Text !== undefined) f.Text = Text;
    if (at !== undefined && at !== f.position) { f.position = at > f.position ? at + 0.5 : at - 0.5; renumber(f.agent_id); }
    f.Updated = now();
    if (F('file-patch-not-stored')) { const o = fileOut(f); Object.assign(f, was); return o; }
    return fileOut(f);
  });
  on('DELETE', FI, 'jwt', ({ user, p }) => {
    owned(p.agent_id, user); let f = file(p);
    if (F('file-delete-first')) f = filesOf(p.agent_id)[0];
    if (!F('file-delete-kept')) drop(DB.files, f);
    renumber(p.agent_id);
    return F('file-delete-200') ? reply(200, fileOut(f)) : reply(204);
  });
  on('PUT', FP + '/positions', 'jwt', ({ user, p, body }) => {
    const b = body(); owned(p.agent_id, user);
    const rows = field(b, 'positions', 'array', { need: true });
    const todo = rows.map((r, i) => {
      if (!r || typeof r !== 'object') bad('body.positions.' + i, 'must be an object');
      const id = field(r, 'file_id', 'string', { need: true, uuid: true }), at = field(r, 'position', 'integer', { need: true, min: 0 });
      const f = filesOf(p.agent_id).find((x) => x.file_id === id.toLowerCase());
      if (!f) { if (F('positions-unknown-200')) return null; halt(404, 'no such file'); }
      return [f, at];
    }).filter(Boolean);
    if (F('positions-not-stored')) { const l = fileList(p.agent_id); return { ...l, Files: todo.sort((x, y) => x[1] - y[1]).map((x) => fileOut(x[0])) }; }
    if (F('positions-only-first')) todo.length = Math.min(1, todo.length);
    for (const [f, at] of todo) f.position = at - 0.25;
    renumber(p.agent_id);
    return fileList(p.agent_id);
  });

  // the legacy family
  on('GET', '/me/chats', 'jwt', ({ user }) => {
    if (F('chats-list-stale')) { if (!chatCache.has(user.user_id)) chatCache.set(user.user_id, mine(user).map(out)); return chatCache.get(user.user_id); }
    let l = mine(user); if (F('chat-deleted-still-listed')) l = l.concat(DB.graves || []).filter((a) => a.owner === user.user_id);
    if (F('chats-list-public-only')) l = l.filter((a) => a.visibility === 'public');
    return l.map(out);
  });
  on('POST', '/me/chats', 'jwt', ({ user, body }) => {
    const r = read(body(), user);
    if (!r.ChatPrompt || !r.ChatPrompt.trim()) halt(F('chats-post-no-prompt-422') ? 422 : 400, 'the chat prompt is missing');
    const a = make(user, r);
    if (F('chats-post-not-stored')) { drop(DB.agents, a); (DB.agents2 = DB.agents2 || []).push(a); }
    return out(a);
  });
  on('GET', '/me/chats/{id}', F('chat-get-needs-login') ? 'jwt' : 'open', ({ user, p }) => out(F('chat-get-private-any-user') && user ? need(p.id) : readable(p.id, user)));
  on('PUT', '/me/chats/{id}', 'jwt', ({ user, p, body }) => {
    const b = body(), a = F('chat-put-foreign') ? need(p.id) : owned(p.id, user);
    const r = read(b, user, a, F('chat-put-sandbox-private'));
    if (!r.ChatPrompt) bad('body.ChatPrompt', 'missing');
    if (F('chat-put-visibility-lost')) delete r.visibility;
    if (F('chat-put-makes-public')) r.visibility = 'public';
    apply(a, { Name: '', Description: '', ...r, ...(r.VanitySlug === undefined ? {} : { VanitySlug: r.VanitySlug }) });
    if (r.Name === undefined) a.Name = '';
    if (r.Description === undefined) a.Description = '';
    return out(a);
  });
  on('PATCH', '/me/chats/{id}', 'jwt', ({ user, p, body }) => {
    const b = body(), a = F('chat-patch-foreign') ? need(p.id) : owned(p.id, user);
    const r = read(b, user, a, F('chat-patch-sandbox-private'));
    if (F('chat-patch-resets-rest')) for (const k of ['Name', 'ChatPrompt', 'Description']) a[k] = '';
    if (F('chat-patch-visibility-flips') && r.visibility === undefined && r.Name !== undefined) r.visibility = a.visibility === 'public' ? 'private' : 'public';
    if (F('chat-patch-answers-old')) { const o = out(a); apply(a, r); return o; }
    if (F('chat-patch-all-of-owner') && r.Name !== undefined) for (const x of mine(user)) x.Name = r.Name;
    apply(a, r);
    return out(a);
  });
  on('DELETE', '/me/chats/{id}', 'jwt', ({ user, p }) => {
    const a = F('chat-delete-foreign') ? need(p.id) : owned(p.id, user), o = out(a);
    (DB.graves = DB.graves || []).push(a);
    if (F('chat-delete-only-hidden')) { a.owner = 'gone:' + a.owner; return o; }
    remove(a);
    return o;
  });
  on('GET', '/me/chats/{id:uuid}/og', F('og-needs-login') ? 'jwt' : 'open', ({ p }) => {
    const a = find(p.id);
    if (F('og-cached')) { if (a && !ogCache) ogCache = a; if (ogCache) return { Title: ogCache.Name, Teaser: ogCache.Description, Image: '/og/' + ogCache.agent_id + '.png' }; }
    if (!a || (a.visibility === 'private' && !F('og-private-leaks'))) return { Title: 'Fremdling', Teaser: '', Image: '/og/default.png' };
    return { Title: a.Name, Teaser: a.Description, Image: '/og/' + a.agent_id + '.png' };
  });
  on('POST', '/me/chats/{id:uuid}/clone', 'jwt', ({ user, p, body }) => {
    const b = body(false), a = need(p.id);
    if (a.visibility !== 'public' && !F('clone-private-chat')) halt(403, 'only public chats can be cloned');
    const r = read(b, user, null);
    if (F('clone-ignores-body')) for (const k of Object.keys(r)) delete r[k];
    if (F('clone-prompt-lost')) return out(make(user, { Name: a.Name, Description: a.Description, ChatPrompt: '', ...strip(r) }));
    if (F('clone-same-id')) return out(a);
    const c = make(user, { Name: a.Name, Description: a.Description, ChatPrompt: a.ChatPrompt, ...strip(r) });
    if (F('clone-owned-by-origin')) c.owner = a.owner;
    if (F('clone-overwrites-origin')) apply(a, strip(r));
    return out(c);
  });
  on('POST', '/me/chats/{id}/feedback', 'jwt', ({ user, p, body }) => {
    const b = body();
    const n = field(b, 'Stars', 'integer', { min: 1, max: 5, need: true }), w = field(b, 'Words', 'string');
    const a = find(p.id);
    if (!a && F('feedback-unknown-200')) return out({ ...DB.agents[0], agent_id: p.id });
    if (!a || (a.visibility === 'private' && a.owner !== user.user_id)) { if (!(a && F('feedback-private-foreign'))) halt(404, 'no such chat'); }
    a.Votes++; a.VoteSum += n;
    if (F('feedback-overwrites-description')) a.Description = w || 'feedback';
    if (F('feedback-other-record')) return out(DB.agents[0]);
    return out(a);
  });
  let lastLog = null;
  on('POST', '/me/chats/{id:uuid}/runs', 'jwt', ({ user, p }) => {
    const a = F('chat-runs-private-foreign') ? need(p.id) : readable(p.id, user);
    if (F('chat-runs-same-entry') && lastLog && lastLog.agent_id === a.agent_id) return lastLog;
    const run = require('./workers').newRun(user.user_id, a);
    if (F('chat-runs-owner-is-author')) run.owner = a.owner;
    if (F('chat-runs-not-kept')) drop(DB.runs, run);
    const log = { run_id: run.run_id, agent_id: a.agent_id, Kind: 'opened', Form: 'none', At: run.Created };
    run.logs.push(log); lastLog = log;
    return log;
  });
  const strip = (r) => Object.fromEntries(Object.entries(r).filter(([, v]) => v !== undefined));
};
Object.assign(module.exports, { find, need, owned, readable, out, UUID });
