import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type PostgresServer, startPostgres } from '@agent-workers/test-deployment/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppOptions, sandboxAgents } from '../../src/index.ts';
import { adminToken, askAdmin } from '../helpers/admin.ts';
import { createClient } from '../helpers/client.ts';
import { type Deployment, makeTemporaryFolder, startDeployment, testSecret } from '../helpers/deployment.ts';
import { controlArguments, controlEnvironment, holdJobs, holdJobsOf } from '../helpers/hold-jobs.ts';
import { patientStop } from '../helpers/patience.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import { spread } from '../helpers/spread.ts';
import { defineAdminSuite } from '../http/admin/admin-suite.ts';
import { defineFreshnessSuite } from '../http/freshness-suite.ts';
import { defineWhoseRowsSuite } from '../http/whose-rows-suite.ts';
import { defineAgentFileSuite } from '../operations/agent-file-suite.ts';
import { defineAgentSuite } from '../operations/agent-suite.ts';
import { defineApiKeySuite } from '../operations/api-key-suite.ts';
import { defineChatSuite } from '../operations/chat-suite.ts';
import { defineCliAuthSuite } from '../operations/cli-auth-suite.ts';
import { defineFollowSuite } from '../operations/follow-suite.ts';
import { defineMoneySuite } from '../operations/money-suite.ts';
import { stateRunLaws } from '../operations/run-laws.ts';
import { defineRunSuite } from '../operations/run-suite.ts';
import { defineStudioChatSuite } from '../operations/studio-chat-suite.ts';

const { FUZZ_RUNS = '3' } = process.env;

describe('on PostgreSQL', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  async function startOnPostgres(options: Partial<AppOptions> = {}) {
    return await startDeployment({ databaseUrl: await postgres.createDatabase(), ...options });
  }

  defineRunSuite(startOnPostgres);
  stateRunLaws(startOnPostgres, Number(FUZZ_RUNS));
  defineMoneySuite(startOnPostgres);

  describe('an operator', () => {
    let deployment: Deployment;
    beforeAll(async () => {
      deployment = await startOnPostgres({ adminToken });
    });
    afterAll(() => deployment.close());

    defineAdminSuite(() => deployment);

    it('is told of the pool, and that backups are made otherwise', async () => {
      const metrics = await (await askAdmin(deployment.app, 'GET', '/metrics')).text();
      expect(metrics).toMatch(/^agent_workers_database_connections\{state="idle"\} \d+$/m);
      expect((await askAdmin(deployment.app, 'GET', '/backup')).status).toBe(409);
    });
  });

  describe('two processes on one database', () => {
    let first: Deployment;
    let second: Deployment;
    beforeAll(async () => {
      const databaseUrl = await postgres.createDatabase();
      const secret = randomBytes(32).toString('base64url');
      [first, second] = await Promise.all([
        startDeployment({ databaseUrl, secret }),
        startDeployment({ databaseUrl, secret }),
      ]);
    });
    afterAll(async () => {
      await Promise.all([first.close(), second.close()]);
    });

    const both = () => spread([first, second]);
    defineApiKeySuite(both);
    defineCliAuthSuite(both);
    defineAgentSuite(both);
    defineChatSuite(both);
    defineAgentFileSuite(both, 4);
    defineStudioChatSuite(both);
    defineFreshnessSuite(() => [first, second]);
    defineWhoseRowsSuite(() => [first, second], 2);
    defineFollowSuite(() => ({ answering: first, reading: second }));

    it('redeem a code once, and open one checkout, though both are asked at once', async () => {
      const users = [first.user, second.user];
      const body = { code: 'SANDBOX-WELCOME' };
      const redeemed = await Promise.all(users.map((user) => user.call('redeemVipCode', { body })));
      expect(redeemed.map(({ status }) => status).sort()).toEqual([200, 400]);
      const path = { agent_id: sandboxAgents.paid };
      const opened = await Promise.all(
        users.map((user) => user.call('subscribeToAgent', { path, body: {} })),
      );
      expect(new Set(opened.map(({ body }) => body.session_id)).size).toBe(1);
    });

    it('show one conversation, and a job started through one refuses a PUT through the other', async () => {
      const held = await holdJobs(first.app, second.app);
      const { runId, jobId } = await first.client.post('/background return 7');
      expect((await second.client.get(runId)).jobId).toBe(jobId);
      expect((await second.client.put(runId, 'too early')).status).toBe(409);
      await held.release();
      expect((await second.client.untilIdle(runId)).at(-1)?.content).toContain('Result: 7');
      expect((await second.client.put(runId, 'now')).status).toBe(200);
    });

    it('answer messages of one conversation one after the other', async () => {
      const { runId } = await first.client.post('Begin');
      const clients = [first.client, second.client, first.client, second.client];
      const answers = await Promise.all(
        clients.map((client, index) => client.put(runId, `message ${index}`)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { messages } = await first.client.get(runId);
      const roles = messages.map(({ role }) => role);
      expect(roles).toEqual(Array.from({ length: 10 }, (_, index) => (index % 2 ? 'assistant' : 'user')));
    });

    it("leave each other's answers alone while both are alive", async () => {
      const { runId, text } = await first.client.post('/stream 100 5');
      expect((await second.client.get(runId)).messages[1]?.content).toBe(text);
    });
  });

  it('a process that is told to stop ends its answers and hands its jobs over', async () => {
    const databaseUrl = await postgres.createDatabase();
    const dataDir = await makeTemporaryFolder();
    const leaving = await startServerProcess(['--data-dir', dataDir, ...controlArguments, ...patientStop], {
      ...controlEnvironment,
      DATABASE_URL: databaseUrl,
      AGENT_WORKERS_SECRET: testSecret,
    });
    const staying = await startDeployment({ databaseUrl });
    const { apiKey } = leaving.ready.credentials;
    const target = { fetch: staying.app.fetch, agentsUrl: 'http://in-process/agents', apiKey };
    const client = createClient(target);
    await holdJobsOf(await leaving.control);
    const held = await holdJobs(staying.app);
    const job = await leaving.client.post('/background return "handed over"');
    const body = JSON.stringify({ message: '/stream 40 20' });
    const answer = await leaving.client.request(sandboxAgents.demo, { method: 'POST', body });
    const followed = await client.request(`ndjson/${sandboxAgents.demo}/${job.runId}`);
    leaving.child.kill('SIGTERM');
    expect(await answer.text()).toContain('wörd40');
    expect((await leaving.ended).exitCode).toBe(0);
    await held.release();
    expect(await followed.text()).toContain('handed over');
    expect((await client.get(job.runId)).jobId).toBeNull();
    await staying.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('a job of a killed process is taken over by the other', async () => {
    const databaseUrl = await postgres.createDatabase();
    const dataDir = await makeTemporaryFolder();
    const doomed = await startServerProcess(['--data-dir', dataDir, ...controlArguments], {
      ...controlEnvironment,
      DATABASE_URL: databaseUrl,
      AGENT_WORKERS_SECRET: testSecret,
    });
    await holdJobsOf(await doomed.control);
    const { runId, jobId } = await doomed.client.post('/background return "taken over"');
    await doomed.crash();
    const survivor = await startDeployment({ databaseUrl });
    const client = createClient({
      fetch: survivor.app.fetch,
      agentsUrl: 'http://in-process/agents',
      apiKey: doomed.ready.credentials.apiKey,
    });
    expect(jobId).not.toBeNull();
    expect((await client.untilIdle(runId)).at(-1)?.content).toContain('taken over');
    await survivor.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
