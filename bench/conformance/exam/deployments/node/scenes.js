'use strict';
// The scenes of the self-test: each walks some operations and notes what it saw.
const fs = require('node:fs');
const http = require('node:http');
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const Z = '00000000-0000-4000-8000-00000000dead';

function client(port) {
  const c = JSON.parse(fs.readFileSync(__dirname + '/config.json', 'utf8').replaceAll('PORT', port));
  const jw = { me: c.credentials.jwt, other: c.credentials.otherJwt, sand: c.credentials.sandboxJwt }, kw = { me: c.credentials.apiKey, other: c.credentials.otherApiKey };
  const notes = [];
  function http1(url, method, headers, body, abortMs) {
    return new Promise((ok) => {
      const req = http.request(url, { method, headers }, (res) => {
        const parts = []; let cut = false;
        const end = () => { const t = Buffer.concat(parts).toString(); let b = t; try { b = JSON.parse(t); } catch { /* text */ } ok({ s: res.statusCode, b, t, h: res.headers, cut }); };
        res.on('data', (d) => parts.push(d)); res.on('end', end); res.on('error', () => { cut = true; end(); });
        if (abortMs) setTimeout(() => req.destroy(), abortMs);
      });
      req.setTimeout(2500, () => req.destroy());
      req.on('error', () => ok({ s: 0, b: null, t: '', h: {}, cut: true }));
      if (body !== undefined) req.write(body);
      req.end();
    });
  }
  const call = (base, tokens) => (method, path, body, o = {}) => {
    const as = o.as === undefined ? 'me' : o.as, token = tokens[as] || as;
    const h = { ...(token ? { authorization: 'Bearer ' + token } : {}), ...(body !== undefined || o.raw !== undefined ? { 'content-type': 'application/json' } : {}), ...(o.headers || {}) };
    const data = o.raw !== undefined ? o.raw : body === undefined ? undefined : JSON.stringify(body);
    return http1(base + path, method, h, data, o.abort);
  };
  const u = call(c.baseUrl, jw), w = call(c.agentsUrl, kw);
  const note = (k, v) => { notes.push([k, v === undefined ? null : v]); return v; };
  // request, and note status and body
  const n = async (k, method, path, body, o) => { const r = await u(method, path, body, o); note(k, [r.s, r.b, (r.h['content-type'] || '')]); return r; };
  const talk = async (k, method, path, message, o) => { const r = await w(method, path, { message }, o); note(k, [r.s, r.t, r.h['x-service-run-id'] || null, r.h['content-type'], r.cut]); return { ...r, run: r.h['x-service-run-id'] }; };
  const hist = async (k, path, o) => { const r = await w('GET', path, undefined, o); note(k, [r.s, r.b, r.h['x-service-job-id'] === undefined ? null : r.h['x-service-job-id']]); return r; };
  const agent = async (b = {}, as) => (await u('POST', '/me/agents', { ChatPrompt: 'You are a lamp.', Name: 'Lampe', ...b }, { as })).b;
  return { c, f: c.fixtures, u, w, n, note, notes, talk, hist, agent, jw, kw };
}

const scenes = {
  async talk(x) {
    const A = '/' + x.f.agentId;
    const p = await x.talk('post', 'POST', A, 'First: <b>my  cat\nMia</b> & co');
    await x.talk('put', 'PUT', `${A}/${p.run}`, 'Second: größer – naïve ☕ 🙂 and so on, with many ü ü ü ü ü ü');
    await x.hist('hist', `${A}/${p.run}`);
    await x.talk('put3', 'PUT', `${A}/${p.run}`, 'Third: what did I say?');
    await x.hist('hist3', `${A}/${p.run}`);
    for (let i = 4; i < 8; i++) await x.talk('put' + i, 'PUT', `${A}/${p.run}`, 'No ' + i);
    await x.hist('hist7', `${A}/${p.run}`);
    const lg = await x.talk('long', 'POST', A, 'word '.repeat(200)); await x.hist('long hist', `${A}/${lg.run}`);
    await x.hist('nokey', `${A}/${p.run}`, { as: null });
    await x.hist('foreign', `${A}/${p.run}`, { as: 'other' });
    await x.talk('foreign put', 'PUT', `${A}/${p.run}`, 'It is me', { as: 'other' });
    await x.talk('private', 'POST', '/' + x.f.privateAgentId, 'Hello');
    await x.talk('unpaid', 'POST', '/' + x.f.unpaidAgentId, 'Hello');
    await x.talk('badkey', 'POST', '/ndjson' + A, 'Hello', { as: 'fk.none' });
    await x.talk('unknown', 'PUT', `${A}/${Z}`, 'Hello');
    const a2 = await x.talk('two', 'POST', A, 'Again');
    x.note('new run', a2.run !== p.run);
  },
  async ndjson(x) {
    const A = '/' + x.f.agentId;
    const p = await x.talk('post', 'POST', '/ndjson' + A, 'My cat is Mia\nand the dog is Bo');
    await x.talk('put', 'PUT', `/ndjson${A}/${p.run}`, 'Say it again');
    await x.hist('hist', `${A}/${p.run}`);
    await x.talk('fresh', 'POST', '/ndjson' + A, 'Who am I?');
    const t = await x.talk('tool', 'POST', '/ndjson' + A, x.f.toolCallMessage.message);
    await x.talk('tool put', 'PUT', `/ndjson${A}/${t.run}`, x.f.toolCallMessage.message);
    const q = await x.talk('tool text', 'POST', A, x.f.toolCallMessage.message);
    await x.talk('tool text put', 'PUT', `${A}/${q.run}`, x.f.toolCallMessage.message);
    await x.n('mcp', 'GET', `/me/agent-runs/${t.run}/mcp-server-logs`);
    await x.n('mcp2', 'GET', `/me/agent-runs/${q.run}/mcp-server-logs`);
    await x.n('mcp none', 'GET', `/me/agent-runs/${Z}/mcp-server-logs`);
    await x.n('mcp foreign', 'GET', `/me/agent-runs/${q.run}/mcp-server-logs`, undefined, { as: 'other' });
    await x.n('logs', 'GET', `/me/agent-runs/${q.run}/logs`);
    await x.n('logs foreign', 'GET', `/me/agent-runs/${q.run}/logs`, undefined, { as: 'other' });
    await x.n('view', 'GET', `/me/agent-runs/${t.run}`);
    await x.n('view foreign', 'GET', `/me/agent-runs/${t.run}`, undefined, { as: 'other' });
    await x.n('view none', 'GET', `/me/agent-runs/${Z}`);
  },
  async job(x) {
    const A = '/' + x.f.backgroundAgentId;
    const idle = await x.talk('idle', 'POST', A, 'Hello');
    const p = await x.talk('post', 'POST', A, x.f.backgroundMessage);
    const r = `${A}/${p.run}`;
    await x.hist('busy', r); await x.talk('put', 'PUT', r, 'Now?'); await x.talk('put nd', 'PUT', '/ndjson' + r, 'Now nd?');
    await x.talk('new', 'POST', A, 'Another'); await x.hist('other run', `${A}/${idle.run}`); await x.talk('other put', 'PUT', `${A}/${idle.run}`, 'still there?');
    await x.hist('busy2', r); await x.hist('busy3', r);
    await sleep(500);
    await x.hist('over', r); await x.talk('resume', 'PUT', r, 'and now'); await x.hist('resumed', r);
    const q = await x.talk('later', 'POST', A, 'Hi'); const r2 = `${A}/${q.run}`;
    await x.talk('job by put', 'PUT', r2, x.f.backgroundErrorMessage); await x.hist('busy by put', r2);
    await sleep(500);
    await x.hist('failed', r2); await x.talk('after failure', 'PUT', r2, 'ok'); await x.hist('end', r2);
  },
  async parallel(x) {
    const A = '/' + x.f.agentId;
    const p = await x.talk('post', 'POST', A, 'Start');
    const r = `${A}/${p.run}`;
    await Promise.all(['eins', 'zwei', 'drei'].map((m) => x.w('PUT', r, { message: m })));
    const h = await x.w('GET', r); x.note('kept', h.b.filter((m) => m.role === 'user').map((m) => m.content).sort()); x.note('count', h.b.length);
    const two = await Promise.all(['slowly aaa '.repeat(15), 'slowly bbb '.repeat(15)].map((m) => x.w('POST', A, { message: m })));
    x.note('streams', two.map((t) => [t.s, t.t]));
    const s = await x.w('POST', A, { message: 'Begin' }); const r3 = `${A}/${s.h['x-service-run-id']}`;
    await x.w('PUT', r3, { message: 'slowly please ' + 'la '.repeat(60) }, { abort: 60 });
    await sleep(600);
    await x.hist('after abort', r3); await x.talk('put after abort', 'PUT', r3, 'still alive?'); await x.hist('after that', r3);
  },
  async agents(x) {
    const a = (await x.n('make', 'POST', '/me/agents', { ChatPrompt: 'You paint.', Name: 'Größe ☕', Description: 'D1', visibility: 'public' })).b;
    const pv = (await x.n('make private', 'POST', '/me/agents', { ChatPrompt: 'You hide.', Name: 'Versteck', visibility: 'private' })).b;
    await x.n('no prompt', 'POST', '/me/agents', { Name: 'X' });
    await x.n('sandbox private', 'POST', '/me/agents', { ChatPrompt: 'P', visibility: 'private' }, { as: 'sand' });
    await x.n('update', 'POST', '/me/agents', { agent_id: a.agent_id, ChatPrompt: 'You paint blue.' });
    await x.n('get', 'GET', '/me/agents/' + a.agent_id);
    await x.n('update foreign', 'POST', '/me/agents', { agent_id: a.agent_id, ChatPrompt: 'Mine now' }, { as: 'other' });
    await x.n('get private anon', 'GET', '/me/agents/' + pv.agent_id, undefined, { as: null });
    await x.n('get private other', 'GET', '/me/agents/' + pv.agent_id, undefined, { as: 'other' });
    await x.n('get public anon', 'GET', '/me/agents/' + a.agent_id, undefined, { as: null });
    await x.n('unknown', 'GET', '/me/agents/' + Z);
    await x.n('list', 'GET', '/me/agents'); await x.n('chats', 'GET', '/me/chats'); await x.n('list other', 'GET', '/me/agents', undefined, { as: 'other' });
    await x.n('nologin', 'GET', '/me/agents', undefined, { as: null });
    await x.n('upsell', 'POST', `/me/agents/${a.agent_id}/upsell-description`); await x.n('get', 'GET', '/me/agents/' + a.agent_id);
    await x.n('upsell none', 'POST', `/me/agents/${Z}/upsell-description`); await x.n('upsell foreign', 'POST', `/me/agents/${a.agent_id}/upsell-description`, undefined, { as: 'other' });
  },
  async chats(x) {
    const c = (await x.n('make', 'POST', '/me/chats', { ChatPrompt: 'You sing.', Name: 'Sang', Description: 'D', visibility: 'public' })).b, P = '/me/chats/' + c.agent_id;
    const d = (await x.n('make2', 'POST', '/me/chats', { ChatPrompt: 'You dance.', Name: 'Tanz' })).b;
    await x.n('no prompt', 'POST', '/me/chats', { Name: 'X' });
    await x.n('list', 'GET', '/me/chats'); await x.n('agents', 'GET', '/me/agents');
    await x.n('patch', 'PATCH', P, { Name: 'Sang 2' }); await x.n('get', 'GET', P); await x.n('list', 'GET', '/me/chats');
    await x.n('patch private', 'PATCH', P, { visibility: 'private' }); await x.n('get', 'GET', P); await x.n('anon', 'GET', P, undefined, { as: null }); await x.n('other', 'GET', P, undefined, { as: 'other' });
    await x.n('put', 'PUT', P, { ChatPrompt: 'You hum.', Name: 'Summ' }); await x.n('get', 'GET', P);
    await x.n('put public', 'PUT', P, { ChatPrompt: 'You hum.', Name: 'Summ', visibility: 'public' }); await x.n('anon', 'GET', P, undefined, { as: null });
    for (const [m, b] of [['PUT', { ChatPrompt: 'bad', Name: 'bad' }], ['PATCH', { Name: 'bad' }], ['DELETE', undefined]]) await x.n('foreign ' + m, m, P, b, { as: 'other' });
    await x.n('get', 'GET', P);
    const s = (await x.n('sand', 'POST', '/me/agents', { ChatPrompt: 'S' }, { as: 'sand' })).b;
    for (const m of ['PUT', 'PATCH']) await x.n('sand ' + m, m, '/me/chats/' + s.agent_id, { ChatPrompt: 'S', visibility: 'private' }, { as: 'sand' });
    await x.n('delete', 'DELETE', '/me/chats/' + d.agent_id); await x.n('gone', 'GET', '/me/chats/' + d.agent_id); await x.n('gone anon', 'GET', '/me/chats/' + d.agent_id, undefined, { as: null });
    await x.n('list', 'GET', '/me/chats'); await x.n('delete again', 'DELETE', '/me/chats/' + d.agent_id);
    const e = await x.agent({ visibility: 'public' }), g = await x.agent({ visibility: 'public' });
    await x.u('POST', `/me/agents/${e.agent_id}/files`, { Name: 'a', Text: 't' });
    await x.u('DELETE', '/me/chats/' + g.agent_id); await x.n('files of the other agent', 'GET', `/me/agents/${e.agent_id}/files`);
  },
  async chatmore(x) {
    const a = await x.agent({ visibility: 'public', Name: 'Uhr', Description: 'tells time' }), p = await x.agent({ visibility: 'private', Name: 'Geheimnis', Description: 'secret words' }, 'other'), b = await x.agent({ visibility: 'public', Name: 'Bild' });
    await x.n('og', 'GET', `/me/chats/${a.agent_id}/og`, undefined, { as: null }); await x.n('og private', 'GET', `/me/chats/${p.agent_id}/og`, undefined, { as: null }); await x.n('og b', 'GET', `/me/chats/${b.agent_id}/og`, undefined, { as: null });
    const c = (await x.n('clone', 'POST', `/me/chats/${a.agent_id}/clone`, { Name: 'Uhr 2' }, { as: 'other' })).b;
    await x.n('clone get', 'GET', '/me/chats/' + c.agent_id, undefined, { as: 'other' }); await x.n('origin', 'GET', '/me/chats/' + a.agent_id); await x.n('others list', 'GET', '/me/chats', undefined, { as: 'other' });
    await x.n('clone patch', 'PATCH', '/me/chats/' + c.agent_id, { Name: 'Uhr 3' }, { as: 'other' }); await x.n('origin', 'GET', '/me/chats/' + a.agent_id);
    await x.n('clone private', 'POST', `/me/chats/${p.agent_id}/clone`); await x.n('clone none', 'POST', `/me/chats/${Z}/clone`);
    await x.n('feedback', 'POST', `/me/chats/${b.agent_id}/feedback`, { Stars: 5, Words: 'fine' }, { as: 'other' }); await x.n('b', 'GET', '/me/chats/' + b.agent_id);
    await x.n('feedback none', 'POST', `/me/chats/${Z}/feedback`, { Stars: 5 }); await x.n('feedback private', 'POST', `/me/chats/${p.agent_id}/feedback`, { Stars: 5 });
    const r = (await x.n('run', 'POST', `/me/chats/${a.agent_id}/runs`, undefined, { as: 'other' })).b; await x.n('run again', 'POST', `/me/chats/${a.agent_id}/runs`, undefined, { as: 'other' });
    await x.n('run view', 'GET', '/me/agent-runs/' + r.run_id, undefined, { as: 'other' }); await x.n('run logs', 'GET', `/me/agent-runs/${r.run_id}/logs`, undefined, { as: 'other' });
    await x.n('run private', 'POST', `/me/chats/${p.agent_id}/runs`); await x.n('run none', 'POST', `/me/chats/${Z}/runs`);
  },
  async slugs(x) {
    const S = '/me/agents/vanity/slug', mk = async (k, t) => (await x.n(k, 'POST', S, { Source: t }, { as: null })).b.Slug;
    const s = await mk('make', 'Ein schöner Name!'); await mk('make other', 'Ganz anderes');
    await x.n('free', 'GET', `${S}?slug=${s}`); await x.n('set', 'POST', '/me/agents', { ChatPrompt: 'P', VanitySlug: s, visibility: 'private' });
    await x.n('taken', 'GET', `${S}?slug=${s}`); await x.n('taken other', 'GET', `${S}?slug=${s}`, undefined, { as: 'other' }); await mk('make again', 'Ein schöner Name!'); await x.n('free2', 'GET', `${S}?slug=erstens-frei`); await x.n('missing', 'GET', S);
    const a = await x.agent({ ChatPrompt: 'You count sheep.' }), b = await x.agent({ ChatPrompt: 'You shear sheep.' });
    const l = (await x.n('services', 'GET', '/me/vibe/services', undefined, { as: null })).b.data || [];
    for (const g of [a, b]) for (const v of l) await x.n('vibe ' + v, 'GET', `/me/agents/${g.agent_id}/vibe?service_name=${v}`);
    await x.n('vibe bad', 'GET', `/me/agents/${a.agent_id}/vibe?service_name=nothing`); await x.n('vibe missing', 'GET', `/me/agents/${a.agent_id}/vibe`);
  },
  async theme(x) {
    const a = await x.agent({ visibility: 'public' }), b = await x.agent(), T = (g) => `/me/agents/${g.agent_id}/customizations/theme`;
    await x.n('none', 'GET', T(a)); await x.n('put', 'PUT', T(a), { ThemeColor: '#a1b2c3' }); await x.n('get', 'GET', T(a)); await x.n('none b', 'GET', T(b));
    await x.n('again', 'PUT', T(a), { ThemeColor: '#001122' }); await x.n('get', 'GET', T(a));
    for (const c of ['blue-ish', '#12', '#1234567', 'x#123456', '']) await x.n('bad ' + c, 'PUT', T(a), { ThemeColor: c });
    await x.n('foreign', 'PUT', T(a), { ThemeColor: '#ffffff' }, { as: 'other' }); await x.n('foreign get', 'GET', T(b), undefined, { as: 'other' }); await x.n('unknown', 'GET', T({ agent_id: Z })); await x.n('get', 'GET', T(a));
  },
  async files(x) {
    const a = await x.agent({ visibility: 'public' }), b = await x.agent(), P = `/me/agents/${a.agent_id}/files`, ids = [];
    for (let i = 0; i < 6; i++) { const r = await x.n('make ' + i, 'POST', P, { Name: `f${i}.txt`, Text: 'text ' + i }); ids.push(r.b.file_id); }
    await x.n('list', 'GET', P); await x.n('get', 'GET', `${P}/${ids[1]}`);
    await x.n('patch', 'PATCH', `${P}/${ids[1]}`, { Name: 'new.txt' }); await x.n('get', 'GET', `${P}/${ids[1]}`);
    await x.n('order', 'PUT', P + '/positions', { positions: ids.slice().reverse().map((file_id, i) => ({ file_id, position: i + 1 })) }); await x.n('list', 'GET', P);
    await x.n('order none', 'PUT', P + '/positions', { positions: [{ file_id: Z, position: 1 }] });
    await x.n('bad', 'POST', P, { Name: '  ' });
    for (const [m, q, d] of [['GET', ''], ['GET', '/' + ids[2]], ['PATCH', '/' + ids[2], { Name: 'evil' }], ['DELETE', '/' + ids[2]]]) await x.n('foreign ' + m, m, P + q, d, { as: 'other' });
    await x.n('by other agent', 'GET', `/me/agents/${b.agent_id}/files/${ids[2]}`); await x.n('unknown', 'GET', `${P}/${Z}`);
    await x.n('delete', 'DELETE', `${P}/${ids[3]}`); await x.n('gone', 'GET', `${P}/${ids[3]}`); await x.n('list', 'GET', P);
    for (let i = 0; i < 5; i++) { const r = await x.u('POST', P, { Name: 'm' + i }); x.note('more ' + i, r.s); }
  },
  async studio(x) {
    const P = '/me/agent-studio-chats';
    const c = (await x.n('make', 'POST', P, { run_id: 'my-run-1', Title: 'T1', Notes: 'N1', Draft: { a: 1 } })).b, d = (await x.n('make 2', 'POST', P, { run_id: 'my-run-2', Title: 'T2', visibility: 'public' })).b;
    await x.n('again', 'POST', P, { run_id: 'my-run-1', Title: 'T1' }); await x.n('list', 'GET', P); await x.n('foreign id', 'POST', P, { run_id: 'my-run-1', Title: 'X' }, { as: 'other' });
    await x.n('get', 'GET', P + '/my-run-1'); await x.n('anon', 'GET', P + '/my-run-1', undefined, { as: null }); await x.n('other', 'GET', P + '/my-run-1', undefined, { as: 'other' }); await x.n('anon public', 'GET', P + '/my-run-2', undefined, { as: null });
    await x.n('list other', 'GET', P, undefined, { as: 'other' }); await x.n('unknown', 'GET', P + '/none-such');
    await x.n('patch', 'PATCH', P + '/my-run-1', { Title: 'T1b' }); await x.n('get', 'GET', P + '/my-run-1'); await x.n('patch vis', 'PATCH', P + '/my-run-1', { visibility: 'public' }); await x.n('anon', 'GET', P + '/my-run-1', undefined, { as: null });
    await x.n('put', 'PUT', P + '/my-run-1', { run_id: 'my-run-1', Title: 'T1c', visibility: 'private' }); await x.n('get', 'GET', P + '/my-run-1'); await x.n('anon', 'GET', P + '/my-run-1', undefined, { as: null });
    await x.n('put foreign', 'PUT', P + '/my-run-1', { Title: 'evil' }, { as: 'other' }); await x.n('delete foreign', 'DELETE', P + '/my-run-2', undefined, { as: 'other' });
    const s = (await x.n('sand', 'POST', P, { Title: 'S' }, { as: 'sand' })).b;
    await x.n('sand post', 'POST', P, { Title: 'S', visibility: 'private' }, { as: 'sand' }); for (const m of ['PUT', 'PATCH']) await x.n('sand ' + m, m, `${P}/${s.run_id}`, { Title: 'S', visibility: 'private' }, { as: 'sand' });
    await x.n('clone private', 'POST', P + '/my-run-1/clone'); const k = await x.n('clone', 'POST', P + '/my-run-2/clone', undefined, { as: 'other' }); await x.n('clone get', 'GET', `${P}/${k.b.run_id}`, undefined, { as: 'other' }); await x.n('clone none', 'POST', P + '/none-such/clone');
    await x.u('POST', P, { run_id: 'my-run-3', Title: 'T3' });
    await x.n('delete', 'DELETE', P + '/my-run-2'); await x.n('gone', 'GET', P + '/my-run-2'); await x.n('list', 'GET', P);
  },
  async runs(x) {
    const A = '/' + x.f.agentId, ids = [];
    for (let i = 0; i < 34; i++) ids.push((await x.w('POST', A, { message: 'm' + i })).h['x-service-run-id']);
    await x.w('POST', A, { message: 'foreign' }, { as: 'other' });
    await x.n('all', 'GET', '/me/agent-runs'); await x.n('empty cursor', 'GET', '/me/agent-runs?limit=2&next_cursor=');
    let c = null, seen = [];
    for (let i = 0; i < 9; i++) { const r = await x.u('GET', `/me/agent-runs?limit=8${c ? '&next_cursor=' + encodeURIComponent(c) : ''}`); x.note('page', [r.s, r.b.data && r.b.data.map((v) => ids.indexOf(v.run_id))]); seen = seen.concat(r.b.data || []); c = r.b.meta && r.b.meta.next_cursor; if (!c) break; }
    x.note('seen', seen.length); await x.n('view', 'GET', '/me/agent-runs/' + ids[3]); await x.n('logs', 'GET', `/me/agent-runs/${ids[3]}/logs`); await x.n('bad', 'GET', '/me/agent-runs?limit=0'); await x.n('badid', 'GET', '/me/agent-runs/xyz');
  },
  async execs(x) {
    for (let i = 0; i < 33; i++) await x.u('POST', '/me/tools/run/mirror_words', { text: 'a b ' + i });
    await x.u('POST', '/me/tools/run/mirror_words', { text: 'not yours' }, { as: 'other' });
    const a = await x.n('all', 'GET', '/me/executions'); let c = null;
    for (let i = 0; i < 9; i++) { const r = await x.u('GET', `/me/executions?limit=9${c ? '&next_cursor=' + encodeURIComponent(c) : ''}`); x.note('page', r.b.data && r.b.data.map((v) => v.log_id)); c = r.b.meta && r.b.meta.next_cursor; if (!c) break; }
    const l = a.b.data[4] || { log_id: 1 }; await x.n('one', 'GET', '/me/executions/' + l.log_id); await x.n('foreign', 'GET', '/me/executions/' + l.log_id, undefined, { as: 'other' }); await x.n('none', 'GET', '/me/executions/999'); await x.n('text id', 'GET', '/me/executions/abc');
  },
  async tools(x) {
    await x.n('list', 'GET', '/me/tools/list'); await x.n('public', 'GET', '/me/tools', undefined, { as: null }); await x.n('one', 'GET', '/me/tools/wd_count', undefined, { as: null }); await x.n('none', 'GET', '/me/tools/none', undefined, { as: null });
    for (const q of ['q=', 'q=words', 'q=a', 'q=the&limit=1', 'q=the&limit=0', 'q=the&limit=200', 'q=the&limit=201', 'q=the&min_score=1', 'q=the&min_score=1.01', 'q=count%20words', 'q=words&toolkit=numbers', 'q=push&toolkit=notifier', 'q=the&limit=3']) await x.n('search ' + q, 'GET', '/me/tools/search?' + q);
    x.note('default', (await x.u('GET', '/me/tools/search?q=the&limit=200')).b.length);
    const R = '/me/tools/run/';
    await x.n('run', 'POST', R + 'mirror_words', { text: 'Wind und Wellen' }); await x.n('run 2', 'POST', R + 'mirror_words', { text: 'Sand' }); await x.n('service', 'POST', R + 'mirror_words?service_id=s1&service_id_namespace=n1', { text: 'q' });
    await x.n('bad', 'POST', R + 'mirror_words', { text: 12 }); await x.n('missing', 'POST', R + 'mirror_words', {}); await x.n('unknown', 'POST', R + 'none_such', {}); await x.n('nojwt', 'POST', R + 'mirror_words', { text: 'x' }, { as: null }); await x.n('badjwt', 'POST', R + 'mirror_words', { text: 'x' }, { as: x.jw.me.slice(0, -3) + 'AAA' });
    await x.n('push file', 'POST', R + 'NOTIFIER_CREATE_PUSH', { type: 'file' }); await x.n('push note', 'POST', R + 'NOTIFIER_CREATE_PUSH', { type: 'note', body: 'x' }); await x.n('push limit', 'POST', R + 'NOTIFIER_LIST_PUSHES', { limit: 501 });
    await x.n('logs', 'GET', '/me/executions'); await x.n('sets', 'GET', '/me/toolsets/list'); for (const s of ['words', 'sky', 'notifier', 'none']) await x.n('set ' + s, 'GET', '/me/toolsets/' + s);
  },
  async installs(x) {
    const U = '/me/user-tools';
    await x.n('install', 'POST', U, { tool_id: 'wd_count' }); await x.n('install 2', 'POST', U, { tool_id: 'nb_sum' }); await x.n('twice', 'POST', U, { tool_id: 'wd_count' }); await x.n('unknown', 'POST', U, { tool_id: 'none' }); await x.u('POST', U, { tool_id: 'wd_count' }, { as: 'other' }); await x.u('POST', U, { tool_id: 'sk_moon' }, { as: 'other' });
    await x.n('list', 'GET', U); await x.n('one', 'GET', U + '/wd_count'); await x.n('not', 'GET', U + '/wd_upper'); await x.n('none', 'GET', U + '/none');
    await x.n('delete not', 'DELETE', U + '/wd_upper'); await x.n('delete', 'DELETE', U + '/wd_count'); await x.n('gone', 'GET', U + '/wd_count'); await x.n('list', 'GET', U); await x.n('list other', 'GET', U, undefined, { as: 'other' });
  },
  async bundles(x) {
    const B = '/me/bundles', b = (await x.n('make', 'POST', B)).b, P = `${B}/${b.bundle_id}`;
    await x.n('name', 'PUT', P, { Name: 'Kiste', Note: 'n' }); for (const t of ['wd_count', 'nb_sum', 'sk_moon', 'nb_sum']) await x.n('add ' + t, 'POST', P + '/tools', { tool_id: t });
    await x.n('tools', 'GET', P + '/tools'); await x.n('get', 'GET', P); await x.n('rename', 'PUT', P, { Name: 'Truhe' }); await x.n('get', 'GET', P); const c = (await x.n('make 2', 'POST', B)).b; await x.n('list', 'GET', B);
    for (const [m, q, d] of [['GET', ''], ['PUT', '', { Name: 'evil' }], ['DELETE', '']]) await x.n('foreign ' + m, m, P + q, d, { as: 'other' });
    await x.n('list other', 'GET', B, undefined, { as: 'other' }); await x.n('add none', 'POST', B + '/99999/tools', { tool_id: 'nb_sum' }); await x.n('del none', 'DELETE', P + '/tools/wd_upper'); await x.n('del', 'DELETE', P + '/tools/wd_count'); await x.n('tools', 'GET', P + '/tools');
    await x.n('unknown', 'GET', B + '/99999'); await x.n('delete', 'DELETE', `${B}/${c.bundle_id}`); await x.n('gone', 'GET', `${B}/${c.bundle_id}`); await x.n('list', 'GET', B);
  },
  async keys(x) {
    const K = '/me/api-keys', a = (await x.n('make', 'POST', K, { Label: 'one' })).b, b = (await x.n('make 2', 'POST', K, { Label: 'two' })).b;
    await x.n('list', 'GET', K); await x.n('list other', 'GET', K, undefined, { as: 'other' }); const d = (await x.n('default', 'GET', K + '/default')).b; await x.n('default again', 'GET', K + '/default'); x.note('same', (await x.u('GET', K + '/default')).b.api_key_id === d.api_key_id); x.note('stands', (await x.u('GET', K)).b.length);
    x.note('default is the first', d.Key === x.kw.me); x.note('differ', a.Key !== b.Key); x.note('get value', (await x.u('GET', `${K}/${b.api_key_id}`)).b.Key === b.Key);
    await x.n('get', 'GET', `${K}/${a.api_key_id}`); await x.n('foreign', 'GET', `${K}/${a.api_key_id}`, undefined, { as: 'other' }); await x.n('foreign del', 'DELETE', `${K}/${a.api_key_id}`, undefined, { as: 'other' }); await x.n('none', 'GET', K + '/77');
    await x.talk('use', 'POST', '/' + x.f.agentId, 'Hi', { as: b.Key }); await x.n('delete', 'DELETE', `${K}/${b.api_key_id}`); await x.talk('use deleted', 'POST', '/' + x.f.agentId, 'Hi', { as: b.Key }); await x.n('list', 'GET', K); await x.n('gone', 'GET', `${K}/${b.api_key_id}`);
  },
  async money(x) {
    await x.n('me', 'GET', '/me/'); await x.n('me other', 'GET', '/me/', undefined, { as: 'other' }); await x.n('me none', 'GET', '/me/', undefined, { as: null }); await x.n('billing', 'GET', '/me/billing'); await x.n('billing sand', 'GET', '/me/billing', undefined, { as: 'sand' });
    await x.n('credits', 'GET', '/me/credits'); await x.n('use', 'POST', '/me/credits/use'); await x.n('credits', 'GET', '/me/credits'); await x.n('credits other', 'GET', '/me/credits', undefined, { as: 'other' }); await x.n('credits sand', 'GET', '/me/credits', undefined, { as: 'sand' });
    await Promise.all([1, 2, 3, 4].map(() => x.u('POST', '/me/credits/use'))); await x.n('credits', 'GET', '/me/credits');
    const W = '/me/payments/webhook', f = x.f.webhook, h = (s) => ({ as: null, raw: f.body, headers: s === undefined ? {} : { [f.signatureHeader]: s } });
    await x.n('hook', 'POST', W, undefined, h(f.validSignature)); await x.n('credits', 'GET', '/me/credits'); await x.n('hook again', 'POST', W, undefined, h(f.validSignature)); await x.n('credits', 'GET', '/me/credits'); await x.n('unsigned', 'POST', W, undefined, h()); await x.n('wrong', 'POST', W, undefined, h('00ff')); await x.n('credits other', 'GET', '/me/credits', undefined, { as: 'other' });
    const s1 = (await x.n('session', 'POST', '/me/payments/sessions', { Credits: 50 })).b, s2 = (await x.n('session other', 'POST', '/me/payments/sessions', { Credits: 70 }, { as: 'other' })).b; x.note('sessions differ', s1.Session !== s2.Session);
    await x.n('vip bad json', 'POST', '/me/vip', undefined, { raw: '{"Code": ' }); await x.n('vip none', 'POST', '/me/vip', { Code: 'NO-SUCH' }); await x.n('vip own', 'POST', '/me/vip', { Code: x.f.ownVipCode }); await x.n('vip', 'POST', '/me/vip', { Code: x.f.vipCode }); await x.n('vip again', 'POST', '/me/vip', { Code: x.f.vipCode }); await x.n('vip other', 'POST', '/me/vip', { Code: x.f.vipCode }, { as: 'other' });
    await x.n('vip mine by other', 'POST', '/me/vip', { Code: x.f.ownVipCode }, { as: 'other' }); await x.n('count', 'GET', '/me/vip');
  },
  async subs(x) {
    const f = x.f, S = (i) => `/me/agents/${i}/subscribe`, X = (i) => `/me/agents/${i}/unsubscribe`;
    await x.n('list', 'GET', '/me/subscriptions'); await x.n('list sand', 'GET', '/me/subscriptions', undefined, { as: 'sand' }); await x.n('one', 'GET', '/me/subscriptions/' + f.subscribedAgentId); await x.n('not', 'GET', '/me/subscriptions/' + f.unpaidAgentId); await x.n('sand', 'GET', '/me/subscriptions/' + f.subscribedAgentId, undefined, { as: 'sand' });
    await x.n('sub', 'POST', S(f.unpaidAgentId), {}); await x.n('sub own', 'POST', S(f.ownPaidAgentId), {}); await x.n('sub free', 'POST', S(f.agentId), {}, { as: 'other' }); await x.n('sub twice', 'POST', S(f.subscribedAgentId), {}); await x.n('sub none', 'POST', S(Z), {});
    await x.n('unsub not', 'POST', X(f.unpaidAgentId)); await x.n('unsub none', 'POST', X(Z)); await x.n('unsub', 'POST', X(f.unsubscribeAgentId)); await x.n('after', 'GET', '/me/subscriptions/' + f.unsubscribeAgentId); await x.n('list', 'GET', '/me/subscriptions'); await x.n('again', 'POST', X(f.unsubscribeAgentId)); await x.talk('call', 'POST', '/' + f.unsubscribeAgentId, 'Hello');
    await x.talk('unpaid', 'POST', '/' + f.unpaidAgentId, 'Hello');
    for (const as of ['me', 'sand']) for (const k of ['summary', 'subscribers', 'earnings']) for (const p of ['', '?period=1', '?period=40', '?period=365', '?period=0', '?period=366']) {
      const r = await x.u('GET', `/me/monetization/${k}${p}`, undefined, { as }); x.note(as + k + p, [r.s, r.b.Days ? [r.b.Days.length, new Set(r.b.Days.map((d) => d.Day)).size, r.b.Days.reduce((n, d) => n + (d.Cents || 0), 0), r.b.Days.map((d) => d.Subscribers).join()] : r.b]);
    }
  },
  async cli(x) {
    const C = '/me/cli-auth', a = (await x.n('make', 'POST', C, undefined, { as: null })).b, b = (await x.n('make 2', 'POST', C, undefined, { as: null })).b;
    x.note('differ', a.cli_auth_id !== b.cli_auth_id); await x.n('early', 'GET', `${C}/${a.cli_auth_id}`, undefined, { as: null }); await x.n('put anon', 'PUT', `${C}/${b.cli_auth_id}`, { Token: x.jw.me }, { as: null });
    await x.n('put', 'PUT', `${C}/${a.cli_auth_id}`, { Token: x.jw.me }); await x.n('put other', 'PUT', `${C}/${a.cli_auth_id}`, { Token: x.jw.other }, { as: 'other' }); await x.n('put foreign token', 'PUT', `${C}/${b.cli_auth_id}`, { Token: x.jw.other });
    await x.n('read b', 'GET', `${C}/${b.cli_auth_id}`, undefined, { as: null }); await x.n('read', 'GET', `${C}/${a.cli_auth_id}`, undefined, { as: null }); await x.n('read again', 'GET', `${C}/${a.cli_auth_id}`, undefined, { as: null }); await x.n('none', 'GET', `${C}/${Z}`, undefined, { as: null }); await x.n('put none', 'PUT', `${C}/${Z}`, { Token: x.jw.me });
    await x.n('put b', 'PUT', `${C}/${b.cli_auth_id}`, { Token: x.jw.me }); await x.n('read none while filled', 'GET', `${C}/${Z}`, undefined, { as: null });
  },
  async schedules(x) {
    const S = '/me/schedules', a = await x.agent(), b = await x.agent(), o = await x.agent({ visibility: 'public' }, 'other'), mk = async (k, g, cron, as) => (await x.n(k, 'POST', S, { chat_id: g, cron }, { as })).b;
    const s = await mk('make', a.agent_id, x.f.cron), t = await mk('make 2', a.agent_id, '0 9 * * 1'), v = await mk('make 3', b.agent_id, '5 4 * * *'); await mk('foreign chat', o.agent_id, x.f.cron); await mk('no chat', Z, x.f.cron); await x.n('missing chat', 'POST', S, { cron: x.f.cron }); await mk('bad cron', a.agent_id, '99 99 * * *'); const w = await mk('others', o.agent_id, '1 1 * * *', 'other');
    await x.n('list', 'GET', S); await x.n('get', 'GET', `${S}/${t.schedule_id}`); await x.n('foreign', 'GET', `${S}/${s.schedule_id}`, undefined, { as: 'other' }); await x.n('foreign put', 'PUT', `${S}/${s.schedule_id}`, { cron: '9 9 9 9 *' }, { as: 'other' });
    await x.n('put', 'PUT', `${S}/${s.schedule_id}`, { cron: '15 7 * * *' }); await x.n('get', 'GET', `${S}/${s.schedule_id}`); await x.n('list', 'GET', S); await x.n('none', 'GET', `${S}/${Z}`); await x.n('onboarding', 'GET', S + '/onboarding');
    for (const q of ['0 9 * * 1', 'every day at 7', 'nonsense words', '61 * * * *']) await x.n('text ' + q, 'GET', `${S}/text-to-cron?cron=${encodeURIComponent(q)}`);
    await x.n('foreign del', 'DELETE', `${S}/${v.schedule_id}`, undefined, { as: 'other' }); await x.n('delete', 'DELETE', `${S}/${t.schedule_id}`); await x.n('gone', 'GET', `${S}/${t.schedule_id}`); await x.n('list', 'GET', S); x.note('w', w && w.cron);
  },
};
function mask(notes) {
  const seen = new Map();
  return notes.map((n) => JSON.stringify(n).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T').replace(/\b(?!5e11a0b)[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}|\b(?:fk\.|ps_|co_|st_|psub_)\w{8,}|job:\d+/g, (m) => { if (!seen.has(m)) seen.set(m, '#' + seen.size); return seen.get(m); }));
}
module.exports = { client, scenes, mask };
