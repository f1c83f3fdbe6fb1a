import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

/** So many bytes are read at once. */
const pieceSize = 2 ** 14;

/** The lines of a file, read into one and the same buffer: a stream would make a new one for every piece. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path);
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.allocUnsafe(pieceSize);
    let begun = '';
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, pieceSize);
      if (bytesRead === 0) break;
      const lines = (begun + decoder.write(buffer.subarray(0, bytesRead))).split('\n');
      begun = lines.pop() ?? '';
      yield* lines;
    }
    const last = begun + decoder.end();
    if (last !== '') yield last;
  } finally {
    await file.close();
  }
}
