import type { Context } from 'hono';
import type { Authenticated } from '../../http/authenticate.ts';
import { requireAgent, requireRun } from '../../http/find-resources.ts';
import type { RepeatableAnswers } from '../../http/repeatable-answers.ts';
import type { Services } from '../../services.ts';
import { readRun } from '../../store/read-run.ts';

type RunContext = Context<Authenticated, '/:agent_id/:run_id'>;

/** GET {agents_url}/{agent_id}/{run_id} */
export function getRunMessages({ store }: Services, answers: RepeatableAnswers) {
  return async (context: RunContext): Promise<Response> => {
    const key = { agentId: context.req.param('agent_id'), userId: context.var.userId };
    const agent = await requireAgent(store.db, key);
    const run = await requireRun(store.db, agent, context.req.param('run_id'));
    const { messages, jobId } = await readRun(store.db, run.id);
    const headers = { 'x-service-run-id': run.id, ...(jobId && { 'x-service-job-id': jobId }) };
    return answers.note(context.req.raw, { body: messages, headers });
  };
}
