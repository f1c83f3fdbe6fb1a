import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { projectionLagOf } from '../projections.ts';
import type { Style } from '../style.ts';
import type { Run } from './run.ts';
import { toStream } from './to-stream.ts';
import { messages, type WorkersStyle } from './workers-style.ts';

interface Turn {
  readonly run: Run;
  readonly ndjson: boolean;
  readonly message: string;
}

/** Answers the five operations of the Workers API. */
export async function answerWorkers(request: Request, context: Context): Promise<Response> {
  const { workers } = context.style;
  const key = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const owner = [...context.store.keys.values()].find((one) => one.key === key)?.owner;
  if (owner === undefined) return refuse(workers.refusal);
  const path = new URL(request.url).pathname.slice(workers.path.length).split('/').slice(1);
  const ndjson = path[0] === 'ndjson';
  const [agentId = '', runId] = ndjson ? path.slice(1) : path;
  const agent = context.store.agents.get(agentId);
  const isHidden = agent?.visibility === 'private' && agent.owner !== owner;
  if (agent === undefined || isHidden) return refuse(workers.unknown);
  const message = request.method === 'GET' ? '' : messageOf(await request.text());
  if (message === undefined) return refuse(422);
  if (message.length > workers.longestMessage) return refuse(workers.tooLong);
  if (request.method === 'POST')
    return converse(start(context, { agentId, owner }), { ndjson, message }, workers);
  const run = context.store.runs.get(runId?.toLowerCase() ?? '');
  if (run === undefined || run.agentId !== agentId) return refuse(workers.unknown);
  if (run.owner !== owner) return refuse(workers.othersRuns);
  return request.method === 'GET' ? show(run, context.style) : goOn({ run, ndjson, message }, workers);
}

function messageOf(body: string): string | undefined {
  try {
    const { message } = Object(JSON.parse(body));
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

function start(
  { style, store }: Context,
  { agentId, owner }: { readonly agentId: string; readonly owner: string },
): Run {
  const preamble = style.workers.preamble ? [{ role: 'system', content: 'You are a worker.', at: 0 }] : [];
  const run_id = randomUUID();
  const run: Run = {
    run_id,
    agentId,
    owner,
    messages: preamble,
    jobId: randomUUID(),
    job: 'none',
    looks: 0,
    turn: undefined,
  };
  store.runs.set(run_id, run);
  if (style.choices.runsAreListed) {
    const chat_id = store.agents.get(agentId)?.chat_id ?? agentId;
    store.views.set(run_id, { run_id, agent_id: agentId, chat_id, owner, created_at: store.now() });
  }
  const { runsCost, start: before, cost } = style.choices.credits;
  if (runsCost) store.credits.set(owner, (store.credits.get(owner) ?? before) - cost);
  return run;
}

async function goOn({ run, ndjson, message }: Turn, style: WorkersStyle): Promise<Response> {
  if (looksBusy(run, style)) return refuse(409);
  if (run.turn !== undefined && typeof style.duringTurn === 'number') return refuse(style.duringTurn);
  while (run.turn !== undefined && style.duringTurn === 'wait') await run.turn;
  // Waiting takes its time, and a job may have begun meanwhile.
  return run.job === 'running' ? refuse(409) : converse(run, { ndjson, message }, style);
}

/** Each look brings the job of a run nearer to its beginning, or to its end: the machine's speed is no matter. */
function looksBusy(run: Run, { jobDelay, jobLength, roles }: WorkersStyle): boolean {
  run.looks += 1;
  if (run.job === 'owed' && run.turn === undefined && run.looks > jobDelay) begin(run);
  if (run.job !== 'running') return false;
  if (run.looks <= jobLength) return true;
  say(run, roles[1], 'The job is over.');
  run.job = 'none';
  return false;
}

function begin(run: Run): void {
  run.job = 'running';
  run.looks = 1;
}

function converse(
  run: Run,
  { ndjson, message }: { readonly ndjson: boolean; readonly message: string },
  style: WorkersStyle,
): Response {
  say(run, style.roles[0], message);
  if (message === messages.backgroundMessage || message === messages.backgroundErrorMessage) {
    run.job = style.jobDelay === 0 ? 'running' : 'owed';
    run.looks = 0;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  run.turn = promise;
  const headers = new Headers({ 'x-service-run-id': run.run_id, 'content-type': style.contentType });
  if (style.jobHeaderEverywhere && run.job !== 'none') headers.set(...jobHeader(run, style));
  const end = (spoken: string): void => {
    keep({ run, ndjson, message }, spoken, style);
    run.turn = undefined;
    resolve();
  };
  const body = ReadableStream.from(speak({ run, ndjson, message }, style, end));
  return new Response(body, { status: style.success, headers });
}

async function* speak(
  { run, ndjson, message }: Turn,
  style: WorkersStyle,
  end: (spoken: string) => void,
): AsyncGenerator<Uint8Array> {
  const isSilent = style.silentWorker && run.job === 'none';
  const spoken = isSilent ? '' : `Well, ${message.length} letters – noted.  `;
  try {
    const isSlow = message === style.slowMessage;
    if (isSlow && !ndjson) return yield* saySlowly(spoken);
    for (const piece of toStream(spoken, { ndjson, message }, style)) {
      yield piece;
      if (style.pieces !== 'one') await pause(isSlow ? 100 : 1);
    }
  } finally {
    end(spoken);
  }
}

/** In eight pieces, within 0.7 s. */
async function* saySlowly(spoken: string): AsyncGenerator<Uint8Array> {
  const length = Math.ceil(spoken.length / 8);
  for (let from = 0; from < spoken.length; from += length) {
    if (from > 0) await pause(100);
    yield Buffer.from(spoken.slice(from, from + length));
  }
}

function keep(
  { run, message }: Turn,
  spoken: string,
  { roles, toolMessages, storedAnswer }: WorkersStyle,
): void {
  if (toolMessages && message === messages.toolCallMessage.message) {
    say(run, 'tool', messages.toolCallMessage.output);
  }
  const forms = { 'as streamed': spoken, trimmed: spoken.trim() };
  if (spoken !== '') say(run, roles[1], forms[storedAnswer]);
}

function say({ messages }: Run, role: string, content: string): void {
  messages.push({ role, content, at: performance.now() });
}

function show(run: Run, { workers: style, choices }: Style): Response {
  const headers = new Headers({ 'content-type': style.contentType });
  if (looksBusy(run, style)) headers.set(...jobHeader(run, style));
  const until = performance.now() - projectionLagOf(choices);
  const shown = run.messages
    .filter(({ at }) => at <= until)
    .map(({ role, content }) => ({
      ...(style.extraFields && { id: randomUUID(), parts: [] }),
      role,
      content,
    }));
  return new Response(JSON.stringify(shown), {
    status: style.success === 206 ? 200 : style.success,
    headers,
  });
}

function jobHeader({ jobId }: Run, { jobValue }: WorkersStyle): [string, string] {
  const values = { same: jobId, 'new each time': randomUUID(), 'empty-looking': '0' };
  return ['x-service-job-id', values[jobValue]];
}

function refuse(status: number): Response {
  return new Response('<p>No.</p>', { status, headers: { 'content-type': 'text/html' } });
}
