import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInThread } from '../../src/cli/run-in-thread.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-in-thread-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A run whose thread does what a program says; stopped as soon as it says `ready`. */
async function runThat(program: string, heapMb?: number) {
  const file = join(folder, `${crypto.randomUUID()}.mjs`);
  await writeFile(file, `import { parentPort, workerData } from 'node:worker_threads';\n${program}`);
  const stop = new AbortController();
  const said = { out: '', progress: '' };
  const exitCode = await runInThread(
    ['run', '--seed', '7'],
    {
      interactive: true,
      colour: false,
      signal: stop.signal,
      out: (text) => {
        said.out += text;
      },
      progress: (text) => {
        said.progress += text;
        if (text === 'ready') stop.abort();
      },
    },
    { file: pathToFileURL(file), ...(heapMb === undefined ? {} : { heapMb }) },
  );
  return { exitCode, ...said };
}

test('what the thread says goes where it is meant to, all of it, and its exit code is the exit code', async () => {
  const { exitCode, out, progress } = await runThat(`
    parentPort.postMessage({ to: 'progress', text: JSON.stringify(workerData) });
    for (let number = 0; number < 100; number += 1) parentPort.postMessage({ to: 'out', text: 'line\\n' });
    process.exitCode = 1;`);
  expect(exitCode).toBe(1);
  expect(out).toBe('line\n'.repeat(100));
  expect(JSON.parse(progress)).toEqual({
    args: ['run', '--seed', '7'],
    interactive: true,
    colour: false,
  });
});

test('Ctrl-C reaches the thread, which ends in its own time', async () => {
  const { exitCode, out } = await runThat(`
    parentPort.once('message', (message) => {
      parentPort.postMessage({ to: 'out', text: message });
      process.exitCode = 3;
    });
    parentPort.postMessage({ to: 'progress', text: 'ready' });`);
  expect([exitCode, out]).toEqual([3, 'stop']);
});

test('a target whose answers need too much memory is told with what can be done', async () => {
  const { exitCode, progress } = await runThat(
    'const kept = []; for (;;) kept.push(Array.from({ length: 1_000 }, () => ({})));',
    32,
  );
  expect(exitCode).toBe(3);
  expect(progress).toContain('needs more than 32 MB. Judge less at once: --operations, --tags or --shard.');
});

test('a mistake of the program is not hidden', async () => {
  await expect(runThat("throw new Error('oh no');")).rejects.toThrow('oh no');
});
