import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import type { Listening } from '../helpers/listen.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { serve } from '../styles/serve.ts';

const { fetch, seeds } = createStyledDeployment(plain);
/** Another token of the first user, as identity providers give one at each sign-in. */
const second = 'second-token-of-the-first-user';
let target: Listening;
let folder: string;
beforeAll(async () => {
  target = await serve(async (request) => {
    if (request.headers.get('authorization') !== `Bearer ${second}`) return fetch(request);
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${seeds.jwt.own}`);
    return fetch(new Request(request, { headers }));
  }, plain.workers);
  folder = await mkdtemp(join(tmpdir(), 'credentials-'));
});
afterAll(async () => {
  await target.close();
  await rm(folder, { recursive: true });
});

async function runWith(credentials: object, rules = 'bundles.list') {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  const config = configOf(plain, seeds, target.url);
  await writeFile(
    file,
    JSON.stringify({ ...config, credentials: { ...config.credentials, ...credentials } }),
  );
  return runCli(['run', '--config', file, '--rules', rules, '--scenarios', '0']);
}

const jwtOf = (subject: string, id: number) =>
  ['{"alg":"none"}', JSON.stringify({ iss: 'us', sub: subject, jti: id }), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

test.each([
  ['the same text twice', { otherJwt: seeds.jwt.own }, 'they are the same text'],
  ['one key twice', { otherApiKey: seeds.apiKeys.own }, 'they are the same text'],
  ['two tokens of one subject', { jwt: jwtOf('ann', 1), otherJwt: jwtOf('ann', 2) }, 'issuer and subject'],
  ['two tokens with one record', { otherJwt: second }, 'GET /me/ answers both with the same record'],
])('%s is an error of use, with how that was seen', async (_, credentials, words) => {
  const { exitCode, out, progress } = await runWith(credentials);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(progress).toMatch(/credentials\.\w+ and credentials\.other\w+ are the same user/);
  expect(progress).toContain(words);
  expect(progress).not.toContain(seeds.jwt.own);
});

test.each(['otherJwt', 'sandboxJwt'])('%s that is refused is named, and nothing is judged', async (name) => {
  const { exitCode, progress } = await runWith({ [name]: 'expired' });
  expect(exitCode).toBe(3);
  expect(progress).toContain(`refused credentials.${name} with status 401 (GET /me/)`);
});

test('an API key of the other user that is refused is named, and nothing is judged', async () => {
  const { exitCode, progress } = await runWith({ otherApiKey: 'expired' }, 'run.run-id-is-uuid');
  expect(exitCode).toBe(3);
  expect(progress).toContain('refused credentials.otherApiKey with status 401 (reading a run)');
});
