import { freeName, maximumBundles, toBundleRecord } from '../../domain/bundles/bundle.ts';
import { insertBundle, listBundles } from '../../store/bundle-repository.ts';
import { lockUser } from '../../store/lock-user.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** POST /me/bundles: an empty bundle under a free name; it has no body to say more. */
export const createBundle = defineOperation('createBundle', {
  answer: ({ caller: { userId } }, { store }) =>
    store.db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      const bundles = await listBundles(transaction, userId);
      if (bundles.length >= maximumBundles)
        return refuse('conflict', `You have ${maximumBundles} bundles already; delete one first.`);
      const name = freeName(bundles.map((bundle) => bundle.name));
      return ok(toBundleRecord(await insertBundle(transaction, { userId, name }), []));
    }),
});
