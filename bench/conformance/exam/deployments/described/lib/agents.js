'use strict';
// Agents, their slug, theme, files and vibe prompts; subscriptions.
const MAX_FILES = 8, SERVICES = ['lovable', 'bolt', 'replit'];
module.exports = (app) => {
  const { S, F, E, route, now, uuid: newId } = app;
  const uuid = { type: 'string', format: 'uuid' };
  const model = app.agentModel = (a) => ({ agent_id: a.agent_id, displayTitle: a.displayTitle, promptText: a.promptText, is_public: a.is_public, vanitySlug: a.vanitySlug, upsellText: a.upsellText, price: a.price,
    owner_id: a.owner, thumbs: { up: String(a.up), down: String(a.down) }, fileCount: String(a.files.length), created_on: a.created_on, changed_on: a.changed_on });
  app.newestFirst = (list) => [...list].sort((x, y) => y.created_on - x.created_on);
  const find = app.findAgent = (id) => { const a = S.agents.get(String(id).toLowerCase()); if (!a) throw new E(404, 'no such agent'); return a; };
  const visible = app.visibleAgent = (id, u, leak) => { const a = find(id); if (!a.is_public && a.owner !== u?.user_id && !leak) throw new E(403, 'this agent is private'); return a; };
  const mine = app.ownAgent = (id, u, leak) => { const a = find(id); if (a.owner !== u.user_id && !leak) throw new E(403, 'this agent is not yours'); return a; };
  app.checkAgent = (u, b, self, lax) => {
    if (b.is_public === false && u.tier === 'sandbox' && !lax) throw new E(400, 'the sandbox tier cannot make agents private');
    if (b.vanitySlug && [...S.agents.values()].some((a) => a.vanitySlug === b.vanitySlug && a !== self)) throw new E(400, 'this slug is taken');
  };
  app.makeAgent = (u, b) => {
    const t = now();
    const a = { agent_id: newId(), owner: u.user_id, displayTitle: b.displayTitle ?? '', promptText: b.promptText ?? '', is_public: b.is_public ?? u.tier === 'sandbox', vanitySlug: b.vanitySlug ?? null, upsellText: null,
      price: b.price ?? null, up: 0, down: 0, files: [], theme: null, created_on: t, changed_on: t };
    S.agents.set(a.agent_id, a); return a;
  };
  app.patchAgent = (a, b) => {
    for (const k of ['displayTitle', 'promptText', 'is_public']) if (b[k] != null) a[k] = b[k];
    for (const k of ['vanitySlug', 'price']) if (k in b) a[k] = b[k];
    a.changed_on = now();
  };
  route('GET', '/me/agents', { auth: true, res: { 200: ['AgentModel'] } }, ({ u }) => {
    let list = [...S.agents.values()].filter((a) => a.owner === u.user_id || (F('agents-list-foreign-public') && a.is_public));
    if (F('agents-list-no-legacy')) list = list.filter((a) => !a.legacy);
    list = app.newestFirst(list).map(model);
    if (F('agents-list-ten')) list = list.slice(0, 10);
    if (F('agents-list-only-public')) list = list.filter((a) => a.is_public);
    return list;
  });
  const err400 = { 400: 'chat prompt (promptText) missing, slug taken, or sandbox tier setting private' };
  route('POST', '/me/agents', { auth: true, body: 'AgentRequest', res: { 200: 'AgentModel' }, err: { ...err400, 403: 'not your agent', 404: 'no such agent' } }, ({ u, b }) => {
    if (!b.promptText && !F('agent-without-prompt')) throw new E(400, 'the chat prompt (promptText) is missing');
    if (b.agent_id && !(F('agent-upsert-duplicates') && S.agents.get(b.agent_id.toLowerCase())?.owner === u.user_id)) {
      const a = mine(b.agent_id, u, F('agent-upsert-foreign'));
      app.checkAgent(u, b, a);
      if (F('agent-upsert-makes-public')) b.is_public ??= true;
      app.patchAgent(a, b);
      if (F('agent-upsert-title-lost') && !b.displayTitle) a.displayTitle = '';
      return model(a);
    }
    app.checkAgent(u, b, null, F('sandbox-private-agent'));
    const a = app.makeAgent(u, b);
    if (F('agent-create-default-public') && b.is_public === false) a.is_public = true;
    if (F('agent-prompt-ascii')) a.promptText = a.promptText.replace(/[^\x00-\x7f]/g, '?');
    return model(a);
  });
  route('POST', '/me/agents/vanity/slug', { auth: false, body: 'SlugRequest', res: { 200: 'SlugSuggestion' } }, ({ b }) => {
    const base = b.wish.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 50) || 'agent';
    const taken = (s) => [...S.agents.values()].some((a) => a.vanitySlug === s);
    let slug = base;
    for (let k = 2; taken(slug) && !F('slug-generated-taken'); k++) slug = `${base}-${k}`;
    if (F('slug-with-spaces')) slug = b.wish;
    return { slug };
  });
  route('GET', '/me/agents/vanity/slug', { auth: true, query: { slug: { type: 'string', req: true } }, res: { 200: 'SlugAvailability' } }, ({ q }) => {
    const free = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(q.slug) && q.slug.length <= 60 && ![...S.agents.values()].some((a) => a.vanitySlug === q.slug);
    return { slug: q.slug, free: F('slug-always-free') ? true : F('slug-never-free') ? false : free };
  });
  route('GET', '/me/agents/{agent_id}', { auth: false, res: { 200: 'AgentModel' }, err: { 403: 'private', 404: 'no such agent' } }, ({ u, p }) => {
    if (F('agent-get-cached')) { const c = (S.agentCache ||= new Map()); if (c.has(p.agent_id) && S.agents.has(p.agent_id)) return c.get(p.agent_id); const m = model(visible(p.agent_id, u)); c.set(p.agent_id, m); return m; }
    return model(visible(p.agent_id, u, F('agent-private-to-users') && u));
  });
  route('POST', '/me/agents/{agent_id}/upsell-description', { auth: true, res: { 200: 'AgentModel' }, err: { 404: 'no such agent of yours' } }, ({ u, p }) => {
    const a = find(p.agent_id);
    if (a.owner !== u.user_id && !F('upsell-foreign')) throw new E(404, 'no such agent of yours');
    const text = `Subscribe to ${a.displayTitle || 'this agent'} and get more of it: ${a.promptText.slice(0, 80)}`;
    if (F('upsell-not-kept')) return { ...model(a), upsellText: text };
    if (F('upsell-overwrites-prompt')) a.promptText = text;
    a.upsellText = text; a.changed_on = now(); return model(a);
  });
  route('GET', '/me/vibe/services', { auth: false, res: { 200: 'VibeCoderListResponse' } }, () => ({ services: SERVICES.slice(0, F('vibe-services-two') ? 2 : 3).map((service_name) => ({ service_name, label: service_name[0].toUpperCase() + service_name.slice(1) })) }));
  route('GET', '/me/agents/{agent_id}/vibe', { auth: true, query: { service_name: { type: 'string', enum: SERVICES, req: true } }, res: { 200: 'VibeCoderPromptResponse' }, err: { 403: 'private', 404: 'no such agent' } }, ({ u, p, q }) => {
    const a = visible(p.agent_id, u, F('vibe-leaks-private'));
    if (F('vibe-old-prompt')) a.firstPrompt ??= a.promptText;
    return { agent_id: a.agent_id, service_name: F('vibe-one-service') ? SERVICES[0] : q.service_name, builderPrompt: `For ${q.service_name}: build a page that talks to the agent ${a.agent_id} (${a.displayTitle}). It was told: ${a.firstPrompt || a.promptText}` };
  });
  // theme
  const own = { 403: 'not your agent', 404: 'no such agent' };
  const theme = (a, u) => F('theme-per-user') ? (S.themes ||= new Map()).get(u.user_id) || null : a.theme;
  route('GET', '/me/agents/{agent_id}/customizations/theme', { auth: true, path: { agent_id: uuid }, res: { 200: { anyOf: [{ $ref: '#/components/schemas/AgentThemePreferenceResponse' }, { type: 'null' }] } }, err: own }, ({ u, p }) => {
    const a = visible(p.agent_id, u); const t = theme(a, u);
    if (!t && F('theme-none-404')) throw new E(404, 'no theme');
    return t && { ...t, agent_id: a.agent_id };
  });
  route('PUT', '/me/agents/{agent_id}/customizations/theme', { auth: true, path: { agent_id: uuid }, body: 'AgentThemePreferenceUpsertRequest', res: { 200: 'AgentThemePreferenceResponse' }, err: { 400: 'the color is not #RRGGBB', ...own } }, ({ u, p, b }) => {
    const a = mine(p.agent_id, u, F('theme-put-foreign'));
    if (!(F('theme-color-unanchored') ? /#[0-9a-f]{6}/i : F('theme-any-word') ? /^(#[0-9a-f]{6}|[a-z ]+)$/i : /^#[0-9a-f]{6}$/i).test(b.themeColor)) throw new E(F('theme-invalid-500') ? 500 : 400, 'themeColor should be #RRGGBB');
    const t = { agent_id: a.agent_id, themeColor: b.themeColor, changed_on: now() };
    if (F('theme-per-user')) (S.themes ||= new Map()).set(u.user_id, t);
    else if (!(F('theme-set-once') && a.theme)) a.theme = t;
    return t;
  });
  // files
  const file = (a, f) => ({ file_id: f.file_id, agent_id: a.agent_id, label: f.label, mime: f.mime, text: f.text, position: a.files.indexOf(f) + 1, byteSize: String(Buffer.byteLength(f.text)), created_on: f.created_on });
  const list = (a) => {
    let fs = a.files.map((f) => file(a, f));
    if (F('file-list-by-creation')) fs.sort((x, y) => x.created_on - y.created_on);
    if (F('file-list-stale') && a.staleFiles) fs = a.staleFiles; else if (F('file-list-stale')) a.staleFiles = null;
    if (F('file-positions-all-one')) fs.forEach((f) => { f.position = 1; });
    return { files: fs, total: String(fs.length) };
  };
  const FP = '/me/agents/{agent_id}/files';
  route('GET', FP, { auth: true, path: { agent_id: uuid }, res: { 200: 'AgentFileListResponse' }, err: own }, ({ u, p }) => list(mine(p.agent_id, u, F('file-list-foreign'))));
  route('POST', FP, { auth: true, path: { agent_id: uuid }, body: 'AgentFileCreateRequest', res: { 201: 'AgentFileResponse' }, err: { 400: `an agent has at most ${MAX_FILES} files`, ...own } }, async ({ u, p, b }) => {
    const a = mine(p.agent_id, u);
    if (F('file-race-lost')) { const kept = [...a.files]; await app.pause(); a.files = kept; }
    if ((F('file-limit-counts-deleted') ? a.everFiles || 0 : a.files.length) >= MAX_FILES) { if (F('file-limit-500')) throw new Error('limit'); if (!F('file-limit-none')) throw new E(400, `an agent has at most ${MAX_FILES} files`); }
    const f = { file_id: newId(), label: b.label, mime: b.mime ?? 'text/plain', text: F('file-text-cut') ? Buffer.from(b.text).subarray(0, b.text.length).toString() : b.text, created_on: now() };
    if (F('file-added-first')) a.files.unshift(f); else a.files.push(f);
    a.everFiles = (a.everFiles || 0) + 1;
    return app.status(F('file-create-200') ? 200 : 201, file(a, f));
  });
  route('PUT', `${FP}/positions`, { auth: true, path: { agent_id: uuid }, body: 'AgentFileBatchPositionRequest', res: { 200: 'AgentFileListResponse' }, err: own }, ({ u, p, b }) => {
    const a = mine(p.agent_id, u, F('file-positions-foreign'));
    const ids = b.moves.map((m) => m.file_id.toLowerCase());
    if (new Set(ids).size !== ids.length) throw app.invalid('body.moves', 'a file is named twice');
    for (const id of ids) if (!a.files.some((f) => f.file_id === id)) throw new E(404, 'no such file of this agent');
    const before = [...a.files];
    const moves = F('file-positions-first-only') ? b.moves.slice(0, 1) : b.moves;
    const want = new Map(moves.map((m) => [m.file_id.toLowerCase(), m.position]));
    const rest = a.files.filter((f) => !want.has(f.file_id));
    const named = a.files.filter((f) => want.has(f.file_id)).sort((x, y) => want.get(x.file_id) - want.get(y.file_id));
    for (const f of named) rest.splice(Math.min(want.get(f.file_id) - 1, rest.length), 0, f);
    a.files = F('file-positions-drop-others') ? named : rest;
    const out = list(a);
    if (F('file-positions-not-kept')) a.files = before;
    return out;
  });
  const fileOf = (a, p) => {
    let f = a.files.find((x) => x.file_id === p.file_id);
    if (!f) throw new E(404, 'no such file of this agent');
    return f;
  };
  const fu = { agent_id: uuid, file_id: uuid };
  route('GET', `${FP}/{file_id}`, { auth: true, path: fu, res: { 200: 'AgentFileResponse' }, err: own }, ({ u, p }) => {
    const a = mine(p.agent_id, u, F('file-get-foreign'));
    if (F('file-of-any-agent')) for (const x of S.agents.values()) { const f = x.files.find((y) => y.file_id === p.file_id); if (f) return file(x, f); }
    return file(a, fileOf(a, p));
  });
  route('PATCH', `${FP}/{file_id}`, { auth: true, path: fu, body: 'AgentFileUpdateRequest', res: { 200: 'AgentFileResponse' }, err: own }, ({ u, p, b }) => {
    const a = mine(p.agent_id, u), f = fileOf(a, p);
    if (F('file-list-stale')) a.staleFiles = list(a).files;
    if (F('file-patch-clears-text')) f.text = b.text ?? '';
    if (F('file-patch-new-id')) f.file_id = newId();
    for (const k of ['label', 'text', 'mime']) if (b[k] != null) f[k] = b[k];
    if (F('file-patch-moves-last')) { a.files.splice(a.files.indexOf(f), 1); a.files.push(f); }
    return file(a, f);
  });
  route('DELETE', `${FP}/{file_id}`, { auth: true, path: fu, res: { 204: null }, err: own }, ({ u, p }) => {
    const a = mine(p.agent_id, u, F('file-delete-foreign')), f = fileOf(a, p);
    const rec = file(a, f);
    if (F('file-delete-removes-last')) a.files.pop();
    else if (!F('file-delete-nothing')) a.files.splice(a.files.indexOf(f), 1);
    return F('file-delete-200') ? rec : app.status(204);
  });
  // subscriptions
  const subView = (s) => ({ agent_id: s.agent_id, state: s.state, since: s.since, until: s.until, price: S.agents.get(s.agent_id)?.price ?? null });
  app.activeSub = (uid, aid) => S.subs.find((s) => s.user === uid && s.agent_id === aid && s.state === 'active');
  route('POST', '/me/agents/{agent_id}/subscribe', { auth: true, body: 'AgentSubscribeRequest', res: { 200: 'AgentSubscribeResponse' }, err: { 400: 'not paid, or your own', 402: 'already subscribed', 404: 'no such agent' } }, async ({ u, p }) => {
    const a = find(p.agent_id);
    if (!a.is_public && a.owner !== u.user_id) throw new E(404, 'no such agent');
    if (a.owner === u.user_id && !F('subscribe-owner')) throw new E(400, 'this agent is your own');
    if (!a.price && !F('subscribe-unpaid')) throw new E(F('subscribe-unpaid-402') ? 402 : 400, 'this agent is not paid');
    if (app.activeSub(u.user_id, a.agent_id) && !F('subscribe-twice')) throw new E(F('subscribe-again-409') ? 409 : 402, 'already subscribed');
    if (F('subscribe-after-cancel-refused') && S.subs.some((s) => s.user === u.user_id && s.agent_id === a.agent_id)) throw new E(402, 'already subscribed');
    if (F('subscribe-race')) await app.pause();
    const t = now(), ref = `cs_${++S.sessions}`;
    if (!F('subscribe-no-effect')) S.subs.push({ user: u.user_id, agent_id: a.agent_id, state: 'active', since: t, until: null });
    if (a.price) S.pays.push({ agent_id: a.agent_id, owner: a.owner, cents: a.price.cents, at: t });
    return { session_ref: ref, checkout_link: `https://pay.harbour.example/${ref}`, agent_id: a.agent_id };
  });
  route('POST', '/me/agents/{agent_id}/unsubscribe', { auth: true, res: { 200: 'AgentSubscriptionResponse' }, err: { 400: 'no active subscription', 404: 'no such agent' } }, ({ u, p }) => {
    const a = find(p.agent_id); let s = app.activeSub(u.user_id, a.agent_id);
    if (!s && F('unsubscribe-none-ok')) return { agent_id: a.agent_id, state: 'ended', since: 0, until: now(), price: a.price };
    if (!s) throw new E(400, 'no active subscription to cancel');
    const out = { ...subView(s), state: 'ended', until: now() };
    if (F('unsubscribe-no-effect')) return out;
    if (F('unsubscribe-ends-all')) { for (const x of S.subs) if (x.user === u.user_id && x !== s) { x.state = 'ended'; x.until = out.until; } }
    s.state = 'ended'; s.until = out.until; return subView(s);
  });
  route('GET', '/me/subscriptions', { auth: true, res: { 200: 'AgentSubscriptionListResponse' } }, ({ u }) => {
    let l = S.subs.filter((s) => s.state === 'active' && (s.user === u.user_id || F('subscriptions-of-all')));
    if (F('subscriptions-first-only')) l = l.slice(0, 1);
    return { subscriptions: l.map(subView), total: String(l.length) };
  });
  route('GET', '/me/subscriptions/{agent_id}', { auth: true, res: { 200: 'AgentSubscriptionResponse' }, err: { 404: 'no subscription' } }, ({ u, p }) => {
    let s = S.subs.filter((x) => x.user === u.user_id && x.agent_id === p.agent_id.toLowerCase()).pop();
    if (!s && F('subscription-foreign')) s = S.subs.find((x) => x.agent_id === p.agent_id);
    if (!s && F('subscription-unknown-null')) return null;
    if (!s) throw new E(404, 'you have no subscription to this agent');
    return subView(s);
  });
};
