import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStyledDeployment } from '../styles/deployment.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { describe } from '../styles/openapi.ts';
import { capturing } from './capturing.ts';
import { createApiClient } from './journeys/api-client.ts';
import { baseUrl, type JudgedTraffic, judgeCaptured } from './judge-captured.ts';

const [style] = namedStyles;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'held-back-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Somebody makes two keys and reads both; one is removed in between, by requests that nobody recorded. */
async function judgeKeys({ onlyClients = false, readsAfter = 0 } = {}): Promise<JudgedTraffic> {
  const { fetch, seeds } = createStyledDeployment(style);
  const openapi = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(openapi, JSON.stringify(describe(style, baseUrl)));
  const target = { agentsUrl: `${baseUrl}${style.workers.path}`, baseUrl: `${baseUrl}${style.basePath}` };
  const capture = capturing(fetch);
  const user = await createApiClient({ ...target, openapi, fetch: capture.fetch }, { jwt: seeds.jwt.own });
  const unseen = await createApiClient({ ...target, openapi, fetch }, { jwt: seeds.jwt.own });
  for (const isRemoved of [false, true]) {
    const made = await user.call('createApiKey', { body: {}, texts: 'A key' });
    const path = { api_key_id: made.read('api_key_id') };
    if (isRemoved) await unseen.call('deleteApiKey', { path });
    await user.call('getApiKey', { path });
  }
  for (let read = 0; read < readsAfter; read += 1) await user.call('listAgents');
  const credentials = { jwt: seeds.jwt.own };
  return judgeCaptured(capture.captured, { ...target, openapi, credentials, traffic: { onlyClients } });
}

const told = ({ verdicts }: JudgedTraffic) => {
  const one = verdicts.find(({ rule }) => rule === 'api-keys.get');
  return { verdict: one?.verdict, reason: one?.reason?.kind, hasPassed: (one?.subjects ?? 0) > 0 };
};

test('a rule that somebody unseen may have made look broken is open, though it was kept elsewhere', async () => {
  const open = { verdict: 'inconclusive', reason: 'others-may-explain', hasPassed: true };
  expect(told(await judgeKeys())).toEqual(open);
  // More than a batch later it still is.
  expect(told(await judgeKeys({ readsAfter: 1_600 }))).toEqual(open);
});

test('where the config says that nobody unseen acts, it is broken', async () => {
  expect(told(await judgeKeys({ onlyClients: true }))).toMatchObject({ verdict: 'failed' });
});
