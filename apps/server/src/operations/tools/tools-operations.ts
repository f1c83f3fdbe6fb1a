import { getPublicTool } from './get-public-tool.ts';
import { listPublicTools } from './list-public-tools.ts';
import { listTools } from './list-tools.ts';
import { runTool } from './run-tool.ts';
import { searchTools } from './search-tools.ts';

export const toolsOperations = [listTools, listPublicTools, searchTools, getPublicTool, runTool];
