// The Workers API.

import { on } from '../core/faults.js';
import { uuid } from '../core/ids.js';
import { ANSWERED } from '../core/http.js';
import { Problem, forbidden, notFound } from '../core/problem.js';
import { maybe, obj, str } from '../core/validate.js';
import { canSee, findAgent } from '../state/agents.js';
import { db } from '../state/db.js';
import { addCall, addMessage, endJob, enterTurn, newRun, startJob } from './runs.js';
import { script } from './script.js';
import { forms } from './stream.js';

const PACE = 6; // milliseconds between two signals
const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

const anyMessage = (value, place, bad) => {
  if (on('worker-message-number-500')) return value.normalize();
  return str()(value, place, bad);
};
const Start = obj({ message: maybe(anyMessage) });
const Continue = obj({ message: anyMessage });
const TextContinue = on('n-put-empty-message-refused') ? obj({ message: str({ min: 1 }) }) : Continue;

/** The worker that the caller may talk to. */
function worker(id, user) {
  if (on('unknown-agent-answers') && !db.agents.has(id)) return { id, name: 'Worker', access: 'public' };
  const agent = findAgent(id);
  if (!canSee(agent, user) && !on('private-agent-callable')) throw forbidden('this worker is private');
  const paid = agent.price === null || agent.user === user.id
    || [...db.subscriptions.values()].some((one) => one.agent === id && one.user === user.id && one.state === 'active');
  if (!paid) throw forbidden('this worker needs a subscription');
  return agent;
}

/** The caller's run with this agent. */
function ownRun({ agent_id, run_id }, user, othersToo = false) {
  const run = db.runs.get(run_id);
  if (!run || run.agent !== agent_id) throw notFound('run');
  if (run.user !== user?.id && !othersToo) throw notFound('run');
  return run;
}

/** POSTs that are still streaming, by user and agent. */
const inFlight = new Map();
const flight = (agent, user) => `${user.id} ${agent.id}`;

/** The runs of a user with an agent, the latest last. */
const runsWith = (agentId, userId) => [...db.runs.values()]
  .filter((run) => run.agent === agentId && run.user === userId)
  .sort((a, b) => a.made - b.made);

function runForPost(agent, user) {
  const latest = runsWith(agent.id, user.id).at(-1);
  const busy = runsWith(agent.id, user.id).filter((run) => run.job);
  if (on('post-refused-during-job') && busy.length > 0) throw new Problem(409, 'conflict', 'a job is running');
  if (on('post-ends-old-job')) busy.forEach((run) => endJob(run, run.job));
  if (on('post-reuses-run') && latest) return latest;
  if (on('concurrent-posts-share-run') && inFlight.has(flight(agent, user))) return inFlight.get(flight(agent, user));
  const run = newRun(agent, user);
  if (on('post-context-not-clear') && latest) run.messages.push(...latest.messages);
  return run;
}

function jobOf(run) {
  if (!on('job-kept-per-agent')) return run.job;
  return runsWith(run.agent, run.user).find((other) => other.job)?.job;
}

function refuseWhileBusy(run, message, form) {
  const accepted = on(form === 'text' ? 'put-during-job-accepted' : 'ndjson-put-during-job-accepted');
  if (!run.job || accepted) return;
  if (on('n-second-job-put-accepted') && form === 'text' && run.jobs > 1) return;
  if (on('refused-put-is-kept')) addMessage(run, 'user', message);
  if (on('refused-put-locks-run')) run.locked = true;
  const status = on('put-during-job-423') ? 423 : 409;
  const { job } = run;
  if (on('n-refused-put-ends-job')) endJob(run, job);
  throw new Problem(status, 'job_running', 'a job of this run is still running', { 'x-service-job-id': job.id });
}

function refuseToResume(run, message) {
  const refused = run.locked || (on('put-after-failed-job-409') && run.ended?.ok === false)
    || (on('put-after-job-needs-continue') && run.ended && !/^(continue|resume)\b/i.test(message));
  if (refused) throw new Problem(409, 'conflict', 'the run is busy');
}

function headersOf(run, form, method, job) {
  const headers = { 'content-type': forms[form].type, 'cache-control': 'no-store' };
  const at = `${method} ${form}`;
  if (on('n-text-post-says-json') && at === 'POST text') headers['content-type'] = 'application/json';
  if (on('ndjson-post-run-id-misnamed') && at === 'POST ndjson') headers['X-Run-ID'] = run.id;
  else if (on('ndjson-put-other-run-id') && at === 'PUT ndjson') headers['X-Service-Run-ID'] = uuid();
  else if (!(on('post-no-run-id') && at === 'POST text') && !(on('put-no-run-id') && at === 'PUT text')) {
    headers['X-Service-Run-ID'] = run.id;
  }
  if (job && !job.silent) headers['x-service-job-id'] = job.id;
  return headers;
}

/** Of the signal that goes out at last, for the fault of streams that cross. */
let lastStarted = [];

async function send(res, run, signals, form, method) {
  lastStarted = signals;
  let said = '';
  for (const [index, own] of signals.entries()) {
    const signal = on('concurrent-streams-cross') ? lastStarted[index] ?? own : own;
    if (own.result) addCall(run, signals[index - 1], own);
    if (own.call && on('n-text-before-tool-call-lost')) said = '';
    if (own.say !== undefined) said += own.say;
    const last = index === signals.length - 1;
    if (!(on('post-stream-cut') && last && form === 'text' && method === 'POST')) res.write(forms[form].line(signal, index === 0));
    if (on('put-piece-twice') && index === 1 && form === 'text' && method === 'PUT') res.write(forms[form].line(signal));
    await pause(PACE);
  }
  return said;
}

/** One turn of the talk: the message goes into the run, the worker answers, the answer goes into the run. */
async function turn(ctx, run, form, method) {
  const { message } = ctx.body;
  const leave = await enterTurn(run);
  try {
    if (method === 'PUT') {
      refuseWhileBusy(run, message, form);
      refuseToResume(run, message);
    }
    const before = [...run.messages];
    if (on('concurrent-puts-lose-message')) await pause(30);
    if (on('put-forgets-history') && method === 'PUT') run.messages = [];
    // The mistake of a column that takes three bytes a character: from the first longer one on, the text is lost.
    const cutMessage = on('n-post-message-cut-at-emoji') && method === 'POST' && message?.replace(/[\u{10000}-\u{10ffff}][^]*$/u, '');
    if (message !== undefined) addMessage(run, 'user', cutMessage === false ? message : cutMessage);
    if (on('ndjson-put-message-twice') && method === 'PUT' && form === 'ndjson') addMessage(run, 'user', message);
    const { signals, job } = script(db.agents.get(run.agent) ?? { name: 'your worker' }, run, message);
    const started = job && startJob(run, job);
    if (on('n-put-job-not-signalled') && method === 'PUT' && started) started.silent = true;
    run.ended = null;
    ctx.res.writeHead(200, headersOf(run, form, method, started));
    const said = await send(ctx.res, run, signals, form, method);
    if (on('concurrent-puts-lose-message') && method === 'PUT') run.messages = [...before, { role: 'user', content: message }];
    const forgotten = (on('post-answer-not-stored') && method === 'POST' && form === 'text')
      || (on('n-ndjson-put-answer-not-stored') && method === 'PUT' && form === 'ndjson');
    if (!forgotten) addMessage(run, 'assistant', said);
    if (on('ndjson-run-not-stored') && form === 'ndjson' && method === 'POST') db.runs.delete(run.id);
    if (on('put-stream-never-ends') && form === 'text' && method === 'PUT') return ANSWERED;
    ctx.res.end(forms[form].end(run));
    return ANSWERED;
  } finally {
    leave();
  }
}

async function post(ctx, form) {
  const agent = worker(ctx.path.agent_id, ctx.user);
  const run = runForPost(agent, ctx.user);
  run.form = form;
  inFlight.set(flight(agent, ctx.user), run);
  try {
    return await turn(ctx, run, form, 'POST');
  } finally {
    inFlight.delete(flight(agent, ctx.user));
  }
}

async function put(ctx, form) {
  let run = ownRun(ctx.path, ctx.user, on('run-writable-by-others'));
  if (on('put-goes-to-latest-run')) run = runsWith(run.agent, run.user).at(-1);
  return turn(ctx, run, on('n-ndjson-put-as-text') ? 'text' : form, 'PUT');
}

const cached = new Map();

function wireMessages(run) {
  const messages = run.messages.map(({ role, content }) => {
    if (on('history-roles-swapped')) return { role: role === 'user' ? 'assistant' : 'user', content };
    if (on('history-content-in-parts')) return { role, content: [{ type: 'text', text: content }] };
    return { role, content };
  });
  if (on('history-empty-during-job') && run.job) return [];
  if (on('n-history-last-ten')) return messages.slice(-10);
  if (on('history-newest-first')) messages.reverse();
  if (on('history-cached')) {
    if (!cached.has(run.id)) cached.set(run.id, messages);
    return cached.get(run.id);
  }
  return messages;
}

function history({ path, user, res }) {
  const run = ownRun(path, user, on('run-readable-by-others') || on('history-without-key'));
  const job = jobOf(run);
  const untold = job && (job.silent || (on('n-job-header-once') && job.told));
  if (job) job.told = true;
  if (job && !untold && !on('job-header-missing')) res.setHeader('x-service-job-id', job.id);
  if (!job && on('job-header-empty-when-idle')) res.setHeader('x-service-job-id', '');
  return on('history-wrapped') ? { messages: wireMessages(run) } : wireMessages(run);
}

export function workersRoutes(router) {
  const key = { auth: 'key' };
  const agent = { agent_id: 'uuid' };
  const run = { agent_id: 'uuid', run_id: 'uuid' };
  router.add('POST', '/:agent_id', { ...key, path: agent, body: Start }, (ctx) => post(ctx, 'text'));
  router.add('PUT', '/:agent_id/:run_id', { ...key, path: run, body: TextContinue }, (ctx) => put(ctx, 'text'));
  const lax = on('n-ndjson-post-without-key') && { auth: 'open' };
  router.add('POST', '/ndjson/:agent_id', { ...key, ...lax, path: agent, body: Start }, (ctx) => {
    if (lax && !ctx.user) ctx.user = db.users.get(findAgent(ctx.path.agent_id).user);
    return post(ctx, 'ndjson');
  });
  router.add('PUT', '/ndjson/:agent_id/:run_id', { ...key, path: run, body: Continue }, (ctx) => put(ctx, 'ndjson'));
  router.add('GET', '/:agent_id/:run_id', { auth: on('history-without-key') ? 'open' : 'key', path: run }, history);
}
