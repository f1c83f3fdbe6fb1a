/** What a tool returns: "Outputs returned by the integration tools: not shown." (section 2) */
export type ToolOutput = unknown;
