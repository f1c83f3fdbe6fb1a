import { z } from 'zod';
import { toBundleToolRecord } from '../../domain/bundles/bundle.ts';
import { findBundle } from '../../store/bundle-repository.ts';
import { insertBundleTool } from '../../store/bundle-tool-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** POST /me/bundles/{bundle_id}/tools: a tool that the caller can run; one that is a member stays as it is. */
export const addBundleTool = defineOperation('addBundleTool', {
  body: z.looseObject({ tool_id: z.string() }),
  async answer({ caller: { userId }, path, body }, { store, tools }) {
    const bundle = await findBundle(store.db, { id: path.bundle_id, userId });
    if (!bundle) return refuse('not-found', 'Bundle not found.');
    const known = await tools.listFor(userId);
    if (!known.some(({ name }) => name === body.tool_id)) return refuse('not-found', 'Tool not found.');
    const membership = { bundleId: bundle.id, toolId: body.tool_id };
    return ok(toBundleToolRecord(await insertBundleTool(store.db, membership)));
  },
});
