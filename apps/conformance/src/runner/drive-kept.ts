import { caseOfSequence } from '../cases/case.ts';
import { callsToText } from '../cases/sequences/calls-text.ts';
import { type KeptCall, sequenceOf } from '../cases/sequences/kept-calls.ts';
import type { Sequence } from '../cases/sequences/sequence.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Operation, Rule } from '../spec/spec.ts';
import { judge } from '../verdicts/judge.ts';
import type { SmallestSequence } from '../verdicts/smallest-case.ts';
import { toRecording } from '../verdicts/to-recording.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { Driver } from './driver.ts';

export interface DrivenSequence {
  readonly sequence: Sequence;
  readonly kept: readonly KeptCall[];
  readonly exchanges: readonly Exchange[];
  /** What these exchanges alone say of the rule. */
  readonly verdict: Verdict | undefined;
}

interface DriveOptions {
  readonly driver: Driver;
  readonly fieldMapping: FieldMapping;
  readonly operations: readonly Operation[];
  readonly plan: Pick<Plan, 'consistencyWindowMs' | 'declaration'>;
  readonly rule: Rule;
}

/** Drives some calls of a sequence, and judges one rule by what comes back. */
export async function driveKept(
  sequence: Sequence,
  kept: readonly KeptCall[],
  { driver, fieldMapping, ...judging }: DriveOptions,
): Promise<DrivenSequence> {
  const part = sequenceOf(sequence, kept);
  const { consistencyWindowMs } = judging.plan;
  const exchanges = await driver.sequence(part, {
    case: { ...caseOfSequence(sequence), path: callsToText(kept) },
    phase: 'shrink',
    fieldMapping: fieldMapping.fork(),
    consistencyWindowMs,
  });
  return { sequence, kept, exchanges, verdict: judgeSequence(exchanges, judging) };
}

/** The verdict by the exchanges of one sequence alone, whatever they were driven for. */
export function judgeSequence(
  exchanges: readonly Exchange[],
  {
    operations,
    plan: { consistencyWindowMs, declaration },
    rule,
  }: Pick<DriveOptions, 'operations' | 'plan' | 'rule'>,
): Verdict | undefined {
  return judge(
    toRecording(exchanges, { toolCall: undefined, consistencyWindowMs, operations, declaration }),
    [rule],
  )[0];
}

/** The finding of a cause as a case of its own; undefined where there is none. */
export function toSmallest(
  { sequence, kept, exchanges, verdict }: DrivenSequence,
  cause: string | undefined,
  isSmallest = false,
): SmallestSequence | undefined {
  const findings = verdict?.findings ?? [];
  const finding = cause === undefined ? findings[0] : findings.find((one) => one.cause === cause);
  if (verdict === undefined || finding === undefined) return undefined;
  return {
    kind: 'sequence',
    isSmallest,
    rule: verdict.rule,
    sequence: sequence.id,
    drawn: sequence.drawn,
    kept: callsToText(kept),
    calls: sequenceOf(sequence, kept).calls,
    exchanges,
    finding,
  };
}
