import { toBundleToolRecord } from '../../domain/bundles/bundle.ts';
import { findBundle } from '../../store/bundle-repository.ts';
import * as bundleTools from '../../store/bundle-tool-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/bundles/{bundle_id}/tools. A bundle that isn't the caller's has none: the operation lists no 404. */
export const listBundleTools = defineOperation('listBundleTools', {
  isRepeatable: true,
  async answer({ caller, path }, { store }) {
    const bundle = await findBundle(store.db, { id: path.bundle_id, userId: caller.userId });
    const tools = bundle ? await bundleTools.listBundleTools(store.db, bundle.id) : [];
    return ok(tools.map(toBundleToolRecord));
  },
});
