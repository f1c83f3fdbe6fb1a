import { toBundleRecord } from '../../domain/bundles/bundle.ts';
import { findBundle } from '../../store/bundle-repository.ts';
import { listBundleTools } from '../../store/bundle-tool-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** GET /me/bundles/{bundle_id} */
export const getBundle = defineOperation('getBundle', {
  isRepeatable: true,
  async answer({ caller, path }, { store }) {
    const bundle = await findBundle(store.db, { id: path.bundle_id, userId: caller.userId });
    if (!bundle) return refuse('not-found', 'Bundle not found.');
    return ok(toBundleRecord(bundle, await listBundleTools(store.db, bundle.id)));
  },
});
