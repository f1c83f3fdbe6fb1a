import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, type AppOptions, createApp } from '../../src/index.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { makeTemporaryFolder, testCacheDir } from '../helpers/deployment.ts';
import { controlToken, holdJobs } from '../helpers/hold-jobs.ts';
import { patience } from '../helpers/patience.ts';
import { createUserClient } from '../helpers/user-client.ts';

describe('an app in the process', () => {
  let dataDir: string;
  const opened: App[] = [];
  beforeEach(async () => {
    dataDir = await makeTemporaryFolder();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((app) => app.close()));
    await rm(dataDir, { recursive: true, force: true });
  });

  async function open(options: Partial<AppOptions> = {}): Promise<{ app: App; client: Client }> {
    const app = await createApp({
      dataDir,
      cacheDir: testCacheDir,
      sandbox: true,
      controlToken,
      logger: () => {},
      ...options,
    });
    opened.push(app);
    const apiKey = app.sandboxKeys?.apiKey ?? '';
    return { app, client: createClient({ fetch: app.fetch, agentsUrl: 'http://app/agents', apiKey }) };
  }

  it('runs code where it is told to', async () => {
    const { client } = await open({
      interpreter: async ({ code }) => ({ status: 'succeeded', result: `elsewhere: ${code}`, output: '' }),
    });
    expect((await client.post('/js 1 + 1')).text).toContain('elsewhere: 1 + 1');
  });

  it('refuses to share its folder, and gives it back when closed', async () => {
    const { app } = await open();
    await expect(open()).rejects.toThrow('The data folder is in use');
    await app.close();
    const { client } = await open();
    expect((await client.post('Hello')).status).toBe(200);
  });

  it('refuses a database that is used with another secret, unless that is to be replaced', async () => {
    const [secret, other] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64url'));
    await (await open({ secret })).app.close();
    await expect(open({ secret: other })).rejects.toThrow(/used with another secret.*AGENT_WORKERS_SECRET/);
    await (await open({ secret: other, replaceSecret: true })).app.close();
    await expect(open({ secret })).rejects.toThrow('used with another secret');
    const { client } = await open({ secret: other });
    expect((await client.post('Hello')).status).toBe(200);
  });

  it('answers 503 once it is closed, and may be closed twice', async () => {
    const { app, client } = await open();
    await Promise.all([app.close(), app.close()]);
    expect((await client.post('Hello')).status).toBe(503);
  });

  it('cuts an endless answer off when it closes, says so in the stream, and keeps it', async () => {
    const { app, client } = await open();
    const answer = client.post('/stream 10000 50');
    await client.post('The endless answer has begun by now');
    await app.close({ graceMilliseconds: 0 });
    const { runId, text } = await answer;
    expect(text).toMatch(/wörd1 [\s\S]*interrupted/);
    const reopened = await open();
    expect((await reopened.client.get(runId)).messages[1]?.content).toBe(text);
  });

  it('hands a running job to the next process when it closes', async () => {
    const { app, client } = await open();
    await holdJobs(app);
    const { runId, jobId } = await client.post('/background return "handed over"');
    await app.close();
    const reopened = await open();
    expect(jobId).not.toBeNull();
    expect((await reopened.client.untilIdle(runId)).at(-1)?.content).toContain('handed over');
  });

  it("runs a user's job while another user's queue is long", async () => {
    const gate = Promise.withResolvers<void>();
    const { app, client } = await open({
      interpreter: async ({ code }) => {
        if (code === 'wait') await gate.promise;
        return { status: 'succeeded', result: code, output: '' };
      },
    });
    const many = Array.from({ length: 12 }, () => client.post('/background wait'));
    expect((await Promise.all(many)).every(({ jobId }) => jobId !== null)).toBe(true);
    const otherKey = app.sandboxKeys?.otherApiKey ?? '';
    const other = createClient({ fetch: app.fetch, agentsUrl: 'http://app/agents', apiKey: otherKey });
    const agent = createUserClient(app.fetch, app.sandboxKeys?.otherJwt);
    const { body } = await agent.call('upsertAgent', { body: { chat_prompt: 'Work.' } });
    const started = await other.request(body.agent_id, {
      method: 'POST',
      body: JSON.stringify({ message: '/background quick' }),
    });
    const path = `${body.agent_id}/${started.headers.get('x-service-run-id')}`;
    // The twelve are held until this one has ended.
    await vi.waitFor(
      async () => expect(await (await other.request(path)).text()).toContain('Result: quick'),
      patience,
    );
    gate.resolve();
  });

  it('ends a job that could never be run, so that the conversation is not locked', async () => {
    const { client } = await open({
      interpreter: async () => {
        throw new Error('no machine to run on');
      },
    });
    const { runId } = await client.post('/background return 1');
    expect((await client.untilIdle(runId)).at(-1)?.content).toMatch(/job failed/);
  });
});
