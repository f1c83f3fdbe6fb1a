import type { ToolCallFixture } from '../deployment/deployment.ts';
import type { Exchange } from '../exchanges/exchange.ts';

/** All that a check may look at: what was sent and answered, and the words that mark a tool call. */
export interface Recording {
  readonly exchanges: readonly Exchange[];
  readonly toolCall: ToolCallFixture | undefined;
}

/** One thing that a rule forbids, with the exchanges that show it. */
export interface Finding {
  readonly scenario: string;
  readonly operation: string;
  readonly exchanges: readonly number[];
  readonly expected: string;
  readonly observed: string;
}

/** What a check found: how many subjects it examined, and which of them break the rule. */
export interface Judgement {
  readonly subjects: number;
  readonly findings: readonly Finding[];
}

/** Judges one rule; a pure function of the recording. */
export interface Check {
  readonly rule: string;
  readonly judge: (recording: Recording) => Judgement;
  /** Why there may have been nothing to judge, for the report. */
  readonly whenUnseen: string;
}

export type VerdictKind = 'passed' | 'failed' | 'inconclusive' | 'not-observed';

export interface Verdict {
  readonly rule: string;
  readonly verdict: VerdictKind;
  readonly subjects: number;
  readonly findings: readonly Finding[];
  readonly reason?: string | undefined;
}

/** Judges each subject by itself. */
export function judgeEach<Subject>(
  subjects: readonly Subject[],
  find: (subject: Subject) => Finding | undefined,
): Judgement {
  return { subjects: subjects.length, findings: subjects.map(find).filter((found) => found !== undefined) };
}

/** What stands in a finding about these exchanges, the last of which shows the trouble. */
export function finding(
  exchanges: readonly [Exchange, ...Exchange[]],
  words: { readonly expected: string; readonly observed: string },
): Finding {
  const last = exchanges.at(-1) ?? exchanges[0];
  return {
    scenario: last.scenario,
    operation: last.operation,
    exchanges: exchanges.map(({ id }) => id),
    ...words,
  };
}
