import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../helpers/listen.ts';
import { runCli } from '../helpers/run-cli.ts';

const rule = 'agent-runs.get-unknown-is-404';
const keptRule = 'agent-runs.list';

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
  const rules = `${keptRule},${rule}`;
  const args = ['run', '--base-url', target.url, '--rules', rules, '--seed', '7', '--shrink-time', '0'];
  const run = (...more: string[]) => runCli([...args, ...more], { AGENT_WORKERS_JWT: 'jwt' });
  expect((await run('--results', results, '--target-version', '2026.11.2')).exitCode).toBe(1);
  expect((await run('--results', at('known'), '--baseline', results)).exitCode).toBe(0);
  await target.close();
  await writeKeys('signer', generateKeyPairSync('ed25519'));
  await writeKeys('stranger', generateKeyPairSync('ed25519'));
});
afterAll(() => rm(folder, { recursive: true }));

async function writeKeys(
  name: string,
  { privateKey, publicKey }: { readonly privateKey: KeyObject; readonly publicKey: KeyObject },
): Promise<void> {
  await writeFile(at(`${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(at(`${name}.pub`), publicKey.export({ type: 'spki', format: 'pem' }));
}

async function attest(name: string, from = results, signer?: string): Promise<string> {
  const out = at(name);
  const key = signer === undefined ? [] : ['--signing-key', at(`${signer}.pem`)];
  const outcome = await runCli(['attest', from, '--out', out, ...key]);
  expect(outcome).toMatchObject({ exitCode: 0, progress: '' });
  return out;
}

const verify = (...args: readonly string[]) => runCli(['verify-attestation', ...args]);

async function read(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path, 'utf8'));
}

describe('a signed attestation', () => {
  test.each([
    ['Ed25519', () => generateKeyPairSync('ed25519')],
    ['ECDSA', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ])('by %s is about these results, and the recording says the same', async (type, makeKeys) => {
    await writeKeys(type, makeKeys());
    const signed = await attest(`${type}.json`, results, type);
    const { exitCode, out } = await verify(signed, results, '--public-key', at(`${type}.pub`));
    expect(out).toMatch(/^FAILED .* 2026\.11\.2: .* 1 failed, .* \d+ left out\. .* signed with this key/);
    expect(exitCode).toBe(0);
  });

  test('of another key is not to be trusted', async () => {
    const signed = await attest('foreign.json', results, 'stranger');
    const { exitCode, out } = await verify(signed, results, '--public-key', at('signer.pub'));
    expect(out).toContain('not signed with this key');
    expect(exitCode).toBe(1);
  });

  test('that nobody checks is told as such', async () => {
    const { exitCode, out } = await verify(await attest('signed.json', results, 'signer'), results);
    expect(out).toContain('by whom is not checked');
    expect(exitCode).toBe(0);
  });

  test.each([1, 2])(
    'of actions/attest comes in a bundle, and is read there, also from %i lines',
    async (lines) => {
      const dsseEnvelope = await read(await attest('inner.json', results, 'signer'));
      const mediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json';
      const bundle = JSON.stringify({ mediaType, verificationMaterial: {}, dsseEnvelope });
      await writeFile(at('bundle.json'), `${bundle}\n`.repeat(lines));
      const { exitCode, out } = await verify(at('bundle.json'), results);
      expect(out).toContain('gh attestation verify');
      expect(exitCode).toBe(0);
    },
  );
});

test('an unsigned statement says which rules passed and failed, for actions/attest to sign', async () => {
  const unsigned = await attest('unsigned.json');
  const { predicate, predicateType } = await read(unsigned);
  expect(predicateType).toBe('https://in-toto.io/attestation/test-result/v0.1');
  expect(predicate).toMatchObject({ result: 'FAILED', failedTests: [rule], warnedTests: [] });
  expect(predicate).toMatchObject({
    configuration: [{ name: 'target' }, { name: 'program' }, { name: 'contract' }, { name: 'config' }],
  });
  const { exitCode, out } = await verify(unsigned, results);
  expect(out).toContain('The attestation is unsigned');
  expect(exitCode).toBe(0);
});

test('what a baseline made known is broken all the same: a warning, with the run that knew it', async () => {
  const known = await attest('known.json', at('known'));
  const { predicate } = await read(known);
  expect(predicate).toMatchObject({ result: 'WARNED', failedTests: [], warnedTests: [rule] });
  expect(predicate).toMatchObject({
    configuration: expect.arrayContaining([
      expect.objectContaining({
        name: 'baseline',
        digest: { sha256: expect.any(String) },
        annotations: expect.objectContaining({ verdict: 'violates', known: '1' }),
      }),
    ]),
  });
  const { exitCode, out } = await verify(known, at('known'));
  expect(out).toContain('1 broken but accepted or known from the baseline');
  expect(exitCode).toBe(0);
});

test('a recording that was changed since is not the attested one', async () => {
  const unsigned = await attest('before.json');
  await cp(results, at('changed'), { recursive: true });
  await appendFile(join(at('changed'), 'exchanges.jsonl'), '\n');
  const { exitCode, out } = await verify(unsigned, at('changed'));
  expect(out).toContain('exchanges.jsonl');
  expect(exitCode).toBe(1);
});

describe('a statement that says otherwise than the results', () => {
  type Predicate = Record<string, unknown> & { configuration: { name: string; annotations?: object }[] };
  const annotate = (predicate: Predicate, wanted: string, annotations: object): void => {
    const found = predicate.configuration.find(({ name }) => name === wanted);
    Object.assign(found ?? {}, { annotations: { ...found?.annotations, ...annotations } });
  };

  test.each<[string, (predicate: Predicate) => void, string]>([
    ['of the result', (one) => Object.assign(one, { result: 'PASSED' }), 'It says PASSED'],
    [
      'of what counts',
      (one) => Object.assign(one, { warnedTests: [rule], failedTests: [] }),
      `failedTests are wrong about ${rule}`,
    ],
    [
      'of what passed',
      (one) => Object.assign(one, { passedTests: [keptRule, rule] }),
      `passedTests are wrong about ${rule}`,
    ],
    ['of the target', (one) => annotate(one, 'target', { name: 'production' }), 'of the target'],
    ['of its version', (one) => annotate(one, 'target', { version: '2027.1' }), 'of the target'],
    ['of the program', (one) => annotate(one, 'program', { seed: '8' }), 'of the program'],
    [
      'of the config',
      (one) => Object.assign(one, { configuration: one.configuration.slice(0, 3) }),
      'of the config',
    ],
  ])('%s is found, though the right key signed it', async (name, bend, trouble) => {
    const unsigned = await attest(`bent ${name}.json`);
    const statement = await read(unsigned);
    bend(statement.predicate as Predicate);
    await writeFile(unsigned, JSON.stringify(statement));
    const { exitCode, out } = await verify(unsigned, results);
    expect(out).toContain(trouble);
    expect(exitCode).toBe(1);
  });
});

describe('results that say otherwise than their recording', () => {
  type Results = { summary: object; rules: { id: string }[]; findings: object[]; target: object };
  const ruleOf = ({ rules }: Results): object => rules.find(({ id }) => id === rule) ?? {};
  const passed = (report: Results): void => {
    report.findings = [];
    Object.assign(ruleOf(report), { verdict: 'passed' });
    Object.assign(report.summary, { verdict: 'conforms', exitCode: 0 });
  };

  test.each<[string, string, (document: Results) => void, string]>([
    [
      'hide a finding',
      'report.json',
      passed,
      `${rule} is failed by the recording, and passed in report.json`,
    ],
    [
      'end otherwise',
      'report.json',
      ({ summary }) => Object.assign(summary, { verdict: 'conforms', exitCode: 0 }),
      'The run comes to "violates"',
    ],
    [
      'let nothing count',
      'report.json',
      ({ summary }) => Object.assign(summary, { failOn: ['declared'] }),
      'The run was to fail on stated, implied',
    ],
    [
      'make a sentence of the interface a wish',
      'report.json',
      (report) => Object.assign(ruleOf(report), { basis: 'declared' }),
      'is not of the basis declared',
    ],
    [
      'judge by another check',
      'plan.json',
      (plan) => Object.assign(ruleOf(plan), { checks: ['probe.reads-are-repeatable'] }),
      'plan.json has another agent-runs.get-unknown-is-404',
    ],
    [
      'are of another deployment',
      'report.json',
      ({ target }) => Object.assign(target, { baseUrl: 'https://api.example' }),
      'requests to this machine, which is not the target',
    ],
  ])('%s, and are found to, though they are attested as they are', async (name, file, bend, trouble) => {
    const bent = at(name);
    await cp(results, bent, { recursive: true });
    const document = await read(join(bent, file));
    bend(document as unknown as Results);
    await writeFile(join(bent, file), JSON.stringify(document));
    const { exitCode, out } = await verify(await attest(`${name}.json`, bent), bent);
    expect(out).toContain(trouble);
    expect(exitCode).toBe(1);
  });
});

describe('a key that can not sign', () => {
  test('is named, not quoted', async () => {
    await writeFile(at('none.pem'), 'secret words');
    const { exitCode, progress } = await runCli(['attest', results, '--signing-key', at('none.pem')]);
    expect(progress).toContain('not a private key');
    expect(progress).not.toContain('secret words');
    expect(exitCode).toBe(2);
  });

  test.each([
    ['ed448', () => generateKeyPairSync('ed448')],
    ['x25519', () => generateKeyPairSync('x25519')],
  ])('since it is of the type %s is told so', async (type, makeKeys) => {
    await writeKeys(type, makeKeys());
    const signing = await runCli(['attest', results, '--signing-key', at(`${type}.pem`)]);
    expect(signing).toMatchObject({ exitCode: 2, progress: expect.stringContaining(`of the type ${type}`) });
    const checking = await verify(await attest('any.json'), results, '--public-key', at(`${type}.pub`));
    expect(checking).toMatchObject({ exitCode: 2, progress: expect.stringContaining(`of the type ${type}`) });
  });

  test('since it is the private one is not taken for checking', async () => {
    const signed = await attest('own.json', results, 'signer');
    const { exitCode, progress } = await verify(signed, results, '--public-key', at('signer.pem'));
    expect(progress).toContain('The key is a private one');
    expect(exitCode).toBe(2);
  });
});
