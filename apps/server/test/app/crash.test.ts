import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import { makeTemporaryFolder } from '../helpers/deployment.ts';
import { patience } from '../helpers/patience.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

/**
 * A place for programs that tells in the file `starts` that one has begun, and ends it when there's a file `release` or
 * the server is gone.
 */
async function writeHeldCommand(folder: string): Promise<string> {
  const command = join(folder, 'run-program');
  const script = `#!/bin/sh
echo started >> ${folder}/starts
while kill -0 $PPID 2>/dev/null; do
  [ -e ${folder}/release ] && echo '{"status":"succeeded","result":"survived"}' && exit
  sleep 0.1
done
`;
  await writeFile(command, script);
  await chmod(command, 0o755);
  return command;
}

describe('after kill -9 and a restart on the same folder', () => {
  let folder: string;
  let command: string;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    command = await writeHeldCommand(folder);
    await restart();
  });
  afterAll(async () => {
    await server.crash();
    await rm(folder, { recursive: true, force: true });
  });

  async function restart(): Promise<void> {
    await server?.crash();
    const dataDir = join(folder, 'data');
    server = await startServerProcess(['--data-dir', dataDir, '--interpreter-command', command]);
  }

  it('a background job is still running, then ends, and nothing of any conversation is lost', async () => {
    const first = await server.client.post('Before the job');
    const second = await server.client.put(first.runId, '/background 1');
    expect(second.jobId).not.toBeNull();
    const before = await server.client.get(first.runId);
    const cut = await startAnswer();
    await restart();

    const after = await server.client.get(first.runId);
    expect(after.messages).toEqual(before.messages);
    expect(after.jobId).toBe(second.jobId);
    expect((await server.client.put(first.runId, 'too early')).status).toBe(409);
    await expectCutShort(cut);

    await writeFile(join(folder, 'release'), '');
    const messages = await server.client.untilIdle(first.runId);
    expect(messages).toEqual([
      ...before.messages,
      { role: 'assistant', content: 'The background job finished. Result: survived' },
    ]);
    expect((await server.client.put(first.runId, 'Go on')).status).toBe(200);
  });

  /** An answer under way, and as much of it as has come. */
  async function startAnswer(): Promise<{ runId: string; received: string }> {
    const body = JSON.stringify({ message: '/stream 1000 20' });
    const response = await server.client.request(sandboxAgents.demo, { method: 'POST', body });
    const runId = response.headers.get('x-service-run-id') ?? '';
    return { runId, received: await readSome(response) };
  }

  /** The answer is in the history as far as it came, and the conversation goes on. */
  async function expectCutShort({ runId, received }: { runId: string; received: string }): Promise<void> {
    const { messages, jobId } = await server.client.get(runId);
    expect(jobId).toBeNull();
    expect(messages[1]?.content.startsWith(received)).toBe(true);
    expect(messages[1]?.content).toMatch(/interrupted before it had finished/);
    expect((await server.client.put(runId, 'Go on')).status).toBe(200);
  }
});

describe('a background job during which the process dies', () => {
  it('is tried once more, and then fails with that reason', async () => {
    const folder = await makeTemporaryFolder();
    const command = await writeHeldCommand(folder);
    const started = () =>
      readFile(join(folder, 'starts'), 'utf8').then((text) => text.split('\n').length - 1);
    const start = () =>
      startServerProcess(['--data-dir', join(folder, 'data'), '--interpreter-command', command]);

    let server = await start();
    const job = await server.client.post('/background 1');
    for (const attempt of [1, 2]) {
      await vi.waitFor(async () => expect(await started()).toBe(attempt), patience);
      await server.crash();
      server = await start();
    }
    const messages = await server.client.untilIdle(job.runId);
    expect(messages.at(-1)?.content).toContain(
      "process died twice while the job ran, so it isn't tried again",
    );
    expect(await started()).toBe(2);
    await server.crash();
    await rm(folder, { recursive: true });
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
