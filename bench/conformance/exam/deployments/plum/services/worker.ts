// The worker itself: runs, replies, tools, background jobs.
import { agents, runs, messages, runLogs, mcpLogs, subscriptions, stamp, uuid, cuid, iso, me, sleep, fault, ApiError, conflict, notFound, forbidden } from '#lib';

type Signal = { type: string; [k: string]: unknown };
const locks = new Map<string, Promise<void>>();
export async function exclusive<T>(id: string, fn: () => Promise<T>): Promise<T> {
  const before = locks.get(id) ?? Promise.resolve();
  let open!: () => void;
  const mine = new Promise<void>((ok) => (open = ok));
  const tail = before.then(() => mine);
  locks.set(id, tail);
  await before;
  try { return await fn(); } finally { open(); if (locks.get(id) === tail) locks.delete(id); }
}
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export function workerFor(agentId: string) {
  const agent = UUID.test(agentId) ? agents.get(agentId.toLowerCase()) : null;
  if (!agent) throw notFound('Worker');
  if (agent.owner_id !== me().id) {
    if (agent.visibility === 'private') throw forbidden();
    if (agent.price_cents && !subscriptions.one("agent_id = ? AND user_id = ? AND status = 'active'", agent.agent_id, me().id))
      throw new ApiError(402, 'subscription_required', 'This worker asks for a subscription.');
  }
  return agent;
}
export function runFor(agentId: string, runId: string, open = false, anyAgent = false) {
  const run = runs.get(runId.toLowerCase());
  if (!run || (run.agent_id !== agentId.toLowerCase() && !anyAgent) || (run.user_id !== me().id && !open)) throw notFound('Run');
  return run;
}
export function newRun(agent: any, userId: string, event = 'run.started') {
  const at = stamp();
  const run = runs.insert({ run_id: uuid(), agent_id: agent.agent_id, agent_name: agent.name, user_id: userId, job_id: null, created: at, updated: at });
  return { run, log: log(run, event, null) };
}
export const log = (run: any, event: string, detail: string | null) =>
  runLogs.insert({ id: cuid(), run_id: run.run_id, agent_id: run.agent_id, event, detail, created: stamp() });
export function addMessage(run: any, role: string, content: string) {
  const at = stamp();
  messages.insert({ run_id: run.run_id, role, content: fault('message-trimmed') && role === 'user' ? content.trim() : content, created: at });
  runs.update(run.run_id, { updated: at });
  log(run, `message.${role}`, content);
}
export function history(runId: string) {
  if (fault('history-sorted-as-text'))
    return messages.all('run_id = ? ORDER BY id', runId).map((m, i) => [String(i), m] as const).sort(([a], [b]) => (a < b ? -1 : 1)).map(([, m]) => ({ role: m.role, content: m.content }));
  return messages.all('run_id = ? ORDER BY id', runId).map((m) => ({ role: m.role, content: m.content }));
}
export const jobByAgent = new Map<string, string>();
const startsJob = (m: string) => (/^start the long job/i.test(m) ? 'ok' : /^start a job that fails/i.test(m) ? 'fail' : null);

function startJob(run: any, kind: 'ok' | 'fail', jobId: string) {
  runs.update(run.run_id, { job_id: jobId });
  jobByAgent.set(run.agent_id + run.user_id, jobId);
  log(run, 'job.started', jobId);
  setTimeout(() => {
    jobByAgent.delete(run.agent_id + run.user_id);
    if (kind === 'fail' && fault('failed-job-never-ends')) return;
    if (!fault('job-result-lost')) addMessage(run, 'assistant', kind === 'ok' ? 'The background job finished: 42 rows were written.' : 'The background job ended with an error: the disk is full.');
    log(run, kind === 'ok' ? 'job.finished' : 'job.failed', jobId);
    runs.update(run.run_id, { job_id: '' });
  }, kind === 'ok' ? 2500 : 1500);
}
/** FAULT: each 7 bytes decoded on their own. */
function badlyDecoded(text: string): string {
  const bytes = Buffer.from(text);
  let out = '';
  for (let i = 0; i < bytes.length; i += 7) out += bytes.subarray(i, i + 7).toString('utf8');
  return out;
}
const stuck = new Set<string>(); // FAULT: runs whose client left
const textStreams = new Map<string, Set<(text: string) => void>>(); // FAULT: by agent
function pieces(text: string): string[] {
  if (fault('surrogate-cut')) { const out: string[] = []; for (let i = 0; i < text.length; i += 7) out.push(text.slice(i, i + 7)); return out; }
  const chars = [...text], out: string[] = [];
  for (let i = 0; i < chars.length; i += 12) out.push(chars.slice(i, i + 12).join(''));
  return out;
}
const lastContext = new Map<string, any[]>();

/** Says what the worker does, signal by signal, and keeps the history. */
async function answer(run: any, message: string, jobId: string | null, emit: (s: Signal) => void, gone: () => boolean) {
  const said: string[] = [];
  const say = (t: string) => { said.push(t); for (const p of pieces(t)) emit({ type: 'text', text: p }); };
  emit({ type: 'run', run_id: run.run_id, agent_id: run.agent_id });
  if (fault('context-shared')) {
    const key = run.agent_id + run.user_id;
    const old = lastContext.get(key);
    if (old && old[0] !== run.run_id && history(run.run_id).length === 0) for (const m of history(old[0]).slice(-2)) messages.insert({ run_id: run.run_id, ...m, created: stamp() });
    lastContext.set(key, [run.run_id]);
  }
  addMessage(run, 'user', message);
  await sleep(fault('stream-crosstalk-between-users') ? 150 : 2);
  const tide = /\b(?:what is the tide)\b(?: (?:at|in) (\p{L}[\p{L} ]*))?/iu.exec(message);
  if (jobId) {
    const kind = startsJob(message)!;
    const id = cuid();
    emit({ type: 'tool_call', id, name: 'code_interpreter', input: { code: 'job()', background: true } });
    startJob(run, kind, jobId);
    mcpLogs.insert({ id: cuid(), run_id: run.run_id, agent_id: run.agent_id, server: 'virtual-computer', tool: 'code_interpreter', input: { code: 'job()', background: true }, output: { jobId, state: 'running' }, created: stamp() });
    emit({ type: 'tool_result', id, name: 'code_interpreter', output: { jobId, state: 'running' } });
    say('I started a background job and shall tell you when it is done.');
  } else if (tide) {
    const id = cuid(), input = { port: (tide[1] ?? 'Hull').trim() }, output = { port: input.port, table: 'gauge-7731 HW 06:12 5.8m LW 12:24 0.9m' };
    emit({ type: 'tool_call', id, name: 'read_tide_table', input });
    await sleep(20);
    mcpLogs.insert({ id: cuid(), run_id: run.run_id, agent_id: run.agent_id, server: 'sea', tool: 'read_tide_table', input, output, created: stamp() });
    if (!fault('ndjson-no-tool-result')) emit({ type: 'tool_result', id, name: 'read_tide_table', output });
    say(`High water at ${input.port} comes in the early morning, low water at noon.`);
  } else if (/^count slowly/i.test(message)) {
    const words = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' ');
    for (const [i, w] of words.entries()) {
      say((i ? ' ' : '') + w);
      await sleep(75);
      if (fault('disconnect-loses-reply') && gone()) { log(run, 'run.aborted', null); return; }
    }
  } else {
    const n = messages.count("run_id = ? AND role = 'user'", run.run_id);
    const first = messages.one("run_id = ? AND role = 'user' ORDER BY id", run.run_id).content;
    say(n === 1 ? `You said: ${message}` : `You said: ${message} (message ${n} of this conversation, which began with: ${first})`);
  }
  addMessage(run, 'assistant', said.join(''));
  emit({ type: 'done', run_id: run.run_id });
}

export type Mode = 'text' | 'ndjson';
export function stream(mode: Mode, run: any, message: string, headers: Record<string, string>, jobId: string | null, locked: (fn: () => Promise<void>) => Promise<void>): Response {
  const encoder = new TextEncoder();
  let gone = false;
  const buffered: Uint8Array[] = [];
  const shared = mode === 'text' && fault('stream-crosstalk-between-users') ? textStreams.get(run.agent_id) ?? new Set() : null;
  if (shared) textStreams.set(run.agent_id, shared);
  let hear: (text: string) => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (shared) shared.add((hear = (text) => { if (!gone) controller.enqueue(encoder.encode(text)); }));
      const emit = (s: Signal) => {
        if (shared && s.type === 'text') { for (const fn of shared) fn(s.text as string); return; }
        if (gone) return;
        let line: string;
        if (mode === 'ndjson') line = (fault('ndjson-raw-newline-breaks-line') && s.type === 'text' ? JSON.stringify(s).replace(/\\(.)/g, (m, c) => (c === 'n' ? '\n' : m)) : JSON.stringify(s)) + (fault('ndjson-lines-glued') && s.type === 'tool_result' ? '' : '\n');
        else if (s.type === 'text') line = fault('stream-multibyte-split-at-chunk') ? badlyDecoded(s.text as string) : s.text as string;
        else if (fault('text-leaks-tool-calls') && s.type === 'tool_call') line = `[tool ${s.name} ${JSON.stringify(s.input)}] `;
        else return;
        const bytes = encoder.encode(line);
        if (fault('stream-buffered')) buffered.push(bytes); else controller.enqueue(bytes);
      };
      // Detached on purpose: a client that leaves does not end the worker's work.
      locked(() => answer(run, message, jobId, emit, () => gone)).catch((e) => console.error(e)).finally(() => {
        shared?.delete(hear);
        if (gone) return;
        for (const b of buffered) controller.enqueue(b);
        controller.close();
      });
    },
    cancel() { gone = true; if (fault('disconnect-mid-stream-locks-run')) stuck.add(run.run_id); },
  });
  return new Response(body, { headers: { 'content-type': mode === 'ndjson' ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers } });
}
export function begin(mode: Mode, agentId: string, message: string): Response {
  const agent = workerFor(agentId);
  if (fault('post-blocked-by-job') && jobByAgent.has(agent.agent_id + me().id)) throw conflict('job_running', 'A background job is running.');
  const { run } = newRun(agent, me().id);
  const jobId = startsJob(message) ? cuid() : null;
  return stream(mode, run, message, { 'X-Service-Run-ID': run.run_id, ...(jobId ? { 'x-service-job-id': jobId } : {}) }, jobId, (fn) => exclusive(run.run_id, fn));
}
export async function resume(mode: Mode, agentId: string, runId: string, message: string): Promise<Response> {
  workerFor(agentId);
  const run = runFor(agentId, runId, fault('put-without-owner'), fault('run-continued-under-foreign-agent'));
  const busy = () => {
    if (stuck.has(run.run_id)) throw conflict('run_busy', 'This run is busy.');
    if (!runs.get(run.run_id).job_id || (mode === 'ndjson' && fault('ndjson-put-during-job'))) return;
    if (fault('rejected-put-kept')) addMessage(run, 'user', message);
    throw conflict('job_running', 'A background job is running in this run.');
  };
  busy();
  const jobId = startsJob(message) ? cuid() : null;
  const headers: Record<string, string> = { 'X-Service-Run-ID': mode === 'ndjson' && fault('ndjson-put-other-run-id') ? uuid() : run.run_id, ...(jobId ? { 'x-service-job-id': jobId } : {}) };
  if (mode === 'text' && fault('put-without-run-id')) delete headers['X-Service-Run-ID'];
  if (fault('concurrent-put-interleaved')) return stream(mode, run, message, headers, jobId, (fn) => fn());
  // One turn after the other: the next waits for its turn before it answers.
  return new Promise((ok, fail) => {
    exclusive(run.run_id, async () => {
      try { busy(); } catch (e) { fail(e); return; }
      await new Promise<void>((finished) => ok(stream(mode, run, message, headers, jobId, (fn) => fn().finally(finished))));
    });
  });
}
/** FAULT: the message is kept before its type is looked at. */
export function keepRefused(agentId: string, runId: string, message: unknown) {
  workerFor(agentId);
  addMessage(runFor(agentId, runId), 'user', message == null ? '' : String(message));
}
export function read(agentId: string, runId: string) {
  workerFor(agentId);
  const run = runFor(agentId, runId, fault('run-read-by-others'));
  const job = fault('job-by-agent') ? jobByAgent.get(run.agent_id + run.user_id) : run.job_id;
  const list = history(run.run_id);
  const first = fault('history-glues-agent-prompt-to-user-message') && list.find((m) => m.role === 'user');
  if (first) first.content = `${agents.get(run.agent_id).chat_prompt}\n\n${first.content}`;
  return { list, headers: job ? { 'x-service-job-id': job } : {} };
}
export const runView = (r: any) => {
  const n = messages.count('run_id = ?', r.run_id);
  return { id: r.run_id, run_id: r.run_id, agent_id: r.agent_id, agentName: r.agent_name, status: r.job_id ? 'running' : 'idle', jobId: r.job_id || null, messageCount: n, createdAt: iso(r.created), updatedAt: iso(r.updated) };
};
export const logView = (l: any) => ({ id: l.id, run_id: l.run_id, agent_id: l.agent_id, event: l.event, detail: l.detail, createdAt: iso(l.created) });
export const mcpView = (l: any) => ({ id: l.id, run_id: l.run_id, agent_id: l.agent_id, server: l.server, tool: l.tool, input: l.input, output: l.output, createdAt: iso(l.created) });
