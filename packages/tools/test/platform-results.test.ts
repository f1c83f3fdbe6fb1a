import { ConfigurationError, clientTransport } from '@agent-workers/client-fetch';
import { describe, expect, it, vi } from 'vitest';
import { anthropicMessages } from '../src/adapters/anthropic.ts';
import {
  createExecutor,
  listAllChats,
  listAllPushes,
  NotConnected,
  pushFile,
  ToolError,
  UpstreamError,
} from '../src/executor/index.ts';
import { platformBackend } from '../src/executor/platform-backend.ts';
import { embedded } from './helpers/embedded.ts';

const get = { tool: 'NOTIFIER_GET_USER', input: {} } as const;
const asked = { id: '1', name: 'NOTIFIER_GET_USER', input: {} };

/** An executor through a platform that answers with this ToolResult. */
function answering(result: unknown, status = 200) {
  const fetch = async () => Response.json(result, { status });
  const transport = clientTransport({ baseUrl: 'https://api.test', jwt: 'j', fetch, retry: { limit: 0 } });
  return createExecutor({ backend: platformBackend({ transport }) });
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A platform that runs tools with the embedded service, and wraps what they return as MCP does. */
async function platform() {
  const { executor, service } = await embedded({ approve: async () => true });
  const fetch = async (url: string, { body }: { body?: unknown }) => {
    const tool = new URL(url).pathname.split('/').at(-1);
    const call = { tool, input: JSON.parse(String(body)) };
    // The body of a run is what the executor checked.
    const output = await executor.run(call as Parameters<typeof executor.run>[0]);
    return Response.json({
      content: [{ type: 'text', text: JSON.stringify(output) }],
      structuredContent: output,
      isError: false,
    });
  };
  const transport = clientTransport({ baseUrl: 'https://api.test', jwt: 'j', fetch });
  return createExecutor({ backend: platformBackend({ transport, fetch: service.fetch }) });
}

describe('What a platform gives as a ToolResult', () => {
  it('is the output of the tool, for lists and uploads as for anything else', async () => {
    const executor = await platform();
    await executor.run({ tool: 'NOTIFIER_CREATE_CHAT', input: { email: 'ann@example.org' } });
    await pushFile(executor, { file: new Blob(['hello']), name: 'hello.txt' });
    const pushes = await collect(listAllPushes(executor));
    expect(pushes).toMatchObject([{ type: 'file', file_type: 'application/octet-stream' }]);
    expect(await collect(listAllChats(executor))).toHaveLength(1);
  });

  it('reaches the model once, not wrapped and escaped', async () => {
    const output = { pushes: [{ iden: 'p' }] };
    const wrapped = { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
    const { content } = await anthropicMessages().respond(asked, { run: answering(wrapped).run });
    expect(content).toBe('{"pushes":[{"iden":"p"}]}');
  });

  it.each<[string, unknown, unknown]>([
    ['text that is JSON', { content: [{ type: 'text', text: '{"a":1}' }] }, { a: 1 }],
    ['text that is not JSON', { content: [{ type: 'text', text: 'Done.' }] }, 'Done.'],
    ['several parts', { content: [{ type: 'image' }, { type: 'text', text: 'x' }] }, undefined],
    ['another form', { result: 1 }, undefined],
    ['a list', [1], undefined],
  ])('may be %s', async (_, result: unknown, output: unknown = result) => {
    expect(await answering(result).run(get)).toEqual(output);
  });

  it('that says it failed is a ToolError with its words', async () => {
    const failed = { content: [{ type: 'text', text: 'There is no such chat.' }], isError: true };
    await expect(answering(failed).run(get)).rejects.toThrow(
      'The tool failed. It says: There is no such chat.',
    );
    await expect(answering(failed).run(get)).rejects.toBeInstanceOf(UpstreamError);
  });
});

describe("A program's own mistake", () => {
  it('of address or credential is its ConfigurationError; the model hears nothing of it', async () => {
    const onError = vi.fn();
    const { run } = createExecutor({ backend: platformBackend({ transport: clientTransport() }) });
    await expect(run(get)).rejects.toBeInstanceOf(ConfigurationError);
    const { content } = await anthropicMessages().respond(asked, { run, onError });
    expect(onError).toHaveBeenCalledWith(expect.any(ConfigurationError), expect.anything());
    expect(content).not.toMatch(/AGENT_WORKERS|baseUrl/);
    expect(content).toContain('nothing was done');
  });

  it.each([
    [401, "doesn't take this program's own credential (status 401)"],
    [
      404,
      'The tool may not be installed, nothing may be connected as default, or the program may have a wrong',
    ],
    [500, 'status 500'],
  ])('such as what is answered with %i, is told with status and cause', async (status, words) => {
    const onError = vi.fn();
    const { run } = answering({}, status);
    const { content } = await anthropicMessages().respond(asked, { run, onError });
    expect(content).toContain(words);
    const [error] = onError.mock.calls[0] ?? [];
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ status, cause: { operation: 'runTool', status } });
  });

  it('is not told of what the model itself can correct', async () => {
    const onError = vi.fn();
    const { run } = answering({ detail: [{ loc: ['body', 'iden'], msg: 'no' }] }, 422);
    await anthropicMessages().respond(asked, { run, onError });
    expect(onError).not.toHaveBeenCalled();
  });

  it('that names no run is said', async () => {
    const { respond } = anthropicMessages();
    // What JavaScript lets through.
    const alone: (call: typeof asked, options?: never) => Promise<unknown> = respond as never;
    await expect(alone(asked)).rejects.toThrow('A call needs { run }, such as that of an executor.');
  });

  it('is a NotConnected with the status of a push service too', () => {
    expect(new NotConnected('x', { status: 403 })).toMatchObject({ status: 403, message: 'x' });
  });
});
