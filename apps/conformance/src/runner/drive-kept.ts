import { callsToText } from '../cases/journeys/calls-text.ts';
import type { Journey } from '../cases/journeys/journey.ts';
import { journeyOf, type KeptCall } from '../cases/journeys/kept-calls.ts';
import type { Vocabulary } from '../deployment/vocabulary/vocabulary.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation, Rule } from '../spec/spec.ts';
import { judge } from '../verdicts/judge.ts';
import type { SmallestJourney } from '../verdicts/smallest-case.ts';
import { toRecording } from '../verdicts/to-recording.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { Driver } from './driver.ts';
import { unjudged } from './judged-exchanges.ts';

export interface DrivenJourney {
  readonly journey: Journey;
  readonly kept: readonly KeptCall[];
  readonly exchanges: readonly Exchange[];
  /** What these exchanges alone say of the rule. */
  readonly verdict: Verdict | undefined;
}

interface DriveOptions {
  readonly driver: Driver;
  readonly vocabulary: Vocabulary;
  readonly operations: readonly Operation[];
  readonly plan: Pick<Plan, 'settleMs'>;
  readonly rule: Rule;
}

const prefix = 'journey/';

/** The id of the journey that an exchange belongs to; undefined for all else. */
export function journeyIdOf(scenario: string): string | undefined {
  return scenario.startsWith(prefix) ? scenario.slice(prefix.length) : undefined;
}

/** Drives some calls of a journey, and judges one rule by what comes back. */
export async function driveKept(
  journey: Journey,
  kept: readonly KeptCall[],
  { driver, vocabulary, ...judging }: DriveOptions,
): Promise<DrivenJourney> {
  const part = journeyOf(journey, kept);
  const scenario = `${unjudged.smaller}/${judging.rule.id}/${journey.id}/${callsToText(kept)}`;
  const { settleMs } = judging.plan;
  const exchanges = await driver.journey(part, { scenario, vocabulary: vocabulary.fork(), settleMs });
  return { journey, kept, exchanges, verdict: judgeJourney(journey, exchanges, judging) };
}

/** The verdict by the exchanges of one journey alone, whatever they were driven for. */
export function judgeJourney(
  { id }: Journey,
  exchanges: readonly Exchange[],
  { operations, plan: { settleMs }, rule }: Pick<DriveOptions, 'operations' | 'plan' | 'rule'>,
): Verdict | undefined {
  const own = exchanges.map((exchange) => ({ ...exchange, scenario: `${prefix}${id}` }));
  return judge(toRecording(own, { toolCall: undefined, settleMs, operations }), [rule])[0];
}

/** The finding of a cause as a case of its own; undefined where there is none. */
export function toSmallest(
  { journey, kept, exchanges, verdict }: DrivenJourney,
  cause: string | undefined,
): SmallestJourney | undefined {
  const findings = verdict?.findings ?? [];
  const finding = cause === undefined ? findings[0] : findings.find((one) => one.cause === cause);
  if (verdict === undefined || finding === undefined) return undefined;
  return {
    kind: 'journey',
    rule: verdict.rule,
    journey: journey.id,
    kept: callsToText(kept),
    calls: journeyOf(journey, kept).calls,
    exchanges,
    finding,
  };
}
