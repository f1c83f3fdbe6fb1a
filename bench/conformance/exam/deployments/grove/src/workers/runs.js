// Runs: conversations with workers, and the jobs that they leave running.

import { on } from '../core/faults.js';
import { stamp, wire } from '../core/clock.js';
import { letters, uuid } from '../core/ids.js';
import { db } from '../state/db.js';
import { agentBrief } from '../state/agents.js';

export function newRun(agent, user, how = 'api') {
  const now = stamp();
  const run = {
    id: uuid(), agent: agent.id, user: user.id, made: now, changed: now,
    job: null, ended: null, turn: Promise.resolve(), calls: [], messages: [], log: [],
  };
  db.runs.set(run.id, run);
  note(run, 'start', `started by ${how}`);
  return run;
}

/** An entry in the log of the run. */
export function note(run, kind, text) {
  const entry = { kind, text, at: stamp() };
  run.log.push(entry);
  run.changed = entry.at;
  return entry;
}

function asStored(content) {
  if (on('run-message-html-escaped')) return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  if (on('run-message-whitespace-collapsed')) return content.replace(/\s+/g, ' ').trim();
  if (on('run-message-cut-at-255')) return content.slice(0, 255);
  return content;
}

export function addMessage(run, role, content) {
  run.messages.push({ role, content: role === 'user' ? asStored(content) : content });
  note(run, role === 'user' ? 'message' : 'answer', `${[...content].length} characters`);
}

/** Waits until no other turn of this run goes on; returns what ends the turn. */
export async function enterTurn(run) {
  if (on('concurrent-puts-lose-message')) return () => {};
  const before = run.turn;
  let leave;
  run.turn = new Promise((resolve) => { leave = resolve; });
  await before;
  return leave;
}

export function startJob(run, { ok, lasts }) {
  const job = { id: `job-${letters(12)}`, ok };
  run.job = job;
  run.jobs = (run.jobs ?? 0) + 1;
  run.ended = null;
  note(run, 'job', `${job.id} runs in the background`);
  if (on('job-header-stays') && ok) return job;
  if (on('failed-job-never-ends') && !ok) return job;
  setTimeout(() => endJob(run, job), lasts);
  return job;
}

export function endJob(run, job) {
  if (run.job !== job) return;
  run.job = null;
  run.ended = { ok: job.ok };
  if (on('failed-job-empties-history') && !job.ok) run.messages = [];
  note(run, 'job', `${job.id} ${job.ok ? 'is done' : 'broke off with an error'}`);
}

/** A tool call of the worker, for the log of MCP servers. */
export function addCall(run, call, result) {
  if (on('n-mcp-logs-last-call')) run.calls = [];
  run.calls.push({ server: 'grove-tools', tool: call.tool, input: call.args, output: result.out, at: stamp() });
}

// ---- on the wire ----

/** AgentRunView */
export const runView = (run) => ({
  id: run.id,
  agent: { id: run.agent, ...agentBrief(run.agent) },
  state: run.job ? 'busy' : 'idle',
  turns: run.messages.filter((message) => message.role === 'user').length,
  first: run.messages[0]?.content.slice(0, 80) ?? null,
  made: wire(run.made),
  changed: wire(run.changed),
});

/** AgentRunLog */
export const logView = (run, entry) => ({ run: run.id, kind: entry.kind, text: entry.text, at: wire(entry.at) });

/** McpServerLog */
export const callView = (run, call) => ({ run: run.id, ...call, at: wire(call.at) });
