import { InvalidToolCall } from '../../domain/tools/runnable-tool.ts';
import { toToolResult } from '../../domain/tools/tool-result.ts';
import { runRecorded } from '../../tools/run-recorded.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** POST /me/tools/run/{tool_name}. What the tool failed at is a result; 400 means that it did nothing. */
export const runTool = defineOperation('runTool', {
  async answer({ caller, path, query, body, origin }, { store, tools }) {
    const available = await tools.listFor(caller.userId);
    const tool = available.find(({ name }) => name === path.tool_name);
    if (!tool) return refuse('not-found', 'There is no tool of this name.');
    const service = { serviceId: query.service_id, namespace: query.service_id_namespace };
    const call = { input: body, callId: crypto.randomUUID(), service, origin };
    try {
      const occasion = { userId: caller.userId, runId: null };
      return ok(toToolResult(await runRecorded(store.db, occasion, { tool, call })));
    } catch (error) {
      if (error instanceof InvalidToolCall) return refuse('invalid', error.message);
      throw error;
    }
  },
});
