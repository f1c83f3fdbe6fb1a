import { Batches } from '../streams/batches.ts';
import { checkEvents } from '../streams/check-events.ts';
import type { NdjsonLines } from '../streams/decode-ndjson.ts';
import { decodeText, type TextPieces } from '../streams/decode-text.ts';
import { NdjsonDecoder, type NdjsonOptions } from '../streams/ndjson-decoder.ts';
import { readChunks } from '../streams/read-chunks.ts';
import { type Source, sequenceOf } from '../streams/sequence.ts';
import { send } from './send.ts';
import type {
  CallOptions,
  DocumentsStatuses,
  OperationCall,
  Transport,
  ValueCheck,
  WriteOptions,
} from './transport.ts';

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
  /** Drops a stream that will not be read; leaving the loop early does the same. */
  cancel(): Promise<void>;
}

export interface TextAnswer extends StreamAnswer {
  /** Pieces as they come; how the deployment cuts them is not shown. Can be read once. */
  readonly text: TextPieces;
}

export interface NdjsonAnswer<T = unknown> extends StreamAnswer {
  /** One value per line, whose shape is not shown: `unknown` unless a schema says more. Can be read once. */
  readonly lines: NdjsonLines<T>;
}

/** Options of a call that streams NDJSON. */
export interface NdjsonCallOptions extends WriteOptions, Pick<NdjsonOptions, 'maxLineBytes'> {}

/** Opens a text stream. @throws {ApiError} outside 2XX. */
export async function callText(
  transport: Transport,
  operation: OperationCall,
  options?: CallOptions,
): Promise<TextAnswer> {
  const accepting = acceptFirst('text/plain', options);
  const { answer, chunks, source } = await open(transport, { ...operation, answer: 'text' }, accepting);
  const text = decodeText(chunks, operation.operation, source);
  return { ...answer, text, cancel: () => drop(answer, text) };
}

/** Opens an NDJSON stream. @throws {ApiError} outside 2XX. */
export async function callNdjson(
  transport: Transport,
  call: OperationCall,
  { maxLineBytes, ...options }: NdjsonCallOptions = {},
): Promise<NdjsonAnswer> {
  const { operation } = call;
  const accepting = acceptFirst('application/x-ndjson', options);
  const { answer, chunks, source, check } = await open(transport, { ...call, answer: 'ndjson' }, accepting);
  const decoder = new NdjsonDecoder({ operation, ...(maxLineBytes !== undefined && { maxLineBytes }) });
  const lines: NdjsonLines = sequenceOf(new Batches(chunks, decoder), operation, source);
  const checked = check ? checkEvents(lines, { operation, ...check }, source) : lines;
  return { ...answer, lines: checked, cancel: () => drop(answer, checked) };
}

/** Drops an answer, which can't be read afterwards as if nothing had come. */
function drop(answer: StreamAnswer, pieces: AsyncIterable<unknown>): Promise<void> {
  try {
    pieces[Symbol.asyncIterator]();
  } catch {
    // It was taken before.
  }
  return answer.cancel();
}

/** Asks for a media type, and takes any other rather than none. */
function acceptFirst(mediaType: string, options: CallOptions = {}): CallOptions {
  return { ...options, headers: { accept: `${mediaType}, */*;q=0.1`, ...options.headers } };
}

interface OpenStream {
  answer: StreamAnswer;
  chunks: AsyncIterable<Uint8Array>;
  source: Source;
  /** What the transport holds each line to. */
  check: ValueCheck | undefined;
}

async function open(transport: Transport, call: OperationCall, options: CallOptions): Promise<OpenStream> {
  const reading = { operation: call.operation, signal: options.signal };
  const source: Source = {};
  const { body, status, headers, lines: check } = await send(transport, call, options);
  const reader = body?.getReader();
  const answer = {
    runId: headers.get('x-service-run-id'),
    jobId: headers.get('x-service-job-id'),
    status,
    headers,
    cancel: async () => {
      source.cancelled = true;
      await reader?.cancel();
    },
  };
  return { answer, chunks: readChunks(reader, reading), source, check };
}
