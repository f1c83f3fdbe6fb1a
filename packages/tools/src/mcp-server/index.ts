export { createMcpAnswer } from './answer-mcp.ts';
export { createMcpServer } from './create-mcp-server.ts';
