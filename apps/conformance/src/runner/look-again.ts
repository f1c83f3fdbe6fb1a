import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import { inShard } from '../plan/shard.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { Driver } from './driver.ts';
import { usualLatencyMs } from './pace.ts';
import type { RunOptions } from './run-options.ts';
import { verdictsOf } from './verdicts-of.ts';

/** How often a scenario is driven again while a rule that it may show is not observed. */
const lookAgainRounds = 8;
/** A deployment that is broken anyway may well have broken what it would take to see more. */
const lookAgainRoundsWhenBroken = 1;

/**
 * A rule may have had no chance to show, as when a job ended before the next request came. The scenarios that
 * wait for such a chance are then driven again, one at a time, a few times at most.
 */
export async function lookAgain(
  written: readonly (readonly Exchange[])[],
  driver: Driver,
  options: RunOptions,
): Promise<void> {
  const { plan } = options;
  const sent = [...written];
  for (let round = 1; round <= roundsAt(options); round += 1) {
    const verdicts = verdictsOf(sent.flat(), options);
    const isBroken = verdicts.some(({ verdict }) => verdict === 'failed');
    if (isBroken && round > lookAgainRoundsWhenBroken) return;
    const unseen = unseenChecks(verdicts, plan);
    const chances = inShard(plan.scenarios, plan.shard).filter(({ byChance = [] }) =>
      byChance.some((check) => unseen.has(check)),
    );
    if (chances.length === 0) return;
    for (const { id, steps } of chances) {
      if (options.signal.aborted) return;
      sent.push(await driver.drive({ id, steps, round }));
    }
  }
}

/** One at a time, each round of a slow target takes the time in which much else is judged. */
function roundsAt({ latencyMs = 0 }: RunOptions): number {
  const slower = Math.max(1, latencyMs / usualLatencyMs);
  return Math.max(1, Math.floor(lookAgainRounds / slower));
}

function unseenChecks(verdicts: readonly Verdict[], { rules }: Plan): ReadonlySet<string> {
  const unseen = new Set(
    verdicts.filter(({ verdict }) => verdict === 'not-observed').map(({ rule }) => rule),
  );
  return new Set(rules.filter(({ id }) => unseen.has(id)).flatMap(({ checks = [] }) => checks));
}
