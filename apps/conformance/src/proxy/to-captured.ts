import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { type Captured, type HeaderList, headerIn, ownProxy } from '../traffic/captured.ts';
import type { Passed } from './passed.ts';

/** So large a body may become, decoded. */
const mostBytes = 4 * 2 ** 20;

/** Decodes what passed, for the thread that judges it. */
export function toCaptured({ method, url, headers, body, sentAt, answer, trouble }: Passed): Captured {
  const requestHeaders = headersIn(headers);
  const requestBody = body === undefined ? undefined : decoded(body, requestHeaders);
  const answered = answer && headersIn(answer.headers);
  const answerBody =
    answer?.body === undefined || answered === undefined ? undefined : decoded(answer.body, answered);
  return {
    source: ownProxy,
    method,
    url,
    requestHeaders,
    requestBody,
    lacksRequestBody: requestBody === undefined,
    sentAt,
    response: answer && {
      status: answer.status,
      headers: answered ?? [],
      headersAt: answer.headersAt,
      endedAt: answer.endedAt,
      body: answerBody,
      isWhole: answer.isComplete && answerBody !== undefined,
      pieces: answer.pieces,
    },
    trouble,
  };
}

function headersIn(text: string): HeaderList {
  const lines = text === '' ? [] : text.split('\n');
  return lines.flatMap((name, index) => (index % 2 === 0 ? [[name, lines[index + 1] ?? ''] as const] : []));
}

const decoders = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: (body: Buffer, options: { maxOutputLength: number }) =>
    // Some send the bare form, which begins otherwise.
    ((body[0] ?? 0) & 0x0f) === 0x08 ? inflateSync(body, options) : inflateRawSync(body, options),
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
} as const;

/** Undefined for what is encoded in a way that is not known, or is too large. */
function decoded(body: string, headers: HeaderList): string | undefined {
  const bytes = Buffer.from(body, 'latin1');
  if (bytes.byteLength === 0) return '';
  const names = (headerIn(headers, 'content-encoding') ?? '').toLowerCase().split(/\s*,\s*/);
  try {
    return names
      .filter((name) => name !== '' && name !== 'identity')
      .toReversed()
      .reduce((text, name) => decoderOf(name)(text, { maxOutputLength: mostBytes }), bytes)
      .toString('utf8');
  } catch {
    return undefined;
  }
}

function decoderOf(name: string) {
  const decode = Object.entries(decoders).find(([one]) => one === name)?.[1];
  if (decode === undefined) throw new Error(`${name} is not known`);
  return decode;
}
