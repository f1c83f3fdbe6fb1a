import type { Context } from 'hono';
import { apiError } from '../../http/api-error.ts';
import type { Authenticated } from '../../http/authenticate.ts';
import { requireAgent, requireRun } from '../../http/find-resources.ts';
import { readMessage } from '../../http/read-message.ts';
import type { Services } from '../../services.ts';
import type { Encoder } from '../../stream/encoder.ts';
import { streamTurn } from '../../stream/stream-turn.ts';

type RunContext = Context<Authenticated, '/:agent_id/:run_id'>;

const busy =
  'A background job is running in this conversation. Poll GET until x-service-job-id is absent, then try again.';

/** A further message in a conversation, refused while a job runs: section 4.1, rules 2 and 3. */
export function putMessage({ store, turns }: Services, encoder: Encoder) {
  return async (context: RunContext): Promise<Response> => {
    const key = { agentId: context.req.param('agent_id'), userId: context.var.userId };
    const agent = await requireAgent(store.db, key);
    const run = await requireRun(store.db, agent, context.req.param('run_id'));
    const message = await readMessage(context.req);
    const turn = await turns.continue(run, { agent, message, signal: context.req.raw.signal });
    if (!turn) throw apiError(409, busy);
    return await streamTurn(turn, encoder);
  };
}
