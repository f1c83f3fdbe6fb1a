import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import { type Client, userText } from '../helpers/client.ts';
import type { Deployment } from '../helpers/deployment.ts';
import { demandEveryStatus } from '../helpers/every-status.ts';
import { holdJobs } from '../helpers/hold-jobs.ts';
import { defineFollowSuite } from './follow-suite.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let deployment: Deployment;
let client: Client;

/** What a client of the Workers API lives through, the same on every database. */
export function defineRunSuite(start: () => Promise<Deployment>): void {
  beforeAll(async () => {
    deployment = await start();
    client = deployment.client;
  });
  afterAll(() => deployment.close());
  tellOfStartRun();
  tellOfContinueRun();
  tellOfStartRunNdjsonContinueRunNdjson();
  tellOfGetRunMessages();
  tellOfBackgroundJob();
  tellOfCredentials();
  tellOfBodiesAddresses();
  defineFollowSuite(() => ({ answering: deployment, reading: deployment }));
  demandEveryStatus('runs');
}

function tellOfStartRun(): void {
  describe('startRun', () => {
    it('gives each conversation a run id of its own and streams the answer as text', async () => {
      const first = await client.post('Hello');
      const second = await client.post('Hello');
      expect(first.status).toBe(200);
      expect(first.runId).toMatch(uuid);
      expect(second.runId).not.toBe(first.runId);
      expect(first.text).toContain('“Hello”');
    });

    it('begins with a clear context', async () => {
      await client.post('The word is marzipan');
      const { runId, text } = await client.post('What was the word?');
      expect(text).not.toContain('marzipan');
      expect((await client.get(runId)).messages).toHaveLength(2);
    });

    it('shows the user no tool calls in the text form', async () => {
      const { text } = await client.post('/tool lookup {"topic": "tides"}');
      expect(text).toBe('The tool lookup has answered – done.');
    });

    it('streams in pieces that arrive before the answer is complete', async () => {
      const body = JSON.stringify({ message: '/stream 40' });
      const response = await client.request(sandboxAgents.demo, { method: 'POST', body });
      const pieces: Uint8Array[] = [];
      for await (const piece of response.body ?? []) pieces.push(piece);
      expect(pieces.length).toBeGreaterThan(1);
      expect(Buffer.concat(pieces).toString()).toContain('wörd40');
    });

    it('answers 413 to a body of more than a mebibyte', async () => {
      const body = JSON.stringify({ message: 'x'.repeat(1024 * 1024) });
      expect((await client.request(sandboxAgents.demo, { method: 'POST', body })).status).toBe(413);
    });
  });
}

function tellOfContinueRun(): void {
  describe('continueRun', () => {
    it('adds to the history and gives the same run id again', async () => {
      const { runId } = await client.post('One');
      const answer = await client.put(runId, 'Two');
      expect(answer).toMatchObject({ status: 200, runId });
      expect(answer.text).toContain('message 2 of this conversation');
      const { messages } = await client.get(runId);
      expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant']);
      expect(messages[3]?.content).toBe(answer.text);
    });

    it('answers one message after the other when two arrive during a turn', async () => {
      const { runId } = await client.post('Begin');
      const answers = await Promise.all([
        client.put(runId, '/stream 30 5'),
        client.put(runId, 'second'),
        client.put(runId, 'third'),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
      const { messages } = await client.get(runId);
      const roles = messages.map((message) => message.role);
      expect(roles).toEqual(Array.from({ length: 8 }, (_, index) => (index % 2 ? 'assistant' : 'user')));
    });

    it('answers 404 for a run that is not there, without telling ids of the wrong form apart', async () => {
      expect((await client.put(crypto.randomUUID(), 'x')).status).toBe(404);
      expect((await client.put('not-a-uuid', 'x')).status).toBe(404);
    });

    it('goes on with the turn when the client hangs up', async () => {
      const { runId } = await client.post('Begin');
      const abort = new AbortController();
      const body = JSON.stringify({ message: '/stream 50 5' });
      const init = { method: 'PUT', body, signal: abort.signal };
      const response = await client.request(`${sandboxAgents.demo}/${runId}`, init);
      await response.body?.cancel();
      abort.abort();
      expect((await client.put(runId, 'after')).status).toBe(200);
      const { messages } = await client.get(runId);
      expect(messages[3]?.content).toContain('wörd50');
    });
  });
}

function tellOfStartRunNdjsonContinueRunNdjson(): void {
  describe('startRunNdjson and continueRunNdjson', () => {
    it('tell of a tool call and its response, which the text never quotes', async () => {
      const { lines } = await client.postNdjson('/tool lookup {"topic": "tides"}');
      const call = lines.find((line) => line.type === 'tool-call');
      const result = lines.find((line) => line.type === 'tool-result');
      expect(call).toMatchObject({ name: 'lookup', input: { topic: 'tides' } });
      expect(result).toMatchObject({ id: call?.id, failed: false });
      expect(JSON.stringify(result?.output)).toContain('TID-4821');
      expect(userText(lines)).not.toContain('TID-4821');
      expect(lines.at(-1)?.type).toBe('done');
    });

    it('tell of a tool that fails and let the conversation go on', async () => {
      const { runId, lines } = await client.postNdjson('/tool no_such_tool {}');
      expect(lines.find((line) => line.type === 'tool-result')).toMatchObject({ failed: true });
      expect((await client.putNdjson(runId, 'Hello')).status).toBe(200);
    });

    it('run code while the turn waits', async () => {
      const { lines } = await client.postNdjson('/js console.log("hi"); 6 * 7');
      const result = lines.find((line) => line.type === 'tool-result');
      expect(result?.output).toEqual({ status: 'succeeded', result: 42, output: 'hi' });
      expect(userText(lines)).toBe('The code has run – result: 42\nIt printed:\nhi');
    });

    it('say in words when the model fails in the middle, and keep what was said', async () => {
      const { runId, lines } = await client.postNdjson('/fail');
      expect(lines.map((line) => line.type)).toContain('error');
      const { messages } = await client.get(runId);
      expect(messages[1]?.content).toBe(userText(lines));
      expect(messages[1]?.content).toMatch(/^I was about to answer[\s\S]*could not finish/);
      expect((await client.put(runId, 'Again')).status).toBe(200);
    });
  });
}

function tellOfGetRunMessages(): void {
  describe('getRunMessages', () => {
    it('keeps every string that JSON can carry', async () => {
      const strange = '\u0000 \ud800 😀 \u2028 "\\ \n é';
      const { runId } = await client.post(strange);
      expect((await client.get(runId)).messages[0]).toEqual({ role: 'user', content: strange });
    });

    it('takes an empty message for a message', async () => {
      const { runId, status } = await client.post('');
      expect(status).toBe(200);
      expect((await client.get(runId)).messages[0]).toEqual({ role: 'user', content: '' });
    });
  });
}

function tellOfBackgroundJob(): void {
  describe('a background job', () => {
    it('is signalled, refuses PUT without adding it, allows POST, and ends in the history', async () => {
      const held = await holdJobs(deployment.app);
      const started = await client.postNdjson('/background return "done"');
      expect(started.lines.map((line) => line.type)).toContain('job');
      expect(started.jobId).not.toBeNull();
      const during = await client.get(started.runId);
      expect(during.jobId).toBe(started.jobId);
      expect((await client.put(started.runId, 'too early')).status).toBe(409);
      expect((await client.putNdjson(started.runId, 'too early')).status).toBe(409);
      expect((await client.post('another conversation')).status).toBe(200);
      await held.release();
      const messages = await client.untilIdle(started.runId);
      expect(messages.map((message) => message.content)).not.toContain('too early');
      expect(messages.at(-1)?.content).toBe('The background job finished. Result: done');
      expect((await client.put(started.runId, 'anything')).status).toBe(200);
    });

    it('that fails frees the conversation as well', async () => {
      const { runId } = await client.post('/background throw new Error("no luck")');
      const messages = await client.untilIdle(runId);
      expect(messages.at(-1)?.content).toBe('The background job failed: Error: no luck');
      expect((await client.put(runId, '')).status).toBe(200);
    });

    it('can follow another in the same conversation at once', async () => {
      const { runId } = await client.post('/background return 1');
      await client.untilIdle(runId);
      expect((await client.put(runId, '/background return 2')).jobId).not.toBeNull();
      expect((await client.untilIdle(runId)).at(-1)?.content).toContain('Result: 2');
    });

    it('leaves other conversations of the same agent alone', async () => {
      const held = await holdJobs(deployment.app);
      const { runId: busy } = await client.post('/background 1');
      const { runId } = await client.post('Hello');
      expect(await client.get(runId)).toMatchObject({ jobId: null });
      expect((await client.put(runId, 'Still there?')).status).toBe(200);
      expect((await client.get(busy)).jobId).not.toBeNull();
      await held.release();
    });
  });
}

function tellOfCredentials(): void {
  describe('credentials', () => {
    const refused: [string, Record<string, string>][] = [
      ['no header', {}],
      ['an empty header', { authorization: '' }],
      ['another scheme', { authorization: 'Basic abc' }],
      ['no key after the scheme', { authorization: 'Bearer' }],
      ['an unknown key', { authorization: 'Bearer awk_unknown' }],
    ];
    it.each(refused)('%s is refused with 401 on every operation', async (_name, headers) => {
      const { runId } = await client.post('Hello');
      const body = JSON.stringify({ message: 'x' });
      const demo = sandboxAgents.demo;
      const statuses = await Promise.all([
        client.request(demo, { method: 'POST', body, headers }),
        client.request(`${demo}/${runId}`, { method: 'PUT', body, headers }),
        client.request(`ndjson/${demo}`, { method: 'POST', body, headers }),
        client.request(`ndjson/${demo}/${runId}`, { method: 'PUT', body, headers }),
        client.request(`${demo}/${runId}`, { headers }),
      ]);
      expect(statuses.map((response) => response.status)).toEqual([401, 401, 401, 401, 401]);
      expect((await client.get(runId)).messages).toHaveLength(2);
    });

    it("another user's valid key finds neither agent nor run", async () => {
      const { runId } = await client.post('Private');
      const { otherClient } = deployment;
      expect((await otherClient.post('x')).status).toBe(404);
      expect((await otherClient.put(runId, 'x')).status).toBe(404);
      expect((await otherClient.get(runId)).status).toBe(404);
      expect((await otherClient.post('x', sandboxAgents.other)).status).toBe(200);
    });

    it("a run of one agent isn't found under another", async () => {
      const { runId } = await client.post('Hello');
      expect((await client.request(`${sandboxAgents.background}/${runId}`)).status).toBe(404);
    });
  });
}

function tellOfBodiesAddresses(): void {
  describe('bodies and addresses', () => {
    it.each([
      ['', ['body']],
      ['not json', ['body']],
      ['[]', ['body']],
      ['{}', ['body', 'message']],
      ['{"message": 1}', ['body', 'message']],
      ['{"message": null}', ['body', 'message']],
    ])('the body %j is refused with 422, which names the place', async (body, loc) => {
      const response = await client.request(sandboxAgents.demo, { method: 'POST', body });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ detail: [{ loc }] });
    });

    it('/agents/ndjson is never taken for an agent called ndjson', async () => {
      const body = JSON.stringify({ message: 'x' });
      const put = await client.request(`ndjson/${sandboxAgents.demo}`, { method: 'PUT', body });
      const get = await client.request(`ndjson/${sandboxAgents.demo}`);
      expect([put.status, get.status]).toEqual([405, 405]);
    });

    it('an agent id may be written in capitals', async () => {
      expect((await client.post('Hello', sandboxAgents.demo.toUpperCase())).status).toBe(200);
    });
  });
}
