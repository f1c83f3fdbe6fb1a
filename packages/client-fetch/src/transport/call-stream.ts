import { decodeNdjson, type NdjsonLines } from '../streams/decode-ndjson.ts';
import { decodeText, type TextPieces } from '../streams/decode-text.ts';
import type { NdjsonOptions } from '../streams/ndjson-decoder.ts';
import { readChunks } from '../streams/read-chunks.ts';
import { send } from './send.ts';
import type { CallOptions, DocumentsStatuses, OperationCall, Transport } from './transport.ts';

/** A streamed answer to come. */
export interface StreamCall<Answer, Status extends number = never>
  extends Promise<Answer>,
    DocumentsStatuses<Status> {}

/** A streamed answer, there as soon as its headers are. */
export interface StreamAnswer {
  /** From X-Service-Run-ID; null where the deployment didn't send it. */
  readonly runId: string | null;
  /** From x-service-job-id; null while no background job is signalled. */
  readonly jobId: string | null;
  readonly status: number;
  readonly headers: Headers;
  /** Drops a stream that nobody will read; leaving the loop early does the same. */
  cancel(): Promise<void>;
}

export interface TextAnswer extends StreamAnswer {
  /** Pieces as they come; how the deployment cuts them is not shown. Can be read once. */
  readonly text: TextPieces;
}

export interface NdjsonAnswer extends StreamAnswer {
  /** One value per line, whose shape is not shown. Can be read once. */
  readonly lines: NdjsonLines;
}

/** Options of a call that streams NDJSON. */
export interface NdjsonCallOptions extends CallOptions, NdjsonOptions {}

/** Opens a text stream. @throws {ApiError} outside 2XX. */
export async function callText(
  transport: Transport,
  operation: OperationCall,
  options?: CallOptions,
): Promise<TextAnswer> {
  const { chunks, ...answer } = await open(
    transport,
    { ...operation, answer: 'text', accept: 'text/plain, */*;q=0.1' },
    options,
  );
  return { ...answer, text: decodeText(chunks) };
}

/** Opens an NDJSON stream. @throws {ApiError} outside 2XX. */
export async function callNdjson(
  transport: Transport,
  operation: OperationCall,
  { maxLineBytes, ...options }: NdjsonCallOptions = {},
): Promise<NdjsonAnswer> {
  const { chunks, ...answer } = await open(
    transport,
    { ...operation, answer: 'ndjson', accept: 'application/x-ndjson, */*;q=0.1' },
    options,
  );
  return { ...answer, lines: decodeNdjson(chunks, maxLineBytes === undefined ? {} : { maxLineBytes }) };
}

async function open(
  transport: Transport,
  operation: OperationCall,
  options?: CallOptions,
): Promise<StreamAnswer & { chunks: AsyncIterable<Uint8Array> }> {
  const reading = { operation: operation.operation, signal: options?.signal };
  const { body, status, headers } = await send(transport, operation, options);
  const reader = body?.getReader();
  return {
    runId: headers.get('x-service-run-id'),
    jobId: headers.get('x-service-job-id'),
    status,
    headers,
    cancel: async () => reader?.cancel(),
    chunks: readChunks(reader, reading),
  };
}
