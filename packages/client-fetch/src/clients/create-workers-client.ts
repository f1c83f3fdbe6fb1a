import * as runs from '../gen/runs.ts';
import { clocked, type EventOptions, EventRun, Run, type RunOptions, TextRun } from '../runs/run.ts';
import { RunIdMissingError } from '../runs/run-id-missing-error.ts';
import type { StreamAnswer } from '../transport/call-stream.ts';
import { type BoundOperations, bindOperations } from './bind-operations.ts';
import { type ClientOptions, clientTransport } from './client-options.ts';

/** The Workers API as conversations, and its operations under `runs`. */
export interface WorkersClient {
  /** Starts a run and streams the answer as text. Costs what a run costs. */
  start(agentId: string, message: string, options?: RunOptions): Promise<TextRun>;
  /** Starts a run and streams the answer as events: output, tool calls and their responses. */
  startForEvents<T = unknown>(
    agentId: string,
    message: string,
    options?: EventOptions<T>,
  ): Promise<EventRun<T>>;
  /** Goes on with a run, from its ids alone. Sends nothing. */
  resume(agentId: string, runId: string): Run;
  /** The operations themselves. */
  readonly runs: BoundOperations<typeof runs>;
}

/** A client of the Workers API. Address and API key come from the environment where they aren't given. */
export function createWorkersClient(options: ClientOptions = {}): WorkersClient {
  const transport = clientTransport(options);
  const place = (agentId: string, runId: string) => ({ transport, agentId, runId });
  return {
    async start(agentId, message, { timeouts, ...callOptions } = {}) {
      const answer = await runs.startRun(clocked(transport, timeouts), agentId, { message }, callOptions);
      return new TextRun(place(agentId, await runIdOf('startRun', answer)), answer);
    },
    async startForEvents(agentId, message, { schema, timeouts, ...callOptions } = {}) {
      const clockedTransport = clocked(transport, timeouts);
      const answer = await runs.startRunNdjson(clockedTransport, agentId, { message }, callOptions);
      return new EventRun(place(agentId, await runIdOf('startRunNdjson', answer)), answer, schema);
    },
    resume: (agentId, runId) => new Run(place(agentId, runId)),
    runs: bindOperations(transport, runs),
  };
}

/** A run without an id can't be spoken to again, so its stream is dropped. */
async function runIdOf(operation: string, { runId, cancel }: StreamAnswer): Promise<string> {
  if (runId !== null) return runId;
  await cancel();
  throw new RunIdMissingError(operation);
}
