import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../src/report/report.ts';
import { runCli } from './helpers/judge-target.ts';
import { listen } from './helpers/listen.ts';
import { type Reference, startReference } from './helpers/reference.ts';
import type { Fetch } from './mutants/mutant.ts';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

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

test.each(battery)(
  'a target that %s verifies no rule of behaviour and never conforms',
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

/** A constant can satisfy these by its form alone; of the last five even the body is unspecified. */
const hollow = new Set([
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
  const short = ['--scenarios', '4', '--timeout', '2', '--job-timeout', '2', '--shrink-time', '1'];
  const { exitCode, out } = await runCli([...target, ...short, '--json']);
  const rules: Report['rules'] = out === '' ? [] : JSON.parse(out).rules;
  return { exitCode, passed: rules.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id) };
}
