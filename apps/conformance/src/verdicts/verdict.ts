import type { Declaration } from '../deployment/declaration/declaration.ts';
import type { FixtureName, ToldLimits, ToolCallFixture } from '../deployment/deployment.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { CheckDeclaration } from '../spec/check-declaration.ts';
import type { Operation, Rule } from '../spec/spec.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { Finding, Found } from './findings/finding.ts';
import type { MovingField } from './moving-field.ts';
import type { Reason } from './reason.ts';

/** All that a check may look at: what was sent and answered, and the words that mark a tool call. */
export interface Recording {
  /** What scenarios, contracts of clients and captured clients sent to the Workers API. */
  readonly workers: readonly Exchange[];
  /** All else: probes and call sequences, also where they send to the Workers API. */
  readonly user: readonly Exchange[];
  /** The contract of every operation, by id. */
  readonly contract: ReadonlyMap<string, Operation>;
  readonly toolCall: ToolCallFixture | undefined;
  /** Limits of the deployment that the interface does not show, and its config tells. */
  readonly limits?: ToldLimits | undefined;
  /** The deployment's own OpenAPI document, where it gives one. */
  readonly declaration?: Declaration | undefined;
  /** How long what was written may take to show everywhere, in ms: sooner, an answer may be late and say nothing. */
  readonly consistencyWindowMs: number;
  /** Of traffic that others made: whether nothing acted for the users but what is recorded. */
  readonly onlyClients?: boolean | undefined;
  /** Of traffic that others made: whether what was under way at its end may be recorded later. */
  readonly goesOn?: boolean;
  /** The accepted starts of earlier batches of the same run, without bodies. */
  readonly earlierStarts?: readonly Exchange[];
}

/** A finding with its cause, by which it is known again: `status-200-for-404` of some check. */
export interface JudgedFinding extends Finding {
  readonly cause: string;
}

/** What a check found: how many subjects it examined, and which of them break the rule. */
export interface Judgement {
  readonly subjects: number;
  readonly findings: readonly Found[];
  readonly moving?: readonly MovingField[] | undefined;
}

/** A rule, and what the config lacked for it. */
export type JudgedRule = Rule & { readonly missing?: readonly string[] | undefined };

/** Judges one rule, or every rule of one kind; a pure function of the recording. */
export interface Check extends CheckDeclaration {
  readonly needs: readonly FixtureName[];
  /** What has to be seen before there is anything to judge: all of these. */
  readonly evidence: readonly Evidence[];
  readonly judge: (recording: Recording, rule: Rule) => Judgement;
  /** Whether it shows only once a background job has ended. */
  readonly awaitsJobEnd?: boolean;
}

export type Responsible = 'target' | 'set-up' | 'harness';

export type VerdictKind = 'passed' | 'failed' | 'inconclusive' | 'not-observed';

export interface Verdict {
  readonly rule: string;
  readonly verdict: VerdictKind;
  readonly subjects: number;
  readonly findings: readonly JudgedFinding[];
  /** Of a passed rule, which of its checks saw that it is kept. */
  readonly keptBy?: readonly string[] | undefined;
  /** What was left out of the comparison, as it differs by itself. */
  readonly moving?: readonly MovingField[] | undefined;
  /** Why it is neither passed nor failed. */
  readonly reason?: Reason | undefined;
  /** Whose doing it is that nothing could be judged; of inconclusive verdicts only. */
  readonly responsible?: Responsible | undefined;
}

/** Of what was seen broken, the reason may be something that was not recorded, or was replaced: nobody's trouble. */
export function isUnattributed({ reason }: Pick<Verdict, 'reason'>): boolean {
  return reason?.kind === 'others-may-explain' || reason?.kind === 'redacted';
}

/**
 * Judges each subject by itself. `settles` tells of one without a finding whether it shows that the rule holds, and not
 * merely nothing against it: an empty answer to all and everything speaks against little.
 */
export function judgeEach<Subject>(
  subjects: readonly Subject[],
  find: (subject: Subject) => Found | undefined,
  settles: (subject: Subject) => boolean = () => true,
): Judgement {
  const found = subjects.map((subject) => ({ subject, finding: find(subject) }));
  const findings = found.flatMap(({ finding }) => finding ?? []);
  const settled = found.filter(({ finding, subject }) => finding === undefined && settles(subject));
  return { subjects: findings.length + settled.length, findings };
}

/** What two ways to look at a rule come to together. */
export function joinJudgements(one: Judgement, other: Judgement): Judgement {
  return { subjects: one.subjects + other.subjects, findings: [...one.findings, ...other.findings] };
}
