import type { Exchange } from '../exchanges/exchange.ts';
import { judge } from '../verdicts/judge.ts';
import { backgroundOf, toRecording } from '../verdicts/to-recording.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { RunOptions } from './run-options.ts';

/** The verdicts on the planned rules, as far as these exchanges show. */
export function verdictsOf(
  exchanges: readonly Exchange[],
  { plan, operations }: RunOptions,
): readonly Verdict[] {
  return judge(toRecording(exchanges, backgroundOf(plan, operations)), plan.rules);
}
