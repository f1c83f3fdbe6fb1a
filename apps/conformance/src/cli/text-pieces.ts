import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UsageError } from '../deployment/errors.ts';

const pieceSize = 2 ** 20;

/**
 * The text of a file, piece by piece; of one that gzip made, what was put into it.
 *
 * @throws UsageError for a file that can't be read
 */
export async function* textPiecesOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of bytesOf(path)) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${path} can't be read: ${why}`, { cause });
  }
}

/** What gzip makes begins so, whatever its file is called. */
const gzipMagic = [0x1f, 0x8b] as const;

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: pieceSize });
  const pieces: AsyncIterator<Uint8Array> = file[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  const { value } = first;
  const whole = (async function* () {
    yield value;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  })();
  if (gzipMagic.some((byte, index) => value[index] !== byte)) yield* whole;
  else yield* pipeline(whole, createGunzip({ chunkSize: pieceSize }), () => {});
}

/** The lines of a text that comes piece by piece. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const piece of pieces) {
    const lines = piece.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      yield [...begun, line].join('').replace(/\r$/, '');
      begun = [];
    }
    begun.push(last);
  }
  yield begun.join('');
}

/** Whether it can be read again: a pipe, as of a shell's `<(…)`, can be read once. */
export async function canBeReadAgain(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() !== false;
}
