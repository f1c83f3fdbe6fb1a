// Workers API: starting and continuing runs, headers, streams.

import assert from 'node:assert/strict';
import { HISTORY, POSTS, PUTS } from '../operations.js';
import { implied, stated } from '../fault.js';

const [POST, ND_POST] = POSTS;
const [PUT, ND_PUT] = PUTS;

const spoken = async (d, run) => (await d.history(run)).body.filter((entry) => entry.role === 'assistant').map((entry) => entry.content);

const lines = (answer) => answer.text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));

function assertNdjson(answer) {
  assert.doesNotThrow(() => lines(answer), 'each line is a JSON value');
  assert.ok(lines(answer).every((line) => !Array.isArray(line)), 'no line is an array of all signals');
}

export default [
  stated('post-no-run-id', 'request', POST, 'Header X-Service-Run-ID holds the run ID',
    'The text POST answers without the header X-Service-Run-ID, so the client cannot go on with the run.',
    async (d) => {
      assert.ok((await d.say('Hello')).run);
    }),

  stated('ndjson-post-run-id-misnamed', 'request', ND_POST, 'Response carries header X-Service-Run-ID; context starts clear',
    'The NDJSON POST sends the run id in a header X-Run-ID instead of X-Service-Run-ID.',
    async (d) => {
      assert.ok((await d.say('Hello', { form: '/ndjson' })).run);
    }),

  stated('put-no-run-id', 'sequence', PUT, 'Header X-Service-Run-ID is sent again.',
    'The text PUT does not send the header X-Service-Run-ID again.',
    async (d) => {
      const { run } = await d.say('Hello');
      assert.equal((await d.goOn(run, 'And now?')).run, run);
    }),

  stated('ndjson-put-other-run-id', 'sequence', ND_PUT, 'User message appended to the run history; header X-Service-Run-ID returned',
    'The NDJSON PUT sends a fresh id in X-Service-Run-ID that belongs to no run, instead of the id of the run.',
    async (d) => {
      const { run } = await d.say('Hello');
      assert.equal((await d.goOn(run, 'And now?', { form: '/ndjson' })).run, run);
    }),

  stated('post-reuses-run', 'sequence', POSTS, 'every POST returns a new run ID in X-Service-Run-ID',
    'A POST goes on with the latest run of this user with the worker and returns its id again.',
    async (d) => {
      const [one, other] = [await d.say('Hello'), await d.say('Hello')];
      assert.notEqual(one.run, other.run);
    }),

  stated('post-context-not-clear', 'sequence', POSTS, 'A POST starts a new interaction with a clear context',
    'A new run begins with a copy of the messages of the latest run with the worker.',
    async (d) => {
      await d.say('The word is heron');
      const { run } = await d.say('Hello');
      assert.deepEqual(await d.said(run), ['Hello']);
    }),

  stated('worker-text-shows-tool-calls', 'request', [POST, PUT], 'Streamed text with only the worker\'s user-facing output (no tool calls or debug data)',
    'The text stream has a line with the name and the arguments of each tool call.',
    async (d) => {
      const { toolCallMessage: { message, name } } = d.fixtures;
      assert.ok(!(await d.say(message)).text.includes(name));
    }),

  stated('ndjson-no-tool-signals', 'request', [ND_POST, ND_PUT], 'NDJSON stream with the worker\'s output plus out-of-band signals such as tool calls and their responses',
    'The NDJSON stream has the worker\'s words only: tool calls and their responses are left out.',
    async (d) => {
      const { toolCallMessage: { message, name } } = d.fixtures;
      assert.ok((await d.say(message, { form: '/ndjson' })).text.includes(name));
    }),

  stated('ndjson-no-tool-responses', 'request', [ND_POST, ND_PUT], 'NDJSON streams carry out-of-band signals such as tool calls and their responses.',
    'The NDJSON stream shows that a tool is called, but never what it answered.',
    async (d) => {
      const { toolCallMessage: { message, output } } = d.fixtures;
      assert.ok((await d.say(message, { form: '/ndjson' })).text.includes(output));
    }),

  implied('post-stream-cut', 'sequence', POST, 'Streamed text with only the worker\'s user-facing output (no tool calls or debug data)',
    'The last piece of the answer is missing in the text stream of a POST; the history has it.',
    async (d) => {
      const { run, text } = await d.say('Hello');
      assert.deepEqual(await spoken(d, run), [text]);
    }),

  implied('put-piece-twice', 'sequence', PUT, 'Streamed text as above.',
    'One piece of the answer comes twice in the text stream of a PUT; the history has it once.',
    async (d) => {
      const { run } = await d.say('Hello');
      const { text } = await d.goOn(run, 'And now?');
      assert.equal((await spoken(d, run)).at(-1), text);
    }),

  stated('worker-text-as-sse', 'sequence', [POST, PUT], 'Streamed text with only the worker\'s user-facing output (no tool calls or debug data)',
    'The pieces of the text stream are framed as server-sent events ("data: …" and an empty line) instead of being plain text.',
    async (d) => {
      const { run, text } = await d.say('Hello');
      assert.ok(!text.startsWith('data:'));
      assert.deepEqual(await spoken(d, run), [text]);
    }),

  implied('worker-stream-splits-characters', 'sequence', POSTS.concat(PUTS), 'Streamed text with only the worker\'s user-facing output (no tool calls or debug data)',
    'The answer is cut into pieces in the middle of characters beyond the basic plane, which arrive as replacement characters.',
    async (d) => {
      const { text } = await d.say('🐢🐙🦀🐠🐡🐬🐳🦈🐚🦞 ahoy');
      assert.ok(!text.includes('\uFFFD'));
    }),

  stated('ndjson-is-a-json-array', 'request', [ND_POST, ND_PUT], 'NDJSON stream with the worker\'s output plus out-of-band signals such as tool calls and their responses',
    'The stream is one JSON array of signals on one line, instead of one JSON value a line.',
    async (d) => assertNdjson(await d.say('Hello', { form: '/ndjson' }))),

  stated('ndjson-pretty-printed', 'request', [ND_POST, ND_PUT], 'NDJSON stream with the worker\'s output plus out-of-band signals such as tool calls and their responses',
    'Each signal is spread over several indented lines, so that the lines are no JSON values.',
    async (d) => assertNdjson(await d.say('Hello', { form: '/ndjson' }))),

  implied('put-stream-never-ends', 'sequence', PUT, 'Streamed text as above.',
    'The text stream of a PUT is not closed after the last piece: the client waits for ever.',
    async (d) => {
      const { run } = await d.say('Hello');
      const got = d.goOn(run, 'And now?').then(() => true, () => false);
      const late = new Promise((resolve) => { setTimeout(resolve, 3000, false); });
      assert.ok(await Promise.race([got, late]));
    }),

  implied('ndjson-run-not-stored', 'sequence', [ND_POST, HISTORY], 'Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)',
    'A run that was started by the NDJSON POST is not kept: its run id is unknown afterwards.',
    async (d) => {
      const { run } = await d.say('Hello', { form: '/ndjson' });
      assert.equal((await d.history(run)).status, 200);
    }),

  implied('unknown-agent-answers', 'request', POSTS, 'The worker is addressed by agent_id (GUID).',
    'A POST to a worker that does not exist is answered with 200 by some nameless worker.',
    async (d) => {
      const answer = await d.work('POST', '/11111111-2222-4333-8444-555555555555', { body: { message: 'Hello' } });
      assert.ok(answer.status >= 400 && answer.status < 500);
    }),

  implied('private-agent-callable', 'request', POSTS, '| 403 | No permission on the chat, agent, file or schedule chat; chat not public for cloning; not allowed to update a CLI auth session |',
    'Another user\'s private worker answers to everybody who has an API key.',
    async (d) => {
      const answer = await d.work('POST', `/${d.fixtures.privateAgentId}`, { body: { message: 'Hello' } });
      assert.ok(answer.status >= 400 && answer.status < 500);
    }),

  implied('worker-message-number-500', 'request', POSTS.concat(PUTS), 'JSON body with message (string)',
    'A message that is a number is not refused but crashes: 500.',
    async (d) => {
      const answer = await d.work('POST', `/${d.fixtures.agentId}`, { body: { message: 7 } });
      assert.notEqual(answer.status, 500);
    }),

  implied('worker-broken-json-500', 'request', POST, 'JSON body with message (string)',
    'A body that is no JSON crashes the text POST: 500.',
    async (d) => {
      const answer = await d.work('POST', `/${d.fixtures.agentId}`, { raw: '{"message": ' });
      assert.notEqual(answer.status, 500);
    }),

  stated('concurrent-posts-share-run', 'timing', POSTS, 'every POST returns a new run ID in X-Service-Run-ID',
    'A POST that arrives while an earlier one of the same user to the same worker is still streaming lands in the run of that one.',
    async (d) => {
      const answers = await Promise.all([d.say('One'), d.say('Two'), d.say('Three')]);
      assert.equal(new Set(answers.map((answer) => answer.run)).size, 3);
    }),

  implied('concurrent-streams-cross', 'timing', POSTS.concat(PUTS), 'Streamed text with only the worker\'s user-facing output (no tool calls or debug data)',
    'The pieces to send are kept in one place for all requests: of two answers that stream at the same time, the client of the first gets the words of the second.',
    async (d) => {
      const answers = await Promise.all(['alpha', 'bravo', 'gamma'].map((word) => d.say(`The word is ${word}`)));
      ['alpha', 'bravo', 'gamma'].forEach((word, index) => assert.ok(answers[index].text.includes(word)));
    }),

  implied('ndjson-put-message-twice', 'sequence', ND_PUT, 'A PUT with a run ID adds a user message to that run and keeps its history.',
    'The NDJSON PUT appends the user message twice to the history.',
    async (d) => {
      const { run } = await d.say('Hello');
      await d.goOn(run, 'And now?', { form: '/ndjson' });
      assert.deepEqual(await d.said(run), ['Hello', 'And now?']);
    }),

  implied('put-goes-to-latest-run', 'sequence', PUTS, 'A PUT with a run ID adds a user message to that run and keeps its history.',
    'A PUT adds its message to the latest run of the user with this worker, whatever run id the path has.',
    async (d) => {
      const { run } = await d.say('First run');
      await d.say('Second run');
      await d.goOn(run, 'And now?');
      assert.deepEqual(await d.said(run), ['First run', 'And now?']);
    }),

  implied('run-writable-by-others', 'sequence', PUTS, 'every request carries the header Authorization: Bearer <API_KEY>',
    'With the API key of another user one can add messages to a run that is not one\'s own.',
    async (d) => {
      const { run } = await d.say('Hello');
      await d.goOn(run, 'I am somebody else', { as: 'ben' });
      assert.deepEqual(await d.said(run), ['Hello']);
    }),
];
