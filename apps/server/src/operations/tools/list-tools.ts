import { toMcpTool } from '../../domain/tools/tool.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/tools/list: what the caller can run. */
export const listTools = defineOperation('listTools', {
  isRepeatable: true,
  answer: async ({ caller }, { tools }) => ok((await tools.listFor(caller.userId)).map(toMcpTool)),
});
