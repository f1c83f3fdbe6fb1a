import type { JobOutcome } from './program.ts';

/** Everything that can happen in a run, in the form in which it is stored, streamed and given to the model. */
export type RunEvent =
  | { kind: 'user-message'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'tool-call'; callId: string; name: string; input: unknown }
  | { kind: 'tool-result'; callId: string; name: string; output: unknown; failed: boolean }
  | { kind: 'job-started'; jobId: string; callId: string }
  | { kind: 'job-finished'; jobId: string; outcome: JobOutcome; text: string }
  | { kind: 'error'; message: string }
  | { kind: 'done' };

/** An event with its place in the run's log; numbers only grow. */
export interface LoggedEvent {
  seq: number;
  event: RunEvent;
}

/** An event of a run with its time. */
export interface TimedEvent {
  seq: number;
  event: RunEvent;
  createdAt: Date;
}
