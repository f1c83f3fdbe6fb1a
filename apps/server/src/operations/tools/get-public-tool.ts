import { toPublicTool } from '../../domain/tools/tool.ts';
import { findPublicTool } from '../../tools/tool-catalog.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** GET /me/tools/{tool_id} */
export const getPublicTool = defineOperation('getPublicTool', {
  isRepeatable: true,
  answer({ path }) {
    const tool = findPublicTool(path.tool_id);
    return tool ? ok(toPublicTool(tool)) : refuse('not-found', 'There is no public tool with this id.');
  },
});
