import { Transform } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** A stream that lets everything through, chunk by chunk, and keeps a copy of it up to a size. */
export interface Tap {
  readonly stream: Transform;
  /** What went through; undefined where it was more than is kept, or is encoded in a way that is not known. */
  readonly text: (encoding?: string) => string | undefined;
}

/** @param mostBytes how much is kept */
export function createTap(mostBytes: number): Tap {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.byteLength;
      if (bytes <= mostBytes) chunks.push(chunk);
      else chunks.length = 0;
      done(null, chunk);
    },
  });
  return {
    stream,
    text: (encoding) => (bytes > mostBytes ? undefined : decoded(Buffer.concat(chunks), mostBytes, encoding)),
  };
}

const decoders = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
} as const;

function decoded(body: Buffer, maxOutputLength: number, encoding = 'identity'): string | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return body.toString('utf8');
  const decode = Object.entries(decoders).find(([one]) => one === name)?.[1];
  try {
    return decode?.(body, { maxOutputLength }).toString('utf8');
  } catch {
    return undefined;
  }
}
