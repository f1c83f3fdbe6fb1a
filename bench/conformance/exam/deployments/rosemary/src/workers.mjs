// The Workers API (older than the rest): runs, streams, background jobs.
import { db } from './schema.mjs';
import { SERVICE, fault, lock, sleep, uuid, now } from './db.mjs';
import { userOfKey } from './auth.mjs';
import { readBody, UUID, cors } from './http.mjs';
import { plan } from './brain.mjs';

class Refusal extends Error { constructor(status, error, headers = {}) { super(error); Object.assign(this, { status, headers }); } }

const append = (runId, role, content) => db.run_messages.insert(SERVICE, { run_id: runId, role, content });
export function log(runId, event, more = {}) {
  const run = db.agent_runs.rows.get(runId);
  return db.agent_run_logs.insert(SERVICE, { run_id: runId, agent_id: run?.agent_id ?? null, event, role: null, content: null, metadata: {}, ...more });
}
export function newRun(uid, agentId) {
  const run = db.agent_runs.insert(uid, { agent_id: agentId, user_id: uid });
  return { run, entry: log(run.run_id, 'run.created') };
}

function startJob(run, job) {
  const jobId = `job_${uuid().replaceAll('-', '').slice(0, 20)}`;
  db.agent_runs.touch(SERVICE, run.run_id, { status: 'running', job_id: jobId });
  log(run.run_id, 'job.started', { metadata: { job_id: jobId } });
  setTimeout(() => {
    const close = () => db.agent_runs.touch(SERVICE, run.run_id, { status: 'idle', job_id: null });
    const tell = () => {
      append(run.run_id, 'assistant', job.result);
      log(run.run_id, job.error ? 'job.failed' : 'job.succeeded', { metadata: { job_id: jobId } });
    };
    if (fault('job-result-after-idle')) { close(); setTimeout(tell, 1500).unref(); return; }
    tell();
    if (job.error && fault('failed-job-never-ends')) return;
    close();
  }, job.seconds * 1000).unref();
  return jobId;
}

function jobOf(run) {
  if (fault('job-header-of-any-run')) return db.agent_runs.select(SERVICE, { user_id: run.user_id }, { filter: (r) => r.job_id })[0]?.job_id || null;
  return db.agent_runs.rows.get(run.run_id).job_id;
}

function findAgent(uid, agentId) {
  const agent = UUID.test(agentId) ? db.agents.rows.get(agentId.toLowerCase()) : null;
  if (!agent || agent.deleted_at) throw new Refusal(404, 'agent not found');
  if (!db.agents.may('select', uid, agent) && !fault('private-worker-callable')) throw new Refusal(403, 'agent is private');
  return agent;
}
function payFor(uid, agent) {
  if (!agent.is_paid || agent.user_id === uid) return;
  if (!db.agent_subscriptions.select(uid, { user_id: uid, agent_id: agent.agent_id, status: 'active' })[0]) throw new Refusal(402, 'agent needs a subscription');
}
function findRun(uid, agent, runId, verb) {
  const run = UUID.test(runId) ? db.agent_runs.rows.get(runId.toLowerCase()) : null;
  const mine = run && (db.agent_runs.may(verb, uid, run)
    || (verb === 'select' && fault('run-select-policy-missing')) || (verb === 'update' && fault('run-update-policy-missing')));
  if (!mine || (run.agent_id !== agent.agent_id)) throw new Refusal(404, 'run not found');
  return run;
}

async function messageOf(req, required) {
  let body;
  try { body = JSON.parse((await readBody(req)).toString('utf8')); } catch (e) { throw new Refusal(400, 'body is not JSON'); }
  if (!body || typeof body !== 'object' || Array.isArray(body)) throw new Refusal(400, 'body must be an object');
  if (body.message === undefined && !required) return undefined;
  if (typeof body.message !== 'string') throw new Refusal(400, 'message must be a string');
  if (required && fault('empty-resume-refused') && !body.message) throw new Refusal(400, 'message must not be empty');
  if (fault('message-whitespace-trimmed')) return body.message.trim().replace(/[ \t]+/g, ' ');
  return body.message;
}

// one turn: the message is logged, the answer streamed and logged
async function turn(res, run, agent, message, ndjson, isNew) {
  const before = db.agent_runs.rows.get(run.run_id).message_count;
  if (message !== undefined) {
    append(run.run_id, 'user', message);
    log(run.run_id, 'message.user', { role: 'user', content: message });
  }
  const p = plan(message, before + 1, agent);
  const jobId = p.job ? startJob(run, p.job) : null;
  const headers = { ...cors, 'content-type': ndjson ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
  if (isNew || !fault('put-without-run-header')) headers['X-Service-Run-ID'] = run.run_id;
  if (jobId) headers['x-service-job-id'] = jobId;
  let gone = false;
  res.on('close', () => { gone = !res.writableFinished; });
  res.writeHead(200, headers);
  res.flushHeaders();
  const held = [];
  const write = (x) => {
    if (gone) return;
    if (fault('stream-held-back')) held.push(x); else res.write(x);
  };
  let rest = Buffer.alloc(0);
  const text = (t) => {
    if (!fault('text-stream-cut-in-bytes')) return write(t);
    rest = Buffer.concat([rest, Buffer.from(t)]);
    while (rest.length >= 16) { write(rest.subarray(0, 16).toString('utf8')); rest = rest.subarray(16); }
  };
  const line = (o) => {
    let s = JSON.stringify(o);
    if (fault('ndjson-bare-newline') && o.type === 'text') s = `{"type":"text","text":"${o.text.replaceAll('"', '\\"')}"}`;
    write(`${s}\n`);
  };
  if (ndjson) line({ type: 'start', runId: run.run_id });
  if (ndjson && jobId) line({ type: 'job', jobId });
  let answer = '';
  for (const step of p.steps) {
    if (step.wait) await sleep(step.wait);
    if (gone && fault('answer-lost-on-disconnect')) return;
    if (step.call) {
      const callId = `call_${uuid().slice(0, 8)}`;
      db.mcp_server_logs.insert(SERVICE, { run_id: run.run_id, server_name: step.server, tool_name: step.call, input: step.input, output: step.output, is_error: false });
      log(run.run_id, 'tool.called', { metadata: { tool: step.call } });
      if (ndjson) {
        line({ type: 'toolCall', callId, name: step.call, input: step.input });
        if (!fault('ndjson-without-tool-response')) line({ type: 'toolResponse', callId, name: step.call, output: step.output });
      } else if (fault('text-stream-shows-tool-calls')) text(`[${step.call} ${JSON.stringify(step.input)} -> ${JSON.stringify(step.output)}]\n`);
    } else {
      answer += step.say;
      if (ndjson) line({ type: 'text', text: step.say }); else text(step.say);
    }
  }
  if (rest.length) write(rest.toString('utf8'));
  append(run.run_id, 'assistant', answer);
  log(run.run_id, 'message.assistant', { role: 'assistant', content: answer });
  if (ndjson) line({ type: 'done', runId: run.run_id });
  for (const h of held) res.write(h);
  res.end();
}

const recent = new Map();
async function post(req, res, uid, agentId, ndjson) {
  const agent = findAgent(uid, agentId);
  payFor(uid, agent);
  const message = await messageOf(req, false);
  if (fault('post-refused-while-job-runs') && db.agent_runs.select(uid, { user_id: uid, agent_id: agent.agent_id }, { filter: (r) => r.job_id })[0]) throw new Refusal(409, 'a job is running');
  let run;
  const twice = `${uid}|${agent.agent_id}|${message}`;
  if (fault('post-same-message-same-run') && recent.get(twice)?.t > Date.now() - 5000) run = db.agent_runs.rows.get(recent.get(twice).id);
  else run = newRun(uid, agent.agent_id).run;
  if (fault('post-same-message-same-run')) recent.set(twice, { t: Date.now(), id: run.run_id });
  const release = await lock(`run:${run.run_id}`);
  try { await turn(res, run, agent, message, ndjson, true); } finally { release(); }
}

async function put(req, res, uid, agentId, runId, ndjson) {
  const agent = findAgent(uid, agentId);
  payFor(uid, agent);
  const run = findRun(uid, agent, runId, 'update');
  const message = await messageOf(req, true);
  const guard = () => {
    const job = db.agent_runs.rows.get(run.run_id).job_id;
    if (!job) return;
    if (ndjson && fault('ndjson-put-ignores-job')) return;
    if (fault('refused-put-is-appended')) append(run.run_id, 'user', message);
    throw new Refusal(409, 'a background job is running', { 'X-Service-Run-ID': run.run_id, 'x-service-job-id': job });
  };
  guard();
  if (fault('put-without-run-lock')) { // the turn is stored by the copy that was read before
    const seen = db.run_messages.select(SERVICE, { run_id: run.run_id }, { asc: true }).map((m) => m.message_id);
    await sleep(30);
    for (const m of db.run_messages.select(SERVICE, { run_id: run.run_id })) if (!seen.includes(m.message_id)) db.run_messages.remove(SERVICE, m.message_id);
    return turn(res, run, agent, message, ndjson, false);
  }
  const release = await lock(`run:${run.run_id}`);
  try { guard(); await turn(res, run, agent, message, ndjson, false); } finally { release(); }
}

function get(res, uid, agentId, runId, head) {
  const agent = findAgent(uid, agentId);
  const run = findRun(uid, agent, runId, 'select');
  let rows = db.run_messages.select(SERVICE, { run_id: run.run_id }, { asc: true });
  if (fault('history-orders-by-time-and-role')) rows.sort((a, b) => a.created_at.slice(0, 19).localeCompare(b.created_at.slice(0, 19)) || a.role.localeCompare(b.role));
  if (fault('history-range-of-ten')) rows = rows.slice(0, 10);
  const buf = Buffer.from(JSON.stringify(rows.map((m) => ({ role: m.role, content: m.content, createdAt: m.created_at }))));
  const headers = { ...cors, 'content-type': 'application/json; charset=utf-8', 'content-length': buf.length, 'X-Service-Run-ID': run.run_id, 'cache-control': 'no-store' };
  const job = jobOf(run);
  if (job) headers['x-service-job-id'] = job;
  res.writeHead(200, headers);
  res.end(head ? undefined : buf);
}

export async function handleWorkers(req, res, path) {
  try {
    const segs = path.split('/').slice(2);
    const ndjson = segs[0] === 'ndjson';
    if (ndjson) segs.shift();
    const uid = userOfKey(req);
    if (!uid) throw new Refusal(401, 'API key is missing or invalid');
    const [agentId, runId] = segs;
    const m = req.method;
    if (segs.length === 1 && m === 'POST') return await post(req, res, uid, agentId, ndjson);
    if (segs.length === 2 && m === 'PUT') return await put(req, res, uid, agentId, runId, ndjson);
    if (segs.length === 2 && !ndjson && (m === 'GET' || m === 'HEAD')) return get(res, uid, agentId, runId, m === 'HEAD');
    if (segs.length === 1 || segs.length === 2) throw new Refusal(405, 'method not allowed', { allow: segs.length === 1 ? 'POST' : ndjson ? 'PUT' : 'GET, PUT' });
    throw new Refusal(404, 'not found');
  } catch (e) {
    const status = e.status || 500;
    if (status === 500) console.error(e);
    if (res.headersSent) return res.destroy();
    if (!req.readableEnded) req.resume();
    const buf = Buffer.from(JSON.stringify({ ok: false, error: status === 500 ? 'internal error' : e.message }));
    res.writeHead(status, { ...cors, 'content-type': 'application/json; charset=utf-8', 'content-length': buf.length, ...e.headers });
    res.end(req.method === 'HEAD' ? undefined : buf);
  }
}
