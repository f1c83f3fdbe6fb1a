import { toBundleToolRecord } from '../../domain/bundles/bundle.ts';
import { findBundle } from '../../store/bundle-repository.ts';
import { deleteBundleTool } from '../../store/bundle-tool-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** DELETE /me/bundles/{bundle_id}/tools/{tool_id} */
export const removeBundleTool = defineOperation('removeBundleTool', {
  async answer({ caller, path }, { store }) {
    const bundle = await findBundle(store.db, { id: path.bundle_id, userId: caller.userId });
    const key = { bundleId: path.bundle_id, toolId: path.tool_id };
    const removed = bundle && (await deleteBundleTool(store.db, key));
    return removed ? ok(toBundleToolRecord(removed)) : refuse('not-found', 'Bundle or tool not found.');
  },
});
