'use strict';
// The legacy chats (same record as the agents), and the studio chats.
module.exports = (app) => {
  const { S, F, E, route, now } = app;
  const uuid = { type: 'string', format: 'uuid' }, model = app.agentModel, own = { 403: 'no permission', 404: 'no such chat' };
  const err400 = { 400: 'chat prompt (promptText) missing, slug taken, or sandbox tier setting private' };
  route('GET', '/me/chats', { auth: true, res: { 200: ['AgentModel'] } }, ({ u }) => {
    const list = app.newestFirst([...S.agents.values()].filter((a) => a.owner === u.user_id)).map(model);
    if (F('chats-list-stale')) { const c = (S.chatCache ||= new Map()); for (const m of list) { if (!c.has(m.agent_id)) c.set(m.agent_id, m); } return list.map((m) => c.get(m.agent_id)); }
    return list;
  });
  route('POST', '/me/chats', { auth: true, deprecated: true, body: 'AgentRequest', res: { 200: 'AgentModel' }, err: { ...err400, ...own } }, ({ u, b }) => {
    if (!b.promptText && !F('chat-without-prompt')) throw new E(400, 'the chat prompt (promptText) is missing');
    if (b.agent_id) { const a = app.ownAgent(b.agent_id, u); app.checkAgent(u, b, a); app.patchAgent(a, b); return model(a); }
    app.checkAgent(u, b, null, F('sandbox-private-chat'));
    const a = app.makeAgent(u, b); a.legacy = true; return model(a);
  });
  const CP = '/me/chats/{chat_id}';
  route('GET', CP, { auth: false, res: { 200: 'AgentModel' }, err: own }, ({ u, p }) => model(app.visibleAgent(p.chat_id, u, F('chat-private-anonymous') && !u)));
  route('PUT', CP, { auth: true, body: 'AgentRequest', res: { 200: 'AgentModel' }, err: { ...err400, ...own } }, ({ u, p, b }) => {
    const a = app.ownAgent(p.chat_id, u, F('chat-put-foreign'));
    if (!b.promptText) throw new E(400, 'the chat prompt (promptText) is missing');
    app.checkAgent(u, b, a, F('sandbox-private-chat-put'));
    const before = { ...a };
    app.patchAgent(a, { displayTitle: b.displayTitle ?? '', promptText: b.promptText, is_public: b.is_public ?? u.tier === 'sandbox', vanitySlug: b.vanitySlug ?? null, price: b.price ?? null });
    const out = model(a);
    if (F('chat-put-prompt-lost')) a.promptText = before.promptText;
    return out;
  });
  route('PATCH', CP, { auth: true, body: 'AgentRequestPartial', res: { 200: 'AgentModel' }, err: { ...err400, ...own } }, ({ u, p, b }) => {
    const a = app.ownAgent(p.chat_id, u);
    app.checkAgent(u, b, a, F('sandbox-private-chat-patch'));
    if (F('chat-patch-resets-visibility')) b.is_public ??= false;
    if (F('chat-patch-clears-prompt')) b.promptText ??= '';
    const out0 = model(a);
    app.patchAgent(a, b);
    return F('chat-patch-answers-old') ? out0 : model(a);
  });
  route('DELETE', CP, { auth: true, res: { 200: 'AgentModel' }, err: own }, ({ u, p }) => {
    const a = app.ownAgent(p.chat_id, u, F('chat-delete-foreign')), out = model(a);
    if (F('chat-delete-204')) { S.agents.delete(a.agent_id); return app.status(204); }
    if (F('chat-delete-hides-only')) { a.owner = -1; a.is_public = true; return out; }
    S.agents.delete(a.agent_id);
    for (const [k, s] of S.schedules) if (s.chat_id === a.agent_id) S.schedules.delete(k);
    for (const s of S.subs) if (s.agent_id === a.agent_id && s.state === 'active') { s.state = 'ended'; s.until = now(); }
    return out;
  });
  route('GET', `${CP}/og`, { auth: false, path: { chat_id: uuid }, res: { 200: 'OpenGraph' }, err: { 404: 'no such public chat' } }, ({ u, p, host }) => {
    const a = app.findAgent(p.chat_id);
    if (!a.is_public && a.owner !== u?.user_id && !F('og-leaks-private')) throw new E(404, 'no such public chat');
    if (F('og-old-title')) a.ogTitle ??= a.displayTitle;
    return { og_title: a.ogTitle || a.displayTitle, og_description: a.upsellText || `Talk to ${a.displayTitle}`, og_url: `http://${host}/chats/${a.agent_id}` };
  });
  route('POST', `${CP}/clone`, { auth: true, path: { chat_id: uuid }, body: 'AgentRequestPartial', bodyOptional: true, res: { 200: 'AgentModel' }, err: { 400: 'slug taken, or sandbox tier setting private', ...own } }, ({ u, p, b }) => {
    const a = app.findAgent(p.chat_id);
    if (!a.is_public && a.owner !== u.user_id && !F('clone-private')) throw new E(403, 'this chat is not public');
    const body = F('clone-body-ignored') ? {} : b || {};
    app.checkAgent(u, body, null, F('clone-sandbox-private'));
    const c = app.makeAgent(u, { displayTitle: a.displayTitle, promptText: a.promptText });
    c.upsellText = a.upsellText;
    app.patchAgent(c, body);
    if (F('clone-owned-by-author')) c.owner = a.owner;
    if (F('clone-linked')) Object.defineProperty(c, 'promptText', { get: () => a.promptText, set: (v) => { a.promptText = v; }, enumerable: true });
    if (F('clone-prompt-empty') && !body.promptText) c.promptText = '';
    if (F('clone-changes-original')) app.patchAgent(a, body);
    return model(c);
  });
  route('POST', `${CP}/feedback`, { auth: true, body: 'UserFeedbackRequest', res: { 200: 'AgentModel' }, err: { 404: 'no such chat' } }, ({ u, p, b }) => {
    const a = S.agents.get(p.chat_id.toLowerCase());
    if (!a && F('feedback-unknown-500')) throw new Error('none');
    if (!a || (!a.is_public && a.owner !== u.user_id)) throw new E(404, 'no such chat');
    a[F('feedback-verdict-swapped') ? (b.verdict === 'up' ? 'down' : 'up') : b.verdict]++;
    if (F('feedback-wrong-chat')) return model(app.newestFirst([...S.agents.values()].filter((x) => x !== a))[0]);
    if (F('feedback-changes-owner')) a.owner = u.user_id;
    return model(a);
  });
  route('POST', `${CP}/runs`, { auth: true, path: { chat_id: uuid }, res: { 200: 'AgentRunLog' }, err: own }, ({ u, p }) => {
    if (F('chat-runs-unknown-500') && !S.agents.has(p.chat_id)) throw new Error('none');
    const a = app.visibleAgent(p.chat_id, u, F('chat-runs-private'));
    const run = app.newRun(u.user_id, a), l = app.runLog(run, 'opened', `opened from the chat ${a.displayTitle}`);
    if (F('chat-runs-nothing-kept')) S.runs.delete(run.run_id);
    if (F('chat-runs-same-run')) { S.firstChatRun ||= run; if (S.firstChatRun !== run) { S.runs.delete(run.run_id); return { ...l, run_id: S.firstChatRun.run_id }; } }
    if (F('chat-runs-wrong-user')) run.user = a.owner;
    return l;
  });
  // studio chats
  const SP = '/me/agent-studio-chats', view = (c) => ({ run_id: c.run_id, caption: c.caption, notes: c.notes, is_private: c.is_private, owner_id: c.owner, removed: c.removed, created_on: c.created_on, changed_on: c.changed_on });
  const find = (id) => { const c = S.studio.get(id); if (!c || c.removed) throw new E(404, 'no such studio chat'); return c; };
  const mine = (id, u, leak) => { const c = find(id); if (c.owner !== u.user_id && !leak) throw new E(403, 'not your studio chat'); return c; };
  const check = (u, b, lax) => { if (b.is_private && u.tier === 'sandbox' && !lax) throw new E(400, 'the sandbox tier cannot make studio chats private'); };
  const s400 = { 400: 'sandbox tier setting private' };
  route('GET', SP, { auth: true, res: { 200: ['AgentStudioChat'] } }, ({ u }) => {
    let l = app.newestFirst([...S.studio.values()].filter((c) => !c.removed && (c.owner === u.user_id || (F('studio-list-foreign') && !c.is_private)))).map(view);
    if (F('studio-list-no-private')) l = l.filter((c) => !c.is_private);
    if (F('studio-list-twice')) l = l.flatMap((c) => S.studio.get(c.run_id).again ? [c, c] : [c]);
    return l;
  });
  route('POST', SP, { auth: true, body: 'AgentStudioChatCreate', res: { 200: 'AgentStudioChat' }, err: { ...s400, 409: 'another chat with this run_id exists' } }, ({ u, b }) => {
    check(u, b, F('studio-sandbox-private'));
    const old = b.run_id && S.studio.get(b.run_id);
    if (old) {
      if (F('studio-post-takes-over')) { old.owner = u.user_id; old.caption = b.caption ?? old.caption; return view(old); }
      const same = ['caption', 'notes', 'is_private'].every((k) => b[k] == null || b[k] === old[k]);
      if (F('studio-post-overwrites') && old.owner === u.user_id) { Object.assign(old, { caption: b.caption ?? '', notes: b.notes ?? null, is_private: b.is_private ?? false }); return view(old); }
      if (old.owner !== u.user_id || old.removed || !same) throw new E(F('studio-conflict-500') ? 500 : 409, 'another studio chat with this run_id exists');
      old.again = true; return view(old);
    }
    const t = now(), c = { run_id: b.run_id ?? app.ulid(t), caption: b.caption ?? '', notes: b.notes ?? null, is_private: b.is_private ?? false, owner: u.user_id, removed: false, created_on: t, changed_on: t };
    if (F('studio-run-id-changed')) c.run_id = app.ulid(t);
    if (F('studio-private-lost')) c.is_private = false;
    S.studio.set(c.run_id, c); return view(c);
  });
  route('GET', `${SP}/{run_id}`, { auth: false, res: { 200: 'AgentStudioChat' }, err: own }, ({ u, p }) => {
    const c = find(p.run_id);
    if (c.is_private && c.owner !== u?.user_id && !(F('studio-private-anonymous') && !u)) throw new E(403, 'this studio chat is private');
    return view(c);
  });
  route('PUT', `${SP}/{run_id}`, { auth: true, body: 'AgentStudioChatCreate', res: { 200: 'AgentStudioChat' }, err: { ...s400, ...own } }, ({ u, p, b }) => {
    const c = mine(p.run_id, u, F('studio-put-foreign')); check(u, b, F('studio-sandbox-private-put'));
    Object.assign(c, { caption: b.caption ?? '', notes: b.notes ?? null, is_private: b.is_private ?? false, changed_on: now() });
    return view(c);
  });
  route('PATCH', `${SP}/{run_id}`, { auth: true, body: 'AgentStudioChatUpdate', res: { 200: 'AgentStudioChat' }, err: { ...s400, ...own } }, ({ u, p, b }) => {
    const c = mine(p.run_id, u); check(u, b, F('studio-sandbox-private-patch'));
    if (F('studio-patch-opens')) b.is_private ??= false;
    if (F('studio-patch-needs-all')) b.caption ??= '';
    const out = { ...view(c) };
    for (const k of ['caption', 'is_private']) if (b[k] != null) { out[k] = b[k]; if (!(F('studio-patch-private-ignored') && k === 'is_private')) c[k] = b[k]; }
    if ('notes' in b) c.notes = out.notes = b.notes;
    c.changed_on = out.changed_on = now(); return out;
  });
  route('DELETE', `${SP}/{run_id}`, { auth: true, res: { 200: 'AgentStudioChat' }, err: own }, ({ u, p }) => {
    const c = mine(p.run_id, u, F('studio-delete-foreign'));
    if (F('studio-delete-null')) { c.removed = true; return null; }
    if (F('studio-delete-all')) for (const x of S.studio.values()) if (x.owner === u.user_id) x.removed = true;
    c.removed = true; c.changed_on = now(); return view(c);
  });
  route('POST', `${SP}/{run_id}/clone`, { auth: true, res: { 201: 'AgentStudioChat' }, err: { 400: 'private chats cannot be cloned', 404: 'no such studio chat' } }, ({ u, p }) => {
    const c = find(p.run_id);
    if (c.is_private && !F('studio-clone-private')) throw new E(F('studio-clone-private-404') ? 403 : 400, 'private chats cannot be cloned');
    if (F('studio-clone-moves')) { c.owner = u.user_id; return app.status(201, view(c)); }
    const t = now(), d = { ...c, run_id: app.ulid(t), owner: F('studio-clone-owner-kept') ? c.owner : u.user_id, created_on: t, changed_on: t };
    S.studio.set(d.run_id, d); return app.status(F('studio-clone-200') ? 200 : 201, view(d));
  });
};
