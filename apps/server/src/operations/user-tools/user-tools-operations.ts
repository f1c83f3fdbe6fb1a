import { getUserTool } from './get-user-tool.ts';
import { installTool } from './install-tool.ts';
import { listUserTools } from './list-user-tools.ts';
import { uninstallTool } from './uninstall-tool.ts';

export const userToolsOperations = [listUserTools, installTool, getUserTool, uninstallTool];
