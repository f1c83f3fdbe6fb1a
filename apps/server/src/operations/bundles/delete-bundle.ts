import { toBundleRow } from '../../domain/bundles/bundle.ts';
import * as bundles from '../../store/bundle-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** DELETE /me/bundles/{bundle_id} */
export const deleteBundle = defineOperation('deleteBundle', {
  async answer({ caller, path }, { store }) {
    const bundle = await bundles.deleteBundle(store.db, { id: path.bundle_id, userId: caller.userId });
    return bundle ? ok(toBundleRow(bundle)) : refuse('not-found', 'Bundle not found.');
  },
});
