export type Transport = 'text' | 'ndjson';

/** What a message is meant to bring about; the words come from the deployment's fixtures. */
export type MessageKind =
  | 'plain'
  | 'unicode'
  | 'spaced'
  | 'long'
  | 'huge'
  | 'numeral'
  | 'integer'
  | 'empty'
  | 'repeated'
  | 'background'
  | 'failing-background'
  | 'tool-call'
  | 'slow';

/**
 * Which credential is sent: that of the deployment's user, of another one, of one in the sandbox tier, an API key
 * that a call created, none at all, or an unknown one.
 */
export type Identity = 'own' | 'other' | 'sandbox' | 'created' | 'missing' | InvalidToken;

/**
 * Invalid credentials:
 * - `unknown`: a token of the right form, with an invalid signature
 * - `forged`: the user's own with another signature; a key with one character changed
 * - `malformed`: a text of no known form
 * - `empty`: the word Bearer and nothing else
 * - `expired`: the user's own with a time in the past for its end, which its signature does not cover
 * - `unsigned`: the user's own with the algorithm `none` and no signature
 * - `shortened`, `lengthened`: the user's own without its end, and with a letter more
 * - `wildcard`: the beginning of the user's own, and a sign that stands for all else where texts are compared as patterns
 * - `other-scheme`: the user's own, but not as a bearer credential
 */
export const invalidTokens = [
  'unknown',
  'forged',
  'malformed',
  'empty',
  'expired',
  'unsigned',
  'shortened',
  'lengthened',
  'wildcard',
  'other-scheme',
] as const;

export type InvalidToken = (typeof invalidTokens)[number];

/**
 * - `start`: POST, a new run
 * - `continue`: PUT once
 * - `insist`: PUT again and again until the answer is no 409, so that one of them meets the job's end
 * - `resume`: PUT until the answer is no 409, for as long as a turn that nobody waits for may go on
 * - `read`: GET once
 * - `read-late`: GET once, when what a turn leaves behind has had time to be kept
 * - `await-job`: GET until the job header is there, for as long as a job may take to show
 * - `await-idle`: GET until the job header is absent
 */
export type Action =
  | 'start'
  | 'continue'
  | 'insist'
  | 'resume'
  | 'read'
  | 'read-late'
  | 'await-job'
  | 'await-idle';

/** So long a turn that nobody waits for may go on at most, in ms. */
export const longestUnreadTurnMs = 8_000;

/**
 * One step, as plain data. Any list of steps is a scenario: `run` picks among the runs started in earlier
 * groups (counted modulo), so a list that lost some steps in shrinking still means something.
 */
export interface Step {
  readonly action: Action;
  readonly run: number;
  readonly transport: Transport;
  readonly message: MessageKind;
  readonly credential: 'own' | 'missing' | 'unknown';
  /** Sent together with the step before it instead of after it. */
  readonly alongside: boolean;
  /** The client hangs up as soon as the first words of the answer are there. */
  readonly hangsUp?: true;
  /** What its body has in place of a text, or beside it. */
  readonly odd?: OddMessage;
}

/** A message of another type, or a text that the body says is the worker's. */
export const oddMessages = ['number', 'null', 'list', 'said-by-assistant'] as const;

export type OddMessage = (typeof oddMessages)[number];

export function asksForJob({ message }: Step): boolean {
  return message === 'background' || message === 'failing-background';
}

/** Whether a scenario waits for what comes of a step: for a job, or for an answer that takes its time. */
export function isWaitedFor(step: Step): boolean {
  return asksForJob(step) || step.message === 'slow';
}

export interface Scenario {
  /** The name of a written one; `drawn` for a drawn one. */
  readonly id: string;
  /** Of a drawn one: by which seed, and its number in the run, from 0. */
  readonly seed?: number | undefined;
  readonly number?: number | undefined;
  /** Of a candidate for a smaller one: which try. */
  readonly path?: string | undefined;
  /** Of a written one that is driven again: the how many-th time, from 1. */
  readonly round?: number | undefined;
  readonly steps: readonly Step[];
  /** The checks that this scenario gives something to judge only when its requests come at the right time. */
  readonly byChance?: readonly string[];
}

/** Whether the client hangs up in the middle of an answer. */
export function hasHangUp({ steps }: Scenario): boolean {
  return steps.some(({ hangsUp }) => hangsUp === true);
}

/** A step by its number in the scenario, and the number of the step that started the run it acts on. */
export interface PlacedStep {
  readonly number: number;
  readonly step: Step;
  readonly startedBy: number | undefined;
}
