import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startPostgres } from '@agent-workers/test-deployment/start-postgres';
import { type ServerProcess, startServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { isWhole } from '../helpers/is-whole.ts';
import { startBalancer } from './start-balancer.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
const seed = process.env.SEED ?? '1';

// Three processes at work: WHOLE=1 takes it.
describe.runIf(isWhole)('the reference deployment has no finding, judged by the CLI as people run it', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conformance-deployments-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('on PostgreSQL, two processes behind a balancer', async () => {
    const postgres = await startPostgres();
    const servers = await startTwo(join(folder, 'postgres'), await postgres.createDatabase());
    const balancer = await startBalancer(servers.map(({ ready }) => ready.baseUrl));
    const [{ ready }] = servers;
    const { origin } = balancer;
    const addresses = { agentsUrl: `${origin}/agents`, baseUrl: origin, openapi: `${origin}/openapi.json` };
    await expectNoFinding(folder, { ...ready, ...addresses });
    expect(Math.min(...balancer.counts)).toBeGreaterThan(10);
    await balancer.close();
    for (const { crash } of servers) await crash();
    await postgres.stop();
  });
});

/** One after the other: the second takes over the sandbox's keys from the folder. */
async function startTwo(dataDir: string, databaseUrl: string): Promise<[ServerProcess, ServerProcess]> {
  const environment = {
    DATABASE_URL: databaseUrl,
    AGENT_WORKERS_SECRET: randomBytes(32).toString('base64url'),
  };
  const start = () => startServerProcess(['--data-dir', dataDir], environment);
  return [await start(), await start()];
}

async function expectNoFinding(folder: string, deployment: object): Promise<void> {
  const config = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(config, JSON.stringify(deployment));
  const args = ['run', '--config', config, '--allow-writes', '--json', '--seed', seed];
  const child = spawn(process.execPath, ['--conditions=@agent-workers/source', main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, progress] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const report: Report = JSON.parse(out || '{"findings": "none were printed", "rules": [], "summary": {}}');
  const undecided = report.rules.filter(({ verdict }) => verdict === 'inconclusive');
  const why = `${progress}${report.summary.sentence}\n${JSON.stringify(undecided, null, 1)}`;
  expect({ findings: report.findings, exitCode: child.exitCode }, why).toEqual({
    findings: [],
    exitCode: 0,
  });
}
