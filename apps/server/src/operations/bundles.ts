import { z } from 'zod';
import { type Bundle, type BundleTool, freeName, maximumBundles } from '../domain/bundle.ts';
import * as bundles from '../store/bundle-repository.ts';
import * as bundleTools from '../store/bundle-tool-repository.ts';
import { lockUser } from '../store/user-repository.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';
import { time } from './record-parts.ts';

const bundleToolRow = z.object({ bundle_id: z.int(), tool_id: z.string(), added_at: time });

// The body of the same schema: only tool_id counts, but what is declared of the others holds.
const bundleToolBody = bundleToolRow.partial({ bundle_id: true, added_at: true });

const bundleRow = z.object({
  bundle_id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: time,
  updated_at: time,
});

const wholeBundle = bundleRow.extend({ tools: z.array(bundleToolRow) });
const bundleSummary = z.object({ bundle_id: z.int(), name: z.string(), tool_count: z.int() });

export const bundleSchemas = {
  UserBundle: wholeBundle,
  UserBundleRow: bundleRow,
  UserBundleSimplified: bundleSummary,
  UserBundleTool: bundleToolBody,
};

/** The bundle as a UserBundleRow. */
function toBundleRow({ id, name, description, createdAt, updatedAt }: Bundle): z.output<typeof bundleRow> {
  return {
    bundle_id: id,
    name,
    description,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

/** The membership as a UserBundleTool. */
function toBundleToolRecord({ bundleId, toolId, addedAt }: BundleTool): z.output<typeof bundleToolRow> {
  return { bundle_id: bundleId, tool_id: toolId, added_at: addedAt.toISOString() };
}

/** The bundle with its tools as a UserBundle. */
function toBundleRecord(bundle: Bundle, tools: readonly BundleTool[]): z.output<typeof wholeBundle> {
  return { ...toBundleRow(bundle), tools: tools.map(toBundleToolRecord) };
}

/** GET /me/bundles */
const listBundles = defineOperation('listBundles', {
  result: z.array(bundleSummary),
  isCacheable: 'own',
  async answer({ caller }, { store }) {
    const listed = await bundles.listBundles(store.db, caller.userId);
    return ok(listed.map(({ id, name, toolCount }) => ({ bundle_id: id, name, tool_count: toolCount })));
  },
});

/** POST /me/bundles: an empty bundle under a free name; it has no body to say more. */
const createBundle = defineOperation('createBundle', {
  changesOwn: true,
  result: wholeBundle,
  answer: ({ caller: { userId } }, { store }) =>
    store.db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      const owned = await bundles.listBundles(transaction, userId);
      if (owned.length >= maximumBundles)
        return refuse('conflict', `You have ${maximumBundles} bundles already; delete one first.`);
      const name = freeName(owned.map((bundle) => bundle.name));
      return ok(toBundleRecord(await bundles.insertBundle(transaction, { userId, name }), []));
    }),
});

/** GET /me/bundles/{bundle_id} */
const getBundle = defineOperation('getBundle', {
  result: wholeBundle,
  isCacheable: 'own',
  async answer({ caller, path }, { store }) {
    const bundle = await bundles.findBundle(store.db, { id: path.bundle_id, userId: caller.userId });
    if (!bundle) return refuse('not-found', 'Bundle not found.');
    return ok(toBundleRecord(bundle, await bundleTools.listBundleTools(store.db, bundle.id)));
  },
});

const body = z.looseObject({
  name: z.string().min(1).max(100).optional(),
  description: z.string().max(1000).nullable().optional(),
  tools: z
    .array(z.looseObject({ tool_id: z.string() }))
    .max(200)
    .optional(),
});

/** PUT /me/bundles/{bundle_id}: what is left out stays. For what fails the operation lists 409 alone. */
const updateBundle = defineOperation('updateBundle', {
  changesOwn: true,
  result: wholeBundle,
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
      if (toolIds) await bundleTools.replaceBundleTools(transaction, { bundleId: bundle.id, toolIds });
      return ok(toBundleRecord(bundle, await bundleTools.listBundleTools(transaction, bundle.id)));
    });
  },
});

/** DELETE /me/bundles/{bundle_id} */
const deleteBundle = defineOperation('deleteBundle', {
  changesOwn: true,
  result: bundleRow,
  async answer({ caller, path }, { store }) {
    const bundle = await bundles.deleteBundle(store.db, { id: path.bundle_id, userId: caller.userId });
    return bundle ? ok(toBundleRow(bundle)) : refuse('not-found', 'Bundle not found.');
  },
});

/** GET /me/bundles/{bundle_id}/tools. A bundle that isn't the caller's has none: the operation lists no 404. */
const listBundleTools = defineOperation('listBundleTools', {
  result: z.array(bundleToolRow),
  isCacheable: 'own',
  async answer({ caller, path }, { store }) {
    const bundle = await bundles.findBundle(store.db, { id: path.bundle_id, userId: caller.userId });
    const tools = bundle ? await bundleTools.listBundleTools(store.db, bundle.id) : [];
    return ok(tools.map(toBundleToolRecord));
  },
});

/** POST /me/bundles/{bundle_id}/tools: a tool that the caller can run; one that is a member stays as it is. */
const addBundleTool = defineOperation('addBundleTool', {
  changesOwn: true,
  result: bundleToolRow,
  body: bundleToolBody.loose(),
  async answer({ caller: { userId }, path, body }, { store, tools }) {
    const bundle = await bundles.findBundle(store.db, { id: path.bundle_id, userId });
    if (!bundle) return refuse('not-found', 'Bundle not found.');
    const known = await tools.listFor(userId);
    if (!known.some(({ name }) => name === body.tool_id)) return refuse('not-found', 'Tool not found.');
    const membership = { bundleId: bundle.id, toolId: body.tool_id };
    return ok(toBundleToolRecord(await bundleTools.insertBundleTool(store.db, membership)));
  },
});

/** DELETE /me/bundles/{bundle_id}/tools/{tool_id} */
const removeBundleTool = defineOperation('removeBundleTool', {
  changesOwn: true,
  result: bundleToolRow,
  async answer({ caller, path }, { store }) {
    const bundle = await bundles.findBundle(store.db, { id: path.bundle_id, userId: caller.userId });
    const key = { bundleId: path.bundle_id, toolId: path.tool_id };
    const removed = bundle && (await bundleTools.deleteBundleTool(store.db, key));
    return removed ? ok(toBundleToolRecord(removed)) : refuse('not-found', 'Bundle or tool not found.');
  },
});

export const bundleOperations = [
  listBundles,
  createBundle,
  getBundle,
  updateBundle,
  deleteBundle,
  listBundleTools,
  addBundleTool,
  removeBundleTool,
];
