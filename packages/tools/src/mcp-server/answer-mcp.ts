import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';

const mostSessions = 100;

/**
 * Answers MCP over streamable HTTP, a server per session; beyond a hundred the oldest one ends. Only requests to these hosts are answered, so that no page in
 * a browser reaches the server under a name of its own.
 */
export function createMcpAnswer(
  createServer: () => Server,
  allowedHosts: () => string[],
): (request: Request) => Promise<Response> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    const found = id === null ? undefined : sessions.get(id);
    if (id !== null && !found)
      return new Response('There is no such session. Start a new one.', { status: 404 });
    const transport = found ?? (await open(createServer(), { sessions, allowedHosts: allowedHosts() }));
    return transport.handleRequest(request);
  };
}

interface Opening {
  sessions: Map<string, WebStandardStreamableHTTPServerTransport>;
  allowedHosts: string[];
}

async function open(server: Server, { sessions, allowedHosts }: Opening) {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
    enableDnsRebindingProtection: true,
    allowedHosts,
  });
  await server.connect(transport);
  await endOldest(sessions);
  return transport;
}

/** Clients that vanish don't say so. */
async function endOldest(sessions: Opening['sessions']): Promise<void> {
  const [oldest] = sessions;
  if (!oldest || sessions.size < mostSessions) return;
  sessions.delete(oldest[0]);
  await oldest[1].close();
}
