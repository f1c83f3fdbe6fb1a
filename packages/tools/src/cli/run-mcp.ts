import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Backend } from '../executor/backend.ts';
import type { ExecutorOptions } from '../executor/create-executor.ts';
import { embeddedBackend, upstreamBackend } from '../executor/http-backend.ts';
import { createMcpAnswer } from '../mcp-server/answer-mcp.ts';
import { createMcpServer } from '../mcp-server/create-mcp-server.ts';
import { listenFetch } from '../node/listen-fetch.ts';
import { announceInbox } from './announce-inbox.ts';
import { createLocalService } from './create-local-service.ts';
import { UsageError } from './usage-error.ts';

export interface McpCommand {
  httpPort: number | undefined;
  inboxPort: number | undefined;
  baseUrl: string | undefined;
  allowFarReaching: boolean;
  token: string | undefined;
}

/** Serves MCP until the client hangs up or the process is stopped. @throws {UsageError} */
export async function runMcp(command: McpCommand): Promise<void> {
  const options: ExecutorOptions = {
    backend: await createBackend(command),
    ...(command.allowFarReaching && { needsApproval: () => false }),
  };
  if (command.httpPort === undefined) return createMcpServer(options).connect(new StdioServerTransport());
  await serveHttp(options, command.httpPort);
}

async function serveHttp(options: ExecutorOptions, port: number): Promise<void> {
  const hosts: string[] = [];
  const answer = createMcpAnswer(
    () => createMcpServer(options),
    () => hosts,
  );
  const { address } = await listenFetch(answer, port);
  const { host, port: taken } = new URL(address);
  hosts.push(host, `localhost:${taken}`);
  process.stderr.write(`MCP: ${address}/mcp\n`);
}

async function createBackend({ baseUrl, inboxPort, token }: McpCommand): Promise<Backend> {
  if (baseUrl === undefined) return createLocalBackend(inboxPort, token);
  if (!token) throw new UsageError(`Set NOTIFIER_TOKEN to the token of ${baseUrl}.`);
  if (inboxPort !== undefined)
    throw new UsageError('--inbox shows the service inside. Leave it or --base-url out.');
  if (!URL.canParse(baseUrl))
    throw new UsageError(`${baseUrl} is no address. Give one such as https://push.example/v2.`);
  return upstreamBackend({ baseUrl, token });
}

async function createLocalBackend(
  inboxPort: number | undefined,
  given: string | undefined,
): Promise<Backend> {
  if (inboxPort !== undefined && !given)
    throw new UsageError('Set NOTIFIER_TOKEN to a secret of your choice; the inbox asks for it.');
  const token = given ?? crypto.randomUUID();
  const service = await createLocalService(token);
  if (inboxPort !== undefined) await announceInbox(service, inboxPort);
  return embeddedBackend({ service, token });
}
