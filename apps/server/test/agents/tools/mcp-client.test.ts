import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMcpTools } from '../../../src/agents/tools/mcp/mcp-client.ts';

const chunk = Buffer.alloc(1024 * 1024, 'x');

/** Answers `initialize` as a server does, and anything else with megabytes until the client hangs up. */
async function startEndlessServer(contentType: string) {
  let sentMegabytes = 0;
  async function flood(response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': contentType });
    response.write(contentType === 'application/json' ? '{"jsonrpc":"2.0","x":"' : 'data: ');
    while (!response.destroyed && sentMegabytes < 600) {
      sentMegabytes += 1;
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    response.end();
  }
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { id, method, params } = text === '' ? {} : JSON.parse(text);
    if (method === 'initialize') {
      const result = {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'endless', version: '1.0.0' },
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    } else if (method === 'tools/list') await flood(response);
    else response.writeHead(method ? 202 : 405).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    sentMegabytes: () => sentMegabytes,
    close: () => server.close(),
  };
}

describe.each(['application/json', 'text/event-stream'])(
  'an MCP server that sends %s without end',
  (type) => {
    let server: Awaited<ReturnType<typeof startEndlessServer>>;
    beforeAll(async () => {
      server = await startEndlessServer(type);
    });
    afterAll(() => server.close());

    it('is not listened to for long', async () => {
      await expect(listMcpTools({ url: server.url, token: undefined })).rejects.toThrow();
      expect(server.sentMegabytes()).toBeLessThan(50);
    });
  },
);
