import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { embeddedBackend } from '../src/executor/index.ts';
import { definitions } from '../src/index.ts';
import { createMcpAnswer, createMcpServer } from '../src/mcp-server/index.ts';
import { type Listener, listenFetch } from '../src/node/listen-fetch.ts';
import { createNotificationService } from '../src/service/index.ts';

const start = fileURLToPath(new URL('../src/cli/start.ts', import.meta.url));
const command = ['--conditions=@agent-workers/source', start];

const openThings: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of openThings.splice(0)) await each.close();
});

describe('Over MCP', () => {
  it('tools/list equals the manifest, with every hint written out', async () => {
    const client = await connectInMemory();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))).toEqual(
      definitions.map(({ name, purpose, inputSchema: { $schema: _draft, ...inputSchema } }) => ({
        name,
        description: purpose,
        inputSchema,
      })),
    );
    for (const { annotations } of tools)
      expect(Object.values(annotations ?? {}).map((hint) => typeof hint)).toEqual(Array(4).fill('boolean'));
    const destructive = tools
      .filter(({ annotations }) => annotations?.destructiveHint)
      .map(({ name }) => name);
    expect(destructive).toEqual(
      definitions.map(({ name }) => name).filter((name) => name.includes('DELETE')),
    );
  });

  it('a push is sent, and a wrong one is told what to repair', async () => {
    const client = await connectInMemory();
    const sent = await client.callTool({
      name: 'NOTIFIER_CREATE_PUSH',
      arguments: { type: 'note', title: 'Hi' },
    });
    expect(textOf(sent)).toContain('"title":"Hi"');
    const wrong = await client.callTool({ name: 'NOTIFIER_CREATE_PUSH', arguments: { type: 'link' } });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: 'url is required when type is link' }] });
    const unknown = await client.callTool({ name: 'NOTIFIER_SEND', arguments: {} });
    expect(unknown).toMatchObject({ isError: true });
    expect(textOf(await client.callTool({ name: 'NOTIFIER_LIST_PUSHES' }))).toContain('"title":"Hi"');
  });

  it.each([
    ['accept', '{}'],
    ['decline', "This waits for a person's approval: Deletes all pushes of the user. This can't be undone."],
  ] as const)('a call that deletes asks the person through the client: %s', async (action, answer) => {
    const questions: string[] = [];
    const client = await connectInMemory((message) => {
      questions.push(message);
      return action;
    });
    expect(textOf(await client.callTool({ name: 'NOTIFIER_DELETE_ALL_PUSHES' }))).toBe(answer);
    expect(questions).toEqual(["Deletes all pushes of the user. This can't be undone. Go ahead?"]);
  });

  it('a client that can not ask gets nothing deleted', async () => {
    const client = await connectInMemory();
    expect(await client.callTool({ name: 'NOTIFIER_DELETE_ALL_PUSHES' })).toMatchObject({ isError: true });
  });
});

describe('Over streamable HTTP', () => {
  it('sessions list and call, each on its own', async () => {
    const { address } = await serve();
    for (const title of ['one', 'two']) {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(httpTransport(address));
      openThings.push(client);
      expect((await client.listTools()).tools).toHaveLength(15);
      const sent = await client.callTool({
        name: 'NOTIFIER_CREATE_PUSH',
        arguments: { type: 'note', title },
      });
      expect(textOf(sent)).toContain(title);
    }
  });

  it('the oldest of more than a hundred sessions ends, since clients vanish without a word', async () => {
    const { address } = await serve();
    const first = new Client({ name: 'first', version: '1' });
    await first.connect(httpTransport(address));
    openThings.push(first);
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'other', version: '1' },
      },
    };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    for (let count = 0; count < 100; count++)
      await fetch(`${address}/mcp`, { method: 'POST', headers, body: JSON.stringify(initialize) }).then(
        (each) => each.text(),
      );
    await expect(first.listTools()).rejects.toThrow('There is no such session.');
  });

  it('a request under another host name is refused, and so is a session that never was', async () => {
    const { address } = await serve();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const strange = { ...headers, 'mcp-session-id': 'none' };
    expect((await fetch(`${address}/mcp`, { method: 'POST', headers: strange, body })).status).toBe(404);
    const service = await backend();
    const elsewhere = createMcpAnswer(
      () => createMcpServer({ backend: service }),
      () => ['localhost:1'],
    );
    const request = new Request('http://evil.test/mcp', {
      method: 'POST',
      headers: { ...headers, host: 'evil.test' },
      body,
    });
    expect((await elsewhere(request)).status).toBe(403);
  });
});

describe('agent-workers-tools mcp', () => {
  it('speaks over streamable HTTP on this machine, where it says', async () => {
    const child = spawn(process.execPath, [...command, 'mcp', '--http', '0']);
    openThings.push({ close: async () => void child.kill() });
    const address = await firstAddress(child.stderr);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(httpTransport(address));
    openThings.unshift(client);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      definitions.map(({ name }) => name),
    );
    const sent = await client.callTool({
      name: 'NOTIFIER_CREATE_PUSH',
      arguments: { type: 'note', title: 'Hi' },
    });
    expect(textOf(sent)).toContain('"title":"Hi"');
  });

  it('speaks over standard input and output', async () => {
    const args = [...command, 'mcp', '--allow-far-reaching'];
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }));
    openThings.push(client);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      definitions.map(({ name }) => name),
    );
    expect(textOf(await client.callTool({ name: 'NOTIFIER_GET_USER' }))).toContain('you@localhost');
    expect(textOf(await client.callTool({ name: 'NOTIFIER_DELETE_ALL_PUSHES' }))).toBe('{}');
  });
});

async function connectInMemory(answer?: (message: string) => 'accept' | 'decline'): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {} },
  );
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      const action = answer(params.message);
      return action === 'accept' ? { action, content: {} } : { action };
    });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer({ backend: await backend() });
  await Promise.all([server.connect(there), client.connect(here)]);
  openThings.push(client);
  return client;
}

async function serve(): Promise<Listener> {
  const service = await backend();
  const hosts: string[] = [];
  const listener = await listenFetch(
    createMcpAnswer(
      () => createMcpServer({ backend: service }),
      () => hosts,
    ),
  );
  hosts.push(new URL(listener.address).host);
  openThings.push(listener);
  return listener;
}

async function backend() {
  const service = await createNotificationService();
  const { token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
  return embeddedBackend({ service, token });
}

function httpTransport(address: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`${address}/mcp`));
}

function textOf(result: object): string {
  const { content }: { content?: unknown } = { ...result };
  return [content]
    .flat()
    .map((part) => String(Object(part).text))
    .join('');
}

async function firstAddress(output: AsyncIterable<unknown>): Promise<string> {
  let printed = '';
  for await (const chunk of output) {
    printed += String(chunk);
    const [address] = /http:\/\/[\d.:]+/.exec(printed) ?? [];
    if (address) return address;
  }
  throw new Error(`No address in: ${printed}`);
}
