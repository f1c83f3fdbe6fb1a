import { call, fixture, foreign, of } from './call.ts';
import type { Journey } from './journey.ts';

const bundle = { bundle_id: of('bundle', 'bundle_id') };
const tool = { ...bundle, tool_id: fixture('installableToolId') };
const addTool = call('addBundleTool', { path: bundle, body: { tool_id: fixture('installableToolId') } });

export const bundleJourneys: readonly Journey[] = [
  {
    id: 'bundle-lives',
    calls: [
      call('createBundle', { name: 'bundle' }),
      call('getBundle', { path: bundle }),
      call('listBundles'),
      call('updateBundle', { path: bundle, body: {} }),
      call('getBundle', { path: bundle }),
      call('listBundles', { as: 'other' }),
      foreign(call('getBundle', { path: bundle })),
      foreign(call('updateBundle', { path: bundle, body: {} })),
      foreign(call('deleteBundle', { path: bundle })),
      call('getBundle', { path: bundle }),
      call('deleteBundle', { path: bundle }),
      call('getBundle', { path: bundle, kind: 'refusal' }),
      call('listBundles'),
      call('deleteBundle', { path: bundle, kind: 'refusal' }),
    ],
  },
  {
    id: 'bundle-holds-tools',
    calls: [
      call('createBundle', { name: 'bundle' }),
      call('listBundleTools', { path: bundle }),
      addTool,
      call('listBundleTools', { path: bundle }),
      call('getBundle', { path: bundle }),
      foreign(addTool),
      foreign(call('removeBundleTool', { path: tool })),
      call('removeBundleTool', { path: tool }),
      call('listBundleTools', { path: bundle }),
      call('removeBundleTool', {
        path: { ...bundle, tool_id: { unknown: 'string' } },
        kind: 'refusal',
        tries: 'bundles.remove-tool-from-unknown-is-404',
      }),
      call('deleteBundle', { path: bundle }),
    ],
  },
];
