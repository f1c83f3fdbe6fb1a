'use strict';
const Koa = require('koa'); const Router = require('koa-router'); const mysql = require('mysql2/promise');
const crypto = require('crypto'); const fs = require('fs'); const path = require('path'); const { PassThrough } = require('stream'); const { execFileSync } = require('child_process');
const db = require('./mariadb'); const S = require('./seed'); const TL = require('./tools');
const { fault, HttpErr, bad, notFound, forbidden, now, sec, cursorOut, cursorIn, UUID, uuidParam, intParam, qOne, qInt, qNum, raw, jsonBody, take, verify, parseCron, cronHit, cronNext, textToCron } = require('./lib');
const PORT = Number(process.env.PORT || process.argv[2]);
const uuid = () => crypto.randomUUID();
const J = (x) => x === null || x === undefined ? null : JSON.parse(x);
const JS = (x) => x === null || x === undefined ? null : JSON.stringify(x);
let pool;
const q = async (sql, p) => (await pool.query(sql, p))[0];
async function tx(fn) {
  for (let n = 0; ; n++) {
    const c = await pool.getConnection();
    try { await c.beginTransaction(); const r = await fn(async (s, p) => (await c.query(s, p))[0]); await c.commit(); return r; }
    catch (e) { await c.rollback().catch(() => {}); if (['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT'].includes(e.code) && n < 8) continue; throw e; }
    finally { c.release(); }
  }
}
const runTool = TL.make({ q, tx, fault }).run;
const list = (data, extra = {}) => ({ data, pagination: { page: 1, total: data.length }, ...extra });
const json = (ctx, v, status = 200) => { ctx.status = status; ctx.type = 'application/json; charset=utf-8'; ctx.body = JSON.stringify(v); };
// a lock per name, first come first served
const locks = new Map();
function lock(name) {
  const prev = locks.get(name) || Promise.resolve(); let free; const mine = new Promise(r => { free = r; }); const tail = prev.then(() => mine);
  locks.set(name, tail); tail.then(() => { if (locks.get(name) === tail) locks.delete(name); });
  return prev.then(() => free);
}

// ---- authentication -------------------------------------------------------
let lastUser = null;
const bearer = (ctx) => { const m = /^Bearer +(\S+) *$/i.exec(ctx.get('authorization')); return m ? m[1] : null; };
const deny = (m) => new HttpErr(401, 'unauthorized', m);
async function userOf(ctx) { const t = bearer(ctx); const p = t && verify(t); if (!p || !/^\d{1,9}$/.test(p.sub)) return null; return (await q('SELECT * FROM users WHERE id=?', [p.sub]))[0] || null; }
const auth = async (ctx, next) => { const u = await userOf(ctx); if (!u) throw deny('the bearer credential is missing or invalid'); ctx.user = u; lastUser = u; return next(); };
const maybe = async (ctx, next) => { ctx.user = await userOf(ctx); return next(); };
const keyCache = new Map();
const keyAuth = async (ctx, next) => {
  const k = bearer(ctx); if (!k) throw deny('the API key is missing');
  let u = fault('api-key-cache-not-cleared') ? keyCache.get(k) : null;
  if (!u) { [u] = await q('SELECT u.* FROM api_keys k JOIN users u ON u.id=k.user_id WHERE k.key_value=?', [/^[\x21-\x7e]{1,80}$/.test(k) ? k : '']); if (u) keyCache.set(k, u); }
  if (!u) throw deny('the API key is invalid');
  ctx.user = u; return next();
};

// ---- agents ---------------------------------------------------------------
const AGENT_SQL = 'SELECT a.*, (SELECT COUNT(*) FROM feedback f WHERE f.agent_num=a.id) feedback_count, (SELECT AVG(f.rating) FROM feedback f WHERE f.agent_num=a.id) feedback_average FROM agents a';
const agentOut = (a) => ({ agent_id: a.agent_id, chat_id: a.agent_id, row_id: a.id, owner_id: a.user_id, title: a.title, description: a.description, prompt_text: a.prompt_text, visibility: a.visibility, slug: a.slug, upsell_text: a.upsell_text, is_paid: a.price_cents ? 1 : 0, price_cents: a.price_cents, tags: J(a.tags), settings: J(a.settings), feedback_count: a.feedback_count, feedback_average: a.feedback_average === null ? null : Number(a.feedback_average), created_at: sec(a.created_at), updated_at: sec(a.updated_at) });
async function agentBy(id, run = q) { if (!UUID.test(id)) return null; return (await run(AGENT_SQL + ' WHERE a.agent_id=? AND a.is_deleted=0', [id]))[0] || null; }
async function agentOr404(id, run, what = 'agent') { const a = await agentBy(id, run); if (!a) throw notFound(what); return a; }
const sees = (a, u) => a.visibility === 'public' || (u && u.id === a.user_id);
async function ownAgent(ctx, id, run) { const a = await agentOr404(id, run); if (a.user_id !== ctx.user.id) throw forbidden(); return a; }
const AGENT_SPEC = { title: ['str', { null: 1 }], description: ['str', { null: 1 }], visibility: ['str', { enum: ['public', 'private'] }], slug: ['str', { null: 1, re: /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, msg: 'must be 1 to 64 letters, digits, - and _' }], upsell_text: ['str', { null: 1 }], price_cents: ['int', { null: 1, max: 100000000 }], tags: ['arr', { null: 1 }], settings: ['obj', { null: 1 }] };
const agentBody = (b, prompt) => take(b, { ...AGENT_SPEC, prompt_text: ['str', prompt] });
const sandboxCheck = (u, v) => { if (u.tier === 'sandbox' && v === 'private') throw new HttpErr(400, 'sandbox_private', 'the sandbox tier cannot set private visibility'); };
const blank = (s) => s === undefined || s === null || s.trim() === '';
const needPrompt = (p) => { if (blank(p)) throw new HttpErr(400, 'missing_prompt', 'the chat prompt is missing'); };
const dupSlug = (e) => { if (e.code === 'ER_DUP_ENTRY' && /slug/.test(e.sqlMessage)) throw bad('body.slug', 'is taken'); throw e; };
const A_COLS = ['title', 'description', 'prompt_text', 'visibility', 'slug', 'upsell_text', 'price_cents', 'tags', 'settings'];
const aVal = (k, v) => k === 'tags' || k === 'settings' ? JS(v) : v === undefined ? null : v;
async function insertAgent(run, uid, v) {
  const id = uuid(), t = now();
  await run(`INSERT INTO agents (agent_id, user_id, ${A_COLS.join(',')}, created_at, updated_at) VALUES (?,?,${A_COLS.map(() => '?').join(',')},?,?)`, [id, uid, ...A_COLS.map(k => k === 'visibility' ? v[k] || 'public' : aVal(k, v[k])), t, t]).catch(dupSlug);
  return id;
}
async function updateAgent(run, a, v) {
  const ks = A_COLS.filter(k => v[k] !== undefined);
  await run(`UPDATE agents SET ${ks.map(k => k + '=?, ').join('')}updated_at=? WHERE id=?`, [...ks.map(k => aVal(k, v[k])), now(), a.id]).catch(dupSlug);
}

const app = new Koa(); const W = new Router({ prefix: '/workers' }); const R = new Router({ prefix: '/api/me' });

// ---- Workers API ----------------------------------------------------------
const JOB = { ok: 6000, fails: 5000 };
const sleep = (ms) => new Promise(r => setTimeout(r, ms));
function plan(message, turn, run) {
  const m = message.toLowerCase(); const words = (t) => t.match(/\s*\S+\s*/gu) || [t];
  if (m.includes('crunch the yearly report')) return { tools: [['code_interpreter', { code: '12*365', background: true }, { accepted: true }]], job: { fails: 0 }, pieces: words('I have started the yearly report in the background. Ask me again when it is done.') };
  if (m.includes('crunch a broken report')) return { tools: [['code_interpreter', { code: '1/', background: true }, { accepted: true }]], job: { fails: 1 }, pieces: words('I have started that report in the background. Ask me again when it is done.') };
  if (m.includes('exchange rate')) return { tools: [['exchange_rate', { base: 'EUR', quote: 'USD' }, { feed: 'RATEFEED-7F3A', rate: 1.0842, amount: null }]], pieces: words('One euro buys a little more than one dollar and eight cents.') };
  if (m.includes('count slowly')) return { tools: [], delay: 220, pieces: ['one', ', two', ', three', ', four', ', five', ', six', ', seven', ', eight', ', nine', ', ten', ', eleven', ', twelve.'] };
  const job = run.job_id ? (run.job_fails ? ' Your background job ended with an error.' : ' Your background job is done.') : '';
  return { tools: [], pieces: words(`You said: "${message}". This is turn ${turn} of our conversation.${job}`) };
}
const jobRuns = (run) => !!run.job_id && (Number(run.job_ends_ms) > Date.now() || (fault('failing-job-never-ends') && run.job_fails === 1));
const runLog = (num, event, detail) => q('INSERT INTO run_logs (run_num, event, detail, created_at) VALUES (?,?,?,?)', [num, event, detail, now()]);
async function addMessage(num, role, content, raced) {
  const [{ n }] = await q('SELECT COALESCE(MAX(seq),0)+1 n FROM messages WHERE run_num=?', [num]);
  await q(`${raced ? 'REPLACE' : 'INSERT'} INTO messages (run_num, seq, role, content, created_at) VALUES (?,?,?,?,?)`, [num, n, role, content, now()]);
}
async function newRun(user, agent, origin, id = uuid()) {
  const t = now();
  const r = await q('INSERT INTO runs (run_id, user_id, agent_num, agent_id, origin, created_at, updated_at) VALUES (?,?,?,?,?,?,?)', [id, user.id, agent.id, agent.agent_id, origin, t, t]);
  await runLog(r.insertId, 'run_started', origin);
  return { id: r.insertId, run_id: id, job_id: null };
}
async function workerAgent(ctx) { const a = await agentBy(ctx.params.agent_id); if (!a) throw notFound('worker'); if (!sees(a, ctx.user)) throw forbidden('this worker is private'); return a; }
async function answer(ctx, run, message, nd, put, free) {
  try {
    const raced = fault('concurrent-puts-lose-messages') && put && !nd;
    await addMessage(run.id, 'user', message, raced);
    const [{ n }] = await q("SELECT COUNT(*) n FROM messages WHERE run_num=? AND role='user'", [run.id]);
    const p = plan(message, n, run);
    let job = null;
    if (p.job) {
      job = uuid(); const ms = p.job.fails ? JOB.fails : JOB.ok; run.job_id = job;
      await q('UPDATE runs SET job_id=?, job_fails=?, job_ends_ms=?, updated_at=? WHERE id=?', [job, p.job.fails, Date.now() + ms, now(), run.id]);
      await runLog(run.id, 'job_started', job);
      setTimeout(() => { runLog(run.id, p.job.fails ? 'job_failed' : 'job_finished', job).catch(() => {}); q('UPDATE runs SET updated_at=? WHERE id=?', [now(), run.id]).catch(() => {}); }, ms).unref();
    } else await q('UPDATE runs SET updated_at=? WHERE id=?', [now(), run.id]);
    await runLog(run.id, 'user_message', message);
    for (const [name, input, output] of p.tools) {
      await q('INSERT INTO mcp_logs (run_num, user_id, server_name, tool_name, request, response, created_at) VALUES (?,?,?,?,?,?,?)', [run.id, ctx.user.id, 'workers-builtin', name, JS(input), JS(output), now()]);
      await runLog(run.id, 'tool_call', JSON.stringify({ tool: name, input })); await runLog(run.id, 'tool_result', JSON.stringify({ tool: name, output }));
    }
    const out = new PassThrough({ highWaterMark: 1 << 20 }); out.on('error', () => {});
    ctx.status = 200; ctx.set('X-Service-Run-ID', run.run_id); if (job) ctx.set('x-service-job-id', job);
    ctx.set('Cache-Control', 'no-store'); ctx.type = nd ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8'; ctx.body = out;
    const put_ = (s) => { if (!out.destroyed && out.writable) out.write(s); };
    const line = (o) => put_(JSON.stringify(o) + '\n');
    (async () => {
      if (nd) line({ event: 'run', run_id: run.run_id });
      for (const [k, [name, input, output]] of p.tools.entries()) {
        const call = `call_${run.id}_${n}_${k}`;
        if (nd) { line({ event: 'tool_call', call_id: call, tool: name, input }); if (!(put && fault('ndjson-put-without-tool-responses'))) line({ event: 'tool_result', call_id: call, tool: name, output }); }
        else if (!put && fault('text-stream-shows-tool-calls')) put_(`[${name}] ${JSON.stringify(output)}\n`);
      }
      if (nd && job) line({ event: 'job', job_id: job });
      const text = p.pieces.join('');
      let pieces = p.pieces;
      if (nd && !put && fault('ndjson-splits-characters')) { const b = Buffer.from(text); pieces = []; for (let i = 0; i < b.length; i += 7) pieces.push(b.subarray(i, i + 7).toString('utf8')); }
      const hold = put && !nd && fault('put-stream-is-buffered');
      for (const [k, s] of pieces.entries()) { if (k && p.delay) await sleep(p.delay); if (nd) line({ event: 'text', text: s }); else if (!hold) put_(s); }
      await addMessage(run.id, 'assistant', text, raced);
      await runLog(run.id, 'assistant_message', text);
      if (hold) put_(text);
      if (nd) line({ event: 'end', run_id: run.run_id });
    })().catch((e) => { console.error(e); }).finally(() => { if (!out.destroyed) out.end(); free(); });
  } catch (e) { free(); throw e; }
}
const start = (nd) => async (ctx) => {
  const b = await jsonBody(ctx); const { message } = take(b, { message: ['str', { req: 1 }] });
  const a = await workerAgent(ctx);
  if (!nd && fault('same-message-reuses-run')) {
    const [old] = await q("SELECT r.* FROM runs r JOIN messages m ON m.run_num=r.id AND m.seq=1 WHERE r.user_id=? AND r.agent_num=? AND m.content=? AND r.created_at>? ORDER BY r.id DESC LIMIT 1", [ctx.user.id, a.id, message, now(Date.now() - 10000)]);
    if (old) return answer(ctx, old, message, nd, false, await lock(old.run_id));
  }
  if (nd && fault('new-run-forgets-old-job')) await q('UPDATE runs SET job_id=NULL, job_ends_ms=NULL WHERE user_id=? AND agent_num=?', [ctx.user.id, a.id]);
  const id = uuid(); const free = await lock(id);
  let run; try { run = await newRun(ctx.user, a, nd ? 'ndjson' : 'text', id); } catch (e) { free(); throw e; }
  return answer(ctx, run, message, nd, false, free);
};
async function runFor(ctx, a, foreign) {
  const [r] = UUID.test(ctx.params.run_id) ? await q(`SELECT * FROM runs WHERE run_id=? AND agent_num=?${foreign ? '' : ' AND user_id=?'}`, [ctx.params.run_id, a.id, ctx.user.id]) : [];
  if (!r) throw notFound('run');
  return r;
}
const cont = (nd) => async (ctx) => {
  const b = await jsonBody(ctx); const { message } = take(b, { message: ['str', { req: 1 }] });
  if (nd && fault('ndjson-put-refuses-empty-message') && !message) throw bad('body.message', 'is required');
  const a = await workerAgent(ctx); let run = await runFor(ctx, a);
  const free = !nd && fault('concurrent-puts-lose-messages') ? () => {} : await lock(run.run_id);
  try {
    run = await runFor(ctx, a);
    if (jobRuns(run) && !(nd && fault('ndjson-put-accepted-during-job'))) {
      if (!nd && fault('refused-put-keeps-message')) await addMessage(run.id, 'user', message);
      ctx.set('x-service-job-id', run.job_id);
      throw new HttpErr(409, 'job_running', 'a background job is running');
    }
  } catch (e) { free(); throw e; }
  return answer(ctx, run, message, nd, true, free);
};
W.post('/ndjson/:agent_id', keyAuth, start(true));
W.put('/ndjson/:agent_id/:run_id', keyAuth, cont(true));
W.post('/:agent_id', keyAuth, start(false));
W.put('/:agent_id/:run_id', keyAuth, cont(false));
W.get('/:agent_id/:run_id', keyAuth, async (ctx) => {
  const a = await workerAgent(ctx); const run = await runFor(ctx, a, fault('run-history-of-others'));
  const rows = await q(`SELECT role, content FROM messages WHERE run_num=? ORDER BY ${fault('history-ordered-by-second') ? "DATE_FORMAT(created_at, '%Y-%m-%d %H:%i:%s'), role" : 'seq'}`, [run.id]);
  if (jobRuns(run)) ctx.set('x-service-job-id', run.job_id);
  ctx.set('Cache-Control', 'no-store');
  json(ctx, rows.map(m => ({ role: m.role, content: m.content })));
});

// ---- runs and logs --------------------------------------------------------
const viewOut = (r) => ({ run_id: r.run_id, agent_id: r.agent_id, origin: r.origin, status: jobRuns(r) ? 'job_running' : 'idle', job_id: jobRuns(r) ? r.job_id : null, message_count: r.message_count, created_at: sec(r.created_at), updated_at: sec(r.updated_at) });
const VIEW = 'SELECT r.*, (SELECT COUNT(*) FROM messages m WHERE m.run_num=r.id) message_count FROM runs r';
R.get('/agent-runs', auth, async (ctx) => {
  const limit = qInt(ctx, 'limit', fault('agent-runs-default-limit-20') ? 20 : 30, 1, 500), c = cursorIn(qOne(ctx, 'next_cursor'));
  const op = fault('agent-runs-cursor-inclusive') ? '<=' : '<';
  const rows = await q(`${VIEW} WHERE r.user_id=?${c ? ` AND r.created_at${op}?` : ''} ORDER BY r.created_at DESC LIMIT ?`, [ctx.user.id, ...(c ? [c] : []), limit + 1]);
  const [{ n }] = await q('SELECT COUNT(*) n FROM runs WHERE user_id=?', [ctx.user.id]);
  json(ctx, { data: rows.slice(0, limit).map(viewOut), pagination: { page: 1, total: n }, next_cursor: rows.length > limit ? cursorOut(rows[limit - 1].created_at) : null });
});
R.get('/agent-runs/:run_id', auth, async (ctx) => {
  const id = uuidParam(ctx, 'run_id'); const [r] = await q(VIEW + ' WHERE r.run_id=? AND r.user_id=?', [id, ctx.user.id]);
  if (!r) throw notFound('run'); json(ctx, viewOut(r));
});
R.get('/agent-runs/:run_id/mcp-server-logs', auth, async (ctx) => {
  const id = uuidParam(ctx, 'run_id');
  const rows = await q(`SELECT l.*, r.run_id FROM mcp_logs l JOIN runs r ON r.id=l.run_num WHERE r.user_id=?${fault('mcp-logs-of-all-runs') ? '' : ' AND r.run_id=?'} ORDER BY l.id`, [ctx.user.id, id]);
  json(ctx, rows.map(l => ({ mcp_log_id: l.id, run_id: l.run_id, server_name: l.server_name, tool_name: l.tool_name, request: J(l.request), response: J(l.response), created_at: sec(l.created_at) })));
});
const logOut = (l) => ({ run_log_id: l.id, run_id: l.run_id, event: l.event, detail: l.detail, created_at: sec(l.created_at) });
R.get('/agent-runs/:run_id/logs', auth, async (ctx) => {
  const id = uuidParam(ctx, 'run_id');
  json(ctx, (await q('SELECT l.*, r.run_id FROM run_logs l JOIN runs r ON r.id=l.run_num WHERE r.user_id=? AND r.run_id=? ORDER BY l.id', [ctx.user.id, id])).map(logOut));
});
const execOut = (e) => ({ log_id: e.id, tool_name: e.tool_name, service_id: e.service_id, service_id_namespace: e.service_id_namespace, input: J(e.input), output: J(e.output), is_error: e.is_error, duration_ms: e.duration_ms, created_at: sec(e.created_at) });
R.get('/executions', auth, async (ctx) => {
  const limit = qInt(ctx, 'limit', 30, 1, 500), c = cursorIn(qOne(ctx, 'next_cursor'));
  const rows = await q(`SELECT * FROM executions WHERE user_id=?${c ? ' AND created_at<?' : ''} ORDER BY created_at DESC LIMIT ?`, [ctx.user.id, ...(c ? [c] : []), limit + 1]);
  const [{ n }] = await q('SELECT COUNT(*) n FROM executions WHERE user_id=?', [ctx.user.id]);
  json(ctx, { data: rows.slice(0, limit).map(execOut), pagination: { page: 1, total: n }, next_cursor: rows.length > limit ? cursorOut(rows[fault('executions-page-skips-one') ? limit : limit - 1].created_at) : null });
});
R.get('/executions/:log_id', auth, async (ctx) => {
  const [e] = await q(`SELECT * FROM executions WHERE id=?${fault('execution-log-of-others') ? '' : ' AND user_id=?'}`, [intParam(ctx, 'log_id'), ctx.user.id]);
  if (!e) throw notFound('tool execution log'); json(ctx, execOut(e));
});

// ---- subscriptions --------------------------------------------------------
const subOut = (s) => ({ subscription_id: s.id, agent_id: s.agent_id, agent_title: s.title, status: s.status, price_cents: s.price_cents, started_at: sec(s.started_at), canceled_at: sec(s.canceled_at) });
const SUB = 'SELECT s.*, a.agent_id, a.title, a.price_cents FROM subscriptions s JOIN agents a ON a.id=s.agent_num';
R.post('/agents/:agent_id/subscribe', auth, async (ctx) => {
  const b = await jsonBody(ctx); const v = take(b, { success_url: ['str', { null: 1 }], cancel_url: ['str', { null: 1 }] });
  const out = await tx(async (run) => {
    const a = await agentOr404(ctx.params.agent_id, run);
    if (!sees(a, ctx.user)) throw notFound('agent');
    if (!a.price_cents) throw new HttpErr(400, 'agent_not_paid', 'the agent is not paid');
    if (a.user_id === ctx.user.id && !fault('owner-can-subscribe')) throw new HttpErr(400, 'own_agent', 'the caller owns this agent');
    await run('SELECT id FROM users WHERE id=? FOR UPDATE', [ctx.user.id]);
    const [s] = await run('SELECT * FROM subscriptions WHERE user_id=? AND agent_num=? FOR UPDATE', [ctx.user.id, a.id]);
    if (s && s.status === 'active') throw new HttpErr(fault('already-subscribed-400') ? 400 : 402, 'already_subscribed', 'the caller has a subscription to this agent');
    const session = 'cs_' + crypto.randomBytes(16).toString('hex');
    if (s) await run("UPDATE subscriptions SET status='pending', session_id=?, provider_ref=NULL, started_at=NULL, canceled_at=NULL WHERE id=?", [session, s.id]);
    else await run("INSERT INTO subscriptions (user_id, agent_num, status, session_id, created_at) VALUES (?,?,'pending',?,?)", [ctx.user.id, a.id, session, now()]);
    return { agent_id: a.agent_id, session_id: session, checkout_url: 'https://pay.workers.example/checkout/' + session, amount_cents: a.price_cents, success_url: v.success_url ?? null, cancel_url: v.cancel_url ?? null };
  });
  json(ctx, out);
});
R.post('/agents/:agent_id/unsubscribe', auth, async (ctx) => {
  const out = await tx(async (run) => {
    // a subscription can be ended also when its agent is gone
    const [s] = await run(SUB + " WHERE s.user_id=? AND a.agent_id=? AND s.status='active' FOR UPDATE", [ctx.user.id, ctx.params.agent_id]);
    if (!s) { const a = await agentOr404(ctx.params.agent_id, run); if (!sees(a, ctx.user)) throw notFound('agent'); throw new HttpErr(400, 'no_subscription', 'there is no active subscription to cancel'); }
    if (!s.provider_ref) throw new HttpErr(400, 'no_provider_subscription', 'no payment-provider subscription found');
    const t = now();
    if (fault('unsubscribe-cancels-every-subscription')) await run("UPDATE subscriptions SET status='canceled', canceled_at=? WHERE user_id=? AND status='active'", [t, ctx.user.id]);
    else await run("UPDATE subscriptions SET status='canceled', canceled_at=? WHERE id=?", [t, s.id]);
    return { ...s, status: 'canceled', canceled_at: t };
  });
  json(ctx, subOut(out));
});
R.get('/subscriptions', auth, async (ctx) => json(ctx, list((await q(SUB + " WHERE s.user_id=? AND s.status='active' ORDER BY s.id", [ctx.user.id])).map(subOut))));
R.get('/subscriptions/:agent_id', auth, async (ctx) => {
  const [s] = await q(SUB + " WHERE s.user_id=? AND s.status='active' AND a.agent_id=?", [ctx.user.id, ctx.params.agent_id]);
  if (!s) throw notFound('subscription'); json(ctx, subOut(s));
});

// ---- studio chats ---------------------------------------------------------
const studioOut = (s) => ({ run_id: s.run_id, row_id: s.id, owner_id: s.user_id, title: s.title, summary: s.summary, transcript: J(s.transcript), visibility: s.visibility, is_deleted: s.is_deleted, created_at: sec(s.created_at), updated_at: sec(s.updated_at) });
const STUDIO = { run_id: ['str', { null: 1, min: 1, max: 190 }], title: ['str', { null: 1 }], summary: ['str', { null: 1 }], transcript: ['arr', { null: 1 }], visibility: ['str', { enum: ['public', 'private'] }] };
async function studioBy(id, run = q, tail = '') { const [s] = await run('SELECT * FROM studio_chats WHERE run_id=? AND is_deleted=0' + tail, [id]); if (!s) throw notFound('studio chat'); return s; }
const insStudio = (run, uid, id, v) => run('INSERT INTO studio_chats (run_id, user_id, title, summary, transcript, visibility, created_at, updated_at) VALUES (?,?,?,?,?,?,?,?)', [id, uid, v.title ?? null, v.summary ?? null, JS(v.transcript), v.visibility || 'public', now(), now()]);
R.get('/agent-studio-chats', auth, async (ctx) => json(ctx, (await q(`SELECT * FROM studio_chats WHERE user_id=?${fault('studio-list-shows-deleted') ? '' : ' AND is_deleted=0'} ORDER BY id DESC`, [ctx.user.id])).map(studioOut)));
R.post('/agent-studio-chats', auth, async (ctx) => {
  const v = take(await jsonBody(ctx), STUDIO); sandboxCheck(ctx.user, v.visibility);
  const id = v.run_id ?? uuid(); let made = null;
  if (fault('studio-run-id-ignores-case')) [made] = await q('SELECT * FROM studio_chats WHERE run_id COLLATE utf8mb4_general_ci=? AND user_id=? AND is_deleted=0', [id, ctx.user.id]);
  if (!made) await insStudio(q, ctx.user.id, id, v).catch((e) => { if (e.code !== 'ER_DUP_ENTRY') throw e; });
  const [s] = made ? [made] : await q('SELECT * FROM studio_chats WHERE run_id=?', [id]);
  if (s.user_id !== ctx.user.id || s.is_deleted) throw new HttpErr(409, 'run_id_exists', 'a chat with this run_id exists');
  if (fault('studio-existing-chat-overwritten')) { await q('UPDATE studio_chats SET title=?, visibility=? WHERE id=?', [v.title ?? null, v.visibility || 'public', s.id]); s.title = v.title ?? null; s.visibility = v.visibility || 'public'; }
  json(ctx, studioOut(s));
});
R.get('/agent-studio-chats/:run_id', maybe, async (ctx) => {
  const s = await studioBy(ctx.params.run_id);
  if (s.visibility === 'private' && (fault('studio-private-open-to-anonymous') ? ctx.user && ctx.user.id !== s.user_id : !ctx.user || ctx.user.id !== s.user_id)) throw forbidden();
  json(ctx, studioOut(s));
});
const studioWrite = (full) => async (ctx) => {
  const v = take(await jsonBody(ctx), STUDIO);
  const out = await tx(async (run) => {
    const s = await studioBy(ctx.params.run_id, run, ' FOR UPDATE'); if (s.user_id !== ctx.user.id) throw forbidden();
    sandboxCheck(ctx.user, v.visibility);
    const pick = (k, d) => v[k] !== undefined ? v[k] : full ? d : k === 'transcript' ? J(s[k]) : s[k];
    const vis = !full && fault('studio-patch-resets-visibility') ? v.visibility || 'public' : pick('visibility', 'public');
    await run('UPDATE studio_chats SET title=?, summary=?, transcript=?, visibility=?, updated_at=? WHERE id=?', [pick('title', null), pick('summary', null), JS(pick('transcript', null)), vis, now(), s.id]);
    return studioBy(ctx.params.run_id, run);
  });
  json(ctx, studioOut(out));
};
R.put('/agent-studio-chats/:run_id', auth, studioWrite(true));
R.patch('/agent-studio-chats/:run_id', auth, studioWrite(false));
R.delete('/agent-studio-chats/:run_id', auth, async (ctx) => {
  const s = await studioBy(ctx.params.run_id); if (s.user_id !== ctx.user.id) throw forbidden();
  const t = now(); const r = await q('UPDATE studio_chats SET is_deleted=1, updated_at=? WHERE id=? AND is_deleted=0', [t, s.id]);
  if (!r.affectedRows) throw notFound('studio chat');
  json(ctx, studioOut({ ...s, is_deleted: 1, updated_at: t }));
});
R.post('/agent-studio-chats/:run_id/clone', auth, async (ctx) => {
  const s = await studioBy(ctx.params.run_id);
  if (s.visibility === 'private' && !(fault('studio-own-private-clonable') && s.user_id === ctx.user.id)) throw new HttpErr(400, 'chat_is_private', 'private chats cannot be cloned');
  const id = uuid(); await insStudio(q, ctx.user.id, id, { ...s, transcript: J(s.transcript) });
  json(ctx, studioOut(await studioBy(id)), 201);
});

// ---- agents ---------------------------------------------------------------
const listAgents = async (ctx) => json(ctx, (await q(AGENT_SQL + ' WHERE a.user_id=? AND a.is_deleted=0 ORDER BY a.id DESC', [ctx.user.id])).map(agentOut));
R.get('/agents', auth, listAgents);
R.get('/chats', auth, listAgents);
R.post('/agents/vanity/slug', async (ctx) => {
  const v = take(await jsonBody(ctx), { phrase: ['str', { req: 1 }], agent_id: ['str', { null: 1 }] });
  const base = v.phrase.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 48).replace(/-+$/, '') || 'agent';
  let slug = base;
  for (let n = 2; !fault('generated-slug-already-taken') && (await q('SELECT id FROM agents WHERE slug=?', [slug])).length; n++) slug = `${base}-${n < 6 ? n : crypto.randomBytes(4).toString('hex')}`;
  json(ctx, { slug });
});
R.get('/agents/vanity/slug', auth, async (ctx) => {
  const s = qOne(ctx, 'slug'); if (s === undefined) throw bad('query.slug', 'is required');
  const taken = await q(`SELECT id FROM agents WHERE slug=?${fault('slug-availability-own-agents-only') ? ' AND user_id=' + ctx.user.id : ''}`, [s]);
  json(ctx, { slug: s, available: /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(s) && !taken.length ? 1 : 0 });
});
R.post('/agents', auth, async (ctx) => {
  const b = await jsonBody(ctx); const v = agentBody(b, { null: 1 });
  const ref = take(b, { agent_id: ['str', { null: 1 }], chat_id: ['str', { null: 1 }] }); const id = ref.agent_id ?? ref.chat_id;
  if (v.prompt_text === null) v.prompt_text = undefined;
  const out = await tx(async (run) => {
    let key = id;
    if (id != null) { const a = await agentOr404(id, run); if (a.user_id !== ctx.user.id && !fault('upsert-changes-foreign-agent')) throw forbidden(); needPrompt(v.prompt_text); sandboxCheck(ctx.user, v.visibility); await updateAgent(run, a, v); }
    else { needPrompt(v.prompt_text); sandboxCheck(ctx.user, v.visibility); key = await insertAgent(run, ctx.user.id, v); }
    return agentBy(key, run);
  });
  json(ctx, agentOut(out));
});
R.post('/chats', auth, async (ctx) => {
  const v = agentBody(await jsonBody(ctx), { null: 1 }); needPrompt(v.prompt_text);
  if (!fault('legacy-create-skips-sandbox-check')) sandboxCheck(ctx.user, v.visibility);
  ctx.set('Deprecation', 'true'); json(ctx, agentOut(await agentBy(await insertAgent(q, ctx.user.id, v))));
});
const getAgent = (name) => async (ctx) => { const a = await agentOr404(ctx.params[name]); if (!sees(a, ctx.user)) throw forbidden(); json(ctx, agentOut(a)); };
R.get('/agents/:agent_id', maybe, getAgent('agent_id'));
R.get('/chats/:chat_id', maybe, getAgent('chat_id'));
R.post('/agents/:agent_id/upsell-description', auth, async (ctx) => {
  const a = await agentOr404(ctx.params.agent_id); if (a.user_id !== ctx.user.id) throw notFound('agent');
  const first = [...(a.prompt_text.split(/[.\n]/)[0] || '').trim()].slice(0, 120).join('');
  await q('UPDATE agents SET upsell_text=?, updated_at=? WHERE id=?', [`Subscribe to ${a.title || 'this agent'} and get more: ${first}.`, now(), a.id]);
  json(ctx, agentOut(await agentBy(a.agent_id)));
});
const VIBES = [['lovable', 'Lovable', 'https://lovable.dev'], ['bolt', 'Bolt', 'https://bolt.new'], ['v0', 'v0', 'https://v0.dev']];
R.get('/agents/:agent_id/vibe', auth, async (ctx) => {
  const s = qOne(ctx, 'service_name'); const vb = VIBES.find(x => x[0] === s); if (!vb) throw bad('query.service_name', 'must be one of ' + VIBES.map(x => x[0]).join(', '));
  const a = await agentOr404(ctx.params.agent_id); if (!sees(a, ctx.user)) throw forbidden();
  json(ctx, { agent_id: a.agent_id, service_name: s, prompt_text: `Build a web front end with ${vb[1]} for the worker ${a.title || a.agent_id}. Send each message of the user by POST to http://127.0.0.1:${PORT}/workers/${a.agent_id} with an API key and show the streamed text; keep the X-Service-Run-ID header and continue by PUT.` });
});
R.get('/vibe/services', async (ctx) => json(ctx, list(VIBES.map(([service_name, title, home_url]) => ({ service_name, title, home_url })))));
const themeOut = (a, t) => ({ agent_id: a.agent_id, color_hex: t.color_hex, updated_at: sec(t.updated_at) });
const themeCache = new Map();
R.get('/agents/:agent_id/customizations/theme', auth, async (ctx) => {
  const a = await agentOr404(uuidParam(ctx, 'agent_id')); if (!sees(a, ctx.user)) throw forbidden();
  if (fault('theme-cached-per-user') && themeCache.has(ctx.user.id)) return json(ctx, themeOut(a, themeCache.get(ctx.user.id)));
  const [t] = await q('SELECT * FROM agent_themes WHERE agent_num=?', [a.id]); json(ctx, t ? themeOut(a, t) : null);
});
R.put('/agents/:agent_id/customizations/theme', auth, async (ctx) => {
  const id = uuidParam(ctx, 'agent_id'); const v = take(await jsonBody(ctx), { color_hex: ['str', { req: 1 }] });
  const a = await ownAgent(ctx, id);
  if (!(fault('theme-color-pattern-open-ended') ? /^#[0-9a-f]{6}/i : /^#[0-9a-f]{6}$/i).test(v.color_hex) || v.color_hex.length > 40) throw new HttpErr(400, 'invalid_theme_color', 'the theme color must look like #1a2b3c');
  await q('INSERT INTO agent_themes VALUES (?,?,?) ON DUPLICATE KEY UPDATE color_hex=VALUES(color_hex), updated_at=VALUES(updated_at)', [a.id, v.color_hex, now()]);
  const [t] = await q('SELECT * FROM agent_themes WHERE agent_num=?', [a.id]); themeCache.set(ctx.user.id, t); json(ctx, themeOut(a, t));
});
// files
const FILES_MAX = 12;
const fileOut = (f, a) => ({ file_id: f.file_id, row_id: f.id, agent_id: a.agent_id, file_name: f.file_name, mime_type: f.mime_type, content: f.content, sort_order: f.sort_order, created_at: sec(f.created_at), updated_at: sec(f.updated_at) });
const FILE = { file_name: ['str', { min: 1 }], mime_type: ['str', { null: 1, max: 10000 }], content: ['str'], sort_order: ['int'] };
const filesOf = async (a, run = q) => list((await run(`SELECT * FROM agent_files WHERE agent_num=? ORDER BY ${fault('files-ordered-as-text') ? 'CAST(sort_order AS CHAR)' : 'sort_order'}, id`, [a.id])).map(f => fileOut(f, a)));
async function fileOr404(a, id, run = q) { const [f] = await run('SELECT * FROM agent_files WHERE file_id=? AND agent_num=?', [id, a.id]); if (!f) throw notFound('file'); return f; }
R.get('/agents/:agent_id/files', auth, async (ctx) => json(ctx, await filesOf(await ownAgent(ctx, uuidParam(ctx, 'agent_id')))));
R.post('/agents/:agent_id/files', auth, async (ctx) => {
  const id = uuidParam(ctx, 'agent_id'); const v = take(await jsonBody(ctx), { ...FILE, file_name: ['str', { req: 1, min: 1 }], content: ['str', { req: 1 }], sort_order: ['int', { null: 1 }] });
  const out = await tx(async (run) => {
    const a = await ownAgent(ctx, id, run); await run('SELECT id FROM agents WHERE id=? FOR UPDATE', [a.id]);
    const [{ n, m }] = await run('SELECT COUNT(*) n, COALESCE(MAX(sort_order)+1,0) m FROM agent_files WHERE agent_num=?', [a.id]);
    if (fault('file-limit-off-by-one') ? n > FILES_MAX : n >= FILES_MAX) throw new HttpErr(400, 'file_limit', `an agent has at most ${FILES_MAX} files`);
    const fid = uuid(); await run('INSERT INTO agent_files (file_id, agent_num, file_name, mime_type, content, sort_order, created_at, updated_at) VALUES (?,?,?,?,?,?,?,?)', [fid, a.id, v.file_name, v.mime_type ?? null, v.content, v.sort_order ?? m, now(), now()]);
    return fileOut(await fileOr404(a, fid, run), a);
  });
  json(ctx, out, 201);
});
R.put('/agents/:agent_id/files/positions', auth, async (ctx) => {
  const id = uuidParam(ctx, 'agent_id'); const { order } = take(await jsonBody(ctx), { order: ['arr', { req: 1 }] });
  const items = order.map((x, i) => { if (!x || typeof x !== 'object' || Array.isArray(x)) throw bad(`body.order.${i}`, 'must be an object'); const v = take(x, { file_id: ['str', { req: 1 }], sort_order: ['int', { req: 1 }] }); if (!UUID.test(v.file_id)) throw bad(`body.order.${i}.file_id`, 'must be a uuid'); return { ...v, file_id: v.file_id.toLowerCase() }; });
  if (new Set(items.map(x => x.file_id)).size !== items.length || new Set(items.map(x => x.sort_order)).size !== items.length) throw bad('body.order', 'names a file or a place twice');
  const a = await ownAgent(ctx, id);
  const work = async (run) => { for (const x of items) { await fileOr404(a, x.file_id, run); await run('UPDATE agent_files SET sort_order=?, updated_at=? WHERE file_id=? AND agent_num=?', [x.sort_order, now(), x.file_id, a.id]); } };
  if (fault('file-positions-half-applied')) await work(q); else await tx(async (run) => { await run('SELECT id FROM agents WHERE id=? FOR UPDATE', [a.id]); await work(run); });
  json(ctx, await filesOf(a));
});
R.get('/agents/:agent_id/files/:file_id', auth, async (ctx) => { const id = uuidParam(ctx, 'agent_id'), fid = uuidParam(ctx, 'file_id'); const a = await ownAgent(ctx, id); json(ctx, fileOut(await fileOr404(a, fid), a)); });
R.patch('/agents/:agent_id/files/:file_id', auth, async (ctx) => {
  const id = uuidParam(ctx, 'agent_id'), fid = uuidParam(ctx, 'file_id'); const v = take(await jsonBody(ctx), FILE);
  const a = await ownAgent(ctx, id); const f = await fileOr404(a, fid);
  const ks = Object.keys(v).filter(k => !(fault('file-patch-ignores-position-zero') && k === 'sort_order' && !v[k]));
  await q(`UPDATE agent_files SET ${ks.map(k => k + '=?, ').join('')}updated_at=? WHERE id=?`, [...ks.map(k => v[k]), now(), f.id]);
  json(ctx, fileOut(await fileOr404(a, fid), a));
});
R.delete('/agents/:agent_id/files/:file_id', auth, async (ctx) => {
  const id = uuidParam(ctx, 'agent_id'), fid = uuidParam(ctx, 'file_id'); const a = await ownAgent(ctx, id);
  const r = fault('file-deleted-through-other-agent') ? await q('DELETE FROM agent_files WHERE file_id=?', [fid]) : await q('DELETE FROM agent_files WHERE file_id=? AND agent_num=?', [fid, a.id]);
  if (!r.affectedRows) throw notFound('file'); ctx.status = 204;
});

// ---- chats, the legacy family ---------------------------------------------
R.put('/chats/:chat_id', auth, async (ctx) => {
  const v = agentBody(await jsonBody(ctx), {}); if (v.prompt_text !== undefined && blank(v.prompt_text)) throw bad('body.prompt_text', 'must not be empty');
  const out = await tx(async (run) => {
    const a = await ownAgent(ctx, ctx.params.chat_id, run); sandboxCheck(ctx.user, v.visibility);
    const full = Object.fromEntries(A_COLS.map(k => [k, v[k] !== undefined ? v[k] : k === 'prompt_text' ? undefined : k === 'visibility' ? 'public' : null]));
    if (fault('chat-put-does-not-save-visibility')) { delete full.visibility; await updateAgent(run, a, full); return { ...await agentBy(a.agent_id, run), visibility: v.visibility || 'public' }; }
    await updateAgent(run, a, full); return agentBy(a.agent_id, run);
  });
  json(ctx, agentOut(out));
});
R.patch('/chats/:chat_id', auth, async (ctx) => {
  const v = agentBody(await jsonBody(ctx), {}); if (v.prompt_text !== undefined && blank(v.prompt_text)) throw bad('body.prompt_text', 'must not be empty');
  if (fault('chat-patch-breaks-emoji') && v.prompt_text) v.prompt_text = v.prompt_text.replace(/[\u{10000}-\u{10ffff}]/gu, '????');
  const out = await tx(async (run) => { const a = await ownAgent(ctx, ctx.params.chat_id, run); sandboxCheck(ctx.user, v.visibility); await updateAgent(run, a, v); return agentBy(a.agent_id, run); });
  json(ctx, agentOut(out));
});
R.delete('/chats/:chat_id', auth, async (ctx) => {
  const out = await tx(async (run) => {
    const a = await ownAgent(ctx, ctx.params.chat_id, run);
    const r = await run('UPDATE agents SET is_deleted=1, slug=NULL, updated_at=? WHERE id=? AND is_deleted=0', [now(), a.id]); if (!r.affectedRows) throw notFound('chat');
    await run('DELETE FROM schedules WHERE agent_num=?', [a.id]); return a;
  });
  json(ctx, agentOut(out));
});
R.get('/chats/:chat_id/og', async (ctx) => {
  const a = await agentOr404(uuidParam(ctx, 'chat_id'), q, 'chat'); if (a.visibility !== 'public' && !fault('og-shows-private-chat')) throw notFound('chat');
  json(ctx, { og_title: a.title || 'Untitled worker', og_description: a.description || a.upsell_text || null, og_type: 'website', og_url: `https://workers.example/c/${a.slug || a.agent_id}`, og_image: `https://workers.example/og/${a.agent_id}.png` });
});
R.post('/chats/:chat_id/clone', auth, async (ctx) => {
  const id = uuidParam(ctx, 'chat_id'); const b = await jsonBody(ctx, true); const v = b ? agentBody(b, {}) : {};
  if (v.prompt_text !== undefined && blank(v.prompt_text)) throw bad('body.prompt_text', 'must not be empty');
  const out = await tx(async (run) => {
    const a = await agentOr404(id, run, 'chat'); if (a.visibility !== 'public') throw forbidden('the chat is not public');
    sandboxCheck(ctx.user, v.visibility);
    const src = { ...a, tags: J(a.tags), settings: J(a.settings), slug: undefined, price_cents: undefined, upsell_text: a.upsell_text };
    const nid = await insertAgent(run, ctx.user.id, { ...src, ...v }); const n = await agentBy(nid, run);
    if (fault('clone-overrides-change-original')) { const { slug, ...rest } = v; await updateAgent(run, a, rest); }
    await run('INSERT INTO agent_themes SELECT ?, color_hex, ? FROM agent_themes WHERE agent_num=?', [n.id, now(), a.id]);
    for (const f of await run('SELECT * FROM agent_files WHERE agent_num=? ORDER BY sort_order, id', [a.id])) if (a.user_id === ctx.user.id) await run('INSERT INTO agent_files (file_id, agent_num, file_name, mime_type, content, sort_order, created_at, updated_at) VALUES (?,?,?,?,?,?,?,?)', [uuid(), n.id, f.file_name, f.mime_type, f.content, f.sort_order, now(), now()]);
    return n;
  });
  json(ctx, agentOut(out));
});
R.post('/chats/:chat_id/feedback', auth, async (ctx) => {
  const v = take(await jsonBody(ctx), { rating: ['int', { null: 1, min: 1, max: 5 }], comment: ['str', { null: 1 }] });
  const a = await agentOr404(ctx.params.chat_id, q, 'chat'); if (!sees(a, ctx.user)) throw notFound('chat');
  const r = await q('INSERT INTO feedback (agent_num, user_id, rating, comment, created_at) VALUES (?,?,?,?,?) ON DUPLICATE KEY UPDATE rating=VALUES(rating), comment=VALUES(comment), created_at=VALUES(created_at), id=LAST_INSERT_ID(id)', [a.id, ctx.user.id, v.rating ?? null, v.comment ?? null, now()]);
  if (fault('feedback-answers-with-wrong-agent')) { const [w] = await q(AGENT_SQL + ' WHERE a.id=?', [r.insertId]); if (!w) throw notFound('chat'); return json(ctx, agentOut(w)); }
  json(ctx, agentOut(await agentBy(a.agent_id)));
});
R.post('/chats/:chat_id/runs', auth, async (ctx) => {
  const a = await agentOr404(uuidParam(ctx, 'chat_id'), q, 'chat'); if (!sees(a, ctx.user)) throw forbidden();
  const r = await newRun(fault('chat-run-booked-on-owner') ? { id: a.user_id } : ctx.user, a, 'chat');
  const [l] = await q('SELECT l.*, ? run_id FROM run_logs l WHERE l.run_num=? ORDER BY l.id LIMIT 1', [r.run_id, r.id]);
  json(ctx, { ...logOut(l), agent_id: a.agent_id, chat_id: a.agent_id });
});

// ---- API keys, billing, credits, payments ---------------------------------
const keyHidden = (k) => ({ api_key_id: k.id, label: k.label, is_default: k.is_default, key_hint: k.key_value.slice(-4), created_at: sec(k.created_at) });
const keyOut = (k) => ({ ...keyHidden(k), key_value: k.key_value });
const lockUser = (run, id) => run('SELECT id FROM users WHERE id=? FOR UPDATE', [id]);
async function makeKey(run, uid, label, wantDefault) {
  const [{ n }] = await run('SELECT COUNT(*) n FROM api_keys WHERE user_id=?', [uid]); const def = n === 0 || wantDefault ? 1 : 0;
  if (def) await run('UPDATE api_keys SET is_default=0 WHERE user_id=?', [uid]);
  const r = await run('INSERT INTO api_keys (user_id, label, key_value, is_default, created_at) VALUES (?,?,?,?,?)', [uid, label, 'awk_' + crypto.randomBytes(20).toString('hex'), def, now()]);
  return (await run('SELECT * FROM api_keys WHERE id=?', [r.insertId]))[0];
}
R.get('/api-keys', auth, async (ctx) => json(ctx, (await q('SELECT * FROM api_keys WHERE user_id=? ORDER BY id', [ctx.user.id])).map(keyHidden)));
R.post('/api-keys', auth, async (ctx) => {
  const v = take(await jsonBody(ctx), { label: ['str', { null: 1 }], is_default: ['flag', { null: 1 }] });
  json(ctx, keyOut(await tx(async (run) => { await lockUser(run, ctx.user.id); return makeKey(run, ctx.user.id, v.label ?? null, v.is_default); })));
});
let defaultKey = null;
R.get('/api-keys/default', auth, async (ctx) => {
  if (fault('default-key-of-first-caller') && defaultKey) return json(ctx, keyOut(defaultKey));
  const [k] = await q('SELECT * FROM api_keys WHERE user_id=? AND is_default=1', [ctx.user.id]);
  const d = k || await tx(async (run) => { await lockUser(run, ctx.user.id); const [x] = await run('SELECT * FROM api_keys WHERE user_id=? AND is_default=1', [ctx.user.id]); return x || makeKey(run, ctx.user.id, 'default', 1); });
  defaultKey = d; json(ctx, keyOut(d));
});
const keyOr404 = async (ctx, run = q) => { const [k] = await run('SELECT * FROM api_keys WHERE id=? AND user_id=?', [intParam(ctx, 'api_key_id'), ctx.user.id]); if (!k) throw notFound('API key'); return k; };
R.get('/api-keys/:api_key_id', auth, async (ctx) => json(ctx, keyOut(await keyOr404(ctx))));
R.delete('/api-keys/:api_key_id', auth, async (ctx) => {
  const k = await tx(async (run) => {
    await lockUser(run, ctx.user.id); const x = await keyOr404(ctx, run); await run('DELETE FROM api_keys WHERE id=?', [x.id]);
    if (x.is_default) await run('UPDATE api_keys SET is_default=1 WHERE user_id=? ORDER BY id LIMIT 1', [ctx.user.id]);
    return x;
  });
  json(ctx, fault('deleted-key-answer-shows-key') ? keyOut(k) : keyHidden(k));
});
R.get('/billing', auth, async (ctx) => {
  const u = ctx.user; json(ctx, { plan_code: u.plan_code, tier: u.tier, status: u.plan_code ? 'active' : 'none', amount_cents: u.plan_code ? 2900 : 0, currency: 'usd', renews_on: u.plan_code ? now(Date.now() + 20 * 864e5).slice(0, 10) : null, card_last4: u.plan_code ? '4242' : null });
});
const creditOut = (c) => ({ credit_balance: c.credit_balance, updated_at: sec(c.updated_at) });
const creditsOf = async (id, run = q) => { const [c] = await run('SELECT * FROM credits WHERE user_id=?', [id]); if (!c) throw notFound('credits'); return c; };
R.get('/credits', auth, async (ctx) => json(ctx, creditOut(await creditsOf(ctx.user.id))));
R.post('/credits/use', auth, async (ctx) => {
  const id = ctx.user.id;
  if (fault('credits-use-loses-updates')) { const c = await creditsOf(id); await q('SELECT plan_code FROM users WHERE id=?', [id]); await q('UPDATE credits SET credit_balance=?, updated_at=? WHERE user_id=?', [c.credit_balance - 1, now(), id]); return json(ctx, creditOut({ ...c, credit_balance: c.credit_balance - 1 })); }
  const c = await tx(async (run) => { const r = await run('UPDATE credits SET credit_balance=credit_balance-1, updated_at=? WHERE user_id=? AND credit_balance>0', [now(), id]); if (!r.affectedRows) throw notFound('credits'); return creditsOf(id, run); });
  json(ctx, creditOut(c));
});
R.post('/payments/webhook', async (ctx) => {
  const b = await raw(ctx); const s = ctx.get('x-payment-signature').trim(); const no = (m) => new HttpErr(400, 'invalid_event', m);
  if (!s) throw new HttpErr(400, 'missing_signature', 'the signature is missing');
  const want = S.signBody(b);
  if (fault('webhook-signature-not-compared') ? !/^sha256=[0-9a-f]{64}$/.test(s) : s.length !== want.length || !crypto.timingSafeEqual(Buffer.from(s), Buffer.from(want))) throw no('the signature does not fit');
  let e; try { e = JSON.parse(b.toString('utf8')); } catch { throw no('the event is not JSON'); }
  if (!e || typeof e.event_id !== 'string' || !e.event_id || [...e.event_id].length > 120 || typeof e.type !== 'string' || [...e.type].length > 120 || !e.data || typeof e.data !== 'object') throw no('the event has not the form of one');
  const d = e.data;
  const dup = await tx(async (run) => {
    const r = await run('INSERT IGNORE INTO webhook_events (event_id, type, created_at) VALUES (?,?,?)', [e.event_id, e.type, now()]);
    if (!r.affectedRows && !fault('webhook-replay-counts-again')) return 1;
    if (e.type === 'invoice.paid') {
      const a = await agentBy(String(d.agent_id), run); if (!a || !Number.isInteger(d.amount_cents) || !Number.isInteger(d.payer_id)) throw no('the invoice names no agent');
      await run('INSERT INTO payments (owner_id, agent_num, payer_id, amount_cents, paid_at) VALUES (?,?,?,?,?)', [a.user_id, a.id, d.payer_id, d.amount_cents, now()]);
    } else if (e.type === 'checkout.session.completed') {
      const [s1] = await run("SELECT s.*, a.user_id owner_id, a.price_cents FROM subscriptions s JOIN agents a ON a.id=s.agent_num WHERE s.session_id=? AND s.status='pending' FOR UPDATE", [String(d.session_id)]);
      if (s1) { await run("UPDATE subscriptions SET status='active', provider_ref=?, started_at=? WHERE id=?", ['sub_' + crypto.randomBytes(8).toString('hex'), now(), s1.id]); await run('INSERT INTO payments (owner_id, agent_num, payer_id, amount_cents, paid_at) VALUES (?,?,?,?,?)', [s1.owner_id, s1.agent_num, s1.user_id, s1.price_cents || 0, now()]); }
      const [p] = await run("SELECT * FROM payment_sessions WHERE session_id=? AND status='open' FOR UPDATE", [String(d.session_id)]);
      if (p) { await run("UPDATE payment_sessions SET status='paid' WHERE id=?", [p.id]); const add = PRICES[p.price_code].credits * p.quantity; if (add) await run('INSERT INTO credits VALUES (?,?,?) ON DUPLICATE KEY UPDATE credit_balance=credit_balance+VALUES(credit_balance)', [p.user_id, add, now()]); else await run("UPDATE users SET tier='pro', plan_code='pro_monthly' WHERE id=?", [p.user_id]); }
    }
    return 0;
  });
  json(ctx, { received: 1, event_id: e.event_id, is_duplicate: dup });
});
const PRICES = { credits_100: { cents: 500, credits: 100 }, credits_1000: { cents: 4000, credits: 1000 }, pro_monthly: { cents: 2900, credits: 0 } };
R.post('/payments/sessions', auth, async (ctx) => {
  const v = take(await jsonBody(ctx), { price_code: ['str', { req: 1, enum: Object.keys(PRICES) }], quantity: ['int', { null: 1, min: 1, max: 100 }], success_url: ['str', { null: 1 }], cancel_url: ['str', { null: 1 }] });
  const id = 'cs_' + crypto.randomBytes(16).toString('hex'), n = v.quantity ?? 1, t = now();
  await q("INSERT INTO payment_sessions (session_id, user_id, price_code, quantity, status, created_at) VALUES (?,?,?,?,'open',?)", [id, ctx.user.id, v.price_code, n, t]);
  json(ctx, { session_id: id, checkout_url: 'https://pay.workers.example/checkout/' + id, price_code: v.price_code, quantity: n, amount_cents: PRICES[v.price_code].cents * n, status: 'open', created_at: sec(t) });
});
const days = (n) => { const t0 = Math.floor(Date.now() / 864e5); return Array.from({ length: n }, (_, i) => new Date((t0 - n + 1 + i) * 864e5).toISOString().slice(0, 10)); };
async function money(ctx, dflt = 28) {
  const period = qInt(ctx, 'period', dflt, 1, 365), ds = days(period), from = ds[0] + ' 00:00:00', id = ctx.user.id;
  const pay = await q("SELECT DATE_FORMAT(paid_at, '%Y-%m-%d') d, SUM(amount_cents) c FROM payments WHERE owner_id=? AND paid_at>=? GROUP BY d", [id, from]);
  const subs = await q("SELECT s.started_at, s.canceled_at FROM subscriptions s JOIN agents a ON a.id=s.agent_num WHERE a.user_id=? AND s.started_at IS NOT NULL", [id]);
  const by = new Map(pay.map(p => [p.d, Number(p.c)]));
  const on = (d) => subs.filter(s => s.started_at.slice(0, 10) <= d && (!s.canceled_at || s.canceled_at.slice(0, 10) > d)).length;
  const earnings = ds.map(day => ({ day, earnings_cents: by.get(day) || 0 }));
  return { period, total: earnings.reduce((x, e) => x + e.earnings_cents, 0), earnings, subscribers: ds.map(day => ({ day, subscriber_count: on(day) })), now: on(ds[ds.length - 1]) };
}
R.get('/monetization/summary', auth, async (ctx) => { const m = await money(ctx); json(ctx, { period: m.period, subscribers_total: m.now, earnings_cents_total: fault('summary-earnings-in-dollars') ? m.total / 100 : m.total, currency: 'usd' }); });
R.get('/monetization/subscribers', auth, async (ctx) => { const m = await money(ctx); json(ctx, list(m.subscribers, { period: m.period, subscribers_total: m.now })); });
R.get('/monetization/earnings', auth, async (ctx) => { const m = await money(ctx, fault('earnings-default-period-30') ? 30 : 28); json(ctx, list(m.earnings, { period: m.period, earnings_cents_total: m.total, currency: 'usd' })); });

// ---- bundles --------------------------------------------------------------
const btOut = (t) => ({ bundle_id: t.bundle_id, tool_id: t.tool_id, added_at: sec(t.created_at) });
const bRow = (b) => ({ bundle_id: b.id, bundle_name: b.bundle_name, description: b.description, created_at: sec(b.created_at), updated_at: sec(b.updated_at) });
const bundleFull = async (b, run = q) => ({ ...bRow(b), tools: (await run('SELECT * FROM bundle_tools WHERE bundle_id=? ORDER BY id', [b.id])).map(btOut) });
const bundleBy = async (ctx, run = q, tail = '') => (await run('SELECT * FROM bundles WHERE id=? AND user_id=?' + tail, [intParam(ctx, 'bundle_id'), ctx.user.id]))[0];
R.get('/bundles', auth, async (ctx) => json(ctx, (await q('SELECT b.*, (SELECT COUNT(*) FROM bundle_tools t WHERE t.bundle_id=b.id) tool_count FROM bundles b WHERE b.user_id=? ORDER BY b.id DESC', [ctx.user.id])).map(b => ({ bundle_id: b.id, bundle_name: b.bundle_name, tool_count: b.tool_count, created_at: sec(b.created_at) }))));
R.post('/bundles', auth, async (ctx) => { const t = now(); const r = await q('INSERT INTO bundles (user_id, bundle_name, created_at, updated_at) VALUES (?,?,?,?)', [ctx.user.id, 'New bundle', t, t]); json(ctx, await bundleFull((await q('SELECT * FROM bundles WHERE id=?', [r.insertId]))[0])); });
R.get('/bundles/:bundle_id', auth, async (ctx) => { const b = await bundleBy(ctx); if (!b) throw notFound('bundle'); json(ctx, await bundleFull(b)); });
R.put('/bundles/:bundle_id', auth, async (ctx) => {
  intParam(ctx, 'bundle_id'); const v = take(await jsonBody(ctx), { bundle_name: ['str'], description: ['str', { null: 1 }], tools: ['arr', { null: 1 }] });
  const ids = v.tools && v.tools.map((t, i) => { const id = typeof t === 'string' ? t : t && t.tool_id; if (typeof id !== 'string') throw bad(`body.tools.${i}`, 'must name a tool'); return id; });
  const fail = (m) => new HttpErr(409, 'update_failed', m);
  json(ctx, await tx(async (run) => {
    const b = await bundleBy(ctx, run, ' FOR UPDATE'); if (!b) throw fail('there is no such bundle');
    await run('UPDATE bundles SET bundle_name=?, description=?, updated_at=? WHERE id=?', [v.bundle_name ?? b.bundle_name, v.description === undefined ? b.description : v.description, now(), b.id]);
    if (ids) {
      await run('DELETE FROM bundle_tools WHERE bundle_id=?', [b.id]);
      for (const id of ids) { const [t] = await run('SELECT tool_id FROM tools WHERE tool_id=?', [id]); if (!t) throw fail('there is no such tool'); await run('INSERT IGNORE INTO bundle_tools (bundle_id, tool_id, created_at) VALUES (?,?,?)', [b.id, t.tool_id, now()]); }
    }
    return bundleFull((await run('SELECT * FROM bundles WHERE id=?', [b.id]))[0], run);
  }));
});
R.delete('/bundles/:bundle_id', auth, async (ctx) => { const b = await bundleBy(ctx); if (!b) throw notFound('bundle'); const r = await q('DELETE FROM bundles WHERE id=?', [b.id]); if (!r.affectedRows) throw notFound('bundle'); json(ctx, bRow(b)); });
R.get('/bundles/:bundle_id/tools', auth, async (ctx) => { const b = await bundleBy(ctx); json(ctx, b ? (await q('SELECT * FROM bundle_tools WHERE bundle_id=? ORDER BY id', [b.id])).map(btOut) : []); });
R.post('/bundles/:bundle_id/tools', auth, async (ctx) => {
  intParam(ctx, 'bundle_id'); const v = take(await jsonBody(ctx), { tool_id: ['str', { req: 1 }] });
  const b = await bundleBy(ctx); if (!b) throw notFound('bundle'); const [t] = await q('SELECT tool_id FROM tools WHERE tool_id=?', [v.tool_id]); if (!t) throw bad('body.tool_id', 'names no tool');
  await q('INSERT IGNORE INTO bundle_tools (bundle_id, tool_id, created_at) VALUES (?,?,?)', [b.id, t.tool_id, now()]);
  const [x] = await q('SELECT * FROM bundle_tools WHERE bundle_id=? AND tool_id=?', [b.id, t.tool_id]); if (!x) throw notFound('bundle'); json(ctx, btOut(x));
});
R.delete('/bundles/:bundle_id/tools/:tool_id', auth, async (ctx) => {
  const b = await bundleBy(ctx); if (!b) throw notFound('bundle'); const [x] = await q('SELECT * FROM bundle_tools WHERE bundle_id=? AND tool_id=?', [b.id, ctx.params.tool_id]);
  if (!x && fault('bundle-absent-tool-removed')) return json(ctx, { bundle_id: b.id, tool_id: ctx.params.tool_id, added_at: null });
  if (!x) throw notFound('bundle tool');
  const r = fault('bundle-tool-removed-everywhere') ? await q('DELETE t FROM bundle_tools t JOIN bundles b ON b.id=t.bundle_id WHERE b.user_id=? AND t.tool_id=?', [ctx.user.id, x.tool_id]) : await q('DELETE FROM bundle_tools WHERE id=?', [x.id]);
  if (!r.affectedRows) throw notFound('bundle tool'); json(ctx, btOut(x));
});

// ---- CLI auth -------------------------------------------------------------
const cliOut = (c) => ({ cli_auth_id: c.cli_auth_id, is_attached: c.user_id ? 1 : 0, is_consumed: c.is_consumed, created_at: sec(c.created_at) });
const cliDb = async (ctx, next) => { try { await next(); } catch (e) { if (e instanceof HttpErr) throw e; console.error(e); throw new HttpErr(503, 'unavailable', 'CLI authentication is unavailable'); } };
R.post('/cli-auth', cliDb, async (ctx) => { const id = uuid(), t = now(); await q('INSERT INTO cli_sessions (cli_auth_id, created_at) VALUES (?,?)', [id, t]); json(ctx, cliOut({ cli_auth_id: id, user_id: null, is_consumed: 0, created_at: t })); });
R.put('/cli-auth/:cli_auth_id', cliDb, auth, async (ctx) => {
  const id = uuidParam(ctx, 'cli_auth_id'); const v = take(await jsonBody(ctx), { user_jwt: ['str', { req: 1, min: 1 }] });
  json(ctx, cliOut(await tx(async (run) => {
    const [c] = await run('SELECT * FROM cli_sessions WHERE cli_auth_id=? FOR UPDATE', [id]); if (!c) throw notFound('CLI auth session');
    if (c.is_consumed || (c.user_id && c.user_id !== ctx.user.id)) throw forbidden('not allowed to update this session');
    await run('UPDATE cli_sessions SET user_id=?, user_jwt=? WHERE id=?', [ctx.user.id, fault('cli-jwt-cut-at-255') ? v.user_jwt.slice(0, 255) : v.user_jwt, c.id]);
    return { ...c, user_id: ctx.user.id };
  })));
});
R.get('/cli-auth/:auth_id', cliDb, async (ctx) => {
  const id = uuidParam(ctx, 'auth_id'); ctx.set('Cache-Control', 'no-store');
  const consume = (run, c) => run('UPDATE cli_sessions SET user_jwt=NULL, is_consumed=1 WHERE id=?', [c.id]);
  const read = async (run, tail) => {
    const [c] = await run('SELECT * FROM cli_sessions WHERE cli_auth_id=?' + tail, [id]); if (!c) throw notFound('CLI auth session');
    if (c.user_jwt !== null) { if (fault('cli-jwt-read-twice-at-once')) setTimeout(() => consume(q, c).catch(() => {}), 40); else await consume(run, c); }
    return c.user_jwt;
  };
  json(ctx, fault('cli-jwt-read-twice-at-once') ? await read(q, '') : await tx(run => read(run, ' FOR UPDATE')));
});

// ---- schedules ------------------------------------------------------------
const schOut = (s) => ({ schedule_id: s.schedule_id, row_id: s.id, chat_id: s.chat_id, cron_expression: s.cron_expression, message: s.message, is_active: s.is_active, next_run_at: s.is_active ? cronNext(s.cron_expression) : null, last_run_at: sec(s.last_run_at), created_at: sec(s.created_at), updated_at: sec(s.updated_at) });
const schBy = async (ctx, run = q, tail = '') => { const [s] = await run('SELECT * FROM schedules WHERE schedule_id=? AND user_id=?' + tail, [ctx.params.schedule_id.toLowerCase(), ctx.user.id]); if (!s) throw notFound('schedule'); return s; };
const SCH = { cron_expression: ['str', { max: 190 }], message: ['str', { null: 1 }], is_active: ['flag'] };
const goodCron = (c) => { if (c !== undefined && !parseCron(c)) throw bad('body.cron_expression', 'must be a cron expression of five fields'); };
async function schChat(ctx, run, id) { const a = typeof id === 'string' ? await agentBy(id, run) : null; if (!a || (fault('schedule-takes-public-foreign-chat') ? !sees(a, ctx.user) : a.user_id !== ctx.user.id)) throw forbidden('the chat ID is invalid, missing or not of a chat of yours'); return a; }
R.get('/schedules', auth, async (ctx) => {
  const rows = await q(`SELECT * FROM schedules WHERE user_id=? ORDER BY id DESC${fault('schedule-list-cut-at-20') ? ' LIMIT 20' : ''}`, [ctx.user.id]); const [{ n }] = await q('SELECT COUNT(*) n FROM schedules WHERE user_id=?', [ctx.user.id]);
  json(ctx, { data: rows.map(schOut), pagination: { page: 1, total: n } });
});
R.post('/schedules', auth, async (ctx) => {
  const b = await jsonBody(ctx); const v = take(b, { ...SCH, cron_expression: ['str', { req: 1, max: 190 }] }); goodCron(v.cron_expression);
  const id = uuid(), t = now();
  await tx(async (run) => { const a = await schChat(ctx, run, b.chat_id); await run('INSERT INTO schedules (schedule_id, user_id, agent_num, chat_id, cron_expression, message, is_active, created_at, updated_at) VALUES (?,?,?,?,?,?,?,?,?)', [id, ctx.user.id, a.id, a.agent_id, v.cron_expression, v.message ?? null, v.is_active ?? 1, t, t]); });
  json(ctx, schOut((await q('SELECT * FROM schedules WHERE schedule_id=?', [id]))[0]));
});
R.get('/schedules/onboarding', auth, async (ctx) => {
  const [{ n }] = await q('SELECT COUNT(*) n FROM schedules WHERE user_id=?', [ctx.user.id]);
  json(ctx, { has_schedules: n ? 1 : 0, suggestions: [['Monday briefing', '0 9 * * 1'], ['Daily digest', '0 7 * * *'], ['Monthly report', '0 8 1 * *']].map(([title, cron_expression]) => ({ title, cron_expression })) });
});
R.get('/schedules/text-to-cron', auth, async (ctx) => {
  const t = qOne(ctx, 'cron'); if (t === undefined) throw bad('query.cron', 'is required'); const c = textToCron(t);
  if (!c) throw new HttpErr(400, 'invalid_cron', 'the cron expression is invalid'); json(ctx, { cron_expression: c, next_run_at: cronNext(c) });
});
R.get('/schedules/:schedule_id', auth, async (ctx) => { uuidParam(ctx, 'schedule_id'); json(ctx, schOut(await schBy(ctx))); });
R.put('/schedules/:schedule_id', auth, async (ctx) => {
  uuidParam(ctx, 'schedule_id'); const b = await jsonBody(ctx); const v = take(b, SCH); goodCron(v.cron_expression);
  json(ctx, schOut(await tx(async (run) => {
    const s = await schBy(ctx, run, ' FOR UPDATE'); const a = b.chat_id !== undefined ? await schChat(ctx, run, b.chat_id) : { id: s.agent_num, agent_id: s.chat_id };
    await run('UPDATE schedules SET agent_num=?, chat_id=?, cron_expression=?, message=?, is_active=?, updated_at=? WHERE ' + (fault('schedule-update-hits-all') ? 'user_id=?' : 'id=?'), [a.id, a.agent_id, v.cron_expression ?? s.cron_expression, v.message === undefined ? s.message : v.message, v.is_active ?? s.is_active, now(), fault('schedule-update-hits-all') ? s.user_id : s.id]);
    return schBy(ctx, run);
  })));
});
R.delete('/schedules/:schedule_id', auth, async (ctx) => { uuidParam(ctx, 'schedule_id'); const s = await schBy(ctx); const r = await q('DELETE FROM schedules WHERE id=?', [s.id]); if (!r.affectedRows) throw notFound('schedule'); json(ctx, schOut(s)); });
async function tick(at) {
  const d = new Date(at);
  for (const s of await q('SELECT s.*, a.agent_id FROM schedules s JOIN agents a ON a.id=s.agent_num AND a.is_deleted=0 WHERE s.is_active=1')) {
    const c = parseCron(s.cron_expression); if (!c || !cronHit(c, d)) continue;
    const run = await newRun({ id: s.user_id }, { id: s.agent_num, agent_id: s.agent_id }, 'schedule'); const m = s.message ?? 'Scheduled run';
    await addMessage(run.id, 'user', m); const p = plan(m, 1, run); await addMessage(run.id, 'assistant', p.pieces.join('')); await runLog(run.id, 'assistant_message', p.pieces.join(''));
    await q('UPDATE schedules SET last_run_at=? WHERE id=?', [now(at), s.id]);
  }
}
const arm = () => { const at = Math.floor(Date.now() / 60000) * 60000 + 60000; setTimeout(() => { tick(at).catch(e => console.error(e)).finally(arm); }, at - Date.now() + 5).unref(); };

// ---- tools ----------------------------------------------------------------
const mcp = (t) => ({ name: t.tool_id, title: t.title, description: t.description, inputSchema: J(t.input_schema) });
const pubTool = (t) => ({ tool_id: t.tool_id, title: t.title, description: t.description, toolset_name: t.toolset_name, needs_connection: t.needs_connection });
const fold = (s) => s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
function score(t, text) {
  const qs = fold(text).match(/[\p{L}\p{N}]+/gu) || []; if (!qs.length) return 0;
  if (fold(text.trim()) === fold(t.tool_id)) return 1;
  const name = fold(t.tool_id).split('_').concat(fold(t.title).split(' ')), words = fold(t.description).match(/[\p{L}\p{N}]+/gu) || [];
  const one = (w) => name.includes(w) ? 1 : name.some(n => n.startsWith(w)) ? 0.8 : words.includes(w) ? 0.6 : words.some(n => n.startsWith(w)) ? 0.4 : 0;
  return Math.round(qs.reduce((a, w) => a + one(w), 0) / qs.length * 1e4) / 1e4;
}
R.get('/tools/list', auth, async (ctx) => json(ctx, (await q('SELECT * FROM tools ORDER BY id')).map(mcp)));
R.get('/tools', async (ctx) => json(ctx, (await q('SELECT * FROM tools ORDER BY id')).map(pubTool)));
R.get('/tools/search', auth, async (ctx) => {
  const text = qOne(ctx, 'q'), kit = qOne(ctx, 'toolkit'); if (!text) throw bad('query.q', 'must have at least 1 character');
  const limit = qInt(ctx, 'limit', 20, 1, 200), min = qNum(ctx, 'min_score', 0.15, 0, 1);
  const rows = kit && kit !== 'null' ? await q('SELECT * FROM tools WHERE toolset_name=? ORDER BY id', [kit]) : await q('SELECT * FROM tools ORDER BY id');
  let hits = rows.map(t => [score(t, text), t]);
  if (fault('tool-search-wildcards')) { const like = new Set((await q("SELECT id FROM tools WHERE tool_id LIKE CONCAT('%', ?, '%') OR description LIKE CONCAT('%', ?, '%')", [text, text])).map(r => r.id)); hits = hits.map(([s, t]) => [s || (like.has(t.id) ? 0.5 : 0), t]); }
  hits = hits.filter(h => h[0] >= min).sort((a, b) => b[0] - a[0] || a[1].id - b[1].id).slice(0, limit);
  json(ctx, hits.map(([s, t]) => ({ ...mcp(t), ...(fault('tool-search-schema-as-text') ? { inputSchema: t.input_schema } : {}), score: s })));
});
R.get('/tools/:tool_id', async (ctx) => { const [t] = await q('SELECT * FROM tools WHERE tool_id=?', [ctx.params.tool_id]); if (!t) throw notFound('tool'); json(ctx, pubTool(t)); });
R.post('/tools/run/:tool_name', auth, async (ctx) => {
  const sid = qOne(ctx, 'service_id') ?? 'default', ns = qOne(ctx, 'service_id_namespace') ?? 'global'; const input = await jsonBody(ctx);
  const [t] = await q('SELECT * FROM tools WHERE tool_id=?', [ctx.params.tool_name]); if (!t) throw notFound('tool');
  const t0 = Date.now(); let output;
  try { output = await runTool(t, J(t.input_schema), input, ctx.user, sid, ns); } catch (e) { if (e instanceof TL.Invalid) throw new HttpErr(400, 'invalid_input', e.message); throw e; }
  const r = await q('INSERT INTO executions (user_id, tool_name, service_id, service_id_namespace, input, output, is_error, duration_ms, created_at) VALUES (?,?,?,?,?,?,0,?,?)', [ctx.user.id, t.tool_id, sid, ns, JS(input), JS(output), Date.now() - t0, now()]);
  json(ctx, { log_id: r.insertId, tool_name: t.tool_id, is_error: 0, output });
});
R.get('/toolsets/list', auth, async (ctx) => json(ctx, (await q('SELECT s.*, (SELECT COUNT(*) FROM tools t WHERE t.toolset_name=s.toolset_name) n FROM toolsets s ORDER BY s.id')).map(s => ({ toolset_name: s.toolset_name, title: s.title, description: s.description, tool_count: s.n }))));
R.get('/toolsets/:toolset_name', auth, async (ctx) => {
  const [s] = await q('SELECT * FROM toolsets WHERE toolset_name=?', [ctx.params.toolset_name]); if (!s) throw notFound('toolset');
  let tools = (await q('SELECT * FROM tools WHERE toolset_name=? ORDER BY id', [s.toolset_name])).map(t => ({ tool_id: t.tool_id, ...mcp(t) }));
  if (fault('toolset-loses-last-tool')) tools = tools.slice(0, tools.length - 1);
  json(ctx, { toolset_name: s.toolset_name, title: s.title, description: s.description, tools });
});
const utSql = 'SELECT t.*, i.id inst_id, i.created_at installed_at, i.user_id FROM installed_tools i JOIN tools t ON t.tool_id=i.tool_id WHERE i.user_id=?';
const ut = (t) => ({ ...pubTool(t), installation_id: t.inst_id, installed_at: sec(t.installed_at) });
const inst = (t) => ({ installation_id: t.inst_id, tool_id: t.tool_id, user_id: t.user_id, installed_at: sec(t.installed_at) });
R.get('/user-tools', auth, async (ctx) => json(ctx, (await q(utSql + ' ORDER BY i.id', [ctx.user.id])).map(ut)));
R.post('/user-tools', auth, async (ctx) => {
  const v = take(await jsonBody(ctx), { tool_id: ['str', { req: 1 }] }); const no = (m) => new HttpErr(409, 'installation_failed', m);
  const [t] = await q('SELECT * FROM tools WHERE tool_id=?', [v.tool_id]); if (!t) throw no('there is no such tool');
  let r;
  if (fault('tool-installed-twice-at-once')) { if ((await q('SELECT id FROM installed_tools WHERE user_id=? AND tool_id=?', [ctx.user.id, t.tool_id])).length) throw no('the tool is installed'); await q('SELECT id FROM toolsets WHERE toolset_name=?', [t.toolset_name]); await q('SELECT COUNT(*) n FROM installed_tools WHERE user_id=?', [ctx.user.id]); r = await q('INSERT INTO installed_tools (user_id, tool_id, dup, created_at) VALUES (?,?,?,?)', [ctx.user.id, t.tool_id, crypto.randomInt(1, 2 ** 40), now()]); }
  else r = await q('INSERT INTO installed_tools (user_id, tool_id, created_at) VALUES (?,?,?)', [ctx.user.id, t.tool_id, now()]).catch(e => { throw e.code === 'ER_DUP_ENTRY' ? no('the tool is installed') : e; });
  const [x] = await q(utSql + ' AND i.id=?', [ctx.user.id, r.insertId]); json(ctx, inst(x || { inst_id: r.insertId, tool_id: t.tool_id, user_id: ctx.user.id, installed_at: now() }));
});
const utOr404 = async (ctx) => { const [t] = await q(utSql + ' AND i.tool_id=?', [ctx.user.id, ctx.params.tool_id]); if (!t) throw notFound('installed tool'); return t; };
R.get('/user-tools/:tool_id', auth, async (ctx) => json(ctx, ut(await utOr404(ctx))));
R.delete('/user-tools/:tool_id', auth, async (ctx) => { const t = await utOr404(ctx); const r = await q('DELETE FROM installed_tools WHERE user_id=? AND tool_id=?', [ctx.user.id, t.tool_id]); if (!r.affectedRows) throw notFound('installed tool'); json(ctx, inst(t)); });

// ---- user and VIP codes ---------------------------------------------------
R.get('/', auth, async (ctx) => {
  const [{ n }] = await q('SELECT COUNT(*) n FROM agents WHERE user_id=? AND is_deleted=0', [ctx.user.id]);
  const u = fault('current-user-mixed-up') ? lastUser : ctx.user;
  json(ctx, { user_id: u.id, email: u.email, display_name: u.display_name, tier: u.tier, agent_count: n, created_at: sec(u.created_at) });
});
const vipDb = async (ctx, next) => { try { await next(); } catch (e) { if (e instanceof HttpErr) throw e; console.error(e); throw new HttpErr(400, 'database_error', 'the database failed'); } };
R.get('/vip', auth, vipDb, async (ctx) => {
  const [{ n }] = await q('SELECT COUNT(*) n FROM vip_redemptions WHERE user_id=?', [ctx.user.id]); const [{ m }] = await q('SELECT COUNT(*) m FROM vip_redemptions r JOIN vip_codes c ON c.id=r.code_num WHERE c.owner_id=?', [ctx.user.id]);
  json(ctx, { redeemed_count: n, own_codes_redeemed_count: m });
});
R.post('/vip', auth, vipDb, async (ctx) => {
  const v = take(await jsonBody(ctx), { vip_code: ['str', { req: 1 }] }); const no = (c, m) => new HttpErr(400, c, m);
  const [c] = await q('SELECT * FROM vip_codes WHERE vip_code=?', [v.vip_code]); if (!c) throw no('invalid_code', 'the code is invalid');
  if (c.owner_id === ctx.user.id) throw no('own_code', 'own codes cannot be redeemed');
  if (fault('vip-code-once-for-everybody') && (await q('SELECT id FROM vip_redemptions WHERE code_num=?', [c.id])).length) throw no('already_redeemed', 'the code was redeemed');
  const t = now(); const r = await q('INSERT INTO vip_redemptions (code_num, user_id, created_at) VALUES (?,?,?)', [c.id, ctx.user.id, t]).catch(e => { throw e.code === 'ER_DUP_ENTRY' ? no('already_redeemed', 'the code was redeemed') : e; });
  json(ctx, { redemption_id: r.insertId, vip_code: c.vip_code, perk: c.perk, redeemed_at: sec(t) });
});

// ---- the app --------------------------------------------------------------
app.proxy = false; app.silent = true;
app.use(async (ctx, next) => {
  try { await next(); if (ctx.status === 404 && ctx.body === undefined) throw notFound('route'); }
  catch (e) {
    if (e.status === 400 && /decode/i.test(e.message)) e = bad('path', 'must be encoded UTF-8');
    if (e instanceof RangeError) e = bad('body', 'is nested too deeply');
    if (!(e instanceof HttpErr)) { console.error(ctx.method, ctx.url, e); e = e.code === 'ER_DATA_TOO_LONG' || e.code === 'ER_WARN_DATA_OUT_OF_RANGE' ? bad('body', 'has a value that is too long') : new HttpErr(500, 'internal_error', 'something went wrong'); }
    if (e.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
    json(ctx, { error: { code: e.code, message: e.message, ...(e.extra || {}) } }, e.status);
  }
});
app.use(W.routes()); app.use(R.routes()); app.use(R.allowedMethods({ throw: true, methodNotAllowed: () => new HttpErr(405, 'method_not_allowed', 'this method is not allowed here'), notImplemented: () => new HttpErr(501, 'not_implemented', 'this method is not known') }));

const dir = db.tmp(); let mdb = null;
let stopping = false;
const stop = (code) => {
  if (stopping) return; stopping = true;
  const end = () => { try { fs.rmSync(dir, { recursive: true, force: true, maxRetries: 3 }); } catch {} process.exit(code); };
  if (!mdb || mdb.exitCode !== null || mdb.signalCode !== null) return end();
  mdb.once('exit', end); mdb.kill('SIGKILL'); setTimeout(end, 3000);
};
process.on('SIGTERM', () => stop(0)); process.on('SIGINT', () => stop(0));
process.on('unhandledRejection', (e) => console.error(e));
(async () => {
  execFileSync('cp', ['-a', path.join(__dirname, '.template/data'), dir + '/data']);
  mdb = db.launch(dir); mdb.on('exit', (c) => { if (stopping) return; console.error('mariadbd ended', c); stop(1); });
  await (await db.connect(dir, {})).end();
  pool = mysql.createPool({ socketPath: dir + '/s.sock', user: 'root', database: 'workers', charset: 'utf8mb4', connectionLimit: 16, dateStrings: true, timezone: 'Z', queueLimit: 0 });
  await S.seed(q); arm();
  const srv = app.listen(PORT, '127.0.0.1', 1024, () => process.stdout.write('ready\n')); srv.keepAliveTimeout = 65000; srv.requestTimeout = 0;
})().catch(e => { console.error(e); stop(1); });
