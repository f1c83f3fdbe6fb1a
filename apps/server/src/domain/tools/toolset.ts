import { type Tool, toMcpTool } from './tool.ts';

/** The tools of one toolkit. */
export interface Toolset {
  name: string;
  tools: Tool[];
}

/** The tools by toolkit, in the order of their first tools. */
export function groupByToolkit(tools: readonly Tool[]): Toolset[] {
  const groups = Map.groupBy(tools, ({ toolkit }) => toolkit);
  return [...groups].map(([name, members]) => ({ name, tools: members }));
}

/** The toolset as a ToolSet. */
export function toToolsetRecord({ name, tools }: Toolset) {
  return { toolset_name: name, tool_count: tools.length };
}

/** The toolset as a ToolSetWithTools. */
export function toToolsetWithTools(toolset: Toolset) {
  return { ...toToolsetRecord(toolset), tools: toolset.tools.map(toMcpTool) };
}
