import * as bundles from '../../store/bundle-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/bundles */
export const listBundles = defineOperation('listBundles', {
  isRepeatable: true,
  async answer({ caller }, { store }) {
    const listed = await bundles.listBundles(store.db, caller.userId);
    return ok(listed.map(({ id, name, toolCount }) => ({ bundle_id: id, name, tool_count: toolCount })));
  },
});
