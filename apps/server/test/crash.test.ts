import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxAgents } from '../src/index.ts';
import { makeTemporaryFolder } from './helpers/deployment.ts';
import { type ServerProcess, startServerProcess } from './helpers/server-process.ts';

describe('after kill -9 and a restart on the same folder', () => {
  let dataDir: string;
  let server: ServerProcess;
  beforeAll(async () => {
    dataDir = await makeTemporaryFolder();
  });
  afterAll(async () => {
    await server.crash();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function restart(): Promise<void> {
    await server?.crash();
    server = await startServerProcess(['--data-dir', dataDir]);
  }

  it('a background job is still running, then ends, and nothing of the conversation is lost', async () => {
    await restart();
    const first = await server.client.post('Before the job');
    const second = await server.client.put(first.runId, '/background await sleep(3000); return "survived"');
    expect(second.jobId).not.toBeNull();
    const before = await server.client.get(first.runId);
    await restart();
    const after = await server.client.get(first.runId);
    expect(after.messages).toEqual(before.messages);
    expect(after.jobId).toBe(second.jobId);
    expect((await server.client.put(first.runId, 'too early')).status).toBe(409);
    const messages = await server.client.untilIdle(first.runId);
    expect(messages).toEqual([
      ...before.messages,
      { role: 'assistant', content: 'The background job finished. Result: survived' },
    ]);
    expect((await server.client.put(first.runId, 'Go on')).status).toBe(200);
  });

  it('an answer that was cut off is in the history as far as it came, and the conversation goes on', async () => {
    await restart();
    const body = JSON.stringify({ message: '/stream 1000 20' });
    const response = await server.client.request(sandboxAgents.demo, { method: 'POST', body });
    const runId = response.headers.get('x-service-run-id') ?? '';
    const received = await readSome(response);
    await restart();
    const { messages, jobId } = await server.client.get(runId);
    expect(jobId).toBeNull();
    expect(messages[1]?.content.startsWith(received)).toBe(true);
    expect(messages[1]?.content).toMatch(/interrupted before it had finished/);
    expect((await server.client.put(runId, 'Go on')).status).toBe(200);
  });
});

/** The first words of an answer that is still coming. */
async function readSome(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('wörd3')) text += (await reader?.read())?.value ?? '';
  // The process that feeds this body is about to be killed.
  reader?.read().catch(() => {});
  return text;
}
