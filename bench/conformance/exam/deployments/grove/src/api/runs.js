// Runs of the caller and their logs; executions of tools.

import { on } from '../core/faults.js';
import { stamp, dateTime } from '../core/clock.js';
import { isUuid } from '../core/ids.js';
import { notFound } from '../core/problem.js';
import { query } from '../core/validate.js';
import { db, ownedBy } from '../state/db.js';
import { executionView } from '../tools/catalog.js';
import { callView, logView, runView } from '../workers/runs.js';
import { pageOf, pagingQuery } from './paging.js';

function listRuns({ user, query: asked }) {
  let runs = on('runs-of-all-users') ? [...db.runs.values()] : ownedBy(db.runs, user);
  if (on('n-runs-without-ndjson')) runs = runs.filter((run) => run.form !== 'ndjson');
  const paging = { ...asked };
  if (on('runs-limit-ignored')) paging.limit = 30;
  if (on('runs-limit-one-more')) paging.limit += 1;
  const { shown, next } = pageOf(runs, 'made', paging, { inclusive: on('runs-cursor-inclusive') });
  let cursor = next;
  if (on('runs-last-page-points-to-start')) cursor ??= dateTime(stamp());
  if (on('runs-cursor-is-a-number') && cursor) cursor = Date.parse(cursor);
  return { runs: shown.map(runView), next: cursor };
}

function getRun({ user, path }) {
  if (on('run-bad-uuid-500') && !isUuid(path.run_id)) throw new TypeError('no uuid');
  const run = db.runs.get(path.run_id);
  if (!run || run.user !== user.id) {
    if (on('run-unknown-null')) return null;
    throw notFound('run');
  }
  return runView(run);
}

/** Logs of a run that isn't the caller's are empty: the interface has no 404 there. */
const ownRunOrNone = ({ user, path }) => {
  const run = db.runs.get(path.run_id);
  return run?.user === user.id ? run : undefined;
};

function runLogs(ctx) {
  const run = ownRunOrNone(ctx);
  if (!run) return [];
  const runs = on('run-logs-of-all-runs') ? ownedBy(db.runs, ctx.user) : [run];
  return runs.flatMap((one) => one.log.map((entry) => logView(one, entry)));
}

function mcpLogs(ctx) {
  const run = ownRunOrNone(ctx);
  const calls = (run?.calls ?? []).map((call) => callView(run, call));
  if (on('mcp-logs-name-the-agent')) for (const call of calls) call.run = run.agent;
  return on('mcp-logs-wrapped') ? { logs: calls } : calls;
}

function listExecutions({ user, query: asked }) {
  if (on('executions-cursor-ignored')) asked.next_cursor = undefined;
  const { shown, next } = pageOf(ownedBy(db.executions, user), 'at', asked, { skip: on('executions-cursor-skips-one') ? 1 : 0 });
  if (asked.limit < 0) throw new RangeError('negative limit');
  return { logs: shown.map(executionView), next };
}

function getExecution({ user, path }) {
  const id = on('execution-off-by-one') ? path.log_id - 1 : path.log_id;
  const entry = db.executions.get(id);
  if (!entry || (entry.user !== user.id && !on('execution-of-others'))) throw notFound('log');
  return executionView(entry);
}

function executionsQuery() {
  const spec = pagingQuery({ fallback: on('n-executions-default-50') ? 50 : 30 });
  if (on('executions-negative-limit-500')) spec.limit = query('integer', { max: 500, fallback: 30 });
  return spec;
}

export function runRoutes(router) {
  const path = { run_id: 'uuid' };
  const runsQuery = pagingQuery({ fallback: on('runs-default-limit-20') ? 20 : 30, cursorMayBeNull: true });
  router.add('GET', '/me/agent-runs', { query: runsQuery }, listRuns);
  router.add('GET', '/me/agent-runs/:run_id', { path: on('run-bad-uuid-500') ? {} : path }, getRun);
  router.add('GET', '/me/agent-runs/:run_id/mcp-server-logs', { path }, mcpLogs);
  router.add('GET', '/me/agent-runs/:run_id/logs', { path }, runLogs);
  router.add('GET', '/me/executions', { query: executionsQuery() }, listExecutions);
  router.add('GET', '/me/executions/:log_id', { path: { log_id: 'integer' } }, getExecution);
}
