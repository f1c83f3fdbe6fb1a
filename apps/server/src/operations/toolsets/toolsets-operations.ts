import { getToolset } from './get-toolset.ts';
import { listToolsets } from './list-toolsets.ts';

export const toolsetsOperations = [listToolsets, getToolset];
