'use strict';
// The Workers API: POST/PUT text and NDJSON, GET of a run's messages.
const { F, halt, uuid, UUID, now, bearer, sleep } = require('./lib');
const { DB, tools } = require('./seed');
let jobNo = 300;
const lastOf = new Map();
let mixed = null;

const hasJob = (run) => run.job !== null;
const turns = (run) => run.messages.filter((m) => m.role === 'user').map((m) => m.content);

function plan(agent, run, message, old) {
  // an answer by rule: which turn this is, what was said now, and what was said before in this run
  let said = old || turns(run);
  if (F('put-forgets-first-turn') && said.length > 2) said = said.slice(-2);
  const n = said.length;
  const low = message.toLowerCase();
  const out = { calls: [], slow: low.includes('slowly'), job: null, text: '' };
  if (low.includes('gauge')) {
    const input = { town: 'Emden' };
    out.calls.push({ name: 'read_gauge', input, output: tools.find((t) => t.name === 'read_gauge').run(input) });
  }
  if (low.includes('night shift')) out.job = low.includes('broken') ? 'bad' : 'good';
  const parts = [`${agent.Name || 'Worker'} (turn ${n}) heard: ${message}.`];
  if (n > 1) parts.push(` Before that you said: ${said.slice(0, -1).join(' / ')}.`);
  if (out.calls.length) parts.push(' I looked at the water; it stands where it should.');
  if (out.job) parts.push(' The night shift has begun; ask again when it is over.');
  out.text = parts.join('');
  return out;
}
function* pieces(text) { const a = [...text]; for (let i = 0; i < a.length; i += 24) yield a.slice(i, i + 24).join(''); }

function startJob(run, kind) {
  const id = 'job:' + (++jobNo);
  run.job = id;
  setTimeout(() => {
    if (F('job-never-ends-after-error') && kind === 'bad') return;
    run.job = null;
    if (F('put-409-after-failed-job') && kind === 'bad') run.stuck = true;
    const role = F('job-result-as-user') ? 'user' : 'assistant';
    if (!F('job-result-lost')) add(run, role, kind === 'bad' ? 'The night shift broke off with an error.' : 'The night shift is done: 3 of 3.');
    if (F('job-clears-history') && kind === 'good') run.messages.splice(0, run.messages.length - 1);
    run.Status = kind === 'bad' ? 'failed' : 'idle';
  }, 400);
}
function add(run, role, content) {
  const m = { role, content, At: now() };
  if (F('history-html-escaped')) m.content = content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  if (F('history-whitespace-collapsed')) m.content = content.replace(/\s+/g, ' ').trim();
  run.messages.push(m); run.Updated = m.At;
  return m;
}
function newRun(user, agent) {
  const run = { run_id: uuid(), owner: user, agent_id: agent.agent_id, messages: [], calls: [], logs: [], job: null, Status: 'idle', Created: now(), chain: Promise.resolve() };
  run.Updated = run.Created;
  DB.runs.push(run);
  return run;
}
const paidFor = (user, a) => !a.Price || a.owner === user || DB.subs.some((s) => s.user === user && s.agent_id === a.agent_id && s.Status === 'active');

module.exports = async function work(req, res, path, raw, send) {
  let seg = path.split('/').filter(Boolean);
  const nd = seg[0] === 'ndjson';
  if (nd) seg = seg.slice(1);
  const [agentId, runId] = seg.map((s) => s.toLowerCase());
  const method = req.method;
  if (!seg.length || seg.length > 2) halt(404, 'no such path');
  const okMethod = seg.length === 1 ? method === 'POST' : method === 'PUT' || (method === 'GET' && !nd);
  if (!okMethod) halt(405, 'method not allowed');

  const token = bearer(req);
  let user = null;
  if (!token) {
    if (!(F('get-run-without-key') && method === 'GET')) halt(401, 'no API key');
  } else {
    let key = DB.keys.find((k) => k.Key === token);
    if (!key && F('deleted-key-still-works')) key = (DB.deadKeys || []).find((k) => k.Key === token);
    if (key && F('new-key-not-active') && key.api_key_id > 4103) key = null;
    if (!key && F('ndjson-any-key') && nd) key = DB.keys[0];
    if (!key) halt(403, 'API key not known');
    user = key.owner;
  }
  if (!UUID.test(agentId)) halt(404, 'no such worker');
  const agent = DB.agents.find((a) => a.agent_id === agentId);
  if (!agent) halt(404, 'no such worker');
  if (agent.visibility === 'private' && user && agent.owner !== user && !F('private-agent-callable')) halt(404, 'no such worker');

  let run = null;
  if (seg.length === 2) {
    run = DB.runs.find((r) => r.run_id === runId && r.agent_id === agentId);
    if (run && user && run.owner !== user) {
      if (!((F('foreign-run-readable') && method === 'GET') || (F('foreign-run-continuable') && method === 'PUT'))) run = null;
    }
    if (!run) halt(404, 'no such run');
  }
  if (method === 'GET') {
    let list = run.messages.map((m) => ({ role: m.role, content: m.content, At: m.At }));
    if (F('messages-reversed-when-long') && list.length > 4) list.reverse();
    if (F('messages-grouped-by-role')) list.sort((a, b) => (a.role < b.role ? 1 : a.role > b.role ? -1 : 0));
    if (F('messages-last-ten')) list = list.slice(-10);
    if (F('messages-in-envelope')) list = { messages: list };
    const h = {};
    if (hasJob(run) && !(F('job-header-missing-after-put') && run.messages.filter((m) => m.role === 'user').length > 1)) h['x-service-job-id'] = run.job;
    if (F('job-header-none-when-idle') && !hasJob(run)) h['x-service-job-id'] = 'none';
    if (F('job-header-any-run')) { const r = DB.runs.find((x) => x.owner === run.owner && x.job); if (r) h['x-service-job-id'] = r.job; }
    if (F('get-job-404') && hasJob(run)) halt(404, 'run is busy');
    if (F('poll-ends-job') && hasJob(run)) { run.polls = (run.polls || 0) + 1; if (run.polls >= 2) { run.job = null; delete h['x-service-job-id']; } }
    return send(res, 200, list, h);
  }
  if (!paidFor(user, agent) && !(F('unpaid-put-allowed') && method === 'PUT')) halt(402, 'a subscription is needed');

  if (run && method === 'PUT') {
    if (F('put-409-after-failed-job') && run.stuck) halt(409, 'job is running');
    const busy = F('put-blocked-by-other-run') ? DB.runs.some((r) => r.owner === user && r.job) : hasJob(run);
    if (busy && !(F('put-ndjson-during-job') && nd)) {
      if (F('put-409-still-adds')) { try { add(run, 'user', JSON.parse(raw).message); } catch { /* nothing */ } }
      return send(res, F('put-busy-423') ? 423 : 409, { Code: 409, Text: 'a job is running in this run' });
    }
  } else if (F('post-409-during-job') && DB.runs.some((r) => r.owner === user && r.agent_id === agentId && r.job)) {
    halt(409, 'a job is running');
  }
  let body;
  try { body = JSON.parse(raw); } catch { halt(400, 'body is not JSON'); }
  if (!body || typeof body.message !== 'string') halt(400, 'message must be a string');
  const message = body.message;

  const fresh = !run;
  let before = null;
  if (fresh) {
    run = newRun(user, agent);
    const k = user + agentId, prev = lastOf.get(k);
    if (F('ndjson-post-keeps-context') && nd && prev) before = turns(prev);
    lastOf.set(k, run);
  }
  // one turn after the other in a run
  const mine = run.chain;
  let done; run.chain = new Promise((r) => { done = r; });
  if (!F('put-race-loses-message')) await mine;
  try {
    if (method === 'PUT' && hasJob(run) && !(F('put-ndjson-during-job') && nd)) return send(res, 409, { Code: 409, Text: 'a job is running in this run' });
    await turn();
  } finally { done(); }

  async function turn() {
    const snapshot = run.messages.slice();
    if (F('put-race-loses-message')) await sleep(5);
    const said = add(run, 'user', message);
    const p = plan(agent, run, message, before ? before.concat(message) : null);
    for (const c of p.calls) run.calls.push({ run_id: run.run_id, Tool: c.name, Server: 'sky', Input: c.input, Output: c.output, At: now() });
    run.logs.push({ run_id: run.run_id, agent_id: agentId, Kind: fresh ? 'start' : 'resume', Form: nd ? 'ndjson' : 'text', At: now() });
    if (p.job) startJob(run, p.job);
    const head = { 'content-type': nd ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    let hid = run.run_id;
    if (F('post-run-id-unusable') && fresh && nd) hid = uuid();
    if (!(F('put-no-run-id') && !fresh && !nd) && !(F('ndjson-put-no-run-id') && !fresh && nd)) head['x-service-run-id'] = F('run-id-braces') && fresh ? '{' + hid + '}' : hid;
    res.writeHead(200, head);
    res.flushHeaders();
    const line = (o) => {
      const s = JSON.stringify(o);
      if (F('ndjson-pretty')) return JSON.stringify(o, null, 2) + '\n';
      if (F('ndjson-raw-newline')) return s.replace(/\\n/g, '\n') + '\n';
      if (F('ndjson-no-line-ends')) return s;
      return s + '\n';
    };
    let gone = false; res.on('close', () => { if (!res.writableFinished) gone = true; });
    if (!nd && F('text-shows-tool-calls')) for (const c of p.calls) res.write(`[tool ${c.name} -> ${c.output}]\n`);
    if (!nd && F('text-shows-tool-json')) for (const c of p.calls) res.write(line({ event: 'reply', name: c.name, output: c.output }));
    if (nd && !(F('ndjson-put-no-signals') && !fresh)) {
      for (const c of p.calls) {
        if (!(F('ndjson-reply-only'))) res.write(line({ event: 'call', name: c.name, input: c.input }));
        await sleep(1);
        if (!F('ndjson-call-without-reply')) res.write(line({ event: 'reply', name: c.name, output: c.output }));
      }
    }
    let text = p.text, sent = 0;
    const all = [...pieces(text)];
    for (let i = 0; i < all.length; i++) {
      let piece = all[i];
      if (F('text-utf8-broken') && !nd) {
        const b = Buffer.from(text); const part = b.subarray(i * 24, i === all.length - 1 ? undefined : (i + 1) * 24); piece = part.toString('utf8');
      }
      if (F('stream-cut-at-500') && !nd && (sent += piece.length) > 500) break;
      if (F('streams-mixed')) { if (mixed && mixed !== res && i % 2) { try { mixed.write(nd ? line({ event: 'text', text: piece }) : piece); continue; } catch { /* closed */ } } mixed = res; }
      if (F('ndjson-last-piece-doubled') && nd && i === all.length - 1) res.write(line({ event: 'text', text: piece }));
      res.write(nd ? line({ event: 'text', text: piece }) : piece);
      if (p.slow) await sleep(40); else if (i < 6) await sleep(1);
    }
    if (F('streams-mixed') && mixed === res) mixed = null;
    if (gone && F('abort-locks-run')) await new Promise(() => {});
    if (gone && F('abort-drops-turn')) { run.messages = snapshot; }
    else {
      if (F('put-race-loses-message')) { run.messages = snapshot.concat(said); }
      const done = add(run, 'assistant', text);
      if (F('ndjson-answer-not-stored') && nd) run.messages.pop();
      if (F('answer-stored-cut') && done.content.length > 255) done.content = done.content.slice(0, 255);
    }
    if (nd) res.write(line({ event: 'end', run_id: run.run_id }));
    if (F('stream-not-closed') && nd && fresh && p.calls.length) { res.destroy(); return; }
    res.end();
  }
};
module.exports.newRun = newRun;
