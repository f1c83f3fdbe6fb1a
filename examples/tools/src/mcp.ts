import type { Backend } from '@agent-workers/tools/executor';
import { createMcpServer } from '@agent-workers/tools/mcp-server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';

/** A client of an MCP server in the same process. */
export async function connectMcp(backend: Backend): Promise<Client> {
  const client = new Client({ name: 'example', version: '1.0.0' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([createMcpServer({ backend }).connect(there), client.connect(here)]);
  return client;
}
