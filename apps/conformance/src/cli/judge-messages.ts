import type { Deployment } from '../deployment/deployment.ts';
import type { Whose } from '../deployment/errors.ts';
import type { Passed } from '../proxy/passed.ts';
import type { Redaction } from '../traffic/redaction.ts';
import type { TrafficCount } from '../traffic/traffic-count.ts';
import type { VerdictKind } from '../verdicts/verdict.ts';
import type { Waiver } from '../waivers/waiver.ts';

/** What the thread that judges is given when it starts. */
export interface JudgeOrder {
  readonly deployment: Deployment;
  readonly folder: string | undefined;
  /** The options by which a printed command reaches the same target. */
  readonly targetOptions: string;
  readonly redaction: Redaction;
  /** False where the traffic is only recorded. */
  readonly judges: boolean;
  readonly waivers: readonly Waiver[];
  readonly targetVersion: string | undefined;
  readonly json: boolean;
  /** The file to which each finding is appended as it comes up; `-` is standard output. */
  readonly findings: string | undefined;
  readonly colour: boolean;
}

/** How the judging stands. */
export interface JudgeState {
  readonly count: TrafficCount;
  readonly verdicts: Readonly<Record<VerdictKind, number>>;
  /** By rule; of those that are broken. */
  readonly findings: Readonly<Record<string, number>>;
}

/** What passed, and how often its caller was left out before. */
export interface PassedOn {
  readonly passed: Passed;
  readonly gaps: number;
}

export type ToJudge =
  | { readonly kind: 'passed'; readonly passed: readonly PassedOn[] }
  | { readonly kind: 'state' | 'page' }
  | { readonly kind: 'end'; readonly dropped: number };

export type FromJudge =
  | { readonly kind: 'ready' }
  /** A mistake of the user, in a sentence; where it says whose, trouble with the target. */
  | { readonly kind: 'refused'; readonly message: string; readonly whose?: Whose }
  | { readonly kind: 'out' | 'progress'; readonly text: string }
  /** So many more are worked in. */
  | { readonly kind: 'taken'; readonly count: number }
  | { readonly kind: 'state'; readonly state: JudgeState }
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'ended'; readonly exitCode: number };
