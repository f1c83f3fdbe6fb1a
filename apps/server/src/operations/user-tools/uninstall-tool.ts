import * as userTools from '../../store/user-tool-repository.ts';
import { isNotifierTool } from '../../tools/notifier-tools.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { toUserToolRecord } from './user-tool-record.ts';

/** DELETE /me/user-tools/{tool_id}. With the last NOTIFIER tool go the connections, and so their tokens. */
export const uninstallTool = defineOperation('uninstallTool', {
  async answer({ caller: { userId }, path }, { store, notifications }) {
    const tool = await userTools.deleteUserTool(store.db, { userId, toolId: path.tool_id });
    if (!tool) return refuse('not-found', 'This tool is not installed.');
    const left = await userTools.listUserTools(store.db, userId);
    if (!left.some(({ toolId }) => isNotifierTool(toolId))) await notifications.disconnect(userId);
    return ok(toUserToolRecord(tool));
  },
});
