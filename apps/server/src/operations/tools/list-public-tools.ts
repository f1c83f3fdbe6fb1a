import { toPublicTool } from '../../domain/tools/tool.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/tools */
export const listPublicTools = defineOperation('listPublicTools', {
  isRepeatable: true,
  answer: (_request, { tools }) => ok(tools.publicTools.map(toPublicTool)),
});
