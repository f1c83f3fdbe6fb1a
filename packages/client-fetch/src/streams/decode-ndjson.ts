import { NdjsonError } from './ndjson-error.ts';

export interface NdjsonOptions {
  /** Longest line in bytes, 16 MiB unless given; a longer one is an error instead of a full memory. */
  maxLineBytes?: number;
}

const defaultMaxLineBytes = 16 * 1024 * 1024;
const lineFeed = 10;

/**
 * One value per line of byte chunks that may be cut anywhere. Only LF ends a line, blank lines are skipped, and the
 * last line needs no end.
 * @throws {NdjsonError} on a line that isn't JSON in UTF-8, or is too long.
 */
export async function* decodeNdjson(
  chunks: AsyncIterable<Uint8Array>,
  { maxLineBytes = defaultMaxLineBytes }: NdjsonOptions = {},
): AsyncGenerator<unknown> {
  const lines = new LineReader(maxLineBytes);
  for await (const chunk of chunks) {
    // Delegating with yield* would cost more than parsing a short line.
    for (const value of lines.read(chunk)) yield value;
  }
  yield* lines.end();
}

/** Keeps the pieces of an unfinished line apart and joins them once, so that a long line costs linear time. */
class LineReader {
  readonly #maxLineBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #pieces: Uint8Array[] = [];
  #length = 0;
  #line = 1;
  #byteOffset = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  *read(chunk: Uint8Array): Generator<unknown> {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      const text = this.#finishLine();
      if (!isBlank(text)) yield this.#parse(text);
      this.#nextLine();
    }
    this.#keep(chunk.subarray(start));
  }

  *end(): Generator<unknown> {
    const text = this.#finishLine();
    if (!isBlank(text)) yield this.#parse(text);
  }

  #keep(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#length += piece.length;
    if (this.#length > this.#maxLineBytes) throw this.#error(`is longer than ${this.#maxLineBytes} bytes`);
    this.#pieces.push(piece);
  }

  #nextLine(): void {
    this.#byteOffset += this.#length + 1;
    this.#line += 1;
    this.#pieces = [];
    this.#length = 0;
  }

  #finishLine(): string {
    try {
      return this.#decoder.decode(this.#joined());
    } catch (cause) {
      throw this.#error('is not UTF-8', cause);
    }
  }

  #joined(): Uint8Array {
    const [first, ...others] = this.#pieces;
    if (first && others.length === 0) return first;
    const bytes = new Uint8Array(this.#length);
    let offset = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, offset);
      offset += piece.length;
    }
    return bytes;
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      // The cause would quote the line, which may hold somebody's data.
      throw this.#error('is not JSON');
    }
  }

  #error(problem: string, cause?: unknown): NdjsonError {
    return new NdjsonError(problem, { line: this.#line, byteOffset: this.#byteOffset }, { cause });
  }
}

function isBlank(text: string): boolean {
  return /^[ \t\r]*$/.test(text);
}
