import { ownVersion } from '../../../platform/own-version.ts';
import type { ListedTool } from '../../../store/tables/tool-tables.ts';
import { createBoundedFetch } from './bounded-fetch.ts';

/** Where an MCP server is, and what it knows its caller by. */
export interface McpAddress {
  url: string;
  token: string | undefined;
}

/** A tool's result in MCP format. */
export interface McpResult {
  content: unknown[];
  structuredContent?: unknown;
  isError?: boolean | undefined;
}

const timeoutMilliseconds = 30_000;
// Four times what is kept of a result: JSON escapes take room.
const maximumAnswerBytes = 4 * 1024 * 1024;

/** The tools that a server has. @throws when it can't be reached, doesn't speak MCP, or sends more than 4 MiB. */
export async function listMcpTools(address: McpAddress): Promise<ListedTool[]> {
  return await withClient(address, async (client) => {
    const { tools } = await client.listTools(undefined, { timeout: timeoutMilliseconds });
    return tools.map(({ name, description = '', inputSchema }) => ({ name, description, inputSchema }));
  });
}

/** Calls a tool of a server. @throws when it can't be reached, refuses the call, or sends more than 4 MiB. */
export async function callMcpTool(
  address: McpAddress,
  call: { name: string; input: Record<string, unknown>; signal: AbortSignal | undefined },
): Promise<McpResult> {
  return await withClient(address, async (client) => {
    const options = { timeout: timeoutMilliseconds, ...(call.signal && { signal: call.signal }) };
    return await client.callTool({ name: call.name, arguments: call.input }, options);
  });
}

type Sdk = typeof import('@modelcontextprotocol/client');

async function withClient<Result>(
  { url, token }: McpAddress,
  use: (client: InstanceType<Sdk['Client']>) => Promise<Result>,
): Promise<Result> {
  // Loaded only when a user has such a tool: it would slow every start.
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'agent-workers-server', version: ownVersion });
  // A redirect could lead past the list of allowed hosts.
  const requestInit: RequestInit = { redirect: 'error' };
  if (token !== undefined) requestInit.headers = { authorization: `Bearer ${token}` };
  const { fetch, exceeded } = createBoundedFetch(maximumAnswerBytes);
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit, fetch });
  const talk = async () => {
    await client.connect(transport, { timeout: timeoutMilliseconds });
    return await use(client);
  };
  try {
    // The client would go on waiting for the rest of a stream.
    return await Promise.race([talk(), exceeded]);
  } finally {
    await client.close();
  }
}

/** Whether the operator lets this deployment call a server: users must not reach what only this machine can. */
export function isAllowedUrl(url: string, allowedHosts: readonly string[]): boolean {
  const parsed = URL.parse(url);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return false;
  return allowedHosts.some((host) => host === '*' || host === parsed.host || host === parsed.hostname);
}

/** What a sandbox may call: servers that a developer runs beside it. */
export const loopbackHosts: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];
