import type { Message } from '@agent-workers/types';
import { workersApi } from '../gen/workers-api.ts';
import type { ProfiledRunsMethods, RunsMethods } from '../gen/workers-api-methods.ts';
import { type EventOptions, EventRun, Run, type RunOptions, TextRun } from '../runs/run.ts';
import { RunIdMissingError } from '../runs/run-id-missing-error.ts';
import type { StreamAnswer } from '../transport/call-stream.ts';
import { bindOperations } from './bind-operations.ts';
import type { Checked } from './call-options.ts';
import { type WorkersClientOptions, workersTransport } from './client-options.ts';
import type { AnswerIn, EventIn, NoProfile, Profile } from './profile.ts';

/** The messages of a run by a profile, or else by the interface. */
export type MessagesIn<P> = AnswerIn<P, 'getRunMessages', Message[]>;

/** The Workers API as conversations, and its operations under `runs`. */
export interface WorkersClient<P extends Profile = NoProfile> {
  /** Starts a run and streams the answer as text. Costs what a run costs. */
  start(agentId: string, message: string, options?: RunOptions): Promise<TextRun<EventIn<P>, MessagesIn<P>>>;
  /** Starts a run and streams the answer as events, each checked by `schema` and of its type. */
  startForEvents<T>(
    agentId: string,
    message: string,
    options: EventOptions & Checked<T>,
  ): Promise<EventRun<T, MessagesIn<P>>>;
  /** Starts a run and streams the answer as events: output, tool calls and their responses. */
  startForEvents(
    agentId: string,
    message: string,
    options?: EventOptions,
  ): Promise<EventRun<EventIn<P>, MessagesIn<P>>>;
  /** Goes on with a run, from its ids alone. Sends nothing. */
  resume(agentId: string, runId: string): Run<EventIn<P>, MessagesIn<P>>;
  /** The operations themselves. */
  readonly runs: NoProfile extends P ? RunsMethods : ProfiledRunsMethods<P>;
}

/**
 * A client of the Workers API. Address and API key come from AGENT_WORKERS_AGENTS_URL and AGENT_WORKERS_API_KEY where
 * they aren't given.
 */
export function createWorkersClient<P extends Profile = NoProfile>(
  options: WorkersClientOptions<P> = {},
): WorkersClient<P> {
  const transport = workersTransport(options);
  const { runs } = workersApi;
  const place = (agentId: string, runId: string) => ({ transport, agentId, runId });
  const client = {
    async start(agentId: string, message: string, callOptions?: RunOptions) {
      const answer = await runs.startRun(transport, agentId, { message }, callOptions);
      return new TextRun(place(agentId, await runIdOf('startRun', answer)), answer);
    },
    async startForEvents(agentId: string, message: string, callOptions?: EventOptions) {
      const answer = await runs.startRunNdjson(transport, agentId, { message }, callOptions);
      return new EventRun(place(agentId, await runIdOf('startRunNdjson', answer)), answer);
    },
    resume: (agentId: string, runId: string) => new Run(place(agentId, runId)),
    runs: bindOperations(transport, runs),
  };
  // The generated interface lists the functions of `runs`; the transport sees to schemas.
  return client as WorkersClient<P>;
}

/** A run without an id can't be spoken to again, so its stream is dropped. */
async function runIdOf(operation: string, { runId, cancel }: StreamAnswer): Promise<string> {
  if (runId !== null) return runId;
  await cancel();
  throw new RunIdMissingError(operation);
}
