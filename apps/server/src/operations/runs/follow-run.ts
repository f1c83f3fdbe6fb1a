import type { Context } from 'hono';
import { apiError } from '../../http/api-error.ts';
import type { Authenticated } from '../../http/authenticate.ts';
import { requireAgent, requireRun } from '../../http/find-resources.ts';
import type { Services } from '../../services.ts';
import { ndjsonEncoder } from '../../stream/ndjson-encoder.ts';
import { toBody } from '../../stream/to-body.ts';

type RunContext = Context<Authenticated, '/:agent_id/:run_id'>;

/**
 * GET {agents_url}/ndjson/{agent_id}/{run_id}, our choice where the interface is silent: what has happened in a run
 * after the event number `after`, and what happens until it's idle; in whichever process.
 */
export function followRun({ store, turns }: Services) {
  return async (context: RunContext): Promise<Response> => {
    const key = { agentId: context.req.param('agent_id'), userId: context.var.userId };
    const agent = await requireAgent(store.db, key);
    const run = await requireRun(store.db, agent, context.req.param('run_id'));
    const afterSeq = readNumber(context.req.query('after') ?? '0');
    const { events, stop } = turns.follow(run, afterSeq);
    const headers = {
      'content-type': ndjsonEncoder.contentType,
      'cache-control': 'no-store',
      'x-service-run-id': run.id,
      ...(run.jobId && { 'x-service-job-id': run.jobId }),
    };
    return new Response(toBody(events, ndjsonEncoder, stop), { headers });
  };
}

function readNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const fault = { loc: ['query', 'after'], msg: 'Expected the number of an event.', type: 'int_parsing' };
  throw apiError(422, [fault]);
}
