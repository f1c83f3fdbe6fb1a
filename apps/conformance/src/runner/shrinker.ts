import type { Shrunk } from '../verdicts/smallest-case.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { Driver } from './driver.ts';
import type { Judging } from './judging.ts';
import type { RunOptions } from './run-options.ts';
import { shrinkFindings } from './shrink-findings.ts';

/** Shrinks findings as they come up, each rule once. */
export interface Shrinker {
  readonly shrink: (broken: readonly Verdict[]) => Promise<void>;
  readonly shrunk: () => Shrunk;
}

export function createShrinker(
  driver: Driver,
  options: RunOptions,
  judging: Pick<Judging, 'exchanges'>,
): Shrinker {
  const known = new Set<string>();
  let all: Shrunk = { smallest: [], elusive: [] };
  return {
    shrink: async (broken) => {
      const news = broken.filter(({ rule }) => !known.has(rule));
      for (const { rule } of news) known.add(rule);
      if (options.signal.aborted) return;
      const { smallest, elusive } = await shrinkFindings(news, judging.exchanges(), { driver, options });
      all = { smallest: [...all.smallest, ...smallest], elusive: [...all.elusive, ...elusive] };
    },
    shrunk: () => all,
  };
}
