import { generateKeyPairSync } from 'node:crypto';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestConfig } from '../../src/attestation/config-digest.ts';
import { listen } from '../helpers/listen.ts';
import { runCli } from '../helpers/run-cli.ts';

const rule = 'agent-runs.get-unknown-is-404';

let folder: string;
let results: string;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attestation-'));
  results = at('results');
  // Nothing is ever missing there.
  const target = await listen(({ headers, url }) => {
    const status = headers.get('authorization') === 'Bearer jwt' ? 200 : 401;
    return Response.json(new URL(url).pathname.endsWith('s') ? [] : {}, { status });
  });
  const args = ['run', '--base-url', target.url, '--rules', rule, '--seed', '7', '--shrink-time', '0'];
  const outcome = await runCli([...args, '--results', results], { AGENT_WORKERS_JWT: 'jwt' });
  expect(outcome.exitCode).toBe(1);
  await target.close();
  await writeKeys('signer');
  await writeKeys('stranger');
});
afterAll(() => rm(folder, { recursive: true }));

async function writeKeys(name: string): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await writeFile(at(`${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(at(`${name}.pub`), publicKey.export({ type: 'spki', format: 'pem' }));
}

async function attest(name: string, ...options: string[]): Promise<string> {
  const out = at(name);
  const outcome = await runCli(['attest', results, '--out', out, ...options]);
  expect(outcome).toMatchObject({ exitCode: 0, progress: '' });
  return out;
}

const verify = (...args: readonly string[]) => runCli(['verify-attestation', ...args]);

test('a signed attestation is about these results, and its recording gives the same verdicts', async () => {
  const signed = await attest(
    'signed.json',
    '--signing-key',
    at('signer.pem'),
    '--target-version',
    '2026.11.2',
  );
  const { exitCode, out } = await verify(signed, results, '--public-key', at('signer.pub'));
  expect(out).toMatch(/^FAILED .* 2026\.11\.2: .* 1 failed, .* signed with this key/);
  expect(exitCode).toBe(0);
});

test('an attestation that another key signed is not to be trusted', async () => {
  const signed = await attest('foreign.json', '--signing-key', at('stranger.pem'));
  const { exitCode, out } = await verify(signed, results, '--public-key', at('signer.pub'));
  expect(out).toContain('not signed with this key');
  expect(exitCode).toBe(1);
});

test('an unsigned statement says which rules passed and failed, for actions/attest to sign', async () => {
  const unsigned = await attest('unsigned.json');
  const { predicate, predicateType } = JSON.parse(await readFile(unsigned, 'utf8'));
  expect(predicateType).toBe('https://in-toto.io/attestation/test-result/v0.1');
  expect(predicate).toMatchObject({ result: 'FAILED', failedTests: [rule], warnedTests: [] });
  const { exitCode, out } = await verify(unsigned, results);
  expect(out).toContain('unsigned');
  expect(exitCode).toBe(0);
});

test('a recording that was changed since is not the attested one', async () => {
  const signed = await attest('before.json', '--signing-key', at('signer.pem'));
  await cp(results, at('changed'), { recursive: true });
  await appendFile(join(at('changed'), 'exchanges.jsonl'), '\n');
  const { exitCode, out } = await verify(signed, at('changed'), '--public-key', at('signer.pub'));
  expect(out).toContain('exchanges.jsonl');
  expect(exitCode).toBe(1);
});

test('a statement that passes what is broken is found by judging again', async () => {
  const unsigned = await attest('bent.json');
  const statement = JSON.parse(await readFile(unsigned, 'utf8'));
  Object.assign(statement.predicate, { result: 'PASSED', passedTests: [rule], failedTests: [] });
  await writeFile(unsigned, JSON.stringify(statement));
  const { exitCode, out } = await verify(unsigned, results);
  expect(out).toContain(`${rule} is judged otherwise than attested.`);
  expect(exitCode).toBe(1);
});

test('a file that is not a key is named, not quoted', async () => {
  await writeFile(at('none.pem'), 'secret words');
  const { exitCode, progress } = await runCli(['attest', results, '--signing-key', at('none.pem')]);
  expect(progress).toContain('not a private key');
  expect(progress).not.toContain('secret words');
  expect(exitCode).toBe(2);
});

test('configs that differ in secrets only have one digest, others not', () => {
  const config = {
    agentsUrl: 'https://a.example',
    credentials: { apiKey: 'one' },
    fixtures: { vipCode: 'x', agentId: 'i' },
  };
  const same = { ...config, credentials: { apiKey: 'two' }, fixtures: { agentId: 'i', vipCode: 'y' } };
  expect(digestConfig(config)).toBe(digestConfig(same));
  expect(digestConfig(config)).not.toBe(digestConfig({ ...config, agentsUrl: 'https://b.example' }));
});
