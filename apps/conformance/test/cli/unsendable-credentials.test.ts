import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import type { Listening } from '../helpers/listen.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';

const { fetch, seeds } = createStyledDeployment(plain);
const jwt = seeds.jwt.own;
const cut = `${jwt.slice(0, 9)}\n${jwt.slice(9)}`;
let target: Listening;
let folder: string;
beforeAll(async () => {
  target = await serve(fetch, plain.workers);
  folder = await mkdtemp(join(tmpdir(), 'unsendable-'));
});
afterAll(async () => {
  await target.close();
  await rm(folder, { recursive: true });
});

async function configOf(lines: readonly string[]): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.yaml`);
  await writeFile(file, [`baseUrl: ${target.url}`, ...lines, ''].join('\n'));
  return file;
}

const commands: readonly [command: string, given: (config: string) => readonly string[]][] = [
  ['run', (config) => ['run', '--config', config, '--rules', 'bundles.list']],
  ['check-config', (config) => ['check-config', '--config', config]],
  ['init', () => ['init', target.url, '--out', join(folder, `${crypto.randomUUID()}.yaml`)]],
];

test.each(commands)('%s takes a credential without the line end behind it', async (_, given) => {
  const { exitCode, progress } = await runCli(given(await configOf([])), { AGENT_WORKERS_JWT: `${jwt}\r\n` });
  expect(exitCode, progress).toBe(0);
});

test.each(commands)(
  '%s refuses a credential with a line break in it, names its variable and never shows it',
  async (_, given) => {
    const { exitCode, out, progress } = await runCli(given(await configOf([])), { AGENT_WORKERS_JWT: cut });
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(progress).toContain(
      "credentials.jwt (AGENT_WORKERS_JWT) can't be sent: it has the character U+000A",
    );
    for (const part of cut.split('\n')) expect(progress).not.toContain(part);
  },
);

test('a block of YAML has a line end that is no part of the credential, or a line break that is refused with the file', async () => {
  const block = await configOf(['credentials:', '  jwt: |', `    ${jwt}`]);
  expect(await runCli(['run', '--config', block, '--rules', 'bundles.list'])).toMatchObject({ exitCode: 0 });
  const broken = await configOf([
    'credentials:',
    '  otherJwt: |',
    ...cut.split('\n').map((line) => `    ${line}`),
  ]);
  expect(await runCli(['check-config', '--config', broken])).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining(`credentials.otherJwt (${broken}) can't be sent`),
  });
});

test.each([
  [{ AGENT_WORKERS_JWT: ' \n' }, [], 'credentials.jwt (AGENT_WORKERS_JWT) holds nothing but white space'],
  [{}, ['--jwt', 'a\u0000b'], "credentials.jwt (--jwt) can't be sent: it has the character U+0000"],
  [{}, ['--jwt', 'a…b'], 'U+2026'],
] as const)('%j with %j is wrong use', async (environment, args, words) => {
  const { exitCode, progress } = await runCli(['run', '--base-url', target.url, ...args], environment);
  expect(exitCode).toBe(2);
  expect(progress).toContain(words);
});

test('the value of a header and the token of the state URL are held to the same', async () => {
  const gate = await configOf(['connection:', '  headers: { X-Gate: "open\\nsesame" }']);
  expect(await runCli(['check-config', '--config', gate])).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining("The header X-Gate can't be sent"),
  });
  const state = await configOf(['stateUrl: http://states.test', 'stateToken: "a\\nb"']);
  expect(await runCli(['check-config', '--config', state])).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining('stateToken'),
  });
});
