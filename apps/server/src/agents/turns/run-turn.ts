import { toConversation } from '../../domain/conversation.ts';
import type { LoggedEvent } from '../../domain/run-event.ts';
import type { Logger } from '../../platform/logger.ts';
import { currentLogContext, inLogContext } from '../../platform/telemetry/log-context.ts';
import { type Labels, observe } from '../../platform/telemetry/observe.ts';
import { listEvents } from '../../store/event-repository.ts';
import type { Job } from '../../store/job-repository.ts';
import type { Store } from '../../store/store.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { ModelSource } from '../model/agent-model.ts';
import { agentTools } from '../tools/agent-tools.ts';
import type { ToolCatalog } from '../tools/tool-catalog.ts';
import { runAgentLoop } from './agent-loop.ts';
import type { BegunTurn } from './begin-turn.ts';
import { closeTurn, type Ending, type Streamed } from './close-turn.ts';
import type { EventStore } from './event-store.ts';
import { createEventWriter, type EventWriter } from './event-writer.ts';
import type { TurnLog } from './turn-log.ts';

/** What turns are run with. */
export interface TurnServices {
  db: Store['db'];
  /** Where the events of this process's turns go. */
  eventStore: EventStore;
  model: ModelSource;
  interpreter: Interpreter;
  tools: ToolCatalog;
  startJob: (job: Omit<Job, 'id'>) => Promise<string>;
  logger: Logger;
  /** Hears of every turn that ended; undefined: it is not told. */
  infoLogger: Logger | undefined;
}

/** One turn to run: who answers, where its events go, and what stops it. */
export interface TurnRun {
  turn: BegunTurn;
  userId: string;
  instructions: string;
  log: TurnLog;
  signal: AbortSignal;
}

/** Runs a turn from its user message to its end. Never rejects: whatever happens ends in the run or in the log. */
export async function runTurn(services: TurnServices, run: TurnRun): Promise<void> {
  const { runId } = run.turn;
  const observed = {
    name: 'turn',
    duration: 'agent_workers.turn.duration',
    attributes: { 'agent_workers.run_id': runId },
    logger: services.infoLogger,
    sentence: 'A turn ended.',
  };
  const context = { ...currentLogContext(), runId };
  await inLogContext(context, () => observe(observed, (labels) => runObserved(services, run, labels)));
}

async function runObserved(services: TurnServices, run: TurnRun, labels: Labels): Promise<void> {
  const { turn, log } = run;
  try {
    const { ending, streamed } = await answer(services, run);
    labels.ending = ending;
    const closing = await closeTurn(services.db, turn, ending, streamed);
    if (!closing)
      throw new Error('Another process has ended this turn, because this one did not renew its lease.');
    log.append(closing);
    log.end();
  } catch (error) {
    // The turn stays open in the database until its lease ends; then it's closed as interrupted.
    services.logger('A turn could not be stored.', { runId: turn.runId, error });
    log.fail(error);
  }
}

async function answer(
  services: TurnServices,
  run: TurnRun,
): Promise<{ ending: Ending; streamed: Streamed | undefined }> {
  const { turn, userId, log, signal } = run;
  const place = { userId, runId: turn.runId, turnId: turn.id };
  const writer = createEventWriter({ store: services.eventStore, place, firstSeq: turn.nextSeq, log });
  const ending = await writeAnswer(services, run, writer).catch((error: unknown): Ending => {
    if (signal.aborted) return 'interrupted';
    services.logger('The model failed.', { runId: turn.runId, error });
    return 'failed';
  });
  return { ending, streamed: await writer.flush() };
}

async function writeAnswer(services: TurnServices, run: TurnRun, writer: EventWriter): Promise<Ending> {
  const { turn, userId, instructions, signal } = run;
  const jobs = new Map<string, string>();
  const tools = agentTools({
    db: services.db,
    occasion: { userId, runId: turn.runId },
    userTools: await services.tools.listForAgents(userId),
    interpreter: services.interpreter,
    startJob: async (request) => {
      const jobId = await services.startJob({
        ...request,
        userId,
        runId: turn.runId,
        turnId: turn.id,
      });
      jobs.set(request.callId, jobId);
      return jobId;
    },
  });
  const messages = toConversation(await readLog(services.db, turn));
  for await (const event of runAgentLoop({ model: services.model, instructions, messages, tools, signal })) {
    const jobId = event.kind === 'tool-result' ? jobs.get(event.callId) : undefined;
    if (jobId && 'callId' in event) await writer.write({ kind: 'job-started', jobId, callId: event.callId });
    await writer.write(event);
  }
  return 'finished';
}

/** What has been said; of a run that has just begun it's known. */
async function readLog(db: Store['db'], { runId, message, nextSeq }: BegunTurn): Promise<LoggedEvent[]> {
  if (nextSeq > 2) return await listEvents(db, runId);
  return [{ seq: 1, event: { kind: 'user-message', text: message } }];
}
