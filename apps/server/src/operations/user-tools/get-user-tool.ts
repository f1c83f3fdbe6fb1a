import { findUserTool } from '../../store/user-tool-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { toUserToolRecord } from './user-tool-record.ts';

/** GET /me/user-tools/{tool_id} */
export const getUserTool = defineOperation('getUserTool', {
  isRepeatable: true,
  async answer({ caller, path }, { store }) {
    const tool = await findUserTool(store.db, { userId: caller.userId, toolId: path.tool_id });
    return tool ? ok(toUserToolRecord(tool)) : refuse('not-found', 'This tool is not installed.');
  },
});
