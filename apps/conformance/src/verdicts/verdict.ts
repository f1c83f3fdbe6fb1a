import type { ToolCallFixture } from '../deployment/deployment.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Operation, Rule } from '../spec/spec.ts';

/** All that a check may look at: what was sent and answered, and the words that mark a tool call. */
export interface Recording {
  /** What the scenarios sent to the Workers API. */
  readonly exchanges: readonly Exchange[];
  /** What the probes sent to the User API. */
  readonly probes: readonly Exchange[];
  /** The contract of every operation, by id. */
  readonly contract: ReadonlyMap<string, Operation>;
  readonly toolCall: ToolCallFixture | undefined;
  /** How long what was written may take to show everywhere, in ms: sooner, an answer may be late and say nothing. */
  readonly settleMs: number;
  /** The accepted starts of earlier chapters of the same run, without bodies. */
  readonly earlierStarts?: readonly Exchange[];
}

/** One thing that a rule forbids, with the exchanges that show it. */
export interface Finding {
  readonly scenario: string;
  readonly operation: string;
  readonly exchanges: readonly number[];
  readonly expected: string;
  readonly observed: string;
}

/** A finding with its cause, by which it is known again: `status-200-for-404` of some check. */
export interface JudgedFinding extends Finding {
  readonly cause: string;
}

/** What a check found: how many subjects it examined, and which of them break the rule. */
export interface Judgement {
  readonly subjects: number;
  readonly findings: readonly Finding[];
}

/** Judges one rule, or every rule of one kind; a pure function of the recording. */
export interface Check {
  /** What `checks` of a rule names. */
  readonly id: string;
  readonly judge: (recording: Recording, rule: Rule) => Judgement;
  /** Why there may have been nothing to judge, for the report. */
  readonly whenUnseen: string;
  /** Whether it shows only once a background job has ended. */
  readonly awaitsJobEnd?: boolean;
}

export type FaultOf = 'target' | 'set-up' | 'harness';

export type VerdictKind = 'passed' | 'failed' | 'inconclusive' | 'not-observed';

export interface Verdict {
  readonly rule: string;
  readonly verdict: VerdictKind;
  readonly subjects: number;
  readonly findings: readonly JudgedFinding[];
  readonly reason?: string | undefined;
  /** Whose doing it is that nothing could be judged; of inconclusive verdicts only. */
  readonly fault?: FaultOf | undefined;
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
