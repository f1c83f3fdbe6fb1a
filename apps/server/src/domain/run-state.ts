/** What a run is doing, as far as a new message is concerned. */
export interface RunState {
  jobId: string | null;
  turnIsRunning: boolean;
}

/** Whether a message may be added now: never while a job runs, and one turn after the other. */
export type Admission = 'accept' | 'reject' | 'wait';

/** Section 3 of the interface: a PUT is refused exactly while a background job runs. */
export function admit(state: RunState): Admission {
  if (state.jobId !== null) return 'reject';
  return state.turnIsRunning ? 'wait' : 'accept';
}

/** A run from outside: whose agent, since when, and what goes on in it. */
export interface RunView {
  runId: string;
  agentId: string;
  /** With microseconds: a user has no two runs of one time. */
  createdAt: string;
  jobId: string | null;
  turnIsRunning: boolean;
}
