import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Exchange, mutationKeyOf } from '../../src/exchanges/exchange.ts';
import { isWhole } from '../helpers/is-whole.ts';
import { runCli } from '../helpers/judge-target.ts';
import { resultsIn } from '../helpers/results-in.ts';
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
  const drawn = ['--scenarios', '12', '--seed', '11', ...families];
  await runCli(['run', '--config', config, ...drawn, '--results', results]);
  const { verdicts, exchanges } = await resultsIn(results);
  await target.close();
  await rm(folder, { recursive: true });
  const sent = Map.groupBy(
    exchanges.toSorted(
      (a, b) => a.origin.step - b.origin.step || a.origin.attempt - b.origin.attempt || a.id - b.id,
    ),
    ({ origin: { phase, case: one } }) =>
      [phase, one.kind, one.id, one.seed, one.number, one.round].join('/'),
  );
  return {
    // What was made at once is removed in the order in which it came to be.
    sent: Object.fromEntries(
      [...sent]
        .sort()
        .map(([name, some]) => [
          name,
          name.startsWith('cleanup/') ? some.map(essence).sort() : some.map(essence),
        ]),
    ),
    verdicts: verdicts.map(({ rule, verdict }) => `${rule} ${verdict}`),
  };
}

function essence(exchange: Exchange): string {
  const { origin, operation, identity, request, intent } = exchange;
  const asked = `${request.url.replace(/^\w+:\/\/[^/]+/, '')} ${request.body ?? ''}`;
  const details = [
    request.method,
    lasting(asked),
    identity,
    intent?.kind,
    intent?.certain,
    mutationKeyOf(exchange),
  ];
  return [`${origin.step}.${origin.attempt}`, operation, ...details].join(' ');
}

/** CI takes a few families of records, WHOLE=1 takes all. */
const families = isWhole ? [] : ['--tags', 'agents,chats,bundles,api-keys,studio-chats'];

/** The styles that name the least in words that anybody knows; CI takes one of them, WHOLE=1 both. */
const foreign = namedStyles.slice(isWhole ? 1 : -1);

test.each(foreign)(
  'two runs of one seed send and judge the same on "$name", in whatever order answers come',
  async (style) => {
    const [one, other] = [await runOn(style, 1), await runOn(style, 2)];
    expect(
      Object.keys(one.sent).filter((name) => name.startsWith('judged/sequence/')).length,
    ).toBeGreaterThan(40);
    expect(other).toEqual(one);
  },
);

/** Without identifiers, numbers and what makes texts unique. */
function lasting(text = ''): string {
  return text.replaceAll(/[\w-]*\d[\w-]*/g, '…');
}
