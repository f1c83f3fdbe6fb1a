import type { ServerProcess } from '@agent-workers/test-deployment/start-server-process';
import { startRun } from './conversation.ts';
import { atMost, type Figure } from './figure.ts';
import { percentile } from './percentile.ts';
import { processorSeconds } from './processor-seconds.ts';
import { withEmbeddedServer } from './with-servers.ts';

const streams = 500;
const words = 100;
const pauseMilliseconds = 100;

/** 500 runs begun at once, of 100 words in ten seconds each. Budget: half of them speak within 2 s. */
export async function measureManyStreams(): Promise<Figure[]> {
  return await withEmbeddedServer(async (server) => {
    await (await startRun(server, 'Hello')).text();
    const processorBefore = processorSeconds(server.child.pid);
    let speaking = 0;
    let processorOfHalf = Number.NaN;
    const speaks = () => {
      speaking += 1;
      if (speaking === streams / 2) processorOfHalf = processorSeconds(server.child.pid) - processorBefore;
    };
    const began = performance.now();
    const runs = await Promise.all(Array.from({ length: streams }, () => listen(server, speaks)));
    const processor = processorSeconds(server.child.pid) - processorBefore;
    const seconds = (performance.now() - began) / 1_000;
    const incomplete = runs.filter(({ heard }) => heard !== words).length;
    if (incomplete > 0) throw new Error(`${incomplete} of ${streams} answers were not whole.`);
    const first = runs.map(({ firstByte }) => firstByte);
    const median = percentile(first, 0.5);
    const text = `${streams} at once: first byte p50 ${median.toFixed(0)} ms, p99 ${percentile(first, 0.99).toFixed(0)} ms, all whole after ${seconds.toFixed(1)} s; ${processorOfHalf.toFixed(2)} s of a processor until half spoke, ${processor.toFixed(1)} s in all`;
    return [{ text, budget: atMost({ value: median, limit: 2_000, unit: ' ms' }) }];
  });
}

/** When the first byte of an answer came, in milliseconds, and how many words there were. */
async function listen(
  server: ServerProcess,
  speaks: () => void,
): Promise<{ firstByte: number; heard: number }> {
  const began = performance.now();
  const response = await startRun(server, `/stream ${words} ${pauseMilliseconds}`);
  let firstByte: number | undefined;
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if (firstByte === undefined) {
      firstByte = performance.now() - began;
      speaks();
    }
    text += piece;
  }
  return { firstByte: firstByte ?? Number.NaN, heard: text.trim().split(/\s+/).length };
}
