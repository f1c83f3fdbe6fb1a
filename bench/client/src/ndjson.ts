import { decodeNdjson } from '@agent-workers/client-fetch';
import { Stream } from 'openai/core/streaming';

/** How fast a way of decoding is: megabytes per second of CPU, best of the rounds. */
export type Speeds = Record<string, number>;

type Decode = (chunks: AsyncIterable<Uint8Array>) => Promise<number>;

/** Ways to decode, each of which gives the number of values. */
const ways: Record<string, Decode> = {
  'naive split': async (chunks) => countEach(splitLines(chunks)),
  indexOf: async (chunks) => countEach(indexLines(chunks)),
  'openai Stream': async (chunks) =>
    countEach(Stream.fromReadableStream(ReadableStream.from(chunks), new AbortController())),
  'client-fetch, one by one': async (chunks) => countEach(decodeNdjson(chunks)),
  'client-fetch, batches': async (chunks) => {
    let count = 0;
    for await (const batch of decodeNdjson(chunks).batches()) count += batch.length;
    return count;
  },
};

/** Decodes the same text in every way, in turns, so that all of them meet the same machine. */
export async function measureNdjson(rounds: number, lines = 60_000): Promise<Speeds> {
  const bytes = sampleText(lines);
  const best: Speeds = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, decode] of Object.entries(ways)) {
      const before = process.cpuUsage();
      const count = await decode(cut(bytes, 32_768));
      const { user, system } = process.cpuUsage(before);
      if (count !== lines) throw new Error(`${name} gave ${count} of ${lines} values.`);
      best[name] = Math.max(best[name] ?? 0, bytes.length / (user + system));
    }
  }
  return best;
}

/** Milliseconds of CPU for one line of so many MiB, which comes in chunks of 16 KiB. */
export async function measureLongLine(mebibytes: number): Promise<number> {
  const bytes = new Uint8Array(mebibytes * 1024 * 1024).fill(120);
  bytes[0] = 34;
  bytes[bytes.length - 1] = 34;
  const before = process.cpuUsage();
  await countEach(decodeNdjson(cut(bytes, 16_384)));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Lines of about 160 bytes. */
function sampleText(lines: number): Uint8Array {
  const text = 'The worker writes a little, then calls a tool, and goes on.';
  const each = (id: number) => ({
    id,
    type: 'output',
    text,
    tool: null,
    final: false,
    seconds: id * 0.25,
    model: 'example',
  });
  const all = Array.from({ length: lines }, (_, id) => `${JSON.stringify(each(id))}\n`);
  return new TextEncoder().encode(all.join(''));
}

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function countEach(values: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of values) count += 1;
  return count;
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}

async function* indexLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield JSON.parse(text.slice(start, end));
      start = end + 1;
    }
    rest = text.slice(start);
  }
}
