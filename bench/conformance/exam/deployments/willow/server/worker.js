// The workers: what they answer, how they stream it, their background jobs.
import { PassThrough } from 'node:stream';
import { W, commit, fault, sleep, ksuid, uuid7, uniqueNow } from './core.js';
import { byName } from './tools.js';

export const JOB_SECONDS = 6;
export const FAILING_JOB_SECONDS = 5;
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' ');
const chunk = (text, form) => {
  if (fault('emoji-torn') && form === 'ndjson') { const out = []; for (let i = 0; i < text.length; i += 7) out.push(Buffer.from(text.slice(i, i + 7)).toString()); return out; }
  const chars = [...text]; const size = Math.max(8, Math.ceil(chars.length / 10)); const out = [];
  for (let i = 0; i < chars.length; i += size) out.push(chars.slice(i, i + size).join(''));
  return out;
};

export const jobOf = (agent, message) => {
  if (!agent.virtualComputer || typeof message !== 'string') return null;
  if (/job that fails/i.test(message)) return { seconds: FAILING_JOB_SECONDS, ok: false };
  return /long job/i.test(message) ? { seconds: JOB_SECONDS, ok: true } : null;
};
function* plan(agent, run, message, job, form) {
  const say = function* (text, wait = 4) { for (const piece of chunk(text, form)) yield { say: piece, wait }; };
  if (job) { yield* say(`I started a job in the background; it takes about ${job.seconds} seconds. Ask me again when it is done.`); return; }
  if (run.lastJob && !run.lastJob.told) {
    yield { told: true };
    yield* say(run.lastJob.ok ? 'The background job has finished: all rows were read. ' : 'The background job ended with an error: the disk was full. ');
  }
  if (message === undefined) { yield* say('Hello, what can I do for you?'); return; }
  if (/count slowly/i.test(message)) { for (const [i, w] of NUMBERS.entries()) yield { say: i ? `, ${w}` : `Counting: ${w}`, wait: 110 }; return; }
  if (/\btide\b/i.test(message)) {
    const port = /dover/i.test(message) ? 'Dover' : 'Hull';
    yield* say(`I look up the tide at ${port}. `);
    yield { call: 'read-tide-table', input: { port } };
    const out = byName.get('read-tide-table').run({ port });
    yield* say(`High water is at ${out.high} and low water at ${out.low}.`);
    return;
  }
  const turn = run.messages.filter((m) => m.role === 'user').length;
  yield* say(`You said: ${message} (message ${turn} of this conversation)`);
}

const chains = new Map();
export const queueTurn = (runId) => {
  const before = chains.get(runId) ?? Promise.resolve();
  let release; const mine = new Promise((r) => { release = r; });
  chains.set(runId, mine);
  return { before, release: () => { if (chains.get(runId) === mine) chains.delete(runId); release(); } };
};

export function startRun(agent, ownerId, trigger) {
  const runId = uuid7();
  commit('run-started', { runId, agentId: agent.agentId, ownerId, trigger, startedAt: uniqueNow() });
  return W.runs.get(runId);
}
export const logRun = (run, kind, detail = null) => commit('run-logged', { logId: ksuid('rlog'), runId: run.runId, agentId: run.agentId, ownerId: run.ownerId, kind, detail });

// Appends the user's message, starts a job where it asks for one, and gives the stream of the answer.
export function beginTurn({ agent, run, message, via, form, release }) {
  const snapshot = fault('concurrent-puts-lose-message') && via === 'PUT' ? structuredClone(run.messages) : null;
  if (message !== undefined) { if (snapshot) snapshot.push({ role: 'user', content: message }); else commit('message-added', { runId: run.runId, role: 'user', content: message }); }
  logRun(run, 'turn-started', via);
  const job = jobOf(agent, message);
  if (job) {
    commit('job-started', { runId: run.runId, jobId: ksuid('job'), via });
    logRun(run, 'job-started');
    setTimeout(() => { commit('job-ended', { runId: run.runId, ok: job.ok }); logRun(run, job.ok ? 'job-finished' : 'job-failed'); }, job.seconds * 1000).unref();
  }
  const out = new PassThrough();
  out.on('error', () => {});
  let seq = 0; let held = '';
  const signal = (s) => out.write(`${JSON.stringify({ event: s.event, seq: ++seq, ...s })}\n`);
  const write = (s) => {
    if (form === 'ndjson') signal(s);
    else if (s.event === 'text') { if (fault('text-held-back') && via === 'POST') held += s.text; else out.write(s.text); }
    else if (fault('tool-output-in-text') && s.event === 'tool-result') out.write(`[${s.tool}] ${JSON.stringify(s.output)}\n`);
  };
  (async () => {
    let text = '';
    try {
      if (job) write({ event: 'job', jobId: run.job.jobId });
      for (const step of plan(agent, run, message, job, form)) {
        if (step.told) { commit('job-told', { runId: run.runId }); continue; }
        if (step.call) {
          const callId = ksuid('call'); const output = byName.get(step.call).run(step.input);
          write({ event: 'tool-call', callId, tool: step.call, input: step.input });
          await sleep(20);
          commit('tool-called', { logId: ksuid('mlog'), runId: run.runId, agentId: run.agentId, ownerId: run.ownerId, server: byName.get(step.call).toolkit, tool: step.call, input: step.input, output });
          if (!(fault('put-drops-tool-results') && via === 'PUT' && form === 'ndjson')) write({ event: 'tool-result', callId, tool: step.call, output });
          continue;
        }
        write({ event: 'text', text: step.say }); text += step.say;
        await sleep(step.wait);
      }
    } catch (e) { console.error(e); }
    if (snapshot) commit('messages-replaced', { runId: run.runId, messages: [...snapshot, { role: 'assistant', content: text }] });
    else commit('message-added', { runId: run.runId, role: 'assistant', content: text });
    logRun(run, 'turn-finished');
    release();
    if (form === 'ndjson') signal({ event: 'done', runId: run.runId }); else if (held) out.write(held);
    out.end();
  })();
  return out;
}
export async function runInBackground(agent, ownerId, message, trigger) {
  const run = startRun(agent, ownerId, trigger);
  const { before, release } = queueTurn(run.runId); await before;
  beginTurn({ agent, run, message, via: 'POST', form: 'text', release }).resume();
  return run;
}
