import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenJudge, openJudge } from '../../src/cli/open-judge.ts';
import type { Passed } from '../../src/proxy/passed.ts';

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
  targetOptions: '',
  redaction: [],
  judges: true,
  waivers: [],
  targetVersion: undefined,
  json: true,
  findings: undefined,
  colour: false,
} as const;

const passed: Passed = {
  method: 'GET',
  url: `${baseUrl}/me/agents`,
  headers: '',
  body: undefined,
  sentAt: 0,
  answer: undefined,
  trouble: undefined,
};

/** Lets an exchange of somebody pass, and says what became of it. */
function pass(
  judge: OpenJudge,
  credential = 'somebody',
  exchange: Passed = passed,
): 'left-out' | 'waits' | 'over' {
  let became: 'waits' | 'over' = 'waits';
  const receive = judge.onlooker(credential);
  receive?.(exchange, () => {
    became = 'over';
  });
  return receive === undefined ? 'left-out' : became;
}

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
  pass(judge);
  expect(await judge.end()).toBe(3);
  expect(pass(judge)).toBe('left-out');
  expect([judge.isUp(), judge.dropped()]).toEqual([false, 2]);
  expect(said()).toBe('The judge failed; the traffic goes on. oh no\n');
  expect(await judge.page()).toBeUndefined();
});

test('of what a slow judge can not follow, a bounded part waits, and whole callers are left out and told', async () => {
  const { judge } = await judgeThat(`
    parentPort.on('message', ({ kind, dropped }) => {
      if (kind === 'end') parentPort.postMessage({ kind: 'ended', exitCode: dropped });
    });
    parentPort.postMessage({ kind: 'ready' });`);
  const became = Array.from({ length: 20_000 }, (_, number) => pass(judge, `caller-${number % 100}`));
  const leftOut = became.filter((one) => one === 'left-out').length;
  expect(became.length - leftOut).toBeLessThanOrEqual(5_000);
  expect(judge.dropped()).toBe(leftOut);
  expect(await judge.end()).toBe(leftOut);
});

test('one long upload leaves nobody out, and several at once do', async () => {
  const { judge } = await judgeThat(`
    parentPort.on('message', ({ kind, dropped }) => {
      if (kind === 'end') parentPort.postMessage({ kind: 'ended', exitCode: dropped });
    });
    parentPort.postMessage({ kind: 'ready' });`);
  const callers = Array.from({ length: 100 }, (_, number) => `caller-${number}`);
  const upload = { ...passed, body: 'x'.repeat(4 * 2 ** 20) };
  pass(judge, 'somebody', upload);
  expect(callers.map((caller) => pass(judge, caller))).toEqual(callers.map(() => 'waits'));
  pass(judge, 'somebody', upload);
  expect(callers.map((caller) => pass(judge, caller))).toEqual(callers.map(() => 'left-out'));
  expect(await judge.end()).toBe(judge.dropped());
});
