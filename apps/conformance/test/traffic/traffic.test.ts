import { beforeAll, describe, expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/load-spec.ts';
import type { Spec } from '../../src/spec/spec.ts';
import { loadMutants } from '../mutants/all-mutants.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { probeBreakers } from '../mutants/probe-mutants.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { type Capture, capturing, type Fetch } from './capturing.ts';
import { browse, talk } from './clients.ts';
import { judgeCrowd } from './crowd.ts';
import { agentsUrl, baseUrl, judgeCaptured } from './judge-captured.ts';

const [camel] = namedStyles;
if (camel === undefined) throw new Error('There is a style.');

/** What two ordinary clients of a deployment send. */
async function sessionAt(wrap?: Mutant['wrap']): Promise<Capture & { readonly secrets: readonly string[] }> {
  const { fetch, seeds } = createStyledDeployment(camel ?? namedStyles[0]);
  const [apiKey, jwt] = [seeds.apiKeys.own, seeds.jwt.own];
  const original = {
    fetch,
    apiKey,
    jwt,
    backgroundMessage: '',
    backgroundErrorMessage: '',
    toolCall: { message: '', name: '', output: '' },
  };
  const capture = capturing(wrap === undefined ? fetch : wrap(original));
  const access = { fetch: capture.fetch, agentsUrl, baseUrl, apiKey, jwt, agentId: seeds.agents.worker };
  await talk(access);
  await browse(access);
  return { ...capture, secrets: [apiKey, jwt] };
}

let spec: Spec;

beforeAll(async () => {
  spec = await loadSpec();
});

describe('what ordinary clients send', () => {
  test('is judged without a finding', async () => {
    const { captured } = await sessionAt();
    const { broken, passed, count } = await judgeCaptured(captured);
    expect(broken).toEqual([]);
    expect(passed.length).toBeGreaterThanOrEqual(35);
    expect(count).toMatchObject({ judged: captured.length, elsewhere: 0, noOperation: 0, copies: 0 });
  });

  test('leaves no credential in what is recorded', async () => {
    const { captured, secrets } = await sessionAt();
    const { exchanges } = await judgeCaptured(captured);
    for (const secret of secrets) expect(JSON.stringify(exchanges)).not.toContain(secret);
  });

  test.each(['*', 'id', 'title', 'content'])(
    'gets no finding for what --redact %s takes out',
    async (path) => {
      const { captured } = await sessionAt();
      const { broken, passed } = await judgeCaptured(captured, { redaction: [[path]] });
      expect(broken).toEqual([]);
      expect(passed.length).toBeGreaterThan(20);
    },
  );

  test('is of one caller where the config says so, and of two by their credentials', async () => {
    const { captured, secrets } = await sessionAt();
    const [apiKey = '', jwt = ''] = secrets;
    const casesOf = async (credentials: object) =>
      new Set((await judgeCaptured(captured, { credentials })).exchanges.map(({ origin }) => origin.case.id));
    expect(await casesOf({ apiKey, jwt })).toEqual(new Set(['test own', 'test anonymous']));
    expect((await casesOf({})).size).toBe(3);
  });
});

/** Those that ordinary clients can notice. */
const seenInWorkers = [
  'law.message-is-kept-to-the-letter',
  'ndjson.lines-are-json',
  'run.get-is-message-array',
  'run.get-messages-have-role-and-content',
  'run.post-returns-run-id',
  'run.post-run-id-is-new',
  'run.put-appends-message',
  'run.put-returns-run-id',
  'run.run-id-is-uuid',
];

test.each(seenInWorkers)('the mutant of %s is found in what a client sends', async (rule) => {
  const mutants = await loadMutants();
  const mutant = mutants.find((one) => one.rule === rule);
  const { captured } = await sessionAt((original) => {
    const mutated = mutant?.wrap(original) ?? original.fetch;
    return (request) => (request.url.startsWith(agentsUrl) ? mutated : original.fetch)(request);
  });
  expect((await judgeCaptured(captured)).broken).toContain(rule);
});

test.each([
  'probe.answers-as-documented',
  'probe.bodies-are-json',
  'probe.credential-is-required',
  'probe.validation-error-is-json',
])('a mutant of %s is found in what a client sends', async (check) => {
  const breaker = probeBreakers[check];
  const list = spec.operations.filter(({ id }) => id === 'listAgents');
  const { captured } = await sessionAt(breaker?.wrap(list, ''));
  const { verdicts } = await judgeCaptured(captured);
  const found = verdicts.flatMap(({ findings }) => findings.map((one) => one.check));
  expect(found).toContain(check);
});

/** Ways to fill the unspecified behavior, drawn at random; bench/conformance tries a hundred. */
const seeds = Array.from({ length: Number(process.env.FUZZ_RUNS ?? 2) }, (_, index) => index + 1);

test.each(seeds)(
  'ten lawful clients at once, some past the proxy, get no finding at the style of seed %i',
  async (seed) => {
    const { findings, summary } = await judgeCrowd(seed);
    expect(findings.map(({ rule, observed }) => ({ rule, observed }))).toEqual([]);
    expect(summary.rules.passed).toBeGreaterThan(20);
  },
);

describe('what can not be known from outside', () => {
  const answer =
    (body: string, headers: Record<string, string> = {}): Fetch =>
    async () =>
      new Response(body, { headers: { 'content-type': 'application/json', ...headers } });
  const asked = async (request: Request, fetch: Fetch) => {
    const capture = capturing(fetch);
    await capture.fetch(request);
    return judgeCaptured(capture.captured);
  };

  test('is the answer to a request that asks for more than the interface shows', async () => {
    const words = answer('id;title');
    const odd = await asked(new Request(`${baseUrl}/me/agents?format=csv`), words);
    const kept = await asked(
      new Request(`${baseUrl}/me/agents`, { headers: { 'if-none-match': '"1"' } }),
      words,
    );
    expect([odd.count.extended, kept.count.extended]).toEqual([1, 1]);
    expect([...odd.broken, ...kept.broken]).toEqual([]);
  });

  test('is who sent what a browser exported without credentials', async () => {
    const { broken, count } = await asked(new Request(`${baseUrl}/me/agents`), answer('[]'));
    expect(broken).toEqual([]);
    expect(count.withoutCaller).toBe(1);
  });

  test('is whether a read of a run that was refused later is one of a run that somebody removed', async () => {
    const run = '6a51569c-ee6b-4f11-8492-58ed62361097';
    const answers = [
      new Response('hi', { headers: { 'x-service-run-id': run } }),
      Response.json([]),
      new Response(null, { status: 404 }),
    ];
    const capture = capturing(async () => answers.shift() ?? Response.error());
    const headers = { authorization: 'Bearer somebody', 'content-type': 'application/json' };
    await capture.fetch(
      new Request(`${agentsUrl}/a`, { method: 'POST', headers, body: '{"message": "hi"}' }),
    );
    await capture.fetch(new Request(`${agentsUrl}/a/${run}`, { headers }));
    await capture.fetch(new Request(`${agentsUrl}/a/${run}`, { headers }));
    const { broken, verdicts, count } = await judgeCaptured(capture.captured);
    expect([broken, count.judged]).toEqual([[], 3]);
    expect(verdicts.find(({ rule }) => rule === 'run.get-is-message-array')?.verdict).toBe('passed');
  });

  test('is whether a cookie with the identifier of a run is a secret', async () => {
    const run = '6a51569c-ee6b-4f11-8492-58ed62361097';
    const request = new Request(`${agentsUrl}/a`, { method: 'POST', body: '{"message": "hi"}' });
    request.headers.set('x-session-key', run);
    request.headers.set('content-type', 'application/json');
    const { broken, exchanges } = await asked(request, answer('hi', { 'x-service-run-id': run }));
    expect(broken).toEqual([]);
    expect(exchanges[0]?.response?.headers).toContainEqual(['x-service-run-id', run]);
  });

  test('is what a run held before the recording began', async () => {
    const { captured } = await sessionAt();
    const { broken } = await judgeCaptured(captured.slice(3));
    expect(broken).toEqual([]);
  });
});
