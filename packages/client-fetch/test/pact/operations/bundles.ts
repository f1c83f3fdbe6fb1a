import {
  addBundleTool,
  createBundle,
  deleteBundle,
  getBundle,
  listBundles,
  listBundleTools,
  removeBundleTool,
  updateBundle,
} from '../../../src/index.ts';
import { someRecords } from '../answers.ts';
import { misses, refuses, succeeds } from '../cases.ts';
import { examples } from '../examples.ts';
import type { Contract } from '../interaction.ts';

const { bundle_id, tool_id } = examples;
const tool = { tool_id: '${tool_id}' };
const named = { name: 'My tools' };

export const bundles: Contract[] = [
  {
    source: listBundles,
    request: 'GET /me/bundles',
    call: (transport) => listBundles(transport),
    cases: [succeeds(['a bundle'], { answer: someRecords })],
  },
  {
    source: createBundle,
    request: 'POST /me/bundles',
    call: (transport) => createBundle(transport),
    cases: [succeeds(), refuses(409, ['a bundle that cannot be created'])],
  },
  {
    source: getBundle,
    request: 'GET /me/bundles/{bundle_id}',
    call: (transport) => getBundle(transport, bundle_id),
    cases: [succeeds(['a bundle']), misses('bundle_id')],
  },
  {
    source: updateBundle,
    request: 'PUT /me/bundles/{bundle_id}',
    call: (transport, { body }) => updateBundle(transport, bundle_id, body),
    cases: [
      succeeds(['a bundle'], { body: {} }),
      refuses(409, ['a bundle that cannot be updated'], { body: named }),
    ],
  },
  {
    source: deleteBundle,
    request: 'DELETE /me/bundles/{bundle_id}',
    call: (transport) => deleteBundle(transport, bundle_id),
    cases: [succeeds(['a bundle']), misses('bundle_id')],
  },
  {
    source: listBundleTools,
    request: 'GET /me/bundles/{bundle_id}/tools',
    call: (transport) => listBundleTools(transport, bundle_id),
    cases: [succeeds(['a bundle with a tool'], { answer: someRecords })],
  },
  {
    source: addBundleTool,
    request: 'POST /me/bundles/{bundle_id}/tools',
    call: (transport, { body }) => addBundleTool(transport, bundle_id, body),
    cases: [
      succeeds(['a bundle', 'a public tool'], { body: tool }),
      misses('bundle_id', { given: ['a public tool'], body: tool }),
    ],
  },
  {
    source: removeBundleTool,
    request: 'DELETE /me/bundles/{bundle_id}/tools/{tool_id}',
    call: (transport) => removeBundleTool(transport, bundle_id, tool_id),
    cases: [
      succeeds(['a bundle with a tool']),
      misses('bundle_id', { given: ['a public tool'] }),
      misses('tool_id', { given: ['a bundle'], when: 'with a tool that is not in it' }),
    ],
  },
];
