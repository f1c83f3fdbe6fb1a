import { z } from 'zod';
import { openTurn } from '../agents/turns/open-turn.ts';
import { isGuid } from '../domain/guid.ts';
import { noteRun } from '../platform/telemetry/log-context.ts';
import { findRunnableAgent, type RunnableAgent } from '../store/agent-repository.ts';
import { findRun, type Run, readRun } from '../store/run-repository.ts';
import { type Address, defineOperation } from './define-operation.ts';
import { isRefusal, okOf, type Refusal, refuse, stream } from './outcome.ts';
import type { Services } from './services.ts';

const message = z.string().describe('What the user says; may be empty.');
const messageBody = z.object({ message });

export const runBodies = {
  StartRunRequest: z.looseObject({ message }),
  ContinueRunRequest: z.looseObject({ message }),
};

const messageRecord = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });

const seq = z.int().describe('The number of the event in the run.');

function line<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.object({ type: z.literal(type), ...shape, seq });
}

export const runSchemas = {
  Message: messageRecord,
  NdjsonLine: z.discriminatedUnion('type', [
    line('user-message', { text: z.string() }),
    line('text', { text: z.string() }),
    line('tool-call', { id: z.string(), name: z.string(), input: z.unknown() }),
    line('tool-result', { id: z.string(), name: z.string(), output: z.unknown(), failed: z.boolean() }),
    line('job', {
      id: z.guid(),
      state: z.enum(['running', 'succeeded', 'failed']),
      text: z.string().optional().describe('What came of it.'),
    }),
    line('error', { message: z.string() }),
    line('done', {}).describe('The last line of a turn.'),
  ]),
};

/** An agent that the caller owns or has subscribed to; any other identifier, of the right form or not, is a 404. */
async function locateAgent(
  { caller, path }: Address<'startRun'>,
  { store }: Services,
): Promise<RunnableAgent | Refusal<'not-found'>> {
  const key = { id: path.agent_id, userId: caller.userId };
  const agent = isGuid(key.id) ? await findRunnableAgent(store.db, key) : undefined;
  return agent ?? refuse('not-found', 'Agent not found.');
}

interface AgentRun {
  agent: RunnableAgent;
  run: Run;
}

/** A run of such an agent. */
async function locateRun(
  address: Address<'continueRun'>,
  services: Services,
): Promise<AgentRun | Refusal<'not-found'>> {
  const agent = await locateAgent(address, services);
  if (isRefusal(agent)) return agent;
  const key = { id: address.path.run_id, agentId: agent.id, userId: agent.userId };
  const run = isGuid(key.id) ? await findRun(services.store.db, key) : undefined;
  if (!run) return refuse('not-found', 'Run not found.');
  noteRun(run.id);
  return { agent, run };
}

/** POST, as text or NDJSON: a new conversation, whatever else is going on (section 4.1, rules 1 and 4). */
function start(id: 'startRun' | 'startRunNdjson') {
  return defineOperation(id, {
    addsTo: ['runs'],
    body: messageBody,
    takesAnyText: true,
    changesOwn: true,
    locate: locateAgent,
    async answer({ target: agent, body }, { turns, quotas }) {
      const turn = await quotas.within({ quota: 'runs', userId: agent.userId }, () =>
        turns.start(agent, body.message),
      );
      noteRun(turn.runId);
      return stream(await openTurn(turn));
    },
  });
}

const busy =
  'A background job is running in this conversation. Poll GET until x-service-job-id is absent, then try again.';

/** PUT, as text or NDJSON: a further message, refused while a job runs (section 4.1, rules 2 and 3). */
function proceed(id: 'continueRun' | 'continueRunNdjson') {
  return defineOperation(id, {
    body: messageBody,
    takesAnyText: true,
    changesOwn: true,
    locate: locateRun,
    async answer({ target: { agent, run }, body, signal }, { turns }) {
      const turn = await turns.continue(run, { agent, message: body.message, signal });
      return turn ? stream(await openTurn(turn)) : refuse('conflict', busy);
    },
  });
}

/** GET {agents_url}/{agent_id}/{run_id} */
const getRunMessages = defineOperation('getRunMessages', {
  result: z.array(messageRecord),
  isCacheable: true,
  locate: locateRun,
  async answer({ target: { agent, run } }, { store }) {
    const { messages, jobId } = await readRun(store.db, run.id);
    return okOf([run.userId, agent.ownerId], messages, {
      'x-service-run-id': run.id,
      ...(jobId && { 'x-service-job-id': jobId }),
    });
  },
});

/**
 * What has happened in a run after the event number `after`, and what happens until it's idle; in whichever process.
 */
const followRun = defineOperation('followRun', {
  locate: locateRun,
  answer: async ({ target: { run }, query }, { turns }) =>
    stream({ runId: run.id, jobId: run.jobId, ...turns.follow(run, query.after) }),
});

export const runOperations = [
  start('startRun'),
  start('startRunNdjson'),
  proceed('continueRun'),
  proceed('continueRunNdjson'),
  getRunMessages,
  followRun,
];
