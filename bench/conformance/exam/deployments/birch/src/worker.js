'use strict';
// The Workers API: conversations with a worker, streamed, and its background jobs.
const crypto = require('crypto');
const { kx, all, first, run, tx } = require('./db');
const { F, fail, checkFields, isUuid } = require('./http');
const repo = require('./repo');
const { tools } = require('./tools');

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const JOB_MS = 2000;

// One turn after the other in each run.
const locks = new Map();
async function locked(id, fn) {
  const before = locks.get(id) || Promise.resolve();
  const mine = before.then(fn, fn);
  const tail = mine.catch(() => {});
  locks.set(id, tail);
  tail.then(() => { if (locks.get(id) === tail) locks.delete(id); });
  return mine;
}

const seenKeys = new Map();
function keyUser(req) {
  const m = /^Bearer +(\S+) *$/i.exec(req.headers.authorization || '');
  if (!m) fail.unauthorized('An API key is needed.');
  if (F('deleted-key-still-works') && seenKeys.has(m[1])) return seenKeys.get(m[1]);
  const k = repo.keys.bySecret(m[1]);
  if (!k) fail.unauthorized('This API key is not known.');
  const u = repo.users.byId(k.user_id);
  seenKeys.set(m[1], u);
  return u;
}

function agentFor(user, id) {
  const a = isUuid(id) ? (F('deleted-worker-answers') ? repo.agents.evenDeleted(id.toLowerCase()) : repo.agents.get(id.toLowerCase())) : null;
  if (!a) fail.missing('Agent');
  if (a.owner_id === user.id) return a;
  if (a.access !== 'public') fail.forbidden('This agent is private.');
  if (a.price_cents > 0 && !repo.subs.own(user.id, a.id)) fail.forbidden('This agent needs a subscription.');
  return a;
}
function runFor(user, a, id) {
  const r = isUuid(id) ? repo.runs.get(id.toLowerCase()) : null;
  if (!r || r.agent_id !== a.id) fail.missing('Run');
  if (r.owner_id !== user.id && !F('run-of-other-user')) fail.missing('Run');
  return r;
}

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' ');
// Pieces of a text, at borders of words, at most a dozen.
function pieces(text) {
  const words = text.match(/\S+\s*|\s+/g) || [text];
  const per = Math.ceil(words.length / 12);
  const out = [];
  for (let i = 0; i < words.length; i += per) out.push(words.slice(i, i + per).join(''));
  return out;
}
// What the worker does about a message.
function plan(agent, message, before) {
  const earlier = before.filter((m) => m.role === 'user');
  if (/count slowly/i.test(message)) return { say: NUMBERS.map((n, i) => n + (i < 19 ? ', ' : '.')), pause: 95, calls: [] };
  if (/start a job that fails/i.test(message)) return { say: pieces('I have put a job into the background that will not go well.'), pause: 15, calls: [], job: { ms: 1300, fails: true } };
  if (/start the long job/i.test(message)) return { say: pieces('I have put the long job into the background.'), pause: 15, calls: [], job: { ms: JOB_MS, fails: false } };
  const w = /weather in ([\p{L}-]+)/iu.exec(message);
  if (w) {
    const input = { city: w[1] };
    const output = tools.get('weather_now').work(input, {});
    return { say: pieces(`In ${w[1]} it is ${output.celsius} degrees right now.`), pause: 20, calls: [{ server: 'sky', name: 'weather_now', input, output }] };
  }
  const back = earlier.length ? ` Before that you said "${earlier[earlier.length - 1].content.slice(0, 200)}".` : '';
  return { say: pieces(`${agent.name} heard "${message.slice(0, 2000)}".${back} This is turn ${earlier.length + 1} of our talk.`), pause: 18, calls: [] };
}

function startJob(r, job) {
  const id = crypto.randomUUID();
  repo.runs.setJob(r.id, id, 'running');
  repo.runs.log(r.id, 'job.started', id);
  setTimeout(() => {
    if (job.fails && F('failed-job-never-ends')) return;
    locked(r.id, async () => {
      repo.runs.say(r.id, 'assistant', job.fails ? 'The job ended with an error: exit code 3.' : 'The long job is done: 42 rows written.');
      repo.runs.log(r.id, job.fails ? 'job.failed' : 'job.finished', id);
      repo.runs.setJob(r.id, null, job.fails ? 'failed' : 'finished');
    }).catch(() => {});
  }, job.ms);
  return id;
}

async function turn(ctx, agent, r, message, ndjson) {
  const { res } = ctx;
  const isPut = ctx.req.method === 'PUT';
  const before = repo.runs.messages(r.id);
  const p = plan(agent, message, before);
  repo.runs.say(r.id, 'user', F('user-message-latin1') ? Buffer.from(message, 'utf8').toString('latin1') : message);
  const job = p.job ? startJob(r, p.job) : null;
  let gone = false;
  res.on('close', () => { gone = true; });
  res.status(200);
  res.set('Content-Type', ndjson ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8');
  res.set('Cache-Control', 'no-store');
  res.set('X-Service-Run-ID', r.id);
  if (job) res.set('x-service-job-id', job);
  res.flushHeaders();
  const held = [];
  const put = (s) => { if (F('stream-in-one-piece')) held.push(s); else if (!gone) res.write(s); };
  const line = (o) => put(JSON.stringify(o) + '\n');
  for (const c of p.calls) {
    repo.runs.toolCall(r.id, c);
    const call = crypto.randomUUID();
    if (ndjson) {
      line({ kind: 'tool.call', call, name: c.name, args: c.input });
      await sleep(p.pause);
      line({ kind: 'tool.result', call, name: c.name, result: c.output });
    }
    if (!ndjson && F('text-shows-tool-output')) put(`[${c.name}] ${JSON.stringify(c.output)}\n`);
  }
  for (let k = 0; k < p.say.length; k++) {
    if (k) await sleep(p.pause);
    if (!ndjson && F('stream-loses-a-piece') && k === 2) continue;
    if (ndjson) line({ kind: 'say', text: p.say[k] }); else put(p.say[k]);
  }
  const whole = p.say.join('');
  if (F('two-puts-lose-one') && isPut) {
    tx(() => {
      run(kx('messages').where({ run_id: r.id }).del());
      for (const m of [...before, { role: 'user', content: message, at: Date.now() }]) run(kx('messages').insert({ run_id: r.id, role: m.role, content: m.content, at: m.at }));
    });
  }
  repo.runs.say(r.id, 'assistant', whole);
  if (ndjson) line({ kind: 'end', run: r.id });
  if (held.length && !gone) res.write(held.join(''));
  res.end();
}

function input(ctx) { return checkFields(ctx.json(), { message: { type: 'string', required: true } }).message; }
const busy = (r) => first(kx('runs').where({ id: r.id })).job_state === 'running';

function routes(route) {
  for (const [prefix, ndjson] of [['/workers/ndjson', true], ['/workers', false]]) {
    route('post', `${prefix}/:agent_id`, 'none', async (ctx) => {
      const user = keyUser(ctx.req);
      const message = input(ctx);
      const a = agentFor(user, ctx.params.agent_id);
      const old = F('new-run-keeps-context') ? first(kx('runs').where({ owner_id: user.id, agent_id: a.id, origin: 'api' }).orderBy('started_at', 'desc')) : null;
      const r = repo.runs.insert(user, a.id, 'api');
      if (old) for (const m of repo.runs.messages(old.id)) run(kx('messages').insert({ run_id: r.id, role: m.role, content: m.content, at: m.at }));
      await locked(r.id, () => turn(ctx, a, r, message, ndjson));
    });
    route('put', `${prefix}/:agent_id/:run_id`, 'none', async (ctx) => {
      const user = keyUser(ctx.req);
      const message = input(ctx);
      const a = agentFor(user, ctx.params.agent_id);
      const r = runFor(user, a, ctx.params.run_id);
      const stop = () => { if (busy(r) && !F('put-accepted-during-job')) fail.conflict('A background job of this run is still running.'); };
      stop();
      const go = async () => { stop(); await turn(ctx, a, r, message, ndjson); };
      if (F('two-puts-lose-one')) await go(); else await locked(r.id, go);
    });
  }
  route('get', '/workers/:agent_id/:run_id', 'none', (ctx) => {
    const user = keyUser(ctx.req);
    const a = agentFor(user, ctx.params.agent_id);
    const r = runFor(user, a, ctx.params.run_id);
    if (r.job_id) ctx.res.set('x-service-job-id', r.job_id);
    ctx.res.set('Cache-Control', 'no-store');
    const list = repo.runs.messages(r.id).map((m) => ({ role: m.role, content: m.content }));
    return list;
  });
}

// Runs a schedule's chat: a run of its own, without a listener.
function runScheduled(s) {
  const a = repo.agents.get(s.chat_id);
  const u = repo.users.byId(s.user_id);
  if (!a || !u) return;
  const r = repo.runs.insert(u, a.id, 'schedule');
  const message = s.label || 'Scheduled run';
  const p = plan({ ...a }, message, []);
  repo.runs.say(r.id, 'user', message);
  repo.runs.say(r.id, 'assistant', p.say.join(''));
}

module.exports = { routes, runScheduled };
void all;
