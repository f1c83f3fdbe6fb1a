import type { Context } from 'hono';
import type { Authenticated } from '../../http/authenticate.ts';
import { requireAgent } from '../../http/find-resources.ts';
import { readMessage } from '../../http/read-message.ts';
import type { Services } from '../../services.ts';
import type { Encoder } from '../../stream/encoder.ts';
import { streamTurn } from '../../stream/stream-turn.ts';
import { noteRun } from '../../telemetry/concern.ts';

type AgentContext = Context<Authenticated, '/:agent_id'>;

/** A new conversation, whatever else is going on: section 4.1, rules 1 and 4. */
export function postMessage({ store, turns }: Services, encoder: Encoder) {
  return async (context: AgentContext): Promise<Response> => {
    const key = { agentId: context.req.param('agent_id'), userId: context.var.userId };
    const agent = await requireAgent(store.db, key);
    const message = await readMessage(context.req);
    const turn = await turns.start(agent, message);
    noteRun(turn.runId);
    return await streamTurn(turn, encoder);
  };
}
