import { NdjsonError } from '../errors/ndjson-error.ts';
import type { Decoded as DecodedOf, Decoder } from './batches.ts';
import { parseBlock } from './parse-block.ts';

export interface NdjsonOptions {
  /** Longest line in bytes, 16 MiB unless given; a longer one is an error instead of a full memory. */
  maxLineBytes?: number;
  /** The operation whose stream it is, for the error: `decodeNdjson` unless given. */
  operation?: string;
}

type Decoded = DecodedOf<unknown>;

const defaultMaxLineBytes = 16 * 1024 * 1024;
const lineFeed = 10;

/**
 * Decodes chunks that are cut anywhere. Only new bytes are searched, and the pieces of an unfinished line are joined
 * once, so that a long line costs linear time.
 */
export class NdjsonDecoder implements Decoder<Uint8Array, unknown> {
  readonly #maxLineBytes: number;
  readonly #operation: string;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #pieces: Uint8Array[] = [];
  #length = 0;
  #line = 1;
  #byteOffset = 0;

  constructor({ maxLineBytes = defaultMaxLineBytes, operation = 'decodeNdjson' }: NdjsonOptions = {}) {
    this.#maxLineBytes = maxLineBytes;
    this.#operation = operation;
  }

  /** The values of every line that these bytes finish. */
  push(chunk: Uint8Array): Decoded {
    const end = chunk.lastIndexOf(lineFeed);
    const decoded = end < 0 ? { values: [] } : this.#decodeBlock(this.#join(chunk.subarray(0, end)));
    if (!decoded.error && end + 1 < chunk.length) {
      this.#keep(chunk.subarray(end + 1));
      if (this.#length > this.#maxLineBytes) return { ...decoded, error: this.#tooLong() };
    }
    return decoded;
  }

  /** The value of a last line without an end. */
  end(): Decoded {
    return this.#length === 0 ? { values: [] } : this.#decodeBlock(this.#join(new Uint8Array()));
  }

  #keep(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  #join(last: Uint8Array): Uint8Array {
    if (this.#pieces.length === 0) return last;
    this.#keep(last);
    const bytes = new Uint8Array(this.#length);
    let offset = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, offset);
      offset += piece.length;
    }
    this.#pieces = [];
    this.#length = 0;
    return bytes;
  }

  /** All lines at once; one by one where that fails, to find the place. */
  #decodeBlock(bytes: Uint8Array): Decoded {
    const whole = bytes.length > this.#maxLineBytes ? undefined : parseBlock(bytes, this.#decoder);
    if (!whole) return this.#decodeLines(bytes);
    this.#line += whole.length;
    this.#byteOffset += bytes.length + 1;
    return { values: whole };
  }

  #decodeLines(bytes: Uint8Array): Decoded {
    const values: unknown[] = [];
    for (let start = 0; start <= bytes.length; ) {
      const found = bytes.indexOf(lineFeed, start);
      const end = found < 0 ? bytes.length : found;
      const line = this.#decodeLine(bytes.subarray(start, end));
      if (line.error) return { values, error: line.error };
      values.push(...line.values);
      this.#line += 1;
      this.#byteOffset += end - start + 1;
      start = end + 1;
    }
    return { values };
  }

  #decodeLine(bytes: Uint8Array): Decoded {
    if (bytes.length > this.#maxLineBytes) return { values: [], error: this.#tooLong() };
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch (cause) {
      return { values: [], error: this.#error('is not UTF-8', cause) };
    }
    try {
      return { values: /^[ \t\r]*$/.test(text) ? [] : [JSON.parse(text)] };
    } catch {
      // The cause would quote the line, which may hold somebody's data.
      return { values: [], error: this.#error('is not JSON') };
    }
  }

  #tooLong(): NdjsonError {
    return this.#error(`is longer than ${this.#maxLineBytes} bytes`);
  }

  #error(problem: string, cause?: unknown): NdjsonError {
    const [line, byteOffset] = [this.#line, this.#byteOffset];
    return new NdjsonError(problem, { operation: this.#operation, line, byteOffset, cause });
  }
}
