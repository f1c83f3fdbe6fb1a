// The Workers API: runs, continuing, streamed text, NDJSON, background jobs.
import { route, fail, notFound, SENT } from '../framework.ts';
import type { Ctx } from '../framework.ts';
import { Agent, Run, Subscription } from '../models.ts';
import { mayView } from '../policies.ts';
import { list, t } from '../schemas.ts';
import { get, run as sql, transaction } from '../db.ts';
import { byName } from '../catalog.ts';
import { F, now, sleep, uuid, random } from '../support.ts';

const JOB_MS = 2500;
type Step = { text: string } | { pause: number } | { tool: string; input: any; server: string } | { job: string };
/** What the worker does for a message: the script of its answer. */
function script(message: string, turn: number, first: string, outcome: string | null): { steps: Step[]; job: 'ok' | 'error' | null } {
  const low = message.toLowerCase(), steps: Step[] = [];
  if (outcome) steps.push({ text: outcome === 'ok' ? 'The background job finished and its result is ready. ' : 'The background job ended with an error. ' });
  if (/\b(background|failing) job\b/.test(low)) {
    const bad = low.includes('failing');
    steps.push({ tool: 'code_interpreter', input: { code: bad ? 'raise SystemExit(1)' : 'compute()' }, server: 'virtual-computer' }, { job: '' }, { text: 'I started a job in the background. ' }, { text: 'Ask me again when it is done.' });
    return { steps, job: bad ? 'error' : 'ok' };
  }
  if (/\bweather\b/.test(low)) {
    const city = /weather in ([\p{L} ]+)/u.exec(message)?.[1].trim() ?? 'Hull';
    steps.push({ text: 'Let me see. ' }, { tool: 'lookup_weather', input: { city }, server: 'weather' }, { text: `It is mild and calm in ${city} today.` });
  } else if (/\bcount slowly\b/.test(low)) {
    const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
    words.forEach((w, i) => { if (i) steps.push({ pause: 140 }); steps.push({ text: i ? ' ' + w : w }); });
  } else {
    const text = `You said: ${message}\nThis is message ${turn} of our conversation${turn > 1 ? `; it began with: ${first}` : '.'}`, chars = Array.from(text);
    const size = Math.max(8, Math.ceil(chars.length / 4));
    if (F('utf8-cut-between-chunks')) { const b = Buffer.from(text); for (let i = 0; i < b.length; i += 7) steps.push({ text: b.subarray(i, i + 7).toString() }); }
    else for (let i = 0; i < chars.length; i += size) steps.push({ text: chars.slice(i, i + size).join('') });
  }
  return { steps, job: null };
}
const locks = new Map<string, Promise<void>>();
/** One turn of a run at a time. */
async function locked<T>(id: string, fn: () => Promise<T>): Promise<T> {
  const before = locks.get(id) ?? Promise.resolve();
  let release!: () => void;
  const mine = new Promise<void>((r) => (release = r)), tail = before.then(() => mine);
  locks.set(id, tail);
  await before;
  try { return await fn(); } finally { release(); if (locks.get(id) === tail) locks.delete(id); }
}
function startJob(runId: string, kind: 'ok' | 'error') {
  const id = 'job_' + random(8);
  sql('UPDATE runs SET job_id = ?, job_fails = ? WHERE id = ?', id, kind === 'error', runId);
  Run.log(runId, 'job_started', id);
  setTimeout(() => {
    if (kind === 'error' && F('failed-job-never-ends')) return;
    transaction(() => {
      sql('UPDATE runs SET job_id = NULL, job_outcome = ?, updated_at = ? WHERE id = ?', kind, now(), runId);
      Run.log(runId, kind === 'ok' ? 'job_finished' : 'job_failed', id);
    });
  }, JOB_MS);
  return id;
}
type Sink = { head: (runId: string, job: string | null) => void; event: (e: any) => void; end: () => void; gone: () => boolean; agent?: string; user?: number };
const open = new Set<Sink>();
/** One turn: the user's message, the worker's answer. The lock of the run is held. */
async function turn(runId: string, message: string, sink: Sink, role = 'user') {
  const r = Run.find(runId);
  if (F('context-carried-over') && !get('SELECT 1 AS x FROM messages WHERE run_id = ?', runId)) {
    const last = get('SELECT id FROM runs WHERE user_id = ? AND agent_id = ? AND id <> ? ORDER BY seq DESC LIMIT 1', r.user_id, r.agent_id, runId);
    if (last) for (const m of Run.messages(last.id)) Run.addMessage(runId, m.role, m.content);
  }
  Run.addMessage(runId, role, F('message-trimmed') ? message.trim() : message);
  Run.log(runId, 'user_message', message);
  const asked = get("SELECT count(*) AS n, (SELECT content FROM messages WHERE run_id = ? AND role = 'user' ORDER BY id LIMIT 1) AS first FROM messages WHERE run_id = ? AND role = 'user'", runId, runId);
  const { steps, job } = script(message, asked.n, asked.first, r.job_outcome);
  if (r.job_outcome) sql('UPDATE runs SET job_outcome = NULL WHERE id = ?', runId);
  const jobId = job ? startJob(runId, job) : null;
  sink.head(runId, jobId);
  sink.event({ event: 'run_started', run_id: runId });
  let answer = '';
  open.add(sink);
  if (sink !== SILENT) { sink.agent = r.agent_id; sink.user = r.user_id; }
  const out = (e: any) => { if (F('tool-events-reach-all-streams') && e.event !== 'text') for (const s of open) s.event(e); else sink.event(e); };
  for (const s of steps) {
    if ('pause' in s) { await sleep(s.pause); if (F('answer-lost-on-disconnect') && sink.gone()) { open.delete(sink); return; } }
    else if ('text' in s) {
      answer += s.text;
      const mixed = F('streams-of-two-callers-mix') ? [...open].findLast((o) => o === sink || (o.agent === r.agent_id && o.user !== r.user_id && !o.gone())) : null;
      (mixed ?? sink).event({ event: 'text', run_id: runId, text: s.text });
      await new Promise<void>((r) => setImmediate(r));
    }
    else if ('job' in s) out({ event: 'job_started', run_id: runId, job_id: jobId });
    else {
      const call = 'call_' + random(6);
      out({ event: 'tool_call', run_id: runId, call_id: call, tool_name: s.tool, arguments: s.input });
      const output = s.tool === 'code_interpreter' ? { accepted: true, job_id: jobId } : byName.get(s.tool)!.run(s.input, null, 0);
      sql('INSERT INTO mcp_logs (run_id, server_name, tool_name, arguments, result, created_at) VALUES (?, ?, ?, ?, ?, ?)', runId, s.server, s.tool, s.input, output, now());
      Run.log(runId, 'tool_call', s.tool);
      if (!F('ndjson-without-tool-responses')) out({ event: 'tool_response', run_id: runId, call_id: call, tool_name: s.tool, output });
    }
  }
  open.delete(sink);
  if (F('answer-saved-without-last-part')) { const parts = steps.filter((s) => 'text' in s) as any[]; answer = answer.slice(0, answer.length - (parts.length > 1 ? parts.at(-1).text.length : 0)); }
  Run.addMessage(runId, 'assistant', answer);
  Run.log(runId, 'assistant_message', answer);
  sink.event({ event: 'run_finished', run_id: runId });
  sink.end();
}
const SILENT: Sink = { head() {}, event() {}, end() {}, gone: () => false };
function sinkOf(c: Ctx, ndjson: boolean): Sink {
  const res = c.res, kept: string[] = [];
  const write = (s: string) => { if (F('text-stream-buffered') && !ndjson) kept.push(s); else if (!res.destroyed && !res.writableEnded) res.write(s); };
  return {
    head(runId, job) {
      const h: any = { 'content-type': ndjson ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no', 'X-Service-Run-ID': runId };
      if (F('ndjson-put-without-run-id') && ndjson && c.req.method === 'PUT') delete h['X-Service-Run-ID'];
      if (job) h['x-service-job-id'] = job;
      if (!res.destroyed) { res.writeHead(200, h); res.flushHeaders(); }
    },
    event(e) {
      if (ndjson) return write(JSON.stringify(e) + '\n');
      if (e.event === 'text') write(e.text);
      else if (e.event === 'tool_call' && F('text-stream-shows-tool-calls')) write(`[${e.tool_name} ${JSON.stringify(e.arguments)}]\n`);
    },
    end() { if (kept.length) res.write(kept.join('')); if (!res.destroyed) res.end(); },
    gone: () => res.destroyed,
  };
}
function agentFor(c: Ctx) {
  const a = Agent.find(c.params.agent_id.toLowerCase()) ?? notFound('Agent');
  if (!mayView(c.user, a) && !F('private-worker-called-by-others')) fail(403, 'forbidden', 'You may not call this agent');
  if (a.price_cents && a.owner_id !== c.user.id && !Subscription.active(c.user.id, a.id)) fail(403, 'subscription_needed', 'You are not subscribed to this agent');
  return a;
}
const beganWith = new Map<string, number>();
function runFor(c: Ctx, who = true) {
  const r = Run.find(c.params.run_id.toLowerCase());
  if (!r || (r.agent_id !== c.params.agent_id.toLowerCase() && !F('run-under-any-agent')) || (who && r.user_id !== c.user.id)) return notFound('Run');
  if (F('key-rotation-loses-conversations') && (beganWith.get(r.id) ?? c.key.id) !== c.key.id) return notFound('Run');
  return r;
}
const jobOfAgent = (id: string) => get('SELECT job_id FROM runs WHERE agent_id = ? AND job_id IS NOT NULL', id)?.job_id ?? null;
async function start(c: Ctx, ndjson: boolean) {
  const a = agentFor(c);
  if (F('post-refused-during-job') && get('SELECT 1 AS x FROM runs WHERE user_id = ? AND agent_id = ? AND job_id IS NOT NULL', c.user.id, a.id)) fail(409, 'job_running', 'A background job is running');
  let r = F('run-found-by-first-message') && get("SELECT r.* FROM runs r JOIN messages m ON m.run_id = r.id WHERE r.user_id = ? AND r.agent_id = ? AND m.role = 'user' AND m.content = ? AND r.job_id IS NULL", c.user.id, a.id, c.body.message);
  r ||= Run.create({ agent_id: a.id, user_id: c.user.id });
  if (F('key-rotation-loses-conversations')) beganWith.set(r.id, c.key.id);
  await locked(r.id, () => turn(r.id, c.body.message, sinkOf(c, ndjson)));
  return SENT;
}
async function resume(c: Ctx, ndjson: boolean) {
  agentFor(c);
  const r = runFor(c, !F('run-of-others-continued'));
  const go = async () => {
    const job = F('job-held-per-agent-not-per-run') ? jobOfAgent(r.agent_id) : get('SELECT job_id FROM runs WHERE id = ?', r.id).job_id;
    if (job && !(ndjson && F('ndjson-put-during-job'))) {
      if (F('rejected-put-keeps-message')) Run.addMessage(r.id, 'user', c.body.message);
      c.res.setHeader('x-service-job-id', job); c.res.setHeader('X-Service-Run-ID', r.id);
      fail(409, 'job_running', 'A background job is running');
    }
    await turn(r.id, c.body.message, sinkOf(c, ndjson), F('body-role-forges-assistant-turn') && typeof c.body.role === 'string' ? c.body.role : 'user');
  };
  if (F('puts-at-once-lose-one')) {
    if (get('SELECT job_id FROM runs WHERE id = ?', r.id).job_id) fail(409, 'job_running', 'A background job is running');
    const before = Run.messages(r.id), sink = sinkOf(c, ndjson), end = sink.end;
    await sleep(20);
    sink.end = () => {
      const mine = Run.messages(r.id).slice(-1), history = [...before, { role: 'user', content: c.body.message }, ...mine];
      sql('DELETE FROM messages WHERE run_id = ?', r.id);
      for (const m of history) Run.addMessage(r.id, m.role, m.content);
      end();
    };
    await turn(r.id, c.body.message, sink);
  } else await locked(r.id, go);
  return SENT;
}
const tag = { tag: 'workers', auth: 'key' as const };
const text = 'text/plain', nd = 'application/x-ndjson', headers = ['X-Service-Run-ID', 'x-service-job-id'];
const ap = { agent_id: t('uuid') }, rp = { agent_id: t('uuid'), run_id: t('uuid') };
route('POST', '/workers/{agent_id}', { id: 'startRun', ...tag, params: ap, body: 'StartRunRequest', stream: text, headers, errs: [403, 404] }, (c) => start(c, false));
route('POST', '/workers/ndjson/{agent_id}', { id: 'startRunNdjson', ...tag, params: ap, body: 'StartRunRequest', stream: nd, headers, errs: [403, 404] }, (c) => start(c, true));
route('PUT', '/workers/{agent_id}/{run_id}', { id: 'continueRun', ...tag, params: rp, body: 'ContinueRunRequest', stream: text, headers, errs: [403, 404, 409] }, (c) => resume(c, false));
route('PUT', '/workers/ndjson/{agent_id}/{run_id}', { id: 'continueRunNdjson', ...tag, params: rp, body: 'ContinueRunRequest', stream: nd, headers, errs: [403, 404, 409] }, (c) => resume(c, true));
route('GET', '/workers/{agent_id}/{run_id}', { id: 'getMessages', ...tag, params: rp, answer: list('Message'), headers, errs: [404] }, (c) => {
  const a = Agent.find(c.params.agent_id.toLowerCase()) ?? notFound('Agent');
  const r = F('run-read-through-own-agent') && a.owner_id === c.user.id ? Run.find(c.params.run_id.toLowerCase()) ?? notFound('Run') : runFor(c, !F('run-of-others-read'));
  const job = F('job-held-per-agent-not-per-run') ? jobOfAgent(r.agent_id) : F('job-header-looked-up-by-agent') ? get('SELECT job_id FROM runs WHERE agent_id = ? AND user_id = ? AND job_id IS NOT NULL', r.agent_id, r.user_id)?.job_id : r.job_id;
  c.res.setHeader('X-Service-Run-ID', r.id);
  if (job) c.res.setHeader('x-service-job-id', F('job-id-differs-each-time') ? 'job_' + random(8) : job);
  return Run.messages(r.id);
});
export function startScheduled(agentId: string, userId: number, message: string) {
  const r = Run.create({ agent_id: agentId, user_id: userId });
  locked(r.id, () => turn(r.id, message, SILENT)).catch((e) => console.error(e));
}
