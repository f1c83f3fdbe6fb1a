/** Workers API: runs, continuing, streams, background jobs. */
import { z } from 'zod';
import { op, Reply, STREAMED, Ctx } from '../router.js';
import { db, kv, lock, unlocked } from '../db.js';
import { F, UUID_RE, fail, iso, nano, notFound, sleep, uuid } from '../lib.js';
import { tide } from '../catalog.js';

export const JOB_MS = 2500;
const Message = z.object({ message: z.string() });

async function agentFor(c: Ctx) {
  const id = c.path.agent_id.toLowerCase();
  if (!UUID_RE.test(id)) notFound('Agent');
  const a = (await db.get('agents', id))!;
  if (!a) notFound('Agent');
  if (a.d.visibility === 'private' && a.user_id !== c.user.user_id && !F('worker-private-agent-open'))
    fail(403, 'forbidden', 'This agent is private');
  return a;
}
async function runFor(c: Ctx) {
  const id = c.path.run_id.toLowerCase();
  const r = (await db.get('runs', id))!;
  if (!r || r.parent !== c.path.agent_id.toLowerCase()) notFound('Run');
  if (r.user_id !== c.user.user_id && !(F('run-readable-by-any-key') && c.method === 'GET')) notFound('Run');
  return r;
}
const jobOf = async (run: string) =>
  (await db.rows("SELECT * FROM jobs WHERE parent=? AND json_extract(doc,'$.status') IN ('running','finishing') ORDER BY ts LIMIT 1", run))[0];
const say = (run: string, user: string, role: string, content: string) =>
  db.put('messages', nano('msg', 20), user, run, { role, content });

/** what the worker does with a message: its words, and what it does besides */
function plan(text: string, nth: number, first: string) {
  const t = text.toLowerCase();
  if (/long job/.test(t)) return { words: 'I started the job in the background; come back later.', job: 'ok' as const };
  if (/job that fails|failing job/.test(t)) return { words: 'I started a risky job in the background.', job: 'error' as const };
  if (/tide/.test(t)) return { words: '', tool: true };
  if (/count slowly/.test(t))
    return { words: Array.from({ length: 20 }, (_, i) => `${i + 1}`).join(' ') + ' done', slow: true };
  const mem = nth > 1 ? ` You began with “${first}”.` : '';
  return { words: `You said: “${text}” — this is message ${nth} of our conversation.${mem} ⚓🌊 Noted.` };
}
/** messages of a new interaction on this warm instance */
const warm: Record<string, string[]> = {};

async function interact(c: Ctx, nd: boolean, agent: any, run: string, text: string, cont: boolean) {
  const user = c.user.user_id;
  const history = await db.byParent('messages', run);
  const first = history.find((m) => m.d.role === 'user')?.d.content ?? text;
  if (F('warm-context-shared') && !cont) {
    const shared = (warm[agent.id + user] ??= []);
    for (const t of shared.slice(-2)) await say(run, user, 'user', t);
    shared.push(text);
  }
  await say(run, user, 'user', F('long-message-cut') ? text.substring(0, 2000) : text);
  const p = plan(text, history.filter((m) => m.d.role === 'user').length + 1, first);
  const headers: Record<string, string> = {
    'content-type': nd ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8',
    'x-accel-buffering': 'no',
  };
  if (!(F('put-without-run-header') && cont && !nd)) headers['x-service-run-id'] = run;
  await db.put('run_logs', nano('log'), user, run, { level: 'info', event: cont ? 'message.received' : 'run.started', message: cont ? 'Message received' : 'Run started' });
  let job: any = null;
  if (p.job) {
    job = await db.put('jobs', nano('job'), user, run, { status: 'running', ends: p.job, nd });
    headers['x-service-job-id'] = job.id;
    await db.enqueue('job', { job_id: job.id, run_id: run, user, ends: p.job }, JOB_MS);
  }
  c.head(200, headers);
  const line = (o: unknown) => nd && c.chunk(JSON.stringify(o) + '\n');
  line({ type: 'run', run_id: run });
  if (job) line({ type: 'job', job_id: job.id });
  let words = p.words;
  if (p.tool) {
    const port = /tide (?:at|in|of) (\p{L}+)/iu.exec(text)?.[1] ?? 'Hull';
    const call = nano('call');
    const output = tide({ port });
    line({ type: 'tool_call', id: call, name: 'read_tide_table', input: { port } });
    await db.put('mcp_logs', nano('mcp'), user, run, { server: 'sea', tool: 'read_tide_table', input: { port }, output, is_error: false });
    if (!(F('ndjson-put-no-tool-result') && cont)) line({ type: 'tool_result', id: call, name: 'read_tide_table', output });
    if (F('text-leaks-tool-output') && !nd) c.chunk(`[read_tide_table → ${JSON.stringify(output)}]\n`);
    words = `High water at ${port} is at ${output.high_water}.`;
  }
  const pieces = words.match(/\S+\s*|\s+/g) ?? [];
  if (F('stream-split-in-character') && !nd) {
    const bytes = Buffer.from(words);
    for (let i = 0; i < bytes.length; i += 7) c.chunk(new TextDecoder().decode(bytes.subarray(i, i + 7)));
  } else
    for (const [i, piece] of pieces.entries()) {
      if (p.slow && i) await sleep(100);
      if (F('hangup-ends-run') && c.aborted()) return STREAMED;
      if (nd) line({ type: 'text', text: piece });
      else c.chunk(piece);
    }
  if (F('answer-not-kept-on-put') && cont) void 0;
  else await say(run, user, 'assistant', words);
  await db.patch('runs', run, { updated_at: iso(await db.now()) });
  line({ type: 'done', run_id: run });
  c.end();
  return STREAMED;
}

async function start(c: Ctx, nd: boolean) {
  const a = await agentFor(c);
  const user = c.user.user_id;
  if (F('post-blocked-by-job')) {
    const busy = await db.rows("SELECT j.* FROM jobs j JOIN runs r ON r.id=j.parent WHERE r.parent=? AND j.user_id=? AND json_extract(j.doc,'$.status')='running'", a.id, user);
    if (busy.length) fail(409, 'job_running', 'A background job is running');
  }
  if (F('post-retry-reuses-run')) {
    const key = `start:${user}:${a.id}:${c.body.message}`;
    const old = await kv.get(key);
    if (old && old.at > Date.now() - 5000) return interact(c, nd, a, old.run, c.body.message, false);
    const run = uuid();
    await kv.put(key, { run, at: Date.now() });
    await db.put('runs', run, user, a.id, { status: 'idle', title: c.body.message.slice(0, 80), source: nd ? 'ndjson' : 'text' });
    return interact(c, nd, a, run, c.body.message, false);
  }
  const run = uuid();
  await db.put('runs', run, user, a.id, { status: 'idle', title: [...c.body.message].slice(0, 80).join(''), source: nd ? 'ndjson' : 'text' });
  return lock(`run:${run}`, () => interact(c, nd, a, run, c.body.message, false));
}
async function resume(c: Ctx, nd: boolean) {
  const a = await agentFor(c);
  const r = await runFor(c);
  if (F('empty-message-refused') && !c.body.message) fail(422, 'validation_error', 'message is required');
  const turn = F('put-turns-not-queued') ? unlocked : lock;
  return turn(`run:${r.id}`, async () => {
    const job = await jobOf(r.id);
    if (job && !(F('ndjson-put-ignores-job') && nd)) {
      if (F('refused-put-is-kept')) await say(r.id, c.user.user_id, 'user', c.body.message);
      return new Reply(409, { ok: false, code: 'job_running', message: 'A background job is running', issues: [] },
        { 'x-service-job-id': job.id, 'x-service-run-id': r.id });
    }
    return interact(c, nd, a, r.id, c.body.message, true);
  });
}
/** jobs this instance has seen */
const known = new Map<string, string>();

const base = '/run' as const;
const E = [403, 404];
op('POST', '/{agent_id}', { base, auth: 'key', body: Message, errs: E, res: 'text' }, (c) => start(c, false));
op('PUT', '/{agent_id}/{run_id}', { base, auth: 'key', body: Message, errs: [...E, 409], res: 'text' }, (c) => resume(c, false));
op('POST', '/ndjson/{agent_id}', { base, auth: 'key', body: Message, errs: E, res: 'ndjson' }, (c) => start(c, true));
op('PUT', '/ndjson/{agent_id}/{run_id}', { base, auth: 'key', body: Message, errs: [...E, 409], res: 'ndjson' }, (c) => resume(c, true));
op('GET', '/{agent_id}/{run_id}', { base, auth: 'key', errs: E, res: 'Message[]' }, async (c) => {
  await agentFor(c);
  const r = await runFor(c);
  const list = await db.byParent('messages', r.id);
  if (F('messages-sorted-as-text')) {
    const at = list.map((m, i) => ({ m, i: String(i + 1) })).sort((x, y) => (x.i < y.i ? -1 : 1));
    list.splice(0, list.length, ...at.map((x) => x.m));
  }
  if (F('messages-limit-twenty')) list.splice(0, Math.max(0, list.length - 20));
  const headers: Record<string, string> = { 'x-service-run-id': r.id };
  const job = await jobOf(r.id);
  if (job && !(F('job-header-not-for-ndjson') && job.d.nd)) headers['x-service-job-id'] = job.id;
  if (F('job-header-stays-on-instance')) {
    if (job) known.set(r.id, job.id);
    if (known.has(r.id)) headers['x-service-job-id'] = known.get(r.id)!;
  }
  return new Reply(200, list.map((m) => ({ role: m.d.role, content: m.d.content })), headers);
});
