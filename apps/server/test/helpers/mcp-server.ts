import { serve } from '@hono/node-server';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { z } from 'zod';

/** A real MCP server on a port of this machine, and the tokens that it was shown. */
export interface TestMcpServer {
  url: string;
  tokens: Set<string | null>;
  close(): Promise<void>;
}

/** Has the tools `add`, which needs two numbers, and `break`, which always fails. */
export async function startMcpServer(): Promise<TestMcpServer> {
  const tokens = new Set<string | null>();
  async function answer(request: Request): Promise<Response> {
    tokens.add(request.headers.get('authorization'));
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await createServer().connect(transport);
    return await transport.handleRequest(request);
  }
  return await new Promise((resolve) => {
    const server = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      const close = () => new Promise<void>((closed) => server.close(() => closed()));
      resolve({ url: `http://127.0.0.1:${port}/mcp`, tokens, close });
    });
  });
}

function createServer(): McpServer {
  const server = new McpServer({ name: 'sums', version: '1.0.0' });
  const inputSchema = { a: z.number(), b: z.number() };
  server.registerTool('add', { description: 'Adds two numbers', inputSchema }, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  server.registerTool('break', { description: 'Always fails' }, () => ({
    content: [{ type: 'text', text: 'Broken on purpose.' }],
    isError: true,
  }));
  return server;
}
