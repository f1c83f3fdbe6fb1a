import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenJudge, openJudge } from '../../src/cli/open-judge.ts';
import type { Captured } from '../../src/traffic/captured.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-judge-'));
});
afterAll(() => rm(folder, { recursive: true }));

const baseUrl = 'http://platform.example';
const order = {
  deployment: {
    name: baseUrl,
    agentsUrl: undefined,
    baseUrl,
    credentials: {},
    fixtures: {},
    profile: 'read-only',
    consistencyWindowMs: 0,
  },
  folder: undefined,
  redaction: [],
  judges: true,
  waivers: [],
  json: true,
  colour: false,
} as const;

const captured: Captured = {
  source: 'test',
  method: 'GET',
  url: `${baseUrl}/me/agents`,
  requestHeaders: [],
  requestBody: undefined,
  sentAt: 0,
  response: undefined,
};

/** A judge whose thread does what a program says. */
async function judgeThat(program: string): Promise<{ judge: OpenJudge; said: () => string }> {
  const file = join(folder, `${crypto.randomUUID()}.mjs`);
  await writeFile(file, `import { parentPort } from 'node:worker_threads';\n${program}`);
  let said = '';
  const say = (text: string): void => {
    said += text;
  };
  const judge = await openJudge(order, { out: say, progress: say }, pathToFileURL(file));
  return { judge, said: () => said };
}

test('a judge that crashes is told once, and what comes after is counted as dropped', async () => {
  const { judge, said } = await judgeThat(`
    parentPort.on('message', () => { throw new Error('oh no'); });
    parentPort.postMessage({ kind: 'ready' });`);
  judge.saw(captured);
  expect(await judge.end()).toBe(3);
  judge.saw(captured);
  expect([judge.isUp(), judge.dropped()]).toEqual([false, 2]);
  expect(said()).toBe('The judge failed; the traffic goes on. oh no\n');
  expect(await judge.page()).toBeUndefined();
});

test('of what a slow judge can not follow, a bounded part waits and the rest is dropped and told', async () => {
  const { judge } = await judgeThat(`
    parentPort.on('message', ({ kind, dropped }) => {
      if (kind === 'end') parentPort.postMessage({ kind: 'ended', exitCode: dropped });
    });
    parentPort.postMessage({ kind: 'ready' });`);
  for (let number = 0; number < 5_010; number += 1) judge.saw({ ...captured, sentAt: number });
  expect(judge.dropped()).toBe(10);
  expect(await judge.end()).toBe(10);
});
