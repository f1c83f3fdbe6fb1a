// Workers API, runs, their logs, background jobs.
import * as S from './schemas.mjs';
import { route } from './http.mjs';
import { db, connect, F, fail, uuid, nano, tick, isoMicros, load, loadMany, enc, run, withLock, sleep } from './redis.mjs';
import { runTool } from './catalog.mjs';
import { jobKinds } from './jobs.mjs';

const R = { runId: 's', agentId: 's', userId: 's', trigger: 's', jobId: 's', createdAt: 'n', updatedAt: 'n', messageCount: 'n' };
const rkey = (id) => 'run:' + id;
const logEntry = (runId, at, event, detail) => JSON.stringify({ runId, logId: nano('log_', 10), event, detail, at: isoMicros(at) });

// begin: refuse while a job runs, else append the user's message. finish: end a job once only.
db.defineCommand('beginTurn', { numberOfKeys: 3, lua: `
  if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
  if redis.call('HEXISTS', KEYS[1], 'jobId') == 1 then return 0 end
  local n = redis.call('RPUSH', KEYS[2], ARGV[1])
  redis.call('RPUSH', KEYS[3], ARGV[2])
  redis.call('HSET', KEYS[1], 'updatedAt', ARGV[3], 'messageCount', n)
  return n` });
db.defineCommand('say', { numberOfKeys: 3, lua: `
  local n = redis.call('RPUSH', KEYS[2], ARGV[1])
  redis.call('RPUSH', KEYS[3], ARGV[2])
  redis.call('HSET', KEYS[1], 'updatedAt', ARGV[3], 'messageCount', n)
  return n` });
db.defineCommand('finishJob', { numberOfKeys: 3, lua: `
  if redis.call('HGET', KEYS[1], 'jobId') ~= ARGV[1] then return 0 end
  redis.call('HDEL', KEYS[1], 'jobId')
  local n = redis.call('RPUSH', KEYS[2], ARGV[2])
  redis.call('RPUSH', KEYS[3], ARGV[3])
  redis.call('HSET', KEYS[1], 'updatedAt', ARGV[4], 'messageCount', n)
  return 1` });

export async function openRun(agentId, userId, trigger, runId = uuid()) {
  const at = await tick();
  const entry = logEntry(runId, at, 'run.opened', { trigger, agentId });
  const m = db.multi().hset(rkey(runId), enc(R, { runId, agentId, userId, trigger, createdAt: at, updatedAt: at, messageCount: 0 }))
    .zadd(`user:${userId}:runs`, F('runs-score-seconds') ? Math.floor(at / 1e6) * 1e6 : at, runId).rpush(rkey(runId) + ':logs', entry);
  await run(m);
  return JSON.parse(entry);
}
const localJobs = new Map();
const recent = new Map();

function plan(agent, history, message) {
  const said = history.filter((m) => m.role === 'user');
  const n = said.length;
  if (/\bjob\b/i.test(message) && /fail|error/i.test(message)) return { job: { ok: false }, steps: [{ text: 'I started the job in the background. ' }, { text: 'It may take some seconds.' }] };
  if (/long job|background job/i.test(message)) return { job: { ok: true }, steps: [{ text: 'I started the job in the background. ' }, { text: 'It may take some seconds.' }] };
  if (/\btide\b/i.test(message)) {
    const port = /\bat ([A-Z][a-z]+)/.exec(message)?.[1] ?? 'Hull';
    return { steps: [{ text: 'Let me look at the tables. ' }, { tool: 'read_tide_table', input: { port } }, { text: `The next high water at ${port} comes this evening.` }] };
  }
  if (/slowly/i.test(message)) {
    const words = ['One', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
    return { steps: words.flatMap((w, i) => (i ? [{ wait: 220 }, { text: ' ' + w }] : [{ text: w }])) };
  }
  return { steps: [{ text: n <= 1 ? `You said: ${message}` : `You said: ${message}\nThis is message ${n}; you began with: ${said[0].content}` }] };
}
function pieces(text) {
  if (F('stream-splits-characters')) {
    const b = Buffer.from(text); const out = [];
    for (let i = 0; i < b.length; i += 16) out.push(b.subarray(i, i + 16).toString('utf8'));
    return out;
  }
  const chars = [...text]; const size = Math.max(12, Math.ceil(chars.length / 12)); const out = [];
  for (let i = 0; i < chars.length; i += size) out.push(chars.slice(i, i + size).join(''));
  return out;
}

async function turn(c, rec, agent, message, ndjson, fresh) {
  const { runId } = rec; const k = rkey(runId);
  const append = async (role, content) => {
    const at = await tick();
    return db.say(k, k + ':messages', k + ':logs', JSON.stringify({ role, content }), logEntry(runId, at, 'message', { role, content }), at);
  };
  const body = async () => {
    let at = await tick();
    if (F('put-overwrites-history') && !fresh) await db.del(k + ':messages');
    const cut = F('long-message-cut') ? message.slice(0, 1024) : message;
    if (F('job-409-message-added') && !fresh && await db.hexists(k, 'jobId')) await db.rpush(k + ':messages', JSON.stringify({ role: 'user', content: message }));
    if (F('job-put-accepted') && !fresh && await db.hexists(k, 'jobId')) await db.hdel(k, 'jobId');
    if (F('repeated-message-dropped') && !fresh) {
      const last = (await db.lrange(k + ':messages', 0, -1)).map((x) => JSON.parse(x)).filter((m) => m.role === 'user').pop();
      if (last && last.content === message) await db.lrem(k + ':messages', -1, JSON.stringify(last));
    }
    const n = await db.beginTurn(k, k + ':messages', k + ':logs', JSON.stringify({ role: 'user', content: cut }), logEntry(runId, at, 'message', { role: 'user', content: message }), at);
    if (n === -1) fail(404, 'not_found', 'run not found');
    if (n === 0) fail(409, 'job_running', 'a background job of this run is still running');
    if (F('history-trimmed')) await db.ltrim(k + ':messages', -6, -1);
    if (F('logs-only-first-turn') && n > 1) await db.rpop(k + ':logs');
    const history = (await db.lrange(k + ':messages', 0, -1)).map((x) => JSON.parse(x));
    const p = plan(agent, history, message);
    const headers = { 'content-type': ndjson ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8', 'x-service-run-id': runId, 'cache-control': 'no-store' };
    if (F('put-without-run-id') && !fresh) delete headers['x-service-run-id'];
    if (p.job) {
      p.job.id = nano('job_');
      at = await tick();
      if (F('job-known-locally')) localJobs.set(runId, p.job.id);
      const ready = Date.now() + 2500;
      await run(db.multi().hset(k, 'jobId', p.job.id).rpush(k + ':logs', logEntry(runId, at, 'job.started', { jobId: p.job.id }))
        .xadd('jobs', '*', 'kind', 'run', 'runId', runId, 'jobId', p.job.id, 'ok', p.job.ok ? '1' : '0', 'ready', String(ready)));
      headers['x-service-job-id'] = p.job.id;
    }
    c.res.writeHead(200, headers);
    let buffered = '';
    const write = (s) => { if (F('text-stream-buffered') && !ndjson) buffered += s; else c.res.write(s); };
    const line = (o, end = '\n') => { if (ndjson) write(JSON.stringify(o) + end); };
    line({ type: 'run.started', runId });
    if (p.job) line({ type: 'job.started', jobId: p.job.id });
    let all = '';
    for (const s of p.steps) {
      if (s.wait) await sleep(s.wait);
      else if (s.tool) {
        const callId = nano('call_', 8);
        line({ type: 'tool.call', callId, name: s.tool, input: s.input }, F('ndjson-lines-glued') ? '' : '\n');
        if (F('text-shows-tool-call') && !ndjson) { const t = `[tool ${s.tool} ${JSON.stringify(s.input)}]\n`; write(t); }
        const output = await runTool(s.tool, s.input, rec.userId);
        if (!F('ndjson-without-tool-result')) line({ type: 'tool.result', callId, name: s.tool, output });
        at = await tick();
        await run(db.multi().rpush(k + ':mcp', JSON.stringify({ runId, server: 'fennel-sea', tool: s.tool, input: s.input, output, at: isoMicros(at) }))
          .rpush(k + ':logs', logEntry(runId, at, 'tool.call', { name: s.tool, input: s.input, output })));
      } else {
        for (const piece of pieces(s.text)) {
          if (ndjson) line({ type: 'text.delta', text: piece }); else write(piece);
          await new Promise((r) => setImmediate(r));
        }
        all += s.text;
      }
    }
    await append('assistant', all);
    line({ type: 'run.completed', runId });
    c.res.end(buffered || undefined);
  };
  if (F('put-without-lock') && !fresh) {
    // read, change, write back
    const at = await tick();
    const old = await db.lrange(k + ':messages', 0, -1);
    await sleep(20);
    const reply = `You said: ${message}`;
    await run(db.multi().del(k + ':messages').rpush(k + ':messages', ...old, JSON.stringify({ role: 'user', content: message }), JSON.stringify({ role: 'assistant', content: reply })).hset(k, 'updatedAt', at));
    c.res.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'x-service-run-id': runId });
    c.res.end(reply);
    return;
  }
  await withLock('run:' + runId, body);
}

async function workerAgent(c) {
  const a = await db.hmget('agent:' + c.params.agent_id, 'agentId', 'ownerId', 'visibility', 'name');
  if (!a[0]) fail(404, 'not_found', 'agent not found');
  if (a[2] === 'private' && a[1] !== c.user && !F('worker-private-agent')) fail(403, 'forbidden', 'this agent is private');
  return { agentId: a[0], name: a[3] };
}
async function ownRun(id, user, agentId) {
  const r = await load(R, rkey(id));
  const foreign = r && r.userId !== user && !(F('worker-run-of-others') && agentId) && user !== '*';
  if (!r || foreign || (agentId && r.agentId !== agentId)) fail(404, 'not_found', 'run not found');
  return r;
}
const post = (ndjson) => async (c) => {
  const agent = await workerAgent(c);
  if (F('post-blocked-by-job') && await db.get(`busy:${c.user}:${agent.agentId}`)) fail(409, 'job_running', 'a background job is still running');
  let runId = uuid();
  const memo = `memo:${c.user}:${agent.agentId}:${c.body.message}`;
  if (F('post-same-run-id')) {
    const old = await db.get(memo);
    if (old) { await turn(c, await load(R, rkey(old)), agent, c.body.message, ndjson, true); return; }
    await db.set(memo, runId, 'EX', 5);
  }
  await openRun(agent.agentId, c.user, 'api', runId);
  if (F('post-context-leaks')) {
    const prev = recent.get(c.user + agent.agentId);
    if (prev) for (const m of await db.lrange(rkey(prev) + ':messages', 0, 1)) await db.rpush(rkey(runId) + ':messages', m);
    recent.set(c.user + agent.agentId, runId);
  }
  if (F('post-blocked-by-job') && /job/.test(c.body.message)) await db.set(`busy:${c.user}:${agent.agentId}`, '1', 'EX', 3);
  await turn(c, { runId, userId: c.user }, agent, c.body.message, ndjson, true);
};
const put = (ndjson) => async (c) => {
  const agent = await workerAgent(c);
  const r = await ownRun(c.params.run_id, c.user, agent.agentId);
  if (r.jobId && !F('job-409-message-added') && !F('job-put-accepted')) fail(409, 'job_running', 'a background job of this run is still running');
  await turn(c, r, agent, c.body.message, ndjson, false);
};
const ids = { agent_id: 'uuid', run_id: 'uuid' };
const w = { auth: 'key', params: ids, also: [403, 404], tag: 'Workers' };
route('POST', '/agents/{agent_id}', { ...w, body: S.MessageBody, stream: 'text/plain' }, post(false));
route('PUT', '/agents/{agent_id}/{run_id}', { ...w, body: S.MessageBody, stream: 'text/plain', also: [403, 404, 409] }, put(false));
route('POST', '/agents/ndjson/{agent_id}', { ...w, body: S.MessageBody, stream: 'application/x-ndjson' }, post(true));
route('PUT', '/agents/ndjson/{agent_id}/{run_id}', { ...w, body: S.MessageBody, stream: 'application/x-ndjson', also: [403, 404, 409] }, put(true));
route('GET', '/agents/{agent_id}/{run_id}', { ...w, out: S.Message, array: true, jobHeader: true }, async (c) => {
  const agent = await workerAgent(c);
  const r = await ownRun(c.params.run_id, c.user, agent.agentId);
  const list = await db.lrange(rkey(r.runId) + ':messages', 0, F('get-misses-last') ? -2 : -1);
  const job = F('job-known-locally') ? (r.jobId ? localJobs.get(r.runId) : null) : r.jobId;
  if (job) c.res.setHeader('x-service-job-id', job);
  c.res.setHeader('x-service-run-id', r.runId);
  const out = list.map((x) => JSON.parse(x));
  if (F('content-parsed')) for (const m of out) if (/^(-?\d+|true|false|null)$/.test(m.content)) m.content = JSON.parse(m.content.replace(/^(-?)0+(?=\d)/, '$1'));
  if (F('messages-sorted-by-role') && out.length > 3) out.sort((x, y) => (x.role < y.role ? 1 : x.role > y.role ? -1 : 0));
  return out;
});

// ---- views and logs
const rview = (r) => ({ runId: r.runId, agentId: r.agentId, status: r.jobId ? 'running' : 'idle', jobId: r.jobId, messageCount: r.messageCount, trigger: r.trigger, createdAt: isoMicros(r.createdAt), updatedAt: isoMicros(r.updatedAt) });
export const pageQuery = { next_cursor: { type: 'date-time', nullable: true }, limit: { type: 'integer', min: 1, max: 100, default: 30 } };
export async function page(zset, q) {
  const max = q.next_cursor === null ? '+inf' : F('cursor-inclusive') ? q.next_cursor : '(' + q.next_cursor;
  const limit = F('runs-default-20') && q.limit === 30 ? 20 : q.limit;
  const rows = await db.zrevrangebyscore(zset, max, '-inf', 'WITHSCORES', 'LIMIT', 0, limit + 1);
  const out = [];
  for (let i = 0; i < rows.length; i += 2) out.push([rows[i], Number(rows[i + 1])]);
  const more = out.length > limit;
  const items = out.slice(0, limit);
  return { ids: items.map((x) => x[0]), next: more ? isoMicros(items[items.length - 1][1]) : null };
}
route('GET', '/me/agent-runs', { auth: 'user', query: pageQuery, wrap: 'list', out: S.RunView, tag: 'Runs' }, async (c) => {
  const p = await page(`user:${c.user}:runs`, c.query);
  return { items: (await loadMany(R, p.ids.map(rkey))).map(rview), next: p.next };
});
const rp = { auth: 'user', params: { run_id: 'uuid' }, also: [404], tag: 'Runs' };
const runOf = (c) => F('run-view-of-others') ? load(R, rkey(c.params.run_id)).then((r) => r ?? fail(404, 'not_found', 'run not found')) : ownRun(c.params.run_id, c.user);
route('GET', '/me/agent-runs/{run_id}', { ...rp, wrap: 'one', out: S.RunView }, async (c) => rview(await runOf(c)));
route('GET', '/me/agent-runs/{run_id}/mcp-server-logs', { ...rp, out: S.McpLog, array: true }, async (c) => (await db.lrange(rkey((await ownRun(c.params.run_id, c.user)).runId) + ':mcp', 0, F('mcp-logs-miss-last') ? -2 : -1)).map((x) => JSON.parse(x)));
route('GET', '/me/agent-runs/{run_id}/logs', { ...rp, out: S.RunLog, array: true }, async (c) => (await db.lrange(rkey((await ownRun(c.params.run_id, c.user)).runId) + ':logs', 0, -1)).map((x) => JSON.parse(x)));

// ---- consumer
async function endJob(j) {
  const ok = j.ok === '1'; const k = rkey(j.runId); const at = await tick();
  if (F('job-error-sticks') && !ok) return;
  const content = ok ? 'The background job has finished: 42 rows were written.' : 'The background job ended with an error: the disk was full.';
  const done = await db.finishJob(k, k + ':messages', k + ':logs', j.jobId, JSON.stringify({ role: 'assistant', content }), logEntry(j.runId, at, ok ? 'job.finished' : 'job.failed', { jobId: j.jobId }), at);
  if (F('job-result-twice') && done) await db.rpush(k + ':messages', JSON.stringify({ role: 'assistant', content }));
}
jobKinds.run = endJob;
export async function consume() {
  const c = connect(); const me = 'p' + process.pid;
  for (;;) {
    try {
      const got = await c.xreadgroup('GROUP', 'workers', me, 'COUNT', 50, 'BLOCK', 2000, 'STREAMS', 'jobs', '>');
      for (const [id, f] of got?.[0]?.[1] ?? []) {
        const j = {};
        for (let i = 0; i < f.length; i += 2) j[f[i]] = f[i + 1];
        setTimeout(() => jobKinds[j.kind](j).then(() => db.multi().xack('jobs', 'workers', id).xdel('jobs', id).exec()).catch((e) => console.error('job', e)), Math.max(0, Number(j.ready) - Date.now()));
      }
    } catch (e) { console.error('consumer', e.message); await sleep(200); }
  }
}
