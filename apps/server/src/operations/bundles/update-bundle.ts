import { z } from 'zod';
import { toBundleRecord } from '../../domain/bundles/bundle.ts';
import * as bundles from '../../store/bundle-repository.ts';
import { listBundleTools, replaceBundleTools } from '../../store/bundle-tool-repository.ts';
import { lockUser } from '../../store/lock-user.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

const body = z.looseObject({
  name: z.string().min(1).max(100).optional(),
  description: z.string().max(1000).nullable().optional(),
  tools: z
    .array(z.looseObject({ tool_id: z.string() }))
    .max(200)
    .optional(),
});

/** PUT /me/bundles/{bundle_id}: what is left out stays. For what fails the operation lists 409 alone. */
export const updateBundle = defineOperation('updateBundle', {
  body,
  async answer({ caller: { userId }, path, body: change }, { store, tools }) {
    const known = new Set((await tools.listFor(userId)).map((tool) => tool.name));
    const toolIds = change.tools?.map((tool) => tool.tool_id);
    const unknown = toolIds?.find((toolId) => !known.has(toolId));
    if (unknown !== undefined) return refuse('conflict', `There is no tool ${unknown}.`);
    return await store.db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      const others = (await bundles.listBundles(transaction, userId)).filter(
        ({ id }) => id !== path.bundle_id,
      );
      if (others.some(({ name }) => name === change.name))
        return refuse('conflict', 'Another bundle of yours has this name.');
      const bundle = await bundles.updateBundle(transaction, { id: path.bundle_id, userId }, change);
      if (!bundle) return refuse('conflict', 'There is no such bundle.');
      if (toolIds) await replaceBundleTools(transaction, { bundleId: bundle.id, toolIds });
      return ok(toBundleRecord(bundle, await listBundleTools(transaction, bundle.id)));
    });
  },
});
