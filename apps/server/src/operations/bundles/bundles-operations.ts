import { addBundleTool } from './add-bundle-tool.ts';
import { createBundle } from './create-bundle.ts';
import { deleteBundle } from './delete-bundle.ts';
import { getBundle } from './get-bundle.ts';
import { listBundleTools } from './list-bundle-tools.ts';
import { listBundles } from './list-bundles.ts';
import { removeBundleTool } from './remove-bundle-tool.ts';
import { updateBundle } from './update-bundle.ts';

export const bundlesOperations = [
  listBundles,
  createBundle,
  getBundle,
  updateBundle,
  deleteBundle,
  listBundleTools,
  addBundleTool,
  removeBundleTool,
];
