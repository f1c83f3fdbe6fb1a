import { alongside, call, fixture, foreign, moreThanAPage, of } from './call.ts';
import type { Sequence } from './sequence.ts';

const bundle = { bundle_id: of('bundle', 'bundle_id') };
const first = { bundle_id: of('first', 'bundle_id') };
const second = { bundle_id: of('second', 'bundle_id') };
const third = { bundle_id: of('third', 'bundle_id') };
const create = call('createBundle', { name: 'bundle' });
const createSecond = alongside(create, { name: 'second' });
const remove = call('deleteBundle', { path: bundle });
const removeSecond = alongside(remove, { path: second });
const tool = { ...bundle, tool_id: fixture('installableToolId') };
const removeTool = call('removeBundleTool', { path: tool });
const addTool = call('addBundleTool', { path: bundle, body: { tool_id: fixture('installableToolId') } });

/**
 * More of them than a page of a list that is in one piece would have. Begun before all others, they have numbers that begin
 * alike on a deployment that counts from 1.
 */
export const manyBundles: Sequence = {
  id: 'many-bundles',
  calls: [
    { ...create, name: 'first' },
    call('getBundle', { path: first }),
    { ...create, name: undefined, times: moreThanAPage },
    call('listBundles', { later: true }),
    { ...remove, path: first },
    call('listBundles', { later: true }),
  ],
};

const unknownBundle = { bundle_id: { unknown: 'integer' } } as const;

export const bundleSequences: readonly Sequence[] = [
  {
    id: 'bundle-lives',
    calls: [
      create,
      createSecond,
      call('getBundle', { path: bundle }),
      call('listBundles'),
      call('updateBundle', { path: bundle, body: {} }),
      call('getBundle', { path: bundle }),
      call('getBundle', { path: bundle, later: true }),
      call('getBundle', { path: bundle }),
      call('listBundles', { as: 'other' }),
      foreign(call('getBundle', { path: bundle })),
      foreign(call('updateBundle', { path: bundle, body: {} })),
      foreign(remove),
      call('getBundle', { path: bundle }),
      remove,
      call('getBundle', { path: bundle, kind: 'refusal' }),
      call('getBundle', { path: second }),
      call('listBundles'),
      call('deleteBundle', { path: second }),
      { ...create, name: 'third' },
      call('listBundles'),
      { ...remove, path: third },
    ],
  },
  {
    id: 'bundle-holds-tools',
    calls: [
      create,
      createSecond,
      call('listBundleTools', { path: bundle }),
      addTool,
      alongside(addTool, { path: second }),
      call('listBundleTools', { path: bundle }),
      call('listBundleTools', { path: second }),
      call('getBundle', { path: bundle }),
      call('updateBundle', { path: bundle, body: {}, leaves: 'tool' }),
      call('listBundleTools', { path: bundle }),
      foreign(call('listBundleTools', { path: bundle })),
      foreign(addTool),
      foreign(removeTool),
      removeTool,
      alongside(removeTool, { path: { ...tool, ...second } }),
      call('listBundleTools', { path: bundle }),
      call('listBundleTools', { path: second }),
      call('removeBundleTool', {
        path: { ...bundle, tool_id: { unknown: 'string' } },
        kind: 'refusal',
        tries: 'bundles.remove-tool-from-unknown-is-404',
      }),
      remove,
      removeSecond,
    ],
  },
  {
    id: 'bundle-that-is-not-there',
    calls: [
      call('updateBundle', {
        path: unknownBundle,
        body: {},
        kind: 'refusal',
        tries: 'law.changed-is-there',
      }),
      call('getBundle', { path: unknownBundle, kind: 'open-refusal', later: true }),
    ],
  },
  {
    id: 'tool-of-two-bundles-runs',
    calls: [
      create,
      createSecond,
      addTool,
      alongside(addTool, { path: second }),
      ...[bundle, second].map((path) =>
        call('addBundleTool', { path, body: { tool_id: fixture('tool.name') }, kind: 'open-refusal' }),
      ),
      call('runTool', { path: { tool_name: fixture('tool.name') }, raw: fixture('tool.input') }),
      call('listToolExecutionLogs', { later: true }),
      remove,
      removeSecond,
    ],
  },
  // The next one may be given the number of one that was removed with what it held, if nobody else makes any. To remove that
  // one once more would else remove what has its number by then.
  {
    id: 'bundle-after-a-bundle',
    quiet: true,
    calls: [
      call('listBundles'),
      create,
      call('listBundles', { later: true }),
      addTool,
      call('listBundleTools', { path: bundle }),
      { ...remove, name: 'removed' },
      call('getBundle', { path: bundle, kind: 'open-refusal', later: true, follows: 'removed' }),
      call('listBundleTools', { path: bundle, kind: 'open-refusal', follows: 'removed' }),
      { ...remove, kind: 'refusal', tries: 'bundles.delete-unknown-is-404', follows: 'removed' },
      { ...create, name: 'third' },
      call('listBundleTools', { path: third }),
      { ...remove, path: third },
    ],
  },
];
