export type Transport = 'text' | 'ndjson';

/** What a message is meant to bring about; the words come from the deployment's fixtures. */
export type MessageKind = 'plain' | 'unicode' | 'long' | 'background' | 'failing-background' | 'tool-call';

/**
 * Which credential is sent: that of the deployment's user, of another one, of one in the sandbox tier, an API key
 * that a call created, none at all, or one that is none: a token that nobody issued, the user's own with another
 * signature, a text of no known form.
 */
export type Credential = 'own' | 'other' | 'sandbox' | 'created' | 'missing' | InvalidToken;

export const invalidTokens = ['unknown', 'forged', 'malformed'] as const;

export type InvalidToken = (typeof invalidTokens)[number];

/**
 * - `start`: POST, a new run
 * - `continue`: PUT once
 * - `insist`: PUT again and again until the answer is no 409, so that one of them meets the job's end
 * - `read`: GET once
 * - `read-late`: GET once, when what a turn leaves behind has had time to be kept
 * - `await-job`: GET until the job header is there, for as long as a job may take to show
 * - `settle`: GET until the job header is absent
 */
export type Action = 'start' | 'continue' | 'insist' | 'read' | 'read-late' | 'await-job' | 'settle';

/**
 * One step, as plain data. Any list of steps is a scenario: `run` picks among the runs started in earlier
 * waves (counted modulo), so a list that lost some steps in shrinking still means something.
 */
export interface Step {
  readonly action: Action;
  readonly run: number;
  readonly transport: Transport;
  readonly message: MessageKind;
  readonly credential: 'own' | 'missing' | 'unknown';
  /** Sent together with the step before it instead of after it. */
  readonly alongside: boolean;
}

export interface Scenario {
  readonly id: string;
  readonly steps: readonly Step[];
  /** The checks that this scenario gives something to judge only when its requests come at the right time. */
  readonly byChance?: readonly string[];
}

/** A step by its number in the scenario, and the number of the step that started the run it acts on. */
export interface PlacedStep {
  readonly number: number;
  readonly step: Step;
  readonly startedBy: number | undefined;
}
