import { idsOfBases, usualBases } from '../spec/spec.ts';
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
  { judging, tidy }: { readonly judging: Pick<Judging, 'exchanges'>; readonly tidy: () => Promise<unknown> },
): Shrinker {
  const known = new Set<string>();
  const { rules, failOn = usualBases } = options.plan;
  const counted = idsOfBases(rules, failOn);
  // What does not fail the run is not worth requests.
  const isCounted = (rule: string): boolean => counted.has(rule);
  let all: Shrunk = { smallest: [], notReproducible: [] };
  return {
    shrink: async (broken) => {
      const news = broken.filter(({ rule }) => !known.has(rule) && isCounted(rule));
      for (const { rule } of news) known.add(rule);
      if (options.signal.aborted) return;
      const { smallest, notReproducible } = await shrinkFindings(news, judging.exchanges(), {
        driver,
        options,
        tidy,
      });
      all = {
        smallest: [...all.smallest, ...smallest],
        notReproducible: [...all.notReproducible, ...notReproducible],
      };
    },
    shrunk: () => all,
  };
}
