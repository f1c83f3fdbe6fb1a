/** A run from outside: whose agent, since when, and what goes on in it. */
export interface RunView {
  runId: string;
  agentId: string;
  /** With microseconds: a user has no two runs of one time. */
  createdAt: string;
  jobId: string | null;
  turnIsRunning: boolean;
}

/** The view as an AgentRunView. */
export function toRunViewRecord({ runId, agentId, createdAt, jobId, turnIsRunning }: RunView) {
  const state = jobId !== null ? 'job-running' : turnIsRunning ? 'answering' : 'idle';
  return { run_id: runId, agent_id: agentId, state, job_id: jobId, created_at: createdAt };
}
