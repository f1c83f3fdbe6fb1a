// Workers API: histories and background jobs.

import assert from 'node:assert/strict';
import { HISTORY, POSTS, PUTS, u } from '../operations.js';
import { implied, stated } from '../fault.js';

const [POST] = POSTS;
const [PUT, ND_PUT] = PUTS;
const KEEPS = 'Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)';
const ARRAY = 'JSON array of messages, each with role and content, in conversation order.';

const keepsMessage = (message) => async (d) => {
  const { run } = await d.say(message);
  assert.deepEqual(await d.said(run), [message]);
};

export default [
  implied('run-message-decoded-as-latin1', 'sequence', [...POSTS, ...PUTS, HISTORY], KEEPS,
    'Request bodies are read as Latin-1 instead of UTF-8: letters beyond ASCII are garbled in the history and in the answers.',
    keepsMessage('Wie weit ist es nach Tromsø? Größe, žluť, 鳥')),

  implied('run-message-html-escaped', 'sequence', [...POSTS, ...PUTS, HISTORY], KEEPS,
    'User messages are stored with &, < and > as HTML entities, and come back so.',
    keepsMessage('Is 3 < 5 && 7 > 2?')),

  implied('run-message-whitespace-collapsed', 'sequence', [...POSTS, ...PUTS, HISTORY], KEEPS,
    'Line breaks and runs of blanks in user messages become single blanks in the history.',
    keepsMessage('def f(x):\n    return x\n\nWhat does it do?')),

  implied('run-message-cut-at-255', 'sequence', [...POSTS, ...PUTS, HISTORY], KEEPS,
    'User messages are stored with their first 255 characters only.',
    keepsMessage(`Count these: ${'seven herons, '.repeat(40)}thanks.`)),

  stated('put-forgets-history', 'sequence', PUTS, 'A PUT with a run ID adds a user message to that run and keeps its history.',
    'A PUT replaces the history of the run with its own message and answer.',
    async (d) => {
      const { run } = await d.say('Hello');
      await d.goOn(run, 'And now?');
      assert.deepEqual(await d.said(run), ['Hello', 'And now?']);
    }),

  stated('history-newest-first', 'sequence', HISTORY, ARRAY,
    'The messages come newest first instead of in the order of the conversation.',
    async (d) => {
      const { run } = await d.say('Hello');
      await d.goOn(run, 'And now?');
      assert.deepEqual(await d.said(run), ['Hello', 'And now?']);
    }),

  implied('history-roles-swapped', 'sequence', HISTORY, 'role (values seen: user, assistant), content (string)',
    'What the user said has the role assistant in the history, and the other way round.',
    keepsMessage('Hello')),

  stated('history-wrapped', 'sequence', HISTORY, ARRAY,
    'The history is an object with a field messages instead of a JSON array.',
    keepsMessage('Hello')),

  stated('history-content-in-parts', 'sequence', HISTORY, 'role (values seen: user, assistant), content (string)',
    'The content of each message is an array of typed parts instead of a string.',
    keepsMessage('Hello')),

  implied('history-cached', 'sequence', HISTORY, 'User message appended to the run history; header X-Service-Run-ID returned',
    'Once the history of a run was read it is kept and served for ever: later messages never show.',
    async (d) => {
      const { run } = await d.say('Hello');
      await d.history(run);
      await d.goOn(run, 'And now?');
      assert.ok(await d.until(async () => (await d.said(run)).length === 2, 2));
    }),

  stated('history-without-key', 'sequence', HISTORY, 'Each call must carry an API key (see Authentication).',
    'GET of a run works without any Authorization header.',
    async (d) => {
      const { run } = await d.say('Hello');
      const { status } = await d.history(run, { as: null });
      assert.ok(status >= 400 && status < 500);
    }),

  implied('run-readable-by-others', 'sequence', HISTORY, 'Each call must carry an API key (see Authentication).',
    'Any valid API key reads the run of another user.',
    async (d) => {
      const { run } = await d.say('My diary is under the mat');
      assert.ok(!(await d.history(run, { as: 'ben' })).text.includes('diary'));
    }),

  implied('key-prefix-accepted', 'request', [...POSTS, ...PUTS, HISTORY], 'Each call must carry an API key (see Authentication).',
    'An API key is accepted when a key merely begins with it: some of its letters are enough.',
    async (d) => {
      const key = d.credentials.apiKey.slice(0, -3);
      const { status } = await d.work('POST', `/${d.fixtures.agentId}`, { key, body: { message: 'Hello' } });
      assert.ok(status >= 400 && status < 500);
    }),

  stated('post-answer-not-stored', 'sequence', [POST, HISTORY], KEEPS,
    'The answer to a text POST is streamed but not kept: the history has the user message only.',
    async (d) => {
      const { run } = await d.say('Hello');
      assert.deepEqual((await d.history(run)).body.map((entry) => entry.role), ['user', 'assistant']);
    }),

  implied('concurrent-puts-lose-message', 'timing', PUTS, 'A PUT with a run ID adds a user message to that run and keeps its history.',
    'Each PUT writes back the history that it read at its start: of two PUTs to a run at the same time, the message of one is lost.',
    async (d) => {
      const { run } = await d.say('Hello');
      await Promise.all([d.goOn(run, 'One'), d.goOn(run, 'Two')]);
      assert.deepEqual((await d.said(run)).sort(), ['Hello', 'One', 'Two']);
    }),

  stated('put-during-job-accepted', 'sequence', PUT, '409 while a background job runs',
    'The text PUT is accepted while a background job of the run goes on.',
    async (d) => {
      const { run, agent } = await d.job();
      assert.equal((await d.goOn(run, 'Hello?', { agent })).status, 409);
    }),

  stated('ndjson-put-during-job-accepted', 'sequence', ND_PUT, 'Rejected with status 409; message not added',
    'Only the text PUT looks for a running job: the NDJSON PUT is accepted while one goes on.',
    async (d) => {
      const { run, agent } = await d.job();
      assert.equal((await d.goOn(run, 'Hello?', { agent, form: '/ndjson' })).status, 409);
    }),

  stated('refused-put-is-kept', 'sequence', PUTS, 'Rejected with status 409; message not added',
    'A PUT during a job is answered with 409, but its message is in the history all the same.',
    async (d) => {
      const { run, agent } = await d.job();
      await d.goOn(run, 'Hello?', { agent });
      assert.deepEqual(await d.said(run, { agent }), [d.fixtures.backgroundMessage]);
    }),

  stated('put-during-job-423', 'sequence', PUTS, 'When a job is running, PUT returns 409.',
    'A PUT during a job is refused with 423 instead of 409.',
    async (d) => {
      const { run, agent } = await d.job();
      assert.equal((await d.goOn(run, 'Hello?', { agent })).status, 409);
    }),

  stated('job-header-missing', 'sequence', HISTORY, 'Header x-service-job-id is present while a background job runs and absent otherwise',
    'GET of a run never has the header x-service-job-id, also while a job runs.',
    async (d) => assert.ok(await (await d.job()).busy())),

  implied('history-empty-during-job', 'sequence', HISTORY, 'JSON array of messages, each with role and content, in conversation order.',
    'While a job runs the history of its run is empty.',
    async (d) => {
      const { run, agent } = await d.job();
      assert.deepEqual(await d.said(run, { agent }), [d.fixtures.backgroundMessage]);
    }),

  stated('job-header-empty-when-idle', 'sequence', HISTORY, 'Header x-service-job-id is present while a background job runs and absent otherwise',
    'GET of an idle run has the header x-service-job-id with an empty value, instead of not having it.',
    async (d) => {
      const { run } = await d.say('Hello');
      assert.ok(!(await d.history(run)).headers.has('x-service-job-id'));
    }),

  stated('job-header-stays', 'timing', [HISTORY, ...PUTS], 'GET no longer returns x-service-job-id; a PUT with any message value may resume',
    'A job that succeeds is never marked as finished: the header x-service-job-id stays for ever and each PUT gets 409.',
    async (d) => {
      const { busy } = await d.job();
      assert.ok(await d.until(async () => !(await busy()), 6));
    }),

  stated('failed-job-never-ends', 'timing', [HISTORY, ...PUTS], 'job finishes, successfully or with an error',
    'A job that breaks off with an error is never marked as finished: the run stays busy for ever.',
    async (d) => {
      const { busy } = await d.job(d.fixtures.backgroundErrorMessage);
      assert.ok(await d.until(async () => !(await busy()), 6));
    }),

  stated('post-refused-during-job', 'sequence', POSTS, 'A POST is always allowed, also while a job is running.',
    'While a job runs in one run with a worker, a POST of the same user to that worker is answered with 409.',
    async (d) => {
      const { agent } = await d.job();
      assert.equal((await d.work('POST', `/${agent}`, { body: { message: 'Hello' } })).status, 200);
    }),

  stated('job-kept-per-agent', 'sequence', HISTORY, 'Header x-service-job-id is present while a background job runs and absent otherwise',
    'The running job is looked up by worker and user: other, idle runs with that worker show its x-service-job-id too.',
    async (d) => {
      const { agent } = await d.job();
      const { run } = await d.say('Hello', { agent });
      assert.ok(!(await d.history(run, { agent })).headers.has('x-service-job-id'));
    }),

  stated('put-after-failed-job-409', 'timing', PUTS, 'The client polls GET until x-service-job-id is absent, then sends a PUT with any message value.',
    'After a job has failed GET shows no job any more, but each PUT to the run still gets 409.',
    async (d) => {
      const { run, agent, busy } = await d.job(d.fixtures.backgroundErrorMessage);
      await d.until(async () => !(await busy()));
      assert.equal((await d.goOn(run, 'Hello?', { agent })).status, 200);
    }),

  stated('put-after-job-needs-continue', 'timing', PUTS, 'The client polls GET until x-service-job-id is absent, then sends a PUT with any message value.',
    'After a job a PUT is taken only if its message begins with "continue" or "resume"; any other gets 409.',
    async (d) => {
      const { run, agent, busy } = await d.job();
      await d.until(async () => !(await busy()));
      assert.equal((await d.goOn(run, 'Well?', { agent })).status, 200);
    }),

  stated('refused-put-locks-run', 'timing', PUTS, 'GET no longer returns x-service-job-id; a PUT with any message value may resume',
    'A PUT that was refused during a job leaves the run locked: also after the job each PUT gets 409.',
    async (d) => {
      const { run, agent, busy } = await d.job();
      await d.goOn(run, 'Hello?', { agent });
      await d.until(async () => !(await busy()));
      assert.equal((await d.goOn(run, 'Well?', { agent })).status, 200);
    }),

  stated('failed-job-empties-history', 'timing', HISTORY, KEEPS,
    'When a job ends with an error, the history of its run is emptied.',
    async (d) => {
      const { run, agent, busy } = await d.job(d.fixtures.backgroundErrorMessage);
      await d.until(async () => !(await busy()));
      assert.deepEqual(await d.said(run, { agent }), [d.fixtures.backgroundErrorMessage]);
    }),

  stated('post-ends-old-job', 'timing', POSTS, '| job running | POST to start a new interaction | none | job running (old run), new run idle | New interaction starts as normal |',
    'A POST to a worker ends the job that is running in an older run of the user with it.',
    async (d) => {
      const { agent, busy } = await d.job();
      await d.say('Hello', { agent });
      assert.ok(await busy());
    }),

  implied('key-works-after-delete', 'sequence', [u('DELETE /me/api-keys/{api_key_id}'), ...POSTS, ...PUTS, HISTORY], 'Each call must carry an API key (see Authentication).',
    'An API key that was deleted goes on working at the Workers API.',
    async (d) => {
      const key = await d.must(200, 'POST', '/me/api-keys', { body: {} });
      await d.must(200, 'DELETE', `/me/api-keys/${key.id}`);
      const { status } = await d.work('POST', `/${d.fixtures.agentId}`, { key: key.secret, body: { message: 'Hello' } });
      assert.ok(status >= 400 && status < 500);
    }),

  stated('key-new-not-known', 'sequence', [u('POST /me/api-keys'), ...POSTS, ...PUTS, HISTORY], 'An API key is created through POST /me/api-keys (or the API keys page of the dashboard).',
    'The Workers API knows the API keys from its start only: one that was created later is refused.',
    async (d) => {
      const key = await d.must(200, 'POST', '/me/api-keys', { body: {} });
      const { status } = await d.work('POST', `/${d.fixtures.agentId}`, { key: key.secret, body: { message: 'Hello' } });
      assert.equal(status, 200);
    }),
];
