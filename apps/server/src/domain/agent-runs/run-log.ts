import type { RunEvent } from '../run-event.ts';

/** An event of a run with its time. */
export interface TimedEvent {
  seq: number;
  event: RunEvent;
  createdAt: Date;
}

/** One AgentRunLog; `log_id` counts within the run. */
export type RunLog = { run_id: string; log_id: number; kind: string; created_at: string } & Record<
  string,
  unknown
>;

/** The entry that every run begins with. */
export function toRunCreatedLog(run: { runId: string; agentId: string; createdAt: string }): RunLog {
  const { runId, agentId, createdAt } = run;
  return { run_id: runId, log_id: 0, kind: 'run-created', created_at: createdAt, agent_id: agentId };
}

/** The events of a run as AgentRunLogs; text that was streamed in pieces is one entry again. */
export function toRunLogs(runId: string, events: readonly TimedEvent[]): RunLog[] {
  const logs: RunLog[] = [];
  for (const { seq, event, createdAt } of events) {
    const last = logs.at(-1);
    if (event.kind === 'text' && last?.kind === 'text') last.text = `${String(last.text)}${event.text}`;
    else logs.push({ run_id: runId, log_id: seq, created_at: createdAt.toISOString(), ...toFields(event) });
  }
  return logs;
}

function toFields(event: RunEvent): { kind: string } & Record<string, unknown> {
  switch (event.kind) {
    case 'tool-call':
      return { kind: event.kind, call_id: event.callId, name: event.name, input: event.input };
    case 'tool-result': {
      const { kind, callId, name, output, failed } = event;
      return { kind, call_id: callId, name, output, failed };
    }
    case 'job-started':
      return { kind: event.kind, job_id: event.jobId, call_id: event.callId };
    case 'job-finished':
      return { kind: event.kind, job_id: event.jobId, outcome: event.outcome, text: event.text };
    default:
      return event;
  }
}
