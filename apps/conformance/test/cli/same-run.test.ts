import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import type { Verdict } from '../../src/verdicts/verdict.ts';
import { runCli } from '../helpers/judge-target.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { namedStyles } from '../styles/named-styles.ts';
import { serve } from '../styles/serve.ts';
import type { Style } from '../styles/style.ts';

/** Answers in an order of its own: each answer waits for a few turns of the event loop. */
function inOrderOf(seed: number, fetch: (request: Request) => Promise<Response>) {
  let last = seed;
  return async (request: Request): Promise<Response> => {
    last = (last * 1_103_515_245 + 12_345) % 2 ** 31;
    for (let turn = last % 23; turn > 0; turn -= 1) await new Promise((next) => setImmediate(next));
    return fetch(request);
  };
}

/** What one run sent, by scenario and in order, and what it judged; without whatever no two runs have in common. */
async function runOn(style: Style, order: number) {
  const plain = createStyledDeployment(style);
  const target = await serve(inOrderOf(order, plain.fetch), style.workers);
  const folder = await mkdtemp(join(tmpdir(), 'same-run-'));
  const config = join(folder, 'deployment.json');
  const { agentsUrl: _, ...userApi } = configOf(style, plain.seeds, target.url);
  await writeFile(config, JSON.stringify(userApi));
  const results = join(folder, 'results');
  await runCli(['run', '--config', config, '--scenarios', '12', '--seed', '11', '--results', results]);
  const lines = (await readFile(join(results, 'exchanges.jsonl'), 'utf8')).trim().split('\n');
  const exchanges = lines.map((line): Exchange => JSON.parse(line));
  const verdicts: Verdict[] = JSON.parse(await readFile(join(results, 'verdicts.json'), 'utf8'));
  await target.close();
  await rm(folder, { recursive: true });
  const sent = Map.groupBy(
    exchanges.toSorted((a, b) => a.step - b.step || a.attempt - b.attempt || a.id - b.id),
    ({ scenario }) => scenario,
  );
  return {
    // What was made at once is removed in the order in which it came to be.
    sent: Object.fromEntries(
      [...sent]
        .sort()
        .map(([scenario, some]) => [
          scenario,
          scenario.startsWith('clean-up/') ? some.map(essence).sort() : some.map(essence),
        ]),
    ),
    verdicts: verdicts.map(({ rule, verdict }) => `${rule} ${verdict}`),
  };
}

function essence({ step, attempt, operation, credential, request, probe }: Exchange): string {
  const asked = `${request.url.replace(/^\w+:\/\/[^/]+/, '')} ${request.body ?? ''}`;
  const details = [
    request.method,
    lasting(asked),
    credential,
    probe?.kind,
    probe?.certain,
    lasting(probe?.fault),
  ];
  return [`${step}.${attempt}`, operation, ...details].join(' ');
}

// The styles that name the least in words that anybody knows.
test.each(namedStyles.slice(1))(
  'two runs of one seed send and judge the same on "$name", in whatever order answers come',
  async (style) => {
    const [one, other] = [await runOn(style, 1), await runOn(style, 2)];
    expect(
      Object.keys(one.sent).filter((scenario) => scenario.startsWith('journey/')).length,
    ).toBeGreaterThan(40);
    expect(other).toEqual(one);
  },
);

/** Without identifiers, numbers and what makes texts unique. */
function lasting(text = ''): string {
  return text.replaceAll(/[\w-]*\d[\w-]*/g, '…');
}
