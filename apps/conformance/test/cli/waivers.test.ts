import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import { type Listening, listen } from '../helpers/listen.ts';
import { unwrapped } from '../helpers/unwrapped.ts';

let target: Listening;
let folder: string;
beforeAll(async () => {
  // Knows its user and nothing else. It refuses a wrong credential, but does without one.
  target = await listen((request) => {
    if (new URL(request.url).pathname !== '/me/')
      return Response.json({ detail: 'unknown' }, { status: 404 });
    const isWrong = ![null, `Bearer ${jwt}`].includes(request.headers.get('authorization'));
    return isWrong ? new Response(null, { status: 401 }) : Response.json({ id: 1 });
  });
  folder = await mkdtemp(join(tmpdir(), 'conformance-waived-'));
});
afterAll(async () => {
  await target.close();
  await rm(folder, { recursive: true });
});

const jwt = 'j'.repeat(20);
const rule = 'auth.others-require-bearer';
const cause = 'probe.credential-is-required:status-200-with-missing';
const rest = 'reason: is being repaired, owner: team user';

/** Judges the target with these waivers. */
async function judgeWith(waivers: string, ...args: string[]) {
  const file = join(folder, 'waivers.yaml');
  await writeFile(file, `waivers: [${waivers}]`);
  const where = ['--base-url', target.url, '--jwt', jwt];
  return runCli([
    ...where,
    '--operations',
    'getCurrentUser',
    '--rules',
    'auth.,user.get',
    '--waivers',
    file,
    ...args,
  ]);
}

test('a broken rule fails the run, and its report prints a waiver for it', async () => {
  const { exitCode, out } = await judgeWith('');
  expect(exitCode).toBe(1);
  expect(out).toContain(`    - rule: ${rule}`);
});

test.each([
  ['its rule', `rule: ${rule}`],
  ['its cause', `cause: "${cause}"`],
])('a finding that is waived by %s does not fail the run', async (_, name) => {
  const { exitCode, out } = await judgeWith(`{${name}, ${rest}, expires: 2999-12-31}`);
  expect(unwrapped(out)).toContain('1 violated but waived');
  expect(exitCode).toBe(0);
});

const good = `{rule: ${rule}, ${rest}, expires: 2999-12-31}`;

test.each([
  ['stale', `${good}, {rule: user.get, ${rest}, expires: 2999-12-31}`, 'is kept now: remove it'],
  ['unknown', `${good}, {rule: user.gett, ${rest}, expires: 2999-12-31}`, 'No rule is called user.gett.'],
  ['expired', `${good}, {rule: agents.list, ${rest}, expires: 2020-01-01}`, 'It expired on 2020-01-01'],
  ['ambiguous', `${good}, {cause: "${cause}", ${rest}, expires: 2999-12-31}`, 'The same is waived as'],
])('a waiver that is %s fails the run, and says why', async (state, waivers, says) => {
  const { exitCode, out } = await judgeWith(waivers);
  expect(exitCode).toBe(1);
  expect(out).toContain('WAIVERS NEED CARE');
  expect(out).toContain(`${state}: `);
  expect(unwrapped(out)).toContain(says);
});

test('an expired waiver does not cover its finding', async () => {
  const { exitCode, out } = await judgeWith(`{rule: ${rule}, ${rest}, expires: 2020-01-01}`);
  expect(exitCode).toBe(1);
  expect(out).toContain('VIOLATES THE CONTRACT');
});

test('with --bail a run ends at its first finding, but not at one that is waived', async () => {
  const endOf = async (waivers: string): Promise<string> => {
    const { out } = await judgeWith(waivers, '--bail', '--json');
    return JSON.parse(out).summary.ended;
  };
  expect(await endOf('')).toBe('first-finding');
  expect(await endOf(`{rule: ${rule}, ${rest}, expires: 2999-12-31}`)).toBe('complete');
});
