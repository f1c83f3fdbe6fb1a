import type { Reason } from '../../verdicts/reason.ts';
import type { Replayed } from '../../verdicts/replayed.ts';
import { disputedValues } from '../disputed-values.ts';
import { times } from '../headline.ts';
import { type Presentation, presentCase } from '../present-case.ts';
import { toReportedExchange } from '../reported-exchange.ts';
import { say, sayReason } from '../sentences/say.ts';
import type { ReplayReport } from './replay-report.ts';

export interface ReplayFacts extends Presentation {
  readonly rule: string;
  readonly cause: string | undefined;
}

interface Outcome {
  readonly replayed: Replayed;
  /** Where all that judges the rule was sent: why what was asked for settled nothing. */
  readonly instead?: Reason | undefined;
  readonly cleanUp: {
    readonly removed: number;
    readonly leftovers: readonly ReplayReport['cleanUp']['leftovers'][number][];
  };
}

const exitCodes = { fixed: 0, 'failed-again': 1, changed: 1, 'not-reproduced': 3 } as const;

/** Everything that is said of a replay. */
export function buildReplayReport({ replayed, instead, cleanUp }: Outcome, facts: ReplayFacts): ReplayReport {
  const { rule, cause } = facts;
  const shown = 'shown' in replayed ? presentCase(replayed.shown, facts) : undefined;
  const disputed = 'shown' in replayed ? disputedValues(replayed.shown.finding) : [];
  return {
    schema: 'agent-workers-conformance-replay/1',
    outcome: replayed.outcome,
    sentence: withInstead(toSentence(replayed, facts), instead),
    exitCode: exitCodes[replayed.outcome],
    rule,
    ...(cause === undefined ? {} : { cause }),
    ...(instead === undefined ? {} : { instead: sayReason(instead) }),
    ...('shown' in replayed ? { finding: toFinding(replayed, shown?.steps ?? []) } : {}),
    exchanges: (shown?.exchanges ?? replayed.exchanges).map((one) => toReportedExchange(one, disputed)),
    cleanUp: { removed: cleanUp.removed, leftovers: [...cleanUp.leftovers] },
  };
}

function toSentence(replayed: Replayed, { rule, cause }: ReplayFacts): string {
  switch (replayed.outcome) {
    case 'fixed':
      return `Fixed: ${rule} was judged and kept ${times(replayed.kept)}.`;
    case 'not-reproduced':
      return `Not reproduced: ${rule}: ${replayed.why === undefined ? 'nothing was observed' : sayReason(replayed.why)}.`;
    case 'failed-again':
      return `Failed again: ${rule}`;
    case 'changed':
      return `Changed: ${rule} is still broken, but for another cause: ${replayed.shown.finding.cause} instead of ${cause}`;
  }
}

function withInstead(sentence: string, instead: Reason | undefined): string {
  if (instead === undefined) return sentence;
  const why = sayReason(instead);
  return `${sentence.replace(/\.$/, '')}. By all that judges it, since what was asked for settles nothing: ${why}.`;
}

function toFinding(
  { shown: { finding } }: Extract<Replayed, { readonly shown: unknown }>,
  steps: readonly string[],
): ReplayReport['finding'] {
  const { cause, operation, expected, observed } = finding;
  return { cause, operation, ...say(finding), details: { expected, observed }, steps: [...steps] };
}
