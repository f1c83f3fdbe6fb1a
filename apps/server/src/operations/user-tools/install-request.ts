import { z } from 'zod';
import { defaultService } from '../../domain/tools/runnable-tool.ts';

const token = z.string().min(1).max(4096);
const serviceName = z.string().min(1).max(100);

const connection = z.object({
  token: token.optional(),
  service_id: serviceName.default(defaultService.serviceId),
  service_id_namespace: serviceName.default(defaultService.namespace),
});

const mcpServer = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,29}$/, 'Expected a lower-case name of at most 30 characters.'),
  url: z.url({ protocol: /^https?$/ }),
  token: token.optional(),
});

/** A public tool by its id, with a connection where it needs one; or an MCP server. */
export const installRequest = z
  .looseObject({
    tool_id: z.string().min(1).max(200).optional(),
    connection: connection.optional(),
    mcp_server: mcpServer.optional(),
  })
  .refine(
    ({ tool_id: toolId, mcp_server: server }) => (toolId === undefined) !== (server === undefined),
    'Give either tool_id or mcp_server.',
  );

export type ConnectionRequest = z.output<typeof connection>;
export type McpServerRequest = z.output<typeof mcpServer>;
