// User API: runs and their logs, executions of tools.

import assert from 'node:assert/strict';
import { RUN_TOOL, u } from '../operations.js';
import { implied, stated } from '../fault.js';

const RUNS = u('GET /me/agent-runs');
const RUN = u('GET /me/agent-runs/{run_id}');
const LOGS = u('GET /me/agent-runs/{run_id}/logs');
const MCP = u('GET /me/agent-runs/{run_id}/mcp-server-logs');
const EXECUTIONS = u('GET /me/executions');
const EXECUTION = u('GET /me/executions/{log_id}');
const PAGES = 'Pagination: list endpoints with next_cursor take a date-time cursor and a limit.';
const NOBODY = '/me/agent-runs/11111111-2222-4333-8444-555555555555';

const runsPage = (d, limit, cursor) => d.get(`/me/agent-runs?limit=${limit}${cursor ? `&next_cursor=${encodeURIComponent(cursor)}` : ''}`);
const logsPage = (d, limit, cursor) => d.get(`/me/executions?limit=${limit}${cursor ? `&next_cursor=${encodeURIComponent(cursor)}` : ''}`);
const ids = (records) => records.map((record) => record.id);

export default [
  stated('runs-default-limit-20', 'sequence', RUNS, 'limit (integer, default 30)',
    'Without a limit the list has 20 runs instead of 30.',
    async (d) => {
      const [plain, asked] = [await d.get('/me/agent-runs'), await runsPage(d, 30)];
      assert.deepEqual(ids(plain.runs), ids(asked.runs));
    }),

  stated('runs-limit-ignored', 'request', RUNS, PAGES,
    'The limit is not looked at: a page has always 30 runs.',
    async (d) => assert.equal((await runsPage(d, 3)).runs.length, 3)),

  stated('runs-limit-one-more', 'request', RUNS, PAGES,
    'A page has one run more than the limit allows.',
    async (d) => assert.ok((await runsPage(d, 3)).runs.length <= 3)),

  implied('runs-cursor-inclusive', 'sequence', RUNS, PAGES,
    'The comparison with the cursor is inclusive: the last run of a page is the first of the next one again.',
    async (d) => {
      const first = await runsPage(d, 3);
      const second = await runsPage(d, 3, first.next);
      assert.equal(new Set(ids([...first.runs, ...second.runs])).size, 6);
    }),

  implied('executions-cursor-skips-one', 'sequence', EXECUTIONS, PAGES,
    'From page to page one log is left out.',
    async (d) => {
      const all = await logsPage(d, 6);
      const first = await logsPage(d, 3);
      const second = await logsPage(d, 3, first.next);
      assert.deepEqual(ids([...first.logs, ...second.logs]), ids(all.logs));
    }),

  stated('executions-cursor-ignored', 'sequence', EXECUTIONS, 'query next_cursor (date-time, optional), limit (integer, default 30)',
    'The cursor is not looked at: each page is the first one.',
    async (d) => {
      const first = await logsPage(d, 3);
      const second = await logsPage(d, 3, first.next);
      assert.notDeepEqual(ids(first.logs), ids(second.logs));
    }),

  implied('runs-last-page-points-to-start', 'sequence', RUNS, PAGES,
    'The last page has a cursor too, which leads to the first page again: who follows the cursors never comes to an end.',
    async (d) => {
      const seen = new Set();
      let page = await runsPage(d, 20);
      for (let turns = 0; turns < 8; turns += 1) {
        for (const run of page.runs) assert.ok(!seen.has(run.id), 'no run comes twice');
        ids(page.runs).forEach((id) => seen.add(id));
        if (!page.next) return;
        page = await runsPage(d, 20, page.next);
      }
      assert.fail('there is no last page');
    }),

  stated('runs-cursor-is-a-number', 'sequence', RUNS, 'query next_cursor (date-time, optional, may be null); limit (integer, default 30)',
    'The cursor of the next page is a number of milliseconds, which the endpoint itself refuses with 422.',
    async (d) => {
      const { next } = await runsPage(d, 3);
      await runsPage(d, 3, next);
    }),

  implied('cursor-offset-ignored', 'sequence', [RUNS, EXECUTIONS], PAGES,
    'The offset of a cursor is not looked at: 12:00:00+02:00 is taken for 12:00:00Z.',
    async (d) => {
      const { next } = await runsPage(d, 3);
      const shifted = new Date(Date.parse(next) + 5 * 3_600_000).toISOString().slice(0, 19) + next.slice(19, -1);
      const [plain, other] = [await runsPage(d, 3, next), await runsPage(d, 3, `${shifted}+05:00`)];
      assert.deepEqual(ids(plain.runs), ids(other.runs));
    }),

  implied('runs-of-all-users', 'sequence', RUNS, 'Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)',
    'The list shows the runs of all users.',
    async (d) => {
      const { run } = await d.say('Hello');
      assert.ok(!ids((await d.get('/me/agent-runs', { as: 'ben' })).runs).includes(run));
    }),

  stated('run-unknown-null', 'request', RUN, '404 run not found; 500',
    'A run that does not exist is answered with 200 and null.',
    async (d) => assert.equal((await d.ask('GET', NOBODY)).status, 404)),

  implied('run-bad-uuid-500', 'request', RUN, 'Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError.',
    'A run id that is no uuid crashes the endpoint: 500.',
    async (d) => assert.notEqual((await d.ask('GET', '/me/agent-runs/latest')).status, 500)),

  implied('run-logs-of-all-runs', 'sequence', LOGS, 'Read-only logs of a run',
    'The logs of a run have the entries of all runs of the caller.',
    async (d) => {
      const { run } = await d.say('Hello');
      const logs = await d.get(`/me/agent-runs/${run}/logs`);
      assert.ok(logs.length > 0 && logs.every((log) => log.run === run));
    }),

  stated('mcp-logs-wrapped', 'sequence', MCP, '200 array of McpServerLog',
    'The logs of MCP servers are an object with a field logs instead of an array.',
    async (d) => {
      const { run } = await d.say('Hello');
      assert.ok(Array.isArray(await d.get(`/me/agent-runs/${run}/mcp-server-logs`)));
    }),

  implied('mcp-logs-name-the-agent', 'sequence', MCP, '| Agent run view, agent run log, MCP server log | run_id | uuid | Read-only logs of a run |',
    'The logs of MCP servers have the id of the worker where the id of the run belongs.',
    async (d) => {
      const { run } = await d.say(d.fixtures.toolCallMessage.message);
      const logs = await d.get(`/me/agent-runs/${run}/mcp-server-logs`);
      assert.ok(logs.length > 0 && logs.every((log) => log.run === run));
    }),

  implied('executions-negative-limit-500', 'request', EXECUTIONS, 'query next_cursor (date-time, optional), limit (integer, default 30)',
    'A negative limit crashes the list: 500.',
    async (d) => assert.notEqual((await d.ask('GET', '/me/executions?limit=-1')).status, 500)),

  implied('execution-off-by-one', 'sequence', EXECUTION, 'log_id integer',
    'The endpoint gives the log with the number before the one that was asked for.',
    async (d) => {
      const { id } = (await logsPage(d, 3)).logs[0];
      const answer = await d.ask('GET', `/me/executions/${id}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.body.id, id);
    }),

  implied('execution-of-others', 'sequence', EXECUTION, '| Tool execution log | log_id | integer | Read-only |',
    'Any user reads the tool executions of another, with input and output.',
    async (d) => {
      const { id } = (await logsPage(d, 3)).logs[0];
      assert.equal((await d.ask('GET', `/me/executions/${id}`, { as: 'ben' })).status, 404);
    }),

  stated('execution-id-as-text', 'request', [EXECUTIONS, EXECUTION], '| Tool execution log | log_id | integer | Read-only |',
    'The ids of execution logs are strings of digits instead of integers.',
    async (d) => assert.ok(Number.isInteger((await logsPage(d, 3)).logs[0].id))),

  implied('execution-not-logged', 'sequence', [RUN_TOOL, EXECUTIONS], '| Tool execution log | log_id | integer | Read-only |',
    'Runs of tools leave no execution log any more.',
    async (d) => {
      const { name, input } = d.fixtures.tool;
      const before = ids((await logsPage(d, 5)).logs);
      await d.out(name, input);
      assert.ok(await d.until(async () => !before.includes((await logsPage(d, 5)).logs[0].id), 2));
    }),
];
