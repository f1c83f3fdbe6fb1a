import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { readResults } from '../../src/results/read-results.ts';
import { isJudged } from '../../src/runner/judged-exchanges.ts';
import { backgroundOf } from '../../src/verdicts/to-recording.ts';
import { judgeByConfig } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import type { Reference } from '../helpers/reference.ts';
import type { Trace } from '../helpers/trace.ts';
import { plain, toOriginal } from '../kill-matrix/plain-deployment.ts';
import type { Mutant } from '../mutants/mutant.ts';
import { withOwners } from '../mutants/with-owners.ts';
import { judgeStyle } from '../styles/judge-style.ts';
import { withEarnings } from './with-earnings.ts';

/** What a run recorded. */
export type Driven = Pick<Trace, 'background' | 'exchanges'>;

type Wrap = Mutant['wrap'];

/** Drives a deployment in the way of the given rules, or of all. */
export type Drive = (wrap: Wrap, rules?: readonly string[]) => Promise<Driven>;

/** One thing after the other, so that the same run makes the same recording. */
const args = '--scenarios 0 --seed 1 --concurrency 1 --shrink-time 0 --consistency-window 0'.split(' ');

/** A deployment in memory, a fresh one each time. */
export const driveInMemory: Drive = (wrap, rules) =>
  recorded(rules, (all) =>
    judgeStyle(plain, {
      withDocument: true,
      args: all,
      wrap: (deployment) => wrap(toOriginal(deployment)),
    }),
  );

/** The same, where something was earned: a plain deployment earns nothing. */
export const driveEarning: Drive = (wrap, rules) =>
  driveInMemory((original) => wrap({ ...original, fetch: withEarnings(original) }), rules);

/** One that shows whose each record is. */
export const driveOwned: Drive = (wrap, rules) =>
  driveInMemory((original) => wrap({ ...original, fetch: ownersShown(original) }), rules);

const ownersShown = withOwners({ mayBeGiven: false });

/** The reference deployment, the same each time. */
export function driveReference(start: () => Promise<Reference>): Drive {
  return async (wrap, rules) => {
    const reference = await start();
    const target = await listen(wrap(reference));
    const driven = await recorded(rules, (all) => judgeByConfig(reference.config(target.url), all));
    await target.close();
    return driven;
  };
}

async function recorded(
  rules: readonly string[] | undefined,
  judge: (all: readonly string[]) => Promise<unknown>,
): Promise<Driven> {
  const folder = await mkdtemp(join(tmpdir(), 'traces-'));
  try {
    await judge([...args, '--results', folder, ...(rules ? ['--rules', rules.join(',')] : [])]);
    return await readDriven(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readDriven(folder: string): Promise<Driven> {
  const { plan, exchanges } = await readResults(folder);
  const judged: Exchange[] = [];
  for await (const exchange of exchanges()) if (isJudged(exchange)) judged.push(exchange);
  const { operations: _, ...background } = backgroundOf(plan, []);
  return { background, exchanges: judged.toSorted((a, b) => a.id - b.id) };
}
