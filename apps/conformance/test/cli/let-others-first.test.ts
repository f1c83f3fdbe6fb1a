import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const thread = `
  import { readlinkSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { parentPort, workerData } from 'node:worker_threads';
  const { letOthersFirst } = await import(workerData);
  letOthersFirst();
  parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))));
`;

test.skipIf(process.platform !== 'linux')('a thread that lets others first is put back alone', async () => {
  const before = ownPriority();
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(thread)}`), {
    workerData: new URL('../../src/cli/let-others-first.ts', import.meta.url).href,
  });
  const priority = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  expect(priority).toBeGreaterThan(before);
  expect(ownPriority()).toBe(before);
});

function ownPriority(): number {
  return getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
}
