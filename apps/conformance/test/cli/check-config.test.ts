import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../../src/deployment/config.ts';
import { runCli } from '../helpers/judge-target.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

const whole = configOf(plain, createStyledDeployment(plain).seeds, 'http://deployment.test');

async function check(config: object) {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(config));
  return runCli(['check-config', '--config', file, '--json']);
}

test('each missing key comes with the rules that it would buy, the most first', async () => {
  const { vipCode: _, ...fixtures } = whole.fixtures;
  const { sandboxJwt: __, ...credentials } = whole.credentials;
  const { exitCode, out } = await check({ ...whole, $schema: './schema.json', fixtures, credentials });
  expect(exitCode).toBe(0);
  const { needs, rules } = JSON.parse(out);
  expect(rules.canBeJudged).toBeLessThan(rules.all);
  const counts = needs.map((need: { rules: unknown[] }) => need.rules.length);
  expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
  const named = needs.flatMap(({ keys }: { keys: string[] }) => keys);
  expect(named).toEqual(expect.arrayContaining(['fixtures.vipCode', 'credentials.sandboxJwt']));
});

test('limits that only the owner knows are asked for until they are told', async () => {
  const { filesPerAgent: _, ...fixtures } = whole.fixtures;
  const { out } = await check({ ...whole, fixtures });
  expect(JSON.parse(out).untold).toEqual(['fixtures.jobSeconds', 'fixtures.filesPerAgent']);
  const told = await check({ ...whole, fixtures: { ...whole.fixtures, jobSeconds: 5 } });
  expect(JSON.parse(told.out).untold).toEqual([]);
});

test('a file that is not a config is an error of use, with the nearest right key', async () => {
  expect(await check({ ...whole, agentUrl: 'http://a.test' })).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining('Did you mean agentsUrl?'),
  });
});

test('a binding of what the contract does not have is refused as a run refuses it', async () => {
  const bindings = { AgentRequst: { fields: { chat_promt: 'a' } } };
  const checked = await check({ ...whole, bindings });
  expect(checked).toMatchObject({
    exitCode: 2,
    out: '',
    progress: expect.stringContaining('Did you mean AgentRequest?'),
  });
  const file = join(folder, 'bindings.json');
  await writeFile(file, JSON.stringify({ ...whole, bindings }));
  expect(await runCli(['run', '--config', file])).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining(checked.progress),
  });
});

test('every key of the config is described, with an example beside it or above it', () => {
  const bare: string[] = [];
  const look = (schema: object, path: string, above: boolean): void => {
    const { properties = {} } = schema as { properties?: Record<string, { examples?: unknown[] }> };
    for (const [key, inner] of Object.entries(properties)) {
      const isTold = above || inner.examples !== undefined;
      const isLeaf = !('properties' in inner);
      if (isLeaf && !(isTold && (above || 'description' in inner))) bare.push(`${path}${key}`);
      look(inner, `${path}${key}.`, isTold);
    }
  };
  look(z.toJSONSchema(configSchema), '', false);
  expect(bare).toEqual([]);
});
