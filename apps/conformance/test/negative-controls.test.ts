import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Report } from '../src/report/report.ts';
import { loadSpec } from '../src/spec/load-spec.ts';
import type { Rule } from '../src/spec/spec.ts';
import { isWhole } from './helpers/is-whole.ts';
import { runCli } from './helpers/judge-target.ts';
import { listen } from './helpers/listen.ts';
import type { Fetch } from './mutants/mutant.ts';
import type { StyledDeployment } from './styles/deployment.ts';
import { judgeStyle } from './styles/judge-style.ts';
import { namedStyles } from './styles/named-styles.ts';

const runId = '6c1b3f0e-4c43-4a3c-9d0c-0d6a5b1c2d3e';

const battery: [name: string, answer: Fetch][] = [
  ['answers 200 with nothing', async () => new Response()],
  ['answers 404 to all', async () => new Response(null, { status: 404 })],
  ['answers 503 to all', async () => new Response(null, { status: 503 })],
  ['echoes every request', async (request) => new Response(await request.text())],
  [
    'gives every POST the same run and knows nothing else',
    async () => new Response('', { headers: { 'x-service-run-id': runId } }),
  ],
  ['redirects everything', async () => Response.redirect('http://127.0.0.1:9/')],
  ['answers with a page', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
];

/** CI takes the first, WHOLE=1 takes all. */
const sample = battery.slice(0, isWhole ? battery.length : 1);

test.each(sample)(
  'a target that %s verifies no rule of behavior and never conforms',
  async (_name, answer) => {
    const target = await listen(answer);
    const { exitCode, passed } = await judgeHollow(target.url);
    await target.close();
    expect([1, 3]).toContain(exitCode);
    expect(passed.filter((rule) => !hollow.has(rule))).toEqual([]);
  },
);

test('a target that breaks off every answer is in trouble: nothing is verified', async () => {
  const server = createServer((_, response) => {
    response.write('half of an ans', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { exitCode, passed } = await judgeHollow(`http://127.0.0.1:${port}`);
  server.close();
  expect({ exitCode, passed }).toEqual({ exitCode: 3, passed: [] });
});

/** What is a record or a list, whatever stands in it, is all that these rules of form can ask for. */
const forms: [name: string, body: object][] = [
  ['list', []],
  ['record', {}],
];

test.each(forms.slice(0, isWhole ? 2 : 1))(
  'a target that answers 200 with an empty %s is verified by its form alone',
  async (_name, body) => {
    const { rules } = await loadSpec();
    const formal = ['probe.answers-as-documented', 'probe.bodies-are-json'];
    const isFormal = ({ checks = [] }: Rule): boolean => checks.some((check) => formal.includes(check));
    const byForm = rules.filter(isFormal).map(({ id }) => id);
    const target = await listen(async () => Response.json(body));
    const { exitCode, passed } = await judgeHollow(target.url);
    await target.close();
    expect(exitCode).toBe(1);
    expect(passed.filter((rule) => !hollow.has(rule) && !byForm.includes(rule))).toEqual([]);
  },
);

test('a target that drips, a letter now and then and without end, is in trouble: nothing is verified', async () => {
  const server = createServer((_, response) => {
    const drip = setInterval(() => response.write('['), 100);
    response.once('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { exitCode, passed } = await judgeHollow(`http://127.0.0.1:${port}`);
  server.closeAllConnections();
  server.close();
  expect({ exitCode, passed }).toEqual({ exitCode: 3, passed: [] });
});

test("a target that replays another deployment's answers never conforms", async () => {
  const [style] = namedStyles;
  const some = isWhole ? [] : ['--tags', 'chats'];
  const args = ['--scenarios', '0', '--seed', '7', '--shrink-time', '0', ...some];
  const recorded = new Map<string, Response[]>();
  const placeOf = ({ method, url }: Request): string =>
    `${method} ${new URL(url).pathname.replaceAll(/[0-9a-f-]{36}/g, '*')}`;
  const record =
    ({ fetch }: StyledDeployment): Fetch =>
    async (request) => {
      const answer = await fetch(request.clone());
      recorded.set(placeOf(request), [...(recorded.get(placeOf(request)) ?? []), answer.clone()]);
      return answer;
    };
  const replay = (): Fetch => async (request) => {
    const answers = recorded.get(placeOf(request)) ?? [];
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return next?.clone() ?? new Response(null, { status: 404 });
  };
  expect((await judgeStyle(style, { withDocument: true, args, wrap: record })).summary.exitCode).toBe(0);
  const replayed = await judgeStyle(style, { withDocument: true, args, wrap: replay });
  expect(replayed.summary.exitCode).toBe(1);
});

/** A constant, or an echo, can satisfy these by its form alone; of the last five even the body is unspecified. */
const hollow = new Set([
  'law.json-is-called-json',
  'law.a-record-is-an-object',
  'law.no-lone-value',
  'law.identifier-is-in-every-answer',
  'law.message-is-no-internal-error',
  'run.post-returns-run-id',
  'run.run-id-is-uuid',
  'run.put-returns-run-id',
  'ndjson.lines-are-json',
  'agents.check-slug',
  'schedules.get-onboarding',
  'schedules.convert',
  'agents.generate-slug',
  'chats.get-social-preview',
]);

async function judgeHollow(url: string): Promise<{ exitCode: number; passed: string[] }> {
  const credentials = ['--api-key', 'k'.repeat(20), '--jwt', 'j'.repeat(20)];
  const target = [
    '--agents-url',
    url,
    '--base-url',
    url,
    '--agent-id',
    'a',
    ...credentials,
    '--allow-writes',
  ];
  const times = ['--timeout', '2', '--job-timeout', '2', '--consistency-window', '0', '--shrink-time', '0'];
  const short = ['--scenarios', '4', ...times];
  const { exitCode, out } = await runCli([...target, ...short, '--json']);
  const rules: Report['rules'] = out === '' ? [] : JSON.parse(out).rules;
  return { exitCode, passed: rules.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id) };
}
